"""A game that is saved while it is played: one table at a time, and what is broken is rescued."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.engine import platform, saves
from conquistadors.engine.autosave import Autosave
from conquistadors.engine.errors import SaveError, SaveWarning, SetupError
from conquistadors.engine.files import write_whole
from conquistadors.engine.game import Game
from support.indies import FIXED as PACK


def played(folder: Path, answers: int = 6, seed: int = 5) -> Game[Any]:
    game = cq.new_game("example", seed=seed, players=["Ana", "Ben"], undo="training", autosave=folder)
    for _ in range(answers):
        game.play(game.options[0])
    return game


def keeps(game: Game[Any]) -> Autosave:
    assert isinstance(game.after_answer, Autosave)
    return game.after_answer


def file_of(game: Game[Any]) -> Path:
    return keeps(game).path(game)


# One writer ------------------------------------------------------------------------------------------------------


def test_a_game_that_has_gone_on_elsewhere_is_not_overwritten(tmp_path: Path) -> None:
    first = played(tmp_path)
    second = cq.resume(tmp_path)
    second.play(second.options[0])
    with pytest.warns(SaveWarning, match=r"open elsewhere .* not saved"):
        first.play(first.options[-1])
    assert keeps(first).state.kind == "elsewhere"
    assert cq.resume(tmp_path).answers == second.answers
    third = cq.resume(tmp_path)
    keeps(third).take_over(third)
    third.play(third.options[0])
    assert keeps(third).state.kind == "saved"
    with pytest.warns(SaveWarning, match="open elsewhere"):
        second.play(second.options[0])
    assert cq.resume(tmp_path).answers == third.answers


def test_a_file_that_somebody_removes_is_written_again(tmp_path: Path) -> None:
    game = played(tmp_path)
    file_of(game).unlink()
    game.play(game.options[0])
    assert cq.resume(tmp_path).answers == game.answers


def test_a_copy_under_a_name_does_not_take_the_place_of_the_game(tmp_path: Path) -> None:
    """Loading an early copy used to overwrite what had been played since."""
    game = played(tmp_path)
    cq.save(game, tmp_path / "early.json")
    game.play(game.options[0])
    early = cq.load(tmp_path / "early.json", autosave=tmp_path)
    early.play(early.options[-1])
    assert early.id != game.id
    assert cq.load(file_of(game)).answers == game.answers
    cq.save(game, tmp_path / "late.json")
    assert cq.resume(tmp_path).id == game.id


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_the_save_before_the_last_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    """With links or without: in a browser, `os` has none."""
    if not links:
        monkeypatch.setattr(platform, "LINKS", False)
        monkeypatch.delattr(os, "link")
    game = played(tmp_path)
    before = file_of(game).read_text(encoding="utf-8")
    game.play(game.options[0])
    assert saves.previous(file_of(game)).read_text(encoding="utf-8") == before


# Rescuing --------------------------------------------------------------------------------------------------------


def test_a_save_that_was_cut_off_goes_on_from_its_last_good_answer(tmp_path: Path) -> None:
    game = played(tmp_path, answers=9)
    lone = tmp_path / "apart" / "cut.json"
    text = file_of(game).read_text(encoding="utf-8")
    lines = text.split("\n")
    begin = lines.index('"answers": [') + 1
    for keep in (1, 7, len(game.answers) - 1):
        cut = "\n".join([*lines[: begin + keep], lines[begin + keep][:5]])
        write_whole(lone, cut)
        with pytest.warns(SaveWarning, match=r"cut off.* answers could be read; the game continues from there"):
            rescued = cq.load(lone)
        assert rescued.answers[:keep] == game.answers[:keep]
        rescued.play(rescued.options[0])
    lone.write_bytes(text.encode()[: text.index('"answers"')] + b"\xff")
    with pytest.raises(SaveError, match="not UTF-8"):
        cq.load(lone)


def test_a_broken_save_leads_to_the_one_before_it(tmp_path: Path) -> None:
    game = played(tmp_path)
    file_of(game).write_text("{", encoding="utf-8")
    with pytest.warns(SaveWarning, match="The previous save is complete"):
        rescued = cq.resume(tmp_path)
    assert rescued.answers == game.answers[: len(rescued.answers)]
    assert len(rescued.answers) >= len(game.answers) - 4
    rescued.play(rescued.options[0])
    assert cq.resume(tmp_path).answers == rescued.answers


def test_resume_passes_over_what_cannot_be_read(tmp_path: Path) -> None:
    game = played(tmp_path)
    (tmp_path / "newest.json").write_text("nonsense", encoding="utf-8")
    with pytest.warns(SaveWarning, match=r"what could not be read was skipped: newest\.json: not JSON"):
        assert cq.resume(tmp_path).id == game.id
    file_of(game).unlink()
    with pytest.raises(SaveError, match=r"newest\.json: not JSON"):
        cq.resume(tmp_path)


# Changed rules ---------------------------------------------------------------------------------------------------


def test_a_save_of_other_values_goes_on_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The voyage table is another one today: the ships stand where they stood."""
    game = cq.new_game("example", seed=3, undo="training")
    for _ in range(14):
        game.play("sail open" if "sail open" in [option.id for option in game.options] else game.options[0])
    path = cq.save(game, tmp_path / "old.json")
    monkeypatch.setattr("conquistadors.games.landfall.rules.Landfall.leagues", lambda *_: 1)
    with pytest.raises(SaveError, match="do not lead to the checkpoint"):
        cq.load(path)  # as far as anybody knows the rules are the same: the file is damaged
    monkeypatch.setattr("conquistadors.engine.saves.fingerprint", lambda _: {"code": "today", "values": ""})
    with pytest.warns(SaveWarning, match=r"rules or data of the kit have changed .* before answer \d+ cannot be taken"):
        loaded = cq.load(path)
    assert loaded.position == game.position
    loaded.play(loaded.options[0])
    again = cq.load(cq.save(loaded, tmp_path / "new.json"))
    assert again.answers == loaded.answers


