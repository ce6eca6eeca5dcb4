"""19.3  Legend cards: a rumour of your own."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Bar, Procedure, Seat
from conquistadors.games.conquest.rules.cards.playing import card
from conquistadors.games.conquest.rules.cards.targets import Aim, number
from conquistadors.games.conquest.rules.legends import forbids_place, legend_spaces, place_legend
from conquistadors.games.conquest.rules.position import ConquestPosition

TITLES: Final = (
    "amazon-river",
    "cities-of-cibola",
    "el-dorado",
    "fountain-of-youth",
    "mississippi-river",
    "prester-john",
)
"""19.31  One card for each legend."""


def _legend_of(pos: ConquestPosition, title: str) -> str:
    """The legend that a card is about."""
    return str(pos.rules.cards[title].effect["legend"])


def _spaces(pos: ConquestPosition, seat: Seat) -> list[str]:
    """19.32, C18  The Legend spaces of the maps in play; by the option of C18 any land space of them."""
    if not pos.rules.house.legend_anywhere:
        return legend_spaces(pos)
    return [space for space in pos.rules.world.spaces if space not in pos.rules.world.sea]


def _legend_card(title: str) -> None:
    """19.31-19.33  The card of one legend: an Action card that places its marker."""

    def forbids_space(pos: ConquestPosition, seat: Seat, space: str) -> Bar | None:
        """19.32, C17  At least three spaces from any expedition, and no legend there now or found there before."""
        return forbids_place(pos, _legend_of(pos, title), space, number(pos, title, "distance"))

    aim = Aim(title, "target-space", "19.32", "no-legend-space", _spaces, forbids_space)

    def forbids(pos: ConquestPosition, seat: Seat) -> Bar | None:
        """19.33, 19.12  Not while the marker is on a map, nor when it is out for good, nor where its map is missing."""
        legend = _legend_of(pos, title)
        if legend in pos.piles["legends-gone"].titles:
            return Bar("19.33", "legend-gone")
        if legend not in pos.piles["legends"].titles:
            return Bar("19.33", "legend-on-map")
        if not set(pos.rules.tables.legends[legend].maps) & set(pos.rules.world.maps):
            return Bar("19.12", "legend-without-map")
        return aim.forbids_card(pos, seat)

    def play(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
        """19.32  The player chooses the map and the space in one: a space is on one map."""
        space = yield from aim.taken(pos, seat)
        place_legend(pos, _legend_of(pos, title), space, "19.32")

    card(title, "impulse", rule="19.31", forbids=forbids)(play)


for _title in TITLES:
    _legend_card(_title)
