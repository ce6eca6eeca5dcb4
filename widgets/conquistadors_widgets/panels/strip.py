"""One line above the board: the turn, the round with the chance that it is the last, and everybody's points."""

from __future__ import annotations

from collections.abc import Mapping

from conquistadors.engine import Seat
from conquistadors.games.conquest.rules.position import Indies
from conquistadors.games.conquest.rules.victory import total_points
from conquistadors_widgets.panels.marks import player, said, signed, tag
from conquistadors_widgets.panels.tracks import end_chance


def strip(pos: Indies, names: Mapping[Seat, str], language: str) -> str:
    """The state of the game at a glance."""
    alone = pos.rules.scenario == "solitaire"
    if not pos.turn:
        when = said(language, "set-up")
    elif alone:
        when = said(language, "turn-of", turn=pos.turn, most=pos.rules.n.solitaire_turns)
    else:
        when = said(language, "turn", turn=pos.turn)
    parts = [f"<b>{when}</b>"]
    if pos.round:
        chance = end_chance(pos, pos.round)
        now = (
            said(language, "round", round=pos.round, chance=f"{chance:.0%}")
            if chance
            else said(language, "round-safe", round=pos.round)
        )
        parts.append(f"<span>{now}</span>")
    for seat in pos.rules.seats:
        faction = pos.factions[seat]
        aim = "" if alone else f"<small>/{pos.rules.target}</small>"
        wanted = tag(said(language, "warrant"), warns=True) if faction.warrant else ""
        favour = said(language, "favour-at", index=signed(faction.index))
        points = f"<b>{total_points(pos, seat)}</b>{aim} {said(language, 'points-short')}, <small>{favour}</small>"
        parts.append(f"<span>{player(seat, names)} {points} {wanted}</span>")
    return f'<div class="cq-panels cq-panels-strip">{"".join(parts)}</div>'
