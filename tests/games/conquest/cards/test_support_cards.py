"""2.12  Action cards that help an action of one's own: what each adds, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.rules.events import Found
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.cards import played, refused, why_passed
from support.clauses import shows
from support.indies import answer, asked, at, barred, events_of, table

MEN = "4 foot, 1 horse, 1 cannon"


def acting(before: str, *reds: str, space: str = "tlaxcala", places: Any = None, **more: Any) -> ConquestPosition:
    """Cortés is about to act, with cards in red's hand."""
    where = {space: "city"} if places is None else places
    men = {"cortes": expedition("red", space, more.pop("units", MEN), **more)}
    return at(expeditions=men, places=where, hands={"red": list(reds)}, before=f"{before} cortes")


def added(game: Game[ConquestPosition], roll: str) -> dict[str, int]:
    """The modifiers of the last roll of a name."""
    rolled = [event for event in events_of(game, Rolled) if event.roll == roll][-1]
    return {modifier.name: modifier.value for modifier in rolled.modifiers}


EMPIRE = {
    "tenochtitlan": place("capital", empire="mexica", hostile=True),
    "texcoco": place("imperial", empire="mexica", hostile=True),
    "tzintzuntzan": place("capital", empire="purepecha", hostile=True, king=True),
}
CALM = {
    "tenochtitlan": place("capital", empire="mexica"),
    "tzintzuntzan": place("capital", empire="purepecha", king=True),
}

# Discovery -------------------------------------------------------------------------------------------------------


@played("map-on-cloth")
@shows("4.12")
def test_map_on_cloth_is_plus_2_on_the_discovery() -> None:
    pos = acting("discovery", "map-on-cloth", space="totonacapan", places={"cempoala": "town"})
    with table(pos, 3) as game:
        answer(game, "play map-on-cloth")
        assert added(game, "discovery") == {"adjacency": 1, "map-on-cloth": 2}
        assert [event.found for event in events_of(game, Found)] == ["town"]


@refused("map-on-cloth")
@shows("2.12", "6.514")
def test_map_on_cloth_is_refused_in_a_discovery_in_the_impulse_of_another() -> None:
    """Red falls back into the unknown in blue's impulse: an Action card waits for his own."""
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "4 foot", assets=["indian-guide"])},
        places={"cempoala": place("town", hostile=True, units=[40, 40])},
        hands={"red": ["map-on-cloth"]},
        active="blue",
        before="battle indians cortes",
    )
    with table(pos, *(2, 2), *(2, 2), 6, 5) as game:
        answer(game, "retreat totonacapan")
        assert (asked(game), game.pending and game.pending.who) == ("support", "red")
        assert barred(game, "play map-on-cloth") == "2.12"
        answer(game, "use indian-guide")  # his assets help him all the same
        assert added(game, "discovery") == {"adjacency": 1, "indian-guide": 1}


# Diplomacy -------------------------------------------------------------------------------------------------------


@played("green-glass-beads")
@shows("5.13")
def test_green_glass_beads_are_plus_2_on_diplomacy() -> None:
    with table(acting("negotiate", "green-glass-beads", places={"tlaxcala": "town"}), 2) as game:
        answer(game, "play green-glass-beads")
        assert added(game, "diplomacy") == {"rating": 3, "green-glass-beads": 2}
        assert game.position.expeditions["cortes"].food == 1


@played("tribute-collectors-seized")
@shows("5.13", "12.24")
@pytest.mark.parametrize("marker", ["town", "city"])
def test_tribute_collectors_seized_is_plus_3_while_an_empire_is_on_the_map(marker: str) -> None:
    places = {**CALM, "tlaxcala": place(marker)}
    with table(acting("negotiate", "tribute-collectors-seized", places=places), 2) as game:
        answer(game, "play tribute-collectors-seized")
        assert added(game, "diplomacy") == {"rating": 3, "tribute-collectors-seized": 3}


@refused("tribute-collectors-seized")
@shows("12.24")
@pytest.mark.parametrize(("space", "places"), [("tlaxcala", {"tlaxcala": place("city")}), ("tenochtitlan", CALM)])
def test_tribute_collectors_seized_is_refused_without_an_empire_and_with_an_imperial_city(
    space: str, places: Any
) -> None:
    pos = acting("negotiate", "tribute-collectors-seized", space=space, places=places)
    assert why_passed(pos, "red", "support", "play tribute-collectors-seized") == "12.24"


