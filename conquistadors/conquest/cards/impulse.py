"""2.12  Action cards that are played in one's own impulse."""

from __future__ import annotations

from collections.abc import Callable

from conquistadors.conquest.aftermath import die
from conquistadors.conquest.asking import pick
from conquistadors.conquest.cards.playing import Forbids, card
from conquistadors.conquest.events import Healed, Turned
from conquistadors.conquest.expeditions import gain_food, lose_unit, receive, units_to_lose
from conquistadors.conquest.gold import gain_gold
from conquistadors.conquest.governor import forbids_warrant, in_pause, issue_warrant, lift_warrant, move_index
from conquistadors.conquest.hands import draw_card
from conquistadors.conquest.indians import end_alliance, gather, take_marker_off, turn_hostile, units_for
from conquistadors.conquest.morale import set_hits
from conquistadors.conquest.movement import MASTER_PILOT, ROYAL_ROAD
from conquistadors.conquest.position import CITIES, PLACES, Indies, Units
from conquistadors.engine import Bar, Pile, Procedure, Seat, changed, draw, roll

Targets = Callable[[Indies, Seat], list[str]]


def number(pos: Indies, title: str, name: str) -> int:
    """A number of a card's text."""
    return int(str(pos.rules.cards[title].effect[name]))


def needs(targets: Targets, rule: str, reason: str) -> Forbids:
    """A card that can be played only if there is something to play it on."""

    def forbids(pos: Indies, seat: Seat) -> Bar | None:
        return None if targets(pos, seat) else Bar(rule, reason)

    return forbids


def exposed(pos: Indies, commander: str) -> bool:
    """2.19  Not in Santiago de Cuba or Panama."""
    return pos.expeditions[commander].space not in pos.rules.world.havens


def of_others(pos: Indies, seat: Seat) -> list[str]:
    """Expeditions of other players that cards can be played against."""
    return [c for other in pos.others(seat) for c in pos.expeditions_of(other) if exposed(pos, c)]


# Against other players -------------------------------------------------------------------------------------------


def warrant_targets(pos: Indies, seat: Seat) -> list[str]:
    """11.21, 11.22, 11.26, 11.27"""
    return [other for other in pos.others(seat) if forbids_warrant(pos, other) is None]


def _forbids_arrest(pos: Indies, seat: Seat) -> Bar | None:
    if warrant_targets(pos, seat):
        return None
    bars = [forbids_warrant(pos, other) for other in pos.others(seat)]
    return bars[0] if bars else Bar("11.21", "no-target")


@card("arrest-warrant", "impulse", rule="11.22", forbids=_forbids_arrest)
def arrest_warrant(pos: Indies, seat: Seat) -> Procedure[None]:
    """11.22, 11.27, G-11.27  Out of favour: the warrant is in force. Otherwise the index falls by one."""
    target = yield from pick(seat, "target-player", "11.22", warrant_targets(pos, seat), facts=_of("arrest-warrant"))
    wanted = str(target)
    if pos.factions[wanted].index < 0 and not in_pause(pos, wanted):
        pos.piles["discards"] = pos.piles["discards"].minus("arrest-warrant")
        issue_warrant(pos, wanted)
    else:
        move_index(pos, wanted, number(pos, "arrest-warrant", "index_otherwise"), "11.27")


def _of(title: str) -> tuple[tuple[str, object], ...]:
    return (("card", title),)


def assassination_targets(pos: Indies, seat: Seat) -> list[str]:
    """2.19  Conquistadors of others in land spaces."""
    sea = pos.rules.world.sea
    found = [c for c in of_others(pos, seat) if pos.expeditions[c].space not in sea]
    return sorted(man for commander in found for man in pos.members(commander))


