"""8.0  Naval combat: who attacks whom, forced combat, losses, Prizes and prisoners. 15.4  Privateers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from conquistadors.engine import PASS, Bar, Option, Procedure, Seat, changed, offer, option, pick, procedure, roll
from conquistadors.games.exploration.rules.asking import menu_of
from conquistadors.games.exploration.rules.attrition import sink
from conquistadors.games.exploration.rules.events import Captured, CombatTried, Lost, PrizeTaken, SeaFight
from conquistadors.games.exploration.rules.hoards import heap, part_of
from conquistadors.games.exploration.rules.losses import lose_expedition, remove_person
from conquistadors.games.exploration.rules.odds import column_of
from conquistadors.games.exploration.rules.pieces import HELD, Expedition, Fight, Fleet
from conquistadors.games.exploration.rules.position import AT, World, parted_key
from conquistadors.games.exploration.rules.ships import Ship, manifest, stop_extra
from conquistadors.games.exploration.rules.tasks import TASKS, task, task_of

TABLE: Final = "naval-combat"
SEA: Final = "sea"
FOUGHT: Final = "fought"
NEVER, ASK, ALWAYS = "never", "ask", "always"
"""8.15  What can be ordered about ships that pass."""
ACTS: Final = ("cargo", "discover", "attack", "invade")
"""What a stop may be made for: its price pays for one of them (E-C8)."""


# Who is there ------------------------------------------------------------------------------------------------------


def squadrons(pos: World, nation: Seat, place: str) -> list[str]:
    """8.11  The ships of a nation in a place that can fight: Expeditions, and those that lie in port."""
    found = [name for name in pos.at_sea(nation) if pos.expeditions[name].place == place]
    found = [name for name in found if not pos.expeditions[name].galleon]
    lying = pos.fleet(nation, place)
    return [*found, f"{nation}{AT}{place}"] if lying.caravels + lying.carracks else found


def enemies_at(pos: World, nation: Seat, place: str) -> list[Seat]:
    """8.1, 8.12  The other nations with such ships there, in their order."""
    if pos.rules.alone:
        return []
    return [other for other in pos.rules.seats if other != nation and squadrons(pos, other, place)]


def hostile(pos: World, nation: Seat, place: str) -> bool:
    """7.26, 15.32, E-C7, E-C16  Where ships stop without an Explorer, too: to fight, or to storm a port."""
    if pos.rules.alone:
        return False
    others = [other for other in pos.rules.seats if other != nation]
    return any(pos.friendly_port(other, place) for other in others) or bool(enemies_at(pos, nation, place))


def hostile_places(pos: World, nation: Seat) -> list[str]:
    """All such places."""
    if pos.rules.alone:
        return []
    others = [other for other in pos.rules.seats if other != nation]
    places = {port for other in others for port in pos.ports(other)}
    places |= {pos.expeditions[name].place for other in others for name in pos.at_sea(other)}
    places |= {place for other in others for place, _ in pos.fleets_of(other)}
    return [place for place in pos.rules.board.landings if place in places and hostile(pos, nation, place)]


def hull(pos: World, key: str) -> Expedition:
    """The ships of a key as an Expedition; those that lie in port have nobody aboard."""
    if key in pos.expeditions:
        return pos.expeditions[key]
    nation, place = parted_key(key)
    fleet = pos.fleets[key]
    return Expedition(nation, fleet.caravels, fleet.carracks, False, place, None, 0, gold=fleet.gold)


def strength(pos: World, keys: Sequence[str], *, attacking: bool) -> int:
    """8.25, 7.11, 7.12, E-G19  Ships, and the Soldiers aboard; a Caravel is stronger in defence."""
    number = pos.rules.number
    caravel = number("attack_caravel") if attacking else number("defence_caravel")
    each = [hull(pos, key) for key in keys]
    ships = sum([one.caravels * caravel + one.carracks * number("strength_carrack") for one in each])
    return ships + sum([one.soldiers for one in each]) * number("strength_soldier")


# Attacking ---------------------------------------------------------------------------------------------------------


def targets(pos: World, name: str, enemy: Seat) -> list[str]:
    """8.23  The ships of an enemy where an Expedition is that it has not attacked this turn."""
    expedition = pos.expeditions[name]
    return [key for key in squadrons(pos, enemy, expedition.place) if key not in expedition.attacked]


def forbids_attack(pos: World, name: str, enemy: str | None, points: int) -> Bar | None:
    """8.11, 8.21, 8.22, 8.23  Enemy ships that it has not attacked yet, three Movement Points, and no Galleon Fleet."""
    if enemy not in pos.nations or enemy == pos.expeditions[name].nation or pos.expeditions[name].galleon:
        return Bar("8.12", "no-enemy")
    if not squadrons(pos, str(enemy), pos.expeditions[name].place):
        return Bar("8.12", "no-enemy")
    if not targets(pos, name, str(enemy)):
        return Bar("8.23", "attacked-already")
    return Bar("8.21", "out-of-reach") if act_cost(pos, name, "attack") > points else None


def act_cost(pos: World, name: str, verb: str) -> int:
    """8.21, E-C8  Nothing where the ships have stopped for it and done nothing else; else the price of a stop."""
    expedition = pos.expeditions[name]
    done = any(f"{expedition.place} {each}" in expedition.acts for each in ACTS if each != verb)
    again = f"{expedition.place} {verb}" in expedition.acts
    free = f"{expedition.place} go" in expedition.acts and not done and not again
    return 0 if free else pos.rules.number("stop_cost")


def pay_act(pos: World, name: str, verb: str) -> None:
    expedition = pos.expeditions[name]
    points = expedition.points + act_cost(pos, name, verb)
    pos.edit_expedition(name, points=points, acts=(*expedition.acts, f"{expedition.place} {verb}"))


@procedure("8.13")
def attack_at_sea(pos: World, name: str, enemy: Seat) -> Procedure[None]:
    """8.13, 8.14  The moving nation attacks: one enemy, or two whose treaty makes them one."""
    pay_act(pos, name, "attack")
    expedition = pos.expeditions[name]
    both = [
        enemy,
        *[other for other in enemies_at(pos, expedition.nation, expedition.place) if _allied(pos, enemy, other)],
    ]
    theirs = [key for each in both for key in targets(pos, name, each)]
    pos.edit_expedition(name, attacked=(*expedition.attacked, *theirs))
    yield from sea_fight(pos, [name], theirs)


def _allied(pos: World, one: Seat, other: Seat) -> bool:
    """8.14  A treaty between the two is in force."""
    return any(set(each.nations) == {one, other} for each in pos.treaties)


@procedure("8.12")
def engage(pos: World, name: str) -> Procedure[None]:
    """8.12, 8.13, 8.15  Ships that stop among enemies may attack, one after the other; if not, they may be attacked."""
    nation = pos.expeditions[name].nation
    fought = False
    while name in pos.expeditions:
        place = pos.expeditions[name].place
        points = _points_left(pos, name)
        open_ = [e for e in enemies_at(pos, nation, place) if forbids_attack(pos, name, e, points) is None]
        fought = any(act == f"{place} attack" for act in pos.expeditions[name].acts)
        if not open_:
            break
        menu = [*[option("fight", enemy) for enemy in open_], option("done")]
        chosen: Option = yield menu_of(nation, "engage", "8.13", menu, (("expedition", name), ("place", place)))
        if chosen.verb == "done":
            break
        yield from attack_at_sea(pos, name, str(chosen.subject))
    if name in pos.expeditions and not fought:
        yield from waylaid(pos, name, stopping=True)


def _points_left(pos: World, name: str) -> int:
    expedition = pos.expeditions[name]
    bounds = expedition.bounds + expedition.extra - expedition.before - expedition.ocean
    return bounds * pos.rules.number("points_a_bound") - expedition.points


# Forced combat -----------------------------------------------------------------------------------------------------


def on_watch(pos: World, name: str, place: str) -> list[Seat]:
    """8.15  The nations with ships in a place that could attack this expedition: what they have ordered is secret."""
    expedition = pos.expeditions[name]
    return [] if expedition.galleon else enemies_at(pos, expedition.nation, place)


def order_of(pos: World, nation: Seat, enemy: Seat) -> str:
    """8.15  What its ships do about those of another nation that pass: nothing, unless it has ordered more."""
    return next((each.order for each in pos.watches if (each.nation, each.enemy) == (nation, enemy)), NEVER)


def _forces(pos: World, die: int) -> bool:
    return die <= pos.rules.number("force_most")


@procedure("8.15")
def waylaid(pos: World, name: str, *, stopping: bool) -> Procedure[None]:
    """8.15, 8.16, 8.21  A non-moving nation tries to attack: on 1 to 3 it does, else the ships must sail on.

    The combat costs the moving nation three Movement Points. Each nation tries once; orders say whether (6.6). A nation
    that has ordered nothing can only pass: who is asked is no sign of what was ordered (E-G59).
    """
    for enemy in on_watch(pos, name, pos.expeditions[name].place):
        if name not in pos.expeditions:
            return
        nation, place = pos.expeditions[name].nation, pos.expeditions[name].place
        order = order_of(pos, enemy, nation)
        if order != ALWAYS:
            menu = [option("fight", nation)] if order == ASK else []
            facts = (("expedition", name), ("place", place))
            chosen: Option = yield menu_of(enemy, "waylay", "8.15", menu, facts, passes=True)
            if chosen == PASS:
                continue
        thrown = yield from roll(pos, "force-combat", enemy, rule="8.15", reads=partial(_forces, pos))
        forced: bool = thrown.result
        pos.report(CombatTried, who=enemy, expedition=name, place=place, forced=forced, rule="8.15")
        if not forced:
            pos.edit_expedition(name, driven=stopping)
            continue
        if not stopping:
            pos.edit_expedition(name, points=pos.expeditions[name].points + stop_extra(pos))
        yield from sea_fight(pos, squadrons(pos, enemy, place), [name])
        if name in pos.expeditions:
            pos.edit_expedition(name, driven=False)


# The battle --------------------------------------------------------------------------------------------------------


@procedure("8.25")
def sea_fight(pos: World, ours: Sequence[str], theirs: Sequence[str]) -> Procedure[None]:
    """8.2  One battle.

    1  both sides add up ships and the Soldiers aboard; the odds name a column (8.25)
    2  an acting Privateer shifts it by one in his favour, never past the ends (15.45)
    3  one die; each side loses the ships that the result names, of the loser's choice (8.31)
    4  with an asterisk the side without losses may take one of them as a Prize (8.32), a Privateer each (15.44)
    """
    attack, defence, odds = odds_at_sea(pos, ours, theirs)
    attacker, place = hull(pos, ours[0]).nation, hull(pos, ours[0]).place
    enemies = tuple(dict.fromkeys([hull(pos, key).nation for key in theirs]))
    sides = tuple(ours), tuple(theirs)
    pos.fight = Fight(SEA, place, attacker, enemies, attack, defence, odds, sides=sides)
    pos.report(
        SeaFight, who=attacker, enemies=enemies, place=place, attack=attack, defence=defence, odds=odds, rule="8.25"
    )
    thrown = yield from roll(pos, TABLE, attacker, rule="8.25", reads=pos.rules.reading(TABLE, odds))
    result = thrown.result
    pos.fight = changed(pos.fight, result=result, die=thrown.natural)
    pos.then(*[f"hit:{side}" for side, ships in hits(result) for _ in range(ships)], FOUGHT)
    yield from TASKS.within(pos, FOUGHT)
    for key in (*ours, *theirs):
        if key in pos.expeditions:
            man_ships(pos, key)
    pos.fight = None


@task(FOUGHT)
@procedure("8.33")
def fought(pos: World) -> None:
    """8.33  The battle is over; this is its end while it is under way."""


def odds_at_sea(pos: World, ours: Sequence[str], theirs: Sequence[str]) -> tuple[int, int, str]:
    """8.25, 15.45  What both sides come to, and the column, with the shift of a Privateer."""
    attack, defence = strength(pos, ours, attacking=True), strength(pos, theirs, attacking=False)
    shift = _privateers(pos, ours) - _privateers(pos, theirs)
    return attack, defence, column_of(attack, defence, list(pos.rules.tables[TABLE].columns), shift)


def hits(result: str) -> list[tuple[str, int]]:
    """8.4  How many ships the attacker (A) and the defender (D) lose."""
    return [(part[0], int(part[1:])) for part in result.removesuffix("*").split()]


def _privateers(pos: World, keys: Sequence[str]) -> int:
    return int(any(key in pos.expeditions and pos.expeditions[key].privateer for key in keys))


def _afloat(pos: World, keys: Sequence[str]) -> list[str]:
    return [key for key in keys if key in pos.expeditions or key in pos.fleets]


@task_of("hit")
@procedure("8.31")
def hit(pos: World, side: str) -> Procedure[None]:
    """8.31, 8.32, E-G20  A side loses one ship, if one is left; combined defenders lose as the attacker says."""
    fight = pos.fight
    assert fight is not None
    mine, other = fight.sides if side == "A" else fight.sides[::-1]
    left, winners = _afloat(pos, mine), _afloat(pos, other)
    if not left:
        return
    owners = list(dict.fromkeys([hull(pos, key).nation for key in left]))
    loser = yield from pick(fight.attacker, "whose-loss", "8.31", owners)
    ships: dict[str, tuple[str, Ship]] = {}
    number = 0
    for key in left:
        for held in manifest(pos, hull(pos, key)) if hull(pos, key).nation == loser else ():
            number += 1
            ship = changed(held, flag=held.flag and bool(pos.who_is(str(loser), key)))
            if (key, ship) not in ships.values():  # those with the same aboard are the same
                ships[f"{ship.kind}-{number}"] = (key, ship)
    assert loser is not None
    chosen = yield from pick(loser, "battle-ship", "8.31", list(ships), facts=(("place", fight.place),))
    key, ship = ships[str(chosen)]
    if winners and _may_take(pos, side, winners):
        victor = hull(pos, winners[0]).nation
        menu = [option("prize", ship.kind), option("scuttle", ship.kind)]
        answer: Option = yield menu_of(victor, "prize", "8.32", menu, (("ship", ship.kind), ("place", fight.place)))
        if answer.verb == "prize":
            yield from capture(pos, key, ship, _captor(pos, winners))
            return
    _sink(pos, key, ship)


def _may_take(pos: World, side: str, winners: Sequence[str]) -> bool:
    """8.32, 15.44  One Prize for an asterisk, to the side without losses; to a Privateer whatever is lost to him."""
    fight = pos.fight
    assert fight is not None
    hurt = any(each != side for each, _ in hits(fight.result))
    starred = fight.result.endswith("*") and not hurt and not fight.prize
    return starred or _captor_is_privateer(pos, winners)


def _captor_is_privateer(pos: World, winners: Sequence[str]) -> bool:
    """15.44  A Privateer keeps a ship only with a detachment to man it."""
    return any(
        key in pos.expeditions
        and pos.expeditions[key].privateer
        and pos.expeditions[key].soldiers > pos.expeditions[key].ships
        for key in winners
    )


def _captor(pos: World, winners: Sequence[str]) -> str:
    """E-G20  Which of the victor's ships a Prize joins: those of a Privateer, else the first."""
    privateers = [key for key in winners if _captor_is_privateer(pos, [key])]
    return (privateers or list(winners))[0]


