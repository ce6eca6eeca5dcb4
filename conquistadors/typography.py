"""How each language is set: spaces that do not break, apostrophes, the real minus, numbers.

Data is typed plainly; it is set when it is read (`resources`), so that every text of the kit is printed alike.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

MINUS: Final = "\N{MINUS SIGN}"
SPACE: Final = "\N{NO-BREAK SPACE}"
THIN: Final = "\N{NARROW NO-BREAK SPACE}"
LANGUAGES: Final = ("en", "fr", "ja")
CODE: Final = re.compile(r"(`[^`]*`)")
"""Words of code in backticks are left alone."""

_NEGATIVE: Final = re.compile(r"(?<![\w.\-{}=\[(/])-(?=\d|\{)|(?<=[(\[])-(?=\d+[)\],;: ])")
_APOSTROPHE: Final = re.compile(r"(?<=[^\W\d_])'(?=[^\W_]|[{«])")
_JAPANESE: Final = r"\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_JAPANESE_SPACE: Final = re.compile(rf"(?<=[{_JAPANESE}]) (?=\S)|(?<=[^\s.]) (?=[{_JAPANESE}])")
_JAPANESE_MINUS: Final = re.compile(rf"(?<=[{_JAPANESE}])-(?=\d|\{{)")
_WIDE: Final = str.maketrans({**{chr(0xFF10 + n): str(n) for n in range(10)}, "＋": "+", "％": "%"})
_FRENCH: Final = (
    (re.compile(r" :(?= |$|\n)"), f"{SPACE}:"),
    (re.compile(r" ([;!?])"), rf"{THIN}\1"),
    (re.compile(r"« ?"), f"«{SPACE}"),
    (re.compile(r" ?»"), f"{SPACE}»"),
    (re.compile(r"(?<=[\d}]) %"), f"{SPACE}%"),
    (re.compile(r"\.\.\."), "…"),
)


@lru_cache(maxsize=16384)
def set_text(text: str, language: str) -> str:
    """The text as it is printed in the language."""
    if "`" in text:
        parts = CODE.split(text)
        return "".join(part if n % 2 else _set(part, language) for n, part in enumerate(parts))
    return _set(text, language)


def _set(text: str, language: str) -> str:
    if language == "fr":
        text = _APOSTROPHE.sub("\N{RIGHT SINGLE QUOTATION MARK}", text)
        for found, better in _FRENCH:
            text = found.sub(better, text)
    elif language == "ja":
        text = re.sub(r"－(?=[\d０-９])", MINUS, text).translate(_WIDE)
        text = _JAPANESE_MINUS.sub(MINUS, _JAPANESE_SPACE.sub("", text))
    return _NEGATIVE.sub(MINUS, text)


def set_tables(content: Any, language: str | None = None) -> Any:
    """Data with all its texts set: whatever stands under the name of a language, at any depth."""
    if isinstance(content, dict):
        spoken = all(each in content for each in LANGUAGES)
        return {
            name: set_tables(each, name if spoken and name in LANGUAGES else language) for name, each in content.items()
        }
    if isinstance(content, list):
        return [set_tables(each, language) for each in content]
    return set_text(content, language) if language is not None and isinstance(content, str) else content


_MARKS: Final[Mapping[str, Mapping[int, str]]] = {"fr": str.maketrans({".": ",", "%": f"{SPACE}%"})}
"""How a language writes numbers, where that is not as in English."""


def number(value: float, language: str, spec: str = "") -> str:
    """A number as the language writes it, with a real minus."""
    written = format(value, spec) if spec else str(value)
    return written.replace("-", MINUS).translate(_MARKS.get(language, {}))
