"""No card is forgotten: every title of the game has its rule, is played in a test, and is refused in a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from conquistadors.games.conquest.rules.cards.luck import OPEN, TITLE
from conquistadors.games.conquest.rules.cards.playing import CARD_RULES
from support.cards import marked
from support.indies import rules_of, standard_rules

HERE = Path(__file__).parent
STRATEGY = sorted(rules_of().cards)
ASSETS = sorted(OPEN if title == TITLE else title for title in rules_of().assets)
PLAYED = marked(HERE, "played")
REFUSED = marked(HERE, "refused")
OCCASIONS = {
    "action": {"impulse", "discovery", "diplomacy", "gold", "plunder", "rally", "gift", "funds", "roll"},
    "reaction": {"discovery", "diplomacy", "plunder", "rally", "movement", "sea-move"},
    "combat": {"combat"},
}


def test_the_basic_game_has_its_titles() -> None:
    basic = [title for title, card in rules_of().cards.items() if not card.standard_only]
    assert len(basic) == 46
    assert rules_of().strategy_deck().titles == tuple(sorted(basic))
    assert rules_of().asset_deck().size < standard_rules().asset_deck().size


def test_the_standard_game_has_them_all() -> None:
    assert (len(STRATEGY), len(ASSETS)) == (58, 10)
    assert standard_rules().strategy_deck().titles == tuple(STRATEGY)


@pytest.mark.parametrize("title", STRATEGY)
def test_every_strategy_card_has_a_rule_for_its_occasions(title: str) -> None:
    rule = CARD_RULES[title]
    assert rule.title == title
    assert set(rule.occasions) <= OCCASIONS[rules_of().cards[title].type]


def test_every_rule_belongs_to_a_title() -> None:
    assert sorted(CARD_RULES) == STRATEGY


@pytest.mark.parametrize("title", [*STRATEGY, *ASSETS])
def test_every_title_is_played_in_a_test(title: str) -> None:
    assert title in PLAYED


@pytest.mark.parametrize("title", [*STRATEGY, *ASSETS])
def test_every_title_is_refused_in_a_test(title: str) -> None:
    assert title in REFUSED


def test_the_marks_name_titles() -> None:
    assert {*STRATEGY, *ASSETS} >= PLAYED | REFUSED
