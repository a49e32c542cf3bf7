"""What nobody comes back for is removed, a little at a time; nothing else is."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlmodel import Session, col, func, select, update

from boomtown.core.errors import Refused
from boomtown.store import people as people_module
from boomtown.store.contest_models import BoutRow, EntrantRow, TournamentRow
from boomtown.store.database import now
from boomtown.store.keeping import FEW, MANY, Keeping
from boomtown.store.models import (
    AnswerRow,
    BanRow,
    ChatRow,
    DeviceLinkRow,
    ExperimentRow,
    MatchRow,
    PlayerRow,
    Row,
    TableRow,
)
from boomtown.store.tables import TableInfo
from boomtown.store.tournaments import Setup
from boomtown.web.rooms.keeper import LATER, SOON, Keeper
from boomtown.web.settings import DAY, HOUR, Keep, Settings
from boomtown.web.site import Site
from boomtown.web.sockets.websocket import WebSocket
from boomtown.web.tables.seating import rematch
from masked import free_toll
from sites import answer_any, app_in, seated, site_of, started


@pytest.fixture
def site(database_url: str, tmp_path: Path) -> Iterator[Site]:
    """A site on each kind of database."""
    with app_in(tmp_path, database=database_url) as app:
        yield site_of(app)


@pytest.fixture
def keeping(site: Site) -> Keeping:
    return Keeping(site.database, site.bus)


def count(site: Site, kind: type[Row]) -> int:
    with site.database.reading() as session:
        return session.exec(select(func.count()).select_from(kind)).one()


def age(site: Site, code: str, milliseconds: int) -> None:
    """A table that was touched long ago."""
    with site.database.writing() as session:
        old = update(TableRow).where(col(TableRow.code) == code)
        session.execute(old.values(touched=now() - milliseconds))


def empty_table(site: Site) -> TableInfo:
    """A table with bots, at which nobody sits."""
    return seated(site, "high_noon", 0, 2)[0]


def with_person(site: Site) -> TableInfo:
    """A table at which somebody waits for another."""
    table, _ = seated(site, "high_noon", 1, 2)
    return site.tables.clear_seat(table.code, 1, table.host)


def finished(site: Site) -> str:
    """The table of a match that is over."""
    room, _ = started(site, "high_noon", 2, 2)
    while (match := room.playing().match).outcome is None:
        answer_any(room, match.asked()[0])
    return room.code


def tables_round(keeping: Keeping, busy: set[str] | None = None) -> int:
    return keeping.remove_tables(now() - 24 * HOUR, now() - 168 * HOUR, busy or set())


@pytest.mark.rule("boomtown.table.gone")
def test_open_tables_go_when_nobody_sits_there_or_nothing_happens(
    site: Site, keeping: Keeping
) -> None:
    fresh, empty, waiting, forgotten = (
        empty_table(site),
        empty_table(site),
        with_person(site),
        with_person(site),
    )
    for table, hours in ((empty, 25), (waiting, 25), (forgotten, 169)):
        site.tables.say(table.code, table.host, "Host", "hello")
        site.tables.admit(table.code, table.host)
        age(site, table.code, hours * HOUR)
    held = site.rooms.get(empty.code)
    assert held is not None
    assert tables_round(keeping) == 2
    kept = [site.tables.get(one.code) is not None for one in (fresh, empty, waiting, forgotten)]
    assert kept == [True, False, True, False]
    assert site.rooms.get(empty.code) is None
    held.table_changed()
    assert held.table.code == empty.code, "whoever still looks at it sees it as it was"
    with pytest.raises(Refused) as caught:
        site.tables.sit(empty.code, 0, empty.host)
    assert caught.value.refusal.rule == "boomtown.table.gone"
    assert tables_round(keeping) == 0


@pytest.mark.parametrize(
    ("keep", "left"),
    [(Keep(waiting=0), 1), (Keep(tables=0), 2), (Keep(tables=9999, waiting=1), 2), (Keep(), 0)],
)
def test_zero_keeps_tables_for_ever(site: Site, keep: Keep, left: int) -> None:
    for table in (empty_table(site), with_person(site)):
        age(site, table.code, 1000 * HOUR)
    Keeper(keep, Keeping(site.database, site.bus), site.rooms, site.sockets).round()
    assert count(site, TableRow) == left


def test_a_table_that_somebody_looks_at_stays(site: Site, tmp_path: Path) -> None:
    table = empty_table(site)
    age(site, table.code, 25 * HOUR)
    ours, theirs = socket.socketpair()
    with closing(ours), closing(theirs):
        with site.sockets.opened(WebSocket(ours, free_toll()), table.code, None):
            site.keeper.round()
        assert site.tables.get(table.code) is not None
    site.keeper.round()
    assert site.tables.get(table.code) is None


def test_nothing_with_a_match_or_a_person_waiting_is_ever_removed(site: Site) -> None:
    waiting = with_person(site).code
    playing, _ = started(site, "high_noon", 1, 2)
    done = finished(site)
    codes = [waiting, playing.code, done]
    rows = {kind: count(site, kind) for kind in (MatchRow, AnswerRow, PlayerRow)}
    with site.database.writing() as session:
        session.execute(update(PlayerRow).values(seen=0, created=0))
        session.execute(update(TableRow).values(touched=now() - 100 * HOUR))
    for _ in range(5):
        assert site.keeper.round() == 0
    assert all(site.tables.get(code) is not None for code in codes)
    assert {kind: count(site, kind) for kind in rows} == rows


def test_a_removed_rematch_can_be_asked_for_again(site: Site, keeping: Keeping) -> None:
    room, (ann, _) = started(site, "high_noon", 2, 2)
    while (match := room.playing().match).outcome is None:
        answer_any(room, match.asked()[0])
    again = rematch(site, room.table, ann)
    age(site, again.code, 25 * HOUR)
    assert tables_round(keeping) == 1
    assert site.tables.get_one(room.code).successor is None
    assert rematch(site, site.tables.get_one(room.code), ann).code != again.code


def test_guests_who_hold_no_seat_and_were_not_seen_are_forgotten(
    site: Site, keeping: Keeping
) -> None:
    site.keeper.round()
    gone, fresh = site.people.add("Gone", "en"), site.people.add("Fresh", "en")
    speaker, sitter = site.people.add("Speaker", "en"), with_person(site)
    site.people.device_link(gone.id)
    site.tables.admit(sitter.code, gone.id)
    site.tables.say(sitter.code, speaker.id, "Speaker", "hello")
    with site.database.writing() as session:
        old = update(PlayerRow).where(col(PlayerRow.id) != fresh.id)
        session.execute(old.values(seen=0, created=0))
    assert keeping.remove_guests(now() - DAY) == 1
    assert site.people.get(gone.id) is None
    for kept in (fresh.id, speaker.id, sitter.host):
        assert site.people.get(kept) is not None


def test_every_guest_is_looked_at_some_time(site: Site, keeping: Keeping) -> None:
    with site.database.writing() as session:
        session.add_all(
            PlayerRow(id=f"guest{number:04}", name="x", language="en", created=0)
            for number in range(2 * MANY + 10)
        )
    turns = [keeping.remove_guests(1) for _ in range(3)]
    assert turns == [MANY, MANY, 10]
    assert keeping.remove_guests(1) == 0


def test_what_was_said_long_ago_is_removed(site: Site, keeping: Keeping) -> None:
    code, host = finished(site), site.people.add("Host", "en").id
    for number in range(5):
        site.tables.say(code, host, "Host", f"line {number}")
    with site.database.writing() as session:
        first = session.exec(select(ChatRow.id).order_by(col(ChatRow.id)).limit(3)).all()
        session.execute(update(ChatRow).where(col(ChatRow.id).in_(first)).values(at=0))
    assert keeping.remove_chat(now() - DAY) == 3
    assert [message.text for message in site.tables.chat(code)] == ["line 3", "line 4"]


def test_links_and_bans_go_when_their_time_is_over(site: Site, keeping: Keeping) -> None:
    ann, bill = site.people.add("Ann", "en"), site.people.add("Bill", "en")
    for player in (ann, bill):
        site.people.device_link(player.id)
    with site.database.writing() as session:
        session.execute(
            update(DeviceLinkRow).where(col(DeviceLinkRow.player) == ann.id).values(until=1)
        )
        for key, until in (("a", 1), ("b", now() + DAY), ("c", None)):
            session.add(BanRow(kind="person", key=key, until=until, at=0))
    assert (keeping.remove_links(), keeping.remove_bans()) == (1, 1)
    assert (keeping.remove_links(), keeping.remove_bans()) == (0, 0)
    assert (count(site, DeviceLinkRow), count(site, BanRow)) == (1, 2)


def test_finished_matches_go_only_where_the_operator_wants_it(site: Site, keeping: Keeping) -> None:
    old, fresh = finished(site), finished(site)
    with site.database.writing() as session:
        ended = update(MatchRow).where(col(MatchRow.table_code) == old)
        session.execute(ended.values(ended=now() - 10 * DAY))
    assert site.keeper.round() == 0
    assert keeping.remove_matches(now() - 9 * DAY) == 1
    assert site.tables.get(old) is None
    assert site.tables.get(fresh) is not None
    assert count(site, MatchRow) == 1
    assert keeping.remove_matches(now() - 9 * DAY) == 0


def test_tournaments_go_when_nobody_begins_them_and_studies_when_they_are_old(
    site: Site, keeping: Keeping
) -> None:
    ann, bill = (site.people.add(name, "en").id for name in ("Ann", "Bill"))
    setup = Setup(
        name="Friday",
        organiser=ann,
        game="high_noon",
        options={},
        seats=2,
        clock="day",
        rounds=1,
        missing="bot",
        wait=HOUR,
        language="en",
    )
    left, begun = site.tournaments.make(setup), site.tournaments.make(setup)
    site.tournaments.join(begun, bill)
    site.tournaments.start(begun, ann)
    site.tournaments.go_on(begun)
    done, waiting = (
        site.laboratory.experiments.add(
            player=ann, origin="", game="x", studies=b"", progress=b"", result=b"", total=9
        )
        for _ in range(2)
    )
    site.laboratory.experiments.stop(done.id)
    with site.database.writing() as session:
        for kind in (TournamentRow, ExperimentRow):
            session.execute(update(kind).values(created=now() - 400 * DAY))
    assert site.keeper.round() == 2
    assert site.tournaments.get(left) is None
    assert site.laboratory.experiments.get(done.id) is None
    assert site.laboratory.experiments.get(waiting.id) is not None
    site.tournaments.cancel(begun, ann)
    assert keeping.remove_tournaments(now() - DAY, now() - DAY) == 0, "it has ended just now"
    assert keeping.remove_tournaments(0, now() + 1) == 1
    assert count(site, EntrantRow) == count(site, BoutRow) == 0


def test_a_turn_is_short_and_the_next_one_comes_soon_while_there_is_more(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(FEW + 1):
        age(site, empty_table(site).code, 25 * HOUR)
    at = [1000.0]
    clock = SimpleNamespace(monotonic=lambda: at[0])
    monkeypatch.setattr("boomtown.web.rooms.keeper.time", clock)
    keep = Keep(tables=24, guests=0, chat=0, tournaments=0, studies=0)
    keeper = Keeper(keep, Keeping(site.database, site.bus), site.rooms, site.sockets)
    left = []
    for _ in range(9):
        before = count(site, TableRow)
        keeper.turn()
        keeper.turn()  # too soon: nothing happens
        removed = before - count(site, TableRow)
        left.append(removed)
        at[0] += SOON if removed else LATER
    assert [removed for removed in left if removed] == [FEW, 1]
    assert keeper.removed == FEW + 1


def test_a_turn_that_fails_is_only_noted(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full() -> int:
        raise OSError("disk full")

    monkeypatch.setattr(site.keeper, "chores", lambda: [full])
    site.keeper.turn()
    assert "disk full" in caplog.text


def test_the_house_takes_turns(site: Site) -> None:
    assert site.keeper.turn in site.house.chores


def test_somebody_is_noted_as_seen_once_a_day(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    people, client = site_of(app).people, app.test_client()
    client.post("/me", data={"name": "Ann", "lang": "en"}).close()
    with client.session_transaction() as session:
        ann = session["player"]

    def seen() -> int:
        player = people.get(ann)
        assert player is not None
        return player.seen

    first = seen()
    assert first == now() // DAY * DAY
    notes, writing = [], people._database.writing

    def counted() -> AbstractContextManager[Session]:
        notes.append(1)
        return writing()

    monkeypatch.setattr(people._database, "writing", counted)
    for _ in range(3):
        client.get("/me").close()
    assert (seen(), notes) == (first, [])
    tomorrow = now() + DAY
    monkeypatch.setattr(people_module, "now", lambda: tomorrow)
    for _ in range(3):
        client.get("/me").close()
    assert (seen(), notes) == (first + DAY, [1])


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({}, Keep()),
        (
            {"BOOMTOWN_KEEP_TABLES": "2", "BOOMTOWN_KEEP_MATCHES": "365"},
            Keep(tables=2, matches=365),
        ),
        ({"BOOMTOWN_KEEP_CHAT": "0", "BOOMTOWN_KEEP_GUESTS": "-1"}, Keep(chat=0, guests=0)),
    ],
)
def test_the_operator_says_how_long(tmp_path: Path, given: dict[str, str], kept: Keep) -> None:
    settings = Settings.from_environment({"BOOMTOWN_DATA": str(tmp_path), **given})
    assert settings.keep == kept
