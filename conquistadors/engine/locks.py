"""Who has a file open for writing: locks of the operating system, which end with the process that holds them.

Where a system has none, or a disk cannot lock, one process is alone, as far as anybody can know.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from conquistadors.engine.platform import has_locks

if sys.platform == "win32":
    import msvcrt
else:
    try:
        import fcntl
    except ImportError:  # Python in a browser
        fcntl = None  # type: ignore[assignment]  # whoever locks looks whether it is there

LOCKS: Final = ".locks"
"""The folder beside the files that are locked."""
HELD, WRITING = range(2)
"""The two bytes of a lock: the file is open in a process; it is being written this moment."""
TRIES, NAP = 2000, 0.005
"""How often, and after which pause, a process asks again that waits for another to have written."""
_FAR: Final = 1 << 20
"""Where the bytes are: far behind the end of the file, which stays empty."""
_BUSY: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class _Opened:
    """The lock of a file in this process. It is open once only: to close it would end every lock that it has."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        wanted = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        self.handle = os.open(path, wanted, 0o666)
        self.users = 0
        self.holders = 0
        self.alone = threading.Lock()

    def lock(self, byte: int) -> bool:
        """Lock a byte, or say that another process has it."""
        try:
            self._lock(byte, on=True)
        except OSError as error:
            return error.errno not in _BUSY
        return True

    def unlock(self, byte: int) -> None:
        try:
            self._lock(byte, on=False)
        except OSError:
            return  # it was never locked: this disk cannot

    def _lock(self, byte: int, *, on: bool) -> None:
        if sys.platform == "win32":
            os.lseek(self.handle, _FAR + byte, os.SEEK_SET)
            msvcrt.locking(self.handle, msvcrt.LK_NBLCK if on else msvcrt.LK_UNLCK, 1)
        elif has_locks(fcntl):
            how = fcntl.LOCK_EX | fcntl.LOCK_NB if on else fcntl.LOCK_UN
            fcntl.lockf(self.handle, how, 1, _FAR + byte)


_OPENED: Final[dict[Path, _Opened]] = {}
_OPENING: Final = threading.RLock()  # a lock may be released by the garbage collector, at any moment
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_OPENED.clear)  # locks stay with the parent


class FileLock:
    """The lock beside a file. In one process any number of these share it."""

    def __init__(self, path: Path) -> None:
        self._path = path.parent.absolute() / LOCKS / f"{path.name}.lock"
        self._opened: _Opened | None = None
        self._holds = False

    def hold(self) -> bool:
        """Hold the file open until `release()`, or until this process ends; False if another process does."""
        opened = self._open()
        if not self._holds and (opened.holders or opened.lock(HELD)):
            self._holds = True
            opened.holders += 1
        return self._holds

    @property
    def shared(self) -> bool:
        """Whether something else in this process holds the file open as well."""
        return self._opened is not None and self._opened.holders > 1

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Be the only one that writes the file meanwhile. `OSError` if another process never comes to an end."""
        opened = self._open()
        with opened.alone:
            for _ in range(TRIES):
                if opened.lock(WRITING):
                    break
                time.sleep(NAP)
            else:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
            try:
                yield
            finally:
                opened.unlock(WRITING)

    def release(self) -> None:
        """Let go of the file."""
        opened, self._opened = self._opened, None
        if opened is None or _OPENED.get(self._path) is not opened:
            return
        with _OPENING:
            if self._holds:
                opened.holders -= 1
                if not opened.holders:
                    opened.unlock(HELD)
            self._holds = False
            opened.users -= 1
            if not opened.users:
                del _OPENED[self._path]
                os.close(opened.handle)

    def _open(self) -> _Opened:
        if self._opened is None or _OPENED.get(self._path) is not self._opened:
            with _OPENING:
                opened = _OPENED.get(self._path) or _Opened(self._path)
                opened.users += 1
                _OPENED[self._path] = opened
                self._opened, self._holds = opened, False
        return self._opened

    def __del__(self) -> None:
        self.release()
