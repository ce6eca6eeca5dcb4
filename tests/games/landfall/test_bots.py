"""The skipper of Landfall and the search there: a reason for every answer, from what the seat knows alone."""

from __future__ import annotations

import re
import string
from collections import Counter
from random import Random
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot, SearchBot, coach
from conquistadors.bots.naming import bot_named
from conquistadors.engine import Choice, option
from conquistadors.engine.chance import Script
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games.landfall.bots import AHEAD, ANSWERS, CARD, Sea, Skipper
from conquistadors.games.landfall.rules import Landfall, Ocean
from conquistadors.lab.asking import Question
from conquistadors.lab.players import seating
from conquistadors.lab.playing import play_fully, play_quickly
from conquistadors.resources import data_root, read_toml_file
from support.landfall import game_at, ocean

SMALL: Final = 120


def played(seed: int, captains: int = 3) -> Any:
    """A game of random captains, at each question."""
    game, bot = cq.new_game("example", seed=seed, captains=captains), RandomBot(seed)
    while isinstance(game.pending, Choice):
        yield game
        game.play(bot.answer(game.view(game.pending.who)))


def advised(game: Game[Any]) -> tuple[str, str]:
    """What the skipper would do now, and the key of the reason."""
    assert game.pending is not None
    advice = Skipper().advise(game.view(game.pending.who))
    assert not isinstance(advice.because, str)
    return advice.option.id, advice.because.key


# The skipper -----------------------------------------------------------------------------------------------------


def test_every_question_has_an_answer_a_reason_and_a_clause_in_every_language() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12):
        for game in played(seed):
            view = game.view(game.pending.who)
            bot = Skipper(seed)
            assert bot.answer(view) in view.options
            assert bot.why is not None
            assert bot.why.rule == game.pending.rule
            told = [bot.why.in_words(language) for language in LANGUAGES]
            assert len({*told}) == len(LANGUAGES)
            assert not any("[" in each for each in told)
            kinds[game.pending.kind] += 1
    assert {*kinds} == {*ANSWERS}


@pytest.mark.parametrize(
    ("hands", "wanted"),
    [
        ({"red": "chart"}, ("play chart", "sail.chart")),
        ({"red": ""}, ("sail open", "sail.open")),
        ({"red": "", "blue": "storm storm storm"}, ("sail coast", "sail.coast")),
    ],
)
def test_the_course_is_the_one_that_promises_more(hands: dict[str, str], wanted: tuple[str, str]) -> None:
    """2.1, 3.1, 3.4  Nobody can send a Storm without cards; with three of them one is likely."""
    assert advised(game_at(ocean(hands))) == wanted


def test_in_a_storm_that_is_sure_a_card_is_drawn() -> None:
    """2.2  All that the others can hold are Storms: neither course promises much."""
    pos = ocean({"red": "pilot pilot pilot pilot", "blue": "storm storm storm"}, deck=["storm"])
    assert advised(game_at(pos)) == ("prepare", "sail.wait")


def test_leagues_are_expected_by_the_voyage_table() -> None:
    """3.4  One die: -2, 1, 1, 3, 3, 4 across the open sea; 0, 1, 1, 1, 1, 2 along the coast."""
    sea = Sea(game_at(ocean()).view("red"))
    assert sea.leagues("open") == pytest.approx(10 / 6)
    assert sea.leagues("coast") == pytest.approx(1.0)
    assert sea.leagues("open", -2) == pytest.approx(-1 / 6)
    assert sea.storm() == 0.0


def test_the_chance_of_a_storm_is_that_of_the_cards_that_were_not_seen() -> None:
    """1.2  Six Storms among fourteen cards; one card with another captain."""
    assert Sea(game_at(ocean({"blue": "chart"})).view("red")).storm() == pytest.approx(6 / 14)
    assert Sea(game_at(ocean({"red": "storm", "blue": "chart"})).view("red")).storm() == pytest.approx(5 / 13)


@pytest.mark.parametrize(
    ("ships", "course", "wanted"),
    [
        ({"red": 9, "blue": 0}, "open", ("play storm", "storm.near")),
        ({"red": 3, "blue": 3}, "open", ("play storm", "storm.ahead")),
        ({"red": 3, "blue": 5}, "open", ("pass", "storm.kept")),
        ({"red": 3, "blue": 3}, "coast", ("pass", "storm.kept")),
    ],
)
def test_a_storm_is_sent_where_it_hurts(ships: dict[str, int], course: str, wanted: tuple[str, str]) -> None:
    """3.2"""
    game = game_at(ocean({"blue": "storm"}, ships=ships))
    game.play(f"sail {course}")
    assert advised(game) == wanted


