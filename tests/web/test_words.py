"""The site's own sentences: all of them in three languages, none missing, none left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numerals import plural_forms
from boomtown.rulebook.wording import placeholders
from boomtown.web.words import site_book

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / "templates").rglob("*.html"),
    *(ROOT / "games").rglob("*.html"),
    *(ROOT / "platform/boomtown/web").rglob("*.py"),
]
CALL = re.compile(r"""(?<![\w.])(?:say|told|words\.say|wording\(\)\.say)\(\s*["']([\w.]+)["']""")
MENTION = re.compile(r"""["']([a-z_]+(?:\.[a-z_0-9]+)+)["']""")
"""A key may also be picked between two calls: any literal that looks like one counts."""
COMPUTED = {f"live.phase.{phase}" for phase in ("open", "playing", "ended")} | {
    f"ending.{verdict}.plain" for verdict in ("won", "lost", "drawn")
}


def keys(language: str) -> set[str]:
    return set(site_book().languages[language].say)


def test_every_language_says_the_same_things() -> None:
    for language in LANGUAGES:
        assert keys(language) == keys("en"), language
        first, told = site_book().languages["en"], site_book().languages[language]
        assert {noun: set(group) for noun, group in told.names.items()} == {
            noun: set(group) for noun, group in first.names.items()
        }
        assert set(told.plurals) == set(first.plurals)
        for noun, forms in told.plurals.items():
            assert set(forms) == plural_forms(language), (language, noun)


def test_a_sentence_mentions_the_same_values_in_every_language() -> None:
    for key, sentence in site_book().languages["en"].say.items():
        for language in LANGUAGES:
            told = site_book().languages[language].say[key]
            assert placeholders(told) == placeholders(sentence), (language, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    assert [key for key, told in site_book().languages[language].say.items() if not told] == []


def test_every_key_that_a_page_uses_exists() -> None:
    used = {
        (page.relative_to(ROOT), key)
        for page in PAGES
        for key in CALL.findall(page.read_text(encoding="utf-8"))
    }
    assert {where for where in used if where[1] not in keys("en")} == set()


def test_every_key_is_used_by_some_page() -> None:
    mentioned = {key for page in PAGES for key in MENTION.findall(page.read_text(encoding="utf-8"))}
    assert keys("en") - mentioned - COMPUTED == set()
