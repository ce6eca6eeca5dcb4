"""What a reader has solved, kept in a file for each reader."""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path
from typing import Any, Final

import conquistadors as cq
from conquistadors.engine.codec import decode, encode
from conquistadors.engine.errors import SaveWarning, SetupError, short_repr
from conquistadors.engine.files import write_whole
from conquistadors.engine.records import record
from conquistadors.engine.texts import error_text, speaking, texts_of
from conquistadors.teach.exercises import WORDS, Verdict, check

FORMAT: Final = "conquistadors-progress"
VERSION: Final = 1
LARGEST_FILE: Final = 4 * 1024 * 1024
LONGEST_NAME: Final = 200


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
    return cq.saves_folder().parent / "progress"


class Progress:
    """The progress of one reader. Without a name nothing is written: it lasts as long as this object."""

    def __init__(self, reader: str = "", folder: str | Path | None = None, language: str | None = None) -> None:
        with speaking(language) as language:
            self._open(reader, folder, language)

    def _open(self, reader: str, folder: str | Path | None, language: str) -> None:
        if not isinstance(reader, str) or len(reader) > LONGEST_NAME:
            raise SetupError(error_text("teach.reader-long", most=LONGEST_NAME, wanted=short_repr(reader)))
        self.reader = reader
        self.message = ""
        """What was wrong with the file, if anything was."""
        self._texts = texts_of(language, WORDS)
        self._path = (
            None if not reader.strip() else _path(reader, progress_folder() if folder is None else Path(folder))
        )
        self._tried: dict[str, Tried] = {}
        if self._path is not None and self._path.exists():
            self._read(self._path)

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
                before = self.tried(exercise_id)
                self._tried[exercise_id] = Tried(before.tries + 1, before.solved or verdict.right)
                self._write()
        return verdict

    # The file ----------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        if self._path is None:
            return
        document = encode(_Saved(FORMAT, VERSION, self.reader, dict(sorted(self._tried.items()))))
        try:
            write_whole(self._path, json.dumps(document, ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            warnings.warn(error_text("save.progress-not-saved", why=str(error)), SaveWarning, stacklevel=3)

    def _read(self, path: Path) -> None:
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise ValueError(error_text("save.progress-large"))
            document = json.loads(path.read_text(encoding="utf-8"))
            saved: _Saved = decode(_Saved, document, "progress")
            if saved.format != FORMAT or saved.version != VERSION:
                found, ours = short_repr(saved.format), f"{FORMAT} {VERSION}"
                raise ValueError(error_text("save.progress-foreign", format=found, version=saved.version, ours=ours))
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(path, error)
            return
        self._tried = dict(saved.exercises)

    def _set_aside(self, path: Path, why: Exception) -> None:
        """A file that cannot be read is kept under another name: nothing is lost."""
        kept = next(name for name in map(path.with_suffix, _spare_suffixes()) if not name.exists())
        path.replace(kept)
        facts: dict[str, Any] = {"file": path.name, "why": str(why), "kept": kept.name}
        self.message = self._texts.say("verdict.progress-broken", facts)


def _spare_suffixes() -> list[str]:
    return [f".broken-{number}.json" for number in range(1, 1000)]


def _path(reader: str, folder: Path) -> Path:
    """A file for each name. The name itself, which may be any text, is inside."""
    return folder / f"{hashlib.sha256(reader.encode()).hexdigest()[:16]}.json"
