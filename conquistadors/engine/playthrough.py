"""A game as text, from the first question to the last: what a reader follows, and what a golden file keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from conquistadors.engine.events import Step
from conquistadors.engine.fuzz import Until, never
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Option

Choose = Callable[[Game[Any]], Option]
"""Answers what is asked."""


def playthrough(game: Game[Any], choose: Choose, *, until: Until = never) -> Iterator[str]:
    """Play the game on and tell it line by line, the whole truth: each question with its answer, and what happened.

    A game that counts turns is long: its position is shown at the start of each turn, and a question with its answer
    is one line. Any other is shown with its position, its options and what is not allowed at every question.
    """
    teller = game.teller()
    turn = None
    told = 0
    while True:
        events, _ = game.events_so_far()
        yield from (teller.event(event) for event in events[told:] if not isinstance(event, Step))
        told = len(events)
        position = game.position
        if game.pending is None or until(position):
            break
        answer = choose(game)
        now = getattr(position, "turn", None)
        if now is None:
            yield f"\n{game}\n  {', '.join(option.id for option in game.options)}"
            yield from (f"  not {teller.refusal(refusal)}" for refusal in game.refused)
            yield f"> {answer}"
        else:
            if now != turn:
                yield f"\n{teller.position(position)}\n"
            yield f"> {game.prompt} -> {teller.label(answer)}"
        turn = now
        game.play(answer)
    yield f"\n{teller.position(game.position)}\n{game.prompt}"
