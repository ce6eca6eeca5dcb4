"""How the search learns what a position is worth: what is seen, fitted, and kept in `data/conquest/bots/`."""

from __future__ import annotations

import tomllib
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from conquistadors.bots.search.weights import CERTAIN, weighed, weights
from conquistadors.engine.errors import SetupError
from conquistadors.engine.run import Run
from conquistadors.games.conquest.bots.learning import LEARNING
from conquistadors.games.conquest.bots.prospects import NAMES, prospects, sight_of
from conquistadors.games.conquest.bots.worth import part_left, style_for, worth
from conquistadors.games.conquest.builder import expedition
from conquistadors.lab import weighing
from support.indies import at, at_solitaire
from support.sizes import size

ARMY = {"cortes": expedition("red", "tlaxcala", "5 foot, 4 horse", gold=7, hits=1)}


@pytest.mark.parametrize("scenario", LEARNING.kinds)
def test_every_thing_has_its_weights(scenario: str) -> None:
    found = weights("conquest", scenario)
    assert set(found) == set(NAMES)
    assert all(isfinite(number) for row in found.values() for number in row)
    assert any(number for row in found.values() for number in row)


def test_what_is_seen_of_a_position() -> None:
    pos = at_solitaire(expeditions=ARMY, places={"tlaxcala": "city", "cholula": "town"}, turn=3)
    run = Run(pos.rules, pos)
    sight = sight_of(run, "red", style_for(pos.rules))
    seen = prospects(sight)
    assert set(seen) == set(NAMES)
    assert (seen["gold"], seen["hits"], seen["city"], seen["town"], seen["army"]) == (7, 1, 1, 1, 1)
    assert seen["spanish"] == sight.worth_of(pos.units("cortes")) / 10
    assert seen["best"] >= seen["second"] >= seen["third"] >= 0


def test_without_an_army_little_is_left() -> None:
    pos = at_solitaire(expeditions={"cortes": expedition("red", "panama", "")}, turn=3)
    seen = prospects(sight_of(Run(pos.rules, pos), "red", style_for(pos.rules)))
    assert seen["army"] == seen["spanish"] == seen["best"] == 0


def test_the_part_that_is_left_goes_down() -> None:
    def left(**more: Any) -> float:
        pos = at_solitaire(expeditions=ARMY, **more)
        return part_left(sight_of(Run(pos.rules, pos), "red", style_for(pos.rules)))

    parts = [left(turn=1, round=1), left(turn=1, round=3), left(turn=2, round=1), left(turn=10, round=6)]
    assert parts == sorted(parts, reverse=True)
    assert 0 <= parts[-1] < 0.1 < 0.8 < parts[0] <= 1


def test_more_gold_is_worth_more_alone_and_among_others() -> None:
    def value(make: Any, gold: int) -> float:
        mine = {"cortes": expedition("red", "tlaxcala", "5 foot, 4 horse", gold=gold)}
        theirs = {"alvarado": expedition("blue", "cholula", "5 foot, 4 horse", gold=10)} if make is at else {}
        pos = make(expeditions=mine | theirs, turn=3)
        return worth(Run(pos.rules, pos), "red", style_for(pos.rules))

    assert value(at_solitaire, 30) > value(at_solitaire, 0)
    assert CERTAIN > value(at, 30) > value(at, 0) > 0


def frame(came: Any) -> pd.DataFrame:
    """Things that were seen, at random, and what came of them."""
    random = np.random.default_rng(1)
    seen = pd.DataFrame({name: random.normal(size=20_000) for name in NAMES})
    seen["left"] = random.uniform(size=20_000)
    seen["came"] = came(seen, random)
    return seen


def test_the_weights_are_those_by_which_it_came() -> None:
    seen = frame(lambda seen, _: 3 * seen["gold"] - 2 * seen["hits"] * seen["left"])
    found = weighing.fit(seen, LEARNING)
    one, left = dict.fromkeys(NAMES, 0.0) | {"gold": 1.0}, 0.5
    assert weighed(one, left, found) == pytest.approx(3, abs=0.6)
    assert weighed(one | {"gold": 0.0, "hits": 1.0}, left, found) == pytest.approx(-1, abs=0.4)
    assert weighing.explained(seen, found, LEARNING) > 0.95


def test_a_chance_is_fitted_as_a_chance() -> None:
    def came(seen: pd.DataFrame, random: Any) -> Any:
        chance = 1 / (1 + np.exp(-2 * seen["gold"]))
        return CERTAIN * (random.uniform(size=len(seen)) < chance)

    seen = frame(came)
    found = weighing.fit(seen, LEARNING)
    assert weighed(dict.fromkeys(NAMES, 0.0) | {"gold": 1.0}, 0.5, found) == pytest.approx(2, abs=0.6)
    assert 0.2 < weighing.explained(seen, found, LEARNING) < 0.8


def test_games_are_looked_at_impulse_by_impulse() -> None:
    rows = weighing.positions("solitaire", 3)
    assert len(rows) > 30
    assert all(set(row) == {*NAMES, "left", "points", "came"} for row in rows)
    assert rows[0]["left"] > 0.9 > 0.1 > rows[-1]["left"]
    totals = {round(row["points"] + row["came"]) for row in rows}
    assert len(totals) == 1  # what there is and what is to come make the end


@pytest.mark.soak
def test_the_same_games_give_the_same_file() -> None:
    """However many processes play them: two of them in `make soak`, beside the workers of the tests one is enough."""
    games = size("WEIGHED_GAMES", thin=2, soak=6)
    one = weighing.gather("basic", games, seed=5, workers=1)
    pd.testing.assert_frame_equal(one, weighing.gather("basic", games, seed=5, workers=size("WORKERS", thin=1, soak=2)))
    text = list(weighing.lines(weighing.fit(one, LEARNING), games, 0.25, "captains"))
    assert f"{games} games" in text[0]
    assert "25%" in text[1]
    assert len([line for line in text if " = [" in line]) == len(NAMES)


def test_a_game_learns_through_its_look_ahead() -> None:
    assert weighing.learning_of("conquest") is LEARNING
    with pytest.raises(SetupError, match="'landfall' has no position values to learn"):
        weighing.learning_of("landfall")


def test_what_is_fitted_is_kept_by_game_and_scenario(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    came = frame(lambda seen, _: 3 * seen["gold"]).assign(game=lambda seen: seen.index)
    monkeypatch.setattr(weighing, "gather", lambda *_: came)
    monkeypatch.setattr(weighing, "data_root", lambda: tmp_path)
    (tmp_path / "conquest").mkdir()
    weighing.write(7)
    kept = tomllib.loads((tmp_path / "conquest" / "bots" / "basic.toml").read_text(encoding="utf-8"))["weights"]
    assert list(kept) == list(NAMES)
    assert {path.stem for path in (tmp_path / "conquest" / "bots").iterdir()} == set(LEARNING.kinds)
