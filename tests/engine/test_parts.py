"""The small parts: piles, positions, the codec, options, events."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conquistadors.engine.codec import decode, encode
from conquistadors.engine.errors import RuleError
from conquistadors.engine.events import Drew, Event, Modifier
from conquistadors.engine.piles import Pile
from conquistadors.engine.records import changed, event_record, record
from conquistadors.engine.requests import Dice, option, parse_option
from conquistadors.games.landfall.rules import Ocean
from support.landfall import ocean

cards = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=12)


@given(cards, st.sampled_from(["a", "b", "c", "d"]))
def test_a_pile_is_what_was_put_into_it(things: list[str], one: str) -> None:
    pile = Pile.of(things)
    pile.check()
    assert list(pile.each()) == sorted(things)
    assert pile.size == len(things)
    assert pile.plus(one) == Pile.of([*things, one])
    assert pile.plus(one).minus(one) == pile
    assert Pile.united([pile, Pile.of([one])]) == pile.plus(one)
    assert pile.count_of(one) == things.count(one)


@pytest.mark.parametrize(
    "wrong", [Pile(("a",), ()), Pile(("b", "a"), (1, 1)), Pile(("a", "a"), (1, 1)), Pile(("a",), (0,))]
)
def test_what_is_no_pile_is_refused(wrong: tuple[tuple[str, ...], tuple[int, ...]]) -> None:
    with pytest.raises(ValueError, match="not a pile"):
        Pile(*wrong).check()


@given(cards)
def test_taking_what_is_not_there_fails(things: list[str]) -> None:
    with pytest.raises(ValueError, match=r"index|not in tuple"):
        Pile.of(things).minus("z")


def test_dice_add_up() -> None:
    assert Dice(2, 6).totals == tuple(range(2, 13))
    assert Dice(2, 6).ways == (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    assert sum(Dice(3, 6).ways) == 216


def test_a_copy_shares_nothing_that_can_change() -> None:
    pos = ocean({"red": "chart"})
    twin = pos.copy()
    assert twin == pos
    assert twin.key() == pos.key()
    twin.discard("red", "chart")
    twin.ships["red"] = 5
    assert twin != pos
    assert pos.ships["red"] == 0
    assert pos.hands["red"].size == 1
    assert hash(pos.key()) != hash(twin.key())
    assert twin.sink is None


def test_a_position_goes_through_json() -> None:
    pos = ocean({"red": "chart pilot"}, ships={"blue": 4}, turn=3)
    assert Ocean.from_json(pos.to_json(), pos.rules) == pos


def test_an_option_is_readable_and_made_once() -> None:
    assert option("move", "cortes", "tlaxcala").id == "move cortes tlaxcala"
    assert option("pass") is option("pass")
    assert parse_option(" move  cortes tlaxcala ") == option("move", "cortes", "tlaxcala")
    for wrong in [("a b",), ("",), ("move", None, "tlaxcala"), ("move", "x\ty")]:
        with pytest.raises(RuleError, match="verb"):
            option(*wrong)


class Cell(NamedTuple):
    row: int
    name: str | None


@record
class Sheet:
    title: str
    cells: tuple[Cell, ...]
    sizes: dict[str, int]
    mode: Literal["a", "b"]
    pair: tuple[int, bool]


SHEET = Sheet("x", (Cell(1, None), Cell(2, "two")), {"k": 3}, "b", (1, True))


def test_records_go_through_json() -> None:
    assert decode(Sheet, encode(SHEET), "sheet") == SHEET


def test_a_list_stays_a_list() -> None:
    """As the options of a scenario do, which are compared with those that a person gave."""
    assert decode(list[str], ["a", "b"], "men") == ["a", "b"]
    with pytest.raises(ValueError, match=r"men\[1\]: expected a text, found 2"):
        decode(list[str], ["a", 2], "men")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("title",), 3, "sheet.title: expected a text, found 3"),
        (("cells", 1, "row"), "2", r"sheet.cells\[1\].row: expected a whole number, found '2'"),
        (("cells", 1, "row"), True, r"sheet.cells\[1\].row: expected a whole number, found True"),
        (("cells", 0, "name"), 5, r"sheet.cells\[0\].name: expected a text, found 5 or expected null"),
        (("cells",), {}, "sheet.cells: expected a list"),
        (("sizes",), [], "sheet.sizes: expected an object"),
        (("sizes", "k"), 1.5, "sheet.sizes.k: expected a whole number, found 1.5"),
        (("mode",), "c", r"sheet.mode: expected one of \['a', 'b'\]"),
        (("pair",), [1], "sheet.pair: expected a list of 2"),
        (("extra",), 1, "sheet: missing or unknown: 'extra'"),
    ],
)
def test_a_document_that_does_not_fit_is_told_where(place: tuple[Any, ...], value: Any, message: str) -> None:
    document: Any = encode(SHEET)
    inner = document
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    with pytest.raises(ValueError, match=message):
        decode(Sheet, document, "sheet")


def test_what_a_position_may_not_hold_is_refused() -> None:
    for wrong in (1.5, {1: 2}, {"a"}, object()):
        with pytest.raises(TypeError, match=r"position"):
            encode(wrong)
    with pytest.raises(TypeError, match="may hold"):
        decode(list, [], "here")


@event_record
class Whispered(Event):
    text: str


def test_events_are_seen_by_their_audience() -> None:
    drew = Drew(who="red", pile="deck", drawn="chart", rule="1.2", audience=("red",))
    assert drew.seen_by("red") is drew
    for other in ("blue", None):
        seen = drew.seen_by(other)
        assert seen is not None
        assert seen.drawn is None
    whisper = Whispered(text="psst", rule="1.2", audience=("red",))
    assert whisper.seen_by("blue") is None
    assert whisper.kind == "whispered"


def test_records_cannot_be_told_apart_by_anything_but_their_values() -> None:
    assert Modifier("chart", 1) == Modifier("chart", 1)
    assert len({Modifier("chart", 1), Modifier("chart", 1), Modifier("chart", 2)}) == 2


def test_a_record_is_changed_by_making_another() -> None:
    before = Modifier("chart", 1)
    assert changed(before, value=3) == Modifier("chart", 3)
    assert changed(before) == before == Modifier("chart", 1)
    assert changed(before) is not before
    drew = Drew(who="red", pile="deck", drawn="chart", rule="1.2", audience=("red",))
    assert changed(drew, drawn=None) == drew.seen_by("blue")
    assert changed(SHEET, title="y", mode="a") == Sheet("y", SHEET.cells, SHEET.sizes, "a", SHEET.pair)


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        (Modifier("chart", 1), "price"),
        (Modifier("chart", 1), "__eq__"),
        (Drew(who="red", pile="deck", drawn=None, rule="1.2"), "secret"),
        (Dice(2, 6), "count"),
        (ocean(), "round"),
    ],
)
def test_only_the_fields_of_a_record_can_be_changed(thing: object, name: str) -> None:
    with pytest.raises(TypeError, match=r"no field|no record"):
        changed(thing, **{name: 1})
