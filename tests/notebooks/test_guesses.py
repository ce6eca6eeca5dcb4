"""What a reader is to guess is not answered before it is asked for: outputs of the answer are kept, but hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from notebooks.translate import NOTEBOOKS, source

GUESSED = "**What do you think?**"
LOOKED_UP = "table_view"
"""What is looked up for a guess is no answer to it."""
FOLDERS = ("exploration", "fr/exploration", "ja/exploration")


def answers(path: Path) -> Iterator[dict[str, Any]]:
    """The cells that answer a guess: told by the English notebook."""
    english = NOTEBOOKS / "exploration" / path.name
    cells = json.loads(english.read_text(encoding="utf-8"))["cells"]
    for asks, answer in pairwise(cells):
        if GUESSED in source(asks) and LOOKED_UP not in source(answer) and answer["outputs"]:
            yield answer


def test_the_first_line_of_an_answer_gives_nothing_away() -> None:
    """JupyterLab shows it though the rest is hidden."""
    first = {
        (path.name, answer["id"]): line
        for path in sorted((NOTEBOOKS / "exploration").glob("*.ipynb"))
        for answer in answers(path)
        for output in answer["outputs"][:1]
        for line in "".join(output.get("text") or output["data"]["text/plain"]).splitlines()[:1]
    }
    assert first
    assert {where: line for where, line in first.items() if re.search(r"%|\d/\d", line)} == {}


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_answer_to_a_guess_is_hidden(folder: str) -> None:
    asked = 0
    for path in sorted((NOTEBOOKS / folder).glob("*.ipynb")):
        cells = {cell["id"]: cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]}
        for answer in answers(path):
            assert cells[answer["id"]]["metadata"] == {"jupyter": {"outputs_hidden": True}}, (path.name, answer["id"])
            asked += 1
    assert asked
