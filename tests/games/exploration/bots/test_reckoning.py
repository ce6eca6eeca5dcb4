"""Who falls short at Maintenance: what is kept is what governors play today."""

from __future__ import annotations

import csv

import pytest

from conquistadors.games.exploration.bots.reckoning import fell_short
from conquistadors.resources import data_root


def kept(game: str) -> dict[int, dict[str, int]]:
    """By seed and nation the turns in which the money did not do."""
    found: dict[int, dict[str, int]] = {}
    with (data_root() / "exploration" / "lab" / "upkeep.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["game"] == game:
                found.setdefault(int(row["seed"]), {})[row["nation"]] = int(row["turns"])
    return found


@pytest.mark.parametrize("short", [True, False])
def test_6_8_who_falls_short_is_counted(short: bool) -> None:
    games = kept("alone")
    seed = next(seed for seed, turns in games.items() if any(turns.values()) == short)
    assert fell_short("exploration", {}, seed) == games[seed]


def test_6_8_to_fall_short_is_rare_but_seen() -> None:
    for game in ("alone", "two", "three"):
        games = kept(game)
        some = sum(any(turns.values()) for turns in games.values())
        assert len(games) >= 200
        assert 0 < some < len(games) / 2, game
