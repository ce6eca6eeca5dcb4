"""Positions of Conquistador! in a few lines, on the pack in `tests/packs/exploration/` that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.chance import Script
from conquistadors.engine.game import Game
from conquistadors.engine.records import changed
from conquistadors.games.exploration.rules.game import SpainAlone
from conquistadors.games.exploration.rules.pieces import EUROPE, Expedition, Fleet, Force, Someone
from conquistadors.games.exploration.rules.position import World

FOLDER: Final = Path(__file__).parents[1] / "packs" / "exploration"
SPAIN: Final = "spain"


@cache
def rules(*options: tuple[str, str | bool]) -> SpainAlone:
    """Spain alone with some switches."""
    return SpainAlone(options=dict(options), pack=str(FOLDER))


def at(
    *tasks: str,
    turn: int = 5,
    phase: str = "",
    treasury: int = 100,
    monarch: str = "A",
    forces: Mapping[str, tuple[int, int]] | None = None,
    people: Mapping[str, str] | None = None,
    ratings: Mapping[str, int] | None = None,
    natives: Mapping[str, int] | None = None,
    ships: Mapping[str, tuple[int, int]] | None = None,
    options: Mapping[str, str | bool] | None = None,
    **nation: Any,
) -> World:
    """A position with what is to be done next, before a plan. Forces are Soldiers and Colonists by hex."""
    pos = rules(*(options or {}).items()).start()
    pos.turn, pos.phase, pos.order, pos.tasks = turn, phase, (SPAIN,), (f"plan:{SPAIN}", *tasks[::-1])
    pos.forces.clear()
    pos.fleets.clear()
    pos.edit(SPAIN, treasury=treasury, monarch=monarch, lacks=(), **nation)
    for hex_, (soldiers, colonists) in (forces or {}).items():
        pos.set_force(SPAIN, hex_, Force(soldiers, colonists))
    for place, (caravels, carracks) in (ships or {}).items():
        pos.set_fleet(SPAIN, place, Fleet(caravels, carracks))
    for name, where in (people or {}).items():
        known = pos.rules.people.get(name)
        pos.people[name] = Someone(SPAIN, known.role if known else "missionary", where)
    for name, rating in (ratings or {}).items():
        pos.people[name] = changed(pos.people[name], rating=rating)
        pos.pool = pos.pool.minus(f"{rating:+d}")
    for area, level in (natives or {}).items():
        pos.edit_country(area, native=level)
    return pos


def expedition(pos: World, place: str = EUROPE, **what: Any) -> str:
    """An Expedition of Spain; its name."""
    name = f"{SPAIN}-{len(pos.expeditions) + 1}"
    usual = {"caravels": 0, "carracks": 1, "galleon": False, "landfall": None, "bounds": 0}
    pos.expeditions[name] = Expedition(SPAIN, place=place, **{**usual, **what})
    return name


def played(pos: World, *answers: str, dice: tuple[int | str, ...] = ()) -> Game[World]:
    """A game from a position with the answers given and the dice as told; then comes a plan (see `at`)."""
    script = Script(*dice)
    game = Game.new(pos.rules, chance=script, position=pos)
    for answer in answers:
        game.play(answer)
    assert not script.left(), f"dice that nobody rolled: {script.left()}"
    return game


def question_of(game: Game[World]) -> str:
    """What kind of thing is asked."""
    assert game.pending is not None, "the game is over"
    return game.pending.kind


def told(game: Game[World], kind: type) -> list[Any]:
    """The events of a kind that have been told."""
    return [line.event for line in game.log if isinstance(line.event, kind)]


def force(game: Game[World], hex_: str) -> tuple[int, int]:
    found = game.position.force(SPAIN, hex_)
    return found.soldiers, found.colonists


def offered(game: Game[World]) -> set[str]:
    """The answers that are allowed now, by their ids."""
    return {option.id for option in game.options}
