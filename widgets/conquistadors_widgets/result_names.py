"""What results, settings and assumptions of the odds are called, in the reader's language."""

from __future__ import annotations

from typing import Any

from conquistadors.engine.texts import Texts
from conquistadors.games.conquest.pack.records import LegendResult
from conquistadors.games.conquest.pack.tables import DiplomacyResult
from conquistadors.odds.assuming import Assumption, Fact
from conquistadors_widgets.words import words


class Names:
    """Names of the results of rolls and battles, of settings and of game things."""

    def __init__(self, language: str, texts: Texts | None = None) -> None:
        self._language = language
        self._words = words(language)
        self._texts = texts

    def __call__(self, result: Any) -> str:
        """A result by name: a number, a word of the rules, losses, what talks or a legend brought."""
        if isinstance(result, bool):
            return self._words.say("explorers.yes" if result else "explorers.no")
        if isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], bool):
            return self._losses(*result)
        if isinstance(result, DiplomacyResult):
            return self._talks(result)
        if isinstance(result, LegendResult):
            return result.text[self._language]
        if result is None:
            return "–"
        return self.thing(result) if isinstance(result, str) else str(result)

    def thing(self, name: str) -> str:
        """A word by the texts of the explorers, else by those of the game, else as it is."""
        own = f"explorers.name.{name}"
        if name.lstrip("-").isdigit():
            return name  # the head of a column, and no Indian unit of that value
        if own in self._words:
            return self._words.say(own)
        return name if self._texts is None else self._texts.word(name, {})

    def setting(self, name: str) -> str:
        """What a setting of that name is called: "hostile" is a result of talks, and a place that is hostile."""
        own = f"explorers.setting.{name}"
        return self._words.say(own) if own in self._words else self.thing(name)

    def _losses(self, losses: int, morale: bool) -> str:
        """6.31, 6.33  What a combat roll inflicts."""
        if morale:
            return self.thing("M")
        return self._words.say("explorers.losses", {"count": losses}) if losses else self.thing("no-losses")

    def _talks(self, result: DiplomacyResult) -> str:
        """5.14  What talks bring, in the order of the rules."""
        parts = [
            self.thing("hostile") if result.turns_hostile else "",
            self.thing("calm") if result.calms else "",
            f"{self.thing('food')} {result.food}" if result.food else "",
            "" if result.choice is None else self._words.say("explorers.choice", {"bonus": result.choice}),
            self.thing("alliance") if result.alliance else "",
            self.thing("king") if result.king else "",
        ]
        return ", ".join(filter(None, parts)) or self.thing("nothing")

    def assumption(self, said: Assumption) -> str:
        """An assumption of the odds: as the explorers say it, or else as it is printed."""
        key, facts = f"explorers.assumed.{said.key}", dict(said.facts)
        if key not in self._words:
            return said.told(self._language)
        return self._words.say(key, {name: self._fact(fact) for name, fact in facts.items()})

    def _fact(self, fact: Fact) -> object:
        """A way to do something, or things of the game, by name."""
        if isinstance(fact, tuple):
            return tuple(self.thing(each) for each in fact)
        way = f"explorers.way.{fact}"
        return self._words.say(way) if way in self._words else fact
