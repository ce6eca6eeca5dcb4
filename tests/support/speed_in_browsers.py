"""How fast a table is in a browser: `PYTHONPATH=tests python -m support.speed_in_browsers`, after `make site`.

From opening a notebook to the first question, and from a click on an answer to the next question on the screen: on the
static site, cold and warm, beside the kernel of a server on the same computer, with one map and with two. Nothing is
asserted: the load of the computer stands beside the figures.
"""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Playwright, expect, sync_playwright

from support.lab import CHROMIUM_ARGUMENTS, SLOW, START, LabServer, NotebookPage, chromium, write_notebook
from support.pictures import PICTURES
from support.site import SITE, SiteServer, Visit
from support.site_course import NOTEBOOKS

ANSWERS: Final = 40
ALONE: Final = "import conquistadors as cq\ncq.play('solitaire', map='south', seed=1532, ready=True)"
TWO_MAPS: Final = (
    "import conquistadors as cq\ncq.play('basic', map='both', seed=7, bots={'blue': 'random'}, ready=True)"
)
"""What the bot answers, and the time that takes it, is part of the time of whoever ends an impulse."""
CLICK: Final = """() => new Promise(resolve => {
  const shows = () => document.querySelector(".cq-table .cq-message").dataset.shows;
  const was = shows(), begun = performance.now();
  const look = () => shows() === was ? requestAnimationFrame(look) : resolve(performance.now() - begun);
  document.querySelector(".cq-table .cq-answers button.cq-allowed").click();
  look();
})"""


def redraws(page: NotebookPage) -> list[float]:
    """So many milliseconds each answer took until what comes next was on the screen."""
    found: list[float] = []
    for _ in range(ANSWERS):
        page.settled()
        page.table.locator(".cq-answers button.cq-allowed").first.wait_for()
        found.append(float(page.page.evaluate(CLICK)))
    return found


def told(what: str, found: Sequence[float]) -> None:
    ordered = sorted(found)
    late = ordered[int(0.95 * (len(ordered) - 1))]
    print(f"{what}: median {statistics.median(ordered):.0f} ms, 95 % within {late:.0f} ms, load {load()}", flush=True)


def load() -> str:
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def on_the_site(playwright: Playwright) -> None:
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(f"the site: {size / 1e6:.1f} MB in {sum(path.is_file() for path in SITE.rglob('*'))} files")
    profile = Path(tempfile.mkdtemp())
    with SiteServer() as server:
        for visit_number in ("cold", "warm"):
            before = server.sent
            with Visit(playwright, server, profile) as visit:
                visit.context.unroute_all()  # whoever looks at requests gets nothing from the browser's own cache
                begun = time.monotonic()
                visit.book.open(START)
                there = time.monotonic() - begun
                visit.book.menu("Run", "runmenu:run-all")
                expect(visit.book.prompt).to_contain_text("Turn 1", timeout=SLOW)
                took, sent = time.monotonic() - begun, (server.sent - before) / 1e6
                print(
                    f"{visit_number}: kernel {there:.1f} s, first question {took:.1f} s, {sent:.1f} MB, load {load()}"
                )
                if visit_number == "warm":
                    told("an answer on the site", redraws(visit.book))
    shutil.rmtree(profile)


def beside_a_server(playwright: Playwright) -> None:
    folder = Path(tempfile.mkdtemp())
    shutil.copytree(NOTEBOOKS, folder / "notebooks")
    (folder / "private").mkdir()
    with LabServer(folder / "notebooks", folder / "private") as lab:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_ARGUMENTS))
        for name, source in (("one map", ALONE), ("two maps", TWO_MAPS)):
            page = NotebookPage(browser.new_page(viewport={"width": 1366, "height": 768}), lab, PICTURES)
            write_notebook(lab.root / "speed.ipynb", source)
            shutil.copy(lab.root / "speed.ipynb", lab.root / f"{name}.ipynb")
            begun = time.monotonic()
            page.open(f"{name}.ipynb")
            page.run_all()
            expect(page.prompt).not_to_be_empty(timeout=SLOW)
            print(f"a server's kernel, {name}: first question {time.monotonic() - begun:.1f} s, load {load()}")
            told(f"an answer with a server's kernel, {name}", redraws(page))
        browser.close()
    shutil.rmtree(folder)


if __name__ == "__main__":
    with sync_playwright() as started:
        on_the_site(started)
        beside_a_server(started)
