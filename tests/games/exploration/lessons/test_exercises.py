"""The exercises of Conquistador!: right and wrong answers, worked out by hand from the rulebook and the tables."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from conquistadors.teach.exercises import _task, check, question
from conquistadors.typography import number

READERS = ["", "Ana", "Ben", "Carla", "Diego", "Elena", "Fatima", "Goro", "Hana", "Igor"]
TAXES = {"A": "40 35 30 25 20 15", "B": "30 25 20 15 10 10", "C": "20 15 15 10 10 5", "D": "15 10 10 5 5 0"}
EVENTS = [
    ("A", "5", "12", "C", "16", "10"),
    ("3", "B", "17", "4", "13", "12"),
    ("9", "16", "D", "14", "1", "6"),
    ("11", "13", "2", "B", "8", "17"),
    ("1", "C", "15", "7", "A", "4"),
    ("9", "11", "3", "5", "D", "B"),
]
SEA = {
    3: ("", "", "", "", "C", "C H"),
    4: ("", "", "", "C", "C S", "C S H"),
    5: ("", "", "C", "C S", "C S", "C C S H"),
    6: ("", "", "C", "C S", "C S H", "C C S H"),
    7: ("", "", "C", "C S", "C S H", "C C S S H"),
}


def fact(exercise_id: str, reader: str, name: str) -> Any:
    """What the question mentions; of a phrase, the last part of its key."""
    given = _task(exercise_id, reader.casefold()).facts[name]
    return str(given.key).partition(".")[2] if hasattr(given, "key") else given


def facts(exercise_id: str, reader: str) -> dict[str, Any]:
    return {name: fact(exercise_id, reader, name) for name in _task(exercise_id, reader.casefold()).facts}


def right(exercise_id: str, answer: object, reader: str) -> bool:
    verdict = check(exercise_id, answer, reader=reader)
    assert verdict.understood, verdict.message
    return verdict.right


def the_one_that_is_right(exercise_id: str, reader: str) -> str:
    (found,) = (
        choice for choice, _ in question(exercise_id, reader=reader).choices if right(exercise_id, choice, reader)
    )
    return found


@pytest.mark.parametrize("reader", READERS)
def test_20_0_two_a_ducat_150_an_area_and_nothing_for_gold_abroad(reader: str) -> None:
    told = facts("three-ways", reader)
    points = 2 * told["ducats"] + 150 * told["areas"] + told["found"]
    assert right("three-ways", points, reader)
    assert not right("three-ways", points + 2 * told["gold"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_19_1_two_settlements_three_colonists_a_port_and_no_enemy_port(reader: str) -> None:
    told = facts("who-controls", reader)
    fits = next(told[f"area{n}"] for n in range(1, 5) if told[f"case{n}"] == "fits")
    assert the_one_that_is_right("who-controls", reader) == fits


@pytest.mark.parametrize("reader", READERS)
def test_6_31_the_first_die_alone_makes_the_taxes(reader: str) -> None:
    told = facts("council-taxes", reader)
    assert right("council-taxes", int(TAXES[told["rating"]].split()[told["row"] - 1]), reader)


@pytest.mark.parametrize("reader", READERS)
def test_6_33_the_first_die_is_the_row_of_the_event(reader: str) -> None:
    told = facts("council-event", reader)
    assert the_one_that_is_right("council-event", reader) == f"event-{EVENTS[told['row'] - 1][told['column'] - 1]}"


@pytest.mark.parametrize("reader", READERS)
def test_6_54_the_multiplier_is_never_below_one(reader: str) -> None:
    told = facts("initiative", reader)
    multiplier = "DCBA".index(told["rating"]) + 1 + {"more": 1, "less": -1, "plain": 0}[told["case"]]
    assert right("initiative", max(1, multiplier) * told["ducats"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_6_62_both_ways_and_what_is_to_spare_for_two_ducats_each(reader: str) -> None:
    told = facts("bounds-cost", reader)
    assert right("bounds-cost", 2 * (2 * told["bounds"] + told["spare"]), reader)
    assert not right("bounds-cost", 2 * (told["bounds"] + told["spare"]), reader)


@pytest.mark.parametrize("reader", READERS)
def test_7_12_what_ships_hold(reader: str) -> None:
    told = facts("ships-hold", reader)
    caravel, carrack = {"units": (1, 2), "gold": (5, 25)}[told["what"]]
    assert right("ships-hold", caravel * told["caravels"] + carrack * told["carracks"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_7_26_only_settlements_on_a_coast_are_stops(reader: str) -> None:
    position: Any = question("where-to-stop", reader=reader).position
    ports = [hex_ for hex_ in ("2218", "2219", "2314") if position.force("spain", hex_).colonists]
    tried = ("2218", "2219", "2314", "2222", "2327", "2423", "2316", "2315")  # camps, one inland, its own, the sea
    assert [hex_ for hex_ in tried if right("where-to-stop", hex_, reader)] == ports


@pytest.mark.parametrize("reader", READERS)
def test_7_33_one_a_hex_three_a_stop_and_a_part_of_eight_is_a_bound(reader: str) -> None:
    told = facts("points-and-bounds", reader)
    assert right("points-and-bounds", -(-(told["through"] + 3 * told["stops"]) // 8), reader)


@pytest.mark.parametrize("reader", READERS)
def test_9_3_whoever_exceeds_what_was_bought_is_in_the_last_column(reader: str) -> None:
    told = facts("sea-column", reader)
    over = told["out"] + told["home"] > told["bought"]
    assert right("sea-column", 9 if over else told["home"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_9_22_what_is_not_aboard_is_not_lost(reader: str) -> None:
    told = facts("sea-toll", reader)
    harmful = {"empty": "H", "soldiers": "HS", "both": "HSC"}[told["cargo"]]
    safe = sum(not set(result.split()) & set(harmful) for result in SEA[told["bounds"]])
    assert right("sea-toll", Fraction(safe, 6), reader)
    assert right("sea-toll", number(round(100 * safe / 6, 1), "en") + "%", reader)


@pytest.mark.parametrize("reader", READERS)
def test_13_12_a_try_a_turn_until_it_is_found(reader: str) -> None:
    told = facts("find-gold", reader)
    failed = {"island": Fraction(1, 3), "mainland": Fraction(2, 3)}[told["where"]]
    assert right("find-gold", 1 - failed ** told["turns"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_13_17_colonists_dig_and_soldiers_loot_where_nobody_is_left_to_resist(reader: str) -> None:
    told = facts("gold-dug", reader)
    loot = {"2222": 40, "2327": 75}[told["city"]] if not told["level"] else 0
    dug = 15 + (25 if told["miner"] == "colonist" else 0) + loot
    assert right("gold-dug", dug, reader)
    assert not right("gold-dug", dug + 15, reader)


def test_readers_get_every_case() -> None:
    assert {fact("sea-toll", reader, "cargo") for reader in READERS} == {"empty", "soldiers", "both"}
    assert {fact("find-gold", reader, "where") for reader in READERS} == {"island", "mainland"}
    assert len({_task("who-controls", reader.casefold()).answer for reader in READERS}) > 2
    assert {fact("gold-dug", reader, "level") for reader in READERS} == {0, 2}
