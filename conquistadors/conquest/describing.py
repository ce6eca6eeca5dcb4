"""The table in words: names of cards, men and spaces, and the position as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from conquistadors.conquest.position import KINDS, Indies, Site, ally_of
from conquistadors.engine import UNSEEN, Pile, Seat, Texts

if TYPE_CHECKING:
    from conquistadors.conquest.rules import ConquestRules


def texts(rules: ConquestRules, catalogue: Texts) -> Texts:
    """The message catalogue with the names of all that the pack prints."""
    language = catalogue.language
    names: dict[str, str] = {}
    for card in (*rules.cards.values(), *rules.assets.values()):
        names[card.id] = card.name[language]
    for man in rules.men.values():
        names[man.id] = man.name[language]
    for space in rules.world.spaces.values():
        names[space.id] = space.name[language]
    for empire in rules.empires.values():
        names[empire.id] = empire.name[language]
    for name, entry in rules.pack.read("rolls.toml")["rolls"].items():
        names.setdefault(f"roll-{name}", entry["title"][language])
    return catalogue.with_names(names)


def facts(pos: Indies) -> dict[str, object]:
    """What any prompt may mention."""
    action = pos.action
    return {
        "turn": pos.turn,
        "round": pos.round,
        "active": pos.active,
        "acting": None if action is None else action.expedition,
        "place": None if action is None else action.space,
        "moving": None if pos.march is None else pos.march.expedition,
        "battlefield": None if pos.battle is None else pos.battle.space,
    }


def describe(pos: Indies, words: Texts, names: Mapping[Seat, str]) -> str:
    """The table, player by player, and then the places."""
    lines = [words.say("show.turn", {"turn": pos.turn, "round": pos.round, "order": pos.order}, names)]
    for seat in pos.rules.seats:
        lines += _faction(pos, seat, words, names)
    places = [(space, site) for space, site in sorted(pos.sites.items()) if site.marker or site.garrison.titles]
    if places:
        lines.append(words.say("show.places"))
        lines += [_place(space, site, words, names) for space, site in places]
    return "\n".join(lines)


def _faction(pos: Indies, seat: Seat, words: Texts, names: Mapping[Seat, str]) -> list[str]:
    faction = pos.factions[seat]
    facts = {
        "who": seat,
        "points": faction.permanent,
        "index": f"{faction.index:+d}",
        "hand": _pile(pos.hands[seat], words, names),
        "luck": faction.luck,
    }
    lines = [words.say("show.faction", facts, names)]
    if faction.warrant:
        lines[0] += words.say("show.warrant")
    return lines + [_expedition(pos, commander, words, names) for commander in pos.expeditions_of(seat)]


def _expedition(pos: Indies, commander: str, words: Texts, names: Mapping[Seat, str]) -> str:
    expedition = pos.expeditions[commander]
    units = pos.units(commander)
    parts = [words.say("show.count", {"count": units.of(kind), "thing": kind}) for kind in KINDS if units.of(kind)]
    parts += [words.say("show.indian", {"unit": ally_of(title)[0]}) for title in expedition.allies.each()]
    for thing in ("gold", "food", "hits"):
        held = getattr(expedition, thing)
        if held:
            parts.append(words.say("show.count", {"count": held, "thing": f"thing-{thing}"}))
    parts += [words.word(title, names) for title in expedition.shown.each()]
    if expedition.assets.titles:
        parts.append(_pile(expedition.assets, words, names))
    parts += [words.say("show.king", {"empire": king}) for king in expedition.kings]
    comma = words.say("list.comma")
    companions = [words.word(man, names) for man in pos.members(commander)[1:]]
    facts = {
        "expedition": words.word(commander, names) + "".join(f" + {name}" for name in companions),
        "space": expedition.space,
        "holds": comma.join(parts) or words.say("show.nothing"),
    }
    return words.say("show.expedition", facts, names)


def _place(space: str, site: Site, words: Texts, names: Mapping[Seat, str]) -> str:
    states = []
    if site.hostile:
        states.append(words.say("show.hostile"))
    if site.ally is not None:
        states.append(words.say("show.allied", {"who": site.ally}, names))
    if site.out:
        states.append(words.say("show.out"))
    if site.king:
        states.append(words.say("show.king", {"empire": str(site.empire)}))
    states += [words.say("show.indian", {"unit": unit}) for unit in site.garrison.each()]
    comma = words.say("list.comma")
    facts = {"space": space, "marker": site.marker or "none", "state": "".join(comma + state for state in states)}
    return words.say("show.place", facts, names)


def _pile(pile: Pile, words: Texts, names: Mapping[Seat, str]) -> str:
    if UNSEEN in pile.titles:
        return words.say("show.unseen", {"count": pile.size})
    return words.word(tuple(pile.each()), names) or words.say("show.nothing")
