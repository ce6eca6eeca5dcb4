"""A file that must not be lost is the old one or the new one, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from conquistadors.engine.files import write_whole


def test_a_file_is_written_with_its_folder_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "save.json"
    write_whole(path, "año 1518\n")
    write_whole(path, "日本\n")
    assert path.read_text(encoding="utf-8") == "日本\n"
    assert [each.name for each in path.parent.iterdir()] == ["save.json"]


@pytest.mark.parametrize("where", ["os.fsync", "pathlib.Path.replace"])
@pytest.mark.parametrize("what", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_half_way_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, what: BaseException
) -> None:
    path = tmp_path / "save.json"
    write_whole(path, "old")

    def fails(*_: object) -> None:
        raise what

    monkeypatch.setattr(where, fails)
    with pytest.raises(type(what)):
        write_whole(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["save.json"]


def test_nobody_ever_sees_half_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the new text is on the disk, the path has the old one."""
    path = tmp_path / "save.json"
    write_whole(path, "old")
    seen: list[str] = []
    monkeypatch.setattr("os.fsync", lambda _: seen.append(path.read_text(encoding="utf-8")))
    write_whole(path, "new")
    assert seen == ["old", "new"]  # the file, then the folder with its name
    assert path.read_text(encoding="utf-8") == "new"
