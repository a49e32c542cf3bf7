"""The table page of the game: board, words, templates, styles and script."""

from bang_dice.content import Face
from bang_dice.page.beats import BEATS
from bang_dice.page.board import board, progress
from bang_dice.page.ending import ending
from bang_dice.page.hope import hope
from bang_dice.page.log import cites
from bang_dice.page.story import BangStory
from boomtown.core import Page

PAGE = Page(
    board=board,
    progress=progress,
    beats=BEATS,
    cites=cites,
    ending=ending,
    story=BangStory,
    hope=hope,
    icons={"face": {face.value: f"die-{face.value}" for face in Face}},
    headings=frozenset({"bang.turn.order"}),
    style="bang.css",
    script="bang.js",
)
