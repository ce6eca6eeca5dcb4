"""What stands beside the board: expeditions, cards and tracks, the line above them, and the battle under way."""

from __future__ import annotations

from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.scene.contest import contest_of
from conquistadors.games.conquest.scene.forces import forces
from conquistadors.games.conquest.scene.hands import hands
from conquistadors.games.conquest.scene.tracks import closing, strip, tracks
from conquistadors.scene.contract import Scene
from conquistadors.scene.panels import Contest, Part, StripCell


class Panels(Scene):
    """The panels of The Conquistadors. Each is worked out when somebody looks at it."""

    tabs = ("expeditions", "hand", "tracks")
    pictures = "conquest/face"
    pos: ConquestPosition

    @property
    def strip(self) -> tuple[StripCell, ...]:
        return strip(self.pos)

    def tab(self, key: str) -> tuple[Part, ...]:
        if key == "expeditions":
            return forces(self.pos, self.seat, self.offered)
        if key == "hand":
            return hands(self.pos, self.seat)
        if key == "tracks":
            return tracks(self.pos)
        raise KeyError(key)

    @property
    def closing(self) -> tuple[Part, ...]:
        return closing(self.pos)

    @property
    def offered(self) -> tuple[str, ...]:
        """22.13, 23.13  The conquistadors that the seat can choose now and that are not in the game yet."""
        if self.asked is None or self.asked.who != self.seat:
            return ()
        subjects = [option.subject for option in self.asked.legal()]
        men, there = self.pos.rules.men, self.pos.captains
        return tuple(man for man in subjects if man is not None and man in men and man not in there)

    @property
    def contest(self) -> Contest | None:
        return contest_of(self.pos)
