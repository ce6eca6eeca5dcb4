"""The exercises of the course, in the order of the rules. Importing this enters them all.

Their answers come from the rules that play and from exact odds, never from here.
"""

# in the order of the rules
from conquistadors.games.conquest.lessons.questions import journeys, battles, upkeep, scores, basics, standards, details  # noqa: I001
from conquistadors.games.conquest.lessons.questions.scenes import COURSE

__all__ = ["EXERCISES", "basics", "battles", "details", "journeys", "scores", "standards", "upkeep"]

EXERCISES = COURSE.exercises
