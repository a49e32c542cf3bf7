"""The application: settings in, a Flask site out."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from flask import Blueprint, Flask, Response, g, request
from flask_wtf.csrf import CSRFProtect
from markupsafe import Markup
from werkzeug.middleware.proxy_fix import ProxyFix

from boomtown.bots.inline import BotsHere
from boomtown.bots.workers import BotWorkers
from boomtown.plugins import installed_games
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.bus import Bus
from boomtown.store.calls import CallBook
from boomtown.store.database import Database
from boomtown.store.deals import Deals
from boomtown.store.experiments import Experiments
from boomtown.store.friends import Friends
from boomtown.store.history import History
from boomtown.store.journal import Journal
from boomtown.store.keeping import Keeping
from boomtown.store.lead import Lead
from boomtown.store.matches import Matches
from boomtown.store.moderation import Moderation
from boomtown.store.notices import Notices
from boomtown.store.outages import Outages
from boomtown.store.pairing import Pairing
from boomtown.store.parked import Cause, Parked
from boomtown.store.pauses import Pauses
from boomtown.store.people import People
from boomtown.store.ratings import Ratings
from boomtown.store.reviews import Reviews
from boomtown.store.spool import Spool
from boomtown.store.tables import Tables
from boomtown.store.tournaments import Tournaments
from boomtown.store.vacations import Vacations
from boomtown.web.api.routes import api
from boomtown.web.bench.example_routes import bench_examples
from boomtown.web.bench.routes import bench
from boomtown.web.compare.routes import comparing
from boomtown.web.contests.deal_routes import dealing
from boomtown.web.contests.dealer import Dealer
from boomtown.web.contests.tending import tend
from boomtown.web.contests.tournament_routes import tournaments
from boomtown.web.dev.dev_routes import equip
from boomtown.web.errors import handle_errors
from boomtown.web.guard.budget import Budgets
from boomtown.web.guard.gate import (
    LARGEST_FORM,
    charge,
    check_text,
    end_turn,
    read_body,
    take_turn,
)
from boomtown.web.guard.hosts import HostGate
from boomtown.web.guard.pacing import Pacing
from boomtown.web.lab.laboratory import Laboratory
from boomtown.web.lab.routes import lab
from boomtown.web.manual.routes import docs
from boomtown.web.notices.carriers import carriers_for
from boomtown.web.notices.crier import Crier
from boomtown.web.notices.letters import letter_for, still
from boomtown.web.notices.postman import Postman
from boomtown.web.notices.routes import may_offer, notices, push_point
from boomtown.web.operator.admin_routes import admin
from boomtown.web.operator.health_routes import health
from boomtown.web.operator.metrics import METRICS, Metrics
from boomtown.web.operator.traffic import watch
from boomtown.web.people.cookies import PatientSessions
from boomtown.web.people.friend_routes import friends
from boomtown.web.people.history_routes import history
from boomtown.web.people.moderation import turn_away_banned
from boomtown.web.people.routes import people
from boomtown.web.replays.routes import replays
from boomtown.web.replays.shelf import Shelf
from boomtown.web.replays.work import Work
from boomtown.web.reviews.desk import ReviewDesk
from boomtown.web.reviews.routes import reviews
from boomtown.web.rooms.absences import Absences
from boomtown.web.rooms.advising import Advising
from boomtown.web.rooms.chores import Chore
from boomtown.web.rooms.house import House
from boomtown.web.rooms.keeper import Keeper
from boomtown.web.rooms.notes import overdue_matches
from boomtown.web.rooms.pausing import Pausing
from boomtown.web.rooms.presence import Presence
from boomtown.web.rooms.rooms import Rooms
from boomtown.web.rooms.wall import Wall
from boomtown.web.rules.example_routes import examples
from boomtown.web.server.farewell import turn_away
from boomtown.web.settings import Settings
from boomtown.web.site import NAME, Site, current_player, language, site, theme, wording
from boomtown.web.sockets.open_sockets import OpenSockets
from boomtown.web.sockets.painter import Painter
from boomtown.web.sockets.watch_routes import watching
from boomtown.web.street.routes import pages
from boomtown.web.tables.attending_routes import attending
from boomtown.web.tables.helping_routes import helping
from boomtown.web.tables.lesson_routes import lessons
from boomtown.web.tables.lobby import turns_waiting
from boomtown.web.tables.pairing import settle
from boomtown.web.tables.pairing_routes import pairing
from boomtown.web.tables.report_routes import reports
from boomtown.web.tables.routes import tables
from boomtown.web.tables.times import clock_choices
from boomtown.web.templating import Templates
from boomtown.web.words import icon, seat_letter

PACKAGE = Path(__file__).resolve().parent.parent
COOKIE_OF_THIS_HOST = "__Host-boomtown"
"""By this name browsers take it by HTTPS alone, and from no other host of the same domain."""
RATING_SECONDS = 1.0
"""How often the house looks for matches that are to be rated."""
TOURNAMENT_SECONDS = 3.0
"""How often it looks after tournaments."""
DEAL_SECONDS = 10.0
"""How often it looks whether a day has begun, whose deal is to be promised."""
PAIRING_SECONDS = 1.0
"""How often it looks for tables at which bots may take the free seats."""
HTTPS_FOR_A_YEAR = "max-age=31536000"
POLICY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
log = logging.getLogger(__name__)


def template_folder() -> Path:
    """A wheel carries templates/ inside boomtown; a checkout keeps it beside platform/."""
    for folder in (PACKAGE / "templates", PACKAGE.parent.parent / "templates"):
        if (folder / "base.html").is_file():
            return folder
    raise FileNotFoundError(f"no templates/base.html for {PACKAGE}")


def open_site(settings: Settings) -> Site:
    """The parts of the site, on a database that is up to date."""
    database = Database(settings.database)
    database.migrate()
    bus = Bus(database)
    tables_, matches = Tables(database, bus), Matches(database, bus)
    journal, parked = Journal(database, bus), Parked(database, bus)
    outages = Outages(database, bus)
    outages.read()
    wall = Wall(settings.game_seconds, settings.notes, deadly=settings.deadly)
    _park_overdue(settings, matches, parked)
    rooms = Rooms(tables_, matches, journal, parked, outages, bus, wall)
    workers = (
        BotsHere(wall.run)
        if settings.development
        else BotWorkers(settings.bot_processes, settings.bot_seconds)
    )
    pacing = Pacing(limited=settings.limits)
    lead = Lead(database)
    house = House(rooms, workers, lead, settings.bot_pace, pacing)
    people_ = People(database, bus)
    sockets = OpenSockets(people_, bus)
    keeper = Keeper(settings.keep, Keeping(database, bus), rooms, sockets)
    presence = Presence(bus)
    presence.on_change = rooms.people_changed
    sockets.came, sockets.left = presence.came, presence.left
    absences = Absences(presence, tables_, CallBook(bus))
    pausing = Pausing(Pauses(database, bus), tables_, presence, outages, alone=bus.alone)
    ratings = Ratings(database)
    rating = Chore("rating matches", ratings.rate_due, later=RATING_SECONDS)
    house.chores = [keeper.turn, rating.turn]
    house.rounds, house.tend_pauses = presence.turn, pausing.tend
    house.is_lost = absences.is_lost
    called = Notices(database)
    crier = Crier(called, presence)
    house.call = crier.tend
    work = Work(settings.work_processes)
    laboratory = Laboratory(Experiments(database), settings.lab_processes, lead.held)
    here = Site(
        settings=settings,
        database=database,
        bus=bus,
        people=people_,
        tables=tables_,
        matches=matches,
        journal=journal,
        parked=parked,
        rooms=rooms,
        house=house,
        keeper=keeper,
        pausing=pausing,
        presence=presence,
        absences=absences,
        advising=Advising(workers, pacing),
        pacing=pacing,
        ratings=ratings,
        history=History(database),
        friends=Friends(database),
        pairing=Pairing(database, bus),
        tournaments=Tournaments(database, bus),
        vacations=Vacations(database, bus),
        deals=Deals(database, bus, Dealer(settings.secret, wall).draw),
        notices=called,
        crier=crier,
        postman=Postman(called, carriers_for(settings, called), lead.held),
        sockets=sockets,
        moderation=Moderation(database),
        spool=Spool(settings.data),
        work=work,
        laboratory=laboratory,
        desk=ReviewDesk(Reviews(database), matches, laboratory.turns),
        shelf=Shelf(matches, work, wall),
        budgets=Budgets(limited=settings.limits),
    )
    here.postman.still, here.postman.letter = partial(still, here), partial(letter_for, here)
    house.chores.append(Chore("pairing", partial(settle, here), later=PAIRING_SECONDS).turn)
    house.chores.append(Chore("tournaments", partial(tend, here), later=TOURNAMENT_SECONDS).turn)
    house.chores.append(Chore("the deal", partial(_deal, here), later=DEAL_SECONDS).turn)
    return here


def _deal(here: Site) -> int:
    """Promises the deal of the day as soon as the day has begun."""
    here.deals.today()
    return 0


def _park_overdue(settings: Settings, matches: Matches, parked: Parked) -> None:
    """Matches in the middle of which a process had to be killed are not tried again."""
    for id in overdue_matches(settings.notes):
        stored = matches.get(id)
        if stored is not None:
            problem = "its process had to be killed: the game's code could not be interrupted"
            good = matches.good(id)
            parked.park(id, Cause.SLOW, problem, number=good, version=matches.version(id))


def create_app(settings: Settings) -> Flask:
    """The whole site. ``app.extensions["boomtown"]`` holds its parts; close them at the end."""
    app = Flask(
        "boomtown",
        template_folder=str(template_folder()),
        static_folder=str(PACKAGE / "static"),
        instance_path=str(settings.data),
    )
    app.session_interface = PatientSessions()
    app.config.update(
        SECRET_KEY=settings.secret,
        SECRET_KEY_FALLBACKS=list(settings.old_secrets),
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        SESSION_COOKIE_NAME=COOKIE_OF_THIS_HOST if settings.secure_cookies else "boomtown",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(hours=1),
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.wsgi_app = HostGate(app.wsgi_app, settings.url, here_alone=settings.development)  # type: ignore[method-assign, assignment]  # as Flask's documentation does it
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]  # likewise
    app.extensions[NAME] = site = open_site(settings)
    app.jinja_environment = Templates
    templates = app.jinja_env
    assert isinstance(templates, Templates)
    templates.trim_blocks = templates.lstrip_blocks = True
    templates.uncounted = site.rooms.wall.uncounted
    app.extensions["painter"] = painter = Painter(templates)
    templates.globals["draw_board"] = lambda page: Markup(painter.board(page))
    templates.globals |= {"push_key": push_point, "may_offer_push": may_offer}
    app.extensions[METRICS] = Metrics(app.extensions[NAME])
    watch(app)
    app.before_request(turn_away)
    app.before_request(take_turn)
    app.teardown_request(end_turn)
    app.before_request(charge)
    app.before_request(read_body)
    app.before_request(check_text)
    app.before_request(turn_away_banned)
    csrf = CSRFProtect(app)
    csrf.exempt(api)  # it knows no cookies
    csrf.exempt("boomtown.web.notices.routes.stop")  # signed, and sent by mail clients
    tabled = (
        tables,
        lessons,
        pairing,
        dealing,
        tournaments,
        attending,
        helping,
        watching,
        reports,
        replays,
        reviews,
        examples,
    )
    peopled = (people, history, friends, notices)
    for blueprint in (health, admin, pages, docs, comparing, lab, *peopled, *tabled, api):
        app.register_blueprint(blueprint)
    app.register_blueprint(bench_examples)
    if settings.development:
        app.register_blueprint(bench)
    for game in installed_games():
        serve_files(app, game.id, game.package)
    if settings.development:
        equip(app)
    app.context_processor(_globals)
    app.after_request(_with_policy)
    handle_errors(app)
    return app


def serve_files(app: Flask, id: str, package: str) -> None:
    """A game's own style sheets, scripts and templates."""
    serve_folder(app, id, package, Path(str(files(package))) / "page")


