"""One JupyterLab server and one browser for all tests here; every page is checked for errors when it closes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from support.lab import CHROMIUM_ARGUMENTS, SLOW, LabServer, NotebookPage, chromium
from support.pictures import PICTURES

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=SLOW)  # a busy machine is no failure


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """A server on a copy of the notebooks, so that running them changes nothing in the checkout."""
    root = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", root / "notebooks")
    private = tmp_path_factory.mktemp("jupyter")
    with LabServer(root / "notebooks", private) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def notebook(lab: LabServer, browser: Browser) -> Iterator[NotebookPage]:
    """A fresh page. After the test: no console error, no page error, no request that left the machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = NotebookPage(context.new_page(), lab, PICTURES)
    yield page
    context.close()
    assert page.complaints == []
