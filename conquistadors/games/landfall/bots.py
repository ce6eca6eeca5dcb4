"""Players of Landfall: a skipper with a reason for everything, and what the search has to know of this game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb
from random import Random
from typing import Any, ClassVar, Final

from conquistadors.bots.reasons import Advice, Why
from conquistadors.bots.search.contract import Adviser, Clock, Course, Courses, LookAhead
from conquistadors.engine.piles import Pile
from conquistadors.engine.requests import PASS, Option, Seat, option
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options, View
from conquistadors.games.landfall.rules import COURSES, Ocean

WORTH_IT: Final = 1.0
"""So many leagues a card has to gain, or cost a rival, to be spent."""
CALM: Final = 0.55
"""A voyage from which fewer leagues can be expected is put off."""
CARD: Final = 0.5
"""What a card in the hand is worth, in leagues."""

OPEN_REASONS: Final = frozenset({"storm.near", "storm.ahead", "pilot.before", "pilot.again"})
"""What follows from the ships, the voyage and the card that is shown. The other reasons weigh cards in the hand."""

Found = tuple[str, Why]
"""An answer by its id, and why."""


class Sea:
    """What a captain can work out from a view: the leagues that can be expected of voyages."""

    def __init__(self, view: View[Any]) -> None:
        assert view.pending is not None
        self.pos: Ocean = view.position
        self.seat: Seat = view.pending.who
        self.legal = frozenset(each.id for each in view.options)
        rolling = self.pos.rolling[-1] if self.pos.rolling else None
        modifiers = self.pos.voyage.modifiers if rolling is None else rolling.modifiers
        self.modifier = sum([modifier.value for modifier in modifiers])
        """What changes the voyage so far."""
        self.natural = None if rolling is None else rolling.natural
        """What the die shows, once it is thrown."""

    def leagues(self, course: str, more: int = 0) -> float:
        """3.4  What a voyage can be expected to make, with the modifiers so far and more."""
        dice = self.pos.rules.rolls["voyage"].dice
        made = [self.made(course, total + more) * ways for total, ways in zip(dice.totals, dice.ways, strict=True)]
        return sum(made) / sum(dice.ways)

    def made(self, course: str, natural: int) -> int:
        """3.4  What a voyage makes when the die shows this."""
        return self.pos.rules.leagues(natural + self.modifier, course)

    def worth_of(self, card: str) -> int:
        """What a card changes a voyage by."""
        return self.pos.rules.modifiers[card].value

    def storm(self) -> float:
        """The chance that another captain holds a Storm, by the cards that this one has not seen (1.2)."""
        pos, rules = self.pos, self.pos.rules
        known = Pile.united([pos.hands[self.seat], pos.piles["discards"]])
        unseen, held = rules.deck.size - known.size, sum([pos.hands[other].size for other in rules.others[self.seat]])
        others = unseen - (rules.deck.count_of("storm") - known.count_of("storm"))
        return 1 - comb(others, held) / comb(unseen, held)

    def expected(self, course: str, more: int = 0) -> float:
        """What a voyage can be expected to make, if a Storm is sent where there is one."""
        chance = self.storm()
        return (1 - chance) * self.leagues(course, more) + chance * self.leagues(course, more + self.worth_of("storm"))


# The skipper -----------------------------------------------------------------------------------------------------


def turn(sea: Sea) -> Found:
    """2.1  A Chart before a voyage; the course that promises more; a card where neither promises much."""
    if "play chart" in sea.legal:
        best = max(sea.expected(course, sea.worth_of("chart")) for course in COURSES)
        return "play chart", Why("sail.chart", {"leagues": best})
    leagues, course = max((sea.expected(course), course) for course in COURSES)
    facts = {"leagues": leagues, "storm": sea.storm()}
    if leagues < CALM and "prepare" in sea.legal:
        return "prepare", Why("sail.wait", facts)
    return f"sail {course}", Why(f"sail.{course}", facts)


def react(sea: Sea) -> Found:
    """3.2  A Storm for a voyage that it hurts, or that would win."""
    pos, course = sea.pos, str(sea.pos.voyage.course)
    calm, stormy = sea.leagues(course), sea.leagues(course, sea.worth_of("storm"))
    at = pos.ships[pos.active]
    facts: dict[str, object] = {"who": pos.active, "leagues": calm - stormy}
    if at + sea.made(course, sea.pos.rules.rolls["voyage"].dice.totals[-1]) >= pos.rules.goal:
        return "play storm", Why("storm.near", {"who": pos.active, "at": at})
    if calm - stormy >= WORTH_IT and at >= pos.ships[sea.seat]:
        return "play storm", Why("storm.ahead", facts)
    return PASS.id, Why("storm.kept", facts)


def modify(sea: Sea) -> Found:
    """4.1  A Pilot before the roll where that helps more than rolling again would."""
    course, dice = str(sea.pos.voyage.course), sea.pos.rules.rolls["voyage"].dice
    usual = sea.leagues(course)
    gain = sea.leagues(course, sea.worth_of("pilot")) - usual
    again = sum(
        max(0.0, usual - sea.made(course, total)) * ways for total, ways in zip(dice.totals, dice.ways, strict=True)
    ) / sum(dice.ways)
    if gain >= WORTH_IT and gain > again:
        return "modify pilot", Why("pilot.before", {"leagues": gain})
    return PASS.id, Why("pilot.later")


def reroll(sea: Sea) -> Found:
    """4.1  A Pilot after the roll where another one promises more."""
    assert sea.natural is not None
    course = str(sea.pos.voyage.course)
    gain = sea.leagues(course) - sea.made(course, sea.natural)
    if gain >= WORTH_IT:
        return "reroll pilot", Why("pilot.again", {"leagues": gain})
    return PASS.id, Why("pilot.kept")


ANSWERS: Final[Mapping[str, Callable[[Sea], Found]]] = {
    "turn": turn,
    "react": react,
    "modify": modify,
    "reroll": reroll,
}
"""Every kind of question with its answer."""


class Skipper:
    """A captain who reckons. The same view gives the same answer, whatever the seed."""

    plays: ClassVar[str] = "landfall"
    """The game whose questions it understands."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self.why: Advice | None = None
        """The last advice."""

    def answer(self, view: View[Any]) -> Option:
        self.why = self.advise(view)
        return self.why.option

    def advise(self, view: View[Any], aim: Any = None) -> Advice:  # noqa: ARG002  # there are no aims in this game
        """One of `view.options`, with the reason and the clause."""
        assert view.pending is not None
        if len(view.options) == 1:
            return Advice(view.options[0], Why("sail.only"), view.pending.rule, view.rules)
        wanted, why = ANSWERS[view.pending.kind](Sea(view))
        chosen = next(each for each in view.options if each.id == wanted)
        return Advice(chosen, why, view.pending.rule, view.rules)


