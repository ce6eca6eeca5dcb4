"""How governors differ: one goes where history went, another where many games have shown that points are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from conquistadors.engine.requests import Seat
from conquistadors.resources import read_toml


class Style(NamedTuple):
    """What a governor holds dear and what it fears."""

    name: str
    """Its tastes have this name in `data/exploration/bots/plans.toml`."""
    kept: float = 0.94
    """The part of all Colonists that it thinks alive a turn later."""
    delivered: float = 0.7
    """The part of gold that it thinks comes home, after ships, bounds and storms."""
    settlers: int = 12
    """So many Colonists it hopes to bring to an area with double resources."""
    deadly: int = 4
    """In a greater attrition it does not settle for gold."""
    inland: int = 4
    """So far from a port it looks for gold."""
    force: int = 5
    """So many detachments it sends against natives at least: five succeed five times in six (17.22)."""
    saved: int = 15
    """So much it keeps when it sends Soldiers: Colonists have to sail, too."""
    army: int = 4
    """With fewer Soldiers it does not march on to other natives."""
    risk: float = 0.5
    """It attacks natives if a detachment is lost no more often."""
    raids: bool = True
    """Its Privateers raid the ships of others."""

    def taste(self, nation: Seat, area: str) -> float:
        """How many times its worth an area is taken for."""
        return tastes(self.name).get(nation, {}).get(area, 1.0)


HISTORIAN: Final = Style("historian")
"""Who goes where history went: the governor at the table."""
VETERAN: Final = Style(
    "veteran",
    kept=0.97,
    delivered=0.35,
    settlers=18,
    deadly=2,
    inland=2,
    force=4,
    saved=90,
    army=6,
    risk=0.65,
    raids=False,
)
"""Who does what brought most points in 12,000 games in which governors differed by chance: quiet coasts first, little
gold, small regiments, no raids, and always money for the Colonists of the next turn. The search plays on with it."""


@cache
def tastes(style: str) -> Mapping[Seat, Mapping[str, float]]:
    """What each nation likes, by area."""
    plans = read_toml("exploration", "bots", "plans.toml")[style]
    return {str(nation): dict(areas) for nation, areas in plans.items()}
