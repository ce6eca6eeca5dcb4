"""8.0  Questions about war: a battle at sea with a Privateer or without, and the storming of a port."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from conquistadors.games.exploration.odds.asking import Answer, Explored, parted
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.policy import named, plan_of
from conquistadors.games.exploration.odds.settings import Asked
from conquistadors.games.exploration.odds.situations import WHO, home_port, sea_battle
from conquistadors.games.exploration.odds.worlds import ENGLAND, SPAIN, Work, due, empty, followed, ships, someone
from conquistadors.games.exploration.rules.pieces import CONQUISTADOR, Force
from conquistadors.games.exploration.rules.position import World
from conquistadors.odds.distribution import Distribution

MOST_SHIPS: Final = 10
MOST_UNITS: Final = 20


def _fleet(side: str, caravels: int, carracks: int) -> tuple[Asked, ...]:
    return (
        Asked(f"{side}-caravels", low=0, high=MOST_SHIPS, usual=caravels),
        Asked(f"{side}-carracks", low=0, high=MOST_SHIPS, usual=carracks),
        Asked(f"{side}-soldiers", low=0, high=MOST_UNITS),
    )


def _of(side: str, now: Mapping[str, Any]) -> dict[str, int]:
    """The ships of a side: a Caravel at least."""
    made = {what: int(now[f"{side}-{what}"]) for what in ("caravels", "carracks", "soldiers")}
    return made | {"caravels": made["caravels"] or int(not made["carracks"])}


class SeaBattle(Explored):
    """8.25, 8.3, 15.45  Which ships does a battle at sea cost, with a Privateer and without?"""

    key = "sea-battle"
    tells = ("theirs", "ours", "prize")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {
            "attack": (*_fleet("our", 0, 2), Asked("privateer", WHO)),
            "defence": _fleet("their", 0, 2),
        }

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        whole = yield from self._fought(now, now["privateer"])
        told = parted(whole, self.tells[:2]) | {"prize": whole.map(lambda row: row[1] > 0)}
        more = [
            ("chance-lose-ship", told["ours"].chance(lambda ships_: ships_ < 0)),
            ("chance-prize", told["prize"][True]),
        ]
        other = WHO[1] if now["privateer"] == WHO[0] else WHO[0]
        if other == WHO[0] or now["our-soldiers"] >= now["our-caravels"] + now["our-carracks"]:
            without = yield from self._fought(now, other)
            key = "chance-without" if other == WHO[0] else "chance-with"
            more.append((key, without.chance(lambda row: row[0] < 0)))
        return Answer(told["theirs"].chance(_fewer), told, tuple(more))

    def _fought(self, now: Mapping[str, Any], privateer: str) -> Work[Distribution]:
        pos = sea_battle(self.pack, _of("our", now), _of("their", now), privateer)
        attacker = pos.expeditions[pos.tasks[-1].partition(":")[2]].nation
        before = _afloat(pos, attacker)

        def result(end: World) -> tuple[int, int]:
            after = _afloat(end, attacker)
            return after[1] - before[1], after[0] - before[0]

        plan = plan_of(coast=named("fight"))
        return followed(pos, result, plan, assumed=[assumed("least-laden"), assumed("prizes")])


def _fewer(ships_: int) -> bool:
    return ships_ < 0


def _afloat(pos: World, nation: str) -> tuple[int, int]:
    own = sum(each.ships for each in pos.expeditions.values() if each.nation == nation)
    return own, sum(each.ships for each in pos.expeditions.values()) - own


class Invasion(Explored):
    """8.5  Does an invasion take the port?"""

    key = "invasion"
    tells = ("taken", "soldiers-lost", "enemy-lost")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {
            "attack": (
                Asked("landing", low=1, high=MOST_UNITS, usual=4),
                Asked("carracks", low=0, high=MOST_SHIPS, usual=2),
                Asked("conquistador", WHO),
            ),
            "defence": (
                Asked("their-soldiers", low=0, high=MOST_UNITS, usual=1),
                Asked("their-colonists", low=1, high=MOST_UNITS, usual=2),
            ),
        }

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack, rivals=True, phase="B")
        attacker, defender = (ENGLAND, SPAIN) if now["conquistador"] == "defender" else (SPAIN, ENGLAND)
        hex_ = home_port(pos.rules)
        pos.set_force(defender, hex_, Force(now["their-soldiers"], now["their-colonists"]))
        boats = max(now["landing"] - now["carracks"] * pos.rules.number("holds_carrack"), int(not now["carracks"]))
        place = pos.rules.board.sides(hex_)[0]
        landing = {"caravels": boats, "carracks": now["carracks"], "soldiers": now["landing"]}
        name = ships(pos, attacker, place, bounds=9, **landing)
        if now["conquistador"] != WHO[0]:
            someone(pos, CONQUISTADOR, hex_ if now["conquistador"] == "defender" else name)

        def result(end: World) -> tuple[bool, int, int]:
            taken = not end.force(defender, hex_).size and end.force(attacker, hex_).soldiers > 0
            aboard = end.expeditions[name].soldiers if name in end.expeditions else 0
            left = aboard + end.force(attacker, hex_).soldiers
            theirs = sum(force.size for key, force in end.forces.items() if key.startswith(f"{defender}@"))
            return taken, now["landing"] - left, now["their-soldiers"] + now["their-colonists"] - theirs

        plan = plan_of(coast=named("invade"))
        whole = yield from followed(due(pos, f"coast:{name}"), result, plan, assumed=[assumed("colonists-spared")])
        told = parted(whole, self.tells)
        return Answer(told["taken"][True], told, (("mean-soldiers", told["soldiers-lost"].mean()),))
