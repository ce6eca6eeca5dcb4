"""What the odds assume is a key with facts, told in the language that is spoken where it is printed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import conquistadors as cq
from conquistadors import odds
from conquistadors.engine.texts import LANGUAGES, texts_of
from conquistadors.games.conquest import odds as room
from conquistadors.games.conquest.odds.acting import SMALLER
from conquistadors.games.conquest.odds.assuming import FOLDER, assumed, cards_played, luck_used, retreat_made
from conquistadors.games.conquest.odds.battle_question import LOSSES
from conquistadors.games.conquest.odds.chains import feed, gifts, march, plunder, rally, rounds_left
from conquistadors.odds.asking import NOBODY, WORST, asking
from conquistadors.odds.assuming import COMMON, EVERYBODY_REACTS, NOBODY_REACTS, Assumption
from conquistadors.odds.policies import LUCK
from conquistadors.resources import read_toml


@pytest.fixture
def english() -> Iterator[None]:
    yield
    cq.speak("en")


@pytest.mark.usefixtures("english")
def test_a_result_is_printed_in_the_language_that_is_spoken() -> None:
    """The very same result: it was worked out before."""
    found = odds.table("rally", mano="after", goal="least")
    assert str(found).endswith("(Mano de Dios is used: re-roll after)")
    cq.speak("fr")
    assert str(found).endswith("(emploi de Mano de Dios : relance après)")
    assert str(found) == str(odds.table("rally", mano="after", goal="least"))
    cq.speak("ja")
    assert str(found).endswith("（Mano de Diosの使用：後で振り直し）")


@pytest.mark.usefixtures("english")
def test_any_game_says_who_reacts() -> None:
    game = cq.new_game("example", seed=7)
    assert [asking(game.rules).assumed(bound) for bound in (NOBODY, WORST)] == [[NOBODY_REACTS], [EVERYBODY_REACTS]]
    found = game.odds("sail open")
    assert "(nobody reacts)" in str(found)
    cq.speak("fr")
    assert "(personne ne réagit)" in str(found)
    assert str(game.odds("prepare")) == "aucune des options ne mène au hasard"


def everything() -> list[Assumption]:
    """All that is assumed anywhere."""
    battle = odds.battle("1 foot", [10], cards=["war-dogs"], scenario="standard")
    chains = [march(["cempoala"], 1), plunder("town"), plunder("town", turns=2), feed(1), rally(1), gifts()]
    acting = asking(cq.new_game("basic", seats=2, seed=1).rules)
    return [
        *battle.assumed,
        *[each for chain in chains for each in chain.assumed],
        *rounds_left(3).assumed,
        *acting.assumed(NOBODY),
        *acting.assumed(WORST),
        *[luck_used(how) for how in LUCK],
        *[assumed("fight", how=how) for how in LOSSES],
        retreat_made("best"),
        retreat_made({"round": 2}),
        retreat_made({"lost": 3}),
        cards_played(()),
    ]


def test_every_assumption_has_its_sentence_in_every_language() -> None:
    for each in everything():
        sentences = [each.in_words(language) for language in LANGUAGES]
        assert len(set(sentences)) == len(LANGUAGES), each
        for sentence in sentences:
            assert not sentence.startswith("["), each
            assert "{" not in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_texts(language: str) -> None:
    """As they are written: what is missing in one would be read in English."""
    for folder in (FOLDER, COMMON):
        own, known = read_toml(folder, f"{language}.toml"), read_toml(folder, "en.toml")
        assert {part: set(own[part]) for part in own} == {part: set(known[part]) for part in known}
    assert {*LUCK, *LOSSES, "always"} <= set(read_toml(FOLDER, f"{language}.toml")["name"])


def test_no_sentence_is_left_unused_and_none_is_missing() -> None:
    """The keys in the code are those in the data."""
    used = {"retreat-round", "retreat-lost", *SMALLER.values()}
    for path in Path(str(room.__file__)).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "assumed":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    used.add(str(first.value))
    told = {key.removeprefix("assumed.") for key in texts_of("en", FOLDER) if key.startswith("assumed.")}
    assert used == told


def test_a_retreat_after_so_much_is_told_by_its_number() -> None:
    assert str(retreat_made({"lost": 3})) == "retreat after 3 units lost"
    assert str(retreat_made("never")) == "retreat: never"
    assert str(cards_played(["war-dogs", "santiago"])) == "nobody plays any card except war-dogs, santiago"
