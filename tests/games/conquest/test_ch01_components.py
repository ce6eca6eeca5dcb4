"""1.0  Game components: maps, pieces, cards, expeditions, dice and Mano de Dios."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import Dice, Pile, SetupError
from conquistadors.engine.chance import Seeded
from conquistadors.engine.events import CardPlayed, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, expedition, place
from conquistadors.games.conquest.rules.events import Found, NoAttempt, UnitLost, UnitsGained
from conquistadors.games.conquest.rules.position import Captain, ConquestPosition, Units
from conquistadors.games.conquest.rules.scenarios import BasicGame
from conquistadors.games.conquest.rules.spaces import can_attempt
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, rules_of, table
from support.watched import Watched


def cortes(space: str = "cempoala", units: str = "3 foot, 2 horse, 1 cannon", **more: Any) -> dict[str, Any]:
    return {"cortes": expedition("red", space, units, **more)}


# 1.1 Maps --------------------------------------------------------------------------------------------------------


@shows("1.12", "G-1.12")
def test_1_12_the_two_panamas_are_one_step_apart_by_land() -> None:
    with table(at(map="both", expeditions=cortes("panama"), before="march cortes")) as game:
        answer(game, "go panama-south")
        assert game.position.expeditions["cortes"].space == "panama-south"
        answer(game, "go panama")
        assert game.position.march is not None
        assert game.position.march.steps == 2, "each step counts"
        answer(game, "stop")


def test_g_1_12_no_other_line_joins_the_maps() -> None:
    world = rules_of(2, "both").world
    crossing = {
        (one, other)
        for one in world.spaces
        for other in world.adjacent[one]
        if world.map_of[one] != world.map_of[other]
    }
    assert crossing == {("panama", "panama-south"), ("panama-south", "panama")}
    assert "panama-south" not in world.by_sea["panama"]


def test_g_1_12_with_one_map_its_panama_leads_nowhere_else() -> None:
    world = rules_of(2, "north").world
    assert {world.map_of[space] for space in world.adjacent["panama"]} == {"north"}
    with table(at(expeditions=cortes("panama"), before="march cortes")) as game:
        assert barred(game, "go panama-south") == "3.11"


def test_1_13_only_ordinary_land_of_level_0_to_4_can_hold_a_civilization() -> None:
    pos = at(places={"cempoala": "village"})
    for space, entry in pos.rules.world.spaces.items():
        assert (entry.level is not None) == (entry.kind == "level")
        if entry.level is None:
            assert not can_attempt(pos, space)
            with pytest.raises(SetupError, match=f"a marker in {space}, which has no level"):
                at(places={space: "village"})


@shows("1.13", "4.11")
def test_1_13_the_level_decides_what_is_found() -> None:
    """The same 4: a village on the coast, a city at Level 3 (2.42x)."""
    for space, near, found in (("cempoala", {}, "village"), ("tepeaca", {"ahuilizapan": "town"}, "city")):
        die = 4 if not near else 5  # a town next to Level 3 is -1 (J7)
        pos = at(expeditions=cortes(space), places=near, before="discovery cortes")
        with table(pos, die) as game:
            assert [event.found for event in events_of(game, Found)] == [found]


@shows("1.141", "G-1.141", "3.16")
def test_1_141_only_a_sea_move_goes_to_sea() -> None:
    with table(at(expeditions=cortes())) as game:
        answer(game, "activate cortes", "march")
        assert barred(game, "go bay-of-campeche") == "3.16"
        answer(game, "stop")
    with table(at(expeditions=cortes())) as game:
        answer(game, "activate cortes", "sail", "go bay-of-campeche", "stop")
        assert game.position.expeditions["cortes"].space == "bay-of-campeche"


@shows("1.141", "3.26", "J1")
def test_1_141_the_mar_del_sur_is_closed_on_turns_1_and_2() -> None:
    world = rules_of(2, "south").world
    coast, sea = next(
        (one, other)
        for one in world.next_to_sea - world.sea
        for other in world.by_sea[one]
        if world.spaces[other].mar_del_sur
    )
    for turn in (1, 2):
        with table(at(map="south", expeditions=cortes(coast), turn=turn, before="sail cortes")) as game:
            assert barred(game, f"go {sea}") == "3.26"
    with table(at(map="south", expeditions=cortes(coast), turn=3, before="sail cortes")) as game:
        answer(game, f"go {sea}", "stop")


@pytest.mark.parametrize(("start", "wild"), [("champoton", "acalan"), ("panuco", "coahuiltec")])
def test_1_142_desert_and_rain_forest_hold_nothing_and_may_be_passed(start: str, wild: str) -> None:
    pos = at(expeditions=cortes(start), places={start: "village", "potonchan": "village", "karankawa": "village"})
    with table(pos) as game:
        answer(game, "activate cortes", "march", f"go {wild}")
        assert asked(game) == "march", "no discovery, no need to stop"
        answer(game, "go potonchan" if wild == "acalan" else "go karankawa", "stop")
        assert events_of(game, Found) == events_of(game, NoAttempt) == []
        assert wild not in game.position.sites


@shows("1.145", "4.0")
@pytest.mark.parametrize("haven", ["santiago-de-cuba", "panama"])
def test_1_145_nothing_is_discovered_in_cuba_and_panama(haven: str) -> None:
    with table(at(expeditions=cortes(haven), places={"nata": "village"})) as game:
        answer(game, "activate cortes")
        assert barred(game, "discover") == "4.0"
        answer(game, "rest")


@shows("1.145", "2.19")
def test_1_145_no_card_against_a_force_that_marches_into_panama() -> None:
    unhappy = at(
        expeditions=cortes("nata", hits=2),
        places={"nata": "village", "veragua": "village"},
        hands={"blue": ["letter-in-the-cotton"]},
        before="march cortes",
    )
    with table(unhappy) as game:
        answer(game, "go panama")
        assert asked(game) == "march", "blue is not asked"
        answer(game, "go veragua")
        assert asked(game) == "react", "but for the next step he is"
        answer(game, "play letter-in-the-cotton")
        assert game.position.units("cortes").foot == 2


@shows("1.145", "2.19")
def test_1_145_no_card_against_a_force_that_sails_into_cuba() -> None:
    """Nor while it lies there: a storm can be raised as soon as it is at sea."""
    hands = {"blue": ["stormy-weather"]}
    with table(at(expeditions=cortes("sea-santiago"), hands=hands, before="sail cortes")) as game:
        assert asked(game) == "react", "at sea it can be played"
        answer(game, "pass", "go santiago-de-cuba")
        assert (asked(game), game.position.expeditions["cortes"].space) == ("impulse", "santiago-de-cuba")
    with table(at(expeditions=cortes("santiago-de-cuba"), hands=hands, before="sail cortes")) as game:
        assert asked(game) == "voyage", "the voyage is announced in Cuba, and blue is not asked"
        answer(game, "go sea-santiago")
        assert asked(game) == "react"
        answer(game, "pass", "stop")


@shows("1.145", "14.24")
def test_1_145_expeditions_can_start_there() -> None:
    """The set-up for three on both maps, up to the first expedition that is placed."""
    game = setting_up("station", rules_of(3, "both"))
    man = str(game.options[0].subject)
    havens = ("santiago-de-cuba", "panama", "panama-south")
    assert [haven for haven in havens if game.why_not(f"station {man} {haven}") is None] == list(havens)
    elsewhere = next(space for space in ("cempoala", "nata", "tumbes") if game.position.site(space).marker is None)
    assert barred(game, f"station {man} {elsewhere}") == "14.24"
    answer(game, f"station {man} panama-south")
    assert game.position.expeditions[man].space == "panama-south"


def setting_up(kind: str, rules: BasicGame) -> Game[ConquestPosition]:
    """A new game in which everybody takes the first answer until something is asked."""
    game = Game.new(rules, seed=14)
    while asked(game) != kind:
        answer(game, game.options[0].id)
    return game


@shows("1.15", "11.12")
def test_1_15_the_governors_favor_track_starts_at_0_and_right_is_better() -> None:
    assert {faction.index for faction in rules_of().start().factions.values()} == {0}
    pos = at(hands={"red": ["letter-from-the-crown", "arrest-warrant"]})
    with table(pos) as game:
        answer(game, "play letter-from-the-crown", "play arrest-warrant")
        assert (game.position.factions["red"].index, game.position.factions["blue"].index) == (1, -1)
    points = pos.rules.tables.favour.columns["points"]
    boxes = sorted(points, key=int)
    assert [points[box].value for box in boxes] == sorted(points[box].value for box in boxes)


# 1.2 Playing pieces ----------------------------------------------------------------------------------------------


@shows("1.22", "14.12")
def test_1_22_spanish_units_are_foot_horse_and_cannon_under_a_conquistador() -> None:
    """All that a set-up takes from the box lies on the cards of conquistadors, and nothing on the map."""
    pos = setting_up("station", rules_of()).position
    for seat in ("red", "blue"):
        cards = [captain.units for captain in pos.captains.values() if captain.owner == seat]
        assert len(cards) == 2
        assert Units.total(cards) == Units(foot=7, horse=3, cannon=1)
    assert pos.pool == pos.rules.units_of_the_game.less(Units(foot=14, horse=6, cannon=2))
    assert pos.expeditions == {}, "and nobody stands anywhere yet"


@shows("1.22", "14.32")
def test_1_22_new_units_come_with_a_conquistador() -> None:
    with table(at(hands={"red": ["balboa"]}, turn=2)) as game:
        answer(game, "play balboa", "take panama", "with foot")
        assert game.position.captains["balboa"].units == Units(foot=2, cannon=1)


@shows("1.23", "12.34", "1.52")
def test_1_23_indian_units_are_drawn_blind_from_a_cup_that_holds_them_all() -> None:
    pos = at(expeditions=cortes(), places={"cempoala": "town"}, luck={"red": 1}, before="plunder cortes")
    assert pos.piles["cup"] == pos.rules.cup, "at the start all are in the cup"
    with Watched("24") as dice:
        game = begin(pos, chance=dice)
        assert asked(game) == "modify", "red is about to fight"
    drawn = dice.chances[0]
    assert dict(zip(drawn.outcomes, drawn.weights, strict=True)) == dict(zip(*pos.rules.cup, strict=True))
    assert drawn.dice is None, "no roll that anybody could change"
    assert game.position.sites["cempoala"].garrison == Pile.of(["24"]), "a hostile unit stands on the map"


def test_1_23_allied_units_are_in_an_expedition() -> None:
    pos = at(expeditions=cortes("tlaxcala"), places={"tlaxcala": place("city", ally="red", units=[30])})
    with table(pos) as game:
        answer(game, "muster cortes")
        assert game.position.expeditions["cortes"].allies == Pile.of(["30@tlaxcala"])
        assert not game.position.sites["tlaxcala"].garrison.titles


@shows("1.231", "6.322")
@pytest.mark.parametrize(("unit", "left"), [("24", ["24b"]), ("24b", []), ("20", [])])
def test_1_231_a_backprinted_unit_turns_over_and_then_dies(unit: str, left: list[str]) -> None:
    """Spaniards with 37 roll 4+2+1: one loss. The 24 has a reverse, which is eliminated; the 20 has none."""
    pos = at(
        expeditions=cortes(units="5 foot, 3 horse, 1 cannon"),
        places={"cempoala": place("town", hostile=True, units=[unit, 30])},
        luck={"red": 1},
        before="battle cortes indians",
    )
    with table(pos, 2, 4) as game:
        answer(game, "pass", "pass", f"take {unit}")
        assert game.position.sites["cempoala"].garrison == Pile.of(["30", *left])


@shows("1.24", "12.12")
def test_1_24_a_city_is_found_neutral_and_turns_hostile_to_all() -> None:
    pos = at(
        expeditions=cortes("tepeaca"),
        places={"tlaxcala": "city"},
        hands={"blue": ["city-has-new-chief"]},
        before="discovery cortes",
    )
    with table(pos, 6, "30", "20") as game:
        site = game.position.sites["tepeaca"]
        assert (site.marker, site.hostile, site.ally) == ("city", False, None)
        answer(game, "done", "play city-has-new-chief", "take tepeaca")
        site = game.position.sites["tepeaca"]
        assert (site.hostile, site.ally) == (True, None)


@shows("1.24", "5.21")
def test_1_24_a_city_can_be_the_ally_of_one_player() -> None:
    pos = at(expeditions=cortes("tlaxcala"), places={"tlaxcala": place("city", units=[10])}, before="negotiate cortes")
    with table(pos, 9) as game:
        answer(game, "amount 0")
        assert (game.position.sites["tlaxcala"].ally, game.position.sites["tlaxcala"].hostile) == ("red", False)


@shows("G-1.24", "7.12", "5.11")
def test_g_1_24_villages_stay_neutral_and_out_of_it() -> None:
    pos = at(
        expeditions=cortes(), places={"cempoala": "village"}, hands={"red": ["indian-uprising", "city-has-new-chief"]}
    )
    with table(pos) as game:
        assert barred(game, "play indian-uprising") == "12.32"
        assert barred(game, "play city-has-new-chief") == "12.12"
        answer(game, "activate cortes")
        assert barred(game, "plunder") == "7.12"
        assert barred(game, "negotiate") == "5.11"
        answer(game, "rest")


@shows("1.25", "12.22", "12.25")
def test_1_25_an_empire_is_a_king_a_capital_and_two_more_cities() -> None:
    pos = at(expeditions=cortes("tlaxcala"), places={"tepeaca": "city"}, before="discovery cortes")
    assert len(pos.rules.empires) > 1, "there are several sets"
    with table(pos, 6, "cholula", "texcoco", "imperial", "capital", "imperial") as game:
        cities = {space: site for space, site in game.position.sites.items() if site.empire is not None}
        assert sorted(site.marker or "" for site in cities.values()) == ["capital", "imperial", "imperial"]
        assert [space for space, site in cities.items() if site.king] == ["cholula"]
        assert len({site.empire for site in cities.values()}) == 1


@shows("1.262", "8.131", "C26")
def test_1_262_an_expedition_carries_three_food_points_at_most_and_no_more_than_it_has_foot() -> None:
    for units, carried in (("5 foot", 3), ("1 foot, 3 horse", 1), ("3 horse", 0)):
        pos = at(
            expeditions=cortes(units=units), places={"cempoala": "town"}, hands={"red": ["storehouses-of-maize"] * 2}
        )
        with table(pos) as game:
            answer(game, "play storehouses-of-maize", "play storehouses-of-maize")
            assert game.position.expeditions["cortes"].food == carried


@shows("1.273", "4.15", "D-1.273")
def test_1_273_a_mosquito_marker_is_a_find_of_its_own() -> None:
    for die, marker in ((1, "mosquito"), (2, "discovered")):
        with table(at(expeditions=cortes(), before="discovery cortes"), die) as game:
            assert game.position.sites["cempoala"].marker == marker


@shows("1.273")
def test_1_273_no_malaria_in_the_basic_game() -> None:
    """Only food is asked for in the Subsistence phase."""
    pos = at(expeditions=cortes(food=1), places={"cempoala": "mosquito"}, before="feed:cortes")
    with table(pos) as game:
        assert game.position.expeditions["cortes"].food == 0
        assert events_of(game, Rolled) == []


@shows("C23")
def test_1_281x_the_records_track_shows_plain_numbers() -> None:
    """W1: 123 points are 123, whatever markers show them."""
    pos = at(points={"red": 123})
    assert pos.factions["red"].permanent == 123
    assert "123" in begin(pos, seed=1).teller().position(pos)


# 1.3 Cards -------------------------------------------------------------------------------------------------------


def test_1_31_so_many_cards_of_each_kind() -> None:
    rules = rules_of()
    assert sum(card.copies for card in rules.cards.values()) == 110
    assert sum(card.copies for card in rules.assets.values()) == 26
    assert len(rules.men) == 20


def test_1_31_every_card_is_in_one_place() -> None:
    pos = at(hands={"red": ["bolas", "theft"]})
    assert pos.piles["deck"].size + pos.hands["red"].size == pos.rules.strategy_deck().size
    pos.hands["red"] = pos.hands["red"].minus("bolas")
    with pytest.raises(ValueError, match=r"Strategy cards are missing or too many \(1\.31\): bolas"):
        pos.rules.check(pos)


EIGHT = ["bolas"] * 3 + ["hostage"] * 2 + ["ultimatum"] * 2 + ["war-dogs"]


@shows("1.32", "2.15")
def test_1_32_a_hand_has_eight_cards_at_most() -> None:
    """Each of the dealt hands, and not only when its owner would like to lay down."""
    with table(at(hands={"red": [*EIGHT, "theft", "theft"]}, before="lay-down:red")) as game:
        assert barred(game, "pass") == "2.15"
        answer(game, "discard theft")
        assert (asked(game), game.position.hands["red"].size) == ("lay-down", 9)
        answer(game, "discard bolas")
        assert (asked(game), game.position.hands["red"].size) == ("impulse", 8)
        assert game.position.buried["red"].size == 2
    with table(at(hands={"red": EIGHT}, before="lay-down:red")) as game:
        assert (asked(game), game.position.hands["red"].size) == ("impulse", 8)


@shows("G-1.32b", "1.32")
def test_g_1_32b_a_ship_from_castile_leaves_eight_cards_at_once() -> None:
    """Seven others in hand, and two more: one is too many."""
    hand = ["a-ship-from-castile", *EIGHT[1:]]
    with table(at(hands={"red": hand}), "theft", "theft") as game:
        answer(game, "play a-ship-from-castile")
        assert (asked(game), game.position.hands["red"].size) == ("lay-down", 9)
        answer(game, "discard hostage")
        assert (asked(game), game.position.hands["red"].size) == ("impulse", 8)
        assert game.position.buried["red"].titles == ("hostage",)
    with table(at(hands={"red": hand[:-1]}), "theft", "theft") as game:
        answer(game, "play a-ship-from-castile")
        assert (asked(game), game.position.hands["red"].size) == ("impulse", 8)


def test_1_331_every_conquistador_has_a_name_and_three_ratings() -> None:
    for man in rules_of().men.values():
        assert man.name.en
        assert all(0 <= rating <= 3 for rating in (man.combat, man.diplomacy, man.rally))


@shows("1.331", "6.23", "5.13", "9.23")
@pytest.mark.parametrize(
    ("before", "roll", "rating", "dice"),
    [
        ("battle alvarado indians", "combat-spanish", 3, (2, 12)),
        ("negotiate alvarado", "diplomacy", 0, (4,)),
        ("rally alvarado", "rally", 1, (5,)),
    ],
)
def test_1_331_each_rating_counts_for_the_action_of_its_name(
    before: str, roll: str, rating: int, dice: tuple[int, ...]
) -> None:
    """Alvarado: Combat 3, Diplomacy 0, Rally 1."""
    pos = at(
        expeditions={"alvarado": expedition("red", "cempoala", "6 foot, 4 horse", hits=1)},
        places={"cempoala": place("town", hostile=True, units=[10])},
        before=before,
    )
    with Watched(*dice, *[8] * (roll == "combat-spanish")) as watched:
        game = begin(pos, chance=watched)
        rolled = next(event for event in events_of(game, Rolled) if event.roll == roll)
        assert {m.name: m.value for m in rolled.modifiers}["rating"] == rating


@shows("1.332", "J4")
def test_1_332_five_replacements_come_in_only_for_the_dead() -> None:
    rules = rules_of(4, None)
    replacements = sorted(man.id for man in rules.men.values() if man.print == "replacement")
    assert len(replacements) == 5
    pos = rules.start()
    assert list(pos.piles["replacements"].each()) == replacements
    for pile in ("red", "brown", "deck"):
        assert set(replacements).isdisjoint(pos.piles[pile].titles)


@shows("1.332", "6.44")
def test_1_332_a_replacement_takes_over_from_a_dead_conquistador() -> None:
    pos = at(expeditions={"balboa": expedition("blue", "nata", "2 foot")}, hands={"red": ["assassination"]})
    with table(pos, 6, "tapia") as game:
        answer(game, "play assassination", "replace")
        assert game.position.expeditions["tapia"].owner == "blue"
        assert game.position.units("tapia") == Units(foot=2)
        assert "tapia" not in game.position.piles["replacements"].titles


@shows("1.34", "5.15")
def test_1_34_an_asset_helps_only_the_expedition_it_lies_with() -> None:
    pos = at(
        expeditions={**cortes(), "almagro": expedition("red", "nata", "1 foot", shown=["interpreter"])},
        places={"cempoala": "town", "nata": "town"},
    )
    for commander, helped in (("cortes", False), ("almagro", True)):
        with table(pos, 4) as game:
            answer(game, f"activate {commander}", "negotiate", *(["use interpreter"] if helped else []))
            rolled = next(event for event in events_of(game, Rolled) if event.roll == "diplomacy")
            assert ("interpreter" in {m.name for m in rolled.modifiers}) == helped


def test_1_34_assets_do_not_count_towards_the_hand() -> None:
    hand = ["theft"] * 2 + ["bolas"] * 3 + ["hostage"] * 2 + ["ultimatum"]
    pos = at(
        expeditions=cortes(assets=["bearer", "indian-guide"]),
        hands={"red": hand},
        luck={"red": 2},
        before="lay-down:red",
    )
    with table(pos) as game:
        assert asked(game) == "impulse", "eight cards and four assets: nothing is laid down"


@shows("1.34", "5.151")
def test_1_34_mano_de_dios_belongs_to_the_player() -> None:
    """Any of his expeditions may use it."""
    pos = at(
        expeditions={**cortes(), "almagro": expedition("red", "nata", "1 foot")},
        places={"cempoala": "town", "nata": "town"},
        luck={"red": 1},
    )
    for commander in ("cortes", "almagro"):
        with table(pos, 4) as game:
            answer(game, f"activate {commander}", "negotiate")
            assert asked(game) == "modify"
            answer(game, "modify open-mano-de-dios")
            assert game.position.factions["red"].luck == 0


@shows("1.35", "14.31")
def test_1_35_strategy_cards_and_some_conquistadors_make_one_deck_assets_another() -> None:
    pos = at(seats=3, turn=2)
    deck, assets = set(pos.piles["deck"].titles), set(pos.piles["assets"].titles)
    assert deck & set(pos.rules.men)
    assert deck - set(pos.rules.men) <= set(pos.rules.cards)
    assert assets <= set(pos.rules.assets)


@shows("1.35", "G-5.15", "2.16")
def test_1_35_the_discards_of_each_deck_lie_apart() -> None:
    pos = at(
        expeditions=cortes(),
        places={"cempoala": "town"},
        hands={"red": ["mano-de-dios"]},
        luck={"red": 1},
        before="negotiate cortes",
    )
    with table(pos, 4, 4) as game:
        answer(game, "modify mano-de-dios", "reroll open-mano-de-dios")
        assert game.position.piles["discards"] == Pile.of(["mano-de-dios"])
        assert game.position.piles["asset-discards"] == Pile.of(["mano-de-dios"])


# 1.4 Expeditions -------------------------------------------------------------------------------------------------


@shows("1.41", "2.22", "2.23")
def test_1_41_a_conquistador_who_comes_into_play_commands_his_own_expedition() -> None:
    with table(at(hands={"red": ["balboa"]}, turn=2)) as game:
        answer(game, "play balboa", "take panama", "with horse")
        pos = game.position
        assert pos.captains["balboa"] == Captain("red", "balboa", Units(horse=2))
        assert (pos.expeditions["balboa"].owner, pos.expeditions["balboa"].space) == ("red", "panama")
        assert "balboa" not in pos.hands["red"].titles


@shows("1.42", "C12")
def test_1_42_ten_spanish_units_on_a_card() -> None:
    assert at(expeditions=cortes(units="10 foot")).units("cortes").size == 10
    with pytest.raises(SetupError, match=r"cortes has 11 units, maximum 10 \(1\.42\)"):
        at(expeditions=cortes(units="10 foot, 1 horse"))


def test_1_42_indian_units_are_not_counted() -> None:
    pos = at(expeditions=cortes(units="10 foot", allies=["10@tlaxcala"] * 8 + ["20@tlaxcala"] * 8))
    assert pos.expeditions["cortes"].allies.size == 16
    pos.rules.check(pos)


def full(hand: str, **more: Any) -> ConquestPosition:
    """Cortés on the coast with a full card, and a card to play."""
    return at(
        expeditions=cortes(units="3 foot, 5 horse, 2 cannon", **more),
        places={"cempoala": "town"},
        hands={"red": [hand]},
    )


@shows("1.421", "G-1.421")
def test_1_421_a_full_card_makes_room_for_new_units_at_its_owners_choice() -> None:
    """Garay's Men: two foot for a cannon and a horse, which go back to the counters."""
    with table(full("garays-men")) as game:
        before = game.position.pool
        answer(game, "play garays-men")
        assert asked(game) == "make-room"
        assert {o.id for o in game.options} == {"take horse", "take cannon", "pass"}
        answer(game, "take cannon", "take horse")
        pos = game.position
        assert pos.units("cortes") == Units(5, 4, 1)
        assert pos.pool == before.add(Units(-2, 1, 1))
        assert [event.unit for event in events_of(game, UnitLost)] == ["cannon", "horse"]
        assert asked(game) == "impulse"


