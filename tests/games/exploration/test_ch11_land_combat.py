"""11.0  Land combat between nations; 10.1  marches among them."""

from __future__ import annotations

import pytest

from conquistadors.games.exploration.rules.events import LandFight
from conquistadors.games.exploration.rules.hoards import Gold
from conquistadors.games.exploration.rules.odds import column_of
from conquistadors.games.exploration.rules.pieces import Someone
from conquistadors.games.exploration.rules.victory import controlled
from conquistadors.games.exploration.rules.war import loser_of, lost_of, retreats
from support.clauses import shows
from support.new_world import offered
from support.rivals import ENGLAND, FRANCE, SPAIN, fleet, played, question_of, told, units, war

INLAND, NEXT, BEYOND = "1420", "1421", "1422"
"""Three hexes of the East Coast in a row."""
COLUMNS = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1"]


@shows("11.1")
@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(26, 9, "2-1"), (9, 26, "1-3"), (24, 9, "2-1"), (4, 90, "1-3"), (90, 4, "4-1")]
)
def test_11_12_t22_fractions_favour_the_defender(attack: int, defence: int, column: str) -> None:
    assert column_of(attack, defence, COLUMNS) == column


@shows("11.11", "11.12", "11.13", "11.14", "11.21", "11.22", "11.23", "E-C15", "E-C17", "E-G21")
def test_11_25_t23_the_example_of_the_rulebook() -> None:
    pos = war("march:france", forces={f"{FRANCE}@{NEXT}": (6, 0), f"{ENGLAND}@{INLAND}": (2, 1)})
    game = played(pos, f"from {NEXT}", "amount 6", f"take {INLAND}", dice=(6,))
    fought = told(game, LandFight)[0]
    assert (fought.who, fought.attack, fought.defence, fought.odds) == (FRANCE, 24, 9, "2-1")
    assert units(game, FRANCE, INLAND) == (3, 0)
    assert game.pending is not None
    assert (game.pending.who, game.pending.kind) == (ENGLAND, "retreat")
    to = game.options[0]
    game.play(to)
    assert units(game, ENGLAND, str(to.subject)) == (1, 1)
    assert units(game, ENGLAND, INLAND) == (0, 0)


def test_11_21_two_colonists_may_go_for_a_soldier() -> None:
    pos = war(
        f"casualties:{ENGLAND}/{INLAND}/2",
        forces={f"{ENGLAND}@{INLAND}": (2, 3)},
    )
    game = played(pos)
    assert question_of(game) == "spare-soldiers"
    assert offered(game) == {"amount 0", "amount 1"}  # three Colonists are two for one Soldier only
    game.play("amount 1")
    assert units(game, ENGLAND, INLAND) == (1, 1)


def test_11_21_parts_are_rounded_up_and_colonists_alone_count_as_detachments() -> None:
    pos = war(forces={f"{ENGLAND}@{INLAND}": (5, 9), f"{FRANCE}@{NEXT}": (0, 5)})
    assert [lost_of(pos, ENGLAND, INLAND, part) for part in ("1/4", "1/2", "3/4")] == [2, 3, 4]
    assert lost_of(pos, FRANCE, NEXT, "1/2") == 3


@pytest.mark.parametrize(
    ("result", "mine", "theirs", "loser"),
    [
        ("A1/4", (9, 0), (1, 0), FRANCE),
        ("D1/4", (1, 0), (9, 0), ENGLAND),
        ("A1/4 D1/4", (3, 0), (2, 9), ENGLAND),
        ("A1/4 D1/4", (2, 0), (2, 0), FRANCE),
        ("A1/4 D1/4", (1, 0), (2, 0), FRANCE),
    ],
)
def test_11_23_who_has_lost(result: str, mine: tuple[int, int], theirs: tuple[int, int], loser: str) -> None:
    pos = war(forces={f"{FRANCE}@{INLAND}": mine, f"{ENGLAND}@{INLAND}": theirs})
    assert loser_of(pos, FRANCE, ENGLAND, INLAND, result) == loser


def test_11_22_nobody_retreats_among_enemies_and_who_cannot_is_eliminated() -> None:
    pos = war(forces={f"{ENGLAND}@{INLAND}": (1, 0)})
    free = retreats(pos, ENGLAND, INLAND)
    assert NEXT in free
    around = {f"{FRANCE}@{hex_}": (1, 0) for hex_ in free}
    both = {f"{ENGLAND}@{INLAND}": (4, 0), f"{FRANCE}@{INLAND}": (8, 0)}
    pos = war(f"battle:france/{INLAND}/england", forces=both | around)
    assert retreats(pos, ENGLAND, INLAND) == []
    game = played(pos, dice=(2,))  # D1/2
    assert units(game, ENGLAND, INLAND) == (0, 0)
    assert units(game, FRANCE, INLAND) == (8, 0)


@shows("10.32", "10.1", "10.3")
def test_10_1_who_enters_a_hex_with_enemies_stops_and_needs_soldiers() -> None:
    pos = war("march:france", forces={f"{FRANCE}@{NEXT}": (1, 1), f"{ENGLAND}@{INLAND}": (1, 0)})
    with_soldiers = played(pos, f"from {NEXT}", "amount 1", "amount 1")
    assert f"take {INLAND}" in offered(with_soldiers)
    alone = played(pos, f"from {NEXT}", "amount 0")
    assert f"take {INLAND}" not in offered(alone)


