"""9.2  What Rally actions come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conquistadors.engine import PASS, SetupError, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.builder import build, expedition
from conquistadors.games.conquest.odds.assuming import FIFTH_HIT, GOES_ON, assumed, luck_used
from conquistadors.games.conquest.odds.chains.arguments import GAMES, HERE, OWN, whole
from conquistadors.games.conquest.odds.chains.chaining import UNIT, Chain, Chained, Goal, size_of
from conquistadors.games.conquest.odds.supposing import SEAT, luck_in_hand, rules_of
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.odds.policies import Answer

SPENDING: Final = ("never", "always", "best")


@record
class Rallied:
    """9.2  What came of some Rally actions."""

    hits: int
    lost: int
    """9.14  Units lost by attempts that failed."""
    tries: int
    food: int
    """9.23  Food points that are left."""


@checks_arguments(*OWN)
def rally(
    hits: int,
    times: int = 1,
    *,
    target: int = 0,
    food: int = 0,
    spend: str = "never",
    units: str = "6 foot, 3 horse, 1 cannon",
    leader: str = "cortes",
    companions: Mapping[str, str] | None = None,
    marker: str = "discovered",
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """9.2  What comes of up to so many Rally actions: `rally(3, 2).part("hits")`.

    They stop when no more hits than the `target` are left. `spend` says whether a food point is spent on each for +1:
    "never", "always" (as long as there is one) or "best". `marker` is what stands in the space: "mosquito" makes it
    harder. `mano` is the use of one Mano de Dios (of two for "both"): best means for the fewest hits, a unit lost
    counting as five, or for a `goal`, a function of a `Rallied`.
    """
    men = expedition(SEAT, HERE, units, companions=companions, food=food, hits=hits)
    pos = build(
        rules=rules_of(scenario, GAMES),
        expeditions={leader: men},
        places={HERE: marker},
        hands={SEAT: luck_in_hand(mano)},
    )
    return rally_at(pos, leader, times, target=target, spend=spend, mano=mano, goal=goal)


@checks_arguments(*OWN)
def rally_at(
    pos: ConquestPosition,
    leader: str,
    times: int = 1,
    *,
    target: int = 0,
    spend: str = "never",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """9.2  The same for an expedition of a position: its impulse is next."""
    chain = Chain(pos, leader)
    chain.check_commander()
    most, low = whole(times, "times"), whole(target, "target", 0)
    if spend not in SPENDING:
        raise SetupError(error_text("chain.food", known=SPENDING, wanted=short_repr(spend)))
    size = size_of(pos, leader)

    def result(at: ConquestPosition) -> Rallied:
        name = str(chain.leader(at))
        held = at.expeditions[name]
        return Rallied(held.hits, size - size_of(at, name), chain.played(at), held.food)

    def done(at: ConquestPosition) -> bool:
        end = result(at)
        return end.hits <= low or end.tries >= most

    answers: dict[str, Answer] = {"never": PASS, "always": "first", "best": "best"}
    plan = chain.plan(lambda _: ("rally",), mano, **{"rally-food": answers[spend]})
    said = [assumed("food", how=spend), GOES_ON, FIFTH_HIT, luck_used(mano)]
    return chain.solved(plan, done, result, goal or (lambda end: -end.hits - UNIT * end.lost), said)