def test_1_421_he_may_prefer_the_units_that_he_has() -> None:
    """Then the new ones are the ones that go."""
    with table(full("garays-men")) as game:
        answer(game, "play garays-men", "pass", "take horse")
        assert game.position.units("cortes") == Units(4, 4, 2)
        assert len(events_of(game, UnitsGained)) == 1


@shows("1.421", "G-1.421", "8.131", "G-8.131")
def test_1_421_food_that_the_fewer_foot_cannot_carry_is_dropped() -> None:
    """Three cards are full; two horse arrive for two foot: of three food points one can still be carried."""
    pos = at(
        expeditions=cortes(
            units="1 foot, 9 horse", companions={"alvarado": "2 foot, 8 horse", "ordaz": "10 foot"}, food=3
        ),
        hands={"red": ["balboa"]},
        turn=2,
    )
    with table(pos) as game:
        answer(game, "play balboa", "take cortes", "with horse")
        assert asked(game) == "make-room"
        answer(game, "take foot", "take foot")
        assert game.position.units("cortes") == Units(11, 19, 0)
        game.rules.check(game.position)
    few = at(
        expeditions=cortes(
            units="3 foot, 7 horse", companions={"alvarado": "10 horse", "ordaz": "9 horse, 1 cannon"}, food=3
        ),
        hands={"red": ["balboa"]},
        turn=2,
    )
    with table(few) as game:
        answer(game, "play balboa", "take cortes", "with horse", "take foot", "take foot")
        assert (game.position.units("cortes").foot, game.position.expeditions["cortes"].food) == (1, 1)


