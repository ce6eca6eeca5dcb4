"""What the Jupyter face itself says, in the reader's language: titles, buttons, hints. Each part has its own file."""

from __future__ import annotations

from functools import cache
from typing import Final

from conquistadors.engine.texts import Texts, texts_of

PARTS: Final = (
    "common/interface/table",
    "common/interface/hands",
    "common/interface/board",
    "common/interface/panels",
    "common/interface/explorers",
    "common/interface/viewer",
)


@cache
def words(language: str) -> Texts:
    """The texts of all parts of the face."""
    return texts_of(language, *PARTS)
