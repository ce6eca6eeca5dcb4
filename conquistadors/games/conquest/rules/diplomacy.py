"""5.0  Diplomacy and alliance."""

from __future__ import annotations

from conquistadors.engine import (
    Bar,
    Modifier,
    Pile,
    Procedure,
    Seat,
    amount,
    draw,
    offer,
    option,
    pick,
    procedure,
    roll,
    step,
)
from conquistadors.games.conquest.pack.tables import DiplomacyResult
from conquistadors.games.conquest.rules.asking import note
from conquistadors.games.conquest.rules.cards.playing import best_rating, current, support
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.events import AlliesChanged, AssetGained, LuckGained, Reshuffled, Turned
from conquistadors.games.conquest.rules.expeditions import gain_food
from conquistadors.games.conquest.rules.gold import gain_gold
from conquistadors.games.conquest.rules.indians import (
    capture_king,
    dismiss_from,
    end_alliance,
    gather,
    turn_hostile,
    turn_neutral,
    units_for,
)
from conquistadors.games.conquest.rules.position import CITIES, PLACES, Action, ConquestPosition, ally

LUCK = "mano-de-dios"
DAUGHTERS = "daughters-of-the-caciques"


def forbids_diplomacy(pos: ConquestPosition, commander: str) -> Bar | None:
    """5.11, J3, G-5.1, G-3.15  A town or city of any status in the expedition's space."""
    marker = pos.site(pos.expeditions[commander].space).marker
    if marker not in PLACES:
        return Bar("5.11", "no-place" if marker != "village" else "village-diplomacy")
    if not pos.rules.house.lone_diplomacy and not pos.units(commander).size:
        return Bar("G-3.15", "alone")
    return None


