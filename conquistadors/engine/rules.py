"""What a game brings to the engine: its set-up, its procedures, its catalogue of rolls, and what each seat may see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from conquistadors.engine.codec import Json
from conquistadors.engine.errors import RuleError
from conquistadors.engine.events import Event, Modifier, Step
from conquistadors.engine.position import Position, check_plain
from conquistadors.engine.records import record
from conquistadors.engine.requests import Bar, Dice, Option, Procedure, Seat
from conquistadors.engine.texts import Texts, error_text

PositionT = TypeVar("PositionT", bound=Position)


@record
class Roll:
    """An entry of the catalogue: the dice, the modifiers that can apply, and what a luck card may do to it."""

    name: str
    dice: Dice
    modifiers: frozenset[str]
    luck_before: bool
    luck_after: bool


def catalogue(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Roll]:
    """The catalogue of a game from its data: `[rolls.<name>]` with `dice`, `modifiers` and `luck`."""
    return {
        name: Roll(
            name,
            Dice(*entry["dice"]),
            frozenset(entry["modifiers"]),
            luck_before="before" in entry["luck"],
            luck_after="after" in entry["luck"],
        )
        for name, entry in entries.items()
    }


@record
class Ending:
    """How the game ended: who won, and the clause and reason (a key of the message catalogue)."""

    winners: tuple[Seat, ...]
    rule: str
    reason: str


@record
class LuckTried:
    """A luck card that somebody would spend out of time: on which roll, whose it is, and what was spent on it."""

    use: str
    """modify or reroll."""
    roll: Roll | None
    """The roll under way, or the one that was just made; None where there is none."""
    own: bool = True
    """Whoever tries has thrown it, or may throw it."""
    thrown: bool = True
    """The dice lie already."""
    spent: frozenset[str] = frozenset()
    """What was spent on it by whoever tries: modify, reroll."""


class Luck(ABC):
    """The card of a game that changes a player's own roll: a modifier before it, or a re-roll after it."""

    rule_before: str
    rule_after: str

    @abstractmethod
    def held(self, pos: Any, seat: Seat) -> Collection[str]:
        """The luck cards that the seat can spend now."""

    @abstractmethod
    def spend(self, pos: Any, seat: Seat, card: str) -> None:
        """Discard the card."""

    @abstractmethod
    def modifier(self, pos: Any, card: str) -> Modifier:
        """What the card adds when it is spent before the roll."""

    def untimely(self, tried: LuckTried) -> Bar:
        """Why a luck card that is held cannot be spent like this now."""
        return Bar(self.rule_before if tried.use == "modify" else self.rule_after, "not-offered")


