"""Landfall at a glance: our own small example, with the whole contract in a few hundred lines."""

from __future__ import annotations

from typing import Final

from conquistadors.games import GameKit, Scenario

KIT: Final = GameKit(
    id="landfall",
    scenarios=(
        Scenario(
            "example",
            "conquistadors.games.landfall.rules:Landfall",
            tuple({"captains": captains} for captains in (2, 3, 4)),
        ),
    ),
    pack="conquistadors.games.landfall.pack:TOOLS",
    book="conquistadors.games.landfall.book:BOOK",
    odds="conquistadors.games.landfall.odds:Voyaging",
    scene="conquistadors.games.landfall.scene:LandfallScene",
    rolls="conquistadors.games.landfall.voyages:VoyageRolls",
    play="conquistadors.games.landfall.scoring:PLAY",
    builder="conquistadors.games.landfall.builder:build",
    exercises="conquistadors.games.landfall.lessons:EXERCISES",
    worked="conquistadors.games.landfall.lessons:WORKED",
    bots={"skipper": "conquistadors.games.landfall.bots:Skipper"},
    open_reasons="conquistadors.games.landfall.bots:OPEN_REASONS",
    glancing=frozenset({"skipper"}),
    likely="conquistadors.games.landfall.bots:likely",
    lookahead="conquistadors.games.landfall.bots:AHEAD",
)
