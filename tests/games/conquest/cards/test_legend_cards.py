"""19.3  The cards of the six legends: where each puts its marker, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import expedition
from conquistadors.games.conquest.rules.cards.legends import TITLES
from conquistadors.games.conquest.rules.events import LegendPlaced
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.cards import played, refused
from support.clauses import shows
from support.indies import answer, asked, at_standard, barred, events_of, standard_rules, table

NORTH = {"cibola", "querechos", "quizquiz", "cofitachequi", "nojpeten", "hueitapalan"}
SOUTH = {"parima", "guaviare", "nhamunda", "guapore", "xarayes", "patagonia"}


def holding(*titles: str, map: str = "both", camp: str = "panama", **wanted: Any) -> ConquestPosition:  # noqa: A002
    """Red's impulse, with these cards in his hand; blue has a camp."""
    seats = 3 if map == "both" else 2
    expeditions = {"balboa": expedition("blue", camp, "1 foot")}
    return at_standard(seats, map, hands={"red": list(titles)}, expeditions=expeditions, **wanted)


def found(pos: ConquestPosition, space: str, legend: str) -> ConquestPosition:
    """A legend that was found there for good."""
    pos.piles["legends"] = pos.piles["legends"].minus(legend)
    pos.piles["legends-gone"] = pos.piles["legends-gone"].plus(legend)
    pos.edit_site(space, legend_found=True)
    return pos


def offered(game: Game[ConquestPosition]) -> set[str]:
    return {str(option.subject) for option in game.options}


@pytest.mark.parametrize(
    ("title", "spaces"),
    [
        ("cities-of-cibola", NORTH | SOUTH),
        ("prester-john", NORTH | SOUTH),
        ("fountain-of-youth", NORTH | SOUTH),
        ("el-dorado", NORTH | SOUTH),
        ("amazon-river", SOUTH),
        ("mississippi-river", NORTH),
    ],
)
@played("cities-of-cibola", "prester-john", "fountain-of-youth", "el-dorado", "amazon-river", "mississippi-river")
@shows("19.31", "19.32", "19.12", "19.11", "C18")
def test_19_32_the_player_chooses_the_map_and_the_space(title: str, spaces: set[str]) -> None:
    """It is an Action card: played in the impulse, without an activation, and then discarded."""
    with table(holding(title)) as game:
        answer(game, f"play {title}")
        assert offered(game) == spaces
        chosen = max(spaces)
        answer(game, f"take {chosen}")
        pos = game.position
        assert pos.site(chosen).legend == title
        assert title not in pos.piles["legends"].titles
        assert [(e.legend, e.space, e.origin) for e in events_of(game, LegendPlaced)] == [(title, chosen, None)]
        assert (pos.piles["discards"].titles, pos.hands["red"].size) == ((title,), 0)
        assert (asked(game), pos.impulse.used) == ("impulse", 0)


@pytest.mark.parametrize(("title", "space"), [("amazon-river", "cibola"), ("mississippi-river", "parima")])
@refused("amazon-river", "mississippi-river")
@shows("19.12", "19.32")
def test_19_12_a_river_is_not_placed_on_the_other_map(title: str, space: str) -> None:
    with table(holding(title)) as game:
        answer(game, f"play {title}")
        assert barred(game, f"take {space}") == "19.12"


@pytest.mark.parametrize(("board", "title"), [("north", "amazon-river"), ("south", "mississippi-river")])
@refused("amazon-river", "mississippi-river")
@shows("19.12")
def test_19_12_a_river_whose_map_is_not_in_play_stays_in_the_hand(board: str, title: str) -> None:
    camp = "panama" if board == "north" else "panama-south"
    with table(holding(title, map=board, camp=camp)) as game:
        assert barred(game, f"play {title}") == "19.12"


@pytest.mark.parametrize(
    ("camp", "away", "allowed"),
    [("quizquiz", 0, False), ("mabila", 1, False), ("querechos", 2, False), ("cibola", 3, True)],
)
@shows("C17", "19.32")
def test_c17_a_card_needs_three_spaces_from_any_expedition(camp: str, away: int, allowed: bool) -> None:
    """An event needs four. It does not matter that the French option is in force, which is about events."""
    for near in (False, True):
        with table(holding("el-dorado", camp=camp, house={"legend_near": near})) as game:
            assert game.position.rules.world.maps["north"].distances([camp])["quizquiz"] == away
            answer(game, "play el-dorado")
            refusal = game.why_not("take quizquiz")
            assert (refusal is None) == allowed
            assert refusal is None or (refusal.rule, refusal.bar.reason) == ("19.32", "too-near")


