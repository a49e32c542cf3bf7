"""What things are called in plots and tables of the laboratory, in three languages."""

from __future__ import annotations

from typing import Any

from boomtown.core.game import Game
from boomtown.core.seats import letter_of
from boomtown.lab.studies.tally import BOT, FIRST, SEAT
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.words import site_wording

GROUPS = ("side", "role", "gang", "character", "power", "weapon", BOT, SEAT, FIRST, "length")
"""What the site has words for; a plugin's own nouns are named by its rulebook."""


class PlotWords:
    """Names of a game's things, and where its matches are shown."""

    def __init__(self, game: Game[Any, Any], id: str, language: str) -> None:
        self._id = id
        self._site = site_wording(language)
        self._wording = Wording(book_of(game), language)

    def say(self, key: str) -> str:
        """A text of the plots."""
        return self._site.name("lab_plot", key)

    def group(self, group: str) -> str:
        """What is compared."""
        if group in GROUPS:
            return self._site.name("lab_group", group)
        return capital(self._wording.field(group))

    def name(self, group: str, name: str) -> str:
        """What one of a group is called."""
        if group == SEAT:
            return self._site.say("lab.seat", seat=letter_of(int(name) - 1))
        if group == FIRST:
            return self._site.name("lab_first", name)
        if group == BOT:
            return self.bot(name)
        return capital(self._wording.thing(group, name))

    def bot(self, kind: str) -> str:
        """A kind of bot."""
        level, _, temper = kind.partition(".")
        if temper:
            return self._wording.say("bot.named.temper", bot=level, temper=temper)
        return self._wording.say("bot.named", bot=level)

    def url(self, run: int, match: int) -> str:
        """Where a match of a run can be seen."""
        return f"/lab/{self._id}/{run}/{match}"


def capital(text: str) -> str:
    """Begins with a capital letter."""
    return text[:1].upper() + text[1:]
