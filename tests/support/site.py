"""The static site of the kit as a visitor has it: served from its folder on loopback, with every other host blocked."""

from __future__ import annotations

import functools
import os
import re
import signal
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import BrowserContext, Page, Playwright, Route, expect

from support.lab import CHROMIUM_ARGUMENTS, SLOW, NotebookPage, chromium
from support.pictures import PICTURES

SITE = Path(__file__).parents[2] / ".build" / "site"
"""Where `make site` puts it."""


class _Quiet(SimpleHTTPRequestHandler):
    sent = 0
    """So many bytes of files have been sent so far, by all servers."""

    def log_message(self, *told: Any) -> None:
        """Nothing: a page asks for hundreds of files."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        _Quiet.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)


class SiteServer:
    """The site on a free local port; no code runs here but that which sends files."""

    def __init__(self, folder: Path = SITE) -> None:
        if not (folder / "index.html").is_file():
            raise RuntimeError(f"there is no site in {folder}: run `make site`")
        self.folder = folder
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
        self.port: int = self._server.server_address[1]

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def sent(self) -> int:
        """So many bytes of files have been sent so far."""
        return _Quiet.sent

    def address(self, notebook: str) -> str:
        return f"http://127.0.0.1:{self.port}/notebooks/index.html?path={notebook}"

    @property
    def first_page(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


class Visit:
    """A browser of a visitor. Its profile is a folder: a second visit with it finds what the first has left."""

    def __init__(self, playwright: Playwright, server: SiteServer, profile: Path) -> None:
        self.context: BrowserContext = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium(),
            args=list(CHROMIUM_ARGUMENTS),
            viewport={"width": 1366, "height": 768},
            locale="en-GB",
        )
        self.left: list[str] = []
        """Requests that wanted to leave for another host."""
        self._profile = profile
        self._server = server
        self.context.route("**/*", self._stay)
        self.book = SitePage(self.context.pages[0], server, PICTURES)

    @property
    def page(self) -> Page:
        return self.book.page

    def _stay(self, route: Route) -> None:
        if route.request.url.startswith((f"http://127.0.0.1:{self._server.port}/", "data:", "blob:")):
            route.continue_()
        else:
            self.left.append(route.request.url)
            route.abort()

    def kill(self) -> None:
        """End the browser as a power cut does, in the middle of whatever it is doing."""
        own = f"--user-data-dir={self._profile}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if own in (folder / "cmdline").read_bytes():
                    os.kill(int(folder.name), signal.SIGKILL)
            except (OSError, ProcessLookupError):
                continue  # it has ended meanwhile
        self.killed = True

    killed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None and not self.killed:
            self.book.picture("failed-site")
        if not self.killed:
            self.context.close()
        assert self.left == []


class SitePage(NotebookPage):
    """A notebook of the site."""

    def open(self, notebook: str) -> None:
        self.page.goto(self._server.address(notebook))
        self.comes()

    def comes(self) -> None:
        """Wait until the kernel is there."""
        expect(self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')).to_be_attached(timeout=SLOW)
        expect(self.page.locator(".jp-Toolbar-kernelName")).to_contain_text("Pyodide", timeout=SLOW)

    def run_all(self) -> None:
        """Run the notebook to its end, or until a cell fails: that is told at once."""
        if not self.page.locator(".jp-CodeCell").count():
            return  # there is only something to read
        self.menu("Run", "runmenu:run-all")
        errors = self.page.locator('.jp-OutputArea [data-mime-type="application/vnd.jupyter.error"]')
        last = self.page.locator(".jp-CodeCell .jp-InputArea-prompt").last
        self.page.wait_for_function(
            """([prompt, error]) => /\\[\\d+\\]:/.test([...document.querySelectorAll(prompt)].pop()?.innerText)
                || document.querySelector(error)""",
            arg=[
                ".jp-CodeCell .jp-InputArea-prompt",
                '.jp-OutputArea [data-mime-type="application/vnd.jupyter.error"]',
            ],
        )
        assert not errors.count(), "\n".join(errors.all_inner_texts())
        expect(last).to_have_text(re.compile(r"\[\d+\]:"))

    def run(self, code: str) -> None:
        """Put a cell below all others and run it."""
        self.page.locator(".jp-Notebook").first.click(position={"x": 3, "y": 3})
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Control+End")
        self.page.keyboard.press("End")
        self.page.keyboard.press("b")
        self.page.keyboard.press("Enter")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Shift+Enter")

    def type_first(self, code: str) -> None:
        """Run this instead of the first cell with code."""
        cell = self.page.locator(".jp-CodeCell .cm-content").first
        cell.click()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Control+Enter")
