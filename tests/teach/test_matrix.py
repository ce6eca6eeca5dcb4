"""The matrix of clauses: what counts as code, what counts as a test, and what is a hole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conquistadors.__main__ import main
from conquistadors.engine.errors import DataError, SetupError
from conquistadors.engine.texts import speaking
from conquistadors.resources import read_toml
from conquistadors.teach.matrix import Row, chapters_named, matrix, of_chapters, report, rulings, totals
from support.clauses import shows

RULES = {
    "en.toml": '[rules]\n"6.3" = "Losses"\n"6.34" = "Share them."\n"6.22" = "A round."\n"6.221" = "Values."\n'
    '"12.341" = "More."\n"2.0" = "The turn."\n',
    "fr.toml": '[rules]\n"6.34" = "Partagez."\n',
    "unruled.toml": '[unruled]\n"6.3" = { en = "a heading, which needs nothing", fr = "un titre" }\n',
    "rulings.toml": "[rulings]\n"
    '"J7" = { clauses = ["4.112"], holds = { en = "Minus one", fr = "Moins un" } }\n'
    '"C8" = { clauses = ["6.34", "6.32"], holds = { en = "Flip" } }\n'
    '"C14" = { clauses = ["2.0", "16.1"], holds = { en = "Gold" } }\n'
    '"C18" = { clauses = ["4.0", "19.32"], holds = { en = "Legends" } }\n'
    '"G-2.0" = { clauses = ["2.0"], holds = { en = "Ties" } }\n'
    '"G-2.0(5)" = { clauses = ["2.0"], holds = { en = "Nothing" } }\n'
    '"G-6.34b" = { clauses = ["6.34"], holds = { en = "Fire" } }\n'
    '"G-15.12" = { clauses = ["15.12"], holds = { en = "Borrow" } }\n'
    '"D-6.32" = { clauses = ["6.32"], holds = { en = "English" } }\n'
    '[unruled]\n"C18" = { en = "a printing matter", ja = "印刷のこと" }\n',
}


class Tree:
    """A kit of a few lines, with the folders as they lie in a checkout."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.rules = root / "data" / "conquest" / "rules"
        self.code = root / "kit" / "games" / "conquest"
        self.tests = root / "tests"
        (self.tests / "games" / "conquest").mkdir(parents=True)
        for name, text in RULES.items():
            self.write(self.rules / name, text)

    def write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def game(self, text: str, file: str = "battle.py") -> None:
        self.write(self.code / file, text)

    def test(self, text: str, file: str = "games/conquest/test_battle.py") -> None:
        self.write(self.tests / file, text)

    def clause(self, number: str) -> Row:
        return next(row for row in matrix(self.rules, self.code, self.tests) if row.id == number)

    def ruling(self, name: str) -> Row:
        return next(row for row in rulings(self.rules, self.code, self.tests) if row.id == name)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