class Rules(ABC, Generic[PositionT]):
    """The rules of one game with its options and seats fixed. The same object serves every copy of a position."""

    scenario: ClassVar[str]
    kit: ClassVar[str] = ""
    """The game that the scenario belongs to, by the id of its kit; empty for rules that nobody has entered."""
    position_type: type[PositionT]

    options: Mapping[str, Json]
    seats: tuple[Seat, ...]
    rolls: Mapping[str, Roll]
    luck: Luck | None = None

    @abstractmethod
    def start(self) -> PositionT:
        """The position before anything has happened."""

    @abstractmethod
    def step(self, pos: PositionT) -> Procedure[None]:
        """The procedure that leads from this boundary to the next one.

        It is started from the position alone, so each boundary is a checkpoint: play, undo, clone and load all
        enter here.
        """

    @abstractmethod
    def ending(self, pos: PositionT) -> Ending | None:
        """How the game ended, or None while it goes on. Asked at each boundary."""

    @abstractmethod
    def view(self, pos: PositionT, seat: Seat | None) -> PositionT:
        """A copy in which everything that the seat (None: a bystander) does not know is hidden."""

    def untimely(self, pos: PositionT, seat: Seat, tried: Option, since: Sequence[Event]) -> Bar | None:
        """Why something that another question asks for is no answer now; None where there is no more to say.

        `since` is what happened since a person last decided something.
        """
        return None

    @abstractmethod
    def texts(self, language: str) -> Texts:
        """The message catalogue of the game."""

    @abstractmethod
    def facts(self, pos: PositionT) -> dict[str, object]:
        """What the prompts of the game mention, by name: the turn, the impulse ..."""

    @abstractmethod
    def describe(self, pos: PositionT, texts: Texts, names: Mapping[Seat, str]) -> str:
        """The position as plain text, for a reader who may see all of it (use a view for others)."""

    @abstractmethod
    def check(self, pos: PositionT) -> None:
        """`ValueError` if the position can never be, in the middle of a step or not: what fuzzing looks for."""

    most: ClassVar[int] = 9_999
    """No number in a position goes beyond this, up or down."""

    def check_boundary(self, pos: PositionT) -> None:
        """`ValueError` if no step can start here: for positions that come from a file or from a person."""
        check_plain(pos, self.most)
        self.check(pos)
        if pos.rolling or pos.reacting:
            raise ValueError(error_text("never.rolling"))

    def intervene(self, pos: PositionT, kind: str, order: str) -> None:
        """Change the position as the table orders; `ValueError` says what is wrong and what can be ordered.

        `kind` is "adjust", with an order in words of this game, or "resign", with the seat that gives up.
        """
        raise ValueError(error_text("order.kind", scenario=self.scenario, kind=repr(kind)))

    def redealt(self, pos: PositionT, seat: Seat | None, random: Random) -> PositionT | None:
        """A position that differs only in what the seat (None: a bystander) cannot know: hidden things dealt anew.

        The fuzzer looks for leaks with it. None: this game does not offer it.
        """
        return None

    secrets: frozenset[str] = frozenset()
    """The kinds of choices whose answers nobody sees but who gives them."""

    no_windows: frozenset[str] = frozenset()
    """The kinds of choices that may be passed, and of which all may know who is asked: nothing stands still in them."""

    def supposed(
        self, seen: PositionT, seat: Seat | None, random: Random, shown: Sequence[tuple[Seat, Option]] = ()
    ) -> PositionT | None:
        """A whole position that looks to the seat as the seen one does: what it has not seen is dealt at random.

        `shown` are answers that have been given since, and that must be possible. None: this game does not offer it,
        or there is no such position.
        """
        return None

    def only_passes(self, seen: PositionT, seat: Seat, kind: str) -> bool:
        """Whether everybody can see that the seat can only pass at a question of this kind: it holds no card at all.

        `seen` is what a bystander sees. Among people a seat is asked wherever somebody might think that it can answer.
        """
        return False

    def reactions(self, pos: PositionT, occasion: str, seat: Seat) -> Sequence[Option]:
        """What a seat could think of playing on the occasion. Passing is offered by the window itself."""
        return ()

    def forbids_reaction(self, pos: PositionT, occasion: str, seat: Seat, tried: Option) -> Bar | None:
        """What stands against that reaction."""
        return None

    def react(self, pos: PositionT, occasion: str, seat: Seat, chosen: Option) -> Procedure[None]:
        """Carry out a reaction."""
        raise RuleError(f"{self.scenario} has no reaction {chosen!r} to {occasion!r}")


@record
class ProcedureCard:
    """What is known of a procedure besides its code: the clause it carries out, and the events of its steps."""

    name: str
    rule: str
    steps: Mapping[str, Step]


_PROCEDURES: dict[Callable[..., Any], ProcedureCard] = {}


def procedures() -> Mapping[object, ProcedureCard]:
    """Every procedure by its code object: a running generator leads to its card through `gi_code`."""
    return {function.__code__: card for function, card in _PROCEDURES.items()}


F = TypeVar("F", bound=Callable[..., Any])


def procedure(rule: str, steps: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Mark a generator function, or one that asks nothing, as the procedure of a clause. It stays as it is."""

    def register(function: F) -> F:
        name = function.__name__
        marks = {mark: Step(procedure=name, step=mark, rule=rule) for mark in steps}
        _PROCEDURES[function] = ProcedureCard(name, rule, marks)
        return function

    return register


def step(pos: Position, of: Callable[..., Procedure[Any]], name: str) -> None:
    """Report that the procedure reached one of its steps; an undeclared one is a `KeyError`."""
    if pos.sink is not None:
        pos.sink(_PROCEDURES[of].steps[name])
