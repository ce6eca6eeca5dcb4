"""Checking a pack of The Conquistadors, and drawing its maps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast, get_args

from conquistadors.games.conquest.atlas import draw_map
from conquistadors.games.conquest.pack.checks import check
from conquistadors.games.conquest.pack.records import MAPS, Errata, Pack
from conquistadors.packs.complaints import Complaint
from conquistadors.packs.contract import PackTools
from conquistadors.resources import data_root


class ConquestPack(PackTools):
    maps = MAPS
    errata = get_args(Errata)

    def complaints(self, folder: Path | None = None, errata: str | None = None) -> list[Complaint]:
        return check(Pack(folder, cast(Errata, errata or self.errata[0])))

    def draw(self, name: str, folder: Path | None = None, language: str = "en") -> str:
        pack = Pack(folder)
        pack.board(name)  # says what is wrong with it, if anything is
        land = json.loads((data_root() / "conquest" / "geo" / f"{name}.json").read_text(encoding="utf-8"))
        return draw_map(pack.read(f"maps/{name}.toml"), land, language)


TOOLS: Final = ConquestPack()
