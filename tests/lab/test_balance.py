"""The balance of a game: every combination of options, everybody against everybody else."""

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from boomtown.cli import boomtown
from boomtown.core import InvalidOption
from boomtown.lab import balance as balances
from boomtown.lab.balance import Balance, Cell, balance, balance_of, combinations_of
from boomtown.plugins import installed_games
from boomtown_game_high_noon import GAME


def counted(wins: int, drawn: int, tries: int, **values: object) -> Cell:
    return Cell(dict(values), tries, {"gang": {"lawmen": (wins, drawn, tries)}})


def test_every_value_meets_every_other_and_nobody_meets_himself() -> None:
    cells = list(combinations_of({"map": ["a", "b"]}, ["first", "second"], ["x", "y", "z"]))
    assert len(cells) == 2 * 6
    assert all(cell["first"] != cell["second"] for cell in cells)
    assert len({tuple(cell.values()) for cell in cells}) == len(cells)


def test_what_nobody_wins_is_shared() -> None:
    found = Balance(
        game="g",
        version="1",
        build="pure",
        seats=2,
        bots=("deputy",),
        seed="s",
        matches=10,
        over={"map": ["a", "b"]},
        between=[],
        sides=[],
        by=["gang"],
        cells=[counted(2, 2, 10, map="a"), counted(7, 0, 10, map="b")],
    )
    assert found.part("gang", "lawmen").value == pytest.approx((2 + 1 + 7) / 20)
    assert found.part("gang", "lawmen", map="a").value == pytest.approx(0.3)
    assert found.part("gang", "lawmen", map="b").tries == 10
    assert found.part("gang", "lawmen", map="c").tries == 0


def test_an_interrupted_run_goes_on_and_comes_out_the_same() -> None:
    steps: list[Balance] = []

    def run(matches: int, before: Balance | None = None) -> Balance:
        steps.clear()
        return balance(
            GAME,
            seats=2,
            matches=matches,
            seed="s",
            over={"rounds": [2, 3]},
            by=["seat"],
            bots=["random"],
            before=before,
            processes=1,
            progress=steps.append,
        )

    whole = run(3)
    half, _ = steps
    assert [one.total for one in steps] == [3, 6]
    assert run(3, half).digest() == whole.digest()
    assert len(steps) == 1, "the other cell was there"
    assert run(3, run(1)).digest() == whole.digest(), "more matches of each"
    assert whole.part("seat", "1").tries == whole.part("seat", "2").tries == 6


def test_the_command_keeps_its_cells_and_refuses_what_is_no_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boomtown.cli.balance.files", lambda package: tmp_path)
    words = [
        "lab",
        "balance",
        "high_noon",
        "--matches",
        "2",
        "--bots",
        "random",
        "--processes",
        "1",
    ]
    told = CliRunner().invoke(boomtown, [*words, "--over", "rounds=2,3", "--write"])
    assert "4 matches of high_noon" in told.output
    assert "rounds 3" in told.output
    kept = msgspec.json.decode((tmp_path / balances.FILE).read_bytes(), type=Balance)
    assert [cell.values for cell in kept.cells] == [{"rounds": "2"}, {"rounds": "3"}]
    refused = CliRunner().invoke(boomtown, [*words, "--over", "moons=1,2"])
    assert isinstance(refused.exception, InvalidOption)


def test_what_is_kept_was_played_with_this_version() -> None:
    for game in installed_games():
        found = balance_of(game.package)
        assert found is None or (found.game, found.version) == (game.id, game.version), (
            f"boomtown lab balance {game.id} --write"
        )
