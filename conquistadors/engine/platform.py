"""What the computer that runs the kit can do. Nobody else asks whether that is a browser.

In a browser (Pyodide) there are no threads and no processes, and files are memory: whatever `write_whole` writes goes
to the browser's own store as well, file by file, and comes back when the next page starts (`ready()`).
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

IN_BROWSER: Final = sys.platform == "emscripten"
THREADS: Final = not IN_BROWSER
PROCESSES: Final = not IN_BROWSER
LINKS: Final = hasattr(os, "link")
"""Whether a file can have two names."""
LANGUAGE: Final = "language"
"""The file with the language that was chosen on the first page of the site."""

SHELF: Final = """
(() => {
  const opened = new Promise((resolve, reject) => {
    const asked = indexedDB.open("conquistadors", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("files");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
    asked.onblocked = () => reject(new Error("blocked"));
  });
  opened.catch(() => {});
  const shelf = {
    trouble: "",
    async all() {
      const files = (await opened).transaction("files").objectStore("files");
      const found = [];
      return await new Promise((resolve, reject) => {
        const asked = files.openCursor();
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => {
          const at = asked.result;
          if (!at) return resolve(JSON.stringify(found));
          found.push([at.key, at.value.text, at.value.time]);
          at.continue();
        };
      });
    },
    put(path, text, time) {
      opened.then((base) => new Promise((resolve, reject) => {
        const change = base.transaction("files", "readwrite", { durability: "strict" });
        change.objectStore("files").put({ text, time }, path);
        change.oncomplete = resolve;
        change.onabort = change.onerror = () => reject(change.error);
      })).then(() => { shelf.trouble = ""; }, (error) => { shelf.trouble = String(error && error.name || error); });
    },
  };
  return shelf;
})()
"""
"""The store of the browser: a text and its time by path. Each file is put in one step: it is the old one or the new."""


class Shelf:
    """The files of the kit in the store of a browser. Other tabs use it too: only what is written changes."""

    def __init__(self) -> None:
        self._store: Any = import_module("pyodide.code").run_js(SHELF)
        self._loaded = False
        self._broken = ""

    async def ready(self) -> None:
        """Bring back what was kept, once."""
        if self._loaded:
            return
        self._loaded = True
        try:
            found = json.loads(await self._store.all())
        except Exception as error:  # whatever the browser says: then nothing is kept, and the table tells
            self._broken = str(error)
            return
        for name, text, time in found:
            path = home() / name
            with suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                os.utime(path, (time, time))

    def keep(self, path: Path, text: str) -> None:
        if path.is_relative_to(home()):
            self._store.put(str(path.relative_to(home())), text, path.stat().st_mtime)

    def trouble(self) -> str:
        return self._broken or str(self._store.trouble)


_SHELF: Final = Shelf() if IN_BROWSER else None


def home() -> Path:
    """The folder in which the kit keeps what is a person's own: games and progress."""
    return Path.home() / ".conquistadors"


async def ready() -> None:
    """Wait until the files of the last visit are back. The kernel of the site does, before it runs the first cell."""
    if _SHELF is not None:
        await _SHELF.ready()
        speak_as_chosen()


def speak_as_chosen() -> None:
    """Speak the language that somebody has chosen on the first page of the site; it lies among the files."""
    from conquistadors.engine.texts import LANGUAGES, speak

    with suppress(OSError):
        chosen = (home() / LANGUAGE).read_text(encoding="utf-8")
        if chosen in LANGUAGES:
            speak(chosen)


def keep(path: Path, text: str) -> None:
    """A file was written: keep it, where the disk alone would forget it."""
    if _SHELF is not None:
        _SHELF.keep(path, text)


def forgets() -> bool:
    """Whether what is written is lost with this page: the browser keeps nothing, or has no room."""
    return _SHELF is not None and bool(_SHELF.trouble())


def in_notebook() -> bool:
    """Whether a kernel of Jupyter runs this: what is displayed stands in a notebook."""
    return not {"ipykernel", "pyodide_kernel"}.isdisjoint(sys.modules)


def has_pandas() -> bool:
    """Whether a table can be a DataFrame."""
    return find_spec("pandas") is not None


def has_locks(module: Any) -> bool:
    """Whether a module named fcntl can lock: that of a browser's kernel is empty."""
    return hasattr(module, "lockf")