@shows("1.43", "C12", "J10")
def test_1_43x_cortes_alvarado_ordaz_and_two_without_troops_march_as_one_expedition() -> None:
    """W2, with Olid in play: twenty Spanish units in one expedition."""
    pos = at(
        house={"olid": True},
        expeditions=cortes(
            units="8 foot, 1 horse, 1 cannon",
            companions={"alvarado": "5 foot", "ordaz": "3 foot, 2 horse", "de-leon": "", "olid": ""},
        ),
        places={"cempoala": "village", "totonacapan": "village"},
    )
    assert pos.units("cortes") == Units(16, 3, 1)
    with table(pos) as game:
        answer(game, "activate cortes", "march", "go totonacapan", "stop")
        now = game.position
        assert list(now.expeditions) == ["cortes"]
        assert now.expeditions["cortes"].space == "totonacapan"
        assert now.members("cortes") == ["cortes", "alvarado", "de-leon", "olid", "ordaz"]
        assert [now.captains[man].units.size for man in now.members("cortes")] == [10, 5, 0, 0, 5]


@shows("1.43", "G-1.43")
def test_1_43_two_companions_may_have_units_and_no_third() -> None:
    with pytest.raises(SetupError, match=r"cortes has 3 companions with units, maximum 2 \(1\.43\)"):
        at(expeditions=cortes(companions={"alvarado": "1 foot", "ordaz": "1 foot", "sandoval": "1 foot"}))
    men = {"alvarado": "1 foot", "ordaz": "1 foot", "sandoval": "", "cordoba": "", "de-leon": ""}
    assert len(at(expeditions=cortes(companions=men)).members("cortes")) == 6, "any number without units"


