"""14.0  The Basic Game scenario."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine import Pile
from conquistadors.engine.errors import DataError, SetupError
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, expedition, place
from conquistadors.games.conquest.rules.events import OrderSet, Reshuffled, UnitsGained
from conquistadors.games.conquest.rules.house import HouseRules
from conquistadors.games.conquest.rules.position import ConquestPosition, Faction, Units
from conquistadors.games.conquest.rules.scenarios import BasicGame
from support.clauses import shows
from support.indies import FIXED, answer, asked, at, barred, events_of, rules_of, table
from support.watched import Watched

MEN = ("cortes", "alvarado", "balboa", "quesada")
"""Two for red, two for blue."""
ASSETS = ("bearer", "interpreter", "indian-guide", "indian-scouts")
ORDER = (9, 5)
"""Red is first."""


@contextmanager
def basic(*outcomes: int | str, seats: int = 2, map: str = "north", **options: Any) -> Iterator[Game[ConquestPosition]]:  # noqa: A002  # as players say
    """A Basic Game from its very beginning, with scripted chance."""
    with Watched(*outcomes) as dice:
        yield Game.new(rules_of(seats, map, **options), chance=dice)


@contextmanager
def settled(*more: int | str) -> Iterator[Game[ConquestPosition]]:
    """Two players who have placed all markers: red at Cempoala, blue at Panuco."""
    with basic(*MEN, *ASSETS, *ORDER, *more) as game:
        answer(game, "place cempoala", "place panuco", "place totonacapan", "place oxitipa")
        answer(game, "place tlaxcala", "place metztitlan")
        yield game


def new_basic(**setup: Any) -> Game[Any]:
    return cq.new_game("basic", pack=str(FIXED), **setup)


# 14.0 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "colours"), [(2, "red blue"), (3, "red blue green"), (4, "red blue green yellow")])
def test_14_0_two_three_or_four_players(seats: int, colours: str) -> None:
    game = new_basic(players=["Ana", "Ben", "Cleo", "Dan"][:seats], seed=1)
    assert game.rules.seats == tuple(colours.split())
    assert game.names == dict(zip(colours.split(), ("Ana", "Ben", "Cleo", "Dan"), strict=False))
    assert game.pending is not None


@pytest.mark.parametrize("players", [["Ana"], ["Ana", "Ben", "Cleo", "Dan", "Eva"]])
def test_14_0_no_fewer_and_no_more(players: list[str]) -> None:
    with pytest.raises(SetupError, match=rf"the Basic Game is for 2 to 4 players \(14\.0\); got {len(players)}"):
        new_basic(players=players)


def test_g_14_0_two_players_use_one_map_unless_they_agree_otherwise() -> None:
    assert set(rules_of(2, None).world.maps) == {"north"}
    assert set(rules_of(2, "south").world.maps) == {"south"}
    assert set(rules_of(2, "both").world.maps) == {"north", "south"}


def test_g_14_0_three_or_four_use_both_maps_unless_they_agree_otherwise() -> None:
    assert set(rules_of(3, None).world.maps) == set(rules_of(4, None).world.maps) == {"north", "south"}
    assert set(rules_of(3, "south").world.maps) == {"south"}


def test_g_14_0_cuba_exists_only_with_the_north_map() -> None:
    assert rules_of(2, "north").world.havens == ("santiago-de-cuba", "panama")
    assert rules_of(2, "south").world.havens == ("panama-south",)
    assert set(rules_of(2, "both").world.havens) == {"santiago-de-cuba", "panama", "panama-south"}


WRONG_SETUPS: list[tuple[dict[str, Any], str]] = [
    ({"seats": 1}, "the Basic Game is for 2 to 4 players"),
    ({"seats": "two"}, "the Basic Game is for 2 to 4 players .*; got 'two'"),
    ({"seats": True}, "the Basic Game is for 2 to 4 players .*; got True"),
    ({"players": "Diego"}, "players must be a list of names, such as"),
    ({"players": 3}, "players must be a list of names, such as"),
    ({"players": ["Ana", "ana"]}, "two players have the same name"),
    ({"players": ["Ana", ""]}, "a player's name must be 1 to 60 printable characters; got ''"),
    ({"players": ["Ana", 7]}, "a player's name must be 1 to 60 printable characters; got 7"),
    ({"players": ["Ana", "Ben", "Cleo"], "seats": 2}, "3 names for 2 seats: red, blue"),
    ({"map": "east"}, "the map must be 'north', 'south' or 'both'; got 'east'"),
    ({"map": ["north"]}, r"the map must be 'north', 'south' or 'both'; got \['north'\]"),
    ({"options": "olid"}, "options must be a table of names and values; got 'olid'"),
    ({"options": {"oild": True}}, "there is no option 'oild'. Options: errata, olid, terrain_index"),
    ({"options": {"olid": "yes"}}, "the option olid must be true or false; got 'yes'"),
    ({"options": {"olid": 1}}, "the option olid must be true or false; got 1"),
    ({"options": {"errata": "french"}}, "errata must be 'japanese' or 'english'; got 'french'"),
    ({"options": {7: True}}, "there is no option 7"),
    ({"legends": True}, "basic has no option 'legends'. Options: seats, map, options, pack"),
    ({"seed": -1}, "a seed must be a whole number"),
    ({"chance": "cards"}, "chance must be 'seeded' or 'table'; got 'cards'"),
]


@pytest.mark.parametrize(("setup", "reason"), WRONG_SETUPS)
def test_14_0_a_wrong_set_up_is_refused_with_a_reason(setup: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        cq.new_game("basic", **setup)


def test_a_wrong_pack_is_refused_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="a pack must be the path of a folder; got 3"):
        cq.new_game("basic", pack=3)
    with pytest.raises(DataError, match=r"there is no data pack '.*: a pack is a folder"):
        BasicGame(pack=tmp_path / "atlantis")
    (tmp_path / "numbers.toml").write_text("[numbers]\nsea = 6\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"numbers\.toml: cards_kept: the number is missing \(2\.0\(2\), 2\.15\)"):
        cq.new_game("basic", pack=str(tmp_path))
    (tmp_path / "numbers.toml").write_text("[numbers\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"numbers\.toml"):
        cq.new_game("basic", pack=str(tmp_path))


def test_a_pack_of_ones_own_changes_the_numbers_of_the_game(tmp_path: Path) -> None:
    ours = (FIXED / "numbers.toml").read_text(encoding="utf-8")
    changed = ours.replace("points_to_win = { value = 75", "points_to_win = { value = 40")
    (tmp_path / "numbers.toml").write_text(changed, encoding="utf-8")
    game = cq.new_game("basic", players=["Ana", "Ben"], pack=str(tmp_path), seed=1)
    assert game.position.rules.target == 40
    assert cq.load(cq.save(game, tmp_path / "own.json")).position.rules.target == 40


@pytest.mark.parametrize("name", HouseRules.__dataclass_fields__)
def test_every_ruling_that_a_table_may_make_otherwise_is_an_option(name: str) -> None:
    default = getattr(HouseRules(), name)
    other: Any = "english" if name == "errata" else not default
    rules = BasicGame(2, "north", {name: other})
    assert getattr(rules.house, name) == other
    assert rules.options["options"] == {name: other}
    assert HouseRules.made({name: default}).chosen() == {}


# 14.1 ------------------------------------------------------------------------------------------------------------


def test_14_11_cards_marked_s_are_not_in_the_decks() -> None:
    rules = rules_of()
    deck, assets = rules.strategy_deck(), rules.asset_deck()
    standard = {card.id for card in (*rules.cards.values(), *rules.assets.values()) if card.standard_only}
    assert {"creditors-demand-payment", "el-dorado", "doctor", "medicinal-bark"} <= standard
    assert standard.isdisjoint({*deck.titles, *assets.titles})
    assert set(deck.titles) == set(rules.cards) - standard
    assert all(deck.count_of(title) == rules.cards[title].copies for title in deck.titles)
    assert all(assets.count_of(title) == rules.assets[title].copies for title in assets.titles)


def test_g_14_11_they_are_removed_before_play() -> None:
    pos = rules_of().start()
    assert pos.piles["deck"] == pos.rules.strategy_deck()
    assert pos.piles["assets"] == pos.rules.asset_deck()
    assert pos.piles["discards"].size == pos.piles["asset-discards"].size == 0


def test_14_12_each_player_draws_two_asset_cards() -> None:
    with basic(*MEN, *ASSETS, *ORDER) as game:
        pos = game.position
        assert list(pos.dealt["red"].each()) == ["bearer", "interpreter"]
        assert list(pos.dealt["blue"].each()) == ["indian-guide", "indian-scouts"]
        assert pos.piles["assets"].size == pos.rules.asset_deck().size - 4


@shows("14.12", "G-14.12", "5.151")
def test_g_14_12_a_mano_de_dios_is_laid_open() -> None:
    with basic(*MEN, "mano-de-dios", "bearer", "mano-de-dios", "mano-de-dios", *ORDER) as game:
        answer(game, "pass", "pass", "pass", "pass")  # it could be spent on the roll for the order
        pos = game.position
        assert (pos.factions["red"].luck, list(pos.dealt["red"].each())) == (1, ["bearer"])
        assert (pos.factions["blue"].luck, pos.dealt["blue"].size) == (2, 0)
        assert game.view("blue").position.factions["red"].luck == 1, "all can see it"


def test_g_14_12_the_others_do_not_see_the_assets() -> None:
    with basic(*MEN, *ASSETS, *ORDER) as game:
        assert game.view("red").position.dealt["red"].titles == ("bearer", "interpreter")
        assert game.view("red").position.dealt["blue"] == Pile(("?",), (2,))


def test_14_12_units_are_divided_as_the_player_likes() -> None:
    """Kind by kind, the share of the first conquistador by name."""
    with settled() as game:
        assert [o.id for o in game.options] == [f"amount {n}" for n in range(8)]
        answer(game, "amount 5")
        assert [o.id for o in game.options] == [f"amount {n}" for n in range(4)]
        answer(game, "amount 2", "amount 1")
        pos = game.position
        assert (pos.captains["alvarado"].units, pos.captains["cortes"].units) == (Units(5, 2, 1), Units(2, 1, 0))
        assert pos.pool == pos.rules.units_of_the_game.less(Units(7, 3, 1))
        assert (asked(game), game.pending and game.pending.who) == ("divide", "blue")


@shows("14.12", "1.42")
def test_14_12_nobody_gets_more_than_his_card_holds() -> None:
    with settled() as game:
        answer(game, "amount 7", "amount 3")
        assert game.position.captains["alvarado"].units == Units(7, 3, 0), "ten: the cannon is the other's"
        answer(game, "amount 0", "amount 0")
        pos = game.position
        assert (pos.captains["balboa"].units, pos.captains["quesada"].units) == (Units(0, 0, 1), Units(7, 3, 0))


def test_14_12_a_division_beyond_the_limits_is_refused() -> None:
    with settled() as game:
        assert barred(game, "amount 8") == barred(game, "amount -1") == barred(game, "pass") == "14.12"


@contextmanager
def ready(*more: int | str) -> Iterator[Game[ConquestPosition]]:
    """Two players right before the first turn."""
    with settled(*more) as game:
        answer(game, "amount 4", "amount 2", "amount 1", "amount 3", "amount 1", "amount 0")
        answer(game, "station cortes cempoala", "station balboa panuco")
        answer(game, "station alvarado panama", "station quesada metztitlan")
        yield game


HAND = ("theft", "theft", "bolas", "bolas", "bolas", "hostage", "hostage", "ultimatum", "ultimatum", "war-dogs")
OTHER = ("rediscovery",) * 3 + ("hostile-chiefs",) * 3 + ("indian-uprising",) * 3 + ("night-march",)


@shows("14.12", "G-14.12", "5.15")
def test_g_14_12_assets_are_assigned_when_the_expeditions_stand() -> None:
    with ready(*HAND) as game:
        assert asked(game) == "assign-asset"
        assert [o.id for o in game.options] == ["assign bearer alvarado", "assign bearer cortes"]
        assert barred(game, "assign bearer balboa") == "14.12"
        answer(game, "assign bearer cortes", "assign interpreter cortes")
        answer(game, "assign indian-guide balboa", "assign indian-scouts quesada")
        pos = game.position
        assert list(pos.expeditions["cortes"].assets.each()) == ["bearer", "interpreter"]
        assert pos.expeditions["alvarado"].assets.size == 0
        assert list(pos.expeditions["quesada"].assets.each()) == ["indian-scouts"]
        assert pos.dealt == {"red": Pile(), "blue": Pile()}
        assert game.view("blue").position.expeditions["cortes"].assets == Pile(("?",), (2,))


def assign_all(game: Game[ConquestPosition]) -> None:
    answer(game, "assign bearer cortes", "assign interpreter cortes")
    answer(game, "assign indian-guide balboa", "assign indian-scouts quesada")


@shows("14.13", "2.15")
def test_14_13_the_first_hands_are_ten_cards_of_which_two_are_discarded() -> None:
    with ready(*HAND, *OTHER, 8, 6) as game:
        assert game.position.hands == {"red": Pile(), "blue": Pile()}, "nobody has cards before the first turn"
        assign_all(game)
        assert game.position.turn == 1
        assert game.position.hands["red"] == Pile.of(HAND)
        assert (asked(game), game.pending and game.pending.who) == ("lay-down", "red")
        answer(game, "discard theft", "discard theft")
        assert (asked(game), game.pending and game.pending.who) == ("lay-down", "blue")
        answer(game, "discard rediscovery", "discard night-march")
        assert asked(game) == "impulse"
        assert [hand.size for hand in game.position.hands.values()] == [8, 8]


def test_14_14_everybody_draws_two_red_conquistadors_at_random() -> None:
    with Watched(*MEN, *ASSETS, *ORDER) as dice:
        pos = Game.new(rules_of(), chance=dice).position
    red = sorted(man.id for man in pos.rules.men.values() if man.print == "red")
    drawn = [chance for chance in dice.chances if chance.kind == "conquistador"]
    assert [chance.who for chance in drawn] == ["red", "red", "blue", "blue"]
    assert list(drawn[0].outcomes) == red
    assert set(drawn[0].weights) == {1}, "each with the same chance"
    assert "cortes" not in drawn[1].outcomes, "drawn, not put back"
    assert {man: captain.owner for man, captain in pos.captains.items()} == {
        "cortes": "red",
        "alvarado": "red",
        "balboa": "blue",
        "quesada": "blue",
    }
    assert set(pos.piles["red"].titles) == {*red} - {*MEN}


@pytest.mark.parametrize(
    "first",
    [
        ("cortes", "francisco-pizarro", "balboa", "quesada"),
        ("balboa", "quesada", "francisco-pizarro", "cortes"),
    ],
)
@shows("14.14", "G-14.14")
def test_g_14_14_who_has_both_cortes_and_pizarro_makes_all_draw_again(first: tuple[str, ...]) -> None:
    with basic(*first, *first, "de-soto", "de-leon", "cortes", "balboa", *ASSETS, *ORDER) as game:
        pos = game.position
        assert sorted(pos.captains) == ["balboa", "cortes", "de-leon", "de-soto"]
        assert pos.captains["cortes"].owner == "blue"
        assert {"francisco-pizarro", "quesada"} <= set(pos.piles["red"].titles)


def test_14_14_the_two_may_serve_different_players() -> None:
    with basic("cortes", "balboa", "francisco-pizarro", "quesada", *ASSETS, *ORDER) as game:
        assert game.position.captains["francisco-pizarro"].owner == "blue"


# 14.2 ------------------------------------------------------------------------------------------------------------


@shows("14.21", "1.15", "J11")
def test_14_21_everything_starts_at_nothing() -> None:
    with settled() as game:
        pos = game.position
        for faction in pos.factions.values():
            assert (faction.index, faction.permanent, faction.warrant, faction.luck) == (0, 0, False, 0)
        assert (pos.turn, pos.round) == (0, 0), "no round has been completed"
        assert all(site.ally is None for site in pos.sites.values())
    assert rules_of().start().factions == {"red": Faction(), "blue": Faction()}


def test_14_22_the_higher_roll_sets_up_first() -> None:
    with basic(*MEN, *ASSETS, 4, 11) as game:
        assert game.position.order == ("blue", "red")
        assert game.pending is not None
        assert game.pending.who == "blue"
        assert [event.order for event in events_of(game, OrderSet)] == [("blue", "red")]


def test_14_22_ties_are_rolled_again() -> None:
    with basic(*MEN, *ASSETS, 7, 7, 3, 3, 2, 12) as game:
        assert game.position.order == ("blue", "red")


def test_14_22_only_those_who_are_tied_roll_again() -> None:
    """Green 8, then red and yellow with 6: yellow wins the second roll; blue's 3 is last."""
    men = ("cortes", "alvarado", "balboa", "quesada", "almagro", "belalcazar", "de-leon", "de-soto")
    assets = (*ASSETS, "bearer", "interpreter", "indian-guide", "indian-scouts")
    with basic(*men, *assets, 6, 3, 8, 6, 5, 9, seats=4, map="both") as game:
        assert game.position.order == ("green", "yellow", "red", "blue")