@procedure("5.13", steps=("target", "cards", "modifiers", "roll", "result"))
def diplomacy(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """The Diplomacy action."""
    expedition = pos.expeditions[commander]
    space, owner = expedition.space, expedition.owner
    step(pos, diplomacy, "target")
    pos.action = Action("diplomacy", commander, space)
    step(pos, diplomacy, "cards")
    yield from pos.rules.oppose(pos, "diplomacy", pos.others(owner), "5.13(2)")
    yield from support(pos, "diplomacy", "5.13(2)")
    step(pos, diplomacy, "modifiers")
    modifiers = (*diplomacy_modifiers(pos, commander, space), *current(pos).modifiers)
    column = "city" if pos.site(space).marker in CITIES else "town"  # 12.26, DP7
    reads = pos.rules.reading("diplomacy", column)
    step(pos, diplomacy, "roll")
    thrown = yield from roll(pos, "diplomacy", owner, modifiers, rule="5.13(4)", reads=reads)
    step(pos, diplomacy, "result")
    yield from apply_result(pos, commander, space, thrown.result)
    pos.action = None


def diplomacy_modifiers(pos: ConquestPosition, commander: str, space: str) -> tuple[Modifier, ...]:
    """5.13(3), 12.26, G-5.13  The rating of one conquistador, and the status of the place; all add up."""
    n, site = pos.rules.n, pos.site(space)
    found = [best_rating(pos, commander, "diplomacy")]
    if site.hostile:
        found.append(Modifier("hostile", n.diplomacy_hostile))
    if site.ally is not None and site.ally != pos.expeditions[commander].owner:
        found.append(Modifier("allied-to-another", n.diplomacy_allied))
    if site.empire is not None:
        found.append(Modifier("imperial", n.diplomacy_imperial))  # 12.26
    return tuple(found)


@procedure("5.14", steps=("status", "food", "alliance", "king", "choice"))
def apply_result(pos: ConquestPosition, commander: str, space: str, result: DiplomacyResult) -> Procedure[None]:
    """5.14, 5.17, 5.26, 5.27  What a Diplomacy roll brings, to the target city alone.

    A city that turns hostile draws its units, a town does not (G-5.14). A king is captured only if he is in that space
    (G-5.14c). With a city allied to another player only an alliance counts, and no king either (5.141, G-5.26); with
    your own ally there is no new alliance and no draw (G-5.27).
    """
    owner = pos.expeditions[commander].owner
    site = pos.site(space)
    if site.ally is not None and site.ally != owner:
        if result.alliance and site.marker in CITIES:
            yield from make_alliance(pos, commander, space)
        return
    step(pos, apply_result, "status")
    if result.turns_hostile and not site.hostile and site.ally is None:
        yield from turn_hostile(pos, space, "5.14")
    if result.calms and site.hostile:
        turn_neutral(pos, space, "5.14")
    step(pos, apply_result, "food")
    if result.food:
        gain_food(pos, commander, result.food, "diplomacy", "5.14")
    step(pos, apply_result, "alliance")
    if result.alliance and site.marker in CITIES and site.ally is None:
        yield from make_alliance(pos, commander, space)
    step(pos, apply_result, "king")
    if result.king:
        capture_king(pos, commander, space, "5.14")
    step(pos, apply_result, "choice")
    if result.choice is not None:
        yield from asset_or_gold(pos, commander, space, result.choice)


# Assets and gold -------------------------------------------------------------------------------------------------


@procedure("5.15")
def asset_or_gold(pos: ConquestPosition, commander: str, space: str, bonus: int) -> Procedure[None]:
    """5.14, 5.162, G-5.162  An Asset card or gold, whichever the player chooses; no gold from a place plundered out."""
    owner = pos.expeditions[commander].owner
    rewards = [option("asset")] if assets_left(pos) else []
    if not pos.site(space).out:
        rewards.append(option("gold"))
    if not rewards:
        return
    chosen = rewards[0]
    if len(rewards) > 1:
        facts = (("space", space), ("bonus", bonus))
        chosen = yield offer(owner, "reward", "5.14", lambda: rewards, facts=facts)
    if chosen.verb == "asset":
        yield from draw_asset(pos, commander, "5.15")
    else:
        yield from gold_roll(pos, commander, space, bonus)


def assets_left(pos: ConquestPosition) -> bool:
    return bool(pos.piles["assets"].titles or pos.piles["asset-discards"].titles)


def draw_asset_card(pos: ConquestPosition, owner: Seat, rule: str) -> Procedure[str | None]:
    """G-5.15  The topmost Asset card; an empty deck takes back its discards."""
    if not pos.piles["assets"].titles:
        if not pos.piles["asset-discards"].titles:
            return None
        pos.piles["assets"] = pos.piles["asset-discards"]
        pos.piles["asset-discards"] = Pile()
        pos.report(Reshuffled, pile="assets", rule="G-5.15")
    card = yield from draw(pos, pos.piles["assets"], owner, name="assets", rule=rule, seen_by=(owner,))
    pos.piles["assets"] = pos.piles["assets"].minus(card)
    return card


@procedure("5.15")
def draw_asset(pos: ConquestPosition, commander: str, rule: str) -> Procedure[None]:
    """5.15, 5.151  An Asset card, face down with the expedition; Mano de Dios is laid open before the player."""
    owner = pos.expeditions[commander].owner
    card = yield from draw_asset_card(pos, owner, rule)
    if card == LUCK:
        pos.edit_faction(owner, luck=pos.factions[owner].luck + 1)
        pos.report(LuckGained, who=owner, rule="5.151")
    elif card is not None:
        pos.edit(commander, assets=pos.expeditions[commander].assets.plus(card))
        pos.report(AssetGained, who=owner, expedition=commander, card=card, rule=rule, audience=(owner,))


@procedure("5.16", steps=("cards", "roll"))
def gold_roll(pos: ConquestPosition, commander: str, space: str, bonus: int) -> Procedure[None]:
    """5.16, 5.161  The Diplomacy Gold roll, in the City column for imperial cities too (C27); no rating counts.

    What counts: the bonus of the diplomacy result (J8), the king of that empire if the expedition holds him (C29), and
    each gold roll made here before in this turn, by anybody (C24).
    """
    n = pos.rules.n
    pos.action = Action("gold", commander, space, notes=(str(bonus),))
    step(pos, gold_roll, "cards")
    yield from support(pos, "gold", "5.16")
    site = pos.site(space)
    expedition = pos.expeditions[commander]
    bonus = int(current(pos).notes[0])
    modifiers = [Modifier("diplomacy-result", bonus)] if bonus else []
    if site.empire is not None and site.empire in expedition.kings:
        modifiers.append(Modifier("king", n.gold_roll_king))
    if site.gold_rolls:
        modifiers.append(Modifier("earlier-rolls", n.gold_roll_before * site.gold_rolls))
    modifiers += current(pos).modifiers
    reads = pos.rules.reading("diplomacy-gold", "city" if site.marker in CITIES else "town")
    step(pos, gold_roll, "roll")
    thrown = yield from roll(pos, "diplomacy-gold", expedition.owner, modifiers, rule="5.16", reads=reads)
    pos.edit_site(space, gold_rolls=site.gold_rolls + 1)
    gain_gold(pos, commander, thrown.result, "diplomacy", "5.16")


# Alliance --------------------------------------------------------------------------------------------------------


@procedure("5.21", steps=("marker", "units"))
def make_alliance(pos: ConquestPosition, commander: str, space: str) -> Procedure[None]:
    """5.21, G-5.21  The city becomes the player's ally: a marker, and as many of its units as are wanted.

    Units that are there change sides; only a city without any draws them (12.32, G-5.26).
    """
    owner = pos.expeditions[commander].owner
    step(pos, make_alliance, "marker")
    if not (yield from lay_allied_marker(pos, owner, space)):
        return
    step(pos, make_alliance, "units")
    if not pos.site(space).garrison.titles:
        yield from gather(pos, space, units_for(pos, pos.site(space)), "12.34")
    if DAUGHTERS in current(pos).cards:
        extra = number(pos, DAUGHTERS, "alliance_units")
        yield from gather(pos, space, extra, "12.34")
    if pos.units(commander).size:
        yield from take_allies(pos, commander, space, "5.21")


@procedure("5.22")
def lay_allied_marker(pos: ConquestPosition, seat: Seat, space: str) -> Procedure[bool]:
    """5.21, 5.22, D-5.22  The player's Allied City marker replaces what stood there. Says whether it does.

    Who has run out of them may recycle one: that city becomes neutral (G-5.22), and gets the City marker that the new
    ally no longer needs. Who does not want to makes no alliance (own ruling). If it was the ally of another player, the
    units of the city leave that player's expeditions (5.26).
    """
    allied = sorted(other for other, site in pos.sites.items() if site.ally == seat)
    old = None
    if len(allied) >= pos.rules.markers["allied-city"]:
        old = yield from pick(seat, "recycle-ally", "5.22", allied, passes=True, facts=(("space", space),))
        if old is None:
            return False
    former, marker = pos.site(space).ally, pos.site(space).marker
    if former is not None:
        dismiss_from(pos, former, space, "5.26")
    elif marker == "city":
        pos.edit_site(space, ally=seat, hostile=False)  # its City marker is free for the old ally
    if old is not None:
        yield from end_alliance(pos, old, "5.22")
        pos.report(Turned, space=old, status="neutral", rule="5.22")
    pos.edit_site(space, ally=seat, hostile=False)
    pos.report(Turned, space=space, status="allied", who=seat, rule="5.21" if former is None else "5.26")
    return True


@procedure("5.24")
def take_allies(pos: ConquestPosition, commander: str, space: str, rule: str, least: int = 0) -> Procedure[None]:
    """5.24, G-5.24  Any units of an allied city may join an expedition there; their origin is kept.

    `least` is how many have to join: whoever musters troops takes one at least.
    """
    owner = pos.expeditions[commander].owner
    units = pos.site(space).garrison.titles
    for unit in units:
        most = pos.site(space).garrison.count_of(unit)
        needed = least - sum(map(int, pos.talk)) if unit == units[-1] else 0
        facts = (("expedition", commander), ("unit", unit))
        count = yield from amount(owner, "take-allies", rule, max(0, needed), most, facts=facts)
        note(pos, count)
        for _ in range(count):
            pos.edit_site(space, garrison=pos.site(space).garrison.minus(unit))
            pos.edit(commander, allies=pos.expeditions[commander].allies.plus(ally(unit, space)))
        if count:
            pos.report(AlliesChanged, expedition=commander, units=(unit,) * count, joined=True, rule=rule)
    pos.talk = ()
