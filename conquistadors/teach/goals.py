"""Positions to play with a goal: any way to it counts, and the rules judge it.

    goal = goal_named("home-safe")
    game = goal.begin()
    game.play("activate quesada")
    state(goal, game)

A goal is a predicate on the game, declared once by the game that it belongs to, as one of its `Goals`. `cq.goal("...")`
shows the position as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Generic, Literal

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Seat
from conquistadors.engine.rules import PositionT
from conquistadors.engine.texts import error_text, speaking, texts_of
from conquistadors.games import DEFAULT, KITS, kit, load
from conquistadors.teach.exercises import WORDS

State = Literal["open", "reached", "missed"]
NOBODY: Final[Mapping[Seat, str]] = {}
NOTHING: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, eq=False)
class Goal(Generic[PositionT]):
    """A position, and what is to be brought about from it."""

    id: str
    clauses: tuple[str, ...]
    """The rules that it is about, the one that decides first."""
    make: Callable[[], Game[PositionT]] = field(repr=False)
    """Brings the game to the first question."""
    reached: Callable[[Game[PositionT]], bool] = field(repr=False)
    missed: Callable[[Game[PositionT]], bool] = field(repr=False)
    """Whether it can no longer be reached. A game that has ended misses whatever it has not reached."""
    bots: Mapping[Seat, str] = field(default_factory=dict)
    """Who plays the other seats."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """What its text mentions, by id: the names come from the game."""
    words: str = WORDS

    def begin(self, language: str | None = None) -> Game[PositionT]:
        """The game at its first question."""
        with speaking(language) as language:
            game = self.make()
            game.language = language
            return game

    def task(self, language: str | None = None) -> str:
        """What is to be done."""
        return self._said("task", language)

    def hint(self, language: str | None = None) -> str:
        """Where to look."""
        return self._said("hint", language)

    def _said(self, part: str, language: str | None) -> str:
        with speaking(language) as language:
            return _said(self, part, language)


@lru_cache(maxsize=256)
def _said(goal: Goal[Any], part: str, language: str) -> str:
    game = goal.make().rules.texts(language)
    facts = {name: game.filled(fact, {}) for name, fact in goal.facts.items()}
    return texts_of(language, WORDS, goal.words).say(f"goal.{goal.id}.{part}", facts)


Maker = Callable[[], Game[PositionT]]
Judge = Callable[[Game[PositionT]], bool]


class Goals(Generic[PositionT]):
    """The goals of one game, in the order of its course."""

    def __init__(self, words: str) -> None:
        self._words = words
        """The folder of the words, with a task and a hint for each."""
        self.known: dict[str, Goal[PositionT]] = {}

    def goal(
        self,
        name: str,
        *clauses: str,
        reached: Judge[PositionT],
        missed: Judge[PositionT],
        bots: Mapping[Seat, str] = NOBODY,
        facts: Mapping[str, str] = NOTHING,
    ) -> Callable[[Maker[PositionT]], Maker[PositionT]]:
        """Enter a function that makes the position of a goal."""

        def enter(make: Maker[PositionT]) -> Maker[PositionT]:
            self.known[name] = Goal(name, clauses, make, reached, missed, bots, facts, self._words)
            return make

        return enter


def goals(game: str = DEFAULT) -> Mapping[str, Goal[Any]]:
    """The goals of a game by id, in the order of its course."""
    found = kit(game).goals
    known: Mapping[str, Goal[Any]] = {} if found is None else load(found).known
    return known


def _all() -> Iterator[Mapping[str, Goal[Any]]]:
    """Those of every game, of the usual one first: the others are loaded when they are got to."""
    for game in dict.fromkeys((DEFAULT, *KITS)):
        yield goals(game)


def goal_named(goal_id: object) -> Goal[Any]:
    """The goal with this id, of whatever game; `SetupError` lists those that there are."""
    if isinstance(goal_id, str):
        for known in _all():
            if goal_id in known:
                return known[goal_id]
    everywhere = [each for known in _all() for each in known]
    raise SetupError(error_text("teach.goal", wanted=short_repr(goal_id), known=everywhere))


def state(goal: Goal[PositionT], game: Game[PositionT]) -> State:
    """Whether the game, as it stands, has reached the goal, can still reach it, or has missed it."""
    if goal.reached(game):
        return "reached"
    return "missed" if game.ending is not None or goal.missed(game) else "open"


def verdict(goal: Goal[PositionT], at: State, language: str | None = None) -> str:
    """The state in words, with the clause that decides."""
    with speaking(language) as language:
        return texts_of(language, WORDS).say(f"goal.{at}", {"clause": goal.clauses[0]})
