"""How the search learned what a position is worth: from many games, by least squares.

`make weights` lets players of a game play, looks at the table whenever one of them begins something, and fits what was
still to come to what was to be seen. It writes `data/<game>/bots/`; the search reads that. Who plays, what is seen and
what counts, the game says (`bots.search.contract.Learning`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from random import Random
from typing import Any, Final

import numpy as np

from conquistadors.bots.search.contract import Learning
from conquistadors.engine.chance import Seeded
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.files import write_whole
from conquistadors.engine.requests import Chance, ChanceValue, Choice, Option
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.texts import error_text
from conquistadors.engine.views import Options, View
from conquistadors.games import DEFAULT, kit, load, rules_for, scenarios
from conquistadors.lab.framing import pd
from conquistadors.lab.running import cores
from conquistadors.resources import data_root

WILFUL: Final = 0.06
"""So often a player does anything at all: otherwise nothing is learned of what nobody does."""
STEADY: Final = 300.0
"""How much proof a weight needs."""
Weights = dict[str, tuple[float, float, float]]


def learning_of(game: str) -> Learning:
    """How a game learns; `SetupError` if there is nothing to be learned."""
    where = kit(game).lookahead
    found: Learning | None = None if where is None else load(where).learning
    if found is None:
        raise SetupError(error_text("lab.learning", game=short_repr(game)))
    return found


def positions(scenario: str, seed: int) -> list[dict[str, float]]:
    """One game: a row for every time that a seat was looked at, with what was to be seen and what came of it."""
    random = Random(seed)
    learning = learning_of(scenarios()[scenario][0].id)
    rules = _rules(scenario, json.dumps(learning.kinds[scenario][seed % len(learning.kinds[scenario])]))
    bots = learning.players(rules, seed, random)
    run, source, answers = Run(rules, rules.start()), Seeded(seed), 0
    rows: list[tuple[Any, dict[str, float]]] = []
    seen: set[tuple[object, ...]] = set()
    while (pending := run.pending) is not None:
        answer: Option | ChanceValue | None
        if type(pending) is Chance:
            answer = source.answer(answers, pending)
        else:
            assert type(pending) is Choice
            options, seat = Options(pending.legal()), pending.who
            if seat not in bots or (learning.wilful(pending) and random.random() < WILFUL):
                answer = random.choice(options)
            else:
                answer = bots[seat].answer(View(run, seat, options))
            when = learning.moment(run, pending)
            if when is not None and when not in seen:
                if learning.endless(run):
                    return []
                seen.add(when)
                rows.append((seat, learning.seen(run, seat)))
        assert answer is not None
        run.send(answer)
        answers += 1
    return [{**row, "came": learning.came(run, seat, row)} for seat, row in rows]


@cache
def _rules(scenario: str, options: str) -> Rules[Any]:
    """Made once in each process."""
    return rules_for(scenario, json.loads(options))


def gather(scenario: str, games: int, *, seed: int = 1, workers: int | None = None) -> pd.DataFrame:
    """The positions of many games."""
    with ProcessPoolExecutor(workers or cores()) as pool:
        numbered = pool.map(partial(positions, scenario), range(seed, seed + games), chunksize=4)
        return pd.DataFrame([{"game": number, **row} for number, rows in enumerate(numbered, seed) for row in rows])


def fit(frame: pd.DataFrame, learning: Learning) -> Weights:
    """The weights: linear for what is counted, logistic for a victory over others."""
    found, scale = _columns(frame, learning)
    came = frame["came"].to_numpy(dtype=float)
    chances = _a_chance(frame, learning)
    solved = (_logistic(found, came / learning.certain) if chances else _least_squares(found, came)) / scale
    each = len(learning.names)
    return {
        name: tuple(float(f"{solved[at + part * each]:.4g}") for part in range(3))  # type: ignore[misc]  # three of them
        for at, name in enumerate(learning.names)
    }


def _a_chance(frame: pd.DataFrame, learning: Learning) -> bool:
    """Whether nothing came but victories and defeats."""
    return bool(frame["came"].isin([0.0, learning.certain]).all())


def _columns(frame: pd.DataFrame, learning: Learning) -> tuple[Any, Any]:
    """What was seen, and that times the part of the game that is left and its square; each on a scale of its own."""
    seen, left = _seen(frame, learning)
    whole = np.concatenate([seen, seen * left, seen * left * left], axis=1)
    scale = np.sqrt((whole**2).mean(axis=0)) + 1e-9
    return whole / scale, scale


def _seen(frame: pd.DataFrame, learning: Learning) -> tuple[Any, Any]:
    return frame[[*learning.names]].to_numpy(dtype=float), frame["left"].to_numpy(dtype=float)[:, None]


def _least_squares(found: Any, came: Any, weight: Any = 1.0) -> Any:
    heavy = found * np.reshape(weight, (-1, 1))
    return np.linalg.solve(heavy.T @ found + STEADY * np.eye(found.shape[1]), heavy.T @ came)


def _logistic(found: Any, won: Any) -> Any:
    """Newton's way: least squares again and again."""
    solved = np.zeros(found.shape[1])
    for _ in range(8):
        guess = 1 / (1 + np.exp(-np.clip(found @ solved, -12, 12)))
        spread = np.maximum(guess * (1 - guess), 1e-4)
        solved = _least_squares(found, found @ solved + (won - guess) / spread, spread)
    return solved


def explained(frame: pd.DataFrame, weights: Weights, learning: Learning) -> float:
    """How much of the spread of what came the weights foresee."""
    seen, left = _seen(frame, learning)
    by = np.array([weights[name] for name in learning.names])
    foreseen = (seen * (by[:, 0] + left * (by[:, 1] + left * by[:, 2]))).sum(axis=1)
    if _a_chance(frame, learning):
        foreseen = learning.certain / (1 + np.exp(-foreseen))
    came = frame["came"].to_numpy(dtype=float)
    return float(1 - ((came - foreseen) ** 2).mean() / came.var())


def lines(weights: Weights, games: int, part: float, players: str) -> Iterator[str]:
    """The file of a scenario."""
    yield f"# What the search weighs, fitted to {games} games of {players} by `make weights`."
    yield f"# In games that were held back it foresees {part:.0%} of the spread of what came."
    yield "# Three numbers: what a thing weighs at the end, what more for the part of the game that is left,"
    yield "# and what more for the square of that part."
    yield ""
    yield "[weights]"
    for name, row in weights.items():
        yield f"{name} = {json.dumps(row)}"


def write(games: int, game: str = DEFAULT) -> None:
    """Gather, fit and keep it, for every scenario. One game in five is held back to see how good it is."""
    learning = learning_of(game)
    for scenario in learning.kinds:
        frame = gather(scenario, games)
        apart = frame["game"] % 5 == 0
        found = fit(frame[~apart], learning)
        part = explained(frame[apart], found, learning)
        text = "\n".join(lines(found, games, part, learning.players_are))
        write_whole(data_root() / game / "bots" / f"{scenario}.toml", text + "\n")
