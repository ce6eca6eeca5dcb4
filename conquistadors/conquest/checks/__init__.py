"""The checker of data packs: what is wrong, where in which file, and which clause says so.

`check(pack)` gives every complaint; none means that the pack can be played. It looks at the schema of each file, at
the totals and the assertions that the rulebook fixes, at the shape of the tables, and at the maps.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from conquistadors.conquest.checks.cards import check_cards
from conquistadors.conquest.checks.complaints import Complaint
from conquistadors.conquest.checks.counters import check_counters
from conquistadors.conquest.checks.maps import check_maps
from conquistadors.conquest.checks.rolls import check_rolls
from conquistadors.conquest.checks.tables import check_tables
from conquistadors.conquest.pack import Errata, Pack
from conquistadors.engine.errors import DataError

__all__ = ["Complaint", "check", "load_pack"]

MOST_SHOWN: Final = 20
"""So many complaints are shown when a pack is refused; `conquistadors check-data` shows all."""


def load_pack(folder: str | Path | None = None, errata: Errata = "japanese") -> Pack:
    """Our data, or the pack in a folder, which is checked first; `DataError` says all that is wrong with it."""
    pack = Pack(None if folder is None else Path(folder), errata)
    complaints = check(pack) if folder is not None else []
    if complaints:
        shown = "\n".join(map(str, complaints[:MOST_SHOWN]))
        more = f"\n... and {len(complaints) - MOST_SHOWN} more" if len(complaints) > MOST_SHOWN else ""
        raise DataError(f"the data pack cannot be used:\n{shown}{more}")
    return pack


def check(pack: Pack) -> list[Complaint]:
    """All that is wrong with the pack."""
    complaints: list[Complaint] = []
    for part in (check_tables, check_rolls, check_counters, check_cards, check_maps):
        try:
            complaints += part(pack)
        except DataError as error:
            file, place, what = ["", *str(error).split(": ", 2)][-3:]
            complaints.append(Complaint(file or place, place if file else "schema", what, "1.3"))
    return complaints
