"""What a table shows of The Conquistadors: the maps with their pieces here, the tabs and the strip in `panels.py`."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cached_property, lru_cache
from typing import Final

from conquistadors.engine.requests import Asked, Option, Seat
from conquistadors.games.conquest.atlas import draw_bare, draw_names, draw_sheet, layout, printed_marks
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.scene import arranging, board
from conquistadors.games.conquest.scene.panels import Panels
from conquistadors.games.conquest.scene.standing import standing
from conquistadors.resources import data_root
from conquistadors.scene.contract import Where
from conquistadors.scene.maps import Ground, LegendRow, MapScene, Print, SpaceInfo
from conquistadors.scene.words import Phrase, Said, phrase

MARKER: Final = 18.0
"""Names keep clear of the marker below a space."""


class ConquestScene(Panels):
    """The maps, the expeditions, the hands and the tracks."""

    pictures = "conquest/face"
    headline = "units"
    ends = frozenset({"done", "rest", "stop", "enough"})
    at_hand = ("expeditions", "hand")
    closes = frozenset({"done"})
    forms = frozenset({"divide", "loan", "purchase", "first-purchase", *arranging.FORMS})
    picks = arranging.PICKS
    parts = arranging.PARTS

    # What never changes in a game ------------------------------------------------------------------------------------

    @classmethod
    def sheets(cls, rules: ConquestRules) -> dict[str, Said]:
        return {name: phrase("atlas.title", name=each.board.name) for name, each in rules.world.maps.items()}

    @classmethod
    def ground(cls, rules: ConquestRules, sheet: str, language: str) -> Ground:
        return _drawn(json.dumps(rules.pack.read(f"maps/{sheet}.toml"), sort_keys=True), sheet, language)

    @classmethod
    def spaces(cls, rules: ConquestRules, sheet: str) -> Collection[str]:
        return rules.world.maps[sheet].spaces

    @classmethod
    def entries(cls, rules: ConquestRules) -> tuple[str, ...]:
        """1.145  The Spanish harbours."""
        return rules.world.havens

    @classmethod
    def lettered(cls, rules: ConquestRules) -> tuple[str, ...]:
        """The conquistadors."""
        return tuple(rules.men)

    @classmethod
    def legend(cls, rules: ConquestRules) -> tuple[LegendRow, ...]:
        """What lies on the maps, and what is printed on them."""
        sheets = [rules.pack.read(f"maps/{sheet}.toml") for sheet in rules.world.maps]
        marks = {mark: Print(svg, reach) for sheet in sheets for mark, svg, reach in printed_marks(sheet)}
        printed = tuple(LegendRow(sign, phrase(f"atlas.{mark}")) for mark, sign in marks.items())
        return (*board.legend(rules), *printed)

    # What is seen now ------------------------------------------------------------------------------------------------

    pos: ConquestPosition

    def __init__(self, pos: ConquestPosition, seat: Seat | None = None, asked: Asked | None = None) -> None:
        super().__init__(pos, seat, asked)

    @cached_property
    def maps(self) -> tuple[MapScene, ...]:
        return tuple(board.map_scene(self.pos, sheet) for sheet in self.pos.rules.world.maps)

    @property
    def active(self) -> str | None:
        """Where the expedition is that acts now, or that the question is about."""
        doer = board.active_expedition(self.pos)
        if doer is None and self.asked is not None:
            doer = str(dict(self.asked.facts).get("expedition"))
        held = None if doer is None else self.pos.expeditions.get(doer)
        return None if held is None else held.space

    @property
    def own(self) -> tuple[str, ...]:
        """Where the expeditions of the seat are, or of whoever is active."""
        mine = self.pos.expeditions_of(self.seat or self.pos.active)
        return tuple(dict.fromkeys(self.pos.expeditions[commander].space for commander in mine))

    def space(self, space: str) -> SpaceInfo:
        return board.space_info(self.pos, space)

    def where(self, option: Option) -> Where | None:
        """A space that is named; else an expedition, if all that are named are in one space; else a card."""
        named = [part for part in (option.target, option.subject) if part is not None]
        for part in named:
            if part in self.pos.rules.world.spaces:
                return "space", part
        expeditions = [part for part in named if part in self.pos.expeditions]
        if expeditions:
            spaces = {self.pos.expeditions[commander].space for commander in expeditions}
            return ("piece", expeditions[0]) if len(spaces) == 1 else None
        open_to_me = board.cards(self.pos, self.seat)
        return next((("card", part) for part in named if part in open_to_me), None)

    def standing(self, option: Option) -> Option | None:
        return None if self.asked is None else standing(self.pos, self.asked, option)

    def usual(self) -> Option | None:
        return None if self.asked is None else arranging.usual(self.pos, self.asked)

    def note(self, option: Option) -> Said | None:
        """2.1, 3.12  What spends an activation says so."""
        spends = option.subject is None and option.verb in ("rest", "stop")
        return phrase(f"board.{option.verb}-spends") if spends else None

    def row(self, option: Option) -> Phrase:
        """15.13  Units with their price."""
        if option.verb != "recruit" or option.subject is None:
            return super().row(option)
        cost = self.pos.rules.tables.costs[option.subject]
        return phrase("form.recruit", unit=option.subject, price=int(cost.value))


@lru_cache(maxsize=8)
def _drawn(chart: str, sheet: str, language: str) -> Ground:
    """The ground of a map, by the content of its file: it takes a second, and serves every game."""
    parsed = json.loads(chart)
    land = json.loads((data_root() / "conquest" / "geo" / f"{sheet}.json").read_text(encoding="utf-8"))
    placed = layout(parsed, land, language, legend=False, room=MARKER)
    return Ground(
        draw_sheet(parsed, land, placed, language),
        placed,
        str(land.get("credit", "")),
        draw_bare(parsed, land, placed, language),
        draw_names(parsed, placed, language),
    )
