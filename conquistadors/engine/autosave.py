"""A game that is saved while it is played: after every decision, by one table at a time, and it says how that went."""

from __future__ import annotations

import secrets
import warnings
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from conquistadors.engine.errors import SaveError, SaveWarning
from conquistadors.engine.files import newest, signature, why
from conquistadors.engine.game import Game
from conquistadors.engine.locks import FileLock
from conquistadors.engine.platform import forgets
from conquistadors.engine.records import record
from conquistadors.engine.requests import Seat
from conquistadors.engine.saves import write
from conquistadors.engine.texts import error_text

Kind = Literal["new", "saved", "failed", "elsewhere"]


@record
class Saving:
    """How a game is saved: not yet, at what time, why not, or that it is open elsewhere."""

    kind: Kind
    at: datetime | None = None
    why: str = ""


NEW: Final = Saving("new")
ELSEWHERE: Final = Saving("elsewhere")


class Autosave:
    """Writes a game to a folder after every answer. Set it as `game.after_answer`.

    Nothing is written before somebody decides something. A game has one file, and whoever finds that otherwise than it
    was left does not write it: the game has gone on at another table.
    """

    def __init__(self, folder: Path, kit: str) -> None:
        self.folder = folder
        self.state: Saving = NEW
        self.watched = False
        """A table shows the state: no warning is needed."""
        self.bots: frozenset[Seat] = frozenset()
        """Seats whose answers are no decisions of anybody."""
        self._kit = kit
        self._from: int | None = None
        self._known: tuple[int, ...] | None = None
        self._lock: FileLock | None = None
        self._taken = False

    def path(self, game: Game[Any]) -> Path:
        return self.folder / f"{game.rules.scenario}-{game.id}.json"

    def begin(self, game: Game[Any]) -> None:
        """The game is saved from here on.

        Should its place be taken by a save that it was not read from, that one is left alone, and the game gets a place
        of its own.
        """
        self._from = len(game.answers)
        path = self.path(game)
        if game.read_from is not None and _same(game.read_from[0], path):
            self._found(path, game.read_from[1])
        elif _taken(path):
            game.id = secrets.token_hex(4)
        self._remembered()

    def open(self, game: Game[Any]) -> None:
        """A table shows the game: no other process is to play it meanwhile, or else this one looks on.

        Another table of this process is left behind without asking.
        """
        self.watched = True
        if self.state.kind == "new" or self.elsewhere(game):
            return
        try:
            lock = self._locked(game)
            if not lock.hold() and not self._taken:
                self.state = ELSEWHERE
            elif lock.shared:
                self.write(game)
        except OSError as error:
            self._failed(error)

    def look_on(self) -> None:
        """A table shows the game and leaves it to another one to play it."""
        self.watched = True
        self._let_go()

    def take_over(self, game: Game[Any]) -> None:
        """The game, just read, goes on here and no longer where it did: there it is found to have changed."""
        self._taken = True
        self.write(game)

    def elsewhere(self, game: Game[Any]) -> bool:
        """Whether another table has the game: it has gone on there, or is open in another process."""
        if self.state.kind != "new" and self._changed(self.path(game)):
            self._let_go()
        return self.state.kind == "elsewhere"

    def __call__(self, game: Game[Any]) -> None:
        if self.state.kind == "new" and not self._decided(game):
            return
        self.write(game)
        if self.watched or self.state.kind == "saved":
            return
        if self.state.kind == "elsewhere":
            warnings.warn(error_text("save.elsewhere", file=self.path(game).name), SaveWarning, stacklevel=3)
        else:
            warnings.warn(error_text("save.not-saved", why=self.state.why), SaveWarning, stacklevel=3)

    def _decided(self, game: Game[Any]) -> bool:
        """Whether a person has answered anything since the game is to be saved."""
        if self._from is None:
            return True
        people = set(game.rules.seats) - self.bots
        return any(
            not given.auto and (not people or given.who not in self.bots) for given in game.answers[self._from :]
        )

    def write(self, game: Game[Any]) -> None:
        """Write the game now, unless it has gone on elsewhere; `state` says what came of it."""
        path = self.path(game)
        try:
            lock = self._locked(game)
            with lock.writing():
                if self.state.kind == "elsewhere" or self._changed(path):
                    self._let_go()
                    return
                write(game, path, self._kit)
                self._found(path, signature(path))
                self._remembered()
            lock.hold()
        except OSError as error:
            self._failed(error)

    def _changed(self, path: Path) -> bool:
        """Whether somebody else has written the file."""
        found = signature(path)
        return found is not None and found != self._known

    def _found(self, path: Path, known: tuple[int, ...] | None) -> None:
        self._known = known
        self.state = Saving("saved", datetime.fromtimestamp(path.stat().st_mtime))

    def _failed(self, error: OSError) -> None:
        self.state = Saving("failed", self.state.at, why(error))

    def _remembered(self) -> None:
        """Say so where everything goes well and yet nothing is kept, before the first answer too."""
        if forgets():
            self.state = Saving("failed", self.state.at, error_text("file.not-kept"))

    def _let_go(self) -> None:
        self.state = ELSEWHERE
        self._taken = False
        if self._lock is not None:
            self._lock.release()

    def _locked(self, game: Game[Any]) -> FileLock:
        if self._lock is None:
            self._lock = FileLock(self.path(game))
        return self._lock


def _same(one: Path, other: Path) -> bool:
    """By their names first: between two looks at a file another process may have written it anew."""
    try:
        return one.resolve() == other.resolve() or one.samefile(other)
    except OSError:
        return False


def saved_in(folder: Path) -> list[Path]:
    """The saves in a folder, the one that was written last first; `SaveError` if there are none."""
    found = list(newest(folder))
    if not found:
        raise SaveError(error_text("save.none", folder=str(folder)))
    return found


def _taken(path: Path) -> bool:
    """Whether there is something at this place. A place that cannot be is not taken: saving says what is wrong."""
    try:
        return path.exists()
    except OSError:
        return False
