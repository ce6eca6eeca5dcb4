"""A guest that tries every way known to see more than its view holds, and says which of them led anywhere.

It is not imported: it is the file of a bot, as a pupil might write it.
"""

import gc
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import FrameType
from typing import Any


def whole(thing: Any) -> bool:
    """Whether a thing is a position in which somebody else's cards can be read, or leads to one."""
    hands = getattr(thing, "hands", None)
    if not isinstance(hands, dict) or len(hands) < 2:
        return False
    return sum("?" not in pile.titles and bool(pile.titles) for pile in hands.values()) > 1


class Cheat:
    def answer(self, view: Any) -> Any:
        found = []
        for name in [each for each in dir(self) if each.startswith("by_")]:
            try:
                if getattr(self, name)(view):
                    found.append(name)
            except BaseException:  # it does not work
                continue
        raise RuntimeError(json.dumps(found))

    def by_memory(self, view: Any) -> Any:
        kinds = ("Game", "Run", "Seeded", "TableDice", "generator")
        things = gc.get_objects()
        told = {id(each) for each in things if type(each).__name__ == "generator" and "conquistadors" not in repr(each)}
        return any(whole(each) or (type(each).__name__ in kinds and id(each) not in told) for each in things)

    def by_frames(self, view: Any) -> Any:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            if any(whole(each) or type(each).__name__ in ("Game", "Run") for each in frame.f_locals.values()):
                return True
            frame = frame.f_back
        return False

    def by_closures(self, view: Any) -> Any:
        asked = view.pending
        names = [getattr(asked, name) for name in dir(asked) if not name.startswith("__")]
        cells = [getattr(each, "__closure__", None) for each in names if callable(each)]
        return any(cells) or hasattr(asked, "forbids") or hasattr(asked, "candidates")

    def by_attributes(self, view: Any) -> Any:
        inner = [*vars(view).values(), *vars(view.position).values(), view.position.sink]
        return any(whole(each) or callable(each) for each in inner) or whole(view.position)

    def by_the_log(self, view: Any) -> Any:
        others = [line.event for line in view.lines if line.event.audience and view.seat not in line.event.audience]
        return any(getattr(event, name) is not None for event in others for name in event.secret)

    def by_pickles(self, view: Any) -> Any:
        return any(whole(each) for each in (pickle.loads(pickle.dumps(view.position)),))

    def by_dice(self, view: Any) -> Any:
        return any(hasattr(each, "seed") for each in (view, view.rules, view.position, view.pending))

    def by_saves(self, view: Any) -> Any:
        folder = Path(os.environ.get("CONQUISTADORS_SAVES") or SAVES)
        return [file.read_text() for file in folder.iterdir()]

    def by_saves_by_name(self, view: Any) -> Any:
        return Path(SAVES, "game.json").read_text()

    def by_hidden_files(self, view: Any) -> Any:
        return Path(__file__).with_name(".secret").joinpath("notes.txt").read_text()

    def by_parent_memory(self, view: Any) -> Any:
        return Path(f"/proc/{os.getppid()}/mem").open("rb")

    def by_parent_command(self, view: Any) -> Any:
        return Path(f"/proc/{os.getppid()}/cmdline").read_bytes()

    def by_settings(self, view: Any) -> Any:
        return [name for name in os.environ if name.startswith("CONQUISTADORS")]

    def by_command(self, view: Any) -> Any:
        return subprocess.run(["/bin/ls"], check=True, capture_output=True).stdout

    def by_shell(self, view: Any) -> Any:
        return os.system("true") == 0

    def by_fork(self, view: Any) -> Any:
        child = os.fork()
        if child == 0:
            os._exit(0)
        return True

    def by_network(self, view: Any) -> Any:
        import socket

        return socket.create_connection(("127.0.0.1", 9), timeout=1)

    def by_machine_code(self, view: Any) -> Any:
        import ctypes

        return ctypes.CDLL(None)

    def by_signals(self, view: Any) -> Any:
        os.kill(os.getppid(), 0)
        return True

    def by_limits(self, view: Any) -> Any:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (10_000, 10_000))
        return True

    def by_writing(self, view: Any) -> Any:
        Path(__file__).with_name("written.txt").write_text("I was here")
        return True

    def by_printing(self, view: Any) -> Any:
        print(json.dumps({"answer": "anything"}), flush=True)
        os.write(1, b"noise")
        return False


SAVES = "SAVES FOLDER"
