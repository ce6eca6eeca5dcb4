"""Chapter 2: the sequence of play, cards in general, conquistador cards, activation, and the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import CardPlayed, Drew, Event, Rolled
from conquistadors.engine.game import Game
from conquistadors.engine.piles import Pile
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import (
    Activated,
    BattleBegan,
    Discarded,
    Fed,
    Healed,
    ImpulseBegan,
    OrderSet,
    Reshuffled,
    RoundBegan,
    Scored,
    TurnBegan,
    TurnEnded,
)
from conquistadors.games.conquest.rules.position import ConquestPosition, Units
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

EIGHT = ["bolas", "theft", "desertion", "hostage", "rediscovery", "santiago", "war-dogs", "ultimatum"]
OTHERS = ["bolas", "theft", "desertion", "hostage", "rediscovery", "encirclement", "night-march", "ultimatum"]
CORTES = {"cortes": expedition("red", "panama", "3 foot, 1 horse")}


def whose_turn(game: Game[Any]) -> str:
    assert game.pending is not None
    return game.pending.who


def allowed(game: Game[Any], text: str) -> bool:
    return game.why_not(text) is None


def reactors(game: Game[Any], kind: str = "react") -> list[tuple[str, object]]:
    """Who was asked for a reaction, in order, and the answer; who could do nothing passed by himself."""
    return [(given.who, given.value) for given in game.answers if given.kind == kind]


def kinds_of(game: Game[Any], *kinds: type[Event]) -> list[str]:
    return [line.event.kind for line in game.log if isinstance(line.event, kinds)]


def modifiers(game: Game[Any], roll: str) -> dict[str, int]:
    thrown = [event for event in events_of(game, Rolled) if event.roll == roll][-1]
    return {modifier.name: modifier.value for modifier in thrown.modifiers}


def into_discards(pos: ConquestPosition) -> None:
    """The deck is empty, all of it lies in the discards."""
    pos.piles["discards"] = Pile.united([pos.piles["discards"], pos.piles["deck"]])
    pos.piles["deck"] = Pile()


# 2.0  The turn ---------------------------------------------------------------------------------------------------


@shows("2.0", "G-2.0")
def test_2_0_a_turn_goes_through_its_steps_in_order() -> None:
    """Discards of all, then deals in last turn's order, initiative, and the first impulse."""
    pos = at(hands={"red": EIGHT, "blue": OTHERS}, order=("blue", "red"), before="turn")
    with table(pos, "bolas", "hidden-treasure", "map-on-cloth", "false-guide", 4, 9) as game:
        assert (whose_turn(game), asked(game)) == ("blue", "discard")
        answer(game, "pass")
        assert (whose_turn(game), asked(game)) == ("red", "discard")
        answer(game, "pass")
        assert (whose_turn(game), asked(game), game.position.hands["blue"].size) == ("blue", "lay-down", 10)
        assert game.position.hands["red"].size == 8, "red is dealt to after blue has laid down"
        answer(game, "discard bolas", "discard theft")
        assert (whose_turn(game), asked(game), game.position.hands["red"].size) == ("red", "lay-down", 10)
        answer(game, "discard bolas", "discard theft")
        assert (whose_turn(game), asked(game)) == ("red", "impulse")
        assert game.position.order == ("red", "blue"), "the second roll was red's: they roll in the old order"
    marks = kinds_of(game, TurnBegan, OrderSet, RoundBegan, ImpulseBegan)
    assert marks == ["turn-began", "order-set", "round-began", "impulse-began"]
    assert (game.position.turn, game.position.round) == (2, 1)


@shows("2.0", "2.15")
def test_2_0_1_any_number_of_cards_may_be_laid_down_first() -> None:
    with table(at(hands={"red": EIGHT}, before="discard:red")) as game:
        answer(game, *[f"discard {title}" for title in EIGHT])
        assert game.position.hands["red"].size == 0
        assert game.position.buried["red"] == Pile.of(EIGHT)
        assert game.position.piles["discards"].size == 0, "unseen: not among the played cards"
        assert [event.rule for event in events_of(game, Discarded)] == ["2.0(1)"] * 8
        assert asked(game) == "impulse"


@shows("2.0", "2.15", "14.13")
def test_2_15_ten_cards_then_two_are_laid_down_and_eight_are_left() -> None:
    pos = at(hands={"red": EIGHT[:5]}, before="deal:red")
    pos.tasks = ("round", "lay-down:red", "deal:red")
    with table(pos, "bolas", "theft", "hostage", "map-on-cloth", "hidden-treasure") as game:
        assert game.position.hands["red"].size == 10
        assert asked(game) == "lay-down"
        assert barred(game, "pass") == "2.15"
        answer(game, "discard bolas")
        assert asked(game) == "lay-down"
        answer(game, "discard bolas")
        assert asked(game) == "impulse"
        assert game.position.hands["red"].size == 8
        assert game.position.buried["red"].count_of("bolas") == 2


def test_2_15_a_hand_of_ten_or_more_draws_nothing_and_goes_down_to_eight() -> None:
    pos = at(hands={"red": [*EIGHT, "bolas", "theft", "hostage"]}, before="deal:red")
    pos.tasks = ("round", "lay-down:red", "deal:red")
    with table(pos) as game:
        answer(game, "discard bolas", "discard theft", "discard hostage")
        assert game.position.hands["red"] == Pile.of(EIGHT)
        assert events_of(game, Drew) == []


