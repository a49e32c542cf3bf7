"""The ending as a page of its own, with a link and a picture to share.

A result at a listed table can be read by everybody. That of another table can be read by those who
may look in there, and by whoever was given its link by one of them: the link carries a key. Nothing
lists it, and the key opens neither the table nor the replay.
"""

from __future__ import annotations

import hashlib
import hmac

from flask import abort, request, url_for
from msgspec import Struct

from boomtown.core.errors import Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.lab.svg import SEAT_COLOURS
from boomtown.web.guard.links import outside_url
from boomtown.web.replays.replay_page import Seen
from boomtown.web.replays.story_page import StoryPage
from boomtown.web.rooms.live import Room
from boomtown.web.site import current_player, language, may_look, site, wording
from boomtown.web.tables.ending_page import EndingPage
from boomtown.web.tables.table_page import TablePage, words_at
from boomtown.web.words import LETTERS, seat_letter

KEY_LENGTH = 20
LONGEST_NAME = 20
"""Letters of a name that a picture has room for."""


def key_of(match: str) -> str:
    """The key that a link to a result carries."""
    secret = site().settings.secret
    return hmac.new(secret, b"result " + match.encode(), hashlib.sha256).hexdigest()[:KEY_LENGTH]


def opened_by_key(match: str) -> bool:
    """Whether the address carries the key of a match."""
    given = request.args.get("key", "")
    return hmac.compare_digest(given.encode(), key_of(match).encode())


def room_of_result(match: str, code: str) -> Room:
    """The room of a result that whoever is asking may read."""
    room, player = site().rooms.get(code), current_player()
    if room is None:
        abort(404)
    if player is not None and room.table.is_closed_to(player.id):
        raise Refused(Refusal("boomtown.table.kicked"))
    if not may_look(room) and not opened_by_key(match):
        abort(404)
    return room


class SharedPage(Struct, frozen=True):
    """What the page of a result shows."""

    t: TablePage
    e: EndingPage
    s: StoryPage
    title: str
    text: str
    """What a link to it says of it elsewhere: who won, and what decided it."""
    url: str
    picture: str
    card: str
    """The picture's address on this site."""
    inside: bool
    """Whether whoever is asking may look in at the table, too."""
    listed: bool
    seat: Seat | None


def shared_page(seen: Seen, room: Room, page: TablePage, story: StoryPage) -> SharedPage:
    """The result of a match, as whoever is asking reads it."""
    assert page.ending is not None, "the match is over"
    key = None if seen.table.listed else key_of(seen.stored.id)
    say, ending = wording().say, page.ending
    decided = [line.striptags() for line in story.decided]
    return SharedPage(
        t=page,
        e=ending,
        s=story,
        title=f"{page.title}: {winners_in_words(ending)}",
        text=" ".join(decided) or say("ending.length", time=story.length),
        url=outside_url("replays.ending", id=seen.stored.id, key=key),
        picture=outside_url("replays.card", id=seen.stored.id, key=key),
        card=url_for("replays.card", id=seen.stored.id, key=key),
        inside=may_look(room),
        listed=seen.table.listed,
        seat=page.me,
    )


def winners_in_words(ending: EndingPage) -> str:
    """Who won."""
    if not ending.winners:
        return wording().say("ending.nobody")
    return wording().say("ending.watched", names=ending.winners)


def page_at_the_end(seen: Seen, room: Room, *, watching: bool = False) -> TablePage:
    """The table as it stood at the end, as whoever is asking sees it, or anybody."""
    seat, spoken = None if watching else seen.mine, language()

    def draw() -> TablePage:
        match = live.match
        words = words_at(seen.table, seen.game, match, spoken, seen.stored.names)
        return TablePage(seen.table, seen.game, match, seat, spoken, replay=True, words=words)

    with room.lock:
        live = room.playing()
        return room.shown(live, draw)


class CardRow(Struct, frozen=True):
    """A line of the picture."""

    letter: str
    name: str
    cast: str
    total: str
    winner: bool


def card_rows(page: TablePage) -> list[CardRow]:
    """What the picture tells of every seat, the best first."""
    assert page.ending is not None, "the match is over"
    return [
        CardRow(
            seat_letter(row.seat),
            shortened(page.names[row.seat]),
            shortened(row.cast),
            row.total,
            row.winner,
        )
        for row in page.ending.rows
    ]


def card_words(page: TablePage) -> dict[str, object]:
    """What else stands on the picture, and the colours of the seats."""
    assert page.ending is not None, "the match is over"
    return {
        "title": page.title,
        "headline": winners_in_words(page.ending),
        "colours": dict(zip(LETTERS, SEAT_COLOURS, strict=True)),
    }


def shortened(text: str) -> str:
    """As much of a text as the picture has room for."""
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"
