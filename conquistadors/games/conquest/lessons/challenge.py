"""23.4  A class challenge: all play the Solitaire Game with the same seed, and history gives each its verdict.

The name goes on working here; the laboratory judges the games for one of every game of the kit.
"""

from __future__ import annotations

from conquistadors.lab.classes import verdicts

__all__ = ["verdicts"]
