"""The part of the checker that looks at the catalogue of rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from conquistadors.games.conquest.pack.records import Pack
from conquistadors.games.conquest.pack.tables import Tables
from conquistadors.packs.complaints import GRADES, Complaint, whole

ROLLS: Final = frozenset(
    {
        "setup-order",
        "initiative",
        "end-of-turn",
        "discovery",
        "diplomacy",
        "diplomacy-gold",
        "combat-spanish",
        "combat-indian",
        "leader-casualty",
        "cannon-retreat",
        "plunder-gold",
        "exhaustion",
        "starvation",
        "terrain",
        "malaria",
        "rally",
        "ultimatum",
        "gift",
        "funds",
        "sudden-shock",
        "legends",
        "random-events",
        "smallpox",
        "assassination",
        "poison-darts",
        "stormy-weather",
        "theft",
        "arrest-in-solitaire",
    }
)
COMPARED: Final = ("setup-order", "initiative")
"""Rolls that are read by comparing them with those of the others: no table."""


def check_rolls(pack: Pack) -> Iterator[Complaint]:
    """All that is wrong with the catalogue of rolls."""
    file = "rolls.toml"
    named = {grid.name for grid in Tables(pack).grids()} | {"legends"}
    rolls, ours = pack.read(file).get("rolls", {}), Pack().read(file)["rolls"]
    for name in sorted(ROLLS - set(rolls)):
        yield Complaint(file, name, "the roll is missing from the catalogue", "1.5")
    for name in sorted(ROLLS & set(rolls)):
        yield from _as_ours(file, name, rolls[name], ours[name])
    for name, roll in rolls.items():
        rule = roll.get("rule", "1.5")
        dice = roll.get("dice")
        if not (isinstance(dice, list) and len(dice) == 2 and all(whole(n) and 1 <= n <= 20 for n in dice)):
            yield Complaint(file, name, f"dice are [how many, sides], not {dice!r}", rule)
        elif dice not in ([1, 6], [2, 6]):
            yield Complaint(file, name, "a roll is one six-sided die or two, and nothing else", "1.51")
        if not set(roll.get("luck", ["?"])) <= {"before", "after"}:
            yield Complaint(file, name, "luck is before, after, both or nothing", "1.53, G-1.53")
        readings = ("table" in roll) + ("results" in roll)
        if readings != (0 if name in COMPARED else 1):
            yield Complaint(file, name, "a roll is read in a table, or has results of its own", rule)
        if roll.get("table", "legends") not in named:
            yield Complaint(file, name, f"there is no table {roll['table']!r}", rule)
        if roll.get("grade") not in GRADES or not roll.get("source"):
            yield Complaint(file, name, "a roll needs its grade and its source", rule)


def _as_ours(file: str, name: str, roll: Mapping[str, Any], ours: Mapping[str, Any]) -> Iterator[Complaint]:
    """What the rules count on: every modifier that they know, and every result that they act upon."""
    rule = str(ours.get("rule", "1.5"))
    missing = sorted(set(ours["modifiers"]) - set(roll.get("modifiers", ())))
    if missing:
        yield Complaint(file, name, f"the modifiers {', '.join(missing)} are missing", rule)
    if roll.get("table") != ours.get("table"):
        yield Complaint(file, name, f"is read in the table {ours.get('table')}", rule)
    found, wanted = ({each["result"] for each in entry.get("results", ())} for entry in (roll, ours))
    if found - wanted:
        yield Complaint(file, name, f"there is no result {', '.join(sorted(found - wanted))}", rule)
    starts = [each["from"] for each in roll.get("results", ())]
    if starts != sorted(set(starts)):
        yield Complaint(file, name, "the results begin at rising totals", rule)
