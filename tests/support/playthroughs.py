"""The golden games: whole games as text, to be read as stories and compared line by line.

`PYTHONPATH=tests python -m support.playthroughs` makes them anew; `make refresh` does it too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import conquistadors as cq
from conquistadors.engine.playthrough import playthrough
from conquistadors.engine.position import Position
from support.fortune import Fortune

FOLDER: Final = Path(__file__).parents[1] / "conquest" / "playthroughs"
GAMES: Final = {"two-players-north": (2, "north", 19), "four-players-both": (4, "both", 11)}
"""How many players, on which maps, and the seed from which a game that is won is looked for."""
NAMES: Final = ("Ana", "Ben", "Carla", "Diego")
LAST_TURN: Final = 25


def told(name: str, seed: int) -> tuple[list[str], bool]:
    """The lines of a golden game, and whether somebody wins it."""
    seats, maps, _ = GAMES[name]
    game = cq.new_game("basic", players=NAMES[:seats], map=maps, seed=seed)
    title = f"The Conquistadors, Basic Game: {', '.join(NAMES[:seats])}; map: {maps}; seed {seed}."
    parts = [title, "", *playthrough(game, Fortune(seed), until=_too_late)]
    return [line for part in parts for line in part.split("\n")], game.ending is not None


def _too_late(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) > LAST_TURN)


def kept(name: str) -> list[str]:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def seed_of(lines: list[str]) -> int:
    """The seed that the first line of a golden game tells."""
    found = re.search(r"seed (\d+)\.$", lines[0])
    assert found is not None, lines[0]
    return int(found[1])


def refresh() -> None:
    """Write all golden games; where the seed leads to no victory any more, the next one that does is taken."""
    for name, (_, _, first) in GAMES.items():
        for seed in range(first, first + 100):
            lines, won = told(name, seed)
            if won:
                break
        else:
            raise RuntimeError(f"{name}: nobody wins within {LAST_TURN} turns, whatever the seed")
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: seed {seed}, {len(lines)} lines")


if __name__ == "__main__":
    refresh()
