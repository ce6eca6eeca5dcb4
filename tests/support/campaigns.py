"""Whole campaigns at random, with every promise of the engine checked: by the kit's weights, and by players who ignore
them, and so propose deals, break promises and overspend.

`PYTHONPATH=tests python -m support.campaigns FOLDER SEATS FIRST END` plays what the folder does not hold yet, and tells
what has happened. Chunks of other rules are played again.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.files import write_whole
from conquistadors.engine.fingerprint import fingerprint
from conquistadors.engine.fuzz import fuzz
from conquistadors.engine.game import Game
from conquistadors.engine.rules import Rules
from conquistadors.games import rules_for, scenario_named
from conquistadors.games.exploration.bots.likely import likely
from conquistadors.games.exploration.kit import CAMPAIGN
from conquistadors.games.exploration.rules.position import World

CHUNK: Final = 10
DARING: Final = frozenset({"coast", "deal"})
"""Kinds of questions of which it is counted what was answered: overspending, and what is offered."""


@cache
def tables(seats: int) -> tuple[Rules[World], ...]:
    """The variants of the kit that so many play to the last turn."""
    variants = scenario_named(CAMPAIGN.id).variants
    made = [rules_for(CAMPAIGN.id, options) for options in variants if "turns" not in options]
    return tuple(rules for rules in made if len(rules.seats) == seats)


def begun(games: list[Game[World]], seats: int, seed: int) -> Game[World]:
    """Every variant in turn, each by the weights and without them."""
    known = tables(seats)
    games.append(Game.new(known[seed // 2 % len(known)], seed=seed, undo="training"))
    return games[-1]


def played(seats: int, seeds: range) -> Counter[str]:
    """Games with an even seed by the weights, the others without; what happened in them."""
    met: Counter[str] = Counter()
    for seed in seeds:
        games: list[Game[World]] = []
        make = partial(begun, games, seats)
        weights = likely if seed % 2 == 0 else None
        check = lambda pos: pos.rules.check(pos)  # noqa: E731  # a line of its own says no more
        report = fuzz(make, rules_for, range(seed, seed + 1), check, likely=weights, everybody=True)
        met.update({"games": report.games, "ended": report.ended, "decisions": report.decisions})
        met["by weights"] += weights is not None
        game = games[-1]
        met.update(f"{event.kind} {event.variant()}".strip() for event in game.events_so_far()[0])
        met.update(f"answered {str(each.value).partition(' ')[0]}" for each in game.answers if each.kind in DARING)
    return met


def chunk(folder: Path, seats: int, seeds: range) -> Counter[str]:
    """What the folder holds of these rules, or what is played now."""
    path = folder / f"campaigns-{seats}-{seeds.start}-{seeds.stop}.json"
    kit = fingerprint(tables(seats)[0])
    if path.exists():
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if told["kit"] == kit:
            return Counter(told["met"])
    began = time.process_time()
    met = played(seats, seeds)
    met["seconds"] = round(time.process_time() - began)
    write_whole(path, json.dumps({"kit": kit, "met": met}))
    return met


if __name__ == "__main__":
    where, number, first, end = Path(sys.argv[1]), *(int(each) for each in sys.argv[2:5])
    found: Counter[str] = Counter()
    for start in range(first, end, CHUNK):
        found += chunk(where, number, range(start, min(start + CHUNK, end)))
        print(f"{number} seats, seeds to {start + CHUNK}: {found['games']} games", flush=True)
    for kind, times in sorted(found.items()):
        print(f"{times:8} {kind}")
