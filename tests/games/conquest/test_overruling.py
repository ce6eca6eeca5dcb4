"""What the table decides over the program's head: corrections by hand, and players who resign (G-6.46b)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine import TABLE, Pile
from conquistadors.engine.errors import IllegalAnswer
from conquistadors.engine.events import Adjusted, Drew, Resigned, Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.history import Answer
from conquistadors.games.conquest.builder import begin, expedition, place
from conquistadors.games.conquest.rules.overruling import ORDERS
from conquistadors.games.conquest.rules.position import Account, ConquestPosition, Units
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, barred, events_of, rules_of, table


def camp(**more: Any) -> ConquestPosition:
    """Red's impulse: Cortés with a companion in a hostile town, an ally near by, and Balboa in Panama for blue."""
    wanted: dict[str, Any] = {
        "expeditions": {
            "cortes": expedition(
                "red", "cempoala", "3 foot, 2 horse", companions={"ordaz": ""}, gold=5, food=2, hits=1
            ),
            "balboa": expedition("blue", "panama", "2 foot"),
        },
        "places": {"cempoala": place("town", hostile=True, units=[30, 20]), "tlaxcala": place("city", ally="blue")},
    }
    make = at_standard if more.pop("standard", False) else at
    return make(**{**wanted, **more})


def game(**more: Any) -> Game[ConquestPosition]:
    return begin(camp(**more), seed=5)


def purse(pos: ConquestPosition) -> tuple[int, int, Account]:
    red = pos.factions["red"]
    return red.pesos, red.debt, red.account


# Corrections -----------------------------------------------------------------------------------------------------

CORRECTIONS: list[tuple[str, Callable[[ConquestPosition], object], object]] = [
    ("gold cortes 9", lambda pos: (pos.expeditions["cortes"].gold, pos.gold), (9, 9)),
    ("gold cortes 0", lambda pos: (pos.expeditions["cortes"].gold, pos.gold), (0, 0)),
    ("food cortes 3", lambda pos: pos.expeditions["cortes"].food, 3),
    ("hits cortes 4", lambda pos: pos.expeditions["cortes"].hits, 4),
    ("foot cortes 5", lambda pos: (pos.captains["cortes"].units, pos.pool.foot), (Units(5, 2, 0), 48 - 7)),
    ("horse ordaz 2", lambda pos: (pos.captains["ordaz"].units, pos.pool.horse), (Units(0, 2, 0), 28 - 4)),
    ("cannon balboa 1", lambda pos: (pos.captains["balboa"].units, pos.pool.cannon), (Units(2, 0, 1), 13)),
    ("foot cortes 1", lambda pos: (pos.units("cortes").foot, pos.expeditions["cortes"].food), (1, 1)),
    ("space cortes panuco", lambda pos: pos.expeditions["cortes"].space, "panuco"),
    ("wounded ordaz yes", lambda pos: pos.captains["ordaz"].wounded, True),
    ("wounded cortes no", lambda pos: pos.captains["cortes"].wounded, False),
    ("index red -2", lambda pos: pos.factions["red"].index, -2),
    ("points blue 30", lambda pos: pos.factions["blue"].permanent, 30),
    ("marker panuco village", lambda pos: pos.sites["panuco"].marker, "village"),
    ("marker cempoala city", lambda pos: (pos.sites["cempoala"].marker, pos.sites["cempoala"].hostile), ("city", True)),
    (
        "marker cempoala village",
        lambda pos: (pos.sites["cempoala"].hostile, pos.sites["cempoala"].garrison.size),
        (False, 2),
    ),
    ("marker cempoala none", lambda pos: ("cempoala" in pos.sites, pos.piles["cup"]), (False, rules_of().cup)),
    ("marker tlaxcala town", lambda pos: (pos.sites["tlaxcala"].marker, pos.sites["tlaxcala"].ally), ("town", None)),
    ("status cempoala neutral", lambda pos: pos.sites["cempoala"].hostile, False),
    ("status tlaxcala hostile", lambda pos: (pos.sites["tlaxcala"].hostile, pos.sites["tlaxcala"].ally), (True, None)),
    ("status tlaxcala red", lambda pos: (pos.sites["tlaxcala"].hostile, pos.sites["tlaxcala"].ally), (False, "red")),
    ("pesos red 9", purse, (9, 3, Account(funds=9, loans=3, spent=3))),
    ("pesos red 0", purse, (0, 3, Account(funds=0, loans=3, spent=3))),
    ("debt red 8", purse, (5, 8, Account(funds=5, loans=8, spent=8))),
    ("debt red 0", purse, (5, 0, Account(funds=5))),
    ("legend cibola el-dorado", lambda pos: pos.site("cibola").legend, "el-dorado"),
]
STANDARD_ONLY = ("pesos", "debt", "legend")
"""Only the Standard Game has these (14.21)."""


