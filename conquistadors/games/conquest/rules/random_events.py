"""20.0  Random events: legends, the death of the governor, and smallpox."""

from __future__ import annotations

from conquistadors.engine import Pile, Procedure, Seat, draw, procedure, roll, step
from conquistadors.games.conquest.rules.events import EventHappened, Perished, Sickened
from conquistadors.games.conquest.rules.governor import move_index
from conquistadors.games.conquest.rules.legends import move_legend, new_legend
from conquistadors.games.conquest.rules.position import ConquestPosition, ally_of, front
from conquistadors.games.conquest.rules.tasks import task, task_of

OTHER = "other-card"
"""A card face down that smallpox does not touch, whichever it is."""


@task("event")
@procedure("20.0", steps=("roll", "result"))
def event(pos: ConquestPosition) -> Procedure[None]:
    """2.0(4), 20.4, D-20.0  From the second turn on the player who is first in the order rolls two dice.

    A legend is placed or moved by 19.2 (20.1, D-20.1), where any is left (G-19.0).
    """
    if pos.turn < pos.rules.n.events_from_turn:
        return
    step(pos, event, "roll")
    reads = pos.rules.reading("random-events")
    happens = (yield from roll(pos, "random-events", first_player(pos), rule="20.0", reads=reads)).result
    pos.report(EventHappened, event=happens, rule="20.0")
    step(pos, event, "result")
    match happens:
        case "new-legend":
            yield from new_legend(pos, first_player(pos))
        case "move-legend":
            yield from move_legend(pos, first_player(pos))
        case "governor-dies":
            bury_governor(pos)
        case "smallpox":
            pos.then("smallpox")


def first_player(pos: ConquestPosition) -> Seat:
    """20.0, D-20.0  Who rolls for events and all that follows: whoever had the high roll; alone, the only player."""
    return pos.order[0]


def bury_governor(pos: ConquestPosition) -> None:
    """20.2  The governor dies: every index goes one box toward 0, and one at 0 stays there.

    A warrant in force stays in force: at 0 the index is not positive yet (11.23).
    """
    most = pos.rules.n.governor_dies
    for seat in pos.order:
        index = pos.factions[seat].index
        move_index(pos, seat, max(-most, min(most, -index)), "20.2")


# Smallpox --------------------------------------------------------------------------------------------------------


@task("smallpox")
@procedure("20.3", steps=("map", "victims"))
def smallpox(pos: ConquestPosition) -> Procedure[None]:
    """20.3, G-20.3  A map at random, and a die for each on it who may fall ill.

    First the units in each space, then the allies of each expedition, the kings, and the cards of each expedition;
    by name, and equal units one after the other (own ruling). Each of them is a step of its own.
    """
    step(pos, smallpox, "map")
    maps = tuple(pos.rules.world.maps)
    where = maps[0]
    if len(maps) > 1:
        where = yield from draw(pos, Pile.of(maps), first_player(pos), name="map", rule="20.3", seen_by=None)
    step(pos, smallpox, "victims")
    pos.then(*victims(pos, where))


def victims(pos: ConquestPosition, where: str) -> list[str]:
    """20.3, G-20.3  The steps of an outbreak on one map, in their order."""
    map_of = pos.rules.world.map_of
    sites = {space: site for space, site in sorted(pos.sites.items()) if map_of[space] == where}
    bands = {c: e for c, e in sorted(pos.expeditions.items()) if map_of[e.space] == where}
    kings = [str(site.empire) for site in sites.values() if site.king] + [k for e in bands.values() for k in e.kings]
    found = [f"smallpox-garrison:{unit}/{space}" for space, site in sites.items() for unit in site.garrison.each()]
    found += [f"smallpox-ally:{unit}/{c}" for c, e in bands.items() for unit in e.allies.each()]
    found += [f"smallpox-king:{empire}" for empire in sorted(kings)]
    for commander, band in bands.items():
        found += [f"smallpox-asset:{t}/{commander}" for t in band.shown.each() if pos.rules.assets[t].smallpox_lost_on]
        if band.assets.titles:
            found.append(f"smallpox-hidden:{commander}")
    return found


@procedure("20.3")
def infect(pos: ConquestPosition, kind: str, what: str, where: str, *more: object) -> Procedure[int]:
    """20.3, G-1.53  One die for one of them, which no card changes; whoever rolled for the event rolls it.

    `more` is what else the step has to know afterwards.
    """
    pos.talk = (kind, what, where, *map(str, more))
    pos.report(Sickened, victim=kind, what=what, where=where, rule="20.3")
    thrown = yield from roll(pos, "smallpox", first_player(pos), rule="20.3")
    pos.talk = ()
    return thrown.natural


def _bury(pos: ConquestPosition, kind: str, what: str, where: str) -> None:
    """20.3, G-12.34  A unit that dies leaves the game, front side up, and so does a king."""
    if kind == "unit":
        pos.piles["smallpox"] = pos.piles["smallpox"].plus(front(ally_of(what)[0]))
    pos.report(Perished, victim=kind, what=what, where=where, rule="20.3")


