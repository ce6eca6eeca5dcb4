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
from pathlib import Path
from typing import Any, Final

from conquistadors.engine import Pile, Seat, SetupError, changed, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.chance import Source
from conquistadors.engine.codec import Json
from conquistadors.engine.game import Game, UndoPolicy
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games import rules_for
from conquistadors.games.conquest.rules.invariants import faults
from conquistadors.games.conquest.rules.position import (
    IMPERIAL,
    KINDS,
    Captain,
    Captive,
    ConquestPosition,
    Expedition,
    Impulse,
    Site,
    Units,
    ally_of,
    front,
)
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.stand_before import stand_before, stop_after
from conquistadors.packs.allowed import allow_named

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
    found_by: Seat | None


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
    found_by: Seat | None = None,
) -> PlacePlan:
    """A place: its marker, its status, and its Indian units by value (30, or "24b" for the reverse of a 24).

    `found_by` is the player who discovered it in this very round: the others must stop there (3.13, C11).
    """
    return PlacePlan(marker, hostile, ally, units, out, empire, king, attempts, gold_rolls, found_by)


@checks_arguments(only=("rules", "game", "pack"))
def build(
    *,
    map: str | None = None,  # noqa: A002  # the word that players use
    seats: int | None = None,
    options: Mapping[str, Json] | None = None,
    pack: str | Path | None = None,
    scenario: str = "basic",
    game: Mapping[str, Json] | None = None,
    rules: ConquestRules | None = None,
    expeditions: Mapping[str, ExpeditionPlan] | None = None,
    places: Mapping[str, PlacePlan | str] | None = None,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    index: Mapping[Seat, int] | None = None,
    points: Mapping[Seat, int] | None = None,
    luck: Mapping[Seat, int] | None = None,
    warrants: Iterable[Seat] = (),
    captives: Mapping[str, tuple[Seat, Seat]] | None = None,
    pesos: Mapping[Seat, int] | None = None,
    debt: Mapping[Seat, int] | None = None,
    legends: Mapping[str, str] | None = None,
    shocked: Iterable[str] = (),
    face_up: Iterable[str] = (),
    discards: Iterable[str] = (),
    asset_discards: Iterable[str] = (),
    lifted: Mapping[Seat, int] | None = None,
    supply: Mapping[str, int] | None = None,
    cells: Mapping[tuple[str, str, int], str | int] | None = None,
    turn: int = 1,
    round: int = 1,  # noqa: A002  # the word of the rulebook
    order: Sequence[Seat] | None = None,
    active: Seat | None = None,
    absent: Iterable[Seat] = (),
    before: str = "impulse",
    until: str | None = None,
) -> ConquestPosition:
    """The position that is asked for, or a `SetupError` that says all that is wrong with it.

    `scenario` is the game, with its own options in `game`: `build(scenario="standard", game={"legends": False})`.
    Ready-made `rules` stand for both, and for seats, map, options and pack. `absent` are the players who come late.
    `legends` are spaces with the legend that is said to be there, `shocked` the empires that a Sudden Shock Attack
    was tried against, `face_up` the combat cards beside the map in the Solitaire Game. `before` says what comes next:
    "impulse", an action with its expedition ("plunder cortes", "negotiate cortes"), "discovery cortes", "battle cortes
    indians", the impulse of a player ("begin:blue"), or a step of the turn ("subsistence", "victory", "deal:red" ...).
    `until` is the step after which the scene is over: `before="subsistence", until="subsistence"`.

    `discards` are cards that lie open, `lifted` the turn in which a player's last warrant was removed (11.26).
    `supply` says how many markers of a kind there are in all, and `cells` what single cells of the tables show:
    `supply={"city": 1}, cells={("discovery", "2", 7): "city"}`. Both are part of the rules, and are saved with them.
    """
    setup = {"seats": seats, "map": map, "options": options, "pack": None if pack is None else str(pack)}
    made = rules or _rules(scenario, {**setup, **(game or {})})
    builder = _Builder(_changed_rules(made, supply, cells) if supply or cells else made)
    builder.players(order, active, absent)
    builder.time(turn, round)
    for name, plan in builder.named("expeditions", expeditions):
        builder.expedition(name, plan)
    for space, where in builder.named("places", places):
        builder.place(space, place(where) if isinstance(where, str) else where)
    for seat, titles in builder.named("hands", hands):
        builder.hand(seat, titles)
    for man, held in builder.named("captives", captives):
        builder.captive(man, held)
    builder.factions(index, points, luck, warrants)
    builder.money(pesos, debt)
    builder.legends(legends)
    builder.shocked(shocked)
    builder.face_up(face_up)
    builder.discarded("discards", "deck", discards)
    builder.discarded("asset-discards", "assets", asset_discards)
    builder.lifted(lifted)
    builder.next(before, until)
    return builder.finished()


