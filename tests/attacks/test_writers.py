"""Several processes on one folder, processes that are killed, disks that are full: every read is whole, and nothing is
lost that was said to be saved."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

import pytest

if sys.platform != "win32":
    import resource

import conquistadors as cq
from conquistadors.engine import files, saves
from conquistadors.engine.game import Game
from conquistadors.engine.locks import FileLock
from conquistadors.games import Scenario, rules_for
from support.attacks import SCENARIOS
from support.sizes import size
from support.writers import Writer

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of POSIX")


def begun(scenario: Scenario, folder: Path, decisions: int = 12) -> Game[Any]:
    """A game that has been played and saved."""
    game: Game[Any] = Game.new(rules_for(scenario.id, scenario.variants[0]), seed=3, undo="training")
    cq.keep_saved(game, folder)
    random = Random(scenario.id)
    for _ in range(decisions):
        game.play(random.choice(game.options))
    return game


def whole(folder: Path) -> Game[Any]:
    """The only game of the folder; any warning would be an error here."""
    [path] = folder.glob("*.json")
    return cq.load(path)


def given(game: Game[Any]) -> set[str]:
    """Every answer of the game, as a writer tells of it."""
    return {f"{number} {answer.value}" for number, answer in enumerate(game.answers)}


@posix
@pytest.mark.soak
@each_scenario
def test_two_writers_on_one_game(scenario: Scenario, tmp_path: Path) -> None:
    """Two processes take the game from each other again and again.

    Whoever reads sees a whole save, and in the end every answer is there that one of them said was saved.
    """
    answers, since, reads = size("TWO_WRITERS_ANSWERS", thin=5, soak=60), monotonic(), 0
    for number in range(size("TWO_WRITERS", thin=1, soak=8)):
        folder = tmp_path / str(number)
        begun(scenario, folder)
        [path] = folder.glob("*.json")
        writers = [Writer(folder, seed, answers) for seed in (2 * number, 2 * number + 1)]
        while sum(each.running() for each in writers):
            saves.glance(path, rules_for)
            reads += 1
        ends = [each.end() for each in writers]
        assert [code for code, _ in ends] == ["0", "0"]
        assert any(told for _, told in ends)
        assert {line for _, told in ends for line in told} <= given(whole(folder))
        assert list(folder.rglob(f".*{files.PART}")) == []
    print(f"{reads} reads in {monotonic() - since:.1f} s")


def test_a_game_keeps_its_place_though_it_is_written_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process replaces the file between two looks at it: it is no other file by that."""
    game = begun(SCENARIOS[-1], tmp_path)
    monkeypatch.setattr(Path, "samefile", lambda *_: False)
    again = cq.resume(tmp_path)
    again.play(again.options[0])
    assert again.id == game.id
    assert whole(tmp_path).answers == again.answers


@posix
@pytest.mark.soak
@each_scenario
def test_a_process_that_is_killed_loses_nothing_that_it_said_was_saved(scenario: Scenario, tmp_path: Path) -> None:
    random = Random(scenario.id)
    folder = tmp_path / "0"
    begun(scenario, folder)
    for number in range(-(-size("KILLS", thin=5, soak=1000) // len(SCENARIOS))):
        process = Writer(folder, number, 10_000)
        heard = [process.next() for _ in range(random.randint(1, 8))]
        told = {*heard, *process.kill()} - {""}
        game = whole(folder)
        assert told <= given(game)
        assert FileLock(next(folder.glob("*.json"))).hold()
        if game.pending is None:
            folder = tmp_path / str(number + 1)
            begun(scenario, folder)


@posix
@pytest.mark.soak
@each_scenario
def test_a_full_disk_leaves_the_last_save(scenario: Scenario, tmp_path: Path) -> None:
    """The disk is full at another byte each time: a limit on the size of files says so."""
    game = begun(scenario, tmp_path)
    keeps, random = game.after_answer, Random(scenario.id)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for _ in range(size("FULL_DISKS", thin=2, soak=250)):
        saved = whole(tmp_path).answers
        resource.setrlimit(resource.RLIMIT_FSIZE, (random.randrange(2000), hard))
        try:
            with pytest.warns(cq.SaveWarning, match="the disk is full"):
                game.play(random.choice(game.options))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert whole(tmp_path).answers == saved
        keeps.write(game)  # type: ignore[union-attr]  # the autosave
        assert whole(tmp_path).answers == game.answers
        game.undo()
    assert list(tmp_path.rglob(f".*{files.PART}")) == []


@posix
def test_whatever_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    game = cq.new_game("example", seed=1)
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    (tmp_path / "dangling.json").symlink_to(tmp_path / "nothing")
    for name in ("pipe", "folder", "zero", "loop", "dangling"):
        with pytest.raises(cq.SaveError, match=f"{name}.json: cannot be read"):
            cq.load(tmp_path / f"{name}.json")
    for name in ("pipe", "folder", "zero"):
        with pytest.raises(cq.SaveError, match=f"{name}.json could not be written: it is not a file"):
            cq.save(game, tmp_path / f"{name}.json")
    assert cq.saved_games(tmp_path) == []
    with pytest.raises(cq.SaveError, match="no saved game"):
        cq.resume(tmp_path)


@posix
def test_a_link_is_replaced_and_what_it_leads_to_left_alone(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine", encoding="utf-8")
    (tmp_path / "save.json").symlink_to(victim)
    cq.save(cq.new_game("example", seed=1), tmp_path / "save.json")
    assert victim.read_text(encoding="utf-8") == "mine"
    assert cq.load(tmp_path / "save.json").pending is not None


def test_what_crashes_leave_is_swept_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = (tmp_path / f".game.json.{name}{files.PART}" for name in ("old", "new"))
    for each in (old, new):
        each.write_text("half", encoding="utf-8")
    os.utime(old, (1, 1))
    monkeypatch.setattr(files, "_SWEPT", set())
    files.write_whole(tmp_path / "game.json", "whole")
    assert not old.exists()
    assert new.exists()


WRITES: Final = 25


def test_threads_of_one_process_write_in_turn(tmp_path: Path) -> None:
    """Each adds one to a number in a file."""
    path = tmp_path / "count"
    files.write_whole(path, "0")

    def add() -> None:
        lock = FileLock(path)
        for _ in range(WRITES):
            with lock.writing():
                files.write_whole(path, str(int(path.read_text(encoding="utf-8")) + 1))

    threads = [threading.Thread(target=add) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text(encoding="utf-8") == str(3 * WRITES)


@posix
def test_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    code = f"""
import pathlib, sys
from conquistadors.engine.locks import FileLock
lock = FileLock(pathlib.Path({str(path)!r}))
print(lock.hold(), flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        lock = FileLock(path)
        assert not lock.hold()
        holder.kill()
        holder.wait()
        assert lock.hold()


def test_a_kit_without_locks_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python in a browser has none."""
    if sys.platform != "win32":
        monkeypatch.setattr("conquistadors.engine.locks.fcntl", None)
    game = begun(SCENARIOS[-1], tmp_path)
    assert whole(tmp_path).answers == game.answers


def test_every_text_of_a_save_is_the_same_for_all_writers() -> None:
    """Two processes that reach the same answers write the same bytes: no time, no place, no name of a machine."""
    one, other = (cq.new_game("example", seed=4) for _ in range(2))
    other.id = one.id
    assert saves.to_text(one, cq.__version__) == saves.to_text(other, cq.__version__)
