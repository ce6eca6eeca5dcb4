"""9.0  A voyage out and back: who boards, who lands, and what the sea takes on either way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from conquistadors.engine import Choice, Option, changed
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.policy import as_now, least, most, named, plan_of
from conquistadors.games.exploration.odds.worlds import Work, due, followed
from conquistadors.games.exploration.rules.hoards import Gold, part_of, worth
from conquistadors.games.exploration.rules.pieces import EUROPE
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import gold_room
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.slices import finished


def _ashore(_: World, choice: Choice) -> Option:
    """Once at the landfall all go ashore; then it is over."""
    legal = choice.legal()
    return next((each for each in legal if each.verb == "cargo"), legal[-1])


def _boards(pos: World, choice: Choice) -> Option:
    """On the way out all board; on the way home nobody does."""
    return most(pos, choice) if pos.phase == "B" else least(pos, choice)


def sailed(pos: World, name: str, *, back: bool, stays: bool, gold: int = 0) -> Work[Distribution]:
    """9.0  An Expedition sails out with all who have room and, if it comes back, with some gold: what is lost.

    Told are ships, Soldiers, Colonists and people lost, and ducats of gold brought home. Where the cargo `stays`, it
    goes ashore at the landfall.
    """
    before = counted(pos)
    plan = plan_of(
        **{"cross": named("sail"), "board-soldiers": _boards, "board-colonists": _boards},
        **{"aboard-soldiers": least if stays else as_now, "aboard-colonists": least if stays else as_now},
        coast=_ashore if stays else named("done"),
        people=named("done"),
    )
    home = plan_of(**{**dict(plan.kinds), "cross": _either_way})
    leg = (f"cross:{name}", f"coast:{name}", f"check:{name}", f"ashore:{name}")

    def onward(at: World) -> tuple[str, ...]:
        at.phase = "D"
        expedition = at.expeditions[name]
        loaded, _ = part_of((Gold(next(iter(at.rules.cities)), gold, shipped=True),), gold_room(at, expedition))
        at.expeditions[name] = changed(expedition, gold=loaded if gold else ())
        return tuple(task for task in leg if not task.startswith("coast:"))

    return followed(
        due(pos, *leg),
        lambda end: lost(before, end),
        home,
        goes_on=lambda at: back and at.phase == "B" and name in at.expeditions and at.expeditions[name].place != EUROPE,
        onward=onward,
        assumed=[assumed("cargo-stays" if stays else "cargo-comes-back"), assumed("least-laden")],
    )


def _either_way(pos: World, choice: Choice) -> Option:
    """Out in the first Naval Phase, home in the second."""
    return named("sail" if pos.phase == "B" else "home")(pos, choice)  # type: ignore[return-value]  # it names an option


def counted(pos: World) -> tuple[int, int, int, int]:
    """Ships, Soldiers, Colonists and people, at sea, ashore and in Europe."""
    at_sea, ashore, waiting = pos.expeditions.values(), pos.forces.values(), pos.nations.values()
    soldiers = [*[e.soldiers for e in at_sea], *[e.soldiers for e in ashore], *[e.soldiers for e in waiting]]
    colonists = [*[e.colonists for e in at_sea], *[e.colonists for e in ashore], *[e.colonists for e in waiting]]
    return sum([each.ships for each in at_sea]), sum(soldiers), sum(colonists), len(pos.people)


def lost(before: tuple[int, int, int, int], end: World) -> tuple[int, int, int, int, int]:
    now = counted(end)
    home = sum(worth(each.gold) for each in end.nations.values())
    return (*[was - is_ for was, is_ in zip(before, now, strict=True)], home)  # type: ignore[return-value]  # four and one


def unhurt(row: Any) -> bool:
    """Whether nothing is lost."""
    return not any(row[:4])


def risk(pos: World, name: str, bounds: int | None = None) -> tuple[Fraction, Fraction]:
    """The chances that an Expedition that has been fitted out loses nothing on its way out, and out and back.

    With these bounds, if they are not bought yet. All who wait in Europe and have room come along, and land there.
    """
    start = pos.copy()
    start.phase, start.fitting, start.sealed = "B", "", ""
    if bounds is not None:
        start.edit_expedition(name, bounds=bounds)
    out, both = (finished(sailed(start.copy(), name, back=back, stays=True)) for back in (False, True))
    return out.chance(unhurt), both.chance(unhurt)
