"""Errors in the reader's language: a sentence for each key in every language, none left in the code, and told so."""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Callable, Iterator
from contextvars import copy_context
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

import conquistadors as cq
import conquistadors_class
import conquistadors_widgets
from conquistadors import bots, odds
from conquistadors.bots import coaching
from conquistadors.engine.errors import IllegalAnswer, SaveError, SaveWarning, SetupError, UndoError
from conquistadors.engine.requests import Option, option
from conquistadors.engine.texts import ERRORS, LANGUAGES, error_text, speaking, spoken, texts_of
from conquistadors.games.conquest import builder
from conquistadors.games.conquest.builder import begin, build, expedition
from conquistadors.games.conquest.lessons import challenge, worked
from conquistadors.lab import odds as lab_odds
from conquistadors.lab import pictures, simulation, tables, tournaments, variants, verdicts
from conquistadors.resources import data_root, read_toml_file
from conquistadors.teach import exercises, progress, worksheets
from conquistadors.teach import worked as any_worked
from conquistadors_widgets import TableModel
from conquistadors_widgets.explorers.odds_explorer import RollModel
from conquistadors_widgets.viewer_model import ReplayModel

FOLDERS: Final = [
    Path(cq.__file__).parent,
    Path(conquistadors_widgets.__file__).parent,
    Path(conquistadors_class.__file__).parent,
]
TREES: Final = {
    path: ast.parse(path.read_text(encoding="utf-8")) for folder in FOLDERS for path in sorted(folder.rglob("*.py"))
}
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
SAME: Final = {"fr": {"list.comma"}, "ja": set[str]()}
"""Texts without words: French puts a comma between the parts of a list as English does."""
TOLD: Final = {"SetupError", "IllegalAnswer", "UndoError", "SaveError", "WorkersLost", "SaveWarning", "LabWarning"}
"""What people meet: raised, or warned of, with a sentence of the catalogue."""
KEYED: Final = {"error_text": 0, "_need": 1, "_take": 2, "Misfit": 0, "one_of": 2}
"""What takes a key, and in which place."""
GIVEN: Final = {"one_of": {"wanted", "known"}}
"""The facts that it adds by itself."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    cq.speak("en")


def entries(language: str) -> dict[str, str]:
    tables = read_toml_file(data_root() / ERRORS / f"{language}.toml")
    return {f"{area}.{name}": text for area, table in tables.items() for name, text in table.items()}


ENGLISH: Final = entries("en")


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def called(call: ast.Call) -> str:
    """The name of the function, of a method without its object."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def calls() -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield path, node


# The catalogue -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_error_is_there_in_the_same_order_with_the_same_facts(language: str) -> None:
    other = entries(language)
    assert list(other) == list(ENGLISH)
    assert {key: other[key] for key, text in ENGLISH.items() if blanks(other[key]) != blanks(text)} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_error_is_left_in_english(language: str) -> None:
    assert {key for key, text in entries(language).items() if text == ENGLISH[key]} == SAME[language]


def prose(text: str) -> str:
    """A sentence without its facts and without what is typed: values in quotes, brackets and braces."""
    return re.sub(r"[a-z]*\([a-z.]+, .*?\)|\[.*?\]|\{\{.*?\}\}|\{\w+\}|'[^' ]*'|\".*?\"(?:: \".*?\")?", "", text)


def test_french_and_japanese_are_written_as_in_the_other_files() -> None:
    """French has a space before a colon, Japanese has marks of its own, and neither has English words."""
    for key, text in entries("fr").items():
        assert not re.search(r"\w[:;?!](?=\s|$)", prose(text)), key
        assert not re.search(r"\b(?:the|not|and|is|are|there)\b", prose(text)), key
    for key, text in entries("ja").items():
        assert not re.search(r"[,;:!?.()] | [()]", re.sub(r"'[^']*'", "", prose(text))), key
        assert not re.search(r"\b(?:the|not|is|are|there)\b", prose(text)), key


def test_a_sentence_has_the_clauses_of_the_english_one() -> None:
    clause = re.compile(r"\b[GDJC]?-?\d+\.\d+[a-z]?\b|\bC\d+\b", re.ASCII)
    for language in OTHERS:
        for key, text in entries(language).items():
            assert sorted(clause.findall(text)) == sorted(clause.findall(ENGLISH[key])), (language, key)


