"""A class: its people, its rooms, everybody's own games, what each has solved, and the challenges that all take up.

All of it is in one folder, which one process at a time holds open:

    class.json          people and challenges
    rooms/              shared rooms, with their games in rooms/saves/
    pupils/<somebody>/  rooms of their own, and progress/
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

import conquistadors as cq
from conquistadors.bots.preparing import make_ready
from conquistadors.engine.chance import Seeded
from conquistadors.engine.codec import Json, decode, encode
from conquistadors.engine.errors import ConquistadorsError, SaveError, SetupError, one_line, short_repr
from conquistadors.engine.files import newest, read_regular, write_whole
from conquistadors.engine.game import Game
from conquistadors.engine.locks import FileLock
from conquistadors.engine.records import changed, record
from conquistadors.engine.setup import LONGEST_NAME as LONGEST_PLAYER
from conquistadors.engine.texts import error_text
from conquistadors.games import kit_of, kits, rules_for, scenario_named
from conquistadors.readers import LONGEST_NAME, folder_name
from conquistadors.room.room import LARGEST_FILE, VOTE_SECONDS, WINDOW_SECONDS, Clock, Room, Settings
from conquistadors.saved import saved_rules
from conquistadors.teach.exercises import Verdict, exercises
from conquistadors.teach.progress import Progress

FORMAT: Final = "conquistadors-class"
VERSION: Final = 1
MOST_GAMES: Final = 12
"""So many games of their own somebody may have open, each in memory."""
LONGEST_TITLE: Final = 80
MOST_SEATS: Final = 8


@record
class Challenge:
    """One game that everybody plays for themselves, with the same dice."""

    id: str
    title: str
    scenario: str
    seed: int
    options: dict[str, bool | int | str | list[Any] | dict[str, Any]]


@record
class _Saved:
    """The document, with every field checked for its type."""

    format: str
    version: int
    challenges: tuple[Challenge, ...]
    people: dict[str, str]


def games_alone() -> list[str]:
    """The scenarios for one person, of all games."""
    return [each.alone for each in kits() if each.alone is not None]


class School:
    """All that a class plays and solves."""

    def __init__(self, folder: Path, clock: Clock = time.time) -> None:
        """Open the folder of a class; `SetupError` if another process has it open."""
        self.folder = folder
        self._clock = clock
        self._lock = FileLock(folder / "class.json")
        if not self._lock.hold():
            raise SetupError(error_text("room.taken", folder=str(folder)))
        self.trouble: list[str] = []
        """What could not be read."""
        self.challenges: dict[str, Challenge] = {}
        self.rooms: dict[str, Room] = {}
        """The shared ones, and those of people who have come; by id."""
        self.people: dict[str, str] = {}
        """Everybody in the class, by what they are known by, with their names. Two may have the same name."""
        self._came: set[str] = set()
        self._progress: dict[str, Progress] = {}
        self._read()
        self._read_rooms(self._shared)

    @property
    def now(self) -> float:
        return self._clock()

    def close(self) -> None:
        self._lock.release()

    @property
    def _shared(self) -> Path:
        return self.folder / "rooms"

    def _of(self, person: str) -> Path:
        """The folder of somebody: whatever they are called, it is nobody else's and nowhere else."""
        return self.folder / "pupils" / folder_name(person)

    # People ----------------------------------------------------------------------------------------------------------

    def meet(self, people: Mapping[str, str]) -> None:
        """These people are in the class, under these names."""
        if any(self.people.get(person) != name for person, name in people.items()):
            self.people |= people
            with suppress(OSError):  # they come again, and are met again
                self._save()

    def _save(self) -> None:
        document = encode(_Saved(FORMAT, VERSION, tuple(self.challenges.values()), self.people))
        write_whole(self.folder / "class.json", json.dumps(document, ensure_ascii=False, indent=1) + "\n")

    # Rooms -----------------------------------------------------------------------------------------------------------

    def room(self, room_id: object, person: str, *, teacher: bool = False) -> Room:
        """A room, for somebody who may look into it; `SetupError` if there is none for them."""
        self.come(person)
        room = self.rooms.get(room_id) if isinstance(room_id, str) else None
        if room is None or not (teacher or room.may_look(person)):
            raise SetupError(error_text("room.unknown"))
        return room

    def shared_rooms(self) -> list[Room]:
        return [room for room in self.rooms.values() if not room.settings.owner]

    def own_rooms(self, person: str) -> list[Room]:
        self.come(person)
        return [room for room in self.rooms.values() if room.settings.owner == person]

    def come(self, person: str) -> None:
        """Somebody is here: their own games are read when they first come."""
        if person not in self._came:
            self._came.add(person)
            self._read_rooms(self._of(person))

    def make_room(
        self,
        scenario: str,
        *,
        title: str = "",
        seats: int | None = None,
        bots: str = "",
        people: Sequence[str] = (),
        ready: bool = True,
        vote_seconds: int = VOTE_SECONDS,
        window_seconds: int = WINDOW_SECONDS,
        options: Mapping[str, Json] | None = None,
    ) -> Room:
        """A shared room, with people dealt round to its seats: of more people than seats there are teams.

        `bots` plays at every seat that nobody has then, if it is named. A captain makes the set-up, where one can.
        """
        given: dict[str, Any] = dict(options or {})
        if seats is not None:
            known = tables(scenario)
            if seats not in known:
                raise SetupError(error_text("room.seats", wanted=short_repr(seats), known=known))
            given |= known[seats]
        game = cq.new_game(scenario, **given)
        filled = dict.fromkeys(game.rules.seats[max(len(people), 1) :], bots) if bots else {}
        told = title.strip()[:LONGEST_TITLE]
        settings = Settings(self._new_id(), told, bots=filled, vote_seconds=vote_seconds, window_seconds=window_seconds)
        room = self._opened(settings, game, self._shared, ready=ready)
        for number, person in enumerate(people):
            room.sit(person, room.seats[number % len(room.seats)])
        return room

    def make_own(self, person: str, scenario: object, *, ready: bool = True) -> Room:
        """A game of somebody's own, with dice that nobody can foresee."""
        known = games_alone()
        if scenario not in known:
            raise SetupError(error_text("room.alone", wanted=short_repr(scenario), known=known))
        return self._own(person, cq.new_game(str(scenario), players=_players(person)), ready=ready)

    def take_up(self, person: str, challenge_id: object) -> Room:
        """The game of somebody in a challenge: the one that they have, or a new one."""
        challenge = self.challenges.get(challenge_id) if isinstance(challenge_id, str) else None
        if challenge is None:
            raise SetupError(error_text("room.challenge"))
        for room in self.own_rooms(person):
            if room.settings.challenge == challenge.id:
                return room
        options: dict[str, Any] = dict(challenge.options)
        game = cq.new_game(challenge.scenario, players=_players(person), seed=challenge.seed, **options)
        return self._own(person, game, challenge.title, challenge.id)

    def _own(self, person: str, game: Game[Any], title: str = "", challenge: str = "", *, ready: bool = True) -> Room:
        under_way = [room for room in self.own_rooms(person) if room.game.ending is None]
        if len(under_way) >= MOST_GAMES:
            raise SetupError(error_text("room.many", most=MOST_GAMES))
        settings = Settings(self._new_id(), title, person, challenge=challenge)
        room = self._opened(settings, game, self._of(person), ready=ready)
        for seat in room.seats:
            room.sit(person, seat)
        return room

    def _opened(self, settings: Settings, game: Game[Any], folder: Path, *, ready: bool) -> Room:
        if ready and kit_of(game.rules).setup is not None:
            make_ready(game)
        settings = changed(settings, begins=len(game.answers))
        room = Room(settings, game, folder, cq.__version__, self._clock)
        room.open()
        self.rooms[room.id] = room
        return room

    def close_room(self, room_id: str) -> None:
        """Put a room away: its file gets another name, and its game stays where it is."""
        room = self.rooms[room_id]
        if room.path.is_file():
            room.path.rename(room.path.with_suffix(".closed"))
        del self.rooms[room_id]

    def _new_id(self) -> str:
        return secrets.token_hex(4)

    def _read_rooms(self, folder: Path) -> None:
        for path in reversed(list(newest(folder))):
            try:
                room = Room.read(path, cq.__version__, self._clock)
            except ConquistadorsError as error:
                self.trouble.append(str(error))
            else:
                self.rooms[room.id] = room

    # Challenges ------------------------------------------------------------------------------------------------------

    def challenge(
        self, scenario: str, title: str = "", seed: int | None = None, options: Mapping[str, Json] | None = None
    ) -> Challenge:
        """A challenge for the class: a game for one person, the same dice for all."""
        chosen = secrets.randbelow(10**9) if seed is None else seed
        given: dict[str, Any] = dict(options or {})
        made = Challenge(self._new_id(), title.strip()[:LONGEST_TITLE], scenario, chosen, given)
        self._check(made)
        self.challenges[made.id] = made
        self._save()
        return made

    @staticmethod
    def _check(challenge: Challenge) -> None:
        """Whatever is wrong with a challenge is said before anybody takes it up."""
        known = games_alone()
        if challenge.scenario not in known:
            raise SetupError(error_text("room.alone", wanted=short_repr(challenge.scenario), known=known))
        saved_rules(challenge.scenario, challenge.options)  # a file names no option but those of the game, and no path
        Seeded(challenge.seed)

    def _read(self) -> None:
        path = self.folder / "class.json"
        try:
            saved: _Saved = decode(_Saved, json.loads(read_regular(path, LARGEST_FILE).decode("utf-8")), "class")
            if (saved.format, saved.version) != (FORMAT, VERSION):
                raise ValueError(error_text("save.foreign", format=FORMAT))
            self.people = dict(saved.people)
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            raise SaveError(error_text("save.file", file=path.name, why=one_line(str(error)))) from None
        for each in saved.challenges:
            try:
                self._check(each)
            except ConquistadorsError as error:
                self.trouble.append(error_text("save.file", file=path.name, why=one_line(str(error))))
            else:
                self.challenges[each.id] = each

    # Exercises -------------------------------------------------------------------------------------------------------

    def progress(self, person: str) -> Progress:
        """What somebody has solved."""
        if person not in self._progress:
            self._progress[person] = Progress(person[:LONGEST_NAME], self._of(person) / "progress")
        return self._progress[person]

    def solve(self, person: str, exercise: object, answer: object, language: str) -> Verdict:
        """An answer of somebody to an exercise."""
        return self.progress(person).answer(str(exercise), answer, language)

    @staticmethod
    def all_exercises() -> dict[str, list[str]]:
        """The exercises by game, in the order of its rules."""
        found = {each.id: list(exercises(each.id)) for each in kits()}
        return {game: ids for game, ids in found.items() if ids}


def _players(person: str) -> list[str]:
    """The name of somebody in their own game, as far as a player may be called so."""
    name = "".join(char for char in person if char.isprintable())[:LONGEST_PLAYER].strip()
    return [name] if name else []


@cache
def tables(scenario: str) -> Mapping[int, Mapping[str, int]]:
    """For how many players a scenario can be played, with the option that says so: whatever a game calls it."""
    found: dict[int, Mapping[str, int]] = {len(rules_for(scenario, {}).seats): {}}
    for option, parameter in scenario_named(scenario).options().items():
        for count in range(1, MOST_SEATS + 1) if type(parameter.default) is int else ():
            try:
                seats = len(rules_for(scenario, {option: count}).seats)
            except ConquistadorsError:
                continue
            if seats == count:
                found.setdefault(count, {option: count})
    return dict(sorted(found.items()))