@shows("1.43", "C12", "1.42")
def test_1_43_thirty_units_at_most_and_a_newcomers_units_find_room_on_two_companions() -> None:
    """Both companions with units are there: what Balboa brings goes on their cards, not on his."""
    pos = at(
        expeditions=cortes(units="10 foot", companions={"alvarado": "9 foot", "ordaz": "10 horse"}),
        hands={"red": ["balboa"]},
        turn=2,
    )
    with table(pos) as game:
        answer(game, "play balboa", "take cortes", "with horse", "pass")
        now = game.position
        assert now.captains["balboa"].units == Units()
        assert now.captains["alvarado"].units == Units(foot=9, horse=1)
        assert now.units("cortes").size == 30


@shows("1.43", "G-1.43", "G-time")
def test_g_1_43_who_follows_cannot_be_followed() -> None:
    pos = at(
        expeditions={
            "almagro": expedition("red", "cempoala", "1 foot"),
            "balboa": expedition("red", "cempoala", "1 foot"),
            "cortes": expedition("red", "cempoala", "1 foot"),
        },
        places={"cempoala": "town"},
    )
    with table(pos) as game:
        answer(game, "reorganise cempoala")
        assert {o.id for o in game.options} == {"lead almagro", "join almagro balboa", "join almagro cortes"}
        answer(game, "join almagro cortes")
        assert {o.id for o in game.options} == {"lead balboa", "join balboa cortes"}, (
            "almagro follows: nobody follows him"
        )
        answer(game, "join balboa cortes")
        while asked(game) != "impulse":
            answer(game, game.options[0].id)
        assert list(game.position.expeditions) == ["cortes"]
        assert game.position.members("cortes") == ["cortes", "almagro", "balboa"]


