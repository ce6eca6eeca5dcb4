"""The odds of battles: beside a calculation by hand, divided beside undivided, and what must hold of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conquistadors import odds
from conquistadors.engine.errors import SetupError
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.odds import battle as module
from conquistadors.games.conquest.odds.battle_question import GOALS, BattleQuestion, Tactics
from conquistadors.games.conquest.pack.records import Pack
from conquistadors.odds import BattleOdds, Draw, Fate, battle, battle_at, table
from conquistadors.odds.parts import Undivided
from conquistadors.odds.slices import Progress
from support import by_hand
from support.by_hand import End, Question, Worked

FORCE: Final = "3 foot, 2 horse, 1 cannon"
"""The force of the example after 6.371: worth 25, not the 33 that are printed (C9)."""
EFFECTS: Final = {card["id"]: card["effect"] for card in Pack().read("cards/strategy.toml")["card"]}
asked_anew: Final[Callable[..., BattleOdds]] = getattr(battle, "__wrapped__", battle)
"""A battle that nobody remembers."""
CAPITAL: Final = {"scenario": "standard", "marker": "capital", "empire": "mexica"}


# By hand -------------------------------------------------------------------------------------------------------------


def question(
    leader: str = "cortes",
    cards: Sequence[str] = (),
    enemy_cards: Sequence[str] = (),
    *,
    ambush: bool = False,
    retreat: Any = None,
) -> Question:
    """The same question for the calculation by hand."""
    spanish = [EFFECTS[card] for card in cards]
    return Question(
        by_hand.RATING[leader],
        ambush=ambush,
        painted="painted-warriors" in enemy_cards,
        spanish_roll=sum(effect["spanish_roll"] for effect in spanish if effect["rounds"] == 0),
        santiago=sum(effect["spanish_roll"] for effect in spanish if effect["rounds"] == 1),
        indian_roll=sum(EFFECTS[card].get("indian_roll", 0) for card in enemy_cards),
        retreat=None if retreat is None else retreat["round"],
    )


def ends(odds: BattleOdds) -> dict[End, Fraction]:
    """The fates in the words of the calculation by hand."""
    found: dict[End, Fraction] = {}
    for fate, chance in odds.fates.items():
        assert isinstance(fate, Fate)
        units = (fate.units.foot, fate.units.horse, fate.units.cannon)
        end = End(fate.outcome, fate.lost, units, fate.enemies, fate.hits, fate.leader, fate.index)
        found[end] = found.get(end, Fraction(0)) + chance
    return found


def compare(odds: BattleOdds, worked: Worked) -> None:
    """Equal to the last fraction: all together, and one thing after the other."""
    assert odds.win == worked.win
    for what in ("lost", "enemies", "hits", "outcome", "leader", "index"):
        assert dict(odds.of(what)) == worked.of(what), what
    assert ends(odds) == worked.ends
    assert odds.mean_rounds == worked.mean_rounds


CASES: Final[list[tuple[str, list[int | str], dict[str, Any]]]] = [
    # one unit against one
    ("1 foot", [10], {}),
    ("1 foot", [12], {"attacks": False}),
    ("1 foot", ["12b"], {"leader": "cordoba"}),
    ("1 horse", [10], {"leader": "alvarado"}),
    ("1 cannon", [16], {"leader": "ordaz"}),
    # units with a reverse, alone and with others
    ("3 foot", [24], {}),
    ("3 foot", ["24b"], {}),
    ("3 foot", [24, 20], {"leader": "alvarado"}),
    ("3 foot", [24, 20], {"leader": "cordoba", "attacks": False}),
    ("2 foot, 1 cannon", [48], {}),
    ("2 foot, 1 cannon", ["48b", 24], {}),
    ("1 foot, 1 horse", ["24b", 12], {}),
    ("1 foot, 1 horse, 1 cannon", [12, 24], {}),
    ("1 foot, 1 horse", [16, 16], {"attacks": False}),
    # more units, and losses that come to a second one for each
    ("2 foot", [12, 10], {"attacks": False}),
    ("2 foot", [10, 10, 10], {}),
    ("2 cannon", [16], {}),
    ("2 horse", [40], {"leader": "alvarado"}),
    ("1 foot, 1 horse", [40, 36], {}),
    ("2 foot, 1 horse", [48, 48, 40], {"attacks": False}),
    ("4 horse, 1 cannon", [10, 12], {}),
    # morale
    ("2 foot, 1 horse", [30], {"hits": 1}),
    ("2 foot, 1 horse", ["36b", 10], {"hits": 2}),
    ("2 foot, 1 horse", [30], {"hits": 3}),
    ("2 foot, 1 horse", [36], {"hits": 4}),
    ("1 foot", [10], {"hits": 4}),
    ("5 foot", [20], {"hits": 4, "leader": "ordaz"}),
    ("2 foot, 1 cannon", [10, 12], {"hits": 4}),
    # doubled values, and cards
    ("2 foot, 1 horse", [20], {"ambush": True}),
    ("2 foot", [12, 16], {"ambush": True, "hits": 2}),
    ("2 foot", [12], {"enemy_cards": ["painted-warriors"]}),
    ("1 foot, 1 horse", [16, 10], {"enemy_cards": ["painted-warriors"], "ambush": True}),
    ("1 foot, 1 cannon", [24, 48], {"enemy_cards": ["painted-warriors"], "attacks": False}),
    ("2 foot", [16], {"cards": ["war-dogs"]}),
    ("2 foot", [16], {"cards": ["santiago"]}),
    ("2 foot", [16], {"enemy_cards": ["bolas"]}),
    ("2 foot", [16, 10], {"enemy_cards": ["bolas", "painted-warriors"], "cards": ["santiago"], "ambush": True}),
    ("2 foot, 1 horse", [30], {"enemy_cards": ["encirclement"]}),
    # mixed forces
    ("1 foot", [24], {"allies": ["12@tlaxcala"]}),
    ("2 foot", [40, 20], {"allies": ["24@tlaxcala", "10@tlaxcala"], "hits": 3}),
    ("1 foot, 1 cannon", [48, 48, 30], {"allies": ["12b@tlaxcala", "12@tlaxcala"], "attacks": False, "hits": 2}),
]

RETREATS: Final[list[tuple[str, list[int | str], dict[str, Any]]]] = [
    ("3 foot", [24], {"retreat": {"round": 2}}),
    ("3 foot", [24], {"retreat": {"round": 1}}),
    ("2 foot, 1 cannon", [24, 48], {"retreat": {"round": 2}, "hits": 3}),
    ("2 foot, 2 cannon", [30], {"retreat": {"round": 3}, "hits": 1, "attacks": False}),
    ("1 foot", [10], {"retreat": {"round": 2}, "hits": 4}),
    ("1 cannon", [10], {"retreat": {"round": 2}, "hits": 4}),
    ("1 foot, 1 horse", [40, 10], {"retreat": {"round": 2}, "ambush": True}),
    ("2 foot", [16], {"retreat": {"round": 4}, "enemy_cards": ["painted-warriors"]}),
]


@pytest.mark.parametrize(
    ("units", "indians", "how"),
    [
        *CASES,
        *RETREATS,
        pytest.param("1 foot, 1 horse, 1 cannon", [12, 16, 24], {}, marks=pytest.mark.long),
    ],
)
def test_a_battle_equals_the_calculation_by_hand(units: str, indians: list[int | str], how: dict[str, Any]) -> None:
    asked = question(**{name: value for name, value in how.items() if name not in ("attacks", "hits", "allies")})
    starts = by_hand.first(units, how.get("hits", 0), indians, how.get("allies", ()))
    odds = battle(units, indians, checked=True, **how)
    compare(odds, by_hand.battle(asked, starts))
    assert dict(odds.rounds(5)) == by_hand.rounds(asked, starts, 5)


def test_more_than_thirty_battles_are_compared() -> None:
    assert len(CASES) >= 30


def test_a_retreat_after_two_rounds_is_the_least_there_is() -> None:
    """6.27  Whoever is asked for one round fights two; all later ones are cut off."""
    one, two = [battle("3 foot", [24], retreat={"round": rounds}) for rounds in (1, 2)]
    assert one.fates == two.fates
    assert set(two.rounds(5)) <= {1, 2}
    assert two.of("outcome")["retreated"] > 0


def test_units_of_companions_fight_beside_those_of_the_commander() -> None:
    """6.15, 6.23  The best of them leads; what they have is one force."""
    companions = {"alvarado": "1 horse"}
    odds = battle("1 foot", [24], companions=companions)
    compare(odds, by_hand.battle(question("alvarado"), by_hand.first("1 foot, 1 horse", 0, [24])))


@pytest.mark.parametrize(("units", "number"), [("1 foot, 1 horse", 1), ("1 foot", 2)])
def test_a_draw_is_the_average_of_all_that_can_be_drawn(units: str, number: int) -> None:
    """12.34  Every set of counters of the cup is as likely as another."""
    compare(battle(units, Draw(number)), by_hand.battle(question(), by_hand.drawn(units, 0, number)))


def test_an_ambush_by_drawn_units_doubles_them_too() -> None:
    """4.14  Ambushers come from the cup."""
    asked = question(ambush=True)
    compare(battle("2 foot", Draw(1), ambush=True), by_hand.battle(asked, by_hand.drawn("2 foot", 0, 1)))


def test_a_charge_equals_the_calculation_by_hand() -> None:
    """17.11  The horse strike first."""
    for units, indians in (("2 horse, 1 foot", [24, 10]), ("1 horse, 1 cannon", [16])):
        asked = question()
        starts = by_hand.charged(asked, by_hand.first(units, 0, indians))
        odds = battle(units, indians, scenario="standard", charge="charge", checked=True)
        compare(odds, by_hand.battle(asked, starts))


forces = st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1)).filter(any)
garrisons = st.lists(st.sampled_from([10, 12, "12b", 16, "16b", 20, 24, "24b", 36, 48, "48b"]), min_size=1, max_size=2)


@settings(max_examples=12, deadline=None)
@given(
    forces,
    garrisons,
    st.sampled_from(["cordoba", "ordaz", "cortes", "alvarado"]),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from([None, 2]),
)
def test_any_small_battle_equals_the_calculation_by_hand(
    force: tuple[int, int, int], indians: list[int | str], leader: str, hits: int, ambush: bool, last: int | None
) -> None:
    units = ", ".join(f"{count} {kind}" for count, kind in zip(force, by_hand.KINDS, strict=True) if count)
    retreat: dict[str, Any] = {} if last is None else {"retreat": {"round": last}}
    odds = battle(units, indians, leader=leader, hits=hits, ambush=ambush, **retreat)
    asked = question(leader, ambush=ambush, **retreat)
    compare(odds, by_hand.battle(asked, by_hand.first(units, hits, indians)))
    consistent(odds, sum(force), len(indians))


# Divided and undivided -----------------------------------------------------------------------------------------------

SPREAD: Final[list[tuple[str, Any, dict[str, Any]]]] = [
    ("3 foot, 1 horse", [30, 20], {"allies": ["24@tlaxcala"]}),
    ("2 foot", [24], {"allies": ["24@tlaxcala", "12@tlaxcala"], "hits": 4}),
    ("2 foot, 2 horse, 1 cannon", [20], {**CAPITAL, "charge": "charge"}),
    ("2 foot, 2 horse, 1 cannon", [20], {**CAPITAL, "charge": "shock"}),
    ("2 horse, 1 cannon", [10], {**CAPITAL, "charge": "best"}),
    ("2 horse", [30], {"scenario": "standard", "retreat": "best", "goal": "survive"}),
    ("3 foot", "2 foot", {}),
    ("2 horse", "1 foot, 1 cannon", {"attacks": False, "gold": 3}),
    ("2 foot", "1 foot", {"retreat": {"lost": 1}}),
    ("1 foot, 1 horse", [30], {"mano": "best"}),
    ("1 foot, 1 horse", [30], {"mano": "before"}),
    ("1 foot, 1 horse", [30], {"mano": "after"}),
    ("1 foot, 1 horse", [30], {"mano": "both"}),
    ("1 foot, 1 horse", [30, 12], {"cards": ["santiago", "war-dogs"]}),
    ("1 foot, 1 horse", [30, 12], {"enemy_cards": ["bolas", "painted-warriors"]}),
    ("1 foot, 1 horse", [30, 12], {"enemy_cards": ["encirclement"], "retreat": {"round": 2}, "gold": 5}),
    ("1 foot, 1 horse", [30, 12], {"cards": ["desertion"]}),
    ("1 foot, 1 horse", [30, 12], {"assets": ["cotton-armor"]}),
    ("1 foot, 1 cannon", [30, 12], {"retreat": {"lost": 1}}),
    ("1 foot, 1 cannon", [30, 12], {"retreat": "best", "goal": "survive"}),
    ("2 foot, 1 horse", [24], {"losses": "lowest"}),
    ("2 foot, 1 horse", [24], {"losses": "random"}),
    ("1 foot, 1 horse", [24], {"losses": "best", "goal": "units"}),
    ("1 foot, 1 horse", Draw(1), {}),
]


@pytest.mark.parametrize(("units", "against", "how"), SPREAD)
def test_steps_touch_no_more_than_they_say(units: str, against: Any, how: dict[str, Any]) -> None:
    odds = battle(units, against, checked=True, **how)
    start = by_hand.army(units).size
    consistent(odds, start, None if not isinstance(against, list) else len(against))


SMALL: Final[list[tuple[str, Any, dict[str, Any]]]] = [
    ("1 foot", [12], {}),
    ("1 foot, 1 cannon", ["12b", 10], {"hits": 3}),
    ("1 foot", [16], {"allies": ["12@tlaxcala"], "hits": 3}),
    ("2 horse, 1 cannon", [10], {**CAPITAL, "charge": "shock", "hits": 3}),
    ("1 horse", [16], {"scenario": "standard", "charge": "charge"}),
    ("1 foot", "1 foot", {}),
    ("1 foot, 1 cannon", [20], {"retreat": {"lost": 1}, "gold": 3}),
    ("1 foot", [12], {"cards": ["santiago"], "enemy_cards": ["bolas"]}),
    ("1 foot", [12], {"assets": ["cotton-armor"], "hits": 3, "ambush": True, "enemy_cards": ["painted-warriors"]}),
    ("1 foot, 1 cannon", [10], {"losses": "random", "hits": 3}),
    ("1 foot", [12], {"mano": "before"}),
]
BEST: Final[list[tuple[str, Any, dict[str, Any]]]] = [
    ("1 foot", [12], {"mano": "best"}),
    ("1 foot", [12], {"mano": "after"}),
    ("1 foot, 1 cannon", [10], {"retreat": "best", "goal": "survive"}),
    ("1 foot, 1 cannon", [10], {"losses": "best", "hits": 3}),
]
"""Two ways may be equally good: only the worth has to be the same."""


def undivided(monkeypatch: pytest.MonkeyPatch, units: str, against: Any, how: dict[str, Any]) -> BattleOdds:
    """The same question with positions that are not taken apart."""
    made: list[Any] = []

    def whole(base: Any, _: Any) -> Undivided[Any]:
        made.append(base)
        return Undivided(base)

    with monkeypatch.context() as patch:
        patch.setattr(module, "BattleParts", whole)
        odds = asked_anew(units, against, **how)
    assert made, "the question was answered from elsewhere"
    return odds


@pytest.mark.parametrize(("units", "against", "how"), SMALL)
def test_parts_change_nothing(monkeypatch: pytest.MonkeyPatch, units: str, against: Any, how: dict[str, Any]) -> None:
    divided, whole = battle(units, against, **how), undivided(monkeypatch, units, against, how)
    assert divided.fates == whole.fates
    assert divided.rounds(4) == whole.rounds(4)
    assert divided.mean_rounds == whole.mean_rounds
    assert divided.states < whole.states


@pytest.mark.parametrize(
    ("units", "against", "how"),
    [*BEST, pytest.param("1 foot", [12], {"mano": "after", "hits": 3}, marks=pytest.mark.long)],
)
def test_parts_change_nothing_that_is_best(
    monkeypatch: pytest.MonkeyPatch, units: str, against: Any, how: dict[str, Any]
) -> None:
    worth = GOALS[how.get("goal", "win")]
    divided, whole = battle(units, against, **how), undivided(monkeypatch, units, against, how)
    assert divided.fates.map(worth).mean() == whole.fates.map(worth).mean()


# What must hold of all of them ---------------------------------------------------------------------------------------


def consistent(odds: BattleOdds, start: int, enemies: int | None) -> None:
    """Every fate is one that can be. `enemies` are Indians; None if others fight."""
    assert odds.fates.total == 1
    for fate in odds.fates:
        assert isinstance(fate, Fate)
        assert fate.units.size + fate.lost == start or enemies is None, "cannon may change sides in a duel"
        if fate.outcome == "won":
            assert fate.units.size
            assert fate.enemies == 0 or enemies is None, "other Spaniards may have fled"
        elif fate.outcome == "gone":
            assert not fate.units.size
            assert not fate.enemies
        elif fate.outcome == "lost":
            assert not fate.units.size
            assert fate.enemies
        else:
            assert fate.outcome == "retreated"
        assert fate.hits == 0 or fate.units.size
        assert fate.leader in ("unhurt", "wounded", "dead", "captured")
        if enemies is not None:
            assert fate.enemies <= enemies
            assert fate.index in (0, -1)
            assert fate.leader != "captured"
            assert fate.index == 0 or fate.lost, "11.13: for units that were lost"


OPEN_FIELDS: Final[list[tuple[str, list[int | str], dict[str, Any]]]] = [
    ("2 foot", [12], {}),
    ("1 foot, 1 cannon", [20, 10], {}),
    ("1 horse", [24], {"hits": 3}),
    ("2 foot, 1 horse", [36], {"ambush": True}),
    ("2 foot", [16], {"enemy_cards": ["painted-warriors"]}),
]


@pytest.mark.parametrize(("units", "indians", "how"), OPEN_FIELDS)
def test_a_better_leader_never_lowers_the_chance(units: str, indians: list[int | str], how: dict[str, Any]) -> None:
    wins = [battle(units, indians, leader=leader, **how).win for leader in ("cordoba", "ordaz", "cortes", "alvarado")]
    assert wins == sorted(wins)
    assert len(set(wins)) == 4


@pytest.mark.parametrize(("units", "indians", "how"), OPEN_FIELDS)
def test_another_foot_unit_never_lowers_the_chance(units: str, indians: list[int | str], how: dict[str, Any]) -> None:
    wins = [battle(force, indians, **how).win for force in (units, f"{units}, 1 foot", f"{units}, 2 foot")]
    assert wins == sorted(wins)


@pytest.mark.parametrize(("units", "indians", "how"), OPEN_FIELDS[:3])
def test_hits_never_help_and_cards_help_their_side(units: str, indians: list[int | str], how: dict[str, Any]) -> None:
    worse = [battle(units, indians, hits=hits).win for hits in range(5)]
    assert worse == sorted(worse, reverse=True)
    plain = battle(units, indians, **how).win
    for card in ("santiago", "war-dogs", "desertion"):
        assert battle(units, indians, cards=[card], **how).win > plain
    for card in ("bolas", "painted-warriors"):
        assert battle(units, indians, enemy_cards=[card], **how).win < plain
    assert battle(units, indians, enemy_cards=["encirclement"], **how).win == plain, "who stays need not be held"


@pytest.mark.parametrize(
    ("units", "indians", "how"),
    [("2 foot", [12], {}), ("1 foot", [20], {"hits": 2}), ("1 horse", [24], {"goal": "units"})],
)
def test_mano_de_dios_at_its_best_is_never_worth_less(
    units: str, indians: list[int | str], how: dict[str, Any]
) -> None:
    worth = GOALS[how.get("goal", "win")]
    ways = ("never", "before", "after", "best")
    never, before, after, best = [battle(units, indians, mano=w, **how).fates.map(worth).mean() for w in ways]
    assert best >= after >= never
    assert best >= before
    assert best > never


def test_never_is_the_battle_without_the_card_in_hand() -> None:
    def at(*hand: str) -> BattleOdds:
        pos = build(
            map="north",
            expeditions={"cortes": expedition("red", "tlaxcala", "2 foot, 1 horse")},
            places={"tlaxcala": place("city", hostile=True, units=[24, 10])},
            hands={"red": list(hand)},
            before="battle cortes indians",
        )
        return battle_at(pos, mano="never")

    with_card, without = at("mano-de-dios", "mano-de-dios"), at()
    assert with_card.fates == without.fates == battle("2 foot, 1 horse", [24, 10], mano="never").fates
    assert with_card.rounds() == without.rounds()


@pytest.mark.parametrize("indians", [[24, 10, 16], [12, 12, 20], ["24b", 12, 24]])
def test_the_order_of_the_units_does_not_matter(indians: list[int | str]) -> None:
    fates = [battle("1 foot", list(order)).fates for order in sorted(set(permutations(indians)), key=str)]
    assert all(each == fates[0] for each in fates)
    assert battle("1 foot, 1 horse", indians).fates == battle("1 horse, 1 foot", indians[::-1]).fates
    drawn = [battle("1 foot", order, losses="random").fates for order in (indians, indians[::-1])]
    assert drawn[0] == drawn[1]


def test_who_attacks_makes_no_difference_where_nobody_retreats() -> None:
    assert battle("2 foot", [24]).fates == battle("2 foot", [24], attacks=False).fates


def test_progress_is_told_and_whatever_it_raises_stops_the_work() -> None:
    class Enough(Exception):
        pass

    seen: list[Progress] = []

    def watch(now: Progress) -> None:
        seen.append(now)
        if len(seen) == 2:
            raise Enough

    with pytest.raises(Enough):
        asked_anew(FORCE, [40, 30, 20], progress=watch)
    assert len(seen) == 2
    assert seen[0].done < seen[1].done <= seen[1].known


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"losses": "most"}, "highest, lowest, random, best"),
        ({"losses": {"spaniards": "best"}}, "one each for 'spaniards' and 'indians'"),
        ({"charge": "gallop"}, "pass, charge, shock, best"),
        ({"goal": "glory"}, "win, survive, units"),
        ({"retreat": "soon"}, "'never', 'best'"),
        ({"retreat": {"round": 0}}, "from 1 on"),
        ({"mano": "always"}, "never, before, after, both, best"),
    ],
)
def test_what_is_wrong_is_named(how: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        battle("1 foot", [10], **how)


@pytest.mark.parametrize(
    ("against", "how", "said"),
    [
        (odds.Draw(0), {}, "1 to [0-9]+ units can be drawn"),
        (odds.Draw(1000), {}, "1 to [0-9]+ units can be drawn"),
        (odds.Draw(True), {}, "1 to [0-9]+ units can be drawn"),
        ("2 foot", {"ambush": True}, "an ambush is laid by Indians"),
        ("2 elephants", {}, "is not like '3 foot, 2 horse, 1 cannon'"),
        ([], {}, "there are no Indian units"),
        ([11], {}, "there is no Indian unit '11'"),
        ([10], {"scenario": "chess"}, "basic, standard, solitaire"),
        ([10], {"leader": "<b>Ben</b>"}, "there is no conquistador"),
        ([10], {"cards": ["ace"]}, "ace"),
    ],
)
def test_what_is_wrong_with_the_forces_is_named(against: Any, how: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        battle("1 foot", against, **how)


def test_a_question_is_one_record_of_forces_and_tactics() -> None:
    asked = BattleQuestion.asked("1 foot", [10], cards=["war-dogs"], enemy_cards=["bolas"], ambush=True, mano="best")
    assert asked.cards == ["war-dogs"]
    assert asked.tactics == Tactics(plays=("war-dogs", "bolas"), ambush=True, mano="best")
    assert Tactics(losses={"indians": "lowest", "spaniards": "best"}).allotted() == ("best", "lowest")
    with pytest.raises(TypeError, match="elephants"):
        battle("1 foot", [10], elephants=2)


PAINTED: Final[dict[str, Any]] = {"enemy_cards": ["painted-warriors"], "attacks": False}


# The example after 6.371 ---------------------------------------------------------------------------------------------


def losses(roll: str, value: int, **modifiers: int) -> dict[Any, Fraction]:
    """The distribution of a roll of the example, which icepool gives as well."""
    named = {name: number for name, number in modifiers.items() if number}
    found: dict[Any, Fraction] = dict(table(roll, value=value, modifiers=named))
    assert found == by_hand.rolled(value, sum(modifiers.values()))
    return found


def test_every_roll_of_the_example() -> None:
    """6.371x, W9  What came out, and the chance that it did, roll by roll."""
    none, one, two = (0, False), (1, False), (2, False)
    charge = losses("combat-spanish", 16, rating=2)
    assert charge[one] == Fraction(20, 36), "6 and 2 are 8: one unit, the 40"
    indians = losses("combat-indian", 100)
    assert indians[two] == Fraction(16, 36), "7 in the last column: two"
    spaniards = losses("combat-spanish", 33, rating=2, cannon=1)
    missed = spaniards.get(none, Fraction(0)) + spaniards.get((0, True), Fraction(0))
    assert missed == Fraction(3, 36), "3 and 3 are 6: shockingly bad luck"
    assert spaniards[one] == Fraction(18, 36), "6 and 3 are 9, with Mano de Dios: one unit, the 30"
    alone = losses("combat-indian", 40)
    assert alone[one] == Fraction(16, 36), "6 in the column 36: one"
    assert 1 - missed == Fraction(33, 36), "7 and 3 are 10: the last unit, and any loss would do"
    leader = table("leader-casualty")
    assert leader["dead"] == Fraction(3, 36), "11: dead, but for a second Mano de Dios"
    assert leader["unhurt"] == Fraction(26, 36), "8: unhurt"
    told = charge[one] * indians[two] * missed * spaniards[one] * alone[one] * (1 - missed) * leader["dead"]
    assert told * leader["unhurt"] == Fraction(715, 2834352), "the whole tale: once in 3964 battles"


def test_mano_de_dios_in_the_example() -> None:
    """6.22(4), 6.43  A second roll where the first one is bad: it fails only if both do."""
    hurts = lambda result: int(result[0] > 0)  # noqa: E731  # said once
    again = table("combat-spanish", value=33, modifiers=3, mano="after", goal=hurts)
    assert again.chance(lambda result: result[0] > 0) == 1 - Fraction(3, 36) ** 2
    spared = table("leader-casualty", mano="after", goal={"unhurt"})
    assert spared["unhurt"] == 1 - Fraction(10, 36) ** 2
    assert spared["dead"] == Fraction(10, 36) * Fraction(3, 36)


def told(chance: Fraction) -> str:
    return f"{float(chance):.4%}"


def test_the_whole_battle_of_the_example() -> None:
    """6.371x  Without Mano de Dios: computed by the rules and by hand. The force is worth 25 (C9)."""
    asked = question(enemy_cards=["painted-warriors"])
    open_field = by_hand.first(FORCE, 0, [40, 30, 20])
    basic = battle(FORCE, [40, 30, 20], **PAINTED)
    compare(basic, by_hand.battle(asked, open_field))
    assert told(basic.win) == "98.0232%"
    charge = battle(FORCE, [40, 30, 20], scenario="standard", charge="charge", **PAINTED)
    compare(charge, by_hand.battle(asked, by_hand.charged(asked, open_field)))
    assert told(charge.win) == "99.3493%"
    assert charge.of("lost").mean() < basic.of("lost").mean(), "17.11: at least his horse get a first round"
    assert charge.of("index")[-1] < basic.of("index")[-1], "11.13: favour is lost with a unit"


def test_desertion_in_the_example() -> None:
    """6.371x  He wishes he had it."""
    without = battle(FORCE, [40, 30, 20], **PAINTED)
    deserted = battle(FORCE, [40, 30, 20], cards=["desertion"], **PAINTED)
    assert deserted.win > without.win
    assert deserted.of("lost").mean() < without.of("lost").mean()


def test_the_design_notes_of_chapter_six() -> None:
    """6.0  In the open unbeatable, even in the face of enormous odds; but surprise and the like can turn the tables.

    So it is with the tables as we have them: Cortés's six units are beaten by two of the Indian units that the examples
    name less than twice in a thousand times, and by an Ambush hardly more often: from 60 on a force is not doubled by
    anything, for there is no column beyond. Tables are turned on a few men on foot.
    """
    for enormous in ([30, 20], [40, 30]):
        odds = battle(FORCE, enormous)
        assert odds.win > Fraction(998, 1000)
    force, town = "3 foot", [24, 12]
    wins = [
        battle(force, town).win,
        battle(force, town, ambush=True).win,
        battle(force, town, enemy_cards=["painted-warriors"]).win,
        battle(force, town, enemy_cards=["painted-warriors", "bolas"], ambush=True).win,
    ]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] > Fraction(1, 2) > wins[-1], "the tables are turned"
    held: dict[str, Any] = {"retreat": {"lost": 1}, "goal": "survive"}
    flees = battle(force, town, **held)
    encircled = battle(force, town, enemy_cards=["encirclement"], **held)
    assert encircled.of("outcome")["retreated"] < flees.of("outcome")["retreated"], "6.27: four rounds"
