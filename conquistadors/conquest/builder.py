"""Any position in a few lines: for tests, lessons and questions about the odds.

    pos = build(
        map="north",
        expeditions={"cortes": expedition("red", "tlaxcala", "3 foot, 2 horse, 1 cannon", gold=5)},
        places={"tlaxcala": place("city", hostile=True, units=[30, 20])},
        hands={"blue": ["bolas"]},
        index={"red": -1},
        turn=3,
        before="plunder cortes",
    )
    game = begin(pos, seed=1518)

Nothing is made: cards, men, counters and units are taken from where they lie, and what cannot be is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from conquistadors.conquest.battle import INDIANS
from conquistadors.conquest.combat import begin_battle, indian_player
from conquistadors.conquest.position import (
    CITIES,
    IMPERIAL,
    KINDS,
    PLACES,
    Captain,
    Captive,
    Expedition,
    Impulse,
    Indies,
    Side,
    Site,
    Units,
    ally_of,
    front,
)
from conquistadors.conquest.rules import ConquestRules
from conquistadors.conquest.scenarios import BasicGame
from conquistadors.conquest.sequence import ACT
from conquistadors.conquest.spaces import begin_discovery
from conquistadors.conquest.tasks import is_task
from conquistadors.engine import Pile, Seat, SetupError, changed, record, shown
from conquistadors.engine.chance import Source
from conquistadors.engine.codec import Json
from conquistadors.engine.game import Game, UndoPolicy

MARKERS: Final = ("village", "town", "city", "imperial", "capital", "discovered", "mosquito")


@record
class ExpeditionPlan:
    """An expedition as it is asked for."""

    seat: Seat
    space: str
    units: str
    companions: Mapping[str, str]
    gold: int
    food: int
    hits: int
    allies: Sequence[str]
    assets: Sequence[str]
    shown: Sequence[str]
    kings: Sequence[str]
    wounded: Sequence[str]


@record
class PlacePlan:
    """What stands in a space, as it is asked for."""

    marker: str | None
    hostile: bool
    ally: Seat | None
    units: Sequence[int | str]
    out: bool
    empire: str | None
    king: bool
    attempts: int
    gold_rolls: int


def expedition(
    seat: Seat,
    space: str,
    units: str = "",
    *,
    companions: Mapping[str, str] | None = None,
    gold: int = 0,
    food: int = 0,
    hits: int = 0,
    allies: Sequence[str] = (),
    assets: Sequence[str] = (),
    shown: Sequence[str] = (),
    kings: Sequence[str] = (),
    wounded: Sequence[str] = (),
) -> ExpeditionPlan:
    """An expedition: "3 foot, 2 horse" on its commander's card, companions with theirs, allies as "24@tlaxcala"."""
    more = {} if companions is None else companions
    return ExpeditionPlan(seat, space, units, more, gold, food, hits, allies, assets, shown, kings, wounded)


def place(
    marker: str | None = None,
    *,
    hostile: bool = False,
    ally: Seat | None = None,
    units: Sequence[int | str] = (),
    out: bool = False,
    empire: str | None = None,
    king: bool = False,
    attempts: int = 0,
    gold_rolls: int = 0,
) -> PlacePlan:
    """A place: its marker, its status, and its Indian units by value (30, or "24b" for the reverse of a 24)."""
    return PlacePlan(marker, hostile, ally, units, out, empire, king, attempts, gold_rolls)


