"""A space of the map in words: what it is, what stands there, and who is there, as far as the looker may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from conquistadors.engine import UNSEEN, Pile, Seat, record
from conquistadors.games.conquest.pack.records import Space
from conquistadors.games.conquest.rules.position import CIVILIZATIONS, KINDS, Indies, Site
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.spaces import is_discovered
from conquistadors_widgets.words import words

THINGS: Final = ("gold", "food", "hits")


@record
class Row:
    """What lies in one space: a row of the table beside the picture."""

    space: str
    name: str
    kind: str
    lines: tuple[str, ...]


class SpaceTeller:
    """Puts the spaces of a map into words, in one language. Plain text: whoever makes HTML escapes it."""

    def __init__(self, rules: ConquestRules, language: str) -> None:
        self._rules = rules
        self._language = language
        self._texts = rules.texts(language)
        self._words = words(language)

    def name(self, space: str) -> str:
        return self._rules.world.spaces[space].name[self._language]

    def kind(self, space: str) -> str:
        """Its level or terrain."""
        there = self._rules.world.spaces[space]
        said = self._words.say(f"board.{_kind_key(there)}", {"level": there.level, "legend": there.legend})
        return self._words.say("board.fever", {"kind": said}) if there.minus_one else said

    def describe(self, pos: Indies, space: str, names: Mapping[Seat, str]) -> list[str]:
        """The name with the kind, the history, then what is there."""
        history = self._rules.world.spaces[space].history[self._language]
        return [f"{self.name(space)} · {self.kind(space)}", history, *self.contents(pos, space, names, bare=True)]

    def row(self, pos: Indies, space: str, names: Mapping[Seat, str]) -> Row | None:
        """What lies in the space, or None if nothing does."""
        lines = tuple(self.contents(pos, space, names))
        return Row(space, self.name(space), self.kind(space), lines) if lines else None

    def contents(self, pos: Indies, space: str, names: Mapping[Seat, str], bare: bool = False) -> list[str]:
        """A line for what stands there and one for each expedition; with `bare` also that there is nothing."""
        site = pos.site(space)
        states = self._states(pos, space, names)
        lines = [self._join(states)] if states else []
        if site.garrison.titles:
            lines.append(self._words.say("board.indians", {"units": self._join(self._each(site.garrison))}))
        if pos.battle is not None and pos.battle.space == space:
            key = "board.battle-round" if pos.battle.round else "board.battle"
            lines.append(self._words.say(key, {"round": pos.battle.round}))
        lines += [self.expedition(pos, commander, names) for commander in pos.expeditions_in(space)]
        if not bare or states:
            return lines
        if not is_discovered(pos, space):
            return [self._words.say("board.undiscovered"), *lines]
        return lines or [self._words.say("board.nothing")]

    def expedition(self, pos: Indies, commander: str, names: Mapping[Seat, str]) -> str:
        """An expedition with all that can be seen of it."""
        held = pos.expeditions[commander]
        units = pos.units(commander)
        parts = [
            self._texts.say("show.count", {"count": units.of(kind), "thing": kind}) for kind in KINDS if units.of(kind)
        ]
        parts = parts or [self._words.say("board.none")]
        parts += self._each(held.allies)
        men = pos.members(commander)[1:]
        if men:
            parts.append(self._words.say("board.with", {"men": self._join([self._word(man) for man in men])}))
        parts += [
            self._texts.say(f"show.{thing}", {"count": getattr(held, thing)})
            for thing in THINGS
            if getattr(held, thing)
        ]
        parts += [self._texts.say("show.king", {"empire": king}) for king in held.kings]
        if held.shown.titles:
            parts.append(self._texts.say("show.shown", {"assets": self._join(self._each(held.shown))}))
        if held.assets.titles:
            hidden = UNSEEN in held.assets.titles
            assets = held.assets.size if hidden else self._join(self._each(held.assets))
            parts.append(self._texts.say("show.assets", {"assets": assets}))
        who = names.get(held.owner) or self._word(held.owner)
        facts = {"captain": self._word(commander), "who": who, "holds": self._join(parts)}
        return self._words.say("board.expedition", facts)

    def _states(self, pos: Indies, space: str, names: Mapping[Seat, str]) -> list[str]:
        site = pos.site(space)
        states = [self._marker(site)] if site.marker or site.known else []
        if site.hostile:
            states.append(self._texts.say("show.hostile"))
        elif site.ally is not None:
            states.append(self._texts.say("show.allied", {"who": site.ally}, names))
        elif site.marker in CIVILIZATIONS:
            states.append(self._words.say("board.neutral"))
        if site.out:
            states.append(self._texts.say("show.out"))
        if site.king:
            states.append(self._texts.say("show.king", {"empire": site.empire}))
        if site.legend is not None:
            states.append(self._texts.say("show.legend", {"legend": site.legend}))
        if site.legend_found:
            states.append(self._texts.say("show.legend-found"))
        owner = settler(pos, space)
        if owner is not None:
            who = names.get(owner) or self._word(owner)
            states.append(self._words.say("board.settled", {"who": who}))
        return states

    def _marker(self, site: Site) -> str:
        if site.marker is None or site.marker == "discovered":
            return self._words.say("board.known" if site.marker is None else "board.bare")
        if site.empire is None:
            return self._word(site.marker)
        facts = {"marker": self._word(site.marker), "empire": self._word(site.empire)}
        return self._words.say("board.marker-of", facts)

    def _each(self, pile: Pile) -> list[str]:
        counted = zip(pile.titles, pile.copies, strict=True)
        return [
            self._word(title) if count == 1 else self._texts.say("show.times", {"unit": title, "count": count})
            for title, count in counted
        ]

    def _word(self, thing: str) -> str:
        return self._texts.word(thing, {})

    def _join(self, parts: Sequence[str]) -> str:
        return self._texts.say("list.comma").join(parts)


def settler(pos: Indies, space: str) -> Seat | None:
    """14.23  Who placed a marker there, as long as that matters: in the set-up."""
    if pos.turn:
        return None
    return next((seat for seat, faction in pos.factions.items() if space in faction.settlements), None)


def _kind_key(space: Space) -> str:
    if space.kind == "sea":
        return "mar-del-sur" if space.mar_del_sur else "sea"
    return "haven" if space.kind in ("cuba", "panama") else space.kind
