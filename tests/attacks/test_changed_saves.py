"""Saves that somebody has changed, checksums and all: refused with a sentence, or a game that can be played."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any, Final

import pytest

from conquistadors.engine import saves
from conquistadors.games import Scenario
from support.attacks import SCENARIOS, attacked, craft, each, mutate, saved, sealed, some_save
from support.sizes import size

CHUNK: Final = 250
ANSWERS: Final = 25
"""So many answers are given to whatever is let in."""


def parts(name: str, thin: int, soak: int) -> list[tuple[Scenario, int, int]]:
    """The attacks on every scenario, in chunks."""
    count = -(-size(name, thin=thin, soak=soak) // len(SCENARIOS))
    return [(s, first, min(CHUNK, count - first)) for s in SCENARIOS for first in range(0, count, CHUNK)]


def named(value: object) -> str:
    return value.id if isinstance(value, Scenario) else str(value)


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "first", "count"), parts("MUTATED_SAVES", thin=50, soak=10_000), ids=named)
def test_mutated_saves(scenario: Scenario, first: int, count: int) -> None:
    """One to three places of the whole document are changed."""

    def attack(random: Random) -> str:
        document = some_save(scenario, random)
        for _ in range(random.randint(1, 3)):
            mutate(document, random)
        if not {"answers", "checkpoint", "origin"} <= document.keys():
            return attacked_bare(document, random)
        return attacked(sealed(document), random, ANSWERS)

    found = each(count, first, attack)
    assert found.get("refused", 0) > count / 2


def attacked_bare(document: dict[str, Any], random: Random) -> str:
    """A part is gone that has a checksum of its own."""
    return attacked(json.dumps(document), random, ANSWERS)


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "first", "count"), parts("CRAFTED_SAVES", thin=40, soak=1_000), ids=named)
def test_crafted_positions(scenario: Scenario, first: int, count: int) -> None:
    """A game that begins from a position that somebody has made: what is accepted can be played."""

    def attack(random: Random) -> str:
        document = some_save(scenario, random)
        position = document["checkpoint"]["position"]
        for _ in range(random.randint(1, 2)):
            craft(position, random)
        document["answers"] = []
        document["chance"] = document["chance"][:1]
        document["origin"] = {"answers": 0, "position": position}
        document["checkpoint"] = copy.deepcopy(document["origin"])
        return attacked(sealed(document), random, answers=120)

    each(count, first, attack)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=named)
def test_a_text_cut_off_anywhere_is_refused_or_played(scenario: Scenario) -> None:
    text = saved(scenario.id, 0, 25)
    random = Random(scenario.id)
    for _ in range(10):
        assert attacked(text[: random.randrange(len(text))], random, ANSWERS) == "refused"


def test_fields_that_stand_twice_are_found_in_one_pass() -> None:
    """A hundred thousand names, the last one twice."""
    names = ",".join(f'"{number}":0' for number in range(100_000))
    with pytest.raises(ValueError, match="duplicate field: '99999'"):
        saves._parsed("{" + names + ',"99999":1}')
