"""The table of a class in a notebook: `cq.join("http://192.168.1.20:8818/class/", "ABC-DEF")`.

The game is at the server. What is shown here is what the page of that seat shows, drawn from the same scenes.
"""

from __future__ import annotations

import asyncio
import base64
import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from html import escape
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any, Final
from urllib.parse import urlencode, urljoin, urlsplit

import ipywidgets as w
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.texts import error_text, speaking
from conquistadors_class.words import words
from conquistadors_widgets.answers import Answers
from conquistadors_widgets.controls import Button
from conquistadors_widgets.style import styled

WAITS: Final = 10.0
FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0
"""After how many seconds a broken line is opened again, and how many at most."""


@checks_arguments()
def join(address: str, code: str, *, room: str | None = None, language: str | None = None) -> Joined:
    """Sit down at the shared table of a class, with the code that you were given.

    Without a `room` it is the first shared table where you have a seat, or else the first that there is.
    """
    with speaking(language) as spoken:
        door = Door(address, code)
    return Joined(door, room or "", spoken)


class Door:
    """The way into a class: its address, and the cookie that a code has got."""

    def __init__(self, address: str, code: str) -> None:
        try:
            parts = urlsplit(address)
            usable = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
        except ValueError:  # a port of letters, half a bracket
            usable = False
        if not usable or not address.isprintable() or " " in address:
            raise SetupError(error_text("room.address", wanted=short_repr(address)))
        self.root = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/') or '/class'}/"
        self.tls = ssl.create_default_context()
        self.tls.check_hostname = False  # a laptop has signed its certificate itself
        self.tls.verify_mode = ssl.CERT_NONE
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self._jar),
            urllib.request.HTTPSHandler(context=self.tls),
            urllib.request.ProxyHandler({}),
        )
        try:
            self._opener.open(urljoin(self.root, "enter"), timeout=WAITS).read()
            token = next((each.value for each in self._jar if each.name == "_xsrf"), "") or ""
            typed = urlencode({"code": code, "_xsrf": token}, errors="replace").encode()
            self._opener.open(urljoin(self.root, "enter"), typed, timeout=WAITS).read()
        except urllib.error.HTTPError as error:
            key = "room.code" if error.code in (403, 429) else "room.no-class"
            raise SetupError(error_text(key, address=self.root)) from None
        except (OSError, HTTPException, UnicodeError):  # nobody there, no web server, a name that is none
            raise SetupError(error_text("room.no-class", address=self.root)) from None

    @property
    def cookie(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self._jar)

    def read(self, path: str) -> bytes:
        """A file of the class: the ground of a map."""
        found: bytes = self._opener.open(urljoin(self.root, path), timeout=WAITS).read()
        return found

    async def line(self, **query: str) -> Any:
        """A socket to the class."""
        where = f"ws{self.root.removeprefix('http')}socket?{urlencode(query)}"
        request = HTTPRequest(where, headers={"Cookie": self.cookie}, ssl_options=self.tls, connect_timeout=WAITS)
        return await websocket_connect(request)