def test_10_1_enemies_are_marched_round_not_through() -> None:
    """Spain is at the end of Florida, and England holds the hexes that lead out of it."""
    board = war().rules.board
    near = board.land.graph["1920"]
    pos = war("march:spain", forces={f"{SPAIN}@1920": (1, 0)} | {f"{ENGLAND}@{hex_}": (1, 0) for hex_ in near})
    game = played(pos, "from 1920")
    assert {each.removeprefix("take ") for each in offered(game)} == {*near, "1920"}


@shows("15.53", "E-C6", "E-G29")
@pytest.mark.parametrize(("switch", "total"), [("errata", 5), ("printed", 7)])
def test_15_53_a_conquistador_helps_the_attacker_by_the_errata(switch: str, total: int) -> None:
    pos = war(
        f"battle:spain/{INLAND}/england",
        forces={f"{SPAIN}@{INLAND}": (4, 0), f"{ENGLAND}@{INLAND}": (2, 0)},
        people={f"{SPAIN}@cortes": INLAND},
        options={"conquistador_land_die": switch},
    )
    game = played(pos, dice=(6,))
    rolled = [line.event for line in game.log if line.event.kind == "rolled"]
    assert rolled[-1].total == total  # type: ignore[attr-defined]


def test_15_53_a_conquistador_helps_the_defender() -> None:
    pos = war(
        f"battle:england/{INLAND}/spain",
        forces={f"{SPAIN}@{INLAND}": (2, 0), f"{ENGLAND}@{INLAND}": (4, 0)},
        people={f"{SPAIN}@cortes": INLAND},
    )
    game = played(pos, dice=(3,))
    rolled = [line.event for line in game.log if line.event.kind == "rolled"]
    assert rolled[-1].total == 4  # type: ignore[attr-defined]


def test_e_g22_a_conquistador_alone_is_overrun() -> None:
    pos = war("march:england", forces={f"{ENGLAND}@{NEXT}": (1, 0)}, people={f"{SPAIN}@cortes": INLAND})
    game = played(pos, f"from {NEXT}", f"take {INLAND}")
    assert "cortes" not in game.position.people
    assert not told(game, LandFight)


@shows("E-G56")
def test_15_62_missionaries_are_ignored_and_ignore_others() -> None:
    people = {f"{SPAIN}@missionary-1": NEXT}
    pos = war("march:spain", forces={f"{ENGLAND}@{INLAND}": (1, 0)}, people=people)
    game = played(pos, f"from {NEXT}", "take missionary-1", f"take {INLAND}")
    assert game.position.people["missionary-1"].at == INLAND
    assert not told(game, LandFight)
    pos = war("march:spain", forces={f"{ENGLAND}@{INLAND}": (1, 0), f"{SPAIN}@{NEXT}": (1, 0)})
    pos.people["cortes"] = Someone(SPAIN, "conquistador", NEXT)
    game = played(pos, f"from {NEXT}", "amount 0", "take cortes")
    assert f"take {INLAND}" not in offered(game)


@shows("E-G57", "11.24", "E-G23")
def test_13_45_gold_goes_to_who_drives_its_guards_away() -> None:
    pos = war(
        f"battle:france/{INLAND}/england",
        "march:france",
        forces={f"{FRANCE}@{INLAND}": (6, 0), f"{ENGLAND}@{INLAND}": (1, 0)},
    )
    pos.lay(INLAND, (Gold("2316", 15),))
    pos.edit_dig("2316", dug=15)
    game = played(pos, f"from {INLAND}", "amount 6", "take gold", f"take {BEYOND}", dice=(1,))
    assert game.position.hoards[BEYOND] == (Gold("2316", 15),)


def test_19_1_shares_count_against_others_and_an_enemy_port_bars_control() -> None:
    coast = next(hex_ for hex_ in war().rules.board.hexes_of["east-coast"] if hex_ in war().rules.board.coastal)
    pos = war(forces={f"{SPAIN}@{NEXT}": (3, 2), f"{SPAIN}@{coast}": (0, 2), f"{ENGLAND}@{INLAND}": (1, 4)})
    assert controlled(pos, SPAIN) == ["east-coast"]
    pos.add(ENGLAND, INLAND, colonists=1)
    assert controlled(pos, SPAIN) == []  # four of nine Colonists
    pos.add(ENGLAND, INLAND, colonists=-1, soldiers=1)
    assert controlled(pos, SPAIN) == []  # three of five Soldiers


@shows("8.52")
def test_e_g55_a_conquistador_aboard_counts_when_a_port_is_stormed() -> None:
    pos = war(
        "coast:spain-1",
        forces={f"{ENGLAND}@2314": (0, 2)},
        people={f"{SPAIN}@cortes": "spain-1"},
    )
    fleet(pos, SPAIN, "2314", carracks=1, soldiers=2)
    game = played(pos, "invade", "amount 2", dice=(6,))
    rolled = [line.event for line in game.log if line.event.kind == "rolled"]
    assert rolled[-1].total == 5  # type: ignore[attr-defined]


@shows("E-G65", "7.7")
def test_11_22_e_g65_colonists_do_not_retreat_to_an_island_that_cannot_be_settled() -> None:
    pos = war(forces={f"{ENGLAND}@5517": (1, 0)})
    assert "5518" in retreats(pos, ENGLAND, "5517")
    pos = war(forces={f"{ENGLAND}@5517": (1, 1)})
    assert "5518" not in retreats(pos, ENGLAND, "5517")
