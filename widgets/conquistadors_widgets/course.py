"""The landing page of a class: the notebooks of a folder as a course in three languages, instead of file names.

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

GIVES: Final = re.compile(
    r"(?:You will (?:learn|play)|Vous (?:apprendrez|jouerez)|学ぶこと)\s?[:：]?\s*(.+?)(?:[.:](?:\s|$)|。|$)"
)
"""What a notebook gives: a sentence at its top says so."""
TITLE: Final = re.compile(r"(?P<part>[^:：\d]+?)\s?(?P<number>\d+)?\s?[:：]\s?(?P<name>.+)")
ENGLISH: Final = "en"
"""The language of notebooks that stand in no folder of a language."""


@record
class Lesson:
    """A notebook of the course."""

    path: str
    language: str
    part: str
    """The part of the course that it belongs to: what its title says before a number or a colon."""
    number: str
    name: str
    gives: str

    @property
    def original(self) -> str:
        """The notebook of which it is a translation, or itself."""
        return self.path.removeprefix(f"{self.language}/")


def lessons(folder: Path) -> list[Lesson]:
    """The notebooks of a folder and of those in it, in their order."""
    paths = [path.relative_to(folder) for path in folder.rglob("*.ipynb")]
    shown = [path for path in paths if not any(part.startswith(".") for part in path.parts)]
    return [_lesson(folder, path) for path in sorted(shown, key=lambda path: (len(path.parts), path))]


def _lesson(folder: Path, where: Path) -> Lesson:
    cells = json.loads((folder / where).read_text(encoding="utf-8"))["cells"]
    text = "".join(cells[0]["source"]) if cells else ""
    title = next((line.lstrip("# ").strip() for line in text.splitlines() if line.startswith("#")), where.stem)
    found, gives = TITLE.fullmatch(title), GIVES.search(_plain(text))
    part, number, name = (found["part"], found["number"] or "", found["name"]) if found else ("", "", title)
    language = where.parts[0] if where.parts[0] in LANGUAGES else ENGLISH
    return Lesson(where.as_posix(), language, part, number, _sentence(name), _sentence(gives[1]) if gives else "")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(text: str) -> str:
    """Markdown without its signs."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("*", "").replace("`", "").strip()


RENDER: Final = "voila/render/"
"""Where Voila shows a notebook, below its own address."""
PAGE: Final = """<main class="cq-course" lang="{{ language }}"{% if hidden %} hidden{% endif %}>
<h1>{{ title }}</h1>
<p>{{ hello }}</p>
<p><label>{{ name }} <input class="cq-reader" maxlength="60" autocomplete="name"></label> <small>{{ help }}</small></p>
<p class="cq-ways">{% for lesson in first %}
<a {% if loop.first %}class="cq-first" {% endif %}href="{{ render }}{{ lesson.path | urlencode }}">{{ lesson.name }}</a>
{% endfor %}</p>
<div class="cq-parts">
{% for part, inside in parts %}<section><h2>{{ part }}</h2><ol>
{% for lesson in inside %}
<li lang="{{ lesson.language }}">
<a href="{{ render }}{{ lesson.path | urlencode }}">{{ lesson.number }} {{ lesson.name }}</a>
{%- if lesson.gives %}<br><small>{{ lesson.gives }}</small>{% endif %}</li>
{% endfor %}</ol></section>
{% endfor %}</div></main>
"""
NAV: Final = """<nav class="cq-languages">{% for language, name in languages %}
<button type="button" lang="{{ language }}">{{ name }}</button>{% endfor %}</nav>
"""


def page(found: Iterable[Lesson]) -> Markup:
    """The course as HTML, without a frame: once in every language, of which a script shows that of the reader."""
    all_ = list(found)
    languages = [each for each in LANGUAGES if any(lesson.language == each for lesson in all_)]
    courses = [_course(all_, language) for language in languages]
    return html(NAV, languages=[(each, LANGUAGES[each]) for each in languages]) + Markup("").join(courses)


def _course(found: Iterable[Lesson], language: str) -> Markup:
    """What there is in a language, and below it, in English, what is not."""
    say = words(language).say
    own = [lesson for lesson in found if lesson.language == language]
    there = {lesson.original for lesson in own}
    rest = [lesson for lesson in found if lesson.language == ENGLISH and lesson.path not in there]
    parts: dict[str, list[Lesson]] = {}
    for lesson in [*own, *([] if language == ENGLISH else rest)]:
        parts.setdefault(lesson.part, []).append(lesson)
    first = parts.pop("", [])
    texts = {key: say(f"course.{key}") for key in ("title", "hello", "name", "help")}
    shown = {"language": language, "hidden": language != ENGLISH, "first": first, "parts": list(parts.items())}
    return html(PAGE, render=RENDER, **shown, **texts)


if __name__ == "__main__":
    write_whole(Path(sys.argv[2]), page(lessons(Path(sys.argv[1]))))
