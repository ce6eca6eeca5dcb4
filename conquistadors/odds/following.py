"""Chances that are followed from state to state to where they end, in whole numbers, without a table of all states.

What leads on from a state stays in factors, as the parts of a position have it: a table of all that they can make
together would be far larger. Nothing may lead back to an earlier state, but for a state that leads to itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from itertools import product
from math import lcm, prod
from typing import Final, NamedTuple, TypeAlias

from conquistadors.engine.errors import RuleError
from conquistadors.engine.texts import error_text
from conquistadors.odds.codes import Code
from conquistadors.odds.slices import SLICE, Progress
from conquistadors.odds.trees import Row, reduced

AHEAD: Final = 4
"""To find the states of a fight is about one part in so many of the work."""
MOST_OF_A_FIGHT: Final = 100_000


class Group:
    """Parts that have come together: in which ways they can stand, by weight. Equal ones are the same object."""

    __slots__ = ("mask", "sights", "total", "ways")

    def __init__(self, mask: int, ways: dict[Code, int]) -> None:
        self.mask = mask
        self.ways = ways
        self.total = sum(ways.values())
        self.sights: dict[int, list[World]] = {}
        """The ways by what is seen of them at a glance."""


World: TypeAlias = tuple[int, Code, tuple[Group, ...]]
"""The weight of a world; the parts that are certain there, by their code; and the groups of the others."""


def ways_of(worlds: Iterable[World]) -> dict[Code, int]:
    """All ways in which the parts of some worlds can stand together."""
    found: dict[Code, int] = {}
    for weight, whole, loose in worlds:
        for code, n in _standing(weight, whole, loose):
            found[code] = found.get(code, 0) + n
    return found


def some_of(world: World) -> Code:
    """One way in which the parts can stand."""
    _, code, loose = world
    for group in loose:
        code |= next(iter(group.ways))
    return code


def _standing(weight: int, whole: Code, loose: Sequence[Group]) -> list[tuple[Code, int]]:
    standing = [(whole, weight)]
    for group in loose:
        standing = [(code | more, n * m) for code, n in standing for more, m in group.ways.items()]
    return standing


class _Leads(NamedTuple):
    """Where a state leads to: so many ways in all, so many back to itself; the widest group of a world is the last."""

    total: int
    stays: int
    worlds: list[World]


def _leads(code: Code, worlds: Iterable[World]) -> _Leads:
    sorted_ = [(n, whole, tuple(sorted(loose, key=lambda group: len(group.ways)))) for n, whole, loose in worlds]
    total = sum([n * prod([group.total for group in loose]) for n, _, loose in sorted_])
    return _Leads(total, sum([_way(code, world) for world in sorted_]), sorted_)


def _way(code: Code, world: World) -> int:
    """In how many ways a world is this one."""
    n, whole, loose = world
    for group in loose:
        n *= group.ways.get(code & group.mask, 0)
        whole |= code & group.mask
    return n if whole == code else 0


def followed(
    mass: dict[Code, int], leads_to: Callable[[Code], Iterable[World]], goes_on: Callable[[Code], bool]
) -> Generator[Progress, None, Row]:
    """Where the chances of some states lead to at last: to those that do not go on."""
    mass = dict(mass)
    states: dict[Code, _Leads] = {}
    comes: Counter[Code] = Counter()
    """How many ways lead to a state from others that have still to be followed."""
    seen, waiting = set(mass), [code for code in mass if goes_on(code)]
    while waiting:
        yield Progress(len(states), AHEAD * len(seen))
        for _ in range(min(SLICE, len(waiting))):
            code = waiting.pop()
            if len(states) >= MOST_OF_A_FIGHT:
                raise RuleError(error_text("odds.too-many-positions", most=MOST_OF_A_FIGHT))
            states[code] = leads = _leads(code, leads_to(code))
            for _, whole, loose in leads.worlds:
                parts = [group.ways for group in loose]
                targets = [sum(each, whole) for each in product(*parts)] if len(parts) != 2 else _pairs(whole, *parts)
                comes.update(targets)
                fresh = set(targets) - seen
                seen |= fresh
                waiting += [each for each in fresh if goes_on(each)]
            if leads.stays:
                comes[code] -= sum([bool(_way(code, world)) for world in leads.worlds])
    yield from _passed_on(mass, states, comes)
    if states:
        raise RuleError(error_text("odds.for-ever"))
    total = mass.pop(_SCALE)
    return reduced(Row(total, mass))


_SCALE: Final = -1
"""In a mass, what all of it comes to: no state."""


def _pairs(whole: Code, few: Iterable[Code], many: Iterable[Code]) -> list[Code]:
    return [base | more for base in [whole | each for each in few] for more in many]


def _passed_on(
    mass: dict[Code, int], states: dict[Code, _Leads], comes: Counter[Code]
) -> Generator[Progress, None, None]:
    """Let every state pass on what has come to it, as soon as nothing more can come; all numbers keep one scale."""
    known, done = len(states), 0
    mass[_SCALE] = sum(mass.values())
    ready = [code for code in states if not comes[code]]
    while ready:
        row = [(code, states.pop(code), mass.pop(code)) for code in ready]
        if any(leads.stays == leads.total for _, leads, _ in row):
            raise RuleError(error_text("odds.for-ever"))
        finer = lcm(*[leads.total - leads.stays for _, leads, _ in row])
        for code in mass:
            mass[code] *= finer
        ready = []
        for code, leads, had in row:
            if done % SLICE == 0:
                yield Progress(known + (AHEAD - 1) * done, AHEAD * known)
            done += 1
            share = had * (finer // (leads.total - leads.stays))
            for weight, whole, loose in leads.worlds:
                last = loose[-1].ways if loose else {0: 1}
                for base, n in _standing(weight, whole, loose[:-1]):
                    part = share * n
                    for more, m in last.items():
                        target = base | more
                        if target == code:
                            continue
                        mass[target] = mass.get(target, 0) + part * m
                        comes[target] -= 1
                        if not comes[target] and target in states:
                            ready.append(target)