def _sink(pos: World, key: str, ship: Ship) -> None:
    """8.31, 13.46  The ship goes down with its cargo."""
    if key in pos.expeditions:
        if pos.expeditions[key].ships == 1:
            lose_expedition(pos, key, rule="8.31")
        else:
            sink(pos, key, ship, rule="8.31")
        return
    nation, place = parted_key(key)
    gold, left = part_of(pos.fleets[key].gold, ship.gold)
    pos.account(gold)
    _fewer_lying(pos, key, ship, left)
    pos.report(Lost, who=nation, thing=ship.kind, number=1, place=place, rule="8.31")


def _fewer_lying(pos: World, key: str, ship: Ship, gold: tuple[object, ...]) -> None:
    nation, place = parted_key(key)
    fleet = pos.fleets[key]
    ships = {f"{ship.kind}s": (fleet.caravels if ship.kind == "caravel" else fleet.carracks) - 1}
    pos.set_fleet(nation, place, changed(fleet, gold=gold, **ships))


@procedure("8.32")
def capture(pos: World, key: str, ship: Ship, by: str) -> Procedure[None]:
    """8.32, 13.46, 15.44  Ship and gold change hands; units aboard die; people are held for ransom or killed."""
    assert pos.fight is not None
    pos.fight = changed(pos.fight, prize=True)
    loser, victor = hull(pos, key), hull(pos, by).nation
    gold, left = part_of(loser.gold, ship.gold)
    people = pos.who_is(loser.nation, key) if ship.flag and key in pos.expeditions else []
    for person in people:
        pos.place_person(person, f"{HELD}{AT}{victor}")
    if key not in pos.expeditions:
        _fewer_lying(pos, key, ship, left)
    elif loser.ships == 1:
        pos.expeditions.pop(key)
    else:
        units = {"soldiers": loser.soldiers - ship.soldiers, "colonists": loser.colonists - ship.colonists}
        ships = {f"{ship.kind}s": (loser.caravels if ship.kind == "caravel" else loser.carracks) - 1}
        pos.edit_expedition(key, gold=left, **units, **ships)
    _join(pos, by, ship, gold)
    pos.report(PrizeTaken, who=victor, thing=ship.kind, place=pos.fight.place, rule="8.32")
    pos.then(*[f"captive:{person}" for person in people])
    yield from ()