def test_14_23_the_first_village_stands_on_the_coast() -> None:
    with basic(*MEN, *ASSETS, *ORDER) as game:
        assert asked(game) == "place-village"
        assert {o.subject for o in game.options} == {
            space for space, level in game.position.rules.world.level.items() if level == 0
        }
        for elsewhere in (
            "totonacapan",
            "tlaxcala",
            "gran-chichimeca",
            "acalan",
            "cibola",
            "panama",
            "bay-of-campeche",
        ):
            assert barred(game, f"place {elsewhere}") == "14.23"
        refusal = game.why_not("place atlantis")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("14.23", "no-such-space")
        assert barred(game, "pass") == "14.23", "it must be placed"
        answer(game, "place cempoala")
        assert game.position.sites["cempoala"].marker == "village"
        assert not game.position.sites["cempoala"].hostile
        assert game.position.factions["red"].settlements == ("cempoala",)


def test_14_23_anywhere_on_either_map() -> None:
    men = ("cortes", "alvarado", "balboa", "quesada", "almagro", "belalcazar")
    with basic(*men, *ASSETS, "bearer", "bearer", 9, 8, 7, seats=3, map="both") as game:
        south = [
            s
            for s, level in game.position.rules.world.level.items()
            if level == 0 and game.position.rules.world.map_of[s] == "south"
        ]
        answer(game, "place cempoala", f"place {south[0]}")
        assert game.position.factions["blue"].settlements == (south[0],)


