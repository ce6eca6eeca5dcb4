"""Any position in a few lines: what is asked for is there, and what cannot be is refused with all that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine import Pile, SetupError
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.position import Captive, ConquestPosition, Units
from conquistadors.games.conquest.rules.sequence import ACTIONS
from support.indies import FIXED, answer, asked, at, table


def wrong(**wanted: Any) -> list[str]:
    """What the builder complains of, line by line."""
    with pytest.raises(SetupError) as caught:
        at(**wanted)
    first, *complaints = str(caught.value).split("\n")
    assert first == "this position is impossible:"
    return complaints


def cortes(space: Any = "cempoala", units: Any = "3 foot, 2 horse, 1 cannon", **more: Any) -> dict[str, Any]:
    return {"cortes": expedition("red", space, units, **more)}


carelessly: Any = place


# What is asked for is there --------------------------------------------------------------------------------------


def test_an_expedition_with_everything() -> None:
    pos = at(
        expeditions=cortes(
            companions={"alvarado": "5 foot", "ordaz": ""},
            gold=7,
            food=2,
            hits=1,
            allies=["24@tlaxcala", "24b@tlaxcala"],
            assets=["bearer"],
            shown=["interpreter"],
            kings=["mexica"],
            wounded=["ordaz"],
        )
    )
    assert pos.members("cortes") == ["cortes", "alvarado", "ordaz"]
    assert pos.captains["cortes"].units == Units(3, 2, 1)
    assert pos.units("cortes") == Units(8, 2, 1)
    assert pos.captains["ordaz"].wounded
    led = pos.expeditions["cortes"]
    assert (led.owner, led.space, led.gold, led.food, led.hits) == ("red", "cempoala", 7, 2, 1)
    assert list(led.allies.each()) == ["24@tlaxcala", "24b@tlaxcala"]
    assert (list(led.assets.each()), list(led.shown.each()), led.kings) == (["bearer"], ["interpreter"], ("mexica",))


def test_things_are_taken_from_where_they_lie() -> None:
    empty = at()
    pos = at(
        expeditions=cortes(allies=["24@tlaxcala"], assets=["bearer"], kings=["mexica"]),
        places={"cempoala": place("town", hostile=True, units=[30, "24b"])},
        hands={"blue": ["bolas", "bolas", "quesada"]},
        luck={"red": 1},
        index={"blue": -2},
        warrants=["blue"],
        captives={"almagro": ("blue", "red")},
    )
    assert pos.pool == empty.pool.less(Units(3, 2, 1))
    assert empty.piles["cup"].size - pos.piles["cup"].size == 3
    assert empty.piles["cup"].count_of("24") - pos.piles["cup"].count_of("24") == 2
    assert empty.piles["assets"].size - pos.piles["assets"].size == 2
    assert empty.piles["deck"].count_of("bolas") - pos.piles["deck"].count_of("bolas") == 2
    assert empty.piles["deck"].count_of("arrest-warrant") - pos.piles["deck"].count_of("arrest-warrant") == 1
    assert {"cortes", "quesada", "almagro"}.isdisjoint(pos.piles["red"].titles)
    assert "mexica" not in pos.piles["empires"].titles
    assert list(pos.hands["blue"].each()) == ["bolas", "bolas", "quesada"]
    assert pos.captives == {"almagro": Captive("blue", "red")}
    assert (pos.factions["red"].luck, pos.factions["blue"].warrant) == (1, True)


def test_places_players_and_the_time() -> None:
    pos = at(
        seats=3,
        map="both",
        places={
            "cempoala": "village",
            "tlaxcala": place("city", ally="blue", units=[20], out=True, attempts=2, gold_rolls=1),
            "tenochtitlan": place("capital", empire="mexica", king=True, hostile=True),
        },
        index={"red": -1},
        points={"green": 40},
        turn=3,
        round=4,
        order=["green", "blue", "red"],
        active="blue",
    )
    assert pos.sites["cempoala"].marker == "village"
    city, capital = pos.sites["tlaxcala"], pos.sites["tenochtitlan"]
    assert (city.ally, city.garrison, city.out, city.attempts, city.gold_rolls) == ("blue", Pile.of(["20"]), True, 2, 1)
    assert (capital.marker, capital.empire, capital.king, capital.hostile) == ("capital", "mexica", True, True)
    assert pos.empire_found
    assert (pos.factions["red"].index, pos.factions["green"].permanent) == (-1, 40)
    assert (pos.turn, pos.round, pos.order, pos.active) == (3, 4, ("green", "blue", "red"), "blue")


def test_from_the_second_turn_on_the_reinforcements_are_in_the_deck() -> None:
    assert "quesada" in at(turn=1).piles["red"].titles
    later = at(expeditions=cortes(), hands={"red": ["quesada"]}, turn=2)
    assert not later.piles["red"].titles
    assert "balboa" in later.piles["deck"].titles
    assert "cortes" not in later.piles["deck"].titles
    assert "sandoval" in later.piles["brown"].titles, "two players: the brown ones stay out (14.31)"
    assert "sandoval" in at(seats=3, turn=2).piles["deck"].titles


def test_build_makes_its_own_rules_where_none_are_given() -> None:
    pos = build(
        seats=4,
        map="both",
        options={"olid": True},
        pack=str(FIXED),
        expeditions={"olid": expedition("yellow", "panama-south")},
    )
    assert pos.rules.seats == ("red", "blue", "green", "yellow")
    assert pos.captains["olid"].owner == "yellow"
    with pytest.raises(SetupError, match="the Basic Game is for 2 to 4 players"):
        build(seats=6)


def test_a_built_game_is_played_taken_back_saved_and_loaded(tmp_path: Path) -> None:
    game = begin(at(expeditions=cortes(gold=4)), seed=7)
    answer(game, "convert cortes", "amount 3")
    assert game.position.factions["red"].converted == 3
    game.undo()
    answer(game, "amount 2")
    again = cq.load(cq.save(game, tmp_path / "built.json"))
    assert again.position == game.position
    assert again.position.factions["red"].converted == 2


# Before any procedure --------------------------------------------------------------------------------------------

READY: dict[str, dict[str, Any]] = {
    "march": {"expeditions": cortes()},
    "sail": {"expeditions": cortes()},
    "discover": {"expeditions": cortes(), "places": {}},
    "attack": {"expeditions": cortes(), "places": {"cempoala": place("town", hostile=True, units=[10])}},
    "negotiate": {"expeditions": cortes(), "places": {"cempoala": "town"}},
    "plunder": {"expeditions": cortes(), "places": {"cempoala": "city"}},
    "rally": {"expeditions": cortes(hits=1)},
    "rest": {"expeditions": cortes()},
}


def test_every_action_has_its_test_here() -> None:
    assert set(READY) == set(ACTIONS)


@pytest.mark.parametrize("verb", READY)
def test_right_before_an_action(verb: str) -> None:
    """The expedition is activated and carries out this action; then the impulse and the round go on."""
    game = begin(at(before=f"{verb} cortes", **READY[verb]), seed=1)
    start = game.checkpoint.position
    for _ in range(60):
        pos = game.position
        if asked(game) == "impulse" and pos.active == "blue":
            break
        if asked(game) == "impulse":
            assert pos.impulse.activated[:1] == ("cortes",) or "cortes" not in pos.expeditions
            answer(game, "done")
        else:
            answer(game, game.options[-1].id)
    assert game.position.active == "blue", f"{verb} does not end"
    assert start.rules is game.rules


@pytest.mark.parametrize(
    ("before", "kind"),
    [
        ("impulse", "impulse"),
        ("begin:red", "impulse"),
        ("turn", "lay-down"),
        ("discard:red", "discard"),
        ("deal:red", "impulse"),
        ("lay-down:red", "impulse"),
        ("initiative", "impulse"),
        ("round", "impulse"),
        ("end-roll", "impulse"),
        ("subsistence", "lay-down"),
        ("feed:cortes", "impulse"),
        ("victory", "lay-down"),
        ("clean-up", "lay-down"),
    ],
)
def test_right_before_a_step(before: str, kind: str) -> None:
    hand = {"red": ["theft"]} if before == "discard:red" else {}
    game = begin(at(expeditions=cortes("panama"), hands=hand, before=before), seed=3)
    while game.pending is not None and asked(game) != kind:
        answer(game, game.options[-1].id)
    assert game.pending is not None
    game.rules.check(game.position)


def test_the_impulse_of_one_player_and_then_those_after_him() -> None:
    with table(at(seats=3, map="both", order=["green", "red", "blue"], before="begin:red")) as game:
        assert game.position.active == "red"
        answer(game, "done")
        assert game.position.active == "blue"
        answer(game, "done")
        assert (game.position.round, game.position.active) == (2, "green")


def test_an_action_of_another_player_makes_the_impulse_his() -> None:
    pos = at(expeditions={**cortes(), "balboa": expedition("blue", "nata", "1 foot")}, before="march balboa")
    with table(pos) as game:
        assert game.position.active == "blue"
        answer(game, "stop", "done")
        assert (game.position.round, game.position.active) == (2, "red"), "nobody has a second impulse in the round"


def test_right_before_a_discovery() -> None:
    with table(at(expeditions=cortes(), before="discovery cortes"), 6) as game:
        assert game.position.sites["cempoala"].marker is not None
        assert asked(game) == "impulse"


def test_right_before_a_battle() -> None:
    hostile = {"cempoala": place("town", hostile=True, units=[30])}
    both = {**cortes(), "balboa": expedition("blue", "cempoala", "2 foot")}
    for before, attacker, rolls in (
        ("battle cortes indians", "cortes", "blue"),
        ("battle indians cortes", None, "blue"),
        ("battle indians balboa", None, "red"),
    ):
        pos = at(expeditions=both, places=hostile, before=before)
        assert pos.battle is not None
        assert pos.battle.attacker.expedition == attacker
        indians = pos.battle.defender if attacker else pos.battle.attacker
        assert indians.seat == rolls
        assert begin(pos, seed=1).pending is not None
    incited = at(expeditions=both, places=hostile, active="blue", before="battle indians cortes")
    assert incited.active == "blue"
    assert incited.battle is not None
    assert incited.battle.attacker.seat == "blue"
    wanted = at(expeditions=both, places=hostile, index={"blue": -1}, warrants=["blue"], before="battle cortes balboa")
    assert wanted.battle is not None
    assert (wanted.battle.attacker.seat, wanted.battle.defender.seat) == ("red", "blue")


def test_a_man_without_units_may_be_attacked_but_does_not_attack() -> None:
    hostile = {"cempoala": place("town", hostile=True, units=[30])}
    with table(at(expeditions=cortes(units=""), places=hostile, active="blue", before="battle indians cortes")) as game:
        assert "cortes" not in game.position.expeditions
    assert wrong(expeditions=cortes(units=""), places=hostile, before="battle cortes indians") == [
        "before: cortes has no Spanish units (G-3.15)"
    ]


# What cannot be --------------------------------------------------------------------------------------------------

WRONG: list[tuple[dict[str, Any], str]] = [
    # expeditions
    ({"expeditions": ["cortes"]}, "expeditions: each by its name, as in {name: ...}; got ['cortes']"),
    ({"expeditions": {"cortes": "cempoala"}}, "cortes: write an expedition as expedition(...); got 'cempoala'"),
    ({"expeditions": {"columbus": expedition("red", "panama")}}, "there is no conquistador 'columbus': cortes, "),
    ({"expeditions": {"olid": expedition("red", "panama")}}, "there is no conquistador 'olid'"),
    ({"expeditions": {"cortes": expedition("pink", "panama")}}, "cortes: there is no player 'pink': red, blue"),
    ({"expeditions": cortes("lima")}, "cortes: there is no space 'lima' on the maps in play"),
    ({"expeditions": cortes(["panama"])}, "cortes: there is no space ['panama']"),
    ({"expeditions": cortes(units="three foot")}, "cortes: 'three foot' is not like '3 foot, 2 horse, 1 cannon'"),
    ({"expeditions": cortes(units="3 archers")}, "cortes: '3 archers' is not like"),
    ({"expeditions": cortes(units="3 foot,")}, "cortes: '' is not like"),
    ({"expeditions": cortes(units=3)}, "cortes: 3 is not like"),
    ({"expeditions": cortes(units="11 foot")}, "cortes has 11 units, maximum 10 (1.42)"),
    ({"expeditions": cortes(companions={"cortes": ""})}, "cortes appears twice"),
    (
        {"expeditions": {**cortes(), "balboa": expedition("red", "nata", companions={"cortes": ""})}},
        "cortes appears twice",
    ),
    ({"expeditions": cortes(companions=["alvarado"])}, "cortes: companions: each by its name"),
    (
        {"expeditions": cortes(companions={"alvarado": "1 foot", "ordaz": "1 foot", "sandoval": "1 foot"})},
        "cortes has 3 companions with units, maximum 2 (1.43)",
    ),
    ({"expeditions": cortes(gold=-1)}, "cortes: gold must be a whole number from 0 on; got -1"),
    ({"expeditions": cortes(gold="much")}, "cortes: gold must be a whole number from 0 on; got 'much'"),
    ({"expeditions": cortes(food=True)}, "cortes: food must be a whole number from 0 on; got True"),
    ({"expeditions": cortes(food=4)}, "cortes carries 4 food, maximum 3 (8.131)"),
    ({"expeditions": cortes(hits=5)}, "cortes has 5 hits, maximum 4 (9.13)"),
    ({"expeditions": cortes(allies="24@tlaxcala")}, "cortes: allies must be a list; got '24@tlaxcala'"),
    ({"expeditions": cortes(allies=["24"])}, "cortes: an ally needs its city, as in '24@tlaxcala'; got '24'"),
    ({"expeditions": cortes(allies=["23@tlaxcala"])}, "cortes: there is no Indian unit '23': 10, 12"),
    ({"expeditions": cortes(allies=["48@tlaxcala"] * 3)}, "cortes: no Indian unit of 48 is left in the cup"),
    ({"expeditions": cortes("bay-of-campeche", allies=["24@tlaxcala"])}, "cortes has Indian allies at sea (3.25)"),
    ({"expeditions": cortes(units="", allies=["24@tlaxcala"])}, "cortes has Indian allies and no Spanish unit (5.24)"),
    ({"expeditions": cortes(assets=["umbrella"])}, "cortes: there is no Asset card 'umbrella'"),
    ({"expeditions": cortes(assets=["indian-scouts"] * 9)}, "cortes: no Asset card indian-scouts is left in the deck"),
    ({"expeditions": cortes(shown=7)}, "cortes: shown must be a list; got 7"),
    ({"expeditions": cortes(kings=["aztec"])}, "cortes: there is no empire 'aztec': mexica, "),
    ({"expeditions": cortes(wounded=["ordaz"])}, "cortes: 'ordaz' is wounded and not in the expedition"),
    # places
    ({"places": {"atlantis": "town"}}, "places: there is no space 'atlantis' on the maps in play"),
    ({"places": {"cempoala": "castle"}}, "cempoala: a marker must be village, town, city, "),
    ({"places": {"cempoala": 3}}, "cempoala: write a place as place(...), or as a marker; got 3"),
    ({"places": {"acalan": "town"}}, "a marker in acalan, which has no level (1.142)"),
    ({"places": {"cempoala": place("village", hostile=True)}}, "cempoala cannot be hostile (G-1.24)"),
    ({"places": {"cempoala": carelessly("town", hostile="yes")}}, "cempoala: hostile must be True or False; got 'yes'"),
    ({"places": {"cempoala": place("town", ally="red")}}, "cempoala cannot be allied (5.21)"),
    ({"places": {"cempoala": place("city", ally="pink")}}, "cempoala: there is no player 'pink'"),
    ({"places": {"cempoala": carelessly("city", units=30)}}, "cempoala: units must be a list; got 30"),
    ({"places": {"cempoala": place("city", units=[31])}}, "cempoala: there is no Indian unit '31'"),
    (
        {"places": {"cempoala": place("city", attempts=-1)}},
        "cempoala: attempts must be a whole number from 0 on; got -1",
    ),
    ({"places": {"tlaxcala": place("capital")}}, "tlaxcala: there is no empire None: mexica"),
    (
        {"places": {"tlaxcala": place("city", empire="mexica")}},
        "an empire has imperial cities and a capital, not a city",
    ),
    ({"places": {"tlaxcala": place("city", king=True)}}, "a king without an empire in tlaxcala (12.25)"),
    (
        {"expeditions": cortes(kings=["inca"]), "places": {"tlaxcala": place("capital", empire="inca", king=True)}},
        "the king of inca is in two places (12.25)",
    ),
    # cards and players
    ({"hands": {"pink": []}}, "hands: there is no player 'pink'"),
    ({"hands": {"red": "bolas"}}, "hand of red must be a list; got 'bolas'"),
    ({"hands": {"red": ["bola"]}}, "hand of red: there is no card 'bola'"),
    ({"hands": {"red": ["bolas"] * 4}}, "hand of red: no card bolas is left in the deck"),
    ({"hands": {"red": ["el-dorado"]}}, "hand of red: no card el-dorado is left in the deck"),
    ({"hands": {"red": ["narvaez"]}}, "hand of red: no card narvaez is left in the deck"),
    ({"index": {"red": 9}}, "red's governor index is 9, beyond the track (G-11.1)"),
    ({"index": {"red": "low"}}, "index of red must be a whole number; got 'low'"),
    ({"index": {"pink": 1}}, "index: there is no player 'pink'"),
    ({"index": 3}, "index: each by its name, as in {name: ...}; got 3"),
    ({"points": {"red": -3}}, "points of red must be a whole number from 0 on; got -3"),
    ({"luck": {"red": 99}}, "luck of red: no Asset card mano-de-dios is left in the deck"),
    ({"warrants": "red"}, "warrants must be a list; got 'red'"),
    ({"warrants": ["pink"]}, "warrants: there is no player 'pink'"),
    (
        {"warrants": ["red"], "index": {"red": 1}},
        "there is a warrant against red, whose governor index is above 0 (11.23)",
    ),
    ({"warrants": ["red", "red"], "index": {"red": -1}}, "warrants: red appears twice (G-11.22)"),
    ({"captives": {"cortes": "blue"}}, "cortes: a captive has (owner, captor); got 'blue'"),
    ({"captives": {"cortes": ("blue", "pink")}}, "captive cortes: there is no player 'pink'"),
    ({"captives": {"cortes": ("blue", "blue")}}, "two players are needed (6.371)"),
    ({"captives": {"columbus": ("blue", "red")}}, "there is no conquistador 'columbus'"),
    # time
    ({"turn": 0}, "turn must be a whole number from 1 on; got 0"),
    ({"round": "first"}, "round must be a whole number from 1 on; got 'first'"),
    ({"order": ["red"]}, "order: all of red, blue; got ['red']"),
    ({"order": []}, "order: all of red, blue; got []"),
    ({"order": "red"}, "order must be a list; got 'red'"),
    ({"active": "pink"}, "active: there is no player 'pink': red, blue"),
    # what comes next
    ({"before": 7}, "before: 7 is none of these: an impulse (impulse, begin:PLAYER), an action"),
    ({"before": "siesta"}, "before: 'siesta' is none of these"),
    ({"before": "begin:pink"}, "before: 'begin:pink' is none of these"),
    ({"before": "deal"}, "before: 'deal' is none of these"),
    ({"before": "deal:pink"}, "before: 'deal:pink' is none of these"),
    ({"before": "victory:red"}, "before: 'victory:red' is none of these"),
    ({"before": "feed:cortes"}, "before: 'feed:cortes' is none of these"),
    ({"before": "battle-round"}, "before: 'battle-round' is none of these"),
    ({"before": "village:red"}, "before: 'village:red' is none of these"),
    ({"before": "plunder cortes"}, "before: there is no expedition 'cortes'"),
    ({"before": "discovery cortes"}, "before: there is no expedition 'cortes'"),
    (
        {"expeditions": cortes(), "before": "plunder cortes"},
        "before: cortes may not plunder here: there is no town or city here (7.12)",
    ),
    (
        {"expeditions": cortes(), "before": "rally cortes"},
        "before: cortes may not rally here: it has no morale hits (G-9.2)",
    ),
    (
        {"expeditions": cortes(wounded=["cortes"]), "before": "march cortes"},
        "cortes may not march here: its commander is wounded and rests until the next turn (6.41)",
    ),
    ({"expeditions": cortes("tlaxcala"), "before": "discovery cortes"}, "nothing can be discovered where cortes is"),
    ({"expeditions": cortes(units=""), "before": "discovery cortes"}, "nothing can be discovered where cortes is"),
    ({"before": "battle indians indians"}, "before: two sides fight, and one of them at least is an expedition"),
    ({"expeditions": cortes(), "before": "battle cortes cortes"}, "before: two sides fight"),
    ({"expeditions": cortes(), "before": "battle cortes pizarro"}, "before: there is no expedition 'pizarro'"),
    ({"expeditions": cortes(), "before": "battle cortes indians"}, "before: there are no Indian units in cempoala"),
    ({"expeditions": cortes("panama"), "before": "battle cortes indians"}, "before: nobody fights in panama (6.16)"),
    (
        {
            "expeditions": {**cortes(), "balboa": expedition("blue", "cempoala", "1 foot")},
            "before": "battle cortes balboa",
        },
        "before: no warrant lets cortes and balboa fight (6.121)",
    ),
    (
        {"expeditions": {**cortes(), "balboa": expedition("blue", "nata", "1 foot")}, "before": "battle cortes balboa"},
        "before: cortes and balboa are not in the same space (6.11)",
    ),
]


@pytest.mark.parametrize(("wanted", "complaint"), WRONG, ids=[complaint[:50] for _, complaint in WRONG])
def test_a_complaint_is_clear(wanted: dict[str, Any], complaint: str) -> None:
    told = wrong(**wanted)
    assert any(complaint in line for line in told), told


def test_all_that_is_wrong_is_told_at_once() -> None:
    told = wrong(
        expeditions={
            "cortes": expedition("pink", "atlantis", "3 archers", gold=-1, food=9, allies=["7@tlaxcala"]),
            "balboa": expedition("blue", "panama", "11 foot", hits=6),
        },
        places={"tlaxcala": "castle", "cempoala": place("village", hostile=True)},
        hands={"red": ["excalibur"]},
        index={"blue": 40},
        turn=0,
        active="pink",
        before="siesta",
    )
    for part in (
        *("cortes: there is no player 'pink'", "there is no space 'atlantis'", "'3 archers'", "cortes: gold "),
        *("cortes carries 9 food", "no Indian unit '7'", "balboa has 11 units", "balboa has 6 hits"),
        *(
            "tlaxcala: a marker must be",
            "cempoala cannot be hostile",
            "no card 'excalibur'",
            "blue's governor index is 40",
        ),
        *("turn must be a whole number", "active: there is no player", "before: 'siesta'"),
    ):
        assert sum(part in line for line in told) == 1, (part, told)
    assert len(told) == 15


def test_a_position_is_not_kept_by_the_game_that_starts_from_it() -> None:
    pos = at(expeditions=cortes(gold=4))
    game = begin(pos, seed=1)
    answer(game, "convert cortes", "amount 4")
    assert isinstance(pos, ConquestPosition)
    assert pos.expeditions["cortes"].gold == 4
