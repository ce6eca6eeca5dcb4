"""The step-through viewer: the model by moving about in games, the face by pressing its buttons."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ipywidgets as w
import pytest

import conquistadors as cq
from conquistadors.engine.errors import SaveError, SetupError, UndoError
from conquistadors.engine.game import Game
from conquistadors.engine.history import Answer
from conquistadors.engine.requests import CHANCE
from conquistadors_widgets import viewer as face
from conquistadors_widgets.viewer import Viewer, replay
from conquistadors_widgets.viewer_model import BYSTANDER, OPEN, ReplayModel, clauses_of, game_of
from support.fortune import Fortune

STRANGE = "<img src=x onerror=alert(1)>"
LONG = 700


def played(scenario: str = "basic", most: int = LONG, seed: int = 3, **setup: Any) -> Game[Any]:
    """A game as the golden ones are played, up to so many answers."""
    setup.setdefault("players", ["Ana", "Ben"])
    game = cq.new_game(scenario, seed=seed, **setup)
    choose = Fortune(seed)
    while game.pending is not None and len(game.answers) < most:
        game.play(choose(game))
    return game


@pytest.fixture(scope="module")
def basic() -> Game[Any]:
    return played(map="north")


@pytest.fixture
def model(basic: Game[Any]) -> ReplayModel:
    return ReplayModel(basic)


def race(**setup: Any) -> Game[Any]:
    """A whole game of Landfall."""
    game = cq.new_game("example", seed=12, **setup)
    while game.pending is not None:
        game.play(game.options[0])
    return game


# Positions -------------------------------------------------------------------------------------------------------


def test_every_step_has_the_position_and_the_question_of_the_game(basic: Game[Any], model: ReplayModel) -> None:
    for number, run, _ in basic.moments():
        if number % 5 == 0:
            model.seek(number)
            assert model.position.to_json() == run.pos.to_json()
            assert type(model.game.pending) is type(run.pending)
    model.seek(model.last)
    assert model.position.to_json() == basic.position.to_json()
    assert model.prompt == basic.prompt


def test_all_events_are_told_once_in_their_order(basic: Game[Any], model: ReplayModel) -> None:
    told = []
    for step in range(model.first, model.last + 1):
        model.seek(step)
        told += [line.event for line in model.lines()]
    assert told == list(basic.events_so_far()[0])
    assert [line.event for line in model.lines(so_far=True)] == told
    assert model.lines(so_far=True)[-1].answers == basic.log[-1].answers


def test_in_a_long_game_any_step_is_a_few_answers_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the boundary before it, not from the beginning."""
    game = played("standard", 1500, players=["Ana", "Ben", "Carla"], map="both")
    model = ReplayModel(game)
    replayed = 0
    replay_one = Game.replay

    def counted(self: Game[Any], answer: Answer) -> None:
        nonlocal replayed
        replayed += 1
        replay_one(self, answer)

    monkeypatch.setattr(Game, "replay", counted)
    for step in range(0, len(game.answers), 30):
        replayed = 0
        model.seek(step)
        assert model.position is not None
        assert replayed <= 100


def test_the_table_may_have_overruled() -> None:
    basic = cq.new_game("basic", players=["Ana", "Ben", "Carla"], seed=3, map="both")
    choose = Fortune(3)
    while basic.position.round < 2:
        basic.play(choose(basic))
    while basic.run().since:
        basic.play(choose(basic))
    for seat in ("blue", "green"):
        basic.resign(seat)
    assert basic.ending is not None
    model = ReplayModel(basic)
    model.seek(model.last - 1)
    assert model.position.factions["blue"].resigned  # type: ignore[attr-defined]  # an Indies
    assert not model.position.factions["green"].resigned  # type: ignore[attr-defined]
    assert model.answered() == "The table decides: blue"
    model.seek(model.last)
    assert model.prompt == basic.prompt
    assert not model.can_play_on


