"""The town that is sent nonsense: tables of every game, before, in and after their match."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from msgspec import Struct

from boomtown.bots.random_bot import RandomBot
from boomtown.core import By, Chance, Seat
from boomtown.lab.studies.progress import Progress, total
from boomtown.lab.studies.running import result_of
from boomtown.lab.studies.study import make_study
from boomtown.plugins import find_game, installed_games
from boomtown.store.tournaments import Setup
from boomtown.web.contests.tending import tend_one
from boomtown.web.operator.admin_key import COOKIE, Door, make_admin_key
from boomtown.web.operator.admin_routes import DOOR
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from sites import app_in, seated, site_of, started

MIDDLE = 9
"""Answers after which a match is under way."""
MOST_ANSWERS = 4000
CLOCK = "day"


class Place(Struct, frozen=True):
    """A table, whoever may act there, and with what."""

    code: str
    game: str
    match: str
    invite: str
    players: list[str]
    """By seat; a bot's is empty."""
    tokens: list[str]
    """By seat."""
    host_token: str


class Facts(Struct, frozen=True):
    """What is known of a town: enough to open a copy of it."""

    places: list[Place]
    strangers: list[str]
    files: dict[str, str]
    """By game, the file of a finished match."""


def _study(site: Site) -> str:
    """A study that somebody has begun."""
    studies = [make_study(find_game("high_noon"), bots=["random"], matches=10, seed="town")]
    progress = Progress.begun(studies)
    made = site.laboratory.experiments.add(
        player=None,
        origin="",
        game="high_noon",
        studies=msgspec.json.encode(studies),
        progress=msgspec.json.encode(progress),
        result=msgspec.json.encode(result_of(studies, progress.tallies)),
        total=total(studies),
    )
    site.laboratory.tend()
    return made.id


def _tournaments(site: Site, organiser: str, others: list[str]) -> list[str]:
    """One that waits for its start, and one that is played."""
    setup = Setup(
        name="Friday",
        organiser=organiser,
        game="high_noon",
        options={},
        seats=2,
        clock=CLOCK,
        rounds=1,
        missing="bot",
        wait=60_000,
        language="en",
    )
    made = [site.tournaments.make(setup) for _ in range(2)]
    for id in made:
        for other in others:
            site.tournaments.join(id, other)
    site.tournaments.start(made[1], organiser)
    tend_one(site, made[1])
    return made


class Town:
    """A town that is open."""

    def __init__(self, app: Flask, facts: Facts) -> None:
        self.app = app
        self.facts = facts
        self.site: Site = site_of(app)
        self.rooms: list[Room] = []
        for place in facts.places:
            room = self.site.rooms.get(place.code)
            assert room is not None
            self.rooms.append(room)
        self.study = _study(self.site)
        people = [one for one in facts.places[-1].players if one]
        self.tournaments = _tournaments(self.site, people[0], people[1:])
        self.friend_link = self.site.friends.new_link(people[0])
        serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]  # of Flask's own kind
        assert isinstance(serializer, URLSafeTimedSerializer)
        self._serializer = serializer
        self._cookies: dict[str, str] = {}
        self._offers: dict[tuple[str, int, Seat], Any] = {}  # whatever the game asks for
        door: Door = app.extensions[DOOR]
        self.operator = f"{COOKIE}={door.cookie()}"
        self.known = [
            *(place.code for place in facts.places),
            *(place.match for place in facts.places if place.match),
            *(place.invite for place in facts.places),
            *(game.id for game in installed_games()),
            *("high_noon", "noon.shot.dice", "random", "0", "1", "2", "120 340", '"beer"', "[0]"),
            *("en", "ru", "dark", "open", "true", "null", "", " ", "A"),
        ]

    def cookie(self, player: str) -> str:
        """The cookie of somebody's browser; a stranger has none."""
        if player not in self._cookies:
            known = self.site.people.get(player) if player else None
            if known is None:
                return ""
            signed = self._serializer.dumps({"player": known.id, "epoch": known.epoch})
            self._cookies[player] = f"{self.app.config['SESSION_COOKIE_NAME']}={signed}"
        return self._cookies[player]

    def forget_cookies(self) -> None:
        """Somebody has signed out, perhaps."""
        self._cookies.clear()

    def asked(self, room: Room) -> tuple[Seat, int, Any] | None:
        """A seat that is asked something, the number of the question, and an answer to it."""
        with room.lock:
            live = room.live
            waiting = [] if live is None else live.match.asked()
            if live is None or not waiting:
                return None
            seat, number = waiting[0], live.match.number
            key = (live.id, number, seat)
            if key not in self._offers:
                self._offers.clear()
                bot = RandomBot(Chance.seeded("offer", number))
                self._offers[key] = bot.pick(live.match.choice(seat))
            return seat, live.match.question(seat).number, self._offers[key]  # type: ignore[union-attr]  # it is asked


def built(site: Site, seed: str) -> Facts:
    """A new town on an empty site."""
    make_admin_key(site.settings.data)
    places: list[Place] = []
    files: dict[str, str] = {}
    for game in installed_games():
        seats = max(2, min(game.seats))
        opening, _ = seated(site, game.id, 1, seats)
        free = seats - 1
        site.tables.clear_seat(opening.code, free, opening.host)
        places.append(place_of(site, opening.code))
        for lines in (0, MIDDLE):
            room, _ = started(site, game.id, 2, seats, clock=CLOCK if lines else "off")
            play(room, f"{seed}/{lines}", lines)
            places.append(place_of(site, room.code))
        room, _ = started(site, game.id, 2, seats)
        play(room, f"{seed}/end", MOST_ANSWERS)
        places.append(place_of(site, room.code))
        stored = site.matches.get(places[-1].match)
        assert stored is not None
        assert stored.outcome is not None, f"{game.id} does not come to an end"
        files[game.id] = site.shelf.file(stored)
    hidden, _ = started(site, "high_noon", 2, 2, listed=False)
    places.append(place_of(site, hidden.code))
    strangers = [site.people.add(f"Stranger {number}", "es").id for number in range(2)]
    return Facts(places, strangers, files)


def place_of(site: Site, code: str) -> Place:
    """A table, with a token for every player there."""
    table = site.tables.get_one(code)
    return Place(
        code,
        table.game,
        table.match or "",
        table.invite,
        [seat.player or "" for seat in table.seats],
        [site.tables.new_token(code, seat.number) if seat.player else "" for seat in table.seats],
        site.tables.new_host_token(code),
    )


def play(room: Room, seed: str, lines: int) -> None:
    """Plays at random, so many answers or to the end."""
    bot = RandomBot(Chance.seeded(seed))
    with room.lock:
        while (match := room.playing().match).outcome is None and match.number < lines:
            seat = match.asked()[0]
            answer = bot.pick(match.choice(seat))
            if match.hushed:
                room.open_envelope(seat, answer, By.BOT)
            else:
                room.answer(seat, answer, by=By.BOT)


class Copies:
    """A town that is built once, and opened as it was then as often as anybody likes."""

    def __init__(self, folder: Path, seed: str) -> None:
        self._folder = folder
        self._template = folder / "template"
        with app_in(self._template) as app:
            self.facts = built(site_of(app), seed)

    def folder(self) -> Path:
        """The data of a copy that nobody has opened yet."""
        data = self._folder / secrets.token_hex(4)
        shutil.copytree(self._template, data)
        return data

    @contextmanager
    def opened(self) -> Iterator[Town]:
        """A copy, thrown away afterwards."""
        data = self.folder()
        try:
            with app_in(data) as app:
                yield Town(app, self.facts)
        finally:
            shutil.rmtree(data)
