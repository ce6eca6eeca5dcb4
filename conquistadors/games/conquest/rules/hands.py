"""2.0(1), 2.0(2), 2.15, 2.16  Hands of Strategy cards: discards, the deal, and the deck."""

from __future__ import annotations

from functools import partial

from conquistadors.engine import Option, Pile, Procedure, Seat, draw, offer, options_of, procedure
from conquistadors.games.conquest.rules.events import Discarded, Reshuffled
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.tasks import task_of


@task_of("discard")
@procedure("2.0(1)")
def discard_unwanted(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """2.0(1), 2.15  Any cards that are no longer wanted, laid down unseen."""
    while True:
        chosen: Option = yield offer(
            seat,
            "discard",
            "2.0(1)",
            partial(_discards, pos, seat),
            passes=True,
            facts=(("cards", pos.hands[seat].size),),
        )
        if chosen.subject is None:
            return
        bury(pos, seat, chosen.subject, "2.0(1)")


def _discards(pos: ConquestPosition, seat: Seat) -> tuple[Option, ...]:
    return options_of("discard", pos.hands[seat].titles)


def bury(pos: ConquestPosition, seat: Seat, title: str, rule: str) -> None:
    """2.0(1), 2.18  A card goes to the discards; only its owner knows which."""
    pos.hands[seat] = pos.hands[seat].minus(title)
    pos.buried[seat] = pos.buried[seat].plus(title)
    pos.report(Discarded, who=seat, card=title, rule=rule, audience=(seat,))


@task_of("deal")
@procedure("2.0(2)")
def deal_cards(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """2.0(2), 2.15, 14.13  Cards until the player holds ten."""
    while pos.hands[seat].size < pos.rules.n.cards_dealt_to:
        if not (yield from draw_card(pos, seat, "2.15")):
            return


def draw_card(pos: ConquestPosition, seat: Seat, rule: str) -> Procedure[bool]:
    """2.16, G-2.16  A Strategy card; an empty deck takes back all discards first. Says whether there was one."""
    if not pos.piles["deck"].titles:
        take_back(pos)
        if not pos.piles["deck"].titles:
            return False
        pos.report(Reshuffled, pile="deck", rule="2.16")
    title = yield from draw(pos, pos.piles["deck"], seat, name="deck", rule=rule, seen_by=(seat,))
    pos.piles["deck"] = pos.piles["deck"].minus(title)
    pos.hands[seat] = pos.hands[seat].plus(title)
    return True


def take_back(pos: ConquestPosition) -> None:
    """2.16, 22.34  All discards go into the deck, those that were laid down unseen among them."""
    pos.piles["deck"] = Pile.united([pos.piles["deck"], pos.piles["discards"], *pos.buried.values()])
    pos.piles["discards"] = Pile()
    for seat in pos.buried:
        pos.buried[seat] = Pile()


@task_of("lay-down")
@procedure("2.15")
def lay_down(pos: ConquestPosition, seat: Seat) -> Procedure[None]:
    """1.32, 2.0(2), 2.15  Down to eight cards, unseen."""
    while pos.hands[seat].size > pos.rules.n.cards_kept:
        facts = (("cards", pos.hands[seat].size - pos.rules.n.cards_kept),)
        chosen: Option = yield offer(seat, "lay-down", "2.15", partial(_discards, pos, seat), facts=facts)
        bury(pos, seat, str(chosen.subject), "2.15")
