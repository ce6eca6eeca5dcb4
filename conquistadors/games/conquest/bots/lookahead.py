"""What the look-ahead bot has to know of The Conquistadors."""

from __future__ import annotations

from typing import Final

AHEAD: Final = None
