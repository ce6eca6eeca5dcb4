"""Which notebook teaches which clause."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from conquistadors.__main__ import main
from conquistadors.teach.matrix import matrix
from conquistadors.teach.places import NOTEBOOKS, lessons, untaught


def notebook(folder: Path, text: str) -> None:
    cells = [{"cell_type": "markdown", "source": [text]}]
    (folder / "one.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")


def test_a_clause_is_taught_where_a_notebook_names_it(tmp_path: Path) -> None:
    notebook(tmp_path, "Who takes losses (6.34), and who does not.")
    rows = [row for row in matrix() if row.id in ("6.33", "6.34")]
    assert [row.id for row in untaught(rows, tmp_path)] == ["6.33"]
    assert lessons(rows, tmp_path) == ["6.33  HOLE: in no notebook", "6.34    1 one.ipynb"]


@pytest.mark.parametrize("game", ["conquest", "exploration"])
def test_every_clause_that_commands_something_is_taught(game: str) -> None:
    assert [row.id for row in untaught(matrix(game=game), game=game)] == []


def test_the_command_tells_which_clause_is_taught(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--taught", "--chapters", "6", "--holes"]) == 0
    assert "0 that command something are in no notebook" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.rglob("[!.]*.ipynb")), ids=lambda path: path.stem)
def test_every_link_of_a_notebook_leads_to_a_file(path: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("http", "#"))]
    assert local
    assert [link for link in local if not (path.parent / link).is_file()] == []


@pytest.mark.parametrize("game", ["conquest", "exploration"])
def test_every_exercise_of_a_lesson_stands_under_a_heading_that_says_so(game: str) -> None:
    found, bare = 0, []
    for path in sorted((NOTEBOOKS / game).glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        told = [("".join(cell["source"]), cell["cell_type"]) for cell in cells]
        for (above, kind), (source, _) in pairwise(told):
            if re.search(r"^cq\.quiz\(", source, re.MULTILINE):
                found += 1
                if kind != "markdown" or not re.search(r"^## (Try yourself|Are you ready\?)$", above, re.MULTILINE):
                    bare.append(path.name)
    assert found > 10
    assert bare == []


def test_every_clause_has_a_text_in_three_languages() -> None:
    rows = matrix()
    assert len(rows) == 404
    assert [row.id for row in rows if row.about != ("en", "fr", "ja")] == []
