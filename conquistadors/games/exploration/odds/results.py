"""What the results of rolls are called: the cells of printed tables in words."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from conquistadors.engine import record
from conquistadors.odds.naming import Names

SIDES: Final = {"A": "attacker", "D": "defender"}
UNITS: Final = {"C": "colonists", "S": "soldiers", "H": "ships", "X": "explorers", "CORS": "either"}
PRIZE: Final = "*"
ALL: Final = "all"


@record
class Cell:
    """What stands in a cell of the table of a roll."""

    roll: str
    text: str

    def __str__(self) -> str:
        return self.text


def named(result: Any, names: Names) -> str | None:
    """A cell in words; None for anything else."""
    return _in_words(result, names) if isinstance(result, Cell) else None


def _in_words(cell: Cell, names: Names) -> str:
    say, text = names.say, cell.text.removesuffix(PRIZE)
    starred = cell.text.endswith(PRIZE)
    if cell.roll == "uprising-losses":
        told = say("cell.all") if text == ALL else say("cell.units", {"number": int(text)})
        return told + (say("cell.missionary") if starred or text == ALL else "")
    if cell.roll == "native-combat":
        return say("cell.detachment") if text == "S" else say("cell.level", {"number": int(text)})
    if not text:
        return say("cell.nothing")
    if text == ALL:
        return say("cell.all")
    comma = say("joint-comma")
    if cell.roll in ("naval-combat", "land-combat"):
        what = "ships" if cell.roll == "naval-combat" else "part"
        parts = [say(f"cell.{SIDES[each[0]]}", {"loss": _loss(each[1:], what, names)}) for each in text.split()]
        return comma.join(parts) + (say("cell.prize") if starred else "")
    if cell.roll in ("plague", "caribs"):
        return comma.join(names.thing(each) for each in text.split())
    return comma.join(say(f"cell.{UNITS[unit]}", {"number": n}) for unit, n in Counter(text.split()).items())


def _loss(text: str, what: str, names: Names) -> str:
    return text if what == "part" else names.say("cell.ships", {"number": int(text)})
