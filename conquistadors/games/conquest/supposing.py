"""2.18, 5.15  A table as one seat can suppose it: the cards that it has not seen, dealt out at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from conquistadors.engine import UNSEEN, Option, Pile, Seat
from conquistadors.games.conquest.rules.cards.luck import TITLE as LUCK
from conquistadors.games.conquest.rules.position import ConquestPosition

FROM_HAND: Final = frozenset({"play", "modify", "reroll"})
"""What is done with a card of the hand."""
MEN: Final = ("red", "brown", "replacements", "fallen")
"""Where conquistadors lie, besides hands and decks."""

Place = tuple[str, str]
"""Where cards lie face down: "piles", "hands", "buried", "dealt" or "expeditions", and which of them."""


def supposed(
    seen: ConquestPosition, seat: Seat | None, random: Random, shown: Sequence[tuple[Seat, Option]] = ()
) -> ConquestPosition | None:
    """A whole table that looks to the seat as this one does; None where the cards do not add up.

    Cards that others have shown since lie where they came from.
    """
    world = seen.copy()
    theirs = [(who, option) for who, option in shown if who != seat]
    for cards, places, wanted in (
        *_strategy(seen, [(who, str(o.subject)) for who, o in theirs if o.verb in FROM_HAND]),
        _assets(seen, [(who, str(o.subject)) for who, o in theirs if o.verb == "use"], random),
    ):
        dealt = _dealt(cards, places, wanted, random)
        if dealt is None:
            return None
        for (kind, name), pile in dealt.items():
            if kind == "expeditions":
                world.edit(name, assets=pile)
            else:
                getattr(world, kind)[name] = pile
    return world


Part = tuple[Counter[str], dict[Place, int], list[tuple[Place, str]]]
"""Unseen cards, where they may lie and how many there, and what is known to lie somewhere."""


def _strategy(seen: ConquestPosition, played: list[tuple[Seat, str]]) -> list[Part]:
    """1.31, 2.18, 23.11  Strategy and Conquistador cards: those of a deck may be in a hand or among unseen discards."""
    rules = seen.rules
    unseen = Counter(rules.whole_decks[0].each())
    unseen.update(list(rules.men))
    piles = [seen.piles[name] for name in (*rules.card_piles, *MEN)]
    unseen.subtract(_open([*piles, *seen.hands.values(), *seen.buried.values()]))
    unseen.subtract([*seen.captains, *seen.captives])
    unseen["arrest-warrant"] -= sum(faction.warrant for faction in seen.factions.values())
    decks: dict[str, Part] = {}
    for name in rules.face_down:
        if name in rules.card_piles:
            decks[name] = (Counter(), _hidden("piles", {name: seen.piles[name]}), [])
    first = next(iter(decks))
    decks[first][1].update(_hidden("hands", seen.hands) | _hidden("buried", seen.buried))
    for title, copies in unseen.items():
        decks[rules.deck_of(title)][0][title] += copies
    for who, title in played:
        if ("hands", who) in decks[first][1] and decks[first][0][title]:
            decks[first][2].append((("hands", who), title))
    return list(decks.values())


def _assets(seen: ConquestPosition, used: list[tuple[Seat, str]], random: Random) -> Part:
    """1.35, 5.15, 5.151  Asset cards; Mano de Dios is never face down with an expedition."""
    unseen = Counter(seen.rules.whole_decks[1].each())
    held = [pile for e in seen.expeditions.values() for pile in (e.assets, e.shown)]
    unseen.subtract(_open([seen.piles["assets"], seen.piles["asset-discards"], *seen.dealt.values(), *held]))
    unseen[LUCK] -= sum(faction.luck for faction in seen.factions.values())
    deck = _hidden("piles", {"assets": seen.piles["assets"]})
    loads = _hidden("expeditions", {c: e.assets for c, e in seen.expeditions.items()})
    places = deck | loads | _hidden("dealt", seen.dealt)
    known: list[tuple[Place, str]] = [(place, LUCK) for place in deck for _ in range(unseen[LUCK])]
    for who, title in used:
        own = [place for place in loads if seen.expeditions[place[1]].owner == who]
        if own and unseen[title]:
            known.append((random.choice(own), title))
    return unseen, places, known


def _open(piles: Iterable[Pile]) -> Counter[str]:
    """The cards that lie open."""
    found: Counter[str] = Counter()
    for pile in piles:
        if pile.titles != (UNSEEN,):
            found.update(dict(zip(pile.titles, pile.copies, strict=True)))
    return found


def _hidden(kind: str, piles: dict[str, Pile]) -> dict[Place, int]:
    """The piles of which only the size is known."""
    return {(kind, name): pile.size for name, pile in piles.items() if pile.titles == (UNSEEN,)}


def _dealt(
    cards: Counter[str], places: dict[Place, int], known: list[tuple[Place, str]], random: Random
) -> dict[Place, Pile] | None:
    """The cards in piles of these sizes, each of the known ones where it is known to be."""
    left = cards.copy()
    lying: dict[Place, list[str]] = {place: [] for place in places}
    for place, title in known:
        if left[title] > 0 and len(lying[place]) < places[place]:
            left[title] -= 1
            lying[place].append(title)
    if any(copies < 0 for copies in left.values()):
        return None
    rest = sorted(left.elements())
    if len(rest) != sum(places.values()) - sum(map(len, lying.values())):
        return None
    random.shuffle(rest)
    for place, size in places.items():
        missing = size - len(lying[place])
        lying[place] += rest[:missing]
        del rest[:missing]
    return {place: Pile.of(titles) for place, titles in lying.items()}
