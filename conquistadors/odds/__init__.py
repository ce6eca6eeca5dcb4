"""Exact probabilities of anything the engine can ask, from the procedures that play.

What any game can be asked is here. What only one game can be asked is in its folder, and its kit says what
(`questions`): those of the default game are found here as well, as `odds.battle` and the like.
"""

from typing import TYPE_CHECKING, Any

from conquistadors.games import DEFAULT, kit, load
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.luck import LuckOfARoll, extremes, luck
from conquistadors.odds.position import CardWorth, OptionOdds, PositionOdds, card_worth, position_odds, position_work

__all__ = [
    "CardWorth",
    "Distribution",
    "LuckOfARoll",
    "OptionOdds",
    "PositionOdds",
    "card_worth",
    "extremes",
    "luck",
    "position_odds",
    "position_work",
]

if TYPE_CHECKING:
    from conquistadors.games.conquest.odds import chains as chains
    from conquistadors.games.conquest.odds.battle import BattleOdds as BattleOdds
    from conquistadors.games.conquest.odds.battle import battle as battle
    from conquistadors.games.conquest.odds.battle import battle_at as battle_at
    from conquistadors.games.conquest.odds.battle import battle_work as battle_work
    from conquistadors.games.conquest.odds.battle import battling as battling
    from conquistadors.games.conquest.odds.battle_question import Draw as Draw
    from conquistadors.games.conquest.odds.battle_question import Fate as Fate
    from conquistadors.games.conquest.odds.catalogue import CataloguedRoll as CataloguedRoll
    from conquistadors.games.conquest.odds.catalogue import rolls as rolls
    from conquistadors.games.conquest.odds.catalogue import table as table
else:
    __all__ += list(kit(DEFAULT).questions)

    def __getattr__(name: str) -> Any:
        """What only the default game can be asked, loaded when it is first used."""
        questions = kit(DEFAULT).questions
        if name not in questions:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return load(questions[name])

    def __dir__() -> list[str]:
        """The questions of the default game are offered to whoever looks what there is."""
        return sorted({*globals(), *__all__})
