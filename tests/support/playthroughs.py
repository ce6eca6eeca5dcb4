"""The golden games: whole games as text, to be read as stories and compared line by line.

`PYTHONPATH=tests python -m support.playthroughs` makes them anew, or those that are named; `make refresh` does it too.
With `--words` they keep their seeds: enough when only words have changed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

import conquistadors as cq
from conquistadors.engine.playthrough import playthrough
from conquistadors.engine.position import Position
from support.fortune import Fortune

FOLDER: Final = Path(__file__).parents[1] / "games" / "conquest" / "playthroughs"
GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "two-players-north": ("basic", {"seats": 2, "map": "north"}),
    "four-players-both": ("basic", {"seats": 4, "map": "both"}),
    "standard-three-players": ("standard", {"seats": 3, "map": "both", "target": 30}),
    "standard-five-players": ("standard", {"seats": 5, "map": "both", "quick_start": True, "late": 1, "target": 50}),
    "solitaire-north": ("solitaire", {"map": "north", "conquistadors": ["cortes", "alvarado", "sandoval"]}),
    "solitaire-south": ("solitaire", {"map": "south", "conquistadors": "random"}),
}
"""The scenario and its options."""
NAMES: Final = ("Ana", "Ben", "Carla", "Diego", "Elena")
LAST_TURN: Final = 25
LONGEST: Final = 3000
SEEDS: Final = range(1, 21)


class Told(NamedTuple):
    """A golden game: its lines, whether somebody won, and how many kinds of things happened in it."""

    lines: list[str]
    won: bool
    kinds: int


def play_through(name: str, seed: int) -> Told:
    scenario, options = GAMES[name]
    players = NAMES[: options.get("seats", 1)]
    game = cq.new_game(scenario, players=players, seed=seed, **options)
    chosen = "; ".join(f"{option}: {value}" for option, value in options.items() if option != "seats")
    title = f"The Conquistadors, {scenario.capitalize()} Game: {', '.join(players)}; {chosen}; seed {seed}."
    parts = [title, "", *playthrough(game, Fortune(seed), until=_too_late)]
    lines = [line for part in parts for line in part.split("\n")]
    events, _ = game.events_so_far()
    return Told(lines, game.ending is not None, len({(event.kind, event.variant()) for event in events}))


def _too_late(position: Position) -> bool:
    return bool(getattr(position, "turn", 0) > LAST_TURN)


def kept(name: str) -> list[str]:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def seed_of(lines: list[str]) -> int:
    """The seed that the first line of a golden game tells."""
    found = re.search(r"seed (\d+)\.$", lines[0])
    assert found is not None, lines[0]
    return int(found[1])


def refresh(names: Iterable[str]) -> None:
    """Write golden games, each from the seed that tells most: won, not too long, and with much in it."""
    for name in names:
        stories = {seed: play_through(name, seed) for seed in SEEDS}
        fit = [seed for seed, story in stories.items() if story.won and len(story.lines) <= LONGEST]
        best = max(fit, key=lambda seed: stories[seed].kinds)
        lines = stories[best].lines
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: seed {best}, {len(lines)} lines; won with {len(fit)} of {len(SEEDS)} seeds")


def retell(names: Iterable[str]) -> None:
    """Write golden games again from the seeds they have: when only words have changed."""
    for name in names:
        lines = play_through(name, seed_of(kept(name))).lines
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    asked = [each for each in sys.argv[1:] if each != "--words"]
    (retell if "--words" in sys.argv else refresh)(asked or GAMES)
