"""The rules to look up: a clause by its number with all that belongs to it, or the clauses that fit a few words."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import escape
from typing import Final, overload

from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import Texts, error_text, speaking, texts_of
from conquistadors.games import KITS, kit, scenarios
from conquistadors.resources import data_root, read_toml_file
from conquistadors.teach.books import Book, book_of, books
from conquistadors.teach.citations import chapter_of, in_the_book, nearest, parent_of, without_step
from conquistadors.teach.matrix import in_language
from conquistadors.teach.places import Place, code_of, link_to, taught
from conquistadors.teach.searching import Index, folded

MOST_FOUND: Final = 8
MOST_RULINGS: Final = 3
"""How many rulings are found by words, below the clauses."""
MOST_CODE: Final = 6
"""How many places in the code are shown; `Rule.code` has them all."""
LONGEST_QUESTION: Final = 300
"""Nobody asks in more characters."""


def rule(text: str, language: str | None = None, scenario: str | None = None, game: str | None = None) -> Rule | Found:
    """The rule with a number ("6.34", "6.22(2)", a ruling like "C8"), or the rules that fit words ("who takes losses").

    `game` says whose rulebook, by its id, and so does a scenario of it. Before a number the id may stand in the text.
    """
    with speaking(language) as language:
        if not isinstance(text, str) or not text.strip():
            raise SetupError(error_text("teach.ask", wanted=short_repr(text)))
        meant = _meant(scenario, game)
        asked = unicodedata.normalize("NFKC", text).strip()
        if meant is None:
            meant, asked = _game_in_front(asked)
        if meant is None:
            meant = _whose_ruling(asked)
        return _answered(_opened(language, meant), asked, text)


def _meant(scenario: str | None, game: str | None) -> str | None:
    """The game that is named, by its id or by a scenario; with both, the scenario is one of that game."""
    if game is not None:
        book_of(game)  # refuses what is no game
    if scenario is None:
        return game
    known = {each: found.id for each, (found, _) in scenarios().items() if game in (None, found.id)}
    if scenario not in list(known):
        raise SetupError(error_text("teach.scenarios", known=known, wanted=short_repr(scenario)))
    return known[scenario]


def _game_in_front(asked: str) -> tuple[str | None, str]:
    """A text that begins with the id of a game, and the number after it. Words may begin with such a word as well."""
    first, _, rest = asked.partition(" ")
    game = first.casefold()
    if game in KITS and kit(game).book is not None:
        grammar = book_of(game).grammar
        if grammar.typed(rest.strip()) or grammar.typed_ruling(rest.strip()):
            return game, rest.strip()
    return None, asked


def _whose_ruling(asked: str) -> str | None:
    """The game whose rulings alone are called like that: E-G44; None for the one that is meant anyway."""
    if book_of().grammar.typed_ruling(asked):
        return None
    return next((book.game for book in books() if book.grammar.typed_ruling(asked)), None)


def _answered(book: _Opened, asked: str, text: str) -> Rule | Found:
    if number := book.grammar.typed(asked):
        return book.clause(*number)
    if book.grammar.typed_ruling(asked):
        return book.ruling(asked)
    return book.search(text.strip()[:LONGEST_QUESTION])


# --- what is given ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ruling:
    """What the kit plays where the rulebooks differ or are silent."""

    id: str
    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Rule:
    """A clause, or a ruling, with what belongs to it. `print` it, or leave it at the end of a cell."""

    number: str
    chapter: str
    """The title of its chapter; empty where the book has none."""
    text: str
    """Our own words for it."""
    rulings: tuple[Ruling, ...]
    parent: str | None
    children: tuple[str, ...]
    cites: tuple[str, ...]
    """What its text and its rulings name."""
    cited_by: tuple[str, ...]
    code: tuple[Place, ...]
    notebooks: tuple[str, ...]
    """The notebooks that teach it, each with its folder."""
    language: str
    texts: Mapping[str, str] = field(repr=False, compare=False)
    """All clauses of the book, by number."""

    @property
    def related(self) -> tuple[str, ...]:
        """Every clause that has to do with it, each once."""
        return tuple(dict.fromkeys(number for _, numbers in self._groups() for number in numbers))

    def _groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        parent = () if self.parent is None else (self.parent,)
        yield "parent", parent
        yield "children", self.children
        near = {*parent, *self.children}
        yield "see", tuple(one for one in dict.fromkeys((*self.cites, *self.cited_by)) if one not in near)

    def __str__(self) -> str:
        say = _words(self.language).say
        lines = [f"{self.number}  {self.chapter}".rstrip(), self.text]
        if self.rulings:
            lines += ["", *_told_rulings(self.rulings, self.language)]
        for key, numbers in self._groups():
            if numbers:
                lines += ["", say(f"rulebook.{key}"), *[f"  {one}  {_short(self.texts[one])}" for one in numbers]]
        if self.code:
            lines += ["", say("rulebook.code"), *[f"  {place.name}" for place in self.code[:MOST_CODE]]]
        if self.notebooks:
            lines += ["", say("rulebook.taught"), *[f"  {notebook}" for notebook in self.notebooks]]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        say = _words(self.language).say
        parts = [f"<h3>{escape(self.number)} <small>{escape(self.chapter)}</small></h3>", f"<p>{escape(self.text)}</p>"]
        if self.rulings:
            parts.append(_shown_rulings(self.rulings, self.language))
        for key, numbers in self._groups():
            if numbers:
                opened = "".join(_opening(one, one, self.texts[one]) for one in numbers)
                parts.append(_section(say(f"rulebook.{key}"), opened))
        if self.code:
            names = [f"<code>{escape(place.name)}</code>" for place in self.code[:MOST_CODE]]
            parts.append(_section(say("rulebook.code"), "<br>".join(names)))
        if self.notebooks:
            links = [f'<a href="{escape(link_to(n))}">{escape(n.removesuffix(".ipynb"))}</a>' for n in self.notebooks]
            parts.append(_section(say("rulebook.taught"), "<br>".join(links)))
        return _framed(self.language, parts)


@dataclass(frozen=True)
class Found(Sequence[Rule]):
    """The rules that fit words, the best first."""

    asked: str
    rules: tuple[Rule, ...]
    scores: tuple[float, ...]
    rulings: tuple[Ruling, ...]
    """The rulings that fit the words as well as those clauses do."""
    language: str
    example: str = field(repr=False)
    """A number that there is, for the hint."""

    def __len__(self) -> int:
        return len(self.rules)

    @overload
    def __getitem__(self, place: int) -> Rule: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Rule, ...]: ...
    def __getitem__(self, place: int | slice) -> Rule | tuple[Rule, ...]:
        return self.rules[place]

    def _head(self) -> tuple[str, str]:
        """The first line, and the hint where nothing was found."""
        say = _words(self.language).say
        if self.rules:
            return say("rulebook.found", {"asked": self.asked}), ""
        return say("rulebook.nothing", {"asked": self.asked}), say("rulebook.hint", {"example": self.example})

    def __str__(self) -> str:
        lines = [f"  {found.number}  {_short(found.text)}" for found in self.rules]
        if self.rulings:
            lines += ["", *_told_rulings(self.rulings, self.language)]
        return "\n".join([line for line in self._head() if line] + lines)

    def _repr_html_(self) -> str:
        head, hint = self._head()
        opened = [
            _opening(found.number, f"{found.number} {_short(found.text)}", found.text, found.chapter)
            for found in self.rules
        ]
        if self.rulings:
            opened.append(_shown_rulings(self.rulings, self.language))
        return _framed(self.language, [f"<p><b>{escape(head)}</b> {escape(hint)}</p>", *opened])


def _told_rulings(rulings: Iterable[Ruling], language: str) -> list[str]:
    return [_words(language).say("rulebook.rulings"), *[f"  {ruling.id}  {ruling.text}" for ruling in rulings]]


def _shown_rulings(rulings: Iterable[Ruling], language: str) -> str:
    items = [f"<li><b>{escape(ruling.id)}</b> {escape(ruling.text)}</li>" for ruling in rulings]
    return _section(_words(language).say("rulebook.rulings"), f"<ul>{''.join(items)}</ul>")


def _short(text: str, most: int = 100) -> str:
    """The beginning of a text, on one line."""
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0].rstrip(' ,;:、：')} …"


def _framed(language: str, parts: Iterable[str]) -> str:
    return f'<div class="cq cq-rulebook" lang="{escape(language)}">{"".join(parts)}</div>'


def _section(title: str, inside: str) -> str:
    return f"<div><small>{escape(title)}</small><div>{inside}</div></div>"


def _opening(number: str, summary: str, text: str, chapter: str = "") -> str:
    """A line that opens the words of a clause, without a kernel as well."""
    above = f"<small>{escape(chapter)}</small> " if chapter else ""
    shown_as = escape(summary).replace(escape(number), f"<b>{escape(number)}</b>", 1)
    return f"<details><summary>{shown_as}</summary><p>{above}{escape(text)}</p></details>"


def _words(language: str) -> Texts:
    return texts_of(language, "common/interface/rulebook")


# --- the books --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _opened(language: str, game: str | None) -> _Opened:
    return _Opened(language, book_of(game))


class _Opened:
    """The clauses and rulings of a rulebook in one language, and what names what."""

    def __init__(self, language: str, book: Book) -> None:
        self.language = language
        self.grammar = book.grammar
        self._book = book
        self._words = texts_of(language, book.texts)
        numbers = [key.removeprefix("rules.") for key in self._words if key.startswith("rules.")]
        self.numbers = sorted(numbers, key=in_the_book)
        self.texts = {number: self._words.say(f"rules.{number}") for number in self.numbers}
        self.rulings = _rulings(book, language)
        cited = {number: self._cited_in(text) for number, text in self.texts.items()}
        self._parents = {number: parent_of(number, self.texts) for number in self.numbers}
        self._rulings_of = {number: self._rulings_on(number, cited[number]) for number in self.numbers}
        self._named = {number: self._known(cited[number]) for number in self.numbers}

    def _cited_in(self, text: str) -> list[str]:
        return list(dict.fromkeys(self.grammar.cited_in(text)))

    def _rulings_on(self, number: str, cited: Iterable[str]) -> list[Ruling]:
        """Those that say what they are about, and those that its text names."""
        about = [ruling for ruling in self.rulings.values() if number in ruling.clauses]
        return list(dict.fromkeys([*about, *[self.rulings[one] for one in cited if one in self.rulings]]))

    def _known(self, cited: Iterable[str]) -> list[str]:
        """The clauses among what is cited, 6.22(1) as 6.22."""
        return list(dict.fromkeys(one for cite in cited if (one := without_step(cite)) in self.texts))

    @cached_property
    def _index(self) -> Index:
        return Index(self.texts)

    @cached_property
    def _whole_index(self) -> Index:
        """Clauses and rulings: these are short, and would come before the clauses that they explain."""
        return Index({**self.texts, **{name: ruling.text for name, ruling in self.rulings.items()}})

    def _meant(self, asked: str) -> str:
        """What was asked for in the words of the clauses: other books and readers have other words for the same."""
        meant = folded(asked)
        for alias, word in self._aliases.items():
            meant = meant.replace(alias, word)
        return meant

    @cached_property
    def _aliases(self) -> dict[str, str]:
        keys = [key for key in self._words if key.startswith("alias.")]
        return {folded(key.removeprefix("alias.")): folded(self._words.say(key)) for key in keys}

    def clause(self, chapter: str, decimals: str | None, step: str | None) -> Rule:
        """The rule with a number; a chapter alone is its first clause."""
        number = f"{int(chapter)}.{decimals or '0'}"
        if number not in self.texts:
            if decimals is None and (first := next((n for n in self.numbers if chapter_of(n) == int(chapter)), None)):
                return self._rule(first, first)
            raise SetupError(error_text("teach.clause", wanted=short_repr(number), near=nearest(number, self.numbers)))
        return self._rule(number, number + (step or ""))

    def _rule(self, number: str, asked: str) -> Rule:
        """`asked` may be a step of the clause: code that names the step comes first."""
        chapter = f"chapter.{chapter_of(number)}"
        rulings = self._rulings_of[number]
        named = dict.fromkeys([*self._named[number], *self._known(c for ruling in rulings for c in ruling.clauses)])
        return Rule(
            number=asked,
            chapter=self._words.say(chapter) if chapter in self._words else "",
            text=self.texts[number],
            rulings=tuple(rulings),
            parent=self._parents[number],
            children=tuple(one for one in self.numbers if self._parents[one] == number),
            cites=tuple(one for one in named if one != number),
            cited_by=tuple(one for one in self.numbers if number in self._named[one] and one != number),
            code=code_of(asked, self._book),
            notebooks=taught(self._book).get(number, ()),
            language=self.language,
            texts=self.texts,
        )

    def ruling(self, asked: str) -> Rule:
        """A ruling as a rule: what holds, and the clauses that it is about."""
        known = {each.casefold(): each for each in self.rulings}
        if asked.casefold() not in known:
            near = difflib.get_close_matches(asked.upper(), self.rulings, 3, 0) or list(self.rulings)[:3]
            raise SetupError(error_text("teach.ruling", wanted=short_repr(asked), near=near))
        ruling = self.rulings[known[asked.casefold()]]
        cites = self._known([*ruling.clauses, *self._cited_in(ruling.text)])
        cited_by = tuple(n for n in self.numbers if ruling in self._rulings_of[n] and n not in cites)
        return Rule(
            number=ruling.id,
            chapter="",
            text=ruling.text,
            rulings=(),
            parent=None,
            children=(),
            cites=tuple(cites),
            cited_by=cited_by,
            code=code_of(ruling.id, self._book),
            notebooks=taught(self._book).get(ruling.id, ()),
            language=self.language,
            texts=self.texts,
        )

    def search(self, asked: str) -> Found:
        meant = self._meant(asked)
        hits = self._index.best(meant, MOST_FOUND)
        rules = tuple(self._rule(number, number) for number, _ in hits)
        scores = tuple(score for _, score in hits)
        decided = [self.rulings[name] for name, _ in self._whole_index.best(meant, MOST_FOUND) if name in self.rulings]
        return Found(asked, rules, scores, tuple(decided[:MOST_RULINGS]), self.language, self._book.example)


def _rulings(book: Book, language: str) -> dict[str, Ruling]:
    if book.rulings is None:
        return {}
    entries = read_toml_file(data_root() / book.texts / book.rulings)["rulings"]
    return {
        name: Ruling(name, in_language(entry["holds"], language), tuple(entry["clauses"]))
        for name, entry in entries.items()
    }
