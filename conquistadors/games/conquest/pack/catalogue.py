"""1.5  The catalogue of die rolls: what the engine's `roll()` may throw, and what may change it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from conquistadors.engine.rules import Roll, catalogue
from conquistadors.games.conquest.pack.records import Card, Pack

CARDS: Final = "cards"
"""In a list of modifiers: every card whose effect names the roll."""
SIDES: Final = {"indian_roll": "combat-indian", "spanish_roll": "combat-spanish"}
"""Effects that are named after the side that rolls."""


def rolls_of(pack: Pack) -> dict[str, Roll]:
    """1.51  Every roll of the game by name: its dice, its modifiers, and what Mano de Dios may do to it."""
    entries = pack.read("rolls.toml")["rolls"]
    cards: list[Card] = [*pack.strategy_cards(), *pack.asset_cards()]
    expanded = {}
    for name, entry in entries.items():
        named = [modifier for modifier in entry["modifiers"] if modifier != CARDS]
        if CARDS in entry["modifiers"]:
            named += modifying(name, cards)
        expanded[name] = {**entry, "modifiers": named}
    return catalogue(expanded)


def modifying(roll: str, cards: Iterable[Card]) -> list[str]:
    """The cards whose effect is a modifier on the roll."""
    return [card.id for card in cards if roll in map(roll_named, card.effect)]


def roll_named(effect: str) -> str:
    """The roll that an effect of this name would change, if there is one: `plunder_gold`, `indian_roll`."""
    return SIDES.get(effect, effect.replace("_", "-"))
