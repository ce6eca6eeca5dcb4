"""11.3  What gifts to the governor come to."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Choice, Option, Seat, SetupError, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.builder import build, expedition
from conquistadors.games.conquest.odds.assuming import GOES_ON, assumed, luck_used
from conquistadors.games.conquest.odds.chains.arguments import GAMES, HERE, LONGEST, MOST_GOLD, OWN, whole
from conquistadors.games.conquest.odds.chains.chaining import Chain, Chained, Goal
from conquistadors.games.conquest.odds.supposing import SEAT, luck_in_hand, rules_of
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.sequence import DONE, GIFT

GIVER: Final = "cortes"


@record
class Favour:
    """11.3  What came of some gifts."""

    index: int
    gifts: int
    gold: int
    """What is left of it."""


@checks_arguments(*OWN)
def gifts(
    gold: int = 3,
    times: int = 1,
    *,
    index: int = 0,
    target: int | None = None,
    purse: int | None = None,
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """11.3  What comes of up to so many gifts of so much gold each, one an impulse: `gifts(6, 3, index=-2, target=1)`.

    They stop when the `index` has reached the `target`, or when a `purse` that holds less than all of them is too
    light. `mano` is the use of one Mano de Dios (of two for "both"): best means for the highest index, or for a `goal`,
    a function of a `Favour`.
    """
    least = rules_of(scenario, GAMES).n.gift_least
    many, much = whole(times, "times"), whole(gold, "gold", least, MOST_GOLD)
    held = many * much if purse is None else whole(purse, "purse", 0, LONGEST * MOST_GOLD)
    men = expedition(SEAT, HERE, "1 foot", gold=held)
    pos = build(
        rules=rules_of(scenario, GAMES), expeditions={GIVER: men}, index={SEAT: index}, hands={SEAT: luck_in_hand(mano)}
    )
    return gifts_at(pos, SEAT, much, many, target=target, mano=mano, goal=goal)


@checks_arguments(*OWN)
def gifts_at(
    pos: ConquestPosition,
    seat: Seat,
    gold: int = 3,
    times: int = 1,
    *,
    target: int | None = None,
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """11.3  The same for a player of a position, whose impulse is next. His first expeditions pay what they can."""
    own = pos.expeditions_of(seat)
    if not own:
        raise SetupError(error_text("chain.cannot-pay", player=short_repr(seat)))
    chain = Chain(pos, own[0])
    most, much = whole(times, "times"), whole(gold, "gold", pos.rules.n.gift_least, MOST_GOLD)
    lowest, highest = pos.rules.favour_ends
    if target is not None and (type(target) is not int or not lowest <= target <= highest):
        raise SetupError(error_text("chain.target", least=lowest, most=highest, wanted=short_repr(target)))

    def purse(at: ConquestPosition) -> int:
        return sum(at.expeditions[commander].gold for commander in at.expeditions_of(seat))

    def result(at: ConquestPosition) -> Favour:
        return Favour(at.factions[seat].index, chain.played(at), purse(at))

    def done(at: ConquestPosition) -> bool:
        end = result(at)
        return end.gifts >= most or end.gold < much or (target is not None and end.index >= target)

    def impulse(_: ConquestPosition, choice: Choice) -> Option:
        return GIFT if choice.forbids(GIFT) is None else DONE

    def share(_: ConquestPosition, choice: Choice) -> Option:
        """As much of what is still wanted as this expedition can pay."""
        wanted = much - int(str(dict(choice.facts)["given"]))
        return min(choice.legal(), key=lambda each: abs(int(str(each.subject)) - wanted))

    plan = chain.plan(lambda _: (), mano, impulse=impulse, gift=share, favour="raise")
    said = [assumed("gift", gold=much), GOES_ON, luck_used(mano)]
    return chain.solved(plan, done, result, goal or (lambda end: end.index), said)
