"""Thirty pupils at once: all get every scene, nothing is lost, the server stays small. How long it takes is printed.

`SOAK=1 pytest -s tests/classroom/test_crowd.py` shows the figures; none of them is asserted but the memory.
"""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from conquistadors.room.school import games_alone
from conquistadors_class.roster import TEACHER
from support.classes import ServedClass
from support.sizes import size

TEAMS = 5
PUPILS = size("CLASS_PUPILS", thin=10, soak=25)
WATCHERS = size("CLASS_WATCHERS", thin=1, soak=5)
ANSWERS = size("CLASS_ANSWERS", thin=6, soak=200)
LARGEST = 200
"""Megabytes."""


class Pupil:
    """A page that hears everything and remembers when."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.parts: dict[str, Any] = {}
        self.heard_at = 0.0
        self.bytes = 0
        self.about = self.went = ""
        self._line: WebSocketClientConnection | None = None
        self._news = asyncio.Event()

    async def connect(self, served: ServedClass, cookie: str, room: str = "") -> None:
        address = f"ws://127.0.0.1:{served.port}/class/socket?room={room}&language=en"
        self._line = await websocket_connect(HTTPRequest(address, headers={"Cookie": cookie}))
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._line is not None
        while (text := await self._line.read_message()) is not None:
            message = json.loads(text)
            if message["do"] == "scene":
                self.parts = ({} if message.get("whole") else self.parts) | message["parts"]
                self.heard_at = time.perf_counter()
                self.bytes += len(text)
            elif message["do"] == "about":
                self.about = message["space"]
            elif message["do"] == "go" or message["do"] == "made":
                self.went = message["room"]
            self._news.set()

    async def do(self, do: str, **message: Any) -> None:
        assert self._line is not None
        await self._line.write_message(json.dumps({"do": do, **message}))

    async def until(self, true: Any) -> None:
        while not true():
            self._news.clear()
            await self._news.wait()

    async def caught_up(self, mark: str) -> None:
        """Whatever was sent before has been heard."""
        await self.do("look", space=mark)
        await self.until(lambda: self.about == mark)

    @property
    def asked(self) -> dict[str, Any]:
        return self.parts.get("question") or {}

    async def close(self) -> None:
        assert self._line is not None
        self._line.close()
        await self.task


def memory(pid: int) -> float:
    """The largest that a process has been, in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


def processor(pid: int) -> float:
    """The seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


@pytest.mark.soak
def test_a_crowd_at_one_table(tmp_path: Path) -> None:
    names = [f"Pupil {number}" for number in range(PUPILS + WATCHERS)]
    with ServedClass(tmp_path / "class", names) as served:
        cookies = {name: served.enter(name) for name in (*names, TEACHER)}
        asyncio.run(_at_one_table(served, cookies, names))


async def _at_one_table(served: ServedClass, cookies: dict[str, str], names: list[str]) -> None:
    teacher = Pupil(TEACHER)
    await teacher.connect(served, cookies[TEACHER])
    how = {"vote_seconds": 0, "window_seconds": 0, "people": names[:PUPILS]}
    await teacher.do("make", scenario="standard", seats=TEAMS, **how)
    await teacher.until(lambda: teacher.went)
    pupils = [Pupil(name) for name in names]
    begun = time.perf_counter()
    for pupil in pupils:
        await pupil.connect(served, cookies[pupil.name], teacher.went)
    for pupil in pupils:
        await pupil.until(lambda pupil=pupil: pupil.parts)
    seated = time.perf_counter() - begun
    random, took, used, before = Random(11), [], processor(served.pid), sum(pupil.bytes for pupil in pupils)
    for number in range(ANSWERS):
        team = [pupil for pupil in pupils if pupil.asked]
        assert team, "the game goes on"
        question = team[0].asked["number"]
        answer = random.choice(team[0].asked["answers"])[0]
        needed = len(team) // 2 + 1
        for pupil in team[: needed - 1]:
            await pupil.do("answer", question=question, answer=answer)
            await pupil.caught_up(f"vote {number}")
        at = time.perf_counter()
        await team[needed - 1].do("answer", question=question, answer=answer)
        decided = team[needed - 1]
        await decided.until(lambda decided=decided, question=question: decided.asked.get("number") != question)
        for pupil in pupils:
            await pupil.caught_up(f"answer {number}")
        took.append(max(pupil.heard_at for pupil in pupils) - at)
    cost = processor(served.pid) - used
    sent = sum(pupil.bytes for pupil in pupils) - before
    in_order = quantiles(took, n=20)
    print(
        f"\n{len(pupils)} pages seated in {seated:.1f} s; {len(took)} answers to the last screen: "
        f"median {median(took) * 1000:.0f} ms, 95 % within {in_order[-1] * 1000:.0f}, most {max(took) * 1000:.0f}; "
        f"{cost / len(took) * 1000:.0f} ms of processor and {sent / len(took) / 1000:.0f} kB an answer; "
        f"{memory(served.pid):.0f} MB"
    )
    for pupil in (*pupils, teacher):
        await pupil.close()
    assert memory(served.pid) < LARGEST


@pytest.mark.soak
def test_everybody_at_a_game_of_their_own(tmp_path: Path) -> None:
    names = [f"Pupil {number}" for number in range(PUPILS + WATCHERS)]
    with ServedClass(tmp_path / "class", names) as served:
        cookies = {name: served.enter(name) for name in names}
        asyncio.run(_each_alone(served, cookies, names))


async def _each_alone(served: ServedClass, cookies: dict[str, str], names: list[str]) -> None:
    pupils = [Pupil(name) for name in names]
    begun = time.perf_counter()
    for pupil in pupils:
        await pupil.connect(served, cookies[pupil.name])
        await pupil.do("open", scenario=games_alone()[0])
    for pupil in pupils:
        await pupil.until(lambda pupil=pupil: pupil.went)
    opened, rooms = time.perf_counter() - begun, {pupil.went for pupil in pupils}
    assert len(rooms) == len(pupils)
    players = [Pupil(name) for name in names]
    for player, pupil in zip(players, pupils, strict=True):
        await player.connect(served, cookies[player.name], pupil.went)
    for player in players:
        await player.until(lambda player=player: player.asked)
    used, count = processor(served.pid), 0
    took: list[float] = []
    for _ in range(max(ANSWERS // len(players), 2)):
        for player in players:
            if player.asked:
                question, at = player.asked["number"], time.perf_counter()
                await player.do("answer", question=question, answer=player.asked["answers"][0][0])
                await player.until(lambda player=player, asked=question: player.asked.get("number") != asked)
                took.append(time.perf_counter() - at)
                count += 1
    print(
        f"\n{len(players)} games opened in {opened:.1f} s; {count} answers: median {median(took) * 1000:.0f} ms, "
        f"most {max(took) * 1000:.0f}; {(processor(served.pid) - used) / count * 1000:.0f} ms of processor an answer; "
        f"{memory(served.pid):.0f} MB"
    )
    for pupil in (*pupils, *players):
        await pupil.close()
    assert count
    assert memory(served.pid) < LARGEST
