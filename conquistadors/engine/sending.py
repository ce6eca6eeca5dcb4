"""Views as JSON: what a seat knows is sent to another process, and is the same view there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from conquistadors.engine.codec import Json, decode, decode_fields, encode
from conquistadors.engine.events import Event
from conquistadors.engine.requests import Option, Question, Refusal, parse_option
from conquistadors.engine.rules import Ending, Rules
from conquistadors.engine.views import Given, Line, Options, View


def view_to_json(view: View[Any], known: int = 0) -> dict[str, Json]:
    """A view as plain data, without the first `known` lines of its log, which the other side has."""
    boundary, since = view.supposes
    return {
        "seat": view.seat,
        "position": view.position.to_json(),
        "pending": None if view.pending is None else _question(view.pending),
        "waits_for": view.waits_for,
        "ending": encode(view.ending),
        "lines": [[line.number, line.answers, _class(line.event), _fields(line.event)] for line in view.lines[known:]],
        "boundary": None if boundary is None else boundary.to_json(),
        "since": [[who, kind, _answer(value)] for who, kind, value in since],
        "told": encode(view.told),
    }


def view_from_json(document: Any, rules: Rules[Any], earlier: Sequence[Line] = ()) -> View[Any]:
    """The view that such data describes, of a game with these rules; `earlier` are the lines that were left out."""
    view: View[Any] = View.__new__(View)
    view.rules, view.seat = rules, document["seat"]
    view.position = rules.position_type.from_json(document["position"], rules)
    view.pending = None if document["pending"] is None else _asked(document["pending"])
    view.options = Options() if view.pending is None else Options(view.pending.options)
    view.waits_for = document["waits_for"]
    view.ending = decode(Ending | None, document["ending"], "ending")
    new = [Line(number, answers, _event(kind, of)) for number, answers, kind, of in document["lines"]]
    view.log = ((*earlier, *new),)
    boundary = document["boundary"]
    since = tuple(Given(who, kind, _answered(value)) for who, kind, value in document["since"])
    view.supposes = (None if boundary is None else rules.position_type.from_json(boundary, rules), since)
    view.told = tuple(document["told"])
    return view


def _question(asked: Question) -> Json:
    return {
        **{name: encode(getattr(asked, name)) for name in ("who", "kind", "rule", "passes", "facts", "refusals")},
        "options": [option.id for option in asked.options],
    }


def _asked(document: Any) -> Question:
    options = tuple(_option(each) for each in document["options"])
    refusals = decode(tuple[Refusal, ...], document["refusals"], "refusals")
    who, kind, rule, passes = (document[name] for name in ("who", "kind", "rule", "passes"))
    return Question(who, kind, rule, passes, _rows(document["facts"]), options, refusals)


def _option(text: str) -> Option:
    found = parse_option(text)
    assert found is not None
    return found


def _answer(value: Any) -> Json:
    """Options and outcomes of chance look alike as text: an option is a list of its id."""
    return [value.id] if isinstance(value, Option) else value


def _answered(value: Any) -> Any:
    return _option(value[0]) if isinstance(value, list) else value


def _rows(value: Any) -> Any:
    """Lists are tuples in a game."""
    return tuple(_rows(each) for each in value) if isinstance(value, list) else value


def _class(event: Event) -> str:
    return f"{type(event).__module__}:{type(event).__qualname__}"


@cache
def _classes() -> dict[str, type[Event]]:
    """Every kind of event that has been imported, by where it is."""
    found: dict[str, type[Event]] = {}
    left: list[type[Event]] = [Event]
    while left:
        each = left.pop()
        found[f"{each.__module__}:{each.__qualname__}"] = each
        left += each.__subclasses__()
    return found


def _fields(event: Event) -> Json:
    return {field.name: encode(getattr(event, field.name)) for field in fields(event)}


def _event(where: str, document: dict[str, Json]) -> Event:
    """An event as a seat saw it: what is hidden is None, whatever it is otherwise."""
    kind = _classes()[where]
    hidden = tuple(name for name in kind.secret if document[name] is None)
    seen = {name: value for name, value in document.items() if name not in hidden}
    known: dict[str, Any] = decode_fields(kind, seen, "event", hidden)
    return kind(**known, **dict.fromkeys(hidden))  # type: ignore[arg-type]  # as `Event.seen_by` has made it
