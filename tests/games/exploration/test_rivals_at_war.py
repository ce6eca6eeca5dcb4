"""Random play of campaigns in the middle of a war, with every promise of the engine checked."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.games.exploration.rules.invariants import faults
from conquistadors.games.exploration.rules.pieces import Contract, Promise, Rent, Treaty, Watch
from support.rivals import SPAIN, war
from support.rivals_at_war import fought
from support.sizes import size

WARS = size("WARS", thin=2, soak=60)


@pytest.mark.soak
def test_wars_keep_every_promise_and_are_fought() -> None:
    met = fought(range(WARS))
    assert met["sea-fight"]
    assert met["plan-sealed"]


@pytest.mark.parametrize(
    "change",
    [
        {"tasks": ("turn", "ocean:-1")},
        {"tasks": ("turn", "unseen:ocean:-1")},
        {"tasks": ("turn", "unseen:parley:spain")},
        {"tasks": ("turn", "cross:spain-7")},
        {"order": (SPAIN, "maritime")},
        {"treaties": (Treaty((SPAIN, "maritime"), 9),)},
        {"promises": (Promise("maritime", SPAIN, 30, 7),)},
        {"watches": (Watch(SPAIN, "maritime", "ask"),)},
        {"rents": (Rent("drake", "maritime", 9),)},
        {"contracts": (Contract("maritime", "brasil", 10, 9),)},
    ],
    ids=str,
)
def test_a_position_names_nobody_who_does_not_play(change: dict[str, Any]) -> None:
    """What a save may hold: a task or a deal of a stranger is refused, and is not met turns later."""
    pos = war()
    assert not list(faults(pos))
    for name, value in change.items():
        setattr(pos, name, value)
    assert list(faults(pos))