def build(
    *,
    map: str | None = None,  # noqa: A002  # the word that players use
    seats: int = 2,
    options: Mapping[str, Json] | None = None,
    pack: str | None = None,
    rules: ConquestRules | None = None,
    expeditions: Mapping[str, ExpeditionPlan] | None = None,
    places: Mapping[str, PlacePlan | str] | None = None,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    index: Mapping[Seat, int] | None = None,
    points: Mapping[Seat, int] | None = None,
    luck: Mapping[Seat, int] | None = None,
    warrants: Iterable[Seat] = (),
    captives: Mapping[str, tuple[Seat, Seat]] | None = None,
    turn: int = 1,
    round: int = 1,  # noqa: A002  # the word of the rulebook
    order: Sequence[Seat] | None = None,
    active: Seat | None = None,
    before: str = "impulse",
) -> Indies:
    """The position that is asked for, or a `SetupError` that says all that is wrong with it.

    `before` says what comes next: "impulse", an action with its expedition ("plunder cortes", "negotiate cortes"),
    "discovery cortes", "battle cortes indians", or a step of the turn ("subsistence", "victory", "deal:red" ...).
    """
    chosen = rules or BasicGame(seats, map, options, pack)
    builder = _Builder(chosen, turn, round, order, active)
    for name, plan in (expeditions or {}).items():
        builder.expedition(name, plan)
    for space, where in (places or {}).items():
        builder.place(space, place(where) if isinstance(where, str) else where)
    for seat, titles in (hands or {}).items():
        builder.hand(seat, titles)
    for man, (owner, captor) in (captives or {}).items():
        builder.captive(man, owner, captor)
    builder.factions(index or {}, points or {}, luck or {}, tuple(warrants))
    builder.next(before)
    return builder.finished()


def begin(
    position: Indies, *, seed: int | None = None, chance: Source | None = None, undo: UndoPolicy = "training"
) -> Game[Indies]:
    """A game that starts from a position."""
    return Game.new(position.rules, seed=seed, chance=chance, undo=undo, position=position)


