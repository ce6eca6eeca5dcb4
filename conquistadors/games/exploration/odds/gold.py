"""13.0  Questions about gold: when a mine is found, what it yields, how often a Treasure City pays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from conquistadors.games.exploration.odds.asking import NOT, Answer, Explored, parted
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.policy import named, plan_of
from conquistadors.games.exploration.odds.settings import Asked
from conquistadors.games.exploration.odds.situations import WHERE, mine_in
from conquistadors.games.exploration.odds.worlds import SPAIN, Work, due, empty, followed, next_turn
from conquistadors.games.exploration.rules.pieces import Force
from conquistadors.games.exploration.rules.position import World
from conquistadors.odds.distribution import Distribution

SEGMENT = (f"gold:{SPAIN}",)
"""5.1 C1  What is done in every turn."""


def _goes_on(hex_: str, turns: int, pos: World) -> bool:
    """Whether there is a turn left, and something to wait for."""
    return pos.turn < turns and not pos.digs[hex_].spent


class Mine(Explored):
    """13.12, 13.22  Is a mine found by some turn?"""

    key = "mine"
    tells = ("found", "turn")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {"place": (Asked("where", WHERE), Asked("turns", low=1, high=self.rules.turns, usual=3))}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack)
        hex_ = mine_in(pos.rules, now["where"])
        pos.set_force(SPAIN, hex_, Force(0, 1))
        whole = yield from followed(
            due(pos, *SEGMENT),
            lambda end: (end.digs[hex_].found, end.digs[hex_].tried if end.digs[hex_].found else NOT),
            plan_of(gold=named("search")),
            goes_on=lambda at: at.turn < now["turns"] and not at.digs[hex_].found,
            onward=next_turn(SEGMENT),
            assumed=[assumed("each-turn")],
        )
        told = parted(whole, self.tells)
        return Answer(told["found"][True], told)


def _digging(pos: World, hex_: str, turns: int) -> Work[Distribution]:
    """13.14, 13.33  What a mine or city pays in so many turns, and whether it can pay on."""
    pos.edit_dig(hex_, found=True)
    return followed(
        due(pos, *SEGMENT),
        lambda end: (end.digs[hex_].dug, not end.digs[hex_].spent),
        goes_on=partial(_goes_on, hex_, turns),
        onward=next_turn(SEGMENT),
        assumed=[assumed("undisturbed")],
    )


class Yield(Explored):
    """13.14, 13.15  What will a mine still yield in so many turns?"""

    key = "yield"
    tells = ("ducats", "goes-on")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {"place": (Asked("where", WHERE), Asked("turns", low=1, high=self.rules.turns, usual=10))}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack)
        hex_ = mine_in(pos.rules, now["where"])
        pos.set_force(SPAIN, hex_, Force(0, 1))
        told = parted((yield from _digging(pos, hex_, now["turns"])), self.tells)
        return Answer(told["goes-on"][True], told, (("mean-ducats", told["ducats"].mean()),))


class Treasure(Explored):
    """13.32, 13.33  Does a Treasure City pay so often?"""

    key = "treasure"
    tells = ("times", "ducats")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {"place": (Asked("treasure-city", tuple(self.rules.cities)), Asked("times", low=1, high=12, usual=3))}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack)
        hex_ = now["treasure-city"]
        pos.set_force(SPAIN, hex_, Force(1, 0))
        whole = yield from _digging(pos, hex_, now["times"])
        once = int(pos.rules.cities[hex_].loot.value)
        told = parted(whole.map(lambda row: (row[0] // once, row[0])), self.tells)
        return Answer(told["times"].at_least(now["times"]), told, (("mean-ducats", told["ducats"].mean()),))
