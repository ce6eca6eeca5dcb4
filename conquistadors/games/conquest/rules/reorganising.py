"""1.4, 9.25, G-time  Combining, splitting, promoting, and swapping units: one dialogue for your own men in a space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from conquistadors.engine import (
    Bar,
    Choice,
    Option,
    Pile,
    Procedure,
    Seat,
    amount,
    amounts,
    changed,
    option,
    procedure,
    record,
    step,
)
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.events import FoodChanged, MoraleChanged, Reorganised
from conquistadors.games.conquest.rules.expeditions import BEARER, food_limit_of, mourn, settle, spoil_food
from conquistadors.games.conquest.rules.movement import JOINED
from conquistadors.games.conquest.rules.position import (
    KINDS,
    NO_UNITS,
    NOTHING,
    Captain,
    ConquestPosition,
    Expedition,
    Units,
)


@record
class Plan:
    """How a player's men in a space are to be arranged."""

    leaders: Mapping[str, str]
    """The commander of each conquistador."""
    commanders: list[str]
    totals: Mapping[str, Units]
    """The units of each commander's expedition."""
    cards: Mapping[str, Units]
    """1.42, 1.43  The units on each conquistador's card."""
    allies: Mapping[str, Pile]
    assets: Mapping[str, Pile]
    shown: Mapping[str, Pile]
    food: Mapping[str, int]
    """By commander, like the three before."""
    treasurers: Mapping[str, str]
    """G-10.13b  Who has the gold and the kings of each old expedition."""


NOTHING_TO_ARRANGE: Final = Bar("1.43", "nothing-to-arrange")
REARRANGED: Final = Bar("G-time", "rearranged")


def forbids_reorganising(pos: ConquestPosition, seat: Seat, space: str | None) -> Bar | None:
    """G-time  In your own impulse, on land, where there is something to arrange; not twice in a row.

    At sea expeditions are not arranged anew, but they may share food (8.14, G-8.14).
    """
    world, expeditions = pos.rules.world, pos.expeditions
    if space is None or space not in world.spaces:
        return Bar("G-time", "no-such-space")
    men = [expeditions[man.expedition].space for man in pos.captains.values() if man.owner == seat].count(space)
    if not men:
        return Bar("G-time", "nobody-here")
    if space in world.sea:
        own = own_in(pos, seat, space)
        if len(own) == 1 or not any(expeditions[c].food for c in own):
            return Bar("G-time", "on-land-only")
    if men == 1:
        return NOTHING_TO_ARRANGE
    if pos.impulse.joined and len(own := own_in(pos, seat, space)) == 1 and own[0] in pos.impulse.joined:
        return JOINED
    return REARRANGED if space in pos.impulse.rearranged else None


def own_in(pos: ConquestPosition, seat: Seat, space: str) -> list[str]:
    """The player's expeditions in a space."""
    return sorted([c for c, here in pos.expeditions.items() if here.space == space and here.owner == seat])


def men_in(pos: ConquestPosition, seat: Seat, space: str) -> list[str]:
    """The player's conquistadors in a space."""
    captains, expeditions = pos.captains, pos.expeditions
    own = [man for man, captain in captains.items() if captain.owner == seat]
    return sorted([man for man in own if expeditions[captains[man].expedition].space == space])


