"""What results, settings and assumptions of the odds are called, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from conquistadors.engine.texts import Texts, texts_of
from conquistadors.odds.assuming import Assumption, Fact
from conquistadors.typography import number

COMMON: Final = "common/interface/explorers"
"""The words that any game needs, as `explorers.<key>`; a game has its own in its texts, by the same kind of keys."""


class Names:
    """Names of the results of rolls and other questions, of settings and of game things.

    `texts` are those of a game: what they say of the explorers goes before what is said of any game. `told` names the
    results that only the game can put into words.
    """

    def __init__(
        self, language: str, texts: Texts | None = None, told: Callable[[Any, Names], str | None] | None = None
    ) -> None:
        self.language = language
        self.texts = texts
        self._words = texts_of(language, COMMON)
        self._told = told

    def __call__(self, result: Any) -> str:
        """A result by name: a number, a word of the rules, or whatever the game makes of it."""
        if isinstance(result, bool):
            return self.say("yes" if result else "no")
        said = None if self._told is None else self._told(result, self)
        if said is not None:
            return said
        if result is None:
            return "–"
        if isinstance(result, int):
            return number(result, self.language)
        return self.thing(result) if isinstance(result, str) else str(result)

    def __contains__(self, key: str) -> bool:
        return self._home(key) is not None

    def say(self, key: str, facts: Mapping[str, object] | None = None) -> str:
        """A sentence of the explorers: of this game, or of any."""
        return (self._home(key) or self._words).say(f"explorers.{key}", facts)

    def _home(self, key: str) -> Texts | None:
        return next(
            (each for each in (self.texts, self._words) if each is not None and f"explorers.{key}" in each), None
        )

    def thing(self, name: str) -> str:
        """A word by the texts of the explorers, else by those of the game, else as it is."""
        if name.lstrip("-").isdigit():
            return name  # the head of a column, and nothing that is called by its value
        if f"name.{name}" in self:
            return self.say(f"name.{name}")
        return name if self.texts is None else self.texts.word(name, {})

    def outcome(self, outcome: Iterable[tuple[str, str | int]]) -> str:
        """All that changed, as text: each thing is named once, with everything that becomes of it."""
        told: dict[tuple[str, str], list[str]] = {}
        for thing, value in outcome:
            amount = isinstance(value, int) and not isinstance(value, bool)
            said = number(int(value), self.language, "+d") if amount else self.thing(str(value))
            told.setdefault((self.changing(thing), "amount" if amount else "becomes"), []).append(said)
        comma = self.say("joint-comma")
        parts = [
            self.say(f"joint-{how}", {"thing": name, "amount": comma.join(values)})
            for (name, how), values in told.items()
        ]
        several = any(len(values) > 1 for values in told.values())
        return self.say("joint-semicolon" if several else "joint-comma").join(parts) or self.say("unchanged")

    def changing(self, thing: str) -> str:
        """What a thing is called that may change: by the game, if it has a name for it."""
        if self.texts is not None and f"thing.{thing}" in self.texts:
            return self.texts.say(f"thing.{thing}")
        return self.thing(thing)

    def setting(self, name: str) -> str:
        """What a setting of that name is called: "hostile" is a result of talks, and a place that is hostile."""
        return self.say(f"setting.{name}") if f"setting.{name}" in self else self.thing(name)

    def assumption(self, said: Assumption) -> str:
        """An assumption of the odds: as the explorers say it, or else as it is printed."""
        key = f"assumed.{said.key}"
        if key not in self:
            return said.in_words(self.language)
        return self.say(key, {name: self._fact(fact) for name, fact in said.facts})

    def _fact(self, fact: Fact) -> object:
        """A way to do something, or things of the game, by name."""
        if isinstance(fact, tuple):
            return self.say("joint-comma").join(self.thing(each) for each in fact)
        return self.say(f"way.{fact}") if f"way.{fact}" in self else fact
