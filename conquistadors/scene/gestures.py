"""Orders by hand: a piece and a place where it can go, as the row of small answers that the rules ask for.

Nothing here knows a game. The rules themselves are tried out, in a world that the mover can suppose from what the seat
sees (`View.suppose`): so neither the dice to come nor what others hold has any part in it. A row ends before the first
chance and before anybody else is asked. `Scene.where` says what an answer points at: a row takes hold of a piece, may
name what it does, and goes from space to space. The search is bounded by the answers that it tries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final, TypeAlias

from conquistadors.engine.events import Event, Step
from conquistadors.engine.records import record
from conquistadors.engine.requests import PASS, Choice, Option, Seat, option
from conquistadors.engine.run import Run
from conquistadors.engine.views import View
from conquistadors.games import scene_of
from conquistadors.scene.contract import Scene, Where
from conquistadors.scene.forms import NUMBER, number_bounds

MOST_TRIED: Final = 240
"""So many answers a search tries at most; what it has not found by then is reached step by step."""
WIDE: Final = 24
"""A question with more spaces than that to choose from names all that can be reached: nobody goes there by steps."""
DEALS: Final = 8
"""So many worlds are supposed until one fits what the seat sees."""

_Answers: TypeAlias = "tuple[tuple[str, Option], ...]"


@record
class Order:
    """A row of answers that is given at once."""

    answers: tuple[tuple[str, Option], ...]
    """Each with the kind of the question that it answers: where another one is asked, the row halts."""
    piece: str | None = None
    """What it takes hold of first, if it does."""
    does: Option | None = None
    """What it names that points at no space: how to go there, or all that is done."""
    space: str | None = None
    """Where it leads."""
    path: tuple[str, ...] = ()
    """The spaces on the way, the last one included."""
    number: int | None = None
    """How many, where the rules ask for a number: as many as they allow."""


@record
class Orders:
    """What can be ordered at a question."""

    found: tuple[Order, ...] = ()
    complete: bool = True
    """Whether everything was tried that could be."""

    def to(self, space: str) -> tuple[Order, ...]:
        """Those that lead to a space."""
        return tuple(order for order in self.found if order.space == space)


def orders_for(view: View[Any], piece: str | None = None, most: int = MOST_TRIED) -> Orders:
    """What the seat of the view can order a piece to do; without one, whatever the question is about already.

    With a piece an order is whole: where the rules ask after the last step whether to go on, it stops there.
    """
    world = _supposed(view)
    return Orders() if world is None or view.seat is None else _Search(world, view.seat, most).orders(piece)


def told_by(view: View[Any], order: Order) -> tuple[Event, ...]:
    """What happens on the way, as the seat would hear it: what an order takes, as far as it is known."""
    run = _supposed(view)
    if run is None or view.seat is None:
        return ()
    told: list[Event] = []
    run.pos.sink = told.append
    for kind, answer in order.answers:
        _pass_by_itself(run, view.seat)
        if _asked(run, view.seat) is None or run.pending is None or run.pending.kind != kind:
            break
        run.send(answer)
    seen = [event.seen_by(view.seat) for event in told if not isinstance(event, Step)]
    return tuple(event for event in seen if event is not None)


def movable(scene: Scene, options: Sequence[Option]) -> tuple[str, ...]:
    """The pieces that answers point at, each once, in the order of the menu."""
    found = [scene.where(option) for option in options]
    return tuple(dict.fromkeys(where[1] for where in found if where is not None and where[0] == "piece"))


def _supposed(view: View[Any]) -> Run[Any] | None:
    """A world that fits what the seat sees, always the same for the same view."""
    for deal in range(DEALS):
        world = view.suppose(Random(deal))
        if world is not None:
            return world
    return None


def _asked(run: Run[Any], seat: Seat) -> Choice | None:
    asked = run.pending
    return asked if isinstance(asked, Choice) and asked.who == seat else None


def _pass_by_itself(run: Run[Any], seat: Seat) -> None:
    """Where the seat can only pass, a game passes for it."""
    while (asked := _asked(run, seat)) is not None and asked.passes and asked.legal() == [PASS]:
        run.send(PASS)


class _Spent(Exception):
    """The search has tried as much as it may."""


class _Node:
    """Where a row has led: what was answered on the way, and what the seat sees and is asked there, if it is."""

    def __init__(self, run: Run[Any], seat: Seat, row: _Answers = (), path: tuple[str, ...] = ()) -> None:
        self.run = run
        self.row = row
        self.path = path
        asked = self._asked = _asked(run, seat)
        self.open = asked is not None
        self.kind = "" if asked is None else asked.kind
        self._seat = seat

    @cached_property
    def options(self) -> list[Option]:
        return [] if self._asked is None else self._asked.legal()

    @cached_property
    def scene(self) -> Scene:
        rules = self.run.rules
        return scene_of(rules)(rules.view(self.run.pos, self._seat), self._seat, self._asked)

    @cached_property
    def stands(self) -> dict[str, str]:
        """Where the pieces are."""
        return {piece.id: piece.space for sheet in self.scene.maps for piece in sheet.pieces}

    @property
    def spaces(self) -> int:
        """How many answers point at spaces."""
        return sum(where is not None and where[0] == "space" for _, where in self.points)

    @cached_property
    def points(self) -> list[tuple[Option, Where | None]]:
        """The answers with what they point at."""
        return [(each, self.scene.where(each)) for each in self.options]

    def answered(self, answer: Option) -> _Answers:
        """The row so far with this answer."""
        return (*self.row, (self.kind, answer))


class _Search:
    """Tries answers out, as many as it may."""

    def __init__(self, world: Run[Any], seat: Seat, most: int) -> None:
        self._start = _Node(world, seat)
        self._seat = seat
        self._left = most

    def orders(self, piece: str | None) -> Orders:
        found: list[Order] = []
        try:
            found.extend(self._deeds(self._start, None) if piece is None else self._of_piece(piece))
            found.extend(self._wholes())
        except _Spent:
            return Orders(tuple(found), complete=False)
        return Orders(tuple(found))

    def _of_piece(self, piece: str) -> Iterator[Order]:
        """What begins with an answer that points at the piece."""
        for hold in [each for each, where in self._start.points if where == ("piece", piece)]:
            held = self._after(self._start, hold)
            if held.open:
                yield from self._deeds(held, piece)

    def _deeds(self, node: _Node, piece: str | None) -> Iterator[Order]:
        """The steps that can be taken at once, and what can be named: with the steps that it leads to, or by itself."""
        yield from self._ways(node, piece, None)
        if piece is None and node.spaces:
            return  # what is asked is where to
        for deed, where in node.points:
            if deed == PASS or deed.verb == NUMBER or where is not None or (piece is None and deed.subject is not None):
                continue
            some = False
            for order in self._ways(self._after(node, deed), piece, deed):
                some = True
                yield order
            if piece is not None and not some:
                yield Order(node.answered(deed), piece, deed)

    def _wholes(self) -> Iterator[Order]:
        """An answer of which the rules only ask how much, with all that there is."""
        for answer, where in self._start.points:
            if answer == PASS or answer.verb == NUMBER or (where is not None and where[0] != "piece"):
                continue
            asked = self._after(self._start, answer)
            bounds = number_bounds(asked.run.pending, self._seat)
            if bounds is not None and bounds[1] > 1:
                most = option(NUMBER, str(bounds[1]))
                piece = where[1] if where is not None else None
                yield Order(asked.answered(most), piece, answer, number=bounds[1])

    def _ways(self, first: _Node, piece: str | None, does: Option | None) -> Iterator[Order]:
        """The shortest way to each space where something moves, as long as the same question goes on."""
        reached: set[str] = set()
        nodes = [first] if first.spaces <= WIDE else []
        for node in nodes:
            for answer, where in node.points:
                kind, space = where or ("", "")
                same = node is first or answer.verb == node.row[-1][1].verb
                if kind != "space" or space in reached or not same:
                    continue
                there = self._after(node, answer, (*node.path, space))
                if not self._moved(there, piece, space):
                    continue
                reached.add(space)
                row = there.row
                if there.open and there.kind == node.kind:
                    nodes.append(there)
                    stops = [each for each in there.options if each.subject is None]
                    if piece is not None and len(stops) == 1:
                        row = there.answered(stops[0])
                yield Order(row, piece, does, space, there.path)

    def _moved(self, there: _Node, piece: str | None, space: str) -> bool:
        """Whether the piece, or any, has come to the space."""
        before, now = self._start.stands, there.stands
        came = [each for each, was in before.items() if now.get(each) == space and was != space]
        return bool(came) if piece is None else piece in came

    def _after(self, node: _Node, answer: Option, path: tuple[str, ...] = ()) -> _Node:
        """Where an answer leads."""
        self._left -= 1
        if self._left < 0:
            raise _Spent
        run = node.run.clone()
        run.send(answer)
        _pass_by_itself(run, self._seat)
        return _Node(run, self._seat, node.answered(answer), path)