@shows("19.32", "C18")
def test_19_32_not_where_a_legend_lies_or_was_found() -> None:
    pos = found(holding("el-dorado", legends={"cibola": "prester-john"}), "parima", "amazon-river")
    with table(pos) as game:
        answer(game, "play el-dorado")
        reasons = {space: game.why_not(f"take {space}") for space in ("cibola", "parima")}
        assert {space: bar and bar.bar.reason for space, bar in reasons.items()} == {
            "cibola": "legend-here",
            "parima": "legend-found-here",
        }
        assert offered(game) == (NORTH | SOUTH) - {"cibola", "parima"}


@pytest.mark.parametrize("title", TITLES)
@refused("cities-of-cibola", "prester-john", "fountain-of-youth", "el-dorado", "amazon-river", "mississippi-river")
@shows("19.33")
def test_19_33_not_while_the_marker_is_on_a_map(title: str) -> None:
    space = "cibola" if title == "mississippi-river" else "parima"
    with table(holding(title, legends={space: title})) as game:
        refusal = game.why_not(f"play {title}")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("19.33", "legend-on-map")


@shows("19.33", "19.43")
def test_19_33_the_card_is_held_until_the_marker_comes_back_to_the_pool() -> None:
    pos = at_standard(
        expeditions={"cortes": expedition("red", "caddo", "4 foot")},
        places={"caddo": "discovered"},
        legends={"quizquiz": "el-dorado"},
        hands={"red": ["el-dorado"]},
    )
    with table(pos, 3) as game:  # a false rumour
        assert barred(game, "play el-dorado") == "19.33"
        answer(game, "activate cortes", "march", "go quizquiz", "play el-dorado", "take nojpeten")
        assert game.position.site("nojpeten").legend == "el-dorado"


@shows("19.33", "19.43")
def test_19_33_not_when_the_legend_is_out_for_good() -> None:
    with table(found(holding("el-dorado"), "parima", "el-dorado")) as game:
        refusal = game.why_not("play el-dorado")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("19.33", "legend-gone")


@refused("prester-john")
@shows("19.32")
def test_19_32_not_when_no_space_is_free_and_far_enough() -> None:
    camps = {
        "balboa": expedition("blue", "querechos", "1 foot"),
        "cortes": expedition("red", "ocute", "1 foot"),
        "ordaz": expedition("red", "nojpeten", "1 foot"),
        "almagro": expedition("blue", "cerquin", "1 foot"),
    }
    with table(at_standard(expeditions=camps, hands={"red": ["prester-john"]})) as game:
        refusal = game.why_not("play prester-john")
        assert refusal is not None
        assert (refusal.rule, refusal.bar.reason) == ("19.32", "no-legend-space")


def test_19_32_a_single_space_is_not_asked_for() -> None:
    camps = {
        "balboa": expedition("blue", "querechos", "1 foot"),
        "cortes": expedition("red", "ocute", "1 foot"),
        "ordaz": expedition("red", "nojpeten", "1 foot"),
    }
    with table(at_standard(expeditions=camps, hands={"red": ["prester-john"]})) as game:
        answer(game, "play prester-john")
        assert (asked(game), game.position.site("hueitapalan").legend) == ("impulse", "prester-john")


@shows("C18", "19.32")
def test_c18_only_legend_spaces_or_by_the_option_any_land_space() -> None:
    with table(holding("el-dorado")) as game:
        answer(game, "play el-dorado")
        assert barred(game, "take tlaxcala") == "19.32"
    with table(holding("el-dorado", map="north", house={"legend_anywhere": True})) as game:
        world = game.position.rules.world
        answer(game, "play el-dorado")
        steps = world.maps["north"].distances(["panama"])
        assert offered(game) == {s for s in world.spaces if steps[s] >= 3 and s not in world.sea}
        answer(game, "take tlaxcala")
        assert game.position.site("tlaxcala").legend == "el-dorado"
        game.rules.check(game.position)


@shows("19.31")
def test_19_31_the_deck_has_one_card_for_each_legend() -> None:
    rules = standard_rules(3, "both")
    deck = rules.strategy_deck()
    assert {str(rules.cards[title].effect["legend"]): deck.count_of(title) for title in TITLES} == dict.fromkeys(
        rules.legends, 1
    )
