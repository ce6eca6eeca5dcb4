"""The odds of every roll of the catalogue, beside icepool's, built independently from the files of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import icepool
import pytest

from conquistadors.engine import PASS, Chance, roll
from conquistadors.engine.errors import RuleError, SetupError
from conquistadors.games.conquest.odds.catalogue import standard_rules
from conquistadors.games.conquest.pack.records import Pack
from conquistadors.games.conquest.pack.roll_results import reader_of
from conquistadors.games.conquest.pack.tables import diplomacy_result
from conquistadors.odds import rolls, table

PACK = Pack()
FILES = {
    "discovery": ("discovery", "discovery"),
    "diplomacy": ("diplomacy", "diplomacy"),
    "diplomacy-gold": ("diplomacy", "diplomacy-gold"),
    "combat-spanish": ("combat", "combat"),
    "combat-indian": ("combat", "combat"),
    "plunder-gold": ("plunder", "plunder-gold"),
    "exhaustion": ("plunder", "exhaustion"),
    "starvation": ("morale", "morale"),
    "terrain": ("morale", "morale"),
    "malaria": ("morale", "morale"),
    "rally": ("morale", "rally"),
    "gift": ("governor", "gift"),
    "funds": ("recruiting", "funds"),
    "random-events": ("events", "events"),
}
ASKED = {
    "discovery": "level",
    "diplomacy": "place",
    "diplomacy-gold": "place",
    "plunder-gold": "place",
    "exhaustion": "place",
    "funds": "column",
}


def cells(roll: str, column: str) -> Callable[[int], Any]:
    """The cell of a column at a total, straight from the file: beyond the ends the last one."""
    file, name = FILES[roll]
    entry = PACK.read(f"tables/{file}.toml")[name]
    row, first = entry["columns"][column], entry.get("first", 1)
    return lambda total: row[max(0, min(total - first, len(row) - 1))]


def questions() -> Iterator[tuple[str, dict[str, Any], Callable[[int], Any]]]:
    """Every roll, with all that it can be asked for, and how the file says that its total is read."""
    for name, entry in PACK.read("rolls.toml")["rolls"].items():
        if name == "end-of-turn":
            ends = PACK.read("tables/sequence.toml")["impulses"]["columns"]["ends"]
            for number, most in enumerate(ends, 1):
                yield name, {"round": number}, _at_most(most)
        elif name == "legends":
            for legend in PACK.read("tables/legends.toml")["legends"]["legend"]:
                yield name, {"legend": legend["id"]}, _rows(legend["result"], "fate")
        elif name.startswith("combat"):
            for column in PACK.read("tables/combat.toml")["combat"]["columns"]:
                yield name, {"value": int(column)}, _fight(cells(name, column))
        elif name in FILES:
            for column in PACK.read(f"tables/{FILES[name][0]}.toml")[FILES[name][1]]["columns"]:
                where = {ASKED[name]: int(column) if name == "discovery" else column} if name in ASKED else {}
                yield name, where, _read(name, cells(name, column))
        elif "results" in entry:
            yield name, {}, _rows(entry["results"], "result")
        else:
            yield name, {}, lambda total: total


def _read(name: str, cell: Callable[[int], Any]) -> Callable[[int], Any]:
    if name == "diplomacy":
        return lambda total: diplomacy_result(cell(total))
    return (lambda total: cell(total) == "out") if name == "exhaustion" else cell


def _at_most(most: int) -> Callable[[int], bool]:
    return lambda total: total <= most


def _fight(cell: Callable[[int], str]) -> Callable[[int], tuple[int, bool]]:
    return lambda total: (int(cell(total)), False) if cell(total).isdigit() else (0, cell(total) == "M")


def _rows(rows: list[dict[str, Any]], what: str) -> Callable[[int], Any]:
    return lambda total: [rows[0], *[row for row in rows if row["from"] <= total]][-1][what]


def independent(name: str, read: Callable[[int], Any], added: int) -> dict[Any, Fraction]:
    """The same distribution by icepool."""
    count, sides = PACK.read("rolls.toml")["rolls"][name]["dice"]
    totals = count @ icepool.d(sides)
    chances: dict[Any, Fraction] = {}
    for total in totals:
        result = read(total + added)
        chances[result] = chances.get(result, Fraction(0)) + totals.probability(total)
    return chances


QUESTIONS = list(questions())


@pytest.mark.parametrize(("name", "where", "read"), QUESTIONS, ids=[f"{n}-{w}" for n, w, _ in QUESTIONS])
@pytest.mark.parametrize("added", [-2, 0, 1, 3])
def test_every_roll_equals_icepool(name: str, where: dict[str, Any], read: Callable[[int], Any], added: int) -> None:
    takes = next(roll for roll in rolls() if roll.name == name).modifiers
    if added and not takes:
        with pytest.raises(SetupError, match="has no modifiers"):
            table(name, modifiers=added, **where)
        return
    odds = table(name, modifiers=added, **where)
    if name == "legends":
        odds = odds.map(lambda result: result.fate)
    assert odds.total == 1
    assert dict(odds) == independent(name, read, added)


def test_the_catalogue_lists_every_roll_with_its_clause() -> None:
    known = {roll.name: roll for roll in rolls()}
    assert set(known) == {name for name, _, _ in QUESTIONS} == set(PACK.read("rolls.toml")["rolls"])
    assert known["discovery"].rule == "4.11"
    assert known["discovery"].dice == "1d6"
    assert known["discovery"].asks == ("level",)
    assert known["exhaustion"].mano == "after"
    assert known["end-of-turn"].mano == "never"
    assert {roll.title for roll in rolls(language="fr")} >= {"Découverte"}


def test_neighbours_and_a_fever_coast_may_be_named_instead_of_their_modifiers() -> None:
    assert table("discovery", level=3, neighbour="town") == table("discovery", level=3, modifiers={"adjacency": -1})
    coast = table("discovery", level=0, neighbour="none", fever_coast=True)
    assert coast == table("discovery", level=0, modifiers=-1)
    with pytest.raises(SetupError, match="nothing can be attempted"):
        table("discovery", level=2, neighbour="none")


def test_what_is_missing_or_wrong_is_named() -> None:
    for wrong, said in (
        ({"name": "dicovery"}, "there is no roll 'dicovery'"),
        ({"name": "discovery"}, "needs level"),
        ({"name": "rally", "level": 3}, "needs nothing else"),
        ({"name": "discovery", "level": 3, "modifiers": {"rating": 1}}, "has the modifiers adjacency"),
        ({"name": "rally", "mano": "always"}, "Mano de Dios is used never, before"),
        ({"name": "rally", "mano": "best"}, "nobody says what is best"),
    ):
        with pytest.raises((SetupError, RuleError, ValueError), match=said):
            table(**wrong)


# Mano de Dios --------------------------------------------------------------------------------------------------------


def test_plus_two_before_is_a_modifier_of_two() -> None:
    assert table("discovery", level=3, mano="before") == table("discovery", level=3, modifiers=2)
    assert table("exhaustion", place="city", mano="before") == table("exhaustion", place="city"), "7.25: re-roll only"
    assert table("end-of-turn", round=5, mano="before") == table("end-of-turn", round=5), "1.57: never"


def test_a_reroll_is_used_where_it_is_better() -> None:
    plain = table("plunder-gold", place="city")
    gold: dict[Any, Fraction] = dict(plain)
    kept = sum((max(each, plain.mean()) * chance for each, chance in gold.items()), Fraction(0))
    assert table("plunder-gold", place="city", mano="after", goal="most").mean() == kept


def test_the_best_use_is_the_better_of_both() -> None:
    for level in range(5):
        best = table("discovery", level=level, mano="best", goal={"city", "empire"})
        ways = [
            table("discovery", level=level, mano=way, goal={"city", "empire"}) for way in ("never", "before", "after")
        ]
        wanted = [way["city"] + way["empire"] for way in ways]
        assert best["city"] + best["empire"] == max(wanted)


def test_never_is_the_roll_without_the_card() -> None:
    assert table("rally", mano="never") == table("rally")
    assert [str(each) for each in table("rally", mano="never").assumed] == ["Mano de Dios: never"]


# Properties ------------------------------------------------------------------------------------------------------


def rising() -> Iterator[tuple[str, dict[str, Any], list[int]]]:
    """The tables of numbers, with a modifier, in which a higher total never gives less."""
    for name, where, read in QUESTIONS:
        results = [read(total) for total in range(-2, 20)]
        numbers = all(type(result) is int for result in results)
        if standard_rules().rolls[name].modifiers and numbers and results == sorted(results):
            yield name, where, results


RISING = list(rising())


def test_there_are_tables_that_rise() -> None:
    assert {"plunder-gold", "gift", "diplomacy-gold"} <= {name for name, _, _ in RISING}


@pytest.mark.parametrize(("name", "where", "results"), RISING, ids=[f"{n}-{w}" for n, w, _ in RISING])
def test_more_never_hurts_where_the_table_rises(name: str, where: dict[str, Any], results: list[int]) -> None:
    """Another point of modifier never lowers the chance of so much or more."""
    odds = [table(name, modifiers=added, **where) for added in (-1, 0, 1, 2)]
    for result in set(results):
        chances = [each.at_least(result) for each in odds]
        assert chances == sorted(chances)


@pytest.mark.parametrize(("name", "where", "_"), QUESTIONS, ids=[f"{n}-{w}" for n, w, _ in QUESTIONS])
def test_every_outcome_is_what_the_position_records(name: str, where: dict[str, Any], _: object) -> None:
    """The dice are answered one by one: what the position keeps of the roll is read as the table says."""
    rules = standard_rules()
    means = reader_of(rules, name, *where.values())
    for outcome in rules.rolls[name].dice.totals:
        pos = rules.table(())
        step = roll(pos, name, "red", rule="1.5", reads=means)
        request: Any = next(step)
        while not isinstance(request, Chance):
            request = step.send(PASS)
        assert request.result(outcome) == means(outcome)
        kept = []
        answers: list[Any] = [outcome, PASS]
        while answers:
            try:
                step.send(answers.pop(0))
            except StopIteration as done:
                kept.append(done.value)
                break
            assert (pos.rolling[-1].roll, pos.rolling[-1].natural) == (name, outcome)
        assert kept == [(outcome, outcome, means(outcome))]
        assert pos.rolling == ()
