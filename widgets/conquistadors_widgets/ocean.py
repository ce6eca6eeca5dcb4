"""The board of the example game, drawn from what the looker may see."""

from __future__ import annotations

from html import escape

from conquistadors.engine import UNSEEN, Pile, Seat
from conquistadors.games.landfall.rules import Ocean
from conquistadors_widgets.table_model import TableModel

WIDTH, LANE, LEFT, RIGHT, TOP = 760, 46, 92, 82, 30


def draw_ocean(model: TableModel) -> str:
    """The ships on their way, and the cards that the looker may see, as HTML."""
    pos = model.position
    assert isinstance(pos, Ocean)
    return f'<div class="cq-board">{_sea(pos, model)}</div>{_hands(pos, model)}'


def _sea(pos: Ocean, model: TableModel) -> str:
    goal = pos.rules.goal
    height = TOP + LANE * len(pos.ships) + 8
    step = (WIDTH - LEFT - RIGHT) / goal
    parts = [
        f'<rect class="cq-water" width="{WIDTH}" height="{height}" rx="6"/>',
        f'<path class="cq-land" d="{_coast(0, LEFT - 34, height, 1)}"/>',
        f'<path class="cq-land" d="{_coast(WIDTH, WIDTH - RIGHT + 30, height, -1)}"/>',
    ]
    for league in range(goal + 1):
        x = LEFT + step * league
        parts.append(f'<line class="cq-tick" x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height - 8}"/>')
        parts.append(f'<text class="cq-league" x="{x:.1f}" y="{TOP - 12}">{league}</text>')
    for lane, (seat, leagues) in enumerate(pos.ships.items()):
        y = TOP + LANE * lane + LANE / 2
        x = LEFT + step * min(leagues, goal)
        name = model.game.names[seat]
        mark = " cq-active" if seat == pos.active and model.game.pending is not None else ""
        parts.append(
            f'<g class="cq-ship cq-{seat}{mark}"><title>{escape(name)}: {leagues}</title>'
            f'<line class="cq-wake" x1="{LEFT}" y1="{y + 11}" x2="{x:.1f}" y2="{y + 11}"/>'
            f'<path class="cq-hull" d="M{x - 17:.1f} {y + 7} h34 l-6 9 h-22 z"/>'
            f'<path class="cq-sail" d="M{x - 2:.1f} {y - 17} q17 10 1 21 z"/>'
            f'<path class="cq-sail" d="M{x - 4:.1f} {y - 12} q-11 9 -1 16 z"/>'
            f'<text class="cq-initial" x="{x:.1f}" y="{y + 15}">{escape(name[:1].upper())}</text></g>'
        )
    text = escape(model.teller.position(pos))
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{text}">{"".join(parts)}</svg>'


def _coast(edge: int, shore: int, height: int, side: int) -> str:
    """A shore from top to bottom that is not quite straight."""
    bays = "".join(f" q{side * (9 if n % 2 else -7)} 8 0 16" for n in range(height // 16 + 1))
    return f"M{edge} 0 H{shore}{bays} V{height} H{edge} z"


def _hands(pos: Ocean, model: TableModel) -> str:
    rows = "".join(_hand(seat, pos.hands[seat], model) for seat in pos.ships)
    return f'<table class="cq-hands">{rows}</table>'


def _hand(seat: Seat, hand: Pile, model: TableModel) -> str:
    texts = model.teller.texts
    backs = hand.titles == (UNSEEN,)
    cards = "".join(
        '<span class="cq-card cq-back" aria-hidden="true"></span>'
        if backs
        else f'<span class="cq-card">{escape(texts.say(f"name.{card}"))}</span>'
        for card in hand.each()
    )
    note = texts.say("show.unseen", {"count": hand.size}) if backs else ""
    name = f'<th class="cq-{seat}"><i></i>{escape(model.game.names[seat])}</th>'
    return f"<tr>{name}<td>{cards or escape(texts.say('show.nothing'))} <small>{escape(note)}</small></td></tr>"
