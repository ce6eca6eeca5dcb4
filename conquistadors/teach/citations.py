"""How a rulebook numbers its clauses and its rulings, and how they are cited: one grammar for texts, code and tests."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from conquistadors.engine.errors import DataError

CLAUSE: Final = r"\d{1,2}\.\d{1,3}"
"""A chapter, and decimals of which each is a level: 6.2, 6.22, 6.221."""
STEP: Final = r"\(\w{1,2}\)"
"""A step of a clause or ruling: 6.22(1)."""
_TYPED: Final = re.compile(rf"(\d{{1,9}})(?:\.(\d{{1,9}})({STEP})?)?", re.ASCII)
_BETWEEN: Final = re.compile(r"[\s,;/]+")
_NOTHING: Final = r"(?!)"


@dataclass(frozen=True)
class Grammar:
    """The citations of one book. Clauses look alike in all of them; a book that has rulings says how it names those."""

    counted: str = ""
    """The letters of rulings that are counted: C8."""
    prefix: str = ""
    """What stands before such a letter in this book: "E-" in E-G44."""
    about: str = ""
    """The letters of rulings that are named after their clause: G-6.34b."""
    elsewhere: tuple[str, ...] = ()
    """What stands in place of a clause where such a ruling is about none: G-intro."""

    # As patterns -------------------------------------------------------------------------------------------------

    @cached_property
    def ruling(self) -> str:
        """A ruling, as a pattern."""
        places = "|".join([rf"{CLAUSE}[a-z]?", *[rf"{word}\b" for word in self.elsewhere]])
        kinds = [rf"[{self.about}]-(?:{places})(?:{STEP})?"] if self.about else []
        kinds += [rf"{self.prefix}[{self.counted}]\d{{1,2}}"] if self.counted else []
        return rf"(?:{'|'.join(kinds)})" if kinds else _NOTHING

    @cached_property
    def one(self) -> str:
        """A clause, one of its steps, or a ruling, as a pattern."""
        return rf"(?:{self.ruling}|{CLAUSE}(?:{STEP})?)"

    @cached_property
    def _anywhere(self) -> re.Pattern[str]:
        """ASCII: in Japanese a number touches the letters beside it."""
        return re.compile(rf"(?<![\w.])(?<![A-Za-z]-){self.one}(?!\w|\.\d)", re.ASCII)

    @cached_property
    def _alone(self) -> re.Pattern[str]:
        return re.compile(self.one, re.ASCII)

    @cached_property
    def _at_end(self) -> re.Pattern[str]:
        return re.compile(rf"[(（]({self.one})[)）]$", re.ASCII)

    @cached_property
    def _own(self) -> re.Pattern[str]:
        return re.compile(rf"(?:[{self.about}]-)?({CLAUSE})" if self.about else rf"({CLAUSE})", re.ASCII)

    @cached_property
    def _typed_ruling(self) -> re.Pattern[str]:
        """As somebody types it, who may have the name wrong."""
        kinds = [rf"[{self.about}]-[\w.]{{1,9}}(?:{STEP})?"] if self.about else []
        kinds += [rf"{self.prefix}[{self.counted}]\d{{1,2}}"] if self.counted else []
        return re.compile("|".join(kinds) or _NOTHING, re.ASCII | re.IGNORECASE)

    @cached_property
    def _test_of_a_clause(self) -> re.Pattern[str]:
        kind = rf"([{self.about.lower()}]_)?" if self.about else "()"
        return re.compile(rf"test_{kind}(\d{{1,2}})_(\d{{1,3}})([a-z]?)(?:_|$)")

    @cached_property
    def _test_of_a_ruling(self) -> re.Pattern[str]:
        letter = f"{self.prefix}[{self.counted}]".lower().replace("-", "_")
        return re.compile(rf"test_({letter}\d{{1,2}})(?:_|$)" if self.counted else _NOTHING)

    # Reading -----------------------------------------------------------------------------------------------------

    def cited_in(self, text: str) -> list[str]:
        """The clauses and rulings that a text of any language names, as they are written."""
        return self._anywhere.findall(text)

    def without(self, text: str) -> str:
        """A text without its citations."""
        return self._anywhere.sub("", text)

    def apart(self, sentence: str) -> tuple[str, str]:
        """A sentence without the citation in brackets at its end, and that citation; "" where there is none."""
        found = self._at_end.search(sentence)
        return (sentence[: found.start()].rstrip(), found[1]) if found else (sentence, "")

    def is_one(self, text: str) -> bool:
        """Whether a text is one citation and nothing else."""
        return self._alone.fullmatch(text) is not None

    def listed(self, text: str) -> list[str]:
        """The citations of a text that has nothing else: "6.53", "6.22(1)", "7.12, C21"."""
        parts = _BETWEEN.split(text.strip())
        return parts if all(map(self.is_one, parts)) else []

    def own_clause(self, cited: str) -> str | None:
        """The clause that a citation is about: 6.22(1) is about 6.22, and G-6.34b about 6.34; C8 does not say."""
        found = self._own.match(cited)
        return found[1] if found else None

    def typed(self, text: str) -> tuple[str, str | None, str | None] | None:
        """Chapter, decimals and step of a clause as somebody types it; there may be no such clause."""
        found = _TYPED.fullmatch(text)
        return (found[1], found[2], found[3]) if found else None

    def typed_ruling(self, text: str) -> bool:
        """Whether somebody means a ruling, which there may not be."""
        return self._typed_ruling.fullmatch(text) is not None

    def named_by_test(self, name: str) -> Iterator[str]:
        """`test_6_34_...` shows 6.34, `test_g_6_34b_...` G-6.34b, `test_j7_...` J7; an example, `test_2_42x_`, none.

        With a prefix `test_e_g44_...` shows E-G44.
        """
        if clause := self._test_of_a_clause.match(name):
            kind, chapter, number, letter = clause.groups()
            if kind:
                yield f"{kind[0].upper()}-{chapter}.{number}{letter}"
            elif not letter:
                yield f"{chapter}.{number}"
        elif ruling := self._test_of_a_ruling.match(name):
            yield ruling[1].upper().replace("_", "-")


# The order of the clauses ----------------------------------------------------------------------------------------


def without_step(cited: str) -> str:
    """6.22 of 6.22(1)."""
    return cited.partition("(")[0]


def chapter_of(number: str) -> int:
    """The chapter of a clause; `DataError` for what is none."""
    try:
        return int(number.partition(".")[0])
    except ValueError:
        raise DataError(f"{number!r} is not the number of a clause, like 6.34") from None


def in_the_book(number: str) -> tuple[int, str]:
    """What clauses are sorted by: 6.2 is followed by 6.21, 6.22, 6.221, 6.3."""
    return chapter_of(number), number.partition(".")[2]


def parent_of(number: str, known: Collection[str]) -> str | None:
    """6.221 belongs to 6.22, that to 6.2, that to 6.0."""
    chapter, _, decimals = number.partition(".")
    above = [f"{chapter}.{decimals[:n]}" for n in range(len(decimals) - 1, 0, -1)]
    return next((one for one in (*above, f"{chapter}.0") if one in known and one != number), None)


def nearest(number: str, numbers: Sequence[str]) -> list[str]:
    """The clauses round a number that there is not, of all in their order."""
    at = next((n for n, each in enumerate(numbers) if in_the_book(each) >= in_the_book(number)), len(numbers))
    return list(numbers[max(0, at - 2) : at + 2])
