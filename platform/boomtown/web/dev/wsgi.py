"""What gunicorn serves to an author: ``boomtown.web.dev.wsgi:app``, started by ``boomtown dev``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from flask import Flask

from boomtown.core.errors import BoomtownError
from boomtown.store.database import sqlite_url
from boomtown.store.folder import kept_key, open_folder, serve_in
from boomtown.web.dev.desk import open_desk
from boomtown.web.dev.project import find_project
from boomtown.web.operator.metrics import METRICS
from boomtown.web.settings import Settings

GAME_VARIABLE = "BOOMTOWN_DEV"
CANNOT_START = 3
"""How gunicorn is told that trying again would not help."""


def _opened() -> Flask:
    try:
        data = open_folder(Path(os.environ["BOOMTOWN_DATA"]))
        serve_in(data)
        desk = open_desk(find_project(os.environ[GAME_VARIABLE]), development_settings(data))
    except (BoomtownError, OSError) as error:
        print(f"boomtown: {error}", file=sys.stderr, flush=True)
        sys.exit(CANNOT_START)
    desk.site.open()
    desk.app.extensions[METRICS].start()
    desk.start()
    return desk.app


def development_settings(data: Path) -> Settings:
    """One process, no limits, a database of its own: whatever the environment says."""
    return Settings(
        data=data,
        database=sqlite_url(data),
        secret=kept_key(data),
        bot_pace=int(os.environ.get("BOOMTOWN_BOT_PACE", "700")),
        work_processes=0,
        lab_processes=0,
        limits=False,
        warm_up=False,
        development=True,
    )


app = _opened()