def test_a_save_that_was_taken_up_in_the_middle_begins_there(basic: Game[Any]) -> None:
    origin = basic.checkpoint
    late: Game[Any] = Game(basic.rules, basic.names, basic.sources, "fair", origin, basic.answers[: origin.answers])
    for given in basic.answers[origin.answers :]:
        late.replay(given)
    choose = Fortune(3)
    while len(late.answers) < len(basic.answers) + 20:
        late.play(choose(late))
    model = ReplayModel(late)
    assert model.first == origin.answers
    assert model.answered() == ""
    model.seek(0)
    assert model.step == model.first
    assert model.describe()


# Moving ----------------------------------------------------------------------------------------------------------


def test_forward_and_back_pass_by_what_shows_nothing(model: ReplayModel) -> None:
    steps = [model.step]
    while model.step < model.last:
        model.forward()
        steps.append(model.step)
    assert len(steps) < model.last, "forced passes are left out"
    back = [model.step]
    while model.step > model.first:
        model.back()
        back.append(model.step)
    assert back == steps[::-1]
    model.back()
    assert model.step == model.first


def test_turns_and_impulses(model: ReplayModel) -> None:
    assert model.say_mark(model.marks[0]) == "Set-up"
    model.next_turn()
    assert model.say_mark(model.marks[model.mark]) == "Turn 1 begins"
    first = model.step
    model.next_turn()
    assert model.marks[model.mark].turn == 2
    second = model.step
    model.forward()
    model.forward()
    model.previous_turn()
    assert model.step == second
    model.previous_turn()
    assert model.step == first
    impulse = next(mark for mark in model.marks if mark.who is not None)
    assert re.fullmatch(r"Turn 1, round 1: (Ana|Ben)", model.say_mark(impulse))
    model.seek(10**9)
    assert model.step == model.last
    model.next_turn()
    assert model.step == model.last


def test_a_game_without_turns_has_rounds() -> None:
    model = ReplayModel(race(players=["Ana", "Ben"]), "fr")
    model.next_turn()
    assert model.say_mark(model.marks[model.mark]) == "Round 1\N{NO-BREAK SPACE}: Ana"


# Whose eyes ------------------------------------------------------------------------------------------------------


def test_a_seat_sees_what_it_saw_then_and_no_more(basic: Game[Any], model: ReplayModel) -> None:
    rules = basic.rules
    for step in range(0, model.last, 7):
        model.seek(step)
        model.look_as(OPEN)
        truth = model.position
        for eyes, seat in ((BYSTANDER, None), ("red", "red"), ("blue", "blue")):
            model.look_as(eyes)
            assert model.position.to_json() == rules.view(truth, seat).to_json()
            expected = [line.event.seen_by(seat) for line in basic.log]
            assert all(line.event in expected for line in model.lines())


def test_what_others_answer_and_draw_is_hidden(basic: Game[Any], model: ReplayModel) -> None:
    dealt = next(n for n, a in enumerate(basic.answers) if a.who == CHANCE and isinstance(a.value, str))
    laid = next(n for n, a in enumerate(basic.answers) if a.who == "red" and a.kind in ("lay-down", "discard"))
    model.seek(dealt + 1)
    assert model.answered().startswith("Drawn: ")
    model.look_as(BYSTANDER)
    assert model.answered() == "A hidden draw."
    model.seek(laid + 1)
    assert model.answered() == "Ana makes a hidden choice."
    model.look_as("blue")
    assert model.answered() == "Ana makes a hidden choice."
    model.look_as("red")
    assert model.answered().startswith("Ana: ")
    model.seek(laid)
    model.look_as("blue")
    assert re.fullmatch(r"Ana has a choice to make\. \([\d.()]+\)", model.prompt)
    with pytest.raises(SetupError, match="whose eyes: open, bystander, red, blue; got 'purple'"):
        model.look_as("purple")


def test_a_step_says_who_answered_and_which_rule_is_at_work(basic: Game[Any], model: ReplayModel) -> None:
    rolled = next(n for n, a in enumerate(basic.answers) if a.who == CHANCE and a.kind == "initiative")
    model.seek(rolled + 1)
    assert re.fullmatch(r"Initiative: 2d6 shows \d+", model.answered())
    assert model.clauses()[0].number == "2.0"
    assert model.clauses()[0].text == cq.clauses("basic")["2.0"]
    found = clauses_of(["6.22(1), C8", "G-6.34b", "", "C8"], model.paraphrases)
    assert [clause.number for clause in found] == ["6.22", "6.34"]


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_every_step_can_be_told_in_every_language(language: str) -> None:
    for game in (race(), played("solitaire", 300, players=["Ana"], map="south")):
        model = ReplayModel(game, language)
        for step in range(model.first, model.last + 1, 3):
            model.seek(step)
            for eyes in (OPEN, BYSTANDER, game.rules.seats[0]):
                model.look_as(eyes)
                said = [model.describe(), *map(model.say_mark, model.marks)]
                assert not any("[" in text or "None" in text for text in said), said


