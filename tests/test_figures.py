"""Figures are compared round by round with their peer, and with the version before."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from benchmarks import __main__ as command
from benchmarks.figures import Contest, Line, Spread, measured, short, table
from benchmarks.peers import by_hand


def sampled(values: list[float], order: list[str], name: str) -> Contest:
    """A contest whose peer always takes the same."""
    left = iter(values)

    def ours(seed: str) -> float:
        order.append("ours")
        return 1.0 if seed == "warm" else next(left)

    def peer(seed: str) -> float:
        order.append("peer")
        return 2.0

    return Contest(name, "a second", ours, "a peer", peer)


def test_rounds_take_turns_and_the_first_one_does_not_count() -> None:
    order: list[str] = []
    (line,) = measured([sampled([4, 6, 8], order, "speed")], rounds=3)
    assert order == ["ours", "peer", "peer", "ours", "ours", "peer", "peer", "ours"]
    assert (line.ours, line.peer, line.ratio) == (Spread(6, 4, 8), Spread(2, 2, 2), Spread(3, 2, 4))


def test_where_less_is_better_the_ratio_is_turned_over() -> None:
    contest = msgspec.structs.replace(sampled([8], [], "wait"), less_is_better=True)
    (line,) = measured([contest], rounds=1)
    assert line.ratio.middle == 0.25


@pytest.mark.parametrize(
    ("was", "word"),
    [(Spread(9, 8, 10), "SLOWER"), (Spread(1, 1, 1), "faster"), (Spread(3, 2, 9), "3 (2-9)\n")],
)
def test_a_change_is_told_where_ranges_do_not_touch(was: Spread, word: str) -> None:
    line = Line("speed", "a second", Spread(6, 4, 8), "a peer", Spread(2, 2, 2), Spread(3, 2, 4))
    before = msgspec.structs.replace(line, ratio=was)
    assert word in table([line], {"speed": before}) + "\n"


def test_another_peer_is_no_change() -> None:
    line = Line("speed", "a second", Spread(6, 4, 8), "a peer", Spread(2, 2, 2), Spread(3, 2, 4))
    before = msgspec.structs.replace(line, peer_name="somebody", ratio=Spread(9, 8, 10))
    assert "another peer" in table([line], {"speed": before})


def test_the_latest_version_is_what_a_run_is_held_against(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "HISTORY", tmp_path)
    for version, ratio in (("0.9.0", 1.0), ("0.10.0", 2.0), ("0.2.0", 3.0)):
        spread = Spread(ratio, ratio, ratio)
        line = Line("speed", "a second", spread, "a peer", spread, spread)
        run = command.Run(version, "pure", {}, "3.11", "a machine", 1.0, [line])
        command.kept_in(run).write_bytes(msgspec.json.encode(run))
    assert command.last_kept("pure")["speed"].ratio.middle == 2.0
    assert command.last_kept("compiled") == {}


def test_figures_are_short() -> None:
    assert [short(value) for value in (123_456, 1_234, 12.345, 0.012345)] == [
        "123,000", "1,230", "12.3", "0.0123",
    ]  # fmt: skip


def test_the_game_by_hand_plays() -> None:
    assert by_hand.decisions(0.001, "a seed") > 0
