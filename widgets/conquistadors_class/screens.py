"""What a page shows of a room, part by part, as JSON: the scene of one seat, or of whoever watches, in one language.

A part is sent when it has changed, so nothing may stand in it that others' secrets change: no number of an answer, of a
line or of a question but the seat's own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from conquistadors.engine.codec import Json
from conquistadors.engine.events import Step
from conquistadors.engine.files import why
from conquistadors.engine.requests import TABLE, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import speaking
from conquistadors.engine.views import Line
from conquistadors.games import scene_of
from conquistadors.room.room import Room, Screen
from conquistadors.scene.contract import targets
from conquistadors.scene.words import say
from conquistadors_class.words import words
from conquistadors_widgets import panels
from conquistadors_widgets.board_model import BoardModel
from conquistadors_widgets.panels.marks import paraphrases

MOST_LINES: Final = 30
"""So many lines of the story are shown."""
Parts = dict[str, Any]
"""What a screen is made of, by name; each can be written as JSON."""


# Maps ------------------------------------------------------------------------------------------------------------


class Grounds:
    """The maps that have been shown, by a key that a page asks for: they never change, and each is sent once."""

    def __init__(self) -> None:
        self._boards: dict[str, BoardModel] = {}

    def board(self, rules: Rules[Any], sheet: str, language: str) -> tuple[str, BoardModel]:
        """The model of a map, and its key."""
        made_of = json.dumps([rules.kit, rules.scenario, dict(rules.options), sheet, language], sort_keys=True)
        key = hashlib.sha256(made_of.encode()).hexdigest()[:16]
        if key not in self._boards:
            self._boards[key] = BoardModel(rules, sheet, language)
        return key, self._boards[key]

    def svg(self, key: str) -> str | None:
        """The picture of a map; None for a key that nobody was given."""
        board = self._boards.get(key)
        return None if board is None else board.ground()[0]

    def spaces(self, key: str) -> Json:
        """Where its spaces are, and what they are called."""
        board = self._boards.get(key)
        if board is None:
            return None
        points = board.layout.points
        return {
            space: [round(points[space][0], 1), round(points[space][1], 1), name] for space, name in board.names.items()
        }


def map_parts(grounds: Grounds, rules: Rules[Any], scene: Any, names: Mapping[Seat, str], language: str) -> Parts:
    """The maps of a scene with what lies on them."""
    found: Parts = {}
    for number, sheet in enumerate(scene_of(rules).sheets(rules)):
        key, board = grounds.board(rules, sheet, language)
        frame = board.layout.frame
        found[f"map-{number}"] = {
            "ground": key,
            "title": board.title,
            "size": [round(frame.width, 1), round(frame.height, 1)],
            "pieces": board.pieces(scene, names),
            "active": scene.active if board.here([scene.active or ""]) else None,
            "own": board.crowd(scene),
        }
    return found


# A screen --------------------------------------------------------------------------------------------------------


def parts_of(room: Room, screen: Screen, language: str, grounds: Grounds, people: Mapping[str, str]) -> Parts:
    """All that a screen shows. `people` are the names of the class."""
    rules, view, scene = room.game.rules, screen.view, screen.scene
    teller = room.game.teller(language)
    texts, names = teller.texts, teller.names
    clauses = paraphrases(rules.scenario, language)
    lines = told(view.lines, _decided(room, screen.seat))
    found: Parts = {
        "head": {
            "title": room.settings.title,
            "game": texts.say(f"title.{rules.scenario}"),
            "seat": None if screen.seat in (None, TABLE) else screen.seat,
            "name": "" if screen.seat in (None, TABLE) else names[str(screen.seat)],
            "over": view.ending is not None,
            "paused": room.paused,
            "unsaved": unsaved(room, language),
            "own": bool(room.settings.owner),
        },
        "people": [
            {"seat": seat, "name": names[seat], "team": [people.get(each, each) for each in room.team(seat)]}
            for seat in room.seats
        ],
        "strip": panels.strip_html(scene.strip, texts, names, language) if scene.strip else "",
        "prompt": panels.with_rule(screen.prompt, clauses),
        "question": None if screen.question is None else _question(screen, teller, rules, clauses),
        "dice": panels.dice(lines, rules.rolls, texts, names, language, since=1),
        "story": panels.story(lines, teller, language, clauses, most=MOST_LINES),
        "tabs": [[key, texts.say(f"tab.{key}")] for key in scene.tabs],
    }
    for key in scene.tabs:
        html = panels.parts_html(scene.tab(key), texts, names, language, tab=key, pictures=scene.pictures)
        found[f"tab-{key}"] = html
    maps = map_parts(grounds, rules, scene, names, language)
    if not maps:
        found["text"] = teller.position(view.position)
    return found | maps


def unsaved(room: Room, language: str) -> str:
    """What is said where the last answer could not be saved; nothing where all is well."""
    if room.unsaved is None:
        return ""
    with speaking(language):
        return words(language).say("class.unsaved", {"why": why(room.unsaved)})


def _question(screen: Screen, teller: Teller, rules: Rules[Any], clauses: Any) -> Parts:
    view, scene = screen.view, screen.scene
    sheets = [set(scene_of(rules).spaces(rules, sheet)) for sheet in scene_of(rules).sheets(rules)]
    aimed = targets(scene, view.options)
    on_map = {space: answers for space, answers in aimed.items() if any(space in sheet for sheet in sheets)}
    return {
        "number": screen.question,
        "answers": [[option.id, option.verb, _label(option, screen, teller)] for option in view.options],
        "aimed": {space: list(answers) for space, answers in on_map.items()},
        "refused": [
            [teller.label(refusal.option), panels.with_rule(teller.refusal(refusal), clauses)]
            for refusal in view.refused
        ],
        "undo": screen.can_undo,
    }


def _label(option: Option, screen: Screen, teller: Teller) -> str:
    """What a button says: the answer, and what it costs or leads to."""
    note = screen.scene.note(option)
    noted = "" if note is None else say(note, teller.texts, teller.names)
    return f"{teller.label(option)} \N{MIDDLE DOT} {noted}" if noted else teller.label(option)


def told(lines: tuple[Line, ...], decided: int) -> list[Line]:
    """The story as a seat heard it, numbered by itself; what came after the seat's last decision is marked by a 1.

    The numbers of the log count what others heard and answered, too.
    """
    heard = [line for line in lines if not isinstance(line.event, Step)]
    return [Line(number, int(line.answers > decided), line.event) for number, line in enumerate(heard)]


def _decided(room: Room, seat: Seat | None) -> int:
    """The number of the last answer that a seat gave; -1 where it gave none."""
    answers = room.game.answers
    return next((n for n in range(len(answers) - 1, -1, -1) if answers[n].who == seat and not answers[n].auto), -1)


def about(room: Room, screen: Screen, space: object, language: str, grounds: Grounds) -> list[str]:
    """What is to be said about a space, to whoever looks at this screen; nothing about what is no space."""
    rules = room.game.rules
    scenes = scene_of(rules)
    for sheet in scenes.sheets(rules):
        if isinstance(space, str) and space in scenes.spaces(rules, sheet):
            _, board = grounds.board(rules, sheet, language)
            return board.describe(screen.scene, space, room.game.teller(language).names)
    return []


# What changes ----------------------------------------------------------------------------------------------------


def changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> Parts:
    """The parts that are not as they were; one that is gone is None."""
    gone: Parts = dict.fromkeys(name for name in before if name not in now)
    return gone | {name: part for name, part in now.items() if name not in before or before[name] != part}


@lru_cache(maxsize=1)
def _encoder() -> json.JSONEncoder:
    return json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def written(message: Mapping[str, Any]) -> str:
    """A message as it is sent."""
    return _encoder().encode(message)