# Playing on ------------------------------------------------------------------------------------------------------


def test_playing_on_branches_and_leaves_the_game_alone(basic: Game[Any], model: ReplayModel) -> None:
    before, told = basic.answers, basic.events_so_far()
    for step in range(0, model.last, 23):
        model.seek(step)
        twin = model.play_on()
        assert len(twin.answers) >= step
        assert twin.answers == basic.answers[: len(twin.answers)]
        assert all(answer.auto for answer in basic.answers[step : len(twin.answers)])
        assert twin.undo_policy == basic.undo_policy
        assert twin.id != basic.id
        twin.play(twin.options[-1])
    assert (basic.answers, basic.events_so_far()) == (before, told)
    other = model.play_on(seed=99)
    assert other.sources[-1][1].seed == 99


def test_a_finished_game_is_played_on_from_a_decision_only() -> None:
    game = race()
    model = ReplayModel(game)
    model.seek(model.last)
    with pytest.raises(UndoError, match="go back to a decision"):
        model.play_on()
    while not model.can_play_on:
        model.back()
    assert model.play_on().pending is not None
    model.seek(0)
    assert all(answer.auto for answer in model.play_on().answers), "up to the first decision"
    assert game.ending is not None


def test_a_replay_stays_while_the_game_goes_on() -> None:
    game = cq.new_game("example", seed=3)
    game.play("prepare")
    model = ReplayModel(game)
    last = model.last
    game.play("prepare")
    model.seek(10**6)
    assert model.step == last
    assert model.position.to_json() != game.position.to_json()


def test_what_can_be_replayed(tmp_path: Path) -> None:
    game = race()
    path = cq.save(game, tmp_path / "race.json")
    assert game_of(str(path)).answers == game_of(path).answers == game.answers
    with pytest.raises(SaveError, match=r"none\.json: cannot be read"):
        replay(tmp_path / "none.json")
    with pytest.raises(SetupError, match="a game or the path of a save; got 3"):
        replay(3)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="speaks"):
        replay(game, "tlh")


# The face --------------------------------------------------------------------------------------------------------


def html_of(widget: Any) -> str:
    found = [widget.value] if isinstance(widget, w.HTML) and "<style>" not in widget.value else []
    return "".join([*found, *[html_of(child) for child in getattr(widget, "children", ())]])


def test_the_buttons_the_slider_and_the_lists_move(basic: Game[Any]) -> None:
    viewer = Viewer(basic)
    model = viewer.model
    assert viewer._moves["back"].disabled
    viewer._moves["next-turn"].click()
    assert model.marks[model.mark].turn == 1
    viewer._moves["forward"].click()
    assert viewer._slider.value == model.step
    viewer._slider.value = 300
    assert model.step == 300
    assert "Move 300 of" in html_of(viewer)
    viewer._jump.value = 3
    assert model.step == model.marks[3].step
    viewer._moves["last"].click()
    assert viewer._moves["forward"].disabled
    viewer._moves["first"].click()
    assert model.step == model.first
    viewer._eyes.value = "blue"
    assert model.eyes == "blue"


def test_the_language_changes_the_words_and_nothing_else(basic: Game[Any]) -> None:
    viewer = Viewer(basic)
    viewer._slider.value = 200
    viewer._eyes.value = "red"
    viewer._language.value = "ja"
    assert (viewer.model.step, viewer.model.eyes, viewer._eyes.value) == (200, "red", "red")
    assert viewer._moves["forward"].description == "進む"
    assert viewer._jump.label.startswith("ターン")


