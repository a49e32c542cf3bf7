"""The ladder ranks kinds of bots from deals that are played twice."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from boomtown.bots import UnknownBot
from boomtown.cli import boomtown
from boomtown.core import Chance, InvalidOption
from boomtown.lab import round_robin as robins
from boomtown.lab.ladder import Ladder, Pair, ladder_of
from boomtown.lab.round_robin import Deal, Job, play_deal, ratings, round_robin, rungs_of
from boomtown.plugins import find_game, installed_games
from boomtown_game_high_noon import GAME

SHORT: Mapping[str, Any] = {"options": {"rounds": 3}, "seats": [2, 3], "processes": 1}


def test_a_better_kind_stands_higher_and_the_interval_is_around_it() -> None:
    deals: list[Deal] = [(0, 1, 1)] * 60 + [(0, 1, -1)] * 20 + [(0, 1, 0)] * 20
    best, worst = rungs_of(["good", "bad"], deals, "seed")
    assert (best.kind, worst.kind) == ("good", "bad")
    assert worst.high < best.low < best.rating < best.high


@pytest.mark.soak
def test_equals_are_rated_the_same_and_more_deals_make_it_surer() -> None:
    few: list[Deal] = [(0, 1, 1), (0, 1, -1)] * 10
    for deals in (few, few * 10):
        one, two = rungs_of(["one", "two"], deals, "seed")
        assert max(one.low, two.low) < 25 < min(one.high, two.high)
    spreads = [rungs_of(["one", "two"], deals, "seed")[0] for deals in (few, few * 20)]
    assert spreads[1].high - spreads[1].low < spreads[0].high - spreads[0].low


def test_a_draw_changes_nothing_between_equals() -> None:
    assert ratings([(0, 1, 0)] * 5, 2) == pytest.approx([25.0, 25.0])


def test_a_deal_between_the_same_kind_is_a_draw() -> None:
    """Both sit everywhere once: nothing but their answers could make a difference."""
    jobs = [Job("bang_dice", "twins", ("random", "random"), 5, {}, n) for n in range(6)]
    assert [play_deal(job) for job in jobs] == [0] * 6


def test_everybody_meets_everybody_and_the_same_seed_gives_the_same_ladder() -> None:
    told: list[int] = []
    kinds = ["random", "greenhorn"]
    found = round_robin(GAME, kinds, 4, "again", progress=told.append, **SHORT)
    assert sum(told) == 4
    assert found == round_robin(GAME, kinds, 4, "again", **SHORT)
    assert found.seats == [2, 3]
    assert found.options == [{"rounds": 3}]
    assert [(pair.one, pair.two) for pair in found.pairs] == [("random", "greenhorn")]
    assert sum(pair.won + pair.drawn + pair.lost for pair in found.pairs) == 4
    assert sum(found.part(kind) for kind in kinds) == pytest.approx(1)


def test_processes_make_no_difference() -> None:
    alone = round_robin(GAME, ["random", "greenhorn"], 3, "two", **SHORT)
    assert alone == round_robin(
        GAME, ["random", "greenhorn"], 3, "two", **{**SHORT, "processes": 2}
    )


def test_a_part_counts_half_of_the_draws() -> None:
    pairs = [Pair("a", "b", 3, 2, 1), Pair("b", "c", 0, 0, 6)]
    found = Ladder(
        game="x",
        version="1",
        build="pure",
        seed="s",
        deals=6,
        seats=[2],
        options=[{}],
        rungs=[],
        pairs=pairs,
    )
    assert found.part("a") == pytest.approx(4 / 6)
    assert found.part("b") == pytest.approx(2 / 12)


def test_a_time_to_think_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(robins, "make_bot", lambda *what: asked.append(what))
    robins.contestant(GAME, "marshal@0.3", Chance.seeded(1))
    robins.contestant(GAME, "marshal", Chance.seeded(1))
    assert [what[1:2] + what[3:] for what in asked] == [("marshal", 0.3), ("marshal",)]


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        (["random"], "two different kinds"),
        (["random", "random"], "two different kinds"),
        (["random", "genius"], "no bot 'genius'"),
        (["random", "marshal@soon"], "write KIND@SECONDS"),
    ],
)
def test_kinds_that_cannot_play_are_refused(kinds: list[str], why: str) -> None:
    with pytest.raises(UnknownBot, match=why):
        round_robin(GAME, kinds, 1, "none", **SHORT)


def test_options_are_checked() -> None:
    with pytest.raises(InvalidOption):
        round_robin(GAME, ["random", "greenhorn"], 1, "none", options={"hats": 1})


def test_the_command_prints_a_table_and_json() -> None:
    words = [
        "lab",
        "ladder",
        "high_noon",
        "--kind",
        "random",
        "--kind",
        "greenhorn",
        "--deals",
        "2",
    ]
    words += ["--seats", "2", "--processes", "1"]
    shown = CliRunner().invoke(boomtown, words)
    assert shown.exit_code == 0, shown.output
    assert "greenhorn" in shown.output
    plain = json.loads(CliRunner().invoke(boomtown, [*words, "--json"]).stdout)
    assert msgspec.convert(plain, Ladder).deals == 2


def climbed_with(ladder: Ladder) -> list[str]:
    """What the command was given, for whoever has to climb it again."""
    words = [f"--kind {rung.kind}" for rung in ladder.rungs]
    words += [f"--deals {ladder.deals}", *[f"--seats {seats}" for seats in ladder.seats]]
    if len(ladder.options) == 1:
        words += [f"--option {name}={value}" for name, value in ladder.options[0].items()]
    return words


def test_what_is_kept_is_of_this_version() -> None:
    kept = {game.id: found for game in installed_games() if (found := ladder_of(game.package))}
    for id, found in kept.items():
        game = find_game(id)
        assert (found.game, found.version) == (id, game.version), " ".join(
            ["boomtown lab ladder", id, *climbed_with(found), "--write"]
        )
        assert [one.rating for one in found.rungs] == sorted(
            (one.rating for one in found.rungs), reverse=True
        )
        assert all(one.low <= one.rating <= one.high for one in found.rungs)
    assert {"bang_dice", "cash_n_guns"} <= set(kept)
