"""A pytest plug-in for the notebooks: nbval prepares every message of a kernel for a log, though nobody reads it.

A table sends hundreds of messages, and to lay each out prettily took a third of what a notebook cost the test. They are
laid out here when the log is read.

Of the translated notebooks two a language are run, for their code is that of the English ones; `SOAK=1` runs all, and
one that is named is run as well.
"""

from __future__ import annotations

import os
from pathlib import Path
from pprint import pformat

import nbval.kernel


class Prettily:
    """A message as the log tells it, once it does."""

    def __init__(self, message: object) -> None:
        self.message = message

    def __str__(self) -> str:
        return pformat(self.message)


nbval.kernel.pformat = Prettily

TRANSLATED = ("fr", "ja")
RUN = ("00_start_here.ipynb", "conquest/basic_05_diplomacy.ipynb")
FOLDER = Path(__file__).parents[2] / "notebooks"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Whether a notebook is left out: None leaves that to others."""
    if os.environ.get("SOAK") or not collection_path.is_file():
        return None
    for language in TRANSLATED:
        if collection_path.is_relative_to(FOLDER / language):
            return True if collection_path.relative_to(FOLDER / language).as_posix() not in RUN else None
    return None
