"""What ``boomtown check`` finds teaches something, and lies on the bench at its very answer."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from boomtown.cli.check import check
from boomtown.core import Game
from boomtown.plugins import find_game
from boomtown.testing import CHECKS, Finding, Suite, conformance, watch
from boomtown.testing.bench import Bench
from boomtown.testing.bench.opening import of_finding, of_text
from boomtown.testing.conformance import BROWSER, check_leaks
from boomtown.testing.teaching import HINTS
from boomtown.web import boards, browsing
from toys import HONEST, broken


def first(game: Game[Any, Any], check: str) -> Finding:
    return Suite.of(game, 6).run(check)[0]


@pytest.mark.parametrize(
    ("check", "flaw"),
    [
        ("leaks", "view"),
        ("forks", "global memory"),
        ("quiet", "reads the log"),
        ("ends", "stuck"),
        ("undo", "global memory"),
        ("hostile answers", "gullible"),
        ("shared parts", "shared list"),
        ("plain data", "boaster"),
        ("same seed", "global memory"),
        ("questions", "no choice"),
    ],
)
def test_a_finding_in_a_match_lies_on_the_bench_at_its_answer(check: str, flaw: str) -> None:
    game = broken(flaw)
    finding = first(game, check)
    assert finding.seen is not None
    file = of_finding(game, finding)
    bench = Bench.opened(game, file)
    assert bench.last == file.at == len(finding.seen.given) or bench.broken is not None
    assert file.note[0] == finding.problem.split("\n")[0]


def test_what_was_answered_until_then_is_kept() -> None:
    given = [len(one.seen.given) for one in Suite.of(broken("view"), 6).run("leaks") if one.seen]
    assert max(given) > 0


def test_a_step_that_fails_is_where_the_bench_ends() -> None:
    game = broken("crash")
    finding = first(game, "ends")
    bench = Bench.opened(game, of_finding(game, finding))
    assert bench.broken is not None
    assert "on purpose" in bench.broken.problem


def test_a_game_that_goes_round_is_told_with_the_place_of_its_step() -> None:
    told = first(broken("circles"), "ends").problem
    found = re.search(r"next: (\w+)\S* .*\((\S+/toys/\S+\.py):(\d+)\)$", told)
    assert found is not None, told
    line = Path(found[2]).read_text(encoding="utf-8").splitlines()[int(found[3]) - 1]
    assert line.startswith(f"class {found[1]}(")


@pytest.mark.parametrize("check", ["ends", "leaks"])
def test_a_loop_without_an_end_is_stopped_and_told_with_its_line(
    check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "MOST_SECONDS", 0.3)
    told = first(broken("while true"), check).problem
    found = re.search(r"does the loop end\? \((\S+/toys/\S+\.py):(\d+)\)$", told)
    assert found is not None, told
    lines = Path(found[1]).read_text(encoding="utf-8").splitlines()
    assert "while" in "".join(lines[int(found[2]) - 2 : int(found[2])])


def test_a_long_test_beside_the_game_is_no_loop_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watch, "MOST_SECONDS", 0.3)
    busy = "import time\nwhile time.thread_time() < until: pass"
    code = compile(busy, f"/tests/{HONEST.package}/test_conformance.py", "exec")
    with watch.watched(HONEST):
        exec(code, {"until": time.thread_time() + 0.8})


def test_two_worlds_stand_side_by_side() -> None:
    told = first(broken("view"), "leaks").problem.split("\n")
    assert "tells seat" in told[0] or "tells a spectator" in told[0]
    assert "as it is" in told[1]
    assert "may think" in told[1]
    assert any("hands." in row or "box." in row for row in told[2:])


def test_what_belongs_to_no_match_has_none() -> None:
    assert first(broken("unknown rule"), "rules").seen is None


def test_every_check_says_what_mostly_causes_it() -> None:
    assert set(HINTS) == {*CHECKS, BROWSER}


def test_findings_are_kept_as_files_that_the_bench_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "CHECKS", {"leaks": check_leaks})
    game, folder = broken("view"), tmp_path / "kept"
    assert check.callback is not None
    with pytest.raises(SystemExit):
        check.callback(game, 2, (), "conformance", (), folder, False, ())
    told = capsys.readouterr().out
    files = sorted(folder.iterdir())
    assert files
    assert all(f"boomtown dev toy --open {path}" in told.replace("\n", "") for path in files)
    assert "Read on: /docs/concepts/secrets" in told
    found, file = of_text(files[0].read_text(encoding="utf-8"), lambda _: game)
    assert found is game
    assert Bench.opened(game, file).last == file.at


def test_a_browser_that_is_asked_for_looks_beside_a_single_check_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformance, "BROWSER_CHECK", lambda suite: iter(["seen in a browser"]))
    monkeypatch.setattr(browsing, "browser_found", lambda: "chromium")
    assert check.callback is not None
    with pytest.raises(SystemExit):
        check.callback(HONEST, 1, (), "conformance", ("rules",), None, True, ())
    told = capsys.readouterr().out
    assert "ok   rules" in told
    assert "seen in a browser" in told


@pytest.mark.parametrize(
    ("lacks", "says"),
    [("find_spec", "pip install playwright"), ("NAMES", "install chromium")],
)
def test_without_a_browser_it_says_so_at_once_and_is_no_finding(
    lacks: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PLAYWRIGHT_CHROMIUM", raising=False)
    monkeypatch.setattr(browsing, lacks, {"find_spec": lambda name: None, "NAMES": ()}[lacks])
    assert check.callback is not None
    with pytest.raises(browsing.NoBrowser, match=says):
        check.callback(HONEST, 1, (), "conformance", (), None, True, ())
    assert "fail" not in capsys.readouterr().out


@pytest.mark.soak
@pytest.mark.parametrize(
    ("flaw", "says"),
    [
        ("too wide", "pixels too wide"),
        ("off its plate", 'pixels out of <span class="seat">'),
        ("covered", "covers "),
        ("broken word", "is broken in <small"),
        ("large hand", None),
        ("long words", None),
        ("complains", "the browser complains: "),
        ("", None),
    ],
)
def test_a_browser_finds_boards_that_do_not_fit(flaw: str, says: str | None) -> None:
    findings = in_a_browser(broken(flaw, page="toys.page:PAGE"))
    problems = [one.problem for one in findings]
    if says is None:
        assert problems == []
    else:
        assert says in problems[0]


@pytest.mark.soak
@pytest.mark.parametrize("id", ["bang_dice", "cash_n_guns", "shadows_west"])
def test_our_boards_fit_a_browser(id: str) -> None:
    assert in_a_browser(find_game(id)) == []


def test_a_board_without_an_end_is_stopped_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "BOARD_SECONDS", 0.3)
    told = first(broken("never ends", page="toys.page:PAGE"), "boards").problem
    assert (
        told == "templates/toy/board.html:16: one board takes more than 0.3 s; does this loop end?"
    )


@pytest.mark.soak
def test_a_board_that_includes_itself_is_drawn_once_and_named() -> None:
    told = first(broken("includes itself", page="toys.page:PAGE"), "boards").problem
    assert told == "templates/toy/board.html:15: this calls or includes itself without an end"


def in_a_browser(game: Game[Any, Any]) -> list[Finding]:
    """In a thread of its own: the browser of other tests may be open in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(lambda: Suite.of(game, 1).run(BROWSER)).result()


def test_the_honest_toy_reaches_all_its_rules() -> None:
    assert Suite.of(HONEST, 12).run("reached") == []
