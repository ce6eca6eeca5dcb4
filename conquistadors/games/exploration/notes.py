"""What an answer costs or leads to, in a few words beside it: prices, Movement Points, bounds, the attrition column."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from conquistadors.engine import Choice, Event, Option, changed
from conquistadors.games.exploration.odds.voyaging import risk
from conquistadors.games.exploration.rules.attrition import column_ahead
from conquistadors.games.exploration.rules.coasting import discovery_cost, distance, landing_cost
from conquistadors.games.exploration.rules.events import FittedOut
from conquistadors.games.exploration.rules.pieces import Expedition
from conquistadors.games.exploration.rules.planning import price
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.sailing import ways_on
from conquistadors.games.exploration.rules.ships import bounds_of_phase, stop_extra
from conquistadors.scene.words import Phrase, phrase


def note_of(pos: World, asked: Choice, option: Option) -> Phrase | None:
    """What stands beside an answer to the question, if there is something to say."""
    name = dict(asked.facts).get("expedition")
    expedition = pos.expeditions.get(str(name))
    if asked.kind == "plan" and option.verb in ("buy", "build"):
        return phrase("note.price", ducats=price(pos, asked.who, str(option.subject)))
    if asked.kind == "how-many":
        return phrase("note.price", ducats=price(pos, asked.who, str(dict(asked.facts)["thing"])) * _number(option))
    if asked.kind == "landfall" and option.subject is not None:
        return _landfall(pos, asked.who, str(option.subject), "note.landfall")
    if expedition is None:
        return None
    if asked.kind == "bounds":
        return _bounds(pos, asked.who, expedition, _number(option))
    if asked.kind == "coast":
        return _act(pos, str(name), option)
    if asked.kind == "cross" and option.verb in ("sail", "home"):
        return _sailed(pos, expedition, pos.rules.board.bounds(str(option.subject or expedition.place)))
    if asked.kind == "port-gone":
        ocean, points = {way: costs for way, *costs in ways_on(pos, str(name))}[option]
        return _sailed(pos, changed(expedition, ocean=0, points=points), ocean)
    return None


def _number(option: Option) -> int:
    return int(str(option.subject))


def landfall(pos: World, nation: str, place: str) -> Phrase:
    """7.2, 6.62  How far a landfall is, and what the way there and back costs."""
    return _landfall(pos, nation, place, "board.landfall")


def _landfall(pos: World, nation: str, place: str, key: str) -> Phrase:
    bounds = pos.rules.board.bounds(place)
    cost = bounds * price(pos, nation, "bound")
    return phrase(key, bounds=bounds, there=cost, back=2 * cost)


def _bounds(pos: World, nation: str, expedition: Expedition, bounds: int) -> Phrase:
    """6.62, 9.12  What bounds cost, and how far they reach: one way, there and back, or with some to spare."""
    cost = bounds * price(pos, nation, "bound")
    far = expedition.landfall or expedition.place
    way = 0 if far not in pos.rules.board.landing_set else pos.rules.board.bounds(far)
    if not way or bounds not in (way, *range(2 * way, 2 * way + 4)):
        return phrase("note.price", ducats=cost)
    spare = max(0, bounds - 2 * way)
    key = "one-way" if bounds == way else "spare" if spare else "and-back"
    safe, safe_back = _chances(pos, pos.fitting, bounds)
    column = min(way, pos.rules.number("last_column"))
    return phrase(f"note.{key}", ducats=cost, spare=spare, column=column, safe=safe, back=safe_back)


def _chances(pos: World, name: str, bounds: int | None = None) -> tuple[int, int]:
    """9.0  Of a hundred voyages how many lose nothing on the way out, and how many out and back; 1 to 99 if unsure."""
    out, back = risk(pos, name, bounds)
    return _of_a_hundred(out), _of_a_hundred(back)


def _of_a_hundred(chance: Fraction) -> int:
    return int(chance * 100) if chance in (0, 1) else min(99, max(1, round(chance * 100)))


def outlook_of(pos: World, told: Sequence[Event]) -> Phrase | None:
    """9.0  What the sea may do to an Expedition that is being fitted out, before it is paid for."""
    made = [event for event in told if isinstance(event, FittedOut)]
    if not made or not made[-1].landfall or made[-1].expedition not in pos.expeditions:
        return None
    out, back = _chances(pos, made[-1].expedition)
    return phrase("note.voyage", out=out, back=back)


def leg(pos: World, name: str, place: str) -> tuple[int, int, int]:
    """7.33, 9.12  The Movement Points of a leg, the bounds of the phase after it, and the column that they lead to."""
    points = (distance(pos, name, place) or 0) + stop_extra(pos)
    after = changed(pos.expeditions[name], points=pos.expeditions[name].points + points)
    bounds = bounds_of_phase(pos, after)
    return points, bounds, column_ahead(pos, after, bounds)


def _act(pos: World, name: str, option: Option) -> Phrase | None:
    expedition = pos.expeditions[name]
    if option.verb == "go":
        points, bounds, column = leg(pos, name, str(option.subject))
        return phrase("note.leg", points=points, bounds=bounds, column=column)
    costs = {"cargo": landing_cost, "discover": discovery_cost}
    points = costs[option.verb](pos, expedition) if option.verb in costs else 0
    return phrase("note.points", points=points) if points else None


def _sailed(pos: World, expedition: Expedition, ocean: int) -> Phrase:
    bounds = bounds_of_phase(pos, changed(expedition, ocean=expedition.ocean + ocean))
    return phrase("note.sailed", bounds=bounds, column=column_ahead(pos, expedition, bounds))
