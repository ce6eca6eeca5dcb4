"""A class that is really served: a process of its own, codes, cookies and sockets as pages have them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import websocket

from conquistadors_class.roster import TEACHER, Codes
from support.lab import SLOW, free_port

WAIT = SLOW / 1000


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


OPENER = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))


class ServedClass:
    """`make class LOCAL=1` in a folder; it can be killed, and started again."""

    def __init__(self, folder: Path, names: list[str], port: int | None = None) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.log = folder.parent / f"{folder.name}.log"
        self._list = folder.parent / f"{folder.name}-names.txt"
        self._list.write_text("\n".join(names), encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: list[Line] = []
        self.start()

    @property
    def root(self) -> str:
        return f"http://127.0.0.1:{self.port}/class/"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        notebooks = Path(__file__).parents[2] / "notebooks"
        command = [sys.executable, "-m", "conquistadors_class", "--local", "--port", str(self.port)]
        command += ["--folder", str(self.folder), "--class", str(self._list), "--notebooks", str(notebooks)]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            assert self._process.poll() is None, self.log.read_text(encoding="utf-8")
            try:
                OPENER.open(f"{self.root}enter", timeout=WAIT).read()
            except OSError:
                time.sleep(0.1)
            else:
                break
        self.codes = {person: entry.code for person, entry in Codes(self.folder).entries.items()}

    def kill(self) -> None:
        """As a power cut does it."""
        assert self._process is not None
        for line in self._lines:
            line.close()
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    # As a browser ----------------------------------------------------------------------------------------------------

    def get(self, path: str, cookie: str = "", **headers: str) -> tuple[int, str, dict[str, str]]:
        """Status, text and headers of a page; a path with a stroke at its beginning is one of the whole server."""
        where = urllib.parse.urljoin(self.root, path)
        asked = urllib.request.Request(where, headers={**({"Cookie": cookie} if cookie else {}), **headers})
        return self._answer(asked)

    def post(self, path: str, cookie: str = "", **fields: str) -> tuple[int, str, dict[str, str]]:
        data = urllib.parse.urlencode(fields).encode()
        where = urllib.parse.urljoin(self.root, path)
        return self._answer(urllib.request.Request(where, data, {"Cookie": cookie} if cookie else {}))

    def _answer(self, asked: urllib.request.Request) -> tuple[int, str, dict[str, str]]:
        try:
            with OPENER.open(asked, timeout=WAIT) as found:
                return found.status, found.read().decode("utf-8", "replace"), dict(found.headers.items())
        except urllib.error.HTTPError as error:
            with error:
                headers = dict(error.headers.items())
                headers["cookies"] = "; ".join(each.split(";")[0] for each in error.headers.get_all("Set-Cookie") or ())
                return error.code, error.read().decode("utf-8", "replace"), headers

    def enter(self, person: str = TEACHER, code: str | None = None) -> str:
        """Come in with a code; the cookie, or nothing if that was wrong."""
        with OPENER.open(f"{self.root}enter", timeout=WAIT) as page:
            xsrf = next(each.split(";")[0] for each in page.headers.get_all("Set-Cookie") if each.startswith("_xsrf"))
        fields = {"code": self.codes[person] if code is None else code, "_xsrf": xsrf.partition("=")[2]}
        status, _, headers = self.post("enter", xsrf, **fields)
        return f"{headers['cookies']}; {xsrf}" if status == 302 else ""

    def line(self, cookie: str, origin: str | None = None, **query: str) -> Line:
        made = Line(self, cookie, origin, **query)
        self._lines.append(made)
        return made

    def sit(self, person: str, room: str = "") -> Line:
        return self.line(self.enter(person), room=room)


class Line:
    """A socket as a page has it, and what the page shows."""

    def __init__(self, served: ServedClass, cookie: str, origin: str | None = None, **query: str) -> None:
        address = f"ws://127.0.0.1:{served.port}/class/socket?{urllib.parse.urlencode(query)}"
        own = f"http://127.0.0.1:{served.port}"
        self.socket = websocket.WebSocket()
        self.socket.settimeout(WAIT)
        try:
            self.socket.connect(address, cookie=cookie, origin=own if origin is None else origin, http_no_proxy=["*"])
        except BaseException:
            self.socket.shutdown()
            raise
        self.parts: dict[str, Any] = {}
        self.heard: list[str] = []

    def next(self) -> dict[str, Any]:
        """The next message; a scene is put together."""
        text = self.socket.recv()
        assert isinstance(text, str)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["do"] == "scene":
            self.parts = ({} if message.get("whole") else self.parts) | message["parts"]
        return message

    def until(self, *kinds: str) -> dict[str, Any]:
        """Listen until one of these is told."""
        while (message := self.next())["do"] not in kinds:
            pass
        return message

    def do(self, do: str, **message: Any) -> None:
        self.socket.send(json.dumps({"do": do, **message}))

    def asked(self) -> dict[str, Any]:
        """Listen until this seat is asked something."""
        while not self.parts.get("question"):
            self.next()
        question: dict[str, Any] = self.parts["question"]
        return question

    def scene(self) -> dict[str, Any]:
        return {name: part for name, part in self.parts.items() if part is not None}

    def close(self) -> None:
        self.socket.shutdown()
