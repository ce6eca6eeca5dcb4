"""The hall: who has which page open, what each is sent, and what each asks for. It knows no socket.

A scene is made once for every seat and language that somebody looks at, and only what has changed is sent. Whoever
comes, or comes back, gets the whole.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from html import escape
from typing import Any, Final, Protocol

from conquistadors.engine.errors import ConquistadorsError, IllegalAnswer, SetupError
from conquistadors.engine.files import why
from conquistadors.engine.requests import Choice, Seat
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import LANGUAGES, error_text, speaking
from conquistadors.games import kit, kits, rules_for, scene_of
from conquistadors.odds.position import PositionOdds, position_work
from conquistadors.room.room import Room
from conquistadors.room.school import School, games_alone, tables
from conquistadors.teach.exercises import question, topic_of
from conquistadors_class import screens
from conquistadors_class.screens import Grounds, Parts, written
from conquistadors_class.words import words
from conquistadors_widgets import panels
from conquistadors_widgets.chart import headline_html

AWAY: Final = 10.0
"""For so many seconds somebody who has closed the page counts as there: they may only have loaded it anew."""
MOST_LINES: Final = 5
"""So many continuations of an answer are weighed in a list."""
LOOK_AHEAD: Final = "search"
"""The bot that thinks long: not at a table of a class, where all would wait for it."""


class Handle(Protocol):
    """Something that is going to happen."""

    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], object]], Handle]
"""Does something after so many seconds."""


@dataclass(eq=False)
class Client:
    """A page that somebody has open."""

    person: str
    send: Callable[[str], object]
    teacher: bool = False
    language: str = "en"
    room: str = ""
    """The room that it shows; none for a page that shows a list of them."""
    watching: bool = False
    """It shows what a watcher sees, whoever has it open: a projector."""
    stream: tuple[str, Seat | None, str] | None = None
    ballot: str = ""
    """What it was last told of a vote."""


@dataclass
class _Stream:
    """What everybody with the same screen has been sent."""

    parts: Parts = field(default_factory=dict)
    number: int = 0


class Hall:
    """All pages that are open, on one event loop with all games."""

    def __init__(self, school: School, later: Later) -> None:
        self.school = school
        self.grounds = Grounds()
        self.clients: list[Client] = []
        self._later = later
        self._streams: dict[tuple[str, Seat | None, str], _Stream] = {}
        self._alarms: dict[str, Handle] = {}
        self._odds: dict[tuple[str, int, str, str], str] = {}
        self._shown: dict[str, object] = {}
        """How each room was when it was last shown."""
        self._weighing = asyncio.Lock()
        self._told_hall: dict[int, str] = {}
        self._tasks: set[asyncio.Future[None]] = set()

    # Coming and going ------------------------------------------------------------------------------------------------

    async def enter(self, client: Client) -> None:
        """Somebody has opened a page; `SetupError` where there is no such room for them."""
        self.school.come(client.person)
        if client.room:
            room = self._room(client)
            self.clients.append(client)
            room.arrive(client.person)
            await self.changed(room)
        else:
            self.clients.append(client)
            self.tell_hall([client])

    def leave(self, client: Client) -> None:
        """Somebody has closed a page."""
        if client not in self.clients:
            return
        self.clients.remove(client)
        self._told_hall.pop(id(client), None)
        if client.stream is not None and not any(each.stream == client.stream for each in self.clients):
            self._streams.pop(client.stream, None)
        if client.room and not self._there(client.person, client.room):
            self._later(AWAY, lambda: self._gone(client.person, client.room))

    def _gone(self, person: str, room_id: str) -> None:
        room = self.school.rooms.get(room_id)
        if room is not None and not self._there(person, room_id):
            room.leave(person)
            self.publish(room)

    def _there(self, person: str, room_id: str) -> bool:
        return any(each.person == person and each.room == room_id for each in self.clients)

    def _room(self, client: Client) -> Room:
        return self.school.room(client.room, client.person, teacher=client.teacher)

    def _of(self, room: Room) -> list[Client]:
        return [client for client in self.clients if client.room == room.id]

    # What is sent ----------------------------------------------------------------------------------------------------

    def publish(self, room: Room) -> None:
        """Send everybody in a room what has changed for them, now or as soon as it may be seen."""
        self._set_alarm(room)
        if room.still:
            return
        there = self._of(room)
        whole: list[Client] = []
        parts: dict[tuple[str, Seat | None, str], list[Client]] = {}
        for client in there:
            seat = None if client.watching else room.look_of(client.person, teacher=client.teacher)
            stream = (room.id, seat, client.language)
            if client.stream != stream:
                client.stream = stream
                whole.append(client)
            parts.setdefault(stream, []).append(client)
        state = (room.game.question, room.paused, room.unsaved, tuple(room.roles.items()), len(self.school.people))
        for key, clients in parts.items():
            self._send_stream(room, key, clients, whole, same=self._shown.get(room.id) == state)
        self._shown[room.id] = state
        for old in [key for key in self._streams if key[0] == room.id and key not in parts]:
            del self._streams[old]
        for client in there:
            self._send_ballot(room, client)
        self.tell_all()

    def _send_stream(
        self, room: Room, key: tuple[str, Seat | None, str], clients: list[Client], whole: list[Client], *, same: bool
    ) -> None:
        """`same` says that nothing has changed since the room was last shown: a vote alone makes no new scene."""
        stream = self._streams.setdefault(key, _Stream())
        _, seat, language = key
        if same and stream.parts:
            now = stream.parts
        else:
            screen = room.screen(seat, language)
            now = screens.parts_of(room, screen, language, self.grounds, self.school.people)
        new = screens.changed(stream.parts, now)
        if new:
            stream.number += 1
        stream.parts = now
        some = written({"do": "scene", "number": stream.number, "parts": new}) if new else ""
        everything = ""
        for client in clients:
            if client in whole:
                everything = everything or written(
                    {"do": "scene", "number": stream.number, "whole": True, "parts": now}
                )
                client.send(everything)
            elif some:
                client.send(some)

    def _send_ballot(self, room: Room, client: Client) -> None:
        ballot = None if client.watching else room.ballot(client.person)
        told: Parts = {"do": "ballot"}
        if ballot is not None:
            told |= {"votes": dict(ballot.votes), "mine": ballot.mine, "voted": ballot.voted, "of": ballot.members}
        known = written(told)
        if known == client.ballot:
            return
        client.ballot = known
        left = None if ballot is None or ballot.left is None else round(ballot.left, 1)
        client.send(written(told | {"left": left}))

    def _set_alarm(self, room: Room) -> None:
        """Wake up when a vote is over, or when what stands still may be seen."""
        old = self._alarms.pop(room.id, None)
        if old is not None:
            old.cancel()
        wait = room.still or (None if room.alarm is None else max(room.alarm - self.school.now, 0.0) + 0.01)
        if wait is not None:
            self._alarms[room.id] = self._later(wait, lambda: self._rings(room))

    def _rings(self, room: Room) -> None:
        self._alarms.pop(room.id, None)
        task = asyncio.ensure_future(self._time_passed(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _time_passed(self, room: Room) -> None:
        room.time_is_up()
        await self.changed(room)

    async def changed(self, room: Room) -> None:
        """Something has changed: bots answer, and everybody is told."""
        while room.bot_answers():
            await asyncio.sleep(0)
        self.publish(room)

    def shut(self, room: Room) -> None:
        """A room was put away: whoever looks at it goes back to the hall."""
        for client in self._of(room):
            client.send(written({"do": "go", "room": ""}))
        for key in [key for key in self._streams if key[0] == room.id]:
            del self._streams[key]
        self.tell_all()

    def tell_all(self) -> None:
        """Tell everybody who looks at a list of rooms."""
        self.tell_hall(client for client in self.clients if not client.room)

    # What people ask for ---------------------------------------------------------------------------------------------

    async def do(self, client: Client, message: object) -> None:
        """What a page asks for; whatever is wrong with it is told to that page alone."""
        with speaking(client.language):
            try:
                if not isinstance(message, dict) or not isinstance(message.get("do"), str):
                    raise SetupError(error_text("room.unclear"))
                done = self._deeds(client).get(message["do"])
                if done is None:
                    raise SetupError(error_text("room.unclear"))
                await done(client, message)
            except (ConquistadorsError, OSError) as error:
                said = why(error) if isinstance(error, OSError) else str(error)
                client.send(written({"do": "refused", "why": said}))

    def _deeds(self, client: Client) -> dict[str, Callable[[Client, dict[str, Any]], Awaitable[None]]]:
        deeds: dict[str, Callable[[Client, dict[str, Any]], Awaitable[None]]] = {
            "open": self._open,
            "take-up": self._take_up,
            "put-away": self._put_away,
            "exercises": self._exercises,
            "exercise": self._exercise,
            "hint": self._exercise,
            "solve": self._solve,
        }
        if client.room:
            deeds |= {"answer": self._answer, "undo": self._undo, "look": self._look, "odds": self._weigh}
        if client.teacher:
            from conquistadors_class.teaching import deeds_of_teacher

            deeds |= deeds_of_teacher(self)
        return deeds

    async def _answer(self, client: Client, message: dict[str, Any]) -> None:
        room = self._room(client)
        if client.watching:
            raise IllegalAnswer(error_text("room.watches"))
        room.answer(client.person, message.get("question"), message.get("answer"), teacher=client.teacher)
        await self.changed(room)

    async def _undo(self, client: Client, _: dict[str, Any]) -> None:
        room = self._room(client)
        room.undo(client.person)
        await self.changed(room)

    async def _look(self, client: Client, message: dict[str, Any]) -> None:
        room = self._room(client)
        if client.stream is None or room.still:
            return
        screen = room.screen(client.stream[1], client.language)
        lines = screens.about(room, screen, message.get("space"), client.language, self.grounds)
        client.send(written({"do": "about", "space": message.get("space"), "lines": lines}))

    async def _weigh(self, client: Client, message: dict[str, Any]) -> None:
        """The odds of an answer in a line: only whoever is asked may ask, and what they get is theirs to know."""
        room, answer = self._room(client), message.get("answer")
        seat = room.look_of(client.person, teacher=client.teacher)
        asked = room.game.pending
        if client.watching or not isinstance(asked, Choice) or asked.who != seat or answer not in room.game.options:
            raise IllegalAnswer(error_text("room.unclear"))
        key = (room.id, room.game.question, str(answer), client.language)
        async with self._weighing:  # one after the other: thirty at once would slow all tables down
            if key not in self._odds and key[1] == room.game.question:
                self._odds = {each: told for each, told in self._odds.items() if each[:2] == key[:2]}
                self._odds[key] = await self._weighed(room, str(answer), client.language)
        client.send(written({"do": "odds", "answer": answer, "html": self._odds.get(key, "")}))

    async def _weighed(self, room: Room, answer: str, language: str) -> str:
        with speaking(language):
            work = position_work(room.game.run(), answer, whole=False)
        asked = room.game.question
        while room.game.question == asked:
            try:
                with speaking(language):
                    next(work)
            except StopIteration as done:
                with speaking(language):
                    return _headlines(done.value, room.game.teller(language)) or words(language).say("class.no-odds")
            except ConquistadorsError as error:
                return str(error)
            await asyncio.sleep(0)
        return ""

    # The hall --------------------------------------------------------------------------------------------------------

    def tell_hall(self, clients: Iterable[Client]) -> None:
        """Send those who look at a list of rooms what there is for them, if it has changed."""
        from conquistadors_class.teaching import overview

        for client in clients:
            with speaking(client.language):
                told = overview(self, client) if client.teacher else self.for_pupil(client)
                text = written({"do": "hall", **told})
            if self._told_hall.get(id(client)) != text:
                self._told_hall[id(client)] = text
                client.send(text)

    def for_pupil(self, client: Client) -> Parts:
        """The rooms that somebody may open."""
        person, language = client.person, client.language
        shared = [
            self.listed(room, language) | self._mine(room, person, language) for room in self.school.shared_rooms()
        ]
        own = [room for room in self.school.own_rooms(person) if not room.settings.challenge]
        taken = {room.settings.challenge: room for room in self.school.own_rooms(person) if room.settings.challenge}
        return {
            "shared": shared,
            "own": [self.listed(room, language) | self._mine(room, person, language) for room in own],
            "challenges": [
                {"id": each.id, "title": each.title, "game": title_of(each.scenario, language)}
                | (
                    {"room": taken[each.id].id, "over": taken[each.id].game.ending is not None}
                    if each.id in taken
                    else {}
                )
                for each in self.school.challenges.values()
            ],
            "alone": alone(language),
        }

    def _mine(self, room: Room, person: str, language: str) -> Parts:
        """The seat of somebody in a room, and whether something is asked of them that they may see."""
        seat = room.roles.get(person)
        if seat is None:
            return {"seat": None, "asked": False}
        asked = room.game.pending
        names = room.game.teller(language).names
        mine = isinstance(asked, Choice) and asked.who == seat and not room.still
        return {"seat": seat, "name": names[seat], "asked": mine}

    def listed(self, room: Room, language: str) -> Parts:
        """What all may know of a room."""
        title = title_of(room.game.rules.scenario, language)
        over = room.game.ending is not None and not room.still
        told = {"id": room.id, "title": room.settings.title, "game": title, "over": over, "paused": room.paused}
        return told | {"unsaved": screens.unsaved(room, language)}

    async def _open(self, client: Client, message: dict[str, Any]) -> None:
        room = self.school.make_own(client.person, message.get("scenario"))
        await self.changed(room)
        client.send(written({"do": "go", "room": room.id}))

    async def _take_up(self, client: Client, message: dict[str, Any]) -> None:
        room = self.school.take_up(client.person, message.get("challenge"))
        await self.changed(room)
        client.send(written({"do": "go", "room": room.id}))

    async def _put_away(self, client: Client, message: dict[str, Any]) -> None:
        """One's own game, but for a challenge: of that everybody has one."""
        room = self.school.room(message.get("room"), client.person)
        if room.settings.owner != client.person or room.settings.challenge:
            raise SetupError(error_text("room.unknown"))
        self.school.close_room(room.id)
        self.tell_hall([client])

    # Exercises -------------------------------------------------------------------------------------------------------

    async def _exercises(self, client: Client, _: dict[str, Any]) -> None:
        """All of them, by game, with what is solved."""
        progress, language = self.school.progress(client.person), client.language
        courses = [
            {
                "game": course_title(game, language),
                "exercises": [
                    {
                        "id": each,
                        "topic": topic_of(each),
                        "tries": progress.tried(each).tries,
                        "solved": progress.solved(each),
                    }
                    for each in ids
                ],
            }
            for game, ids in self.school.all_exercises().items()
        ]
        client.send(written({"do": "exercises", "courses": courses}))

    async def _exercise(self, client: Client, message: dict[str, Any]) -> None:
        """One of them as somebody is asked it; its hint only if they ask for that."""
        asked = question(str(message.get("id")), reader=self.school.progress(client.person).reader)
        told: Parts = {
            "do": "exercise",
            "id": asked.id,
            "topic": topic_of(asked.id),
            "text": asked.text,
            "kind": asked.kind,
            "choices": [list(each) for each in asked.choices],
            "hint": asked.hint if message["do"] == "hint" else "",
        }
        if asked.position is not None:
            rules = asked.position.rules
            told |= screens.map_parts(self.grounds, rules, scene_of(rules)(asked.position), {}, client.language)
        client.send(written(told))

    async def _solve(self, client: Client, message: dict[str, Any]) -> None:
        answer = message.get("answer")
        if not isinstance(answer, str | int | float):
            raise SetupError(error_text("room.unclear"))
        verdict = self.school.solve(client.person, message.get("id"), answer, client.language)
        asked = question(str(message.get("id")), reader=self.school.progress(client.person).reader)
        rule = ""
        if verdict.understood and asked.position is not None:
            rule = panels.rule_text(verdict.clause, asked.position.rules.scenario, client.language) or ""
        said: Parts = {"right": verdict.right, "understood": verdict.understood, "said": verdict.message, "rule": rule}
        client.send(written({"do": "verdict", "id": asked.id, **said}))
        await self._exercises(client, {})
        self.tell_hall(each for each in self.clients if each.teacher and not each.room)


