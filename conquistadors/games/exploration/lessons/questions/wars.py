"""Exercises on war: at sea, and against a port (8.0)."""

from __future__ import annotations

from random import Random
from typing import Final

from conquistadors.engine import changed
from conquistadors.games.exploration.builder import build, expedition
from conquistadors.games.exploration.lessons.questions.scenes import events, exercise, waiting
from conquistadors.games.exploration.rules import naval, war
from conquistadors.games.exploration.rules.events import LandFight, SeaFight
from conquistadors.teach.exercises import Phrase, Task

HARBOUR: Final = "2314"
"""A Spanish port with one water; the English come to it."""
OFF: Final = "2412"
"""Where they come from."""


@exercise("sea-odds", "war", "choose", "8.25", "15.45")
def sea_odds(dice: Random) -> Task:
    """8.25, 15.45  The column of a battle at sea: ships, and Soldiers aboard; a Privateer shifts it by one."""
    privateer, carracks, soldiers = dice.choice([True, False]), dice.randint(1, 3), dice.randint(2, 5)
    caravels, ashore = dice.randint(1, 3), dice.randint(1, 2)
    soldiers = min(soldiers, 2 * carracks) if not privateer else max(carracks, min(soldiers, 2 * carracks))
    ships = changed(
        expedition(OFF, nation="england", carracks=carracks, soldiers=soldiers, bounds=9), privateer=privateer
    )
    pos = build(
        nations=2,
        turn=17,
        forces={HARBOUR: (ashore, 2)},
        people={"missionary-1": HARBOUR, "drake": "england-1"},
        ships={HARBOUR: (caravels, 0)},
        expeditions={"england-1": ships},
        before="B coasts",
    )
    game = waiting(pos)
    game.play(f"go {HARBOUR}")
    game.play("fight spain")
    (fight,) = [event for event in events(game) if isinstance(event, SeaFight)]
    facts: dict[str, object] = {"carracks": carracks, "soldiers": soldiers, "caravels": caravels, "ashore": ashore}
    facts["who"] = Phrase("who.privateer" if privateer else "who.explorer")
    return Task(pos.rules, fight.odds, facts, tuple(pos.rules.tables[naval.TABLE].columns))


@exercise("storm-odds", "war", "choose", "8.53", "8.54", "8.55")
def storm_odds(dice: Random) -> Task:
    """8.53, 8.54  The column of an attack on a port: the defenders count twice, each Carrack in the hex adds one."""
    carracks, caravels = dice.randint(2, 4), dice.randint(0, 2)
    soldiers, ashore, colonists = dice.randint(3, 2 * carracks), dice.choice([0, 0, 1]), dice.randint(1, 3)
    ships = expedition(OFF, nation="england", carracks=carracks, caravels=caravels, soldiers=soldiers, bounds=9)
    pos = build(
        nations=2,
        turn=17,
        forces={HARBOUR: (ashore, colonists)},
        people={"missionary-1": HARBOUR},
        expeditions={"england-1": ships},
        before="B coasts",
    )
    game = waiting(pos)
    for answer in (f"go {HARBOUR}", "invade", f"amount {soldiers}"):
        game.play(answer)
    (fight,) = [event for event in events(game) if isinstance(event, LandFight)]
    facts = {"carracks": carracks, "caravels": caravels, "soldiers": soldiers, "ashore": ashore, "colonists": colonists}
    return Task(pos.rules, fight.odds, facts, tuple(pos.rules.tables[war.TABLE].columns))
