"""23.0  The odds of the Solitaire Game: cards that are drawn against the player, and losses by lot."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Any, Final

import pytest

from conquistadors.engine import Pile
from conquistadors.engine.requests import Chance, Choice, parse_option
from conquistadors.engine.run import Run
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition
from conquistadors.odds import position
from conquistadors.odds.asking import asking
from conquistadors.odds.paths import Paths
from conquistadors.odds.position import OptionOdds, PositionOdds, position_work
from conquistadors.odds.sampling import sampled
from conquistadors.odds.slices import Progress, finished
from support import lone
from support.by_hand import RATING, End
from support.sizes import size

FIGHT: Final = "activate cortes, attack, fight indians"
PLUNDER: Final = "activate cortes, plunder"
IDLE: Final = ("head-winds", "stormy-weather", "velazquez-partisans")
DECKS: Final = (
    (),
    (*IDLE, "hidden-treasure"),
    (*IDLE, "bolas"),
    (*IDLE, "painted-warriors", "painted-warriors", "encirclement"),
    (*IDLE, "painted-warriors", "rolling-boulders", "bolas", "bolas", "war-dogs"),
)
FORCES: Final = (("1 foot", 0, (10,)), ("1 horse", 1, (20,)), ("1 foot, 1 horse", 0, (24,)), ("2 foot", 3, (12, 10)))
BATTLES: Final = [(*force, deck) for force in FORCES for deck in DECKS]
"""Twenty of them."""
ALL: Final = size("SOLITAIRE_BATTLES", thin=4, soak=20)
PLAYED: Final = size("PLAYED_BATTLES", thin=400, soak=50_000)


def lonely(units: str, hits: int, indians: tuple[int, ...], deck: tuple[str, ...] | None = None, **force: Any) -> Any:
    """Cortés alone before a hostile city, and a Reaction deck of these cards."""
    pos = build(
        scenario="solitaire",
        expeditions={"cortes": expedition("red", "tlaxcala", units, hits=hits, **force)},
        places={"tlaxcala": place("city", hostile=True, units=indians), "totonacapan": "village"},
    )
    if deck is not None:
        gone = Pile.united([pos.piles["reaction"], pos.piles["aside"]])
        for title in deck:
            gone = gone.minus(title)
        pos.piles.update({"reaction": Pile.of(deck), "reaction-discards": NOTHING, "aside": gone})
    return Run(pos.rules, pos)


def odds_of(run: Run[ConquestPosition], plan: str) -> OptionOdds:
    return finished(position_work(run, plan, ("nobody",)))[plan]["nobody"]


def by_lot(end: End) -> tuple[object, ...]:
    """An end as it is told of an action."""
    fate = None if end.leader == "unhurt" else end.leader
    return ("won" if end.outcome == "won" else "lost", -end.lost or None, fate, end.index or None)


def told(outcome: Any) -> tuple[object, ...]:
    found = dict(outcome)
    return tuple(found.get(name) for name in ("battle", "units", "conquistador", "index"))


@pytest.mark.parametrize(("units", "hits", "indians", "deck"), BATTLES[:: len(BATTLES) // ALL])
def test_23_32_a_battle_is_what_comes_of_it_by_hand(
    units: str, hits: int, indians: tuple[int, ...], deck: tuple[str, ...]
) -> None:
    found = odds_of(lonely(units, hits, indians, deck), FIGHT)
    assert found.outcomes is not None
    expected: dict[tuple[object, ...], Fraction] = {}
    for end, chance in lone.battle(RATING["cortes"], units, hits, indians, deck or ("none",) * 3).items():
        expected[by_lot(end)] = expected.get(by_lot(end), Fraction(0)) + chance
    assert dict(found.outcomes.map(told)) == expected


def test_what_is_forgotten_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """8.131, 6.26  Which units are left decides what food can be carried; cards that double are alike."""
    deck = (*IDLE, "painted-warriors", "rolling-boulders", "poison-darts")
    asked = [(lonely("1 foot, 1 horse", 0, (24,), deck, food=1, gold=3), plan) for plan in (FIGHT, PLUNDER)]
    short = [odds_of(run, plan).outcomes for run, plan in asked]
    acting = asking(asked[0][0].rules)
    monkeypatch.setattr(type(acting), "lumped", lambda _self, boundary, _taken, _plays: boundary)
    monkeypatch.setattr("conquistadors.games.conquest.odds.acting.forget_details", lambda _: None)
    assert [odds_of(run, plan).outcomes for run, plan in asked] == short


CASES: Final = [
    ("1 foot", 0, (10,), FIGHT),
    ("2 foot, 1 horse", 0, (24,), FIGHT),
    ("2 foot", 2, (20, 10), FIGHT),
    ("1 foot, 1 horse", 0, (16,), PLUNDER),
    ("1 horse, 1 cannon", 1, (12,), PLUNDER),
]


@pytest.mark.soak
@pytest.mark.parametrize(("units", "hits", "indians", "plan"), CASES if PLAYED >= 50_000 else CASES[:1])
def test_played_battles_come_to_the_odds(units: str, hits: int, indians: tuple[int, ...], plan: str) -> None:
    """Within four standard errors, each result."""
    run = lonely(units, hits, indians, gold=2)
    exact = odds_of(run, plan).outcomes
    assert exact is not None
    how, before = asking(run.rules), run.pos.copy()
    at = run.clone()
    for option in odds_of(run, plan).options:
        at.send(option)
    policy = how.policy("red", "nobody")
    played = finished(
        sampled(
            run.rules.step,
            policy,
            how.over,
            lambda end: how.outcome(before, end, "red"),
            at.boundary,
            tuple(at.since),
            PLAYED,
        )
    )
    assert set(played) <= set(exact)
    for result, chance in exact.items():
        error = sqrt(chance * (1 - chance) / PLAYED)
        assert abs(float(played[result] - chance)) <= 4 * error + 1 / PLAYED, (result, float(chance))


def test_a_long_battle_is_answered_soon_for_a_smaller_question() -> None:
    """Before the whole is worked out, what is told names what it assumes; the total of the work does not grow."""
    run = lonely("6 foot, 3 horse, 1 cannon", 0, (40, 30, 20))
    work, heard = position_work(run, FIGHT, ("nobody",)), list[Progress]()
    while not heard or heard[-1].answer is None:
        heard.append(next(work))
    answer = heard[-1].answer
    assert isinstance(answer, PositionOdds)
    found = answer[FIGHT]["nobody"]
    assert found.outcomes is not None
    assert [said.key for said in found.smaller] == ["no-draw", "dearest"]
    assert found.outcomes.assumed[:2] == found.smaller
    assert len({now.known for now in heard}) == 1
    assert "to win" in answer.headlines()[FIGHT]["nobody"]
    assert [now.done for now in heard] == sorted(now.done for now in heard)


def test_23_32_when_the_cards_are_drawn_what_follows_is_answered_soon_with_those_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the middle of an action: a smaller question no longer assumes that nothing is drawn, for that has happened."""
    monkeypatch.setattr(position, "WORK", 1200)
    pos = lonely("3 foot, 1 horse", 0, (24, 20), (*IDLE, "bolas")).boundary
    pos.hands["red"] = Pile.of(["war-dogs"])
    pos.piles["aside"] = pos.piles["aside"].minus("war-dogs")
    run = Run(pos.rules, pos)
    for answer in (*FIGHT.split(", "), "bolas", "head-winds", "stormy-weather"):
        given = answer if isinstance(run.pending, Chance) else parse_option(answer)
        assert given is not None
        run.send(given)
    assert isinstance(run.pending, Choice)
    assert run.pending.kind == "react"
    for plan, bounds in finished(position_work(run, None, ("nobody",), whole=False)).items():
        found = bounds["nobody"]
        assert found.outcomes is not None, plan
        assert found.outcomes.total == 1
        assert "no-draw" not in [said.key for said in found.smaller]


