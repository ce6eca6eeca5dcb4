"""Chapter 23: the Solitaire Game.

The script names the cards of the Reaction and Enemy Action decks as they are drawn. `IDLE` are Reaction cards that fit
nothing but a voyage, so nothing comes of them here (G-23.32). The spaces are those of the fixed pack: Cempoala is Level
0, Totonacapan 1, Ahuilizapan 2, Tepeaca 3 and Tlaxcala 4.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine import Pile, SetupError
from conquistadors.engine.chance import Seeded
from conquistadors.engine.errors import IllegalAnswer
from conquistadors.engine.events import CardPlayed, Drew, Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.requests import Chance, ChanceValue
from conquistadors.games.conquest.builder import ExpeditionPlan, begin, build, expedition, place
from conquistadors.games.conquest.rules.cards.playing import CARD_RULES
from conquistadors.games.conquest.rules.events import (
    Ambushed,
    BattleBegan,
    BattleRound,
    CameToNothing,
    Found,
    IndexMoved,
    LaidOpen,
    NoAttempt,
    Reshuffled,
    RoundBegan,
    Scored,
    Starved,
    UnitFlipped,
    Unused,
    Verdict,
)
from conquistadors.games.conquest.rules.opposition import enemy_cards, reaction_cards
from conquistadors.games.conquest.rules.position import ENEMY, NOTHING, ConquestPosition
from conquistadors.games.conquest.rules.profiles import SOLITAIRE, STANDARD
from conquistadors.games.conquest.rules.solitaire import SolitaireGame
from conquistadors.games.conquest.rules.victory import total_points
from conquistadors.lab.verdicts import final_points, spread
from support.clauses import shows
from support.indies import answer, asked, at, at_solitaire, barred, buy, events_of, solitaire_rules, table
from support.watched import Watched

IDLE = ("head-winds", "stormy-weather", "stormy-weather")
LEVELS = {"cempoala": 0, "totonacapan": 1, "ahuilizapan": 2, "tepeaca": 3, "tlaxcala": 4}
NORTH = ("cortes", "alvarado", "de-leon", "sandoval", "ordaz", "cordoba")
SOUTH = ("francisco-pizarro", "balboa", "almagro", "de-candia", "orellana", "belalcazar")
DEAL = ("storehouses-of-maize", *["hostage"] * 2, *["map-on-cloth"] * 2, *["ultimatum"] * 2, *["rediscovery"] * 3)
"""Ten cards of the Action deck."""
SAFE = 6
"""An exhaustion roll that leaves something."""


def cortes(space: str, units: str = "10 foot", **more: Any) -> dict[str, ExpeditionPlan]:
    return {"cortes": expedition("red", space, units, **more)}


def drawn(game: Game[Any], pile: str = "reaction") -> list[str]:
    """What was drawn from a deck so far."""
    return [event.drawn for event in events_of(game, Drew) if event.pile == pile]


def by_enemy(game: Game[Any]) -> list[str]:
    """The cards that were applied against the player."""
    return [event.card for event in events_of(game, CardPlayed) if event.who == ENEMY]


def modifiers(game: Game[Any], roll: str) -> dict[str, int]:
    """What was added to the last roll of this kind."""
    rolled = [event for event in events_of(game, Rolled) if event.roll == roll]
    return {modifier.name: modifier.value for modifier in rolled[-1].modifiers}


def fresh(map: str = "north", *outcomes: int | str, **options: Any) -> Game[Any]:  # noqa: A002  # as players say
    """A new game on the fixed pack, with scripted chance."""
    men = options.pop("conquistadors", None)
    rules = solitaire_rules(map, tuple(men) if isinstance(men, list) else men, **options)
    return Game.new(rules, ["Ana"], chance=Watched(*outcomes), undo="training")


# 23.0, 23.1  What it is ------------------------------------------------------------------------------------------


@shows("23.0")
def test_23_0_standard_rules_hold_except_as_changed() -> None:
    """D-23.0  Recruiting, horse, division and malaria are those of the Standard Game; there is one seat."""
    same = ("hardships", "arrival", "battle", "purse", "swift_horse")
    assert all(getattr(SOLITAIRE, name) == getattr(STANDARD, name) for name in same)
    rules = solitaire_rules()
    assert rules.seats == ("red",)
    assert rules.asset_deck().count_of("medicinal-bark"), "the cards marked S are in play"
    with table(at_solitaire(expeditions=cortes("cempoala", gold=20), places={"cempoala": "village"})) as game:
        assert {"exchange cortes", "share-out cempoala"} <= {option.id for option in game.options}
        assert barred(game, "convert cortes") == "2.0(5)"


@pytest.mark.parametrize("map", ["both", "east", None, 3])
def test_23_1_one_of_the_two_maps(map: Any) -> None:  # noqa: A002  # as players say
    with pytest.raises(SetupError, match=r"on one map, 'north' or 'south' \(23\.1\)"):
        SolitaireGame(map)
    assert [set(SolitaireGame(name).world.maps) for name in ("north", "south")] == [{"north"}, {"south"}]


@pytest.mark.parametrize(("option", "value"), [("events", 1), ("legends", "no"), ("events", None)])
def test_bad_options_are_refused_with_what_is_allowed(option: str, value: Any) -> None:
    with pytest.raises(SetupError, match=f"{option} must be true or false"):
        SolitaireGame(**{option: value})


def test_one_player_sits_down_and_no_more() -> None:
    assert cq.new_game("solitaire", players=["Ana"], seed=1).names == {"red": "Ana"}
    with pytest.raises(SetupError, match="2 names for 1 seats"):
        cq.new_game("solitaire", players=["Ana", "Ben"], seed=1)


# 23.11  The decks ------------------------------------------------------------------------------------------------


@shows("23.11", "23.111")
def test_23_111_the_reaction_deck_has_all_reaction_and_combat_cards() -> None:
    rules = solitaire_rules()
    wanted = Counter({c.id: c.copies for c in rules.cards.values() if c.type in ("reaction", "combat")})
    assert Counter(rules.decks["reaction"].each()) == wanted
    assert wanted.total() == 34


@shows("23.112", "J5")
def test_23_112_the_enemy_action_deck_as_it_is_listed() -> None:
    """D-23.112, J5: of three Assassinations two are used, and the third lies aside."""
    rules = solitaire_rules()
    assert Counter(rules.decks["enemy"].each()) == {
        "assassination": 2,
        "arrest-warrant": 4,
        "city-has-new-chief": 2,
        "creditors-demand-payment": 2,
        "disgruntled-soldiers": 3,
        "free-the-king": 2,
        "indian-uprising": 3,
        "suspicion-of-treason": 1,
        "theft": 2,
    }
    assert list(rules.decks["aside"].each()) == ["assassination"]
    assert "assassination" in rules.start().piles["aside"].titles


@shows("23.113", "G-23.11")
def test_23_113_the_action_deck_has_all_other_action_cards() -> None:
    """D-23.113, G-23.11: Mano de Dios and the Letter from the Crown are among them."""
    rules = solitaire_rules()
    action = Counter(rules.decks["action"].each())
    enemy = set(rules.decks["enemy"].titles)
    assert action == {c.id: c.copies for c in rules.cards.values() if c.type == "action" and c.id not in enemy}
    assert (action["mano-de-dios"], action["letter-from-the-crown"]) == (8, 2)


@shows("23.11", "G-19.0")
@pytest.mark.parametrize(("legends", "cards"), [(True, 110), (False, 104)])
def test_23_11_the_decks_together_are_all_strategy_cards(legends: bool, cards: int) -> None:
    """G-19.0: without legends their six cards are removed."""
    rules = solitaire_rules(legends=legends)
    assert sum(pile.size for pile in rules.decks.values()) == rules.strategy_deck().size == cards
    pos = rules.start()
    assert sum(pos.piles[name].size for name in rules.card_piles) == cards + len(rules.men) - 5


@shows("23.114")
def test_23_114_an_exhausted_deck_is_shuffled_any_number_of_times() -> None:
    """A deck of two cards, and two cards an impulse: it is shuffled before the second impulse and before the third."""
    pos = at_solitaire(expeditions=cortes("panama"), places={"tlaxcala": "city"}, before="enemy-action")
    two = Pile.of(["theft", "theft"])
    pos.piles["aside"] = Pile.united([pos.piles["aside"], pos.piles["enemy"].minus("theft").minus("theft")])
    pos.piles["enemy"] = two
    with table(pos, *["theft"] * 6) as game:
        assert game.position.piles["enemy-discards"] == two
        answer(game, "done", "done")
        assert [event.pile for event in events_of(game, Reshuffled)] == ["enemy", "enemy"]
        assert (game.position.piles["enemy"].size, game.position.piles["enemy-discards"]) == (0, two)


@shows("23.114", "2.16")
def test_23_114_the_action_deck_takes_back_what_was_played_and_laid_down_from_it() -> None:
    pos = at_solitaire(expeditions=cortes("panama"), before="deal:red")
    own = pos.piles["deck"].minus("ultimatum")
    pos.piles["deck"], pos.buried["red"], pos.piles["discards"] = Pile.of(["ultimatum"]), own.minus("hostage"), NOTHING
    pos.piles["discards"] = Pile.of(["hostage"])
    game = begin(pos, chance=Watched("ultimatum", *["mano-de-dios"] * 8, "hostage"))
    assert [event.pile for event in events_of(game, Reshuffled)] == ["deck"]
    assert game.position.hands["red"] == Pile.of(["hostage", *["mano-de-dios"] * 8, "ultimatum"])
    assert game.position.piles["reaction"].size == 34, "the other decks have no part in it"


@shows("23.114", "23.341")
def test_23_341_face_up_cards_are_not_shuffled_back() -> None:
    """The Reaction deck is empty but for one card; the second comes from the discards, and Bolas stay face up."""
    pos = at_solitaire(
        expeditions=cortes("totonacapan"), places={"totonacapan": "town"}, face_up=["bolas"], before="negotiate cortes"
    )
    spent = pos.piles["reaction"].minus("hostile-chiefs")
    pos.piles["reaction"], pos.piles["reaction-discards"] = Pile.of(["hostile-chiefs"]), spent
    with table(pos, "hostile-chiefs", "head-winds", 7) as game:
        assert [event.rule for event in events_of(game, Reshuffled)] == ["23.114"]
        piles = game.position.piles
        assert piles["face-up"] == Pile.of(["bolas"])
        assert piles["reaction"].size == spent.size - 1
        assert piles["reaction-discards"] == Pile.of(["head-winds", "hostile-chiefs"])


# 23.12-23.15  The company ----------------------------------------------------------------------------------------


@shows("23.12", "J10")
@pytest.mark.parametrize(("map", "men"), [("north", NORTH), ("south", SOUTH)])
def test_23_12_six_conquistadors_a_map_and_no_others(map: str, men: tuple[str, ...]) -> None:  # noqa: A002
    """J10: no Olid. D-23.12: of the Pizarros Francisco alone. The others are out of the game, but for replacements."""
    rules = solitaire_rules(map)
    assert sorted(rules.company) == sorted(men)
    pos = rules.start()
    in_deck = {title for title in pos.piles["deck"].titles if title in rules.men}
    aside = {title for title in pos.piles["aside"].titles if title in rules.men}
    assert in_deck == set(men)
    assert in_deck | aside | set(pos.piles["replacements"].titles) == set(rules.men)
    assert pos.piles["replacements"].size == 5
    assert not pos.piles["red"].titles
    assert not pos.piles["brown"].titles


@shows("J10")
def test_j10_olid_by_option_on_the_north_map_only() -> None:
    assert "olid" in solitaire_rules("north", olid=True).company
    assert "olid" not in solitaire_rules("south", olid=True).company
    assert "olid" not in solitaire_rules("north").men


@shows("23.13", "23.14")
def test_23_13_three_of_the_list_are_chosen_one_after_the_other() -> None:
    game = fresh("north")
    assert (asked(game), len(game.options)) == ("company", 6)
    answer(game, "take sandoval")
    assert "take sandoval" not in [o.id for o in game.options]
    answer(game, "take cortes", "take ordaz")
    assert asked(game) == "commander"
    assert [o.id for o in game.options] == ["take cortes", "take ordaz", "take sandoval"]
    left = {title for title in game.position.piles["deck"].titles if title in solitaire_rules().men}
    assert left == {"alvarado", "cordoba", "de-leon"}, "the others are in the Action deck"


@shows("23.13")
def test_23_13_the_harder_game_one_chosen_two_drawn() -> None:
    """D-23.13"""
    game = fresh("south", "de-candia", "orellana", conquistadors="random")
    assert [o.id for o in game.options] == [f"take {man}" for man in sorted(SOUTH)]
    answer(game, "take balboa")
    assert asked(game) == "commander"
    assert set(game.position.captains) == {"balboa", "de-candia", "orellana"}


@shows("23.13")
def test_23_13_three_men_named_beforehand() -> None:
    game = fresh("north", conquistadors=["cortes", "alvarado", "cordoba"])
    assert asked(game) == "commander"
    assert set(game.position.captains) == {"cortes", "alvarado", "cordoba"}


@pytest.mark.parametrize(
    "men",
    [
        ["cortes", "alvarado"],
        ["cortes", "alvarado", "alvarado"],
        ["cortes", "alvarado", "balboa"],
        ["cortes", "alvarado", "olid"],
        ["cortes", "alvarado", "montejo"],
        ["cortes", "alvarado", 3],
        ["cortes", "alvarado", ["ordaz"]],
        "cortes",
        3,
    ],
)
def test_23_13_wrong_men_are_refused_with_the_list(men: Any) -> None:
    with pytest.raises(SetupError, match=r"3 different conquistadors of this map, or 'random' \(23\.13\).*sandoval"):
        SolitaireGame("north", men)


@shows("23.14", "1.43")
def test_23_14_one_expedition_in_cuba_or_panama() -> None:
    game = fresh("north", conquistadors=["cortes", "alvarado", "cordoba"])
    answer(game, "take alvarado")
    assert (asked(game), [o.id for o in game.options]) == ("departure", ["take santiago-de-cuba", "take panama"])
    game = fresh("north", 1, conquistadors=["cortes", "alvarado", "cordoba"])
    answer(game, "take alvarado", "take santiago-de-cuba")
    pos = game.position
    assert list(pos.expeditions) == ["alvarado"]
    assert pos.expeditions["alvarado"].space == "santiago-de-cuba"
    assert pos.members("alvarado") == ["alvarado", "cordoba", "cortes"]


@shows("23.14")
def test_23_14_on_the_south_map_in_panama() -> None:
    game = fresh("south", 1, conquistadors=["balboa", "almagro", "orellana"])
    answer(game, "take balboa")
    assert game.position.expeditions["balboa"].space == "panama-south"
    assert asked(game) == "loan", "there is nothing to choose"


@shows("23.15", "G-23.15")
def test_23_15_one_roll_for_funds_and_loans_as_in_the_standard_game() -> None:
    """J9: 12 pesos at a roll of 1, and as much again on loan. Then units on any of the three cards (1.42, 1.43)."""
    game = fresh("north", 1, *DEAL, conquistadors=["cortes", "alvarado", "cordoba"])
    answer(game, "take cortes", "take panama")
    assert [o.id for o in game.options] == [f"amount {n}" for n in range(13)]
    answer(game, "amount 12")
    answer(game, "recruit horse")
    assert (asked(game), game.options[-1].id) == ("recruit", "amount 3"), "three horse at most (15.13)"
    game.undo()
    buy(game, foot=12)
    units = {man: captain.units.foot for man, captain in game.position.captains.items()}
    assert units == {"cortes": 10, "alvarado": 2, "cordoba": 0}
    assert game.position.factions["red"].debt == 12
    assert [event.roll for event in events_of(game, Rolled)] == ["funds"]


# 23.2  The sequence ----------------------------------------------------------------------------------------------


@shows("23.21", "C32")
def test_23_21_a_turn_has_the_steps_of_the_standard_game_without_initiative() -> None:
    """C32: the rest of the turn is that of the Standard Game, with the verdict in the place of victory."""
    assert SOLITAIRE.turn == ("discards", "deals", "event", "round")
    assert SOLITAIRE.after_rounds == ("subsistence", "verdict", "clean-up")
    pos = at_solitaire(
        expeditions=cortes("cempoala"), places={"cempoala": place("town", attempts=2)}, round=3, before="end-roll"
    )
    with table(pos, 4, 3, *DEAL) as game:
        assert [event.expedition for event in events_of(game, Starved)] == ["cortes"]
        assert len(events_of(game, Scored)) == 1
        assert game.position.site("cempoala").attempts == 0, "2.0(8)"
        assert (game.position.turn, asked(game)) == (2, "lay-down"), "ten cards, two to lay down"


@shows("23.21")
def test_23_21_unwanted_cards_are_discarded_before_the_deal() -> None:
    pos = at_solitaire(expeditions=cortes("panama"), hands={"red": ["hostage"]}, before="turn")
    with table(pos) as game:
        assert asked(game) == "discard"


@shows("23.21", "20.4")
@pytest.mark.parametrize("events", [True, False])
def test_23_21_random_events_from_turn_2_on_if_one_likes(events: bool) -> None:
    pos = at_solitaire(game={"events": events}, expeditions=cortes("panama"), before="turn")
    with table(pos, *DEAL, *([7] if events else [])) as game:
        answer(game, "discard hostage", "discard hostage")
        assert (asked(game), game.position.turn) == ("impulse", 2)
        assert [event.roll for event in events_of(game, Rolled)] == (["random-events"] if events else [])


@shows("23.22")
@pytest.mark.parametrize(
    ("places", "cards"),
    [
        ({}, 0),
        ({"cempoala": "discovered", "panuco": "mosquito"}, 0),
        ({"cempoala": "village"}, 1),
        ({"cempoala": "village", "panuco": "village", "totonacapan": "town"}, 1),
        ({"totonacapan": place("town", hostile=True)}, 1),
        ({"tlaxcala": "city"}, 2),
        ({"tlaxcala": place("city", ally="red", units=[20]), "cempoala": "village"}, 2),
        ({"tlaxcala": place("imperial", empire="mexica")}, 2),
        ({"tlaxcala": place("capital", empire="mexica")}, 2),
        ({"tlaxcala": "city", "cholula": "city"}, 2),
    ],
)
def test_23_22_one_card_with_a_village_or_town_two_with_a_city(places: dict[str, Any], cards: int) -> None:
    """D-23.22: in all, not for each of them."""
    pos = at_solitaire(expeditions=cortes("panama"), places=places, before="enemy-action")
    assert enemy_cards(pos) == cards
    with table(pos, *["suspicion-of-treason", "theft"][:cards]) as game:
        assert len(drawn(game, "enemy")) == cards
        assert asked(game) == "impulse"


@shows("23.22")
def test_23_22_the_enemy_acts_before_every_impulse() -> None:
    """X11"""
    pos = at_solitaire(expeditions=cortes("panama"), places={"cempoala": "village"}, before="round")
    with table(pos, "theft", "theft") as game:
        assert drawn(game, "enemy") == ["theft"]
        assert (asked(game), [event.round for event in events_of(game, RoundBegan)]) == ("impulse", [2])
        answer(game, "done")
        assert drawn(game, "enemy") == ["theft", "theft"]
        assert len(events_of(game, CameToNothing)) == 2


@shows("G-23.22", "2.35")
def test_g_23_22_no_indians_to_incite_and_nobody_to_deal_with() -> None:
    places = {"tlaxcala": place("city", hostile=True, units=[20])}
    with table(at_solitaire(expeditions=cortes("tlaxcala"), places=places)) as game:
        assert barred(game, "incite tlaxcala cortes") == "G-23.22"
        assert not any(option.verb in ("deal", "incite") for option in game.options)


def test_11_32_a_gift_that_pleases_raises_the_only_index() -> None:
    with table(at_solitaire(expeditions=cortes("panama", gold=3)), 12) as game:
        answer(game, "gift")
        assert asked(game) == "impulse", "there is nobody whose index could be lowered"
        assert [event.boxes > 0 for event in events_of(game, IndexMoved)] == [True]


@shows("23.23", "23.13")
def test_23_23_a_conquistador_of_the_deck_counts_in_the_hand_and_may_be_brought_in() -> None:
    """D-23.23: he may be kept, and could be laid down like any card. Brought in at Panama, he recruits (15.14)."""
    pos = at_solitaire(game={"events": False}, expeditions=cortes("panama"), before="turn")
    with table(pos, "alvarado", *DEAL[1:], 1) as game:
        assert game.position.hands["red"].size == 10
        assert "discard alvarado" in [o.id for o in game.options]
        answer(game, "discard hostage", "discard map-on-cloth", "play alvarado", "take panama")
        assert (asked(game), game.position.captains["alvarado"].owner) == ("loan", "red")


# 23.32  What draws Reaction cards --------------------------------------------------------------------------------


class Stacked(Seeded):
    """Cards of the Reaction deck as they are named; all other chance comes from a seed."""

    def __init__(self, *cards: str) -> None:
        super().__init__(23)
        self._cards = cards
        self._used: dict[int, int] = {}

    def answer(self, number: int, chance: Chance) -> ChanceValue | None:
        if chance.kind != "reaction":
            return super().answer(number, chance)
        return self._cards[self._used.setdefault(number, len(self._used))]


def on_the_march(space: str, **more: Any) -> ConquestPosition:
    """Cortés in Totonacapan, next to Tlaxcala, or in Cempoala, next to the rest; a town in each of them."""
    start = "totonacapan" if space == "tlaxcala" else "ahuilizapan" if space == "tepeaca" else "cempoala"
    return at_solitaire(expeditions=cortes(start, **more), places={start: "town"}, before="march cortes")


@shows("23.32", "C31")
@pytest.mark.parametrize(("level", "cards"), [(0, 0), (1, 2), (2, 2), (3, 3), (4, 3)])
def test_23_32_two_cards_at_level_1_and_2_three_at_level_3_and_4(level: int, cards: int) -> None:
    """D-23.32: on entering an undiscovered space, and for Combat, Plunder and Diplomacy where one stands (C31)."""
    (space,) = [name for name, height in LEVELS.items() if height == level]
    assert reaction_cards(solitaire_rules().start(), space) == cards
    hostile = {space: place("town", hostile=True)}
    guarded = {space: place("town", hostile=True, units=[10])}
    before = {
        "negotiate cortes": at_solitaire(expeditions=cortes(space), places=hostile, before="negotiate cortes"),
        "plunder cortes": at_solitaire(expeditions=cortes(space), places=hostile, before="plunder cortes"),
        "battle cortes indians": at_solitaire(
            expeditions=cortes(space), places=guarded, before="battle cortes indians"
        ),
    }
    for name, pos in before.items():
        game = begin(pos, chance=Stacked(*IDLE))
        assert len(drawn(game)) == cards, name
    if level:
        game = begin(on_the_march(space), chance=Stacked(*IDLE))
        answer(game, f"go {space}")
        assert len(drawn(game)) == cards


@shows("23.32")
def test_23_32_spaces_without_a_level_draw_nothing() -> None:
    pos = solitaire_rules().start()
    for space in ("panama", "gran-chichimeca", "acalan", "cibola", "bay-of-campeche"):
        assert reaction_cards(pos, space) == 0


@shows("23.32", "G-23.32")
def test_23_32_other_things_draw_nothing() -> None:
    """A march through known country, a voyage (G-23.32), a landing on the coast, a rally."""
    known = {"totonacapan": "village", "cempoala": "village"}
    with table(at_solitaire(expeditions=cortes("cempoala", hits=2), places=known, before="march cortes")) as game:
        answer(game, "go totonacapan", "stop")
        assert drawn(game) == []
    with table(at_solitaire(expeditions=cortes("cempoala"), places=known, before="sail cortes"), 1) as game:
        answer(game, "go bay-of-campeche", "go panuco")
        assert drawn(game) == []
        assert [event.space for event in events_of(game, Found)] == ["panuco"]
    with table(at_solitaire(expeditions=cortes("totonacapan", hits=2), places=known, before="rally cortes"), 7) as game:
        assert drawn(game) == []


@shows("G-23.32b")
def test_g_23_32b_entering_a_space_marked_x_draws_too() -> None:
    """Metztitlan is Level 2 with no civilization next to it: no attempt, and an ambush finds no discovery to spoil."""
    places = {"totonacapan": "discovered"}
    pos = at_solitaire(expeditions=cortes("totonacapan"), places=places, before="march cortes")
    with table(pos, "indian-ambush", "false-guide") as game:
        answer(game, "go metztitlan")
        assert drawn(game) == ["indian-ambush", "false-guide"]
        assert len(events_of(game, NoAttempt)) == 1
        assert sorted(event.card for event in events_of(game, Unused)) == ["false-guide", "indian-ambush"]
        assert events_of(game, Ambushed) == []


@shows("G-23.32b", "G-4.112")
def test_23_32_the_move_draws_and_a_discovery_where_one_stands_does_not() -> None:
    places = {"totonacapan": "village"}
    with table(at_solitaire(expeditions=cortes("metztitlan"), places=places, before="discover cortes"), 6) as game:
        assert drawn(game) == []
        assert len(events_of(game, Found)) == 1


@shows("G-23.32b", "23.22")
def test_g_23_32b_being_attacked_draws_nothing() -> None:
    places = {"tlaxcala": place("city", hostile=True, units=[10])}
    pos = at_solitaire(expeditions=cortes("tlaxcala"), places=places, before="battle indians cortes")
    with table(pos, 2, 2, 2, 2) as game:
        assert asked(game) == "retreat"
        assert drawn(game) == []


@shows("23.32")
def test_23_32_one_draw_for_an_action_although_a_plunder_leads_to_a_battle() -> None:
    """The troops of Tlaxcala fight first: what fits the battle and what fits the plunder is both applied at once."""
    pos = at_solitaire(expeditions=cortes("tlaxcala", "10 horse"), places={"tlaxcala": "city"}, before="plunder cortes")
    with table(pos, "10", "10", "hidden-treasure", "bolas", "bishops-letter", 2, 12, 7, 6, SAFE) as game:
        answer(game, "pass")
        assert len(drawn(game)) == 3
        assert by_enemy(game) == ["bishops-letter", "bolas", "hidden-treasure"]
        assert modifiers(game, "combat-indian") == {"bolas": 1}
        assert modifiers(game, "plunder-gold") == {"hidden-treasure": -2}
        assert game.position.factions["red"].index == -1
        assert asked(game) == "impulse"


@shows("G-7.26d", "7.26", "23.32")
def test_g_7_26d_a_betrayal_is_a_combat_and_cards_against_plunder_are_not_applied() -> None:
    """The same draw as above, against a former ally: Bolas fit the battle, the others nothing."""
    places = {"tlaxcala": place("city", ally="red")}
    pos = at_solitaire(expeditions=cortes("tlaxcala", "10 horse"), places=places, before="plunder cortes")
    with table(pos, "10", "10", "hidden-treasure", "bolas", "bishops-letter", 2, 12, 7) as game:
        answer(game, "pass")
        assert len(drawn(game)) == 3
        assert by_enemy(game) == ["bolas"]
        assert game.position.factions["red"].index == 0
        assert (asked(game), game.position.action) == ("impulse", None)


# 23.33-23.35  What becomes of them -------------------------------------------------------------------------------

TOWN = {"totonacapan": place("town", hostile=True)}
CITY = {"tlaxcala": place("city", hostile=True, units=[30, 30])}


def marching() -> tuple[ConquestPosition, str]:
    return on_the_march("totonacapan", hits=2), "go totonacapan"


def talking() -> tuple[ConquestPosition, str]:
    return at_solitaire(expeditions=cortes("totonacapan"), places=TOWN), "negotiate"


def looting() -> tuple[ConquestPosition, str]:
    return at_solitaire(expeditions=cortes("totonacapan"), places=TOWN), "plunder"


def fighting() -> tuple[ConquestPosition, str]:
    return at_solitaire(expeditions=cortes("tlaxcala", "9 foot, 1 horse"), places=CITY), "attack"


def fighting_low() -> tuple[ConquestPosition, str]:
    places = {"totonacapan": place("town", hostile=True, units=[30])}
    return at_solitaire(expeditions=cortes("totonacapan"), places=places), "attack"


APPLIED: dict[str, Any] = {
    "indian-ambush": marching,
    "false-guide": marching,
    "letter-in-the-cotton": marching,
    "hostile-chiefs": talking,
    "hidden-treasure": looting,
    "bishops-letter": looting,
    **dict.fromkeys(("bolas", "painted-warriors", "encirclement", "poison-darts", "horse-pits"), fighting),
    "rolling-boulders": fighting,
}
OFFERED = ("desertion", "santiago", "war-dogs")
NEVER = ("head-winds", "stormy-weather", "velazquez-partisans")


def answered(title: str, deed: Any) -> Game[Any]:
    """The deed is done, and this card is among those that answer it."""
    pos, verb = deed()
    game = begin(pos, chance=Stacked(title, *[card for card in NEVER if card != title][:2]))
    if asked(game) == "impulse":
        answer(game, "activate cortes", verb)
        verb = "fight indians"
    if asked(game) in ("attack", "march"):
        answer(game, verb)
    return game


@shows("23.33")
def test_23_33_every_card_of_the_reaction_deck_is_in_the_lists_of_these_tests() -> None:
    titles = set(solitaire_rules().decks["reaction"].titles)
    assert {*APPLIED, *OFFERED, *NEVER} == titles
    assert titles <= CARD_RULES.keys()


@shows("23.33", "J6", "23.35")
@pytest.mark.parametrize("title", APPLIED)
def test_23_33_a_card_that_fits_is_applied_at_once(title: str) -> None:
    game = answered(title, APPLIED[title])
    assert by_enemy(game) == [title]
    assert title in game.position.piles["reaction-discards"].titles
    assert title not in game.position.piles["drawn"].titles


@shows("23.33", "23.34", "G-23.33")
@pytest.mark.parametrize("title", [*APPLIED, *OFFERED, *NEVER])
def test_23_33_a_card_that_does_not_fit_is_laid_open_if_it_is_a_combat_card_and_else_discarded(title: str) -> None:
    """G-23.33. In a rally nothing is drawn, and at sea neither: what is played there never fits (G-23.32)."""
    combat = solitaire_rules().cards[title].type == "combat"
    for deed in (marching, talking, looting, fighting):
        if deed is not (fighting if combat else APPLIED.get(title)):
            game = answered(title, deed)
            assert title not in by_enemy(game)
            assert title in [event.card for event in events_of(game, LaidOpen if combat else Unused)]


@shows("23.34")
def test_23_34_face_up_cards_pile_up_without_a_limit() -> None:
    held = ["bolas", "bolas", "encirclement", "encirclement", "painted-warriors", "poison-darts"]
    pos = at_solitaire(expeditions=cortes("totonacapan"), places=TOWN, face_up=held, before="negotiate cortes")
    with table(pos, "bolas", "rolling-boulders", 7) as game:
        assert game.position.piles["face-up"] == Pile.of([*held, "bolas", "rolling-boulders"])


@shows("23.33")
def test_23_33_rolling_boulders_wait_for_higher_ground() -> None:
    game = answered("rolling-boulders", fighting_low)
    assert game.position.piles["face-up"] == Pile.of(["rolling-boulders"])
    assert by_enemy(game) == []


@shows("23.35", "23.33", "4.14")
def test_23_35_an_ambush_uses_the_cards_drawn_with_it_and_those_face_up() -> None:
    """Two units of 10, doubled by the ambush and once more by Painted Warriors: 60 in the first round (C42)."""
    pos = at_solitaire(
        expeditions=cortes("cempoala"),
        places={"cempoala": "village"},
        face_up=["painted-warriors"],
        before="march cortes",
    )
    with table(pos, "indian-ambush", "bolas", "10", "10", 2, 2, 2, 2) as game:
        answer(game, "go totonacapan")
        assert by_enemy(game) == ["indian-ambush", "bolas", "painted-warriors"]
        assert [event.attacker for event in events_of(game, BattleRound)] == [60, 40]
        assert modifiers(game, "combat-indian") == {"bolas": 1}
        assert asked(game) == "retreat"
        assert not game.position.piles["face-up"].titles


@shows("23.35", "2.17", "J6", "23.22")
def test_j6_an_attack_of_the_enemy_has_every_fitting_face_up_card_and_each_title_once() -> None:
    """J6: nobody chooses. The second Bolas stay for another battle, and Desertion is the player's to use."""
    places = {"tlaxcala": place("capital", empire="mexica")}
    pos = at_solitaire(
        expeditions=cortes("tlaxcala", kings=["mexica"]),
        places=places,
        face_up=["bolas", "bolas", "encirclement", "desertion"],
        before="enemy-action",
    )
    with table(pos, "free-the-king", "10", "10", "20", 2, 2) as game:
        assert by_enemy(game) == ["free-the-king", "bolas", "encirclement"]
        assert game.position.piles["face-up"] == Pile.of(["bolas", "desertion"])
        assert (asked(game), [o.id for o in game.options]) == ("react", ["play desertion", "pass"])
        answer(game, "pass")
        assert (asked(game), now_round(game)) == ("react", 2), (
            "6.25: offered again in the next round, and no retreat yet"
        )