def test_a_checkpoint_that_fits_no_longer_leads_to_an_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(tmp_path, answers=9)
    monkeypatch.setattr("conquistadors.engine.saves.fingerprint", lambda _: {"code": "today", "values": ""})
    ours = type(game.rules).check_boundary

    def strict(rules: Any, pos: Any) -> None:
        if pos.round > 1:
            raise ValueError("there is one round today")
        ours(rules, pos)

    monkeypatch.setattr(type(game.rules), "check_boundary", strict)
    monkeypatch.setattr(type(game.rules), "last_round", 1, raising=False)
    monkeypatch.setattr(type(game.rules), "leagues", lambda *_: 1)
    with pytest.warns(SaveWarning, match=r"the answers \d+ to \d+ were dropped"):
        loaded = cq.load(file_of(game))
    assert 0 < len(loaded.answers) <= len(game.answers)


def test_a_fingerprint_changes_with_code_and_values_and_not_with_words() -> None:
    from conquistadors.engine import fingerprint as module

    code = 'def rule(x: int) -> int:\n    """Words."""\n    return x + 1  # a comment\n'
    same = 'def rule(x: int) -> int:\n    """Other words,\n    and more."""\n\n    # another\n    return x + 1\n'
    assert module.without_words(code) == module.without_words(same)
    assert module.without_words(code) != module.without_words(code.replace("x + 1", "x + 2"))
    assert "'#'" in module.without_words("x = '#'  # a mark\n")
    assert '"""#"""' in module.without_words('x = f("""#""")\n')
    value = {"value": 3, "source": "1.1", "grade": "stated", "name": {"en": "A"}, "copies_source": "x"}
    assert module._plain(value) == {"value": 3}
    one, other = (module.fingerprint(cq.new_game(name).rules) for name in ("example", "solitaire"))
    assert one.keys() == other.keys() == {"code", "values"}
    assert not set(one.values()) & set(other.values())


# People ----------------------------------------------------------------------------------------------------------


def test_everybody_has_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path))
    ana = played(cq.saves_folder("Ana"))
    with pytest.raises(SaveError, match="no saved game"):
        cq.resume(reader="Ben")
    with pytest.raises(SaveError, match="no saved game"):
        cq.resume()
    assert cq.resume(reader=" Ana ").id == ana.id
    assert [each.path for each in cq.saved_games(reader="Ana")] == [file_of(ana)]
    folders = {cq.saves_folder(name) for name in ("a/b", "a-b", "../x", "é", "É", "..", "a" * 200)}
    assert len(folders) == 7
    assert {folder.parent for folder in folders} == {tmp_path / "readers"}
    with pytest.raises(SetupError, match="200"):
        cq.resume(reader="x" * 201)


