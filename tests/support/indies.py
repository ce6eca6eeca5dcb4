"""Help for the tests of The Conquistadors: positions in a line, scripted dice, and a row of answers.

    with table(pos, 3, 4, "bolas") as game:
        answer(game, "activate cortes", "march", "go tabasco")

Chance comes from the script, in order: totals of dice, ids of what is drawn. A missing or an unused outcome fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from conquistadors.engine.chance import Script, Scripted
from conquistadors.engine.events import Event
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, build
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.scenarios import BasicGame
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.games.conquest.rules.standard import StandardGame


@contextmanager
def table(position: ConquestPosition, *outcomes: Scripted) -> Iterator[Game[ConquestPosition]]:
    """A game from a position, with scripted dice that must all be used."""
    with Script(*outcomes) as dice:
        yield begin(position, chance=dice)


def answer(game: Game[Any], *answers: str) -> None:
    """Give answers, one after the other."""
    for each in answers:
        game.play(each)


def buy(game: Game[Any], *, enough: bool = True, **units: int) -> None:
    """Recruit units, kind by kind in this order: `buy(game, horse=2, foot=3)`; then no more, if that is asked."""
    for kind, count in units.items():
        answer(game, f"recruit {kind}")
        if asked(game) == "recruit":
            answer(game, f"amount {count}")
        else:
            assert count == 1, f"only one {kind} could be bought"
    if enough and asked(game) in ("purchase", "first-purchase"):
        answer(game, "enough")


def events_of(game: Game[Any], kind: type[Event]) -> list[Any]:
    """The events of a kind so far."""
    return [line.event for line in game.log if isinstance(line.event, kind)]


def barred(game: Game[Any], text: str) -> str:
    """The clause that forbids an answer now."""
    refusal = game.why_not(text)
    assert refusal is not None, f"{text} is allowed"
    return refusal.rule


def asked(game: Game[Any]) -> str | None:
    """The kind of what is asked now."""
    return None if game.pending is None else game.pending.kind


FIXED = Path(__file__).parent.parent / "packs" / "conquest"
"""A pack that does not change: rule tests never stand on a value that may be tuned."""


@cache
def rules_of(seats: int = 2, map: str | None = "north", **options: Any) -> BasicGame:  # noqa: A002  # as players say
    """The Basic Game with the fixed pack."""
    return BasicGame(seats, map, options or None, str(FIXED))


def at(
    seats: int = 2,
    map: str | None = "north",  # noqa: A002  # as players say
    house: dict[str, Any] | None = None,
    **wanted: Any,
) -> ConquestPosition:
    """`build()` with the fixed pack: `at(expeditions=..., places=..., before="plunder cortes")`."""
    return build(rules=rules_of(seats, map, **(house or {})), **wanted)


@cache
def standard_rules(
    seats: int = 2,
    map: str | None = "north",  # noqa: A002  # as players say
    legends: bool = True,
    quick_start: bool = False,
    target: int | None = None,
    late: int = 0,
    **house: Any,
) -> StandardGame:
    """The Standard Game with the fixed pack."""
    return StandardGame(seats, map, legends, quick_start, target, late, house or None, str(FIXED))


def at_standard(
    seats: int = 2,
    map: str | None = "north",  # noqa: A002  # as players say
    game: dict[str, Any] | None = None,
    house: dict[str, Any] | None = None,
    **wanted: Any,
) -> ConquestPosition:
    """`at()` in the Standard Game; `game` has its own options: `at_standard(game={"legends": False}, ...)`."""
    return build(rules=standard_rules(seats, map, **(game or {}), **(house or {})), **wanted)


@cache
def solitaire_rules(
    map: str = "north",  # noqa: A002  # as players say
    conquistadors: tuple[str, ...] | str | None = None,
    events: bool = True,
    legends: bool = True,
    **house: Any,
) -> SolitaireGame:
    """The Solitaire Game with the fixed pack."""
    return SolitaireGame(map, conquistadors, events, legends, house or None, str(FIXED))


def at_solitaire(
    map: str = "north",  # noqa: A002  # as players say
    game: dict[str, Any] | None = None,
    house: dict[str, Any] | None = None,
    **wanted: Any,
) -> ConquestPosition:
    """`at()` in the Solitaire Game; `game` has its own options: `at_solitaire(game={"events": False}, ...)`."""
    return build(rules=solitaire_rules(map, **(game or {}), **(house or {})), **wanted)