def test_g_14_23_one_marker_in_a_space() -> None:
    with basic(*MEN, *ASSETS, *ORDER) as game:
        answer(game, "place cempoala")
        assert barred(game, "place cempoala") == "G-14.23"


@shows("14.23", "D-14.23")
def test_14_23_the_second_village_on_any_coast_or_at_level_1_next_to_the_first() -> None:
    with basic(*MEN, *ASSETS, *ORDER) as game:
        answer(game, "place cempoala", "place panuco")
        assert game.pending is not None
        assert game.pending.who == "red"
        legal = {o.subject for o in game.options}
        assert {"totonacapan", "tochtepec"} <= legal, "Level 1 next to his first village"
        assert {"ecab", "veragua", "yaqui"} <= legal, "any coast, near or far"
        assert barred(game, "place oxitipa") == "14.23", "Level 1, but next to the village of another"
        assert barred(game, "place ahuilizapan") == "14.23", "next to his village, but Level 2"
        answer(game, "place totonacapan", "place oxitipa")
        assert game.position.factions["blue"].settlements == ("panuco", "oxitipa")


@shows("14.23", "G-14.23")
def test_g_14_23_the_town_at_any_level_next_to_one_of_his_villages() -> None:
    with basic(*MEN, *ASSETS, *ORDER) as game:
        answer(game, "place cempoala", "place panuco", "place ecab", "place oxitipa")
        assert asked(game) == "place-town"
        assert {o.subject for o in game.options} == {"totonacapan", "ahuilizapan", "tochtepec", "chichen-itza", "tiho"}
        assert barred(game, "place metztitlan") == "14.23", "next to the village of another only"
        assert barred(game, "place cempoala") == "G-14.23"
        assert barred(game, "place bay-of-campeche") == "14.23"
        answer(game, "place chichen-itza", "place metztitlan")
        assert game.position.sites["chichen-itza"].marker == "town"
        assert game.position.factions["red"].settlements == ("cempoala", "ecab", "chichen-itza")


