"""2.0, 14.0, 22.0, 23.0  What differs between the Basic, the Standard and the Solitaire game, side by side.

The chapters know nothing of the games: they ask the course which step comes next, and what a player may do. All else
that differs follows from what is on the table: without debts, legends or mosquitoes nothing comes of them.
"""

from __future__ import annotations

from typing import Final

from conquistadors.engine import record


@record
class ScenarioProfile:
    """The steps of one game, by the names of their tasks."""

    turn: tuple[str, ...]
    """2.0  The steps of a turn up to the rounds."""
    before_impulse: tuple[str, ...]
    """What comes before every impulse."""
    after_rounds: tuple[str, ...]
    """2.0(6)-(8)  The steps of a turn after its last round."""
    hardships: tuple[str, ...]
    """2.0(6)  What every expedition goes through in the Subsistence phase."""
    arrival: str
    """2.2  How a conquistador who was brought in gets his units."""
    battle: str
    """6.21  How a battle begins."""
    swift_horse: bool
    """17.12  An expedition of horse alone may leave a battle early."""
    purse: tuple[str, ...]
    """2.0(5), C14  What a player may do with gold and money in an impulse."""
    incitement: bool
    """2.35  Players may use hostile Indians to attack."""


BASIC: Final = ScenarioProfile(
    turn=("reinforcements", "discards", "deals", "initiative", "round"),
    before_impulse=(),
    after_rounds=("subsistence", "victory", "clean-up"),
    hardships=("feed",),  # 8.0
    arrival="reinforce",  # 14.32
    battle="battle-round",
    swift_horse=False,
    purse=("convert",),  # 10.21
    incitement=True,
)
STANDARD: Final = ScenarioProfile(
    turn=("late-arrivals", "second-choice", "reinforcements", "discards", "deals", "initiative", "event", "round"),
    before_impulse=(),
    after_rounds=("subsistence", "victory", "clean-up"),
    hardships=("feed", "malaria"),  # 21.0
    arrival="recruit",  # 15.0
    battle="charge",  # 17.0
    swift_horse=True,  # 17.12
    purse=("exchange", "repay", "share-out"),  # 16.12, 16.23, 18.0
    incitement=True,
)
SOLITAIRE: Final = ScenarioProfile(
    turn=("discards", "deals", "event", "round"),  # 23.21
    before_impulse=("enemy-action",),  # 23.22
    after_rounds=("subsistence", "verdict", "clean-up"),  # C32, 23.4
    hardships=STANDARD.hardships,
    arrival=STANDARD.arrival,
    battle=STANDARD.battle,
    swift_horse=STANDARD.swift_horse,
    purse=STANDARD.purse,
    incitement=False,  # G-23.22
)
