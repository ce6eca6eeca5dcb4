"""The files of a class that somebody has changed, and whatever a page may ask for: a sentence, or it goes on."""

from __future__ import annotations

import errno
import json
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from attacks.nasty import HUGE, LONG
from conquistadors.engine import files, saves
from conquistadors.engine.errors import ConquistadorsError
from conquistadors.engine.requests import Choice
from conquistadors.games import kits
from conquistadors.room import room as rooms
from conquistadors.room import school as schools
from conquistadors.room.room import Room
from conquistadors.room.school import School, games_alone
from conquistadors_class.hall import Hall
from support.attacks import craft, mutate
from support.clocks import HandClock
from support.halls import Page, Waiting, hall_in
from support.sizes import size

FILES: Final = size("CLASS_FILES", thin=30, soak=2000)
"""So many files of a class are changed."""
MESSAGES: Final = size("CLASS_MESSAGES", thin=120, soak=5000)
"""So many messages come from pages, in a class with a room of every game."""
LONGEST_WHY: Final = 2000
SCENARIOS: Final = [scenario.id for kit in kits() for scenario in kit.scenarios]
PEOPLE: Final = ("ana", "ben", "eva", "rui")
STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 3, 0.5, HUGE, -HUGE, "", "x", LONG, "\x00\n", "<b>x</b>", "../../x", "\ud800"),
    *([], {}, [1], ["x"], [None], {"a": []}, [[]], {"": 0}, {"red": "ana"}),
)


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """For every scenario a class with a room in the middle of a vote, and a game of Ana's own."""
    found = []
    for number, scenario in enumerate(SCENARIOS):
        folder = tmp_path_factory.mktemp("class")
        school = School(folder, HandClock())
        school.meet({person: person.title() for person in PEOPLE})
        room = school.make_room(scenario, bots="random", people=PEOPLE[:2], window_seconds=0)
        room.sit("eva", room.seats[0])
        while room.bot_answers():
            pass
        asked = room.game.pending
        if isinstance(asked, Choice) and room.look_of("ana") == asked.who:
            room.answer("ana", room.screen(asked.who, "en").question, room.game.options[0].id)
        school.challenge(games_alone()[-1], "Week 1", 5)
        if number < len(games_alone()):
            school.make_own("ana", games_alone()[number], ready=False)
        school.close()
        found.append(folder)
    return found


@pytest.mark.soak
def test_changed_files_of_a_class(classes: list[Path], tmp_path: Path) -> None:
    """One to three places of a room or of the list of the class are changed; whatever is read can be gone on with."""
    found = {"refused": 0, "played": 0}
    for number in range(FILES):
        random = Random(number)
        outer = tmp_path / str(number)
        folder = outer / "class"
        shutil.copytree(random.choice(classes), folder)
        paths = sorted(path for path in folder.rglob("*.json") if path.parent.name != "saves")
        path = random.choice(paths)
        document = json.loads(path.read_text(encoding="utf-8"))
        for _ in range(random.randint(1, 3)):
            random.choice([mutate, craft])(document, random)
        path.write_text(json.dumps(document), encoding="utf-8")
        before = elsewhere(outer, folder)
        try:
            found[attacked(folder, path, random)] += 1
        except ConquistadorsError as error:
            raise AssertionError(f"attack {number}: {error!r}") from error
        except Exception as error:
            error.add_note(f"in attack {number}")
            raise
        assert elsewhere(outer, folder) == before, f"attack {number}: something was written elsewhere"
        shutil.rmtree(outer)
    print(found)
    assert all(found.values())


def elsewhere(outer: Path, folder: Path) -> list[Path]:
    """What lies beside a class."""
    return sorted(path for path in outer.rglob("*") if not path.is_relative_to(folder))


def attacked(folder: Path, path: Path, random: Random) -> str:
    clock = HandClock()
    try:
        school = School(folder, clock)
    except ConquistadorsError:
        return "refused"
    try:
        waiting = Waiting(clock)
        hall = Hall(school, waiting)
        for person in PEOPLE:
            school.come(person)
        assert not [said for said in school.trouble if "\n" in said]
        others = {other.stem for other in folder.rglob("*.json") if other != path}
        for room in list(school.rooms.values()):
            if path == folder / "class.json" or room.id not in others:
                use(hall, waiting, room, random)
        return "refused" if school.trouble else "played"
    finally:
        school.close()