def test_14_23_a_town_that_finds_no_space_is_left_out() -> None:
    """Cozumel and Darién have no land beside them but Panama: own ruling, the town is not placed."""
    with basic(*MEN, *ASSETS, *ORDER) as game:
        answer(game, "place cozumel", "place panuco", "place darien", "place oxitipa")
        assert (asked(game), game.pending and game.pending.who) == ("place-town", "blue")
        answer(game, "place metztitlan")
        assert game.position.factions["red"].settlements == ("cozumel", "darien")


@shows("14.22", "14.23")
def test_14_23_each_marker_is_placed_by_all_in_the_same_order() -> None:
    with basic(*MEN, *ASSETS, 5, 9) as game:
        asking = []
        for space in ("panuco", "cempoala", "oxitipa", "totonacapan", "metztitlan", "tlaxcala"):
            assert game.pending is not None
            asking.append((game.pending.kind, game.pending.who))
            answer(game, f"place {space}")
        assert asking == [
            (kind, seat) for kind in ("place-village", "place-village", "place-town") for seat in ("blue", "red")
        ]


def test_14_24_expeditions_start_at_ones_own_markers_in_cuba_or_in_panama() -> None:
    with settled() as game:
        answer(game, "amount 4", "amount 2", "amount 1", "amount 3", "amount 1", "amount 0")
        assert asked(game) == "station"
        spaces = ("cempoala", "totonacapan", "tlaxcala", "santiago-de-cuba", "panama")
        assert {o.id for o in game.options} == {f"station {m} {s}" for m in ("alvarado", "cortes") for s in spaces}
        assert barred(game, "station cortes panuco") == "14.24", "blue's village"
        assert barred(game, "station cortes ecab") == barred(game, "station balboa panama") == "14.24"
        reasons = {text: game.why_not(text) for text in ("station cortes ecab", "pass", "lead cortes")}
        assert {text: refusal and (refusal.rule, refusal.bar.reason) for text, refusal in reasons.items()} == {
            "station cortes ecab": ("14.24", "settlements-or-havens"),
            "pass": ("14.24", "not-offered"),
            "lead cortes": ("14.24", "not-offered"),
        }
        answer(game, "station cortes cempoala")
        cortes = game.position.expeditions["cortes"]
        assert (cortes.owner, cortes.space) == ("red", "cempoala")
        assert game.position.units("cortes") == Units(3, 1, 0)


