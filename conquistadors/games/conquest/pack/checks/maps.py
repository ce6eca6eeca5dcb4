"""The part of the checker that looks at the two maps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from conquistadors.games.conquest.pack.geography import Geography
from conquistadors.games.conquest.pack.records import MAPS, Pack
from conquistadors.packs.complaints import Complaint, languages

LAND: Final = (60, 90)
SEA: Final = (12, 20)
EMPIRE_REACH: Final = 5
"""12.23: the second and third city of an empire lie within so many land spaces."""
LEGEND_SPACES: Final = [1, 2, 3, 4, 5, 6]


def check_maps(pack: Pack) -> Iterator[Complaint]:
    """All that is wrong with the maps. A map for a lesson or a test may be small, and need not have everything."""
    for name in MAPS:
        geography = Geography(pack.board(name))
        for part in WHOLE if geography.board.purpose == "game" else SMALL:
            for place, what, rule in part(geography):
                yield Complaint(f"maps/{name}.toml", place, what, rule)
        for space in geography.board.space:
            for key in ("name", "history"):
                yield from languages(f"maps/{name}.toml", space.id, key, getattr(space, key), "1.1")


Found = Iterator[tuple[str, str, str]]
"""Places, with what is wrong there, and the clause."""


def _sizes(geography: Geography) -> Found:
    sea = len(geography.of_kind("sea"))
    land = len(geography.spaces) - sea
    hint = 'a smaller map says purpose = "lesson" or "test"'
    if not LAND[0] <= land <= LAND[1]:
        yield "space", f"{land} land spaces, not {LAND[0]} to {LAND[1]}: {hint}", "1.13"
    if not SEA[0] <= sea <= SEA[1]:
        yield "space", f"{sea} sea spaces, not {SEA[0]} to {SEA[1]}: {hint}", "1.141"


def _spaces(geography: Geography) -> Found:
    for space_id, n in Counter(space.id for space in geography.board.space).items():
        if n > 1:
            yield space_id, "stands twice", "1.1"
    for space in geography.board.space:
        if not (-90 <= space.lat <= 90 and -180 <= space.lon <= 180):
            yield space.id, f"no place on earth: {space.lat}, {space.lon}", "1.1"
        if (space.kind == "level") != (space.level is not None) or space.level not in (None, 0, 1, 2, 3, 4):
            yield space.id, "Level 0 to 4 for a regular land space, and for no other", "1.13"
        if (space.kind == "legend") != (space.legend is not None):
            yield space.id, "a number for a Legend space, and for no other", "19.21"
        if space.minus_one and (space.level != 0 or not geography.is_coastal(space.id)):
            yield space.id, "the -1 is printed on coasts only", "4.111, J2"
        if space.mar_del_sur and (space.kind != "sea" or geography.board.map != "south"):
            yield space.id, "the Mar del Sur is sea, on the South map", "1.141, 3.26"
        if not space.source:
            yield space.id, "a space needs its clause or its reason", "1.1"


def _lines(geography: Geography) -> Found:
    seen: set[frozenset[str]] = set()
    for connection in geography.board.connection:
        place = " - ".join(connection.between)
        pair = frozenset(connection.between)
        unknown = sorted(pair - geography.spaces.keys())
        if unknown:
            yield place, f"there is no space {unknown[0]!r}", "3.11"
            continue
        if len(pair) == 1 or pair in seen:
            yield place, "a line joins two different spaces, once", "3.11"
        seen.add(pair)
        seas = sum(geography.spaces[space].kind == "sea" for space in pair)
        if (connection.by == "sea") != (seas > 0):
            yield place, "a line to or between sea spaces is by sea, any other by land", "1.141, 3.2"
    starts = [s.id for s in geography.board.space if s.kind in ("panama", "cuba")]
    reached = geography.distances(starts)
    for space_id in geography.spaces:
        if space_id not in reached:
            yield space_id, "cannot be reached from Panama or Cuba", "3.11"


def _panama(geography: Geography) -> Found:
    if len(geography.of_kind("panama")) != 1:
        yield "panama", "there is one Panama space on each map", "1.12"


def _special(geography: Geography) -> Found:
    north = geography.board.map == "north"
    if len(geography.of_kind("cuba")) != int(north):
        yield "cuba", "Santiago de Cuba is on the North map, and only there", "23.14"
    if sorted(space.legend or 0 for space in geography.of_kind("legend")) != LEGEND_SPACES:
        yield "legend", "the Legend spaces are numbered 1 to 6", "19.21"
    if north:
        return
    closed = [space for space in geography.of_kind("sea") if space.mar_del_sur]
    if not closed or len(closed) == len(geography.of_kind("sea")):
        yield "sea", "most sea spaces of the South map are Mar del Sur, some are not", "1.141"
    for panama in geography.of_kind("panama"):
        ways = [*geography.by_land[panama.id], *geography.by_sea[panama.id]]
        if all(geography.spaces[way].mar_del_sur for way in ways):
            yield panama.id, "needs a way out that is open on the first turns", "3.26, 23.14"


def _levels(geography: Geography) -> Found:
    for space in geography.board.space:
        if space.level is None:
            continue
        coastal = geography.is_coastal(space.id)
        if coastal != (space.level == 0):
            yield space.id, "Level 0 spaces lie on the coast, and no others do", "1.13, 14.23"
        below = [other for other in geography.by_land[space.id] if geography.spaces[other].level == space.level - 1]
        if space.level > 0 and not below:
            yield space.id, f"no Level {space.level - 1} space lies next to it: it could never be discovered", "4.112"


def _empires(geography: Geography) -> Found:
    """12.23  Wherever an empire is found, its three cities fit."""
    highest = [space.id for space in geography.of_level(4)]
    near = {
        one: {other for other, far in geography.land_distances(one).items() if far <= EMPIRE_REACH} for one in highest
    }
    for one in highest:
        seconds = [other for other in highest if other != one and other in near[one]]
        fits = any(
            third not in (one, second) and third in near[one] | near[second] for second in seconds for third in highest
        )
        if not fits:
            yield one, f"an empire found here does not fit: Level 4 spaces within {EMPIRE_REACH} are missing", "12.23"


SMALL: Final = (_spaces, _lines, _panama)
WHOLE: Final = (_sizes, *SMALL, _special, _levels, _empires)
