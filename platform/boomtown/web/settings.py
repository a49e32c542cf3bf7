"""The site's settings, from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.store.database import sqlite_url
from boomtown.store.folder import kept_key, open_folder
from boomtown.web.guard.hosts import checked_url
from boomtown.web.notices.configured import NoticeSettings
from boomtown.web.operator.logs import LogSettings
from boomtown.web.rooms.notes import NOTES

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
"""In milliseconds, as all times are."""


class NoDataFolder(BoomtownError):
    """Nobody has said where the site may keep its data."""


class Keep(Struct, frozen=True, kw_only=True):
    """How long things are kept that nobody comes back for; 0 is for ever."""

    tables: int = 24
    """Hours for an open table at which nobody sits."""
    waiting: int = 7 * 24
    """Hours for an open table at which people sit, and nothing happens."""
    guests: int = 90
    """Days for a guest who is not here, and holds no seat at any table that is kept."""
    chat: int = 90
    """Days for what was said."""
    matches: int = 0
    """Days for a finished match, with its table; also for a tournament that was played."""
    tournaments: int = 30
    """Days for a tournament that nobody begins."""
    studies: int = 365
    """Days for a study of the laboratory that is over."""

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Keep:
        """``BOOMTOWN_KEEP_TABLES`` and so on."""
        given = {
            name: environment.get(f"BOOMTOWN_KEEP_{name.upper()}") for name in cls.__struct_fields__
        }
        return cls(**{name: max(0, int(text)) for name, text in given.items() if text})


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that differs from one installation to another."""

    data: Path
    """Where the embedded database and the key of the cookies lie."""
    database: str
    secret: bytes
    old_secrets: tuple[bytes, ...] = ()
    """Keys whose cookies are still accepted after a change."""
    bot_pace: int = 700
    """Milliseconds that a bot takes over an answer, so that people can follow."""
    bot_processes: int = 2
    work_processes: int = 1
    """Processes that play matches again, for replays and proofs."""
    lab_processes: int = 1
    """Processes that play the studies of the laboratory."""
    bot_seconds: float = 5.0
    """How long a bot may think about one answer; then the rule's default is the answer."""
    game_seconds: float = 1.0
    """Seconds of the processor that one step, view or board of a game may take."""
    deadly: bool = False
    """Whether a process in which a game cannot be interrupted ends itself: its server starts
    another one."""
    limits: bool = True
    """Whether requests are counted; off only in tests and benchmarks."""
    warm_up: bool = True
    """Whether a server makes what it keeps before somebody asks for it."""
    url: str = ""
    """Where the public reaches the site: https://play.example.org. Without it, only a home does."""
    secure_cookies: bool = False
    """Whether cookies travel by HTTPS alone."""
    least_disk: int = 200 * 2**20
    """Bytes that must be free where the data are; below that the site says it is not ready."""
    processes: int = 1
    """How many web processes share the work."""
    log: LogSettings = LogSettings()
    keep: Keep = Keep()
    notices: NoticeSettings = NoticeSettings()
    development: bool = False
    """Whether an author is at work here, alone: files reload, and everything may be looked at. Only
    ``boomtown dev`` says so, never the environment of a site that others visit."""
    proxies: int = 0
    """How many proxies in front of the site may be trusted to name the client."""

    @property
    def embedded(self) -> bool:
        """Whether the database lies in the data folder."""
        return self.database.startswith("sqlite")

    @property
    def notes(self) -> Path:
        """Where processes note what they run, for those that come after them."""
        return self.data / NOTES

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """``BOOMTOWN_DATA`` must be set; everything else has a default."""
        folder = environment.get("BOOMTOWN_DATA")
        if not folder:
            raise NoDataFolder("set BOOMTOWN_DATA to the folder where the site keeps its data")
        data = open_folder(Path(folder))
        keys = environment.get("BOOMTOWN_SECRET", "").split()
        url = environment.get("BOOMTOWN_URL", "")
        url = checked_url(url) if url else ""
        own, *old = [key.encode() for key in keys] or [kept_key(data)]
        return cls(
            data=data,
            database=environment.get("BOOMTOWN_DATABASE") or sqlite_url(data),
            secret=own,
            old_secrets=tuple(old),
            bot_pace=int(environment.get("BOOMTOWN_BOT_PACE", "700")),
            bot_processes=int(environment.get("BOOMTOWN_BOT_PROCESSES", "2")),
            work_processes=int(environment.get("BOOMTOWN_WORK_PROCESSES", "1")),
            lab_processes=int(environment.get("BOOMTOWN_LAB_PROCESSES", "1")),
            bot_seconds=float(environment.get("BOOMTOWN_BOT_SECONDS", "5")),
            game_seconds=float(environment.get("BOOMTOWN_GAME_SECONDS", "1")),
            limits=environment.get("BOOMTOWN_LIMITS", "on") != "off",
            warm_up=environment.get("BOOMTOWN_WARM_UP", "on") != "off",
            url=url,
            secure_cookies=environment.get("BOOMTOWN_HTTPS", "") == "on" or url[:6] == "https:",
            log=LogSettings.read(environment.get("BOOMTOWN_LOG", "")),
            least_disk=int(environment.get("BOOMTOWN_LEAST_DISK", "200")) * 2**20,
            processes=int(environment.get("BOOMTOWN_WORKERS", "1")),
            keep=Keep.read(environment),
            notices=NoticeSettings.read(environment, url),
            proxies=int(environment.get("BOOMTOWN_PROXIES", "0")),
        )
