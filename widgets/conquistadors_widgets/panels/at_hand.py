"""What is always in sight below the board: your own forces and cards, in short."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

from conquistadors.engine import Seat, Texts
from conquistadors.scene.panels import Aside, Card, Force, Forces, Hand, OtherHands, Part
from conquistadors.scene.words import say
from conquistadors_widgets.panels import marks
from conquistadors_widgets.panels.parts import Page


def at_hand_html(
    parts: Sequence[Part],
    texts: Texts,
    names: Mapping[Seat, str],
    language: str,
    *,
    pictures: str = "",
    playable: Collection[str] = (),
) -> str:
    """Small cards in a row. `playable` are the cards that an answer plays: they are lit."""
    page = _AtHand(texts, names, language, pictures)
    page.playable = playable
    own = [part for part in parts if not (isinstance(part, Forces) and part.kind == "other")]
    inside = "".join(page.part(part) for part in own if not isinstance(part, OtherHands))
    return f'<div class="cq-panels cq-at-hand">{inside}</div>'


class _AtHand(Page):
    playable: Collection[str] = ()

    def part(self, part: Part) -> str:
        if isinstance(part, Forces):
            shown = [self._aside(each) if isinstance(each, Aside) else self._small(each) for each in part.forces]
            return "".join(shown)
        if isinstance(part, Hand):
            unseen = f"<p>{self._own('unknown', count=part.unseen)}</p>" if part.unseen else ""
            cards = "".join(map(self._small_card, part.cards)) + unseen
            return cards or marks.none(self._own("no-cards"))
        return super().part(part)

    def _small(self, force: Force) -> str:
        """A force: who, where, with what; all else for those who point at it."""
        state = f" cq-panels-{escape(force.state)}" if force.state else ""
        place = "" if force.place is None else f"<small>{self._say(force.place)}</small>"
        units = "" if force.units is None else self._units(force.units, short=True)
        stores = self._amounts(force.stores, short=True)
        warning = "" if force.warning is None else f'<p class="cq-panels-warn">{self._say(force.warning)}</p>'
        notes = " ".join(self._tags(row.tags) for row in force.rows)
        ratings = "" if force.units is not None else self._ratings(force.ratings)
        return (
            f'<article class="cq-panels-card{state}" data-force="{escape(force.id)}">'
            f"<p><strong>{self._say(force.name)}</strong> {place}</p>"
            f'<p class="cq-panels-row">{units}{ratings}</p><p class="cq-panels-row">{stores}</p>{warning}'
            f'<p class="cq-at-hand-notes">{notes}</p></article>'
        )

    def _small_card(self, card: Card) -> str:
        id_ = card.name if isinstance(card.name, str) else ""
        lit = id_ in self.playable
        times = f" ×{card.count}" if card.count > 1 else ""
        text = " ".join(say(each, self._texts, self._names) for each in card.text)
        state = f' data-card="{escape(id_)}"' if id_ else ""
        return (
            f'<article class="cq-panels-play cq-panels-kind-{escape(card.kind)}{" cq-lit" if lit else ""}"{state} '
            f'title="{escape(text)}"><div class="cq-panels-band"></div><h5>{self._say(card.name)}{times}</h5>'
            f'<p class="cq-panels-when">{self._say(card.when)}</p></article>'
        )
