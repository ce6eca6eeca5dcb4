"""The part of the checker that looks at the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from conquistadors.games.conquest.pack.records import AssetCard, Card, Conquistador, Pack, StrategyCard
from conquistadors.games.conquest.pack.tables import Tables
from conquistadors.packs.complaints import Complaint, languages

STRATEGY, ASSETS, REGULARS, REPLACEMENTS = 110, 26, 15, 5
"""1.31, 1.332: how many cards there are."""
ENEMY_DECK: Final = 21
"""23.112: the sum of its list, with two Assassinations."""

STATED_COPIES: Final = {
    "arrest-warrant": 4,
    "assassination": 3,
    "city-has-new-chief": 2,
    "creditors-demand-payment": 2,
    "disgruntled-soldiers": 3,
    "free-the-king": 2,
    "indian-uprising": 3,
    "suspicion-of-treason": 1,
    "theft": 2,
    "cities-of-cibola": 1,
    "prester-john": 1,
    "fountain-of-youth": 1,
    "el-dorado": 1,
    "amazon-river": 1,
    "mississippi-river": 1,
}
NAMED: Final = [
    "mano-de-dios",
    "indian-ambush",
    "hostile-chiefs",
    "stormy-weather",
    "head-winds",
    "bolas",
    "painted-warriors",
    "encirclement",
    "desertion",
    "poison-darts",
    "hostage",
    "ultimatum",
    "rediscovery",
    "letter-from-the-crown",
    "powerful-patron",
    "support-of-the-church",
    "buena-suerte-a-ambos",
]
NAMED_ASSETS: Final = [
    "mano-de-dios",
    "interpreter",
    "indian-guide",
    "indian-scouts",
    "imperial-emissary",
    "medicinal-bark",
    "doctor",
    "bearer",
]
WARRANT: Final = "arrest-warrant"
SMALLPOX: Final = ("indian-guide", "imperial-emissary", "interpreter")
"""20.3  The cards that smallpox may cost."""
MOMENTS: Final = frozenset(
    {
        "impulse",
        "movement",
        "sea-move",
        "discovery",
        "diplomacy",
        "combat",
        "plunder",
        "rally",
        "morale-check",
        "governor",
        "funds",
        "roll",
        "any",
    }
)


def _legends(strategy: Iterable[StrategyCard], tables: Tables) -> Iterator[Complaint]:
    """19.12, 19.31, 19.32  The card of a legend has its name, its maps, and a distance from expeditions."""
    for card in strategy:
        legend = tables.legends.get(card.id)
        if legend is None:
            continue
        if card.name != legend.name:
            yield Complaint("tables/legends.toml", legend.id, "has another name than its card", "19.31")
        board = legend.maps[0] if len(legend.maps) == 1 else "any"
        effect = card.effect
        if (effect.get("legend"), effect.get("map")) != (legend.id, board) or type(effect.get("distance")) is not int:
            wanted = f'its effect is {{ legend = "{legend.id}", map = "{board}", distance = ... }}'
            yield Complaint("cards/strategy.toml", card.id, wanted, "19.12, 19.32")


def check_cards(pack: Pack) -> Iterator[Complaint]:
    """All that is wrong with the cards."""
    strategy, assets = pack.strategy_cards(), pack.asset_cards()
    yield from _strategy(strategy)
    yield from _assets(assets)
    yield from _conquistadors(pack.conquistadors())
    yield from _legends(strategy, Tables(pack))
    rolls = pack.read("rolls.toml").get("rolls", {})
    for file, cards in (("cards/strategy.toml", strategy), ("cards/assets.toml", assets)):
        yield from _each(file, cards)
        for card in cards:
            named = [card.effect[key] for key in ("roll", "solitaire_roll") if key in card.effect]
            for roll in named:
                if roll not in rolls:
                    yield Complaint(file, card.id, f"there is no roll {roll!r} in the catalogue", "1.5")


def _each(file: str, cards: Iterable[Card]) -> Iterator[Complaint]:
    yield from _once(file, [card.id for card in cards])
    for card in cards:
        if card.copies < 1:
            yield Complaint(file, card.id, f"{card.copies} copies", "1.31")
        if card.when not in MOMENTS:
            yield Complaint(file, card.id, f"when is one of {', '.join(sorted(MOMENTS))}, not {card.when!r}", "2.14")
        if not card.source or not card.copies_source:
            yield Complaint(file, card.id, "a card needs its clause or its reason, and so do its copies", "1.31")
        for key in ("name", "text", "history"):
            yield from languages(file, card.id, key, getattr(card, key), "1.31")


def _once(file: str, ids: list[str]) -> Iterator[Complaint]:
    for card, n in Counter(ids).items():
        if n > 1:
            yield Complaint(file, card, "stands twice", "1.31")


def _strategy(cards: tuple[StrategyCard, ...]) -> Iterator[Complaint]:
    file = "cards/strategy.toml"
    copies = {card.id: card.copies for card in cards}
    if sum(copies.values()) != STRATEGY:
        yield Complaint(file, "card", f"{sum(copies.values())} cards, not {STRATEGY}", "1.31")
    for card_id, wanted in STATED_COPIES.items():
        if copies.get(card_id) != wanted:
            yield Complaint(file, card_id, f"{wanted} copies, not {copies.get(card_id, 0)}", "19.31, 23.112, J5")
    for card_id in NAMED:
        if card_id not in copies:
            yield Complaint(file, card_id, "a card that the rulebook names is missing", "1.31")
    for card in cards:
        below = card.effect.get("index_below")
        if card.id == WARRANT and not (isinstance(below, int) and below <= 0):
            yield Complaint(file, card.id, "index_below is 0 or less: nobody in favour is wanted", "11.22, 11.23")
    enemy = sum(card.copies - card.set_aside_in_solitaire for card in cards if card.solitaire == "enemy")
    if enemy != ENEMY_DECK:
        yield Complaint(file, "solitaire", f"{enemy} cards in the Enemy Action deck, not {ENEMY_DECK}", "23.112")
    for card in cards:
        if (card.type == "action") == (card.solitaire == "reaction"):
            yield Complaint(file, card.id, "Reaction and Combat cards make the Reaction deck, and no others", "23.111")
        if card.solitaire == "enemy" and card.id not in STATED_COPIES:
            yield Complaint(file, card.id, "is not in the list of the Enemy Action deck", "23.112")


def _assets(cards: tuple[AssetCard, ...]) -> Iterator[Complaint]:
    file = "cards/assets.toml"
    if sum(card.copies for card in cards) != ASSETS:
        yield Complaint(file, "card", f"{sum(card.copies for card in cards)} cards, not {ASSETS}", "1.31")
    for card_id in sorted(set(NAMED_ASSETS) - {card.id for card in cards}):
        yield Complaint(file, card_id, "a card that the rulebook names is missing", "1.34")
    for card in cards:
        if (card.id in SMALLPOX) != bool(card.smallpox_lost_on):
            yield Complaint(file, card.id, f"smallpox costs {', '.join(SMALLPOX)}, and no other card", "20.3")
    if len({card.smallpox_lost_on for card in cards if card.smallpox_lost_on}) > 1:
        yield Complaint(file, "smallpox_lost_on", "the numbers are the same on all cards", "20.3")


def _conquistadors(cards: tuple[Conquistador, ...]) -> Iterator[Complaint]:
    file = "cards/conquistadors.toml"
    yield from _once(file, [card.id for card in cards])
    standard = [card for card in cards if card.option is None]
    prints = Counter(card.print for card in standard)
    if prints["red"] + prints["brown"] != REGULARS or prints["replacement"] != REPLACEMENTS:
        yield Complaint(file, "card", f"not {REGULARS} regulars and {REPLACEMENTS} replacements", "1.332")
    if prints["red"] not in (8, 9):
        yield Complaint(file, "print", f"8 or 9 conquistadors are printed in red, not {prints['red']}", "14.14, 22.311")
    for card in cards:
        if not all(0 <= rating <= 3 for rating in (card.combat, card.diplomacy, card.rally)):
            yield Complaint(file, card.id, "ratings are 0 to 3", "1.331")
        for key in ("name", "history"):
            yield from languages(file, card.id, key, getattr(card, key), "1.33")
    for name in ("north", "south"):
        if sum(card.maps == name for card in standard) != 6:
            yield Complaint(file, "maps", f"six conquistadors are listed for solitaire on the {name} map", "23.12, J10")
    yield from _the_two_best(file, standard)


def _the_two_best(file: str, cards: list[Conquistador]) -> Iterator[Complaint]:
    named = {card.id: card for card in cards}
    cortes, pizarro = named.get("cortes"), named.get("francisco-pizarro")
    if cortes is None or (cortes.combat, cortes.diplomacy) != (2, 3):
        yield Complaint(file, "cortes", "Cortés has Combat 2 and Diplomacy 3", "6.371x, 5.28x")
    if cortes is None or pizarro is None:
        yield Complaint(file, "francisco-pizarro", "Cortés and F. Pizarro are in the game", "14.14")
        return
    best = min(_sum(cortes), _sum(pizarro))
    for card in cards:
        if card.id not in ("cortes", "francisco-pizarro") and _sum(card) > best:
            yield Complaint(file, card.id, "Cortés and F. Pizarro are the two best together", "14.14")


def _sum(card: Conquistador) -> int:
    return card.combat + card.diplomacy + card.rally
