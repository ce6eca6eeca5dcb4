"""A player for the golden games: greedy, a little spiteful, the same for the same seed. No bot: it plays stories.

It knows the verbs of the game and what lies on the table, and goes where gold can be hoped for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from random import Random
from typing import Any, Final

from conquistadors.engine import PASS, Choice, Option, Seat
from conquistadors.engine.game import Game
from conquistadors.games.conquest.rules.governor import may_fight
from conquistadors.games.conquest.rules.indians import value_of
from conquistadors.games.conquest.rules.position import CITIES, PLACES, ConquestPosition
from conquistadors.games.conquest.rules.spaces import can_attempt, is_discovered
from conquistadors.maps.distances import distances

SPITE: Final = 0.3
"""How often a card is played against another player."""
PRIZES: Final = {"town": 3.0, "city": 8.0, "imperial": 14.0, "capital": 22.0}
"""What a place is worth a march."""
UNKNOWN: Final = 3.0
"""What an undiscovered space is worth for each level."""
LEGEND: Final = 7.0
"""What a legend is worth a march."""
WORTH_DIVIDING: Final = 30
"""The gold in a space that is divided."""
WANTED: Final = {"horse": 2, "cannon": 1}
"""So many are bought for a conquistador before the foot."""
INDIANS: Final = 24.0
"""What an Indian unit that nobody has seen may be worth."""
DRAWN: Final = {"town": 1, "city": 2, "imperial": 3, "capital": 3}


class Fortune:
    """Answers every question of all three games."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._answers: dict[str, Callable[[], Option]] = {
            "accept": lambda: self._verb("refuse"),
            "action": self._action,
            "arrival": self._arrival,
            "assign-asset": lambda: max(self._options, key=lambda o: self._strength(str(o.target))),
            "attack": self._attack,
            "charge": lambda: self._first("shock", "charge", "pass"),
            "choose-conquistador": lambda: max(self._options, key=lambda o: self._rating(str(o.subject))),
            "commander": lambda: max(self._options, key=lambda o: self._rating(str(o.subject))),
            "company": lambda: max(self._options, key=lambda o: self._rating(str(o.subject))),
            "convert": self._most,
            "discard": lambda: PASS,
            "divide": self._divide,
            "exchange": self._exchange,
            "favour": lambda: self._verb("raise"),
            "fifth-hit": self._cheapest,
            "gift": self._least,
            "impulse": self._impulse,
            "late-arrival": lambda: self._options[0 if self._pos.turn > 1 else -1],
            "lay-down": lambda: self._random.choice(self._options),
            "leader": self._leader,
            "lose-unit": self._cheapest,
            "loan": lambda: self._options[len(self._options) // 2],
            "loss": self._dearest,
            "make-room": lambda: PASS,
            "march": self._march,
            "modify": lambda: PASS,
            "place-town": lambda: max(self._options, key=self._hope),
            "place-village": lambda: max(self._options, key=self._hope),
            "rally-food": lambda: PASS,
            "react": self._react,
            "first-purchase": self._purchase,
            "purchase": self._purchase,
            "recruit": self._recruit,
            "reinforcements": lambda: self._options[-1],
            "repay": self._most,
            "reroll": self._reroll,
            "retreat": self._retreat,
            "reward": self._reward,
            "share-out": self._most,
            "station": lambda: max(self._options, key=self._station),
            "succession": lambda: self._verb("replace"),
            "support": lambda: self._options[0],
            "surrender": lambda: PASS,
            "take-allies": self._most,
            "target-captain": self._any,
            "target-expedition": self._target_expedition,
            "target-player": lambda: max(self._options, key=lambda o: self._pos.factions[str(o.subject)].permanent),
            "target-space": self._target_space,
            "voyage": self._march,
        }

    def __call__(self, game: Game[Any]) -> Option:
        choice = game.pending
        assert isinstance(choice, Choice)
        self._seat: Seat = choice.who
        self._pos: ConquestPosition = game.view(choice.who).position
        self._options: Sequence[Option] = game.options
        self._facts = dict(choice.facts)
        return self._answers.get(choice.kind, self._any)()

    # Ways to choose ----------------------------------------------------------------------------------------------

    def _any(self) -> Option:
        return self._options[0]

    def _verb(self, verb: str) -> Option:
        return next((o for o in self._options if o.verb == verb), self._options[0])

    def _first(self, *verbs: str) -> Option:
        found = [o for verb in verbs for o in self._options if o.verb == verb]
        return found[0] if found else self._options[-1]

    def _most(self) -> Option:
        return self._options[-1]

    def _least(self) -> Option:
        return self._options[0]

    def _cheapest(self) -> Option:
        """Foot before allies, allies before cannon and horse."""
        order = ("foot", "cannon", "horse")
        return min(self._options, key=lambda o: order.index(str(o.subject)) if o.subject in order else 0.5)

    def _dearest(self) -> Option:
        """Whoever is hit already, horse first; of Indians the strongest."""
        values = self._pos.rules.value | {"horse": 1, "horse-flipped": 4, "cannon-flipped": 3, "foot-flipped": 2}
        return max(self._options, key=lambda o: values.get(str(o.subject).partition("@")[0], 0))

    # What is worth what ------------------------------------------------------------------------------------------

    def _mine(self) -> list[str]:
        return self._pos.expeditions_of(self._seat)

    def _strength(self, commander: str) -> float:
        if commander not in self._pos.expeditions:
            return 0
        values = self._pos.rules.unit_values
        units = self._pos.units(commander)
        spanish = sum(units.of(kind) * worth for kind, worth in values.items())
        return spanish + value_of(self._pos, self._pos.expeditions[commander].allies)

    def _danger(self, space: str) -> float:
        """What a plunder in the space would have to fight."""
        site = self._pos.site(space)
        if site.garrison.titles:
            return float(value_of(self._pos, site.garrison))
        return 0.0 if site.hostile else INDIANS * DRAWN.get(str(site.marker), 0)

    def _dares(self, commander: str, space: str) -> bool:
        best = max(self._pos.rules.men[man].combat for man in self._pos.members(commander))
        return self._strength(commander) * (1 + 0.15 * best) >= self._danger(space)

    def _prize(self, commander: str, space: str) -> float:
        """What it is worth to be in a space."""
        pos = self._pos
        if pos.site(space).legend is not None:
            return LEGEND
        if not is_discovered(pos, space):
            level = pos.rules.world.level[space] or 0
            return 1 + UNKNOWN * level if can_attempt(pos, space) and pos.units(commander).size else -1.0
        site = pos.site(space)
        if site.marker not in PLACES or (site.ally is not None and site.ally != self._seat):
            return 0.0
        if site.out:
            return 1.0 if site.marker in CITIES and site.ally is None else 0.0
        worth = PRIZES[str(site.marker)] - site.attempts - site.gold_rolls
        return worth if not site.hostile or self._dares(commander, space) else 0.0

    def _goals(self, commander: str) -> dict[str, float]:
        """How good it is to be in a space: the best of all prizes elsewhere, less the way to it.

        However far they are, it is better to go there than to rest.
        """
        world = self._pos.rules.world
        here = self._pos.expeditions[commander].space
        prizes = {s: p for s in world.spaces if s != here and (p := self._prize(commander, s)) > 0}
        by_land = here not in world.sea and any(s in prizes for s in world.land_distances(here))
        net = world.by_land if by_land else world.adjacent
        goals: dict[str, float] = {}
        waiting = [(-prize, space) for space, prize in prizes.items()]
        heapify(waiting)
        while waiting:
            worth, space = heappop(waiting)
            if space not in goals:
                goals[space] = -worth
                for near in net[space]:
                    heappush(waiting, (worth + 1, near))
        far = 1 - goals.get(here, 1)
        return {space: worth + far for space, worth in goals.items()} if far > 0 else goals

    def _hope(self, option: Option) -> float:
        """Where markers of the set-up should stand: near high country, not on a fever coast."""
        world, space = self._pos.rules.world, str(option.subject)
        near = distances([space], lambda s: world.by_land[s])
        high = sum((world.level[s] or 0) ** 2 / (1 + steps) ** 2 for s, steps in near.items())
        return high - 3 * world.spaces[space].minus_one

    # The set-up --------------------------------------------------------------------------------------------------

    def _rating(self, man: str) -> int:
        card = self._pos.rules.men.get(man)
        return -1 if card is None else card.combat + card.diplomacy

    def _purchase(self) -> Option:
        """What is wanted of each kind, then foot for the rest."""
        offered = {str(option.subject): option for option in self._options if option.verb == "recruit"}
        for kind, most in WANTED.items():
            if kind in offered and self._has(kind) < most:
                return offered[kind]
        return offered.get("foot", self._options[-1])

    def _recruit(self) -> Option:
        kind = str(self._facts["unit"])
        most = WANTED[kind] - self._has(kind) if kind in WANTED else len(self._options)
        return self._options[min(max(most, 1), len(self._options)) - 1]

    def _has(self, kind: str) -> int:
        return self._pos.captains[str(self._facts["captain"])].units.of(kind)

    def _exchange(self) -> Option:
        """Enough to pay off the debt."""
        faction = self._pos.factions[self._seat]
        return self._options[min(max(1, faction.debt - faction.pesos), len(self._options)) - 1]

    def _divide(self) -> Option:
        captain, other = str(self._facts["captain"]), str(self._facts["other"])
        return self._options[-1] if self._rating(captain) >= self._rating(other) else self._options[0]

    def _station(self, option: Option) -> float:
        strong = self._pos.captains[str(option.subject)].units.size > 5
        town = self._pos.site(str(option.target)).marker == "town"
        return 2.0 * strong + (town if strong else option.target in self._pos.rules.world.havens)

    # An impulse --------------------------------------------------------------------------------------------------

    def _impulse(self) -> Option:
        pos = self._pos
        by_verb: dict[str, list[Option]] = {}
        for option in self._options:
            by_verb.setdefault(option.verb, []).append(option)
        men = [o for o in by_verb.get("play", []) if o.subject in pos.rules.men]
        if men:
            return men[0]
        if "muster" in by_verb:
            return by_verb["muster"][0]
        if "gift" in by_verb and pos.factions[self._seat].index < 0 and self._random.random() < 0.5:
            return by_verb["gift"][0]
        for verb in ("convert", "repay"):
            if verb in by_verb:
                return by_verb[verb][0]
        if "exchange" in by_verb and pos.factions[self._seat].debt:
            return by_verb["exchange"][0]
        for option in by_verb.get("share-out", []):
            here = [c for c in self._mine() if pos.expeditions[c].space == option.subject]
            worth = WORTH_DIVIDING if pos.turn < pos.rules.n.solitaire_turns else 1
            if sum(pos.expeditions[c].gold for c in here) >= worth:
                return option
        for option in by_verb.get("play", []):
            card = pos.rules.cards[str(option.subject)]
            wanted = card.target == "own" and card.when in ("impulse", "governor") and card.id != "procurators-to-spain"
            if wanted or (card.target == "other" and self._random.random() < SPITE):
                return option
        for option in by_verb.get("incite", []):
            if pos.expeditions[str(option.target)].owner != self._seat and self._random.random() < SPITE:
                return option
        if "activate" in by_verb:
            return max(by_verb["activate"], key=lambda o: self._plan(str(o.subject))[0])
        return self._verb("done")

    def _plan(self, commander: str) -> tuple[float, str]:
        """What an expedition would best do, and how good that is."""
        pos = self._pos
        expedition = pos.expeditions[commander]
        here, units = expedition.space, pos.units(commander)
        site = pos.site(here)
        goals = self._goals(commander)
        plans = [(0.0, "rest"), (goals.get(here, 0.0), "sail" if here in pos.rules.world.sea else "march")]
        if not any(goals.get(s, 0.0) > goals.get(here, 0.0) for s in pos.rules.world.by_land[here]):
            plans[1] = (plans[1][0], "sail")
        if can_attempt(pos, here):
            plans.append((9.0, "discover"))
        if units.size and expedition.hits >= 2:
            plans.append((6.0 + 3 * expedition.hits, "rally"))
        plans += [(12.0 + pos.expeditions[enemy].gold, "attack") for enemy in self._wanted(commander)]
        if site.marker in PLACES:
            prize = PRIZES[str(site.marker)] - 2 * site.attempts - 2 * site.gold_rolls
            if not site.out and units.size and site.ally != self._seat and self._dares(commander, here):
                plans.append((prize + 2.5, "plunder"))
            hungry = 6.0 * (expedition.food == 0 and site.ally != self._seat)
            plans.append((hungry + 0.7 * prize - 3 * site.hostile - 4 * site.out, "negotiate"))
        return max(plans, key=lambda plan: plan[0] + 0.01 * units.size)

    def _wanted(self, commander: str) -> list[str]:
        """Weaker expeditions in the same space with which a warrant allows a fight."""
        pos = self._pos
        here = [c for c in pos.expeditions_in(pos.expeditions[commander].space) if c not in self._mine()]
        fair = [c for c in here if may_fight(pos, self._seat, pos.expeditions[c].owner)]
        return [c for c in fair if self._strength(c) < 0.8 * self._strength(commander)]

    def _action(self) -> Option:
        _, wanted = self._plan(str(self._facts["expedition"]))
        return self._first(wanted, "rest")

    def _march(self) -> Option:
        """Towards the best goal; stop where nothing better is within reach. Where it set out from is no goal."""
        commander = str(self._facts["expedition"])
        goals = self._goals(commander)
        march = self._pos.march
        assert march is not None

        def worth(option: Option) -> float:
            space = str(option.subject) if option.verb == "go" else march.path[-1]
            prize = self._prize(commander, space) if space != march.path[0] else 0.0
            return max(goals.get(space, 0.0), prize) + (option.verb == "go") * 0.01

        ways = [o for o in self._options if o.verb in ("go", "stop")]
        return max(ways, key=worth)

    # Cards and dice ----------------------------------------------------------------------------------------------

    def _react(self) -> Option:
        battle = self._pos.battle
        fights = battle is not None and any(
            side.expedition is not None and side.seat == self._seat for side in (battle.attacker, battle.defender)
        )
        return self._options[0] if fights or self._random.random() < SPITE else PASS

    def _reroll(self) -> Option:
        rolling = self._pos.rolling[-1]
        low = rolling.natural is not None and rolling.natural <= self._pos.rules.rolls[rolling.roll].dice.count * 2
        deadly = rolling.roll == "leader-casualty" and rolling.natural is not None and rolling.natural >= 11
        wanted = deadly if rolling.roll in ("leader-casualty", "assassination", "poison-darts") else low
        return self._options[0] if wanted else PASS

    def _reward(self) -> Option:
        rich = self._pos.site(str(self._facts["space"])).gold_rolls < 2
        return self._verb("gold" if rich and self._random.random() < 0.8 else "asset")

    def _target_expedition(self) -> Option:
        own = [o for o in self._options if self._pos.expeditions[str(o.subject)].owner == self._seat]
        return max(own or self._options, key=lambda o: self._strength(str(o.subject)))

    def _target_space(self) -> Option:
        """Where others stand and oneself does not."""

        def harm(option: Option) -> float:
            there = [self._pos.expeditions[c].owner for c in self._pos.expeditions_in(str(option.subject))]
            near = self._pos.rules.world.adjacent[str(option.subject)]
            mine = sum(self._pos.expeditions[c].space in near for c in self._mine())
            return sum(1.0 if owner != self._seat else -2.0 for owner in there) + 0.1 * mine

        return max(self._options, key=harm)

    # Battles and men ---------------------------------------------------------------------------------------------

    def _attack(self) -> Option:
        wanted = self._wanted(str(self._facts["expedition"]))
        return next((o for o in self._options if o.subject in wanted), self._first("fight", "advance"))

    def _leader(self) -> Option:
        return max(self._options, key=lambda o: self._pos.rules.men[str(o.subject)].combat)

    def _retreat(self) -> Option:
        commander = str(self._facts["expedition"])
        battle = self._pos.battle
        assert battle is not None
        enemy = next(s.expedition for s in (battle.attacker, battle.defender) if s.expedition != commander)
        force = self._danger(battle.space) if enemy is None else self._strength(enemy)
        flees = self._strength(commander) < 0.4 * force or self._pos.units(commander).size <= 1
        return self._first("retreat" if flees else "fight")

    def _arrival(self) -> Option:
        own = [o for o in self._options if o.subject in self._pos.expeditions]
        fit: Iterable[Option] = own or self._options
        return max(fit, key=lambda o: self._strength(str(o.subject)))
