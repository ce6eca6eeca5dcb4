"""The rules with their data: what all scenarios share, and Spain alone (21.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Final

from conquistadors.engine import Ending, Option, Rules, Seat, SetupError, Texts, changed, short_repr, texts_of
from conquistadors.engine.codec import Json
from conquistadors.engine.texts import error_text
from conquistadors.games.exploration.pack.checks import load_pack
from conquistadors.games.exploration.pack.entries import Person, Place
from conquistadors.games.exploration.pack.records import Pack, our_pack
from conquistadors.games.exploration.rules import (  # noqa: F401  # each enters its tasks
    attrition,
    bankers,
    coasting,
    colonizing,
    council,
    deals,
    gold,
    marching,
    natives,
    overruling,
    planning,
    politics,
    resources,
    sailing,
    secrecy,
    sequence,
    tordesillas,
    upkeep,
    victory,
    war,
)
from conquistadors.games.exploration.rules.invariants import faults
from conquistadors.games.exploration.rules.pieces import EUROPE, SHIPS, Country, Dig, Fleet, Force, Lack, Nation
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.tasks import TASKS
from conquistadors.games.exploration.rules.victory import points_of, technical

TEXTS: Final = (
    *("common/interface", "common/interface/panels", "exploration", "exploration/rules"),
    *(f"exploration/face/{part}" for part in ("board", "coach", "panels", "explorers", "governor")),
)
BANKERS: Final = "bankers"
"""24.0  The seat of the German Bankers."""
CABOT: Final = "cabot-sebastian"
MOST_NAMED: Final = 40
"""So many ships of an Expedition have names."""


class ExplorationRules(Rules[World]):
    """What every scenario of this game shares."""

    kit = "exploration"
    position_type = World
    alone: ClassVar[bool] = False
    """21.2  Countries that nobody plays are a table."""
    bankers: Seat | None = None
    """24.0  The seat without units, where that option is played."""
    hides: bool = False
    """E-G59  Plans, money and cargo are hidden from the others."""
    before_council: tuple[str, ...] = ()
    after_council: tuple[str, ...] = ()
    planning: tuple[str, ...] = ()
    service: Mapping[int, tuple[tuple[str, Seat], ...]] = MappingProxyType({})
    """23.14  Who changes to another nation's service, by turn."""
    """5.1 A  What the Council does besides: before the dice, after them, and to plan."""

    def __init__(self, seats: tuple[Seat, ...], turns: int | None, options: Mapping[str, Json], pack: Pack) -> None:
        self.pack = pack
        self.seats = seats
        self.countries: tuple[Seat, ...] = tuple(seat for seat in seats if seat in pack.start)
        """Those who have units and move."""
        self.rolls = pack.rolls
        self.tables = pack.tables
        self.board = pack.board
        self.areas = pack.areas
        self.mines, self.cities = pack.mines, pack.cities
        self.missionaries = pack.missionaries
        self.people: Mapping[str, Person] = {
            name: person for name, person in pack.people.items() if person.nation in seats
        }
        self._numbers = {name: graded.value for name, graded in pack.numbers.items()}
        costs = ("caravel", "carrack", "galleon", "soldier", "colonist", "missionary")
        self.upkeep: Mapping[str, int] = {unit: self.number(f"upkeep_{unit}") for unit in costs}
        """6.81  What each unit costs a turn."""
        self._texts: dict[str, Texts] = {}
        self._readings: dict[tuple[str, str | int], Callable[[int], Any]] = {}
        self._places: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        most = self.number("turns")
        if turns is not None and (type(turns) is not int or not 1 <= turns <= most):
            raise SetupError(error_text("setup.turns", most=most, wanted=short_repr(turns)))
        self.turns: int = most if turns is None else turns
        self.switches = self._chosen(options)

    def _chosen(self, options: Mapping[str, Json]) -> dict[str, Json]:
        """1.23  The switches, each as the table rules it, or as usual."""
        if not isinstance(options, Mapping):
            raise SetupError(error_text("build.by-name", what="options", wanted=short_repr(options)))
        switches = self.pack.switches.items()
        known = {name: switch for name, switch in switches if switch.alone or not self.alone}
        for name, value in options.items():
            if name not in known or value not in known[name].values:
                allowed = [f"{each.id}: {' / '.join(map(str, each.values))}" for each in known.values()]
                told = short_repr(f"{name} = {value}")
                raise SetupError(
                    error_text("setup.scenario-option", scenario=self.scenario, wanted=told, known=allowed)
                )
        return {name: options.get(name, switch.values[0]) for name, switch in self.pack.switches.items()}

    # Data -------------------------------------------------------------------------------------------------------------

    def number(self, name: str) -> int:
        value: int = self._numbers[name]
        return value

    def totals(self, name: str) -> tuple[int, ...]:
        """The totals of dice that a clause names."""
        return tuple(self._numbers[name])

    def event_number(self, event: str, name: str) -> int:
        value: int = self.pack.events[event][name]
        return value

    def quest_areas(self, event: str) -> tuple[str, ...]:
        return tuple(self.pack.events[event]["areas"])

    def is_on(self, switch: str, value: Json) -> bool:
        return self.switches[switch] == value

    @property
    def land_attrition_table(self) -> str:
        return "land-attrition" if self.is_on("land_attrition_table", "spi") else "land-attrition-errata"

    def read(self, table: str, column: str, total: int | str) -> Any:
        """A cell of a table."""
        return self.tables[table].cell(column, total).value

    def reading(self, table: str, column: str | int = "lost") -> Callable[[int], Any]:
        """What the rules make of a total on a table; a number stands for the column that holds from there on."""
        known = self._readings.get((table, column))
        if known is None:
            known = self._readings[table, column] = self._reading(table, column)
        return known

    def _reading(self, table: str, column: str | int) -> Callable[[int], Any]:
        grid = self.tables[table]
        if isinstance(column, int):
            starts = [int(each) for each in grid.columns]
            column = str(max(start for start in starts if start <= max(column, starts[0])))
        name = column
        return lambda total: grid.cell(name, total).value

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """18.2, 21.29  What can be discovered and counts."""
        return {name: place for name, place in self.pack.discoveries.items() if place.alone or not self.alone}

    def places_at(self, hex_: str, ways: tuple[str, ...]) -> tuple[str, ...]:
        """18.11  What can be discovered in a hex in one of these ways."""
        known = self._places.get((hex_, ways))
        if known is None:
            found = (place for place in self.places.values() if place.by in ways and hex_ in place.hexes)
            known = self._places[hex_, ways] = tuple(place.id for place in found)
        return known

    @cached_property
    def years(self) -> Mapping[int, tuple[int, int]]:
        """5.1  The first and the last year of each Game-Turn."""
        turns = range(1, self.number("turns") + 1)
        return {n: (int(self.read("years", "first", n)), int(self.read("years", "last", n))) for n in turns}

    @cached_property
    def arrivals(self) -> Mapping[int, tuple[Person, ...]]:
        """15.31  Who comes in each Game-Turn, in the order of the data."""
        turns = {person.arrives for person in self.people.values()}
        return {turn: tuple(each for each in self.people.values() if each.arrives == turn) for turn in turns}

    def can_work(self, pos: World, hex_: str) -> bool:
        return gold.can_work(pos, hex_)

    def consequences(self, nation: Seat, event: str) -> tuple[str, ...]:
        """6.4  What follows from a result of the Random Events Table, as tasks."""
        return (f"event:{nation}/{event}",)

    def follow(self, pos: World, nation: Seat, event: str) -> None:
        """6.4, E-G58  The event waits until all have rolled."""
        pos.notes = (*pos.notes, f"{nation}/{event}")

    # The game ---------------------------------------------------------------------------------------------------------

    def start(self) -> World:
        """21.1, 18.16, 22.11, 24.15, E-C14  The set-up. The first Colonist is among natives without a Missionary."""
        pos = World(
            rules=self,
            nations={},
            forces={},
            fleets={},
            expeditions={},
            people={},
            hoards={},
            countries={name: Country(int(area.native.value)) for name, area in self.areas.items()},
            digs={hex_: Dig(found=hex_ in self.cities) for hex_ in (*self.mines, *self.cities)},
            pool=self.missionaries,
            discovered={},
        )
        if not self.alone and self.is_on("option_22", True):  # 22.11
            level = self.number("portuguese_level")
            pos.edit_country("brasil", native=0, european=level, settled_by="portugal")
        for nation in self.countries:
            given = {name: graded.value for name, graded in self.pack.start[nation].items()}
            found = tuple(given.get("found", ()))
            pos.nations[nation] = Nation(given["treasury"], given["monarch"], found=found)
            pos.discovered |= dict.fromkeys(found, nation)
            pos.set_fleet(nation, EUROPE, Fleet(given.get("caravels", 0)))
            for hex_, number in given.get("colonists", {}).items():
                pos.set_force(nation, hex_, Force(0, number))
                lack = Lack(self.board.area[hex_], 0)
                pos.edit(nation, lacks=(*pos.nations[nation].lacks, lack))
        if self.bankers is not None:  # 24.12, 24.14, 24.15
            given = {name: graded.value for name, graded in self.pack.bankers.items()}
            pos.nations[self.bankers] = Nation(given[self.bankers], given["monarch"])
            for nation in self.countries:
                pos.edit(nation, treasury=given[nation])
        return pos

    step = staticmethod(TASKS.start)

    def ending(self, pos: World) -> Ending | None:
        """20.0, E-G36, 24.4  Most points win; equal points are decided by discoveries. Who gives up does not win."""
        if not pos.over:
            return None
        stay = [nation for nation in self.seats if not pos.nations[nation].resigned]
        if len(stay) < 2:
            return Ending(tuple(stay), "20.0", "others-gave-up")
        if self.bankers is not None and technical(pos):
            return Ending((self.bankers,), "24.4", "technical")
        ranked = {nation: points_of(pos, nation) for nation in stay}
        best = max((each.total, each.discoveries) for each in ranked.values())
        winners = [nation for nation, each in ranked.items() if (each.total, each.discoveries) == best]
        return Ending(tuple(winners), "20.0", "most-points")

    secrets = secrecy.SECRETS
    no_windows = frozenset({"explorer", "landfall", "march-person"})

    def view(self, pos: World, seat: Seat | None) -> World:
        """6.7  Plans, money and cargo of others are hidden; ratings are drawn when they are shown."""
        return secrecy.view_of(pos, seat)

    def supposed(
        self,
        seen: World,
        seat: Seat | None,  # noqa: ARG002  # a lone player
        random: Random,  # noqa: ARG002  # who has seen everything there is
        shown: Sequence[tuple[Seat, Option]] = (),  # noqa: ARG002
    ) -> World:
        """6.7  As it is."""
        return seen.copy()

    def intervene(self, pos: World, kind: str, order: str) -> None:
        """What the table orders: a correction, or a nation that gives up."""
        (overruling.resign if kind == "resign" else overruling.adjust)(pos, order)

    def check(self, pos: World) -> None:
        wrong = list(faults(pos))
        if wrong:
            raise ValueError("\n".join(wrong))

    def check_boundary(self, pos: World) -> None:
        super().check_boundary(pos)
        if pos.march is not None or pos.fitting or (not pos.tasks and not pos.over):
            raise ValueError(error_text("never.rolling"))

    # Words ------------------------------------------------------------------------------------------------------------

    def texts(self, language: str) -> Texts:
        """All sentences, and the names of what the data names."""
        if language not in self._texts:
            catalogue = texts_of(language, *TEXTS)
            self._texts[language] = catalogue.with_names(names_of(self, catalogue))
        return self._texts[language]

    def facts(self, pos: World) -> dict[str, object]:
        return {"turn": pos.turn}

    def describe(self, pos: World, texts: Texts, names: Mapping[Seat, str]) -> str:
        """The position as text."""
        lines = [texts.say("show.turn", {"turn": pos.turn, "most": self.turns})]
        for nation in self.seats:
            standing, points = pos.nations[nation], points_of(pos, nation)
            facts = {"who": nation, "ducats": standing.treasury, "monarch": standing.monarch, "points": points.total}
            lines.append(texts.say("show.nation", facts, names))
            for hex_ in pos.hexes(nation):
                force = pos.force(nation, hex_)
                here = {"place": hex_, "soldiers": force.soldiers, "colonists": force.colonists}
                lines.append(texts.say("show.force", here, names))
            for name in pos.expeditions_of(nation):
                each = pos.expeditions[name]
                sails = {"expedition": name, "place": each.place, "caravels": each.caravels, "carracks": each.carracks}
                lines.append(texts.say("show.expedition", sails, names))
        return "\n".join(lines)