@checks_arguments("seed", "chance", "undo")
def begin(
    position: ConquestPosition,
    *,
    seed: int | None = None,
    chance: Source | None = None,
    undo: UndoPolicy = "training",
    language: str | None = None,
) -> Game[ConquestPosition]:
    """A game that starts from a position."""
    with speaking(language):
        allow_named(position.rules.options)
        return Game.new(position.rules, seed=seed, chance=chance, undo=undo, position=position)


def _rules(scenario: str, setup: Mapping[str, Any]) -> ConquestRules:
    """The rules of a game of The Conquistadors by its name."""
    rules = rules_for(scenario, {name: value for name, value in setup.items() if value is not None})
    if not isinstance(rules, ConquestRules):
        raise SetupError(error_text("setup.conquest", scenario=scenario))
    return rules


def _changed_rules(rules: ConquestRules, supply: object, cells: object) -> ConquestRules:
    """The same rules with another supply of markers, or with other cells in their tables."""
    changes: dict[str, Any] = {}
    for what, given in (("supply", supply), ("cells", cells)):
        if given is None:
            continue
        if not isinstance(given, Mapping):
            raise SetupError(error_text("build.by-name", what=what, wanted=short_repr(given)))
        for where, value in given.items():
            parts = where if isinstance(where, tuple) else (where,)
            changes[" ".join(["marker" if what == "supply" else "cell", *map(str, parts)])] = value
    before = rules.options.get("changes")
    kept = before if isinstance(before, Mapping) else {}
    return _rules(rules.scenario, {**rules.options, "changes": {**kept, **changes}})


def _part(name: str, what: str) -> str:
    """What is wrong, if it is: a part of an expedition or of a place."""
    return error_text("build.part", name=name, what=what)


