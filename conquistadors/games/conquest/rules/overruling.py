"""What the table decides over the program's head: corrections, and a player who resigns (G-6.46b)."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Chance, Pile, Procedure, short_repr
from conquistadors.engine.orders import Orders, carry_out, one_of, whole_number
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.rules.battle import fit_down
from conquistadors.games.conquest.rules.expeditions import disband, retire, spoil_food
from conquistadors.games.conquest.rules.indians import end_alliance, homes_of, left_of, to_cup
from conquistadors.games.conquest.rules.legends import lay
from conquistadors.games.conquest.rules.pesos import entered
from conquistadors.games.conquest.rules.position import CITIES, KINDS, PLACES, ConquestPosition


def adjust(pos: ConquestPosition, order: str) -> None:
    """Carry out a correction: "gold cortes 5", "foot cortes 3", "marker tabasco town" ..."""
    carry_out(ORDERS, pos, order)


def _number(text: str) -> int:
    return whole_number(text, below_zero=True)


def _expedition(pos: ConquestPosition, name: str) -> str:
    return one_of(name, sorted(pos.expeditions), "order.expedition")


def _seat(pos: ConquestPosition, name: str) -> str:
    return one_of(name, pos.factions, "order.player")


def _space(pos: ConquestPosition, name: str) -> str:
    if name not in pos.rules.world.spaces:
        raise ValueError(error_text("order.space", wanted=short_repr(name)))
    return name


def _gold(pos: ConquestPosition, words: list[str]) -> None:
    commander, gold = _expedition(pos, words[1]), _number(words[2])
    pos.gold += gold - pos.expeditions[commander].gold
    pos.edit(commander, gold=gold)


def _food(pos: ConquestPosition, words: list[str]) -> None:
    pos.edit(_expedition(pos, words[1]), food=_number(words[2]))


def _hits(pos: ConquestPosition, words: list[str]) -> None:
    pos.edit(_expedition(pos, words[1]), hits=_number(words[2]))


def _units(pos: ConquestPosition, words: list[str]) -> None:
    """The units of a kind on one conquistador's card; they come from the counters and go back to them."""
    kind, man, count = words[0], one_of(words[1], sorted(pos.captains)), _number(words[2])
    units = pos.captains[man].units
    pos.pool = pos.pool.plus(kind, units.of(kind) - count)
    pos.edit_captain(man, units=units.plus(kind, count - units.of(kind)))
    commander = pos.captains[man].expedition
    if commander not in pos.expeditions:
        return  # the set-up
    spoil_food(pos, commander)
    if pos.battle is not None:
        fit_down(pos, commander)


def _space_of(pos: ConquestPosition, words: list[str]) -> None:
    """An expedition stands elsewhere; not in the middle of what it is doing where it is."""
    commander, space = _expedition(pos, words[1]), _space(pos, words[2])
    sides = () if pos.battle is None else (pos.battle.attacker.expedition, pos.battle.defender.expedition)
    if commander in sides or (pos.action is not None and pos.action.expedition == commander):
        raise ValueError(error_text("order.finish", commander=commander))
    pos.edit(commander, space=space)


def _wounded(pos: ConquestPosition, words: list[str]) -> None:
    if words[1] not in pos.captains or words[2] not in ("yes", "no"):
        raise ValueError(error_text("order.wounded"))
    pos.edit_captain(words[1], wounded=words[2] == "yes")


def _index(pos: ConquestPosition, words: list[str]) -> None:
    pos.edit_faction(_seat(pos, words[1]), index=_number(words[2]))


def _points(pos: ConquestPosition, words: list[str]) -> None:
    seat = _seat(pos, words[1])
    pos.edit_faction(seat, awards=_number(words[2]) - pos.factions[seat].converted)


def _pesos(pos: ConquestPosition, words: list[str]) -> None:
    """16.11  A correction counts as funds in the books."""
    seat, pesos = _debtor(pos, words[1]), _number(words[2])
    pos.factions[seat] = entered(pos.factions[seat], "funds", pesos - pos.factions[seat].pesos)


def _debt(pos: ConquestPosition, words: list[str]) -> None:
    """16.22  A correction counts as a loan that was spent."""
    seat, debt = _debtor(pos, words[1]), _number(words[2])
    more = debt - pos.factions[seat].debt
    pos.factions[seat] = entered(entered(pos.factions[seat], "loans", more), "spent", more)


def _debtor(pos: ConquestPosition, name: str) -> str:
    if "repay" not in pos.rules.profile.purse:
        raise ValueError(error_text("order.no-debt"))
    return _seat(pos, name)


def _marker(pos: ConquestPosition, words: list[str]) -> None:
    space, marker = _space(pos, words[1]), words[2]
    site = pos.site(space)
    if site.empire is not None:
        raise ValueError(error_text("order.empire-marker", space=space))
    if marker == "none":
        to_cup(pos, site.garrison)
        pos.sites.pop(space, None)
        pos.edit_site(space, legend=site.legend, legend_found=site.legend_found)
        return
    if marker not in MARKERS:
        raise ValueError(error_text("order.marker", known=MARKERS, wanted=short_repr(marker)))
    if left_of(pos, marker) < 1 and site.marker != marker:
        raise ValueError(error_text("order.no-marker", marker=marker))
    keeps = marker in PLACES
    pos.edit_site(space, marker=marker, hostile=site.hostile and keeps, ally=site.ally if marker in CITIES else None)


