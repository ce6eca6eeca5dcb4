"""The pages of a class over HTTP, and the socket over which everything else goes."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, Final

from jupyter_server.auth.decorator import allow_unauthenticated, authorized, ws_authenticated
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.base.websocket import WebSocketMixin
from jupyter_server.extension.handler import ExtensionHandlerJinjaMixin, ExtensionHandlerMixin
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from conquistadors.engine.errors import ConquistadorsError
from conquistadors.engine.texts import LANGUAGES, speaking
from conquistadors_class import teaching
from conquistadors_class.course import Course
from conquistadors_class.hall import Client, Hall, checked_language
from conquistadors_class.printing import qr_svg
from conquistadors_class.roster import Roster, shown
from conquistadors_class.words import for_page, words
from conquistadors_widgets.style import css

LONGEST_MESSAGE: Final = 8 * 1024
LANGUAGE: Final = "conquistadors-language"
"""The cookie with the language that somebody has chosen."""
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing is loaded from elsewhere, and no script stands in a page."""


class Page(ExtensionHandlerJinjaMixin, ExtensionHandlerMixin, JupyterHandler):
    """What all pages share: who asks, in which language, and what the server knows."""

    auth_resource = "class"

    @property
    def hall(self) -> Hall:
        found: Hall = self.settings["conquistadors_hall"]
        return found

    @property
    def content_security_policy(self) -> str:
        return POLICY

    @property
    def teacher(self) -> bool:
        return bool(self.current_user and self.settings["conquistadors_teacher"](self.current_user))

    @cached_property
    def language(self) -> str:
        """The one that was chosen, else the first that the browser asks for and the kit speaks."""
        chosen = self.get_cookie(LANGUAGE)
        if chosen in LANGUAGES:
            return str(chosen)
        wanted = [part.split(";")[0].strip()[:2] for part in self.request.headers.get("Accept-Language", "").split(",")]
        return next((each for each in wanted if each in LANGUAGES), "en")

    @property
    def root(self) -> str:
        """Where the pages are."""
        return f"{self.base_url.rstrip('/')}/class/"

    def meet(self) -> None:
        """Whoever a hub lets in is in the class."""
        user = self.current_user
        if user is not None and not self.teacher and user.username not in self.hall.school.people:
            self.hall.school.meet({user.username: user.display_name or user.username})

    def show(self, template: str, **facts: Any) -> None:
        self.set_header("Cache-Control", "no-store")
        user = self.current_user
        about = {
            "root": self.root,
            "language": self.language,
            "words": for_page(self.language),
            "person": "" if user is None else user.display_name or user.username,
            "teacher": self.teacher,
        }
        self.write(
            self.render_template(
                template,
                **about,
                about=json.dumps(about, ensure_ascii=False).replace("<", "\\u003c"),
                languages=LANGUAGES,
                by_code=isinstance(self.identity_provider, Roster),
                xsrf=self.xsrf_token.decode() if isinstance(self.xsrf_token, bytes) else self.xsrf_token,
                **facts,
            )
        )

    def get_login_url(self) -> str:
        return f"{self.root}enter" if isinstance(self.identity_provider, Roster) else super().get_login_url()

    def write_error(self, status_code: int, **_: Any) -> None:
        """No details: whatever went wrong is in the log."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(f"{status_code} {self._reason}")


class Closed(Page):
    """What Jupyter Server has, and nobody in a class needs."""

    def check_xsrf_cookie(self) -> None:
        return

    @allow_unauthenticated
    def get(self, *_: str) -> None:
        raise HTTPError(404)

    post = put = delete = patch = options = head = get


class Enter(Page):
    """Where the code is typed."""

    @allow_unauthenticated
    def get(self) -> None:
        if not isinstance(self.identity_provider, Roster):
            raise HTTPError(404)
        self.show("enter.html", code=self.get_argument("code", "")[:20], said="")

    @allow_unauthenticated
    def post(self) -> None:
        provider = self.identity_provider
        if not isinstance(provider, Roster):
            raise HTTPError(404)
        slow = provider.slow_down(self.request.remote_ip or "")
        user = provider.process_login_form(self)
        if user is None:
            self.set_status(429 if slow else 403)
            said = words(self.language).say("class.slow-down" if slow else "class.wrong-code")
            self.show("enter.html", code="", said=said)
            return
        provider.set_login_cookie(self, user)
        self.redirect(self.root)


class Leave(Page):
    """The end of a visit: the next one at this device types a code."""

    @authenticated
    def post(self) -> None:
        self.identity_provider.clear_login_cookie(self)
        self.redirect(f"{self.root}enter")


class HallPage(Page):
    """What there is to play, solve and read."""

    @authenticated
    @authorized
    def get(self) -> None:
        self.meet()
        self.show("teacher.html" if self.teacher else "hall.html")


class RoomPage(Page):
    """A table; what it shows comes over the socket."""

    @authenticated
    @authorized
    def get(self, room: str) -> None:
        self.meet()
        try:
            self.hall.school.room(room, self.current_user.username, teacher=self.teacher)
        except ConquistadorsError:
            raise HTTPError(404) from None
        self.show("room.html", room=room, watching=bool(self.get_argument("watch", "")))


class ExercisesPage(Page):
    """The exercises of all courses."""

    @authenticated
    @authorized
    def get(self) -> None:
        self.meet()
        self.show("exercises.html")


class CoursePage(Page):
    """The notebooks as pages to read."""

    @authenticated
    @authorized
    def get(self, page: str) -> None:
        course = Course.at(self.settings["conquistadors_notebooks"])
        if page.endswith((".png", ".svg")):
            picture = course.picture(page)
            if picture is None:
                raise HTTPError(404)
            self.set_header("Content-Type", "image/png" if page.endswith(".png") else "image/svg+xml")
            self.write(picture)
            return
        html = course.page(page) if page else ""
        if html is None:
            raise HTTPError(404)
        self.show("course.html", inside=html, listing=[] if page else course.listing(self.language))


class Ground(Page):
    """A map without anything on it, or where its spaces are. It never changes."""

    @authenticated
    @authorized
    def get(self, key: str, kind: str) -> None:
        found = self.hall.grounds.svg(key) if kind == "svg" else self.hall.grounds.spaces(key)
        if found is None:
            raise HTTPError(404)
        self.set_header("Content-Type", "image/svg+xml" if kind == "svg" else "application/json")
        self.set_header("Cache-Control", "private, max-age=604800, immutable")
        self.write(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))


class Style(Page):
    """The style sheets of the kit, as the notebook's table has them."""

    @allow_unauthenticated
    def get(self) -> None:
        self.set_header("Content-Type", "text/css; charset=utf-8")
        self.set_header("Cache-Control", "private, max-age=3600")
        self.write(css())


