"""22.0  The Standard Game: its set-up, its reinforcements, players who come late, and its victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from conquistadors.engine import TABLE, Pile, Procedure, Seat, SetupError, pick, procedure, short_repr
from conquistadors.engine.codec import Json
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.pack.numbers import Numbers, numbers_of
from conquistadors.games.conquest.rules.events import Arrived, Reshuffled
from conquistadors.games.conquest.rules.hands import take_back
from conquistadors.games.conquest.rules.pesos import post_entries
from conquistadors.games.conquest.rules.position import NOTHING, Captain, ConquestPosition
from conquistadors.games.conquest.rules.profiles import STANDARD
from conquistadors.games.conquest.rules.recruiting import buy_units
from conquistadors.games.conquest.rules.reinforcements import arrive, havens_and_own
from conquistadors.games.conquest.rules.scenarios import men_of, set_up
from conquistadors.games.conquest.rules.sequence import rank
from conquistadors.games.conquest.rules.shared import (
    ConquestRules,
    check_flags,
    house_and_pack,
    maps_named,
    options_given,
    seats_for,
)
from conquistadors.games.conquest.rules.tasks import task, task_of


class StandardRules(ConquestRules):
    """15.0-21.0  What the Standard and the Solitaire Game have in common: the cards marked S, and legends (19.0)."""

    standard = True

    def strategy_deck(self) -> Pile:
        """G-19.0  All Strategy cards; those of legends that are not played with are removed."""
        whole = super().strategy_deck()
        unused = {c.id for c in self.cards.values() if "legend" in c.effect and c.effect["legend"] not in self.legends}
        return Pile.of(title for title in whole.each() if title not in unused)

    def more_piles(self) -> dict[str, Pile]:
        """17.25, 19.12, 20.3  Legends that are not on the map, and what cannot come again."""
        return {
            "legends": Pile.of(self.legends),
            "legends-gone": NOTHING,
            "shocked": NOTHING,
            "smallpox": NOTHING,
        }


class StandardGame(StandardRules):
    """22.0  The Standard Game for two to five players: 200 points win, unless a lower target was agreed on (22.4).

    `legends` plays with chapter 19 or without it; `quick_start` begins as the Basic Game does, with bought units
    (22.24). `target` is any lower number of points; 22.4 recommends 50 at least. The last `late` players are not there
    at the start: the table says at the start of which turn they arrive (22.36).
    """

    scenario = "standard"
    profile = STANDARD
    first_units = "quick-units"

    def __init__(
        self,
        seats: int = 2,
        map: str | None = None,  # noqa: A002  # the word that players use
        legends: bool = True,
        quick_start: bool = False,
        target: int | None = None,
        late: int = 0,
        options: Mapping[str, Json] | None = None,
        pack: str | Path | None = None,
        changes: Mapping[str, Json] | None = None,
    ) -> None:
        house, data = house_and_pack(options, pack, changes)
        n = numbers_of(data)
        taken = seats_for(seats, n.standard_players_least, n.standard_players_most, "setup.standard-players")
        check_flags(legends=legends, quick_start=quick_start)
        super().__init__(taken, maps_named(map, seats), house, data)
        self.quick_start = quick_start
        self.target = _checked_target(n, target)
        self.late = _checked_late(n, seats, late)
        if legends:
            self.legends = tuple(sorted(self.tables.legends))
        more: dict[str, Json] = {"legends": legends, "quick_start": quick_start, "target": target, "late": late}
        self.options = options_given(house, pack, changes, seats=seats, map=map, **more)

    def start(self) -> ConquestPosition:
        """22.11, 22.12, J11  The empty table: indexes, points, pesos and debts at 0, the men in their three piles.

        Who comes late has no place in the order until they arrive (22.36).
        """
        present = self.seats[: len(self.seats) - self.late]
        quick = ("conquistadors", *[f"starting-assets:{seat}" for seat in present], "quick-set-up")
        pos = self.table(quick if self.quick_start else ("first-choice",))
        pos.order = present
        for seat in self.seats[len(present) :]:
            pos.edit_faction(seat, absent=True)
        return pos

    def reinforce(self, pos: ConquestPosition) -> None:
        """22.34, D-22.34  On turn 3 all remaining conquistadors but the replacements join the deck.

        The discards, those that nobody saw among them, are shuffled in with it.
        """
        if pos.turn != self.n.standard_reinforcements_turn:
            return
        for pile in ("red", "brown"):
            pos.piles["deck"] = Pile.united([pos.piles["deck"], pos.piles[pile]])
            pos.piles[pile] = NOTHING
        take_back(pos)
        pos.report(Reshuffled, pile="everything", rule="22.34")


def _checked_target(n: Numbers, target: object) -> int:
    """22.4, D-22.4  The points that win: those of the rules, or any lower number that was agreed on."""
    most = n.standard_points_to_win
    if target is None:
        return most
    if type(target) is not int or not 1 <= target <= most:
        least = n.standard_points_least
        raise SetupError(error_text("setup.target", most=most, least=least, wanted=short_repr(target)))
    return target


def _checked_late(n: Numbers, seats: int, late: object) -> int:
    """22.36  How many players come late. Two have to be there at the start (own ruling, by 22.0)."""
    most = seats - n.standard_players_least
    if type(late) is not int or not 0 <= late <= most:
        here = n.standard_players_least
        raise SetupError(error_text("setup.late", seats=seats, most=most, here=here, wanted=short_repr(late)))
    return late


# 22.1, 22.2 ------------------------------------------------------------------------------------------------------


@task("first-choice")
@procedure("22.13")
def first_choice(pos: ConquestPosition) -> Procedure[None]:
    """22.13, 22.21, G-22.13  The order of choice, kept for turn 2. In it all choose; then, in it, all buy units."""
    yield from rank(pos, "setup-order", "22.13")
    pos.chose = pos.order
    pos.then(*[f"choose:{seat}" for seat in pos.order], "outfits")


@task_of("choose")
@procedure("22.13")
def choose(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """22.13  A red conquistador of the player's choice, who starts in Santiago de Cuba or in Panama.

    Who chooses may have both Cortés and Francisco Pizarro, in the end: 14.14 is for men who are drawn.
    """
    yield from enlist(pos, seat, pos.rules.world.havens, rule="22.13", where="22.13")


@task("outfits")
@procedure("22.21")
def outfits(pos: ConquestPosition) -> Procedure[None]:
    """22.21  Everybody raises funds and buys units, in the order of choice; then turn 1 begins."""
    men = {captain.owner: man for man, captain in pos.captains.items()}
    pos.then(*[f"outfit:{men[seat]}" for seat in pos.chose if seat in men], "turn")
    yield from ()


@task("quick-set-up")
@procedure("22.24")
def quick_set_up(pos: ConquestPosition) -> Procedure[None]:
    """22.24, C34, X9  Quick Start: the map is set up as in the Basic Game (14.2); that order counts on turn 2."""
    yield from set_up(pos)
    pos.chose = pos.order


@task_of("quick-units")
@procedure("22.24")
def quick_units(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """22.24, G-22.24  Thirty-two pesos buy units for both expeditions. No loans; what is left is kept."""
    post_entries(pos, seat, rule="22.24", funds=pos.rules.n.quick_start_pesos)
    for man in men_of(pos, seat):
        yield from buy_units(pos, man, "22.24")
        pos.talk = ()


# 22.3 ------------------------------------------------------------------------------------------------------------


def available(pos: ConquestPosition) -> list[str]:
    """22.12, 22.13, 22.311, G-22.311  Who may be chosen: a red man; with five players on turn 2, or without reds, any.

    Never a replacement. From turn 3 on the men are in the deck, red and brown alike (22.34), and may be in a hand from
    there: only the place of those who were discarded openly is public, and only they may be asked for (G-22.36b).
    """
    n, red, brown = pos.rules.n, pos.piles["red"].titles, pos.piles["brown"].titles
    anybody = pos.turn >= n.second_choice_turn and len(pos.order) >= n.players_for_any
    if red or brown:
        return sorted([*red, *brown] if anybody else red or brown)
    return sorted(title for title in pos.piles["discards"].titles if title in pos.rules.men)


def enlist(
    pos: ConquestPosition, seat: Seat, places: Sequence[str], *, rule: str, where: str, passes: bool = False
) -> Procedure[str | None]:
    """22.13, 22.312, 22.36  A player chooses a conquistador, and one of the places for him; None for nobody.

    `rule` is the clause of the choice, `where` that of the places.
    """
    man = yield from pick(seat, "choose-conquistador", rule, available(pos), passes=passes)
    if man is None:
        return None
    place = yield from pick(seat, "arrival", where, places, facts=(("captain", man),))
    _take_card(pos, man)
    pos.captains[man] = Captain(seat, man)
    arrive(pos, seat, man, str(place), rule)
    return man


def _take_card(pos: ConquestPosition, man: str) -> None:
    """His card is taken from where it lies open: laid out, or in the discards."""
    for pile in ("red", "brown", "discards"):
        if man in pos.piles[pile].titles:
            pos.piles[pile] = pos.piles[pile].minus(man)


@task("second-choice")
@procedure("22.31")
def second_choice(pos: ConquestPosition) -> Procedure[None]:
    """22.31, G-22.13  On turn 2 everybody may choose one more conquistador, in the reverse of the first order."""
    if pos.turn == pos.rules.n.second_choice_turn:
        pos.then(*[f"second-man:{seat}" for seat in reversed(pos.chose) if seat in pos.order])
    yield from ()


@task_of("second-man")
@procedure("22.31")
def second_man(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """22.31-22.33, 22.312, D-22.312, G-15.14  One more man, or none; then units for him, wherever he is."""
    places = havens_and_own(pos, seat)
    man = yield from enlist(pos, seat, places, rule="22.31", where="22.312", passes=True)
    if man is not None:
        pos.then(f"recruit-anywhere:{man}")


@task("late-arrivals")
@procedure("22.36")
def late_arrivals(pos: ConquestPosition) -> Procedure[None]:
    """22.36, D-22.36, G-22.36, G-22.36b  Who was missing joins when the table says so: with a man, from turn 2 on two.

    They come last in the order until the next initiative, and for the choice of turn 2 if here on turn 1. Own
    rulings: whoever comes on turn 2 chooses before the others do, and need not take the second man.
    """
    absent = [seat for seat in pos.rules.seats if pos.factions[seat].absent]
    seat = yield from pick(TABLE, "late-arrival", "22.36", absent, passes=True)
    if seat is None:
        return
    pos.edit_faction(seat, absent=False)
    pos.order = (*pos.order, seat)
    pos.report(Arrived, who=seat, rule="22.36")
    men = 1
    if pos.turn < pos.rules.n.second_choice_turn:
        pos.chose = (*pos.chose, seat)
    else:
        men = pos.rules.n.late_conquistadors
    pos.then(f"newcomer:{seat}", *[f"second-man:{seat}"] * (men - 1), "late-arrivals")


@task_of("newcomer")
@procedure("22.36")
def newcomer(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """22.36, G-22.36  A newcomer's first man, in Santiago de Cuba or Panama, with funds as at the start of the game."""
    man = yield from enlist(pos, seat, pos.rules.world.havens, rule="22.36", where="22.13")
    if man is not None:
        pos.then(f"outfit:{man}")