def _status(pos: ConquestPosition, words: list[str]) -> None:
    space, status = _space(pos, words[1]), words[2]
    site = pos.site(space)
    if site.marker not in PLACES:
        raise ValueError(error_text("order.no-place", space=space, wanted=short_repr(status)))
    if status in ("neutral", "hostile"):
        pos.edit_site(space, hostile=status == "hostile", ally=None)
    elif site.marker in CITIES and status in pos.factions:
        pos.edit_site(space, hostile=False, ally=status)
    else:
        raise ValueError(error_text("order.status", wanted=short_repr(status)))


def _legend(pos: ConquestPosition, words: list[str]) -> None:
    """19.13  The Legend marker in a space: it comes from the pool or from another space, or goes back to the pool."""
    space, legend = _space(pos, words[1]), words[2]
    if not pos.rules.legends:
        raise ValueError(error_text("order.no-legends"))
    if legend not in ("none", *pos.rules.legends):
        raise ValueError(error_text("order.legend", known=pos.rules.legends, wanted=short_repr(legend)))
    if legend in pos.piles["legends-gone"].titles:
        raise ValueError(error_text("order.legend-gone", legend=legend))
    here = pos.site(space).legend
    if here is not None:
        lay(pos, here, None)
    if legend != "none":
        lay(pos, legend, space)


MARKERS: Final = ("village", "town", "city", "discovered", "mosquito")
ORDERS: Final[Orders[ConquestPosition]] = {
    "gold": ("gold EXPEDITION NUMBER", _gold),
    "food": ("food EXPEDITION NUMBER", _food),
    "hits": ("hits EXPEDITION NUMBER", _hits),
    **{kind: (f"{kind} CONQUISTADOR NUMBER", _units) for kind in KINDS},
    "space": ("space EXPEDITION SPACE", _space_of),
    "wounded": ("wounded CONQUISTADOR yes|no", _wounded),
    "index": ("index PLAYER NUMBER", _index),
    "points": ("points PLAYER NUMBER", _points),
    "pesos": ("pesos PLAYER NUMBER", _pesos),
    "debt": ("debt PLAYER NUMBER", _debt),
    "marker": ("marker SPACE MARKER", _marker),
    "legend": ("legend SPACE LEGEND|none", _legend),
    "status": ("status SPACE neutral|hostile|PLAYER", _status),
}


def check_resignation(pos: ConquestPosition, seat: str) -> None:
    """G-6.46b  `ValueError` says why this player cannot resign now."""
    _seat(pos, seat)
    if pos.factions[seat].resigned:
        raise ValueError(error_text("order.resigned", player=seat))
    if pos.turn == 0 or pos.battle is not None or pos.action is not None:
        raise ValueError(error_text("order.resign-later"))


def resign(pos: ConquestPosition, seat: str) -> None:
    """G-6.46b  A player resigns between impulses: all their pieces leave the map.

    Their cities become neutral, kings go home (12.252), men whom they hold and men of theirs whom others hold are out
    of the game; the hand is discarded unseen. Nobody is asked and nothing is drawn: what a rule leaves open falls on
    the first by name (own ruling). Pesos and debt stay in the books. Who has not arrived yet (22.36) will not
    come any more.
    """
    check_resignation(pos, seat)
    men = [man for man, captain in pos.captains.items() if captain.owner == seat]
    leaving = {commander: pos.expeditions[commander] for commander in pos.expeditions_of(seat)}
    for commander in leaving:
        _leave(pos, commander)
    for expedition in leaving.values():
        for empire in expedition.kings:
            homes = homes_of(pos, empire, expedition.space)
            if homes:
                pos.edit_site(homes[0], king=True)
    for man, held in list(pos.captives.items()):
        if seat in (held.owner, held.captor):
            del pos.captives[man]
            retire(pos, man)
    for space, site in list(pos.sites.items()):
        if site.ally == seat:
            _without_asking(end_alliance(pos, space, "G-6.46b"))
    faction = pos.factions[seat]
    if faction.warrant:
        pos.piles["discards"] = pos.piles["discards"].plus("arrest-warrant")
    for _ in range(faction.luck):
        pos.piles["asset-discards"] = pos.piles["asset-discards"].plus("mano-de-dios")
    pos.buried[seat] = Pile.united([pos.hands[seat], pos.buried[seat]])
    pos.hands[seat] = Pile()
    pos.edit_faction(seat, resigned=True, absent=False, warrant=False, luck=0)
    _skip(pos, seat, men)


def _leave(pos: ConquestPosition, commander: str) -> None:
    to_cup(pos, pos.expeditions[commander].allies)
    for man in pos.members(commander):
        pos.pool = pos.pool.add(pos.captains.pop(man).units)
        retire(pos, man)
    disband(pos, commander)


def _without_asking(procedure: Procedure[None]) -> None:
    """Let a rule do its work without asking anybody: of what it offers or draws from, the first is taken."""
    try:
        request = next(procedure)
        while True:
            first = request.outcomes[0] if isinstance(request, Chance) else request.legal()[0]
            request = procedure.send(first)
    except StopIteration:
        return


def _skip(pos: ConquestPosition, seat: str, gone: list[str]) -> None:
    """The tasks of the player fall away, and those of the men; if it was their impulse, the next player's begins."""
    whose = {name: name.partition(":")[2].rpartition("/")[2] for name in pos.tasks}
    kept = [name for name in pos.tasks if whose[name] not in (seat, *gone)]
    if pos.active == seat and "impulse" in kept:
        kept.remove("impulse")
    pos.tasks = tuple(kept)
    pos.order = tuple(other for other in pos.order if other != seat)
    if pos.active == seat and pos.order:
        pos.active = pos.order[0]
