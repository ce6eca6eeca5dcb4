"""The start page in other languages, by clicks: no English on the table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

import conquistadors as cq
from conquistadors.engine.requests import option
from conquistadors.engine.texts import LANGUAGES
from conquistadors.resources import data_root, read_toml_file
from support.lab import NotebookPage

NAMES: Final = ("The Conquistadors", "Mano de Dios", "Mar del Sur", "Made with Natural Earth", *LANGUAGES.values())
STOP_WORDS: Final = re.compile(
    r"\b(the|and|of|to|is|are|you|your|with|from|this|that|has|have|for|what|which|where|nobody|cannot)\b",
    re.IGNORECASE,
)
"""Words that a sentence of English can hardly do without, and that French has not."""
BLANK: Final = re.compile(r"\{[^}]*\}")
WRITTEN: Final = """
table => {
    const found = [];
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
            if (!node.parentElement.closest("style, script")) found.push(node.data);
        } else {
            for (const name of ["title", "placeholder", "aria-label", "alt"]) found.push(node.getAttribute(name) ?? "");
        }
    }
    return found.map(text => text.trim()).filter(text => text);
}
"""
"""All that is written on a table, shown or folded up, with what a pointer or a reader aloud is told."""


def phrases(language: str) -> set[str]:
    """What the catalogues say in a language, without what is filled in: phrases of two words and more."""

    def parts(content: Any, path: Path) -> set[str]:
        if isinstance(content, dict):
            if content.keys() >= set(LANGUAGES):
                return parts(content[language], path)
            return {part for each in content.values() for part in parts(each, path)}
        if isinstance(content, list):
            return {part for each in content for part in parts(each, path)}
        if not isinstance(content, str) or (path.stem in LANGUAGES and path.stem != language):
            return set()
        return {part.strip(" .:;!?,()") for part in BLANK.split(content)}

    found = {part for path in data_root().rglob("*.toml") for part in parts(read_toml_file(path), path)}
    return {part for part in found if len(part) >= 8 and " " in part}


def english_on(table: Locator, english: set[str]) -> list[str]:
    """What is English of all that is written there."""
    written = "\n".join(dict.fromkeys(table.evaluate(WRITTEN)))
    for name in NAMES:
        written = written.replace(name, "")
    said = [phrase for phrase in english if phrase in written]
    lines = written.splitlines()
    return [line for line in lines if STOP_WORDS.search(line) or any(phrase in line for phrase in said)]


@pytest.mark.parametrize("language", ["fr", pytest.param("ja", marks=pytest.mark.long)])
def test_an_impulse_of_the_start_page_is_played_without_english(notebook: NotebookPage, language: str) -> None:
    english = phrases("en") - phrases(language)
    teller = cq.new_game("solitaire", map="south", seed=1, language=language).teller()
    label = {verb: teller.label(option(verb)) for verb in ("march", "pass", "done")}
    notebook.open(f"{language}/00_start_here.ipynb")
    notebook.run_all()
    notebook.page.keyboard.press("Control+b")
    table = notebook.table
    table.evaluate("element => element.scrollIntoView({block: 'start'})")
    done = table.locator(".cq-answers button.cq-allowed").get_by_text(label["done"], exact=True)
    expect(done).to_be_visible()
    assert english_on(table, english) == []
    notebook.answer(teller.label(option("activate", "francisco-pizarro")))
    notebook.answer(label["march"])
    assert english_on(table, english) == []
    notebook.click_space("darien-south")
    for _ in range(20):
        assert english_on(table, english) == []
        if done.count():
            break
        passing = table.locator(".cq-answers button.cq-allowed").get_by_text(label["pass"], exact=True)
        if passing.count():
            notebook.answer(label["pass"])
        else:
            notebook.press_first()
    notebook.answer(label["done"])
    assert english_on(table, english) == []
    notebook.picture(f"start-{language}")
