"""Standing answers and forms by pressing the buttons of the table, without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ipywidgets as w
import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine.chance import Script, Seeded
from conquistadors.engine.errors import SaveError
from conquistadors.engine.requests import Choice
from conquistadors.engine.saves import checksums
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.conquest.builder import begin, expedition
from conquistadors_widgets import Table, TableModel
from conquistadors_widgets.controls import AT_ONCE, BY_STEPS, SEND
from support.indies import at, at_standard
from support.landfall import game_at, ocean

GUIDE = "use indian-guide when-discovery"


def kind(model: TableModel) -> str:
    pending = model.game.pending
    assert isinstance(pending, Choice)
    return pending.kind


def press(model: TableModel, *answers: str) -> TableModel:
    """Press, and let whatever answers by itself do so, as the table does."""
    for answer in answers:
        model.lift_curtain()
        model.press(answer)
        assert not model.message
        model.let_bots_answer()
    model.lift_curtain()
    return model


def sailing(**how: Any) -> TableModel:
    """Red has a Pilot and has just kept it before a roll."""
    game = game_at(ocean({"red": "pilot"}), Seeded(1), **how)
    return press(TableModel(game, {}), "sail coast", "pass")


def stands(model: TableModel) -> list[tuple[str, bool]]:
    return [(each.stands, each.on) for each in model.standing_now]


# What stands -----------------------------------------------------------------------------------------------------


def test_an_answer_that_may_stand_is_offered_after_it_was_given() -> None:
    model = press(TableModel(game_at(ocean({"red": "pilot"}), Seeded(1)), {}), "sail coast")
    assert stands(model) == []
    press(model, "pass")
    assert kind(model) == "reroll"
    assert [(each.label, each.on) for each in model.standing_now] == [("Never use a Pilot before the roll", False)]
    assert model.standing == []
    press(model, "pass")  # for the re-roll: another question, another offer, and it is blue's turn
    assert model.seat == "blue"
    assert stands(model) == []


def test_what_stands_is_answered_by_the_table_and_told_to_its_player_alone() -> None:
    model = sailing()
    model.switch("no-pilot-before")
    assert stands(model) == [("no-pilot-before", True)]
    press(model, "pass", "sail coast")
    while kind(model) != "turn" or model.seat != "red":
        press(model, "pass" if kind(model) != "turn" else "sail coast")
        if model.seat == "blue":
            assert not model.answered_itself
            assert not model.standing
            assert not stands(model)
    before = len(model.game.answers)
    press(model, "sail coast")
    assert kind(model) == "reroll"
    given = [answer for answer in model.game.answers[before:] if answer.kind == "modify"]
    assert [(answer.who, answer.value, answer.auto) for answer in given] == [("red", "pass", False)]
    assert model.answered_itself == ["As always: Never use a Pilot before the roll."]
    assert "As always" in " ".join(model.reasons.values())
    press(model, "pass")
    assert model.seat == "blue"
    assert not model.answered_itself
    assert "As always" not in " ".join(model.reasons.values())


def test_what_stands_can_be_ended_whenever_one_looks() -> None:
    model = sailing()
    model.switch("no-pilot-before")
    assert [each.stands for each in model.standing] == ["no-pilot-before"]
    model.switch("no-pilot-before")
    assert model.standing == []
    model.switch("nobody offered this")
    assert model.standing == []


def test_behind_the_curtain_nothing_of_it_is_shown() -> None:
    model = sailing()
    model.switch("no-pilot-before")
    model.press("pass")
    assert model.curtain == "blue"
    assert (model.standing, stands(model), model.answered_itself) == ([], [], [])
    model.switch("no-pilot-before")
    assert model.game.standing == {"red": ("no-pilot-before",)}


def test_undo_takes_back_what_the_table_answered_and_asks() -> None:
    model = sailing(undo="training")
    model.switch("no-pilot-before")
    model.undo()
    model.undo()
    assert kind(model) == "turn"
    press(model, "sail coast")
    assert kind(model) == "reroll"
    model.undo()
    model.let_bots_answer()
    assert kind(model) == "modify"
    assert model.answered_itself == []
    press(model, "modify pilot")
    assert model.game.standing == {"red": ("no-pilot-before",)}


def test_the_next_question_of_its_kind_is_answered_again_after_an_undo() -> None:
    model = sailing(undo="training")
    model.switch("no-pilot-before")
    for _ in range(2):
        model.undo()
    press(model, "sail coast")
    assert kind(model) == "reroll"
    assert model.answered_itself


# In The Conquistadors ----------------------------------------------------------------------------------------------


def hungry(**food: int) -> TableModel:
    """Alvarado and Ordaz have nothing to eat, and others of the same player stand beside them with food."""
    fed = {name: expedition("red", "cempoala", "6 foot", food=points) for name, points in food.items()}
    starving = {name: expedition("red", "cempoala", "3 foot") for name in ("alvarado", "ordaz")}
    model = TableModel(begin(at(expeditions={**fed, **starving}, before="subsistence"), seed=1, undo="training"), {})
    model.lift_curtain()
    assert kind(model) == "feed-from"
    return model


def given_from(model: TableModel) -> list[str]:
    return [str(answer.value) for answer in model.game.answers if answer.kind == "feed-from"]


@pytest.mark.parametrize(("food", "asked_again"), [(3, False), (2, True)])
def test_g_8_14b_food_is_shared_this_way_as_long_as_it_suffices(food: int, asked_again: bool) -> None:
    """8.12  What Cortés needs himself is no food to spare: whether he goes hungry for others is asked."""
    model = press(hungry(cortes=food), "take cortes")
    assert stands(model) == [("share-food", False)]
    model.switch("share-food")
    model.let_bots_answer()
    assert (kind(model) == "feed-from") is asked_again
    assert given_from(model) == ["take cortes"] * (1 if asked_again else 2)


def test_g_8_14b_the_one_that_can_spare_most_shares() -> None:
    model = press(hungry(cortes=1, sandoval=3), "take cortes")
    assert stands(model) == []  # whoever takes from another store is asked again
    model.undo()
    press(model, "take sandoval")
    model.switch("share-food")
    model.let_bots_answer()
    assert given_from(model) == ["take sandoval", "take sandoval"]


def test_g_8_14b_what_answers_the_same_question_otherwise_ends() -> None:
    model = press(hungry(cortes=3), "take cortes")
    model.switch("share-food")
    model.undo()
    press(model, "pass")
    assert given_from(model) == ["pass", "take cortes"]  # the second by itself
    assert stands(model) == [("share-food", True), ("share-no-food", False)]
    model.switch("share-no-food")
    assert model.game.standing == {"red": ("share-no-food",)}


def exploring(shown: str) -> TableModel:
    men = {"cortes": expedition("red", "cempoala", "6 foot, 3 horse", shown=[shown])}
    return press(TableModel(begin(at(expeditions=men), seed=1), {"blue": RandomBot()}), "activate cortes")


def test_g_5_15b_the_guide_is_used_on_every_discovery() -> None:
    model = press(exploring("indian-guide"), "discover")
    assert kind(model) == "support"
    press(model, "use indian-guide")
    assert [(each.stands, each.label) for each in model.standing_now] == [(GUIDE, "Use Indian Guide in a discovery")]
    again = exploring("indian-guide")
    again.game.standing = {"red": (GUIDE,)}
    press(again, "discover")
    assert next(answer.value for answer in again.game.answers if answer.kind == "support") == "use indian-guide"
    assert again.answered_itself == ["As always: Use Indian Guide in a discovery."]


def test_g_5_15b_without_the_guide_nothing_is_answered() -> None:
    model = exploring("interpreter")
    model.game.standing = {"red": (GUIDE,)}
    press(model, "discover")
    assert model.answered_itself == []


# In saves ----------------------------------------------------------------------------------------------------------


def test_what_stands_is_kept_with_the_game(tmp_path: Path) -> None:
    model = sailing()
    cq.save(model.game, tmp_path / "before.json")
    assert '"standing"' not in (tmp_path / "before.json").read_text()
    model.switch("no-pilot-before")
    cq.save(model.game, tmp_path / "game.json")
    assert cq.load(tmp_path / "game.json").standing == {"red": ("no-pilot-before",)}


@pytest.mark.parametrize("wrong", [{"mauve": ["pass"]}, {"red": ["one two three four"]}, {"red": ["\x00"]}, {"red": 3}])
def test_a_save_with_something_else_in_its_place_is_refused(tmp_path: Path, wrong: Any) -> None:
    path = tmp_path / "game.json"
    cq.save(sailing().game, path)
    document = json.loads(path.read_text())
    document["standing"] = wrong
    document["checksums"] = checksums(document)
    path.write_text(json.dumps(document))
    with pytest.raises(SaveError):
        cq.load(path)


def test_what_a_game_does_not_know_is_shown_as_it_is_and_answers_nothing() -> None:
    model = TableModel(game_at(ocean({"red": "pilot"}), Seeded(1)), {})
    model.game.standing = {"red": ("<b>", "no-such thing")}
    press(model, "sail coast")
    assert kind(model) == "modify"
    assert [each.label for each in model.standing] == ["<b>", "no-such thing"]


# Forms -----------------------------------------------------------------------------------------------------------


def buying(**more: Any) -> TableModel:
    """Balboa, red's first man, has 16 pesos from the Funds Table."""
    pos = at_standard(expeditions={"balboa": expedition("red", "panama")}, before="outfit:balboa", **more)
    game = begin(pos, chance=Script(("funds", 3), free=["event"]), undo="training")
    model = TableModel(game, {"blue": RandomBot()})
    assert kind(model) == "loan"
    return model