# What the code names -------------------------------------------------------------------------------------------------


def test_every_key_in_the_code_has_a_sentence_with_its_facts() -> None:
    for path, call in calls():
        place = KEYED.get(called(call))
        if place is None or len(call.args) <= place:
            continue
        key = call.args[place]
        if not isinstance(key, ast.Constant):
            continue  # passed on by one of them
        assert key.value in ENGLISH, f"{path.name}:{call.lineno}"
        given = {keyword.arg for keyword in call.keywords} | GIVEN.get(called(call), set())
        if None not in given:
            assert given == blanks(ENGLISH[key.value]), f"{path.name}:{call.lineno}: {key.value}"


def test_every_sentence_is_used() -> None:
    named = {
        node.value
        for tree in TREES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert [key for key in ENGLISH if key not in named and key != "list.comma"] == []


def test_no_error_that_people_meet_has_a_sentence_of_its_own() -> None:
    literal = (ast.Constant, ast.JoinedStr, ast.BinOp)
    found = []
    for path, call in calls():
        if called(call) in TOLD and call.args and isinstance(call.args[0], literal):
            found.append(path)
        if called(call) == "warn" and isinstance(call.args[0], literal):
            found.append(path)
    assert found == []


# Telling -------------------------------------------------------------------------------------------------------------


def test_lists_are_told_as_the_language_does_it() -> None:
    facts: dict[str, Any] = {"wanted": "'x'", "known": {"a": 1, "b": 2}}
    assert error_text("setup.scenario", **facts) == "there is no scenario 'x'. Scenarios: a, b"
    with speaking("ja"):
        assert error_text("setup.scenario", **facts) == "シナリオ'x'はありません。シナリオ：a、b"
        assert error_text("setup.scenario", wanted="'x'", known=[]).endswith("：なし")
    with speaking("fr"):
        assert error_text("setup.scenario", **facts) == "il n’y a pas de scénario 'x'. Scénarios : a, b"


def test_what_is_spoken_ends_with_its_block_also_after_an_error() -> None:
    assert spoken() == "en"
    with speaking("fr") as language, speaking(None) as same:
        assert (language, same, spoken()) == ("fr", "fr", "fr")
    with pytest.raises(ZeroDivisionError), speaking("ja"):
        raise ZeroDivisionError
    assert spoken() == "en"


@pytest.mark.parametrize("language", ["tlh", "", 3, ["en"]])
def test_a_language_that_the_kit_does_not_speak_is_refused(language: Any) -> None:
    with pytest.raises(SetupError, match="the kit speaks en, fr, ja; got "):
        cq.speak(language)
    with pytest.raises(SetupError, match="the kit speaks en, fr, ja; got "), speaking(language):
        pass
    with speaking("fr"), pytest.raises(SetupError, match="le kit parle en, fr, ja ; reçu : "):
        cq.new_game("example", language=language)
    assert spoken() == "en"


def test_one_language_for_the_whole_notebook() -> None:
    cq.speak("fr")
    with pytest.raises(SetupError, match="il n’y a pas de scénario"):
        cq.new_game("chess")
    assert cq.new_game("example", seed=1).language == "fr"
    assert cq.new_game("example", seed=1, language="ja").language == "ja"
    assert cq.clauses("basic") == cq.clauses("basic", "fr")
    assert cq.odds_explorer().text() == cq.odds_explorer("fr").text()
    assert copy_context().run(spoken) == "fr"
    heard: list[str] = []
    other = Thread(target=lambda: heard.append(spoken()))
    other.start()
    other.join()
    assert heard == ["fr"]


# Entry points --------------------------------------------------------------------------------------------------------

PUBLIC: Final[list[Callable[..., Any]]] = [
    *(cq.new_game, cq.play, cq.load, cq.resume, cq.clauses, cq.rule, cq.replay, cq.quiz),
    *(cq.odds_explorer, cq.explore, cq.battle_lab, cq.table_view, cq.card_gallery, cq.map_atlas),
    *(bots.coach, builder.begin, odds.rolls),
    *(lab_odds.catalogue, lab_odds.figure, lab_odds.luck_figure, tables.sheets, tables.pages, tables.frames),
    *(simulation.simulate, tournaments.tournament, tournaments.tournament_games, variants.sweep, variants.compare),
    *(pictures.bands, pictures.bands_figure, pictures.length_figure, pictures.time_figure),
    *(pictures.ways_figure, verdicts.spread),
    *(exercises.question, exercises.check, progress.Progress, progress.Progress.answer, challenge.verdicts),
    *(worked.examples, worked.worked, worksheets.solution, worksheets.worksheet),
    *(any_worked.examples, any_worked.worked, exercises.topic_of),
]


@pytest.mark.parametrize("entry", PUBLIC, ids=lambda entry: entry.__qualname__)
def test_an_entry_point_takes_a_language_and_speaks_the_usual_one_without(entry: Callable[..., Any]) -> None:
    assert inspect.signature(entry).parameters["language"].default is None


WRONG: Final[list[tuple[Callable[..., Any], type[Exception], str, str]]] = [
    (lambda **how: cq.play("chess", **how), SetupError, "pas de scénario 'chess'", "シナリオ'chess'はありません"),
    (lambda **how: cq.play("basic", seats=9, **how), SetupError, "de 2 à 4 joueurs", "2～4人です（14.0）"),
    (
        lambda **how: cq.play("example", bots={"red": "x"}, **how),
        SetupError,
        "pas de bot 'x'",
        "ボット'x'はありません",
    ),
    (
        lambda **how: cq.play("example", bots={"x": "random"}, **how),
        SetupError,
        "place 'x' pour un",
        "席'x'はありません",
    ),
    (lambda **how: cq.new_game("basic", colour=1, **how), SetupError, "d’option 'colour'", "オプション'colour'は"),
    (lambda **how: cq.load("none.json", **how), SaveError, "none.json : illisible", "none.json：読めません"),
    (lambda **how: cq.replay("none.json", **how), SaveError, "none.json : illisible", "none.json：読めません"),
    (lambda **how: cq.resume("no-such-folder", **how), SaveError, "pas de sauvegarde", "保存されたゲームは"),
    (lambda **how: cq.clauses("chess", **how), SetupError, "pas de scénario", "シナリオ"),
    (lambda **how: cq.rule("99.9", **how), SetupError, "pas de règle '99.9'", "ルール'99.9'はありません"),
    (lambda **how: cq.rule("", **how), SetupError, "demandez une règle", "番号か"),
    (lambda **how: cq.quiz("moon", **how), SetupError, "pas d’exercice 'moon'", "練習問題'moon'はありません"),
    (lambda **how: cq.table_view("weather", **how), SetupError, "pas de table 'weather'", "表'weather'はありません"),
    (lambda **how: cq.explore("weather", **how), SetupError, "pas de question 'weather'", "問い'weather'が"),
    (lambda **how: cq.odds_explorer(scenario="chess", **how), SetupError, "reçu : 'chess'", "'chess'は使えません"),
    (lambda **how: exercises.check("moon", 1, **how), SetupError, "pas d’exercice", "練習問題"),
    (lambda **how: exercises.question("moon", **how), SetupError, "pas d’exercice", "練習問題"),
    (lambda **how: progress.Progress("x" * 999, **how), SetupError, "200 caractères au plus", "200字まで"),
    (lambda **how: progress.Progress().answer("moon", 1, **how), SetupError, "pas d’exercice", "練習問題"),
    (lambda **how: challenge.verdicts([], **how), SetupError, "pas de partie à juger", "評決を下すゲーム"),
    (lambda **how: worksheets.worksheet([], ["x"], **how), SetupError, "de 1 à|pour 1 à", "1～500人分"),
    (lambda **how: worksheets.solution("moon", **how), SetupError, "pas d’exercice", "練習問題"),
    (lambda **how: worked.worked("1.1", **how), SetupError, "pas d’exemple", "プレイの例"),
    (lambda **how: any_worked.worked("1.1", **how), SetupError, "pas d’exemple", "プレイの例"),
    (lambda **how: any_worked.worked("1.1", game="chess", **how), SetupError, "pas de jeu", "ゲーム"),
    (lambda **how: cq.rule("1.1", game="chess", **how), SetupError, "pas de jeu", "ゲーム"),
    (lambda **how: simulation.simulate("chess", **how), SetupError, "pas de scénario", "シナリオ"),
    (lambda **how: simulation.simulate("example", games=0, **how), SetupError, "nombre entier de 1", "1から"),
    (lambda **how: tournaments.tournament("example", {}, **how), SetupError, "un tournoi", "トーナメント"),
    (lambda **how: variants.sweep("example", [], **how), SetupError, "au moins une variante", "バリアントが1つ以上"),
    (lambda **how: variants.compare("a", "a", **how), SetupError, "deux paquets", "異なる2つ"),
]


@pytest.mark.parametrize(("ask", "error", "french", "japanese"), WRONG)
def test_what_is_wrong_is_told_in_the_language_that_is_asked_for(
    ask: Callable[..., Any], error: type[Exception], french: str, japanese: str
) -> None:
    with pytest.raises(error, match=french):
        ask(language="fr")
    with pytest.raises(error, match=japanese):
        ask(language="ja")
    cq.speak("fr")
    with pytest.raises(error, match=french):
        ask()


# At the table --------------------------------------------------------------------------------------------------------


def test_an_illegal_answer_at_a_french_game() -> None:
    game = cq.new_game("example", seed=1, language="fr")
    with pytest.raises(
        IllegalAnswer, match=r"^'sail moon' n’est pas permis maintenant \(turn, 2\.1\)\. Permis : sail coast, "
    ):
        game.play("sail moon")
    with pytest.raises(UndoError, match=r"^il n’y a aucune décision à annuler$"):
        game.undo()
    with pytest.raises(UndoError, match=r"^il n’y a rien à rétablir$"):
        game.redo()
    with pytest.raises(SetupError, match=r"^il n’y a pas de place 'purple' : red, blue$"):
        game.view("purple")
    with pytest.raises(SetupError, match="'fair' ou 'training' ; reçu : 'never'"):
        game.undo_policy = "never"  # type: ignore[assignment]  # that is the mistake
    game.language = "ja"
    with pytest.raises(UndoError, match=r"^取り消せる決定がありません。$"):
        game.undo()
    assert spoken() == "en"


def test_a_correction_that_cannot_be_is_told_to_the_end_in_the_language() -> None:
    position = build(map="north", expeditions={"cortes": expedition("red", "tlaxcala", "3 foot")})
    game = begin(position, language="fr")
    for order, why in (
        ("dance", "une correction commence par gold, food"),
        ("gold balboa 3", "il n’y a pas d’expédition 'balboa' : cortes"),
        ("hits cortes 9", r"cortes a 9 pertes de moral, maximum 4 \(9\.13\)"),
    ):
        with pytest.raises(IllegalAnswer, match=f"^'{order}' est impossible : .*{why}"):
            game.adjust(order)
    with pytest.raises(SetupError, match=r"^'dance' n’est pas permis maintenant : "):
        game.odds("dance")


def test_a_position_that_cannot_be_is_told_line_by_line() -> None:
    men = {"cortes": expedition("red", "lima", "11 foot", wounded=["ordaz"])}
    with speaking("fr"), pytest.raises(SetupError) as caught:
        build(map="north", expeditions=men, before="plunder cortes")
    first, *lines = str(caught.value).split("\n")
    assert first == "cette position est impossible :"
    assert "cortes : il n’y a pas d’espace 'lima' sur les plateaux en jeu" in lines
    assert "cortes a 11 unités, maximum 10 (1.42)" in lines
    assert any(line.startswith("before : cortes ne peut pas agir ainsi ici (plunder) : il n’y a") for line in lines)


def test_a_broken_save_at_a_japanese_table(tmp_path: Path) -> None:
    game = cq.new_game("example", seed=1, language="ja")
    model = TableModel(game, {}, tmp_path)
    model.lift_curtain()
    model.undo()
    assert model.message == "取り消せる決定がありません。"
    model.saves.resume()
    assert model.message == f"{tmp_path}に保存されたゲームはありません。"
    whole = cq.save(cq.new_game("example", seed=2), tmp_path / "whole.json").read_text(encoding="utf-8")
    for name, text, said in (
        ("cut", whole[: whole.index('"seats"')], "ファイルが途中で終わっています"),
        ("foreign", "{}", "このキットの保存ファイルではありません"),
        ("edited", whole.replace('"fair"', '"training"'), "'head'の部分が書かれた時と違います"),
        ("typed", whole.replace('"version": 2', '"version": "one"'), "知らない保存形式'one'です"),
        ("wrong", whole.replace('"undo": "fair"', '"undo": 3'), "save.undo：必要なのはテキストですが、3でした"),
    ):
        (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
        model.saves.load(name)
        assert model.message.startswith(f"{name}.json：")
        assert said in model.message
    assert model.game is game


def test_a_press_at_a_french_table(tmp_path: Path) -> None:
    model = TableModel(cq.new_game("example", seed=1, chance="table", language="fr"), {}, tmp_path)
    model.lift_curtain()
    model.press("sail open")
    while model.curtain or not model.waits_for_dice:
        model.lift_curtain()
        if not model.waits_for_dice:
            model.press(model.game.options[-1].id)
    model.press("77")
    assert model.message.startswith("1d6 ne peut pas donner '77' (voyage, ")
    model.speak("ja")
    model.press("77")
    assert model.message.startswith("1d6で'77'は出ません（voyage、")


def test_a_game_that_cannot_be_saved_says_so_in_its_language(tmp_path: Path) -> None:
    game = cq.new_game("example", seed=1, language="fr", autosave=tmp_path / "saves")
    (tmp_path / "saves").write_text("in the way", encoding="utf-8")
    with pytest.warns(SaveWarning, match="la partie continue, mais n’a pas pu être enregistrée"):
        game.play(game.options[0])


def test_explorers_and_viewer_tell_what_does_not_go_together() -> None:
    lab = cq.battle_lab("fr")
    lab.model.set("foot", 0)
    lab.model.set("horse", 0)
    lab.work_out(at_once=True)
    assert lab.model.message.startswith("une expédition a besoin d’une unité espagnole")
    assert "this" not in lab.model.message
    rolls = RollModel("ja")
    with pytest.raises(SetupError, match="サイ振り'dance'はありません"):
        rolls.choose("dance")
    viewer = ReplayModel(cq.new_game("example", seed=1), "fr")
    with pytest.raises(SetupError, match="par les yeux de qui : open, bystander"):
        viewer.look_as("purple")


def test_the_coach_and_the_figures_speak() -> None:
    game = cq.new_game("solitaire", seed=1, language="fr")
    assert str(bots.coach(game, search=False)).startswith("capitaine : ")
    assert str(bots.coach(game, search=False, language="ja")).startswith("隊長：")
    assert str(next(coaching.coaching_of(game, search=False))).startswith("captain: ")
    roll = odds.table("leader-casualty")
    assert "sur 36" in lab_odds.figure(roll, language="fr").data[0].hovertext[0]
    games = simulation.simulate("solitaire", games=2, workers=1, progress=False, until_turn=2, map="north")
    figure = pictures.bands_figure(games, language="ja")
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("ポイント", "ゲームの割合")
    french = pictures.bands(games, language="fr")["verdict"]
    assert list(french) != list(pictures.bands(games)["verdict"])
    with pytest.raises(SetupError, match="une ligne par partie"):
        pictures.time_figure(games, language="fr")


class Dancer:
    """A bot that answers what nobody asked."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def answer(self, view: Any) -> Option:  # it does not look
        return option("dance")


def test_games_of_the_laboratory_are_the_same_whatever_is_spoken(tmp_path: Path) -> None:
    how: dict[str, Any] = {"bots": Dancer, "games": 1, "workers": 1, "progress": False, "failures": tmp_path}
    with pytest.warns(simulation.LabWarning, match="échecs : 1 parties sur 1"):
        french = simulation.simulate("example", language="fr", **how)
    with pytest.warns(simulation.LabWarning, match="1 of 1 games failed"):
        english = simulation.simulate("example", **how)
    assert french.attrs == english.attrs
    assert simulation.failures(french)["error"][0].startswith("IllegalAnswer: dance is not allowed now")


def test_every_error_can_be_told() -> None:
    for language in LANGUAGES:
        texts = texts_of(language, ERRORS)
        for key, text in ENGLISH.items():
            said = texts.say(key, dict.fromkeys(blanks(text), "x"))
            assert "[" not in said or "[" in text
            assert "{" not in said or "{{" in text
