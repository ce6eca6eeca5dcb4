"""Somebody else's bot, in an interpreter of its own: it gets what its seat may know, and nothing else is there.

    from conquistadors.bots.guests import guest
    lab.tournament("basic", {"captain": "captain", "ana": guest("ana.py"), "ben": guest("ben.py")}, games=30)

The file has a class with `answer(view)`, as notebook `programmers/02_your_own_bot` shows. The interpreter is started
fresh (a fork would inherit the truth), gets views as JSON over a pipe, and has limits of time and memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final
from weakref import finalize

from conquistadors.bots import visiting
from conquistadors.engine.errors import GuestError, SetupError, short_repr
from conquistadors.engine.platform import PROCESSES
from conquistadors.engine.requests import Option
from conquistadors.engine.sending import view_to_json
from conquistadors.engine.texts import error_text
from conquistadors.engine.views import Line, View

CPU: Final = 120
"""Seconds of computing that a guest has for a game."""
MEMORY: Final = 2048
"""Megabytes that a guest has."""
WALL: Final = 300.0
"""Seconds that somebody waits for an answer, whatever the guest does meanwhile."""
NEEDED: Final = ("SYSTEMROOT",)
"""What an interpreter cannot start without, on some systems. A guest gets no other settings of the host's."""
LONGEST_ANSWER: Final = 10_000
SEEDS: Final = 1024
"""A guest is made with one of so many seeds: those of a game tell nothing of its dice then."""


@dataclass(frozen=True)
class Guest:
    """Who is invited: makes the bot of a seed, as a class of bots does, and can be sent to another process."""

    file: str
    name: str | None
    cpu: int
    memory: int
    wall: float
    checksum: str
    """Of the file as it was: a tournament that is gone on with is one of the same guests."""

    def __call__(self, seed: int = 0) -> GuestBot:
        return GuestBot(self, seed % SEEDS)

    @property
    def __name__(self) -> str:
        """What tables call it."""
        return self.name or Path(self.file).stem


def guest(
    file: str | Path, name: str | None = None, *, cpu: int = CPU, memory: int = MEMORY, wall: float = WALL
) -> Guest:
    """Somebody else's bot, for a seat in a tournament (`conquistadors.lab`) or at a table.

    `name` is the class, where the file has more than one with `answer(view)`. `cpu` seconds and `memory` megabytes are
    for each game, `wall` seconds for each answer. Whoever fails, hangs or answers what is not allowed has lost by
    default: a tournament tells of it in a row.
    """
    path = Path(file).expanduser().resolve() if isinstance(file, str | Path) else Path()
    if not path.is_file():
        raise SetupError(error_text("guest.file", wanted=short_repr(file)))
    for limit, value in (("cpu", cpu), ("memory", memory), ("wall", wall)):
        whole = type(value) is int or (limit == "wall" and type(value) is float)
        if not whole or not 0 < value < 10**6:
            raise SetupError(error_text("guest.limit", name=limit, wanted=short_repr(value)))
    return Guest(str(path), name, cpu, memory, float(wall), sha256(path.read_bytes()).hexdigest())


class GuestBot:
    """A guest at one seat of one game. Its interpreter starts with the first question."""

    def __init__(self, invited: Guest, seed: int) -> None:
        self._invited = invited
        self._seed = seed
        self._visit: _Visit | None = None
        self._known: tuple[Line, ...] = ()

    def answer(self, view: View[Any]) -> Option:
        """What the guest chose; `GuestError` says what went wrong with it, and that ends the visit."""
        if self._visit is None:
            self._visit = _Visit(self._invited, self._seed, view)
        lines = view.lines
        known = _in_common(self._known, lines)
        self._known = lines
        try:
            said = self._visit.ask({"known": known, "view": view_to_json(view, known)}, self._invited.wall)
        except GuestError:
            self.close()
            raise
        for option in view.options:
            if option.id == said.get("answer"):
                return option
        self.close()
        failed = said.get("failed")
        if failed is not None:
            raise GuestError(error_text("guest.failed", name=self._invited.__name__, why=short_repr(failed)))
        answer = short_repr(said.get("answer"))
        raise GuestError(error_text("guest.not-allowed", name=self._invited.__name__, answer=answer))

    def close(self) -> None:
        """The visit is over; with another question another one begins."""
        if self._visit is not None:
            self._visit.end()
        self._visit, self._known = None, ()


class _Visit:
    """A fresh interpreter with a guest in it. A thread talks to it, so that nobody waits longer than they want to."""

    def __init__(self, invited: Guest, seed: int, view: View[Any]) -> None:
        from conquistadors import saves_folder

        if not PROCESSES:
            raise GuestError(error_text("guest.no-interpreter"))
        self._name = invited.__name__
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(Path(visiting.__file__))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=str(Path(invited.file).parent),
            env={name: os.environ[name] for name in NEEDED if name in os.environ},
        )
        self.end = finalize(self, _ended, self._process)
        wanted = {
            "file": invited.file,
            "name": invited.name,
            "seed": seed,
            "cpu": invited.cpu,
            "memory": invited.memory,
            "scenario": view.rules.scenario,
            "options": dict(view.rules.options),
            "path": [entry for entry in sys.path if entry],
            "saves": str(saves_folder()),
        }
        said = self.ask(wanted, max(WALL, invited.wall))
        if "ready" not in said:
            self.end()
            raise GuestError(error_text("guest.failed", name=self._name, why=short_repr(said.get("failed"))))

    def ask(self, question: Mapping[str, Any], wall: float) -> dict[str, Any]:
        """What the guest says to it; `GuestError` if it says nothing in time, nothing at all, or nonsense."""
        heard: SimpleQueue[bytes] = SimpleQueue()
        line = json.dumps(question).encode() + b"\n"
        Thread(target=_talk, args=(self._process, line, heard), daemon=True).start()
        try:
            said = heard.get(timeout=wall)
        except Empty:
            self.end()
            raise GuestError(error_text("guest.hangs", name=self._name, seconds=wall)) from None
        try:
            answer = json.loads(said)
        except ValueError:
            self.end()
            raise GuestError(error_text("guest.died", name=self._name, code=self._process.returncode)) from None
        return answer if isinstance(answer, dict) else {}


def _talk(process: subprocess.Popen[bytes], line: bytes, heard: SimpleQueue[bytes]) -> None:
    """Say a line and hear one; an empty one where the other side is gone."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(line)
        process.stdin.flush()
        heard.put(process.stdout.readline(LONGEST_ANSWER))
    except (OSError, ValueError):
        heard.put(b"")


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except (OSError, ValueError):  # what was never heard is lost with the other side
                continue


def _in_common(earlier: tuple[Line, ...], lines: tuple[Line, ...]) -> int:
    """How many lines the guest has already: all it was sent, unless something was taken back."""
    if lines[: len(earlier)] == earlier:
        return len(earlier)
    same = (number for number, pair in enumerate(zip(earlier, lines, strict=False)) if pair[0] != pair[1])
    return next(same, min(len(earlier), len(lines)))
