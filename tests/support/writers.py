"""Other processes that play and save a game, for tests: two at once, and such that are killed in the middle of it.

They are forked from a process that has the kit already and does nothing else: most of what it takes to start one is to
import everything.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import conquistadors as cq
from conquistadors.engine import saves
from conquistadors.engine.autosave import Autosave
from conquistadors.games import rules_for

KILL, POLL, START = "kill", "poll", "start"


class Writer:
    """A process that goes on with the last game of a folder, and takes it over whenever another has it.

    It gives so many answers, and tells of each that was saved.
    """

    def __init__(self, folder: Path, seed: int, answers: int) -> None:
        told, ours = os.pipe()
        self._told = os.fdopen(told, encoding="utf-8")
        self._pid = _ask(START, str(folder), str(seed), str(answers), sent=ours)
        os.close(ours)

    def next(self) -> str:
        """The next answer that was saved; nothing if there are no more."""
        return self._told.readline().strip()

    def running(self) -> bool:
        return _ask(POLL, self._pid) == ""

    def end(self) -> tuple[str, list[str]]:
        """How it ended, and what else it has told."""
        told = self._rest()
        return _ask(KILL, self._pid), told

    def kill(self) -> list[str]:
        """End it in the middle of whatever it does; what else it had told."""
        _ask(KILL, self._pid)
        return self._rest()

    def _rest(self) -> list[str]:
        with self._told:
            return self._told.read().splitlines()


@cache
def _server() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that has everything ready, and forks whenever it is told to; it ends with this one."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", __name__, str(theirs.fileno())]
    process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    return ours, process


def _ask(*words: str, sent: int | None = None) -> str:
    server, _ = _server()
    socket.send_fds(server, ["\0".join(words).encode()], [] if sent is None else [sent])
    return server.recv(100).decode().strip()


def serve(server: socket.socket) -> None:
    """Do what the other side asks for, until it is gone. What a game reads when it is first loaded is read before."""
    for scenario in cq.SCENARIOS:
        saves.from_text(saves.to_text(cq.new_game(scenario), cq.__version__), rules_for, cq.__version__)
    status: dict[int, int] = {}
    while True:
        asked, handles, _, _ = socket.recv_fds(server, 10_000, 1)
        if not asked:
            return
        what, *rest = asked.decode().split("\0")
        if what == START:
            number = os.fork()
            if not number:
                server.close()
                _write_and_end(handles[0], Path(rest[0]), int(rest[1]), int(rest[2]))
            os.close(handles[0])
            server.send(str(number).encode())
            continue
        pid = int(rest[0])
        if what == KILL and pid not in status:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            status[pid] = os.waitpid(pid, 0)[1]
        elif pid not in status:
            ended, code = os.waitpid(pid, os.WNOHANG)
            if ended:
                status[pid] = code
        server.send(f"{status.get(pid, '')}\n".encode())


def _write_and_end(told: int, folder: Path, seed: int, answers: int) -> None:
    code = 1
    try:
        _write(told, folder, Random(seed), answers)
        code = 0
    except BaseException as error:
        sys.stderr.write(f"{error!r}\n")
    os._exit(code)


def _write(told: int, folder: Path, random: Random, answers: int) -> None:
    game, keeps = _resumed(folder)
    while answers and game.pending is not None:
        if keeps.elsewhere(game):
            game, keeps = _resumed(folder)
            keeps.take_over(game)
            continue
        game.play(random.choice(game.options))
        answers -= 1
        if keeps.state.kind == "saved":
            given = [number for number, answer in enumerate(game.answers) if not answer.auto][-1]
            os.write(told, f"{given} {game.answers[given].value}\n".encode())


def _resumed(folder: Path) -> tuple[cq.Game[Any], Autosave]:
    game = cq.resume(folder)
    assert isinstance(game.after_answer, Autosave)
    return game, game.after_answer


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(socket.socket(fileno=int(sys.argv[1])))
