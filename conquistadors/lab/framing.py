"""Pandas for whatever makes frames; where it is not there, as in a browser's Python, a sentence says so."""

from __future__ import annotations

from conquistadors.engine.errors import SetupError
from conquistadors.engine.platform import has_pandas
from conquistadors.engine.texts import error_text

__all__ = ["pd"]

if not has_pandas():
    raise SetupError(error_text("lab.no-pandas"))

import pandas as pd  # only once it is known to be there
