"""Every roll of Conquistador!, thrown by its own clause, against the tables counted by hand and other people's dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import kit, load
from conquistadors.games.exploration.odds.catalogue import SITUATIONS, rolls
from conquistadors.games.exploration.odds.catalogue import table as any_table
from conquistadors.games.exploration.pack.records import our_pack
from conquistadors.odds.dice import rolls_of
from support.new_world import FOLDER

table = partial(any_table, pack=str(FOLDER))
"""On the pack that never changes."""


def faces(*cells: Any) -> dict[Any, Fraction]:
    """3.x  The cells of a column, one for each face of a die."""
    assert len(cells) == 6
    return {cell: Fraction(n, 6) for cell, n in Counter(cells).items()}


def thrown(die: icepool.Die[int], cells: Mapping[int, Any]) -> dict[Any, Fraction]:
    """The same with icepool: what stands where a total leads to."""
    read = die.map({total: cells[total] for total in die.outcomes()})
    return {outcome: Fraction(read.probability(outcome)) for outcome in read.outcomes()}


ONE: dict[str, tuple[str, dict[str, Any], dict[Any, Fraction]]] = {
    "taxes of B": ("council", {"what": "taxes", "monarch": "B"}, faces(30, 25, 20, 15, 10, 10)),
    "taxes of D": ("council", {"what": "taxes", "monarch": "D"}, faces(15, 10, 10, 5, 5, 0)),
    "settlers": ("council", {"what": "settlers"}, faces(6, 5, 4, 3, 2, 1)),
    "plague": ("plague", {}, faces("", "", "", "conquistador", "conquistador", "conquistador missionary")),
    "caribs": ("caribs", {}, faces("", "", "missionary", "person", "person", "person")),
    "6.53": ("tie", {}, faces(1, 2, 3, 4, 5, 6)),
    "7.52": ("cape", {}, {True: Fraction(1, 3), False: Fraction(2, 3)}),
    "8.15": ("force-combat", {}, {True: Fraction(1, 2), False: Fraction(1, 2)}),
    "8.25": ("naval-combat", {"column": "2-1"}, faces("D2*", "D1*", "D1", "A1 D1", "A1", "A1*")),
    "15.45 attacking": (
        "naval-combat", {"column": "2-1", "privateer": "attacker"}, faces("D2*", "D2*", "D1*", "D1", "A1 D1", "A1")
    ),
    "15.45 attacked": (
        "naval-combat", {"column": "1-1", "privateer": "defender"}, faces("D1", "A1 D1", "A1", "A1*", "A2*", "A2*")
    ),
    "9.12": ("naval-attrition", {"bounds": 5}, faces("", "", "C", "C S", "C S", "C C S H")),
    "9.12 far": ("naval-attrition", {"bounds": 9}, faces("", "C S", "C S H", "C C S H", "C C S S H X", "all")),
    "11.12": ("land-combat", {"column": "1-3"}, faces("A1/4 D1/4", "A1/2 D1/4", "A1/2", "A1/2", "A3/4", "A3/4")),
    "15.53": (
        "land-combat", {"column": "2-1", "conquistador": "attacker"},
        faces("D3/4", "D3/4", "D1/2", "D1/2", "A1/4 D1/2", "A1/4 D1/4"),
    ),
    "12.4": ("land-attrition", {"level": 5}, faces("", "C", "S", "C C", "C C S", "all")),
    "12.3": ("land-attrition", {"level": 5, "conquistador-there": True}, faces("", "", "C", "S", "C C", "C C S")),
    "12.4 errata": ("land-attrition", {"level": 4, "table": "errata"}, faces("", "", "CORS", "S", "C S", "C C S")),
    "13.12": ("find-gold", {"where": "mainland"}, {True: Fraction(1, 3), False: Fraction(2, 3)}),
    "13.22": ("find-gold", {"where": "caribbean"}, {True: Fraction(2, 3), False: Fraction(1, 3)}),
    "13.22 spent": ("depletion-caribbean", {}, {True: Fraction(1, 3), False: Fraction(2, 3)}),
    "17.22": ("native-combat", {"detachments": 4}, faces("2", "2", "1", "1", "S", "S")),
    "17.23": ("native-combat", {"detachments": 1, "leaders": 3}, faces("1", "1", "1", "1", "S", "S")),
    "17.34": ("uprising", {"level": 3}, {True: Fraction(1, 3), False: Fraction(2, 3)}),
    "17.35": ("uprising-losses", {"detachments": 0}, faces("1", "2", "3*", "4*", "all", "all")),
    "22.31": ("portugal", {"when": "rises", "level": 8}, {8: Fraction(1, 6), 9: Fraction(1, 2), 10: Fraction(1, 3)}),
    "22.32": ("portugal", {"when": "ends"}, faces("nothing", "never", *["annexed"] * 3, "nominal")),
    "E-G32": ("portugal", {"when": "nominal"}, faces(*["nothing"] * 4, *["independent"] * 2)),
}  # fmt: skip


@pytest.mark.parametrize("case", ONE)
def test_a_roll_of_one_die_reads_its_column(case: str) -> None:
    name, where, by_hand = ONE[case]
    assert dict(table(name, **where)) == by_hand


TWO_DICE = icepool.d6 + icepool.d6


def test_13_15_a_mine_and_a_city_run_dry_on_some_totals() -> None:
    for where, ends in (("mainland", {2, 11}), ("city", {7, 11})):
        assert dict(table("depletion", where=where)) == thrown(TWO_DICE, {n: n in ends for n in range(2, 13)})


def test_21_22_two_dice_find_the_area() -> None:
    column = ["guinea", "venezuela", "norumbega", "maritime", "brasil", "brasil", "rio-del-plate", "brasil"]
    column += ["incan-empire", "panama", "norumbega"]
    found = table("colonization", country="portugal")
    assert dict(found) == thrown(TWO_DICE, dict(zip(range(2, 13), column, strict=True)))
    assert found["brasil"] == Fraction(15, 36)


@pytest.mark.parametrize(("first", "row"), [(1, "A 5 12 C 16 10"), (4, "11 13 2 B 8 17"), (6, "9 11 3 5 D B")])
def test_6_33_the_first_die_is_the_row_and_the_second_the_column(first: int, row: str) -> None:
    assert dict(table("politics", first=first)) == faces(*[f"event-{event}" for event in row.split()])


def test_every_roll_of_the_catalogue_can_be_asked_for() -> None:
    known = our_pack().rolls
    assert list(SITUATIONS) == list(known) == [roll.name for roll in rolls("en")]
    for roll in rolls("fr"):
        found = any_table(roll.name)
        assert found.total == 1
        assert roll.title
        assert roll.dice == str(known[roll.name].dice)
        assert set(roll.modifiers) == set(known[roll.name].modifiers)
    brought = kit("exploration").questions
    assert load(brought["table"]) is any_table
    assert load(brought["rolls"]) is rolls


def test_what_a_roll_does_not_know_is_refused() -> None:
    with pytest.raises(SetupError, match="naval-attrition"):
        any_table("ambush")
    with pytest.raises(SetupError, match="bounds"):
        any_table("naval-attrition", column=3)
    with pytest.raises(SetupError, match="10"):
        any_table("naval-attrition", bounds=10)
    with pytest.raises(SetupError, match="defender"):
        any_table("naval-combat", privateer="both")
    with pytest.raises(SetupError, match="True"):
        any_table("naval-attrition", bounds=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_results_are_told_in_words(language: str) -> None:
    """No cell is shown in the letters of the printed table, but for what is a name or a number."""
    book = rolls_of("exploration", language)
    for name in book.known:
        for setting in book.asked(name, {}).settings():
            values = [value for _, value in setting.options] or [setting.low, setting.high]
            for value in values if setting.kind != "check" else (True, False):
                asked = book.asked(name, {setting.key: value})
                told = [book.names(result) for result in asked.odds()]
                assert len(set(told)) == len(told)
                assert not [each for each in told if not each or "[" in each or "{" in each]
                assert set(asked.order()) <= set(asked.odds())


def test_cells_are_told_with_their_numbers() -> None:
    book = rolls_of("exploration", "en")
    told = {str(each): book.names(each) for each in book.asked("naval-attrition", {"bounds": 6}).odds()}
    assert told == {
        "": "nothing is lost",
        "C": "1 Colonist",
        "C S": "1 Colonist, 1 detachment",
        "C S H": "1 Colonist, 1 detachment, 1 ship",
        "C C S H": "2 Colonists, 1 detachment, 1 ship",
    }
    battle = [book.names(each) for each in book.asked("naval-combat", {"column": "2-1"}).odds()]
    assert "attacker loses 1 ship, defender loses 1 ship" in battle
    assert "defender loses 2 ships (a Prize)" in battle
    uprising = [book.names(each) for each in book.asked("uprising-losses", {}).odds()]
    assert "3 units lost, and a Missionary" in uprising


def test_the_explorer_shows_them() -> None:
    shown = cq.odds_explorer(game="exploration")
    assert shown.model.name == "naval-attrition"
    assert "Naval attrition" in shown.text()
    shown.model.choose("native-combat")
    shown.model.set("detachments", 5)
    found = shown.model.odds()
    assert found is not None
    assert {str(result): chance for result, chance in found.items()} == faces("3", "2", "2", "1", "1", "S")
