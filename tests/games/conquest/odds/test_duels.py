"""A battle is followed each side by itself: that gives what every pair of sides gives, and what is found by hand."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors import odds
from conquistadors.games.conquest.odds.fighting import BattleParts
from conquistadors.odds.duels import Duel
from support import by_hand
from support.by_hand import RATING, Question

BATTLES: list[tuple[Any, dict[str, Any]]] = [
    ([24, 12], {"ambush": True}),
    ([16], {"hits": 3, "losses": "random"}),
    ([20], {"allies": ["12@tlaxcala"], "enemy_cards": ["bolas"]}),
    (odds.Draw(1), {}),
]


def asked(against: Any, **how: Any) -> Any:
    return odds.battle.__wrapped__("1 foot, 1 horse", against, **how)  # type: ignore[attr-defined]  # not remembered


@pytest.mark.parametrize(("against", "how"), BATTLES)
def test_6_22_sides_that_are_followed_apart_come_to_the_same(
    against: Any, how: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    duels: list[Duel] = []
    followed = Duel.followed

    def counted(self: Duel, mass: Any) -> Any:
        row = yield from followed(self, mass)
        duels.append(self)
        return row

    monkeypatch.setattr(Duel, "followed", counted)
    found = asked(against, **how).fates
    assert duels, "it was followed in another way"
    monkeypatch.setattr(BattleParts, "sides", ())
    assert asked(against, **how).fates == found


def test_12_34_an_ambush_by_units_from_the_cup_doubles_the_first_round_only() -> None:
    """The fight begins after a draw: what is in force in it is not taken from where it began."""
    found = asked(odds.Draw(1), ambush=True)
    expected = by_hand.battle(Question(RATING["cortes"], ambush=True), by_hand.drawn("1 foot, 1 horse", 0, 1))
    assert found.win == expected.win
    assert dict(found.of("lost")) == expected.of("lost")