def test_the_visitor_of_a_class_page_is_a_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path))
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    monkeypatch.setenv("QUERY_STRING", "reader=Ana%20Maria")
    assert cq.saves_folder() == cq.saves_folder("Ana Maria")
    monkeypatch.setenv("QUERY_STRING", "")
    assert cq.saves_folder().parent == tmp_path / "readers"
    assert cq.saves_folder() != cq.saves_folder("")


def test_the_list_of_games(tmp_path: Path) -> None:
    game = played(tmp_path)
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    os.utime(tmp_path / "broken.json", (10**9, 10**9))
    listed = cq.saved_games(tmp_path)
    assert [each.path.stem for each in listed] == [file_of(game).stem, "broken"]
    points = {name: game.position.ships[seat] for seat, name in game.names.items()}
    assert dict(listed[0].points) == points
    told = listed[0].told()
    assert "Landfall" in told
    assert f"turn {listed[0].turn} · Ana ({points['Ana']} points), Ben ({points['Ben']} points)" in told
    assert "cannot be read" in listed[1].told()
    assert "ターン" in listed[0].told("ja")
    assert repr(listed).splitlines()[0].startswith(file_of(game).name)


def test_what_is_documented_works_in_a_fresh_kernel(tmp_path: Path) -> None:
    game = played(tmp_path)
    code = "import conquistadors as cq\nprint(cq.play(cq.resume()).game.id)"
    environment = {**os.environ, "CONQUISTADORS_SAVES": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == game.id


# Packs -----------------------------------------------------------------------------------------------------------


def test_a_save_names_only_packs_that_were_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conquistadors.packs.allowed._ALLOWED", set())
    game = cq.new_game("solitaire", map="south", seed=1, pack=str(PACK))
    path = cq.save(game, tmp_path / "packed.json")
    assert cq.load(path).id == game.id, "whoever begins a game with a pack has allowed it"
    monkeypatch.setattr("conquistadors.packs.allowed._ALLOWED", set())
    with pytest.raises(SaveError, match=r"cq\.allow_pack"):
        cq.load(path)
    monkeypatch.setenv("CONQUISTADORS_PACKS", str(PACK))
    assert cq.load(path).id == game.id
    monkeypatch.delenv("CONQUISTADORS_PACKS")
    cq.allow_pack(PACK)
    assert cq.load(path).id == game.id
    with pytest.raises(SetupError, match="a data pack must be a folder"):
        cq.allow_pack(path)


def folder_of(game: cq.Game[Any]) -> Path:
    """Where the data of a game comes from."""
    rules: Any = game.rules
    return Path(rules.pack.folder)


def test_a_save_names_a_pack_by_the_name_it_has_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path is nowhere in the file: the same save loads wherever a pack is known by that name."""
    for kept, empty in (("_ALLOWED", set[Path]()), ("_NAMED", dict[str, Path]())):
        monkeypatch.setattr(f"conquistadors.packs.allowed.{kept}", empty)
    cq.allow_pack(PACK, name="our-box")
    game = cq.new_game("solitaire", map="south", seed=1, pack="our-box")
    path = cq.save(game, tmp_path / "packed.json")
    assert str(PACK) not in path.read_text(encoding="utf-8")
    assert folder_of(cq.load(path)) == PACK
    monkeypatch.setattr("conquistadors.packs.allowed._NAMED", {})
    with pytest.raises(SaveError, match=r"called 'our-box'.*cq\.allow_pack\(folder, name='our-box'\)"):
        cq.load(path)
    with pytest.raises(cq.ConquistadorsError, match="our-box"):
        cq.new_game("solitaire", pack="our-box")
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(PACK, elsewhere)
    monkeypatch.setenv("CONQUISTADORS_PACKS", f"our-box={elsewhere}")
    assert folder_of(cq.load(path)) == elsewhere


@pytest.mark.parametrize("name", ["../box", "/etc", "Our Box", "", "x" * 41, "a=b", 7])
def test_a_name_of_a_pack_is_never_like_a_path(name: Any) -> None:
    with pytest.raises(SetupError, match="the name of a data pack must be at most 40 small letters, digits, - and _"):
        cq.allow_pack(PACK, name=name)
