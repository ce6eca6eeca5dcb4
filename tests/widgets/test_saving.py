"""How a table saves: always shown, with what to do; a game that is open elsewhere is looked at, or taken over."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import Scenario, kits
from conquistadors_widgets import Table, TableModel
from support.sizes import size

SCENARIOS = [scenario for kit in kits() for scenario in kit.scenarios]
SHARED = next(scenario for scenario in SCENARIOS if scenario.id == "example")
"""One with a seat for a bot."""
SECOND_KERNELS = size("SECOND_KERNELS", thin=1, soak=100)
"""In so many scenarios another process plays: whose game it is makes no difference to locks and files."""
each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)


def at_table(scenario: Scenario, folder: Path, answers: int = 3, **how: Any) -> Table:
    """A table at which somebody has played a little."""
    options: dict[str, Any] = {**scenario.variants[0], **how}
    table = cq.play(scenario.id, seed=5, undo="training", autosave=folder, **options)
    for _ in range(answers):
        press(table.model)
    table.show()
    return table


def press(model: TableModel, number: int = 0) -> None:
    model.lift_curtain()
    model.press(model.game.options[number].id)


def told(table: Table) -> str:
    """What the toolbar says of saving."""
    bars = [table._toolbar._saving.value, *[table._toolbar._notice.value for _ in trouble(table)[:1]]]
    return re.sub(r"<[^>]+>", "", " ".join(bars))


def trouble(table: Table) -> list[str]:
    """The buttons that are offered because something is wrong."""
    bar = table._toolbar._trouble
    return [button.description for button in bar.children[1:]] if bar in table._toolbar.children else []


@each_scenario
def test_the_state_is_always_shown(scenario: Scenario, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    table = at_table(scenario, folder, answers=0)
    assert told(table) == "Not saved yet"
    assert not folder.exists()
    table._after(lambda: press(table.model))
    assert re.fullmatch(r"Saved \d\d:\d\d", told(table))
    assert trouble(table) == []


def test_a_save_that_fails_is_seen_and_can_be_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.write_text("in the way", encoding="utf-8")
    table = at_table(SCENARIOS[-1], folder)
    assert "NOT SAVED: something else is in the way" in told(table)
    assert str(folder) in told(table)
    assert trouble(table) == ["Try again"]
    before = table.game
    table._toolbar._buttons["branch"].click()
    assert "could not be saved: something else is in the way" in table.model.message
    assert table.game is not before
    table._toolbar._name.value = "mine"
    table._toolbar._buttons["save"].click()
    assert table.model.message == "mine.json could not be written: something else is in the way of the folder or file"
    folder.unlink()
    table._toolbar._buttons["again"].click()
    assert re.fullmatch(r"Saved \d\d:\d\d", told(table))
    assert cq.resume(folder).answers == table.game.answers


def test_a_branch_of_a_game_that_was_never_saved_says_so(tmp_path: Path) -> None:
    model = TableModel(cq.new_game("example", seed=1), {}, tmp_path)
    model.saves.branch()
    assert model.message == "A second game continues from here. The first was not saved."
    assert model.saves.saving_told[0] == "Not saved"


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS[-SECOND_KERNELS:], ids=lambda scenario: scenario.id)
def test_a_second_kernel_looks_on_or_takes_over(scenario: Scenario, tmp_path: Path) -> None:
    code = """
import sys
import conquistadors as cq
from conquistadors_widgets import TableModel
model = TableModel(cq.resume(sys.argv[1]), {})
for line in sys.stdin:
    model.lift_curtain()
    if line.strip() == "press":
        model.press(model.game.options[0].id)
    elif line.strip() == "take":
        model.saves.take_over()
    print(model.saves.looks_on, len(model.game.answers), model.message.split(".")[0], flush=True)
