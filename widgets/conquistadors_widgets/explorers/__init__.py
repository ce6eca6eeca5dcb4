"""Explorers: the odds, questions, tables, cards and maps of a game to look at and to try out."""

from conquistadors_widgets.explorers.card_gallery import CardGallery, card_gallery
from conquistadors_widgets.explorers.map_atlas import MapAtlas, map_atlas
from conquistadors_widgets.explorers.odds_explorer import OddsExplorer, odds_explorer
from conquistadors_widgets.explorers.player_aid import PlayerAid, player_aid
from conquistadors_widgets.explorers.question_lab import QuestionLab, battle_lab, explore
from conquistadors_widgets.explorers.table_view import TableView, table_names, table_view

__all__ = [
    "CardGallery",
    "MapAtlas",
    "OddsExplorer",
    "PlayerAid",
    "QuestionLab",
    "TableView",
    "battle_lab",
    "card_gallery",
    "explore",
    "map_atlas",
    "odds_explorer",
    "player_aid",
    "table_names",
    "table_view",
]
