"""The log as a story, the newest first, under headings of turns and impulses; rule numbers open our words for them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from conquistadors.engine.events import CHAPTER, SCENE, Step
from conquistadors.engine.telling import Teller
from conquistadors.engine.views import Line
from conquistadors.teach.books import Clauses
from conquistadors_widgets.panels.marks import none, rule_mark, said


@dataclass
class Part:
    """A heading, if there is one, the lines under it as they happened, and the parts that come after those."""

    heading: Line | None = None
    lines: list[Line] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)


def story(
    lines: Sequence[Line],
    teller: Teller,
    language: str,
    rules_texts: Clauses,
    most: int = 200,
    *,
    reasons: Mapping[int, str] | None = None,
) -> str:
    """The last lines of the log. `rules_texts` are the clauses that its numbers open.

    `reasons` are what bots said, by the number of the log line that their answer led to: each is told with the
    first line from there on.
    """
    told = _last([line for line in lines if not isinstance(line.event, Step)], most)
    if not told:
        return f'<div class="cq-panels cq-panels-story">{none(said(language, "no-story"))}</div>'
    why = _placed(told, reasons or {})
    inside = "".join(_part(chapter, 4, teller, rules_texts, why) for chapter in reversed(chapters_of(told)))
    label = said(language, "story")
    return f'<div class="cq-panels cq-panels-story" role="log" aria-label="{label}" tabindex="0">{inside}</div>'


def _last(told: list[Line], most: int) -> list[Line]:
    """The last lines, after the headings that they stand under."""
    cut = max(len(told) - most, 0)
    above: list[Line] = []
    for line in told[:cut]:
        if line.event.heading == CHAPTER:
            above = [line]
        elif line.event.heading == SCENE:
            above = [*[each for each in above if each.event.heading == CHAPTER], line]
    return [*above, *told[cut:]]


def chapters_of(lines: Iterable[Line]) -> list[Part]:
    """The story cut at its headings: turns and rounds, and the impulses in them."""
    chapters = [Part()]
    for line in lines:
        chapter = chapters[-1]
        if line.event.heading == CHAPTER:
            chapters.append(Part(line))
        elif line.event.heading == SCENE:
            chapter.parts.append(Part(line))
        else:
            (chapter.parts[-1] if chapter.parts else chapter).lines.append(line)
    return chapters if chapters[0].lines or chapters[0].parts else chapters[1:]


def _placed(told: Sequence[Line], reasons: Mapping[int, str]) -> dict[int, list[str]]:
    """Each reason with the first line told from its number on, else with the last one. What is too old is left out."""
    numbers = [line.number for line in told if not line.event.heading]
    placed: dict[int, list[str]] = {}
    for number, reason in sorted(reasons.items()):
        if numbers and number >= told[0].number:
            at = min(bisect_left(numbers, number), len(numbers) - 1)
            placed.setdefault(numbers[at], []).append(reason)
    return placed


def _part(part: Part, level: int, teller: Teller, clauses: Clauses, why: Mapping[int, list[str]]) -> str:
    """A part under its heading: what came last stands first."""
    heading = ""
    if part.heading is not None:
        text = escape(teller.happened(part.heading.event).strip("- .。"))
        heading = f'<h{level} data-line="{part.heading.number}">{text}</h{level}>'
    inner = "".join(_part(each, level + 1, teller, clauses, why) for each in reversed(part.parts))
    items = "".join(_item(line, teller, clauses, why.get(line.number, ())) for line in reversed(part.lines))
    return f"<section>{heading}{inner}{f'<ol>{items}</ol>' if items else ''}</section>"


def _item(line: Line, teller: Teller, clauses: Clauses, reasons: Iterable[str]) -> str:
    thoughts = "".join(f'<em class="cq-panels-why">{escape(reason)}</em>' for reason in reasons)
    return (
        f'<li value="{line.number}" data-line="{line.number}">'
        f"{escape(teller.happened(line.event))} {rule_mark(line.event.rule, clauses)}{thoughts}</li>"
    )
