"""What a server would tell a table page of Cash 'n Guns, told by a test."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

TELL = """async ({told, parts, ended}) => {
  const { director } = await import("/static/tables/arrivals.js");
  const from = Number(document.querySelector("#log").dataset.count);
  const data = line => Object.entries(line).map(([k, v]) => ` data-${k}="${v}"`).join("");
  const html = told.map(({words, ...line}, n) =>
    `<li data-n="${from + n}"${data(line)}><b></b><span>${words ?? line.key}</span></li>`).join("");
  const board = document.querySelector("#part-board").cloneNode(true);
  for (const [id, name] of parts.looks ?? []) board.querySelector(`#${id}`).classList.add(name);
  const prompt = ended ? '<div id="part-prompt" class="decision"><section class="prompt ending" ' +
    'id="prompt"><h2 id="ask">Over</h2></section></div>' : undefined;
  director.push({type: "table", moment: 99, ended, mine: false, log: {from, html, page: 0},
    parts: {board: board.outerHTML, ...(prompt && {prompt})}, arrived: performance.now()});
}"""
"""Tells a page something as the server would: lines of the log, how the board looks, the end."""

BANG = {"key": "cash.effects.bang", "seat": "1", "target": "2"}
WOUND = {"key": "cash.effects.several", "seat": "2"}


def tell(page: Page, *told: dict[str, str], looks: Any = (), ended: bool = False) -> None:
    page.evaluate(TELL, {"told": told, "parts": {"looks": looks}, "ended": ended})
