"""A room: one game with its seats, teams, watchers and votes. It gives each seat its screen and takes answers.

Who answers is known by the person, never by what is sent; what is answered by the number of the question, which each
seat counts for itself: so nobody learns from a number how often others were asked. The game is saved after every
answer, and after that what belongs to the room: roles, votes, numbers. A room that is read again goes on where both
agree.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from conquistadors.bots import Bot
from conquistadors.bots.naming import bot_named
from conquistadors.engine import saves
from conquistadors.engine.codec import decode, encode
from conquistadors.engine.errors import IllegalAnswer, SaveError, SetupError, UndoError, one_line, short_repr
from conquistadors.engine.files import read_regular, write_whole
from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import PASS, TABLE, Choice, Seat
from conquistadors.engine.texts import error_text, speaking
from conquistadors.engine.views import View
from conquistadors.games import scene_of
from conquistadors.room.votes import decided
from conquistadors.saved import saved_rules
from conquistadors.scene.contract import Scene

FORMAT: Final = "conquistadors-room"
VERSION: Final = 1
LARGEST_FILE: Final = 1024 * 1024
SAVES: Final = "saves"
"""The folder beside the files of rooms that has their games."""
VOTE_SECONDS, WINDOW_SECONDS = 45, 2
LATEST: Final = 10**15
"""In thousandths of a second: no file names a later time."""

Clock = Callable[[], float]
"""Tells the time in seconds; that of the day, for it is saved."""


@record
class Settings:
    """What does not change while a room is played in."""

    id: str
    title: str = ""
    owner: str = ""
    """The only one who sits here, in a game of their own; nobody in a shared one."""
    begins: int = 0
    """After how many answers people play: what was answered before, they cannot take back."""
    challenge: str = ""
    """The challenge that the game belongs to, if it does."""
    bots: dict[Seat, str] = field(default_factory=dict)
    """Who plays at seats where nobody sits, by the names of bots."""
    vote_seconds: int = VOTE_SECONDS
    """How long a team votes, from the first vote on; 0 for as long as it takes."""
    window_seconds: int = WINDOW_SECONDS
    """How long what others see stands still at least, when somebody may react: a quick pass is to tell nothing."""


@record
class _Saved:
    """The document, with every field checked for its type."""

    format: str
    version: int
    settings: Settings
    save: str
    roles: dict[str, Seat]
    paused: bool
    answers: int
    numbers: dict[Seat, int]
    votes: tuple[tuple[str, str], ...]
    ends: int | None
    """When the time for the vote is over, and what was left of it when the room was paused, in thousandths."""
    left: int | None


@record
class Screen:
    """What one seat sees of a game, or whoever only watches."""

    seat: Seat | None
    view: View[Any]
    scene: Scene
    prompt: str
    question: int | None
    """The number of the question, if this seat is asked one."""
    can_undo: bool


@record
class Ballot:
    """How a team has voted so far, for its own members."""

    votes: Mapping[str, int]
    """How many votes each answer has."""
    mine: str | None
    voted: int
    members: int
    """How many of the team are there."""
    left: float | None
    """How many seconds are left; None while no clock runs."""


class Room:
    """One game and the people at it."""

    def __init__(self, settings: Settings, game: Game[Any], folder: Path, kit: str, clock: Clock = time.time) -> None:
        """`folder` is where the room and its game are saved; `kit` the version of the kit, for the save."""
        self.settings = settings
        self.game = game
        self.folder = folder
        self.paused = False
        self.roles: dict[str, Seat] = {}
        """Who sits where, in the order in which they came. Everybody else watches."""
        self.present: set[str] = set()
        self.unsaved: OSError | None = None
        """Why the last answer could not be saved: it is played on in memory, and everybody sees that it is not kept."""
        self._kit = kit
        self._clock = clock
        self._votes: dict[str, str] = {}
        self._numbers: dict[Seat, int] = {}
        self._ends: float | None = None
        self._left: float | None = None
        """What was left of the time for a vote when the room was paused."""
        self._answers = -1
        """For how many answers the numbers and votes hold."""
        self._window: tuple[object, float] | None = None
        """The window that is open, and since when."""
        self._still_until = 0.0
        seats = game.rules.seats
        strange = [seat for seat in settings.bots if seat not in seats]
        if strange:
            raise SetupError(error_text("setup.seat", wanted=short_repr(strange[0]), seats=seats))
        self._bots: dict[Seat, Bot] = {
            seat: bot_named(name, number, game.rules) for number, (seat, name) in enumerate(settings.bots.items())
        }
        game.people = frozenset(seat for seat in seats if seat not in self._bots)
        game.after_answer = lambda _: self._save_game()

    # Who sits where --------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.settings.id

    @property
    def path(self) -> Path:
        return self.folder / f"{self.id}.json"

    @property
    def save_path(self) -> Path:
        return self.folder / SAVES / f"{self.game.rules.scenario}-{self.game.id}.json"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats where people sit."""
        return tuple(seat for seat in self.game.rules.seats if seat not in self._bots)

    def team(self, seat: Seat) -> list[str]:
        return [person for person, sits in self.roles.items() if sits == seat]

    def may_look(self, person: str) -> bool:
        """A game of your own is nobody else's business."""
        return not self.settings.owner or person == self.settings.owner

    def sit(self, person: str, seat: Seat | None) -> None:
        """Give somebody a seat, beside whoever sits there; with None they watch."""
        if seat is not None and seat not in self.seats:
            raise SetupError(error_text("setup.seat", wanted=short_repr(seat), seats=self.seats))
        self.roles.pop(person, None)
        self._votes.pop(person, None)
        if seat is not None:
            self.roles[person] = seat
        self._save()

    def arrive(self, person: str) -> None:
        """Somebody has opened the room, in a first or in another window."""
        self.present.add(person)

    def leave(self, person: str) -> None:
        """Somebody has closed the last window: their team can decide without them."""
        self.present.discard(person)
        self._count()

    # What is seen ----------------------------------------------------------------------------------------------------

    def screen(self, seat: Seat | None, language: str) -> Screen:
        """What a seat sees now, in a language. It stands still while somebody may react (`Game.watch`)."""
        with self._told_in(language):
            view = self.game.watch(seat)
            scene = scene_of(self.game.rules)(view.position, None if seat == TABLE else seat, view.pending)
            asked = None if view.pending is None or seat is None else self._numbers.get(seat)
            return Screen(seat, view, scene, view.prompt, asked, seat is not None and self._may_undo(seat))

    def look_of(self, person: str, *, teacher: bool = False) -> Seat | None:
        """The seat whose screen somebody has: that of their team, or of the table, which the teacher answers for."""
        seat = self.roles.get(person)
        if seat is not None:
            alone = len(self.seats) == 1 and self._asks(TABLE)
            return TABLE if alone else seat
        return TABLE if teacher else None

    def ballot(self, person: str) -> Ballot | None:
        """How the team of somebody votes, if it is asked and has several members."""
        seat = self.roles.get(person)
        if seat is None or not self._asks(seat) or len(self.team(seat)) < 2:
            return None
        counted: dict[str, int] = {}
        for answer in self._votes.values():
            counted[answer] = counted.get(answer, 0) + 1
        there = len({*self._voters(seat), *self._votes})
        left = self._left if self._ends is None else max(self._ends - self._clock(), 0.0)
        return Ballot(counted, self._votes.get(person), len(self._votes), there, left)

    @property
    def voting(self) -> bool:
        """Whether somebody has voted on the question."""
        return bool(self._votes)

    @property
    def alarm(self) -> float | None:
        """When the time for the vote is over, if a clock runs."""
        return self._ends

    @property
    def still(self) -> float:
        """For how many seconds all screens have to stay as they are: a window has closed sooner than it may be seen."""
        return max(self._still_until - self._clock(), 0.0)

    # Answers ---------------------------------------------------------------------------------------------------------

    def answer(self, person: str, question: object, answer: object, *, teacher: bool = False) -> None:
        """An answer of somebody to a question; in a team, a vote. `IllegalAnswer` says why it does not count."""
        seat = self.look_of(person, teacher=teacher)
        if seat is None:
            raise IllegalAnswer(error_text("room.watches"))
        self._check_open()
        if not self._asks(seat):
            raise IllegalAnswer(error_text("answer.not-asked", seat=short_repr(seat)))
        if type(question) is not int or question != self._numbers.get(seat):
            raise IllegalAnswer(error_text("answer.other-question", question=short_repr(question)))
        if type(answer) is not str or answer not in [option.id for option in self.game.options]:
            raise IllegalAnswer(error_text("room.no-answer", answer=short_repr(answer)))
        if seat == TABLE or len(self.team(seat)) < 2:
            self._play(seat, answer)
            return
        self._votes.pop(person, None)
        self._votes[person] = answer
        if self._ends is None and self._left is None and self.settings.vote_seconds:
            self._ends = self._clock() + self.settings.vote_seconds
        self._save()
        self._count()

    def time_is_up(self) -> None:
        """The clock of the vote has run out: what has most votes is decided. Without a vote the first one decides."""
        if self._ends is not None and self._clock() >= self._ends and not self.paused:
            self._count(over=True)

    def end_vote(self) -> None:
        """The teacher calls the vote to an end."""
        self._check_open()
        if not self._votes:
            raise IllegalAnswer(error_text("room.no-votes"))
        self._count(over=True)

    def bot_answers(self) -> bool:
        """Let a bot answer, if one is asked; whether one was. The rest of the world may go on between two of them."""
        asked = self.game.pending
        if self.paused or not isinstance(asked, Choice) or asked.who not in self._bots:
            return False
        bot = self._bots[asked.who]
        with self._told_in(self.game.language):
            self._play(asked.who, bot.answer(self.game.view(asked.who)).id)
        return True

    def _asks(self, seat: Seat) -> bool:
        asked = self.game.pending
        return isinstance(asked, Choice) and asked.who == seat

    def _voters(self, seat: Seat) -> list[str]:
        """Those of a team who are there; all of it while nobody is."""
        team = self.team(seat)
        return [person for person in team if person in self.present] or team

    def _count(self, *, over: bool = False) -> None:
        asked = self.game.pending
        if self.paused or not isinstance(asked, Choice) or not self._votes:
            return
        answer = decided(self._votes, self._voters(asked.who), over=over)
        if answer is not None:
            self._play(asked.who, answer)

    def _play(self, seat: Seat, answer: str) -> None:
        before = self._window
        self.game.play(answer, seat=seat, question=self.game.question)
        self.settle()
        if before is not None and (self._window is None or self._window[0] != before[0]):
            self._still_until = before[1] + self.settings.window_seconds

    def settle(self) -> None:
        """The game has changed: whoever is asked now is asked a new question, and nobody has voted on it."""
        asked = self.game.pending
        if self._answers != len(self.game.answers):
            self._answers = len(self.game.answers)
            self._votes.clear()
            self._ends = self._left = None
            if isinstance(asked, Choice):
                self._numbers[asked.who] = self._numbers.get(asked.who, 0) + 1
            self._save()
        window = None
        if isinstance(asked, Choice) and self.game.window_open:
            occasions = tuple(each.occasion for each in self.game.position.reacting[:1])
            window = (self.game.checkpoint.answers, occasions or asked.kind)
        if window is None:
            self._window = None
        elif self._window is None or self._window[0] != window:
            self._window = (window, self._clock())

    def _check_open(self) -> None:
        if self.paused:
            raise IllegalAnswer(error_text("room.paused"))

    # Taking back, stopping -------------------------------------------------------------------------------------------

    def undo(self, person: str) -> None:
        """Take your own last decision back, if nobody has acted or seen anything since; in a team anybody may."""
        seat = self.roles.get(person)
        self._check_open()
        if seat is None or not self._may_undo(seat):
            raise UndoError(error_text("room.no-undo"))
        self.game.undo(seat=seat)
        self._went_back()

    def step_back(self) -> None:
        """The teacher takes the last decision back, whatever it has led to."""
        policy = self.game.undo_policy
        self.game.undo_policy = "training"
        try:
            self.game.undo()
        finally:
            self.game.undo_policy = policy
        self._went_back()

    def _went_back(self) -> None:
        self._answers = -1
        self._still_until = 0.0
        self.settle()

    def _may_undo(self, seat: Seat) -> bool:
        """Whether the seat is asked again after its own decision, and no other person has decided anything between.

        A bot that passes has not acted: whether it could have done anything else is its own secret.
        """
        if not self._asks(seat) or self.paused:
            return False
        for given in reversed(self.game.answers[self.settings.begins :]):
            if given.auto or (given.who in self._bots and given.value == PASS.id):
                continue
            return given.who == seat and self.game.can_undo
        return False

    def pause(self) -> None:
        """Nothing can be answered until it goes on, and the clock of a vote stands still."""
        self.paused = True
        if self._ends is not None:
            self._left, self._ends = max(self._ends - self._clock(), 0.0), None
        self._save()

    def go_on(self) -> None:
        self.paused = False
        if self._left is not None:
            self._ends, self._left = self._clock() + self._left, None
        self._save()

    @contextmanager
    def _told_in(self, language: str) -> Iterator[None]:
        """The game speaks the language of whoever looks, meanwhile."""
        own, self.game.language = self.game.language, language
        try:
            with speaking(language):
                yield
        finally:
            self.game.language = own

    # The files -------------------------------------------------------------------------------------------------------

    def _save_game(self) -> None:
        try:
            saves.write(self.game, self.save_path, self._kit)
        except OSError as error:
            self.unsaved = error
        else:
            self.unsaved = None

    def _save(self) -> None:
        """Save what belongs to the room. A game that could not be saved is tried again: the disk may have room now."""
        document = _Saved(
            FORMAT,
            VERSION,
            self.settings,
            self.save_path.name,
            dict(self.roles),
            self.paused,
            self._answers,
            dict(self._numbers),
            tuple(self._votes.items()),
            _thousandths(self._ends),
            _thousandths(self._left),
        )
        if self.unsaved is not None:
            self._save_game()
        try:
            write_whole(self.path, json.dumps(encode(document), ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            self.unsaved = error

    def open(self) -> None:
        """Save a new room, and bring it to its first question."""
        self._save_game()
        self.settle()

    @classmethod
    def read(cls, path: Path, kit: str, clock: Clock = time.time) -> Room:
        """The room of a file, with its game; `SaveError` says what is wrong with either."""
        name = one_line(path.name)
        try:
            content = read_regular(path, LARGEST_FILE)
            saved: _Saved = decode(_Saved, json.loads(content.decode("utf-8")), "room")
            if (saved.format, saved.version) != (FORMAT, VERSION) or not _possible(saved, path.stem):
                raise ValueError(error_text("save.foreign", format=FORMAT))
        except (OSError, ValueError, RecursionError) as error:
            raise SaveError(error_text("save.file", file=name, why=one_line(str(error)))) from None
        game = saves.read(path.parent / SAVES / saved.save, saved_rules, kit)
        room = cls(saved.settings, game, path.parent, kit, clock)
        room.roles = {person: seat for person, seat in saved.roles.items() if seat in room.seats}
        room.paused = saved.paused
        room._numbers = dict(saved.numbers)
        if saved.answers == len(game.answers):
            room._answers = saved.answers
            offered = [option.id for option in game.options]
            room._votes = {person: answer for person, answer in saved.votes if answer in offered}
            room._ends, room._left = _seconds(saved.ends), _seconds(saved.left)
        room.settle()
        return room


def _possible(saved: _Saved, name: str) -> bool:
    """Whether a document can be that of a room: one that leads to no other file, with times that a clock can show."""
    settings = saved.settings
    times = (settings.vote_seconds, settings.window_seconds, saved.ends or 0, saved.left or 0)
    here = settings.id == name and Path(saved.save).name == saved.save
    return here and all(0 <= each <= LATEST for each in times)


def _thousandths(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def _seconds(thousandths: int | None) -> float | None:
    return None if thousandths is None else thousandths / 1000
