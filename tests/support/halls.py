"""A hall without sockets: pages that keep what they are sent, and time that stands still."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from conquistadors.room.school import School
from conquistadors_class.hall import Client, Hall
from support.clocks import HandClock


class Page:
    """A page that somebody has open, and all that it was sent."""

    def __init__(self, hall: Hall, person: str, room: str = "", **how: Any) -> None:
        self.hall = hall
        self.sent: list[str] = []
        self.client = Client(person, self.sent.append, room=room, **how)
        self.parts: dict[str, Any] = {}
        self._read = 0
        asyncio.run(hall.enter(self.client))

    def do(self, do: str, **message: Any) -> list[dict[str, Any]]:
        """Ask for something; what was said to it."""
        before = len(self.sent)
        asyncio.run(self.hall.do(self.client, {"do": do, **message}))
        return [json.loads(text) for text in self.sent[before:]]

    @property
    def scene(self) -> dict[str, Any]:
        """What the page shows, put together from what it was sent."""
        for text in self.sent[self._read :]:
            message = json.loads(text)
            if message["do"] == "scene":
                self.parts = ({} if message.get("whole") else self.parts) | message["parts"]
        self._read = len(self.sent)
        return {name: part for name, part in self.parts.items() if part is not None}

    def answer(self, answer: str | None = None) -> list[dict[str, Any]]:
        """Answer what is asked, with the first answer if none is given."""
        asked = self.asked
        return self.do("answer", question=asked["number"], answer=answer or asked["answers"][0][0])

    @property
    def asked(self) -> dict[str, Any]:
        """What this seat is asked; nothing if it is not."""
        return self.scene.get("question") or {}

    def leave(self) -> None:
        self.hall.leave(self.client)


class Waiting:
    """What is going to happen, until a test lets it."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock
        self._ahead: list[tuple[float, Callable[[], object], list[bool]]] = []

    def __call__(self, seconds: float, then: Callable[[], object]) -> Any:
        off: list[bool] = []
        self._ahead.append((self._clock() + seconds, then, off))

        class Handle:
            def cancel(self) -> None:
                off.append(True)

        return Handle()

    def pass_by(self, seconds: float) -> None:
        """Let time pass, and happen what is due."""

        async def happen() -> None:
            due, self._ahead = [e for e in self._ahead if e[0] <= now], [e for e in self._ahead if e[0] > now]
            for _, then, off in due:
                if not off:
                    then()
            await asyncio.sleep(0)
            await asyncio.sleep(0)

        self._clock.pass_by(seconds)
        now = self._clock()
        asyncio.run(happen())


def hall_in(folder: Path) -> tuple[Hall, Waiting]:
    """An empty class in a folder."""
    clock = HandClock()
    waiting = Waiting(clock)
    school = School(folder, clock)
    school.meet({person: person.title() for person in ("ana", "ben", "eva", "rui")})
    return Hall(school, waiting), waiting
