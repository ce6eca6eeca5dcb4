"""The hands of whoever looks at a table: the piece that they hold, where it can go, and what that takes.

A click on a piece takes it in hand, a click on a space sends it there: `scene.gestures` finds the row of answers. What
was moved last stays in hand, so that the next order is a single click.
"""

from __future__ import annotations

from typing import Final

from conquistadors.scene.contract import targets
from conquistadors.scene.gestures import Order, Orders, movable, orders_for, told_by
from conquistadors.scene.words import say
from conquistadors_widgets.forms import Forms
from conquistadors_widgets.screen import Screen

ORDER: Final = ":order"
"""With its number: a button that gives a whole row of answers."""


class Hands:
    """What is held, and what can be ordered now."""

    def __init__(self, screen: Screen, forms: Forms) -> None:
        self._screen = screen
        self._forms = forms
        self._taken: tuple[int, str] | None = None
        """The question at which a piece was taken in hand, and the piece."""
        self._known: tuple[tuple[int, str | None, str | None], Orders] | None = None

    @property
    def movable(self) -> tuple[str, ...]:
        """The pieces that can be taken in hand now."""
        screen = self._screen
        return movable(screen.scene, screen.options) if screen.asked is not None else ()

    @property
    def held(self) -> str | None:
        """What was taken in hand at this question; else what was moved last, or the only piece that can be."""
        pieces = self.movable
        if self._taken is not None and self._taken[0] == self._screen.question and self._taken[1] in pieces:
            return self._taken[1]
        seat = self._screen.asked
        for given in reversed(self._screen.game.answers):
            if given.who == seat and not given.auto:
                named = [piece for piece in pieces if piece in str(given.value).split()]
                if named:
                    return named[0]
        return pieces[0] if len(pieces) == 1 else None

    def take(self, piece: str) -> None:
        self._taken = (self._screen.question, piece)

    @property
    def orders(self) -> tuple[Order, ...]:
        """What can be ordered: with what is held, or where the question is about a piece already, with that."""
        screen = self._screen
        asked = screen.asked
        if asked is None or screen.curtain or self._forms.shown is not None:
            return ()
        key = (screen.question, self.held, asked)
        if self._known is None or self._known[0] != key:
            self._known = (key, orders_for(screen.game.view(asked), self.held))
        direct = {answer.id for answer in screen.options}
        return tuple(o for o in self._known[1].found if len(o.answers) > 1 or o.answers[0][1].id not in direct)

    def order(self, button: str) -> Order | None:
        """The order of a button."""
        number = button.removeprefix(f"{ORDER} ")
        orders = self.orders
        return orders[int(number)] if number.isdecimal() and int(number) < len(orders) else None

    def aimed(self) -> dict[str, tuple[str, ...]]:
        """The spaces that can be clicked on, with the answers and orders that a click gives."""
        screen = self._screen
        found = targets(screen.scene, screen.options)
        for number, order in enumerate(self.orders):
            if order.space is not None:
                found[order.space] = (*found.get(order.space, ()), f"{ORDER} {number}")
        return found

    def pieces_at(self, space: str) -> list[str]:
        """The pieces in a space that can be taken in hand."""
        pieces = self.movable
        stands = [piece.id for sheet in self._screen.scene.maps for piece in sheet.pieces if piece.space == space]
        return [piece for piece in stands if piece in pieces]

    # In words --------------------------------------------------------------------------------------------------------

    def label(self, order: Order) -> str:
        """What is ordered, in short."""
        screen = self._screen
        word, label = screen.teller.texts.word, screen.teller.label
        names = screen.game.names
        does = "" if order.does is None else label(order.does)
        if order.number is not None:
            return screen.say("order-all", order=does, count=order.number)
        if order.space is None:
            return screen.say("order", piece=word(order.piece, names), does=does)
        space = word(order.space, names)
        if order.piece is None and order.does is None:
            return screen.say("order-on", space=space, steps=len(order.path))
        who = does if order.piece is None else screen.say("order", piece=word(order.piece, names), does=does)
        return screen.say("order-to", order=who, space=space, steps=len(order.path))

    def takes(self, order: Order) -> list[str]:
        """What an order takes: the way, and what happens on it as far as that is known."""
        screen = self._screen
        asked = screen.asked
        if asked is None:
            return []
        lines = [self.label(order)]
        if len(order.path) > 1:
            lines.append(screen.say("order-way", way=say(tuple(order.path), screen.teller.texts, screen.game.names)))
        return lines + [screen.teller.event(event) for event in told_by(screen.game.view(asked), order)]
