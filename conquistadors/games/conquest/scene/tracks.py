"""1.15-1.17  The tracks: turn and rounds, the governor's favour, the records of all players; and all that in a line."""

from __future__ import annotations

from conquistadors.engine import Seat
from conquistadors.games.conquest.odds.catalogue import table as odds_of
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.victory import city_points, debt_points, favour_points, total_points
from conquistadors.scene.panels import Band, Bands, Box, Note, Part, Share, Sheet, SheetRow, StripCell, Tag, Track
from conquistadors.scene.words import Phrase, Said, phrase, signed


def tracks(pos: ConquestPosition) -> tuple[Part, ...]:
    """All tracks, and in the Solitaire Game its verdicts."""
    parts: list[Part] = [*_turns(pos), *_rounds(pos), _favour(pos), _records(pos)]
    return (*parts, _bands(pos)) if _alone(pos) else tuple(parts)


def closing(pos: ConquestPosition) -> tuple[Part, ...]:
    """13.2, 23.4  Where the points came from, and in the Solitaire Game the verdict."""
    return (_records(pos), _bands(pos)) if _alone(pos) else (_records(pos),)


def _alone(pos: ConquestPosition) -> bool:
    return pos.rules.scenario == "solitaire"


def _turn(pos: ConquestPosition) -> Phrase:
    if not pos.turn:
        return phrase("panels.set-up")
    if _alone(pos):
        return phrase("panels.turn-of", turn=pos.turn, most=pos.rules.n.solitaire_turns)
    return phrase("panels.turn", turn=pos.turn)


def _turns(pos: ConquestPosition) -> list[Part]:
    """The turn; in the Solitaire Game, which has an end, as a track."""
    title = _turn(pos)
    heading = Note(title, "heading")
    if not pos.turn or not _alone(pos):
        return [heading]
    boxes = [_box(turn, pos.turn) for turn in range(1, pos.rules.n.solitaire_turns + 1)]
    return [heading, Track(tuple(boxes), label=title)]


def _box(number: int, now: int, below: Said = "") -> Box:
    return Box(number, below, state="now" if number == now else "past" if number < now else "")


# Rounds ------------------------------------------------------------------------------------------------------------


def _rounds(pos: ConquestPosition) -> list[Part]:
    """2.42  The impulse track, with the chance of each box that the turn ends there."""
    if not pos.turn:
        return []
    numbers = range(1, pos.rules.rounds_most + 1)
    boxes = [_box(number, pos.round, _ending(end_chance(pos, number))) for number in numbers]
    told = _round(pos) if pos.round else phrase("panels.no-round")
    track = Track(tuple(boxes), heads=phrase("panels.rounds"), below=phrase("panels.ends"))
    return [Note(told), track]


def _round(pos: ConquestPosition) -> Phrase:
    """The round of this moment, with the chance that the turn ends after it."""
    chance = end_chance(pos, pos.round)
    if not chance:
        return phrase("panels.round-safe", round=pos.round)
    return phrase("panels.round", round=pos.round, chance=chance)


def _in_short(pos: ConquestPosition) -> Phrase:
    """The same in a few words."""
    chance = end_chance(pos, pos.round)
    if not chance:
        return phrase("panels.strip-safe", round=pos.round)
    return phrase("panels.strip-round", round=pos.round, chance=chance)


def end_chance(pos: ConquestPosition, impulse_round: int) -> float:
    """2.42  How likely the turn ends after this round, as the odds of the kit have it; 0 where nobody rolls."""
    return float(odds_of("end-of-turn", round=impulse_round, rules=pos.rules)[True])


def _ending(chance: float) -> Said:
    return phrase("panels.chance", chance=chance) if chance else "–"


# Favour and points -------------------------------------------------------------------------------------------------


def _favour(pos: ConquestPosition) -> Track:
    """11.1  The Governor's Favor Track: where every player stands, and what the box is worth."""
    low, high = pos.rules.favour_ends
    return Track(
        tuple(_favour_box(pos, number) for number in range(low, high + 1)),
        id="favour",
        title=phrase("panels.favour"),
        heads=phrase("panels.box"),
        markers=phrase("panels.players"),
        below=phrase("panels.points"),
    )


def _favour_box(pos: ConquestPosition, number: int) -> Box:
    here = [seat for seat in pos.rules.seats if not pos.factions[seat].absent and pos.factions[seat].index == number]
    points = int(pos.rules.tables.favour.cell("points", number).value)
    return Box(signed(number), signed(points), tuple(here), "" if number else "centre")


def _records(pos: ConquestPosition) -> Sheet:
    """1.17, 13.2  Victory points as they stand, against those that are needed; money where there is any."""
    money = any(faction.pesos or faction.debt for faction in pos.factions.values()) or pos.rules.standard
    sources = ["secured", "cities", "favour-points", *(["debt-points"] if money else [])]
    columns = [phrase(f"panels.{key}") for key in (*sources, "sum")]
    columns += [] if _alone(pos) else [phrase("panels.target", target=pos.rules.target)]
    columns += [phrase("panels.pesos"), phrase("panels.debt")] if money else []
    rows = tuple(_record(pos, seat, money=money) for seat in pos.rules.seats)
    return Sheet(phrase("panels.records"), tuple(columns), rows, total=len(sources))


def _record(pos: ConquestPosition, seat: Seat, *, money: bool) -> SheetRow:
    faction = pos.factions[seat]
    total = total_points(pos, seat)
    cells: list[Said | Share] = [faction.permanent, city_points(pos, seat), signed(favour_points(pos, seat))]
    cells += [signed(-debt_points(pos, seat))] if money else []
    cells += [signed(total) if total < 0 else total]
    cells += [] if _alone(pos) else [Share(total, pos.rules.target)]
    cells += [faction.pesos, faction.debt] if money else []
    notes = [note for note in ("warrant", "resigned", "absent") if getattr(faction, note)]
    tags = tuple(Tag(phrase(f"panels.{note}"), warns=note == "warrant") for note in notes)
    return SheetRow(seat, tuple(cells), tags, now=seat == pos.active and bool(pos.round))


def _bands(pos: ConquestPosition) -> Bands:
    """23.4  The verdicts of the Solitaire Game, with the one that the points of this moment would bring."""
    reached = pos.rules.tables.verdict(total_points(pos, pos.rules.seats[0]))
    bands = [Band(verdict.start, verdict.text, verdict == reached) for verdict in pos.rules.tables.verdicts]
    return Bands(phrase("panels.bands"), tuple(bands))


# In a line ---------------------------------------------------------------------------------------------------------


def strip(pos: ConquestPosition) -> tuple[StripCell, ...]:
    """The state of the game at a glance: the turn, the round with its chance to be the last, everybody's points."""
    cells = [StripCell(_turn(pos), strong=True)]
    if pos.rules.ending(pos) is not None:
        cells.append(StripCell(phrase("panels.over")))
    elif pos.round:
        cells.append(StripCell(_in_short(pos)))
    return (*cells, *[_points(pos, seat) for seat in pos.rules.seats])


def _points(pos: ConquestPosition, seat: Seat) -> StripCell:
    faction = pos.factions[seat]
    return StripCell(
        phrase("panels.favour-at", index=signed(faction.index)),
        owner=seat,
        points=total_points(pos, seat),
        target=None if _alone(pos) else pos.rules.target,
        tags=(Tag(phrase("panels.warrant"), warns=True),) if faction.warrant else (),
    )
