"""6.0, 17.0  The odds of a battle: any force against any other, by the rules that play it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from conquistadors.engine import Procedure, Seat, SetupError, changed, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.builder import ExpeditionPlan, PlacePlan, build, expedition, place
from conquistadors.games.conquest.odds.assuming import FIFTH_HIT, assumed, cards_played, luck_used, retreat_made
from conquistadors.games.conquest.odds.battle_question import BattleQuestion, Draw, Fate, Tactics
from conquistadors.games.conquest.odds.catalogue import named, standard_rules
from conquistadors.games.conquest.odds.fighting import STOPS, BattleParts, forget, forget_indians, last_round
from conquistadors.games.conquest.odds.sizing import Fighters, check_size
from conquistadors.games.conquest.odds.supposing import luck_in_hand, rules_of
from conquistadors.games.conquest.odds.tactics import plan_of
from conquistadors.games.conquest.rules.battle import against_indians, side_of, spanish_side
from conquistadors.games.conquest.rules.combat import begin_battle, indian_player
from conquistadors.games.conquest.rules.indians import gather
from conquistadors.games.conquest.rules.position import NO_UNITS, ConquestPosition, Side
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.naming import Names
from conquistadors.odds.paths import Paths
from conquistadors.odds.remembering import remembered
from conquistadors.odds.slices import Progress, finished
from conquistadors.odds.solving import Solved


class BattleOdds:
    """The odds of a battle: the chance to win, and the distribution of all else that it leads to."""

    def __init__(self, rounds: Callable[[], Solved], fates: Distribution, states: int) -> None:
        """`rounds` solves it once more, if anybody asks: every round told apart."""
        self._rounds = cache(rounds)
        self.fates = fates
        """Everything together."""
        self.assumed = fates.assumed
        self.states = states
        """How many positions were told apart."""

    @property
    def win(self) -> Fraction:
        """The chance to win."""
        return self.fates.chance(lambda fate: fate.outcome == "won")

    def of(self, what: str) -> Distribution:
        """The distribution of one thing: outcome, lost, enemies, hits, leader, king, index or gold."""
        if what not in Fate.__dataclass_fields__:
            raise SetupError(error_text("battle.tells", known=Fate.__dataclass_fields__, wanted=short_repr(what)))
        found = self.fates.map(lambda fate: getattr(fate, what))
        return found.called(Outcomes if what == "outcome" else named)

    def rounds(self, most: int = 12) -> Distribution:
        """6.21  How many rounds are fought; whatever is beyond `most` is told as "more"."""
        found = self._rounds().visits(_begins_a_round, most)
        found.assumed = self.assumed
        return found

    @property
    def mean_rounds(self) -> Fraction:
        """How many rounds are fought on average, however long it takes."""
        return self._rounds().mean_visits(_begins_a_round)

    def __str__(self) -> str:
        return f"{self.of('outcome')}"


class Outcomes(Names):
    """What the ends of a battle are called."""

    def __init__(self, language: str) -> None:
        super().__init__(language, standard_rules().texts(language))

    def __call__(self, result: object) -> str:
        key = f"outcome.{result}"
        return self.say(key) if key in self else super().__call__(result)


def _begins_a_round(bare: ConquestPosition) -> bool:
    return bool(bare.tasks) and bare.tasks[-1] == "battle-round"


# Asking ----------------------------------------------------------------------------------------------------------


@remembered("progress")
@checks_arguments()
def battle(
    units: str,
    against: Sequence[int | str] | Draw | str,
    *,
    progress: Callable[[Progress], None] | None = None,
    **how: Any,
) -> BattleOdds:
    """Work out the odds of a battle: `battle("6 foot, 3 horse, 1 cannon", [30, 20, 40])`.

    `against` are Indian units by their values, `Draw(3)` for three from the cup, or the units of another expedition,
    led by `foe`. `leader`, `companions`, `hits`, `allies`, `assets` and `gold` are those of the force; `scenario` and
    `options` say by which game. `attacks` says who does; in an `ambush` Indians do. With an `empire` its king is in the
    space. `cards` are Combat cards that you play as soon as possible, `enemy_cards` those of the enemy; `mano` says
    how you use one Mano de Dios (two for "both"). All other arguments go to `battle_at`.
    """
    return finished(battling(units, against, **how), progress)


def battling(
    units: str, against: Sequence[int | str] | Draw | str, **how: Any
) -> Generator[Progress, None, BattleOdds]:
    """The same in slices: gives the progress after each."""
    asked = BattleQuestion.asked(units, against, **how)
    return (yield from _work(_laid_out(asked), asked.tactics, asked.leader))


def battle_at(pos: ConquestPosition, *, progress: Callable[[Progress], None] | None = None, **how: Any) -> BattleOdds:
    """Work out the odds of the battle that is next in a position, or under way, at the start of a step.

    `leader` commands the expedition that is asked about: without it the one against Indians, or else the attacker.
    `losses` says whom losses hit, for both sides or for each ({"spaniards": ..., "indians": ...}): "highest", "lowest",
    "random" or "best". `retreat` is "never", "best", {"round": n} or {"lost": k}; `mano` the use of Mano de Dios;
    `charge` how a Standard battle begins ("pass", "charge", "shock" or "best"). What is made best serves the `goal`:
    "win", "survive", "units", or a function of a `Fate`. `plays` are cards that their holders play as soon as may be.
    `progress` is told how far the work has got; whatever it raises stops it.
    """
    return finished(battle_work(pos, **how), progress)


def battle_work(
    pos: ConquestPosition, *, leader: str | None = None, **how: Any
) -> Generator[Progress, None, BattleOdds]:
    """The same in slices: gives the progress after each."""
    return (yield from _work(pos, Tactics(**how), leader))


# The work --------------------------------------------------------------------------------------------------------


def _laid_out(asked: BattleQuestion) -> ConquestPosition:
    """The position before the battle, or before the units are drawn."""
    rules, against, how = rules_of(asked.scenario, options=asked.options), asked.against, asked.tactics
    duel, drawn = isinstance(against, str), isinstance(against, Draw)
    if isinstance(against, Draw) and (type(against.units) is not int or not 1 <= against.units <= rules.cup.size):
        raise SetupError(error_text("battle.units-drawn", most=rules.cup.size, wanted=short_repr(against.units)))
    if how.ambush and duel:
        raise SetupError(error_text("battle.ambush"))
    red, blue = rules.seats[0], rules.seats[-1]
    other = asked.foe if duel else "indians"
    sides = (asked.leader, other) if asked.attacks and not how.ambush else (other, asked.leader)
    wanted, mine = (red, blue)[asked.attacks], [*asked.cards, *luck_in_hand(how.mano)]
    pos = build(
        rules=rules,
        expeditions={asked.leader: _force(asked), **({asked.foe: _foes(asked, blue)} if duel else {})},
        places=_places(asked, rules),
        hands={red: mine} | ({blue: list(asked.enemy_cards)} if blue != red else {}),
        index={wanted: -1} if duel else {},
        warrants=[wanted] if duel else [],
        before="impulse" if drawn else f"battle {sides[0]} {sides[1]}",
    )
    if isinstance(against, Draw):
        pos.talk = (*DRAWING, asked.space, str(against.units), "ambush" if how.ambush else "open", *sides)
    if how.ambush and pos.battle is not None:
        pos.battle = changed(pos.battle, ambush=True)
    return pos


def _force(asked: BattleQuestion) -> ExpeditionPlan:
    named = {name: getattr(asked, name) for name in ("companions", "hits", "allies", "assets", "gold")}
    return expedition("red", asked.space, asked.units, **named)


def _foes(asked: BattleQuestion, seat: Seat) -> ExpeditionPlan:
    return expedition(seat, asked.space, str(asked.against))


def _places(asked: BattleQuestion, rules: ConquestRules) -> dict[str, PlacePlan | str]:
    """The place that is fought for, and a village to retreat to."""
    against, space, world = asked.against, asked.space, rules.world
    indians: Sequence[int | str] = () if isinstance(against, (str, Draw)) else against
    hostile, empire = not isinstance(against, str), asked.empire
    here = place(asked.marker, hostile=hostile, units=indians, empire=empire, king=empire is not None)
    near = next((s for s in world.by_land.get(space, ()) if s not in world.havens), None)
    return {space: here, **({near: "village"} if near else {})}


def _work(pos: ConquestPosition, how: Tactics, leader: str | None) -> Generator[Progress, None, BattleOdds]:
    if pos.battle is None and pos.talk[:1] != DRAWING:
        raise SetupError(error_text("battle.none-here"))
    spaniards, others = how.allotted()
    plan, worth = plan_of(how), how.worth()
    commander = leader or _asked_about(pos)
    if commander not in pos.expeditions:
        raise SetupError(error_text("battle.expedition", wanted=short_repr(commander)))
    check_size(pos, _fighters(pos), how)
    last = last_round(pos, how)
    start = pos.copy()
    seat = pos.expeditions[commander].owner

    def alike(at: ConquestPosition) -> None:
        forget(at, last)
        forget_indians(at)

    def solving(*, encloses: bool) -> Generator[Progress, None, tuple[Paths[ConquestPosition], Solved]]:
        paths = Paths(
            _step,
            plan,
            lambda bare: bare.battle is None and bare.talk[:1] != DRAWING,
            parts=BattleParts(start, how),
            stops=lambda bare: bool(bare.tasks) and bare.tasks[-1] in STOPS,
            alike=alike,
            told=lambda at: fate(start, at, commander),
            checked=how.checked,
            encloses=encloses,
        )
        first = yield from paths.exploring(pos)
        return paths, Solved(paths, first, worth, seat)

    def rounds() -> Solved:
        return solved if not alone else finished(solving(encloses=False))[1]

    alone = how.decided()
    paths, solved = yield from solving(encloses=alone)
    said = [
        assumed("losses-by-spaniards", how=spaniards),
        assumed("losses-by-others", how=others),
        retreat_made(how.retreat),
        luck_used(how.mano),
        cards_played(how.plays),
        FIFTH_HIT,
    ]
    return BattleOdds(rounds, solved.distribution(_itself, said), len(paths))


def _itself(told: Fate) -> Fate:
    return told


def _fighters(pos: ConquestPosition) -> Fighters:
    """Who fights in the battle that a position stands before."""
    if pos.battle is None:
        _, space, units, _, *names = pos.talk
        return Fighters(tuple([name for name in names if name in pos.expeditions]), space, int(units))
    sides = (pos.battle.attacker.expedition, pos.battle.defender.expedition)
    return Fighters(tuple([name for name in sides if name is not None]), pos.battle.space)


DRAWING: Final = ("draw",)


def _step(pos: ConquestPosition) -> Procedure[None]:
    return _draw(pos) if pos.talk[:1] == DRAWING else pos.rules.step(pos)


def _draw(pos: ConquestPosition) -> Procedure[None]:
    """12.34  Indian units are drawn from the cup, and the battle begins."""
    _, space, units, how, *names = pos.talk
    yield from gather(pos, space, int(units), "12.34")
    pos.talk = ()
    spanish = next(name for name in names if name in pos.expeditions)
    owner = pos.expeditions[spanish].owner
    sides = [Side(owner, name) if name == spanish else Side(indian_player(pos, owner)) for name in names]
    begin_battle(pos, space, sides[0], sides[1], ambush=how == "ambush")


def _asked_about(pos: ConquestPosition) -> str:
    assert pos.battle is not None
    name = spanish_side(pos.battle) if against_indians(pos.battle) else "attacker"
    return str(side_of(pos.battle, name).expedition)


# Reading the end -------------------------------------------------------------------------------------------------


def fate(start: ConquestPosition, end: ConquestPosition, commander: str) -> Fate:
    """How a battle ended for an expedition: read from the position before it and the one after it."""
    before = start.expeditions[commander]
    leader = _leader(start, commander)
    heir = next((c for c, e in end.expeditions.items() if e.owner == before.owner and c not in start.expeditions), None)
    name = commander if commander in end.expeditions else heir
    after = None if name is None else end.expeditions[name]
    units = NO_UNITS if name is None else end.units(name)
    here = end.site(before.space).garrison.size
    foes = [c for c, e in start.expeditions.items() if e.owner != before.owner and e.space == before.space]
    enemies = here + sum(end.units(foe).size for foe in foes if foe in end.expeditions)
    if not units.size:
        outcome = "lost" if enemies else "gone"
    elif after is not None and after.space != before.space:
        outcome = "retreated"
    else:
        fled = [c for c in foes if c in end.expeditions and end.expeditions[c].space != before.space]
        outcome = "won" if not enemies or fled else "held"
    man = end.captains.get(leader)
    taken = "captured" if leader in end.captives else "dead"
    return Fate(
        outcome,
        start.units(commander).size - units.size,
        units,
        enemies,
        0 if after is None else after.hits,
        taken if man is None else "wounded" if man.wounded and not start.captains[leader].wounded else "unhurt",
        len(() if after is None else after.kings) > len(before.kings),
        end.factions[before.owner].index - start.factions[before.owner].index,
        before.gold - (0 if after is None else after.gold),
    )


def _leader(start: ConquestPosition, commander: str) -> str:
    """6.23  Who leads: he who was named, or the one with the highest rating."""
    if start.battle is not None:
        named = [side.leader for side in (start.battle.attacker, start.battle.defender) if side.expedition == commander]
        if named and named[0] is not None:
            return named[0]
    return max(start.members(commander), key=lambda man: start.rules.men[man].combat)
