"""Answering, refusing, taking back, branching, table dice: what `Game` promises."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine.chance import Script, Seeded, TableDice
from conquistadors.engine.errors import IllegalAnswer, RuleError, ScriptError, SetupError, UndoError
from conquistadors.engine.fuzz import same_state
from conquistadors.engine.game import Game
from conquistadors.engine.piles import Pile
from conquistadors.engine.requests import Chance, Dice, Option, Procedure, option
from conquistadors.engine.rolls import draw
from conquistadors.engine.rules import step
from conquistadors.games.landfall.rules import Landfall, Ocean, turn
from support.landfall import game_at, ocean


def new(seed: int = 7, **setup: object) -> Game[Ocean]:
    return cq.new_game("example", players=["Ana", "Ben"], seed=seed, **setup)  # type: ignore[arg-type]  # test data


def test_the_prompt_is_a_sentence_with_its_clause() -> None:
    assert new().prompt == "Round 1. Ana: sail, prepare, or play a card. (2.1)"


def test_options_know_their_ids() -> None:
    game = new()
    assert "sail coast" in game.options  # type: ignore[comparison-overlap]  # an id is found too
    assert option("sail", "coast") in game.options
    assert "sail moon" not in game.options  # type: ignore[comparison-overlap]  # an id is found too
    assert repr(game.options[:2]) == "(sail coast, sail open)"


@pytest.mark.parametrize(
    "answer", ["", "sail", "sail moon", "play ambush", 7, None, "x" * 10_000, "sail coast now please"]
)
def test_a_bad_answer_names_the_legal_ones_and_changes_nothing(answer: str) -> None:
    game, untouched = new(), new()
    with pytest.raises(IllegalAnswer, match="Allowed: sail coast, sail open, prepare") as caught:
        game.play(answer)
    assert len(str(caught.value)) < 300
    assert same_state(game, untouched)


def test_why_not_explains_anything_typed() -> None:
    game = new()
    assert game.why_not("sail coast") is None
    for text, rule in [("sail moon", "3.4"), ("play ambush", "3.1"), ("dance", "2.1"), ("", "2.1"), ("a b c d", "2.1")]:
        refusal = game.why_not(text)
        assert refusal is not None
        assert refusal.rule == rule
        assert game.teller().refusal(refusal).endswith(f"({rule})")


def test_refused_lists_own_cards_that_cannot_be_played() -> None:
    game = game_at(ocean({"red": "chart storm"}))
    assert [(r.option.id, r.rule) for r in game.refused] == [("play storm", "3.1")]


def test_a_finished_game_asks_nothing() -> None:
    with Script(6) as dice:
        game = game_at(ocean(ships={"red": 11}), dice)
        game.play("sail coast")
    assert game.options == ()
    assert game.refused == ()
    with pytest.raises(IllegalAnswer, match="the game is over"):
        game.play("sail coast")


def test_an_error_inside_a_rule_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game, untouched = game_at(ocean(), Seeded(1)), game_at(ocean(), Seeded(1))

    def broken(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Landfall, "leagues", broken)
    with pytest.raises(KeyboardInterrupt):
        game.play("sail coast")
    assert same_state(game, untouched)
    monkeypatch.undo()
    game.play("sail coast")
    assert len(game.answers) > len(untouched.answers)


def test_what_is_done_to_a_look_at_the_position_does_not_touch_the_game() -> None:
    game = new()
    game.position.ships["red"] = 11
    assert game.position.ships["red"] == 0


# Undo ------------------------------------------------------------------------------------------------------------


def test_fair_undo_takes_back_decisions_since_the_last_roll() -> None:
    game = game_at(ocean({"red": "pilot", "blue": "storm"}), Script())
    there = game.branch()
    game.play("sail open")
    assert game.pending is not None
    assert game.pending.who == "blue"
    game.undo()
    assert same_state(game, there)


def test_fair_undo_stops_at_a_roll() -> None:
    game = game_at(ocean(), Script(4))
    game.play("sail open")
    assert not game.can_undo
    with pytest.raises(UndoError, match="last roll or revealed card"):
        game.undo()


def test_fair_undo_stops_at_a_revealed_card() -> None:
    game = game_at(ocean({"red": "chart"}))
    game.play("play chart")
    assert not game.can_undo
    with pytest.raises(UndoError, match="revealed card"):
        game.undo()


def test_training_undo_goes_back_to_the_start_and_redo_forward_again() -> None:
    game = new(undo="training")
    start = game.branch()
    for _ in range(6):
        game.play(game.options[0])
    there = game.branch()
    for _ in range(6):
        game.undo()
    assert same_state(game, start)
    with pytest.raises(UndoError, match="no decision"):
        game.undo()
    for _ in range(6):
        game.redo()
    assert same_state(game, there)
    with pytest.raises(UndoError, match="nothing to redo"):
        game.redo()


def test_another_answer_ends_redo() -> None:
    game = new(undo="training")
    game.play("sail coast")
    game.undo()
    game.play("sail open")
    assert not game.can_redo


def test_redo_of_what_does_not_fit_any_more_says_so() -> None:
    game = game_at(ocean({"red": "pilot"}), TableDice(1))
    game.play("sail open")
    game.play("pass")
    game.undo()
    game.undo()
    game.use_chance(Seeded(1))
    game.redo()
    game.undo()
    assert game.can_redo
    game._redo[-1] = game._redo[-1]._replace(value="sail moon")
    with pytest.raises(UndoError, match="what was taken back no longer fits: 'sail moon' is not allowed now"):
        game.redo()
    assert not game.can_redo


def test_undo_repeats_the_same_dice() -> None:
    game = new(undo="training")
    game.play("sail coast")
    there = game.branch()
    game.undo()
    game.play("sail coast")
    assert same_state(game, there)


def test_undo_to_a_line_offers_the_decision_that_led_to_it() -> None:
    game = game_at(ocean(), Script("chart", 3, "pilot"), undo="training")
    game.play("prepare")
    there = game.branch()
    game.play("sail coast")
    line = next(line for line in game.log if line.event.kind == "sailed")
    game.play("prepare")
    game.undo(to=line.number)
    assert same_state(game, there)
    for wrong in (-1, 999, "3"):
        with pytest.raises(UndoError, match="the log has the lines 0 to"):
            game.undo(to=wrong)  # type: ignore[arg-type]  # the wrong type is the point


def test_undo_for_one_seat_takes_back_what_others_did_since() -> None:
    game = new(undo="training")
    there = game.branch()
    game.play("prepare")
    game.play("prepare")
    game.undo(seat="red")
    assert same_state(game, there)


def test_a_branch_goes_its_own_way_with_its_own_dice() -> None:
    game = new()
    same, other = game.branch(), game.branch(seed=99)
    for each in (game, same, other):
        for _ in range(4):
            each.play("sail open" if option("sail", "open") in each.options else "pass")
    assert same_state(game, same)
    assert game.position != other.position


# Chance ----------------------------------------------------------------------------------------------------------


def test_table_dice_wait_for_what_a_person_types() -> None:
    game = game_at(ocean(), TableDice(1))
    game.play("sail open")
    assert isinstance(game.pending, Chance)
    assert game.prompt == "Ana: roll 1d6 for the voyage and type the result. (3.3)"
    assert [o.id for o in game.options] == [f"roll {n}" for n in range(1, 7)]
    for wrong in ("7", "0", "3 4", "x", "", "-1", "1.0", "９"):
        with pytest.raises(IllegalAnswer, match=f"1d6 cannot show '{wrong}'"):
            game.play(wrong)
    game.play(6)
    assert game.position.ships["red"] == 4


@pytest.mark.parametrize("typed", ["3 4", "3+4", "3, 4", "7", 7, "roll 7", Option("roll 7", "roll", "7")])
def test_two_dice_are_typed_one_by_one_or_as_a_total(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pos = ocean()
    two = pos.rules.rolls["voyage"]
    monkeypatch.setitem(pos.rules.rolls, "voyage", type(two)("voyage", Dice(2, 6), two.modifiers, False, False))
    game = game_at(pos, TableDice(1))
    game.play("sail open")
    game.play(typed)
    assert game.answers[-1].value == 7


def test_typed_dice_can_be_typed_anew() -> None:
    game = game_at(ocean(), TableDice(1))
    game.play("sail open")
    game.play("6")
    game.undo()
    assert isinstance(game.pending, Chance)
    game.play("1")
    assert game.position.ships["red"] == 0


def test_cards_are_still_drawn_by_the_kit_with_table_dice() -> None:
    game = new(chance="table")
    assert game.position.hands["red"].size == 3


def test_changing_to_table_dice_and_back_in_the_middle() -> None:
    game = new(seed=3)
    game.use_chance(TableDice(3))
    game.play("sail open")
    while not isinstance(game.pending, Chance):
        game.play("pass")
    game.use_chance(Seeded(3))
    assert not isinstance(game.pending, Chance)


def test_a_source_that_fails_is_not_taken() -> None:
    game = game_at(ocean(), TableDice(1))
    game.play("sail open")
    there = game.branch()
    with pytest.raises(ScriptError, match="no outcome left"):
        game.use_chance(Script())
    assert same_state(game, there)
    assert game.sources == there.sources


def test_a_script_that_is_too_short_or_does_not_fit_fails() -> None:
    game = game_at(ocean(), Script())
    with pytest.raises(ScriptError, match="no outcome left"):
        game.play("sail coast")
    game = game_at(ocean(), Script("storm"))
    with pytest.raises(ScriptError, match="cannot come up"):
        game.play("sail coast")
    with pytest.raises(ScriptError, match=r"never rolled: \[6\]"), Script(3, 6) as dice:
        game_at(ocean(), dice).play("sail coast")


def test_seeded_chance_is_fair() -> None:
    """Chi-square of 60,000 die rolls over consecutive answers: below the 99.9 % point with 5 degrees of freedom."""
    die = Chance("voyage", "red", "3.3", Dice(1, 6).totals, Dice(1, 6).ways)
    counts = dict.fromkeys(range(1, 7), 0)
    for seed in range(60):
        source = Seeded(seed)
        for number in range(1000):
            counts[source.answer(number, die)] += 1  # type: ignore[index]  # a die shows numbers
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 20.5


def test_weights_are_respected() -> None:
    draw = Chance("deck", "red", "1.2", ("a", "b"), (1, 3))
    drawn = [Seeded(seed).answer(5, draw) for seed in range(4000)]
    assert 900 < drawn.count("a") < 1100


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "7", True, None])
def test_a_wrong_seed_is_refused(seed: object) -> None:
    with pytest.raises(SetupError, match="whole number"):
        Seeded(seed)  # type: ignore[arg-type]  # the wrong type is the point


def test_a_roll_or_modifier_outside_the_catalogue_is_refused() -> None:
    pos = ocean({"red": "chart"})
    rules = pos.rules
    rules.rolls = {}
    with pytest.raises(RuleError, match="not in the catalogue"):
        game_at(pos, Script(3)).play("sail coast")
    fresh = Landfall()
    voyage = fresh.rolls["voyage"]
    fresh.rolls = {"voyage": type(voyage)("voyage", voyage.dice, frozenset(), False, False)}
    pos = ocean({"red": "chart"})
    pos.rules = fresh
    game = game_at(pos, Script(3))
    game.play("play chart")
    with pytest.raises(RuleError, match="does not know the modifier 'chart'"):
        game.play("sail coast")


def test_procedures_that_break_the_contract_are_told() -> None:
    pos = ocean()
    with pytest.raises(RuleError, match="'deck' is empty"):
        next(draw(pos, Pile(), "red", name="deck", rule="2.2", seen_by=None))
    pos.sink = print
    with pytest.raises(KeyError, match="dance"):
        step(pos, turn, "dance")

    class Idle(Landfall):
        def step(self, pos: Ocean) -> Procedure[None]:
            yield from ()

    with pytest.raises(RuleError, match="1000 steps of example in a row asked nothing"):
        Game.new(Idle(), seed=1)


# Who is asked, and what the tracer knows -------------------------------------------------------------------------


def test_a_seat_that_cannot_react_passes_by_itself_and_nobody_sees_it() -> None:
    game = game_at(ocean({"blue": "chart"}), Script(3))
    game.play("sail coast")
    auto = [a for a in game.answers if a.who == "blue"]
    assert [(a.kind, a.value, a.auto) for a in auto] == [("react", "pass", True)]
    during = [line for line in game.log if not line.event.heading]  # the turn of Ben begins after it
    assert not any("Ben" in line for line in game.teller().story(during))


def test_the_tracer_shows_nested_procedures_with_their_steps() -> None:
    game = game_at(ocean({"red": "pilot"}), Script(3))
    assert [(w.procedure.name, w.step) for w in game.at_work] == [("turn", "decide")]
    game.play("sail coast")
    assert [(w.procedure.rule, w.procedure.name, w.step) for w in game.at_work] == [
        ("2.1", "turn", "sail"),
        ("3.3", "sail", "roll"),
    ]


def test_a_view_offers_options_only_to_the_seat_that_is_asked() -> None:
    game = new()
    assert game.view("red").options == game.options
    assert game.view("blue").options == ()
    assert game.view(None).pending is None
    with pytest.raises(SetupError, match="there is no seat 'purple'"):
        game.view("purple")


# Set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61, "\ud800", "\x00", 7])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="printable characters"):
        cq.new_game("example", players=[name, "Ben"])


def test_other_wrong_setups_say_what_is_allowed() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"scenario": "chess"}, "there is no scenario 'chess'. Scenarios: basic, standard, solitaire, example"),
        ({"captain": 3}, "no option 'captain'. Options: captains"),
        ({"captains": 9}, "2 to 4"),
        ({"players": ["a", "b", "c"]}, "3 names for 2 seats"),
        ({"players": "Ana"}, "players must be a list of names"),
        ({"players": ["Ana", "ana "]}, "same name"),
        ({"chance": "loaded"}, "'seeded' or 'table'"),
        ({"undo": "cheating"}, "'fair' or 'training'"),
        ({"language": "es"}, "en, fr, ja"),
    ]
    for setup, message in wrong:
        with pytest.raises(SetupError, match=message):
            cq.new_game(**setup)


def test_a_game_cannot_start_from_an_impossible_position() -> None:
    pos = ocean({"red": "chart"})
    pos.hands["red"] = pos.hands["red"].plus("pilot")
    with pytest.raises(SetupError, match=r"no game can start from this position: .*\(1.2\)"):
        game_at(pos)


def test_the_same_seed_gives_the_same_game_whatever_the_order_of_hashes() -> None:
    """Iteration order is fixed: interpreters with other hash seeds tell the same story."""
    told = set()
    for hash_seed in ("1", "2", "3"):
        command = [sys.executable, "-m", "conquistadors", "playthrough", "--seed", "5"]
        done = subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": hash_seed}, capture_output=True, check=True)
        told.add(done.stdout)
    assert len(told) == 1


def test_a_fresh_seed_cannot_be_found_by_trying_and_its_dice_are_fair_too() -> None:
    seeds = [Seeded.fresh().seed for _ in range(200)]
    assert len(set(seeds)) == len(seeds)
    assert all(2**64 <= seed < 2**128 for seed in seeds)
    assert max(seeds) > 2**126
    dice = Dice(1, 6)
    chance = Chance("roll", "red", "1", dice.totals, dice.ways, dice)
    rolled = Counter(Seeded(2**100 + seed).answer(number, chance) for seed in range(60) for number in range(100))
    assert set(rolled) == set(dice.totals)
    assert all(abs(count - 1000) < 150 for count in rolled.values())


def test_a_seed_below_two_to_the_sixty_four_gives_the_dice_that_it_always_gave() -> None:
    dice = Dice(2, 6)
    chance = Chance("roll", "red", "1", dice.totals, dice.ways, dice)
    assert [Seeded(1518).answer(number, chance) for number in range(10)] == [11, 6, 9, 11, 4, 4, 10, 7, 10, 9]
    assert [Seeded(2**64 - 1).answer(number, chance) for number in range(5)] == [7, 5, 2, 8, 6]


def test_a_game_with_a_fresh_seed_is_saved_and_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    game = cq.new_game("example")
    game.play(game.options[0])
    again = cq.load(cq.save(game, tmp_path / "game.json"))
    assert again.sources[0][1].seed == game.sources[0][1].seed
    assert again.answers == game.answers


def test_a_game_without_a_seed_gets_one_and_tells_it() -> None:
    one, other = cq.new_game(), cq.new_game()
    assert one.sources[0][1].seed != other.sources[0][1].seed


def test_no_game_begins_from_the_middle_of_a_step() -> None:
    """What is under way would be skipped in silence: a Storm that was sent, a voyage that is not rolled for yet."""
    game = cq.new_game("example", seed=1492)
    assert Game.new(game.rules, position=game.position).position == game.position
    game.play("play chart")
    with pytest.raises(SetupError, match=r"in the middle of a step.*game\.checkpoint\.position"):
        Game.new(game.rules, position=game.position)
    begun = Game.new(game.rules, position=game.checkpoint.position)
    assert begun.position == game.checkpoint.position


def test_games_and_views_say_what_they_are() -> None:
    game = cq.new_game("example", players=["Ana", "Ben"], seed=1492)
    assert repr(game) == f"<example: Ana, Ben; {len(game.answers)} answers; red is asked: turn (2.1)>"
    asked = "asked: turn (2.1), (sail coast, sail open, prepare, play chart)"
    assert repr(game.view("red")) == f"<what red sees of example; {asked}>"
    assert repr(game.view()) == "<what a bystander sees of example; nothing is asked>"
