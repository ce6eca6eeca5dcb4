"""Who is who on a laptop: a list of names, each with a code on a slip of paper, and a signed cookie after that."""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from jupyter_server.auth import IdentityProvider, User
from tornado.web import RequestHandler
from traitlets import Unicode

from conquistadors.engine.codec import decode, encode
from conquistadors.engine.errors import SaveError, SetupError, one_line, short_repr
from conquistadors.engine.files import read_regular, write_whole
from conquistadors.engine.records import record
from conquistadors.engine.texts import error_text

TEACHER: Final = "teacher"
"""What the teacher is known by. No pupil is."""
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody takes for another one."""
LENGTH: Final = 6
MOST_WRONG, WHILE = 20, 60.0
"""So many wrong codes a device may send within so many seconds."""
LONGEST_NAME: Final = 60
LARGEST_FILE: Final = 1024 * 1024
FILE: Final = "codes.json"


@record
class Entry:
    """Somebody of the class."""

    name: str
    code: str


@record
class _Saved:
    entries: dict[str, Entry]


class Codes:
    """The codes of a class, kept in its folder: who stays in the class keeps the code."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self.entries: dict[str, Entry] = {}
        """By what each is known by: the name, with a number where two are called alike."""
        try:
            saved: _Saved = decode(_Saved, json.loads(read_regular(self._path, LARGEST_FILE).decode("utf-8")), "codes")
            self.entries = dict(saved.entries)
        except FileNotFoundError:
            pass
        except (OSError, ValueError, RecursionError) as error:
            raise SaveError(error_text("save.file", file=self._path.name, why=one_line(str(error)))) from None
        if TEACHER not in self.entries:
            self._enter(TEACHER, TEACHER)
            self._save()

    def enter(self, names: Iterable[str]) -> None:
        """The class is these people: whoever is new gets a code, whoever is gone has none any more."""
        known = {TEACHER: self.entries[TEACHER]}
        met: Counter[str] = Counter()
        for name in map(_checked, names):
            met[name] += 1
            person = name if met[name] == 1 and name != TEACHER else f"{name} ({met[name] + (name == TEACHER)})"
            if person in self.entries:
                known[person] = self.entries[person]
            else:
                self._enter(person, name)
                known[person] = self.entries[person]
        self.entries = known
        self._save()

    def _enter(self, person: str, name: str) -> None:
        taken = {entry.code for entry in self.entries.values()}
        code = new_code()
        while code in taken:
            code = new_code()
        self.entries[person] = Entry(name, code)

    def _save(self) -> None:
        write_whole(self._path, json.dumps(encode(_Saved(self.entries)), ensure_ascii=False, indent=1) + "\n")
        self._path.chmod(0o600)

    def who_has(self, code: object) -> str | None:
        """Who has a code. All are compared, so that the time that it takes tells nothing."""
        wanted = plain(code).encode()
        found = [person for person, entry in self.entries.items() if hmac.compare_digest(entry.code.encode(), wanted)]
        return found[0] if found else None

    @property
    def pupils(self) -> dict[str, Entry]:
        return {person: entry for person, entry in self.entries.items() if person != TEACHER}


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain(code: object) -> str:
    """A code as somebody may type it: with capitals, blanks and strokes."""
    return "".join(char for char in str(code)[:40].lower() if char.isascii() and char.isalnum())


def shown(code: str) -> str:
    """A code as it is printed."""
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}".upper()


def _checked(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise SetupError(error_text("room.name", most=LONGEST_NAME, wanted=short_repr(name)))
    return name


def names_in(text: str) -> list[str]:
    """The names of a class list, one a line; lines that are empty or begin with # are none."""
    lines = [line.strip() for line in text.lstrip("\N{BYTE ORDER MARK}").splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


class Roster(IdentityProvider):
    """Log-in by code. Whoever has a cookie that this server has signed, and is still in the class, is who it says."""

    folder = Unicode("", help="The folder of the class.").tag(config=True)

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.codes = Codes(Path(self.folder))
        self._wrong: dict[str, deque[float]] = {}

    async def _get_user(self, handler: RequestHandler) -> User | None:
        """The cookie alone: a token in a header or an address would skip the check of the origin."""
        return self.get_user_cookie(handler)  # type: ignore[return-value]  # ours is no coroutine

    def user_to_cookie(self, user: User) -> str:
        """The name, and the code it was given for: another code ends what the old one has opened."""
        return json.dumps([user.username, self.codes.entries[user.username].code])

    def user_from_cookie(self, cookie_value: str) -> User | None:
        person, code = json.loads(cookie_value)
        entry = self.codes.entries.get(person)
        return self.user(person) if entry is not None and entry.code == code else None

    def user(self, person: str) -> User:
        name = self.codes.entries[person].name
        return User(person, name, name)

    def slow_down(self, address: str) -> bool:
        """Whether a device has sent too many wrong codes."""
        now = time.monotonic()
        wrong = self._wrong.get(address, deque())
        while wrong and now - wrong[0] > WHILE:
            wrong.popleft()
        return len(wrong) >= MOST_WRONG

    def process_login_form(self, handler: RequestHandler) -> User | None:
        """Whoever has the code that was typed."""
        address = handler.request.remote_ip or ""
        person = None if self.slow_down(address) else self.codes.who_has(handler.get_argument("code", ""))
        if person is None:
            self._wrong.setdefault(address, deque(maxlen=MOST_WRONG)).append(time.monotonic())
            return None
        return self.user(person)

    @property
    def login_available(self) -> bool:
        return False  # our own page has it

    @property
    def logout_available(self) -> bool:
        return False
