"""Questions that nobody is asked: one answer, and giving it tells nobody anything."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from bang_dice.rules.throws import OfferReroll
from boomtown.core import By, Match, Refused, Seat, seed_from
from boomtown.plugins import find_game
from boomtown.store.outages import LEAD
from boomtown.store.tables import TableInfo
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.sparing import hides, spared
from boomtown.web.site import Site
from boomtown.web.tables.lobby import turns_waiting
from boomtown.web.tables.seating import start
from boomtown.web.tables.table_page import TablePage
from clocks import Time
from sites import Looker, eventually, seated, started

SPECIAL = {"special_roles": "special", "characters": "off"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def lines(site: Site, room: Room) -> list[tuple[int, By]]:
    return [(one.line.seat, one.line.by) for one in site.matches.lines(room.playing().id)]


def page_of(room: Room, seat: Seat) -> TablePage:
    """The table as a player sees it."""
    with room.lock:
        live = room.playing()
        player = room.table.seats[seat].player
        return TablePage(room.table, room.game, live.match, seat, "en", player=player, live=live)


def only_one_kind(match: Match[object], seat: Seat) -> bool:
    return len(match.choice(seat).only()) == 1


@pytest.mark.rule("boomtown.table.spared")
class TestOnePersonAmongBots:
    def test_what_leaves_no_choice_is_answered_without_a_click(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 1, 4, bot="sharp", asks=False)
        site.house.start()

        given: list[Any] = []

        def spared_or_over() -> bool:
            """Whatever leaves a choice is answered: it may come before what leaves none."""
            with room.lock:
                match = room.playing().match
                if match.outcome is not None or (0, By.RULE) in lines(site, room):
                    return True
                if match.asked() == [0] and not only_one_kind(match, Seat(0)):
                    given.append(match.choice(Seat(0)).offers()[0])
                    room.answer(Seat(0), given[-1])
            return False

        eventually(spared_or_over)
        assert (0, By.RULE) in lines(site, room)
        assert lines(site, room).count((0, By.PLAYER)) == len(given)

    def test_a_secret_role_is_nothing_to_hide_from_bots(self, site: Site) -> None:
        room, _, seat = own_turn(site, 5, able=False)
        match = room.playing().match
        assert hides(room.table, match), "the Good or the Ugly may be out there"
        for place in room.table.seats:
            if place.number != seat and place.player is not None:
                site.tables.leave(room.code, place.player, "random")
        assert not hides(room.table, match)
        assert spared(room.table, match, seat) == ["throw"]

    def test_a_window_closes_at_once(self, site: Site) -> None:
        room, _ = thrown(site, 1)
        live = room.playing()
        moment = live.match.moment
        assert not hides(room.table, live.match)
        site.house.start()
        holds = Seat(0) in live.match.asked() and not spared(room.table, live.match, Seat(0))
        if holds:
            room.answer(Seat(0), "pass")
        eventually(lambda: live.match.moment > moment)

    def test_whoever_could_act_is_waited_for(self, site: Site) -> None:
        room, match = window(site, 1, holder=0)
        site.house.start()
        time.sleep(0.1)
        assert room.playing().match.moment == match.moment, "they have all the time they want"
        assert page_of(room, Seat(0)).question is not None


@pytest.mark.rule("boomtown.table.spared")
class TestAmongPeople:
    def test_what_everybody_knows_is_answered_without_a_click(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 4, 4, asks=False)
        seat = room.playing().match.asked()[0]
        site.house.start()
        eventually(lambda: lines(site, room)[:1] == [(seat, By.RULE)])

    @pytest.mark.rule("bang.ask.own_turn")
    @pytest.mark.parametrize("able", [True, False])
    def test_the_own_turn_begins_when_its_time_is_up_whoever_could_act(
        self, site: Site, clock: Time, able: bool
    ) -> None:
        room, _, seat = own_turn(site, 5, able=able, window_seconds=2)
        match = room.playing().match
        moment = match.moment
        assert (page_of(room, seat).question is not None) is able, "who has nothing is not asked"
        assert page_of(room, seat).spared is not able, "but is not told that others decide"
        if able:
            room.answer(seat, "throw")
        site.house.start()
        site.house.look(room.code)
        time.sleep(0.1)
        assert match.moment == moment, "an answer is there, but the time is not up"
        clock.run(site, 2000 + room.playing().lead + LEAD)
        eventually(lambda: match.moment > moment)
        by = By.PLAYER if able else By.RULE
        assert (seat, by) in lines(site, room)[moment:]

    @pytest.mark.rule("bang.ask.own_turn")
    def test_where_no_card_can_be_out_there_nobody_waits(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 5, 5, options=SPECIAL, asks=False)
        match = room.playing().match
        assert match.waits().key == "bang.ask.own_turn", "the Sheriff, whose role everybody sees"
        assert not match.hushed

    @pytest.mark.rule("cash.online.no_auto")
    def test_one_kind_of_card_is_a_secret_and_one_card_is_not(self, site: Site) -> None:
        room, _ = started(site, "cash_n_guns", 4, 4, asks=False)
        with room.lock:
            match = room.playing().match
            gangster = match.state.gangsters[0]
            clicks = [card for card in gangster.hand if card.value == "click"]
            gangster.hand = clicks[:2]
            match._choices.clear()
            assert only_one_kind(match, Seat(0))
            assert spared(room.table, match, Seat(0)) == []
            gangster.hand = clicks[:1]
            match._choices.clear()
            assert spared(room.table, match, Seat(0)) == ["click"]

    @pytest.mark.rule("bang.ask.clock")
    @pytest.mark.parametrize("clocked", ["off", "standard"])
    def test_a_window_lasts_its_whole_time_whoever_could_act(
        self, site: Site, clock: Time, clocked: str
    ) -> None:
        for holder in (0, None):
            room, match = window(site, 2, holder=holder, clock=clocked, window_seconds=2)
            moment = match.moment
            if holder is not None:
                room.answer(Seat(holder), "pass")
            site.house.start()
            site.house.look(room.code)
            time.sleep(0.1)
            assert match.moment == moment, "everybody has passed, but the time is not up"
            clock.run(site, 2000 + room.playing().lead + LEAD)
            eventually(lambda match=match, moment=moment: match.moment > moment)  # type: ignore[misc]  # mypy cannot infer it

    @pytest.mark.rule("bang.ask.clock")
    def test_silence_is_a_pass_also_without_a_clock(self, site: Site, clock: Time) -> None:
        room, match = window(site, 2, holder=0, window_seconds=2)
        moment = match.moment
        site.house.start()
        clock.run(site, 2000 + room.playing().lead + LEAD)
        eventually(lambda: match.moment > moment)

    def test_whoever_can_only_pass_has_not_been_silent(self, site: Site, clock: Time) -> None:
        room, match = window(site, 2, holder=None, clock="standard", window_seconds=2)
        asked, moment = match.asked(), match.moment
        site.house.start()
        clock.run(site, 2000 + room.playing().lead + LEAD)
        eventually(lambda: match.moment > moment)
        given = dict(lines(site, room)[-len(asked) :])
        assert given[0] is By.RULE
        assert given[1] is By.RULE

    def test_the_page_of_whoever_need_not_be_asked_waits(self, site: Site) -> None:
        room, match = window(site, 2, holder=0)
        assert page_of(room, Seat(0)).mine
        other = page_of(room, Seat(1))
        assert Seat(1) in match.asked()
        assert other.question is None
        assert not other.mine
        place = room.table.seats[1]
        assert place.player is not None
        assert turns_waiting(site, place.player) == []

    def test_whoever_is_away_counts_for_nobody(self, site: Site) -> None:
        room, match = window(site, 2, holder=None)
        assert hides(room.table, match)
        away = room.table.seats[1].player
        assert away is not None
        site.tables.leave(room.code, away, "random")
        assert not hides(room.table, match)


def throw(match: Match[Any], answer: Callable[[Seat, Any], object]) -> None:
    """Plays up to the first throw."""
    while "throw" not in match.choice(match.asked()[0]).offers():  # a power comes before it
        answer(match.asked()[0], match.default(match.asked()[0]))
    answer(match.asked()[0], "throw")


def seed_for(table: TableInfo, fits: Callable[[Match[Any]], bool]) -> str:
    """Deals in memory until the first throw leads to what is wanted."""
    for number in count():
        seed = seed_from("thrown", number)
        match = Match.start(
            find_game(table.game),
            len(table.seats),
            dict(table.options),
            seed=seed,
            contributions=[seat.contribution for seat in table.seats],
        )
        throw(match, match.answer)
        if fits(match):
            return seed.hex()
    raise AssertionError("there is always a next number")


def thrown(
    site: Site,
    people: int,
    clock: str = "off",
    fits: Callable[[Match[Any]], bool] = lambda match: True,
    **more: object,
) -> tuple[Room, list[str]]:
    """A table with special roles where the first throw has just been made."""
    table, players = seated(
        site, "bang_dice", people, 5, options={**SPECIAL, **more}, clock=clock, asks=False
    )
    start(site, replace(table, seed=seed_for(table, fits)))
    room = site.rooms.get(table.code)
    assert room is not None
    with room.lock:
        throw(room.playing().match, partial(room.answer, by=By.BOT))
    assert room.playing().match.hushed
    return room, players


def own_turn(
    site: Site, people: int, *, able: bool, **more: object
) -> tuple[Room, list[str], Seat]:
    """Somebody's turn begins who might have a card to use, and has one, or not."""
    options = {**SPECIAL, **more}
    while True:
        room, players = started(site, "bang_dice", people, 5, options=options, asks=False)
        with room.lock:
            match = room.playing().match
            while match.outcome is None:
                (seat, *_), key = match.asked(), match.waits().key
                secret = key == "bang.ask.own_turn" and not match.nothing_to_choose(seat)
                if secret and able != only_one_kind(match, seat):
                    return room, players, seat
                room.open_envelope(seat, match.choice(seat).offers()[0], By.BOT)


