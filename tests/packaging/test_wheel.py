"""The wheel, built and installed into a fresh environment: both packages, the data and the command are there."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
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
table._answers.list.children[0].children[0].click()
assert len(table.game.answers) > 6
great = cq.play("solitaire", map="north", seed=1, ready=True, language="fr", autosave=Path(sys.argv[1]) / "great")
assert great._face.boards
assert str(cq.rule("6.34"))
print("used", cq.resume(sys.argv[1]).names)
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = _done(*command, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fails(*command: str | Path, cwd: Path) -> str:
    done = _done(*command, cwd=cwd)
    assert done.returncode != 0, done.stdout
    return done.stderr


def _done(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(part) for part in command], check=False, cwd=cwd, capture_output=True, text=True)


def fresh_environment(folder: Path) -> Path:
    """An environment without the kit that sees the packages installed here: nothing is resolved or fetched again.

    A path in a `.pth` file brings no `.pth` files of its own, so the checkout is not seen.
    """
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "here.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return folder / "bin" / "python"


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
        "conquistadors-0.2.0.data/data/share/jupyter/voila/templates/conquistadors/index.html.j2",
        "conquistadors_widgets/table.py",
        "conquistadors_widgets/py.typed",
        "conquistadors_class/page/room.js",
        "conquistadors_class/templates/room.html",
        "conquistadors_class/py.typed",
    ):
        assert wanted in names
    assert not [name for name in names if name.startswith(("tests", "notebooks", "widgets/", "data/"))]


def test_the_wheel_works_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh"
    python = fresh_environment(fresh)
    assert "No module named" in fails(python, "-c", "import conquistadors.engine", cwd=tmp_path)
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", "--no-index", "--no-deps", wheel, cwd=tmp_path)
    run(*pip, "check", cwd=tmp_path)
    assert "used {'red': 'Red', 'blue': 'Blue'}" in run(
        python, "-W", "error", "-c", USE, tmp_path / "saves", cwd=tmp_path
    )
    assert "example: 2 games" in run(fresh / "bin" / "conquistadors", "fuzz", "--games", "2", cwd=tmp_path)
