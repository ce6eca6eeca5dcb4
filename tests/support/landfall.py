"""Positions of the example game in one line, with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquistadors.engine.chance import Script, Source
from conquistadors.engine.fuzz import same_state
from conquistadors.engine.game import Game, UndoPolicy
from conquistadors.engine.piles import Pile
from conquistadors.games.landfall.rules import Landfall, Ocean


def ocean(
    hands: Mapping[str, str] | None = None,
    *,
    ships: Mapping[str, int] | None = None,
    deck: Sequence[str] | None = None,
    turn: int = 1,
    captains: int = 2,
) -> Ocean:
    """A position at the start of red's turn; `hands={"red": "chart pilot"}`. Cards not named lie in the deck.

    With `deck`, the deck holds these and the rest lies in the discards.
    """
    rules = Landfall(captains)
    pos = rules.start()
    pos.round = turn
    pos.ships |= ships or {}
    rest = rules.deck
    for seat, cards in (hands or {}).items():
        pos.hands[seat] = Pile.of(cards.split())
        for card in cards.split():
            rest = rest.minus(card)
    pos.piles["deck"] = rest
    if deck is not None:
        for card in deck:
            rest = rest.minus(card)
        pos.piles |= {"deck": Pile.of(deck), "discards": rest}
    rules.check_boundary(pos)
    return pos


def game_at(pos: Ocean, dice: Source | None = None, undo: UndoPolicy = "fair") -> Game[Ocean]:
    return Game.new(pos.rules, ["Ana", "Ben"][: len(pos.rules.seats)], chance=dice or Script(), undo=undo, position=pos)


def assert_back_and_forth(game: Game[Ocean], stations: Sequence[Game[Ocean]]) -> None:
    """Undo leads back over every station, and redo to the last one again."""
    for there in reversed(stations[:-1]):
        while len(game.answers) > len(there.answers):
            game.undo()
        assert same_state(game, there)
    while game.can_redo:
        game.redo()
    assert same_state(game, stations[-1])
