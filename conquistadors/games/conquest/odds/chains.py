"""2.4, 4.0, 7.0, 8.0, 9.2, 11.3  Chains: an expedition does the same thing impulse after impulse, turn after turn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from conquistadors.engine import PASS, Choice, Option, Procedure, Seat, SetupError, changed, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.telling import reason
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.builder import PlacePlan, build, expedition, place
from conquistadors.games.conquest.odds.assuming import FIFTH_HIT, GOES_ON, assumed, luck_used
from conquistadors.games.conquest.odds.battle_question import Tactics
from conquistadors.games.conquest.odds.chaining import (
    LONGEST,
    MOST_GOLD,
    Chain,
    Chained,
    Goal,
    Rounds,
    along,
    instead,
    listed,
    path_of,
    tally,
    whole,
)
from conquistadors.games.conquest.odds.fighting import BattleParts, count_counters, forget, last_round
from conquistadors.games.conquest.odds.sizing import check_feeding, check_plunder, check_plundering
from conquistadors.games.conquest.odds.supposing import SEAT, luck_in_hand, rules_of
from conquistadors.games.conquest.odds.tactics import allotment, retreating
from conquistadors.games.conquest.rules.plunder import forbids_plunder
from conquistadors.games.conquest.rules.position import IMPERIAL, NO_UNITS, PLACES, ConquestPosition, Units
from conquistadors.games.conquest.rules.sequence import DONE, GIFT, forbids_activation
from conquistadors.games.conquest.rules.spaces import is_discovered
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import Paths
from conquistadors.odds.policies import Answer, Plan
from conquistadors.odds.solving import Solved

GAMES: Final = ("basic", "standard")
"""23.32  In the Solitaire Game the Reaction deck has a say in every action: there are no chains in it."""


@record
class Discovery:
    """4.0  What a march has found."""

    found: str
    """The best find: empire, city, town, village, nothing or mosquito; or "none": nowhere was an attempt made."""
    impulse: int
    """In which impulse it was found; 0 where no attempt was made."""
    space: str | None
    """Where."""


@record
class Loot:
    """7.0  What a place has yielded."""

    gold: int
    """What it brought; less than nothing where gold that was there before is lost with the expedition."""
    attempts: int
    """7.22  Plunder Gold rolls."""
    ends: str
    """7.24  "out": plundered out; "left": time was up; "lame": a wounded commander cannot go on in this turn (6.41);
    "beaten": the expedition was destroyed."""


@record
class Hardship:
    """8.0, 9.1  How an expedition has got through some turns."""

    turns: int
    """How many turns it kept within the limit that was set; all of them where there was none."""
    hits: int
    lost: int
    """Spanish and Indian units that are gone."""
    food: int
    index: int
    """8.22, 11.14  How far the governor index moved."""


@record
class Rallied:
    """9.2  What came of some Rally actions."""

    hits: int
    lost: int
    """9.14  Units lost by attempts that failed."""
    tries: int
    food: int
    """9.23  Food points that are left."""


@record
class Favour:
    """11.3  What came of some gifts."""

    index: int
    gifts: int
    gold: int
    """What is left of it."""


# 4.0  Discovery --------------------------------------------------------------------------------------------------

OWN: Final = (
    "path",
    "route",
    "impulses",
    "turns",
    "times",
    "rallies",
    "at_most",
    "target",
    "gold",
    "purse",
    "each_turn",
)
"""What a chain checks itself."""
FINDS: Final = ("mosquito", "nothing", "village", "town", "city", "empire")
"""What can be found, the better the later."""


@checks_arguments(*OWN)
def march(
    path: Sequence[str],
    impulses: int,
    *,
    wanted: Collection[str] = ("city", "empire"),
    units: str = "6 foot, 3 horse, 1 cannon",
    leader: str = "cortes",
    shown_assets: Sequence[str] = (),
    places: Mapping[str, PlacePlan | str] | None = None,
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """4.0  What a march along a path finds within so many impulses: `march(["cempoala", "totonacapan"], 2)`.

    The expedition stands in the first space of the path. It attempts discovery wherever it may, and stops with the
    first find that is `wanted`: `.chance(lambda end: end.found in ("city", "empire"))`. `places` is what is on the map
    already, `shown_assets` are Asset cards that lie open and help, `mano` is the use of one Mano de Dios (of two for
    "both"): best means as good for what is wanted as can be, or for a `goal`, a function of a `Discovery`.
    """
    spaces = listed(path, "path")
    if not spaces:
        raise SetupError(error_text("chain.no-path"))
    pos = build(
        rules=rules_of(scenario, GAMES),
        expeditions={leader: expedition(SEAT, spaces[0], units, shown=shown_assets)},
        places=places,
        hands={SEAT: luck_in_hand(mano)},
    )
    return march_at(pos, leader, path, impulses, wanted=wanted, mano=mano, goal=goal)


@checks_arguments(*OWN)
def march_at(
    pos: ConquestPosition,
    leader: str,
    path: Sequence[str],
    impulses: int,
    *,
    wanted: Collection[str] = ("city", "empire"),
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """4.0  The same from a position: the impulse of the expedition is next, and Mano de Dios is used if it is there."""
    chain = Chain(pos, leader)
    chain.check_commander()
    spaces = path_of(pos, listed(path, "path"), pos.expeditions[leader].space, "path")
    most = whole(impulses, "impulses")
    finds = {wanted} if isinstance(wanted, str) else set(wanted)
    if not finds <= set(FINDS):
        raise SetupError(error_text("chain.wanted", known=FINDS, wanted=short_repr(min(finds - set(FINDS)))))
    open_spaces = [space for space in spaces if not is_discovered(pos, space)]

    def result(at: ConquestPosition) -> Discovery:
        found = [(_find(at, space), at.site(space).found_in, space) for space in open_spaces if at.site(space).found_in]
        if not found:
            return Discovery("none", 0, None)
        best = max(found, key=lambda each: (FINDS.index(each[0]), -each[1]))
        return Discovery(best[0], best[1] - chain.first + 1, best[2])

    def done(at: ConquestPosition) -> bool:
        return chain.played(at) >= most or result(at).found in finds

    plan = chain.plan(lambda _: ("discover", "march"), mano, march=along(spaces))
    if "empire" in finds:  # the chain ends with it, and nobody asks for its other cities
        plan = changed(plan, indifferent=plan.indifferent | {"space", "imperial-city"})
    worth = goal or (lambda end: int(end.found in finds))
    said = [assumed("along", spaces=tuple(spaces)), GOES_ON, luck_used(mano)]
    return chain.solved(plan, done, result, worth, said)


def _find(pos: ConquestPosition, space: str) -> str:
    marker = str(pos.site(space).marker)
    return "empire" if marker in IMPERIAL else "nothing" if marker not in FINDS else marker


# 7.0  Plunder ----------------------------------------------------------------------------------------------------


@checks_arguments(*OWN)
def plunder(
    marker: str = "city",
    *,
    turns: int = 1,
    each_turn: Rounds = None,
    attempts: int = 0,
    king: bool = False,
    troops: Sequence[int | str] | str = (),
    units: str = "6 foot, 3 horse, 1 cannon",
    leader: str = "cortes",
    losses: str = "highest",
    round: int = 1,  # noqa: A002  # the word of the rulebook
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """7.0  Plunder until nothing is left: `plunder("city").part("gold")`; town, city, imperial or capital.

    All attempts are made in one turn, each one harder than the last (7.22, 7.25), as many as are needed. `each_turn`
    says otherwise: so many attempts in a turn, or "rolled": one in each round, from a given `round` on, until the end
    roll (2.42) ends the turn. `turns` is for how many turns that goes on. `attempts` were made before in this turn,
    `king` is held by the expedition. The place is hostile and its troops have been destroyed; `troops` are those that
    are still there, by their values, or "draw": it is neutral, and draws them when it is plundered (7.131, 12.34).
    They are fought to the end, and `losses` says whom losses hit. `mano` is the use of one Mano de Dios (of two for
    "both"): best means for the most gold, or for a `goal`, a function of a `Loot`.
    """
    if marker not in PLACES:
        raise SetupError(error_text("chain.plundered", known=PLACE_NAMES, wanted=short_repr(marker)))
    drawn = troops == "draw"
    if isinstance(troops, str) and not drawn:
        raise SetupError(error_text("chain.troops", wanted=short_repr(troops)))
    empire = EMPIRE if marker in IMPERIAL else None
    if king and empire is None:
        raise SetupError(error_text("chain.king", marker=marker))
    garrison = () if isinstance(troops, str) else troops
    pos = build(
        rules=rules_of(scenario, GAMES),
        expeditions={leader: expedition(SEAT, HERE, units, kings=[EMPIRE] if king else [])},
        places={HERE: place(marker, hostile=not drawn, units=garrison, empire=empire, attempts=attempts)},
        hands={SEAT: luck_in_hand(mano)},
        round=round,
    )
    return plunder_at(pos, leader, turns=turns, each_turn=each_turn, losses=losses, mano=mano, goal=goal)


HERE: Final = "tlaxcala"
ONE: Final = Units(foot=1)
EMPIRE: Final = "mexica"
PLACE_NAMES: Final = ("town", "city", "imperial", "capital")


@checks_arguments(*OWN)
def plunder_at(
    pos: ConquestPosition,
    leader: str,
    *,
    turns: int = 1,
    each_turn: Rounds = None,
    losses: str = "highest",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """7.0  The same where an expedition of a position stands: its impulse is next."""
    if each_turn not in (None, "rolled"):
        whole(each_turn, error_text("chain.each-turn"))
    chain = Chain(pos, leader, each_turn)
    chain.check_commander()
    long = whole(turns, "turns")
    here = pos.expeditions[leader].space
    bar = forbids_plunder(pos, leader)
    if bar is not None:
        why = reason(pos.rules, bar)
        raise SetupError(error_text("chain.may-not-plunder", expedition=leader, space=here, why=why, rule=bar.rule))
    if pos.site(here).ally == chain.seat:
        raise SetupError(error_text("chain.ally", space=here))
    check_plundering(pos, long, each_turn, mano)
    before = pos.expeditions[leader].gold
    earlier = sum(site.attempts for site in pos.sites.values())

    def result(at: ConquestPosition) -> Loot:
        name, site = chain.leader(at), at.site(here)
        gold = (0 if name is None else at.expeditions[name].gold) - before
        made = tally(at) + sum(each.attempts for each in at.sites.values()) - earlier
        if name is None or at.expeditions[name].space != here or not at.has_units(name):
            return Loot(gold, made, "beaten")
        return Loot(gold, made, "out" if site.out else "lame" if at.captains[name].wounded else "left")

    def done(at: ConquestPosition) -> bool:
        if result(at).ends in ("out", "beaten") or chain.turns(at) >= long:
            return True
        stuck = forbids_activation(at, chain.seat, str(chain.leader(at))) is not None  # 6.41: until the turn is over
        return stuck and at.tasks[-1] == "round" and each_turn is None

    rounds = last_round(pos, Tactics())

    def alike(at: ConquestPosition) -> None:
        """Nobody retreats: later rounds of a battle are alike. After it one unit is as good as ten, and a plunder roll
        asks neither for morale nor for the governor."""
        if at.battle is not None:
            forget(at, rounds)
        elif at.tasks[-1] == "plunder-roll":
            name = chain.leader(at)
            if name is not None and at.has_units(name):
                for man in at.members(name):
                    at.edit_captain(man, units=ONE if man == name else NO_UNITS)
                at.edit(name, hits=0)
            at.edit_faction(chain.seat, index=0, warrant=False)
            count_counters(at)

    plan = chain.plan(
        lambda _: ("plunder",), mano, loss=allotment(losses, losses), retreat=retreating("never"), charge="pass"
    )
    fight = not pos.site(here).hostile or bool(pos.site(here).garrison.titles)
    if fight:
        check_plunder(pos, leader, Tactics(losses=losses, mano=mano))
    parts = BattleParts(chain.begun(), Tactics(mano=mano)) if fight else None
    said = [
        assumed("plunder-turns", turns=long) if long > 1 else assumed("plunder-turn"),
        GOES_ON if each_turn is None else assumed("between-turns"),
        assumed("fight", how=losses),
        luck_used(mano),
    ]
    return chain.solved(
        plan, done, result, goal or (lambda end: end.gold), said, parts=parts, alike=alike if fight else None
    )


# 8.0  Subsistence ------------------------------------------------------------------------------------------------


@checks_arguments(*OWN)
def feed(
    turns: int,
    *,
    units: str = "6 foot, 3 horse, 1 cannon",
    food: int = 0,
    hits: int = 0,
    at_most: int | None = None,
    space: str = HERE,
    route: Sequence[str] = (),
    rallies: int = 0,
    leader: str = "cortes",
    shown_assets: Sequence[str] = (),
    places: Mapping[str, PlacePlan | str] | None = None,
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """8.0  How an expedition gets through some turns: `feed(3, food=1, at_most=2).part("turns")[3]`.

    At the end of every turn it eats a food point, if it has to, or else it is checked for hunger; in the Standard Game
    for malaria too. Before that it marches on to the next space of a `route` by land, where there is one, with the
    checks of desert and rain forest (3.131); and before that come as many Rally actions as are said, while it has hits.
    With `at_most` so many hits the chain ends in the turn in which it has more, or loses a unit. `mano` is the use of
    one Mano de Dios (of two for "both"): best means to keep within that limit, or else for the fewest hits, a unit
    lost counting as five; or for a `goal`, a function of a `Hardship`.
    """
    pos = build(
        rules=rules_of(scenario, GAMES),
        expeditions={leader: expedition(SEAT, space, units, food=food, hits=hits, shown=shown_assets)},
        places=places,
        hands={SEAT: luck_in_hand(mano)},
    )
    return feed_at(pos, leader, turns, at_most=at_most, route=route, rallies=rallies, mano=mano, goal=goal)


@checks_arguments(*OWN)
def feed_at(
    pos: ConquestPosition,
    leader: str,
    turns: int,
    *,
    at_most: int | None = None,
    route: Sequence[str] = (),
    rallies: int = 0,
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """8.0  The same for an expedition of a position, from the first impulse of a turn on."""
    rally_rounds = whole(rallies, "rallies", 0)
    long = whole(turns, "turns")
    limit = None if at_most is None else whole(at_most, "at_most", 0)
    check_feeding(pos, long, rally_rounds, mano)
    chain = Chain(pos, leader, rally_rounds + bool(route), fed=True)
    here = pos.expeditions[leader].space
    spaces = path_of(pos, (here, *listed(route, "route")), here, "route")
    size, index = _size(pos, leader), pos.factions[chain.seat].index

    def result(at: ConquestPosition) -> Hardship:
        name, over = str(chain.leader(at)), chain.turns(at)
        held = at.expeditions[name]
        lost = size - _size(at, name)
        kept = limit is None or (held.hits <= limit and not lost)
        moved = at.factions[chain.seat].index - index
        return Hardship(over if kept else over - 1, held.hits, lost, held.food, moved)

    def done(at: ConquestPosition) -> bool:
        over = chain.turns(at)
        return at.tasks[-1] == "turn" and (over >= long or result(at).turns < over)

    def verbs(at: ConquestPosition) -> Sequence[str]:
        return ("rally",) if chain.played(at) <= rally_rounds else ("march",)

    if limit is None:
        worth = goal or (lambda end: -end.hits - UNIT * end.lost)
    else:
        worth = goal or (lambda end: end.turns >= long)
    said = [
        assumed("rallies", count=rally_rounds) if rally_rounds else assumed("no-rally"),
        assumed("march", spaces=tuple(spaces)) if route else assumed("stays"),
        assumed("no-food"),
        FIFTH_HIT,
        luck_used(mano),
    ]
    plan = chain.plan(verbs, mano, march=along(spaces, 1))
    return chain.solved(plan, done, result, worth, said)


UNIT: Final = 5
"""9.14  A unit is lost instead of a fifth hit."""


def _size(pos: ConquestPosition, leader: str) -> int:
    """All units of an expedition, Spanish and Indian."""
    return pos.units(leader).size + pos.expeditions[leader].allies.size


# 9.2  Rally ------------------------------------------------------------------------------------------------------

SPENDING: Final = ("never", "always", "best")


@checks_arguments(*OWN)
def rally(
    hits: int,
    times: int = 1,
    *,
    target: int = 0,
    food: int = 0,
    spend: str = "never",
    units: str = "6 foot, 3 horse, 1 cannon",
    leader: str = "cortes",
    companions: Mapping[str, str] | None = None,
    marker: str = "discovered",
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """9.2  What comes of up to so many Rally actions: `rally(3, 2).part("hits")`.

    They stop when no more hits than the `target` are left. `spend` says whether a food point is spent on each for +1:
    "never", "always" (as long as there is one) or "best". `marker` is what stands in the space: "mosquito" makes it
    harder. `mano` is the use of one Mano de Dios (of two for "both"): best means for the fewest hits, a unit lost
    counting as five, or for a `goal`, a function of a `Rallied`.
    """
    men = expedition(SEAT, HERE, units, companions=companions, food=food, hits=hits)
    pos = build(
        rules=rules_of(scenario, GAMES),
        expeditions={leader: men},
        places={HERE: marker},
        hands={SEAT: luck_in_hand(mano)},
    )
    return rally_at(pos, leader, times, target=target, spend=spend, mano=mano, goal=goal)


@checks_arguments(*OWN)
def rally_at(
    pos: ConquestPosition,
    leader: str,
    times: int = 1,
    *,
    target: int = 0,
    spend: str = "never",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """9.2  The same for an expedition of a position: its impulse is next."""
    chain = Chain(pos, leader)
    chain.check_commander()
    most, low = whole(times, "times"), whole(target, "target", 0)
    if spend not in SPENDING:
        raise SetupError(error_text("chain.food", known=SPENDING, wanted=short_repr(spend)))
    size = _size(pos, leader)

    def result(at: ConquestPosition) -> Rallied:
        name = str(chain.leader(at))
        held = at.expeditions[name]
        return Rallied(held.hits, size - _size(at, name), chain.played(at), held.food)

    def done(at: ConquestPosition) -> bool:
        end = result(at)
        return end.hits <= low or end.tries >= most

    answers: dict[str, Answer] = {"never": PASS, "always": "first", "best": "best"}
    plan = chain.plan(lambda _: ("rally",), mano, **{"rally-food": answers[spend]})
    said = [assumed("food", how=spend), GOES_ON, FIFTH_HIT, luck_used(mano)]
    return chain.solved(plan, done, result, goal or (lambda end: -end.hits - UNIT * end.lost), said)


# 11.3  Gifts -----------------------------------------------------------------------------------------------------


@checks_arguments(*OWN)
def gifts(
    gold: int = 3,
    times: int = 1,
    *,
    index: int = 0,
    target: int | None = None,
    purse: int | None = None,
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """11.3  What comes of up to so many gifts of so much gold each, one an impulse: `gifts(6, 3, index=-2, target=1)`.

    They stop when the `index` has reached the `target`, or when a `purse` that holds less than all of them is too
    light. `mano` is the use of one Mano de Dios (of two for "both"): best means for the highest index, or for a `goal`,
    a function of a `Favour`.
    """
    least = rules_of(scenario, GAMES).n.gift_least
    many, much = whole(times, "times"), whole(gold, "gold", least, MOST_GOLD)
    held = many * much if purse is None else whole(purse, "purse", 0, LONGEST * MOST_GOLD)
    men = expedition(SEAT, HERE, "1 foot", gold=held)
    pos = build(
        rules=rules_of(scenario, GAMES), expeditions={GIVER: men}, index={SEAT: index}, hands={SEAT: luck_in_hand(mano)}
    )
    return gifts_at(pos, SEAT, much, many, target=target, mano=mano, goal=goal)


GIVER: Final = "cortes"


@checks_arguments(*OWN)
def gifts_at(
    pos: ConquestPosition,
    seat: Seat,
    gold: int = 3,
    times: int = 1,
    *,
    target: int | None = None,
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """11.3  The same for a player of a position, whose impulse is next. His first expeditions pay what they can."""
    own = pos.expeditions_of(seat)
    if not own:
        raise SetupError(error_text("chain.cannot-pay", player=short_repr(seat)))
    chain = Chain(pos, own[0])
    most, much = whole(times, "times"), whole(gold, "gold", pos.rules.n.gift_least, MOST_GOLD)
    lowest, highest = pos.rules.favour_ends
    if target is not None and (type(target) is not int or not lowest <= target <= highest):
        raise SetupError(error_text("chain.target", least=lowest, most=highest, wanted=short_repr(target)))

    def purse(at: ConquestPosition) -> int:
        return sum(at.expeditions[commander].gold for commander in at.expeditions_of(seat))

    def result(at: ConquestPosition) -> Favour:
        return Favour(at.factions[seat].index, chain.played(at), purse(at))

    def done(at: ConquestPosition) -> bool:
        end = result(at)
        return end.gifts >= most or end.gold < much or (target is not None and end.index >= target)

    def impulse(_: ConquestPosition, choice: Choice) -> Option:
        return GIFT if choice.forbids(GIFT) is None else DONE

    def share(_: ConquestPosition, choice: Choice) -> Option:
        """As much of what is still wanted as this expedition can pay."""
        wanted = much - int(str(dict(choice.facts)["given"]))
        return min(choice.legal(), key=lambda each: abs(int(str(each.subject)) - wanted))

    plan = chain.plan(lambda _: (), mano, impulse=impulse, gift=share, favour="raise")
    said = [assumed("gift", gold=much), GOES_ON, luck_used(mano)]
    return chain.solved(plan, done, result, goal or (lambda end: end.index), said)


# 2.4  The end of the turn ----------------------------------------------------------------------------------------


@checks_arguments(*OWN)
def rounds_left(
    round: int = 1,  # noqa: A002  # the word of the rulebook
    *,
    seats: int = 2,
    active: Seat | None = None,
    player: Seat | None = None,
    scenario: str = "basic",
) -> Distribution:
    """2.42  How many rounds still come after this one; or, for a `player`, how many impulses after the one under way.

    `active` is the player whose impulse that is, in the order red, blue, green, yellow, black.
    """
    game: dict[str, Any] = {} if scenario == "solitaire" else {"seats": seats}
    return rounds_left_at(build(scenario=scenario, game=game, round=round, active=active), player)


@checks_arguments(*OWN)
def rounds_left_at(pos: ConquestPosition, player: Seat | None = None) -> Distribution:
    """2.42  The same from a position, in which a round is under way."""
    if player is not None and player not in pos.order:
        raise SetupError(error_text("order.player", wanted=short_repr(player), known=pos.order))
    if not pos.round:
        raise SetupError(error_text("chain.no-round"))
    track = pos.rules.rounds_most
    if pos.round > track:
        raise SetupError(error_text("chain.rounds", most=track, wanted=pos.round))
    course, now = pos.rules.profile, pos.round
    start = pos.copy()
    start.tasks = ("end-roll",)

    def step(at: ConquestPosition) -> Procedure[None]:
        return instead(at) if at.tasks[-1] in course.before_impulse else at.rules.step(at)

    paths = Paths(step, Plan({"impulse": DONE}), lambda at: at.tasks[-1] in course.after_rounds)
    first = paths.explore(start)
    later = 0 if player is None else int(pos.order.index(player) > pos.order.index(pos.active))
    return Solved(paths, first).distribution(lambda at: at.round - now + later, [assumed("no-end")])
