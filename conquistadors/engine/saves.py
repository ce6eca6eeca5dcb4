"""Saves: one JSON document per game. It holds the answers; loading plays them again and checks every one.

    {format, version, kit, fingerprint, scenario, options, seats, chance, undo, language, id,
     origin, answers, checkpoint, checksums}

`chance` says from which answer on the dice came from where, with the seed. `origin` is the position the game began
from, or null for the set-up of the scenario. `checkpoint` is the last boundary. Where answers do not fit or lead
elsewhere, `fingerprint` says whether the rules have changed since: then the game goes on from the last checkpoint that
fits; otherwise the file is damaged. Nothing in a save can name or run code.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, NoReturn

from conquistadors.engine.chance import Script, Source, source_named
from conquistadors.engine.codec import MAY_BE_MISSING, Json, decode, encode
from conquistadors.engine.errors import (
    ConquistadorsError,
    SaveError,
    SaveWarning,
    one_line,
    short_repr,
)
from conquistadors.engine.files import read_regular, signature, why, write_whole
from conquistadors.engine.fingerprint import fingerprint
from conquistadors.engine.game import OPENLY, Asking, Game, UndoPolicy
from conquistadors.engine.history import Answer, Checkpoint
from conquistadors.engine.records import record
from conquistadors.engine.requests import CHANCE, Chance, ChanceValue
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.setup import checked_names
from conquistadors.engine.texts import error_text

FORMAT: Final = "conquistadors-save"
VERSION: Final = 2
"""Version 1 had no fingerprint; it is read as well."""
PREVIOUS: Final = "previous"
"""The folder beside the saves with what each held before it was written last."""
TRIED, TRIALS = 40, 3
"""How many answers, how often, a position that a file brings is tried with before a game goes on from it."""
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
    fingerprint: dict[str, str] = field(default_factory=dict, metadata={MAY_BE_MISSING: True})
    asking: str = field(default=OPENLY, metadata={MAY_BE_MISSING: True})
    """Only where the table has agreed on the quick way: older saves have nothing of the kind."""
    standing: dict[str, tuple[str, ...]] = field(default_factory=dict, metadata={MAY_BE_MISSING: True})
    """What the table answers by itself, by seat: only where it does."""
    groups: tuple[tuple[int, int], ...] = field(default=(), metadata={MAY_BE_MISSING: True})
    """The answers that were given at once, each group by its first number and the one after its last."""


# Writing ---------------------------------------------------------------------------------------------------------


def to_text(game: Game[Any], kit: str) -> str:
    """The save of a game as JSON text, an answer a line."""
    sources = tuple(SavedSource(start, source.kind, source.seed) for start, source in game.sources)
    document: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "kit": kit,
        "fingerprint": encode(fingerprint(game.rules)),
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
    if game.standing:
        document["standing"] = encode(dict(game.standing))
    if game.groups:
        document["groups"] = [[each.start, each.stop] for each in game.groups]
    document["checksums"] = encode(checksums(document))
    lines = [f"{json.dumps(name)}: {_laid_out(name, value)}" for name, value in document.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(game: Game[Any], path: Path, kit: str) -> None:
    """Write the save; a crash at any moment leaves the old file or the new one, and the one before is kept."""
    write_whole(path, to_text(game, kit), previous=previous(path))


def previous(path: Path) -> Path:
    """Where the save is kept that a save has replaced."""
    return path.parent / PREVIOUS / path.name


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


class _Rescued(NamedTuple):
    """What is left of a broken save, and what has to be said of it."""

    game: Game[Any]
    said: str


def read(path: Path, find_rules: FindRules, kit: str) -> Game[Any]:
    """The game of a save file; `SaveError` says what is wrong with the file, and where.

    A file that was cut off is read up to its last good answer; or the save before it is, if that leads further.
    """
    known = signature(path)
    try:
        return _read(path, find_rules, kit)
    except SaveError as broken:
        rescued = [*_salvaged(path, find_rules), *_previous(path, find_rules, kit)]
        if not rescued:
            raise
        best = max(rescued, key=lambda each: len(each.game.answers))
        best.game.read_from = (path, known)
        warnings.warn(error_text("save.rescued", broken=str(broken), rescued=best.said), SaveWarning, stacklevel=2)
        return best.game


def _read(path: Path, find_rules: FindRules, kit: str) -> Game[Any]:
    name, known = one_line(path.name), signature(path)
    content = _content(path)
    if len(content) > LARGEST_SAVE:
        raise SaveError(error_text("save.large", file=name, bytes=len(content)))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise SaveError(error_text("save.not-text", file=name, byte=error.start)) from None
    game = from_text(text, find_rules, kit, name)
    game.read_from = (path, known)
    return game


def _content(path: Path) -> bytes:
    try:
        return read_regular(path, LARGEST_SAVE)
    except (OSError, ValueError) as error:
        said = why(error) if isinstance(error, OSError) else str(error)
        raise SaveError(error_text("save.unreadable", file=one_line(path.name), why=said)) from None


def glance(path: Path, find_rules: FindRules) -> tuple[Save, Any]:
    """A save and the position at its last checkpoint, checked but not played again."""
    name = one_line(path.name)
    content = _content(path)
    try:
        save = _checked(_parsed(content.decode("utf-8")))
        rules = find_rules(save.scenario, save.options)
        position = rules.position_type.from_json(save.checkpoint.position, rules)
        rules.check_boundary(position)
        checked_names(rules.seats, save.seats)
    except Exception as error:  # whatever is wrong with it, the other saves of the folder are listed
        raise SaveError(error_text("save.file", file=name, why=one_line(str(error)))) from None
    return save, position


def from_text(text: str, find_rules: FindRules, kit: str, where: str = "save") -> Game[Any]:
    """The game of a save as JSON text."""
    return _told(lambda: _rebuilt(_checked(_parsed(text)), find_rules, kit), where)


def _told(made: Callable[[], Game[Any]], where: str) -> Game[Any]:
    """The game that is made, or a `SaveError` that says what stood against it."""
    try:
        return made()
    except RecursionError:
        raise SaveError(error_text("save.deep", file=where)) from None
    except (ConquistadorsError, ValueError) as error:
        raise SaveError(error_text("save.file", file=where, why=one_line(str(error)))) from None


# Rescuing --------------------------------------------------------------------------------------------------------


def _salvaged(path: Path, find_rules: FindRules) -> list[_Rescued]:
    """What can be read of a save that was cut off: everything up to the answers, and the good ones among those."""
    try:
        text = _content(path)[:LARGEST_SAVE].decode("utf-8", errors="ignore")
        if _is_json(text):
            return []  # it was not cut off, but changed
        save = decode(Save, _beginning(text), "save")
        game = _told(lambda: _salvaged_game(save, find_rules), path.name)
    except (SaveError, ValueError, RecursionError):
        return []
    return [_Rescued(game, error_text("save.salvaged", answers=len(save.answers)))] if save.answers else []


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _beginning(text: str) -> dict[str, Json]:
    """The fields before the answers, each in a line, and then the answers, as far as their lines are whole."""
    lines = iter(text.splitlines()[1:])
    document: dict[str, Json] = {}
    for line in lines:
        if line == '"answers": [':
            break
        document |= _parsed("{" + line.removesuffix(",") + "}", whole=False)
    answers: list[Json] = []
    for line in lines:
        try:
            answers.append(json.loads(line.removesuffix(",")))
        except ValueError:
            break
    nowhere: dict[str, Json] = {"answers": 0, "position": None}
    return {**document, "answers": answers, "checkpoint": nowhere, "checksums": {}}


def _salvaged_game(save: Save, find_rules: FindRules) -> Game[Any]:
    _check_head(save)
    rules = find_rules(save.scenario, save.options)
    records = [Answer(*answer) for answer in save.answers]
    return _as_far_as_it_fits(lambda: _begun(save, rules, records), records)


def _previous(path: Path, find_rules: FindRules, kit: str) -> list[_Rescued]:
    """The save that the broken one has replaced."""
    try:
        game = _read(previous(path), find_rules, kit)
    except SaveError:
        return []
    return [_Rescued(game, error_text("save.previous", answers=len(game.answers)))]


# Checking --------------------------------------------------------------------------------------------------------


def _parsed(text: str, *, whole: bool = True) -> dict[str, Json]:
    def once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for name, value in pairs:
            if name in found:
                raise ValueError(error_text("save.twice", field=short_repr(name)))
            found[name] = value
        return found

    def no_number(constant: str) -> NoReturn:
        raise ValueError(error_text("save.constant", constant=constant))

    try:
        document = json.loads(text, object_pairs_hook=once, parse_constant=no_number)
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()):
            raise ValueError(error_text("save.early", line=error.lineno, column=error.colno)) from None
        raise ValueError(error_text("save.not-json", line=error.lineno, column=error.colno, why=error.msg)) from None
    if not isinstance(document, dict) or (whole and document.get("format") != FORMAT):
        raise ValueError(error_text("save.foreign", format=FORMAT))
    return document


def _checked(document: dict[str, Json]) -> Save:
    version = document.get("version")
    if type(version) is int and version > VERSION:
        raise ValueError(error_text("save.newer", version=short_repr(version), ours=VERSION))
    if type(version) is not int or version < 1:
        raise ValueError(error_text("save.version", version=short_repr(version), ours=VERSION))
    save: Save = decode(Save, document, "save")
    _check_head(save)
    for name, checksum in checksums(document).items():
        if save.checksums.get(name) != checksum:
            raise ValueError(error_text("save.edited", part=repr(name)))
    return save


def _check_head(save: Save) -> None:
    if save.format != FORMAT:
        raise ValueError(error_text("save.foreign", format=FORMAT))
    if not re.fullmatch(r"\d{1,4}(\.\d{1,4}){0,3}", save.kit):
        raise ValueError(error_text("save.kit", found=short_repr(save.kit)))


# Playing it again ------------------------------------------------------------------------------------------------


def _rebuilt(save: Save, find_rules: FindRules, kit: str) -> Game[Any]:
    rules = find_rules(save.scenario, save.options)
    records = [Answer(*answer) for answer in save.answers]
    begins = False
    try:
        game = _begun(save, rules, records)
        begins = True
        _replay(game, records)
        _same_checkpoint(game, save.checkpoint)
    except ValueError as error:
        if not _changed_since(save, rules):
            raise
        game = _from_checkpoint(save, rules, records, kit, error, begins=begins)
    game.groups = [range(*each) for each in save.groups]
    return game


def _changed_since(save: Save, rules: Rules[Any]) -> bool:
    """Whether the rules are no longer those that the game was saved with. Without a fingerprint the kit was another."""
    return save.fingerprint != fingerprint(rules)


def _begun(save: Save, rules: Rules[Any], records: list[Answer]) -> Game[Any]:
    """The game at its origin."""
    origin = None if save.origin is None else _boundary(save.origin, rules, len(records), "origin")
    first = 0 if origin is None else origin.answers
    return _started(save, rules, origin, records[:first])


def _started(save: Save, rules: Rules[Any], origin: Checkpoint[Any] | None, earlier: list[Answer]) -> Game[Any]:
    starts = [source.start for source in save.chance]
    if not starts or starts[0] != 0 or starts != sorted(set(starts)):
        raise ValueError(error_text("save.sources"))
    if not re.fullmatch(r"[0-9A-Za-z]{1,32}", save.id):
        raise ValueError(error_text("save.id"))
    undo: UndoPolicy = save.undo  # type: ignore[assignment]  # Game refuses any other text
    sources = [(source.start, _source(save, source)) for source in save.chance]
    game: Game[Any] = Game(rules, save.seats, sources, undo, origin, earlier)
    game.id = save.id
    rules.texts(save.language)  # refuses a language that the kit does not speak
    game.language = save.language
    asking: Asking = save.asking  # type: ignore[assignment]  # likewise
    game.asking = asking
    game.standing = save.standing
    return game


def _source(save: Save, saved: SavedSource) -> Source:
    if saved.kind != Script.kind:
        return source_named(saved.kind, saved.seed)
    records = [Answer(*answer) for answer in save.answers[saved.start :]]
    return Script(*[record.value for record in records if record.who == CHANCE and record.auto])


def _boundary(saved: SavedCheckpoint, rules: Rules[Any], most: int, where: str) -> Checkpoint[Any]:
    """A boundary from which a game can go on; `ValueError` says why none can."""
    if not 0 <= saved.answers <= most:
        raise ValueError(error_text("save.answers", part=where, most=most, found=short_repr(saved.answers)))
    try:
        position = rules.position_type.from_json(saved.position, rules)
        rules.check_boundary(position)
        _try_out(rules, position)
    except (ValueError, RecursionError):
        raise
    except Exception as error:  # whatever the rules stumble over, no game gets there: somebody made it up
        raise ValueError(error_text("save.unplayable", part=where, why=short_repr(error))) from None
    return Checkpoint(saved.answers, position)


def _try_out(rules: Rules[Any], position: Any) -> None:
    """Go on from the position at random for a while: the rules must find all that they look for."""
    for trial in range(TRIALS):
        random = Random(trial)
        run = Run(rules, position.copy())
        for _ in range(TRIED):
            pending = run.pending
            if pending is None:
                break
            if isinstance(pending, Chance):
                run.send(random.choices(pending.outcomes, pending.weights)[0])
            else:
                run.send(random.choice(pending.legal()))
        rules.check(run.pos)


class _Misfit(ValueError):
    """An answer does not fit."""

    def __init__(self, said: str, number: int) -> None:
        super().__init__(said)
        self.number = number


def _replay(game: Game[Any], records: list[Answer]) -> None:
    for number in range(len(game.answers), len(records)):
        try:
            game.replay(records[number])
        except Exception as error:  # what the rules stumble over is told as well: they were others, or somebody made it
            said = str(error) if isinstance(error, (ValueError, ConquistadorsError)) else short_repr(error)
            value = short_repr(records[number].value)
            raise _Misfit(error_text("save.misfit", number=number, value=value, why=said), number) from None


def _as_far_as_it_fits(begin: Callable[[], Game[Any]], records: list[Answer]) -> Game[Any]:
    """A game with the answers up to the first that does not fit, brought to the next question."""
    game = begin()
    try:
        _replay(game, records)
    except _Misfit as misfit:
        game = begin()  # whatever the misfit did to the other one
        _replay(game, records[: misfit.number])
    game.settle()
    return game


def _holds(game: Game[Any], records: list[Answer]) -> bool:
    return list(game.answers[: len(records)]) == records


def _lost(game: Game[Any], records: list[Answer]) -> dict[str, object]:
    """Which answers of the save are not in the game."""
    kept = next(
        (n for n, (ours, theirs) in enumerate(zip(game.answers, records, strict=False)) if ours != theirs), None
    )
    return {"from": min(len(game.answers), len(records)) if kept is None else kept, "to": len(records) - 1}


def _same_checkpoint(game: Game[Any], saved: SavedCheckpoint) -> None:
    ours = _checkpoint(game.checkpoint)
    theirs: Json = {"answers": saved.answers, "position": saved.position}
    if ours == theirs:
        return
    decoded = game.rules.position_type.from_json(saved.position, game.rules)  # a field may be missing in an older one
    if (saved.answers, decoded) != game.checkpoint:
        raise ValueError(error_text("save.checkpoint"))


def _from_checkpoint(
    save: Save, rules: Rules[Any], records: list[Answer], kit: str, misfit: ValueError, *, begins: bool
) -> Game[Any]:
    """A save of other rules: go on from its checkpoint, with as many answers after it as still fit.

    If no game of today can stand there, go on from the last one that is reached from the beginning: if it `begins`.
    """
    try:
        origin = _boundary(save.checkpoint, rules, len(records), "checkpoint")
    except ValueError:
        if not begins:
            raise
        game = _as_far_as_it_fits(lambda: _begun(save, rules, records), records)
        dropped = error_text("save.dropped-rest", **_lost(game, records))
    else:
        game = _as_far_as_it_fits(lambda: _started(save, rules, origin, records[: origin.answers]), records)
        dropped = error_text("save.dropped-before", first=origin.answers)
        if not _holds(game, records):
            dropped = error_text("save.dropped-after", first=origin.answers, **_lost(game, records))
    changed = "save.other-kit" if save.kit != kit else "save.other-rules"
    said = error_text(changed, version=short_repr(save.kit), ours=kit, why=one_line(str(misfit)), dropped=dropped)
    warnings.warn(said, SaveWarning, stacklevel=2)
    return game
