"""What ``boomtown check`` says of a game, as data: made in a process of its own, and kept.

``python -m boomtown.testing.report GAME MATCHES`` prints it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version as installed_version

import msgspec
from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.plugins import UnknownGame, listings
from boomtown.testing.conformance import CHECKS, Suite

MATCHES = 12
MARK = "report: "
"""How the line begins that counts; a game may print, too."""
FIRST = "ends"
"""The check without which the others make no sense."""


class CheckFailed(BoomtownError):
    """The check itself came to nothing; the message says why."""


class Report(Struct, frozen=True, kw_only=True):
    """How a version of a game has stood the check."""

    game: str
    version: str = ""
    distribution: str = ""
    boomtown: str
    error: str = ""
    """Why it could not even be loaded."""
    passed: list[str] = []
    failed: dict[str, list[str]] = {}
    """By check, what is wrong."""
    skipped: int = 0
    """Checks that wait until a game plays to its end."""

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.error or self.failed or self.skipped)

    @property
    def checks(self) -> int:
        """How many checks there are."""
        return len(self.passed) + len(self.failed) + self.skipped


def report_on(id: str, matches: int = MATCHES) -> Report:
    """Checks an installed game with random matches."""
    release = installed_version("boomtown")
    listing = next((one for one in listings() if one.id == id), None)
    if listing is None:
        raise UnknownGame(f"no game is called {id}")
    if listing.game is None:
        error = listing.error or ""
        return Report(game=id, distribution=listing.distribution, boomtown=release, error=error)
    suite = Suite.of(listing.game, matches)
    passed: list[str] = []
    failed: dict[str, list[str]] = {}
    for name in CHECKS:
        findings = suite.run(name)
        if findings:
            failed[name] = [finding.problem for finding in findings]
        else:
            passed.append(name)
        if FIRST in failed:
            break
    return Report(
        game=id,
        version=listing.game.version,
        distribution=listing.distribution,
        boomtown=release,
        passed=passed,
        failed=failed,
        skipped=len(CHECKS) - len(passed) - len(failed),
    )


def report_elsewhere(
    id: str, matches: int = MATCHES, environment: Mapping[str, str] = os.environ
) -> Report:
    """The same in a process of its own: whatever the game does, this one is not harmed."""
    command = [sys.executable, "-m", __name__, id, str(matches)]
    done = subprocess.run(
        command, env=dict(environment), capture_output=True, text=True, check=False
    )
    for line in done.stdout.splitlines():
        if line.startswith(MARK):
            return msgspec.json.decode(line.removeprefix(MARK), type=Report)
    last = done.stderr.strip().splitlines()[-1:] or [f"it ended with {done.returncode}"]
    raise CheckFailed(f"{id} could not be checked: {last[0]}")


if __name__ == "__main__":
    try:
        print(MARK + msgspec.json.encode(report_on(sys.argv[1], int(sys.argv[2]))).decode())
    except BoomtownError as problem:
        sys.exit(str(problem))