class Joined(w.VBox):  # type: ignore[misc]  # ipywidgets publishes no types
    """The table of a class: the map, the question of your seat with its answers, the story, the panels."""

    def __init__(self, door: Door, room: str, language: str) -> None:
        self.parts: dict[str, Any] = {}
        self._door = door
        self._room = room
        self._language = language
        self._say_to_class: Callable[[str], object] | None = None
        self._grounds: dict[str, str] = {}
        self._ballot: dict[str, Any] = {}
        self._head, self._strip, self._map, self._prompt = (w.HTML() for _ in range(4))
        self._vote, self._message = w.HTML(), w.HTML()
        self._answers = Answers(self.press, self.press)
        self._sheets = w.ToggleButtons()
        self._sheets.observe(lambda _: self._show_map(), "value")
        self._tabs = w.Tab()
        self._undo = w.Button(description=words(language).say("class.undo"), icon="undo")
        self._undo.on_click(lambda _: self._tell("undo"))
        asked = [self._prompt, self._vote, self._answers, self._undo, self._message]
        aside = w.VBox(asked, layout={"flex": "2 1 18em", "min_width": "0", "overflow": "visible"})
        board = w.VBox([self._sheets, self._map], layout={"flex": "3 1 24em", "min_width": "0", "overflow": "visible"})
        middle = w.Box([board, aside], layout={"flex": "none", "flex_flow": "row wrap", "overflow": "visible"})
        super().__init__([styled(), self._head, self._strip, middle, self._tabs])
        for name in ("cq", "cq-table", "cq-joined"):
            self.add_class(name)
        try:
            self.task: asyncio.Task[None] | None = asyncio.get_running_loop().create_task(self._stay())
        except RuntimeError:
            self.task = None  # nothing runs: whoever tests this tells it what it hears

    # The line --------------------------------------------------------------------------------------------------------

    async def _stay(self) -> None:
        """Listen; when the line breaks, open it again, later each time."""
        wait = FIRST_WAIT
        while True:
            try:
                await self._listen()
                wait = FIRST_WAIT
            except Exception as error:  # whatever breaks a line, it is opened again
                self._say(f"{words(self._language).say('class.offline')} ({type(error).__name__})")
            self._say_to_class = None
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _listen(self) -> None:
        if not self._room:
            hall = await self._door.line(language=self._language)
            told = json.loads(await hall.read_message())
            hall.close()
            tables = told.get("shared", ())
            mine = [each["id"] for each in tables if each.get("seat")] or [each["id"] for each in tables]
            if not mine:
                self._say(words(self._language).say("class.shared-none"))
                return
            self._room = mine[0]
        line = await self._door.line(language=self._language, room=self._room)
        self._say_to_class = line.write_message
        while (text := await line.read_message()) is not None:
            self.hear(json.loads(text))

    def press(self, answer: str) -> None:
        """Answer, or vote."""
        asked = self.parts.get("question")
        if asked is not None:
            self._tell("answer", question=asked["number"], answer=answer)

    def _tell(self, do: str, **message: Any) -> None:
        if self._say_to_class is not None:
            self._say_to_class(json.dumps({"do": do, **message}))

    def hear(self, message: dict[str, Any]) -> None:
        """Show what the class says."""
        if message["do"] == "scene":
            self.parts = ({} if message.get("whole") else self.parts) | message["parts"]
            self._say("")
            self._show()
        elif message["do"] == "ballot":
            self._ballot = message
            self._show_question()
        elif message["do"] in ("refused", "gone"):
            self._say(message["why"])

    # Showing ---------------------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self._message.value = f'<div class="cq-message" role="status">{escape(text)}</div>'

    def _show(self) -> None:
        parts, say = self.parts, words(self._language).say
        head = parts["head"]
        seat = say("class.you-are", {"seat": head["name"]}) if head["seat"] else say("class.you-watch")
        title = " \N{MIDDLE DOT} ".join(each for each in (head["title"], head["game"], seat) if each)
        self._head.value = f"<h3>{escape(title)}</h3>"
        self._strip.value = parts["strip"]
        self._prompt.value = f'<div class="cq-prompt">{parts["prompt"]}</div>'
        maps = [part for name, part in sorted(parts.items()) if name.startswith("map-") and part]
        titles = [part["title"] for part in maps]
        if list(self._sheets.options) != titles:
            self._sheets.options = titles
        self._sheets.layout.display = None if len(maps) > 1 else "none"
        self._show_map()
        self._show_question()
        tabs = [*[(title, parts[f"tab-{key}"]) for key, title in parts["tabs"]]]
        tabs += [(say("class.story"), parts["story"]), (say("class.dice"), parts["dice"])]
        if len(self._tabs.children) != len(tabs):
            self._tabs.children = [w.HTML() for _ in tabs]
        for number, (name, html) in enumerate(tabs):
            self._tabs.set_title(number, name)
            self._tabs.children[number].value = html

    def _show_map(self) -> None:
        maps = [part for name, part in sorted(self.parts.items()) if name.startswith("map-") and part]
        chosen = next((part for part in maps if part["title"] == self._sheets.value), maps[0] if maps else None)
        if chosen is None:
            self._map.value = f"<pre>{escape(self.parts.get('text') or '')}</pre>"
            return
        lies = 'style="position:absolute;inset:0;width:100%;height:100%"'
        self._map.value = (
            f'<div style="position:relative"><img alt="{escape(chosen["title"])}" style="width:100%;display:block" '
            f'src="{self._ground(chosen["ground"])}"><div {lies}>{_filling(chosen["pieces"])}</div></div>'
        )

    def _ground(self, key: str) -> str:
        if key not in self._grounds:
            svg = self._door.read(f"ground/{key}.svg")
            self._grounds[key] = f"data:image/svg+xml;base64,{base64.b64encode(svg).decode('ascii')}"
        return self._grounds[key]

    def _show_question(self) -> None:
        say = words(self._language).say
        asked = self.parts.get("question") or {"number": 0, "answers": [], "refused": []}
        votes: dict[str, int] = self._ballot.get("votes", {})
        groups: dict[str, list[Button]] = {}
        for answer, verb, label in asked["answers"]:
            told = f"{label} ({votes[answer]})" if answer in votes else label
            groups.setdefault(verb, []).append(Button(answer, told))
        refused = [Button("", label, _plain(why)) for label, why in asked["refused"]]
        not_now = say("class.not-now", {"count": len(refused)})
        self._answers.show(asked["number"], list(groups.values()), refused, not_now=not_now, dice=None)
        self._undo.layout.display = None if asked.get("undo") else "none"
        voting = say("class.your-vote", self._ballot) if "of" in self._ballot else ""
        self._vote.value = f"<b>{escape(voting)}</b>" if voting else ""


def _filling(svg: str) -> str:
    """A picture that takes the size of what it lies on."""
    return svg.replace("<svg ", '<svg style="width:100%;height:100%" ', 1)


def _plain(html: str) -> str:
    """The words of a sentence with its rule, without what opens when one touches it."""
    return html.split("<details", 1)[0].split("<span", 1)[0].strip()
