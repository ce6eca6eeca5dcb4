"""HTML in every text that a person or a pack can bring: wherever it is shown, it is shown as it was written."""

from __future__ import annotations

import base64
import copy
import json
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import ipywidgets as w
import pytest

import conquistadors as cq
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import KITS, kit, load, pack_of, rules_for
from conquistadors.lab.classes import verdicts
from conquistadors.packs.allowed import OPTION
from conquistadors.packs.contract import PackTools
from conquistadors.resources import read_toml
from conquistadors.room.school import games_alone
from conquistadors.teach.worksheets import worksheet
from support.attacks import nodes
from support.halls import Page, hall_in
from support.packs import takes_packs, toml
from support.sizes import size

EVIL: Final = "x-evil"
MARK: Final = f"'\"><{EVIL}>&amp;"
"""Ends an attribute and a tag, opens one of its own, and is written otherwise once it is escaped."""
ANSWERS: Final = size("HTML_ANSWERS", thin=3, soak=60)
"""So many answers are pressed at a table."""
SPOKEN: Final = [*LANGUAGES][: size("HTML_LANGUAGES", thin=1, soak=len(LANGUAGES))]
"""In each of these a map is drawn anew, with long names in it."""
WORDS: Final = (*LANGUAGES, "full_name", "source", "copies_source", "ratings_source")
"""What a pack says in words: names and texts, and where values come from."""


