"""23.4  How games of the Solitaire Game end: the spread of verdicts over many games of random players."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any

import pandas as pd

from conquistadors.engine.codec import Json
from conquistadors.engine.playout import play_out
from conquistadors.engine.texts import speaking
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.games.conquest.rules.victory import total_points


def final_points(rules: SolitaireGame, seed: int) -> int:
    """The net total at the end of one game of a random player."""
    pos = rules.start()
    play_out(rules, pos, Random(seed))
    return total_points(pos, rules.seats[0])


def spread(
    games: int = 2000, *, first: int = 1, workers: int = 1, language: str | None = None, **options: Json
) -> pd.DataFrame:
    """How many games of the seeds from `first` on end with which verdict; `options` are those of the game.

    A row for each verdict, with the lowest points for it, the number of games and their part of all.
    """
    with speaking(language) as language:
        return _spread(range(first, first + games), workers, language, options)


def _spread(seeds: range, workers: int, language: str, options: Mapping[str, Json]) -> pd.DataFrame:
    games = len(seeds)
    given = json.dumps(options, sort_keys=True)
    with ProcessPoolExecutor(workers) as pool:
        points = list(pool.map(partial(_played, given), seeds, chunksize=max(1, games // (workers * 8))))
    rules = _rules(given)
    counts = Counter(rules.tables.verdict(each).start for each in points)
    bands = [(v.start, v.text[language], counts[v.start], counts[v.start] / games) for v in rules.tables.verdicts]
    table = pd.DataFrame(bands, columns=["from", "verdict", "games", "part"])
    table.attrs |= {"mean": sum(points) / games, "least": min(points), "most": max(points)}
    return table


def _played(options: str, seed: int) -> int:
    return final_points(_rules(options), seed)


@cache
def _rules(options: str) -> SolitaireGame:
    """The rules with these options, made once in each process."""
    named: Mapping[str, Any] = json.loads(options)
    return SolitaireGame(**named)
