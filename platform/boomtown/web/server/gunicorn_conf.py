"""How gunicorn runs the site: gevent, so that a table costs a few kilobytes, not a thread.

With the embedded database there is one worker process; with PostgreSQL there may be many.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from boomtown.store.folder import FolderTrouble, is_embedded, open_folder, serve_in
from boomtown.web.operator.logs import LogSettings, set_up
from boomtown.web.rooms.notes import NOTES, forget_note, mark_overdue

bind = os.environ.get("BOOMTOWN_BIND", "127.0.0.1:8000")
worker_class = "boomtown.web.server.gunicorn_worker.PoliteWorker"
workers = int(os.environ.get("BOOMTOWN_WORKERS", "1"))
worker_connections = 10_000
timeout = 20
"""Seconds without a sign of life, after which a worker is killed."""
graceful_timeout = 9
"""Seconds after which a worker that was asked to end is killed; containers are given ten."""
keepalive = 30
control_socket_disable = True
accesslog = None
errorlog = "-"
loglevel = "warning"

SWITCH_SECONDS = 0.0005
"""How long a thread that has come back from the disk waits for the one that runs. A commit waits
several times, so Python's own 5 ms would make it as slow as ten of them on a busy site."""

replaces = False
"""Whether this process takes the place of another one: the site has been open before."""


def post_fork(_server: Any, worker: Any) -> None:  # gunicorn has no types
    """The first workers tell whether the site can be opened at all; later ones know that it can."""
    global replaces
    replaces = worker.age > workers


def child_exit(_server: Any, worker: Any) -> None:  # as above
    """A worker that hung and had to be killed leaves a note of the match that it was in."""
    if folder := os.environ.get("BOOMTOWN_DATA"):
        notes = Path(folder) / NOTES
        (mark_overdue if worker.aborted else forget_note)(notes, worker.pid)


def on_starting(_server: Any) -> None:  # as above
    """Before there are workers, so that the log's locks are the system's own.

    The lock of the data folder is the server's, not that of a worker which may be replaced.
    """
    set_up(LogSettings.read(os.environ.get("BOOMTOWN_LOG", "")))
    folder = os.environ.get("BOOMTOWN_DATA")
    if folder and is_embedded(os.environ):
        try:
            serve_in(open_folder(Path(folder)))
        except FolderTrouble as error:
            sys.exit(f"boomtown: {error}")


def worker_int(worker: Any) -> None:
    """Ctrl-C: there is no time to wait, but enough to say goodbye."""
    from boomtown.web.server.farewell import say_goodbye  # not before gevent has patched the worker

    if (app := getattr(worker, "wsgi", None)) is not None:  # it may not have got so far
        say_goodbye(app)


def worker_exit(_server: Any, worker: Any) -> None:
    """The house closes, bots' processes end, the database is left in order."""
    from boomtown.web.operator.metrics import METRICS  # as above
    from boomtown.web.site import NAME

    app = getattr(worker, "wsgi", None)
    if app is not None:  # as above
        app.extensions[METRICS].close()
        app.extensions[NAME].close()


def post_worker_init(worker: Any) -> None:
    """Makes the process a quick one."""
    import gevent  # not before it has patched the worker, as all below

    from boomtown.web.guard.pacing import watch_switches
    from boomtown.web.server.garbage import look_at_all_by_the_clock, look_in_portions
    from boomtown.web.server.warmup import start_workers_soon, warm_up_soon
    from boomtown.web.site import NAME

    watch_switches()
    if worker.wsgi.extensions[NAME].settings.warm_up:
        warm_up_soon(worker.wsgi)
        start_workers_soon(worker.wsgi.extensions[NAME])
    sys.setswitchinterval(SWITCH_SECONDS)
    look_in_portions()
    gevent.spawn(look_at_all_by_the_clock)