# 1.5 Dice and Mano de Dios ---------------------------------------------------------------------------------------


def test_1_51_every_roll_is_one_die_or_two_with_six_sides() -> None:
    rolls = rules_of().rolls
    assert len(rolls) > 20
    assert {roll.dice for roll in rolls.values()} == {Dice(1, 6), Dice(2, 6)}


@shows("1.52", "G-1.52")
def test_1_52x_four_possibilities_have_the_same_chance() -> None:
    """W3: which of four expeditions is robbed. Mano de Dios helps with the roll that follows, not with this choice."""
    spaces = {"balboa": "nata", "almagro": "cempoala", "quesada": "panuco", "de-soto": "ecab"}
    rich = {man: expedition("blue", space, gold=5) for man, space in spaces.items()}
    pos = at(expeditions=rich, hands={"red": ["theft", "mano-de-dios"], "blue": ["mano-de-dios"]})
    with Watched("quesada", 3) as dice:
        game = begin(pos, chance=dice)
        answer(game, "play theft")
        assert (asked(game), len(dice.chances)) == ("modify", 1), "the robbed one is known before anybody is asked"
        answer(game, "pass", "pass")
        assert game.position.expeditions["quesada"].gold == 2
    choice = dice.chances[0]
    assert sorted(map(str, choice.outcomes)) == sorted(rich)
    assert set(choice.weights) == {1}
    counts = dict.fromkeys(rich, 0)
    for number in range(4000):
        counts[str(Seeded(1518).answer(number, choice))] += 1
    assert all(900 < count < 1100 for count in counts.values()), counts


