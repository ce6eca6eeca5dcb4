"""The positions of the course that are played for a goal: `cq.goal("home-safe")`. Any way to it counts.

Each has the predicate that the rules' own position and log answer; most do not hang on the dice at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conquistadors.engine.events import Drew, Event, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import PlacePlan, begin, build, expedition, place
from conquistadors.games.conquest.rules.events import (
    BattleBegan,
    GiftGiven,
    GoldChanged,
    KingTaken,
    Scored,
    Starved,
    UnitLost,
)
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.teach.goals import Goals

Played = Game[ConquestPosition]
Places = Mapping[str, PlacePlan | str]

GOALS: Final = Goals[ConquestPosition]("conquest/teach")
_goal = GOALS.goal
ME: Final = "red"
OTHER: Final = {"blue": "captain"}
ARMY: Final = "4 foot, 2 horse, 1 cannon"

# What is looked at ------------------------------------------------------------------------------------------------


def events(game: Played) -> list[Event]:
    return [line.event for line in game.log]


def happened(*kinds: type[Event]) -> Callable[[Played], bool]:
    """Whether anything of the kind has been reported."""
    return lambda game: any(isinstance(event, kinds) for event in events(game))


def rolled(game: Played, roll: str) -> list[Rolled]:
    """The rolls of a kind, with all that was added to each."""
    return [event for event in events(game) if isinstance(event, Rolled) and event.roll == roll]


def impulse_over(game: Played) -> bool:
    """The first impulse is over: somebody else's has begun, or the next round."""
    return game.position.active != ME or after_round(game, 1)


def after_round(game: Played, last: int) -> bool:
    """The game has gone beyond a round of the first turn."""
    return (game.position.turn, game.position.round) > (1, last)


def within_rounds(last: int) -> Callable[[Played], bool]:
    return lambda game: after_round(game, last)


def turn_over(game: Played) -> bool:
    return game.position.turn > 1


def foot_lost(game: Played, commander: str) -> bool:
    """Whether an expedition has lost any foot."""
    lost = [event for event in events(game) if isinstance(event, UnitLost) and event.expedition == commander]
    return any(event.unit == "foot" for event in lost)


def tried(roll: str) -> Callable[[Played], bool]:
    """The one roll that could have done it has been made, or the impulse is over."""
    return lambda game: impulse_over(game) or bool(rolled(game, roll))


# Chapters 1 to 5 --------------------------------------------------------------------------------------------------


def _one_command(game: Played) -> bool:
    cortes = game.position.expeditions.get("cortes")
    together = cortes is not None and cortes.space == "totonacapan" and game.position.units("cortes").size == 15
    return together and game.pending is not None and game.pending.kind == "impulse"


@_goal(
    "one-command",
    "1.43",
    "1.42",
    reached=_one_command,
    missed=impulse_over,
    bots=OTHER,
    facts={"man": "cortes", "second": "alvarado", "third": "ordaz", "here": "cempoala", "there": "totonacapan"},
)
def one_command() -> Played:
    """1.43  Three expeditions become one, of fifteen units, and march as one."""
    men = {"cortes": ARMY, "alvarado": "3 foot, 1 horse", "ordaz": "4 foot"}
    there = {man: expedition(ME, "cempoala", units) for man, units in men.items()}
    return begin(
        build(map="north", expeditions=there, places={"cempoala": "village", "totonacapan": "town"}), seed=1519
    )


def _attacked_by_indians(game: Played) -> bool:
    began = [event for event in events(game) if isinstance(event, BattleBegan)]
    return any(event.defender == "balboa" and not game.position.impulse.used for event in began)


@_goal(
    "strike-unseen",
    "2.35",
    "2.12",
    reached=_attacked_by_indians,
    missed=impulse_over,
    bots=OTHER,
    facts={"rival": "balboa", "there": "tlaxcala"},
)
def strike_unseen() -> Played:
    """2.35  The warriors of a city attack a rival, and no expedition of Red is activated."""
    men = {"cortes": expedition(ME, "cempoala", ARMY), "balboa": expedition("blue", "tlaxcala", "4 foot, 1 horse")}
    found = {"cempoala": "village", "totonacapan": "town", "tlaxcala": "city", "panuco": "discovered"}
    hands = {ME: ["city-has-new-chief", "rediscovery", "indian-ambush"]}
    return begin(build(map="north", expeditions=men, places=found, hands=hands), seed=7)