@card("assassination", "impulse", rule="1.56", forbids=needs(assassination_targets, "1.56", "no-target"))
def assassination(pos: Indies, seat: Seat) -> Procedure[None]:
    """1.56, 6.45, G-1.56  A roll that may kill a conquistador; only his owner may force a re-roll."""
    targets = assassination_targets(pos, seat)
    man = yield from pick(seat, "target-captain", "1.56", targets, facts=_of("assassination"))
    pos.talk = (str(man),)
    owner = pos.captains[str(man)].owner
    thrown = yield from roll(pos, "assassination", seat, rule="1.56", luck_of=owner)
    victim = pos.talk[0]
    pos.talk = ()
    if pos.rules.result("assassination", thrown.total) == "dead":
        yield from die(pos, victim, "6.45")


def turncoats(pos: Indies, seat: Seat) -> list[str]:
    """Cities that are neutral, or allied to another player."""
    fits = [s for s, site in pos.sites.items() if site.marker in CITIES and not site.hostile and site.ally != seat]
    return sorted(fits)


@card("city-has-new-chief", "impulse", rule="2.35", forbids=needs(turncoats, "12.12", "no-target"))
def city_has_new_chief(pos: Indies, seat: Seat) -> Procedure[None]:
    """2.35, 12.32  A city turns hostile and draws its units; they may attack in this very impulse."""
    city = yield from pick(seat, "target-space", "12.32", turncoats(pos, seat), facts=_of("city-has-new-chief"))
    yield from turn_hostile(pos, str(city), "12.32")


def disgruntled(pos: Indies, seat: Seat) -> list[str]:
    """Expeditions of others in bad morale with a Spanish unit."""
    least = number(pos, "disgruntled-soldiers", "hits_at_least")
    return [c for c in of_others(pos, seat) if pos.expeditions[c].hits >= least and pos.units(c).size]


@card("disgruntled-soldiers", "impulse", rule="2.12", forbids=needs(disgruntled, "2.12", "no-target"))
def disgruntled_soldiers(pos: Indies, seat: Seat) -> Procedure[None]:
    """An expedition in bad morale loses a Spanish unit, or two; its owner chooses."""
    title = "disgruntled-soldiers"
    target = yield from pick(seat, "target-expedition", "2.12", disgruntled(pos, seat), facts=_of(title))
    commander = str(target)
    many = pos.expeditions[commander].hits >= number(pos, title, "many_hits")
    pos.talk = (commander,)
    for _ in range(number(pos, title, "units_lost_many" if many else "units_lost")):
        yield from lose_spanish(pos, commander, "2.12")
    pos.talk = ()


def lose_spanish(pos: Indies, commander: str, rule: str) -> Procedure[None]:
    """A Spanish unit of the owner's choice is lost, if there is one."""
    kinds = units_to_lose(pos, commander, spanish_only=True)
    if kinds:
        owner = pos.expeditions[commander].owner
        unit = yield from pick(owner, "lose-unit", rule, kinds, facts=(("expedition", commander),))
        yield from lose_unit(pos, commander, str(unit), rule)


def held_kings(pos: Indies, seat: Seat) -> list[str]:
    """Cities where another player holds the king of that very empire."""
    spaces = {
        pos.expeditions[c].space
        for c in of_others(pos, seat)
        if pos.site(pos.expeditions[c].space).empire in pos.expeditions[c].kings
    }
    return sorted(spaces)


@card("free-the-king", "impulse", rule="12.24", forbids=needs(held_kings, "12.24", "no-king-held"))
def free_the_king(pos: Indies, seat: Seat) -> Procedure[None]:
    """The city where its king is held rises: hostile, with units added to any there; they may attack now (2.35)."""
    city = yield from pick(seat, "target-space", "12.24", held_kings(pos, seat), facts=_of("free-the-king"))
    yield from rise(pos, str(city), units_for(pos, pos.site(str(city))), "12.32")


