"""The games of the kit by name. The engine knows none of them; saves and `new_game` find them here."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from conquistadors.engine.codec import Json
from conquistadors.engine.errors import SetupError, shown
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import told

SCENARIOS: Final[Mapping[str, tuple[str, str]]] = {
    "basic": ("conquistadors.games.conquest.rules.scenarios", "BasicGame"),
    "standard": ("conquistadors.games.conquest.rules.standard", "StandardGame"),
    "solitaire": ("conquistadors.games.conquest.rules.solitaire", "SolitaireGame"),
    "example": ("conquistadors.games.landfall.rules", "Landfall"),
}
"""Scenario: the module and the class of its rules, imported when first asked for."""

OTHERWISE: Final[Mapping[str, Json]] = {
    "errata": "english",
    "olid": True,
    "terrain_index": False,
    "town_draws": False,
    "town_attacks": False,
    "landing_attack": False,
    "enter_barred": False,
    "ally_fifth": False,
    "lone_diplomacy": False,
    "pause_stops_shift": True,
    "legend_near": True,
    "legend_anywhere": True,
    "solitaire_helpers": False,
}
"""Every ruling that a table may make otherwise, made otherwise."""

VARIANTS: Final[Mapping[str, Sequence[Mapping[str, Json]]]] = {
    "basic": [
        *[{"seats": n, "map": maps} for n in (2, 3, 4) for maps in ("north", "south", "both")],
        {"seats": 3, "map": "both", "options": dict(OTHERWISE)},
    ],
    "standard": [
        *[{"seats": n, "map": maps} for n in (2, 3, 4, 5) for maps in ("north", "south", "both")],
        *[{"seats": n, "legends": False} for n in (2, 4)],
        *[{"seats": n, "map": "both", "quick_start": True} for n in (2, 3, 5)],
        *[{"seats": n, "late": late} for n, late in ((3, 1), (5, 3))],
        {"seats": 4, "map": "south", "legends": False, "quick_start": True, "late": 2, "target": 50},
        {"seats": 3, "map": "both", "options": dict(OTHERWISE)},
        {"seats": 5, "map": "north", "quick_start": True, "late": 1, "options": dict(OTHERWISE)},
    ],
    "solitaire": [
        *[{"map": name, "conquistadors": men} for name in ("north", "south") for men in (None, "random")],
        {"map": "north", "conquistadors": ["cortes", "alvarado", "cordoba"], "events": False},
        {"map": "south", "conquistadors": ["balboa", "de-candia", "orellana"], "legends": False},
        {"map": "north", "events": False, "legends": False},
        *[{"map": name, "options": dict(OTHERWISE)} for name in ("north", "south")],
    ],
    "example": [{"captains": captains} for captains in (2, 3, 4)],
}
"""The options with which a scenario is fuzzed, in turn."""


def takes_seats(scenario: str) -> bool:
    """Whether the number of players is an option of the scenario."""
    return scenario in SCENARIOS and "seats" in inspect.signature(_maker(scenario)).parameters


def _maker(scenario: str) -> Callable[..., Rules[Any]]:
    module, name = SCENARIOS[scenario]
    made: Callable[..., Rules[Any]] = getattr(importlib.import_module(module), name)
    return made


def rules_for(scenario: str, options: Mapping[str, Json]) -> Rules[Any]:
    """The rules of a scenario with these options; `SetupError` says what there is instead."""
    if scenario not in SCENARIOS:
        raise SetupError(told("setup.scenario", wanted=shown(scenario), known=SCENARIOS))
    make = _maker(scenario)
    known = inspect.signature(make).parameters
    unknown = [option for option in options if option not in known]
    if unknown:
        raise SetupError(told("setup.scenario-option", scenario=scenario, wanted=shown(unknown[0]), known=known))
    return make(**options)
