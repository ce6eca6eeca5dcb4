"""What a reader has solved, kept in a file for each reader."""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.codec import decode, encode
from conquistadors.engine.errors import ConquistadorsError, SaveError, SaveWarning, one_line, short_repr
from conquistadors.engine.files import read_regular, why, write_whole
from conquistadors.engine.locks import FileLock
from conquistadors.engine.records import changed, record
from conquistadors.engine.texts import error_text, speaking, texts_of
from conquistadors.readers import checked_reader, home_folder
from conquistadors.teach.exercises import WORDS, Verdict, check

FORMAT: Final = "conquistadors-progress"
VERSION: Final = 1
LARGEST_FILE: Final = 4 * 1024 * 1024


@record
class Tried:
    """How often an exercise was answered, and whether it is solved."""

    tries: int = 0
    solved: bool = False


@record
class _Saved:
    """The document, with every field checked for its type."""

    format: str
    version: int
    reader: str
    exercises: dict[str, Tried]


def progress_folder() -> Path:
    """Where progress is kept unless another folder is named: beside the saved games."""
    return home_folder().parent / "progress"


class Progress:
    """The progress of one reader. Without a name nothing is written: it lasts as long as this object."""

    def __init__(self, reader: str = "", folder: str | Path | None = None, language: str | None = None) -> None:
        with speaking(language) as language:
            self._open(reader, folder, language)

    def _open(self, reader: str, folder: str | Path | None, language: str) -> None:
        checked_reader(reader)
        self.reader = reader
        self.message = ""
        """What was wrong with the file, if anything was."""
        self._texts = texts_of(language, WORDS)
        self._path = (
            None if not reader.strip() else _path(reader, progress_folder() if folder is None else Path(folder))
        )
        self._tried = {} if self._path is None else self._read(self._path)

    @property
    def path(self) -> Path | None:
        return self._path

    def tried(self, exercise_id: str) -> Tried:
        return self._tried.get(exercise_id, Tried())

    def solved(self, exercise_id: str) -> bool:
        return self.tried(exercise_id).solved

    def answer(self, exercise_id: str, answer: object, language: str | None = None) -> Verdict:
        """Check an answer and remember it. One that cannot be read is no try; what is solved stays solved."""
        with speaking(language):
            verdict = check(exercise_id, answer, reader=self.reader)
            if verdict.understood:
                self._keep(exercise_id, right=verdict.right)
        return verdict

    def _keep(self, exercise_id: str, *, right: bool) -> None:
        """Remember an answer, beside those that the same reader has given elsewhere meanwhile."""
        before = self.tried(exercise_id)
        self._tried[exercise_id] = Tried(before.tries + 1, before.solved or right)
        if self._path is None:
            return
        try:
            with FileLock(self._path).writing():
                for other, found in self._read(self._path).items():
                    self._add(other, changed(found, tries=found.tries + int(other == exercise_id)))
                self._write(self._path)
        except OSError as error:
            warnings.warn(error_text("save.progress-not-saved", why=why(error)), SaveWarning, stacklevel=4)

    def _add(self, exercise_id: str, found: Tried) -> None:
        """What is solved in either place is solved."""
        ours = self.tried(exercise_id)
        self._tried[exercise_id] = Tried(max(ours.tries, found.tries), ours.solved or found.solved)

    def add(self, found: Mapping[str, Tried]) -> None:
        """What the same reader has solved on another computer. `OSError` if it cannot be kept."""
        assert self._path is not None
        with FileLock(self._path).writing():
            for exercise_id, tried in [*self._read(self._path).items(), *found.items()]:
                self._add(exercise_id, tried)
            self._write(self._path)

    # The file ----------------------------------------------------------------------------------------------------

    def _write(self, path: Path) -> None:
        document = encode(_Saved(FORMAT, VERSION, self.reader, dict(sorted(self._tried.items()))))
        write_whole(path, json.dumps(document, ensure_ascii=False, indent=1) + "\n")

    def _read(self, path: Path) -> dict[str, Tried]:
        """What the file holds; nothing if there is none."""
        try:
            content = read_regular(path, LARGEST_FILE)
            if len(content) > LARGEST_FILE:
                raise ValueError(error_text("save.progress-large"))
            saved = _checked(content.decode("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(path, error)
            return {}
        return dict(saved.exercises)

    def _set_aside(self, path: Path, why: Exception) -> None:
        """A file that cannot be read is kept under another name: nothing is lost."""
        kept = next(name for name in map(path.with_suffix, _spare_suffixes()) if not name.exists())
        path.replace(kept)
        facts: dict[str, Any] = {"file": path.name, "why": str(why), "kept": kept.name}
        self.message = self._texts.say("verdict.progress-broken", facts)


def add_progress(text: str, folder: Path) -> Path | None:
    """Add the progress of a file from another computer to what its reader has solved here; gives where it is kept.

    `SaveError` says what is wrong with the text, `OSError` why it cannot be kept. None if it says whose it is nowhere.
    """
    try:
        saved = _checked(text)
        progress = Progress(saved.reader, folder)
    except (ValueError, RecursionError, ConquistadorsError) as error:
        raise SaveError(error_text("save.file", file="progress", why=one_line(str(error)))) from None
    if progress.path is not None:
        progress.add(saved.exercises)
    return progress.path


def _checked(text: str) -> _Saved:
    saved: _Saved = decode(_Saved, json.loads(text), "progress")
    if saved.format != FORMAT or saved.version != VERSION:
        found, ours = short_repr(saved.format), f"{FORMAT} {VERSION}"
        raise ValueError(error_text("save.progress-foreign", format=found, version=saved.version, ours=ours))
    return saved


def _spare_suffixes() -> list[str]:
    return [f".broken-{number}.json" for number in range(1, 1000)]


def _path(reader: str, folder: Path) -> Path:
    """A file for each name. The name itself, which may be any text, is inside."""
    return folder / f"{hashlib.sha256(reader.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}.json"
