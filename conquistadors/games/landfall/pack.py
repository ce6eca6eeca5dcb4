"""What Landfall prints: its voyage table and its cards, in any language."""

from __future__ import annotations

from typing import Any, Final

from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import LANGUAGES, texts_of
from conquistadors.games.landfall.rules import COURSES, Landfall
from conquistadors.odds.naming import Names
from conquistadors.packs.contract import PackTools
from conquistadors.packs.grids import Grid
from conquistadors.packs.printed import CardFace, Gallery, Sheet, sheet_of
from conquistadors.resources import read_toml
from conquistadors.scene.words import signed

FACE: Final = "landfall/face/explorers"
TABLE: Final = "voyage"
CLAUSES: Final = {"chart": "3.1", "storm": "3.2", "pilot": "4.1"}
"""What is said on each card."""


class LandfallPack(PackTools):
    def tables(self, rules: Rules[Any] | None = None) -> tuple[str, ...]:  # noqa: ARG002  # there is one pack
        return (TABLE,)

    def sheet(self, name: str, language: str, rules: Rules[Any] | None = None) -> Sheet:
        """3.4  The leagues that a total makes good, by course."""
        if name != TABLE:
            return super().sheet(name, language, rules)
        game, row = Landfall(), read_toml("landfall", "landfall.toml")["voyage"][0]
        totals = game.rolls[TABLE].dice.totals
        title = {each: texts_of(each, FACE).say("explorers.voyage-table") for each in LANGUAGES}
        columns = {course: [game.leagues(total, course) for total in totals] for course in COURSES}
        entry = {"title": title, "rule": row["source"], "columns": columns, "first": totals[0]}
        grid = Grid({**entry, "grade": row["grade"], "source": row["source"]}, "landfall.toml", TABLE)
        return sheet_of(grid, language, str, Names(language, game.texts(language)).thing, is_open=True)

    def gallery(self, language: str, rules: Rules[Any] | None = None) -> Gallery:  # noqa: ARG002  # there is one pack
        game = Landfall()
        texts = game.texts(language)
        names = Names(language, texts)
        faces = []
        for card, entry in read_toml("landfall", "landfall.toml")["cards"].items():
            name, text = names.thing(card), texts.say(f"rules.{CLAUSES[card]}")
            facts = (signed(entry["modifier"]), names.say("copies", {"count": entry["copies"]}))
            graded = entry["grade"], entry["source"]
            faces.append(
                CardFace(card, name, {}, f"{name} {text}", *graded, "card", names.say("kind.card"), text, "", facts)
            )
        return Gallery(tuple(faces))


TOOLS: Final = LandfallPack()
