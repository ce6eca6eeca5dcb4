"""Landfall, as far as its odds are concerned: what came of a turn, and what a captain supposes that others hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from conquistadors.engine import PASS, UNSEEN, Choice, Option, Pile, Seat, option
from conquistadors.engine.run import Run
from conquistadors.games.landfall.rules import Ocean
from conquistadors.odds.asking import WORST, AnyGame, Outcome
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.policies import Plan
from conquistadors.odds.questions import Headline
from conquistadors.odds.supposing import again
from conquistadors.typography import number

STORM: Final = "storm"


class Voyaging(AnyGame):
    """How a turn is followed to its end."""

    def outcome(self, before: Ocean, after: Ocean, seat: Seat) -> Outcome:
        """3.4, 2.2  Leagues made, the captain's and those of the others; the place in the race; how many cards came."""
        made = {captain: after.ships[captain] - before.ships[captain] for captain in after.ships}
        found: list[tuple[str, str | int]] = [
            ("leagues", made[seat]),
            ("rivals", sum(made.values()) - made[seat]),
            ("cards", after.hands[seat].size - before.hands[seat].size),
        ]
        changed = [(name, difference) for name, difference in found if difference]
        rank = _rank(after, seat)
        return (*changed, *([("rank", str(rank))] if rank != _rank(before, seat) else []))

    def supposed(self, run: Run[Ocean], seat: Seat, reactions: str) -> Run[Ocean]:
        """1.2, 2.2  What a captain has not seen, in the deck or in the hands of others, is one pool to draw from.

        The others hold as many cards as they do, but which is not known, save for those that they have played in this
        turn. At the worst the next of them holds a Storm, if there may be one.
        """
        start = run.boundary.copy()
        others = run.rules.others[seat]  # type: ignore[attr-defined]  # the rules of Landfall
        shown = {other: _gone(start.hands[other], run.pos.hands[other]) for other in others}
        pool = Pile.united([start.piles["deck"], *[start.hands[other] for other in others]])
        for card in (card for cards in shown.values() for card in cards):
            pool = pool.minus(card)
        holder = next((other for other in others if run.pos.hands[other].size), None)
        for other in others:
            held = list(shown[other])
            if reactions == WORST and other == holder and STORM in pool.titles:
                held.append(STORM)
            start.hands[other] = Pile.of([*held, *[UNSEEN] * (start.hands[other].size - len(held))])
        if start.piles["deck"].titles:
            start.piles["deck"] = pool
        return again(run, start)

    def headline(
        self,
        outcomes: Distribution,
        taken: Sequence[Option],  # noqa: ARG002  # any
        names: Names,
        further: Distribution | None = None,  # noqa: ARG002  # none known
    ) -> Headline:
        """3.4  To make headway, and how many leagues on average."""
        leagues = outcomes.map(lambda outcome: dict(outcome).get("leagues", 0))
        mean = names.say("headline.mean-leagues", {"mean": number(float(leagues.mean()), names.language, ".1f")})
        return Headline(leagues.at_least(1), names.say("headline.leagues"), (mean,))

    def policy(self, seat: Seat, reactions: str, plays: frozenset[str] = frozenset()) -> Plan:  # noqa: ARG002  # no more
        """3.2  At the worst a Storm is played by whoever can; nobody uses a Pilot."""
        return Plan({"react": send_storm if reactions == WORST else PASS}, otherwise="first")


def send_storm(_: Any, choice: Choice) -> Option:
    """3.2  A Storm, if it may be sent."""
    storm = option("play", STORM)
    return storm if storm in choice.legal() else PASS


def _gone(before: Pile, now: Pile) -> list[str]:
    """The cards that have left a hand: whoever plays one shows it."""
    return [card for card in before.titles for _ in range(before.count_of(card) - now.count_of(card))]


def _rank(pos: Ocean, seat: Seat) -> int:
    """The place in the race: equal ships share one."""
    return 1 + sum(leagues > pos.ships[seat] for leagues in pos.ships.values())