def test_a_pilot_is_taken_on_board_in_a_storm_and_kept_in_fair_weather() -> None:
    """4.1  +2 after a Storm gains 11/6 leagues; along the coast rolling again is as good."""
    game = game_at(ocean({"red": "pilot", "blue": "storm"}))
    game.play("sail open")
    game.play("play storm")
    assert advised(game) == ("modify pilot", "pilot.before")
    game = game_at(ocean({"red": "pilot"}))
    game.play("sail coast")
    assert advised(game) == ("pass", "pilot.later")


@pytest.mark.parametrize(("die", "wanted"), [(1, ("reroll pilot", "pilot.again")), (6, ("pass", "pilot.kept"))])
def test_a_pilot_rolls_again_after_a_bad_roll(die: int, wanted: tuple[str, str]) -> None:
    """4.1"""
    with Script(die) as dice:
        game = game_at(ocean({"red": "pilot"}), dice)
        game.play("sail open")
        game.play("pass")
        assert advised(game) == wanted


def test_where_there_is_no_choice_it_says_so() -> None:
    view = game_at(ocean()).view("red")
    view.options = type(view.options)([option("prepare")])
    advice = Skipper().advise(view)
    assert (advice.option.id, advice.reason) == ("prepare", "there is no other choice")


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_reason_is_there_in_every_language_with_its_facts(language: str) -> None:
    def reasons(spoken: str) -> dict[str, tuple[str, object]]:
        areas = read_toml_file(data_root() / "landfall" / f"{spoken}.toml")["why"]
        texts = {f"{area}.{key}": text for area, entries in areas.items() for key, text in entries.items()}
        parse = string.Formatter().parse
        return {key: (text, {each[1:3] for each in parse(text) if each[1]}) for key, text in texts.items()}

    english, other = reasons("en"), reasons(language)
    assert [*english] == [*other]
    for key, (text, facts) in other.items():
        assert facts == english[key][1], key
        assert text != english[key][0], key
        assert not re.search(r"\b(?:the|of|is|it|to|for)\b", text), key


def test_it_plays_the_same_without_a_record() -> None:
    rules = Landfall(3)
    question = Question("example", '{"captains": 3}', (seating(rules, "skipper"),), 4, 5)
    assert [play_quickly(question, n) for n in range(4)] == [play_fully(question, n) for n in range(4)]


# Worlds ----------------------------------------------------------------------------------------------------------


def test_what_is_supposed_looks_to_the_seat_as_the_truth_does() -> None:
    """1.2, and in the middle of a voyage, when cards of others have been seen."""
    random, others, shown, in_the_middle = Random(1), 0, 0, 0
    for seed in range(8):
        for game in played(seed):
            view = game.view(game.pending.who)
            run = view.suppose(random)
            if run is None:  # the deal did not fit: another does
                run = next(found for found in (view.suppose(random) for _ in range(50)) if found is not None)
            game.rules.check(run.pos)
            assert game.rules.view(run.pos, view.seat) == view.position
            assert isinstance(run.pending, Choice)
            assert run.pending.legal() == list(view.options)
            others += run.pos.key() != game.position.key()
            in_the_middle += bool(run.since)
            shown += bool(game.position.voyage.modifiers)
    assert others > 100
    assert in_the_middle > 50
    assert shown > 10


def test_a_card_that_was_shown_was_held() -> None:
    pos = ocean({"red": "chart", "blue": "storm pilot"})
    seen = pos.rules.view(pos, "red")
    for seed in range(10):
        world = pos.rules.supposed(seen, "red", Random(seed), [("blue", option("play", "storm"))])
        assert world is not None
        assert "storm" in world.hands["blue"].titles
        assert world.hands["blue"].size == 2
    three = [("blue", option("play", "storm"))] * 3
    assert pos.rules.supposed(seen, "red", Random(1), three) is None


# The search ------------------------------------------------------------------------------------------------------


