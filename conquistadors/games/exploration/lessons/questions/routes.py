"""Exercises on Voyages of Discovery, the Cape, and the ways of gold (7.5, 13.4, 18.0)."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

from conquistadors.engine import changed
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
from conquistadors.games.exploration.rules.events import CapeRounded, Credited
from conquistadors.games.exploration.rules.gold import may_ship
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.ships import bounds_of_phase
from conquistadors.teach.exercises import Phrase, Task

# A Voyage of Discovery (18.0) -------------------------------------------------------------------------------------

ENDS: Final = {"europe": "europe", "port": PLACE, "coast": "1920"}
"""Where a Voyage is when the turn is over."""


@exercise("voyage-points", "discovery", "number", "18.15", "18.14", "18.12")
def voyage_points(dice: Random) -> Task:
    """18.12, 18.15  Land units score at once, a Voyage only once it is in a friendly port."""
    end = dice.choice(list(ENDS))
    by_sea = dice.sample(["florida", "amazon-river", "plata", "california-coast"], dice.randint(1, 2))
    pos = build(
        turn=4,
        forces={PORT: (0, 2), "2327": (1, 0)},
        people={"missionary-1": PORT, "missionary-2": "2327", "solis": "spain-1"},
        expeditions={"spain-1": changed(expedition(ENDS[end], carracks=1, bounds=9), claims=tuple(by_sea))},
        before="D credit-discoveries",
    )
    pos.discovered |= dict.fromkeys(by_sea, "spain-1")
    ashore = int(pos.rules.places["tenochtitlan-found"].points.value)
    scored = sum(event.points for event in events(begin(pos, seed=1)) if isinstance(event, Credited))
    points = sum(int(pos.rules.places[place].points.value) for place in by_sea)
    facts = {"places": tuple(by_sea), "points": points, "ashore": ashore, "end": Phrase(f"end.{end}")}
    return Task(pos.rules, scored + ashore, facts)


@exercise("voyage-bounds", "discovery", "number", "18.14", "6.62", "7.33")
def voyage_bounds(dice: Random) -> Task:
    """6.62, 7.33, 18.14  How many bounds a Voyage needs: out, along a coast with its discoveries, and home."""
    pos = build()
    board, number = pos.rules.board, pos.rules.number
    out, home = dice.sample(["2316.1", "3208", "4810", "1920", "1213"], 2)
    through, finds = dice.randint(2, 12), dice.randint(1, 2)
    points = through * number("pass_cost") + finds * number("stop_cost")
    along = bounds_of_phase(pos, changed(expedition(carracks=1), points=points))
    facts = {"out": board.bounds(out), "home": board.bounds(home), "through": through, "finds": finds}
    return Task(pos.rules, board.bounds(out) + along + board.bounds(home), facts)


# Cape, cities and the ways of gold (7.5, 13.3, 13.4) --------------------------------------------------------------


@exercise("cape-chance", "cape", "chance", "7.52", "7.53")
def cape_chance(dice: Random) -> Task:
    """7.52, 7.53  The chance that one of some Expeditions rounds the Cape in a turn, without a Rutter."""
    number = dice.randint(1, 4)
    pos = build(
        turn=6,
        people={"magellan": "spain-1"},
        expeditions={"spain-1": expedition("5613", carracks=1, bounds=20, sailed=5)},
        before="B coasts",
    )
    game = waiting(pos)
    game.play(next(option for option in game.options if pos.rules.board.pacific(str(option.subject))))
    fails = 1 - chance_of(game, lambda game: any(isinstance(event, CapeRounded) for event in events(game)))
    return Task(usual(), Fraction(1) - fails**number, {"expeditions": number})


PEACE: Final = dict.fromkeys(usual().areas, 0)
ORIGINS: Final = ("4213", "3816", "2227", "2129", "1734", "3718")
"""Mines and Cuzco."""


@exercise("gold-ports", "cape", "space", "13.44")
def gold_ports(dice: Random) -> Task:
    """13.44  From which ports gold may leave: its own area, an adjacent one at most eight Movement Points away."""
    origin = dice.choice(ORIGINS)
    pos = build(turn=9, natives=PEACE)
    board = pos.rules.board
    home = board.area[origin]
    near = [hex_ for hex_ in board.area if hex_ in board.landing_set and _concerns(home, board.area[hex_])]
    good = [port for port in near if may_ship(pos, Gold(origin, 25), port)]
    bad = [port for port in near if port not in good]
    ports = dice.sample(good, min(len(good), 2)) + dice.sample(bad, min(len(bad), 3))
    forces = {**dict.fromkeys(ports, (0, 1)), origin: (1, 0)}
    return Task(
        pos.rules,
        frozenset(ports) & frozenset(good),
        {"origin": origin},
        position=build(turn=9, forces=forces, natives=PEACE),
    )


def _concerns(home: str, area: str) -> bool:
    return area == home or area in usual().board.adjacent[home] or area == "rio-del-plate"
