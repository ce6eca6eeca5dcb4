"""The parts of a tab beside the board, and the line above it, as HTML: one small renderer for each kind of record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from conquistadors.engine import Seat, Texts
from conquistadors.scene.panels import (
    Amount,
    Aside,
    Backs,
    Bands,
    Box,
    Card,
    Force,
    Forces,
    Hand,
    Member,
    Note,
    OtherHands,
    Part,
    Rating,
    Row,
    Share,
    Sheet,
    SheetRow,
    StripCell,
    Tag,
    Track,
)
from conquistadors.scene.words import Said, phrase, say, signed
from conquistadors.typography import number
from conquistadors_widgets.panels import marks

MOST_BACKS: Final = 10
"""So many backs are drawn; the number beside them counts them all."""
STATES: Final = {
    "": "",
    "now": ' class="cq-panels-now" aria-current="true"',
    "past": ' class="cq-panels-past"',
    "centre": ' class="cq-panels-centre"',
}
"""How a box, or a row, is marked."""


def parts_html(
    parts: Sequence[Part],
    texts: Texts,
    names: Mapping[Seat, str],
    language: str,
    *,
    tab: str = "",
    pictures: str = "",
) -> str:
    """What stands in a tab. `tab` is its key, for its look; `pictures` those of the scene: a folder of `data/`."""
    page = Page(texts, names, language, pictures)
    own = f" cq-panels-{escape(tab)}" if tab else ""
    return f'<div class="cq-panels{own}">{"".join(map(page.part, parts))}</div>'


def strip_html(cells: Sequence[StripCell], texts: Texts, names: Mapping[Seat, str], language: str) -> str:
    """The line above the board."""
    page = Page(texts, names, language, "")
    return f'<div class="cq-panels cq-panels-strip">{"".join(map(page.cell, cells))}</div>'


class Page:
    """Puts records into HTML, with the words of a game and the names of its players."""

    def __init__(self, texts: Texts, names: Mapping[Seat, str], language: str, pictures: str) -> None:
        self._texts = texts
        self._names = names
        self._language = language
        self._pictures = pictures

    def part(self, part: Part) -> str:
        match part:
            case Forces():
                return self._forces(part)
            case Hand():
                return self._hand(part)
            case OtherHands():
                return self._other_hands(part)
            case Track():
                return self._track(part)
            case Sheet():
                return self._sheet(part)
            case Bands():
                return self._bands(part)
            case Note():
                return self._note(part)

    # Words and small things --------------------------------------------------------------------------------------

    def _say(self, said: Said) -> str:
        """Words of the game, escaped."""
        return escape(say(said, self._texts, self._names))

    def _own(self, key: str, **facts: int) -> str:
        """Words of the panels themselves, escaped."""
        return marks.said(self._language, key, None, **facts)

    def _player(self, seat: Seat) -> str:
        return marks.player(seat, self._names)

    def _note(self, note: Note) -> str:
        said = self._say(note.said)
        return f"<h4>{said}</h4>" if note.kind == "heading" else f'<p class="cq-panels-{note.kind}">{said}</p>'

    def _tags(self, tags: Iterable[Tag]) -> str:
        return "".join(marks.tag(self._tag(each), warns=each.warns) for each in tags)

    def _tag(self, tag: Tag) -> str:
        picture = marks.glyph(tag.look, self._pictures)
        said = self._say(tag.said)
        times = f" ×{tag.count}" if tag.count > 1 else ""
        told = f"{said}{times}" if tag.value is None else f"<b>{tag.value}</b>{times} {said}"
        inside = f"{picture} {told}" if picture else told
        return inside if tag.about is None else f'<span title="{self._say(tag.about)}">{inside}</span>'

    def _amounts(self, amounts: Iterable[Amount], *, short: bool) -> str:
        return "".join(self._amount(each, short=short) for each in amounts)

    def _amount(self, amount: Amount, *, short: bool) -> str:
        """A drawing with its number and its word; `short` leaves the word to those who hover or listen."""
        word = self._say(amount.word)
        if amount.pips:
            label = "" if short else f' <span class="cq-panels-word">{word}</span>'
            rounds = marks.pips(amount.count, amount.most or amount.count, word)
            return f'<span class="cq-panels-count">{rounds}{label}</span>'
        most = "" if amount.most is None else f"<small>/{amount.most}</small>"
        label = f'<span class="cq-panels-{"unseen" if short else "word"}">{word}</span>'
        picture = marks.glyph(amount.look, self._pictures)
        return f'<span class="cq-panels-count" title="{word}">{picture}<b>{amount.count}{most}</b> {label}</span>'

    def _units(self, units: Iterable[Amount], *, short: bool) -> str:
        none = f'<span class="cq-panels-none">{self._own("nothing")}</span>'
        return self._amounts(units, short=short) or none

    def _ratings(self, ratings: Iterable[Rating]) -> str:
        cells = "".join(
            f'<span title="{self._say(each.full)}"><abbr>{self._say(each.short)}</abbr>'
            f"<b>{signed(each.value)}</b></span>"
            for each in ratings
        )
        return f'<span class="cq-panels-ratings">{cells}</span>' if cells else ""

    def _rows(self, rows: Iterable[Row]) -> str:
        made = "".join(f"<dt>{self._say(row.head)}</dt><dd>{self._tags(row.tags)}</dd>" for row in rows)
        return f'<dl class="cq-panels-things">{made}</dl>' if made else ""

    # Forces ------------------------------------------------------------------------------------------------------

    def _forces(self, part: Forces) -> str:
        told = "" if part.help is None else f'<p class="cq-panels-told">{self._say(part.help)}</p>'
        mark = "offered" if part.kind == "offered" else "force"
        cards = "".join(
            self._aside(each) if isinstance(each, Aside) else self._force(each, mark) for each in part.forces
        )
        return (
            f'<section class="cq-panels-side cq-panels-{part.kind}"><h4>{self._say(part.title)}</h4>{told}'
            f'<div class="cq-panels-cards">{cards}</div></section>'
        )

    def _aside(self, aside: Aside) -> str:
        name = f"<strong>{self._say(aside.name)}</strong>"
        return f'<p class="cq-panels-aside">{self._player(aside.owner)}: {name} {self._say(aside.said)}</p>'

    def _force(self, force: Force, mark: str) -> str:
        state = f" cq-panels-{escape(force.state)}" if force.state else ""
        return (
            f'<article class="cq-panels-card{state}" data-{mark}="{escape(force.id)}">'
            f"{self._head(force)}{self._body(force)}</article>"
        )

    def _head(self, force: Force) -> str:
        name = say(force.name, self._texts, self._names)
        token = "" if force.owner is None else marks.token(force.owner, name)
        state = ""
        if force.state:
            state = f'<span class="cq-panels-state">{self._say(phrase(f"panels.{force.state}"))}</span>'
        whose = f"{self._player(force.owner)} · " if force.short and force.owner is not None else ""
        place = "" if force.place is None else f"<small>{whose}{self._say(force.place)}</small>"
        return (
            f"<header>{token}<div><strong>{escape(name)}</strong>{state}{place}</div>"
            f"{self._ratings(force.ratings)}</header>"
        )

    def _body(self, force: Force) -> str:
        short = force.short
        lines = []
        if force.units is not None:
            lines.append(f'<p class="cq-panels-row cq-panels-units">{self._units(force.units, short=short)}</p>')
        if force.stores:
            lines.append(f'<p class="cq-panels-row">{self._amounts(force.stores, short=short)}</p>')
        lines.append(self._rows(force.rows))
        if force.warning is not None:
            lines.append(f'<p class="cq-panels-warn">{self._say(force.warning)}</p>')
        if force.members_title is not None:
            lines.append(f'<p class="cq-panels-title">{self._say(force.members_title)}</p>')
        if force.members:
            lines.append(f'<ul class="cq-panels-men">{"".join(map(self._member, force.members))}</ul>')
        if force.about is not None:
            lines.append(f"<p>{self._say(force.about)}</p>")
        return "".join(lines)

    def _member(self, member: Member) -> str:
        return (
            f'<li><span class="cq-panels-man">{self._say(member.name)}</span>'
            f"<span>{self._units(member.units, short=True)}</span>{self._tags(member.tags)}"
            f"{self._ratings(member.ratings)}</li>"
        )

    # Cards -------------------------------------------------------------------------------------------------------

    def _hand(self, hand: Hand) -> str:
        shown = [self._own("unknown", count=hand.unseen)] if hand.unseen else []
        shown += map(self._card, hand.cards)
        listed = "".join(f"<li>{each}</li>" for each in shown)
        inside = f"<ul>{listed}</ul>" if shown else marks.none(self._own("no-cards"))
        return f"<section><h4>{self._say(hand.title)}</h4>{inside}</section>"

    def _card(self, card: Card) -> str:
        copies = self._own("copies", count=card.count)
        times = f'<b class="cq-panels-times" title="{copies}">×{card.count}</b>' if card.count > 1 else ""
        kind = self._say(phrase(f"panels.kind.{card.kind}"))
        return (
            f'<article class="cq-panels-play cq-panels-kind-{escape(card.kind)}"><div class="cq-panels-band">'
            f"<span>{kind}</span></div><h5>{self._say(card.name)}{times}</h5>"
            f'<p class="cq-panels-when">{self._say(card.when)}</p>'
            f'<p class="cq-panels-text">{" ".join(map(self._say, card.text))}</p></article>'
        )

    def _other_hands(self, part: OtherHands) -> str:
        rows = "".join(map(self._backs, part.hands))
        title = self._own("other-hands")
        return f'<table class="cq-panels-hands"><caption>{title}</caption><tbody>{rows}</tbody></table>'

    def _backs(self, hand: Backs) -> str:
        backs = '<i class="cq-panels-back"></i>' * min(hand.count, MOST_BACKS)
        return (
            f'<tr><th scope="row">{self._player(hand.owner)}</th><td><span aria-hidden="true">{backs}</span></td>'
            f"<td>{self._own('cards', count=hand.count)}</td><td>{self._tags(hand.opened)}</td></tr>"
        )

    # Tracks and points -------------------------------------------------------------------------------------------

    def _track(self, track: Track) -> str:
        own = f" cq-panels-{escape(track.id)}" if track.id else ""
        label = "" if track.label is None else f' aria-label="{self._say(track.label)}"'
        titled = track.title is not None
        heads = self._headed(track.heads, (self._say(box.head) for box in track.boxes), track, columns=titled)
        rows = ""
        if track.markers is not None:
            markers = self._headed(track.markers, map(self._markers, track.boxes), track)
            rows += f'<tr class="cq-panels-markers">{markers}</tr>'
        if track.below is not None:
            below = self._headed(track.below, (self._say(box.below) for box in track.boxes), track)
            rows += f'<tr class="cq-panels-below">{below}</tr>'
        if track.title is None:
            inside = f"<tbody><tr>{heads}</tr>{rows}</tbody>"
        else:
            caption = f"<caption>{self._say(track.title)}</caption>"
            inside = f"{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>"
        return f'<table class="cq-panels-track{own}"{label}>{inside}</table>'

    def _headed(self, head: Said | None, cells: Iterable[str], track: Track, *, columns: bool = False) -> str:
        """A row of a track, a cell for each box; the cells may be headings of columns."""
        title = "" if head is None else f'<th scope="row">{self._say(head)}</th>'
        kind, more = ("th", ' scope="col"') if columns else ("td", "")
        pairs = zip(track.boxes, cells, strict=True)
        return title + "".join(f"<{kind}{more}{STATES[box.state]}>{cell}</{kind}>" for box, cell in pairs)

    def _markers(self, box: Box) -> str:
        return "".join(map(self._marker, box.markers))

    def _marker(self, seat: Seat) -> str:
        name = self._names.get(seat, seat)
        unseen = f'<span class="cq-panels-unseen">{escape(name)}</span>'
        return f'<span title="{escape(name)}">{marks.token(seat, name)}{unseen}</span>'

    def _sheet(self, sheet: Sheet) -> str:
        heads = "".join(f'<th scope="col">{self._say(column)}</th>' for column in sheet.columns)
        rows = "".join(self._sheet_row(row, sheet.total) for row in sheet.rows)
        return (
            f'<table class="cq-panels-records"><caption>{self._say(sheet.title)}</caption>'
            f'<thead><tr><th scope="col">{self._own("player")}</th>{heads}<th></th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )

    def _sheet_row(self, row: SheetRow, total: int | None) -> str:
        cells = [_bar(cell) if isinstance(cell, Share) else self._say(cell) for cell in row.cells]
        inside = "".join(f"<td>{f'<b>{cell}</b>' if n == total else cell}</td>" for n, cell in enumerate(cells))
        now = ' aria-current="true"' if row.now else ""
        notes = f'<td class="cq-panels-notes">{self._tags(row.notes)}</td>'
        return f'<tr{now}><th scope="row">{self._player(row.owner)}</th>{inside}{notes}</tr>'

    def _bands(self, part: Bands) -> str:
        rows = "".join(
            f"<tr{STATES['now' if band.now else '']}>"
            f'<th scope="row">{band.start}</th><td>{self._say(band.said)}</td></tr>'
            for band in part.bands
        )
        return f'<table class="cq-panels-bands"><caption>{self._say(part.title)}</caption><tbody>{rows}</tbody></table>'

    # The line above the board ------------------------------------------------------------------------------------

    def cell(self, cell: StripCell) -> str:
        said = self._say(cell.said)
        if cell.owner is None:
            return f"<b>{said}</b>" if cell.strong else f"<span>{said}</span>"
        aim = "" if cell.target is None else f"<small>/{cell.target}</small>"
        named = phrase("panels.points-short")  # a game may call its points by another name
        word = self._say(named) if named.key in self._texts else self._own("points-short")
        points = f"<b>{number(cell.points, self._language)}</b>{aim} {word}"
        more = f", <small>{said}</small>" if said else ""
        return f"<span>{self._player(cell.owner)} {points}{more} {self._tags(cell.tags)}</span>"


def _bar(share: Share) -> str:
    """How far it is to the target; the number stands beside it."""
    part = min(max(share.part / share.whole, 0), 1) if share.whole else 0
    return f'<span class="cq-panels-bar" aria-hidden="true"><i style="width:{part:.0%}"></i></span>'
