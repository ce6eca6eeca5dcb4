"""How a team decides."""

from __future__ import annotations

import pytest

from conquistadors.room.votes import decided

TEAM = ("ana", "ben", "eva", "rui", "zoe")


@pytest.mark.parametrize(
    ("votes", "present", "over", "wanted"),
    [
        ("", TEAM, False, None),
        ("", TEAM, True, None),
        ("ana=x ben=x", TEAM, False, None),
        ("ana=x ben=x eva=x", TEAM, False, "x"),
        ("ana=x ben=y eva=x rui=y", TEAM, False, None),
        ("ana=x ben=y eva=x rui=y zoe=z", TEAM, False, "x"),
        ("ben=y ana=x", ("ana", "ben"), False, "y"),
        ("ana=x", ("ana",), False, "x"),
        ("ana=x ben=y", ("eva",), False, None),
        ("ana=x ben=x", ("eva",), False, "x"),
        ("ben=y", TEAM, True, "y"),
        ("ana=x ben=y eva=y", TEAM, True, "y"),
    ],
)
def test_what_a_team_decides(votes: str, present: tuple[str, ...], over: bool, wanted: str | None) -> None:
    cast = dict(vote.split("=") for vote in votes.split())
    assert decided(cast, present, over=over) == wanted
