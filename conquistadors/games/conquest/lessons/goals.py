"""The positions of the course that are played for a goal: `cq.goal("home-safe")`. Any way to it counts.

Each has the predicate that the rules' own position and log answer; most do not hang on the dice at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conquistadors.engine.events import Event, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.events import (
    BattleBegan,
    UnitLost,
)
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.teach.goals import Goals

Played = Game[ConquestPosition]

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


def lost(game: Played, commander: str) -> int:
    """How many units an expedition has lost."""
    return sum(isinstance(event, UnitLost) and event.expedition == commander for event in events(game))


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
    found = {"tlaxcala": "city", "totonacapan": "town", "cholula": place("city", hostile=True, units=[20])}
    return begin(build(map="north", expeditions=men, places=found, hands={ME: ["mano-de-dios"]}), seed=21)
