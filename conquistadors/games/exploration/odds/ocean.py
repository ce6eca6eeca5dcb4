"""7.5, 9.0  Questions about the sea: whether the Cape is rounded, and what a voyage out and back costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conquistadors.engine import Choice, Option, changed
from conquistadors.games.exploration.odds.asking import Answer, Explored, parted
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.policy import as_now, least, most, named, plan_of
from conquistadors.games.exploration.odds.settings import Asked, flag
from conquistadors.games.exploration.odds.situations import cape
from conquistadors.games.exploration.odds.worlds import SPAIN, Work, due, empty, followed, ships, someone
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.position import EUROPE, Force, Gold, World, part_of, worth
from conquistadors.games.exploration.rules.ships import gold_room
from conquistadors.maps.hexes import hex_of
from conquistadors.odds.distribution import Distribution

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


def _ashore(_: World, choice: Choice) -> Option:
    """Once at the landfall all go ashore; then it is over."""
    legal = choice.legal()
    return next((each for each in legal if each.verb == "cargo"), legal[-1])


def _boards(pos: World, choice: Choice) -> Option:
    """On the way out all board; on the way home nobody does."""
    return most(pos, choice) if pos.phase == "B" else least(pos, choice)


def sailed(pos: World, name: str, *, back: bool, stays: bool, gold: int = 0) -> Work[Distribution]:
    """9.0  An Expedition sails out with all who have room and, if it comes back, with some gold: what is lost.

    Told are ships, Soldiers, Colonists and people lost, and ducats of gold brought home. Where the cargo `stays`, it
    goes ashore at the landfall.
    """
    before = counted(pos)
    plan = plan_of(
        **{"cross": named("sail"), "board-soldiers": _boards, "board-colonists": _boards},
        **{"aboard-soldiers": least if stays else as_now, "aboard-colonists": least if stays else as_now},
        coast=_ashore if stays else named("done"),
        people=named("done"),
    )
    home = plan_of(**{**dict(plan.kinds), "cross": _either_way})
    leg = (f"cross:{name}", f"coast:{name}", f"check:{name}", f"ashore:{name}")

    def onward(at: World) -> tuple[str, ...]:
        at.phase = "D"
        expedition = at.expeditions[name]
        loaded, _ = part_of((Gold(next(iter(at.rules.cities)), gold, shipped=True),), gold_room(at, expedition))
        at.expeditions[name] = changed(expedition, gold=loaded if gold else ())
        return tuple(task for task in leg if not task.startswith("coast:"))

    return followed(
        due(pos, *leg),
        lambda end: lost(before, end),
        home,
        goes_on=lambda at: back and at.phase == "B" and name in at.expeditions and at.expeditions[name].place != EUROPE,
        onward=onward,
        assumed=[assumed("cargo-stays" if stays else "cargo-comes-back"), assumed("losses-colonists")],
    )


def _either_way(pos: World, choice: Choice) -> Option:
    """Out in the first Naval Phase, home in the second."""
    return named("sail" if pos.phase == "B" else "home")(pos, choice)  # type: ignore[return-value]  # it names an option


def counted(pos: World) -> tuple[int, int, int, int]:
    """Ships, Soldiers, Colonists and people, at sea, ashore and in Europe."""
    at_sea, ashore = pos.expeditions.values(), pos.forces.values()
    waiting = pos.nations.values()
    return (
        sum(each.ships for each in at_sea),
        sum(each.soldiers for each in (*at_sea, *ashore, *waiting)),
        sum(each.colonists for each in (*at_sea, *ashore, *waiting)),
        len(pos.people),
    )


def lost(before: tuple[int, int, int, int], end: World) -> tuple[int, int, int, int, int]:
    now = counted(end)
    home = sum(worth(each.gold) for each in end.nations.values())
    return (*[was - is_ for was, is_ in zip(before, now, strict=True)], home)  # type: ignore[return-value]  # four and one


def unhurt(row: Any) -> bool:
    """Whether nothing is lost."""
    return not any(row[:4])


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
