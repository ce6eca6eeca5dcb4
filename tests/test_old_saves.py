"""Saves of an earlier commit load, whatever has moved in the code since, and go on.

Where the rules have changed since, a game goes on from its last checkpoint, and says so. They were played with seed
1518 by captains (Landfall at random), and saved by the commit that their folder is named after: about 150 decisions of
each game, and a whole game of each. Code that cannot read them needs a migration.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import conquistadors as cq

SAVES = sorted((Path(__file__).parent / "fixtures" / "saves_98b098b").glob("*.json"))
MORE = 25
"""So many answers come after loading, if the game lasts so long."""


NEWER = {"exploration", "campaign"}
"""Scenarios that there were not yet."""


def test_there_is_a_save_of_every_scenario() -> None:
    saved = {json.loads(path.read_text(encoding="utf-8"))["scenario"] for path in SAVES}
    assert saved == {*cq.SCENARIOS} - NEWER


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_save_from_before_the_move_loads_and_goes_on(path: Path, tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        game = cq.load(path)
    document = json.loads(path.read_text(encoding="utf-8"))
    kept = document["checkpoint"]["answers"]
    assert [list(answer) for answer in game.answers[:kept]] == document["answers"][:kept]
    assert all(f"before answer {kept} cannot be taken back" in str(each.message) for each in said)
    assert said or len(game.answers) == len(document["answers"])
    answers = len(game.answers)
    assert (game.ending is not None) == path.stem.endswith("-whole")
    while game.ending is None and len(game.answers) < answers + MORE:
        game.play(game.options[0])
    assert len(game.answers) > answers or path.stem.endswith("-whole")
    again = cq.load(cq.save(game, tmp_path / "again.json"))
    assert again.answers == game.answers
    assert again.prompt == game.prompt
