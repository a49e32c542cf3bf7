"""Hints: when they matter to somebody, and what is wrong with those that never could."""

from __future__ import annotations

from pathlib import Path

import pytest

from boomtown.core import Chance, Entry, Hint, Match, Seat, hints_of
from boomtown.core.hint import mattering
from boomtown.plugins import find_game, installed_games
from boomtown.testing import Suite
from boomtown.testing import hints as checked
from boomtown.web.tables.aid import known_hints

ME, OTHER = Seat(0), Seat(1)
ARROW = Hint(key="arrow", rule="r", told=("cast",), where={"dice": "arrow"}, mine=("seat",))


def cast(seat: Seat, *dice: str) -> Entry:
    return Entry("r", "cast", {"seat": seat, "dice": list(dice)})


def test_a_hint_matters_when_its_line_is_about_the_reader() -> None:
    assert ARROW.matters(ME, None, [cast(ME, "beer", "arrow")])
    assert not ARROW.matters(ME, None, [cast(ME, "beer")])
    assert not ARROW.matters(ME, None, [cast(OTHER, "arrow")])
    assert not ARROW.matters(ME, None, [Entry("r", "other", {"seat": ME, "dice": ["arrow"]})])


def test_hints_that_matter_are_found_among_many_lines() -> None:
    beer = Hint(key="beer", rule="r", told=("poured", "cast"), where={"dice": "beer"})
    lines = [cast(OTHER, "beer"), Entry("r", "other", {"seat": ME, "dice": ["arrow"]})]
    assert mattering([ARROW, beer], ME, None, lines) == [beer]
    assert mattering([ARROW, beer], ME, None, [*lines, cast(ME, "arrow")]) == [ARROW, beer]


def test_a_hint_matters_when_its_question_is_asked() -> None:
    match = Match.unrecorded(find_game("high_noon"), 3, chance=Chance.seeded("hints"))
    question = match.question(ME)
    found = mattering(hints_of("boomtown_game_high_noon"), ME, question, list(match.log))
    assert [hint.key for hint in found] == ["stand", "aim", "sunset"]
    assert mattering(hints_of("boomtown_game_high_noon"), ME, None, []) == []


def test_what_was_told_is_explained_only_while_it_is_of_use() -> None:
    """A bull's eye was explained while the beer was poured."""
    match = Match.unrecorded(find_game("high_noon"), 3, chance=Chance.seeded("hints"))
    question = match.question(ME)
    assert question is not None
    told = [cast(ME, "arrow")]
    now = Hint(key="arrow", rule="r", told=("cast",), during=(question.key,))
    later = Hint(key="arrow", rule="r", told=("cast",), during=("another",))
    assert now.matters(ME, question, told)
    assert not now.matters(ME, None, told)
    assert not later.matters(ME, question, told)


@pytest.mark.parametrize("game", ["bang_dice", "cash_n_guns", "shadows_west"])
def test_no_hint_of_a_thing_comes_with_a_question_about_something_else(game: str) -> None:
    """Only what concerns the whole match is told whatever is asked."""
    for hint in hints_of(find_game(game).package):
        assert hint.asks or hint.during or hint.key == "role", hint.key


def test_every_game_of_ours_has_hints() -> None:
    counts = {game.id: len(hints_of(game.package)) for game in installed_games()}
    for game in ("bang_dice", "cash_n_guns", "shadows_west", "high_noon"):
        assert 8 <= counts[game] <= 17, game


def test_the_check_finds_hints_that_could_never_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = (
        Hint(key="stand", rule="no.such.rule", asks=("no.question",), told=("no.line",)),
        Hint(key="stand", rule="noon.stand.aim"),
        Hint(key="mute", rule="noon.stand.aim", asks=("noon.stand.sealed",)),
    )
    monkeypatch.setattr(checked, "hints_of", lambda package: wrong)
    suite = Suite.of(find_game("high_noon"), 0)
    assert suite.run("hints")
    found = "\n".join(checked.check_hints(suite))
    for problem in (
        "hint stand: declared 2 times",
        "hint stand: there is no rule no.such.rule",
        "hint stand: no question no.question",
        "hint stand: no line no.line in the log",
        "hint stand: belongs to no question and to no line of the log",
        "hint mute: no text say.hint.mute in es",
        "say.hint.sunset: no hint of that key is declared",
    ):
        assert problem in found, problem


def test_hints_that_cannot_be_read_harm_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "mumbling").mkdir()
    (tmp_path / "mumbling" / "__init__.py").touch()
    (tmp_path / "mumbling" / "hints.toml").write_text("[[hint]]\nkee = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert known_hints("mumbling") == ()
    assert "the hints of mumbling cannot be read" in caplog.text
