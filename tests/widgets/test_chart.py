"""The chart of a distribution: its bars, its table, its words, and one figure for all that it ever shows."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from conquistadors import odds
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.conquest.odds.assuming import luck_used
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.games.conquest.pack.tables import DiplomacyResult
from conquistadors.odds import Distribution
from conquistadors.odds.asking import names_of
from conquistadors.odds.distribution import percent
from conquistadors_widgets.chart import DistributionView, average, bars, table_html, text_of
from conquistadors_widgets.words import words

STRANGE = "<img src=x onerror=alert(1)>"
HALVES = Distribution({1: Fraction(1, 2), 2: Fraction(1, 2)}, [luck_used("never")])


def test_chances_are_never_rounded_to_certainty() -> None:
    shown = [percent(chance) for chance in (Fraction(0), Fraction(1, 3), Fraction(1, 10**6), Fraction(1))]
    assert shown == ["–", "33.3%", "<0.1%", "100%"]
    assert percent(1 - Fraction(1, 10**6)) == ">99.9%"


def test_two_distributions_share_their_results() -> None:
    other = Distribution({2: Fraction(1, 4), 3: Fraction(3, 4)})
    drawn = bars([("a", HALVES), ("b", other)], str)
    assert drawn.results == (1, 2, 3)
    assert drawn.series == (
        ("a", (Fraction(1, 2), Fraction(1, 2), Fraction(0))),
        ("b", (Fraction(0), Fraction(1, 4), Fraction(3, 4))),
    )


def test_results_stand_in_the_order_that_is_asked_for() -> None:
    named = Distribution({"b": Fraction(1, 2), "a": Fraction(1, 4), "c": Fraction(1, 4)})
    assert bars([("", named)], str, ("c", "x", "b")).results == ("c", "b", "a")


def test_the_table_has_chance_cumulative_and_the_fraction_as_tooltip() -> None:
    html = table_html(bars([("", HALVES)], str), words("en"))
    assert 'title="1/2"' in html
    assert "50.0%" in html
    assert "100%" in html
    assert "Cumulative" in html


def test_names_that_people_wrote_are_escaped_everywhere() -> None:
    view = DistributionView()
    view.show(Distribution({STRANGE: Fraction(1)}), STRANGE)
    html = "".join(child.value for child in view.children if hasattr(child, "value"))
    assert "<img" not in html
    assert "&lt;img" in html
    figure = view.figure
    assert "<img" not in str(figure.to_dict())
    view.compare(HALVES, HALVES, (STRANGE, "b"))
    assert "<img" not in str(figure.to_dict())
    assert "<img" not in "".join(child.value for child in view.children if hasattr(child, "value"))


def test_one_figure_is_changed_in_place_and_leaves_no_orphans(count_widgets: Callable[[], int]) -> None:
    view = DistributionView()
    view.show(HALVES, "first")
    figure = view.figure
    before = count_widgets()
    for faces in range(2, 40):
        view.show(Distribution({face: Fraction(1, faces) for face in range(faces)}), str(faces))
        view.compare(HALVES, HALVES, ("a", "b"))
        view.clear()
    assert view.figure is figure
    assert count_widgets() == before


def test_the_figure_that_a_page_gets_is_the_one_that_is_shown() -> None:
    view = DistributionView()
    view.show(HALVES, "first")
    state = view.figure.get_state(("_widget_data", "_widget_layout"))
    assert list(state["_widget_data"][0]["y"]) == [0.5, 0.5]
    assert state["_widget_layout"]["xaxis"]["ticktext"] == ["1", "2"]
    assert view.figure.comm is not None


def test_long_names_lie_beside_their_bars() -> None:
    view = DistributionView()
    view.show(Distribution({"a very long result of a roll": Fraction(1)}))
    assert view.figure.data[0].orientation == "h"
    view.show(HALVES)
    assert view.figure.data[0].orientation == "v"
    assert not view.figure.data[1].visible


def test_the_text_beside_the_picture() -> None:
    view = DistributionView("en", rules_of("basic").texts("en"))
    view.show(HALVES, "Coin", {1: "heads", 2: "tails"})
    assert view.text.splitlines() == [
        "Coin",
        "heads    50.0%",
        "tails    50.0%",
        "(On average 1.50)",
        "(Mano de Dios is used: never)",
    ]
    assert view._repr_mimebundle_()["text/plain"] == view.text
    view.clear()
    assert view.text == ""
    assert text_of(bars([("x", HALVES), ("y", HALVES)], str)).startswith("A: x\nB: y")


def test_means_are_of_numbers_only() -> None:
    assert average(HALVES) == Fraction(3, 2)
    assert average(Distribution({True: Fraction(1, 2), False: Fraction(1, 2)})) is None
    assert average(Distribution({"a": Fraction(1)})) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_result_of_every_roll_has_a_name(language: str) -> None:
    rules = rules_of("standard")
    names = names_of(rules, language)
    for roll in odds.rolls():
        where: dict[str, Any] = {
            "level": 2,
            "place": "city",
            "value": 20,
            "round": 5,
            "column": "initial",
            "legend": "el-dorado",
        }
        found = odds.table(roll.name, **{key: where[key] for key in roll.asks})
        for result in found:
            name = names(result)
            assert name
            assert "[" not in name
            assert not (isinstance(result, str) and language == "ja" and name == result)


def test_results_that_are_records_are_put_into_words() -> None:
    names = names_of(rules_of("basic"), "en")
    assert names((2, False)) == "2 losses"
    assert names((0, True)) == "M (morale hit)"
    assert names((0, False)) == "no effect"
    assert names(DiplomacyResult(calms=True, choice=1, alliance=True)) == "calm, asset or gold +1, alliance"
    assert names(DiplomacyResult()) == "nothing"
    assert names(False) == "no"


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_assumptions_are_said_in_the_language_of_the_reader(language: str) -> None:
    names = names_of(rules_of("basic"), language)
    battle = odds.battle("1 foot", [10], cards=["war-dogs"], scenario="standard")
    english = names_of(rules_of("basic"), "en")
    for said in battle.assumed:
        assert names.assumption(said) != english.assumption(said)
    cards = next(names.assumption(said) for said in battle.assumed if said.key == "cards")
    assert rules_of("standard").texts(language).word("war-dogs", {}) in cards
    alone = next(said for said in odds.chains.rally(1).assumed if said.key == "alone")
    assert names.assumption(alone) == alone.in_words(language)
