"""``boomtown plugins``: what comes in, what stays out, and what the site says of it."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from boomtown import installing
from boomtown.cli import boomtown
from boomtown.core.errors import BoomtownError
from boomtown.newgame import write_game
from boomtown.plugins import find_game
from boomtown.store.checked import keep_report, kept_report
from boomtown.testing import report as reports
from boomtown.testing.report import Report
from sites import app_in
from wheels import wheel_of, write_wheel

GAMES = {"gold_rush": "boomtown_game_gold_rush:GAME"}
ONE_FILE = {"boomtown_game_gold_rush/__init__.py": ""}


def run(*words: str) -> Result:
    result = CliRunner().invoke(boomtown, ["plugins", *words])
    if result.exception and not isinstance(result.exception, SystemExit | BoomtownError):
        raise result.exception
    return result


class Pip:
    """Notes what pip is asked, and does nothing of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, *words: str) -> None:
        self.asked.append(words)


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    pip = Pip()
    monkeypatch.setattr(installing, "pip", pip)
    return pip


@pytest.fixture
def gold_rush(tmp_path: Path) -> Path:
    package = write_game("gold_rush", tmp_path) / "boomtown_game_gold_rush"
    return wheel_of(package, tmp_path, "boomtown-game-gold-rush", GAMES)


@pytest.mark.parametrize(
    ("files", "points", "why"),
    [
        ({"boomtown/web/app.py": ""}, "", "boomtown"),
        ({"gold_rush-1.0.0.data/purelib/boomtown/web/app.py": ""}, "", "no more"),
        ({"gold_rush-1.0.0.data/scripts/boomtown": "#!/bin/sh"}, "", "no more"),
        ({"gold_rush.pth": "import os"}, "", "no more"),
        ({"sitecustomize.py": ""}, "", "no more"),
        ({"_ssl.cpython-312-x86_64-linux-gnu.so": ""}, "", "no more"),
        ({"json/__init__.py": ""}, "", "Python"),
        ({}, "[console_scripts]\nboomtown = boomtown_game_gold_rush:main\n", "commands"),
    ],
)
def test_what_is_more_than_a_package_of_its_own_stays_out(
    tmp_path: Path, pip: Pip, files: dict[str, str], points: str, why: str
) -> None:
    info = "gold_rush-1.0.0.dist-info/entry_points.txt"
    wheel = write_wheel(tmp_path, "gold-rush", ONE_FILE | files, games=GAMES)
    if points:
        with ZipFile(wheel, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(info, f"{points}[boomtown.games]\ngold_rush = x:GAME\n")
    with pytest.raises(installing.CannotInstall, match=why):
        installing.stage(wheel, tmp_path / "unpacked")
    assert pip.asked == []


def test_an_archive_that_grows_without_end_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "LARGEST", 1000)
    wheel = write_wheel(tmp_path, "gold-rush", ONE_FILE | {"x/y.py": "#" * 2000}, games=GAMES)
    with pytest.raises(installing.CannotInstall, match="larger"):
        installing.stage(wheel, tmp_path / "unpacked")
    assert not (tmp_path / "unpacked").exists()


def found(monkeypatch: pytest.MonkeyPatch, **what: object) -> list[dict[str, str]]:
    """Lets the check come out so, and notes in which environment it is made."""
    places: list[dict[str, str]] = []

    def elsewhere(game: str, matches: int, environment: dict[str, str]) -> Report:
        places.append(environment)
        told: dict[str, object] = {"game": game, "version": "0.1.0", "boomtown": "0.1.0", **what}
        return Report(**told)  # type: ignore[arg-type]  # whatever a test wants

    monkeypatch.setattr(reports, "report_elsewhere", elsewhere)
    return places


