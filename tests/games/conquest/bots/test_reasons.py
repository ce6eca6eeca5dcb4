"""Why bots do what they do, in every language of the kit: put into words when it is read, and not before."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors import bots
from conquistadors.bots import coach
from conquistadors.bots.reasons import Why
from conquistadors.bots.search import SearchBot, Thought
from conquistadors.engine import Choice, option
from conquistadors.engine.game import Game
from conquistadors.engine.telling import Teller
from conquistadors.engine.texts import LANGUAGES, Texts, speaking
from conquistadors.games.conquest import bots as conquest_bots
from conquistadors.games.conquest.bots.captain import Advice, CaptainBot
from conquistadors.games.conquest.rules.position import PLACES
from conquistadors.resources import data_root, read_toml_file
from support.indies import FIXED
from support.sizes import size

FOLDERS: Final = [data_root() / folder for folder in ("conquest/face/captain", "common/interface/coach")]
"""Why the captain does what it does, and why the search does, which is told alike in every game."""
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
TREES: Final = [
    ast.parse(path.read_text(encoding="utf-8"))
    for folder in (Path(conquest_bots.__file__).parent, Path(bots.__file__).parent / "search")
    for path in sorted(folder.rglob("*.py"))
]
NODES: Final = [node for tree in TREES for node in ast.walk(tree)]
ENGLISH_WORDS: Final = re.compile(
    r"\b(?:the|of|and|is|are|with|to|from|has|his|which|where|it|there|for|at|found|trials|points against)\b"
)
"""Words that no French or Japanese sentence has, nor a Spanish name."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    cq.speak("en")


# The catalogue -------------------------------------------------------------------------------------------------------


def entries(language: str) -> dict[str, str]:
    files = [read_toml_file(folder / f"{language}.toml")["why"] for folder in FOLDERS]
    return {f"{area}.{name}": text for areas in files for area, told in areas.items() for name, text in told.items()}


ENGLISH: Final = entries("en")