@pytest.mark.parametrize(("order", "seen", "now"), CORRECTIONS, ids=[order for order, _, _ in CORRECTIONS])
def test_a_correction_is_made_recorded_told_and_taken_back(
    order: str, seen: Callable[[ConquestPosition], object], now: object
) -> None:
    richer: dict[str, Any] = {"standard": True, "pesos": {"red": 5}, "debt": {"red": 3}}
    playing = game(**(richer if order.startswith(STANDARD_ONLY) else {}))
    before = playing.position
    playing.adjust(order)
    assert seen(playing.position) == now
    assert playing.answers[-1] == Answer(TABLE, "adjust", order, False)
    assert [event.order for event in events_of(playing, Adjusted)] == [order]
    assert asked(playing) == "impulse", "the impulse goes on"
    playing.rules.check(playing.position)
    playing.undo()
    assert playing.position == before
    assert events_of(playing, Adjusted) == []
    playing.redo()
    assert seen(playing.position) == now


def test_every_order_is_shown_here() -> None:
    assert {order.split()[0] for order, _, _ in CORRECTIONS} == set(ORDERS)


def test_a_correction_counts_in_play_and_survives_a_save(tmp_path: Path) -> None:
    playing = game()
    playing.adjust("  gold   cortes 2 ")
    answer(playing, "convert cortes", "amount 2")
    again = cq.load(cq.save(playing, tmp_path / "corrected.json"))
    assert again.position == playing.position
    assert again.position.factions["red"].converted == 2
    assert again.same_log(playing)


REFUSED = [
    ("", "an order must be 1 to 200 printable characters"),
    (
        "ship red 5",
        "'ship red 5': a correction begins with gold, food, hits, foot, horse, cannon, space, wounded, index",
    ),
    ("gold cortes", "'gold cortes': the form is 'gold EXPEDITION NUMBER'"),
    ("gold cortes 1 2", "the form is 'gold EXPEDITION NUMBER'"),
    ("gold ordaz 3", "there is no expedition 'ordaz': balboa, cortes"),
    ("gold cortes many", "a whole number is needed; got 'many'"),
    ("gold cortes 1_0", "a whole number is needed; got '1_0'"),
    ("gold cortes ٣", "a whole number is needed; got '٣'"),
    ("gold cortes 999999", "a whole number is needed; got '999999'"),
    ("gold cortes -1", "cortes has a negative amount of gold (10.11)"),
    ("food cortes 4", "cortes carries 4 food, maximum 3 (8.131)"),
    ("food balboa 3", "balboa carries 3 food, maximum 2 (8.131)"),
    ("hits cortes 5", "cortes has 5 hits, maximum 4 (9.13)"),
    ("hits cortes -1", "cortes has −1 hits, maximum 4 (9.13)"),
    ("foot cortes 9", "cortes has 11 units, maximum 10 (1.42)"),
    ("foot cortes -1", "cortes has a negative number of units (1.42)"),
    ("foot pizarro 1", "'pizarro' is not in play: balboa, cortes, ordaz"),
    ("space cortes atlantis", "there is no space 'atlantis' on the maps in play"),
    ("space cortes lima", "there is no space 'lima' on the maps in play"),
    ("wounded cortes maybe", "a conquistador in play is wounded: yes or no"),
    ("wounded almagro yes", "a conquistador in play is wounded: yes or no"),
    ("index red 9", "red's governor index is 9, beyond the track (G-11.1)"),
    ("index green 1", "there is no player 'green': red, blue"),
    ("points red -1", "red has negative victory points (13.12)"),
    ("pesos red 5", "there are no pesos or debt in this game (14.21)"),
    ("debt red 5", "there are no pesos or debt in this game (14.21)"),
    ("marker cempoala castle", "a marker must be none, village, town, city, discovered, mosquito; got 'castle'"),
    ("marker acalan town", "a marker in acalan, which has no level (1.142)"),
    ("marker panama village", "a marker in panama, which has no level (1.142)"),
    ("status panuco hostile", "panuco has no town or city that could be 'hostile' (1.24)"),
    ("status cempoala red", "a status must be neutral, hostile or, for a city, a player; got 'red'"),
    ("status tlaxcala green", "a status must be neutral, hostile or, for a city, a player; got 'green'"),
]


