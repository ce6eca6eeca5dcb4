"""7.5, 9.0  Questions about the sea: whether the Cape is rounded, and what a voyage out and back costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conquistadors.games.exploration.odds.asking import Answer, Explored, parted
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.policy import named, plan_of
from conquistadors.games.exploration.odds.settings import Asked, flag
from conquistadors.games.exploration.odds.situations import cape
from conquistadors.games.exploration.odds.voyaging import sailed, unhurt
from conquistadors.games.exploration.odds.worlds import SPAIN, Work, empty, followed, ships, someone
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.pieces import Force
from conquistadors.maps.hexes import hex_of

MOST_SHIPS: Final = 8
MOST_UNITS: Final = 12


class Cape(Explored):
    """7.52  Is the Cape rounded with so many Expeditions?"""

    key = "cape"
    tells = ("passed", "fleets")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        most_ = self.rules.number("expeditions_most")
        return {"fleet": (Asked("expeditions", low=1, high=most_, usual=2), flag("rutter"))}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = cape(self.pack, now["expeditions"])
        pos.edit(SPAIN, rutter=now["rutter"])
        fleets = yield from followed(
            pos,
            lambda end: sum(end.rules.board.pacific(each.place) for each in end.expeditions.values()),
            plan_of(cross=named("sail")),
            assumed=[assumed("one-after-another")],
        )
        told = {"passed": fleets.map(bool), "fleets": fleets}
        return Answer(told["passed"][True], told, (("mean-fleets", fleets.mean()),))


# Out and back --------------------------------------------------------------------------------------------------------


def landfalls(rules: ExplorationRules) -> dict[str, str]:
    """7.2  The nearest coast of every area that is reached without the Cape."""
    found: dict[str, str] = {}
    for place in rules.board.landings:
        area = rules.board.area[hex_of(place)]
        if not rules.board.pacific(place):
            best = found.setdefault(area, place)
            found[area] = min(best, place, key=rules.board.bounds)
    return found


class Voyage(Explored):
    """9.0  Is nothing lost on the way out, and out and back, with this cargo?"""

    key = "voyage"
    tells = ("out", "back", "ships", "soldiers", "colonists", "gold-home")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        areas = tuple(landfalls(self.rules))
        usual = self.rules.board.area[next(iter(self.rules.pack.start[SPAIN]["colonists"].value))]
        return {
            "fleet": (
                Asked("area", areas, usual=usual),
                Asked("bounds-bought", low=0, high=self.rules.number("bounds_most"), usual=6),
                Asked("caravels", low=0, high=MOST_SHIPS),
                Asked("carracks", low=0, high=MOST_SHIPS, usual=1),
                flag("explorer"),
            ),
            "cargo": (
                Asked("soldiers", low=0, high=MOST_UNITS),
                Asked("colonists", low=0, high=MOST_UNITS, usual=2),
                flag("stays", usual=True),
                Asked("gold-aboard", low=0, high=500),
            ),
        }

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack, phase="B")
        landfall = landfalls(pos.rules)[now["area"]]
        pos.set_force(SPAIN, hex_of(landfall), Force(0, 1))
        pos.edit(SPAIN, soldiers=now["soldiers"], colonists=now["colonists"])
        carracks = now["carracks"] or int(not now["caravels"])
        fleet = {"caravels": now["caravels"], "carracks": carracks}
        name = ships(pos, SPAIN, landfall=landfall, bounds=now["bounds-bought"], **fleet)
        if now["explorer"]:
            someone(pos, "explorer", name)
        out = yield from sailed(pos.copy(), name, back=False, stays=now["stays"])
        both = yield from sailed(pos, name, back=True, stays=now["stays"], gold=now["gold-aboard"])
        told = {"out": out.map(unhurt), "back": both.map(unhurt)}
        told |= parted(both.map(lambda row: (row[0], row[1], row[2], row[4])), self.tells[2:])
        chance = told["back"][True]
        more = [("chance-out", told["out"][True]), ("chance-ships", 1 - told["ships"][0])]
        return Answer(chance, told, tuple(more))
