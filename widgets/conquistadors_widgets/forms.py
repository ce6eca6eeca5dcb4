"""A question that can be answered at once, as a form: what has been filled in, and its fields in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from conquistadors.engine.requests import Choice, Option
from conquistadors.games import scene_of
from conquistadors.scene.forms import Form, form_of
from conquistadors.scene.words import say
from conquistadors_widgets.controls import Row
from conquistadors_widgets.screen import Screen


class Forms:
    """The form on a screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._filled: tuple[int, tuple[int, ...]] = (0, ())
        self._form: tuple[tuple[int, tuple[int, ...]], Form | None] | None = None
        self.wanted = True
        """Whether questions that can be answered at once are asked as forms."""

    @property
    def shown(self) -> Form | None:
        """The question as a form, with what has been filled in, if it is to be answered at once."""
        if not self.wanted or not self.fits:
            return None
        if self._filled[0] != self._screen.question:
            self._filled = (self._screen.question, ())
        if self._form is None or self._form[0] != self._filled:
            scenes = scene_of(self._screen.game.rules)
            self._form = (self._filled, form_of(self._screen.game.run(), self._filled[1], scenes.forms, scenes))
        return self._form[1]

    @property
    def fits(self) -> bool:
        """Whether whoever looks is asked something that can be answered at once."""
        asked = self._screen.game.pending
        shown = isinstance(asked, Choice) and not self._screen.curtain and not self._screen.waits_for_bot
        return shown and isinstance(asked, Choice) and asked.kind in scene_of(self._screen.game.rules).forms

    def rows(self, form: Form) -> list[Row]:
        """The fields of a form in words."""
        teller, scene = self._screen.teller, self._screen.scene
        found = []
        for field in form.fields:
            about = field.about
            label = say(scene.row(about) if isinstance(about, Option) else about, teller.texts, teller.names)
            refusal = "" if field.refusal is None else teller.refusal(field.refusal)
            choices = tuple(teller.label(choice) for choice in field.choices)
            found.append(Row(self._unnamed(label), field.low, field.high, field.value, refusal, choices))
        return found

    def _unnamed(self, said: str) -> str:
        """A question without the name of whoever is asked, which stands above the form already."""
        name = self._screen.game.names.get(self._screen.asked or "", "")
        rest = re.sub(rf"^{re.escape(name)}\s*[:：]\s*", "", said) if name else said
        return rest[:1].upper() + rest[1:]

    def fill(self, values: Sequence[int]) -> None:
        """Fill in the form; nothing is answered yet."""
        self._filled = (self._screen.question, tuple(values))
