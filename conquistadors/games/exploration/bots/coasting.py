"""Along the coasts: landing, discovering, the way home in mind."""

from __future__ import annotations

from conquistadors.bots.reasons import Why
from conquistadors.games.exploration.bots import raiding
from conquistadors.games.exploration.bots.sight import Found, Sight
from conquistadors.games.exploration.bots.ventures import shores_to_find
from conquistadors.games.exploration.rules.coasting import discovery_cost, distance, landing_cost
from conquistadors.games.exploration.rules.missionaries import may_enter
from conquistadors.games.exploration.rules.pieces import MISSIONARY, Expedition
from conquistadors.games.exploration.rules.ships import stop_extra
from conquistadors.maps.hexes import hex_of


def coast(sight: Sight) -> Found:
    """7.4  Land what is aboard, discover what is here, go on to what is near, as long as the way home stays paid."""
    name = str(sight.facts["expedition"])
    each = sight.pos.expeditions[name]
    hunted = raiding.hunt(sight, name, each) if each.privateer else None
    if hunted is not None:
        return hunted
    cargo, discover, done = sight.legal("cargo"), sight.legal("discover"), sight.legal("done")
    if cargo is not None and not each.privateer and _has_cargo(sight, name, each):  # 15.42
        return cargo, Why("coast.land", {"place": hex_of(each.place)})
    if discover is not None and sight.home_after(each, discovery_cost(sight.pos, each)):
        return discover, Why("coast.discover", {"place": hex_of(each.place)})
    onward = _onward(sight, name, each)
    if onward is not None:
        return onward
    if done is not None:
        return done, Why("raid.none" if each.privateer else "coast.done")
    return _driven(sight)


def _driven(sight: Sight) -> Found:
    """8.16  Whoever must sail on goes to a port, or daringly anywhere."""
    for each in sight.options:
        if each.verb == "go" and sight.pos.friendly_port(sight.seat, str(each.subject)):
            return each, Why("coast.driven")
    return sight.options[0], Why("coast.driven")


def _has_cargo(sight: Sight, name: str, each: Expedition) -> bool:
    """Units who are to land and may, or a Missionary who is needed."""
    area = sight.board.area.get(hex_of(each.place))
    if area is None or hex_of(each.place) in sight.enemies:
        return False
    preaching = bool(sight.pos.who_is(sight.seat, name, MISSIONARY))
    if not each.soldiers + each.colonists:
        return preaching and sight.lacks_missionary(area) and sight.pos.in_area(sight.seat, area) != []
    if landing_cost(sight.pos, each) and not sight.home_after(each, landing_cost(sight.pos, each)):
        return False
    return may_enter(sight.pos, sight.seat, area, with_missionary=preaching)


def _onward(sight: Sight, name: str, each: Expedition) -> Found | None:
    """7.26  Another coast to discover; or a port, for ships that lie off a strange coast and cannot come home."""
    stop = stop_extra(sight.pos)
    if sight.is_voyage(each) and sight.pos.who_is(sight.seat, name, "explorer", "privateer"):
        for option in sight.options:
            place = str(option.subject)
            named = shores_to_find(sight.rules).get(place, ()) if option.verb == "go" else ()
            if any(each_ not in sight.pos.discovered for each_ in named):
                steps = distance(sight.pos, name, place)
                if steps is not None and sight.home_after(each, steps + stop, place):
                    return option, Why("coast.on", {"place": hex_of(place)})
    return None


# Landing -----------------------------------------------------------------------------------------------------------


def aboard_soldiers(sight: Sight) -> Found:
    """10.5  All go ashore; nobody who is ashore comes aboard, but those whom the Crown wants back."""
    if sight.me.owed:
        return sight.number(sight.me.owed), Why("board.owed")
    return sight.number(0), Why("land.soldiers")


def aboard_colonists(sight: Sight) -> Found:
    """10.5  All go ashore."""
    return sight.number(0), Why("land.colonists")


def gold_ashore(sight: Sight) -> Found:
    """13.4  It counts only in Europe."""
    keep = sight.legal("keep")
    assert keep is not None
    return keep, Why("gold.aboard")


def pacific(sight: Sight) -> Found:
    """18.14  It is claimed."""
    claim = sight.legal("claim")
    assert claim is not None
    return claim, Why("coast.pacific")


def load_gold(sight: Sight) -> Found:
    """13.43  All that fits."""
    return sight.options[-1] if sight.options else sight.number(0), Why("gold.load")
