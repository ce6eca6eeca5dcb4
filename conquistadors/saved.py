"""The saved games of a folder, to choose from: game, date, turn, points and names."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Final

from conquistadors.engine import saves
from conquistadors.engine.autosave import Autosave, saved_in
from conquistadors.engine.codec import Json, encode
from conquistadors.engine.errors import SaveError, SaveWarning, one_line
from conquistadors.engine.files import newest
from conquistadors.engine.game import Game
from conquistadors.engine.records import record
from conquistadors.engine.rules import Rules
from conquistadors.engine.setup import translated_names
from conquistadors.engine.texts import error_text, speaking, spoken, texts_of
from conquistadors.games import play_of, rules_for
from conquistadors.packs.allowed import OPTION, check_named

MOST_LISTED: Final = 60
MOST_LOOKED_AT: Final = 12
"""Among so many of the last saves an unfinished game is looked for."""
WORDS: Final = ("common/interface/table", "common/interface/hands")


@record
class SavedGame:
    """What is known of a save without playing it again."""

    path: Path
    at: datetime
    game: str
    """The title of the game; empty if the file cannot be read."""
    turn: int = 0
    points: tuple[tuple[str, int | None], ...] = ()
    """The players by name, with their points where the game counts any."""
    over: bool = False
    trouble: str = ""
    """Why it cannot be read."""
    kind: tuple[str, str] = ("", "")
    """The scenario and its options, as text."""
    named: bool = False
    """Somebody has given it its name."""

    def told(self, language: str | None = None) -> str:
        """A line of the list."""
        with speaking(language):
            texts = texts_of(spoken(), *WORDS)
            facts: dict[str, object] = {"name": self.path.stem, "date": f"{self.at:%Y-%m-%d %H:%M}", "game": self.game}
            if self.trouble:
                return texts.say("table.listed-broken", facts)
            players = [
                name if points is None else texts.say("table.listed-player", {"name": name, "points": points})
                for name, points in self.points
            ]
            facts |= {"turn": self.turn, "players": ", ".join(players)}
            line = texts.say("table.listed-over" if self.over else "table.listed", facts)
            return texts.say("table.listed-named", {"name": self.path.stem, "line": line}) if self.named else line


class SavedGames(list[SavedGame]):
    """The saved games of a folder, the last one first; shows as a list."""

    def __init__(self, found: list[SavedGame], language: str) -> None:
        super().__init__(found)
        self._language = language

    def __repr__(self) -> str:
        return "\n".join(f"{each.path.name}: {each.told(self._language)}" for each in self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{escape(each.path.name)}</code></td><td>{escape(each.told(self._language))}</td></tr>"
            for each in self
        )
        return f"<table>{rows}</table>"


def listed(folder: Path, language: str | None = None) -> SavedGames:
    """The saved games of a folder, the last one first, as many as anybody looks through."""
    with speaking(language) as told_in:
        found = [_summary(path) for _, path in zip(range(MOST_LISTED), newest(folder), strict=False)]
        return SavedGames([each for each in found if each is not None], told_in)


def _summary(path: Path) -> SavedGame | None:
    try:
        at = datetime.fromtimestamp(path.stat().st_mtime)
    except OSError:
        return None  # it has been removed this moment
    try:
        save, position = saves.glance(path, _listed_rules)
    except SaveError as error:
        return SavedGame(path, at, "", trouble=str(error))
    rules: Rules[Any] = position.rules
    play, texts = play_of(rules), rules.texts(spoken())
    names = translated_names(save.seats, texts)
    points = tuple((names[seat], play.counts(position, seat).get("points")) for seat in rules.seats)
    title = texts.say(f"title.{rules.scenario}")
    over, named = rules.ending(position) is not None, path.name != f"{rules.scenario}-{save.id}.json"
    return SavedGame(path, at, title, play.turn(position), points, over, kind=kind_of(rules), named=named)


def kind_of(rules: Rules[Any]) -> tuple[str, str]:
    """The scenario and its options: games of the same kind go on at the same table."""
    return rules.scenario, json.dumps(encode(dict(rules.options)), sort_keys=True)


def unfinished(folder: Path, rules: Rules[Any], language: str | None = None) -> SavedGame | None:
    """The game of the same kind that was played last in the folder, unless it is over."""
    with speaking(language):
        for _, path in zip(range(MOST_LOOKED_AT), newest(folder), strict=False):
            found = _summary(path)
            if found is not None and found.kind == kind_of(rules):
                return None if found.over else found
    return None


def file_name(name: str) -> str:
    """The name of the file for a name that somebody gives a save, without its ending."""
    return re.sub(r"[^\w.-]+", "-", name.strip()).strip(".-")


def found_save(path: str | Path, folder: Path) -> Path:
    """The file that is meant: a path, or the name of a save in the folder."""
    here = Path(path)
    try:
        if isinstance(path, Path) or here.exists() or here.name != path:
            return here
        named = folder / f"{file_name(path.removesuffix('.json'))}.json"
        return named if named.exists() else here
    except (OSError, ValueError):  # no file can be called so: reading it says that
        return here


def saved_rules(scenario: str, options: Mapping[str, Json]) -> Rules[Any]:
    """The rules that a save names; a pack among its options must have been allowed."""
    check_named(options)
    return rules_for(scenario, options)


def _listed_rules(scenario: str, options: Mapping[str, Json]) -> Rules[Any]:
    """The same for a list: many games have the same rules."""
    return saved_rules(scenario, options) if OPTION in options else _known(scenario, json.dumps(options))


@lru_cache(maxsize=32)
def _known(scenario: str, options: str) -> Rules[Any]:
    return saved_rules(scenario, json.loads(options))


def last_played(folder: Path, kit: str) -> Game[Any]:
    """The game that was played last. What cannot be read is passed over, and a warning says so.

    A copy under a name of its own leads to the game that it is a copy of.
    """
    broken: list[SaveError] = []
    for path in saved_in(folder):
        try:
            game = saves.read(path, saved_rules, kit)
            own = Autosave(folder, kit).path(game)
            if own != path and own.is_file():
                game = saves.read(own, saved_rules, kit)
        except SaveError as error:
            broken.append(error)
            continue
        if broken:
            said = error_text("save.passed-over", files=[str(error) for error in broken], found=one_line(path.name))
            warnings.warn(said, SaveWarning, stacklevel=3)
        return game
    raise broken[0]