class _Builder:
    """Collects the complaints while it lays out the table."""

    def __init__(
        self, rules: ConquestRules, turn: int, round_: int, order: Sequence[Seat] | None, active: Seat | None
    ) -> None:
        self.rules = rules
        self.pos = rules.table(())
        self.complaints: list[str] = []
        self.pos.turn, self.pos.round = turn, round_
        self.pos.impulse = Impulse(rules.n.activations)
        if order is not None:
            self.pos.order = tuple(order)
        self._need(sorted(self.pos.order) == sorted(rules.seats), f"the order needs {', '.join(rules.seats)}")
        self.pos.active = active or self.pos.order[0]
        self._need(self.pos.active in rules.seats, f"there is no player {shown(active)}")
        if type(turn) is not int or turn < 1 or type(round_) is not int or round_ < 1:
            raise SetupError("turns and rounds are counted from 1")
        if turn >= rules.n.reinforcements_turn:
            at, self.pos.turn = turn, rules.n.reinforcements_turn
            rules.reinforce(self.pos)  # 14.31: their cards are in the deck by now
            self.pos.turn = at

    def _need(self, holds: bool, complaint: str) -> bool:
        if not holds:
            self.complaints.append(complaint)
        return holds

    # Taking things from where they lie ---------------------------------------------------------------------------

    def _take(self, pile: str, title: str, what: str) -> bool:
        if self._need(title in self.pos.piles[pile].titles, what):
            self.pos.piles[pile] = self.pos.piles[pile].minus(title)
            return True
        return False

    def _man(self, man: str) -> bool:
        if not self._need(man in self.rules.men, f"there is no conquistador {shown(man)}: {', '.join(self.rules.men)}"):
            return False
        if not self._need(man not in self.pos.captains and man not in self.pos.captives, f"{man} is there twice"):
            return False
        for pile in ("red", "brown", "replacements", "deck"):
            if man in self.pos.piles[pile].titles:
                self.pos.piles[pile] = self.pos.piles[pile].minus(man)
                return True
        return self._need(False, f"{man} is not to be had")

    def _units(self, text: str, man: str) -> Units:
        units = Units()
        for part in filter(None, (each.strip() for each in text.split(","))):
            count, _, kind = part.partition(" ")
            if not self._need(
                count.isdigit() and kind.strip() in KINDS,
                f"{man}: {shown(part)} is not like '3 foot, 2 horse, 1 cannon'",
            ):
                continue
            units = units.plus(kind.strip(), int(count))
        self.pos.pool = self.pos.pool.less(units)
        return units

    def _indian(self, unit: str) -> bool:
        known = unit in self.rules.value
        return self._need(
            known, f"there is no Indian unit {shown(unit)}: {', '.join(self.rules.value)}"
        ) and self._take("cup", front(unit), f"no Indian unit of {front(unit)} is left")

    def _asset(self, title: str) -> bool:
        if not self._need(title in self.rules.assets, f"there is no Asset card {shown(title)}"):
            return False
        return self._take("assets", title, f"no Asset card {title} is left in the deck")

    # What is asked for -------------------------------------------------------------------------------------------

    def expedition(self, name: str, plan: ExpeditionPlan) -> None:
        if not self._need(plan.seat in self.rules.seats, f"{name}: there is no player {shown(plan.seat)}"):
            return
        if not self._need(plan.space in self.rules.world.spaces, f"{name}: there is no space {shown(plan.space)}"):
            return
        for man, units in ((name, plan.units), *plan.companions.items()):
            if self._man(man):
                held = self._units(units, man)
                self.pos.captains[man] = Captain(plan.seat, name, held, man in plan.wounded)
        allies = [title for title in plan.allies if self._indian(ally_of(title)[0])]
        for title in allies:
            self._need(bool(ally_of(title)[1]), f"{name}: an ally needs its city, as in '24@tlaxcala' (G-5.24)")
        self.pos.expeditions[name] = Expedition(
            plan.seat,
            plan.space,
            Pile.of(allies),
            plan.food,
            plan.gold,
            plan.hits,
            Pile.of(title for title in plan.assets if self._asset(title)),
            Pile.of(title for title in plan.shown if self._asset(title)),
            tuple(sorted(plan.kings)),
        )
        for empire in plan.kings:
            if empire in self.pos.piles["empires"].titles:
                self.pos.piles["empires"] = self.pos.piles["empires"].minus(empire)
            self._need(empire in self.rules.empires, f"there is no empire {shown(empire)}")
        self.pos.gold += plan.gold

    def place(self, space: str, plan: PlacePlan) -> None:
        if not self._need(space in self.rules.world.spaces, f"there is no space {shown(space)}"):
            return
        fits = plan.marker is None or plan.marker in MARKERS
        if not self._need(fits, f"{space}: a marker is {', '.join(MARKERS)}, not {shown(plan.marker)}"):
            return
        if plan.marker in IMPERIAL or plan.empire is not None:
            known = plan.empire in self.rules.empires and plan.marker in IMPERIAL
            if not self._need(known, f"{space}: an imperial city needs an empire: {', '.join(self.rules.empires)}"):
                return
            if plan.empire in self.pos.piles["empires"].titles:
                self.pos.piles["empires"] = self.pos.piles["empires"].minus(str(plan.empire))
        units = [str(unit) for unit in plan.units if self._indian(str(unit))]
        self._need(not plan.hostile or plan.marker in PLACES, f"{space}: only towns and cities are hostile (1.24)")
        self._need(plan.ally is None or plan.marker in CITIES, f"{space}: only cities are allied (5.14)")
        self._need(plan.ally in (None, *self.rules.seats), f"{space}: there is no player {shown(plan.ally)}")
        self.pos.sites[space] = Site(
            plan.marker,
            False,
            plan.hostile,
            plan.ally,
            Pile.of(units),
            plan.out,
            plan.empire,
            plan.king,
            plan.attempts,
            plan.gold_rolls,
        )

    def hand(self, seat: Seat, titles: Sequence[str]) -> None:
        if not self._need(seat in self.rules.seats, f"there is no player {shown(seat)}"):
            return
        taken = []
        for title in titles:
            pile = "deck"
            for other in ("red", "brown"):
                if title in self.pos.piles[other].titles:
                    pile = other
            known = title in self.rules.cards or title in self.rules.men
            if self._need(known, f"there is no card {shown(title)}") and self._take(
                pile, title, f"{seat}: no card {title} is left in the deck"
            ):
                taken.append(title)
        self.pos.hands[seat] = Pile.of(taken)

    def captive(self, man: str, owner: Seat, captor: Seat) -> None:
        if self._man(man):
            self.pos.captives[man] = Captive(owner, captor)

    def factions(
        self,
        index: Mapping[Seat, int],
        points: Mapping[Seat, int],
        luck: Mapping[Seat, int],
        warrants: tuple[Seat, ...],
    ) -> None:
        for seat in {*index, *points, *luck, *warrants}:
            if not self._need(seat in self.rules.seats, f"there is no player {shown(seat)}"):
                return
        for seat, box in index.items():
            self.pos.edit_faction(seat, index=box)
        for seat, converted in points.items():
            self.pos.edit_faction(seat, converted=converted)
        for seat, cards in luck.items():
            held = sum(self._asset("mano-de-dios") for _ in range(cards))
            self.pos.edit_faction(seat, luck=held)
        for seat in warrants:
            if self._take("deck", "arrest-warrant", "no Arrest Warrant is left in the deck"):
                self.pos.edit_faction(seat, warrant=True)

    # What comes next ---------------------------------------------------------------------------------------------

    def next(self, before: str) -> None:
        if self.complaints:
            return
        pos = self.pos
        later = pos.order[pos.order.index(pos.active) + 1 :]
        pos.then(*[f"begin:{seat}" for seat in later], "end-roll")
        words = before.split()
        match words:
            case ["impulse"]:
                pos.tasks += ("impulse",)
            case ["discovery", commander] if self._own(commander):
                pos.tasks += ("impulse",)
                begin_discovery(pos, commander)
                self._need(pos.action is not None, f"nothing can be discovered where {commander} is (4.112)")
            case ["battle", attacker, defender] if self._sides(attacker, defender):
                pos.tasks += ("impulse",)
                self._battle(attacker, defender)
            case [verb, commander] if verb in ACT and self._own(commander):
                pos.impulse = changed(pos.impulse, used=1, activated=(commander,))
                pos.tasks += ("impulse", f"act:{verb}/{commander}")
            case [name] if is_task(name):
                pos.tasks = (name,) if name != "end-roll" else pos.tasks[:1]
                if name == "subsistence":
                    pos.tasks = ("clean-up", "victory", "subsistence")
                elif name == "victory":
                    pos.tasks = ("clean-up", "victory")
                elif name.partition(":")[0] in ("deal", "discard", "lay-down", "feed", "initiative"):
                    pos.tasks = ("round", name)
            case _:
                self.complaints.append(f"before: {shown(before)} is neither a step nor an action with its expedition")

    def _own(self, commander: str) -> bool:
        known = commander in self.pos.expeditions
        if self._need(known, f"before: there is no expedition {shown(commander)}"):
            self.pos.active = self.pos.expeditions[commander].owner
        return known

    def _sides(self, attacker: str, defender: str) -> bool:
        for side in (attacker, defender):
            known = side == INDIANS or side in self.pos.expeditions
            self._need(known, f"before: {shown(side)} is neither an expedition nor indians")
        return not self.complaints and {attacker, defender} != {INDIANS}

    def _battle(self, attacker: str, defender: str) -> None:
        pos = self.pos
        spanish = attacker if attacker != INDIANS else defender
        owner = pos.expeditions[spanish].owner
        if attacker != INDIANS:
            pos.active = pos.expeditions[attacker].owner
        roller = pos.active if attacker == INDIANS and pos.active != owner else indian_player(pos, owner)
        sides = [
            Side(roller) if side == INDIANS else Side(pos.expeditions[side].owner, side)
            for side in (attacker, defender)
        ]
        begin_battle(pos, pos.expeditions[spanish].space, sides[0], sides[1])

    def finished(self) -> Indies:
        if not self.complaints:
            try:
                self.rules.check_boundary(self.pos)
            except ValueError as error:
                self.complaints.append(str(error))
        if self.complaints:
            raise SetupError("this position cannot be:\n" + "\n".join(dict.fromkeys(self.complaints)))
        return self.pos


__all__ = ["begin", "build", "expedition", "place"]
