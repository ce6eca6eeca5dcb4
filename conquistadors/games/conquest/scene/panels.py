"""The tabs and the strip."""

from __future__ import annotations

from conquistadors.scene.contract import Scene


class Panels(Scene):
    """The tabs and the strip."""
