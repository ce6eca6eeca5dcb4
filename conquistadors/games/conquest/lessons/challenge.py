"""23.4  A class challenge: all play the Solitaire Game with the same seed, and history gives each its verdict."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pandas as pd

import conquistadors as cq
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.victory import total_points


def verdicts(games: str | Path | Iterable[Game[Any] | str | Path], language: str | None = None) -> pd.DataFrame:
    """The net total and the verdict of every pupil, the best first: of games, of their saves, or of a folder of saves.

    Games with different seeds, or on different maps, cannot be compared and are refused.
    """
    with speaking(language) as language:
        return _verdicts(games, language)


def _verdicts(games: str | Path | Iterable[Game[Any] | str | Path], language: str) -> pd.DataFrame:
    if isinstance(games, str | Path):
        games = sorted(Path(games).glob("*.json"))
    played = [each if isinstance(each, Game) else cq.load(each) for each in games]
    if not played:
        raise SetupError(error_text("teach.no-games"))
    rows, starts = [], {}
    for game in played:
        rules, pos = game.rules, game.position
        if (
            not isinstance(rules, ConquestRules)
            or not isinstance(pos, ConquestPosition)
            or rules.scenario != "solitaire"
        ):
            raise SetupError(error_text("teach.solitaire-only", scenario=short_repr(rules.scenario)))
        (seat,) = rules.seats
        name, points = game.names[seat], total_points(pos, seat)
        starts[name] = (game.sources[0][1].seed, str(rules.options.get("map")))
        rows.append((name, points, rules.tables.verdict(points).text[language], pos.turn, game.ending is not None))
    if len(set(starts.values())) > 1:
        differing = [f"{name} {seed} {sheet}" for name, (seed, sheet) in starts.items()]
        raise SetupError(error_text("teach.challenges", games=differing))
    table = pd.DataFrame(rows, columns=["name", "points", "verdict", "turn", "over"])
    return table.sort_values(["points", "name"], ascending=[False, True], ignore_index=True)
