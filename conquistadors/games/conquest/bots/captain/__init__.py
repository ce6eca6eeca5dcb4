"""A scripted captain with plans: explore, ally, plunder, feed, rally, defend. It says why, and by which clause.

It sees a view and nothing else, and answers with one of its options: what is legal it is told, not left to know.
What things are worth it works out from the tables of the game; what it likes better is written beside its plans.

`sight.py` reads the view, `book.py` the tables; `plans.py` says what an expedition would best do, `cards.py` what cards
and luck are worth. `choices.py` has the table of all kinds of questions and answers those of an impulse; the others are
answered in `beginning.py` (set-up), `purse.py` (gold and money), `targets.py` (whom cards hurt), `fighting.py` and
`arranging.py`. `styles.py` says how captains differ: `CaptainBot(seed, "plunder")`, `CaptainBot(seed, "alliance")`.
`reasons.py` puts into words why.
"""

from conquistadors.bots.reasons import Advice
from conquistadors.games.conquest.bots.captain.choices import HANDLERS, CaptainBot, ally, plunderer
from conquistadors.games.conquest.bots.captain.styles import STYLES, Style

__all__ = ["HANDLERS", "STYLES", "Advice", "CaptainBot", "Style", "ally", "plunderer"]
