"""15.0  Recruiting: funds, loans, and the units that are bought with them.

Tasks for other chapters: "outfit:MAN" for the first expedition of a player (22.21, and G-23.15 for that of the
Solitaire Game), "recruit:MAN" for a conquistador who was brought in by his card, and "recruit-anywhere:MAN" for one
who was chosen and recruits wherever he joined (22.32, G-15.14).
"""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from conquistadors.engine import Bar, Choice, Modifier, Option, Procedure, Seat, amount, option, procedure, roll, step
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.cards.playing import current, support
from conquistadors.games.conquest.rules.events import NobodyRecruited, UnitsGained
from conquistadors.games.conquest.rules.expeditions import cards_with_room, put_unit
from conquistadors.games.conquest.rules.pesos import post_entries
from conquistadors.games.conquest.rules.position import Action, ConquestPosition
from conquistadors.games.conquest.rules.tasks import task_of

INITIAL: Final = "initial"
REINFORCEMENT: Final = "reinforcement"
OFFERED: Final = ("horse", "cannon", "foot")
"""What can be bought, as the menu lists it. It is bought in any order (G-22.23b)."""
HORSES: Final = "horses-a-turn"
BOUGHT: Final = "bought"
"""In the dialogue under way: some unit has been bought."""
ENOUGH: Final = option("enough")


@task_of("outfit")
@procedure("22.21")
def outfit(pos: ConquestPosition, man: str) -> Procedure[None]:
    """15.11, 22.21, 22.23, X18, G-23.15  The first expedition of a player is equipped.

    Of the pesos that are not spent no more is kept than the Funds Table gave: borrowed money cannot be saved. While
    the rest can buy anything it has to; only what can buy nothing is lost (G-22.23b).
    """
    seat = pos.captains[man].owner
    received = yield from _equip(pos, man, INITIAL)
    pos.talk = ()
    post_entries(pos, seat, lost=max(0, pos.factions[seat].pesos - received))


@task_of("recruit")
@procedure("15.14")
def recruit(pos: ConquestPosition, man: str) -> Procedure[None]:
    """2.25, 15.14, C25, G-15.14  A man who came by his card recruits in Santiago de Cuba or Panama, and nowhere else.

    With an expedition in the field he has neither funds nor loans (own ruling: he does not recruit at all).
    """
    if pos.expeditions[pos.captains[man].expedition].space in pos.rules.world.havens:
        yield from recruit_anywhere(pos, man)


@task_of("recruit-anywhere")
@procedure("15.1")
def recruit_anywhere(pos: ConquestPosition, man: str) -> Procedure[None]:
    """15.1, 15.14, 22.32, G-15.14  Every later conquistador: funds of reinforcements, also in the field on turn 2."""
    yield from _equip(pos, man, REINFORCEMENT)
    pos.talk = ()


@procedure("15.1", steps=("funds", "loan", "units"))
def _equip(pos: ConquestPosition, man: str, column: str) -> Procedure[int]:
    """15.1, 22.23  Funds, a loan, and units. What the roll gave limits the loan (15.12) and what a first man saves."""
    seat = pos.captains[man].owner
    pos.active = seat  # the cards that help are Action cards of the same player
    step(pos, _equip, "funds")
    received = yield from raise_funds(pos, man, column)
    pos.talk = (column, str(received))
    step(pos, _equip, "loan")
    yield from borrow(pos, seat, man, received)
    step(pos, _equip, "units")
    yield from buy_units(pos, man, saves=received if column == INITIAL else None)
    return received


def raise_funds(pos: ConquestPosition, man: str, column: str) -> Procedure[int]:
    """15.11, 15.111, C28, J9  A die on the Funds Table, for every man alike with the governor's favour and with cards.

    Each title counts once, and all add up (2.17). Mano de Dios helps as with other rolls (G-1.53).
    """
    seat, commander = pos.captains[man].owner, pos.captains[man].expedition
    pos.action = Action("funds", commander, pos.expeditions[commander].space, notes=(column, man))
    yield from support(pos, "funds", "15.111")
    favour = cast(int, pos.rules.tables.favour.cell("recruiting", pos.factions[seat].index).value)  # 11.15
    modifiers = (*((Modifier("favour", favour),) if favour else ()), *current(pos).modifiers)
    reads = pos.rules.reading("funds", column)
    thrown = yield from roll(pos, "funds", seat, modifiers, rule="15.11", reads=reads)
    pos.action = None
    received: int = thrown.result
    post_entries(pos, seat, funds=received)
    return received


@procedure("15.12")
def borrow(pos: ConquestPosition, seat: Seat, man: str, received: int) -> Procedure[None]:
    """15.12, 16.21, G-15.12  A loan of any amount up to what the Funds Table gave, once for each recruiting."""
    facts = (("captain", man), ("pesos", pos.factions[seat].pesos))
    loan = yield from amount(seat, "loan", "15.12", 0, received * pos.rules.n.loan_times, facts=facts)
    post_entries(pos, seat, loans=loan)


