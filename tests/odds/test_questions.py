"""What any game can have explored: questions as settings and work, and rolls of which only the catalogue is known."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import KITS, kit, kits, load, rules_for
from conquistadors.odds.asking import names_of
from conquistadors.odds.dice import AnyRolls, rolls_of
from conquistadors.odds.naming import Names
from conquistadors.odds.questions import Question, Setting, values_of, with_values
from conquistadors.odds.slices import finished

EXPLORED = [(game.id, name) for game in kits() for name in game.explored]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), EXPLORED)
def test_every_question_is_complete(game: str, name: str, language: str) -> None:
    question: Question = load(kit(game).explored[name])(language)
    parts = question.parts({})
    assert list(parts) == list(question.heads)
    settings = [setting for part in parts.values() for setting in part]
    keys = [setting.key for setting in settings]
    assert len(set(keys)) == len(keys), "a key is that of one setting"
    answer = finished(question.steps({}))
    headline = question.headline(answer)
    assert 0 <= headline.chance <= 1
    told = question.distributions(answer)
    assert list(told) == list(question.told)
    said = [question.title, *question.heads.values(), *question.told.values(), headline.of, *headline.more]
    said += [question.asked({}), *[setting.label for setting in settings]]
    said += [question.label(result) for each in told.values() for result in each]
    assert not [each for each in said if not each or each.startswith("[") or "{" in each]


@pytest.mark.parametrize("game", KITS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_roll_of_every_game_has_a_title_settings_and_odds(game: str, language: str) -> None:
    known = rolls_of(game, language)
    for name, roll in known.known.items():
        asked = known.asked(name, {})
        assert roll.title
        assert asked.odds().total == 1
        assert not [each for each in asked.settings() if "[" in each.label]
        assert "[" not in asked.described()


def test_of_a_game_that_brings_no_rolls_the_catalogue_is_known() -> None:
    known = AnyRolls("example", "en")
    plain = known.asked("voyage", {})
    assert dict(plain.odds()) == {face: Fraction(1, 6) for face in range(1, 7)}
    assert [setting.key for setting in plain.settings()] == ["+chart", "+pilot", "+storm"]
    assert plain.described() == "no modifier"
    helped = known.asked("voyage", {"+chart": 2, "+storm": -1})
    assert dict(helped.odds()) == {face + 1: Fraction(1, 6) for face in range(1, 7)}
    assert helped.described() == "Chart 2, Storm -1"
    assert known.facts("voyage") == {}


def test_what_is_set_is_kept_where_it_makes_sense() -> None:
    settings = [Setting("a", "number", "A", 2, (), 0, 5), Setting("b", "check", "B", value=False)]
    assert values_of(with_values(settings, {"a": 9, "b": True, "c": 1})) == {"a": 5, "b": True}
    assert values_of(with_values(settings, {"b": "yes"})) == {"a": 2, "b": False}


class Strange:
    """A result that only a game could name."""


def test_results_are_named_by_the_game_that_knows_them() -> None:
    rules: Rules[Any] = rules_for("example", {})

    def told(result: Any, names: Names) -> str | None:
        return names.thing("storm") if isinstance(result, Strange) else None

    names = Names("en", rules.texts("en"), told)
    assert [names(each) for each in (Strange(), True, None, 3, "pilot")] == ["Storm", "yes", "–", "3", "Pilot"]
    assert names_of(rules, "en")("12") == "12"
    assert Names("en")("more") == "more"
    assert names.say("no-such-word") == "[explorers.no-such-word]"
