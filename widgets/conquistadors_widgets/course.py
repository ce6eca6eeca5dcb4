"""The landing page of a class: the notebooks of a folder as a course, with what each gives, instead of file names.

`python -m conquistadors_widgets.course notebooks page.html` writes it; `make pages` does so, and Voila shows it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from markupsafe import Markup

from conquistadors.engine.files import write_whole
from conquistadors.engine.records import record
from conquistadors.engine.texts import LANGUAGES
from conquistadors_widgets.html import html
from conquistadors_widgets.words import words

GIVES: Final = re.compile(r"(?:You will (?:learn|play)|Vous (?:apprendrez|jouerez))\b.+?\.(?=\s|$)|学ぶこと：[^。]+。")
"""What a lesson promises, below its title."""
TITLE: Final = re.compile(r"(?P<part>[^:：\d]+?)\s?(?P<number>\d+)?\s?[:：]\s*(?P<name>.+)")


@record
class Lesson:
    """A notebook of the course."""

    path: str
    part: str
    """The part of the course that it belongs to: what its title says before a number or a colon."""
    number: str
    name: str
    gives: str


def lessons(folder: Path, language: str | None = None) -> list[Lesson]:
    """The notebooks of a folder and of those in it, in their order; in a language as far as they are translated.

    Translations lie in a folder of the language, under the path of the original.
    """
    paths = sorted(folder.glob("*.ipynb")) + sorted(folder.glob("*/*.ipynb"))
    if language is not None:
        originals = [path for path in paths if path.relative_to(folder).parts[0] not in LANGUAGES]
        translated = [folder / language / path.relative_to(folder) for path in originals]
        paths = [there if there.is_file() else path for path, there in zip(originals, translated, strict=True)]
    return [_lesson(path, path.relative_to(folder).as_posix()) for path in paths if not path.name.startswith(".")]


def _lesson(path: Path, where: str) -> Lesson:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "".join(cells[0]["source"]) if cells else ""
    title = next((line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("#")), path.stem)
    found, gives = TITLE.fullmatch(title), GIVES.search(_plain(text))
    part, number, name = (found["part"], found["number"] or "", found["name"]) if found else ("", "", title)
    return Lesson(where, part, number, _sentence(name), gives[0] if gives else "")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(text: str) -> str:
    """Markdown without its signs."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("*", "").replace("`", "").strip()


PAGE: Final = """<main class="cq-course">
<h1>{{ title }}</h1>
<p>{{ hello }}</p>
<p><label>{{ name }} <input id="cq-reader" maxlength="60" autocomplete="name"></label> <small>{{ help }}</small></p>
{% for lesson in first %}
<p><a class="cq-first" href="voila/render/{{ lesson.path | urlencode }}">{{ lesson.name }}</a></p>
{% endfor %}
<div class="cq-parts">
{% for part, inside in parts %}<section><h2>{{ part }}</h2><ol>
{% for lesson in inside %}
<li><a href="voila/render/{{ lesson.path | urlencode }}">{{ lesson.number }} {{ lesson.name }}</a>
{%- if lesson.gives %}<br><small>{{ lesson.gives }}</small>{% endif %}</li>
{% endfor %}</ol></section>
{% endfor %}</div></main>
"""


def page(found: Iterable[Lesson], language: str = "en") -> Markup:
    """The course as HTML, without a frame."""
    say = words(language).say
    parts: dict[str, list[Lesson]] = {}
    for lesson in found:
        parts.setdefault(lesson.part, []).append(lesson)
    first = parts.pop("", [])
    texts = {key: say(f"course.{key}") for key in ("title", "hello", "name", "help")}
    return html(PAGE, first=first, parts=list(parts.items()), **texts)


if __name__ == "__main__":
    write_whole(Path(sys.argv[2]), page(lessons(Path(sys.argv[1]))))
