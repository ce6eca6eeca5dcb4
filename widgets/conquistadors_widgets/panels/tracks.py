"""1.15-1.17  The tracks: turn and rounds, the governor's favour, and the records of all players."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from conquistadors.engine import Seat
from conquistadors.games.conquest.rules.position import Indies
from conquistadors.games.conquest.rules.victory import city_points, debt_points, favour_points, total_points
from conquistadors.odds import table as odds_of
from conquistadors_widgets.panels.marks import player, said, signed, tag, token


def tracks(pos: Indies, names: Mapping[Seat, str], language: str) -> str:
    """The tracks of the game as tables, each with a picture of its own in it."""
    parts = [
        _turn(pos, language),
        _rounds(pos, language),
        _favour(pos, names, language),
        _records(pos, names, language),
    ]
    if _alone(pos):
        parts.append(_bands(pos, language))
    return f'<div class="cq-panels cq-panels-tracks">{"".join(parts)}</div>'


def _alone(pos: Indies) -> bool:
    return pos.rules.scenario == "solitaire"


def _turn(pos: Indies, language: str) -> str:
    """The turn; in the Solitaire Game, which has an end, as a track."""
    if not pos.turn:
        return f"<h4>{said(language, 'set-up')}</h4>"
    if not _alone(pos):
        return f"<h4>{said(language, 'turn', turn=pos.turn)}</h4>"
    most = pos.rules.n.solitaire_turns
    cells = "".join(_box(str(turn), now=turn == pos.turn, past=turn < pos.turn) for turn in range(1, most + 1))
    heading = said(language, "turn-of", turn=pos.turn, most=most)
    return (
        f'<h4>{heading}</h4><table class="cq-panels-track" aria-label="{heading}">'
        f"<tbody><tr>{cells}</tr></tbody></table>"
    )


def _box(inside: str, *, now: bool, past: bool = False) -> str:
    state = ' class="cq-panels-now" aria-current="true"' if now else ' class="cq-panels-past"' if past else ""
    return f"<td{state}>{inside}</td>"


def _rounds(pos: Indies, language: str) -> str:
    """2.42  The impulse track, with the chance of each box that the turn ends there."""
    if not pos.turn:
        return ""
    rounds = range(1, pos.rules.rounds_most + 1)
    chances = {n: end_chance(pos, n) for n in rounds}
    boxes = "".join(_box(str(n), now=n == pos.round, past=n < pos.round) for n in rounds)
    below = "".join(_box(_percent(chances[n]), now=n == pos.round, past=n < pos.round) for n in rounds)
    if not pos.round:
        told = said(language, "no-round")
    elif not chances[pos.round]:
        told = said(language, "round-safe", round=pos.round)
    else:
        told = said(language, "round", round=pos.round, chance=_percent(chances[pos.round]))
    return (
        f'<p class="cq-panels-told">{told}</p><table class="cq-panels-track"><tbody>'
        f'<tr><th scope="row">{said(language, "rounds")}</th>{boxes}</tr>'
        f'<tr class="cq-panels-below"><th scope="row">{said(language, "ends")}</th>{below}</tr></tbody></table>'
    )


def end_chance(pos: Indies, impulse_round: int) -> float:
    """2.42  How likely the turn ends after this round, as the odds of the kit have it; 0 where nobody rolls."""
    return float(odds_of("end-of-turn", round=impulse_round, rules=pos.rules)[True])


def _percent(chance: float) -> str:
    return f"{chance:.0%}" if chance else "–"


def _favour(pos: Indies, names: Mapping[Seat, str], language: str) -> str:
    """11.1  The Governor's Favor Track: where every player stands, and what the box is worth."""
    low, high = pos.rules.favour_ends
    boxes = range(low, high + 1)
    here = [seat for seat in pos.rules.seats if not pos.factions[seat].absent]
    held = {n: [seat for seat in here if pos.factions[seat].index == n] for n in boxes}
    points = pos.rules.tables.favour
    head = "".join(f'<th scope="col"{_centre(n)}>{signed(n)}</th>' for n in boxes)
    men = "".join(f"<td{_centre(n)}>{''.join(_marker(seat, names) for seat in held[n])}</td>" for n in boxes)
    worth = "".join(f"<td{_centre(n)}>{signed(int(points.cell('points', n).value))}</td>" for n in boxes)
    return (
        f'<table class="cq-panels-track cq-panels-favour"><caption>{said(language, "favour")}</caption>'
        f'<thead><tr><th scope="row">{said(language, "box")}</th>{head}</tr></thead><tbody>'
        f'<tr class="cq-panels-markers"><th scope="row">{said(language, "players")}</th>{men}</tr>'
        f'<tr class="cq-panels-below"><th scope="row">{said(language, "points")}</th>{worth}</tr></tbody></table>'
    )


