"""Which data packs a save may name: those with a name here, folders that the user has allowed, and no other path."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from conquistadors.engine.codec import Json
from conquistadors.engine.errors import SaveError, SetupError, short_repr
from conquistadors.engine.files import is_folder
from conquistadors.engine.texts import error_text

OPTION: Final = "pack"
"""The option of a scenario that names a pack."""
VARIABLE: Final = "CONQUISTADORS_PACKS"
"""Folders that are always allowed, as a list of the operating system; `name=folder` gives one a name."""
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
"""What a pack may be called: never like a path."""

_ALLOWED: Final[set[Path]] = set()
_NAMED: Final[dict[str, Path]] = {}


def allow_pack(folder: str | Path, *, name: str | None = None) -> Path:
    """Let saves name the data pack in this folder, until the kernel ends. Gives the folder.

    With a `name` games are begun with `pack=name`, and their saves hold the name alone: they load wherever a pack is
    allowed under it. The variable CONQUISTADORS_PACKS does the same for every kernel.
    """
    if not is_folder(folder):
        raise SetupError(error_text("setup.pack-folder", wanted=short_repr(folder)))
    allowed = Path(folder).resolve()
    if name is not None:
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise SetupError(error_text("setup.pack-name", wanted=short_repr(name)))
        _NAMED[name] = allowed
    _ALLOWED.add(allowed)
    return allowed


def pack_folder(pack: str | Path) -> Path:
    """Where a pack lies: that of a name, or the folder itself. A name goes before a folder that is called so."""
    found = _known().get(pack) if isinstance(pack, str) else None
    return Path(pack) if found is None else found


def allow_named(options: Mapping[str, object]) -> None:
    """Whoever begins a game with a pack has allowed it."""
    pack = options.get(OPTION)
    if isinstance(pack, (str, Path)) and pack not in _known() and is_folder(pack):
        allow_pack(pack)


def check_named(options: Mapping[str, Json]) -> None:
    """`SaveError` if the options of a save name a pack that nobody has allowed."""
    pack = options.get(OPTION)
    if pack is None:
        return
    if isinstance(pack, str) and "\0" not in pack and (pack in _known() or Path(pack).resolve() in _folders()):
        return
    named = isinstance(pack, str) and NAME.fullmatch(pack) is not None
    raise SaveError(error_text("save.pack-name" if named else "save.pack", pack=short_repr(pack)))


def _always() -> list[tuple[str, Path]]:
    """The packs of the variable: names, which may be empty, and folders."""
    found = []
    for each in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        name, _, folder = each.partition("=")
        named = bool(folder) and NAME.fullmatch(name) is not None
        found.append((name, Path(folder).resolve()) if named else ("", Path(each).resolve()))
    return found


def _known() -> dict[str, Path]:
    return {**{name: folder for name, folder in _always() if name}, **_NAMED}


def _folders() -> set[Path]:
    return _ALLOWED | {folder for _, folder in _always()}
