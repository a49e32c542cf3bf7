"""The deal of the day as a page tells it: what is played, by whom, and what came of it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from msgspec import Struct, structs

from boomtown.bots.deal import Deal
from boomtown.core.outcome import Outcome
from boomtown.plugins import UnknownGame, find_game
from boomtown.rulebook.numerals import numeral
from boomtown.rulebook.wording import Wording
from boomtown.store.days import ends, is_open, opens, today
from boomtown.store.deals import Try
from boomtown.web.site import Site
from boomtown.web.tables.lobby import options_in_words, title_of
from boomtown.web.tables.plates import kind_in_words
from boomtown.web.tables.table_page import plain_wording
from boomtown.web.words import seat_letter, site_wording

PAST = 14
"""How many earlier days a page names."""
MOST_RESULTS = 100
"""How many results a page shows, beside one's own."""
WON, DRAWN, LOST = "won", "drawn", "lost"


class Sitter(Struct, frozen=True):
    """A seat of the deal."""

    letter: str
    name: str
    kind: str
    you: bool


class Result(Struct, frozen=True):
    """What somebody's match came to."""

    place: int
    """From the best, those who did equally well sharing one."""
    name: str
    result: str
    rank: int | None
    score: str
    minutes: int
    match: str
    you: bool
    newcomer: bool


class DealPage(Struct, frozen=True):
    """What whoever is asking may know of a deal."""

    deal: Deal
    """Without its seed, before it may be told."""
    title: str
    options: list[str]
    sitters: list[Sitter]
    mine: str | None
    """The table at which whoever is asking has begun."""
    done: Result | None
    """What came of it."""
    begun: int
    finished: int
    won: int
    results: list[Result] | None
    """None for those who could still play."""
    late: int
    """Matches that were not finished in time."""
    running: bool
    """Whether it can be begun today."""
    open: bool
    """Whether everything is told."""
    changed: bool
    """Whether the installed game is another version."""
    ends: datetime
    opens: datetime
    date: date
    before: str | None
    after: str | None


def told(deal: Deal) -> Deal:
    """A deal as anybody may know it now."""
    return deal if is_open(deal.day) else structs.replace(deal, seed="")


def deal_page(site: Site, deal: Deal, player: str | None, language: str) -> DealPage:
    """A deal as whoever is asking may know it."""
    tries = site.deals.tries(deal)
    results = ranked(deal, tries, player, language)
    mine = next((one for one in tries if one.player == player), None)
    done = next((one for one in results if one.you), None)
    running, opened = deal.day == today(), is_open(deal.day)
    day = date.fromisoformat(deal.day)
    before, after = ((day + timedelta(days=step)).isoformat() for step in (-1, 1))
    over = done is not None or (mine is None and not running) or opened
    return DealPage(
        deal=told(deal),
        title=title_of(deal.game, language),
        options=_options(deal, language),
        sitters=_sitters(deal, language),
        mine=None if mine is None else mine.table,
        done=done,
        begun=len(tries),
        finished=len(results),
        won=sum(one.result == WON for one in results),
        results=shortened(results) if over else None,
        late=len(tries) - len(results) if opened else 0,
        running=running,
        open=opened,
        changed=is_changed(deal),
        ends=_time(ends(deal.day)),
        opens=_time(opens(deal.day)),
        date=day,
        before=before if site.deals.of(before) is not None else None,
        after=after if after == today() or site.deals.of(after) is not None else None,
    )


def is_changed(deal: Deal) -> bool:
    """Whether what was dealt cannot be played by the installed game."""
    try:
        return find_game(deal.game).version != deal.version
    except UnknownGame:
        return True


def ranked(deal: Deal, tries: list[Try], player: str | None, language: str) -> list[Result]:
    """What came of the matches that count, the best first.

    Whoever won comes before whoever did not; then more points count, then a better rank.
    """
    counted = [(one, one.outcome) for one in tries if one.counts(deal.day) and one.outcome]
    worths = {one.table: worth(outcome, deal.seat) for one, outcome in counted}
    best_first = sorted(worths.values(), reverse=True)
    places = {value: 1 + place for place, value in reversed([*enumerate(best_first)])}
    results = []
    for one, outcome in sorted(counted, key=lambda pair: worths[pair[0].table], reverse=True):
        score = outcome.scores[deal.seat] if outcome.scores else None
        results.append(
            Result(
                place=places[worths[one.table]],
                name=one.name,
                result=result_of(outcome, deal.seat),
                rank=outcome.ranks[deal.seat] if outcome.ranks else None,
                score="" if score is None else numeral(language, score),
                minutes=max(1, ((one.ended or one.begun) - one.begun) // 60_000),
                match=one.match or "",
                you=one.player == player,
                newcomer=one.newcomer,
            )
        )
    return results


def shortened(results: list[Result]) -> list[Result]:
    """As many as a page shows, and one's own."""
    return [one for number, one in enumerate(results) if number < MOST_RESULTS or one.you]


def worth(outcome: Outcome, seat: int) -> tuple[int, int, int]:
    """How good an ending is for a seat, to be compared with others of the same deal."""
    good = {WON: 2, DRAWN: 1, LOST: 0}[result_of(outcome, seat)]
    score = outcome.scores[seat] if outcome.scores else 0
    return good, score, -outcome.ranks[seat] if outcome.ranks else 0


def result_of(outcome: Outcome, seat: int) -> str:
    """Won, drawn or lost."""
    if outcome.draw:
        return DRAWN
    return WON if seat in outcome.winners else LOST


def _words(deal: Deal, language: str) -> Wording | None:
    try:
        return plain_wording(find_game(deal.game), language, ())
    except UnknownGame:
        return None


def _options(deal: Deal, language: str) -> list[str]:
    words = _words(deal, language)
    if words is None:
        return []
    game: Any = find_game(deal.game)
    return [text for _, text in options_in_words(game, deal.options, words)]


def _sitters(deal: Deal, language: str) -> list[Sitter]:
    words = _words(deal, language) or site_wording(language)
    return [
        Sitter(
            letter=seat_letter(number),
            name=deal.names[number],
            kind=kind_in_words(words, bot) if bot else "",
            you=number == deal.seat,
        )
        for number, bot in enumerate(deal.bots)
    ]


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)


class DealTeaser(Struct, frozen=True):
    """The deal of the day on the street."""

    day: str
    game: str
    title: str
    seats: int
    mine: str | None
    over: bool
    """Whether whoever is asking has finished."""
    begun: int


def deal_teaser(site: Site, player: str | None, language: str) -> DealTeaser | None:
    """What the street says of today's deal."""
    deal = site.deals.today()
    if deal is None:
        return None
    mine = None if player is None else site.deals.table_of(deal.day, player)
    return DealTeaser(
        day=deal.day,
        game=deal.game,
        title=title_of(deal.game, language),
        seats=deal.seats,
        mine=mine,
        over=mine is not None and site.deals.is_over(mine),
        begun=site.deals.begun(deal.day),
    )
