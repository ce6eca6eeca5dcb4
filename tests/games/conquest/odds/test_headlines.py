"""The odds of an action in a line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import pytest

from conquistadors.engine import Option, option
from conquistadors.games import rules_for
from conquistadors.odds.asking import asking, names_of
from conquistadors.odds.distribution import Distribution

RULES: Final = rules_for("basic", {"map": "both"})


def told(verb: str, *outcomes: dict[str, Any], language: str = "en") -> str:
    """The headline of an action with these outcomes, each as likely as the others."""
    even = [(tuple(outcome.items()), Fraction(1, len(outcomes))) for outcome in outcomes]
    taken: list[Option] = [option("activate", "cortes"), option(verb)]
    return str(asking(RULES).headline(Distribution(even), taken, names_of(RULES, language)))


WON: Final = {"battle": "won", "units": -1}
LOST: Final = {"battle": "lost", "units": -3, "conquistador": "dead"}
RICH: Final = {"battle": "won", "gold": 6, "place": "plundered-out"}
PLUNDERED: Final = ", ".join(
    [
        *("75.0% to get gold", "75.0% to win the battle", "3.8 gold", "50.0% for at least 6", "0.8 units lost"),
        *("50.0% that the place is plundered out", "25.0% that the conquistador dies"),
    ]
)


@pytest.mark.parametrize(
    ("verb", "outcomes", "line"),
    [
        ("fight", [WON, WON, WON, LOST], "75.0% to win, 1.5 units lost, 25.0% that the conquistador dies"),
        (
            "plunder",
            [RICH, RICH, {"battle": "won", "gold": 3}, LOST],
            PLUNDERED,
        ),
        ("plunder", [{"gold": 6}, {"gold": 6}], "100% gold +6"),
        ("negotiate", [{"status": "allied", "gold": 2}, {"status": "hostile"}], "50.0% to win an ally, 1.0 gold"),
        ("negotiate", [{"gold": 2}, {"status": "hostile"}], "50.0% to get gold, 1.0 gold, 50.0% that it turns hostile"),
        ("go", [{"found": "village"}, {"found": "nothing"}], "50.0% to find people"),
        ("rally", [{"hits": -1}, {}, {}, {}], "25.0% to remove morale hits, 0.2 hits removed"),
        ("gift", [{"gold": -3, "index": 1}, {"gold": -3}], "50.0% to raise the governor index"),
        ("voyage", [{}, {}, {"units": -1}], "66.7% nothing changes, 0.3 units lost"),
        ("pass", [{}], "100% nothing changes"),
    ],
)
def test_an_action_is_told_by_what_it_is_done_for(verb: str, outcomes: list[dict[str, Any]], line: str) -> None:
    assert told(verb, *outcomes) == line


@pytest.mark.parametrize(("language", "said"), [("fr", "au moins 6"), ("ja", "6以上の確率")])
def test_headlines_speak_the_languages(language: str, said: str) -> None:
    assert said in told("plunder", RICH, RICH, {"gold": 3}, language=language)
