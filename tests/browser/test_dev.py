"""``boomtown dev`` in a browser: whatever an author changes is seen while a match is open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browsers import Visit
from scratch import Scratch
from sites import DevServer


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    """Its die always shows a three."""
    scratch = Scratch(tmp_path)
    scratch.change("rules/digging.py", "match.chance.die()", "3")
    return scratch


@pytest.fixture
def author(scratch: Scratch, tmp_path: Path) -> Iterator[DevServer]:
    server = DevServer(tmp_path / "data", scratch.folder)
    yield server
    server.stop()


MOST_SECONDS = 1.0
"""Of the processor, from saving a file to its being seen (decision 30); a clock on the wall would
measure the machine."""


@contextmanager
def within_a_second(author: DevServer, kind: str) -> Iterator[None]:
    """Around a change and what it brings to the page."""
    before = author.spent()
    yield
    spent = author.spent() - before
    print(f"{kind}: {spent:.2f} s of the processor from saving to seeing")
    assert spent < MOST_SECONDS, kind


def test_every_kind_of_file_is_seen_while_the_match_is_open(
    author: DevServer, scratch: Scratch, visit: Visit
) -> None:
    me = visit("/", at=author)
    code = me.play("gold_rush", seats="2", bots="random")
    page = me.page
    me.live()
    page.evaluate("window.untouched = true")
    dig, panel = page.locator("[data-thing='dig:dig']"), page.locator("#dev")
    pan = page.locator(".pans span").first
    expect(pan).to_have_text("3")  # with an empty pan nobody is asked: there is one answer only

    with within_a_second(author, "a style"):
        scratch.change("page/static/field.css", "rgb(1, 2, 3)", "rgb(4, 5, 6)")
        expect(page.locator(".camp")).to_have_css("color", "rgb(4, 5, 6)")
    with within_a_second(author, "a template"):
        scratch.change("page/templates/gold_rush/board.html", "The camp", "The mine")
        expect(page.locator(".camp")).to_have_text("The mine")
    with within_a_second(author, "a sentence"):
        scratch.change("rulebook/en.toml", "digs and throws", "swings and finds")
        expect(page.locator("#log")).to_contain_text("swings and finds 3")
    assert page.evaluate("window.untouched"), "none of that takes a new page"

    with within_a_second(author, "a rule"):
        scratch.change("rules/digging.py", "digger.pan += die", "digger.pan += die * 2")
        expect(pan).to_have_text("6")
    expect(panel).to_contain_text("diggers.0.pan = 6")
    expect(panel).to_contain_text("Answer 1")
    scratch.change("rules/digging.py", "die * 2", "die *")
    expect(panel).to_contain_text("boomtown_game_gold_rush/rules/digging.py")
    expect(panel).to_contain_text("SyntaxError")
    assert page.evaluate("window.untouched")
    with within_a_second(author, "a script"):
        scratch.change("page/static/field.js", "staked", "jumped")
        expect(page.locator("body")).to_have_attribute("data-claim", "jumped")
    expect(panel).to_have_attribute("data-listens", "")  # this one did take a new page
    expect(pan).to_have_text("6")
    scratch.change("rules/digging.py", "die *\n", "die * 3\n")
    expect(pan).to_have_text("9")
    expect(panel).to_contain_text("diggers.0.pan = 9")
    dig.click()
    expect(pan).to_have_text("18")
    scratch.change("rules/digging.py", 'if answer == "dig"', 'if anser == "dig"')
    expect(panel).to_contain_text("boomtown_game_gold_rush/rules/digging.py")
    expect(panel).to_contain_text("NameError")
    expect(pan).to_have_count(0)  # the page says that the match cannot go on
    scratch.change("rules/digging.py", 'if anser == "dig"', 'if answer == "dig"')
    expect(pan).to_have_text("18")  # with all its answers
    assert page.url.endswith(code)
