"""The screen of a table: whose it is, what they see of the game, and what they are asked. Nothing here answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from conquistadors.bots import Bot
from conquistadors.engine.errors import SetupError
from conquistadors.engine.events import Step
from conquistadors.engine.game import Game
from conquistadors.engine.position import Position
from conquistadors.engine.requests import TABLE, Chance, Choice, Option, Seat
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import error_text, speaking
from conquistadors.engine.views import Line
from conquistadors.games import scene_of
from conquistadors.scene.contract import Scene
from conquistadors.teach.books import Clauses
from conquistadors_widgets.panels.marks import paraphrases
from conquistadors_widgets.standing import StandingAnswers
from conquistadors_widgets.words import words

MOST_TOLD: Final = 40
"""So many lines of what just happened are told at most: the rest is in the story."""


class Screen:
    """The screen of a table at which people and bots sit: a screen that several people pass on has a curtain."""

    def __init__(self, game: Game[Any], bots: Mapping[Seat, Bot]) -> None:
        self.message = ""
        """What the last press had to say: a refusal with its clause, or nothing."""
        self._revealed: Seat | None = None
        self._question = 0
        self._asked: tuple[Game[Any], int] | None = None
        with speaking(game.language):
            self._seat(game, bots)

    def _seat(self, game: Game[Any], bots: Mapping[Seat, Bot]) -> None:
        unknown = [seat for seat in bots if seat not in (*game.rules.seats, TABLE)]
        if unknown:
            raise SetupError(error_text("bot.seat", wanted=repr(unknown[0]), seats=game.rules.seats))
        self.game = game
        self._bots = dict(bots)
        game.people = frozenset(self.people)
        self._standing = StandingAnswers(game, game.people)

    # Who looks ---------------------------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.game.rules.seats if seat not in self._bots)

    @property
    def opens_at_once(self) -> bool:
        """Whether bots bring a table that is opened to the first question of a person before anything is shown.

        So a notebook shows the same text on any machine. Bots that think long, or play by themselves, are watched.
        """
        return bool(self.people) and not any(hasattr(bot, "thinking") for bot in self._bots.values())

    @property
    def asked(self) -> Seat | None:
        """The person of whom something is asked."""
        pending = self.game.pending
        return pending.who if pending is not None and pending.who in self.people else None

    @property
    def curtain(self) -> Seat | None:
        """Who has to take the screen before anything of theirs is shown; None where no curtain is needed."""
        asked = self.asked
        return asked if asked is not None and len(self.people) > 1 and asked != self._revealed else None

    def lift_curtain(self) -> None:
        """Whoever is asked says that they have the screen."""
        self._revealed = self.asked

    @property
    def seat(self) -> Seat | None:
        """Whose screen this is: the only person's, else that of whoever is asked and has taken it."""
        if len(self.people) == 1:
            return self.people[0]
        return None if self.curtain else self.asked

    # What is seen ------------------------------------------------------------------------------------------------

    @property
    def language(self) -> str:
        return self.game.language

    @property
    def teller(self) -> Teller:
        return self.game.teller()

    @property
    def prompt(self) -> str:
        """What whoever looks at the screen is asked, or waits for; behind a curtain, who has to take it."""
        if self.curtain is not None:
            return self.say("pass-screen", who=self.game.names[self.curtain])
        return self.game.prompt_for(self.seat)

    @property
    def position(self) -> Position:
        """The position as whoever looks at the screen may see it."""
        position: Position = self.game.rules.view(self.game.position, self.seat)
        return position

    @property
    def scene(self) -> Scene:
        """What whoever looks at the screen is shown of the game."""
        pending, seat = self.game.pending, self.seat
        asked = pending if isinstance(pending, Choice) and not self.curtain and pending.who in (seat, TABLE) else None
        return scene_of(self.game.rules)(self.position, seat, asked)

    def lines(self) -> tuple[Line, ...]:
        """The log as whoever looks at the screen saw it."""
        return self.game.view(self.seat).lines

    def story(self) -> list[str]:
        return self.teller.story(self.lines())

    @property
    def happened(self) -> list[Line]:
        """What whoever looks has been told since their last answer, the newest last."""
        given, by_itself = self.game.answers, self._standing.given
        mine = [n for n, a in enumerate(given) if not a.auto and a.who == self.seat and n not in by_itself]
        since = mine[-1] + 1 if mine else 0
        told = [line for line in self.lines() if line.answers >= since and not isinstance(line.event, Step)]
        return told[-MOST_TOLD:]

    @property
    def over(self) -> bool:
        return self.game.pending is None

    def say(self, key: str, **facts: object) -> str:
        """A text of the table itself: in the words of the game, if it has its own."""
        own = self.teller.texts
        return (own if f"table.{key}" in own else words(self.language)).say(f"table.{key}", facts)

    @property
    def clauses(self) -> Clauses:
        """The rules in own words, by clause."""
        return paraphrases(self.game.rules.scenario, self.language)

    @property
    def title(self) -> str:
        return self.teller.texts.say(f"title.{self.game.rules.scenario}")

    @property
    def last_decision(self) -> int:
        """The number of the last answer that a person gave; -1 before the first."""
        by_itself = self._standing.given
        given = [number for number, a in enumerate(self.game.answers) if not a.auto and a.who in self.people]
        return next((number for number in reversed(given) if number not in by_itself), -1)

    # What is asked -----------------------------------------------------------------------------------------------

    @property
    def question(self) -> int:
        """Which question this is: the next one has another number, also after something was taken back."""
        if (self.game, len(self.game.answers)) != self._asked:
            self._asked = (self.game, len(self.game.answers))
            self._question += 1
        return self._question

    @property
    def waits_for_bot(self) -> Seat | None:
        """The bot of which something is asked. What it may answer is its own affair: it tells what it holds."""
        pending = self.game.pending
        return pending.who if isinstance(pending, Choice) and pending.who in self._bots else None

    @property
    def options(self) -> Sequence[Option]:
        """The answers that whoever looks at the screen may give."""
        return () if self.curtain or self.waits_for_bot else self.game.options

    @property
    def waits_for_dice(self) -> bool:
        return isinstance(self.game.pending, Chance)
