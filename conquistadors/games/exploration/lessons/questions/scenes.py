"""What the exercises share: the course, the hexes that an answer may name, chances counted by playing every face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from conquistadors.engine.chance import TableDice
from conquistadors.engine.events import Event
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Chance
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.exploration.builder import begin, build
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.position import World
from conquistadors.teach.exercises import Course, Names

PORT: Final = "2316"
"""Where Spain has its first Colonist."""
PLACE: Final = "2316.1"
"""The side of it where ships from Europe arrive."""


@lru_cache(maxsize=8)
def spaces_of(rules: Rules[Any]) -> Names:
    """The hexes of all areas."""
    assert isinstance(rules, ExplorationRules)
    texts = {language: rules.texts(language) for language in LANGUAGES}
    return {hex_: {each: texts[each].word(hex_, {}) for each in LANGUAGES} for hex_ in rules.board.area}


COURSE: Final = Course("exploration", "exploration/teach", spaces_of)
exercise = COURSE.exercise


def usual() -> ExplorationRules:
    """Spain alone, as it is usually played."""
    return build().rules


def events(game: Game[World]) -> list[Event]:
    """All that has been reported."""
    return [line.event for line in game.log]


def waiting(pos: World) -> Game[World]:
    """A game that stops before every die."""
    return begin(pos, chance=TableDice(0))


def chance_of(game: Game[World], holds: Callable[[Game[World]], bool], answers: Sequence[str] = ()) -> Fraction:
    """The chance that something holds once no die is left to throw and the answers are given, counted face by face."""
    asked = game.pending
    if not isinstance(asked, Chance):
        if not answers:
            return Fraction(holds(game))
        game.play(answers[0])
        return chance_of(game, holds, answers[1:])
    total, found = sum(asked.weights), Fraction(0)
    for outcome, weight in zip(asked.outcomes, asked.weights, strict=True):
        thrown = game.branch()
        thrown.play(str(outcome))
        found += Fraction(weight, total) * chance_of(thrown, holds, answers)
    return found
