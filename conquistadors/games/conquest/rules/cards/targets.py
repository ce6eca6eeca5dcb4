"""2.12, 2.19  What a card is played on: what its player might think of, and what stands against each of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from conquistadors.engine import Bar, Choice, Option, Procedure, Seat, option, record
from conquistadors.games.conquest.rules.asking import by_lot
from conquistadors.games.conquest.rules.events import Aimed
from conquistadors.games.conquest.rules.position import ConquestPosition

if TYPE_CHECKING:
    from conquistadors.games.conquest.rules.shared import ConquestRules

Things = Callable[[ConquestPosition, Seat], list[str]]
Judge = Callable[[ConquestPosition, Seat, str], Bar | None]

HAVEN: Final = Bar("2.19", "safe-haven")


def number(pos: ConquestPosition, title: str, name: str) -> int:
    """A number of a card's text."""
    return _number(pos.rules, title, name)


@lru_cache(maxsize=1024)
def _number(rules: ConquestRules, title: str, name: str) -> int:
    return int(str(rules.cards[title].effect[name]))


@record
class Aim:
    """What a card is aimed at. `forbids` looks at the card's own text first and at 2.19 last."""

    title: str
    kind: str
    """What is asked."""
    rule: str
    reason: str
    """Why the card cannot be played where nothing fits."""
    things: Things
    forbids: Judge

    def targets(self, pos: ConquestPosition, seat: Seat) -> list[str]:
        """What the card may be played on now."""
        return [thing for thing in self.things(pos, seat) if self.forbids(pos, seat, thing) is None]

    def forbids_card(self, pos: ConquestPosition, seat: Seat) -> Bar | None:
        """2.12, 2.19  Without a target the card is not played; where only a haven saves it, that is the reason."""
        things, forbids = self.things, self.forbids
        saved = False
        for thing in things(pos, seat):
            bar = forbids(pos, seat, thing)
            if bar is None:
                return None
            saved = saved or bar is HAVEN
        return HAVEN if saved else Bar(self.rule, self.reason)

    def forbids_target(self, pos: ConquestPosition, seat: Seat, tried: Option) -> Bar | None:
        """What stands against taking this."""
        if tried.verb != "take" or tried.subject not in self.things(pos, seat):
            return Bar(self.rule, "not-offered")
        return self.forbids(pos, seat, tried.subject)

    def taken(self, pos: ConquestPosition, seat: Seat) -> Procedure[str]:
        """The player names the target. A single one is not asked for; for the enemy chance takes one (G-23.31)."""
        targets = self.targets(pos, seat)
        if len(targets) == 1 or seat not in pos.rules.seats:
            target = str((yield from by_lot(pos, targets, self.rule)))
            pos.report(Aimed, card=self.title, target=target, rule=self.rule)
            return target
        choice = Choice(
            seat,
            self.kind,
            self.rule,
            lambda: [option("take", thing) for thing in self.things(pos, seat)],
            partial(self.forbids_target, pos, seat),
            False,
            (("card", self.title),),
        )
        chosen: Option = yield choice
        pos.report(Aimed, card=self.title, target=str(chosen.subject), rule=self.rule)
        return str(chosen.subject)


# Things and bars that several cards share ------------------------------------------------------------------------


def in_haven(pos: ConquestPosition, commander: str) -> Bar | None:
    """2.19  No card is played against a force in Santiago de Cuba or Panama."""
    return HAVEN if pos.expeditions[commander].space in pos.rules.world.havens else None


def other_players(pos: ConquestPosition, seat: Seat) -> list[str]:
    return list(pos.others(seat))


def expeditions_of_others(pos: ConquestPosition, seat: Seat) -> list[str]:
    return [commander for other in pos.others(seat) for commander in pos.expeditions_of(other)]


def own_expeditions(pos: ConquestPosition, seat: Seat) -> list[str]:
    return pos.expeditions_of(seat)