def now_round(game: Game[Any]) -> int:
    position: ConquestPosition = game.position
    assert position.battle is not None
    return position.battle.round


@shows("G-23.35", "23.35")
@pytest.mark.parametrize("title", OFFERED)
def test_g_23_35_cards_that_help_spaniards_are_the_players_to_use(title: str) -> None:
    """Drawn in his attack they are laid open, and he may play them in it, as any combat card of his own."""
    game = answered(title, fighting)
    assert [event.card for event in events_of(game, LaidOpen)] == [title]
    assert (asked(game), game.options[0].id) == ("react", f"play {title}")
    answer(game, f"play {title}")
    assert [(event.who, event.card) for event in events_of(game, CardPlayed)] == [("red", title)]
    piles = game.position.piles
    assert (piles["face-up"].titles, title in piles["reaction-discards"].titles) == ((), True)
    battle = game.position.battle
    assert battle is not None
    assert title in battle.cards


@shows("G-23.35")
@pytest.mark.parametrize("title", OFFERED)
def test_g_23_35_by_option_they_are_discarded(title: str) -> None:
    pos = at_solitaire(
        house={"solitaire_helpers": False}, expeditions=cortes("tlaxcala"), places=CITY, before="battle cortes indians"
    )
    game = begin(pos, chance=Stacked(title, *IDLE[:2]))
    assert title in [event.card for event in events_of(game, Unused)]
    assert not game.position.piles["face-up"].titles
    assert asked(game) != "react"