def _home_safe(game: Played) -> bool:
    quesada = game.position.expeditions.get("quesada")
    return quesada is not None and quesada.space == "santiago-de-cuba" and quesada.hits < 2


def _too_late_or_too_sad(game: Played) -> bool:
    quesada = game.position.expeditions.get("quesada")
    return after_round(game, 3) or quesada is None or quesada.hits > 1


@_goal(
    "home-safe",
    "3.131",
    "3.12",
    "3.22",
    reached=_home_safe,
    missed=_too_late_or_too_sad,
    bots=OTHER,
    facts={"man": "quesada", "here": "mixco", "home": "santiago-de-cuba"},
)
def home_safe() -> Played:
    """3.131  Home in three impulses, with fewer than two morale hits."""
    quesada = expedition(ME, "mixco", "3 foot, 1 horse", hits=1, gold=6)
    spaces = ("mixco", "utatlan", "zaculeu", "zinacantan", "potonchan")
    found = dict.fromkeys(spaces, "discovered")
    return begin(build(map="north", expeditions={"quesada": quesada}, places=found), seed=1536)


def _good_attempt(game: Played) -> bool:
    levels = game.position.rules.world.level
    here = game.position.expeditions["cortes"].space
    return (levels[here] or 0) >= 3 and any(event.total >= event.natural for event in rolled(game, "discovery"))


@_goal(
    "good-attempt",
    "4.112",
    "4.11",
    reached=_good_attempt,
    missed=tried("discovery"),
    bots=OTHER,
    facts={"man": "cortes", "guide": "indian-guide"},
)
def good_attempt() -> Played:
    """4.112  An attempt at Level 3 or 4 whose modifiers do not make the roll worse."""
    cortes = expedition(ME, "ahuilizapan", ARMY, assets=["indian-guide"])
    found = {"ahuilizapan": "town", "cempoala": "village", "totonacapan": "village", "metztitlan": "discovered"}
    return begin(build(map="north", expeditions={"cortes": cortes}, places=found), seed=9)


def _strong_words(game: Played) -> bool:
    return any(event.total - event.natural >= 6 for event in rolled(game, "diplomacy"))


@_goal(
    "strong-words",
    "5.13",
    "5.15",
    "1.43",
    reached=_strong_words,
    missed=tried("diplomacy"),
    bots=OTHER,
    facts={"man": "cortes", "second": "alvarado", "there": "tlaxcala", "helper": "interpreter", "luck": "mano-de-dios"},
)
def strong_words() -> Played:
    """5.13  Talks with +6 in all: rating, helper and card of luck have to come together in one expedition."""
    men = {
        "cortes": expedition(ME, "tlaxcala", "4 foot, 1 horse"),
        "alvarado": expedition(ME, "tlaxcala", "3 foot", assets=["interpreter"]),
    }
    found: Places = {"tlaxcala": "city", "totonacapan": "town", "cholula": place("city", hostile=True, units=[20])}
    return begin(build(map="north", expeditions=men, places=found, hands={ME: ["mano-de-dios"]}), seed=21)


# Chapters 6 to 9 --------------------------------------------------------------------------------------------------


def _strong_blow(game: Played) -> bool:
    return any(event.total - event.natural >= 4 for event in rolled(game, "combat-spanish"))


@_goal(
    "strong-blow",
    "6.23",
    "6.24",
    "1.43",
    reached=_strong_blow,
    missed=tried("combat-spanish"),
    bots=OTHER,
    facts={"man": "cortes", "second": "alvarado", "here": "totonacapan", "there": "tlaxcala"},
)
def strong_blow() -> Played:
    """6.23, 6.24  The best fighter and the cannon have to come together before the attack."""
    men = {
        "cortes": expedition(ME, "totonacapan", "2 foot, 1 horse, 1 cannon"),
        "alvarado": expedition(ME, "totonacapan", "3 foot, 1 horse"),
    }
    found: Places = {"totonacapan": "town", "tlaxcala": place("city", hostile=True, units=[20])}
    return begin(build(map="north", expeditions=men, places=found), seed=30)


