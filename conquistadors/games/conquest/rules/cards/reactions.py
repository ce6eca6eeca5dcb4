"""2.14  Reaction cards: played in another player's impulse against what is done there."""

from __future__ import annotations

from conquistadors.engine import Bar, Modifier, Option, Procedure, Seat, changed, offer, option, roll
from conquistadors.games.conquest.rules.cards.impulse import lose_spanish
from conquistadors.games.conquest.rules.cards.playing import Forbids, card, current, with_modifier, with_note
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.discovery import AMBUSH, FALSE_GUIDE
from conquistadors.games.conquest.rules.events import Cancelled
from conquistadors.games.conquest.rules.expeditions import lose_unit
from conquistadors.games.conquest.rules.governor import move_index
from conquistadors.games.conquest.rules.movement import MASTER_PILOT
from conquistadors.games.conquest.rules.position import ConquestPosition, March

SCOUTS = "indian-scouts"


def _from_level(title: str, rule: str) -> Forbids:
    """The discovery takes place at a level that the card names, or higher; a legend where there is no level (C44)."""

    def forbids(pos: ConquestPosition, seat: Seat) -> Bar | None:
        level = pos.rules.world.level[current(pos).space]
        least = number(pos, title, "level_at_least")
        return Bar(rule, "level-too-low", (("least", least),)) if level is not None and level < least else None

    return forbids


@card(AMBUSH, "discovery", rule="4.14", forbids=_from_level(AMBUSH, "4.14"))
def indian_ambush(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """4.14, 4.141, 19.42  Indians lie in wait; Scouts may find them, and the +1 stands all the same (C16)."""
    with_note(pos, title=AMBUSH)
    pos.action = changed(current(pos), by=seat)
    commander = current(pos).expedition
    expedition = pos.expeditions[commander]
    if not expedition.assets.titles:
        return

    def scouts() -> list[Option]:
        return [option("use", SCOUTS)] if SCOUTS in expedition.assets.titles else []

    facts = (("expedition", commander),)
    chosen: Option = yield offer(expedition.owner, "scouts", "4.14", scouts, passes=True, facts=facts)
    if chosen.subject is not None:
        pos.edit(commander, assets=pos.expeditions[commander].assets.minus(SCOUTS))
        pos.piles["asset-discards"] = pos.piles["asset-discards"].plus(SCOUTS)
        with_note(pos, "cancelled")
        pos.report(Cancelled, card=AMBUSH, by=SCOUTS, rule="4.14")


@card(FALSE_GUIDE, "discovery", rule="4.12", forbids=_from_level(FALSE_GUIDE, "4.12"))
def false_guide(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """4.12, 19.42  A minus on the discovery; an Ambush on the same attempt draws one more unit.

    Where a legend is sought only the second counts: nothing modifies the Legends roll (C44).
    """
    with_modifier(pos, Modifier(FALSE_GUIDE, number(pos, FALSE_GUIDE, "discovery")), FALSE_GUIDE)
    yield from ()


def _hinders(title: str, occasion: str, effect: str, rule: str) -> None:
    """A card that is nothing but a minus on the roll."""

    def play(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
        with_modifier(pos, Modifier(title, number(pos, title, effect)), title)
        yield from ()

    card(title, occasion, rule=rule)(play)


_hinders("hostile-chiefs", "diplomacy", "diplomacy", "5.13(2)")
_hinders("hidden-treasure", "plunder", "plunder_gold", "7.22")
_hinders("velazquez-partisans", "rally", "rally", "9.23")


@card("bishops-letter", "plunder", rule="11.12")
def bishops_letter(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """The plunderer's index falls."""
    with_note(pos, title="bishops-letter")
    move_index(pos, pos.active, number(pos, "bishops-letter", "index"), "11.12")
    yield from ()


# Against movement ------------------------------------------------------------------------------------------------


def _march(pos: ConquestPosition) -> March:
    assert pos.march is not None
    return pos.march


def _forbids_letter(pos: ConquestPosition, seat: Seat) -> Bar | None:
    least = number(pos, "letter-in-the-cotton", "hits_at_least")
    hits = pos.expeditions[_march(pos).expedition].hits
    return None if hits >= least else Bar("2.14", "good-morale", (("least", least),))


@card("letter-in-the-cotton", "movement", rule="2.14", forbids=_forbids_letter)
def letter_in_the_cotton(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """A march of unhappy men: a foot unit deserts, and the governor hears of it."""
    title = "letter-in-the-cotton"
    march = _march(pos)
    pos.march = changed(march, cards=(*march.cards, title))
    owner = pos.expeditions[march.expedition].owner
    for _ in range(number(pos, title, "foot_lost")):
        if pos.units(march.expedition).foot:
            yield from lose_unit(pos, march.expedition, "foot", "2.14")
    move_index(pos, owner, number(pos, title, "index"), "11.12")


def _forbids_weather(pos: ConquestPosition, seat: Seat) -> Bar | None:
    return Bar("3.24", "master-pilot") if MASTER_PILOT in _march(pos).cards else None


@card("stormy-weather", "sea-move", rule="3.24", forbids=_forbids_weather)
def stormy_weather(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """3.24, G-3.24  The move ends where the ships are; a unit may be lost."""
    march = _march(pos)
    pos.march = changed(march, cards=(*march.cards, "stormy-weather"), ended=True)
    owner = pos.expeditions[march.expedition].owner
    thrown = yield from roll(pos, "stormy-weather", owner, rule="3.24", reads=pos.rules.reading("stormy-weather"))
    if thrown.result == "unit-lost":
        for _ in range(number(pos, "stormy-weather", "units_lost")):
            yield from lose_spanish(pos, _march(pos).expedition, owner, "3.24")


@card("head-winds", "sea-move", rule="3.24", forbids=_forbids_weather)
def head_winds(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """3.24  From now on only so many more spaces; what was sailed already stands."""
    march = _march(pos)
    most = min(march.most, march.steps + number(pos, "head-winds", "spaces_left"))
    pos.march = changed(march, cards=(*march.cards, "head-winds"), most=most)
    yield from ()