def test_2_0_3_the_highest_roll_is_first() -> None:
    with table(at(seats=3, before="initiative"), 5, 11, 8) as game:
        assert game.position.order == ("blue", "green", "red")
        assert whose_turn(game) == "blue"
    assert [(event.who, event.rule) for event in events_of(game, Rolled)] == [
        ("red", "2.0(3)"),
        ("blue", "2.0(3)"),
        ("green", "2.0(3)"),
    ]


@shows("2.0", "G-2.0")
def test_g_2_0_tied_players_roll_again_among_themselves_for_their_places() -> None:
    """Red and blue tie for the first two places: green's third place stands, though he rolled less than the re-roll."""
    with table(at(seats=3, before="initiative"), 9, 9, 5, 2, 3) as game:
        assert game.position.order == ("blue", "red", "green")
    assert [event.who for event in events_of(game, Rolled)] == ["red", "blue", "green", "red", "blue"]


@shows("G-2.0")
def test_g_2_0_any_number_may_tie_and_tie_again() -> None:
    with table(at(seats=4, before="initiative"), 6, 6, 12, 6, 8, 8, 3, 4, 10) as game:
        assert game.position.order == ("green", "blue", "red", "yellow")
    assert [e.who for e in events_of(game, Rolled)][4:] == ["red", "blue", "yellow", "red", "blue"]


def test_2_0_3_a_mano_de_dios_counts_in_the_initiative() -> None:
    with table(at(hands={"red": ["mano-de-dios"]}, before="initiative"), 7, 8) as game:
        answer(game, "modify mano-de-dios")
        assert game.position.order == ("red", "blue")


def test_2_0_5_each_player_has_one_impulse_a_round_in_order() -> None:
    with table(at(seats=3, order=("green", "red", "blue"))) as game:
        answer(game, "done", "done", "done", "done")
        assert whose_turn(game) == "red"
    assert [event.who for event in events_of(game, ImpulseBegan)] == ["red", "blue", "green", "red"]
    assert game.position.round == 2


@shows("G-2.0(5)")
def test_2_0_5_every_part_of_an_impulse_is_optional() -> None:
    with table(at(expeditions=CORTES)) as game:
        answer(game, "done")
        assert whose_turn(game) == "blue"
    assert events_of(game, Activated) == []


@shows("G-2.0(5)", "2.34")
def test_2_0_5_an_activated_expedition_may_do_nothing_after_all() -> None:
    with table(at(expeditions=CORTES)) as game:
        answer(game, "activate cortes", "rest")
        assert asked(game) == "impulse"
        assert barred(game, "activate cortes") == "2.32"


@shows("2.0", "C14")
def test_2_0_5_cards_gold_and_a_gift_come_in_any_order_beside_the_activation() -> None:
    """C14: in the Basic Game gold becomes points, one for one."""
    pos = at(
        expeditions={"cortes": expedition("red", "panama", "3 foot", gold=9, hits=1)},
        hands={"red": ["rediscovery", "letter-from-the-crown", "ultimatum"]},
        places={"nata": "discovered", "darien": "discovered"},
    )
    with table(pos, 5, 4) as game:
        answer(game, "convert cortes", "amount 4", "play letter-from-the-crown", "activate cortes", "march", "go nata")
        answer(game, "stop", "play rediscovery", "take darien", "gift", "amount 3", "convert cortes", "amount 1")
        answer(game, "play ultimatum", "done")
    red = game.position.factions["red"]
    assert (red.converted, game.position.expeditions["cortes"].gold) == (5, 1)
    assert red.index == 1
    assert game.position.expeditions["cortes"].hits == 0


@shows("2.0", "2.35")
def test_2_0_5_hostile_indians_instead_of_an_activation() -> None:
    pos = at(
        expeditions={**CORTES, "balboa": expedition("blue", "cempoala")},
        places={"cempoala": place("city", hostile=True, units=[20])},
    )
    with table(pos) as game:
        answer(game, "activate cortes", "rest")
        assert barred(game, "incite cempoala balboa") == "2.0(5)"
    with table(pos) as game:
        answer(game, "incite cempoala balboa")
        assert (whose_turn(game), asked(game)) == ("red", "impulse"), "who is alone does not even fight (G-3.15)"
        assert barred(game, "activate cortes") == "2.0(5)"


@shows("2.0", "C24")
def test_2_0_8_attempts_and_gold_rolls_are_forgotten_plundered_out_is_not() -> None:
    pos = at(
        places={
            "cempoala": place("town", hostile=True, attempts=2, gold_rolls=1),
            "panuco": place("town", hostile=True, attempts=1, out=True),
        },
        hands={"red": EIGHT},
        before="clean-up",
    )
    pos.edit_site("cempoala", found_by="red", found_in=2)
    with table(pos) as game:
        cempoala, panuco = game.position.site("cempoala"), game.position.site("panuco")
        assert (cempoala.attempts, cempoala.gold_rolls, cempoala.found_in) == (0, 0, 0)
        assert (panuco.attempts, panuco.out) == (0, True)


@shows("2.0", "2.42")
def test_2_0_6_subsistence_victory_and_the_next_turn_follow_the_rounds() -> None:
    pos = at(expeditions=CORTES, hands={"red": EIGHT}, round=3, before="end-roll")
    with table(pos, 4) as game:
        assert asked(game) == "discard"
    marks = kinds_of(game, Rolled, TurnEnded, Fed, Scored, TurnBegan)
    assert marks == ["rolled", "turn-ended", "fed", "scored", "scored", "turn-began"]
    assert (game.position.turn, game.position.round) == (2, 0)


