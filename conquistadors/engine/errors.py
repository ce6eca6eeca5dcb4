"""The few errors a user of the kit meets. Each message says what is wrong and what is allowed.

What a player, a reader or a teacher can meet is told in their language: such an error is raised with a key and facts,
`raise SetupError(error_text("setup.scenario", wanted=short_repr(name), known=scenarios()))`, and its sentences are in
`data/common/errors/`. Mistakes of whoever writes code or data stay in English: `RuleError`, `ScriptError`, `DataError`,
and the `ValueError`s and `TypeError`s of Python. Where such an error is passed on to people, it is told as well.
"""

from __future__ import annotations

import sys
import traceback
from html import escape

from conquistadors.engine.platform import in_notebook

LONGEST_LINE = 2000


def short_repr(value: object) -> str:
    """A value as an error message may show it: never longer than a line, whatever the value does when it is shown."""
    try:
        text = repr(value)
    except Exception:  # a number with more digits than Python writes, or any stranger's object
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 80 else text[:77] + "..."


def one_line(text: str) -> str:
    """A text that comes from a file as an error message may show it: printable, and never very long."""
    line = "".join([char if char.isprintable() else " " for char in text[: LONGEST_LINE + 1]])
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 3] + "..."


class ConquistadorsError(Exception):
    """The base of every error that the kit raises on purpose."""

    _folded = False
    """Whether its traceback is on the page already: IPython asks twice."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows of it: in a notebook one sentence, with the traceback folded for those who want it."""
        told = traceback.format_exception(self)
        display = sys.modules.get("IPython.display")
        if display is None or not in_notebook():
            return [line.rstrip("\n") for line in told]
        if self._folded:
            return [str(self)]
        self._folded = True
        folded = f"<summary>{type(self).__name__}</summary><pre>{escape(''.join(told))}</pre>"
        display.display(display.HTML(f"<details>{folded}</details>"))
        return [str(self)]


class SetupError(ConquistadorsError, ValueError):
    """A game cannot be set up as asked: unknown scenario, wrong option, strange player name."""


class GuestError(ConquistadorsError):
    """Somebody else's bot has failed, does not answer, or answers what is not allowed."""


class IllegalAnswer(ConquistadorsError, ValueError):
    """The answer does not fit the pending request. The game stands as it was."""


class UndoError(ConquistadorsError):
    """There is nothing to take back (or to redo), or the undo policy forbids it."""


class SaveError(ConquistadorsError):
    """A save cannot be read: damaged, truncated, foreign, newer or edited by hand."""


class DataError(ConquistadorsError):
    """A file of `data/`, or of a data pack, is missing or wrong."""


class RuleError(ConquistadorsError):
    """A procedure broke the engine's contract: a mistake in the kit, not by the player."""


class ScriptError(ConquistadorsError, AssertionError):
    """Scripted dice ran out, were left over, or do not fit the roll. Fails the test."""


class SaveWarning(UserWarning):
    """Something that people should know of their saves: not all of one could be kept, or a game is not saved."""
