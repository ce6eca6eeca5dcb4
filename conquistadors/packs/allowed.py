"""Which data packs a save may name: folders that the user has named here, and no other path."""

from __future__ import annotations

import os
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
"""Folders that are always allowed, as a list of the operating system."""

_ALLOWED: Final[set[Path]] = set()


def allow_pack(folder: str | Path) -> Path:
    """Let saves name the data pack in this folder, until the kernel ends. Gives the folder."""
    if not is_folder(folder):
        raise SetupError(error_text("setup.pack-folder", wanted=short_repr(folder)))
    allowed = Path(folder).resolve()
    _ALLOWED.add(allowed)
    return allowed


def allow_named(options: Mapping[str, object]) -> None:
    """Whoever begins a game with a pack has allowed it."""
    pack = options.get(OPTION)
    if isinstance(pack, (str, Path)) and is_folder(pack):
        allow_pack(pack)


def check_named(options: Mapping[str, Json]) -> None:
    """`SaveError` if the options of a save name a pack that nobody has allowed."""
    pack = options.get(OPTION)
    if pack is None:
        return
    named = {Path(each).resolve() for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each}
    if not isinstance(pack, str) or "\0" in pack or Path(pack).resolve() not in _ALLOWED | named:
        raise SaveError(error_text("save.pack", pack=short_repr(pack)))
