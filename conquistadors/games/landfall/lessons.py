"""Two exercises and a worked example of Landfall: what a course of a game is made of, at its smallest."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from random import Random
from typing import Final

from conquistadors.engine.chance import TableDice
from conquistadors.engine.game import Game
from conquistadors.engine.piles import Pile
from conquistadors.engine.requests import PASS, Chance, Choice
from conquistadors.games.landfall.rules import Landfall, Moved, Ocean
from conquistadors.teach.exercises import Course, Phrase, Task
from conquistadors.teach.worked import Examples, Told

WORDS: Final = "landfall/teach"
FAR_OUT: Final = 5
"""Where a ship is so far from port that the sea can throw it back."""

COURSE: Final = Course("landfall", WORDS)
EXERCISES: Final = COURSE.exercises
WORKED: Final = Examples[Ocean](WORDS)

VOYAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "calm": ("sail open",),
    "chart": ("play chart", "sail open"),
    "storm": ("sail open", "play storm"),
    "both": ("play chart", "sail open", "play storm"),
}
"""What is played in each case of the first exercise."""


def _at_sea(hands: Mapping[str, str], captains: int = 2, discarded: bool = False) -> Ocean:
    """Red's turn with these cards; the others lie in the deck, or have been discarded."""
    rules = Landfall(captains)
    pos = rules.start()
    pos.round = 1
    pos.ships = dict.fromkeys(rules.seats, FAR_OUT)
    rest = rules.deck
    for seat, cards in hands.items():
        pos.hands[seat] = Pile.of(cards.split())
        for card in cards.split():
            rest = rest.minus(card)
    pos.piles = {"deck": Pile(), "discards": rest} if discarded else {"deck": rest, "discards": Pile()}
    rules.check_boundary(pos)
    return pos


# Exercises -------------------------------------------------------------------------------------------------------


@COURSE.exercise("voyage-leagues", "voyage", "chance", "3.4", "3.3", "3.1", "3.2")
def voyage_leagues(dice: Random) -> Task:
    """3.1-3.4  The chance that a voyage across the open sea makes so many leagues at least."""
    case = dice.choice(list(VOYAGES))
    made = _leagues(case)
    odds = {least: sum(made[leagues] for leagues in made if leagues >= least) for least in made if least > 0}
    least = dice.choice([each for each in odds if odds[each] < 1])
    return Task(Landfall(), Fraction(odds[least]), {"case": Phrase(f"case.{case}"), "least": least})


@cache
def _leagues(case: str) -> Mapping[int, Fraction]:
    """What a voyage makes, each with its chance: it is played with every face of the die."""
    game = Game.new(Landfall(), chance=TableDice(0), position=_at_sea({"red": "chart", "blue": "storm"}))
    for each in VOYAGES[case]:
        game.play(each)
    while isinstance(game.pending, Choice):
        game.play(PASS)
    asked = game.pending
    assert isinstance(asked, Chance)
    made: dict[int, Fraction] = {}
    for face, weight in zip(asked.outcomes, asked.weights, strict=True):
        rolled = game.branch()
        rolled.play(str(face))
        (moved,) = [line.event for line in rolled.log if isinstance(line.event, Moved)]
        made[moved.leagues] = made.get(moved.leagues, Fraction(0)) + Fraction(weight, sum(asked.weights))
    return made


@COURSE.exercise("may-prepare", "cards", "choose", "2.2", "2.3")
def may_prepare(dice: Random) -> Task:
    """2.2, 2.3  Whether a captain may draw a card, and what is against it."""
    hands = {"red": "chart chart storm pilot"}
    cases = {
        "deck": _at_sea(hands),
        "discards": _at_sea(hands, discarded=True),
        "full": _at_sea({"red": "chart chart storm storm pilot"}),
        "nothing": _at_sea(
            {**hands, "blue": "chart chart storm storm storm", "green": "storm storm pilot pilot pilot"}, captains=3
        ),
    }
    case = dice.choice(list(cases))
    pos = cases[case]
    against = Game.new(pos.rules, chance=TableDice(0), position=pos).why_not("prepare")
    facts = {"cards": pos.hands["red"].size, "piles": Phrase(f"piles.{'deck' if case == 'full' else case}")}
    if against is None:
        return Task(pos.rules, "allowed", facts, CHOICES, clause="2.3" if case == "discards" else "2.2")
    return Task(pos.rules, against.bar.reason, facts, CHOICES, clause=against.rule)


CHOICES: Final = ("allowed", "hand-full", "deck-empty")
"""The answers: it is allowed, or the reason why not, as the rules give it."""


# The worked example ----------------------------------------------------------------------------------------------


@WORKED.example("3.4x")
def _chart_storm_and_pilot() -> Game[Ocean]:
    """3.1-4.1  A Chart (+1), a Storm (-2), a 2 that a Pilot rolls again, a 6: a total of 5 makes 3 leagues."""
    with Told(2, 6) as dice:
        game = Game.new(Landfall(), chance=dice, position=_at_sea({"red": "chart pilot", "blue": "storm"}))
        for each in ("play chart", "sail open", "play storm", "pass", "reroll pilot"):
            game.play(each)
    dice.over = True
    return game
