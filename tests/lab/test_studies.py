"""Studies: the same to the bit however they are cut, and what they say of their matches."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from boomtown.core.chance import Chance
from boomtown.core.errors import InvalidOption
from boomtown.lab.intervals import wilson
from boomtown.lab.simulate import Setting, play_one
from boomtown.lab.studies.comparing import compare, corrected
from boomtown.lab.studies.figures import figures_of, weight_of
from boomtown.lab.studies.running import play_part, result_of, run
from boomtown.lab.studies.study import Study, constants_of, edition, make_study, played, what_if
from boomtown.lab.studies.tables import COLUMNS, csv_of
from boomtown.lab.studies.tally import Share, Tally, merged, read_tally
from boomtown.plugins import find_game

BANG = find_game("bang_dice")
SMALL = make_study(BANG, seats=5, bots=["random"], matches=40, seed="small", skill=True)


def cut(study: Study, *ends: int) -> list[Tally]:
    return [play_part(study, one, two - one) for one, two in pairwise((0, *ends, study.total))]


# --- the same everywhere --------------------------------------------------------------------------


def test_parts_merge_to_the_same_bytes_in_any_order() -> None:
    whole = play_part(SMALL, 0, SMALL.total)
    parts = cut(SMALL, 1, 7, 30, 41)
    for seed in range(4):
        Chance.seeded(seed).shuffle(parts)
        copies = [read_tally(part.packed()) for part in parts]
        assert merged(copies).packed() == whole.packed()


def test_processes_make_no_difference_and_a_seed_does() -> None:
    study = make_study(BANG, seats=4, bots=["random"], matches=12, seed="one")
    other = make_study(BANG, seats=4, bots=["random"], matches=12, seed="two")
    alone = run([study], processes=1)
    assert run([study], processes=2) == alone
    assert run([other], processes=1).digest != alone.digest


def test_a_sample_is_the_match_that_was_counted_and_its_file_can_be_checked() -> None:
    tally = play_part(SMALL, 0, SMALL.matches)
    length, spot = max(tally.lengths.items(), key=lambda item: int(item[0]))
    assert spot.first is not None
    match = played(SMALL, spot.first)
    assert match.number == int(length)
    setting = Setting(game="bang_dice", seats=5, seed="small", bots=SMALL.bots)
    assert play_one(BANG, setting, spot.first)[0] == match.outcome


# --- what is counted ------------------------------------------------------------------------------


def test_wins_by_side_role_seat_and_character_add_up() -> None:
    tally = play_part(SMALL, 0, SMALL.matches)
    figures = figures_of(SMALL, tally)
    groups = Counter(one.group for one in figures.shares)
    assert {"side", "role", "character", "seat", "first"} == set(groups)
    sides = [one for one in figures.shares if one.group == "side"]
    assert sum(one.wins for one in sides) == tally.matches == 40
    outlaws = next(one for one in figures.shares if one.name == "outlaw")
    assert outlaws.tries == 2 * tally.matches  # five players: two Outlaws
    seats = [one for one in figures.shares if one.group == "seat"]
    assert [one.name for one in seats] == ["1", "2", "3", "4", "5"]
    assert sum(one.wins for one in seats) == sum(
        one.wins for one in figures.shares if one.group == "role"
    )


def test_outlaws_win_together_so_two_of_them_are_one_draw() -> None:
    share = Share()
    for number in range(100):
        share.add(number, 2 if number % 2 else 0, 2)
    assert weight_of(share) == pytest.approx(99, abs=1.5)
    alone = Share()
    for number in range(100):
        alone.add(number, number % 2, 1)
    low, high = wilson(50, 100)
    found = figures_of(SMALL, Tally(100, {"role": {"one": alone}})).shares[0]
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-3)


def test_what_nobody_won_is_not_surer_than_its_matches() -> None:
    never = Share()
    for number in range(30):
        never.add(number, 0, 4)
    assert weight_of(never) == 30
    assert never.won is None
    assert never.seen == 0


def test_the_curve_falls_from_everybody_to_those_who_are_left() -> None:
    figures = figures_of(SMALL, play_part(SMALL, 0, SMALL.matches))
    left = [step.still_in for step in figures.curve]
    assert left[0] == 1.0
    assert left == sorted(left, reverse=True)
    assert 0 < left[-1] < 1
    assert all(
        step.sample is not None
        for step, last in zip(figures.curve[1:], left, strict=False)
        if step.still_in < last
    )


def test_a_deputy_beside_random_bots_shows_skill_and_random_ones_luck() -> None:
    skilled = make_study(
        find_game("cash_n_guns"), seats=4, bots=["deputy"], matches=24, seed="skill", skill=True
    )
    found = run([skilled], processes=1).arms[0].figures.skill
    assert found is not None
    assert found.low > 0.5
    assert found.matches == skilled.skill_matches == 12
    luck = figures_of(SMALL, play_part(SMALL, 40, 20)).skill
    assert luck is not None
    assert luck.low < 0.5 < luck.high


def test_gangs_and_weapons_of_shadows_and_powers_of_cash_are_counted() -> None:
    west = make_study(find_game("shadows_west"), seats=2, bots=["random"], matches=2, seed="w")
    tally = play_part(west, 0, 2)
    assert {"gang", "weapon", "seat"} <= set(tally.shares)
    assert sum(share.tries for share in tally.shares["gang"].values()) == 4
    cash = make_study(
        find_game("cash_n_guns"),
        seats=5,
        bots=["random"],
        matches=3,
        seed="c",
        options={"powers": "true"},
    )
    assert cash.options == {"powers": True}
    powers = play_part(cash, 0, 3).shares["power"]
    assert sum(share.tries for share in powers.values()) == 15


# --- what if --------------------------------------------------------------------------------------


def test_a_stronger_sheriff_is_found_and_a_longer_question_is_not() -> None:
    study = make_study(BANG, seats=5, bots=["random"], matches=100, seed="what if")
    usual = play_part(study, 0, study.total)
    bonus = what_if(study, constants={"sheriff_bonus": 6})
    stronger = result_of([study, bonus], [usual, play_part(bonus, 0, bonus.total)])
    law = next(one for one in stronger.differences if (one.group, one.name) == ("side", "law"))
    assert law.found
    assert law.low > 0.05
    longer = what_if(study, options={"window_seconds": 9})
    nothing = result_of([study, longer], [usual, play_part(longer, 0, longer.total)])
    assert [one.name for one in nothing.differences if one.found] == []
    assert len(nothing.differences) > 20
    assert all(0 < one.power <= 1 and 0 < one.least <= 1 for one in nothing.differences)


def test_the_correction_is_holms() -> None:
    tally = play_part(SMALL, 0, SMALL.matches)
    differences = compare(tally, tally)
    assert all(one.chance == pytest.approx(1.0) and not one.found for one in differences)
    from msgspec.structs import replace

    told = corrected([replace(differences[0], name=str(p), chance=p) for p in (0.04, 0.01, 0.03)])
    assert [(one.chance, one.corrected) for one in told] == [
        (0.01, 0.03),
        (0.03, 0.06),
        (0.04, 0.06),
    ]
    assert [one.found for one in told] == [True, False, False]


def test_constants_change_only_what_the_laboratory_plays() -> None:
    assert [field.name for field in constants_of(BANG)] == ["sheriff_bonus"]
    assert edition(BANG).id == BANG.id
    with pytest.raises(InvalidOption, match="no such constant"):
        make_study(BANG, bots=["random"], matches=2, seed="s", constants={"arrows": 3})
    with pytest.raises(InvalidOption, match="sheriff_bonus"):
        make_study(BANG, bots=["random"], matches=2, seed="s", constants={"sheriff_bonus": 99})
    with pytest.raises(InvalidOption, match="sheriff_bonus"):
        make_study(BANG, bots=["random"], matches=2, seed="s", options={"sheriff_bonus": 3})


@pytest.mark.parametrize(
    ("game", "constant", "value"),
    [("cash_n_guns", "paintings", 0), ("shadows_west", "repeater", 25)],
)
def test_every_constant_can_be_played(game: str, constant: str, value: int) -> None:
    study = make_study(
        find_game(game), bots=["random"], matches=2, seed="s", constants={constant: value}
    )
    assert study.constants == {constant: value}
    assert played(study, 0).outcome is not None


# --- rows -----------------------------------------------------------------------------------------


def test_rows_have_every_figure_and_the_match_to_look_at() -> None:
    result = run([SMALL, what_if(SMALL, options={"arrows": 5})], processes=1)
    rows = [row.split(",") for row in csv_of(result).splitlines()]
    assert rows[0] == list(COLUMNS)
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert {row[0] for row in rows[1:]} == {"1", "2", "difference"}
    shares = [row for row in rows if row[:2] == ["1", "role"]]
    assert all(row[-1].isdigit() for row in shares)