def filled(model: TableModel, *values: int) -> list[tuple[int, int]]:
    """What is in the fields and how high they go, once these were filled in."""
    model.forms.fill(values)
    form = model.forms.shown
    assert form is not None
    return [(row.value, row.high) for row in model.forms.rows(form)]


def labels(model: TableModel) -> list[str]:
    return [button.label for button in model.buttons() if button.refusal is None]


def test_15_13_a_loan_and_units_of_each_kind_are_one_form() -> None:
    model = buying()
    form = model.forms.shown
    assert form is not None
    assert [row.label for row in model.forms.rows(form)] == [
        "Pesos to borrow",
        "Horse, 5 pesos each",
        "Cannon, 4 pesos each",
        "Foot, 2 pesos each",
    ]
    assert filled(model) == [(0, 16), (0, 3), (0, 4), (0, 8)]
    assert filled(model, 0, 2, 0, 9) == [(0, 16), (2, 3), (0, 1), (3, 3)]
    assert labels(model) == ["Do it", "Step by step"]


def test_g_22_23b_a_form_that_would_keep_too_much_is_refused_with_the_limit() -> None:
    model = buying()
    filled(model, 5)
    (refused,) = [button for button in model.buttons() if button.refusal]
    assert refused.answer == SEND
    assert "at most 16 pesos" in str(refused.refusal)
    model.press(SEND)
    assert "22.23" in model.message
    assert kind(model) == "loan"
    filled(model, 5, 1)
    assert "Do it" in labels(model)


