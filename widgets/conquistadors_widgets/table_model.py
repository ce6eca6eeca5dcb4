"""What a table shows and what its buttons do, without any widget: tested by pressing its buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from conquistadors.bots import Bot, let_bots_play
from conquistadors.engine.chance import Seeded, TableDice
from conquistadors.engine.errors import ConquistadorsError, SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.position import Position
from conquistadors.engine.records import record
from conquistadors.engine.requests import TABLE, Chance, Seat
from conquistadors.engine.telling import Teller


@record
class Button:
    """A button of the prompt: an answer, or something that is not allowed now, with the reason."""

    answer: str
    label: str
    refusal: str | None = None


class TableModel:
    """A game at a table: who looks at the screen, what is asked of him, what he is told."""

    def __init__(self, game: Game[Any], bots: Mapping[Seat, Bot]) -> None:
        unknown = [seat for seat in bots if seat not in (*game.rules.seats, TABLE)]
        if unknown:
            raise SetupError(f"there is no seat {unknown[0]!r} for a bot: {', '.join(game.rules.seats)}")
        self.game = game
        self._bots = dict(bots)
        self.message = ""
        """What the last press had to say: a refusal with its clause, or nothing."""
        let_bots_play(game, self._bots)

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.game.rules.seats if seat not in self._bots)

    @property
    def seat(self) -> Seat | None:
        """Whose screen this is: the only person's, else that of whoever is asked."""
        if len(self.people) == 1:
            return self.people[0]
        pending = self.game.pending
        return pending.who if pending is not None and pending.who in self.people else None

    @property
    def teller(self) -> Teller:
        return self.game.teller()

    @property
    def prompt(self) -> str:
        return self.game.prompt

    @property
    def position(self) -> Position:
        """The position as whoever looks at the screen may see it."""
        position: Position = self.game.rules.view(self.game.position, self.seat)
        return position

    def say(self, key: str) -> str:
        return self.teller.texts.say(key)

    def story(self) -> list[str]:
        return self.teller.story(self.game.view(self.seat).lines)

    def buttons(self) -> list[Button]:
        """The answers, then what one might think of but may not do."""
        teller = self.teller
        allowed = [Button(option.id, teller.label(option)) for option in self.game.options]
        refused = [Button(r.option.id, teller.label(r.option), teller.refusal(r)) for r in self.game.refused]
        return allowed + refused

    def press(self, answer: str) -> None:
        """Answer; a bad answer leaves the game as it was and its reason in `message`."""
        refusal = None if self.waits_for_dice or self.game.pending is None else self.game.why_not(answer)
        if refusal is not None:
            self.message = self.teller.refusal(refusal)
            return
        self._do(lambda: self.game.play(answer))

    @property
    def waits_for_dice(self) -> bool:
        return isinstance(self.game.pending, Chance)

    def undo(self) -> None:
        """Take back the last decision of a person, and what the bots did since."""
        last = [a.who for a in self.game.answers if not a.auto and a.who not in self._bots]
        self._do(lambda: self.game.undo(seat=last[-1] if last else None))

    def redo(self) -> None:
        self._do(self.game.redo)

    def use_dice(self, kind: Literal["seeded", "table"]) -> None:
        """Let the kit roll, or type what the dice on the table show."""
        seed = self.game.sources[-1][1].seed
        self._do(lambda: self.game.use_chance(TableDice(seed) if kind == "table" else Seeded(seed)))

    def speak(self, language: str) -> None:
        self.game.rules.texts(language)
        self.game.language = language
        self.message = ""

    def _do(self, action: Callable[[], None]) -> None:
        try:
            action()
            let_bots_play(self.game, self._bots)
            self.message = ""
        except ConquistadorsError as error:
            self.message = str(error)
