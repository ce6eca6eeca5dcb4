"""The message catalogue: what readers see, in their language, made from keys and facts.

Errors are told in the language that is spoken where they arise: `speaking()` says which, for as long as something
lasts, and `speak()` for whenever nothing else is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, NamedTuple

from conquistadors.engine.errors import DataError, SetupError, short_repr
from conquistadors.engine.events import Modifier
from conquistadors.resources import data_root, read_toml
from conquistadors.typography import number

LANGUAGES: Final = {"en": "English", "fr": "français", "ja": "日本語"}
"""The languages of the kit, each by its own name."""
ERRORS: Final = "common/errors"
"""The folder with the sentences of errors."""
CAPITAL: Final = "^"
"""Ends the form of a word that begins a sentence."""
_BEGINS: Final = re.compile(r"(^|[.!?] )\{(\w+)(?::([^{}^|]*))?\}")
_ENDS: Final = (".", "!", "?", "}")
_ASKED: Final = ("exercise.", "goal.")
"""Where whole sentences are, beside parts of some that end without a mark."""


class Figure(NamedTuple):
    """A number in a template, which may say how it is written: `{wins:.0%}`, `{points:+.1f}`.

    `{left:space|spaces}` is the number with its noun, `{left:=is|are}` only the word that agrees with it.
    """

    value: float
    language: str

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            return _counted(self.value, spec, self.language)
        return number(self.value, self.language, spec.removesuffix(CAPITAL))


def _counted(count: float, spec: str, language: str) -> str:
    one, _, many = spec.removeprefix("=").partition("|")
    few = abs(count) < 2 if language == "fr" else abs(count) == 1  # French counts from two
    noun = one if few else many
    return noun if spec.startswith("=") else f"{number(count, language)} {noun}"


class Named(NamedTuple):
    """A word in a template, which may say in which form it stands there.

    `{space:in}` looks for the text `in.<id>` of the thing, then for the pattern `form.in` of the language, as in
    `form.in = "à {name}"`. In French `{captain:de}` is "de Soto" or "d'Alvarado", `{deed:à}` "au pillage".
    """

    text: str
    things: tuple[tuple[str, str | None], ...]
    """What is named, one by one: each by its name and its id."""
    texts: Texts
    called: bool
    """A name that a person gave themselves is written as it was typed."""

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            plain = self.text.replace("\N{MINUS SIGN}", "-")
            return _counted(float(plain) if "." in plain else int(plain), spec, self.texts.language)
        form, capital = spec.removesuffix(CAPITAL), spec.endswith(CAPITAL)
        said = self.texts.form(form, self.things) if form else self.text
        return said[:1].upper() + said[1:] if capital and not (self.called and not form) else said


def _de(name: str) -> str:
    return _joined("d", "de", {"le ": "du ", "les ": "des "}, name)


def _at(name: str) -> str:
    return _joined("", "à", {"le ": "au ", "les ": "aux "}, name)


def _joined(short: str, word: str, articles: Mapping[str, str], name: str) -> str:
    for article, both_ in articles.items():
        if name.startswith(article):
            return both_ + name.removeprefix(article)
    vowel = name[:1].casefold() in VOWELS
    return f"{short}\N{RIGHT SINGLE QUOTATION MARK}{name}" if short and vowel else f"{word} {name}"


VOWELS: Final = frozenset("aeiouàâäéèêëîïôöûü")
PREPOSITIONS: Final[Mapping[str, Callable[[str], str]]] = {"de": _de, "à": _at}
"""Forms of French that follow from the letters of the name."""


class Texts:
    """The sentences of one language. A key that is missing there is read in English."""

    def __init__(self, language: str, entries: Mapping[str, str]) -> None:
        self.language = language
        self._entries = entries

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def say(self, key: str, facts: Mapping[str, object] | None = None, names: Mapping[str, str] | None = None) -> str:
        """The sentence of the key, with the facts filled in. `names` are those of the players, by seat."""
        template = self._entries.get(key)
        if template is None:
            return f"[{key}]"
        filled = {name: self.filled(fact, names or {}) for name, fact in (facts or {}).items()}
        try:
            return template.format_map(filled)
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise DataError(f"the {self.language} text {key!r} cannot be filled in: {error!r}") from None

    def filled(self, fact: object, names: Mapping[str, str]) -> Named | Figure:
        """A fact as it is filled into a sentence: of this catalogue, or of another one that knows less."""
        if isinstance(fact, Named | Figure):
            return fact
        if isinstance(fact, int | float):
            return Figure(fact, self.language)
        parts = fact if isinstance(fact, tuple) else (fact,)
        things = tuple((self.word(part, names), self._thing(part, names)) for part in parts)
        return Named(self.word(fact, names), things, self, isinstance(fact, str) and fact in names)

    def _thing(self, part: object, names: Mapping[str, str]) -> str | None:
        """The id of a thing, of which the data may have forms; not of somebody who plays under another name."""
        renamed = part in names and names[part] != self._entries.get(f"name.{part}") if isinstance(part, str) else True
        return None if renamed else str(part)

    def form(self, form: str, things: Iterable[tuple[str, str | None]]) -> str:
        """The names of things in a form of the language: as the data has it, or as their letters say."""
        return self._entries.get("list.comma", ", ").join(self._form(form, thing, name) for name, thing in things)

    def _form(self, form: str, thing: str | None, name: str) -> str:
        own = None if thing is None else self._entries.get(f"{form}.{thing}")
        if own is not None:
            return own
        if f"form.{form}" in self._entries:
            return self._entries[f"form.{form}"].format(name=name)
        joined = PREPOSITIONS.get(form)
        return format(name, form) if joined is None else joined(name)

    def with_names(self, names: Mapping[str, str]) -> Texts:
        """The same catalogue with names of things that are printed elsewhere; its own names stand."""
        return Texts(self.language, {**{f"name.{thing}": name for thing, name in names.items()}, **self._entries})

    def first_of(self, *keys: str) -> str:
        """The first key that has a sentence, from the special to the general."""
        return next((key for key in keys if key in self._entries), keys[-1])

    def word(self, fact: object, names: Mapping[str, str]) -> str:
        """One fact as text: an id by its name, a modifier with its sign."""
        if isinstance(fact, str):
            return names.get(fact) or self._entries.get(f"name.{fact}") or fact
        if isinstance(fact, Modifier):
            space = "" if self.language == "ja" else " "
            return f"{self.word(fact.name, names)}{space}{number(fact.value, self.language, '+d')}"
        if isinstance(fact, tuple):
            return self._entries.get("list.comma", ", ").join(self.word(part, names) for part in fact)
        if isinstance(fact, int | float):
            return number(fact, self.language)
        return "" if fact is None else str(fact)


@lru_cache(maxsize=32)
def texts_of(language: str, *folders: str) -> Texts:
    """The catalogue of one language from `data/<folder>/<language>.toml`, later folders first."""
    checked_language(language)
    entries: dict[str, str] = {}
    for spoken in dict.fromkeys(("en", language)):
        for folder in folders:
            if spoken != "en" and not (data_root() / folder / f"{spoken}.toml").is_file():
                continue  # not translated yet: read in English
            entries.update(_flat(read_toml(folder, f"{spoken}.toml"), ""))
    for folder in folders:
        if (data_root() / folder / f"forms.{language}.toml").is_file():  # what the language alone needs
            entries.update(_flat(read_toml(folder, f"forms.{language}.toml"), ""))
    return Texts(language, {key: _with_capitals(key, text) for key, text in entries.items()})


def _with_capitals(key: str, text: str) -> str:
    """A word that begins a sentence, or the label of a button, is written with a capital."""
    ends = _ENDS if key.startswith("event.") else _ENDS[:-1]
    whole = text.endswith(ends) if key.startswith(("event.", *_ASKED)) else key.startswith("option.")
    if "{" not in text or not whole:
        return text
    return _BEGINS.sub(lambda found: f"{found[1]}{{{found[2]}:{found[3] or ''}{CAPITAL}}}", text)


def _flat(table: Mapping[str, object], prefix: str) -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            flat.update(_flat(value, f"{prefix}{name}."))
        else:
            flat[prefix + name] = str(value)
    return flat


# What is spoken --------------------------------------------------------------------------------------------------

_USUAL: Final = ["en"]
"""The language of the kit, in every thread: `speak()` changes it."""
_SPOKEN: Final[ContextVar[str | None]] = ContextVar("spoken", default=None)
"""The language of what is going on now, if that has one."""


def checked_language(language: object) -> str:
    """A language of the kit; `SetupError` says which there are."""
    if not isinstance(language, str) or language not in LANGUAGES:
        raise SetupError(error_text("setup.language", known=LANGUAGES, wanted=short_repr(language)))
    return language


def speak(language: str) -> None:
    """From now on, speak this language wherever no other is asked for with `language=`."""
    _USUAL[0] = checked_language(language)


def spoken() -> str:
    """The language that is spoken now."""
    return _SPOKEN.get() or _USUAL[0]


@contextmanager
def speaking(language: str | None) -> Iterator[str]:
    """Speak a language meanwhile; None goes on as before. Gives the language.

    Not for the inside of a generator: whoever runs it would speak the language between two steps.
    """
    token = _SPOKEN.set(spoken() if language is None else checked_language(language))
    try:
        yield spoken()
    finally:
        _SPOKEN.reset(token)


def error_text(key: str, /, **facts: object) -> str:
    """The sentence of an error, in the language that is spoken. Of a list all parts are told, or that it has none."""
    texts = texts_of(spoken(), ERRORS)
    listed = {name: _listed(fact, texts) for name, fact in facts.items()}
    return texts.say(key, listed)


def _listed(fact: object, texts: Texts) -> object:
    if isinstance(fact, str) or not isinstance(fact, Iterable):
        return fact
    return tuple(fact) or texts.say("list.none")


def either(names: Iterable[str]) -> str:
    """Names of which one is wanted, for an error: "fair or training"."""
    return error_text("list.either").join(names)


def both(names: Iterable[str]) -> str:
    """Names that belong together, for an error: "north and south"."""
    return error_text("list.both").join(names)