@procedure("9.25", steps=("command", "units", "allies", "assets", "food"))
def reorganise(pos: ConquestPosition, seat: Seat, space: str) -> Procedure[None]:
    """One's own conquistadors in a space are arranged anew.

    1  who commands, and who goes with whom (1.43): combining, splitting and promoting are the same question
    2  the Spanish units, kind by kind, card by card (1.42, 1.43); Indian allies (5.24); assets; food (8.131, G-8.14)
    3  gold and kings go with most of the units of the expedition that had them (10.13, G-10.13b); assets stay with
       those who go on for it (G-5.15b)
    4  morale: whoever takes in units from an expedition with more hits gets its hits (9.25)
    """
    if space in pos.rules.world.sea:
        yield from share_at_sea(pos, seat, space)
        return
    olds = {c: pos.expeditions[c] for c in own_in(pos, seat, space)}
    men = men_in(pos, seat, space)
    came = {man: pos.captains[man].expedition for man in men}
    step(pos, reorganise, "command")
    leaders = yield from _ask_leaders(pos, seat, men)
    commanders = [man for man in men if leaders[man] == man]
    heirs = {old: _heirs(old, leaders, came) for old in olds}
    step(pos, reorganise, "units")
    stakes = [_stake(pos, old, leaders, heirs[old]) for old in olds if olds[old].gold or olds[old].kings]
    cards = yield from _ask_units(pos, seat, men, leaders, stakes)
    totals = {c: Units.total([cards[man] for man in men if leaders[man] == c]) for c in commanders}
    step(pos, reorganise, "allies")
    able = [c for c in commanders if totals[c].size]  # 5.24: Indians go only where Spaniards go
    allies = yield from _share(pos, seat, able, "allies", olds)
    step(pos, reorganise, "assets")
    assets = yield from _share_assets(pos, seat, commanders, "assets", olds, heirs)
    shown = yield from _share_assets(pos, seat, commanders, "shown", olds, heirs)
    step(pos, reorganise, "food")
    room = {c: food_limit_of(pos, totals[c].foot, _bearers(assets[c], shown[c])) for c in commanders}
    secret = bool([old for old in olds.values() if old.assets.titles])
    food = yield from _ask_food(pos, seat, room, sum([e.food for e in olds.values()]), secret)
    treasurers = {old: _treasurer(pos.units(old), heirs[old], totals) for old in olds}
    plan = Plan(leaders, commanders, totals, cards, allies, assets, shown, food, treasurers)
    yield from _carry_out(pos, seat, space, olds, plan)


def share_at_sea(pos: ConquestPosition, seat: Seat, space: str) -> Procedure[None]:
    """8.14, G-8.14  Expeditions of one player in the same sea space share their food; they sail on as they are."""
    own = own_in(pos, seat, space)
    before = {c: pos.expeditions[c].food for c in own}
    room = {
        c: food_limit_of(pos, pos.units(c).foot, _bearers(pos.expeditions[c].assets, pos.expeditions[c].shown))
        for c in own
    }
    secret = any(pos.expeditions[c].assets.titles for c in own)
    food = yield from _ask_food(pos, seat, room, sum(before.values()), secret)
    pos.talk = ()
    pos.impulse = changed(pos.impulse, rearranged=(*pos.impulse.rearranged, space))
    for c in own:
        if food[c] != before[c]:
            pos.edit(c, food=food[c])
            pos.report(FoodChanged, expedition=c, food=food[c] - before[c], now=food[c], why="traded", rule="8.14")
        spoil_food(pos, c)


# What becomes of an expedition -----------------------------------------------------------------------------------


def _heirs(old: str, leaders: Mapping[str, str], came: Mapping[str, str]) -> list[str]:
    """G-10.13b, G-5.15b  Who goes on for an old expedition, its commander's part first.

    Those of its own men who lead now; if there are none, those whom its men have joined.
    """
    parts = dict.fromkeys([leaders[old], *[leaders[man] for man in leaders if came[man] == old]])
    own = [leader for leader in parts if came[leader] == old]
    return own or list(parts)


def _treasurer(units: Units, heirs: list[str], totals: Mapping[str, Units]) -> str:
    """G-6.37, G-10.13b  The part that keeps most of an expedition's Spanish units; of equal ones the commander's.

    Units of a kind are alike: each part counts what it can have kept of them, the commander's first (own ruling).
    """
    kept = {}
    for part in heirs:
        most = Units(*[min(had, has) for had, has in zip(units, totals[part], strict=True)])
        kept[part] = most.size
        units = units.less(most)
    return max(heirs, key=lambda part: kept[part])


@record
class Stake:
    """G-10.13b  An expedition with gold or a king that is arranged beside others.

    Those who go on for it keep at least half of its units of each kind: else the treasure would be with few men and
    the men elsewhere, which is what the ruling prevents (own ruling).
    """

    men: frozenset[str]
    least: Units


