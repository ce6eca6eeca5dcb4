"""Packs of one's own: Indian units with the same front, and small maps for tests and lessons."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conquistadors.engine.chance import Script
from conquistadors.engine.errors import DataError
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.pack.checks import check, load_pack
from conquistadors.games.conquest.pack.records import IndianUnit, Pack, named_units
from conquistadors.games.conquest.rules.events import IndianLost
from conquistadors.games.conquest.rules.scenarios import BasicGame
from conquistadors.games.conquest.rules.standard import StandardGame
from conquistadors.resources import data_root
from support.clauses import shows
from support.indies import answer, events_of

SMALL = Path(__file__).parents[2] / "packs" / "small"
"""Six spaces in a row."""


def kind(value: int, back: int | None = None, name: str = "") -> IndianUnit:
    return IndianUnit(value, 1, "stated", "the box", back, name)


@pytest.fixture
def twins(tmp_path: Path) -> Path:
    """A pack with a 40/20 beside our one-sided 40."""
    ours = (data_root() / "conquest" / "counters.toml").read_text(encoding="utf-8")
    more = '\n[[indians.unit]]\nvalue = 40\nback = 20\ncount = 3\ngrade = "stated"\nsource = "the box"\n'
    (tmp_path / "counters.toml").write_text(ours + more, encoding="utf-8")
    return tmp_path


# G-12.31b  Indian units ------------------------------------------------------------------------------------------


@shows("G-12.31b")
@pytest.mark.parametrize(
    ("units", "ids"),
    [
        ([kind(40), kind(24, 12)], ["40", "24"]),
        ([kind(40), kind(40, 20)], ["40", "40-20"]),
        ([kind(40, 20), kind(40, 10), kind(40)], ["40-20", "40-10", "40"]),
        ([kind(40), kind(40, 20, "jaguars")], ["40", "jaguars"]),
    ],
)
def test_g_12_31b_every_kind_has_an_id_of_its_own(units: list[IndianUnit], ids: list[str]) -> None:
    assert [unit.id for unit in named_units(units)] == ids


@shows("G-12.31b", "1.231", "6.32")
def test_g_12_31b_a_one_sided_40_is_not_a_40_with_a_reverse(twins: Path) -> None:
    """Cortés rolls an 11: the 40 dies at its first loss, the 40/20 turns over and dies at the second."""
    rules = BasicGame(pack=twins)
    assert (rules.cup.count_of("40"), rules.cup.count_of("40-20")) == (4, 3)
    assert [rules.value[unit] for unit in ("40", "40-20", "40-20b")] == [40, 40, 20]
    pos = build(
        rules=rules,
        expeditions={"cortes": expedition("red", "cempoala", "10 foot", companions={"alvarado": "10 horse"})},
        places={"cempoala": place("town", hostile=True, units=[40, "40-20"])},
        before="battle cortes indians",
    )
    rolls = (("combat-indian", 2), ("combat-spanish", 12))
    with Script(*rolls, free=["combat-indian", "combat-spanish", "leader-casualty"]) as dice:
        game = begin(pos, chance=dice)
        answer(game, "take cortes", "take 40")  # the other loss has one target left
        lost = [(event.unit, event.flipped) for event in events_of(game, IndianLost)]
        assert lost[:2] == [("40", False), ("40-20", True)]
        rules.check(game.position)


@shows("G-12.31b")
def test_g_12_31b_check_data_understands_them(twins: Path) -> None:
    assert check(Pack(twins)) == []
    names = BasicGame(pack=twins).texts("en")
    assert [names.word(unit, {}) for unit in ("40", "40-20", "40-20b")] == [
        "an Indian unit of 40",
        "an Indian unit of 40/20",
        "an Indian unit of 20 (reverse of 40/20)",
    ]


@shows("G-12.31b")
@pytest.mark.parametrize(
    ("more", "complaint"),
    [("value = 40\n", "stands twice"), ('value = 44\nid = "Big b"\n', "does not end in b")],
)
def test_g_12_31b_check_data_refuses_ids_that_can_be_mistaken(tmp_path: Path, more: str, complaint: str) -> None:
    ours = (data_root() / "conquest" / "counters.toml").read_text(encoding="utf-8")
    text = f"{ours}\n[[indians.unit]]\n{more}count = 1\n"
    (tmp_path / "counters.toml").write_text(text, encoding="utf-8")
    assert [str(each) for each in check(Pack(tmp_path)) if complaint in str(each)]


def test_g_12_31b_units_of_our_own_data_keep_their_names() -> None:
    """Saves have them."""
    assert {unit.id for unit in Pack().counters().indians} == {str(unit.value) for unit in Pack().counters().indians}


# Small maps ------------------------------------------------------------------------------------------------------


@cache
def small() -> BasicGame:
    return BasicGame(pack=SMALL)


def test_a_pack_may_bring_a_small_map_if_it_says_what_for() -> None:
    assert check(Pack(SMALL)) == []
    pos = build(rules=small(), expeditions={"cortes": expedition("red", "the-coast", "3 foot")}, before="march cortes")
    assert [option.id for option in begin(pos, seed=1).options] == ["go the-hills", "stop"]


def test_a_small_map_without_a_purpose_is_refused(tmp_path: Path) -> None:
    text = (SMALL / "maps" / "north.toml").read_text(encoding="utf-8")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "north.toml").write_text(text.replace('purpose = "test"\n', ""), encoding="utf-8")
    with pytest.raises(DataError, match='a smaller map says purpose = "lesson" or "test"'):
        load_pack(tmp_path)


def test_a_small_map_still_needs_its_port(tmp_path: Path) -> None:
    text = (SMALL / "maps" / "north.toml").read_text(encoding="utf-8")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "north.toml").write_text(text.replace('kind = "panama"', 'kind = "desert"'), encoding="utf-8")
    assert any("one Panama space" in str(each) for each in check(Pack(tmp_path)))


@pytest.mark.parametrize("rules", [small, lambda: StandardGame(pack=SMALL)])
def test_a_whole_turn_can_be_played_on_six_spaces(rules: Any) -> None:
    game = Game.new(rules(), seed=1518)
    random = Random(6)
    while game.ending is None and game.position.turn < 3:
        game.play(random.choice(game.options))
        game.rules.check(game.position)
    assert game.position.turn == 3


@shows("4.112", "G-4.112", "3.22")
def test_g_4_112_option_bars_a_landing_too_where_a_high_coast_is_marked_x(tmp_path: Path) -> None:
    """Our coasts are all of Level 0, where the chart has a number; somebody else's need not be."""
    text = (SMALL / "maps" / "north.toml").read_text(encoding="utf-8")
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "north.toml").write_text(text.replace("level = 0", "level = 2"), encoding="utf-8")
    for options, clause in (({}, None), ({"enter_barred": False}, "4.112")):
        rules = BasicGame(pack=tmp_path, options=options)
        force = expedition("red", "the-bay", "3 foot")
        game = begin(build(rules=rules, expeditions={"cortes": force}, before="sail cortes"), seed=1)
        refusal = game.why_not("go the-coast")
        assert (None if refusal is None else refusal.rule) == clause


