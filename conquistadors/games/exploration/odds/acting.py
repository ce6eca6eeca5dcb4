"""What an answer may lead to: how far a question goes, what has changed then, and in which world it is asked.

A question goes to where chance has had its say on what the answer began: a crossing or a leg to the end of the naval
attrition of that phase, an attack to the end of the battle, the end of a segment to what follows from it at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from conquistadors.engine import PASS, Choice, Option, Seat, changed
from conquistadors.engine.run import Run
from conquistadors.games.exploration.odds.assuming import assumed
from conquistadors.games.exploration.odds.folding import fold
from conquistadors.games.exploration.odds.headlines import headline
from conquistadors.games.exploration.odds.policy import done, named, plan_of
from conquistadors.games.exploration.odds.results import named as in_words
from conquistadors.games.exploration.odds.worlds import PLAN
from conquistadors.games.exploration.rules.hoards import worth
from conquistadors.games.exploration.rules.pieces import (
    CONQUISTADOR,
    EXPLORERS,
    HELD,
    MISSIONARY,
    Country,
    Watch,
    sailing,
)
from conquistadors.games.exploration.rules.position import World, parted_key
from conquistadors.games.exploration.rules.ships import room
from conquistadors.games.exploration.rules.tasks import TASKS
from conquistadors.games.exploration.rules.victory import points_of
from conquistadors.odds.asking import NOBODY, WORST, AnyGame, Given, Outcome, Smaller
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.policies import Plan
from conquistadors.odds.questions import Headline
from conquistadors.odds.supposing import as_it_is_seen, canonical

MENUS: Final = frozenset({PLAN, "gold", "native-combat", "deal", "upkeep"})
"""Where such a question comes next, what was asked about is over."""
FOLLOWS: Final = frozenset(
    {
        *("toll", "taken", "martyr", "captive", "casualties", "rout", "garrison", "assault", "battle", "leg"),
        *("strike", "forget", "plague-leaders", "plague-death", "carib-leaders", "raid-unit", "raid-ship", "revolt"),
    }
)
"""Tasks that belong to what is under way."""
AT_SEA: Final = frozenset(
    {
        *("cross", "board-soldiers", "board-colonists", "people", "port-gone", "pacific", "coast", "way"),
        *("aboard-soldiers", "aboard-colonists", "gold-ashore"),
    }
)
"""Questions about an Expedition whose attrition comes at the end of the phase."""
FIGHTS: Final = frozenset({"fight", "invade"})
ENDS: Final = {"march": "uprisings", "native-combat": "uprisings", "march-to": "land-attrition"}
"""What follows from questions of the Land Phase: natives may rise, or the land may take its toll of who marches."""
ON_THE_MARCH: Final = frozenset({"march-soldiers", "march-colonists", "march-person", "take-gold", "march-to"})
"""Of these nothing is assumed: where a group goes is what all hangs on."""


class Acting(AnyGame):
    """How an answer is followed to where chance has had its say."""

    def over(self, bare: World) -> bool:
        """Whether the next thing is a question of its own."""
        return not bare.tasks or bare.tasks[-1].partition(":")[0] in MENUS

    def branches(self, choice: Choice) -> bool:  # noqa: ARG002  # none of them
        """What is asked next is answered as usual, and said."""
        return False

    def leaves_open(self, choice: Choice) -> bool:
        return choice.kind in ON_THE_MARCH

    def outcome(self, before: World, after: World, seat: Seat) -> Outcome:
        """What has changed for a nation: what it has found and won, and what it has lost, wherever that was."""
        found: list[tuple[str, str | int]] = []
        rounded = _tried_cape(before, after, seat)
        found += [("cape", rounded)] if rounded else []
        mines = sum(dig.found and not before.digs[hex_].found for hex_, dig in after.digs.items())
        found += [("mines", mines)] if mines else []
        won = len(_others(before, seat) & set(after.hexes(seat)) - _others(after, seat))
        found += [("won", won)] if won else []
        for name, now, then in zip(COUNTS, counted(after, seat), counted(before, seat), strict=True):
            if now != then:
                found.append((name, now - then))
        fallen = [a for a, c in after.countries.items() if _level(c) < _level(before.countries[a]) and not _level(c)]
        found += [("pacified", "yes")] if fallen else []
        return tuple(found)

    def worth(self, pos: World, seat: Seat) -> int | Fraction | None:
        """20.0  Victory Points as they would be counted now."""
        return points_of(pos, seat).total

    def supposed(self, run: Run[World], seat: Seat, reactions: str) -> Run[World] | None:
        """E-G59  The world in which a nation is answered: made of what it sees, with nothing to do but what it asks.

        Nobody reacts: the ships of others carry nobody, and attack nobody. At the worst they carry as many Soldiers as
        they hold, and attack whoever passes.
        """
        world = canonical(run, seat) or as_it_is_seen(run, seat)
        if world is None:
            return None
        alone = world.boundary.copy()
        TASKS.settle(alone)
        tail = _tail(world, alone.tasks[:-1][::-1], seat)
        alone.tasks = (f"{PLAN}:{alone.rules.countries[0]}", *tail[::-1], *alone.tasks[-1:])
        start = alone.copy()
        for name, each in start.expeditions.items():
            if each.nation != seat and start.sealed and sailing(each) and not each.galleon:
                soldiers = room(start, each) if reactions == WORST else 0
                start.expeditions[name] = changed(each, soldiers=soldiers, colonists=0, gold=())
        if reactions == NOBODY and start.sealed:
            start.watches = tuple(each for each in start.watches if each.nation == seat)
        elif reactions == WORST:
            start.watches = _all_watch(start, seat)
        return _retold(world, start) or _retold(world, alone) or world

    def lumped(self, boundary: World, taken: Sequence[Option], plays: frozenset[str]) -> World:  # noqa: ARG002  # none
        """An attack is over with the battle: what the sea takes later is another question. Who marches has to live in
        the hex where they arrive.
        """
        tasks, chosen = list(boundary.tasks), taken[0]
        if chosen.verb in FIGHTS:
            tasks = [each for each in tasks if not each.startswith("check:")]
        elif chosen.verb == "take":
            tasks = [_only_there(each, str(chosen.subject)) for each in tasks]
        start = boundary
        if tasks != list(boundary.tasks):
            start = boundary.copy()
            start.tasks = tuple(tasks)
        return _anchored(start, chosen)

    def smaller(self, boundary: World, policy: Plan, since: Sequence[Given]) -> Smaller:
        """7.52  Round the Cape it is the die there alone; any other question is given more work as it is."""
        checks = [each for each in boundary.tasks if each.startswith("check:")]
        sails = any(isinstance(each, Option) and each.verb == "go" for each in since)
        if not checks or not sails:
            return Smaller(boundary, policy, tuple)
        start = boundary.copy()
        start.tasks = tuple([each for each in boundary.tasks if each not in checks])
        return Smaller(start, policy, lambda: (assumed("no-toll"),))

    def policy(self, seat: Seat, reactions: str, plays: frozenset[str] = frozenset()) -> Plan:  # noqa: ARG002  # none
        """Others attack whoever passes, at the worst; one's own further choices are the usual ones."""
        return plan_of(waylay=named("fight") if reactions == WORST else done)

    def forget(self, pos: World) -> None:
        fold(pos)

    def assumed(self, reactions: str) -> list[Assumption]:
        return [assumed("usual"), assumed(reactions)]

    def headline(
        self,
        outcomes: Distribution,
        taken: Sequence[Option],
        names: Names,
        further: Distribution | None = None,  # noqa: ARG002  # none known
    ) -> Headline:
        return headline(outcomes, taken, names)

    def named(self, result: Any, names: Names) -> str | None:
        return in_words(result, names)


