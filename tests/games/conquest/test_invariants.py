"""Every invariant is caught when it is broken, and says what is wrong with the clause."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from conquistadors.engine import Pile, SetupError, changed
from conquistadors.engine.game import Game
from conquistadors.engine.position import Rolling
from conquistadors.games.conquest.builder import begin, expedition, place
from conquistadors.games.conquest.rules.invariants import check, check_boundary, faults
from conquistadors.games.conquest.rules.position import Captain, Captive, ConquestPosition, Site, Units
from support.indies import at, rules_of, solitaire_rules, standard_rules

Spoil = Callable[[ConquestPosition], object]


def rich() -> ConquestPosition:
    """A position with something of everything."""
    return at(
        expeditions={
            "cortes": expedition(
                "red",
                "cempoala",
                "3 foot, 2 horse",
                companions={"alvarado": "2 foot", "sandoval": "", "ordaz": "1 foot"},
                gold=5,
                food=3,
                hits=2,
                allies=["24@tlaxcala"],
                assets=["bearer"],
                shown=["interpreter"],
                kings=["mexica"],
            ),
            "balboa": expedition("blue", "panama"),
        },
        places={
            "cempoala": place("town", hostile=True, units=[30]),
            "tlaxcala": place("city", ally="red"),
            "tenochtitlan": place("capital", empire="mexica"),
            "texcoco": place("imperial", empire="inca", king=True),
        },
        hands={"red": ["bolas"], "blue": ["theft"]},
        index={"blue": -1},
        luck={"red": 1},
        warrants=["blue"],
        captives={"almagro": ("blue", "red")},
        turn=2,
    )


def test_a_sound_position_passes() -> None:
    pos = rich()
    check(pos)
    check_boundary(pos)
    assert faults(pos) == []


def faction(seat: str, **changes: object) -> Spoil:
    return lambda pos: pos.edit_faction(seat, **changes)


def troop(**changes: object) -> Spoil:
    return lambda pos: pos.edit("cortes", **changes)


def alone(**changes: object) -> Spoil:
    return lambda pos: pos.edit("balboa", **changes)


def captain(name: str, **changes: object) -> Spoil:
    return lambda pos: pos.edit_captain(name, **changes)


def site(space: str, **changes: object) -> Spoil:
    return lambda pos: pos.edit_site(space, **changes)


def pile(name: str, *titles: str) -> Spoil:
    return lambda pos: pos.piles.update({name: Pile.of([*pos.piles[name].each(), *titles])})


def moved_units(pos: ConquestPosition) -> None:
    """Units on a card that came from the counters in good order, but too many."""
    more = Units(foot=9)
    pos.pool = pos.pool.less(more)
    pos.edit_captain("cortes", units=pos.captains["cortes"].units.add(more))


def fewer_than_none(pos: ConquestPosition) -> None:
    pos.edit_captain("sandoval", units=Units(foot=-1))
    pos.pool = pos.pool.plus("foot")


def beyond_the_counters(pos: ConquestPosition) -> None:
    pos.edit_captain("cortes", units=Units(horse=29))
    pos.pool = pos.pool.add(Units(foot=3, horse=2)).less(Units(horse=29))


def three_with_units(pos: ConquestPosition) -> None:
    pos.edit_captain("sandoval", units=Units(foot=1))
    pos.pool = pos.pool.plus("foot", -1)


def in_debt(pos: ConquestPosition) -> None:
    pos.gold = -1
    pos.edit("cortes", gold=-1)


def nobodys(pos: ConquestPosition) -> None:
    pos.edit("balboa", owner="green")
    pos.edit_captain("balboa", owner="green")


def all_at_sea(pos: ConquestPosition) -> None:
    pos.edit("cortes", space="bay-of-campeche")


def without_spaniards(pos: ConquestPosition) -> None:
    for man in ("cortes", "alvarado", "ordaz"):
        pos.pool = pos.pool.add(pos.captains[man].units)
        pos.edit_captain(man, units=Units())


def many(marker: str, count: int) -> Spoil:
    def spoil(pos: ConquestPosition) -> None:
        free = [s for s, level in pos.rules.world.level.items() if level is not None and s not in pos.sites]
        for space in free[:count]:
            pos.edit_site(space, marker=marker)

    return spoil


def many_allies(pos: ConquestPosition) -> None:
    free = [s for s, level in pos.rules.world.level.items() if level is not None and s not in pos.sites]
    for space in free[:6]:
        pos.edit_site(space, marker="city", ally="red")


BROKEN: list[tuple[Spoil, str]] = [
    # players
    (lambda pos: pos.hands.pop("blue"), "hands are not those of red, blue (1.21)"),
    (lambda pos: pos.buried.update(green=Pile()), "buried are not those of red, blue (1.21)"),
    (lambda pos: pos.dealt.pop("red"), "dealt are not those of red, blue (1.21)"),
    (lambda pos: setattr(pos, "order", ("red",)), "the order is not that of the players (2.0)"),
    (lambda pos: setattr(pos, "order", ("red", "blue", "red")), "the order is not that of the players (2.0)"),
    (faction("blue", resigned=True), "the order is not that of the players (2.0)"),
    (lambda pos: setattr(pos, "active", "green"), "green has the impulse and is no player (2.0)"),
    (faction("red", index=99), "red's governor index is 99, beyond the track (G-11.1)"),
    (faction("red", index=-99), "red's governor index is −99, beyond the track (G-11.1)"),
    (faction("red", converted=-1, awards=5), "red has negative victory points (13.12)"),
    (faction("red", awards=-1), "red has negative victory points (13.12)"),
    (faction("blue", index=1), "there is a warrant against blue, whose governor index is above 0 (11.23)"),
    (lambda pos: pos.captives.update(almagro=Captive("red", "red")), "almagro is held by red and was red's"),
    (lambda pos: pos.captives.update(almagro=Captive("blue", "green")), "two players are needed (6.371)"),
    # cards and men
    (pile("discards", "bolas"), "Strategy cards are missing or too many (1.31): bolas"),
    (lambda pos: pos.hands.update(red=Pile()), "Strategy cards are missing or too many (1.31): bolas"),
    (faction("blue", warrant=False), "Strategy cards are missing or too many (1.31): arrest-warrant"),
    (pile("asset-discards", "bearer"), "Asset cards are missing or too many (1.31): bearer"),
    (troop(shown=Pile()), "Asset cards are missing or too many (1.31): interpreter"),
    (faction("red", luck=2), "Asset cards are missing or too many (1.31): mano-de-dios"),
    (pile("fallen", "cortes"), "a conquistador is in two places or in none (1.31): cortes"),
    (lambda pos: pos.captives.clear(), "a conquistador is in two places or in none (1.31): almagro"),
    # units and gold
    (captain("alvarado", units=Units(foot=3)), "Spanish units have vanished or appeared (15.15)"),
    (moved_units, "cortes has 14 units, maximum 10 (1.42)"),
    (fewer_than_none, "sandoval has a negative number of units (1.42)"),
    (beyond_the_counters, "more Spanish units than counters (15.15)"),
    (pile("cup", "30"), "Indian units have vanished or appeared (1.23): 30"),
    (troop(allies=Pile()), "Indian units have vanished or appeared (1.23): 24"),
    (site("cempoala", garrison=Pile()), "Indian units have vanished or appeared (1.23): 30"),
    (troop(gold=6), "gold has vanished or appeared (10.12): 6 on the cards, 5 in play"),
    (in_debt, "cortes has a negative amount of gold (10.11)"),
    # expeditions
    (captain("sandoval", expedition="pizarro"), "sandoval belongs to no expedition (1.4)"),
    (captain("sandoval", owner="blue"), "sandoval belongs to no expedition (1.4)"),
    (captain("balboa", expedition="cortes"), "balboa is not the commander of this expedition (1.41)"),
    (alone(space="atlantis"), "balboa has no space or no owner: atlantis, blue (3.11)"),
    (nobodys, "balboa has no space or no owner: panama, green (3.11)"),
    (three_with_units, "cortes has 3 companions with units, maximum 2 (1.43)"),
    (troop(hits=5), "cortes has 5 hits, maximum 4 (9.13)"),
    (troop(food=4), "cortes carries 4 food, maximum 3 (8.131)"),
    (troop(food=-1), "cortes carries −1 food, maximum 3 (8.131)"),
    (alone(food=1), "balboa carries 1 food, maximum 0 (8.131)"),
    (without_spaniards, "cortes has Indian allies and no Spanish unit (5.24)"),
    (alone(hits=1), "balboa has hits and no units (9.26)"),
    (all_at_sea, "cortes has Indian allies at sea (3.25)"),
    # the map
    (lambda pos: pos.sites.update(atlantis=Site("town")), "atlantis is on no map in play (1.11)"),
    (site("gran-chichimeca", marker="town"), "a marker in gran-chichimeca, which has no level (1.142)"),
    (site("acalan", marker="village"), "a marker in acalan, which has no level (1.142)"),
    (site("panama", marker="discovered"), "a marker in panama, which has no level (1.142)"),
    (site("cempoala", marker="village"), "cempoala cannot be hostile (G-1.24)"),
    (site("cempoala", hostile=False, ally="red"), "cempoala cannot be allied (5.21)"),
    (site("tlaxcala", hostile=True), "tlaxcala cannot be allied (5.21)"),
    (site("tlaxcala", ally="green"), "a city is allied to green, who is no player (1.24)"),
    (many("town", 20), "21 town markers, maximum 20 (4.171)"),
    (many("mosquito", 13), "13 mosquito markers, maximum 12 (4.171)"),
    (many_allies, "red has 7 allied cities, maximum 6 (5.22)"),
    # empires
    (site("cempoala", king=True), "a king without an empire in cempoala (12.25)"),
    (site("tenochtitlan", king=True), "the king of mexica is in two places (12.25)"),
    (troop(kings=("mexica", "muisca")), "the king of muisca is in two places (12.25)"),
    (site("texcoco", empire="atlantis", king=False), "texcoco belongs to the empire atlantis, which is not in play"),
    (pile("empires", "mexica"), "tenochtitlan belongs to the empire mexica, which is not in play (12.22)"),
]


@pytest.mark.parametrize(("spoil", "fault"), BROKEN, ids=[fault[:40] for _, fault in BROKEN])
def test_a_broken_invariant_is_caught(spoil: Spoil, fault: str) -> None:
    pos = rich()
    spoil(pos)
    assert any(fault in each for each in faults(pos)), faults(pos)
    with pytest.raises(ValueError, match=r"\(\d|\([GJC]"):
        check(pos)
    with pytest.raises(SetupError, match="no game can start from this position"):
        begin(pos)


def test_all_faults_are_told_and_the_first_is_raised() -> None:
    pos = rich()
    pos.edit_faction("red", index=99)
    pos.edit("balboa", hits=1)
    assert faults(pos) == [
        "red's governor index is 99, beyond the track (G-11.1)",
        "balboa has hits and no units (9.26)",
    ]
    with pytest.raises(ValueError, match="beyond the track"):
        check(pos)


def fighting() -> ConquestPosition:
    return at(
        expeditions={"cortes": expedition("red", "cempoala", "2 foot, 1 horse", allies=["24@tlaxcala"])},
        places={"cempoala": place("town", hostile=True, units=[30])},
        before="battle cortes indians",
    )


def side(name: str, **changes: object) -> Spoil:
    def spoil(pos: ConquestPosition) -> None:
        assert pos.battle is not None
        pos.battle = changed(pos.battle, **{name: changed(getattr(pos.battle, name), **changes)})

    return spoil


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (side("attacker", down=Units(horse=2)), "cortes lists flipped units it does not have (6.32)"),
        (side("attacker", struck=Units(foot=2)), "cortes lists flipped units it does not have (6.32)"),
        (side("attacker", struck_indians=Pile.of(["30@tlaxcala"])), "Indian units were struck in cempoala"),
        (side("defender", struck_indians=Pile.of(["30", "30"])), "Indian units were struck in cempoala"),
    ],
)
def test_a_battle_has_only_units_that_are_there(spoil: Spoil, fault: str) -> None:
    pos = fighting()
    side("attacker", down=Units(foot=1, horse=1), struck=Units(foot=1), struck_indians=Pile.of(["24@tlaxcala"]))(pos)
    assert faults(pos) == []
    spoil(pos)
    assert any(fault in each for each in faults(pos)), faults(pos)


def test_in_a_battle_food_and_hits_are_settled_only_at_its_end() -> None:
    pos = fighting()
    pos.edit("cortes", food=3)
    assert faults(pos) == []


def test_in_the_set_up_conquistadors_are_not_on_the_map_yet() -> None:
    pos = rules_of().start()
    pos.piles["red"] = pos.piles["red"].minus("cortes")
    pos.captains["cortes"] = Captain("red", "cortes")
    assert faults(pos) == []
    pos.turn = 1
    assert faults(pos) == ["cortes belongs to no expedition (1.4)"]


def tasks(*names: str) -> Spoil:
    return lambda pos: setattr(pos, "tasks", names)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (tasks(), "there is nothing to do, and nobody has won (2.0)"),
        (tasks("round", "siesta"), "there is no step 'siesta': no such step"),
        (tasks("deal:green"), "there is no step 'deal:green': there is no player 'green'"),
        (tasks("deal:"), "there is no player ''"),
        (tasks("feed:pizarro"), "there is no expedition 'pizarro'"),
        (tasks("act:plunder/pizarro"), "there is no expedition 'pizarro'"),
        (tasks("round", "battle-round"), "no battle is in progress"),
        (tasks("round", "discovery-roll"), "no action is in progress"),
        (lambda pos: setattr(pos, "talk", ("3",)), "a dialogue, a move or a ranking is in progress"),
        (lambda pos: setattr(pos, "scores", (("red", (7,)),)), "a dialogue, a move or a ranking is in progress"),
        (lambda pos: setattr(pos, "rolling", (Rolling("rally", "red", ()),)), "a roll or a reaction is in progress"),
    ],
)
def test_no_step_can_begin_here(spoil: Spoil, fault: str) -> None:
    pos = rich()
    spoil(pos)
    with pytest.raises(ValueError, match=re.escape(fault)):
        pos.rules.check_boundary(pos)


def test_no_step_can_begin_here_in_any_scenario() -> None:
    """What holds for all holds where a scenario has rules of its own about it as well."""
    for rules in (rules_of(), standard_rules(), solitaire_rules()):
        pos = Game.new(rules, seed=1).checkpoint.position.copy()
        rules.check_boundary(pos)
        pos.tasks = ("siesta",)
        with pytest.raises(ValueError, match="there is no step 'siesta'"):
            rules.check_boundary(pos)


def test_a_won_game_has_nothing_left_to_do() -> None:
    pos = rich()
    pos.tasks, pos.winners = (), ("red",)
    check_boundary(pos)