def talking(**more: Any) -> ConquestPosition:
    """Cortés is about to negotiate with a town: his roll."""
    return at(expeditions=cortes(), places={"cempoala": "town"}, before="negotiate cortes", **more)


def test_1_53_plus_2_on_a_roll_to_come() -> None:
    with table(talking(hands={"red": ["mano-de-dios"]}), 4) as game:
        assert asked(game) == "modify"
        answer(game, "modify mano-de-dios")
        rolled = events_of(game, Rolled)[0]
        assert {m.name: m.value for m in rolled.modifiers} == {"rating": 3, "mano-de-dios": 2}
        assert (rolled.natural, rolled.total) == (4, 9)


def test_1_53_or_a_second_throw_of_a_roll_made() -> None:
    with table(talking(hands={"red": ["mano-de-dios"]}), 2, 4) as game:
        answer(game, "pass")
        assert asked(game) == "reroll"
        answer(game, "reroll mano-de-dios")
        assert [(event.natural, event.total) for event in events_of(game, Rolled)] == [(2, 5), (4, 7)]


@shows("1.53", "1.531")
def test_1_53_one_card_does_one_of_the_two() -> None:
    with table(talking(hands={"red": ["mano-de-dios"]}), 2) as game:
        answer(game, "modify mano-de-dios")
        assert asked(game) == "impulse", "the card is gone: no re-roll is offered"