def test_2_0_7_the_game_goes_on_until_somebody_has_won() -> None:
    pos = at(points={"red": 75}, round=3, before="end-roll")
    with table(pos, 4) as game:
        assert game.ending is not None
        assert game.ending.winners == ("red",)
        assert game.pending is None
    with table(at(points={"red": 74}, hands={"red": EIGHT}, round=3, before="end-roll"), 4) as game:
        assert game.ending is None


@shows("6.41", "2.0")
def test_2_0_the_wounded_are_well_when_a_turn_begins() -> None:
    force = expedition("red", "panama", "3 foot", wounded=["cortes"])
    with table(at(expeditions={"cortes": force}, hands={"red": EIGHT}, before="turn")) as game:
        assert not game.position.captains["cortes"].wounded
        assert [event.captain for event in events_of(game, Healed)] == ["cortes"]


# 2.1  Strategy cards ---------------------------------------------------------------------------------------------


@shows("2.11", "2.12", "2.13", "2.14")
def test_2_11_the_kind_of_a_card_says_when_it_is_played() -> None:
    """In one's own impulse, with nothing else going on."""
    hand = ["rediscovery", "map-on-cloth", "bolas", "indian-ambush", "mano-de-dios"]
    with table(at(expeditions=CORTES, hands={"red": hand}, places={"nata": "discovered"})) as game:
        assert allowed(game, "play rediscovery")
        assert barred(game, "play map-on-cloth") == "2.12"
        assert barred(game, "play bolas") == "2.13"
        assert barred(game, "play indian-ambush") == "2.14"
        assert barred(game, "play mano-de-dios") == "1.53"
        assert barred(game, "play theft") == "2.18"


def discovery_of_alvarado(**wanted: Any) -> ConquestPosition:
    """Red stands in Level 1 Oxitipa, next to a town, and is about to discover it."""
    return at(
        expeditions={"alvarado": expedition("red", "oxitipa", "3 foot", assets=wanted.pop("assets", []))},
        places={"panuco": "town"},
        before="discovery alvarado",
        **wanted,
    )


@shows("2.12", "G-2.12", "4.12")
def test_2_12_action_cards_help_within_an_action_before_the_roll() -> None:
    pos = discovery_of_alvarado(hands={"red": ["map-on-cloth", "green-glass-beads", "theft", "hostile-chiefs"]})
    with table(pos, 3) as game:
        assert asked(game) == "support"
        assert barred(game, "play green-glass-beads") == "2.12"
        assert barred(game, "play theft") == "2.12"
        assert barred(game, "play hostile-chiefs") == "2.14"
        answer(game, "play map-on-cloth")
        assert asked(game) == "impulse", "nothing was asked between the roll and its result"
    assert modifiers(game, "discovery") == {"adjacency": 1, "map-on-cloth": 2}
    assert game.position.site("oxitipa").marker == "town"


def test_2_12_an_action_card_is_not_played_in_the_impulse_of_another() -> None:
    pos = discovery_of_alvarado(hands={"blue": ["map-on-cloth", "false-guide"]})
    with table(pos, 3) as game:
        assert (whose_turn(game), asked(game)) == ("blue", "react")
        assert barred(game, "play map-on-cloth") == "2.12"
        answer(game, "play false-guide")


def test_2_12_any_number_of_action_cards_before_and_after_an_activation() -> None:
    pos = at(
        expeditions=CORTES,
        hands={"red": ["rediscovery", "rediscovery", "rediscovery"]},
        places={"nata": "discovered", "darien": "mosquito", "veragua": "discovered"},
    )
    with table(pos) as game:
        answer(game, "play rediscovery", "take darien", "play rediscovery", "take veragua")
        answer(game, "activate cortes", "rest", "play rediscovery")
    assert game.position.sites == {}
    assert game.position.piles["discards"].count_of("rediscovery") == 3


def battle_at_cempoala(**hands: list[str]) -> ConquestPosition:
    return at(
        seats=3,
        expeditions={"cortes": expedition("red", "cempoala", "3 foot, 2 horse")},
        places={"cempoala": place("city", hostile=True, units=[30])},
        hands=hands,
        before="battle cortes indians",
    )


def test_2_13_anybody_may_help_the_indians_but_not_who_fights_them() -> None:
    pos = battle_at_cempoala(
        red=["bolas", "war-dogs", "mano-de-dios"], blue=["painted-warriors"], green=["encirclement"]
    )
    with table(pos) as game:
        answer(game, "play painted-warriors")
        assert (whose_turn(game), asked(game)) == ("green", "react")
        answer(game, "play encirclement")
        assert whose_turn(game) == "red"
        assert barred(game, "play bolas") == "2.13"
        answer(game, "play war-dogs")
        assert asked(game) == "modify", "now the dice"
    assert [event.card for event in events_of(game, CardPlayed)] == ["painted-warriors", "encirclement", "war-dogs"]


def test_2_13_only_the_owner_plays_for_an_expedition() -> None:
    with table(battle_at_cempoala(blue=["santiago", "bolas"])) as game:
        assert whose_turn(game) == "blue"
        assert barred(game, "play santiago") == "2.13"


