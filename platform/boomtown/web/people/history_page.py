"""My games: what the page of past matches shows, and what it counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from boomtown.lab.intervals import wilson
from boomtown.plugins import UnknownGame, find_game
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.store.history import DRAWN, LOST, NONE, WON, Played
from boomtown.store.ratings import Change, Standing
from boomtown.web.compare.charts import figure_text, grouped

PAGE = 50
"""Matches on one page."""
RESULTS = (WON, LOST, DRAWN, NONE)
COMPANY = ("people", "bots")
"""With other people, or with bots alone."""


class Filters(Struct, frozen=True):
    """Which matches are wanted; empty is all."""

    game: str = ""
    part: str = ""
    """``noun.name``."""
    result: str = ""
    company: str = ""

    def fits(self, one: Played) -> bool:
        """Whether a match is wanted."""
        return (
            self.game in ("", one.game)
            and self.part in ("", part_key(one))
            and self.result in ("", one.result)
            and self.company in ("", COMPANY[not one.with_people])
        )

    def kept(self) -> dict[str, str]:
        """What an address must name for the same choice."""
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in values.items() if value}


class MatchRow(Struct, frozen=True):
    """A match as a line of the list."""

    match: str
    table: str
    game: str
    title: str
    at: datetime
    minutes: int
    seats: int
    part: str
    result: str
    place: int | None
    score: int | None
    people: tuple[str, ...]
    bots: int
    listed: bool
    study: bool
    rating: str
    """What it did to the rating, with a sign; empty where it did not count."""
    after: str
    again: bool
    """Whether somebody sat there who can be asked to play again."""
    sealed: str
    """The day of a deal of which nothing is told yet."""


class Share(Struct, frozen=True):
    """How often somebody has won, and how sure that is."""

    name: str
    """Of the part; empty for all of them."""
    matches: int
    won: int
    share: str
    low: str
    high: str


class GameFigures(Struct, frozen=True):
    """What there is to count of a game."""

    id: str
    title: str
    shares: tuple[Share, ...]
    """All matches first, then by part."""
    rating: RatingText | None


class RatingText(Struct, frozen=True):
    """A rating as people read it."""

    points: str
    give_or_take: str
    provisional: bool
    played: int


class HistoryPage(Struct, frozen=True):
    """My games."""

    filters: Filters
    games: tuple[tuple[str, str], ...]
    """Those that were ever played: id and title."""
    parts: tuple[tuple[str, str], ...]
    """Of the game that is looked at."""
    rows: tuple[MatchRow, ...]
    found: int
    total: int
    page: int
    pages: int
    figures: tuple[GameFigures, ...]


class Speaker:
    """Names of games and their parts, also of games that are not installed any more."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._wordings: dict[str, Wording | None] = {}
        self._told: dict[tuple[str, str, str], str] = {}

    def title(self, game: str) -> str:
        """What a game is called."""
        wording = self._wording(game)
        return game if wording is None else wording.title

    def part(self, game: str, noun: str, name: str) -> str:
        """What somebody was; nothing where a game knows no parts."""
        if not noun:
            return ""
        key = game, noun, name
        if key not in self._told:
            wording = self._wording(game)
            self._told[key] = name if wording is None else wording.name(noun, name)
        return self._told[key]

    def _wording(self, game: str) -> Wording | None:
        if game not in self._wordings:
            try:
                self._wordings[game] = Wording(book_of(find_game(game)), self.language)
            except UnknownGame:
                self._wordings[game] = None
        return self._wordings[game]


def part_key(one: Played) -> str:
    """A part as an address names it."""
    return f"{one.part.noun}.{one.part.name}" if one.part.noun else ""


def history_page(
    played: Sequence[Played],
    changes: Mapping[str, Change],
    standings: Iterable[Standing],
    filters: Filters,
    page: int,
    language: str,
) -> HistoryPage:
    """The page for some filters."""
    speaker = Speaker(language)
    found = [one for one in played if filters.fits(one)]
    pages = max(1, -(-len(found) // PAGE))
    page = min(max(1, page), pages)
    shown = found[(page - 1) * PAGE : page * PAGE]
    games = sorted({one.game for one in played}, key=speaker.title)
    parts = {part_key(one): one for one in played if filters.game == one.game and one.part.noun}
    named = {
        key: speaker.part(one.game, one.part.noun, one.part.name) for key, one in parts.items()
    }
    ratings = {one.game: rating_text(one, language) for one in standings}
    return HistoryPage(
        filters,
        tuple((game, speaker.title(game)) for game in games),
        tuple(sorted(named.items(), key=lambda one: one[1])),
        tuple(match_row(one, changes.get(one.match), speaker) for one in shown),
        len(found),
        len(played),
        page,
        pages,
        figures_of(found, ratings, speaker),
    )


def figures_of(
    played: Sequence[Played], ratings: Mapping[str, RatingText], speaker: Speaker
) -> tuple[GameFigures, ...]:
    """How often somebody has won, by game and part; studies are no matches for this."""
    by_game: dict[str, list[Played]] = {}
    for one in played:
        if one.result != NONE and not one.study:
            by_game.setdefault(one.game, []).append(one)
    return tuple(
        GameFigures(
            game,
            speaker.title(game),
            tuple(_shares(by_game[game], lambda one: _part(one, speaker), speaker.language)),
            ratings.get(game),
        )
        for game in sorted(by_game, key=speaker.title)
    )


def _part(one: Played, speaker: Speaker) -> str:
    return speaker.part(one.game, one.part.noun, one.part.name)


def _shares(
    matches: Sequence[Played], name: Callable[[Played], str], language: str
) -> Iterable[Share]:
    yield _share("", matches, language)
    groups: dict[str, list[Played]] = {}
    for one in matches:
        groups.setdefault(name(one), []).append(one)
    for told in sorted(groups):
        if told:
            yield _share(told, groups[told], language)


def _share(name: str, matches: Sequence[Played], language: str) -> Share:
    won = sum(one.result == WON for one in matches)
    low, high = wilson(won, len(matches))
    share, low_text, high_text = (
        figure_text(value, "share", language) for value in (won / len(matches), low, high)
    )
    return Share(name, len(matches), won, share, low_text, high_text)


def rating_text(standing: Standing, language: str) -> RatingText:
    """A rating in words."""
    skill = standing.skill
    return RatingText(
        grouped(skill.points, language),
        grouped(skill.give_or_take, language),
        skill.provisional,
        skill.played,
    )


def match_row(one: Played, change: Change | None, speaker: Speaker) -> MatchRow:
    """A match as a line of a list."""
    ended = one.ended if one.ended is not None else one.begun
    delta = 0 if change is None else change.after.points - change.before.points
    return MatchRow(
        one.match,
        one.table,
        one.game,
        speaker.title(one.game),
        datetime.fromtimestamp(ended / 1000, UTC),
        max(1, round((ended - one.begun) / 60_000)),
        one.seats,
        _part(one, speaker),
        one.result,
        one.place,
        one.score,
        tuple(other.name for other in one.others if other.bot is None),
        sum(other.bot is not None for other in one.others),
        one.listed,
        one.study,
        "" if change is None else f"{delta:+d}".replace("-", "−"),
        "" if change is None else grouped(change.after.points, speaker.language),
        any(other.player is not None for other in one.others),
        (one.deal or "") if one.sealed else "",
    )