# Words -----------------------------------------------------------------------------------------------------------


def test_names_of_a_pack_are_told_in_every_language(tmp_path: Path) -> None:
    """What programmers_03 says: names stand in the files of the pack."""
    ours = (data_root() / "conquest" / "cards" / "assets.toml").read_text(encoding="utf-8")
    card = Pack().asset_cards()[0]
    theirs = ours
    for language in LANGUAGES:
        theirs = theirs.replace(f'{language} = "{card.name[language]}"', f'{language} = "Box {language}"')
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "assets.toml").write_text(theirs, encoding="utf-8")
    rules = StandardGame(pack=tmp_path)
    assert [rules.texts(each).word(card.id, {}) for each in LANGUAGES] == [f"Box {each}" for each in LANGUAGES]


def test_sentences_are_no_part_of_a_pack_and_a_copy_of_ours_does_no_harm(tmp_path: Path) -> None:
    words = data_root() / "conquest" / "fr.toml"
    (tmp_path / "fr.toml").write_bytes(words.read_bytes())
    assert check(Pack(tmp_path)) == []
    (tmp_path / "fr.toml").write_text('title = "Les Conquérants"', encoding="utf-8")
    assert [str(each) for each in check(Pack(tmp_path))] == [
        "fr.toml: file: is not read: a pack has no file of this name (1.3)"
    ]
