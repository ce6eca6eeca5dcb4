"""23.22, 23.3  What stands against a lone player: the Enemy Action deck, the Reaction deck, and the cards face up.

They are played by the enemy, for whom chance decides. Cards of the Reaction deck are the cards of the other games:
what they do, and when, is written with them and nowhere else.
"""

from __future__ import annotations

from typing import Final

from conquistadors.engine import CardPlayed, Procedure, changed, draw, procedure
from conquistadors.games.conquest.rules.cards.enemy import enemy_rule
from conquistadors.games.conquest.rules.cards.playing import CARD_RULES, forbids_card, play_card, with_note
from conquistadors.games.conquest.rules.events import CameToNothing, LaidOpen, Reshuffled, Unused
from conquistadors.games.conquest.rules.position import CITIES, ENEMY, NOTHING, ConquestPosition
from conquistadors.games.conquest.rules.spaces import can_attempt
from conquistadors.games.conquest.rules.tasks import task

OPPOSED: Final = "opposed"
"""The note of an action against which cards were drawn."""


def draw_from(pos: ConquestPosition, deck: str) -> Procedure[str | None]:
    """23.114, 23.341  The topmost card of a deck; an exhausted one takes back its discards. Face-up cards stay."""
    spent = f"{deck}-discards"
    if not pos.piles[deck].titles and pos.piles[spent].titles:
        pos.piles[deck], pos.piles[spent] = pos.piles[spent], NOTHING
        pos.report(Reshuffled, pile=deck, rule="23.114")
    if not pos.piles[deck].titles:
        return None
    title = yield from draw(pos, pos.piles[deck], pos.active, name=deck, rule="23.3", seen_by=None)
    pos.piles[deck] = pos.piles[deck].minus(title)
    return title


# Enemy Action ----------------------------------------------------------------------------------------------------


def enemy_cards(pos: ConquestPosition) -> int:
    """23.22(1), D-23.22  Two cards with any city in play, imperial or not; one with any village or town; else none."""
    markers = {site.marker for site in pos.sites.values()}
    if markers & CITIES:
        return pos.rules.n.enemy_cards_high
    return pos.rules.n.enemy_cards_low if markers & {"village", "town"} else 0


@task("enemy-action")
@procedure("23.22")
def enemy_action(pos: ConquestPosition) -> Procedure[None]:
    """23.22(1)  Every impulse begins with the enemy's cards. They are counted once, before the first is drawn."""
    pos.then(*["enemy-card"] * enemy_cards(pos))
    yield from ()


@task("enemy-card")
@procedure("23.31")
def enemy_card(pos: ConquestPosition) -> Procedure[None]:
    """23.22(1), 23.31  A card is drawn and applied at once; one that cannot be applied is discarded."""
    title = yield from draw_from(pos, "enemy")
    if title is None:
        return
    pos.piles["enemy-discards"] = pos.piles["enemy-discards"].plus(title)
    known = enemy_rule(title)
    bar = known.forbids(pos, ENEMY)
    if bar is not None:
        pos.report(CameToNothing, card=title, rule=bar.rule)
        return
    pos.report(CardPlayed, who=ENEMY, card=title, use="play", rule=known.rule)
    yield from known.play(pos, ENEMY)


# Reaction --------------------------------------------------------------------------------------------------------


@procedure("23.32")
def react(pos: ConquestPosition, occasion: str) -> Procedure[None]:
    """The Reaction deck answers what the player does.

    1  cards are drawn, if the action and its space call for them (23.32)
    2  each that fits is applied at once (23.33); any other combat card is laid face up (23.34), the rest discarded
    3  in a battle with Indians all face-up cards that help them are put in force (23.35, J6), each title once (2.17)
    """
    yield from draw_cards(pos, occasion)
    while (title := _next_drawn(pos, occasion)) is not None:
        if _fits(pos, title, occasion):
            yield from play_card(pos, ENEMY, title)
        else:
            put_away(pos, title)
    while occasion == "combat" and (title := _next_open(pos)) is not None:
        yield from play_card(pos, ENEMY, title)


