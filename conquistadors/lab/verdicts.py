"""How games of a lone player end: the spread of verdicts over many games of random players."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any

from conquistadors.engine.codec import Json
from conquistadors.engine.playout import play_out
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import speaking
from conquistadors.games import DEFAULT, kit, play_of, rules_for
from conquistadors.lab.bands import band_of
from conquistadors.lab.framing import pd


def final_points(rules: Rules[Any], seed: int) -> int:
    """The points at the end of one game of a random player."""
    pos = rules.start()
    play_out(rules, pos, Random(seed))
    return play_of(rules).counts(pos, rules.seats[0])["points"]


def spread(
    games: int = 2000,
    *,
    first: int = 1,
    workers: int = 1,
    language: str | None = None,
    game: str = DEFAULT,
    **options: Json,
) -> pd.DataFrame:
    """How many games of the seeds from `first` on end with which verdict; `options` are those of the scenario.

    A row for each verdict, with the lowest points for it, the number of games and their part of all.
    """
    with speaking(language) as language:
        return _spread(str(kit(game).alone), range(first, first + games), workers, language, options)


def _spread(scenario: str, seeds: range, workers: int, language: str, options: Mapping[str, Json]) -> pd.DataFrame:
    games = len(seeds)
    given = json.dumps(options, sort_keys=True)
    with ProcessPoolExecutor(workers) as pool:
        points = list(pool.map(partial(_played, scenario, given), seeds, chunksize=max(1, games // (workers * 8))))
    rules = _rules(scenario, given)
    bands = play_of(rules).bands(rules, language)
    counts = Counter(band_of(each, bands) for each in points)
    rows = [(start, text, counts[start], counts[start] / games) for start, text in bands]
    table = pd.DataFrame(rows, columns=["from", "verdict", "games", "part"])
    table.attrs |= {"mean": sum(points) / games, "least": min(points), "most": max(points)}
    return table


def _played(scenario: str, options: str, seed: int) -> int:
    return final_points(_rules(scenario, options), seed)


@cache
def _rules(scenario: str, options: str) -> Rules[Any]:
    """The rules with these options, made once in each process."""
    named: Mapping[str, Any] = json.loads(options)
    return rules_for(scenario, named)
