"""Every text in every language, with the same facts, and nothing left untranslated."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

import conquistadors as cq
from conquistadors.engine.errors import DataError, SetupError
from conquistadors.engine.events import Modifier
from conquistadors.engine.texts import LANGUAGES, Texts, texts_of
from conquistadors.resources import data_root, read_toml_file

FOLDERS = sorted(
    str(path.parent.relative_to(data_root()))
    for pattern in (
        *("*/en.toml", "*/teach/en.toml", "*/odds/en.toml", "*/face/en.toml", "*/face/*/en.toml"),
        *("common/*/en.toml", "common/*/*/en.toml"),
    )
    for path in data_root().glob(pattern)
)
SHARED = ("village", "empire", "alliance", "pesos", "verdict", "france", "portugal")
LISTS = ("comma", "sentence", "clause")
SAME_EVERYWHERE = {
    *("option.roll", "atlas.cuba", "note.price", "panels.chance", "assumed.note", "explorers.joint-amount"),
    *("panels.points", "panels.sum", "panels.contest.round", "viewer.pause", "explorers.grade-of"),
    *("explorers.joint-comma", "explorers.joint-semicolon", "explorers.progress", "table.listed-named", "course.title"),
    *("board.mar-del-sur", "explorers.mar-del-sur", "explorers.kind.conquistador", "explorers.setting.rating"),
    *("thing.pesos", "panels.pesos", "points.total", "class.question", "class.table"),
    *("event.phase-began", "show.ship", "show.of-nation"),
    *("explorers.nation", "explorers.points", "explorers.name.france", "explorers.name.portugal", "topic.voyage"),
    *(f"list.{joint}" for joint in LISTS),
    *(f"name.-{rating}" for rating in (1, 2, 3)),
    *(f"name.{word}" for word in SHARED),
}
"""Texts without words, names, and words that French shares with English. Anything else has to be translated."""


def entries(folder: str, language: str) -> dict[str, str]:
    flat: dict[str, str] = {}

    def walk(table: dict[str, object], prefix: str) -> None:
        for name, value in table.items():
            if isinstance(value, dict):
                walk(value, f"{prefix}{name}.")
            else:
                flat[prefix + name] = str(value)

    walk(read_toml_file(data_root() / folder / f"{language}.toml"), "")
    return flat


def blanks(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_there_are_texts() -> None:
    assert {"common/interface", "landfall", "conquest/face/panels"} <= set(FOLDERS)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_every_text_is_translated_with_the_same_facts(folder: str, language: str) -> None:
    english, other = entries(folder, "en"), entries(folder, language)
    assert english.keys() == other.keys()
    untranslated = [key for key in english if english[key] == other[key] and key not in SAME_EVERYWHERE]
    assert untranslated == []
    for key, text in english.items():
        assert blanks(other[key]) <= blanks(text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_without_a_missing_text(language: str) -> None:
    for seed in range(12):
        game = cq.new_game("example", captains=2 + seed % 3, seed=seed, language=language)
        teller = game.teller()
        while game.pending is not None:
            told = [game.prompt, str(game), *map(teller.label, game.options), *map(teller.refusal, game.refused)]
            assert not any("[" in text for text in told), told
            game.play(game.options[seed % len(game.options)])
        told = [game.prompt, *teller.story(game.log), *teller.story(game.view(None).lines)]
        assert not any("[" in text or "None" in text for text in told)


def test_names_with_braces_are_shown_as_they_are() -> None:
    game = cq.new_game("example", players=["{who.__class__}", "{0}"], seed=1)
    assert "{who.__class__}" in game.prompt
    assert "{0}" in str(game)


def test_a_seat_that_nobody_named_is_called_by_its_colour_in_the_language(tmp_path: Path) -> None:
    colours = {"en": ("Red", "Blue"), "fr": ("Rouge", "Bleu"), "ja": ("赤", "青")}
    for scenario in ("example", "basic"):
        for language, names in colours.items():
            game = cq.new_game(scenario, seed=1, language=language)
            assert tuple(game.names.values())[:2] == names
            assert names[0] in str(game)
            loaded = cq.load(cq.save(game, tmp_path / "game.json"))
            assert loaded.names == game.names
            loaded.language = "fr"
            assert loaded.names["red"] == "Rouge"
            assert game.teller("ja").names["blue"] == "青"


def test_a_name_that_was_given_is_never_translated_nor_taken_away() -> None:
    game = cq.new_game("example", players=["Bleu", "Blue"], seed=1, language="fr")
    assert game.names == {"red": "Bleu", "blue": "Blue"}  # there is a Bleu already
    assert cq.new_game("example", players=["red"], seed=1, language="ja").names == {"red": "red", "blue": "青"}
    assert cq.new_game("example", players=["Ana", "Ben"], seed=1, language="ja").names == {"red": "Ana", "blue": "Ben"}


def test_a_save_keeps_the_english_titles_as_it_always_did(tmp_path: Path) -> None:
    path = cq.save(cq.new_game("example", players=["Ana"], seed=1, language="ja"), tmp_path / "game.json")
    assert '"seats": {"red": "Ana", "blue": "Blue"}' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", r"[^:]+: [^()]+ \(\d\.\d\)"),
        ("fr", r"[^:]+\u00a0: [^()]+ \(\d\.\d\)"),
        ("ja", r"[^：: ]+：[^()（） ]+（\d\.\d）"),
    ],
)
def test_a_reason_and_a_clause_are_joined_as_the_language_does_it(language: str, said: str) -> None:
    game = cq.new_game("example", seed=1, language=language)
    refusal = game.why_not("play storm")
    assert refusal is not None
    assert re.fullmatch(said, game.teller().refusal(refusal))
    while game.pending is not None:
        assert game.prompt.endswith("）" if language == "ja" else ")")
        game.play(game.options[0])
    assert re.search(r"。\S+[。！]（5\.\d）$" if language == "ja" else r"\. .*[.!] \(5\.\d\)$", game.prompt)
    told = [event for event in game.log if event.event.rule]
    teller = game.teller()
    assert told
    for line in told:
        assert teller.event(line.event).startswith(teller.happened(line.event))


def test_unknown_languages_and_broken_templates() -> None:
    with pytest.raises(SetupError, match="the kit speaks en, fr, ja; got 'tlh'"):
        texts_of("tlh", "common/interface")
    with pytest.raises(DataError, match="the en text 'a' cannot be filled in"):
        Texts("en", {"a": "{missing}"}).say("a", {})
    assert Texts("en", {}).say("nothing") == "[nothing]"
    assert Texts("en", {}).word((Modifier("x", 2), Modifier("y", -1)), {}) == "x +2, y \N{MINUS SIGN}1"


def test_a_template_says_how_a_number_is_written() -> None:
    told = {language: Texts(language, {"a": "{x:.0%} {y:+.1f} {n} {z}"}) for language in LANGUAGES}
    facts = {"x": 1 / 3, "y": 2, "n": 4, "z": 0.5}
    assert told["en"].say("a", facts) == told["ja"].say("a", facts) == "33% +2.0 4 0.5"
    assert told["fr"].say("a", facts) == "33\N{NO-BREAK SPACE}% +2,0 4 0,5"
    with pytest.raises(DataError, match="cannot be filled in"):
        told["en"].say("a", {**facts, "x": "much"})


def test_broken_data_files_are_named(tmp_path: Path) -> None:
    for name, content, message in [
        ("bad.toml", b"a = 1\nb == 2", "bad.toml: not TOML: .*line 2"),
        ("latin.toml", b"a = '\xe9'", "latin.toml: not UTF-8"),
        ("none.toml", None, "none.toml: there is no such file"),
    ]:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(DataError, match=message):
            read_toml_file(path)


def test_every_value_of_the_example_has_its_grade_and_source() -> None:
    data = read_toml_file(data_root() / "landfall" / "landfall.toml")
    clauses = cq.clauses("example")
    rows = [v for v in data.values() if isinstance(v, dict) and "grade" in v]
    rows += [*data["cards"].values(), *data["rolls"].values(), *data["voyage"]]
    assert len(rows) == 5 + 3 + 1 + 4
    for row in rows:
        assert row["grade"] == "stated"
        assert set(row["source"].split(", ")) <= clauses.keys()
