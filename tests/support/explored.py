"""Many games of Spain alone at random with every promise of the engine checked, and what of the game they have met.

`PYTHONPATH=tests python -m support.explored --games 1000 --core-hours 0.5`. What was played is kept in
`.build/explored.jsonl` with the fingerprint of rules, data and checks: a run that was interrupted goes on.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

from conquistadors.engine.events import Event
from conquistadors.engine.fingerprint import code_of, fingerprint
from conquistadors.engine.fuzz import FuzzReport, fuzz
from conquistadors.engine.game import Game
from conquistadors.engine.position import Position
from conquistadors.engine.requests import Option
from conquistadors.games import rules_for, scenario_named
from conquistadors.games.exploration.bots.likely import likely
from conquistadors.games.exploration.builder import SPAIN, build
from conquistadors.games.exploration.kit import OTHERWISE
from conquistadors.games.exploration.pack.records import our_pack
from conquistadors.games.exploration.rules import events
from conquistadors.games.exploration.rules.game import SpainAlone
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.pieces import Duty, Fleet
from conquistadors.games.exploration.rules.position import World
from conquistadors.packs.grids import Grid, Total
from conquistadors.packs.values import Graded

KEPT: Final = Path(__file__).parents[2] / ".build" / "explored.jsonl"
CHUNK: Final = 5
RIVALS: Final = ("naval-combat", "land-combat", "tordesillas", "annexation")
"""Tables that nobody reads who plays alone."""
AMONG_RIVALS: Final = (
    *("initiative-set", "plan-sealed", "plans-shown", "watch-set", "combat-tried", "sea-fight", "prize-taken"),
    *("captured", "land-fight", "retreated", "offered", "offer-answered", "treaty-broken", "promise-kept"),
    *("portuguese-level", "annexed", "share-paid", "repossessed"),
)
"""What happens only where there are others."""
RICH_EVERY: Final = 4
"""After so many chunks comes one more that begins with much to lose, so that the far ends of the tables are met."""
BOLD: Final[Mapping[str, float]] = {"attack": 8.0, "unload": 8.0, "seek": 60.0, "abandon": 2.0, "reopen": 2.0}
"""What is likelier there: what random play seldom comes to."""
RULES: Final = SpainAlone()
BAY, MARCH, PERU = "2316", "2918", "3816"
"""Hispaniola, whose port has two waters; Venezuela, a march from Peru; Cuzco."""


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


def begun(seed: int) -> Game[World]:
    """A game from the beginning, with the options of all variants in turn."""
    variants = scenario_named("exploration").variants
    rules = rules_for("exploration", variants[seed % len(variants)])
    return Game.new(rules, seed=seed, undo="training")


def rich(seed: int) -> Game[World]:
    """A game from a later turn with money, forces and Missionaries in many areas, and gold on ships in a port.

    A march to El Dorado lacks its last area, or there is no land left for England.
    """
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
    forces |= {BAY: (1, 3), MARCH: (4, 1)}
    sent |= {f"missionary-{len(sent) + 1}": BAY, f"missionary-{len(sent) + 2}": MARCH}
    options = dict(OTHERWISE) if seed % 2 else {}
    turn, ducats = dice.randint(12, 20), dice.randint(500, 4000)
    pos = build(turn=turn, treasury=ducats, forces=forces, people=sent, ships={"europe": (4, 6)}, options=options)
    pos.set_fleet(SPAIN, f"{BAY}.1", Fleet(1, 1, gold=(Gold(BAY, 20, shipped=True), Gold(PERU, 5, shipped=True))))
    pos.edit_dig(BAY, dug=20)
    pos.edit_dig(PERU, dug=5)
    if dice.random() < 0.5:
        pos.edit(SPAIN, duties=(Duty("15", turn + 1, MARCH, 4, ("panama", "venezuela", "amazon")),))
    else:
        for cell in RULES.tables["colonization"].columns["england"].values():
            pos.edit_country(str(cell.value), settled_by="france")
    pos.rules.check_boundary(pos)
    return Game.new(pos.rules, seed=seed, position=pos, undo="training")


def bold(pos: World, option: Option) -> float:
    return likely(pos, option) * BOLD.get(option.verb, 1.0)


def legal(position: Position) -> None:
    """Raises what is wrong with a position."""
    position.rules.check(position)


def played(seeds: range, *, much: bool) -> tuple[FuzzReport, Counter[str]]:
    """Games from the beginning, or from such positions, with all promises, and what they have met."""
    games: list[Game[World]] = []

    def make(seed: int) -> Game[World]:
        games.append(rich(seed) if much else begun(seed))
        return games[-1]

    with watched() as met:
        report = fuzz(make, rules_for, seeds, legal, likely=bold if much else likely)
    for game in games:
        met.update(f"told {event.kind}" for event in game.events_so_far()[0])
    return report, met


def to_be_met() -> list[str]:
    """Every cell that Spain alone can read, every switch that it has, either way, and all that can happen."""
    pack = our_pack()
    cells = [
        f"{name} {column} {row}"
        for name, grid in pack.tables.items()
        if name not in RIVALS
        for column, rows in grid.columns.items()
        for row in rows
    ]
    switches = [f"switch {name} {value}" for name, each in pack.switches.items() if each.alone for value in each.values]
    kinds = [each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Event)]
    alone = [each.kind for each in kinds if each is not Event and each.kind not in AMONG_RIVALS]
    return [*cells, *switches, *[f"told {kind}" for kind in alone]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=1000, help="from the beginning; others from rich positions come besides"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--core-hours", type=float, default=10.0, help="nothing is begun after so much time")
    asked = parser.parse_args()
    mark = fingerprint(RULES) | {"checks": code_of("conquistadors.engine.fuzz")}
    firsts = range(asked.seed, asked.seed + asked.games, CHUNK)
    rich_ones = firsts[RICH_EVERY - 1 :: RICH_EVERY]
    wanted = sorted([*((first, False) for first in firsts), *((first, True) for first in rich_ones)])
    done: dict[tuple[int, bool], dict[str, Any]] = {}
    KEPT.parent.mkdir(exist_ok=True)
    for line in KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else ():
        told = json.loads(line)
        if told["rules"] == mark and (told["seed"], told["rich"]) in wanted:
            done[told["seed"], told["rich"]] = told
    with KEPT.open("a", encoding="utf-8") as kept:
        for first, much in wanted:
            spent = sum(each["seconds"] for each in done.values())
            if (first, much) in done or spent > asked.core_hours * 3600:
                continue
            began = time.process_time()
            report, met = played(range(first, first + CHUNK), much=much)
            counts = {"games": report.games, "ended": report.ended, "decisions": report.decisions}
            done[first, much] = {"seed": first, "rich": much, "rules": mark, **counts, "met": met}
            done[first, much]["seconds"] = round(time.process_time() - began, 3)
            kept.write(json.dumps(done[first, much]) + "\n")
            kept.flush()
    for line in summed_up(list(done.values())):
        print(line)
    return 0


def summed_up(chunks: list[dict[str, Any]]) -> Iterator[str]:
    """What was played, at what cost, and what was never met."""
    for much, where in ((False, "from the beginning"), (True, "from rich positions")):
        some = [each for each in chunks if each["rich"] == much]
        games, ended, decisions = (sum(each[what] for each in some) for what in ("games", "ended", "decisions"))
        seconds = sum(each["seconds"] for each in some)
        each_ = f"{seconds / 3600:.2f} core-hours, {seconds / max(1, games):.2f} s a game"
        yield f"{games} games {where}, {ended} to the end, {decisions} decisions; every promise was kept; {each_}"
    met: Counter[str] = Counter()
    for each in chunks:
        met.update(each["met"])
    possible = to_be_met()
    never = [each for each in possible if not met[each]]
    yield f"{len(possible) - len(never)} of {len(possible)} cells, switches and kinds of events were met"
    yield "never: " + (", ".join(never) or "nothing")


if __name__ == "__main__":
    raise SystemExit(main())