def test_every_page_can_be_opened(basic: Game[Any]) -> None:
    viewer = Viewer(basic)
    viewer._slider.value = 400
    for number, page in enumerate(viewer._pages.values()):
        viewer._tabs.selected_index = number
        assert page.value
    viewer._tabs.selected_index = None


def test_every_game_is_seen_on_its_maps_with_its_tabs_and_dice() -> None:
    viewer = Viewer(race(players=["Ana", STRANGE]), "fr")
    assert viewer._boards is not None
    assert next(iter(viewer._pages)) == "hand"
    assert viewer._tabs.titles[0] == "Cartes"
    seen = set()
    while viewer.model.step < viewer.model.last:
        viewer._moves["forward"].click()
        seen.add("cq-panels-dice" in viewer._told.value)
        assert "<img" not in html_of(viewer)
    assert seen == {True, False}
    assert viewer._boards.boards[0].as_text().startswith("L’océan")


def test_after_a_jump_one_looks_at_whoever_acts(basic: Game[Any]) -> None:
    viewer = Viewer(basic)
    viewer._moves["last"].click()
    assert viewer._boards is not None
    (board,) = viewer._boards.boards
    pos: Any = viewer.model.position
    own = {each.space for each in pos.expeditions.values() if each.owner == pos.active}
    assert own
    assert board._wanted == (board.model.around(own), True)


def test_it_goes_on_by_itself_and_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face, "PACES", dict.fromkeys(face.PACES, 0.0))
    viewer = Viewer(race())

    async def watch() -> None:
        viewer._run.click()
        assert viewer._run.description == "Pause"
        while viewer.model.step < 4:
            await asyncio.sleep(0)
        viewer._run.click()
        for _ in range(5):
            await asyncio.sleep(0)
        stopped = viewer.model.step
        assert viewer._run.description == "Play"
        assert stopped < viewer.model.last
        viewer._run.click()
        while viewer._running is not None:
            await asyncio.sleep(0)
        assert viewer.model.step == viewer.model.last
        viewer._run.click()
        await asyncio.sleep(0)
        assert viewer.model.step < viewer.model.last, "at the end it begins anew"
        viewer._run.click()
        await asyncio.sleep(0)

    asyncio.run(watch())


def test_playing_on_gives_a_table_below(tmp_path: Path) -> None:
    game = race()
    viewer = replay(game, autosave=tmp_path)
    viewer._slider.value = 5
    viewer._play_on.click()
    assert viewer.played in viewer._branch.children
    assert viewer.played.game.answers == game.answers[: len(viewer.played.game.answers)]
    viewer.played.model.lift_curtain()
    viewer.played.model.press(viewer.played.game.options[0].id)
    assert cq.resume(tmp_path).answers == viewer.played.game.answers
    first = viewer.played
    viewer._play_on.click()
    assert viewer.played is not first
    viewer._slider.value = viewer.model.last
    assert viewer._play_on.disabled


def test_names_are_escaped_wherever_html_is_made() -> None:
    game = played(most=260, players=[STRANGE, "<b>Ben</b>"], map="north")
    viewer = Viewer(game)
    for step in range(0, 260, 20):
        viewer._slider.value = step
        for page in range(len(viewer._pages)):
            viewer._tabs.selected_index = page
        assert "<img" not in html_of(viewer)
        assert "<b>Ben" not in html_of(viewer)
    assert "&lt;img src=x onerror=alert(1)&gt;" in html_of(viewer)


def test_the_output_is_readable_without_a_kernel(basic: Game[Any]) -> None:
    viewer = Viewer(basic)
    viewer._moves["last"].click()
    bundle = viewer._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    lines = data["text/plain"].splitlines()
    assert lines[0].startswith(f"Move {len(basic.answers)} of {len(basic.answers)}. Turn ")
    assert lines[-1] == basic.prompt


def test_a_long_look_leaves_no_orphan_widgets(basic: Game[Any], count_widgets: Callable[[], int]) -> None:
    viewer = Viewer(basic)
    viewer._slider.value = 50
    before = count_widgets()
    for step in range(0, 600, 10):
        viewer._slider.value = step
    for language in ("fr", "ja", "en"):
        viewer._language.value = language
    assert count_widgets() == before