class Opened(HTMLParser):
    """Finds out whether a text opens the tag that nobody should open, or an attribute of that name."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.evil = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.evil |= tag == EVIL or any(EVIL in name for name, _ in attrs)


@cache
def unescaped(html: str) -> bool:
    return Opened(html).evil


def widgets_of(thing: object) -> Iterator[w.Widget]:
    """A widget with all that it holds."""
    left: list[object] = [thing]
    seen: set[int] = set()
    while left:
        each = left.pop()
        if isinstance(each, (list, tuple)):
            left += each
        elif isinstance(each, dict):
            left += each.values()
        elif isinstance(each, w.Widget) and id(each) not in seen:
            seen.add(id(each))
            yield each
            left += each._trait_values.values()


def shown(thing: object) -> Iterator[tuple[str, str]]:
    """Every HTML in a thing with our text in it, and where it stands; pictures as well, which have to be good XML."""
    for way in ("_repr_html_", "_repr_svg_"):
        if hasattr(thing, way):
            yield f"{type(thing).__name__}.{way}", str(getattr(thing, way)())
    for widget in widgets_of(thing):
        html = isinstance(widget, (w.HTML, w.HTMLMath)) or getattr(widget, "description_allow_html", False)
        for name, value in widget._trait_values.items():
            place = f"{type(widget).__name__}.{name}"
            if name == "url" and value.startswith("data:image/svg+xml;base64,"):
                yield place, drawn(value)
            elif isinstance(value, str) and (html or "html" in name):
                yield place, value


@cache
def drawn(url: str) -> str:
    svg = base64.b64decode(url.partition(",")[2]).decode()
    ElementTree.fromstring(svg)
    return svg


def check_shown(*things: object) -> int:
    """All that these things show; how often our text was met."""
    met = 0
    for thing in things:
        for place, html in shown(thing):
            if EVIL in html:
                assert not unescaped(html), f"{place}: {html[max(0, html.find(EVIL) - 200) :][:400]}"
                met += 1
    return met


def evil_pack(game: str, folder: Path) -> Path:
    """All files of a pack, with the mark in each of their words."""
    tools: PackTools = load(kit(game).pack)
    for name in tools.files:
        document = copy.deepcopy(read_toml(game, name))
        for holder, key in nodes(document):
            if key in WORDS and isinstance(holder[key], str):
                holder[key] += MARK
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(toml(document), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {game: evil_pack(game, tmp_path_factory.mktemp(game)) for game in KITS if takes_packs(kit(game))}


EACH: Final = size("HTML_SCENARIOS", thin=1, soak=100)
SCENARIOS: Final = [(game, scenario.id) for game in KITS for scenario in kit(game).scenarios[-EACH:]]
each_scenario = pytest.mark.parametrize(("game", "scenario"), SCENARIOS, ids=[scenario for _, scenario in SCENARIOS])
each_game = pytest.mark.parametrize("game", KITS)


def evil_game(game: str, scenario: str, packs: dict[str, Path], folder: Path) -> cq.Game[Any]:
    """A game with such names and such a pack, under way."""
    options: dict[str, Any] = {OPTION: str(packs[game])} if game in packs else {}
    made = rules_for(scenario, options)
    players = [f"{MARK}{number}" for number, _ in enumerate(made.seats)]
    found = cq.new_game(scenario, players=players, seed=5, autosave=folder, undo="training", **options)
    random = Random(scenario)
    for _ in range(15):
        found.play(random.choice(found.options))
    return found


@pytest.mark.soak
@each_scenario
def test_a_table(game: str, scenario: str, packs: dict[str, Path], tmp_path: Path) -> None:
    """Board, strip, question, tabs, odds, story, saves, refusals and what goes wrong."""
    playing, random = evil_game(game, scenario, packs, tmp_path), Random(1)
    table = cq.play(playing, autosave=tmp_path)
    model, met = table.model, 0

    def after(action: Callable[[], object]) -> None:
        nonlocal met
        with warnings.catch_warnings(action="ignore"):
            action()
        table.show()
        met += check_shown(table)

    for number in range(ANSWERS):
        if model.game.pending is None:
            break
        model.speak(SPOKEN[number % len(SPOKEN)])
        table._tabs.turn_to(table._tabs.pages[number % len(table._tabs.pages)])
        if model.curtain is not None:
            after(model.lift_curtain)
        after(lambda: model.press(random.choice(model.game.options).id))
    after(lambda: model.press(MARK))
    after(lambda: model.saves.save_as(MARK))
    after(lambda: model.saves.save_as("copy"))
    after(lambda: model.saves.load(MARK))
    after(lambda: setattr(table._toolbar._more, "value", True))
    after(model.saves.branch)
    after(model.undo)
    assert met


@pytest.mark.soak
@each_game
def test_what_is_printed(game: str, packs: dict[str, Path]) -> None:
    """Tables, cards and maps of a pack."""
    tools = pack_of(game)
    options: dict[str, Any] = {OPTION: str(packs[game])} if game in packs else {}
    rules = rules_for(kit(game).scenarios[0].id, options)
    met = 0
    names = tools.tables(rules)
    for number, name in enumerate(names[:: size("PRINTED_TABLES", thin=4, soak=1)]):
        language = [*LANGUAGES][number % len(LANGUAGES)]
        met += check_shown(cq.table_view(name, language=language, rules=rules, game=game))
    met += check_shown(cq.card_gallery(rules=rules, game=game))
    for name in tools.maps:
        svg = tools.draw(name, packs.get(game))
        ElementTree.fromstring(svg)
        assert not unescaped(svg)
        met += EVIL in svg
    assert bool(met) == (game in packs)


@pytest.mark.soak
@each_scenario
def test_a_replay_a_list_and_results(game: str, scenario: str, packs: dict[str, Path], tmp_path: Path) -> None:
    playing = evil_game(game, scenario, packs, tmp_path)
    viewer = cq.replay(playing)
    met = check_shown(viewer)
    viewer.model.seek(viewer.model.last)
    viewer.show()
    met += check_shown(viewer)
    broken = tmp_path / f"{MARK.replace('/', '')}.json"
    broken.write_text(f'{{"format": "{EVIL}"', encoding="utf-8")
    met += check_shown(cq.saved_games(tmp_path))
    assert met
    if kit(game).alone == scenario:
        frame = verdicts(tmp_path)
        assert EVIL in str(frame.to_numpy())
        check_shown(frame)


@each_game
def test_exercises_rules_and_explorers(game: str, tmp_path: Path) -> None:
    """What somebody types: their name, an answer, a word to look for, a setting."""
    found: list[object] = []
    if kit(game).exercises is not None:
        names = list(load(kit(game).exercises or ""))[:3]
        asked = cq.quiz(*names, reader=MARK, folder=tmp_path)
        for _ in names:
            asked.model.check(MARK)
            asked.model.ask_hint()
            asked.show()
            check_shown(asked)
            asked.model.move(1)
        found += [asked, worksheet([MARK], names)]
    for sought in (MARK, f"<{EVIL}> losses"):
        try:
            found.append(cq.rule(sought, game=game))
        except cq.SetupError as error:
            found.append(error)
    explorers = [cq.odds_explorer(game=game), cq.map_atlas(game=game)]
    explorers += [cq.explore(name, game=game) for name in kit(game).explored]
    for field in [widget for widget in widgets_of(explorers) if isinstance(widget, w.Text)]:
        field.value = MARK
        check_shown(*explorers)
    check_shown(*found, *explorers)


@each_game
def test_a_reader(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a person, at their table and in the list of their games."""
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path))
    table = cq.play(kit(game).scenarios[-1].id, seed=3, reader=MARK)
    table.model.lift_curtain()
    table.model.press(table.game.options[0].id)
    table.model.saves.branch()
    table.show()
    check_shown(table, cq.saved_games(reader=MARK))
    assert len(list((tmp_path / "readers").iterdir())) == 1, "one folder, whatever is in the name"