class TestAdd:
    def test_what_passes_the_check_is_installed_and_nothing_with_it(
        self, gold_rush: Path, tmp_path: Path, pip: Pip, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        places = found(monkeypatch, passed=["ends", "leaks"])
        result = run("add", str(gold_rush), "--data", str(tmp_path))
        assert result.exit_code == 0, result.output
        [(first, *more)] = pip.asked
        assert first == "install"
        assert {"--no-deps", "--no-index", str(gold_rush)} <= set(more)
        assert "gold_rush 0.1.0: 2 of 2 checks passed" in result.output
        kept = kept_report(tmp_path, "gold_rush")
        assert kept is not None
        assert kept.good
        assert "unpacked" in places[0]["PYTHONPATH"], "it is checked before it is installed"

    def test_what_fails_the_check_stays_out(
        self, gold_rush: Path, tmp_path: Path, pip: Pip, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found(monkeypatch, passed=["ends"], failed={"leaks": ["seat 2 reads a claim"]})
        result = run("add", str(gold_rush), "--data", str(tmp_path))
        assert result.exit_code == 1
        assert "leaks: seat 2 reads a claim" in result.output
        assert "is not installed; nothing has changed" in result.output
        assert pip.asked == []
        assert kept_report(tmp_path, "gold_rush") is None

    @pytest.mark.parametrize(
        ("name", "files", "more", "why"),
        [
            ("boomtown-game-x", ONE_FILE, {}, "has no game"),
            ("boomtown-game-x", {"flask/__init__.py": ""}, {"games": GAMES}, "which is flask's"),
            ("boomtown-game-x", {"random.py": ""}, {"games": GAMES}, "which is Python's"),
            ("boomtown", ONE_FILE, {"games": GAMES}, "that is Boomtown itself"),
            (
                "boomtown-game-x",
                ONE_FILE,
                {
                    "games": GAMES,
                    "requires": ["no-such-thing>=2", "msgspec<0.1", 'x; extra == "y"'],
                },
                r"needs no-such-thing>=2, msgspec<0\.1 \(here is",
            ),
        ],
    )
    def test_what_may_not_come_in_is_told_why(
        self,
        name: str,
        files: dict[str, str],
        more: dict[str, object],
        why: str,
        tmp_path: Path,
        pip: Pip,
    ) -> None:
        wheel = write_wheel(tmp_path, name, files, **more)  # type: ignore[arg-type]  # as above
        with pytest.raises(installing.CannotInstall, match=why):
            installing.stage(wheel, tmp_path / "unpacked")
        assert pip.asked == []

    def test_a_name_is_looked_up_by_pip_and_an_option_is_no_name(
        self, tmp_path: Path, pip: Pip
    ) -> None:
        with pytest.raises(installing.CannotInstall, match="no wheel of gold-rush==1"):
            installing.fetch("gold-rush==1.0", tmp_path)
        assert pip.asked[0][0] == "download"
        assert pip.asked[0][-1] == "gold-rush==1.0"
        for wrong in ("--index-url=http://elsewhere", "http://elsewhere/x", "a b"):
            with pytest.raises(installing.CannotInstall, match="neither a file nor the name"):
                installing.fetch(wrong, tmp_path)

    def test_a_file_that_is_no_wheel_is_told_as_such(self, tmp_path: Path) -> None:
        (tmp_path / "game.tar.gz").write_bytes(b"")
        (tmp_path / "game.whl").write_bytes(b"nonsense")
        for name in ("game.tar.gz", "missing.whl"):
            with pytest.raises(installing.CannotInstall, match="is no wheel: make one"):
                installing.fetch(str(tmp_path / name), tmp_path)
        with pytest.raises(installing.CannotInstall, match="cannot be unpacked"):
            installing.stage(tmp_path / "game.whl", tmp_path / "unpacked")

    def test_pip_has_the_last_word(self) -> None:
        with pytest.raises(installing.CannotInstall, match=r"pip uninstall: .*option"):
            installing.pip("uninstall", "--no-such-option")


class TestRemove:
    def test_by_the_game_or_the_distribution(self, tmp_path: Path, pip: Pip) -> None:
        keep_report(tmp_path, Report(game="high_noon", version="1", boomtown="1"))
        for name in ("high_noon", "Boomtown_Game.High-Noon"):
            result = run("remove", name, "--data", str(tmp_path))
            assert result.exit_code == 0, result.output
        assert pip.asked == [("uninstall", "--yes", "boomtown-game-high-noon")] * 2
        assert kept_report(tmp_path, "high_noon") is None

    def test_our_own_games_stay(self, pip: Pip) -> None:
        with pytest.raises(installing.CannotInstall, match="part of Boomtown itself"):
            installing.plugin_of("bang_dice")
        with pytest.raises(installing.CannotInstall, match="no plugin is called poker"):
            installing.plugin_of("poker")


def test_the_page_tells_which_checks_this_version_has_passed(tmp_path: Path) -> None:
    version = find_game("high_noon").version
    with app_in(tmp_path) as app:
        client = app.test_client()
        assert b"Not checked here" in client.get("/plugins").data
        bad = {"failed": {"leaks": ["seat 2 reads <b>all</b>"]}, "passed": ["ends"]}
        told = Report(game="high_noon", version=version, boomtown="1", **bad)  # type: ignore[arg-type]  # as above
        keep_report(tmp_path, told)
        page = client.get("/plugins").get_data(as_text=True)
        assert "1 of 2 checks passed" in page
        assert "seat 2 reads &lt;b&gt;all&lt;/b&gt;" in page
        for game in ("high_noon", "bang_dice"):
            keep_report(tmp_path, Report(game=game, version="0.0.0", boomtown="1", passed=["ends"]))
        page = client.get("/plugins").get_data(as_text=True)
        assert "checks passed" not in page, "another version was checked"


@pytest.mark.soak
def test_a_game_is_checked_in_a_process_of_its_own(gold_rush: Path, tmp_path: Path) -> None:
    staged = installing.stage(gold_rush, tmp_path / "unpacked")
    told = reports.report_elsewhere("gold_rush", 2, installing.environment_with(staged))
    assert told.good, told
    assert told.distribution == "boomtown-game-gold-rush 1.0.0"
    with pytest.raises(reports.CheckFailed, match="no game is called gold_rush"):
        reports.report_elsewhere("gold_rush", 2)
