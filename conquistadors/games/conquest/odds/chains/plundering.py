"""7.0  What plundering a place brings, attempt after attempt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from conquistadors.engine import SetupError, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.telling import reason
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.builder import build, expedition, place
from conquistadors.games.conquest.odds.assuming import GOES_ON, assumed, luck_used
from conquistadors.games.conquest.odds.battle_question import Tactics
from conquistadors.games.conquest.odds.chains.arguments import GAMES, HERE, OWN, whole
from conquistadors.games.conquest.odds.chains.chaining import Chain, Chained, Goal, Rounds, tally
from conquistadors.games.conquest.odds.fighting import BattleParts, count_counters, forget, last_round
from conquistadors.games.conquest.odds.sizing import check_plunder, check_plundering
from conquistadors.games.conquest.odds.supposing import SEAT, luck_in_hand, rules_of
from conquistadors.games.conquest.odds.tactics import allotment, retreating
from conquistadors.games.conquest.rules.plunder import forbids_plunder
from conquistadors.games.conquest.rules.position import IMPERIAL, NO_UNITS, PLACES, ConquestPosition, Units
from conquistadors.games.conquest.rules.sequence import forbids_activation

ONE: Final = Units(foot=1)
EMPIRE: Final = "mexica"
PLACE_NAMES: Final = ("town", "city", "imperial", "capital")


@record
class Loot:
    """7.0  What a place has yielded."""

    gold: int
    """What it brought; less than nothing where gold that was there before is lost with the expedition."""
    attempts: int
    """7.22  Plunder Gold rolls."""
    ends: str
    """7.24  "out": plundered out; "left": time was up; "lame": a wounded commander cannot go on in this turn (6.41);
    "beaten": the expedition was destroyed."""


@checks_arguments(*OWN)
def plunder(
    marker: str = "city",
    *,
    turns: int = 1,
    each_turn: Rounds = None,
    attempts: int = 0,
    king: bool = False,
    troops: Sequence[int | str] | str = (),
    units: str = "6 foot, 3 horse, 1 cannon",
    leader: str = "cortes",
    losses: str = "highest",
    round: int = 1,  # noqa: A002  # the word of the rulebook
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """7.0  Plunder until nothing is left: `plunder("city").part("gold")`; town, city, imperial or capital.

    All attempts are made in one turn, each one harder than the last (7.22, 7.25), as many as are needed. `each_turn`
    says otherwise: so many attempts in a turn, or "rolled": one in each round, from a given `round` on, until the end
    roll (2.42) ends the turn. `turns` is for how many turns that goes on. `attempts` were made before in this turn,
    `king` is held by the expedition. The place is hostile and its troops have been destroyed; `troops` are those that
    are still there, by their values, or "draw": it is neutral, and draws them when it is plundered (7.131, 12.34).
    They are fought to the end, and `losses` says whom losses hit. `mano` is the use of one Mano de Dios (of two for
    "both"): best means for the most gold, or for a `goal`, a function of a `Loot`.
    """
    if marker not in PLACES:
        raise SetupError(error_text("chain.plundered", known=PLACE_NAMES, wanted=short_repr(marker)))
    drawn = troops == "draw"
    if isinstance(troops, str) and not drawn:
        raise SetupError(error_text("chain.troops", wanted=short_repr(troops)))
    empire = EMPIRE if marker in IMPERIAL else None
    if king and empire is None:
        raise SetupError(error_text("chain.king", marker=marker))
    garrison = () if isinstance(troops, str) else troops
    pos = build(
        rules=rules_of(scenario, GAMES),
        expeditions={leader: expedition(SEAT, HERE, units, kings=[EMPIRE] if king else [])},
        places={HERE: place(marker, hostile=not drawn, units=garrison, empire=empire, attempts=attempts)},
        hands={SEAT: luck_in_hand(mano)},
        round=round,
    )
    return plunder_at(pos, leader, turns=turns, each_turn=each_turn, losses=losses, mano=mano, goal=goal)


@checks_arguments(*OWN)
def plunder_at(
    pos: ConquestPosition,
    leader: str,
    *,
    turns: int = 1,
    each_turn: Rounds = None,
    losses: str = "highest",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """7.0  The same where an expedition of a position stands: its impulse is next."""
    if each_turn not in (None, "rolled"):
        whole(each_turn, error_text("chain.each-turn"))
    chain = Chain(pos, leader, each_turn)
    chain.check_commander()
    long = whole(turns, "turns")
    here = pos.expeditions[leader].space
    bar = forbids_plunder(pos, leader)
    if bar is not None:
        why = reason(pos.rules, bar)
        raise SetupError(error_text("chain.may-not-plunder", expedition=leader, space=here, why=why, rule=bar.rule))
    if pos.site(here).ally == chain.seat:
        raise SetupError(error_text("chain.ally", space=here))
    check_plundering(pos, long, each_turn, mano)
    before = pos.expeditions[leader].gold
    earlier = sum(site.attempts for site in pos.sites.values())

    def result(at: ConquestPosition) -> Loot:
        name, site = chain.leader(at), at.site(here)
        gold = (0 if name is None else at.expeditions[name].gold) - before
        made = tally(at) + sum(each.attempts for each in at.sites.values()) - earlier
        if name is None or at.expeditions[name].space != here or not at.has_units(name):
            return Loot(gold, made, "beaten")
        return Loot(gold, made, "out" if site.out else "lame" if at.captains[name].wounded else "left")

    def done(at: ConquestPosition) -> bool:
        if result(at).ends in ("out", "beaten") or chain.turns(at) >= long:
            return True
        stuck = forbids_activation(at, chain.seat, str(chain.leader(at))) is not None  # 6.41: until the turn is over
        return stuck and at.tasks[-1] == "round" and each_turn is None

    rounds = last_round(pos, Tactics())

    def alike(at: ConquestPosition) -> None:
        """Nobody retreats: later rounds of a battle are alike. After it one unit is as good as ten, and a plunder roll
        asks neither for morale nor for the governor."""
        if at.battle is not None:
            forget(at, rounds)
        elif at.tasks[-1] == "plunder-roll":
            name = chain.leader(at)
            if name is not None and at.has_units(name):
                for man in at.members(name):
                    at.edit_captain(man, units=ONE if man == name else NO_UNITS)
                at.edit(name, hits=0)
            at.edit_faction(chain.seat, index=0, warrant=False)
            count_counters(at)

    plan = chain.plan(
        lambda _: ("plunder",), mano, loss=allotment(losses, losses), retreat=retreating("never"), charge="pass"
    )
    fight = not pos.site(here).hostile or bool(pos.site(here).garrison.titles)
    if fight:
        check_plunder(pos, leader, Tactics(losses=losses, mano=mano))
    parts = BattleParts(chain.begun(), Tactics(mano=mano)) if fight else None
    said = [
        assumed("plunder-turns", turns=long) if long > 1 else assumed("plunder-turn"),
        GOES_ON if each_turn is None else assumed("between-turns"),
        assumed("fight", how=losses),
        luck_used(mano),
    ]
    return chain.solved(
        plan, done, result, goal or (lambda end: end.gold), said, parts=parts, alike=alike if fight else None
    )
