"""Positions as numbers: every part that was met has a number, and a position is those of its parts in one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Generic, TypeAlias, cast

from conquistadors.engine.errors import RuleError
from conquistadors.engine.rules import PositionT
from conquistadors.engine.texts import error_text
from conquistadors.odds.parts import REST, Counted, Look, Parts

Code: TypeAlias = int
"""Some parts of a position in one number: each part by its own number, in bits of its own."""
BITS: Final = 20
MASK: Final = (1 << BITS) - 1
"""What a code has of a part."""
ENDED: Final = "ended"
"""Before what is told of an end, where other rests have their parts."""


def bits(slot: int) -> int:
    """All that a code has of a part."""
    return MASK << BITS * slot


def mask_of(slots: Sequence[int]) -> int:
    """All that a code has of some parts."""
    return sum([MASK << BITS * slot for slot in slots])


def spread(code: Code) -> int:
    """All that a code has of the parts to which these bits belong."""
    return mask_of([slot for slot in range(-(-code.bit_length() // BITS)) if code >> BITS * slot & MASK])


class Rest(Generic[PositionT]):
    """What is known of a rest: whether the question is answered, whether to stop, what the next step looks at."""

    __slots__ = (
        *("bare", "counted", "encloses", "ends", "fights", "glances", "look", "looked"),
        *("slots", "stops", "touched", "watched"),
    )

    def __init__(
        self,
        bare: PositionT,
        *,
        ends: bool,
        stops: bool,
        look: Look,
        counted: Counted | None = None,
        aside: int | None = None,
        encloses: bool = False,
    ) -> None:
        self.bare = bare
        self.ends = ends
        self.stops = stops
        self.look = look
        self.slots = (REST, *look.touched)
        """What the next step may change."""
        self.touched = mask_of(self.slots)
        self.watched = mask_of(look.glimpsed)
        self.looked = self.touched | self.watched
        self.glances = bool(look.glimpsed and not look.touched)
        self.fights = aside is not None and not ends and not self.looked >> BITS * aside & MASK
        """Whether the next step is one of a fight: it does not look at what is left aside."""
        self.encloses = encloses and self.fights
        """Whether the fight is followed by itself."""
        self.counted = counted


class Codes(Generic[PositionT]):
    """The codes of positions, and the positions of codes."""

    def __init__(
        self,
        parts: Parts[PositionT],
        ends: Callable[[PositionT], bool],
        *,
        stops: Callable[[PositionT], bool] | None,
        alike: Callable[[PositionT], None] | None,
        told: Callable[[PositionT], Hashable] | None,
        encloses: bool,
    ) -> None:
        self.parts = parts
        self._ends = ends
        self._stops = stops
        self._alike = alike
        self._told = told
        self._encloses = encloses and parts.decided
        self.aside = parts.aside if self._encloses else None
        """The part that is left aside while a fight is worked out by itself."""
        self.all = Look(tuple(range(1, parts.count)))
        """Every part."""
        self._numbers: list[dict[Hashable, int]] = [{} for _ in range(parts.count)]
        self.things: list[list[Hashable]] = [[] for _ in range(parts.count)]
        """Every part that was met, by its slot and its number."""
        self.rests: list[Rest[PositionT]] = []
        self._glimpses: dict[tuple[int, int], Hashable] = {}

    def split(self, pos: PositionT, slots: Sequence[int] | None = None) -> Code:
        """The code of a position, or of its rest and some parts."""
        if self._alike is not None:
            self._alike(pos)
        if self._told is not None and (slots is None or len(slots) == len(self._numbers)) and self._ends(pos):
            return self._ended(pos, (ENDED, self._told(pos)))
        code = 0
        for slot in range(len(self._numbers)) if slots is None else slots:
            code |= self._number(pos, slot) << BITS * slot
        return code

    def _number(self, pos: PositionT, slot: int) -> int:
        part = self.parts.part(pos, slot)
        number = self._numbers[slot].get(part)
        if number is None:
            number = self.number_of(slot, part)
            if slot == REST:
                self.rests.append(self._rest(self.parts.bare(pos)))
        return number

    def _ended(self, pos: PositionT, told: Hashable) -> Code:
        """The code of a position where the question is answered."""
        number = self._numbers[REST].get(told)
        if number is None:
            number = self.number_of(REST, told)
            self.rests.append(Rest(pos, ends=True, stops=True, look=Look()))
        return number

    def number_of(self, slot: int, part: Hashable) -> int:
        """The number of a part."""
        numbers = self._numbers[slot]
        number = numbers.get(part)
        if number is None:
            number = numbers[part] = len(numbers)
            if number > MASK:
                raise RuleError(error_text("odds.too-many-things", part=slot, most=MASK))
            self.things[slot].append(part)
        return number

    def _rest(self, bare: PositionT) -> Rest[PositionT]:
        if self._ends(bare):
            return Rest(bare, ends=True, stops=True, look=Look())
        stops = self._stops is None or self._stops(bare)
        look, counted = self.parts.look(bare), self.parts.counted(bare)
        aside, encloses = self.parts.aside, self._encloses
        return Rest(bare, ends=False, stops=stops, look=look, counted=counted, aside=aside, encloses=encloses)

    def join(self, code: Code, look: Look) -> PositionT:
        parts = [things[code >> BITS * slot & MASK] for slot, things in enumerate(self.things)]
        return self.parts.join(self.rests[code & MASK].bare, parts, look)

    def end(self, code: Code) -> Any:
        """What is told of a position where the question is answered; itself, if nothing else is asked for."""
        if self._told is None:
            return self.join(code, self.all)
        _, told = cast("tuple[object, Hashable]", self.things[REST][code & MASK])
        return told

    def glimpse(self, code: Code, slot: int) -> Hashable:
        """What can be seen of a part at a glance."""
        number = code >> BITS * slot & MASK
        found = self._glimpses.get((slot, number))
        if found is None:
            found = self._glimpses[slot, number] = self.parts.glimpse(self.things[slot][number])
        return found