def test_a_form_is_sent_as_the_row_of_small_answers_and_one_undo_takes_all_of_it_back() -> None:
    model = buying()
    before = len(model.game.answers)
    filled(model, 5, 2, 1, 0)
    model.press(SEND)
    assert not model.message
    sent = [answer.value for answer in model.game.answers[before:] if answer.who == "red"][:6]
    assert sent == ["amount 5", "recruit horse", "amount 2", "recruit cannon", "amount 1", "enough"]
    model.undo()
    assert kind(model) == "loan"
    assert filled(model) == [(0, 16), (0, 3), (0, 4), (0, 8)]  # nothing of it is left in the fields


def test_a_form_says_what_would_come_of_it_and_changes_nothing() -> None:
    model = buying()
    before = model.game.position
    filled(model, 5, 2, 0, 0)
    form = model.forms.shown
    assert form is not None
    told = [model.teller.happened(event) for event in form.told]
    assert "Balboa receives 2 horse." in told
    assert model.game.position == before


def test_whoever_wants_it_is_asked_bit_by_bit() -> None:
    model = buying()
    model.press(BY_STEPS)
    assert labels(model)[:2] == ["0", "1"]
    model.press("amount 5")
    assert labels(model) == ["Recruit horse", "Recruit cannon", "Recruit foot", "All at once"]
    model.press(AT_ONCE)
    assert filled(model, 1, 0, 0) == [(1, 3), (0, 4), (0, 8)]


def test_no_form_is_shown_behind_the_curtain() -> None:
    game = cq.new_game("basic", seed=4)
    while isinstance(game.pending, Choice) and game.pending.kind != "divide":
        game.play(game.options[0])
    model = TableModel(game, {})
    assert model.forms.shown is None
    model.lift_curtain()
    assert model.forms.shown is not None


# As widgets ------------------------------------------------------------------------------------------------------


def boxes(table: Table, kind: type[w.Widget]) -> list[Any]:
    found: list[Any] = []

    def walk(widget: Any) -> None:
        found.extend([widget] if isinstance(widget, kind) else [])
        for child in getattr(widget, "children", ()):
            walk(child)

    walk(table._question)
    return found


def test_the_numbers_of_a_form_are_boxes_with_bounds() -> None:
    table = Table(buying().game, {"blue": RandomBot()})
    numbers = boxes(table, w.BoundedIntText)
    assert [(box.value, box.max) for box in numbers] == [(0, 16), (0, 3), (0, 4), (0, 8)]
    numbers[3].value = 8
    assert [(box.value, box.max) for box in numbers] == [(0, 16), (0, 3), (0, 4), (8, 8)]
    numbers[1].value = 3  # what was filled in below it gives way
    assert [(box.value, box.max) for box in numbers] == [(0, 16), (3, 3), (0, 0), (0, 0)]
    assert "none" in table._form.children[3].children[1].value
    numbers[1].value = 2
    numbers[3].value = 2
    assert [(box.value, box.max) for box in numbers] == [(0, 16), (2, 3), (0, 1), (2, 3)]


def test_a_box_to_tick_lets_an_answer_stand() -> None:
    table = Table(game_at(ocean({"red": "pilot"}), Seeded(1), undo="training"), {"blue": RandomBot()})
    table.model.press("sail coast")
    table._after(lambda: table.model.press("pass"))
    (box,) = boxes(table, w.Checkbox)
    assert (box.description, box.value) == ("From now on: Never use a Pilot before the roll", False)
    box.value = True
    assert table.game.standing == {"red": ("no-pilot-before",)}
    box.value = False
    assert table.game.standing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(language: str) -> None:
    model = buying()
    model.speak(language)
    form = model.forms.shown
    assert form is not None
    said = [row.label for row in model.forms.rows(form)] + labels(model)
    rules = model.game.rules
    keys = [key for key in rules.texts(language) if key.startswith("standing.")]
    assert len(keys) == 8
    for key in keys:
        model.game.standing = {"red": (f"{key.removeprefix('standing.')} indian-guide when-discovery",)}
        said += [each.label for each in model.standing]
    assert not [text for text in said if "[" in text or "{" in text or "indian-guide" in text]