@pytest.fixture
def command(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Tree:
    """The tree, and the command looks at it."""
    monkeypatch.setattr("conquistadors.teach.matrix.PACKAGE", tree.root / "kit")
    monkeypatch.setattr("conquistadors.teach.matrix.data_root", lambda: tree.root / "data")
    return tree


def test_clauses_stand_in_the_order_of_the_rulebook_with_the_languages_that_have_them(tree: Tree) -> None:
    rows = matrix(tree.rules, tree.code, tree.tests)
    assert [row.id for row in rows] == ["2.0", "6.22", "6.221", "6.3", "6.34", "12.341"]
    assert tree.clause("6.34").about == ("en", "fr")
    assert tree.clause("6.34").text == "Share them."
    assert tree.clause("6.22").about == ("en",)


@pytest.mark.parametrize(
    ("code", "place"),
    [
        ('@procedure("6.34", steps=("a",))\ndef allot(pos):\n    pass', "battle.py:allot"),
        ('def allot(pos):\n    return Bar("6.34", "text")', "battle.py:allot"),
        ('def allot(pos):\n    tell(Lost(rule="6.34(2)"))', "battle.py:allot"),
        ('def forbids(option):\n    return "6.3, 6.34" if option else None', "battle.py:forbids"),
        ('def allot(pos):\n    """6.34, G-6.34b  Share losses."""', "battle.py:allot"),
        ('def allot(pos):\n    """A round.\n\n    5  losses are shared (6.34), then\n    """', "battle.py:allot"),
        ('def allot(pos):\n    """6.33-6.34  Losses"""', "battle.py:allot"),
        ('class Battle:\n    """6.34."""', "battle.py:Battle"),
        ('class Battle:\n    def lose(self):\n        """6.34"""', "battle.py:Battle.lose"),
        ('def fight():\n    @procedure("6.34")\n    def allot():\n        pass', "battle.py:fight.allot"),
        ('"""6.34  Losses"""', "battle.py"),
        ('LOSSES = "6.34"', "battle.py"),
    ],
)
def test_code_cites_a_clause_in_a_string_of_its_own_or_in_a_docstring(tree: Tree, code: str, place: str) -> None:
    tree.game(code)
    assert tree.clause("6.34").code == (place,)


@pytest.mark.parametrize(
    "code",
    [
        "def allot(pos):\n    pass  # 6.34",
        'def allot(pos):  # "6.34"\n    """Share losses."""',
        'def allot(pos):\n    pos.note("see 6.34 for this")',
        'def allot(pos):\n    """G-6.34, X-6.34, 16.34, 6.341, 6.34x, 6.34.1"""',
        'LOSSES = 1\n"""6.34  A note below a value."""',
        'LOSSES = 1\n"6.34"',
        "LOSSES = 6.34",
        'LOSSES = f"6.34"',
    ],
)
def test_a_comment_or_a_number_in_passing_is_no_code(tree: Tree, code: str) -> None:
    tree.game(code)
    row = tree.clause("6.34")
    assert row.code == ()
    assert row.hole


@pytest.mark.parametrize(
    "file",
    [
        *("kit.py", "book.py", "pack/records.py", "atlas.py"),
        *("pack/checks/maps.py", "odds/rolls.py", "bots/kinds.py", "lessons/worked.py"),
    ],
)
def test_what_only_reads_asks_plays_or_teaches_carries_out_no_rule(tree: Tree, file: str) -> None:
    tree.game('RULE = "6.34"', file)
    assert tree.clause("6.34").code == ()
    tree.game('RULE = "6.34"', "cards/effects.py")
    assert tree.clause("6.34").code == ("cards/effects.py",)


def test_each_place_counts_once_and_functions_come_first(tree: Tree) -> None:
    tree.game('"""6.34  Events"""\nclass Lost:\n    """6.34"""', "a.py")
    tree.game('@procedure("6.34")\ndef allot():\n    """6.34"""\n    return Bar("6.34(1)")')
    assert tree.clause("6.34").code == ("battle.py:allot", "a.py", "a.py:Lost")


def test_a_test_shows_the_clause_in_its_name(tree: Tree) -> None:
    tree.test(
        "def test_6_34_second_loss():\n    pass\n\nclass TestMore:\n    def test_12_341_more(self):\n        pass\n"
    )
    assert tree.clause("6.34").tests == ("games/conquest/test_battle.py:test_6_34_second_loss",)
    assert tree.clause("12.341").tests == ("games/conquest/test_battle.py:test_12_341_more",)
    assert tree.clause("6.3").tests == ()


@pytest.mark.parametrize("name", ["test_6_34x_example", "test_6_345_other", "help_6_34", "test_that_6_34_holds"])
def test_other_names_show_nothing(tree: Tree, name: str) -> None:
    tree.test(f"def {name}():\n    pass\n# def test_6_34_comment(): pass\n")
    assert tree.clause("6.34").tests == ()


def test_a_test_shows_what_its_decorator_says(tree: Tree) -> None:
    tree.test(
        '@shows("6.34", "G-6.34b", "C8")\ndef test_losses():\n    pass\n\n'
        '@clauses.shows("G-2.0(5)")\nasync def test_nothing():\n    pass\n\n'
        '# @shows("12.341")\n@other("12.341")\ndef test_more():\n    pass\n\n'
        '@shows("12.341")\ndef help():\n    pass\n'
    )
    here = ("games/conquest/test_battle.py:test_losses",)
    assert tree.clause("6.34").tests == tree.ruling("G-6.34b").tests == tree.ruling("C8").tests == here
    assert tree.ruling("G-2.0(5)").tests == ("games/conquest/test_battle.py:test_nothing",)
    assert tree.ruling("G-2.0").tests == ()
    assert tree.clause("12.341").tests == ()


def test_names_count_only_in_the_tests_of_the_game_and_decorators_everywhere(tree: Tree) -> None:
    tree.test("def test_6_34_of_landfall():\n    pass\n", "games/landfall/test_rules.py")
    tree.test("def test_6_34_asked_of_a_reader():\n    pass\n", "games/conquest/lessons/test_losses.py")
    tree.test("def test_6_34_drawn():\n    pass\n", "games/conquest/test_atlas.py")
    tree.test('@shows("6.34")\ndef test_ships():\n    pass\n', "games/landfall/test_ships.py")
    tree.test('@shows("12.341")\ndef test_whole_games():\n    pass\n', "soak/test_games.py")
    assert tree.clause("6.34").tests == ()
    assert tree.clause("12.341").tests == ("soak/test_games.py:test_whole_games",)


def test_the_decorator_only_leaves_a_note() -> None:
    def plain(number: int) -> int:
        return number + 1

    marked = shows("6.34", "C8")(plain)
    assert marked is plain
    assert marked(1) == 2
    assert vars(marked)["shows"] == ("6.34", "C8")


def test_rulings_have_code_tests_and_reasons(tree: Tree) -> None:
    tree.game('def allot(pos):\n    """6.34, C8, G-6.34b, G-2.0(5), D-6.32"""')
    tree.test("def test_g_6_34b_still_fires():\n    pass\ndef test_j7_minus_one():\n    pass\n")
    rows = {row.id: row for row in rulings(tree.rules, tree.code, tree.tests)}
    assert list(rows) == ["J7", "C8", "C14", "C18", "G-2.0", "G-2.0(5)", "G-6.34b", "G-15.12"]
    assert rows["G-6.34b"].complete
    assert rows["G-2.0(5)"].code == rows["C8"].code == ("battle.py:allot",)
    assert rows["G-2.0"].code == ()
    assert rows["J7"].tests == ("games/conquest/test_battle.py:test_j7_minus_one",)
    assert rows["C18"].explanation == "a printing matter"
    assert [row.id for row in rows.values() if row.hole] == ["J7", "C8", "C14", "G-2.0", "G-2.0(5)", "G-15.12"]
    assert [row.id for row in of_chapters(rows.values(), {19})] == ["C18"]
    assert rows["G-6.34b"].chapters == (6,)


def test_texts_and_reasons_are_told_in_the_language_that_has_them(tree: Tree) -> None:
    clauses = {row.id: row for row in matrix(tree.rules, tree.code, tree.tests, "fr")}
    assert (clauses["6.34"].text, clauses["6.34"].about) == ("Partagez.", ("en", "fr"))
    assert clauses["6.22"].text == "A round."
    assert clauses["6.3"].explanation == "un titre"
    assert clauses["6.34"].explanation is None
    rows = {row.id: row for row in rulings(tree.rules, tree.code, tree.tests, "fr")}
    assert (rows["J7"].text, rows["C8"].text) == ("Moins un", "Flip")
    assert rows["C18"].explanation == "a printing matter"
    with speaking("ja"):
        assert tree.ruling("C18").explanation == "印刷のこと"
        assert tree.clause("6.3").explanation == "a heading, which needs nothing"
    with pytest.raises(SetupError, match="the kit speaks en, fr, ja"):
        rulings(tree.rules, tree.code, tree.tests, "tlh")


def test_the_report_is_aligned_and_names_the_first_of_each(tree: Tree) -> None:
    tree.game('def allot(pos):\n    """6.34"""\n\ndef total(pos):\n    """6.221, 6.34"""')
    tree.test("def test_6_34_first():\n    pass\ndef test_6_34_second():\n    pass\n")
    rows = matrix(tree.rules, tree.code, tree.tests)
    assert report(rows) == [
        "2.0     en     HOLE: no code        HOLE: no test",
        "6.22    en     HOLE: no code        HOLE: no test",
        "6.221   en       1 battle.py:total  HOLE: no test",
        "6.3     en     [a heading, which needs nothing]",
        "6.34    en fr    2 battle.py:allot    2 games/conquest/test_battle.py:test_6_34_first",
        "12.341  en     HOLE: no code        HOLE: no test",
    ]
    assert totals(rows) == "6 clauses: 1 with code and test, 1 explained, 4 with a hole"
    assert report([]) == []


def test_holes_give_exit_status_1(command: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    command.game('def allot(pos):\n    """6.34"""')
    assert main(["matrix"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 7
    assert main(["matrix", "--holes", "--chapters", "3,6-9"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in told[:-1]] == ["6.22", "6.221", "6.34"]
    assert told[-1] == "4 clauses: 0 with code and test, 1 explained, 3 with a hole"
    command.test("def test_6_34_shared():\n    pass\n")
    command.game('def allot(pos):\n    """6.34, 6.22, 6.221"""')
    command.test('@shows("6.22", "6.221")\ndef test_values():\n    pass\n', "games/conquest/test_values.py")
    assert main(["matrix", "--holes", "--chapters", "6"]) == 0
    assert capsys.readouterr().out == "4 clauses: 3 with code and test, 1 explained, 0 with a hole\n"


@pytest.mark.usefixtures("command")
def test_the_command_shows_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--rulings", "--holes", "--chapters", "19"]) == 0
    assert capsys.readouterr().out == "1 rulings: 0 with code and test, 1 explained, 0 with a hole\n"
    assert main(["matrix", "--rulings", "--holes"]) == 1
    assert "G-2.0(5)  2.0        HOLE: no code  HOLE: no test" in capsys.readouterr().out.splitlines()


def test_without_the_tests_only_code_is_looked_at(command: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    command.game('def allot(pos):\n    """6.34, 6.22, 6.221"""')
    (command.tests / "games" / "conquest").rmdir()
    assert main(["matrix", "--holes", "--chapters", "6"]) == 0
    assert "tests cannot be looked at" in capsys.readouterr().out
    assert command.clause("6.34").tests is None


def test_what_cannot_be_read_is_named(command: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--chapters", "six"]) == 2
    assert "got 'six'" in capsys.readouterr().err
    command.game("def (")
    with pytest.raises(DataError, match=r"battle\.py, line 1: not Python"):
        command.clause("6.34")
    (command.rules / "en.toml").unlink()
    assert main(["matrix"]) == 2
    assert "en.toml: there is no such file" in capsys.readouterr().err


def test_chapters_are_named_singly_or_from_to() -> None:
    assert chapters_named("1-3, 6") == {1, 2, 3, 6}
    for wrong in ("", "3-1", "1-", "a", "1;2"):
        with pytest.raises(SetupError):
            chapters_named(wrong)


def test_every_ruling_of_the_kit_is_short_and_says_what_it_is_about() -> None:
    ours = read_toml("conquest", "rules", "rulings.toml")
    known = ours["rulings"]
    numbered = [*(f"J{n}" for n in range(1, 14)), *(f"C{n}" for n in range(1, 46))]
    assert [one for one in known if one[0] in "JC"] == numbered
    assert set(ours["unruled"]) <= set(known)
    for name, ruling in known.items():
        assert len(ruling["holds"]["en"].split()) <= 15, name
        assert all(re.fullmatch(r"\d{1,2}\.\d{1,3}", clause) for clause in ruling["clauses"]), name
        if own := re.match(r"[GD]-(\d+\.\d+)(?!\d*x)", name):
            assert ruling["clauses"][0] == own[1], name


def test_the_clauses_of_the_kit_are_looked_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--chapters", "6"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert any(line.startswith("6.34 ") for line in told)
    assert re.fullmatch(r"\d+ clauses: .*", told[-1])
