"""13.4  Gold, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable

from conquistadors.engine import changed, record


@record
class Gold:
    """13.4  Gold with the hex that it comes from; `shipped` once it was loaded where 13.44 allows it (E-G48)."""

    origin: str
    ducats: int
    shipped: bool = False


Hoard = tuple[Gold, ...]


def heap(gold: Iterable[Gold]) -> Hoard:
    """Gold laid together: one entry for each origin, in order."""
    sums: dict[tuple[str, bool], int] = {}
    for each in gold:
        sums[each.origin, each.shipped] = sums.get((each.origin, each.shipped), 0) + each.ducats
    if not sums:
        return ()
    return tuple(Gold(origin, ducats, shipped) for (origin, shipped), ducats in sorted(sums.items()) if ducats)


def worth(gold: Hoard) -> int:
    return sum([each.ducats for each in gold])


def part_of(gold: Hoard, ducats: int) -> tuple[Hoard, Hoard]:
    """So many ducats of it, and the rest; what was shipped before goes first."""
    if not gold:
        return (), ()
    taken, left = [], []
    for each in sorted(gold, key=lambda one: (not one.shipped, one.origin)):
        now = min(each.ducats, ducats)
        ducats -= now
        taken.append(changed(each, ducats=now))
        left.append(changed(each, ducats=each.ducats - now))
    return heap(taken), heap(left)
