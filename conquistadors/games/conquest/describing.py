"""The table in words: names of cards, men and spaces, and the position as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from conquistadors.engine import UNSEEN, Pile, Seat, Texts
from conquistadors.games.conquest.rules.battle import INDIANS, SIDES, side_of
from conquistadors.games.conquest.rules.cards.targets import number
from conquistadors.games.conquest.rules.position import (
    KINDS,
    PLACES,
    Battle,
    Captain,
    ConquestPosition,
    Site,
    Units,
    front,
)
from conquistadors.games.conquest.rules.victory import total_points
from conquistadors.scene.words import signed

if TYPE_CHECKING:
    from conquistadors.games.conquest.rules.shared import ConquestRules

LUCK: Final = "mano-de-dios"
NUMBERS: Final = frozenset({"option.amount", "option.roll"})
"""Labels whose subject is a number: "24" there is not the Indian unit of that value."""
PAIRS: Final = {"@": "show.ally", "/": "show.pair"}
"""Names made of two: an Indian unit and its origin (G-5.24), who gives food and who takes it (8.14)."""
MANY: Final = "many"
"""The form of an Indian unit of which there are several."""

# Names -----------------------------------------------------------------------------------------------------------


class Words(Texts):
    """The catalogue of this game: knows names made of two, and numbers although Indian units are called by theirs."""

    def word(self, fact: object, names: Mapping[str, str]) -> str:
        said = super().word(fact, names)
        if said is fact:  # without a name of its own
            for mark, key in PAIRS.items():
                one, found, other = said.partition(mark)
                if found and f"name.{one}" in self and f"name.{other}" in self:
                    return self.say(key, {"one": one, "other": other})
        return said

    def _form(self, form: str, thing: str | None, name: str) -> str:
        """Allied units have an origin, of which there is one however many they are."""
        one, found, other = (thing or "").partition("@")
        if found and form == MANY:
            return self.say(PAIRS["@"], {"one": Said(super()._form(form, one, one)), "other": other})
        return super()._form(form, thing, name)

    def say(self, key: str, facts: Mapping[str, object] | None = None, names: Mapping[str, str] | None = None) -> str:
        if key in NUMBERS and facts is not None:
            facts = {name: None if fact is None else Said(str(fact)) for name, fact in facts.items()}
        return super().say(key, facts, names)


class Said:
    """Words that are filled in as they are: put together already, so no name is looked up in them again."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text


def texts(rules: ConquestRules, catalogue: Texts) -> Texts:
    """The message catalogue with the names of all that the pack prints.

    A roll is called by its title, and by its card's name where it has the id of its card.
    """
    language = catalogue.language
    names = {card.id: card.name[language] for card in (*rules.cards.values(), *rules.assets.values())}
    names |= {man.id: man.name[language] for man in rules.men.values()}
    names |= {space.id: space.name[language] for space in rules.world.spaces.values()}
    names |= {empire.id: empire.name[language] for empire in rules.empires.values()}
    for legend in rules.tables.legends.values():
        names[legend.id] = legend.name[language]
        names |= {f"{legend.id}/{result.start}": result.text[language] for result in legend.results}
    names |= {f"verdict-{verdict.start}": verdict.text[language] for verdict in rules.tables.verdicts}
    values: dict[str, str] = {}
    for unit, value in rules.value.items():
        lies = front(unit)
        key = "show.unit" if unit == lies else "show.reverse"
        back = rules.value.get(rules.reverse.get(lies, ""))
        whole = rules.value[lies] if lies == str(rules.value[lies]) else f"{rules.value[lies]}/{back or lies}"
        printed = {"value": whole if unit == lies else value, "front": whole}
        names[unit] = catalogue.say(key, printed)
        values |= {f"value.{unit}": str(printed["value"]), f"{MANY}.{unit}": catalogue.say(f"{key}-many", printed)}
    for name, entry in rules.pack.read("rolls.toml")["rolls"].items():
        names.setdefault(name, entry["title"][language])
    return Words(language, {**catalogue.with_names(names)._entries, **values})


# Facts -----------------------------------------------------------------------------------------------------------


