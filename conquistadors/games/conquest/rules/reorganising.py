"""1.4, 9.25, G-time  Combining, splitting, promoting, and swapping units: one dialogue for one's own men in a space."""

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
from conquistadors.games.conquest.rules.expeditions import BEARER, food_limit_of, settle, spoil_food
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


NOTHING_TO_ARRANGE: Final = Bar("1.43", "nothing-to-arrange")
REARRANGED: Final = Bar("G-time", "rearranged")


def forbids_reorganising(pos: ConquestPosition, seat: Seat, space: str | None) -> Bar | None:
    """G-time  In one's own impulse, on land, where there is something to arrange; not twice in a row.

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
    3  gold and kings stay with the commander who had them, wherever he goes (10.13, G-6.37)
    4  morale: whoever takes in units from an expedition with more hits gets its hits (9.25)
    """
    if space in pos.rules.world.sea:
        yield from share_at_sea(pos, seat, space)
        return
    olds = {c: pos.expeditions[c] for c in own_in(pos, seat, space)}
    men = men_in(pos, seat, space)
    step(pos, reorganise, "command")
    leaders = yield from _ask_leaders(pos, seat, men)
    commanders = [man for man in men if leaders[man] == man]
    step(pos, reorganise, "units")
    cards = yield from _ask_units(pos, seat, men, leaders)
    totals = {c: Units.total([cards[man] for man in men if leaders[man] == c]) for c in commanders}
    step(pos, reorganise, "allies")
    able = [c for c in commanders if totals[c].size]  # 5.24: Indians go only where Spaniards go
    allies = yield from _share(pos, seat, able, "allies", olds)
    step(pos, reorganise, "assets")
    assets = yield from _share(pos, seat, commanders, "assets", olds)
    shown = yield from _share(pos, seat, commanders, "shown", olds)
    step(pos, reorganise, "food")
    room = {c: food_limit_of(pos, totals[c].foot, _bearers(assets[c], shown[c])) for c in commanders}
    secret = bool([old for old in olds.values() if old.assets.titles])
    food = yield from _ask_food(pos, seat, room, sum([e.food for e in olds.values()]), secret)
    plan = Plan(leaders, commanders, totals, cards, allies, assets, shown, food)
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


# Who goes with whom ----------------------------------------------------------------------------------------------


def _ask_leaders(pos: ConquestPosition, seat: Seat, men: list[str]) -> Procedure[dict[str, str]]:
    """1.43  Man by man: he leads, or he follows another. It is asked only where he can do both."""
    leaders: dict[str, str] = {}
    units = sum([pos.captains[man].units.size for man in men])
    for man in men:
        joins = [option("join", man, other) for other in men if other != man]
        forbids = partial(_forbids_leader, pos, men, dict(leaders), units, man)
        leader = man
        if None in map(forbids, joins):
            candidates = partial(tuple, [option("lead", man), *joins])
            chosen: Option = yield Choice(seat, "command", "1.43", candidates, forbids, False, (("captain", man),))
            leader = man if chosen.verb == "lead" else str(chosen.target)
        leaders[man] = leader
        note(pos, leader)
    return leaders


def _forbids_leader(
    pos: ConquestPosition, men: list[str], leaders: dict[str, str], units: int, man: str, tried: Option
) -> Bar | None:
    """1.43, G-1.43  A commander commands himself; who is followed follows nobody; the cards must hold all units."""
    other = tried.target
    if tried.verb == "lead" and tried.subject == man and other is None:
        return None
    if tried.verb != "join" or tried.subject != man or other not in men or other == man:
        return Bar("1.43", "not-offered")
    if man in leaders.values():
        return Bar("G-1.43", "is-followed")
    if leaders.get(other, other) != other:
        return Bar("G-1.43", "follows-another")
    if units <= pos.rules.card_units:
        return None
    return None if _most_units(pos, men, {**leaders, man: other}) >= units else Bar("1.43", "too-few-cards")


def _most_units(pos: ConquestPosition, men: list[str], leaders: dict[str, str]) -> int:
    """1.42, 1.43, C12  How many units the cards can hold at most, if whoever is not asked yet leads or fills a card."""
    cards = 0
    for leader in dict.fromkeys(leaders.values()):
        companions = [man for man, other in leaders.items() if other == leader and man != leader]
        cards += 1 + min(len(companions), pos.rules.companions_with_units)
    cards += sum(man not in leaders and man not in leaders.values() for man in men)
    return cards * pos.rules.card_units


# Units -----------------------------------------------------------------------------------------------------------


def _ask_units(
    pos: ConquestPosition, seat: Seat, men: list[str], leaders: dict[str, str]
) -> Procedure[dict[str, Units]]:
    """1.42, 1.43, C12  Kind by kind and card by card: ten a card, two companions with units in an expedition."""
    total = Units.total([pos.captains[man].units for man in men])
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
                fits = _fitting(pos, men, leaders, cards, total, man, left)
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
    full = _room(pos, men, leaders, cards, man, takes=number > 0) is None
    return Bar("1.43", "two-companions" if full else "no-room-for-the-rest")


# Allies, assets and food -----------------------------------------------------------------------------------------


def _share(
    pos: ConquestPosition, seat: Seat, commanders: list[str], kind: str, olds: Mapping[str, Expedition]
) -> Procedure[dict[str, Pile]]:
    """G-5.15, 5.24  Asset cards and Indian allies are pooled, and divided as the owner likes.

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
        brought = [old for man, old in olds.items() if plan.leaders[man] == c]
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
    pos.impulse = changed(pos.impulse, rearranged=(*pos.impulse.rearranged, space), activated=(*acted, *tired))
    pos.report(Reorganised, who=seat, space=space, rule="G-time")
    _tell(pos, plan, olds)
    for c in plan.commanders:
        spoil_food(pos, c)
    for c in plan.commanders:
        if not now[c].size:
            yield from settle(pos, c)


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
