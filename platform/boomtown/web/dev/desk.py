"""The author's desk: the site with one game on it that is loaded again whenever it changes.

Whatever the author does wrong is shown in the pages and logged; the site goes on with what could
last be loaded. A match that is open is brought over to the changed rules when its room loads it
again (``boomtown.web.dev.lockstep``).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import partial
from pathlib import Path
from threading import RLock, Thread
from typing import Any, cast

from flask import Flask

from boomtown.core.game import Game
from boomtown.core.record import By
from boomtown.plugins import Listing, checked, lay_aside, put_to_work
from boomtown.rulebook.book import read_rulebook
from boomtown.store.matches import StoredMatch
from boomtown.store.parked import Cause
from boomtown.store.rewriting import rewrite
from boomtown.web.app import PACKAGE, create_app, serve_folder, template_folder
from boomtown.web.bench.shelf import OWN_GAME
from boomtown.web.dev.loading import forget_all, load_whole, unload
from boomtown.web.dev.lockstep import Replay, replay
from boomtown.web.dev.panel import panel_for
from boomtown.web.dev.project import Project
from boomtown.web.dev.readers import READERS, Reader, Readers
from boomtown.web.dev.troubles import MOST, Listener, Trouble, toml_trouble, trouble_of
from boomtown.web.dev.watcher import Watcher
from boomtown.web.rooms.wall import GameBroke, Wall
from boomtown.web.settings import Settings
from boomtown.web.site import NAME, Site
from boomtown.web.sockets.painter import Painter

DESK = "desk"
"""Its name among the extensions of the application."""
LOOK_SECONDS = 0.1
LOAD_SECONDS = 10.0
"""Seconds of the processor that loading a game, or playing a match again, may take."""
log = logging.getLogger(__name__)


class Kind(StrEnum):
    """What kind of file has changed; the pages do what it takes to show it."""

    STYLES = "styles"
    PAGE = "page"
    """A script, a picture, or what a page is made of: only a fresh page shows it."""
    DRAWN = "drawn"
    SENTENCES = "sentences"
    RULES = "rules"


KINDS = {
    ".css": Kind.STYLES,
    ".html": Kind.DRAWN,
    ".toml": Kind.SENTENCES,
    ".md": Kind.SENTENCES,
    ".py": Kind.RULES,
}
LOADED = (Kind.SENTENCES, Kind.RULES)
LOUDEST = (Kind.PAGE, Kind.RULES, Kind.SENTENCES, Kind.DRAWN, Kind.STYLES)


class Desk:
    """One game, its author, and the site."""

    def __init__(self, project: Project, settings: Settings) -> None:
        self.project = project
        self.game: Game[Any, Any] | None = None
        """The last one that could be loaded."""
        self.troubles: list[Trouble] = []
        self.replays: dict[str, Replay] = {}
        """By table, how far its match could be played by the rules as they are now."""
        self.played: dict[str, Game[Any, Any]] = {}
        """By match, the game that has played it here."""
        self._vain: dict[str, tuple[Game[Any, Any], Trouble]] = {}
        """By match, the game that could not even play what there is, and why; it is tried once."""
        self.wall = Wall(LOAD_SECONDS)
        self._unreadable: set[Path] = set()
        self._failed = False
        """Whether the files as they are now cannot be loaded."""
        self._lock = RLock()
        self._open = True
        self._unheard = False
        """Whether something went wrong of which no page has heard."""
        self._listener = Listener(self._heard)
        self._load([])
        self.app: Flask = create_app(settings)
        if self.game is None:
            serve_folder(self.app, project.id, project.package, project.folder / "page")
        self.app.extensions[DESK] = self
        self.app.config[OWN_GAME] = project.id
        self.readers.panel = self.panel
        self.site.rooms.loader.prepare = self._prepare
        logging.getLogger("boomtown").addHandler(self._listener)
        self._watcher = Watcher(project.folder, template_folder(), PACKAGE / "static")

    @property
    def site(self) -> Site:
        """The parts of the site."""
        return cast(Site, self.app.extensions[NAME])

    @property
    def readers(self) -> Readers:
        """The pages that are open."""
        return cast(Readers, self.app.extensions[READERS])

    def start(self) -> None:
        """Begins to watch the files."""
        Thread(target=self._watch, name="watcher", daemon=True).start()

    def close(self) -> None:
        """Puts everything back: the game is the installed one again."""
        self._open = False
        logging.getLogger("boomtown").removeHandler(self._listener)
        self.wall.close()
        self.site.close()
        lay_aside(self.project.id)
        unload(self.project)

    def _watch(self) -> None:
        while self._open:
            time.sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> None:
        """Shows what has changed since the last look."""
        try:
            if paths := self._watcher.changed():
                self.notice(paths)
            elif self._unheard:
                self._unheard = False
                self.readers.tell()
        except Exception:  # a mistake of ours is no reason to stop watching
            log.exception("watching %s", self.project.folder)

    def notice(self, paths: Collection[Path]) -> None:
        """Takes changed files in, and tells the pages."""
        kinds = {KINDS.get(path.suffix, Kind.PAGE) for path in paths}
        if any(path.is_relative_to(self.project.folder / "page") for path in _python(paths)):
            kinds.add(Kind.PAGE)  # what the page itself is made of: its style, script and beats
        with self._lock:
            self.troubles.clear()
            if Kind.RULES in kinds or (self._failed and Kind.SENTENCES in kinds):
                self._load(paths)
            elif Kind.SENTENCES in kinds:
                self._read(paths)
            for game, trouble in self._vain.values():
                if game is self.game:  # still: another change does not mend it
                    self._add(trouble)
            cast(Painter, self.app.extensions["painter"]).forget()
            self._redraw(anew=not kinds.isdisjoint(LOADED))
            self._unheard = False
        loudest = next(kind for kind in LOUDEST if kind in kinds)
        self.readers.tell(loudest.value, [path.name for path in paths])

    # --- loading --------------------------------------------------------------------------------

    def _load(self, paths: Iterable[Path]) -> None:
        """All of the game anew; what cannot be loaded leaves everything as it was."""
        if not self._is_readable(paths):
            self._failed = True
            self._list()
            return
        try:
            game = self.wall.run(self.project.id, partial(load_whole, self.project, list(paths)))
        except Exception as error:  # whatever an author does wrong, the site stays
            self._failed = True
            self._note(error)
        else:
            self._failed, self.game = False, game
            self.replays.clear()
        self._list()

    def _list(self) -> None:
        problem = self.troubles[0].problem if self.game is None and self.troubles else None
        put_to_work(Listing(self.project.id, str(self.project.folder), self.game, problem))

    def _read(self, paths: Iterable[Path]) -> None:
        """The sentences anew. What cannot be read leaves those of before."""
        if self._is_readable(paths) and self.game is not None:
            forget_all()
            try:
                checked(self.game, self.project.id)
            except Exception as error:  # as above
                self._note(error)

    def _is_readable(self, paths: Iterable[Path]) -> bool:
        """Whether all texts can be read: nothing is forgotten before that is certain."""
        folder = self.project.folder
        suspects = self._unreadable | {path for path in paths if path.suffix == ".toml"}
        found = {path: toml_trouble(path, folder) for path in suspects}
        self._unreadable = {path for path, trouble in found.items() if trouble is not None}
        self.troubles += [trouble for trouble in found.values() if trouble is not None]
        if self._unreadable:
            return False
        try:
            read_rulebook(folder / "rulebook", self.project.package)
        except Exception as error:  # as above
            self._note(error)
            return False
        return True

    def _redraw(self, *, anew: bool) -> None:
        """Every open table is shown as it is now; ``anew``, its match is loaded by the rules and
        taught by the lessons as they are now."""
        for room in self.site.rooms.all():
            if anew and room.table.game == self.project.id:
                room.reload()
                continue
            with room.lock:
                room.forget_shared()
                room.show()
        self.site.shelf.forget()

    def _prepare(self, id: str) -> None:
        """Brings a match that is about to be loaded over to the rules as they are now."""
        game, before = self.game, self.played.get(id)
        stored = self.site.matches.get(id)
        if game is None or before is game or stored is None or stored.ended is not None:
            return
        if stored.game != game.id or (id in self._vain and self._vain[id][0] is game):
            return
        try:
            lines = self.site.matches.lines(id)
            if any(one.line.by is By.CHAPTER for one in lines):
                self.played[id] = game
                return
            found = self.wall.run(id, partial(replay, game, stored, lines, before))
        except Exception as error:  # a rule raises, or does not end: the answers stay as they are
            self._park(stored, game, error)
            return
        self.played[id] = game
        self._vain.pop(id, None)
        same = found.heading == stored.heading and [one.line for one in found.lines] == [
            one.line for one in lines
        ]
        if not same or self.site.parked.get(id) is not None:
            rewrite(self.site.database, stored, found.heading, found.lines)
        if found.difference is not None:
            self.replays[stored.table] = found

    def _park(self, stored: StoredMatch, game: Game[Any, Any], error: Exception) -> None:
        """Stops a match that the new rules cannot play, until the next ones are compared with those
        of before. What stopped it earlier is mended, or would be told again."""
        self._vain[stored.id] = game, self._note(error)
        cause = error.cause if isinstance(error, GameBroke) else Cause.FAULT
        self.site.parked.release(stored.id)
        self.site.parked.park(stored.id, cause, str(error), number=0, version=game.version)

    # --- telling --------------------------------------------------------------------------------

    def _note(self, error: BaseException) -> Trouble:
        trouble = trouble_of(error, self.project.folder)
        self._add(trouble)
        return trouble

    def _add(self, trouble: Trouble) -> None:
        if trouble not in self.troubles and len(self.troubles) < MOST:
            self.troubles.append(trouble)

    def _heard(self, error: BaseException) -> None:
        """Something went wrong while the site was in use.

        The watcher tells the pages: here we may be behind the wall, where nothing may wait.
        """
        self._note(error)
        self._unheard = True

    def panel(self, reader: Reader) -> str:
        """What a page shows of it all; nothing where all is well."""
        room = self.site.rooms.get(reader.table) if reader.table else None
        found = None if room is None else self.replays.get(room.code)
        return panel_for(self.app, reader.language, self.troubles, room, found)


def _python(paths: Iterable[Path]) -> list[Path]:
    return [path for path in paths if path.suffix == ".py"]


def open_desk(project: Project, settings: Settings) -> Desk:
    """The site for the author of a game."""
    return Desk(project, settings)
