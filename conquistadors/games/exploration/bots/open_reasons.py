"""Which reasons of a governor follow from what everybody sees."""

from __future__ import annotations

from typing import Final

OPEN: Final = frozenset(
    {
        *(f"gold.{name}" for name in ("search", "abandon", "reopen", "done")),
        *(f"march.{name}" for name in ("city", "gold", "mine", "natives", "person", "duty")),
        *("natives.attack", "natives.wait", "natives.done"),
    }
)
"""Of land units, gold and levels on the map. Plans, money and cargo are secret (E-G59), and so is what follows from
them: why ships sail, who boards, what is let go."""