def test_14_24_all_place_one_expedition_and_then_all_the_other() -> None:
    with ready() as game:
        pos = game.position
        assert {c: e.space for c, e in pos.expeditions.items()} == {
            "cortes": "cempoala",
            "balboa": "panuco",
            "alvarado": "panama",
            "quesada": "metztitlan",
        }
        stationed = [a.value for a in game.answers if a.kind == "station"]
        assert [str(value).split()[1] for value in stationed] == ["cortes", "balboa", "alvarado", "quesada"]


def test_14_24_both_may_start_in_the_same_space_but_nobody_twice() -> None:
    with settled() as game:
        answer(game, "amount 4", "amount 2", "amount 1", "amount 3", "amount 1", "amount 0")
        answer(game, "station cortes panama", "station balboa panama")
        assert barred(game, "station cortes cempoala") == "14.24"
        answer(game, "station alvarado panama")
        assert game.position.expeditions_in("panama") == ["alvarado", "balboa", "cortes"]


@shows("14.24", "14.13")
def test_14_24_then_the_first_turn_begins() -> None:
    with ready(*HAND, *OTHER, 4, 10) as game:
        assign_all(game)
        answer(game, "discard theft", "discard theft", "discard rediscovery", "discard night-march")
        pos = game.position
        assert (pos.turn, pos.round, pos.active, pos.order) == (1, 1, "blue", ("blue", "red"))