# Looking ahead ---------------------------------------------------------------------------------------------------

LIKED: Final[Mapping[str, int]] = {
    option("sail", "open").id: 4,
    option("sail", "coast").id: 2,
    option("play", "chart").id: 4,
    option("play", "storm").id: 2,
}
"""How much likelier than others these are in supposed worlds, where captains answer at random."""


class Turns:
    """2.1  Counts the turns of a captain, the one under way included."""

    def __init__(self, pos: Ocean, seat: Seat) -> None:
        self._seat = seat
        self._last = pos.round if pos.active == seat else pos.round - 1
        self.begun = 1

    def tick(self, run: Run[Any]) -> None:
        """A captain has one turn a round."""
        pos: Ocean = run.pos
        if pos.active == self._seat and pos.round > self._last:
            self._last = pos.round
            self.begun += 1


class LandfallAhead(LookAhead):
    """Every answer is tried; captains play on by chance, more or less as one would."""

    turns = 3

    def adviser(self, seed: int, rules: Rules[Any]) -> Skipper:  # noqa: ARG002  # there is one scenario
        return Skipper(seed)

    def moment(self, pos: Ocean) -> str:
        return f"{pos.round} {pos.active}"

    def courses(
        self,
        view: View[Any],
        adviser: Adviser,  # noqa: ARG002  # it has spoken
        advice: Advice,
        *,
        decided: bool,  # noqa: ARG002  # there are no aims in this game
    ) -> Courses:
        first = (Course(advice.option), advice.because)
        return [first, *[(Course(each), "") for each in view.options if each != advice.option]]

    def clock(self, pos: Ocean, seat: Seat) -> Clock:
        return Turns(pos, seat)

    def plays_on(
        self,
        run: Run[Any],  # noqa: ARG002  # nobody looks at the table
        options: Options,
        adviser: Adviser,  # noqa: ARG002  # nobody is asked
        aim: Any,  # noqa: ARG002  # there are no aims in this game
        random: Random,
    ) -> Option:
        return random.choices(options, [LIKED.get(each.id, 1) for each in options])[0]

    def value(self, run: Run[Any], seat: Seat, adviser: Adviser) -> float:  # noqa: ARG002  # it is counted
        """The leagues before the best rival, with what the cards are worth; landfall counts as the whole way (5.1)."""
        pos: Ocean = run.pos
        rules, ending = pos.rules, run.ending
        reached = {each: pos.ships[each] + CARD * pos.hands[each].size for each in rules.seats}
        lead = reached[seat] - max(reached[other] for other in rules.others[seat])
        if ending is None:
            return lead
        goal: int = rules.goal
        return lead + (goal if seat in ending.winners else -goal)


AHEAD: Final = LandfallAhead()


def likely(_: Ocean, option: Option) -> float:
    """Play at random that gets somewhere: whoever sails more often arrives."""
    return 3 if option.verb == "sail" else 1