@pytest.mark.parametrize(("order", "reason"), REFUSED)
def test_a_wrong_correction_is_refused_and_nothing_happens(order: str, reason: str) -> None:
    playing = game()
    before = playing.position
    with pytest.raises(IllegalAnswer, match=re.escape(reason)):
        playing.adjust(order)
    assert (playing.position, playing.answers, asked(playing)) == (before, (), "impulse")


def test_units_that_an_expedition_cannot_lose_by_hand() -> None:
    """9.26, 5.24  Hits and Indian allies have to go first."""
    playing = game()
    playing.adjust("horse cortes 0")
    with pytest.raises(IllegalAnswer, match=re.escape("cortes has hits and no units (9.26)")):
        playing.adjust("foot cortes 0")
    playing.adjust("hits cortes 0")
    playing.adjust("foot cortes 0")
    assert playing.position.units("cortes") == Units()
    assert playing.position.expeditions["cortes"].food == 0


def test_more_units_than_counters_are_refused() -> None:
    playing = game(
        expeditions={
            name: expedition("red", "panama", "10 cannon" if n == 0 else "4 cannon")
            for n, name in enumerate(("cortes", "balboa"))
        }
    )
    with pytest.raises(IllegalAnswer, match=re.escape("more Spanish units than counters (15.15)")):
        playing.adjust("cannon balboa 5")


def test_points_by_hand_set_the_total_of_permanent_points() -> None:
    playing = game(points={"red": 12})
    playing.adjust("points red 10")
    assert playing.position.factions["red"].permanent == 10


@shows("4.171")
def test_a_marker_that_has_run_out_is_refused() -> None:
    rules = rules_of()
    free = [s for s, level in rules.world.level.items() if level == 0]
    towns = dict.fromkeys([*free, "tiho", "naco"][: rules.markers["town"]], "town")
    playing = begin(at(places=towns), seed=1)
    with pytest.raises(IllegalAnswer, match=re.escape("no town marker is left (4.171)")):
        playing.adjust("marker tlaxcala town")


def test_the_marker_of_an_empire_stays() -> None:
    playing = game(places={"tenochtitlan": place("capital", empire="mexica", king=True)})
    with pytest.raises(IllegalAnswer, match=re.escape("tenochtitlan belongs to an empire: its marker stays (12.22)")):
        playing.adjust("marker tenochtitlan none")


def test_an_index_above_zero_does_not_go_with_a_warrant() -> None:
    playing = game(index={"blue": -1}, warrants=["blue"])
    with pytest.raises(
        IllegalAnswer, match=re.escape("there is a warrant against blue, whose governor index is above 0 (11.23)")
    ):
        playing.adjust("index blue 1")


