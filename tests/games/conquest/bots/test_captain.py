"""The captain: he answers everything, says why, sees no more than his seat, and is better than chance."""

from __future__ import annotations

from random import Random
from statistics import median
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots import Bot, RandomBot
from conquistadors.bots.reasons import Why
from conquistadors.engine import Choice, Option
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.requests import TABLE
from conquistadors.games.conquest.bots.captain import HANDLERS, CaptainBot, ally, plunderer
from conquistadors.games.conquest.bots.captain.country import Country, country_of
from conquistadors.games.conquest.bots.captain.estimates import estimates_of
from conquistadors.games.conquest.bots.captain.styles import STYLES
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.victory import total_points
from conquistadors.resources import data_root
from support.sizes import size

NAMES: Final = ("Ana", "Ben", "Carla", "Diego", "Elena")
LAST_TURN: Final = 15
LONGEST: Final = 20_000
GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "basic-2": ("basic", {"seats": 2}),
    "basic-3": ("basic", {"seats": 3}),
    "basic-4": ("basic", {"seats": 4, "map": "both"}),
    "standard-2": ("standard", {"seats": 2, "target": 100}),
    "standard-late": ("standard", {"seats": 4, "map": "both", "quick_start": True, "late": 1, "target": 50}),
    "solitaire-north": ("solitaire", {"map": "north"}),
    "solitaire-south": ("solitaire", {"map": "south", "conquistadors": "random"}),
}


def begun(name: str, seed: int) -> Game[Any]:
    scenario, options = GAMES[name]
    return cq.new_game(scenario, players=NAMES[: options.get("seats", 1)], seed=seed, **options)


def played(game: Game[Any], bots: dict[str, Bot]) -> int:
    """Play to the end or to the last turn; how many answers were given. `game.play` refuses what is not legal."""
    for answers in range(LONGEST):
        if not isinstance(game.pending, Choice) or game.position.turn > LAST_TURN:
            return answers
        bot = bots[game.pending.who]
        game.play(bot.answer(game.view(game.pending.who)))
        if isinstance(bot, CaptainBot):
            assert bot.why is not None
            assert bot.why.reason
            assert bot.why.rule
    raise AssertionError("the game does not end")


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + size("CAPTAIN_SEEDS", thin=1, soak=5)))
@pytest.mark.parametrize("name", GAMES)
def test_captains_finish_every_game_and_say_why(name: str, seed: int) -> None:
    game = begun(name, seed)
    bots: dict[str, Bot] = {seat: CaptainBot(seed) for seat in (*game.rules.seats, TABLE)}
    assert played(game, bots) > 0
    assert game.ending is not None or game.position.turn > LAST_TURN
    if name.startswith(("basic", "solitaire")):
        assert game.ending is not None


def test_every_kind_of_question_has_a_handler() -> None:
    import tomllib

    words = tomllib.loads((data_root() / "conquest" / "play" / "en.toml").read_text(encoding="utf-8"))
    assert set(words["prompt"]) <= set(HANDLERS)


@pytest.mark.parametrize("name", ["basic-3", "standard-2", "solitaire-north"])
def test_the_same_seed_and_view_give_the_same_answer(name: str) -> None:
    one, other = begun(name, 5), begun(name, 5)
    for game in (one, other):
        played(game, {seat: CaptainBot(7) for seat in (*game.rules.seats, TABLE)})
    assert one.position.key() == other.position.key()


@pytest.mark.parametrize("name", ["basic-4", "standard-2"])
def test_hidden_cards_change_nothing(name: str) -> None:
    game, random, captain = begun(name, 3), Random(3), CaptainBot(3)
    compared = 0
    while isinstance(game.pending, Choice) and compared < 150:
        seat = game.pending.who
        view = game.view(seat)
        if seat != TABLE:
            before = captain.advise(view)
            twin = game.view(seat)
            twin.position = game.rules.view(game.rules.redealt(game.position, seat, random), seat)
            assert captain.advise(twin) == before
            compared += 1
        game.play(captain.answer(view))
    assert compared == 150


