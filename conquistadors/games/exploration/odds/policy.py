"""How choices on the way are answered, where the question does not leave them open: told with every result.

Losses hit Colonists first, or Soldiers first where a question says so, where most of them are; of ships the one with
least aboard goes down. Who can board does; nobody attacks, marches or sails on.
"""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Choice, Option
from conquistadors.games.exploration.rules.coasting import distance
from conquistadors.games.exploration.rules.naval import hull
from conquistadors.games.exploration.rules.position import World
from conquistadors.games.exploration.rules.ships import manifest
from conquistadors.odds.policies import Answer, Chooser, Plan

COLONISTS, SOLDIERS = "colonists", "soldiers"
LOSSES: Final = (COLONISTS, SOLDIERS)
"""Which units an owner gives up first."""


def plan_of(losses: str = COLONISTS, /, **kinds: Answer | Chooser) -> Plan:
    """The usual answers, with others for some kinds of choices."""
    usual: dict[str, Answer | Chooser] = {
        "lose-unit": units_first(losses.removesuffix("s")),
        "lose-ship": least_laden,
        "battle-ship": least_laden,
        "raid-ship": "first",
        "board-soldiers": most,
        "board-colonists": most,
        "aboard-soldiers": as_now,
        "aboard-colonists": as_now,
        "storm": most,
        "garrison": most,
        "spare-soldiers": least,
        "bounds": least,
        "cross": "stay",
        "pacific": named("claim"),
        "prize": named("prize"),
        "captive": named("hold"),
        "gold-ashore": named("keep"),
        "take-gold": named("take"),
        "way": named("straight"),
        "waylay": done,
        "engage": done,
        "people": done,
        "coast": no_further,
        "gold": done,
        "march": done,
        "native-combat": done,
        "plan": done,
    }
    return Plan({**usual, **kinds}, otherwise="first", indifferent=frozenset({"missionaries"}))


def named(verb: str) -> Chooser:
    """The first answer with a verb, if one is allowed; else what ends the question, or the first."""

    def choose(_: World, choice: Choice) -> Option:
        legal = choice.legal()
        found = [each for each in legal if each.verb == verb]
        return (found or [each for each in legal if each.verb == "done"] or legal)[0]

    return choose


done: Final = named("done")


def no_further(pos: World, choice: Choice) -> Option:
    """8.16  Nobody sails on, but for whoever has to: to the nearest stop."""
    legal = choice.legal()
    ends = [each for each in legal if each.verb == "done"]
    legs = [each for each in legal if each.verb == "go"]
    name = str(dict(choice.facts)["expedition"])
    return ends[0] if ends else min(legs, key=lambda leg: distance(pos, name, str(leg.subject)) or 0, default=legal[0])


def most(_: World, choice: Choice) -> Option:
    """The highest number."""
    return choice.legal()[-1]


def least(_: World, choice: Choice) -> Option:
    """The lowest number."""
    return choice.legal()[0]


def as_now(_: World, choice: Choice) -> Option:
    """As many as there are aboard."""
    aboard = str(dict(choice.facts)["aboard"])
    return next((each for each in choice.legal() if each.subject == aboard), choice.legal()[0])


def units_first(unit: str) -> Chooser:
    """A unit of this kind if there is one, from where most of them are."""

    def choose(pos: World, choice: Choice) -> Option:
        def size(each: Option) -> tuple[bool, int]:
            kind = str(each.subject)
            return kind == unit, pos.force(choice.who, str(each.target)).of(kind)

        return max(choice.legal(), key=size)

    return choose


def least_laden(pos: World, choice: Choice) -> Option:
    """8.31, 9.21, 13.46  Of the ships that may go down the one with least aboard: units and people first, then gold."""
    laden = [ship for key in _squadron(pos, choice) for ship in manifest(pos, hull(pos, key))]

    def load(each: Option) -> tuple[int, int]:
        ship = laden[int(str(each.subject).rpartition("-")[2]) - 1]
        return ship.soldiers + ship.colonists + ship.flag, ship.gold

    return min(choice.legal(), key=load)


def _squadron(pos: World, choice: Choice) -> list[str]:
    """The ships that the question is about, in the order in which the rules number them."""
    if pos.fight is None:
        return [str(dict(choice.facts)["expedition"])]
    keys = [key for side in pos.fight.sides for key in side]
    afloat = [key for key in keys if key in pos.expeditions or key in pos.fleets]
    return [key for key in afloat if hull(pos, key).nation == choice.who]
