"""A class under the real JupyterHub and its proxy, with real log-in: the same pages, and the same cheats refused."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
import websocket

from support.lab import SLOW, free_port

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]
PROXY = ROOT / ".build" / "hub" / "node_modules" / ".bin" / "configurable-http-proxy"
WAIT = SLOW / 1000
CONFIGURATION = """
import sys
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub}
c.ConfigurableHTTPProxy.command = {proxy!r}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = "school"
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {{"head"}}
c.JupyterHub.services = [
    {{
        "name": "conquistadors",
        "url": "http://127.0.0.1:{service}",
        "command": [sys.executable, "-m", "conquistadors_class.service"],
        "environment": {{"CONQUISTADORS_CLASS": {folder!r}, "CONQUISTADORS_TEACHERS": "perez"}},
        "oauth_no_confirm": True,
    }}
]
c.JupyterHub.load_roles = [
    {{"name": "user", "scopes": ["self", "access:services!service=conquistadors"]}},
]
"""


class Somebody:
    """A browser in which somebody has logged in at the hub."""

    def __init__(self, port: int, name: str, password: str = "school") -> None:
        self.port = port
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), urllib.request.ProxyHandler({})
        )
        self.get("/hub/login")
        token = next(each.value for each in self.jar if each.name == "_xsrf")
        self.get("/hub/login", username=name, password=password, _xsrf=token or "")
        self.status = self.get("/services/conquistadors/class/")[0]

    def get(self, path: str, **fields: str) -> tuple[int, str]:
        data = urllib.parse.urlencode(fields).encode() if fields else None
        try:
            with self.opener.open(f"http://127.0.0.1:{self.port}{path}", data, timeout=WAIT) as found:
                return found.status, found.read().decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode("utf-8", "replace")

    def line(self, origin: str | None = None, **query: str) -> websocket.WebSocket:
        made = websocket.WebSocket()
        made.settimeout(WAIT)
        address = f"ws://127.0.0.1:{self.port}/services/conquistadors/class/socket?{urllib.parse.urlencode(query)}"
        own = [each for each in self.jar if "/services/conquistadors/".startswith(each.path)]
        cookie = "; ".join(f"{each.name}={each.value}" for each in own)
        try:
            made.connect(
                address, cookie=cookie, origin=origin or f"http://127.0.0.1:{self.port}", http_no_proxy=["127.0.0.1"]
            )
        except BaseException:
            made.shutdown()
            raise
        return made


def told(line: websocket.WebSocket, *kinds: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(line.recv())
        if message["do"] in kinds:
            return message


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The hub, its proxy and the service, as three processes."""
    assert PROXY.is_file(), "make hub installs JupyterHub and its proxy"
    folder = tmp_path_factory.mktemp("hub")
    ports = {name: free_port() for name in ("port", "hub", "api", "service")}
    proxy = [shutil.which("node") or "node", str(PROXY.resolve())]
    text = CONFIGURATION.format(**ports, proxy=proxy, folder=str(folder / "class"))
    (folder / "jupyterhub_config.py").write_text(text, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    log = (folder / "log").open("wb")
    command = [sys.executable, "-m", "jupyterhub", "-f", str(folder / "jupyterhub_config.py")]
    process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment)
    until = time.monotonic() + WAIT
    while time.monotonic() < until:
        assert process.poll() is None, (folder / "log").read_text(encoding="utf-8")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{ports['port']}/hub/login", timeout=WAIT):
                pass
            with urllib.request.urlopen(f"http://127.0.0.1:{ports['service']}/services/conquistadors/class/style.css"):
                break
        except OSError:
            time.sleep(0.3)
    yield ports["port"]
    process.terminate()
    process.wait()
    log.close()


def test_who_is_nobody_at_the_hub_gets_nothing(hub: int) -> None:
    stranger = Somebody(hub, "ana", "wrong")
    assert "/hub/login" in stranger.get("/services/conquistadors/class/")[1]
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        stranger.line()


def test_a_class_plays_under_the_hub_and_cheats_are_refused(hub: int) -> None:
    ana, ben, perez = (Somebody(hub, name) for name in ("ana", "ben", "perez"))
    assert (ana.status, ben.status, perez.status) == (200, 200, 200)
    assert ana.get("/services/conquistadors/class/progress.csv")[0] == 403
    assert perez.get("/services/conquistadors/class/progress.csv")[0] == 200
    assert Somebody(hub, "head").get("/services/conquistadors/class/progress.csv")[0] == 200
    for path in ("metrics", "api/kernels", "api/contents", "api/status", "files/class.json", "lab", "tree"):
        for person in (ana, perez):
            assert person.get(f"/services/conquistadors/{path}")[0] in (403, 404), path
    assert ana.get("/services/conquistadors/class/sheet")[0] == 403
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        ana.line(origin="http://evil.example")
    teacher = perez.line()
    teacher.send(json.dumps({"do": "make", "scenario": "example", "seats": 2, "people": ["ana", "ben"]}))
    room = told(teacher, "made")["room"]
    red, blue, head = ana.line(room=room), ben.line(room=room), Somebody(hub, "rui").line(room=room)
    asked = told(red, "scene")["parts"]["question"]
    told(blue, "scene")
    told(head, "scene")
    answer = {"do": "answer", "question": asked["number"], "answer": asked["answers"][0][0], "seat": "red"}
    for line in (blue, head):
        line.send(json.dumps(answer))
        assert told(line, "refused")
    red.send(json.dumps(answer | {"question": 99}))
    assert told(red, "refused")
    red.send(json.dumps(answer))
    assert told(red, "scene")
    own = ana.line()
    own.send(json.dumps({"do": "open", "scenario": "solitaire"}))
    theirs = told(own, "go")["room"]
    assert ben.get(f"/services/conquistadors/class/room/{theirs}")[0] == 404
    for line in (teacher, red, blue, head, own):
        line.shutdown()
