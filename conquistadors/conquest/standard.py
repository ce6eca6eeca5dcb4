"""22.0  The Standard Game: its set-up, its reinforcements, and its victory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from conquistadors.conquest.course import STANDARD
from conquistadors.conquest.numbers import numbers_of
from conquistadors.conquest.position import NOTHING, Indies
from conquistadors.conquest.rules import SEATS, ConquestRules, house_rules, maps_named, pack_named
from conquistadors.engine import Pile, SetupError, shown
from conquistadors.engine.codec import Json


class StandardGame(ConquestRules):
    """22.0  The Standard Game for two to five players: 200 points win, unless a lower target was agreed on (22.4)."""

    scenario = "standard"
    course = STANDARD
    standard = True

    def __init__(
        self,
        seats: int = 2,
        map: str | None = None,  # noqa: A002  # the word that players use
        legends: bool = True,
        quick_start: bool = False,
        target: int | None = None,
        late: int = 0,
        options: Mapping[str, Json] | None = None,
        pack: str | Path | None = None,
    ) -> None:
        house = house_rules(options)
        data = pack_named(pack, house)
        n = numbers_of(data)
        if type(seats) is not int or not n.standard_players_least <= seats <= n.standard_players_most:
            wanted = f"{n.standard_players_least} to {n.standard_players_most}"
            raise SetupError(f"the Standard Game is for {wanted} players (22.0), not {shown(seats)}")
        super().__init__(SEATS[:seats], maps_named(map, seats), house, data)
        self.quick_start = quick_start
        self.late = late
        self.target = n.standard_points_to_win if target is None else target  # 22.4
        if legends:
            self.legends = tuple(sorted(self.tables.legends))
        named: dict[str, Json] = {
            "seats": seats,
            "map": map,
            "legends": legends,
            "quick_start": quick_start,
            "target": target,
            "late": late,
            "options": house.chosen(),
            "pack": None if pack is None else str(pack),
        }
        self.options = {name: value for name, value in named.items() if value not in (None, {})}

    def strategy_deck(self) -> Pile:
        """G-19.0  All Strategy cards; those of legends that are not played with are removed."""
        whole = super().strategy_deck()
        unused = {c.id for c in self.cards.values() if "legend" in c.effect and c.effect["legend"] not in self.legends}
        return Pile.of(title for title in whole.each() if title not in unused)

    def more_piles(self) -> dict[str, Pile]:
        """17.25, 19.12, 20.3  Legends that are not on the map, and what cannot come again."""
        return {
            "legends": Pile.of(self.legends),
            "legends-gone": NOTHING,
            "shocked": NOTHING,
            "smallpox": NOTHING,
        }

    def start(self) -> Indies:
        """22.11, J11  The empty table: indexes, points, pesos and debts at 0."""
        raise NotImplementedError

    def reinforce(self, pos: Indies) -> None:
        """22.34  On turn 3 all remaining conquistadors join the deck, and the discards are shuffled in with it."""
        raise NotImplementedError