def test_2_13_action_and_reaction_cards_do_not_belong_into_a_combat() -> None:
    with table(battle_at_cempoala(blue=["theft", "indian-ambush", "bolas"])) as game:
        assert barred(game, "play theft") == "2.12"
        assert barred(game, "play indian-ambush") == "2.14"


PLUNDER = {"cempoala": place("town", hostile=True)}
"""A hostile town without troops: the plunder roll comes at once."""


@shows("2.14", "G-2.14", "2.17")
def test_g_2_14_reactions_are_asked_in_order_after_the_active_player_until_all_pass_in_a_row() -> None:
    pos = at(
        seats=4,
        expeditions={"cortes": expedition("green", "cempoala", "3 foot")},
        places=PLUNDER,
        hands={"yellow": ["hidden-treasure"], "red": ["bishops-letter"], "blue": ["hidden-treasure"]},
        before="plunder cortes",
    )
    with table(pos, 3, 6) as game:
        assert whose_turn(game) == "yellow"
        answer(game, "pass")
        assert whose_turn(game) == "red"
        answer(game, "play bishops-letter")
        assert whose_turn(game) == "blue"
        answer(game, "pass")
        assert whose_turn(game) == "yellow", "he passed before, but somebody has played since"
        answer(game, "play hidden-treasure")
    assert reactors(game) == [
        ("yellow", "pass"),
        ("red", "play bishops-letter"),
        ("blue", "pass"),
        ("yellow", "play hidden-treasure"),
        ("red", "pass"),
        ("blue", "pass"),
        ("yellow", "pass"),
    ]
    assert game.position.factions["green"].index == -1


def test_2_14_a_reaction_card_is_for_the_impulses_of_others() -> None:
    """The plunderer is not asked, and cannot play it with his own action."""
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        places=PLUNDER,
        hands={"red": ["hidden-treasure", "hostage"], "blue": ["bolas"]},
        before="plunder cortes",
    )
    with table(pos) as game:
        assert (whose_turn(game), asked(game)) == ("red", "support")
        assert barred(game, "play hidden-treasure") == "2.14"
        assert reactors(game) == [("blue", "pass")]


def test_2_14_each_reaction_card_names_its_occasion() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        places=PLUNDER,
        hands={"blue": ["hidden-treasure", "hostile-chiefs", "indian-ambush", "stormy-weather"]},
        before="plunder cortes",
    )
    with table(pos) as game:
        assert [o.id for o in game.options] == ["play hidden-treasure", "pass"]
        for other in ("hostile-chiefs", "indian-ambush", "stormy-weather"):
            assert barred(game, f"play {other}") == "2.14"


def test_2_16_a_played_card_goes_to_the_discards() -> None:
    with table(at(hands={"red": ["letter-from-the-crown"]})) as game:
        answer(game, "play letter-from-the-crown")
        assert game.position.hands["red"].size == 0
        assert game.position.piles["discards"] == Pile.of(["letter-from-the-crown"])


@shows("2.16", "G-2.16")
def test_2_16_an_empty_deck_takes_back_the_discards_seen_and_unseen() -> None:
    pos = at(hands={"red": EIGHT, "blue": ["bolas"]}, before="deal:red")
    into_discards(pos)
    pos.buried["blue"] = pos.hands["blue"]
    pos.hands["blue"] = Pile()
    before = pos.piles["discards"].size + 1
    with table(pos, "bolas", "theft") as game:
        assert game.position.hands["red"] == Pile.of([*EIGHT, "bolas", "theft"])
        assert game.position.piles["discards"].size == 0
        assert game.position.buried["blue"].size == 0
        assert game.position.piles["deck"].size == before - 2
    assert [event.rule for event in events_of(game, Reshuffled)] == ["2.16"]


def test_2_16_the_deck_is_renewed_in_the_middle_of_a_deal() -> None:
    pos = at(hands={"red": EIGHT}, before="deal:red")
    into_discards(pos)
    pos.piles["discards"] = pos.piles["discards"].minus("bolas")
    pos.piles["deck"] = Pile.of(["bolas"])
    with table(pos, "bolas", "theft") as game:
        assert kinds_of(game, Drew, Reshuffled) == ["drew", "reshuffled", "drew"]


def test_g_2_16_when_both_run_out_players_get_what_there_is() -> None:
    pos = at(hands={"red": EIGHT}, before="deal:red")
    pos.hands["blue"] = pos.piles["deck"].minus("bolas")
    pos.piles["deck"] = Pile.of(["bolas"])
    with table(pos, "bolas") as game:
        assert game.position.hands["red"].size == 9
        assert asked(game) == "impulse"


@shows("G-2.16", "2.21")
def test_g_2_16_a_discarded_conquistador_recirculates_one_in_play_does_not() -> None:
    pos = at(expeditions=CORTES, hands={"red": ["alvarado"]}, turn=2, before="discard:red")
    pos.tasks = ("round", "deal:red", "discard:red")
    into_discards(pos)
    pos.hands["blue"] = pos.piles["discards"]
    pos.piles["discards"] = Pile()
    with table(pos, "alvarado") as game:
        answer(game, "discard alvarado")
        assert game.position.hands["red"] == Pile.of(["alvarado"]), "he came back; Cortés, in play, could not"


