"""What Conquistador! says of its data: how a pack is checked, what is printed, and how the map is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError, short_repr
from conquistadors.engine.files import is_folder
from conquistadors.engine.records import changed
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import texts_of
from conquistadors.games.exploration.ground import drawn
from conquistadors.games.exploration.pack.checks import check
from conquistadors.games.exploration.pack.gallery import gallery
from conquistadors.games.exploration.pack.places import atlas
from conquistadors.games.exploration.pack.records import FILES, GAME, Pack, our_pack
from conquistadors.packs.complaints import Complaint
from conquistadors.packs.contract import PackTools
from conquistadors.packs.printed import Atlas, Gallery, Line, Sheet, in_words, sheet_of

MAP: Final = "new-world"
EVENTS: Final = "events"
AXES: Final = {
    EVENTS: ("first-die", "second-die"),
    "taxes": ("first-die", "rating"),
    "colonists": ("first-die",),
    "naval-attrition": ("one-die", "bounds-sailed"),
}
"""What the rows and the columns of a table are, where its title does not tell."""


class ExplorationPack(PackTools):
    files = tuple(f"{name}.toml" for name in FILES)
    maps = (MAP,)

    def complaints(self, folder: Path | None = None, errata: str | None = None) -> list[Complaint]:  # noqa: ARG002
        """There is one version of the numbers."""
        if folder is not None and not is_folder(folder):
            raise DataError(f"there is no data pack {short_repr(str(folder))}: a pack is a folder")
        return check(Pack(folder))

    def draw(self, name: str, folder: Path | None = None, language: str = "en") -> str:
        if name != MAP:
            raise KeyError(name)
        return drawn(our_pack() if folder is None else Pack(folder), language).svg

    def tables(self, rules: Rules[Any] | None = None) -> tuple[str, ...]:
        return tuple(_pack(rules).tables)

    def sheet(self, name: str, language: str, rules: Rules[Any] | None = None) -> Sheet:
        if name not in self.tables(rules):
            return super().sheet(name, language, rules)
        pack = _pack(rules)
        names = {area: found.name[language] for area, found in pack.areas.items()}
        names |= {event: entry["name"][language] for event, entry in pack.events.items()} if name == EVENTS else {}
        texts = texts_of(language, GAME)

        def word(value: object) -> str:
            return names.get(str(value)) or texts.word(str(value), {})

        def said(value: object) -> str:
            return in_words(value, language, word)

        rows, columns = (*map(word, AXES.get(name, ())), "", "")[:2]
        if name == EVENTS:
            return changed(_turned(sheet_of(pack.tables[name], language, said, str)), axes=(rows, columns))
        return changed(sheet_of(pack.tables[name], language, said, word), axes=(rows, columns))

    def gallery(self, language: str, rules: Rules[Any] | None = None) -> Gallery:
        """3.23, 6.41  The people and the events: the game has no other cards."""
        return gallery(language, _pack(rules))

    def atlas(self, language: str) -> Atlas:
        return atlas(language, our_pack(), MAP)


def _turned(sheet: Sheet) -> Sheet:
    """6.33  The first die is the row: columns become rows."""
    lines = [
        Line(int(key), head, tuple(line.cells[at] for line in sheet.lines))
        for at, (key, head) in enumerate(sheet.columns)
    ]
    return changed(sheet, columns=tuple((str(line.key), line.head) for line in sheet.lines), lines=tuple(lines))


def _pack(rules: Rules[Any] | None) -> Pack:
    """That of the rules, or ours."""
    pack: Pack = getattr(rules, "pack", None) or our_pack()
    return pack


TOOLS: Final = ExplorationPack()
