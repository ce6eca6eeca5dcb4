"""Other processes that play and save a game, for tests: two at once, and such that are killed in the middle of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

PLAY: Final = """
import sys, warnings
from random import Random
import conquistadors as cq

warnings.simplefilter("ignore")
folder, seed, answers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random = Random(seed)
game = cq.resume(folder)
while answers and game.pending is not None:
    if game.after_answer.elsewhere(game):
        game = cq.resume(folder)
        game.after_answer.take_over(game)
        continue
    game.play(random.choice(game.options))
    answers -= 1
    if game.after_answer.state.kind == "saved":
        given = [n for n, a in enumerate(game.answers) if not a.auto][-1]
        print(given, game.answers[given].value, flush=True)
"""
"""Goes on with the last game of a folder, and takes it over whenever another has it. What it tells has been saved."""


def writer(folder: Path, seed: int, answers: int) -> subprocess.Popen[str]:
    """A process that plays so many answers, and tells of each that was saved."""
    command = [sys.executable, "-c", PLAY, str(folder), str(seed), str(answers)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def kill(process: subprocess.Popen[str]) -> list[str]:
    """End a process in the middle of whatever it does; what it had told."""
    os.kill(process.pid, signal.SIGKILL)
    told, _ = process.communicate()
    return told.splitlines()
