"""What a game says of its data: how a pack is checked, what is printed, and what its maps look like."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError, SetupError, short_repr
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text
from conquistadors.packs.complaints import Complaint
from conquistadors.packs.printed import Atlas, Gallery, Sheet


class PackTools:
    """A game whose data is as it is: nothing to check, nothing printed, and no map to draw.

    Where `rules` are taken, None stands for those with all that the game has.
    """

    files: tuple[str, ...] = ()
    """The files that a pack may bring, in its own folder; none for a game that takes no packs."""
    maps: tuple[str, ...] = ()
    """The maps that can be drawn, by id."""
    errata: tuple[str, ...] = ()
    """The versions of the numbers that can be chosen, the usual one first."""

    def complaints(self, folder: Path | None = None, errata: str | None = None) -> list[Complaint]:
        """All that is wrong with a pack, or with the data of the kit; `DataError` if the game takes no packs."""
        if folder is not None:
            raise DataError("this game takes no packs: its numbers are as they are")
        return []

    def draw(self, name: str, folder: Path | None = None, language: str = "en") -> str:
        """A map as a standalone SVG picture."""
        raise NotImplementedError

    def tables(self, rules: Rules[Any] | None = None) -> tuple[str, ...]:
        """The printed tables, by name."""
        return ()

    def sheet(self, name: str, language: str, rules: Rules[Any] | None = None) -> Sheet:
        """A printed table; `SetupError` says which there are."""
        raise SetupError(error_text("face.table", wanted=short_repr(name), known=self.tables(rules)))

    def column(self, name: str, wanted: str, rules: Rules[Any] | None = None) -> str:
        """The column of a table where something is read: its own, or the one that stands for it."""
        return wanted

    def gallery(self, language: str, rules: Rules[Any] | None = None) -> Gallery:
        """All cards."""
        return Gallery()

    def atlas(self, language: str) -> Atlas:
        """The maps with their spaces."""
        return Atlas()


PLAIN: Final = PackTools()
"""For a game that brings nothing of its own."""
