"""The toolbar of a table: what can be done to a game besides answering."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.game import WAYS_TO_ASK
from conquistadors.engine.texts import LANGUAGES
from conquistadors_widgets.html import html
from conquistadors_widgets.quiet import ALWAYS, BAD, NEVER
from conquistadors_widgets.switches import Switches
from conquistadors_widgets.table_model import TableModel

SPOKEN: Final = [(LANGUAGES[code], code) for code in LANGUAGES]
PAUSES: Final = {"at-once": 0.0, "quick": 0.7, "slow": 2.5}
"""The speeds of other players, in seconds for each of their answers."""
FEWEST_ROWS, MOST_ROWS = 2, 6
"""How high the list of saved games is."""
POLICIES: Final = ("fair", "training")
HOW_OFTEN: Final = (ALWAYS, BAD, NEVER)
"""How often a person wants to be asked about luck, for as long as they like."""
TROUBLES: Final = {"failed": ("again",), "elsewhere": ("look-on", "take-over")}
"""What can be done where a game is not saved, by how it is."""


class Toolbar(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """Undo and redo at hand; saves, dice, speed and the like behind "More"."""

    def __init__(
        self, model: TableModel, after: Callable[[Callable[[], None]], None], large: Callable[[bool], None]
    ) -> None:
        """`after` does something and shows the table anew; `large` switches the projector size."""
        self._model = model
        self._after = after
        self._title = w.HTML()
        self._buttons: dict[str, w.Button] = {}
        self._language = w.Dropdown(options=SPOKEN, value=model.language, layout={"width": "auto"})
        self._more = w.ToggleButton()
        self._name = w.Text(layout={"width": "11em"})
        self._saves = w.Select(rows=FEWEST_ROWS, layout={"width": "auto"})
        self._saves.add_class("cq-saves")
        self._saving = w.HTML()
        self._saving.add_class("cq-saving")
        self._notice = w.HTML()
        self._speed = w.Dropdown(layout={"width": "auto"})
        self._policy = w.Dropdown(layout={"width": "auto"})
        self._asking = w.Dropdown(layout={"width": "auto"})
        self._luck = w.Dropdown(layout={"width": "auto"})
        self._large = w.ToggleButton()
        self._help = w.HTML()
        self._changing = False
        self._listed_in = ""
        undoing = map(self._button, ("undo", "redo", "restart"))
        title = w.VBox([self._title, self._saving])
        title.add_class("cq-title")
        first = w.HBox([title, *undoing, self._more, self._language])
        games = w.HBox(
            [*map(self._button, ("load", "resume", "branch", "begin-anew")), self._name, self._button("save")]
        )
        play = w.HBox([self._button("dice"), self._policy, self._asking, self._luck, self._speed, self._large])
        self._help_with = {key: self._button(key) for key in ("again", "look-on", "take-over")}
        self._trouble = w.HBox()
        for bar in (first, games, play, self._trouble):
            bar.add_class("cq-bar")
        self._trouble.add_class("cq-trouble")
        self._go_on = w.HTML()
        self._offer = w.HBox([self._go_on, self._button("go-on"), self._button("not-that-one")])
        self._offer.add_class("cq-offer")
        self._standing = w.HTML()
        self._switches = Switches(lambda stands: self._after(partial(model.switch, stands)))
        self._drawer = w.VBox([self._saves, games, play, self._standing, self._switches, self._help])
        self._drawer.add_class("cq-drawer")
        self._first = first
        super().__init__([first])
        self._more.observe(lambda _: self._opened(), "value")
        self._large.observe(lambda change: large(change["new"]), "value")
        self._language.observe(lambda change: self._chosen(partial(model.speak, change["new"])), "value")
        self._policy.observe(lambda change: self._chosen(partial(model.undo_policy, change["new"])), "value")
        self._asking.observe(lambda change: self._chosen(partial(model.ask, change["new"])), "value")
        self._luck.observe(lambda change: self._chosen(partial(model.ask_luck, change["new"])), "value")
        self._speed.observe(lambda change: self._chosen(partial(setattr, model, "pause", change["new"])), "value")

    def _button(self, key: str) -> w.Button:
        button = w.Button()
        button.on_click(lambda _: self._pressed(key))
        self._buttons[key] = button
        return button

    def _pressed(self, key: str) -> None:
        if key in ("save", "branch"):
            self._listed_in = ""
        self._after(self._actions()[key])

    def _actions(self) -> dict[str, Callable[[], None]]:
        model = self._model
        saves = model.saves
        return {
            "undo": model.undo,
            "redo": model.redo,
            "restart": model.restart_turn,
            "save": lambda: saves.save_as(self._name.value),
            "load": lambda: saves.load(self._saves.value) if self._saves.value else saves.resume(),
            "resume": saves.resume,
            "branch": saves.branch,
            "again": saves.save_again,
            "begin-anew": saves.play_again,
            "go-on": saves.go_on,
            "not-that-one": saves.decline,
            "look-on": saves.look_on,
            "take-over": saves.take_over,
            "dice": lambda: model.use_dice("seeded" if model.real_dice else "table"),
        }

    def _chosen(self, action: Callable[[], Any]) -> None:
        """A choice of the reader; a choice that `show` makes to follow the game is none."""
        if not self._changing:
            self._after(action)

    def _opened(self) -> None:
        self._listed_in = ""
        self.show()

    def _list(self) -> None:
        """The saved games, looked for when somebody wants to see them, and when one has come."""
        model, chosen = self._model, self._saves.value
        found = [(each.told(model.language), each.path.stem) for each in model.saves.saved()]
        self._saves.options = found or [(model.say("nothing-saved"), "")]
        self._saves.rows = min(max(len(found), FEWEST_ROWS), MOST_ROWS)
        self._saves.value = next((name for _, name in found if name == chosen), self._saves.options[0][1])
        self._listed_in = model.language

    def _show_saving(self) -> None:
        """How the game is saved; where that fails, what to do and the buttons for it."""
        model = self._model
        saves = model.saves
        kind = "off" if saves.saving is None else "elsewhere" if saves.looks_on else saves.saving.kind
        told, help_ = saves.saving_told
        self._saving.value = (
            f'<span class="cq-saving-{kind}" role="status" title="{escape(help_)}">{escape(told)}</span>'
        )
        self._notice.value = f'<div class="cq-notice">{escape(help_)}</div>'
        self._trouble.children = [self._notice, *[self._help_with[key] for key in TROUBLES.get(kind, ())]]
        found = saves.to_go_on_with
        self._go_on.value = html("<span>{{ said }}</span>", said=saves.go_on_told(found)) if found is not None else ""
        self.children = [
            self._first,
            *([self._offer] if found is not None and kind not in TROUBLES else []),
            *([self._trouble] if kind in TROUBLES else []),
            *([self._drawer] if self._more.value else []),
        ]

    def show(self) -> None:
        """Show what the model says now, in its language."""
        model, say = self._model, self._model.say
        self._changing = True
        self._title.value = f"<h3>{escape(model.title)}</h3>"
        names = {key: key for key in self._buttons} | {"dice": "kit-dice" if model.real_dice else "table-dice"}
        for key, button in self._buttons.items():
            button.description, button.tooltip = say(names[key]), say(f"{names[key]}-help")
        self._buttons["undo"].disabled = self._buttons["restart"].disabled = not model.game.can_undo
        self._buttons["redo"].disabled = not model.game.can_redo
        self._more.description, self._more.tooltip = say("more"), say("more-help")
        self._large.description, self._large.tooltip = say("large"), say("large-help")
        self._language.value = model.language
        if self._more.value:
            if self._listed_in != model.language:
                self._list()
            self._name.placeholder = say("name-of-save")
            self._policy.options = [(say(f"undo-{policy}"), policy) for policy in POLICIES]
            self._policy.value = model.game.undo_policy
            self._asking.options = [(say(f"asking-{way}"), way) for way in WAYS_TO_ASK]
            self._asking.value = model.game.asking
            self._asking.layout.display = None if len(model.people) > 1 else "none"
            self._luck.options = [(say(f"luck-{how}"), how) for how in HOW_OFTEN]
            self._luck.value = model.luck_asked if model.luck_asked in HOW_OFTEN else ALWAYS
            self._luck.tooltip = say("luck-help")
            self._luck.layout.display = None if model.game.rules.luck is not None and model.seat else "none"
            self._speed.options = [(say(f"speed-{speed}"), seconds) for speed, seconds in PAUSES.items()]
            self._speed.value = model.pause
            standing = model.standing
            none = "" if standing else f" {say('standing-none')}"
            self._standing.value = f"<b>{escape(say('standing'))}.</b>{escape(none)}"
            self._switches.show([(each, each.label) for each in standing])
            self._help.value = f'<div class="cq-help">{escape(say("help"))}</div>'
        self._show_saving()  # the drawer opens when all in it is as it stays
        self._changing = False
