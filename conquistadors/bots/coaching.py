"""The coach: what the captain and the search would do now in your place, and why."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from conquistadors.bots.captain import Advice, CaptainBot
from conquistadors.bots.search import SearchBot, Thought
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import Choice, Seat


@record
class Coaching:
    """What two advisers say of a question. They see what its seat sees, and no more."""

    seat: Seat
    kind: str
    captain: Advice
    search: Thought | None = None
    """None: the search was not asked."""

    @property
    def agree(self) -> bool:
        return self.search is None or self.search.option == self.captain.option

    @property
    def gain(self) -> float:
        """By how many points the search thinks its own choice better than the captain's."""
        if self.search is None or self.agree:
            return 0.0
        return next(each.points for each in self.search.estimates if each.option == self.search.option)

    def rows(self) -> list[dict[str, object]]:
        """A row for each adviser, then one for each option that was tried, with the points against the captain's."""
        rows: list[dict[str, object]] = [_row("captain", self.captain.option.id, self.captain)]
        if self.search is not None:
            rows.append(_row("search", self.search.option.id, self.search, self.gain))
            for each in self.search.estimates:
                tried = {"points": round(each.points, 1), "error": round(each.error, 1), "trials": each.playouts}
                rows.append({"who": "tried", "option": each.option.id, **tried})
        return rows

    def __str__(self) -> str:
        lines = [f"captain: {self.captain.option.id} ({self.captain.reason}; {self.captain.rule})"]
        if self.search is not None:
            lines.append(f"search:  {self.search.option.id} ({self.search.reason}; {self.search.rule})")
            if not self.search.estimates:
                lines.append("The search leaves such a question to the captain.")
            elif self.agree:
                lines.append("They agree.")
            else:
                lines.append(f"They disagree: the search expects {self.gain:+.1f} points of its choice.")
            for each in self.search.estimates:
                trials = f"{each.playouts} trials"
                lines.append(f"  {each.option.id}: {each.points:+.1f} points, give or take {each.error:.1f} ({trials})")
        return "\n".join(lines)


def _row(who: str, option: str, advice: Advice | Thought, points: float | None = None) -> dict[str, object]:
    row: dict[str, object] = {"who": who, "option": option, "reason": advice.reason, "rule": advice.rule}
    return row if points is None else row | {"points": round(points, 1)}


def coach(game: Game[Any], search: bool = True, seed: int = 0, seconds: float | None = None) -> Coaching:
    """What the captain and the search would do now; `search=False` asks the captain alone, which takes no time."""
    *_, last = coaching_of(game, search, seed, seconds)
    return last


def coaching_of(
    game: Game[Any], search: bool = True, seed: int = 0, seconds: float | None = None
) -> Generator[Coaching, None, None]:
    """The same in slices: what is known so far, again and again. Whoever stops has the last of it."""
    pending = game.pending
    if not isinstance(pending, Choice):
        raise SetupError("nobody is asked to choose now: there is nothing to advise")
    view = game.view(pending.who)
    held = Coaching(pending.who, pending.kind, CaptainBot(seed).advise(view))
    yield held
    if search:
        for thought in SearchBot(seed, seconds=seconds).thinking(view):
            yield Coaching(held.seat, held.kind, held.captain, thought)
