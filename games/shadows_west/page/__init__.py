"""The table page of the game: board, words, templates, styles and script."""

from __future__ import annotations

from boomtown.core import Page
from shadows_west.page.beats import BEATS
from shadows_west.page.board import board, cast, progress, whose
from shadows_west.page.ending import ending
from shadows_west.page.hope import hope
from shadows_west.page.preview import preview
from shadows_west.page.story import WestStory

PAGE = Page(
    board=board,
    preview=preview,
    progress=progress,
    beats=BEATS,
    ending=ending,
    story=WestStory,
    hope=hope,
    whose=whose,
    cast=cast,
    headings=frozenset({"shadows.turn.phases"}),
    style="shadows.css",
    script="shadows.js",
    rail="board.tab",
)
