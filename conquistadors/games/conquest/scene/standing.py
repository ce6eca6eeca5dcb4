"""Answers that a player may want to give every time: who shares food, which assets are used (G-8.14b, G-5.15b).

Only of questions that all see asked, and whose answers all see. An answer that is the same whatever is in hand tells
nothing, and neither does one that shows a card anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from conquistadors.engine.requests import PASS, Asked, Option, option
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.rules.subsistence import needs_food

Standing = Callable[[ConquestPosition, Asked, Option], Option | None]


def standing(pos: ConquestPosition, asked: Asked, answer: Option) -> Option | None:
    """What an answer is if it is to be given every time; None where it may not be."""
    known = _KINDS.get(asked.kind)
    return None if known is None else known(pos, asked, answer)


def _shared_food(pos: ConquestPosition, asked: Asked, answer: Option) -> Option | None:
    """8.14, G-8.14b  Whoever can spare most feeds the hungry, or nobody does. To share the last meal is asked anew."""
    if answer == PASS:
        return option("share-no-food")
    spare = {each.subject: _spare(pos, str(each.subject)) for each in asked.legal() if each != PASS}
    best = max(spare, key=lambda store: spare[store])
    return option("share-food") if answer.subject == best and spare[best] > 0 else None


def _spare(pos: ConquestPosition, commander: str) -> int:
    """8.12  The food that an expedition has left when it has been fed itself."""
    return pos.expeditions[commander].food - (needs_food(pos, commander) is None)


def _asked_food(pos: ConquestPosition, asked: Asked, answer: Option) -> Option | None:  # noqa: ARG001  # alike for all
    """8.14, G-8.14b  No deals about food; a deal itself is made anew every time."""
    return option("ask-no-food") if answer == PASS else None


def _used_asset(pos: ConquestPosition, asked: Asked, answer: Option) -> Option | None:  # noqa: ARG001  # likewise
    """5.15, G-5.15b  An asset that is kept, such as the Guide. What is spent, and cards, are played one by one."""
    entry = pos.rules.assets.get(str(answer.subject)) if answer.verb == "use" else None
    return option("use", entry.id, f"when-{entry.when}") if entry is not None and entry.kept else None


def _spent_asset(title: str) -> Standing:
    """5.15, 4.14  An asset that helps once: with the first occasion, or not by itself."""

    def known(pos: ConquestPosition, asked: Asked, answer: Option) -> Option | None:  # noqa: ARG001  # likewise
        return option("spare", title) if answer == PASS else option("spend", title)

    return known


def _rally_food(pos: ConquestPosition, asked: Asked, answer: Option) -> Option | None:  # noqa: ARG001  # likewise
    """9.23  The food of the expedition that rallies, or none. To take it from another is asked anew."""
    if answer == PASS:
        return option("rally-without-food")
    return option("rally-with-food") if answer.subject == dict(asked.facts)["expedition"] else None


_KINDS: Final[dict[str, Standing]] = {
    "feed-from": _shared_food,
    "ask-food": _asked_food,
    "support": _used_asset,
    "scouts": _spent_asset("indian-scouts"),
    "armour": _spent_asset("cotton-armor"),
    "rally-food": _rally_food,
}
