"""Conquistador!, 1495-1600, at a glance: its scenarios, and where everything that it brings is found."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.codec import Json
from conquistadors.games import GameKit, Scenario

OTHERWISE: Final[dict[str, Json]] = {
    "land_attrition_table": "errata",
    "stop_cost": "add",
    "landfall_unload": "paid",
    "gold_ports": "errata",
    "mine_depletion": "ends",
    "gold_transship": False,
}
"""Every ruling that a table may make otherwise for Spain alone, made otherwise."""

ALONE: Final = Scenario(
    "exploration",
    "conquistadors.games.exploration.rules.game:SpainAlone",
    ({}, {"turns": 8}, {"options": dict(OTHERWISE)}),
)

RIVALS_OTHERWISE: Final[dict[str, Json]] = OTHERWISE | {
    "conquistador_land_die": "printed",
    "mining_level_scope": "player",
    "privateer_shift_on_invasion": True,
    "personne": False,
}
"""The same for the campaign."""

CAMPAIGN: Final = Scenario(
    "campaign",
    "conquistadors.games.exploration.rules.game:Campaign",
    (
        {},
        {"nations": 3},
        {"options": {"option_23": True}},
        {"options": {"option_24": True}},
        {"options": {"option_23": True, "option_24": True}},
        {"nations": 3, "options": {"option_22": True, "tordesillas_refill_from_zero": False}},
        {"nations": 3, "options": dict(RIVALS_OTHERWISE)},
        {"turns": 6, "options": {"open_plans": True}},
    ),
)

_ODDS: Final = "conquistadors.games.exploration.odds"

EXPLORED: Final[dict[str, str]] = {
    "mine": f"{_ODDS}.gold:Mine",
    "yield": f"{_ODDS}.gold:Yield",
    "treasure": f"{_ODDS}.gold:Treasure",
    "cape": f"{_ODDS}.ocean:Cape",
    "uprising": f"{_ODDS}.settlements:Uprising",
    "massacre": f"{_ODDS}.settlements:Massacre",
    "natives": f"{_ODDS}.settlements:NativeWar",
    "voyage": f"{_ODDS}.ocean:Voyage",
    "sea-battle": f"{_ODDS}.war:SeaBattle",
    "invasion": f"{_ODDS}.war:Invasion",
    "hardship": f"{_ODDS}.settlements:Hardship",
    "council": f"{_ODDS}.realm:Council",
    "raid": f"{_ODDS}.realm:Raid",
    "portugal": f"{_ODDS}.realm:Portugal",
}
"""The questions that its explorers ask, by name."""

KIT: Final = GameKit(
    id="exploration",
    scenarios=(ALONE, CAMPAIGN),
    alone=ALONE.id,
    pack="conquistadors.games.exploration.pack.tools:TOOLS",
    book="conquistadors.games.exploration.book:BOOK",
    odds=f"{_ODDS}.acting:Acting",
    questions={name: f"{_ODDS}.catalogue:{name}" for name in ("rolls", "table")} | {"ask": f"{_ODDS}.asking:ask"},
    rolls=f"{_ODDS}.catalogue:RollBook",
    explored=EXPLORED,
    scene="conquistadors.games.exploration.scene:ExplorationScene",
    play="conquistadors.games.exploration.scoring:PLAY",
    builder="conquistadors.games.exploration.builder:build",
    bots={
        "governor": "conquistadors.games.exploration.bots:Governor",
        "veteran": "conquistadors.games.exploration.bots:veteran",
    },
    open_reasons="conquistadors.games.exploration.bots.open_reasons:OPEN",
    glancing=frozenset({"governor", "veteran"}),
    lookahead="conquistadors.games.exploration.bots.lookahead:AHEAD",
    likely="conquistadors.games.exploration.bots.likely:likely",
    exercises="conquistadors.games.exploration.lessons.questions:EXERCISES",
    goals="conquistadors.games.exploration.lessons.goals_overseas:GOALS",
    worked="conquistadors.games.exploration.lessons.worked_overseas:WORKED",
)
