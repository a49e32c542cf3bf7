"""Somebody is away: stand-ins where a clock runs, nudges and votes where none does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask

from boomtown.core import By, Refused, Seat
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.calls import NUDGE_EVERY
from boomtown.store.tables import Phase
from boomtown.web.rooms.absences import LOST, NUDGE_AFTER, VOTE_AFTER
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.silences import SILENT_ROUNDS
from boomtown.web.site import Site
from boomtown.web.tables.seating import start
from boomtown.web.words import site_wording
from clocks import Time
from sites import answer_any, seated, site_of, started
from visitors import Person


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@contextmanager
def here(site: Site, room: Room, players: list[str]) -> Iterator[None]:
    """These have a page open."""
    for player in players:
        site.presence.came(room.code, player)
    yield
    for player in players:
        site.presence.left(room.code, player)


def asked(room: Room) -> Seat:
    return room.playing().match.asked()[0]


def run_out(site: Site, room: Room, clock: Time) -> None:
    """The time of the question is up for all who are asked."""
    live = room.playing()
    deadlines = [live.deadline(room.table, seat) or 0 for seat in live.match.asked()]
    clock.ahead += max(deadlines) - live.since + 1
    site.house._serve(room)


def notes(site: Site, room: Room) -> list[str]:
    return [message.kind for message in site.tables.chat(room.code)]


def silent_rounds(site: Site, room: Room, clock: Time, speaks: tuple[int, ...]) -> int:
    """In which round a bot stands in for seat 2, which answers in some rounds alone."""
    while not room.table.seats[2].away:
        match = room.playing().match
        assert match.outcome is None
        round = match.state.round
        for seat in match.asked():
            if (seat != 2 or round in speaks) and seat in match.asked():
                answer_any(room, seat)
        if match.asked() == [2] and match.state.round not in speaks:
            run_out(site, room, clock)
    return int(round)


class TestTimedTables:
    @pytest.mark.rule("boomtown.table.away")
    def test_two_quick_silences_of_somebody_who_sits_there_replace_nobody(
        self, site: Site, clock: Time
    ) -> None:
        room, players = started(site, "cash_n_guns", 4, 4, clock="quick")
        with here(site, room, players):
            for _ in range(2):  # the card, the hold-up
                run_out(site, room, clock)
        assert not any(place.away for place in room.table.seats)
        assert notes(site, room) == []

    @pytest.mark.rule("boomtown.table.away")
    def test_after_silence_in_three_rounds_a_bot_stands_in(self, site: Site, clock: Time) -> None:
        room, players = started(site, "cash_n_guns", 4, 4, clock="quick")
        with here(site, room, players):
            rounds = silent_rounds(site, room, clock, speaks=())
        assert [place.number for place in room.table.seats if place.away] == [2]
        assert rounds == SILENT_ROUNDS
        assert notes(site, room) == ["late"]

    @pytest.mark.rule("boomtown.table.away")
    def test_an_answer_between_begins_the_count_anew(self, site: Site, clock: Time) -> None:
        room, players = started(site, "cash_n_guns", 4, 4, clock="quick")
        with here(site, room, players):
            rounds = silent_rounds(site, room, clock, speaks=(2,))
        assert rounds == 2 + SILENT_ROUNDS

    @pytest.mark.rule("boomtown.table.away")
    def test_whoever_has_lost_the_connection_is_replaced_at_once(
        self, site: Site, clock: Time
    ) -> None:
        room, players = started(site, "bang_dice", 4, 4, clock="quick")
        seat = asked(room)
        clock.ahead += 5000
        with here(site, room, [one for one in players if one != players[seat]]):
            run_out(site, room, clock)
        assert room.table.seats[seat].played_by_bot
        assert notes(site, room) == ["lost"]

    @pytest.mark.rule("cash.online.away")
    def test_in_a_hold_up_who_has_left_or_lost_the_connection_has_a_bot_and_is_not_out(
        self, site: Site, clock: Time
    ) -> None:
        room, players = started(site, "cash_n_guns", 4, 4, clock="quick")
        site.tables.leave(room.code, players[3], "random")
        clock.ahead += LOST
        with here(site, room, players[:2]):
            for seat in (0, 1):
                room.answer(Seat(seat), "click")
            run_out(site, room, clock)
        told = [(one.line.seat, one.line.by) for one in site.matches.lines(room.playing().id)]
        assert told[-1] == (2, By.CLOCK), "the default, before the bot has its say"
        assert [place.played_by_bot for place in room.table.seats] == [False, False, True, True]
        assert not any(one.out for one in room.playing().match.state.gangsters)

    def test_a_page_that_is_being_reloaded_is_not_lost(self, site: Site, clock: Time) -> None:
        room, players = started(site, "bang_dice", 4, 4, clock="quick")
        live, seat = room.playing(), asked(room)
        with here(site, room, players):
            clock.ahead += (live.deadline(room.table, seat) or 0) - live.since - LOST // 2
        clock.ahead += LOST // 2 + 1
        site.house._serve(room)
        assert live.match.number == 1
        assert not room.table.seats[seat].away

    def test_who_has_a_day_for_an_answer_need_not_be_there(self, site: Site, clock: Time) -> None:
        room, _ = started(site, "bang_dice", 4, 4, clock="day")
        seat = asked(room)
        run_out(site, room, clock)
        assert room.playing().match.number == 1
        assert not room.table.seats[seat].away

    def test_the_last_answer_of_a_match_needs_no_stand_in(self, site: Site, clock: Time) -> None:
        room, _ = started(site, "high_noon", 2, 2, clock="quick")
        for _ in range(200):
            if room.playing().match.outcome is not None:
                break
            clock.ahead += 10 * 60_000
            for place in room.table.seats:
                if place.away and place.player is not None:
                    site.tables.come_back(room.code, place.player)
            site.house._serve(room)
        assert room.table.phase is Phase.ENDED


class Waiting:
    """A table without a clock where somebody is waited for, and two others are there."""

    def __init__(self, site: Site, clock: Time, people: int = 3) -> None:
        self.site, self.clock = site, clock
        self.room, self.players = started(site, "bang_dice", people, 4)
        while asked(self.room) >= people:
            site.house._serve(self.room)
            answer_any(self.room, asked(self.room))
        self.seat = asked(self.room)
        self.others = [number for number in range(people) if number != self.seat]
        for number in self.others:
            site.presence.came(self.room.code, self.players[number])

    def nudge(self, number: int, seat: int | None = None) -> str:
        return self._do(self.site.absences.nudge, number, seat)

    def vote(self, number: int, seat: int | None = None) -> str:
        return self._do(self.site.absences.vote, number, seat)

    def _do(self, act, number: int, seat: int | None) -> str:  # type: ignore[no-untyped-def]  # either of the two
        place = self.room.table.seats[number]
        try:
            act(self.room, place, self.seat if seat is None else seat)
        except Refused as error:
            refusal = error.refusal
            return f"{refusal.rule}.{refusal.reason}" if refusal.reason else refusal.rule
        return ""

    @property
    def replaced(self) -> bool:
        return self.room.table.seats[self.seat].played_by_bot


class TestNudges:
    @pytest.mark.rule("boomtown.table.nudge")
    def test_somebody_may_think_for_a_minute_and_is_nudged_once_in_two(
        self, site: Site, clock: Time
    ) -> None:
        table = Waiting(site, clock)
        ann, bill = table.others
        assert table.nudge(ann) == "boomtown.table.nudge.soon"
        clock.ahead += NUDGE_AFTER + table.room.playing().lead
        assert table.nudge(ann) == ""
        assert table.nudge(bill) == "boomtown.table.nudge.again", "whoever it is"
        clock.ahead += NUDGE_EVERY
        assert table.nudge(bill) == ""
        told = [(m.kind, m.text) for m in site.tables.chat(table.room.code)]
        assert told == [("nudge", str(table.seat))] * 2

    @pytest.mark.rule("boomtown.table.nudge")
    def test_nobody_is_nudged_whom_the_table_does_not_wait_for(
        self, site: Site, clock: Time
    ) -> None:
        table = Waiting(site, clock)
        clock.ahead += 10 * 60_000
        ann, bill = table.others
        assert table.nudge(ann, bill) == "boomtown.table.nudge.turn"
        assert table.nudge(table.seat) == "boomtown.table.nudge.turn", "nor oneself"
        assert table.nudge(ann, 3) == "boomtown.table.nudge.turn", "nor a bot"
        assert table.nudge(ann, 17) == "boomtown.table.seat"
        assert notes(site, table.room) == []

    @pytest.mark.rule("boomtown.table.nudge", "boomtown.table.vote")
    def test_where_a_clock_runs_nobody_need_be_nudged(self, site: Site, clock: Time) -> None:
        room, _ = started(site, "bang_dice", 4, 4, clock="quick")
        clock.ahead += 10 * 60_000
        other = next(place for place in room.table.seats if place.number != asked(room))
        for act, rule in ((site.absences.nudge, "nudge"), (site.absences.vote, "vote")):
            with pytest.raises(Refused) as caught:
                act(room, other, asked(room))
            refusal = caught.value.refusal
            assert (refusal.rule, refusal.reason) == (f"boomtown.table.{rule}", "timed")


class TestVotes:
    @pytest.mark.rule("boomtown.table.vote")
    def test_a_bot_stands_in_when_all_want_it_who_are_here(self, site: Site, clock: Time) -> None:
        table = Waiting(site, clock)
        ann, bill = table.others
        assert table.vote(ann) == "boomtown.table.vote.soon"
        clock.ahead += VOTE_AFTER
        assert table.vote(ann) == ""
        assert not table.replaced
        assert table.vote(ann) == "", "twice is once"
        assert not table.replaced
        assert table.vote(bill) == ""
        assert table.replaced
        assert notes(site, table.room)[-1] == "voted"
        site.tables.come_back(table.room.code, table.players[table.seat])
        assert not table.replaced

    @pytest.mark.rule("boomtown.table.vote")
    def test_who_is_not_here_has_no_vote(self, site: Site, clock: Time) -> None:
        table = Waiting(site, clock)
        ann, bill = table.others
        site.presence.left(table.room.code, table.players[bill])
        clock.ahead += VOTE_AFTER
        assert table.vote(ann) == ""
        assert table.replaced

    @pytest.mark.rule("boomtown.table.vote")
    def test_whoever_comes_back_meanwhile_is_here_and_old_votes_are_void(
        self, site: Site, clock: Time
    ) -> None:
        table = Waiting(site, clock)
        ann, bill = table.others
        clock.ahead += VOTE_AFTER
        table.vote(ann)
        site.presence.came(table.room.code, table.players[table.seat])
        assert table.vote(bill) == "boomtown.table.vote.here"
        site.presence.left(table.room.code, table.players[table.seat])
        assert table.vote(bill) == "boomtown.table.vote.soon"
        clock.ahead += VOTE_AFTER
        assert table.vote(bill) == ""
        assert not table.replaced, "Ann's vote was about another absence"

    def test_with_a_day_for_an_answer_others_may_vote_too(self, site: Site, clock: Time) -> None:
        room, players = started(site, "bang_dice", 2, 4, clock="day")
        while asked(room) > 1:
            answer_any(room, asked(room))
        seat = asked(room)
        site.presence.came(room.code, players[1 - seat])
        clock.ahead += VOTE_AFTER
        site.absences.vote(room, room.table.seats[1 - seat], seat)
        assert room.table.seats[seat].played_by_bot

    def test_a_table_that_has_a_pause_waits_for_nobody(self, site: Site, clock: Time) -> None:
        table = Waiting(site, clock)
        ann, bill = table.others
        clock.ahead += VOTE_AFTER
        for number in (ann, bill):
            site.pausing.want(table.room, table.room.table.seats[number])
        assert table.room.table.paused is not None
        assert table.vote(ann) == "boomtown.table.vote.turn"


def test_where_the_time_of_answers_tells_nothing_nobody_is_seen_to_ask(
    site: Site, clock: Time
) -> None:
    options = {"special_roles": "special", "characters": "off"}
    room, players = started(site, "bang_dice", 5, 5, options=options)
    clock.ahead += 60_000
    site.absences.saw(room, players[0])
    room.answer(asked(room), "throw")
    assert room.playing().match.hushed
    clock.ahead += 60_000
    before = site.absences.since(room.table)
    assert before[Seat(0)] > before[Seat(1)]
    site.absences.saw(room, players[0])
    room.answer(asked(room), "pass")
    assert site.absences.since(room.table) == before


def test_whoever_everybody_left_does_not_use_up_tables(site: Site) -> None:
    table, players = seated(site, "bang_dice", 1, 4)
    with site.database.writing() as session:
        session.connection().exec_driver_sql("UPDATE tables SET origin = 'there'")
    start(site, table)
    assert site.tables.count_open("there") == 1
    site.tables.leave(table.code, players[0], "random")
    assert site.tables.count_open("there") == 0
    bots, _ = seated(site, "bang_dice", 0, 4)
    with site.database.writing() as session:
        session.connection().exec_driver_sql("UPDATE tables SET origin = 'there'")
    assert site.tables.count_open("there") == 1, "bots among themselves cost something"
    assert bots.phase is Phase.OPEN


def test_programs_read_for_how_long_somebody_has_been_away(app: Flask, clock: Time) -> None:
    site, client = site_of(app), app.test_client()
    room, players = started(site, "bang_dice", 3, 4)
    site.presence.came(room.code, players[0])
    token = site.tables.new_token(room.code, 1)
    clock.ahead += 90_000

    def read() -> dict[str, object]:
        headers = {"Authorization": f"Bearer {token}"}
        with client.get(f"/api/tables/{room.code}", headers=headers) as reply:
            found = reply.get_json()
        assert isinstance(found, dict)
        return found

    def gone() -> list[object]:
        seats = read()["seats"]
        assert isinstance(seats, list)
        return [seat["gone"] for seat in seats]

    here, asking, away, bot = gone()
    assert (here, bot) == (None, None)
    assert asking == 0, "a program that asks is here"
    assert isinstance(away, int)
    assert 90 <= away < 150
    assert read()["paused"] is False
    for player in players:
        site.tables.leave(room.code, player, "random")
    assert read()["paused"] is True


@pytest.mark.parametrize("language", LANGUAGES)
def test_i_am_back_stands_alone_and_leaves_when_the_match_ends(app: Flask, language: str) -> None:
    site, ann = site_of(app), Person(app, "Ann")
    ann.post("/language", lang=language).close()
    table, _ = seated(site, "high_noon", 0, 2)
    site.tables.clear_seat(table.code, 0, table.host)
    table = site.tables.sit(table.code, 0, ann.id)
    start(site, table)
    room = site.rooms.get(table.code)
    assert room is not None
    back = site_wording(language).say("table.back")
    assert f"<b>{back}</b>" not in ann.read(f"/t/{table.code}")
    assert ann.send(f"/t/{table.code}/leave") == 200
    page = ann.read(f"/t/{table.code}")
    assert f"<b>{back}</b>" in page
    assert site_wording(language).say("table.deserted") in page
    assert f'action="/t/{table.code}/answer"' not in page, "the bot answers"
    with room.lock:
        while (match := room.playing().match).outcome is None:
            answer_any(room, match.asked()[0])
    assert f"<b>{back}</b>" not in ann.read(f"/t/{table.code}")


WORDS = {
    "en": ("nudges Bill", "wants a bot to stand in for Bill", "has been away for long"),
    "es": ("da un toque a Bill", "quiere que un bot sustituya a Bill", "lleva mucho tiempo"),
    "ru": ("Bill, ваш ответ", "чтобы бот подменил игрока Bill", "долго отсутствует"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_nudge_and_vote_and_the_table_tells_of_it(
    app: Flask, clock: Time, language: str
) -> None:
    site = site_of(app)
    ann, bill = Person(app, "Ann"), Person(app, "Bill")
    table, _ = seated(site, "bang_dice", 0, 4)
    for seat, person in enumerate((ann, bill)):
        site.tables.clear_seat(table.code, seat, table.host)
        table = site.tables.sit(table.code, seat, person.id)
    start(site, table)
    room = site.rooms.get(table.code)
    assert room is not None
    while asked(room) != 1:
        room.time_out(asked(room)) if asked(room) else answer_any(room, Seat(0))
    ann.post("/language", lang=language).close()
    clock.ahead += VOTE_AFTER
    code = table.code
    assert Person(app, "Stranger").send(f"/t/{code}/vote", seat="1") == 409
    assert ann.send(f"/t/{code}/vote", seat="x") == 422
    assert ann.send(f"/t/{code}/nudge", seat="1") == 200
    assert ann.send(f"/t/{code}/nudge", seat="1") == 409
    assert ann.send(f"/t/{code}/vote", seat="1") == 200
    page = ann.read(f"/t/{code}")
    for words in WORDS[language]:
        assert words in page
    assert room.table.seats[1].away
