"""Frames of games: what everything that is made of them needs. A row is a game, or a turn of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, comb, floor, sqrt
from statistics import NormalDist, median

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.requests import Seat
from conquistadors.engine.texts import error_text
from conquistadors.lab.framing import pd


def seats_of(frame: pd.DataFrame) -> list[Seat]:
    seats = [name.removeprefix("bot.") for name in frame.columns if str(name).startswith("bot.")]
    if not seats or "winner" not in frame:
        raise SetupError(error_text("lab.frame"))
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
        raise SetupError(error_text("lab.column", wanted=short_repr(by), known=map(str, frame.columns)))
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


def median_interval(values: Iterable[float], confidence: float = 0.95) -> tuple[float, float, float]:
    """The median, and the values between which the true one lies, by their order alone."""
    ordered = sorted(values)
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(len(ordered)) / 2
    low, high = floor(len(ordered) / 2 - reach), ceil(len(ordered) / 2 + reach)
    return float(median(ordered)), float(ordered[max(0, low)]), float(ordered[min(len(ordered) - 1, high)])


def by_luck(hits: int, of: int) -> float:
    """How likely so many heads or more are with a fair coin: the exact binomial test to one side."""
    ways, total = comb(of, hits), 0
    for n in range(hits, of + 1):
        total += ways
        ways = ways * (of - n) // (n + 1)
    return total / (1 << of)


def sure(confidence: object) -> None:
    if not isinstance(confidence, float) or not 0 < confidence < 1:
        raise SetupError(error_text("lab.confidence", wanted=short_repr(confidence)))
