"""What a game asks of its players, and what it leaves to chance: counted in random play, to compare games with."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.playout import chance_of, choice_of
from conquistadors.engine.records import record
from conquistadors.engine.requests import ChanceValue, Choice, Option
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text
from conquistadors.games import play_of, rules_for

MOST: Final = 1_000
"""Games, and turns."""


@record
class Counted:
    """A number of random games."""

    games: int
    turns: float
    """On average, as are all the others."""
    decisions: float
    """Choices with at least two answers."""
    answers: float
    """That a player has at a decision."""
    throws: float
    """Of dice, and cards that are drawn."""
    kinds: tuple[str, ...]
    """Of decisions, by their names in the rules."""
    chances: tuple[str, ...]
    """Of rolls and draws."""


@checks_arguments()
def counted(scenario: str, games: int = 3, seed: int = 1, until_turn: int = MOST, **options: Any) -> Counted:
    """Play some games at random and count; the same numbers with the same seed. They end after a turn at the latest."""
    for name, value in (("games", games), ("until_turn", until_turn)):
        if not 1 <= value <= MOST:
            raise SetupError(error_text("lab.whole", name=name, least=1, most=MOST, wanted=short_repr(value)))
    rules = rules_for(scenario, options)
    found = [_game(rules, seed + number, until_turn) for number in range(games)]
    kinds: Counter[str] = sum((each[0] for each in found), Counter())
    chances: Counter[str] = sum((each[1] for each in found), Counter())
    decisions = max(1, kinds.total())
    return Counted(
        games,
        sum(each[3] for each in found) / games,
        kinds.total() / games,
        sum(each[2] for each in found) / decisions,
        chances.total() / games,
        tuple(sorted(kinds)),
        tuple(sorted(chances)),
    )


def _game(rules: Rules[Any], seed: int, until_turn: int) -> tuple[Counter[str], Counter[str], int, int]:
    """Decisions and throws by kind, the answers that there were, and the turns."""
    random, pos = Random(seed), rules.start()
    kinds, chances, answers = Counter[str](), Counter[str](), 0
    clock = play_of(rules)
    while rules.ending(pos) is None and clock.turn(pos) <= until_turn:
        play = rules.step(pos)
        given: Option | ChanceValue | None = None
        try:
            while True:
                asked = play.send(given)
                if not isinstance(asked, Choice):
                    chances[asked.kind] += 1
                    given = chance_of(asked, random)
                    continue
                allowed = sum(asked.forbids(option) is None for option in asked.candidates()) + asked.passes
                if allowed > 1:
                    kinds[asked.kind] += 1
                    answers += allowed
                given = choice_of(asked, random)
        except StopIteration:
            continue
    return kinds, chances, answers, min(clock.turn(pos), until_turn)
