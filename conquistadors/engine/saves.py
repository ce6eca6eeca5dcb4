"""Saves: one JSON document per game. It holds the answers; loading plays them again and checks every one.

    {format, version, kit, scenario, options, seats, chance, undo, language, id,
     origin, answers, checkpoint, checksums}

`chance` says from which answer on the dice came from where, with the seed. `origin` is the position the game began
from, or null for the set-up of the scenario. `checkpoint` is the last boundary: a save of another kit version whose
answers lead elsewhere today goes on from there. Nothing in a save can name or run code.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final, NoReturn

from conquistadors.engine.chance import Script, Source, source_named
from conquistadors.engine.codec import MAY_BE_MISSING, Json, decode, encode
from conquistadors.engine.errors import (
    ConquistadorsError,
    SaveError,
    SaveWarning,
    short_repr,
)
from conquistadors.engine.files import write_whole
from conquistadors.engine.game import OPENLY, Answer, Asking, Checkpoint, Game, UndoPolicy
from conquistadors.engine.records import record
from conquistadors.engine.requests import CHANCE, ChanceValue
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text

FORMAT: Final = "conquistadors-save"
VERSION: Final = 1
LARGEST_SAVE: Final = 32 * 1024 * 1024
"""No game comes near this many bytes; a file that does is not a save."""

_to_json = json.JSONEncoder(ensure_ascii=False).encode
_to_canonical_json = json.JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode

FindRules = Callable[[str, Mapping[str, Json]], Rules[Any]]
"""Gives the rules of a scenario by name, with their options; `SetupError` if there are none."""


@record
class SavedSource:
    """From answer `start` on, chance came from this source."""

    start: int
    kind: str
    seed: int


@record
class SavedCheckpoint:
    """A boundary: after how many answers, and the position there."""

    answers: int
    position: Any


@record
class Save:
    """The document, with every field checked for its type."""

    format: str
    version: int
    kit: str
    scenario: str
    options: dict[str, bool | int | str | list[Any] | dict[str, Any]]
    seats: dict[str, str]
    chance: tuple[SavedSource, ...]
    undo: str
    language: str
    id: str
    origin: SavedCheckpoint | None
    answers: tuple[tuple[str, str, ChanceValue, bool], ...]
    checkpoint: SavedCheckpoint
    checksums: dict[str, str]
    asking: str = field(default=OPENLY, metadata={MAY_BE_MISSING: True})
    """Only where the table has agreed on the quick way: older saves have nothing of the kind."""


# Writing ---------------------------------------------------------------------------------------------------------


def to_text(game: Game[Any], kit: str) -> str:
    """The save of a game as JSON text, an answer a line."""
    sources = tuple(SavedSource(start, source.kind, source.seed) for start, source in game.sources)
    document: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "kit": kit,
        "scenario": game.rules.scenario,
        "options": encode(dict(game.rules.options)),
        "seats": encode(game.kept_names),
        "chance": encode(sources),
        "undo": game.undo_policy,
        "language": game.language,
        "id": game.id,
        "origin": None if game.origin is None else _checkpoint(game.origin),
        "answers": [list(answer) for answer in game.answers],
        "checkpoint": _checkpoint(game.checkpoint),
    }
    if game.asking != OPENLY:
        document["asking"] = game.asking
    document["checksums"] = encode(checksums(document))
    lines = [f"{json.dumps(name)}: {_laid_out(name, value)}" for name, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(game: Game[Any], path: Path, kit: str) -> None:
    """Write the save; a crash at any moment leaves the old file or the new one."""
    write_whole(path, to_text(game, kit))


def checksums(document: Mapping[str, Json]) -> dict[str, str]:
    """One checksum for each big part and one for the rest, so that damage can be located."""
    big = ("answers", "checkpoint", "origin")
    rest: dict[str, Json] = {k: v for k, v in document.items() if k not in (*big, "checksums")}
    parts: dict[str, Json] = {**{name: document[name] for name in big}, "head": rest}
    return {name: _checksum(part) for name, part in parts.items()}


def _checksum(part: Json) -> str:
    return hashlib.sha256(_to_canonical_json(part).encode("ascii")).hexdigest()[:32]


def _checkpoint(checkpoint: Checkpoint[Any]) -> Json:
    return {"answers": checkpoint.answers, "position": checkpoint.position.to_json()}


def _laid_out(name: str, value: Json) -> str:
    if name == "answers" and isinstance(value, list) and value:
        return "[\n" + ",\n".join([_to_json(answer) for answer in value]) + "\n]"
    return _to_json(value)


# Reading ---------------------------------------------------------------------------------------------------------


def read(path: Path, find_rules: FindRules, kit: str) -> Game[Any]:
    """The game of a save file; `SaveError` says what is wrong with the file, and where."""
    try:
        if path.stat().st_size > LARGEST_SAVE:
            raise SaveError(error_text("save.large", file=path.name, bytes=path.stat().st_size))
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SaveError(error_text("save.unreadable", file=path.name, why=error.strerror)) from None
    except UnicodeDecodeError as error:
        raise SaveError(error_text("save.not-text", file=path.name, byte=error.start)) from None
    return from_text(text, find_rules, kit, path.name)


def from_text(text: str, find_rules: FindRules, kit: str, where: str = "save") -> Game[Any]:
    """The game of a save as JSON text."""
    try:
        save = _checked(_parsed(text))
        game = _rebuilt(save, find_rules, kit)
    except RecursionError:
        raise SaveError(error_text("save.deep", file=where)) from None
    except (ConquistadorsError, ValueError) as error:
        raise SaveError(error_text("save.file", file=where, why=str(error))) from None
    return game


def _parsed(text: str) -> dict[str, Json]:
    def once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            raise ValueError(error_text("save.twice", field=short_repr(max(names, key=names.count))))
        return dict(pairs)

    def no_number(constant: str) -> NoReturn:
        raise ValueError(error_text("save.constant", constant=constant))

    try:
        document = json.loads(text, object_pairs_hook=once, parse_constant=no_number)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()):
            raise ValueError(error_text("save.early", line=error.lineno, column=error.colno)) from None
        raise ValueError(error_text("save.not-json", line=error.lineno, column=error.colno, why=error.msg)) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(error_text("save.foreign", format=FORMAT))
    return document


def _checked(document: dict[str, Json]) -> Save:
    version = document.get("version")
    if type(version) is int and version > VERSION:
        raise ValueError(error_text("save.newer", version=version, ours=VERSION))
    if version != VERSION or type(version) is not int:
        raise ValueError(error_text("save.version", version=short_repr(version), ours=VERSION))
    save: Save = decode(Save, document, "save")
    if not re.fullmatch(r"\d{1,4}(\.\d{1,4}){0,3}", save.kit):
        raise ValueError(error_text("save.kit", found=short_repr(save.kit)))
    for name, checksum in checksums(document).items():
        if save.checksums.get(name) != checksum:
            raise ValueError(error_text("save.edited", part=repr(name)))
    return save


def _rebuilt(save: Save, find_rules: FindRules, kit: str) -> Game[Any]:
    rules = find_rules(save.scenario, save.options)
    records = [Answer(*answer) for answer in save.answers]
    origin = None if save.origin is None else _boundary(save.origin, rules, len(records), "origin")
    first = 0 if origin is None else origin.answers
    game = _started(save, rules, origin, records[:first])
    try:
        _replay(game, records)
        _same_checkpoint(game, save.checkpoint)
    except ValueError as error:
        if save.kit == kit:
            raise
        game = _from_checkpoint(save, rules, records, kit, error)
    return game


def _started(save: Save, rules: Rules[Any], origin: Checkpoint[Any] | None, earlier: list[Answer]) -> Game[Any]:
    starts = [source.start for source in save.chance]
    if not starts or starts[0] != 0 or starts != sorted(set(starts)):
        raise ValueError(error_text("save.sources"))
    if not save.id.isalnum() or len(save.id) > 32:
        raise ValueError(error_text("save.id"))
    undo: UndoPolicy = save.undo  # type: ignore[assignment]  # Game refuses any other text
    sources = [(source.start, _source(save, source)) for source in save.chance]
    game: Game[Any] = Game(rules, save.seats, sources, undo, origin, earlier)
    game.id = save.id
    rules.texts(save.language)  # refuses a language that the kit does not speak
    game.language = save.language
    asking: Asking = save.asking  # type: ignore[assignment]  # likewise
    game.asking = asking
    return game


def _source(save: Save, saved: SavedSource) -> Source:
    if saved.kind != Script.kind:
        return source_named(saved.kind, saved.seed)
    records = [Answer(*answer) for answer in save.answers[saved.start :]]
    return Script(*[record.value for record in records if record.who == CHANCE and record.auto])


def _boundary(saved: SavedCheckpoint, rules: Rules[Any], most: int, where: str) -> Checkpoint[Any]:
    if not 0 <= saved.answers <= most:
        raise ValueError(error_text("save.answers", part=where, most=most, found=saved.answers))
    position = rules.position_type.from_json(saved.position, rules)
    rules.check_boundary(position)
    return Checkpoint(saved.answers, position)


def _replay(game: Game[Any], records: list[Answer]) -> None:
    for number in range(len(game.answers), len(records)):
        try:
            game.replay(records[number])
        except ValueError as error:
            value = short_repr(records[number].value)
            raise ValueError(error_text("save.misfit", number=number, value=value, why=str(error))) from None


def _same_checkpoint(game: Game[Any], saved: SavedCheckpoint) -> None:
    ours = _checkpoint(game.checkpoint)
    theirs: Json = {"answers": saved.answers, "position": saved.position}
    if ours != theirs:
        raise ValueError(error_text("save.checkpoint"))


def _from_checkpoint(save: Save, rules: Rules[Any], records: list[Answer], kit: str, why: ValueError) -> Game[Any]:
    """A save of another kit version: go on from its checkpoint, with as many answers after it as still fit."""
    origin = _boundary(save.checkpoint, rules, len(records), "checkpoint")
    game = _started(save, rules, origin, records[: origin.answers])
    dropped = error_text("save.dropped-before", first=origin.answers)
    try:
        _replay(game, records)
    except ValueError:
        lost = {"from": len(game.answers), "to": len(records) - 1}
        dropped = error_text("save.dropped-after", first=origin.answers, **lost)
    said = error_text("save.other-kit", version=short_repr(save.kit), ours=kit, why=str(why), dropped=dropped)
    warnings.warn(said, SaveWarning, stacklevel=2)
    return game


# Autosave --------------------------------------------------------------------------------------------------------


class Autosave:
    """Writes a game to a folder after every answer. Set it as `game.after_answer`."""

    def __init__(self, folder: Path, kit: str) -> None:
        self.folder = folder
        self._kit = kit

    def __call__(self, game: Game[Any]) -> None:
        try:
            write(game, self.path(game), self._kit)
        except OSError as error:
            warnings.warn(error_text("save.not-saved", why=str(error)), SaveWarning, stacklevel=2)

    def path(self, game: Game[Any]) -> Path:
        return self.folder / f"{game.rules.scenario}-{game.id}.json"


def latest(folder: Path) -> Path:
    """The save in the folder that was written last."""
    saves = [path for path in folder.glob("*.json") if path.is_file()] if folder.is_dir() else []
    if not saves:
        raise SaveError(error_text("save.none", folder=str(folder)))
    return max(saves, key=lambda path: (path.stat().st_mtime_ns, path.name))
