"""The pages of a table's match: as it stands, as a draft would change it, or why it cannot go on.

What needs the database is asked for first; the game's own code then runs behind the wall.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from flask import current_app, url_for
from markupsafe import Markup
from msgspec import Struct

from boomtown.store.people import SeenHints
from boomtown.store.tables import Phase, TableInfo
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.standing import Standing, Stopped
from boomtown.web.rules.rule_pages import RuleLink, link_to
from boomtown.web.site import current_player, language, site, theme, wording
from boomtown.web.sockets.feeds import lens_at, sealed_by, seat_of
from boomtown.web.sockets.painter import Painter
from boomtown.web.tables.aid import aid_for
from boomtown.web.tables.chat import chat_lines
from boomtown.web.tables.lobby import plates_of, title_of
from boomtown.web.tables.plates import SeatPlate
from boomtown.web.tables.table_page import TablePage, room_wording
from boomtown.web.words import icon, seat_letter

LOG = "table/_log.html"


def page_maker(room: Room, live: LiveMatch, *, text: bool = False) -> Callable[[], TablePage]:
    """Makes the table as whoever is asking sees it; once it is called, no database is needed."""
    player, table, spoken = current_player(), room.table, language()
    id = player.id if player else None
    seat = seat_of(table, id)
    if id is not None and seat is not None:
        site().absences.saw(room, id)
    sealed, absences = sealed_by(site(), live, seat), site().absences
    hints, advising = player.hints if player else SeenHints(), site().advising

    def make() -> TablePage:
        page = TablePage(
            table,
            room.game,
            live.match,
            seat,
            spoken,
            player=id,
            live=live,
            absences=absences,
            sealed=sealed,
            text=text,
            lens=lens_at(room, live.match, seat),
        )
        page.aid = aid_for(page, live.match, hints, advising.known(live, seat))
        return page

    return make


def drawn(room: Room, info: TableInfo, live: LiveMatch, *, text: bool) -> str:
    """The page of a table where a match is played. Hold the lock of the room."""
    messages, make = site().tables.chat(info.code), page_maker(room, live, text=text)
    templates = current_app.jinja_env
    frame, lines = templates.get_template("table/frame.html"), templates.get_template(LOG)
    always = {
        "say": wording().say,
        "lang": language(),
        "theme": theme(),
        "icon": icon,
        "seat_letter": seat_letter,
        "development": site().settings.development,
    }
    player = current_player()
    painter: Painter = current_app.extensions["painter"]

    def draw() -> str:
        page = make()

        def log() -> Markup:
            entries = live.match.log.numbered(page.me)
            return Markup(lines.render(**always, t=page, log=page.log_lines(entries)))

        return frame.render(
            **always,
            player=player,
            t=page,
            log=painter.whole_log(room, page, log),
            chat=chat_lines(info, messages),
            chat_last=messages[-1].id if messages else 0,
            may_chat=True,
        )

    return room.shown(live, draw)


class StoppedPage(Struct, frozen=True):
    """What the page of a table shows whose match cannot go on."""

    code: str
    title: str
    sentence: str
    why: RuleLink | None
    begun: bool
    seats: list[SeatPlate]
    is_host: bool
    replay_url: str | None
    new_url: str | None


def stopped_page(room: Room, stopped: Stopped) -> StoppedPage:
    """Why the match of a table cannot go on, and what is possible."""
    info, player = room.table, current_player()
    mine, here = player.id if player else None, stopped.standing is not Standing.GONE
    can_look = stopped.standing in (Standing.FAULTY, Standing.CLOSED) and info.match is not None
    return StoppedPage(
        code=info.code,
        title=title_of(info.game, language()),
        sentence=room_wording(room, language()).refusal(stopped.refusal),
        why=link_to(stopped.refusal.rule, language()),
        begun=info.match is not None,
        seats=plates_of(info, mine),
        is_host=mine == info.host and info.phase is not Phase.ENDED,
        replay_url=url_for("replays.replay", id=info.match) if can_look else None,
        new_url=url_for("tables.new", game=info.game) if here else None,
    )


def previewed(page: TablePage, draft: object) -> dict[str, object]:
    """What a draft means, as data and as HTML."""
    assert page.page.preview is not None
    found = page.page.preview(page.view, page.question, draft)
    html = current_app.extensions["painter"].preview(page, found)
    return {"data": msgspec.to_builtins(found), "html": html}
