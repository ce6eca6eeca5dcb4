"""A room: who may answer what, how teams vote, what is saved, what can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots.preparing import make_ready
from conquistadors.engine.errors import IllegalAnswer, SaveError, SetupError, UndoError
from conquistadors.engine.requests import TABLE, Choice
from conquistadors.room.room import Room, Settings
from support.clocks import HandClock as Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


def opened(folder: Path, clock: Clock, **settings: Any) -> Room:
    """A voyage of two, Red and Blue."""
    game = cq.new_game("example", seed=5)
    room = Room(Settings("r1", **settings), game, folder, cq.__version__, clock)
    room.open()
    for person, seat in (("ana", "red"), ("ben", "blue")):
        room.sit(person, seat)
        room.arrive(person)
    return room


def asked(room: Room) -> tuple[str, int]:
    """Who is asked, by the name of the first of the team, and the number of the question."""
    assert isinstance(room.game.pending, Choice)
    seat = room.game.pending.who
    number = room.screen(seat, "en").question
    assert number is not None
    return room.team(seat)[0], number


def given(room: Room) -> list[object]:
    """What people have answered so far, up to the first who could only pass."""
    return [answer.value for answer in room.game.answers if not answer.auto]


def seen(room: Room) -> list[object]:
    """All that anybody sees."""
    screens = [room.screen(seat, language) for seat in (*room.game.rules.seats, None) for language in ("en", "ja")]
    return [(s.prompt, s.question, s.can_undo, s.view.options, s.view.lines, s.view.position.key()) for s in screens]


# Who answers -----------------------------------------------------------------------------------------------------


def test_only_who_is_asked_answers_and_only_this_question(tmp_path: Path, clock: Clock) -> None:
    room = opened(tmp_path, clock)
    person, number = asked(room)
    assert person == "ana"
    option = room.game.options[0].id
    before = seen(room)
    for who, question, answer in (
        ("ben", number, option),
        ("eva", number, option),
        ("ana", number + 1, option),
        ("ana", number - 1, option),
        ("ana", str(number), option),
        ("ana", True, option),
        ("ana", None, option),
        ("ana", number, "sail home"),
        ("ana", number, None),
        ("ana", number, ["pass"]),
    ):
        with pytest.raises(IllegalAnswer):
            room.answer(who, question, answer)
    assert seen(room) == before
    room.answer("ana", number, option)
    with pytest.raises(IllegalAnswer):
        room.answer("ana", number, option)


def test_a_question_is_counted_by_its_seat_alone(tmp_path: Path, clock: Clock) -> None:
    """However often others are asked: a number that counts all questions would tell of them."""
    room = opened(tmp_path, clock, window_seconds=0)
    met: dict[str, list[int]] = {"ana": [], "ben": []}
    random = Random(3)
    while isinstance(room.game.pending, Choice):
        person, number = asked(room)
        met[person].append(number)
        room.answer(person, number, random.choice(room.game.options).id)
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in met.values())
    assert len(met["ana"]) > 3
    assert room.screen("red", "en").question is None


def test_the_table_is_answered_for_by_the_teacher_or_by_who_is_alone(tmp_path: Path, clock: Clock) -> None:
    room = opened(tmp_path, clock)
    assert room.look_of("ana") == "red"
    assert room.look_of("eva") is None
    assert room.look_of("teacher", teacher=True) == TABLE
    assert room.screen(TABLE, "en").question is None, "nothing of what Red is asked"
    assert not room.screen(TABLE, "en").view.options


def test_each_seat_is_told_in_its_language(tmp_path: Path, clock: Clock) -> None:
    room = opened(tmp_path, clock)
    prompts = {room.screen("blue", language).prompt for language in ("en", "fr", "ja")}
    assert len(prompts) == 3
    assert room.game.language == "en"


# Teams -----------------------------------------------------------------------------------------------------------


def team_of_three(folder: Path, clock: Clock, **settings: Any) -> Room:
    room = opened(folder, clock, **settings)
    for person in ("eva", "rui"):
        room.sit(person, "red")
        room.arrive(person)
    return room


def test_a_team_votes_and_two_windows_of_one_pupil_are_one_vote(tmp_path: Path, clock: Clock) -> None:
    room = team_of_three(tmp_path, clock)
    _, number = asked(room)
    one, other = room.game.options[0].id, room.game.options[1].id
    for answer in (one, other, one):
        room.answer("ana", number, answer)
    ballot = room.ballot("eva")
    assert ballot is not None
    assert (dict(ballot.votes), ballot.mine, ballot.voted, ballot.members) == ({one: 1}, None, 1, 3)
    assert room.ballot("ben") is None, "how others vote is their own affair"
    assert room.ballot("teacher") is None
    assert not given(room)
    room.answer("eva", number, one)
    assert given(room) == [one]


def test_the_clock_ends_a_vote_and_so_does_the_teacher(tmp_path: Path, clock: Clock) -> None:
    room = team_of_three(tmp_path, clock, vote_seconds=30)
    _, number = asked(room)
    assert room.alarm is None, "it runs from the first vote on"
    with pytest.raises(IllegalAnswer, match="nobody"):
        room.end_vote()
    option = room.game.options[1].id
    room.answer("rui", number, option)
    clock.pass_by(29.0)
    room.time_is_up()
    assert not given(room)
    clock.pass_by(1.0)
    room.time_is_up()
    assert given(room) == [option]
    again = team_of_three(tmp_path / "again", clock)
    again.answer("rui", asked(again)[1], option)
    again.end_vote()
    assert given(again) == [option]


def test_a_team_whose_members_leave_can_still_decide(tmp_path: Path, clock: Clock) -> None:
    room = team_of_three(tmp_path, clock, vote_seconds=0)
    _, number = asked(room)
    option = room.game.options[0].id
    room.answer("rui", number, option)
    room.leave("ana")
    assert not given(room)
    room.leave("eva")
    assert given(room) == [option]
    assert room.team("red") == ["ana", "eva", "rui"], "they have their seats when they come back"


def test_while_a_room_is_paused_nothing_is_answered_and_no_clock_runs(tmp_path: Path, clock: Clock) -> None:
    room = team_of_three(tmp_path, clock, vote_seconds=30)
    _, number = asked(room)
    option = room.game.options[0].id
    room.answer("rui", number, option)
    clock.pass_by(10.0)
    room.pause()
    clock.pass_by(100.0)
    room.time_is_up()
    room.leave("ana")
    room.leave("eva")
    with pytest.raises(IllegalAnswer, match="paused"):
        room.answer("eva", number, option)
    with pytest.raises(IllegalAnswer, match="paused"):
        room.end_vote()
    room = Room.read(room.path, cq.__version__, clock)
    assert room.paused
    assert not given(room)
    room.go_on()
    ballot = room.ballot("rui")
    assert ballot is not None
    assert ballot.left == 20.0


# Saves -----------------------------------------------------------------------------------------------------------


def test_after_every_answer_it_can_be_read_again_with_the_same_screens_and_votes(tmp_path: Path, clock: Clock) -> None:
    """What a process that is killed leaves behind."""
    room = team_of_three(tmp_path, clock, window_seconds=0)
    random = Random(8)
    for step in range(60):
        if not isinstance(room.game.pending, Choice):
            break
        _, number = asked(room)
        team = room.team(room.game.pending.who)
        room.answer(random.choice(team), number, random.choice(room.game.options).id)
        again = Room.read(room.path, cq.__version__, clock)
        again.present = set(room.present)
        assert seen(again) == seen(room), step
        assert again.game.answers == room.game.answers
        assert again.roles == room.roles
        assert [again.ballot(each) for each in room.roles] == [room.ballot(each) for each in room.roles]
    assert step > 20


def test_killed_between_the_two_files_no_answer_is_lost_or_doubled(tmp_path: Path, clock: Clock) -> None:
    room = team_of_three(tmp_path, clock)
    _, number = asked(room)
    option = room.game.options[0].id
    room.answer("ana", number, option)
    before = room.path.read_bytes()
    room.answer("eva", number, option)
    room.path.write_bytes(before)  # the game was saved, the room was not
    again = Room.read(room.path, cq.__version__, clock)
    assert again.game.answers == room.game.answers
    assert seen(again) == seen(room)
    with pytest.raises(IllegalAnswer):
        again.answer("rui", number, option)


@pytest.mark.parametrize("text", ["", "[]", "{}", "\x00", '{"format": "conquistadors-room"}'])
def test_a_file_that_is_no_room_is_told(tmp_path: Path, clock: Clock, text: str) -> None:
    path = tmp_path / "r.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SaveError, match=r"r\.json"):
        Room.read(path, cq.__version__, clock)


@pytest.mark.parametrize(
    "change",
    [
        lambda room: room.update(save=f"../saves/{room['save']}"),
        lambda room: room["settings"].update(id="../elsewhere"),
        lambda room: room["settings"].update(vote_seconds=10**400),
        lambda room: room["settings"].update(window_seconds=-1),
        lambda room: room.update(ends=10**400),
    ],
    ids=["save", "id", "vote", "window", "ends"],
)
def test_a_room_leads_nowhere_else_and_to_no_time_that_a_clock_cannot_show(
    tmp_path: Path, clock: Clock, change: Callable[[dict[str, Any]], None]
) -> None:
    room = opened(tmp_path, clock)
    document = json.loads(room.path.read_text(encoding="utf-8"))
    change(document)
    room.path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(SaveError, match=room.path.name):
        Room.read(room.path, cq.__version__, clock)


def test_a_vote_for_what_is_not_offered_is_none(tmp_path: Path, clock: Clock) -> None:
    room = team_of_three(tmp_path, clock)
    _, number = asked(room)
    room.answer("ana", number, room.game.options[0].id)
    document = json.loads(room.path.read_text(encoding="utf-8"))
    document["votes"] = [["ana", "all of it"], ["eva", "all of it"]]
    room.path.write_text(json.dumps(document), encoding="utf-8")
    again = Room.read(room.path, cq.__version__, clock)
    again.leave("nobody")
    assert not again.voting
    assert again.game.answers == room.game.answers


# Undo, bots ------------------------------------------------------------------------------------------------------


def test_ones_own_last_decision_is_taken_back_only_while_nobody_has_acted(tmp_path: Path, clock: Clock) -> None:
    game = cq.new_game("basic", seats=2, seed=5)
    make_ready(game)
    room = Room(Settings("r4"), game, tmp_path, cq.__version__, clock)
    room.open()
    assert game.pending is not None
    first, second = (game.pending.who, *[seat for seat in room.seats if seat != game.pending.who])
    room.sit("ana", first)
    room.sit("ben", second)
    assert not room.screen(first, "en").can_undo, "it was not Ana who made the set-up"
    room.answer("ana", asked(room)[1], next(o.id for o in game.options if o.verb == "activate"))
    assert room.screen(first, "en").can_undo
    assert not room.screen(second, "en").can_undo
    number = asked(room)[1]
    with pytest.raises(UndoError):
        room.undo("ben")
    with pytest.raises(UndoError):
        room.undo("eva")
    count = len(room.game.answers)
    room.undo("ana")
    assert len(room.game.answers) < count
    assert asked(room) == ("ana", number + 1), "another question: what was meant for the old one is stale"


def test_the_teacher_takes_anything_back(tmp_path: Path, clock: Clock) -> None:
    room = opened(tmp_path, clock, window_seconds=0)
    random = Random(2)
    for _ in range(12):
        person, number = asked(room)
        room.answer(person, number, random.choice(room.game.options).id)
    given = sum(not answer.auto for answer in room.game.answers)
    for _ in range(given):
        room.step_back()
    assert not [answer for answer in room.game.answers if not answer.auto]
    assert room.game.undo_policy == "fair"
    with pytest.raises(UndoError):
        room.step_back()
    assert Room.read(room.path, cq.__version__, clock).game.answers == room.game.answers


def test_a_bot_sits_where_nobody_does(tmp_path: Path, clock: Clock) -> None:
    room = opened_with_bot(tmp_path, clock)
    with pytest.raises(SetupError):
        room.sit("ben", "blue")
    room.answer("ana", asked(room)[1], room.game.options[-1].id)
    while room.bot_answers():
        pass
    assert isinstance(room.game.pending, Choice)
    assert room.game.pending.who == "red"


def opened_with_bot(folder: Path, clock: Clock) -> Room:
    room = Room(Settings("r2", bots={"blue": "random"}), cq.new_game("example", seed=5), folder, "0.2.0", clock)
    room.open()
    room.sit("ana", "red")
    return room


def test_a_bot_for_a_seat_that_is_not_there_is_refused(tmp_path: Path, clock: Clock) -> None:
    with pytest.raises(SetupError, match="purple"):
        Room(Settings("r3", bots={"purple": "random"}), cq.new_game("example"), tmp_path, "0.2.0", clock)
