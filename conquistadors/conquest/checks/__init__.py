"""The checker of data packs: what is wrong, where in which file, and which clause says so.

`check(pack)` gives every complaint; none means that the pack can be played. It looks at the schema of each file, at
the totals and the assertions that the rulebook fixes, at the shape of the tables, and at the maps.
"""

from __future__ import annotations

from conquistadors.conquest.checks.cards import check_cards
from conquistadors.conquest.checks.complaints import Complaint
from conquistadors.conquest.checks.counters import check_counters
from conquistadors.conquest.checks.maps import check_maps
from conquistadors.conquest.checks.rolls import check_rolls
from conquistadors.conquest.checks.tables import check_tables
from conquistadors.conquest.pack import Pack
from conquistadors.engine.errors import DataError

__all__ = ["Complaint", "check"]


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
