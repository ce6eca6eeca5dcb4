"""The rules to look up: by number with all that belongs to them, and by words."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.engine.errors import SetupError
from conquistadors.engine.texts import LANGUAGES, speaking
from conquistadors.resources import read_toml
from conquistadors.teach.books import book_of
from conquistadors.teach.matrix import PACKAGE
from conquistadors.teach.places import NOTEBOOKS, Place, taught
from conquistadors.teach.rulebook import MOST_FOUND, MOST_RULINGS, Found, Rule, rule
from conquistadors.teach.searching import Index, folded

STRANGE: Final = "<script>alert('x')</script> & {who.__class__} \"%s\""


def clause(number: str, language: str = "en", scenario: str | None = None) -> Rule:
    found = rule(number, language, scenario)
    assert isinstance(found, Rule)
    return found


def search(words: str, language: str = "en", scenario: str | None = None) -> Found:
    found = rule(words, language, scenario)
    assert isinstance(found, Found)
    return found


class Tags(HTMLParser):
    """The tags of a page, checked to be closed in order, and its text."""

    VOID: Final = ("br",)

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


# By number -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_comes_with_all_that_belongs_to_it(language: str) -> None:
    found = clause("6.34", language)
    assert found.number == "6.34"
    assert found.text == cq.clauses("standard", language)["6.34"]
    assert found.chapter == {"en": "Combat", "fr": "Le combat", "ja": "戦闘"}[language]
    assert [ruling.id for ruling in found.rulings] == ["C8", "G-6.34", "G-6.34b"]
    assert found.parent == "6.3"
    assert found.children == ()
    assert "6.32" in found.related
    assert "conquistadors.games.conquest.rules.losses.allot" in [place.name for place in found.code]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_can_be_shown(language: str) -> None:
    for number, text in cq.clauses("standard", language).items():
        found = clause(number, language)
        assert found.chapter
        assert set(found.related) <= set(found.texts) - {number}
        assert len(set(found.related)) == len(found.related)
        assert text in str(found)
        page = Tags(found._repr_html_())
        assert page.seen.count("details") == len(found.related)
        assert not re.search(r"\[rulebook|\{\w*\}", str(found) + page.text)


def test_what_belongs_together_is_the_same_in_all_languages() -> None:
    for number in cq.clauses("standard"):
        here, *others = (clause(number, language) for language in LANGUAGES)
        for other in others:
            assert sorted(other.related) == sorted(here.related), number
            assert {ruling.id for ruling in other.rulings} == {ruling.id for ruling in here.rulings}
            assert other.code == here.code


def test_relations_go_both_ways() -> None:
    for number in cq.clauses("standard"):
        found = clause(number)
        if found.parent is not None:
            assert number in clause(found.parent).children
        for other in found.cited_by:
            assert number in clause(other).cites
    assert clause("6.221").parent == "6.22"
    assert clause("6.2").parent == "6.0"
    assert clause("6.0").parent is None
    assert "6.2" in clause("6.0").children


def test_a_step_of_a_clause_is_the_clause_with_the_code_of_the_step_first() -> None:
    found = clause("6.22(2)")
    assert (found.number, found.text) == ("6.22(2)", clause("6.22").text)
    assert set(found.code) == set(clause("6.22").code)
    assert found.code[0].function == "battle_round"


@pytest.mark.parametrize("text", [" 6.34 ", "6.34\n", "６．３４", "06.34"])
def test_a_number_may_be_typed_in_other_ways(text: str) -> None:
    assert clause(text) == clause("6.34")


def test_a_chapter_alone_is_its_first_clause() -> None:
    assert clause("6").number == "6.0"
    assert clause("2", scenario="example").number == "2.1"


@pytest.mark.parametrize(
    ("text", "near"),
    [("6.349", "6.33, 6.34, 6.35, 6.36"), ("99.1", "23.35, 23.4"), ("0.1", "1.0, 1.1"), ("99", "23.35, 23.4")],
)
def test_an_unknown_number_names_the_nearest(text: str, near: str) -> None:
    with pytest.raises(SetupError, match=rf"there is no clause .*; the nearest are {re.escape(near)}$"):
        rule(text)


def test_a_ruling_is_found_by_its_number_too() -> None:
    found = clause("c22")
    assert found.number == "C22"
    assert "town" in found.text
    assert {"2.35", "6.14"} <= set(found.related)
    assert [place.function for place in found.code] == ["forbids_incitement"]
    assert clause("g-6.34B").number == "G-6.34b"
    with pytest.raises(SetupError, match="there is no ruling 'C99'; the nearest are C9, "):
        rule("C99")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Hostile Indians of a town may be used to attack, like a city's"),
        ("fr", "Les Indiens hostiles d’une ville peuvent servir à attaquer, comme ceux d’une cité"),
        ("ja", "町の敵性インディオも、都市のものと同じく攻撃に使える。"),
    ],
)
def test_a_ruling_is_told_in_the_language_asked_for_or_spoken(language: str, text: str) -> None:
    assert clause("C22", language).text == text
    below = clause("2.35", language)
    assert text in [ruling.text for ruling in below.rulings]
    assert f"  C22  {text}" in str(below).split("\n")
    assert f"C22 {text}" in Tags(below._repr_html_()).text
    with speaking(language):
        assert rule("C22") == clause("C22", language)


def test_a_ruling_names_the_same_in_all_languages() -> None:
    for name in read_toml("conquest", "rules", "rulings.toml")["rulings"]:
        here, *others = (clause(name, language) for language in LANGUAGES)
        for other in others:
            assert (other.cites, other.related) == (here.cites, here.related), name
            assert other.text != here.text, name


def test_the_example_game_has_a_rulebook_of_its_own() -> None:
    found = clause("2.1", "fr", "example")
    assert found.text == cq.clauses("example", "fr")["2.1"]
    assert (found.chapter, found.rulings, found.notebooks) == ("", (), ())
    assert {place.module for place in found.code} == {"conquistadors.games.landfall.rules"}
    assert search("storm", scenario="example")[0].number == "3.2"
    assert clause("6.34", scenario="basic") == clause("6.34", scenario="solitaire") == clause("6.34")


@pytest.mark.parametrize("text", ["landfall 3.3", " Landfall  3.3\n", "ｌａｎｄｆａｌｌ　３．３", "LANDFALL 03.3"])
def test_the_game_may_stand_before_a_number(text: str) -> None:
    assert clause(text) == rule("3.3", game="landfall") == clause("3.3", scenario="example")
    assert clause(text).text == cq.clauses("example")["3.3"]
    assert clause("conquest 6.34") == clause("6.34")


def test_a_game_is_named_by_its_id() -> None:
    assert rule("6.34", game="conquest") == rule("6.34")
    assert rule("C8", game="conquest") == rule("conquest C8") == rule("C8")
    assert rule("2", game="landfall") == rule("landfall 2") == clause("2.1", scenario="example")
    assert rule("storm", game="landfall") == search("storm", scenario="example")
    assert rule("3.3", game="landfall", scenario="example") == clause("landfall 3.3")
    with pytest.raises(SetupError, match=r"there is no clause '9\.9'; the nearest are 5\.1, 5\.2"):
        rule("landfall 9.9")


@pytest.mark.parametrize(
    "words", ["conquest of a city", "landfall", "landfall storm", "landfall C8", "landfall 3.3 and 3.4"]
)
def test_words_that_begin_with_the_name_of_a_game_are_words(words: str) -> None:
    assert search(words) == rule(words, game="conquest")
    assert search(words).asked == words


@pytest.mark.parametrize("game", ["chess", "", "basic", 3, ["landfall"]])
def test_an_unknown_game_is_refused(game: Any) -> None:
    with pytest.raises(SetupError, match=r"there is no game .*\. Games: conquest, "):
        rule("6.34", game=game)
    with pytest.raises(SetupError, match=r"pas de jeu .* Jeux : conquest"):
        rule("6.34", "fr", game=game)


def test_a_scenario_is_one_of_the_game() -> None:
    with pytest.raises(SetupError, match="the scenarios are example; got 'basic'"):
        rule("6.34", game="landfall", scenario="basic")


# Code and notebooks --------------------------------------------------------------------------------------------------


def test_every_place_in_the_code_is_where_it_is_said_to_be() -> None:
    for number in ("6.34", "7.12", "2.1", "11.23", "23.31", "C22"):
        for place in clause(number).code:
            file = (PACKAGE.parent / str(place).partition(":")[0]).read_text(encoding="utf-8")
            assert place.module.startswith("conquistadors.games.conquest.")
            if place.function:
                name = place.function.split(".")[-1]
                assert re.search(rf"\b(def|class) {name}\b", file.split("\n")[place.line - 1])
    assert clause("6.34").code[0].function


def test_a_place_says_its_file_and_line() -> None:
    place = Place("conquistadors.games.conquest.rules.losses", "allot", 12)
    assert str(place) == "conquistadors/games/conquest/rules/losses.py:12 allot"
    assert (
        str(Place("conquistadors.games.conquest.rules.losses", "", 1))
        == "conquistadors/games/conquest/rules/losses.py:1"
    )


def test_notebooks_teach_what_they_name(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["Losses (6.34, C8), and", " 6.22(1). Not 1.2.3, 12.3456 or a6.35."]},
        {"cell_type": "code", "source": ["cq.rule('7.12')\n", "print('about 8.21', 9.12)  # 3.13"], "outputs": ["2.1"]},
        {"cell_type": "raw", "source": ["5.11"]},
    ]
    (tmp_path / "game" / ".ipynb_checkpoints").mkdir(parents=True)
    (tmp_path / "game" / ".ipynb_checkpoints" / "02_second.ipynb").write_text(json.dumps({"cells": cells}))
    (tmp_path / ".ipynb_checkpoints").mkdir()
    (tmp_path / ".ipynb_checkpoints" / "01_first.ipynb").write_text(json.dumps({"cells": cells}))
    (tmp_path / "game" / "02_second.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    (tmp_path / "01_first.ipynb").write_text(json.dumps({"cells": cells[:1]}), encoding="utf-8")
    (tmp_path / "03_broken.ipynb").write_text('{"cells": [', encoding="utf-8")
    (tmp_path / "04_strange.ipynb").write_text("[]", encoding="utf-8")
    both = ("01_first.ipynb", "game/02_second.ipynb")
    book = replace(book_of("conquest"), notebooks=(".", "game"))
    assert taught(book, tmp_path) == {"6.34": both, "C8": both, "6.22": both, "7.12": both[1:]}
    assert taught(book, tmp_path / "none") == {}
    assert taught(replace(book, notebooks=("game",)), tmp_path)["6.34"] == both[1:], "other folders teach other games"
    assert taught(replace(book, notebooks=()), tmp_path) == {}


def test_a_link_to_a_notebook_leads_from_every_folder_of_the_course(monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (NOTEBOOKS, NOTEBOOKS / "conquest", NOTEBOOKS / "odds"):
        monkeypatch.chdir(folder)
        links = re.findall(r'href="([^"]+)"', clause("6.34")._repr_html_())
        assert links
        assert all(Path(link).is_file() for link in links)


# By words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("who takes losses", "6.34"),
        ("Who takes LOSSES?", "6.34"),
        ("can Indians sail", "3.25"),
        ("malaria", "21.0"),
        ("warrant against a player", "11.26"),
        ("plundering a village", "7.12"),
        ("how many cards in hand", "2.18"),
        ("gift to the governor", "11.3"),
        ("cities", "13.221"),
    ],
)
def test_words_find_the_clause_among_the_first(words: str, number: str) -> None:
    found = search(words)
    assert number in [one.number for one in found][:4]
    assert list(found.scores) == sorted(found.scores, reverse=True)
    assert 1 <= len(found) == len(found.scores) <= MOST_FOUND


def test_who_takes_losses_is_among_the_first_three_in_every_language() -> None:
    for language, words in {"en": "who takes losses", "fr": "qui subit les pertes", "ja": "誰が損失を受けるか"}.items():
        assert "6.34" in [one.number for one in search(words, language)[:3]]


@pytest.mark.parametrize(
    ("language", "words", "name"),
    [
        ("en", "poison darts re-roll", "C41"),
        ("en", "Olid", "J10"),
        ("fr", "jet de fonds", "C28"),
        ("fr", "Olid", "J10"),
        ("ja", "資金", "C28"),
        ("ja", "オリド", "J10"),
    ],
)
def test_words_find_rulings_below_the_clauses(language: str, words: str, name: str) -> None:
    found = search(words, language)
    assert name in [ruling.id for ruling in found.rulings]
    assert len(found.rulings) <= MOST_RULINGS
    assert all(one.number[0].isdigit() for one in found)
    for ruling in found.rulings:
        assert ruling.text == clause(ruling.id, language).text
        assert f"  {ruling.id}  {ruling.text}" in str(found).split("\n")
        assert f"{ruling.id} {ruling.text}" in Tags(found._repr_html_()).text
    assert search("storm", scenario="example").rulings == search("xyzzy").rulings == ()


@pytest.mark.parametrize(
    ("language", "words", "number"),
    [
        ("fr", "cite imperiale", "12.26"),
        ("fr", "MALARIA", "21.0"),
        ("fr", "découvertes", "4.0"),
        ("ja", "雨林", "1.142"),
        ("ja", "略奪済", "1.274"),
        ("ja", "村", "1.24"),
        ("ja", "mano de dios", "1.532"),
        ("ja", "ﾏﾗﾘｱ", "21.0"),
    ],
)
def test_accents_case_and_width_do_not_matter(language: str, words: str, number: str) -> None:
    assert number in [one.number for one in search(words, language)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", ["xyzzy", "?!", "...", "6.34.1.2.3.4.5", "の" * 3, "\N{PILE OF POO}", STRANGE * 50])
def test_strange_words_find_little_or_nothing_and_say_so(words: str, language: str) -> None:
    found = search(words, language)
    page = Tags(found._repr_html_())
    assert "script" not in page.seen
    if not found:
        assert "6.34" in str(found)
        assert "6.34" in page.text
    assert page.seen.count("details") == len(found) <= MOST_FOUND


def test_nothing_found_says_what_to_try() -> None:
    assert str(search("xyzzy")) == (
        "No clause mentions “xyzzy”.\n"
        "Try other words, such as “losses” or “gold”, or the number of a clause, such as 6.34."
    )
    assert "1.1" in str(search("xyzzy", "ja", "example"))


def test_what_was_asked_is_escaped() -> None:
    found = search(f"losses {STRANGE}")
    assert STRANGE in str(found)
    page = found._repr_html_()
    assert "<script" not in page
    assert STRANGE in Tags(page).text


def test_the_words_of_a_rule_are_escaped() -> None:
    plain = clause("6.34")
    texts = {**plain.texts, "6.3": STRANGE}
    strange = Rule(
        STRANGE, STRANGE, STRANGE, plain.rulings, "6.3", (), (), (), (), (f"{STRANGE}.ipynb",), "en", texts=texts
    )
    page = strange._repr_html_()
    assert "<script" not in page
    assert Tags(page).text.count(STRANGE) == 5


@pytest.mark.parametrize("text", [None, 6.34, 6, "", "  \n", ["6.34"], b"6.34"])
def test_what_is_no_text_is_refused(text: Any) -> None:
    with pytest.raises(SetupError, match="ask for a rule by its number"):
        rule(text)


@pytest.mark.parametrize("language", ["tlh", "", 3, ["en"]])
def test_an_unknown_language_is_refused(language: Any) -> None:
    with pytest.raises(SetupError, match="the kit speaks en, fr, ja"):
        rule("6.34", language)


@pytest.mark.parametrize("scenario", ["chess", "", ["basic"]])
def test_an_unknown_scenario_is_refused(scenario: Any) -> None:
    with pytest.raises(SetupError, match="the scenarios are basic, "):
        rule("6.34", scenario=scenario)


# The search itself ---------------------------------------------------------------------------------------------------


def best(texts: dict[str, str], asked: str) -> list[str]:
    return [name for name, _ in Index(texts).best(asked, 5)]


def test_words_are_found_by_their_stems() -> None:
    texts = {"a": "he takes a loss", "b": "plundered cities", "c": "the chart", "d": "gloss"}
    assert best(texts, "losses") == ["a"]
    assert best(texts, "taking") == []  # too little is the same
    assert best(texts, "taken") == ["a"]
    assert best(texts, "plundering city") == ["b"]
    assert best(texts, "charge") == []
    assert best(texts, "char") == ["c"]
    assert best(texts, "cha") == []


def test_the_rare_word_and_the_short_text_come_first() -> None:
    texts = {"a": "gold gold gold gold and food", "b": "gold and a king", "c": "gold " + "and more " * 30 + "king"}
    assert best(texts, "gold king") == ["b", "c", "a"]
    assert best(texts, "king") == ["b", "c"]


def test_an_index_of_nothing_finds_nothing() -> None:
    assert best({}, "gold") == []
    assert best({"a": ""}, "gold") == []


def test_folding_keeps_the_sounds_of_japanese() -> None:
    assert folded("Épuisé ＡＢＣ Straße") == "epuise abc strasse"
    assert folded("ガ ﾏﾗﾘｱ ボックス") == "ガ マラリア ボックス"
