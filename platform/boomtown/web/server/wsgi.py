"""What gunicorn serves: ``boomtown.web.server.wsgi:app``, set up by the environment."""

from __future__ import annotations

import sys
import time

from flask import Flask
from msgspec import structs
from sqlalchemy.exc import DBAPIError

from boomtown.core.errors import BoomtownError
from boomtown.store.folder import serve_in
from boomtown.web.app import create_app
from boomtown.web.operator.metrics import METRICS
from boomtown.web.server import gunicorn_conf
from boomtown.web.settings import Settings
from boomtown.web.site import NAME, Site

CANNOT_START = 3
"""How gunicorn is told that trying again would not help."""
TRY_AGAIN = 1
"""How it is told that it may."""
AGAIN_SECONDS = 2.0


def _opened() -> Flask:
    """The site, open to everybody; what is in the way is told in a sentence."""
    try:
        settings = structs.replace(Settings.from_environment(), deadly=True)
        if settings.embedded:
            serve_in(settings.data)
        app = create_app(settings)
        site = app.extensions[NAME]
        assert isinstance(site, Site)
        site.open()
    except (BoomtownError, DBAPIError, OSError) as error:
        print(f"boomtown: {getattr(error, 'orig', error)}", file=sys.stderr, flush=True)
        if gunicorn_conf.replaces:  # the database is away, the disk is full: not for ever
            time.sleep(AGAIN_SECONDS)
            sys.exit(TRY_AGAIN)
        sys.exit(CANNOT_START)
    app.extensions[METRICS].start()
    return app


app = _opened()
