"""What all panels are made of: escaped words, small pictures, tokens of men, and rule numbers that open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Final

import conquistadors as cq
from conquistadors.engine import Modifier, Seat, Texts
from conquistadors_widgets.words import words

MINUS: Final = "\N{MINUS SIGN}"


def said(language: str, key: str, names: Mapping[Seat, str] | None = None, **facts: object) -> str:
    """A sentence of the panels, escaped."""
    return escape(words(language).say(f"panels.{key}", facts, names))


def named(texts: Texts, thing: str, names: Mapping[Seat, str] | None = None) -> str:
    """The name of a thing of the game, or of a player, escaped."""
    return escape(texts.word(thing, names or {}))


def signed(number: int) -> str:
    """A number with its sign, as it is printed."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def modifier_lines(modifiers: tuple[Modifier, ...], texts: Texts, names: Mapping[Seat, str]) -> str:
    """Plus and minus, a row of a table for each."""
    return "".join(f"<tr><th>{named(texts, m.name, names)}</th><td>{signed(m.value)}</td></tr>" for m in modifiers)


# Pictures --------------------------------------------------------------------------------------------------------

GLYPHS: Final = {
    "foot": "M.5 11.5 Q8 8.6 15.5 11.5 Q12.5 15 8 15 Q3.5 15 .5 11.5 Z M3 9.6 Q3.6 5 8 4.6 Q12.4 5 13 9.6 Q8 7.8 3 9.6"
    " M4.2 5 Q8 -1.5 11.8 5 Q8 2.4 4.2 5 Z",
    "horse": "M4 14.5 H13 Q13.5 8 10.5 4.5 L10.8 1.5 L8.4 3 Q4.5 4 2.6 8.3 L3.8 10.3 L7.6 8.7 Q7.4 11.5 4 14.5 Z",
    "cannon": "M.8 6.6 L13.6 3.4 Q15.4 4.8 14.8 7.4 L8.4 9.2 A3.4 3.4 0 1 1 3.2 8.4 L.9 9 Z",
    "food": "M8 15 V6 M8 6 Q4.6 5 5.6 1.6 Q8 2.6 8 6 Q8 2.6 10.4 1.6 Q11.4 5 8 6 M8 10 Q4.6 9.6 4.4 6.4 Q7.4 6.6 8 10"
    " Q8.6 6.6 11.6 6.4 Q11.4 9.6 8 10 M8 14 Q4.6 13.6 4.4 10.4 Q7.4 10.6 8 14 Q8.6 10.6 11.6 10.4 Q11.4 13.6 8 14",
    "gold": "M8 1.5 A6.5 6.5 0 1 0 8 14.5 A6.5 6.5 0 1 0 8 1.5 Z M8 4.6 V11.4 M4.6 8 H11.4",
    "king": "M2 13 L1 4.5 L5 8 L8 2.5 L11 8 L15 4.5 L14 13 Z",
    "allies": "M8 1 L11 7 L8 9 L5 7 Z M8 9 V15.5",
}
"""Small drawings on a square of sixteen: a morion, a horse's head, a gun, maize, a coin, a crown, a spear."""
LINES: Final = frozenset({"food", "gold", "allies"})
"""Drawn as lines; the others are filled."""


def glyph(kind: str) -> str:
    """A small drawing. It always stands beside its word or number, so readers of text pass it by."""
    drawn = "line" if kind in LINES else "fill"
    return (
        f'<svg class="cq-panels-glyph cq-panels-{drawn}" viewBox="0 0 16 16" aria-hidden="true">'
        f'<path d="{GLYPHS[kind]}"/></svg>'
    )


def counted(kind: str, number: int | str, word: str, *, short: bool = False) -> str:
    """A drawing with its number and its word; `short` leaves the word to those who hover or listen."""
    label = f'<span class="cq-panels-{"unseen" if short else "word"}">{word}</span>'
    return f'<span class="cq-panels-count" title="{word}">{glyph(kind)}<b>{number}</b> {label}</span>'


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
    """A player's name with a dot of his colour."""
    return (
        f'<span class="cq-panels-player"><i class="cq-panels-dot cq-{escape(seat)}" aria-hidden="true"></i>'
        f"{escape(names.get(seat, seat))}</span>"
    )


# Rules -----------------------------------------------------------------------------------------------------------

_RULE_AT_END: Final = re.compile(r"\s*[(（]((?:[A-Z]-?)?\d[\w.]*(?:\(\w+\))?|G-\w+)[)）]$")
_OWN_CLAUSE: Final = re.compile(r"(?:[GD]-)?(\d+\.\d+)")


@lru_cache(maxsize=16)
def paraphrases(scenario: str, language: str) -> Mapping[str, str]:
    """`conquistadors.clauses`, made once: a screen asks for them after every answer."""
    return cq.clauses(scenario, language)


def clause_of(citation: str, clauses: Mapping[str, str]) -> str | None:
    """The clause of a citation: itself or, for "6.22(2)" or "G-6.34b", the one that it belongs to."""
    own = _OWN_CLAUSE.match(citation)
    wanted = (citation, own[1]) if own else (citation,)
    return next((clause for clause in wanted if clause in clauses), None)


def rule_text(clause: str, scenario: str, language: str) -> str | None:
    """A clause in our own words, as plain text; None for a number that no clause has."""
    clauses = paraphrases(scenario, language)
    known = clause_of(clause, clauses)
    return None if known is None else clauses[known]


def rule_mark(citation: str, clauses: Mapping[str, str]) -> str:
    """A rule number that opens our words for it, without a kernel as well; a number without words stays plain."""
    known = clause_of(citation, clauses)
    number = escape(citation)
    if known is None:
        return f'<span class="cq-panels-number">{number}</span>' if citation else ""
    return f'<details class="cq-rule"><summary>{number}</summary><span>{escape(clauses[known])}</span></details>'


def with_rule(sentence: str, clauses: Mapping[str, str]) -> str:
    """A plain sentence as HTML: a rule number in brackets at its end opens our words for it."""
    found = _RULE_AT_END.search(sentence)
    if found is None:
        return escape(sentence)
    return f"{escape(sentence[: found.start()])} {rule_mark(found[1], clauses)}"
