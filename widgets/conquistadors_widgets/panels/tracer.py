"""The rule tracer: the procedures at work, one inside the other, with the step that each has reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from conquistadors.engine.game import Game
from conquistadors.engine.rules import ProcedureCard
from conquistadors.engine.views import AtWork
from conquistadors_widgets.panels.marks import none, paraphrases, rule_mark, said
from conquistadors_widgets.words import words


def tracer(game: Game[Any], language: str) -> str:
    """The rules at work now, from the outermost to the one that asks, each with its clause in our own words."""
    at_work = game.at_work
    clauses = paraphrases(game.rules.scenario, language)
    over = none(said(language, "nothing-at-work"))
    inside = f"<ul>{_nested(at_work, clauses, language)}</ul>" if at_work else over
    return f'<div class="cq-panels cq-panels-tracer">{inside}</div>'


def _nested(at_work: Sequence[AtWork], clauses: Mapping[str, str], language: str) -> str:
    """A procedure with its steps; what it calls stands under the step that it has reached."""
    work, *deeper = at_work
    inner = f"<ul>{_nested(deeper, clauses, language)}</ul>" if deeper else ""
    card = work.procedure
    mark = "" if deeper else ' class="cq-panels-asks"'
    steps = list(card.steps)
    if not steps:
        listed = inner
    else:
        reached = steps.index(work.step) if work.step in steps else -1
        rows = [_step(step, n, reached, inner if n == reached else "", language) for n, step in enumerate(steps)]
        listed = f"<ol>{''.join(rows)}</ol>{inner if reached < 0 else ''}"
    return f"<li{mark}><strong>{title(card, language)}</strong> {rule_mark(card.rule, clauses)}{listed}</li>"


def _step(step: str, number: int, reached: int, inner: str, language: str) -> str:
    done = ' class="cq-panels-done"' if number < reached else ""
    now = ' class="cq-panels-now" aria-current="step"' if number == reached else done
    return f"<li{now}>{step_title(step, language)}{inner}</li>"


def title(card: ProcedureCard, language: str) -> str:
    """What a procedure is called; by its plain name if nobody has given it a title."""
    return _titled(f"panels.procedure.{card.name.strip('_')}", card.name, language)


def step_title(step: str, language: str) -> str:
    """What a step is called."""
    return _titled(f"panels.step.{step}", step, language)


def _titled(key: str, name: str, language: str) -> str:
    spoken = words(language)
    return escape(spoken.say(key) if key in spoken else name.strip("_").replace("_", " "))