@procedure("15.13")
def buy_units(pos: ConquestPosition, man: str, rule: str = "15.13", *, saves: int | None = None) -> Procedure[None]:
    """15.13, 15.14, D-15.13, G-22.23b  Units for a conquistador, in any order, with any pesos of his faction.

    They come onto his card, and when it is full onto the others of his expedition (1.42, 1.43). `saves` is the most
    that may be kept in the end (22.23), where there is a limit. Whoever recruits nobody is told of, too.
    """
    seat = pos.captains[man].owner
    while any(affordable(pos, man, kind) for kind in OFFERED):
        kind = yield from _next_purchase(pos, man, rule, saves)
        if kind is None:
            break
        price = _price(pos, kind)
        facts = (("captain", man), ("unit", kind), ("price", price), ("pesos", pos.factions[seat].pesos))
        count = yield from amount(seat, "recruit", rule, 1, affordable(pos, man, kind), facts=facts)
        _buy(pos, man, kind, count, rule)
    if BOUGHT not in pos.talk:
        pos.report(NobodyRecruited, who=seat, captain=man, rule=rule)


def _next_purchase(pos: ConquestPosition, man: str, rule: str, saves: int | None) -> Procedure[str | None]:
    """G-22.23b  Which kind of units comes next; None for no more. The question says how much may be saved."""
    seat = pos.captains[man].owner
    facts: tuple[tuple[str, object], ...] = (("captain", man), ("pesos", pos.factions[seat].pesos))
    chosen: Option = yield Choice(
        seat,
        "purchase" if saves is None else "first-purchase",
        rule,
        _purchases,
        partial(forbids_purchase, pos, man, rule, saves),
        False,
        facts if saves is None else (*facts, ("saved", saves)),
    )
    return chosen.subject


def _purchases() -> tuple[Option, ...]:
    return PURCHASES


PURCHASES: Final = (*[option("recruit", kind) for kind in OFFERED], ENOUGH)


def forbids_purchase(pos: ConquestPosition, man: str, rule: str, saves: int | None, tried: Option) -> Bar | None:
    """15.13, 15.15, 22.22, 22.23, G-15.13, G-22.23b  What stands against one more unit, or against no more."""
    faction = pos.factions[pos.captains[man].owner]
    if tried == ENOUGH:
        if saves is None or faction.pesos <= saves:
            return None
        return Bar("22.23", "saves-too-much", (("most", saves), ("pesos", faction.pesos)))
    kind = tried.subject
    if tried.verb != "recruit" or kind not in OFFERED or tried.target is not None:
        return Bar(rule, "not-offered")
    if kind == "horse" and faction.horses >= _horses_a_turn(pos):
        return Bar("22.22", "horses-bought", (("most", _horses_a_turn(pos)),))
    price = _price(pos, kind)
    if faction.pesos < price:
        return Bar("15.13", "too-dear", (("price", price), ("pesos", faction.pesos)))
    if not pos.pool.of(kind):
        return Bar("15.15", "no-counters")
    return None if affordable(pos, man, kind) else Bar("1.42", "card-full")


def _buy(pos: ConquestPosition, man: str, kind: str, count: int, rule: str) -> None:
    """15.13, 15.14, 1.42  So many units are paid for and placed."""
    seat, commander = pos.captains[man].owner, pos.captains[man].expedition
    post_entries(pos, seat, spent=count * _price(pos, kind))
    if kind == "horse":
        pos.edit_faction(seat, horses=pos.factions[seat].horses + count)
    for _ in range(count):
        put_unit(pos, cards_with_room(pos, commander, man)[0][0], kind)
    pos.report(UnitsGained, expedition=commander, unit=kind, count=count, rule=rule)
    if BOUGHT not in pos.talk:
        note(pos, BOUGHT)


def affordable(pos: ConquestPosition, man: str, kind: str) -> int:
    """15.13, 15.15, 22.22, G-15.13  How many units of a kind can be bought for a man.

    Limits are the pesos, the counters that are left, room on the cards (1.42, 1.43) and, of horse, three a player
    and turn over all recruiting; what was bought in the set-up counts for the first turn (15.14).
    """
    faction = pos.factions[pos.captains[man].owner]
    room = sum(room for _, room in cards_with_room(pos, pos.captains[man].expedition, man))
    most = min(faction.pesos // _price(pos, kind), pos.pool.of(kind), room)
    if kind == "horse":
        most = min(most, _horses_a_turn(pos) - faction.horses)
    return max(0, most)


def _horses_a_turn(pos: ConquestPosition) -> int:
    """15.13, 22.22  Horse units that a player may buy in a turn."""
    return int(pos.rules.tables.costs[HORSES].value)


def _price(pos: ConquestPosition, kind: str) -> int:
    """15.13, C10  Recruitment Costs."""
    return int(pos.rules.tables.costs[kind].value)
