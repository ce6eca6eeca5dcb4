"""A small full-text search of short texts: words by their stems, Japanese by pairs of characters, the best first."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

_KANJI: Final = r"\u3005\u3400-\u9fff"
_KANA: Final = r"\u3041-\u3096\u30a1-\u30fa\u30fc"
_JAPANESE: Final = re.compile(rf"[{_KANJI}{_KANA}]")
_RUN: Final = re.compile(rf"{_JAPANESE.pattern}+|(?:(?!{_JAPANESE.pattern})[^\W_])+")
_PARTICLES: Final = re.compile(r"[\u3041-\u3096]+")
_SHORT: Final = 3
"""Words up to this length are not taken for the beginning of others."""
_ENDING: Final = 3
"""How many letters may follow a word that is known: loss, losses."""
_STEM: Final = 0.7
"""How much of the longer word has to be the same: plundering, plundered."""
_ALMOST: Final = 0.9
_OFTEN: Final = 1.2
_LENGTH: Final = 0.4


class Index:
    """The texts, ready to be searched."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._words = {name: Counter(_tokens(text)) for name, text in texts.items()}
        self._all = sorted({word for counts in self._words.values() for word in counts})
        sizes = [counts.total() for counts in self._words.values()]
        self._usual = sum(sizes) / len(sizes) if any(sizes) else 1.0

    def best(self, asked: str, most: int) -> list[tuple[str, float]]:
        """The names of the texts that fit best, with their scores, the highest first."""
        scores: defaultdict[str, float] = defaultdict(float)
        wanted = list(dict.fromkeys(_wanted(asked)))
        for word in wanted:
            alike = {known: share for known in self._all if (share := _alike(word, known))}
            found = {name: self._weight(counts, alike) for name, counts in self._words.items()}
            found = {name: weight for name, weight in found.items() if weight}
            rarity = math.log(1 + (len(self._words) - len(found) + 0.5) / (len(found) + 0.5))
            for name, weight in found.items():
                scores[name] += rarity * weight
        order = {name: place for place, name in enumerate(self._words)}
        ranked = sorted(scores.items(), key=lambda hit: (-round(hit[1], 9), order[hit[0]]))
        return ranked[:most]

    def _weight(self, counts: Counter[str], alike: Mapping[str, float]) -> float:
        """How much of a word is in a text: the second time counts less, and so it does in a long text."""
        often = sum(share * counts[word] for word, share in alike.items() if word in counts)
        length = 1 - _LENGTH + _LENGTH * counts.total() / self._usual
        return often * (_OFTEN + 1) / (often + _OFTEN * length)


def folded(text: str) -> str:
    """Without case and accents, full-width letters as plain ones; the marks of Japanese sounds stay."""
    kept: list[str] = []
    for letter in unicodedata.normalize("NFKC", text).casefold():
        parts = letter if _JAPANESE.match(letter) else unicodedata.normalize("NFKD", letter)
        kept += [part for part in parts if not unicodedata.combining(part)]
    return "".join(kept)


def _tokens(text: str) -> Iterator[str]:
    """The words of a text; of Japanese every pair of neighbours, and every character by itself."""
    for run in _RUN.findall(folded(text)):
        yield from [*run, *_pairs(run)] if _JAPANESE.match(run) else [run]


def _wanted(asked: str) -> Iterator[str]:
    """The words to look for. Pairs of hiragana alone are endings and particles: they say nothing."""
    for run in _RUN.findall(folded(asked)):
        if not _JAPANESE.match(run) or len(run) == 1:
            yield run
        else:
            yield from [pair for pair in _pairs(run) if not _PARTICLES.fullmatch(pair)]


def _pairs(run: str) -> list[str]:
    return [run[n : n + 2] for n in range(len(run) - 1)]


def _alike(asked: str, known: str) -> float:
    """1 for the same word, less for one with the same beginning and another ending, else 0."""
    if asked == known:
        return 1.0
    shorter, longer = sorted((len(asked), len(known)))
    if shorter <= _SHORT or _JAPANESE.match(asked):
        return 0.0
    if _one_of(asked) == _one_of(known):
        return _ALMOST
    same = next((n for n in range(shorter) if asked[n] != known[n]), shorter)
    begins = same == shorter and (same == len(asked) or longer - same <= _ENDING)
    return same / longer if begins or same >= max(_SHORT + 1, _STEM * longer) else 0.0


def _one_of(word: str) -> str:
    """English "cities" as "city"."""
    return f"{word[:-3]}y" if word.endswith("ies") else word
