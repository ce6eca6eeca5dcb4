"""What the table decides over the program's head: corrections, and a nation that gives up."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Seat, changed, short_repr
from conquistadors.engine.orders import Orders, carry_out, one_of, whole_number
from conquistadors.engine.texts import error_text
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.games.exploration.rules.position import World


def adjust(pos: World, order: str) -> None:
    """Carry out a correction: "treasury spain 90", "soldiers spain 2316 4", "native caribbean 0" ..."""
    carry_out(ORDERS, pos, order)


def resign(pos: World, nation: Seat) -> None:
    """The nation gives up: its units stay where they are. With one nation left the game is over; alone, at once."""
    pos.edit(nation, resigned=True)
    left = [each for each in pos.nations.values() if not each.resigned]
    if len(left) < min(2, len(pos.nations)):
        pos.over, pos.tasks = True, ()
        return
    gone = {nation, *pos.expeditions_of(nation)}
    pos.tasks = tuple([each for each in pos.tasks if not gone & set(each.replace("/", ":").split(":"))])
    pos.order = tuple([each for each in pos.order if each != nation])


def _nation(pos: World, name: str) -> str:
    return one_of(name, pos.nations, "order.player")


def _hex(pos: World, name: str) -> str:
    if name not in pos.rules.board.area:
        raise ValueError(error_text("order.space", wanted=short_repr(name)))
    return name


def _treasury(pos: World, words: list[str]) -> None:
    pos.edit(_nation(pos, words[1]), treasury=whole_number(words[2]))


def _monarch(pos: World, words: list[str]) -> None:
    pos.edit(_nation(pos, words[1]), monarch=one_of(words[2], ("A", "B", "C", "D")))


def _units(pos: World, words: list[str]) -> None:
    """Soldiers or Colonists in a hex, or in Europe."""
    nation, number = _nation(pos, words[1]), whole_number(words[3])
    if words[2] == EUROPE:
        pos.edit(nation, **{words[0]: number})
        return
    hex_ = _hex(pos, words[2])
    pos.set_force(nation, hex_, changed(pos.force(nation, hex_), **{words[0]: number}))


def _ships(pos: World, words: list[str]) -> None:
    """Caravels or Carracks that lie in Europe or in a port."""
    nation, number = _nation(pos, words[1]), whole_number(words[3])
    place = one_of(words[2], sorted((EUROPE, *pos.rules.board.landings)))
    pos.set_fleet(nation, place, changed(pos.fleet(nation, place), **{words[0]: number}))


def _native(pos: World, words: list[str]) -> None:
    pos.edit_country(one_of(words[1], sorted(pos.rules.areas)), native=whole_number(words[2]))


def _european(pos: World, words: list[str]) -> None:
    pos.edit_country(one_of(words[1], sorted(pos.rules.areas)), european=whole_number(words[2]))


def _mine(pos: World, words: list[str]) -> None:
    """A mine or city is hidden, found, abandoned or spent."""
    hex_ = one_of(words[1], sorted(pos.digs))
    state = one_of(words[2], ("abandoned", "found", "hidden", "spent"))
    pos.edit_dig(hex_, found=state != "hidden", abandoned=state == "abandoned", spent=state == "spent")


def _rutter(pos: World, words: list[str]) -> None:
    pos.edit(_nation(pos, words[1]), rutter=one_of(words[2], ("no", "yes")) == "yes")


ORDERS: Final[Orders[World]] = {
    "treasury": ("treasury NATION DUCATS", _treasury),
    "monarch": ("monarch NATION RATING", _monarch),
    "soldiers": ("soldiers NATION PLACE NUMBER", _units),
    "colonists": ("colonists NATION PLACE NUMBER", _units),
    "caravels": ("caravels NATION PLACE NUMBER", _ships),
    "carracks": ("carracks NATION PLACE NUMBER", _ships),
    "native": ("native AREA LEVEL", _native),
    "european": ("european AREA LEVEL", _european),
    "mine": ("mine HEX STATE", _mine),
    "rutter": ("rutter NATION YES-OR-NO", _rutter),
}
"""What can be corrected, and how."""
