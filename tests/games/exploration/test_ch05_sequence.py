"""5.0  The turn as a whole; two nations at one table; what a game promises from set-up to end."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any, ClassVar

import pytest

import conquistadors as cq
from conquistadors.engine.chance import Script
from conquistadors.engine.errors import SetupError
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import rules_for
from conquistadors.games.exploration.bots.likely import likely
from conquistadors.games.exploration.pack.records import Pack
from conquistadors.games.exploration.rules.events import PhaseBegan, TurnBegan
from conquistadors.games.exploration.rules.game import ExplorationRules
from conquistadors.games.exploration.rules.pieces import Fleet
from conquistadors.games.exploration.rules.position import World
from support.clauses import shows
from support.new_world import FOLDER, SPAIN, at, expedition, offered, played, question_of, rules, told
from support.rivals_story import FOLDER as STORIES_FOLDER
from support.rivals_story import LONGEST, STORIES
from support.rivals_story import told as campaign_story
from support.spain_story import FILE, Weighted
from support.spain_story import told as story


def test_5_1_a_turn_has_five_phases_in_their_order() -> None:
    game = Game.new(rules(), chance=Script(3, 5, 7))
    assert [event.turn for event in told(game, TurnBegan)] == [1]
    game.play("done")
    phases = [event.phase[-1] for event in told(game, PhaseBegan)]
    assert phases == ["A", "B", "C"]
    assert question_of(game) == "gold"  # the Colonist on Hispaniola may search


def test_21_1_the_set_up_of_spain() -> None:
    pos = rules().start()
    spain = pos.nations[SPAIN]
    assert (spain.treasury, spain.monarch) == (190, "A")
    assert pos.force(SPAIN, "2316").colonists == 1
    assert pos.fleet(SPAIN, "europe") == Fleet(caravels=1)


@shows("7.4", "8.24")
def test_8_24_one_expedition_after_the_other_each_as_far_as_it_likes() -> None:
    pos = at("coasts:spain", phase="B", forces={"2316": (0, 1), "2218": (0, 1)})
    first, second = expedition(pos, "2316.1", bounds=9), expedition(pos, "2316.1", bounds=9)
    game = played(pos, "go 2218.1", "go 2316.2", "done")
    assert game.position.expeditions[first].place == "2316.2"
    assert dict(game.pending.facts)["expedition"] == second  # type: ignore[union-attr]


@shows("7.25")
def test_7_25_a_galleon_fleet_is_an_expedition_by_itself() -> None:
    pos = at(turn=6, forces={"2316": (0, 1), "4616": (0, 1)})
    pos.set_fleet(SPAIN, "europe", Fleet(2, 1, galleon=True))
    game = played(pos, "fit europe galleon")
    assert offered(game) == {"take 2316.1", "take 2316.2", "pass"}  # 7.14: no Pacific
    game.play("take 2316.1")
    game.play("amount 6")
    made = game.position.expeditions["spain-1"]
    assert (made.galleon, made.caravels, made.carracks) == (True, 0, 0)


def test_15_35_explorers_never_go_ashore() -> None:
    pos = at("coast:spain-1", phase="B", forces={"2316": (0, 1)}, people={"solis": "spain-1", "cortes": "spain-1"})
    expedition(pos, "2316.1", bounds=9)
    assert offered(played(pos, "cargo")) == {"land cortes", "done"}


def test_16_1_a_hex_with_a_colonist_is_a_settlement_and_on_a_coast_a_port() -> None:
    pos = at(forces={"2316": (0, 1), "3816": (1, 1), "4810": (2, 0)})
    assert pos.settlements(SPAIN) == ["2316", "3816"]
    assert pos.ports(SPAIN) == ["2316.1", "2316.2"]
    assert not pos.friendly_port(SPAIN, "4810")


# Two nations -------------------------------------------------------------------------------------------------------


class Rivals(ExplorationRules):
    """A second nation is another seat."""

    scenario: ClassVar[str] = "rivals"

    def __init__(self) -> None:
        super().__init__(("spain", "england"), None, {}, Pack(FOLDER))
        self.options: dict[str, Any] = {}


def ordered(spain: tuple[int, str], england: tuple[int, str], *dice: int) -> tuple[str, ...]:
    pos = Rivals().start()
    pos.tasks = ("plan:spain", "initiative")
    for nation, (treasury, monarch) in (("spain", spain), ("england", england)):
        pos.edit(nation, treasury=treasury, monarch=monarch)
    with Script(*dice) as script:
        return Game.new(pos.rules, chance=script, position=pos).position.order


@shows("6.53")
def test_6_51_the_highest_initiative_level_goes_first_then_the_better_monarch_then_a_die() -> None:
    assert ordered((100, "A"), (120, "A")) == ("england", "spain")
    assert ordered((100, "A"), (120, "B")) == ("spain", "england")
    assert ordered((60, "B"), (45, "A")) == ("england", "spain")  # 180 each
    assert ordered((50, "A"), (50, "A"), 3, 3, 2, 5) == ("england", "spain")


def test_e_g28_with_two_nations_control_takes_shares() -> None:
    from conquistadors.games.exploration.rules.pieces import Force
    from conquistadors.games.exploration.rules.victory import controlled

    pos = Rivals().start()
    pos.set_force("spain", "2316", Force(0, 3))
    pos.set_force("spain", "2218", Force(1, 1))
    assert controlled(pos, "spain") == ["caribbean"]
    pos.set_force("england", "2219", Force(1, 0))
    assert controlled(pos, "spain") == []  # half of the Soldiers are not enough


# The whole game ----------------------------------------------------------------------------------------------------


def random_game(seed: int, **options: Any) -> Game[World]:
    game: Game[World] = Game.new(rules_for("exploration", options), seed=seed)
    dice = Random(seed)
    while game.pending is not None:
        answers = list(game.options)
        weights = [likely(game.position, answer) for answer in answers]
        game.play(dice.choices(answers, weights)[0])
    return game


def test_a_game_ends_after_its_turns_and_is_told_in_every_language() -> None:
    game = random_game(1, turns=4)
    assert game.position.turn == 4
    assert game.ending is not None
    for language in LANGUAGES:
        teller = game.teller(language)
        told_ = [
            *teller.story(game.log),
            teller.position(game.position),
            teller.prompt(game.position, None, game.ending),
        ]
        assert not [text for text in told_ if "[" in text or "None" in text]


@pytest.mark.parametrize("turns", [0, 22, "3", True])
def test_a_wrong_number_of_turns_is_refused(turns: Any) -> None:
    with pytest.raises(SetupError, match="turns"):
        rules_for("exploration", {"turns": turns})


@pytest.mark.parametrize("options", [{"stop_cost": "never"}, {"weather": True}, {"personne": False}])
def test_1_23_a_switch_that_there_is_not_is_refused_with_those_there_are(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="stop_cost: replace / add"):
        rules_for("exploration", {"options": options})


def test_gold_is_conserved_by_origin() -> None:
    pos = at(forces={"2316": (0, 1)})
    pos.lay("2316", ())
    pos.edit_dig("2316", dug=15)
    with pytest.raises(ValueError, match=r"13\.4: 2316 gave 15 ducats, 0 are gone, and 0 are there"):
        pos.rules.check(pos)


def test_the_golden_game_is_told_as_it_was() -> None:
    """Where a rule was changed on purpose, `support.spain_story` tells it anew."""
    old = FILE.read_text(encoding="utf-8").splitlines()
    new, _ = story(int(old[0].rpartition(" ")[2].removesuffix(".")))
    first = next((n for n, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]), None)
    assert first is None, f"line {first + 1}: {new[first]!r} instead of {old[first]!r}"
    assert len(old) == len(new)


@pytest.mark.parametrize("name", list(STORIES))
def test_the_golden_campaigns_are_as_they_were(name: str) -> None:
    """Where a rule was changed on purpose, `support.rivals_story` tells them anew."""
    kept = (STORIES_FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    lines, _ = campaign_story(STORIES[name], int(kept[0].rpartition(" ")[2].removesuffix(".")))
    assert lines == kept
    assert len(kept) <= LONGEST


def test_a_save_without_the_fields_of_rivals_goes_on() -> None:
    """Games of Spain alone that were saved before there were rivals."""
    game = cq.new_game("exploration", seed=4)
    choose = Weighted(4)
    while len(game.answers) < 60:
        game.play(choose(game))
    position: Any = json.loads(json.dumps(game.checkpoint.position.to_json()))
    newer = {f.name for f in fields(World) if "may be missing" in f.metadata}
    assert newer >= {"sealed", "treaties", "fight"}
    for name in newer:
        del position[name]
    for nation in position["nations"].values():
        del nation["known"], nation["offers"]
    for ships in position["expeditions"].values():
        del ships["privateer"], ships["attacked"], ships["driven"]
    assert World.from_json(position, game.rules) == game.checkpoint.position
