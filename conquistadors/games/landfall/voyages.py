"""3.3, 4.1  The one roll of Landfall as it can be explored: on which course, with which cards, and with what luck."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from conquistadors.engine import Pile
from conquistadors.games.landfall.odds import STORM, send_storm
from conquistadors.games.landfall.rules import COURSES, Landfall, Ocean, Voyage, sail
from conquistadors.odds.assuming import Assumption
from conquistadors.odds.dice import ADDED, NEVER, AnyRoll, AnyRolls, KnownRoll
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import Paths
from conquistadors.odds.policies import LUCK, Plan, with_luck
from conquistadors.odds.questions import Setting, values_of, with_values
from conquistadors.odds.solving import Solved
from conquistadors.scene.words import signed

RULE: Final = "3.3"
CARDS: Final = ("chart", STORM)
"""3.1, 3.2  What is played before the roll."""
PILOT: Final = "pilot"
DECIDED: Final = ("after", "both", "best")
"""Uses of a Pilot that are decisions: they need something that is wanted."""
GOALS: Final = ("most", "least")


class VoyageRoll(AnyRoll):
    """3.4  The leagues that a voyage makes good."""

    rules: Landfall

    def settings(self) -> list[Setting]:
        made = with_values(self.added(), self.values)
        decided = made[-1].value in DECIDED
        return [*made, *(with_values([self._choice("goal", GOALS, "")], self.values) if decided else [])]

    def added(self) -> Iterator[Setting]:
        courses = tuple((self.names.thing(course), course) for course in COURSES)
        yield Setting("course", "choice", self.names.setting("course"), COURSES[0], courses)
        for card in CARDS:
            label = f"{self.names.thing(card)} {signed(self.rules.modifiers[card].value)}"
            yield Setting(f"{ADDED}{card}", "check", label, value=False)
        yield self._choice(PILOT, LUCK, "way.")

    def _choice(self, key: str, values: tuple[str, ...], said: str) -> Setting:
        options = tuple((self.names.say(f"{said}{value}"), value) for value in values)
        return Setting(key, "choice", self.names.setting(key), values[0], options)

    def odds(self) -> Distribution:
        """By the rules that throw the die: the Pilot is spent as they let it be."""
        values = values_of(self.settings())
        pilot, sign = values[PILOT], -1 if values.get("goal") == "least" else 1
        return voyage(self.rules, values["course"], [card for card in CARDS if values[ADDED + card]], pilot, sign)


def voyage(rules: Landfall, course: str, cards: Collection[str], pilot: str = NEVER, sign: int = 1) -> Distribution:
    """3.4  The leagues of a voyage with these cards; where a Pilot is a decision, it is made for more, or for fewer."""
    seat, other = rules.seats[0], rules.seats[1]
    start = rules.start()
    start.ships[seat] = rules.goal  # far from the port, behind which no ship is thrown
    start.hands[seat] = Pile.of([PILOT] * (2 if pilot == "both" else pilot != NEVER))
    start.hands[other] = Pile.of([STORM] if STORM in cards else [])
    start.voyage = Voyage(None, tuple(rules.modifiers[card] for card in cards if card != STORM))

    def made(pos: Ocean) -> int:
        return pos.ships[seat] - start.ships[seat]

    plan = Plan({**with_luck(pilot), "react": send_storm})
    paths: Paths[Ocean] = Paths(lambda pos: sail(pos, course), plan, lambda pos: pos.voyage.course is not None)
    solved = Solved(paths, paths.explore(start), lambda pos: sign * made(pos), seat)
    return solved.distribution(made, [Assumption(PILOT, (("how", pilot),), "landfall/odds")])


class VoyageRolls(AnyRolls):
    """All rolls of Landfall: there is one."""

    each = VoyageRoll
    rules: Landfall

    def catalogue(self) -> list[KnownRoll]:
        return [KnownRoll("voyage", self.names.setting("voyage"), RULE, str(self.rules.rolls["voyage"].dice))]

    def facts(self, name: str) -> dict[str, str]:
        """What a Pilot may do."""
        known = self.rules.rolls[name]
        may = [when for when, may in (("before", known.luck_before), ("after", known.luck_after)) if may]
        return {self.names.thing(PILOT): ", ".join(may)}