def test_a_face_up_card_is_no_card_of_an_impulse() -> None:
    with table(at_solitaire(expeditions=cortes("panama"), face_up=["war-dogs", "bolas"])) as game:
        assert barred(game, "play war-dogs") == "2.13"
        assert barred(game, "play bolas") == "2.18"


@shows("23.33", "4.13")
def test_23_33_cards_against_the_discovery_wait_for_it() -> None:
    """The men march first, and the Letter costs a foot unit; then the guide misleads the discovery."""
    pos = on_the_march("totonacapan", hits=2)
    with table(pos, "letter-in-the-cotton", "false-guide", 6) as game:
        answer(game, "go totonacapan")
        assert by_enemy(game) == ["letter-in-the-cotton", "false-guide"]
        assert modifiers(game, "discovery")["false-guide"] == -1


@shows("23.33", "G-9.14b")
def test_23_33_cards_against_a_discovery_that_does_not_come_are_discarded() -> None:
    """The Letter costs the last man: nobody is left to be misled."""
    places = {"cempoala": "village"}
    pos = at_solitaire(expeditions=cortes("cempoala", "1 foot", hits=2), places=places, before="march cortes")
    with table(pos, "letter-in-the-cotton", "false-guide") as game:
        answer(game, "go totonacapan")
        assert by_enemy(game) == ["letter-in-the-cotton"]
        assert [event.card for event in events_of(game, Unused)] == ["false-guide"]
        assert events_of(game, Found) == []