def _out_alive(game: Played) -> bool:
    cortes = game.position.expeditions.get("cortes")
    return game.position.battle is None and cortes is not None and cortes.gold >= 4 and not foot_lost(game, "cortes")


def _not_alive(game: Played) -> bool:
    return game.position.battle is None or foot_lost(game, "cortes")


@_goal(
    "out-alive",
    "6.53",
    "6.512",
    reached=_out_alive,
    missed=_not_alive,
    bots=OTHER,
    facts={"man": "cortes", "there": "tlaxcala"},
)
def out_alive() -> Played:
    """6.53  Out of a battle that is going badly, with all the foot and with what gold a retreat leaves."""
    cortes = expedition(ME, "tlaxcala", "6 foot, 1 cannon", gold=9)
    found: Places = {
        "tlaxcala": place("city", hostile=True, units=[40, 40, 30, 30, 20]),
        "totonacapan": "town",
        "tepeaca": place("city", hostile=True),
        "cholula": place("city", ally="blue"),
    }
    pos = build(map="north", expeditions={"cortes": cortes}, places=found, before="battle indians cortes")
    game = begin(pos, seed=5)
    while all(option.id != "fight" for option in game.options):
        game.play(game.options[0])
    return game


def _betrayed(game: Played) -> bool:
    gained = [event for event in events(game) if isinstance(event, GoldChanged) and event.gold > 0]
    return any(event.why == "plunder" for event in gained)


@_goal(
    "false-friend",
    "7.26",
    reached=_betrayed,
    missed=within_rounds(2),
    bots=OTHER,
    facts={"man": "cortes", "there": "tlaxcala"},
)
def false_friend() -> Played:
    """7.26  Gold from your own ally takes two impulses."""
    cortes = expedition(ME, "tlaxcala", ARMY, allies=["24@tlaxcala"])
    found: Places = {"tlaxcala": place("city", ally=ME), "totonacapan": "town"}
    return begin(build(map="north", expeditions={"cortes": cortes}, places=found), seed=9)


@_goal(
    "nobody-starves",
    "8.11",
    "8.14",
    "8.12",
    reached=lambda game: turn_over(game) and not happened(Starved)(game),
    missed=happened(Starved),
    bots=OTHER,
    facts={"man": "cortes", "second": "de-leon", "here": "tula", "there": "tenochtitlan", "ally": "tlaxcala"},
)
def nobody_starves() -> Played:
    """8.11, 8.14  Two expeditions, food for one, and an ally whose neighbours are fed."""
    men = {
        "cortes": expedition(ME, "tula", "4 foot, 2 horse", food=1),
        "de-leon": expedition(ME, "tenochtitlan", "3 foot"),
    }
    found: Places = {
        "tlaxcala": place("city", ally=ME),
        **dict.fromkeys(("tula", "tenochtitlan", "texcoco", "cholula"), "discovered"),
    }
    return begin(build(map="north", expeditions=men, places=found, round=6), seed=2)


# Chapters 10 to 14 ------------------------------------------------------------------------------------------------


@_goal(
    "one-gift",
    "11.31",
    "11.3",
    reached=lambda game: any(isinstance(event, GiftGiven) and event.gold >= 9 for event in events(game)),
    missed=lambda game: impulse_over(game) or happened(GiftGiven)(game),
    bots=OTHER,
    facts={"man": "cortes", "second": "de-leon"},
)
def one_gift() -> Played:
    """11.31  One gift in an impulse, but several expeditions may pay for it."""
    men = {
        "cortes": expedition(ME, "tlaxcala", "4 foot", gold=5),
        "de-leon": expedition(ME, "cempoala", "3 foot", gold=4),
    }
    found = {"tlaxcala": "city", "cempoala": "village"}
    return begin(build(map="north", expeditions=men, places=found, index={ME: -1}), seed=11)


@_goal(
    "take-the-king",
    "6.37",
    "12.25",
    reached=happened(KingTaken),
    missed=within_rounds(3),
    bots=OTHER,
    facts={"man": "cortes", "there": "tenochtitlan", "here": "cholula"},
)
def take_the_king() -> Played:
    """6.37  A king is captured when the last of his warriors in the space falls."""
    cortes = expedition(ME, "cholula", "6 foot, 3 horse, 1 cannon")
    found: Places = {
        "tenochtitlan": place("capital", empire="mexica", king=True),
        "texcoco": place("imperial", empire="mexica"),
        "cholula": place("imperial", empire="mexica"),
    }
    return begin(build(map="north", expeditions={"cortes": cortes}, places=found), seed=6)


