"""Random games meet every roll of the catalogue, and no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from conquistadors import odds
from conquistadors.engine.events import Event, Rolled
from conquistadors.engine.playout import play_out
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.games.conquest.rules.standard import StandardGame
from support.sizes import size

GAMES = size("ROLL_GAMES", thin=30, soak=1000)
LAST_TURN = 12


def beginnings() -> Iterator[ConquestPosition]:
    """Standard and Solitaire Games from their set-up; and, rare in random play, an attack on a capital (17.2)."""
    standard = StandardGame(4, "both")
    alone = [SolitaireGame("north"), SolitaireGame("south")]
    capital = build(
        rules=standard,
        expeditions={"cortes": expedition("red", "tlaxcala", "3 foot, 4 horse, 2 cannon")},
        places={"tlaxcala": place("capital", hostile=True, units=[20], empire="mexica", king=True)},
        before="battle cortes indians",
    )
    for number in range(GAMES):
        yield standard.start()
        yield alone[number % 2].start()
        if number % 10 == 0:
            yield capital.copy()


@pytest.mark.soak
def test_every_roll_that_is_met_is_in_the_catalogue_and_every_entry_is_met() -> None:
    met: Counter[str] = Counter()

    def listen(event: Event) -> None:
        if isinstance(event, Rolled):
            met[event.roll] += 1

    for seed, pos in enumerate(beginnings()):
        pos.sink = listen
        play_out(pos.rules, pos, Random(seed), lambda at: at.turn >= LAST_TURN)
    assert set(met) == {roll.name for roll in odds.rolls()}