def _centre(box: int) -> str:
    return "" if box else ' class="cq-panels-centre"'


def _marker(seat: Seat, names: Mapping[Seat, str]) -> str:
    name = escape(names.get(seat, seat))
    return (
        f'<span title="{name}">{token(seat, names.get(seat, seat))}<span class="cq-panels-unseen">{name}</span></span>'
    )


def _records(pos: Indies, names: Mapping[Seat, str], language: str) -> str:
    """1.17, 13.2  Victory points as they stand, against those that are needed; money where there is any."""
    money = any(faction.pesos or faction.debt for faction in pos.factions.values()) or pos.rules.standard
    columns = ["secured", "cities", "favour-points", *(["debt-points"] if money else []), "sum"]
    heads = "".join(f'<th scope="col">{said(language, key)}</th>' for key in columns)
    heads += "" if _alone(pos) else f'<th scope="col">{said(language, "target", target=pos.rules.target)}</th>'
    heads += (
        f'<th scope="col">{said(language, "pesos")}</th><th scope="col">{said(language, "debt")}</th>' if money else ""
    )
    rows = "".join(_record(pos, seat, names, language, money=money) for seat in pos.rules.seats)
    return (
        f'<table class="cq-panels-records"><caption>{said(language, "records")}</caption>'
        f'<thead><tr><th scope="col">{said(language, "player")}</th>{heads}<th></th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )


def _record(pos: Indies, seat: Seat, names: Mapping[Seat, str], language: str, *, money: bool) -> str:
    faction = pos.factions[seat]
    total = total_points(pos, seat)
    cells = [str(faction.permanent), str(city_points(pos, seat)), signed(favour_points(pos, seat))]
    cells += [signed(-debt_points(pos, seat))] if money else []
    cells += [f"<b>{signed(total) if total < 0 else total}</b>"]
    cells += [] if _alone(pos) else [_bar(total, pos.rules.target)]
    cells += [str(faction.pesos), str(faction.debt)] if money else []
    notes = [note for note in ("warrant", "resigned", "absent") if getattr(faction, note)]
    marks = "".join(tag(said(language, note), warns=note == "warrant") for note in notes)
    now = ' aria-current="true"' if seat == pos.active and pos.round else ""
    inside = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr{now}><th scope="row">{player(seat, names)}</th>{inside}<td class="cq-panels-notes">{marks}</td></tr>'


def _bar(points: int, target: int) -> str:
    """How far it is to the target; the number stands beside it."""
    part = min(max(points / target, 0), 1) if target else 0
    return f'<span class="cq-panels-bar" aria-hidden="true"><i style="width:{part:.0%}"></i></span>'


def _bands(pos: Indies, language: str) -> str:
    """23.4  The verdicts of the Solitaire Game, with the one that the points of this moment would bring."""
    verdicts = pos.rules.tables.verdicts
    reached = pos.rules.tables.verdict(total_points(pos, pos.rules.seats[0]))
    now = ' class="cq-panels-now" aria-current="true"'
    rows = "".join(
        f"<tr{now if verdict == reached else ''}>"
        f'<th scope="row">{verdict.start}</th><td>{escape(verdict.text[language])}</td></tr>'
        for verdict in verdicts
    )
    return f'<table class="cq-panels-bands"><caption>{said(language, "bands")}</caption><tbody>{rows}</tbody></table>'
