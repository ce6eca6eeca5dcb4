"""Things to look through: filters, a search, and those that fit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from conquistadors.odds.questions import ANY, Setting
from conquistadors.packs.printed import Entry, Filter
from conquistadors_widgets.words import words

T = TypeVar("T", bound=Entry)


class Listing:
    """Which of many entries are asked for."""

    def __init__(self, language: str, filters: Iterable[Filter]) -> None:
        self.language = language
        self._words = words(language)
        self._filters = tuple(filters)
        first = {each.key: ANY if each.whole else each.options[0][1] for each in self._filters}
        self._values: dict[str, Any] = {**first, "search": ""}

    def set(self, key: str, value: Any) -> None:
        self._values[key] = value

    def settings(self) -> list[Setting]:
        """The filters, and what is looked for."""
        say, values = self._words.say, self._values
        everything = (say("explorers.all"), ANY)
        chosen = [
            Setting(
                each.key,
                "choice",
                each.label,
                values[each.key],
                (everything, *each.options) if each.whole else each.options,
            )
            for each in self._filters
        ]
        hint = say("explorers.search-hint")
        return [*chosen, Setting("search", "text", say("explorers.search"), values["search"], hint=hint)]

    def fitting(self, entries: Iterable[T]) -> list[T]:
        """Those that fit all filters and have the words."""
        chosen = {each.key: self._values[each.key] for each in self._filters}
        return [
            entry
            for entry in entries
            if all(value == ANY or value in entry.traits.get(key, ()) for key, value in chosen.items())
            and entry.tells(self._values["search"])
        ]
