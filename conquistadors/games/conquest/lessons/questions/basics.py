"""Exercises on map and pieces, gold by diplomacy, warrants, Indians, empires and cities (1.0, 5.0, 11.0 to 13.0)."""

from __future__ import annotations

from random import Random

from conquistadors.engine.events import Rolled
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.lessons.questions.scenes import EMPIRE, HERE, HERO, MEN, exercise, force, rules_of
from conquistadors.games.conquest.lessons.worked import A_GIFT
from conquistadors.games.conquest.rules.expeditions import cards_with_room
from conquistadors.games.conquest.rules.governor import next_warrant
from conquistadors.games.conquest.rules.indians import empire_spaces, units_for
from conquistadors.games.conquest.rules.position import Units
from conquistadors.games.conquest.rules.victory import city_points
from conquistadors.teach.exercises import Phrase, Task
from conquistadors.teach.worked import Told

# The map and the pieces (1.0) ------------------------------------------------------------------------------------


@exercise("level-find", "map", "choose", "1.13", "1.141", "1.142", "1.145")
def level_find(dice: Random) -> Task:
    """1.13-1.145  The one space of some in which people can be found."""
    rules = rules_of("basic")
    kinds = [("sea",), ("desert", "rain-forest"), ("cuba", "panama"), ("level",)]
    spaces = [dice.choice([s.id for s in rules.world.spaces.values() if s.kind in kind]) for kind in kinds]
    (answer,) = [space for space in spaces if rules.world.level[space] is not None]
    dice.shuffle(spaces)
    return Task(rules, answer, {}, tuple(spaces))


@exercise("expedition-size", "map", "number", "1.43", "1.42")
def expedition_size(dice: Random) -> Task:
    """1.42, 1.43  How many Spanish units fit into an expedition."""
    others = MEN[1 : 1 + dice.randint(0, 3)]
    pos = build(rules=rules_of("basic"), expeditions={HERO: force(Units(1), companions=dict.fromkeys(others, ""))})
    room = sum(free for _, free in cards_with_room(pos, HERO))
    return Task(pos.rules, room + pos.units(HERO).size, {"man": HERO, "companions": len(others)})


# Gold by diplomacy (5.0) -----------------------------------------------------------------------------------------


@exercise("gold-roll", "diplomacy", "number", "5.161", "5.16")
def gold_roll(dice: Random) -> Task:
    """5.16, 5.161  What earlier rolls and a king change in a roll for gold by diplomacy."""
    rules, rolls, king = rules_of("basic"), dice.randint(1, 3), dice.random() < 0.5
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(4), kings=[EMPIRE] if king else [])},
        places={HERE: place("imperial", empire=EMPIRE, gold_rolls=rolls)},
    )
    game = begin(pos, chance=Told(A_GIFT, 1))
    for each in (f"activate {HERO}", "negotiate", "gold"):
        game.play(each)
    rolled = [line.event for line in game.log if isinstance(line.event, Rolled)][-1]
    facts = {"man": HERO, "rolls": rolls, "king": Phrase(f"king.{'held' if king else 'free'}")}
    return Task(rules, rolled.total - rolled.natural, facts)


# Warrants (11.0) -------------------------------------------------------------------------------------------------


@exercise("warrant-turn", "governor", "number", "11.26")
def warrant_turn(dice: Random) -> Task:
    """11.26  When a player can be wanted again."""
    turn = dice.randint(2, 9)
    pos = build(rules=rules_of("basic"), expeditions={HERO: force(Units(4))}, turn=turn)
    pos.edit_faction("red", lifted=turn)
    return Task(pos.rules, next_warrant(pos, "red"), {"turn": turn})


# Indians and empires (12.0) --------------------------------------------------------------------------------------


@exercise("indian-units", "indians", "number", "12.34", "12.32", "7.131")
def indian_units(dice: Random) -> Task:
    """12.34  How many Indian units are drawn when a neutral place is plundered."""
    marker = dice.choice(["town", "city", "imperial", "capital"])
    empire = EMPIRE if marker in ("imperial", "capital") else None
    pos = build(rules=rules_of("basic"), places={HERE: place(marker, empire=empire)})
    return Task(pos.rules, units_for(pos, pos.site(HERE)), {"man": HERO, "place": Phrase(f"place.{marker}")})


@exercise("empire-next", "indians", "space", "12.23")
def empire_next(dice: Random) -> Task:
    """12.23  Where the second city of an empire comes to stand."""
    rules = rules_of("basic")
    first, taken = dice.choice([("texcoco", "tlaxcala"), ("texcoco", "tenochtitlan"), ("zaculeu", "iximche")])
    pos = build(
        rules=rules,
        expeditions={HERO: expedition("red", first, "3 foot")},
        places={first: "city", taken: place("city", ally="blue")},
    )
    facts = {"man": HERO, "first": first, "taken": taken}
    return Task(rules, frozenset(empire_spaces(pos, [first])), facts, position=pos)


# Victory (13.0) --------------------------------------------------------------------------------------------------


@exercise("city-points", "victory", "choose", "13.221", "13.22")
def city_points_of(dice: Random) -> Task:
    """13.22, 13.221  Which of some cities counts for a player whose men stand in all of them."""
    worth = {"allied-city": place("city", ally="red"), "held-imperial": place("imperial", empire=EMPIRE, hostile=True)}
    offered = [
        dice.choice(list(worth.items())),
        ("held-city", place("city", hostile=True)),
        ("held-town", place("town", hostile=True)),
        ("defended-imperial", place("imperial", empire=EMPIRE, hostile=True, units=[20])),
    ]
    dice.shuffle(offered)
    rules = rules_of("basic")
    counts = []
    for name, there in offered:
        pos = build(rules=rules, expeditions={HERO: force(Units(4))}, places={HERE: there})
        if city_points(pos, "red"):
            counts.append(name)
    (answer,) = counts
    return Task(rules, answer, {}, tuple(name for name, _ in offered))
