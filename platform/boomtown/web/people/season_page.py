"""The table of the season: how strong the bots are, and those people who want to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime

from msgspec import Struct, structs

from boomtown.lab.skill import Skill
from boomtown.plugins import find_game
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.store.friends import Friend
from boomtown.store.ratings import BOT, Standing
from boomtown.store.texts import told_apart
from boomtown.web.people.history_page import RatingText, rating_text

MONTHS = 3
"""Of a season: a quarter of a year, in UTC."""


class Season(Struct, frozen=True):
    """A quarter of a year."""

    year: int
    quarter: int
    """From 1 to 4."""

    @classmethod
    def of(cls, day: date) -> Season:
        """The season that a day lies in."""
        return cls(day.year, (day.month - 1) // MONTHS + 1)

    @classmethod
    def read(cls, text: str) -> Season | None:
        """A season as an address names it, such as ``2026-4``.

        >>> Season.read("2026-4"), Season.read("2026-5"), Season.read("long ago")
        (Season(year=2026, quarter=4), None, None)
        """
        year, _, quarter = text.partition("-")
        if not (year.isascii() and year.isdigit() and len(year) == 4 and quarter in set("1234")):
            return None
        return cls(int(year), int(quarter)) if int(year) > 1970 else None

    @property
    def name(self) -> str:
        """As an address names it."""
        return f"{self.year}-{self.quarter}"

    @property
    def before(self) -> Season:
        """The season before."""
        return Season(self.year, self.quarter - 1) if self.quarter > 1 else Season(self.year - 1, 4)

    @property
    def after(self) -> Season:
        """The season after."""
        return Season(self.year, self.quarter + 1) if self.quarter < 4 else Season(self.year + 1, 1)

    @property
    def begins(self) -> int:
        """In milliseconds of the epoch."""
        first = datetime(self.year, (self.quarter - 1) * MONTHS + 1, 1, tzinfo=UTC)
        return int(first.timestamp()) * 1000


class Place(Struct, frozen=True):
    """A line of the table."""

    rank: int | None
    """None for whoever has played too few matches."""
    name: str
    page: str | None
    bot: bool
    mine: bool
    rating: RatingText
    season: int
    """Matches in this season."""


def places_of(
    game: str,
    standings: Iterable[Standing],
    public: Mapping[str, Friend],
    me: Friend | None,
    language: str,
) -> list[Place]:
    """The strongest first; whoever is not certain yet comes last and has no rank.

    Who wants no public page is not there, but for their own eyes.
    """
    words = Wording(book_of(find_game(game)), language)
    places: list[Place] = []
    rank = 0
    for one in sorted(standings, key=lambda one: (one.skill.provisional, -careful(one.skill))):
        bot = one.who.startswith(BOT)
        known = public.get(one.who)
        mine = me is not None and me.id == one.who
        if not (bot or known or mine):
            continue
        ranked = not one.skill.provisional and (bot or known is not None)
        rank += ranked
        places.append(
            Place(
                rank if ranked else None,
                words.name("bot", one.who.removeprefix(BOT)) if bot else (known or me).name,  # type: ignore[union-attr]  # one of them is there
                known.page if known is not None else None,
                bot,
                mine,
                rating_text(one, language),
                one.season,
            )
        )
    names = told_apart([place.name for place in places])
    return [structs.replace(place, name=name) for place, name in zip(places, names, strict=True)]


def careful(skill: Skill) -> int:
    """What somebody is worth at least, 95 times in 100 and more."""
    return skill.mu - 2 * skill.sigma
