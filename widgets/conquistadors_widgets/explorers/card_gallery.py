"""All cards of a game, with filters."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import ipywidgets as w

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import speaking
from conquistadors.games import DEFAULT
from conquistadors.packs.printed import CardFace
from conquistadors_widgets.explorers.controls import Settings
from conquistadors_widgets.explorers.listing import Listing
from conquistadors_widgets.explorers.page import Page, tools_of
from conquistadors_widgets.words import words


class GalleryModel(Listing):
    """The cards, and which of them are asked for."""

    def __init__(self, language: str = "en", rules: Rules[Any] | None = None, game: str = DEFAULT) -> None:
        gallery = tools_of(game, rules).gallery(language, rules)
        super().__init__(language, gallery.filters)
        self.cards = gallery.cards

    def shown(self) -> list[CardFace]:
        """The cards that fit all filters."""
        return self.fitting(self.cards)

    def count(self) -> str:
        return self._words.say("explorers.cards-shown", {"count": len(self.shown()), "all": len(self.cards)})


def cards_html(cards: Iterable[CardFace], language: str) -> str:
    """Cards side by side."""
    say = words(language).say
    made = []
    for card in cards:
        grade = say(f"explorers.grade.{card.grade}")
        told = escape(f"{grade}: {card.source}")
        sign = f' <abbr title="{escape(card.mark[1])}">{escape(card.mark[0])}</abbr>' if card.mark else ""
        facts = " · ".join(escape(fact) for fact in card.facts)
        made.append(
            f'<li class="cq-explorers-card cq-explorers-of-{escape(card.kind)}">'
            f'<small class="cq-explorers-kind">{escape(card.kind_word)}{sign}</small>'
            f"<h5>{escape(card.name)}</h5><p>{escape(card.text)}</p>"
            f'<p class="cq-explorers-facts">{facts}</p><p class="cq-explorers-history">{escape(card.history)}</p>'
            f'<small class="cq-explorers-{escape(card.grade)}" title="{told}">'
            f"{escape(grade)}</small></li>"
        )
    return f'<ul class="cq-explorers-cards">{"".join(made)}</ul>'


class CardGallery(Page):
    """A thin face on a `GalleryModel`."""

    def __init__(
        self, language: str = "en", *, rules: Rules[Any] | None = None, game: str = DEFAULT, large: bool = False
    ) -> None:
        self.model = GalleryModel(language, rules, game)
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


@checks_arguments()
def card_gallery(
    language: str | None = None, *, rules: Rules[Any] | None = None, game: str = DEFAULT, large: bool = False
) -> CardGallery:
    """All cards of a game, by kind and by what is on them; with `rules`, those of their pack."""
    with speaking(language) as language:
        return CardGallery(language, rules=rules, game=game, large=large)