@shows("G-2.16", "11.22")
def test_g_2_16_a_warrant_in_force_is_not_in_the_discards() -> None:
    with table(at(hands={"red": ["arrest-warrant"]}, index={"blue": -1})) as game:
        answer(game, "play arrest-warrant")
        assert game.position.factions["blue"].warrant
        assert game.position.piles["discards"].size == 0


@shows("2.17", "G-2.17")
def test_2_17_no_second_card_of_the_same_title_on_an_action_whoever_plays_it() -> None:
    pos = at(
        seats=3,
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        places={"cempoala": "town"},
        hands={"blue": ["hostile-chiefs", "hostile-chiefs"], "green": ["hostile-chiefs"]},
        before="negotiate cortes",
    )
    with table(pos, 4) as game:
        answer(game, "play hostile-chiefs")
    assert reactors(game) == [("blue", "play hostile-chiefs"), ("green", "pass"), ("blue", "pass")]
    assert modifiers(game, "diplomacy")["hostile-chiefs"] == -2
    assert game.position.hands["green"].size == 1


def test_2_17_the_second_copy_is_refused_by_its_clause() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", assets=["interpreter", "interpreter"])},
        places={"cempoala": "city"},
        hands={"red": ["green-glass-beads", "green-glass-beads", "daughters-of-the-caciques"]},
        before="negotiate cortes",
    )
    with table(pos) as game:
        answer(game, "play green-glass-beads")
        assert barred(game, "play green-glass-beads") == "2.17"
        answer(game, "use interpreter")
        assert barred(game, "use interpreter") == "2.17"


def test_2_17_different_titles_add_up() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", shown=["interpreter"])},
        places={"cempoala": "city"},
        hands={"red": ["green-glass-beads", "daughters-of-the-caciques"], "blue": ["hostile-chiefs"]},
        before="negotiate cortes",
    )
    with table(pos, 3) as game:
        answer(game, "play hostile-chiefs", "use interpreter", "play green-glass-beads")
        answer(game, "play daughters-of-the-caciques")
    assert modifiers(game, "diplomacy") == {
        "rating": 3,
        "hostile-chiefs": -2,
        "interpreter": 1,
        "green-glass-beads": 2,
        "daughters-of-the-caciques": 1,
    }


def test_2_17_an_open_asset_and_a_hidden_one_of_the_same_title_help_once() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", shown=["interpreter"], assets=["interpreter"])},
        places={"cempoala": "city"},
        hands={"red": ["green-glass-beads"]},
        before="negotiate cortes",
    )
    with table(pos, 3) as game:
        answer(game, "use interpreter")
        assert barred(game, "use interpreter") == "2.17"
        answer(game, "pass")
    assert modifiers(game, "diplomacy") == {"rating": 3, "interpreter": 1}


def test_2_17_the_same_card_may_come_again_in_the_next_action() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        places={"cempoala": place("town", hostile=True, out=True)},
        hands={"blue": ["hostile-chiefs", "hostile-chiefs"]},
    )
    with table(pos, 2, 2) as game:
        answer(game, "activate cortes", "negotiate", "play hostile-chiefs", "done", "done")
        answer(game, "activate cortes", "negotiate", "play hostile-chiefs")
        assert game.position.hands["blue"].size == 0


def test_2_17_two_bolas_in_a_combat() -> None:
    with table(battle_at_cempoala(blue=["bolas", "bolas", "painted-warriors"])) as game:
        answer(game, "play bolas")
        assert barred(game, "play bolas") == "2.17"
        assert allowed(game, "play painted-warriors")


@shows("2.18")
def test_2_18_one_plays_from_his_own_hand_only() -> None:
    with table(at(hands={"red": ["rediscovery"], "blue": ["theft"]})) as game:
        assert barred(game, "play theft") == "2.18"
        assert barred(game, "play no-such-card") == "2.18"


# 2.19  Cuba and Panama -------------------------------------------------------------------------------------------


@shows("2.19", "G-2.19")
@pytest.mark.parametrize("haven", ["panama", "santiago-de-cuba"])
def test_2_19_no_card_against_a_force_in_cuba_or_panama(haven: str) -> None:
    """The same cards work where there is no haven."""
    hand = ["assassination", "disgruntled-soldiers", "theft"]
    for space, exposed in ((haven, False), ("cempoala", True)):
        force = expedition("blue", space, "3 foot", gold=5, hits=3)
        with table(at(expeditions={"cortes": force}, places={"cempoala": "village"}, hands={"red": hand})) as game:
            assert [allowed(game, f"play {title}") for title in hand] == [exposed] * 3


@shows("2.19", "G-2.19")
def test_g_2_19_faction_cards_and_own_cards_are_legal_in_panama() -> None:
    pos = at(
        expeditions={
            "cortes": expedition("red", "panama", "3 foot", hits=2),
            "balboa": expedition("blue", "panama", "3 foot"),
        },
        hands={"red": ["arrest-warrant", "ultimatum"]},
    )
    with table(pos, 5) as game:
        answer(game, "play arrest-warrant", "play ultimatum")
    assert game.position.factions["blue"].index == -1
    assert game.position.expeditions["cortes"].hits == 0


def test_2_19_nobody_reacts_to_an_action_in_panama() -> None:
    hand = {"blue": ["velazquez-partisans"]}
    for space, reacts in (("panama", []), ("cempoala", [("blue", "play velazquez-partisans")])):
        force = {"cortes": expedition("red", space, "3 foot", hits=2)}
        pos = at(expeditions=force, places={"cempoala": "village"}, hands=hand, before="rally cortes")
        with table(pos, 7) as game:
            if reacts:
                answer(game, "play velazquez-partisans")
            assert [given for given in reactors(game) if given[1] != "pass"] == reacts


