"""Exercises on what is easily overlooked: each answer is found by playing the case."""

from __future__ import annotations

from random import Random

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.requests import PASS
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.lessons.questions.scenes import HERE, HERO, MEN, added, exercise, force, rules_of
from conquistadors.games.conquest.lessons.worked import found
from conquistadors.games.conquest.rules.cards.enemy import VICTIM
from conquistadors.games.conquest.rules.events import NoAttempt
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from conquistadors.games.conquest.rules.scenarios import forbids_settlement
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.teach.exercises import Phrase, Task
from conquistadors.teach.worked import Told


def shuffled(dice: Random, *choices: str) -> tuple[str, ...]:
    return tuple(dice.sample(choices, len(choices)))


def is_allowed(game: Game[ConquestPosition], answer: str) -> bool:
    return any(option.id == answer for option in game.options)


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


# Combat (6.0) -----------------------------------------------------------------------------------------------------


@exercise("combat-card-lasts", "combat", "choose", "6.25")
def combat_card_lasts(dice: Random) -> Task:
    """6.25  How long a combat card is in force, unless it says otherwise."""
    rules = rules_of("basic")
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(6, 2))},
        places={HERE: place("city", hostile=True, units=[40, 30, 30])},
        hands={"blue": ["bolas"]},
        before=f"battle {HERO} indians",
    )
    game = begin(pos, seed=1)
    game.play("play bolas")
    while game.position.battle is not None and game.position.battle.round < 2:
        game.play(PASS if PASS in game.options else game.options[0])
    battle = game.position.battle
    answer = "battle" if battle is not None and "bolas" in battle.cards else "round"
    return Task(rules, answer, {"card": "bolas"}, shuffled(dice, "battle", "round", "impulse", "turn"))


@exercise("wounded-command", "combat", "choose", "6.41")
def wounded_command(dice: Random) -> Task:
    """6.41  What the expedition of a wounded conquistador may do."""
    rules = rules_of("basic")
    plan = force(Units(4), companions={"alvarado": "2 foot"}, wounded=[HERO])
    game = begin(build(rules=rules, expeditions={HERO: plan}, places={HERE: "city"}))
    himself = is_allowed(game, f"activate {HERO}")
    for each in (f"reorganise {HERE}", "lead alvarado", f"join {HERO} alvarado"):
        game.play(each)
    while game.pending is not None and game.pending.kind != "impulse":
        game.play(game.options[-1])
    other = is_allowed(game, "activate alvarado")
    answer = "himself" if himself else "other" if other else "nobody"
    facts = {"man": HERO, "second": "alvarado"}
    return Task(rules, answer, facts, shuffled(dice, "himself", "other", "nobody", "home"))


# Gold and gifts (10.0, 11.0) --------------------------------------------------------------------------------------


@exercise("gold-split", "governor", "choose", "10.13", "1.43")
def gold_split(dice: Random) -> Task:
    """G-10.13b  With whom the gold goes when an expedition splits."""
    rules, kept = rules_of("basic"), dice.choice([1, 4])
    plan = force(Units(5), companions={"alvarado": ""}, gold=12)
    game = begin(build(rules=rules, expeditions={HERO: plan}, places={HERE: "city"}))
    for each in (f"reorganise {HERE}", "lead alvarado", f"lead {HERO}", f"amount {5 - kept}"):
        game.play(each)
    rich = [man for man, each in game.position.expeditions.items() if each.gold]
    answer = rich[0] if len(rich) == 1 else "half"
    facts = {"man": HERO, "second": "alvarado", "kept": kept, "gone": 5 - kept}
    return Task(rules, answer, facts, shuffled(dice, HERO, "alvarado", "half", "lost"))


@exercise("gift-several", "governor", "number", "11.31")
def gift_several(dice: Random) -> Task:
    """11.31  Several expeditions pay for one gift together."""
    rules, first, second = rules_of("basic"), dice.randint(2, 7), dice.randint(2, 7)
    men = {HERO: force(Units(3), gold=first), "de-leon": expedition("red", "cempoala", "2 foot", gold=second)}
    pos = build(rules=rules, expeditions=men, places={HERE: "city", "cempoala": "village"}, index={"red": -1})
    more = added(pos, "gift", "gift", f"amount {first}", f"amount {second}")
    return Task(rules, more, {"man": HERO, "second": "de-leon", "gold": first, "other": second})


# Set-up (14.0) ----------------------------------------------------------------------------------------------------


@exercise("second-village", "map", "choose", "14.23")
def second_village(dice: Random) -> Task:
    """14.23  Where the second village of the set-up may stand."""
    rules = rules_of("basic")
    pos = build(rules=rules, places={"cempoala": "village"})
    pos.edit_faction("red", settlements=("cempoala",))
    coast = dice.choice(["trujillo", "champoton", "nicoya"])
    spaces = [coast, "ahuilizapan", "oxitipa", "tlaxcala"]
    (answer,) = [space for space in spaces if forbids_settlement(pos, "red", "village", space) is None]
    return Task(rules, answer, {"first": "cempoala"}, shuffled(dice, *spaces))