COUNTS: Final = (
    *("ships", "soldiers", "colonists", "missionaries", "leaders", "gold", "discoveries"),
    *("spent", "natives", "enemy-ships", "enemy-soldiers", "enemy-colonists"),
)
"""What is counted before and after, in the order in which it is told."""


def counted(pos: World, seat: Seat) -> tuple[int, ...]:
    """All that a nation has, wherever it is; and what others have that can be seen."""
    soldiers, colonists = {True: 0, False: 0}, {True: 0, False: 0}
    ships = {True: 0, False: 0}
    for key, force in pos.forces.items():
        nation = parted_key(key)[0]
        soldiers[nation == seat] += force.soldiers
        colonists[nation == seat] += force.colonists
    for key, fleet in pos.fleets.items():
        ships[parted_key(key)[0] == seat] += fleet.size
    for each in pos.expeditions.values():
        ships[each.nation == seat] += each.ships
    mine = [pos.expeditions[name] for name in pos.expeditions_of(seat)]
    roles = [who.role for who in pos.people.values() if who.nation == seat and not who.at.startswith(HELD)]
    standing = pos.nations[seat]
    return (
        ships[True],
        soldiers[True] + standing.soldiers + sum([each.soldiers for each in mine]),
        colonists[True] + standing.colonists + sum([each.colonists for each in mine]),
        roles.count(MISSIONARY),
        sum([role == CONQUISTADOR or role in EXPLORERS for role in roles]),
        _gold(pos, seat),
        len(standing.found) + sum([len(each.claims) for each in mine]),
        sum([dig.spent for dig in pos.digs.values()]),
        sum([_level(country) for country in pos.countries.values()]),
        ships[False],
        soldiers[False],
        colonists[False],
    )


