"""2.0  The sequence of play: the turn, its rounds, and what a player may do in an impulse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from types import MethodType
from typing import Final, NamedTuple, final

from conquistadors.engine import (
    Bar,
    Choice,
    Option,
    Procedure,
    Seat,
    changed,
    option,
    options_of,
    procedure,
    record,
    roll,
    step,
)
from conquistadors.games.conquest.rules.cards.playing import forbids_card, play_card, titles_among
from conquistadors.games.conquest.rules.combat_action import attack, forbids_attack, forbids_incitement, incite
from conquistadors.games.conquest.rules.deals import deal, execute, forbids_deal, forbids_execution
from conquistadors.games.conquest.rules.diplomacy import diplomacy, forbids_diplomacy, take_allies
from conquistadors.games.conquest.rules.division import divide_gold, forbids_division
from conquistadors.games.conquest.rules.events import (
    Activated,
    Healed,
    ImpulseBegan,
    OrderSet,
    RoundBegan,
    TurnBegan,
    TurnEnded,
)
from conquistadors.games.conquest.rules.gold import convert, forbids_conversion
from conquistadors.games.conquest.rules.governor import forbids_gift, give_gift
from conquistadors.games.conquest.rules.morale import forbids_rally, rally
from conquistadors.games.conquest.rules.movement import forbids_march, forbids_voyage, march_by_land, voyage
from conquistadors.games.conquest.rules.pesos import exchange, forbids_exchange, forbids_repayment, repay
from conquistadors.games.conquest.rules.plunder import forbids_plunder, plunder
from conquistadors.games.conquest.rules.position import ConquestPosition, others_of
from conquistadors.games.conquest.rules.profiles import ScenarioProfile
from conquistadors.games.conquest.rules.reinforcements import bring_in, forbids_arrival
from conquistadors.games.conquest.rules.reorganising import forbids_reorganising, reorganise
from conquistadors.games.conquest.rules.spaces import begin_discovery, can_attempt, is_discovered
from conquistadors.games.conquest.rules.tasks import task, task_of

# The turn --------------------------------------------------------------------------------------------------------


@task("turn")
@procedure("2.0")
def turn(pos: ConquestPosition) -> Procedure[None]:
    """A game-turn begins: wounds are healed (6.41), then its steps in order, as the course of the game has them."""
    pos.turn += 1
    pos.round = 0
    pos.report(TurnBegan, turn=pos.turn, rule="2.0")
    for captain in sorted(pos.captains):
        if pos.captains[captain].wounded:
            pos.edit_captain(captain, wounded=False)
            pos.report(Healed, captain=captain, rule="6.41")
    for captain, held in sorted(pos.captives.items()):
        if held.wounded:
            pos.captives[captain] = changed(held, wounded=False)
            pos.report(Healed, captain=captain, rule="6.41")
    pos.then(*pos.rules.profile.turn)
    yield from ()


@task("reinforcements")
@procedure("14.31")
def reinforcements(pos: ConquestPosition) -> Procedure[None]:
    """14.31, 22.34  Conquistadors join the deck, on the turn that the game says."""
    pos.rules.reinforce(pos)
    yield from ()


@task("discards")
@procedure("2.0(1)")
def discards(pos: ConquestPosition) -> Procedure[None]:
    """2.0(1), G-2.0  Each player in last turn's order of impulses, at first that of the set-up."""
    pos.then(*[f"discard:{seat}" for seat in pos.order])
    yield from ()


@task("deals")
@procedure("2.0(2)")
def deals(pos: ConquestPosition) -> Procedure[None]:
    """2.0(2), G-2.0  Each player in the same order gets cards and lays down what is too many."""
    pos.then(*[f"{part}:{seat}" for seat in pos.order for part in ("deal", "lay-down")])
    yield from ()


@procedure("2.0(3)")
def rank(pos: ConquestPosition, name: str, rule: str) -> Procedure[None]:
    """2.0(3), 14.22, G-2.0  The order: everybody rolls two dice; the highest is first. Who is tied rolls again."""
    pos.scores = tuple((seat, ()) for seat in pos.order)
    while (seat := _next_to_roll(pos)) is not None:
        thrown = yield from roll(pos, name, seat, rule=rule)
        pos.scores = tuple([(s, (*rolls, thrown.total) if s == seat else rolls) for s, rolls in pos.scores])
    scores = dict(pos.scores)
    pos.scores = ()
    pos.order = tuple(sorted(scores, key=lambda seat: scores[seat], reverse=True))
    pos.report(OrderSet, order=pos.order, rule=rule)


