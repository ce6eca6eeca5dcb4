"""The grammar of citations: what a text names, what a test shows, what somebody means who types."""

from __future__ import annotations

import pytest

from conquistadors.engine.errors import DataError
from conquistadors.teach.citations import Grammar, chapter_of, in_the_book, nearest, parent_of, without_step

FULL = Grammar(counted="JC", about="GD", elsewhere=("time", "intro"))
"""Clauses and rulings."""
PLAIN = Grammar()
"""Clauses alone."""


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("Losses (6.34, C8), and 6.22(1).", ["6.34", "C8", "6.22(1)"]),
        ("損失は6.34による（G-6.34b）。", ["6.34", "G-6.34b"]),
        ("6.33-6.34", ["6.33", "6.34"]),
        ("G-time, D-6.32, G-2.0(5), G-intro.", ["G-time", "D-6.32", "G-2.0(5)", "G-intro"]),
        ("X-6.34, 1.2.3, 12.3456, a6.35, 6.34x, 6.341a, G-timely, C123, K7", []),
    ],
)
def test_what_a_text_names(text: str, cited: list[str]) -> None:
    assert FULL.cited_in(text) == cited
    assert all(map(FULL.is_one, cited))
    assert FULL.cited_in(FULL.without(text)) == []


def test_a_book_without_rulings_knows_clauses_alone() -> None:
    assert PLAIN.cited_in("6.34, C8, G-time and 6.22(1)") == ["6.34", "6.22(1)"]
    assert not PLAIN.is_one("C8")
    assert not PLAIN.typed_ruling("C8")
    assert list(PLAIN.named_by_test("test_g_6_34b_fire")) == list(PLAIN.named_by_test("test_j7_minus")) == []
    assert list(PLAIN.named_by_test("test_3_4_the_table")) == ["3.4"]


def test_other_letters_are_other_rulings() -> None:
    other = Grammar(counted="R", about="E")
    assert other.cited_in("R7, E-5.1, C8 and G-6.34") == ["R7", "E-5.1"]
    assert other.own_clause("E-5.1") == "5.1"
    assert other.typed_ruling("e-5.1")
    assert list(other.named_by_test("test_e_5_1_x")) == ["E-5.1"]
    assert list(other.named_by_test("test_r7")) == ["R7"]


def test_a_list_has_nothing_but_citations() -> None:
    assert FULL.listed(" 7.12, C21; G-6.34b / 6.22(1)") == ["7.12", "C21", "G-6.34b", "6.22(1)"]
    assert FULL.listed("see 7.12") == FULL.listed("") == FULL.listed("7.12.") == []


@pytest.mark.parametrize(
    ("sentence", "told", "cited"),
    [
        ("March on? (6.22(2))", "March on?", "6.22(2)"),
        ("進軍するか（G-6.34b）", "進軍するか", "G-6.34b"),
        ("Nobody (C8)\N{NO-BREAK SPACE}(6.34)", "Nobody (C8)", "6.34"),
        ("Nothing (at all)", "Nothing (at all)", ""),
        ("Two of them (6.34, C8)", "Two of them (6.34, C8)", ""),
        ("(6.34) is elsewhere.", "(6.34) is elsewhere.", ""),
    ],
)
def test_a_sentence_and_the_citation_at_its_end(sentence: str, told: str, cited: str) -> None:
    assert FULL.apart(sentence) == (told, cited)


def test_the_clause_that_a_citation_is_about() -> None:
    cited = ("6.34", "6.22(1)", "G-6.34b", "D-6.32", "C8", "G-time")
    assert [FULL.own_clause(each) for each in cited] == ["6.34", "6.22", "6.34", "6.32", None, None]
    assert PLAIN.own_clause("6.22(1)") == "6.22"
    assert without_step("6.22(1)") == "6.22"


def test_what_somebody_types() -> None:
    assert FULL.typed("6") == ("6", None, None)
    assert FULL.typed("06.349(2)") == ("06", "349", "(2)")
    assert FULL.typed("6.34 losses") is FULL.typed("") is FULL.typed("C8") is None
    assert all(map(FULL.typed_ruling, ("C8", "c99", "g-6.34B", "G-nothing", "G-2.0(5)")))
    assert not any(map(FULL.typed_ruling, ("K8", "C8 and C9", "G", "gold")))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("test_6_34_second_loss", ["6.34"]),
        ("test_g_6_34b_fire", ["G-6.34b"]),
        ("test_j7_minus", ["J7"]),
        ("test_2_42x_example", []),
        ("test_that_6_34_holds", []),
    ],
)
def test_what_a_test_shows_by_its_name(name: str, shown: list[str]) -> None:
    assert list(FULL.named_by_test(name)) == shown


def test_the_order_of_the_clauses() -> None:
    numbers = ["6.2", "6.21", "6.22", "6.221", "6.3", "12.0"]
    assert sorted(set(numbers), key=in_the_book) == numbers
    parents = {each: parent_of(each, {*numbers, "6.0"}) for each in ("6.221", "6.22", "6.2", "6.0")}
    assert parents == {"6.221": "6.22", "6.22": "6.2", "6.2": "6.0", "6.0": None}
    assert nearest("6.25", numbers) == ["6.22", "6.221", "6.3", "12.0"]
    assert nearest("99.1", numbers) == ["6.3", "12.0"]
    assert nearest("0.1", numbers) == ["6.2", "6.21"]
    with pytest.raises(DataError, match="'six' is not the number of a clause"):
        chapter_of("six")
