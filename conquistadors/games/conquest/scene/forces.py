"""1.4  The expeditions as cards: who leads, where, with what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from conquistadors.engine import UNSEEN, Pile, Seat
from conquistadors.games.conquest.describing import facts
from conquistadors.games.conquest.rules.battle import fights
from conquistadors.games.conquest.rules.expeditions import food_limit
from conquistadors.games.conquest.rules.position import KINDS, ConquestPosition, Units, ally_of, each_of
from conquistadors.scene.panels import Amount, Aside, Force, Forces, Member, Note, Part, Rating, Row, Tag, rows
from conquistadors.scene.words import phrase

RATINGS: Final = ("combat", "diplomacy", "rally")


def forces(pos: ConquestPosition, seat: Seat | None, offered: Sequence[str] = ()) -> tuple[Part, ...]:
    """All expeditions that the seat sees: its own in full, those of the others in short.

    Before them the men who are offered, if the question is which of them comes.
    """
    others = [other for other in pos.rules.seats if other != seat]
    parts = [_offered(pos, offered)]
    parts += [_side(pos, [seat], "own")] if seat is not None else []
    parts += [_side(pos, others, "all" if seat is None else "other")]
    shown = tuple(part for part in parts if part.forces)
    return shown or (Note(phrase("panels.no-expeditions"), "none"),)


def _offered(pos: ConquestPosition, men: Sequence[str]) -> Forces:
    """22.13, 23.13  Men to choose from: their ratings, and what is known of them."""
    cards = [Force(man, man, ratings=ratings(pos, man), about=pos.rules.men[man].history) for man in men]
    return Forces(phrase("panels.offered"), tuple(cards), "offered", phrase("panels.offered-help"))


def _side(pos: ConquestPosition, seats: Iterable[Seat], whose: str) -> Forces:
    """One's own expeditions, or those of all others; a bystander sees all alike."""
    full = whose == "own"
    shown: list[Force | Aside] = []
    for seat in seats:
        shown += [_force(pos, commander, full=full) for commander in pos.expeditions_of(seat)]
        shown += _elsewhere(pos, seat)
    return Forces(phrase(f"panels.{whose}-expeditions"), tuple(shown), "own" if full else "other")


def _force(pos: ConquestPosition, commander: str, *, full: bool) -> Force:
    expedition = pos.expeditions[commander]
    members = pos.members(commander)
    hurt = [man for man in members if pos.captains[man].wounded]
    alone = len(members) == 1
    return Force(
        id=commander,
        name=commander,
        owner=expedition.owner,
        place=expedition.space,
        state=_state(pos, commander),
        ratings=ratings(pos, commander) if full else (),
        units=units(pos.units(commander)),
        stores=_stores(pos, commander),
        rows=_things(pos, commander) if full else (*_things(pos, commander), *_companions(members[1:], hurt)),
        members=() if alone or not full else tuple(_member(pos, man, commander) for man in members),
        members_title=None if alone or not full else phrase("panels.men"),
        warning=phrase("panels.hurt", man=commander) if full and alone and hurt else None,
        short=not full,
    )


def _state(pos: ConquestPosition, commander: str) -> str:
    """Whether the expedition is at work, or has been activated in this impulse."""
    if commander == facts(pos)["doer"] or fights(pos, commander):
        return "at-work"
    used = commander in pos.impulse.activated and commander not in pos.impulse.left
    return "activated" if used and pos.expeditions[commander].owner == pos.active else ""


def units(there: Units) -> tuple[Amount, ...]:
    """Spanish units by kind; kinds that are missing are left out."""
    return tuple(Amount(kind, there.of(kind), kind) for kind in KINDS if there.of(kind))


def _stores(pos: ConquestPosition, commander: str) -> tuple[Amount, ...]:
    """Food, gold and spirits."""
    expedition = pos.expeditions[commander]
    most = food_limit(pos, commander, hidden=UNSEEN not in expedition.assets.titles)
    return (
        Amount(phrase("panels.food"), expedition.food, "food", most),
        Amount(phrase("panels.gold"), expedition.gold, "gold"),
        spirits(pos, commander),
    )


def spirits(pos: ConquestPosition, commander: str) -> Amount:
    """9.1  Morale hits."""
    hits, most = pos.expeditions[commander].hits, pos.rules.hits_most
    return Amount(phrase("panels.hits", hits=hits, most=most), hits, most=most, pips=True)


def _things(pos: ConquestPosition, commander: str) -> tuple[Row, ...]:
    """Kings, Indian allies, assets open and face down, and what holds for this turn."""
    expedition = pos.expeditions[commander]
    now = [state for state in ("ashore", "healthy") if getattr(expedition, state)]
    return rows(
        ("kings", [Tag(king, look="king") for king in expedition.kings]),
        ("allies", allies(pos, expedition.allies)),
        ("in-use", each(expedition.shown)),
        ("face-down", assets_of(expedition.assets)),
        ("now", [Tag(phrase(f"show.{state}")) for state in now]),
    )


def allies(pos: ConquestPosition, pile: Pile) -> list[Tag]:
    """5.24  Indian units by their value and origin, the strongest first; in full words for those who hover."""
    strength = pos.rules.value
    found = sorted(each_of(pile), key=lambda held: (-strength[ally_of(held[0])[0]], held[0]))
    return [Tag(ally_of(title)[1], count, strength[ally_of(title)[0]], about=title) for title, count in found]


def assets_of(assets: Pile) -> list[Tag]:
    if UNSEEN in assets.titles:
        return [Tag(phrase("panels.unknown", count=assets.size))]
    return each(assets)


def each(pile: Pile) -> list[Tag]:
    return [Tag(title, count) for title, count in each_of(pile)]


def _companions(others: Sequence[str], hurt: Sequence[str]) -> tuple[Row, ...]:
    """In short: who else is there, and who is wounded."""
    wounded = [Tag(phrase("panels.hurt", man=man), warns=True) for man in hurt]
    return rows(("with", [Tag(man) for man in others]), ("now", wounded))


def _member(pos: ConquestPosition, man: str, commander: str) -> Member:
    """A man who has a card of his own here; the ratings of the commander stand above."""
    captain = pos.captains[man]
    hurt = (Tag(phrase("show.hurt"), warns=True),) if captain.wounded else ()
    return Member(man, units(captain.units), hurt, ratings(pos, man) if man != commander else ())


def ratings(pos: ConquestPosition, man: str) -> tuple[Rating, ...]:
    """1.331  The three ratings of a conquistador."""
    known = pos.rules.men[man]
    return tuple(
        Rating(phrase(f"panels.rating-short.{rating}"), phrase(f"panels.rating.{rating}"), getattr(known, rating))
        for rating in RATINGS
    )


def _elsewhere(pos: ConquestPosition, seat: Seat) -> list[Aside]:
    """Men who wait to be placed, and men whom others hold."""
    waiting = [
        man
        for man, captain in sorted(pos.captains.items())
        if captain.owner == seat and captain.expedition not in pos.expeditions and man not in pos.expeditions
    ]
    found = [Aside(seat, man, phrase("panels.waiting")) for man in waiting]
    for man, held in sorted(pos.captives.items()):
        if held.owner == seat:
            found.append(Aside(seat, man, phrase("panels.captive", captor=held.captor)))
    return found
