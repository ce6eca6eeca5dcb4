"""Where files are memory, whatever is written is kept elsewhere too, and a table says when it is not."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots.guests import guest
from conquistadors.engine import autosave, platform
from conquistadors.engine.errors import GuestError
from conquistadors.engine.files import write_whole
from conquistadors.engine.texts import speak, spoken


class Store:
    """The store of a browser, which outlives its pages."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[str, float]] = {}
        self.trouble = ""

    async def all(self) -> str:
        return json.dumps([(name, text, time) for name, (text, time) in self.files.items()])

    def put(self, name: str, text: str, time: float) -> None:
        self.files[name] = (text, time)


class Locked(Store):
    """One that a browser refuses to open."""

    async def all(self) -> str:
        raise RuntimeError("InvalidStateError")


def page(store: Store, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new page of a browser: its files are gone, its store is there."""
    shelf: Any = platform.Shelf.__new__(platform.Shelf)
    shelf._store, shelf._loaded, shelf._broken = store, False, ""
    monkeypatch.setattr(platform, "_SHELF", shelf)
    monkeypatch.setattr(platform, "home", lambda: home)
    asyncio.run(platform.ready())


def test_a_game_is_found_on_the_next_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store()
    page(store, tmp_path / "one", monkeypatch)
    older = cq.new_game("example", seed=1, players=["Old", "Ben"], autosave=tmp_path / "one" / "saves")
    older.play(older.options[0])
    game = cq.new_game("example", seed=2, players=["Ana", "Ben"], autosave=tmp_path / "one" / "saves")
    game.play(game.options[0])
    assert len(store.files) == 2
    for name, (text, time) in store.files.items():  # the one that was played last is the last, whoever wrote it first
        store.files[name] = (text, time - (100 if "Old" in text else 0))
    page(store, tmp_path / "two", monkeypatch)
    again = cq.resume(tmp_path / "two" / "saves")
    assert again.names == game.names
    assert again.answers == game.answers


def test_files_elsewhere_are_nobodys_business(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store()
    page(store, tmp_path / "home", monkeypatch)
    write_whole(tmp_path / "other.json", "{}")
    assert store.files == {}


@pytest.mark.parametrize("store", [Locked(), Store()], ids=["locked", "full"])
def test_the_state_says_before_the_first_answer_that_nothing_is_kept(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not isinstance(store, Locked):
        store.trouble = "QuotaExceededError"
    page(store, tmp_path, monkeypatch)
    game = cq.new_game("example", seed=1, autosave=tmp_path / "saves")
    keeps = game.after_answer
    assert isinstance(keeps, autosave.Autosave)
    assert keeps.state.kind == "failed"
    assert "keeps nothing" in keeps.state.why
    keeps.watched = True
    game.play(game.options[0])
    assert keeps.state.kind == "failed"


def test_the_language_of_the_first_page_is_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, before = Store(), spoken()
    store.put(platform.LANGUAGE, "fr", 1.0)
    try:
        page(store, tmp_path, monkeypatch)
        assert spoken() == "fr"
    finally:
        speak(before)


def test_times_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store()
    store.put("saves/one.json", "{}", 1234.0)
    page(store, tmp_path, monkeypatch)
    assert os.stat(tmp_path / "saves" / "one.json").st_mtime == 1234.0  # noqa: PTH116


def test_a_guest_says_that_a_browser_has_one_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    pass\n", encoding="utf-8")
    monkeypatch.setattr("conquistadors.bots.guests.PROCESSES", False)
    game = cq.new_game("example", seed=1)
    with pytest.raises(GuestError, match="interpreter of its own"):
        guest(str(bot))(1).answer(game.view(game.rules.seats[0]))
