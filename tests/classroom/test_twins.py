"""Two games that differ only in secrets send the same bytes in the same order to whoever does not know."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from attacks.test_being_asked import opens
from attacks.worlds import another_world, played, scenes
from conquistadors.engine.game import Game
from conquistadors.engine.requests import PASS, Choice, Seat
from conquistadors.room.room import Room, Settings
from conquistadors_class.hall import Hall
from support.halls import Page, hall_in
from support.sizes import size

WORLDS = size("TWIN_WORLDS", thin=6, soak=200)
"""So many pairs of worlds are compared."""
DECISIONS = 2000
"""In so many decisions of a game at most."""
FOLLOWED = 12
"""So many questions after that are followed in both worlds."""
SCENES = scenes()


class World:
    """A game in a room of its own, with everybody's page open."""

    def __init__(self, hall: Hall, game: Game[Any], room_id: str = "twin") -> None:
        self.hall = hall
        self.room = Room(Settings(room_id, window_seconds=0), game, hall.school.folder / "rooms", "0.2.0")
        for seat in game.rules.seats:
            self.room.roles[seat] = seat
        self.room.settle()
        hall.school.rooms[room_id] = self.room
        self.pages = {seat: Page(hall, seat, room_id) for seat in (*game.rules.seats, "watcher")}
        self.teacher = Page(hall, "teacher", room_id, teacher=True)
        self.listing = Page(hall, "watcher")

    def close(self) -> None:
        for page in (*self.pages.values(), self.teacher, self.listing):
            page.leave()

    def play(self, seat: Seat, answer: str) -> None:
        self.pages[seat].answer(answer)


def streams(world: World, seat: Seat | None, way: Random) -> list[list[str]]:
    """What a seat and whoever only watches are sent: the seat answers anyhow, and all others pass where they can.

    It ends where others have to decide something, where a card is drawn or a rule lays a hidden one open.
    """
    game = world.room.game
    heard = len(game.events_so_far()[0])
    unknowing = [world.pages["watcher"], world.listing, world.teacher]
    looked_at = [*([] if seat is None else [world.pages[seat]]), *unknowing]
    seen = [list(page.sent) for page in looked_at]
    for _ in range(FOLLOWED):
        asked = game.pending
        if not isinstance(asked, Choice):
            break
        if asked.who == seat:
            world.play(asked.who, way.choice(game.options).id)
        elif asked.passes and asked.who in world.pages:
            world.play(asked.who, PASS.id)
        else:
            break
        if any(map(opens, game.events_so_far()[0][heard:])):
            break
        seen = [list(page.sent) for page in looked_at]
    return seen


def differences(
    folder: Path, scenario: str, options: dict[str, Any], *, watcher: bool, leaky: bool = False, worlds: int = WORLDS
) -> tuple[int, int]:
    """How many pairs of worlds were compared, and in how many somebody was sent something else."""
    hall, _ = hall_in(folder)
    random, compared, different = Random(7), 0, 0
    for game in played(scenario, options, 21, DECISIONS, people=True):
        assert isinstance(game.pending, Choice)
        seat = None if watcher else game.pending.who
        if (seat is not None and seat not in game.rules.seats) or game.checkpoint.answers != len(game.answers):
            continue
        if compared == worlds:
            break
        other = another_world(game, seat, random)
        if other is None or other.position == game.position:
            continue
        found = []
        way = random.random()
        here = game.branch()
        del here._history.checkpoints[:-1]  # as in the other world, nothing before can be taken back
        for each in (here, other):
            each.id = "twin"
            if leaky:
                each.asking = "quickly"
            world = World(hall, each)
            found.append(streams(world, seat, Random(way)))
            world.close()
        compared += 1
        different += found[0] != found[1]
    hall.school.close()
    return compared, different


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=[scenario for scenario, _ in SCENES])
@pytest.mark.parametrize("watcher", [False, True], ids=["seat", "watcher"])
def test_who_does_not_know_is_sent_the_same_bytes(
    tmp_path: Path, scenario: str, options: dict[str, Any], watcher: bool
) -> None:
    compared, different = differences(tmp_path, scenario, options, watcher=watcher)
    assert compared
    assert different == 0


def test_the_same_comparison_finds_a_table_that_tells(tmp_path: Path) -> None:
    """Where it is asked quickly, only who holds a card is asked: others see that."""
    compared, different = differences(tmp_path, "example", {"captains": 3}, watcher=False, leaky=True, worlds=40)
    assert compared
    assert different


def test_inside_a_window_nobody_but_who_is_asked_is_sent_anything(tmp_path: Path) -> None:
    hall, _ = hall_in(tmp_path)
    game = cq.new_game("example", captains=3, seed=4)
    game.people = frozenset(game.rules.seats)
    world, random, windows = World(hall, game), Random(1), 0
    while isinstance(game.pending, Choice):
        asked = game.pending.who
        before = {seat: len(page.sent) for seat, page in world.pages.items()}
        inside = game.window_open, game.checkpoint.answers, game.position.reacting[:1]
        world.play(asked, random.choice(game.options).id)
        if not inside[0] or not game.window_open or not isinstance(game.pending, Choice):
            continue
        now = game.window_open, game.checkpoint.answers, game.position.reacting[:1]
        same = now[:2] == inside[:2] and now[2] and inside[2] and now[2][0].occasion == inside[2][0].occasion
        if same:
            windows += 1
            told = {seat for seat, page in world.pages.items() if len(page.sent) > before[seat]}
            assert told <= {asked, game.pending.who}
    assert windows > 5
