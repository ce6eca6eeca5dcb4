"""The coach: what the adviser of a game and the search would do now in your place, and why."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from conquistadors.bots.naming import without_coach
from conquistadors.bots.reasons import COMMON, Advice, in_words
from conquistadors.bots.search import Estimate, SearchBot, Thought
from conquistadors.bots.search.bot import ahead_of
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.game import Game
from conquistadors.engine.records import changed, record
from conquistadors.engine.requests import Choice, Option, Seat
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import error_text, speaking, spoken, texts_of
from conquistadors.games import kit_of

LONGER: Final = 5
"""So many times longer than at the table the search may think for a person."""


@record
class Coaching:
    """What two advisers say of a question. They see what its seat sees, and no more."""

    seat: Seat
    kind: str
    adviser: Advice
    search: Thought | None = None
    """None: the search was not asked."""
    language: str = "en"
    """What it is told in."""
    names: tuple[tuple[Seat, str], ...] = ()
    """What the players are called in it."""

    @property
    def agree(self) -> bool:
        return self.search is None or self.search.option == self.adviser.option

    @property
    def gain(self) -> float:
        """How much better the search thinks its own choice: in points, among others in percent of a victory."""
        return 0.0 if self.search is None or self.agree else self.search.points

    def rows(self) -> list[dict[str, object]]:
        """A row for each adviser, then one for each option that was tried, with the points against the adviser's."""
        rows: list[dict[str, object]] = [self._row("adviser", self.adviser)]
        if self.search is not None:
            rows.append(self._row("search", self.search) | {"points": round(self.gain, 1)})
            for each in self.search.estimates:
                tried = {"points": round(each.points, 1), "error": round(each.error, 1), "trials": each.playouts}
                rows.append({"who": "tried", "option": each.option.id, "reason": self.purpose(each), **tried})
        return rows

    def __str__(self) -> str:
        lines = [self._advice("adviser", self.adviser)]
        if self.search is not None:
            lines.append(self._advice("search", self.search))
            if not self.search.estimates:
                lines.append(self._say("leaves"))
            elif self.agree:
                lines.append(self._say("agree"))
            else:
                lines.append(self._say("disagree" + self._measure, points=self.gain))
            for each in self.search.estimates:
                found = {"points": each.points, "error": each.error, "trials": each.playouts}
                purpose, option = self.purpose(each), self._option(each.option)
                option = self._say("plan", option=option, reason=purpose) if purpose else option
                lines.append(self._say("tried" + self._measure, option=option, **found))
        return "\n".join(lines)

    def purpose(self, tried: Estimate) -> str:
        """What it was tried for, if it is part of a plan."""
        return in_words(tried.because, self.adviser.rules, self.language, dict(self.names))

    @property
    def _measure(self) -> str:
        """Among others it is the chance of a victory that is estimated."""
        return "" if self.search is None or self.search.of == "points" else "-chance"

    def _advice(self, who: str, advice: Advice | Thought) -> str:
        return self._say(who, option=self._option(advice.option), reason=self._reason(advice), rule=advice.rule)

    def _option(self, option: Option) -> str:
        """What its button says, and after it what `game.play()` takes."""
        rules = self.adviser.rules
        label = option.id if rules is None else Teller(rules, dict(self.names), self.language).label(option)
        return label if label == option.id else f"{label} · {option.id}"

    def _row(self, who: str, advice: Advice | Thought) -> dict[str, object]:
        return {"who": who, "option": advice.option.id, "reason": self._reason(advice), "rule": advice.rule}

    def _reason(self, advice: Advice | Thought) -> str:
        return advice.in_words(self.language, dict(self.names))

    def _say(self, key: str, **facts: object) -> str:
        """A text of the coach: in the words of the game, if it has its own."""
        key, rules = f"coach.{key}", self.adviser.rules
        own = None if rules is None else rules.texts(self.language)
        return (own if own is not None and key in own else texts_of(self.language, COMMON)).say(key, facts)


MOST_BUDGET: Final = 1_000_000
"""More than this nobody waits for."""


@checks_arguments()
def coach(
    game: Game[Any],
    search: bool = True,
    seed: int = 0,
    seconds: float | None = None,
    language: str | None = None,
    budget: int | None = None,
) -> Coaching:
    """What the adviser of the game and the search would do now; `search=False` asks the adviser alone, at once.

    The search tries out as many answers as `budget` allows, five times as many as at the table if it is not given, and
    stops after `seconds` if they are. It is told in the language of the game, unless another is given.
    """
    with speaking(game.language if language is None else language):
        if budget is not None and not 0 <= budget <= MOST_BUDGET:
            raise SetupError(error_text("bot.budget", most=MOST_BUDGET, wanted=short_repr(budget)))
        *_, last = coaching_of(game, search, seed, seconds, budget)
    return last


def coaching_of(
    game: Game[Any],
    search: bool = True,
    seed: int = 0,
    seconds: float | None = None,
    budget: int | None = None,
) -> Generator[Coaching, None, None]:
    """The same in slices: what is known so far, again and again. Whoever stops has the last of it."""
    pending = game.pending
    if not isinstance(pending, Choice):
        raise SetupError(error_text("bot.nothing-to-advise"))
    if kit_of(game.rules).lookahead is None:
        raise without_coach(game.rules)
    view = game.view(pending.who)
    ahead, names = ahead_of(game.rules), game.teller(spoken()).names
    advice = ahead.adviser(seed, game.rules).advise(view)
    held = Coaching(pending.who, pending.kind, advice, language=spoken(), names=tuple(names.items()))
    yield held
    if search:
        budget = LONGER * ahead.budget(game.rules) if budget is None else budget
        for thought in SearchBot(seed, budget, seconds).thinking(view):
            yield changed(held, search=thought)
