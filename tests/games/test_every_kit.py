"""What every game of the kit promises, whichever it is: a new one is tested by this from its first day.

Besides, through the registry too: `tests/scene/test_every_kit.py` (what a table shows), `tests/bots/test_naming.py`,
`tests/odds/test_questions.py`, `tests/teach/test_books.py` (the rulebook and its matrix), `tests/engine/test_texts.py`.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from conquistadors.bots import RandomBot
from conquistadors.engine.game import Game
from conquistadors.engine.position import Position
from conquistadors.engine.requests import Choice
from conquistadors.engine.texts import LANGUAGES
from conquistadors.fuzzing import fuzz_seeds
from conquistadors.games import GameKit, Scenario, kits, load, play_of, rules_for
from support.sizes import size

SCENARIOS: Final = [(kit, scenario) for kit in kits() for scenario in kit.scenarios]
LAST_TURN: Final = size("LAST_TURN", thin=2, soak=15)
CHUNK: Final = 10


def slices() -> list[tuple[str, int, int]]:
    """Of every scenario each variant once at least, in slices."""
    found = []
    for _, scenario in SCENARIOS:
        games = size(f"{scenario.id.upper()}_GAMES", thin=len(scenario.variants), soak=2000)
        found += [(scenario.id, first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    return found


def late(position: Position) -> bool:
    return play_of(position.rules).turn(position) >= LAST_TURN


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "first", "end"), slices())
def test_random_play_keeps_every_promise(scenario: str, first: int, end: int) -> None:
    """No crash, no dead end, no refused option, nothing lost or made; replays, undo and saves agree; nothing leaks.

    One player chooses by the weights of the kit, the others choose anything.
    """
    report = fuzz_seeds(scenario, range(first, end), thorough=0.0005, until=late)
    assert report.games == end - first
    assert report.decisions > report.games


def begun(scenario: Scenario, variant: int = 0, **how: Any) -> Game[Any]:
    """A game with the options of a variant."""
    return Game.new(rules_for(scenario.id, scenario.variants[variant]), seed=7, **how)


each_scenario = pytest.mark.parametrize(("kit", "scenario"), SCENARIOS, ids=[s.id for _, s in SCENARIOS])


@each_scenario
def test_weights_of_random_play_are_weights(kit: GameKit, scenario: Scenario) -> None:
    """Whatever may be answered has a chance."""
    assert kit.likely is not None
    likely = load(kit.likely)
    game = begun(scenario)
    for _ in range(80):
        if not isinstance(game.pending, Choice):
            break
        weights = {option.id: likely(game.view(game.pending.who).position, option) for option in game.options}
        assert min(weights.values()) > 0
        game.play(max(weights, key=lambda answer: (weights[answer], answer)))


@each_scenario
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_told_in_every_language(kit: GameKit, scenario: Scenario, language: str) -> None:
    game = begun(scenario)
    game.language = language
    player = RandomBot(5)
    for _ in range(60):
        if not isinstance(game.pending, Choice):
            break
        teller = game.teller(language)
        told = [game.prompt, teller.position(game.position), *map(teller.label, game.options)]
        told += [teller.refusal(refusal) for refusal in game.refused]
        assert not [text for text in told if "[" in text and "]" in text], kit.id
        game.play(player.answer(game.view(game.pending.who)))
