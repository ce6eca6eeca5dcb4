"""What a governor sees in a view: units, places, what is idle, and what this turn will cost and bring."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import Option, Seat
from conquistadors.engine.views import View
from conquistadors.games.exploration.bots.styles import HISTORIAN, Style
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.gold import can_work, may_ship
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.missionaries import needs_missionary
from conquistadors.games.exploration.rules.pieces import (
    CONQUISTADOR,
    EUROPE,
    EXPLORERS,
    MISSIONARY,
    PRIVATEER,
    Expedition,
    Nation,
)
from conquistadors.games.exploration.rules.planning import price
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.resources import resources_of
from conquistadors.games.exploration.rules.ships import room
from conquistadors.games.exploration.rules.upkeep import units, upkeep
from conquistadors.maps.hexes import hex_of

Found = tuple[Option, Why]
"""An answer, and why."""
MOST_FORCE: Final = 9
"""So many detachments are sent at most."""
GARRISON: Final = 3
"""So many Soldiers hold a Treasure City: one loots, two carry."""


class Sight:
    """One view, read by a governor."""

    def __init__(
        self, view: View[Any], aim: Any = None, kept: list[Any] | None = None, style: Style = HISTORIAN
    ) -> None:
        """`kept` is for what has been weighed already: the same list for question after question."""
        assert view.pending is not None
        self.pos: World = view.position
        self.rules: ExplorationRules = self.pos.rules
        self.board = self.rules.board
        self.asked = view.pending
        self.kept: list[Any] = [] if kept is None else kept
        self.style = style
        self.aim = aim
        """What is to be undertaken next, if that was decided: a `ventures.Aim`."""
        self.options: tuple[Option, ...] = view.options
        self.seat: Seat = view.pending.who
        self.facts = dict(view.pending.facts)
        self.me: Nation = self.pos.nations[self.seat]
        self.turn = self.pos.turn
        self.left = max(0, self.rules.turns - self.turn)
        """Turns that come after this one."""

    # Answers ---------------------------------------------------------------------------------------------------------

    def legal(self, verb: str, subject: str | None = None, target: str | None = None) -> Option | None:
        """The legal answer that says this, if there is one."""
        for each in self.options:
            if each.verb == verb and subject in (None, each.subject) and target in (None, each.target):
                return each
        return None

    def number(self, wanted: int) -> Option:
        """The answer with the number nearest to the one that is wanted."""
        return min(self.options, key=lambda each: abs(int(str(each.subject)) - wanted))

    # Areas -----------------------------------------------------------------------------------------------------------

    @cached_property
    def forces(self) -> dict[str, tuple[int, int]]:
        """By area its Soldiers and Colonists."""
        found: dict[str, tuple[int, int]] = {}
        for hex_ in self.hexes:
            force, area = self.pos.force(self.seat, hex_), self.board.area[hex_]
            soldiers, colonists = found.get(area, (0, 0))
            found[area] = soldiers + force.soldiers, colonists + force.colonists
        return found

    @cached_property
    def hexes(self) -> list[str]:
        return self.pos.hexes(self.seat)

    @cached_property
    def ports(self) -> list[str]:
        return self.pos.ports(self.seat)

    @cached_property
    def port_set(self) -> frozenset[str]:
        return frozenset(self.ports)

    @cached_property
    def settled(self) -> dict[str, list[str]]:
        """16.1  By area the settlements."""
        found: dict[str, list[str]] = {}
        for hex_ in self.pos.settlements(self.seat):
            found.setdefault(self.board.area[hex_], []).append(hex_)
        return found

    @cached_property
    def enemies(self) -> frozenset[str]:
        """Hexes where others have land units."""
        mine = f"{self.seat}@"
        return frozenset([key.partition("@")[2] for key in self.pos.forces if not key.startswith(mine)])

    @cached_property
    def rival_areas(self) -> frozenset[str]:
        """Areas where others have ports: nobody else controls them (19.1)."""
        ports = [
            key.partition("@")[2]
            for key, force in self.pos.forces.items()
            if force.colonists and not key.startswith(f"{self.seat}@")
        ]
        return frozenset([self.board.area[hex_] for hex_ in ports if hex_ in self.board.coastal])

    def level(self, area: str) -> int:
        """17.1, 21.23  The natives, or the Europeans whom nobody plays, who are in the way."""
        country = self.pos.countries[area]
        return country.native or country.european

    def regiment(self, area: str) -> int:
        """How many detachments are wanted there: against natives, in a Treasure City, else none."""
        country = self.pos.countries[area]
        if country.european:
            return 2 * min(MOST_FORCE, self.style.force + country.european // 3)
        if country.native:
            return min(MOST_FORCE, max(self.style.force, country.native + 1))
        return GARRISON * len(self.cities(area))

    def cities(self, area: str) -> list[str]:
        """Treasure Cities there that are not exhausted."""
        return [hex_ for hex_ in self.rules.cities if self.board.area[hex_] == area and not self.pos.digs[hex_].spent]

    def mines(self, area: str) -> list[str]:
        """Mines there that are not exhausted, known or not."""
        return [hex_ for hex_ in self.rules.mines if self.board.area[hex_] == area and not self.pos.digs[hex_].spent]

    def lacks_missionary(self, area: str) -> bool:
        """15.61  Whether units there need a Missionary, or will, and there is none."""
        pos, sent = self.pos, needs_missionary(self.pos, self.seat, area)
        needed = sent or (self.seat == "spain" and pos.countries[area].native > 0)
        return needed and not pos.leaders(self.seat, area, MISSIONARY)

    # Europe ----------------------------------------------------------------------------------------------------------

    @cached_property
    def fitting(self) -> Expedition | None:
        """The Expedition that is being fitted out by this nation."""
        made = self.pos.expeditions.get(self.pos.fitting)
        return made if made is not None and made.nation == self.seat else None

    def in_europe(self, *roles: str) -> list[str]:
        """Who waits there; those whom the Expedition is fitted out for are still free."""
        waiting = self.pos.who_is(self.seat, EUROPE, *roles)
        if self.fitting is not None:
            waiting += self.pos.who_is(self.seat, self.pos.fitting, *roles)
        return waiting

    @cached_property
    def explorers(self) -> list[str]:
        return self.in_europe(*EXPLORERS)

    @cached_property
    def privateers(self) -> list[str]:
        """15.46  Privateers who wait there, in the service of their own country."""
        return [who for who in self.in_europe(PRIVATEER) if self.rules.people[who].nation == self.seat]

    @cached_property
    def planned(self) -> list[str]:
        """Expeditions that are to leave Europe."""
        return [
            name
            for name in self.pos.expeditions_of(self.seat)
            if name != self.pos.fitting and self._leaves(self.pos.expeditions[name])
        ]

    def _leaves(self, each: Expedition) -> bool:
        return each.place == EUROPE and each.landfall is not None and not each.before and not each.ocean

    @cached_property
    def loads(self) -> dict[str, tuple[int, int]]:
        """What each Expedition that is to leave Europe takes: Soldiers and Colonists, in the order of names."""
        soldiers, colonists = self.me.soldiers, self.me.colonists
        found = {}
        for name in self.planned:
            each = self.pos.expeditions[name]
            space = room(self.pos, each) - each.soldiers - each.colonists
            area = self.board.area[hex_of(str(each.landfall))]
            if self.is_voyage(each):
                found[name] = each.soldiers, each.colonists
                continue
            wanted = max(0, self.regiment(area) - self.forces.get(area, (0, 0))[0] - each.soldiers)
            wanted = max(wanted, each.ships if each.privateer else 0)
            taken = min(space, soldiers, wanted if not each.privateer else soldiers)
            settlers = 0 if each.privateer else min(space - taken, colonists)
            found[name] = each.soldiers + taken, each.colonists + settlers
            soldiers, colonists = soldiers - taken, colonists - settlers
        return found

    def is_voyage(self, each: Expedition) -> bool:
        """Whether it sails only to discover: a Caravel with an Explorer to a coast that is not its own."""
        return not each.carracks and not each.galleon and not self.pos.friendly_port(self.seat, str(each.landfall))

    def home_after(self, each: Expedition, points: int, place: str | None = None) -> bool:
        """6.62  Whether the bounds that are left after so many Movement Points still do for the way home."""
        sailed = each.before + each.ocean - (-(each.points + points) // self.rules.number("points_a_bound"))
        return bool(sailed + self.board.bounds(place or each.place) <= each.bounds)

    @cached_property
    def idle(self) -> tuple[int, int]:
        """Soldiers and Colonists in Europe whom no Expedition takes."""
        soldiers, colonists = self.me.soldiers, self.me.colonists
        for name in self.planned:
            each, load = self.pos.expeditions[name], self.loads[name]
            soldiers, colonists = soldiers - load[0] + each.soldiers, colonists - load[1] + each.colonists
        return soldiers, colonists

    @cached_property
    def ships(self) -> tuple[int, int]:
        """Caravels and Carracks in Europe that are in no plan."""
        lying = self.pos.fleet(self.seat, EUROPE)
        mine = self.fitting
        more = (0, 0) if mine is None or mine.galleon else (mine.caravels, mine.carracks)
        return lying.caravels + more[0], lying.carracks + more[1]

    # Money -----------------------------------------------------------------------------------------------------------

    def price(self, thing: str) -> int:
        return price(self.pos, self.seat, thing)

    @cached_property
    def purse(self) -> int:
        """What can be spent so that upkeep can still be paid at the end of the turn (6.81)."""
        return self.me.treasury - max(0, self.dues - self.income)

    @cached_property
    def dues(self) -> int:
        """6.81, 15.67  The upkeep of all that there is, and of the Colonists who wait for ships."""
        owned = sum([self.rules.upkeep[unit] * number for unit, _, number in units(self.pos, self.seat)])
        people = [who for who in self.pos.people.values() if who.nation == self.seat and who.role == MISSIONARY]
        more = self.me.colonists * self.rules.upkeep["colonist"] + len(people) * self.rules.upkeep[MISSIONARY]
        return (owned + more) * self.me.times

    @cached_property
    def income(self) -> int:
        """14.2  The resources of this turn, as settlements are now."""
        return sum([resources_of(self.pos, self.seat, area) for area in self.forces])

    def cost(self, unit: str) -> int:
        """6.81  What the upkeep of a unit is this turn."""
        return upkeep(self.pos, self.seat, unit)

    # Gold ------------------------------------------------------------------------------------------------------------

    def gold_at(self, hex_: str) -> int:
        """13.44  Gold that may leave from this port."""
        return sum([gold.ducats for gold in self.pos.hoards.get(hex_, ()) if may_ship(self.pos, gold, hex_)])

    def lying_at(self, hex_: str) -> int:
        return worth(self.pos.hoards.get(hex_, ()))

    def works(self, hex_: str) -> bool:
        """Whether a mine there yields to this nation."""
        here = self.pos.force(self.seat, hex_).colonists > 0
        return here and hex_ in self.rules.mines and can_work(self.pos, hex_)

    # People ----------------------------------------------------------------------------------------------------------

    def preachers(self, where: str) -> list[str]:
        return self.pos.who_is(self.seat, where, MISSIONARY)

    def captains(self, where: str) -> list[str]:
        return self.pos.who_is(self.seat, where, CONQUISTADOR)