# The Standard Game ------------------------------------------------------------------------------------------------


@exercise("legend-near", "events", "number", "19.21")
def legend_near(dice: Random) -> Task:  # noqa: ARG001  # the same for every reader
    """19.21  How far a new legend is from every expedition."""
    rules = rules_of("standard")
    return Task(rules, rules.n.legend_distance, {})


@exercise("rally-paid", "morale", "choose", "9.23", "18.6")
def rally_paid(dice: Random) -> Task:
    """9.23  How long a division of gold makes a rally easier."""
    rules = rules_of("standard")
    plan = force(Units(4), gold=20, hits=2)
    pos = build(rules=rules, expeditions={HERO: plan}, places={HERE: "city"})
    paid = ("share-out tlaxcala", "amount 20")
    rally = (f"activate {HERO}", "rally")
    plain, now = added(pos, "rally", *rally), added(pos, "rally", *paid, *rally)
    later = added(pos, "rally", *paid, "done", "done", *rally)
    answer = "turn" if later > plain else "impulse" if now > plain else "never"
    return Task(rules, answer, {"man": HERO}, shuffled(dice, "impulse", "turn", "game", "never"))


# The Solitaire Game -----------------------------------------------------------------------------------------------


@exercise("solitaire-men", "solitaire", "number", "23.13", "23.12")
def solitaire_men(dice: Random) -> Task:  # noqa: ARG001  # the same for every reader
    """23.12, 23.13  How many of the conquistadors of a map wait in the Action deck."""
    rules = rules_of("solitaire")
    assert isinstance(rules, SolitaireGame)
    return Task(rules, len(rules.company) - rules.n.solitaire_conquistadors, {})


@exercise("solitaire-victim", "solitaire", "choose", "23.31")
def solitaire_victim(dice: Random) -> Task:
    """23.31  Who can be the victim of an Assassination in the Solitaire Game."""
    rules = rules_of("solitaire")
    spaces = dict(zip(MEN, ("santiago-de-cuba", "bay-of-campeche", "cempoala", "tlaxcala"), strict=False))
    pos = build(rules=rules, expeditions={man: expedition("red", space, "1 foot") for man, space in spaces.items()})
    (answer,) = [man for man in spaces if VICTIM.forbids(pos, "red", man) is None]
    facts = {f"man{n}": man for n, man in enumerate(spaces)} | {f"space{n}": at for n, at in enumerate(spaces.values())}
    return Task(rules, answer, facts, shuffled(dice, *spaces))


@exercise("solitaire-attacks", "solitaire", "choose", "23.22")
def solitaire_attacks(dice: Random) -> Task:
    """23.22  When hostile Indians attack in the Solitaire Game: no answer of the player sends them."""
    rules = rules_of("solitaire")
    there = {HERE: place("city", hostile=True, units=[30, 20])}
    game = begin(build(rules=rules, expeditions={HERO: force(Units(4))}, places=there))
    sent = any(option.verb == "incite" for option in game.options)
    answer = "impulse" if sent or game.position.battle is not None else "card"
    return Task(rules, answer, {"man": HERO}, shuffled(dice, "card", "impulse", "enter", "turn"))


@exercise("solitaire-warrant", "solitaire", "number", "23.31")
def solitaire_warrant(dice: Random) -> Task:
    """23.31  What an Arrest Warrant leaves of a lone player's points."""
    rules, points, thrown = rules_of("solitaire"), dice.randint(2, 9), dice.randint(4, 11)
    plan = {HERO: force(Units(4))}
    pos = build(
        rules=rules,
        expeditions=plan,
        places={HERE: "town"},
        points={"red": points},
        index={"red": -1},
        before="enemy-action",
    )
    game = begin(pos, chance=Told(("enemy", "arrest-warrant"), ("arrest-in-solitaire", thrown)))
    return Task(rules, game.position.factions["red"].permanent, {"points": points, "thrown": thrown})


@exercise("horse-round", "combat", "number", "17.12", "17.11")
def horse_round(dice: Random) -> Task:
    """17.12  How many full rounds an expedition of horse alone fights after its horse round before it may retreat."""
    rules, horse = rules_of("standard"), dice.randint(4, 6)
    pos = build(
        rules=rules,
        expeditions={HERO: force(Units(0, horse))},
        places={HERE: place("city", hostile=True, units=[48, 40, 40, 30, 30]), "totonacapan": "town"},
        before=f"battle {HERO} indians",
    )
    game = begin(pos, seed=1)
    game.play("charge")
    while not any(option.verb == "retreat" for option in game.options):
        game.play(PASS if PASS in game.options else game.options[0])
    assert game.position.battle is not None
    return Task(rules, game.position.battle.round, {"man": HERO, "units": Units(0, horse)})