def use(hall: Hall, waiting: Waiting, room: Room, random: Random) -> None:
    """Look at a room, vote, wait, take back: as people do who know nothing of what happened to its file."""
    pages = [Page(hall, person, room.id) for person in PEOPLE if room.may_look(person)]
    teacher = Page(hall, "teacher", teacher=True)
    for _ in range(3):
        for page in pages:
            if page.asked:
                page.answer(random.choice(page.asked["answers"])[0])
        waiting.pass_by(100)
        for deed in ("pause", "pause", "end-vote", "back"):
            teacher.do(deed, room=room.id)
    for page in pages:
        page.do("undo")


@pytest.mark.soak
def test_whatever_a_page_asks_for(tmp_path: Path) -> None:
    """Deeds of pupils and of the teacher, with fields that fit, and others in their place."""
    hall, waiting = hall_in(tmp_path)
    for scenario in SCENARIOS:
        hall.school.make_room(scenario, bots="random", people=PEOPLE[:2])
    hall.school.challenge(games_alone()[-1], "Week 1", 5)
    random = Random(3)
    refused = 0
    with warnings.catch_warnings(action="ignore"):
        for _ in range(MESSAGES):
            rooms = hall.school.shared_rooms() or [hall.school.make_room("example", people=PEOPLE[:2])]
            room = random.choice(rooms)
            teacher = random.random() < 0.4
            page = Page(
                hall, "teacher" if teacher else random.choice(PEOPLE), random.choice(["", room.id]), teacher=teacher
            )
            deed, message = random.choice(list(messages(room, page, random)))
            for name in random.sample(sorted(message), min(len(message), random.randrange(3))):
                message[name] = random.choice(STRANGE)
            said = page.do(deed, **message)
            why = [each["why"] for each in said if "why" in each]
            assert not [each for each in why if len(each) > LONGEST_WHY or "\n" in each], (deed, message)
            refused += any(each["do"] == "refused" for each in said)
            page.leave()
            waiting.pass_by(random.choice([0, 1, 60]))
    assert 0 < refused < MESSAGES
    hall.school.close()
    again = School(tmp_path, HandClock())
    assert again.trouble == []
    again.close()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_full_disk_is_seen_by_everybody_and_nothing_is_lost_in_memory(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, _ = hall_in(tmp_path)
    room = hall.school.make_room(scenario, people=["ana"], bots="random", window_seconds=0, ready=False)
    ana, teacher = Page(hall, "ana", room.id), Page(hall, "teacher", teacher=True, language="fr")
    assert ana.scene["head"]["unsaved"] == ""
    saved = room.save_path.read_bytes()
    write = files.write_whole

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    for module in (saves, rooms, schools):
        monkeypatch.setattr(module, "write_whole", full)
    before = len(room.game.answers)
    ana.answer()
    assert len(room.game.answers) > before
    assert ana.scene["head"]["unsaved"] == "NOT SAVED: the disk is full"
    assert "NON ENREGISTRÉE" in json.loads(teacher.sent[-1])["shared"][0]["unsaved"]
    assert teacher.do("challenge", scenario=games_alone()[0])[-1]["why"] == "le disque est plein"
    assert room.save_path.read_bytes() == saved
    for module in (saves, rooms, schools):
        monkeypatch.setattr(module, "write_whole", write)
    teacher.do("pause", room=room.id)
    assert ana.scene["head"]["unsaved"] == ""
    hall.school.close()
    (again,) = School(tmp_path, HandClock()).shared_rooms()
    assert again.game.answers == room.game.answers


def messages(room: Room, page: Page, random: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a page may send, with fields that fit."""
    asked = page.asked if page.client.room else {}
    answer = random.choice(asked["answers"])[0] if asked else "pass"
    exercise = random.choice([each for ids in School.all_exercises().values() for each in ids])
    yield "answer", {"question": asked.get("number", 1), "answer": answer}
    yield "answer", {"question": asked.get("number", 1), "answer": answer}
    yield "undo", {}
    yield "look", {"space": "tlaxcala"}
    yield "odds", {"answer": answer}
    yield "exercises", {}
    yield "exercise", {"id": exercise}
    yield "hint", {"id": exercise}
    yield "solve", {"id": exercise, "answer": "1"}
    yield "open", {"scenario": random.choice(SCENARIOS)}
    yield "take-up", {"challenge": next(iter(page.hall.school.challenges), "")}
    yield "put-away", {"room": room.id}
    yield "make", {"scenario": random.choice(SCENARIOS), "seats": 2, "people": ["ana"], "bots": "random", "title": "x"}
    yield "make", {"scenario": "example", "vote_seconds": 5, "window_seconds": 2}
    yield "sit", {"room": room.id, "person": "eva", "seat": random.choice(room.seats)}
    yield "challenge", {"scenario": random.choice(SCENARIOS), "title": "x", "seed": 4}
    for deed in ("pause", "end-vote", "back", "close"):
        yield deed, {"room": room.id}
