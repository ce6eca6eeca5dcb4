"""12.0, 17.0  Questions about settlements: uprisings and what they cost, wars against natives, the toll of the land."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from conquistadors.engine.requests import Chance
from conquistadors.games.exploration.odds.asking import Answer, Explored, parted
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.folding import fold
from conquistadors.games.exploration.odds.policy import LOSSES, named, plan_of
from conquistadors.games.exploration.odds.settings import Asked
from conquistadors.games.exploration.odds.situations import MOST_DETACHMENTS, home_port, of_level
from conquistadors.games.exploration.odds.worlds import (
    SPAIN,
    Work,
    due,
    empty,
    followed,
    next_turn,
    someone,
    the_roll,
)
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, MISSIONARY, Force
from conquistadors.games.exploration.rules.position import World
from conquistadors.odds.distribution import Distribution

NO_MISSIONARY: Final = "none"
MOST_COLONISTS: Final = 20
MOST_NATIVES: Final = 8
MOST_HEXES: Final = 6
TURNS: Final = 5


class _Settled(Explored):
    """A settlement among natives."""

    def here(self) -> tuple[Asked, ...]:
        ratings = (NO_MISSIONARY, *sorted(self.rules.missionaries.titles, key=int))
        friendly = next((each for each in ratings[1:] if int(each) > 0), NO_MISSIONARY)
        return (
            Asked("natives", low=0, high=MOST_NATIVES, usual=2),
            Asked("colonists", low=0, high=MOST_COLONISTS, usual=3),
            Asked("soldiers", low=0, high=MOST_DETACHMENTS, usual=1),
            Asked("missionary-rating", ratings, usual=friendly),
        )

    def laid(self, now: Mapping[str, Any], more: int = 0) -> World:
        pos = empty(pack=self.pack)
        hex_ = home_port(pos.rules)
        area = pos.rules.board.area[hex_]
        pos.edit_country(area, native=now["natives"])
        pos.set_force(SPAIN, hex_, Force(now["soldiers"] + more, now["colonists"]))
        if now["missionary-rating"] != NO_MISSIONARY:
            someone(pos, MISSIONARY, hex_, rating=int(now["missionary-rating"]))
        return due(pos, f"uprisings:{SPAIN}")


class Uprising(_Settled):
    """17.34  Do the natives rise, and with more Soldiers?"""

    key = "uprising"
    tells = ("rises", "rises-then")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {"here": self.here(), "then": (Asked("more-soldiers", low=0, high=MOST_DETACHMENTS, usual=2),)}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        yield from ()
        told = {"rises": _rises(self.laid(now)), "rises-then": _rises(self.laid(now, now["more-soldiers"]))}
        return Answer(told["rises"][True], told, (("chance-then", told["rises-then"][True]),))


def _rises(pos: World) -> Distribution:
    """17.31, 17.34  The roll that the rules make for it, if they make one."""
    run = the_roll(pos, "uprising")
    chance = run.pending
    if not isinstance(chance, Chance):
        return Distribution({False: Fraction(1)})
    of = sum(chance.weights)
    ways = zip(chance.outcomes, chance.weights, strict=True)
    return Distribution([(chance.result(outcome), Fraction(n, of)) for outcome, n in ways])


class Massacre(_Settled):
    """17.35  Do all Colonists of an area die this turn?"""

    key = "massacre"
    tells = ("colonists-left", "soldiers-left", "unhurt")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {"here": self.here(), "how": (Asked("losses", LOSSES),)}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = self.laid(now)
        hex_, people = home_port(pos.rules), len(pos.people)

        def result(end: World) -> tuple[int, int, bool]:
            left = end.force(SPAIN, hex_)
            hurt = (left.colonists, left.soldiers) != (now["colonists"], now["soldiers"])
            return left.colonists, left.soldiers, not hurt and len(end.people) == people

        said = [assumed(f"losses-{now['losses']}")]
        whole = yield from followed(pos, result, plan_of(now["losses"]), assumed=said)
        told = parted(whole, self.tells)
        more = (("chance-unhurt", told["unhurt"][True]), ("mean-colonists-left", told["colonists-left"].mean()))
        return Answer(told["colonists-left"][0], told, more)


class NativeWar(Explored):
    """17.22  Is the level of an area brought to nought?"""

    key = "natives"
    tells = ("level-left", "detachments-left")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        most = self.rules.number("help_most")
        return {
            "attack": (
                Asked("detachments", low=1, high=MOST_DETACHMENTS, usual=5),
                Asked("leaders", low=0, high=most),
                Asked("turns", low=1, high=TURNS),
            ),
            "defence": (Asked("natives", low=1, high=MOST_NATIVES, usual=3),),
        }

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack)
        hex_ = home_port(pos.rules)
        area = pos.rules.board.area[hex_]
        pos.edit_country(area, native=now["natives"])
        pos.set_force(SPAIN, hex_, Force(now["detachments"], 1))
        for _ in range(now["leaders"]):
            someone(pos, CONQUISTADOR, hex_)
        tasks = (f"native-combat:{SPAIN}",)
        whole = yield from followed(
            due(pos, *tasks),
            lambda end: (end.countries[area].native, end.force(SPAIN, hex_).soldiers),
            plan_of(**{"native-combat": named("attack")}),
            goes_on=lambda at: at.turn < now["turns"] and at.countries[area].native > 0,
            onward=next_turn(tasks),
            assumed=[assumed("each-turn-attack")],
        )
        told = parted(whole, self.tells)
        lost = now["detachments"] - told["detachments-left"].mean()
        return Answer(told["level-left"][0], told, (("mean-detachments", lost),))


class Hardship(Explored):
    """12.4  Does the land take something of one settlement at least?"""

    key = "hardship"
    tells = ("colonists-lost", "soldiers-lost")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        number = self.rules.number
        levels = range(number("attrition_least"), number("attrition_most") + 1)
        hexes = tuple(Asked(f"hexes-{level}", low=0, high=MOST_HEXES, usual=int(level < 3)) for level in levels)
        each = (Asked("colonists-each", low=0, high=5, usual=1), Asked("soldiers-each", low=0, high=5))
        return {"hexes": hexes, "each": each}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack)
        force = Force(now["soldiers-each"], now["colonists-each"])
        for key, hexes in now.items():
            if key.startswith("hexes-") and force.size:
                for hex_ in of_level(pos, int(key.removeprefix("hexes-")))[:hexes]:
                    pos.set_force(SPAIN, hex_, force)
        before = _people(pos)

        def result(end: World) -> tuple[int, int]:
            after = _people(end)
            return before[0] - after[0], before[1] - after[1]

        whole = yield from followed(due(pos, f"land-attrition:{SPAIN}"), result, alike=fold)
        told = parted(whole, self.tells)
        means = (("mean-colonists", told["colonists-lost"].mean()), ("mean-soldiers", told["soldiers-lost"].mean()))
        return Answer(whole.chance(any), told, means)


def _people(pos: World) -> tuple[int, int]:
    """Colonists and Soldiers, wherever they are."""
    ashore, away = pos.forces.values(), pos.nations[SPAIN]
    colonists = sum([each.colonists for each in ashore]) + away.colonists
    return colonists, sum([each.soldiers for each in ashore]) + away.soldiers
