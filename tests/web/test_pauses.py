"""The clock stands still when everybody who is at the table wants it (boomtown.table.pause)."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from flask import Flask

from boomtown.core.errors import Refused
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.pauses import ASK_AGAIN, LONGEST_PAUSES, MOST_PAUSES
from boomtown.store.tableinfo import PAUSE_ASK_TIME
from boomtown.web.rooms.clock import is_window
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.pausing import ELSEWHERE, RECENT, Pausing
from boomtown.web.site import Site
from boomtown.web.sockets.websocket import WebSocket
from boomtown.web.tables.seating import start
from clocks import Time
from masked import free_toll
from sites import answer_any, seated, site_of, started
from visitors import Person

RULE = "boomtown.table.pause"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


class Party:
    """Some people at a table, each with an open page."""

    def __init__(
        self, site: Site, stack: ExitStack, people: int, seats: int = 4, **options: object
    ) -> None:
        self.site = site
        self.stack = stack
        self.room, self.players = started(
            site, "bang_dice", people, seats, clock="quick", options=options
        )
        self.pages = [self.open(player) for player in self.players]

    def open(self, player: str) -> ExitStack:
        """Opens a page; what closes it."""
        page = self.stack.enter_context(ExitStack())
        ours, theirs = socket.socketpair()
        page.enter_context(closing(ours))
        page.enter_context(closing(theirs))
        line = WebSocket(ours, free_toll())
        page.enter_context(self.site.sockets.opened(line, self.room.code, player))
        return page

    def want(self, number: int) -> bool:
        """Asks for a pause, or agrees; whether the clock stands still."""
        self.site.pausing.want(self.room, self.room.table.seats[number])
        return self.stands

    def refuse(self, number: int) -> bool:
        """Wants no pause; whether the clock stands still all the same."""
        self.site.pausing.refuse(self.room, self.room.table.seats[number])
        return self.stands

    def refused(self, number: int) -> str:
        """Why a pause is refused."""
        with pytest.raises(Refused) as caught:
            self.want(number)
        refusal = caught.value.refusal
        return f"{refusal.rule}.{refusal.reason}"

    def tend(self) -> int | None:
        """What the house would do now."""
        with self.room.lock:
            return self.site.pausing.tend(self.room, self.room.playing())

    @property
    def stands(self) -> bool:
        return self.room.table.paused is not None

    def notes(self) -> list[str]:
        return [message.kind for message in self.site.tables.chat(self.room.code)]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.mark.rule(RULE)
def test_everybody_who_is_here_must_agree(site: Site, clock: Time, stack: ExitStack) -> None:
    party = Party(site, stack, 3)
    assert not party.want(0)
    assert not party.want(0), "asking twice is no consent of others"
    assert not party.want(1)
    assert party.want(2)
    assert party.notes() == ["asks", "paused"]
    assert not party.refuse(1), "anybody may go on"
    assert party.notes()[-1] == "resumed"


def test_alone_with_bots_it_works_at_once_and_as_often_as_one_likes(
    site: Site, clock: Time, stack: ExitStack
) -> None:
    party = Party(site, stack, 1)
    for _ in range(2 * MOST_PAUSES):
        assert party.want(0)
        clock.ahead += 2 * LONGEST_PAUSES
        assert party.tend() is None
        assert party.stands
        assert not party.refuse(0)


def test_who_is_away_or_not_here_is_not_asked(site: Site, clock: Time, stack: ExitStack) -> None:
    party = Party(site, stack, 3)
    site.tables.leave(party.room.code, party.players[1], "random")
    party.pages[2].close()
    assert party.want(0)


def test_who_has_answered_lately_is_here_without_an_open_page(
    site: Site, clock: Time, stack: ExitStack
) -> None:
    party = Party(site, stack, 4)
    first = party.room.playing().match.asked()[0]
    answer_any(party.room, first)
    for page in party.pages:
        page.close()
    other = next(number for number in range(4) if number != first)
    assert not party.want(other)
    assert party.refuse(other) is False
    clock.ahead += RECENT
    assert party.want(other)


def test_where_pages_may_be_open_elsewhere_everybody_may_object_for_a_while(
    site: Site, clock: Time, stack: ExitStack
) -> None:
    party = Party(site, stack, 2)
    party.pages[1].close()
    before = site.pausing
    several = Pausing(before._pauses, site.tables, site.presence, before._outages, alone=False)
    several.want(party.room, party.room.table.seats[0])
    assert not party.stands
    with party.room.lock:
        several.tend(party.room, party.room.playing())
        assert not party.stands
        clock.ahead += ELSEWHERE
        several.tend(party.room, party.room.playing())
    assert party.stands


def test_who_leaves_is_no_longer_waited_for(site: Site, clock: Time, stack: ExitStack) -> None:
    party = Party(site, stack, 2)
    assert not party.want(0)
    site.tables.leave(party.room.code, party.players[1], "random")
    party.tend()
    assert party.stands
    assert party.notes() == ["asks", "paused"]


def test_a_no_ends_the_question_and_it_is_not_asked_again_at_once(
    site: Site, clock: Time, stack: ExitStack
) -> None:
    party = Party(site, stack, 2)
    party.want(0)
    party.refuse(1)
    assert party.room.table.consents is None
    assert party.notes() == ["asks", "declined"]
    assert party.refused(0) == f"{RULE}.again"
    assert not party.want(1), "the other one may ask"
    party.refuse(1)  # and takes it back, which costs nothing
    clock.ahead += ASK_AGAIN
    assert not party.want(0)
    assert party.want(1)


def test_a_question_that_nobody_answers_is_forgotten(
    site: Site, clock: Time, stack: ExitStack
) -> None:
    party = Party(site, stack, 2)
    party.want(0)
    until = party.tend()
    assert until is not None
    clock.ahead += PAUSE_ASK_TIME
    party.tend()
    assert party.room.table.consents is None
    assert not party.want(1), "it is a new question, not a late yes"


def test_a_seat_has_only_so_many_pauses(site: Site, clock: Time, stack: ExitStack) -> None:
    party = Party(site, stack, 2)
    for _ in range(MOST_PAUSES):
        assert not party.want(0)
        assert party.want(1)
        party.refuse(1)
    assert party.refused(0) == f"{RULE}.spent"
    assert not party.want(1)
    assert party.want(0), "but it may agree to the pauses of others"


def test_when_the_time_is_spent_the_table_goes_on_by_itself(
    site: Site, clock: Time, stack: ExitStack
) -> None:
    party = Party(site, stack, 2)
    live = party.room.playing()
    seat = live.match.asked()[0]
    before = live.deadline(party.room.table, seat) or 0
    party.want(0)
    assert party.want(1)
    until = party.tend()
    assert until is not None
    clock.ahead += LONGEST_PAUSES - 1000
    party.tend()
    assert party.stands
    clock.ahead += 1000
    party.tend()
    assert not party.stands
    assert party.notes()[-1] == "spent"
    assert party.refused(0) == f"{RULE}.spent"
    after = live.deadline(party.room.table, seat) or 0
    assert abs(after - before - LONGEST_PAUSES) < 5000, "and it is taken from nobody"


def window(site: Site, people: int, stack: ExitStack) -> Party:
    """A table where several will answer at once, and their time must tell nothing."""
    return Party(site, stack, people, 5, special_roles="special", characters="off")


def to_window(room: Room) -> None:
    answer_any(room, room.playing().match.asked()[0])
    assert is_window(room.playing().match)


def test_there_is_no_pause_in_a_window(site: Site, clock: Time, stack: ExitStack) -> None:
    party = window(site, 5, stack)
    to_window(party.room)
    assert party.refused(0) == f"{RULE}.window"


def test_a_pause_ends_where_a_window_opens(site: Site, clock: Time, stack: ExitStack) -> None:
    party = window(site, 5, stack)
    for number in range(5):
        party.want(number)
    assert party.stands
    to_window(party.room)
    party.tend()
    assert not party.stands


def test_the_hold_up_is_not_stopped_but_a_share_may_be(site: Site) -> None:
    room, _ = started(site, "cash_n_guns", 4, 4)
    seen: set[bool] = set()
    with room.lock:
        while len(seen) < 2:
            match = room.playing().match
            assert match.strict
            seen.add(is_window(match))
            answer_any(room, match.asked()[0])
    assert seen == {True, False}


# --- pages and programs --------------------------------------------------------------------------


def two_people(app: Flask, stack: ExitStack) -> tuple[str, Person, Person]:
    """A match of two with pages open."""
    site = site_of(app)
    ann, bill = Person(app, "Ann"), Person(app, "Bill")
    table, _ = seated(site, "bang_dice", 0, 4, clock="quick")
    for seat, person in enumerate((ann, bill)):
        site.tables.clear_seat(table.code, seat, table.host)
        table = site.tables.sit(table.code, seat, person.id)
    start(site, table)
    for person in (ann, bill):
        ours, theirs = socket.socketpair()
        stack.enter_context(closing(ours))
        stack.enter_context(closing(theirs))
        line = WebSocket(ours, free_toll())
        stack.enter_context(site.sockets.opened(line, table.code, person.id))
    return table.code, ann, bill


def test_forms_ask_agree_and_go_on(app: Flask, stack: ExitStack) -> None:
    code, ann, bill = two_people(app, stack)
    stranger = Person(app, "Stranger")
    assert stranger.send(f"/t/{code}/pause", stop="true") == 409
    assert ann.send(f"/t/{code}/pause", stop="true") == 200
    assert "Waiting for: Bill." in ann.read(f"/t/{code}")
    page = bill.read(f"/t/{code}")
    assert "Ann asks for a pause." in page
    assert ">Agree<" in page
    assert ">Agree<" not in stranger.read(f"/t/{code}")
    assert bill.send(f"/t/{code}/pause", stop="true") == 200
    assert ann.table(code).paused is not None
    assert "after 10 min at the latest" in bill.read(f"/t/{code}")
    assert bill.send(f"/t/{code}/pause", stop="false") == 200
    assert ann.table(code).paused is None
    told = [message.kind for message in site_of(app).tables.chat(code)]
    assert told == ["asks", "paused", "resumed"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(app: Flask, stack: ExitStack, language: str) -> None:
    code, ann, bill = two_people(app, stack)
    bill.post("/language", lang=language).close()
    asks = {"en": "asks for a pause", "es": "pide una pausa", "ru": "просит паузу"}
    ann.post(f"/t/{code}/pause", stop="true").close()
    assert f"Ann {asks[language]}." in bill.read(f"/t/{code}")
    ann.post(f"/t/{code}/pause", stop="false").close()
    bill.post(f"/t/{code}/pause", stop="true").close()
    ann.post(f"/t/{code}/pause", stop="false").close()
    refused = {"en": "want no pause now", "es": "no quieren pausa", "ru": "не хотят паузы"}
    with bill.post(f"/t/{code}/pause", stop="true") as reply:
        assert reply.status_code == 409
        assert refused[language] in reply.get_data(as_text=True)


def test_programs_pause_the_same_way(app: Flask) -> None:
    client = app.test_client()

    def call(path: str, body: object, token: str = "") -> dict:  # type: ignore[type-arg]  # plain JSON
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with client.post(f"/api/tables{path}", json=body, headers=headers) as reply:
            found = reply.get_json()
            assert isinstance(found, dict)
            return found

    made = call("", {"game": "high_noon", "seats": 2})
    code = made["code"]
    seats = [call(f"/{code}/seats", {"name": name})["token"] for name in ("A", "B")]
    call(f"/{code}/start", {}, made["token"])
    with app.app_context():
        site = site_of(app)
        room = site.rooms.get(code)
        assert room is not None
        for seat in room.playing().match.asked():
            answer_any(room, seat)  # both are here
    told = call(f"/{code}/pause", {"stop": True}, seats[0])
    assert (told["paused"], told["pause_wanted"]) == (False, [0])
    told = call(f"/{code}/pause", {"stop": True}, seats[1])
    assert (told["paused"], told["pause_wanted"]) == (True, [])
    assert call(f"/{code}/pause", {"stop": False}, seats[1])["paused"] is False
    assert call(f"/{code}/pause", {"stop": True}, made["token"])["rule"] == "boomtown.table.seated"
