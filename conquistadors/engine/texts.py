"""The message catalogue: what readers see, in their language, made from keys and facts.

Errors are told in the language that is spoken where they arise: `speaking()` says which, for as long as something
lasts, and `speak()` for whenever nothing else is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, NamedTuple

from conquistadors.engine.errors import DataError, SetupError, short_repr
from conquistadors.engine.events import Modifier
from conquistadors.resources import data_root, read_toml

LANGUAGES: Final = {"en": "English", "fr": "français", "ja": "日本語"}
"""The languages of the kit, each by its own name."""
ERRORS: Final = "common/errors"
"""The folder with the sentences of errors."""
MARKS: Final = {"fr": str.maketrans({".": ",", "%": "\N{NO-BREAK SPACE}%"})}
"""How a language writes numbers, where that is not as in English."""


class Figure(NamedTuple):
    """A number in a template, which may say how it is written: `{wins:.0%}`, `{points:+.1f}`."""

    value: float
    language: str

    def __format__(self, spec: str) -> str:
        written = format(self.value, spec)
        return written.translate(MARKS.get(self.language, {})) if spec else written


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
        filled = {name: self._filled(fact, names or {}) for name, fact in (facts or {}).items()}
        try:
            return template.format_map(filled)
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise DataError(f"the {self.language} text {key!r} cannot be filled in: {error!r}") from None

    def _filled(self, fact: object, names: Mapping[str, str]) -> str | Figure:
        return Figure(fact, self.language) if isinstance(fact, int | float) else self.word(fact, names)

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
            return f"{self.word(fact.name, names)} {fact.value:+d}"
        if isinstance(fact, tuple):
            return self._entries.get("list.comma", ", ").join(self.word(part, names) for part in fact)
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
    return Texts(language, entries)


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
