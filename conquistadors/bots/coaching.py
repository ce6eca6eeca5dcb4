"""The coach: what the captain and the search would do now in your place, and why."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from conquistadors.bots.captain import Advice, CaptainBot
from conquistadors.bots.search import SearchBot, Thought
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.records import changed, record
from conquistadors.engine.requests import Choice, Seat
from conquistadors.engine.texts import speaking, spoken, texts_of, told


@record
class Coaching:
    """What two advisers say of a question. They see what its seat sees, and no more."""

    seat: Seat
    kind: str
    captain: Advice
    search: Thought | None = None
    """None: the search was not asked."""
    language: str = "en"
    """What it is told in; the reasons of the advisers themselves are in English."""

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
        lines = [self._advice("captain", self.captain)]
        if self.search is not None:
            lines.append(self._advice("search", self.search))
            if not self.search.estimates:
                lines.append(self._say("leaves"))
            elif self.agree:
                lines.append(self._say("agree"))
            else:
                lines.append(self._say("disagree", points=f"{self.gain:+.1f}"))
            for each in self.search.estimates:
                found = {"points": f"{each.points:+.1f}", "error": f"{each.error:.1f}", "trials": each.playouts}
                lines.append(self._say("tried", option=each.option.id, **found))
        return "\n".join(lines)

    def _advice(self, who: str, advice: Advice | Thought) -> str:
        return self._say(who, option=advice.option.id, reason=advice.reason, rule=advice.rule)

    def _say(self, key: str, **facts: object) -> str:
        return texts_of(self.language, "interface/coach").say(f"coach.{key}", facts)


def _row(who: str, option: str, advice: Advice | Thought, points: float | None = None) -> dict[str, object]:
    row: dict[str, object] = {"who": who, "option": option, "reason": advice.reason, "rule": advice.rule}
    return row if points is None else row | {"points": round(points, 1)}


def coach(
    game: Game[Any],
    search: bool = True,
    seed: int = 0,
    seconds: float | None = None,
    language: str | None = None,
) -> Coaching:
    """What the captain and the search would do now; `search=False` asks the captain alone, which takes no time.

    It is told in the language of the game, unless another is given.
    """
    with speaking(game.language if language is None else language):
        *_, last = coaching_of(game, search, seed, seconds)
    return last


def coaching_of(
    game: Game[Any], search: bool = True, seed: int = 0, seconds: float | None = None
) -> Generator[Coaching, None, None]:
    """The same in slices: what is known so far, again and again. Whoever stops has the last of it."""
    pending = game.pending
    if not isinstance(pending, Choice):
        raise SetupError(told("bot.nothing-to-advise"))
    view = game.view(pending.who)
    held = Coaching(pending.who, pending.kind, CaptainBot(seed).advise(view), language=spoken())
    yield held
    if search:
        for thought in SearchBot(seed, seconds=seconds).thinking(view):
            yield changed(held, search=thought)
