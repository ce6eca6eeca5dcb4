"""A JupyterLab server of the tests' own, and a notebook in it as a person sees it in a browser."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol, Self
from urllib.error import URLError

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SLOW = 1000 * int(os.environ.get("BROWSER_WAIT", "300"))
"""So many milliseconds may a page take on a busy machine before a test gives up. A wait ends as soon as it can."""

AXE: Final = Path(__file__).parents[1] / "browser" / "vendor" / "axe.min.js"
"""axe-core, which looks for what keeps people out."""

START = "00_start_here.ipynb"
"""The start notebook."""

FIGURE = """from conquistadors import odds
from conquistadors.lab.odds import figure

figure(odds.table("rally"), "Rally")"""
"""A cell that shows a figure of the laboratory."""


def chromium() -> str:
    """The browser; a missing one is an error, not a skip."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        raise RuntimeError("no chromium on this machine: run `make test`, which installs it or says how")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(address: str) -> bool:
    """Whether a server gives this page now. A Jupyter server prints its address before it listens there."""
    try:
        with urllib.request.urlopen(address, timeout=2) as reply:
            return bool(reply.status == 200)
    except (URLError, OSError):
        return False


class LabServer:
    """JupyterLab on a free local port, with runtime, configuration and save folders of its own."""

    def __init__(self, root: Path, private: Path) -> None:
        self.root = root
        self.port = free_port()
        self.token = secrets.token_hex(16)
        self._private = private
        self._process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """What starts the server."""
        return [
            *[sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"],
            *[f"--port={self.port}", "--port-retries=0", f"--IdentityProvider.token={self.token}"],
            f"--ServerApp.root_dir={self.root}",
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        ]

    def __enter__(self) -> Self:
        folders = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "CONQUISTADORS_SAVES")
        own = {name: str(self._private / name.lower()) for name in folders}
        with (self._private / "server.log").open("wb") as log:
            self._process = subprocess.Popen(self.command(), env=os.environ | own, stdout=log, stderr=log)
        deadline = time.monotonic() + SLOW / 1000
        while not answers(self.health()):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._process.kill()
                self._process.wait()
                raise RuntimeError(f"the server did not start:\n{self.log()}")
            time.sleep(0.2)
        return self

    def log(self) -> str:
        """What the server has told so far."""
        return (self._private / "server.log").read_text(encoding="utf-8", errors="replace")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def restart_kernels(self) -> None:
        """Restart every kernel that runs: what was in their memory is gone."""
        for kernel in json.loads(self._ask("GET", "/api/kernels")):
            self._ask("POST", f"/api/kernels/{kernel['id']}/restart")

    def _ask(self, method: str, path: str) -> bytes:
        """What the server answers to a request of its owner."""
        address = f"http://127.0.0.1:{self.port}{path}"
        request = urllib.request.Request(address, method=method, headers={"Authorization": f"token {self.token}"})
        with urllib.request.urlopen(request, timeout=SLOW / 1000) as reply:
            return bytes(reply.read())

    def health(self) -> str:
        return f"http://127.0.0.1:{self.port}/api?token={self.token}"

    def address(self, notebook: str) -> str:
        return f"http://127.0.0.1:{self.port}/lab/tree/{notebook}?reset&token={self.token}"


PATIENT = "--VoilaExecutor.iopub_timeout=60"
"""On a busy machine Voila leaves out what a cell shows after four seconds."""


