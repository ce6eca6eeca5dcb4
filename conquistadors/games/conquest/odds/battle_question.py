"""A battle as it is asked about: who fights whom, and how. One record goes through all that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Final, Self

from conquistadors.engine import SetupError, record, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.rules.position import Units

LOSSES: Final = ("highest", "lowest", "random", "best")
"""6.34  The roller hits the unit of the highest or of the lowest value, one by lot as in Solitaire, or the best one."""
CHARGES: Final = ("pass", "charge", "shock", "best")
SIDES: Final = ("spaniards", "indians")
"""Who allots losses; Spaniards who defend against Spaniards do it as Spaniards."""

Retreat = str | Mapping[str, int]
"""6.35  "never", "best", {"round": n}: at the end of round n or later, {"lost": k}: when k units are lost or more."""


@record
class Draw:
    """12.34  Some Indian units, drawn from the cup."""

    units: int


@record
class Fate:
    """How a battle ended for the side that is asked about."""

    outcome: str
    """won, lost, retreated; or gone: both sides lost their last units."""
    lost: int
    """Spanish units lost."""
    units: Units
    """Spanish units left."""
    enemies: int
    """Units of the other side that are left: Indian ones, or Spanish."""
    hits: int
    """Morale hits of what is left."""
    leader: str
    """6.4  unhurt, wounded, dead, or captured."""
    king: bool
    """6.37  A king was captured."""
    index: int
    """11.13  How far the governor index moved."""
    gold: int
    """6.371, 6.53  Gold lost; less than none where some was captured."""


Goal = str | Callable[[Fate], int | Fraction]
GOALS: Final[Mapping[str, Callable[[Fate], int | Fraction]]] = {
    "win": lambda fate: int(fate.outcome == "won"),
    "survive": lambda fate: int(fate.outcome in ("won", "retreated")),
    "units": lambda fate: fate.units.size,
}
"""What is wanted where a choice is made best: to win, not to be wiped out, or to keep as many units as can be."""


@dataclass(frozen=True, kw_only=True)
class Tactics:
    """How both sides fight, where the question does not leave it open."""

    losses: str | Mapping[str, str] = LOSSES[0]
    """Whom losses hit, for both sides or for each."""
    retreat: Retreat = "never"
    mano: str = "never"
    charge: str = CHARGES[0]
    """17.1  How a Standard battle begins."""
    goal: Goal = "win"
    plays: Sequence[str] = ()
    """Cards that their holders play as soon as may be."""
    ambush: bool = False
    checked: bool = False
    """Whether every step is watched: it may touch no more than it says."""

    def allotted(self) -> tuple[str, str]:
        """6.34  Whom the losses hit that Spaniards inflict, and whom those by Indians."""
        if isinstance(self.losses, str):
            return self.losses, self.losses
        if set(self.losses) != set(SIDES):
            raise SetupError(error_text("battle.losses-of", wanted=short_repr(self.losses)))
        return self.losses[SIDES[0]], self.losses[SIDES[1]]

    def decided(self) -> bool:
        """Whether nothing is left to be made best."""
        return "best" not in (*self.allotted(), self.charge, self.retreat) and self.mano in ("never", "before")

    def worth(self) -> Callable[[Fate], int | Fraction]:
        """What an end is worth, by the goal."""
        found = GOALS.get(self.goal) if isinstance(self.goal, str) else self.goal
        if found is None:
            raise SetupError(error_text("battle.goal", known=GOALS, wanted=short_repr(self.goal)))
        return found


@dataclass(frozen=True, kw_only=True)
class BattleQuestion:
    """Any force against any other: what `odds.battle` takes."""

    units: str
    against: Sequence[int | str] | Draw | str
    """Indian units by their values, some from the cup, or the units of another expedition."""
    leader: str = "cortes"
    companions: Mapping[str, str] | None = None
    hits: int = 0
    allies: Sequence[str] = ()
    assets: Sequence[str] = ()
    gold: int = 0
    foe: str = "alvarado"
    """Who leads the other expedition."""
    scenario: str = "basic"
    options: Mapping[str, Any] | None = None
    space: str = "tlaxcala"
    marker: str = "city"
    empire: str | None = None
    """With an empire its king is in the space."""
    attacks: bool = True
    cards: Sequence[str] = ()
    enemy_cards: Sequence[str] = ()
    tactics: Tactics = field(default_factory=Tactics)

    @classmethod
    def asked(cls, units: str, against: Sequence[int | str] | Draw | str, **how: Any) -> Self:
        """The question in plain parameters: those of the forces, and those of `Tactics`."""
        named = {each.name for each in fields(cls)} - {"tactics"}
        forces = {name: value for name, value in how.items() if name in named}
        tactics = {name: value for name, value in how.items() if name not in named}
        plays = (*forces.get("cards", ()), *forces.get("enemy_cards", ()))
        return cls(units=units, against=against, **forces, tactics=Tactics(**tactics, plays=plays))