def rise(pos: Indies, space: str, count: int, rule: str) -> Procedure[None]:
    """12.32, G-12.32b  A place turns hostile; the units of the card join those that are there. There is one draw."""
    site = pos.site(space)
    if site.ally is not None:
        yield from end_alliance(pos, space, rule)
    if not site.hostile:
        pos.edit_site(space, hostile=True)
        pos.report(Turned, space=space, status="hostile", rule=rule)
    yield from gather(pos, space, count, "12.34")


def uprising_targets(pos: Indies, seat: Seat) -> list[str]:
    """12.32  Any town or city."""
    return sorted(space for space, site in pos.sites.items() if site.marker in PLACES)


@card("indian-uprising", "impulse", rule="12.32", forbids=needs(uprising_targets, "12.32", "no-target"))
def indian_uprising(pos: Indies, seat: Seat) -> Procedure[None]:
    """12.32, 12.34, 12.341  Units for the place, one more for each plunder attempt this turn, two if plundered out."""
    title = "indian-uprising"
    target = yield from pick(seat, "target-space", "12.32", uprising_targets(pos, seat), facts=_of(title))
    space = str(target)
    site = pos.site(space)
    count = units_for(pos, site) + site.attempts * number(pos, title, "per_plunder_attempt")
    if site.out:
        count += number(pos, title, "plundered_out")
    yield from rise(pos, space, count, "12.341")


def allied_players(pos: Indies, seat: Seat) -> list[str]:
    """Other players who have an allied city."""
    allies = {site.ally for site in pos.sites.values()}
    return [other for other in pos.others(seat) if other in allies]


@card("suspicion-of-treason", "impulse", rule="11.12", forbids=needs(allied_players, "11.12", "no-ally-of-others"))
def suspicion_of_treason(pos: Indies, seat: Seat) -> Procedure[None]:
    """The governor suspects a player who has allies: his index falls."""
    title = "suspicion-of-treason"
    target = yield from pick(seat, "target-player", "11.12", allied_players(pos, seat), facts=_of(title))
    move_index(pos, str(target), number(pos, title, "index"), "11.12")


def rich_expeditions(pos: Indies, player: Seat) -> list[str]:
    return [c for c in pos.expeditions_of(player) if pos.expeditions[c].gold and exposed(pos, c)]


def rich_players(pos: Indies, seat: Seat) -> list[str]:
    """Other players with gold outside Cuba and Panama."""
    return [other for other in pos.others(seat) if rich_expeditions(pos, other)]


@card("theft", "impulse", rule="10.14", forbids=needs(rich_players, "10.14", "no-gold-of-others"))
def theft(pos: Indies, seat: Seat) -> Procedure[None]:
    """10.14, 1.52  A die's worth of gold is stolen from an expedition of one player, chosen at random."""
    target = yield from pick(seat, "target-player", "10.14", rich_players(pos, seat), facts=_of("theft"))
    robbed = rich_expeditions(pos, str(target))
    commander = robbed[0]
    if len(robbed) > 1:
        commander = yield from draw(pos, Pile.of(robbed), seat, name="expedition", rule="1.52", seen_by=None)
    pos.talk = (commander,)
    thrown = yield from roll(pos, "theft", seat, rule="10.14")
    pos.talk = ()
    stolen = min(thrown.total, pos.expeditions[commander].gold)
    gain_gold(pos, commander, -stolen, "stolen", "10.14")


# For oneself -----------------------------------------------------------------------------------------------------


def shaken(pos: Indies, seat: Seat) -> list[str]:
    """Own expeditions with morale hits."""
    return [c for c in pos.expeditions_of(seat) if pos.expeditions[c].hits]


