"""The command line, as somebody types it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boomtown import BUILD
from boomtown.cli import boomtown
from boomtown.core import BoomtownError
from boomtown.plugins import FOLDER_VARIABLE, UnknownGame, find_game, listings
from boomtown.store.database import Database, sqlite_url
from boomtown.testing import CHECKS

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "high_noon" / "boomtown_game_high_noon" / "examples.md"
WILD = ROOT / "tests" / "helpers" / "wild"


def run(*words: str, input: str | None = None) -> Result:
    """A command that must not crash; what Boomtown says on purpose counts as its output."""
    result = CliRunner().invoke(boomtown, words, input=input)
    if result.exception and not isinstance(result.exception, SystemExit | BoomtownError):
        raise result.exception
    return result


@pytest.fixture
def clean_listings() -> Iterator[None]:
    yield
    os.environ.pop(FOLDER_VARIABLE, None)
    listings.cache_clear()


COMMANDS = [
    [],
    ["games"],
    ["play"],
    ["simulate"],
    ["check"],
    ["examples"],
    ["rules"],
    ["rules", "show"],
    ["rules", "compare"],
    ["rules", "sources"],
    ["rules", "search"],
    ["rules", "coverage"],
    ["lab"],
    ["lab", "study"],
    ["lab", "again"],
    ["lab", "measure"],
    ["lab", "flow"],
    ["lab", "usage"],
    ["backup"],
    ["restore"],
    ["verify"],
    ["new-game"],
    ["dev"],
    ["plugins", "add"],
    ["plugins", "remove"],
    ["plugins", "check"],
    ["bench"],
    ["completion"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_explains_itself(words: list[str]) -> None:
    result = run(*words, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.output
    assert len(result.output.splitlines()) > 4


class TestBackup:
    def test_there_and_back(self, tmp_path: Path) -> None:
        database = Database(sqlite_url(tmp_path / "data"))
        database.migrate()
        database.close()
        archive = str(tmp_path / "copy.tar")
        saved = run("backup", archive, "--data", str(tmp_path / "data"))
        assert (saved.exit_code, saved.exception) == (0, None)
        assert "read back: 0 answers" in saved.output
        assert "no key in it" in saved.output
        assert run("restore", archive, "--data", str(tmp_path / "new")).exit_code == 0
        refused = run("restore", archive, "--data", str(tmp_path / "new"))
        assert "is not empty" in str(refused.exception)

    def test_a_mistyped_folder_is_an_error_and_is_not_made(self, tmp_path: Path) -> None:
        words = ["backup", str(tmp_path / "copy.tar"), "--data", str(tmp_path / "date")]
        assert "nothing was saved" in str(run(*words).exception)
        assert list(tmp_path.iterdir()) == []


class TestGames:
    def test_a_table(self) -> None:
        assert "High Noon" in run("games").output

    def test_as_json(self) -> None:
        rows = {row["id"]: row for row in json.loads(run("games", "--json").output)}
        noon = rows["high_noon"]
        assert noon["title"] == "High Noon"
        assert noon["version"] == "1.0.0"
        assert noon["seats"] == {"least": 2, "most": 6}
        assert [option["name"] for option in noon["options"]] == ["lives", "rounds"]
        assert noon["languages"] == ["en", "es", "ru"]
        assert noon["bots"] == ["greenhorn", "deputy", "marshal", "random"]
        assert noon["error"] is None

    @pytest.mark.usefixtures("clean_listings")
    def test_broken_games_are_listed_with_their_error(self) -> None:
        rows = json.loads(run("--games-dir", str(WILD), "games", "--json").output)
        errors = {row["id"]: row["error"] for row in rows}
        assert "the plumbing is missing" in errors["no_plumbing"]
        assert errors["high_noon"] is None
        assert "broken" in run("--games-dir", str(WILD), "games").output


class TestPlay:
    def test_a_match_against_bots_to_the_end_and_verified(self, tmp_path: Path) -> None:
        path = tmp_path / "match.boom"
        result = run("play", "high_noon", "--seed", "1", "--save", str(path), input="1\n" * 200)
        assert result.exit_code == 0
        assert "The match is over." in result.output
        verified = run("verify", str(path))
        assert "True to the letter" in verified.output
        verdict = json.loads(run("verify", str(path), "--json").output)
        assert verdict["game"] == "high_noon"
        rows = path.read_text().splitlines()
        path.write_text("\n".join(rows[:-2]))
        broken = run("verify", str(path))
        assert "cut short" in str(broken.exception)

    def test_the_keyboard_is_passed_on_and_secrets_stay_apart(self) -> None:
        lines = "\n".join(["", "t", "1", "", "?", "2", "q"])
        result = run("play", "high_noon", "--people", "2", "--seed", "2", input=lines + "\n")
        assert "Pass the keyboard to Player 2" in result.output
        assert "Taking a stand [noon.stand.sealed]" in result.output
        assert "You have left the table." in result.output

    def test_the_table_shows_names_and_hides_secrets(self) -> None:
        words = ("play", "high_noon", "--people", "2", "--seed", "2")
        result = run(*words, input="\nt\n1\n\nt\nq\n")
        assert result.output.count("Type your answer.") == 2
        assert "trick: hidden" in result.output
        assert "box: 7 × hidden" in result.output

    def test_wrong_input_is_explained_and_asked_again(self) -> None:
        result = run("play", "high_noon", "--seed", "3", input="nine\n9\n\nu\n1\nq\n")
        assert "That cannot be read" in result.output
        assert "9 is not between 1 and 3. [boomtown.choice.range]" in result.output
        assert "cannot take anything back" in result.output

    @pytest.mark.parametrize(
        ("lang", "says"), [("es", "Toma postura"), ("ru", "Что делать: стрелять")]
    )
    def test_in_three_languages(self, lang: str, says: str) -> None:
        assert says in run("play", "high_noon", "--lang", lang, input="q\n").output

    def test_an_end_of_input_is_a_goodbye(self) -> None:
        assert "left the table" in run("play", "high_noon", input="").output


class TestServe:
    @pytest.mark.parametrize(
        ("words", "place"), [((), "0.0.0.0:9000"), (("--bind", "127.0.0.1:7000"), "127.0.0.1:7000")]
    )
    def test_the_address_comes_from_the_environment_unless_it_is_given(
        self,
        words: tuple[str, ...],
        place: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        bound: list[str] = []
        monkeypatch.setenv("BOOMTOWN_DATA", str(tmp_path))
        monkeypatch.setenv("BOOMTOWN_BIND", "0.0.0.0:9000")
        monkeypatch.setenv("BOOMTOWN_WORKERS", "1")
        monkeypatch.setattr(os, "execv", lambda *_: bound.append(os.environ["BOOMTOWN_BIND"]))
        assert run("serve", *words).exit_code == 0
        assert bound == [place]


class TestSimulate:
    def test_json_has_the_figures(self) -> None:
        words = ("simulate", "high_noon", "--seats", "3", "--matches", "20", "--seed", "7")
        report = json.loads(run(*words, "--processes", "1", "--json").stdout)
        assert report["matches"] == 20
        assert report["decisions"] > 0
        assert report["seconds"] > 0
        assert sum(report["winners"].values()) >= 20
        assert report["length"]["shortest"] <= report["length"]["mean"]
        again = json.loads(run(*words, "--processes", "2", "--json").stdout)
        for figures in (report, again):
            del figures["seconds"]
        assert report == again, "the same seed, on one process or two"

    def test_a_table_with_intervals(self) -> None:
        words = ("--matches", "10", "--option", "lives=1", "--processes", "1")
        output = run("simulate", "high_noon", "--seats", "2", *words).output
        assert "95 % interval" in output
        assert "10 matches" in output

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["--seats", "9"], "high_noon is for 2 to 6 players, not 9"),
            (["--seats", "2", "--option", "lives=99"], "option lives"),
            (["--seats", "2", "--option", "hats=1"], "there is no such option"),
            (["--seats", "2", "--option", "lives"], "write NAME=VALUE"),
            (["--seats", "2", "--bots", "genius"], "has no bot 'genius'; there are: greenhorn"),
            (["--seats", "3", "--bots", "random,random"], "2 bots for 3 seats"),
        ],
    )
    def test_bad_input_is_named(self, words: list[str], says: str) -> None:
        assert says in str(run("simulate", "high_noon", *words).exception)


def test_check_passes_the_example_and_says_what_it_checked() -> None:
    seats = ("--seats", "2", "--seats", "3")
    result = run("check", "high_noon", "--matches", "4", *seats, "--option", "lives=1")
    assert "high_noon" in result.output.splitlines()[0]
    assert result.exit_code == 0
    assert f"{len(CHECKS)} passed, 0 failed" in result.output
    *checks, questions, asked, why = " ".join(result.output.split(" ")).splitlines()
    assert why.startswith("To skip them would tell what is hidden; you need to act only where")
    assert len(checks) == len(CHECKS) + 2, "a line each, and first and last"
    assert "questions have one legal answer; asked of a person: 0.0% alone with bots" in questions
    assert asked.startswith("Asked among people all the same: noon.trick.window (")


def test_check_refuses_seats_and_options_that_there_are_not() -> None:
    nothing = run("check", "high_noon", "--seats", "9")
    assert "no number of seats can be played" in nothing.output
    assert "gold" in str(run("check", "high_noon", "--option", "gold=1").exception)


def test_check_takes_single_checks() -> None:
    result = run("check", "high_noon", "--only", "options", "--only", "purity")
    assert result.exit_code == 0
    assert "2 passed, 0 failed" in result.output
    wrong = run("check", "high_noon", "--only", "option")
    assert wrong.exit_code == 2
    assert "no check is called 'option': ends, same seed," in wrong.output


@pytest.mark.usefixtures("clean_listings")
class TestAGameInAFolder:
    """Not installed: by its folder, wherever a game is named."""

    def test_it_is_checked_and_found_by_worker_processes(self, tmp_path: Path) -> None:
        run("new-game", "river_town", "--folder", str(tmp_path))
        folder = tmp_path / "boomtown-game-river-town"
        for name in (folder, folder / "boomtown_game_river_town"):
            result = run("check", str(name), "--only", "same seed", "--matches", "1")
            assert result.exit_code == 0, result.output
            assert result.output.startswith("river_town 0.1.0")

    def test_a_broken_one_says_what_is_wrong_where(self, tmp_path: Path) -> None:
        run("new-game", "mud_town", "--folder", str(tmp_path))
        folder = tmp_path / "boomtown-game-mud-town"
        book = folder / "boomtown_game_mud_town" / "rulebook" / "en.toml"
        book.write_text(f"{book.read_text()}\n[mechanic.race]\nname = 'Race'\n")
        for words in (("check", str(folder)), ("--games-dir", str(folder), "play", "mud_town")):
            result = run(*words)
            assert "mud_town is broken: InvalidRulebook" in str(result.exception)
            assert "rulebook/en.toml: there is no table 'mechanic'" in str(result.exception)
        assert "mud_town is broken: InvalidRulebook" in run("games").output

    def test_one_that_ends_the_program_ends_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "boomtown_game_quits").mkdir()
        (tmp_path / "boomtown_game_quits" / "__init__.py").write_text("raise SystemExit(3)\n")
        output = run("--games-dir", str(tmp_path), "games").output
        assert "quits is broken: SystemExit: 3" in output
        assert "High Noon" in output

    def test_another_one_that_is_installed_is_not_taken_for_it(self, tmp_path: Path) -> None:
        run("new-game", "high_noon", "--folder", str(tmp_path))
        result = run("check", str(tmp_path / "boomtown-game-high-noon"))
        assert "high_noon is installed from" in result.output
        assert "pip install --editable" in result.output


@pytest.mark.usefixtures("clean_listings")
def test_check_fails_with_the_findings() -> None:
    result = run("--games-dir", str(WILD), "check", "lawless", "--matches", "2")
    assert result.exit_code == 1
    assert "lawless.made.up is cited" in result.output


class TestExamples:
    def test_the_closing_line(self) -> None:
        result = run("examples", "high_noon", str(EXAMPLES))
        assert result.output.splitlines()[-1] == "3 passed, 0 failed"
        assert result.exit_code == 0

    def test_without_a_file_those_of_the_game_are_played(self) -> None:
        assert run("examples", "high_noon").output == "3 passed, 0 failed\n"

    @pytest.mark.usefixtures("clean_listings")
    def test_a_game_may_ship_none(self) -> None:
        result = run("--games-dir", str(WILD), "examples", "lawless")
        assert result.exit_code == 1
        assert "lawless ships no examples" in result.output

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ('"gunslingers.1.lives" = 2', '"gunslingers.1.lives" = 9', "is 2, not 9"),
            ('"gunslingers.1.lives" = 2', '"gunslingers.9.lives" = 2', "there is nothing at"),
            ('winners = ["A"]', 'winners = ["B"]', "the winners are"),
            (
                '"noon.out.fall"',
                '"noon.end.sunset"',
                "the log does not cite noon.end.sunset after noon.shot.dice",
            ),
            ('refused = "noon.trick.shout"', 'refused = "noon.x"', "refused by noon.trick.shout"),
            ('seat = "A", answer = 1 }', 'seat = "A", answer = "fly" }', "boomtown.choice.offered"),
            ("dice = [6, 5]", "dice = [6]", "no die left"),
            ('seat = "B", answer = 0', 'seat = "Z", answer = 0', "no seat is called 'Z'"),
        ],
    )
    def test_a_failure_says_what_came_out(
        self, tmp_path: Path, old: str, new: str, says: str
    ) -> None:
        text = EXAMPLES.read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "examples.md"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        result = run("examples", "high_noon", str(path))
        assert result.exit_code == 1
        assert says in result.output
        assert result.output.splitlines()[-1] == "2 passed, 1 failed"

    def test_a_block_that_cannot_be_read_is_named_by_its_line(self, tmp_path: Path) -> None:
        path = tmp_path / "examples.md"
        path.write_text("Text\n\n```toml\nid = 1\n```\n")
        assert "line 3" in run("examples", "high_noon", str(path)).output

    def test_a_file_without_examples_is_no_success(self, tmp_path: Path) -> None:
        path = tmp_path / "empty.md"
        path.write_text("nothing here")
        result = run("examples", "high_noon", str(path))
        assert (result.exit_code, result.output) == (1, "0 passed, 0 failed\n")


class TestRules:
    def test_a_rulebook_in_a_language(self) -> None:
        output = run("rules", "high_noon", "--lang", "es", "--topic", "dice").output
        assert "noon.shot.dice" in output
        assert "Un disparo son 2 dados" in output
        assert "noon.end.last" not in output

    def test_comparison(self) -> None:
        output = run("rules", "compare", "bang_dice+ghost", "high_noon", "--topic", "end").output
        assert "(Ghost)" in output
        assert "agree" in output
        words = ("rules", "compare", "high_noon", "--topic", "dice", "--json")
        data = json.loads(run(*words).output)
        assert [column["id"] for column in data["columns"]] == ["high_noon"]
        assert data["rows"][0]["cells"][0]["rules"][0]["id"] == "noon.shot.dice"

    def test_comparison_of_differences_as_csv(self) -> None:
        words = ("rules", "compare", "bang_dice", "bang_dice+ghost", "--show", "differences")
        head, *rows = run(*words, "--csv").output.splitlines()
        assert head.startswith("topic,id,question,differs,verdict,verdict in words,BANG! The ")
        assert any(row.startswith("elimination,out.back,") for row in rows)
        assert not any(row.startswith("elimination,out.when,") for row in rows)

    def test_comparison_of_base_rules_alone(self) -> None:
        words = ("rules", "compare", "shadows_west", "--topic", "bystanders")
        assert "A Townsfolk" in run(*words).output
        assert "without Townsfolk: Hardly" in run(*words).output
        assert "A Hardly" in run(*words, "--bare").output

    def test_proofs_say_what_play_has_shown(self) -> None:
        words = ("rules", "proofs", "high_noon", "--matches", "3", "--json")
        found = {one["question"]: one for one in json.loads(run(*words).output)}
        assert found["sealed.change"]["standing"] == "shown"
        assert found["setup.easy"]["standing"] == "stated"

    def test_what_does_not_arise_is_told_from_what_is_not_answered(self) -> None:
        words = ("rules", "compare", "bang_dice", "cash_n_guns", "--show")
        assert "∅ Does not arise" in run(*words, "not_arising").output
        assert json.loads(run(*words, "unanswered", "--json").output)["rows"] == []

    def test_comparison_of_rows_with_some_words(self) -> None:
        words = ("rules", "compare", "bang_dice", "cash_n_guns", "--find", "dead win", "--json")
        data = json.loads(run(*words).output)
        assert "out.win" in {row["question"]["id"] for row in data["rows"]}

    def test_comparison_of_mechanics(self) -> None:
        words = ("rules", "compare", "bang_dice", "high_noon", "--mechanics")
        assert "Hidden roles" in run(*words).output
        data = json.loads(run(*words, "--json").output)
        assert data["columns"] == ["bang_dice", "high_noon"]

    def test_comparison_needs_columns_that_exist(self) -> None:
        result = run("rules", "compare", "bang_dice+nonsense")
        assert result.exit_code != 0
        assert "bang_dice has no variant nonsense" in str(result.exception)

    def test_sources(self) -> None:
        assert "bang.bart.last" in run("rules", "sources", "bang_dice").output
        assert "No differences" in run("rules", "sources", "high_noon").output
        data = json.loads(run("rules", "sources", "bang_dice", "--json").output)
        assert data[0]["rules"] == ["bang.roll.first"]

    def test_search(self) -> None:
        assert "noon.trick.star" in run("rules", "search", "tin", "star").output
        nothing = run("rules", "search", "xyzzy").output
        assert "Nothing has these words. Try one of these:" in nothing
        assert "friendly fire" in nothing
        some = run("rules", "search", "dinamit", "qqqq", "--game", "bang_dice").output
        assert "No place has all the words." in some
        assert "Did you mean dynamite qqqq?" in some

    def test_search_as_json(self) -> None:
        words = ("rules", "search", "dynamite", "--kind", "rule", "--limit", "3", "--json")
        found = json.loads(run(*words).output)
        assert len(found["hits"]) == 3 < found["total"]
        assert {hit["kind"] for hit in found["hits"]} == {"rule"}
        assert found["hits"][0]["reasons"][0]["found"] == "dynamite"

    def test_coverage(self) -> None:
        result = run("rules", "coverage", "high_noon", "--matches", "30")
        assert result.exit_code == 0
        assert "not cited by code: none" in result.output
        data = json.loads(run("rules", "coverage", "high_noon", "--json").output)
        assert data["unknown"] == []
        assert {rule["rule"] for rule in data["rules"]} >= {"noon.shot.dice"}

    def test_coverage_by_a_games_own_bots(self) -> None:
        words = ("rules", "coverage", "bang_dice", "--matches", "2", "--bots")
        assert "reached in 2" in run(*words, "sharp").output
        assert "has no bot 'nobody'" in str(run(*words, "nobody").exception)


class TestBench:
    def test_json(self) -> None:
        [row] = json.loads(run("bench", "high_noon", "--seconds", "0.05", "--json").output)
        assert row["game"] == "high_noon"
        assert (row["build"], row["core"]) == ("pure", "compiled" if BUILD.compiled else "pure")
        assert {line["seats"] for line in row["by_seats"]} == {2, 3, 4, 5, 6}
        assert all(line["decisions_per_second"] > 0 for line in row["by_seats"])
        assert len(row["answer_us_by_log_length"]) == 3


class TestProcess:
    """The real command, in a process of its own."""

    def boomtown(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from boomtown.cli import main; main()", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_an_unknown_game_gets_a_hint_and_no_traceback(self) -> None:
        ran = self.boomtown("check", "high_non")
        assert ran.returncode == 2
        assert ran.stderr == "boomtown: no game is called high_non; did you mean high_noon?\n"

    @pytest.mark.parametrize(
        ("said", "meant"),
        [
            ("guns", "cash_n_guns"),
            ("The Dice Game", "bang_dice"),
            ("skirmish", "shadows_west"),
            ("бэнг", "bang_dice"),
            ("poker", None),
        ],
    )
    def test_a_game_is_suggested_by_what_it_is_called(self, said: str, meant: str | None) -> None:
        with pytest.raises(UnknownGame) as caught:
            find_game(said)
        hint = f"did you mean {meant}?" if meant else "installed: bang_dice, "
        assert hint in str(caught.value)

    def test_a_missing_file_is_named(self) -> None:
        ran = self.boomtown("verify", "nowhere.boom")
        assert ran.returncode == 2
        assert "nowhere.boom" in ran.stderr

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_the_shell_completes(self, shell: str) -> None:
        assert "_BOOMTOWN_COMPLETE" in run("completion", shell).output

    def test_games_are_completed(self) -> None:
        variables = {
            "_BOOMTOWN_COMPLETE": "bash_complete",
            "COMP_WORDS": "boomtown check high",
            "COMP_CWORD": "2",
        }
        ran = CliRunner().invoke(boomtown, prog_name="boomtown", env=variables)
        assert "high_noon" in ran.output
