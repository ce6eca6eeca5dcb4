"""The worked examples of a rulebook as games that have been played: `cq.replay(worked("6.371x"))` steps through one.

An example is named by the clause that it follows, with an x. Its dice are those of the rulebook where that gives them.
Where it only says what came, the dice are looked up in the tables, so that it comes whatever numbers a pack has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, Self

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.chance import Script, Scripted, Seeded, fitting
from conquistadors.engine.errors import ScriptError, SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import Chance, ChanceValue
from conquistadors.engine.rules import PositionT
from conquistadors.engine.texts import error_text, speaking, texts_of
from conquistadors.games import DEFAULT, kit, load
from conquistadors.teach.exercises import WORDS

SEED: Final = 1518
"""Whoever plays on from an example has these dice."""


@record
class Example:
    """A worked example: the clause that it follows, and what it shows, in our words."""

    clause: str
    title: str


class Examples(Generic[PositionT]):
    """The worked examples of one game, in the order of its rulebook."""

    def __init__(self, words: str) -> None:
        self._words = words
        """The folder of the words, with a title for each."""
        self._played: dict[str, Callable[[], Game[PositionT]]] = {}

    def example(self, clause: str) -> Callable[[Callable[[], Game[PositionT]]], Callable[[], Game[PositionT]]]:
        """Enter a function that plays an example."""

        def enter(play: Callable[[], Game[PositionT]]) -> Callable[[], Game[PositionT]]:
            self._played[clause] = play
            return play

        return enter

    def listed(self, language: str | None = None) -> tuple[Example, ...]:
        """All of them, with their titles."""
        with speaking(language) as language:
            texts = texts_of(language, self._words)
        return tuple(Example(clause, texts.say(f"worked.{clause.replace('.', '-')}")) for clause in self._played)

    def worked(self, clause: str, language: str | None = None) -> Game[PositionT]:
        """The example that follows a clause, played to its end: "6.371x", or "6.371"."""
        wanted = clause if isinstance(clause, str) and clause.endswith("x") else f"{clause}x"
        with speaking(language):
            if wanted not in self._played:
                raise SetupError(error_text("teach.worked", wanted=short_repr(clause), known=self._played))
            return self._played[wanted]()


@checks_arguments()
def examples(language: str | None = None, game: str = DEFAULT) -> tuple[Example, ...]:
    """All worked examples of a game, in the order of its rulebook."""
    return _of(game, language).listed(language)


@checks_arguments()
def worked(clause: str, language: str | None = None, game: str = DEFAULT) -> Game[Any]:
    """The example of a game that follows a clause, played to its end."""
    return _of(game, language).worked(clause, language)


def _of(game: str, language: str | None) -> Examples[Any]:
    with speaking(language):
        found = kit(game).worked
    known: Examples[Any] = Examples(WORDS) if found is None else load(found)
    return known


# The dice of an example ------------------------------------------------------------------------------------------


@record
class Result:
    """An outcome that is wanted for what the rules make of it: a find, or a number of losses."""

    means: Callable[[Any], bool]


class Told(Script):
    """The outcomes of an example, in order. Whoever plays on otherwise gets other dice where these do not fit."""

    def __init__(self, *outcomes: Scripted | Result) -> None:
        super().__init__()
        self._wanted = outcomes
        self._given: dict[int, ChanceValue] = {}
        self.over = False

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        if number in self._given and self._given[number] in chance.outcomes:
            return self._given[number]
        if self.over:
            return Seeded(SEED).answer(number, chance)
        if len(self._given) >= len(self._wanted):
            raise ScriptError(f"the example has no outcome left for {chance.kind} ({chance.rule})")
        self._given[number] = _outcome(self._wanted[len(self._given)], chance)
        return self._given[number]

    def left(self) -> tuple[Scripted, ...]:
        return tuple(str(one) for one in self._wanted[len(self._given) :])

    def copy(self) -> Self:
        twin = super().copy()
        twin._given = dict(self._given)
        return twin


def told(
    begin: Callable[..., Game[PositionT]], pos: PositionT, dice: Sequence[Scripted | Result], *answers: str
) -> Game[PositionT]:
    """A game from a position: dice as the example has them, all of which are used, and answers.

    `begin` makes the game, from a position and the dice of `chance`. Who plays on has other dice.
    """
    with Told(*dice) as thrown:
        game = begin(pos, chance=thrown)
        for answer in answers:
            game.play(answer)
    thrown.over = True
    return game


def _outcome(wanted: Scripted | Result, chance: Chance) -> ChanceValue:
    """The outcome as a script has it, or the one nearest to the middle that gives the result."""
    if not isinstance(wanted, Result):
        outcome = fitting(wanted, chance)
        if outcome is None:
            raise ScriptError(f"{wanted!r} cannot come up for {chance.kind} ({chance.rule})")
        return outcome
    found = [one for one in chance.outcomes if wanted.means(chance.result(one))]
    if not found:
        raise ScriptError(f"no roll gives what the example has for {chance.kind} ({chance.rule})")
    return found[len(found) // 2]
