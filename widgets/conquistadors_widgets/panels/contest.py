"""The battle board: both sides beside each other, what each adds to its roll line by line, and what holds for both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from conquistadors.engine import Seat, Texts
from conquistadors.scene.panels import Amount, Contest, Row, Side
from conquistadors.scene.words import MINUS, Said, signed
from conquistadors_widgets.panels import marks
from conquistadors_widgets.panels.parts import Page


def contest_html(
    contest: Contest,
    texts: Texts,
    names: Mapping[Seat, str],
    language: str,
    *,
    pictures: str = "",
    before: Contest | None = None,
    headline: str = "",
    told: Sequence[str] = (),
) -> str:
    """A contest as HTML. `before` is the same one at the looker's last answer: what was lost since is struck out.

    `headline` are the odds of this moment as HTML, `told` what came of the last roll.
    """
    page = _Board(texts, names, language, pictures)
    held = before.sides if before is not None and before.title == contest.title else (None, None)
    sides = "".join(page.side(side, old) for side, old in zip(contest.sides, held, strict=True))
    rows = page.rows(contest.rows)
    came = "".join(f"<li>{escape(line)}</li>" for line in told)
    return (
        f'<div class="cq-panels cq-contest"><header><h4>{page.said(contest.title)}</h4>'
        f'<p class="cq-contest-stage">{page.said(contest.stage)}</p></header>'
        f'<div class="cq-contest-sides">{sides}</div>{rows}'
        f"{f'<ol class=cq-contest-told>{came}</ol>' if came else ''}"
        f'<div class="cq-contest-odds">{headline}</div></div>'
    )


class _Board(Page):
    def said(self, said: Said) -> str:
        return self._say(said)

    def rows(self, rows: Sequence[Row]) -> str:
        return self._rows(rows)

    def side(self, side: Side, before: Side | None) -> str:
        """One side: who, its strength in large type, what it fights with, and its roll as a sum."""
        owner = "" if side.owner is None else f"<small>{self._player(side.owner)}</small>"
        seat = f" cq-{escape(side.owner)}" if side.owner is not None else ""
        return (
            f'<section class="cq-contest-side{seat}"><header><h5>{self._say(side.name)}</h5>{owner}'
            f'<p class="cq-contest-value"><b>{side.value}</b> '
            f"<small>{self._worded('contest-value')}</small></p></header>"
            f'<p class="cq-panels-row">{self._lost(side, before)}</p>'
            f'<p class="cq-panels-row">{self._amounts(side.stores, short=False)}</p>'
            f"{self._rows(side.rows)}{self._roll(side)}</section>"
        )

    def _worded(self, key: str, **facts: int) -> str:
        return marks.worded(self._texts, key, **facts)

    def _lost(self, side: Side, before: Side | None) -> str:
        """The units; what was there before and is gone is struck out beside its number."""
        now = {_kind(each) for each in side.units}
        old = {} if before is None or before.name != side.name else {_kind(each): each for each in before.units}
        shown = [self._unit(each, old.get(_kind(each))) for each in side.units]
        shown += [self._unit(Amount(each.word, 0, each.look), each) for kind, each in old.items() if kind not in now]
        return "".join(shown) or marks.none(self._own("nothing"))

    def _unit(self, unit: Amount, before: Amount | None) -> str:
        fell = 0 if before is None else before.count - unit.count
        lost = f' <del class="cq-contest-lost" title="{self._worded("contest-lost", count=fell)}">{MINUS}{fell}</del>'
        return self._amount(unit, short=False) + (lost if fell > 0 else "")

    def _roll(self, side: Side) -> str:
        """What the dice show, if they lie, and what is added to them line by line; nothing for who throws none."""
        if not side.rolls:
            return ""
        thrown = self._worded("contest-to-roll") if side.natural is None else str(side.natural)
        rows = f"<tr><th>{self._worded('contest-dice')}</th><td>{thrown}</td></tr>"
        rows += marks.modifier_lines(side.modifiers, self._texts, self._names)
        added = sum(each.value for each in side.modifiers)
        total = signed(added) if side.natural is None else str(side.natural + added).replace("-", MINUS)
        head = self._worded("contest-added" if side.natural is None else "total")
        return (
            f'<table class="cq-contest-roll"><tbody>{rows}</tbody>'
            f"<tfoot><tr><th>{head}</th><td>{total}</td></tr></tfoot></table>"
        )


def _kind(units: Amount) -> Said:
    """What stays the same when their number changes; their word may not."""
    return units.look or units.word
