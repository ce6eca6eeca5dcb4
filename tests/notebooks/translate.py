"""The course in other languages: `PYTHONPATH=tests python -m notebooks.translate` makes the translated notebooks
anew, and `make refresh` runs them.

A notebook has its code once. Its prose in another language is `notebooks/languages/<language>/<name>.md`: for each
cell of prose a line `<!-- cell: ID of: HASH -->` and the translation. HASH is that of the English cell it was made
from: if the English has changed since, `test_translations.py` falls until somebody has looked at the translation again.
`{{option.discover}}` and the like are filled with the text of the button, so that prose and screen cannot differ.
Links lead from the folder of the English notebook. Code says nothing in words of its own: it prints what the kit says.

Tools that we looked at keep prose as message catalogues (gettext, po4a) or pair whole notebooks (jupytext): the first
know nothing of cells and the second nothing of languages, so that code would be there twice.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from pathlib import Path
from typing import Any, Final

from conquistadors.engine.texts import texts_of
from conquistadors.typography import set_text

NOTEBOOKS: Final = Path(__file__).parents[2] / "notebooks"
LANGUAGES: Final = ("fr", "ja")
CELL: Final = re.compile(r"^<!-- cell: (?P<id>[\w-]+) of: (?P<hash>[0-9a-f]{8}) -->\n", re.MULTILINE)
BUTTON: Final = re.compile(r"\{\{([\w.-]+)\}\}")
COMMON: Final = ("common/interface", "common/interface/table", "common/interface/board", "common/interface/viewer")
GAMES: Final = {
    "conquest": ("conquest/play", "conquest/face/table", "conquest/face/board", "conquest/face/panels"),
    "exploration": ("exploration", "exploration/face/board", "exploration/face/panels"),
}
"""Where the texts of buttons are: those of a game for the notebooks in its folder, of the first for all others."""
LINK: Final = re.compile(r"\]\((?!https?:)([^)#]+)")
MARK: Final = re.compile(r"^(\s*(?:#+|[-*]|\d+\.) +)?(.*)$", re.MULTILINE)
"""What makes a line a heading or a part of a list, and what it says: the space between them stays."""
FACTS: Final = ("subject", "target", "count")
"""What stands as dots in the text of a button."""


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def prose_of(language: str, name: str) -> dict[str, tuple[str, str]]:
    """By cell, the hash of the English that was translated, and the translation."""
    text = (NOTEBOOKS / "languages" / language / f"{name}.md").read_text(encoding="utf-8")
    parts = list(CELL.finditer(text))
    ends = [part.start() for part in parts[1:]] + [len(text)]
    return {part["id"]: (part["hash"], text[part.end() : end].strip()) for part, end in zip(parts, ends, strict=True)}


def translated_names(language: str) -> list[str]:
    """The notebooks with prose in the language."""
    folder = NOTEBOOKS / "languages" / language
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md"))


def filled(text: str, language: str, name: str) -> str:
    """The prose as it is shown: buttons by their texts, and set as the language is."""
    words = texts_of(language, *COMMON, *GAMES.get(name.partition("/")[0], GAMES["conquest"]))

    def button(found: re.Match[str]) -> str:
        if found[1] not in words:
            raise KeyError(found[1])
        return re.sub(r"\{\w+[^}]*\}", "…", words.say(found[1], dict.fromkeys(FACTS, "…")))

    return MARK.sub(lambda line: (line[1] or "") + set_text(line[2], language), BUTTON.sub(button, text))


def moved(text: str, language: str, name: str) -> str:
    """Links lead where they do from the English notebook."""
    home = posixpath.dirname(name)

    def link(found: re.Match[str]) -> str:
        to = posixpath.normpath(posixpath.join(home, found[1]))
        return f"]({posixpath.relpath(to, posixpath.join(language, home))}"

    return LINK.sub(link, text)


def built(language: str, name: str) -> dict[str, Any]:
    """The notebook in the language."""
    notebook: dict[str, Any] = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))
    prose, first = prose_of(language, name), True
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = moved(filled(prose[cell["id"]][1], language, name), language, name)
        else:
            text = source(cell)
            if first and "import conquistadors as cq" in text:
                first = False
                text = text.replace(
                    "import conquistadors as cq", f'import conquistadors as cq\n\ncq.speak("{language}")', 1
                )
            cell["outputs"], cell["execution_count"] = [], None
        cell["source"] = text.splitlines(keepends=True)
    return notebook


def sources(notebook: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What a notebook says, without its outputs."""
    return [(cell["id"], cell["cell_type"], source(cell)) for cell in notebook["cells"]]


def write() -> None:
    """All of them; what a cell has shown is kept while its code stays the same, and hidden where the English one is."""
    for language in LANGUAGES:
        for name in translated_names(language):
            path, notebook = NOTEBOOKS / language / f"{name}.ipynb", built(language, name)
            if path.is_file():
                before = json.loads(path.read_text(encoding="utf-8"))
                shown = {(cell["id"], source(cell)): cell for cell in before["cells"] if cell["cell_type"] == "code"}
                for at, cell in enumerate(notebook["cells"]):
                    kept = shown.get((cell["id"], source(cell)), cell)
                    notebook["cells"][at] = kept | {"metadata": cell["metadata"]}
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(path.relative_to(NOTEBOOKS))


if __name__ == "__main__":
    write()
