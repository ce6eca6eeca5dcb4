"""The checker: silent on our data, and with the right complaint on each kind of mistake."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conquistadors.__main__ import main
from conquistadors.engine.errors import DataError
from conquistadors.games.conquest.pack import checks
from conquistadors.games.conquest.pack.checks import check, load_pack
from conquistadors.games.conquest.pack.records import MAPS, Pack
from conquistadors.games.conquest.pack.tables import Tables
from conquistadors.packs.complaints import Complaint
from conquistadors.resources import data_root
from support.sizes import size

Spoil = Callable[[dict[str, Any]], object]
"""Makes a mistake in the content of a file."""

OURS = Pack()


class Broken(Pack):
    """Our data with one mistake."""

    def __init__(self, file: str, spoil: Spoil) -> None:
        super().__init__()
        self._file = file
        self._spoil = spoil
        self._spoilt: dict[str, dict[str, Any]] = {}

    def read(self, name: str) -> dict[str, Any]:
        if name not in self._spoilt:
            self._spoilt[name] = OURS.read(name)
            if name == self._file:
                self._spoilt[name] = copy.deepcopy(self._spoilt[name])
                self._spoil(self._spoilt[name])
        return self._spoilt[name]


def cell(table: str, column: str, total: int, value: Any) -> Spoil:
    """Change one cell of a table."""

    def spoil(document: dict[str, Any]) -> None:
        entry = document[table]
        entry["columns"][column][total - entry.get("first", 1)] = value

    return spoil


def space(space_id: str, **changes: Any) -> Spoil:
    """Change one space of a map."""

    def spoil(document: dict[str, Any]) -> None:
        next(entry for entry in document["space"] if entry["id"] == space_id).update(changes)

    return spoil


def card(card_id: str, **changes: Any) -> Spoil:
    """Change one card."""

    def spoil(document: dict[str, Any]) -> None:
        next(entry for entry in document["card"] if entry["id"] == card_id).update(changes)

    return spoil


@pytest.mark.parametrize("errata", ["japanese", "english"])
def test_our_data_are_right(errata: Any) -> None:
    assert [str(complaint) for complaint in check(Pack(errata=errata))] == []


def without_column_36(document: dict[str, Any]) -> None:
    del document["combat"]["columns"]["36"], document["combat"]["graded"][4]


def change_kind(kind: str, **changes: Any) -> Spoil:
    """Change every space of a kind."""
    return lambda document: [entry.update(changes) for entry in document["space"] if entry["kind"] == kind]


TABLE_MISTAKES: list[tuple[str, Spoil, str]] = [
    (
        "discovery",
        cell("discovery", "3", 4, "town"),
        "tables/discovery.toml: discovery 3 at 4: is 'city' in the rulebook, not 'town' (2.42x)",
    ),
    ("discovery", cell("discovery", "3", 8, "empire"), "an empire is found on Level 4 only (12.23)"),
    ("discovery", cell("discovery", "0", 2, "castle"), "discovery 0 at 2: 'castle' cannot stand here (4.11)"),
    ("discovery", cell("discovery", "0", 6, "nothing"), "discovery 0 at 6: is worse than a lower total (4.11)"),
    ("discovery", lambda d: d["discovery"]["columns"].pop("1"), "discovery 1: the column is missing (4.11)"),
    ("discovery", lambda d: d["discovery"].pop("rule"), "discovery: rule is missing"),
    ("discovery", lambda d: d["discovery"].update(source=""), "a value needs its clause or its reason (4.11)"),
    ("discovery", lambda d: d["discovery"].update(grade="guess"), "the grade is one of stated, example, derived"),
    ("discovery", lambda d: d["discovery"]["graded"].append({"column": "9", "total": 1}), "there is no cell"),
    ("discovery", lambda d: d["adjacency"]["columns"]["2"].update(village=-2), "adjacency 2 at village: is -3"),
    ("discovery", lambda d: d["adjacency"]["columns"]["2"].update(none=0), "adjacency 2 at none: is 'X'"),
    ("discovery", lambda d: d["adjacency"]["columns"]["3"].update(town=0), "adjacency 3 at town: is -1"),
    (
        "discovery",
        lambda d: d["adjacency"]["columns"]["3"].update(city=-1),
        "a city nearby is no hindrance",
    ),
    (
        "discovery",
        lambda d: d["adjacency"]["columns"]["1"].update(town=-1),
        "1 at town: is worse than a village",
    ),
    (
        "discovery",
        lambda d: d["adjacency"]["columns"]["4"].update(city=2),
        "4 at city: is easier than Level 3",
    ),
    ("diplomacy", cell("diplomacy", "city", 13, "calm, choice 1"), "diplomacy city at 13: is worse than a lower total"),
    ("diplomacy", cell("diplomacy", "town", 8, "calm"), "diplomacy town at 8: is worse than a lower total"),
    ("diplomacy", cell("diplomacy", "town", 6, "hostile"), "diplomacy town at 6: is worse than a lower total"),
    ("combat", lambda d: d.pop("values"), "values: the table or its title is missing"),
    ("diplomacy", cell("diplomacy", "city", 15, "calm"), "city at 15: gives alliance, king and the choice"),
    ("diplomacy", cell("diplomacy", "city", 5, "dance"), "'dance' cannot stand here (5.13)"),
    (
        "diplomacy",
        cell("diplomacy-gold", "city", 7, 11),
        "diplomacy-gold city at 7: is 12 in the rulebook, not 11",
    ),
    ("diplomacy", lambda d: d["diplomacy-gold"]["columns"].update(imperial=[1]), "imperial cities use the City column"),
    ("diplomacy", cell("diplomacy-gold", "town", 3, "2"), "diplomacy-gold town at 3: '2' cannot stand here"),
    ("combat", cell("combat", "16", 8, "2"), "combat 16 at 8: is '1' in the rulebook, not '2' (6.371x)"),
    ("combat", cell("combat", "30", 6, "1"), "30 at 6: inflicts no loss in the rulebook"),
    ("combat", cell("combat", "2", 10, "M"), "combat 2 at 10: has no loss: a battle might never end (6.31)"),
    ("combat", cell("combat", "42", 8, "0"), "42 at 8: is worse than column 36"),
    (
        "combat",
        lambda d: (d["combat"]["columns"].pop("36"), d["combat"]["graded"].pop(4)),
        "a force of 40: uses column 36 in the rulebook",
    ),
    ("combat", lambda d: d["values"]["horse"].update(value=9), "values horse: has the combat value 8 (6.221)"),
    ("plunder", cell("plunder-gold", "city", 5, 1), "plunder-gold city at 5: is worse than a lower total (7.21)"),
    ("plunder", cell("exhaustion", "town", 6, "out"), "exhaustion town at 6: is worse than a lower total (7.24)"),
    ("morale", cell("morale", "hits", 6, 3), "morale hits at 6: is worse than a lower total (9.12)"),
    ("governor", cell("favour", "points", 0, 1), "favour points at 0: is 0 in the rulebook, not 1"),
    ("recruiting", cell("funds", "initial", 1, 10), "funds initial at 1: is 12 in the rulebook, not 10 (15.15x, J9)"),
    ("recruiting", lambda d: d["costs"]["foot"].update(value=3), "costs foot: costs 2 pesos in the rulebook"),
    ("sequence", cell("impulses", "ends", 2, 3), "the first end roll comes after round 3 (2.42, J11)"),
    ("sequence", cell("impulses", "ends", 6, 6), "some box has the range 2-7 (2.42)"),
    ("legends", lambda d: d["legends"]["legend"].pop(), "mississippi-river: a legend of the maps north is missing"),
    ("legends", lambda d: d["legends"]["legend"][0]["result"][0].update({"from": 3}), "results start at 2 and rise"),
    (
        "legends",
        lambda d: d["legends"]["legend"][0]["result"][0].update(fate="sold"),
        "to the pool, stays, or is gone",
    ),
    ("legends", lambda d: d["legends"]["legend"][0].pop("maps"), "tables/legends.toml: legends: missing or unknown"),
    ("solitaire", lambda d: d["verdicts"]["band"].pop(), "verdicts: the bands begin at 0, 50, 100"),
    ("events", lambda d: d["events"]["title"].update(ja="Random events"), "title: not translated into 日本語"),
    ("events", cell("events", "event", 7, "party"), "events event at 7: 'party' cannot stand here (20.0)"),
]


@pytest.mark.parametrize(("file", "spoil", "complaint"), TABLE_MISTAKES)
def test_mistakes_in_tables(file: str, spoil: Spoil, complaint: str) -> None:
    told = [str(each) for each in check(Broken(f"tables/{file}.toml", spoil))]
    assert any(complaint in each for each in told), told


OTHER_MISTAKES: list[tuple[str, Spoil, str]] = [
    ("rolls.toml", lambda d: d["rolls"].pop("rally"), "rolls.toml: rally: the roll is missing from the catalogue"),
    (
        "rolls.toml",
        lambda d: d["rolls"]["rally"].update(dice=2),
        "rolls.toml: rally: dice are [how many, sides], not 2",
    ),
    (
        "rolls.toml",
        lambda d: d["rolls"]["rally"].update(dice=[3, 6]),
        "one six-sided die or two, and nothing else (1.51)",
    ),
    ("rolls.toml", lambda d: d["rolls"]["rally"].update(luck=["during"]), "luck is before, after, both or nothing"),
    ("rolls.toml", lambda d: d["rolls"]["rally"].update(table="waltz"), "there is no table 'waltz' (9.22)"),
    ("rolls.toml", lambda d: d["rolls"]["rally"].pop("table"), "read in a table, or has results of its own"),
    ("rolls.toml", lambda d: d["rolls"]["rally"].pop("source"), "a roll needs its grade and its source"),
    ("counters.toml", lambda d: d["spanish"]["foot"].update(count=27), "spanish.foot: at least 28 are needed (14.12)"),
    ("counters.toml", lambda d: d["markers"]["town"].pop("source"), "markers.town: a counter needs its grade"),
    ("counters.toml", lambda d: d["indians"]["unit"][0].update(value=1), "indians.unit[0]: each side is 2 or more"),
    ("counters.toml", lambda d: d["indians"]["unit"][3].update(back=10), "a 20 with one side is in the cup"),
    ("counters.toml", lambda d: d.update(empire=d["empire"][:1]), "there are several empires (1.25)"),
    ("counters.toml", lambda d: d["empire"][0]["name"].update(ja=" "), "name: the text in 日本語 is missing"),
]


@pytest.mark.parametrize(("file", "spoil", "complaint"), OTHER_MISTAKES)
def test_mistakes_in_rolls_and_counters(file: str, spoil: Spoil, complaint: str) -> None:
    told = [str(each) for each in check(Broken(file, spoil))]
    assert any(complaint in each for each in told), told


def number(name: str, **changes: Any) -> Spoil:
    """Change one number of the rules."""
    return lambda document: document["numbers"][name].update(changes)


NUMBER_MISTAKES: list[tuple[Spoil, str]] = [
    (lambda d: d["numbers"].pop("sea"), "numbers.toml: sea: the number is missing (3.22)"),
    (lambda d: d.pop("numbers"), "numbers.toml: points_to_win: the number is missing (14.4)"),
    (lambda d: d.update(numbers=[]), "numbers.toml: points_to_win: the number is missing (14.4)"),
    (lambda d: d["numbers"].update(lake={"value": 1, "grade": "stated", "source": "3.2"}), "lake: there is no number"),
    (lambda d: d["numbers"].update(sea=6), "sea: a number has a value, a grade and a source, and nothing else (3.22)"),
    (number("sea", unit="spaces"), "sea: a number has a value, a grade and a source, and nothing else (3.22)"),
    (number("sea", value="six"), "sea: a whole number is needed, not 'six' (3.22)"),
    (number("sea", value=True), "sea: a whole number is needed, not True (3.22)"),
    (number("sea", value=6.0), "sea: a whole number is needed, not 6.0 (3.22)"),
    (number("sea", grade="guess"), "sea: a number needs its grade and its source (3.22)"),
    (number("sea", source=" "), "sea: a number needs its grade and its source (3.22)"),
    (number("sea", value=0), "sea: at least 1 is needed, not 0 (3.22)"),
    (number("gift_step", value=0), "gift_step: at least 1 is needed, not 0"),
    (number("start_assets", value=-1), "start_assets: at least 0 is needed, not -1 (14.12)"),
    (number("start_conquistadors", value=3), "start_conquistadors: is 2 in the rulebook, not 3 (14.12)"),
    (number("cards_kept", value=11), "cards_kept: is greater than cards_dealt_to"),
    (number("players_least", value=5), "players_least: is greater than players_most (14.0)"),
    (number("players_most", value=3), "players_least, players_most: 2 to 4 players can play, or more (14.0)"),
    (number("standard_players_least", value=3), "standard_players_most: 2 to 5 players can play, or more (22.0)"),
    (number("players_most", value=6), "players_most: there are not so many sets of markers: 6 (1.28, 14.0, 22.0)"),
    (number("empire_level", value=5), "empire_level: levels are 0 to 4, not 5 (1.13, 12.23)"),
    (number("start_horse", value=8), "start_horse: 4 players need more counters than there are (14.12, 15.15)"),
    (number("start_foot", value=17), "start_foot: two conquistadors hold 20 units at most (1.42, 14.12)"),
    (lambda d: d["combat_by_hits"].pop("modifiers"), "combat_by_hits: 5 whole numbers are needed, for 0 hits and more"),
    (lambda d: d["combat_by_hits"]["modifiers"].pop(), "combat_by_hits: 5 whole numbers are needed"),
    (lambda d: d["combat_by_hits"].pop("source"), "combat_by_hits: a number needs its grade and its source (6.241)"),
]


@pytest.mark.parametrize(("spoil", "complaint"), NUMBER_MISTAKES)
def test_mistakes_in_numbers(spoil: Spoil, complaint: str) -> None:
    told = [str(each) for each in check(Broken("numbers.toml", spoil))]
    assert any(complaint in each for each in told), told


def test_a_modifier_may_be_negative_and_all_mistakes_in_numbers_are_told() -> None:
    assert check(Broken("numbers.toml", number("rally_food", value=-2))) == []

    def three(document: dict[str, Any]) -> None:
        document["numbers"]["sea"]["value"] = "far"
        document["numbers"]["land_alone"].pop("source")
        del document["numbers"]["activations"]

    assert [each.place for each in check(Broken("numbers.toml", three))] == ["activations", "land_alone", "sea"]


CARD_MISTAKES: list[tuple[str, Spoil, str]] = [
    (
        "strategy",
        card("el-dorado", name={"en": "x", "fr": "y", "ja": "z"}),
        "another name than its card",
    ),
    ("strategy", card("bolas", copies=3), "cards/strategy.toml: card: 111 cards, not 110 (1.31)"),
    ("strategy", card("theft", copies=3), "theft: 2 copies, not 3 (19.31, 23.112, J5)"),
    ("strategy", card("bolas", id="bolos"), "bolas: a card that the rulebook names is missing"),
    ("strategy", card("bolas", id="theft"), "theft: stands twice (1.31)"),
    ("strategy", card("bolas", type="magic"), ".type: expected one of"),
    ("strategy", card("bolas", when="tea-time"), "bolas: when is one of any, combat"),
    ("strategy", card("bolas", solitaire="action"), "bolas: Reaction and Combat cards make the Reaction deck"),
    ("strategy", card("ultimatum", solitaire="enemy"), "ultimatum: is not in the list of the Enemy Action deck"),
    ("strategy", card("assassination", set_aside_in_solitaire=0), "22 cards in the Enemy Action deck, not 21 (23.112)"),
    ("strategy", card("bolas", source=""), "bolas: a card needs its clause or its reason"),
    ("strategy", card("bolas", text={"en": "a", "fr": "b", "ja": ""}), "bolas: text: the text in 日本語 is missing"),
    ("strategy", card("bolas", text={"en": "a", "fr": "a", "ja": "b"}), "bolas: text: not translated into français"),
    ("strategy", card("bolas", effect={"roll": "waltz"}), "bolas: there is no roll 'waltz' in the catalogue"),
    ("strategy", card("bolas", copies="three"), "copies: expected a whole number, found 'three'"),
    ("strategy", lambda d: d["card"][0].pop("effect"), "card[0]: missing or unknown: 'effect'"),
    ("strategy", card("arrest-warrant", effect={"index_below": 1}), "arrest-warrant: index_below is 0 or less"),
    ("strategy", card("el-dorado", effect={"legend": "prester-john", "map": "any", "distance": 3}), "el-dorado: its"),
    ("strategy", card("amazon-river", effect={"legend": "amazon-river", "map": "any", "distance": 3}), 'map = "south"'),
    ("strategy", card("el-dorado", effect={"legend": "el-dorado", "map": "any"}), "distance = ... } (19.12, 19.32)"),
    ("assets", card("bearer", copies=4), "cards/assets.toml: card: 27 cards, not 26 (1.31)"),
    ("assets", card("bearer", id="mule"), "bearer: a card that the rulebook names is missing (1.34)"),
    ("assets", card("bearer", smallpox_lost_on=[1]), "bearer: smallpox costs indian-guide, imperial-emissary, interp"),
    ("assets", card("interpreter", smallpox_lost_on=[]), "interpreter: smallpox costs indian-guide"),
    ("assets", card("interpreter", smallpox_lost_on=[1]), "smallpox_lost_on: the numbers are the same on all cards"),
    ("conquistadors", card("cortes", combat=3), "cortes: Cortés has Combat 2 and Diplomacy 3"),
    ("conquistadors", card("balboa", combat=4), "balboa: ratings are 0 to 3 (1.331)"),
    ("conquistadors", card("balboa", combat=3, diplomacy=3, rally=3), "balboa: Cortés and F. Pizarro are the two best"),
    ("conquistadors", card("balboa", print="replacement"), "not 15 regulars and 5 replacements (1.332)"),
    ("conquistadors", card("balboa", maps=""), "six conquistadors are listed for solitaire on the south map"),
    ("conquistadors", lambda d: [each.update(print="brown") for each in d["card"][:3]], "printed in red, not 6"),
]


@pytest.mark.parametrize(("file", "spoil", "complaint"), CARD_MISTAKES)
def test_mistakes_in_cards(file: str, spoil: Spoil, complaint: str) -> None:
    told = [str(each) for each in check(Broken(f"cards/{file}.toml", spoil))]
    assert any(complaint in each for each in told), told


def lonely(space_id: str) -> Spoil:
    """Cut all lines of a space."""

    def spoil(document: dict[str, Any]) -> None:
        document["connection"] = [line for line in document["connection"] if space_id not in line["between"]]

    return spoil


def line(one: str, other: str, by: str) -> Spoil:
    return lambda document: document["connection"].append({"between": [one, other], "by": by})


MAP_MISTAKES: list[tuple[str, Spoil, str]] = [
    ("north", lonely("tenochtitlan"), "maps/north.toml: tenochtitlan: cannot be reached from Panama or Cuba (3.11)"),
    ("north", lonely("tenochtitlan"), "tenochtitlan: no Level 3 space lies next to it"),
    ("north", lonely("tenochtitlan"), "tenochtitlan: an empire found here does not fit"),
    ("north", line("tenochtitlan", "atlantis", "land"), "tenochtitlan - atlantis: there is no space 'atlantis' (3.11)"),
    ("north", line("tenochtitlan", "tenochtitlan", "land"), "a line joins two different spaces, once"),
    ("north", line("tenochtitlan", "cozumel", "sea"), "a line to or between sea spaces is by sea, any other by land"),
    ("north", space("tenochtitlan", level=5), "tenochtitlan: Level 0 to 4 for a regular land space"),
    ("north", space("tenochtitlan", level=0), "tenochtitlan: Level 0 spaces lie on the coast"),
    ("north", space("tenochtitlan", minus_one=True), "tenochtitlan: the -1 is printed on coasts only (4.111, J2)"),
    ("north", space("tenochtitlan", mar_del_sur=True), "tenochtitlan: the Mar del Sur is sea"),
    ("north", space("tenochtitlan", lat=99.0), "tenochtitlan: no place on earth: 99.0"),
    ("north", space("tenochtitlan", legend=3), "tenochtitlan: a number for a Legend space"),
    ("north", space("tenochtitlan", kind="castle"), ".kind: expected one of"),
    ("north", space("tenochtitlan", source=""), "tenochtitlan: a space needs its clause or its reason"),
    ("north", space("tenochtitlan", id="texcoco"), "texcoco: stands twice"),
    ("north", lambda d: d.update(space=d["space"][:50]), "land spaces, not 60 to 90"),
    (
        "north",
        lambda d: [s.update(kind="desert") for s in d["space"] if s["kind"] == "cuba"],
        "Santiago de Cuba is on the North",
    ),
    (
        "south",
        lambda d: [s.update(kind="desert") for s in d["space"] if s["kind"] == "panama"],
        "one Panama space on each map",
    ),
    ("south", change_kind("legend", legend=1), "numbered 1 to 6 (19.21)"),
    (
        "south",
        lambda d: [s.pop("mar_del_sur", 0) for s in d["space"]],
        "most sea spaces of the South map are Mar del Sur",
    ),
    ("south", lambda d: d["space"][0]["history"].update(fr=d["space"][0]["history"]["en"]), "history: not translated"),
]


@pytest.mark.parametrize(("file", "spoil", "complaint"), MAP_MISTAKES)
def test_mistakes_on_maps(file: str, spoil: Spoil, complaint: str) -> None:
    told = [str(each) for each in check(Broken(f"maps/{file}.toml", spoil))]
    assert any(complaint in each for each in told), told


OWN = data_root() / "conquest"
FILES = sorted(str(p.relative_to(OWN)) for part in ("cards", "maps", "tables") for p in (OWN / part).glob("*.toml"))
FILES += ["rolls.toml", "counters.toml", "numbers.toml"]
STRANGE = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.just([]), st.just({}))


def test_an_error_that_names_no_place_is_a_complaint_about_its_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Pack) -> list[Complaint]:
        raise DataError("a diplomacy result cannot be '0'")

    monkeypatch.setitem(checks.PARTS, "tables", fails)
    (complaint,) = [each for each in check(Pack()) if each.file == "tables"]
    assert complaint.what == "a diplomacy result cannot be '0'"


@pytest.mark.soak
@settings(max_examples=size("GARBAGE", thin=60, soak=2000), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(FILES), st.data())
def test_garbage_in_a_pack_is_complained_of_and_never_crashes_the_checker(file: str, data: st.DataObject) -> None:
    def spoil(document: dict[str, Any]) -> None:
        inner: Any = document
        for _ in range(data.draw(st.integers(0, 5))):
            keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            below = [key for key in keys if isinstance(inner[key], (dict, list)) and inner[key]]
            if not below:
                break
            inner = inner[data.draw(st.sampled_from(below))]
        key = data.draw(st.sampled_from(list(inner) if isinstance(inner, dict) else list(range(len(inner)))))
        inner[key] = data.draw(STRANGE)

    for complaint in check(Broken(file, spoil)):
        assert len(str(complaint)) < 2000


def test_a_column_without_rows_is_complained_of() -> None:
    def spoil(document: dict[str, Any]) -> None:
        document["adjacency"]["columns"]["0"] = []

    assert check(Broken("tables/discovery.toml", spoil)) != []


def test_a_pack_is_checked_when_it_is_loaded(tmp_path: Path) -> None:
    assert load_pack().folder is None
    assert load_pack(tmp_path).folder == tmp_path
    ours = OURS.path("tables/combat.toml").read_text(encoding="utf-8")
    (tmp_path / "tables").mkdir()
    broken = tmp_path / "tables" / "combat.toml"
    broken.write_text(ours.replace("horse = { value = 8", "horse = { value = 7"), encoding="utf-8")
    with pytest.raises(DataError, match=r"cannot be used:\ntables/combat.toml: values horse: has the combat value 8"):
        load_pack(tmp_path)
    broken.write_text(ours.replace('""', '"W"'), encoding="utf-8")
    with pytest.raises(DataError, match=r"\.\.\. and \d+ more"):
        load_pack(tmp_path)


def test_the_command_draws_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for language, name in (("en", "Tenochtitlan"), ("ja", "テノチティトラン")):
        path = tmp_path / f"{language}.svg"
        assert main(["show-map", "north", "--language", language, "--to", str(path)]) == 0
        assert name in path.read_text(encoding="utf-8")
    assert "drawn to" in capsys.readouterr().out


@pytest.mark.parametrize("name", MAPS)
def test_the_pictures_of_the_maps_are_current(name: str, tmp_path: Path) -> None:
    """`make refresh` draws them anew."""
    assert main(["show-map", name, "--to", str(tmp_path / "now.svg")]) == 0
    shown = Path(__file__).parents[3] / "notebooks" / "images" / f"{name}.svg"
    assert shown.read_text(encoding="utf-8") == (tmp_path / "now.svg").read_text(encoding="utf-8")


def test_the_command_checks_our_data_and_a_pack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    (tmp_path / "tables").mkdir()
    ours = Pack().path("tables/combat.toml").read_text(encoding="utf-8")
    (tmp_path / "tables" / "combat.toml").write_text(ours.replace("horse = { value = 8", "horse = { value = 7"))
    assert main(["check-data", str(tmp_path)]) == 1
    assert "values horse: has the combat value 8 (6.221)\n1 complaints" in capsys.readouterr().out
    assert main(["check-data", str(tmp_path / "none")]) == 2
    assert Tables(Pack(tmp_path)).values["horse"].value == 7
