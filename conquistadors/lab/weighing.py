"""How the search learned what a position is worth: from many games of captains, by least squares.

`make weights` lets captains play, looks at the table whenever one of them begins an impulse, and fits what was still to
come to what was to be seen. It writes `data/conquest/bots/`; the search reads that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from math import exp
from random import Random
from typing import Any, Final

import numpy as np
import pandas as pd

from conquistadors.engine.chance import Seeded
from conquistadors.engine.requests import Chance, ChanceValue, Choice, Option
from conquistadors.engine.rules import Rules
from conquistadors.engine.run import Run
from conquistadors.engine.views import Options, View
from conquistadors.games import rules_for
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.bots.captain.styles import Style
from conquistadors.games.conquest.bots.prospects import NAMES, counted, prospects, sight_of
from conquistadors.games.conquest.bots.worth import CERTAIN, compared, part_left, style_for
from conquistadors.lab.running import cores
from conquistadors.resources import data_root

KINDS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "solitaire": ({"map": "north"}, {"map": "south"}),
    "basic": ({"seats": 2}, {"seats": 3}),
    "standard": ({"seats": 2}, {"seats": 3}),
}
"""The games that are played for each scenario, by turns."""
LAST_TURN: Final = 26
"""Games that last longer are not counted."""
WILFUL: Final = 0.06
"""So often a captain does anything at all: otherwise nothing is learned of what he never does."""
WHIMS: Final = 0.35
"""How far captains differ from each other."""
STEADY: Final = 300.0
"""How much proof a weight needs."""


def positions(scenario: str, seed: int) -> list[dict[str, float]]:
    """One game: a row for every impulse, with what was to be seen and what came of it."""
    random = Random(seed)
    rules = _rules(scenario, seed % len(KINDS[scenario]))
    style = style_for(rules)
    bots = {seat: CaptainBot(seed, varied(random, style)) for seat in rules.seats}
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
            if seat not in bots or (pending.kind in ("impulse", "action") and random.random() < WILFUL):
                answer = random.choice(options)
            else:
                answer = bots[seat].answer(View(run, seat, options))
            when = (seat, run.pos.turn, run.pos.round)
            if pending.kind == "impulse" and when not in seen:
                if run.pos.turn > LAST_TURN:
                    return []
                seen.add(when)
                rows.append((seat, seen_by(run, seat, style)))
        assert answer is not None
        run.send(answer)
        answers += 1
    for seat, row in rows:
        if len(rules.seats) > 1:
            assert run.ending is not None
            row["came"] = CERTAIN * (seat in run.ending.winners)
        else:
            row["came"] = counted(sight_of(run, seat, style)) - row["points"]
    return [row for _, row in rows]


@cache
def _rules(scenario: str, kind: int) -> Rules[Any]:
    """Made once in each process."""
    return rules_for(scenario, KINDS[scenario][kind])


def varied(random: Random, style: Style) -> Style:
    """A captain like another, but not quite."""
    whims = {
        name: value * exp(random.uniform(-WHIMS, WHIMS))
        for name, value in style._asdict().items()
        if isinstance(value, float) and name not in ("later", "easy")
    }
    return Style(**{**style._asdict(), **whims})


def seen_by(run: Run[Any], seat: str, style: Style) -> dict[str, float]:
    """What is to be seen at the table: for a lone player his own, with others what he has beyond the best of them."""
    mine = sight_of(run, seat, style)
    rivals = mine.rivals()
    found = compared(mine, sight_of(run, rivals[0], style)) if rivals else prospects(mine)
    return {"left": part_left(mine), "points": counted(mine), **{name: float(found[name]) for name in NAMES}}


def gather(scenario: str, games: int, *, seed: int = 1, workers: int | None = None) -> pd.DataFrame:
    """The positions of many games."""
    with ProcessPoolExecutor(workers or cores()) as pool:
        numbered = pool.map(partial(positions, scenario), range(seed, seed + games), chunksize=4)
        return pd.DataFrame([{"game": number, **row} for number, rows in enumerate(numbered, seed) for row in rows])


def fit(frame: pd.DataFrame) -> dict[str, tuple[float, float, float]]:
    """The weights: linear for a lone player, logistic for a victory over others."""
    found, scale = _columns(frame)
    came = frame["came"].to_numpy(dtype=float)
    if frame["came"].isin([0.0, CERTAIN]).all():
        solved = _logistic(found, came / CERTAIN)
    else:
        solved = _least_squares(found, came)
    solved = solved / scale
    each = len(NAMES)
    return {
        name: tuple(float(f"{solved[at + part * each]:.4g}") for part in range(3))  # type: ignore[misc]  # three of them
        for at, name in enumerate(NAMES)
    }


def _columns(frame: pd.DataFrame) -> tuple[Any, Any]:
    """What was seen, and that times the part of the game that is left and its square; each on a scale of its own."""
    seen, left = frame[list(NAMES)].to_numpy(dtype=float), frame["left"].to_numpy(dtype=float)[:, None]
    whole = np.concatenate([seen, seen * left, seen * left * left], axis=1)
    scale = np.sqrt((whole**2).mean(axis=0)) + 1e-9
    return whole / scale, scale


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


def explained(frame: pd.DataFrame, weights: dict[str, tuple[float, float, float]]) -> float:
    """How much of the spread of what came the weights foresee."""
    seen, left = frame[list(NAMES)].to_numpy(dtype=float), frame["left"].to_numpy(dtype=float)[:, None]
    by = np.array([weights[name] for name in NAMES])
    foreseen = (seen * (by[:, 0] + left * (by[:, 1] + left * by[:, 2]))).sum(axis=1)
    if frame["came"].isin([0.0, CERTAIN]).all():
        foreseen = CERTAIN / (1 + np.exp(-foreseen))
    came = frame["came"].to_numpy(dtype=float)
    return float(1 - ((came - foreseen) ** 2).mean() / came.var())


def lines(weights: dict[str, tuple[float, float, float]], games: int, part: float) -> Iterator[str]:
    """The file of a scenario."""
    yield f"# What the search weighs, fitted to {games} games of captains by `make weights`."
    yield f"# In games that were held back it foresees {part:.0%} of the spread of what came."
    yield "# Three numbers: what a thing weighs at the end, what more for the part of the game that is left,"
    yield "# and what more for the square of that part."
    yield ""
    yield "[weights]"
    for name, row in weights.items():
        yield f"{name} = {json.dumps(row)}"


def write(games: int) -> None:
    """Gather, fit and keep it, for every scenario. One game in five is held back to see how good it is."""
    for scenario in KINDS:
        frame = gather(scenario, games)
        apart = frame["game"] % 5 == 0
        found = fit(frame[~apart])
        text = "\n".join(lines(found, games, explained(frame[apart], found)))
        path = data_root() / "conquest" / "bots" / f"{scenario}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
