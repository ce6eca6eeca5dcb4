"""19.0  Legends: where rumour puts their markers, and what an expedition finds that goes there."""

from __future__ import annotations

from conquistadors.engine import Bar, Procedure, Seat, procedure, roll, step
from conquistadors.games.conquest.pack.records import LegendResult
from conquistadors.games.conquest.rules.aftermath import die
from conquistadors.games.conquest.rules.asking import by_lot
from conquistadors.games.conquest.rules.cards.playing import current
from conquistadors.games.conquest.rules.events import LegendFaded, LegendPlaced, LegendSettled, LegendSought
from conquistadors.games.conquest.rules.gold import award, gain_gold
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.spaces import steps_from_expeditions
from conquistadors.games.conquest.rules.tasks import task

# Where a marker may lie ------------------------------------------------------------------------------------------


def whereabouts(pos: ConquestPosition, legend: str) -> str | None:
    """19.13  The space where a legend is said to be; None while its marker is on no map."""
    return next((space for space, site in pos.sites.items() if site.legend == legend), None)


def legend_spaces(pos: ConquestPosition) -> list[str]:
    """1.143, C18  The Legend spaces of the maps in play."""
    return [space.id for space in pos.rules.world.spaces.values() if space.kind == "legend"]


def forbids_place(pos: ConquestPosition, legend: str, space: str, least: int) -> Bar | None:
    """19.12, 19.21(3), 19.32  On one of its maps, where no legend lies or was found, and so far from any expedition.

    It does not matter whose expeditions they are, nor whether they have units. The way goes over any lines of that
    map (G-19.21); an expedition on the other map is far away.
    """
    board = pos.rules.world.map_of[space]
    if board not in pos.rules.tables.legends[legend].maps:
        return Bar("19.12", "legend-elsewhere", (("map", board),))
    site = pos.site(space)
    if site.legend is not None:
        return Bar("19.32", "legend-here")
    if site.legend_found:
        return Bar("19.32", "legend-found-here")
    near = steps_from_expeditions(pos, board).get(space, least) < least
    return Bar("19.32", "too-near", (("least", least),)) if near else None


def lay(pos: ConquestPosition, legend: str, space: str | None) -> None:
    """The marker is laid into a space, or back to the pool, from wherever it is; not from out of the game (19.43)."""
    old = whereabouts(pos, legend)
    if old is None:
        pos.piles["legends"] = pos.piles["legends"].minus(legend)
    else:
        pos.edit_site(old, legend=None)
    if space is None:
        pos.piles["legends"] = pos.piles["legends"].plus(legend)
    else:
        pos.edit_site(space, legend=legend)


def place_legend(pos: ConquestPosition, legend: str, space: str, rule: str) -> None:
    """19.11, 19.21(4), 19.32  An event or a card places the marker, face up; it may come from another space (19.22)."""
    origin = whereabouts(pos, legend)
    lay(pos, legend, space)
    pos.report(LegendPlaced, legend=legend, space=space, origin=origin, rule=rule)


# Random events ---------------------------------------------------------------------------------------------------


@procedure("19.21", steps=("legend", "map", "space"))
def new_legend(pos: ConquestPosition, who: Seat) -> Procedure[None]:
    """The event New Legend.

    1  a marker that is neither on a map nor out for good, at random (19.21(1)); without one nothing happens (20.1), nor
       in a game without legends (G-19.0)
    2  a map at random, of those in play; a river has its own, and without that map nothing happens (19.12, 19.21(2))
    3  a Legend space of that map, at random among those that may be used (19.21(3))
    4  there the marker is placed, face up (19.21(4))
    """
    pool = pos.piles["legends"]
    if not pool.titles:
        pos.report(LegendFaded, legend=None, why="none-left", rule="20.1")
        return
    step(pos, new_legend, "legend")
    legend = str((yield from by_lot(pos, pool.titles, "19.21(1)", who)))
    pos.talk = (legend,)
    step(pos, new_legend, "map")
    boards = [board for board in pos.rules.world.maps if board in pos.rules.tables.legends[legend].maps]
    board = yield from by_lot(pos, boards, "19.21(2)", who)
    step(pos, new_legend, "space")
    if board is None:
        pos.report(LegendFaded, legend=legend, why="no-map", rule="19.12")
    else:
        yield from _settle_in(pos, who, legend, board)
    pos.talk = ()


