"""The exercises of the course, in the order of its lessons. Importing this enters them all.

Their answers come from the rules that play, never from here.
"""

# in the order of the lessons
from conquistadors.games.exploration.lessons.questions import councils, voyages, mines, ashore, routes, wars  # noqa: I001
from conquistadors.games.exploration.lessons.questions.scenes import COURSE

__all__ = ["EXERCISES", "ashore", "councils", "mines", "routes", "voyages", "wars"]

EXERCISES = COURSE.exercises
