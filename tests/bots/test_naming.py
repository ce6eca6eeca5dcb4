"""Bots by name: every game knows its own through its kit, and refuses those of others by name."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot, SearchBot, coach
from conquistadors.bots.captain import CaptainBot, ally
from conquistadors.bots.naming import bot_named, bots_by_seat, check_plays, makers
from conquistadors.bots.preparing import make_ready
from conquistadors.engine import SetupError
from conquistadors.engine.game import Game
from conquistadors.games import kits, load, rules_for, scenarios
from conquistadors.games.landfall.rules import Landfall
from conquistadors.lab import simulate
from conquistadors.lab.players import Sampler, glancing, player
from conquistadors.lab.players import seating as seated_in_lab
from conquistadors.lab.tournaments import tournament_games

REFUSED: Final = {
    "en": r"captain does not play example \(landfall\)\. Bots that do: random, skipper, search",
    "fr": r"captain ne joue pas à example \(landfall\)\. Bots qui y jouent : random, skipper, search",
    "ja": r"captainはexample（landfall）をプレイできません。プレイできるボット：random、skipper、search",
}


class Plain(Landfall):
    """Rules that no kit brings: nothing is known of them."""

    kit = ""


# Who plays what --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [*scenarios()])
def test_every_bot_of_a_kit_plays_its_scenarios(scenario: str) -> None:
    """Each is made from a seed, and answers the first question of a game."""
    for name in makers(rules_for(scenario, {})):
        game = cq.new_game(scenario, seed=1)
        assert game.pending is not None
        view = game.view(game.pending.who)
        assert bot_named(name, 3, game.rules).answer(view) in view.options


def test_the_names_of_a_game_in_their_order() -> None:
    assert [*makers(rules_for("basic", {}))] == ["random", "captain", "plunderer", "ally", "search"]
    assert [*makers(Plain())] == ["random"]
    assert [*makers(Landfall())] == ["random", "skipper", "search"]
    names = [*makers()]
    assert (names[0], names[-1]) == ("random", "search")
    assert {*makers()} >= {name for kit in kits() for name in kit.bots}


@pytest.mark.parametrize("kit", kits(), ids=lambda kit: kit.id)
def test_what_a_kit_says_of_its_bots_is_true(kit: Any) -> None:
    assert kit.glancing <= {*kit.bots}
    assert kit.setup is None or kit.setup[0] in kit.bots
    for where in kit.bots.values():
        made = load(where)(1)
        assert made.plays == kit.id
        assert callable(made.answer)


# Refused by name -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", REFUSED)
def test_the_table_refuses_a_bot_of_another_game_by_name(language: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=REFUSED[language]):
        cq.play("example", bots={"blue": "captain"}, language=language, autosave=tmp_path)
    assert not [*tmp_path.iterdir()]  # nothing was begun


def test_the_table_refuses_a_bot_of_another_game_that_is_made_already(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"CaptainBot does not play example \(landfall\)\. Bots that do: random"):
        cq.play("example", bots={"blue": CaptainBot(1)}, autosave=tmp_path)


def test_the_search_is_refused_where_the_game_does_not_say_how_to_look_ahead() -> None:
    refused = r"(search|SearchBot) does not play example \(example\)\. Bots that do: random$"
    with pytest.raises(SetupError, match=refused):
        bots_by_seat({"red": "search"}, Plain())
    with pytest.raises(SetupError, match=refused):
        bots_by_seat({"red": SearchBot(1)}, Plain())
    with pytest.raises(SetupError, match=refused):
        player(partial(SearchBot, budget=10), rules=Plain())
    with pytest.raises(SetupError, match=refused):
        SearchBot(1).answer(Game.new(Plain(), seed=1).view("red"))


def test_an_object_of_which_nothing_is_known_may_sit_anywhere() -> None:
    bot = RandomBot(1)
    assert bots_by_seat({"red": bot}, Landfall()) == {"red": bot}
    captain = CaptainBot(1)
    assert bots_by_seat({"red": captain}, rules_for("basic", {})) == {"red": captain}


def test_a_bot_that_nobody_knows_is_not_of_another_game() -> None:
    with pytest.raises(SetupError, match=r"there is no bot 'general'\. Bots: random, captain, plunderer, ally, search"):
        bot_named("general", rules=rules_for("basic", {}))
    with pytest.raises(SetupError, match="there is no bot 'general'"):
        bot_named("general")


@pytest.mark.parametrize("language", REFUSED)
def test_the_laboratory_refuses_a_bot_of_another_game_by_name(language: str) -> None:
    with pytest.raises(SetupError, match=REFUSED[language]):
        simulate("example", bots="captain", games=1, workers=1, progress=False, language=language)
    with pytest.raises(SetupError, match=REFUSED[language]):
        simulate("example", bots={"red": "random", "blue": "captain"}, games=1, workers=1, language=language)


@pytest.mark.parametrize("maker", [CaptainBot, ally, partial(CaptainBot, plan="plunder"), partial(ally)])
def test_the_laboratory_refuses_what_makes_a_bot_of_another_game(maker: Any) -> None:
    with pytest.raises(SetupError, match=r"(CaptainBot|ally) does not play example \(landfall\)"):
        player(maker, rules=Landfall())
    assert player(maker, rules=rules_for("basic", {})).make is maker


def test_a_function_of_ones_own_is_let_in() -> None:
    check_plays(lambda seed: RandomBot(seed + 1), Landfall())


# The laboratory --------------------------------------------------------------------------------------------------


def test_the_random_player_of_the_laboratory_is_the_fast_one() -> None:
    for rules in (Landfall(), Plain()):
        assert {sits.make for _, sits in seated_in_lab(rules, "random")} == {Sampler}
    assert player("random").make is Sampler


def test_who_needs_no_record() -> None:
    assert glancing("conquest") == {Sampler, *[load(makers()[name]) for name in ("captain", "plunderer", "ally")]}
    assert glancing("") == {Sampler}


# The set-up, and advice ------------------------------------------------------------------------------------------


def test_a_set_up_is_made_by_the_bot_of_the_kit() -> None:
    game = cq.new_game("basic", players=["Ana", "Ben"], seed=1)
    make_ready(game)
    assert game.pending is not None
    assert game.pending.kind == "impulse"


def test_a_game_without_a_set_up_has_none_to_leave_to_anybody() -> None:
    with pytest.raises(SetupError, match="example has no set-up"):
        make_ready(cq.new_game("example", seed=1))


def test_a_game_without_an_adviser_has_no_coach() -> None:
    with pytest.raises(SetupError, match=r"no coach for example \(example\)\. Bots that play it: random"):
        coach(Game.new(Plain(), seed=1))
    with pytest.raises(SetupError, match=r"pas de conseiller pour example"):
        coach(Game.new(Plain(), seed=1), language="fr")


# What is loaded --------------------------------------------------------------------------------------------------


def test_the_bots_load_no_game() -> None:
    """Kits aside, no game is loaded with them; the captain is there when it is asked for, under its old names."""
    modules = [f"conquistadors.bots{name}" for name in ("", ".captain", ".naming", ".search", ".coaching")]
    asked = (
        f"import sys, {', '.join(modules)}\n"
        "games = [name.split('.')[2:] for name in sys.modules if name.startswith('conquistadors.games.')]\n"
        "assert not [name for name in games if len(name) > 1 and name[1] != 'kit'], games\n"
        "from conquistadors.bots.captain import CaptainBot, Style\n"
        "from conquistadors.bots import CaptainBot as same\n"
        "assert same is CaptainBot and CaptainBot(1).plays == 'conquest'\n"
    )
    subprocess.run([sys.executable, "-c", asked], check=True)


def test_a_name_that_the_captain_does_not_have() -> None:
    import conquistadors.bots.captain as forwarded

    for name in ("nobody", "choices"):  # the second is there, but no name of the captain
        with pytest.raises(AttributeError, match=r"module .conquistadors\.bots\.captain. has no attribute"):
            getattr(forwarded, name)


def test_a_tournament_refuses_a_bot_of_another_game() -> None:
    with pytest.raises(SetupError, match=r"captain does not play example \(landfall\)"):
        tournament_games("example", {"a": "captain", "b": "random"}, games=2, workers=1, progress=False)