# 14.3 ------------------------------------------------------------------------------------------------------------

RED = {"de-leon", "almagro", "belalcazar", "de-soto", "quesada", "francisco-pizarro", "balboa"}
BROWN = {"sandoval", "ordaz", "cordoba", "de-candia", "orellana", "hernando-pizarro"}


def next_turn(seats: int, turn: int = 1, **house: Any) -> Game[ConquestPosition]:
    """Right at the first question of the next turn, which comes before the deal."""
    men = {"cortes": expedition("red", "panama"), "alvarado": expedition("blue", "panama")}
    hand = {"red": ["theft"]}
    game = begin(at(seats, "north", house, expeditions=men, hands=hand, turn=turn, before="clean-up"), seed=1)
    assert asked(game) == "discard"
    return game


def test_14_31_on_turn_2_the_other_red_men_join_the_deck() -> None:
    game = next_turn(2)
    assert game.position.turn == 2
    assert set(game.position.piles["deck"].titles) & set(game.position.rules.men) == RED
    assert game.position.piles["red"].size == 0
    assert set(game.position.piles["brown"].titles) == BROWN, "with two players the brown ones stay out"
    assert [event.pile for event in events_of(game, Reshuffled) if event.rule == "14.31"] == ["conquistadors"]


@pytest.mark.parametrize("seats", [3, 4])
def test_14_31_from_three_players_on_the_brown_men_as_well(seats: int) -> None:
    game = next_turn(seats)
    assert set(game.position.piles["deck"].titles) & set(game.position.rules.men) == RED | BROWN
    assert game.position.piles["brown"].size == 0


