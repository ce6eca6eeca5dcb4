"""Many games of Spain alone at random with every promise of the engine checked, and what of the data they have met.

`PYTHONPATH=tests python -m support.explored --games 1000`. What was played is kept in `.build/explored.jsonl` with the
fingerprint of rules and data: a run that was interrupted goes on.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from conquistadors.engine.fingerprint import fingerprint
from conquistadors.engine.fuzz import FuzzReport, fuzz
from conquistadors.engine.game import Game
from conquistadors.engine.position import Position
from conquistadors.fuzzing import fuzz_seeds
from conquistadors.games import rules_for
from conquistadors.games.exploration.bots import likely
from conquistadors.games.exploration.builder import build
from conquistadors.games.exploration.kit import OTHERWISE
from conquistadors.games.exploration.pack.records import our_pack
from conquistadors.games.exploration.rules.game import SpainAlone
from conquistadors.games.exploration.rules.position import World
from conquistadors.packs.grids import Grid, Total
from conquistadors.packs.values import Graded

KEPT: Final = Path(__file__).parents[2] / ".build" / "explored.jsonl"
CHUNK: Final = 5
RIVALS: Final = ("naval-combat", "land-combat")
"""Tables that nobody reads who plays alone."""
RICH_EVERY: Final = 10
"""Of so many chunks one begins with much to lose, so that the far ends of the tables are met."""
RULES: Final = SpainAlone()


@contextmanager
def watched() -> Iterator[Counter[str]]:
    """How often each cell of a table was read, each event followed and each switch looked at, while it is played."""
    met: Counter[str] = Counter()
    cell, follows, looks = Grid.cell, SpainAlone.consequences, SpainAlone.is_on

    def read(grid: Grid, column: str, total: Total) -> Graded:
        found = cell(grid, column, total)
        row = next(each for each, known in grid.columns[column].items() if known is found)
        met[f"{grid.name} {column} {row}"] += 1
        return found

    def followed(rules: SpainAlone, nation: str, event: str) -> tuple[str, ...]:
        met[f"colonizers country {event}"] += 1
        return follows(rules, nation, event)

    def looked(rules: SpainAlone, switch: str, value: Any) -> bool:
        met[f"switch {switch} {rules.switches[switch]}"] += 1
        return looks(rules, switch, value)

    with (
        patch.object(Grid, "cell", read),
        patch.object(SpainAlone, "consequences", followed),
        patch.object(SpainAlone, "is_on", looked),
    ):
        yield met


def rich(seed: int) -> Game[World]:
    """A game from a later turn with money, and with forces and Missionaries in many areas."""
    dice, board = Random(f"rich {seed}"), RULES.board
    areas = dice.sample(list(RULES.areas), 10)
    forces = {
        hex_: (dice.randint(0, 14), dice.randint(1, 8))
        for area in areas
        for hex_ in dice.sample(board.hexes_of[area], 2)
        if hex_ not in board.unsettled
    }
    homes = list(dict.fromkeys(board.area[hex_] for hex_ in forces))
    sent = {f"missionary-{n}": next(h for h in forces if board.area[h] == area) for n, area in enumerate(homes, 1)}
    options = dict(OTHERWISE) if seed % 2 else {}
    turn, ducats = dice.randint(12, 20), dice.randint(500, 4000)
    pos = build(turn=turn, treasury=ducats, forces=forces, people=sent, ships={"europe": (4, 6)}, options=options)
    return Game.new(pos.rules, seed=seed, position=pos, undo="training")


def legal(position: Position) -> None:
    """Raises what is wrong with a position."""
    position.rules.check(position)


def played(seeds: range, *, much: bool) -> FuzzReport:
    """Games from the beginning, or from such positions, with all promises."""
    if not much:
        return fuzz_seeds("exploration", seeds)
    return fuzz(rich, rules_for, seeds, legal, likely=likely)


def to_be_met() -> list[str]:
    """Every cell that Spain alone can read, and every switch that it has, either way."""
    pack = our_pack()
    cells = [
        f"{name} {column} {row}"
        for name, grid in pack.tables.items()
        if name not in RIVALS
        for column, rows in grid.columns.items()
        for row in rows
    ]
    return cells + [
        f"switch {name} {value}" for name, each in pack.switches.items() if each.alone for value in each.values
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    mark = fingerprint(RULES)
    KEPT.parent.mkdir(exist_ok=True)
    lines = [json.loads(line) for line in KEPT.read_text().splitlines()] if KEPT.exists() else []
    done = {line["seed"]: line for line in lines if line["rules"] == mark}
    with KEPT.open("a", encoding="utf-8") as kept:
        for seed in range(asked.seed, asked.seed + asked.games, CHUNK):
            if seed in done:
                continue
            with watched() as met:
                report = played(range(seed, seed + CHUNK), much=seed // CHUNK % RICH_EVERY == RICH_EVERY - 1)
            counts = {"games": report.games, "ended": report.ended, "decisions": report.decisions}
            done[seed] = {"seed": seed, "rules": mark, **counts, "met": met}
            kept.write(json.dumps(done[seed]) + "\n")
            kept.flush()
    every: Counter[str] = Counter()
    for line in done.values():
        every.update(line["met"])
    never = [each for each in to_be_met() if not every[each]]
    games, ended, decisions = (sum(line[what] for line in done.values()) for what in ("games", "ended", "decisions"))
    print(f"{games} games, {ended} to the end, {decisions} decisions; every promise was kept")
    print(f"{len(to_be_met()) - len(never)} of {len(to_be_met())} cells and switches met; never: {', '.join(never)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
