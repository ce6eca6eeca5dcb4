"""How each roll of the game comes about: a small world in which its own clause throws it next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from conquistadors.games.exploration.odds.worlds import (
    ENGLAND,
    SPAIN,
    due,
    empty,
    ships,
    someone,
)
from conquistadors.games.exploration.rules.attrition import attrition_level
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, Force, Watch
from conquistadors.games.exploration.rules.politics import CARIBBEAN
from conquistadors.games.exploration.rules.position import World

WHERE: Final = ("mainland", "caribbean")
CITY: Final = "city"
WHO: Final = ("nobody", "attacker", "defender")
MONARCHS: Final = ("A", "B", "C", "D")
BRASIL: Final = "brasil"
RISES, ENDS, NOMINAL = "rises", "ends", "nominal"
MOST_DETACHMENTS: Final = 15
MOST_LEVEL: Final = 20


# Places that will do -------------------------------------------------------------------------------------------------


def mine_in(rules: ExplorationRules, where: str) -> str:
    """A mine on the mainland, or in the Caribbean; for a city the first one."""
    if where == CITY:
        return next(iter(rules.cities))
    return next(hex_ for hex_ in rules.mines if (rules.board.area[hex_] == CARIBBEAN) == (where == "caribbean"))


def home_port(rules: ExplorationRules) -> str:
    """21.1  The port where Spain begins."""
    return str(next(iter(rules.pack.start[SPAIN]["colonists"].value)))


def of_level(pos: World, level: int) -> list[str]:
    """12.1  The hexes with this level of attrition that can be settled, in the order of numbers."""
    board = pos.rules.board
    return [hex_ for hex_ in sorted(board.area) if attrition_level(pos, hex_) == level and hex_ not in board.unsettled]


def pacific_port(rules: ExplorationRules) -> str:
    """7.51  A coast that lies beyond the Cape."""
    return next(place for place in rules.board.landings if rules.board.pacific(place))


# What leads to a roll ------------------------------------------------------------------------------------------------


def council(pack: str | None, monarch: str, **_: Any) -> World:
    pos = empty(pack=pack, rivals=True)
    pos.edit(SPAIN, monarch=monarch, treasury=0)
    return due(pos, f"council:{SPAIN}")


def politics(pack: str | None, **_: Any) -> World:
    return due(empty(pack=pack, rivals=True), f"council:{SPAIN}")


def of_spain(task: str) -> Callable[..., World]:
    """A task of Spain alone that needs nothing on the table."""

    def laid(pack: str | None, **_: Any) -> World:
        return due(empty(pack=pack), f"{task}:{SPAIN}")

    return laid


def tie(pack: str | None) -> World:
    pos = empty(pack=pack, rivals=True)
    for nation in pos.nations:
        pos.edit(nation, monarch=MONARCHS[0], treasury=1)
    return due(pos, "initiative")


def cape(pack: str | None, fleets: int = 1) -> World:
    """7.52  Expeditions that are bound for a port of their own beyond the Cape."""
    pos = empty(pack=pack, phase="B")
    landfall = pacific_port(pos.rules)
    pos.set_force(SPAIN, landfall, Force(0, 1))
    names = [ships(pos, SPAIN, caravels=1, landfall=landfall) for _ in range(fleets)]
    return due(pos, *[f"cross:{name}" for name in names])


def force_combat(pack: str | None) -> World:
    """8.15  A Spanish ship stops where an English one has orders to attack it."""
    pos = empty(pack=pack, rivals=True, phase="B")
    start, goal, *_ = pos.rules.board.sides(home_port(pos.rules))
    name = ships(pos, SPAIN, start, caravels=1, bounds=9)
    someone(pos, "explorer", name)
    near = next(place for place in pos.rules.board.stops_within(start, 3) if place != goal)
    ships(pos, ENGLAND, near, caravels=1)
    pos.watches = (Watch(ENGLAND, SPAIN, "always"),)
    return due(pos, f"leg:{name}/{near}")


def sea_battle(pack: str | None, ours: Mapping[str, int], theirs: Mapping[str, int], privateer: str) -> World:
    """8.2, 15.46  Two Expeditions in a hex of which one attacks. Only England has Privateers: the side is hers."""
    pos = empty(pack=pack, rivals=True, phase="B")
    place = pos.rules.board.sides(home_port(pos.rules))[0]
    attacker, defender = (SPAIN, ENGLAND) if privateer == "defender" else (ENGLAND, SPAIN)
    name = ships(pos, attacker, place, bounds=9, privateer=privateer == "attacker", **ours)
    ships(pos, defender, place, bounds=9, privateer=privateer == "defender", **theirs)
    return due(pos, f"coast:{name}")


def naval_combat(pack: str | None, column: str, privateer: str) -> World:
    """8.25, 15.44  As many Carracks as the column says, with a detachment on each: a Privateer needs them."""
    ours, theirs = ({"carracks": int(n), "soldiers": int(n)} for n in column.split("-"))
    return sea_battle(pack, ours, theirs, privateer)


def land_combat(pack: str | None, column: str, conquistador: str) -> World:
    """11.1  As many detachments as the column says. Only Spain has Conquistadors: the side is hers."""
    pos = empty(pack=pack, rivals=True)
    hex_ = home_port(pos.rules)
    attacker, defender = (ENGLAND, SPAIN) if conquistador == "defender" else (SPAIN, ENGLAND)
    for nation, soldiers in zip((attacker, defender), column.split("-"), strict=True):
        pos.set_force(nation, hex_, Force(int(soldiers), 0))
    if conquistador != WHO[0]:
        someone(pos, CONQUISTADOR, hex_)
    return due(pos, f"battle:{attacker}/{hex_}/{defender}")


def naval_attrition(pack: str | None, column: int) -> World:
    pos = empty(pack=pack, phase="B")
    name = ships(pos, SPAIN, carracks=1)
    return due(pos, f"toll:{name}/{column}")


def land_attrition(pack: str | None, level: int, conquistador: bool, table: str) -> World:
    pos = empty(pack=pack, options={"land_attrition_table": table})
    hex_ = of_level(pos, level)[0]
    pos.set_force(SPAIN, hex_, Force(1, 1))
    if conquistador:
        someone(pos, CONQUISTADOR, hex_)
    return due(pos, f"hardship:{SPAIN}/{hex_}")


def find_gold(pack: str | None, where: str) -> World:
    pos = empty(pack=pack)
    pos.set_force(SPAIN, mine_in(pos.rules, where), Force(0, 1))
    return due(pos, f"gold:{SPAIN}")


def depletion(pack: str | None, where: str = "caribbean") -> World:
    pos = empty(pack=pack)
    return due(pos, f"deplete:{SPAIN}/{mine_in(pos.rules, where)}")


def native_combat(pack: str | None, detachments: int, leaders: int) -> World:
    pos = empty(pack=pack)
    hex_ = home_port(pos.rules)
    pos.edit_country(pos.rules.board.area[hex_], native=MOST_LEVEL)
    pos.set_force(SPAIN, hex_, Force(detachments, 0))
    for _ in range(leaders):
        someone(pos, CONQUISTADOR, hex_)
    return due(pos, f"native-combat:{SPAIN}")


def uprising(pack: str | None, level: int) -> World:
    pos = empty(pack=pack)
    pos.edit_country(CARIBBEAN, native=level)
    return due(pos, f"uprising:{SPAIN}/{CARIBBEAN}")


def uprising_losses(pack: str | None, detachments: int) -> World:
    pos = empty(pack=pack)
    hex_ = home_port(pos.rules)
    pos.set_force(SPAIN, hex_, Force(detachments, 0))
    return due(pos, f"revolt:{SPAIN}/{pos.rules.board.area[hex_]}")


def colonization(pack: str | None, country: str) -> World:
    return due(empty(pack=pack), f"colonize:{SPAIN}/{country}")


def portugal(pack: str | None, when: str, level: int = 0) -> World:
    """22.31, 22.32  Before turn 17 the Portuguese Level rises; then Portugal may be annexed, and Brasil get free."""
    pos = empty(pack=pack, rivals=True, options={"option_22": True})
    last = pos.rules.number("portuguese_until")
    pos.turn = last if when == RISES else last + 1
    pos.edit_country(BRASIL, european=level)
    pos.annexed = NOMINAL if when == NOMINAL else ""
    return due(pos, "tordesillas")
