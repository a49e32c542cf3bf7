"""A damaged match is taken out of play and says so; the others go on."""

from __future__ import annotations

from pathlib import Path

from boomtown.store.parked import Cause
from boomtown.store.tables import Phase
from boomtown.web.site import Site
from sites import answer_any, app_in, eventually, site_of, started


def spoil(site: Site, code: str) -> None:
    """Takes an answer out of the middle."""
    with site.database.writing() as session:
        session.connection().exec_driver_sql(
            "DELETE FROM answers WHERE number = 2 "
            f"AND match = (SELECT match FROM tables WHERE code = '{code}')"
        )


def test_a_damaged_match_is_parked_at_the_start_and_the_others_go_on(tmp_path: Path) -> None:
    with app_in(tmp_path) as app:
        bad, _ = started(site_of(app), "bang_dice", 4, 4)
        for _ in range(4):
            answer_any(bad, bad.playing().match.asked()[0])
        good, _ = started(site_of(app), "high_noon", 0, 3)
        spoil(site_of(app), bad.code)
    with app_in(tmp_path) as app:
        site = site_of(app)
        site.open()
        [parked] = site.parked.all()
        assert (parked.table, parked.cause, parked.number) == (bad.code, Cause.DAMAGE, 2)
        eventually(lambda: site.tables.get_one(good.code).phase is Phase.ENDED)
        assert app.test_client().get(f"/t/{bad.code}").status_code == 200


def test_a_match_that_is_damaged_later_is_parked_when_it_is_loaded(site: Site) -> None:
    room, _ = started(site, "bang_dice", 4, 4)
    for _ in range(4):
        answer_any(room, room.playing().match.asked()[0])
    spoil(site, room.code)
    room._live = None  # as in another process
    assert room.live is None
    assert room.stopped is not None
    [parked] = site.parked.all()
    assert (parked.cause, parked.number) == (Cause.DAMAGE, 2)
