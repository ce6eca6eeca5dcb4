"""Saves: what is written comes back; what is damaged, foreign, newer or edited is refused with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine import saves
from conquistadors.engine.autosave import Autosave
from conquistadors.engine.chance import Script, TableDice
from conquistadors.engine.errors import SaveError, SaveWarning
from conquistadors.engine.fuzz import same_state
from conquistadors.engine.game import Game
from conquistadors.games import rules_for
from support.landfall import game_at, ocean


def played(answers: int = 8, **setup: Any) -> Game[Any]:
    game = cq.new_game("example", players=["Ana", "Ben"], seed=11, **setup)
    for _ in range(answers):
        game.play(game.options[-1])
    return game


def loads(text: str, kit: str = cq.__version__) -> Game[Any]:
    return saves.from_text(text, rules_for, kit)


def dumps(game: Game[Any]) -> str:
    return saves.to_text(game, cq.__version__)


def edited(text: str, edit: Callable[[dict[str, Any]], None], *, sealed: bool = True) -> str:
    """The save after an edit; `sealed` makes the checksums anew, as somebody would who knows how."""
    document = json.loads(text)
    edit(document)
    if sealed:
        document["checksums"] = saves.checksums(document)
    return json.dumps(document)


@pytest.mark.parametrize("answers", [0, 1, 5, 20])
def test_what_is_saved_comes_back(answers: int, tmp_path: Path) -> None:
    game = played(answers, undo="training", language="ja")
    path = cq.save(game, tmp_path / "deep" / "game.json")
    loaded = cq.load(path)
    assert same_state(game, loaded)
    assert (loaded.names, loaded.undo_policy, loaded.language, loaded.id) == (game.names, "training", "ja", game.id)
    loaded.play(loaded.options[0])
    game.play(game.options[0])
    assert same_state(game, loaded)
    assert sorted(p.name for p in path.parent.iterdir()) == ["game.json"]


def test_the_document_has_the_fields_that_are_documented() -> None:
    document = json.loads(dumps(played()))
    head = "format version kit fingerprint scenario options seats chance undo language id"
    assert " ".join(document) == f"{head} origin answers checkpoint checksums"


def test_table_dice_scripts_and_own_positions_are_saved_too() -> None:
    table = game_at(ocean({"red": "pilot"}), TableDice(5))
    table.play("sail open")
    table.play("pass")
    table.play("4")
    scripted = game_at(ocean(ships={"red": 2}), Script(4))
    scripted.play("sail coast")
    for game in (table, scripted):
        assert same_state(game, loads(dumps(game)))


def test_a_changed_seed_in_the_middle_is_saved_too() -> None:
    game = played().branch(seed=4)
    for _ in range(5):
        game.play(game.options[0])
    assert same_state(game, loads(dumps(game)))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text[: len(text) // 2], r"not JSON, line \d+ column \d+: .*damaged or cut off"),
        (lambda _: "", "the file ends too early"),
        (lambda _: "[]", "not a save of this kit"),
        (lambda _: '{"format": "chess"}', "not a save of this kit"),
        (lambda text: text.replace('"version": 2', '"version": 3', 1), "newer kit .* update the kit"),
        (lambda text: text.replace('"version": 2', '"version": 0', 1), "unknown save format 0"),
        (lambda text: text.replace('"version": 2', '"version": 2, "version": 2', 1), "duplicate field: 'version'"),
        (lambda text: text.replace('"undo": "fair"', '"undo": NaN', 1), "NaN is not a number"),
        (lambda text: text.replace('"undo": "fair"', f'"undo": {"9" * 5000}', 1), "4300"),
        (lambda text: text.replace('"undo": "fair"', '"undo": ' + "[" * 100_000, 1), "nested too deeply|damaged"),
        (lambda text: text.replace('"undo": "fair"', '"undo": 3', 1), "save.undo: expected a text, found 3"),
        (
            lambda text: text.replace('"undo": "fair", ', "").replace('"undo": "fair",\n', "", 1),
            "missing or unknown: 'undo'",
        ),
        (lambda text: text.replace("prepare", "sail open", 1), "the part 'answers' is not as it was written"),
        (lambda text: text.replace("Ana", "Eve", 1), "the part 'head' is not as it was written"),
        (
            lambda text: text.replace('"round": 1', '"round": 2').replace('"round": 3', '"round": 4'),
            "the part 'checkpoint'",
        ),
    ],
)
def test_a_spoilt_save_says_what_is_wrong(spoil: Callable[[str], str], message: str) -> None:
    game = played()
    spoilt = spoil(dumps(game))
    assert spoilt != dumps(game)
    with pytest.raises(SaveError, match=message):
        loads(spoilt)


def _answer(document: dict[str, Any], number: int) -> list[Any]:
    answer: list[Any] = document["answers"][number]
    return answer


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda d: d.update(scenario="os.system"), "there is no scenario"),
        (lambda d: d.update(options={"captains": 7}), "2 to 4 captains"),
        (lambda d: d.update(options={"__class__": 1}), "no option '__class__'"),
        (lambda d: d.update(seats={"red": "Ana"}), "the seats are red, blue"),
        (lambda d: d.update(seats={"red": "Ana", "blue": "\x00"}), "printable"),
        (lambda d: d.update(undo="never"), "'fair' or 'training'"),
        (lambda d: d.update(language="../../etc"), "the kit speaks"),
        (lambda d: d.update(id="../x"), "letters and digits"),
        (lambda d: d.update(chance=[]), "starts at answer 0"),
        (lambda d: d["chance"][0].update(kind="pickle"), "'seeded' or 'table'"),
        (lambda d: d["chance"][0].update(seed=12), r"answer 0 .* is not what was rolled for deck"),
        (lambda d: _answer(d, 0).__setitem__(2, 5), r"answer 0 \(5\) does not fit"),
        (lambda d: _answer(d, 6).__setitem__(2, "sail moon"), r"answer 6 \('sail moon'\) does not fit: .* Allowed"),
        (lambda d: _answer(d, 6).__setitem__(0, "blue"), "red is asked here: turn"),
        (lambda d: _answer(d, 6).__setitem__(3, True), "was not forced"),
        (lambda d: d["answers"].pop(6), "answer 6"),
        (lambda d: d["answers"].extend(d["answers"]), "does not fit"),
        (lambda d: d["checkpoint"].update(answers=3), "do not lead to the checkpoint"),
        (lambda d: d["checkpoint"]["position"].update(round=9), "do not lead to the checkpoint"),
        (lambda d: d.update(origin={"answers": 0, "position": {}}), "position: missing or unknown"),
        (lambda d: d.update(origin={"answers": -1, "position": {}}), "from 0 to"),
    ],
)
def test_a_save_edited_by_somebody_who_knows_how_is_refused_all_the_same(
    edit: Callable[[dict[str, Any]], None], message: str
) -> None:
    with pytest.raises(SaveError, match=message):
        loads(edited(dumps(played()), edit))


def test_a_huge_pile_in_an_origin_does_not_hang() -> None:
    def huge(document: dict[str, Any]) -> None:
        document["origin"] = {"answers": 0, "position": json.loads(json.dumps(document["checkpoint"]["position"]))}
        document["origin"]["position"]["piles"]["deck"]["copies"][0] = 10**15

    with pytest.raises(SaveError, match="no number goes beyond"):
        loads(edited(dumps(played()), huge))


def test_files_that_cannot_be_saves(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"none\.json: cannot be read"):
        cq.load(tmp_path / "none.json")
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match="not UTF-8"):
        cq.load(binary)
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(saves.LARGEST_SAVE + 1)
    with pytest.raises(SaveError, match="too large for a save"):
        cq.load(large)
    with pytest.raises(SaveError, match="cannot be read"):
        cq.load(tmp_path)


def older(game: Game[Any], kit: str = "0.0.9") -> str:
    """The save of a game as a kit with other rules would have written it."""
    return edited(saves.to_text(game, kit), lambda d: d["fingerprint"].update(code="0" * 16))


# Other versions --------------------------------------------------------------------------------------------------


def test_a_save_of_another_version_that_still_fits_loads_whole() -> None:
    game = played()
    assert same_state(game, loads(saves.to_text(game, "0.0.9")))


def test_a_save_of_another_version_goes_on_from_its_checkpoint_and_says_what_was_dropped() -> None:
    game = played(12, undo="training")
    other_rules = edited(older(game), lambda d: _answer(d, 0).__setitem__(2, "dodo"))
    with pytest.warns(SaveWarning, match=r"version '0.0.9'.*before answer \d+ cannot be taken back"):
        loaded = loads(other_rules)
    assert loaded.position == game.position
    loaded.play(loaded.options[0])
    again = loads(dumps(loaded))
    assert same_state(loaded, again)
    while loaded.can_undo:
        loaded.undo()
    assert loaded.checkpoint.answers == loaded.origin.answers  # type: ignore[union-attr]  # it has one


def test_answers_after_the_checkpoint_that_do_not_fit_are_dropped() -> None:
    game = game_at(ocean({"red": "chart"}), TableDice(2))
    game.play("play chart")
    text = edited(older(game), lambda d: _answer(d, 0).__setitem__(2, "play dodo"))
    with pytest.warns(SaveWarning, match="the answers 0 to 0 were dropped"):
        loaded = loads(text)
    assert loaded.answers == ()


# Autosave and resume ---------------------------------------------------------------------------------------------


def test_autosave_after_every_answer_and_undo_and_resume(tmp_path: Path) -> None:
    game = cq.new_game("example", seed=5, undo="training", autosave=tmp_path)
    for _ in range(3):
        game.play(game.options[0])
        assert same_state(game, cq.resume(tmp_path))
    game.undo()
    assert same_state(game, cq.resume(tmp_path))
    resumed = cq.resume(tmp_path)
    resumed.play(resumed.options[-1])
    assert same_state(resumed, cq.resume(tmp_path))
    assert [path.name for path in tmp_path.glob("*.json")] == [f"example-{game.id}.json"]


def test_a_game_is_written_at_its_first_decision(tmp_path: Path) -> None:
    """The cell that begins a game, run again, does not put a fresh one in the place of that which was played."""
    first = cq.new_game("example", seed=1, autosave=tmp_path)
    assert list(tmp_path.iterdir()) == []
    first.play(first.options[0])
    cq.new_game("example", seed=2, autosave=tmp_path)
    assert cq.resume(tmp_path).id == first.id
    second = cq.new_game("example", seed=2, autosave=tmp_path)
    second.play(second.options[0])
    assert cq.resume(tmp_path).id == second.id


def test_resume_without_saves_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=f"no saved game in {re.escape(str(tmp_path / 'none'))}"):
        cq.resume(tmp_path / "none")


def test_a_folder_that_cannot_be_written_does_not_stop_the_game(tmp_path: Path) -> None:
    game = cq.new_game("example", seed=5, autosave=tmp_path)
    assert isinstance(game.after_answer, Autosave)
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    game.after_answer.folder = blocked
    with pytest.warns(SaveWarning, match="could not be saved"):
        game.play("sail coast")
    assert len(game.answers) > 6


def test_a_write_that_fails_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played()
    path = cq.save(game, tmp_path / "game.json")
    old = path.read_text()
    game.play(game.options[0])
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(SaveError, match=r"game\.json could not be written: the disk is full"):
        cq.save(game, path)
    assert path.read_text() == old
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]
