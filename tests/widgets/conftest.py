"""Widgets are tested on a clock that stands still: slices and patience end only where a test moves it.

And they are counted here: a widget that is open is held by ipywidgets, whoever else has forgotten it.
"""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as w
import pytest
from ipywidgets.widgets.widget import _instances as open_widgets

from conquistadors_widgets import slices
from support.clocks import HandClock

LOOKS = 1.0


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> HandClock:
    """It moves by a second for every press of a button: so long a person looks at a question at least."""
    hands = HandClock()
    monkeypatch.setattr(slices, "clock", hands)
    press = w.Button.click

    def pressed(button: w.Button) -> None:
        hands.pass_by(LOOKS)
        press(button)

    monkeypatch.setattr(w.Button, "click", pressed)
    return hands


@pytest.fixture
def count_widgets() -> Callable[[], int]:
    """How many widgets are open. They leave the table of ipywidgets by being closed alone, never as garbage."""
    return lambda: len(open_widgets)
