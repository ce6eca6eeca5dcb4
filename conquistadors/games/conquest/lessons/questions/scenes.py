"""The scenes that exercises are played in: an expedition in the highlands, and the game asked for what it adds."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

from conquistadors.engine.chance import TableDice
from conquistadors.engine.requests import PASS, Chance
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import LANGUAGES, Texts
from conquistadors.games import rules_for
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, expedition
from conquistadors.games.conquest.rules.position import KINDS, ConquestPosition, Units
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.teach.exercises import Course, Names

HERO: Final = "cortes"
HERE: Final = "tlaxcala"
EMPIRE: Final = "mexica"
MEN: Final = ("cortes", "alvarado", "de-leon", "sandoval", "ordaz")


def spaces_of(rules: Rules[Any]) -> Names:
    """The spaces of the maps in play."""
    assert isinstance(rules, ConquestRules)
    spaces = rules.world.spaces
    return {space: {each: spaces[space].name[each] for each in LANGUAGES} for space in spaces}


def in_words(fact: object, words: Texts, game: Texts) -> str | None:
    """Units, kind by kind: "3 foot, 1 horse"."""
    if not isinstance(fact, Units):
        return None
    counts = [(kind, fact.of(kind)) for kind in KINDS if fact.of(kind)]
    parts = [words.say(f"units.{kind}.{'one' if n == 1 else 'many'}", {"count": n}) for kind, n in counts]
    return words.say("units.last").join(filter(None, (game.say("list.comma").join(parts[:-1]), parts[-1])))


COURSE: Final = Course("conquest", "conquest/teach", spaces_of, in_words)
exercise = COURSE.exercise


@cache
def rules_of(scenario: str) -> ConquestRules:
    """The game that an exercise is about, on the North map: the Solitaire Game has one player, the others two."""
    seats = {} if scenario == "solitaire" else {"seats": 2}
    rules = rules_for(scenario, {"map": "north", **seats})
    assert isinstance(rules, ConquestRules)
    return rules


def force(units: Units, space: str = HERE, **more: Any) -> ExpeditionPlan:
    """An expedition of red with these units."""
    listed = ", ".join(f"{units.of(kind)} {kind}" for kind in ("foot", "horse", "cannon") if units.of(kind))
    return expedition("red", space, listed, **more)


def some_units(dice: Random) -> Units:
    return Units(dice.randint(2, 6), dice.randint(1, 3), dice.randint(0, 1))


def added(pos: ConquestPosition, roll: str, *answers: str) -> int:
    """What the rules add to the dice of a roll, asked from the game itself: it is played up to the roll."""
    game = begin(pos, chance=TableDice(0))
    wanted = list(answers)
    while not (isinstance(game.pending, Chance) and game.pending.kind == roll):
        if isinstance(game.pending, Chance):
            game.play(str(game.options[0].subject))
        else:
            game.play(wanted.pop(0) if wanted else PASS if PASS in game.options else game.options[0])
    return game.pending.added
