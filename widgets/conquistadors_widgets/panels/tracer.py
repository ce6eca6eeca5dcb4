"""The rule tracer: the procedures at work, one inside the other, with the step that each has reached."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from conquistadors.engine.game import Game
from conquistadors.engine.rules import ProcedureCard
from conquistadors.engine.texts import Texts
from conquistadors.engine.views import AtWork
from conquistadors.teach.books import Clauses
from conquistadors_widgets.panels.marks import none, paraphrases, rule_mark, said, worded
from conquistadors_widgets.words import words


def tracer(game: Game[Any], language: str) -> str:
    """The rules at work now, from the outermost to the one that asks, each with its clause in our own words."""
    at_work = game.at_work
    clauses = paraphrases(game.rules.scenario, language)
    over = none(said(language, "nothing-at-work"))
    inside = f"<ul>{_nested(at_work, clauses, game.rules.texts(language))}</ul>" if at_work else over
    return f'<div class="cq-panels cq-panels-tracer">{inside}</div>'


def _nested(at_work: Sequence[AtWork], clauses: Clauses, texts: Texts) -> str:
    """A procedure with its steps; what it calls stands under the step that it has reached."""
    work, *deeper = at_work
    inner = f"<ul>{_nested(deeper, clauses, texts)}</ul>" if deeper else ""
    card = work.procedure
    mark = "" if deeper else ' class="cq-panels-asks"'
    steps = list(card.steps)
    if not steps:
        listed = inner
    else:
        reached = steps.index(work.step) if work.step in steps else -1
        rows = [_step(step, n, reached, inner if n == reached else "", texts) for n, step in enumerate(steps)]
        listed = f"<ol>{''.join(rows)}</ol>{inner if reached < 0 else ''}"
    return f"<li{mark}><strong>{title(card, texts)}</strong> {rule_mark(card.rule, clauses)}{listed}</li>"


def _step(step: str, number: int, reached: int, inner: str, texts: Texts) -> str:
    done = ' class="cq-panels-done"' if number < reached else ""
    now = ' class="cq-panels-now" aria-current="step"' if number == reached else done
    return f"<li{now}>{step_title(step, texts)}{inner}</li>"


def title(card: ProcedureCard, texts: Texts) -> str:
    """What a game calls a procedure; its plain name if nobody has given it a title."""
    return _titled(f"procedure.{card.name.strip('_')}", card.name, texts)


def step_title(step: str, texts: Texts) -> str:
    """What a step is called."""
    return _titled(f"step.{step}", step, texts)


def _titled(key: str, name: str, texts: Texts) -> str:
    known = f"panels.{key}" in texts or f"panels.{key}" in words(texts.language)
    return worded(texts, key) if known else escape(name.strip("_").replace("_", " "))
