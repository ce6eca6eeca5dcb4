"""The wheel, built and installed into a fresh environment: both packages, the data and the command are there."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

USE = """
import conquistadors as cq
from pathlib import Path
import sys
assert Path(cq.__file__).is_relative_to(sys.prefix), cq.__file__
assert cq.data_root().is_relative_to(sys.prefix), cq.data_root()
game = cq.new_game("example", seed=1, language="ja")
game.play(game.options[0])
table = cq.play("example", seed=1, bots={"blue": "random"}, autosave=sys.argv[1])
import conquistadors_widgets
assert Path(conquistadors_widgets.__file__).is_relative_to(sys.prefix)
table._answers.children[0].children[0].click()
assert len(table.game.answers) > 6
great = cq.play("solitaire", map="north", seed=1, ready=True, language="fr", autosave=Path(sys.argv[1]) / "great")
assert great._face.board.boards
assert str(cq.rule("6.34"))
print("used", cq.resume(sys.argv[1]).names)
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(part) for part in command], check=False, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(python: Path, wheel: Path, *, cwd: Path) -> None:
    """As the set-up does: with uv or, where uv does not reach the package index, with pip."""
    what = ["--quiet", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    uv = Path(sys.executable).with_name("uv")
    if uv.exists():
        command = [str(uv), "pip", "install", "--python", str(python), *what]
        if subprocess.run(command, check=False, cwd=cwd, capture_output=True).returncode == 0:
            return
    run(python, "-m", "pip", "install", *what, cwd=cwd)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_both_packages_and_the_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "conquistadors/engine/game.py",
        "conquistadors/py.typed",
        "conquistadors/data/landfall/landfall.toml",
        "conquistadors/data/common/interface/ja.toml",
        "conquistadors/data/common/interface/table/ja.toml",
        "conquistadors/data/conquest/rules/fr.toml",
        "conquistadors/data/conquest/teach/en.toml",
        "conquistadors_widgets/css/base.css",
        "conquistadors-0.1.0.data/data/share/jupyter/voila/templates/conquistadors/index.html.j2",
        "conquistadors_widgets/table.py",
        "conquistadors_widgets/py.typed",
    ):
        assert wanted in names
    assert not [name for name in names if name.startswith(("tests", "notebooks", "widgets/", "data/"))]


def test_the_wheel_works_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    run(sys.executable, "-m", "venv", fresh, cwd=tmp_path)
    python = fresh / "bin" / "python"
    install(python, wheel, cwd=tmp_path)
    assert "used {'red': 'Red', 'blue': 'Blue'}" in run(
        python, "-W", "error", "-c", USE, tmp_path / "saves", cwd=tmp_path
    )
    assert "example: 2 games" in run(fresh / "bin" / "conquistadors", "fuzz", "--games", "2", cwd=tmp_path)