def _stake(pos: ConquestPosition, old: str, leaders: Mapping[str, str], heirs: list[str]) -> Stake:
    men = frozenset(man for man, leader in leaders.items() if leader in heirs)
    return Stake(men, Units(*[-(-number // 2) for number in pos.units(old)]))


def _joined(
    plan: Plan, olds: Mapping[str, Expedition], came: Mapping[str, str], before: tuple[str, ...]
) -> tuple[str, ...]:
    """G-10.13b  The commanders to whom a whole expedition came over, now or earlier in this impulse."""
    found = [c for c in before if c not in olds]
    for old in olds:
        parts = {leader for man, leader in plan.leaders.items() if came[man] == old}
        whole = len(parts) == 1 and came[plan.leaders[old]] != old
        if whole or old in before:
            found.append(plan.leaders[old])
    return tuple(dict.fromkeys(found))


# Who goes with whom ----------------------------------------------------------------------------------------------


def _blocks(pos: ConquestPosition, men: list[str]) -> dict[str, list[str]]:
    """G-10.13b  The men who joined in this impulse and stay together, by their commander."""
    return {c: pos.members(c) for c in pos.impulse.joined if c in men}


def _ask_leaders(pos: ConquestPosition, seat: Seat, men: list[str]) -> Procedure[dict[str, str]]:
    """1.43  Man by man: he leads, or he follows another. It is asked only where he can do both.

    Those who joined in this impulse follow their commander wherever he goes (G-10.13b).
    """
    leaders: dict[str, str] = {}
    units = sum([pos.captains[man].units.size for man in men])
    blocks = _blocks(pos, men)
    head = {man: commander for commander, block in blocks.items() for man in block}
    for each in men:
        man = head.get(each, each)
        if each not in leaders:
            joins = [option("join", man, other) for other in men if head.get(other, other) != man]
            forbids = partial(_forbids_leader, pos, men, blocks, dict(leaders), units, man)
            leader = man
            if None in map(forbids, joins):
                candidates = partial(tuple, [option("lead", man), *joins])
                chosen: Option = yield Choice(seat, "command", "1.43", candidates, forbids, False, (("captain", man),))
                leader = man if chosen.verb == "lead" else str(chosen.target)
            leaders |= dict.fromkeys(blocks.get(man, [man]), leader)
        note(pos, leaders[each])
    return leaders


def _forbids_leader(
    pos: ConquestPosition,
    men: list[str],
    blocks: Mapping[str, list[str]],
    leaders: dict[str, str],
    units: int,
    man: str,
    tried: Option,
) -> Bar | None:
    """1.43, G-1.43  A commander commands himself; who is followed follows nobody; the cards must hold all units."""
    other = tried.target
    if tried.verb == "lead" and tried.subject == man and other is None:
        return None
    if tried.verb != "join" or tried.subject != man or other not in men or other == man:
        return Bar("1.43", "not-offered")
    if other not in blocks and any(other in block for block in blocks.values()):
        return JOINED
    if man in leaders.values():
        return Bar("G-1.43", "is-followed")
    if leaders.get(other, other) != other:
        return Bar("G-1.43", "follows-another")
    if units <= pos.rules.card_units:
        return None
    tentative = {**leaders, **dict.fromkeys(blocks.get(man, [man]), other)}
    return None if _most_units(pos, men, blocks, tentative) >= units else Bar("1.43", "too-few-cards")


def _most_units(pos: ConquestPosition, men: list[str], blocks: Mapping[str, list[str]], leaders: dict[str, str]) -> int:
    """1.42, 1.43, C12  How many units the cards can hold at most, if whoever is not asked yet leads or fills a card."""
    cards = 0
    followed = set(leaders.values())
    for commander, block in blocks.items():
        if commander not in leaders:  # they lead, or bring as many cards as they would fill
            leaders = {**leaders, **dict.fromkeys(block, commander)}
    for leader in dict.fromkeys(leaders.values()):
        companions = [man for man, other in leaders.items() if other == leader and man != leader]
        cards += 1 + min(len(companions), pos.rules.companions_with_units)
    cards += sum(man not in leaders and man not in followed for man in men)
    return cards * pos.rules.card_units


# Units -----------------------------------------------------------------------------------------------------------


def _ask_units(
    pos: ConquestPosition, seat: Seat, men: list[str], leaders: dict[str, str], stakes: list[Stake]
) -> Procedure[dict[str, Units]]:
    """1.42, 1.43, C12  Kind by kind and card by card: ten a card, two companions with units in an expedition.

    Where there is a treasure its units stay with it (G-10.13b).
    """
    total = _all_units(pos, men)
    cards = dict.fromkeys(men, NO_UNITS)
    last = men[-1]
    for kind in KINDS:
        left = total.of(kind)
        if not left:
            pos.talk += ("0",) * len(men)
            continue
        for man in men:
            taken = left
            if left and man != last:
                room = _fitting(pos, men, leaders, cards, total, man, left)
                fits = _loyal(pos, men, cards, stakes, kind, man, left, room)
                taken = fits[0]
                if len(fits) > 1:
                    candidates = partial(amounts, 0, left)
                    forbids = partial(_forbids_units, pos, men, leaders, dict(cards), man, left, fits)
                    facts = (("captain", man), ("unit", kind), ("left", left))
                    chosen: Option = yield Choice(seat, "units", "1.42", candidates, forbids, False, facts)
                    taken = int(str(chosen.subject))
            note(pos, taken)
            if taken:
                cards[man] = cards[man].plus(kind, taken)
                left -= taken
    return cards


def _loyal(
    pos: ConquestPosition,
    men: list[str],
    cards: dict[str, Units],
    stakes: list[Stake],
    kind: str,
    man: str,
    left: int,
    room: Sequence[int],
) -> Sequence[int]:
    """G-10.13b  How many of a kind a man may take so that enough stay with each treasure, as far as cards allow."""
    least, most = 0, left
    behind = men[men.index(man) + 1 :]
    for stake in stakes:
        short = stake.least.of(kind) - sum([cards[each].of(kind) for each in stake.men])
        later = [each for each in behind if each in stake.men]
        if short <= 0:
            continue
        if man in stake.men:
            least = max(least, short - sum([pos.rules.card_units - cards[each].size for each in later]))
        elif later:
            most -= short
    return [number for number in room if least <= number <= most] or room


def _fitting(
    pos: ConquestPosition,
    men: list[str],
    leaders: dict[str, str],
    cards: dict[str, Units],
    total: Units,
    man: str,
    left: int,
) -> Sequence[int]:
    """1.42, 1.43, C12  How many of a kind a card may take so that the rest still finds room.

    What is left of this kind goes to the men after him, the kinds that come later go to anybody.
    """
    limit = pos.rules.card_units
    most = min(left, limit - cards[man].size)
    if len(men) <= 1 + pos.rules.companions_with_units or len(set(leaders.values())) == len(men):
        # nobody has too many companions: only the room behind him counts
        near = sum([limit - cards[each].size for each in men[men.index(man) + 1 :]])
        return range(max(0, left - near), most + 1)
    still = total.less(Units.total(cards.values()))
    fits = []
    room = _room(pos, men, leaders, cards, man, takes=False)
    if room is not None and left <= room[0] and still.size <= room[1]:
        fits.append(0)
    room = _room(pos, men, leaders, cards, man, takes=True)
    if room is not None and still.size <= room[1]:
        fits += range(max(1, left - room[0]), most + 1)
    return fits


def _room(
    pos: ConquestPosition, men: list[str], leaders: dict[str, str], cards: dict[str, Units], man: str, *, takes: bool
) -> tuple[int, int] | None:
    """1.42, 1.43  The room on the cards of the men after this one, and on all; None with too many companions.

    `takes` says that he himself takes some, so that his card is one of those with units.
    """
    limit, with_units = pos.rules.card_units, pos.rules.companions_with_units
    behind = set(men[men.index(man) + 1 :])
    near = everywhere = 0
    for leader in dict.fromkeys(leaders.values()):
        companions = [each for each in men if leaders[each] == leader and each != leader]
        holding = [each for each in companions if cards[each].size or (takes and each == man)]
        if len(holding) > with_units:
            return None
        empty = [each for each in companions if each not in holding]
        empty.sort(key=lambda each: each not in behind)  # first the men who can still take units of this kind
        for each in (leader, *holding, *empty[: with_units - len(holding)]):
            room = limit - cards[each].size
            everywhere += room
            near += room if each in behind else 0
    return near, everywhere


def _forbids_units(
    pos: ConquestPosition,
    men: list[str],
    leaders: dict[str, str],
    cards: dict[str, Units],
    man: str,
    left: int,
    fits: Sequence[int],
    tried: Option,
) -> Bar | None:
    """1.42, 1.43, C12  Why a card does not take so many of a kind."""
    number = int(str(tried.subject)) if str(tried.subject).isdecimal() else -1
    if tried.verb != "amount" or not 0 <= number <= left:
        return Bar("1.42", "not-offered")
    if number in fits:
        return None
    if cards[man].size + number > pos.rules.card_units:
        return Bar("1.42", "card-full")
    if number in _fitting(pos, men, leaders, cards, _all_units(pos, men), man, left):
        return Bar("G-10.13b", "units-of-the-treasure")
    full = _room(pos, men, leaders, cards, man, takes=number > 0) is None
    return Bar("1.43", "two-companions" if full else "no-room-for-the-rest")


def _all_units(pos: ConquestPosition, men: list[str]) -> Units:
    return Units.total([pos.captains[man].units for man in men])


# Allies, assets and food -----------------------------------------------------------------------------------------


def _share_assets(
    pos: ConquestPosition,
    seat: Seat,
    commanders: list[str],
    kind: str,
    olds: Mapping[str, Expedition],
    heirs: Mapping[str, list[str]],
) -> Procedure[dict[str, Pile]]:
    """G-5.15b  The assets of each old expedition are divided among those who go on for it, and go to nobody else."""
    shares: dict[str, list[Pile]] = {c: [] for c in commanders}
    for commander, old in olds.items():
        parts = yield from _share(pos, seat, sorted(heirs[commander]), kind, {commander: old})
        for c, part in parts.items():
            shares[c].append(part)
    return {c: Pile.united(piles) for c, piles in shares.items()}


def _share(
    pos: ConquestPosition, seat: Seat, commanders: list[str], kind: str, olds: Mapping[str, Expedition]
) -> Procedure[dict[str, Pile]]:
    """G-5.15, 5.24  Asset cards and Indian allies are divided as the owner likes.

    Cards that lie face down are asked for one by one: how often is asked says nothing of their titles.
    """
    held = [pile for old in olds.values() if (pile := getattr(old, kind)).titles]
    if not held:
        return dict.fromkeys(commanders, NOTHING)
    everything = Pile.united(held)
    shares: dict[str, list[str]] = {c: [] for c in commanders}
    singly = kind == "assets"
    for title in everything.each() if singly else everything.titles:
        left = 1 if singly else everything.count_of(title)
        for c in commanders:
            least = left if c == commanders[-1] else 0
            facts = (("captain", c), ("unit", title), ("left", left))
            taken = yield from amount(seat, f"share-{kind}", "G-time", least, left, facts=facts)
            note(pos, taken)
            shares[c] += [title] * taken
            left -= taken
    return {c: Pile.of(titles) for c, titles in shares.items()}


def _ask_food(
    pos: ConquestPosition, seat: Seat, room: dict[str, int], food: int, secret: bool
) -> Procedure[dict[str, int]]:
    """8.131, 8.14, G-8.14  Food is shared within the limits; only what nobody can carry is dropped.

    With cards face down (`secret`) all but the last are asked for: else it would show whether Bearers are among them.
    """
    if not food:
        pos.talk += ("0",) * len(room)
        return dict.fromkeys(room, 0)
    shares: dict[str, int] = {}
    later = sum(room.values())
    last = list(room)[-1]
    for c, here in room.items():
        later -= here
        least, most = min(here, max(0, food - later)), min(here, food)
        facts = (("captain", c), ("left", food))
        taken = yield from amount(seat, "share-food", "8.131", least, most, always=secret and c != last, facts=facts)
        note(pos, taken)
        shares[c] = taken
        food -= taken
    return shares


def _bearers(assets: Pile, shown: Pile) -> int:
    return assets.count_of(BEARER) + shown.count_of(BEARER)


# Carrying it out -------------------------------------------------------------------------------------------------


def _carry_out(
    pos: ConquestPosition, seat: Seat, space: str, olds: Mapping[str, Expedition], plan: Plan
) -> Procedure[None]:
    """The old expeditions make way for the new ones, and everything that belonged to them finds its place."""
    captains, now = pos.captains, plan.totals
    came = {man: captains[man].expedition for man in plan.leaders}
    was = {c: Units.total([captains[man].units for man, source in came.items() if source == c]) for c in olds}
    acted, tired = pos.impulse.activated, []
    pos.talk = ()
    for c in olds:
        del pos.expeditions[c]
    for c in plan.commanders:
        brought = [old for man, old in olds.items() if plan.treasurers[man] == c]
        gave = _gave_units(c, plan, was, olds)
        came_from = gave.union([came[man] for man, leader in plan.leaders.items() if leader == c])
        pos.expeditions[c] = Expedition(
            seat,
            space,
            plan.allies.get(c, NOTHING),
            plan.food[c],
            sum([old.gold for old in brought]),
            _hits(c, now[c], olds, gave),
            plan.assets[c],
            plan.shown[c],
            tuple(sorted([king for old in brought for king in old.kings])),
            True in [olds[source].ashore for source in came_from],
            False not in [olds[source].healthy for source in came_from],
        )
        if c not in acted and not came_from.isdisjoint(acted):
            tired.append(c)
    for man, leader in plan.leaders.items():
        captain = captains[man]
        if captain.expedition != leader or captain.units != plan.cards[man]:
            captains[man] = Captain(captain.owner, leader, plan.cards[man], captain.wounded)
    pos.impulse = changed(
        pos.impulse,
        rearranged=(*pos.impulse.rearranged, space),
        activated=(*acted, *tired),
        joined=_joined(plan, olds, came, pos.impulse.joined),
    )
    pos.report(Reorganised, who=seat, space=space, rule="G-time")
    _tell(pos, plan, olds)
    for c in plan.commanders:
        spoil_food(pos, c)
    for c in plan.commanders:
        if now[c].size:
            continue
        if any(was[old].size and plan.treasurers[old] == c for old in olds):
            yield from mourn(pos, c)  # no card but the other men's had room for its units
        else:
            settle(pos, c)


def _gave_units(commander: str, plan: Plan, was: Mapping[str, Units], olds: Mapping[str, Expedition]) -> set[str]:
    """The old expeditions from which it takes in units: they have fewer of a kind of which it has more now."""
    if len(olds) == 1 and commander in olds:
        return set()  # there is nobody to take them from
    has, had = plan.totals[commander], was.get(commander, NO_UNITS)
    allied = plan.allies.get(commander, NOTHING)
    own = olds[commander].allies if commander in olds else NOTHING
    gained = [place for place in range(len(KINDS)) if has[place] > had[place]]
    friends = [title for title in allied.titles if allied.count_of(title) > own.count_of(title)]
    givers = set()
    for source, old in olds.items() if gained or friends else ():
        left = plan.totals.get(source, NO_UNITS)
        kept = plan.allies.get(source, NOTHING)
        spaniards = [place for place in gained if left[place] < was[source][place]]
        if spaniards or any(kept.count_of(title) < old.allies.count_of(title) for title in friends):
            givers.add(source)
    return givers


def _hits(commander: str, units: Units, olds: Mapping[str, Expedition], gave: set[str]) -> int:
    """9.25, 9.26  Its own hits, or the most of any expedition that gave it units; none without Spanish units."""
    if not units.size:
        return 0
    sources = gave | {commander} if commander in olds else gave
    return max([olds[source].hits for source in sources])


def _tell(pos: ConquestPosition, plan: Plan, olds: Mapping[str, Expedition]) -> None:
    """What changed besides the arrangement: morale that went over (9.25), and food that nobody can carry (8.131)."""
    if pos.sink is None:
        return  # nobody listens
    for c in plan.commanders:
        had, now = olds[c].hits if c in olds else 0, pos.expeditions[c].hits
        if now != had:
            pos.report(MoraleChanged, expedition=c, hits=now - had, now=now, rule="9.25")
    dropped = sum([old.food for old in olds.values()]) - sum(plan.food.values())
    if dropped:
        c = plan.commanders[-1]
        pos.report(FoodChanged, expedition=c, food=-dropped, now=plan.food[c], why="dropped", rule="8.131")
