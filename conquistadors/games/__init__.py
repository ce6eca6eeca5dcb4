"""The games of the kit, and the contract by which each brings what is particular to it.

A game is a folder here, and its `kit.py` a `GameKit`: a record of parts, each named as "module:name" and imported when
it is first used. The rooms around the games know none of them: they ask its kit, and where it brings nothing of a
kind, an honest default does. Whoever adds a game writes a folder, and its line in `KITS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from conquistadors.engine.codec import Json
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.play import Play
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import error_text

if TYPE_CHECKING:  # what a kit names is imported when it is first used
    from conquistadors.packs.contract import PackTools
    from conquistadors.scene.contract import Scene

KITS: Final[Mapping[str, str]] = {
    "conquest": "conquistadors.games.conquest.kit:KIT",
    "landfall": "conquistadors.games.landfall.kit:KIT",
    "exploration": "conquistadors.games.exploration.kit:KIT",
}
"""Every game by its id, and where its kit is."""
DEFAULT: Final = "conquest"
"""The game that is meant where nobody names one."""


@cache
def load(name: str) -> Any:
    """What a "module:name" stands for, imported when it is first asked for; "module:" is the module itself."""
    module, _, attribute = name.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


@dataclass(frozen=True)
class Scenario:
    """A way to play a game."""

    id: str
    maker: str
    """The class of its rules; the parameters are the options of the scenario."""
    variants: tuple[Mapping[str, Json], ...] = ({},)
    """The options with which it is fuzzed, in turn."""

    def make(self, options: Mapping[str, Json]) -> Rules[Any]:
        """The rules with these options; `SetupError` says which there are."""
        known = self.options()
        for option in options:
            if option not in known:
                raise SetupError(
                    error_text("setup.scenario-option", scenario=self.id, wanted=short_repr(option), known=known)
                )
        made: Rules[Any] = load(self.maker)(**options)
        return made

    def options(self) -> Mapping[str, inspect.Parameter]:
        """What can be set."""
        maker: Callable[..., Rules[Any]] = load(self.maker)
        return inspect.signature(maker).parameters


@dataclass(frozen=True, kw_only=True)
class GameKit:
    """What a game brings. Only its id and its scenarios are required: a game can grow room by room."""

    id: str
    scenarios: tuple[Scenario, ...] = ()
    alone: str | None = None
    """The scenario for one player."""
    pack: str = "conquistadors.packs.contract:PLAIN"
    """How its data is checked and drawn: a `packs.contract.PackTools`."""
    book: str | None = None
    """Its rulebook in own words: a `teach.books.Book`."""
    odds: str = "conquistadors.odds.asking:AnyGame"
    """How its positions are asked about: makes an `odds.asking.Asking` of rules."""
    questions: Mapping[str, str] = field(default_factory=dict)
    """What can be asked about this game alone, by name; of the default game `conquistadors.odds` has them as well."""
    rolls: str = "conquistadors.odds.dice:AnyRolls"
    """Its die rolls, with what can be set for each: makes an `odds.dice.AnyRolls` of a scenario and a language."""
    explored: Mapping[str, str] = field(default_factory=dict)
    """What can be set and asked in an explorer, by name: each makes an `odds.questions.Question` of a language."""
    scene: str = "conquistadors.scene.contract:Scene"
    """What a table shows of it: a `scene.contract.Scene`, made from what a seat sees."""
    play: str = "conquistadors.engine.play:PLAIN"
    """Its clock and its scoring: an `engine.play.Play`."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The bots that know it, by name: each makes a player of a seed."""
    open_reasons: str | None = None
    """Reasons of its bots that follow from what all see, by their keys: others hear these while a game is played."""
    glancing: frozenset[str] = frozenset()
    """Those of them that look at the table alone, not at what was told: the laboratory plays them without a record."""
    likely: str | None = None
    """How likely each answer is where somebody plays at random and yet gets somewhere: an `engine.fuzz.Likely`."""
    setup: tuple[str, str] | None = None
    """Who can make the set-up in place of a person, and the kind of question with which the play proper begins."""
    lookahead: str | None = None
    """What the look-ahead bot has to know of it: a `bots.search.contract.LookAhead`."""
    builder: str | None = None
    """Positions in a few lines: a function that makes one of what it is told, or says what is wrong with it."""
    exercises: str | None = None
    """The exercises of its course, by id."""
    goals: str | None = None
    """Positions to play with a goal: its `teach.goals.Goals`."""
    worked: str | None = None
    """The worked examples of its rulebook, as games that have been played."""


PLAIN: Final = GameKit(id="")
"""Rules that belong to no kit: everything by default."""


def kit(game: str) -> GameKit:
    """The kit of a game by its id; `SetupError` says which there are."""
    if not isinstance(game, str) or game not in KITS:
        raise SetupError(error_text("setup.game", wanted=short_repr(game), known=KITS))
    found: GameKit = load(KITS[game])
    return found


def kit_of(rules: Rules[Any]) -> GameKit:
    """The kit that rules belong to."""
    return kit(rules.kit) if rules.kit else PLAIN


def pack_of(game: str) -> PackTools:
    """How the data of a game is checked and drawn."""
    found: PackTools = load(kit(game).pack)
    return found


def play_of(rules: Rules[Any]) -> Play:
    """The clock and the scoring of the game that rules belong to."""
    found: Play = load(kit_of(rules).play)
    return found


def scene_of(rules: Rules[Any]) -> type[Scene]:
    """How a table shows the game that rules belong to."""
    found: type[Scene] = load(kit_of(rules).scene)
    return found


def kits() -> list[GameKit]:
    """All of them."""
    return [kit(game) for game in KITS]


@cache
def scenarios() -> Mapping[str, tuple[GameKit, Scenario]]:
    """Every scenario of every game by its id, and the kit that it belongs to."""
    return {scenario.id: (each, scenario) for each in kits() for scenario in each.scenarios}


def scenario_named(scenario: str) -> Scenario:
    """The scenario with this id; `SetupError` says which there are."""
    if not isinstance(scenario, str) or scenario not in scenarios():
        raise SetupError(error_text("setup.scenario", wanted=short_repr(scenario), known=scenarios()))
    return scenarios()[scenario][1]


def takes_seats(scenario: str) -> bool:
    """Whether the number of players is an option of the scenario."""
    return scenario in scenarios() and "seats" in scenario_named(scenario).options()


def rules_for(scenario: str, options: Mapping[str, Json]) -> Rules[Any]:
    """The rules of a scenario with these options; `SetupError` says what there is instead."""
    return scenario_named(scenario).make(options)
