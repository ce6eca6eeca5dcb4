"""The translated notebooks: complete, not older than their originals, and made from them."""

from __future__ import annotations

import json

import pytest

from notebooks.translate import (
    LANGUAGES,
    LINK,
    NOTEBOOKS,
    built,
    hash_of,
    prose_of,
    source,
    sources,
    translated_names,
)

PAGES = [(language, name) for language in LANGUAGES for name in translated_names(language)]


def test_the_start_page_and_the_glossary_are_there_in_every_language() -> None:
    for language in LANGUAGES:
        assert {"00_start_here", "glossary"} <= set(translated_names(language))


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_no_translated_cell_is_older_than_its_original(language: str, name: str) -> None:
    cells = json.loads((NOTEBOOKS / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    english = {cell["id"]: hash_of(source(cell)) for cell in cells if cell["cell_type"] == "markdown"}
    assert {cell: made_from for cell, (made_from, _) in prose_of(language, name).items()} == english


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_a_translated_notebook_is_as_its_sources_say(language: str, name: str) -> None:
    kept = json.loads((NOTEBOOKS / language / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert sources(kept) == sources(built(language, name))


@pytest.mark.parametrize(("language", "name"), PAGES)
def test_links_of_a_translated_notebook_lead_somewhere(language: str, name: str) -> None:
    folder = (NOTEBOOKS / language / name).parent
    text = "\n".join(source(cell) for cell in built(language, name)["cells"] if cell["cell_type"] == "markdown")
    assert [to for to in LINK.findall(text) if not (folder / to).exists()] == []
