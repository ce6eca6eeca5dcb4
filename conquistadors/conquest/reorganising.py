"""1.4, 9.25, G-time  Combining, splitting, promoting, and swapping units: one dialogue for one's own men in a space."""

from __future__ import annotations

from collections.abc import Iterable

from conquistadors.conquest.asking import amount, note, offer
from conquistadors.conquest.events import Reorganised
from conquistadors.conquest.expeditions import food_limit_of, settle
from conquistadors.conquest.position import KINDS, NOTHING, Captain, Expedition, Indies, Units
from conquistadors.engine import Bar, Option, Pile, Procedure, Seat, changed, option, procedure, step


def forbids_reorganising(pos: Indies, seat: Seat, space: str | None) -> Bar | None:
    """G-time  In one's own impulse, on land, where there is something to arrange; once, unless something changed."""
    if space is None or space not in pos.rules.world.spaces:
        return Bar("G-time", "no-such-space")
    if space in pos.rules.world.sea:
        return Bar("G-time", "on-land-only")
    men = men_in(pos, seat, space)
    if not men:
        return Bar("G-time", "nobody-here")
    if len(men) == 1:
        return Bar("1.43", "nothing-to-arrange")
    if space in pos.impulse.rearranged:
        return Bar("G-time", "rearranged")
    return None


def men_in(pos: Indies, seat: Seat, space: str) -> list[str]:
    """The player's conquistadors in a space."""
    own = [c for c in pos.expeditions_in(space) if pos.expeditions[c].owner == seat]
    return sorted(captain for commander in own for captain in pos.members(commander))


@procedure("9.25", steps=("command", "units", "allies", "food", "assets"))
def reorganise(pos: Indies, seat: Seat, space: str) -> Procedure[None]:
    """One's own conquistadors in a space are arranged anew.

    1  who commands, and who goes with whom (1.43): combining, splitting and promoting are the same question
    2  the Spanish units, kind by kind, card by card (1.42, 1.43); Indian allies (5.24); food (8.131, G-8.14); assets
    3  gold and kings stay with the commander who had them, wherever he goes (10.13, G-6.37)
    4  morale: whoever takes in men from an expedition with more hits gets its hits (9.25)
    """
    men = men_in(pos, seat, space)
    olds = {c: pos.expeditions[c] for c in men if c in pos.expeditions}
    units = {c: pos.captains[c] for c in men}
    step(pos, reorganise, "command")
    leaders: dict[str, str] = {}
    for man in men:
        leader = yield from _ask_leader(seat, man, men, leaders)
        leaders[man] = leader
        note(pos, leader)
    commanders = [man for man in men if leaders[man] == man]
    step(pos, reorganise, "units")
    cards = yield from _ask_units(pos, seat, men, leaders)
    totals = {c: _sum(cards[man] for man in men if leaders[man] == c) for c in commanders}
    step(pos, reorganise, "allies")
    allies = yield from _ask_allies(pos, seat, commanders, totals, olds)
    step(pos, reorganise, "assets")
    assets = yield from _ask_piles(pos, seat, commanders, "assets", [e.assets for e in olds.values()])
    shown = yield from _ask_piles(pos, seat, commanders, "shown", [e.shown for e in olds.values()])
    step(pos, reorganise, "food")
    food = yield from _ask_food(pos, seat, commanders, totals, assets, shown, sum(e.food for e in olds.values()))
    pos.talk = ()
    hits = {c: _hits(c, leaders, units, allies, olds, totals) for c in commanders}
    active = any(c in pos.impulse.activated for c in olds)
    for c in olds:
        del pos.expeditions[c]
    for c in commanders:
        moved = [old for man, old in olds.items() if leaders[man] == c]
        pos.expeditions[c] = Expedition(
            seat,
            space,
            allies[c],
            food[c],
            sum(old.gold for old in moved),
            hits[c],
            assets[c],
            shown[c],
            tuple(sorted(king for old in moved for king in old.kings)),
            any(old.ashore for old in moved),
        )
    for man in men:
        pos.captains[man] = changed(units[man], expedition=leaders[man], units=cards[man])
    rearranged = (*pos.impulse.rearranged, space)
    activated = tuple(dict.fromkeys((*pos.impulse.activated, *(commanders if active else ()))))
    pos.impulse = changed(pos.impulse, rearranged=rearranged, activated=activated)
    pos.report(Reorganised, who=seat, space=space, rule="G-time")
    for c in commanders:
        yield from settle(pos, c)