def names_of(rules: ExplorationRules, texts: Texts) -> dict[str, str]:
    """The names of hexes, people, areas, mines, events and Expeditions, in a language."""
    language = texts.language
    pack, board = rules.pack, rules.board
    found = {name: area.name[language] for name, area in pack.areas.items()}
    found |= {name: person.name[language] for name, person in pack.people.items()}
    found |= {place.id: place.name[language] for place in pack.discoveries.values()}
    found |= {f"event-{event}": entry["name"][language] for event, entry in pack.events.items()}
    special = {hex_: mine.name[language] for hex_, mine in pack.mines.items()}
    special |= {hex_: city.name[language] for hex_, city in pack.cities.items()}
    for hex_ in board.grid:
        area = board.area.get(hex_)
        where = special.get(hex_) or (found[area] if area else texts.say("name.open-sea"))
        found[hex_] = f"{where} {hex_}"
        for number, side in enumerate(board.sides(hex_), 1):
            if side != hex_:
                found[side] = texts.say("show.side", {"place": found[hex_], "side": number})
    found |= {name: entry["title"][language] for name, entry in pack.file("rolls")["rolls"].items()}
    found |= {
        f"{kind}-{number}": texts.say("show.ship", {"kind": kind, "number": number})
        for kind in SHIPS
        for number in range(1, MOST_NAMED + 1)
    }
    for number in range(1, rules.missionaries.size + 1):
        found[f"missionary-{number}"] = texts.say("show.missionary", {"number": number})
    for nation in rules.seats:
        for number in range(1, rules.number("expeditions_most") + 1):
            named = texts.say("show.named-expedition", {"number": number})
            whose = {"who": texts.say(f"name.{nation}"), "name": named}
            found[f"{nation}-{number}"] = named if rules.alone else texts.say("show.of-nation", whose)
    return found