def test_nothing_is_corrected_in_the_middle_of_a_step() -> None:
    playing = game()
    answer(playing, "activate cortes")
    with pytest.raises(IllegalAnswer, match="finish what is in progress first, or take it back"):
        playing.adjust("gold cortes 1")
    with pytest.raises(IllegalAnswer, match="finish what is in progress first, or take it back"):
        playing.resign("red")


def test_a_battle_goes_on_after_a_correction_between_two_rounds() -> None:
    """A unit that is taken away is no longer among the flipped ones."""
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "1 horse, 1 foot")},
        places={"cempoala": place("town", hostile=True, units=[40])},
        hands={"blue": ["bolas"]},
        before="battle cortes indians",
    )
    with table(pos, 6, 3, 2, 3) as playing:
        answer(playing, "pass", "take horse")
        battle = playing.position.battle
        assert battle is not None
        assert (battle.round, battle.attacker.down) == (2, Units(horse=1))
        playing.adjust("horse cortes 0")
        battle = playing.position.battle
        assert battle is not None
        assert battle.attacker.down == Units()
        assert playing.position.units("cortes") == Units(foot=1)
        answer(playing, "pass")
        assert asked(playing) == "retreat"


def test_nobody_is_moved_out_of_a_battle_by_hand() -> None:
    hostile = {"cempoala": place("town", hostile=True, units=[30])}
    both = {
        "cortes": expedition("red", "cempoala", "2 foot", companions={"ordaz": ""}),
        "balboa": expedition("blue", "cempoala", "2 foot"),
    }
    playing = begin(at(expeditions=both, places=hostile, before="battle cortes indians"), seed=1)
    assert asked(playing) == "leader"
    with pytest.raises(IllegalAnswer, match="cortes must finish what is in progress first"):
        playing.adjust("space cortes panuco")
    playing.adjust("space balboa panuco")
    assert playing.position.expeditions["balboa"].space == "panuco"


def test_in_the_set_up_units_can_be_corrected() -> None:
    playing = cq.new_game("basic", players=["Ana", "Ben"], seed=4)
    man = min(playing.position.captains)
    playing.adjust(f"foot {man} 2")
    assert playing.position.captains[man].units == Units(foot=2)


def test_after_the_end_nothing_is_corrected() -> None:
    playing = game()
    playing.resign("blue")
    assert playing.ending is not None
    with pytest.raises(IllegalAnswer, match="the game is over; take something back first"):
        playing.adjust("gold cortes 1")


# Resigning -------------------------------------------------------------------------------------------------------


def three(**more: Any) -> ConquestPosition:
    wanted: dict[str, Any] = {
        "seats": 3,
        "map": "north",
        "expeditions": {
            "cortes": expedition(
                "red", "tlaxcala", "3 foot, 2 horse", gold=5, allies=["24@tlaxcala"], assets=["bearer"]
            ),
            "balboa": expedition("blue", "panama", "2 foot"),
            "quesada": expedition("green", "nata", "2 foot"),
        },
        "places": {"tlaxcala": place("city", ally="red", units=[30]), "cholula": place("city", ally="blue")},
    }
    return at(**{**wanted, **more})


