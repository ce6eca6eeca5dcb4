"""6.0, 21.2, 22.3  Questions about kings: what the Council brings, a raid on Spain alone, what becomes of Portugal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

from conquistadors.engine import changed
from conquistadors.engine.requests import Chance
from conquistadors.games.exploration.odds.asking import Answer, Explored, parted
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.policy import plan_of
from conquistadors.games.exploration.odds.settings import Asked
from conquistadors.games.exploration.odds.situations import BRASIL, MONARCHS
from conquistadors.games.exploration.odds.worlds import (
    ENGLAND,
    SPAIN,
    Work,
    due,
    empty,
    followed,
    next_turn,
    the_roll,
    until,
)
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.pieces import Force
from conquistadors.games.exploration.rules.position import World
from conquistadors.odds.distribution import Distribution

MOST_DUCATS: Final = 1000
RICHEST: Final = 40


class Council(Explored):
    """6.3, 6.5  A new Monarch, taxes of so much, and who goes first."""

    key = "council"
    tells = ("taxes", "new-monarch", "place")

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        start = self.rules.pack.start
        return {
            "ours": (
                Asked("monarch", MONARCHS, usual=start[SPAIN]["monarch"].value),
                Asked("treasury", low=0, high=MOST_DUCATS, usual=start[SPAIN]["treasury"].value),
                Asked("taxes-wanted", low=0, high=RICHEST, usual=25),
            ),
            "theirs": (
                Asked("rival-monarch", MONARCHS, usual=start[ENGLAND]["monarch"].value),
                Asked("rival-treasury", low=0, high=MOST_DUCATS, usual=start[ENGLAND]["treasury"].value),
            ),
        }

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos = empty(pack=self.pack, rivals=True)
        pos.edit(SPAIN, monarch=now["monarch"], treasury=now["treasury"])
        pos.edit(ENGLAND, monarch=now["rival-monarch"], treasury=now["rival-treasury"])
        council = f"council:{SPAIN}"

        def drawn(end: World) -> tuple[int, bool]:
            return end.nations[SPAIN].treasury - now["treasury"], not end.notes[-1].partition("/")[2].isdigit()

        alone = yield from followed(due(pos.copy(), council), drawn)
        every = (council, f"council:{ENGLAND}", "politics", "initiative")
        tied = []
        for favoured in pos.rules.countries:  # whoever is tied is as likely to win the dice as the other
            plan = changed(plan_of(), assumed={"tie": _higher(favoured)})
            said = [assumed("bare")]
            tied.append((yield from followed(due(pos.copy(), *every), _place, plan, alike=_what_counts, assumed=said)))
        half = Fraction(1, len(tied))
        place = Distribution([(n, half * chance) for each in tied for n, chance in each.items()], tied[0].assumed)
        told = parted(alone, self.tells[:2]) | {"place": place}
        more = (("chance-monarch", told["new-monarch"][True]), ("chance-first", place[1]))
        return Answer(told["taxes"].at_least(now["taxes-wanted"]), told, more)


@cache
def _idle(rules: ExplorationRules) -> frozenset[str]:
    """6.4  The events, other than new Monarchs, that do nothing to a Treasury or to interest on an empty table."""
    found = []
    events = {str(cell.value) for _, _, cell in rules.tables["events"].cells()}
    for event in sorted(each for each in events if each.isdigit()):
        pos = due(empty(rivals=True), f"event:{SPAIN}/{event}")
        pos.rules, before = rules, _reign(pos)
        found += [event] if _reign(the_roll(pos, "").pos) == before else []
    return frozenset(found)


def _reign(pos: World) -> tuple[int, str, int]:
    nation = pos.nations[SPAIN]
    return nation.treasury, nation.monarch, nation.shift


def _place(end: World) -> int:
    return end.order.index(SPAIN) + 1


def _higher(nation: str) -> Callable[[World, Chance], int]:
    """6.53  Dice by which a nation wins a tie."""
    return lambda _, chance: int(chance.outcomes[-1 if chance.who == nation else 0])


def _what_counts(pos: World) -> None:
    """6.5  On an empty table nothing matters for the order of nations but Treasuries, Monarchs and their interest."""
    idle = _idle(pos.rules)
    for nation in pos.nations:
        pos.edit(nation, colonists=0, recruits=True, times=1)
    pos.notes = tuple([note for note in pos.notes if note.partition("/")[2] not in idle])
    pos.calm = False


class Raid(Explored):
    """21.2  Does a country that nobody plays strike an area this turn?"""

    key = "raid"
    tells = ("fate",)

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        return {"place": (Asked("area", tuple(self.rules.areas)), Asked("colonists", low=0, high=20, usual=4))}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        pos, area = empty(pack=self.pack), now["area"]
        if now["colonists"]:
            pos.set_force(SPAIN, pos.rules.board.hexes_of[area][0], Force(0, now["colonists"]))

        def fate(end: World) -> str:
            country = end.countries[area]
            return "raided" if country.raided else country.settled_by or "left-alone"

        told = {"fate": (yield from followed(due(pos, f"council:{SPAIN}"), fate, assumed=[assumed("all-free")]))}
        return Answer(1 - told["fate"]["left-alone"], told)


class Portugal(Explored):
    """22.32  Is Portugal annexed by some turn?"""

    key = "portugal"
    tells = ("fate",)

    def asks(self) -> Mapping[str, tuple[Asked, ...]]:
        first = self.rules.number("portuguese_until") + 1
        return {"when": (Asked("by-turn", low=first, high=self.rules.turns, usual=self.rules.turns),)}

    def work(self, now: Mapping[str, Any]) -> Work[Answer]:
        rules = self.rules
        pos = empty(pack=self.pack, rivals=True, options={"option_22": True}, turn=rules.number("portuguese_until") + 1)
        pos.edit_country(BRASIL, european=rules.number("portuguese_level"), settled_by="portugal")

        def fate(end: World) -> str:
            taken = not end.countries[BRASIL].european
            return {"over": "annexed" if taken else "never", "free": "independent"}.get(
                end.annexed, end.annexed or "open"
            )

        tasks = ("tordesillas",)
        whole = yield from followed(due(pos, *tasks), fate, goes_on=until(now["by-turn"]), onward=next_turn(tasks))
        annexed = whole["annexed"] + whole["nominal"] + whole["independent"]
        return Answer(annexed, {"fate": whole})
