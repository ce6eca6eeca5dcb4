"""What can no longer matter is forgotten, so that positions become equal that differ in nothing else.

Where several areas or hexes are checked one after the other, it is counted what is lost in all of them together. Of
those that are done with it does not matter where the survivors stand: they count as if they were in Europe.
"""

from __future__ import annotations

from typing import Final

from conquistadors.engine import changed
from conquistadors.games.exploration.rules.pieces import EUROPE, MISSIONARY
from conquistadors.games.exploration.rules.position import World, parted_key

CHECKED: Final = frozenset({"uprising", "hardship", "deplete", "martyr"})
"""Tasks that look at one area or hex each, and at nothing else."""


def fold(pos: World) -> None:
    """Where nothing is left but such checks: survivors of what is done with are counted together."""
    checks = [task.partition(":") for task in pos.tasks if not task.startswith("plan:")]
    if not checks or any(kind not in CHECKED for kind, _, _ in checks):
        return
    open_ = {which.partition("/")[2] for _, _, which in checks}
    if any(kind == "deplete" for kind, _, _ in checks):
        _fold_digs(pos, open_)
        return
    nations = {which.partition("/")[0] for _, _, which in checks}
    area = pos.rules.board.area
    for key, force in list(pos.forces.items()):
        nation, hex_ = parted_key(key)
        if nation in nations and hex_ not in open_ and area[hex_] not in open_:
            standing = pos.nations[nation]
            total = {"soldiers": standing.soldiers + force.soldiers, "colonists": standing.colonists + force.colonists}
            pos.nations[nation] = changed(standing, **total)
            del pos.forces[key]
    _fold_people(pos, nations, open_)


def _fold_people(pos: World, nations: set[str], open_: set[str]) -> None:
    """People where all is done with are as good as one another; so are the counters in the pool."""
    area = pos.rules.board.area
    ashore = {name: who for name, who in pos.people.items() if who.at in area and who.nation in nations}
    gone = {name: who for name, who in ashore.items() if not {who.at, area[who.at]} & open_}
    for name in gone:
        del pos.people[name]
    for role in sorted({who.role for who in gone.values()}):
        of_role = sorted(((who.nation, name) for name, who in gone.items() if who.role == role))
        for number, (nation, name) in enumerate(of_role):
            pos.people[f"{role}-{EUROPE}-{number}"] = changed(gone[name], nation=nation, at=EUROPE, rating=None)
    if any(who.role == MISSIONARY for who in gone.values()):
        pos.pool = pos.rules.missionaries


def _fold_digs(pos: World, open_: set[str]) -> None:
    """Of the mines that have been checked this turn it is counted how many are exhausted."""
    checked = sorted(hex_ for hex_, dig in pos.digs.items() if dig.worked == pos.turn and hex_ not in open_)
    spent = sum(pos.digs[hex_].spent for hex_ in checked)
    for number, hex_ in enumerate(checked):
        pos.edit_dig(hex_, spent=number < spent)
