"""Plotly figures: their script goes to the page once, and those of the laboratory are alive, with a text."""

from __future__ import annotations

from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances as live_widgets

from conquistadors import odds
from conquistadors.lab import figures
from conquistadors.lab.figures import MIME, LabFigure, Script, WholeFigure
from conquistadors.lab.odds import figure
from conquistadors_widgets.chart import DistributionView

VIEW = "application/vnd.jupyter.widget-view+json"


def bundle_of(shown: LabFigure) -> dict[str, Any]:
    return shown._bundle()


def test_the_script_is_sent_once_for_all_figures_and_not_with_each() -> None:
    views = [DistributionView() for _ in range(2)]
    for view in views:
        view.show(odds.table("rally"))
        assert len(view.figure._esm) < 5_000
    first, second = (view.figure._script_id for view in views)
    assert first == second
    script = live_widgets[first]
    assert isinstance(script, Script)
    assert len(script.code) > 1_000_000
    assert sum(isinstance(each, Script) for each in live_widgets.values()) == 1


def test_a_script_that_was_closed_is_sent_again() -> None:
    before = figures._script()
    before.close()
    after = figures._script()
    assert after is not before
    assert after.comm is not None


def test_the_script_has_what_the_loader_calls() -> None:
    """The loader stands on two functions of plotly's own module: another version has to have them, too."""
    code = figures.SCRIPT.read_text(encoding="utf-8")
    end = code[code.rindex("export{") :]
    assert " as default" in end
    made = code[code.rindex("export{") - 400 : code.rindex("export{")]
    assert "initialize(" in made
    assert "render({el:" in made


def test_a_figure_of_the_laboratory_is_alive_and_has_a_text() -> None:
    shown = figure({"with a guide": odds.table("rally", modifiers=1), "alone": odds.table("rally")}, "Rally")
    bundle = bundle_of(shown)
    assert bundle["text/plain"] == "[Rally; with a guide, alone]"
    live = live_widgets[bundle[VIEW]["model_id"]]
    assert isinstance(live, WholeFigure)
    assert [bar["name"] for bar in live._widget_data] == ["with a guide", "alone"]
    assert live.comm is not None
    assert [bar["name"] for bar in bundle[MIME]["data"]] == ["with a guide", "alone"]


def test_it_is_shown_at_the_end_of_a_cell_and_by_show(monkeypatch: pytest.MonkeyPatch) -> None:
    displayed: list[Any] = []
    monkeypatch.setattr(figures, "display", lambda shown, raw: displayed.append((shown["text/plain"], raw)))
    shown = figure(odds.table("rally"), "Rally")
    shown._ipython_display_()
    shown.show()
    assert displayed == [("[Rally]", True)] * 2