@refused("tribute-collectors-seized")
def test_tribute_collectors_seized_is_refused_while_the_empire_is_on_the_other_map() -> None:
    pos = at(
        3,
        "both",
        expeditions={"cortes": expedition("red", "tlaxcala", MEN)},
        places={"tlaxcala": "city", "cuzco": place("capital", empire="inca", king=True)},
        hands={"red": ["tribute-collectors-seized"]},
        before="negotiate cortes",
    )
    assert why_passed(pos, "red", "support", "play tribute-collectors-seized") == "12.24"


@played("daughters-of-the-caciques")
@shows("5.13", "5.21")
def test_daughters_of_the_caciques_are_plus_1_and_an_ally_draws_one_more_unit() -> None:
    with table(acting("negotiate", "daughters-of-the-caciques"), 7, "10", "20", "30", "bearer") as game:
        answer(game, "play daughters-of-the-caciques")
        assert added(game, "diplomacy") == {"rating": 3, "daughters-of-the-caciques": 1}
        answer(game, "amount 0", "amount 0", "amount 0", "asset")
        site = game.position.site("tlaxcala")
        assert (site.ally, list(site.garrison.each())) == ("red", ["10", "20", "30"])


def test_daughters_of_the_caciques_bring_one_unit_to_a_city_that_has_units() -> None:
    pos = acting("negotiate", "daughters-of-the-caciques", places={"tlaxcala": place("city", units=[40])})
    with table(pos, 7, "10", "bearer") as game:
        answer(game, "play daughters-of-the-caciques", "amount 0", "amount 0", "asset")
        assert list(game.position.site("tlaxcala").garrison.each()) == ["10", "40"]


@shows("5.27")
def test_daughters_of_the_caciques_bring_nobody_where_the_city_is_an_ally_already_or_does_not_become_one() -> None:
    pos = acting("negotiate", "daughters-of-the-caciques", places={"tlaxcala": place("city", ally="red", units=[40])})
    with table(pos, 7, "bearer") as game:
        answer(game, "play daughters-of-the-caciques", "asset")
        assert list(game.position.site("tlaxcala").garrison.each()) == ["40"]
    with table(acting("negotiate", "daughters-of-the-caciques"), 2) as game:
        answer(game, "play daughters-of-the-caciques")
        assert game.position.site("tlaxcala").garrison.size == 0


@refused("daughters-of-the-caciques")
@shows("5.14")
def test_daughters_of_the_caciques_are_refused_with_a_town() -> None:
    pos = acting("negotiate", "daughters-of-the-caciques", places={"tlaxcala": "town"})
    assert why_passed(pos, "red", "support", "play daughters-of-the-caciques") == "5.14"


# Plunder and gold ------------------------------------------------------------------------------------------------

HOSTILE = {"tlaxcala": place("town", hostile=True)}


@played("hostage")
@shows("7.22", "7.25")
def test_hostage_is_plus_1_on_plunder_gold_and_nothing_on_exhaustion() -> None:
    with table(acting("plunder", "hostage", places=HOSTILE), 4, 6) as game:
        answer(game, "play hostage")
        assert added(game, "plunder-gold") == {"hostage": 1}
        assert added(game, "exhaustion") == {}
        assert game.position.expeditions["cortes"].gold == 6


@played("room-of-gold")
@shows("7.22", "12.24")
@pytest.mark.parametrize(("space", "gold"), [("tenochtitlan", 40), ("texcoco", 27)])
def test_room_of_gold_is_plus_2_on_plunder_in_any_city_of_the_captive_kings_empire(space: str, gold: int) -> None:
    pos = acting("plunder", "room-of-gold", space=space, places=EMPIRE, kings=["mexica"])
    with table(pos, 4, 6) as game:
        answer(game, "play room-of-gold")
        assert added(game, "plunder-gold") == {"king": 1, "room-of-gold": 2}
        assert game.position.expeditions["cortes"].gold == gold


@played("room-of-gold")
@shows("5.16", "C29")
def test_room_of_gold_is_plus_2_on_diplomacy_gold() -> None:
    pos = acting("negotiate", "room-of-gold", space="tenochtitlan", places=CALM, kings=["mexica"])
    with table(pos, 7, 4) as game:
        answer(game, "gold", "play room-of-gold")
        assert added(game, "diplomacy") == {"rating": 3, "imperial": -1}
        assert added(game, "diplomacy-gold") == {"king": 1, "room-of-gold": 2}
        assert game.position.expeditions["cortes"].gold == 12