def facts(pos: ConquestPosition) -> dict[str, object]:
    """What any prompt may mention: the turn, what is under way, whose it is and where, and the roll."""
    deed, doer, there = _under_way(pos)
    rolling = pos.rolling[-1] if pos.rolling else None
    natural = None if rolling is None else rolling.natural
    total = None if rolling is None or natural is None else natural + sum(m.value for m in rolling.modifiers)
    return {
        "turn": pos.turn,
        "round": pos.round,
        "active": pos.active,
        "deed": None if deed is None else f"deed-{deed}",
        "doer": doer,
        "there": there,
        "roll": None if rolling is None else rolling.roll,
        "total": total,
        "luck": number(pos, LUCK, "modifier"),
        "captive": next((man for man in reversed(pos.talk) if man in pos.captives), None),
    }


def _under_way(pos: ConquestPosition) -> tuple[str | None, str | None, str | None]:
    """What is being done, by which expedition, and where: the battle within an action comes first.

    Only a discovery after a retreat comes before the battle is over (G-6.514b).
    """
    action = pos.action
    if action is not None and "retreat" in action.notes:
        return action.kind, action.expedition, action.space
    if pos.battle is not None:
        return "combat", pos.battle.attacker.expedition or pos.battle.defender.expedition, pos.battle.space
    if pos.march is not None:
        return "sea-move" if pos.march.by == "sea" else "movement", pos.march.expedition, pos.march.path[-1]
    if action is not None:
        return action.kind, action.expedition, action.space
    return None, None, None


# The table -------------------------------------------------------------------------------------------------------


def describe(pos: ConquestPosition, words: Texts, names: Mapping[Seat, str]) -> str:
    """The table: the turn, player by player with their expeditions, the battle under way, and the places."""
    key = "show.turn" if pos.round else "show.new-turn" if pos.turn else "show.set-up"
    lines = [words.say(key, {"turn": pos.turn, "round": pos.round, "order": pos.order}, names)]
    joint = words.say("list.sentence")
    piles = {name: pos.piles[name].size for name in ("deck", "assets")}
    piles["discards"] = pos.piles["discards"].size + sum(pile.size for pile in pos.buried.values())
    lines[0] += joint + words.say("show.piles", piles)
    if "smallpox" in pos.piles and pos.piles["smallpox"].titles:
        dead = _listed(_each(pos.piles["smallpox"], words, MANY), words)
        lines[0] += joint + words.say("show.smallpox", {"units": dead})
    if "reaction" in pos.piles:  # 23.11
        decks = {name: pos.piles[name].size for name in ("reaction", "enemy")}
        lines.append(words.say("show.decks", {**decks, "cards": _listed(_each(pos.piles["face-up"], words), words)}))
    for seat in pos.rules.seats:
        lines += _faction(pos, seat, words, names)
    if pos.battle is not None:
        lines.append(_battle(pos.battle, words, names))
    return "\n".join([*lines, *_places(pos, words, names)])


def _faction(pos: ConquestPosition, seat: Seat, words: Texts, names: Mapping[Seat, str]) -> list[str]:
    faction = pos.factions[seat]
    counted = {each: getattr(faction, each) for each in ("pesos", "debt", "luck")}
    more = [words.say(f"show.{each}", {"count": count}) for each, count in counted.items() if count]
    more += [words.say(f"show.{each}") for each in ("warrant", "resigned", "absent") if getattr(faction, each)]
    facts = {
        "who": seat,
        "points": faction.permanent,
        "total": total_points(pos, seat),
        "index": Said(signed(faction.index)),
        "hand": Said(_pile(pos.hands[seat], words)),
        "more": Said("".join(words.say("list.sentence") + each for each in more)),
    }
    lines = [words.say("show.faction", facts, names)]
    waiting = [man for man, captain in pos.captains.items() if captain.owner == seat and man not in pos.expeditions]
    waiting = [man for man in waiting if pos.captains[man].expedition not in pos.expeditions]
    if waiting:
        assets = Said(_pile(pos.dealt[seat], words))
        lines.append(words.say("show.men", {"men": tuple(sorted(waiting)), "assets": assets}))
    for commander in pos.expeditions_of(seat):
        lines += _expedition(pos, commander, words)
    for man, held in sorted(pos.captives.items()):
        if held.owner == seat:
            lines.append(words.say("show.captive", {"captain": man, "captor": held.captor}, names))
    return lines


