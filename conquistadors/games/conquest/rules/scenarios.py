"""14.0  The Basic Game: what everybody begins with, and the set-up by choices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Final

from conquistadors.engine import (
    Bar,
    Choice,
    Option,
    Pile,
    Procedure,
    Seat,
    amount,
    changed,
    draw,
    offer,
    option,
    options_of,
    procedure,
)
from conquistadors.engine.codec import Json
from conquistadors.games.conquest.pack.numbers import numbers_of
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.cards.luck import TITLE as LUCK
from conquistadors.games.conquest.rules.diplomacy import draw_asset_card
from conquistadors.games.conquest.rules.events import LuckGained, Placed, Reshuffled, Stationed
from conquistadors.games.conquest.rules.expeditions import form
from conquistadors.games.conquest.rules.position import KINDS, Captain, ConquestPosition, Units
from conquistadors.games.conquest.rules.profiles import BASIC
from conquistadors.games.conquest.rules.sequence import rank
from conquistadors.games.conquest.rules.shared import (
    ConquestRules,
    house_and_pack,
    maps_named,
    options_given,
    seats_for,
)
from conquistadors.games.conquest.rules.tasks import task, task_of

RIVALS: Final = frozenset({"cortes", "francisco-pizarro"})
"""14.14  The two who may not serve the same player at the start."""


class BasicGame(ConquestRules):
    """14.0, 14.4  The Basic Game for two to four players: 75 points win, and nobody has debts."""

    scenario = "basic"
    profile = BASIC
    standard = False

    def __init__(
        self,
        seats: int = 2,
        map: str | None = None,  # noqa: A002  # the word that players use
        options: Mapping[str, Json] | None = None,
        pack: str | Path | None = None,
        changes: Mapping[str, Json] | None = None,
    ) -> None:
        house, data = house_and_pack(options, pack, changes)
        n = numbers_of(data)
        taken = seats_for(seats, n.players_least, n.players_most, "setup.basic-players")
        super().__init__(taken, maps_named(map, seats), house, data)
        self.target = self.n.points_to_win  # 14.4
        self.options = options_given(house, pack, changes, seats=seats, map=map)

    def start(self) -> ConquestPosition:
        """14.21, 1.15, J11  The empty table: indexes and points at 0, no round played. Then men, assets and set-up."""
        return self.table(("conquistadors", *[f"starting-assets:{seat}" for seat in self.seats], "set-up"))

    def reinforce(self, pos: ConquestPosition) -> None:
        """14.31, G-14.31  On turn 2 the other red men join the draw pile, from three players on the brown too."""
        if pos.turn != self.n.reinforcements_turn:
            return
        joining = ["red", "brown"] if len(self.seats) >= self.n.players_for_brown else ["red"]
        for pile in joining:
            pos.piles["deck"] = Pile.united([pos.piles["deck"], pos.piles[pile]])
            pos.piles[pile] = Pile()
        pos.report(Reshuffled, pile="conquistadors", rule="14.31")


# 14.1 ------------------------------------------------------------------------------------------------------------


@task("conquistadors")
@procedure("14.14")
def draw_conquistadors(pos: ConquestPosition) -> Procedure[None]:
    """14.12, 14.14, G-14.14  Two red conquistadors each, at random; nobody gets Cortés and Francisco Pizarro both.

    Where there are not enough of them, with five players of the Quick Start, the brown ones join the draw (own ruling,
    by 22.311).
    """
    for seat in pos.order:
        for _ in range(pos.rules.n.start_conquistadors):
            drawn = Pile.united([pos.piles[name] for name in _drawn_from(pos)])
            man = yield from draw(pos, drawn, seat, name="conquistador", rule="14.14", seen_by=None)
            pile = pos.rules.men[man].print
            pos.piles[pile] = pos.piles[pile].minus(man)
            pos.captains[man] = Captain(seat, man)
    if any(set(men_of(pos, seat)) >= RIVALS for seat in pos.order):
        for man in pos.captains:
            pile = pos.rules.men[man].print
            pos.piles[pile] = pos.piles[pile].plus(man)
        pos.captains.clear()
        pos.then("conquistadors")


def _drawn_from(pos: ConquestPosition) -> tuple[str, ...]:
    reds = [man for man in pos.rules.men.values() if man.print == "red"]
    return ("red",) if len(reds) >= pos.rules.n.start_conquistadors * len(pos.order) else ("red", "brown")


def men_of(pos: ConquestPosition, seat: Seat) -> list[str]:
    return sorted(man for man, captain in pos.captains.items() if captain.owner == seat)


@task_of("starting-assets")
@procedure("14.12")
def starting_assets(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """14.12, G-14.12  Two Asset cards, looked at; Mano de Dios is laid open."""
    for _ in range(pos.rules.n.start_assets):
        card = yield from draw_asset_card(pos, seat, "14.12")
        if card == LUCK:
            pos.edit_faction(seat, luck=pos.factions[seat].luck + 1)
            pos.report(LuckGained, who=seat, rule="5.151")
        elif card is not None:
            pos.dealt[seat] = pos.dealt[seat].plus(card)


# 14.2 ------------------------------------------------------------------------------------------------------------


@task("set-up")
@procedure("14.22")
def set_up(pos: ConquestPosition) -> Procedure[None]:
    """14.22-14.24  The order of set-up; then villages, towns and expeditions, each for all players in that order."""
    yield from rank(pos, "setup-order", "14.22")
    seats = pos.order
    villages = [f"village:{seat}" for _ in range(pos.rules.n.start_villages) for seat in seats]
    towns = [f"town:{seat}" for seat in seats]
    forces = [f"{pos.rules.first_units}:{seat}" for seat in seats]
    stations = [f"station:{seat}" for _ in range(pos.rules.n.start_conquistadors) for seat in seats]
    assets = [f"assign-assets:{seat}" for seat in seats]
    pos.then(*villages, *towns, *forces, *stations, *assets, "turn")


@task_of("village")
@procedure("14.23")
def place_village(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """14.23, D-14.23  A village on the coast; the second may also be at Level 1 next to the first."""
    yield from _settle(pos, seat, "village")


@task_of("town")
@procedure("14.23")
def place_town(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """14.23, G-14.23  A town next to one of the player's villages, at any level."""
    yield from _settle(pos, seat, "town")


