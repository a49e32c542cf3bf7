"""``boomtown doctor``: looks at a site, running or not, and says what to do. It changes nothing."""

from __future__ import annotations

import os
import shutil
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlmodel import col, func, select

from boomtown import BUILD
from boomtown.core.game import Game
from boomtown.plugins import listings
from boomtown.store.bus import Bus
from boomtown.store.check import check_all
from boomtown.store.database import Database, sqlite_url
from boomtown.store.folder import KEY, LOCK, FolderInUse, FolderLock, FolderTrouble, checked_key
from boomtown.store.health import last_heartbeat, latest_schema, schema_of
from boomtown.store.matches import Matches, version_of
from boomtown.store.models import AnswerRow, MatchRow, Phase, TableRow
from boomtown.store.parked import Parked
from boomtown.web.operator.admin_key import NAME as ADMIN_KEY
from boomtown.web.operator.readiness import FRESH
from boomtown.web.operator.setup import Finding, Level, fail, ok, setup_findings, warn

SHOWN = 10
CLOCK_SLACK = 60_000
"""Milliseconds by which clocks of two machines may differ."""


def examine(data: Path, environment: Mapping[str, str], clock: Callable[[], int]) -> list[Finding]:
    """Everything that can be found out about a site."""
    findings = list(setup_findings(environment))
    findings += _folder(data)
    findings.append(_build())
    findings += _games()
    if any(one.about == "folder" and one.level is Level.FAIL for one in findings):
        return findings
    findings += _keys(data, environment)
    findings.append(_space(data, environment))
    url = environment.get("BOOMTOWN_DATABASE") or sqlite_url(data)
    try:
        embedded = make_url(url).get_backend_name() == "sqlite"
    except ArgumentError:
        shape = "postgresql://user:password@host/name"
        return [*findings, fail("database", "BOOMTOWN_DATABASE is no address", f"write {shape}")]
    running = _is_running(data) if embedded else None
    if embedded:
        findings.append(ok("lock", _who_runs(running)))
        if environment.get("BOOMTOWN_WORKERS", "1") != "1":
            todo = "set BOOMTOWN_DATABASE to a PostgreSQL, or BOOMTOWN_WORKERS=1"
            findings.append(fail("workers", "several web processes need a PostgreSQL", todo))
        if not (data / "boomtown.db").is_file():
            todo = "boomtown serve makes one; if there was one, restore a backup"
            return [*findings, warn("database", "there is none yet", todo)]
    return findings + list(_database(url, running=bool(running), clock=clock))


def _build() -> Finding:
    if BUILD.stale:
        return warn(
            "build", str(BUILD), "compile them again with make fast, or install the wheel anew"
        )
    return ok("build", str(BUILD))


# --- the folder -----------------------------------------------------------------------------------


def _folder(data: Path) -> Iterator[Finding]:
    if not data.is_dir():
        yield fail("folder", f"{data} is not there", "name the right one with --data")
        return
    mode = stat.S_IMODE(data.stat().st_mode)
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield fail("folder", f"{data} may not be written to", "run this as the site's own user")
    elif mode & 0o022:
        todo = f"chmod go-w {data}"
        yield fail("folder", f"others may write to {data} ({mode:o})", todo)
    elif mode & 0o007:
        yield warn("folder", f"others may look into {data} ({mode:o})", f"chmod o-rwx {data}")
    else:
        yield ok("folder", f"{data} ({mode:o})")
    for path in sorted(data.glob("boomtown.db*")):
        if stat.S_IMODE(path.stat().st_mode) & 0o022:
            yield fail("files", f"others may write to {path.name}", f"chmod go-w {path}")
        if path.stat().st_uid != data.stat().st_uid:
            yield warn("files", f"{path.name} belongs to another user", f"chown it like {data}")


def _keys(data: Path, environment: Mapping[str, str]) -> Iterator[Finding]:
    path = data / KEY
    if environment.get("BOOMTOWN_SECRET"):
        yield ok("key", "BOOMTOWN_SECRET signs the cookies; keep it with your backups")
    elif not path.is_file():
        if (data / "boomtown.db").is_file():
            todo = f"restore {KEY} from a backup; otherwise everybody comes back as somebody new"
            yield fail("key", f"{KEY} is missing, though there are data", todo)
        else:
            yield ok("key", f"{KEY} is made by the first start")
    else:
        try:
            checked_key(path, path.read_bytes().strip())
            yield _private(path, "key", "signs the cookies")
        except FolderTrouble as trouble:
            yield fail("key", str(trouble), f"restore {KEY} from a backup")
        except OSError as error:
            yield fail("key", f"{KEY}: {error.strerror}", "run this as the site's own user")
    if (data / ADMIN_KEY).is_file():
        yield _private(data / ADMIN_KEY, "admin key", "opens the admin page")


def _private(path: Path, about: str, text: str) -> Finding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        text = f"others may read {path.name} ({mode:o})"
        return fail(about, text, f"chmod 600 {path}, and make a new one if somebody has read it")
    return ok(about, f"{path.name} {text} ({mode:o})")


def _space(data: Path, environment: Mapping[str, str]) -> Finding:
    free = shutil.disk_usage(data).free >> 20
    least = environment.get("BOOMTOWN_LEAST_DISK", "200")
    floor = int(least) if least.isascii() and least.isdigit() else 200
    text = f"{free} MB free where the data are"
    if free < floor:
        return fail("space", text, f"make room: below {floor} MB the site is not ready")
    if free < 5 * floor:
        return warn("space", text, "make room soon")
    return ok("space", text)