def _expedition(pos: ConquestPosition, commander: str, words: Texts) -> list[str]:
    """The expedition with what its commander has, and a line for each companion with the units on his card."""
    expedition = pos.expeditions[commander]
    parts = _of_captain(pos.captains[commander], words)
    parts += _each(expedition.allies, words, MANY)
    for thing in ("gold", "food", "hits"):
        held = getattr(expedition, thing)
        if held:
            parts.append(words.say(f"show.{thing}", {"count": held}))
    if expedition.shown.titles:
        parts.append(words.say("show.shown", {"assets": _listed(_each(expedition.shown, words), words)}))
    if expedition.assets.titles:
        hidden = UNSEEN in expedition.assets.titles
        assets = expedition.assets.size if hidden else _listed(_each(expedition.assets, words), words)
        parts.append(words.say("show.assets", {"assets": assets}))
    parts += [words.say("show.king", {"empire": king}) for king in expedition.kings]
    if expedition.ashore:
        parts.append(words.say("show.ashore"))
    if expedition.healthy:
        parts.append(words.say("show.healthy"))
    facts = {"expedition": commander, "space": expedition.space, "holds": _listed(parts, words)}
    lines = [words.say("show.expedition", facts)]
    for companion in pos.members(commander)[1:]:
        holds = _listed(_of_captain(pos.captains[companion], words), words)
        lines.append(words.say("show.companion", {"captain": companion, "holds": holds}))
    return lines


def _of_captain(captain: Captain, words: Texts) -> list[str]:
    return [*_units(captain.units, words), *([words.say("show.hurt")] if captain.wounded else [])]


def _units(units: Units, words: Texts) -> list[str]:
    return [words.say(f"show.units.{kind}", {"count": units.of(kind)}) for kind in KINDS if units.of(kind)]


def _battle(battle: Battle, words: Texts, names: Mapping[Seat, str]) -> str:
    sides = {name: side_of(battle, name).expedition or INDIANS for name in SIDES}
    state = "show.battle" if battle.round else "show.battle-begins"
    parts = [words.say(state, {"space": battle.space, "round": battle.round, **sides}, names)]
    if battle.shock_failed:
        parts.append(words.say("show.battle-shock", {}))
    down = battle.attacker.down.add(battle.defender.down)
    if down.size:
        parts.append(words.say("show.battle-flipped", {"units": _listed(_units(down, words), words)}))
    if battle.cards:
        parts.append(words.say("show.battle-cards", {"cards": battle.cards}))
    return words.say("list.sentence").join(parts)


def _places(pos: ConquestPosition, words: Texts, names: Mapping[Seat, str]) -> list[str]:
    """A line for every town and city and wherever Indians stand or a legend is; the other markers kind by kind."""
    lines = []
    others: dict[str, list[str]] = {}
    for space, site in sorted(pos.sites.items()):
        if site.marker in PLACES or site.garrison.titles or site.legend or site.legend_found:
            states = _listed(_states(site, words, names), words)
            lines.append(words.say("show.place", {"space": space, "states": states}))
        else:
            others.setdefault(site.marker or "known", []).append(space)
    for marker, spaces in sorted(others.items()):
        lines += [words.say("show.bare", {"marker": marker, "spaces": tuple(spaces)})]
    return [words.say("show.places"), *lines] if lines else []


def _states(site: Site, words: Texts, names: Mapping[Seat, str]) -> list[str]:
    states = [words.word(site.marker, {})] if site.marker else []
    if site.empire is not None:
        states.append(words.word(site.empire, {}))
    if site.hostile:
        states.append(words.say("show.hostile"))
    if site.ally is not None:
        states.append(words.say("show.allied", {"who": site.ally}, names))
    if site.out:
        states.append(words.say("show.out"))
    if site.king:
        states.append(words.say("show.king", {"empire": site.empire}))
    if site.legend is not None:
        states.append(words.say("show.legend", {"legend": site.legend}))
    if site.legend_found:
        states.append(words.say("show.legend-found"))
    return [*states, *_each(site.garrison, words, MANY)]


def _each(pile: Pile, words: Texts, many: str = "cards") -> list[str]:
    """The titles of a pile by name, with how many there are of each: of cards, or else of units."""
    found = []
    for title, count in zip(pile.titles, pile.copies, strict=True):
        said = words.say(f"show.{many}", {"unit": title, "count": count})
        found.append(words.word(title, {}) if count == 1 else said)
    return found


def _pile(pile: Pile, words: Texts) -> str:
    if UNSEEN in pile.titles:
        return words.say("show.unseen", {"count": pile.size})
    return str(_listed(_each(pile, words), words))


def _listed(parts: Iterable[str], words: Texts) -> Said:
    return Said(words.say("list.comma").join(parts) or words.say("show.nothing"))
