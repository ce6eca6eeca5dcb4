"""What the story of Conquistador! says in three languages."""

from __future__ import annotations

import pytest

from conquistadors.engine.telling import Teller
from conquistadors.games.exploration.rules.events import Bought, Lost
from conquistadors.games.exploration.rules.pieces import SHIPS, UNITS
from conquistadors.games.exploration.rules.planning import THINGS
from support.new_world import rules

SAID = [
    ("en", 1, "Spain buys 1 Carrack for 8 ducats.", "Spain loses 1 Colonist in Europe."),
    ("en", 2, "Spain buys 2 Carracks for 16 ducats.", "Spain loses 2 Colonists in Europe."),
    ("fr", 1, "L’Espagne achète 1 caraque pour 8 ducats.", "L’Espagne perd 1 colon (l’Europe)."),
    ("fr", 2, "L’Espagne achète 2 caraques pour 16 ducats.", "L’Espagne perd 2 colons (l’Europe)."),
    ("ja", 2, "スペインはカラック船2隻を16ドゥカートで購入する。", "スペインはヨーロッパで入植者2人を失う。"),
]


@pytest.mark.parametrize(("language", "number", "bought", "lost"), SAID)
def test_numbers_stand_before_their_nouns(language: str, number: int, bought: str, lost: str) -> None:
    teller = Teller(rules(), {}, language)
    assert (
        teller.happened(Bought(who="spain", thing="carrack", number=number, ducats=8 * number, rule="7.12")) == bought
    )
    assert teller.happened(Lost(who="spain", thing="colonist", number=number, place="europe", rule="15.1")) == lost


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_whatever_is_bought_or_lost_has_its_sentence(language: str) -> None:
    texts = Teller(rules(), {}, language).texts
    wanted = [f"event.bought.{thing}" for thing in THINGS] + [
        f"event.lost.{thing}" for thing in (*UNITS, *SHIPS, "galleon")
    ]
    assert [key for key in wanted if key not in texts] == []
