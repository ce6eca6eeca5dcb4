"""A battle of the Solitaire Game worked out a second time: the cards that are drawn against the player, and losses by
lot. From the files and from `by_hand`, with nothing of the rules engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from support.by_hand import (
    NUMBERS,
    Army,
    End,
    Question,
    Standing,
    ends,
    first,
    indian_roll,
    indians_hit,
    is_over,
    shaken,
    spanish_roll,
)

DOUBLING: Final = ("painted-warriors", "rolling-boulders")
DRAWN: Final = int(NUMBERS["reaction_cards_high"]["value"])


class Cards(NamedTuple):
    """What cards do in a battle: so often the value of the Indians is added once more, so much to their rolls."""

    doublings: int
    indian_roll: int


def drawn(deck: Sequence[str]) -> dict[Cards, Fraction]:
    """23.32  Three cards of the deck, every three with the same chance; a title counts once (2.17)."""
    hands = Counter(frozenset(hand) for hand in combinations(sorted(deck), DRAWN))
    total = sum(1 for _ in combinations(deck, DRAWN))
    found: dict[Cards, Fraction] = {}
    for hand, ways in hands.items():
        cards = Cards(sum(title in hand for title in DOUBLING), int("bolas" in hand))
        found[cards] = found.get(cards, Fraction(0)) + Fraction(ways, total)
    return found


def hit_by_lot(force: Army, losses: int) -> dict[Army, Fraction]:
    """G-6.22b, 6.34  Each loss falls on one of the units that took none in this round; when all have, on those."""
    units = tuple((kind, False, False) for kind, n in enumerate(force.up) for _ in range(n))
    units += tuple((kind, True, False) for kind, n in enumerate(force.down) for _ in range(n))
    worlds = {tuple(sorted(units)): Fraction(1)}
    for _ in range(losses):
        following: dict[tuple[tuple[int, bool, bool], ...], Fraction] = {}
        for standing, chance in worlds.items():
            fresh = [at for at, unit in enumerate(standing) if not unit[2]]
            targets = fresh or range(len(standing))
            for at in targets:
                kind, down, _ = standing[at]
                others = [*standing[:at], *standing[at + 1 :]]
                then = tuple(sorted(others if down else [*others, (kind, True, True)]))
                following[then] = following.get(then, Fraction(0)) + chance / len(targets)
            if not targets:
                following[standing] = following.get(standing, Fraction(0)) + chance
        worlds = following
    found: dict[Army, Fraction] = {}
    for standing, chance in worlds.items():
        up, lying = [
            [sum(unit[0] == kind and unit[1] == side for unit in standing) for kind in range(3)]
            for side in (False, True)
        ]
        army = Army((up[0], up[1], up[2]), (lying[0], lying[1], lying[2]))
        found[army] = found.get(army, Fraction(0)) + chance
    return found


def after_a_round(asked: Question, cards: Cards, now: Standing) -> Iterator[tuple[Standing, Fraction]]:
    times = 1 + cards.doublings
    shown = now._replace(indians=tuple(unit._replace(value=times * unit.value) for unit in now.indians))
    for (inflicted, _), chance in spanish_roll(asked, now).items():
        left = indians_hit(now.indians, inflicted)
        for (taken, morale), other in indian_roll(asked, shown).items():
            for army, by_lot in hit_by_lot(now.army, taken).items():
                force, hits = shaken(army, now.hits) if morale else (army, now.hits)
                yield Standing(2, force, hits, left), chance * other * by_lot


def battle(rating: int, units: str, hits: int, indians: Sequence[int], deck: Sequence[str]) -> dict[End, Fraction]:
    """How it can end, with the chance of each."""
    found: dict[End, Fraction] = {}
    for cards, had in drawn(deck).items():
        asked = Question(rating, indian_roll=cards.indian_roll)
        (start,) = first(units, hits, indians)
        mass = {start: had}
        while mass:
            now = max(mass, key=lambda each: each.life)
            following: dict[Standing, Fraction] = {}
            for then, chance in after_a_round(asked, cards, now):
                following[then] = following.get(then, Fraction(0)) + chance
            same = now._replace(round=2)
            share = mass.pop(now) / (1 - following.pop(same, Fraction(0)))
            for then, chance in following.items():
                if is_over(then):
                    for end, more in ends(start.army.size, then, retreats=False):
                        found[end] = found.get(end, Fraction(0)) + share * chance * more
                else:
                    mass[then] = mass.get(then, Fraction(0)) + share * chance
    return found
