"""The golden games of Conquistador!: `PYTHONPATH=tests python -m support.spain_story` tells them anew."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import conquistadors as cq
from conquistadors.engine.game import Game
from conquistadors.engine.playthrough import playthrough
from conquistadors.engine.requests import Option
from conquistadors.games.exploration.bots.likely import likely

FILE: Final = Path(__file__).parents[1] / "games" / "exploration" / "playthroughs" / "spain-alone.txt"
SEEDS: Final = range(1, 13)
TURNS: Final = 21


class Weighted:
    """Chooses by the weights of random play, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def __call__(self, game: Game[Any]) -> Option:
        answers = list(game.options)
        return self._dice.choices(answers, [likely(game.position, answer) for answer in answers])[0]


def told(seed: int) -> tuple[list[str], int]:
    """The lines of the game, and how many kinds of things happen in it."""
    game = cq.new_game("exploration", seed=seed, turns=TURNS)
    parts = [f"Conquistador!, Spain alone, {TURNS} turns; seed {seed}.", "", *playthrough(game, Weighted(seed))]
    events, _ = game.events_so_far()
    kinds = {(event.kind, event.variant()) for event in events}
    return [line for part in parts for line in part.split("\n")], len(kinds)


def refresh() -> None:
    """Write the game in which most happens."""
    stories = {seed: told(seed) for seed in SEEDS}
    best = max(SEEDS, key=lambda seed: stories[seed][1])
    FILE.write_text("\n".join(stories[best][0]) + "\n", encoding="utf-8")
    print(f"seed {best}: {len(stories[best][0])} lines, {stories[best][1]} kinds of events")


if __name__ == "__main__":
    refresh()
