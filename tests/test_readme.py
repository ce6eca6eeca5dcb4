"""The examples of the README, run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from conquistadors.bots.naming import bot_named
from conquistadors.engine.errors import SetupError
from conquistadors.games import rules_for, scenarios

ROOT = Path(__file__).parents[1]


def test_the_examples_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 10
    assert results.failed == 0


def test_the_readme_counts_the_notebooks_and_names_every_scenario_and_bot() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    translated = {path for language in ("fr", "ja") for path in (ROOT / "notebooks" / language).rglob("*.ipynb")}
    books = [path for path in (ROOT / "notebooks").rglob("[!.]*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    assert f"a course of {len(set(books) - translated)} notebooks" in text
    listed = re.findall(r'^\| `"(\w+)"` \|', text, re.MULTILINE)
    assert sorted(listed) == sorted(scenarios())
    bots = {*re.findall(r'bots="(\w+)"', text), *re.findall(r'bots=\{"\w+": "(\w+)"\}', text), "veteran", "search"}
    assert {"captain", "governor"} < bots
    assert all(bot_named(name) for name in bots if f'"{name}"' in text)


@pytest.mark.parametrize(("scenario", "number"), [("exploration", "six"), ("campaign", "fifteen")])
def test_the_readme_counts_what_can_be_ruled_otherwise(scenario: str, number: str) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith(f'| `"{scenario}"`'))
    with pytest.raises(SetupError) as refused:
        rules_for(scenario, {"options": {"nothing": True}})
    assert f"for {number} rulings" in row
    assert str(refused.value).count(" / ") == {"six": 6, "fifteen": 15}[number]


def test_every_command_of_make_is_in_contributing_and_is_there() -> None:
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [targets] = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    named = set(re.findall(r"`make (\w+)", contributing + (ROOT / "README.md").read_text(encoding="utf-8")))
    assert named - set(targets.split()) == set()
    assert set(targets.split()) - named == {"help", "clean"}
