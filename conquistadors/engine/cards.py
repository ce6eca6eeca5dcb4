"""Cards by their titles: when each may be played, what stands against it, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic

from conquistadors.engine.errors import RuleError
from conquistadors.engine.position import Position
from conquistadors.engine.records import record
from conquistadors.engine.requests import Bar, Procedure, Seat
from conquistadors.engine.rules import PositionT


def allowed(_pos: Position, _seat: Seat) -> Bar | None:
    """Nothing stands against it."""
    return None


@record
class CardRule(Generic[PositionT]):
    """What is to be known of a title: when it may be played, what stands against it, and what it does."""

    title: str
    occasions: tuple[str, ...]
    rule: str
    forbids: Callable[[PositionT, Seat], Bar | None]
    play: Callable[[PositionT, Seat], Procedure[None]]


class CardRules(dict[str, CardRule[PositionT]]):
    """The cards of one game by title. Their numbers and names are in its data."""

    def card(
        self,
        title: str,
        *occasions: str,
        rule: str,
        forbids: Callable[[PositionT, Seat], Bar | None] = allowed,
    ) -> Callable[[Callable[[PositionT, Seat], Procedure[None]]], Callable[[PositionT, Seat], Procedure[None]]]:
        """Mark a function as the effect of a card."""

        def register(
            play: Callable[[PositionT, Seat], Procedure[None]],
        ) -> Callable[[PositionT, Seat], Procedure[None]]:
            if title in self:
                raise RuleError(f"there are two cards {title!r}")
            self[title] = CardRule(title, occasions, rule, forbids, play)
            return play

        return register

    def by_occasion(self, more: Iterable[str] = ()) -> dict[str, frozenset[str]]:
        """The titles that belong to each occasion; `more` are occasions that there are besides."""
        occasions = dict.fromkeys([*[each for card in self.values() for each in card.occasions], *more])
        return {each: frozenset([card.title for card in self.values() if each in card.occasions]) for each in occasions}
