"""A battle against Indians by sampling: many at once, with numpy. The peer of the exact odds in the benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from support.by_hand import BY_HITS, KINDS, MOST_HITS, NUMBERS, PACK, RATING, VALUE, army

TABLE = PACK.read("tables/combat.toml")["combat"]
HEADS = np.array(sorted(int(head) for head in TABLE["columns"]))
CELLS = np.array([[int(cell) if cell.isdigit() else 0 for cell in TABLE["columns"][str(head)]] for head in HEADS])
MARKS = np.array([[cell == "M" for cell in TABLE["columns"][str(head)]] for head in HEADS])
ORDER = sorted(range(3), key=lambda at: -VALUE[KINDS[at]])
"""The kinds of Spanish units, the highest value first."""


def sampled(units: str, indians: Sequence[int], leader: str = "cortes", samples: int = 100_000, seed: int = 1) -> float:
    """How often the Spaniards win, of so many battles; losses fall on the highest value first."""
    random = np.random.default_rng(seed)
    up = np.repeat(np.array(army(units).up)[:, None], samples, axis=1)
    down = np.zeros_like(up)
    hits = np.zeros(samples, dtype=int)
    left = np.append(np.cumsum(sorted(indians))[::-1], 0)  # the highest fall first
    fallen = np.zeros(samples, dtype=int)
    values, steps = np.array([VALUE[kind] for kind in KINDS])[:, None], np.array(BY_HITS)
    cannon = NUMBERS["combat_cannon"]["value"]
    while True:
        fighting = (fallen < len(indians)) & ((up + down).sum(axis=0) > 0)
        if not fighting.any():
            return float(((fallen == len(indians)) & ((up + down).sum(axis=0) > 0)).mean())
        force = ((up + down) * values).sum(axis=0)
        added = RATING[leader] + steps[hits] + cannon * ((up + down)[2] > 0)
        inflicted, _ = _roll(random, force, added, fighting)
        suffered, shaken = _roll(random, left[fallen], np.zeros(samples, dtype=int), fighting)
        fallen = np.minimum(fallen + inflicted, len(indians))
        _hit(up, down, suffered)
        _shake(up, down, hits, shaken)


def _roll(random: Any, value: Any, added: Any, fighting: Any) -> tuple[Any, Any]:
    """Losses and M of a roll in the column of each value."""
    column = np.searchsorted(HEADS, value, side="right") - 1
    total = random.integers(1, 7, size=(2, len(value))).sum(axis=0) + added - TABLE["first"]
    cell = np.clip(total, 0, CELLS.shape[1] - 1)
    strong = fighting & (column >= 0)
    return np.where(strong, CELLS[column, cell], 0), strong & MARKS[column, cell]


def _hit(up: Any, down: Any, losses: Any) -> None:
    """One loss after the other: a unit is flipped, or eliminated if it lies flipped; none twice before all once."""
    struck = np.zeros_like(up)
    for number in range(int(losses.max(initial=0))):
        open_ = losses > number
        fresh = (up + down - struck).sum(axis=0) > 0
        for at in ORDER:
            falls = open_ & fresh & (down[at] > struck[at])
            down[at] -= falls
            flips = open_ & fresh & ~falls & (up[at] > 0)
            up[at] -= flips
            down[at] += flips
            struck[at] += flips
            open_ = open_ & ~falls & ~flips
        for at in ORDER:
            again = open_ & ~fresh & (down[at] > 0)
            down[at] -= again
            struck[at] -= again
            open_ = open_ & ~again


def _shake(up: Any, down: Any, hits: Any, shaken: Any) -> None:
    """A morale hit, or the cheapest unit for the fifth."""
    standing = shaken & ((up + down).sum(axis=0) > 0)
    fifth = standing & (hits == MOST_HITS)
    hits += standing & ~fifth
    for at in ORDER[::-1]:
        falls = fifth & (down[at] > 0)
        down[at] -= falls
        flat = fifth & ~falls & (up[at] > 0)
        up[at] -= flat
        fifth = fifth & ~falls & ~flat
