"""What the teacher sees and does: rooms, seats, votes, challenges, and who has solved what."""

from __future__ import annotations

import csv
from collections.abc import Awaitable, Callable
from io import StringIO
from typing import TYPE_CHECKING, Any

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.requests import Choice
from conquistadors.engine.texts import error_text
from conquistadors.games import play_of
from conquistadors.room.room import Room
from conquistadors_class.screens import Parts, written

if TYPE_CHECKING:
    from conquistadors_class.hall import Client, Hall

Deed = Callable[["Client", dict[str, Any]], Awaitable[None]]
ROOM_TIMES = {"vote_seconds": 600, "window_seconds": 30}
"""What can be set for a room in seconds, and how long at most."""
FORMULAS = "=+-@\t\r"
"""How a cell begins that a spreadsheet would carry out."""


def overview(hall: Hall, client: Client) -> Parts:
    """The teacher's page: everything but what the seats hold."""
    from conquistadors_class.hall import all_tables, alone, title_of

    school, language = hall.school, client.language
    here = {each.person for each in hall.clients}
    return {
        "people": [
            {"id": person, "name": name, "here": person in here} | _solved(hall, person)
            for person, name in school.people.items()
        ],
        "shared": [hall.listed(room, language) | _sitting(room, language) for room in school.shared_rooms()],
        "challenges": [
            {
                "id": each.id,
                "title": each.title,
                "game": title_of(each.scenario, language),
                "results": results(hall, each.id),
            }
            for each in school.challenges.values()
        ],
        "tables": all_tables(language),
        "alone": alone(language),
        "exercises": sum(len(ids) for ids in school.all_exercises().values()),
        "trouble": school.trouble,
    }


def _sitting(room: Room, language: str) -> Parts:
    names = room.game.teller(language).names
    asked = room.game.pending
    waits = room.game.view(None).waits_for
    voting = waits is not None and isinstance(asked, Choice) and room.voting
    return {
        "seats": [
            {"seat": seat, "name": names[seat], "team": room.team(seat), "bot": room.settings.bots.get(seat, "")}
            for seat in room.game.rules.seats
        ],
        "waits": names.get(waits, "") if waits else "",
        "voting": voting,
        "answers": len([given for given in room.game.answers if not given.auto]) if waits else None,
    }


def _solved(hall: Hall, person: str) -> Parts:
    progress = hall.school.progress(person)
    tried = {each: progress.tried(each) for ids in hall.school.all_exercises().values() for each in ids}
    return {
        "solved": sum(each.solved for each in tried.values()),
        "tried": {name: [each.tries, each.solved] for name, each in tried.items() if each.tries},
    }


def results(hall: Hall, challenge: str) -> list[Parts]:
    """How everybody who has taken up a challenge stands, the best first."""
    found = []
    for room in hall.school.rooms.values():
        if room.settings.challenge == challenge:
            rules, position = room.game.rules, room.game.position
            points = play_of(rules).counts(position, rules.seats[0]).get("points")
            name = hall.school.people.get(room.settings.owner, room.settings.owner)
            turn = play_of(rules).turn(position)
            over = room.game.ending is not None
            found.append({"person": room.settings.owner, "name": name, "points": points, "turn": turn, "over": over})
    return sorted(found, key=lambda each: (-(each["points"] or 0), str(each["name"])))


def as_csv(hall: Hall) -> str:
    """Who has solved which exercise with how many tries, a row for each try that counts; names are never formulas."""
    out = StringIO()
    rows = csv.writer(out)
    exercises = [each for ids in hall.school.all_exercises().values() for each in ids]
    rows.writerow(["id", "name", "solved", "tries", *exercises])
    for person, name in hall.school.people.items():
        progress = hall.school.progress(person)
        tried = [progress.tried(each) for each in exercises]
        cells = [(f"{each.tries}" if each.solved else f"({each.tries})") if each.tries else "" for each in tried]
        total = [sum(each.solved for each in tried), sum(each.tries for each in tried)]
        rows.writerow([_cell(person), _cell(name), *total, *cells])
    return out.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text[:1] in FORMULAS else text


def deeds_of_teacher(hall: Hall) -> dict[str, Deed]:
    """What only the teacher can do."""
    school = hall.school

    def room_of(message: dict[str, Any]) -> Room:
        room = school.rooms.get(str(message.get("room")))
        if room is None or room.settings.owner:
            raise SetupError(error_text("room.unknown"))
        return room

    async def make(client: Client, message: dict[str, Any]) -> None:
        from conquistadors_class.hall import LOOK_AHEAD

        bots, seats = str(message.get("bots") or ""), message.get("seats")
        if bots == LOOK_AHEAD or not (seats is None or type(seats) is int):
            raise SetupError(error_text("room.unclear"))
        given = [name for name in ROOM_TIMES if name in message]
        times: dict[str, Any] = {name: _seconds(message[name], ROOM_TIMES[name]) for name in given}
        people = message.get("people")
        spread = [each for each in map(str, people if isinstance(people, list) else ()) if each in school.people]
        scenario, title = str(message.get("scenario")), str(message.get("title") or "")
        room = school.make_room(scenario, title=title, seats=seats, bots=bots, people=spread, **times)
        await hall.changed(room)
        hall.tell_all()
        client.send(written({"do": "made", "room": room.id}))

    async def sit(_: Client, message: dict[str, Any]) -> None:
        room, person, seat = room_of(message), str(message.get("person")), message.get("seat")
        if person not in school.people:
            raise SetupError(error_text("room.nobody", wanted=short_repr(person)))
        room.sit(person, str(seat) if seat else None)
        await hall.changed(room)

    async def pause(_: Client, message: dict[str, Any]) -> None:
        room = room_of(message)
        (room.go_on if room.paused else room.pause)()
        await hall.changed(room)

    async def end_vote(_: Client, message: dict[str, Any]) -> None:
        room = room_of(message)
        room.end_vote()
        await hall.changed(room)

    async def back(_: Client, message: dict[str, Any]) -> None:
        room = room_of(message)
        room.step_back()
        await hall.changed(room)

    async def close(_: Client, message: dict[str, Any]) -> None:
        room = room_of(message)
        school.close_room(room.id)
        hall.shut(room)

    async def challenge(_: Client, message: dict[str, Any]) -> None:
        seed = message.get("seed")
        chosen = seed if type(seed) is int and 0 <= seed < 10**12 else None
        school.challenge(str(message.get("scenario")), str(message.get("title") or ""), chosen)
        hall.tell_all()

    return {
        "make": make,
        "sit": sit,
        "pause": pause,
        "end-vote": end_vote,
        "back": back,
        "close": close,
        "challenge": challenge,
    }


def _seconds(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise SetupError(error_text("room.unclear"))
    return value
