"""What runs in the interpreter of a guest: it takes a bot from a file, hands it views, and sends its answers back.

It is started as a script, and nothing of the kit is imported before it has been told where that lies. The first line
that it reads says which bot is wanted for which game, each further one is a view; it answers each with a line.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import json
import os
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final

NEVER: Final = (
    *("socket.", "subprocess.", "ctypes.", "resource.", "shutil.", "tempfile.", "pty.", "ftplib.", "urllib.", "http."),
    *("os.exec", "os.fork", "os.kill", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "os.putenv"),
    *("os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate"),
    *("signal.", "sqlite3.", "mmap.", "winreg.", "cpython."),
)
"""What a guest has no business with: other processes, the network, files other than to read them, its own limits."""
LOOKS: Final = ("open", "os.listdir", "os.scandir", "os.chdir")
"""What a guest may do with the kit, with Python, and with what lies beside its own file."""
WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MEGABYTE: Final = 1 << 20


def main() -> None:
    """Serve one guest until nothing more is asked."""
    asks, answers = _private_lines()
    wanted = json.loads(asks.readline())
    try:
        sys.dont_write_bytecode = True
        sys.path[:] = wanted["path"]
        serve = _serving(wanted)
    except BaseException as error:
        _send(answers, {"failed": _said(error)})
        return
    _send(answers, {"ready": True})
    for line in asks:
        try:
            said = {"answer": serve(json.loads(line))}
        except BaseException as error:  # whatever it is: whoever asks is told, and the visit is over
            said = {"failed": _said(error)}
        _send(answers, said)


def _private_lines() -> tuple[IO[str], IO[str]]:
    """The lines to whoever asks. What a bot prints goes nowhere, and what it reads is empty."""
    asks = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    return asks, answers


def _serving(wanted: dict[str, Any]) -> Callable[[Any], str]:
    """What answers views: the bot is made, and has nothing but what it may have."""
    from conquistadors.engine.sending import view_from_json
    from conquistadors.games import rules_for

    rules = rules_for(wanted["scenario"], wanted["options"])
    rules.texts("en")
    lines: list[Any] = []
    _limit(wanted["cpu"], wanted["memory"])
    _fence(wanted["file"], wanted["saves"])
    bot = _bot_of(wanted["file"], wanted["name"], wanted["seed"])

    def answer(document: Any) -> str:
        del lines[document["known"] :]
        view = view_from_json(document["view"], rules, lines)
        lines[:] = view.lines
        chosen = bot.answer(view)
        return str(getattr(chosen, "id", chosen))

    return answer


def _limit(cpu: int, memory: int) -> None:
    """So many seconds of CPU and so many megabytes, for good; where the system knows no limits the clock has to do."""
    try:
        import resource
    except ImportError:
        return
    for what, most in ((resource.RLIMIT_CPU, cpu), (resource.RLIMIT_AS, memory * MEGABYTE)):
        with contextlib.suppress(ValueError, OSError):  # a lower limit is in force already
            resource.setrlimit(what, (most, most))


def _fence(file: str, saves: str) -> None:
    """From here on the interpreter refuses what a guest has no business with. It cannot be taken back.

    It keeps out the curious, and it is no jail: whoever has to run a stranger's programs runs them on another machine.
    """
    import conquistadors
    from conquistadors.resources import data_root

    own, hidden = Path(file).resolve().parent, Path(saves).resolve()
    python = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    known = [root.resolve() for root in (Path(conquistadors.__file__).parent, data_root(), *python)]

    def readable(path: Path) -> bool:
        if any(path.is_relative_to(root) for root in known):
            return True
        beside = path.is_relative_to(own) and not path.is_relative_to(hidden)
        return beside and not any(part.startswith(".") for part in path.relative_to(own).parts)

    def watch(event: str, of: tuple[Any, ...]) -> None:
        if event == "import" and of[0] in ("ctypes", "_ctypes"):
            raise ImportError("a guest has no ctypes")
        if event.startswith(NEVER):
            raise PermissionError(f"a guest may not do this: {event}")
        if event in LOOKS and not isinstance(of[0], int):
            writes = event == "open" and (bool(of[2] & WRITES) if isinstance(of[2], int) else True)
            if writes or not readable(Path(os.fsdecode("." if of[0] is None else of[0])).resolve()):
                raise PermissionError(f"a guest may not do this: {event} {of[0]!r}")

    sys.addaudithook(watch)


def _bot_of(file: str, name: str | None, seed: int) -> Any:
    """The bot: of the class in the file that has an `answer`, made with a seed if it wants one."""
    sys.path.insert(0, str(Path(file).parent))
    spec = importlib.util.spec_from_file_location("guest", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["guest"] = module
    spec.loader.exec_module(module)
    own = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == "guest"]
    found = [each for each in own if callable(getattr(each, "answer", None)) and name in (None, each.__name__)]
    if len(found) != 1:
        names = ", ".join(each.__name__ for each in found) or "none"
        raise LookupError(f"one class with answer(view) is wanted, and there is: {names}")
    maker: Any = found[0]
    try:
        takes_seed = bool(inspect.signature(maker).parameters)
    except ValueError:
        takes_seed = False
    return maker(seed) if takes_seed else maker()


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:500]


def _send(answers: IO[str], message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