"""
    ours = at_table(scenario, tmp_path)
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None

        def there(order: str) -> list[str]:
            other.stdin.write(order + "\n")  # type: ignore[union-attr]  # it has one
            other.stdin.flush()  # type: ignore[union-attr]
            return other.stdout.readline().strip().split(" ", 2)  # type: ignore[union-attr]

        answers = len(ours.game.answers)
        assert there("press")[:2] == ["True", str(answers)], "it looks on"
        assert there("take") == ["False", str(answers), "You play here now"]
        looks_on, more, _ = [*there("press"), ""][:3]
        assert looks_on == "False"
        assert int(more) > answers

        press(ours.model)
        ours.show()
        assert len(ours.game.answers) == answers
        assert ours.model.message == "This game is open elsewhere: take over before you play here."
        assert "Open elsewhere" in told(ours)
        assert trouble(ours) == ["Look on", "Take over"]
        ours._toolbar._buttons["look-on"].click()
        assert len(ours.game.answers) == int(more)
        assert trouble(ours) == ["Look on", "Take over"]
        ours._toolbar._buttons["undo"].click()
        assert len(ours.game.answers) == int(more)
        ours._toolbar._buttons["take-over"].click()
        assert ours.model.message == "You play here now. The other table looks on."
        press(ours.model)
        assert len(ours.game.answers) > int(more)
        assert there("press")[0] == "True"
    assert cq.resume(tmp_path).answers == ours.game.answers


@each_scenario
def test_the_same_cell_again_takes_over_without_asking(scenario: Scenario, tmp_path: Path) -> None:
    first = at_table(scenario, tmp_path)
    second = cq.play(cq.resume(tmp_path))
    assert re.fullmatch(r"Saved \d\d:\d\d", told(second))
    press(second.model)
    assert cq.resume(tmp_path).answers == second.game.answers
    press(first.model)
    assert first.model.saves.looks_on
    assert cq.resume(tmp_path).answers == second.game.answers


def test_bots_wait_while_the_game_is_open_elsewhere(tmp_path: Path) -> None:
    first = at_table(SHARED, tmp_path, answers=0, bots={"blue": "random"})
    press(first.model)
    second = cq.play(cq.resume(tmp_path), bots={"blue": "random"})
    press(second.model)
    before = first.game.answers
    first.model.let_bots_answer()
    assert first.game.answers == before


def test_what_bots_do_before_anybody_decides_is_not_saved(tmp_path: Path) -> None:
    """`resume()` brings a game that somebody has played."""
    table = cq.play("example", seed=5, autosave=tmp_path, bots={"red": "random"})
    assert table.game.answers
    assert list(tmp_path.iterdir()) == []
    press(table.model)
    assert cq.resume(tmp_path).answers[: len(table.game.answers)] == table.game.answers


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_games_at_the_table(language: str, tmp_path: Path) -> None:
    first = at_table(SCENARIOS[0], tmp_path, players=["Ana", "<b>Ben</b>"])
    table = at_table(SCENARIOS[-1], tmp_path)
    table._toolbar._language.value = language
    table._toolbar._more.value = True
    rows = [label for label, _ in table._toolbar._saves.options]
    assert len(rows) == 2
    title = first.model.game.teller(language).texts.say(f"title.{first.game.rules.scenario}")
    assert title in rows[1]
    assert "<b>Ben</b>" in rows[1]
    table._toolbar._saves.value = f"{first.game.rules.scenario}-{first.game.id}"
    table._toolbar._buttons["load"].click()
    assert table.game.id == first.game.id
    assert table.game.answers == first.game.answers


def test_what_has_to_be_said_of_a_save_is_said_at_the_table(tmp_path: Path) -> None:
    table = at_table(SCENARIOS[-1], tmp_path)
    (tmp_path / "newest.json").write_text("{", encoding="utf-8")
    table._toolbar._buttons["resume"].click()
    assert "newest.json" in table.model.message


def test_a_visitor_without_a_name_is_told_how_to_find_the_game_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    table = at_table(SCENARIOS[-1], tmp_path)
    assert re.fullmatch(r"Saved \d\d:\d\d, for this visit", told(table))
    assert "?reader=YOUR-NAME" in table._toolbar._saving.value
