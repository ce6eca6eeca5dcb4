"""The step-through viewer: a game that is over, or was saved, walked forwards and backwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final

import ipywidgets as w

import conquistadors as cq
from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES, speaking
from conquistadors.games import scene_of
from conquistadors_widgets import panels
from conquistadors_widgets.board import Boards
from conquistadors_widgets.panels.parts import parts_html
from conquistadors_widgets.style import styled
from conquistadors_widgets.viewer_model import BYSTANDER, OPEN, ReplayModel, game_of
from conquistadors_widgets.words import words

PACES: Final = {"slow": 3.0, "normal": 1.2, "fast": 0.4}
"""Seconds from step to step when it goes on by itself."""
NEAR: Final = 8
"""So many answers on or back are no jump: the maps stay where they are."""
STEPS: Final = {
    "first": "fast-backward",
    "previous-turn": "step-backward",
    "back": "caret-left",
    "forward": "caret-right",
    "next-turn": "step-forward",
    "last": "fast-forward",
}
"""The buttons that move, with their signs."""


def replay(
    source: Game[Any] | str | Path,
    language: str | None = None,
    *,
    autosave: str | Path | None = None,
    large: bool = False,
) -> Viewer:
    """Look at a game again, step by step: a game, or the path of a save. The game stays as it is.

    "Play on from here" makes a second game, which is saved like any other, to `autosave` if that is given.
    `large` is for a projector.
    """
    with speaking(language):
        return Viewer(game_of(source), language, autosave=autosave, large=large)


class Viewer(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The position, what happened and the rule at work, at any step of a game."""

    def __init__(
        self, game: Game[Any], language: str | None = None, *, autosave: str | Path | None = None, large: bool = False
    ) -> None:
        self.model = ReplayModel(game, language)
        self.played: Any = None
        """The table of the second game, once somebody plays on."""
        self._autosave = autosave
        self._running: asyncio.Task[None] | None = None
        self._wording = False
        self._make_controls()
        self._make_panels()
        super().__init__(
            [styled(), self._head, self._bar, self._way, self._now, self._middle, self._tabs, self._branch]
        )
        for name in ("cq", "cq-viewer", *(("cq-large",) if large else ())):
            self.add_class(name)
        self._speak(self.model.language)

    def _make_controls(self) -> None:
        model = self.model
        self._title = w.HTML()
        self._eyes = w.Dropdown()
        self._language = w.Dropdown(options=[(name, code) for code, name in LANGUAGES.items()], value=model.language)
        self._head = row("cq-viewer-head", self._title, self._eyes, self._language)
        moves: Mapping[str, Callable[[], None]] = {
            "first": lambda: model.seek(model.first),
            "previous-turn": model.previous_turn,
            "back": model.back,
            "forward": model.forward,
            "next-turn": model.next_turn,
            "last": lambda: model.seek(model.last),
        }
        self._moves = {key: w.Button(icon=sign) for key, sign in STEPS.items()}
        for key, button in self._moves.items():
            button.on_click(lambda _, move=moves[key]: self._move(move))
        self._run = w.Button(icon="play")
        self._run.on_click(lambda _: self._toggle())
        self._pace = w.Dropdown(options=list(PACES), value="normal")
        before, after = list(self._moves.values())[:3], list(self._moves.values())[3:]
        self._bar = row("cq-viewer-bar", *before, self._run, *after, self._pace)
        self._slider = w.IntSlider(model.step, model.first, max(model.last, model.first + 1), continuous_update=False)
        self._jump = w.Dropdown()
        self._way = row("cq-viewer-way", self._slider, self._jump)
        self._slider.observe(lambda change: self._move(partial(model.seek, change["new"])), "value")
        self._jump.observe(lambda change: self._jumped(change["new"]), "value")
        self._eyes.observe(lambda change: self._looked(change["new"]), "value")
        self._language.observe(lambda change: self._speak(change["new"]), "value")

    def _make_panels(self) -> None:
        rules = self.model.rules
        self._boards = None
        if scene_of(rules).sheets(rules):
            self._boards = Boards(rules, lambda _: None, self.model.language, height="440px", inside=True)
        self._text = w.HTML()
        self._now = w.HTML()
        self._now.add_class("cq-viewer-now")
        self._told = w.HTML()
        self._told.add_class("cq-viewer-told")
        self._play_on = w.Button(icon="code-fork")
        self._play_on.on_click(lambda _: self._played_on())
        self._play_on.add_class("cq-viewer-on")
        left = w.VBox([self._text if self._boards is None else self._boards])
        left.add_class("cq-viewer-left")
        aside = w.VBox([self._told, self._play_on])
        aside.add_class("cq-viewer-aside")
        self._middle = row("cq-viewer-middle", left, aside)
        if self._boards is not None and len(self._boards.boards) > 1:
            self._middle.add_class("cq-viewer-two")
        self._pages = {key: w.HTML() for key in self._drawers()}
        self._tabs = w.Tab(list(self._pages.values()), selected_index=0)
        self._tabs.observe(lambda _: self._show_page(), "selected_index")
        self._branch = w.VBox()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Beside the live widget, the step as text: for readers without a kernel, and for tests."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/plain"] = self.model.describe()
        return bundle

    # Moving ------------------------------------------------------------------------------------------------------

    def _move(self, move: Callable[[], None]) -> None:
        before = self.model.step
        move()
        if self.model.step != before:
            self.show()
            if not before - NEAR <= self.model.step <= before + NEAR:
                self._look_around()

    def _look_around(self) -> None:
        """After a jump: look at where the pieces are, first of all those of whoever acts."""
        if self._boards is None:
            return
        scene = self.model.scene()
        for board in self._boards.boards:
            board.look_around(scene)

    def _jumped(self, number: int | None) -> None:
        if number is not None and number != self.model.mark and not self._wording:
            self._move(partial(self.model.seek, self.model.marks[number].step))

    def _looked(self, eyes: str | None) -> None:
        if eyes is not None and eyes != self.model.eyes and not self._wording:
            self.model.look_as(eyes)
            self.show()

    def _toggle(self) -> None:
        """Go on by itself, or stop."""
        if self._running is not None:
            self._running.cancel()
            return
        if self.model.step >= self.model.last:
            self.model.seek(self.model.first)
        self._running = asyncio.get_running_loop().create_task(self.go_on())
        self._caption_run()

    async def go_on(self) -> None:
        """Step after step at the chosen pace, to the end: between two steps the kernel hears what is pressed."""
        try:
            while self.model.step < self.model.last:
                self._move(self.model.forward)
                await asyncio.sleep(PACES[self._pace.value])
        except asyncio.CancelledError:
            pass  # somebody pressed Pause
        finally:
            self._running = None
            self._caption_run()

    def _played_on(self) -> None:
        """A second game from here, on a table below. The one of an earlier press makes room for it."""
        if not self.model.can_play_on:
            return
        if self._running is not None:
            self._running.cancel()
        for old in self._branch.children:
            close_all(old)
        game = self.model.play_on()
        said = words(self.model.language).say("viewer.branched", {"step": len(game.answers)})
        self.played = cq.play(game, autosave=self._autosave)
        self._branch.children = [w.HTML(f'<p class="cq-viewer-branched" role="status">{escape(said)}</p>'), self.played]

    # Showing -----------------------------------------------------------------------------------------------------

    def _speak(self, language: str) -> None:
        """Show everything in this language."""
        model = self.model
        model.speak(language)
        say = words(language).say
        game = model.texts.say(f"title.{model.rules.scenario}")
        self._title.value = f"<h3>{escape(say('viewer.title', {'game': game}))}</h3>"
        for key, button in (*self._moves.items(), ("play-on", self._play_on)):
            button.description, button.tooltip = say(f"viewer.{key}"), say(f"viewer.{key}-help")
        seats = [(model.names[seat], seat) for seat in model.rules.seats]
        eyes = [(say(f"viewer.{key}"), key) for key in (OPEN, BYSTANDER)]
        self._offer(self._eyes, say("viewer.eyes"), [*eyes, *seats], model.eyes)
        marks = [(model.say_mark(mark), number) for number, mark in enumerate(model.marks)]
        self._offer(self._jump, say("viewer.jump"), marks, model.mark)
        self._offer(
            self._pace, say("viewer.speed"), [(say(f"viewer.{pace}"), pace) for pace in PACES], self._pace.value
        )
        self._language.tooltip = say("viewer.language")
        self._slider.description = say("viewer.slider")
        own = scene_of(model.rules).tabs
        self._tabs.titles = [
            model.texts.say(f"tab.{key}") if key in own else say(f"viewer.{key}") for key in self._pages
        ]
        if self._boards is not None:
            self._boards.speak(language)
        self._caption_run()
        self.show()

    def _offer(self, dropdown: w.Dropdown, description: str, options: list[tuple[str, Any]], value: Any) -> None:
        """Other words for the same options: that is no choice of anybody's."""
        self._wording = True
        try:
            dropdown.options, dropdown.value, dropdown.description = options, value, description
        finally:
            self._wording = False

    def _caption_run(self) -> None:
        key = "play" if self._running is None else "pause"
        say = words(self.model.language).say
        self._run.icon, self._run.description = key, say(f"viewer.{key}")
        self._run.tooltip = say(f"viewer.{key}-help")

    def show(self) -> None:
        """Show the step."""
        model = self.model
        self._slider.value = model.step
        self._jump.value = model.mark
        for key, button in self._moves.items():
            end = model.first if key in ("first", "previous-turn", "back") else model.last
            button.disabled = model.step == end
        self._play_on.disabled = not model.can_play_on
        answered = model.answered() or words(model.language).say("viewer.beginning")
        self._now.value = f'<small>{escape(model.place())}</small><b role="status">{escape(answered)}</b>'
        self._told.value = self._step()
        if self._boards is None:
            self._text.value = _preformatted(model.teller.position(model.position))
        else:
            self._boards.show(model.scene(model.seat), dict.fromkeys(model.places(), ()), model.names)
        self._show_page()

    def _step(self) -> str:
        """What was answered, what happened, the rule at work, and what is asked next."""
        model = self.model
        say = words(model.language).say
        clauses = model.paraphrases
        lines = model.lines()
        told = "".join(f"<li>{panels.with_rule(line, clauses)}</li>" for line in model.teller.story(lines))
        rolled = ""
        if any(isinstance(line.event, Rolled) for line in lines):
            rolled = panels.dice(lines, model.rules.rolls, model.texts, model.names, model.language)
        at_work = model.clauses()
        closest = max(at_work, key=lambda clause: len(clause.number), default=None)
        rules = "".join(rule_details(each.number, each.text, opened=each is closest) for each in at_work)
        none = f'<p class="cq-viewer-none">{escape(say("viewer.nothing"))}</p>'
        happened = f"<ul>{told}</ul>" if told else none
        parts = [
            f"<section><h4>{escape(say('viewer.happened'))}</h4>{happened}{rolled}</section>",
            f"<section><h4>{escape(say('viewer.rule'))}</h4>{rules}</section>" if rules else "",
            f"<section><h4>{escape(say('viewer.next'))}</h4>{panels.with_rule(model.prompt, clauses)}</section>",
        ]
        return "".join(parts)

    def _drawers(self) -> dict[str, Callable[[], str]]:
        """What the pages below hold, by the key of their title. A page is drawn when it is looked at."""
        model = self.model

        def story() -> str:
            lines = model.lines(so_far=True)
            return panels.story(lines, model.teller, model.language, model.paraphrases)

        def tab(key: str) -> str:
            scene, names = model.scene(model.seat), model.names
            return parts_html(scene.tab(key), model.texts, names, model.language, tab=key, pictures=scene.pictures)

        common: dict[str, Callable[[], str]] = {
            "story": story,
            "tracer": lambda: panels.tracer(model.game, model.language),
            "position": lambda: _preformatted(model.teller.position(model.position)),
        }
        return {**{key: partial(tab, key) for key in scene_of(model.rules).tabs}, **common}

    def _show_page(self) -> None:
        at = self._tabs.selected_index
        if at is not None:
            key = list(self._pages)[at]
            self._pages[key].value = self._drawers()[key]()


def row(name: str, *children: w.Widget) -> w.Box:
    """Widgets beside each other."""
    box = w.Box(children)
    box.add_class(name)
    return box


def rule_details(title: str, text: str, *, opened: bool = False) -> str:
    """A clause in our own words below its number, which opens and closes it without a kernel as well."""
    state = " open" if opened else ""
    return f'<details class="cq-viewer-rule"{state}><summary>{escape(title)}</summary><p>{escape(text)}</p></details>'


def _preformatted(text: str) -> str:
    return f'<pre class="cq-viewer-text">{escape(text)}</pre>'


def close_all(widget: w.Widget) -> None:
    """Close a widget and all that is in it."""
    for child in getattr(widget, "children", ()):
        close_all(child)
    widget.close()
