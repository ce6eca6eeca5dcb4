"""The worked examples of the rulebook: `cq.replay(worked("6.371x"))` steps through one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conquistadors.engine.chance import Scripted
from conquistadors.engine.game import Game
from conquistadors.engine.requests import PASS, Choice
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.teach.worked import Example, Examples, Result, Told, told

ARMY: Final = "3 foot, 2 horse, 1 cannon"
"""Cortés' force in the two long examples."""


WORKED: Final = Examples[ConquestPosition]("conquest/teach")
_example = WORKED.example


def losses(number: int) -> Result:
    """A combat roll with so many losses; M is none."""
    return Result(lambda result: bool(result[0] == number))


def found(what: str) -> Result:
    return Result(lambda result: bool(result == what))


HARMLESS: Final = losses(0)
ONE: Final = losses(1)
A_GIFT: Final = Result(lambda result: bool(result.choice == 0 and not (result.alliance or result.turns_hostile)))
"""A diplomacy roll that gives an asset or gold, and nothing that changes the city or the roll for gold."""


def examples(language: str | None = None) -> tuple[Example, ...]:
    """All worked examples, in the order of the rulebook."""
    return WORKED.listed(language)


def worked(clause: str, language: str | None = None) -> Game[ConquestPosition]:
    """The example that follows a clause, played to its end: "6.371x", or "6.371"."""
    return WORKED.worked(clause, language)


def _played(pos: ConquestPosition, dice: tuple[Scripted | Result, ...], *answers: str) -> Game[ConquestPosition]:
    return told(begin, pos, dice, *answers)


def _idle(game: Game[ConquestPosition], until: Callable[[Game[ConquestPosition]], bool], keep: str) -> None:
    """Everybody does nothing until something is so. The cards of one title are kept."""
    while not until(game):
        assert isinstance(game.pending, Choice)
        ids = [option.id for option in game.options]
        spare = [one for one in ids if keep not in one]
        game.play(next(one for one in ("done", PASS, *spare) if one in ids))


# Chapters 1 and 2 ------------------------------------------------------------------------------------------------


@_example("1.281x")
def _records_track() -> Game[ConquestPosition]:
    """W1  123 on the Records Track: three digits. Three gold become points on top of 120."""
    men = {"cortes": expedition("red", "cempoala", "3 foot", gold=3)}
    pos = build(map="north", expeditions=men, places={"cempoala": "village"}, points={"red": 120})
    return _played(pos, (), "convert cortes", "amount 3")


@_example("1.43x")
def _five_captains() -> Game[ConquestPosition]:
    """W2  Cortés with ten units, Alvarado and Ordaz with five each, De León and Olid with none: one expedition."""
    men = {"alvarado": "5 foot", "ordaz": "3 foot, 2 horse", "de-leon": "", "olid": ""}
    pos = build(
        map="north",
        options={"olid": True},
        expeditions={"cortes": expedition("red", "cempoala", "8 foot, 1 horse, 1 cannon", companions=men)},
        places={"cempoala": "village", "totonacapan": "village"},
    )
    return _played(pos, (), "activate cortes", "march", "go totonacapan", "stop")


@_example("1.52x")
def _one_of_four() -> Game[ConquestPosition]:
    """W3  A card strikes one of four expeditions; each has the same chance."""
    spaces = {"balboa": "nata", "almagro": "cempoala", "quesada": "panuco", "de-soto": "ecab"}
    rich = {man: expedition("blue", space, "1 foot", gold=5) for man, space in spaces.items()}
    pos = build(map="north", expeditions=rich, hands={"red": ["theft"]})
    return _played(pos, (("lot", "quesada"), ("theft", 3)), "play theft")


@_example("2.42x")
def _a_city_and_its_new_chief() -> Game[ConquestPosition]:
    """W4  With the errata (die 3, -1). Scouts save Cortés from an Ambush, he finds a city, and it turns on him."""
    home, found_city = "ahuilizapan", "tepeaca"
    pos = build(
        map="north",
        expeditions={
            "cortes": expedition("red", home, ARMY, assets=["indian-scouts", "indian-guide"]),
            "de-leon": expedition("red", "cempoala", "2 foot"),
        },
        places={home: "town"},
        hands={"blue": ["indian-ambush", "city-has-new-chief"]},
    )
    explore = ("activate cortes", "march", f"go {found_city}", "play indian-ambush")
    helped = ("use indian-scouts", "use indian-guide", "done")
    attack = ("play city-has-new-chief", f"incite {found_city} cortes")
    losing = ("take horse", "take 30", "take horse-flipped")
    dice = (("discovery", 3), ("cup", "30"), ("cup", "20"), ONE, ONE, ONE, ONE, ("leader-casualty", 7))
    return _played(pos, dice, *explore, *helped, *attack, *losing, "done")


