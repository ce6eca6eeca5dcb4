"""A pytest plug-in for the notebooks: nbval prepares every message of a kernel for a log, though nobody reads it.

A table sends hundreds of messages, and to lay each out prettily took a third of what a notebook cost the test. They are
laid out here when the log is read.
"""

from __future__ import annotations

from pprint import pformat

import nbval.kernel


class Prettily:
    """A message as the log tells it, once it does."""

    def __init__(self, message: object) -> None:
        self.message = message

    def __str__(self) -> str:
        return pformat(self.message)


nbval.kernel.pformat = Prettily
