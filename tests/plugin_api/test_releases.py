"""Games that were made for a version of the plugin interface work as they did.

Each folder holds a game as `boomtown new-game` wrote it then, with what else was new in that
version, matches that were played then, and the names that authors could use (`names.txt`). Nothing
in it is ever changed: what it uses is what authors rely on. The newest folder is the present
version, as settled: what is new after it raises `API`, and gets a folder of its own.
"""

import dataclasses
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from boomtown.core import API, Game, matchfile
from boomtown.core.beat import Beat
from boomtown.core.page import Page
from boomtown.plugins import FOLDER_VARIABLE, find_game, listings
from boomtown.testing import CHECKS, Suite
from boomtown.web.dev.loading import forget_all, unload
from boomtown.web.dev.project import Project, find_project

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RELEASES = sorted(HERE.glob("v*"))
KEPT = [
    (folder, check)
    for folder in RELEASES
    for check in ("ends", "save and load", "leaks", "languages", "bots")
] + [(HERE / "v1_1", check) for check in ("boards", "lessons", "hints", "laboratory")]
"""The checks that the games of each release passed in their time, and must still pass."""


@pytest.fixture(scope="module")
def release(request: pytest.FixtureRequest) -> Iterator[Path]:
    """The games of all releases have one name: whatever is known of another one is forgotten."""
    folder: Path = request.param
    project = find_project(str(folder / "boomtown_game_gold_rush"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(folder))
        patch.setattr(sys, "path", [str(folder), *sys.path])
        forget(project)
        yield folder
    forget(project)


def forget(project: Project) -> None:
    unload(project)
    forget_all()
    listings.cache_clear()


def names() -> list[str]:
    """What authors may use: names to import, fields to set, parts of the board kit."""
    found = [
        f"{package}.{name}"
        for package in ("boomtown.core", "boomtown.testing")
        for name in importlib.import_module(package).__all__
    ]
    found += [f"Game.{field.name}" for field in dataclasses.fields(Game)]
    found += [f"Page.{field.name}" for field in dataclasses.fields(Page)]
    found += [f"Beat.{name}" for name in msgspec.structs.asdict(Beat())]
    kit = (ROOT / "templates" / "kit" / "board.html").read_text(encoding="utf-8")
    for macro, given in re.findall(r"macro (\w+)\((.*?)\) -%}", kit):
        found.append(f"kit.{macro}")
        found += [f"kit.{macro}.{one.partition('=')[0].strip()}" for one in given.split(",") if one]
    return sorted(found)


def test_there_is_a_game_for_every_version() -> None:
    major, minor = map(int, API.split("."))
    assert [folder.name for folder in RELEASES] == [f"v{major}_{old}" for old in range(minor + 1)]


def test_what_is_new_raises_the_version_and_nothing_is_gone() -> None:
    now = set(names())
    for folder in RELEASES:
        if (folder / "names.txt").is_file():
            then = set((folder / "names.txt").read_text(encoding="utf-8").split())
            assert then <= now, "gone: give a DeprecationWarning for a release first"
    assert now <= then, f"new: raise API ({API}), and keep a game of that version here"


def test_the_manual_says_what_each_version_brought() -> None:
    page = (ROOT / "docs" / "concepts" / "versions.md").read_text(encoding="utf-8")
    for folder in RELEASES:
        assert f"| {folder.name[1:].replace('_', '.')} |" in page


@pytest.mark.parametrize("release", RELEASES, ids=lambda folder: folder.name, indirect=True)
def test_its_matches_replay_to_the_letter(release: Path) -> None:
    files = sorted((release / "matches").glob("*.jsonl"))
    assert len(files) > 2
    for path in files:
        matchfile.verify(path.read_text(encoding="utf-8"), find_game)


@pytest.mark.parametrize(
    ("release", "check"),
    KEPT,
    ids=[f"{folder.name}-{check}" for folder, check in KEPT],
    indirect=["release"],
)
def test_it_still_passes_the_checks_of_its_time(release: Path, check: str) -> None:
    assert check in CHECKS
    assert Suite.of(find_game("gold_rush"), 4).run(check) == []
