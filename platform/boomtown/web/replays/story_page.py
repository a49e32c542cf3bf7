"""The story of a finished match in words: what decided it, its figures, its awards."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from markupsafe import Markup
from msgspec import Struct

from boomtown.core.ending import Award, Figure, Story
from boomtown.core.errors import BoomtownError
from boomtown.core.page import Say
from boomtown.core.seats import Seat
from boomtown.rulebook.numerals import numeral
from boomtown.rulebook.wording import Wording
from boomtown.store.chain import Damaged
from boomtown.store.outages import overlap
from boomtown.web.replays.replay_page import Seen
from boomtown.web.replays.retold import Times, times_of
from boomtown.web.site import Site
from boomtown.web.tables.table_page import html_wording, plain_wording
from boomtown.web.words import site_wording
from boomtown.workers import Busy, WorkFailed

SLOW = 15_000
"""Milliseconds for one answer that are worth a word."""
MINUTE, HOUR, DAY = 60, 3600, 86_400
log = logging.getLogger(__name__)


class FigureRow(Struct, frozen=True):
    """A figure of the match, in words: one text for each seat."""

    label: str
    values: list[str]
    most: list[bool]
    """Whose number is the highest."""


class AwardLine(Struct, frozen=True):
    """Something that a seat was best at, in words."""

    seat: Seat
    title: str
    why: str
    icon: str


class StoryPage(Struct, frozen=True):
    """What is told of a match that is over."""

    decided: list[Markup]
    figures: list[FigureRow]
    awards: list[AwardLine]
    length: str
    seats: int
    names: tuple[str, ...]


def story_of(site: Site, seen: Seen, owner: str) -> Story:
    """What the game tells of a match; nothing where it cannot be played again.

    Where nobody has time for it now, that is said (``Busy``, ``QueueFull``): it can be asked again.
    """
    try:
        return site.shelf.story(seen.game, seen.stored, owner)
    except Busy:
        raise
    except (BoomtownError, WorkFailed) as error:
        log.warning("the story of %s: %s", seen.stored.id, error)
        return Story()


def times_at(site: Site, seen: Seen) -> Times:
    """How long everything took."""
    try:
        lines = site.matches.lines(seen.stored.id)
    except Damaged:
        lines = []
    return times_of(seen.stored, lines, partial(overlap, site.rooms.outages.spans))


def story_page(seen: Seen, story: Story, times: Times, language: str) -> StoryPage:
    """The story in a language, with what every match has: its length, its decisions, its times."""
    names, say = seen.stored.names, site_wording(language).say
    plain = plain_wording(seen.game, language, names)
    html = html_wording(seen.game, language, names)
    awards = [_award(award, plain) for award in story.awards]
    if times.thinker is not None and times.longest >= SLOW:
        why = say("ending.thinker.why", time=spelled(times.longest, language))
        awards.append(AwardLine(times.thinker, say("ending.thinker"), why, "clock"))
    decisions = _row(say("ending.decisions"), times.decisions, language)
    return StoryPage(
        decided=[Markup(_said(html, line)) for line in story.decided],  # escaped already
        figures=[*(_figure(figure, plain, language) for figure in story.figures), decisions],
        awards=awards,
        length=spelled(times.length, language),
        seats=seen.stored.heading.seats,
        names=names,
    )


def _said(words: Wording, line: Say) -> str:
    return words.say(line.key, **line.args)


def _award(award: Award, words: Wording) -> AwardLine:
    return AwardLine(award.seat, _said(words, award.title), _said(words, award.why), award.icon)


def _figure(figure: Figure, words: Wording, language: str) -> FigureRow:
    return _row(_said(words, figure.label), figure.values, language, signed=figure.signed)


def _row(label: str, values: Sequence[int], language: str, *, signed: bool = False) -> FigureRow:
    most = max(values, default=0)
    texts = [f"{'+' * (signed and value > 0)}{numeral(language, value)}" for value in values]
    return FigureRow(label, texts, [value == most > 0 for value in values])


def spelled(milliseconds: int, language: str) -> str:
    """A length of time, as exactly as anybody wants to know it."""
    seconds, say = max(0, milliseconds) // 1000, site_wording(language).say
    if seconds < MINUTE:
        return say("ending.time.seconds", n=seconds)
    if seconds < HOUR:
        return say("ending.time.minutes", n=seconds // MINUTE, rest=seconds % MINUTE)
    if seconds < DAY:
        return say("ending.time.hours", n=seconds // HOUR, rest=seconds % HOUR // MINUTE)
    return say("ending.time.days", n=seconds // DAY, rest=seconds % DAY // HOUR)
