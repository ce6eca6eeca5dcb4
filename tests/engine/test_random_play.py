"""Random play, mutated saves, kills in the middle of an autosave: small slices; the long runs are `make soak`."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import conquistadors as cq
from conquistadors import games
from conquistadors.__main__ import main
from conquistadors.engine import PASS, Bar, Choice, Modifier, Pile, Procedure, Seat, fuzz, option, saves
from conquistadors.engine.errors import SaveError, SaveWarning
from conquistadors.engine.fuzz import FuzzFailure
from conquistadors.engine.game import Game
from conquistadors.engine.run import Run
from conquistadors.fuzzing import Fuzzing, fuzz_seeds, fuzzed
from conquistadors.games import rules_for, scenario_named
from conquistadors.games.landfall.odds import Voyaging
from conquistadors.games.landfall.rules import Landfall, Ocean, turn
from conquistadors.odds.asking import AnyGame, Outcome
from conquistadors.odds.position import weighed_soon
from support.sizes import size

GAMES = size("GAMES", thin=2, soak=10_000)
KILLS = size("KILLS", thin=3, soak=200)
MUTATIONS = size("MUTATIONS", thin=200, soak=2000)
CHUNK = 25


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, GAMES, CHUNK))
def test_random_play_keeps_every_promise(first: int) -> None:
    seeds = range(first, min(first + CHUNK, GAMES))
    report = fuzz_seeds("example", seeds, thorough=1.0)
    assert (report.games, report.ended) == (len(seeds), len(seeds))
    assert report.decisions > len(seeds) * 10


def half_a_copy(pos: Ocean) -> Ocean:
    """A copy that goes on sharing the ships."""
    new = object.__new__(Ocean)
    new.__dict__ |= pos.__dict__ | {"hands": pos.hands.copy(), "piles": pos.piles.copy(), "sink": None}
    return new


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        ("shared", "an earlier copy"),
        ("forgetful", "went on in two ways|leads elsewhere"),
        ("refusing", "refused or failed"),
        ("impossible", "can never be: ValueError"),
    ],
)
def test_the_fuzzer_notices_broken_promises(broken: str, promise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that cannot fail proves nothing: break the engine on purpose."""
    if broken == "shared":
        monkeypatch.setattr(Ocean, "copy", half_a_copy)
    elif broken == "forgetful":
        count = iter(range(10**9))
        monkeypatch.setattr(Landfall, "leagues", lambda *_: next(count) % 3)
    elif broken == "impossible":
        monkeypatch.setattr(Ocean, "discard", lambda pos, seat, _: pos.hands.update({seat: Pile()}))
    else:
        monkeypatch.setattr(Landfall, "leagues", lambda *_: 1 // 0)
    with pytest.raises(FuzzFailure, match=promise):
        fuzz_seeds("example", range(20))


class Gossip(Landfall):
    """Everybody sees all hands."""

    def view(self, pos: Ocean, seat: Seat | None) -> Ocean:
        return pos.copy()


class Telltale(Landfall):
    """What red is told depends on what blue holds."""

    def step(self, pos: Ocean) -> Procedure[None]:
        return telltale(pos) if pos.round and "storm" in pos.hands["blue"].titles else super().step(pos)


class Marked(Landfall):
    """What red may do depends on what blue holds."""

    def step(self, pos: Ocean) -> Procedure[None]:
        return marked(pos) if pos.round and pos.active == "red" else super().step(pos)


def telltale(pos: Ocean) -> Procedure[None]:
    yield Choice("red", "beware", "3.2", lambda: [PASS], lambda _: None)
    yield from turn(pos)


def marked(pos: Ocean) -> Procedure[None]:
    barred = Bar("2.1", "not-offered") if "storm" in pos.hands["blue"].titles else None
    yield Choice("red", "turn", "2.1", lambda: [PASS, option("prepare")], lambda o: None if o == PASS else barred)
    yield from turn(pos)


@pytest.mark.parametrize(
    ("rules", "promise"),
    [
        (Gossip, "(red|blue|a bystander) sees what .* cannot know"),
        (Telltale, "what is asked or allowed depends on what (red|a bystander) cannot know"),
        (Marked, "what is asked or allowed depends on what red cannot know"),
        (Landfall, None),
    ],
)
def test_the_fuzzer_finds_leaks(rules: type[Landfall], promise: str | None) -> None:
    """What a seat cannot know is dealt anew: if it makes a difference to the seat, something leaks."""
    made = rules()
    play = partial(fuzz.fuzz, lambda seed: Game.new(made, seed=seed, undo="training"), lambda *_: made, range(20))
    if promise is None:
        assert play(made.check).ended == 20  # type: ignore[arg-type]  # the positions of Landfall are oceans
    else:
        with pytest.raises(FuzzFailure, match=promise):
            play(made.check)  # type: ignore[arg-type]  # the positions of Landfall are oceans


class Blurting(Voyaging):
    """The odds are worked out with what the others really hold."""

    def supposed(self, run: Run[Ocean], seat: Seat, reactions: str) -> Run[Ocean]:
        return run.clone()


class Peeking(Voyaging):
    """The same inside of a turn alone."""

    def supposed(self, run: Run[Ocean], seat: Seat, reactions: str) -> Run[Ocean]:
        return run.clone() if run.since else super().supposed(run, seat, reactions)


class Gossiping(AnyGame):
    """What came of it is told by what is true, not by what is seen."""

    def outcome(self, before: Ocean, after: Ocean, seat: Seat) -> Outcome:
        return tuple((name, str(value)) for name, value in after.to_json().items())

    def supposed(self, run: Run[Ocean], seat: Seat, reactions: str) -> Run[Ocean]:
        return run.clone()


@pytest.mark.parametrize(
    ("odds", "leaks"), [(Blurting, True), (Peeking, True), (Gossiping, True), (Voyaging, False), (AnyGame, False)]
)
def test_the_fuzzer_finds_odds_that_tell_what_is_hidden(
    odds: type[AnyGame], leaks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a seat cannot know is dealt anew: if it is told other odds then, they tell something of it."""
    told = replace(games.kit("landfall"), odds=f"{odds.__module__}:{odds.__name__}")
    monkeypatch.setattr(games, "kit", lambda _: told)
    made = Landfall(3)
    play = partial(fuzz.fuzz, lambda seed: Game.new(made, seed=seed, undo="training"), lambda *_: made, range(4))
    checked = partial(play, made.check, thorough=0.0, weigh=weighed_soon, weighed=1.0)
    if leaks:
        with pytest.raises(FuzzFailure, match=r"the odds of '.*' depend on what (red|blue|green) cannot know"):
            checked()
    else:
        assert checked().ended == 4


def test_odds_are_compared_in_the_middle_of_a_step_too() -> None:
    asked: list[tuple[bool, str]] = []

    def weigh(run: Run[Any], chosen: str) -> object:
        assert isinstance(run.pending, Choice)
        assert chosen in [each.id for each in run.pending.legal()]
        asked.append((bool(run.since), run.pending.kind))
        return None

    made = Landfall(2)
    make = partial(Game.new, made, undo="training")
    fuzz.fuzz(lambda seed: make(seed=seed), lambda *_: made, range(4), lambda _: None, weigh=weigh, weighed=0.5)
    assert {(False, "turn"), (True, "turn"), (True, "react")} <= set(asked)


def test_dealing_anew_leaves_all_that_a_seat_knows() -> None:
    pos = cq.new_game("example", captains=3, seed=4).position
    rules, dealt = pos.rules, random.Random(1)
    for seat in (*rules.seats, None):
        others = [rules.redealt(pos, seat, dealt) for _ in range(10)]
        for other in others:
            rules.check_boundary(other)
            assert rules.view(other, seat) == rules.view(pos, seat)
        assert len({other.key() for other in others}) > 1


def test_a_game_is_fuzzed_until_it_need_not_go_on_and_strictness_changes_nothing_in_it() -> None:
    lax = fuzz_seeds("example", range(2), thorough=0.0)
    assert lax == fuzz_seeds("example", range(2), thorough=1.0)
    assert lax.ended == 2
    short = fuzz_seeds("example", range(2), until=lambda pos: pos.round >= 3)  # type: ignore[attr-defined]  # an ocean
    assert short.ended == 0
    assert 0 < short.answers < lax.answers


def test_the_memory_of_the_fuzzer_tells_all_values_apart() -> None:
    """The hashes of -1 and -2 are equal, and so are those of records that hold them."""
    memory = fuzz._Memory()
    for n in (-1, -2, -1, -2):
        assert memory.goes_on((frozenset({("red", Modifier("x", n))}), n), ("then", n))
    assert not memory.goes_on((frozenset({("red", Modifier("x", -1))}), -1), ("then", -2))


def test_the_command_line_fuzzes_and_tells_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "--games", "4"]) == 0
    assert "example: 4 games, 4 of them to the end; " in capsys.readouterr().out
    assert main(["fuzz", "--games", "2", "--until-turn", "0"]) == 0
    assert "2 games, 0 of them to the end; " in capsys.readouterr().out
    assert main(["playthrough", "--seed", "3", "--language", "fr"]) == 0
    assert "naviguer" in capsys.readouterr().out
    assert main(["playthrough", "--language", "tlh"]) == 2
    assert "the kit speaks" in capsys.readouterr().err


def test_random_play_that_was_interrupted_goes_on_and_tells_the_games_of_each_variant(tmp_path: Path) -> None:
    short = Fuzzing("example", 13, seed=2, until_turn=0, resume=tmp_path)
    first = fuzzed(short)
    assert (first.report.games, first.kept, first.outdated, first.left) == (13, 0, 0, 0)
    assert {path.name for path in tmp_path.iterdir()} == {"example-2-12.json", "example-12-15.json"}
    (tmp_path / "example-12-15.json").write_text("cut off", encoding="utf-8")
    again = fuzzed(short)
    assert (again.report, again.kept) == (first.report, 10)
    sizes = [int(line.split()[0]) for line in again.lines() if "decisions: " in line]
    variants = len(scenario_named("example").variants)
    assert sizes == [sum(seed % variants == number for seed in range(2, 15)) for number in range(variants)]


def test_games_that_other_code_or_another_question_kept_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Fuzzing("example", 2, until_turn=0, resume=tmp_path)
    fuzzed(asked)
    longer = fuzzed(Fuzzing("example", 2, until_turn=1, resume=tmp_path))
    assert (longer.kept, longer.outdated) == (0, 2)
    monkeypatch.setattr("conquistadors.fuzzing.code_of", lambda _: "other")
    changed = fuzzed(Fuzzing("example", 2, until_turn=1, resume=tmp_path))
    assert (changed.kept, changed.outdated) == (0, 2)
    assert any("2 of other rules or checks were played again" in line for line in changed.lines())


def test_random_play_begins_nothing_when_its_time_is_over(tmp_path: Path) -> None:
    fuzzed(Fuzzing("example", 10, until_turn=0, resume=tmp_path))
    more = fuzzed(Fuzzing("example", 30, until_turn=0, resume=tmp_path, core_hours=1e-9))
    assert (more.report.games, more.kept, more.left) == (10, 10, 20)
    assert list(more.lines())[-1].endswith("no time for 20 games")


@pytest.fixture
def _interruptible() -> Iterator[None]:
    """A shell lets what it starts in the background ignore Ctrl-C, and so would all that is started here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interruptible")
@pytest.mark.parametrize("everybody", [True, False])
def test_ctrl_c_ends_random_play_with_one_sentence_and_the_same_command_goes_on(
    tmp_path: Path, *, everybody: bool
) -> None:
    """A terminal sends it to all processes, `kill -INT` to the one; both times the workers end, and say nothing."""
    games, kept = 100_000, tmp_path / "kept"
    asked = ["--games", str(games), "--until-turn", "1", "--workers", "2", "--resume", str(kept)]
    command = [sys.executable, "-m", "conquistadors", "fuzz", *asked]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        try:
            while process.poll() is None and not list(kept.glob("*.json")):
                time.sleep(0.02)
            (os.killpg if everybody else os.kill)(process.pid, signal.SIGINT)
            said, complaint = process.communicate()  # both ends of the pipes are closed: no worker is left
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, said) == (130, "")
    [line] = complaint.splitlines()
    told = re.fullmatch(
        r"Interrupted: (\d+) of 100000 games were played, and every promise was kept; "
        r"the same command goes on from there\.",
        line,
    )
    assert told is not None, line
    on = fuzzed(Fuzzing("example", games, until_turn=1, resume=kept, core_hours=1e-9))
    assert on.outdated == 0
    assert on.kept - int(told[1]) in (0, 10)  # it may be pressed when the last chunk is kept and not yet counted
    assert on.kept > 0


def test_an_interrupted_command_says_so_and_what_keeps_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("conquistadors.fuzzing.wait", pressed)
    assert main(["fuzz", "--games", "20"]) == 130
    said, complaint = capsys.readouterr()
    assert not said
    assert complaint == (
        "Interrupted: 0 of 20 games were played, and every promise was kept; "
        "with --resume FOLDER they are kept, and an interrupted run goes on.\n"
    )
    assert not multiprocessing.active_children()
    monkeypatch.setattr("conquistadors.__main__.playthrough", pressed)
    assert main(["playthrough"]) == 130
    assert capsys.readouterr() == ("", "Interrupted.\n")


@pytest.mark.parametrize("hours", ["0", "-1", "nan", "inf", "soon"])
def test_the_command_line_refuses_a_time_that_is_none(hours: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fuzz", "--core-hours", hours])
    assert "hours, like 0.5 or 4" in capsys.readouterr().err


def test_a_failure_of_the_fuzzer_leaves_a_save_that_leads_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save = saves.to_text(cq.new_game("example", seed=1), cq.__version__)

    def fails(*_: Any) -> fuzz.FuzzReport:
        raise FuzzFailure("it broke", save, "prepare")

    monkeypatch.setattr("conquistadors.__main__._fuzz", fails)
    assert main(["fuzz"]) == 1
    assert "load it and answer 'prepare'" in capsys.readouterr().err
    cq.load(tmp_path / "fuzz-failure.json").play("prepare")


# Mutated saves ---------------------------------------------------------------------------------------------------


def _a_save() -> str:
    game = cq.new_game("example", players=["Ana", "Ben"], seed=23)
    for _ in range(12):
        game.play(game.options[-1])
    return saves.to_text(game, cq.__version__)


SAVE = _a_save()
STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=10**30, max_value=10**400),
    st.floats(),
    st.text(max_size=20),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
    st.integers(min_value=10, max_value=3000).map(
        lambda depth: json.loads("[" * depth + "]" * depth) if depth < 900 else depth
    ),
)


