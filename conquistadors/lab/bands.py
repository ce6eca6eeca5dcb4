"""The bands of points into which a verdict divides them."""

from __future__ import annotations

from collections.abc import Sequence


def band_of(points: int, bands: Sequence[tuple[int, str]]) -> int:
    """The band of so many points, by the points it begins at. Fewer than the first one asks for are in the first."""
    return [bands[0][0], *(start for start, _ in bands if start <= points)][-1]