@shows("4.14", "23.33")
def test_scouts_avert_an_ambush_of_the_enemy() -> None:
    pos = at_solitaire(
        expeditions=cortes("cempoala", assets=["indian-scouts"]), places={"cempoala": "village"}, before="march cortes"
    )
    with table(pos, "indian-ambush", "head-winds", 1) as game:
        answer(game, "go totonacapan")
        assert asked(game) == "scouts"
        assert game.position.piles["drawn"].size == 0, "the storm was judged already"
        answer(game, "use indian-scouts")
        assert events_of(game, BattleBegan) == []
        assert modifiers(game, "discovery")["ambush"] == 1


# The Indians of a lone player ------------------------------------------------------------------------------------


@shows("G-6.22b")
def test_g_6_22b_losses_fall_at_random_on_the_units_that_may_take_them() -> None:
    """Each unit has the same chance, whatever its kind; the player throws the dice for the Indians and is not asked."""
    places = {"cempoala": place("town", hostile=True, units=[30])}
    pos = at_solitaire(
        expeditions=cortes("cempoala", "3 foot, 1 cannon"), places=places, before="battle indians cortes"
    )
    with Watched(12, 2, "foot", "cannon", 2, 2) as dice:
        game = begin(pos, chance=dice)
    lots = [chance for chance in dice.chances if chance.kind == "lot"]
    first, second = [dict(zip(chance.outcomes, chance.weights, strict=True)) for chance in lots]
    assert first == {"cannon": 1, "foot": 3}
    assert second == {"cannon": 1, "foot": 2}, "6.34: no unit takes a second loss before every one has its first"
    assert [event.unit for event in events_of(game, UnitFlipped)] == ["foot", "cannon"]
    assert {event.who for event in events_of(game, Rolled)} == {"red"}


