"""Widgets are tested on a clock that stands still: slices and patience end only where a test moves it."""

from __future__ import annotations

import pytest

from conquistadors_widgets import slices
from support.clocks import HandClock


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    hands = HandClock()
    monkeypatch.setattr(slices, "clock", hands)
    return hands
