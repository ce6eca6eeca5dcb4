"""The table as widgets, without a browser: its controls are pressed as the page would press them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as w
import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine.chance import TableDice
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.games.conquest.bots.captain import Advice, CaptainBot
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.landfall.rules import Landfall
from conquistadors.odds.course import Course
from conquistadors.odds.luck import LuckOfARoll
from conquistadors.scene.panels import Bands
from conquistadors.scene.words import say
from conquistadors_widgets import Table, TableModel
from conquistadors_widgets.odds_panel import OddsPanel
from conquistadors_widgets.panels.closing import closing_html
from conquistadors_widgets.slices import SLICE
from support.clocks import HandClock
from support.landfall import game_at, ocean
from support.sizes import size
from support.tables import buttons, press, walk

STRANGE = "<img src=x onerror=alert(1)>"
LOOKED_AT = size("TABLE_ANSWERS", thin=20, soak=60)
"""So many answers of a game are given where all that a table shows is looked at."""


def html_of(table: Table) -> str:
    found: list[str] = []

    def walk(widget: Any) -> None:
        if isinstance(widget, w.HTML):
            found.append(widget.value)
        for child in getattr(widget, "children", ()):
            walk(child)

    walk(table)
    return "".join(found)


def test_a_game_is_played_to_its_end_on_the_buttons(tmp_path: Any) -> None:
    table = cq.play("example", seed=12, bots={"blue": RandomBot()}, autosave=tmp_path)
    while table.game.pending is not None:
        buttons(table)[0].click()
    assert not buttons(table)
    assert "wins" in html_of(table)
    assert cq.resume(tmp_path).ending == table.game.ending


def test_names_are_escaped_wherever_html_is_made(tmp_path: Any) -> None:
    table = cq.play("example", players=[STRANGE, "<b>Ben</b>"], seed=5, autosave=tmp_path)
    for _ in range(10):
        table._curtain.click()
        assert "<img" not in html_of(table)
        assert "<b>Ben" not in html_of(table)
        assert "&lt;img src=x onerror=alert(1)&gt;" in html_of(table)
        buttons(table)[0].click()


@pytest.mark.soak
@pytest.mark.parametrize("scenario", ["basic", "standard", "solitaire"])
def test_names_are_escaped_in_every_tab_of_the_great_games(scenario: str, tmp_path: Any) -> None:
    players = [STRANGE, "<b>Ben</b>"][: 1 if scenario == "solitaire" else 2]
    table = cq.play(scenario, players=players, seed=5, map="north", autosave=tmp_path)
    for number in range(LOOKED_AT):
        table._curtain.click()
        table._tabs.turn_to(table._tabs.pages[number % len(table._tabs.pages)])
        assert "<img" not in html_of(table)
        assert "<b>Ben" not in html_of(table)
        buttons(table)[0].click()
    assert "&lt;img src=x onerror=alert(1)&gt;" in html_of(table)


def test_the_face_shows_refusals_dice_and_languages() -> None:
    table = Table(game_at(ocean({"red": "storm"}), TableDice(2)), {"blue": RandomBot()})
    press(table, "Play Storm")
    assert "only play a Chart" in html_of(table)
    bar = table._toolbar
    bar._language.value = "fr"
    press(table, "Naviguer en haute mer")
    assert table._answers._typed in table._answers.list.children
    table._answers._typed.value = "3 4"
    assert "1d6 ne peut pas donner" in html_of(table)
    table._answers._typed.value = "6"
    assert table.game.position.ships["red"] == 4
    bar._more.value = True
    bar._buttons["dice"].click()
    assert bar._buttons["dice"].description == "Vrais dés"
    bar._buttons["undo"].click()
    assert table.game.pending is not None


def test_the_example_is_played_on_the_same_board(clock: HandClock) -> None:
    """A click on the ship offers its courses; a click elsewhere says why not."""
    table = Table(game_at(ocean({"red": "storm", "blue": "chart"})), {"blue": RandomBot()})
    (board,) = table._face.boards.values()
    assert table._tabs.titles[:2] == ["Story", "Cards"]
    table._tabs.turn_to("hand")
    for shown in (table._panels["hand"].value, table._hand.value):
        assert "Storm" in shown
        assert "Chart" not in shown
    assert "<b>0</b><small>/12</small> leagues" in table._strip.value
    clock.pass_by(1)
    board._clicked(feature={"properties": {"id": "league-0"}})
    assert table.model.narrowed
    assert [button.description for button in buttons(table)] == ["Sail along the coast", "Sail across the open sea"]
    assert "Port: several choices are possible there. Pick one." in html_of(table)
    board._clicked(feature={"properties": {"id": "league-5"}})
    assert "ships sail along the coast or on the open sea" in html_of(table)
    assert table.game.answers == ()
    table._toolbar._language.value = "ja"
    assert table._tabs.titles[1] == "カード"
    assert board.model.title == "大洋"


def test_pointing_at_a_ship_weighs_its_voyage() -> None:
    table = Table(game_at(ocean()), {"blue": RandomBot()})
    table._face.boards["ocean"]._pointed(feature={"properties": {"id": "league-0"}})
    assert table._odds._answer.value == "sail coast"


def test_a_game_without_a_scene_is_shown_as_text(tmp_path: Any) -> None:
    class Plain(Landfall):
        """Rules that no kit brings."""

        kit = ""

    table = cq.play(Game.new(Plain(), ["Ana", STRANGE], seed=2), bots={"blue": RandomBot()}, autosave=tmp_path)
    assert table._strip.value == ""
    assert table._tabs.pages == ["story", "dice", "rule"]
    assert '<pre class="cq-position">' in html_of(table)
    assert "Ana: 0 of 12 leagues, hand: " in html_of(table)
    assert "<img" not in html_of(table)
    buttons(table)[0].click()
    assert table.game.answers


def test_the_odds_of_an_answer_are_shown_before_it_is_given() -> None:
    table = Table(game_at(ocean()), {"blue": RandomBot()})
    table._odds.look("sail open")
    assert table._odds._answer.value == "sail open"
    assert "16.7" in html_of(table)
    before = table.game.answers
    table._odds.look("no such answer")
    assert table.game.answers == before
    press(table, "Prepare (draw a card)")
    assert table._odds._answer.value == ""


def test_the_odds_of_a_battle_are_told_of_one_thing_first() -> None:
    """A battle has far too many results to read them all together; whoever wants to see them still can."""
    men = {"cortes": expedition("red", "tlaxcala", "2 foot")}
    where = {"tlaxcala": place("city", hostile=True, units=[30])}
    pos = build(map="north", expeditions=men, places=where, hands={"red": ["santiago"]}, before="battle cortes indians")
    panel = Table(begin(pos, seed=1), {"blue": RandomBot()})._odds
    panel.look("pass")
    assert panel._thing.value == "units"
    panel._thing.value = ""
    assert panel._thing.value == ""


def test_a_second_click_on_the_same_button_is_no_answer_to_the_next_question(tmp_path: Any) -> None:
    table = cq.play("solitaire", seed=2, map="north", autosave=tmp_path)
    first = buttons(table)[0]
    first.click()
    given = table.game.answers
    first.click()
    assert table.game.answers == given
    buttons(table)[0].click()
    assert table.game.answers != given


def test_the_coach_says_what_to_do_and_why(tmp_path: Any) -> None:
    table = cq.play("solitaire", seed=2, map="north", ready=True, autosave=tmp_path)
    table._tabs.turn_to("coach")
    assert "The captain would choose:" in html_of(table)
    table._coach._search()
    assert "The search would choose:" in html_of(table)
    before = table.game.answers
    buttons(table)[0].click()
    assert len(table.game.answers) > len(before)
    assert "The search would choose:" not in html_of(table)


def test_the_coach_is_there_for_every_game_that_has_an_adviser(tmp_path: Any) -> None:
    """The example, too, has somebody who says why."""
    table = cq.play("example", seed=2, bots={"blue": "search"}, autosave=tmp_path)
    table._tabs.turn_to("coach")
    assert "The skipper would choose:" in html_of(table)
    assert "of a Storm" in table._coach._told.value
    table._coach._search()
    assert "The search would choose:" in html_of(table)


def test_where_nobody_can_advise_there_is_no_coach(tmp_path: Any) -> None:
    class Plain(Landfall):
        """Rules that no kit brings."""

        kit = ""

    table = cq.play(Game.new(Plain(), seed=2), autosave=tmp_path)
    assert "coach" not in table._tabs.pages
    table._coach.show()
    assert table._coach._told.value == "There is nothing to advise now."


@pytest.mark.parametrize(("language", "words"), [("fr", "La recherche choisirait"), ("ja", "先読みの結論")])
def test_the_coach_and_the_story_speak_the_language_of_the_table(language: str, words: str, tmp_path: Any) -> None:
    """Down to the reasons: no English sentence stands in either tab."""
    bots = {"blue": CaptainBot(1)}
    table = cq.play("basic", players=["Ana", "Ben"], bots=bots, seed=2, language=language, autosave=tmp_path)
    for _ in range(30):
        buttons(table)[0].click()
    table._tabs.turn_to("story")
    thoughts = re.findall(r'<em class="cq-panels-why">(.*?)</em>', table._story.value)
    assert len(thoughts) > 5
    table._tabs.turn_to("coach")
    table._coach._search()
    assert words in table._coach._told.value
    advice = re.findall(r"</b> – (.*?)(?:<details|</div>|<span)", table._coach._told.value)
    assert len(advice) == 2
    for told in (*thoughts, *advice):
        assert not re.search(r"\b(?:the|of|is|it|to|for|nothing|there)\b", told), told
        assert language == "fr" or re.search(r"[ぁ-ん]", told), told


class Thinker:
    """Thinks in slices, and has a better answer each time."""

    def answer(self, view: Any) -> Any:
        raise AssertionError("it thinks instead")

    def thinking(self, view: Any) -> Any:
        for option in view.options:
            yield Advice(option, "it is the last", "2.1")


def test_a_bot_that_thinks_answers_in_slices_and_may_be_stopped() -> None:
    game = cq.new_game("example", seed=3)
    model = TableModel(game, {"red": Thinker(), "blue": RandomBot()})
    work = model.bots_answer()
    first = next(work)
    assert isinstance(first, Advice)
    work.close()
    model.settle()
    assert len([a for a in game.answers if not a.auto]) == 1
    model.settle()
    assert len([a for a in game.answers if not a.auto]) == 1


def readable(table: Table) -> str:
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    return str(data["text/plain"])


def test_the_output_is_readable_without_a_kernel() -> None:
    table = Table(game_at(ocean({"red": "storm"})), {})
    assert readable(table).splitlines()[-1].startswith("Pass the screen to Ana.")
    table.model.lift_curtain()
    assert readable(table).splitlines()[-1] == "Round 1. Ana: sail, prepare, or play a card. (2.1)"


def test_a_long_session_leaves_no_orphan_widgets(tmp_path: Any, count_widgets: Callable[[], int]) -> None:
    table = cq.play("solitaire", seed=2, map="north", undo="training", autosave=tmp_path)

    longest = 0

    def answer(times: int) -> None:
        nonlocal longest
        for number in range(times):
            table._tabs.turn_to(table._tabs.pages[number % len(table._tabs.pages)])
            longest = max(longest, len(table._answers._shown))
            buttons(table)[number % len(buttons(table))].click()
        longest = max(longest, len(table._answers._shown))

    def besides_the_pools() -> int:
        """A button of a pool has a layout and a style."""
        return count_widgets() - 3 * sum(map(len, table._answers._pools))

    answer(60)
    before = besides_the_pools()
    answer(60)
    assert besides_the_pools() - before <= 3  # one more box to tick, with its layout and style
    assert max(map(len, table._answers._pools)) == longest


def test_play_takes_a_game_that_is_under_way(tmp_path: Any) -> None:
    game = cq.new_game("example", seed=2)
    assert cq.play(game, autosave=tmp_path).game is game
    with pytest.raises(SetupError, match="seed cannot be changed"):
        cq.play(game, seed=3)


def test_bots_are_asked_for_by_name(tmp_path: Any) -> None:
    table = cq.play("example", seed=2, bots={"blue": "random"}, autosave=tmp_path)
    assert table.model.people == ("red",)
    with pytest.raises(SetupError, match="there is no bot 'general'"):
        cq.play("example", bots={"blue": "general"}, autosave=tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_no_word_is_missing_in_any_language(language: str, tmp_path: Any) -> None:
    table = cq.play(
        "standard", players=["Ana", "Ben"], bots={"blue": "captain"}, seed=4, map="south", autosave=tmp_path
    )
    table._toolbar._language.value = language
    table._toolbar._more.value = True
    for number in range(LOOKED_AT):
        table._tabs.turn_to(table._tabs.pages[number % len(table._tabs.pages)])
        labels = [b.description for b in (*buttons(table), *table._toolbar._buttons.values())]
        shown = " ".join([*labels, html_of(table), *table._tabs.titles])
        assert not re.search(r"\[(table|panels|board|explorers|viewer|prompt|option|event|refusal|show)\.", shown)
        buttons(table)[number % len(buttons(table))].click()


def test_a_position_of_ones_own_is_saved_apart_and_resume_finds_the_game(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path))
    long_game = pressed(cq.play("solitaire", map="south", seed=1)).game
    position = build(expeditions={"cortes": expedition("red", "tlaxcala", "3 foot")})
    tried = pressed(cq.play(begin(position, seed=1), bots={"blue": RandomBot()}))
    assert cq.resume().id == long_game.id
    assert [path.stem for path in (tmp_path / "tries").glob("*.json")] == [f"basic-{tried.game.id}"]
    tried.model.saves.branch()
    assert len(list((tmp_path / "tries").glob("*.json"))) == 2
    assert cq.resume().id == long_game.id
    pressed(cq.play(cq.load(tmp_path / "tries" / f"basic-{tried.game.id}.json"), bots={"blue": RandomBot()}))
    assert cq.resume().id == long_game.id
    asked = pressed(cq.play(begin(position, seed=2), bots={"blue": RandomBot()}, autosave=tmp_path))
    assert cq.resume().id == asked.game.id


def pressed(table: Table) -> Table:
    """The table after somebody has given an answer."""
    table.model.press(table.game.options[0].id)
    return table


def test_an_answer_that_leads_to_another_choice_lists_what_may_follow(tmp_path: Any) -> None:
    """None of the continuations is taken for granted; one that is chosen is shown with its own headline."""
    pos = build(
        expeditions={"cortes": expedition("red", "tlaxcala", "3 foot", hits=1, gold=5)},
        places={"tlaxcala": "city"},
    )
    table = cq.play(begin(pos, seed=1), bots={"blue": RandomBot()}, autosave=tmp_path)
    panel = table._odds
    panel.look("gift")
    plans = [value for _, value in panel._plan.options]
    assert plans == ["", "gift, amount 3", "gift, amount 4", "gift, amount 5"]
    assert panel._plan.value == ""
    assert "What follows is still your choice." in panel._headline.value
    assert panel._headline.value.count("% to raise the governor index") == 3
    panel._plan.value = "gift, amount 4"
    assert "cq-explorers-win" in panel._headline.value
    assert "to raise the governor index" in panel._headline.value


def test_whether_to_use_luck_is_asked_with_the_odds_of_both_answers(tmp_path: Any) -> None:
    pos = build(
        expeditions={"cortes": expedition("red", "tlaxcala", "3 foot", gold=5)},
        places={"tlaxcala": place("city", hostile=True)},
        hands={"red": ["mano-de-dios"]},
        before="plunder cortes",
    )
    table = cq.play(begin(pos, seed=1), bots={"blue": RandomBot()}, autosave=tmp_path)
    while table.game.pending is not None and table.game.pending.kind != "reroll":
        table.model.press("pass")
    told = table._odds._headline.value
    assert "With Mano de Dios, and without" in told
    assert told.count("<tr>") == 2


def test_the_odds_name_a_thing_once(tmp_path: Any) -> None:
    pos = build(
        expeditions={"cortes": expedition("red", "texcoco", "3 foot")},
        places={"tlaxcala": "city"},
        hands={"red": ["mano-de-dios"]},
        before="discovery cortes",
    )
    table = cq.play(begin(pos, seed=1), bots={"blue": RandomBot()}, autosave=tmp_path)
    panel = OddsPanel(table.model)
    lucky = "modify mano-de-dios"
    told = [panel._told(outcome) for outcome in table.game.odds(lucky, reactions=["nobody"])[lucky]["nobody"].outcomes]
    assert any(said.startswith("what is found: capital, imperial city, ") for said in told)
    assert all(said.count("what is found") == 1 for said in told)
    assert panel._told(()) == "nothing changes"


class Slow(CaptainBot):
    """Takes a whole slice for every answer."""

    def __init__(self, clock: HandClock, seed: int) -> None:
        super().__init__(seed)
        self._clock = clock

    def answer(self, view: Any) -> Any:
        self._clock.pass_by(SLICE)
        return super().answer(view)


def test_a_table_opens_with_the_first_question_to_a_person_however_slow_the_machine(
    tmp_path: Any, clock: HandClock
) -> None:
    async def opened() -> str | None:
        game = cq.new_game("standard", players=["You", "Ben", "Carla"], seed=1518)
        assert game.pending is not None
        assert game.pending.who != "red", "a bot has to begin, or this shows nothing"
        table = cq.play(game, bots={"blue": Slow(clock, 1), "green": Slow(clock, 2)}, autosave=tmp_path)
        return table.model.asked

    assert asyncio.run(opened()) == "red"


def test_bots_alone_are_watched(tmp_path: Any, clock: HandClock) -> None:
    async def opened() -> int:
        game = cq.new_game("basic", players=["Ana", "Ben"], seed=1)
        table = cq.play(game, bots={"red": Slow(clock, 1), "blue": Slow(clock, 2)}, autosave=tmp_path)
        assert table.game.ending is None
        table._thinking.stop()
        return len(table.game.answers)

    assert asyncio.run(opened()) > 0


def test_a_table_counts_how_often_it_came_to_rest_and_not_what_it_shows_while_bots_answer(
    tmp_path: Any, clock: HandClock
) -> None:
    """Whoever waits for the answer to be dealt with would go on too early."""

    async def pressed() -> None:
        table = cq.play("basic", players=["Ana", "Ben"], bots={"blue": Slow(clock, 1)}, seed=3, autosave=tmp_path)
        rested, watched = table._shows, 0
        for number in range(1, 7):
            buttons(table)[0].click()
            while table._thinking.running:
                assert table._shows == rested + number - 1
                assert f'data-shows="{table._shows}"' in table._message.value
                watched += 1
                await asyncio.sleep(0)
            assert table._shows == rested + number
        assert watched

    asyncio.run(pressed())


# Places -----------------------------------------------------------------------------------------------------------


def test_pass_and_end_have_places_that_no_other_button_takes(tmp_path: Any) -> None:
    table = cq.play("solitaire", seed=2, map="south", ready=True, autosave=tmp_path)
    there: dict[str, set[str]] = {}
    for number in range(60):
        for where, box in table._answers._places.items():
            there.setdefault(where, set()).update(button.description for button in box.children)
        listed = {each.description for each in walk(table._answers.list) if isinstance(each, w.Button)}
        assert not listed & {"Pass", "End the impulse", *ENDS}
        allowed = buttons(table)
        allowed[number % len(allowed)].click()
    assert there["pass"] == {"Pass"}
    assert {"End the impulse", ENDS[0]} <= there["end"] <= {"End the impulse", *ENDS}


ENDS = ("Do nothing · spends the activation", "Stop here · ends the move", "Stop recruiting")


@pytest.mark.parametrize("seconds", [0.3, 0.6])
def test_a_second_click_within_a_moment_of_a_new_question_plays_nothing(
    seconds: float, tmp_path: Any, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cq.play("solitaire", seed=2, map="south", ready=True, autosave=tmp_path)
    (board,) = table._face.boards.values()
    space = next(iter(table._face._aimed))
    buttons(table)[0].click()
    given = table.game.answers
    monkeypatch.setattr("support.tables.w.Button.click", lambda button: button._click_handlers(button))
    clock.pass_by(seconds)
    buttons(table)[0].click()
    board._clicked(feature={"properties": {"id": space}})
    assert table.game.answers == given
    clock.pass_by(0.7 - seconds)
    buttons(table)[0].click()
    assert len(table.game.answers) > len(given)


def test_the_tabs_are_folded_until_one_is_opened_and_fold_again(tmp_path: Any) -> None:
    table = cq.play("example", seed=2, bots={"blue": RandomBot()}, autosave=tmp_path)
    assert table._tabs.opened == ""
    assert len(table._tabs.children) == 1
    title = table._tabs._titles["story"]
    title.value = True
    assert "cq-panels-story" in html_of(table)
    table._tabs._titles["rule"].value = True
    assert (table._tabs.opened, title.value) == ("rule", False)
    table._tabs._titles["rule"].value = False
    assert table._tabs.opened == ""


# What just happened -----------------------------------------------------------------------------------------------


def test_what_happened_since_ones_last_answer_is_told_the_newest_last(tmp_path: Any) -> None:
    table = cq.play("example", seed=5, bots={"blue": RandomBot(3)}, autosave=tmp_path)
    press(table, "Sail along the coast")
    while table.game.pending is not None and table.game.pending.kind != "turn":
        buttons(table)[-1].click()
    lines = table._since.lines
    assert any("Ben" in line or "Blue" in line for line in lines), lines
    told = [table.model.teller.happened(line.event) for line in table.model.happened]
    assert lines[: len(told)] == told
    assert table._keys.told.splitlines()[-1] == table.model.prompt
    for line in lines:
        assert line in table._keys.told


def test_the_moves_of_others_are_stepped_through(tmp_path: Any) -> None:
    """The map shows the ship of the other captain where it was then; going on leads back to now."""
    table = cq.play("example", seed=8, bots={"blue": RandomBot(1)}, autosave=tmp_path)
    while len(table._since._moments) != 2:
        buttons(table)[0].click()
    (board,) = table._face.boards.values()
    now = board._pieces.url
    table._since.back.click()
    assert table._since._at == 0
    assert board._pieces.url != now
    assert not table._face._aimed
    table._since.forth.click()
    assert board._pieces.url == now
    assert table._face._aimed


def test_what_changed_is_marked_until_the_next_answer(tmp_path: Any) -> None:
    table = cq.play("example", seed=5, bots={"blue": RandomBot(3)}, undo="training", autosave=tmp_path)
    (board,) = table._face.boards.values()

    def marked() -> list[str]:
        features = board._rings.data["features"]
        return [each["properties"]["id"] for each in features if "changed" in each["properties"]["style"]["className"]]

    assert marked() == []
    at = dict(table.game.position.ships)
    press(table, "Sail along the coast")
    while table.game.position.ships == at:
        buttons(table)[-1].click()
    assert f"league-{at['red']}" in marked()
    assert f"league-{table.game.position.ships['red']}" in marked()
    table._toolbar._buttons["undo"].click()
    assert marked() == []


# A battle ---------------------------------------------------------------------------------------------------------


def battle(tmp_path: Any, enemies: tuple[int, ...] = (30,)) -> Table:
    pos = build(
        map="north",
        expeditions={"cortes": expedition("red", "tlaxcala", "2 foot, 1 horse")},
        places={"tlaxcala": place("city", hostile=True, units=list(enemies))},
        hands={"red": ["santiago"]},
        before="battle cortes indians",
    )
    return cq.play(begin(pos, seed=1), bots={"blue": RandomBot()}, autosave=tmp_path)


def test_a_battle_is_drawn_in_place_of_the_map(tmp_path: Any) -> None:
    table = battle(tmp_path)
    stage, face = table._face.stage, table._face
    assert stage.page == ":contest"
    assert [key for _, key in stage.switch.options] == ["north", ":contest"]
    board = face._contest.value
    for told in ("Cortés", "Indians", "combat value", "to be rolled"):
        assert told in board
    assert "%</b> to win" in board
    assert table._odds.headline in board
    stage.switch.value = "north"
    assert stage.page == "north"
    while table.game.pending is not None and table.model.scene.contest is not None:
        buttons(table)[-1].click()
    assert stage.page == "north"


def test_losses_are_struck_out_as_they_fall(tmp_path: Any) -> None:
    table = battle(tmp_path, (40, 30, 20))
    seen = ""
    while table.model.scene.contest is not None and table.game.pending is not None:
        buttons(table)[-1].click()
        seen += table._face._contest.value
    assert "cq-contest-lost" in seen


# The end ----------------------------------------------------------------------------------------------------------


def test_the_end_is_told_with_points_a_curve_and_what_can_be_done_then(tmp_path: Any) -> None:
    table = cq.play("example", seed=12, bots={"blue": RandomBot()}, autosave=tmp_path)
    while table.game.pending is not None:
        buttons(table)[0].click()
    page = table._closing._told.value
    assert table._face.stage.page == ":closing"
    assert "cq-closing-verdict" in page
    assert "wins" in page
    assert "<polyline" in page
    assert "The luckiest roll" not in page  # no roll of the example is worth points by itself
    assert "The game is over" in table._strip.value
    table._closing.buttons["replay"].click()
    assert len(table._below.children) == 1
    table._closing.buttons["luck"].click()
    assert len(table._below.children) == 1
    over = table.game
    table._closing.buttons["new-game"].click()
    assert table.game is not over
    assert table.model.asked == "red"
    assert table._below.children == ()
    assert dict(table.game.names) == dict(over.names)
    assert table.model.people == ("red",)
    buttons(table)[0].click()
    assert table.game.answers


def test_the_verdict_on_a_lone_player_stands_in_large_type() -> None:
    model = TableModel(begin(build(scenario="solitaire", points={"red": 300}), seed=1), {})
    parts = model.scene.closing
    page = closing_html("It is over.", parts, Course(), model.teller.texts, model.game.names, "en")
    (bands,) = [part for part in parts if isinstance(part, Bands)]
    (now,) = [band for band in bands.bands if band.now]
    assert f'<h4 class="cq-closing-verdict">{escape(say(now.said, model.teller.texts))}</h4>' in page
    assert "It is over." in page


def test_the_luckiest_and_the_unluckiest_roll_are_told_with_what_they_were_worth() -> None:
    def rolled(total: int, expected: int, actual: int) -> LuckOfARoll:
        chance, worth = Fraction(1, 6), (Fraction(expected), Fraction(actual))
        return LuckOfARoll(total, "plunder-gold", "red", "8.1", total, total, chance, chance, None, None, *worth)

    course = Course((), (rolled(4, 5, 6), rolled(11, 5, 14), rolled(2, 5, 1), rolled(7, 5, 5)))
    rules = cq.new_game("solitaire", seed=1, map="north").rules
    page = closing_html("It is over.", (), course, rules.texts("en"), {"red": "Ana"}, "en")
    lucky, unlucky = re.findall(r"<dd>(.*?)</dd>", page)
    assert ": 11</b>" in lucky
    assert "+9 points against what was to be expected; the chance was 17%" in lucky
    assert ": 2</b>" in unlucky
    assert "−4 points" in unlucky
    lone = closing_html("It is over.", (), Course((), (rolled(11, 5, 14),)), rules.texts("en"), {"red": "Ana"}, "en")
    assert "The luckiest roll" in lone
    assert "The unluckiest roll" not in lone