def window(
    site: Site, people: int, *, holder: int | None, clock: str = "off", **more: object
) -> tuple[Room, Match[object]]:
    """A window in which all people are asked, and only this one of them could use a card."""

    def fits(match: Match[Any]) -> bool:
        seats = [Seat(number) for number in range(people)]
        able = [seat for seat in seats if seat in match.asked() and not only_one_kind(match, seat)]
        wanted = [] if holder is None else [holder]
        return able == wanted and set(seats) <= set(match.asked())

    room, _ = thrown(site, people, clock, fits, **more)
    return room, room.playing().match


@pytest.mark.rule("boomtown.table.spared")
class TestPreferences:
    def test_a_setting_brings_the_questions_back(self, site: Site, client: FlaskClient) -> None:
        client.post("/me", data={"name": "Ann"}).close()
        with client.session_transaction() as session:
            me = session["player"]
        table, _ = seated(site, "bang_dice", 0, 4)
        site.tables.clear_seat(table.code, 0, table.host)
        table = site.tables.sit(table.code, 0, me)
        start(site, table)
        room = site.rooms.get(table.code)
        assert room is not None
        with client.get(f"/t/{table.code}") as response:
            assert 'id="set-asks"' in response.get_data(as_text=True)
        for on in (True, False):
            data = {"on": "true"} if on else {}
            with client.post(f"/t/{table.code}/asks", data=data) as response:
                assert response.status_code == 302
            assert room.table.seats[0].asks is on

    def test_asked_everything_nothing_is_answered_for_them(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 4, 4, asks=True)
        seat = room.playing().match.asked()[0]
        assert spared(room.table, room.playing().match, seat) == []
        assert page_of(room, seat).question is not None

    def test_programs_are_always_asked(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 4, 4, asks=False)
        seat = room.playing().match.asked()[0]
        assert spared(room.table, room.playing().match, seat) == ["throw"]
        site.tables.new_token(room.code, seat)
        assert spared(room.table, room.playing().match, seat) == []

    @pytest.mark.rule("boomtown.table.standing")
    def test_a_routine_can_be_filed_by_whoever_has_a_card_and_whoever_has_none(
        self, site: Site
    ) -> None:
        for able in (True, False):
            room, players, seat = own_turn(site, 5, able=able)
            match = room.playing().match
            assert bool(page_of(room, seat).routine) is able, "who is not asked has nothing to file"
            table = site.tables.file_standing(
                room.code, players[seat], "bang.ask.own_turn", on=True
            )
            assert spared(table, match, seat) == ["throw"]

    @pytest.mark.rule("boomtown.table.standing")
    def test_being_asked_everything_ends_what_was_filed(self, site: Site) -> None:
        room, players = started(site, "bang_dice", 4, 4, asks=False)
        site.tables.file_standing(room.code, players[0], "bang.ask.own_turn", on=True)
        table = site.tables.ask_always(room.code, players[0], on=True)
        assert table.seats[0].standing == ()


