"""The table of a class in a notebook: the same scenes, and answers that go back to the class."""

from __future__ import annotations

import asyncio

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors_class.join import Door, Joined
from conquistadors_class.roster import TEACHER
from support.classes import ServedClass

BROKEN = ("http://[", "http://h:abc/", "http://h:99999/", "http://a b/", "http://\0/", "http://127.0.0.1:9/\n")


@pytest.mark.parametrize("address", ["", "class", "ftp://127.0.0.1/", "http://", *BROKEN])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(SetupError, match="looks like"):
        cq.join(address, "abcdef")


def test_no_class_and_a_wrong_code(served: ServedClass) -> None:
    with pytest.raises(SetupError, match="no class"):
        cq.join("http://127.0.0.1:9/class/", "abcdef")
    with pytest.raises(SetupError, match="code"):
        cq.join(served.root, "wrong")
    with pytest.raises(SetupError, match="code"):
        cq.join(served.root, "\ud800")
    with pytest.raises(SetupError, match="no class"):
        cq.join(f"http://{'a' * 300}/", "abcdef")


def test_somebody_joins_from_a_notebook_and_plays(served: ServedClass) -> None:
    teacher = served.sit(TEACHER)
    teacher.do("make", scenario="example", seats=2, people=["Eva", "Rui"], window_seconds=0)
    room = teacher.until("made")["room"]
    asyncio.run(_plays(served, room))
    teacher.do("close", room=room)
    teacher.close()


async def _plays(served: ServedClass, room: str) -> None:
    door = Door(served.root, served.codes["Eva"])
    joined = Joined(door, room, "fr")
    while not joined.parts.get("question"):
        await asyncio.sleep(0.02)
    assert "Vous jouez Rouge" in joined._head.value
    assert "data:image/svg+xml" in joined._map.value
    buttons = [button for row in joined._answers.list.children for button in getattr(row, "children", ())]
    number = joined.parts["question"]["number"]
    assert joined._undo.layout.display == "none"
    joined.hear({"do": "scene", "parts": {"question": joined.parts["question"] | {"undo": True}}})
    assert joined._undo.layout.display is None
    joined._undo.click()
    while "annuler" not in joined._message.value:  # what may be taken back, the class alone knows
        await asyncio.sleep(0.02)
    buttons[0].click()
    while (joined.parts.get("question") or {}).get("number") == number:
        await asyncio.sleep(0.02)
    assert joined.task is not None
    joined.task.cancel()
    joined.close()


def test_what_it_is_refused_is_told(served: ServedClass) -> None:
    joined = Joined(Door(served.root, served.codes["Eva"]), "", "en")
    joined.hear({"do": "refused", "why": "<not> now"})
    assert "&lt;not&gt; now" in joined._message.value
    assert joined.task is None
