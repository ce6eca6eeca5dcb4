"""Exercises on the Standard Game (15.0-22.0), on cards of the Solitaire Game (23.3), and on chance itself."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random
from typing import Final

from conquistadors.engine.chance import Script, TableDice
from conquistadors.games import rules_for
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
from conquistadors.games.conquest.rules.division import least_gold
from conquistadors.games.conquest.rules.events import LaidOpen, Unused
from conquistadors.games.conquest.rules.position import Units
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.victory import favour_points, total_points
from conquistadors.odds import table
from conquistadors.teach.exercises import Phrase, Signed, Task

# Recruiting and debt (15.0, 16.0) --------------------------------------------------------------------------------


@exercise("recruit-foot", "recruiting", "number", "15.13", "15.12", "1.42")
def recruit_foot(dice: Random) -> Task:
    """15.12, 15.13  What a loan and the prices leave for foot: a purchase is played, and the last question counted."""
    rules, man = rules_of("standard"), dice.choice(MEN)
    pos = build(rules=rules, expeditions={man: force(Units(), "panama")}, before=f"outfit:{man}")
    game = begin(pos, chance=Script(("funds", dice.randint(1, 6))))
    funds = game.position.factions["red"].pesos
    bought = Units(0, dice.randint(1, 3), dice.randint(0, 1))
    game.play(f"amount {funds}")  # the loan
    for kind in ("horse", "cannon"):
        if bought.of(kind):
            game.play(f"recruit {kind}")
            game.play(f"amount {bought.of(kind)}")
    game.play("recruit foot")
    return Task(rules, len(game.options), {"man": man, "funds": funds, "units": bought})


@exercise("debt-points", "victory", "number", "16.24", "13.24")
def net_of_debt(dice: Random) -> Task:
    """16.24, 13.24  The net total of a player in debt."""
    rules = rules_of("standard")
    points, debt, pesos, index = dice.randint(30, 80), dice.randint(3, 12), dice.randint(1, 9), dice.choice([-1, 1, 2])
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(4))},
        points={"red": points},
        index={"red": index},
        pesos={"red": pesos},
        debt={"red": debt},
    )
    facts = {"points": points, "debt": debt, "pesos": pesos, "favour": Signed(favour_points(pos, "red"))}
    return Task(rules, total_points(pos, "red"), facts)


@exercise("creditors", "recruiting", "number", "16.25")
def creditors(dice: Random) -> Task:
    """16.25  What the creditors leave: the card is played."""
    rules, points, pesos = rules_of("standard"), dice.randint(4, 20), dice.randint(1, 6)
    debt = pesos + dice.randint(2, 12)
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(4))},
        hands={"red": ["creditors-demand-payment"]},
        points={"blue": points},
        pesos={"blue": pesos},
        debt={"blue": debt},
    )
    game = begin(pos, chance=TableDice(0))
    game.play("play creditors-demand-payment")
    facts = {"points": points, "pesos": pesos, "debt": debt}
    return Task(rules, game.position.factions["blue"].permanent, facts)


# Horse (17.0) ----------------------------------------------------------------------------------------------------


@exercise("charge-modifier", "combat", "number", "17.11", "6.24")
def charge_modifier(dice: Random) -> Task:
    """17.11  What is added to the roll of a round of horse alone."""
    rules, man = rules_of("standard"), dice.choice(MEN)
    units = Units(dice.randint(2, 4), dice.randint(2, 3), dice.randint(1, 2))
    city = place("city", hostile=True, units=[30, 20])
    pos = build(rules=rules, expeditions={man: force(units)}, places={HERE: city}, before=f"battle {man} indians")
    facts = {"man": man, "rating": Signed(rules.men[man].combat), "units": units}
    return Task(rules, added(pos, "combat-spanish", "charge"), facts)


@exercise("shock-odds", "combat", "chance", "17.22")
def shock_odds(dice: Random) -> Task:
    """17.22  The chance of a Sudden Shock Attack."""
    mano = dice.choice(["never", "after"])
    rules = rules_of("standard")
    odds = table("sudden-shock", mano=mano, goal="succeeds" if mano == "after" else None, rules=rules)
    return Task(rules, odds["succeeds"], {"mano": Phrase(f"mano.{mano}")})


@exercise("shock-when", "combat", "choose", "17.21")
def shock_when(dice: Random) -> Task:
    """17.21  Which attack may begin with a Sudden Shock: asked from the game, one after the other."""
    rules = rules_of("standard")
    forces = {
        "both": (Units(3, 2, 1), "imperial"),
        "no-cannon": (Units(4, 3), "imperial"),
        "one-horse": (Units(4, 1, 1), "imperial"),
        "plain-city": (Units(3, 2, 1), "city"),
    }
    may = []
    for case, (units, marker) in forces.items():
        empire = EMPIRE if marker == "imperial" else None
        city = place(marker, hostile=True, units=[30, 20], empire=empire)
        men = {HERO: force(units)}
        pos = build(rules=rules, expeditions=men, places={HERE: city}, before=f"battle {HERO} indians")
        if "shock" in [option.id for option in begin(pos, chance=TableDice(0)).options]:
            may.append(case)
    (answer,) = may
    choices = list(forces)
    dice.shuffle(choices)
    return Task(rules, answer, {"man": HERO}, tuple(choices))


# Division of gold (18.0) -----------------------------------------------------------------------------------------


@exercise("division-least", "victory", "number", "18.6", "18.5")
def division_least(dice: Random) -> Task:
    """18.6  The least gold that can be divided."""
    units, more = some_units(dice), dice.randint(1, 2)
    companions = dict.fromkeys(MEN[1 : 1 + more], "")
    men = {HERO: force(units, gold=60, companions=companions)}
    pos = build(rules=rules_of("standard"), expeditions=men, places={HERE: "village"})
    return Task(pos.rules, least_gold(pos, "red", HERE, 60), {"units": units, "men": (HERO, *companions)})


# Legends, events, malaria (19.0-21.0) ----------------------------------------------------------------------------


@exercise("smallpox-odds", "events", "chance", "20.3")
def smallpox_odds(dice: Random) -> Task:
    """20.3  The chance that some or all units of a city outlive the smallpox."""
    rules = rules_of("standard")
    units, case = dice.randint(2, 3), dice.choice(["all", "some"])
    lives = table("smallpox", rules=rules)["lives"]
    chance = lives**units if case == "all" else 1 - (1 - lives) ** units
    return Task(rules, chance, {"units": units, "case": Phrase(f"case.{case}")})


@exercise("malaria-modifier", "events", "number", "21.2")
def malaria_modifier(dice: Random) -> Task:
    """21.2  What is added to a malaria roll."""
    rules, man = rules_of("standard"), dice.choice(MEN)
    doctor, bark = dice.choice([(True, False), (False, True), (True, True)])
    shown = [card for card, there in (("doctor", doctor), ("medicinal-bark", bark)) if there]
    where = dice.choice(["lacandon", "mosquitia"])
    men = {man: force(Units(4, 1), where, food=1, shown=shown)}
    pos = build(rules=rules, expeditions=men, before=f"malaria:{man}")
    facts = {"man": man, "space": where, "with": Phrase("with." + "-".join(shown))}
    return Task(rules, added(pos, "malaria", *[f"use {card}" for card in shown]), facts)


# The Standard Game (22.0) ----------------------------------------------------------------------------------------


@cache
def _three() -> ConquestRules:
    """The Standard Game of three players."""
    rules = rules_for("standard", {"map": "north", "seats": 3})
    assert isinstance(rules, ConquestRules)
    return rules


@exercise("second-choice", "victory", "choose", "22.31", "22.13")
def second_choice(dice: Random) -> Task:
    """22.31  Who chooses first on turn 2: the game is asked."""
    rules = _three()
    order = dice.choice(list(permutations(rules.seats)))
    pos = build(rules=rules, order=order, turn=2, before="second-choice")
    game = begin(pos, chance=TableDice(0))
    assert game.pending is not None
    names = [f"seat.{seat}" for seat in order]
    facts = dict(zip(("first", "second", "third"), map(Phrase, names), strict=True))
    return Task(rules, game.pending.who, facts, tuple(sorted(rules.seats)))


# The Solitaire Game (23.3) ---------------------------------------------------------------------------------------

DRAWN: Final = ("bolas", "horse-pits", "painted-warriors", "hostile-chiefs", "indian-ambush", "hidden-treasure")
"""Cards of the Reaction deck that may be drawn against a Diplomacy action."""


@exercise("solitaire-card", "solitaire", "choose", "23.33", "23.34")
def solitaire_card(dice: Random) -> Task:
    """23.33, 23.34  What becomes of a drawn card: it is drawn in a game, and its events are read."""
    rules, card = rules_of("solitaire"), dice.choice(DRAWN)
    other = next(title for title in DRAWN if title != card)
    men = {HERO: force(Units(4, 1), "totonacapan")}
    pos = build(rules=rules, expeditions=men, places={"totonacapan": "town"}, before=f"negotiate {HERO}")
    game = begin(pos, chance=Script(card, other, 7, *[1] * 6))
    events = [event for event in game.events_so_far()[0] if getattr(event, "card", None) == card]
    laid = any(isinstance(event, LaidOpen) for event in events)
    unused = any(isinstance(event, Unused) for event in events)
    answer = "face-up" if laid else "discarded" if unused else "applied"
    clause = "23.34" if laid else "23.33"
    choices = ["applied", "face-up", "discarded", "hand"]
    dice.shuffle(choices)
    return Task(rules, answer, {"card": card, "man": HERO}, tuple(choices), clause=clause)


# Chance (2.42, 1.53, 4.11) ---------------------------------------------------------------------------------------


@exercise("turn-goes-on", "luck", "chance", "2.42")
def turn_goes_on(dice: Random) -> Task:
    """2.42  The chance that a turn goes on after a round."""
    rules = rules_of("basic")
    odds = {number: table("end-of-turn", round=number, rules=rules)[False] for number in range(1, 11)}
    number = dice.choice([each for each, chance in odds.items() if 0 < chance < 1])
    return Task(rules, odds[number], {"round": number})


@exercise("two-tries", "luck", "chance", "4.11")
def two_tries(dice: Random) -> Task:
    """4.11  The chance that at least one of two attempts succeeds."""
    rules = rules_of("basic")
    cases = []
    for level, neighbour in ((2, "town"), (3, "town"), (3, "city"), (4, "city")):
        odds = table("discovery", level=level, neighbour=neighbour, rules=rules)
        once = odds.chance(("city", "empire").__contains__)
        if 0 < once < 1:
            cases.append((level, neighbour, once))
    level, neighbour, once = dice.choice(cases)
    facts = {"level": level, "neighbour": Phrase(f"place.{neighbour}")}
    return Task(rules, 1 - (1 - once) ** 2, facts)


@exercise("mano-when", "luck", "choose", "1.53", "11.31")
def mano_when(dice: Random) -> Task:
    """1.53  Whether Mano de Dios helps a gift more before the roll or after it: both are worked out."""
    rules = rules_of("basic")
    cases = []
    for gold in (3, 6, 9, 12, 15):
        steps = (gold - rules.n.gift_least) // rules.n.gift_step
        for least in (1, 2):
            chances = {how: _reached(steps, how, least) for how in ("before", "after")}
            if chances["before"] != chances["after"]:
                cases.append((gold, least, max(chances, key=lambda how: chances[how])))
    gold, least, better = dice.choice(cases)
    return Task(rules, better, {"gold": gold, "least": least}, ("after", "before"))


def _reached(steps: int, mano: str, least: int) -> Fraction:
    """The chance that a gift with so many steps beyond the least moves the index so far, with one Mano de Dios."""

    def enough(boxes: int) -> int:
        return int(boxes >= least)

    odds = table("gift", modifiers=steps, mano=mano, goal=enough, rules=rules_of("basic"))
    return odds.chance(lambda boxes: boxes >= least)