class _Builder:
    """Lays out the table and collects the complaints: with any of them, what was laid out is thrown away."""

    def __init__(self, rules: ConquestRules) -> None:
        self.rules = rules
        self.pos = rules.table(())
        self.complaints: list[str] = []
        self.pos.impulse = Impulse(rules.n.activations)

    # What people write -------------------------------------------------------------------------------------------

    def _need(self, holds: bool, complaint: str, /, **facts: object) -> bool:
        """Whether it holds; if not, the complaint with this key of `data/common/errors/` is kept."""
        if not holds:
            self.complaints.append(error_text(complaint, **facts))
        return holds

    def _count(self, value: object, what: str, least: int = 0) -> int:
        if isinstance(value, int) and type(value) is int and value >= least:
            return value
        self.complaints.append(error_text("build.whole", what=what, least=least, wanted=short_repr(value)))
        return least

    def _flag(self, value: object, what: str) -> bool:
        return self._need(isinstance(value, bool), "build.flag", what=what, wanted=short_repr(value)) and bool(value)

    def _list(self, given: object, what: str) -> list[str]:
        if isinstance(given, str) or not isinstance(given, Iterable):
            self.complaints.append(error_text("build.list", what=what, wanted=short_repr(given)))
            return []
        return [each if isinstance(each, str) else str(each) for each in given]

    def named(self, what: str, given: object) -> list[tuple[str, Any]]:
        """What is asked for by name."""
        if given is None or isinstance(given, Mapping):
            return list((given or {}).items())
        self.complaints.append(error_text("build.by-name", what=what, wanted=short_repr(given)))
        return []

    def _seat(self, seat: object, what: str) -> bool:
        seats = self.rules.seats
        return self._need(seat in seats, "build.player", what=what, wanted=short_repr(seat), known=seats)

    def _space(self, space: object, what: str) -> bool:
        known = isinstance(space, str) and space in self.rules.world.spaces
        return self._need(known, "build.space", what=what, wanted=short_repr(space))

    # Taking things from where they lie ---------------------------------------------------------------------------

    def _take(self, pile: str, title: str, complaint: str, /, **facts: object) -> bool:
        if self._need(title in self.pos.piles[pile].titles, complaint, **facts):
            self.pos.piles[pile] = self.pos.piles[pile].minus(title)
            return True
        return False

    def _man(self, man: str) -> bool:
        known = self.rules.men
        if not self._need(man in known, "build.conquistador", wanted=short_repr(man), known=known):
            return False
        for pile in ("red", "brown", "replacements", "deck"):
            if man in self.pos.piles[pile].titles:
                self.pos.piles[pile] = self.pos.piles[pile].minus(man)
                return True
        return self._need(False, "build.man-twice", man=man)

    def _units(self, text: object, man: str) -> Units:
        units = Units()
        parts = text.split(",") if isinstance(text, str) else [text]
        for part in parts:
            count, _, kind = part.strip().partition(" ") if isinstance(part, str) else ("?", "", "?")
            if not count and len(parts) == 1:
                continue
            if self._need(
                count.isascii() and count.isdigit() and kind.strip() in KINDS,
                "build.units",
                man=man,
                wanted=short_repr(part),
            ):
                units = units.plus(kind.strip(), int(count))
        return units

    def _indian(self, unit: str, what: str) -> bool:
        known = self.rules.value
        if not self._need(unit in known, "build.indian", what=what, wanted=short_repr(unit), known=known):
            return False
        return self._take("cup", front(unit), "build.no-indian", what=what, value=front(unit))

    def _ally(self, title: str, what: str) -> bool:
        unit, origin = ally_of(title)
        home = self._need(origin in self.rules.world.spaces, "build.ally", what=what, wanted=short_repr(title))
        return self._indian(unit, what) and home

    def _asset(self, title: str, what: str) -> bool:
        if not self._need(title in self.rules.assets, "build.asset", what=what, wanted=short_repr(title)):
            return False
        return self._take("assets", title, "build.no-asset", what=what, card=title)

    def _empire(self, empire: object, what: str) -> bool:
        """An empire that is in play: its set leaves the box, and somebody has found it (4.16)."""
        known, empires = isinstance(empire, str) and empire in self.rules.empires, self.rules.empires
        if not self._need(known, "build.empire", what=what, wanted=short_repr(empire), known=empires):
            return False
        if empire in self.pos.piles["empires"].titles:
            self.pos.piles["empires"] = self.pos.piles["empires"].minus(str(empire))
        self.pos.empire_found = True
        return True

    # What is asked for -------------------------------------------------------------------------------------------

    def players(self, order: object, active: object, absent: object) -> None:
        """2.0, 22.36  Who is at the table, in which order. In that order they chose their first men (22.13)."""
        pos = self.pos
        for seat in self._list(absent, "absent"):
            if self._seat(seat, "absent"):
                pos.edit_faction(seat, absent=True)
        here = tuple(seat for seat in self.rules.seats if not pos.factions[seat].absent)
        if not self._need(len(here) > 0, "build.nobody"):
            return
        pos.order = here
        if order is not None:
            wanted = tuple(self._list(order, "order"))
            if self._need(sorted(wanted) == sorted(here), "build.order", known=here, wanted=short_repr(order)):
                pos.order = wanted
        pos.active = pos.order[0]
        known = active is not None and self._seat(active, "active")
        if known and self._need(active in here, "build.not-here", player=active):
            pos.active = str(active)
        if "second-choice" in self.rules.profile.turn:
            pos.chose = pos.order

    def time(self, turn: object, round_: object) -> None:
        pos = self.pos
        pos.turn = self._count(turn, "turn", 1)
        pos.round = self._count(round_, "round", 1)
        now = pos.turn
        for at in (self.rules.n.reinforcements_turn, self.rules.n.standard_reinforcements_turn):
            if at <= now:
                pos.turn = at
                self.rules.reinforce(pos)  # 14.31, 22.34: their cards are in the deck by now
        pos.turn = now

    def expedition(self, name: str, plan: object) -> None:
        if not isinstance(plan, ExpeditionPlan):
            self.complaints.append(error_text("build.expedition", name=name, wanted=short_repr(plan)))
            return
        seat = plan.seat if self._seat(plan.seat, name) else self.rules.seats[0]
        space = plan.space if self._space(plan.space, name) else self.rules.world.havens[0]
        men = [(name, plan.units), *self.named(_part(name, "companions"), plan.companions)]
        wounded = self._list(plan.wounded, _part(name, "wounded"))
        for man in wounded:
            self._need(man in dict(men), "build.wounded", name=name, man=short_repr(man))
        for man, text in men:
            units = self._units(text, man)
            if self._man(man):
                self.pos.captains[man] = Captain(seat, name, units, man in wounded)
                self.pos.pool = self.pos.pool.less(units)
            elif man == name:
                return
        gold = self._count(plan.gold, _part(name, "gold"))
        kings = [empire for empire in self._list(plan.kings, _part(name, "kings")) if self._empire(empire, name)]
        self.pos.gold += gold
        self.pos.expeditions[name] = Expedition(
            seat,
            space,
            Pile.of(title for title in self._list(plan.allies, _part(name, "allies")) if self._ally(title, name)),
            self._count(plan.food, _part(name, "food")),
            gold,
            self._count(plan.hits, _part(name, "hits")),
            Pile.of(title for title in self._list(plan.assets, _part(name, "assets")) if self._asset(title, name)),
            Pile.of(title for title in self._list(plan.shown, _part(name, "shown")) if self._asset(title, name)),
            tuple(sorted(kings)),
        )

    def place(self, space: str, plan: object) -> None:
        if not isinstance(plan, PlacePlan):
            self.complaints.append(error_text("build.place", space=space, wanted=short_repr(plan)))
            return
        units = [unit for unit in self._list(plan.units, _part(space, "units")) if self._indian(unit, space)]
        fits = plan.marker is None or plan.marker in MARKERS
        if not self._space(space, "places") or not self._need(
            fits, "build.marker", space=space, known=MARKERS, wanted=short_repr(plan.marker)
        ):
            for unit in units:
                self.pos.piles["cup"] = self.pos.piles["cup"].plus(front(unit))
            return
        if plan.marker in IMPERIAL:
            imperial = self._empire(plan.empire, space)
        else:
            imperial = False
            self._need(plan.empire is None, "build.not-imperial", space=space, marker=str(plan.marker))
        ally = plan.ally if plan.ally is None or self._seat(plan.ally, space) else None
        self.pos.sites[space] = Site(
            plan.marker,
            False,
            self._flag(plan.hostile, _part(space, "hostile")),
            ally,
            Pile.of(units),
            self._flag(plan.out, _part(space, "out")),
            plan.empire if imperial else None,
            self._flag(plan.king, _part(space, "king")),
            self._count(plan.attempts, _part(space, "attempts")),
            self._count(plan.gold_rolls, _part(space, "gold_rolls")),
            plan.found_by if plan.found_by is None or self._seat(plan.found_by, space) else None,
            0 if plan.found_by is None else self.pos.round,
        )

    def hand(self, seat: Seat, titles: object) -> None:
        if not self._seat(seat, "hands"):
            return
        taken, what = [], error_text("build.of", what="hand", whose=seat)
        for title in self._list(titles, what):
            pile = next((other for other in ("red", "brown") if title in self.pos.piles[other].titles), "deck")
            known = title in self.rules.cards or title in self.rules.men
            if self._need(known, "build.card", what=what, wanted=short_repr(title)) and self._take(
                pile, title, "build.no-card", what=what, card=title
            ):
                taken.append(title)
        self.pos.hands[seat] = Pile.of(taken)

    def captive(self, man: str, held: object) -> None:
        if not isinstance(held, tuple | list) or len(held) != 2:
            self.complaints.append(error_text("build.held", man=man, wanted=short_repr(held)))
            return
        known = [self._seat(seat, error_text("build.captive", man=man)) for seat in held]
        if all(known) and self._man(man):
            self.pos.captives[man] = Captive(*held)

    def factions(self, index: object, points: object, luck: object, warrants: object) -> None:
        for seat, box in self._by_seat("index", index):
            whole = type(box) is int
            self._need(
                whole, "build.any-whole", what=error_text("build.of", what="index", whose=seat), wanted=short_repr(box)
            )
            self.pos.edit_faction(seat, index=box if whole else 0)
        for seat, converted in self._by_seat("points", points):
            count = self._count(converted, error_text("build.of", what="points", whose=seat))
            self.pos.edit_faction(seat, converted=count)
        for seat, cards in self._by_seat("luck", luck):
            what = error_text("build.of", what="luck", whose=seat)
            held = sum(self._asset("mano-de-dios", what) for _ in range(self._count(cards, "luck")))
            self.pos.edit_faction(seat, luck=held)
        for seat in self._list(warrants, "warrants"):
            if self._seat(seat, "warrants") and self._take("deck", "arrest-warrant", "build.no-warrant"):
                self._need(not self.pos.factions[seat].warrant, "build.warrant-twice", player=seat)
                self.pos.edit_faction(seat, warrant=True)

    def money(self, pesos: object, debt: object) -> None:
        """16.11, 16.22  Pesos count as funds, and debts as loans whose pesos are spent."""
        for seat, held in self._by_seat("pesos", pesos):
            count = self._count(held, error_text("build.of", what="pesos", whose=seat))
            account = self.pos.factions[seat].account
            self.pos.edit_faction(seat, pesos=count, account=changed(account, funds=count))
        for seat, owed in self._by_seat("debt", debt):
            count = self._count(owed, error_text("build.of", what="debt", whose=seat))
            account = self.pos.factions[seat].account
            self.pos.edit_faction(seat, debt=count, account=changed(account, loans=count, spent=count))

    def legends(self, legends: object) -> None:
        for space, legend in self.named("legends", legends):
            known = self._need(legend in self.rules.legends, "build.legend", wanted=short_repr(legend))
            if known and self._space(space, "legends"):
                self._take("legends", legend, "build.legend-twice", legend=legend)
                self.pos.edit_site(space, legend=legend)

    def shocked(self, empires: object) -> None:
        taken = [empire for empire in self._list(empires, "shocked") if self._empire(empire, "shocked")]
        if taken:
            self.pos.piles["shocked"] = Pile.of(taken)

    def face_up(self, titles: object) -> None:
        """23.34  Combat cards of the Reaction deck that lie open."""
        for title in self._list(titles, "face_up"):
            entry = self.rules.cards.get(title)
            combat = self._need(
                entry is not None and entry.type == "combat" and "face-up" in self.pos.piles,
                "build.face-up",
                wanted=short_repr(title),
            )
            if combat and self._take("reaction", title, "build.no-reaction", card=title):
                self.pos.piles["face-up"] = self.pos.piles["face-up"].plus(title)

    def discarded(self, pile: str, source: str, titles: object) -> None:
        """1.35  Cards that lie open in the discards."""
        for title in self._list(titles, pile):
            if self._take(source, title, "build.no-card", what=pile, card=title):
                self.pos.piles[pile] = self.pos.piles[pile].plus(title)

    def lifted(self, turns: object) -> None:
        """11.26  The turn in which the last warrant of a player was removed."""
        for seat, turn in self._by_seat("lifted", turns):
            self.pos.edit_faction(
                seat, lifted=self._count(turn, error_text("build.of", what="lifted", whose=seat), least=1)
            )

    def _by_seat(self, what: str, given: object) -> list[tuple[Seat, Any]]:
        return [(seat, value) for seat, value in self.named(what, given) if self._seat(seat, what)]

    def next(self, before: object, until: object) -> None:
        self.complaints += stand_before(self.pos, before)
        if until is not None and not self.complaints:
            self.complaints += stop_after(self.pos, until)

    def finished(self) -> ConquestPosition:
        self.complaints += faults(self.pos)
        if not self.complaints:
            try:
                self.rules.check_boundary(self.pos)
            except ValueError as error:
                self.complaints.append(str(error))
        if self.complaints:
            raise SetupError("\n".join([error_text("build.cannot"), *dict.fromkeys(self.complaints)]))
        return self.pos


__all__ = ["begin", "build", "expedition", "place"]
