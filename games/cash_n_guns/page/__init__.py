"""The page of Cash 'n Guns: what its templates show, and what the site says of the game."""

from boomtown.core import Page
from cash_n_guns.page.beats import BEATS
from cash_n_guns.page.board import board
from cash_n_guns.page.ending import ending
from cash_n_guns.page.hope import hope
from cash_n_guns.page.log import cites
from cash_n_guns.page.stages import progress
from cash_n_guns.page.story import CashStory

PAGE = Page(
    board=board,
    progress=progress,
    beats=BEATS,
    cites=cites,
    ending=ending,
    story=CashStory,
    hope=hope,
    headings=frozenset({"cash.round.lead"}),
    style="cash.css",
    script="cash.js",
)
