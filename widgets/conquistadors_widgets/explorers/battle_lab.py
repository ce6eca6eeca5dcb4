"""The battle laboratory: any force against any other, how they fight, and what comes of it."""

from __future__ import annotations

from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.texts import speaking
from conquistadors.odds import BattleOdds
from conquistadors_widgets.chart import DistributionView, bars, percent, table_html, text_of
from conquistadors_widgets.explorers.battle_question import ORDER, TOLD, BattleModel
from conquistadors_widgets.explorers.controls import Settings
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.slices import WorkBar
from conquistadors_widgets.words import words

PATIENCE: Final = 2.0
"""What a change asks by itself is given up after so many seconds; the button waits for as long as it takes."""
PARTS: Final = ("ours", "theirs", "how")


class BattleLab(Page):
    """A thin face on a `BattleModel`."""

    def __init__(self, language: str = "en", *, large: bool = False) -> None:
        self.model = BattleModel(language)
        self._words = words(language)
        self.settings = {part: Settings(self._set) for part in PARTS}
        self.ask = w.Button(description=self._say("work-out"), tooltip=self._say("work-out-hint"))
        self.bar = WorkBar(language, self._stopped)
        self._message = w.HTML()
        self._headline = w.HTML()
        self.what = w.ToggleButtons(options=[(self.model.title(what), what) for what in TOLD])
        self.view = DistributionView(language, self.model.rules.texts(language), height=230, tabled=False)
        self._tables = w.HTML()
        self.ask.on_click(lambda _: self.work_out())
        self.what.observe(lambda _: self._show_chosen(), "value")
        self.ask.add_class("cq-explorers-main")
        asking = w.HBox([self.ask, self.bar])
        self.results = w.VBox([self._headline, self.what, self.view, self._tables])
        columns = w.HBox([self._column(part) for part in PARTS])
        for part, name in ((asking, "bar"), (columns, "columns"), (self.results, "results")):
            part.add_class(f"cq-explorers-{name}")
        children = [columns, asking, self._message, self.results]
        super().__init__(self._say("battle-title"), children, large=large)
        self._show_settings()
        self.work_out(at_once=True)

    def _column(self, part: str) -> Any:
        head = w.HTML(f'<h4 class="cq-explorers-head">{escape(self._say(f"battle.{part}"))}</h4>')
        column = w.VBox([head, self.settings[part]])
        column.add_class("cq-explorers-column")
        return column

    def _say(self, key: str) -> str:
        return self._words.say(f"explorers.{key}")

    def text(self) -> str:
        model = self.model
        lines = [model.asked()]
        if model.answer is None:
            return "\n".join([*lines, model.message])
        lines.append(f"{self._say('win')}: {percent(model.answer.win)}")
        for what, odds in model.told.items():
            lines.append(text_of(bars([("", odds)], model.label, ORDER), model.title(what)))
        return "\n".join(lines)

    def work_out(self, *, at_once: bool = False, patience: float | None = None) -> None:
        """Ask what is set; with `patience` it is given up after so many seconds."""

        def look(_: Any) -> None:
            work = self.bar.work
            if patience is not None and work is not None and work.seconds > patience:
                self.bar.stop()
                self._tell(self._say("takes-long"))

        self._tell("")
        self.bar.ask(self.model.steps(), self._answered, self._failed, look, at_once=at_once)

    def _set(self, key: str, value: Any) -> None:
        self.model.set(key, value)
        self._show_settings()
        self.results.add_class("cq-explorers-old")  # until the answer is there
        self.work_out(patience=PATIENCE)

    def _show_settings(self) -> None:
        for part, settings in self.model.parts().items():
            self.settings[part].show(settings)

    def _answered(self, odds: BattleOdds) -> None:
        model = self.model
        model.answered(odds)
        self.results.remove_class("cq-explorers-old")
        rounds = self._words.say("explorers.mean-rounds", {"mean": f"{float(odds.mean_rounds):.2f}"})
        lost = self._words.say("explorers.mean-lost", {"mean": f"{float(odds.of('lost').mean()):.2f}"})
        self._headline.value = (
            f'<div class="cq-explorers-win"><b>{escape(percent(odds.win))}</b> {escape(self._say("win"))}'
            f"<small>{escape(lost)} · {escape(rounds)}</small></div>"
        )
        tables = [self._section(what) for what in model.told]
        self._tables.value = f'<div class="cq-explorers-many">{"".join(tables)}</div>'
        self._show_chosen()

    def _section(self, what: str) -> str:
        table = table_html(bars([("", self.model.told[what])], self.model.label, ORDER), self._words)
        return f"<section><h5>{escape(self.model.title(what))}</h5>{table}</section>"

    def _show_chosen(self) -> None:
        told = self.model.told
        if told:
            self.view.show(told[self.what.value], self.model.title(self.what.value), self.model.label, ORDER)

    def _failed(self, error: Exception) -> None:
        """What does not go together is said; the last answer stays, greyed."""
        self.results.add_class("cq-explorers-old")
        self._tell(str(error))

    def _stopped(self) -> None:
        self._tell(self._say("stopped"))

    def _tell(self, message: str) -> None:
        self.model.message = message
        lines = "<br>".join(escape(line) for line in message.splitlines())
        self._message.value = f'<div class="cq-explorers-message" role="status">{lines}</div>'


def battle_lab(language: str | None = None, *, large: bool = False) -> BattleLab:
    """Two forces, their cards and how they fight: the chance to win, the losses, the rounds, the leader's fate."""
    with speaking(language) as language:
        return BattleLab(language, large=large)
