"""How the captain fights: leaders, losses, cards, and when to retreat."""

from __future__ import annotations

from typing import Final

from conquistadors.bots.reasons import Why
from conquistadors.engine import PASS, Option
from conquistadors.games.conquest.bots.captain.sight import Sight
from conquistadors.games.conquest.rules.combat import multiplier
from conquistadors.games.conquest.rules.indians import value_of
from conquistadors.games.conquest.rules.losses import FLIPPED
from conquistadors.games.conquest.rules.position import KINDS, Side, ally_of

SPARE: Final = 2
"""A food point above so many is spent on a rally, or any with so many hits."""


def my_side(sight: Sight) -> tuple[Side, Side] | None:
    """One's own side of the battle, and the other."""
    battle = sight.pos.battle
    if battle is None:
        return None
    one, other = battle.attacker, battle.defender
    if one.expedition is not None and one.seat == sight.seat:
        return one, other
    if other.expedition is not None and other.seat == sight.seat:
        return other, one
    return None


def chance(sight: Sight, side: Side, enemy: Side) -> float:
    """The chance that a side wins the battle from here on."""
    pos, battle = sight.pos, sight.pos.battle
    assert battle is not None
    if side.expedition is None or side.expedition not in pos.expeditions:
        return 0.0
    value, added, units, soak = sight.force(side.expedition)
    added += sum([m.value for m in side.modifiers])
    left = max(0, 2 * units - side.down.size + soak)
    if enemy.expedition is None:
        garrison = pos.site(battle.space).garrison
        more = sum([m.value for m in enemy.modifiers])
        factor = multiplier(pos)
        return sight.estimates.fight(
            value, added, units, left - 2 * units, value_of(pos, garrison) * factor, sight.blows(garrison), more
        ).wins
    if enemy.expedition not in pos.expeditions:
        return 1.0
    theirs = sight.force(enemy.expedition)
    blows = max(1, 2 * theirs.units - enemy.down.size + theirs.soak)
    return sight.estimates.fight(value, added, units, left - 2 * units, theirs.value, blows, theirs.added).wins


def react(sight: Sight) -> tuple[Option, Why]:
    """In your own battle, cards that help; in those of others, and against what they do, cards that hurt."""
    cards = [option for option in sight.options if option != PASS]
    sides = my_side(sight)
    if sides is not None and sight.facts["occasion"] == "combat":
        wins = chance(sight, *sides)
        if wins >= sight.style.easy:
            return PASS, Why("battle.won", {"wins": wins})
        return cards[0], Why("battle.card", {"wins": wins})
    victim = sight.pos.active
    battle = sight.pos.battle
    if battle is not None:
        spaniards = [s for s in (battle.attacker, battle.defender) if s.expedition is not None]
        victim = next((s.seat for s in spaniards if s.seat != sight.seat), victim)
    if not sight.grudge(victim):
        return PASS, Why("battle.harmless", {"player": victim})
    doubling = [o for o in cards if "doubles" in sight.rules.cards[str(o.subject)].effect]
    return (doubling or cards)[0], Why("card.hurts", {"player": victim})


def leader(sight: Sight) -> tuple[Option, Why]:
    """The best fighter."""
    men = sight.rules.men
    best = max(sight.options, key=lambda o: (men[str(o.subject)].combat, -sight.rating(str(o.subject))))
    return best, Why("battle.leader", {"captain": best.subject})


def loss(sight: Sight) -> tuple[Option, Why]:
    """Where it hurts most: flipped units, horse first; of Indians, the greatest drop in value."""
    values, units, reverse = sight.rules.value, sight.rules.unit_values, sight.rules.reverse

    def harm(option: Option) -> float:
        unit = str(option.subject)
        kind = unit.removesuffix(FLIPPED)
        if kind in KINDS:
            return units[kind] + 100.0 * (kind != unit)
        face = ally_of(unit)[0]
        return float(values[face] - values.get(reverse.get(face, ""), 0))

    return max(sight.options, key=harm), Why("battle.loss")


def lose_unit(sight: Sight) -> tuple[Option, Why]:
    """Of your own the unit of least worth; of others the dearest."""
    owner = sight.pos.expeditions[str(sight.facts["expedition"])].owner
    units, values = sight.rules.unit_values, sight.rules.value

    def worth(option: Option) -> float:
        unit = str(option.subject)
        return float(units[unit]) if unit in units else float(values.get(ally_of(unit)[0], 0))

    if owner == sight.seat:
        return min(sight.options, key=worth), Why("battle.cheapest")
    return max(sight.options, key=worth), Why("battle.dearest")


def retreat(sight: Sight) -> tuple[Option, Why]:
    """Away from a battle that is being lost, to the place with most to do; otherwise on."""
    fight = next(option for option in sight.options if option.verb == "fight")
    sides = my_side(sight)
    if sides is None:
        return fight, Why("battle.no-fear")
    wins = chance(sight, *sides)
    if wins >= sight.style.flee:
        return fight, Why("battle.on", {"wins": wins})
    ways = [option for option in sight.options if option.verb == "retreat"]
    best = max(
        ways, key=lambda o: (sight.pos.site(str(o.subject)).ally == sight.seat, sight.estimates.hope(str(o.subject)))
    )
    return best, Why("battle.away", {"wins": wins})


def surrender(sight: Sight) -> tuple[Option, Why]:
    """A man is given up only where the battle is lost."""
    sides = my_side(sight)
    given = [option for option in sight.options if option != PASS]
    if sides is None or chance(sight, *sides) >= sight.style.flee:
        return PASS, Why("battle.no-surrender")
    return min(given, key=lambda o: sight.rating(str(o.subject))), Why("battle.surrender")


def charge(sight: Sight) -> tuple[Option, Why]:
    """The horse strike first, and nobody strikes back; a Sudden Shock against troops that are too strong."""
    by_verb = {option.verb: option for option in sight.options}
    sides = my_side(sight)
    if "shock" in by_verb and (
        sides is None or chance(sight, *sides) < 1 / sight.style.pessimism or "charge" not in by_verb
    ):
        return by_verb["shock"], Why("battle.shock")
    if "charge" in by_verb:
        return by_verb["charge"], Why("battle.charge")
    return PASS, Why("any.no-gain")


def desertion(sight: Sight) -> tuple[Option, Why]:
    best = max(sight.options, key=lambda o: sight.rules.value.get(str(o.subject), 0))
    return best, Why("battle.desertion")


def attack(sight: Sight) -> tuple[Option, Why]:
    """The enemy who is most easily beaten; no march for it."""
    commander = str(sight.facts["expedition"])
    fights = [o for o in sight.options if o.verb == "fight"]
    spanish = [o for o in fights if o.subject in sight.pos.expeditions]
    if spanish:
        best = max(spanish, key=lambda o: (sight.duel(commander, str(o.subject)).wins, str(o.subject)))
        return best, Why("battle.beaten", {"captain": best.subject})
    return (fights or list(sight.options))[0], Why("battle.there")


def rally_food(sight: Sight) -> tuple[Option, Why]:
    """Food for the men where there is enough, or where their spirits are very low."""
    commander = str(sight.facts["expedition"])
    hits = sight.expedition(commander).hits
    stores = [option for option in sight.options if option != PASS]
    best = max(stores, key=lambda o: sight.expedition(str(o.subject)).food)
    if sight.expedition(str(best.subject)).food >= SPARE or hits > SPARE:
        return best, Why("battle.meal")
    return PASS, Why("battle.winter")
