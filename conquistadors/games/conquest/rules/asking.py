"""How The Conquistadors asks besides: a player or, for the enemy, chance; lots; the answers of a dialogue under way."""

from __future__ import annotations

from collections.abc import Sequence

from conquistadors.engine import Facts, Pile, Procedure, Seat, draw, pick
from conquistadors.games.conquest.rules.position import ConquestPosition


def decide(
    pos: ConquestPosition, who: Seat, kind: str, rule: str, things: Sequence[str], *, facts: Facts = ()
) -> Procedure[str | None]:
    """One of some things, which may be there more than once: a player picks it, for the enemy chance does (23.0)."""
    if who in pos.rules.seats:
        return (yield from pick(who, kind, rule, list(dict.fromkeys(things)), facts=facts))
    return (yield from by_lot(pos, things, rule))


def by_lot(pos: ConquestPosition, things: Sequence[str], rule: str, who: Seat | None = None) -> Procedure[str | None]:
    """1.52, G-1.52  One of some things at random, each with the same chance. For a single one no lot is drawn.

    The active player draws, unless another is named.
    """
    if len(set(things)) < 2:
        return things[0] if things else None
    return (yield from draw(pos, Pile.of(things), who or pos.active, name="lot", rule=rule, seen_by=None))


def thrower(pos: ConquestPosition, seat: Seat) -> Seat:
    """6.22  Who throws the dice and draws for a seat: its player; a lone player does for the enemy too (own ruling)."""
    return seat if seat in pos.rules.seats else pos.active


def note(pos: ConquestPosition, answer: object) -> None:
    """Keep an answer of the dialogue under way."""
    pos.talk += (str(answer),)
