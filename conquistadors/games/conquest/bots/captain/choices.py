"""The captain's answers: one function for each kind of question, and a safe answer to any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from conquistadors.bots.reasons import Advice, Why
from conquistadors.engine import PASS, Option
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text
from conquistadors.engine.views import View
from conquistadors.games.conquest.bots.captain import arranging, fighting
from conquistadors.games.conquest.bots.captain.answering import Found, Handler, amount, fact, first, least, most, safe
from conquistadors.games.conquest.bots.captain.beginning import (
    assign_asset,
    choose_commander,
    choose_haven,
    choose_man,
    divide,
    outlook,
    place_marker,
    station,
)
from conquistadors.games.conquest.bots.captain.cards import (
    kept,
    luck,
    playable,
    saved,
    support_gain,
)
from conquistadors.games.conquest.bots.captain.plans import best_plan, plans
from conquistadors.games.conquest.bots.captain.purse import (
    exchange,
    favour,
    gift,
    good_to_divide,
    loan,
    purchase,
    recruit,
    share_out,
)
from conquistadors.games.conquest.bots.captain.sight import Aim, Sight
from conquistadors.games.conquest.bots.captain.styles import STYLES, Style
from conquistadors.games.conquest.bots.captain.targets import (
    target_captain,
    target_expedition,
    target_player,
    target_space,
)
from conquistadors.games.conquest.rules.position import CITIES, IMPERIAL
from conquistadors.games.conquest.rules.subsistence import needs_food

NEAR: Final = 0.6
"""The part of the points that are needed, from which on cities are held."""


GOLD_A_MEAL: Final = 2
"""The price of a food point."""
ONLY: Final = Why("any.only")


class CaptainBot:
    """A player with plans. The same seed and the same view give the same answer."""

    plays: ClassVar[str] = "conquest"
    """The game whose questions it understands: at another it is refused."""

    def __init__(self, seed: int = 0, plan: str | Style = "balanced") -> None:
        """`plan` names one of `STYLES`, or is a style of your own."""
        if not isinstance(plan, Style) and plan not in STYLES:
            raise SetupError(error_text("bot.plan", wanted=short_repr(plan), known=STYLES))
        self.seed = seed
        self.style = plan if isinstance(plan, Style) else STYLES[plan]
        self.why: Advice | None = None
        """The last advice."""

    def answer(self, view: View[Any]) -> Option:
        self.why = self.advise(view)
        return self.why.option

    def advise(self, view: View[Any], aim: Aim | None = None) -> Advice:
        """One of `view.options`, with the reason and the clause; an expedition may be set on something."""
        sight = Sight(view, self.seed, self.style, aim)
        rule = sight.pending.rule
        if len(sight.options) == 1:
            return Advice(sight.options[0], ONLY, rule, sight.rules)
        found = HANDLERS.get(sight.pending.kind, safe)(sight)
        return Advice(found[0], found[1], found[2] if len(found) > 2 else rule, sight.rules)


def plunderer(seed: int = 0) -> CaptainBot:
    """A captain that plunders first and talks when there is nothing else."""
    return CaptainBot(seed, "plunder")


def ally(seed: int = 0) -> CaptainBot:
    """A captain that seeks alliances, and leaves in peace whom it can talk to."""
    return CaptainBot(seed, "alliance")


# An impulse ------------------------------------------------------------------------------------------------------


def impulse(sight: Sight) -> Found:
    """Free things first: points, men, cards; then the expedition with the best plan."""
    by_verb: dict[str, list[Option]] = {}
    for option in sight.options:
        by_verb.setdefault(option.verb, []).append(option)
    for verb, handle in _FREE:
        if verb in by_verb:
            found = handle(sight, by_verb[verb])
            if found is not None:
                return found
    best, wanted, why, rule = 0.0, None, Why("plan.none"), "2.0(5)"
    for option in by_verb.get("activate", ()):
        commander = str(option.subject)
        plan = best_plan(sight, commander)
        if plan.rate * _free_to_go(sight, commander) > best:
            best, wanted, why, rule = (
                plan.rate * _free_to_go(sight, commander),
                option,
                Why("plan.of", {"captain": commander, "plan": plan.reason}),
                plan.rule,
            )
    for option in by_verb.get("incite", ()):
        worth = _incitement(sight, str(option.subject), str(option.target))
        if worth > best:
            best, wanted, rule = worth, option, "2.35"
            why = Why("plan.incite", {"space": option.subject, "captain": option.target})
    return (wanted or by_verb["done"][0]), why, rule


def _free_to_go(sight: Sight, commander: str) -> float:
    """Guards of an imperial city stay there, if there is anything else to do."""
    site = sight.pos.site(sight.expedition(commander).space)
    guards = site.marker in IMPERIAL and not site.garrison.titles and sight.force(commander).units < sight.style.guards
    return 0.1 if guards else 1.0


def _incitement(sight: Sight, space: str, commander: str) -> float:
    """What it is worth to set Indians on an expedition."""
    expedition = sight.pos.expeditions[commander]
    if expedition.owner == sight.seat or not sight.force(commander).units or not sight.grudge(expedition.owner):
        return 0.0
    fight = sight.against(commander, sight.pos.site(space))
    return sight.cost(commander, fight) / 2 - 1


def _convert(sight: Sight, options: list[Option]) -> Found | None:
    best = max(options, key=lambda o: sight.expedition(str(o.subject)).gold)
    return best, Why("impulse.convert"), "10.21"


def _exchange(sight: Sight, options: list[Option]) -> Found | None:
    faction = sight.pos.factions[sight.seat]
    if faction.debt <= faction.pesos:
        return None
    best = max(options, key=lambda o: sight.expedition(str(o.subject)).gold)
    return best, Why("impulse.debt", {"debt": faction.debt}), "16.24"


def _repay(_: Sight, options: list[Option]) -> Found | None:
    return options[0], Why("impulse.repay"), "16.23"


def _share_out(sight: Sight, options: list[Option]) -> Found | None:
    found = good_to_divide(sight, [str(option.subject) for option in options])
    if found is None:
        return None
    return next(option for option in options if option.subject == found[0]), found[1], "18.5"


def _gift(sight: Sight, options: list[Option]) -> Found | None:
    """A gift only where a warrant is in force: otherwise gold is worth more than favour."""
    faction, estimates = sight.pos.factions[sight.seat], sight.estimates
    boxes = estimates.mean(float, "gift", 0)
    worth = boxes * (estimates.box + (2 * estimates.box if faction.warrant else 0))
    if faction.index >= 0 or worth <= sight.rules.n.gift_least * estimates.gold_worth:
        return None
    return options[0], Why("impulse.gift"), "11.3"


def _play(sight: Sight, options: list[Option]) -> Found | None:
    for option in options:
        title = str(option.subject)
        reason = arrival_reason(sight, title) if title in sight.rules.men else playable(sight, title)
        if reason is not None:
            return option, reason, "2.22" if title in sight.rules.men else "2.12"
    return None


def arrival_reason(sight: Sight, man: str) -> Why | None:
    """Why a conquistador should be brought in now."""
    own = sight.mine()
    if sight.rules.profile.arrival == "reinforce":
        return Why("impulse.brings-men", {"captain": man})
    if not own or max([sight.force(c).value for c in own]) < sight.style.weak:
        return Why("impulse.new-army", {"captain": man})
    return None


def _muster(_: Sight, options: list[Option]) -> Found | None:
    return options[0], Why("impulse.allies"), "5.24"


def _reorganise(sight: Sight, options: list[Option]) -> Found | None:
    for option in options:
        reason = arranging.wanted(sight, str(option.subject))
        if reason is not None:
            return option, reason, "1.43"
    return None


def _execute(_: Sight, options: list[Option]) -> Found | None:
    return options[0], Why("impulse.execute"), "6.371"


_FREE: Final[tuple[tuple[str, Callable[[Sight, list[Option]], Found | None]], ...]] = (
    ("convert", _convert),
    ("exchange", _exchange),
    ("repay", _repay),
    ("share-out", _share_out),
    ("gift", _gift),
    ("play", _play),
    ("reorganise", _reorganise),
    ("muster", _muster),
    ("execute", _execute),
)
"""What needs no activation, in the order in which it is thought of."""


def action(sight: Sight) -> Found:
    """The best plan that is possible."""
    allowed = {option.verb: option for option in sight.options}
    fit = [plan for plan in plans(sight, str(sight.facts["expedition"])) if plan.verb in allowed]
    best = max(fit, key=lambda plan: plan.rate)
    return allowed[best.verb], best.reason, best.rule


def march(sight: Sight) -> Found:
    """A step towards the best prize within reach; where it set out from is none."""
    return _move(sight, "march")


def voyage(sight: Sight) -> Found:
    return _move(sight, "sail")


def _move(sight: Sight, verb: str) -> Found:
    commander = str(sight.facts["expedition"])
    under_way = sight.pos.march
    assert under_way is not None
    stop = next(option for option in sight.options if option.verb == "stop")
    steps = {str(option.subject): option for option in sight.options if option.verb == "go"}
    guard = _guard(sight, commander) if verb == "march" and not under_way.steps else None
    if guard is not None:
        return guard
    journeys = [plan for plan in plans(sight, commander, moves_only=not under_way.steps) if plan.rate > 0]
    plan = max(journeys, key=lambda plan: plan.rate, default=None)
    if plan is None or plan.step is None:
        return stop, Why("plan.here"), "3.12"
    if plan.verb != verb or plan.step not in steps or plan.step in under_way.path:
        return stop, Why("plan.later", {"space": plan.target}), plan.rule
    return steps[plan.step], plan.reason, plan.rule


def _guard(sight: Sight, commander: str) -> Found | None:
    """A companion stays behind in an imperial city that is ours: who holds it has its points."""
    pos, here = sight.pos, sight.expedition(commander).space
    site = pos.site(here)
    if site.marker not in IMPERIAL or site.garrison.titles or site.ally is not None:
        return None
    men = [option for option in sight.options if option.verb == "detach"]
    held = [c for c in sight.mine() if c != commander and sight.expedition(c).space == here]
    if not men or held or sight.force(commander).units < sight.style.guards or not _near_the_end(sight):
        return None
    worst = min(men, key=lambda o: (sight.rating(str(o.subject)), str(o.subject)))
    points = sight.estimates.points(str(site.marker))
    return worst, Why("plan.guard", {"space": here, "points": points}), "13.22"


def _near_the_end(sight: Sight) -> bool:
    """The last turns of a lone player, or a victory that is not far."""
    if sight.rivals():
        return sight.points_with_gold(sight.seat) >= NEAR * sight.rules.target
    return sight.pos.turn + 1 >= sight.rules.n.solitaire_turns


def detach_units(sight: Sight) -> Found:
    """One foot unit is enough to hold a place."""
    if sight.facts.get("unit") == "foot":
        return amount(sight, 1), Why("plan.guard-one")
    return sight.options[0], Why("plan.together")


def arrival(sight: Sight) -> Found:
    """To the strongest expedition, or to a haven where he can recruit."""
    own = [o for o in sight.options if o.subject in sight.pos.expeditions]
    havens = [o for o in sight.options if o.subject not in sight.pos.expeditions]
    field_too = sight.pos.turn == sight.rules.n.second_choice_turn and sight.pending.rule == "22.312"
    if sight.rules.profile.arrival == "recruit" and not field_too:
        safe_at_home = [o for o in own if sight.expedition(str(o.subject)).space in sight.world.havens]
        if safe_at_home:
            return safe_at_home[0], Why("arrival.together")
        if havens:
            return max(havens, key=lambda o: outlook(sight, str(o.subject))), Why("arrival.recruit")
    if own:
        best = max(own, key=lambda o: (sight.force(str(o.subject)).units > 0, sight.force(str(o.subject)).value))
        return best, Why("arrival.strengthen", {"captain": best.subject})
    return sight.options[0], Why("arrival.nobody")


def reinforcements(sight: Sight) -> Found:
    commander = sight.pos.captains[str(sight.facts["captain"])].expedition
    units = sight.pos.units(commander)
    if not units.cannon and units.horse > units.foot:
        return first(Why("arrival.cannon"), "with")(sight)
    return sight.options[-1], Why("arrival.horse")


# Cards and dice --------------------------------------------------------------------------------------------------


def discard(sight: Sight) -> Found:
    worst = min([o for o in sight.options if o != PASS], key=lambda o: kept(sight, str(o.subject)))
    if kept(sight, str(worst.subject)) >= sight.style.unwanted:
        return PASS, Why("card.keep")
    return worst, Why("card.discard")


def lay_down(sight: Sight) -> Found:
    return min(sight.options, key=lambda o: kept(sight, str(o.subject))), Why("card.least")


def spend_luck(sight: Sight) -> Found:
    use, style = sight.pending.kind, sight.style
    gain, words = luck(sight, use)
    held = [option for option in sight.options if option != PASS]
    if not held or not gain:
        return PASS, words
    if gain >= style.saved or (gain >= style.luck and not saved(sight)):
        return held[-1], words
    return PASS, Why("luck.too-little" if gain < style.luck else "luck.saved", {"why": words})


def support(sight: Sight) -> Found:
    best, gain = PASS, 0.0
    for option in sight.options:
        if option == PASS:
            continue
        title = str(option.subject)
        if option.verb == "use":
            asset = sight.rules.assets[title]
            worth = support_gain(sight, asset.effect) + (1.0 if asset.kept else 0.0)
        else:
            worth = support_gain(sight, sight.rules.cards[title].effect)
            spare = sight.pos.hands[sight.seat].count_of(title) > 1
            if sight.facts["occasion"] == "discovery" and not spare and saved(sight):
                worth -= sight.style.saved
        if worth > max(gain, sight.style.support):
            best, gain = option, worth
    if best == PASS:
        return PASS, Why("card.later")
    return best, Why("card.support", {"card": best.subject, "gain": gain})


def reward(sight: Sight) -> Found:
    site = sight.pos.site(str(sight.facts["space"]))
    place = "city" if site.marker in CITIES else "town"
    bonus = fact(sight, "bonus") + sight.rules.n.gold_roll_before * site.gold_rolls
    gold = sight.estimates.gift_of_gold(place, bonus) * sight.estimates.gold_worth
    if gold >= sight.style.card:
        return first(Why("reward.gold", {"gold": gold}), "gold")(sight)
    return first(Why("reward.asset"), "asset")(sight)


def accept(sight: Sight) -> Found:
    """A ransom for your own man if he is cheap; food for a good price or as a present."""
    deal, price, things = (
        str(sight.facts.get("deal")),
        fact(sight, "gold") + fact(sight, "pesos"),
        fact(sight, "things"),
    )
    offerer = sight.facts.get("offerer")
    if deal == "deal-ransom":
        mine = any(held.owner == sight.seat and held.captor == offerer for held in sight.pos.captives.values())
        fair = price <= 2 * sight.style.card if mine else price >= 2 * sight.style.card
    else:
        fair = price <= things if deal == "deal-sale" else price >= GOLD_A_MEAL * things
    return first(Why("deal.good" if fair else "deal.bad"), "accept" if fair else "refuse")(sight)


def feed_from(sight: Sight) -> Found:
    """Whoever has food to spare gives some; else the stronger expedition eats."""
    hungry = str(sight.facts["expedition"])
    stores = [o for o in sight.options if o != PASS]
    best = max(stores, key=lambda o: (_spare(sight, str(o.subject)), str(o.subject)))
    giver = str(best.subject)
    if _spare(sight, giver) > 0 or sight.force(hungry).value > sight.force(giver).value:
        return best, Why("food.share", {"captain": giver, "other": hungry})
    return PASS, Why("food.keep", {"captain": giver})


def _spare(sight: Sight, commander: str) -> int:
    """8.12  The food points that an expedition will not eat itself now."""
    return sight.expedition(commander).food - (needs_food(sight.pos, commander) is None)


def price_of_food(sight: Sight) -> Found:
    """What the captain itself would sell food for: it asks only when its men are hungry."""
    return amount(sight, GOLD_A_MEAL * fact(sight, "food")), Why("food.price")


def late_arrival(sight: Sight) -> Found:
    if sight.pos.turn > 1:
        return sight.options[0], Why("late.here")
    return sight.options[-1], Why("late.nobody")


def keep_ally(sight: Sight) -> Found:
    """The ally of least worth is given up for a new one of more."""
    worth = sight.estimates.points(str(sight.pos.site(str(sight.facts["space"])).marker))
    old = [o for o in sight.options if o != PASS]
    best = min(old, key=lambda o: sight.estimates.points(str(sight.pos.site(str(o.subject)).marker)))
    if sight.estimates.points(str(sight.pos.site(str(best.subject)).marker)) < worth:
        return best, Why("ally.new")
    return PASS, Why("ally.old")


HANDLERS: Final[dict[str, Handler]] = {
    "accept": accept,
    "accept-pesos": accept,
    "action": action,
    "ask-food": first(Why("food.ask"), "buy-food"),
    "armour": first(Why("battle.armour"), "use"),
    "arrival": arrival,
    "assign-asset": assign_asset,
    "attack": fighting.attack,
    "charge": fighting.charge,
    "choose-conquistador": choose_man,
    "command": arranging.command,
    "commander": choose_commander,
    "company": choose_man,
    "convert": most(Why("impulse.convert")),
    "deal": safe,
    "deal-food": least(Why("any.least")),
    "deal-gold": price_of_food,
    "deal-pesos": least(Why("any.least")),
    "deal-where": safe,
    "departure": choose_haven,
    "desertion": fighting.desertion,
    "detach-assets": safe,
    "detach-food": safe,
    "detach-men": safe,
    "detach-units": detach_units,
    "discard": discard,
    "divide": divide,
    "exchange": exchange,
    "favour": favour,
    "feed-from": feed_from,
    "fifth-hit": fighting.lose_unit,
    "first-purchase": purchase,
    "gift": gift,
    "host": arranging.host,
    "impulse": impulse,
    "late-arrival": late_arrival,
    "lay-down": lay_down,
    "leader": fighting.leader,
    "leave-allies": first(Why("ally.stay"), "take"),
    "loan": loan,
    "lose-unit": fighting.lose_unit,
    "loss": fighting.loss,
    "make-room": safe,
    "march": march,
    "modify": spend_luck,
    "place-town": place_marker,
    "place-village": place_marker,
    "purchase": purchase,
    "rally-food": fighting.rally_food,
    "ransom-gold": least(Why("any.least")),
    "ransom-to": safe,
    "react": fighting.react,
    "recruit": recruit,
    "recycle": safe,
    "recycle-ally": keep_ally,
    "reinforcements": reinforcements,
    "repay": most(Why("impulse.repay")),
    "reroll": spend_luck,
    "retreat": fighting.retreat,
    "return": arrival,
    "reward": reward,
    "robbed": least(Why("any.little")),
    "scouts": first(Why("battle.scouts"), "use"),
    "share-allies": arranging.share,
    "share-assets": arranging.share,
    "share-food": arranging.share,
    "share-out": share_out,
    "share-shown": arranging.share,
    "station": station,
    "succession": arranging.succession,
    "succession-companion": choose_commander,
    "support": support,
    "surrender": fighting.surrender,
    "take-allies": most(Why("impulse.allies")),
    "target-captain": target_captain,
    "target-expedition": target_expedition,
    "target-player": target_player,
    "target-space": target_space,
    "units": arranging.units,
    "voyage": voyage,
}
"""Every kind of question with its answer; a kind that is not here is answered by `safe`."""
