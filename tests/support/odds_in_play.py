"""Positions of Conquistador! drawn by a seed, in which all odds are asked for: what is answered, and in what time.

`PYTHONPATH=tests python -m support.odds_in_play --positions 100` prints the table of times.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice
from conquistadors.games import rules_for, scenario_named
from conquistadors.odds.position import PositionOdds
from support.explored import bold, rich
from support.spain_story import Weighted

SCENARIOS: Final = ("exploration", "campaign")
LATEST: Final = 420
"""So many answers are given at most before the odds are asked for."""
PASSED: Final = 6
"""So many questions of chance less one are passed by at most, so that not only the first of a turn is met."""
PATIENCE: Final = 150
"""So many answers more are given at most until something hangs on chance."""
RICH_EVERY: Final = 5
"""Each so many positions of Spain alone begin with much to lose."""


class Drawn(NamedTuple):
    """A position in which somebody is asked something, and what hangs on it."""

    name: str
    game: Game[Any]
    odds: PositionOdds
    seconds: float


Timed = tuple[PositionOdds, float]
"""Odds, and the seconds of CPU that they took."""


class Bold(Weighted):
    """Attacks and searches more often."""

    def __call__(self, game: Game[Any]) -> Any:
        answers = list(game.options)
        return self._dice.choices(answers, [bold(game.position, answer) for answer in answers])[0]


def drawn(seed: int) -> Drawn:
    """A position by a number: scenarios and their variants in turn, after random play."""
    scenario = SCENARIOS[seed % len(SCENARIOS)]
    number, dice = seed // len(SCENARIOS), Random(f"odds {seed}")
    left = dice.randrange(LATEST)
    while True:
        game, found = _played(scenario, number, seed, left, dice.randrange(PASSED))
        if game.pending is not None:
            odds, seconds = found
            return Drawn(f"{seed} {scenario}, turn {game.position.turn}, {game.pending.kind}", game, odds, seconds)
        left //= 2  # the game was over before


def _played(
    scenario: str, number: int, seed: int, left: int, passed: int
) -> tuple[Game[Any], tuple[PositionOdds, float]]:
    """A game after so many answers, and some more: at a question on which chance hangs, if one comes soon."""
    variants = scenario_named(scenario).variants
    if scenario == SCENARIOS[0] and number % RICH_EVERY == 0:
        game: Game[Any] = rich(seed)
    else:
        game = Game.new(rules_for(scenario, variants[number % len(variants)]), seed=seed)
    play, found = Bold(seed), _asked(game)
    while game.pending is not None:
        if left <= 0:
            found = _asked(game)
            passed -= bool(found[0])
            if passed < 0 or left < -PATIENCE:
                break
        left -= 1
        game.play(play(game).id)
    return game, found


def _asked(game: Game[Any]) -> Timed:
    began = time.process_time()
    found = game.odds() if isinstance(game.pending, Choice) else PositionOdds({}, None)  # type: ignore[arg-type]  # over
    return found, time.process_time() - began


def untold(each: Drawn) -> Iterator[str]:
    """What is missing in an answer: odds that do not add up, nothing told, an estimate that does not say so."""
    for option, bounds in each.odds.items():
        for reactions, odds in bounds.items():
            told = odds.headline(each.odds.names)
            if odds.outcomes is None or odds.outcomes.total != 1 or told is None or not 0 <= told.chance <= 1:
                yield f"{each.name}: {option} ({reactions}): {odds.why or odds.outcomes}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    every = [drawn(seed) for seed in range(asked.seed, asked.seed + asked.positions)]
    kinds: Counter[str] = Counter()
    whole = total = 0
    for each in every:
        questions = [odds for bounds in each.odds.values() for odds in bounds.values()]
        exact = sum(odds.whole for odds in questions)
        whole, total = whole + exact, total + len(questions)
        kinds[each.name.rpartition(" ")[2]] += 1
        print(f"{each.name}: {len(questions)} questions, {exact} of them whole, {each.seconds:.3f} s")
        for line in untold(each):
            print(f"  UNTOLD {line}")
    times = sorted(each.seconds for each in every)
    print(f"{len(every)} positions, {total} questions, {whole} of them exact and whole, {sum(map(bool, kinds))} kinds:")
    print(", ".join(f"{kind} {n}" for kind, n in kinds.most_common()))
    tenth = times[9 * len(times) // 10]
    print(f"median {statistics.median(times):.3f} s, nine in ten {tenth:.3f} s, most {times[-1]:.3f} s of CPU")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
