"""Codes: one for each, kept as long as somebody is in the class; whoever guesses is slowed down."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conquistadors.engine.errors import SaveError, SetupError
from conquistadors_class.printing import qr_svg, qr_text
from conquistadors_class.roster import FILE, LETTERS, MOST_WRONG, TEACHER, Codes, Roster, names_in, plain, shown


def test_everybody_has_a_code_of_their_own_and_keeps_it(tmp_path: Path) -> None:
    codes = Codes(tmp_path)
    codes.enter(["Ana", "Ben", "Ana", TEACHER])
    assert list(codes.entries) == [TEACHER, "Ana", "Ben", "Ana (2)", f"{TEACHER} (2)"]
    assert len({entry.code for entry in codes.entries.values()}) == 5
    before = dict(codes.entries)
    again = Codes(tmp_path)
    again.enter(["Eva", "Ana", "Ana"])
    assert {person: again.entries[person] for person in ("Ana", "Ana (2)", TEACHER)} == {
        person: before[person] for person in ("Ana", "Ana (2)", TEACHER)
    }
    assert again.who_has(before["Ben"].code) is None
    assert again.who_has(shown(before["Ana"].code)) == "Ana"
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("code", ["", None, 7, [], "\x00", "０", "x" * 10**6])
def test_what_is_no_code_is_nobodys(tmp_path: Path, code: object) -> None:
    assert Codes(tmp_path).who_has(code) is None


def test_codes_have_no_letters_that_are_mistaken() -> None:
    assert not set("0o1il") & set(LETTERS)
    assert plain(" Ab-3 d\N{EN DASH}ef ") == "ab3def"


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\x07b"])
def test_a_strange_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SetupError, match="60"):
        Codes(tmp_path).enter([name])


def test_a_class_list() -> None:
    assert names_in("\N{BYTE ORDER MARK}Ana\n\n# the others\n  Ben \r\n") == ["Ana", "Ben"]


def test_a_file_of_codes_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    with pytest.raises(SaveError, match=FILE):
        Codes(tmp_path)


def typed(roster: Roster, code: str, address: str = "10.0.0.1") -> object:
    handler: Any = SimpleNamespace(request=SimpleNamespace(remote_ip=address), get_argument={"code": code}.get)
    return roster.process_login_form(handler)


def test_whoever_guesses_is_slowed_down_and_nobody_else_is(tmp_path: Path) -> None:
    roster = Roster(folder=str(tmp_path))
    roster.codes.enter(["Ana"])
    right = roster.codes.entries["Ana"].code
    assert typed(roster, right)
    for _ in range(MOST_WRONG):
        assert typed(roster, "wrong") is None
    assert typed(roster, right) is None
    assert typed(roster, right, "10.0.0.2")


def test_a_cookie_ends_with_its_code(tmp_path: Path) -> None:
    roster = Roster(folder=str(tmp_path))
    roster.codes.enter(["Ana"])
    cookie = roster.user_to_cookie(roster.user("Ana"))
    assert roster.user_from_cookie(cookie)
    roster.codes.enter(["Ben"])
    assert roster.user_from_cookie(cookie) is None
    roster.codes.enter(["Ana"])
    assert roster.user_from_cookie(cookie) is None, "another code"


def test_the_address_as_a_picture() -> None:
    assert qr_svg("http://192.168.1.2:8818/class/").startswith("<svg")
    assert len(qr_text("http://192.168.1.2:8818/class/").splitlines()) > 10
