"""The bus: whoever was cut off hears again, and looks at everything."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Barrier, Thread

import pytest
from sqlmodel import Session

from boomtown.core.errors import BoomtownError
from boomtown.store.bus import EVERYTHING, Bus
from boomtown.store.database import Database
from boomtown.store.lead import Lead
from databases import cut_everybody_off, new_database
from sites import eventually

ASKING = 4


@pytest.fixture
def address(postgres_server: str) -> str:
    return new_database(postgres_server)


@pytest.fixture
def server(address: str) -> Iterator[Database]:
    database = Database(address)
    yield database
    database.close()


def test_whoever_was_cut_off_hears_again_and_looks_at_everything(
    server: Database, address: str
) -> None:
    here, there = Bus(server), Bus(server)
    heard: list[str] = []
    here.listen(heard.append)
    here.start()
    eventually(lambda: heard == [EVERYTHING])
    cut_everybody_off(address)
    eventually(lambda: heard == [EVERYTHING] * 2)
    assert (here.connects, here.failures) == (2, 1)
    there.tell("table:dusty-mule-4821")
    eventually(lambda: heard[2:] == ["table:dusty-mule-4821"])
    here.close()


def test_a_listener_that_fails_hears_the_next_message_and_then_looks_at_everything(
    server: Database,
) -> None:
    here, there = Bus(server), Bus(server)
    heard: list[str] = []

    def listener(topic: str) -> None:
        heard.append(topic)
        if topic == "table:bad":
            raise RuntimeError("cannot be read")

    here.listen(listener)
    here.start()
    eventually(lambda: heard == [EVERYTHING])
    there.tell("table:bad")
    there.tell("table:good")
    eventually(lambda: len(heard) == 4)
    assert heard[1] == "table:bad"
    assert set(heard[2:]) == {"table:good", EVERYTHING}
    assert here.failures == 1
    here.close()


class TestWriting:
    """Whoever must hear of a change hears of it, whatever becomes of the process that made it."""

    def buses(self, server: Database) -> tuple[Bus, list[str], Bus, list[str]]:
        """Two processes, and what each of them hears."""
        here, there = Bus(server), Bus(server)
        heard_here: list[str] = []
        heard_there: list[str] = []
        here.listen(heard_here.append)
        there.listen(heard_there.append)
        there.start()
        eventually(lambda: heard_there == [EVERYTHING])
        heard_there.clear()
        return here, heard_here, there, heard_there

    def test_others_hear_with_the_commit(self, server: Database) -> None:
        here, heard_here, there, heard_there = self.buses(server)
        with here.writing(["table:a"]):
            assert heard_here == []
        assert heard_here == ["table:a"]
        eventually(lambda: heard_there == ["table:a"])
        there.close()

    def test_where_nobody_knows_whether_it_was_written_this_process_looks_as_well(
        self, server: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, heard_here, there, heard_there = self.buses(server)
        commit = Session.commit

        def committed_all_the_same(self: Session) -> None:
            commit(self)
            raise OSError("cut off")

        monkeypatch.setattr(Session, "commit", committed_all_the_same)
        with pytest.raises(OSError, match="cut off"), here.writing(["table:a"]):
            pass
        eventually(lambda: heard_there == ["table:a"])
        assert heard_here == ["table:a"]
        there.close()

    def test_nobody_hears_of_what_was_refused(self, server: Database) -> None:
        here, heard_here, there, heard_there = self.buses(server)
        with pytest.raises(BoomtownError), here.writing(["table:a"]):
            raise BoomtownError("no")
        here.tell("table:b")
        eventually(lambda: heard_there == ["table:b"])
        assert heard_here == ["table:b"]
        there.close()


def test_the_lead_is_lost_with_the_connection_and_taken_again(
    server: Database, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("boomtown.store.lead.SURE_SECONDS", 0.0)
    lead, other = Lead(server), Lead(server)
    assert lead.held()
    assert not other.held()
    cut_everybody_off(address)
    eventually(other.held)
    assert not lead.held()
    other.close()
    eventually(lead.held)
    lead.close()


def test_those_who_ask_at_the_same_time_whether_they_lead_hear_the_same(server: Database) -> None:
    lead, together, told = Lead(server), Barrier(ASKING), []

    def ask() -> None:
        together.wait()
        told.append(lead.held())

    asking = [Thread(target=ask) for _ in range(ASKING)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert told == [True] * ASKING
    assert lead.held()
    lead.close()
