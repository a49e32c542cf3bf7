"""Parked matches: kept as they are, until the operator releases them."""

from __future__ import annotations

import pytest
from sqlmodel import Session

from boomtown.core import Match, seed_from
from boomtown.store.bus import Bus
from boomtown.store.database import Database
from boomtown.store.matches import Matches
from boomtown.store.parked import Cause, Parked
from boomtown.store.people import People
from boomtown.store.tables import Tables
from boomtown_game_high_noon import GAME


def begun(database: Database, bus: Bus) -> str:
    """The id of a stored match."""
    host = People(database).add("Ann", "en").id
    table = Tables(database, bus).make(
        game=GAME.id, options={}, seats=3, host=host, clock="off", listed=True, language="en"
    )
    match = Match.start(GAME, 3, seed=seed_from("parked"))
    assert match.record is not None
    record = match.record
    return Matches(database, bus).begin(table.code, match, "ABC", record.heading, record.seed)


def test_a_match_is_parked_once_and_the_first_cause_stays(database: Database) -> None:
    bus = Bus(database)
    match, parked = begun(database, bus), Parked(database, bus)
    heard: list[str] = []
    bus.listen(heard.append)
    assert parked.get(match) is None
    parked.park(match, Cause.SLOW, "Draw took 3 s", number=7, version="1.0.0")
    parked.park(match, Cause.FAULT, "later", number=9, version="1.0.0")
    found = parked.get(match)
    assert found is not None
    assert (found.cause, found.problem, found.number) == (Cause.SLOW, "Draw took 3 s", 7)
    assert found.game == GAME.id
    assert parked.all() == [found]
    assert heard == [f"match:{match}"]


def test_two_processes_that_find_it_in_the_same_moment_do_not_fail(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = Bus(database)
    match, parked = begun(database, bus), Parked(database, bus)
    parked.park(match, Cause.DAMAGE, "line 3", number=2, version="1.0.0")
    with monkeypatch.context() as patch:
        patch.setattr(Session, "get", lambda *_: None)  # the other one has not written it yet
        parked.park(match, Cause.DAMAGE, "line 3 too", number=2, version="1.0.0")
    assert [one.problem for one in parked.all()] == ["line 3"]


def test_a_released_match_may_be_tried_again(database: Database) -> None:
    bus = Bus(database)
    match, parked = begun(database, bus), Parked(database, bus)
    parked.park(match, Cause.DAMAGE, "line 3", number=2, version="1.0.0")
    assert parked.release(match)
    assert parked.get(match) is None
    assert not parked.release(match)
