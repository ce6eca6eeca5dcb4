"""What pages are sent and may ask for, without a socket: scenes, votes, still screens, games of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.games import kits
from conquistadors.room.room import WINDOW_SECONDS, Screen
from conquistadors.room.school import games_alone
from conquistadors_class import teaching
from conquistadors_class.hall import AWAY, Hall, all_tables
from support.halls import Page, Waiting, hall_in


@pytest.fixture
def class_(tmp_path: Path) -> Iterator[tuple[Hall, Waiting]]:
    hall, waiting = hall_in(tmp_path)
    yield hall, waiting
    hall.school.close()


def whole(page: Page) -> list[bool]:
    """Of each scene that a page was sent, whether it was the whole one."""
    scenes = [json.loads(text) for text in page.sent]
    return [bool(each.get("whole")) for each in scenes if each["do"] == "scene"]


@pytest.mark.parametrize("scenario", [scenario.id for kit in kits() for scenario in kit.scenarios])
def test_every_game_is_shown_and_played(class_: tuple[Hall, Waiting], scenario: str) -> None:
    """A room knows no game: whatever is registered has its maps, its panels and its answers."""
    hall, waiting = class_
    room = hall.school.make_room(scenario, people=["ana"], bots="random")
    page = Page(hall, "ana", room.id, language="ja")
    for _ in range(6):
        waiting.pass_by(WINDOW_SECONDS + 1)  # if somebody might have reacted, screens stood still so long
        if not page.asked:
            break
        page.answer()
    waiting.pass_by(WINDOW_SECONDS + 1)
    assert page.scene["story"]
    assert any(name.startswith("map-") for name in page.scene)
    key = page.scene["map-0"]["ground"]
    assert str(hall.grounds.svg(key)).startswith("<svg")
    assert hall.grounds.spaces(key)


def test_first_the_whole_scene_then_what_changed_and_the_whole_again_after_a_break(
    class_: tuple[Hall, Waiting],
) -> None:
    hall, _ = class_
    room = hall.school.make_room("example", people=["ana", "ben"], window_seconds=0)
    ana, ben = Page(hall, "ana", room.id), Page(hall, "ben", room.id)
    ana.answer("sail coast")
    assert whole(ana) == [True, False]
    assert max(map(len, ana.sent[1:])) < len(ana.sent[0])
    again = Page(hall, "ana", room.id)
    assert whole(again) == [True]
    assert again.scene == ana.scene
    assert ben.scene != ana.scene


def test_a_scene_is_made_once_for_all_who_see_the_same(
    class_: tuple[Hall, Waiting], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, _ = class_
    room = hall.school.make_room("example", people=["ana", "ben"], window_seconds=0)
    pages = [Page(hall, person, room.id) for person in ("ana", "ana", "ben", "eva", "rui")]
    made: list[object] = []
    screen = room.screen

    def counted(seat: str | None, language: str) -> Screen:
        made.append((seat, language))
        return screen(seat, language)

    monkeypatch.setattr(room, "screen", counted)
    pages[0].answer("sail coast")
    assert set(made) == {("red", "en"), ("blue", "en"), (None, "en")}
    assert len(made) == 3


def test_the_clock_of_a_vote_runs_out(class_: tuple[Hall, Waiting]) -> None:
    hall, waiting = class_
    room = hall.school.make_room("example", seats=2, people=["ana", "ben", "eva"], vote_seconds=30)
    ana, eva = Page(hall, "ana", room.id), Page(hall, "eva", room.id)
    ana.answer("prepare")
    assert json.loads(eva.sent[-1])["votes"] == {"prepare": 1}
    before = ana.asked["number"]
    waiting.pass_by(31)
    assert ana.asked.get("number") != before


def test_whoever_has_left_does_not_hold_the_team_up_but_a_reload_is_no_leaving(class_: tuple[Hall, Waiting]) -> None:
    hall, waiting = class_
    room = hall.school.make_room("example", seats=2, people=["ana", "ben", "eva"], vote_seconds=0)
    ana, eva = Page(hall, "ana", room.id), Page(hall, "eva", room.id)
    ana.answer("prepare")
    eva.leave()
    again = Page(hall, "eva", room.id)
    waiting.pass_by(AWAY + 1)
    assert ana.asked
    again.leave()
    waiting.pass_by(AWAY + 1)
    assert "prepare" in [answer.value for answer in room.game.answers]


def test_a_window_that_closes_early_is_seen_late(class_: tuple[Hall, Waiting]) -> None:
    hall, waiting = class_
    room = hall.school.make_room("example", people=["ana", "ben"], window_seconds=5)
    ana, ben, watcher = (Page(hall, person, room.id) for person in ("ana", "ben", "eva"))
    ana.answer("sail open")
    assert "pass" in [answer[0] for answer in ben.asked["answers"]]
    counted = [len(page.sent) for page in (ana, ben, watcher)]
    ben.answer("pass")
    assert [len(page.sent) for page in (ana, ben, watcher)] == counted, "nobody sees how soon he has passed"
    waiting.pass_by(4)
    assert [len(page.sent) for page in (ana, ben, watcher)] == counted
    waiting.pass_by(1.5)
    assert len(ana.sent) > counted[0]
    assert not ben.asked


def test_odds_in_a_line(class_: tuple[Hall, Waiting]) -> None:
    hall, _ = class_
    room = hall.school.make_room("example", people=["ana", "ben"])
    (told,) = Page(hall, "ana", room.id).do("odds", answer="sail open")
    assert "%" in told["html"]


def test_games_of_ones_own_and_challenges(class_: tuple[Hall, Waiting]) -> None:
    hall, _ = class_
    page = Page(hall, "ana")
    went = page.do("open", scenario=games_alone()[0])[-1]
    assert went["do"] == "go"
    listed = json.loads(page.sent[-2])
    page.do("put-away", room=went["room"])
    assert went["room"] in json.dumps(listed)
    assert went["room"] not in page.sent[-1]
    assert page.do("open", scenario="example")[-1]["do"] == "refused"
    teacher = Page(hall, "teacher", teacher=True)
    teacher.do("challenge", scenario=games_alone()[0], title="Monday", seed=7)
    challenge = json.loads(page.sent[-1])["challenges"][0]
    room = page.do("take-up", challenge=challenge["id"])[-1]["room"]
    assert page.do("put-away", room=room)[-1]["do"] == "refused"
    results = json.loads(teacher.sent[-1])["challenges"][0]["results"]
    assert [each["name"] for each in results] == ["Ana"]


def test_what_the_teacher_does(class_: tuple[Hall, Waiting]) -> None:
    hall, _ = class_
    teacher = Page(hall, "teacher", teacher=True)
    made = teacher.do("make", scenario="example", seats=3, people=["ana", "ben"], bots="random", window_seconds=0)
    room = hall.school.rooms[made[-1]["room"]]
    assert room.settings.bots == {"green": "random"}
    ana = Page(hall, "ana", room.id)
    assert ana.asked
    teacher.do("sit", room=room.id, person="ana", seat="")
    assert not ana.asked
    assert ana.scene["head"]["seat"] is None
    teacher.do("sit", room=room.id, person="ana", seat="red")
    teacher.do("pause", room=room.id)
    assert ana.scene["head"]["paused"]
    assert ana.answer()[-1]["do"] == "refused"
    teacher.do("pause", room=room.id)
    assert ana.answer("prepare")[-1]["do"] != "refused"
    count = len(room.game.answers)
    teacher.do("back", room=room.id)
    assert len(room.game.answers) < count
    for wrong in ({"scenario": "chess"}, {"seats": 40}, {"seats": "3"}, {"bots": "search"}, {"vote_seconds": -1}):
        message = {"scenario": "example", "seats": 2, **wrong}
        assert teacher.do("make", **message)[-1]["do"] == "refused"
    assert teacher.do("sit", room=room.id, person="nobody", seat="red")[-1]["do"] == "refused"
    teacher.do("close", room=room.id)
    assert json.loads(ana.sent[-1]) == {"do": "go", "room": ""}
    with pytest.raises(SetupError):
        hall.school.room(room.id, "ana")


def test_names_are_no_formulas_in_a_spreadsheet(class_: tuple[Hall, Waiting]) -> None:
    hall, _ = class_
    hall.school.meet({"=1+1": '=HYPERLINK("x")'})
    assert "\n'=1+1,\"'=HYPERLINK" in teaching.as_csv(hall).replace("\r", "")


def test_the_look_ahead_sits_at_no_table_of_a_class() -> None:
    assert all("search" not in each["bots"] for each in all_tables("en"))
