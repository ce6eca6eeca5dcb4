"""The player aid: all tables of a game on pages to print, every value with its grade, for a real table."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.files import write_page
from conquistadors.engine.rules import Rules
from conquistadors.engine.texts import speaking
from conquistadors.games import DEFAULT
from conquistadors_widgets.explorers.page import tools_of
from conquistadors_widgets.explorers.table_view import sheet_html, sheet_text
from conquistadors_widgets.words import words

STYLE: Final = """
.cq-aid { font-family: Georgia, 'Noto Serif CJK JP', serif; line-height: 1.3; }
.cq-aid section { break-inside: avoid; margin-bottom: 2em; }
.cq-aid table { border-collapse: collapse; font-size: .85em; }
.cq-aid caption { font-weight: bold; text-align: left; padding-bottom: .3em; }
.cq-aid th, .cq-aid td { border: 1px solid; padding: .15em .5em; text-align: center; }
.cq-aid .cq-explorers-reconstructed { font-style: italic; }
.cq-aid .cq-explorers-notes, .cq-aid .cq-explorers-legend { font-size: .75em; }
"""


class PlayerAid:
    """All tables. Leave it at the end of a cell to look at it; `save` it and print it from the browser."""

    def __init__(self, language: str, *, rules: Rules[Any] | None = None, game: str = DEFAULT) -> None:
        self.language = language
        tools = tools_of(game, rules)
        with speaking(language):
            self.sheets = [tools.sheet(name, language, rules) for name in tools.tables(rules)]

    def _say(self, key: str) -> str:
        return words(self.language).say(f"explorers.aid.{key}")

    def __repr__(self) -> str:
        return "\n\n".join([f"{self._say('title')}\n{self._say('note')}", *map(sheet_text, self.sheets)])

    def _repr_html_(self) -> str:
        tables = "".join(f"<section>{sheet_html(sheet, self.language)}</section>" for sheet in self.sheets)
        head = f"<h2>{escape(self._say('title'))}</h2><p>{escape(self._say('note'))}</p>"
        return f'<div class="cq-aid" lang="{self.language}"><style>{STYLE}</style>{head}{tables}</div>'

    @checks_arguments()
    def save(self, path: str | Path) -> Path:
        """Write the tables to a file that any browser shows and prints."""
        head = f'<meta charset="utf-8"><title>{escape(self._say("title"))}</title>'
        body = self._repr_html_()
        page = f'<!doctype html><html lang="{self.language}"><head>{head}</head><body>{body}</body></html>\n'
        with speaking(self.language):
            return write_page(path, page)


@checks_arguments()
def player_aid(language: str | None = None, *, rules: Rules[Any] | None = None, game: str = DEFAULT) -> PlayerAid:
    """All tables of a game on one page to print: `cq.player_aid().save("tables.html")`.

    Every value has its grade. With `rules` made from your own data pack the page has your numbers.
    """
    with speaking(language) as language:
        return PlayerAid(language, rules=rules, game=game)
