"""The catalogue of rolls, as the engine gets it."""

from __future__ import annotations

import pytest

from conquistadors.games.conquest.pack.catalogue import rolls_of
from conquistadors.games.conquest.pack.records import Pack

PACK = Pack()
ROLLS = rolls_of(PACK)


def test_cards_that_name_a_roll_are_among_its_modifiers() -> None:
    assert {"adjacency", "fever-coast", "ambush"} <= ROLLS["discovery"].modifiers
    assert {"indian-guide", "map-on-cloth", "false-guide"} <= ROLLS["discovery"].modifiers
    assert {"rating", "hostile", "interpreter", "hostile-chiefs", "green-glass-beads"} <= ROLLS["diplomacy"].modifiers
    assert "bolas" in ROLLS["combat-indian"].modifiers
    assert "bolas" not in ROLLS["combat-spanish"].modifiers
    assert {"powerful-patron", "support-of-the-church", "favour"} <= ROLLS["funds"].modifiers
    assert {"doctor", "medicinal-bark", "malaria"} <= ROLLS["malaria"].modifiers
    assert "cards" not in {name for roll in ROLLS.values() for name in roll.modifiers}


BOTH = """
    discovery diplomacy diplomacy-gold combat-spanish plunder-gold starvation terrain malaria rally gift funds
    cannon-retreat ultimatum initiative setup-order random-events theft
"""
AFTER = "exhaustion leader-casualty sudden-shock poison-darts assassination arrest-in-solitaire"
NEVER = "end-of-turn legends combat-indian smallpox"
TWO_DICE = """
    initiative setup-order end-of-turn diplomacy combat-spanish combat-indian leader-casualty rally gift sudden-shock
    legends random-events arrest-in-solitaire
"""


@pytest.mark.parametrize(("luck", "names"), [((True, True), BOTH), ((False, True), AFTER), ((False, False), NEVER)])
def test_g_1_53_what_mano_de_dios_may_do(luck: tuple[bool, bool], names: str) -> None:
    for name in names.split():
        assert (ROLLS[name].luck_before, ROLLS[name].luck_after) == luck, name


def test_dice_as_the_clauses_say() -> None:
    for name, roll in ROLLS.items():
        assert str(roll.dice) == ("2d6" if name in TWO_DICE.split() else "1d6"), name


@pytest.mark.parametrize(
    ("roll", "total", "result"),
    [
        ("leader-casualty", 8, "unhurt"),
        ("leader-casualty", 9, "wounded"),
        ("leader-casualty", 11, "dead"),
        ("sudden-shock", 8, "fails"),
        ("sudden-shock", 9, "succeeds"),
        ("ultimatum", 3, "unit-lost"),
        ("cannon-retreat", 3, "lost"),
        ("cannon-retreat", 4, "saved"),
        ("smallpox", 2, "dies"),
    ],
)
def test_6_4_6_53_9_24_17_22_20_3_results_that_a_clause_gives(roll: str, total: int, result: str) -> None:
    rows = PACK.read("rolls.toml")["rolls"][roll]["results"]
    assert [row["result"] for row in rows if row["from"] <= total][-1] == result
