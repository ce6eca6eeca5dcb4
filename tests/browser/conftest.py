"""One server and one browser for all tests of a worker; every page is checked for errors when it closes.

A test that fails leaves a picture of its page, and the end of the server's log in its report.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from support.lab import CHROMIUM_ARGUMENTS, SLOW, LabServer, NotebookPage, VoilaServer, chromium
from support.pictures import PICTURES

ROOT = Path(__file__).parents[2]
FAILED = pytest.StashKey[bool]()
LOG_LINES = 60
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
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VoilaServer]:
    """The same as pages."""
    root = tmp_path_factory.mktemp("pages")
    shutil.copytree(ROOT / "notebooks", root / "notebooks")
    with VoilaServer(root / "notebooks", tmp_path_factory.mktemp("voila")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def notebook(lab: LabServer, browser: Browser, request: pytest.FixtureRequest) -> Iterator[NotebookPage]:
    """A fresh page of JupyterLab."""
    with watched(lab, browser, request) as page:
        yield page


@pytest.fixture
def voila_page(voila: VoilaServer, browser: Browser, request: pytest.FixtureRequest) -> Iterator[NotebookPage]:
    """A fresh page of Voila."""
    with watched(voila, browser, request) as page:
        yield page


@contextmanager
def watched(server: LabServer, browser: Browser, request: pytest.FixtureRequest) -> Iterator[NotebookPage]:
    """After the test: no console error, no page error, no request that left the machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = NotebookPage(context.new_page(), server, PICTURES)
    yield page
    if request.node.stash.get(FAILED, False):
        picture = page.picture(f"failed-{request.node.name}")
        end = "\n".join(server.log().splitlines()[-LOG_LINES:])
        request.node.add_report_section("teardown", "server", f"picture: {picture}\n{end}")
    context.close()
    assert page.complaints == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report
