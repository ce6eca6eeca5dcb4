"""Bots with which the laboratory is tried: they fail, cheat, or take their process with them."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from conquistadors.bots import RandomBot
from conquistadors.engine import UNSEEN
from conquistadors.engine.requests import Option, option
from conquistadors.engine.views import View


class Onlooker(RandomBot):
    """Fails unless it is shown what a seat that is asked may see."""

    def answer(self, view: View[Any]) -> Option:
        assert view.pending is not None
        assert view.pending.who == view.seat
        others = [hand for seat, hand in view.position.hands.items() if seat != view.seat]
        assert all(set(hand.titles) <= {UNSEEN} for hand in others), others
        return super().answer(view)


class Failing(RandomBot):
    """Fails at its fifth answer in about a third of the games."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._left = 5 if seed % 3 == 0 else -1

    def answer(self, view: View[Any]) -> Option:
        self._left -= 1
        if self._left == 0:
            raise ZeroDivisionError("lost the thread")
        return super().answer(view)


class Cheating(RandomBot):
    """Answers with what is not allowed."""

    def answer(self, view: View[Any]) -> Option:
        return option("sail", "overland")


class Unborn(RandomBot):
    """Cannot even be made."""

    def __init__(self, seed: int) -> None:
        raise OSError(f"no bot for {seed}")


class Doomed(RandomBot):
    """Kills its process when it is made with this seed, once: the flag has the number of the process."""

    def __init__(self, flag: Path, doom: int, seed: int) -> None:
        super().__init__(seed)
        if seed == doom and not flag.exists():
            flag.write_text(str(os.getpid()), encoding="utf-8")
            os.kill(os.getpid(), signal.SIGKILL)
