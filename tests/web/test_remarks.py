"""What bots say: seldom, in three languages, and nothing that not everybody knows already."""

from __future__ import annotations

import inspect

import pytest

from boomtown.core import Entry
from boomtown.web.site import Site
from boomtown.web.tables.remarks import EVEN, PAUSE, TEMPERS, VARIANTS, Remark, remark_of
from boomtown.web.tables.table_page import TablePage
from boomtown.web.words import site_wording
from sites import answer_any, started

KINDS = ["deputy.bold", None, "marshal", "random"]


def told(**args: int) -> list[Entry]:
    return [Entry("noon.duel.shoot", "noon.duel.shoot", dict(args))]


def test_in_so_many_moments_at_most_one_remark_is_made() -> None:
    said = [remark_of("match", moment, KINDS, told(seat=0), None) for moment in range(400)]
    for window in range(0, 400, PAUSE):
        assert sum(one is not None for one in said[window : window + PAUSE]) == 1
    assert {one.key for one in said if one} == {"bold.turn.1", "bold.turn.2"}


@pytest.mark.parametrize(
    ("args", "speaks"),
    [({"seat": 1}, None), ({"seat": 3}, None), ({"seat": 1, "target": 2}, 2), ({"dice": 0}, None)],
)
def test_people_and_old_kinds_of_bots_say_nothing(args: dict[str, int], speaks: int | None) -> None:
    said = [remark_of("match", moment, KINDS, told(**args), None) for moment in range(PAUSE)]
    assert {one.seat for one in said if one} == ({speaks} if speaks is not None else set())


def test_a_bot_that_has_won_says_so_and_a_greenhorn_names_its_rule() -> None:
    assert remark_of("match", 1, KINDS, [], (1, 2)) == Remark(2, "even.won.1")
    assert remark_of("match", 1, KINDS, [], (1,)) is None
    green = remark_of("match", 5, ["greenhorn"], told(seat=0), None)
    assert green == Remark(0, "", "noon.duel.shoot")


def test_it_is_made_of_public_things_alone() -> None:
    assert set(inspect.signature(remark_of).parameters) == {
        "match", "moment", "kinds", "told", "winners",
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_every_remark_has_words(language: str) -> None:
    words = site_wording(language)
    for temper in (EVEN, *TEMPERS):
        for occasion, count in VARIANTS.items():
            for number in range(1, count + 1):
                assert "remark" not in words.name("remark", f"{temper}.{occasion}.{number}")


def test_a_greenhorn_explains_itself_at_the_table(site: Site) -> None:
    room, _ = started(site, "high_noon", 0, 2, bot="greenhorn")
    match = room.playing().match
    while not any(entry.for_all and "seat" in entry.args for entry in match.log):
        answer_any(room, match.asked()[0])
    pages = [
        TablePage(room.table, match.game, match, seat, "en", live=room.playing())
        for seat in (None, *match.all_seats)
    ]
    assert len({page.remark for page in pages}) == 1, "everybody reads the same"
    assert ": I go by “" in pages[0].remark
