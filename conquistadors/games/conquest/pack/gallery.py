"""All cards of The Conquistadors as they are shown: Strategy cards, assets and conquistadors."""

from __future__ import annotations

from typing import Final

from conquistadors.games.conquest.pack.records import AssetCard, Conquistador, StrategyCard
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors.odds.naming import Names
from conquistadors.packs.printed import CardFace, Filter, Gallery

KINDS: Final = ("action", "combat", "reaction", "asset", "conquistador")
GAMES: Final = ("standard", "basic")
RATINGS: Final = ("combat", "diplomacy", "rally")


def gallery(language: str, rules: ConquestRules) -> Gallery:
    """Every title of the pack, kind by kind."""
    names = Names(language, rules.texts(language))
    titles = [_title(card, names) for card in rules.cards.values()]
    titles += [_title(card, names) for card in rules.assets.values()]
    men = [_man(man, names) for man in rules.pack.conquistadors()]
    kinds = tuple((names.say(f"kind.{kind}"), kind) for kind in KINDS)
    games = tuple((names.say(f"game.{game}"), game) for game in GAMES)
    return Gallery(
        tuple(sorted([*titles, *men], key=lambda face: KINDS.index(face.kind))),
        (
            Filter("kind", names.say("kind-of-card"), kinds),
            Filter("game", names.say("game-of-card"), games, whole=False),
        ),
    )


def _title(card: StrategyCard | AssetCard, names: Names) -> CardFace:
    language, say = names.language, names.say
    facts = (say(f"when.{card.when}"), say("copies", {"count": card.copies}))
    mark = ("S", say("standard-only")) if card.standard_only else None
    games = GAMES[:1] if card.standard_only else GAMES
    name, text, history = card.name[language], card.text[language], card.history[language]
    return CardFace(
        card.id,
        name,
        {"kind": (card.type,), "game": games},
        " ".join((name, text, history, *facts)),
        card.grade,
        card.source,
        card.type,
        say(f"kind.{card.type}"),
        text,
        history,
        facts,
        mark,
    )


def _man(man: Conquistador, names: Names) -> CardFace:
    language, say, kind = names.language, names.say, KINDS[-1]
    ratings = tuple(say(f"rating.{each}", {"rating": getattr(man, each)}) for each in RATINGS)
    name = man.full_name if language != "ja" else f"{man.name[language]} {man.full_name}"
    text, history = say(f"print.{man.print}"), man.history[language]
    return CardFace(
        man.id,
        name,
        {"kind": (kind,), "game": GAMES},
        " ".join((name, text, history, *ratings)),
        man.ratings_grade,
        f"{man.source}; {man.ratings_source}",
        kind,
        say(f"kind.{kind}"),
        text,
        history,
        ratings,
    )
