"""What lies on the maps and what is to be said about their spaces, as far as the looker may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conquistadors.engine import UNSEEN, Pile, Seat
from conquistadors.games.conquest.describing import MANY
from conquistadors.games.conquest.pack.records import Space
from conquistadors.games.conquest.rules.cards.luck import OPEN
from conquistadors.games.conquest.rules.position import CIVILIZATIONS, KINDS, NOTHING, ConquestPosition, Site, each_of
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.spaces import is_discovered
from conquistadors.scene.maps import Badge, Clash, LegendRow, MapScene, Piece, SpaceInfo, Trail
from conquistadors.scene.words import Said, phrase

STORES: Final = ("gold", "food", "hits")
INDIANS: Final = "indians"
KING: Final = "king"


# Pieces ----------------------------------------------------------------------------------------------------------


def map_scene(pos: ConquestPosition, sheet: str) -> MapScene:
    """A map with all that lies on it."""
    spaces = pos.rules.world.maps[sheet].spaces
    acts = active_expedition(pos)
    pieces = [piece for space in spaces for piece in _standing(pos, space)]
    pieces += [
        _expedition(pos, commander, commander == acts)
        for commander in sorted(pos.expeditions)
        if pos.expeditions[commander].space in spaces
    ]
    way = () if pos.march is None else tuple(space for space in pos.march.path if space in spaces)
    fought = pos.battle is not None and pos.battle.space in spaces
    return MapScene(
        sheet,
        tuple(pieces),
        (Trail(way),) if way else (),
        (Clash(pos.battle.space, pos.battle.round),) if fought and pos.battle is not None else (),
    )


def _standing(pos: ConquestPosition, space: str) -> Iterator[Piece]:
    """The marker of a space, what is said of a legend there, and whose settlement it is."""
    site = pos.site(space)
    marker = site.marker or ("known" if site.known or site.garrison.titles else None)
    if marker is not None:
        units = (Badge(INDIANS, site.garrison.size),) if site.garrison.size else ()
        yield Piece(
            f"{space}/marker",
            marker,
            space,
            site.ally,
            badges=(*units, *((Badge(KING),) if site.king else ())),
            states=tuple(_states(site)),
        )
    if site.legend is not None or site.legend_found:
        yield Piece(f"{space}/legend", "legend-found" if site.legend_found else "legend", space)
    owner = settler(pos, space)
    if owner is not None:
        yield Piece(f"{space}/settlement", "settlement", space, owner)


def _states(site: Site) -> Iterator[str]:
    if site.hostile:
        yield "hostile"
    elif site.ally is not None:
        yield "allied"
    if site.out:
        yield "out"


def _expedition(pos: ConquestPosition, commander: str, acts: bool) -> Piece:
    held = pos.expeditions[commander]
    allies = (Badge(INDIANS, held.allies.size),) if held.allies.size else ()
    afloat = held.space in pos.rules.world.sea
    return Piece(
        commander,
        "expedition",
        held.space,
        held.owner,
        commander,
        pos.units(commander).size,
        (*allies, *(Badge(KING) for _ in held.kings)),
        (*(("afloat",) if afloat else ()), *(("active",) if acts else ())),
        expedition_line(pos, commander),
    )


def active_expedition(pos: ConquestPosition) -> str | None:
    """The expedition that acts now, if one does."""
    if pos.battle is not None:
        doer = pos.battle.attacker.expedition or pos.battle.defender.expedition
    elif pos.march is not None:
        doer = pos.march.expedition
    else:
        doer = None if pos.action is None else pos.action.expedition
    return doer if doer in pos.expeditions else None


def settler(pos: ConquestPosition, space: str) -> Seat | None:
    """14.23  Who placed a marker there, as long as that matters: in the set-up."""
    if pos.turn:
        return None
    return next((seat for seat, faction in pos.factions.items() if space in faction.settlements), None)


def cards(pos: ConquestPosition, seat: Seat | None) -> frozenset[str]:
    """2.18, 5.151, 23.34  The cards that a seat has before its eyes: its hand, its open luck, what lies face up."""
    own = () if seat is None else pos.hands[seat].titles
    luck = (OPEN,) if seat is not None and pos.factions[seat].luck else ()
    return frozenset({*own, *luck, *pos.piles.get("face-up", NOTHING).titles}) - {UNSEEN}


# Spaces in words -------------------------------------------------------------------------------------------------


def space_info(pos: ConquestPosition, space: str) -> SpaceInfo:
    """A space: what it is, what stands there, and who is there."""
    there, site = pos.rules.world.spaces[space], pos.site(space)
    states = _states_said(pos, space)
    here: list[Said] = [states] if states else []
    if site.garrison.titles:
        here.append(phrase("board.indians", units=_each(site.garrison, MANY)))
    if pos.battle is not None and pos.battle.space == space:
        key = "board.battle-round" if pos.battle.round else "board.battle"
        here.append(phrase(key, round=pos.battle.round))
    here += [expedition_line(pos, commander) for commander in pos.expeditions_in(space)]
    bare = None
    if not states and not is_discovered(pos, space):
        bare = phrase("board.undiscovered")
    elif not here:
        bare = phrase("board.nothing")
    return SpaceInfo(space, kind_of(there), there.history, tuple(here), bare)


def kind_of(space: Space) -> Said:
    """Its level or terrain."""
    facts = {name: value for name in ("level", "legend") if (value := getattr(space, name)) is not None}
    said = phrase(f"board.{_kind_key(space)}", **facts)
    return phrase("board.fever", kind=said) if space.minus_one else said


def _kind_key(space: Space) -> str:
    if space.kind == "sea":
        return "mar-del-sur" if space.mar_del_sur else "sea"
    return "haven" if space.kind in ("cuba", "panama") else space.kind


def expedition_line(pos: ConquestPosition, commander: str) -> Said:
    """An expedition with all that can be seen of it."""
    held, units = pos.expeditions[commander], pos.units(commander)
    parts: list[Said] = [phrase(f"show.units.{kind}", count=units.of(kind)) for kind in KINDS if units.of(kind)]
    parts = parts or [phrase("board.none")]
    parts += _each(held.allies, MANY)
    men = pos.members(commander)[1:]
    if men:
        parts.append(phrase("board.with", men=tuple(men)))
    parts += [phrase(f"show.{thing}", count=getattr(held, thing)) for thing in STORES if getattr(held, thing)]
    parts += [phrase("show.king", empire=empire) for empire in held.kings]
    if held.shown.titles:
        parts.append(phrase("show.shown", assets=_each(held.shown)))
    if held.assets.titles:
        hidden = UNSEEN in held.assets.titles
        parts.append(phrase("show.assets", assets=held.assets.size if hidden else _each(held.assets)))
    return phrase("board.expedition", captain=commander, who=held.owner, holds=tuple(parts))


def _states_said(pos: ConquestPosition, space: str) -> tuple[Said, ...]:
    site = pos.site(space)
    states: list[Said] = [_marker(site)] if site.marker or site.known else []
    if site.hostile:
        states.append(phrase("show.hostile"))
    elif site.ally is not None:
        states.append(phrase("show.allied", who=site.ally))
    elif site.marker in CIVILIZATIONS:
        states.append(phrase("board.neutral"))
    if site.out:
        states.append(phrase("show.out"))
    if site.king and site.empire is not None:
        states.append(phrase("show.king", empire=site.empire))
    if site.legend is not None:
        states.append(phrase("show.legend", legend=site.legend))
    if site.legend_found:
        states.append(phrase("show.legend-found"))
    owner = settler(pos, space)
    if owner is not None:
        states.append(phrase("board.settled", who=owner))
    return tuple(states)


def _marker(site: Site) -> Said:
    if site.marker is None or site.marker == "discovered":
        return phrase("board.known" if site.marker is None else "board.bare")
    return site.marker if site.empire is None else phrase("board.marker-of", marker=site.marker, empire=site.empire)


def _each(pile: Pile, many: str = "cards") -> tuple[Said, ...]:
    """What lies in a pile: cards, or else units."""
    return tuple(
        title if count == 1 else phrase(f"show.{many}", unit=title, count=count) for title, count in each_of(pile)
    )


# Signs -----------------------------------------------------------------------------------------------------------

MARKERS: Final = ("village", "town", "city", "imperial", "capital", "mosquito")
"""Called by their names in the game; the other signs by the words of the board."""


def legend(rules: ConquestRules) -> tuple[LegendRow, ...]:
    """The signs on the maps with their meaning."""
    seat, other = rules.seats[0], rules.seats[-1]
    signs: dict[str, Piece | Badge | Trail | Clash] = {
        "discovered": _sign("discovered"),
        "hostile": _sign("city", states=("hostile",)),
        "allied": _sign("city", other, states=("allied",)),
        "out": _sign("city", states=("out",)),
        "garrison": Badge(INDIANS, 3),
        "king": _sign("capital", badges=(Badge(KING),)),
        "expedition": _sign("expedition", seat, "Co", 7),
        "with-allies": _sign("expedition", seat, "Co", 7, (Badge(INDIANS, 2),)),
        "ship": _sign("expedition", other, "Pi", 5, states=("afloat",)),
        "legend": _sign("legend"),
        "legend-found": _sign("legend-found"),
        "settlement": _sign("settlement", seat),
        "march": Trail(),
        "battle": Clash("", 2),
    }
    return (
        *(LegendRow(_sign(marker), marker) for marker in MARKERS),
        *(LegendRow(sign, phrase(f"board.sign.{key}")) for key, sign in signs.items()),
    )


def _sign(
    look: str,
    owner: Seat | None = None,
    letters: str = "",
    count: int | None = None,
    badges: tuple[Badge, ...] = (),
    states: tuple[str, ...] = (),
) -> Piece:
    return Piece("", look, "", owner, letters, count, badges, states)
