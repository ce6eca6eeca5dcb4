"""21.2  Cards against malaria: A Healthier Harbor, the Doctor and Medicinal Bark."""

from __future__ import annotations

from typing import Any

import pytest

from conquistadors.engine.events import CardPlayed, Rolled
from conquistadors.engine.game import Game
from conquistadors.games.conquest.builder import begin, expedition
from conquistadors.games.conquest.rules.events import Discarded, Feverish
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.cards import played, refused, why_passed
from support.clauses import shows
from support.indies import answer, asked, at_standard, barred, events_of, table

FOREST = "acalan"
DOCTOR, BARK, HARBOR = "doctor", "medicinal-bark", "a-healthier-harbor"


def ill(*assets: str, hands: Any = None, **more: Any) -> ConquestPosition:
    """Cortés is about to be checked for malaria, with asset cards face down."""
    men = {"cortes": expedition("red", FOREST, "3 foot", assets=assets, **more)}
    return at_standard(expeditions=men, hands=hands, before="malaria:cortes")


def added(game: Game[ConquestPosition]) -> dict[str, int]:
    return {modifier.name: modifier.value for modifier in events_of(game, Rolled)[-1].modifiers}


def held(game: Game[ConquestPosition]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The assets of Cortés, face down and shown."""
    cortes = game.position.expeditions["cortes"]
    return tuple(cortes.assets.each()), tuple(cortes.shown.each())


def hits(game: Game[ConquestPosition]) -> int:
    return int(game.position.expeditions["cortes"].hits)


# Doctor ----------------------------------------------------------------------------------------------------------


@played("doctor")
@shows("21.2", "5.15")
def test_doctor_is_plus_1_shown_when_first_used_and_kept() -> None:
    with table(ill(DOCTOR), 4) as game:
        answer(game, f"use {DOCTOR}")
        assert added(game) == {"malaria": -1, DOCTOR: 1}
        assert hits(game) == 0
        assert held(game) == ((), (DOCTOR,))
        assert [(event.card, event.use) for event in events_of(game, CardPlayed)] == [(DOCTOR, "use")]


@played("doctor")
def test_doctor_who_was_shown_helps_again() -> None:
    with table(ill(shown=[DOCTOR]), 4) as game:
        answer(game, f"use {DOCTOR}")
        assert added(game) == {"malaria": -1, DOCTOR: 1}
        assert held(game) == ((), (DOCTOR,))


@shows("21.2")
def test_doctor_may_stay_hidden() -> None:
    with table(ill(DOCTOR), 4) as game:
        answer(game, "pass")
        assert added(game) == {"malaria": -1}
        assert hits(game) == 1
        assert held(game) == ((DOCTOR,), ())


@shows("21.2", "G-4.1")
@pytest.mark.parametrize("shown", [False, True])
def test_doctor_is_lost_on_a_natural_1_after_he_has_helped(shown: bool) -> None:
    pos = ill(shown=[DOCTOR]) if shown else ill(DOCTOR)
    with table(pos, 1) as game:
        answer(game, f"use {DOCTOR}")
        assert added(game)[DOCTOR] == 1
        assert hits(game) == 1  # 1 - 1 + 1
        assert held(game) == ((), ())
        assert game.position.piles["asset-discards"].titles == (DOCTOR,)
        assert [(event.card, event.rule) for event in events_of(game, Discarded)] == [(DOCTOR, "21.2")]


@shows("G-4.1", "1.55")
@pytest.mark.parametrize(("first", "last", "lost"), [(1, 2, False), (2, 1, True)])
def test_doctor_the_final_die_counts_after_a_re_roll(first: int, last: int, lost: bool) -> None:
    with table(ill(shown=[DOCTOR], hands={"red": ["mano-de-dios"]}), first, last) as game:
        answer(game, f"use {DOCTOR}", "pass", "reroll mano-de-dios")
        assert held(game) == ((), () if lost else (DOCTOR,))


@shows("21.2")
def test_doctor_whom_nobody_used_is_not_lost() -> None:
    with table(ill(DOCTOR), 1) as game:
        answer(game, "pass")
        assert held(game) == ((DOCTOR,), ())


@shows("21.2", "8.21")
def test_doctor_does_not_help_against_hunger() -> None:
    men = {"cortes": expedition("red", FOREST, "3 foot", shown=[DOCTOR])}
    with table(at_standard(expeditions=men, before="feed:cortes"), 1) as game:
        assert added(game) == {}
        assert held(game) == ((), (DOCTOR,))


# Medicinal Bark --------------------------------------------------------------------------------------------------


@played("medicinal-bark")
@shows("21.2", "C43")
def test_medicinal_bark_is_plus_2_and_spent() -> None:
    with table(ill(BARK), 3) as game:
        answer(game, f"use {BARK}")
        assert added(game) == {"malaria": -1, BARK: 2}
        assert hits(game) == 0
        assert held(game) == ((), ())
        assert game.position.piles["asset-discards"].titles == (BARK,)


@played("doctor", "medicinal-bark")
@shows("21.2")
def test_doctor_and_bark_add_up() -> None:
    with table(ill(BARK, shown=[DOCTOR]), 2) as game:
        answer(game, f"use {DOCTOR}", f"use {BARK}")
        assert added(game) == {"malaria": -1, DOCTOR: 1, BARK: 2}
        assert hits(game) == 0
    with table(ill(BARK, DOCTOR), 2) as game:
        answer(game, f"use {DOCTOR}", f"use {BARK}")
        assert added(game) == {"malaria": -1, DOCTOR: 1, BARK: 2}


@refused("medicinal-bark")
@shows("2.17", "21.2")
def test_medicinal_bark_is_refused_a_second_time_in_one_check() -> None:
    with table(ill(BARK, BARK, DOCTOR), 6) as game:
        answer(game, f"use {BARK}")
        assert barred(game, f"use {BARK}") == "2.17"
        answer(game, "pass")
        assert held(game) == ((DOCTOR, BARK), ())


@refused("doctor", "medicinal-bark")
@shows("5.15")
@pytest.mark.parametrize("title", [DOCTOR, BARK])
def test_doctor_and_bark_are_refused_outside_a_malaria_check(title: str) -> None:
    men = {"cortes": expedition("red", "tlaxcala", "3 foot", assets=[title, "interpreter"])}
    pos = at_standard(expeditions=men, places={"tlaxcala": "town"}, before="negotiate cortes")
    with table(pos, 7) as game:
        assert barred(game, f"use {title}") == "5.15"
        answer(game, "pass")


@refused("medicinal-bark")
@shows("1.34", "5.15")
def test_medicinal_bark_of_another_expedition_does_not_help() -> None:
    men = {
        "cortes": expedition("red", FOREST, "3 foot"),
        "alvarado": expedition("red", FOREST, "3 foot", assets=[BARK]),
    }
    pos = at_standard(expeditions=men, before="malaria:cortes")
    assert why_passed(pos, "red", "support", f"use {BARK}") == "5.15"


@refused("interpreter")
@shows("5.15", "21.2")
def test_an_interpreter_is_refused_in_a_malaria_check() -> None:
    with table(ill(BARK, "interpreter"), 6) as game:
        assert barred(game, "use interpreter") == "5.15"
        answer(game, "pass")


@shows("5.15", "2.18", "21.2")
def test_5_15_who_has_assets_face_down_is_asked_in_a_malaria_check_whatever_they_are() -> None:
    rows = []
    for asset in (BARK, "interpreter"):
        game = begin(ill(asset), seed=2)
        while asked(game) != "impulse":
            answer(game, "pass")
        rows.append([(given.who, given.kind) for given in game.answers])
    assert rows[0] == rows[1]
    assert ("red", "support") in rows[0]


# A Healthier Harbor ----------------------------------------------------------------------------------------------


def sailing(title: str = HARBOR, **more: Any) -> ConquestPosition:
    """Red's impulse with the card; all his men stand where fever is."""
    men = {
        "cortes": expedition("red", FOREST, "3 foot", companions={"alvarado": "1 foot"}, food=1),
        "de-leon": expedition("red", FOREST, "3 foot", food=1),
        "balboa": expedition("blue", FOREST, "3 foot", food=1),
    }
    return at_standard(expeditions=men, hands={"red": [title]}, **more)


def healthy(game: Game[ConquestPosition]) -> list[str]:
    return sorted(c for c, band in game.position.expeditions.items() if band.healthy)


@played("a-healthier-harbor")
@shows("21.1", "2.12")
def test_a_healthier_harbor_saves_one_expedition_of_ones_own_from_malaria_this_turn() -> None:
    with table(sailing()) as game:
        answer(game, f"play {HARBOR}")
        assert [o.subject for o in game.options] == ["cortes", "de-leon"]
        answer(game, "take cortes")
        assert healthy(game) == ["cortes"]
        assert game.position.piles["discards"].titles == (HARBOR,)
        assert game.position.impulse.used == 0
        assert "no malaria this turn" in str(game)
        start = game.position.copy()  # with other tasks it is a boundary again
        start.tasks = ("clean-up", "subsistence")
        with table(start, 6, 6) as phase:
            fevers = {event.expedition: event.spared for event in events_of(phase, Feverish)}
            assert fevers == {"cortes": True, "de-leon": False, "balboa": False}
            assert [event.who for event in events_of(phase, Rolled) if event.roll == "malaria"] == ["red", "blue"]
            assert healthy(phase) == []  # the turn is over
        game.undo()
        answer(game, "take de-leon")
        assert healthy(game) == ["de-leon"]


@refused("a-healthier-harbor")
@shows("21.1", "2.12")
def test_a_healthier_harbor_is_refused_without_an_expedition_and_for_one_that_is_healthy() -> None:
    men = {"balboa": expedition("blue", FOREST, "3 foot")}
    with table(at_standard(expeditions=men, hands={"red": [HARBOR]})) as game:
        assert barred(game, f"play {HARBOR}") == "21.1"
    pos = sailing()
    pos.edit("cortes", healthy=True)
    with table(pos) as game:
        answer(game, f"play {HARBOR}")
        assert healthy(game) == ["cortes", "de-leon"]  # the only one left
    pos.edit("de-leon", healthy=True)
    with table(pos) as game:
        assert barred(game, f"play {HARBOR}") == "21.1"


@refused("a-healthier-harbor")
@shows("2.12")
def test_a_healthier_harbor_is_refused_in_the_check_itself() -> None:
    with table(ill(BARK, hands={"red": [HARBOR]}), 6) as game:
        assert barred(game, f"play {HARBOR}") == "2.12"
        answer(game, "pass")


@played("a-healthier-harbor")
@shows("3.14", "G-time")
def test_a_healthier_harbor_goes_with_men_who_part_and_is_lost_to_those_whom_others_join() -> None:
    """Own ruling: whoever was in the expedition is spared; one that was not makes the whole be checked."""
    band = expedition("red", FOREST, "3 foot", companions={"alvarado": "1 foot"})
    alone = at_standard(expeditions={"cortes": band})
    alone.edit("cortes", healthy=True)
    with table(alone) as game:
        answer(game, "reorganise acalan", "lead alvarado", "lead cortes", "amount 2")
        assert healthy(game) == ["alvarado", "cortes"]
    with table(alone) as game:
        answer(game, "activate cortes", "march", "detach alvarado", "amount 1")
        assert healthy(game) == ["alvarado", "cortes"]
    pos = sailing()
    pos.edit("cortes", healthy=True)
    with table(pos) as game:
        answer(game, "reorganise acalan", "join alvarado cortes", "join de-leon cortes")
        while asked(game) != "impulse":
            answer(game, str(game.options[-1].id))
        assert list(game.position.expeditions) == ["balboa", "cortes"]
        assert healthy(game) == []


@shows("G-6.44b")
@pytest.mark.parametrize(("joining", "host"), [(True, True), (True, False), (False, True)])
def test_a_healthier_harbor_holds_for_men_without_a_leader_if_it_did_for_their_hosts_too(
    joining: bool, host: bool
) -> None:
    """Cortés is murdered, no replacement is left, and his men join Ordaz."""
    spare = {"narvaez": "", "grijalva": "", "gonzalo-pizarro": "", "tapia": ""}
    men = {
        "cortes": expedition("red", FOREST, "3 foot"),
        "ordaz": expedition("red", FOREST, "1 foot"),
        "montejo": expedition("blue", "panama", companions=spare),
    }
    pos = at_standard(expeditions=men, hands={"blue": ["assassination"]}, active="blue")
    pos.edit("cortes", healthy=joining, ashore=True)
    pos.edit("ordaz", healthy=host)
    with table(pos, 5) as game:
        answer(game, "play assassination", "take cortes")
        assert game.position.units("ordaz").size == 4
        assert game.position.expeditions["ordaz"].healthy is (joining and host)
        assert game.position.expeditions["ordaz"].ashore