def _ask_leader(seat: Seat, man: str, men: list[str], leaders: dict[str, str]) -> Procedure[str]:
    """1.43  Who commands this man: himself, or another; who follows cannot be followed (G-1.43)."""

    def choices() -> list[Option]:
        followed = set(leaders.values())
        later = men[men.index(man) + 1 :]
        if man in followed:
            return [option("lead", man)]
        others = [c for c in men if c != man and (c in later or leaders.get(c) == c)]
        return [option("lead", man), *[option("join", man, c) for c in others]]

    options = choices()
    if len(options) == 1:
        return man
    chosen: Option = yield offer(seat, "command", "1.43", lambda: options, facts=(("captain", man),))
    return man if chosen.verb == "lead" else str(chosen.target)


def _ask_units(pos: Indies, seat: Seat, men: list[str], leaders: dict[str, str]) -> Procedure[dict[str, Units]]:
    """1.42, 1.43, C12  Kind by kind and card by card: ten a card, two companions with units in an expedition."""
    total = _sum(pos.captains[man].units for man in men)
    cards = dict.fromkeys(men, Units())
    for kind in KINDS:
        left = total.of(kind)
        for place, man in enumerate(men):
            still = total.less(_sum(cards.values()))
            fits = [n for n in range(left + 1) if _feasible(pos, men, leaders, cards, man, kind, n, place, still)]
            facts = (("captain", man), ("unit", kind), ("left", left))
            most = yield from _one_of(seat, fits, facts)
            note(pos, most)
            cards[man] = cards[man].plus(kind, most)
            left -= most
    return cards


def _one_of(seat: Seat, numbers: list[int], facts: tuple[tuple[str, object], ...]) -> Procedure[int]:
    if len(numbers) == 1:
        return numbers[0]
    chosen: Option = yield offer(
        seat, "units", "1.42", lambda: [option("amount", str(n)) for n in numbers], facts=facts
    )
    return int(str(chosen.subject))


def _feasible(
    pos: Indies,
    men: list[str],
    leaders: dict[str, str],
    cards: dict[str, Units],
    man: str,
    kind: str,
    number: int,
    place: int,
    still: Units,
) -> bool:
    """Whether the rest finds room if this man takes so many: of this kind with the men after him, else with all."""
    limit = pos.rules.card_units
    tried = {**cards, man: cards[man].plus(kind, number)}
    if tried[man].size > limit:
        return False
    spare: dict[str, int] = {}
    for leader in {leaders[m] for m in men}:
        companions = [m for m in men if leaders[m] == leader and m != leader]
        holding = [m for m in companions if tried[m].size]
        if len(holding) > pos.rules.companions_with_units:
            return False
        empty = [m for m in companions if not tried[m].size]
        # the free cards: prefer men who come later, for they can still take units of this kind
        empty.sort(key=lambda m: men.index(m) <= place)
        usable = [leader, *holding, *empty[: pos.rules.companions_with_units - len(holding)]]
        spare.update({m: limit - tried[m].size for m in usable})
    this_kind = still.of(kind) - number
    rest = still.size - still.of(kind)
    later = sum(room for m, room in spare.items() if men.index(m) > place)
    return this_kind <= later and this_kind + rest <= sum(spare.values())


