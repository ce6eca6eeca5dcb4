"""Everything that is told is a text of the catalogues: in a pseudo-language no letter stands outside its brackets."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.pseudo import FACES, outside

TESTS = Path(__file__).parent


@pytest.mark.parametrize("face", FACES)
def test_no_letter_stands_outside_the_catalogues(face: str, tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "support.pseudo", face],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": str(TESTS), "CONQUISTADORS_SAVES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    assert told.stdout == ""


def test_what_is_outside_is_found() -> None:
    assert outside("⟦Ana joue ⟦« Otage »⟧⟧ now (· play hostage)").strip() == "now ()"
    assert outside("⟦tout⟧ 3/4, Mano de Dios, Ana").strip(" 3/4,") == ""
