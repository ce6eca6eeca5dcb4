"""Exercises on combat and plunder (6.0, 7.0)."""

from __future__ import annotations

from random import Random

from conquistadors.games.conquest.builder import build, place
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
from conquistadors.games.conquest.rules.combat import value
from conquistadors.games.conquest.rules.plunder import forbids_plunder
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from conquistadors.odds import table
from conquistadors.teach.exercises import Phrase, Signed, Task

# Combat (6.0) ----------------------------------------------------------------------------------------------------


def _before_battle(man: str, units: Units, hits: int = 0) -> ConquestPosition:
    return build(
        rules=rules_of("basic"),
        expeditions={man: force(units, hits=hits)},
        places={HERE: place("city", hostile=True, units=[10])},
        before=f"battle {man} indians",
    )


@exercise("combat-value", "combat", "number", "6.221")
def combat_value(dice: Random) -> Task:
    """6.221  The combat value of a Spanish force."""
    units = some_units(dice)
    return Task(rules_of("basic"), value(_before_battle(HERO, units), "attacker"), {"man": HERO, "units": units})


@exercise("combat-modifier", "combat", "number", "6.24", "6.23", "6.241")
def combat_modifier(dice: Random) -> Task:
    """6.23, 6.24, 6.241  What is added to a Spanish combat roll."""
    rules, man = rules_of("basic"), dice.choice(MEN)
    units, hits = Units(4, 2, dice.randint(0, 2)), dice.randint(1, 4)
    facts = {"man": man, "rating": Signed(rules.men[man].combat), "units": units, "hits": hits}
    return Task(rules, added(_before_battle(man, units, hits), "combat-spanish"), facts)


@exercise("leader-fate", "combat", "chance", "6.4", "6.41", "6.42", "6.43")
def leader_fate(dice: Random) -> Task:
    """6.41-6.43  What the casualty check does to a leader, with and without Mano de Dios."""
    fate, mano = dice.choice([("dead", "never"), ("wounded", "never"), ("unhurt", "never"), ("dead", "after")])
    rules = rules_of("basic")
    goal = {"unhurt", "wounded"} if mano == "after" else None
    odds = table("leader-casualty", mano=mano, goal=goal, rules=rules)
    return Task(rules, odds[fate], {"fate": Phrase(f"fate.{fate}"), "mano": Phrase(f"mano.{mano}")})


@exercise("retreat-gold", "combat", "number", "6.53")
def retreat_gold(dice: Random) -> Task:
    """6.53  What a retreat leaves of the gold."""
    gold = dice.randrange(5, 30, 2)
    return Task(rules_of("basic"), gold // rules_of("basic").n.gold_kept_in_retreat, {"man": HERO, "gold": gold})


# Plunder (7.0) ---------------------------------------------------------------------------------------------------


@exercise("plunder-modifier", "plunder", "number", "7.22")
def plunder_modifier(dice: Random) -> Task:
    """7.22  What is added to a Plunder Gold roll."""
    rules, attempts, king = rules_of("basic"), dice.randint(1, 3), dice.random() < 0.5
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(4), kings=[EMPIRE] if king else [])},
        places={HERE: place("imperial", hostile=True, empire=EMPIRE, attempts=attempts)},
        before=f"plunder {HERO}",
    )
    facts = {"man": HERO, "attempts": attempts, "king": Phrase(f"king.{'held' if king else 'free'}")}
    return Task(rules, added(pos, "plunder-gold"), facts)


@exercise("plunder-where", "plunder", "choose", "7.12", "7.24")
def plunder_where(dice: Random) -> Task:
    """7.12, 7.13, 7.24  What can be plundered at all."""
    fair = {"town": place("town"), "city": place("city"), "hostile-city": place("city", hostile=True)}
    offered = [
        dice.choice(list(fair.items())),
        ("village", place("village")),
        ("out", place("city", hostile=True, out=True)),
        ("discovered", place("discovered")),
    ]
    dice.shuffle(offered)
    rules = rules_of("basic")
    allowed = []
    for name, there in offered:
        pos = build(rules=rules, expeditions={HERO: force(Units(3, 1))}, places={HERE: there})
        if forbids_plunder(pos, HERO) is None:
            allowed.append(name)
    (answer,) = allowed
    return Task(rules, answer, {"man": HERO}, tuple(name for name, _ in offered))
