"""Natives, losses, and war with rivals."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.engine.requests import PASS, Option
from conquistadors.games.exploration.bots import estimates
from conquistadors.games.exploration.bots.sight import Found, Sight
from conquistadors.games.exploration.rules.natives import detachments, help_of
from conquistadors.games.exploration.rules.pieces import MISSIONARY
from conquistadors.games.exploration.rules.ships import manifest


def native_combat(sight: Sight) -> Found:
    """17.2  Every area where that succeeds more often than not: Native Levels never rise again (17.1)."""
    for each in sight.options:
        if each.verb == "attack":
            lost = _fails(sight, str(each.subject))
            if lost <= sight.style.risk:
                return each, Why("natives.attack", {"area": str(each.subject), "chance": 1 - lost})
    done = sight.legal("done")
    assert done is not None
    return done, Why("natives.wait" if len(sight.options) > 1 else "natives.done")


def _fails(sight: Sight, area: str) -> float:
    """17.22  The chance that an attack costs a detachment and gains nothing."""
    reads = sight.rules.reading("native-combat", detachments(sight.pos, sight.seat, area))
    helped, dice = help_of(sight.pos, sight.seat, area), sight.rules.rolls["native-combat"].dice
    lost = [ways for total, ways in zip(dice.totals, dice.ways, strict=True) if reads(total + helped) == "S"]
    return sum(lost) / sum(dice.ways)


# Losses ------------------------------------------------------------------------------------------------------------


def lose_unit(sight: Sight) -> Found:
    """17.35, 21.26  What is worth least: a Soldier who has done his work, else by what a Colonist brings."""
    chosen = min(sight.options, key=lambda each: (_price_of(sight, each), each.id))
    return chosen, Why("loss.least")


def _price_of(sight: Sight, each: Option) -> float:
    hex_ = str(each.target)
    area = sight.board.area.get(hex_)
    if area is None:
        return 0.0
    if each.subject == "soldier":
        busy = sight.level(area) or hex_ in sight.rules.cities
        return 12.0 if busy else 2.0
    alone = sight.pos.force(sight.seat, hex_).colonists == 1
    mined = hex_ in sight.rules.mines and not sight.pos.digs[hex_].spent
    worth = estimates.colonist(sight, area, min(sight.rules.turns, sight.turn + 1))
    return max(1.0, worth) + 20 * (alone and mined) + 4 * alone


def lose_person(sight: Sight) -> Found:
    """15.63  A Missionary who inflames first."""
    ratings = {
        each: -(sight.pos.people[str(each.subject)].rating or 0)
        for each in sight.options
        if str(each.subject) in sight.pos.people and sight.pos.people[str(each.subject)].role == MISSIONARY
    }
    chosen = min(sight.options, key=lambda each: (ratings.get(each, 1), each.id))
    return chosen, Why("loss.person")


def lose_ship(sight: Sight) -> Found:
    """9.21  A Caravel before a Carrack, the emptier before the fuller, the last before the flagship."""
    name = str(sight.facts.get("expedition", ""))
    if name not in sight.pos.expeditions:
        return sight.options[-1], Why("loss.ship")
    ships = manifest(sight.pos, sight.pos.expeditions[name])

    def laden(each: Option) -> tuple[int, int]:
        at = int(str(each.subject).rpartition("-")[2]) - 1
        ship = ships[at]
        return ship.gold + 6 * ship.soldiers + 6 * ship.colonists + 8 * (ship.kind == "carrack") + 9 * ship.flag, at

    return min(sight.options, key=laden), Why("loss.ship")


def raid_ship(sight: Sight) -> Found:
    caravel = sight.legal("lose", "caravel")
    return caravel if caravel is not None else sight.options[0], Why("loss.ship")


def settlement(sight: Sight) -> Found:
    """6.41(4), 6.41(16)  The settlement that is worth least."""

    def worth(each: Option) -> float:
        hex_ = str(each.subject)
        area, force = sight.board.area[hex_], sight.pos.force(sight.seat, hex_)
        mined = hex_ in sight.rules.mines and not sight.pos.digs[hex_].spent
        brings = max(0.0, estimates.colonist(sight, area, sight.turn))
        return brings - 8 * force.soldiers - 2 * force.colonists + 20 * (mined and force.size == 1)

    return min(sight.options, key=worth), Why("loss.settlement")


# War ---------------------------------------------------------------------------------------------------------------


def peace(sight: Sight) -> Found:
    """8.12  No fight is sought."""
    calm = next((each for each in sight.options if each.verb in ("done", "avoid", "straight") or each == PASS), None)
    avoid = sight.legal("avoid")
    return avoid or calm or sight.options[0], Why("war.peace")


def whose_loss(sight: Sight) -> Found:
    return sight.options[0], Why("war.whose")


def battle_ship(sight: Sight) -> Found:
    """8.31  A Caravel first."""
    small = next((each for each in sight.options if "caravel" in each.id), None)
    return small or sight.options[-1], Why("loss.ship")


def prize(sight: Sight) -> Found:
    """8.32  It is taken."""
    taken = sight.legal("prize")
    return taken or sight.options[0], Why("war.prize")


def captive(sight: Sight) -> Found:
    """8.32  Whoever lives may be ransomed."""
    held = sight.legal("hold")
    return held or sight.options[0], Why("war.hold")


def storm(sight: Sight) -> Found:
    return sight.options[-1], Why("war.all")


def garrison(sight: Sight) -> Found:
    """8.57  The port is held by all of them."""
    return sight.options[-1], Why("war.hold-port")


def spare_soldiers(sight: Sight) -> Found:
    """11.21  Two Colonists are worth more than a Soldier."""
    return sight.options[0], Why("war.spare")


def retreat(sight: Sight) -> Found:
    """11.22  To their own, else to a coast."""

    def rank(each: Option) -> tuple[bool, bool, str]:
        hex_ = str(each.subject)
        own = bool(sight.pos.force(sight.seat, hex_).size)
        return not own, hex_ not in sight.board.coastal, hex_

    return min(sight.options, key=rank), Why("war.retreat")
