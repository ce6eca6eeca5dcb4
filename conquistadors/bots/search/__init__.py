"""A player who looks ahead: he tries his options out in worlds as his seat can suppose them.

He sees a view and nothing else. What he has not seen is dealt at random (`View.suppose`), each option is played on by
captains until his next impulse (`playing.py`), and what it came to is weighed in points (`worth.py`). The options race
each other, so that the work goes to those that are close (`racing.py`). `kinds.py` says which questions are worth it:
all others are left to the captain.
"""

from conquistadors.bots.search.bot import SearchBot
from conquistadors.bots.search.racing import Estimate, Thought

__all__ = ["Estimate", "SearchBot", "Thought"]