def _settle(pos: ConquestPosition, seat: Seat, marker: str) -> Procedure[None]:
    if all(forbids_settlement(pos, seat, marker, space) for space in pos.rules.world.spaces):
        return
    choice = Choice(
        seat, f"place-{marker}", "14.23", partial(_settlements, pos), partial(_forbids_settling, pos, seat, marker)
    )
    chosen: Option = yield choice
    space = str(chosen.subject)
    pos.edit_site(space, marker=marker)
    pos.edit_faction(seat, settlements=(*pos.factions[seat].settlements, space))
    pos.report(Placed, who=seat, marker=marker, space=space, rule="14.23")


def _settlements(pos: ConquestPosition) -> tuple[Option, ...]:
    return options_of("place", pos.rules.world.with_level)


def _forbids_settling(pos: ConquestPosition, seat: Seat, marker: str, tried: Option) -> Bar | None:
    if tried.verb != "place":
        return Bar("14.23", "not-offered")
    return forbids_settlement(pos, seat, marker, tried.subject)


LEVEL_SPACES_ONLY: Final = Bar("14.23", "level-spaces-only")
NEXT_TO_VILLAGE: Final = Bar("14.23", "next-to-village")
COAST_ONLY: Final = Bar("14.23", "coast-only")
COAST_OR_NEXT_TO_FIRST: Final = Bar("14.23", "coast-or-next-to-first")


def forbids_settlement(pos: ConquestPosition, seat: Seat, marker: str, space: str | None) -> Bar | None:
    """14.23, G-14.23  What stands against a starting marker in a space."""
    world = pos.rules.world
    if space is None or space not in world.spaces:
        return Bar("14.23", "no-such-space")
    level = world.level[space]
    if level is None:
        return LEVEL_SPACES_ONLY
    if pos.site(space).marker is not None:
        return Bar("G-14.23", "one-marker")
    mine = pos.factions[seat].settlements
    if marker == "town":
        near = [village for village in mine if space in world.adjacent[village]]
        return None if near else NEXT_TO_VILLAGE
    if level == 0:
        return None
    if mine and level == pos.rules.n.second_village_level and space in world.adjacent[mine[0]]:
        return None
    return COAST_OR_NEXT_TO_FIRST if mine else COAST_ONLY


@task_of("divide")
@procedure("14.12")
def divide_units(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """14.12, 1.42  Seven foot, three horse and a cannon, divided between the two conquistadors as the player likes."""
    n = pos.rules.n
    force = Units(n.start_foot, n.start_horse, n.start_cannon)
    first, second = men_of(pos, seat)
    most = pos.rules.card_units
    for place, kind in enumerate(KINDS):
        taken = sum(map(int, pos.talk))
        later = sum(force[place + 1 :])
        least = max(0, force.size - most - taken - later)
        facts = (("captain", first), ("other", second), ("unit", kind))
        count = yield from amount(seat, "divide", "14.12", least, min(force[place], most - taken), facts=facts)
        note(pos, count)
    units = Units(*map(int, pos.talk))
    pos.talk = ()
    pos.edit_captain(first, units=units)
    pos.edit_captain(second, units=force.less(units))
    pos.pool = pos.pool.less(force)


@task_of("station")
@procedure("14.24")
def station(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """14.24  One expedition of the player goes where the player placed a marker, to Santiago de Cuba, or to Panama."""
    chosen: Option = yield Choice(
        seat, "station", "14.24", partial(_stations, pos, seat), partial(_forbids_station, pos, seat)
    )
    man, space = str(chosen.subject), str(chosen.target)
    form(pos, seat, man, space)
    pos.report(Stationed, who=seat, expedition=man, space=space, rule="14.24")


def _stations(pos: ConquestPosition, seat: Seat) -> list[Option]:
    spaces = [*pos.factions[seat].settlements, *pos.rules.world.havens]
    return [option("station", man, s) for man in men_of(pos, seat) if man not in pos.expeditions for s in spaces]


def _forbids_station(pos: ConquestPosition, seat: Seat, tried: Option) -> Bar | None:
    if tried in _stations(pos, seat):
        return None
    return Bar("14.24", "settlements-or-havens" if tried.verb == "station" else "not-offered")


@task_of("assign-assets")
@procedure("14.12")
def assign_assets(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """G-14.12  Each Asset card goes with one of the two expeditions, face down."""
    first, second = men_of(pos, seat)
    while pos.dealt[seat].titles:
        card = pos.dealt[seat].titles[0]
        make = partial(_assignments, card, first, second)
        chosen: Option = yield offer(seat, "assign-asset", "14.12", make, facts=(("card", card),))
        commander = str(chosen.target)
        pos.dealt[seat] = pos.dealt[seat].minus(card)
        pos.expeditions[commander] = changed(
            pos.expeditions[commander], assets=pos.expeditions[commander].assets.plus(card)
        )


def _assignments(card: str, first: str, second: str) -> list[Option]:
    return [option("assign", card, first), option("assign", card, second)]
