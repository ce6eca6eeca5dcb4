"""What is wrong before a class begins is one sentence, and nothing is left running."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from conquistadors.room.school import School
from conquistadors_class.__main__ import main
from conquistadors_class.course import Course

ROOT = Path(__file__).parents[2]


def refused(folder: Path, *arguments: str, listed: bytes = b"Ana\nBen\n") -> str:
    """What is said to a teacher who starts a class so."""
    names = folder / "names.txt"
    names.write_bytes(listed)
    with pytest.raises(SystemExit) as ended:
        main(["--folder", str(folder / "class"), "--class", str(names), "--local", *arguments])
    return str(ended.value)


def test_a_class_that_is_open_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    school = School(tmp_path / "class")
    monkeypatch.setattr("conquistadors.room.school.FileLock.hold", lambda _: False)
    assert "is in use: this class is open in another window" in refused(tmp_path)
    school.close()


def test_a_port_that_is_taken_and_one_that_is_none(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"port {port} at 127.0.0.1 cannot be used" in refused(tmp_path, "--port", str(port))
    assert "port 99999 at 127.0.0.1 cannot be used" in refused(tmp_path, "--port", "99999")


def test_a_list_that_is_not_there_or_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"nobody\.txt: there is no such file"):
        main(["--folder", str(tmp_path / "class"), "--class", str(tmp_path / "nobody.txt"), "--local"])
    assert "is not plain text in UTF-8" in refused(tmp_path, listed="Ana".encode("utf-16"))


def test_the_course_is_read_in_the_language_of_the_reader_as_far_as_it_is_there() -> None:
    course = Course(ROOT / "notebooks")
    listed = {language: dict(course.listing(language)) for language in ("en", "fr", "ja")}
    assert listed["en"]["Basic"][0].gives.startswith("To read the map")
    assert [each.path for each in listed["fr"]["Base"]][:1] == ["fr/conquest/basic_01_map_and_pieces.ipynb"]
    assert listed["ja"]["基本"][0].name == "マップとコマ"
    lengths = {language: sum(map(len, parts.values())) for language, parts in listed.items()}
    assert set(lengths.values()) == {lengths["en"]}, "each notebook once"
    for parts in listed.values():
        assert all(course.page(lesson.path) for lessons in parts.values() for lesson in lessons[:1])
