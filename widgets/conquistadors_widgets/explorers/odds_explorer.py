"""The odds explorer: choose a die roll, set what it takes, see what can come of it, and compare two settings."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w

from conquistadors.engine.texts import speaking
from conquistadors_widgets.chart import DistributionView
from conquistadors_widgets.explorers.controls import Setting, Settings
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.explorers.roll_settings import RollModel
from conquistadors_widgets.words import words


class OddsExplorer(Page):
    """A thin face on a `RollModel`."""

    def __init__(self, language: str = "en", scenario: str = "basic", *, large: bool = False) -> None:
        self.model = RollModel(language, scenario)
        self._words = words(language)
        self.rolls = Settings(self._choose)
        self.settings = Settings(self._set)
        self.keep = w.Button()
        self.forget = w.Button(description=self._words.say("explorers.forget"))
        self._kept = w.HTML()
        self._message = w.HTML()
        self.view = DistributionView(language, self.model.texts)
        self._clause = w.HTML()
        self.keep.on_click(lambda _: self._keep())
        self.forget.on_click(lambda _: self._forget())
        keeping = w.HBox([self.keep, self.forget])
        keeping.add_class("cq-explorers-bar")
        left = w.VBox([self.rolls, self.settings, keeping, self._kept, self._clause])
        right = w.VBox([self._message, self.view])
        body = w.HBox([left, right])
        for part, name in ((left, "left"), (right, "right"), (body, "two")):
            part.add_class(f"cq-explorers-{name}")
        super().__init__(self._words.say("explorers.odds-title"), [body], large=large)
        self.show()

    def text(self) -> str:
        model = self.model
        return f"{model.title_of(model.roll)}: {model.described()}\n{self.view.text or model.message}"

    def show(self) -> None:
        """Show the roll, its settings and its odds as they are now."""
        model = self.model
        options = tuple((model.title_of(roll), roll.name) for roll in model.rolls.values())
        dice = f"{model.roll.dice}"
        self.rolls.show([Setting("roll", "choice", self._words.say("explorers.roll"), model.name, options)])
        self.settings.show(model.settings())
        rule, said = model.clause()
        self._clause.value = (
            f'<p class="cq-explorers-clause"><b>{escape(rule)}</b> {escape(said)}'
            f" <small>{escape(self._words.say('explorers.dice', {'dice': dice}))}</small></p>"
        )
        self._show_odds()

    def _show_odds(self) -> None:
        model, say = self.model, self._words.say
        odds = model.odds()
        self._message.value = f'<div class="cq-explorers-message" role="status">{escape(model.message)}</div>'
        self.keep.description = say("explorers.keep")
        self.keep.disabled = odds is None
        self.forget.layout.display = "" if model.kept else "none"
        self._kept.value = self._compared()
        if odds is None:
            self.view.clear()
        elif model.kept is None:
            self.view.show(odds, model.roll.title, order=model.order())
        else:
            self.view.compare(model.kept[2], odds, ("A", "B"), say("explorers.a-and-b"), order=model.order())

    def _compared(self) -> str:
        """What A and B stand for."""
        model = self.model
        if model.kept is None:
            return ""
        sides = (("A", *model.kept[:2]), ("B", model.roll.title, model.described()))
        lines = [
            f'<small class="cq-explorers-{side.lower()}-name"><b>{side}</b> {escape(f"{title}: {said}")}</small>'
            for side, title, said in sides
        ]
        return "<br>".join(lines)

    def _choose(self, _: str, name: Any) -> None:
        self.model.choose(name)
        self.show()

    def _set(self, key: str, value: Any) -> None:
        self.model.set(key, value)
        self.show()

    def _keep(self) -> None:
        self.model.keep()
        self._show_odds()

    def _forget(self) -> None:
        self.model.forget()
        self._show_odds()


def odds_explorer(language: str | None = None, scenario: str = "basic", *, large: bool = False) -> OddsExplorer:
    """Every die roll of the game: set level, neighbours, ratings, cards and Mano de Dios, and see the odds."""
    with speaking(language) as language:
        return OddsExplorer(language, scenario, large=large)
