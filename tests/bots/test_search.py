"""The search: legal answers from what the seat knows alone, within its budget, and right where it is clear."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Generator
from random import Random
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots.search import SearchBot, Thought, racing
from conquistadors.bots.search.bot import Trial
from conquistadors.bots.search.contract import Course
from conquistadors.bots.search.playing import SLICE, Dice, play_on
from conquistadors.bots.search.racing import Runner
from conquistadors.engine import Choice, option
from conquistadors.engine.game import Game
from conquistadors.engine.requests import TABLE, Chance
from conquistadors.engine.requests import Dice as Cubes
from conquistadors.engine.views import View
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.bots.captain.sight import Aim
from conquistadors.games.conquest.bots.kinds import SEARCHED
from conquistadors.games.conquest.bots.lookahead import AHEAD
from conquistadors.games.conquest.builder import expedition, place
from conquistadors.lab.players import named
from support.battles import field
from support.indies import answer, at, at_solitaire, rules_of, solitaire_rules, table

NAMES: Final = ("Ana", "Ben", "Carla")
SMALL: Final = 120
GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "basic": ("basic", {"seats": 2}),
    "basic-3": ("basic", {"seats": 3}),
    "standard": ("standard", {"seats": 2, "target": 50}),
    "solitaire-north": ("solitaire", {"map": "north"}),
    "solitaire-south": ("solitaire", {"map": "south", "conquistadors": "random"}),
}


def begun(name: str, seed: int) -> Game[Any]:
    scenario, options = GAMES[name]
    return cq.new_game(scenario, players=NAMES[: options.get("seats", 1)], seed=seed, **options)


def questions(name: str, seed: int, most: int) -> Any:
    """The game at each question of a player, played by captains."""
    game, captain = begun(name, seed), CaptainBot(seed)
    for _ in range(most):
        if not isinstance(game.pending, Choice):
            return
        if game.pending.who != TABLE:
            yield game
        game.play(captain.answer(game.view(game.pending.who)))


# What a seat may suppose -----------------------------------------------------------------------------------------


def done(work: Generator[None, None, Any]) -> Any:
    """What comes of work in slices."""
    try:
        while True:
            next(work)
    except StopIteration as finished:
        return finished.value


@pytest.mark.parametrize("name", GAMES)
def test_what_is_supposed_looks_to_the_seat_as_the_truth_does(name: str) -> None:
    random, in_the_middle, others = Random(1), 0, 0
    for game in questions(name, 2, 350):
        view = game.view(game.pending.who)
        run = view.suppose(random)
        assert run is not None
        game.rules.check(run.pos)
        others += run.pos.key() != game.position.key()
        assert game.rules.view(run.pos, view.seat) == view.position
        assert run.pending.legal() == list(view.options)
        in_the_middle += bool(run.since)
    assert in_the_middle > 20
    assert others > 200 or name.startswith("solitaire")  # a lone player can count all cards


def test_a_view_of_a_bare_run_supposes_nothing() -> None:
    game = begun("basic", 1)
    assert View(game.run(), game.rules.seats[0]).suppose(Random(1)) is None


def test_cards_that_were_shown_lie_where_they_came_from() -> None:
    pos = at(expeditions={"cortes": expedition("red", "tlaxcala", "3 foot")}, hands={"blue": ["bolas", "theft"]})
    seen = pos.rules.view(pos, "red")
    for seed in range(10):
        world = pos.rules.supposed(seen, "red", Random(seed), [("blue", option("play", "bolas"))])
        assert world is not None
        assert "bolas" in world.hands["blue"].titles
        assert world.hands["blue"].size == 2


@pytest.mark.parametrize("name", ["basic", "standard"])
def test_hidden_cards_change_nothing(name: str) -> None:
    """The same question in a world in which all that the seat cannot see lies elsewhere."""
    random, bot, compared = Random(3), SearchBot(3, budget=SMALL), 0
    for game in questions(name, 3, 400):
        seat, boundary = game.pending.who, game.checkpoint.position
        if game.run().since or boundary.rolling or game.pending.kind not in SEARCHED:
            continue
        other = Game.new(game.rules, seed=1, position=game.rules.redealt(boundary, seat, random))
        assert other.pending is not None
        assert other.pending.kind == game.pending.kind
        assert bot.advise(other.view(seat)) == bot.advise(game.view(seat))
        compared += 1
        if compared == 25:
            return
    raise AssertionError("too few questions")


# Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_question_is_answered_and_the_budget_kept(name: str) -> None:
    game = begun(name, 4)
    bots = {seat: SearchBot(4, budget=SMALL) for seat in (*game.rules.seats, TABLE)}
    kinds: Counter[str] = Counter()
    while isinstance(game.pending, Choice) and game.position.turn <= 2:
        bot, view = bots[game.pending.who], game.view(game.pending.who)
        thought = bot.advise(view)
        assert thought.option in view.options
        assert thought.reason
        assert thought.rule
        assert thought.nodes <= SMALL
        assert bool(thought.nodes) <= (game.pending.kind in SEARCHED)
        kinds[game.pending.kind] += bool(thought.nodes)
        game.play(thought.option)
    assert kinds["impulse"] > 0
    assert not kinds["action"] + kinds["march"] + kinds["voyage"]  # the aim was chosen before


def searched(name: str = "solitaire-north", seed: int = 5) -> View[Any]:
    """A view with a question that is worth a search, and more than two options."""
    for game in questions(name, seed, 500):
        if game.pending.kind in ("march", "action") and len(game.options) > 3:
            return game.view(game.pending.who)  # type: ignore[no-any-return]
    raise AssertionError("no such question")


def test_the_same_seed_gives_the_same_thought() -> None:
    view = searched()
    one, other = SearchBot(7, budget=800).advise(view), SearchBot(7, budget=800).advise(view)
    assert one == other
    assert one.estimates
    assert all(each.playouts > 0 for each in one.estimates)


def test_asking_changes_nothing() -> None:
    view = searched()
    before = view.position.key()
    SearchBot(1, budget=SMALL).advise(view)
    assert view.position.key() == before


def test_who_stops_has_the_best_so_far() -> None:
    view = searched()
    thinking = SearchBot(8, budget=5000).thinking(view)
    thoughts: list[Thought] = [next(thinking) for _ in range(4)]
    thinking.close()
    assert thoughts[0].option == thoughts[0].adviser.option
    assert all(thought.option in view.options for thought in thoughts)
    nodes = [thought.nodes for thought in thoughts]
    assert nodes == sorted(nodes)
    assert 0 < nodes[-1] < 5000


def test_playing_on_pauses_after_every_slice() -> None:
    """A table stays alive while a game is played on for many turns."""
    view = searched()
    run = view.suppose(Random(1))
    assert run is not None
    work = play_on(run, Course(view.options[0]), "red", AHEAD, CaptainBot(1), Dice(1, 0), 10_000)
    pauses, answers = 0, 0
    while not answers:
        try:
            next(work)
        except StopIteration as finished:
            answers, _ = finished.value
        else:
            pauses += 1
    assert pauses == (answers - 1) // SLICE > 0


def test_time_cuts_it_short() -> None:
    thought = SearchBot(8, budget=10**9, seconds=0.0).advise(searched())
    assert 0 < thought.nodes < 10**5


def test_without_a_budget_it_is_the_captain() -> None:
    view = searched()
    thought = SearchBot(9, budget=0).advise(view)
    advice = CaptainBot(9).advise(view)
    assert (thought.option, thought.reason, thought.rule) == (advice.option, advice.reason, advice.rule)


def test_the_laboratory_knows_it_by_name() -> None:
    assert pickle.loads(pickle.dumps(named("search"))) is SearchBot


# Dice and means --------------------------------------------------------------------------------------------------


def test_the_first_roll_goes_evenly_through_its_outcomes() -> None:
    cubes = Cubes(2, 6)
    chance = Chance("x", "red", "1.0", cubes.totals, cubes.ways, cubes)
    came: Counter[int] = Counter()
    for sample in range(360):
        dice = Dice(1, sample)
        came[int(dice.answer(chance))] += 1
        assert dice.stratum.chance > 0
    assert all(abs(came[total] - 10 * ways) <= 2 for total, ways in zip(cubes.totals, cubes.ways, strict=True))


def test_later_rolls_of_a_kind_do_not_depend_on_others() -> None:
    cubes = Cubes(2, 6)
    one, two = (Chance(kind, "red", "1.0", cubes.totals, cubes.ways, cubes) for kind in ("one", "two"))
    plain, mixed = Dice(1, 2), Dice(1, 2)
    assert [plain.answer(each) for each in (one, two, two)][1:] == [mixed.answer(e) for e in (one, two, one, one, two)][
        1::3
    ]


def test_the_mean_has_the_exact_chances_of_the_first_roll() -> None:
    from conquistadors.bots.search.playing import Stratum

    runner = Runner(Course(option("rest")), "", 0.0)
    for value, stratum in ((10.0, Stratum(1, 0.25)), (0.0, Stratum(2, 0.75)), (30.0, Stratum(1, 0.25))):
        runner.add(value, stratum)
    assert runner.mean == pytest.approx(5.0)


# What is clear ---------------------------------------------------------------------------------------------------

QUIET: Final = (2, 2, 2, 2)
"""The dice of two rounds in which nobody is hurt; then the Spaniards are asked whether they retreat."""


def test_it_leaves_a_battle_that_is_lost() -> None:
    pos = field("2 foot", [30, 30, 30], gold=10)
    with table(pos, *QUIET) as game:
        assert game.pending is not None
        assert game.pending.kind == "retreat"
        thought = SearchBot(1, budget=1500).advise(game.view("red"))
        assert thought.option.verb == "retreat"


CITY: Final = {"tlaxcala": place("city", hostile=True), "totonacapan": "village"}
"""A city that nobody defends."""
ARMY: Final = {"cortes": expedition("red", "tlaxcala", "5 foot, 4 horse")}


def test_it_plunders_when_there_is_no_other_time() -> None:
    pos = at_solitaire(expeditions=ARMY, places=CITY, turn=10, round=solitaire_rules().rounds_most)
    with table(pos) as game:
        answer(game, "activate cortes")
        assert SearchBot(1, budget=600).advise(game.view("red")).option.id == "plunder"


def test_it_takes_what_wins_the_game() -> None:
    """The turn ends with this round: gold makes the points that are missing, and no other action does."""
    rules = rules_of()
    points = {"red": rules.target - 3, "blue": rules.target - 5}
    pos = at(expeditions=ARMY, places=CITY, points=points, round=rules.rounds_most, order=["blue", "red"], active="red")
    with table(pos) as game:
        answer(game, "activate cortes")
        view = game.view("red")
        assert SearchBot(1, budget=600).advise(view).option.id == "plunder"
        trial = Trial(view, AHEAD, CaptainBot(1), 1)
        tried = [each for each in view.options if each.id in ("plunder", "negotiate", "rest")]
        runners = {each.id: Runner(Course(each), "", 0.0) for each in tried}
        for _ in range(12):
            for runner in runners.values():
                assert done(trial.run(runner, 10_000)) > 0
        best = runners.pop("plunder")
        assert runners
        assert max(runner.against(best).points for runner in runners.values()) < -10


def test_what_an_expedition_is_set_on_it_does() -> None:
    """An aim is followed through the questions of an activation: the trip that was chosen is the one that is made."""
    pos = at_solitaire(expeditions=ARMY, places=CITY | {"cholula": "city", "tepeaca": "town"}, turn=3)
    for space in ("cholula", "tepeaca"):
        with table(pos) as game:
            captain, aim = CaptainBot(1), Aim("cortes", None, space)
            answers = []
            while isinstance(game.pending, Choice) and game.pending.kind in ("impulse", "action", "march"):
                answers.append(captain.advise(game.view("red"), aim).option)
                if game.pending.kind == "march":
                    break
                game.play(answers[-1])
            assert [each.id for each in answers] == ["activate cortes", "march", f"go {space}"]


def test_an_aim_holds_as_long_as_it_makes_sense() -> None:
    pos = at_solitaire(expeditions=ARMY, places=CITY, turn=3)
    trip, deed = (
        Course(option("activate", "cortes"), Aim("cortes", None, "cholula")),
        Course(option("activate", "cortes"), Aim("cortes", "plunder", "tlaxcala")),
    )
    assert [AHEAD.holds(trip, pos, begun) for begun in (1, 2)] == [True, True]
    assert [AHEAD.holds(deed, pos, begun) for begun in (1, 2)] == [True, False]
    pos.edit("cortes", space="cholula")
    assert not AHEAD.holds(trip, pos, 1)
    assert not AHEAD.holds(Course(option("rest")), pos, 1)


def test_the_aim_of_an_activation_is_kept_until_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is chosen once, at the impulse; at the questions after it there is nothing to think about any more."""
    monkeypatch.setattr(racing, "SURE", -9.0)  # whatever is tried least is taken
    game, bot = begun("solitaire-north", 6), SearchBot(6, budget=400)
    chosen, followed = 0, 0
    while isinstance(game.pending, Choice) and game.position.turn <= 3:
        thought = bot.advise(game.view(game.pending.who))
        if game.pending.kind == "impulse" and thought.aim is not None:
            chosen += 1
            assert thought.option.subject == thought.aim.commander
            game.play(thought.option)
            while isinstance(game.pending, Choice) and game.pending.kind in ("action", "march", "voyage"):
                after = bot.advise(game.view(game.pending.who))
                assert not after.nodes
                followed += 1
                game.play(after.option)
        else:
            game.play(thought.option)
    assert chosen
    assert followed >= chosen
