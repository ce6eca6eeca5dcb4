"""Games and progress out as a file, and in again."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SaveError
from conquistadors_widgets.exchange import packed, unpack


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path / "one" / "saves"))
    return tmp_path


def played(folder: Path) -> Path:
    game = cq.new_game("example", seed=1, players=["Ana", "Ben"], autosave=folder)
    game.play(game.options[0])
    return next(folder.glob("*.json"))


def archive(**files: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as opened:
        for name, text in files.items():
            opened.writestr(name, text)
    return content.getvalue()


def test_games_are_carried_to_another_computer(saves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = played(saves / "one" / "saves")
    content = packed()
    assert 'download="conquistadors-games.zip"' in cq.export_games().value
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(saves / "two" / "saves"))
    assert unpack(content) == [path.name]
    assert cq.resume().names["red"] == "Ana"
    assert unpack(content) == [], "what is there is not there twice"


def test_a_game_of_the_same_name_is_left_alone(saves: Path) -> None:
    path = played(saves / "one" / "saves")
    content = packed()
    game = cq.resume()
    game.play(game.options[0])
    later = path.read_text(encoding="utf-8")
    assert unpack(content) == [f"{path.stem}-2.json"]
    assert path.read_text(encoding="utf-8") == later


def test_what_is_no_save_is_refused_and_leaves_nothing(saves: Path) -> None:
    for content in (b"nonsense", archive(**{"games/x.json": "{}"})):
        with pytest.raises(SaveError):
            unpack(content)
    assert not list(saves.rglob("*.json"))


def test_names_lead_nowhere_else(saves: Path) -> None:
    save = played(saves / "one" / "saves").read_text(encoding="utf-8")
    bad = (
        "../../evil.json",
        "games/../evil.json",
        "/evil.json",
        "games/.evil.json",
        "other/evil.json",
        "games/evil.py",
    )
    assert unpack(archive(**dict.fromkeys(bad, save))) == []
    assert not list(saves.rglob("*evil*"))
