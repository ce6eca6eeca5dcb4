"""Any position in a few lines: the names of `conquistadors.games.conquest.builder`, forwarded."""

from conquistadors.games.conquest.builder import begin, build, expedition, place

__all__ = ["begin", "build", "expedition", "place"]
