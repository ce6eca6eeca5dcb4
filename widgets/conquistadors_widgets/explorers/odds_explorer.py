"""The odds explorer: choose a die roll, set what it takes, see what can come of it, and compare two settings."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as w

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import speaking
from conquistadors.games import DEFAULT
from conquistadors.odds.dice import AnyRoll, KnownRoll, rolls_of
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.questions import Setting
from conquistadors_widgets.chart import DistributionView
from conquistadors_widgets.explorers.controls import Settings
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.words import words


class RollModel:
    """A die roll of a game, what is set for it, its odds, and the settings that were kept to compare."""

    def __init__(self, language: str = "en", scenario: str | None = None, game: str = DEFAULT) -> None:
        self.book = rolls_of(game, language, scenario)
        self.rolls = self.book.known
        self.texts = self.book.texts
        self.label = self.book.names
        self._language = language
        self.name = self.book.first or next(iter(self.rolls))
        self.kept: tuple[str, str, Distribution] | None = None
        """The roll, the settings and the odds that were kept as A."""
        self.message = ""
        """Why there are no odds: the settings do not go together."""
        self._values: dict[str, Any] = {}

    @property
    def roll(self) -> KnownRoll:
        return self.rolls[self.name]

    @property
    def _asked(self) -> AnyRoll:
        return self.book.asked(self.name, self._values)

    def choose(self, name: str) -> None:
        """Another roll; what was set stays where it makes sense there, and A stays."""
        with speaking(self._language):
            self.book.asked(name, self._values)
        self.name = name

    def set(self, key: str, value: Any) -> None:
        self._values[key] = value

    def title_of(self, roll: KnownRoll) -> str:
        return f"{roll.title} ({roll.rule})" if roll.rule else roll.title

    def clause(self) -> tuple[str, str]:
        """The clause of the roll and our words for it."""
        rule = self.roll.rule
        key = next((k for k in (f"rules.{rule}", f"rules.{rule.rsplit('.', 1)[0]}.0") if k in self.texts), "")
        return rule, self.texts.say(key) if key else ""

    def settings(self) -> list[Setting]:
        """All that can be set for the roll, with what is set."""
        return self._asked.settings()

    def order(self) -> list[Any]:
        """The results of the roll from low totals to high ones."""
        return self._asked.order()

    def odds(self) -> Distribution | None:
        """The odds as set; None where the settings do not go together, and `message` says why."""
        try:
            with speaking(self._language):
                found = self._asked.odds()
        except SetupError as error:
            self.message = str(error)
            return None
        self.message = ""
        return found

    def described(self) -> str:
        """The settings in a few words."""
        return self._asked.described()

    def keep(self) -> None:
        """Keep the settings as A, to compare with what is set next."""
        odds = self.odds()
        if odds is not None:
            self.kept = (self.roll.title, self.described(), odds)

    def forget(self) -> None:
        self.kept = None


class OddsExplorer(Page):
    """A thin face on a `RollModel`."""

    def __init__(
        self, language: str = "en", scenario: str | None = None, game: str = DEFAULT, *, large: bool = False
    ) -> None:
        self.model = RollModel(language, scenario, game)
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
            self.view.show(odds, model.roll.title, model.label, model.order())
        else:
            self.view.compare(model.kept[2], odds, ("A", "B"), say("explorers.a-and-b"), model.label, model.order())

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


@checks_arguments()
def odds_explorer(
    language: str | None = None, scenario: str | None = None, *, game: str = DEFAULT, large: bool = False
) -> OddsExplorer:
    """Every die roll of a game: set what it depends on, what is added and how luck is used, and see the odds."""
    with speaking(language) as language:
        return OddsExplorer(language, scenario, game, large=large)
