"""What a captain sees in a view: its forces, the dangers, the ways, and what a place may bring."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple
from zlib import crc32

from conquistadors.engine import Option, Pile, Seat
from conquistadors.engine.views import View
from conquistadors.games.conquest.bots.captain.country import Country, Journey, Outlook, country_of
from conquistadors.games.conquest.bots.captain.estimates import Estimates, Fight, estimates_of
from conquistadors.games.conquest.bots.captain.styles import STYLES, Style
from conquistadors.games.conquest.pack.tables import DiplomacyResult
from conquistadors.games.conquest.rules.cards.luck import TITLE as LUCK
from conquistadors.games.conquest.rules.governor import may_fight
from conquistadors.games.conquest.rules.indians import value_of
from conquistadors.games.conquest.rules.position import (
    CITIES,
    PLACES,
    ConquestPosition,
    Expedition,
    Site,
    Units,
    ally_of,
)
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.games.conquest.rules.subsistence import needs_food
from conquistadors.games.conquest.rules.victory import total_points

DECIDED: Final = 0.3
"""When the first player lacks less than this part of the points, later turns count less and less."""
VARIETY: Final = 0.04
"""How much captains of different seeds differ about a space."""


@lru_cache(maxsize=4096)
def _whim(seed: int, thing: str) -> float:
    """A number from -1 to 1, the same for the same seed and thing."""
    return crc32(f"{seed} {thing}".encode()) / 2**31 - 1


def _number(effect: Any, name: str) -> int:
    """A number of what a card does; 0 if it says nothing of it."""
    return int(str(effect.get(name, 0)))


class Force(NamedTuple):
    """An expedition as a fighting force."""

    value: int
    added: int
    """What its rolls have besides the dice."""
    units: int
    soak: int
    """The losses that its allies take."""


class Aim(NamedTuple):
    """What an expedition is set on, whatever else would pay."""

    commander: str
    verb: str | None
    """What it is to do where it stands; None: a trip."""
    target: str | None


class Sight:
    """One view, read by a captain."""

    def __init__(self, view: View[Any], seed: int, style: Style = STYLES["balanced"], aim: Aim | None = None) -> None:
        assert view.pending is not None
        self.pos: ConquestPosition = view.position
        self.options: tuple[Option, ...] = view.options
        self.pending = view.pending
        self.seat: Seat = view.pending.who
        self.facts = dict(view.pending.facts)
        self.rules: ConquestRules = self.pos.rules
        self.world = self.rules.world
        self.estimates: Estimates = estimates_of(self.rules)
        self.seed = seed
        self.style = style
        self.aim = aim
        self.cities = any(site.marker in CITIES and not site.out for site in self.pos.sites.values())
        """A city is known that has not been plundered out."""
        self.finds: dict[tuple[str, str], tuple[float, float]] = {}
        """What finds would bring an expedition: kept by the plans."""
        self.hopes: dict[tuple[str, Outlook], Any] = {}
        """What can be hoped for in an undiscovered space: likewise."""
        self._lasting: float | None = None
        self._forces: dict[str, Force] = {}
        self._rivals: tuple[Seat, ...] | None = None
        self._situation: tuple[Hashable, ...] | None = None
        self._country: Country | None = None
        self._helps: dict[tuple[str, bool], int] = {}

    def situation(self) -> tuple[Hashable, ...]:
        """All that plans depend on; the same for the same table."""
        if self._situation is None:
            pos = self.pos
            self._situation = (
                *(self.seed, self.style, self.seat, pos.turn, pos.march, pos.empire_found, pos.piles.get("face-up")),
                *(frozenset(pos.sites.items()), frozenset(pos.expeditions.items())),
                *(frozenset(pos.captains.items()), frozenset(pos.factions.items()), pos.hands[self.seat]),
            )
        return self._situation

    def fancy(self, thing: str) -> float:
        """A whim: near 1, different for each seed."""
        return 1 + VARIETY * _whim(self.seed, thing)

    # Players -----------------------------------------------------------------------------------------------------

    def mine(self) -> list[str]:
        return self.pos.expeditions_of(self.seat)

    def rivals(self) -> tuple[Seat, ...]:
        """The other players, the one with most points first."""
        if self._rivals is None:
            others = [seat for seat in self.pos.factions if seat != self.seat and not self.pos.factions[seat].absent]
            self._rivals = tuple(sorted(others, key=lambda seat: -self.points_with_gold(seat)))
        return self._rivals

    def points_with_gold(self, seat: Seat) -> float:
        """The points of a player, with the gold that is not scored yet."""
        gold = sum([e.gold for e in self.pos.expeditions.values() if e.owner == seat])
        return total_points(self.pos, seat) + self.estimates.gold_worth * gold

    def grudge(self, seat: Seat) -> bool:
        """Whether a player is worth a card: the first of the others."""
        rivals = self.rivals()
        return bool(rivals) and (
            seat == rivals[0] or self.points_with_gold(seat) + self.estimates.box > self.points_with_gold(rivals[0])
        )

    def lasting(self) -> float:
        """What a place is worth that can be plundered again, in first plunders: little when the end is near."""
        if self._lasting is None:
            rivals = self.rivals()
            if rivals:
                lacking = (
                    1 - max(self.points_with_gold(self.seat), self.points_with_gold(rivals[0])) / self.rules.target
                )
                self._lasting = self.style.lasting * min(1.0, max(0.0, lacking / DECIDED))
            else:
                self._lasting = self.style.lasting * (self.pos.turn < self.rules.n.solitaire_turns)
        return self._lasting

    # Forces ------------------------------------------------------------------------------------------------------

    def worth_of(self, units: Units) -> int:
        values = self.rules.unit_values
        return units.foot * values["foot"] + units.horse * values["horse"] + units.cannon * values["cannon"]

    def force(self, commander: str) -> Force:
        """An expedition as it would fight."""
        known = self._forces.get(commander)
        if known is None:
            pos, n = self.pos, self.rules.n
            expedition, units = pos.expeditions[commander], pos.units(commander)
            men = pos.members(commander)
            added = max([self.rules.men[man].combat for man in men]) + (n.combat_cannon if units.cannon else 0)
            added += n.combat_by_hits[expedition.hits]
            allies = expedition.allies
            value = self.worth_of(units) + (value_of(pos, allies) if allies.titles else 0)
            known = self._forces[commander] = Force(value, added, units.size, self.blows(allies))
        return known

    def blows(self, indians: Pile) -> int:
        """How many losses Indian units take."""
        reverse = self.rules.reverse
        titles = zip(indians.titles, indians.copies, strict=True)
        return sum([(1 + (ally_of(title)[0] in reverse)) * count for title, count in titles])

    def against(self, commander: str, site: Site) -> Fight:
        """How a fight with the Indians of a place would go, those that are there or that it would draw."""
        force = self.force(commander)
        if site.garrison.titles:
            enemy, blows = value_of(self.pos, site.garrison), self.blows(site.garrison)
        elif site.hostile or not site.marker:
            return Fight(1.0, 0.0)
        else:
            count = self.estimates.drawn(site.marker)
            enemy, blows = round(self.estimates.indian * count), round(self.estimates.blows * count)
        return self.estimates.fight(*force, round(enemy * self.pessimism()), blows)

    def pessimism(self) -> float:
        """How much stronger Indians may become by cards: those face up against a lone player are known."""
        piles, cards = self.pos.piles, self.rules.cards
        if "face-up" not in piles:
            return self.style.pessimism
        return self.style.alone + sum(["doubles" in cards[title].effect for title in piles["face-up"].titles])

    def duel(self, one: str, other: str) -> Fight:
        """How a fight between two expeditions would go, for the first of them."""
        mine, theirs = self.force(one), self.force(other)
        return self.estimates.fight(*mine, theirs.value, 2 * theirs.units + theirs.soak, theirs.added)

    def cost(self, commander: str, fight: Fight) -> float:
        """What a fight costs in points: the fallen, the governor's favour, and defeat with all the gold at stake."""
        force, gold = self.force(commander), self.pos.expeditions[commander].gold
        if fight.wins >= 1:
            return 0.0
        each = self.style.unit * force.value / max(1, force.units)
        lost = self.style.defeat + self.estimates.gold_worth * gold / 2
        return (
            fight.falls * each
            + min(1.0, fight.falls) * self.estimates.box
            + (1 - fight.wins) * lost
            + self.style.leader
        )

    def rating(self, man: str) -> int:
        card = self.rules.men.get(man)
        return 0 if card is None else card.combat + card.diplomacy + card.rally

    def best(self, commander: str, rating: str) -> int:
        found: int = max([getattr(self.rules.men[man], rating) for man in self.pos.members(commander)])
        return found

    def enemies(self, commander: str) -> list[str]:
        """Expeditions of others in the space that may be fought."""
        space = self.pos.expeditions[commander].space
        if space in self.world.sea or space in self.world.havens:
            return []
        here = [c for c, e in self.pos.expeditions.items() if e.space == space and e.owner != self.seat]
        return [c for c in here if may_fight(self.pos, self.seat, self.pos.expeditions[c].owner)]

    def hungry(self, commander: str) -> bool:
        """It has to be fed and has nothing to eat."""
        return not self.pos.expeditions[commander].food and needs_food(self.pos, commander) is None

    def helps(self, commander: str, *, all_out: bool) -> int:
        """What is added to a discovery: by guides that lie open; all out, by every asset, card of the hand and luck."""
        known = self._helps.get((commander, all_out))
        if known is None:
            known = self._helps[commander, all_out] = self._helped(commander, all_out)
        return known

    def _helped(self, commander: str, all_out: bool) -> int:
        expedition, assets, cards = self.expedition(commander), self.rules.assets, self.rules.cards
        guides = set(expedition.shown.titles)
        if all_out:
            guides.update(title for title in expedition.assets.titles if title in assets)
        found = sum([_number(assets[title].effect, "discovery") for title in guides])
        if not all_out:
            return found
        hand = self.pos.hands[self.seat].titles
        own = [cards[title] for title in hand if title in cards and cards[title].target == "own"]
        found += sum([_number(card.effect, "discovery") for card in own if card.when == "discovery"])
        lucky = LUCK in hand or self.pos.factions[self.seat].luck
        return found + (_number(cards[LUCK].effect, "modifier") if lucky else 0)

    # What a place brings -----------------------------------------------------------------------------------------

    def plunder(
        self, commander: str, site: Site, travel: float = 0.0, attempts: int | None = None
    ) -> tuple[float, float]:
        """What plundering a place brings, as often as it pays in a turn, and how many actions that takes.

        What is left for later turns is worth something too: a place that is stripped bare gives nothing any more.
        """
        marker = str(site.marker)
        if site.out or site.marker not in PLACES or site.ally == self.seat:
            return 0.0, 1.0
        fight, worth = self.against(commander, site), self.estimates.gold_worth
        fixed = fight.wins * self.style.king * bool(site.king) - self.cost(commander, fight)
        if not site.hostile:
            fixed -= self.style.peace
        lasting = self.lasting() * self.estimates.plunder_gold(marker, 0)
        best, rate = (0.0, 1.0), -9.0
        for spoils in self.estimates.spoils(marker, site.attempts if attempts is None else attempts):
            gain = fight.wins * worth * (spoils.gold - spoils.out * lasting) + fixed
            actions = 1 + fight.wins * (spoils.actions - 1)
            if gain / (actions + travel) > rate:
                best, rate = (gain, actions), gain / (actions + travel)
        return best

    def talk(self, commander: str, site: Site, *, now: bool = False) -> float:
        """What negotiating with a place brings in one action."""
        pos, n, estimates, style = self.pos, self.rules.n, self.estimates, self.style
        expedition, marker = pos.expeditions[commander], str(site.marker)
        if site.marker not in PLACES:
            return 0.0
        foreign = site.ally is not None and site.ally != self.seat
        added = self.best(commander, "diplomacy") + n.diplomacy_hostile * site.hostile
        added += n.diplomacy_allied * foreign + n.diplomacy_imperial * (site.empire is not None)
        for title in expedition.shown.titles:
            effect = self.rules.assets[title].effect
            if "diplomacy" in effect and (site.empire is not None or not effect.get("imperial_only")):
                added += int(str(effect["diplomacy"]))
        king = n.gold_roll_king * (site.empire is not None and site.empire in expedition.kings)
        hungry = now and self.hungry(commander)

        def worth(result: DiplomacyResult) -> float:
            gained = 0.0
            if result.alliance and site.marker in CITIES and site.ally != self.seat:
                friends = style.allies * estimates.indian * estimates.drawn(marker)
                gained += style.friendship * estimates.points(marker) + friends
            if result.king and site.king:
                gained += style.king
            if result.turns_hostile and not site.hostile and site.ally is None:
                gained -= style.anger
            if hungry:
                gained += style.food * result.food
            if site.out and result.choice is not None:
                gained += style.card / 2
            return gained

        if foreign:
            return estimates.mean(worth, "diplomacy", added, "city" if site.marker in CITIES else "town")
        if site.out:
            return estimates.mean(worth, "diplomacy", added, "city" if site.marker in CITIES else "town")
        return estimates.talks(marker, added, site.gold_rolls, king, worth)

    def exploit(self, commander: str, site: Site, attempts: int | None = None) -> tuple[float, float, str]:
        """The best that can be made of a place: the gain, the actions for it, and how."""
        gain, actions = self.plunder(commander, site, 1.0, attempts)
        talk = self.talk(commander, site) - self.style.patience
        if talk > 0 and talk > gain / actions:
            return 2 * talk, 2.0, "negotiate"
        return gain, actions, "plunder"

    def crowd(self, space: str) -> int:
        """How many expeditions of others stand in a space: they will plunder it too."""
        there = [c for c, e in self.pos.expeditions.items() if e.space == space and e.owner != self.seat]
        return sum([self.force(c).units > 0 for c in there])

    # Ways --------------------------------------------------------------------------------------------------------

    @property
    def country(self) -> Country:
        """The lie of the land."""
        if self._country is None:
            self._country = country_of(self.pos, self.estimates)
        return self._country

    def journeys(self, commander: str) -> dict[str, Journey]:
        """The ways of an expedition to every space that it can reach now."""
        expedition, closed = self.pos.expeditions[commander], self.pos.turn < self.rules.n.mar_del_sur_opens
        return self.country.journeys(expedition.space, ashore=expedition.ashore, closed=closed)

    def seeks_empire(self) -> bool:
        """Whether no city of an empire is known that still has something, and country is left where one may lie."""
        last = not self.rivals() and self.pos.turn >= self.rules.n.solitaire_turns
        if last or any(site.empire is not None and not site.out for site in self.pos.sites.values()):
            return False
        highest = self.rules.n.empire_level
        known = self.country.known
        return any(level == highest and space not in known for space, level in self.world.level.items())

    def expedition(self, commander: str) -> Expedition:
        return self.pos.expeditions[commander]

    def strongest(self, commanders: Iterable[str]) -> str:
        return max(commanders, key=lambda c: (self.force(c).value, c))
