"""The part of the checker that looks at the numbers of the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, Final

from conquistadors.games.conquest.pack.numbers import FILE, Numbers
from conquistadors.games.conquest.pack.records import Pack
from conquistadors.packs.complaints import GRADES, Complaint, whole

BY_HITS: Final = "combat_by_hits"
NAMES: Final = tuple(field.name for field in fields(Numbers) if field.name != BY_HITS)
MODIFIERS: Final = frozenset(
    {
        *("coast_discovery", "coast_morale", "combat_cannon", "index_loss"),
        *("diplomacy_hostile", "diplomacy_allied", "diplomacy_imperial", "gold_roll_before", "gold_roll_king"),
        *("plunder_before", "plunder_king", "rally_mosquito", "rally_food", "rally_division"),
        *("shock_indian", "malaria"),
    }
)
"""What is added to a roll or an index: these may be negative."""
AT_LEAST: Final = {
    **dict.fromkeys(("activations", "cards_dealt_to", "empire_cities", "rounds_at_least", "points_to_win"), 1),
    **dict.fromkeys(("gold_a_point", "gold_kept_in_retreat", "gift_least", "gift_step", "reinforcements_turn"), 1),
    **dict.fromkeys(("land_discovered", "land_before_combat", "land_alone", "sea", "sea_before_combat"), 1),
    **dict.fromkeys(("royal_part", "foot_a_share", "horse_a_share", "horse_rounds_at_least"), 1),
    **dict.fromkeys(("events_from_turn", "second_choice_turn", "standard_reinforcements_turn", "solitaire_turns"), 1),
    **dict.fromkeys(("standard_points_to_win", "standard_points_least", "solitaire_conquistadors"), 1),
    "players_least": 2,
    "standard_players_least": 2,
}
"""Below this the rules would not work; 0 for all others."""
PLAYERS: Final = (("players_least", "players_most"), ("standard_players_least", "standard_players_most"))
AT_MOST: Final = (
    ("cards_kept", "cards_dealt_to"),
    ("empire_cities_least", "empire_cities"),
    *PLAYERS,
    ("standard_points_least", "standard_points_to_win"),
    ("solitaire_chosen", "solitaire_conquistadors"),
)
"""Pairs of which the first is not greater than the second."""
LEVELS: Final = ("empire_level", "second_village_level", "reaction_level", "reaction_high_level")
TWO: Final = "start_conquistadors"
"""14.12  The set-up divides units and assets between two."""


def check_numbers(pack: Pack) -> Iterator[Complaint]:
    """All that is wrong with the numbers: each is there, whole, within its bounds, with its grade and its source."""
    data = pack.read(FILE)
    entries = data.get("numbers")
    given: Mapping[str, Any] = entries if isinstance(entries, dict) else {}
    clauses = _clauses()
    for name in NAMES:
        if name not in given:
            yield Complaint(FILE, name, "the number is missing", clauses[name])
    sound: dict[str, int] = {}
    for name, entry in given.items():
        complaint = _wrong(name, entry)
        if complaint is None:
            sound[name] = entry["value"]
        else:
            yield Complaint(FILE, name, complaint, clauses.get(name, "1.0"))
    yield from _relations(sound, clauses)
    yield from _by_hits(pack, data.get(BY_HITS))
    yield from _enough(pack, sound)


def _clauses() -> dict[str, str]:
    """The clause of each number, as our own file names it."""
    return {name: str(entry["source"]) for name, entry in Pack().read(FILE)["numbers"].items()}


def _wrong(name: str, entry: object) -> str | None:
    if name not in NAMES:
        return "there is no number of this name"
    if not isinstance(entry, dict) or set(entry) - {"value", "grade", "source"}:
        return "a number has a value, a grade and a source, and nothing else"
    value: Any = entry.get("value")
    if not whole(value):
        return f"a whole number is needed, not {value!r}"
    if entry.get("grade") not in GRADES or not isinstance(entry.get("source"), str) or not entry["source"].strip():
        return "a number needs its grade and its source"
    least = AT_LEAST.get(name, 0)
    if name not in MODIFIERS and value < least:
        return f"at least {least} is needed, not {value}"
    return f"is 2 in the rulebook, not {value}" if name == TWO and value != 2 else None


def _relations(sound: Mapping[str, int], clauses: Mapping[str, str]) -> Iterator[Complaint]:
    for small, great in AT_MOST:
        if small in sound and great in sound and sound[small] > sound[great]:
            yield Complaint(FILE, small, f"is greater than {great}", clauses[small])
    usual = {name: entry["value"] for name, entry in Pack().read(FILE)["numbers"].items()}
    for least, most in PLAYERS:
        if sound.get(least, 0) > usual[least] or sound.get(most, usual[most]) < usual[most]:
            what = f"{usual[least]} to {usual[most]} players can play, or more"
            yield Complaint(FILE, f"{least}, {most}", what, clauses[most])
    for name in LEVELS:
        if name in sound and sound[name] > 4:
            yield Complaint(FILE, name, f"levels are 0 to 4, not {sound[name]}", f"1.13, {clauses[name]}")


def _by_hits(pack: Pack, entry: object) -> Iterator[Complaint]:
    """6.241  A modifier for no hits and one for each number of hits that an expedition can have."""
    table = entry if isinstance(entry, dict) else {}
    modifiers = table.get("modifiers")
    wanted = int(pack.counters().markers["morale-hits"].value) + 1
    if not isinstance(modifiers, list) or len(modifiers) != wanted or not all(map(whole, modifiers)):
        yield Complaint(FILE, BY_HITS, f"{wanted} whole numbers are needed, for 0 hits and more", "6.241, 9.13")
    if table.get("grade") not in GRADES or not table.get("source"):
        yield Complaint(FILE, BY_HITS, "a number needs its grade and its source", "6.241")


def _enough(pack: Pack, sound: Mapping[str, int]) -> Iterator[Complaint]:
    """14.12  There are counters enough for what every player starts with, and two cards hold his units."""
    counters = pack.counters()
    for name in ("players_most", "standard_players_most"):
        if sound.get(name, 0) > int(counters.markers["player-sets"].value):
            yield Complaint(FILE, name, f"there are not so many sets of markers: {sound[name]}", "1.28, 14.0, 22.0")
    players = sound.get("players_most", 0)
    kinds = [(f"start_{kind}", counters.spanish[kind]) for kind in ("foot", "horse", "cannon")]
    for name, graded in (*kinds, ("start_villages", counters.markers["village"])):
        if sound.get(name, 0) * players > int(graded.value):
            yield Complaint(FILE, name, f"{players} players need more counters than there are", "14.12, 15.15")
    room = 2 * int(counters.markers["units-an-expedition"].value)
    if sum(sound.get(name, 0) for name, _ in kinds) > room:
        yield Complaint(FILE, "start_foot", f"two conquistadors hold {room} units at most", "1.42, 14.12")
