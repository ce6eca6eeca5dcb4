"""Exercises on movement, discovery and diplomacy (3.0, 4.0, 5.0)."""

from __future__ import annotations

from random import Random

from conquistadors.engine.chance import TableDice
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, build, place
from conquistadors.games.conquest.lessons.questions.scenes import (
    EMPIRE,
    HERE,
    HERO,
    MEN,
    added,
    exercise,
    force,
    rules_of,
    some_units,
)
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from conquistadors.games.conquest.rules.spaces import can_attempt
from conquistadors.odds import table
from conquistadors.teach.exercises import Phrase, Signed, Task

# Movement (3.0) --------------------------------------------------------------------------------------------------


@exercise("march-length", "movement", "number", "3.12", "3.15")
def march_length(dice: Random) -> Task:
    """3.12, 3.15  How far one goes by land."""
    n = rules_of("basic").n
    most = {"known": n.land_discovered, "unknown": n.land_undiscovered, "attack": n.land_before_combat}
    case = dice.choice(["known", "unknown", "attack", "alone"])
    return Task(rules_of("basic"), most.get(case, n.land_alone), {"case": Phrase(f"case.{case}")})


@exercise("march-discover", "movement", "space", "3.12", "4.112")
def march_discover(dice: Random) -> Task:
    """3.12, 3.13, 4.112  Where an expedition can try a discovery in this impulse."""
    rules, units = rules_of("basic"), some_units(dice)
    start = dice.choice(["cempoala", "totonacapan", "panuco"])
    places = {"cempoala": "village", "totonacapan": "town", "panuco": "discovered", start: "village"}
    pos = build(rules=rules, expeditions={HERO: force(units, start)}, places=places, before=f"march {HERO}")
    found = _finds(begin(pos, chance=TableDice(0)))
    return Task(rules, frozenset(found), {"man": HERO, "space": start, "units": units}, position=pos)


def _finds(game: Game[ConquestPosition]) -> set[str]:
    """The spaces where a march that is under way can end with an attempt at discovery."""
    pos = game.position
    if pos.march is None or game.pending is None or game.pending.kind != "march":
        return set()
    found: set[str] = set()
    for option in game.options:
        if option.verb == "go" and option.subject is not None:
            if can_attempt(pos, option.subject):
                found.add(option.subject)
            elif pos.site(option.subject).marker is not None:
                further = game.branch()
                further.play(option)
                found |= _finds(further)
    return found


# Discovery (4.0) -------------------------------------------------------------------------------------------------


@exercise("discovery-odds", "discovery", "chance", "4.11", "4.112")
def discovery_odds(dice: Random) -> Task:
    """4.11, 4.112  The chance to find a place that is worth something."""
    rules = rules_of("basic")
    better = {"town": ("town", "city", "empire"), "city": ("city", "empire")}
    cases = []
    for level in range(len(rules.tables.discovery.columns)):
        for neighbour in ("village", "town", "city"):
            if rules.tables.neighbour_modifier(level, neighbour) is not None:
                odds = table("discovery", level=level, neighbour=neighbour, rules=rules)
                chances = {least: odds.chance(finds.__contains__) for least, finds in better.items()}
                cases += [(level, neighbour, least, some) for least, some in chances.items() if 0 < some < 1]
    level, neighbour, least, chance = dice.choice(cases)
    facts = {"level": level, "neighbour": Phrase(f"place.{neighbour}"), "least": Phrase(f"least.{least}")}
    return Task(rules, chance, facts)


@exercise("ambush-units", "discovery", "number", "4.14")
def ambush_units(dice: Random) -> Task:
    """4.14  How many Indian units an Ambush has, counted in a game where one is played."""
    rules = rules_of("basic")
    level = dice.choice([1, 2, 3, 4])
    world = rules.world
    space, near = next((s, n) for s in world.with_level for n in world.by_land[s] if world.level[s] == level)
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(3), space)},
        places={near: "city"},
        hands={"blue": ["indian-ambush"]},
        before=f"discovery {HERO}",
    )
    game = begin(pos, chance=TableDice(0))
    game.play("play indian-ambush")
    return Task(rules, game.position.site(space).garrison.size, {"level": level, "man": HERO})


# Diplomacy (5.0) -------------------------------------------------------------------------------------------------


@exercise("diplomacy-modifier", "diplomacy", "number", "5.13", "12.26")
def diplomacy_modifier(dice: Random) -> Task:
    """5.13, 12.26  What is added to a Diplomacy roll."""
    rules, man = rules_of("basic"), dice.choice(MEN)
    case = dice.choice(["hostile-city", "hostile-town", "hostile-imperial", "allied-city", "allied-imperial"])
    state, _, marker = case.rpartition("-")
    city = place(
        marker,
        hostile=state == "hostile",
        ally="blue" if state == "allied" else None,
        empire=EMPIRE if marker == "imperial" else None,
    )
    pos = build(rules=rules, expeditions={man: force(Units(3))}, places={HERE: city}, before=f"negotiate {man}")
    facts = {"man": man, "rating": Signed(rules.men[man].diplomacy), "place": Phrase(f"place.{case}")}
    return Task(rules, added(pos, "diplomacy"), facts)
