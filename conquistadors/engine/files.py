"""How the kit reads and writes what must not be lost: a save, the progress of a reader, the games of a long run."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from conquistadors.engine import platform
from conquistadors.engine.errors import SaveError, one_line
from conquistadors.engine.texts import error_text

PART: Final = ".part"
"""How the name of a file ends that is being written."""
STALE: Final = 3600.0
"""A file that has been under way for so many seconds was left by a crash."""
LONGEST_PREFIX: Final = 60
_NOT_FOLLOWED: Final = getattr(os, "O_NOFOLLOW", 0)
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_SWEPT: Final[set[Path]] = set()
"""The folders in which this process has looked for what crashes left."""

_WHY: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "file.disk-full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "file.not-allowed"),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ELOOP), "file.in-the-way"),
    errno.ENOENT: "file.gone",
    errno.ENAMETOOLONG: "file.long-name",
}
"""What people are told where a file cannot be read or written: keys of `data/common/errors/`."""


class NotAFile(OSError):
    """A folder, a pipe or a device stands where a file should be."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, "not a regular file", str(path))


def is_folder(path: object) -> bool:
    """Whether somebody has named a folder that is there; whatever else they have named is none."""
    try:
        return isinstance(path, (str, Path)) and Path(path).is_dir()
    except (OSError, ValueError):  # a name that no file can have
        return False


def why(error: OSError) -> str:
    """Why a file cannot be read or written, in the language that is spoken."""
    if isinstance(error, NotAFile):
        return error_text("file.not-a-file")
    key = _WHY.get(error.errno or 0)
    return error_text(key) if key else error.strerror or type(error).__name__


def read_regular(path: Path, most: int) -> bytes:
    """What a file holds, its first `most` bytes and one more. Whatever is no file is refused, and never waited for."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise NotAFile(path)
    handle = os.open(path, os.O_RDONLY | _AT_ONCE)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):  # it may have changed meanwhile
            raise NotAFile(path)
        return file.read(most + 1)


def write_whole(path: Path, text: str, *, previous: Path | None = None) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one, never half of one.

    Any number of processes may write the same file: each has a name of its own for what is under way. Folders are made
    where they are missing. What stood there before is kept as `previous`, if that is given. A link is replaced, and
    what it leads to left alone. `OSError` says why the file could not be written; then the old one stands.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise NotAFile(path)
    sweep(path.parent)
    temporary = _under_way(path)
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOT_FOLLOWED, 0o666)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if previous is not None:
            _keep(path, previous)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)
    platform.keep(path, text)


def write_page(path: str | Path, text: str) -> Path:
    """Write a file that somebody has asked for; `SaveError` says why it cannot be written."""
    try:
        write_whole(Path(path), text)
    except OSError as error:
        raise not_written(path, error) from None
    return Path(path)


def not_written(path: str | Path, error: OSError) -> SaveError:
    """What somebody is told whose file cannot be written."""
    return SaveError(error_text("save.not-written", file=one_line(Path(path).name or str(Path(path))), why=why(error)))


def sweep(folder: Path) -> None:
    """Remove what crashes have left of files under way, once for each process and folder."""
    if folder in _SWEPT:
        return
    _SWEPT.add(folder)
    with suppress(OSError):
        for left in folder.glob(f".*{PART}"):
            with suppress(OSError):
                if time.time() - left.lstat().st_mtime > STALE:
                    left.unlink()


def signature(path: Path) -> tuple[int, ...] | None:
    """Changes whenever somebody writes the file; None while there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size)


def newest(folder: Path, pattern: str = "*.json") -> Iterator[Path]:
    """The files of a folder, the one that was written last first."""
    found: list[tuple[int, str, Path]] = []
    with suppress(OSError):
        for path in folder.glob(pattern):
            with suppress(OSError):
                state = path.stat()
                if stat.S_ISREG(state.st_mode):
                    found.append((state.st_mtime_ns, path.name, path))
    for _, _, path in sorted(found, reverse=True):
        yield path


def _under_way(path: Path) -> Path:
    return path.with_name(f".{path.name[:LONGEST_PREFIX]}.{secrets.token_hex(8)}{PART}")


def _keep(path: Path, previous: Path) -> None:
    """Let `previous` be what the path has now. The path itself is never without its file."""
    if not path.is_file():
        return
    previous.parent.mkdir(parents=True, exist_ok=True)
    kept = _under_way(previous)
    try:
        if not _linked(path, kept):
            kept.write_bytes(path.read_bytes())
        kept.replace(previous)
    finally:
        kept.unlink(missing_ok=True)


def _linked(path: Path, kept: Path) -> bool:
    """Whether the file got a second name: not every disk has links, and a browser has none."""
    if not platform.LINKS:
        return False
    try:
        os.link(path, kept, follow_symlinks=False)
    except (OSError, NotImplementedError):
        return False
    return True


def _flush_folder(folder: Path) -> None:
    """The new name on the disk as well, where a system can do that: a file without it would be lost."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
