"""The map of Conquistador! as a table that can be searched: areas, mines, cities, and what can be discovered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conquistadors.engine.texts import texts_of
from conquistadors.games.exploration.pack.entries import Area, City, Mine, Place
from conquistadors.games.exploration.pack.gallery import WORDS
from conquistadors.games.exploration.pack.records import Pack
from conquistadors.odds.naming import Names
from conquistadors.packs.printed import Atlas, Filter, SpaceRow

KINDS: Final = ("area", "mine", "city", "discovery")
HEADS: Final = ("place-kind", "where", "worth", "history")
FEW: Final = 5
"""So many hexes are told one by one."""


def atlas(language: str, pack: Pack, sheet: str) -> Atlas:
    """The hemisphere; areas first."""
    names = Names(language, texts_of(language, WORDS))
    return Atlas(
        ((names.say("map"), sheet),),
        tuple(names.say(head) for head in HEADS),
        (Filter("kind", names.say("place-kind"), tuple((names.say(f"kind.{kind}"), kind) for kind in KINDS)),),
        ((sheet, tuple(_rows(pack, names))),),
    )


def _rows(pack: Pack, names: Names) -> Iterator[SpaceRow]:
    for area in pack.areas.values():
        yield _row(area, names.say("hexes", {"count": area.hexes}), _levels(area, names), pack, names)
    for mine in pack.mines.values():
        yield _row(mine, _at(mine.hex, pack, names), "", pack, names)
    for city in pack.cities.values():
        yield _row(city, _at(city.hex, pack, names), names.say("loot", {"ducats": city.loot.value}), pack, names)
    for place in pack.discoveries.values():
        hexes = sorted(place.hexes)
        where = ", ".join(hexes) if len(hexes) <= FEW else names.say("hexes", {"count": len(hexes)})
        yield _row(place, where, names.say("points", {"points": place.points.value}), pack, names)


def _levels(area: Area, names: Names) -> str:
    """4.0  What stands in the display of an area."""
    levels = {"native": area.native.value, "attrition": area.attrition.value}
    return names.say("levels-double" if area.double.value else "levels", levels)


def _at(hex_: str, pack: Pack, names: Names) -> str:
    return f"{hex_}, {pack.areas[pack.board.area[hex_]].name[names.language]}"


def _row(thing: Area | Mine | City | Place, where: str, worth: str, pack: Pack, names: Names) -> SpaceRow:
    kind = KINDS[(Area, Mine, City, Place).index(type(thing))]
    name, line = thing.name[names.language], pack.history["places"].get(thing.id)
    history = "" if line is None else line.text[names.language]
    source = thing.source if line is None else f"{thing.source}; {line.source}"
    cells = (names.say(f"kind.{kind}"), where, worth, history)
    searched = " ".join((name, *cells))
    told = f"{name}: {'; '.join(filter(None, (where, worth)))}"
    return SpaceRow(thing.id, name, {"kind": (kind,)}, searched, thing.grade, source, cells, told)
