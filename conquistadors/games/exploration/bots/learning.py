"""How the weights of this game were learned: governors play, and are looked at as they begin to plan."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from conquistadors.bots.search.contract import Learning
from conquistadors.bots.search.weights import CERTAIN
from conquistadors.engine.requests import Choice, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.views import View
from conquistadors.games.exploration.bots.governor import Governor
from conquistadors.games.exploration.bots.prospects import NAMES, points_now, prospects, sight_of
from conquistadors.games.exploration.bots.sight import Sight
from conquistadors.games.exploration.bots.styles import VETERAN
from conquistadors.games.exploration.bots.ventures import SAVE, Aim, others
from conquistadors.games.exploration.bots.worth import SCALE, against, part_left, rivals_of
from conquistadors.games.exploration.rules.position import World

BEGINS: Final = ("deal", "plan")
"""The questions with which a nation's turn begins."""
KINDS: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "exploration": ({},),
    "campaign": ({}, {"nations": 3}),
}
WANDERS: Final = 0.3
"""So often a wanderer sets out for something else than the best venture."""


def planned_so_far(pos: World, nation: Seat) -> tuple[object, ...]:
    """6.6  Where a nation is in its plans: a venture is over when its ships are fitted out."""
    ready = [name for name in pos.expeditions_of(nation) if name != pos.fitting]
    return (nation, pos.turn, pos.phase, len(ready))


class Wanderer(Governor):
    """A veteran who now and then sets out for something else: nothing is learned of what nobody does."""

    def __init__(self, random: Random) -> None:
        super().__init__(style=VETERAN)
        self._random = random
        self._planned: tuple[object, ...] = ()
        self._aim: Aim | None = None

    def answer(self, view: View[Any]) -> Option:
        assert view.pending is not None
        now = planned_so_far(view.position, view.pending.who)
        if view.pending.kind == "plan" and now != self._planned:
            self._planned, self._aim = now, None
            if self._random.random() < WANDERS:
                open_ = [Aim(each.kind, each.place) for each in others(Sight(view, style=self.style))]
                self._aim = self._random.choice([*open_, SAVE])
        return self.advise(view, self._aim if now == self._planned else None).option


class GovernorsLearn(Learning):
    names = NAMES
    kinds = KINDS
    certain = CERTAIN
    players_are = "governors"

    def players(self, rules: Rules[Any], seed: int, random: Random) -> dict[Seat, Governor]:  # noqa: ARG002
        return {seat: Wanderer(random) for seat in rules.seats}

    def wilful(self, asked: Choice) -> bool:
        """17.2  Whether natives are attacked; ventures wanderers choose themselves."""
        return asked.kind == "native-combat"

    def moment(self, run: Run[Any], asked: Choice) -> tuple[object, ...] | None:
        """6.6  Once in every turn."""
        return (asked.who, run.pos.turn) if asked.kind in BEGINS else None

    def endless(self, run: Run[Any]) -> bool:  # noqa: ARG002  # 21 turns bound every game
        return False

    def seen(self, run: Run[Any], seat: Seat) -> dict[str, float]:
        """For a lone player their own; with others what they have beyond the best of them."""
        mine, rivals = sight_of(run, seat), rivals_of(run, seat)
        found = against(run, seat, rivals) if rivals else prospects(mine)
        return {"left": part_left(mine), "points": points_now(mine), **{name: float(found[name]) for name in NAMES}}

    def came(self, run: Run[Any], seat: Seat, seen: Mapping[str, float]) -> float:
        """20.0  Among others a victory or none; alone the points that were still to come, by the hundred."""
        if len(run.rules.seats) > 1:
            assert run.ending is not None
            return CERTAIN * (seat in run.ending.winners)
        return (points_now(sight_of(run, seat)) - seen["points"]) / SCALE


LEARNING: Final = GovernorsLearn()
