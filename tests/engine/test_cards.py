"""The table of a game's cards."""

from __future__ import annotations

import pytest

from conquistadors.engine import Bar, CardRules, Procedure, RuleError, Seat
from conquistadors.games.landfall.rules import Ocean
from support.landfall import ocean


def table() -> CardRules[Ocean]:
    cards = CardRules[Ocean]()

    @cards.card("calm", "turn", "voyage", rule="7.1")
    def calm(pos: Ocean, seat: Seat) -> Procedure[None]:
        pos.ships[seat] += 1
        yield from ()

    @cards.card("reef", "voyage", rule="7.2", forbids=lambda pos, _: Bar("7.2", "far") if pos.round else None)
    def reef(pos: Ocean, seat: Seat) -> Procedure[None]:
        pos.ships[seat] -= 1
        yield from ()

    return cards


def test_a_card_is_found_by_its_title_with_its_clause_its_bar_and_its_effect() -> None:
    cards, pos = table(), ocean()
    rule = cards["calm"]
    assert (rule.title, rule.occasions, rule.rule) == ("calm", ("turn", "voyage"), "7.1")
    assert rule.forbids(pos, "red") is None
    before = pos.ships["red"]
    list(rule.play(pos, "red"))
    assert pos.ships["red"] == before + 1
    pos.round = 1
    assert cards["reef"].forbids(pos, "red") == Bar("7.2", "far")


def test_the_titles_of_an_occasion() -> None:
    assert table().by_occasion(["night", "turn"]) == {
        "turn": frozenset({"calm"}),
        "voyage": frozenset({"calm", "reef"}),
        "night": frozenset(),
    }


def test_two_cards_of_one_title_are_a_mistake() -> None:
    def again(_pos: Ocean, _seat: Seat) -> Procedure[None]:
        yield from ()

    with pytest.raises(RuleError, match="two cards 'reef'"):
        table().card("reef", rule="7.3")(again)
