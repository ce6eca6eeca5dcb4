"""A class: rooms, games of one's own, challenges, exercises, all in one folder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conquistadors.engine.errors import SaveError, SetupError
from conquistadors.games import kits
from conquistadors.room.school import MOST_GAMES, School, games_alone, tables


@pytest.fixture
def school(tmp_path: Path) -> Iterator[School]:
    made = School(tmp_path)
    yield made
    made.close()


def again(school: School) -> School:
    school.close()
    return School(school.folder)


def test_every_game_has_tables(school: School) -> None:
    for kit in kits():
        for scenario in kit.scenarios:
            for count, options in tables(scenario.id).items():
                room = school.make_room(scenario.id, seats=count, ready=False)
                assert len(room.seats) == count, (scenario.id, options)
    assert len(tables("example")) > 1
    with pytest.raises(SetupError, match="players"):
        school.make_room("example", seats=40)


def test_a_shared_room_with_teams_and_bots(school: School) -> None:
    room = school.make_room("example", title=" Ocean ", seats=3, bots="random", people=["ana", "ben"])
    assert room.seats == ("red", "blue")
    crowded = school.make_room("example", seats=2, bots="random", people=["ana", "ben", "eva"])
    assert (crowded.team("red"), crowded.team("blue")) == (["ana", "eva"], ["ben"])
    school.close_room(crowded.id)
    (same,) = again(school).shared_rooms()
    assert (same.settings, same.roles) == (room.settings, room.roles)
    assert same.settings.title == "Ocean"


def test_ones_own_games_are_nobody_elses(school: School) -> None:
    room = school.make_own("ana", games_alone()[0])
    assert school.room(room.id, "ana") is room
    with pytest.raises(SetupError):
        school.room(room.id, "ben")
    assert school.room(room.id, "teacher", teacher=True) is room
    assert school.own_rooms("ben") == []
    for strange in ("", "no", None, 7, "../ana"):
        with pytest.raises(SetupError):
            school.room(strange, "ana")
    assert not room.screen(room.seats[0], "en").can_undo, "the set-up was not theirs"
    (same,) = again(school).own_rooms("ana")
    assert same.game.answers == room.game.answers


@pytest.mark.parametrize("person", ["../../etc", "a/b", ".", "", "アナ", "x" * 300, "Ana\N{COMBINING ACUTE ACCENT}"])
def test_whatever_somebody_is_called_their_folder_is_in_the_class(school: School, person: str) -> None:
    room = school.make_own(person, games_alone()[-1])
    assert room.folder.resolve().is_relative_to(school.folder.resolve() / "pupils")
    assert room.folder.parent == school.folder / "pupils"
    assert len({school.make_own(each, games_alone()[-1]).folder for each in ("Ana", "ana", "Ana ")}) == 3


def test_nobody_fills_the_memory_with_games(school: School) -> None:
    for _ in range(MOST_GAMES):
        last = school.make_own("ana", games_alone()[-1])
    with pytest.raises(SetupError, match=str(MOST_GAMES)):
        school.make_own("ana", games_alone()[-1])
    school.close_room(last.id)
    school.make_own("ana", games_alone()[-1])
    with pytest.raises(SetupError):
        school.make_own("ana", "example")


def test_a_challenge_has_the_same_dice_for_all_and_one_game_for_each(school: School) -> None:
    with pytest.raises(SetupError):
        school.challenge("example")
    made = school.challenge(games_alone()[0], "Monday")
    one, other = (school.take_up(person, made.id) for person in ("ana", "ben"))
    assert one.game.sources[0][1].seed == other.game.sources[0][1].seed == made.seed
    assert one.game.options == other.game.options
    assert school.take_up("ana", made.id) is one
    with pytest.raises(SetupError):
        school.take_up("ana", "other")
    later = again(school)
    assert later.challenges == {made.id: made}
    assert later.take_up("ana", made.id).id == one.id


@pytest.mark.parametrize(
    "change",
    [
        {"scenario": "moon"},
        {"scenario": "basic"},
        {"seed": -1},
        {"options": {"autosave": "elsewhere"}},
        {"options": {"pack": "."}},
    ],
    ids=str,
)
def test_a_challenge_that_nobody_can_take_up_is_told_and_the_others_are_there(
    school: School, change: dict[str, object]
) -> None:
    kept, broken = (school.challenge("solitaire", title) for title in ("Week 1", "Week 2"))
    path = school.folder / "class.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["challenges"][1] |= change
    path.write_text(json.dumps(document), encoding="utf-8")
    later = again(school)
    assert later.challenges == {kept.id: kept}
    assert [each.partition(":")[0] for each in later.trouble] == ["class.json"]
    with pytest.raises(SetupError):
        later.take_up("ana", broken.id)


def test_exercises_are_kept_for_each(school: School) -> None:
    exercise = next(iter(school.all_exercises().values()))[0]
    assert not school.solve("ana", exercise, "no such answer", "en").right
    assert school.solve("ana", exercise, "0", "fr").message
    later = again(school)
    assert later.progress("ana").tried(exercise).tries == school.progress("ana").tried(exercise).tries
    assert later.progress("ben").tried(exercise).tries == 0


def test_one_process_at_a_time_has_the_class_open(school: School) -> None:
    code = (
        f"from pathlib import Path; from conquistadors.room.school import School; School(Path({str(school.folder)!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "is in use" in done.stderr


def test_a_room_that_cannot_be_read_is_told_and_the_others_are_there(school: School) -> None:
    kept, broken = (school.make_room("example") for _ in range(2))
    broken.path.write_text("{", encoding="utf-8")
    later = again(school)
    assert [room.id for room in later.shared_rooms()] == [kept.id]
    assert broken.path.name in later.trouble[0]
    later.close()
    (school.folder / "class.json").write_text("{", encoding="utf-8")
    with pytest.raises(SaveError, match=r"class\.json"):
        School(school.folder)
