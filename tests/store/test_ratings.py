"""Ratings: once per match, in order, and the same when they are computed again."""

from __future__ import annotations

import pytest
from sqlmodel import select, text

from boomtown.bots.kinds import make_bot, play_out
from boomtown.core import Chance, Match, Outcome, Part, Seat
from boomtown.core.parts import parts_of
from boomtown.lab.skill import Contestant, Skill, rated
from boomtown.store.database import Database
from boomtown.store.models import MatchRow, RatedRow, Rating
from boomtown.store.people import People
from boomtown.store.ratings import Ratings
from boomtown_game_high_noon import GAME
from pasts import HOUR, all_finished, finished
from shelves import Shelf

BANG = [Part("role", "sheriff", "law"), Part("role", "outlaw", "outlaws")]


def rate_all(ratings: Ratings) -> int:
    """Rates whatever is due; how many matches that were."""
    total = 0
    while found := ratings.rate_due():
        total += found
    return total


@pytest.fixture
def people(database: Database) -> list[str]:
    here = People(database)
    return [here.add(name, "en").id for name in ("Ann", "Bill", "Cass")]


class TestSkill:
    def test_a_side_wins_and_loses_together(self) -> None:
        seats = [
            Contestant("sheriff", "law", 1),
            Contestant("deputy", "law", 1),
            Contestant("one", "outlaws", 2),
            Contestant("two", "outlaws", 2),
            Contestant("alone", "", 2),
        ]
        after = rated(seats, {})
        assert after["sheriff"] == after["deputy"]
        assert after["one"] == after["two"]
        assert after["sheriff"].points > 1000 > after["one"].points
        assert after["alone"] != after["one"]  # against two sides alone, less was expected
        assert all(skill.played == 1 and skill.provisional for skill in after.values())

    def test_a_bot_on_several_seats_is_one_bot(self) -> None:
        seats = [Contestant("ann", "", 1), *[Contestant("bot:deputy", "", 2)] * 3]
        after = rated(seats, {})
        assert set(after) == {"ann", "bot:deputy"}
        assert after["bot:deputy"].played == 1

    def test_nobody_is_rated_against_oneself(self) -> None:
        assert rated([Contestant("bot:deputy", "", 1), Contestant("bot:deputy", "", 2)], {}) == {}
        assert rated([Contestant("a", "law", 1), Contestant("b", "law", 1)], {}) == {}

    def test_a_draw_pulls_together(self) -> None:
        strong = Skill(mu=30_000_000)
        after = rated([Contestant("a", "", 1), Contestant("b", "", 1)], {"a": strong})
        assert after["a"].mu < strong.mu
        assert after["b"].mu > Skill().mu


def test_every_match_counts_once_and_in_order(database: Database, people: list[str]) -> None:
    ann, bill, cass = people
    ratings = Ratings(database)
    for number in range(43):  # written in another order than they ended
        finished(database, (number * 7) % 43, [ann, bill, "bot:deputy.bold"], [number % 3])
    assert rate_all(ratings) == 43
    assert rate_all(ratings) == 0
    [standing] = ratings.of(ann)
    assert (standing.game, standing.skill.played) == ("bang_dice", 43)
    assert not standing.skill.provisional
    assert ratings.of(cass) == []
    assert {row.who for row in ratings.season("bang_dice", 0, 2**62)} == {ann, bill, "bot:deputy"}
    assert list(ratings.differences()) == []
    with database.reading() as session:
        assert set(session.exec(select(MatchRow.rating))) == {Rating.DONE}


def test_a_season_has_the_matches_of_its_time(database: Database, people: list[str]) -> None:
    ann, bill, cass = people
    for number, sits in enumerate(([ann, bill], [bill, cass], [bill, ann], [ann, cass])):
        finished(database, number, sits, [0])
    ratings = Ratings(database)
    rate_all(ratings)
    season = {row.who: row for row in ratings.season("bang_dice", 2 * HOUR, 4 * HOUR)}
    assert {who: row.season for who, row in season.items()} == {ann: 1, bill: 2, cass: 1}
    assert season[ann].skill.played == 2  # as it stood then


def test_what_a_match_changed_is_known(database: Database, people: list[str]) -> None:
    ann, bill, _ = people
    first, second = (finished(database, number, [ann, bill], [number]) for number in range(2))
    ratings = Ratings(database)
    rate_all(ratings)
    changes = ratings.changes(ann)
    assert changes[first].before == Skill()
    assert changes[first].after == changes[second].before
    assert changes[second].after.points < changes[second].before.points


