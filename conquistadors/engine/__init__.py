"""The machine that runs any game. It knows no rule: a game brings its own (`Rules`), and `example` shows how.

What a game is written with can be imported from here.
"""

from conquistadors.engine.errors import RuleError, SetupError, shown
from conquistadors.engine.events import CardPlayed, Event, Modifier
from conquistadors.engine.piles import UNSEEN, Pile
from conquistadors.engine.position import Position
from conquistadors.engine.records import changed, event_record, record
from conquistadors.engine.requests import (
    PASS,
    TABLE,
    Bar,
    Chance,
    Choice,
    Dice,
    Option,
    Procedure,
    Refusal,
    Seat,
    option,
)
from conquistadors.engine.rolls import RollOf, Thrown, draw, roll, roll_together
from conquistadors.engine.rules import Ending, Luck, Roll, Rules, catalogue, procedure, step
from conquistadors.engine.texts import Texts, texts_of
from conquistadors.engine.windows import window

__all__ = [
    "PASS",
    "TABLE",
    "UNSEEN",
    "Bar",
    "CardPlayed",
    "Chance",
    "Choice",
    "Dice",
    "Ending",
    "Event",
    "Luck",
    "Modifier",
    "Option",
    "Pile",
    "Position",
    "Procedure",
    "Refusal",
    "Roll",
    "RollOf",
    "RuleError",
    "Rules",
    "Seat",
    "SetupError",
    "Texts",
    "Thrown",
    "catalogue",
    "changed",
    "draw",
    "event_record",
    "option",
    "procedure",
    "record",
    "roll",
    "roll_together",
    "shown",
    "step",
    "texts_of",
    "window",
]
