"""Exercises on marching and land attrition, natives and Missionaries, and resources (10.0, 12.0, 14.0, 17.0)."""

from __future__ import annotations

from random import Random
from typing import Final

from conquistadors.games.exploration.builder import build
from conquistadors.games.exploration.lessons.questions.scenes import chance_of, events, exercise, usual, waiting
from conquistadors.games.exploration.rules.attrition import attrition_level
from conquistadors.games.exploration.rules.events import NativesFought, Uprising
from conquistadors.games.exploration.rules.natives import uprising_level
from conquistadors.games.exploration.rules.resources import resources_of
from conquistadors.teach.exercises import Phrase, Task

# Marching and land attrition (10.0, 12.0) -------------------------------------------------------------------------


@exercise("attrition-level", "land", "number", "12.24", "12.21", "12.22", "12.23")
def attrition_of(dice: Random) -> Task:
    """12.2  The level that a hex is checked at: area, terrain and water, between 1 and 5."""
    rules = usual()
    board = rules.board
    terrain, wet = dice.choice(["clear", "forest", "rough"]), dice.choice([True, False])
    water = {*board.coastal, *board.waterside}
    hexes = [hex_ for hex_ in board.area if board.terrain[hex_] == terrain and (hex_ in water) == wet]
    hex_ = dice.choice(hexes)
    facts = {
        "area": board.area[hex_],
        "level": int(rules.areas[board.area[hex_]].attrition.value),
        "terrain": Phrase(f"terrain.{terrain}"),
        "water": Phrase(f"water.{'coast' if hex_ in board.coastal else 'river' if wet else 'none'}"),
    }
    return Task(rules, attrition_level(build(), hex_), facts)


WAYS: Final = (
    ("2229", "2423"),
    ("1930", "1823"),
    ("2818", "3014"),
    ("2715", "3118"),
    ("4810", "4213"),
    ("4810", "3816"),
)
"""Where marches begin and end."""


@exercise("march-turns", "land", "number", "10.1", "10.2")
def march_turns(dice: Random) -> Task:
    """10.1, 10.2  How many turns a march takes: every hex costs one, and a group is as fast as its slowest."""
    rules = usual()
    board = rules.board
    start, goal = dice.choice(WAYS)
    path = board.land.path(start, goal)
    who = dice.choice(["soldiers", "both"])
    steps = rules.number("moves_colonist" if who == "both" else "moves_soldier")
    rough = sum(board.terrain[hex_] == "rough" for hex_ in path)
    facts = {"start": start, "goal": goal, "steps": len(path), "rough": rough, "who": Phrase(f"who.{who}")}
    return Task(rules, -(-len(path) // steps), facts)


# Natives and Missionaries (17.0) ----------------------------------------------------------------------------------


CAMP: Final = "2715"
"""In Venezuela."""


@exercise("native-combat-chance", "natives", "chance", "17.22", "17.23", "15.54", "15.65")
def native_combat_chance(dice: Random) -> Task:
    """17.22, 17.23  The chance that an attack brings the Native Level to nought."""
    soldiers, level, help_ = dice.randint(3, 7), dice.randint(1, 3), dice.choice(["nobody", "missionary", "both"])
    people = {"missionary-1": CAMP} | ({"cortes": CAMP} if help_ == "both" else {})
    ratings = {"missionary-1": -1 if help_ == "nobody" else 2}
    game = waiting(
        build(
            turn=6,
            forces={CAMP: (soldiers, 0)},
            people=people,
            ratings=ratings,
            natives={"venezuela": level},
            before="C native-combat",
        )
    )
    game.play("attack venezuela")
    chance = chance_of(game, lambda game: not game.position.countries["venezuela"].native)
    assert not [event for event in events(game) if isinstance(event, NativesFought)]
    return Task(usual(), chance, {"soldiers": soldiers, "level": level, "help": Phrase(f"help.{help_}")})


@exercise("uprising-chance", "natives", "chance", "17.34", "17.32", "17.31")
def uprising_chance(dice: Random) -> Task:
    """17.31, 17.32, 17.34  The chance of an uprising in an area."""
    soldiers, colonists, rating = dice.randint(0, 4), dice.randint(1, 6), dice.choice([-3, -2, -1, 1, 2])
    level = dice.randint(1, 3)
    pos = build(
        turn=6,
        forces={CAMP: (soldiers, colonists)},
        people={"missionary-1": CAMP},
        ratings={"missionary-1": rating},
        natives={"venezuela": level},
        before="C uprisings",
    )
    most = uprising_level(pos, "spain", "venezuela")
    chance = chance_of(waiting(pos), lambda game: any(isinstance(event, Uprising) for event in events(game)))
    facts = {"level": level, "soldiers": soldiers, "colonists": colonists, "rating": f"{rating:+d}", "most": most}
    return Task(usual(), chance, facts)


# Resources (14.0) -------------------------------------------------------------------------------------------------


@exercise("resources", "resources", "number", "14.1", "14.21", "14.24")
def resources(dice: Random) -> Task:
    """14.1, 14.21  What the Colonists of an area earn: five a hex, at the level of the turn, double in some areas."""
    area, hexes = dice.choice([("caribbean", ("2316", "2218", "2314")), ("panama", ("2819", "2820", "2818"))])
    numbers = dice.sample([2, 3, 4, 6, 7], 3)
    turn = dice.choice([5, 8, 12, 16, 20])
    pos = build(turn=turn + 1, forces={hex_: (0, each) for hex_, each in zip(hexes, numbers, strict=True)})
    pos.turn = turn
    facts: dict[str, object] = {f"n{at}": each for at, each in enumerate(numbers, 1)}
    facts |= {"area": area, "turn": turn, "level": int(pos.rules.read("resources", "level", turn))}
    facts["kind"] = Phrase("kind.double" if pos.rules.areas[area].double.value else "kind.plain")
    return Task(pos.rules, resources_of(pos, "spain", area), facts)


@exercise("mine-or-not", "resources", "number", "13.16", "13.5", "14.24")
def mine_or_not(dice: Random) -> Task:
    """13.16, 13.5  What an island mine costs its area: the resources without it, less those with it."""
    turn, elsewhere, there = dice.choice([8, 12, 16, 20]), dice.randint(3, 9), dice.randint(1, 3)
    second = min(4, elsewhere - 1)
    pos = build(
        turn=turn + 1,
        forces={"2316": (0, there), "2218": (0, elsewhere - second), "2314": (0, second)},
        mines=("2316",),
    )
    pos.turn = turn
    without = resources_of(pos, "spain", "caribbean")
    pos.edit_dig("2316", worked=turn)
    facts = {"turn": turn, "elsewhere": elsewhere, "there": there}
    facts |= {"level": int(pos.rules.read("resources", "level", turn)), "most": max(elsewhere - second, second)}
    return Task(pos.rules, without - resources_of(pos, "spain", "caribbean"), facts)
