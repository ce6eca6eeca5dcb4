"""Frames of games: what everything that is made of them needs. A row is a game, or a turn of one."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist

import pandas as pd

from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.requests import Seat
from conquistadors.engine.texts import told


def seats_of(frame: pd.DataFrame) -> list[Seat]:
    seats = [name.removeprefix("bot.") for name in frame.columns if str(name).startswith("bot.")]
    if not seats or "winner" not in frame:
        raise SetupError(told("lab.frame"))
    return seats


def row_a_game(frame: pd.DataFrame) -> pd.DataFrame:
    """The last row of every game, where there is one a turn."""
    if "turn" not in frame:
        return frame
    same = [name for name in frame.columns if name in ("variant", "game") or str(name).startswith("bot.")]
    return frame.drop_duplicates(same, keep="last")


def split(frame: pd.DataFrame, by: str | None) -> dict[str, pd.DataFrame]:
    """The parts of a frame by the values of a column."""
    if by is None:
        return {"": frame}
    if by not in frame:
        raise SetupError(told("lab.column", wanted=shown(by), known=map(str, frame.columns)))
    return {str(value): frame[frame[by] == value] for value in frame[by].drop_duplicates()}


def joined(parts: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """The frames one below the other, with the name of each as `variant`."""
    failed = [{"variant": name, **failure} for name, part in parts.items() for failure in part.attrs["failures"]]
    attrs = {**next(iter(parts.values())).attrs, "failures": failed}
    for name, part in parts.items():
        part.insert(0, "variant", name)
        part.attrs = {}
    frame = pd.concat(list(parts.values()), ignore_index=True)
    frame.attrs = attrs
    return frame


def interval(hits: int, of: int, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson interval for a part that was met `hits` times `of` so many."""
    if not of:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    part = hits / of
    middle = (part + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(part * (1 - part) / of + z * z / (4 * of * of))
    return (0.0 if hits == 0 else middle - reach), (1.0 if hits == of else middle + reach)


def sure(confidence: object) -> None:
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise SetupError(told("lab.confidence", wanted=shown(confidence)))
