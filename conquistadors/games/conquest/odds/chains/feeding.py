"""8.0, 9.1  How an expedition gets through some turns of hunger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conquistadors.engine import record
from conquistadors.engine.arguments import checks_arguments
from conquistadors.games.conquest.builder import PlacePlan, build, expedition
from conquistadors.games.conquest.odds.assuming import FIFTH_HIT, assumed, luck_used
from conquistadors.games.conquest.odds.chains.arguments import GAMES, HERE, OWN, listed, path_of, whole
from conquistadors.games.conquest.odds.chains.chaining import UNIT, Chain, Chained, Goal, along, size_of
from conquistadors.games.conquest.odds.sizing import check_feeding
from conquistadors.games.conquest.odds.supposing import SEAT, luck_in_hand, rules_of
from conquistadors.games.conquest.rules.position import ConquestPosition


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
    size, index = size_of(pos, leader), pos.factions[chain.seat].index

    def result(at: ConquestPosition) -> Hardship:
        name, over = str(chain.leader(at)), chain.turns(at)
        held = at.expeditions[name]
        lost = size - size_of(at, name)
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
