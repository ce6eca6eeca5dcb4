"""The captain, who plays The Conquistadors: the names of the module that its kit names, forwarded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from conquistadors.games import DEFAULT, kit

if TYPE_CHECKING:
    from conquistadors.games.conquest.bots.captain import (
        HANDLERS,
        STYLES,
        Advice,
        CaptainBot,
        Style,
        ally,
        plunderer,
    )

__all__ = ["HANDLERS", "STYLES", "Advice", "CaptainBot", "Style", "ally", "plunderer"]


def __getattr__(name: str) -> Any:
    """Imported when it is first asked for: no game is loaded because somebody looks at the bots."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(kit(DEFAULT).bots["captain"].partition(":")[0]), name)
