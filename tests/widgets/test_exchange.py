"""Games and progress out as a file, and in again."""

from __future__ import annotations

import contextlib
import io
import zipfile
from pathlib import Path
from random import Random

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SaveError
from conquistadors.teach.progress import Progress
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
    assert unpack(content).come == (path.name,)
    assert cq.resume().names["red"] == "Ana"
    assert unpack(content).come == (), "what is there is not there twice"


def test_a_game_of_the_same_name_is_left_alone(saves: Path) -> None:
    path = played(saves / "one" / "saves")
    content = packed()
    game = cq.resume()
    game.play(game.options[0])
    later = path.read_text(encoding="utf-8")
    assert unpack(content).come == (f"{path.stem}-2.json",)
    assert path.read_text(encoding="utf-8") == later


def test_what_is_no_save_is_refused_and_leaves_nothing(saves: Path) -> None:
    for content in (b"nonsense", archive(**{"games/x.json": "{}"})):
        with pytest.raises(SaveError):
            unpack(content)
    assert not list(saves.rglob("*.json"))


def test_a_broken_game_does_not_keep_the_others_away(saves: Path) -> None:
    path = played(saves / "one" / "saves")
    text = path.read_text(encoding="utf-8")
    path.unlink()
    button = cq.import_games()
    content = archive(**{"games/broken.json": "{}", f"games/{path.name}": text, "progress/x.json": "[]"})
    button._take({"new": [{"content": content}]})
    assert [each.name for each in saves.rglob("*.json")] == [path.name]
    come, *refused = button._told.value.split("<br>")
    assert "come: 1." in come
    assert [each.partition(":")[0] for each in refused] == ["broken.json", "progress"]


def test_what_was_solved_elsewhere_is_added_to_what_is_solved_here(
    saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for exercise, answer in (("combat-modifier", 1), ("combat-value", 1), ("combat-value", 2)):
        Progress("Ana").answer(exercise, answer)
    content = packed()
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(saves / "two" / "saves"))
    for exercise, answer in (("combat-value", 3), ("discovery-odds", 0)):
        Progress("Ana").answer(exercise, answer)
    before = Progress("Ana")
    (name,) = unpack(content).come
    after, there = Progress("Ana"), Progress("Ana", saves / "one" / "progress")
    assert after.path is not None
    assert [path.name for path in after.path.parent.glob("*.json")] == [name], "one file, that of the reader"
    assert after.tried("combat-modifier") == there.tried("combat-modifier") != before.tried("combat-modifier")
    assert after.tried("combat-value").tries == 2
    assert after.tried("discovery-odds") == before.tried("discovery-odds")


def test_any_broken_archive_is_told(saves: Path) -> None:
    """Whatever is wrong inside: sizes, packing, names, a password."""
    played(saves / "one" / "saves")
    content = packed()
    for number in range(300):
        random = Random(number)
        broken = bytearray(content)
        for _ in range(random.randint(1, 4)):
            place = random.choice([random.randrange(len(broken)), random.randrange(60), random.randrange(-120, 0)])
            broken[place] = random.choice([0, 1, 9, 255, random.randrange(256)])
        with contextlib.suppress(SaveError):
            unpack(bytes(broken))


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
    assert unpack(archive(**dict.fromkeys(bad, save))).come == ()
    assert not list(saves.rglob("*evil*"))
