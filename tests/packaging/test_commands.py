"""The commands of the README, as a new user types them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import urllib.request
from pathlib import Path

from support.lab import answers, free_port

ROOT = Path(__file__).parents[2]


def test_make_play_prints_the_address_with_its_token_and_serves_the_start_notebook(tmp_path: Path) -> None:
    port = free_port()
    command = ["make", "--no-print-directory", "play", f"PORT={port}", "BROWSER=none"]
    log = tmp_path / "log"
    with log.open("wb") as out:
        playing = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, start_new_session=True)
    try:
        address = _address(log, port, playing)
        with urllib.request.urlopen(address, timeout=300) as page:
            assert page.status == 200
            assert b"JupyterLab" in page.read()
        with urllib.request.urlopen(address.replace("/lab/tree/", "/api/contents/"), timeout=300) as reply:
            assert b"Start here" in reply.read()
    finally:
        os.killpg(playing.pid, signal.SIGTERM)
        playing.wait(300)


def _address(log: Path, port: int, playing: subprocess.Popen[bytes]) -> str:
    """The address that `make play` prints, as soon as somebody answers there."""
    wanted = re.compile(rf"http://127\.0\.0\.1:{port}/lab/tree/notebooks/00_start_here\.ipynb\?token=\w+")
    deadline = time.monotonic() + 300
    while playing.poll() is None and time.monotonic() < deadline:
        found = wanted.search(log.read_text())
        if found and answers(found[0]):
            return found[0]
        time.sleep(0.2)
    raise AssertionError(f"no address that answers was printed:\n{log.read_text()}")


def test_make_alone_says_what_there_is() -> None:
    told = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "make play" in told
    assert "make test" in told


def test_a_python_that_is_too_old_is_told_so(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\necho "Python 3.11 or newer is needed" >&2\nexit 1\n')
    old.chmod(0o755)
    command = ["make", f"PYTHON={old}", f"VENV={tmp_path / 'venv'}", "play"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_a_missing_browser_is_an_error_and_says_how_to_install_it(tmp_path: Path) -> None:
    """Not as root, and with nothing on the path: the command to type is printed, nothing is skipped."""
    bare = tmp_path / "bin"
    bare.mkdir()
    (bare / "id").write_text("#!/bin/sh\necho 1000\n")
    (bare / "id").chmod(0o755)
    for tool in ("bash", "grep"):
        (bare / tool).symlink_to(Path("/usr/bin") / tool)
    script = ROOT / "tests" / "browser" / "ensure_browser.sh"
    done = subprocess.run([bare / "bash", script], env={"PATH": str(bare)}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "sudo apt-get install" in done.stderr
    assert "chromium" in done.stderr
