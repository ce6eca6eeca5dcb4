"""What Landfall brings to the explorers: its one roll with what can be set for it, its table and its cards."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import pack_of
from conquistadors.games.landfall.rules import COURSES, Landfall
from conquistadors.games.landfall.voyages import voyage
from conquistadors.lab import odds as lab
from conquistadors.lab import tables
from conquistadors.odds.dice import rolls_of
from conquistadors.odds.policies import LUCK

RULES = Landfall()


def by_hand(course: str, more: int) -> dict[int, Fraction]:
    """3.4  Six faces, each as likely as another."""
    found: dict[int, Fraction] = {}
    for face in range(1, 7):
        leagues = RULES.leagues(face + more, course)
        found[leagues] = found.get(leagues, Fraction(0)) + Fraction(1, 6)
    return found


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.parametrize(("cards", "more"), [([], 0), (["chart"], 1), (["storm"], -2), (["chart", "storm"], -1)])
def test_3_1_3_2_cards_change_a_voyage_by_their_number(course: str, cards: list[str], more: int) -> None:
    assert dict(voyage(RULES, course, cards)) == by_hand(course, more)
    assert dict(voyage(RULES, course, cards, "before")) == by_hand(course, more + 2)


def test_4_1_a_pilot_rolls_again_where_that_promises_more() -> None:
    plain, again = by_hand("open", 0), voyage(RULES, "open", [], "after")
    mean = sum(leagues * chance for leagues, chance in plain.items())
    worse = sum(chance for leagues, chance in plain.items() if leagues < mean)
    kept = {leagues: chance for leagues, chance in plain.items() if leagues > mean}
    assert dict(again) == {
        leagues: kept.get(leagues, Fraction(0)) + worse * chance for leagues, chance in plain.items()
    }
    ways = {pilot: voyage(RULES, "open", [], pilot).mean() for pilot in LUCK}
    assert ways["never"] < ways["after"] <= ways["best"] < ways["both"]
    assert voyage(RULES, "open", [], "after", -1).mean() < mean


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_roll_is_set_and_told_in_every_language(language: str) -> None:
    roll = rolls_of("landfall", language).asked("voyage", {"pilot": "best", "+chart": True, "course": "open"})
    settings = {setting.key: setting for setting in roll.settings()}
    assert list(settings) == ["course", "+chart", "+storm", "pilot", "goal"]
    said = [setting.label for setting in settings.values()]
    said += [label for setting in settings.values() for label, _ in setting.options]
    said += [roll.described(), roll.rolls.known["voyage"].title]
    said += [roll.names.assumption(each) for each in roll.odds().assumed]
    said += [each.in_words(language) for each in roll.odds().assumed]
    assert not [each for each in said if not each or "[" in each or "{" in each]
    assert roll.odds() == voyage(RULES, "open", ["chart"], "best")


def test_the_goal_is_asked_for_only_where_a_pilot_decides() -> None:
    def keys(**values: Any) -> list[str]:
        return [setting.key for setting in rolls_of("landfall", "en").asked("voyage", values).settings()]

    assert "goal" not in keys()
    assert "goal" not in keys(pilot="before")
    assert "goal" in keys(pilot="after")
    with pytest.raises(SetupError, match="there is no roll 'dance'"):
        rolls_of("landfall", "en").asked("dance", {})


def test_the_explorers_show_another_game() -> None:
    explorer = cq.odds_explorer(game="landfall")
    explorer.settings.widget("course").value = "open"
    explorer.keep.click()
    explorer.settings.widget("+storm").value = True
    explorer.settings.widget("pilot").value = "best"
    assert explorer.model.odds() == voyage(RULES, "open", ["storm"], "best")
    assert "A: A\nB: B" in explorer.view.text
    assert "the Pilot is used: as serves best" in explorer.view.text
    assert explorer.model.clause() == ("3.3", cq.clauses("example")["3.3"])
    assert cq.table_view("voyage", (9, "open"), game="landfall").highlight == ("6", "open")
    assert [card.id for card in cq.card_gallery(game="landfall").model.shown()] == ["chart", "storm", "pilot"]
    with pytest.raises(SetupError, match=r"there is no table 'combat'\. Tables: voyage"):
        cq.table_view("combat", game="landfall")
    with pytest.raises(SetupError, match="landfall has no question 'battle' to explore"):
        cq.explore("battle", game="landfall")


def test_what_is_not_there_is_shown_as_nothing() -> None:
    """Landfall has no map."""
    atlas = cq.map_atlas(game="landfall")
    assert atlas.model.shown() == []
    assert [setting.key for setting in atlas.model.settings()] == ["search"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_and_the_cards_are_printed_in_every_language(language: str) -> None:
    (sheet,) = tables.sheets(language=language, game="landfall").values()
    assert "[" not in tables.html(sheet)
    assert [line.head for line in sheet.lines] == ["≤ 1", "2", "3", "4", "5", "≥ 6"]
    frame = tables.frame(sheet)
    assert all(frame.loc[total, course] == RULES.leagues(total, course) for total in range(1, 7) for course in COURSES)
    for card in pack_of("landfall").gallery(language).cards:
        assert "[" not in " ".join((card.name, card.text, card.kind_word, *card.facts))


def test_the_laboratory_lists_the_rolls_of_another_game() -> None:
    (row,) = lab.catalogue(game="landfall").to_dict("records")
    assert row == {"roll": "voyage", "title": "Voyage", "clause": "3.3", "dice": "1d6", "Pilot": "before, after"}
