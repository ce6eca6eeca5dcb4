"""The Jupyter face of the kit. It shows a game and passes on what a person does; it holds no rule.

Each part is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from conquistadors_widgets.controls import Button
    from conquistadors_widgets.exchange import export_games, import_games
    from conquistadors_widgets.explorers.card_gallery import card_gallery
    from conquistadors_widgets.explorers.map_atlas import map_atlas
    from conquistadors_widgets.explorers.odds_explorer import odds_explorer
    from conquistadors_widgets.explorers.player_aid import player_aid
    from conquistadors_widgets.explorers.question_lab import battle_lab, explore
    from conquistadors_widgets.explorers.table_view import table_view
    from conquistadors_widgets.goal_table import goal
    from conquistadors_widgets.quizzing import quiz
    from conquistadors_widgets.table import Table
    from conquistadors_widgets.table_model import TableModel
    from conquistadors_widgets.viewer import replay

_HOMES: Final = {
    "Button": "controls",
    "Table": "table",
    "TableModel": "table_model",
    "battle_lab": "explorers",
    "card_gallery": "explorers",
    "explore": "explorers",
    "export_games": "exchange",
    "goal": "goal_table",
    "import_games": "exchange",
    "map_atlas": "explorers",
    "odds_explorer": "explorers",
    "player_aid": "explorers",
    "quiz": "quizzing",
    "replay": "viewer",
    "table_view": "explorers",
}

__all__ = [
    "Button",
    "Table",
    "TableModel",
    "battle_lab",
    "card_gallery",
    "explore",
    "export_games",
    "goal",
    "import_games",
    "map_atlas",
    "odds_explorer",
    "player_aid",
    "quiz",
    "replay",
    "table_view",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)