def blanks(text: str) -> set[tuple[str, str | None]]:
    """The facts of a sentence, each with how it is written."""
    return {
        (name, spec if re.search(r"[.%]", spec or "") else "")  # other forms are those of a language
        for _, name, spec, _ in string.Formatter().parse(text)
        if name is not None
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_reason_is_there_in_the_same_order_with_the_same_facts(language: str) -> None:
    other = entries(language)
    assert list(other) == list(ENGLISH)
    assert {key: other[key] for key, text in ENGLISH.items() if blanks(other[key]) != blanks(text)} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_reason_is_left_in_english(language: str) -> None:
    for key, text in entries(language).items():
        assert text != ENGLISH[key], key
        assert not ENGLISH_WORDS.search(re.sub(r"\{[^}]*\}", "", text)), key


def test_japanese_has_no_latin_words_but_a_lent_one() -> None:
    for key, text in entries("ja").items():
        told = re.sub(r"\{[^}]*\}", "", text).replace("Mano de Dios", "")
        assert not re.search(r"[A-Za-z,;:!?()]", told), key


def test_french_has_its_spaces_and_elides_nothing_before_a_name() -> None:
    """ "de {captain}" would have to be "d'Alvarado". What can be plundered takes "la" in French, whatever it is;
    the names of units begin with a consonant.
    """
    assert {"town", "city", "imperial", "capital"} == PLACES
    for key, text in entries("fr").items():
        assert not re.search(r"\w[:;?!](?=\s|$)", re.sub(r"\{[^}]*\}", "x", text)), key
        before = re.findall(r"\b(?:[dD]e|[qQ]ue|[lL]e|[lL]a|du|des|ne|se|si) \{(\w+)|['’]\{(\w+)", text)
        assert {one or other for one, other in before} <= {"debt", "place", "unit"}, key


# What the code names -------------------------------------------------------------------------------------------------


def keys_in(node: ast.AST) -> Iterator[str]:
    """The keys that an expression can be, as patterns."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.escape(node.value)
    elif isinstance(node, ast.IfExp):
        yield from keys_in(node.body)
        yield from keys_in(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(re.escape(str(v.value)) if isinstance(v, ast.Constant) else "[a-z-]+" for v in node.values)


REASONS: Final = [n for n in NODES if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "Why"]


def test_every_key_in_the_code_has_a_sentence_with_its_facts() -> None:
    assert len(REASONS) > 100
    for call in REASONS:
        for pattern in keys_in(call.args[0]):
            found = [key for key in ENGLISH if re.fullmatch(pattern, key)]
            assert found, pattern
            facts = call.args[1] if len(call.args) > 1 else ast.Dict([], [])
            if isinstance(facts, ast.Dict) and None not in facts.keys:
                given = {key.value for key in facts.keys if isinstance(key, ast.Constant)}
                for key in found:
                    assert given == {name for name, _ in blanks(ENGLISH[key])}, key


def test_every_sentence_is_used() -> None:
    patterns = {
        pattern for node in NODES for pattern in keys_in(node) if isinstance(node, ast.JoinedStr | ast.Constant)
    }
    assert [key for key in ENGLISH if not any(re.fullmatch(pattern, key) for pattern in patterns)] == []


def test_no_sentence_is_left_in_the_code() -> None:
    """Docstrings apart: nothing with two words in it."""
    docs = {id(node.value) for node in NODES if isinstance(node, ast.Expr)}
    strings = [node for node in NODES if isinstance(node, ast.Constant) and id(node) not in docs]
    assert [s.value for s in strings if isinstance(s.value, str) and re.search(r"[a-z] [a-z]", s.value)] == []


# Whole games ---------------------------------------------------------------------------------------------------------

GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "basic": ("basic", {"players": ["Ana", "Ben", "Carla"]}),
    "standard": ("standard", {"players": ["Ana", "Ben"], "target": 60}),
    "solitaire": ("solitaire", {"players": ["Ana"], "map": "north"}),
}
NAMES: Final = {"red": "Ana", "blue": "Ben", "green": "Carla"}


def begun(name: str, seed: int = 1, **more: Any) -> Game[Any]:
    scenario, setup = GAMES[name]
    return cq.new_game(scenario, seed=seed, **setup, **more)


def played(game: Game[Any], answers: int, advise: Callable[[Any], Advice | Thought]) -> Iterator[Advice | Thought]:
    """What a bot advises, as long as it is followed."""
    for _ in range(answers):
        if not isinstance(game.pending, Choice):
            return
        advice = advise(game.view(game.pending.who))
        yield advice
        game.play(advice.option)


def in_its_language(told: str, language: str) -> bool:
    """No key or brace instead of words, no English and, in Japanese, no sentence in Latin letters."""
    if re.search(r"[\[\]{}]|\bNone\b", told) or ENGLISH_WORDS.search(told):
        return False
    plain = re.sub("Mano de Dios|Ana|Ben|Carla", "", told)
    return language != "ja" or (re.search(r"[ぁ-ん]", told) is not None and not re.search(r"[A-Za-z]{3}", plain))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_advised_without_english(name: str, language: str) -> None:
    game = begun(name, language=language)
    said = {advice.in_words(language, NAMES) for advice in played(game, 700, CaptainBot(1).advise)}
    assert len(said) > 50
    assert [told for told in said if not in_its_language(told, language)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_search_is_explained_without_english(language: str) -> None:
    thoughts = list(played(begun("solitaire", 2), 60, SearchBot(2, budget=900).advise))
    said = [thought.in_words(language, NAMES) for thought in thoughts]
    assert [told for told in said if not in_its_language(told, language)] == []
    assert {thought.because.key for thought in thoughts if isinstance(thought.because, Why)} >= {"search.same"}


def test_a_better_choice_is_named_as_its_button_is() -> None:
    game = begun("basic")
    better = Why("search.better", {"points": 1.25, "option": option("activate", "cortes"), "trials": 9})
    thought = Thought(option("done"), better, "2.0", (), Advice(option("done"), "", "2.0", game.rules), 0, 0)
    assert thought.in_words("en") == '+1.2 points compared with "Activate Cortés", in 9 trials'
    assert thought.in_words("fr") == "+1,2 points par rapport à «\u00a0Activer Cortés\u00a0», en 9 essais"
    assert thought.in_words("ja") == "「コルテス隊を活性化」より+1.2ポイント、試行9回"


def test_every_reason_can_be_told_with_facts_of_its_kinds() -> None:
    """Also those that no game of this test has come to."""
    rules = begun("solitaire").rules
    ids = {"space": "tlaxcala", "captain": "cortes", "other": "alvarado", "leader": "alvarado", "place": "city"}
    ids |= {"player": "blue", "unit": "horse", "card": "hostage", "roll": "rally", "legend": "el-dorado"}
    for language in LANGUAGES:
        for key, text in entries(language).items():
            facts = {name: ids.get(name, 0.5 if spec else 3) for name, spec in blanks(text)}
            told = Why(key, facts).in_words(Teller(rules, {}, language))
            assert "[" not in told
            assert not any(thing in told for thing in ("tlaxcala", "cortes", "blue", "hostage", "el-dorado")), key


# Which language ------------------------------------------------------------------------------------------------------


def advice_on_a_rival() -> Advice:
    because = Why("card.hurts", {"player": "blue"})
    return Advice(option("play", "theft"), because, "2.12", begun("basic").rules)


def test_a_reason_is_told_in_the_language_that_is_spoken() -> None:
    advice = advice_on_a_rival()
    assert advice.reason == "it hurts Blue, the strongest rival"
    with speaking("fr"):
        assert advice.reason == "cela nuit au rival le plus fort : Bleu"
    cq.speak("ja")
    assert advice.reason == "最も強いライバルの青に打撃を与える"
    assert advice.in_words("en", NAMES) == "it hurts Ben, the strongest rival"


def test_a_reason_is_a_plain_string_and_another_bot_may_bring_its_own() -> None:
    assert type(advice_on_a_rival().reason) is str
    own = Advice(option("pass"), "I like it", "2.1")
    assert (own.reason, own.in_words("fr")) == ("I like it", "I like it")


def test_the_same_advice_is_equal_in_another_game() -> None:
    one, other = begun("basic"), begun("basic")
    assert one.rules is not other.rules
    assert CaptainBot(1).advise(one.view("red")) == CaptainBot(1).advise(other.view("red"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_coach_gives_reasons_in_its_language(language: str) -> None:
    game = begun("basic", 2)
    for _ in played(game, 40, CaptainBot(2).advise):
        coaching = coach(game, search=False, language=language)
        (row,) = coaching.rows()
        assert row["reason"] == coaching.adviser.in_words(language, game.teller(language).names)
        assert str(row["reason"]) in str(coaching)
        assert language == "en" or in_its_language(str(row["reason"]), language)


# Read or unread ------------------------------------------------------------------------------------------------------


def test_nothing_is_put_into_words_unless_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    views = []
    game = begun("standard")
    for advice in played(game, 300, CaptainBot(1).advise):
        assert game.pending is not None
        views.append((game.view(game.pending.who), advice.option))

    def said(*_: Any) -> str:
        raise AssertionError("a sentence was made")

    for method in ("say", "word"):
        monkeypatch.setattr(Texts, method, said)
    captain, search = CaptainBot(1), SearchBot(1, budget=30)
    assert [captain.answer(view) for view, _ in views] == [chosen for _, chosen in views]
    for view, _ in views[::20]:
        search.answer(view)


READ: Final = size("READ_ANSWERS", thin=200, soak=500)
SEARCHED: Final = size("SEARCHED_ANSWERS", thin=30, soak=60)


def answers(name: str, language: str | None) -> list[str]:
    """What is chosen, with the reasons read in a language, or unread."""
    game = begun("solitaire" if name == "search" else name, 3, pack=str(FIXED))
    advise = SearchBot(3, budget=150).advise if name == "search" else CaptainBot(3).advise
    found = []
    for advice in played(game, SEARCHED if name == "search" else READ, advise):
        assert language is None or advice.in_words(language)
        found.append(advice.option.id)
    return found


@pytest.mark.soak
@pytest.mark.parametrize("name", ["basic", "standard", "solitaire", "search"])
def test_words_change_no_choice(name: str) -> None:
    unread = answers(name, None)
    assert [language for language in LANGUAGES if answers(name, language) != unread] == []