# Chapters 4 and 5 ------------------------------------------------------------------------------------------------


@_example("4.112x")
def _a_level_2_space() -> Game[ConquestPosition]:
    """W5  At Level 2 there is no attempt without a neighbour, and -3 with a village as the best one."""
    pos = build(
        map="north",
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot"),
            "balboa": expedition("blue", "coatzacoalcos", "3 foot"),
            "de-leon": expedition("red", "xalisco", "2 foot"),
        },
        places={"cempoala": "village", "xalisco": "discovered", "coatzacoalcos": "village"},
    )
    none = ("activate de-leon", "march", "go tonala", "done")
    village = ("activate cortes", "march", "go ahuilizapan", "done")
    return _played(pos, (5,), *none, "done", *village)


@_example("5.161x")
def _the_fourth_to_ask() -> Game[ConquestPosition]:
    """W6  Four players ask one town for gold; the fourth has -3 for the three before."""
    men = {"cortes": "red", "francisco-pizarro": "blue", "balboa": "green", "quesada": "yellow"}
    there = {man: expedition(seat, "tlaxcala", "1 foot") for man, seat in men.items()}
    pos = build(seats=4, map="both", expeditions=there, places={"tlaxcala": "town"})
    answers = [each for man in men for each in (f"activate {man}", "negotiate", "gold", "done")]
    return _played(pos, (A_GIFT, 6) * len(men), *answers)


@_example("5.28x")
def _the_capital_as_an_ally() -> Game[ConquestPosition]:
    """W7  With the errata (bonus 2, die 4). Dice of 10, 15 in all: alliance, the king, twelve gold."""
    pos = build(
        map="north",
        expeditions={"cortes": expedition("red", "tenochtitlan", ARMY, assets=["interpreter"])},
        places={
            "tenochtitlan": place("capital", empire="mexica", king=True),
            "texcoco": place("imperial", empire="mexica"),
        },
        hands={"red": ["mano-de-dios"]},
    )
    talks = ("activate cortes", "negotiate", "use interpreter", "modify mano-de-dios")
    troops = ("amount 0", "amount 0", "amount 1")
    return _played(pos, (10, "40", "30", "20", 4), *talks, *troops, "gold")


# Chapter 6 -------------------------------------------------------------------------------------------------------


@_example("6.27x")
def _three_times_the_value() -> Game[ConquestPosition]:
    """W8  One player ambushes, another adds Painted Warriors: three times the value. Bolas add 1 to the roll."""
    pos = build(
        map="north",
        seats=3,
        expeditions={"cortes": expedition("red", "tochtepec", "3 foot, 2 horse")},
        places={"cempoala": "village"},
        hands={"blue": ["indian-ambush", "bolas"], "green": ["painted-warriors"]},
        before="discovery cortes",
    )
    dice = ("10", "20", HARMLESS, ONE, HARMLESS, ONE, 7, found("village"))
    return _played(pos, dice, "play indian-ambush", "play bolas", "play painted-warriors", "take 20")


def _painted_warriors(units: list[int], standard: bool) -> ConquestPosition:
    """The Indians of the long example attack Cortés; blue has Painted Warriors, red two Mano de Dios."""
    return build(
        map="north",
        scenario="standard" if standard else "basic",
        expeditions={"cortes": expedition("red", "tlaxcala", ARMY)},
        places={"tlaxcala": place("city", hostile=True, units=units), "totonacapan": "village"},
        hands={"blue": ["painted-warriors"], "red": ["mano-de-dios"]},
        luck={"red": 1},
        before="battle indians cortes",
    )


ROUNDS: Final = ("pass", "reroll mano-de-dios", "take horse", "take horse", "take 30", "pass", "pass")
"""Mano de Dios is kept for the re-roll; two horse are hit, the 30 dies."""
END: Final = ("take horse-flipped", "reroll open-mano-de-dios")


@_example("6.371x")
def _cortes_defends() -> Game[ConquestPosition]:
    """W9  In the Basic Game: the 40 is gone already. The force is worth 25 (C9); dice as in the rulebook."""
    pos = _painted_warriors([30, 20], standard=False)
    return _played(pos, (7, 3, 6, 6, 7, 11, 8), "play painted-warriors", *ROUNDS, *END)


