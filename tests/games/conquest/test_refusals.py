"""Refusals that are true: whatever random play is refused, the clause that is named can forbid that verb."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

from conquistadors.engine.game import Game
from conquistadors.engine.requests import NOT_OFFERED, Refusal
from conquistadors.games.conquest.bots.likely import likely
from conquistadors.games.conquest.rules.cards.enemy import CHANGED
from conquistadors.games.conquest.rules.cards.playing import CARD_RULES
from conquistadors.resources import read_toml
from conquistadors.teach.books import book_of
from support.indies import rules_of, solitaire_rules, standard_rules
from support.sizes import size

GRAMMAR: Final = book_of("conquest").grammar
CAN_FORBID: Final = {
    "activate": "2.0(5) 2.31 2.32 3.14 6.41",
    "advance": "3.11 3.12 3.13 3.15 3.16 3.22 3.23 3.26 4.112 6.11 6.16 19.41 C36 G-3.12b",
    "amount": "1.42 1.43 G-10.13b",
    "attack": "6.11 6.121 6.16 C36 G-3.15 G-6.12",
    "buy-food": "8.14",
    "charge": "2.13 17.11",
    "deal": "6.371 8.14",
    "detach": "3.14",
    "discover": "3.15 4.0 4.112",
    "enough": "22.23",
    "execute": "6.371",
    "exchange": "16.12",
    "convert": "10.21",
    "gift": "11.3 11.31",
    "go": "3.11 3.12 3.15 3.16 3.22 3.23 3.26 4.112",
    "incite": "2.0(5) 2.35 6.14 6.16 C22 G-2.35 G-23.22",
    "join": "1.43 G-1.43",
    "lead": "1.43 G-1.43",
    "march": "3.16",
    "muster": "2.31 5.24",
    "negotiate": "5.11 G-3.15",
    "place": "14.23 G-14.23",
    "plunder": "7.12 7.13 7.24 7.26",
    "rally": "G-3.15 G-9.2",
    "recruit": "1.42 15.13 15.15 22.22",
    "reorganise": "1.43 G-10.13b G-time",
    "ransom": "6.371",
    "repay": "16.23",
    "retreat": "6.51 6.511 6.512 6.513 6.514",
    "sail": "2.12 3.23",
    "sell-food": "8.14",
    "share-out": "18.2 18.3 18.6",
    "shock": "17.21 17.25 G-17.2",
    "station": "14.24",
    "use": "2.17 5.15 12.24",
}
"""The clauses and rulings that can stand against each verb."""
OF_ONE_CARD: Final = {
    "arrest-warrant": "11.22 11.26",
    "buena-suerte-a-ambos": "2.0(5) 2.32",
    "city-has-new-chief": "12.12",
    "daughters-of-the-caciques": "5.14",
    "master-pilot": "2.32",
    "night-march": "2.32",
    "room-of-gold": "12.24",
    "the-royal-road": "2.32",
}
"""Those against one card that its own rule does not name: what it changes, or when it comes too late."""
OF_A_LEGEND: Final = {"19.12", "19.21", "19.32", "19.33"}
OF_ANY_CARD: Final = {"1.53", "2.12", "2.13", "2.14", "2.17", "2.18", "2.19", "2.22", "6.25"}
"""Those against any card, or against a target that somebody would choose for it. Beside them a card has its own."""


def clauses_of_card(title: str) -> set[str]:
    """What the rules of a card cite, in whatever game: where it is registered, and in what it does."""
    rules = [known for known in (CARD_RULES.get(title), CHANGED.get(title)) if known is not None]
    said = [known.rule for known in rules] + [str(known.play.__doc__) for known in rules]
    cited = {clause for text in said for clause in GRAMMAR.cited_in(text)} | {known.rule for known in rules}
    return cited | set(OF_ONE_CARD.get(title, "").split())


OF_CARDS: Final = {title: clauses_of_card(title) for title in CARD_RULES}


def can_forbid(refusal: Refusal) -> bool:
    """Whether the clause can forbid the verb; for a card, or the target of one, by what the card says."""
    verb, subject, rule = refusal.option.verb, refusal.option.subject, refusal.rule
    if verb == "play":
        own = OF_CARDS.get(str(subject), set())
        return rule in OF_ANY_CARD | own or (rule in OF_A_LEGEND and bool(own & OF_A_LEGEND))
    if verb == "take":
        return rule in OF_ANY_CARD | OF_A_LEGEND or any(rule in clauses for clauses in OF_CARDS.values())
    return rule in CAN_FORBID.get(verb, "").split()


TABLES: Final[dict[str, Callable[[], Any]]] = {
    "basic": lambda: rules_of(3, "both"),
    "standard": lambda: standard_rules(2, "north"),
    "quick": lambda: standard_rules(3, "both", quick_start=True),
    "solitaire": lambda: solitaire_rules("south"),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", TABLES)
def test_every_refusal_that_random_play_meets_names_a_clause_that_can_forbid_it(name: str) -> None:
    known = {
        *read_toml("conquest", "rules", "en.toml")["rules"],
        *read_toml("conquest", "rules", "rulings.toml")["rulings"],
    }
    rules = TABLES[name]()
    untrue, met = set(), 0
    for seed in range(size("REFUSED_GAMES", thin=1, soak=20)):
        for refusal in refusals(Game.new(rules, seed=seed), Random(seed)):
            met += 1
            fits = can_forbid(refusal) and refusal.bar.reason != NOT_OFFERED
            if not fits or refusal.rule.partition("(")[0] not in {each.partition("(")[0] for each in known}:
                untrue.add((refusal.option.verb, refusal.option.subject, refusal.rule, refusal.bar.reason))
    assert sorted(map(str, untrue)) == []
    assert met > 100


def refusals(game: Game[Any], random: Random) -> list[Refusal]:
    """All that is refused in a game of random play; every third question is looked at."""
    found: list[Refusal] = []
    for asked in range(size("REFUSED_QUESTIONS", thin=600, soak=6000)):
        if game.ending is not None:
            break
        if asked % 3 == 0:
            found += game.refused
        weights = [likely(game.position, option) for option in game.options]
        game.play(random.choices(game.options, weights)[0])
    return found
