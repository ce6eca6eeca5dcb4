"""23.4  A class challenge: all play the Solitaire Game with the same seed, and history gives each its verdict."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

import conquistadors as cq
from conquistadors.conquest.position import Indies
from conquistadors.conquest.rules import ConquestRules
from conquistadors.conquest.victory import total_points
from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.game import Game


def verdicts(games: str | Path | Iterable[Game[Any] | str | Path], language: str = "en") -> pd.DataFrame:
    """The net total and the verdict of every pupil, the best first: of games, of their saves, or of a folder of saves.

    Games with different seeds, or on different maps, cannot be compared and are refused.
    """
    if isinstance(games, str | Path):
        games = sorted(Path(games).glob("*.json"))
    played = [each if isinstance(each, Game) else cq.load(each) for each in games]
    if not played:
        raise SetupError("there is no game to judge: give games, saves, or a folder of saves")
    rows, starts = [], {}
    for game in played:
        rules, pos = game.rules, game.position
        if not isinstance(rules, ConquestRules) or not isinstance(pos, Indies) or rules.scenario != "solitaire":
            raise SetupError(f"verdicts are for the Solitaire Game, not for {shown(rules.scenario)}")
        (seat,) = rules.seats
        name, points = game.names[seat], total_points(pos, seat)
        starts[name] = (game.sources[0][1].seed, str(rules.options.get("map")))
        rows.append((name, points, rules.tables.verdict(points).text[language], pos.turn, game.ending is not None))
    if len(set(starts.values())) > 1:
        told = ", ".join(f"{name} {seed} {sheet}" for name, (seed, sheet) in starts.items())
        raise SetupError(f"these are different challenges, by seed and map: {told}")
    table = pd.DataFrame(rows, columns=["name", "points", "verdict", "turn", "over"])
    return table.sort_values(["points", "name"], ascending=[False, True], ignore_index=True)
