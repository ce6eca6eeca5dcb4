"""Words of a scene, put into a language."""

from __future__ import annotations

import pytest

from conquistadors.engine.texts import Texts
from conquistadors.packs.values import Words
from conquistadors.scene.words import Said, phrase, say, signed

TEXTS = Texts(
    "fr",
    {
        "list.comma": ", ",
        "name.red": "Rouge",
        "name.town": "ville",
        "name.ville": "never",
        "there": "{what} de {who}",
        "many": "{things:d}",
        "the-town": "town",
    },
)
HISTORY = Words("town", "bourg", "町")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("town", "ville"),
        ("red", "Ana"),
        ("", ""),
        (7, "7"),
        (HISTORY, "bourg"),
        (("town", "red", 3), "ville, Ana, 3"),
        (phrase("there", what="town", who="red"), "ville de Ana"),
        (phrase("there", what=HISTORY, who=("red", "town")), "bourg de Ana, ville"),
        ((phrase("there", what="town", who="red"), "town"), "ville de Ana, ville"),
    ],
)
def test_ids_stand_for_names_and_players_for_themselves(said: Said, told: str) -> None:
    assert say(said, TEXTS, {"red": "Ana"}) == told


def test_what_has_been_said_is_not_taken_for_an_id() -> None:
    assert say(phrase("there", what=phrase("the-town"), who="town"), TEXTS) == "town de ville"
    assert say((phrase("the-town"),), TEXTS) == "town"


def test_numbers_are_numbers_in_a_template_and_have_their_sign() -> None:
    assert say(phrase("many", things=12), TEXTS) == "12"
    assert [signed(number) for number in (3, 0, -2)] == ["+3", "0", "\N{MINUS SIGN}2"]


def test_a_missing_sentence_is_seen() -> None:
    assert say(phrase("no-such"), TEXTS) == "[no-such]"