def _others(pos: World, seat: Seat) -> set[str]:
    """The hexes where units of others stand."""
    return {hex_ for owner, hex_ in map(parted_key, pos.forces) if owner != seat}


def _gold(pos: World, seat: Seat) -> int:
    """13.4  Ducats in the Treasury, and gold on its way there: not what others hold."""
    nation = pos.nations[seat]
    lost = _others(pos, seat)
    ashore = [gold for hex_, gold in pos.hoards.items() if hex_ not in lost]
    ashore += [fleet.gold for _, fleet in pos.fleets_of(seat)]
    ashore += [pos.expeditions[name].gold for name in pos.expeditions_of(seat)]
    return nation.treasury + worth(nation.gold) + sum([worth(gold) for gold in ashore])


def _level(country: Country) -> int:
    return country.european or country.native


def _tried_cape(before: World, after: World, seat: Seat) -> str:
    if after.nations[seat].rutter != before.nations[seat].rutter:
        return "rounded"
    tried = [n for n, each in after.expeditions.items() if each.tried_cape and n in before.expeditions]
    return "failed" if any(not before.expeditions[name].tried_cape for name in tried) else ""


def _tail(world: Run[World], tasks: Sequence[str], seat: Seat) -> list[str]:
    """What is done after the step under way, until the question is over: what belongs to it, and what it leads to."""
    tail, pending = [], world.pending
    for task in tasks:
        if task.partition(":")[0] not in FOLLOWS:
            break
        tail.append(task)
    if not isinstance(pending, Choice):
        return tail
    facts = dict(pending.facts)
    if pending.kind in AT_SEA and facts.get("expedition") in world.pos.expeditions:
        tail.append(f"check:{facts['expedition']}")
    elif pending.kind in ENDS:
        tail.append(f"{ENDS[pending.kind]}:{seat}")
    return tail


def _only_there(task: str, hex_: str) -> str:
    """12.4  Of all hexes that are checked, the one where somebody is going."""
    kind, _, nation = task.partition(":")
    return f"hardship:{nation}/{hex_}" if kind == "land-attrition" else task


def _anchored(boundary: World, chosen: Option) -> World:
    """9.12  After a leg, where an Expedition is done but for the attrition, it makes no difference where it lies."""
    kind, _, name = boundary.tasks[-1].partition(":")
    if kind != "coast" or boundary.tasks[1:] != (f"check:{name}", f"coast:{name}"):
        return boundary
    expedition = boundary.expeditions.get(name)
    if chosen.verb != "go" or expedition is None or f"{chosen.subject} go" not in expedition.acts:
        return boundary
    start = boundary.copy()
    start.tasks = start.tasks[:-1]
    start.edit_expedition(name, place=start.rules.board.landings[0], acts=(), driven=False, haven=False)
    return start


def _all_watch(pos: World, seat: Seat) -> tuple[Watch, ...]:
    """8.15  Every other nation attacks the ships of this one that pass."""
    others = [nation for nation in pos.rules.countries if nation != seat]
    return (*[each for each in pos.watches if each.nation == seat], *[Watch(each, seat, "always") for each in others])


def _retold(world: Run[World], start: World) -> Run[World] | None:
    """The run from another boundary; None where the same cannot be answered there."""
    run = Run(world.rules, start.copy())
    for answer in world.since:
        asked = run.pending
        if isinstance(asked, Choice):
            fits = isinstance(answer, Option) and (answer == PASS or asked.forbids(answer) is None)
        else:
            fits = asked is not None and answer in asked.outcomes
        if not fits:
            return None
        run.send(answer)
    return run if _asks(run) == _asks(world) else None


def _asks(run: Run[World]) -> tuple[Seat, str] | None:
    return (run.pending.who, run.pending.kind) if run.pending is not None else None
