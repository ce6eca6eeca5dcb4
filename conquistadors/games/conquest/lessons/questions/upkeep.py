"""Exercises on food and morale (8.0, 9.0)."""

from __future__ import annotations

from random import Random

from conquistadors.games.conquest.builder import build, place
from conquistadors.games.conquest.lessons.questions.scenes import HERE, HERO, MEN, added, exercise, force, rules_of
from conquistadors.games.conquest.rules.expeditions import food_limit
from conquistadors.games.conquest.rules.position import Units
from conquistadors.games.conquest.rules.subsistence import needs_food
from conquistadors.teach.exercises import Phrase, Signed, Task

# Food and morale (8.0, 9.0) --------------------------------------------------------------------------------------


@exercise("food-need", "food", "choose", "8.11")
def food_need(dice: Random) -> Task:
    """8.11  Who has to eat in the Subsistence Phase."""
    spaces = {"haven": "panama", "sea": "bay-of-campeche", "ally": "totonacapan", "inland": "utatlan"}
    men = list(MEN[: len(spaces)])
    dice.shuffle(men)
    stand = dict(zip(spaces, men, strict=True))
    pos = build(
        rules=rules_of("basic"),
        expeditions={man: force(Units(2), spaces[where]) for where, man in stand.items()},
        places={HERE: place("city", ally="red", units=[10, 20])},
        before="subsistence",
    )
    (hungry,) = [man for man in men if needs_food(pos, man) is None]
    return Task(pos.rules, hungry, {**stand, "city": HERE}, tuple(sorted(men)))


@exercise("food-limit", "food", "number", "8.131")
def food_carried(dice: Random) -> Task:
    """8.131  How much food an expedition carries."""
    units, bearers = Units(dice.randint(1, 6), dice.randint(1, 3)), dice.randint(0, 1)
    pos = build(rules=rules_of("basic"), expeditions={HERO: force(units, assets=["bearer"] * bearers)})
    facts = {"man": HERO, "units": units, "bearer": Phrase(f"bearer.{'with' if bearers else 'without'}")}
    return Task(pos.rules, food_limit(pos, HERO, hidden=True), {**facts, "more": pos.rules.bearer_food})


@exercise("fifth-hit", "morale", "choose", "9.14")
def fifth_hit(dice: Random) -> Task:
    """9.14, C6  What becomes of a fifth hit. The answer is the clause itself."""
    costs = {"hunger": "unit-index", "desert": "unit-index", "rally": "unit", "retreat": "unit"}
    case, answer = dice.choice(list(costs.items()))
    choices = ["unit-index", "unit", "nothing", "gold"]
    dice.shuffle(choices)
    return Task(rules_of("basic"), answer, {"man": HERO, "case": Phrase(f"case.{case}")}, tuple(choices))


@exercise("rally-modifier", "morale", "number", "9.23")
def rally_modifier(dice: Random) -> Task:
    """9.23  What is added to a Rally roll."""
    rules, man = rules_of("basic"), dice.choice(MEN)
    feeds, fever = dice.choice([(True, True), (True, False), (False, True)])
    pos = build(
        rules=rules,
        expeditions={man: force(Units(4), "cempoala", food=2, hits=3)},
        places={"cempoala": "mosquito" if fever else "discovered"},
        before=f"rally {man}",
    )
    answers = (f"spend-food {man}",) if feeds else ()
    facts = {
        "man": man,
        "rating": Signed(rules.men[man].rally),
        "place": Phrase(f"place.{'fever' if fever else 'plain'}"),
        "food": Phrase(f"food.{'spent' if feeds else 'kept'}"),
    }
    return Task(rules, added(pos, "rally", *answers), facts)