def _sixty(game: Played) -> bool:
    scored = [event for event in events(game) if isinstance(event, Scored) and event.who == ME]
    return any(event.total >= 59 for event in scored)


@_goal(
    "the-last-impulse",
    "13.22",
    "13.13",
    reached=_sixty,
    missed=lambda game: game.position.turn > 6,
    bots=OTHER,
    facts={"man": "cortes", "here": "texcoco", "there": "tenochtitlan", "ally": "tlaxcala"},
)
def the_last_impulse() -> Played:
    """13.22  What counts at the victory check: points, allies and what is held; not the gold that is carried."""
    cortes = expedition(ME, "texcoco", "4 foot, 1 horse", gold=7)
    found: Places = {
        "tenochtitlan": place("capital", empire="mexica", hostile=True),
        "texcoco": place("imperial", empire="mexica"),
        "cholula": place("imperial", empire="mexica"),
        "tlaxcala": place("city", ally=ME),
    }
    pos = build(
        map="north",
        expeditions={"cortes": cortes},
        places=found,
        points={ME: 40},
        turn=6,
        round=6,
        order=["blue", "red"],
        active="red",
    )
    return begin(pos, seed=13)


# The Standard Game ------------------------------------------------------------------------------------------------


def _free_of_debt(game: Played) -> bool:
    faction = game.position.factions[ME]
    return not faction.debt and faction.permanent >= 7


@_goal(
    "free-of-debt",
    "16.23",
    "16.12",
    "18.5",
    reached=_free_of_debt,
    missed=impulse_over,
    bots=OTHER,
    facts={"man": "cortes"},
)
def free_of_debt() -> Played:
    """16.23, 18.5  Some of the gold pays the debt, the rest is divided."""
    cortes = expedition(ME, "tlaxcala", "4 foot, 1 horse", gold=20)
    pos = build(
        scenario="standard",
        map="north",
        expeditions={"cortes": cortes},
        places={"tlaxcala": "city"},
        pesos={ME: 2},
        debt={ME: 10},
    )
    return begin(pos, seed=2)


@_goal(
    "fewer-shares",
    "18.5",
    "18.2",
    reached=lambda game: game.position.factions[ME].permanent >= 32,
    missed=lambda game: impulse_over(game) or bool(game.position.factions[ME].permanent),
    bots=OTHER,
    facts={"man": "cortes", "second": "alvarado", "third": "sandoval", "here": "tlaxcala"},
)
def fewer_shares() -> Played:
    """18.5  Whoever is present is paid: two conquistadors march off first."""
    cortes = expedition(ME, "tlaxcala", "5 foot, 3 horse", companions={"alvarado": "1 foot", "sandoval": ""}, gold=45)
    found = {"tlaxcala": "city", "totonacapan": "town"}
    return begin(build(scenario="standard", map="north", expeditions={"cortes": cortes}, places=found), seed=3)


# The Solitaire Game -----------------------------------------------------------------------------------------------


def _no_answer(game: Played) -> bool:
    drawn = [event for event in events(game) if isinstance(event, Drew) and event.pile == "reaction"]
    return _betrayed(game) and not drawn


@_goal(
    "no-answer",
    "23.32",
    reached=_no_answer,
    missed=lambda game: after_round(game, 1) or any(isinstance(e, Drew) and e.pile == "reaction" for e in events(game)),
    facts={"man": "francisco-pizarro", "second": "balboa"},
)
def no_answer() -> Played:
    """23.32  At Level 0 the Reaction deck does not answer."""
    men = {
        "francisco-pizarro": expedition(ME, "piura", "5 foot, 2 horse"),
        "balboa": expedition(ME, "tumbes", "4 foot, 1 horse, 1 cannon"),
    }
    found = {"tumbes": "town", "piura": "city"}
    return begin(build(scenario="solitaire", game={"map": "south"}, expeditions=men, places=found), seed=1546)
