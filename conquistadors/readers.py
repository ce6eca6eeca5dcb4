"""Where the things of each person are kept: a folder for everybody who has a name."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs

from conquistadors.engine.arguments import can_be_written, checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.platform import home
from conquistadors.engine.texts import error_text

LONGEST_NAME: Final = 200
READERS: Final = "readers"
"""The folder with a folder for each person."""
_VISIT: Final = secrets.token_hex(8)
"""A visitor of a class page who has not given a name: nobody else is called so."""


@checks_arguments()
def saves_folder(reader: str | None = None) -> Path:
    """Where games are saved unless another folder is named: `$CONQUISTADORS_SAVES`, or one in the home folder.

    A reader has a folder of their own in there. On a class page the visitor is the reader: by the name in the address
    (`?reader=Ana`), or for this visit only.
    """
    named = visitor() if reader is None else checked_reader(reader)
    return home_folder() / READERS / folder_name(named) if named else home_folder()


def home_folder() -> Path:
    """The folder of saves that belongs to no reader in particular."""
    return Path(os.environ.get("CONQUISTADORS_SAVES") or home() / "saves")


def checked_reader(reader: object) -> str:
    """The name of a reader; `SetupError` says what it may be."""
    if not isinstance(reader, str) or len(reader) > LONGEST_NAME or not can_be_written(reader):
        raise SetupError(error_text("teach.reader-long", most=LONGEST_NAME, wanted=short_repr(reader)))
    return reader.strip()


def folder_name(reader: str) -> str:
    """A name for the folder of a reader: it can be recognised, and is never a path nor that of another reader."""
    legible = re.sub(r"\W+", "-", reader).strip("-")[:40]
    return f"{legible}-{hashlib.sha256(reader.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}".lstrip("-")


def visitor() -> str:
    """Who looks at this page, if it is served to a class; empty in a notebook of your own."""
    if not served():
        return ""
    named = parse_qs(os.environ.get("QUERY_STRING", "")).get("reader", [""])[0].strip()
    return named[:LONGEST_NAME] or _VISIT


def nameless() -> bool:
    """Whether this is a visitor without a name, whose games nobody finds again."""
    return visitor() == _VISIT


def served() -> bool:
    """Whether this is the kernel of a page that Voila serves."""
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila/")
