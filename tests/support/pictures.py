"""Where the browser tests put their screenshots."""

from pathlib import Path

PICTURES = Path(__file__).parents[2] / ".build" / "screenshots"
