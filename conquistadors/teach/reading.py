"""What a reader typed, as a value: numbers, chances, names. What cannot be read says what is allowed."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

LONGEST_ANSWER: Final = 200
"""Nobody types a longer answer."""
_NUMBER: Final = r"[+-]?\d{1,9}(?:\.\d{1,9})?"
_WHOLE: Final = re.compile(r"[+-]?\d{1,9}(?:\.0{1,9})?")
_CHANCE: Final = re.compile(rf"(?P<top>{_NUMBER})(?:/(?P<bottom>{_NUMBER}))?(?P<percent>%)?")
_NEAR: Final = Fraction(1, 200)
_SHARE: Final = 20


class Unclear(ValueError):
    """The answer cannot be read. The argument is the key of the text that says what is allowed."""


def whole(answer: object) -> int:
    """A whole number: 3, "3", "-1"."""
    if isinstance(answer, int | float | Fraction) and not isinstance(answer, bool):
        if not math.isfinite(answer) or answer != int(answer):
            raise Unclear("whole")
        return int(answer)
    found = _WHOLE.fullmatch(_typed(answer, "whole"))
    if found is None:
        raise Unclear("whole")
    return int(found[0].partition(".")[0])


def chance(answer: object) -> Fraction:
    """A chance from 0 to 1: "5/36", "13.9 %", "0.139", a number, a fraction. A bare 14 may mean anything: unclear."""
    if isinstance(answer, int | float | Fraction) and not isinstance(answer, bool):
        if not math.isfinite(answer):
            raise Unclear("chance")
        value = Fraction(answer)
    else:
        found = _CHANCE.fullmatch(_typed(answer, "chance"))
        if found is None or (found["bottom"] is not None and not float(found["bottom"])):
            raise Unclear("chance")
        value = Fraction(found["top"]) / Fraction(found["bottom"] or 1) / (100 if found["percent"] else 1)
    if not 0 <= value <= 1:
        raise Unclear("chance")
    return value


def close(given: Fraction, right: Fraction) -> bool:
    """Half a percent is near enough; for chances close to 0 or 1, a twentieth of what is missing."""
    return abs(given - right) <= min(_NEAR, min(right, 1 - right) / _SHARE)


def named(answer: object, known: Mapping[str, Iterable[str]], unclear: str) -> str:
    """The id of what is called by the answer, in any language: its id or one of its names, however it is written."""
    wanted = plain(_typed(answer, unclear))
    for thing, names in known.items():
        if wanted in (plain(thing), *map(plain, names)):
            return thing
    raise Unclear(unclear)


def words_of(answer: object) -> str:
    """A short text, plain."""
    found = plain(_typed(answer, "text"))
    if not found:
        raise Unclear("text")
    return found


def plain(text: str) -> str:
    """A text for comparing: without case, accents, punctuation and blanks."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in spread if char.isalnum())


def _typed(answer: object, unclear: str) -> str:
    """What was typed, without blanks; wide figures, decimal commas and the long minus as usual."""
    if not isinstance(answer, str) or len(answer) > LONGEST_ANSWER:
        raise Unclear(unclear)
    text = unicodedata.normalize("NFKC", answer).replace("\N{MINUS SIGN}", "-")
    return re.sub(r"(?<=\d),(?=\d)", ".", "".join(text.split()))