# For the teacher -------------------------------------------------------------------------------------------------


class Progress(Page):
    """Who has solved what, for a spreadsheet."""

    auth_resource = "class-teacher"

    @authenticated
    @authorized
    def get(self) -> None:
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="class.csv"')
        self.set_header("Cache-Control", "no-store")
        self.write("\N{BYTE ORDER MARK}" + teaching.as_csv(self.hall))


class Sheet(Page):
    """The codes to print and to cut out."""

    auth_resource = "class-teacher"

    @authenticated
    @authorized
    def get(self) -> None:
        provider = self.identity_provider
        if not isinstance(provider, Roster):
            raise HTTPError(404)
        enter = f"{self.request.protocol}://{self.request.host}{self.root}enter"
        slips = [
            {"name": entry.name, "code": shown(entry.code), "qr": qr_svg(f"{enter}?code={entry.code}")}
            for entry in provider.codes.pupils.values()
        ]
        self.show("sheet.html", slips=slips, address=f"{self.request.protocol}://{self.request.host}{self.root}")


# The socket ------------------------------------------------------------------------------------------------------


class Socket(WebSocketMixin, WebSocketHandler, Page):
    """Down come scenes, up go wishes. Who somebody is, and so where they sit, is known by their identity alone."""

    client: Client | None = None

    @property
    def max_message_size(self) -> int:
        return LONGEST_MESSAGE

    def set_default_headers(self) -> None:
        """None of them mean anything to a socket."""

    @ws_authenticated
    @authorized
    async def get(self, *args: Any, **more: Any) -> None:
        await WebSocketHandler.get(self, *args, **more)

    async def open(self, *args: Any, **more: Any) -> None:
        super().open(*args, **more)
        self.meet()
        language = checked_language(self.get_argument("language", self.language))
        watching = bool(self.get_argument("watch", ""))
        room = self.get_argument("room", "")
        client = Client(self.current_user.username, self._sent, self.teacher, language, room, watching)
        try:
            with speaking(language):
                await self.hall.enter(client)
        except ConquistadorsError as error:
            self._sent(json.dumps({"do": "gone", "why": str(error)}))
            self.close(4404)
        else:
            self.client = client

    def _sent(self, text: str) -> None:
        try:
            self.write_message(text)
        except WebSocketClosedError:
            return  # they have just gone

    async def on_message(self, text: str | bytes) -> None:
        if self.client is None:
            return
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        await self.hall.do(self.client, message)

    def on_close(self) -> None:
        if self.client is not None:
            self.hall.leave(self.client)


CLOSED: Final = (r"/metrics", r"/api(?:/.*)?")
CLOSED_BY_CODE: Final = (r"/login", r"/logout")
"""A hub logs people in and out at addresses of its own."""
PAGES: Final = [
    (r"/class/?", HallPage),
    (r"/class/enter", Enter),
    (r"/class/leave", Leave),
    (r"/class/socket", Socket),
    (r"/class/room/([0-9a-f]{8})", RoomPage),
    (r"/class/exercises", ExercisesPage),
    (r"/class/course/(.*)", CoursePage),
    (r"/class/ground/([0-9a-f]{16})\.(svg|json)", Ground),
    (r"/class/style\.css", Style),
    (r"/class/progress\.csv", Progress),
    (r"/class/sheet", Sheet),
]
