"""How the games of a site have stood ``boomtown check``: kept in its data folder."""

from __future__ import annotations

from pathlib import Path

import msgspec

from boomtown.store.folder import write_whole
from boomtown.testing.report import Report

FOLDER = "checks"


def keep_report(data: Path, report: Report) -> None:
    """Keeps what was found of a game, in the place of what was known."""
    folder = data / FOLDER
    folder.mkdir(exist_ok=True)
    write_whole(folder / f"{report.game}.json", msgspec.json.encode(report), replace=True)


def kept_report(data: Path, game: str) -> Report | None:
    """What was found of a game when it was last checked; None where nobody has checked it."""
    try:
        return msgspec.json.decode((data / FOLDER / f"{game}.json").read_bytes(), type=Report)
    except (OSError, msgspec.DecodeError):
        return None


def forget_report(data: Path, game: str) -> None:
    """Keeps nothing of a game."""
    (data / FOLDER / f"{game}.json").unlink(missing_ok=True)
