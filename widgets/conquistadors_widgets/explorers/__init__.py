"""Explorers: the odds, battles, tables, cards and maps of the game to look at and to try out."""

from conquistadors_widgets.explorers.battle_lab import BattleLab, battle_lab
from conquistadors_widgets.explorers.card_gallery import CardGallery, card_gallery
from conquistadors_widgets.explorers.map_atlas import MapAtlas, map_atlas
from conquistadors_widgets.explorers.odds_explorer import OddsExplorer, odds_explorer
from conquistadors_widgets.explorers.table_view import TableView, table_names, table_view

__all__ = [
    "BattleLab",
    "CardGallery",
    "MapAtlas",
    "OddsExplorer",
    "TableView",
    "battle_lab",
    "card_gallery",
    "map_atlas",
    "odds_explorer",
    "table_names",
    "table_view",
]
