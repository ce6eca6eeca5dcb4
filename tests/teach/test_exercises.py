"""The exercises: right and wrong answers, what can be typed, and the progress of a reader."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SaveWarning, SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.teach.exercises import _task, check, exercises, question
from conquistadors.teach.progress import Progress, progress_folder
from conquistadors.teach.reading import Unclear, chance, close, whole

READERS = ["", "Ana", "Ben", "Carla", "Diego", "Elena", "Fatima", "Goro"]
STRANGE = "<img src=x onerror=alert(1)>"


def facts(exercise_id: str, reader: str) -> dict[str, Any]:
    """What the question of a reader mentions; of a phrase, the last part of its key."""
    given = _task(exercise_id, reader.casefold()).facts
    return {name: getattr(fact, "key", fact) for name, fact in given.items()}


def case(exercise_id: str, reader: str, name: str) -> str:
    return str(facts(exercise_id, reader)[name]).partition(".")[2]


def right(exercise_id: str, answer: object, reader: str = "") -> bool:
    verdict = check(exercise_id, answer, reader=reader)
    assert verdict.understood, verdict.message
    return verdict.right


# Every exercise, worked out by hand from its clause --------------------------------------------------------------


@pytest.mark.parametrize("reader", READERS)
def test_3_12_3_15_how_far_one_goes(reader: str) -> None:
    far = {"known": 3, "unknown": 2, "attack": 1, "alone": 4}[case("march-length", reader, "case")]
    assert right("march-length", far, reader)
    assert not right("march-length", far + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_3_12_where_a_discovery_can_be_tried(reader: str) -> None:
    """Two steps at most, the last one into a space that nobody has discovered."""
    pos: Any = question("march-discover", reader=reader).position
    assert pos is not None
    world, start = pos.rules.world, pos.expeditions["cortes"].space
    far = world.land_distances(start)
    found = [space for space in world.spaces if right("march-discover", space, reader)]
    assert found
    for space in found:
        assert 1 <= far[space] <= 2
        assert space not in pos.sites
        assert world.level[space] is not None
    low = [s for s in world.by_land[start] if s not in pos.sites and world.level[s] in (0, 1)]
    assert set(low) <= set(found), "next to a village nothing keeps him from Levels 0 and 1"
    assert not right("march-discover", start, reader)
    assert not right("march-discover", "Santiago de Cuba", reader)


@pytest.mark.parametrize("reader", READERS)
def test_4_11_the_odds_of_a_discovery(reader: str) -> None:
    """One die: counted face by face in the table that is played with."""
    rules: Any = _task("discovery-odds", reader.casefold()).rules
    told = facts("discovery-odds", reader)
    neighbour, least = (case("discovery-odds", reader, name) for name in ("neighbour", "least"))
    added = rules.tables.neighbour_modifier(told["level"], neighbour)
    assert added is not None
    finds = [rules.tables.discover(told["level"], face + added) for face in range(1, 7)]
    ways = sum(find in ("city", "empire") or find == least for find in finds)
    assert right("discovery-odds", f"{ways}/6", reader)
    assert right("discovery-odds", f"{100 * ways / 6:.1f} %", reader)
    assert not right("discovery-odds", f"{6 - ways if ways != 3 else 2}/6", reader)


@pytest.mark.parametrize("reader", READERS)
def test_4_14_how_many_lie_in_ambush(reader: str) -> None:
    units = 2 if facts("ambush-units", reader)["level"] < 3 else 3
    assert right("ambush-units", str(units), reader)
    assert not right("ambush-units", str(5 - units), reader)


@pytest.mark.parametrize("reader", READERS)
def test_5_13_what_is_added_in_diplomacy(reader: str) -> None:
    minus = {"hostile": -3, "allied": -2, "imperial": -1}
    place = case("diplomacy-modifier", reader, "place")
    added = facts("diplomacy-modifier", reader)["rating"] + sum(minus.get(part, 0) for part in place.split("-"))
    assert right("diplomacy-modifier", added, reader)
    assert not right("diplomacy-modifier", added + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_6_221_the_value_of_a_force(reader: str) -> None:
    foot, horse, cannon = facts("combat-value", reader)["units"]
    assert right("combat-value", 2 * foot + 8 * horse + 3 * cannon, reader)
    assert not right("combat-value", foot + horse + cannon, reader)


@pytest.mark.parametrize("reader", READERS)
def test_6_24_what_is_added_in_combat(reader: str) -> None:
    told = facts("combat-modifier", reader)
    added = told["rating"] + (told["units"].cannon > 0) + {1: 0, 2: -1, 3: -2, 4: -2}[told["hits"]]
    assert right("combat-modifier", added, reader)
    assert not right("combat-modifier", added - 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_6_4_the_fate_of_a_leader(reader: str) -> None:
    """9 and 10 come in 4 and 3 ways of 36, 11 and 12 in 2 and 1."""
    fate, mano = (case("leader-fate", reader, name) for name in ("fate", "mano"))
    odds = {"dead": Fraction(3, 36), "wounded": Fraction(7, 36), "unhurt": Fraction(26, 36)}[fate]
    odds = odds * odds if mano == "after" else odds
    assert right("leader-fate", odds, reader)
    assert right("leader-fate", f"{float(odds):.4f}", reader)
    assert not right("leader-fate", "1/2", reader)


@pytest.mark.parametrize("reader", READERS)
def test_6_53_half_of_the_gold_rounded_up_is_lost(reader: str) -> None:
    gold = facts("retreat-gold", reader)["gold"]
    assert right("retreat-gold", (gold - 1) // 2, reader)
    assert not right("retreat-gold", (gold + 1) // 2, reader)


@pytest.mark.parametrize("reader", READERS)
def test_7_22_what_is_added_in_plunder(reader: str) -> None:
    added = (case("plunder-modifier", reader, "king") == "held") - facts("plunder-modifier", reader)["attempts"]
    assert right("plunder-modifier", added, reader)
    assert not right("plunder-modifier", added + 2, reader)


@pytest.mark.parametrize("reader", READERS)
def test_7_12_what_can_be_plundered(reader: str) -> None:
    choices = [choice for choice, _ in question("plunder-where", reader=reader).choices]
    never = ("village", "out", "discovered")
    assert [choice for choice in choices if right("plunder-where", choice, reader)] == [
        choice for choice in choices if choice not in never
    ]


@pytest.mark.parametrize("reader", READERS)
def test_8_11_who_has_to_eat(reader: str) -> None:
    told = facts("food-need", reader)
    assert right("food-need", told["inland"], reader)
    assert not any(right("food-need", told[where], reader) for where in ("haven", "sea", "ally"))


@pytest.mark.parametrize("reader", READERS)
def test_8_131_how_much_food_is_carried(reader: str) -> None:
    told = facts("food-limit", reader)
    limit = min(3, told["units"].foot) + told["more"] * (case("food-limit", reader, "bearer") == "with")
    assert right("food-limit", limit, reader)
    assert not right("food-limit", limit + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_9_14_the_fifth_hit(reader: str) -> None:
    check_of_morale = case("fifth-hit", reader, "case") in ("hunger", "desert")
    assert right("fifth-hit", "unit-index" if check_of_morale else "unit", reader)
    assert not right("fifth-hit", "unit" if check_of_morale else "unit-index", reader)


@pytest.mark.parametrize("reader", READERS)
def test_9_23_what_is_added_to_a_rally(reader: str) -> None:
    spent, fever = case("rally-modifier", reader, "food") == "spent", case("rally-modifier", reader, "place") == "fever"
    added = facts("rally-modifier", reader)["rating"] + spent - fever
    assert right("rally-modifier", added, reader)
    assert not right("rally-modifier", added + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_11_31_each_full_three_beyond_three(reader: str) -> None:
    gold = facts("gift-modifier", reader)["gold"]
    assert right("gift-modifier", (gold - 3) // 3, reader)
    assert not right("gift-modifier", gold // 3, reader)


@pytest.mark.parametrize("reader", READERS)
def test_13_21_the_net_total(reader: str) -> None:
    told = facts("victory-total", reader)
    held = {"imperial": 6, "capital": 8}[case("victory-total", reader, "held")]
    total = told["points"] + 4 * told["allies"] + held + told["favour"]
    assert right("victory-total", total, reader)
    assert not right("victory-total", total + told["gold"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_2_15_up_to_ten(reader: str) -> None:
    told = facts("hand-draw", reader)
    assert right("hand-draw", 10 - told["held"] + told["gone"], reader)
    assert not right("hand-draw", 8 - told["held"] + told["gone"], reader)


@pytest.mark.parametrize("reader", READERS)
def test_a_card_is_known_by_its_deed_in_any_language(reader: str) -> None:
    names = {
        "rediscovery": ("4.17", "Redécouverte"),
        "ultimatum": ("9.24", "最後通告"),
        "letter-from-the-crown": ("11.23", "letter FROM the crown"),
        "indian-ambush": ("4.14", "indian-ambush"),
    }
    clause, name = names[case("card-name", reader, "deed")]
    assert check("card-name", name, reader=reader).clause == clause
    assert right("card-name", name, reader)
    assert not right("card-name", "Stormy Weather", reader)


@pytest.mark.parametrize("reader", READERS)
def test_18_5_the_division_of_gold(reader: str) -> None:
    """A fifth, three for each conquistador but one, one for four foot or cannon, one for two horse: rounded up."""
    told = facts("division", reader)
    foot, horse, cannon = told["units"]
    gold, men = told["gold"], len(told["men"])
    left = gold - -(-gold // 5) - 3 * (men - 1) - -(-(foot + cannon) // 4) - -(-horse // 2)
    assert right("division", left, reader)
    assert not right("division", left + 1, reader)


@pytest.mark.parametrize("reader", READERS)
def test_23_32_how_many_reactions(reader: str) -> None:
    cards = 2 if facts("solitaire-reactions", reader)["level"] < 3 else 3
    assert right("solitaire-reactions", cards, reader)
    assert not right("solitaire-reactions", 5 - cards, reader)


@pytest.mark.parametrize("reader", READERS)
def test_23_22_how_many_cards_of_the_enemy(reader: str) -> None:
    cards = {"nothing": 0, "villages": 1, "town": 1, "city": 2}[case("solitaire-enemy", reader, "case")]
    assert right("solitaire-enemy", cards, reader)
    assert not right("solitaire-enemy", cards + 1, reader)


# All of them -----------------------------------------------------------------------------------------------------


def test_every_topic_of_the_course_is_asked_about() -> None:
    topics = {each.topic for each in exercises().values()}
    assert topics >= {"movement", "discovery", "diplomacy", "combat", "plunder", "food", "morale", "governor"}
    assert topics >= {"victory", "cards", "solitaire"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_there_in_three_languages_with_its_clauses(language: str) -> None:
    clauses = cq.clauses("basic")
    for exercise_id in exercises():
        for reader in READERS:
            asked = question(exercise_id, reader=reader, language=language)
            said = [asked.text, asked.hint, *[label for _, label in asked.choices], str(asked)]
            assert all(said)
            assert not any(mark in text for text in said for mark in ("[", "{", "Phrase", "None")), said
            assert set(asked.clauses) <= clauses.keys()
            assert (asked.kind == "choose") == bool(asked.choices)


def test_a_name_however_it_is_written_gets_the_same_question_and_others_get_others() -> None:
    texts = {reader: question("combat-value", reader=reader).text for reader in READERS}
    assert len(set(texts.values())) > 3
    assert question("combat-value", reader="  ANA ").text == texts["Ana"]


def test_neither_question_nor_verdict_tells_the_answer() -> None:
    for exercise_id, each in exercises().items():
        asked, verdict = question(exercise_id), check(exercise_id, "0" if each.kind in ("number", "chance") else "zz")
        assert not hasattr(asked, "answer")
        assert "answer" not in repr(exercises()[exercise_id])
        if each.kind in ("number", "chance"):
            assert str(_task(exercise_id, "").answer) not in verdict.message.replace(verdict.clause, "")


def test_an_unknown_exercise_or_reader_is_refused_with_what_there_is() -> None:
    with pytest.raises(SetupError, match=r"there is no exercise 'moon'\. Exercises: march-length, "):
        check("moon", 1)
    with pytest.raises(SetupError, match="a reader must have a name; got 3"):
        question("combat-value", reader=3)  # type: ignore[arg-type]


# What can be typed -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["5/36", "13.9 %", "0.139", "13,9%", "１３．９％", " 0.1389 ", Fraction(5, 36), 5 / 36]
)
def test_a_chance_in_many_ways(text: object) -> None:
    assert close(chance(text), Fraction(5, 36))


@pytest.mark.parametrize(
    "text", ["14", "5/0", "", "x", "-1/2", "1e9", "120 %", None, True, float("nan"), "9" * 999, []]
)
def test_what_is_no_chance_is_not_guessed(text: object) -> None:
    with pytest.raises(Unclear, match="chance"):
        chance(text)


def test_small_chances_have_to_be_told_apart() -> None:
    assert close(Fraction("0.007"), Fraction(1, 144))
    assert not close(Fraction("0.01"), Fraction(1, 144))
    assert not close(Fraction(0), Fraction(1, 144))


def test_whole_numbers() -> None:
    assert [whole(each) for each in (3, "3", " -1 ", "\N{MINUS SIGN}2", "+4", 5.0, "3.0")] == [3, 3, -1, -2, 4, 5, 3]
    for text in ("3.5", "", "three", None, 2.5, float("inf"), True):
        with pytest.raises(Unclear, match="whole"):
            whole(text)


@pytest.mark.parametrize(
    ("exercise_id", "answer", "message"),
    [
        ("combat-value", "many", "'many' is not a whole number. Give one such as 3 or \N{MINUS SIGN}1."),
        ("combat-value", "", "Give an answer first, then check it."),
        ("march-discover", "", "Give an answer first, then check it."),
        ("leader-fate", "14", "Give a fraction (5/36), a percentage (13.9%) or a decimal from 0 to 1"),
        ("march-discover", "Atlantis", "'Atlantis' is not a space of this map"),
        ("plunder-where", "moon", "'moon' is not one of the choices: "),
        ("card-name", " ", "Give a word"),
        ("card-name", None, "Give a word"),
    ],
)
def test_bad_input_says_what_is_allowed(exercise_id: str, answer: object, message: str) -> None:
    verdict = check(exercise_id, answer)
    assert not verdict.right
    assert not verdict.understood
    assert message in verdict.message


# Progress --------------------------------------------------------------------------------------------------------


def solve(progress: Progress) -> None:
    foot, horse, cannon = facts("combat-value", progress.reader)["units"]
    assert progress.answer("combat-value", 2 * foot + 8 * horse + 3 * cannon).right


def test_progress_is_kept_and_what_is_solved_stays_solved(tmp_path: Path) -> None:
    progress = Progress("Ana", tmp_path)
    assert not progress.answer("combat-value", 1).right
    assert not progress.answer("combat-value", "many").understood
    assert (progress.tried("combat-value").tries, progress.solved("combat-value")) == (1, False)
    solve(progress)
    progress.answer("combat-value", 1)
    again = Progress("Ana", tmp_path)
    assert (again.tried("combat-value").tries, again.solved("combat-value")) == (3, True)
    assert not Progress("Ben", tmp_path).solved("combat-value")


def test_progress_without_a_name_is_not_written(tmp_path: Path) -> None:
    progress = Progress("", tmp_path)
    solve(progress)
    assert progress.solved("combat-value")
    assert progress.path is None
    assert list(tmp_path.iterdir()) == []


def test_any_name_makes_a_harmless_file_name(tmp_path: Path) -> None:
    for name in ("../../etc/passwd", STRANGE, "名前", "a/b\\c\0"):
        solve(Progress(name, tmp_path / "here"))
    assert all(path.name.endswith(".json") and len(path.stem) == 16 for path in (tmp_path / "here").glob("[!.]*"))
    assert len(list((tmp_path / "here").glob("[!.]*"))) == 4
    with pytest.raises(SetupError, match="at most 200 characters"):
        Progress("x" * 201, tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[1]",
        b'{"format": "other", "version": 1, "reader": "Ana", "exercises": {}}',
        b'{"format": "conquistadors-progress", "version": 2, "reader": "Ana", "exercises": {}}',
        b'{"format": "conquistadors-progress", "version": 1, "reader": "Ana", "exercises": {"x": {"tries": "1"}}}',
        b"[" * 100_000,
    ],
)
def test_a_broken_file_is_kept_aside_with_a_clear_message(tmp_path: Path, content: bytes) -> None:
    path = Progress("Ana", tmp_path).path
    assert path is not None
    for number in (1, 2):
        path.write_bytes(content)
        progress = Progress("Ana", tmp_path)
        kept = path.with_suffix(f".broken-{number}.json")
        assert "cannot be read" in progress.message
        assert kept.name in progress.message
        assert kept.read_bytes() == content, "nothing is lost"
    solve(progress)
    assert json.loads(path.read_text(encoding="utf-8"))["exercises"]["combat-value"]["solved"] is True
    assert Progress("Ana", tmp_path).message == ""


def test_a_folder_that_cannot_be_written_does_not_stop_the_lesson(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    progress = Progress("Ana", tmp_path / "file" / "folder")
    with pytest.warns(SaveWarning, match="could not be saved"):
        solve(progress)
    assert progress.solved("combat-value")


def test_progress_lies_beside_the_saved_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path / "saves"))
    assert progress_folder() == tmp_path / "progress"
