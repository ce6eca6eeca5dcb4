"""The governor: for every kind of question an answer, a reason, and the clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from conquistadors.bots.reasons import Advice, Why
from conquistadors.engine.requests import Option
from conquistadors.engine.views import View
from conquistadors.games.exploration.bots import (
    coasting,
    council,
    crossing,
    dealing,
    digging,
    fighting,
    keeping,
    marching,
    raiding,
)
from conquistadors.games.exploration.bots.sight import Found, Sight
from conquistadors.games.exploration.bots.styles import HISTORIAN, VETERAN, Style


def begin(sight: Sight) -> Found:
    return sight.options[0], Why("any.only")


ANSWERS: Final[Mapping[str, Callable[[Sight], Found]]] = {
    "begin": begin,
    "plan": council.plan,
    "how-many": council.how_many,
    "how-many-missionaries": council.how_many_missionaries,
    "explorer": council.explorer,
    "privateer": council.privateer,
    "landfall": council.landfall,
    "how-many-carracks": council.how_many_carracks,
    "how-many-caravels": council.how_many_caravels,
    "bounds": council.bounds,
    "cross": crossing.cross,
    "board-soldiers": crossing.board_soldiers,
    "board-colonists": crossing.board_colonists,
    "people": crossing.people,
    "port-gone": crossing.port_gone,
    "coast": coasting.coast,
    "aboard-soldiers": coasting.aboard_soldiers,
    "aboard-colonists": coasting.aboard_colonists,
    "gold-ashore": coasting.gold_ashore,
    "pacific": coasting.pacific,
    "load-gold": coasting.load_gold,
    "gold": digging.gold,
    "march": marching.march,
    "march-soldiers": marching.soldiers,
    "march-colonists": marching.colonists,
    "march-person": marching.person,
    "march-to": marching.to,
    "take-gold": marching.take_gold,
    "duty": marching.duty,
    "native-combat": fighting.native_combat,
    "lose-unit": fighting.lose_unit,
    "lose-person": fighting.lose_person,
    "lose-ship": fighting.lose_ship,
    "raid-ship": fighting.raid_ship,
    "resented": fighting.settlement,
    "plague": fighting.settlement,
    "way": fighting.peace,
    "engage": raiding.engage,
    "waylay": fighting.peace,
    "whose-loss": fighting.whose_loss,
    "battle-ship": fighting.battle_ship,
    "prize": fighting.prize,
    "captive": fighting.captive,
    "storm": fighting.storm,
    "garrison": fighting.garrison,
    "spare-soldiers": fighting.spare_soldiers,
    "retreat": fighting.retreat,
    "upkeep": keeping.upkeep,
    "deal": dealing.deal,
    **{f"deal-{each}": dealing.terms for each in ("ducats", "later", "turns", "person", "area", "share")},
    **{
        f"offer-{each}": dealing.offered
        for each in ("gift", "lend", "borrow", "rent", "rutter", "ransom", "combine", "stake")
    },
    "repay": dealing.repay,
    "seize": dealing.seize,
}
"""Every kind of question with its answer."""


class Governor:
    """Directs a nation. The same view gives the same answer, whatever the seed."""

    plays: ClassVar[str] = "exploration"
    """The game whose questions it understands."""

    def __init__(self, seed: int = 0, style: Style = HISTORIAN) -> None:
        self.seed = seed
        self.style = style
        self._kept: list[Any] = []
        """Ventures that have been weighed, with all that they depend on: nothing is remembered beside that."""
        self.why: Advice | None = None
        """The last advice."""

    def answer(self, view: View[Any]) -> Option:
        self.why = self.advise(view)
        return self.why.option

    def advise(self, view: View[Any], aim: Any = None) -> Advice:
        """One of `view.options`, with the reason and the clause; `aim` is what is to be undertaken next."""
        assert view.pending is not None
        if len(view.options) == 1:
            return Advice(view.options[0], Why("any.only"), view.pending.rule, view.rules)
        chosen, why = ANSWERS[view.pending.kind](Sight(view, aim, self._kept, self.style))
        return Advice(chosen, why, view.pending.rule, view.rules)


def veteran(seed: int = 0) -> Governor:
    """A governor who does what has brought most points, wherever history went."""
    return Governor(seed, VETERAN)
