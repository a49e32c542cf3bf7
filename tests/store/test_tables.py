"""Tables: who sits where, and what each one may do there (boomtown.table.*)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boomtown.core import Refused
from boomtown.store.bus import Bus
from boomtown.store.database import Database
from boomtown.store.people import People, Player
from boomtown.store.tables import MOST_STANDING, Phase, TableInfo, Tables


@pytest.fixture
def tables(database: Database) -> Tables:
    return Tables(database, Bus(database))


@pytest.fixture
def ann(database: Database) -> Player:
    return People(database).add("Ann", "en")


@pytest.fixture
def bill(database: Database) -> Player:
    return People(database).add("Bill", "en")


@pytest.fixture
def table(tables: Tables, ann: Player) -> TableInfo:
    return make(tables, ann)


def make(tables: Tables, host: Player, *, listed: bool = True) -> TableInfo:
    return tables.make(
        game="high_noon",
        options={"lives": 3},
        seats=3,
        host=host.id,
        clock="off",
        listed=listed,
        language="en",
    )


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.refusal.rule


def test_a_new_table_is_open_and_its_seats_are_free(tables: Tables, table: TableInfo) -> None:
    assert table.phase is Phase.OPEN
    assert [seat.free for seat in table.seats] == [True] * 3
    assert table.options == {"lives": 3}
    assert tables.get(table.code) == table
    assert tables.get("nowhere") is None


def test_the_promise_of_the_dice_is_the_hash_of_a_seed_that_stays(table: TableInfo) -> None:
    import hashlib

    assert table.commitment == hashlib.sha256(bytes.fromhex(table.seed)).hexdigest()


def test_somebody_sits_down_moves_and_stands_up(
    tables: Tables, table: TableInfo, ann: Player
) -> None:
    sat = tables.sit(table.code, 1, ann.id, "salt")
    assert [seat.player for seat in sat.seats] == [None, ann.id, None]
    assert (sat.seats[1].name, sat.seats[1].contribution) == ("Ann", "salt")
    moved = tables.sit(table.code, 2, ann.id)
    assert [seat.player for seat in moved.seats] == [None, None, ann.id]
    assert all(seat.free for seat in tables.stand(table.code, ann.id).seats)


@pytest.mark.rule("boomtown.table.taken")
def test_only_a_free_seat_can_be_taken(
    tables: Tables, table: TableInfo, ann: Player, bill: Player
) -> None:
    tables.sit(table.code, 0, ann.id)
    tables.put_bot(table.code, 1, "random", ann.id)
    assert refused(lambda: tables.sit(table.code, 0, bill.id)) == "boomtown.table.taken"
    assert refused(lambda: tables.sit(table.code, 1, bill.id)) == "boomtown.table.taken"
    assert (
        refused(lambda: tables.put_bot(table.code, 0, "random", ann.id)) == "boomtown.table.taken"
    )
    assert refused(lambda: tables.sit(table.code, 9, bill.id)) == "boomtown.table.seat"
    assert tables.get_one(table.code).seat_of(bill.id) is None


@pytest.mark.rule("boomtown.table.taken")
def test_without_a_number_it_is_the_first_seat_that_is_free_by_then(
    tables: Tables, table: TableInfo, ann: Player, bill: Player, database: Database
) -> None:
    tables.sit(table.code, 0, ann.id)
    tables.put_bot(table.code, 1, "random", ann.id)
    last = tables.sit(table.code, None, bill.id).seat_of(bill.id)
    assert last is not None
    assert last.number == 2
    late = People(database).add("Cal", "en")
    assert refused(lambda: tables.sit(table.code, None, late.id)) == "boomtown.table.taken"


@pytest.mark.rule("boomtown.table.host")
def test_only_the_host_seats_bots_clears_seats_and_changes_the_link(
    tables: Tables, table: TableInfo, ann: Player, bill: Player
) -> None:
    code = table.code
    tables.sit(code, 0, bill.id)
    for call in (
        lambda: tables.put_bot(code, 1, "random", bill.id),
        lambda: tables.clear_seat(code, 0, bill.id),
        lambda: tables.new_invite(code, bill.id),
    ):
        assert refused(call) == "boomtown.table.host"
    assert tables.clear_seat(code, 0, ann.id).seats[0].free


def test_a_new_link_replaces_the_old_one(tables: Tables, table: TableInfo, ann: Player) -> None:
    found = tables.by_invite(table.invite)
    assert found is not None
    assert found.code == table.code
    changed = tables.new_invite(table.code, ann.id)
    assert tables.by_invite(table.invite) is None
    assert tables.by_invite(changed.invite) == changed


def test_a_table_that_is_not_listed_is_found_by_its_players_only(
    tables: Tables, ann: Player, bill: Player
) -> None:
    hidden = make(tables, ann, listed=False)
    assert tables.listed(Phase.OPEN, 10) == []
    tables.sit(hidden.code, 0, bill.id)
    assert [found.code for found in tables.of_player(bill.id, 10)] == [hidden.code]
    assert not tables.is_guest(hidden.code, ann.id)
    tables.admit(hidden.code, ann.id)
    tables.admit(hidden.code, ann.id)
    assert tables.is_guest(hidden.code, ann.id)


@pytest.mark.rule("boomtown.table.away")
def test_a_bot_stands_in_only_while_a_match_is_played(
    tables: Tables, table: TableInfo, ann: Player
) -> None:
    tables.sit(table.code, 0, ann.id)
    assert refused(lambda: tables.leave(table.code, ann.id, "random")) == "boomtown.table.playing"


def test_a_token_is_for_one_seat_and_only_its_hash_is_kept(
    tables: Tables, table: TableInfo, ann: Player, database: Database
) -> None:
    other = make(tables, ann)
    token = tables.new_token(table.code, 1)
    assert tables.get_one(table.code).seat_of_token(token) == 1
    assert tables.get_one(other.code).seat_of_token(token) is None
    newer = tables.new_token(table.code, 1)
    assert tables.get_one(table.code).seat_of_token(token) is None
    assert tables.get_one(table.code).seat_of_token(newer) == 1
    with database.engine.connect() as connection:
        assert newer not in str(connection.exec_driver_sql("SELECT * FROM seats").all())


def test_the_host_has_a_token_of_another_kind(
    tables: Tables, table: TableInfo, database: Database
) -> None:
    assert not table.is_host_token("")
    token = tables.new_host_token(table.code)
    assert tables.get_one(table.code).is_host_token(token)
    assert tables.get_one(table.code).seat_of_token(token) is None
    newer = tables.new_host_token(table.code)
    assert not tables.get_one(table.code).is_host_token(token)
    with database.engine.connect() as connection:
        assert newer not in str(connection.exec_driver_sql("SELECT * FROM tables").all())


@pytest.mark.parametrize("number", [-1, 3, 10**30])
def test_a_number_that_no_table_has_is_no_seat(
    tables: Tables, table: TableInfo, number: int
) -> None:
    assert refused(lambda: tables.new_token(table.code, number)) == "boomtown.table.seat"


def test_what_is_said_is_kept_in_order_and_in_one_line(
    tables: Tables, table: TableInfo, ann: Player
) -> None:
    tables.say(table.code, ann.id, "Ann", "  hello\n there ")
    tables.say(table.code, ann.id, "Ann", "   ")
    tables.note(table.code, ann.id, "Ann", "left")
    tables.say(table.code, ann.id, "Ann", "x" * 999)
    said = tables.chat(table.code)
    assert [(line.kind, line.text[:12]) for line in said] == [
        ("said", "hello there"),
        ("left", ""),
        ("said", "x" * 12),
    ]
    assert len(said[-1].text) == 300
    assert tables.chat(table.code, after=said[0].id) == said[1:]


def test_standing_passes_are_kept_by_seat(tables: Tables, table: TableInfo, ann: Player) -> None:
    tables.sit(table.code, 0, ann.id)
    for key, on in (("a.b", True), ("c.d", True), ("a.b", True), ("e.f", True), ("e.f", False)):
        filed = tables.file_standing(table.code, ann.id, key, on=on)
    assert filed.seats[0].standing == ("c.d", "a.b")
    assert tables.stand(table.code, ann.id).seats[0].standing == ()


@pytest.mark.rule("boomtown.table.standing")
def test_only_so_many_passes_are_kept(tables: Tables, table: TableInfo, ann: Player) -> None:
    tables.sit(table.code, 0, ann.id)
    for number in range(MOST_STANDING):
        tables.file_standing(table.code, ann.id, f"question {number}", on=True)

    def one_more() -> object:
        return tables.file_standing(table.code, ann.id, "one more", on=True)

    assert refused(one_more) == "boomtown.table.standing"
    tables.file_standing(table.code, ann.id, "question 3", on=False)
    one_more()


def test_everybody_who_wants_a_rematch_finds_the_same_table(
    tables: Tables, table: TableInfo, ann: Player
) -> None:
    first, second = make(tables, ann), make(tables, ann)
    assert tables.follow(table.code, first.code) == first.code
    assert tables.follow(table.code, second.code) == first.code
    tables.remove(second.code)
    assert tables.get(second.code) is None


def test_whoever_listens_hears_of_every_change(database: Database, ann: Player) -> None:
    heard: list[str] = []
    bus = Bus(database)
    bus.listen(heard.append)
    tables = Tables(database, bus)
    table = make(tables, ann)
    tables.sit(table.code, 0, ann.id)
    tables.say(table.code, ann.id, "Ann", "hello")
    assert heard == [f"table:{table.code}"] * 2
