"""The Conquistadors, 1518-1548, at a glance: its scenarios, and where everything that it brings is found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conquistadors.engine.codec import Json
from conquistadors.games import GameKit, Scenario

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

BASIC: Final = Scenario(
    "basic",
    "conquistadors.games.conquest.rules.scenarios:BasicGame",
    (
        *({"seats": n, "map": maps} for n in (2, 3, 4) for maps in ("north", "south", "both")),
        {"seats": 3, "map": "both", "options": dict(OTHERWISE)},
    ),
)
STANDARD: Final = Scenario(
    "standard",
    "conquistadors.games.conquest.rules.standard:StandardGame",
    (
        *({"seats": n, "map": maps} for n in (2, 3, 4, 5) for maps in ("north", "south", "both")),
        *({"seats": n, "legends": False} for n in (2, 4)),
        *({"seats": n, "map": "both", "quick_start": True} for n in (2, 3, 5)),
        *({"seats": n, "late": late} for n, late in ((3, 1), (5, 3))),
        {"seats": 4, "map": "south", "legends": False, "quick_start": True, "late": 2, "target": 50},
        {"seats": 3, "map": "both", "options": dict(OTHERWISE)},
        {"seats": 5, "map": "north", "quick_start": True, "late": 1, "options": dict(OTHERWISE)},
    ),
)
SOLITAIRE: Final = Scenario(
    "solitaire",
    "conquistadors.games.conquest.rules.solitaire:SolitaireGame",
    (
        *({"map": name, "conquistadors": men} for name in ("north", "south") for men in (None, "random")),
        {"map": "north", "conquistadors": ["cortes", "alvarado", "cordoba"], "events": False},
        {"map": "south", "conquistadors": ["balboa", "de-candia", "orellana"], "legends": False},
        {"map": "north", "events": False, "legends": False},
        *({"map": name, "options": dict(OTHERWISE)} for name in ("north", "south")),
    ),
)

_ODDS: Final = "conquistadors.games.conquest.odds"
QUESTIONS: Final[Mapping[str, str]] = {
    "chains": f"{_ODDS}.chains:",
    **{name: f"{_ODDS}.battle:{name}" for name in ("BattleOdds", "battle", "battle_at", "battle_work", "battling")},
    **{name: f"{_ODDS}.battle_question:{name}" for name in ("Draw", "Fate")},
    **{name: f"{_ODDS}.catalogue:{name}" for name in ("CataloguedRoll", "rolls", "table")},
}
"""What can be asked of this game alone: its rolls, its battles, and what plans come to."""

KIT: Final = GameKit(
    id="conquest",
    scenarios=(BASIC, STANDARD, SOLITAIRE),
    alone=SOLITAIRE.id,
    pack="conquistadors.games.conquest.pack.tools:TOOLS",
    book="conquistadors.games.conquest.book:BOOK",
    odds=f"{_ODDS}.acting:Acting",
    questions=QUESTIONS,
    scene="conquistadors.games.conquest.scene.scene:ConquestScene",
    rolls=f"{_ODDS}.roll_settings:RollBook",
    explored={"battle": f"{_ODDS}.battle_settings:BattleSettings"},
    play="conquistadors.games.conquest.scoring:PLAY",
    builder="conquistadors.games.conquest.builder:build",
    exercises="conquistadors.games.conquest.lessons.questions:EXERCISES",
    goals="conquistadors.games.conquest.lessons.goals:GOALS",
    worked="conquistadors.games.conquest.lessons.worked:WORKED",
    bots={
        "captain": "conquistadors.games.conquest.bots.captain:CaptainBot",
        "plunderer": "conquistadors.games.conquest.bots.captain:plunderer",
        "ally": "conquistadors.games.conquest.bots.captain:ally",
    },
    open_reasons="conquistadors.games.conquest.bots.open_reasons:OPEN",
    glancing=frozenset({"captain", "plunderer", "ally"}),
    likely="conquistadors.games.conquest.bots.likely:likely",
    setup=("captain", "impulse"),
    lookahead="conquistadors.games.conquest.bots.lookahead:AHEAD",
)