def _next_to_roll(pos: ConquestPosition) -> Seat | None:
    """First whoever was tied with others who have already rolled again, then whoever is tied; in the order of seats."""
    tied = None
    rolls = [mine for _, mine in pos.scores]
    most = max(map(len, rolls))
    for seat, mine in pos.scores:
        thrown = len(mine)
        if thrown < most and [other for other in rolls if len(other) > thrown and other[:thrown] == mine]:
            return seat
        if tied is None and rolls.count(mine) > 1:
            tied = seat
    return tied


@task("initiative")
@procedure("2.0(3)")
def initiative(pos: ConquestPosition) -> Procedure[None]:
    """The order of impulses in this turn."""
    yield from rank(pos, "initiative", "2.0(3)")


@task("round")
@procedure("2.4", steps=())
def impulse_round(pos: ConquestPosition) -> Procedure[None]:
    """2.0(5), 2.41, J11  A round: an impulse for each player in order, then perhaps the end of the turn."""
    pos.round += 1
    pos.report(RoundBegan, turn=pos.turn, round=pos.round, rule="2.0(5)")
    course = pos.rules.profile
    pos.then(*[step for seat in pos.order for step in (*course.before_impulse, f"begin:{seat}")], "end-roll")
    yield from ()


@task("end-roll")
@procedure("2.42")
def end_roll(pos: ConquestPosition) -> Procedure[None]:
    """2.42, G-2.42, J11  From round 3 on the last player rolls; in the range of the box the turn ends."""
    track = pos.rules.tables.impulses.columns["ends"]
    ends = pos.round >= pos.rules.rounds_most
    if not ends and int(track[pos.round].value) > 0:
        reads = pos.rules.reading("end-of-turn", pos.round)
        ends = (yield from roll(pos, "end-of-turn", pos.order[-1], rule="2.42", reads=reads)).result
    if ends:
        pos.report(TurnEnded, turn=pos.turn, rule="2.42")
        pos.then(*pos.rules.profile.after_rounds)
    else:
        pos.then("round")


@task("clean-up")
@procedure("2.0(8)")
def clean_up(pos: ConquestPosition) -> Procedure[None]:
    """2.0(8), C24  The markers for plunder attempts and gold rolls are removed; what lasted for the turn is over."""
    for space, site in list(pos.sites.items()):
        if site.attempts or site.gold_rolls or site.found_in:
            pos.edit_site(space, attempts=0, gold_rolls=0, found_by=None, found_in=0)
    for commander, expedition in list(pos.expeditions.items()):
        if expedition.ashore or expedition.healthy:
            pos.edit(commander, ashore=False, healthy=False)
    for seat, faction in pos.factions.items():
        if faction.horses:
            pos.edit_faction(seat, horses=0)  # 15.13, G-15.13
    if not pos.winners:
        pos.then("turn")
    yield from ()


# An impulse ------------------------------------------------------------------------------------------------------


