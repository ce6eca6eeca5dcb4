"""What random games ask and throw, counted."""

from __future__ import annotations

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.engine.playout import random_playout
from conquistadors.games import GameKit, kits, rules_for
from conquistadors.lab.counting import counted


def test_every_answer_of_a_playout_is_counted_or_was_the_only_one() -> None:
    one = counted("example", games=1, seed=5)
    answers = random_playout(rules_for("example", {}), 5)
    assert one.decisions + one.throws <= answers
    assert "voyage" in one.chances
    assert one.answers >= 2


def test_the_same_seed_gives_the_same_numbers_and_games_are_averaged() -> None:
    both = counted("example", games=2, seed=3)
    first, second = (counted("example", games=1, seed=seed) for seed in (3, 4))
    assert both == counted("example", games=2, seed=3)
    assert both.decisions == (first.decisions + second.decisions) / 2
    assert both.turns == (first.turns + second.turns) / 2


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.id)
def test_games_of_every_kit_end_after_the_turn_that_is_named(kit: GameKit) -> None:
    scenario = kit.alone or kit.scenarios[0].id
    found = counted(scenario, games=1, until_turn=2)
    assert 0 < found.turns <= 2
    assert found.kinds
    assert found.chances


@pytest.mark.parametrize("wanted", [{"games": 0}, {"until_turn": 0}, {"games": 10**9}])
def test_a_number_that_makes_no_sense_gets_a_sentence(wanted: dict[str, int]) -> None:
    with pytest.raises(SetupError, match="must be a whole number from 1 to"):
        counted("example", **wanted)
