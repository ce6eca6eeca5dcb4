"""23.32-23.34  Cards that the odds take for one make no difference: `AGAINST` and `READ` leave nothing out."""

from __future__ import annotations

from typing import Any, Final

import pytest

from conquistadors.engine import Pile, option
from conquistadors.engine.run import Run
from conquistadors.games import rules_for
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.odds.acting import AGAINST, Acting
from conquistadors.games.conquest.rules.cards.playing import forbids_card
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition
from conquistadors.odds.asking import NOBODY, asking
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.position import position_work
from conquistadors.odds.sampling import sampled
from conquistadors.odds.slices import finished
from support.sizes import size

PLANS: Final = {
    "fight": "activate cortes, attack, fight indians",
    "plunder": "activate cortes, plunder",
    "negotiate": "activate cortes, negotiate",
    "go": "activate cortes, march, go tepeaca",
}
"""An action for each verb; `advance` is a march too, before a battle."""
TITLES: Final = sorted(rules_for("solitaire", {}).start().piles["reaction"].titles)
IDLE: Final = "head-winds"
"""2.14  It is played on voyages alone."""
THIN: Final = [("fight", "horse-pits"), ("fight", "encirclement"), ("plunder", "hostile-chiefs")]
EVERY: Final = [(verb, title) for verb in PLANS for title in TITLES if title != IDLE]
PAIRS: Final = EVERY if size("DECLARED", thin=0, soak=1) else THIN
PLAYED: Final = size("DECLARED_GAMES", thin=5, soak=400)


def drawing(verb: str, *titles: str) -> Run[ConquestPosition]:
    """A weak expedition before a place, with nothing but these cards to be drawn against it, one of each."""
    pos = build(
        scenario="solitaire",
        expeditions={"cortes": expedition("red", "tlaxcala", "1 foot", hits=2, gold=2)},
        places={"tlaxcala": place("city", hostile=verb != "negotiate", units=[10]), "totonacapan": "village"},
    )
    aside = Pile.united([pos.piles["reaction"], pos.piles["aside"]])
    for title in titles:
        aside = aside.minus(title)
    pos.piles.update({"reaction": Pile.of(titles), "reaction-discards": NOTHING, "aside": aside})
    return Run(pos.rules, pos)


def is_lumped(verb: str, title: str) -> bool:
    """Whether a card is taken for an idle one."""
    pos = drawing(verb, title, IDLE).boundary
    return title not in asking(pos.rules).lumped(pos, [option(verb)], frozenset()).piles["reaction"].titles


def whole(verb: str, title: str) -> Distribution:
    found = finished(position_work(drawing(verb, title), PLANS[verb], (NOBODY,), soon=False))
    outcomes = found[PLANS[verb]][NOBODY].outcomes
    assert outcomes is not None
    return outcomes


@pytest.mark.soak
@pytest.mark.parametrize(("verb", "title"), PAIRS)
def test_23_33_a_card_that_is_taken_for_an_idle_one_makes_no_difference(
    monkeypatch: pytest.MonkeyPatch, verb: str, title: str
) -> None:
    if not is_lumped(verb, title):
        return
    monkeypatch.setattr(Acting, "lumped", lambda _self, boundary, _taken, _plays: boundary)
    assert whole(verb, title) == whole(verb, IDLE)


@pytest.mark.soak
@pytest.mark.parametrize("verb", PLANS)
def test_23_33_cards_are_tried_on_no_other_occasion_than_is_declared(
    monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """What is played is watched: on which occasions the rules ask whether a drawn card fits."""
    tried: set[str] = set()

    def watched(pos: ConquestPosition, seat: str, title: str | None, occasion: str) -> Any:
        tried.add(occasion)
        return forbids_card(pos, seat, title, occasion)

    run = drawing(verb, *TITLES)
    at = run.clone()
    for answer in PLANS[verb].split(", "):
        assert at.pending is not None
        at.send(next(each for each in at.pending.legal() if each.id == answer))  # type: ignore[union-attr]  # a choice
    how = asking(run.rules)
    monkeypatch.setattr("conquistadors.games.conquest.rules.opposition.forbids_card", watched)
    policy, boundary, since = how.policy("red", NOBODY), at.boundary, tuple(at.since)
    finished(sampled(run.rules.step, policy, how.over, lambda _: None, boundary, since, PLAYED))
    assert tried
    assert tried <= AGAINST[verb]
