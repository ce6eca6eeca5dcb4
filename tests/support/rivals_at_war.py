"""Campaigns that begin in the middle of a war: many ships and forces close together, so that random play meets battles.

`PYTHONPATH=tests python -m support.rivals_at_war FIRST END` plays them with every promise of the engine checked, and
tells what has happened in them.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from random import Random
from typing import Final

from conquistadors.engine.fuzz import fuzz
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Option
from conquistadors.games import rules_for, scenario_named
from conquistadors.games.exploration.bots.likely import likely
from conquistadors.games.exploration.kit import CAMPAIGN
from conquistadors.games.exploration.rules.game import Campaign
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.pieces import EUROPE, Fleet, Force, Someone
from conquistadors.games.exploration.rules.position import World

BOLD: Final = {"fight": 12.0, "invade": 60.0, "go": 4.0, "from": 4.0, "watch": 8.0, "raid": 20.0, "combine": 10.0}
TURNS: Final = 2


def begun(seed: int) -> Game[World]:
    """Ports and fleets of all nations round the Caribbean, gold aboard, everybody's captains; late in the game."""
    dice = Random(f"war {seed}")
    variants = scenario_named(CAMPAIGN.id).variants
    options = {name: value for name, value in variants[seed % len(variants)].items() if name != "turns"}
    rules = rules_for(CAMPAIGN.id, options)
    assert isinstance(rules, Campaign)
    pos: World = rules.start()
    pos.turn, pos.tasks, pos.order = dice.choice((13, 15, 17, 18)), ("turn",), rules.seats
    board = pos.rules.board
    near = ("caribbean", "deep-south", "venezuela", "panama", "mayan-empire")
    coasts = [place for place in board.landings if board.area[place[:4]] in near and not board.pacific(place)]
    pos.forces.clear()
    pos.fleets.clear()
    for nation in rules.countries:
        pos.edit(nation, treasury=dice.randint(80, 400), lacks=())
        taken = {key.partition("@")[2] for key in pos.forces}
        for place in dice.sample([place for place in coasts if place[:4] not in taken], 6):
            pos.set_force(nation, place[:4], Force(dice.randint(0, 6), dice.randint(1, 4)))
            pos.set_fleet(nation, place, Fleet(dice.randint(0, 2), dice.randint(0, 3), gold=()))
        pos.set_fleet(nation, EUROPE, Fleet(2, 3, galleon=True))
        pos.edit(nation, soldiers=4)
    for name, person in pos.rules.people.items():
        if person.arrives <= pos.turn < person.departs:
            pos.people[name] = Someone(person.nation, person.role, EUROPE)
    for number, area in enumerate(pos.areas_of("spain"), 1):
        pos.people[f"missionary-{number}"] = Someone("spain", "missionary", pos.in_area("spain", area)[0])
    key = next(key for key, fleet in pos.fleets.items() if fleet.carracks and not key.endswith(EUROPE))
    nation, _, place = key.partition("@")
    fleet = pos.fleets[key]
    pos.set_fleet(nation, place, Fleet(fleet.caravels, fleet.carracks, gold=(Gold("2316", 20, shipped=True),)))
    pos.edit_dig("2316", found=True, dug=20)
    return Game.new(rules, seed=seed, position=pos, undo="training")


def bold(pos: World, option: Option) -> float:
    return likely(pos, option) * BOLD.get(option.verb, 1.0)


def fought(seeds: range) -> Counter[str]:
    """Two turns of each such war, with all promises; how often each kind of thing has happened."""
    games: list[Game[World]] = []

    def make(seed: int) -> Game[World]:
        games.append(begun(seed))
        return games[-1]

    def late(pos: object) -> bool:
        assert isinstance(pos, World)
        return bool(games) and pos.turn > _first(games[-1]) + TURNS

    fuzz(make, rules_for, seeds, lambda pos: pos.rules.check(pos), thorough=0.0005, likely=bold, until=late)
    met: Counter[str] = Counter()
    for game in games:
        met.update(f"{event.kind} {event.variant()}".strip() for event in game.events_so_far()[0])
    return met


def _first(game: Game[World]) -> int:
    origin = game.origin
    assert origin is not None
    return origin.position.turn


if __name__ == "__main__":
    first, end = int(sys.argv[1]), int(sys.argv[2])
    began = time.process_time()
    for kind, number in sorted(fought(range(first, end)).items()):
        print(f"{number:6} {kind}")
    print(f"{end - first} wars, {time.process_time() - began:.1f} s of CPU")