@shows("2.19", "2.14")
def test_2_19_nobody_reacts_to_a_march_into_panama() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "guetar", "3 foot", hits=2)},
        places={"guetar": "village", "veragua": "village"},
        hands={"blue": ["letter-in-the-cotton"]},
    )
    with table(pos) as game:
        answer(game, "activate cortes", "march", "go veragua")
        assert (whose_turn(game), asked(game)) == ("blue", "react")
        answer(game, "pass", "go panama")
        assert (whose_turn(game), asked(game)) == ("red", "march")
    assert reactors(game) == [("blue", "pass")]


# 2.2  Conquistador cards -----------------------------------------------------------------------------------------


def test_2_21_a_conquistador_card_is_dealt_kept_and_counted_like_any_other() -> None:
    pos = at(hands={"red": EIGHT}, turn=2, before="deal:red")
    pos.tasks = ("round", "lay-down:red", "deal:red")
    with table(pos, "alvarado", "cortes") as game:
        assert game.position.hands["red"].size == 10
        answer(game, "discard cortes", "discard theft")
        assert game.position.hands["red"] == Pile.of([*[c for c in EIGHT if c != "theft"], "alvarado"])
        assert game.position.buried["red"] == Pile.of(["cortes", "theft"])


ALVARADO = {"red": ["alvarado"]}


@shows("2.22", "G-2.22")
def test_2_22_he_is_played_like_an_action_card_and_that_is_no_activation() -> None:
    pos = at(expeditions=CORTES, hands=ALVARADO, turn=2)
    with table(pos) as game:
        answer(game, "play alvarado", "take santiago-de-cuba", "with horse")
        assert game.position.expeditions["alvarado"].space == "santiago-de-cuba"
        assert game.position.hands["red"].size == 0
        assert "alvarado" not in game.position.piles["discards"].titles
        answer(game, "activate cortes", "rest")


def test_2_22_he_does_not_come_in_the_impulse_of_another() -> None:
    pos = discovery_of_alvarado(hands={"blue": ["cortes", "false-guide"]}, turn=2)
    with table(pos) as game:
        assert (whose_turn(game), asked(game)) == ("blue", "react")
        assert barred(game, "play cortes") == "2.22"


def test_2_23_he_comes_with_any_own_expedition_to_cuba_or_to_either_panama() -> None:
    forces = {
        **CORTES,
        "de-leon": expedition("red", "sea-cayman", "1 foot"),
        "balboa": expedition("blue", "nata", "1 foot"),
    }
    pos = at(map="both", expeditions=forces, places={"nata": "village"}, hands=ALVARADO, turn=2)
    with table(pos) as game:
        answer(game, "play alvarado")
        assert [o.subject for o in game.options] == [
            "cortes",
            "de-leon",
            "santiago-de-cuba",
            "panama",
            "panama-south",
        ]
        assert barred(game, "take balboa") == "2.23"
        assert barred(game, "take nata") == "2.23"


def with_new_man() -> ConquestPosition:
    forces = {"cortes": expedition("red", "nata", "3 foot")}
    places = {"nata": "village", "veragua": "village"}
    return at(expeditions=forces, places=places, hands=ALVARADO, turn=2)


def test_2_24_he_may_move_with_the_expedition_in_the_same_impulse() -> None:
    with table(with_new_man()) as game:
        answer(game, "play alvarado", "take cortes", "with horse")
        assert game.position.members("cortes") == ["cortes", "alvarado"]
        answer(game, "activate cortes", "march", "go panama", "stop")
        assert game.position.expeditions["cortes"].space == "panama"
        assert game.position.units("cortes") == Units(foot=3, horse=2)


@shows("2.24", "G-2.24", "G-time")
def test_2_24_or_split_off_with_some_of_the_units_and_move_instead() -> None:
    with table(with_new_man()) as game:
        answer(game, "play alvarado", "take cortes", "with horse", "reorganise nata")
        answer(game, "lead alvarado", "lead cortes", "amount 1", "amount 2")
        assert game.position.units("alvarado") == Units(foot=1, horse=2)
        answer(game, "activate alvarado", "march", "go veragua", "stop")
        assert game.position.expeditions["alvarado"].space == "veragua"
        assert game.position.units("cortes") == Units(foot=2)
        assert barred(game, "activate cortes") == "2.32"


@shows("2.25", "G-2.25", "14.32")
def test_2_25_placed_in_panama_he_may_be_the_expedition_of_this_impulse() -> None:
    with table(with_new_man()) as game:
        answer(game, "play alvarado", "take panama", "with foot")
        assert game.position.units("alvarado") == Units(foot=2, cannon=1)
        answer(game, "activate alvarado", "march", "go veragua", "stop")
        assert game.position.expeditions["alvarado"].space == "veragua"
        assert barred(game, "activate cortes") == "2.32"


def test_g_2_25_he_brings_the_fixed_units_wherever_he_is_placed() -> None:
    with table(with_new_man()) as game:
        answer(game, "play alvarado", "take cortes", "with horse")
        assert game.position.captains["alvarado"].units == Units(horse=2)
        assert game.position.captains["cortes"].units == Units(foot=3)


