"""Every die roll of the game with its odds: any modifiers, any use of Mano de Dios."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from conquistadors.engine import Modifier, Pile, Procedure, SetupError, record, roll, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games.conquest.odds.assuming import luck_used
from conquistadors.games.conquest.odds.supposing import luck_in_hand, rules_of
from conquistadors.games.conquest.pack.roll_results import asked_for, reader_of
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.odds.asking import names_of
from conquistadors.odds.dice import KnownRoll
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.paths import WAYS_OF_A_STEP, Paths
from conquistadors.odds.policies import Plan, with_luck
from conquistadors.odds.remembering import remembered
from conquistadors.odds.solving import Solved
from conquistadors.odds.trees import Grower, flat, is_chance

Goal = str | Collection[Any] | Callable[[Any], int | Fraction]
"""What is wanted: "most", "least", some results, or what each result is worth."""


@record
class CataloguedRoll(KnownRoll):
    """A die roll of the game."""

    modifiers: tuple[str, ...]
    mano: str
    """What Mano de Dios may do: "before, after", "after" or "never"."""
    asks: tuple[str, ...]
    """What has to be known besides the total: the level, the place ..."""


def standard_rules() -> ConquestRules:
    """All rolls of the game belong to the Standard Game."""
    return rules_of("standard")


@checks_arguments()
def rolls(rules: ConquestRules | None = None, language: str | None = None) -> list[CataloguedRoll]:
    """Every die roll, in the order of the catalogue."""
    with speaking(language) as language:
        return _rolls(rules or standard_rules(), language)


def _rolls(game: ConquestRules, language: str) -> list[CataloguedRoll]:
    entries: Mapping[str, Mapping[str, Any]] = game.pack.read("rolls.toml")["rolls"]
    found = []
    for name, entry in entries.items():
        known = game.rolls[name]
        mano = ", ".join(entry["luck"]) or "never"
        title = entry["title"].get(language, entry["title"]["en"])
        found.append(
            CataloguedRoll(
                name, title, entry["rule"], str(known.dice), tuple(sorted(known.modifiers)), mano, asked_for(game, name)
            )
        )
    return found


@remembered()
@checks_arguments()
def table(
    name: str,
    *,
    modifiers: int | Mapping[str, int] = 0,
    mano: str = "never",
    goal: Goal | None = None,
    rules: ConquestRules | None = None,
    **where: Any,
) -> Distribution:
    """Return the exact odds of a roll: `table("discovery", level=3, neighbour="town", modifiers=+1)`.

    `mano` says how you use a Mano de Dios: "never", "before" (+2), "after" (a re-roll if that is better), "both" (two
    cards), or "best" (one card or none, whichever is better). Where you must decide, `goal` says what you want: "most",
    "least", results such as {"city", "empire"}, or a function that gives the worth of a result.
    """
    game = rules or standard_rules()
    asked = asked_for(game, name)
    added = [*_modifiers(game, name, modifiers), *_of_the_space(game, name, where)]
    unknown = [key for key in where if key not in (*asked, *SPACE.get(name, ()))]
    missing = [key for key in asked if key not in where]
    if unknown or missing:
        needed = (*asked, *SPACE.get(name, ())) or error_text("odds.nothing-else")
        raise SetupError(error_text("odds.roll-needs", roll=name, known=needed, wanted=short_repr(sorted(where))))
    means = reader_of(game, name, *[where[key] for key in asked])
    seat = game.seats[0]

    def throw(pos: ConquestPosition) -> Procedure[None]:
        thrown = yield from roll(pos, name, seat, added, rule=game.rolls[name].name, reads=means)
        pos.talk = (str(thrown.total),)

    pos = _empty_table(game).copy()
    pos.hands[seat] = Pile.of(luck_in_hand(mano))
    plan, totals = Plan(with_luck(mano)), list[int]()

    def leaf(at: ConquestPosition) -> int:
        totals.append(int(at.talk[0]))
        return len(totals) - 1

    tree = Grower(throw, plan, WAYS_OF_A_STEP).tree(pos.copy, leaf)
    if is_chance(tree):  # one step, and nothing to decide
        of, ways = flat(tree)
        return Distribution([(means(totals[at]), Fraction(n, of)) for at, n in ways.items()], [luck_used(mano)], named)
    paths = Paths(throw, plan, lambda at: bool(at.talk))
    first = paths.explore(pos)
    worth = None if goal is None else _worth(goal)
    solved = Solved(paths, first, None if worth is None else lambda at: worth(means(int(at.talk[0]))), seat)
    return solved.distribution(lambda at: means(int(at.talk[0])), [luck_used(mano)]).called(named)


@lru_cache(maxsize=8)
def named(language: str) -> Names:
    """What the results of rolls are called."""
    return names_of(standard_rules(), language)


@lru_cache(maxsize=8)
def _empty_table(rules: ConquestRules) -> ConquestPosition:
    """The table before anything is done: laid once for all rolls, and never changed."""
    return rules.table(())


SPACE: Final = {"discovery": ("neighbour", "fever_coast")}
"""What may be said of the space instead of a modifier."""


def _modifiers(game: ConquestRules, name: str, given: int | Mapping[str, int]) -> list[Modifier]:
    known = sorted(game.rolls[name].modifiers)
    if isinstance(given, Mapping):
        wrong = [each for each in given if each not in known]
        if wrong:
            raise SetupError(error_text("odds.roll-modifiers", roll=name, known=known, wanted=short_repr(wrong[0])))
        return [Modifier(each, value) for each, value in given.items()]
    if given and not known:
        raise SetupError(error_text("odds.nothing-added", roll=name))
    return [Modifier(known[0], given)] if given else []


def _of_the_space(game: ConquestRules, name: str, where: Mapping[str, Any]) -> list[Modifier]:
    """4.111, 4.112  What neighbours and a fever coast add to a discovery."""
    found = []
    if name == "discovery" and where.get("neighbour") is not None:
        neighbours = game.tables.neighbour_modifier(where["level"], where["neighbour"])
        if neighbours is None:
            raise SetupError(error_text("odds.no-attempt", level=where["level"], neighbour=where["neighbour"]))
        found.append(Modifier("adjacency", neighbours))
    if name == "discovery" and where.get("fever_coast"):
        found.append(Modifier("fever-coast", game.n.coast_discovery))
    return found


def _worth(goal: Goal) -> Callable[[Any], int | Fraction]:
    if callable(goal):
        return goal
    if goal == "most":
        return Fraction
    if goal == "least":
        return lambda result: -Fraction(result)
    wanted = {goal} if isinstance(goal, str) else set(goal)
    return lambda result: int(result in wanted)