def serve_folder(app: Flask, id: str, package: str, folder: Path) -> None:
    """The same for a game that cannot be loaded."""
    app.register_blueprint(
        Blueprint(
            f"game_{id}",
            package,
            static_folder=str(folder / "static"),
            static_url_path=f"/games/{id}/static",
            template_folder=str(folder / "templates"),
        )
    )


def _globals() -> dict[str, Any]:
    """What every template may use."""
    return {
        "say": wording().say,
        "lang": language(),
        "LANGUAGES": LANGUAGES,
        "player": current_player(),
        "theme": theme(),
        "icon": icon,
        "seat_letter": seat_letter,
        "turns_waiting": _turns_waiting(),
        "clock_choices": partial(clock_choices, wording()),
        "games": installed_games(),
        "development": site().settings.development,
    }


def _turns_waiting() -> list[str]:
    """The tables at which whoever is asking is waited for; looked up once a request."""
    if "turns_waiting" not in g:
        player = current_player()
        g.turns_waiting = [] if player is None else turns_waiting(site(), player.id)
    return list(g.turns_waiting)


def _with_policy(response: Response) -> Response:
    for name, value in POLICY.items():
        response.headers.setdefault(name, value)
    if site().settings.secure_cookies:
        response.headers["Strict-Transport-Security"] = HTTPS_FOR_A_YEAR
    if "private" not in response.headers.get("Cache-Control", "") and not request.path.startswith(
        ("/static/", "/games/")
    ):
        response.headers.setdefault("Cache-Control", "no-store")
    return response
