"""An author's desk with a small game on it, for tests: a table, its panel, a page that listens."""

from __future__ import annotations

from boomtown.core import Seat
from boomtown.web.dev.desk import Desk, open_desk
from boomtown.web.dev.project import find_project
from boomtown.web.dev.readers import Reader
from boomtown.web.rooms.live import Room
from boomtown.web.sockets.feeds import PageFeed, Watching
from scratch import Scratch
from sites import lay_database, settings_for

ANNIE, BILL = Seat(0), Seat(1)
DIGGING = "rules/digging.py"
BOARD = "page/templates/gold_rush/board.html"


def opened(scratch: Scratch) -> Desk:
    data = scratch.folder.parent / "data"
    lay_database(data)
    return open_desk(find_project(str(scratch.folder)), settings_for(data, development=True))


def play(room: Room, *answers: str) -> None:
    """Whoever is asked answers."""
    for answer in answers:
        with room.lock:
            room.answer(room.playing().match.asked()[0], answer)


def panel(desk: Desk, room: Room, language: str = "en") -> str:
    """What the page of the table shows to the author."""
    return desk.panel(Reader(None, language, room.code))  # type: ignore[arg-type]  # nobody listens


class Page:
    """A page that hears of everything at a table."""

    def __init__(self, desk: Desk, room: Room) -> None:
        who = Watching(player=None, language="en", token="", text=False, log=0, chat=0)
        self._feed = PageFeed(desk.site, desk.app.extensions["painter"], room, who)
        self._room = room

    def hears(self) -> str:
        """What it is told now."""
        with self._room.lock:
            return b"".join(self._feed.next()).decode()