@card("ultimatum", "impulse", rule="9.24", forbids=needs(shaken, "9.24", "no-hits"))
def ultimatum(pos: Indies, seat: Seat) -> Procedure[None]:
    """9.24, G-9.24  All hits go; then a roll that may cost a combat unit of the owner's choice."""
    target = yield from pick(seat, "target-expedition", "9.24", shaken(pos, seat), facts=_of("ultimatum"))
    commander = str(target)
    set_hits(pos, commander, 0, "9.24")
    pos.talk = (commander,)
    thrown = yield from roll(pos, "ultimatum", seat, rule="9.24")
    commander = pos.talk[0]
    pos.talk = ()
    if pos.rules.result("ultimatum", thrown.total) == "unit-lost":
        kinds = units_to_lose(pos, commander, spanish_only=False)
        unit = yield from pick(seat, "lose-unit", "9.24", kinds, facts=(("expedition", commander),))
        yield from lose_unit(pos, commander, str(unit), "9.24")


def explored(pos: Indies, seat: Seat) -> list[str]:
    """4.17  Spaces with a Discovered or Mosquito marker."""
    return sorted(space for space, site in pos.sites.items() if site.marker in ("discovered", "mosquito"))


@card("rediscovery", "impulse", rule="4.17", forbids=needs(explored, "4.17", "no-target"))
def rediscovery(pos: Indies, seat: Seat) -> Procedure[None]:
    """4.15, 4.17  A Discovered or Mosquito marker goes: the space is undiscovered again."""
    space = yield from pick(seat, "target-space", "4.17", explored(pos, seat), facts=_of("rediscovery"))
    take_marker_off(pos, str(space), "4.17")


@card("letter-from-the-crown", "impulse", rule="11.23")
def letter_from_the_crown(pos: Indies, seat: Seat) -> Procedure[None]:
    """11.23, D-11.23  The warrant against oneself is cancelled; without one the index rises."""
    if pos.factions[seat].warrant:
        lift_warrant(pos, seat, "11.23")
    else:
        move_index(pos, seat, number(pos, "letter-from-the-crown", "index_otherwise"), "11.12")
    yield from ()


def _forbids_luck_to_both(pos: Indies, seat: Seat) -> Bar | None:
    return Bar("2.17", "one-copy") if pos.impulse.allowed > pos.rules.n.activations else None


@card("buena-suerte-a-ambos", "impulse", rule="2.32", forbids=_forbids_luck_to_both)
def buena_suerte_a_ambos(pos: Indies, seat: Seat) -> Procedure[None]:
    """Two different expeditions may be activated in this impulse."""
    pos.impulse = changed(pos.impulse, allowed=number(pos, "buena-suerte-a-ambos", "activations"))
    yield from ()


def _forbids_aid(title: str) -> Forbids:
    def forbids(pos: Indies, seat: Seat) -> Bar | None:
        if title in pos.impulse.aids:
            return Bar("2.17", "one-copy")
        spent = pos.impulse.used >= pos.impulse.allowed or pos.impulse.incited
        return Bar("2.32", "one-activation") if spent else None

    return forbids


def _aid(title: str, rule: str) -> None:
    """A card that helps an action still to come in this impulse."""

    def play(pos: Indies, seat: Seat) -> Procedure[None]:
        pos.impulse = changed(pos.impulse, aids=(*pos.impulse.aids, title))
        yield from ()

    card(title, "impulse", rule=rule, forbids=_forbids_aid(title))(play)


_aid(ROYAL_ROAD, "3.12")
_aid(MASTER_PILOT, "3.22")
_aid("night-march", "2.34")


def able_to_pay(pos: Indies, seat: Seat) -> list[str]:
    price = -number(pos, "procurators-to-spain", "gold")
    return [c for c in pos.expeditions_of(seat) if pos.expeditions[c].gold >= price]


@card("procurators-to-spain", "impulse", rule="11.12", forbids=needs(able_to_pay, "11.12", "too-little-gold"))
def procurators_to_spain(pos: Indies, seat: Seat) -> Procedure[None]:
    """Gold for the court: the index rises."""
    title = "procurators-to-spain"
    payer = yield from pick(seat, "target-expedition", "11.12", able_to_pay(pos, seat), facts=_of(title))
    gain_gold(pos, str(payer), number(pos, title, "gold"), "court", "11.12")
    move_index(pos, seat, number(pos, title, "index"), "11.12")


