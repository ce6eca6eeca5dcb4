"""The governor: it answers everything, says why in every language, and its plans do what they say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import conquistadors as cq
from conquistadors.bots.reasons import Why
from conquistadors.engine import Choice, offer, option
from conquistadors.engine.chance import Script
from conquistadors.engine.game import Game
from conquistadors.engine.requests import TABLE, Request
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import LANGUAGES
from conquistadors.engine.views import View
from conquistadors.games.exploration import bots
from conquistadors.games.exploration.bots import ANSWERS, Governor
from conquistadors.games.exploration.bots.open_reasons import OPEN
from conquistadors.games.exploration.kit import OTHERWISE, RIVALS_OTHERWISE
from conquistadors.games.exploration.rules.game import Campaign
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.pieces import EUROPE, Dig
from conquistadors.games.exploration.rules.position import World
from conquistadors.resources import data_root, read_toml_file
from support.new_world import at
from support.sizes import size

GAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "alone": ("exploration", {}),
    "alone-otherwise": ("exploration", {"turns": 12, "options": dict(OTHERWISE)}),
    "two": ("campaign", {"turns": 8}),
    "three-otherwise": ("campaign", {"nations": 3, "turns": 8, "options": dict(RIVALS_OTHERWISE)}),
    "bankers": ("campaign", {"turns": 8, "options": {"option_23": True, "option_24": True}}),
    "tordesillas": ("campaign", {"nations": 3, "turns": 8, "options": {"option_22": True}}),
}
FACE: Final = data_root() / "exploration" / "face" / "governor"


def governed(game: Game[Any], *, until: int = 99) -> Iterator[tuple[str, Why]]:
    """Governors play at every seat: what was asked, and why it was answered as it was."""
    sitting = {seat: Governor() for seat in (*game.rules.seats, TABLE)}
    while isinstance(game.pending, Choice) and game.position.turn < until:
        bot, kind = sitting[game.pending.who], game.pending.kind
        game.play(bot.answer(game.view(game.pending.who)))
        assert bot.why is not None
        assert bot.why.rule
        assert isinstance(bot.why.because, Why)
        for language in LANGUAGES:
            assert bot.why.in_words(language)
        yield kind, bot.why.because


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + size("GOVERNOR_SEEDS", thin=1, soak=10)))
@pytest.mark.parametrize("name", GAMES)
def test_governors_finish_every_game_and_say_why(name: str, seed: int) -> None:
    scenario, options = GAMES[name]
    game = cq.new_game(scenario, seed=seed, **options)
    told = list(governed(game))
    assert game.ending is not None
    assert len({why.key for _, why in told}) > 30


def test_every_kind_of_question_has_an_answer() -> None:
    words = read_toml_file(data_root() / "exploration" / "en.toml")
    assert set(words["prompt"]) == set(ANSWERS)


def told_in(language: str) -> dict[str, str]:
    groups = read_toml_file(FACE / f"{language}.toml")["why"]
    return {f"{group}.{name}": text for group, told in groups.items() for name, text in told.items()}


def keys_in_code() -> set[str]:
    """What is written as a reason, `Why("...")`, and as a part of one."""
    found = set()
    for path in sorted(Path(bots.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_every_reason_is_told_and_used() -> None:
    english, written = told_in("en"), keys_in_code()
    for language in LANGUAGES:
        assert list(told_in(language)) == list(english)
    for key in english:
        group, name = key.split(".")
        made = group in ("deal", "plan", "march") and (name in written or name.removesuffix("-gold") in written)
        assert key in written or made, key
    assert set(english) >= OPEN


# What plans do -------------------------------------------------------------------------------------------------------


def answers(pos: World, *dice: int, planning: bool = False) -> dict[str, list[str]]:
    """What a governor answers before the next plan, or in it, by kinds of questions."""
    how: dict[str, Any] = {"chance": Script(*dice)} if dice else {"seed": 1495}
    game = Game.new(pos.rules, position=pos, **how)
    bot, found = Governor(), dict[str, list[str]]()
    while isinstance(game.pending, Choice) and (planning or game.pending.kind != "plan"):
        asked = game.pending.kind
        answer = bot.answer(game.view(game.pending.who))
        found.setdefault(asked, []).append(answer.id)
        if asked == "plan" and answer.id == "done":
            break
        game.play(answer)
    return found


@pytest.mark.parametrize(
    ("nation", "first"), [("spain", "caribbean"), ("england", "east-coast"), ("france", "maritime")]
)
def test_every_nation_begins_where_history_did(nation: str, first: str) -> None:
    game = cq.new_game("campaign", nations=3, seed=2)
    area = game.position.rules.board.area
    for _ in governed(game, until=2):
        gone = [each for each in game.position.expeditions.values() if each.nation == nation and each.soldiers]
        if gone and gone[0].landfall:
            assert {area[each.landfall[:4]] for each in gone if each.landfall} == {first}
            return
    raise AssertionError("no regiment sails")


def test_13_12_a_mine_is_searched_for() -> None:
    found = answers(at("gold:spain", forces={"2316": (0, 1)}, treasury=0), 1, 6)
    assert found["gold"] == ["search 2316"]


def test_13_16_late_colonists_yield_more_than_a_mine() -> None:
    forces = {"2316": (0, 5), "2317": (0, 5), "2118": (0, 5)}
    for turn, wanted in ((5, "done"), (18, "abandon 2316")):
        pos = at("gold:spain", forces=forces, turn=turn, treasury=0)
        pos.digs["2316"] = Dig(found=True)
        assert answers(pos).get("gold", ["done"])[0] == wanted


def test_13_31_soldiers_go_to_a_city_whose_country_is_quiet() -> None:
    quiet = answers(at("march:spain", forces={"2226": (3, 0)}, natives={"aztec-empire": 0}, treasury=0))
    assert "from 2226" in quiet["march"]
    assert "take 2327" in quiet["march-to"]
    wild = answers(at("march:spain", forces={"2226": (3, 0)}, people={"missionary-1": "2226"}, treasury=0))
    assert wild["march"] == ["done"]


def test_13_42_gold_is_carried_to_a_port() -> None:
    pos = at("march:spain", forces={"2226": (0, 1), "2327": (3, 0)}, natives={"aztec-empire": 0}, treasury=0)
    pos.lay("2327", (Gold("2327", 75),))
    pos.digs["2327"] = Dig(found=True, dug=75)
    found = answers(pos)
    assert found["take-gold"][0] == "take gold"
    assert found["march-to"][0] == "take 2226"
    assert found["march-soldiers"][0] == "amount 1"  # the others go on looting


def test_13_43_ships_are_sent_for_gold() -> None:
    pos = at(forces={"2226": (0, 2)}, ships={EUROPE: (0, 3)}, natives={"aztec-empire": 0}, turn=8)
    pos.lay("2226", (Gold("2327", 75),))
    pos.digs["2327"] = Dig(found=True, dug=75)
    found = answers(pos, planning=True)
    assert found["landfall"] == ["take 2226"]
    assert found["how-many-carracks"] == ["amount 3"]
    assert found["bounds"] == ["amount 8"]  # there and back


@pytest.mark.parametrize(("soldiers", "attacked"), [(5, True), (1, False)])
def test_17_2_natives_are_attacked_by_enough(soldiers: int, attacked: bool) -> None:
    pos = at("native-combat:spain", forces={"2316": (soldiers, 0)}, people={"missionary-1": "2316"}, treasury=0)
    found = answers(pos, *([2] if attacked else []))["native-combat"]
    assert (found[0] == "attack caribbean") == attacked


def test_17_3_colonists_stay_away_from_natives_without_a_garrison() -> None:
    forces, people = {"2316": (0, 3)}, {"missionary-1": "2316"}
    for native, sail in ((2, False), (0, True)):
        pos = at(
            forces=forces,
            people=people,
            natives={"caribbean": native},
            ships={EUROPE: (0, 2)},
            colonists=4,
            recruits=False,
        )
        found = answers(pos, planning=True)
        assert any(each.startswith("take 2316") for each in found.get("landfall", [])) == sail


def test_6_81_what_is_of_no_use_goes_first_and_miners_last() -> None:
    forces = {"2316": (4, 1), "2317": (0, 3)}
    pos = at("upkeep:spain", forces=forces, natives={"caribbean": 0}, treasury=4)
    pos.digs["2316"] = Dig(found=True)
    found = answers(pos)["upkeep"]
    assert found[:4] == ["drop soldier 2316"] * 4
    assert set(found[4:-1]) == {"drop colonist 2317"}
    assert found[-1] == "pay"


def test_6_84_on_the_last_turn_ships_in_europe_are_let_go() -> None:
    pos = at("upkeep:spain", turn=21, forces={"2316": (0, 1)}, ships={EUROPE: (1, 2)}, treasury=50)
    assert answers(pos)["upkeep"] == ["drop caravel europe", "drop carrack europe", "drop carrack europe", "pay"]


def test_18_13_a_voyage_discovers_and_comes_home() -> None:
    pos = at(ships={EUROPE: (1, 0)}, people={"pinzon": EUROPE}, treasury=40, turn=2, recruits=False)
    found = answers(pos, planning=True)
    assert found["explorer"] == ["take pinzon"]
    assert int(found["bounds"][0].removeprefix("amount ")) > 2 * pos.rules.board.bounds(found["landfall"][0].split()[1])


def test_deals_are_answered_as_the_rules_of_the_house_say() -> None:
    rules = Campaign(nations=2)
    pos = rules.start()
    pos.turn, pos.order, pos.tasks = 4, rules.countries, ("turn",)
    for kind, terms, accepted in (
        ("borrow", {"ducats": 50, "later": 60}, True),
        ("borrow", {"ducats": 50, "later": 55}, False),
        ("gift", {"ducats": 5}, True),
        ("rutter", {"ducats": 30}, True),
        ("rutter", {"ducats": 31}, False),
    ):
        facts = tuple({"other": "england", "ducats": 0, "later": 0, "turn": 6, **terms}.items())
        asked = offer("spain", f"offer-{kind}", "6.72", lambda: [option("accept"), option("refuse")], facts=facts)
        view: View[World] = View(Table(rules, pos, asked), "spain")
        assert (Governor().answer(view).id == "accept") == accepted, (kind, terms)


class Table:
    """A position at which something is asked."""

    def __init__(self, rules: Rules[World], pos: World, pending: Choice) -> None:
        self.rules, self.pos = rules, pos
        self.pending: Request | None = pending
