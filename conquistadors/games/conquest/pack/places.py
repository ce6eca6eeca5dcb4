"""The maps of The Conquistadors with their spaces, as a table that can be searched."""

from __future__ import annotations

from typing import Final

from conquistadors.engine.texts import texts_of
from conquistadors.games.conquest.pack.geography import Geography
from conquistadors.games.conquest.pack.records import MAPS, Pack, Space
from conquistadors.odds.naming import Names
from conquistadors.packs.printed import Atlas, Filter, SpaceRow

KINDS: Final = ("level", "desert", "rain-forest", "legend", "sea", "cuba", "panama")
HEADS: Final = ("level", "space-kind", "by-land", "by-sea", "history")


def atlas(language: str, pack: Pack | None = None) -> Atlas:
    """Both maps."""
    names = Names(language, texts_of(language, "conquest/face/explorers"))
    boards = {name: Geography((pack or Pack()).board(name)) for name in MAPS}
    levels = sorted({s.level for board in boards.values() for s in board.spaces.values() if s.level is not None})
    return Atlas(
        tuple((names.say(f"map.{name}"), name) for name in MAPS),
        tuple(names.say(head) for head in HEADS),
        (
            Filter("kind", names.say("space-kind"), tuple((names.say(f"space.{kind}"), kind) for kind in KINDS)),
            Filter("level", names.say("level"), tuple((str(level), level) for level in levels)),
        ),
        tuple((name, _rows(board, names)) for name, board in boards.items()),
    )


def _rows(board: Geography, names: Names) -> tuple[SpaceRow, ...]:
    """The spaces of a map, by name."""
    rows = [_row(space, board, names) for space in board.spaces.values()]
    return tuple(sorted(rows, key=lambda row: row.name))


def _row(space: Space, board: Geography, names: Names) -> SpaceRow:
    language = names.language

    def neighbours(ids: list[str]) -> str:
        return ", ".join(sorted(board.spaces[each].name[language] for each in ids))

    name, history, marks = space.name[language], space.history[language], _marks(space, names)
    by_land, by_sea = neighbours(board.by_land[space.id]), neighbours(board.by_sea[space.id])
    level = "" if space.level is None else str(space.level)
    kind = names.say(f"space.{space.kind}") + (f", {marks}" if marks else "")
    return SpaceRow(
        space.id,
        name,
        {"kind": (space.kind,), "level": () if space.level is None else (space.level,)},
        " ".join((name, marks, by_land, by_sea, history)),
        space.grade,
        space.source,
        (level, kind, by_land, by_sea, history),
        f"{' '.join(filter(None, (name, level)))}: {'; '.join(filter(None, (by_land, by_sea)))}",
    )


def _marks(space: Space, names: Names) -> str:
    found = [
        names.say("minus-one") if space.minus_one else "",
        names.say("mar-del-sur") if space.mar_del_sur else "",
        "" if space.legend is None else names.say("legend-number", {"number": space.legend}),
    ]
    return ", ".join(filter(None, found))
