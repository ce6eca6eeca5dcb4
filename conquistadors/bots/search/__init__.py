"""A player that looks ahead: it tries its options out in worlds as its seat can suppose them.

It sees a view and nothing else. What it has not seen is dealt at random (`View.suppose`). What is tried at a question,
how the game is played on from there and what it came to is a matter of the game: its kit names it, and `contract.py`
says what it has to be. In some games an aim is looked for rather than an answer, and kept through a row of questions.
What is tried runs a race, so that the work goes to what is close (`racing.py`), always in the same worlds and with the
same dice (`playing.py`). All other questions are left to the adviser of the game.
"""

from conquistadors.bots.search.bot import SearchBot
from conquistadors.bots.search.contract import LookAhead
from conquistadors.bots.search.racing import Estimate, Thought

__all__ = ["Estimate", "LookAhead", "SearchBot", "Thought"]