# 2.3  Activation -------------------------------------------------------------------------------------------------

TWO = {
    "cortes": expedition("red", "panama", "3 foot"),
    "alvarado": expedition("red", "nata", "2 foot"),
    "balboa": expedition("blue", "panama", "2 foot"),
}


def test_2_32_one_expedition_an_impulse() -> None:
    with table(at(expeditions=TWO, places={"nata": "village"})) as game:
        assert barred(game, "activate balboa") == "2.31"
        answer(game, "activate cortes", "rest")
        assert barred(game, "activate cortes") == "2.32"
        assert barred(game, "activate alvarado") == "2.32"


def test_2_32_the_same_expedition_in_any_number_of_impulses() -> None:
    with table(at(expeditions=TWO, places={"nata": "village"})) as game:
        for _ in range(2):
            answer(game, "activate cortes", "rest", "done", "done")
        assert allowed(game, "activate cortes")
    assert [event.expedition for event in events_of(game, Activated)] == ["cortes", "cortes"]


def test_2_32_with_buena_suerte_two_different_ones() -> None:
    pos = at(expeditions=TWO, places={"nata": "village"}, hands={"red": ["buena-suerte-a-ambos"]})
    with table(pos) as game:
        answer(game, "activate cortes", "rest", "play buena-suerte-a-ambos")
        assert barred(game, "activate cortes") == "2.32"
        answer(game, "activate alvarado", "rest")


@shows("6.41")
def test_2_32_not_with_a_wounded_commander() -> None:
    force = expedition("red", "panama", "3 foot", wounded=["cortes"])
    with table(at(expeditions={"cortes": force})) as game:
        assert barred(game, "activate cortes") == "6.41"


def test_2_34_one_of_five_actions_and_then_the_activation_is_over() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot", hits=1)},
        places={"cempoala": place("town", hostile=True, units=[20])},
    )
    with table(pos, 7) as game:
        answer(game, "activate cortes")
        offered = {o.id for o in game.options}
        assert offered == {"march", "sail", "attack", "negotiate", "plunder", "rally", "rest"}
        assert barred(game, "discover") == "4.0", "movement of no space is for undiscovered land"
        assert barred(game, "convert cortes") == "2.34"
        answer(game, "rally")
        assert asked(game) == "impulse"
        assert barred(game, "activate cortes") == "2.32"


def test_2_34_each_action_that_cannot_be_done_names_its_clause() -> None:
    with table(at(expeditions={"cortes": expedition("red", "sea-cayman", "3 foot")})) as game:
        answer(game, "activate cortes")
        refused = {refusal.option.id: refusal.rule for refusal in game.refused}
    assert refused == {
        "march": "3.16",
        "discover": "4.0",
        "attack": "6.16",
        "negotiate": "5.11",
        "plunder": "7.12",
        "rally": "G-9.2",
    }


# 2.35  Hostile Indians -------------------------------------------------------------------------------------------


def at_the_city(**changes: Any) -> ConquestPosition:
    wanted: dict[str, Any] = {
        "expeditions": {
            "cortes": expedition("red", "cempoala", "2 foot"),
            "balboa": expedition("blue", "cempoala", "2 foot"),
            "alvarado": expedition("blue", "cempoala"),
            "de-soto": expedition("blue", "panuco", "2 foot"),
        },
        "places": {
            "cempoala": place("city", hostile=True, units=[20, 10]),
            "panuco": place("town", hostile=True, units=[10]),
        },
        "hands": {"red": ["bolas", "city-has-new-chief"], "blue": ["bolas"]},
    }
    return at(**{**wanted, **changes})  # the cards make the battle wait for them


@shows("2.35", "G-2.35", "6.14")
def test_2_35_all_units_of_one_hostile_city_attack_one_expedition_there() -> None:
    with table(at_the_city()) as game:
        assert barred(game, "incite cempoala de-soto") == "6.14"
        assert barred(game, "incite nata balboa") == "2.35"
        answer(game, "incite cempoala balboa")
        battle = game.position.battle
        assert battle is not None
        assert (battle.attacker.expedition, battle.attacker.seat) == (None, "red")
        assert battle.defender.expedition == "balboa"
        assert game.position.site("cempoala").garrison.size == 2
    assert [(e.attacker, e.defender) for e in events_of(game, BattleBegan)] == [("indians", "balboa")]


def test_g_2_35_even_an_expedition_of_his_own() -> None:
    with table(at_the_city()) as game:
        answer(game, "incite cempoala cortes")
        battle = game.position.battle
        assert battle is not None
        assert battle.attacker.seat == "blue", "own ruling: another player rolls for the Indians"


def test_g_2_35_one_stack_an_impulse() -> None:
    with table(at_the_city()) as game:
        answer(game, "incite cempoala alvarado")
        assert "alvarado" not in game.position.expeditions
        assert barred(game, "incite panuco de-soto") == "G-2.35"


def test_2_35_only_where_the_place_is_hostile_and_has_units() -> None:
    places = {"cempoala": place("city", units=[20]), "panuco": place("town", hostile=True)}
    with table(at_the_city(places=places)) as game:
        assert barred(game, "incite cempoala balboa") == "2.35"
        assert barred(game, "incite panuco de-soto") == "2.35"


