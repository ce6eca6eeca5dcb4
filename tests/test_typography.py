"""How texts are set when they are read, how numbers are written, and the forms of names in sentences."""

from __future__ import annotations

import pytest

import conquistadors as cq
from conquistadors.engine.texts import Texts
from conquistadors.teach.rulebook import Found, rule
from conquistadors.typography import number, set_tables, set_text


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [
        ("fr", "l'or : 3 ! « Otage » ; 72 %", "l’or\u00a0: 3\u202f! «\u00a0Otage\u00a0»\u202f; 72\u00a0%"),
        ("fr", "`d'abord : x` d'or", "`d'abord : x` d’or"),
        ("ja", "平均 {mean} サイ２つ", "平均{mean}サイ2つ"),
        ("ja", "F. ピサロ", "F. ピサロ"),
        ("en", "at -1, G-3.12, 1-4, (-2)", "at −1, G-3.12, 1-4, (−2)"),
    ],
)
def test_a_text_is_set_as_its_language_is(language: str, typed: str, printed: str) -> None:
    assert set_text(typed, language) == printed


def test_only_texts_of_a_language_are_set() -> None:
    data = {"id": "a'b", "name": {"en": "-1", "fr": "d'or", "ja": "－１"}}
    assert set_tables(data) == {"id": "a'b", "name": {"en": "−1", "fr": "d’or", "ja": "−1"}}


def test_numbers_are_written_as_the_language_does() -> None:
    assert [number(-0.125, each, ".1%") for each in ("en", "fr", "ja")] == ["−12.5%", "−12,5\u00a0%", "−12.5%"]


def test_a_number_agrees_with_its_noun() -> None:
    english, french = (Texts(language, {"a": "{n:card|cards} {n:=is|are}"}) for language in ("en", "fr"))
    assert [english.say("a", {"n": n}) for n in (0, 1, 2)] == ["0 cards are", "1 card is", "2 cards are"]
    assert french.say("a", {"n": 0}) == "0 card is"


def test_names_stand_in_the_form_that_the_sentence_needs() -> None:
    texts = cq.new_game("basic", map="north", seed=1, language="fr").teller().texts
    assert texts.form("de", [("Alvarado", "alvarado")]) == "d’Alvarado"
    assert texts.form("à", [("le pillage", None)]) == "au pillage"
    assert texts.form("in", [("Pays caddo", "caddo")]) == "au pays caddo"
    assert texts.form("in", [("Tlaxcala", "tlaxcala")]) == "à Tlaxcala"
    assert texts.form("title", [("Otage", "hostage")]) == "«\u00a0Otage\u00a0»"


def test_a_sentence_begins_with_a_capital_but_a_person_is_called_as_they_wish() -> None:
    teller = cq.new_game("basic", players=["ana", "ben"], map="north", seed=1).teller()
    assert teller.texts.say("event.unhurt", {"captain": "de-soto"}).startswith("De Soto")
    assert teller.texts.say("event.arrived", {"who": "red"}, {"red": "ana"}).startswith("ana ")


@pytest.mark.parametrize(
    ("language", "asked"), [("fr", "atout"), ("fr", "ressource"), ("ja", "イベント"), ("ja", "イヴェント")]
)
def test_words_of_other_books_find_the_rules(language: str, asked: str) -> None:
    answer = rule(asked, language=language)
    assert isinstance(answer, Found)
    found = [each.number for each in answer.rules]
    assert {"fr": {"1.34", "5.15", "1.31"}, "ja": {"20.0", "20.4", "19.2"}}[language] & set(found[:5])


def test_a_nation_has_its_article_in_french_and_a_player_keeps_the_name_that_was_typed() -> None:
    named = cq.new_game("campaign", seed=1, players=["ana", "Élise"], language="fr").teller()
    plain = cq.new_game("campaign", seed=1, language="fr").teller()
    facts = {"who": "spain", "other": "england", "ducats": 1, "turn": 3}
    assert plain.texts.say("board.promise", facts, plain.names) == "L’Espagne doit 1 ducat à l’Angleterre au tour 3"
    assert named.texts.say("board.promise", facts, named.names).endswith("doit 1 ducat à Élise au tour 3")
    assert plain.texts.say("event.monarch", {"who": "spain", "rating": "A"}, plain.names).startswith(
        "Le souverain de l’Espagne"
    )
    assert named.texts.say("event.monarch", {"who": "england", "rating": "A"}, named.names).startswith(
        "Le souverain d’Élise"
    )