@task_of("begin")
@procedure("2.0(5)")
def begin_impulse(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """2.0(5)  The impulse of one player begins."""
    pos.active = seat
    pos.impulse = pos.rules.fresh_impulse
    pos.report(ImpulseBegan, who=seat, rule="2.0(5)")
    pos.then("impulse")
    yield from ()


@task("impulse")
@procedure("2.0(5)", steps=("decide",))
def impulse(pos: ConquestPosition) -> Procedure[None]:
    """2.0(5), 2.12, G-2.0(5)  One decision in an impulse: all are optional, in any order, until the player is done.

    Gold becomes points (C14). Men may be arranged anew once more when something else was done (G-time).
    """
    step(pos, impulse, "decide")
    facts = (("turn", pos.turn), ("round", pos.round))
    judge, others = MethodType(forbids_in_impulse, pos), MethodType(hopeless, pos)
    chosen: Option = yield Choice(pos.active, "impulse", "2.0(5)", MethodType(menu, pos), judge, False, facts, others)
    if chosen.verb == "done":
        return
    verb = VERBS[chosen.verb]
    pos.then("impulse")
    if verb.stirs and pos.impulse.rearranged:
        pos.impulse = changed(pos.impulse, rearranged=())
    if isinstance(verb, AimedVerb):
        yield from verb.do(pos, str(chosen.subject), str(chosen.target))
    else:
        yield from verb.do(pos, str(chosen.subject))


GIFT: Final = option("gift")
DONE: Final = option("done")


class Own(NamedTuple):
    """What the active player can do something with, as far as all can see: looked up once for all verbs."""

    ready: tuple[str, ...]
    """2.32  The expeditions of the player, while one may be activated."""
    manned: tuple[str, ...]
    """2.35  The spaces in which Indian units and an expedition of anybody stand."""
    cards: tuple[str, ...]
    """2.12, 2.22  The cards of the hand that are played in an impulse."""
    laden: tuple[str, ...]
    """10.12  The expeditions that carry gold."""
    debt: tuple[None, ...]
    """16.2  Nothing that has a name, where there is debt."""
    hoards: tuple[str, ...]
    """18.1  The spaces in which they stand."""
    gift: tuple[None, ...]
    """11.3  Nothing that has a name, where there is gold enough for a gift."""
    spaces: tuple[str, ...]
    """1.43  The spaces in which expeditions of the player stand."""
    at_allies: tuple[str, ...]
    """5.24  The expeditions that stand in a city allied to the player."""
    partners: tuple[str, ...]
    """8.14, 6.371  The other players, where anybody has something to trade."""
    captives: tuple[str, ...]
    """6.371  The conquistadors whom the player holds."""
    always: tuple[None, ...]


def _own(pos: ConquestPosition) -> Own:
    seat, sites, impulse = pos.active, pos.sites, pos.impulse
    mine, manned, fed = [], set(), False
    for commander, expedition in pos.expeditions.items():
        if expedition.owner == seat:
            mine.append(commander)
        if expedition.food:
            fed = True
        site = sites.get(expedition.space)
        if site is not None and site.garrison.titles:
            manned.add(expedition.space)
    mine.sort()
    spaces: dict[str, None] = {}
    hoards: dict[str, None] = {}
    laden, at_allies, gold = [], [], 0
    for commander in mine:
        expedition = pos.expeditions[commander]
        here = expedition.space
        spaces[here] = None
        if expedition.gold:
            laden.append(commander)
            hoards[here] = None
            gold += expedition.gold
        if here in sites and sites[here].ally == seat:
            at_allies.append(commander)
    spent = impulse.incited or impulse.used >= impulse.allowed
    held = pos.captives
    return Own(
        () if spent else tuple(mine),
        tuple(sorted(manned)) if manned else (),
        titles_among(pos.hands[seat].titles, pos.rules.played_in_impulse),
        tuple(laden),
        ONCE if pos.factions[seat].debt else (),
        tuple(hoards),
        ONCE if gold >= pos.rules.n.gift_least else (),
        tuple(spaces),
        tuple(at_allies),
        others_of(pos.order, seat) if fed or held else (),
        tuple([each for each in sorted(held) if held[each].captor == seat]) if held else (),
        ONCE,
    )


ONCE: Final = (None,)
"""For what is done with nothing that has a name."""


def menu(pos: ConquestPosition) -> list[Option]:
    """What a player may do in an impulse, or might: only what is out of the question for all to see is left out."""
    own = _own(pos)
    found: list[Option] = []
    for name, verb in pos.rules.verbs.items():
        things = own[verb.place]
        if not things:
            continue
        if type(verb) is Verb:
            found += options_of(name, things)
        else:
            found += [option(name, thing, target) for thing in things for target in verb.targets(pos, str(thing))]
    return found


def hopeless(pos: ConquestPosition) -> list[Option]:
    """What a player might think of besides: a second activation, cards of other occasions, a gift without gold, a deal
    where nobody has anything to trade."""
    seat = pos.active
    offered = menu(pos)
    own = options_of("activate", tuple(pos.expeditions_of(seat)))
    cards = options_of("play", pos.hands[seat].titles)
    deals = options_of("deal", others_of(pos.order, seat))
    return [each for each in (*own, *cards, GIFT, *deals) if each not in offered]


def forbids_in_impulse(pos: ConquestPosition, tried: Option) -> Bar | None:
    """2.0(5)  What stands against it."""
    verb = pos.rules.verbs.get(tried.verb)
    if verb is None:
        return Bar("2.0(5)", "not-offered")
    if type(verb) is Verb:
        return verb.forbids(pos, pos.active, tried.subject)
    return verb.forbids(pos, tried.subject, tried.target)


def forbids_play(pos: ConquestPosition, seat: Seat, title: str | None) -> Bar | None:
    """2.12, 2.22  A card of the hand: a conquistador, or an Action card."""
    if title in pos.rules.men and title in pos.hands[seat].titles:
        return forbids_arrival(pos, seat, str(title))
    return forbids_card(pos, seat, title, "impulse")


ALREADY_ACTIVATED: Final = Bar("2.32", "already-activated")
ONE_ACTIVATION: Final = Bar("2.32", "one-activation")


def forbids_activation(pos: ConquestPosition, seat: Seat, commander: str | None) -> Bar | None:
    """2.32, 3.14, 6.41, G-6.41  One expedition an impulse, its commander not wounded, and not hostile Indians as well.

    It may be one that a conquistador has just joined, led or split off from (2.24, 2.25, G-2.24).
    """
    expedition, impulse = pos.expeditions.get(str(commander)), pos.impulse
    if expedition is None or expedition.owner != seat:
        return Bar("2.31", "not-own-expedition")
    if impulse.incited:
        return Bar("2.0(5)", "indians-used")
    if commander in impulse.activated:
        return Bar("3.14", "already-activated") if commander in impulse.left else ALREADY_ACTIVATED
    if impulse.used >= impulse.allowed:
        return ONE_ACTIVATION
    return Bar("6.41", "wounded") if pos.captains[str(commander)].wounded else None


def forbids_muster(pos: ConquestPosition, seat: Seat, commander: str | None) -> Bar | None:
    """5.24, G-5.24  Units of an allied city may join an expedition that stands there and has a Spanish unit."""
    expedition = pos.expeditions.get(str(commander))
    if expedition is None or expedition.owner != seat:
        return Bar("2.31", "not-own-expedition")
    site = pos.site(expedition.space)
    if site.ally != seat:
        return Bar("5.24", "not-own-ally")
    if not pos.units(str(commander)).size:
        return Bar("5.24", "alone")
    return None if site.garrison.titles else Bar("5.24", "no-garrison")


@procedure("2.31", steps=("action",))
def activate(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """2.31, 2.34  An expedition is activated for one action."""
    pos.impulse = changed(pos.impulse, used=pos.impulse.used + 1, activated=(*pos.impulse.activated, commander))
    pos.report(Activated, who=pos.active, expedition=commander, rule="2.31")
    step(pos, activate, "action")
    facts = (("expedition", commander), ("space", pos.expeditions[commander].space))
    chosen: Option = yield Choice(
        pos.active, "action", "2.34", _actions, partial(forbids_action, pos, commander), False, facts
    )
    yield from ACTIONS[chosen.verb].do(pos, commander)


def _actions() -> tuple[Option, ...]:
    return ACTION_OPTIONS


def forbids_action(pos: ConquestPosition, commander: str, tried: Option) -> Bar | None:
    """2.34  What stands against an action of this expedition."""
    if tried.subject is not None or tried.verb not in ACTIONS:
        return Bar("2.34", "not-offered")
    return ACTIONS[tried.verb].forbids(pos, commander)


def forbids_zero_move(pos: ConquestPosition, commander: str) -> Bar | None:
    """G-4.112, G-4.17b  An expedition that stands in an undiscovered space may attempt it when the chart allows it.

    It may have been discovered before, until a Rediscovery.
    """
    space = pos.expeditions[commander].space
    if not pos.has_units(commander):
        return Bar("3.15", "alone-undiscovered")
    if can_attempt(pos, space):
        return None
    return Bar("4.0", "nothing-to-discover") if is_discovered(pos, space) else Bar("4.112", "no-attempt-here")


def discover_here(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """G-4.112  A Movement action of zero spaces: discovery where the expedition stands."""
    begin_discovery(pos, commander)
    yield from ()


def rest(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """G-2.0(5)  Nothing after all."""
    yield from ()


def no_bar(pos: ConquestPosition, commander: str) -> Bar | None:
    return None


@record
class ExpeditionAction:
    """2.34  What an activated expedition can do: what stands against it, and how it is done."""

    forbids: Callable[[ConquestPosition, str], Bar | None]
    do: Callable[[ConquestPosition, str], Procedure[None]]


ACTIONS: Final[Mapping[str, ExpeditionAction]] = {
    "march": ExpeditionAction(forbids_march, march_by_land),
    "sail": ExpeditionAction(forbids_voyage, voyage),
    "discover": ExpeditionAction(forbids_zero_move, discover_here),
    "attack": ExpeditionAction(forbids_attack, attack),
    "negotiate": ExpeditionAction(forbids_diplomacy, diplomacy),
    "plunder": ExpeditionAction(forbids_plunder, plunder),
    "rally": ExpeditionAction(forbids_rally, rally),
    "rest": ExpeditionAction(no_bar, rest),
}
ACTION_OPTIONS: Final = tuple(option(verb) for verb in ACTIONS)


@task_of("act")
@procedure("2.34")
def act(pos: ConquestPosition, what: str) -> Procedure[None]:
    """2.34  One action of one expedition, where a position begins right before it: `act:plunder/cortes`."""
    verb, _, commander = what.partition("/")
    yield from ACTIONS[verb].do(pos, commander)


# The verbs of an impulse -----------------------------------------------------------------------------------------


@final
@record
class Verb:
    """2.0(5)  Something to do in an impulse: with what, what stands against it, and how it is done."""

    candidates: str
    """What a player would think of doing it with: a field of `Own`."""
    forbids: Callable[[ConquestPosition, Seat, str | None], Bar | None]
    """What stands against it, whatever was typed."""
    do: Callable[[ConquestPosition, str], Procedure[None]]
    stirs: bool = False
    """G-time  It may give a reason to arrange men anew."""
    purse: bool = False
    """10.2, 16.0, 18.0  It is done with gold and money, in the games whose course has it."""
    place: int = field(init=False)
    """Of the candidates in `Own`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", Own._fields.index(self.candidates))


@final
@record
class AimedVerb:
    """The same for each of some targets: `incite tlaxcala cortes`."""

    candidates: str
    targets: Callable[[ConquestPosition, str], Sequence[str]]
    forbids: Callable[[ConquestPosition, str | None, str | None], Bar | None]
    do: Callable[[ConquestPosition, str, str], Procedure[None]]
    stirs: bool = False
    purse: bool = False
    place: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", Own._fields.index(self.candidates))


def _play(pos: ConquestPosition, title: str) -> Procedure[None]:
    return bring_in(pos, title) if title in pos.rules.men else play_card(pos, pos.active, title)


def _repay(pos: ConquestPosition, _: str) -> Procedure[None]:
    return repay(pos)


def _forbids_giving(pos: ConquestPosition, seat: Seat, _: str | None) -> Bar | None:
    return forbids_gift(pos, seat)


def _give(pos: ConquestPosition, _: str) -> Procedure[None]:
    return give_gift(pos)


def _reorganise(pos: ConquestPosition, space: str) -> Procedure[None]:
    return reorganise(pos, pos.active, space)


def _muster(pos: ConquestPosition, commander: str) -> Procedure[None]:
    return take_allies(pos, commander, pos.expeditions[commander].space, "5.24", least=1)


def _nothing_forbids(pos: ConquestPosition, seat: Seat, _: str | None) -> Bar | None:
    return None


VERBS: Final[Mapping[str, Verb | AimedVerb]] = {
    "activate": Verb("ready", forbids_activation, activate, stirs=True),
    "incite": AimedVerb("manned", ConquestPosition.expeditions_in, forbids_incitement, incite, stirs=True),
    "play": Verb("cards", forbids_play, _play, stirs=True),
    "convert": Verb("laden", forbids_conversion, convert, purse=True),
    "exchange": Verb("laden", forbids_exchange, exchange, purse=True),
    "repay": Verb("debt", forbids_repayment, _repay, purse=True),
    "share-out": Verb("hoards", forbids_division, divide_gold, purse=True),
    "gift": Verb("gift", _forbids_giving, _give),
    "reorganise": Verb("spaces", forbids_reorganising, _reorganise),
    "muster": Verb("at_allies", forbids_muster, _muster, stirs=True),
    "deal": Verb("partners", forbids_deal, deal, stirs=True),
    "execute": Verb("captives", forbids_execution, execute),
    "done": Verb("always", _nothing_forbids, rest),
}
"""All that can be done in an impulse, in the order of the menu."""


def verbs_of(course: ScenarioProfile) -> dict[str, Verb | AimedVerb]:
    """What can be done in an impulse of one game."""
    return {name: verb for name, verb in VERBS.items() if name in course.purse or not verb.purse}
