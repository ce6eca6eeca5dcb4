"""Whatever somebody in a class tries over the network, they get what is theirs and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
import websocket
from tornado.web import create_signed_value

from conquistadors.room.school import games_alone
from conquistadors_class.roster import TEACHER
from support.classes import Line, ServedClass

EVERYBODY = ("", "enter", "style.css")
CLOSED = (
    "/api/kernels",
    "/api/contents",
    "/api/sessions",
    "/api/terminals",
    "/api/status",
    "/api/me",
    "/api",
    "/metrics",
    "/files/class.json",
    "/view/class.json",
    "/nbconvert/html/x.ipynb",
    "/lab",
    "/tree",
    "/login",
    "/logout",
    "/class/../class.json",
    "room/00000000",
    "room/../codes.json",
    "course/../../codes.json",
    "course/..%2f..%2fcodes.json",
    "course/%2e%2e/codes.json",
    "ground/0000000000000000.svg",
)


class Table:
    """A voyage of Ana and Ben, opened by the teacher."""

    def __init__(self, served: ServedClass) -> None:
        self.served = served
        self.teacher = served.sit(TEACHER)
        self.teacher.do("make", scenario="example", seats=2, people=["Ana", "Ben"], window_seconds=0)
        self.id = self.teacher.until("made")["room"]
        self.pages = {person: served.sit(person, self.id) for person in ("Ana", "Ben", "Eva")}
        for page in self.pages.values():
            page.until("scene")

    def refused(self, somebody: str, /, **message: object) -> str:
        """What somebody is told who tries this."""
        page = self.pages[somebody]
        page.do("answer", **message)
        return str(page.until("refused")["why"])


@pytest.fixture(scope="module")
def table(served: ServedClass) -> Iterator[Table]:
    made = Table(served)
    yield made
    for page in (*made.pages.values(), made.teacher):
        page.close()


# Coming in -------------------------------------------------------------------------------------------------------


def test_without_a_cookie_there_is_only_the_door(served: ServedClass) -> None:
    assert served.get("enter")[0] == 200
    for page in ("", "exercises", "course/", "sheet", "progress.csv", "room/00000000"):
        status, _, headers = served.get(page)
        assert status == 302, page
        assert "/class/enter" in headers["Location"]
    for page in CLOSED:
        assert served.get(page)[0] in (302, 403, 404), page


@pytest.mark.parametrize("code", ["", "aaaaaa", "teacher", "Ana", "' or 1=1", "0" * 10000, "\x00"])
def test_a_wrong_code_opens_nothing(served: ServedClass, code: str) -> None:
    assert served.enter(code=code) == ""


def test_a_code_may_be_typed_with_strokes_and_capitals(served: ServedClass) -> None:
    code = served.codes["Eva"]
    assert served.enter(code=f" {code[:3].upper()}-{code[3:]} ")


def test_the_door_does_not_open_for_another_page(served: ServedClass) -> None:
    """Without the token that the page of the door has, a foreign page cannot log anybody in."""
    assert served.post("enter", code=served.codes["Ana"])[0] == 403


@pytest.mark.parametrize("change", ["secret", "value", "signature"])
def test_a_forged_cookie_is_none(served: ServedClass, change: str) -> None:
    cookie = served.enter("Ana")
    assert served.get("", cookie)[0] == 200
    name, _, value = cookie.split(";")[0].partition("=")
    value = value.strip('"')
    signed = create_signed_value("our own secret", name, json.dumps([TEACHER, served.codes[TEACHER]])).decode()
    forged = {
        "secret": f'{name}="{signed}"',
        "value": f'{name}="{value[:-80]}{"A" * 10}{value[-70:]}"',
        "signature": f'{name}="{value[:-6]}000000"',
    }[change]
    assert served.get("", forged)[0] == 302
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        served.line(forged)


def test_a_token_is_no_key(served: ServedClass) -> None:
    """It would skip the check of the origin: only cookies count."""
    for token in (served.codes["Ana"], "", "x"):
        assert served.get(f"?token={token}")[0] == 302
        assert served.get("", Authorization=f"token {token}")[0] == 302


def test_a_socket_needs_a_cookie_and_a_page_of_ours(served: ServedClass) -> None:
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        served.line("")
    cookie = served.enter("Ana")
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        served.line(cookie, origin="http://evil.example")
    served.line(cookie).close()


# What the server has ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("person", ["Ana", TEACHER])
def test_nobody_finds_kernels_contents_files_or_figures(served: ServedClass, person: str) -> None:
    cookie = served.enter(person)
    for page in CLOSED:
        assert served.get(page, cookie)[0] in (400, 403, 404), page
    assert served.post("/api/kernels", cookie)[0] in (403, 404)


def test_the_teachers_pages_are_the_teachers(served: ServedClass) -> None:
    pupil, teacher = served.enter("Ana"), served.enter()
    for page in ("progress.csv", "sheet"):
        assert served.get(page, pupil)[0] == 403
        assert served.get(page, teacher)[0] == 200
    assert served.codes["Ben"] not in served.get("", pupil)[1]
    sheet = served.get("sheet", teacher)[1]
    assert "<b>Zoe</b>" not in sheet
    assert "&lt;b&gt;Zoe&lt;/b&gt;" in sheet
    assert served.codes[TEACHER] not in sheet


def test_a_pupil_does_nothing_that_the_teacher_does(served: ServedClass, table: Table) -> None:
    page = served.sit("Ben")
    heard = page.until("hall")
    assert "people" not in heard
    for deed in ("make", "sit", "pause", "end-vote", "back", "close", "challenge"):
        page.do(deed, room=table.id, scenario="example", person="Ben", seat="red")
        assert "understood" in page.until("refused")["why"]
    page.close()


def test_nothing_is_loaded_from_elsewhere(served: ServedClass) -> None:
    _, text, headers = served.get("", served.enter("Ana"))
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "http://" not in text.replace(served.root, "")
    assert "https://" not in text


# At the table ----------------------------------------------------------------------------------------------------


def test_the_seat_comes_from_identity_alone(table: Table) -> None:
    asked = table.pages["Ana"].asked()
    answer = asked["answers"][0][0]
    for more in ({}, {"seat": "red"}, {"person": "Ana"}, {"who": "red", "teacher": True}):
        assert "has nothing to choose now" in table.refused("Ben", question=asked["number"], answer=answer, **more)
        assert "watching" in table.refused("Eva", question=asked["number"], answer=answer, **more)


def test_a_stale_question_and_junk_are_refused(table: Table) -> None:
    page = table.pages["Ana"]
    asked = page.asked()
    answer = asked["answers"][0][0]
    strange_ones: list[object] = [asked["number"] + 1, asked["number"] - 1, None, "1", 1.5, [], {}, True, 10**30]
    for question in strange_ones:
        assert table.refused("Ana", question=question, answer=answer)
    for strange in ("", "sail home", None, 7, ["pass"], {"a": 1}, "x" * 5000):
        assert table.refused("Ana", question=asked["number"], answer=strange)
    for text in ("", "{", "[]", "null", "7", '{"do": 7}', '{"do": "fly"}', "[" * 3000, '{"do": "__init__"}'):
        page.socket.send(text)
        assert page.until("refused")["why"]
    page.do("odds", answer="sail home")
    assert page.until("refused")
    spaces: list[object] = ["../../codes", None, 7, ["0"], {"a": []}]
    for space in spaces:
        page.do("look", space=space)
        assert page.until("about")["lines"] == []
    wrong: object
    for wrong in json.loads('[null, [], {"a": 1}]'):
        page.do("solve", id=wrong, answer=wrong)
        assert page.until("refused")
        for deed, field in (("exercise", "id"), ("open", "scenario"), ("take-up", "challenge"), ("put-away", "room")):
            page.do(deed, **{field: wrong})
            assert page.until("refused")


def test_who_is_not_asked_is_weighed_nothing(table: Table) -> None:
    answer = table.pages["Ana"].asked()["answers"][0][0]
    for person in ("Ben", "Eva"):
        table.pages[person].do("odds", answer=answer)
        assert table.pages[person].until("refused")


def listen_to_the_end(line: Line) -> None:
    while line.socket.recv():  # nothing is heard once the server has closed it in due form
        pass
    line.socket.recv()


def test_a_message_that_is_too_long_ends_the_line_and_nothing_else(served: ServedClass, table: Table) -> None:
    line = served.sit("Eva", table.id)
    line.until("scene")
    line.socket.send("x" * 100_000)
    with pytest.raises((websocket.WebSocketConnectionClosedException, ConnectionError)):
        listen_to_the_end(line)
    line.close()
    assert served.get("enter")[0] == 200


def test_a_second_window_and_a_projector_see_what_is_theirs(served: ServedClass, table: Table) -> None:
    """Two windows of one pupil show one seat; what watches shows least, whoever has it open."""
    again, watching = served.sit("Ana", table.id), served.line(served.enter("Ana"), room=table.id, watch="1")
    assert again.until("scene")["parts"]["question"]
    assert watching.until("scene")["parts"]["question"] is None
    hand = watching.parts["tab-hand"]
    assert hand == table.pages["Eva"].parts["tab-hand"]
    assert hand != again.parts["tab-hand"]
    watching.do("answer", question=1, answer="prepare")
    assert watching.until("refused")
    again.close()
    watching.close()


# What is somebody's own ------------------------------------------------------------------------------------------


def own_game(served: ServedClass, person: str) -> tuple[str, Line]:
    page = served.sit(person)
    page.do("open", scenario=games_alone()[-1])
    return page.until("go")["room"], page


def test_other_peoples_games_cannot_be_opened(served: ServedClass) -> None:
    room, page = own_game(served, "Ana")
    ana, ben = served.enter("Ana"), served.enter("Ben")
    assert served.get(f"room/{room}", ana)[0] == 200
    assert served.get(f"room/{room}", ben)[0] == 404
    line = served.line(ben, room=room)
    assert line.next()["do"] == "gone"
    line.close()
    other = served.sit("Ben")
    assert room not in json.dumps(other.until("hall"))
    other.do("put-away", room=room)
    assert other.until("refused")
    page.close()
    other.close()


def test_equal_names_are_two_people(served: ServedClass) -> None:
    room, page = own_game(served, "Ana")
    assert served.codes["Ana"] != served.codes["Ana (2)"]
    namesake = served.enter("Ana (2)")
    assert served.get(f"room/{room}", namesake)[0] == 404
    assert "Ana" in served.get("", namesake)[1]
    page.close()


def test_what_others_have_solved_is_theirs(served: ServedClass) -> None:
    ana, ben = served.sit("Ana"), served.sit("Ben")
    ana.do("exercises")
    exercise = ana.until("exercises")["courses"][0]["exercises"][0]["id"]
    ana.do("exercise", id=exercise)
    asked = ana.until("exercise")
    assert asked["hint"] == ""
    answer = asked["choices"][0][0] if asked["choices"] else "1"
    ana.do("solve", id=exercise, answer=answer, person="Ben", reader="Ben")
    assert ana.until("verdict")["understood"]
    ben.do("exercises")
    solved = [each for course in ben.until("exercises")["courses"] for each in course["exercises"]]
    assert not any(each["tries"] for each in solved)
    csv = served.get("progress.csv", served.enter())[1]
    assert any(line.startswith("Ana,Ana") and line.split(",")[3] != "0" for line in csv.splitlines())
    ana.close()
    ben.close()
