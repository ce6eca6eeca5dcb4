"""Players of Conquistador!: governors with plans, and what the search has to know of this game.

`governor.py` has the table of all kinds of questions. `sight.py` reads the view; `styles.py` says what a governor likes
and fears, `estimates.py` what a Colonist, a mine or an area is worth; `ventures.py` weighs what ships may sail for.
From these follow the answers of `council.py` (purchases, fitting out), `crossing.py` (the ocean), `coasting.py` (stops
and landings), `digging.py` (gold), `marching.py`, `fighting.py` (natives, losses, war), `keeping.py` (maintenance) and
`dealing.py`. Nothing is remembered from question to question: the same view gives the same answer.
"""

from conquistadors.games.exploration.bots.governor import ANSWERS, Governor, veteran

__all__ = ["ANSWERS", "Governor", "veteran"]