def test_the_search_plays_to_the_end_within_its_budget() -> None:
    game, tried = cq.new_game("example", seed=4, captains=3), 0
    bots = {seat: SearchBot(4, budget=SMALL) for seat in game.rules.seats}
    while isinstance(game.pending, Choice):
        view = game.view(game.pending.who)
        thought = bots[game.pending.who].advise(view)
        assert thought.option in view.options
        assert thought.nodes <= SMALL
        assert thought.of == "points"
        assert thought.reason
        assert thought.rule
        tried += bool(thought.nodes)
        game.play(thought.option)
    assert tried > 20
    assert game.ending is not None


def test_the_same_seed_gives_the_same_thought_and_hidden_cards_change_nothing() -> None:
    random, compared = Random(3), 0
    for game in played(5):
        seat = game.pending.who
        if game.run().since:
            continue
        other = Game.new(game.rules, seed=1, position=game.rules.redealt(game.position, seat, random))
        one, two = (SearchBot(3, budget=SMALL).advise(each.view(seat)) for each in (game, other))
        assert one == two
        compared += 1
    assert compared > 10


def test_it_takes_the_voyage_that_wins() -> None:
    """5.1  In the last round three leagues are missing: only the open sea can make them, and the rival is ahead."""
    game = game_at(ocean(ships={"red": 9, "blue": 11}, turn=12))
    thought = SearchBot(1, budget=4000).advise(game.view("red"))
    assert thought.option.id == "sail open"
    assert {each.option.id for each in thought.estimates} == {each.id for each in game.options}
    worst = min(thought.estimates, key=lambda each: each.points)
    assert worst.option.id in ("prepare", "sail coast")


def test_a_seat_has_had_a_turn_when_it_is_asked_for_the_next() -> None:
    """2.1  What is asked in the turns of others does not count."""
    for seat in ("red", "blue"):
        game, bot = game_at(ocean({"red": "pilot", "blue": "storm"}), Script(*[3] * 9)), Skipper()
        clock, rounds = AHEAD.clock(game.position, seat), 0
        while rounds < 3:
            assert isinstance(game.pending, Choice)
            clock.tick(game.run())
            if game.pending.kind == "turn" and game.pending.who == seat:
                rounds += 1
            if seat == "red":
                assert clock.begun == rounds
            else:
                assert clock.begun == rounds + 1  # it began with the turn of another, which was under way
            game.play(bot.answer(game.view(game.pending.who)))


def test_a_world_is_worth_the_lead_the_cards_and_the_landfall() -> None:
    def value(pos: Ocean, seat: str) -> float:
        return AHEAD.value(game_at(pos).run(), seat, Skipper())

    pos = ocean({"red": "chart pilot"}, ships={"red": 4, "blue": 6})
    assert value(pos, "red") == pytest.approx(-2 + 2 * CARD)
    assert value(pos, "blue") == pytest.approx(2 - 2 * CARD)
    over = ocean(ships={"red": 12, "blue": 6})
    assert (value(over, "red"), value(over, "blue")) == (18, -18)


# At the table ----------------------------------------------------------------------------------------------------


def test_the_coach_advises_here_too() -> None:
    game = cq.new_game("example", seed=3)
    coaching = coach(game, budget=1500)
    assert coaching.adviser == Skipper().advise(game.view("red"))
    assert coaching.search is not None
    assert {row["option"] for row in coaching.rows() if row["who"] == "tried"} == {each.id for each in game.options}
    assert "trials" in str(coaching)
    assert all(row["rule"] for row in coaching.rows()[:2])
    for language in ("fr", "ja"):
        told = str(coach(game, budget=1500, language=language))
        assert "[" not in told
        assert not re.search(r"\b(?:the|of|is|trials|leagues)\b", told)


@pytest.mark.parametrize(("language", "who"), [("en", "skipper: "), ("fr", "patron\u00a0: "), ("ja", "船長：")])
def test_the_coach_calls_its_adviser_by_name(language: str, who: str) -> None:
    game = cq.new_game("example", seed=5)
    assert str(coach(game, search=False, language=language)).startswith(who)


@pytest.mark.parametrize("name", ["skipper", "search"])
def test_they_are_asked_for_by_name(name: str) -> None:
    game = cq.new_game("example", seed=2)
    assert bot_named(name, 1, game.rules).answer(game.view("red")) in game.options
