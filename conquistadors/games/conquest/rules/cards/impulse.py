"""2.12  Action cards that are played in your own impulse."""

from __future__ import annotations

from typing import Final

from conquistadors.engine import Bar, Procedure, Seat, changed, pick, roll
from conquistadors.games.conquest.rules.aftermath import die
from conquistadors.games.conquest.rules.asking import by_lot, decide, thrower
from conquistadors.games.conquest.rules.cards.playing import Forbids, card
from conquistadors.games.conquest.rules.cards.targets import (
    HAVEN,
    Aim,
    Judge,
    expeditions_of_others,
    in_haven,
    number,
    other_players,
    own_expeditions,
)
from conquistadors.games.conquest.rules.events import Healed, Missed, Removed, Turned
from conquistadors.games.conquest.rules.expeditions import gain_food, lose_unit, receive, units_to_lose
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.governor import (
    forbids_warrant,
    in_pause,
    issue_warrant,
    lift_warrant,
    move_index,
)
from conquistadors.games.conquest.rules.hands import draw_card
from conquistadors.games.conquest.rules.indians import end_alliance, gather, turn_hostile, units_for
from conquistadors.games.conquest.rules.morale import set_hits
from conquistadors.games.conquest.rules.movement import MASTER_PILOT, ROYAL_ROAD
from conquistadors.games.conquest.rules.position import CITIES, IMPERIAL, KINDS, PLACES, ConquestPosition, Site, Units

# Against other players -------------------------------------------------------------------------------------------


def _forbids_warrant(pos: ConquestPosition, seat: Seat, other: str) -> Bar | None:
    return forbids_warrant(pos, other)


ARREST: Final = Aim("arrest-warrant", "target-player", "11.22", "no-target", other_players, _forbids_warrant)


