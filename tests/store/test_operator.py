"""The operator's hands, on every kind of database."""

from __future__ import annotations

import pytest

from boomtown.core import Match, seed_from
from boomtown.store.bus import Bus
from boomtown.store.database import Database
from boomtown.store.models import Phase
from boomtown.store.operator import Ambiguous, NotFound, Operator
from boomtown_game_high_noon import GAME


@pytest.fixture
def hands(database: Database) -> Operator:
    return Operator(database, Bus(database))


def begun(hands: Operator) -> tuple[str, str]:
    """A table with a match that goes on: its code, and the match."""
    host = hands.people.add("Ann", "en").id
    table = hands.tables.make(
        game=GAME.id, options={}, seats=3, host=host, clock="off", listed=False, language="en"
    )
    hands.tables.sit(table.code, 0, host)
    match = Match.start(GAME, 3, seed=seed_from("operator"))
    assert match.record is not None
    record = match.record
    id = hands.matches.begin(table.code, match, "ABC", record.heading, record.seed)
    return table.code, id


def test_tables_and_people_are_found(hands: Operator) -> None:
    code, match = begun(hands)
    assert [table.match for table in hands.all_tables(Phase.PLAYING)] == [match]
    assert hands.all_tables(Phase.OPEN) == []
    assert hands.table(code).code == code
    (ann,) = hands.known("an")
    assert (ann.name, ann.tables) == ("Ann", 1)
    assert hands.known(ann.id) == hands.known() == [ann]
    assert hands.known("%") == hands.known("_") == []
    assert hands.person("Ann") == hands.person(ann.id) == ann.id
    hands.people.add("Ann", "es")
    with pytest.raises(Ambiguous):
        hands.person("Ann")
    for missing in (hands.table, hands.person, hands.match, hands.close, hands.release, hands.file):
        with pytest.raises(NotFound):
            missing("nothing")


def test_a_match_is_parked_released_and_its_table_closed(hands: Operator) -> None:
    code, match = begun(hands)
    hands.park(match)
    assert [one.match for one in hands.parked.all()] == [match]
    assert '"cause":"closed"' in hands.file(match)
    hands.release(match)
    hands.close(code)
    assert hands.table(code).phase is Phase.ENDED
    assert hands.table(code).match == match, "nothing is thrown away"


def test_a_person_is_renamed_and_forgotten(hands: Operator) -> None:
    code, _ = begun(hands)
    ann = hands.person("Ann")
    assert hands.rename(ann, " Miss\tAnn ") == "Miss Ann"
    assert hands.table(code).seats[0].name == "Miss Ann"
    hands.forget(ann)
    assert hands.known() == []
