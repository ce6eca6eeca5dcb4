"""Battles that would take too long are refused before any work, and less is offered."""

from __future__ import annotations

from typing import Any, Final

import pytest

from conquistadors.engine import SetupError
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.odds import battle as module
from conquistadors.games.conquest.odds.chains import chaining, feed, plunder
from conquistadors.games.conquest.odds.sizing import MOST, MOST_OF_A_CHAIN
from conquistadors.odds import Draw, battle, battle_at

FORCE: Final = "6 foot, 3 horse, 1 cannon"


def no_work(*_: Any, **__: Any) -> None:
    raise AssertionError("somebody began to work")


@pytest.mark.parametrize(
    ("against", "how", "offered"),
    [
        (Draw(6), {}, r"ask for Draw\(3\), or fewer"),
        (Draw(3), {"losses": "random"}, r"ask for Draw\(1\), or fewer"),
        ([40, 36, 30, 24, 20, 16, 12, 10], {"losses": "best"}, "ask for fewer units"),
    ],
)
def test_what_is_too_large_is_refused_before_any_work(
    monkeypatch: pytest.MonkeyPatch, against: Any, how: dict[str, Any], offered: str
) -> None:
    monkeypatch.setattr(module, "Paths", no_work)
    with pytest.raises(SetupError, match=f"more than {MOST} positions.*{offered}"):
        battle(FORCE, against, **how)


@pytest.mark.parametrize(("against", "how"), [(Draw(3), {}), ([40, 30, 20], {"losses": "random", "mano": "best"})])
def test_what_is_offered_is_worked_on(monkeypatch: pytest.MonkeyPatch, against: Any, how: dict[str, Any]) -> None:
    monkeypatch.setattr(module, "Paths", no_work)
    with pytest.raises(AssertionError, match="began to work"):
        battle(FORCE, against, **how)


def test_7_131_a_plunder_that_begins_with_too_large_a_battle_is_refused_before_any_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chaining, "Paths", no_work)
    with pytest.raises(SetupError, match=f"more than {MOST} positions.*losses that hit 'highest' first"):
        plunder("capital", troops="draw", losses="random", units=FORCE)
    for marker in ("town", "city", "capital"):
        with pytest.raises(AssertionError, match="began to work"):
            plunder(marker, troops="draw", units=FORCE)


@pytest.mark.parametrize(
    ("ask", "offered"),
    [
        (lambda: feed(100, mano="both"), 81),
        (lambda: feed(100, rallies=9), 44),
        (lambda: plunder("capital", turns=100, each_turn=2), 22),
    ],
)
def test_8_0_7_0_a_chain_of_too_many_turns_is_refused_before_any_work(
    monkeypatch: pytest.MonkeyPatch, ask: Any, offered: int
) -> None:
    monkeypatch.setattr(chaining, "Paths", no_work)
    with pytest.raises(SetupError, match=f"more than {MOST_OF_A_CHAIN} positions.*ask for {offered} turns, or fewer"):
        ask()


@pytest.mark.parametrize(
    "ask", [lambda: feed(81, mano="both"), lambda: feed(100), lambda: plunder("capital", turns=22, each_turn=2)]
)
def test_a_chain_that_is_offered_is_worked_on(monkeypatch: pytest.MonkeyPatch, ask: Any) -> None:
    monkeypatch.setattr(chaining, "Paths", no_work)
    with pytest.raises(AssertionError, match="began to work"):
        ask()


LONG: Final[list[tuple[int, Any]]] = [(1, None), (1, "rolled"), (20, 1)]


def test_7_22_as_many_attempts_as_rounds_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole turns are refused where a few attempts in each are not; a plunder until nothing is left is not refused."""
    monkeypatch.setattr(chaining, "Paths", no_work)
    with pytest.raises(SetupError, match=r"ask for \d+ turns, or fewer"):
        plunder("capital", turns=20, each_turn="rolled")
    for turns, each_turn in LONG:
        with pytest.raises(AssertionError, match="began to work"):
            plunder("capital", turns=turns, each_turn=each_turn)


def test_only_those_who_fight_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another expedition elsewhere makes a battle no larger."""
    far = {"alvarado": expedition("blue", "totonacapan", "5 foot, 2 horse, 1 cannon", hits=1)}
    near = expedition("red", "tlaxcala", FORCE)
    pos = build(
        expeditions={"cortes": near, **far},
        places={"tlaxcala": place("city", hostile=True, units=[40, 30, 20])},
        before="battle cortes indians",
    )
    monkeypatch.setattr(module, "Paths", no_work)
    with pytest.raises(AssertionError, match="began to work"):
        battle_at(pos)