def _forbids_arrest(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """11.21, 11.22, 11.26, 11.27  Somebody against whom it can be used, in one way or the other."""
    bars = [forbids_warrant(pos, other) for other in pos.others(seat)]
    return None if None in bars else bars[0] if bars else Bar("11.21", "no-target")


@card("arrest-warrant", "impulse", rule="11.22", forbids=_forbids_arrest)
def arrest_warrant(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """11.22, 11.27, G-11.27  Out of favour: the warrant is in force. Otherwise the index falls by one."""
    wanted = yield from ARREST.taken(pos, seat)
    least = number(pos, "arrest-warrant", "index_below")
    if pos.factions[wanted].index < least and not in_pause(pos, wanted):
        pos.piles["discards"] = pos.piles["discards"].minus("arrest-warrant")
        issue_warrant(pos, wanted)
    else:
        move_index(pos, wanted, number(pos, "arrest-warrant", "index_otherwise"), "11.27")


def _men_of_others(pos: ConquestPosition, seat: Seat) -> list[str]:
    return sorted([man for man, captain in pos.captains.items() if captain.owner != seat])


def _forbids_murder(pos: ConquestPosition, seat: Seat, man: str) -> Bar | None:
    commander = pos.captains[man].expedition
    if pos.expeditions[commander].space in pos.rules.world.sea:
        return Bar("1.56", "at-sea")
    return in_haven(pos, commander)


ASSASSINATION: Final = Aim("assassination", "target-captain", "1.56", "no-target", _men_of_others, _forbids_murder)


@card("assassination", "impulse", rule="1.56", forbids=ASSASSINATION.forbids_card)
def assassination(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """1.56, 2.19  A roll that may kill a conquistador on land; only his owner may force a re-roll."""
    man = yield from ASSASSINATION.taken(pos, seat)
    yield from murder(pos, seat, man)


def murder(pos: ConquestPosition, seat: Seat, man: str) -> Procedure[None]:
    """1.56, 6.45, C41, G-1.56  The attempt on a man: its roll, and whether he dies."""
    pos.talk = (man,)
    owner = pos.captains[man].owner
    reads = pos.rules.reading("assassination")
    thrown = yield from roll(pos, "assassination", thrower(pos, seat), rule="1.56", luck_of=owner, reads=reads)
    if thrown.result == "dead":
        yield from die(pos, pos.talk[0], "6.45")
    else:
        pos.report(Missed, captain=pos.talk[0], card="assassination", rule="1.56")
    pos.talk = ()


def _cities(pos: ConquestPosition, seat: Seat) -> list[str]:
    return sorted([space for space, site in pos.sites.items() if site.marker in CITIES])


def _forbids_new_chief(pos: ConquestPosition, seat: Seat, city: str) -> Bar | None:
    """12.12  Neutral, or allied to another player."""
    site = pos.site(city)
    if site.hostile:
        return Bar("12.12", "already-hostile")
    return Bar("12.12", "own-ally") if site.ally == seat else None


NEW_CHIEF: Final = Aim("city-has-new-chief", "target-space", "12.12", "no-target", _cities, _forbids_new_chief)


@card("city-has-new-chief", "impulse", rule="2.35", forbids=NEW_CHIEF.forbids_card)
def city_has_new_chief(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """2.35, 12.32  A city turns hostile and, if it has no units, draws them; they may attack in this very impulse."""
    city = yield from NEW_CHIEF.taken(pos, seat)
    pos.talk = (city,)
    yield from turn_hostile(pos, city, "12.32")
    pos.talk = ()


def _forbids_disgruntled(pos: ConquestPosition, seat: Seat, commander: str) -> Bar | None:
    """2.19  An expedition in bad morale."""
    least = number(pos, "disgruntled-soldiers", "hits_at_least")
    if pos.expeditions[commander].hits < least:
        return Bar("2.12", "few-hits", (("least", least),))
    return in_haven(pos, commander)


DISGRUNTLED: Final = Aim(
    "disgruntled-soldiers", "target-expedition", "2.12", "no-target", expeditions_of_others, _forbids_disgruntled
)


@card("disgruntled-soldiers", "impulse", rule="2.12", forbids=DISGRUNTLED.forbids_card)
def disgruntled_soldiers(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """An expedition in bad morale loses a Spanish unit, or two; its owner chooses."""
    commander = yield from DISGRUNTLED.taken(pos, seat)
    yield from desert(pos, commander, pos.expeditions[commander].owner)


def desert(pos: ConquestPosition, commander: str, chooser: Seat) -> Procedure[None]:
    """The unhappy men of an expedition leave, one or two units of somebody's choice."""
    many = pos.expeditions[commander].hits >= number(pos, DISGRUNTLED.title, "many_hits")
    for left in range(number(pos, DISGRUNTLED.title, "units_lost_many" if many else "units_lost"), 0, -1):
        pos.talk = (commander, str(left))
        yield from lose_spanish(pos, commander, chooser, "2.12")
    pos.talk = ()


def lose_spanish(pos: ConquestPosition, commander: str, chooser: Seat, rule: str) -> Procedure[None]:
    """A Spanish unit of somebody's choice is lost, if there is one."""
    units = pos.units(commander)
    each = [kind for kind in KINDS for _ in range(units.of(kind))]
    if each:
        unit = yield from decide(pos, chooser, "lose-unit", rule, each, facts=(("expedition", commander),))
        yield from lose_unit(pos, commander, str(unit), rule)


def _imperial_cities(pos: ConquestPosition, seat: Seat) -> list[str]:
    return sorted([space for space, site in pos.sites.items() if site.empire is not None])


def _forbids_freeing(pos: ConquestPosition, seat: Seat, city: str) -> Bar | None:
    """12.24  Another player holds the king of this empire here."""
    held = [pos.expeditions[c].kings for c in pos.expeditions_in(city) if pos.expeditions[c].owner != seat]
    return None if any(pos.site(city).empire in kings for kings in held) else Bar("12.24", "no-king-held")


FREE_KING: Final = Aim("free-the-king", "target-space", "12.24", "no-king-held", _imperial_cities, _forbids_freeing)


@card("free-the-king", "impulse", rule="12.24", forbids=FREE_KING.forbids_card)
def free_the_king(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """The city where its king is held rises: hostile, with units added to any there; they may attack now (2.35)."""
    city = yield from FREE_KING.taken(pos, seat)
    yield from rise(pos, city, units_for(pos, pos.site(city)), "12.32")


def rise(pos: ConquestPosition, space: str, count: int, rule: str) -> Procedure[None]:
    """12.32, G-12.32b  A place turns hostile; the units of the card join those that are there. There is one draw."""
    site = pos.site(space)
    pos.talk = (space, str(count))
    if site.ally is not None:
        yield from end_alliance(pos, space, rule)
    if not site.hostile:
        pos.edit_site(space, hostile=True)
        pos.report(Turned, space=space, status="hostile", rule=rule)
    pos.talk = (space, str(pos.site(space).garrison.size + count))
    yield from gather(pos, space, count, "12.34")
    pos.talk = ()


def _places(pos: ConquestPosition, seat: Seat) -> list[str]:
    return sorted([space for space, site in pos.sites.items() if site.marker in PLACES])


def _anything(pos: ConquestPosition, seat: Seat, thing: str) -> Bar | None:
    return None


UPRISING: Final = Aim("indian-uprising", "target-space", "12.32", "no-target", _places, _anything)


@card("indian-uprising", "impulse", rule="12.32", forbids=UPRISING.forbids_card)
def indian_uprising(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """12.32, 12.34, 12.341  Units for the place, one more for each plunder attempt this turn, two if plundered out."""
    space = yield from UPRISING.taken(pos, seat)
    yield from rise(pos, space, rising(pos, pos.site(space)), "12.341")


def rising(pos: ConquestPosition, site: Site) -> int:
    """12.34, 12.341  How many units rise in a place."""
    kind = "imperial" if site.marker in IMPERIAL else str(site.marker)
    count = number(pos, UPRISING.title, kind) + site.attempts * number(pos, UPRISING.title, "per_plunder_attempt")
    return count + number(pos, UPRISING.title, "plundered_out") if site.out else count


def _forbids_suspicion(pos: ConquestPosition, seat: Seat, other: str) -> Bar | None:
    return None if other in [site.ally for site in pos.sites.values()] else Bar("11.12", "no-ally-of-others")


TREASON: Final = Aim(
    "suspicion-of-treason", "target-player", "11.12", "no-ally-of-others", other_players, _forbids_suspicion
)


@card("suspicion-of-treason", "impulse", rule="11.12", forbids=TREASON.forbids_card)
def suspicion_of_treason(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """The governor suspects a player who has allies, whose index falls."""
    target = yield from TREASON.taken(pos, seat)
    move_index(pos, target, number(pos, TREASON.title, "index"), "11.12")


def _rich(pos: ConquestPosition, player: Seat) -> list[str]:
    return sorted([c for c, held in pos.expeditions.items() if held.gold and held.owner == player])


def exposed_gold(pos: ConquestPosition, player: Seat) -> list[str]:
    """10.14, 2.19  The expeditions of a player that can be robbed: with gold, outside Cuba and Panama."""
    return [commander for commander in _rich(pos, player) if in_haven(pos, commander) is None]


def _forbids_theft(pos: ConquestPosition, seat: Seat, other: str) -> Bar | None:
    """10.14, 2.19  Gold outside Cuba and Panama."""
    if not _rich(pos, other):
        return Bar("10.14", "no-gold-of-others")
    return None if exposed_gold(pos, other) else HAVEN


THEFT: Final = Aim("theft", "target-player", "10.14", "no-gold-of-others", other_players, _forbids_theft)


@card("theft", "impulse", rule="10.14", forbids=THEFT.forbids_card)
def theft(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """10.14, 1.52, G-1.52  A die's worth of gold is stolen from an expedition of one player, chosen at random."""
    target = yield from THEFT.taken(pos, seat)
    robbed = exposed_gold(pos, target)
    commander = str((yield from by_lot(pos, robbed, "1.52")))
    pos.talk = (commander,)
    thrown = yield from roll(pos, "theft", seat, rule="10.14")
    pos.talk = ()
    stolen = thrown.total * number(pos, "theft", "gold_per_pip")
    gain_gold(pos, commander, max(stolen, -pos.expeditions[commander].gold), "stolen", "10.14")


# For oneself -----------------------------------------------------------------------------------------------------


def _forbids_ultimatum(pos: ConquestPosition, seat: Seat, commander: str) -> Bar | None:
    return None if pos.expeditions[commander].hits else Bar("9.24", "no-hits")


ULTIMATUM: Final = Aim("ultimatum", "target-expedition", "9.24", "no-hits", own_expeditions, _forbids_ultimatum)


@card("ultimatum", "impulse", rule="9.24", forbids=ULTIMATUM.forbids_card)
def ultimatum(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """9.24, G-9.24  All hits go; then a roll that may cost a combat unit of the owner's choice."""
    commander = yield from ULTIMATUM.taken(pos, seat)
    set_hits(pos, commander, 0, "9.24")
    pos.talk = (commander,)
    thrown = yield from roll(pos, "ultimatum", seat, rule="9.24", reads=pos.rules.reading("ultimatum"))
    if thrown.result == "unit-lost":
        kinds = units_to_lose(pos, commander, spanish_only=False)
        unit = yield from pick(seat, "lose-unit", "9.24", kinds, facts=(("expedition", commander),))
        yield from lose_unit(pos, commander, str(unit), "9.24")
    pos.talk = ()


def _explored(pos: ConquestPosition, seat: Seat) -> list[str]:
    return sorted([space for space, site in pos.sites.items() if site.marker in ("discovered", "mosquito")])


REDISCOVERY: Final = Aim("rediscovery", "target-space", "4.17", "no-target", _explored, _anything)


@card("rediscovery", "impulse", rule="4.17", forbids=REDISCOVERY.forbids_card)
def rediscovery(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """4.15, 4.17  A Discovered or Mosquito marker goes: the space is undiscovered again. Indians there stay (12.35)."""
    space = yield from REDISCOVERY.taken(pos, seat)
    marker = str(pos.site(space).marker)
    pos.edit_site(space, marker=None, known=False)
    pos.report(Removed, marker=marker, space=space, rule="4.17")


@card("letter-from-the-crown", "impulse", rule="11.23")
def letter_from_the_crown(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """11.23, D-11.23  The warrant against oneself is cancelled; without one the index rises."""
    if pos.factions[seat].warrant:
        lift_warrant(pos, seat, "11.23")
    else:
        move_index(pos, seat, number(pos, "letter-from-the-crown", "index_otherwise"), "11.12")
    yield from ()


def _forbids_luck_to_both(pos: ConquestPosition, seat: Seat) -> Bar | None:
    if pos.impulse.incited:
        return Bar("2.0(5)", "indians-used")
    return Bar("2.17", "one-copy") if pos.impulse.allowed > pos.rules.n.activations else None


@card("buena-suerte-a-ambos", "impulse", rule="2.32", forbids=_forbids_luck_to_both)
def buena_suerte_a_ambos(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """Two different expeditions may be activated in this impulse."""
    pos.impulse = changed(pos.impulse, allowed=number(pos, "buena-suerte-a-ambos", "activations"))
    yield from ()


def _forbids_aid(title: str) -> Forbids:
    def forbids(pos: ConquestPosition, seat: Seat) -> Bar | None:
        if title in pos.impulse.aids:
            return Bar("2.17", "one-copy")
        spent = pos.impulse.used >= pos.impulse.allowed or pos.impulse.incited
        return Bar("2.32", "one-activation") if spent else None

    return forbids


def _aid(title: str, rule: str) -> None:
    """A card that helps an action still to come in this impulse."""

    def play(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
        pos.impulse = changed(pos.impulse, aids=(*pos.impulse.aids, title))
        yield from ()

    card(title, "impulse", rule=rule, forbids=_forbids_aid(title))(play)


_aid(ROYAL_ROAD, "3.12")
_aid(MASTER_PILOT, "3.22")
_aid("night-march", "2.34")


TOO_LITTLE_GOLD: Final = Bar("11.12", "too-little-gold")


def _forbids_embassy(pos: ConquestPosition, seat: Seat, commander: str) -> Bar | None:
    price = -number(pos, "procurators-to-spain", "gold")
    return None if pos.expeditions[commander].gold >= price else TOO_LITTLE_GOLD


PROCURATORS: Final = Aim(
    "procurators-to-spain", "target-expedition", "11.12", "too-little-gold", own_expeditions, _forbids_embassy
)


@card("procurators-to-spain", "impulse", rule="11.12", forbids=PROCURATORS.forbids_card)
def procurators_to_spain(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """Gold for the court: the index rises."""
    payer = yield from PROCURATORS.taken(pos, seat)
    gain_gold(pos, payer, number(pos, PROCURATORS.title, "gold"), "court", "11.12")
    move_index(pos, seat, number(pos, PROCURATORS.title, "index"), "11.12")


def _on_the_coast(rule: str) -> Judge:
    """On land next to the sea."""

    def forbids(pos: ConquestPosition, seat: Seat, commander: str) -> Bar | None:
        world, space = pos.rules.world, pos.expeditions[commander].space
        return None if space in world.next_to_sea and space not in world.sea else Bar(rule, "not-on-coast")

    return forbids


GARAY: Final = Aim("garays-men", "target-expedition", "1.421", "no-target", own_expeditions, _on_the_coast("1.421"))
SCUTTLING: Final = Aim(
    "ships-scuttled", "target-expedition", "9.15", "no-target", own_expeditions, _on_the_coast("9.15")
)


@card("garays-men", "impulse", rule="1.421", forbids=GARAY.forbids_card)
def garays_men(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """1.421  Foot units join an expedition on the coast."""
    commander = yield from GARAY.taken(pos, seat)
    pos.talk = (commander,)
    yield from receive(pos, commander, Units(foot=number(pos, GARAY.title, "foot")), "1.421")
    pos.talk = ()


@card("a-ship-from-castile", "impulse", rule="2.16")
def a_ship_from_castile(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """1.32, G-1.32b  More Strategy cards; who then holds more than eight lays down the rest at once."""
    for left in range(number(pos, "a-ship-from-castile", "draw"), 0, -1):
        pos.talk = (str(left),)
        yield from draw_card(pos, seat, "2.16")
    pos.talk = ()
    pos.then(f"lay-down:{seat}")


NO_FRIENDLY_PLACE: Final = Bar("8.13", "no-friendly-place")


def _forbids_maize(pos: ConquestPosition, seat: Seat, commander: str) -> Bar | None:
    site = pos.site(pos.expeditions[commander].space)
    return None if site.marker in PLACES and not site.hostile else NO_FRIENDLY_PLACE


MAIZE: Final = Aim(
    "storehouses-of-maize", "target-expedition", "8.13", "no-friendly-place", own_expeditions, _forbids_maize
)


@card("storehouses-of-maize", "impulse", rule="8.13", forbids=MAIZE.forbids_card)
def storehouses_of_maize(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """8.13, 8.131  Food from a friendly town or city, within the limit."""
    commander = yield from MAIZE.taken(pos, seat)
    gain_food(pos, commander, number(pos, MAIZE.title, "food"), "card", "8.13")


@card("ships-scuttled", "impulse", rule="9.15", forbids=SCUTTLING.forbids_card)
def ships_scuttled(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """A hit less and a foot unit more, and no way back by sea this turn."""
    commander = yield from SCUTTLING.taken(pos, seat)
    set_hits(pos, commander, pos.expeditions[commander].hits + number(pos, SCUTTLING.title, "hits"), "9.15")
    pos.edit(commander, ashore=True)
    pos.talk = (commander,)
    yield from receive(pos, commander, Units(foot=number(pos, SCUTTLING.title, "foot")), "1.421")
    pos.talk = ()


def _forbids_harbor(pos: ConquestPosition, seat: Seat, commander: str) -> Bar | None:
    return Bar("21.1", "already-healthy") if pos.expeditions[commander].healthy else None


HARBOR: Final = Aim("a-healthier-harbor", "target-expedition", "21.1", "no-target", own_expeditions, _forbids_harbor)


@card("a-healthier-harbor", "impulse", rule="21.1", forbids=HARBOR.forbids_card)
def a_healthier_harbor(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """21.1  An expedition makes no malaria check this turn, wherever it goes.

    Own ruling: men who are left behind or split off are spared too, and men who join them only if they were.
    """
    commander = yield from HARBOR.taken(pos, seat)
    pos.edit(commander, healthy=True)


def _own_men(pos: ConquestPosition, seat: Seat) -> list[str]:
    return sorted([man for man, captain in pos.captains.items() if captain.owner == seat])


NOBODY_WOUNDED: Final = Bar("6.41", "nobody-wounded")


def _forbids_healing(pos: ConquestPosition, seat: Seat, man: str) -> Bar | None:
    return None if pos.captains[man].wounded else NOBODY_WOUNDED


WOUNDS: Final = Aim("wounds-dressed", "target-captain", "6.41", "nobody-wounded", _own_men, _forbids_healing)


@card("wounds-dressed", "impulse", rule="6.41", forbids=WOUNDS.forbids_card)
def wounds_dressed(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """6.41  A wounded conquistador recovers at once."""
    man = yield from WOUNDS.taken(pos, seat)
    pos.edit_captain(man, wounded=False)
    pos.report(Healed, captain=man, rule="6.41")


@card("mano-de-dios", "roll", rule="1.53")
def mano_de_dios(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """1.53  Played with a roll and in no other way: `roll()` asks for it."""
    yield from ()
