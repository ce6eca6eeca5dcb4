"""How often a nation cannot pay for all that it has: governors play, and are watched at Maintenance (6.8).

`write()` keeps `data/exploration/lab/upkeep.csv`: a row for each game and nation with the turns in which it fell short.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from conquistadors.engine.chance import Seeded
from conquistadors.engine.files import write_whole
from conquistadors.engine.requests import Chance, Choice, Option, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options, View
from conquistadors.games import rules_for
from conquistadors.games.exploration.bots.governor import Governor
from conquistadors.resources import data_root, read_toml


def fell_short(scenario: str, options: Mapping[str, Any], seed: int) -> dict[Seat, int]:
    """One game: by nation the turns in which the money did not do."""
    rules = rules_for(scenario, options)
    run, source, answers = Run(rules, rules.start()), Seeded(seed), 0
    bots = {seat: Governor() for seat in rules.seats}
    short: dict[Seat, set[int]] = {seat: set() for seat in rules.seats}
    while (pending := run.pending) is not None:
        if type(pending) is Chance:
            rolled = source.answer(answers, pending)
            assert rolled is not None
            run.send(rolled)
        else:
            assert type(pending) is Choice
            legal = Options(pending.legal())
            if pending.kind == "upkeep" and all(each.verb != "pay" for each in legal):
                short[pending.who].add(run.pos.turn)
            answer: Option = legal[0] if len(legal) == 1 else bots[pending.who].answer(View(run, pending.who, legal))
            run.send(answer)
        answers += 1
    return {seat: len(turns) for seat, turns in short.items()}


def write(games: int, first: int = 1) -> None:
    """So many games of each kind of `targets.toml`."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("game", "seed", "nation", "turns"))
    for kind in read_toml("exploration", "lab", "targets.toml")["game"]:
        options = {name: kind[name] for name in ("nations",) if name in kind}
        for seed in range(first, first + games):
            for seat, turns in fell_short(kind["scenario"], options, seed).items():
                table.writerow((kind["id"], seed, seat, turns))
    write_whole(data_root() / "exploration" / "lab" / "upkeep.csv", text.getvalue())
