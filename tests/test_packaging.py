"""Wheels: what is installed elsewhere behaves like the checkout."""

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from importlib.metadata import distribution, distributions
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from boomtown.testing.conformance import CHECKS
from commands import clean_environment, run

ROOT = Path(__file__).parent.parent
BUILD: list[str | Path] = [sys.executable, "-m", "build", "--no-isolation"]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The wheels of the platform and of the two examples."""
    folder = tmp_path_factory.mktemp("wheels")
    examples = ROOT / "examples"
    for project in (ROOT, examples / "high_noon", examples / "cattle_call"):
        run(*BUILD, "--wheel", "--outdir", folder, project, cwd=folder)
    return sorted(folder.glob("*.whl"))


def install(folder: Path, *what: str | Path) -> Path:
    """Puts something into a new environment; where its packages are."""
    venv.create(folder / "venv")
    python = folder / "venv" / "bin" / "python"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python]
    quick = ("--quiet", "--disable-pip-version-check", "--no-compile")
    run(*pip, "install", *quick, *what, cwd=folder)
    [packages] = (folder / "venv" / "lib").glob("python*/site-packages")
    return packages


def bring_compiled(module: Path, place: Path) -> None:
    """What was compiled of a module: to do it again takes longer than everything else here."""
    compiled = Path(cache_from_source(str(module)))
    there = place.parent / "__pycache__" / compiled.name
    if compiled.exists() and not there.exists():
        there.parent.mkdir(exist_ok=True)
        there.symlink_to(compiled)


def bring_what_is_asked_for(packages: Path) -> None:
    """What the packages there require, and what that requires, from this environment."""
    asked = [(one.requires or [], "") for one in distributions(path=[str(packages)])]
    there: set[tuple[str, str]] = set()
    while asked:
        requires, extra = asked.pop()
        for wanted in map(Requirement, requires):
            if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
                continue
            found = distribution(wanted.name)
            assert wanted.specifier.contains(found.version, prereleases=True), str(wanted)
            for name in {"", *wanted.extras}:
                if (found.name, name) not in there:
                    there.add((found.name, name))
                    asked.append((found.requires or [], name))
            for file in found.files or []:
                place = packages / file
                if ".." not in file.parts and not place.exists():
                    place.parent.mkdir(parents=True, exist_ok=True)
                    there_already = Path(str(found.locate_file(file)))
                    place.symlink_to(there_already)
                    if place.suffix == ".py":
                        bring_compiled(there_already, place)


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, wheels: list[Path]) -> Path:
    """An environment with the wheels and what they ask for, and nothing else."""
    folder = tmp_path_factory.mktemp("elsewhere")
    packages = install(folder, "--no-deps", "--no-index", *wheels)
    installed = {one.name for one in distributions(path=[str(packages)])}
    assert installed == {"boomtown", "boomtown-game-high-noon", "boomtown-game-cattle-call"}
    bring_what_is_asked_for(packages)
    return folder


def contents(wheel: Path) -> dict[str, bytes]:
    """Every file of a wheel."""
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.mark.soak
def test_the_sdist_has_all_that_the_wheel_is_made_of(tmp_path: Path, wheels: list[Path]) -> None:
    run(*BUILD, "--outdir", tmp_path, ROOT, cwd=tmp_path)  # the wheel is built from the sdist
    [wheel] = tmp_path.glob("*.whl")
    [ours] = (one for one in wheels if one.name == wheel.name)
    assert contents(wheel) == contents(ours)


@pytest.mark.soak
def test_the_wheels_are_installed_with_the_versions_of_the_lock(
    tmp_path: Path, wheels: list[Path]
) -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = [line.rstrip(" \\") for line in lock.splitlines() if line[0].isalnum()]
    (tmp_path / "constraints.txt").write_text("\n".join(pins))
    install(tmp_path, "-c", tmp_path / "constraints.txt", *wheels)
    games = json.loads(run(tmp_path / "venv/bin/boomtown", "games", "--json", cwd=tmp_path))
    assert [game["error"] for game in games] == [None] * len(games)


@pytest.mark.soak
def test_the_example_is_found_checked_and_played_in_a_clean_environment(elsewhere: Path) -> None:
    command = elsewhere / "venv" / "bin" / "boomtown"
    games = json.loads(run(command, "games", "--json", cwd=elsewhere))
    found = [(game["id"], game["error"]) for game in games]
    ours = ["bang_dice", "cash_n_guns", "cattle_call", "high_noon", "shadows_west"]
    assert found == [(id, None) for id in ours]
    assert games[3]["distribution"] == "boomtown-game-high-noon 1.0.0"
    for example in ("high_noon", "cattle_call"):
        ran = run(command, "check", example, "--matches", "3", cwd=elsewhere)
        assert f"{len(CHECKS)} passed, 0 failed" in ran
    assert "кубик" in run(command, "rules", "high_noon", "--lang", "ru", cwd=elsewhere)
    run(command, "new-game", "gold_rush", cwd=elsewhere)
    assert (elsewhere / "boomtown-game-gold-rush" / "pyproject.toml").is_file()


@pytest.mark.soak
def test_it_plays_the_same_matches_as_the_checkout(elsewhere: Path) -> None:
    words = ["simulate", "bang_dice", "--seats", "5", "--matches", "50", "--seed", "same", "--json"]
    here = [sys.executable, "-c", "from boomtown.cli import main; main()"]
    reports = [
        json.loads(run(*command, *words, cwd=elsewhere))
        for command in ([elsewhere / "venv" / "bin" / "boomtown"], here)
    ]
    for report in reports:
        del report["seconds"]
    assert reports[0] == reports[1]


def test_the_site_is_served_from_the_wheel(elsewhere: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [
        elsewhere / "venv" / "bin" / "boomtown",
        "serve",
        "--data",
        "data",
        "--bind",
        address,
    ]
    server = subprocess.Popen(
        [str(word) for word in command], cwd=elsewhere, env=clean_environment()
    )
    try:
        files = ("static/site.css", "games/bang_dice/static/bang.css")
        for path in ("", *files, "rules/bang_dice", "docs/plugins", "games/cattle_call"):
            assert answered(f"http://{address}/{path}") == 200
    finally:
        server.terminate()
        server.wait(timeout=30)


def answered(url: str) -> int:
    """The status of a page, once the server is up."""
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10) as reply:
                return int(reply.status)
        except OSError:  # no connection, no answer, or none in time
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_a_wheel_carries_compiled_modules_and_the_sources(tmp_path: Path) -> None:
    if not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("no C compiler")
    run(*BUILD, "--wheel", "--outdir", tmp_path, cwd=ROOT, BOOMTOWN_COMPILE="1")
    [wheel] = tmp_path.glob("*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    packages = install(tmp_path, "--no-deps", "--no-index", wheel)
    bring_what_is_asked_for(packages)
    command = tmp_path / "venv" / "bin" / "boomtown"
    assert "compiled: boomtown, bang_dice" in run(command, "--version", cwd=tmp_path)
    words = ["simulate", "bang_dice", "--seats", "5", "--matches", "20", "--seed", "same", "--json"]
    compiled = json.loads(run(command, *words, cwd=tmp_path))
    source = packages / "boomtown" / "core" / "match.py"
    source.write_text(source.read_text() + "\n")
    assert "pure Python (changed since" in run(command, "--version", cwd=tmp_path)
    pure = json.loads(run(command, *words, cwd=tmp_path))
    assert pure | {"seconds": 0} == compiled | {"seconds": 0}


def test_nothing_of_the_checkout_leaks_into_the_wheel(elsewhere: Path) -> None:
    code = "import boomtown, boomtown_game_high_noon as g; print(boomtown.__file__, g.__file__)"
    output = run(elsewhere / "venv" / "bin" / "python", "-c", code, cwd=elsewhere)
    assert str(ROOT) not in output