@shows("1.56", "G-1.56", "23.33")
def test_poison_darts_take_a_man_at_random_and_mano_de_dios_helps() -> None:
    places = {"tlaxcala": place("city", hostile=True, units=[10])}
    pos = at_solitaire(
        expeditions=cortes("tlaxcala", companions={"alvarado": "", "ordaz": ""}),
        places=places,
        hands={"red": ["mano-de-dios"]},
        before="battle cortes indians",
    )
    with Watched("poison-darts", *IDLE[:2], "ordaz", 6, 1, 2, 2, 2, 2) as dice:
        game = begin(pos, chance=dice)
        answer(game, "take cortes")
        assert asked(game) == "reroll"
        answer(game, "reroll mano-de-dios")
        assert "ordaz" in game.position.captains
    (lot,) = [chance for chance in dice.chances if chance.kind == "lot"]
    assert dict(zip(lot.outcomes, lot.weights, strict=True)) == {"alvarado": 1, "cortes": 1, "ordaz": 1}


# 23.4  The verdict -----------------------------------------------------------------------------------------------


@shows("23.4")
@pytest.mark.parametrize(
    ("points", "band"),
    [
        *[(0, 0), (49, 0), (50, 50), (99, 50), (100, 100), (149, 100), (150, 150), (199, 150)],
        *[(200, 200), (249, 200), (250, 250), (300, 250), (301, 301), (349, 301), (350, 350), (999, 350)],
    ],
)
def test_23_4_the_verdict_on_ten_turns(points: int, band: int) -> None:
    """D-23.4"""
    pos = at_solitaire(expeditions=cortes("panama"), points={"red": points}, turn=10, before="verdict")
    with table(pos) as game:
        (said,) = events_of(game, Verdict)
        assert (said.points, said.verdict) == (points, f"verdict-{band}")
        assert game.ending is not None
        assert (game.ending.winners, game.ending.rule, game.ending.reason) == ((), "23.4", "verdict")
        texts = pos.rules.tables.verdict(points).text
        for language in ("en", "fr", "ja"):
            assert texts[language] in game.teller(language).event(said)
        assert game.prompt == "The game is over, and the verdict is in. (23.4)"


