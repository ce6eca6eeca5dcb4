"""The course without pandas: only the laboratory's notebooks need the installed kit, and they say so at their top."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from support.site_course import NOTEBOOKS, all_notebooks, cells_of, needs_the_installed_kit

WANTS_FRAMES: Final = re.compile(
    r"\bpandas\b|\bpd\.|\blab\.(simulate|tournament|compare|sweep)\b|_frame\b"
    r"|lab\.(balance|opponents|tournaments|simulation|variants|verdicts|weighing|frames|pictures)\b"
    r"|\bguest\("
)
"""What there is only where pandas, or a second process, is."""
SAYS: Final = "make play"
"""The command that the sentence at the top names, in every language."""


@pytest.mark.parametrize("path", all_notebooks(), ids=lambda path: path.relative_to(NOTEBOOKS).as_posix())
def test_a_notebook_that_needs_the_installed_kit_says_so_at_its_top(path: Path) -> None:
    first, *rest = cells_of(path)
    code = "\n".join("".join(cell["source"]) for cell in rest if cell["cell_type"] == "code")
    assert bool(WANTS_FRAMES.search(code)) == needs_the_installed_kit(path)
    assert (SAYS in "".join(first["source"])) == needs_the_installed_kit(path)
