"""The golden campaigns of Conquistador!: `PYTHONPATH=tests python -m support.rivals_story` tells them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import conquistadors as cq
from conquistadors.engine.playthrough import playthrough
from support.spain_story import Weighted

FOLDER: Final = Path(__file__).parents[1] / "games" / "exploration" / "playthroughs"
STORIES: Final[dict[str, dict[str, Any]]] = {
    "two-nations": {"turns": 21},
    "three-nations": {"nations": 3, "turns": 21},
}
SEEDS: Final = range(1, 13)
LONGEST: Final = 3000


def told(options: dict[str, Any], seed: int) -> tuple[list[str], int]:
    """The lines of the game, and how many kinds of things happen in it."""
    game = cq.new_game("campaign", seed=seed, **options)
    title = ", ".join(f"{name} {value}" for name, value in options.items())
    parts = [f"Conquistador!, the campaign, {title}; seed {seed}.", "", *playthrough(game, Weighted(seed))]
    events, _ = game.events_so_far()
    return [line for part in parts for line in part.split("\n")], len({(e.kind, e.variant()) for e in events})


def refresh() -> None:
    """Write of each the game in which most happens, among those that are short enough."""
    for name, options in STORIES.items():
        stories = {seed: told(options, seed) for seed in SEEDS}
        short = [seed for seed in SEEDS if len(stories[seed][0]) <= LONGEST]
        best = max(short, key=lambda seed: stories[seed][1])
        (FOLDER / f"{name}.txt").write_text("\n".join(stories[best][0]) + "\n", encoding="utf-8")
        print(f"{name}: seed {best}, {len(stories[best][0])} lines, {stories[best][1]} kinds of events")


if __name__ == "__main__":
    refresh()