@procedure("19.22")
def move_legend(pos: ConquestPosition, who: Seat) -> Procedure[None]:
    """The event Move Legend: a marker in play, at random, goes to another Legend space of the same map.

    Where none is in play it is a New Legend (19.23). Where no other space may be used the marker stays (own ruling:
    19.21(3) ignores the result then).
    """
    placed = [site.legend for site in pos.sites.values() if site.legend is not None]
    if not placed:
        yield from new_legend(pos, who)
        return
    legend = str((yield from by_lot(pos, placed, "19.22", who)))
    pos.talk = (legend,)
    yield from _settle_in(pos, who, legend, pos.rules.world.map_of[str(whereabouts(pos, legend))])
    pos.talk = ()


def event_spaces(pos: ConquestPosition, legend: str, board: str) -> list[str]:
    """19.21(3), 19.22, D-19.21(3), C17  The Legend spaces of a map where an event may put a marker.

    They are free of legends and not within three spaces of an expedition: four or more away, or three by the option.
    Its own space is not free: a legend that moves goes elsewhere.
    """
    n = pos.rules.n
    least = n.legend_distance_french if pos.rules.house.legend_near else n.legend_distance
    here = [space for space in legend_spaces(pos) if pos.rules.world.map_of[space] == board]
    return [space for space in here if forbids_place(pos, legend, space, least) is None]


def _settle_in(pos: ConquestPosition, who: Seat, legend: str, board: str) -> Procedure[None]:
    """19.21(3), (4), G-19.21  The number of the space is rolled with one die, and again until the space may be used.

    That gives each of the usable spaces the same chance, so one of them is drawn; there are no endless rolls.
    """
    space = yield from by_lot(pos, event_spaces(pos, legend, board), "19.21(3)", who)
    if space is None:
        pos.report(LegendFaded, legend=legend, why="no-space", rule="19.21(3)")
    else:
        place_legend(pos, legend, space, "19.21(4)")


# The truth behind it ---------------------------------------------------------------------------------------------


@task("legend-roll")
@procedure("19.41", steps=("roll", "result"))
def legend_roll(pos: ConquestPosition) -> Procedure[None]:
    """19.41, G-19.42, 1.57  Two dice on the Legends Table; nothing changes the roll, and no luck card helps.

    Who did not survive an ambush or fled from it finds nothing, and the marker stays (G-4.14). An ambush adds nothing
    to this roll (C44), nor does any other card for or against a discovery (own ruling). Who came to attack does so now
    (G-19.41b).
    """
    action = current(pos)
    expedition = pos.expeditions.get(action.expedition)
    legend = pos.site(action.space).legend
    if expedition is None or expedition.space != action.space or legend is None:
        pos.action = None
        return
    step(pos, legend_roll, "roll")
    reads = pos.rules.reading("legends", legend)
    thrown = yield from roll(pos, "legends", expedition.owner, rule="19.41", reads=reads)
    step(pos, legend_roll, "result")
    yield from find_legend(pos, legend, thrown.result)
    action = current(pos)
    if action.entered_from is not None and action.expedition in pos.expeditions:
        pos.then("press-attack")  # G-19.41b
    else:
        pos.action = None


@procedure("19.43")
def find_legend(pos: ConquestPosition, legend: str, result: LegendResult) -> Procedure[None]:
    """19.41, 19.43, 13.11  What a row of the table brings: its tale, gold, points, the fate of the marker, a death.

    Gold goes to the expedition, points to its faction for good.
    """
    commander, space = current(pos).expedition, current(pos).space
    tale = f"{legend}/{result.start}"
    pos.report(LegendSought, expedition=commander, space=space, legend=legend, tale=tale, rule="19.41")
    gain_gold(pos, commander, result.gold, "legend", "19.41")
    if result.points:
        award(pos, pos.expeditions[commander].owner, result.points, "legend", "13.11")
    decide_fate(pos, legend, space, result.fate)
    if result.kills:
        yield from lose_man(pos, commander)


def decide_fate(pos: ConquestPosition, legend: str, space: str, fate: str) -> None:
    """19.43  The marker goes out of the game for good, stays where it is, or goes back to the pool.

    Where a legend was found no other is ever placed (19.21(3), 19.32).
    """
    if fate == "pool":
        lay(pos, legend, None)
    elif fate == "gone":
        pos.piles["legends-gone"] = pos.piles["legends-gone"].plus(legend)
        pos.edit_site(space, legend=None, legend_found=True)
    pos.report(LegendSettled, legend=legend, space=space, fate=fate, rule="19.43")


@procedure("6.45")
def lose_man(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """6.45, 1.52  A legend costs a conquistador of the expedition his life: any of them, at random (own ruling).

    He is replaced as after a battle (6.44), and his men take a morale hit (9.11, C35).
    """
    owner = pos.expeditions[commander].owner
    man = yield from by_lot(pos, pos.members(commander), "1.52", owner)
    yield from die(pos, str(man), "6.45")
