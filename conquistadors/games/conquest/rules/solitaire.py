"""23.0  The Solitaire Game: its decks, its set-up, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from conquistadors.engine import (
    Ending,
    Pile,
    Procedure,
    Seat,
    SetupError,
    changed,
    draw,
    pick,
    procedure,
    short_repr,
)
from conquistadors.engine.codec import Json
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.pack.records import MAPS
from conquistadors.games.conquest.rules import overruling
from conquistadors.games.conquest.rules.events import Joined, Reshuffled, Stationed, Verdict
from conquistadors.games.conquest.rules.expeditions import form
from conquistadors.games.conquest.rules.opposition import helps_spaniards, react
from conquistadors.games.conquest.rules.position import ENEMY, NOTHING, Captain, ConquestPosition
from conquistadors.games.conquest.rules.profiles import SOLITAIRE
from conquistadors.games.conquest.rules.shared import SEATS, check_flags, house_and_pack, options_given
from conquistadors.games.conquest.rules.standard import StandardRules
from conquistadors.games.conquest.rules.tasks import task
from conquistadors.games.conquest.rules.victory import score

RANDOM: Final = "random"
"""23.13  The harder game: one conquistador is chosen, the others are drawn."""


class SolitaireGame(StandardRules):
    """23.0  One player against the Indies: ten turns, then a verdict. Standard rules hold except as changed here.

    `conquistadors` are the three who begin; without them the player is asked for them, and "random" lets them choose
    one and draws the other two (23.13). `events` and `legends` play with chapters 20 and 19 or without them (23.21(3)).
    """

    scenario = "solitaire"
    profile = SOLITAIRE
    card_piles = (
        *("deck", "discards", "reaction", "reaction-discards", "enemy", "enemy-discards"),
        *("drawn", "face-up", "aside"),
    )
    face_down = ("deck", "assets", "reaction", "enemy")

    def __init__(
        self,
        map: str = "north",  # noqa: A002  # the word that players use
        conquistadors: Sequence[str] | str | None = None,
        events: bool = True,
        legends: bool = True,
        options: Mapping[str, Json] | None = None,
        pack: str | Path | None = None,
        changes: Mapping[str, Json] | None = None,
    ) -> None:
        house, data = house_and_pack(options, pack, changes)
        if map not in MAPS:
            raise SetupError(error_text("setup.solitaire-map", wanted=short_repr(map)))
        check_flags(events=events, legends=legends)
        super().__init__(SEATS[:1], (map,), house, data)
        if legends:
            self.legends = tuple(sorted(self.tables.legends))
        if not events:
            self.profile = changed(SOLITAIRE, turn=tuple(step for step in SOLITAIRE.turn if step != "event"))
        self.company = tuple(sorted(man.id for man in self.men.values() if man.maps == map))
        """23.12, J10, D-23.12  The conquistadors of the map; no others are in the game."""
        self.conquistadors = self._checked_men(conquistadors)
        men: Json = [*self.conquistadors] if isinstance(self.conquistadors, tuple) else self.conquistadors
        self.options = options_given(house, pack, changes, map=map, conquistadors=men, events=events, legends=legends)

    def _checked_men(self, wanted: object) -> tuple[str, ...] | str | None:
        """23.13  Three different men of the list, or what is to be done to find them."""
        if wanted is None or wanted == RANDOM:
            return RANDOM if wanted == RANDOM else None
        count = self.n.solitaire_conquistadors
        men = () if isinstance(wanted, str) or not isinstance(wanted, Sequence) else tuple(wanted)
        if len(men) != count or len(set(map(str, men))) != count or any(man not in self.company for man in men):
            raise SetupError(
                error_text("setup.conquistadors", count=count, wanted=short_repr(wanted), known=self.company)
            )
        return men

    # 23.11 -------------------------------------------------------------------------------------------------------

    @cached_property
    def decks(self) -> dict[str, Pile]:
        """23.11, 23.111, 23.112, 23.113, D-23.112, D-23.113, J5, G-23.11  The Strategy cards in three decks.

        Reaction and combat cards are the Reaction deck, the actions that 23.112 lists the Enemy Action deck, and all
        that is left is the Action deck: Mano de Dios serves the player, and so does the Letter from the Crown. One
        Assassination is set aside.
        """
        decks: dict[str, list[str]] = {"action": [], "reaction": [], "enemy": [], "aside": []}
        for title, copies in zip(*self.strategy_deck(), strict=True):
            card = self.cards[title]
            aside = card.set_aside_in_solitaire
            decks["aside"] += [title] * aside
            decks[card.solitaire] += [title] * (copies - aside)
        return {name: Pile.of(titles) for name, titles in decks.items()}

    def more_piles(self) -> dict[str, Pile]:
        """23.11, 23.12, 23.13  The decks. The men of the list are with the Action deck, from which three are taken.

        All others are aside, out of the game; but the replacements lie ready as in every game (6.44, J4).
        """
        others = [m.id for m in self.men.values() if m.id not in self.company and m.print != "replacement"]
        return {
            **super().more_piles(),
            "deck": Pile.united([self.decks["action"], Pile.of(self.company)]),
            "reaction": self.decks["reaction"],
            "reaction-discards": NOTHING,
            "enemy": self.decks["enemy"],
            "enemy-discards": NOTHING,
            "drawn": NOTHING,
            "face-up": NOTHING,
            "aside": Pile.united([self.decks["aside"], Pile.of(others)]),
            "red": NOTHING,
            "brown": NOTHING,
        }

    def deck_of(self, title: str) -> str:
        """23.11  Reaction, Enemy Action or, for all others and the conquistadors, the Action deck."""
        deck = "action" if title in self.men else self.cards[title].solitaire
        return "deck" if deck == "action" else deck

    def cards_of(self, pos: ConquestPosition, seat: Seat) -> Pile:
        """23.33-23.35, G-23.35, J6  The enemy has the cards just drawn and those face up; the player has the hand.

        Of the cards face up the player has those that help Spaniards, and the enemy the others.
        """
        face_up = pos.piles["face-up"]
        mine = pos.piles["drawn"] if seat == ENEMY else pos.hands[seat]
        if not face_up.titles:
            return mine
        usable = [title for title in face_up.each() if helps_spaniards(pos, title) == (seat != ENEMY)]
        return Pile.united([mine, Pile.of(usable)])

    def discard(self, pos: ConquestPosition, seat: Seat, title: str) -> None:
        """23.11, 23.114  A card that is played goes to the discards of its own deck."""
        if seat != ENEMY and title in pos.hands[seat].titles:
            pos.discard(seat, title)
            return
        lies = "drawn" if title in pos.piles["drawn"].titles else "face-up"
        pos.piles[lies] = pos.piles[lies].minus(title)
        pos.piles["reaction-discards"] = pos.piles["reaction-discards"].plus(title)

    def oppose(self, pos: ConquestPosition, occasion: str, order: Sequence[Seat], rule: str) -> Procedure[None]:
        """23.32, 6.22(1)  The Reaction deck first; then the player, in a battle, with combat cards of the hand."""
        yield from react(pos, occasion)
        yield from super().oppose(pos, occasion, [seat for seat in order if seat in self.seats], rule)

    # The engine's contract ---------------------------------------------------------------------------------------

    def start(self) -> ConquestPosition:
        """22.11, 23.1  The empty table: index, points, pesos and debt at 0."""
        return self.table(("company", "commander", "departure"))

    def ending(self, pos: ConquestPosition) -> Ending | None:
        """23.4, G-23.4  When nothing is left to do, the game is over. Nobody wins it, and no target ends it early."""
        return super().ending(pos) if pos.tasks else Ending((), "23.4", "verdict")

    def intervene(self, pos: ConquestPosition, kind: str, order: str) -> None:
        """G-6.46b  Who resigns is scored at once, with all that they have on the map (own ruling)."""
        if kind != "resign":
            super().intervene(pos, kind, order)
            return
        overruling.check_resignation(pos, order)
        pos.tasks = ("judgement",)

    def check_boundary(self, pos: ConquestPosition) -> None:
        super().check_boundary(pos)
        if pos.piles["drawn"].titles and "discovery" not in pos.tasks:
            raise ValueError(error_text("never.reaction"))


# 23.1 ------------------------------------------------------------------------------------------------------------


def rules_of(pos: ConquestPosition) -> SolitaireGame:
    """The rules of this game, which only its own steps know."""
    assert isinstance(pos.rules, SolitaireGame)
    return pos.rules


@task("company")
@procedure("23.13")
def gather_company(pos: ConquestPosition) -> Procedure[None]:
    """23.12, 23.13, D-23.13, J10  Three conquistadors of the list: named beforehand, chosen now, or one chosen.

    Then the others are drawn. All who are left stay in the Action deck.
    """
    rules, n, seat = rules_of(pos), pos.rules.n, pos.active
    wanted = rules.conquistadors
    for man in wanted if isinstance(wanted, tuple) else ():
        _enlist(pos, man)
    chosen = n.solitaire_chosen if wanted == RANDOM else n.solitaire_conquistadors
    while (taken := len(pos.captains)) < n.solitaire_conquistadors:
        left = [man for man in rules.company if man not in pos.captains]
        if taken < chosen:
            man = str((yield from pick(seat, "company", "23.13", left, facts=(("left", chosen - taken),))))
        else:
            man = yield from draw(pos, Pile.of(left), seat, name="conquistador", rule="23.13", seen_by=None)
        _enlist(pos, man)
    pos.report(Reshuffled, pile="conquistadors", rule="23.13")


def _enlist(pos: ConquestPosition, man: str) -> None:
    pos.piles["deck"] = pos.piles["deck"].minus(man)
    pos.captains[man] = Captain(pos.active, man)


@task("commander")
@procedure("1.43")
def choose_commander(pos: ConquestPosition) -> Procedure[None]:
    """23.14, 1.43  One of the three commands, the others go with him."""
    commander = yield from pick(pos.active, "commander", "1.43", sorted(pos.captains))
    for man in pos.captains:
        pos.edit_captain(man, expedition=commander)


@task("departure")
@procedure("23.14")
def depart(pos: ConquestPosition) -> Procedure[None]:
    """23.14, 23.15, X10, G-23.15  The expedition starts in Santiago de Cuba or Panama, and is equipped there.

    The South map has only its Panama. There is one roll for funds, and loans are taken as in the Standard Game; the
    units may be on all three cards (1.42, 1.43).
    """
    space = str((yield from pick(pos.active, "departure", "23.14", pos.rules.world.havens)))
    commander = next(iter(pos.captains.values())).expedition
    form(pos, pos.active, commander, space)
    pos.report(Stationed, who=pos.active, expedition=commander, space=space, rule="23.14")
    for man in pos.members(commander)[1:]:
        pos.report(Joined, who=pos.active, captain=man, space=space, rule="23.14")
    pos.then(f"outfit:{commander}", "turn")


# 23.4 ------------------------------------------------------------------------------------------------------------


@task("verdict")
@procedure("23.4")
def verdict(pos: ConquestPosition) -> Procedure[None]:
    """23.4, C32, G-23.4  The net total of every turn; after the last one nothing but the verdict is left."""
    if pos.turn >= pos.rules.n.solitaire_turns:
        pos.tasks = ("judgement",)
    else:
        score(pos, pos.active)
    yield from ()


@task("judgement")
@procedure("23.4")
def judgement(pos: ConquestPosition) -> Procedure[None]:
    """23.4, D-23.4, G-23.4  The net total at the end, debt and all, and what history makes of it."""
    points = score(pos, pos.active)
    start = pos.rules.tables.verdict(points).start
    pos.report(Verdict, who=pos.active, points=points, verdict=f"verdict-{start}", rule="23.4")
    yield from ()