@shows("2.35", "12.32", "12.34")
def test_2_35_a_city_that_his_own_card_has_just_turned_hostile() -> None:
    pos = at_the_city(places={"cempoala": "city", "panuco": "town"})
    with table(pos, "30", "20") as game:
        assert barred(game, "incite cempoala balboa") == "2.35"
        answer(game, "play city-has-new-chief", "incite cempoala balboa")
        assert game.position.battle is not None


@shows("C22", "2.35")
@pytest.mark.parametrize("towns", [True, False])
def test_c22_the_indians_of_a_hostile_town_attack_unless_the_table_says_cities_only(towns: bool) -> None:
    with table(at_the_city(house={} if towns else {"town_attacks": False})) as game:
        if towns:
            answer(game, "incite panuco de-soto")
            assert game.position.battle is not None
        else:
            assert barred(game, "incite panuco de-soto") == "C22"
            assert allowed(game, "incite cempoala balboa")


# 2.4  The end of the rounds --------------------------------------------------------------------------------------


@shows("2.41", "J11")
def test_2_41_a_turn_begins_with_no_round_completed() -> None:
    pos = at(hands={"red": EIGHT, "blue": OTHERS}, turn=4, round=7, before="turn")
    with table(pos, "bolas", "hidden-treasure", "map-on-cloth", "false-guide", 8, 5) as game:
        assert game.position.round == 0
        answer(game, "pass", "pass", *["discard bolas", "discard theft"] * 2)
        assert (game.position.turn, game.position.round) == (5, 1)
    assert [(event.turn, event.round) for event in events_of(game, RoundBegan)] == [(5, 1)]


@shows("2.42", "J11")
def test_2_42_the_first_roll_comes_after_three_impulses_of_everybody() -> None:
    with table(at(round=1), 5) as game:
        answer(game, *["done"] * 4)
        assert game.position.round == 3
        assert events_of(game, Rolled) == []
        answer(game, "done", "done")
        assert game.position.round == 4
    assert [(event.roll, event.rule) for event in events_of(game, Rolled)] == [("end-of-turn", "2.42")]


@pytest.mark.parametrize(("total", "ends"), [(2, True), (7, True), (8, False), (12, False)])
def test_2_42_a_total_in_the_range_of_the_box_ends_the_rounds(total: int, ends: bool) -> None:
    """Round 6 of the fixed pack: 2-7."""
    with table(at(hands={"red": EIGHT}, round=6, before="end-roll"), total) as game:
        assert bool(events_of(game, TurnEnded)) == ends
        assert asked(game) == ("discard" if ends else "impulse")
        assert (game.position.turn, game.position.round) == ((2, 0) if ends else (1, 7))


@shows("2.42", "G-2.42", "1.57")
def test_g_2_42_the_last_in_impulse_order_rolls_and_no_mano_de_dios_helps() -> None:
    hands = {"red": ["mano-de-dios"], "blue": ["mano-de-dios"], "green": ["mano-de-dios"]}
    pos = at(seats=3, order=("green", "red", "blue"), active="blue", hands=hands, luck={"blue": 1}, round=3)
    with table(pos, 12) as game:
        answer(game, "done")
        assert (whose_turn(game), asked(game)) == ("green", "impulse")
    assert [(event.who, event.modifiers) for event in events_of(game, Rolled)] == [("blue", ())]


def test_g_2_42_a_track_without_boxes_left_ends_the_turn() -> None:
    with table(at(hands={"red": EIGHT}, round=10, before="end-roll")) as game:
        assert len(events_of(game, TurnEnded)) == 1
        assert asked(game) == "discard"


# G-time  When men are arranged anew ------------------------------------------------------------------------------

FRIENDS = {
    "cortes": expedition("red", "nata", "3 foot", companions={"alvarado": "1 horse"}),
    "balboa": expedition("blue", "nata", "2 foot"),
}


@shows("G-time")
def test_g_time_before_an_action_and_after_it() -> None:
    pos = at(expeditions=FRIENDS, places={"nata": "village"})
    with table(pos) as game:
        answer(game, "reorganise nata", "join alvarado cortes", "amount 0", "amount 0")
        assert barred(game, "reorganise nata") == "G-time", "nothing has changed since"
        answer(game, "activate cortes", "rest")
        answer(game, "reorganise nata", "lead alvarado", "lead cortes", "amount 1", "amount 1")
        assert game.position.units("alvarado") == Units(foot=1, horse=1)
        assert barred(game, "activate alvarado") == "2.32", "his men have acted in this impulse"


@shows("G-time")
def test_g_time_only_for_own_men_in_one_land_space() -> None:
    forces = {
        **FRIENDS,
        "de-leon": expedition("red", "sea-cayman", "1 foot", companions={"ordaz": "1 foot"}),
        "de-soto": expedition("red", "panama", "1 foot"),
    }
    pos = at(seats=3, expeditions=forces, places={"nata": "village"})
    with table(pos) as game:
        assert barred(game, "reorganise sea-cayman") == "G-time"
        assert barred(game, "reorganise darien") == "G-time"
        assert barred(game, "reorganise panama") == "1.43", "one man alone"
        answer(game, "reorganise nata")
        assert {o.subject for o in game.options} <= {"alvarado", "cortes"}


@shows("G-time")
def test_g_time_not_in_the_impulse_of_another() -> None:
    pos = at(expeditions=FRIENDS, places={"nata": "village"}, active="blue")
    with table(pos) as game:
        assert whose_turn(game) == "blue"
        assert barred(game, "reorganise nata") == "1.43"
