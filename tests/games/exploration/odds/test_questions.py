"""The twelve questions on the odds of Conquistador! and two more, each against a calculation of its own."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import icepool
import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import kit, load
from conquistadors.games.exploration.odds.asking import Answer, Explored
from conquistadors.games.exploration.odds.asking import ask as asked_of
from conquistadors.games.exploration.odds.settlements import Uprising
from support.new_world import FOLDER

ask: Callable[..., Answer] = partial(asked_of, pack=str(FOLDER))
D6 = icepool.d6
THIRD = Fraction(1, 3)


def chance(die: icepool.Die[Any], *outcomes: Any) -> Fraction:
    """The chance of some outcomes, by icepool."""
    return sum((Fraction(die.probability(each)) for each in outcomes), Fraction(0))


def column(cells: str) -> list[str]:
    """The cells of a column of a printed table, typed from it: commas between them."""
    return [cell.strip() for cell in cells.split(",")]


# Gold ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [1, 2, 5, 21])
@pytest.mark.parametrize(("where", "miss"), [("mainland", Fraction(2, 3)), ("caribbean", THIRD)])
def test_1_a_mine_is_found_by_some_turn(where: str, miss: Fraction, turns: int) -> None:
    found = ask("mine", where=where, turns=turns)
    assert found.chance == 1 - miss**turns
    for turn in range(1, turns + 1):
        assert found.told["turn"][turn] == miss ** (turn - 1) * (1 - miss)


@pytest.mark.parametrize("turns", [1, 3, 10])
def test_2_what_a_mine_still_yields(turns: int) -> None:
    main, island = ask("yield", turns=turns), ask("yield", where="caribbean", turns=turns)
    assert main.told["ducats"].mean() == 300 * (1 - Fraction(11, 12) ** turns)
    assert island.told["ducats"].mean() == 45 * (1 - Fraction(2, 3) ** turns)
    assert main.chance == (1 - chance(D6 + D6, 2, 11)) ** turns
    assert island.chance == chance(D6, 3, 4, 5, 6) ** turns


def test_2_the_mean_that_is_worked_out_in_the_rules_of_thumb() -> None:
    assert round(float(ask("yield", turns=10).told["ducats"].mean()), 1) == 174.3


@pytest.mark.parametrize(("city", "loot"), [("3816", 100), ("2327", 75), ("2222", 40)])
def test_3_a_treasure_city_pays_three_times(city: str, loot: int) -> None:
    lasts = 1 - chance(D6 + D6, 7, 11)
    found = ask("treasure", **{"treasure-city": city})
    assert found.chance == lasts**2 == Fraction(49, 81)
    assert found.told["ducats"].mean() == loot * (1 + lasts + lasts**2)


# The sea -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fleets", [1, 2, 4])
def test_4_the_cape_with_some_expeditions(fleets: int) -> None:
    found = ask("cape", expeditions=fleets)
    assert found.chance == 1 - Fraction(2, 3) ** fleets
    for pass_ in range(1, fleets + 1):  # once one is through, all that follow are
        assert found.told["fleets"][pass_] == Fraction(2, 3) ** (fleets - pass_) * THIRD
    assert ask("cape", expeditions=fleets, rutter=True).chance == 1


def test_8_a_voyage_to_the_caribbean_and_back() -> None:
    """Column 3 both ways: C on a 5, C H on a 6."""
    there = ask("voyage")
    assert there.told["out"][True] == Fraction(2, 3)
    assert there.chance == Fraction(2, 3) * Fraction(5, 6) == Fraction(5, 9)
    assert ask("voyage", stays=False).chance == Fraction(4, 9)
    assert ask("voyage", colonists=0, soldiers=2, stays=False).chance == Fraction(25, 36)
    assert ask("voyage", colonists=0).chance == Fraction(25, 36)


LAST = column("-, C S, C S H, C C S H, C C S S H X, all")


def test_8_over_budget_the_last_column_counts() -> None:
    """With bounds for the way out alone the way home is checked on the last column."""
    found = ask("voyage", **{"bounds-bought": 3})
    safe = sum("H" not in cell and cell != "all" for cell in LAST)
    assert found.chance == Fraction(2, 3) * Fraction(safe, 6)
    assert ask("voyage", **{"bounds-bought": 2}).told["out"][True] == Fraction(1, 6)


def test_8_gold_that_comes_home() -> None:
    """The one ship with 20 ducats comes home unless it went down: on a 6 out, and on a 6 home."""
    found = ask("voyage", **{"gold-aboard": 20})
    assert dict(found.told["gold-home"]) == {20: Fraction(25, 36), 0: Fraction(11, 36)}
    assert found.told["ships"][1] == Fraction(11, 36)


SEA = {
    "1-2": column("D1, A1 D1, A1, A1*, A2*, A2*"),
    "1-1": column("D1*, D1, A1 D1, A1, A1*, A2*"),
    "2-1": column("D2*, D1*, D1, A1 D1, A1, A1*"),
    "3-1": column("D2*, D2*, D1*, D1, A1 D1, A1"),
}


def faces(cells: list[str], fits: Callable[[str], bool]) -> Fraction:
    return Fraction(sum(map(fits, cells)), 6)


@pytest.mark.parametrize(
    ("ours", "theirs", "odds"),
    [
        ({"our-carracks": 2}, {"their-carracks": 2}, "1-1"),
        ({"our-carracks": 2}, {"their-carracks": 3}, "1-2"),
        ({"our-carracks": 3, "our-soldiers": 2}, {"their-carracks": 2}, "2-1"),
        ({"our-carracks": 0, "our-caravels": 4}, {"their-carracks": 0, "their-caravels": 2}, "1-1"),
        ({"our-carracks": 3}, {"their-carracks": 1}, "3-1"),
    ],
)
def test_9_a_battle_at_sea(ours: dict[str, int], theirs: dict[str, int], odds: str) -> None:
    found = ask("sea-battle", **ours, **theirs)
    cells = SEA[odds]
    assert found.chance == faces(cells, lambda cell: "D" in cell)
    assert found.told["prize"][True] == faces(cells, lambda cell: cell.startswith("D") and "*" in cell)
    assert found.told["ours"].chance(lambda ships: ships < 0) == faces(cells, lambda cell: "A" in cell)


def test_9_a_privateer_is_worth_one_column() -> None:
    with_men = {"our-carracks": 2, "our-soldiers": 2, "their-carracks": 2, "their-soldiers": 2}
    attacks, is_attacked = (ask("sea-battle", privateer=who, **with_men) for who in ("attacker", "defender"))
    assert attacks.chance == faces(SEA["2-1"], lambda cell: "D" in cell)
    assert is_attacked.chance == faces(SEA["1-2"], lambda cell: "D" in cell)
    plain = ask("sea-battle", **with_men)
    assert dict(plain.more)["chance-with"] == attacks.chance
    assert dict(attacks.more)["chance-without"] == plain.chance


def test_10_an_invasion_doubles_the_defence() -> None:
    """T16, T17: 4 detachments and 4 Carracks are 20, against 2 x (4 + 2): 1-1. Only the A1/2 of a 6 saves the port."""
    assert ask("invasion", carracks=4).chance == Fraction(5, 6)
    led = ask("invasion", carracks=4, conquistador="attacker")
    assert led.chance == 1  # every face reads one better, and the 6 is gone
    # 4 against 2 x 1 is 2-1: D3/4, D1/2, D1/2, and three faces on which the one detachment is lost as well
    weak = ask("invasion", landing=1, carracks=0, **{"their-soldiers": 0, "their-colonists": 1})
    assert weak.chance == chance(D6, 1, 2, 3)


# Settlements ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("natives", "colonists", "soldiers", "rating"), list(product((0, 3), (1, 8), (0, 4), ("-2", "+3")))
)
def test_5_whether_natives_rise(natives: int, colonists: int, soldiers: int, rating: str) -> None:
    here = {"natives": natives, "colonists": colonists, "soldiers": soldiers, "missionary-rating": rating}
    found = ask("uprising", **here, **{"more-soldiers": 2})
    level = natives + colonists + int(rating) - soldiers
    rises = [Fraction(min(6, max(0, each - 1)), 6) if natives else Fraction(0) for each in (level, level - 2)]
    assert [found.chance, found.told["rises-then"][True]] == rises


RATED = (-3, -2, -1, 1, 2, 3)


def test_5_missionaries_are_rated_as_the_counters_of_the_pack_are(tmp_path: Path) -> None:
    ours = asked_settings(Uprising("en", str(FOLDER)))
    assert ours == (["none", "-3", "-2", "-1", "+1", "+2", "+3"], "+1")
    counters = "".join(f'"{rating:+d}" = {number}\n' for rating, number in zip(RATED, (0, 4, 8, 0, 6, 2), strict=True))
    text = f'[missionaries]\ngrade = "public"\nsource = "a box"\n[missionaries.counters]\n{counters}'
    (tmp_path / "missionaries.toml").write_text(text, encoding="utf-8")
    assert asked_settings(Uprising("en", str(tmp_path))) == (["none", "-2", "-1", "+2", "+3"], "+2")
    with pytest.raises(SetupError, match=r"-2, -1, \+2"):
        asked_of("uprising", pack=str(tmp_path), **{"missionary-rating": "-3"})


def asked_settings(question: Uprising) -> tuple[list[Any], Any]:
    """The ratings that can be chosen, and the usual one."""
    rating = next(each for each in question.here() if each.key == "missionary-rating")
    return list(rating.values), rating.first


UPRISINGS = {0: column("1, 2, 3*, 4*, all, all"), 2: column("0, 1, 2, 3*, 4*, all")}


@pytest.mark.parametrize(("colonists", "soldiers"), [(1, 0), (3, 0), (5, 0), (3, 2)])
def test_6_whether_all_colonists_die(colonists: int, soldiers: int) -> None:
    """Question 5 times the column of losses, Colonists first."""
    found = ask("massacre", colonists=colonists, soldiers=soldiers, **{"missionary-rating": "none"})
    rises = Fraction(min(6, max(0, 2 + colonists - soldiers - 1)), 6)
    killed = sum(cell == "all" or int(cell.strip("*")) >= colonists for cell in UPRISINGS[soldiers])
    assert found.chance == rises * Fraction(killed, 6)
    spared = ask("massacre", colonists=colonists, soldiers=soldiers, losses="soldiers", **{"missionary-rating": "none"})
    killed = sum(cell == "all" or int(cell.strip("*")) >= colonists + soldiers for cell in UPRISINGS[soldiers])
    assert spared.chance == rises * Fraction(killed, 6)


FIVE, FOUR = column("3, 2, 2, 1, 1, S"), column("2, 2, 1, 1, S, S")


@pytest.mark.parametrize("level", [1, 2, 3, 5])
def test_7_whether_a_level_falls_to_nought(level: int) -> None:
    """Five detachments; the turn after it may be four."""
    once = ask("natives", natives=level)
    assert once.chance == Fraction(sum(cell != "S" and int(cell) >= level for cell in FIVE), 6)
    twice = Fraction(0)
    for first in FIVE:
        left, then = (level, FOUR) if first == "S" else (level - int(first), FIVE)
        ends = [left <= 0 or (cell != "S" and int(cell) >= left) for cell in then]
        twice += Fraction(sum(ends), 36)
    assert ask("natives", natives=level, turns=2).chance == twice


def test_7_leaders_help_to_three() -> None:
    """One detachment with -3: 1 on every die up to 4."""
    assert ask("natives", natives=1, detachments=1, leaders=3).chance == Fraction(4, 6)


def test_11_the_land_takes_its_toll_of_many_settlements() -> None:
    """A Colonist in three hexes of level 1, two of 3, one of 5, no Soldiers: C on 6; on 4 and 6; on 2, 4, 5, 6."""
    hit = {1: Fraction(1, 6), 3: Fraction(2, 6), 5: Fraction(4, 6)}
    found = ask("hardship", **{"hexes-1": 3, "hexes-2": 0, "hexes-3": 2, "hexes-5": 1})
    safe = (1 - hit[1]) ** 3 * (1 - hit[3]) ** 2 * (1 - hit[5])
    assert found.chance == 1 - safe
    assert found.told["colonists-lost"].mean() == 3 * hit[1] + 2 * hit[3] + hit[5]


# Kings ---------------------------------------------------------------------------------------------------------------

EVENTS = [
    *(["A", "5", "12", "C", "16", "10"], ["3", "B", "17", "4", "13", "12"], ["9", "16", "D", "14", "1", "6"]),
    *(["11", "13", "2", "B", "8", "17"], ["1", "C", "15", "7", "A", "4"], ["9", "11", "3", "5", "D", "B"]),
]
TAXES = {"A": [40, 35, 30, 25, 20, 15], "B": [30, 25, 20, 15, 10, 10]}
TIMES = {"A": 4, "B": 3, "C": 2, "D": 1}


def test_12_a_new_monarch_and_taxes() -> None:
    found = ask("council")
    assert dict(found.more)["chance-monarch"] == Fraction(9, 36)
    assert found.chance == Fraction(4, 6)  # 40, 35, 30, 25
    assert ask("council", monarch="B", **{"taxes-wanted": 20}).chance == Fraction(3, 6)


def standing(monarch: str, treasury: int, row: int, event: str) -> tuple[int, str]:
    """6.51  The Initiative Level after the Council, and the Monarch who breaks a tie."""
    ducats = treasury + TAXES[monarch][row] + (20 if event == "9" else 0)
    ducats -= min(ducats, 50) if event == "5" else 0
    ruler = event if event in TIMES else monarch
    shift = {"1": 1, "3": -1}.get(event, 0)
    return max(1, TIMES[ruler] + shift) * ducats, ruler


@pytest.mark.parametrize(("ours", "theirs"), [(("A", 190), ("B", 245)), (("B", 100), ("B", 100))])
def test_12_who_goes_first(ours: tuple[str, int], theirs: tuple[str, int]) -> None:
    """All 36 x 36 Councils by hand; a tie that the Monarchs do not break is won half of the time."""
    mine, yours = (
        [standing(monarch, ducats, row, event) for row, events in enumerate(EVENTS) for event in events]
        for monarch, ducats in (ours, theirs)
    )
    first = Fraction(0)
    for (level, ruler), (other, rival) in product(mine, yours):
        better = (level, -ord(ruler)), (other, -ord(rival))
        first += Fraction(1, 2) if better[0] == better[1] else better[0] > better[1]
    rival_ = {"rival-monarch": theirs[0], "rival-treasury": theirs[1]}
    found = ask("council", monarch=ours[0], treasury=ours[1], **rival_)
    assert found.told["place"][1] == first / 36**2


def test_a_raid_on_the_caribbean() -> None:
    """England comes on 5 of 36 Councils, with 5 of 36 throws; France on 5, with 3."""
    assert ask("raid").chance == Fraction(5 * 5 + 5 * 3, 1296)
    assert ask("raid", colonists=0).told["fate"]["england"] == Fraction(25, 1296)


@pytest.mark.parametrize("turn", [17, 19, 21])
def test_portugal_is_annexed(turn: int) -> None:
    """1 rolls again, 2 never, 3 to 6 annexed."""
    assert ask("portugal", **{"by-turn": turn}).chance == Fraction(4, 5) * (1 - Fraction(1, 6) ** (turn - 16))


# How they are shown --------------------------------------------------------------------------------------------------

NAMES = tuple(kit("exploration").explored)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_told_in_words(name: str, language: str) -> None:
    shown = cq.explore(name, game="exploration", language=language)
    assert "[" not in shown.text()
    question: Explored = load(kit("exploration").explored[name])(language)
    answer = asked_of(name)
    assert "[" not in str(question.headline(answer))
    for distribution in answer.told.values():
        assert distribution.total == 1
        assert not [said for each in distribution.assumed if (said := each.in_words(language)).startswith("[")]


@pytest.mark.parametrize("name", NAMES)
def test_every_value_that_can_be_set_is_answered(name: str) -> None:
    """Each setting at both of its ends, the others as usual."""
    question: Explored = load(kit("exploration").explored[name])("en")
    for asked in [each for part in question.asks().values() for each in part]:
        for value in {(asked.values or (asked.low,))[0], (asked.values or (asked.high,))[-1]}:
            answer = asked_of(name, **{asked.key: value})
            assert 0 <= answer.chance <= 1
            assert list(answer.told) == list(question.tells)


def test_what_a_question_does_not_know_is_refused() -> None:
    with pytest.raises(SetupError, match="voyage"):
        ask("weather")
    with pytest.raises(SetupError, match="turns"):
        ask("mine", years=5)
    with pytest.raises(SetupError, match="21"):
        ask("mine", turns=22)
