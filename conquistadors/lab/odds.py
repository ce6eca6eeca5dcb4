"""Odds as DataFrames and as figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from conquistadors.odds import Distribution, rolls


def frame(odds: Distribution) -> pd.DataFrame:
    """A row for each result: in how many ways of how many it comes, its chance, and that of this row or one above."""
    rows = [(result, ways, of, float(chance), float(up_to)) for result, ways, of, chance, up_to in odds.rows()]
    return pd.DataFrame(rows, columns=["result", "ways", "of", "chance", "cumulative"])


def catalogue(language: str = "en") -> pd.DataFrame:
    """Every die roll of the game, with its clause, its dice, and what Mano de Dios may do."""
    rows = [
        (roll.name, roll.title, roll.rule, roll.dice, ", ".join(roll.asks), roll.mano) for roll in rolls(None, language)
    ]
    return pd.DataFrame(rows, columns=["roll", "title", "clause", "dice", "asks for", "Mano de Dios"])


def figure(odds: Distribution | Mapping[str, Distribution], title: str = "") -> Any:
    """A bar for each result; several distributions, by name, side by side."""
    import plotly.graph_objects as go

    several = {"": odds} if isinstance(odds, Distribution) else dict(odds)
    bars = [
        go.Bar(
            name=name,
            x=[str(result) for result in each],
            y=[float(chance) for chance in each.values()],
            text=[f"{float(chance):.1%}" for chance in each.values()],
            hovertext=[f"{result}: {ways} of {of}" for result, ways, of, _, _ in each.rows()],
        )
        for name, each in several.items()
    ]
    layout = go.Layout(
        title=title,
        barmode="group",
        showlegend=len(several) > 1,
        yaxis={"tickformat": ".0%", "rangemode": "tozero"},
        template="simple_white",
    )
    return go.Figure(bars, layout)
