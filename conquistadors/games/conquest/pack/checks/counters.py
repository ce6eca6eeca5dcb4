"""The part of the checker that looks at the counters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from conquistadors.games.conquest.pack.records import Pack
from conquistadors.games.conquest.pack.tables import Tables
from conquistadors.packs.complaints import GRADES, Complaint, languages, whole

FEWEST: Final = {
    ("spanish", "foot"): (28, "14.12"),
    ("spanish", "horse"): (12, "14.12"),
    ("spanish", "cannon"): (4, "14.12"),
    ("markers", "village"): (8, "14.12"),
    ("markers", "town"): (4, "14.12"),
    ("markers", "player-sets"): (5, "22.0"),
}


def check_counters(pack: Pack) -> Iterator[Complaint]:
    """All that is wrong with the counters."""
    file = "counters.toml"
    data = pack.read(file)
    for (group, name), (fewest, rule) in FEWEST.items():
        entry = data.get(group, {}).get(name, {})
        if not whole(entry.get("count")) or entry["count"] < fewest:
            yield Complaint(file, f"{group}.{name}", f"at least {fewest} are needed", rule)
    for group in ("spanish", "markers"):
        for name, entry in data.get(group, {}).items():
            if entry.get("grade") not in GRADES or not entry.get("source"):
                yield Complaint(file, f"{group}.{name}", "a counter needs its grade and its source", "1.2")
    units = data.get("indians", {}).get("unit", [])
    lowest = min(map(int, Tables(pack).combat.columns))
    for number, unit in enumerate(units):
        sides = [unit.get("value"), unit.get("back", unit.get("value"))]
        if not all(whole(side) and side >= lowest for side in sides) or not whole(unit.get("count")):
            yield Complaint(
                file, f"indians.unit[{number}]", f"each side is {lowest} or more, with a count", "6.22, 1.231"
            )
    yield from _unit_ids(file, pack)
    for wanted in (20, 30, 40):
        if not any(unit.get("value") == wanted and "back" not in unit for unit in units):
            yield Complaint(file, "indians.unit", f"a {wanted} with one side is in the cup", "2.42x, 6.371x")
    empires = data.get("empire", [])
    if len(empires) < 2:
        yield Complaint(file, "empire", "there are several empires", "1.25")
    for empire in empires:
        for key in ("name", "king"):
            yield from languages(file, f"empire {empire.get('id')}", key, empire.get(key, {}), "1.25")


def _unit_ids(file: str, pack: Pack) -> Iterator[Complaint]:
    """G-12.31b  Different kinds have different ids, which no option, ally or reverse is mistaken for."""
    ids = [unit.id for unit in pack.counters().indians]
    for name, n in Counter(ids).items():
        if n > 1:
            yield Complaint(file, f"indians.unit {name}", "stands twice: two kinds need two ids", "G-12.31b")
        if not re.fullmatch(r"[a-z0-9-]*[ac-z0-9-]", name):
            what = "an id is of small letters, digits and hyphens, and does not end in b: that marks the reverse"
            yield Complaint(file, f"indians.unit {name}", what, "G-12.31b")
