"""The odds of an action in a line: the chance of what it is done for, and what else is good to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final

from conquistadors.engine import Option
from conquistadors.games.conquest.rules.position import CIVILIZATIONS, ConquestPosition
from conquistadors.odds.distribution import Distribution, percent
from conquistadors.odds.naming import Names
from conquistadors.odds.questions import Headline
from conquistadors.typography import number

WANTED: Final[dict[str, Callable[[Any], bool]]] = {
    "battle": lambda how: how == "won",
    "gold": lambda gold: gold > 0,
    "found": CIVILIZATIONS.__contains__,
    "status": lambda status: status == "allied",
    "hits": lambda hits: hits < 0,
    "index": lambda index: index > 0,
    "food": lambda food: food > 0,
}
"""What an action is done for: the first of these that may come of it."""
PURPOSE: Final = {
    "fight": "battle",
    "plunder": "gold",
    "negotiate": "status",
    "go": "found",
    "advance": "found",
    "rally": "hits",
    "gift": "index",
}
"""What it is done for by what it is called, if that may come of it."""
COUNTED: Final = frozenset({"gold", "hits", "index", "food"})
LIKELY: Final = Fraction(1, 2)
Told = list[tuple[dict[str, Any], Fraction]]


def headline(
    outcomes: Distribution, taken: Sequence[Option], names: Names, further: Distribution | None = None
) -> Headline:
    """6.27, 7.21, 4.1, 5.14, 9.22, 11.3  To win, to get gold, to find, to win over, to rally, to please. What is
    certain is told as it is; and where none of these can come, what is likeliest. `further` is the gold until a place
    is exhausted."""
    told = [(dict(outcome), chance) for outcome, chance in _each(outcomes)]
    likeliest, chance_of_likeliest = max(_each(outcomes), key=itemgetter(1))
    if chance_of_likeliest == 1:
        return Headline(chance_of_likeliest, names.outcome(likeliest))
    meant = [PURPOSE[each.verb] for each in reversed(taken) if each.verb in PURPOSE]
    for thing in (*meant, *WANTED):
        chance = _chance(told, thing, WANTED[thing])
        if chance:
            shown = thing if thing in COUNTED else ""  # how a battle ended, or what was found, the line has said
            return Headline(chance, names.say(f"headline.{thing}"), tuple(_more(thing, told, names, further)), shown)
    return Headline(chance_of_likeliest, names.outcome(likeliest), tuple(_more("", told, names, further)))


def _each(outcomes: Distribution) -> Iterator[tuple[Any, Fraction]]:
    yield from outcomes.items()


def _chance(told: Told, thing: str, wanted: Callable[[Any], bool]) -> Fraction:
    return sum((p for outcome, p in told if thing in outcome and wanted(outcome[thing])), Fraction(0))


def _more(main: str, told: Told, names: Names, further: Distribution | None) -> Iterator[str]:
    """What else: the battle on the way; gold, hits and units on average, and how much gold is likely, or was when the
    place is exhausted; the chances that a place turns hostile or is exhausted, and that a conquistador dies."""
    if main != "battle" and (won := _chance(told, "battle", WANTED["battle"])):
        yield names.say("headline.won", {"chance": percent(won, names.language)})
    for thing, sign in (("gold", 1), ("hits", -1), ("units", -1)):
        mean = sign * sum((p * outcome.get(thing, 0) for outcome, p in told), Fraction(0))
        if mean > 0:
            yield names.say(f"headline.mean-{thing}", {"mean": number(float(mean), names.language, ".1f")})
        if mean > 0 and thing == "gold" and further is None:
            yield from _at_least(told, names)
        elif thing == "gold" and further is not None:
            yield names.say("headline.until-exhausted", {"mean": number(float(further.mean()), names.language, ".1f")})
            yield from _at_least([({"gold": gold}, chance) for gold, chance in _each(further)], names)
    for thing, value in (("status", "hostile"), ("place", "plundered-out"), ("conquistador", "dead")):
        chance = _chance(told, thing, value.__eq__)
        if chance and thing != main:
            yield names.say(f"headline.{value}", {"chance": percent(chance, names.language)})


def _at_least(told: Told, names: Names) -> Iterator[str]:
    """The greatest amount of gold that is likelier than not, with its chance; none where any gold would do."""
    amounts = sorted({outcome.get("gold", 0) for outcome, _ in told})
    for least in reversed([each for each in amounts if each > 0][1:]):
        chance = _chance(told, "gold", least.__le__)
        if chance >= LIKELY:
            yield names.say("headline.at-least", {"chance": percent(chance, names.language), "least": least})
            return


def contest(before: ConquestPosition, after: ConquestPosition, seat: str) -> str | None:
    """6.27, 7.131  Whether a battle with Indians was won or lost, as far as the table tells; None: neither."""
    own = [name for name, each in before.expeditions.items() if each.owner == seat and before.has_units(name)]
    lost = [name for name in own if not any(after.has_units(heir) for heir in _heirs(before, after, name))]
    here = {each.space for each in after.expeditions.values() if each.owner == seat}
    for space in sorted(here):
        old, new = before.site(space), after.site(space)
        beaten = bool(old.garrison.titles) and not new.garrison.titles and old.ally != seat
        stormed = new.attempts > old.attempts and not old.hostile and old.ally != seat
        if (beaten or stormed) and not lost:
            return "won"
    return "lost" if lost else None


def _heirs(before: ConquestPosition, after: ConquestPosition, name: str) -> list[str]:
    """6.44  The expedition as it is called now: by its commander, or by whoever took over."""
    if name in after.expeditions:
        return [name]
    owner = before.expeditions[name].owner
    return [each for each in after.expeditions_of(owner) if each not in before.expeditions]
