"""The Conquistadors on the table: what lies on the maps, what is said about spaces, what an answer points at."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine import Option, option
from conquistadors.engine.requests import Choice
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import scene_of
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.games.conquest.pack.records import Conquistador, Space
from conquistadors.games.conquest.rules.cards.luck import OPEN
from conquistadors.games.conquest.scene.scene import ConquestScene
from conquistadors.scene.maps import Badge, Piece
from support.indies import at, rules_of


def pos_with(**more: Any) -> Any:
    return at(
        expeditions={
            "cortes": expedition("red", "tlaxcala", "5 foot, 2 horse", allies=["24@tlaxcala"], assets=["interpreter"]),
            "balboa": expedition("blue", "champoton", "3 foot"),
        },
        places={
            "tlaxcala": place("city", ally="red"),
            "cempoala": place("town", hostile=True, units=[30, "24b"]),
            "cholula": place("city", out=True),
            "tenochtitlan": place("capital", empire="mexica", king=True),
            "champoton": "village",
        },
        **more,
    )


def pieces(scene: ConquestScene) -> dict[str, Piece]:
    return {piece.id: piece for each in scene.maps for piece in each.pieces}


def asked(who: str, **facts: object) -> Choice:
    return Choice(who, "x", "1.0", list, lambda _: None, facts=tuple(facts.items()))


def test_the_kit_has_the_scene() -> None:
    assert scene_of(rules_of()) is ConquestScene


def test_markers_have_their_states_and_badges() -> None:
    there = pieces(ConquestScene(pos_with()))
    assert (there["tlaxcala/marker"].owner, there["tlaxcala/marker"].states) == ("red", ("allied",))
    hostile = there["cempoala/marker"]
    assert (hostile.look, hostile.states, hostile.badges) == ("town", ("hostile",), (Badge("indians", 2),))
    assert there["cholula/marker"].states == ("out",)
    assert there["tenochtitlan/marker"].badges == (Badge("king"),)
    assert "tula/marker" not in there


def test_an_expedition_is_a_token_of_its_owner_with_the_letters_of_its_commander() -> None:
    cortes = pieces(ConquestScene(pos_with()))["cortes"]
    assert (cortes.look, cortes.space, cortes.owner) == ("expedition", "tlaxcala", "red")
    assert (cortes.letters, cortes.count, cortes.badges) == ("cortes", 7, (Badge("indians", 1),))
    assert cortes.states == ()
    sea = next(iter(rules_of().world.sea))
    afloat = at(expeditions={"cortes": expedition("red", sea, "2 foot")})
    assert pieces(ConquestScene(afloat))["cortes"].states == ("afloat",)


def test_12_251_kings_are_carried_openly() -> None:
    pos = pos_with()
    pos.edit("cortes", kings=("mexica", "maya"))
    assert pieces(ConquestScene(pos))["cortes"].badges == (Badge("indians", 1), Badge("king"), Badge("king"))


def test_the_active_space_is_that_of_the_question_where_nobody_acts() -> None:
    pos = pos_with()
    assert ConquestScene(pos, "red").active is None
    assert ConquestScene(pos, "red", asked("red", expedition="balboa")).active == "champoton"
    assert ConquestScene(pos, "red", asked("red", expedition="nobody")).active is None
    assert ConquestScene(pos, "red", asked("red")).active is None


def test_one_looks_at_ones_own_expeditions_or_at_those_of_the_active_player() -> None:
    pos = pos_with()
    assert ConquestScene(pos, "red").own == ("tlaxcala",)
    assert ConquestScene(pos, "blue").own == ("champoton",)
    assert ConquestScene(pos).own == ConquestScene(pos, pos.active).own


@pytest.mark.parametrize(
    ("named", "found"),
    [
        (option("go", "cholula"), ("space", "cholula")),
        (option("station", "cortes", "tula"), ("space", "tula")),
        (option("incite", "cempoala", "cortes"), ("space", "cempoala")),
        (option("activate", "cortes"), ("piece", "cortes")),
        (option("join", "cortes", "balboa"), None),
        (option("play", "indian-ambush"), ("card", "indian-ambush")),
        (option("play", "indian-ambush", "balboa"), ("piece", "balboa")),
        (option("play", "santiago"), None),
        (option("pass"), None),
    ],
)
def test_an_answer_points_at_a_space_else_at_an_expedition_else_at_a_card(named: Option, found: object) -> None:
    pos = pos_with(hands={"red": ["indian-ambush"], "blue": ["santiago"]})
    assert ConquestScene(pos, "red").where(named) == found


def test_5_151_luck_that_lies_open_is_a_card_as_well() -> None:
    pos = pos_with()
    assert ConquestScene(pos, "red").where(option("modify", OPEN)) is None
    pos.edit_faction("red", luck=1)
    assert ConquestScene(pos, "red").where(option("modify", OPEN)) == ("card", OPEN)
    assert ConquestScene(pos, "blue").where(option("modify", OPEN)) is None


def test_a_bystander_has_no_hand_to_point_at() -> None:
    pos = pos_with(hands={"red": ["indian-ambush"]})
    assert ConquestScene(rules_of().view(pos, None)).where(option("play", "indian-ambush")) is None


def test_2_18_what_others_cannot_see_is_counted_only() -> None:
    pos = pos_with()
    own, other = (pieces(ConquestScene(rules_of().view(pos, seat), seat))["cortes"].about for seat in ("red", "blue"))
    assert "interpreter" in repr(own)
    assert "interpreter" not in repr(other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_and_people_are_called_by_the_names_of_the_pack(language: str) -> None:
    """An id stands for its name: no other thing of the game may have taken it."""
    rules = rules_of(3, "both")
    texts = rules.texts(language)
    things: list[Space | Conquistador] = [*rules.world.spaces.values(), *rules.men.values()]
    for thing in things:
        assert texts.word(thing.id, {}) == thing.name[language]