@shows("23.4", "G-23.4", "16.24")
def test_23_4_debt_cities_and_favour_count_and_a_debtor_may_end_below_nothing() -> None:
    """G-23.4: the net total of 13.21."""
    places = {"tlaxcala": place("city", ally="red", units=[20])}
    pos = at_solitaire(
        expeditions=cortes("panama", gold=50),
        places=places,
        debt={"red": 30},
        points={"red": 5},
        turn=10,
        before="verdict",
    )
    with table(pos) as game:
        (said,) = events_of(game, Verdict)
        assert (said.points, said.verdict) == (5 + 4 - 60, "verdict-0")


@shows("G-23.4", "23.4")
def test_g_23_4_no_early_end_at_any_number_of_points() -> None:
    pos = at_solitaire(expeditions=cortes("panama"), points={"red": 400}, turn=9, before="verdict")
    with table(pos, *DEAL) as game:
        assert [event.total for event in events_of(game, Scored)] == [400]
        assert (events_of(game, Verdict), game.ending, game.position.turn) == ([], None, 10)


@shows("G-6.46b", "23.4")
def test_g_6_46b_who_resigns_is_scored_at_once_with_what_he_has() -> None:
    places = {"tlaxcala": place("city", ally="red", units=[20])}
    pos = at_solitaire(expeditions=cortes("tlaxcala"), places=places, points={"red": 60}, turn=4)
    with table(pos) as game:
        assert total_points(game.position, "red") == 64
        game.resign("red")
        assert [event.points for event in events_of(game, Verdict)] == [64]
        assert game.pending is None
        game.undo()
        assert (game.ending, asked(game)) == (None, "impulse")


