"""The small table of the notebooks, with pandas and without: the same names and values."""

from __future__ import annotations

import pandas as pd
import pytest

from conquistadors import lab
from conquistadors.engine.errors import SetupError
from conquistadors.lab import odds, showing
from conquistadors.lab.showing import PlainTable, table

ROWS = [("a city", 3), ("nothing", 18)]
CHANCES = {"first": {"won": "80%", "lost": "20%"}, "second": {"won": "70%"}}


@pytest.fixture
def no_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python without pandas, such as that of a browser."""
    for module in (showing, odds, lab):
        monkeypatch.setattr(module, "has_pandas", lambda: False)


def test_it_is_the_frame_that_pandas_makes() -> None:
    assert table(ROWS, ["what", "ways"]).equals(pd.DataFrame(ROWS, columns=["what", "ways"]))
    assert table(CHANCES, missing="-").equals(pd.DataFrame(CHANCES).fillna("-"))
    assert table(CHANCES, missing="-", turned=True).to_dict() == pd.DataFrame(CHANCES).fillna("-").T.to_dict()


@pytest.mark.usefixtures("no_pandas")
def test_without_pandas_it_shows_the_same() -> None:
    shown = table(CHANCES, missing="-")
    assert isinstance(shown, PlainTable)
    assert repr(shown).splitlines() == ["      first  second", " won    80%     70%", "lost    20%       -"]
    assert shown[["second"]].rows == [("won", ("70%",)), ("lost", ("-",))]
    assert len(odds.catalogue()) > 10
    assert "<td" in odds.catalogue()._repr_html_()


@pytest.mark.usefixtures("no_pandas")
def test_texts_are_escaped() -> None:
    assert "<script>" not in table([("<script>", 1)], ["<script>", "n"])._repr_html_()
    assert "<script>" not in table({"a": {"<script>": 1}})._repr_html_()


@pytest.mark.usefixtures("no_pandas")
def test_what_needs_pandas_says_so() -> None:
    with pytest.raises(SetupError, match="needs pandas"):
        _ = lab.simulate
    with pytest.raises(SetupError, match="needs pandas"):
        odds.luck_frame([])