def on_the_coast(pos: Indies, seat: Seat) -> list[str]:
    """Own expeditions on land next to the sea."""
    world = pos.rules.world
    own = pos.expeditions_of(seat)
    return [
        c for c in own if pos.expeditions[c].space in world.next_to_sea and pos.expeditions[c].space not in world.sea
    ]


@card("garays-men", "impulse", rule="1.421", forbids=needs(on_the_coast, "1.421", "no-target"))
def garays_men(pos: Indies, seat: Seat) -> Procedure[None]:
    """1.421  Foot units join an expedition on the coast."""
    target = yield from pick(seat, "target-expedition", "1.421", on_the_coast(pos, seat), facts=_of("garays-men"))
    pos.talk = (str(target),)
    yield from receive(pos, str(target), Units(foot=number(pos, "garays-men", "foot")), "1.421")
    pos.talk = ()


@card("a-ship-from-castile", "impulse", rule="2.16")
def a_ship_from_castile(pos: Indies, seat: Seat) -> Procedure[None]:
    """More Strategy cards; the limit of eight holds again when the next turn begins (2.15)."""
    for _ in range(number(pos, "a-ship-from-castile", "draw")):
        yield from draw_card(pos, seat, "2.16")


def fed_by_friends(pos: Indies, seat: Seat) -> list[str]:
    """Own expeditions at a town or city that is not hostile."""
    own = pos.expeditions_of(seat)
    sites = {c: pos.site(pos.expeditions[c].space) for c in own}
    return [c for c in own if sites[c].marker in PLACES and not sites[c].hostile]


@card("storehouses-of-maize", "impulse", rule="8.13", forbids=needs(fed_by_friends, "8.13", "no-friendly-place"))
def storehouses_of_maize(pos: Indies, seat: Seat) -> Procedure[None]:
    """8.13, 8.131  Food from a friendly town or city, within the limit."""
    title = "storehouses-of-maize"
    target = yield from pick(seat, "target-expedition", "8.13", fed_by_friends(pos, seat), facts=_of(title))
    gain_food(pos, str(target), number(pos, title, "food"), "card", "8.13")


@card("ships-scuttled", "impulse", rule="9.15", forbids=needs(on_the_coast, "9.15", "no-target"))
def ships_scuttled(pos: Indies, seat: Seat) -> Procedure[None]:
    """A hit less and a foot unit more, and no way back by sea this turn."""
    title = "ships-scuttled"
    target = yield from pick(seat, "target-expedition", "9.15", on_the_coast(pos, seat), facts=_of(title))
    commander = str(target)
    set_hits(pos, commander, pos.expeditions[commander].hits + number(pos, title, "hits"), "9.15")
    pos.edit(commander, ashore=True)
    pos.talk = (commander,)
    yield from receive(pos, commander, Units(foot=number(pos, title, "foot")), "1.421")
    pos.talk = ()


def wounded_men(pos: Indies, seat: Seat) -> list[str]:
    return sorted(man for man, captain in pos.captains.items() if captain.owner == seat and captain.wounded)


@card("wounds-dressed", "impulse", rule="6.41", forbids=needs(wounded_men, "6.41", "nobody-wounded"))
def wounds_dressed(pos: Indies, seat: Seat) -> Procedure[None]:
    """6.41  A wounded conquistador recovers at once."""
    man = yield from pick(seat, "target-captain", "6.41", wounded_men(pos, seat), facts=_of("wounds-dressed"))
    pos.edit_captain(str(man), wounded=False)
    pos.report(Healed, captain=str(man), rule="6.41")


@card("mano-de-dios", "roll", rule="1.53")
def mano_de_dios(pos: Indies, seat: Seat) -> Procedure[None]:
    """1.53  Played with a roll and in no other way: `roll()` asks for it."""
    yield from ()
