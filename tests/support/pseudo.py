"""A pseudo-language: French with every text of the catalogues in brackets. Letters outside them come from no catalogue.

`PYTHONPATH=tests python -m support.pseudo` goes over the faces of the kit and prints what it finds. It has to be a
process of its own: catalogues are read once.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

import ipywidgets as w

from conquistadors import resources
from conquistadors.engine.texts import LANGUAGES
from conquistadors.typography import set_tables

LANGUAGE: Final = "fr"
OPENS, CLOSES = "⟦", "⟧"
PLAYERS: Final = ("Ana", "Ben")
CODE: Final = re.compile(r"· [a-z0-9:/@ .,-]+|\bcq\.\w+|https?://\S+|conquistadors/\S+|[\w/]+\.ipynb")
"""Ids after a dot, calls and places in the code."""
NAMES: Final = (
    *(*PLAYERS, "Mano de Dios", "The Conquistadors", "Landfall", "Made with Natural Earth", "Cristóbal de Olid"),
    *LANGUAGES.values(),
)
"""Names of players, books and languages stand as they are, and so does the thanks to those who made the maps."""


def bracketed(content: Any, language: str | None) -> Any:
    """Data as it is read, with every French text in brackets."""
    return _bracketed(set_tables(content, language), language)


def _bracketed(content: Any, language: str | None) -> Any:
    if isinstance(content, dict):
        spoken = {"en", "fr", "ja"} <= content.keys()
        return {name: _bracketed(each, name if spoken else language) for name, each in content.items()}
    if isinstance(content, list):
        return [_bracketed(each, language) for each in content]
    return f"{OPENS}{content}{CLOSES}" if language == LANGUAGE and isinstance(content, str) else content


def outside(text: str) -> str:
    """What is in no brackets, without names and code."""
    depth, kept = 0, []
    for letter in text:
        depth += (letter == OPENS) - (letter == CLOSES)
        if depth <= 0 and letter != CLOSES:
            kept.append(letter)
    left = CODE.sub("", "".join(kept))
    for name in NAMES:
        left = left.replace(name, "")
    return left


def leaks(place: str, texts: Iterable[str]) -> Iterator[str]:
    """The texts with letters outside brackets."""
    for text in texts:
        plain = html.unescape(re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>", " ", text, flags=re.DOTALL))
        if words := re.findall(r"[^\W\d_]{2,}", outside(plain)):
            yield f"{place}: {' '.join(words)[:200]!r} in {' '.join(plain.split())[:200]!r}"


def said_by(widget: Any) -> Iterator[str]:
    """All that a widget and those in it say."""
    for name in ("description", "tooltip", "placeholder"):
        yield str(getattr(widget, name, "") or "")
    if isinstance(widget, w.HTML | w.Label):
        yield str(widget.value)
    for option in getattr(widget, "_options_labels", ()):
        yield str(option)
    for child in getattr(widget, "children", ()):
        yield from said_by(child)


def games() -> Iterator[str]:
    import conquistadors as cq
    from conquistadors.games import rules_for

    scenarios: dict[str, dict[str, Any]] = {"basic": {"map": "north"}, "solitaire": {"map": "south"}, "example": {}}
    for scenario, options in (scenarios | {"exploration": {}, "campaign": {}}).items():
        players = PLAYERS[: len(rules_for(scenario, options).seats)]
        game = cq.new_game(scenario, players=players, seed=3, language=LANGUAGE, **options)
        random, teller = Random(3), game.teller()
        for number in range(90):
            if game.pending is None:
                break
            told = [game.prompt, *map(teller.label, game.options), *map(teller.refusal, game.refused)]
            told += [str(game)] if number % 30 == 0 else []
            yield from leaks(scenario, told)
            game.play(random.choice(game.options))
        yield from leaks(f"{scenario}, story", teller.story(game.log))


def printed() -> Iterator[str]:
    import conquistadors as cq
    from conquistadors import odds
    from conquistadors.bots.coaching import coach
    from conquistadors.teach.worksheets import worksheet

    yield from leaks("odds.table", [str(odds.table("leader-casualty")), str(odds.table("discovery", level=2))])
    yield from leaks("odds.battle", [str(odds.battle("3 foot, 1 horse", [20]))])
    game = cq.new_game("example", players=PLAYERS, seed=5)
    yield from leaks("coach", [str(coach(game, search=False))])
    ids = ["division", "leader-fate", "fifth-hit", "march-discover", "combat-modifier", "solitaire-card"]
    for answers in (False, True):
        sheet = worksheet(PLAYERS, ids, answers=answers)
        yield from leaks("worksheet", repr(sheet).splitlines())
    yield from leaks("rule", [str(cq.rule("6.34")), str(cq.rule("ressource")), str(cq.rule("xyzzy"))])


def errors() -> Iterator[str]:
    import conquistadors as cq

    calls = (
        lambda: cq.new_game("basic", seats=9),
        lambda: cq.new_game("basic", seed=-1),
        lambda: cq.new_game("standard", target=0),
        lambda: cq.new_game("solitaire", map="both"),
        lambda: cq.rule("99.9"),
    )
    for call in calls:
        try:
            call()
        except cq.ConquistadorsError as error:
            text = re.sub(r"'[^']*'|\b(basic|standard|late|target|north|south|both)\b", "", str(error))
            yield from leaks("error", [text])


def faces() -> Iterator[str]:
    import conquistadors as cq
    from conquistadors.games.conquest.odds.catalogue import standard_rules

    yield from leaks("table", said_by(cq.play("basic", players=PLAYERS, map="north", seed=3, bots={})))
    yield from leaks("table", said_by(cq.play("exploration", players=PLAYERS[:1], seed=3)))
    yield from leaks("table", said_by(cq.play("campaign", players=PLAYERS, seed=3, bots={})))
    yield from leaks("quiz", said_by(cq.quiz("combat-value", "fifth-hit")))
    game = cq.new_game("example", players=PLAYERS, seed=5)
    for _ in range(4):
        game.play(game.options[0])
    yield from leaks("viewer", said_by(cq.replay(game)))
    whole_names = "|".join(re.escape(man.full_name) for man in standard_rules().men.values())
    explorers: dict[str, Any] = {"odds": cq.odds_explorer, "cards": cq.card_gallery, "atlas": cq.map_atlas}
    for name, face in explorers.items():
        shown = face()
        yield from leaks(name, [re.sub(whole_names, "", each) for each in (shown.text(), *said_by(shown))])
    # notes on where a value of a table comes from are in English: they name books, clauses and games that were played
    yield from leaks("table view", list(said_by(cq.table_view("discovery")))[:1])


FACES: Final = {"games": games, "printed": printed, "errors": errors, "faces": faces}


def main(names: Iterable[str]) -> None:
    setattr(resources, "set_tables", bracketed)  # noqa: B010  # before anything is read
    import conquistadors as cq

    cq.speak(LANGUAGE)
    for name in names:
        for leak in dict.fromkeys(FACES[name]()):
            print(leak)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:] or FACES)
