"""Every die roll of the game with what it depends on: its own clause throws it, in a small world."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final

from conquistadors.engine import SetupError, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.requests import Chance
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text, speaking
from conquistadors.games.exploration.odds import situations as lay
from conquistadors.games.exploration.odds.policy import named as answering
from conquistadors.games.exploration.odds.policy import plan_of
from conquistadors.games.exploration.odds.results import Cell
from conquistadors.games.exploration.odds.settings import Asked, flag, given, settings_of
from conquistadors.games.exploration.odds.situations import MOST_DETACHMENTS, MOST_LEVEL
from conquistadors.games.exploration.odds.worlds import SPAIN, empty, the_roll
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.position import World
from conquistadors.odds.asking import names_of
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.dice import AnyRoll, AnyRolls, KnownRoll
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.questions import Setting, values_of
from conquistadors.odds.remembering import remembered

TAXES: Final = "taxes"


@record
class Situation:
    """How a roll comes about, what that depends on, and what is made of the dice where no table says so at once."""

    lay: Callable[..., World]
    asks: Callable[[ExplorationRules], tuple[Asked, ...]] = lambda _: ()
    means: Callable[[World, Any, Mapping[str, Any]], Any] | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    """Choices on the way that are answered otherwise than usual, by the verb of the answer."""
    before: str = ""
    """A roll that comes before: what it shows is one of the things that are asked for."""


def _countries(rules: ExplorationRules) -> tuple[Asked, ...]:
    return (Asked("country", tuple(rules.tables["colonization"].columns)),)


def _combat(table: str, who: str) -> Callable[[ExplorationRules], tuple[Asked, ...]]:
    """The odds, even ones if nobody says, and who is helped."""
    return lambda rules: (Asked("column", tuple(rules.tables[table].columns), usual="1-1"), Asked(who, lay.WHO))


def _council_means(after: World, _: Any, now: Mapping[str, Any]) -> int:
    standing = after.nations[SPAIN]
    return standing.treasury if now["what"] == TAXES else standing.colonists


def _event(after: World, *_: Any) -> str:
    return f"event-{after.notes[-1].partition('/')[2]}"


def _level_of_brasil(after: World, read: Any, now: Mapping[str, Any]) -> Any:
    """22.31, 22.32  The Portuguese Level while it rises; later what becomes of Portugal."""
    return after.countries[lay.BRASIL].european if now["when"] == lay.RISES else read


def _levels(rules: ExplorationRules) -> tuple[Asked, ...]:
    tables = tuple(rules.pack.switches["land_attrition_table"].values)
    most = rules.number("attrition_most")
    level = Asked("level", low=rules.number("attrition_least"), high=most, usual=most - 2)
    return level, flag("conquistador-there"), Asked("table", tables)


def _natives(rules: ExplorationRules) -> tuple[Asked, ...]:
    most = rules.number("help_most")
    return Asked("detachments", low=1, high=MOST_DETACHMENTS, usual=4), Asked("leaders", low=0, high=most)


def _portugal(rules: ExplorationRules) -> tuple[Asked, ...]:
    most = rules.number("portuguese_level")
    return Asked("when", (lay.RISES, lay.ENDS, lay.NOMINAL)), Asked("level", low=0, high=most, usual=most // 2)


SITUATIONS: Final[Mapping[str, Situation]] = {
    "council": Situation(
        lay.council, lambda _: (Asked("what", (TAXES, "settlers")), Asked("monarch", lay.MONARCHS)), _council_means
    ),
    "politics": Situation(lay.politics, lambda _: (Asked("first", low=1, high=6),), _event, before="council"),
    "plague": Situation(lay.of_spain("plague-leaders")),
    "caribs": Situation(lay.of_spain("carib-leaders")),
    "tie": Situation(lay.tie),
    "cape": Situation(lay.cape, answers={"cross": "sail"}),
    "force-combat": Situation(lay.force_combat),
    "naval-combat": Situation(lay.naval_combat, _combat("naval-combat", "privateer"), answers={"coast": "fight"}),
    "naval-attrition": Situation(
        lay.naval_attrition, lambda rules: (Asked("bounds", low=1, high=rules.number("last_column"), usual=3),)
    ),
    "land-combat": Situation(lay.land_combat, _combat("land-combat", "conquistador")),
    "land-attrition": Situation(lay.land_attrition, _levels),
    "find-gold": Situation(lay.find_gold, lambda _: (Asked("where", lay.WHERE),), answers={"gold": "search"}),
    "depletion": Situation(lay.depletion, lambda _: (Asked("where", (lay.WHERE[0], lay.CITY)),)),
    "depletion-caribbean": Situation(lay.depletion),
    "native-combat": Situation(lay.native_combat, _natives, answers={"native-combat": "attack"}),
    "uprising": Situation(
        lay.uprising,
        lambda rules: (Asked("level", low=rules.number("uprising_least"), high=MOST_LEVEL, usual=4),),
    ),
    "uprising-losses": Situation(lay.uprising_losses, lambda _: (Asked("detachments", low=0, high=MOST_DETACHMENTS),)),
    "colonization": Situation(lay.colonization, _countries),
    "portugal": Situation(lay.portugal, _portugal, _level_of_brasil),
}
"""Every roll of the catalogue."""
RENAMED: Final = {"bounds": "column", "conquistador-there": "conquistador"}
"""What a thing is called where a world is laid, if it is asked for by another name."""


@record
class CataloguedRoll(KnownRoll):
    """A die roll of the game."""

    modifiers: tuple[str, ...]
    asks: tuple[str, ...]
    """What has to be known: the column, the level, who leads ..."""


@checks_arguments()
def rolls(language: str | None = None, *, pack: str | None = None) -> list[CataloguedRoll]:
    """Every die roll of Conquistador!, in the order of the catalogue."""
    with speaking(language) as language:
        rules = empty(pack=pack).rules
        entries: Mapping[str, Mapping[str, Any]] = rules.pack.file("rolls")["rolls"]
        return [_catalogued(rules, name, entry, language) for name, entry in entries.items()]


def _catalogued(rules: ExplorationRules, name: str, entry: Mapping[str, Any], language: str) -> CataloguedRoll:
    known, asks = rules.rolls[name], tuple(each.key for each in SITUATIONS[name].asks(rules))
    return CataloguedRoll(
        name, entry["title"][language], entry["rule"], str(known.dice), tuple(sorted(known.modifiers)), asks
    )


@remembered()
@checks_arguments()
def table(name: str, *, pack: str | None = None, **where: Any) -> Distribution:
    """Return the exact odds of a roll: `table("naval-attrition", bounds=3)`; what is not told has its usual value.

    The results are what the rules read: the text of a cell, a number, or whether it succeeds. `rolls()` says what each
    roll depends on.
    """
    if name not in SITUATIONS:
        raise SetupError(error_text("odds.roll", wanted=short_repr(name), known=SITUATIONS))
    rules = empty(pack=pack).rules
    now = given(SITUATIONS[name].asks(rules), where, name)
    run, means = _rolled(name, now, pack), SITUATIONS[name].means
    chance = run.pending
    assert isinstance(chance, Chance)
    of = sum(chance.weights)
    found: list[tuple[Any, Fraction]] = []
    for outcome, weight in zip(chance.outcomes, chance.weights, strict=True):
        result = chance.result(outcome)
        if means is not None:
            after = run.clone()
            after.send(outcome)
            result = means(after.pos, result, now)
        found.append((result, Fraction(weight, of)))
    return Distribution(found, named=partial(_named, name))


def _rolled(name: str, now: Mapping[str, Any], pack: str | None) -> Run[World]:
    """The rules, about to throw the dice."""
    situation = SITUATIONS[name]
    pos = situation.lay(pack, **{RENAMED.get(key, key): value for key, value in now.items()})
    plan = plan_of(**{kind: answering(verb) for kind, verb in situation.answers.items()})
    return the_roll(pos, name, plan, {situation.before: now["first"]} if situation.before else {})


class _CellNames:
    """The names of the results of a roll: what its table says, in words."""

    def __init__(self, roll: str, names: Names) -> None:
        self._roll, self._names = roll, names

    def __call__(self, result: Any) -> str:
        return self._names(as_cell(self._roll, result))

    def assumption(self, said: Assumption) -> str:
        return self._names.assumption(said)


@lru_cache(maxsize=64)
def _named(roll: str, language: str) -> _CellNames:
    return _CellNames(roll, names_of(empty().rules, language))


WORDED: Final = frozenset(
    {
        *("naval-combat", "land-combat", "naval-attrition", "land-attrition", "native-combat", "uprising-losses"),
        *("plague", "caribs"),
    }
)
"""Rolls of which a printed table says in letters and figures what comes of them."""


def as_cell(roll: str, result: Any) -> Any:
    """A result as what stands in the table of its roll, so that it can be put into words."""
    if roll in WORDED:
        return Cell(roll, str(result))
    return result


# The explorer --------------------------------------------------------------------------------------------------------


class RollSettings(AnyRoll):
    """A roll as it is set."""

    rules: ExplorationRules

    def added(self) -> Iterator[Setting]:
        yield from settings_of(SITUATIONS[self.name].asks(self.rules), self.names)

    def odds(self) -> Distribution:
        """By the clause that throws it."""
        return table(self.name, **values_of(self.settings())).map(partial(as_cell, self.name))

    def order(self) -> list[Any]:
        """The results from low totals to high ones; numbers stand by size anyway."""
        found = _by_total(self.name, tuple(values_of(self.settings()).items()))
        return [] if all(type(each) is int for each in found) else found


def _by_total(name: str, where: tuple[tuple[str, Any], ...]) -> list[Any]:
    chance = _rolled(name, dict(where), None).pending
    assert isinstance(chance, Chance)
    if SITUATIONS[name].means is not None:
        return []
    return list(dict.fromkeys(as_cell(name, chance.result(outcome)) for outcome in chance.outcomes))


class RollBook(AnyRolls):
    """Every die roll of Conquistador!."""

    each = RollSettings
    first = "naval-attrition"
    rules: ExplorationRules

    def catalogue(self) -> list[KnownRoll]:
        return [*rolls(self.language)]