def _places(document: Any, prefix: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(document, dict):
        inner = document.items()
    elif isinstance(document, list):
        inner = list(enumerate(document))  # type: ignore[assignment]  # pairs of a place and a value, as above
    else:
        return [prefix]
    return [prefix, *(place for key, value in inner for place in _places(value, (*prefix, key)))]


PLACES = [place for place in _places(json.loads(SAVE)) if place and place[0] != "checksums"]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A save that was cut off, had bytes flipped, fields swapped or values replaced; maybe with new checksums."""
    how = draw(st.sampled_from(["cut", "flip", "replace", "swap", "drop"]))
    if how == "cut":
        return SAVE[: draw(st.integers(0, len(SAVE) - 2))]
    if how == "flip":
        data = bytearray(SAVE.encode())
        for _ in range(draw(st.integers(1, 6))):
            data[draw(st.integers(0, len(data) - 1))] ^= draw(st.integers(1, 255))
        return data.decode("utf-8", errors="surrogateescape")
    document = json.loads(SAVE)
    *path, last = draw(st.sampled_from(PLACES))
    inner = document
    for key in path:
        inner = inner[key]
    if how == "replace":
        inner[last] = draw(STRANGE)
    elif how == "drop":
        del inner[last]
    else:
        other = draw(st.sampled_from([p for p in PLACES if len(p) == 1]))[0]
        inner[last], document[other] = document[other], inner[last]
    if draw(st.booleans()) and all(name in document for name in ("answers", "checkpoint", "origin")):
        document["checksums"] = saves.checksums(document)
    return json.dumps(document)


@pytest.mark.soak
@settings(max_examples=MUTATIONS, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_a_mutated_save_is_refused_or_still_a_legal_game(text: str) -> None:
    """The documented error, or, where the change was harmless (another name, say), a game that replays."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SaveWarning)  # a changed version number is a save of another version
            game = saves.from_text(text, rules_for, cq.__version__)
    except SaveError as error:
        told = str(error)
    else:
        fresh = saves.from_text(saves.to_text(game, cq.__version__), rules_for, cq.__version__)
        assert fuzz.same_state(game, fresh)
        return
    assert 0 < len(told) < 2000


# Kills -----------------------------------------------------------------------------------------------------------

PLAYER = """
import random, sys
import conquistadors as cq
choose = random.Random(int(sys.argv[2]))
while True:
    game = cq.new_game("example", seed=choose.randrange(10**6), autosave=sys.argv[1])
    while game.pending is not None:
        game.play(choose.choice(game.options))
        print(game.id, len(game.answers), flush=True)
"""


@pytest.mark.soak
def test_a_kill_during_autosave_loses_one_answer_at_most(tmp_path: Path) -> None:
    """SIGKILL at random moments: the save loads, with every answer that was reported as saved."""
    choose = random.Random(1)
    for kill in range(KILLS):
        folder = tmp_path / str(kill)
        folder.mkdir()
        player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(folder), str(kill)], stdout=subprocess.PIPE, text=True
        )
        assert player.stdout is not None
        reported = [player.stdout.readline()]
        time.sleep(choose.uniform(0, 0.12))
        player.send_signal(signal.SIGKILL)
        reported += player.stdout.readlines()
        player.stdout.close()
        player.wait()
        game_id, answers = [line for line in reported if line.endswith("\n")][-1].split()
        saved = cq.load(folder / f"example-{game_id}.json")
        assert len(saved.answers) >= int(answers)
        for path in folder.glob("*.json"):
            cq.load(path)
        later = len(saved.answers) - int(answers)
        decisions = [a for a in saved.answers[len(saved.answers) - later :] if not a.auto]
        assert len(decisions) <= 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("--games", "-5"), ("--games", "0"), ("--workers", "0"), ("--seed", "x"), ("--core-hours", "nan")],
)
def test_the_command_line_refuses_what_is_no_number_of_anything(
    name: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["fuzz", f"{name}={value}"])
    assert f"argument {name}: " in capsys.readouterr().err