def _kills(pos: ConquestPosition, die: int) -> bool:
    """G-20.3  Units and kings die on the same numbers as the cards."""
    return pos.rules.result("smallpox", die) == "dies"


@task_of("smallpox-garrison")
@procedure("20.3")
def infect_garrison(pos: ConquestPosition, which: str) -> Procedure[None]:
    """20.3, G-20.3  One Indian unit of a space. A place whose last unit dies stays what it was (12.35)."""
    unit, _, space = which.partition("/")
    if unit not in pos.site(space).garrison.titles:
        return  # the table has taken it away in the meantime
    if _kills(pos, (yield from infect(pos, "unit", unit, space))):
        pos.edit_site(space, garrison=pos.site(space).garrison.minus(unit))
        _bury(pos, "unit", unit, space)


@task_of("smallpox-ally")
@procedure("20.3")
def infect_ally(pos: ConquestPosition, which: str) -> Procedure[None]:
    """20.3, G-20.3  One Indian unit that marches with an expedition."""
    unit, _, commander = which.partition("/")
    if commander not in pos.expeditions or unit not in pos.expeditions[commander].allies.titles:
        return  # gone in the meantime (G-6.46b)
    if _kills(pos, (yield from infect(pos, "unit", unit, pos.expeditions[commander].space))):
        pos.edit(commander, allies=pos.expeditions[commander].allies.minus(unit))
        _bury(pos, "unit", unit, pos.expeditions[commander].space)


@task_of("smallpox-king")
@procedure("20.3")
def infect_king(pos: ConquestPosition, empire: str) -> Procedure[None]:
    """20.3, G-20.3  A king, in his city or in the hands of an expedition."""
    homes = [space for space, site in pos.sites.items() if site.king and site.empire == empire]
    holders = [c for c, expedition in pos.expeditions.items() if empire in expedition.kings]
    where = [*homes, *[pos.expeditions[c].space for c in holders]]
    if not where:
        return  # the king of a player who resigned found no home (G-6.46b)
    if not _kills(pos, (yield from infect(pos, "king", empire, where[0]))):
        return
    for space in homes:
        pos.edit_site(space, king=False)
    for commander in holders:
        pos.edit(commander, kings=tuple(k for k in pos.expeditions[commander].kings if k != empire))
    _bury(pos, "king", empire, where[0])


@task_of("smallpox-asset")
@procedure("20.3")
def infect_asset(pos: ConquestPosition, which: str) -> Procedure[None]:
    """20.3, C43  An open Indian Guide, Imperial Emissary or Interpreter goes to the Asset discards on a 1 or 2."""
    title, _, commander = which.partition("/")
    if commander not in pos.expeditions or title not in pos.expeditions[commander].shown.titles:
        return  # gone in the meantime (G-6.46b)
    die = yield from infect(pos, "asset", title, commander)
    if die in pos.rules.assets[title].smallpox_lost_on:
        pos.edit(commander, shown=pos.expeditions[commander].shown.minus(title))
        _discard(pos, title, commander)


@task_of("smallpox-hidden")
@procedure("20.3")
def infect_hidden(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """20.3, C43, G-20.3  The cards that lie face down with an expedition: only one that is lost is shown.

    Own ruling: there is a die for each card, whatever it is, for how many they are is no secret. When one shows a
    number that costs a card, the card that it was thrown for is drawn unseen from those not hit so far: only the
    owner knows which it was, unless it is lost. So neither the number of dice nor their order tells of the others.
    """
    if commander not in pos.expeditions:
        return  # its owner resigned in the meantime (G-6.46b)
    faces = {face for card in pos.rules.assets.values() for face in card.smallpox_lost_on}
    owner = pos.expeditions[commander].owner
    untouched = 0
    for left in range(pos.expeditions[commander].assets.size, 0, -1):
        die = yield from infect(pos, "hidden", OTHER, commander, left, untouched)
        if die not in faces:
            continue
        pos.talk = ("hidden", OTHER, commander, str(left), str(untouched))
        cards = _not_hit_yet(pos, commander, untouched)
        title = yield from draw(pos, cards, owner, name="face-down", rule="G-20.3", seen_by=(owner,))
        pos.talk = ()
        if title == OTHER:
            untouched += 1
        else:
            pos.edit(commander, assets=pos.expeditions[commander].assets.minus(title))
            _discard(pos, title, commander)


def _not_hit_yet(pos: ConquestPosition, commander: str, untouched: int) -> Pile:
    """The cards face down that a die can still be for, those that smallpox does not touch as one title."""
    hidden = pos.expeditions[commander].assets
    cards = [title if pos.rules.assets[title].smallpox_lost_on else OTHER for title in hidden.each()]
    for _ in range(untouched):
        cards.remove(OTHER)
    return Pile.of(cards)


def _discard(pos: ConquestPosition, title: str, commander: str) -> None:
    """C43  To the Asset discards."""
    pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(title)
    _bury(pos, "asset", title, commander)
