"""`kill -9` after an answer: everybody comes back to the same scene, and no answer is lost or doubled."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from conquistadors_class.roster import TEACHER
from support.classes import Line, ServedClass
from support.sizes import size

KILLS = size("CLASS_KILLS", thin=1, soak=10)
PEOPLE = ("Ana", "Ben", "Eva")


def came_back(served: ServedClass, cookies: dict[str, str], room: str) -> dict[str, Line]:
    """Everybody with the cookie that they had, at their whole scene."""
    lines = {person: served.line(cookie, room=room) for person, cookie in cookies.items()}
    for line in lines.values():
        line.until("ballot")
    return lines


@pytest.mark.soak
def test_a_class_that_is_killed_goes_on_as_it_was(tmp_path: Path) -> None:
    random = Random(4)
    with ServedClass(tmp_path / "class", list(PEOPLE)) as served:
        teacher = served.sit(TEACHER)
        teacher.do("make", scenario="example", seats=2, people=list(PEOPLE), window_seconds=0, vote_seconds=0)
        room = teacher.until("made")["room"]
        cookies = {person: served.enter(person) for person in (*PEOPLE, TEACHER)}
        lines = came_back(served, cookies, room)
        for _ in range(KILLS):
            for _ in range(random.randint(1, 6)):  # Ana and Eva are a team, and vote
                who = next(person for person in PEOPLE if lines[person].parts.get("question"))
                asked = lines[who].parts["question"]
                old = asked["number"], asked["answers"][0][0]
                team = ("Ana", "Eva") if who in ("Ana", "Eva") else ("Ben",)
                for person in team:
                    lines[person].do("answer", question=old[0], answer=old[1])
                while (lines[who].parts.get("question") or {"number": 0})["number"] == old[0]:
                    lines[who].next()
                for line in lines.values():  # all have heard what the one who answered has heard
                    line.do("look", space="")
                    line.until("about")
                if not any(line.parts.get("question") for line in lines.values()):
                    return
            before = {person: line.scene() for person, line in lines.items()}
            served.kill()
            served.start()
            lines = came_back(served, cookies, room)
            assert {person: line.scene() for person, line in lines.items()} == before
            lines[who].do("answer", question=old[0], answer=old[1])
            assert lines[who].until("refused")
            assert lines[who].scene() == before[who]