def test_asking_for_advice_changes_nothing() -> None:
    game = begun("basic-2", 4)
    captain = CaptainBot(4)
    for _ in range(200):
        if not isinstance(game.pending, Choice):
            break
        view = game.view(game.pending.who)
        before = view.position.key()
        advice = captain.advise(view)
        assert view.position.key() == before
        assert advice.option in view.options
        game.play(advice.option)


@pytest.mark.soak
def test_a_captain_beats_chance() -> None:
    """Far more than half of the games of two, from either seat."""
    games, won = size("CAPTAIN_GAMES", thin=4, soak=100), 0
    for seed in range(games):
        game = begun("basic-2", seed)
        mine, other = game.rules.seats if seed % 2 else reversed(game.rules.seats)
        played(game, {mine: CaptainBot(seed), other: RandomBot(seed)})
        won += game.ending is not None and game.ending.winners == (mine,)
    assert won >= games * 3 / 4


@pytest.mark.soak
@pytest.mark.parametrize("name", ["solitaire-north", "solitaire-south"])
def test_a_lone_captain_scores_more_than_chance(name: str) -> None:
    points: dict[str, list[int]] = {"captain": [], "random": []}
    for seed in range(size("LONE_GAMES", thin=3, soak=50)):
        for who, bot in (("captain", CaptainBot(seed)), ("random", RandomBot(seed))):
            game = begun(name, seed)
            (seat,) = game.rules.seats
            played(game, {seat: bot})
            points[who].append(total_points(game.position, seat))
    assert median(points["captain"]) > median(points["random"]) + 25


# Plans -----------------------------------------------------------------------------------------------------------


def chosen(maker: Any, seeds: range) -> dict[str, int]:
    """How often captains of one plan negotiate and plunder."""
    counts = {"negotiate": 0, "plunder": 0}
    for seed in seeds:
        game = begun("basic-2", seed)
        bots = {seat: maker(seed) for seat in game.rules.seats}
        while isinstance(game.pending, Choice) and game.position.turn <= 4:
            kind, seat = game.pending.kind, game.pending.who
            answer = bots[seat].answer(game.view(seat))
            if kind == "action" and answer.verb in counts:
                counts[answer.verb] += 1
            game.play(answer)
    return counts


@pytest.mark.soak
def test_plans_differ_in_what_captains_do() -> None:
    seeds = range(size("PLANNED_GAMES", thin=2, soak=10))
    peaceful, greedy = chosen(ally, seeds), chosen(plunderer, seeds)
    assert peaceful["negotiate"] > 2 * greedy["negotiate"]
    assert greedy["plunder"] > peaceful["plunder"]


def test_the_makers_can_be_sent_to_other_processes() -> None:
    import pickle

    for maker, plan in ((plunderer, "plunder"), (ally, "alliance")):
        assert pickle.loads(pickle.dumps(maker))(3).style == STYLES[plan]
    assert CaptainBot(3).style == STYLES["balanced"]


def test_a_captain_takes_a_style_of_ones_own() -> None:
    """Two of the same seed who differ in style differ in what they do, also where the other has just thought."""
    bold = STYLES["balanced"]._replace(chain=5.0, later=0.5)
    assert CaptainBot(3, bold).style is bold
    answers: dict[str, list[Option]] = {"bold": [], "balanced": [], "again": []}
    game = begun("basic-2", 5)
    while isinstance(game.pending, Choice) and game.position.turn <= 3:
        view = game.view(game.pending.who)
        if view.seat != TABLE:
            answers["bold"].append(CaptainBot(3, bold).answer(view))
            answers["balanced"].append(CaptainBot(3).answer(view))
            answers["again"].append(CaptainBot(3, bold).answer(view))
        game.play(CaptainBot(3).answer(view))
    assert answers["bold"] == answers["again"]
    assert answers["bold"] != answers["balanced"]