# Chapters 9 to 12 ------------------------------------------------------------------------------------------------


@_example("9.25x")
def _two_hits_and_three() -> Game[ConquestPosition]:
    """W10  Cortés has two morale hits, De León three: together they have three."""
    men = {"cortes": 2, "de-leon": 3}
    there = {man: expedition("red", "cempoala", "4 foot", hits=hits) for man, hits in men.items()}
    pos = build(map="north", expeditions=there, places={"cempoala": "village"})
    return _played(pos, (), "reorganise cempoala", "lead cortes", "join de-leon cortes", "amount 4")


@_example("11.26x")
def _the_next_warrant() -> Game[ConquestPosition]:
    """W11  A warrant is lifted in turn 4; the next one is possible in turn 6."""
    card = "arrest-warrant"
    pos = build(
        map="north",
        expeditions={"cortes": expedition("red", "santiago-de-cuba", "3 foot")},
        hands={"red": ["letter-from-the-crown"], "blue": [card, card]},
        index={"red": -2},
        warrants=["red"],
        turn=4,
    )
    with Told() as thrown:
        thrown.over = True
        game = begin(pos, chance=thrown)
        for each in ("play letter-from-the-crown", "done", f"play {card}", "done"):
            game.play(each)
        _idle(game, lambda g: g.position.turn == 6 and f"play {card}" in [o.id for o in g.options], keep=card)
        game.play(f"play {card}")
    return game


@_example("11.31x")
def _nine_gold() -> Game[ConquestPosition]:
    """W12  Nine gold for the governor are +2."""
    men = {"cortes": expedition("red", "cempoala", "3 foot", gold=9)}
    pos = build(map="north", expeditions=men, places={"cempoala": "village"}, index={"red": -1})
    rise = Result(lambda boxes: bool(boxes == 1))
    return _played(pos, (rise,), "gift", "amount 9", "raise")


@_example("12.25x")
def _an_empire_rises() -> Game[ConquestPosition]:
    """W13  A is Texcoco; C (Tlaxcala) is another's ally, so B (Tenochtitlan) is next; D (Cholula) is nearest to B.

    By our table an empire takes luck: the example says nothing of cards, so it is a Mano de Dios.
    """
    pos = build(
        map="north",
        expeditions={"cortes": expedition("red", "metztitlan", ARMY)},
        places={"metztitlan": "town", "tlaxcala": place("city", ally="blue")},
        hands={"red": ["mano-de-dios"]},
    )
    dice = (found("empire"), "imperial", "capital", "imperial")
    return _played(pos, dice, "activate cortes", "march", "go texcoco", "modify mano-de-dios")


# The Standard Game -----------------------------------------------------------------------------------------------


@_example("15.15x")
def _balboas_outfit() -> Game[ConquestPosition]:
    """W14  With the errata (die 1): twelve pesos, twelve borrowed; four are left (C10)."""
    pos = build(
        scenario="standard",
        map="south",
        expeditions={"balboa": expedition("red", "panama-south")},
        before="outfit:balboa",
    )
    buys = ("recruit horse", "amount 2", "recruit cannon", "amount 1", "recruit foot", "amount 3", "enough")
    return _played(pos, (("funds", 1),), "amount 12", *buys)


@_example("17.11x")
def _the_horse_first() -> Game[ConquestPosition]:
    """W9  In the Standard Game: the horse strike first, and the 40 dies. Dice as in the rulebook."""
    pos = _painted_warriors([40, 30, 20], standard=True)
    charge = ("play painted-warriors", "charge", "pass", "pass", "take 40")
    return _played(pos, (6, 7, 3, 6, 6, 7, 11, 8), *charge, *ROUNDS, *END)


@_example("18.6x")
def _sixty_gold() -> Game[ConquestPosition]:
    """W15  Sixty gold, three captains, seven foot, five horse: 37 points are left."""
    men = {"cortes": ("4 foot, 2 horse", 30), "ordaz": ("3 foot", 20), "de-leon": ("3 horse", 10)}
    there = {man: expedition("red", "tlaxcala", units, gold=gold) for man, (units, gold) in men.items()}
    pos = build(scenario="standard", map="north", expeditions=there, places={"tlaxcala": "city"})
    return _played(pos, (), "share-out tlaxcala", "amount 30", "amount 10", "amount 20")