def test_1_531_declared_before_or_after_and_then_discarded() -> None:
    for answers, dice in ((("modify mano-de-dios",), (2,)), (("pass", "reroll mano-de-dios"), (2, 2))):
        with table(talking(hands={"red": ["mano-de-dios"]}), *dice) as game:
            assert events_of(game, Rolled) == [], "the first question comes before the dice"
            answer(game, *answers)
            assert game.position.hands["red"].size == 0
            assert game.position.piles["discards"] == Pile.of(["mano-de-dios"])
            played = [line.event for line in game.log if isinstance(line.event, CardPlayed | Rolled)]
            modified = answers[0].startswith("modify")
            assert [type(event) for event in played] == (
                [CardPlayed, Rolled] if modified else [Rolled, CardPlayed, Rolled]
            )


@pytest.mark.parametrize(
    ("card", "held", "discards"),
    [
        ("mano-de-dios", {"hands": {"red": ["mano-de-dios"]}}, "discards"),
        ("open-mano-de-dios", {"luck": {"red": 1}}, "asset-discards"),
    ],
)
def test_1_532_strategy_card_and_asset_work_alike(card: str, held: dict[str, Any], discards: str) -> None:
    for answers, dice, totals in (
        ((f"modify {card}",), (4,), [9]),
        (("pass", f"reroll {card}"), (2, 4), [5, 7]),
    ):
        with table(talking(**held), *dice) as game:
            answer(game, *answers)
            assert [event.total for event in events_of(game, Rolled)] == totals
            pos = game.position
            assert (pos.hands["red"].size, pos.factions["red"].luck) == (0, 0)
            assert pos.piles[discards] == Pile.of(["mano-de-dios"])


@shows("1.54", "C41")
def test_1_54_only_on_ones_own_rolls() -> None:
    with table(talking(hands={"blue": ["mano-de-dios"]}, luck={"blue": 1}), 2) as game:
        assert asked(game) == "impulse", "red rolled, and blue was not asked"
        assert (game.position.hands["blue"].size, game.position.factions["blue"].luck) == (1, 1)
    with table(talking(hands={"blue": ["mano-de-dios"], "red": ["mano-de-dios"]}), 2) as game:
        assert barred(game, "modify open-mano-de-dios") == "1.53"
        answer(game, "pass", "pass")


@shows("1.55", "G-1.55", "D-1.55")
def test_1_55_two_on_one_roll_and_the_plus_2_stays() -> None:
    with table(talking(hands={"red": ["mano-de-dios"]}, luck={"red": 1}), 2, 4) as game:
        answer(game, "modify mano-de-dios", "reroll open-mano-de-dios")
        assert [(event.natural, event.total) for event in events_of(game, Rolled)] == [(2, 7), (4, 9)]


@shows("1.55", "G-1.55")
def test_1_55_no_other_pair() -> None:
    """Three in the hand: one before, one after, and that is all."""
    with table(talking(hands={"red": ["mano-de-dios"] * 3}), 2, 4) as game:
        answer(game, "modify mano-de-dios")
        assert asked(game) == "reroll", "not a second +2"
        answer(game, "reroll mano-de-dios")
        assert asked(game) != "reroll", "not a second re-roll"
        assert game.position.hands["red"] == Pile.of(["mano-de-dios"])


def test_g_1_55_the_second_throw_counts_even_if_it_is_worse() -> None:
    with table(talking(hands={"red": ["mano-de-dios"]}), 11, 2) as game:
        answer(game, "pass", "reroll mano-de-dios")
        assert asked(game) == "impulse", "a 5: food, and no choice of a reward"
        assert game.position.expeditions["cortes"].food == 1


def murder(**more: Any) -> ConquestPosition:
    return at(expeditions={"balboa": expedition("blue", "nata", "2 foot")}, **more)


@shows("1.56", "G-1.56", "C41")
def test_1_56_the_victim_of_an_assassination_may_force_a_second_throw() -> None:
    with table(murder(hands={"red": ["assassination"]}, luck={"blue": 1}), 6, 1) as game:
        answer(game, "play assassination")
        assert (asked(game), game.pending and game.pending.who) == ("reroll", "blue"), "not for +2, only for a re-roll"
        answer(game, "reroll open-mano-de-dios")
        assert "balboa" in game.position.captains
        assert [event.who for event in events_of(game, Rolled)] == ["red", "red"], "red throws again"


@shows("1.56", "G-1.56")
def test_1_56_the_murderer_may_not_use_it() -> None:
    with table(murder(hands={"red": ["assassination", "mano-de-dios"]}, luck={"red": 1}), 1) as game:
        answer(game, "play assassination")
        assert asked(game) == "impulse", "a miss, and red is not asked"
        assert game.position.hands["red"] == Pile.of(["mano-de-dios"])


def battle(**more: Any) -> ConquestPosition:
    """Cortés, alone in command, against a 10."""
    return at(
        expeditions=cortes(units="6 foot, 4 horse"),
        places={"cempoala": place("town", hostile=True, units=[10])},
        before="battle cortes indians",
        **more,
    )


@shows("1.56", "G-1.56")
def test_1_56_poison_darts_as_well() -> None:
    with table(battle(hands={"blue": ["poison-darts"]}, luck={"red": 2}), 6, 1) as game:
        answer(game, "play poison-darts")
        assert (asked(game), game.pending and game.pending.who) == ("reroll", "red")
        answer(game, "reroll open-mano-de-dios")
        assert "cortes" in game.position.captains
        assert asked(game) == "modify", "the battle goes on"


