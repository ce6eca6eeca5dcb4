"""Counts the clicks of a person at a table who decides as a bot does, with the shortest way that the table offers.

The person knows beforehand what the bot will choose (a branch of the game says so), and picks of all orders, forms and
settings the one that saves most: the count is what the table makes possible, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conquistadors.bots import Bot
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Choice, Option
from conquistadors.games import play_of
from conquistadors.scene.forms import Form
from conquistadors_widgets import quiet
from conquistadors_widgets.controls import SEND
from conquistadors_widgets.gestures import ORDER
from conquistadors_widgets.table_model import TableModel


class Clicks:
    """Plays a game for one person to the end of a turn, and counts."""

    def __init__(self, game: Game[Any], bot: Bot, last_turn: int) -> None:
        self.model = TableModel(game, {})
        self.answers = 0
        """Questions that would have been answered one by one."""
        self.clicks: Counter[str] = Counter()
        """By what they were for."""
        self._bot = bot
        self._last_turn = last_turn

    def play(self) -> int:
        """The number of clicks."""
        model = self.model
        while self._goes_on(model.game):
            before = len(model.game.answers)
            self._click(self._wanted())
            model.let_bots_answer()
            given = model.game.answers[before:]
            self.answers += sum(not each.auto for each in given)
            assert given, model.message
        return self.clicks.total()

    def _goes_on(self, game: Game[Any]) -> bool:
        return game.pending is not None and play_of(game.rules).turn(game.position) <= self._last_turn

    def _wanted(self) -> list[str]:
        """What the bot answers from here on, up to the end of the count."""
        twin, found = self.model.game.branch(), []
        while self._goes_on(twin):
            assert isinstance(twin.pending, Choice)
            answer = self._bot.answer(twin.view(twin.pending.who))
            found.append(answer.id)
            twin.play(answer)
        return found

    def _click(self, wanted: list[str]) -> None:
        if not (self._fills(wanted) or self._orders(wanted) or self._quietens(wanted)):
            self._press(wanted[0], "answer")

    def _press(self, button: str, what: str) -> None:
        self.clicks[what] += 1
        self.model.press(button)
        assert not self.model.message, self.model.message

    def _fills(self, wanted: list[str]) -> bool:
        """A form with what is wanted, a click for each number that is not there already, and one to send it."""
        model = self.model
        if model.forms.shown is None:
            return False
        for _ in range(3):  # what is filled in first says which fields there are
            form = model.forms.shown
            model.forms.fill(_values(form, wanted))
        assert model.forms.shown is not None
        row = list(model.forms.shown.answers)
        given, chosen = _taken(row), _taken(wanted[: len(row)])
        assert given == chosen, (row, wanted[: len(row)])
        self.clicks["form"] += sum(field.value != field.usual for field in model.forms.shown.fields)
        self._press(SEND, "form")
        return True

    def _orders(self, wanted: list[str]) -> bool:
        hands = self.model.hands
        held, best = hands.held, (0, "", "", 0)
        for piece in dict.fromkeys((held, *hands.movable)):
            if piece is not None and piece != held:
                hands.take(piece)
            for number, order in enumerate(hands.orders):
                row = [answer.id for _, answer in order.answers]
                saved = len(row) - (1 if piece == held else 2)
                if row == wanted[: len(row)] and saved > best[0]:
                    best = (saved, f"{ORDER} {number}", str(piece), 1 if piece == held else 2)
        saved, button, piece, clicks = best
        if saved:
            if clicks > 1:
                self.clicks["piece"] += 1
                hands.take(piece)
            elif held is not None:
                hands.take(held)
            self._press(button, "order")
        return bool(saved)

    def _quietens(self, wanted: list[str]) -> bool:
        """A pass that makes the table ask less often, if it never passes where the bot would not."""
        asked = self.model.game.pending
        if not isinstance(asked, Choice):
            return False
        for setting, ends in reversed(quiet.ways(self.model.game, asked, alone=True)):
            saved = self._saves(setting, wanted) if ends.id == wanted[0] else 0
            if saved > 1:
                self._press(f":{setting}", "quiet")
                return True
        return False

    def _saves(self, setting: str, wanted: list[str]) -> int:
        """How many questions are not asked any more; none if a wanted answer would be lost."""
        twin, saved = self.model.game.branch(), 0
        for answer in wanted:
            assert isinstance(twin.pending, Choice)
            passed = quiet.passed(twin, twin.pending, (setting,))
            if passed is not None and passed[0].id != answer:
                return 0
            saved += passed is not None
            twin.play(answer)
        return saved


def _values(form: Form, wanted: list[str]) -> list[int]:
    """The wanted numbers, field by field."""
    lone, things = _numbers(wanted, {str(field.about) for field in form.fields})
    return [
        things[str(field.about)] if isinstance(field.about, Option) else next(lone, field.low) for field in form.fields
    ]


def _numbers(wanted: list[str], known: set[str]) -> tuple[Iterator[int], Counter[str]]:
    """The numbers that stand alone, and how many are taken of each thing that the form knows."""
    lone, things, thing = [], Counter[str](), None
    for each in wanted:
        if each.startswith("amount "):
            number = int(each.split()[1])
            if thing is None:
                lone.append(number)
            else:
                things[thing] += number - 1
            thing = None
        elif each in known:
            thing = each
            things[each] += 1
        else:
            break
    return iter(lone), things


def _taken(row: list[str]) -> tuple[list[int], Counter[str]]:
    lone, things = _numbers(row, {each for each in row if not each.startswith("amount ")})
    return list(lone), Counter({thing: n for thing, n in things.items() if len(thing.split()) > 1})
