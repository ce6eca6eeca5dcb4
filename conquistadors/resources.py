"""Where the data of the kit lies, and how its files are read."""

from __future__ import annotations

import pickle
import stat
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.errors import DataError
from conquistadors.typography import LANGUAGES, set_tables

LARGEST_FILE: Final = 4 * 1024 * 1024
"""No file of data comes near this many bytes."""

_PACKAGE = Path(__file__).resolve().parent


@lru_cache(maxsize=1)
def data_root() -> Path:
    """The folder with the data: inside the installed package or, in a checkout, the top-level `data/`."""
    for folder in (_PACKAGE / "data", _PACKAGE.parent / "data"):
        if (folder / "common").is_dir():
            return folder
    raise DataError("the data folder of the kit is missing: install the kit again, or use a complete checkout")


def read_toml(*parts: str) -> dict[str, Any]:
    """A file below `data_root()`; `DataError` names the file and the place that is wrong."""
    return read_toml_file(data_root().joinpath(*parts))


def read_toml_file(path: Path) -> dict[str, Any]:
    """A file as it is now. What stands in it is parsed once; everybody gets a copy of their own."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_FILE:
            raise DataError(f"{path.name}: not a file of at most {LARGEST_FILE} bytes")
        language = next((each for each in LANGUAGES if path.stem in (each, f"forms.{each}")), None)
        content: dict[str, Any] = pickle.loads(_parsed(path.read_text(encoding="utf-8"), language))
        return content
    except FileNotFoundError:
        raise DataError(f"{path.name}: there is no such file in {path.parent.name}/") from None
    except OSError as error:
        raise DataError(f"{path.name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: not UTF-8 text (byte {error.start})") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DataError(f"{path.name}: not TOML: {error}") from None


@lru_cache(maxsize=512)
def _parsed(text: str, language: str | None) -> bytes:
    """Parsing takes many times as long as copying, and every game that is begun or loaded reads its whole pack."""
    return pickle.dumps(set_tables(tomllib.loads(text), language))