class Campaign(ExplorationRules):
    """21.1, 23.13, 23.15, 15.36, 24.22  The campaign: Spain and England, with three France; options 22, 23, 24."""

    scenario = "campaign"

    def __init__(
        self,
        nations: int | None = None,
        turns: int | None = None,
        options: Mapping[str, Json] | None = None,
        pack: str | None = None,
    ) -> None:
        data = our_pack() if pack is None else load_pack(pack)
        chosen = {} if options is None else options
        with_portugal = isinstance(chosen, Mapping) and chosen.get("option_23") is True
        with_bankers = isinstance(chosen, Mapping) and chosen.get("option_24") is True
        countries = seats_for(nations, data, with_portugal=with_portugal, with_bankers=with_bankers)
        super().__init__((*countries, BANKERS) if with_bankers else countries, turns, chosen, data)
        if self.is_on("option_22", True) and self.is_on("option_23", True):
            raise SetupError(error_text("setup.tordesillas-portugal"))
        if self.is_on("personne", False):
            self.people = {name: person for name, person in self.people.items() if name != "personne"}
        if with_bankers:
            self.bankers = BANKERS
            self.people = self._with_bankers()
        if with_portugal or with_bankers:
            first, last = self.number("cabot_first"), self.number("cabot_last")
            self.service = {
                first: ((CABOT, "portugal" if with_portugal else ""),),
                last + 1: ((CABOT, "england"),),
            }
        self.hides = not self.is_on("open_plans", True)
        self.before_council = ("tordesillas",) if self.is_on("option_22", True) else ()
        self.after_council = ("politics",)
        talks = [f"deal:{seat}" for seat in self.seats]
        self.planning = (*talks, "seal", *[f"unseen:plan:{nation}" for nation in countries], "sealed")
        given: dict[str, Json] = {"nations": nations, "turns": turns, "options": dict(chosen), "pack": pack}
        self.options: Mapping[str, Json] = {name: value for name, value in given.items() if value not in (None, {})}

    def _with_bankers(self) -> dict[str, Person]:
        """24.12  Three Frenchmen stay away, and Gonneville comes later."""
        given = self.pack.bankers
        first, last = given["gonneville"].value
        late = {name: changed(self.people[name], arrives=first, departs=last) for name in ("gonneville",)}
        everybody = {**self.people, **late}
        return {name: person for name, person in everybody.items() if name not in given["absent"].value}

    redealt = staticmethod(secrecy.redealt)
    supposed = staticmethod(secrecy.supposed)


