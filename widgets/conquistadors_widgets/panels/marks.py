"""What all panels are made of: escaped words, small pictures, tokens of men, and rule numbers that open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape

import conquistadors as cq
from conquistadors.engine import Modifier, Seat, Texts
from conquistadors.games import rules_for
from conquistadors.resources import data_root, read_toml_file
from conquistadors.scene.words import signed
from conquistadors.teach.books import Clauses, grammar_of
from conquistadors_widgets.words import words


def said(language: str, key: str, names: Mapping[Seat, str] | None = None, **facts: object) -> str:
    """A sentence of the panels, escaped."""
    return escape(words(language).say(f"panels.{key}", facts, names))


def worded(texts: Texts, key: str, **facts: object) -> str:
    """A sentence of the panels as a game has it, else as all games share it, escaped."""
    spoken = texts if f"panels.{key}" in texts else words(texts.language)
    return escape(spoken.say(f"panels.{key}", facts))


def named(texts: Texts, thing: str, names: Mapping[Seat, str] | None = None) -> str:
    """The name of a thing of the game, or of a player, escaped."""
    return escape(texts.word(thing, names or {}))


def modifier_lines(modifiers: tuple[Modifier, ...], texts: Texts, names: Mapping[Seat, str]) -> str:
    """Plus and minus, a row of a table for each."""
    return "".join(f"<tr><th>{named(texts, m.name, names)}</th><td>{signed(m.value)}</td></tr>" for m in modifiers)


# Pictures --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def glyphs(pictures: str) -> Mapping[str, tuple[str, str]]:
    """The small drawings of a game, from a folder of `data/`: how each is drawn ("fill", "line"), and its path."""
    file = data_root() / pictures / "glyphs.toml"
    if not pictures or not file.is_file():
        return {}
    return {look: (drawn, path) for drawn, paths in read_toml_file(file).items() for look, path in paths.items()}


def glyph(look: str, pictures: str) -> str:
    """A small drawing, if the game has it. It always stands beside its word or number: readers of text pass it by."""
    drawn, path = glyphs(pictures).get(look, ("", ""))
    if not path:
        return ""
    return (
        f'<svg class="cq-panels-glyph cq-panels-{escape(drawn)}" viewBox="0 0 16 16" aria-hidden="true">'
        f'<path d="{escape(path)}"/></svg>'
    )


def tag(inside: str, *, warns: bool = False) -> str:
    """A short note in a thin frame."""
    return f'<span class="cq-panels-tag{" cq-panels-warn" if warns else ""}">{inside}</span>'


def none(sentence: str) -> str:
    """A sentence where there is nothing to show."""
    return f'<p class="cq-panels-none">{sentence}</p>'


def pips(filled: int, most: int, label: str) -> str:
    """How many of so many: filled and empty rounds."""
    rounds = "".join(f'<i class="cq-panels-{"full" if n < filled else "empty"}"></i>' for n in range(most))
    return f'<span class="cq-panels-pips" role="img" aria-label="{label}" title="{label}">{rounds}</span>'


def initials(name: str) -> str:
    """One or two letters for a token: "F. Pizarro" is FP, "de León" is L, "コルテス" is コ."""
    capitals = [part[0] for part in re.split(r"[\s・]+", name) if part and part[0] == part[0].upper()]
    return "".join(capitals[:2]) or name[:1]


def token(seat: Seat, name: str) -> str:
    """A counter in the colour of its player, with the initials of a name."""
    return f'<span class="cq-panels-token cq-{escape(seat)}" aria-hidden="true"><b>{escape(initials(name))}</b></span>'


def player(seat: Seat, names: Mapping[Seat, str]) -> str:
    """A player's name with a dot of their colour."""
    return (
        f'<span class="cq-panels-player"><i class="cq-panels-dot cq-{escape(seat)}" aria-hidden="true"></i>'
        f"{escape(names.get(seat, seat))}</span>"
    )


# Rules -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def paraphrases(scenario: str, language: str) -> Clauses:
    """`conquistadors.clauses` with the grammar of their book, made once: a screen asks for them after every answer."""
    return Clauses(cq.clauses(scenario, language), grammar_of(rules_for(scenario, {})))


def rule_text(clause: str, scenario: str, language: str) -> str | None:
    """A clause in our own words, as plain text; None for a number that no clause has."""
    clauses = paraphrases(scenario, language)
    known = clauses.meant(clause)
    return None if known is None else clauses[known]


def rule_mark(citation: str, clauses: Clauses) -> str:
    """A rule number that opens our words for it, without a kernel as well; a number without words stays plain."""
    known = clauses.meant(citation)
    number = escape(citation)
    if known is None:
        return f'<span class="cq-panels-number">{number}</span>' if citation else ""
    return f'<details class="cq-rule"><summary>{number}</summary><span>{escape(clauses[known])}</span></details>'


def with_rule(sentence: str, clauses: Clauses) -> str:
    """A plain sentence as HTML: a rule number in brackets at its end opens our words for it."""
    told, citation = clauses.grammar.apart(sentence)
    return f"{escape(told)} {rule_mark(citation, clauses)}" if citation else escape(sentence)