def test_14_31_not_before_and_not_again() -> None:
    assert set(at(turn=1, before="turn").piles["deck"].titles).isdisjoint(rules_of().men)
    third = next_turn(3, turn=2)
    assert set(third.position.piles["deck"].titles) & set(third.position.rules.men) == RED | BROWN
    assert all(third.position.piles["deck"].count_of(man) == 1 for man in RED | BROWN)


def test_14_31_replacements_never_join_the_deck() -> None:
    game = next_turn(4)
    assert game.position.piles["replacements"].size == 5


def test_g_14_31_the_discards_stay_out() -> None:
    pos = at(expeditions={"cortes": expedition("red", "panama")}, hands={"red": ["theft", "bolas"]}, before="clean-up")
    pos.discard("red", "bolas")
    game = begin(pos, seed=1)
    assert game.position.piles["discards"] == Pile.of(["bolas"])
    assert game.position.piles["deck"].count_of("bolas") == 2


@shows("J10")
def test_j10_olid_is_in_the_game_only_if_the_table_wants_him() -> None:
    assert "olid" not in rules_of(3, None).men
    with_him = rules_of(3, "north", olid=True)
    assert with_him.men["olid"].print == "brown"
    assert "olid" in with_him.start().piles["brown"].titles
    assert "olid" in next_turn(3, olid=True).position.piles["deck"].titles


def test_14_32_two_foot_and_a_cannon_or_two_horse() -> None:
    for chosen, units in (("with foot", Units(2, 0, 1)), ("with horse", Units(0, 2, 0))):
        with table(at(hands={"red": ["balboa"]}, turn=2)) as game:
            answer(game, "play balboa", "take panama")
            assert [o.id for o in game.options] == ["with foot", "with horse"]
            assert barred(game, "with cannon") == "14.32"
            answer(game, chosen)
            pos = game.position
            assert (pos.units("balboa"), pos.pool) == (units, pos.rules.units_of_the_game.less(units))
            assert {event.rule for event in events_of(game, UnitsGained)} == {"14.32"}


@shows("14.32", "G-2.25")
def test_14_32_wherever_he_arrives() -> None:
    pos = at(expeditions={"cortes": expedition("red", "cempoala", "3 foot")}, hands={"red": ["balboa"]}, turn=2)
    with table(pos) as game:
        answer(game, "play balboa", "take cortes", "with horse")
        assert game.position.captains["balboa"].units == Units(horse=2)
        assert game.position.units("cortes") == Units(3, 2, 0)


