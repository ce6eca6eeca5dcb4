"""6.0, 17.0  The odds of a battle: any force against any other, by the rules that play it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from conquistadors.engine import Procedure, SetupError, changed, record, shown
from conquistadors.engine.texts import told
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.odds.assuming import FIFTH_HIT, assumed, cards_played, luck_used, retreat_made
from conquistadors.games.conquest.odds.fighting import STOPS, BattleParts, forget, last_round
from conquistadors.games.conquest.odds.supposing import luck_in_hand, rules_of
from conquistadors.games.conquest.odds.tactics import OTHERS, Retreat, allotment, playing, retreating
from conquistadors.games.conquest.rules.battle import against_indians, side_of, spanish_side
from conquistadors.games.conquest.rules.combat import begin_battle, indian_player
from conquistadors.games.conquest.rules.indians import gather
from conquistadors.games.conquest.rules.position import NO_UNITS, Indies, Side, Units
from conquistadors.odds.distribution import Distribution
from conquistadors.odds.paths import Paths, Progress, finished
from conquistadors.odds.policies import Plan, with_luck
from conquistadors.odds.remembering import remembered
from conquistadors.odds.solving import Solved


@record
class Draw:
    """12.34  Some Indian units, drawn from the cup."""

    units: int


@record
class Fate:
    """How a battle ended for the side that is asked about."""

    outcome: str
    """won, lost, retreated; or gone: both sides lost their last units."""
    lost: int
    """Spanish units lost."""
    units: Units
    """Spanish units left."""
    enemies: int
    """Units of the other side that are left: Indian ones, or Spanish."""
    hits: int
    """Morale hits of what is left."""
    leader: str
    """6.4  unhurt, wounded, dead, or captured."""
    king: bool
    """6.37  A king was captured."""
    index: int
    """11.13  How far the governor index moved."""
    gold: int
    """6.371, 6.53  Gold lost; less than none where some was captured."""


Goal = str | Callable[[Fate], int | Fraction]
GOALS: Final[Mapping[str, Callable[[Fate], int | Fraction]]] = {
    "win": lambda fate: int(fate.outcome == "won"),
    "survive": lambda fate: int(fate.outcome in ("won", "retreated")),
    "units": lambda fate: fate.units.size,
}
"""What is wanted where a choice is made best: to win, not to be wiped out, or to keep as many units as can be."""


class BattleOdds:
    """The odds of a battle: the chance to win, and the distribution of all else that it leads to."""

    def __init__(self, solved: Solved, fates: Distribution, states: int) -> None:
        self._solved = solved
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
            raise SetupError(told("battle.tells", known=Fate.__dataclass_fields__, wanted=shown(what)))
        return self.fates.map(lambda fate: getattr(fate, what))

    def rounds(self, most: int = 12) -> Distribution:
        """6.21  How many rounds are fought; whatever is beyond `most` is told as "more"."""
        found = self._solved.visits(_begins_a_round, most)
        found.assumed = self.assumed
        return found

    @property
    def mean_rounds(self) -> Fraction:
        """How many rounds are fought on average, however long it takes."""
        return self._solved.mean_visits(_begins_a_round)

    def __str__(self) -> str:
        return f"{self.of('outcome')}"


def _begins_a_round(bare: Indies) -> bool:
    return bool(bare.tasks) and bare.tasks[-1] == "battle-round"


# Asking ----------------------------------------------------------------------------------------------------------


@remembered("progress")
def battle(
    units: str,
    against: Sequence[int | str] | Draw | str,
    *,
    progress: Callable[[Progress], None] | None = None,
    **how: Any,
) -> BattleOdds:
    """The odds of a battle in a few words: `battle("6 foot, 3 horse, 1 cannon", [30, 20, 40])`.

    `against` are Indian units by their values, `Draw(3)` for three from the cup, or the units of another expedition,
    led by `foe`. `leader`, `companions`, `hits`, `allies`, `assets` and `gold` are those of the force; `scenario` and
    `options` say by which game. `attacks` says who does; in an `ambush` Indians do. With an `empire` its king is in the
    space. `cards` are Combat cards that are played as soon as may be, `enemy_cards` those of the other side, `mano` the
    use of one Mano de Dios (of two for "both"). All else is what `battle_at` takes.
    """
    return finished(battling(units, against, **how), progress)


def battling(
    units: str,
    against: Sequence[int | str] | Draw | str,
    *,
    leader: str = "cortes",
    companions: Mapping[str, str] | None = None,
    hits: int = 0,
    allies: Sequence[str] = (),
    assets: Sequence[str] = (),
    gold: int = 0,
    foe: str = "alvarado",
    scenario: str = "basic",
    options: Mapping[str, Any] | None = None,
    space: str = "tlaxcala",
    marker: str = "city",
    empire: str | None = None,
    attacks: bool = True,
    ambush: bool = False,
    cards: Sequence[str] = (),
    enemy_cards: Sequence[str] = (),
    mano: str = "never",
    **how: Any,
) -> Generator[Progress, None, BattleOdds]:
    """The same in slices: gives the progress after each."""
    rules = rules_of(scenario, options=options)
    if isinstance(against, Draw) and (type(against.units) is not int or not 1 <= against.units <= rules.cup.size):
        raise SetupError(told("battle.units-drawn", most=rules.cup.size, wanted=shown(against.units)))
    if ambush and isinstance(against, str):
        raise SetupError(told("battle.ambush"))
    played = (*cards, *enemy_cards)
    force = expedition("red", space, units, companions=companions, hits=hits, allies=allies, assets=assets, gold=gold)
    red, blue = rules.seats[0], rules.seats[-1]
    duel, drawn = isinstance(against, str), isinstance(against, Draw)
    indians: Sequence[int | str] = () if isinstance(against, (str, Draw)) else against
    here = place(marker, hostile=not duel, units=indians, empire=empire, king=empire is not None)
    near = next((s for s in rules.world.by_land.get(space, ()) if s not in rules.world.havens), None)
    other = foe if duel else "indians"
    sides = (leader, other) if attacks and not ambush else (other, leader)
    wanted = (red, blue)[attacks]
    pos = build(
        rules=rules,
        expeditions={leader: force, **({foe: expedition(blue, space, str(against))} if duel else {})},
        places={space: here, **({near: "village"} if near else {})},
        hands={red: [*cards, *luck_in_hand(mano)], **({blue: list(enemy_cards)} if blue != red else {})},
        index={wanted: -1} if duel else {},
        warrants=[wanted] if duel else [],
        before="impulse" if drawn else f"battle {sides[0]} {sides[1]}",
    )
    if isinstance(against, Draw):
        pos.talk = (*DRAWING, space, str(against.units), "ambush" if ambush else "open", *sides)
    if ambush and pos.battle is not None:
        pos.battle = changed(pos.battle, ambush=True)
    return (yield from battle_work(pos, leader=leader, plays=played, mano=mano, ambush=ambush, **how))


def battle_at(pos: Indies, *, progress: Callable[[Progress], None] | None = None, **how: Any) -> BattleOdds:
    """The odds of the battle that a position stands before, or is in the middle of, at the start of a step.

    `leader` commands the expedition that is asked about: without it the one against Indians, or else the attacker.
    `losses` says whom losses hit, for both sides or for each ({"spaniards": ..., "indians": ...}): "highest", "lowest",
    "random" or "best". `retreat` is "never", "best", {"round": n} or {"lost": k}; `mano` the use of Mano de Dios;
    `charge` how a Standard battle begins ("pass", "charge", "shock" or "best"). What is made best serves the `goal`:
    "win", "survive", "units", or a function of a `Fate`. `plays` are cards that their holders play as soon as may be.
    `progress` is told how far the work has got; whatever it raises stops it.
    """
    return finished(battle_work(pos, **how), progress)


def battle_work(
    pos: Indies,
    *,
    leader: str | None = None,
    losses: str | Mapping[str, str] = "highest",
    retreat: Retreat = "never",
    mano: str = "never",
    charge: str = "pass",
    goal: Goal = "win",
    plays: Collection[str] = (),
    ambush: bool = False,
    checked: bool = False,
) -> Generator[Progress, None, BattleOdds]:
    """The same in slices: gives the progress after each."""
    if pos.battle is None and pos.talk[:1] != DRAWING:
        raise SetupError(told("battle.none-here"))
    allotted = {"spaniards": losses, "indians": losses} if isinstance(losses, str) else dict(losses)
    if set(allotted) != {"spaniards", "indians"}:
        raise SetupError(told("battle.losses-of", wanted=shown(losses)))
    if charge not in CHARGES:
        raise SetupError(told("battle.charge", known=CHARGES, wanted=shown(charge)))
    worth = GOALS.get(goal) if isinstance(goal, str) else goal
    if worth is None:
        raise SetupError(told("battle.goal", known=GOALS, wanted=shown(goal)))
    commander = leader or _asked_about(pos)
    if commander not in pos.expeditions:
        raise SetupError(told("battle.expedition", wanted=shown(commander)))
    plan = Plan(
        {
            **OTHERS,
            **with_luck(mano),
            "loss": allotment(allotted["spaniards"], allotted["indians"]),
            "retreat": retreating(retreat),
            "charge": charge,
            "react": playing(frozenset(plays)),
        },
        otherwise="first",
        indifferent=frozenset({"replacement"}),  # 6.44: whoever takes over, the battle is over
    )
    last = last_round(pos, retreat, plays, ambush=ambush)
    paths = Paths(
        _step,
        plan,
        lambda bare: bare.battle is None and bare.talk[:1] != DRAWING,
        parts=BattleParts(pos.copy(), plays=frozenset(plays), retreat=retreat),
        stops=lambda bare: bool(bare.tasks) and bare.tasks[-1] in STOPS,
        alike=lambda at: forget(at, last),
        checked=checked,
    )
    first = yield from paths.exploring(pos)
    start = pos.copy()
    seat = pos.expeditions[commander].owner
    solved = Solved(paths, first, lambda at: worth(fate(start, at, commander)), seat)
    said = [
        assumed("losses-by-spaniards", how=allotted["spaniards"]),
        assumed("losses-by-others", how=allotted["indians"]),
        retreat_made(retreat),
        luck_used(mano),
        cards_played(plays),
        FIFTH_HIT,
    ]
    return BattleOdds(solved, solved.distribution(lambda at: fate(start, at, commander), said), len(paths))


DRAWING: Final = ("draw",)
CHARGES: Final = ("pass", "charge", "shock", "best")


def _step(pos: Indies) -> Procedure[None]:
    return _draw(pos) if pos.talk[:1] == DRAWING else pos.rules.step(pos)


def _draw(pos: Indies) -> Procedure[None]:
    """12.34  Indian units are drawn from the cup, and the battle begins."""
    _, space, units, how, *names = pos.talk
    yield from gather(pos, space, int(units), "12.34")
    pos.talk = ()
    spanish = next(name for name in names if name in pos.expeditions)
    owner = pos.expeditions[spanish].owner
    sides = [Side(owner, name) if name == spanish else Side(indian_player(pos, owner)) for name in names]
    begin_battle(pos, space, sides[0], sides[1], ambush=how == "ambush")


def _asked_about(pos: Indies) -> str:
    assert pos.battle is not None
    name = spanish_side(pos.battle) if against_indians(pos.battle) else "attacker"
    return str(side_of(pos.battle, name).expedition)


# Reading the end -------------------------------------------------------------------------------------------------


def fate(start: Indies, end: Indies, commander: str) -> Fate:
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


def _leader(start: Indies, commander: str) -> str:
    """6.23  Who leads: he who was named, or the one with the highest rating."""
    if start.battle is not None:
        named = [side.leader for side in (start.battle.attacker, start.battle.defender) if side.expedition == commander]
        if named and named[0] is not None:
            return named[0]
    return max(start.members(commander), key=lambda man: start.rules.men[man].combat)
