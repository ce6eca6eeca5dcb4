"""2.4  How many rounds a turn still has."""

from __future__ import annotations

from typing import Any

from conquistadors.engine import Procedure, Seat, SetupError, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.builder import build
from conquistadors.games.conquest.odds.assuming import assumed
from conquistadors.games.conquest.odds.chains.arguments import OWN
from conquistadors.games.conquest.odds.chains.chaining import instead
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.sequence import DONE
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import Paths
from conquistadors.odds.policies import Plan
from conquistadors.odds.solving import Solved


@checks_arguments(*OWN)
def rounds_left(
    round: int = 1,  # noqa: A002  # the word of the rulebook
    *,
    seats: int = 2,
    active: Seat | None = None,
    player: Seat | None = None,
    scenario: str = "basic",
) -> Distribution:
    """2.42  How many rounds still come after this one; or, for a `player`, how many impulses after the one under way.

    `active` is the player whose impulse that is, in the order red, blue, green, yellow, black.
    """
    game: dict[str, Any] = {} if scenario == "solitaire" else {"seats": seats}
    return rounds_left_at(build(scenario=scenario, game=game, round=round, active=active), player)


@checks_arguments(*OWN)
def rounds_left_at(pos: ConquestPosition, player: Seat | None = None) -> Distribution:
    """2.42  The same from a position, in which a round is under way."""
    if player is not None and player not in pos.order:
        raise SetupError(error_text("order.player", wanted=short_repr(player), known=pos.order))
    if not pos.round:
        raise SetupError(error_text("chain.no-round"))
    track = pos.rules.rounds_most
    if pos.round > track:
        raise SetupError(error_text("chain.rounds", most=track, wanted=pos.round))
    course, now = pos.rules.profile, pos.round
    start = pos.copy()
    start.tasks = ("end-roll",)

    def step(at: ConquestPosition) -> Procedure[None]:
        return instead(at) if at.tasks[-1] in course.before_impulse else at.rules.step(at)

    paths = Paths(step, Plan({"impulse": DONE}), lambda at: at.tasks[-1] in course.after_rounds)
    first = paths.explore(start)
    later = 0 if player is None else int(pos.order.index(player) > pos.order.index(pos.active))
    return Solved(paths, first).distribution(lambda at: at.round - now + later, [assumed("no-end")])