def test_an_unknown_plan_is_refused() -> None:
    with pytest.raises(SetupError, match="there is no plan"):
        CaptainBot(1, "retreat")


def test_what_a_place_still_has_counts_less_when_the_end_is_near() -> None:
    """A lone captain strips a place in the last turn that he would spare before."""
    from conquistadors.games.conquest.bots.captain.sight import Sight

    game = begun("solitaire-north", 1)
    (seat,) = game.rules.seats
    view = game.view(seat)
    assert Sight(view, 1).lasting() == STYLES["balanced"].lasting
    view.position.turn = view.position.rules.n.solitaire_turns
    assert Sight(view, 1).lasting() == 0


def test_an_empire_is_looked_for_with_the_cards_for_it() -> None:
    """A space is discovered only once: without help the captain would rather spare the one where an empire may be."""
    from conquistadors.games.conquest.bots.captain.plans import plans
    from conquistadors.games.conquest.bots.captain.sight import Sight

    def prospect(*hand: str) -> tuple[float, str]:
        pos = build(
            scenario="standard",
            map="north",
            expeditions={"cortes": expedition("red", "cholula", "6 foot, 2 horse")},
            places={"cholula": place("city", out=True), "tepeaca": "city", "tenochtitlan": "city"},
            hands={"red": list(hand)},
        )
        found = {plan.verb: plan for plan in plans(Sight(begin(pos, seed=1).view("red"), 1), "cortes")}
        goal = found["march"].reason.facts["plan"]
        assert isinstance(goal, Why)
        return found["march"].rate, goal.key

    poor, _ = prospect()
    rich, seeks = prospect("map-on-cloth", "mano-de-dios")
    assert rich > poor
    assert seeks == "plan.discover-empire"


@pytest.mark.parametrize(("guard", "divides"), [("2 foot", True), ("6 foot, 3 horse", False)])
def test_a_lone_captain_divides_gold_that_is_badly_guarded(guard: str, divides: bool) -> None:
    men = {"cortes": expedition("red", "cholula", guard, gold=80)}
    game = begin(build(scenario="solitaire", map="north", expeditions=men, places={"cholula": "city"}, turn=4), seed=1)
    advice = CaptainBot(1).advise(game.view("red"))
    assert (advice.option.verb == "share-out") is divides
    assert ("weak" in advice.reason) is divides


LAST: Final = size("COUNTRY_TURN", thin=3, soak=4)
"""In this turn countries are compared no more: in turn 2 ways are no longer closed."""


@pytest.mark.soak
@pytest.mark.parametrize("name", ["basic-3", "standard-2"])
def test_a_country_that_is_remembered_is_the_one_on_the_table(name: str) -> None:
    """Ways, neighbours and heights are kept from one question to the next, and from one game to the next."""
    rules: ConquestRules = begun(name, 3).position.rules
    book, countries = estimates_of(rules), set()
    spaces = [space for space, level in rules.world.level.items() if level is not None]
    for seed in (3, 4):
        game = begun(name, seed)
        bots: dict[str, Bot] = {seat: CaptainBot(number) for number, seat in enumerate(rules.seats)}
        while isinstance(game.pending, Choice) and game.position.turn < LAST:
            pos = game.position
            kept, fresh = country_of(pos, book), Country(pos, book)
            countries.add(kept)
            assert kept.known == fresh.known
            for start in {each.space for each in pos.expeditions.values()}:
                way = {"ashore": False, "closed": pos.turn < 2}
                assert kept.journeys(start, **way) == fresh.journeys(start, **way)
            assert [kept.outlook(space) for space in spaces] == [fresh.outlook(space) for space in spaces]
            assert [kept.promise(space) for space in spaces] == [fresh.promise(space) for space in spaces]
            game.play(bots[game.pending.who].answer(game.view(game.pending.who)))
    assert len(countries) > 10
