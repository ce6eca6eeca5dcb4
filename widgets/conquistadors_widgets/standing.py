"""Answers that a person wants to give every time: offered after such an answer, given by the table, listed, ended.

The rules know nothing of it: what the table gives are ordinary answers. The scene of a game says what may stand
(`Scene.standing`), and what stands is given only where it is allowed. Nobody but the person is told of it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.requests import Choice, Option, Seat, parse_option
from conquistadors.games import scene_of
from conquistadors_widgets import quiet


@record
class Offer:
    """What a seat could answer every time, after its last answer."""

    number: int
    """The number of that answer."""
    stands: str
    instead_of: frozenset[str]
    """What the seat might have answered every time in its place: that ends."""


class StandingAnswers:
    """What the people at a table want to be answered by itself, and what has been."""

    def __init__(self, game: Game[Any], people: Collection[Seat]) -> None:
        self._game = game
        self._people = people
        self._offers: dict[Seat, Offer] = {}
        self._asks = len(game.answers)
        self.given: dict[int, str] = {}
        """What stood, by the number of the answer that was given for it."""

    # Answering -------------------------------------------------------------------------------------------------------

    def give(self) -> bool:
        """Answer what is asked, if an answer stands and is allowed; whether it was answered."""
        asked, number = self._game.pending, len(self._game.answers)
        if not isinstance(asked, Choice) or asked.who not in self._people or number == self._asks:
            return False
        kept = self.of(asked.who)
        standing = [pair for pair in self._could_stand(asked) if pair[1] in kept] if kept else []
        found = standing[0] if standing else quiet.passed(self._game, asked, kept)
        if found is None:
            return False
        answer, self.given[number] = found
        self._game.play(answer)
        return True

    def quieten(self, seat: Seat, setting: str) -> None:
        """Ask about something less often, or with an empty setting about luck as often as it comes up."""
        said = parse_option(setting)
        topic = quiet.LUCK if said is None else str(said.subject)
        kept = quiet.without(self.of(seat), topic)
        self._game.standing = {**self._game.standing, seat: (*kept, setting) if setting else kept}

    def ask(self) -> None:
        """The pending question is asked in any case: somebody has gone back to it, or has just sat down."""
        self._asks = len(self._game.answers)

    def forget(self) -> None:
        """Forget what belongs to answers that have been taken back."""
        count = len(self._game.answers)
        self.given = {number: stands for number, stands in self.given.items() if number < count}
        self._offers = {seat: offer for seat, offer in self._offers.items() if offer.number < count}

    def since(self, seat: Seat | None) -> list[str]:
        """What was given for a seat since it last decided something itself."""
        found: list[str] = []
        for number in range(len(self._game.answers) - 1, -1, -1):
            given = self._game.answers[number]
            if given.who == seat and not given.auto:
                if number not in self.given:
                    break
                found.insert(0, self.given[number])
        return found

    def _could_stand(self, asked: Choice) -> list[tuple[Option, str]]:
        """The answers that may be given every time, each with what stands then."""
        rules = self._game.rules
        scene = scene_of(rules)(rules.view(self._game.position, asked.who), asked.who, asked)
        found = [(answer, scene.standing(answer)) for answer in self._game.options]
        return [(answer, stands.id) for answer, stands in found if stands is not None]

    # Beginning and ending --------------------------------------------------------------------------------------------

    def of(self, seat: Seat | None) -> tuple[str, ...]:
        """What stands for a seat."""
        return () if seat is None else self._game.standing.get(seat, ())

    def offer_after(self, answer: str) -> None:
        """Whoever is asked is about to answer so: offer that it stands, if it may."""
        asked = self._game.pending
        if not isinstance(asked, Choice) or asked.who not in self._people:
            return
        self._offers.pop(asked.who, None)
        could = {each.id: stands for each, stands in self._could_stand(asked)}
        if (stands := could.get(answer)) is not None:
            others = frozenset(could.values()) - {stands}
            self._offers[asked.who] = Offer(len(self._game.answers), stands, others)

    def offered(self, seat: Seat | None) -> str | None:
        """What the seat is offered after its last answer."""
        offer = None if seat is None else self._offers.get(seat)
        return None if offer is None else offer.stands

    def switch(self, seat: Seat, stands: str) -> None:
        """End what stands; or begin what is offered, in place of what would answer the same question otherwise."""
        kept = self.of(seat)
        offer = self._offers.get(seat)
        if stands in kept:
            kept = tuple(each for each in kept if each != stands)
        elif offer is not None and stands == offer.stands:
            kept = (*[each for each in kept if each not in offer.instead_of], stands)
        self._game.standing = {**self._game.standing, seat: kept}
