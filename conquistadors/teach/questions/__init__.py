"""The exercises of the course, in the order of the rules. Importing this enters them all.

Their answers come from the rules that play and from exact odds, never from here.
"""

from conquistadors.teach.questions import journeys, battles, upkeep, scores  # noqa: I001  # in the order of the rules

__all__ = ["battles", "journeys", "scores", "upkeep"]
