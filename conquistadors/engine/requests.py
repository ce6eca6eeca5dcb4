"""What a procedure may ask for: a decision of a seat (`Choice`) or of chance (`Chance`). Nothing else."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeAlias, TypeVar, final

from conquistadors.engine.errors import RuleError
from conquistadors.engine.records import record

Seat: TypeAlias = str
"""The id of a place at the table ("red", "south"). Player names are for the reader only and never reach the rules."""

ChanceValue: TypeAlias = int | str
"""What chance may answer: the total of the dice, or the id of a thing drawn. Fits into JSON as it is."""

CHANCE: Final[Seat] = "chance"
"""The seat that answers every `Chance` in the record of answers."""

TABLE: Final[Seat] = "table"
"""The seat of all people together: what they decide holds, whatever the program thinks. A rule may ask it, too."""


@dataclass(slots=True, frozen=True, repr=False)
class Option:
    """One thing a seat may do. Made by `option()`; the id is what people type, log and save."""

    id: str
    verb: str
    subject: str | None = None
    target: str | None = None

    def __repr__(self) -> str:
        return self.id


@lru_cache(maxsize=65_536)
def option(verb: str, subject: str | None = None, target: str | None = None) -> Option:
    """The option with these parts. Equal parts give the same object, so offering it again costs nothing."""
    parts = [part for part in (verb, subject, target) if part is not None]
    if (target is not None and subject is None) or any(not p or p.split() != [p] for p in parts):
        raise RuleError(f"an option needs a verb, then a subject, then a target, without blanks: {parts}")
    return Option(" ".join(parts), verb, subject, target)


def parse_option(text: str) -> Option | None:
    """The option that a typed text would be, or None where no option can look like that."""
    parts = text.split()
    return Option(" ".join(parts), *parts) if 1 <= len(parts) <= 3 else None


PASS: Final = option("pass")
NOT_OFFERED: Final = "not-offered"
"""The reason where nothing forbids a thing but that something else is asked."""


@record
class Bar:
    """Why something is not allowed: the forbidding clause, and the reason as a key of the message catalogue."""

    rule: str
    reason: str
    facts: tuple[tuple[str, str | int], ...] = ()
    """What the reason mentions, by name."""


@record
class Refusal:
    """An option that is not allowed now, with the bar that forbids it."""

    option: Option
    bar: Bar

    @property
    def rule(self) -> str:
        return self.bar.rule


@final
@record
class Choice:
    """A decision of one seat.

    `candidates` lists what a player would think of here, `forbids` is the one predicate that says what stands
    against an option (or None). Legal options, refusals and "why not" are all made from these two, so they
    cannot disagree. Both are called only when somebody looks. `forbids` must have an answer for anything typed.
    """

    who: Seat
    kind: str
    rule: str
    candidates: Callable[[], Sequence[Option]]
    forbids: Callable[[Option], Bar | None]
    passes: bool = False
    """The seat may pass as well. It passes by itself when it can do nothing else: nobody is bothered in vain."""
    facts: tuple[tuple[str, object], ...] = ()
    """What the prompt mentions beside the facts of the position, by name."""
    hopeless: Callable[[], Sequence[Option]] | None = None
    """What a player would think of besides and is never allowed now: for those who ask why not, and nobody else."""
    all_allowed: bool = False
    """Nothing stands against any candidate: nobody has to ask `forbids`, which is for whatever else is typed."""

    def legal(self) -> list[Option]:
        if self.all_allowed:
            allowed = list(self.candidates())
        else:
            forbids = self.forbids
            allowed = [o for o in self.candidates() if forbids(o) is None]
        if self.passes:
            allowed.append(PASS)
        return allowed

    def refused(self) -> tuple[Refusal, ...]:
        barred = list(self._judge()[1])
        if self.all_allowed and barred:
            raise RuleError(f"all is called allowed in {self.kind} ({self.rule}), and {barred[0].rule} forbids some")
        for tried in self.hopeless() if self.hopeless is not None else ():
            bar = self.forbids(tried)
            if bar is None:
                raise RuleError(f"{tried} is called hopeless in {self.kind} ({self.rule}), and nothing forbids it")
            barred.append(Refusal(tried, bar))
        return tuple(barred)

    def judged(self) -> tuple[list[Option], tuple[Refusal, ...]]:
        """Which of the candidates are legal and which are refused, in one go."""
        return (self.legal(), ()) if self.all_allowed else self._judge()

    def _judge(self) -> tuple[list[Option], tuple[Refusal, ...]]:
        allowed: list[Option] = []
        barred: list[Refusal] = []
        forbids = self.forbids
        for candidate in self.candidates():
            bar = forbids(candidate)
            if bar is None:
                allowed.append(candidate)
            else:
                barred.append(Refusal(candidate, bar))
        if self.passes:
            allowed.append(PASS)
        return allowed, tuple(barred)

    def why_not(self, text: str) -> Refusal | None:
        """Why the text is not an answer now, or None if it is one."""
        tried = parse_option(text)
        if tried is None:
            return Refusal(Option(text, text), Bar(self.rule, NOT_OFFERED))
        if self.passes and tried == PASS:
            return None
        for candidate in self.candidates():
            if candidate == tried:
                bar = self.forbids(tried)
                return None if bar is None else Refusal(tried, bar)
        return Refusal(tried, self.forbids(tried) or Bar(self.rule, NOT_OFFERED))


@final
@record
class Question:
    """A choice as it is handed out to whoever has to answer it: with what its predicates said, and without them.

    Nothing in it leads to the position. `Choice` is what the rules ask with, this is what a seat hears of it.
    """

    who: Seat
    kind: str
    rule: str
    passes: bool = False
    facts: tuple[tuple[str, object], ...] = ()
    options: tuple[Option, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    """What one might think of here but may not do; empty in the light views of bots that glance at the table."""

    def legal(self) -> list[Option]:
        return list(self.options)

    def refused(self) -> tuple[Refusal, ...]:
        return self.refusals

    def why_not(self, text: str) -> Refusal | None:
        """Why the text is not an answer now, or None if it is one."""
        tried = parse_option(text)
        if tried is None:
            return Refusal(Option(text, text), Bar(self.rule, "not-offered"))
        if tried in self.options:
            return None
        known = [refusal for refusal in self.refusals if refusal.option == tried]
        return known[0] if known else Refusal(tried, Bar(self.rule, "not-offered"))


Asked: TypeAlias = Choice | Question
"""What a seat is asked, for those who only read it."""


@record
class Dice:
    """Some dice that are thrown together and added up: `Dice(2, 6)`."""

    count: int
    sides: int
    totals: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """All totals, lowest first."""
    ways: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """In how many ways each total comes up."""

    def __post_init__(self) -> None:
        ways = {0: 1}
        for _ in range(self.count):
            longer: dict[int, int] = {}
            for total, n in ways.items():
                for face in range(1, self.sides + 1):
                    longer[total + face] = longer.get(total + face, 0) + n
            ways = longer
        object.__setattr__(self, "totals", tuple(ways))
        object.__setattr__(self, "ways", tuple(ways.values()))

    def __str__(self) -> str:
        return f"{self.count}d{self.sides}"


@final
@record
class Chance:
    """A decision of the dice or of the shuffle: the possible outcomes with their whole-number weights.

    `dice` is set for a roll and None for a draw: at a real table people type what the dice showed,
    while the kit goes on shuffling the cards.
    """

    kind: str
    who: Seat
    rule: str
    outcomes: Sequence[ChanceValue]
    weights: Sequence[int]
    dice: Dice | None = None
    added: int = 0
    """What is added to what the dice show."""
    reads: Callable[[int], Any] | None = None
    """What the rules make of the total, if they make something of it."""
    also_reads: Callable[[int], Hashable] | None = None
    """What they read besides from the dice as they lie."""

    def result(self, outcome: ChanceValue) -> Any:
        """What the rules make of an outcome: the result of a table, or the outcome itself."""
        return outcome if self.reads is None else self.reads(int(outcome) + self.added)

    def classes(self) -> tuple[Sequence[ChanceValue], Sequence[int]]:
        """The outcomes with their weights, those of which the rules make the same as one: the first of them."""
        if self.reads is None:
            return self.outcomes, self.weights
        first: dict[Hashable, ChanceValue] = {}
        ways: dict[Hashable, int] = {}
        for outcome, weight in zip(self.outcomes, self.weights, strict=True):
            meant = (self.result(outcome), None if self.also_reads is None else self.also_reads(int(outcome)))
            first.setdefault(meant, outcome)
            ways[meant] = ways.get(meant, 0) + weight
        return list(first.values()), list(ways.values())


Request: TypeAlias = Choice | Chance

T = TypeVar("T")
Procedure: TypeAlias = Generator[Request, Any, T]
"""A rule at work. It is sent an `Option` for a `Choice`, an outcome for a `Chance`, and returns a `T`."""
