"""What gunicorn serves: ``boomtown.web.wsgi:app``, set up by the environment."""

from __future__ import annotations

from msgspec import structs

from boomtown.web.app import create_app
from boomtown.web.health import METRICS
from boomtown.web.settings import Settings
from boomtown.web.site import NAME

app = create_app(structs.replace(Settings.from_environment(), deadly=True))
app.extensions[NAME].open()
app.extensions[METRICS].start()
