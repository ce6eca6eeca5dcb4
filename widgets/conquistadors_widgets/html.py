"""HTML from templates that escape by themselves: whatever is filled in is text, unless it was made here already."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

_TEMPLATES = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@lru_cache(maxsize=256)
def _template(source: str) -> Template:
    return _TEMPLATES.from_string(source)


def html(source: str, /, **facts: object) -> Markup:
    """A template filled in. `{{ name }}` is escaped; `Markup`, such as the result of another template, is not again."""
    return Markup(_template(source).render(**facts))
