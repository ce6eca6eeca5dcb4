"""How a chain is played: by the steps of the game themselves, round after round and impulse after impulse.

Choices are made by a stated plan. Only what the question leaves out is passed over: other players, cards, events.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

from conquistadors.engine import Choice, Option, Procedure, Seat, SetupError, option, short_repr
from conquistadors.engine.telling import reason
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.odds.assuming import ALONE
from conquistadors.games.conquest.odds.fighting import STOPS
from conquistadors.games.conquest.odds.tactics import OTHERS
from conquistadors.games.conquest.rules.position import ConquestPosition, Impulse
from conquistadors.games.conquest.rules.sequence import DONE, forbids_activation
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.parts import Parts
from conquistadors.odds.paths import Paths
from conquistadors.odds.policies import Answer, Chooser, Plan, with_luck
from conquistadors.odds.solving import Solved


class Chained(Distribution):
    """How a chain can end: a distribution of records, each of which tells several things."""

    __slots__ = ()

    def part(self, what: str) -> Distribution:
        """The distribution of one of these things: `plunder("city").part("gold")`."""
        known = list(next(iter(self)).__dataclass_fields__)  # type: ignore[attr-defined]  # all results are records
        if what not in known:
            raise SetupError(error_text("chain.tells", known=known, wanted=short_repr(what)))
        return Distribution([(getattr(end, what), chance) for end, chance in self.items()], self.assumed)


# Rounds and turns ------------------------------------------------------------------------------------------------

Rounds = int | Literal["rolled"] | None
"""How many rounds a turn has: so many, as the end roll will have it (2.42), or None: as many as are needed."""
Goal = Callable[[Any], int | Fraction] | None
"""What an end is worth, for the best use of Mano de Dios; None for what each chain says."""

TALLY: Final = "tally:"
"""Below all tasks: how many plunder attempts there were in the turns that are over. It is never begun."""


class Chain:
    """The steps of the game, from the impulse of one expedition on, without what the question leaves out."""

    def __init__(self, pos: ConquestPosition, leader: str, rounds: Rounds = None, *, fed: bool = False) -> None:
        if leader not in pos.expeditions:
            raise SetupError(error_text("order.expedition", wanted=short_repr(leader), known=sorted(pos.expeditions)))
        busy = [name for name in ("battle", "march", "action", "rolling", "reacting", "talk") if getattr(pos, name)]
        if busy:
            raise SetupError(error_text("chain.busy", busy=busy))
        if "reaction" in pos.piles:
            raise SetupError(error_text("chain.solitaire"))
        self.start = pos.copy()
        self.seat = pos.expeditions[leader].owner
        self.first = max(pos.round, 1)
        self._leader = leader
        self._rounds = rounds
        course = pos.rules.profile
        self._after = course.after_rounds
        self._hardships = course.hardships
        played = {"round", "clean-up", *(("subsistence",) if fed else ())}
        self._left_out = {*course.turn, *course.before_impulse, *course.after_rounds, "barters"} - played

    def begun(self) -> ConquestPosition:
        """The position before the first round of the chain. The round that is under way counts as that."""
        pos = self.start.copy()
        pos.round = self.first - 1
        pos.tasks = (f"{TALLY}0", "round")
        _forget(pos, self.seat)
        return pos

    def check_commander(self) -> None:
        """6.41  Somebody has to be able to do it."""
        bar = forbids_activation(self.begun(), self.seat, self._leader)
        if bar is not None:
            why = reason(self.start.rules, bar)
            raise SetupError(error_text("chain.not-activated", expedition=self._leader, why=why, rule=bar.rule))

    def leader(self, pos: ConquestPosition) -> str | None:
        """6.44  The commander, or whoever took over from him; None where the whole expedition is gone."""
        if self._leader in pos.expeditions:
            return self._leader
        heirs = [c for c in pos.expeditions_of(self.seat) if c not in self.start.expeditions]
        return heirs[0] if heirs else None

    def played(self, pos: ConquestPosition) -> int:
        """How many rounds of this turn have been played since the chain began."""
        return pos.round - (self.first - 1 if pos.turn == self.start.turn else 0)

    def turns(self, pos: ConquestPosition) -> int:
        """How many turns are over."""
        return pos.turn - self.start.turn + (pos.tasks[-1] == "turn")

    def step(self, pos: ConquestPosition) -> Procedure[None]:
        """The next step of the game, or nothing where it is left out."""
        name = pos.tasks[-1]
        kind, _, whose = name.partition(":")
        if name in self._left_out or self._is_of_another(pos, kind, whose):
            return instead(pos)
        if name == "end-roll" and self._rounds != "rolled":
            over = self._rounds is not None and self.played(pos) >= self._rounds
            return instead(pos, *(self._after if over else ("round",)))
        if name == "round" and self._rounds == 0:
            return instead(pos, *self._after)
        if name == "clean-up":
            so_far = tally(pos) + sum(site.attempts for site in pos.sites.values())
            pos.tasks = (f"{TALLY}{so_far}", *pos.tasks[1:])
        return pos.rules.step(pos)

    def _is_of_another(self, pos: ConquestPosition, kind: str, whose: str) -> bool:
        """The impulse of another player, or what another expedition goes through."""
        its_own = kind == "share" or kind in self._hardships
        return whose != (self.seat if kind == "begin" else self.leader(pos) if its_own else whose)

    def plan(self, verbs: Callable[[ConquestPosition], Sequence[str]], mano: str, **more: Answer | Chooser) -> Plan:
        """In each of his impulses the expedition is activated for the first of these actions that is allowed."""

        def impulse(pos: ConquestPosition, choice: Choice) -> Option:
            tried = option("activate", self.leader(pos) or self._leader)
            return tried if verbs(pos) and choice.forbids(tried) is None else DONE

        def action(pos: ConquestPosition, choice: Choice) -> Option:
            allowed = [each for each in map(option, verbs(pos)) if choice.forbids(each) is None]
            return allowed[0] if allowed else option("rest")

        kinds = {**OTHERS, **with_luck(mano), "impulse": impulse, "action": action, **more}
        return Plan(kinds, otherwise="first", indifferent=frozenset({"replacement"}))

    def solved(
        self,
        plan: Plan,
        done: Callable[[ConquestPosition], bool],
        result: Callable[[ConquestPosition], Hashable],
        worth: Callable[[Any], int | Fraction],
        assumed: Sequence[Assumption],
        *,
        parts: Parts[ConquestPosition] | None = None,
        alike: Callable[[ConquestPosition], None] | None = None,
    ) -> Chained:
        """All that can come of it. Between two rounds and between two turns it is asked whether it is `done`."""

        def forget(pos: ConquestPosition) -> None:
            if pos.tasks[-1] in BETWEEN:
                _forget(pos, self.seat)
            if alike is not None:
                alike(pos)

        def ends(pos: ConquestPosition) -> bool:
            return pos.tasks[-1] in BETWEEN and done(pos)

        def stops(pos: ConquestPosition) -> bool:
            return pos.battle is None or pos.tasks[-1] in STOPS

        paths = Paths(self.step, plan, ends, parts=parts, stops=stops, alike=forget, told=result)
        first = paths.explore(self.begun())
        found = Solved(paths, first, worth, self.seat).distribution(lambda end: end)
        return Chained(found, (*assumed, ALONE))


BETWEEN: Final = ("round", "turn")


def _forget(pos: ConquestPosition, seat: Seat) -> None:
    """Between two rounds all impulses are over: what was done in the last one no longer matters."""
    pos.active = seat
    pos.impulse = Impulse(pos.rules.n.activations)


def instead(pos: ConquestPosition, *tasks: str) -> Procedure[None]:
    """Something else instead of the next task, or nothing."""
    pos.tasks = pos.tasks[:-1]
    pos.then(*tasks)
    yield from ()


def tally(pos: ConquestPosition) -> int:
    """7.22  The plunder attempts of the turns that are over."""
    return int(pos.tasks[0].removeprefix(TALLY))


def along(path: Sequence[str], most: int | None = None) -> Chooser:
    """3.12  On along a path, as far as an overland move may go, or so many spaces."""

    def choose(pos: ConquestPosition, choice: Choice) -> Option:
        assert pos.march is not None
        here = pos.march.path[-1]
        on = path[path.index(here) + 1 :][:1] if here in path else ()
        if on and (most is None or pos.march.steps < most) and choice.forbids(option("go", on[0])) is None:
            return option("go", on[0])
        return option("stop")

    return choose


UNIT: Final = 5
"""9.14  A unit is lost instead of a fifth hit."""


def size_of(pos: ConquestPosition, leader: str) -> int:
    """All units of an expedition, Spanish and Indian."""
    return pos.units(leader).size + pos.expeditions[leader].allies.size
