"""The house: the rooms around the games know no game, and no game knows another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from conquistadors.games import KITS, kits

ROOT: Final = Path(__file__).parents[1]
GAMES: Final = ROOT / "conquistadors" / "games"
ROOMS: Final = [
    *[ROOT / "conquistadors" / room for room in ("engine", "packs", "maps", "odds", "bots", "lab", "teach", "scene")],
    ROOT / "widgets" / "conquistadors_widgets",
]
NOT_YET: Final = frozenset(
    {
        "conquistadors/lab/tables.py",
        "conquistadors/lab/weighing.py",
        "widgets/conquistadors_widgets/explorers/battle_question.py",
        "widgets/conquistadors_widgets/explorers/card_gallery.py",
        "widgets/conquistadors_widgets/explorers/map_atlas.py",
        "widgets/conquistadors_widgets/explorers/roll_settings.py",
        "widgets/conquistadors_widgets/explorers/table_view.py",
        "widgets/conquistadors_widgets/result_names.py",
    }
)
"""Files that still know a game, until the table draws scenes. The list only gets shorter."""


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


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """All that is carried out: not what stands under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield other
                yield from _run(other)
        else:
            yield child
            yield from _run(child)


def _of_a_game(name: str) -> bool:
    return any(name.startswith(f"conquistadors.games.{game}") for game in KITS)


def files(folder: Path) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in sorted(folder.rglob("*.py"))]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_knows_no_game(room: Path) -> None:
    found = {
        file: named
        for file in files(room)
        if (named := list(names_a_game(ast.parse((ROOT / file).read_text(encoding="utf-8")))))
    }
    assert {file: named for file, named in found.items() if file not in NOT_YET} == {}
    here = {file for file in NOT_YET if (ROOT / file).is_relative_to(room)}
    assert here == set(found), "what knows no game any more is struck off the list"


@pytest.mark.parametrize("game", KITS)
def test_no_game_knows_another(game: str) -> None:
    for file in files(GAMES / game):
        named = names_a_game(ast.parse((ROOT / file).read_text(encoding="utf-8")))
        assert [name for name in named if not name.startswith(f"conquistadors.games.{game}")] == [], file


def test_what_is_imported_for_types_does_not_count() -> None:
    source = "if TYPE_CHECKING:\n    from conquistadors.games.conquest.kit import KIT\nelse:\n    import {}"
    assert list(names_a_game(ast.parse(source.format("os")))) == []
    assert list(names_a_game(ast.parse(source.format("conquistadors.games.landfall.kit")))) != []
    assert list(names_a_game(ast.parse('load("conquistadors.games.landfall.kit:KIT")'))) != []


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
