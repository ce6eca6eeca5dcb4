"""The house: the rooms around the games know no game, and no game knows another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from conquistadors.games import KITS, kits, scenarios

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = ROOT / "conquistadors" / "games"
ROOMS: Final = [
    *[
        ROOT / "conquistadors" / room
        for room in ("engine", "packs", "maps", "odds", "bots", "lab", "teach", "scene", "room")
    ],
    ROOT / "widgets" / "conquistadors_widgets",
    ROOT / "widgets" / "conquistadors_class",
]


def names_a_game(tree: ast.Module) -> Iterator[str]:
    """The games that a module imports, or names in an import string; what is imported for types does not count."""
    for node in _run(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if _of_a_game(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.module:
            wanted = [node.module, *[f"{node.module}.{alias.name}" for alias in node.names]]
            yield from (name for name in wanted if _of_a_game(name))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _of_a_game(node.value):
            yield node.value


def names_a_scenario(tree: ast.Module) -> Iterator[str]:
    """The ids of games and scenarios that a module has as strings. "example" is a grade of values as well."""
    ids = {*KITS, *scenarios()} - {"example"}
    return (node.value for node in _run(tree) if isinstance(node, ast.Constant) and node.value in ids)


def parsed(path: Path) -> ast.Module:
    return _parsed(path.read_text(encoding="utf-8"))


@cache
def _parsed(text: str) -> ast.Module:
    return ast.parse(text)


def _run(tree: ast.AST) -> Iterator[ast.AST]:
    """All that is carried out: not what stands under `if TYPE_CHECKING`."""
    ahead = list(ast.iter_child_nodes(tree))
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            ahead += node.orelse
        else:
            yield node
            ahead += ast.iter_child_nodes(node)


def _of_a_game(name: str) -> bool:
    return any(name.startswith(f"conquistadors.games.{game}") for game in KITS)


def files(folder: Path) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in sorted(folder.rglob("*.py"))]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_knows_no_game(room: Path) -> None:
    found = {}
    for file in files(room):
        tree = parsed(ROOT / file)
        found[file] = [*names_a_game(tree), *names_a_scenario(tree)]
    assert {file: named for file, named in found.items() if named} == {}


@pytest.mark.parametrize("game", KITS)
def test_no_game_knows_another(game: str) -> None:
    for file in files(GAMES / game):
        named = names_a_game(parsed(ROOT / file))
        assert [name for name in named if not name.startswith(f"conquistadors.games.{game}")] == [], file


FACES: Final = ("conquistadors_widgets", "conquistadors_class")
DOOR: Final = {"conquistadors/__init__.py": {"__getattr__", "play"}}
"""The one door to the Jupyter face, opened when somebody first asks for it."""


def opens_the_face(file: str) -> Iterator[str]:
    """Where a file imports the face, or names it in an import string, except through the door."""
    tree, doors = parsed(ROOT / file), DOOR.get(file, ())
    through = [each for each in _run(tree) if getattr(each, "name", None) in doors] if doors else []
    allowed = {id(node) for function in through for node in ast.walk(function)}
    for node in _run(tree):
        named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        named += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        named += [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
        yield from (name for name in named if _of_the_face(name) and id(node) not in allowed)


def _of_the_face(name: str) -> bool:
    return name.replace(":", ".").split(".")[0] in FACES


def test_nothing_below_the_face_knows_it() -> None:
    """Figures live in the laboratory, and the face uses them: never the other way round, not even in a function."""
    found = {file: named for file in files(ROOT / "conquistadors") if (named := list(opens_the_face(file)))}
    assert found == {}


def test_a_door_is_seen_where_it_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "conquistadors").mkdir()
    for text in (
        "from conquistadors_widgets.chart import bars",
        "from conquistadors_class.join import join",
        "def draw():\n    import conquistadors_widgets.chart",
        'load("conquistadors_widgets.chart:bars")',
    ):
        for file in ("lab.py", "__init__.py"):
            (tmp_path / "conquistadors" / file).write_text(text, encoding="utf-8")
            assert list(opens_the_face(f"conquistadors/{file}"))
    (tmp_path / "conquistadors" / "__init__.py").write_text("def play():\n    import conquistadors_widgets")
    assert not list(opens_the_face("conquistadors/__init__.py"))


def test_what_is_imported_for_types_does_not_count() -> None:
    source = "if TYPE_CHECKING:\n    from conquistadors.games.conquest.kit import KIT\nelse:\n    import {}"
    assert list(names_a_game(ast.parse(source.format("os")))) == []
    assert list(names_a_game(ast.parse(source.format("conquistadors.games.landfall.kit")))) != []
    assert list(names_a_game(ast.parse('load("conquistadors.games.landfall.kit:KIT")'))) != []
    assert list(names_a_scenario(ast.parse('if scenario == "solitaire": pass'))) == ["solitaire"]


def test_every_part_of_every_kit_is_there() -> None:
    """Parts are named by strings: a wrong one would be noticed only by whoever asks for it first."""
    from conquistadors.games import load

    for kit in kits():
        named = [value for value in vars(kit).values() if isinstance(value, str) and ":" in value]
        named += [part for value in vars(kit).values() if isinstance(value, dict) for part in value.values()]
        named += [scenario.maker for scenario in kit.scenarios]
        for part in named:
            assert load(part) is not None, part


def test_scenarios_have_plain_names_of_their_own() -> None:
    ids = [scenario.id for kit in kits() for scenario in kit.scenarios]
    assert len(set(ids)) == len(ids)
    assert all(each.replace("-", "").isalpha() for each in ids)
