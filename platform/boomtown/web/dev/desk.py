"""The author's desk: the site with one game on it that is loaded again whenever it changes."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask

from boomtown.core.game import Game
from boomtown.plugins import Listing, put_to_work
from boomtown.web.app import create_app
from boomtown.web.dev.loading import load_whole
from boomtown.web.dev.project import Project
from boomtown.web.settings import Settings
from boomtown.web.site import NAME, Site

DESK = "desk"
log = logging.getLogger(__name__)


class Desk:
    """One game, its author, and the site."""

    def __init__(self, project: Project, settings: Settings) -> None:
        self.project = project
        self.game: Game[Any, Any] | None = None
        """The last one that could be loaded."""
        self._load()
        self.app: Flask = create_app(settings)
        self.app.extensions[DESK] = self

    @property
    def site(self) -> Site:
        """The parts of the site."""
        here: Site = self.app.extensions[NAME]
        return here

    def start(self) -> None:
        """Begins to watch the files."""

    def _load(self) -> None:
        place = str(self.project.folder)
        try:
            self.game = load_whole(self.project)
        except Exception as error:  # whatever an author does wrong, the site stays
            log.warning("%s: %s", self.project.id, error)
            put_to_work(Listing(self.project.id, place, None, f"{type(error).__name__}: {error}"))
        else:
            put_to_work(Listing(self.project.id, place, self.game))


def open_desk(project: Project, settings: Settings) -> Desk:
    """The site for the author of a game."""
    return Desk(project, settings)
