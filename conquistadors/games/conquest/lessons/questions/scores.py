"""Exercises on the governor, victory, cards, and the Standard and Solitaire Games (11.0, 13.0, 2.1, 18.0, 23.0)."""

from __future__ import annotations

from random import Random
from typing import Final

from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.conquest.builder import build, expedition, place
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
from conquistadors.games.conquest.rules.division import shares
from conquistadors.games.conquest.rules.opposition import enemy_cards, reaction_cards
from conquistadors.games.conquest.rules.position import Units
from conquistadors.games.conquest.rules.victory import favour_points, total_points
from conquistadors.teach.exercises import Phrase, Signed, Task
from conquistadors.teach.reading import plain

# The governor (11.0) and victory (13.0) --------------------------------------------------------------------------


@exercise("gift-modifier", "governor", "number", "11.31")
def gift_modifier(dice: Random) -> Task:
    """11.31  What a gift adds to the roll for the governor's favour."""
    gold = dice.randint(4, 16)
    pos = build(rules=rules_of("basic"), expeditions={HERO: force(Units(4), gold=gold)})
    return Task(pos.rules, added(pos, "gift", "gift", f"amount {gold}"), {"gold": gold})


@exercise("victory-total", "victory", "number", "13.21", "13.22", "13.221", "13.13")
def victory_total(dice: Random) -> Task:
    """13.13, 13.21-13.23  The net total of a player."""
    rules, points, gold = rules_of("basic"), dice.randint(5, 40), dice.randint(3, 12)
    index = dice.choice([-2, -1, 1, 2])
    allies = dice.sample(["cholula", "tepeaca", "tula"], dice.randint(1, 3))
    held = dice.choice(["imperial", "capital"])
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(4, 2), "tenochtitlan", gold=gold)},
        places={
            "tenochtitlan": place(held, hostile=True, empire=EMPIRE),
            "toluca": place("town", hostile=True),
            **{space: place("city", ally="red") for space in allies},
        },
        points={"red": points},
        index={"red": index},
    )
    facts = {
        "points": points,
        "gold": gold,
        "allies": len(allies),
        "held": Phrase(f"held.{held}"),
        "favour": Signed(favour_points(pos, "red")),
    }
    return Task(rules, total_points(pos, "red"), facts)


# Cards (2.1) -----------------------------------------------------------------------------------------------------


@exercise("hand-draw", "cards", "number", "2.15")
def hand_draw(dice: Random) -> Task:
    """2.15  How many cards are drawn as a turn begins."""
    held = dice.randint(3, 8)
    gone = dice.randint(1, held - 1)
    n = rules_of("basic").n
    return Task(rules_of("basic"), n.cards_dealt_to - (held - gone), {"held": held, "gone": gone})


CARDS: Final = {"rediscovery": "4.17", "ultimatum": "9.24", "letter-from-the-crown": "11.23", "indian-ambush": "4.14"}
"""Cards that a clause names, and the clause."""


@exercise("card-name", "cards", "text", *CARDS.values())
def card_name(dice: Random) -> Task:
    """4.17, 9.24, 11.23, 4.14  A card is told by what it does. Its name counts in any language."""
    rules = rules_of("basic")
    card = dice.choice(list(CARDS))
    names = frozenset(plain(rules.cards[card].name[language]) for language in LANGUAGES)
    return Task(rules, names, {"deed": Phrase(f"deed.{card}")}, clause=CARDS[card])


# The Standard Game (18.0) and the Solitaire Game (23.0) ----------------------------------------------------------


@exercise("division", "victory", "number", "18.5", "18.6")
def division(dice: Random) -> Task:
    """18.5  What is left of divided gold."""
    units, gold, more = some_units(dice), dice.randint(18, 40), dice.randint(0, 2)
    companions = dict.fromkeys(MEN[1 : 1 + more], "")
    men = {HERO: force(units, gold=gold, companions=companions)}
    pos = build(rules=rules_of("standard"), expeditions=men, places={HERE: "village"})
    facts = {"gold": gold, "units": units, "men": (HERO, *companions)}
    return Task(pos.rules, shares(pos, "red", HERE, gold).left * pos.rules.n.points_a_gold_divided, facts)


@exercise("solitaire-reactions", "solitaire", "number", "23.32")
def solitaire_reactions(dice: Random) -> Task:
    """23.32  How many cards of the Reaction deck answer an action."""
    rules = rules_of("solitaire")
    level = dice.choice([1, 2, 3, 4])
    space = next(space for space in rules.world.with_level if rules.world.level[space] == level)
    pos = build(rules=rules, expeditions={HERO: expedition(rules.seats[0], space, "3 foot")}, places={space: "town"})
    action = dice.choice(["plunder", "diplomacy"])
    facts = {"space": space, "level": level, "action": Phrase(f"action.{action}"), "man": HERO}
    return Task(rules, reaction_cards(pos, space), facts)


@exercise("solitaire-enemy", "solitaire", "number", "23.22")
def solitaire_enemy(dice: Random) -> Task:
    """23.22  How many Enemy Action cards begin an impulse."""
    rules = rules_of("solitaire")
    case: str = dice.choice(["villages", "town", "city", "nothing"])
    laid: dict[str, dict[str, str]] = {
        "villages": {"cempoala": "village", "panuco": "village"},
        "town": {"cempoala": "village", "panuco": "discovered", "totonacapan": "town"},
        "city": {"cempoala": "village", "totonacapan": "town", HERE: "city"},
        "nothing": {"cempoala": "mosquito", "panuco": "discovered"},
    }
    men = {HERO: expedition(rules.seats[0], "cempoala", "3 foot")}
    pos = build(rules=rules, expeditions=men, places=dict(laid[case]))
    return Task(rules, enemy_cards(pos), {"case": Phrase(f"case.{case}")})
