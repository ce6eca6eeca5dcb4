"""Scripted chance: outcomes with names, results, single dice, kinds that run free, and branches."""

from __future__ import annotations

import pytest

from conquistadors.engine.chance import Script, Seeded
from conquistadors.engine.errors import ScriptError
from conquistadors.engine.requests import Chance, Dice

TWO = Dice(2, 6)


def rolls(kind: str = "discovery") -> Chance:
    """Two dice that find nothing below 7, a town below 11, and else a city; one is added to them."""
    return Chance(kind, "red", "4.1", TWO.totals, TWO.ways, TWO, 1, found)


def found(total: int) -> str:
    return "nothing" if total < 7 else "town" if total < 11 else "city"


DRAW = Chance("deck", "red", "2.15", ("bolas", "theft"), (3, 2))


def test_an_outcome_that_stands_alone_fits_whatever_asks() -> None:
    with Script(9, "theft") as dice:
        assert [dice.answer(0, rolls()), dice.answer(1, DRAW)] == [9, "theft"]


def test_an_outcome_with_a_name_is_not_eaten_by_another_roll() -> None:
    dice = Script(("discovery", 9))
    with pytest.raises(ScriptError, match=r"\('discovery', 9\), outcome 1 .* combat-indian \(4.1\) of red"):
        dice.answer(0, rolls("combat-indian"))
    assert dice.left() == (("discovery", 9),), "it waits for its own roll"
    assert dice.answer(1, rolls()) == 9


def test_a_result_stands_for_the_likeliest_total_that_has_it() -> None:
    dice = Script(("discovery", "city"), ("discovery", "town"), ("deck", "theft"))
    assert [dice.answer(0, rolls()), dice.answer(1, rolls()), dice.answer(2, DRAW)] == [10, 7, "theft"]


def test_a_result_that_cannot_come_up_is_told_with_those_that_can() -> None:
    with pytest.raises(ScriptError, match=r"cannot come up for discovery .*\['nothing', 'town', 'city'\]"):
        Script(("discovery", "empire")).answer(0, rolls())


def test_single_dice() -> None:
    assert Script(("discovery", (4, 5))).answer(0, rolls()) == 9
    for wrong in ((4,), (4, 7), (1, 2, 3)):
        with pytest.raises(ScriptError, match="cannot come up"):
            Script(("discovery", wrong)).answer(0, rolls())
    with pytest.raises(ScriptError, match="cannot come up"):
        Script(("deck", (1, 2))).answer(0, DRAW)


def test_kinds_that_run_free_by_a_seed() -> None:
    """They take no outcome, unless one names them; the same seed gives the same dice."""
    with Script(("discovery", 12), 3, free=["discovery"], seed=7) as dice:
        given = [dice.answer(n, rolls()) for n in range(4)]
        assert given[0] == 12
        assert given[1:] == [Seeded(7).answer(n, rolls()) for n in range(1, 4)]
        assert dice.answer(4, rolls("gift")) == 3
    assert Script(free="discovery").answer(0, rolls()) == Seeded(0).answer(0, rolls())


def test_what_is_missing_or_left_is_told() -> None:
    with pytest.raises(ScriptError, match=r"no outcome left for discovery \(4.1\) of red"):
        Script().answer(0, rolls())
    with pytest.raises(ScriptError, match="never rolled"), Script(("discovery", 9)):
        pass


def test_a_copy_uses_up_its_own_outcomes() -> None:
    dice = Script(9, 4, 5)
    dice.answer(0, rolls())
    twin = dice.copy()
    assert [twin.answer(1, rolls()), twin.answer(2, rolls())] == [4, 5]
    assert dice.left() == (4, 5)
    assert dice.answer(1, rolls()) == 4
