"""What a table shows of Conquistador!: the hemisphere with forces, ships, mines and levels; points and people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from conquistadors.engine import Choice, Event, Modifier, Option, Seat, option
from conquistadors.games.exploration.ground import drawn, points_of, seat_of
from conquistadors.games.exploration.holdings import bounds_used, fleets, in_battle, people, settlements
from conquistadors.games.exploration.notes import landfall, leg, note_of, outlook_of
from conquistadors.games.exploration.rules.coasting import forbids_leg
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, EUROPE, Fleet
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.victory import controlled
from conquistadors.games.exploration.rules.victory import points_of as points_for
from conquistadors.maps.hexes import hex_of
from conquistadors.scene.contract import Scene, Where
from conquistadors.scene.maps import Badge, Ground, LegendRow, MapScene, Piece, SpaceInfo
from conquistadors.scene.panels import Contest, Note, Part, Sheet, SheetRow, Side, StripCell
from conquistadors.scene.words import Said, phrase

SHEET: Final = "new-world"


class ExplorationScene(Scene):
    """One map; points, Expeditions and people beside it."""

    tabs = ("points", "fleet", "settlements", "people")
    forms = frozenset(
        {
            *("how-many-carracks", "how-many-caravels", "board-soldiers", "aboard-soldiers", "march-soldiers"),
            *("load-gold", "deal-ducats", "deal-later", "deal-share"),  # too many numbers for buttons
        }
    )
    pictures = "exploration/face"
    headline = "points"
    ends = frozenset({"done", "stay"})
    at_hand = ("fleet", "people")

    # What never changes in a game, from its rules ---------------------------------------------------------------------

    @classmethod
    def sheets(cls, rules: ExplorationRules) -> dict[str, Said]:  # noqa: ARG003  # always the same
        return {SHEET: phrase("board.new-world")}

    @classmethod
    def ground(cls, rules: ExplorationRules, sheet: str, language: str) -> Ground:
        if sheet != SHEET:
            raise KeyError(sheet)
        return drawn(rules.pack, language)

    @classmethod
    def spaces(cls, rules: ExplorationRules, sheet: str) -> tuple[str, ...]:
        if sheet != SHEET:
            raise KeyError(sheet)
        return tuple(points_of(rules.board))

    @classmethod
    def entries(cls, rules: ExplorationRules) -> tuple[str, ...]:
        """21.1  Where Spain has its first Colonist."""
        given = rules.pack.start[rules.seats[0]]["colonists"].value
        return tuple(given)

    @classmethod
    def legend(cls, rules: ExplorationRules) -> tuple[LegendRow, ...]:
        seat = rules.seats[0]
        pieces = ("settlement", "camp", "ships", "mine", "spent", "natives", "europeans")
        badges = ("soldiers", "colonists", "gold")
        nations = () if rules.alone else rules.countries
        return (
            *(LegendRow(Piece("", "ships", "", n, states=(n,)), phrase("board.sign.nation", who=n)) for n in nations),
            *(LegendRow(Piece("", look, "", seat), phrase(f"board.sign.{look}")) for look in pieces),
            *(LegendRow(Badge(look, 2), phrase(f"board.sign.{look}")) for look in badges),
        )

    # What is seen now ------------------------------------------------------------------------------------------------

    pos: World

    def __init__(self, pos: World, seat: Seat | None = None, asked: Choice | None = None) -> None:
        super().__init__(pos, seat, asked)

    @cached_property
    def maps(self) -> tuple[MapScene, ...]:
        """Forces first: they have numbers at three corners, which what is piled on them leaves in sight."""
        return (MapScene(SHEET, (*self._forces(), *self._levels(), *self._mines(), *self._ships())),)

    def _levels(self) -> Iterator[Piece]:
        """17.1, 21.23  The level of each area, of natives or of other Europeans; who controls it (19.0)."""
        pos = self.pos
        owned = {area: nation for nation in pos.nations for area in controlled(pos, nation)}
        for area, country in pos.countries.items():
            level = country.european or country.native
            look = "europeans" if country.european else "natives"
            about = phrase(f"board.{look}", area=area, level=level)
            badges, owner = (Badge("level", level),), owned.get(area)
            states = self._colours(owner)
            yield Piece(area, look, seat_of(pos.rules.board, area), owner, badges=badges, states=states, about=about)

    def _colours(self, nation: Seat | None) -> tuple[str, ...]:
        """3.21  Among rivals the pieces of each nation have their colour."""
        return () if nation is None or self.pos.rules.alone else (nation,)

    def _mines(self) -> Iterator[Piece]:
        """13.0  Mines once they are found, and what is exhausted."""
        for hex_, dig in self.pos.digs.items():
            if dig.spent or (dig.found and hex_ in self.pos.rules.mines):
                look = "spent" if dig.spent else "mine"
                yield Piece(f"mine-{hex_}", look, hex_, about=phrase(f"board.dig-{look}", place=hex_))

    def _forces(self) -> Iterator[Piece]:
        for nation in self.pos.nations:
            for hex_ in self.pos.hexes(nation):
                force = self.pos.force(nation, hex_)
                counts = (("soldiers", force.soldiers), ("colonists", force.colonists), ("gold", self._gold(hex_)))
                badges = tuple(Badge(look, count) for look, count in counts if count)
                look = "settlement" if force.colonists else "camp"
                about, states = self._force(nation, hex_), self._colours(nation)
                yield Piece(f"force-{nation}-{hex_}", look, hex_, nation, badges=badges, states=states, about=about)

    def _gold(self, hex_: str) -> int:
        return worth(self.pos.hoards.get(hex_, ()))

    def _force(self, nation: Seat, hex_: str) -> Said:
        force = self.pos.force(nation, hex_)
        return phrase("board.force", who=nation, soldiers=force.soldiers, colonists=force.colonists)

    def _ships(self) -> Iterator[Piece]:
        for nation in self.pos.nations:
            for place, fleet in self.pos.fleets_of(nation):
                about, states = _lying(nation, fleet), self._colours(nation)
                yield Piece(f"fleet-{nation}-{place}", "ships", hex_of(place), nation, states=states, about=about)
            for name in self.pos.expeditions_of(nation):
                each = self.pos.expeditions[name]
                counts = (("soldiers", each.soldiers), ("colonists", each.colonists), ("gold", worth(each.gold)))
                badges = tuple(Badge(look, count) for look, count in counts if count)
                states = (*self._colours(nation), *(("active",) if name == self._asked_about else ()))
                yield Piece(
                    name, "ships", hex_of(each.place), nation, badges=badges, states=states, about=self._sails(name)
                )

    def _sails(self, name: str) -> Said:
        """An Expedition in words."""
        each = self.pos.expeditions[name]
        return phrase(
            "board.expedition",
            expedition=name,
            caravels=each.caravels,
            carracks=each.carracks + each.galleon,
            soldiers=each.soldiers,
            colonists=each.colonists,
            ducats=worth(each.gold),
            used=bounds_used(self.pos, each),
            bounds=each.bounds,
        )

    @property
    def _asked_about(self) -> str | None:
        """The Expedition that the question is about."""
        facts = dict(self.asked.facts) if self.asked is not None else {}
        name = facts.get("expedition")
        return str(name) if name in self.pos.expeditions else None

    @property
    def active(self) -> str | None:
        name = self._asked_about
        if name is not None:
            return hex_of(self.pos.expeditions[name].place)
        return self.pos.march.start if self.pos.march is not None else None

    @property
    def own(self) -> tuple[str, ...]:
        seat = self.seat or self.pos.rules.seats[0]
        return tuple(self.pos.hexes(seat)) or self.entries(self.pos.rules)

    def space(self, space: str) -> SpaceInfo:
        pos, board = self.pos, self.pos.rules.board
        here = [self._force(nation, space) for nation in pos.nations if pos.force(nation, space).size]
        here += [self._sails(name) for name in sorted(pos.expeditions) if hex_of(pos.expeditions[name].place) == space]
        for nation in pos.nations:
            here += [_lying(nation, fleet) for place, fleet in pos.fleets_of(nation) if hex_of(place) == space]
        here += [phrase("board.person", person=name) for name, who in sorted(pos.people.items()) if who.at == space]
        here += self._voyage(space)
        if self._gold(space):
            here.append(phrase("board.gold-here", ducats=self._gold(space)))
        area = board.area.get(space)
        kind = phrase(f"board.kind-{'europe' if space == EUROPE else 'sea'}")
        if area is not None:
            country, terrain = pos.countries[area], board.terrain[space]
            kind = phrase(
                "board.kind-land", area=area, terrain=phrase(f"board.terrain.{terrain}"), level=country.native
            )
        return SpaceInfo(space, kind, self._known(space), tuple(here), None if here else phrase("board.nobody"))

    def _known(self, space: str) -> Said | None:
        """The history of a place; its name before it where the hex is not called by it."""
        pack = self.pos.rules.pack
        found = pack.line_of(space)
        if found is None:
            return None
        name, line = found
        place = pack.discoveries.get(name)
        return line.text if place is None else phrase("board.place-known", name=place.name, line=line.text)

    def _voyage(self, space: str) -> tuple[Said, ...]:
        """What it takes to come here, where that is what the question is about: a leg (7.33), or a landfall (7.23).

        Two waters of a hex that cost the same are told once.
        """
        pos, rules, name = self.pos, self.pos.rules, self._asked_about
        kind = None if self.asked is None else self.asked.kind
        told: list[Said] = []
        for place in rules.board.sides(space) if space in rules.board.coastal else ():
            if kind == "coast" and name is not None and forbids_leg(pos, name, place) is None:
                points, bounds, column = leg(pos, name, place)
                told.append(phrase("board.leg", expedition=name, points=points, bounds=bounds, column=column))
            elif kind == "landfall" and place in rules.board.landing_set:
                told.append(landfall(pos, self.seat or rules.seats[0], place))
        return tuple(said for n, said in enumerate(told) if said not in told[:n])

    def usual(self) -> Option | None:
        """13.43  All the gold in a port is loaded, as far as the ships hold it."""
        if self.asked is None or self.asked.kind != "load-gold":
            return None
        port = hex_of(str(dict(self.asked.facts)["place"]))
        return option("amount", str(worth(self.pos.hoards.get(port, ()))))

    def where(self, option: Option) -> Where | None:
        """A hex, or the Expedition or area that an answer names."""
        pieces = {piece.id for piece in self.maps[0].pieces}
        for named in (option.target, option.subject):
            if named is None:
                continue
            if hex_of(named) in points_of(self.pos.rules.board):
                return "space", hex_of(named)
            if named in pieces:
                return "piece", named
            if named in self.pos.people:
                return "card", named
        return None

    def outlook(self, told: Sequence[Event]) -> Said | None:
        return outlook_of(self.pos, told)

    def note(self, option: Option) -> Said | None:
        return note_of(self.pos, self.asked, option) if isinstance(self.asked, Choice) else None

    # Beside the map --------------------------------------------------------------------------------------------------

    @property
    def strip(self) -> tuple[StripCell, ...]:
        pos, rules = self.pos, self.pos.rules
        when = phrase("strip.turn", turn=pos.turn, most=rules.turns)
        if rules.ending(pos) is not None:
            when = phrase("strip.over")
        cells = [StripCell(when, strong=True)]
        for nation, standing in pos.nations.items():
            ducats, monarch = standing.treasury, standing.monarch
            purse = phrase("strip.treasury", ducats=ducats, monarch=monarch)
            if not rules.alone:
                purse = phrase("strip.treasury-of", who=nation, ducats=ducats, monarch=monarch)
            cells.append(StripCell(purse))
            target = rules.number("points_to_win") if rules.alone else None
            cells.append(StripCell(owner=nation, points=points_for(pos, nation).total, target=target))
        if not rules.alone:
            cells.append(StripCell(phrase("strip.leads", who=self._leader())))
        return tuple(cells)

    def _leader(self) -> Seat:
        """20.0  Who has most points, as far as the seat can see."""
        return max(self.pos.nations, key=lambda nation: points_for(self.pos, nation).total)

    @property
    def contest(self) -> Contest | None:
        """8.2, 11.1  A battle at sea or on land: both sides, their strengths, the column and the result.

        The attacker throws one die for both (8.25, 11.12).
        """
        fight = self.pos.fight
        if fight is None:
            return None
        name = "result" if fight.result else "odds"
        stage = phrase(f"contest.{name}", odds=fight.odds, result=fight.result)
        modifiers = (Modifier(CONQUISTADOR, fight.added),) if fight.added else ()
        attacker, defender = fight.attacker, fight.defenders[0]
        sides = (
            Side(
                phrase("contest.attacker"),
                attacker,
                attacker,
                fight.attack,
                in_battle(self.pos, fight, attacking=True),
                modifiers=modifiers,
                natural=fight.die or None,
            ),
            Side(
                phrase("contest.defender"),
                defender,
                defender,
                fight.defence,
                in_battle(self.pos, fight, attacking=False),
                rolls=False,
            ),
        )
        return Contest(phrase(f"contest.{fight.kind}", place=fight.place), stage, sides, round=int(bool(fight.result)))

    @property
    def closing(self) -> tuple[Part, ...]:
        return (self._points(),)

    def tab(self, key: str) -> tuple[Part, ...]:
        if key == "points":
            return (self._points(), *(() if self.pos.rules.alone else self._treaties()))
        if key == "fleet":
            return fleets(self.pos, self.seat, self._asked_about)
        if key == "people":
            return people(self.pos, self.seat)
        if key == "settlements":
            return settlements(self.pos, self.seat)
        raise KeyError(key)

    def _treaties(self) -> tuple[Part, ...]:
        """6.72, 19.0  Who controls what, and what nations have agreed."""
        pos = self.pos
        owned = {nation: controlled(pos, nation) for nation in pos.nations}
        told = [phrase("board.controls", who=nation, areas=tuple(areas)) for nation, areas in owned.items() if areas]
        told += [phrase("board.treaty", one=t.nations[0], other=t.nations[1], turn=t.until) for t in pos.treaties]
        told += [
            phrase("board.promise", who=p.debtor, other=p.creditor, ducats=p.ducats, turn=p.turn) for p in pos.promises
        ]
        told += [
            phrase("board.contract", who=c.nation, percent=c.percent, area=c.area, turn=c.until) for c in pos.contracts
        ]
        told += [phrase("board.rented", person=rent.person, turn=rent.until) for rent in pos.rents]
        return tuple(Note(each) for each in told) or (Note(phrase("board.no-treaty"), "none"),)

    def _points(self) -> Sheet:
        """20.0  Where the points come from."""
        columns = tuple(phrase(f"points.{each}") for each in ("ducats", "areas", "discoveries", "penalty", "total"))
        rows = []
        for nation in self.pos.nations:
            made = points_for(self.pos, nation)
            cells = (made.ducats, made.areas, made.discoveries, made.penalty, made.total)
            rows.append(SheetRow(nation, cells))
        return Sheet(phrase("points.title"), columns, tuple(rows), total=len(columns) - 1)


def _lying(nation: Seat, fleet: Fleet) -> Said:
    """Ships in port in words."""
    return phrase("board.fleet", who=nation, caravels=fleet.caravels, carracks=fleet.carracks + fleet.galleon)