@shows("14.32", "15.15")
def test_14_32_as_far_as_counters_are_left() -> None:
    full = {"cortes": "10 horse", "almagro": "10 horse", "quesada": "7 horse"}
    men = {name: expedition("blue", "panama", units) for name, units in full.items()}
    with table(at(expeditions=men, hands={"red": ["balboa"]}, turn=2)) as game:
        answer(game, "play balboa", "take panama", "with horse")
        assert game.position.units("balboa") == Units(horse=1)
        assert game.position.pool.horse == 0


# 14.4 ------------------------------------------------------------------------------------------------------------


def test_14_4_seventy_five_points_win() -> None:
    with table(at(points={"red": 75, "blue": 74}, before="victory")) as game:
        assert game.ending is not None
        assert game.ending.winners == ("red",)


def test_14_4_seventy_four_do_not() -> None:
    with table(at(points={"red": 74, "blue": 20}, hands={"red": ["theft"]}, before="victory")) as game:
        assert game.ending is None
        assert (asked(game), game.position.turn) == ("discard", 2)


@shows("14.4", "13.21")
def test_14_4_net_points_count() -> None:
    """71 permanent points and an allied city are 75."""
    ally = {"tlaxcala": place("city", ally="red")}
    with table(at(points={"red": 71}, places=ally, before="victory")) as game:
        assert game.ending is not None
        assert game.ending.winners == ("red",)


# Saves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", range(0, 16, 3))
def test_a_game_is_saved_and_loaded_in_the_middle_of_the_set_up(answers: int, tmp_path: Path) -> None:
    game = new_basic(players=["Ana", "Ben", "Cleo"], seed=11, options={"olid": True})
    for _ in range(answers):
        answer(game, game.options[0].id)
    again = cq.load(cq.save(game, tmp_path / "set-up.json"))
    assert again.position == game.position
    assert (again.options, again.names) == (game.options, game.names)
    assert again.rules.options == game.rules.options
    for _ in range(12):
        choice = game.options[-1].id
        answer(game, choice)
        answer(again, choice)
    assert again.position == game.position
    assert again.same_log(game)


def test_a_game_is_saved_and_loaded_in_the_middle_of_a_battle(tmp_path: Path) -> None:
    """A plunder: after the first round, with losses to be allotted and cards to be played."""
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot, 2 horse, 1 cannon")},
        places={"cempoala": "city"},
        hands={"blue": ["bolas", "painted-warriors"]},
        luck={"red": 1},
        before="plunder cortes",
    )
    game = begin(pos, seed=8)
    seen: set[str | None] = set()
    for number in range(200):
        if game.position.battle is None and seen:
            break
        if asked(game) not in seen:
            again = cq.load(cq.save(game, tmp_path / f"{number}.json"))
            assert again.position == game.position
            assert (again.options, again.same_log(game)) == (game.options, True)
        seen.add(asked(game))
        answer(game, game.options[0].id)
    assert {"react", "modify", "loss"} <= seen, seen


def test_a_game_from_new_game_reaches_a_battle_and_is_loaded_there(tmp_path: Path) -> None:
    """Both expeditions stand in the own town and plunder it."""
    game = new_basic(players=["Ana", "Ben"], seed=5)
    for _ in range(200):
        if game.position.battle is not None:
            break
        towns = [
            o.id for o in game.options if o.verb == "station" and game.position.site(str(o.target)).marker == "town"
        ]
        verbs = [o.id for verb in ("plunder", "activate") for o in game.options if o.verb == verb]
        answer(game, [*towns, *verbs, game.options[0].id][0])
    assert game.position.battle is not None
    again = cq.load(cq.save(game, tmp_path / "battle.json"))
    assert again.position == game.position
    choice = game.options[0].id
    answer(game, choice)
    answer(again, choice)
    assert again.position == game.position


def test_the_rules_of_a_basic_game_are_made_anew_from_their_options() -> None:
    rules = rules_of(3, "south", errata="english", town_draws=False)
    assert rules.options == {
        "seats": 3,
        "map": "south",
        "options": {"errata": "english", "town_draws": False},
        "pack": str(FIXED),
    }
    again = BasicGame(**rules.options)  # type: ignore[arg-type]  # what a save gives
    assert (again.seats, again.house, tuple(again.world.maps)) == (rules.seats, rules.house, ("south",))
