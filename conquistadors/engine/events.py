"""What happened, as data. Log lines, the rule tracer and statistics are made from events, never the other way round."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, ClassVar, Final, Self

from conquistadors.engine.records import changed, event_record, record
from conquistadors.engine.requests import Seat

CHAPTER: Final = 1
SCENE: Final = 2


@event_record
class Event:
    """Something that happened under a clause; with an empty `rule`, beside the rules.

    `audience` None means everybody. Otherwise only those seats see the fields named in `secret`; the others get
    the event without them or, where nothing is named, do not get it at all.
    """

    rule: str
    audience: tuple[Seat, ...] | None = None

    kind: ClassVar[str] = "event"
    secret: ClassVar[tuple[str, ...]] = ()
    reveals: ClassVar[bool] = False
    """Shows somebody something that cannot be unseen: fair undo stops here."""
    heading: ClassVar[int] = 0
    """Where something new begins: `CHAPTER` (a turn, a round) or `SCENE` (what one player does); 0 nowhere."""

    def __init_subclass__(cls) -> None:
        cls.kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    def seen_by(self, seat: Seat | None) -> Self | None:
        """The event as the seat sees it (None: as a bystander does), or None if it sees nothing."""
        if self.audience is None or seat in self.audience:
            return self
        hidden: dict[str, Any] = dict.fromkeys(self.secret)
        return changed(self, **hidden) if self.secret else None

    def variant(self) -> str:
        """Which of the sentences for this kind of event to use, where there are several."""
        return ""

    def facts(self) -> dict[str, object]:
        """The fields by name, for the message catalogue."""
        return {f.name: getattr(self, f.name) for f in fields(self)}


@record
class Modifier:
    """A named plus or minus on a roll."""

    name: str
    value: int


@event_record
class Step(Event):
    """A procedure reached one of its steps: what the rule tracer shows."""

    procedure: str
    step: str


@event_record
class Rolled(Event):
    """Dice were thrown: what they showed, the modifiers one by one, and the total."""

    who: Seat
    roll: str
    natural: int
    modifiers: tuple[Modifier, ...]
    total: int
    reveals = True

    def variant(self) -> str:
        return "modified" if self.modifiers else "plain"


@event_record
class Drew(Event):
    """Something was drawn from a pile; only the audience sees what."""

    who: Seat
    pile: str
    drawn: str | None
    secret = ("drawn",)
    reveals = True

    def variant(self) -> str:
        return "hidden" if self.drawn is None else self.pile


@event_record
class CardPlayed(Event):
    """A seat showed and used a card."""

    who: Seat
    card: str
    use: str
    reveals = True

    def variant(self) -> str:
        return self.use


@event_record
class Adjusted(Event):
    """The table changed the position by hand."""

    order: str


@event_record
class Resigned(Event):
    """The table let a seat give up."""

    who: Seat
