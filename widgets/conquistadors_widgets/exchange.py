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
from conquistadors.engine.records import record
from conquistadors.engine.saves import LARGEST_SAVE, glance
from conquistadors.engine.texts import error_text, speaking, texts_of
from conquistadors.readers import saves_folder, served
from conquistadors.saved import saved_rules
from conquistadors.teach.progress import add_progress, progress_folder

WORDS: Final = "common/interface/site"
GAME, PROGRESS = "games", "progress"
"""The two folders of an archive."""
NAME: Final = re.compile(r"\w[\w.-]{0,120}\.json")
MOST: Final = 2000


def packed(reader: str | None = None) -> bytes:
    """The games of a reader as an archive; in a notebook of your own, progress as well."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, name in _folders(reader):
            for path in sorted(folder.glob("*.json")):
                archive.writestr(f"{name}/{path.name}", read_regular(path, LARGEST_SAVE))
    return content.getvalue()


@record
class Unpacked:
    """What has come out of a file."""

    come: tuple[str, ...]
    """The names of the games, and of the progress of readers."""
    refused: tuple[str, ...]
    """What was wrong with the others, a sentence each."""


def unpack(content: bytes, reader: str | None = None) -> Unpacked:
    """Put what an archive or a single save holds among the games.

    A game that is there already is left alone: the one in the file gets a name of its own. What a reader has solved
    here stays solved. One broken file does not keep the others away. `SaveError` if nothing in it is ours.
    """
    folders = {name: folder for folder, name in _folders(reader)}
    come, refused = [], []
    try:
        for name, text in _files(content):
            kind, _, file = name.rpartition("/")
            if kind not in folders or not NAME.fullmatch(file):
                continue
            try:
                path = _taken(folders[kind] / file, text, game=kind == GAME)
            except SaveError as error:
                refused.append(str(error))
            else:
                come += [path.name] if path else []
    except SaveError as error:  # the archive is broken from here on
        refused.append(str(error))
    if refused and not come:
        raise SaveError(refused[0])
    return Unpacked(tuple(come), tuple(refused))


def _taken(path: Path, text: str, *, game: bool) -> Path | None:
    """Where a text of the archive has been put; None if it is there already."""
    if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == text:
        return None
    if not game:
        return add_progress(text, path.parent)
    _check(path.name, text)
    path = _free(path)
    write_whole(path, text)
    return path


def _folders(reader: str | None) -> Iterator[tuple[Path, str]]:
    yield saves_folder(reader), GAME
    if not served():  # on a class page the folder of progress is everybody's
        yield progress_folder(), PROGRESS


def _files(content: bytes) -> Iterator[tuple[str, str]]:
    """The texts of an archive by name, or the file itself as a save."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        yield f"{GAME}/imported.json", content[: LARGEST_SAVE + 1].decode("utf-8", "replace")
        return
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist()[:MOST]:
                if entry.file_size <= LARGEST_SAVE:
                    yield entry.filename, archive.read(entry).decode("utf-8", "replace")
    except Exception:  # a broken archive fails with whatever breaks in it: sizes, packing, names, passwords
        raise SaveError(error_text("save.archive")) from None


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
                found = [unpack(bytes(each["content"]), self._reader) for each in change["new"]]
                count = sum([len(each.come) for each in found])
                said = [self._texts.say("site.imported", {"count": count})]
                said += [sentence for each in found for sentence in each.refused]
            except SaveError as error:
                said = [str(error)]
            except OSError as error:
                said = [why(error)]
        self._told.value = "<br>".join(map(escape, said))


def export_games(*, reader: str | None = None, language: str | None = None) -> Export:
    """A link that gives your games and progress as a file, to keep or to carry to another computer."""
    return Export(reader, language)


def import_games(*, reader: str | None = None, language: str | None = None) -> Import:
    """A button that takes such a file, or a single save, and puts it among your games."""
    return Import(reader, language)
