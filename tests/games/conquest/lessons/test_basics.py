"""The exercises on map and pieces, gold, warrants, Indians and cities: right and wrong answers, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.teach.exercises import _task, check, question

READERS = ["", "Ana", "Ben", "Carla", "Diego", "Elena", "Fatima", "Goro"]


def fact(exercise_id: str, reader: str, name: str) -> Any:
    """What the question mentions; of a phrase, the last part of its key."""
    given = _task(exercise_id, reader.casefold()).facts[name]
    return str(given.key).partition(".")[2] if hasattr(given, "key") else given


def right(exercise_id: str, answer: object, reader: str) -> bool:
    verdict = check(exercise_id, answer, reader=reader)
    assert verdict.understood, verdict.message
    return verdict.right


@pytest.mark.parametrize("reader", READERS)
def test_1_13_people_live_in_spaces_with_a_level(reader: str) -> None:
    rules: Any = _task("level-find", reader.casefold()).rules
    for space, name in question("level-find", reader=reader).choices:
        kind = rules.world.spaces[space].kind
        assert right("level-find", name, reader) == (kind == "level"), name


@pytest.mark.parametrize("reader", READERS)
def test_1_43_ten_units_a_card_and_two_companions_with_units(reader: str) -> None:
    most = 10 * (1 + min(fact("expedition-size", reader, "companions"), 2))
    assert right("expedition-size", most, reader)
    assert not right("expedition-size", most + 10, reader)


@pytest.mark.parametrize("reader", READERS)
def test_5_161_each_earlier_roll_is_minus_1_and_a_king_plus_1(reader: str) -> None:
    added = -fact("gold-roll", reader, "rolls") + (fact("gold-roll", reader, "king") == "held")
    assert right("gold-roll", added, reader)
    assert not right("gold-roll", added + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_11_26_a_whole_turn_passes(reader: str) -> None:
    turn = fact("warrant-turn", reader, "turn")
    assert right("warrant-turn", turn + 2, reader)
    assert not right("warrant-turn", turn + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_12_34_one_two_or_three_units(reader: str) -> None:
    units = {"town": 1, "city": 2, "imperial": 3, "capital": 3}[fact("indian-units", reader, "place")]
    assert right("indian-units", units, reader)
    assert not right("indian-units", units + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_12_23_the_nearest_free_space_of_level_4(reader: str) -> None:
    first, taken = (fact("empire-next", reader, name) for name in ("first", "taken"))
    rules: Any = _task("empire-next", reader.casefold()).rules
    world = rules.world
    steps = world.land_distances(first)
    free = [space for space in steps if world.level[space] == 4 and space not in (first, taken)]
    nearest = min(steps[space] for space in free)
    for space in free:
        assert right("empire-next", space, reader) == (steps[space] == nearest), space
    assert not right("empire-next", taken, reader)
    assert not right("empire-next", first, reader)


@pytest.mark.parametrize("reader", READERS)
def test_13_221_alliance_with_any_city_control_of_imperial_ones(reader: str) -> None:
    labels = dict(question("city-points", reader=reader).choices)
    assert {name for name in labels if right("city-points", labels[name], reader)} <= {"allied-city", "held-imperial"}
    assert sum(right("city-points", labels[name], reader) for name in labels) == 1
