"""One class that is served, for all tests of a worker that do not kill it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.classes import ServedClass

NAMES = ["Ana", "Ben", "Eva", "Rui", "Ana", "<b>Zoe</b>"]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClass]:
    with ServedClass(tmp_path_factory.mktemp("class") / "class", NAMES) as server:
        yield server