def test_the_whole_is_worked_out_for_whoever_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a notebook: what is told first names what it assumes, and says how the whole is asked for."""
    monkeypatch.setattr(position, "WORK", 1200)
    game = begin(lonely("1 foot", 0, (10,), (*IDLE, "bolas", "painted-warriors")).boundary)
    first, whole = game.odds(FIGHT), game.odds(FIGHT, whole=True)
    assert not first.whole
    assert whole.whole
    assert "no card is drawn against you" in str(first)
    assert "ask with 'whole=True' for the whole question" in str(first)
    assert "whole=True" not in str(whole)
    exact, bare = (found[FIGHT]["nobody"].outcomes for found in (whole, first))
    assert exact == odds_of(game.run(), FIGHT).outcomes
    assert bare == odds_of(lonely("1 foot", 0, (10,), ()), FIGHT).outcomes


def test_with_the_least_work_there_is_an_answer_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """An estimate with its error; and it is always the same one."""
    monkeypatch.setattr(position, "WORK", 1)
    answers = []
    for _ in range(2):
        position._KNOWN.clear()
        answers.append(begin(lonely("1 foot", 0, (10,)).boundary).odds(FIGHT)[FIGHT]["nobody"])
    assert [said.key for said in answers[0].smaller] == ["sampled"]
    assert dict(answers[0].smaller[0].facts)["games"] == 30
    assert answers[0].outcomes == answers[1].outcomes


def test_what_is_too_much_is_estimated_and_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conquistadors.odds.following.MOST_OF_A_FIGHT", 1)
    monkeypatch.setattr("conquistadors.odds.sampling.GAMES", 50)
    found = odds_of(lonely("1 foot, 1 horse", 0, (10,)), FIGHT)
    assert found.outcomes is not None
    assert found.outcomes.assumed[0].key == "sampled"
    assert found.outcomes.total == 1


def test_steps_of_a_lonely_battle_touch_no_more_than_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step is watched: the odds are the same."""
    run = lonely("1 foot, 1 horse", 1, (16,), (*IDLE, "bolas", "painted-warriors"))
    plain = odds_of(run, FIGHT).outcomes
    monkeypatch.setattr(position, "Paths", lambda *args, **how: Paths(*args, **how, checked=True))
    assert odds_of(run, FIGHT).outcomes == plain