def test_what_was_changed_behind_its_back_is_found_and_mended(
    database: Database, people: list[str]
) -> None:
    ann, bill, _ = people
    for number in range(3):
        finished(database, number, [ann, bill], [number % 2], parts=BANG)
    ratings = Ratings(database)
    rate_all(ratings)
    with database.writing() as session:
        session.execute(text("UPDATE ratings SET mu = mu + 1 WHERE match = 'past1' AND seat = 0"))
    assert [one.match for one in ratings.differences()] == ["past1"]
    assert ratings.rebuild() == 1
    assert list(ratings.differences()) == []
    with database.writing() as session:
        session.execute(text("UPDATE seats SET player = NULL, bot = 'deputy' WHERE number = 0"))
    assert {one.match for one in ratings.differences()} == {"past0", "past1", "past2"}


def test_lines_outlive_their_match(database: Database, people: list[str]) -> None:
    """Ratings can be computed again though old matches were removed."""
    ann, bill, _ = people
    finished(database, 0, [ann, bill], [0])
    finished(database, 1, [ann, bill], [0])
    ratings = Ratings(database)
    rate_all(ratings)
    with database.writing() as session:
        session.execute(text("DELETE FROM matches WHERE id = 'past0'"))
    assert list(ratings.differences()) == []
    assert ratings.of(ann)[0].skill.played == 2


class TestWhatCounts:
    """Private tables, studies and tables of programs do not."""

    def ended(self, shelf: Shelf, name: str, changes: str = "") -> MatchRow:
        id, _ = shelf.begin(name, seat=Seat(0))
        if changes:
            with shelf.database.writing() as session:
                session.execute(text(changes))
        shelf.matches.end(id, Outcome("noon.end.last", (Seat(0),)), [Part("a", "b")] * 3)
        with shelf.database.reading() as session:
            return session.get_one(MatchRow, id)

    def test_a_public_match_counts(self, database: Database) -> None:
        row = self.ended(Shelf(database), "public")
        assert row.rating == Rating.DUE
        assert row.parts is not None

    @pytest.mark.parametrize(
        "changes",
        [
            "UPDATE tables SET listed = false",
            "UPDATE seats SET token = 'hash' WHERE number = 0",
            "UPDATE matches SET base = 'x'",
        ],
    )
    def test_others_do_not(self, database: Database, changes: str) -> None:
        if "base" in changes and not database.embedded:
            changes = "UPDATE matches SET base = 'x'::bytea"
        row = self.ended(Shelf(database), "other", changes)
        assert row.rating == Rating.NO
        assert Ratings(database).rate_due() == 0

    def test_no_two_matches_end_at_the_same_time(
        self, database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("boomtown.store.matches.now", lambda: 1000)
        shelf = Shelf(database)
        times = [self.ended(shelf, name).ended for name in ("a", "b", "c")]
        assert times == [1000, 1001, 1002]


@pytest.mark.soak
def test_ten_thousand_bot_matches_come_out_the_same(database: Database) -> None:
    """Played by bots, ended and rated as the site does it, then computed again from the records."""
    host = People(database).add("Host", "en").id
    kinds, matches = ("random", "greenhorn"), []
    for number in range(10_000):
        chance = Chance.seeded("soak", number)
        match = Match.unrecorded(GAME, 3, {}, chance=chance.another())
        sits = [kinds[(number >> seat) % 2] for seat in range(3)]
        play_out(match, [make_bot(GAME, kind, chance.another()) for kind in sits], chance)
        assert match.outcome is not None
        assert len(parts_of(match)) == 3
        who = [f"bot:{kind}" for kind in sits]
        if number % 10 == 0:
            who[0] = host
        matches.append((number, who, match.outcome.winners))
    for start in range(0, len(matches), 500):
        all_finished(database, matches[start : start + 500], GAME.id, host=host)
    ratings = Ratings(database)
    assert rate_all(ratings) == 10_000
    assert list(ratings.differences()) == []
    with database.reading() as session:
        before = session.exec(select(RatedRow.match, RatedRow.seat, RatedRow.mu)).all()
    assert ratings.rebuild() == 0
    assert len(before) > 20_000