@shows("G-6.46b")
def test_g_6_46b_not_in_the_set_up_and_not_in_a_battle() -> None:
    with pytest.raises(IllegalAnswer, match=r"between impulses \(G-6.46b\)"):
        fresh("north").resign("red")
    places = {"cempoala": place("town", hostile=True, units=[10])}
    pos = at_solitaire(expeditions=cortes("cempoala"), places=places, before="battle indians cortes")
    with table(pos, 2, 2, 2, 2) as game, pytest.raises(IllegalAnswer):
        game.resign("red")


def test_the_table_can_still_correct_a_position() -> None:
    with table(at_solitaire(expeditions=cortes("panama"))) as game:
        game.adjust("gold cortes 7")
        assert game.position.expeditions["cortes"].gold == 7


# What can be seen, kept and told ---------------------------------------------------------------------------------


def test_the_decks_are_hidden_and_what_is_face_up_is_not() -> None:
    game = begin(at_solitaire(expeditions=cortes("panama"), face_up=["bolas"], hands={"red": ["hostage"]}), seed=1)
    for seat in ("red", None):
        piles = game.view(seat).position.piles
        assert [piles[name].titles for name in ("deck", "reaction", "enemy")] == [Pile.of("x").face_down().titles] * 3
        assert piles["face-up"] == Pile.of(["bolas"])
    assert "hostage" not in game.view(None).position.hands["red"].titles
    assert "Reaction deck: 33 cards, Enemy Action deck: 21. Face up: Bolas." in str(game)


