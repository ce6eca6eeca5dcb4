"""Positions of the campaign of Conquistador! in a few lines, on the pack that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from conquistadors.engine.game import Game
from conquistadors.engine.records import changed
from conquistadors.games.exploration.rules.game import Campaign
from conquistadors.games.exploration.rules.pieces import EUROPE, Expedition, Fleet, Force, Someone, Watch
from conquistadors.games.exploration.rules.position import World, parted_key
from support.new_world import FOLDER, played, question_of, told

SPAIN, ENGLAND, FRANCE = "spain", "england", "france"
__all__ = ["ENGLAND", "FRANCE", "SPAIN", "campaign", "fleet", "played", "question_of", "rivals", "told", "units", "war"]


@cache
def campaign(nations: int | None, *options: tuple[str, str | bool]) -> Campaign:
    return Campaign(nations=nations, options=dict(options), pack=str(FOLDER))


def war(
    *tasks: str,
    nations: int | None = 3,
    turn: int = 5,
    phase: str = "B",
    treasury: int = 100,
    forces: Mapping[str, tuple[int, int]] | None = None,
    ships: Mapping[str, tuple[int, int]] | None = None,
    people: Mapping[str, str] | None = None,
    natives: int | None = 0,
    watches: Mapping[str, str] | None = None,
    options: Mapping[str, str | bool] | None = None,
    sealed: str = "",
) -> World:
    """What is to be done next, before a deal of Spain. Forces and ships by "nation@hex"; watches by "nation@enemy"."""
    pos = campaign(nations, *(options or {}).items()).start()
    seats = pos.rules.seats
    pos.turn, pos.phase, pos.order, pos.tasks = turn, phase, seats, ("deal:spain", *tasks[::-1])
    pos.forces.clear()
    pos.fleets.clear()
    pos.sealed = sealed
    for nation in seats:
        pos.edit(nation, treasury=treasury, known=treasury, lacks=())
    for key, (soldiers, colonists) in (forces or {}).items():
        pos.set_force(*parted_key(key), Force(soldiers, colonists))
    for key, (caravels, carracks) in (ships or {}).items():
        pos.set_fleet(*parted_key(key), Fleet(caravels, carracks))
    for key, where in (people or {}).items():
        nation, name = parted_key(key)
        known = pos.rules.people.get(name)
        pos.people[name] = Someone(nation, known.role if known else "missionary", where)
    for area, country in pos.countries.items():
        if natives is not None:
            pos.countries[area] = changed(country, native=natives)
    pos.watches = tuple(Watch(*parted_key(key), order) for key, order in (watches or {}).items())
    return pos


def fleet(pos: World, nation: str, place: str = EUROPE, **what: Any) -> str:
    """An Expedition of a nation; its name."""
    name = f"{nation}-{len(pos.expeditions_of(nation)) + 1}"
    usual = {"caravels": 0, "carracks": 0, "galleon": False, "landfall": None, "bounds": 20}
    pos.expeditions[name] = Expedition(nation, place=place, **{**usual, **what})
    return name


def rivals(game: Game[World], nation: str, place: str) -> tuple[int, int]:
    """Caravels and Carracks of a nation that lie in a place."""
    lying = game.position.fleet(nation, place)
    return lying.caravels, lying.carracks


def units(game: Game[World], nation: str, hex_: str) -> tuple[int, int]:
    found = game.position.force(nation, hex_)
    return found.soldiers, found.colonists
