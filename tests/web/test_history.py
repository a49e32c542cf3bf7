"""My games: every match of a person, counted, filtered and taken along."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event
from sqlmodel import text

from boomtown.core import Part
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.database import Database
from boomtown.store.days import today
from boomtown.web.site import Site
from boomtown.web.words import site_wording
from pasts import all_finished, finished
from sites import answer_any, site_of, started
from visitors import Person

ROLES = [
    Part("role", "sheriff", "law"),
    Part("role", "outlaw", "outlaws"),
    Part("role", "renegade"),
]


@contextmanager
def queries(database: Database) -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        asked.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(database.engine, "before_cursor_execute", note)


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


def test_a_newcomer_has_no_games_and_stays_a_stranger(app: Flask) -> None:
    with app.test_client().get("/me/games") as page:
        assert site_wording("en").say("mine.none") in page.get_data(as_text=True)
        assert "Set-Cookie" not in page.headers or "player" not in page.headers["Set-Cookie"]


def test_a_match_that_was_played_stands_there_with_everything(app: Flask, ann: Person) -> None:
    site = site_of(app)
    room, (host, other) = started(site, "bang_dice", 2, 4)
    with site.database.writing() as session:
        session.execute(
            text("UPDATE seats SET player = :ann WHERE player = :host").bindparams(
                ann=ann.id, host=host
            )
        )
    while (match := room.playing().match).outcome is None:
        answer_any(room, match.asked()[0])
    site.ratings.rate_due()
    [one] = site.history.of(ann.id)
    assert (one.game, one.seats, one.listed) == ("bang_dice", 4, True)
    assert one.part.noun == "role"
    assert [other.bot for other in one.others].count("random") == 2
    assert one.others[0].player == other
    assert (one.result == "won") == (0 in match.outcome.winners)
    page = ann.read("/me/games")
    assert f"/matches/{one.match}" in page
    assert "Player 2, 2 bots" in page
    change = site.ratings.changes(ann.id)[one.match]
    assert f"{change.after.points:,}" in page


def test_private_matches_are_mine_too_and_marked(site: Site, ann: Person) -> None:
    finished(site.database, 1, [ann.id, "bot:deputy"], [0], listed=False)
    page = ann.read("/me/games")
    assert site_wording("en").say("mine.private") in page
    stranger = Person(ann.app, "Bill")
    assert "/matches/past1" not in stranger.read("/me/games")


def test_a_study_is_shown_and_not_counted(site: Site, ann: Person) -> None:
    finished(site.database, 0, [ann.id, "bot:deputy"], [0], parts=ROLES[:2], listed=False)
    finished(site.database, 1, [ann.id, "bot:deputy"], [0], parts=ROLES[:2], listed=False)
    with site.database.writing() as session:
        session.execute(text("UPDATE matches SET base = X'00' WHERE id = 'past1'"))
    page = ann.read("/me/games")
    assert site_wording("en").say("mine.study") in page
    assert "1 of 1" in page
    assert "2 of 2" not in page


class TestFilters:
    @pytest.fixture(autouse=True)
    def past(self, site: Site, ann: Person) -> None:
        bill = site.people.add("Bill", "en").id
        finished(site.database, 0, [ann.id, bill, "bot:sharp"], [0], parts=ROLES)
        finished(site.database, 1, ["bot:sharp", ann.id, "bot:deputy"], [2], parts=ROLES)
        finished(site.database, 2, [ann.id, bill], [], game="high_noon")

    def found(self, ann: Person, query: str) -> set[str]:
        page = ann.read(f"/me/games?{query}")
        return {id for id in ("past0", "past1", "past2") if f"/matches/{id}" in page}

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("", {"past0", "past1", "past2"}),
            ("game=bang_dice", {"past0", "past1"}),
            ("game=bang_dice&part=role.outlaw", {"past1"}),
            ("part=role.outlaw", {"past0", "past1", "past2"}),
            ("result=won", {"past0"}),
            ("result=drawn", {"past2"}),
            ("company=bots", {"past1"}),
            ("company=people&game=bang_dice", {"past0"}),
            ("result=nonsense&company=x&page=zzz", {"past0", "past1", "past2"}),
            ("game=unknown", set()),
            ("page=99999999999999", {"past0", "past1", "past2"}),
            ("page=-4", {"past0", "past1", "past2"}),
        ],
    )
    def test_only_what_is_wanted_is_shown(
        self, ann: Person, query: str, expected: set[str]
    ) -> None:
        assert self.found(ann, query) == expected

    def test_shares_have_intervals(self, ann: Person) -> None:
        page = ann.read("/me/games?game=bang_dice")
        assert "1 of 2" in page
        assert "9–91 %" in page  # Wilson, of one in two

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_language_has_the_page(self, ann: Person, language: str) -> None:
        ann.send("/language", lang=language)
        page = ann.read("/me/games")
        assert site_wording(language).say("mine.lead") in page
        assert "‹" not in page


def test_a_game_that_is_gone_keeps_its_matches(site: Site, ann: Person) -> None:
    finished(site.database, 0, [ann.id, "bot:x"], [0], game="lost_game", parts=ROLES[:2])
    page = ann.read("/me/games")
    assert "lost_game" in page
    assert "sheriff" in page


class TestExport:
    def test_everything_is_in_it_and_nobody_elses(self, site: Site, ann: Person) -> None:
        bill = site.people.add("Bill", "en").id
        finished(site.database, 0, [ann.id, bill], [1], parts=ROLES[:2])
        site.ratings.rate_due()
        site.tables.say("past-table-0", ann.id, "Ann", "Well played.")
        site.tables.say("past-table-0", bill, "Bill", "Thank you.")
        data = json.loads(ann.read("/me/export.json"))
        assert data["person"]["name"] == "Ann"
        [match] = data["matches"]
        assert (match["match"], match["result"], match["part"]["name"]) == (
            "past0",
            "lost",
            "sheriff",
        )
        assert match["rating_before"] == 1000 > match["rating_after"]
        assert [said["text"] for said in data["said"]] == ["Well played."]
        assert data["ratings"][0]["skill"]["played"] == 1
        assert bill not in json.dumps(data)

    def test_a_match_is_whole_in_both_files(self, site: Site, ann: Person) -> None:
        finished(site.database, 0, [ann.id, "bot:x"], [0], parts=ROLES[:2])
        [match] = json.loads(ann.read("/me/export.json"))["matches"]
        [row] = csv.DictReader(io.StringIO(ann.read("/me/export.csv")))
        assert set(match) - set(row) == {"deal"}
        assert match["begun"] == row["begun"] == "1970-01-01T00:30:00+00:00"
        assert match["replay"] == row["replay"] == "http://localhost/matches/past0"
        [other] = match["others"]
        assert set(other) == {"seat", "name", "bot", "part", "won"}
        assert (row["others"], row["part"]) == (other["name"], "sheriff")

    def test_contests_and_studies_are_in_it(self, site: Site, ann: Person) -> None:
        ann.send("/tournaments", game="high_noon", title="Friday")
        ann.send("/today/play")
        ann.send("/lab", game="high_noon", seats="2", bots="random", matches="10")
        ann.send("/me/vacation", days="2")
        data = json.loads(ann.read("/me/export.json"))
        assert [one["name"] for one in data["tournaments"]] == ["Friday"]
        assert data["deals"] == [today()]
        assert len(data["studies"]) == 1
        assert data["vacation"] > data["exported"]

    def test_a_spreadsheet_reads_no_formula(self, site: Site, ann: Person) -> None:
        finished(site.database, 0, [ann.id, "bot:x"], [0])
        with site.database.writing() as session:
            names = json.dumps(["Ann", "=HYPERLINK(1)"])
            session.execute(text("UPDATE matches SET names = :names").bindparams(names=names))
        rows = list(csv.DictReader(io.StringIO(ann.read("/me/export.csv"))))
        assert [row["others"] for row in rows] == ["'=HYPERLINK(1)"]
        assert rows[0]["result"] == "won"

    def test_a_stranger_gets_nothing(self, app: Flask) -> None:
        for name in ("json", "csv"):
            with app.test_client().get(f"/me/export.{name}") as reply:
                assert reply.status_code == 200
                assert len(reply.data) < 200


@pytest.mark.soak
def test_a_thousand_matches_take_as_many_queries_as_one(site: Site, ann: Person) -> None:
    counts = []
    bill = site.people.add("Bill", "en").id
    for first, last in ((0, 1), (1, 1000)):
        sits = [ann.id, bill, "bot:deputy", "bot:sharp", "bot:marshal"]
        past = [(number, sits, [number % 5]) for number in range(first, last)]
        all_finished(site.database, past, parts=[*ROLES, *ROLES[:2]], host=ann.id)
        with queries(site.database) as asked:
            page = ann.read("/me/games")
            data = json.loads(ann.read("/me/export.json"))
        counts.append(len(asked))
        assert len(data["matches"]) == last
        assert f"{last:,} match" in page or f"{last} match" in page
        while site.ratings.rate_due():
            pass
    assert counts[0] == counts[1]


class TestStreet:
    """What is going on now, and first of all what waits for whoever is reading."""

    def test_my_turn_comes_before_everything_else(self, app: Flask) -> None:
        site, ann = site_of(app), Person(app, "Ann")
        ann.send("/games/high_noon/play")
        page = ann.read("/")
        [table] = site.tables.of_player(ann.id, 5)
        waits = page.index('id="now"')
        here = page.index(f'href="/t/{table.code}"', waits)
        assert waits < here < page.index('class="street"')
        assert 'id="now"' not in Person(app, "Bill").read("/")

    def test_finished_matches_stand_by_themselves(self, site: Site, ann: Person) -> None:
        for number in range(5):
            sits = [ann.id, "bot:deputy"]
            finished(site.database, number, sits, [0], parts=ROLES[:2], listed=False)
        page = ann.read("/")
        assert [f"/matches/past{n}" in page for n in range(5)] == [False, False, True, True, True]
        assert site_wording("en").say("home.last") in page

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_last_public_matches_tell_how_they_ended(
        self, app: Flask, site: Site, ann: Person, language: str
    ) -> None:
        finished(site.database, 0, [ann.id, "bot:deputy"], [0])
        finished(site.database, 1, [ann.id, "bot:deputy"], [0], listed=False)
        finished(site.database, 2, [ann.id, "bot:deputy"], [0], game="lost_game")
        stranger = Person(app, "Bill")
        stranger.send("/language", lang=language)
        page = stranger.read("/")
        assert site_wording(language).say("home.stories") in page
        assert "/matches/past0" in page
        assert "/matches/past1" not in page  # private
        assert f"Name {ann.id[:6]}" in page  # who won, in the words of the game
        assert "‹" not in page

    def test_tables_that_look_for_players_say_so(self, app: Flask, ann: Person) -> None:
        ann.send("/seek", game="bang_dice", wait="180")
        page = Person(app, "Bill").read("/")
        assert site_wording("en").say("home.seeks") in page
        assert site_wording("en").say("home.seeks.in", n=3) in page
