"""What The Conquistadors say of their data: how a pack is checked, what is printed, and how the maps are drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, cast, get_args

from conquistadors.engine.rules import Rules
from conquistadors.games.conquest.atlas import draw_map
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.games.conquest.pack import gallery, places, printed
from conquistadors.games.conquest.pack.checks import check
from conquistadors.games.conquest.pack.records import FILES, MAPS, Errata, Pack
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.packs.complaints import Complaint
from conquistadors.packs.contract import PackTools
from conquistadors.packs.printed import Atlas, Gallery, Sheet
from conquistadors.resources import data_root


class ConquestPack(PackTools):
    files = FILES
    maps = MAPS
    errata = get_args(Errata)

    def complaints(self, folder: Path | None = None, errata: str | None = None) -> list[Complaint]:
        """By the numbers of that version; of a pack by those of all, for any may be chosen."""
        usual = self.errata if folder is not None else self.errata[:1]
        chosen = usual if errata is None else (errata,)
        found = [each for version in chosen for each in check(Pack(folder, cast(Errata, version)))]
        return list(dict.fromkeys(found))

    def draw(self, name: str, folder: Path | None = None, language: str = "en") -> str:
        pack = Pack(folder)
        pack.board(name)  # says what is wrong with it, if anything is
        land = json.loads((data_root() / "conquest" / "geo" / f"{name}.json").read_text(encoding="utf-8"))
        return draw_map(pack.read(f"maps/{name}.toml"), land, language)

    def tables(self, rules: Rules[Any] | None = None) -> tuple[str, ...]:
        return printed.table_names(_known(rules))

    def sheet(self, name: str, language: str, rules: Rules[Any] | None = None) -> Sheet:
        if name not in self.tables(rules):
            return super().sheet(name, language, rules)
        return printed.sheet(name, language, _known(rules))

    def column(self, name: str, wanted: str, rules: Rules[Any] | None = None) -> str:
        """6.22  A force of any value reads the highest column that is not above it."""
        if name == "combat" and wanted.isdigit():
            return _known(rules).tables.combat_column(int(wanted)) or wanted
        return wanted

    def gallery(self, language: str, rules: Rules[Any] | None = None) -> Gallery:
        return gallery.gallery(language, _known(rules))

    def atlas(self, language: str) -> Atlas:
        return places.atlas(language)


def _known(rules: Rules[Any] | None) -> ConquestRules:
    """All that is printed belongs to the Standard Game."""
    return rules_of("standard") if rules is None else cast(ConquestRules, rules)


TOOLS: Final = ConquestPack()
