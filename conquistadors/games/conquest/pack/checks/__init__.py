"""The checker of data packs: what is wrong, where in which file, and which clause says so.

`check(pack)` gives every complaint; none means that the pack can be played. It looks at the schema of each file, at
the totals and the assertions that the rulebook fixes, at the shape of the tables, and at the maps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from conquistadors.engine.errors import DataError, RuleError, short_repr
from conquistadors.games.conquest.pack.checks.cards import check_cards
from conquistadors.games.conquest.pack.checks.counters import check_counters
from conquistadors.games.conquest.pack.checks.maps import check_maps
from conquistadors.games.conquest.pack.checks.numbers import check_numbers
from conquistadors.games.conquest.pack.checks.rolls import check_rolls
from conquistadors.games.conquest.pack.checks.tables import check_tables
from conquistadors.games.conquest.pack.records import FILES, Errata, Pack
from conquistadors.packs.complaints import Complaint
from conquistadors.packs.shapes import misbuilt
from conquistadors.resources import data_root

__all__ = ["Complaint", "check", "load_pack"]

FREE: Final = frozenset({"rolls.toml rolls", "maps/north.toml purpose", "maps/south.toml purpose"})
"""Where a pack may have other entries than ours."""
MOST_SHOWN: Final = 20
"""So many complaints are shown when a pack is refused; `conquistadors check-data` shows all."""


def load_pack(folder: str | Path | None = None, errata: Errata = "japanese") -> Pack:
    """Our data, or the pack in a folder, which is checked first; `DataError` says all that is wrong with it."""
    pack = Pack(None if folder is None else Path(folder), errata)
    complaints = check(pack) if folder is not None else []
    if complaints:
        told = "\n".join(map(str, complaints[:MOST_SHOWN]))
        more = f"\n... and {len(complaints) - MOST_SHOWN} more" if len(complaints) > MOST_SHOWN else ""
        raise DataError(f"the data pack cannot be used:\n{told}{more}")
    return pack


def check(pack: Pack) -> list[Complaint]:
    """All that is wrong with the pack: first what names its clause, then what is only built otherwise than ours."""
    complaints: list[Complaint] = []
    for files, part in PARTS.items():
        try:
            complaints += part(pack)
        except DataError as error:
            file, place, what = ["", "", *str(error).split(": ", 2)][-3:]
            complaints.append(Complaint(file or place or files, place if file else "schema", what, "1.3"))
        except (ArithmeticError, AttributeError, LookupError, RuleError, TypeError, ValueError) as error:
            # what no other check foresaw: something of a wrong type in a place where it is needed
            what = f"something is missing or of a wrong type: {type(error).__name__}: {short_repr(str(error))}"
            complaints.append(Complaint(files, "schema", what, "1.3"))
    if pack.folder is not None:
        complaints += misbuilt(pack.folder, data_root() / "conquest", FILES, "1.3", free=FREE)
    return complaints


PARTS: Final[Mapping[str, Callable[[Pack], Iterable[Complaint]]]] = {
    "tables": check_tables,
    "rolls.toml": check_rolls,
    "numbers.toml": check_numbers,
    "counters.toml": check_counters,
    "cards": check_cards,
    "maps": check_maps,
}
