"""2.12, 5.13(2)  Action cards that help an action of your own, before the roll they change."""

from __future__ import annotations

from conquistadors.engine import Bar, Modifier, Procedure, Seat, allowed
from conquistadors.games.conquest.rules.cards.playing import Forbids, card, current, with_modifier
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.diplomacy import DAUGHTERS
from conquistadors.games.conquest.rules.position import CITIES, ConquestPosition


def helps(title: str, effects: dict[str, str], rule: str, forbids: Forbids = allowed) -> None:
    """A card that is a plus on the roll of an action: by occasion, the effect that holds."""

    def play(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
        effect = effects[current(pos).kind]
        with_modifier(pos, Modifier(title, number(pos, title, effect)), title)
        yield from ()

    card(title, *effects, rule=rule, forbids=forbids)(play)


def _in_captive_empire(pos: ConquestPosition, seat: Seat) -> Bar | None:
    action = current(pos)
    held = pos.site(action.space).empire in pos.expeditions[action.expedition].kings
    return None if held else Bar("12.24", "no-king-here")


def _tributary(pos: ConquestPosition, seat: Seat) -> Bar | None:
    """Not an imperial city, while an empire stands on the same map."""
    space = current(pos).space
    here = pos.rules.world.map_of[space]
    if pos.site(space).empire is not None:
        return Bar("12.24", "not-imperial")
    empires = [s for s, site in pos.sites.items() if site.empire is not None and pos.rules.world.map_of[s] == here]
    return None if empires else Bar("12.24", "no-empire-here")


def _with_a_city(pos: ConquestPosition, seat: Seat) -> Bar | None:
    return None if pos.site(current(pos).space).marker in CITIES else Bar("5.14", "cities-only-alliance")


helps("map-on-cloth", {"discovery": "discovery"}, "4.12")
helps("green-glass-beads", {"diplomacy": "diplomacy"}, "5.13(2)")
helps("tribute-collectors-seized", {"diplomacy": "diplomacy"}, "5.13(2)", _tributary)
helps(DAUGHTERS, {"diplomacy": "diplomacy"}, "5.13(2)", _with_a_city)
helps("hostage", {"plunder": "plunder_gold"}, "7.22")
helps("room-of-gold", {"plunder": "plunder_gold", "gold": "diplomacy_gold"}, "7.22", _in_captive_empire)
helps("speech-to-the-men", {"rally": "rally"}, "9.23")
