"""The server of a class: Jupyter Server without kernels, contents and files, and the pages of `conquistadors_class`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Final

from jupyter_server.auth import Authorizer, IdentityProvider, User
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.extension.application import ExtensionApp, ExtensionAppJinjaMixin
from jupyter_server.serverapp import ServerApp
from traitlets import List, Unicode
from traitlets.config import Config

from conquistadors.room.school import School
from conquistadors_class import handlers
from conquistadors_class.hall import Hall
from conquistadors_class.roster import TEACHER, Roster

PUPILS, TEACHERS = "class", "class-teacher"
"""What may be asked for: by everybody in the class, and by the teacher alone."""
HERE: Final = files("conquistadors_class")


class ClassAuthorizer(Authorizer):
    """Pupils get their own pages and nothing else of the server; the teacher the teacher's pages as well."""

    def is_authorized(self, handler: JupyterHandler, user: User, action: str, resource: str) -> bool:  # noqa: ARG002  # what is done is settled by the page
        teacher: Callable[[User], bool] = handler.settings["conquistadors_teacher"]
        return resource == PUPILS or (resource == TEACHERS and teacher(user))


class ClassServer(ServerApp):
    """Log-in and security, and no other service of Jupyter."""

    default_services = ("auth", "security")  # type: ignore[assignment]  # fewer than usual


class ClassApp(ExtensionAppJinjaMixin, ExtensionApp):
    """The pages of a class."""

    name = "conquistadors_class"
    app_name = "Conquistadors in class"
    extension_url = "/class/"
    load_other_extensions = False
    static_paths = [str(HERE / "page")]  # noqa: RUF012  # traits of Jupyter
    template_paths = [str(HERE / "templates")]  # noqa: RUF012
    serverapp_class = ClassServer
    serverapp_config = {"open_browser": False}  # noqa: RUF012

    given: ClassVar = Config()
    """What whoever launches it has set."""
    school: ClassVar[School]
    """The class that is served: it was opened before, since a server that has begun to start hides what is wrong."""

    teachers = List(Unicode(), help="The users who are teachers, where a hub knows them.").tag(config=True)
    notebooks = Unicode(help="The folder of the course, to be read as pages; empty for none.").tag(config=True)

    @property
    def identity_provider(self) -> IdentityProvider:
        assert self.serverapp is not None
        found: IdentityProvider = self.serverapp.identity_provider
        return found

    def is_teacher(self, user: User) -> bool:
        """On a laptop the one with the teacher's code; under a hub its admins, and whoever is named."""
        if isinstance(self.identity_provider, Roster):
            return user.username == TEACHER
        hub: dict[str, Any] = getattr(user, "hub_user", {})
        return user.username in self.teachers or bool(hub.get("admin"))

    def initialize_settings(self) -> None:
        school = self.school
        provider = self.identity_provider
        if isinstance(provider, Roster):
            school.people = {}  # whoever has left the class is no longer listed
            school.meet({person: entry.name for person, entry in provider.codes.pupils.items()})
        self.hall = Hall(school, lambda wait, then: asyncio.get_running_loop().call_later(wait, then))
        self.settings |= {
            "conquistadors_hall": self.hall,
            "conquistadors_teacher": self.is_teacher,
            "conquistadors_notebooks": self.notebooks,
        }
        for trouble in school.trouble:
            self.log.warning(trouble)

    def initialize_handlers(self) -> None:
        """First of all, what Jupyter Server has and no class needs is closed, whoever asks."""
        by_code = isinstance(self.identity_provider, Roster)
        closed = [*handlers.CLOSED, *(handlers.CLOSED_BY_CODE if by_code else ())]
        self.handlers.extend([*[(path, handlers.Closed) for path in closed], *handlers.PAGES])

    async def stop_extension(self) -> None:
        self.school.close()

    @classmethod
    def make_serverapp(cls, **how: Any) -> ServerApp:
        return ClassServer.instance(config=cls.given, **how)


def opened(folder: Path) -> School:
    """The class of a folder. What is written from here on is for whoever runs it: codes are keys."""
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    return School(folder)


def launch(argv: list[str], config: dict[str, dict[str, Any]], school: School) -> None:
    """Serve a class until it is stopped."""
    ClassApp.given, ClassApp.school = Config(config), school
    ClassApp.launch_instance(argv=argv)  # type: ignore[no-untyped-call]  # it has none