HTML_PARTS: Final = ("strip", "prompt", "dice", "story", "tab-", "pieces", "html", "rule", "refused")
"""What the pages of a class take as HTML; all else they show as text."""


@pytest.mark.parametrize("scenario", games_alone())
def test_a_page_of_a_class(scenario: str, tmp_path: Path) -> None:
    """A pupil of such a name, a room and a challenge of such a title, and such answers."""
    hall, _ = hall_in(tmp_path)
    hall.school.meet({MARK: MARK})
    hall.school.challenge(scenario, MARK)
    room = hall.school.make_own(MARK, scenario)
    assert MARK[:10] in str(room.game.kept_names)
    pages = [Page(hall, MARK, room.id), Page(hall, MARK), Page(hall, "teacher", teacher=True)]
    hall.school.make_room(scenario, title=MARK, people=[MARK], ready=False)
    for _ in range(ANSWERS):
        if pages[0].asked:
            pages[0].do("odds", answer=pages[0].asked["answers"][0][0])
            pages[0].answer()
            pages[0].do("answer", question=MARK, answer=MARK)
    for page in pages:
        for deed in ("look", "solve", "exercise", "take-up", "open"):
            page.do(deed, space=MARK, id=MARK, answer=MARK, challenge=MARK, scenario=MARK)
    texts = [text for page in pages for message in page.sent for text in as_html(json.loads(message))]
    assert texts
    assert not [text for text in texts if EVIL in text and unescaped(text)]
    assert any(EVIL in text for text in texts)


def as_html(part: Any, name: str = "") -> Iterator[str]:
    """Every text that a page takes as HTML."""
    if isinstance(part, str):
        if name.startswith(HTML_PARTS):
            yield part
    elif isinstance(part, dict):
        for key, value in part.items():
            yield from as_html(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from as_html(value, name)


def test_the_search_finds_what_is_not_escaped() -> None:
    """A search that cannot find anything proves nothing."""
    assert unescaped(f"<b>{MARK}</b>")
    assert unescaped(f'<b title="{MARK}">')
    assert unescaped(f"<b title='{MARK}'>")
    with pytest.raises(AssertionError, match=r"HTML\.value"):
        check_shown(w.VBox([w.Tab([w.HTML(MARK)])]))