def opposed_space(pos: ConquestPosition, occasion: str) -> str | None:
    """23.32, C31  Where the player does something against which cards have to be drawn now; None where not.

    That is to enter an undiscovered space, even one marked X (G-23.32b), or to act: Combat, Plunder, Diplomacy. Each
    is opposed once: the battle that a plunder begins with is a part of it (own ruling). Being attacked is no action
    (G-23.32b); voyages and rallies are not named (G-23.32), nor is the discovery by which one stays (own ruling).
    """
    if occasion == "entry":
        return None if pos.march is None else pos.march.path[-1]
    if occasion not in ("combat", "plunder", "diplomacy"):
        return None
    battle, action = pos.battle, pos.action
    if battle is not None and battle.attacker.expedition is None:
        return None
    if action is not None:
        return None if OPPOSED in action.notes else action.space
    return None if battle is None or battle.opposed else battle.space


def reaction_cards(pos: ConquestPosition, space: str) -> int:
    """23.32, D-23.32  Two cards at Level 1 or 2, three at Level 3 or 4, none elsewhere."""
    n, level = pos.rules.n, pos.rules.world.level[space]
    if level is None or level < n.reaction_level:
        return 0
    return n.reaction_cards_high if level >= n.reaction_high_level else n.reaction_cards_low


def draw_cards(pos: ConquestPosition, occasion: str) -> Procedure[None]:
    """23.32  The cards for an action, drawn together and face up."""
    space = opposed_space(pos, occasion)
    if space is None:
        return
    while pos.piles["drawn"].size < reaction_cards(pos, space):
        title = yield from draw_from(pos, "reaction")
        if title is None:
            break
        pos.piles["drawn"] = pos.piles["drawn"].plus(title)
    if pos.action is not None:
        with_note(pos, OPPOSED)
    elif pos.battle is not None:
        pos.battle = changed(pos.battle, opposed=True)


def _next_drawn(pos: ConquestPosition, occasion: str) -> str | None:
    """23.33  The next drawn card to look at; those against the discovery that follows wait for it (4.13)."""
    return next((title for title in pos.piles["drawn"].titles if not _waits(pos, title, occasion)), None)


def _waits(pos: ConquestPosition, title: str, occasion: str) -> bool:
    march = pos.march
    if occasion != "entry" or march is None or "discovery" not in CARD_RULES[title].occasions:
        return False
    space = march.path[-1]
    return pos.site(space).legend is not None or (bool(pos.units(march.expedition).size) and can_attempt(pos, space))


def _fits(pos: ConquestPosition, title: str, occasion: str) -> bool:
    """23.33  Whether a drawn card can be applied against the action: to its battle, or to the action itself.

    A landing is no march (G-23.32): what is played against marches does not fit it.
    """
    deeds = [occasion]
    if occasion == "entry":
        deeds = ["movement"] if pos.march is not None and pos.march.by == "land" else []
    elif occasion == "combat" and pos.action is not None:
        deeds.append(pos.action.kind)
    return any(forbids_card(pos, ENEMY, title, deed) is None for deed in deeds)


def put_away(pos: ConquestPosition, title: str) -> None:
    """23.34, G-23.33, G-23.35  A combat card that cannot be used now is laid face up, any other is discarded.

    So are those that help Spaniards, for the player to use; or, by an option, they are discarded.
    """
    helps = helps_spaniards(pos, title)
    kept = pos.rules.cards[title].type == "combat" and (pos.rules.house.solitaire_helpers or not helps)
    pos.piles["drawn"] = pos.piles["drawn"].minus(title)
    pile = "face-up" if kept else "reaction-discards"
    pos.piles[pile] = pos.piles[pile].plus(title)
    pos.report(LaidOpen if kept else Unused, card=title, rule="23.34" if kept else "23.33")


def _next_open(pos: ConquestPosition) -> str | None:
    """23.35, J6  A face-up card that can be used against the player in the battle under way."""
    titles = pos.piles["face-up"].titles
    return next((title for title in titles if forbids_card(pos, ENEMY, title, "combat") is None), None)


def helps_spaniards(pos: ConquestPosition, title: str) -> bool:
    """G-23.35  A combat card that you play for your own expedition."""
    card = pos.rules.cards[title]
    return card.type == "combat" and card.target == "own"