@refused("room-of-gold")
@pytest.mark.parametrize(("space", "kings"), [("tenochtitlan", ()), ("tzintzuntzan", ("mexica",))])
def test_room_of_gold_is_refused_without_the_king_of_this_empire(space: str, kings: tuple[str, ...]) -> None:
    pos = acting("plunder", "room-of-gold", space=space, places=EMPIRE, kings=kings)
    assert why_passed(pos, "red", "support", "play room-of-gold") == "12.24"


@refused("room-of-gold")
@shows("2.12")
def test_room_of_gold_is_refused_on_the_diplomacy_roll_itself() -> None:
    pos = acting("negotiate", "room-of-gold", space="tenochtitlan", places=CALM, kings=["mexica"])
    assert why_passed(pos, "red", "support", "play room-of-gold") == "2.12"


# Rally -----------------------------------------------------------------------------------------------------------


@played("speech-to-the-men")
@shows("9.23")
def test_speech_to_the_men_is_plus_2_on_a_rally() -> None:
    with table(acting("rally", "speech-to-the-men", hits=3), 5) as game:
        answer(game, "play speech-to-the-men")
        assert added(game, "rally") == {"rating": 3, "speech-to-the-men": 2}
        assert game.position.expeditions["cortes"].hits == 1


# Common ----------------------------------------------------------------------------------------------------------


@refused("map-on-cloth", "green-glass-beads", "tribute-collectors-seized", "hostage", "speech-to-the-men")
@shows("2.17")
@pytest.mark.parametrize(
    ("title", "before", "space", "places", "other"),
    [
        ("map-on-cloth", "discovery", "totonacapan", {"cempoala": place("town")}, None),
        ("green-glass-beads", "negotiate", "tlaxcala", None, "daughters-of-the-caciques"),
        (
            "tribute-collectors-seized",
            "negotiate",
            "tlaxcala",
            {**CALM, "tlaxcala": place("city")},
            "green-glass-beads",
        ),
        ("hostage", "plunder", "tlaxcala", HOSTILE, None),
        ("speech-to-the-men", "rally", "tlaxcala", None, None),
    ],
)
def test_2_17_a_second_card_of_the_title_is_refused_in_the_same_action(
    title: str, before: str, space: str, places: Any, other: str | None
) -> None:
    pos = acting(before, title, title, *([other] if other else []), space=space, places=places, hits=1)
    with table(pos, 2, *([6] if before == "plunder" else [])) as game:
        answer(game, f"play {title}")
        if other is None:
            assert asked(game) == "impulse"  # nothing else could be played
            assert game.position.hands["red"].titles == (title,)
        else:
            assert barred(game, f"play {title}") == "2.17"
            answer(game, "pass")


@shows("2.17")
def test_2_17_different_cards_add_up() -> None:
    places = {**CALM, "tlaxcala": place("city")}
    titles = ("green-glass-beads", "tribute-collectors-seized", "daughters-of-the-caciques")
    with table(acting("negotiate", *titles, places=places), 2, "10", "10", "10", "bearer") as game:
        answer(game, *[f"play {title}" for title in titles])
        assert sum(added(game, "diplomacy").values()) == 3 + 2 + 3 + 1
        answer(game, "amount 3", "asset")


@refused("green-glass-beads", "hostage", "speech-to-the-men", "room-of-gold", "daughters-of-the-caciques")
@shows("2.12", "G-2.12")
@pytest.mark.parametrize(
    "title", ["green-glass-beads", "hostage", "speech-to-the-men", "room-of-gold", "daughters-of-the-caciques"]
)
def test_2_12_cards_for_an_action_are_refused_before_it_and_in_another_action(title: str) -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "tlaxcala", MEN)},
        places={"tlaxcala": "city"},
        hands={"red": [title]},
    )
    with table(pos) as game:
        assert barred(game, f"play {title}") == "2.12"
    pos = acting("discovery", title, "map-on-cloth", space="totonacapan", places={"cempoala": "town"})
    with table(pos, 5) as game:
        assert barred(game, f"play {title}") == "2.12"
        answer(game, "pass")


@shows("2.18")
def test_2_18_a_support_card_that_is_not_held_is_refused() -> None:
    with table(acting("negotiate", "green-glass-beads"), 2) as game:
        assert barred(game, "play hostage") == "2.18"
        answer(game, "pass")