class VoilaServer(LabServer):
    """Notebooks as pages: their outputs alone, with a kernel behind them."""

    def command(self) -> list[str]:
        options = [f"--port={self.port}", "--no-browser", "--Voila.ip=127.0.0.1", "--Voila.open_browser=False", PATIENT]
        return [sys.executable, "-m", "voila", str(self.root), *options, "--template=conquistadors"]

    def health(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def address(self, notebook: str) -> str:
        return f"http://127.0.0.1:{self.port}/voila/render/{notebook}"


class Serves(Protocol):
    """Whatever serves notebooks as pages, on a local port."""

    port: int

    def address(self, notebook: str) -> str:
        """Where a notebook is."""
        ...


class NotebookPage:
    """A notebook open in the browser. Selects outputs only: the source would match many a text as well."""

    def __init__(self, page: Page, server: Serves, pictures: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._server = server
        self._pictures = pictures
        page.set_default_timeout(SLOW)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("request", self._watch)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _watch(self, request: object) -> None:
        url: str = getattr(request, "url", "")
        if url.startswith(("http", "ws")) and f"//127.0.0.1:{self._server.port}/" not in url:
            self.complaints.append(f"request that leaves the server: {url}")

    def hears(self, complaint: str) -> None:
        """Wait until the page has complained of something."""
        for _ in range(SLOW // 50):
            if any(complaint in said for said in self.complaints):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"nobody complained of {complaint!r}, only: {self.complaints}")

    def open(self, notebook: str) -> None:
        self.page.goto(self._server.address(notebook))
        expect(self.page.locator(".jp-NotebookPanel-toolbar").get_by_text("Python 3")).to_be_visible(timeout=SLOW)
        expect(self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')).to_be_attached(timeout=SLOW)

    def run_all(self) -> None:
        self.menu("Run", "runmenu:run-all")
        cells = self.page.locator(".jp-CodeCell .jp-InputArea-prompt")
        # a cell that has run shows its number; windowed cells that are not shown are run all the same
        expect(cells.last).to_have_text(re.compile(r"\[\d+\]:"), timeout=SLOW)
        expect(self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]')).to_be_attached(timeout=SLOW)
        kinds = ("application/vnd.jupyter.error", "application/vnd.jupyter.stderr")
        errors = self.page.locator(", ".join(f'.jp-OutputArea [data-mime-type="{kind}"]' for kind in kinds))
        assert not errors.count(), "\n".join(errors.all_inner_texts())

    def dark(self) -> None:
        """Switch the page to JupyterLab's dark theme, which the server remembers."""
        self._theme("JupyterLab Dark", "false")

    def light(self) -> None:
        """Switch it back."""
        self._theme("JupyterLab Light", "true")

    def _theme(self, name: str, light: str) -> None:
        self.page.locator(".lm-MenuBar-itemLabel", has_text="Settings").first.click()
        self.page.locator(".lm-Menu-itemLabel", has_text="Theme").first.hover()
        self.page.locator(".lm-Menu-itemLabel", has_text=name).first.click()
        expect(self.page.locator(f'body[data-jp-theme-light="{light}"]')).to_be_attached()

    def menu(self, title: str, command: str) -> None:
        self.page.locator(".lm-MenuBar-itemLabel", has_text=title).first.click()
        self.page.locator(f'.lm-Menu-item[data-command="{command}"]').click()

    @property
    def table(self) -> Locator:
        """The first table of the kit in the outputs."""
        return self.page.locator(".jp-OutputArea-output .cq-table, .jp-OutputArea-child .cq-table").first

    def press(self, label: str) -> None:
        """Click a button of the table, as a person does: not before the table takes it."""
        self.settled()
        self.table.get_by_role("button", name=label, exact=True).click()

    @property
    def prompt(self) -> Locator:
        return self.table.locator(".cq-prompt")

    def expect_prompt(self, text: str) -> None:
        expect(self.prompt).to_contain_text(text, timeout=SLOW)

    def answer(self, label: str, *, whole: bool = True) -> None:
        """Press the answer of this label, or with this in its label, and wait until the table has dealt with it."""
        before = self.settled()
        self.table.locator(".cq-answers button.cq-allowed").get_by_text(label, exact=whole).first.click()
        self.changed(before)

    def state(self) -> str:
        """How often the table came to rest: it changes when an answer has been dealt with and is on the screen."""
        return str(self.table.locator(".cq-message").get_attribute("data-shows"))

    def settled(self) -> str:
        """The same, when the question has been in sight so long that the table takes an answer to it."""
        expect(self.table).not_to_have_class(re.compile("cq-settling"), timeout=SLOW)
        return self.state()

    def changed(self, before: str) -> None:
        self.page.wait_for_function(
            "([was]) => document.querySelector('.cq-table .cq-message').dataset.shows !== was",
            arg=[before],
        )

    def click_space(self, space: str) -> None:
        """Click on a space of the map, where it lies."""
        before = self.settled()
        drawn = self.table.locator(f".cq-board-at-{space}")
        drawn.scroll_into_view_if_needed()
        box = drawn.bounding_box()
        assert box is not None, f"{space} is not on the map"
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.changed(before)

    def tab(self, title: str) -> None:
        """Open a tab, if it is folded up."""
        button = self.table.locator(".cq-tabs-bar button", has_text=title)
        if "mod-active" not in str(button.get_attribute("class")):
            button.click()

    def press_first(self) -> None:
        """Give the first answer."""
        before = self.settled()
        self.table.locator(".cq-answers button.cq-allowed").first.click()
        self.changed(before)

    def faults(self, within: str) -> list[str]:
        """What axe-core has to say against a part of the page, as far as it is serious."""
        self.page.add_script_tag(path=str(AXE))
        found: dict[str, Any] = self.page.evaluate(
            "within => axe.run(within, {resultTypes: ['violations']})",
            within,
        )
        return [
            f"{each['id']}: {node['html'][:160]}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"][:3]
        ]

    def picture(self, name: str) -> Path:
        self._pictures.mkdir(parents=True, exist_ok=True)
        path = self._pictures / f"{name}.png"
        self.page.screenshot(path=path)
        return path


def write_notebook(path: Path, source: str) -> None:
    """A notebook with one cell, made from the start notebook's frame."""
    shutil.copy(path.parent / START, path)
    document = json.loads(path.read_text(encoding="utf-8"))
    cell = next(cell for cell in document["cells"] if cell["cell_type"] == "code")
    document["cells"] = [cell | {"source": source, "outputs": [], "execution_count": None}]
    path.write_text(json.dumps(document), encoding="utf-8")
