"""How fast the exact odds are, beside sampling with numpy and beside a calculation with icepool.

Every call is answered anew, but for those that say so: results are remembered.
"""

from __future__ import annotations

from typing import Any

import icepool
import pytest

import conquistadors as cq
from conquistadors import odds
from conquistadors.engine.requests import Choice
from conquistadors.engine.run import Run
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.odds.asking import NOBODY
from conquistadors.odds.position import position_work
from conquistadors.odds.slices import finished
from support import by_hand
from support.by_hand import RATING, Question
from support.sampling import sampled
from support.speed import per_call

FORCE = "6 foot, 3 horse, 1 cannon"
INDIANS = [30, 20, 40]
ASKED = Question(RATING["cortes"])
REMEMBERED = (by_hand.rolled, by_hand.expedition_hit, by_hand.spaniards_hit, by_hand.indians_hit)


def one_roll() -> Any:
    return odds.table.__wrapped__("discovery", level=3, neighbour="town", modifiers=1)  # type: ignore[attr-defined]  # not remembered


def one_roll_by_icepool() -> Any:
    cells = by_hand.PACK.read("tables/discovery.toml")["discovery"]["columns"]["3"]
    return (icepool.d6 + 1).map(lambda total: cells[max(0, min(total - 1, len(cells) - 1))])


def battle(against: Any, force: str = FORCE, **how: Any) -> Any:
    return odds.battle.__wrapped__(force, against, **how)  # type: ignore[attr-defined]  # not remembered


def battle_by_icepool(starts: Any) -> Any:
    for known in REMEMBERED:
        known.cache_clear()
    return by_hand.battle(ASKED, starts())


def known() -> Any:
    return by_hand.first(FORCE, 0, INDIANS)


def ms(action: Any, times: int = 1) -> Any:
    measured = per_call(action, times)
    return lambda: measured() / 1000


def test_one_roll_beside_icepool(interleaved: Any) -> None:
    interleaved("one roll / icepool", ms(one_roll, 20), ms(one_roll_by_icepool, 20), "ms", "target 3 ms")


def test_a_battle_beside_sampling_and_icepool(interleaved: Any) -> None:
    exact = battle(INDIANS).win
    assert sampled(FORCE, INDIANS, samples=20_000) == pytest.approx(float(exact), abs=0.002)
    ours = ms(lambda: battle(INDIANS))
    interleaved(
        "battle 10 v 3 / numpy, 100,000 samples", ours, ms(lambda: sampled(FORCE, INDIANS)), "ms", "target 100 ms", 7
    )
    interleaved("battle 10 v 3 / icepool", ours, ms(lambda: battle_by_icepool(known)), "ms", "target 100 ms", 7)


def test_a_battle_with_mano_de_dios(interleaved: Any, request: pytest.FixtureRequest) -> None:
    force = "2 foot, 1 horse" if request.config.getoption("benchmark_disable") else FORCE
    ours, peer = ms(lambda: battle(INDIANS, force, mano="best")), ms(lambda: battle(INDIANS, force))
    interleaved("the same with a Mano de Dios used best / without", ours, peer, "ms", "target 500 ms", 3)


def test_a_battle_with_a_draw(interleaved: Any, request: pytest.FixtureRequest) -> None:
    force, number = ("2 foot, 1 horse", 1) if request.config.getoption("benchmark_disable") else (FORCE, 3)
    ours = ms(lambda: battle(odds.Draw(number), force))
    peer = ms(lambda: battle_by_icepool(lambda: by_hand.drawn(force, 0, number)))
    interleaved(f"against {number} of the cup / icepool", ours, peer, "ms", "target for three 2,000 ms", 1)


SEED = 1532
IMPULSE = 45
"""The menu of this impulse of a captain's Solitaire Game is taken for a typical one."""


def impulse_menu() -> Run[Any]:
    game, captain = cq.new_game("solitaire", players=["Ana"], seed=SEED), CaptainBot(SEED)
    seen = 0
    while True:
        assert isinstance(game.pending, Choice)
        seen += game.pending.kind == "impulse"
        if seen == IMPULSE:
            return game.run()
        game.play(captain.answer(game.view(game.pending.who)))


def test_all_options_of_a_menu(interleaved: Any) -> None:
    """The first answers to all questions of a Solitaire impulse menu together."""
    run = impulse_menu()
    ours = ms(lambda: finished(position_work(run, None, (NOBODY,), whole=False)))
    title = f"a Solitaire impulse menu, {len(finished(position_work(run, None, (NOBODY,), whole=False)))} plans / numpy"
    interleaved(title, ours, ms(lambda: sampled(FORCE, INDIANS)), "ms", "target 1,000 ms", 5)


def test_remembered_results(interleaved: Any) -> None:
    odds.battle(FORCE, INDIANS)
    again = ms(lambda: odds.battle(FORCE, INDIANS), 100)
    interleaved("a battle asked again / anew", again, ms(lambda: battle(INDIANS)), "ms", "target 5 ms", 5)