class TestRoutine:
    def test_one_button_lets_a_routine_question_go_by(
        self, site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(OfferReroll, "routine", True)
        room = at_the_dice(site, client)
        moment = room.playing().match.moment
        with client.get(f"/t/{room.code}") as response:
            page = response.get_data(as_text=True)
        assert 'name="usual" value="[]"' in page
        assert "Always go on here without asking" in page
        data = {"number": str(moment), "usual": "[]"}
        with client.post(f"/t/{room.code}/answer", data=data) as response:
            assert response.status_code == 302
        assert room.playing().match.moment > moment

    def test_what_matters_has_no_such_button(self, site: Site, client: FlaskClient) -> None:
        room = at_the_dice(site, client)
        with client.get(f"/t/{room.code}") as response:
            assert 'name="usual"' not in response.get_data(as_text=True)


def at_the_dice(site: Site, client: FlaskClient) -> Room:
    """A match in which the visitor has thrown, and may throw again."""
    client.post("/me", data={"name": "Ann"}).close()
    with client.session_transaction() as session:
        me = session["player"]
    while True:
        table, _ = seated(site, "bang_dice", 0, 4)
        site.tables.clear_seat(table.code, 0, table.host)
        start(site, site.tables.sit(table.code, 0, me))
        room = site.rooms.get(table.code)
        assert room is not None
        with room.lock:
            match = room.playing().match
            if match.asked() == [0]:
                room.answer(Seat(0), "throw")
                if match.waits().key == "bang.roll.reroll":
                    return room


class TestUndo:
    def test_it_takes_back_what_was_answered_without_asking(self, site: Site) -> None:
        room, _ = started(site, "cash_n_guns", 4, 4, asks=False)
        with room.lock:
            match = room.playing().match
            before = match.hash()
            room.answer(Seat(0), match.choice(Seat(0)).offers()[0])
            room.spare(Seat(1), match.choice(Seat(1)).offers()[0])
            looks: list[int] = []
            room.watchers.add(Looker(lambda: looks.append(match.number)))
            room.undo(Seat(0))
        assert match.hash() == before
        assert looks == [match.number], "nobody sees the way back in parts"
        assert [by for _, by in lines(site, room)][-2:] == [By.UNDO, By.UNDO]
        room._live = None
        assert room.playing().match.hash() == before, "the record says the same"

    @pytest.mark.rule("boomtown.undo.learned")
    def test_a_throw_that_nobody_asked_for_cannot_be_taken_back(self, site: Site) -> None:
        room, _ = started(site, "bang_dice", 4, 4, asks=False)
        seat = room.playing().match.asked()[0]
        room.spare(seat, "throw")
        with pytest.raises(Refused):
            room.undo(seat)
