"""Packs that somebody has changed: the checker says what is wrong, or every scenario can be played with them."""

from __future__ import annotations

import copy
import tempfile
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conquistadors.engine.errors import DataError
from conquistadors.engine.game import Game
from conquistadors.games import KITS, GameKit, kit, pack_of, rules_for
from conquistadors.packs.allowed import OPTION
from conquistadors.resources import read_toml
from support.attacks import nodes, play_on
from support.packs import mutated_pack, takes_packs, toml
from support.sizes import size

ANSWERS: Final = size("PACK_ANSWERS", thin=60, soak=200)
"""So many answers are given in each scenario."""
TAKING: Final = [game for game in KITS if takes_packs(kit(game))]
PACKS: Final = -(-size("MUTATED_PACKS", thin=12, soak=2_000) // len(TAKING))


@pytest.mark.soak
@pytest.mark.parametrize("game", TAKING)
def test_a_pack_without_complaints_can_be_played(game: str) -> None:
    """One to three values of one file are others; whatever the checker finds no fault with is played."""
    found, slowest = {"refused": 0, "played": 0}, 0.0

    @settings(
        max_examples=PACKS, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(st.integers(0, 2**32))
    def attack(seed: int) -> None:
        nonlocal slowest
        begun = process_time()
        with tempfile.TemporaryDirectory() as folder:
            found[attacked(kit(game), Path(folder), Random(seed))] += 1
        slowest = max(slowest, process_time() - begun)

    attack()
    print(f"{game}: {found}, the slowest {slowest:.2f} s")
    assert all(found.values())


def attacked(of: GameKit, folder: Path, random: Random) -> str:
    """Make a pack, and play it if the checker has nothing against it. A game refuses what is wrong with its own version
    of the numbers: the first one, unless another is chosen."""
    mutated_pack(of, folder, random)
    tools = pack_of(of.id)
    if tools.complaints(folder):
        if tools.complaints(folder, next(iter(tools.errata), None)):
            with pytest.raises(DataError, match="the data pack cannot be used"):
                rules_for(of.scenarios[0].id, {OPTION: str(folder)})
        return "refused"
    for scenario in of.scenarios:
        rules = rules_for(scenario.id, {**random.choice(scenario.variants), OPTION: str(folder)})
        play_on(Game.new(rules, seed=random.randrange(2**32)), random, ANSWERS)
    return "played"


@pytest.mark.parametrize("game", KITS)
def test_a_folder_that_is_not_there_is_never_called_clean(game: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a pack is a folder" if game in TAKING else "takes no packs"):
        pack_of(game).complaints(tmp_path / "nowhere")


@pytest.mark.parametrize("game", TAKING)
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda file: file.update(file, extra={"value": 1}), "extra: there is nothing of this name"),
        (lambda file: file.popitem(), "is missing"),
        (lambda file: spoil(file, int, 10**400), "at most 9999, up or down"),
        (lambda file: spoil(file, int, "many"), "a whole number is needed, not 'many'"),
        (lambda file: spoil(file, str, "a\0b"), "signs that can be printed"),
        (lambda file: spoil(file, str, 7), "a text is needed, not 7"),
    ],
    ids=["unknown", "missing", "huge", "no-number", "unprintable", "no-text"],
)
def test_what_is_built_otherwise_is_named(game: str, change: Any, said: str, tmp_path: Path) -> None:
    """In the file of numbers, which every such game has."""
    document = copy.deepcopy(read_toml(game, "numbers.toml"))
    change(document)
    (tmp_path / "numbers.toml").write_text(toml(document), encoding="utf-8")
    assert any(said in str(each) and each.file == "numbers.toml" for each in pack_of(game).complaints(tmp_path))


def test_a_number_that_no_computer_divides_is_told(tmp_path: Path) -> None:
    """A whole number where ours has a fraction, and too large to be made one."""
    game = TAKING[0]
    name = next(each for each in pack_of(game).files if each.startswith("maps/"))
    document = copy.deepcopy(read_toml(game, name))
    spoil(document, float, 10**400)
    (tmp_path / name).parent.mkdir()
    (tmp_path / name).write_text(toml(document), encoding="utf-8")
    assert any("at most 9999, up or down" in str(each) for each in pack_of(game).complaints(tmp_path))


def spoil(document: dict[str, Any], kind: type, value: object) -> None:
    """The first value of a kind becomes another."""
    holder, key = next((holder, key) for holder, key in nodes(document) if type(holder[key]) is kind)
    holder[key] = value
