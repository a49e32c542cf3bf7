"""A new game and the parts that it may have: whichever one wants, it conforms at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import chain, combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from boomtown.cli import boomtown
from boomtown.newgame import PARTS, CannotWrite, write_game
from boomtown.testing import CHECKS, Suite

EVERY = list(chain.from_iterable(combinations(PARTS, count) for count in range(len(PARTS) + 1)))
CHEAP = [PARTS]
"""What may be tried every time: everything together. A game without any is tried below."""


def name_of(parts: Sequence[str]) -> str:
    return "_".join(("rush", *parts))


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(parts, marks=[] if parts in CHEAP else [pytest.mark.soak], id=name_of(parts))
        for parts in EVERY
    ],
)
def test_a_new_game_conforms_with_any_parts(
    parts: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = write_game(name_of(parts), tmp_path, parts)
    monkeypatch.syspath_prepend(str(project))
    package = f"boomtown_game_{name_of(parts)}"
    try:
        suite = Suite.of(import_module(package).GAME, 3)
        assert [finding for check in CHECKS for finding in suite.run(check)] == []
    finally:
        for module in [one for one in sys.modules if one.partition(".")[0] == package]:
            del sys.modules[module]


def test_a_board_to_read_has_sixty_lines_at_most(tmp_path: Path) -> None:
    project = write_game("gold_rush", tmp_path, PARTS)
    board = project / "boomtown_game_gold_rush/page/templates/gold_rush/board.html"
    text = board.read_text(encoding="utf-8")
    assert "%if" not in text
    assert "{% call kit.map(" in text
    assert 20 < len(text.splitlines()) <= 60


def test_a_part_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="'sand' is none of the parts: board, cards"):
        write_game("gold_rush", tmp_path, ["sand"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["Gold", "9lives", "gold__rush", "random", "a-b", "..", ""])
def test_a_bad_name_is_refused(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(boomtown, ["new-game", "--folder", str(tmp_path), "--", name])
    assert result.exit_code != 0
    assert list(tmp_path.iterdir()) == []


def test_a_line_that_python_cannot_read_is_told_with_its_file(tmp_path: Path) -> None:
    package = write_game("dry_creek", tmp_path) / "boomtown_game_dry_creek"
    rules = package / "rules" / "digging.py"
    rules.write_text(rules.read_text().replace("class Dig(Ask):", "class Dig(Ask:"))
    told = str(CliRunner().invoke(boomtown, ["check", str(package)]).exception)
    assert "SyntaxError: " in told
    assert ": class Dig(Ask: (boomtown_game_dry_creek/rules/digging.py:" in told


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    assert (
        CliRunner().invoke(boomtown, ["new-game", "gold_rush", "--folder", str(tmp_path)]).exit_code
        == 0
    )
    again = CliRunner().invoke(boomtown, ["new-game", "gold_rush", "--folder", str(tmp_path)])
    assert "exists already" in str(again.exception)


@pytest.mark.parametrize(
    "command",
    [
        "pytest -q -p no:cacheprovider -p no:schemathesis tests",
        pytest.param("mypy --strict boomtown_game_gold_rush tests", marks=pytest.mark.soak),
        "ruff check --isolated --select E,F,I,B --line-length 100",
    ],
)
def test_the_new_game_conforms_and_its_tests_pass(command: str, tmp_path: Path) -> None:
    CliRunner().invoke(boomtown, ["new-game", "gold_rush", "--folder", str(tmp_path)])
    project = tmp_path / "boomtown-game-gold-rush"
    ran = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=project,
        env={
            **os.environ,
            "PYTHONPATH": str(project),
            "BOOMTOWN_GAMES": str(project),
            "MYPYPATH": str(project),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_check_says_which_languages_have_all_texts(tmp_path: Path) -> None:
    folder = write_game("lone_tongue", tmp_path)
    for code in ("es", "ru"):
        for file in folder.rglob(f"{code}.toml"):
            file.unlink()
    result = CliRunner().invoke(boomtown, ["check", str(folder), "--matches=1", "--only=languages"])
    told = " ".join(result.output.split())
    assert "not in es, ru" in told
    assert "ok languages: All texts exist in en, and everything that play says has one." in told
    assert "three languages" not in told
