"""What a game says of its data: how a pack is checked, and what its maps look like."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from conquistadors.packs.complaints import Complaint


class PackTools:
    """A game whose data is as it is: nothing to check, and no map to draw."""

    maps: tuple[str, ...] = ()
    """The maps that can be drawn, by id."""
    errata: tuple[str, ...] = ()
    """The versions of the numbers that can be chosen, the usual one first."""

    def complaints(self, folder: Path | None = None, errata: str | None = None) -> list[Complaint]:
        """All that is wrong with a pack, or with the data of the kit."""
        return []

    def draw(self, name: str, folder: Path | None = None, language: str = "en") -> str:
        """A map as a standalone SVG picture."""
        raise NotImplementedError


PLAIN: Final = PackTools()
"""For a game that brings nothing of its own."""
