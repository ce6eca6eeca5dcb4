"""Exercises on what is easily overlooked: each answer is found by playing the case."""

from __future__ import annotations

from random import Random

from conquistadors.engine.events import Rolled
from conquistadors.games.conquest.builder import begin, build, expedition
from conquistadors.games.conquest.lessons.questions.scenes import HERO, exercise, rules_of
from conquistadors.games.conquest.lessons.worked import found
from conquistadors.games.conquest.rules.events import NoAttempt
from conquistadors.teach.exercises import Phrase, Task
from conquistadors.teach.worked import Told


def shuffled(dice: Random, *choices: str) -> tuple[str, ...]:
    return tuple(dice.sample(choices, len(choices)))


# Map and pieces (1.0) ---------------------------------------------------------------------------------------------


@exercise("regroup-when", "map", "choose", "1.43")
def regroup_when(dice: Random) -> Task:
    """1.43  When expeditions of one player may combine, split and exchange units."""
    rules = rules_of("basic")
    there = {"land": "cempoala", "sea": "bay-of-campeche", "march": "cempoala", "other": "cempoala"}
    allowed = []
    for case, space in there.items():
        men = {man: expedition("red", space, "2 foot") for man in (HERO, "alvarado")}
        known = {"cempoala": "village", "totonacapan": "town"}
        game = begin(build(rules=rules, expeditions=men, places=known, active="blue" if case == "other" else "red"))
        if case == "march":
            for each in (f"activate {HERO}", "march"):
                game.play(each)
        if any(option.verb == "reorganise" for option in game.options):
            allowed.append(case)
    (answer,) = allowed
    return Task(rules, answer, {}, shuffled(dice, *there))


# Cards (2.1) ------------------------------------------------------------------------------------------------------


@exercise("card-when", "cards", "choose", "2.11", "2.12", "2.13", "2.14")
def card_when(dice: Random) -> Task:
    """2.11  When a Strategy card is played: its kind says it."""
    rules = rules_of("basic")
    card = dice.choice(["indian-ambush", "city-has-new-chief", "painted-warriors", "stormy-weather", "rediscovery"])
    return Task(rules, rules.cards[card].type, {"card": card}, shuffled(dice, "action", "combat", "reaction", "end"))


# Discovery (4.0) --------------------------------------------------------------------------------------------------


@exercise("x-space", "discovery", "choose", "4.112")
def x_space(dice: Random) -> Task:
    """4.112  What happens in a space where the chart of neighbours says X."""
    rules = rules_of("basic")
    home, marker, goal = dice.choice(
        [
            ("cempoala", "discovered", "ahuilizapan"),
            ("ahuilizapan", "village", "tepeaca"),
            ("ahuilizapan", "village", "tlaxcala"),
        ]
    )
    game = begin(build(rules=rules, expeditions={HERO: expedition("red", home, "3 foot")}, places={home: marker}))
    for each in (f"activate {HERO}", "march", f"go {goal}"):
        game.play(each)
    stopped = game.position.march is None and game.position.site(goal).marker is None
    quiet = any(isinstance(line.event, NoAttempt) for line in game.log)
    answer = "stops" if stopped and quiet else "rolls"
    facts = {"man": HERO, "level": rules.world.level[goal], "neighbour": Phrase(f"place.{marker}")}
    return Task(rules, answer, facts, shuffled(dice, "stops", "rolls", "barred", "marked"))


@exercise("ambush-cancelled", "discovery", "choose", "4.141")
def ambush_cancelled(dice: Random) -> Task:
    """4.141  What is left of an Ambush that a helper has cancelled."""
    rules = rules_of("basic")
    pos = build(
        rules=rules,
        expeditions={HERO: expedition("red", "ahuilizapan", "3 foot", assets=["indian-scouts"])},
        places={"ahuilizapan": "town"},
        hands={"blue": ["indian-ambush"]},
    )
    game = begin(pos, chance=Told(found("city")))
    for each in (f"activate {HERO}", "march", "go tepeaca", "play indian-ambush", "use indian-scouts"):
        game.play(each)
    (rolled,) = [line.event for line in game.log if isinstance(line.event, Rolled)]
    bonus = any(modifier.name == "ambush" for modifier in rolled.modifiers)
    hostile = game.position.site("tepeaca").hostile
    answer = f"{'plus' if bonus else 'plain'}-{'hostile' if hostile else 'neutral'}"
    choices = ("plus-neutral", "plus-hostile", "plain-neutral", "plain-hostile")
    facts = {"man": HERO, "ambush": "indian-ambush", "scouts": "indian-scouts"}
    return Task(rules, answer, facts, shuffled(dice, *choices))