@shows("G-6.46b")
def test_g_6_46b_who_resigns_leaves_the_map() -> None:
    pos = three(
        hands={"red": ["bolas", "theft"]},
        luck={"red": 1},
        index={"red": -1},
        warrants=["red"],
        captives={"almagro": ("red", "blue"), "de-soto": ("green", "red"), "narvaez": ("red", "green")},
    )
    playing = begin(pos, seed=2)
    playing.resign("red")
    now = playing.position
    assert list(now.expeditions) == ["balboa", "quesada"]
    assert list(now.captains) == ["balboa", "quesada"]
    assert now.pool == now.rules.units_of_the_game.less(Units(foot=4))
    assert now.gold == 0
    assert (now.sites["tlaxcala"].ally, now.sites["tlaxcala"].garrison) == (None, Pile.of(["30"]))
    assert now.sites["cholula"].ally == "blue"
    assert now.piles["cup"].count_of("24") == now.rules.cup.count_of("24")
    assert list(now.piles["asset-discards"].each()) == ["bearer", "mano-de-dios"]
    assert list(now.piles["discards"].each()) == ["arrest-warrant"]
    assert (now.hands["red"].size, list(now.buried["red"].each())) == (0, ["bolas", "theft"])
    assert now.captives == {}
    assert list(now.piles["fallen"].each()) == ["almagro", "cortes", "de-soto"]
    assert "narvaez" in now.piles["replacements"].titles
    assert now.factions["red"].resigned
    assert now.order == ("blue", "green")
    assert [event.who for event in events_of(playing, Resigned)] == ["red"]
    playing.rules.check(now)


def test_g_6_46b_his_impulse_is_over_and_the_others_play_on() -> None:
    with table(three()) as playing:
        playing.resign("red")
        assert playing.position.active == "blue"
        answer(playing, "done")
        assert playing.position.active == "green"
        answer(playing, "done")
        assert (playing.position.round, playing.position.active) == (2, "blue")


def test_g_6_46b_in_the_impulse_of_another_that_one_goes_on() -> None:
    with table(three()) as playing:
        playing.resign("blue")
        assert (asked(playing), playing.position.active) == ("impulse", "red")
        assert barred(playing, "deal blue") == "8.14"
        answer(playing, "done")
        assert playing.position.active == "green"


def test_g_6_46b_steps_of_the_turn_skip_him() -> None:
    hands = {seat: ["theft"] for seat in ("red", "blue")}
    playing = begin(three(before="turn", hands=hands), seed=3)
    assert (asked(playing), playing.pending and playing.pending.who) == ("discard", "red")
    playing.resign("red")
    assert (asked(playing), playing.pending and playing.pending.who) == ("discard", "blue")
    assert not any(name.endswith(":red") for name in playing.position.tasks)


def test_g_6_46b_his_expeditions_are_not_fed_any_more() -> None:
    """In the subsistence phase: red's expedition waits for a Mano de Dios while the others are still to be fed."""
    pos = three(
        places={},
        luck={"blue": 1},
        expeditions={
            "cortes": expedition("red", "cempoala", "1 foot"),
            "balboa": expedition("blue", "nata", "2 foot"),
            "quesada": expedition("green", "nata", "2 foot"),
        },
        order=["blue", "red", "green"],
        before="subsistence",
    )
    playing = begin(pos, seed=3)
    assert playing.position.tasks[-2:] == ("feed:quesada", "feed:cortes")
    playing.resign("red")
    assert playing.position.tasks[-1:] == ("feed:quesada",)
    assert "cortes" not in playing.position.expeditions
    answer(playing, "pass", "pass")
    assert asked(playing) == "lay-down"


def test_g_6_46b_an_action_that_waits_falls_away() -> None:
    playing = begin(three(before="march cortes"), seed=3)
    assert asked(playing) == "march"
    playing.resign("red")
    assert (asked(playing), playing.position.active) == ("impulse", "blue")


@shows("12.252")
def test_g_6_46b_a_king_whom_he_held_goes_home() -> None:
    """To the nearest city of his empire without Spaniards; the first by name where two are equally near."""
    cities = {s: place("imperial", empire="mexica") for s in ("tenochtitlan", "cholula")}

    def home(space: str, *also: str) -> list[str]:
        men = dict(zip(("balboa", "quesada"), also, strict=False))
        pos = three(
            expeditions={
                "cortes": expedition("red", space, "1 foot", kings=["mexica"]),
                **{man: expedition("blue", where, "1 foot") for man, where in men.items()},
            },
            places=cities,
        )
        playing = begin(pos, seed=1)
        playing.resign("red")
        return [s for s, site in playing.position.sites.items() if site.king]

    assert home("tenochtitlan") == ["tenochtitlan"]
    assert home("tula") == ["tenochtitlan"]
    assert home("cuauhnahuac") == ["cholula"]
    assert home("tula", "tenochtitlan") == ["cholula"]
    assert home("tula", "tenochtitlan", "cholula") == []


