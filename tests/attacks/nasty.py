"""Every public function with arguments that fit, and values that nobody should hand to it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import conquistadors as cq
from conquistadors import lab, odds
from conquistadors.bots import coach
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.odds import chains
from conquistadors.teach.exercises import check, question
from conquistadors.teach.rulebook import rule
from conquistadors.teach.worked import examples, worked
from conquistadors.teach.worksheets import solution, worksheet

HUGE: Final = 10**30
LONG: Final = "x" * 5000


class Strange:
    """An object that helps nobody: it cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 0, 3, -1, HUGE, -HUGE, 0.5, float("nan"), float("inf"),
    "", " ", "x", LONG, "\x00\n\x1b", "<script>alert(1)</script>", "../../etc/passwd", "\ud800",
    b"bytes", [], [1], ["x"], [None], (), {}, {1: 2}, {"x": "y"}, {"red": 3}, set(), range(3),
    Path("no/such/folder/at/all"), object(), object, len, Strange(), iter(()), 1j,
)  # fmt: skip
"""What is tried in every place."""


class Call(NamedTuple):
    """A function and arguments that fit it."""

    name: str
    function: Callable[..., object]
    arguments: Mapping[str, Any]

    def spoilt(self) -> Iterator[tuple[str, Any, dict[str, Any]]]:
        """The arguments, each in turn replaced by everything that is tried."""
        for name, parameter in inspect.signature(self.function).parameters.items():
            if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
                continue
            for value in VALUES:
                if callable(value) and name in ("goal", "progress"):
                    continue  # then what fails is a function of theirs
                yield name, value, {**self.arguments, name: value}


def landfall() -> Game[Any]:
    return cq.new_game("example", seed=1)


def march() -> Game[Any]:
    force = expedition("red", "tlaxcala", "3 foot", gold=3)
    return begin(build(map="north", expeditions={"cortes": force}, places={"tlaxcala": place("city")}), seed=1)


def calls(folder: Path) -> list[Call]:
    """All that somebody calls from a notebook, with arguments that fit; files go to the folder."""
    game, position = landfall(), march()
    saved = cq.save(game, folder / "game.json")
    sized = {"games": 1, "workers": 1, "progress": False}
    quick = {"scenario": "example", **sized}
    of_cq: dict[str, dict[str, Any]] = {
        "allow_pack": {"folder": folder},
        "battle_lab": {},
        "card_gallery": {},
        "clauses": {},
        "data_root": {},
        "export_games": {},
        "explore": {"question": "battle"},
        "goal": {"goal_id": "strike-unseen"},
        "import_games": {},
        "join": {"address": "http://127.0.0.1:1", "code": "x"},
        "load": {"path": saved},
        "map_atlas": {},
        "new_game": {"scenario": "example"},
        "odds_explorer": {},
        "play": {"game": "example", "autosave": folder},
        "player_aid": {},
        "quiz": {},
        "replay": {"source": saved},
        "resume": {"folder": folder},
        "rule": {"text": "6.34"},
        "save": {"game": game, "path": saved},
        "saved_games": {"folder": folder},
        "saves_folder": {},
        "speak": {"language": "en"},
        "table_view": {"name": "combat"},
    }
    of_odds: dict[str, dict[str, Any]] = {
        "battle": {"units": "1 foot", "against": [10]},
        "card_worth": {"game": position, "option": "gift", "card": "mano-de-dios"},
        "extremes": {"rolls": []},
        "luck": {"game": game},
        "rolls": {},
        "table": {"name": "leader-casualty"},
    }
    of_lab: dict[str, dict[str, Any]] = {
        "compare": {**sized, "pack_a": None, "pack_b": None, "scenario": "example"},
        "simulate": quick,
        "sweep": {**quick, "options": [{"captains": 2}, {"captains": 3}]},
        "tournament": {**quick, "bots": {"a": "random", "b": "skipper"}},
    }
    others: list[tuple[Callable[..., object], dict[str, Any]]] = [
        (coach, {"game": landfall(), "budget": 5}),
        (question, {"exercise_id": "leader-fate"}),
        (check, {"exercise_id": "leader-fate", "answer": "dead"}),
        (solution, {"exercise_id": "leader-fate"}),
        (worksheet, {"names": ["Ana"], "exercises": ["leader-fate"]}),
        (worksheet(["Ana"], ["leader-fate"]).save, {"path": folder / "sheet.html"}),
        (cq.player_aid(game="landfall").save, {"path": folder / "aid.html"}),
        (examples, {}),
        (worked, {"clause": "2.42"}),
        (build, {"map": "north"}),
        (expedition, {"seat": "red", "space": "tlaxcala", "units": "3 foot"}),
        (place, {"marker": "city"}),
        (begin, {"position": position.checkpoint.position}),
        (rule, {"text": "3.3", "game": "landfall"}),
        (chains.march, {"path": ["cempoala"], "impulses": 1}),
        (chains.plunder, {}),
        (chains.feed, {"turns": 1}),
        (chains.rally, {"hits": 1}),
        (chains.gifts, {}),
        (chains.rounds_left, {}),
    ]
    of_games: list[tuple[Callable[..., object], dict[str, Any]]] = [
        (game.play, {"answer": "?"}),
        (game.why_not, {"text": "?"}),
        (game.view, {"seat": None}),
        (game.adjust, {"order": "?"}),
        (game.resign, {"seat": "?"}),
        (game.teller, {"language": "en"}),
        (game.odds, {"option": "?"}),
    ]
    found = [Call(f"cq.{name}", getattr(cq, name), given) for name, given in of_cq.items()]
    found += [Call(f"odds.{name}", getattr(odds, name), given) for name, given in of_odds.items()]
    found += [Call(f"lab.{name}", getattr(lab, name), given) for name, given in of_lab.items()]
    found += [Call(function.__qualname__, function, given) for function, given in [*others, *of_games]]
    return found
