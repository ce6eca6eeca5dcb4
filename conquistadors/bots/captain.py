"""The captain, who plays The Conquistadors: the names of `conquistadors.games.conquest.bots.captain`, forwarded."""

from conquistadors.games.conquest.bots.captain import HANDLERS, Advice, CaptainBot, ally, plunderer
from conquistadors.games.conquest.bots.captain.styles import STYLES, Style

__all__ = ["HANDLERS", "STYLES", "Advice", "CaptainBot", "Style", "ally", "plunderer"]
