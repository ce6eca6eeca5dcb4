"""Chains of impulses and turns, beside the same chains worked out by hand from the files of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any, Final

import icepool
import pytest

from conquistadors.engine.errors import SetupError
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.odds.chains import (
    Discovery,
    Favour,
    Hardship,
    Rallied,
    feed,
    feed_at,
    gifts,
    gifts_at,
    march,
    march_at,
    plunder,
    plunder_at,
    rally,
    rally_at,
    rounds_left,
    rounds_left_at,
)
from conquistadors.games.conquest.pack.records import Pack
from conquistadors.odds import battle, table

PACK: Final = Pack()
RATING: Final = {card["id"]: int(card["rally"]) for card in PACK.read("cards/conquistadors.toml")["card"]}
ONE, TWO = icepool.d6, 2 @ icepool.d6
MOST_HITS: Final = 4
Chances = dict[Any, Fraction]


def cell(file: str, name: str, column: str, total: int) -> Any:
    """A cell straight from the file: beyond the ends the last one."""
    entry = PACK.read(f"tables/{file}.toml")[name]
    row, first = entry["columns"][column], entry.get("first", 1)
    return row[max(0, min(total - first, len(row) - 1))]


def thrown(dice: Any, read: Callable[[int], Any]) -> Chances:
    """What the dice come to."""
    return added((read(total), dice.probability(total)) for total in dice)


def added(pairs: Iterable[tuple[Any, Fraction]]) -> Chances:
    chances: Chances = {}
    for result, chance in pairs:
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def onward(now: Chances, step: Callable[[Any], Mapping[Any, Fraction]]) -> Chances:
    """From each state on, by a step."""
    return added((new, p * q) for state, p in now.items() for new, q in step(state).items())


# 2.4  The end of the turn --------------------------------------------------------------------------------------------


def ending(now: int) -> Chances:
    """Rounds after this one: the turn ends on a total up to that of the box, and with the last box in any case."""
    track = PACK.read("tables/sequence.toml")["impulses"]["columns"]["ends"]
    left, going_on = {}, Fraction(1)
    for number in range(now, len(track) + 1):
        ends = TWO.probability("<=", track[number - 1]) if number < len(track) else Fraction(1)
        left[number - now] = going_on * ends
        going_on *= 1 - ends
    return {rounds: chance for rounds, chance in left.items() if chance}


@pytest.mark.parametrize("now", range(1, 11))
def test_the_rounds_that_are_left(now: int) -> None:
    odds = rounds_left(now)
    assert odds.total == 1
    assert dict(odds) == ending(now)


def test_the_impulses_that_a_player_has_left() -> None:
    """Who comes later in the round has one more."""
    rounds = ending(4)
    for player, more in (("red", 0), ("blue", 0), ("green", 1)):
        assert dict(rounds_left(4, seats=3, active="blue", player=player)) == {n + more: p for n, p in rounds.items()}
    assert dict(rounds_left(5, scenario="solitaire")) == ending(5)


def test_the_rounds_of_a_position() -> None:
    pos = build(scenario="standard", round=6, active="blue")
    assert dict(rounds_left_at(pos)) == ending(6)
    assert dict(rounds_left_at(pos, "red")) == ending(6)


# 11.3  Gifts ---------------------------------------------------------------------------------------------------------


def favour(gold: int, times: int, index: int, target: int | None, purse: int) -> Chances:
    """Each full three gold beyond the first add one; the track ends at 5."""
    boxes = thrown(TWO, lambda total: cell("governor", "gift", "boxes", total + (gold - 3) // 3))

    def give(at: Favour) -> Chances:
        if at.gifts >= times or at.gold < gold or (target is not None and at.index >= target):
            return {at: Fraction(1)}
        return added((Favour(min(5, at.index + n), at.gifts + 1, at.gold - gold), p) for n, p in boxes.items())

    now: Chances = {Favour(index, 0, purse): Fraction(1)}
    for _ in range(times):
        now = onward(now, give)
    return now


@pytest.mark.parametrize(
    ("gold", "times", "index", "target", "purse"),
    [(3, 1, 0, None, 3), (3, 4, -1, 1, 12), (8, 3, -2, 0, 24), (9, 5, 3, None, 45), (6, 4, 0, 3, 15), (3, 2, 2, 1, 6)],
)
def test_gifts(gold: int, times: int, index: int, target: int | None, purse: int) -> None:
    odds = gifts(gold, times, index=index, target=target, purse=purse)
    assert odds.total == 1
    assert dict(odds) == favour(gold, times, index, target, purse)


def test_one_gift_is_the_roll_of_the_catalogue() -> None:
    assert dict(gifts(3, mano="best").part("index")) == dict(table("gift", mano="best", goal="most"))
    assert dict(gifts(3, mano="before").part("index")) == dict(table("gift", modifiers=2))


def test_a_card_is_kept_for_the_gift_where_it_serves_best() -> None:
    def reaches(end: Favour) -> bool:
        return end.index >= 2

    plain, best = [gifts(6, 3, target=2, mano=mano, goal=reaches).chance(reaches) for mano in ("never", "best")]
    always = gifts(6, 3, target=2, mano="before").chance(reaches)
    assert plain < always <= best < 1


def test_several_expeditions_pay_for_one_gift() -> None:
    men = {"cortes": expedition("red", "tlaxcala", "1 foot", gold=2), "alvarado": expedition("red", "cholula", gold=9)}
    odds = gifts_at(build(expeditions=men), "red", 5, 2)
    assert dict(odds) == favour(5, 2, 0, None, 11)


# 9.2  Rally ----------------------------------------------------------------------------------------------------------


def rallied(hits: int, times: int, *, target: int = 0, units: int = 10, food: int = 0, added_to: int = 0) -> Chances:
    """The rating of Cortés, a food point for +1 as long as there is one; a fifth hit costs a unit."""

    def attempt(at: Rallied) -> Chances:
        if at.tries >= times or at.hits <= target:
            return {at: Fraction(1)}
        more = RATING["cortes"] + added_to + (at.food > 0)
        change = thrown(TWO, lambda total: cell("morale", "rally", "hits", total + more))
        return added((_after(at, n), p) for n, p in change.items())

    def _after(at: Rallied, n: int) -> Rallied:
        lost = at.lost + max(0, at.hits + n - MOST_HITS)
        hits_now = 0 if lost >= units else max(0, min(MOST_HITS, at.hits + n))
        return Rallied(hits_now, lost, at.tries + 1, 0 if lost >= units else max(0, at.food - 1))

    now: Chances = {Rallied(hits, 0, 0, food): Fraction(1)}
    for _ in range(times):
        now = onward(now, attempt)
    return now


def test_rally_plans() -> None:
    for hits, times, target in ((1, 1, 0), (3, 2, 0), (4, 3, 1), (2, 4, 2)):
        odds = rally(hits, times, target=target)
        assert odds.total == 1
        assert dict(odds) == rallied(hits, times, target=target)


def test_mosquitoes_and_food() -> None:
    assert dict(rally(3, 2, marker="mosquito")) == rallied(3, 2, added_to=-1)
    assert dict(rally(4, 3, food=2, spend="always")) == rallied(4, 3, food=2)
    kept = rally(4, 3, food=2)
    assert kept.part("hits") == rally(4, 3).part("hits")
    assert dict(kept.part("food")) == {2: 1}


def test_a_rally_that_fails_at_four_hits_costs_a_unit() -> None:
    """A conquistador without a rating, beside mosquitoes."""
    odds = rally(4, 1, units="1 foot", leader=LAME, marker="mosquito")
    backfires = TWO.probability("<=", 3 + 1)
    assert odds.part("lost")[1] == backfires
    assert odds[Rallied(0, 1, 1, 0)] == backfires, "9.26: the last unit takes the hits with it"


LAME: Final = next(
    card["id"]
    for card in PACK.read("cards/conquistadors.toml")["card"]
    if int(card["rally"]) == 0 and card["print"] != "replacement" and "option" not in card
)


def test_the_best_use_of_food_and_luck() -> None:
    plans = [rally(4, 2, food=2, spend=spend) for spend in ("never", "always")]
    best = rally(4, 2, food=2, spend="best", mano="best")
    assert best.part("hits").mean() <= min(plan.part("hits").mean() for plan in plans)
    assert dict(rally(2, mano="before").part("hits")) == dict(
        table("rally", modifiers={"rating": RATING["cortes"] + 2}).map(lambda change: max(0, 2 + change))
    )


# 8.0  Subsistence ----------------------------------------------------------------------------------------------------


def checked(at: Hardship, modifier: int, units: int) -> Chances:
    """A morale check."""
    found: Chances = {}
    for n, p in thrown(ONE, lambda total: cell("morale", "morale", "hits", total + modifier)).items():
        gone = max(0, at.hits + n - MOST_HITS)
        lost = min(units, at.lost + gone)
        hits = 0 if lost == units else min(MOST_HITS, at.hits + n)
        new = Hardship(at.turns, hits, lost, at.food, at.index - (gone > 0))
        found[new] = found.get(new, Fraction(0)) + p
    return found


def hungry(
    turns: int, food: int = 0, hits: int = 0, units: int = 10, at_most: int | None = None, modifier: int = 0
) -> Chances:
    """A food point each turn, and then a check each turn."""

    def turn(at: Hardship, number: int) -> Chances:
        if at.turns < number:
            return {at: Fraction(1)}
        if at.food or at.lost >= units:
            found: Chances = {Hardship(at.turns, at.hits, at.lost, max(0, at.food - 1), at.index): Fraction(1)}
        else:
            found = checked(at, modifier, units)
        return added((_counted(new), p) for new, p in found.items())

    def _counted(at: Hardship) -> Hardship:
        kept = at_most is None or (at.hits <= at_most and not at.lost)
        return Hardship(at.turns + kept, at.hits, at.lost, at.food, at.index)

    now: Chances = {Hardship(0, hits, 0, food, 0): Fraction(1)}
    for number in range(turns):
        now = onward(now, partial(turn, number=number))
    return now


@pytest.mark.parametrize(
    ("turns", "food", "hits", "at_most"),
    [(1, 0, 0, None), (4, 1, 0, None), (5, 0, 1, 3), (3, 2, 3, 3), (6, 0, 0, 4), (4, 3, 2, None)],
)
def test_turns_without_enough_food(turns: int, food: int, hits: int, at_most: int | None) -> None:
    odds = feed(turns, food=food, hits=hits, at_most=at_most)
    assert odds.total == 1
    assert dict(odds) == hungry(turns, food, hits, at_most=at_most)


def test_the_last_unit_and_a_fever_coast() -> None:
    assert dict(feed(5, units="1 foot", hits=3)) == hungry(5, hits=3, units=1)
    assert dict(feed(3, space="potonchan", hits=2)) == hungry(3, hits=2, modifier=-1)


def test_an_ally_near_by_feeds() -> None:
    odds = feed(4, food=1, space="tlaxcala", places={"cholula": place("city", ally="red")})
    assert dict(odds) == {Hardship(4, 0, 0, 1, 0): 1}


def test_malaria_of_the_standard_game() -> None:
    """After hunger a second check, with -1 of its own."""
    odds = feed(2, places={"tlaxcala": "mosquito"}, scenario="standard", hits=3)
    now: Chances = {Hardship(2, 3, 0, 0, 0): Fraction(1)}
    for modifier in (0, -1, 0, -1):
        now = onward(now, partial(checked, modifier=modifier, units=10))
    assert dict(odds) == now


def test_a_march_through_the_desert() -> None:
    """From Tonalá into the desert, and on to Tula: a check of the desert, and hunger each turn but the first."""
    places = {"tonala": "village", "tula": "town"}
    odds = feed(2, space="tonala", route=["gran-chichimeca", "tula"], food=1, places=places, hits=2)
    now: Chances = {Hardship(2, 2, 0, 0, 0): Fraction(1)}
    for modifier in (0, 0):
        now = onward(now, partial(checked, modifier=modifier, units=10))
    assert dict(odds) == now
    stays = feed(3, space="tonala", route=["gran-chichimeca"], food=1, places=places)
    assert dict(stays) == dict(feed(3, hits=0)), "one check of the desert, and two of hunger"


def test_rallies_between_the_meals() -> None:
    """A rally, then hunger."""
    odds = feed(1, hits=2, rallies=1)
    now = added((Hardship(1, at.hits, 0, 0, 0), p) for at, p in rallied(2, 1).items())
    assert dict(odds) == onward(now, lambda at: checked(at, 0, 10))
    assert feed(4, hits=2, rallies=2).part("hits").mean() < feed(4, hits=2).part("hits").mean()


def test_luck_against_hunger() -> None:
    chances = [feed(4, at_most=1, mano=mano).part("turns")[4] for mano in ("never", "after", "best", "both")]
    assert chances == sorted(chances)
    assert chances[0] < chances[1]


# 4.0  Discovery ------------------------------------------------------------------------------------------------------

RANKS: Final = ("none", "village", "town", "city")
FINDS: Final = ("mosquito", "nothing", "village", "town", "city", "empire")


def finds(level: int, near: Iterable[str], modifier: int = 0) -> Chances:
    """What is found in a space next to these finds; nothing at all where the chart shows X."""
    best = max((RANKS.index(each) if each in RANKS else 3 if each == "empire" else 0 for each in near), default=0)
    chart = PACK.read("tables/discovery.toml")["adjacency"]["columns"][str(level)][RANKS[best]]
    if chart == "X":
        return {"none": Fraction(1)}
    return thrown(ONE, lambda total: cell("discovery", "discovery", str(level), total + chart + modifier))


def explored(levels: Iterable[tuple[str, int, int]], before: str, wanted: Iterable[str]) -> Chances:
    """A row of spaces, each next to the one before it only, and one in each impulse."""
    stop = set(wanted)
    now: Chances = {(before, Discovery("none", 0, None)): Fraction(1)}
    for impulse, (space, level, modifier) in enumerate(levels, 1):
        later: list[tuple[Any, Fraction]] = []
        for (last, best), p in now.items():
            if best.found in stop:
                later.append(((last, best), p))
                continue
            for found, q in finds(level, [last], modifier).items():
                better = best.found == "none" or (found in FINDS and FINDS.index(found) > FINDS.index(best.found))
                new = Discovery(found, impulse, space) if found != "none" and better else best
                later.append(((found, new), p * q))
        now = added(later)
    return added((best, p) for (_, best), p in now.items())


CITIES: Final = ("city", "empire")


@pytest.mark.parametrize("wanted", [CITIES, ("town",), ()])
def test_a_march_inland_from_the_coast(wanted: tuple[str, ...]) -> None:
    """Of Level 0, 1 and 4: the coast is attempted where one stands."""
    path = [("panuco", 0, 0), ("totonacapan", 1, 0), ("tlaxcala", 4, 0)]
    odds = march([space for space, _, _ in path], 3, wanted=wanted)
    assert odds.total == 1
    assert dict(odds) == explored(path, "none", wanted)


def test_a_march_from_a_fever_coast() -> None:
    path = [("coatzacoalcos", 0, -1), ("zoque", 1, 0), ("chiapan", 2, 0), ("zinacantan", 3, 0)]
    odds = march([space for space, _, _ in path], 4)
    assert dict(odds) == explored(path, "none", CITIES)
    for impulses in (1, 2, 3):
        fewer = march([space for space, _, _ in path], impulses)
        assert dict(fewer) == explored(path[:impulses], "none", CITIES)
        by_then = [p for end, p in odds.items() if isinstance(end, Discovery) and _in_time(end, impulses)]
        assert fewer.chance(lambda end: end.found in CITIES) == sum(by_then)


def _in_time(end: Discovery, impulses: int) -> bool:
    return end.found in CITIES and end.impulse <= impulses


def test_a_march_beyond_what_is_known() -> None:
    """Through a town that is there already, into the next space in the same impulse."""
    odds = march(["panuco", "totonacapan", "tlaxcala"], 1, places={"panuco": "village", "totonacapan": "town"})
    expected = finds(4, ["town"])
    assert dict(odds.part("found")) == expected
    assert dict(odds.part("impulse")) == {1: 1}
    far = march(["colima", "tzintzuntzan", "toluca"], 2, places={"colima": "village", "tzintzuntzan": "city"})
    assert dict(far) == {Discovery(found, 1, "toluca"): p for found, p in finds(3, ["city"]).items()}


def test_an_empire_needs_room() -> None:
    """12.221  Where no set is left, an empire is a plain city."""
    pos = build(
        map="both",
        expeditions={"cortes": expedition("red", "cholula", "6 foot")},
        places={"cholula": "city"},
        hands={"red": ["mano-de-dios"]},
    )
    lucky = finds(4, ["city"], modifier=2)
    assert march_at(pos, "cortes", ["cholula", "tlaxcala"], 1, mano="before").part("found")["empire"] == lucky["empire"]
    pos.piles["empires"] = type(pos.piles["empires"])()
    found = march_at(pos, "cortes", ["cholula", "tlaxcala"], 1, mano="before").part("found")
    assert found["empire"] == 0
    assert found["city"] == lucky["city"] + lucky["empire"]


def test_an_empire_may_be_met_again_on_the_way() -> None:
    """Who goes on after an empire finds its cities where they were drawn to (12.23), and they are no discovery."""
    odds = march(["cholula", "tlaxcala", "texcoco"], 2, places={"cholula": "city"}, wanted=(), mano="before")
    assert odds.total == 1
    assert odds.part("found")["empire"] == finds(4, ["city"], modifier=2)["empire"]
    assert finds(4, ["city"]).get("empire", 0) == 0, "without luck there is none, in the second space either"


def test_a_guide_goes_with_them_until_he_is_lost() -> None:
    """+1 for the Indian Guide, who leaves on a natural 1 (2.42x)."""
    path = ["cempoala", "totonacapan", "tlaxcala"]
    odds = march(path, 2, places={"cempoala": "town"}, shown_assets=["indian-guide"])
    chart = PACK.read("tables/discovery.toml")["adjacency"]["columns"]
    chances: Chances = {}
    for die in range(1, 7):
        first = cell("discovery", "discovery", "1", die + chart["1"]["town"] + 1)
        for found, p in finds(4, [first], int(die > 1)).items():
            chances[found] = chances.get(found, Fraction(0)) + p / 6
    assert {found: odds.part("found")[found] for found in CITIES} == {found: chances.get(found, 0) for found in CITIES}


def test_luck_finds_more() -> None:
    path = ["cempoala", "totonacapan", "tlaxcala"]

    def chance(mano: str) -> Fraction:
        odds = march(path, 2, places={"cempoala": "town"}, mano=mano)
        assert odds.total == 1
        return odds.chance(lambda end: end.found in CITIES)

    never, before, best, both = (chance(mano) for mano in ("never", "before", "best", "both"))
    assert never < before <= best <= 1
    assert never < both


# 7.0  Plunder --------------------------------------------------------------------------------------------------------


def looted(marker: str, limits: Iterable[int | None], king: int = 0, earlier: int = 0) -> Chances:
    """Gold and attempts: up to so many attempts in each turn, each one harder than the last of its turn."""
    now: Chances = {(0, 0, False): Fraction(1)}
    for limit in limits:
        for attempt in range(12 if limit is None else limit):
            now = onward(now, partial(raided, marker=marker, before=attempt + earlier, king=king))
        earlier = 0
    return now


def raided(at: tuple[int, int, bool], marker: str, before: int, king: int = 0) -> Chances:
    gold, attempts, out = at
    if out:
        return {at: Fraction(1)}
    gains, ends = raid(marker, before, king)
    return added(((gold + n, attempts + 1, end), p * q) for n, p in gains.items() for end, q in ends.items())


@cache
def raid(marker: str, before: int, king: int) -> tuple[Chances, Chances]:
    """What one attempt brings, and whether nothing is left after it: the same whatever was taken before."""
    gains = thrown(ONE, lambda total: cell("plunder", "plunder-gold", marker, total + king - before))
    ends = thrown(ONE, lambda total: cell("plunder", "exhaustion", marker, total - before) == "out")
    return gains, ends


def told(odds: Any) -> Chances:
    return {(end.gold, end.attempts, end.ends == "out"): p for end, p in odds.items()}


@pytest.mark.parametrize("marker", ["town", "city", "imperial", "capital"])
def test_plunder_until_nothing_is_left(marker: str) -> None:
    odds = plunder(marker)
    assert odds.total == 1
    assert dict(odds.part("ends")) == {"out": 1}
    assert told(odds) == looted(marker, [None])


def test_a_king_and_earlier_attempts() -> None:
    assert told(plunder("capital", king=True)) == looted("capital", [None], king=1)
    assert told(plunder("city", attempts=2)) == looted("city", [None], earlier=2)


def test_some_attempts_a_turn() -> None:
    odds = plunder("town", turns=3, each_turn=2)
    assert told(odds) == looted("town", [2, 2, 2])
    first, second = ([cell("plunder", "exhaustion", "town", die - before) for die in range(1, 7)] for before in (0, 1))
    stays = Fraction(6 - first.count("out"), 6) * Fraction(6 - second.count("out"), 6)
    assert odds.part("ends")["left"] == stays**3 < 1
    assert told(plunder("town", turns=3, each_turn=1)) == looted("town", [1, 1, 1])
    assert told(plunder("town", turns=2, each_turn=2, attempts=1)) == looted("town", [2, 2], earlier=1)


def test_as_many_attempts_as_the_turn_has_rounds() -> None:
    odds = plunder("town", each_turn="rolled", round=4)
    chances: Chances = {}
    for left, p in ending(4).items():
        for end, q in looted("town", [left + 1]).items():
            chances[end] = chances.get(end, Fraction(0)) + p * q
    assert told(odds) == chances


def test_a_fight_comes_first() -> None:
    """Who is beaten gets nothing; a commander who is wounded in it makes the first attempt, and no other (6.41)."""
    force, marker = "2 foot, 1 horse", "town"
    odds = plunder(marker, troops=[30], units=force)
    fight = battle(force, [30], marker=marker)
    assert odds.total == 1
    assert odds.part("ends")["beaten"] == 1 - fight.win
    wounded = fight.fates.chance(lambda fate: fate.outcome == "won" and fate.leader == "wounded")
    last = {out: p for (_, _, out), p in added(((0, 0, at[2]), p) for at, p in looted(marker, [1]).items()).items()}
    assert odds.part("ends")["lame"] == wounded * last[False]
    whole = fight.win - wounded
    chances = {end: p * whole for end, p in looted(marker, [None]).items()}
    for end, p in looted(marker, [1]).items():
        chances[end] = chances.get(end, Fraction(0)) + p * wounded
    chances[0, 0, False] = 1 - fight.win
    assert told(odds) == chances


def test_wounds_heal_between_the_turns() -> None:
    """6.41  With an attempt in each turn every victor makes them all."""
    force, marker = "2 foot, 1 horse", "town"
    odds = plunder(marker, troops=[30], units=force, each_turn=1, turns=2)
    win = battle(force, [30], marker=marker).win
    chances = {end: p * win for end, p in looted(marker, [1, 1]).items()}
    chances[0, 0, False] = 1 - win
    assert told(odds) == chances


def test_a_neutral_town_draws_its_troops() -> None:
    odds = plunder("town", troops="draw", units="2 foot, 1 horse")
    cup = PACK.read("counters.toml")["indians"]["unit"]
    values = [unit["value"] for unit in cup for _ in range(unit["count"])]
    assert odds.total == 1
    beaten = sum((1 - battle("2 foot, 1 horse", [v], marker="town").win) * values.count(v) for v in set(values))
    assert odds.part("ends")["beaten"] == beaten / len(values)


def test_luck_brings_more_gold() -> None:
    once = [plunder("city", each_turn=1, mano=mano).part("gold") for mano in ("never", "before", "best")]
    assert dict(once[0]) == dict(table("plunder-gold", place="city"))
    assert dict(once[1]) == dict(table("plunder-gold", place="city", modifiers=2))
    assert once[2].mean() == table("plunder-gold", place="city", mano="best", goal="most").mean()
    twice = [plunder("town", each_turn=2, mano=mano).part("gold").mean() for mano in ("never", "before", "best")]
    assert twice == sorted(twice)


# From a position -----------------------------------------------------------------------------------------------------


def test_a_chain_leaves_the_position_as_it_is() -> None:
    pos = build(
        expeditions={
            "cortes": expedition("red", "tlaxcala", "6 foot", hits=2, gold=5),
            "alvarado": expedition("blue", "cholula", "2 foot", hits=1),
        },
        places={"tlaxcala": place("town", hostile=True)},
        turn=3,
        round=4,
        active="red",
    )
    before = pos.key()
    assert told(plunder_at(pos, "cortes")) == looted("town", [None])
    assert dict(rally_at(pos, "cortes", 2)) == rallied(2, 2)
    assert dict(feed_at(pos, "cortes", 3)) == hungry(3, hits=2)
    assert dict(rally_at(pos, "alvarado").part("tries")) == {1: 1}
    assert dict(gifts_at(pos, "red", 5)) == favour(5, 1, 0, None, 5)
    assert dict(march_at(pos, "cortes", ["tlaxcala", "tepeaca"], 1).part("space")) == {"tepeaca": 1}
    assert dict(march_at(pos, "cortes", ["tlaxcala", "tepeaca"], 2).part("impulse")) == {1: 1}
    assert pos.key() == before


def test_what_is_assumed_is_said() -> None:
    for odds, part in (
        (march(["cempoala"], 1), "found"),
        (plunder("town"), "gold"),
        (feed(1), "hits"),
        (rally(1), "hits"),
        (gifts(), "index"),
    ):
        said = [str(each) for each in odds.assumed]
        assert "Mano de Dios: never" in said
        assert "nobody else does anything or plays a card" in said
        assert odds.part(part).assumed == odds.assumed
    assert [str(each) for each in rounds_left(3).assumed] == ["nobody ends the turn with a card"]


WRONG: Final[Any] = "two"


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: march([], 2), "path: at least the space"),
        (lambda: march(["eldorado"], 2), "there is no space 'eldorado'"),
        (lambda: march("cempoala", 2), "a list of spaces"),
        (lambda: march(["cempoala", "tlaxcala"], 2), "no line by land leads from cempoala to tlaxcala"),
        (lambda: march(["cempoala", "totonacapan", "cempoala"], 2), "no space twice"),
        (lambda: march(["cempoala", "eldorado"], 2), "there is no space 'eldorado'"),
        (lambda: march(["cempoala"], 0), "impulses must be a whole number from 1 to 100; got 0"),
        (lambda: march(["cempoala"], 1, wanted=["gold"]), "wanted: some of mosquito, nothing"),
        (lambda: march(["cempoala"], 1, mano="often"), "Mano de Dios is used never, before"),
        (lambda: march(["cempoala"], 1, scenario="solitaire"), "ask this of basic, standard"),
        (lambda: plunder("village"), "only town, city, imperial, capital can be plundered"),
        (lambda: plunder("city", king=True), "only an imperial city or a capital has a king"),
        (lambda: plunder("city", troops="many"), "troops must be 'draw'"),
        (lambda: plunder("city", turns=0), "turns must be a whole number"),
        (lambda: plunder("city", each_turn=0), "each_turn: 'rolled', None, or a number"),
        (lambda: plunder("city", losses="none"), "losses are applied"),
        (lambda: plunder("city", units=""), "it has no Spanish units"),
        (lambda: plunder("city").part("food"), "this tells gold, attempts, ends; got 'food'"),
        (lambda: feed(0), "turns must be a whole number"),
        (lambda: feed(1, at_most=-1), "at_most must be a whole number from 0 to 100"),
        (lambda: feed(1, rallies=WRONG), "rallies must be a whole number"),
        (lambda: feed(1, route="tula"), "route must be a list of spaces"),
        (lambda: feed(1, route=["tula"]), "no line by land"),
        (lambda: rally(9), "this position is impossible"),
        (lambda: rally(2, 0), "times must be a whole number"),
        (lambda: rally(2, spend="often"), "food is spent never, always, best"),
        (lambda: gifts(2), "gold must be a whole number from 3 to 1000; got 2"),
        (lambda: gifts(3, True), "times must be a whole number"),
        (lambda: gifts(3, target=9), "target must be a whole number from −5 to 5"),
        (lambda: gifts_at(build(), "red"), "'red' has no expedition that could pay"),
        (lambda: rounds_left(11), "a turn has 10 rounds at most"),
        (lambda: rounds_left(3, player="black"), "there is no player 'black'"),
        (lambda: plunder_at(build(), "cortes"), "there is no expedition 'cortes'"),
    ],
)
def test_bad_input(ask: Callable[[], object], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        ask()


def test_a_chain_begins_between_two_actions() -> None:
    men = {"cortes": expedition("red", "tlaxcala", "6 foot")}
    hostile = {"tlaxcala": place("city", hostile=True, units=[30])}
    pos = build(expeditions=men, places=hostile, before="battle cortes indians")
    with pytest.raises(SetupError, match=r"not in the middle of one \(battle\)"):
        rally_at(pos, "cortes")
    wounded = build(expeditions={"cortes": expedition("red", "tlaxcala", "6 foot", hits=1, wounded=["cortes"])})
    with pytest.raises(SetupError, match=r"cortes cannot be activated: its commander is wounded .* \(6\.41\)"):
        rally_at(wounded, "cortes")
    with pytest.raises(SetupError, match="no round has begun yet"):
        rounds_left_at(wounded.rules.start())
    lone = build(scenario="solitaire", expeditions=men)
    with pytest.raises(SetupError, match="the Reaction deck affects every action"):
        rally_at(lone, "cortes")
    allied = build(expeditions=men, places={"tlaxcala": place("city", ally="red", units=[30])})
    with pytest.raises(SetupError, match="is an ally"):
        plunder_at(allied, "cortes")
