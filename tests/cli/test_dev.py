"""``boomtown dev``: which game is meant, and that only this machine reaches it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from boomtown import plugins
from boomtown.cli import boomtown
from boomtown.newgame import write_game
from boomtown.plugins import Listing, find_game, lay_aside, listings, put_to_work
from boomtown.web.dev.project import NoProject, find_project


@pytest.fixture(scope="module")
def gold_rush(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game("gold_rush", tmp_path_factory.mktemp("games"))


class TestWhichGame:
    def test_a_distribution_a_package_or_an_id(self, gold_rush: Path) -> None:
        package = gold_rush / "boomtown_game_gold_rush"
        for folder in (gold_rush, package):
            found = find_project(str(folder))
            assert (found.id, found.package) == ("gold_rush", "boomtown_game_gold_rush")
            assert found.folder == package.resolve()
        installed = find_project("bang_dice")
        assert (installed.package, installed.folder.name) == ("bang_dice", "bang_dice")

    def test_a_package_without_any_declaration_is_called_like_its_folder(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "boomtown_game_poker").mkdir()
        (tmp_path / "boomtown_game_poker" / "__init__.py").touch()
        assert find_project(str(tmp_path / "boomtown_game_poker")).id == "poker"

    @pytest.mark.parametrize("name", ["gold_rash", "."])
    def test_what_is_no_game_is_told_in_a_sentence(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(NoProject, match=r"no game is called gold_rash|neither a package nor"):
            find_project(name)


def test_the_command_opens_a_site_on_this_machine_alone(
    gold_rush: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, words: started.append(words))
    monkeypatch.setattr(os, "environ", {**os.environ, "BOOMTOWN_DATABASE": "postgresql://other"})
    words = ["dev", str(gold_rush), "--port", "9001", "--data", str(tmp_path / "data")]
    result = CliRunner().invoke(boomtown, words)
    assert result.exit_code == 0, result.output
    assert "http://127.0.0.1:9001/games/gold_rush" in result.output
    assert started[0][-1] == "boomtown.web.dev.wsgi:app"
    assert os.environ["BOOMTOWN_BIND"] == "127.0.0.1:9001"
    assert "BOOMTOWN_DATABASE" not in os.environ, "an author's matches lie apart"


def test_a_game_at_work_comes_before_the_installed_one() -> None:
    installed, known = find_game("high_noon"), len(listings())
    try:
        put_to_work(Listing("high_noon", "a folder", None, "SyntaxError: line 3"))
        with pytest.raises(plugins.UnknownGame, match="SyntaxError: line 3"):
            find_game("high_noon")
        listings.cache_clear()
        assert [one.error for one in listings() if one.id == "high_noon"] == ["SyntaxError: line 3"]
        assert len(listings()) == known
    finally:
        lay_aside("high_noon")
    assert find_game("high_noon") is installed
