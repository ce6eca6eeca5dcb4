"""Exercises on points and control, the Council, and what is planned there (6.0, 19.0, 20.0)."""

from __future__ import annotations

from random import Random
from typing import Final

from conquistadors.engine.chance import Script
from conquistadors.games.exploration.builder import PLANNING, begin, build, expedition
from conquistadors.games.exploration.lessons.questions.scenes import PORT, events, exercise, usual
from conquistadors.games.exploration.rules.council import initiative_level
from conquistadors.games.exploration.rules.events import FittedOut, PoliticalEvent, Taxed
from conquistadors.games.exploration.rules.ships import gold_room, room
from conquistadors.games.exploration.rules.victory import controlled, points_of
from conquistadors.teach.exercises import Phrase, Task

# Three ways to score (19.0, 20.0) --------------------------------------------------------------------------------

SETTLED: Final = {"caribbean": ("2316", "2218"), "brasil": ("3703", "3803"), "panama": ("2818", "2819")}
"""Areas with a port and another settlement in each."""


@exercise("three-ways", "points", "number", "20.0", "18.16")
def three_ways(dice: Random) -> Task:
    """20.0  What a finished board is worth; gold that is not in Europe is worth nothing."""
    areas = dice.sample(list(SETTLED), dice.randint(1, 3))
    places = dice.sample(["south-america", "pacific-land", "amazon-river", "cuzco-found"], dice.randint(1, 2))
    gold = dice.choice([15, 30, 45])
    forces = {hex_: (0, 2) for area in areas for hex_ in SETTLED[area]}
    found = ("new-world", *places)
    pos = build(turn=21, treasury=dice.randint(60, 300), forces=forces, found=found, gold={PORT: gold})
    facts = {
        "ducats": pos.nations["spain"].treasury,
        "areas": len(areas),
        "gold": gold,
        "found": sum(int(pos.rules.places[place].points.value) for place in found),
    }
    return Task(pos.rules, points_of(pos, "spain").total, facts)


@exercise("who-controls", "points", "choose", "19.1")
def who_controls(dice: Random) -> Task:
    """19.1  Which of four areas Spain controls."""
    cases = ["fits", "alone", "inland", "rival"]
    areas = dice.sample(["deep-south", "brasil", "rio-del-plate", "venezuela"], 4)
    board, forces = usual().board, dict[str, tuple[int, int]]()
    for case, area in zip(cases, areas, strict=True):
        coast = [hex_ for hex_ in board.hexes_of[area] if hex_ in board.landing_set]
        inland = [hex_ for hex_ in board.hexes_of[area] if hex_ not in board.coastal]
        forces |= {
            "fits": {coast[0]: (0, 2), inland[0]: (0, 1)},
            "alone": {coast[0]: (2, 6)},
            "inland": {inland[0]: (1, 2), inland[1]: (0, 2)},
            "rival": {coast[0]: (0, 3), coast[1]: (0, 2), f"england@{coast[-1]}": (0, 1)},
        }[case]
    pos = build(nations=2, turn=21, forces=forces)
    (answer,) = controlled(pos, "spain")
    order = dice.sample(list(enumerate(areas)), 4)
    facts: dict[str, object] = {f"area{n}": area for n, (_, area) in enumerate(order, 1)}
    facts |= {f"case{n}": Phrase(f"case.{cases[at]}") for n, (at, _) in enumerate(order, 1)}
    return Task(pos.rules, answer, facts, tuple(area for _, area in order))


# The Council roll (6.3, 6.5) --------------------------------------------------------------------------------------


FREE: Final = ("colonization", "plague", "caribs", "uprising-losses")
"""What is thrown besides, where an event wants it."""


@exercise("council-taxes", "council", "number", "6.31", "6.33")
def council_taxes(dice: Random) -> Task:
    """6.31, E-C1  What the first die brings in taxes, with the Monarch in office."""
    rating, row, column = dice.choice("ABCD"), dice.randint(1, 6), dice.randint(1, 6)
    pos = build(turn=5, monarch=rating, forces={})
    game = begin(pos, chance=Script(row, column, free=FREE))
    taxed = next(event for event in events(game) if isinstance(event, Taxed))
    return Task(usual(), taxed.ducats, {"rating": rating, "row": row, "column": column})


@exercise("council-event", "council", "choose", "6.33", "6.41")
def council_event(dice: Random) -> Task:
    """6.33, E-C1  Which event the two dice name: the first is the row, the second the column."""
    row, column = dice.sample(range(1, 7), 2)
    told = [_event(row, column), _event(column, row), *[_event(*dice.choices(range(1, 7), k=2)) for _ in range(6)]]
    choices = list(dict.fromkeys(told))[:4]
    dice.shuffle(choices)
    return Task(usual(), told[0], {"row": row, "column": column}, tuple(choices))


def _event(row: int, column: int) -> str:
    game = begin(build(turn=5), chance=Script(row, column, free=FREE))
    return next(event.event for event in events(game) if isinstance(event, PoliticalEvent))


@exercise("initiative", "council", "number", "6.52", "6.54")
def initiative(dice: Random) -> Task:
    """6.52, 6.54  The Initiative Level, with what an event does to the multiplier."""
    rating, shift = dice.choice("ABCD"), dice.choice([-1, 0, 1])
    pos = build(treasury=dice.randint(20, 99), monarch=rating)
    pos.edit("spain", shift=shift)
    case = Phrase(f"case.{'more' if shift > 0 else 'less' if shift else 'plain'}")
    facts = {"rating": rating, "ducats": pos.nations["spain"].treasury, "case": case}
    return Task(pos.rules, initiative_level(pos, "spain"), facts)


# Fit out an Expedition (6.6, 7.1) ---------------------------------------------------------------------------------


@exercise("bounds-cost", "planning", "number", "6.62", "6.63")
def bounds_cost(dice: Random) -> Task:
    """6.62, 6.63  What the bounds there and back cost, with some to spare."""
    hex_ = dice.choice(["2222", "3208", "3803", "4810", "5213"])
    rules, spare = usual(), dice.randint(1, 3)
    way = rules.board.bounds(hex_)
    pos = build(turn=3, treasury=100, ships={"europe": (0, 1)}, before=PLANNING)
    game = begin(pos, seed=1)
    for answer in ("fit europe", "take solis", f"take {hex_}", f"amount {2 * way + spare}"):
        game.play(answer)
    paid = next(event for event in events(game) if isinstance(event, FittedOut))
    return Task(rules, paid.ducats, {"area": rules.board.area[hex_], "bounds": way, "spare": spare})


@exercise("ships-hold", "planning", "number", "7.12", "7.11")
def ships_hold(dice: Random) -> Task:
    """7.11, 7.12  What some ships hold, of units or of gold."""
    pos, what = build(), dice.choice(["units", "gold"])
    ships = expedition(caravels=dice.randint(1, 4), carracks=dice.randint(1, 4))
    holds = room(pos, ships) if what == "units" else gold_room(pos, ships)
    facts = {"caravels": ships.caravels, "carracks": ships.carracks, "what": Phrase(f"what.{what}")}
    return Task(pos.rules, holds, facts)
