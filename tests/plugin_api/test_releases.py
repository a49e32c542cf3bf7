"""Games that were made for an earlier version of the plugin interface work as they did.

Each folder holds a game as `boomtown new-game` wrote it then, and matches that were played then.
Nothing in it is ever changed: what it uses is what authors rely on.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from boomtown.core import API, matchfile
from boomtown.plugins import FOLDER_VARIABLE, find_game, listings
from boomtown.testing import CHECKS, Suite

HERE = Path(__file__).parent
RELEASES = sorted(HERE.glob("v*"))


@pytest.fixture(params=RELEASES, ids=lambda folder: folder.name)
def release(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder: Path = request.param
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    listings.cache_clear()
    yield folder
    listings.cache_clear()


def test_there_is_a_game_for_every_release_before_this_one() -> None:
    major, minor = map(int, API.split("."))
    assert [folder.name for folder in RELEASES] == [f"v{major}_{old}" for old in range(minor)]


def test_its_matches_replay_to_the_letter(release: Path) -> None:
    files = sorted((release / "matches").glob("*.jsonl"))
    assert len(files) > 2
    for path in files:
        matchfile.verify(path.read_text(encoding="utf-8"), find_game)


@pytest.mark.parametrize("check", ["ends", "save and load", "leaks", "languages", "bots"])
def test_it_still_passes_the_checks_of_its_time(release: Path, check: str) -> None:
    assert check in CHECKS
    assert Suite.of(find_game("gold_rush"), 4).run(check) == []
