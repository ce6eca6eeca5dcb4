"""A player who looks ahead: he tries his options out in worlds as his seat can suppose them.

He sees a view and nothing else. What he has not seen is dealt at random (`View.suppose`). At an impulse he looks for an
aim: what an expedition is set on, for this impulse and perhaps for more; elsewhere for an answer (`kinds.py`). Each is
played on by captains for some impulses (`playing.py`), and what it came to is weighed: the points and the prospects of
the seat (`prospects.py`), as many games have shown what they are worth (`worth.py`). What is tried runs a race, so that
the work goes to what is close (`racing.py`). All other questions are left to a captain, who thinks as a veteran does.
What depends on the game (`kinds.py`, `prospects.py`, `worth.py`) is in `games/conquest/bots/`.
"""

from conquistadors.bots.search.bot import SearchBot
from conquistadors.bots.search.racing import Estimate, Thought

__all__ = ["Estimate", "SearchBot", "Thought"]
