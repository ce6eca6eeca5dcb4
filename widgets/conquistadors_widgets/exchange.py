"""Games and progress as a file to carry away, and back from one: for a browser that is all a reader has."""

from __future__ import annotations

import base64
import io
import re
import zipfile
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.errors import SaveError
from conquistadors.engine.files import read_regular, why, write_whole
from conquistadors.engine.saves import LARGEST_SAVE, glance
from conquistadors.engine.texts import speaking, texts_of
from conquistadors.readers import saves_folder, served
from conquistadors.saved import saved_rules
from conquistadors.teach.progress import progress_folder

WORDS: Final = "common/interface/site"
GAME, PROGRESS = "games", "progress"
"""The two folders of an archive."""
NAME: Final = re.compile(r"\w[\w.-]{0,120}\.json")
MOST: Final = 2000


def packed(reader: str | None = None) -> bytes:
    """The games of a reader as an archive; in a notebook of one's own, progress as well."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, name in _folders(reader):
            for path in sorted(folder.glob("*.json")):
                archive.writestr(f"{name}/{path.name}", read_regular(path, LARGEST_SAVE))
    return content.getvalue()


def unpack(content: bytes, reader: str | None = None) -> list[str]:
    """Put what an archive or a single save holds among the games; gives the names of what has come.

    A game that is there already is left alone: the one in the file gets a name of its own. `SaveError` if the file is
    none of ours.
    """
    folders = {name: folder for folder, name in _folders(reader)}
    come = []
    for name, text in _files(content):
        kind, _, file = name.rpartition("/")
        folder = folders.get(kind)
        if folder is None or not NAME.fullmatch(file):
            continue
        path = folder / file
        if path.exists() and path.read_text(encoding="utf-8", errors="replace") == text:
            continue
        if folder == folders[GAME]:
            _check(file, text)
        path = _free(path)
        write_whole(path, text)
        come.append(path.name)
    return come


def _folders(reader: str | None) -> Iterator[tuple[Path, str]]:
    yield saves_folder(reader), GAME
    if not served():  # on a class page the folder of progress is everybody's
        yield progress_folder(), PROGRESS


def _files(content: bytes) -> Iterator[tuple[str, str]]:
    """The texts of an archive by name, or the file itself as a save."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        yield f"{GAME}/imported.json", content[: LARGEST_SAVE + 1].decode("utf-8", "replace")
        return
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for entry in archive.infolist()[:MOST]:
            if entry.file_size <= LARGEST_SAVE:
                yield entry.filename, archive.read(entry).decode("utf-8", "replace")


def _check(name: str, text: str) -> None:
    """`SaveError` says what is wrong with a save, before it stands among the others."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        glance(path, saved_rules)


def _free(path: Path) -> Path:
    names = (path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, MOST)))
    return next(name for name in names if not name.exists())


class Export(w.HTML):  # type: ignore[misc]  # ipywidgets publishes no types
    """A link that gives the games as a file."""

    def __init__(self, reader: str | None = None, language: str | None = None) -> None:
        with speaking(language) as spoken:
            told = texts_of(spoken, WORDS).say("site.export")
        link = f"data:application/zip;base64,{base64.b64encode(packed(reader)).decode('ascii')}"
        super().__init__(f'<a download="conquistadors-games.zip" href="{link}">{escape(told)}</a>')


class Import(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """A button that takes such a file, or a single save."""

    def __init__(self, reader: str | None = None, language: str | None = None) -> None:
        self._reader = reader
        with speaking(language) as self._language:
            self._texts = texts_of(self._language, WORDS)
        self._upload = w.FileUpload(accept=".zip,.json", description=self._texts.say("site.import"), multiple=False)
        self._upload.layout.width = "auto"
        self._told = w.HTML()
        super().__init__([self._upload, self._told])
        self._upload.observe(self._take, "value")

    def _take(self, change: dict[str, Any]) -> None:
        with speaking(self._language):
            try:
                come = [name for each in change["new"] for name in unpack(bytes(each["content"]), self._reader)]
                said = self._texts.say("site.imported", {"count": len(come)})
            except SaveError as error:
                said = str(error)
            except (OSError, zipfile.BadZipFile) as error:
                said = why(error) if isinstance(error, OSError) else self._texts.say("site.not-imported")
        self._told.value = escape(said)


def export_games(*, reader: str | None = None, language: str | None = None) -> Export:
    """A link that gives your games and progress as a file, to keep or to carry to another computer."""
    return Export(reader, language)


def import_games(*, reader: str | None = None, language: str | None = None) -> Import:
    """A button that takes such a file, or a single save, and puts it among your games."""
    return Import(reader, language)