def _ask_allies(
    pos: Indies, seat: Seat, commanders: list[str], totals: dict[str, Units], olds: dict[str, Expedition]
) -> Procedure[dict[str, Pile]]:
    """5.24  Indian units go with expeditions that have a Spanish unit."""
    able = [c for c in commanders if totals[c].size]
    everyone = Pile.united([old.allies for old in olds.values()])
    shared = yield from _share(pos, seat, able, "allies", everyone)
    return {c: shared.get(c, NOTHING) for c in commanders}


def _ask_piles(
    pos: Indies, seat: Seat, commanders: list[str], kind: str, piles: list[Pile]
) -> Procedure[dict[str, Pile]]:
    """G-5.15  Asset cards are pooled, and divided as the owner likes."""
    return (yield from _share(pos, seat, commanders, kind, Pile.united(piles)))


def _share(pos: Indies, seat: Seat, commanders: list[str], kind: str, everything: Pile) -> Procedure[dict[str, Pile]]:
    shares: dict[str, list[str]] = {c: [] for c in commanders}
    for title in everything.titles:
        left = everything.count_of(title)
        for c in commanders:
            least = left if c == commanders[-1] else 0
            facts = (("captain", c), ("unit", title.partition("@")[0]), ("left", left))
            taken = yield from amount(seat, f"share-{kind}", "G-time", least, left, facts=facts)
            note(pos, taken)
            shares[c] += [title] * taken
            left -= taken
    return {c: Pile.of(titles) for c, titles in shares.items()}


def _ask_food(
    pos: Indies,
    seat: Seat,
    commanders: list[str],
    totals: dict[str, Units],
    assets: dict[str, Pile],
    shown: dict[str, Pile],
    food: int,
) -> Procedure[dict[str, int]]:
    """8.131, 8.14, G-8.14  Food is shared within the limits; what nobody can carry is dropped."""
    room = {c: _room(pos, totals[c], assets[c], shown[c]) for c in commanders}
    shares: dict[str, int] = {}
    for place, c in enumerate(commanders):
        later = sum(room[other] for other in commanders[place + 1 :])
        facts = (("captain", c), ("left", food))
        taken = yield from amount(
            seat, "share-food", "8.131", min(room[c], max(0, food - later)), min(room[c], food), facts=facts
        )
        note(pos, taken)
        shares[c] = taken
        food -= taken
    return shares


def _room(pos: Indies, units: Units, assets: Pile, shown: Pile) -> int:
    return food_limit_of(pos, units.foot, assets.count_of("bearer") + shown.count_of("bearer"))


def _hits(
    commander: str,
    leaders: dict[str, str],
    before: dict[str, Captain],
    allies: dict[str, Pile],
    olds: dict[str, Expedition],
    totals: dict[str, Units],
) -> int:
    """9.25  The most hits of any expedition from which it takes in men or units; none without units (9.26)."""
    if not totals[commander].size:
        return 0
    old_totals = {c: _sum(man.units for man in before.values() if man.expedition == c) for c in olds}
    mine = olds.get(commander)
    worst = mine.hits if mine is not None else 0
    for source, old in olds.items():
        if source == commander:
            continue
        members = [man for man, captain in before.items() if captain.expedition == source]
        joined = any(leaders[man] == commander for man in members)
        now = totals.get(source, Units())
        gained = [k for k in KINDS if totals[commander].of(k) > old_totals.get(commander, Units()).of(k)]
        units_came = any(now.of(k) < old_totals[source].of(k) for k in gained)
        had = mine.allies if mine is not None else NOTHING
        allies_came = any(
            allies[commander].count_of(t) > had.count_of(t) and old.allies.count_of(t) for t in allies[commander].titles
        )
        if joined or units_came or allies_came:
            worst = max(worst, old.hits)
    return worst


def _sum(parts: Iterable[Units]) -> Units:
    total = Units()
    for part in parts:
        total = total.add(part)
    return total
