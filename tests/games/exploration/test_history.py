"""What is known beside the game of its people, places and events: a line each, shown where one looks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import conquistadors as cq
from conquistadors.engine.fingerprint import fingerprint
from conquistadors.engine.texts import LANGUAGES, Texts
from conquistadors.games import pack_of
from conquistadors.games.exploration.pack.records import Pack, our_pack
from conquistadors.games.exploration.scene import ExplorationScene
from conquistadors.scene.words import Said, say
from support.new_world import at

LONGEST = 125
"""A line is read in passing."""
FOUND = "-found"
"""A city that is discovered has the line of the city."""


def test_everybody_every_place_and_every_event_has_a_line() -> None:
    pack = our_pack()
    cities = {city.id for city in pack.cities.values()}
    places = {*pack.areas, *cities, *(mine.id for mine in pack.mines.values()), *pack.discoveries}
    assert set(pack.history["people"]) == set(pack.people)
    assert set(pack.history["places"]) == places - {f"{city}{FOUND}" for city in cities}
    assert set(pack.history["events"]) == set(pack.events)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_is_one_short_sentence_or_two(language: str) -> None:
    lines = [(name, line.text[language]) for lines in our_pack().history.values() for name, line in lines.items()]
    assert not [name for name, text in lines if not text.endswith("." if language != "ja" else "。")]
    assert not [name for name, text in lines if not 10 < len(text) <= LONGEST]
    assert len({text for _, text in lines}) >= len(lines) - 2  # two mines of Brazil and no others are told alike


def test_a_hex_is_known_by_the_smallest_thing_it_belongs_to() -> None:
    named = {hex_: (our_pack().line_of(hex_) or ("", None))[0] for hex_ in our_pack().board.grid}
    wanted = {"2327": "tenochtitlan", "4213": "potosi", "1532": "grand-canyon", "1820": "florida", "2412": "caribbean"}
    assert {hex_: named[hex_] for hex_ in wanted} == wanted
    assert {hex_ for hex_, name in named.items() if name} == set(our_pack().board.area) | _at_sea()


def _at_sea() -> set[str]:
    """Hexes outside all areas where something can be discovered."""
    return {hex_ for place in our_pack().discoveries.values() for hex_ in place.hexes}


def test_the_map_of_a_table_tells_it() -> None:
    pos = at()
    scene, texts = ExplorationScene(pos, "spain"), pos.rules.texts("en")
    assert "Manco Inca" in _said(scene.space("3816").about, texts)
    assert _said(scene.space("1820").about, texts).startswith("Florida: Ponce de León")
    assert scene.space("europe").about is None


def _said(said: Said | None, texts: Texts) -> str:
    return "" if said is None else say(said, texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_atlas_are_complete_in_every_language(language: str) -> None:
    tools, pack = pack_of("exploration"), our_pack()
    gallery, atlas = tools.gallery(language), tools.atlas(language)
    assert len(gallery.cards) == len(pack.people) + len(pack.events)
    for card in gallery.cards:
        said = (card.name, card.text, card.kind_word, card.history, *card.facts)
        assert all(said)
        assert not [each for each in said if "[" in each or "{" in each]
    ((_, rows),) = atlas.rows
    assert len(rows) == len(pack.areas) + len(pack.mines) + len(pack.cities) + len(pack.discoveries)
    for row in rows:
        assert len(row.cells) == len(atlas.heads)
        assert not [each for each in (row.name, row.line, *row.cells) if "[" in each or "{" in each]
        assert row.cells[-1] or row.id.endswith(FOUND)


def test_who_is_not_in_a_title_is_found_by_their_history() -> None:
    gallery = cq.card_gallery(game="exploration")
    gallery.settings.widget("search").value = "Donnacona"
    assert [card.id for card in gallery.model.shown()] == ["cartier"]
    gallery.settings.widget("search").value = ""
    gallery.settings.widget("kind").value = "privateer"
    assert [card.id for card in gallery.model.shown()] == ["hawkins", "drake", "grenville", "raleigh"]
    atlas = cq.map_atlas(game="exploration")
    atlas.settings.widget("kind").value = "mine"
    atlas.settings.widget("search").value = "Lakota"
    assert [row.id for row in atlas.model.shown()] == ["black-hills"]


def test_history_is_no_part_of_the_rules(tmp_path: Path) -> None:
    """A pack may be silent about its people; whatever it tells, a save stays one of the same game."""
    (tmp_path / "history.toml").write_text("[people]\n[places]\n[events]\n", encoding="utf-8")
    assert Pack(tmp_path).line_of("2327") is None
    cq.allow_pack(tmp_path)
    ours, theirs = (
        cq.new_game("exploration", players=["Ana"], seed=1, pack=pack).rules for pack in (None, str(tmp_path))
    )
    assert fingerprint(ours) == fingerprint(theirs)
