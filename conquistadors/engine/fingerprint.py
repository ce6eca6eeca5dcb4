"""What a game depends on, as two short texts: one changes with the code of its rules, the other with its values.

Words and comments are no part of it. A save that no longer fits is damaged if both are as they were; otherwise the kit
has changed since.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import LANGUAGES
from conquistadors.resources import data_root, read_toml_file

CODE: Final = "code"
VALUES: Final = "values"
PACKAGE: Final = "conquistadors"
HOME: Final = Path(__file__).parents[1]
"""Where the package lies."""
ALWAYS: Final = ("conquistadors.engine.run", "conquistadors.engine.chance")
"""What every game is run by, and where its dice come from."""
BESIDE: Final = frozenset({"rules", "play", "face", "teach", "bots", "lab", "odds", "geo", "history", *LANGUAGES})
"""The folders and files of a game's data without a value that its rules read: words, pictures, measurements."""
WORDS: Final = re.compile(r"(?:.*_)?(?:source|grade)|graded|history|text|title|name|full_name|en|fr|ja")
"""The names of entries that say something to readers, and nothing to the rules."""
SAID: Final = re.compile(
    r"""(?P<doc>^[ \t]*[rR]?\"""[\s\S]*?\"""[ \t]*$)"""
    r"""|(?P<kept>\"""[\s\S]*?\"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|\#[^\n]*""",
    re.MULTILINE,
)
"""Texts that stand by themselves, and comments; other texts are kept, so that none of them is taken for those."""
IMPORTS: Final = re.compile(r"^(?:from ([\w.]+) import (\([^)]*\)|[^\n]*)|import ([\w.]+))", re.MULTILINE)
"""At the top of a module alone: what is imported when it is first used is no part of the rules."""


def fingerprint(rules: Rules[Any]) -> dict[str, str]:
    """The rules as they are today; found once for each scenario and pack."""
    folder = getattr(getattr(rules, "pack", None), "folder", None)
    modules = tuple(dict.fromkeys([*[cls.__module__ for cls in type(rules).__mro__], *ALWAYS]))
    return {CODE: code_of(*modules), VALUES: _values(rules.kit, None if folder is None else str(folder))}


@lru_cache(maxsize=64)
def code_of(*modules: str) -> str:
    """Changes with the code of these modules, and of all of the kit that they import."""
    sources = {name: _source(name) for name in modules}
    left = list(sources)
    while left:
        for name in _imported(sources[left.pop()]):
            if name not in sources:
                sources[name] = _source(name)
                left.append(name)
    return _digest(f"{name}\n{sources[name]}" for name in sorted(sources) if sources[name])


def without_words(source: str) -> str:
    """The code without its comments, docstrings and empty lines."""
    kept = SAID.sub(lambda found: found["kept"] or "", source)
    return "\n".join(line.rstrip() for line in kept.splitlines() if line.strip())


def _imported(source: str) -> Iterator[str]:
    """The modules of the kit that a source imports at its top: a name may be a module of its own, or stand in one."""
    for package, names, alone in IMPORTS.findall(source):
        module = package or alone
        if module.partition(".")[0] == PACKAGE:
            yield module
            yield from (f"{module}.{name}" for name in re.findall(r"\w+", names) if name != "as")


@lru_cache(maxsize=1024)
def _source(name: str) -> str:
    """The source of a module without its words; empty if there is no such module, or nobody can read it."""
    try:
        file = _file(name)
        return "" if file is None else without_words(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""


def _file(name: str) -> Path | None:
    if name.partition(".")[0] != PACKAGE:
        found = getattr(sys.modules.get(name), "__file__", None)
        return Path(found) if isinstance(found, str) and found.endswith(".py") else None
    stem = HOME.joinpath(*name.split(".")[1:])
    return next((file for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file()), None)


@lru_cache(maxsize=64)
def _values(kit: str, pack: str | None) -> str:
    folders = [data_root() / kit] if kit else []
    return _digest(text for folder in [*folders, *([] if pack is None else [Path(pack)])] for text in _told(folder))


def _told(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*.toml")):
        parts = file.relative_to(folder).with_suffix("").parts
        if BESIDE.isdisjoint(parts):
            try:
                values = _plain(read_toml_file(file))
            except (OSError, DataError):
                values = None
            yield f"{'/'.join(parts)}\n{json.dumps(values, sort_keys=True, default=str)}"


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items() if not WORDS.fullmatch(key)}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def _digest(texts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:16]