@shows("1.56", "6.43")
def test_1_56_a_leader_casualty_roll_can_be_thrown_again_but_not_modified() -> None:
    """Indians roll 2, Cortés 12+2 and they are gone; his casualty roll is an 11."""
    with table(battle(luck={"red": 1}), 2, 12, 11, 8) as game:
        answer(game, "pass")  # +2 on the combat roll
        answer(game, "pass")  # a re-roll of the combat roll
        assert asked(game) == "reroll", "after the casualty roll, and not before it"
        answer(game, "reroll open-mano-de-dios")
        assert "cortes" in game.position.captains
        assert not game.position.captains["cortes"].wounded


@shows("1.57", "6.22")
def test_1_57_not_on_a_combat_roll_for_indians() -> None:
    """Blue rolls for the Indians and has two: he is never asked."""
    with table(battle(hands={"blue": ["mano-de-dios"]}, luck={"blue": 1}), 2, 12, 8) as game:
        assert asked(game) == "impulse"
        assert [event.roll for event in events_of(game, Rolled)] == [
            "combat-indian",
            "combat-spanish",
            "leader-casualty",
        ]
        assert game.position.factions["blue"].luck == 1


@shows("1.57", "2.42")
def test_1_57_not_on_the_roll_for_the_end_of_a_turn() -> None:
    lucky = {"red": ["mano-de-dios"], "blue": ["mano-de-dios"]}
    with table(at(hands=lucky, luck={"red": 1, "blue": 1}, round=3, before="end-roll"), 12) as game:
        assert asked(game) == "impulse"
        assert (game.position.round, game.position.hands["blue"].size) == (4, 1)


CARD = "mano-de-dios"


def refused_for(game: Game[Any], text: str) -> tuple[str, str]:
    """The clause and the reason that stand against it."""
    refusal = game.why_not(text)
    assert refusal is not None
    return refusal.rule, refusal.bar.reason


@shows("G-1.53b", "1.531")
def test_g_1_53b_too_early_and_too_late() -> None:
    with table(talking(hands={"red": [CARD]}), 2) as game:
        assert refused_for(game, f"reroll {CARD}") == ("1.531", "luck-too-early")
        assert refused_for(game, "modify open-mano-de-dios") == ("1.53", "luck-not-held")
        assert refused_for(game, "activate cortes") == ("1.53", "not-offered")
        answer(game, "pass")
        assert refused_for(game, f"modify {CARD}") == ("1.531", "luck-too-late")
        answer(game, "pass")
        assert asked(game) == "impulse"
        assert refused_for(game, f"modify {CARD}") == ("1.53", "luck-no-roll"), "it is all over"


@shows("G-1.53b", "1.55")
def test_g_1_53b_a_second_use() -> None:
    with table(talking(hands={"red": [CARD] * 3}), 2, 4) as game:
        answer(game, f"modify {CARD}")
        assert refused_for(game, f"modify {CARD}") == ("1.55", "luck-twice")
        answer(game, f"reroll {CARD}")
        assert asked(game) not in ("modify", "reroll")
        assert refused_for(game, f"reroll {CARD}") == ("1.55", "luck-twice")


@shows("G-1.53b", "1.56", "6.43")
def test_g_1_53b_a_roll_that_takes_only_a_second_throw() -> None:
    with table(battle(luck={"red": 1}), 2, 12, 11) as game:
        answer(game, "pass", "pass")
        assert game.position.rolling[-1].roll == "leader-casualty"
        assert refused_for(game, "modify open-mano-de-dios") == ("6.43", "luck-reroll-only")
        answer(game, "pass")
    with table(murder(hands={"red": ["assassination"]}, luck={"blue": 1}), 6) as game:
        answer(game, "play assassination")
        assert refused_for(game, "modify open-mano-de-dios") == ("1.56", "luck-reroll-only")
        answer(game, "pass")


@shows("G-1.53b", "1.57")
def test_g_1_53b_a_roll_that_takes_none() -> None:
    """The turn goes on after the roll for its end, and red is the first to be asked anything."""
    with table(at(hands={"red": [CARD]}, round=3, before="end-roll"), 12) as game:
        assert (asked(game), game.pending and game.pending.who) == ("impulse", "red")
        assert refused_for(game, f"reroll {CARD}") == ("1.57", "luck-never")
        assert refused_for(game, "reroll open-mano-de-dios") == ("1.53", "luck-not-held")


@shows("G-1.53b", "1.54")
def test_g_1_53b_somebody_elses_roll() -> None:
    """Cortés has nothing to eat; then it is blue's impulse."""
    men = {"cortes": expedition("red", "cempoala", "3 foot")}
    pos = at(expeditions=men, places={"cempoala": "village"}, hands={"blue": [CARD]}, before="subsistence")
    pos.tasks = ("begin:blue", "subsistence")
    with table(pos, 6) as game:
        assert [event.who for event in events_of(game, Rolled)] == ["red"], "Cortés starves: red's roll"
        assert (asked(game), game.pending and game.pending.who) == ("impulse", "blue")
        assert refused_for(game, f"reroll {CARD}") == ("1.54", "luck-not-own")


@shows("1.57", "G-1.53")
def test_1_57_which_rolls_take_it_and_how() -> None:
    both, after = (True, True), (False, True)
    never = (False, False)
    rolls = {name: (roll.luck_before, roll.luck_after) for name, roll in rules_of().rolls.items()}
    assert {name for name, luck in rolls.items() if luck == never} == {
        *("end-of-turn", "legends", "combat-indian", "smallpox"),
    }
    assert {name for name, luck in rolls.items() if luck == after} == {
        *("exhaustion", "leader-casualty", "sudden-shock", "assassination", "poison-darts", "arrest-in-solitaire"),
    }
    assert all(luck == both for luck in rolls.values() if luck not in (never, after))