def _headlines(found: PositionOdds, teller: Teller) -> str:
    """What may come of an answer in a line; where it leads to another choice, a line for each, the best first."""
    told = [(each, each.headline(found.names)) for bounds in found.values() for each in [next(iter(bounds.values()))]]
    listed = sorted([(line.chance, each, line) for each, line in told if line is not None], key=lambda row: -row[0])
    if len(listed) == 1:
        return headline_html(listed[0][2])
    best = [(teller.row(each.options[1:]), str(line)) for _, each, line in listed[:MOST_LINES]]
    rows = [f'<tr><th scope="row">{escape(name)}</th><td>{escape(line)}</td></tr>' for name, line in best]
    return f'<table class="cq-odds-open">{"".join(rows)}</table>' if rows else ""


# Titles ----------------------------------------------------------------------------------------------------------


@cache
def title_of(scenario: str, language: str) -> str:
    return rules_for(scenario, {}).texts(language).say(f"title.{scenario}")


def course_title(game: str, language: str) -> str:
    """What a game is called: by its first way to be played."""
    return title_of(kit(game).scenarios[0].id, language)


def alone(language: str) -> list[Parts]:
    """The games for one person."""
    return [{"scenario": each, "game": title_of(each, language)} for each in games_alone()]


def all_tables(language: str) -> list[Parts]:
    """Every game for several, with the numbers of players and the bots that may sit there."""
    found = []
    for each in kits():
        for scenario in each.scenarios:
            counts = [count for count in tables(scenario.id) if count > 1]
            bots = [*each.bots, "random"]
            if counts:
                made = {"scenario": scenario.id, "game": title_of(scenario.id, language)}
                found.append(made | {"counts": counts, "bots": bots})
    return found


def checked_language(language: object) -> str:
    """A language of the kit; English for whatever else a browser asks for."""
    with suppress(TypeError):
        return str(language) if language in LANGUAGES else "en"
    return "en"
