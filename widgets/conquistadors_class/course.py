"""The notebooks of the course as pages to read: their words and what they showed when they were last run."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

import nbformat
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from conquistadors_widgets.course import ENGLISH, Lesson, lessons

PICTURES: Final = (".png", ".svg")
SCRIPT: Final = re.compile(r"<script\b.*?</script\s*>", re.IGNORECASE | re.DOTALL)
WIDGET: Final = "application/vnd.jupyter.widget-view+json"


class Course:
    """A folder of notebooks."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._pages: dict[str, str] = {}

    @classmethod
    def at(cls, folder: str) -> Course:
        return _course(folder)

    def listing(self, language: str) -> list[tuple[str, list[Lesson]]]:
        """The notebooks by part, in a language as far as they are translated."""
        there = {lesson.path: lesson for lesson in ([] if self._folder is None else lessons(self._folder))}
        found: dict[str, list[Lesson]] = {}
        for path, original in there.items():
            if original.language == ENGLISH:
                lesson = there.get(f"{language}/{path}", original)
                found.setdefault(lesson.part, []).append(lesson)
        return list(found.items())

    def _notebooks(self) -> list[Path]:
        return [] if self._folder is None else sorted(self._folder.rglob("*.ipynb"))

    def page(self, name: str) -> str | None:
        """A notebook as HTML; None for what is none of the course."""
        name = name.removesuffix(".ipynb")
        if name not in self._pages:
            known = {
                path.relative_to(self._folder or path).with_suffix("").as_posix(): path for path in self._notebooks()
            }
            if name not in known:
                return None
            self._pages[name] = _html(known[name])
        return self._pages[name]

    def picture(self, name: str) -> bytes | None:
        """A picture beside the notebooks; None for what is none."""
        if self._folder is None:
            return None
        path = (self._folder / name).resolve()
        inside = path.is_relative_to(self._folder.resolve()) and path.suffix in PICTURES
        return path.read_bytes() if inside and path.is_file() else None


@cache
def _course(folder: str) -> Course:
    return Course(Path(folder) if folder and Path(folder).is_dir() else None)


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # it has none


def _html(path: Path) -> str:
    """The words of a notebook and its outputs; no code, no script."""
    parts = []
    for cell in _read(path).cells:
        if cell.cell_type == "markdown":
            parts.append(f"<section>{_safe(markdown2html_mistune(cell.source))}</section>")
        elif cell.cell_type == "code":
            parts += [_output(each) for each in cell.outputs]
    return "\n".join(parts)


def _output(output: Any) -> str:
    if output.output_type == "stream":
        return f"<pre>{escape(output.text)}</pre>"
    data = output.get("data", {})
    if "text/html" in data and WIDGET not in data:
        return f'<div class="cq">{_safe(data["text/html"])}</div>'
    if "image/svg+xml" in data:
        return f"<figure>{_safe(data['image/svg+xml'])}</figure>"
    return f"<pre>{escape(data.get('text/plain', ''))}</pre>"


def _safe(html: str) -> str:
    """Without scripts: the pages run none but their own."""
    return SCRIPT.sub("", html)