def _join(pos: World, by: str, ship: Ship, gold: tuple[object, ...]) -> None:
    """E-G20  A Prize joins the victor's ships with its gold."""
    nation, place = parted_key(by)
    old: Expedition | Fleet = pos.expeditions[by] if by in pos.expeditions else pos.fleets[by]
    ships = {f"{ship.kind}s": (old.caravels if ship.kind == "caravel" else old.carracks) + 1}
    more = changed(old, gold=heap([*old.gold, *gold]), **ships)  # type: ignore[list-item]
    if isinstance(more, Expedition):
        pos.expeditions[by] = more
    else:
        pos.set_fleet(nation, place, more)


@task_of("captive")
@procedure("8.32")
def captive(pos: World, person: str) -> Procedure[None]:
    """8.32, E-G51  Somebody aboard a Prize is held for ransom, or killed."""
    captor = pos.people[person].at.partition(AT)[2]
    menu = [option("hold", person), option("kill", person)]
    chosen: Option = yield offer(captor, "captive", "8.32", lambda: menu)
    if chosen.verb == "kill":
        remove_person(pos, person, rule="8.32")
    else:
        pos.report(Captured, who=captor, person=person, rule="8.32")


# Privateers --------------------------------------------------------------------------------------------------------


def man_ships(pos: World, name: str) -> None:
    """15.44, E-G40  A Privateer's ship without a detachment is sunk at once."""
    while name in pos.expeditions and pos.expeditions[name].privateer:
        each = pos.expeditions[name]
        if each.soldiers >= each.ships:
            return
        if each.ships == 1:
            lose_expedition(pos, name, rule="15.44")
            return
        empty = [ship for ship in manifest(pos, each) if not ship.soldiers]
        sink(pos, name, changed(empty[-1], flag=False), rule="15.44")


def muster(pos: World, name: str) -> None:
    """15.42, 15.44, E-G40  A Privateer has a detachment on every ship and no Colonists, or sails as an Explorer."""
    each = pos.expeditions[name]
    if each.privateer and (each.soldiers < each.ships or each.colonists):
        pos.edit_expedition(name, privateer=False)