def _is_running(data: Path) -> str | None:
    """Which process serves the folder, if one does."""
    if not (data / LOCK).exists():
        return None
    lock = FolderLock(data)
    try:
        lock.take()
    except FolderInUse as used:
        return str(used).rpartition("already (")[2].partition(")")[0] or "a process"
    except FolderTrouble:
        return None
    lock.release()
    return None


def _who_runs(running: str | None) -> str:
    return "no server works in the folder" if running is None else f"{running} works in the folder"


# --- games ----------------------------------------------------------------------------------------


def _games() -> Iterator[Finding]:
    broken = [listing for listing in listings() if listing.game is None]
    for listing in broken:
        text = f"{listing.id} cannot be loaded: {listing.error}"
        yield warn("games", text, f"mend or reinstall {listing.distribution or listing.id}")
    good = [f"{one.id} {one.game.version}" for one in listings() if one.game is not None]
    if good:
        yield ok("games", ", ".join(good))
    else:
        yield fail("games", "no game is installed", "pip install one")


def _versions(database: Database) -> Iterator[Finding]:
    """Running matches that the installed games cannot play, or will carry over."""
    installed = {one.id: one.game for one in listings() if one.game is not None}
    wanted = (
        select(MatchRow)
        .join(TableRow, col(TableRow.match) == col(MatchRow.id))
        .where(TableRow.phase == Phase.PLAYING)
    )
    matches = Matches(database, Bus(database))
    with database.reading() as session:
        rows = [(row.id, row.game, version_of(session, row)) for row in session.exec(wanted).all()]
    lost: Counter[tuple[str, str]] = Counter()
    carried: Counter[str] = Counter()
    for id, name, version in rows:
        game = installed.get(name)
        if game is None:
            lost[f"{name} is not installed", "install it again, or close their tables"] += 1
        elif not game.plays(version):
            old = f"{name} {version} was played, {game.version} is installed"
            if (problem := _cannot_go_on(matches, id, game)) is None:
                carried[old] += 1
            else:
                todo = "install that version again, or close their tables"
                lost[f"{old}; {problem}", todo] += 1
    for old, number in carried.items():
        yield ok("matches", f"{number} running matches go on as a new chapter: {old}")
    for (why, todo), number in lost.items():
        yield warn("matches", f"{number} running matches wait: {why}", todo)
    if not lost and not carried:
        yield ok("matches", f"{len(rows)} running, of games and versions that are installed")


def _cannot_go_on(matches: Matches, id: str, game: Game[Any, Any]) -> str | None:
    """Why a new version cannot go on with a match; tried, and thrown away."""
    stored = matches.get(id)
    assert stored is not None, "it was found just now"
    try:
        matches.kept(stored).carried_over(game)
    except Exception as error:  # an upgrade may fail in any way it likes
        return str(error)
    return None


# --- the database ---------------------------------------------------------------------------------


def _database(url: str, *, running: bool, clock: Callable[[], int]) -> Iterator[Finding]:
    database = Database(url)
    try:
        if not database.embedded:
            place = make_url(url).render_as_string(hide_password=True)
            database.engine.connect().close()
            yield ok("database", f"{place} answers")
        else:
            yield _quick_check(database)
        schema = schema_of(database)
        if schema is None:
            yield warn("schema", "the database is empty", "boomtown serve fills it")
            return
        if schema != latest_schema():
            text = f"{schema}, this version works with {latest_schema()}"
            yield warn("schema", text, "boomtown serve brings it up to date; back up first")
            return
        yield ok("schema", schema)
        yield from _journal(database)
        yield from _versions(database)
        yield from _time(database, running=running, at=clock())
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        todo = "restore a backup" if database.embedded else "start it, or mend BOOMTOWN_DATABASE"
        yield fail("database", reason, todo)
    finally:
        database.close()


def _quick_check(database: Database) -> Finding:
    with database.engine.connect() as connection:
        told = connection.exec_driver_sql("PRAGMA quick_check(5)").scalars().all()
    if told == ["ok"]:
        return ok("database", "SQLite's quick check finds nothing")
    return fail("database", "; ".join(map(str, told)), "stop the site and restore a backup")


def _journal(database: Database) -> Iterator[Finding]:
    known = {one.match: one for one in Parked(database, Bus(database)).all()}
    damaged = check_all(database)
    for one in damaged[:SHOWN]:
        text = f"match {one.match} at {one.table}: {one.problem}; {one.good} good answers"
        level = warn if one.match in known else fail
        yield level("journal", text, "restore a backup, or release the match as it is")
    if len(damaged) > SHOWN:
        more = len(damaged) - SHOWN
        yield fail("journal", f"{more} more matches are damaged", "restore a backup")
    if not damaged:
        yield ok("journal", "every stored answer is what was written")
    if known:
        text = f"{len(known)} matches are parked"
        yield warn("parked", text, "boomtown admin parked tells why; release or close them")
    else:
        yield ok("parked", "no match is parked")


def _time(database: Database, *, running: bool, at: int) -> Iterator[Finding]:
    beat = last_heartbeat(database)
    with database.reading() as session:
        last = session.exec(select(func.max(AnswerRow.at))).one()
    ahead = max(beat or 0, last or 0) - at
    if ahead > CLOCK_SLACK:
        text = f"the database has seen a time {ahead // 1000} s ahead of this clock"
        yield warn("time", text, "set the clock (NTP); clocks of tables wait until then")
    elif beat is None:
        yield ok("time", "no house has been open yet")
    elif at - beat < FRESH:
        yield ok("time", f"the house was heard of {max(0, at - beat) // 1000} s ago")
    elif running:
        text = f"a server runs, but its house was last heard of {(at - beat) // 1000} s ago"
        yield fail("time", text, "look into the log, then restart it")
    else:
        yield ok("time", f"no house is open; the last one {(at - beat) // 1000} s ago")
