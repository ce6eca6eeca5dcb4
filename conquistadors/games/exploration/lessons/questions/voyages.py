"""Exercises on the way over the ocean, landing, bounds, and what the sea takes (7.0, 9.0)."""

from __future__ import annotations

from random import Random
from typing import Final

from conquistadors.engine.chance import TableDice
from conquistadors.games.exploration.builder import begin, build, expedition
from conquistadors.games.exploration.lessons.questions.scenes import (
    PLACE,
    PORT,
    chance_of,
    events,
    exercise,
    usual,
    waiting,
)
from conquistadors.games.exploration.rules.attrition import column_ahead
from conquistadors.games.exploration.rules.events import ExpeditionLost, Lost, PersonLost
from conquistadors.games.exploration.rules.ships import bounds_of_phase
from conquistadors.maps.hexes import hex_of
from conquistadors.teach.exercises import Phrase, Task

# Cross and land (7.2, 7.3) ----------------------------------------------------------------------------------------


@exercise("where-to-stop", "voyage", "space", "7.26", "15.32", "16.1")
def where_to_stop(dice: Random) -> Task:
    """7.26, 16.1  Where ships without an Explorer may stop: a settlement on a coast, not a camp, not one inland."""
    port = dice.choice(["2218", "2219", "2314"])
    camp = dice.choice(["2222", "2327"])
    pos = build(
        turn=6,
        forces={PORT: (0, 2), port: (1, 1), camp: (2, 0), "2423": (0, 1)},
        people={"missionary-1": PORT, "missionary-2": camp, "missionary-3": "2423"},
        expeditions={"spain-1": expedition(PLACE, carracks=1, bounds=12)},
        before="B coasts",
    )
    game = begin(pos, chance=TableDice(0))
    stops = frozenset(hex_of(str(option.subject)) for option in game.options if option.verb == "go") - {PORT}
    return Task(pos.rules, stops, {"here": PORT}, position=pos)


@exercise("points-and-bounds", "voyage", "number", "7.33", "7.31", "7.32")
def points_and_bounds(dice: Random) -> Task:
    """7.31-7.33  How many bounds a row of hexes with a stop at its end uses up."""
    pos = build()
    number, through, stops = pos.rules.number, dice.randint(3, 18), dice.randint(1, 2)
    points = through * number("pass_cost") + stops * number("stop_cost")
    used = bounds_of_phase(pos, expedition(carracks=1, points=points))
    return Task(pos.rules, used, {"through": through, "stops": stops})


# What the sea takes (9.0) -----------------------------------------------------------------------------------------


@exercise("sea-column", "attrition", "number", "9.12", "9.3")
def sea_column(dice: Random) -> Task:
    """9.12, 9.3  The column of the check on the way home."""
    out, home = dice.randint(3, 6), dice.randint(3, 5)
    bought = out + home + dice.choice([-2, -1, 0, 2])
    pos = build()
    ships = expedition("europe", carracks=1, bounds=bought, before=out)
    facts = {"bought": bought, "out": out, "home": home}
    return Task(pos.rules, column_ahead(pos, ships, home), facts)


CARGO: Final = {"empty": (0, 0), "soldiers": (2, 0), "both": (1, 1)}
"""Soldiers and Colonists aboard."""
LOSSES: Final = (Lost, ExpeditionLost, PersonLost)


@exercise("sea-toll", "attrition", "chance", "9.12", "9.21", "9.22")
def sea_toll(dice: Random) -> Task:
    """9.12, 9.22  The chance to lose nothing: what is not aboard cannot be lost."""
    bounds, cargo = dice.randint(3, 7), dice.choice(list(CARGO))
    soldiers, colonists = CARGO[cargo]
    ship = expedition("2222", carracks=1, bounds=2 * bounds, soldiers=soldiers, colonists=colonists, sailed=bounds)
    pos = build(turn=6, forces={}, expeditions={"spain-1": ship}, before="B naval-attrition")
    chance = chance_of(waiting(pos), lambda game: not any(isinstance(event, LOSSES) for event in events(game)))
    return Task(usual(), chance, {"bounds": bounds, "cargo": Phrase(f"cargo.{cargo}")})