def test_a_game_with_named_men_is_saved_and_loaded(tmp_path: Path) -> None:
    men: list[Any] = ["balboa", "de-candia", "orellana"]
    game = cq.new_game("solitaire", map="south", conquistadors=men, events=False, seed=5, players=["Ana"])
    answer(game, "take balboa")
    twin = cq.load(cq.save(game, tmp_path / "game.json"))
    assert twin.position == game.position
    assert twin.rules.options == game.rules.options
    assert twin.rules.options["conquistadors"] == men


@pytest.mark.parametrize(
    ("titles", "complaint"),
    [(["theft"], ": .*no combat card"), (["bolas"] * 4, ": .*is left"), ("x", " must be a list; got 'x'")],
)
def test_the_builder_lays_combat_cards_open_and_nothing_else(titles: Any, complaint: str) -> None:
    with pytest.raises(SetupError, match=f"face_up{complaint}"):
        at_solitaire(expeditions=cortes("panama"), face_up=titles)


def test_cards_that_wait_for_no_discovery_are_no_position_to_start_from() -> None:
    pos = at_solitaire(expeditions=cortes("panama"))
    pos.piles["reaction"] = pos.piles["reaction"].minus("bolas")
    pos.piles["drawn"] = Pile.of(["bolas"])
    with pytest.raises(SetupError, match=r"\(23\.33\)"):
        begin(pos, seed=1)


def test_a_whole_game_on_our_own_data_ends_with_a_verdict() -> None:
    game = cq.new_game("solitaire", map="south", conquistadors="random", seed=7, players=["Ana"], undo="training")
    fortune = Random(7)
    while game.pending is not None:
        game.play(fortune.choice(game.options))
    (said,) = events_of(game, Verdict)
    assert (game.position.turn, said.points) == (10, total_points(game.position, "red"))
    assert len(events_of(game, Scored)) == 10


def test_the_spread_of_verdicts_counts_every_game() -> None:
    table_of_verdicts = spread(3, first=5, map="south", events=False)
    assert list(table_of_verdicts["from"]) == [0, 50, 100, 150, 200, 250, 301, 350]
    assert (table_of_verdicts["games"].sum(), table_of_verdicts["part"].sum()) == (3, 1.0)
    own = SolitaireGame("south", events=False)
    points = [final_points(own, seed) for seed in (5, 6, 7)]
    assert (table_of_verdicts.attrs["least"], table_of_verdicts.attrs["most"]) == (min(points), max(points))


def test_a_position_by_the_name_of_the_game() -> None:
    men = {"balboa": expedition("red", "panama-south", "3 foot")}
    pos = build(scenario="solitaire", map="south", game={"legends": False}, expeditions=men, turn=3)
    assert (pos.rules.scenario, pos.rules.legends) == ("solitaire", ())
    assert {"almagro", "orellana"} <= set(pos.piles["deck"].titles), "who did not start is in the deck (23.13)"


@pytest.mark.parametrize("step", ["initiative", "victory", "second-choice", "reinforcements"])
def test_no_position_stands_before_a_step_of_another_game(step: str) -> None:
    with pytest.raises(SetupError, match=f"before: '{step}' is none of these"):
        at_solitaire(expeditions=cortes("panama"), before=step)
    assert at(before="victory").tasks, "which the Basic Game has"
