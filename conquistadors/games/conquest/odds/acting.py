"""2.34  Actions of The Conquistadors, as far as their odds are concerned: when one is over, and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from conquistadors.engine import PASS, Chance, Choice, Option, Pile, Seat, SetupError, changed, option, short_repr
from conquistadors.engine.requests import ChanceValue
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.odds.assuming import assumed
from conquistadors.games.conquest.odds.battle_question import Tactics
from conquistadors.games.conquest.odds.fighting import STOPS, BattleParts, forget, forget_details, last_round
from conquistadors.games.conquest.odds.headlines import contest, headline
from conquistadors.games.conquest.odds.results import named
from conquistadors.games.conquest.odds.tactics import (
    OTHERS,
    allotment,
    helping,
    highest_of_lot,
    middle_of_cup,
    play_one,
)
from conquistadors.games.conquest.odds.yielding import until_exhausted
from conquistadors.games.conquest.rules.cards.luck import TITLE as MANO
from conquistadors.games.conquest.rules.cards.playing import CARD_RULES
from conquistadors.games.conquest.rules.invariants import IN_ACTION, IN_BATTLE
from conquistadors.games.conquest.rules.position import CIVILIZATIONS, NOTHING, ConquestPosition
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.victory import total_points
from conquistadors.odds.asking import NOBODY, WORST, Given, Outcome, Smaller
from conquistadors.odds.assuming import NOBODY_REACTS, Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.policies import Plan, with_luck
from conquistadors.odds.questions import Headline
from conquistadors.odds.supposing import again, canonical

UNDER_WAY: Final = frozenset({*IN_BATTLE, *IN_ACTION, "act"})
AMBUSHED: Final = Tactics(ambush=True)
"""Any battle that may come up on the way."""
HELPS: Final = frozenset({"own"})
"""The cards that one plays for oneself have this target."""
AGAINST: Final = {
    "fight": frozenset({"combat"}),
    "plunder": frozenset({"combat", "plunder"}),
    "negotiate": frozenset({"combat", "diplomacy"}),
    "go": frozenset({"combat", "movement", "discovery"}),
    "advance": frozenset({"combat", "movement", "discovery"}),
}
"""23.32  The occasions on which drawn cards can be played against what one does."""
READ: Final = frozenset({"indian_roll", "doubles", "roll"})
"""The effects of combat cards that are read where nobody retreats, and nobody charges."""

SMALLER: Final = {"lot": "dearest", "cup": "middle"}
"""What a smaller question assumes of draws, by their kinds."""


class Acting:
    """How an action is followed to its end."""

    def __init__(self, rules: ConquestRules) -> None:
        reactions = [card for card in rules.cards.values() if card.id in CARD_RULES and card.target not in HELPS]
        self._against = frozenset(card.id for card in reactions if card.type in ("reaction", "combat"))

    def over(self, bare: ConquestPosition) -> bool:
        """2.34  Nothing is under way, and the next task is none of an action or a battle."""
        if bare.battle is not None or bare.action is not None or bare.march is not None or not bare.tasks:
            return not bare.tasks
        return bare.tasks[-1].partition(":")[0] not in UNDER_WAY

    def outcome(self, before: ConquestPosition, after: ConquestPosition, seat: Seat) -> Outcome:
        """What has changed for a player: with his expeditions, in the places, and with the governor."""
        found: list[tuple[str, str | int]] = []
        for space, site in sorted(after.sites.items()):
            old = before.site(space)
            if site.marker != old.marker and site.marker is not None:
                found.append(("found", site.marker))
            if site.marker in CIVILIZATIONS and (site.hostile, site.ally) != (old.hostile, old.ally):
                found.append(("status", "hostile" if site.hostile else "neutral" if site.ally is None else "allied"))
            if site.out and not old.out:
                found.append(("place", "plundered-out"))
        found.sort()
        fought = contest(before, after, seat)
        found += [("battle", fought)] if fought is not None else []
        fates = [_fate(before, after, name) for name, man in sorted(before.captains.items()) if man.owner == seat]
        found += [("conquistador", fate) for fate in fates if fate is not None]
        for name, count in COUNTS.items():
            difference = count(after, seat) - count(before, seat)
            if difference:
                found.append((name, difference))
        return tuple(found)

    def worth(self, pos: ConquestPosition, seat: Seat) -> int | None:
        """13.21, 10.21, 18.5  His points now, and those that his gold can be turned into."""
        if seat not in pos.factions:
            return None  # 23.0: nobody counts points for the enemy
        n = pos.rules.n
        rate = n.gold_a_point if "convert" in pos.rules.profile.purse else n.points_a_gold_divided
        return total_points(pos, seat) + rate * _sum(pos, seat, "gold")

    def supposed(self, run: Run[ConquestPosition], seat: Seat, reactions: str) -> Run[ConquestPosition] | None:
        """2.14, 2.18  At the worst another player holds every card that this one has not seen, a copy of each title.

        Which of the unseen cards lie in the deck and which are in hands is nothing that this one knows: they are dealt
        out in one way, which follows from what is seen, and what was played since lies where it came from.
        """
        world = canonical(run, seat)
        if world is None:
            return None
        pos = world.boundary
        others = [other for other in pos.others(seat) if other in pos.hands]
        if reactions == NOBODY or not others:
            return world
        start = pos.copy()
        unseen = [pos.piles["deck"], *[pos.hands[other] for other in others], *[pos.buried[other] for other in others]]
        titles = dict.fromkeys(title for pile in unseen for title in pile.titles if title in self._against)
        played = {str(answer.subject) for answer in world.since if isinstance(answer, Option)}
        for other in others:
            kept = [title for title in pos.hands[other].each() if title in played or title not in self._against]
            start.hands[other] = Pile.of(kept)
        held = start.hands[others[0]]
        start.hands[others[0]] = Pile.united([held, Pile.of(title for title in titles if title not in held.titles)])
        return again(world, start)

    def holding(self, pos: ConquestPosition, seat: Seat, card: str, by: Seat | None) -> ConquestPosition:
        """A card, wherever it lies, is in the hand of a player: of this one if it helps him. An asset lies face down
        with each of his expeditions: it helps the one that acts (5.15)."""
        if card in pos.rules.assets and card not in pos.rules.cards:
            start = pos.copy()
            for commander in pos.expeditions_of(by or seat):
                start.edit(commander, assets=pos.expeditions[commander].assets.plus(card))
            return start
        if card not in pos.rules.cards:
            known = sorted({*pos.rules.cards, *pos.rules.assets})
            raise SetupError(error_text("odds.card", card=short_repr(card), known=known))
        others = pos.others(seat)
        holder = by or (others[0] if card in self._against and others else seat)
        if holder not in pos.hands:
            raise SetupError(error_text("order.player", wanted=short_repr(holder), known=pos.hands))
        start = pos.copy()
        for other, hand in pos.hands.items():
            start.hands[other] = Pile.of(title for title in hand.each() if title != card)
        start.hands[holder] = start.hands[holder].plus(card)
        return start

    def lumped(self, boundary: ConquestPosition, taken: Sequence[Option], plays: frozenset[str]) -> ConquestPosition:
        """23.32-23.34  Of the Reaction deck only what can be played against this action matters, and of that nothing
        that serves the player, who plays none of it. All other cards are as one.
        """
        verb = next((each.verb for each in reversed(taken) if each.verb in AGAINST), None)
        decks = [name for name in ("reaction", "reaction-discards") if name in boundary.piles]
        if verb is None or not decks or boundary.piles["drawn"].titles:
            return boundary
        cards, occasions = boundary.rules.cards, AGAINST[verb]

        def matters(title: str) -> bool:
            if title in plays:
                return True
            card = cards[title]
            read = card.type != "combat" or (card.target not in HELPS and not READ.isdisjoint(card.effect))
            return read and not occasions.isdisjoint(CARD_RULES[title].occasions)

        titles = sorted({title for name in decks for title in boundary.piles[name].titles})
        idle = [title for title in titles if not matters(title) and cards[title].type != "combat"]
        if not idle:
            return boundary
        start = boundary.copy()
        for name in decks:
            pile = boundary.piles[name].each()
            start.piles[name] = Pile.of(title if title in titles and matters(title) else idle[0] for title in pile)
        return start

    def smaller(self, boundary: ConquestPosition, policy: Plan, since: Sequence[Given]) -> Smaller:
        """12.34, 23.32, G-6.22b  As if Indians who are drawn were of middle strength; in the Solitaire Game as if no
        card was drawn either, unless that has happened, and losses fell on the dearest units."""
        made: dict[str, Assumption] = {}
        start = boundary
        piles = [boundary.piles[name] for name in ("reaction", "reaction-discards") if name in boundary.piles]
        if piles and not any(each in pile.titles for pile in piles for each in since):
            start = boundary.copy()
            start.piles.update(dict.fromkeys(("reaction", "reaction-discards"), NOTHING))
            made["reaction"] = assumed("no-draw")

        def noting(kind: str, choose: Callable[[Any, Chance], ChanceValue | None]) -> Any:
            def chosen(pos: ConquestPosition, chance: Chance) -> ChanceValue | None:
                value = choose(pos, chance)
                if value is not None:
                    made[kind] = assumed(SMALLER[kind])
                return value

            return chosen

        lots = {"lot": noting("lot", highest_of_lot), "cup": noting("cup", middle_of_cup)}
        return Smaller(start, changed(policy, assumed=lots), lambda: tuple(made.values()))

    def policy(self, seat: Seat, reactions: str, plays: frozenset[str] = frozenset()) -> Plan:
        def react(pos: ConquestPosition, choice: Choice) -> Option:
            against = self._against if reactions == WORST and choice.who != seat else plays
            return play_one(pos, choice, against)

        return Plan(
            {
                **OTHERS,
                **with_luck("best" if MANO in plays else "never"),
                "loss": allotment("highest", "highest"),
                "retreat": option("fight"),
                "charge": PASS,
                "react": react,
                "support": helping(plays),
            },
            otherwise=no_further,
            indifferent=frozenset({"replacement"}),
        )

    def leaves_open(self, choice: Choice) -> bool:
        """Neither does the policy know how it is answered, nor can one stop there."""
        return choice.kind not in self.policy(choice.who, NOBODY).kinds and _stop(choice) is None

    def branches(self, choice: Choice) -> bool:  # noqa: ARG002  # for what one activates an expedition, and where to
        return True

    def parts(self, pos: ConquestPosition, reactions: str, plays: frozenset[str]) -> BattleParts:
        played = self._against | plays if reactions == WORST else plays
        return BattleParts(pos.copy(), Tactics(plays=tuple(sorted(played))), counts_units=True)

    def stops(self, bare: ConquestPosition) -> bool:
        return bare.battle is None or bare.tasks[-1] in STOPS

    def forget(self, pos: ConquestPosition) -> None:
        """Which of the later rounds of a battle it is, and which cards lie in the discards (23.33)."""
        forget(pos, last_round(pos, AMBUSHED))
        forget_details(pos)
        if pos.piles.get("reaction-discards", NOTHING).titles:
            pos.piles["reaction-discards"] = NOTHING

    def assumed(self, reactions: str) -> list[Assumption]:
        return [NOBODY_REACTS if reactions == NOBODY else assumed("worst"), assumed("battles"), assumed("later")]

    def further(self, pos: ConquestPosition, taken: Sequence[Option], seat: Seat) -> Distribution | None:
        """7.24  The gold of a plunder that is repeated until the place is exhausted."""
        return until_exhausted(pos, taken, self.policy(seat, NOBODY))

    def headline(
        self, outcomes: Distribution, taken: Sequence[Option], names: Names, further: Distribution | None = None
    ) -> Headline:
        return headline(outcomes, taken, names, further)

    def named(self, result: Any, names: Names) -> str | None:
        return named(result, names)


def no_further(_: ConquestPosition, choice: Choice) -> Option:
    """Who may stop does; else the first option is taken."""
    return _stop(choice) or choice.legal()[0]


def _stop(choice: Choice) -> Option | None:
    return next((each for each in choice.legal() if each.id in ("stop", "done")), None)


def _fate(before: ConquestPosition, after: ConquestPosition, name: str) -> str | None:
    man = after.captains.get(name)
    if man is None:
        return "captured" if name in after.captives else "dead"
    return "wounded" if man.wounded and not before.captains[name].wounded else None


def _sum(pos: ConquestPosition, seat: Seat, field: str) -> int:
    return sum(getattr(each, field) for each in pos.expeditions.values() if each.owner == seat)


COUNTS: Final[dict[str, Any]] = {
    "units": lambda pos, seat: sum(man.units.size for man in pos.captains.values() if man.owner == seat),
    "allies": lambda pos, seat: sum(each.allies.size for each in pos.expeditions.values() if each.owner == seat),
    "hits": lambda pos, seat: _sum(pos, seat, "hits"),
    "food": lambda pos, seat: _sum(pos, seat, "food"),
    "gold": lambda pos, seat: _sum(pos, seat, "gold"),
    "pesos": lambda pos, seat: pos.factions[seat].pesos,
    "kings": lambda pos, seat: sum(len(each.kings) for each in pos.expeditions.values() if each.owner == seat),
    "assets": lambda pos, seat: sum(
        each.assets.size + each.shown.size for each in pos.expeditions.values() if each.owner == seat
    ),
    "index": lambda pos, seat: pos.factions[seat].index,
    "points": total_points,
}
"""What can be counted of a player."""
