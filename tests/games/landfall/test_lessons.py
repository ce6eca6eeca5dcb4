"""The exercises and the worked example of Landfall: right and wrong answers, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors.engine.events import Rolled
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.landfall.lessons import VOYAGES
from conquistadors.teach.exercises import _task, check, exercises, question
from conquistadors.teach.worked import examples, worked
from conquistadors.teach.worksheets import worksheet

READERS = ["", "Ana", "Ben", "Carla", "Diego", "Elena", "Fatima", "Goro", "Hana", "Igor", "Jun", "Kay"]
FACES = range(1, 7)


def facts(exercise_id: str, reader: str) -> dict[str, Any]:
    """What the question of a reader mentions; of a phrase, the last part of its key."""
    given = _task(exercise_id, reader.casefold()).facts
    return {name: getattr(fact, "key", f".{fact}").partition(".")[2] for name, fact in given.items()}


def right(exercise_id: str, answer: object, reader: str) -> bool:
    verdict = check(exercise_id, answer, reader=reader)
    assert verdict.understood, verdict.message
    return verdict.right


@pytest.mark.parametrize("reader", READERS)
def test_the_chance_of_a_voyage_is_counted_face_by_face(reader: str) -> None:
    """3.4  The open sea by the words of the clause: 6 or more makes 4, 4 or 5 makes 3, 2 or 3 makes 1."""
    told = facts("voyage-leagues", reader)
    added = {"calm": 0, "chart": 1, "storm": -2, "both": -1}[told["case"]]
    needed = {1: 2, 3: 4, 4: 6}[int(told["least"])]
    ways = sum(face + added >= needed for face in FACES)
    assert 0 < ways < 6
    assert right("voyage-leagues", f"{ways}/6", reader)
    assert right("voyage-leagues", Fraction(ways, 6), reader)
    assert not right("voyage-leagues", Fraction(ways % 5 + 1, 6), reader)


@pytest.mark.parametrize("reader", READERS)
def test_a_captain_draws_with_room_in_the_hand_and_something_to_draw(reader: str) -> None:
    """2.2, 2.3  Five cards are too many; discards become the deck; without either nobody can."""
    told = facts("may-prepare", reader)
    answer = "hand-full" if told["cards"] == "5" else "deck-empty" if told["piles"] == "nothing" else "allowed"
    choices = [choice for choice, _ in question("may-prepare", reader=reader).choices]
    assert [choice for choice in choices if right("may-prepare", choice, reader)] == [answer]
    clause = "2.3" if told["piles"] in ("nothing", "discards") else "2.2"
    assert check("may-prepare", answer, reader=reader).clause == clause


def test_readers_get_every_case() -> None:
    assert {facts("voyage-leagues", reader)["case"] for reader in READERS} == set(VOYAGES)
    assert {_task("may-prepare", reader.casefold()).answer for reader in READERS} == {
        *("allowed", "hand-full", "deck-empty")
    }


def test_a_sheet_of_them_says_whose_rules_to_look_up() -> None:
    page = worksheet("Ana", list(exercises("landfall")))._repr_html_()
    assert "Worksheet: Landfall" in page
    assert "cq.rule(&quot;landfall 3.4&quot;)" in page
    mixed = worksheet("Ana", ["combat-value", "may-prepare"])._repr_html_()
    assert "Worksheet: The Conquistadors" in mixed
    assert "cq.rule(&quot;6.221&quot;)" in mixed


def test_the_example_a_chart_a_storm_and_a_pilot() -> None:
    game = worked("3.4x", game="landfall")
    rolled = [line.event for line in game.log if isinstance(line.event, Rolled)]
    assert [(each.natural, each.total) for each in rolled] == [(2, 1), (6, 5)]
    assert game.position.ships == {"red": 5 + 3, "blue": 5}
    assert game.position.active == "blue"
    assert worked("3.4", game="landfall").position == game.position


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_has_a_title_can_be_saved_and_played_on(language: str, tmp_path: Path) -> None:
    (example,) = examples(language, game="landfall")
    assert example.clause == "3.4x"
    assert "[" not in example.title
    game = worked("3.4x", language, game="landfall")
    assert game.language == language
    assert cq.load(cq.save(game, tmp_path / "example.json")).position == game.position
    for _ in range(8):
        game.play(game.options[-1])


def test_an_example_that_there_is_not_is_refused() -> None:
    with pytest.raises(SetupError, match=r"there is no worked example '6\.371x'\. Examples: 3\.4x"):
        worked("6.371x", game="landfall")
    with pytest.raises(SetupError, match="there is no game 'chess'"):
        worked("3.4x", game="chess")
