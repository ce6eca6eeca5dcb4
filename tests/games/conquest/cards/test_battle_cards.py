"""2.13, 6.25  Combat cards: who may play them, what each does, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import BattleEnded, BattleRound, Died, IndianLost, TookOver
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.cards import played, refused, why_passed
from support.clauses import shows
from support.indies import answer, asked, at, at_standard, barred, events_of, table

MEN = "4 foot, 1 horse, 1 cannon"
"""A strength of 19, and +3 with Cortés."""
NOTHING = (2, 2)
"""A round in which neither side does anything: the Indians roll, the Spaniards roll."""


def attacked(space: str = "tlaxcala", units: Any = (10, 10), seats: int = 3, **wanted: Any) -> ConquestPosition:
    """Blue has set the Indians of a hostile place upon Cortés. Hands by colour."""
    hands = {seat: wanted.pop(seat, []) for seat in ("red", "blue", "green")[:seats]}
    men = {"cortes": expedition("red", space, wanted.pop("men", MEN), **wanted.pop("more", {}))}
    return at(
        seats,
        "north",
        expeditions=men,
        places={space: place("city", hostile=True, units=units)},
        hands=hands,
        active="blue",
        before="battle indians cortes",
        **wanted,
    )


def spaniards(reds: list[str], blues: list[str], greens: list[str] | None = None) -> ConquestPosition:
    """Red attacks the wanted blue in Tlaxcala."""
    men = {"cortes": expedition("red", "tlaxcala", MEN), "balboa": expedition("blue", "tlaxcala", MEN)}
    return at(
        3,
        "north",
        expeditions=men,
        hands={"red": reds, "blue": blues, "green": greens or []},
        index={"blue": -1},
        warrants=["blue"],
        before="battle cortes balboa",
    )


def rolls(game: Game[ConquestPosition], kind: str) -> list[dict[str, int]]:
    """The modifiers of every roll of a side."""
    found = [event for event in events_of(game, Rolled) if event.roll == f"combat-{kind}"]
    return [{modifier.name: modifier.value for modifier in event.modifiers} for event in found]


def values(game: Game[ConquestPosition]) -> list[int]:
    """The Indian values, round by round."""
    return [event.attacker for event in events_of(game, BattleRound)]


def who(game: Game[ConquestPosition]) -> str | None:
    return None if game.pending is None else game.pending.who


# Who is asked ----------------------------------------------------------------------------------------------------


@shows("2.13", "6.22", "6.25", "G-6.25")
def test_6_25_the_indian_side_plays_first_and_any_player_but_the_one_who_fights_them() -> None:
    pos = attacked(red=["war-dogs"], green=["bolas"])
    with table(pos, *NOTHING, *NOTHING) as game:
        assert who(game) == "green"
        answer(game, "play bolas")
        assert who(game) == "red"
        answer(game, "play war-dogs")
        first = [given.who for given in game.answers if given.kind == "react"]
        assert first[:3] == ["blue", "green", "red"]
        assert asked(game) == "retreat"  # cards in force are not asked for again
        assert rolls(game, "indian") == [{"bolas": 1}, {"bolas": 1}]


@shows("G-6.22b", "G-2.14")
def test_6_25_when_the_spaniards_attack_the_next_player_is_asked_first() -> None:
    men = {"cortes": expedition("red", "tlaxcala", MEN)}
    pos = at(
        4,
        "north",
        order=["blue", "red", "green", "yellow"],
        expeditions=men,
        places={"tlaxcala": place("city", hostile=True, units=[10])},
        hands={seat: ["bolas"] for seat in ("blue", "green")} | {"red": ["war-dogs"]},
        before="battle cortes indians",
    )
    with table(pos) as game:
        assert who(game) == "green"
        answer(game, "pass")
        assert who(game) == "blue"
        answer(game, "pass")
        assert who(game) == "red"


# For the Indians -------------------------------------------------------------------------------------------------


@played("bolas")
@shows("6.25", "G-6.25")
def test_bolas_are_plus_1_on_every_indian_roll_from_then_on() -> None:
    pos = attacked(blue=["bolas"], more={"companions": {"alvarado": ""}})
    with table(pos, *NOTHING, *NOTHING, *NOTHING) as game:
        answer(game, "take cortes", "pass")  # not yet in round 1
        answer(game, "play bolas", "fight")
        assert rolls(game, "indian") == [{}, {"bolas": 1}, {"bolas": 1}]
        assert all("bolas" not in roll for roll in rolls(game, "spanish"))
        assert values(game) == [20, 20, 20]


@played("painted-warriors")
@shows("6.26", "C42", "G-6.26")
def test_painted_warriors_double_the_indians_for_the_whole_combat() -> None:
    with table(attacked(blue=["painted-warriors"]), *NOTHING, *NOTHING) as game:
        answer(game, "play painted-warriors")
        assert values(game) == [40, 40]
        assert asked(game) == "retreat"


@played("rolling-boulders", "painted-warriors", "bolas")
@shows("6.26", "6.27", "G-6.26b", "2.17")
def test_rolling_boulders_and_painted_warriors_triple_the_indians() -> None:
    pos = attacked(blue=["painted-warriors", "bolas"], green=["rolling-boulders"])
    with table(pos, *NOTHING, *NOTHING) as game:
        answer(game, "play painted-warriors", "play rolling-boulders", "play bolas")
        assert values(game) == [60, 60]
        assert rolls(game, "indian") == [{"bolas": 1}, {"bolas": 1}]


@played("painted-warriors", "indian-ambush")
@shows("6.26", "C42", "4.14")
def test_painted_warriors_in_an_ambush_triple_the_first_round_and_double_the_rest() -> None:
    pos = at(
        3,
        "north",
        expeditions={"cortes": expedition("red", "totonacapan", MEN)},
        places={"cempoala": "town"},
        hands={"blue": ["indian-ambush"], "green": ["painted-warriors"]},
        before="discovery cortes",
    )
    with table(pos, "10", "10", *NOTHING, *NOTHING) as game:
        answer(game, "play indian-ambush", "play painted-warriors")
        assert values(game) == [60, 40]


@played("rolling-boulders")
@shows("6.26")
@pytest.mark.parametrize("space", ["tepeaca", "tlaxcala"])
def test_rolling_boulders_double_the_indians_at_level_3_and_4(space: str) -> None:
    with table(attacked(space, blue=["rolling-boulders"]), *NOTHING, *NOTHING) as game:
        answer(game, "play rolling-boulders")
        assert values(game) == [40, 40]


@refused("rolling-boulders")
def test_rolling_boulders_are_refused_below_level_3() -> None:
    pos = attacked("ahuilizapan", blue=["rolling-boulders"])
    assert why_passed(pos, "blue", "react", "play rolling-boulders") == "6.25"


@played("encirclement")
@shows("6.27", "6.35")
def test_encirclement_keeps_the_spaniards_for_four_rounds() -> None:
    with table(attacked(blue=["encirclement"]), *NOTHING * 4) as game:
        answer(game, "play encirclement")
        assert asked(game) == "retreat"
        assert len(values(game)) == 4


@played("encirclement")
def test_encirclement_in_the_second_round_still_makes_four() -> None:
    with table(attacked(blue=["encirclement"]), *NOTHING * 4) as game:
        answer(game, "pass", "play encirclement")
        assert len(values(game)) == 4


@played("poison-darts")
@shows("6.45", "9.11", "C35")
@pytest.mark.parametrize("die", [5, 6])
def test_poison_darts_kill_on_5_and_6(die: int) -> None:
    pos = attacked(blue=["poison-darts"], more={"companions": {"ordaz": ""}})
    with table(pos, die, *NOTHING, *NOTHING) as game:
        answer(game, "take cortes", "play poison-darts", "take ordaz")
        assert [event.captain for event in events_of(game, Died)] == ["ordaz"]
        assert game.position.expeditions["cortes"].hits == 1


@played("poison-darts")
@shows("6.23", "6.44", "6.45")
def test_poison_darts_kill_the_leader_and_another_takes_his_place_before_the_rolls() -> None:
    with table(attacked(blue=["poison-darts"]), 5, "narvaez", *NOTHING, *NOTHING) as game:
        answer(game, "play poison-darts", "replace")
        assert [event.captain for event in events_of(game, TookOver)] == ["narvaez"]
        assert rolls(game, "spanish")[0] == {"rating": 1, "cannon": 1}
        assert game.position.battle is not None
        assert game.position.battle.defender.leader == "narvaez"


@played("poison-darts", "mano-de-dios", "open-mano-de-dios")
@shows("1.54", "1.56", "G-1.56")
def test_poison_darts_only_the_victim_may_force_a_re_roll() -> None:
    pos = attacked(blue=["poison-darts", "mano-de-dios"], luck={"blue": 1, "red": 1})
    with table(pos, 6, 4, *NOTHING, *NOTHING) as game:
        answer(game, "play poison-darts")
        assert (asked(game), who(game)) == ("reroll", "red")
        answer(game, "reroll open-mano-de-dios")
        assert not events_of(game, Died)
        used = [given.who for given in game.answers if given.kind in ("modify", "reroll")]
        assert set(used) == {"red"}


@refused("poison-darts", "bolas", "painted-warriors", "encirclement", "rolling-boulders")
@shows("2.13", "6.25")
@pytest.mark.parametrize("title", ["poison-darts", "bolas", "painted-warriors", "encirclement", "rolling-boulders"])
def test_6_25_cards_for_indians_are_refused_to_the_player_who_fights_them(title: str) -> None:
    pos = attacked(red=[title])
    assert why_passed(pos, "red", "react", f"play {title}") == "2.13"


@refused("poison-darts", "bolas", "painted-warriors", "encirclement", "rolling-boulders")
@shows("6.25")
@pytest.mark.parametrize("title", ["poison-darts", "bolas", "painted-warriors", "encirclement", "rolling-boulders"])
def test_6_25_cards_for_indians_are_refused_among_spaniards(title: str) -> None:
    pos = spaniards([], [title])
    assert why_passed(pos, "blue", "react", f"play {title}") == "6.25"


@refused("bolas", "painted-warriors", "encirclement", "poison-darts")
@shows("2.17", "6.26", "G-2.17", "G-6.26b")
@pytest.mark.parametrize(
    ("title", "chance"), [("bolas", ()), ("painted-warriors", ()), ("encirclement", ()), ("poison-darts", (1,))]
)
def test_6_26_a_second_card_of_the_title_is_refused_in_the_same_combat_whoever_plays_it(
    title: str, chance: tuple[int, ...]
) -> None:
    pos = attacked(blue=[title], green=[title, "rolling-boulders"])
    with table(pos, *chance, *NOTHING * (4 if title == "encirclement" else 2)) as game:
        answer(game, f"play {title}")
        assert who(game) == "green"
        assert barred(game, f"play {title}") == "2.17"
        answer(game, "play rolling-boulders")
        assert asked(game) == "retreat"
        assert game.position.hands["green"].titles == (title,)


# For the Spaniards -----------------------------------------------------------------------------------------------


@played("desertion")
@shows("6.25", "G-6.25", "G-12.34")
def test_desertion_takes_an_indian_unit_of_the_spaniards_choice_before_the_rolls() -> None:
    pos = attacked(units=[40, 30, "24b"], red=["desertion"])
    with table(pos, *NOTHING, *NOTHING) as game:
        answer(game, "play desertion")
        assert [option.subject for option in game.options] == ["24b", "30", "40"]
        answer(game, "take 40")
        assert [(event.unit, event.flipped) for event in events_of(game, IndianLost)] == [("40", False)]
        assert list(game.position.site("tlaxcala").garrison.each()) == ["24b", "30"]
        assert values(game)[0] == 30 + game.position.rules.value["24b"]


def test_desertion_of_the_last_unit_ends_the_battle_before_a_roll() -> None:
    with table(attacked(units=[40], red=["desertion"])) as game:
        cup = game.position.piles["cup"].count_of("40")
        answer(game, "play desertion")
        assert len(events_of(game, BattleEnded)) == 1
        assert not values(game)
        assert game.position.piles["cup"].count_of("40") == cup + 1


@played("war-dogs")
@shows("6.25", "G-6.25")
def test_war_dogs_are_plus_1_on_every_spanish_roll() -> None:
    with table(attacked(red=["war-dogs"]), *NOTHING, *NOTHING) as game:
        answer(game, "play war-dogs")
        assert rolls(game, "spanish") == [{"rating": 2, "cannon": 1, "war-dogs": 1}] * 2


@played("santiago")
@shows("6.25", "G-6.25")
def test_santiago_is_plus_2_on_ones_own_roll_of_one_round() -> None:
    with table(attacked(red=["santiago"]), *NOTHING, *NOTHING) as game:
        answer(game, "pass", "play santiago")
        assert rolls(game, "spanish") == [
            {"rating": 2, "cannon": 1},
            {"rating": 2, "cannon": 1, "santiago": 2},
        ]
    with table(attacked(red=["santiago"]), *NOTHING, *NOTHING) as game:
        answer(game, "play santiago")
        assert rolls(game, "spanish")[1] == {"rating": 2, "cannon": 1}


@played("santiago")
def test_santiago_helps_against_spaniards_too() -> None:
    with table(spaniards([], ["santiago"]), 2, 2, 2, 2) as game:
        answer(game, "pass", "play santiago", "pass")
        rolled = [event for event in events_of(game, Rolled) if event.roll == "combat-spanish"][:2]
        helped = {event.who: "santiago" in [modifier.name for modifier in event.modifiers] for event in rolled}
        assert helped == {"red": False, "blue": True}


@refused("santiago", "war-dogs", "desertion")
@shows("2.13", "6.25")
@pytest.mark.parametrize("title", ["santiago", "war-dogs", "desertion"])
def test_2_13_cards_for_an_expedition_are_refused_to_all_but_its_player(title: str) -> None:
    pos = attacked(blue=[title])
    assert why_passed(pos, "blue", "react", f"play {title}") == "2.13"


@refused("war-dogs", "desertion")
@shows("6.25")
@pytest.mark.parametrize("title", ["war-dogs", "desertion"])
def test_6_25_cards_against_indians_are_refused_among_spaniards(title: str) -> None:
    pos = spaniards([title], [])
    assert why_passed(pos, "red", "react", f"play {title}") == "6.25"


@refused("desertion")
@shows("2.17")
def test_2_17_a_second_desertion_is_refused() -> None:
    pos = attacked(units=[40, 30], red=["desertion", "desertion", "war-dogs"])
    with table(pos) as game:
        answer(game, "play desertion", "take 40")
        assert barred(game, "play desertion") == "2.17"


@refused("santiago", "war-dogs", "bolas", "encirclement", "desertion")
@shows("2.13")
@pytest.mark.parametrize("title", ["santiago", "war-dogs", "bolas", "encirclement", "desertion", "poison-darts"])
def test_2_13_combat_cards_are_refused_outside_a_combat(title: str) -> None:
    with table(at(hands={"red": [title]})) as game:
        assert barred(game, f"play {title}") == "2.13"


# In the Standard Game --------------------------------------------------------------------------------------------


def riders(
    men: str = "3 foot, 2 horse, 1 cannon", *, before: str = "battle indians cortes", **hands: Any
) -> ConquestPosition:
    """Cortés against the Mexica in their capital, in the Standard Game."""
    return at_standard(
        3,
        "north",
        expeditions={"cortes": expedition("red", "tlaxcala", men)},
        places={
            "tlaxcala": place("capital", hostile=True, units=[40, 30], empire="mexica", king=True),
            "totonacapan": "village",
        },
        hands=hands,
        before=before,
    )


@played("horse-pits")
@shows("17.11", "17.21", "D-17.11", "G-17.11")
@pytest.mark.parametrize("before", ["battle indians cortes", "battle cortes indians"])
def test_horse_pits_allow_neither_a_horse_round_nor_a_sudden_shock(before: str) -> None:
    with table(riders(before=before, green=["horse-pits"]), *NOTHING, *NOTHING) as game:
        assert (asked(game), who(game)) == ("react", "green")
        answer(game, "play horse-pits")
        assert not any(given.kind == "charge" for given in game.answers)
        assert [event.round for event in events_of(game, BattleRound)] == [1, 2]


@played("horse-pits")
@shows("17.12")
def test_horse_pits_keep_riders_for_two_rounds() -> None:
    """They may also be played in round 1, if the riders have not charged."""
    with table(riders("3 horse", blue=["horse-pits"]), *NOTHING, *NOTHING) as game:
        answer(game, "pass", "pass", "play horse-pits")
        assert asked(game) == "retreat"
        assert [event.round for event in events_of(game, BattleRound)] == [1, 2]


@refused("horse-pits")
@shows("17.11", "D-17.11")
def test_horse_pits_are_refused_after_the_first_roll() -> None:
    """Whether that was a horse round, a Sudden Shock Attack, or round 1."""
    pos = riders(blue=["horse-pits", "bolas"], before="battle cortes indians")
    with table(pos, 2) as game:
        answer(game, "pass", "charge")
        assert (asked(game), who(game)) == ("react", "blue")
        assert barred(game, "play horse-pits") == "17.11"
    with table(pos, 8) as game:
        answer(game, "pass", "shock")
        assert barred(game, "play horse-pits") == "17.11"
    with table(pos, *NOTHING) as game:
        answer(game, "pass", "pass")
        assert game.why_not("play horse-pits") is None
        answer(game, "pass")
        assert [event.round for event in events_of(game, BattleRound)] == [1]
        assert barred(game, "play horse-pits") == "17.11"


@refused("horse-pits")
@shows("2.13", "2.17", "6.25")
def test_horse_pits_are_refused_to_the_rider_among_spaniards_and_twice() -> None:
    assert why_passed(riders(red=["horse-pits"]), "red", "react", "play horse-pits") == "2.13"
    men = {"cortes": expedition("red", "tlaxcala", MEN), "balboa": expedition("blue", "tlaxcala", MEN)}
    pos = at_standard(
        3,
        expeditions=men,
        hands={"green": ["horse-pits"], "red": ["horse-pits"]},
        index={"blue": -1},
        warrants=["blue"],
        before="battle cortes balboa",
    )
    assert why_passed(pos, "red", "react", "play horse-pits") == "6.25"
    with table(riders(blue=["horse-pits"], green=["horse-pits", "bolas"])) as game:
        answer(game, "play horse-pits")
        assert who(game) == "green"
        assert barred(game, "play horse-pits") == "2.17"


# Mano de Dios ----------------------------------------------------------------------------------------------------


@played("mano-de-dios", "open-mano-de-dios")
@shows("1.53", "1.55", "6.22")
def test_mano_de_dios_in_battle_is_plus_2_before_and_a_re_roll_after_both_have_rolled() -> None:
    pos = attacked(red=["mano-de-dios"], luck={"red": 1})
    with table(pos, 2, 2, 12, 2) as game:
        answer(game, "modify mano-de-dios")
        assert asked(game) == "reroll"
        assert len(rolls(game, "indian")) == 1  # the Indians have rolled already
        answer(game, "reroll open-mano-de-dios")
        assert rolls(game, "spanish")[1] == {"rating": 2, "cannon": 1, "mano-de-dios": 2}
        assert len(events_of(game, IndianLost)) == 2  # 12 + 5: both units of 10


@refused("mano-de-dios", "open-mano-de-dios")
@shows("1.57")
def test_mano_de_dios_does_not_change_indian_rolls() -> None:
    pos = attacked(blue=["mano-de-dios"], green=["mano-de-dios"], luck={"blue": 1, "green": 1})
    with table(pos, *NOTHING, *NOTHING) as game:
        asked_for = {given.who for given in game.answers if given.kind in ("modify", "reroll")}
        assert asked_for == {"red"}  # who has none, and passes unseen


@played("mano-de-dios")
@refused("mano-de-dios")
@shows("1.56", "6.43")
def test_mano_de_dios_may_only_re_roll_a_leader_casualty() -> None:
    pos = attacked(units=[10], red=["mano-de-dios"])
    with table(pos, 2, 12, 11, 5) as game:
        answer(game, "pass", "pass")  # neither before nor after the combat roll
        assert game.position.rolling[-1].roll == "leader-casualty"
        assert asked(game) == "reroll"  # "modify" was not asked before it
        answer(game, "reroll mano-de-dios")
        assert not events_of(game, Died)
        assert [given.kind for given in game.answers if given.who == "red"].count("modify") == 1