def seats_for(wanted: object, data: Pack, *, with_portugal: bool, with_bankers: bool = False) -> tuple[Seat, ...]:
    """21.1, 23.1, 23.12, 24.1  The countries in their order: two unless more are asked for, and Portugal as a fourth.

    With the Bankers, who are not counted among them, there are three at least.
    """
    known = tuple(data.start)
    least = 3 if with_bankers else 2
    number = (len(known) if with_portugal else least) if wanted is None else wanted
    fits = (len(known),) if with_portugal else range(least, len(known))
    if type(number) is not int or number not in fits:
        first, last = min(fits), max(fits)
        raise SetupError(error_text("setup.campaign-players", least=first, most=last, wanted=short_repr(wanted)))
    return known[:number]


class SpainAlone(ExplorationRules):
    """21.2  Spain in the New World, alone."""

    scenario = "exploration"
    alone = True
    planning = ("plan:spain",)

    def follow(self, pos: World, nation: Seat, event: str) -> None:
        """6.4  There is nobody to wait for."""
        pos.then(*self.consequences(nation, event))

    def view(self, pos: World, seat: Seat | None) -> World:  # noqa: ARG002  # nothing is hidden from a lone player
        return pos.copy()

    def __init__(
        self, turns: int | None = None, options: Mapping[str, Json] | None = None, pack: str | None = None
    ) -> None:
        data = our_pack() if pack is None else load_pack(pack)
        super().__init__(("spain",), turns, {} if options is None else options, data)
        given: dict[str, Json] = {"turns": turns, "options": dict(options or {}), "pack": pack}
        self.options: Mapping[str, Json] = {name: value for name, value in given.items() if value not in (None, {})}

    def consequences(self, nation: Seat, event: str) -> tuple[str, ...]:
        """21.21, E-C18, E-O9  Some events bring a country that nobody plays; 1, 3 and 6 do nothing else."""
        void = ("1", "3", "6")
        country = self.tables["colonizers"].columns["country"].get(event)
        first = () if event in void else super().consequences(nation, event)
        return (*first, *(() if country is None else (f"colonize:{nation}/{country.value}",)))

    def ending(self, pos: World) -> Ending | None:
        """21.29  4,500 points or more win."""
        if not pos.over:
            return None
        if pos.nations["spain"].resigned:
            return Ending((), "21.29", "gave-up")
        won = points_of(pos, "spain").total >= self.number("points_to_win")
        return Ending(("spain",) if won else (), "21.29", "won" if won else "lost")
