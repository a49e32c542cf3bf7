"""Other people: friends by link, asked to a table, public pages only for those who want one."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlmodel import text

from boomtown.core import Refused
from boomtown.lab.skill import PROVISIONAL
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.database import Database, now
from boomtown.store.friends import DAY, LATELY, MOST_FRIENDS, Friends
from boomtown.store.people import People
from boomtown.store.tables import Phase
from boomtown.web.people.season_page import Season
from boomtown.web.site import Site
from boomtown.web.words import site_wording
from pasts import finished
from sites import site_of
from visitors import Person, landed

say = site_wording("en").say
PROVISIONAL_TAG = f">{say('mine.provisional')}<"


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


@pytest.fixture
def bill(app: Flask) -> Person:
    return Person(app, "Bill")


def befriended(ann: Person, bill: Person) -> None:
    site_of(ann.app).friends.befriend(ann.id, bill.id)


def played(one: Person, other: Person, number: int = 0, *, ago: int = 1000) -> str:
    """A match that two have played."""
    database = site_of(one.app).database
    return finished(database, number, [one.id, other.id, "bot:deputy"], [0], ended=now() - ago)


class TestFriends:
    def test_a_link_makes_two_people_friends(self, ann: Person, bill: Person) -> None:
        ann.send("/me/friend-link")
        link = site_of(ann.app).friends.link(ann.id)
        assert f"/friend/{link}" in ann.read("/me/people")
        assert "Ann" in bill.read(f"/friend/{link}")
        assert site_of(ann.app).friends.of(bill.id) == []  # looking is not agreeing
        bill.send(f"/friend/{link}")
        assert "Ann" in bill.read("/me/people")
        assert "Bill" in ann.read("/me/people")
        bill.send("/me/people/part", player=ann.id)
        assert site_of(ann.app).friends.of(ann.id) == []

    def test_another_link_makes_the_old_one_useless(self, ann: Person, bill: Person) -> None:
        old = site_of(ann.app).friends.new_link(ann.id)
        site_of(ann.app).friends.new_link(ann.id)
        bill.read(f"/friend/{old}", 404)
        assert bill.send(f"/friend/{old}") == 404

    @pytest.mark.rule("boomtown.people.friend")
    def test_nobody_is_their_own_friend(self, ann: Person) -> None:
        link = site_of(ann.app).friends.new_link(ann.id)
        assert say("people.offer.own") in ann.read(f"/friend/{link}")
        with ann.post(f"/friend/{link}") as reply:
            assert reply.status_code == 409
            assert "This is your own link" in reply.get_data(as_text=True)

    @pytest.mark.rule("boomtown.people.friend")
    def test_there_is_room_for_so_many(
        self, database: Database, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("boomtown.store.friends.MOST_FRIENDS", 2)
        people, friends = People(database), Friends(database)
        ids = [people.add(f"P{number}", "en").id for number in range(4)]
        for other in ids[1:3]:
            friends.befriend(ids[0], other)
        friends.befriend(ids[0], ids[1])  # twice is once
        with pytest.raises(Refused) as refused:
            friends.befriend(ids[3], ids[0])
        assert refused.value.refusal.rule == "boomtown.people.friend"
        assert friends.of(ids[3]) == []
        assert MOST_FRIENDS == 200


class TestAsking:
    def test_a_friend_is_asked_and_finds_the_table(self, ann: Person, bill: Person) -> None:
        befriended(ann, bill)
        with ann.post("/me/people/play", player=bill.id, game="bang_dice") as reply:
            code = landed(reply).removeprefix("/t/")
        assert not ann.table(code).listed
        street = bill.read("/")
        assert say("people.asked", name="Ann") in street
        assert f'href="/t/{code}"' in street
        assert bill.send(f"/t/{code}/sit", seat="1") == 200
        assert ann.table(code).seats[1].player == bill.id
        assert say("people.asked", name="Ann") not in bill.read("/")

    @pytest.mark.rule("boomtown.people.ask")
    def test_a_stranger_cannot_be_asked(self, ann: Person, bill: Person) -> None:
        played(ann, bill, ago=LATELY + DAY)
        for other in (bill.id, "nobody", ""):
            with ann.post("/me/people/play", player=other, game="bang_dice") as reply:
                assert reply.status_code == 409
        assert site_of(ann.app).tables.of_player(ann.id, 5)[0].phase is Phase.ENDED
        assert Person(ann.app, "X").client.post("/me/people/play").status_code == 404

    @pytest.mark.rule("boomtown.people.ask")
    def test_who_said_no_is_left_alone_for_a_day(
        self, ann: Person, bill: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played(ann, bill)
        with ann.post("/me/people/play", player=bill.id, game="bang_dice") as reply:
            code = landed(reply).removeprefix("/t/")
        bill.send(f"/t/{code}/decline")
        assert say("people.asked", name="Ann") not in bill.read("/")
        assert ann.send("/me/people/play", player=bill.id, game="bang_dice") == 409
        later = now() + DAY + 1
        monkeypatch.setattr("boomtown.store.friends.now", lambda: later)
        assert ann.send("/me/people/play", player=bill.id, game="bang_dice") == 200

    def test_a_match_is_played_again_with_the_same_people_and_bots(
        self, ann: Person, bill: Person
    ) -> None:
        match = played(ann, bill)
        assert f"/me/games/{match}/again" in ann.read("/me/games")
        with ann.post(f"/me/games/{match}/again") as reply:
            code = landed(reply).removeprefix("/t/")
        table = ann.table(code)
        assert [(seat.player, seat.bot) for seat in table.seats] == [
            (ann.id, None),
            (None, None),
            (None, "deputy"),
        ]
        assert not table.listed
        assert say("people.asked", name="Ann") in bill.read("/")
        stranger = Person(ann.app, "Cass")
        assert stranger.send(f"/me/games/{match}/again") == 404
        assert stranger.get(f"/t/{code}").status_code == 404

    def test_a_match_of_a_game_that_is_gone_is_not(self, ann: Person) -> None:
        database = site_of(ann.app).database
        finished(database, 0, [ann.id, "bot:x"], [0], game="lost_game")
        assert ann.send("/me/games/past0/again") == 410


class TestPublicPages:
    def test_there_is_none_until_it_is_wanted(self, site: Site, ann: Person, bill: Person) -> None:
        played(ann, bill)
        finished(site.database, 1, [ann.id, bill.id], [1], listed=False, ended=now())
        site.ratings.rate_due()
        assert site.friends.public([ann.id, bill.id]) == {}
        ann.send("/me/page", public="true")
        page = site.friends.public([ann.id])[ann.id].page
        shown = bill.read(f"/people/{page}")
        assert "Ann" in shown
        assert "/matches/past0" in shown
        assert "past1" not in shown  # a private table
        assert bill.id not in shown
        ann.send("/me/page", public="false")
        bill.read(f"/people/{page}", 404)
        ann.send("/me/page", public="true")
        assert site.friends.public([ann.id])[ann.id].page != page

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_language_has_these_pages(self, ann: Person, bill: Person, language: str) -> None:
        befriended(ann, bill)
        played(ann, bill)
        ann.send("/me/page", public="true")
        page = site_of(ann.app).friends.public([ann.id])[ann.id].page
        ann.send("/language", lang=language)
        words = site_wording(language).say
        for path, key in (
            ("/me/people", "people.lead"),
            ("/season", "season.how"),
            (f"/people/{page}", "public.matches"),
        ):
            told = ann.read(path)
            assert words(key) in told
            assert "‹" not in told


class TestSeason:
    def test_only_bots_and_who_wants_to_be_seen(
        self, site: Site, ann: Person, bill: Person
    ) -> None:
        for number in range(PROVISIONAL):
            played(ann, bill, number, ago=1000 - number)
        while site.ratings.rate_due():
            pass
        stranger = Person(ann.app, "Cass")
        assert "Deputy" in stranger.read("/season?game=bang_dice")
        assert "Bill" not in stranger.read("/season?game=bang_dice")
        assert say("season.only_you") in bill.read("/season?game=bang_dice")
        bill.send("/me/page", public="true")
        shown = stranger.read("/season?game=bang_dice")
        assert "Bill" in shown
        assert "Ann" not in shown
        assert PROVISIONAL_TAG not in shown

    def test_too_few_matches_have_no_place(self, site: Site, ann: Person, bill: Person) -> None:
        played(ann, bill)
        site.ratings.rate_due()
        ann.send("/me/page", public="true")
        assert PROVISIONAL_TAG in ann.read("/season?game=bang_dice")

    @pytest.mark.parametrize("query", ["season=x", "season=9999-4", "season=1970-1", "game=none"])
    def test_nonsense_is_this_season(self, ann: Person, query: str) -> None:
        assert ann.read("/season?" + query)

    def test_seasons_are_quarters(self) -> None:
        first = Season(2026, 1)
        assert first.before == Season(2025, 4)
        assert first.before.after == first
        assert Season(2026, 2).begins - first.begins == 90 * DAY


def test_a_forgotten_person_is_nobodys_friend(site: Site, ann: Person, bill: Person) -> None:
    befriended(ann, bill)
    played(ann, bill)
    site.ratings.rate_due()
    ann.send("/me/page", public="true")
    page = site.friends.public([ann.id])[ann.id].page
    link = site.friends.new_link(ann.id)
    ann.send("/me/people/play", player=bill.id, game="bang_dice")
    who = ann.id
    site.people.forget(who)
    assert site.friends.of(bill.id) == []
    assert site.friends.invitations(bill.id) == []
    bill.read(f"/people/{page}", 404)
    bill.read(f"/friend/{link}", 404)
    [one] = site.history.of(bill.id)
    assert one.others[0].player is None
    assert "Ann" not in bill.read("/me/games") + bill.read("/me/people") + bill.read("/season")
    assert list(site.ratings.differences()) == []  # others keep what they won from them
    with site.database.reading() as session:
        for kind in ("friends", "invitations"):
            assert session.execute(text(f"SELECT COUNT(*) FROM {kind}")).scalar() == 0