@shows("4.171")
def test_g_6_46b_his_allied_city_needs_a_city_marker_again() -> None:
    """Where none is left, the farthest is recycled: resigning is never refused for want of a counter."""
    rules = rules_of(3, "north")
    free = [s for s, level in rules.world.level.items() if level is not None and s not in ("tlaxcala", "cholula")]
    cities: dict[str, Any] = dict.fromkeys(free[: rules.markers["city"]], "city")
    playing = begin(three(places={**cities, "tlaxcala": place("city", ally="red")}), seed=1)
    playing.resign("red")
    now = playing.position
    assert (now.sites["tlaxcala"].marker, now.sites["tlaxcala"].ally) == ("city", None)
    assert sum(site.marker == "city" for site in now.sites.values()) == rules.markers["city"]
    assert sum(site.marker == "discovered" for site in now.sites.values()) == 1


def test_g_6_46b_the_last_player_left_has_won() -> None:
    playing = begin(three(), seed=1)
    playing.resign("red")
    assert asked(playing) == "impulse"
    playing.resign("green")
    assert asked(playing) is None
    assert playing.ending is not None
    assert (playing.ending.winners, playing.ending.rule) == (("blue",), "G-6.46b")
    playing.undo()
    assert asked(playing) == "impulse"
    assert "quesada" in playing.position.expeditions


def test_g_6_46b_a_resignation_survives_a_save(tmp_path: Path) -> None:
    playing = begin(three(hands={"red": ["bolas"]}), seed=1)
    playing.resign("red")
    answer(playing, "done")
    again = cq.load(cq.save(playing, tmp_path / "resigned.json"))
    assert again.position == playing.position


def test_g_6_46b_his_hand_stays_hidden() -> None:
    playing = begin(three(hands={"red": ["bolas", "theft"]}), seed=1)
    playing.resign("red")
    seen = playing.view("blue").position
    assert seen.buried["red"] == Pile(("?",), (2,))
    assert seen.piles["discards"].size == 0


def test_resigning_is_refused_with_a_reason() -> None:
    playing = begin(three(), seed=1)
    playing.resign("red")
    with pytest.raises(IllegalAnswer, match="red has already resigned"):
        playing.resign("red")
    with pytest.raises(IllegalAnswer, match="there is no seat 'pink': red, blue, green"):
        playing.resign("pink")
    set_up = cq.new_game("basic", players=["Ana", "Ben"], seed=4)
    with pytest.raises(
        IllegalAnswer, match=re.escape("a player resigns between impulses (G-6.46b), not in the set-up")
    ):
        set_up.resign("red")
    hostile = {"tlaxcala": place("city", hostile=True, units=[30])}
    fight = begin(three(places=hostile, hands={"blue": ["bolas"]}, before="battle cortes indians"), seed=1)
    with pytest.raises(IllegalAnswer, match="not in the set-up or in an action"):
        fight.resign("red")


def test_g_6_46b_he_is_dealt_no_cards_and_rolls_for_nothing() -> None:
    playing = begin(three(), seed=6)
    playing.resign("red")
    while playing.position.turn < 2 or asked(playing) != "impulse":
        assert playing.pending is not None
        assert playing.pending.who != "red"
        verbs = {each.verb: each.id for each in playing.options}
        answer(playing, verbs.get("pass") or verbs.get("done") or playing.options[0].id)
    assert {event.who for event in events_of(playing, Drew) if event.pile == "deck"} == {"blue", "green"}
    assert {event.who for event in events_of(playing, Rolled)} <= {"blue", "green"}
