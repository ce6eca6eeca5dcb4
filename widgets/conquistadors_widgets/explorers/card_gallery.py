"""All cards of the game: Strategy cards, assets and conquistadors, with filters."""

from __future__ import annotations

from html import escape
from typing import Any, Final

import ipywidgets as w

from conquistadors.engine.records import record
from conquistadors.engine.texts import speaking
from conquistadors.games.conquest.odds.supposing import rules_of
from conquistadors.games.conquest.pack.records import AssetCard, Conquistador, StrategyCard
from conquistadors.games.conquest.rules.shared import ConquestRules
from conquistadors_widgets.explorers.controls import ANY, Setting, Settings
from conquistadors_widgets.explorers.page import Page
from conquistadors_widgets.words import words

KINDS: Final = ("action", "combat", "reaction", "asset", "conquistador")
GAMES: Final = ("standard", "basic")


@record
class CardFace:
    """A card as it is shown."""

    id: str
    kind: str
    name: str
    text: str
    history: str
    facts: tuple[str, ...]
    """When it is played and how many there are; or the ratings."""
    standard_only: bool
    grade: str
    source: str

    def tells(self, searched: str) -> bool:
        """Whether all the words that are looked for are on it."""
        on_it = " ".join((self.name, self.text, self.history, *self.facts)).casefold()
        return all(word in on_it for word in searched.casefold().split())


def card_faces(language: str = "en", rules: ConquestRules | None = None) -> list[CardFace]:
    """Every title of the pack, kind by kind."""
    game = rules or rules_of("standard")
    titles = [_title(card, language) for card in game.cards.values()]
    titles += [_title(card, language) for card in game.assets.values()]
    men = [_man(man, language) for man in game.pack.conquistadors()]
    return sorted([*titles, *men], key=lambda face: KINDS.index(face.kind))


def _title(card: StrategyCard | AssetCard, language: str) -> CardFace:
    say = words(language).say
    when = say(f"explorers.when.{card.when}")
    facts = (when, say("explorers.copies", {"count": card.copies}))
    text, source = card.text[language], card.source
    return CardFace(
        card.id,
        card.type,
        card.name[language],
        text,
        card.history[language],
        facts,
        card.standard_only,
        card.grade,
        source,
    )


def _man(man: Conquistador, language: str) -> CardFace:
    say = words(language).say
    ratings = tuple(say(f"explorers.rating.{each}", {"rating": getattr(man, each)}) for each in RATINGS)
    text = say(f"explorers.print.{man.print}")
    source = f"{man.source}; {man.ratings_source}"
    name = man.full_name if language != "ja" else f"{man.name[language]} {man.full_name}"
    return CardFace(
        man.id, "conquistador", name, text, man.history[language], ratings, False, man.ratings_grade, source
    )


RATINGS: Final = ("combat", "diplomacy", "rally")


class GalleryModel:
    """The cards, and which of them are asked for."""

    def __init__(self, language: str = "en", rules: ConquestRules | None = None) -> None:
        self._words = words(language)
        self.cards = card_faces(language, rules)
        self._values: dict[str, Any] = {"kind": ANY, "game": GAMES[0], "search": ""}

    def set(self, key: str, value: Any) -> None:
        self._values[key] = value

    def settings(self) -> list[Setting]:
        say, values = self._words.say, self._values
        kinds = tuple((say(f"explorers.kind.{kind}"), kind) for kind in KINDS)
        games = tuple((say(f"explorers.game.{game}"), game) for game in GAMES)
        return [
            Setting(
                "kind", "choice", say("explorers.kind-of-card"), values["kind"], ((say("explorers.all"), ANY), *kinds)
            ),
            Setting("game", "choice", say("explorers.game-of-card"), values["game"], games),
            Setting("search", "text", say("explorers.search"), values["search"], hint=say("explorers.search-hint")),
        ]

    def shown(self) -> list[CardFace]:
        """The cards that fit all filters."""
        kind, game = self._values["kind"], self._values["game"]
        return [
            card
            for card in self.cards
            if kind in (ANY, card.kind)
            and not (game == "basic" and card.standard_only)
            and card.tells(self._values["search"])
        ]

    def count(self) -> str:
        return self._words.say("explorers.cards-shown", {"count": len(self.shown()), "all": len(self.cards)})


def cards_html(cards: list[CardFace], language: str) -> str:
    """Cards side by side."""
    say = words(language).say
    made = []
    for card in cards:
        told = escape(f"{say(f'explorers.grade.{card.grade}')}: {card.source}")
        only = f' <abbr title="{escape(say("explorers.standard-only"))}">S</abbr>' if card.standard_only else ""
        facts = " · ".join(escape(fact) for fact in card.facts)
        made.append(
            f'<li class="cq-explorers-card cq-explorers-of-{escape(card.kind)}">'
            f'<small class="cq-explorers-kind">{escape(say(f"explorers.kind.{card.kind}"))}{only}</small>'
            f"<h5>{escape(card.name)}</h5><p>{escape(card.text)}</p>"
            f'<p class="cq-explorers-facts">{facts}</p><p class="cq-explorers-history">{escape(card.history)}</p>'
            f'<small class="cq-explorers-{escape(card.grade)}" title="{told}">'
            f"{escape(say(f'explorers.grade.{card.grade}'))}</small></li>"
        )
    return f'<ul class="cq-explorers-cards">{"".join(made)}</ul>'


class CardGallery(Page):
    """A thin face on a `GalleryModel`."""

    def __init__(self, language: str = "en", *, rules: ConquestRules | None = None, large: bool = False) -> None:
        self.model = GalleryModel(language, rules)
        self._language = language
        self.settings = Settings(self._set)
        self._count = w.HTML()
        self._cards = w.HTML()
        self._cards.add_class("cq-explorers-tall")
        children = [self.settings, self._count, self._cards]
        super().__init__(words(language).say("explorers.cards-title"), children, large=large)
        self.settings.show(self.model.settings())
        self.show()

    def show(self) -> None:
        """Show the cards that are asked for."""
        self._count.value = f'<small role="status">{escape(self.model.count())}</small>'
        self._cards.value = cards_html(self.model.shown(), self._language)

    def text(self) -> str:
        lines = [f"{card.name} ({', '.join(card.facts)}): {card.text}" for card in self.model.shown()]
        return "\n".join([self.model.count(), *lines])

    def _set(self, key: str, value: Any) -> None:
        self.model.set(key, value)
        self.show()


def card_gallery(
    language: str | None = None, *, rules: ConquestRules | None = None, large: bool = False
) -> CardGallery:
    """All Strategy cards, assets and conquistadors, by kind and by what is on them."""
    with speaking(language) as language:
        return CardGallery(language, rules=rules, large=large)
