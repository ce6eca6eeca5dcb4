"""The machine that runs any game. It knows no rule: a game brings its own (`Rules`), and Landfall shows how.

What a game is written with can be imported from here.
"""

from conquistadors.engine.asking import Facts, Offer, amount, amounts, offer, options_of, pick
from conquistadors.engine.cards import CardRule, CardRules, allowed
from conquistadors.engine.errors import RuleError, SetupError, short_repr
from conquistadors.engine.events import CardPlayed, Event, Modifier
from conquistadors.engine.piles import UNSEEN, Pile
from conquistadors.engine.position import Position, Rolling
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
from conquistadors.engine.rolls import Thrown, conclude_roll, draw, prepare_roll, roll, throw_dice
from conquistadors.engine.rules import Ending, Luck, LuckTried, Roll, Rules, catalogue, procedure, step
from conquistadors.engine.tasks import Tasked, Tasks
from conquistadors.engine.texts import Texts, texts_of
from conquistadors.engine.windows import window

__all__ = [
    "PASS",
    "TABLE",
    "UNSEEN",
    "Bar",
    "CardPlayed",
    "CardRule",
    "CardRules",
    "Chance",
    "Choice",
    "Dice",
    "Ending",
    "Event",
    "Facts",
    "Luck",
    "LuckTried",
    "Modifier",
    "Offer",
    "Option",
    "Pile",
    "Position",
    "Procedure",
    "Refusal",
    "Roll",
    "Rolling",
    "RuleError",
    "Rules",
    "Seat",
    "SetupError",
    "Tasked",
    "Tasks",
    "Texts",
    "Thrown",
    "allowed",
    "amount",
    "amounts",
    "catalogue",
    "changed",
    "conclude_roll",
    "draw",
    "event_record",
    "offer",
    "option",
    "options_of",
    "pick",
    "prepare_roll",
    "procedure",
    "record",
    "roll",
    "short_repr",
    "step",
    "texts_of",
    "throw_dice",
    "window",
]
