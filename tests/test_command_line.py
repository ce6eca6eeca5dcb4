"""The command line: help that fits a terminal, sentences for what is wrong, no tracebacks and no warnings."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from conquistadors.__main__ import UNREAD, main

COMMANDS = ("fuzz", "playthrough", "check-data", "show-map", "matrix")
TOLD = re.compile(r"  +\S.*?\S  +\S.*")
"""What can be typed, and after a gap what it is."""
IMPORTED = """
import importlib, pkgutil
for name in ("conquistadors", "conquistadors_widgets", "conquistadors_class"):
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_a_line_for_everything_that_can_be_typed(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as end:
        main([*filter(None, [command]), "--help"])
    assert end.value.code == 0
    about = capsys.readouterr().out.partition("\n\n")[2]  # after the usage
    listed = [line for line in about.splitlines() if line.startswith("  ") and line != "  COMMAND"]
    assert [line for line in listed if not TOLD.fullmatch(line)] == []
    assert len(listed) > 2
    assert command or all(each in about for each in COMMANDS)


def _ended(arguments: list[str]) -> object:
    """The exit code, whoever noticed that something was wrong."""
    try:
        return main(arguments)
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("fuzz --games 0", "must be a whole number from 1 on; got '0'"),
        ("fuzz --core-hours soon", "must be hours, like 0.5 or 4; got 'soon'"),
        ("fuzz --scenario chess", "invalid choice: 'chess' (choose from 'basic'"),
        ("playthrough --seed -1", "must be a whole number from 0 on; got '-1'"),
        ("playthrough --language tlh", "the kit speaks en, fr, ja; got 'tlh'"),
        ("check-data no-such-folder", "there is no data pack 'no-such-folder'"),
        ("show-map moon", "invalid choice: 'moon' (choose from 'north'"),
        ("matrix --game chess", "there is no game 'chess'"),
        ("matrix --chapters all", "chapters must be written like 1-14 or 3,6-9; got 'all'"),
    ],
)
def test_a_bad_argument_gets_a_sentence(typed: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = _ended(typed.split())
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert said in told.err.splitlines()[-1]


def test_a_reader_who_has_seen_enough_gets_no_traceback() -> None:
    command = [sys.executable, "-m", "conquistadors", "playthrough"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as telling:
        assert telling.stdout is not None
        assert telling.stderr is not None
        telling.stdout.close()
        complaint = telling.stderr.read()
    assert (telling.returncode, complaint) == (UNREAD, b"")


def test_a_command_needs_nobody_who_reads() -> None:
    """Without any output at all, as `pythonw` has it or `>&-` in a shell."""
    command = "import sys; sys.stdout = None; from conquistadors.__main__ import main; sys.exit(main(['playthrough']))"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_everything_is_imported_without_a_warning() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", IMPORTED], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
