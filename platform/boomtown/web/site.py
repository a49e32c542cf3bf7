"""Everything that the site is made of, in one place, and who is asking right now."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import cast

from flask import abort, current_app, g, request, session

from boomtown.core.errors import Refusal, Refused
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES
from boomtown.rulebook.wording import Wording
from boomtown.store.bus import Bus
from boomtown.store.check import park_damaged
from boomtown.store.codes import guest_name
from boomtown.store.database import Database
from boomtown.store.deals import Deals
from boomtown.store.friends import Friends
from boomtown.store.history import History
from boomtown.store.journal import Journal
from boomtown.store.matches import Matches
from boomtown.store.moderation import Moderation
from boomtown.store.notices import Notices
from boomtown.store.pairing import Pairing
from boomtown.store.parked import Parked
from boomtown.store.people import People, Player, hashed
from boomtown.store.ratings import Ratings
from boomtown.store.spool import Spool
from boomtown.store.tables import Tables
from boomtown.store.tournaments import Tournaments
from boomtown.store.vacations import Vacations
from boomtown.web.guard.budget import Budgets, Payer, address_key, origin_of
from boomtown.web.guard.pacing import Pacing
from boomtown.web.lab.laboratory import Laboratory
from boomtown.web.notices.crier import Crier
from boomtown.web.notices.postman import Postman
from boomtown.web.people.conduct import Conduct
from boomtown.web.replays.shelf import Shelf
from boomtown.web.replays.work import Work
from boomtown.web.reviews.desk import ReviewDesk
from boomtown.web.rooms.absences import Absences
from boomtown.web.rooms.advising import Advising
from boomtown.web.rooms.house import House
from boomtown.web.rooms.keeper import Keeper
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.pausing import Pausing
from boomtown.web.rooms.presence import Presence
from boomtown.web.rooms.rooms import Rooms
from boomtown.web.settings import Settings
from boomtown.web.sockets.open_sockets import OpenSockets
from boomtown.web.words import site_wording

NAME = "boomtown"
log = logging.getLogger(__name__)


@dataclass
class Site:
    """The parts of the site."""

    settings: Settings
    database: Database
    bus: Bus
    people: People
    tables: Tables
    matches: Matches
    journal: Journal
    parked: Parked
    rooms: Rooms
    house: House
    work: Work
    laboratory: Laboratory
    desk: ReviewDesk
    shelf: Shelf
    budgets: Budgets
    sockets: OpenSockets
    keeper: Keeper
    moderation: Moderation
    spool: Spool
    pausing: Pausing
    presence: Presence
    absences: Absences
    advising: Advising
    pacing: Pacing
    ratings: Ratings
    history: History
    friends: Friends
    pairing: Pairing
    deals: Deals
    tournaments: Tournaments
    vacations: Vacations
    notices: Notices
    crier: Crier
    postman: Postman
    stopping: bool = False
    """Whether the site is about to stop: visitors are asked to come back in a moment."""

    def open(self) -> None:
        """Begins to serve: what is damaged is taken out of play, and the house opens."""
        park_damaged(self.database, self.parked)
        self.bus.start()
        self.spool.start(self.bus)
        self.house.start()
        self.laboratory.start()
        self.postman.start()

    def close(self) -> None:
        """Shuts everything. Running matches are put aside, so that any version can go on."""
        self.house.close()
        self.postman.close()
        try:
            self.rooms.put_aside()
        except Exception:  # the database is away: the answers are written all the same
            log.exception("running matches are not put aside")
        self.spool.close()
        self.laboratory.close()
        self.work.close()
        self.bus.close()
        self.rooms.wall.close()
        self.journal.close()
        self.database.close()


def site() -> Site:
    """The site that serves this request."""
    return cast(Site, current_app.extensions[NAME])


def current_player() -> Player | None:
    """Who is asking: the player that the signed cookie names, if it still counts."""
    if "player" not in g:
        known = session.get("player")
        player = site().people.get(known) if isinstance(known, str) else None
        if player is not None and session.get("epoch") != player.epoch:
            player = None  # signed out from another device
        if player is not None:
            site().people.note_seen(player)
        g.stale = player is None and known is not None
        if g.stale:
            session.pop("player")
            session.pop("epoch", None)
        g.player = player
    return cast("Player | None", g.player)


def has_stale_session() -> bool:
    """Whether the cookie names somebody, but no longer counts."""
    current_player()
    return bool(g.get("stale", False))


def payer() -> Payer:
    """Who pays for what is asked: the address, and whoever the cookie or the token is of."""
    if request.path.startswith("/api/"):  # it knows no cookies
        given = request.authorization
        token = given.token if given is not None and given.type == "bearer" else None
        person = None if token is None else hashed(token)
    else:
        known = session.get("player")
        person = known if isinstance(known, str) else None
    return Payer(address_key(request.remote_addr), person)


def origin() -> str:
    """Where the request comes from, as far as it is kept."""
    return origin_of(address_key(request.remote_addr), site().settings.secret)


def conduct_of(person: str | None) -> Conduct:
    """Whether whoever is asking may act and speak."""
    return Conduct(site().moderation, person, origin())


def welcome(player: Player) -> Player:
    """Makes somebody the one who is asking, with a fresh cookie."""
    token = None if "player" in session else session.get("csrf_token")
    session.clear()
    if token is not None:  # a newcomer's other pages keep their forms
        session["csrf_token"] = token
    session["player"] = player.id
    session["epoch"] = player.epoch
    session.permanent = True
    g.player = player
    return player


def somebody() -> Player:
    """Who is asking; a newcomer becomes a guest with a name of the house."""
    player = current_player()
    if player is None:
        player = welcome(site().people.add(guest_name(), language(), theme()))
    return player


def language() -> str:
    """The language of whoever is asking: the player's own, this browser's, or the first one."""
    player = current_player()
    if player is not None:
        return player.language
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(LANGUAGES) or FIRST_LANGUAGE


def theme() -> str:
    """Day, night, or as the device has it."""
    player = current_player()
    return player.theme if player is not None else str(session.get("theme", "auto"))


def wording() -> Wording:
    """Speaks for the site in the language of whoever is asking."""
    return site_wording(language())


def room_or_404(code: str) -> Room:
    """The room of a table that whoever is asking may look into."""
    room = site().rooms.get(code)
    if room is None:
        abort(404)
    player = current_player()
    if player is not None and room.table.is_closed_to(player.id):
        raise Refused(Refusal("boomtown.table.kicked"))
    if not may_look(room):
        abort(404)
    return room


def may_look(room: Room) -> bool:
    """A listed table is open to all; another one to those who sit there or were let in.

    That of a deal is open to nobody else until the deal is told, and then to all.
    """
    table, player = room.table, current_player()
    if table.listed or (table.deal is not None and not table.sealed):
        return True
    if player is None:
        return False
    seated = table.seat_of(player.id) is not None or table.host == player.id
    if table.sealed:
        return seated
    return seated or site().tables.is_guest(table.code, player.id)
