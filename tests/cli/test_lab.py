"""``boomtown lab`` on the command line: studies, measures, a round, what is used."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boomtown.cli import boomtown
from boomtown.core import BoomtownError
from boomtown.lab.facets import measures_of


def run(*words: str) -> Result:
    """A command that must not crash; what Boomtown says on purpose counts as its output."""
    result = CliRunner().invoke(boomtown, words)
    if result.exception and not isinstance(result.exception, SystemExit | BoomtownError):
        raise result.exception
    return result


def test_measuring() -> None:
    words = ("lab", "measure", "cash_n_guns", "--seats", "4", "--variant", "powers")
    data = json.loads(run(*words, "--matches", "6", "--processes", "1").stdout)
    assert (data["game"], data["matches"], data["bot"]) == ("cash_n_guns", 6, "deputy")
    [setting] = data["settings"]
    assert (setting["seats"], setting["variants"], setting["matches"]) == (4, ["powers"], 6)
    assert setting["facets"][0]["id"] == "decisions"


def test_what_is_measured_is_kept_bit_by_bit_and_not_measured_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boomtown.cli.measure.files", lambda package: tmp_path)
    monkeypatch.setattr("boomtown.lab.facets.files", lambda package: tmp_path)
    words = ("lab", "measure", "cash_n_guns", "--variant", "powers", "--matches", "2", "--write")
    first = run(*words, "--seats", "4", "--processes", "1")
    assert "4 players, powers, 6 + 0 matches" in first.output
    again = run(*words, "--seats", "4", "--seats", "5", "--processes", "1")
    assert "4 players, powers" not in again.output
    assert "5 players, powers, 6 + 0 matches" in again.output
    kept = json.loads((tmp_path / "measures.json").read_text())
    assert [one["seats"] for one in kept["settings"]] == [4, 5]
    measures_of.cache_clear()


def test_measuring_names_what_it_cannot() -> None:
    assert "Name a game, or say --all." in run("lab", "measure").output
    words = ("lab", "measure", "high_noon", "--variant", "ghost")
    assert "nothing like that" in str(run(*words).exception)


def test_a_study_is_kept_drawn_and_comes_out_the_same_again(tmp_path: Path) -> None:
    kept, rows, plots = tmp_path / "kept.json", tmp_path / "rows.csv", tmp_path / "plots"
    words = ("lab", "study", "bang_dice", "--seats", "3", "--matches", "12", "--bots", "random")
    files = ("--keep", str(kept), "--csv", str(rows), "--plots", str(plots))
    changed = ("--what-if", "arrows=4", "--what-if", "sheriff_bonus=3", "--processes", "1")
    told = run(*words, "--skill", *changed, *files).output
    assert "12 matches of bang_dice" in told
    assert "Lucky Duke" in told
    assert "seat C" in told
    assert rows.read_text().startswith("run,what,name,value")
    drawn = (plots / "share-role.svg").read_text()
    assert drawn.startswith("<svg")
    assert "style" not in drawn
    assert "The same to the bit" in run("lab", "again", str(kept), "--processes", "1").output
    other = json.loads(kept.read_text())
    other["digest"] = "0" * 64
    kept.write_text(json.dumps(other))
    failed = run("lab", "again", str(kept), "--processes", "1")
    assert "was kept" in str(failed.exception)


def test_a_study_names_what_it_cannot_play() -> None:
    words = ("lab", "study", "bang_dice", "--matches", "4", "--bots", "random")
    for more, problem in (
        (("--seats", "12"), "3 to 8 players"),
        (("--constant", "gold=3"), "no such constant"),
        (("--what-if", "sheriff_bonus=77"), "from 0 to 6"),
        (("--bots", "genius"), "no bot 'genius'"),
    ):
        assert problem in str(run(*words, *more).exception)


def test_tracing() -> None:
    data = json.loads(run("lab", "flow", "high_noon").stdout)
    assert data["flows"][""]["rule"] == "noon.round.order"


def test_counting_what_is_used() -> None:
    words = ("lab", "usage", "high_noon", "--matches", "3", "--seats", "3", "--seed", "used")
    data = json.loads(run(*words, "--json").stdout)
    assert (data["game"], data["bots"], data["matches"]) == ("high_noon", "random", 3)
    assert data["rules"]["noon.round.order"]["matches"] == 3
    for language, title in (("en", "Rounds"), ("es", "Rondas"), ("ru", "Раунды")):
        assert title in run(*words, "--lang", language).output
    assert "no bot 'genius'" in str(run(*words, "--bots", "genius").exception)
