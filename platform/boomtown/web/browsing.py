"""Boards in a browser, for ``boomtown check --browser``: whether they fit, what they complain of.

Playwright and a Chromium must be there: neither comes with Boomtown.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from flask import Flask, render_template
from werkzeug.serving import WSGIRequestHandler, make_server

from boomtown.core.errors import BoomtownError
from boomtown.core.match import Match
from boomtown.core.seats import Seat, letter_of
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES
from boomtown.store.tables import Phase
from boomtown.web.boards import site_of
from boomtown.web.rules.stories import paper_table
from boomtown.web.tables.table_page import TablePage

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

WIDTHS = (1280, 390)
HEIGHT = 844
LOW = 640
"""A telephone whose browser and question take their height."""
MATCHES = 2
MOMENTS = 3
"""How many moments of a match are drawn, beside its end."""
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one has no windows to draw, which saves a fifth."""
TOO_WIDE = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const over = [...document.querySelectorAll("#part-board *")]
    .find((one) => wide > 0 && one.getBoundingClientRect().right > innerWidth + 1);
  return wide > 0 ? [wide, over ? `<${over.localName} class="${over.className}">` : "?"] : null;
}"""
OUTSIDE = """() => {
  const flies = (one, plate) => {
    for (let at = one; at !== plate; at = at.parentElement) {
      if (["absolute", "fixed"].includes(getComputedStyle(at).position)) return true;
    }
    return false;
  };
  for (const plate of document.querySelectorAll("#part-board :is(.seat, .me, .tray)")) {
    const box = plate.getBoundingClientRect();
    for (const one of plate.querySelectorAll("*")) {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      if (one.ownerSVGElement || !width || !height || flies(one, plate)) continue;
      const over = Math.max(box.left - left, right - box.right, box.top - top, bottom - box.bottom);
      if (over > 3) {
        const look = (element) => element.getAttribute("class") ?? "";
        const name = (element) => `<${element.localName} class="${look(element)}">`;
        return [Math.round(over), name(one), name(plate), one.textContent.trim().slice(0, 40)];
      }
    }
  }
  return null;
}"""
"""Something on a plate that reaches out of it, unless it is meant to lie over the table."""
COVERED = """() => {
  const places = [...document.querySelectorAll("#part-board :is(.seat, .me)")];
  const look = (element) => `<${element.localName} class="${element.getAttribute("class") ?? ""}">`;
  for (const one of document.querySelectorAll("#part-board .centre *")) {
    if (one.ownerSVGElement || one.matches(".seat *, .me *")) continue;
    const says = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says && one.localName !== "svg") continue;
    const { left, right, top, bottom } = one.getBoundingClientRect();
    for (const place of places) {
      const box = place.getBoundingClientRect();
      const wide = Math.min(right, box.right) - Math.max(left, box.left);
      const high = Math.min(bottom, box.bottom) - Math.max(top, box.top);
      if (wide <= 3 || high <= 3) continue;
      return [Math.round(high), look(one), look(place), one.textContent.trim().slice(0, 40)];
    }
  }
  return null;
}"""
"""Something in the middle of the table that lies under a place."""
BROKEN = """() => {
  const board = document.querySelector("#part-board");
  if (!board) return null;
  const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  const look = (element) => `<${element.localName} class="${element.getAttribute("class") ?? ""}">`;
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.data.matchAll(/\\p{L}{4,}/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) return [word, look(node.parentElement)];
    }
  }
  return null;
}"""
"""A word that is broken in its middle."""


class NoBrowser(BoomtownError):
    """There is no browser to draw boards in."""


class Quiet(WSGIRequestHandler):
    """Tells nobody of every request."""

    def log(self, type: str, message: str, *args: Any) -> None:
        pass


def browser_found() -> str:
    """The browser of this machine, or the one that PLAYWRIGHT_CHROMIUM names."""
    found = (shutil.which(name) for name in NAMES)
    path = os.environ.get("PLAYWRIGHT_CHROMIUM") or next(filter(None, found), None)
    if find_spec("playwright") is None:
        raise NoBrowser("no browser: pip install playwright, and a chromium beside it")
    if path is None:
        raise NoBrowser("no browser: install chromium, or name it in PLAYWRIGHT_CHROMIUM")
    return path


def browser_problems(suite: Suite) -> Iterator[str]:
    """What is wrong with the boards of a game in a browser, each problem once."""
    found: set[str] = set()
    with site_of(suite.game) as app, _served(app) as (url, tables), _page() as page:
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if _bad(said) else None)
        for play in suite.plays[:MATCHES]:
            walk = suite.walk(play)
            length = sum(1 for _ in walk)
            wanted = {length * part // MOMENTS for part in range(MOMENTS)}
            walk = suite.walk(play)
            for number, match in enumerate(walk):
                if number in wanted:
                    tables[:] = [match]
                    where = f"{play}, answer {number}"
                    for problem in _looked(page, url, match, complaints):
                        if problem not in found:
                            found.add(problem)
                            yield f"{where}: {problem}"


def _bad(said: Any) -> bool:
    return said.type in ("error", "warning")


def _looked(page: Any, url: str, match: Match[Any], complaints: list[str]) -> Iterator[str]:
    """What is wrong with the boards of a moment, for whoever is asked and for a spectator."""
    for seat in (match.asked()[0], None):
        name = "a spectator" if seat is None else f"seat {letter_of(seat)}"
        who = "watch" if seat is None else str(seat)
        for width in WIDTHS:
            for language in LANGUAGES if width < WIDTHS[0] else (FIRST_LANGUAGE,):
                page.set_viewport_size({"width": width, "height": HEIGHT})
                page.goto(f"{url}/board/{language}/{who}")
                page.wait_for_load_state("load")
                place = f"{width} pixels, {name}"
                if language != FIRST_LANGUAGE:
                    place = f"{place}, {language}"
                yield from (f"{place}: {problem}" for problem in _seen(page))
                if width < WIDTHS[0] and language == FIRST_LANGUAGE:
                    page.set_viewport_size({"width": width, "height": LOW})
                    if problem := _covered(page):
                        yield f"{width} x {LOW} pixels, {name}: {problem}"
                for complaint in complaints:
                    yield f"{place}: the browser complains: {complaint}"
                complaints.clear()


def _seen(page: Any) -> Iterator[str]:
    """What does not fit on the page that is open."""
    if wide := page.evaluate(TOO_WIDE):
        yield f"{wide[0]} pixels too wide: {wide[1]}"
    if out := page.evaluate(OUTSIDE):
        yield f"{out[1]} reaches {out[0]} pixels out of {out[2]}: {out[3]!r}"
    if problem := _covered(page):
        yield problem
    if broken := page.evaluate(BROKEN):
        yield f"the word {broken[0]!r} is broken in {broken[1]}"


def _covered(page: Any) -> str:
    found = page.evaluate(COVERED)
    return f"{found[2]} covers {found[0]} pixels of {found[1]}: {found[3]!r}" if found else ""


@contextmanager
def _served(app: Flask) -> Iterator[tuple[str, list[Match[Any]]]]:
    """The site with one more page: the table of the match in the list."""
    tables: list[Match[Any]] = []

    @app.get("/board/<language>/<who>")
    def board(language: str, who: str) -> str:
        match = tables[0]
        seat = Seat(int(who)) if who.isdecimal() else None
        table = paper_table(match, "board", Phase.PLAYING)
        page = TablePage(table, match.game, match, seat, language, replay=True)
        return render_template("table/frame.html", t=page, log="")

    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", tables
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


@contextmanager
def _page() -> Iterator[Any]:
    """A page of that browser."""
    path = browser_found()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser.new_page()
        finally:
            browser.close()
