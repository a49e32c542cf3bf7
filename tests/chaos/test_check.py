"""The checker of the chaos runs finds what it must find, on histories that are made up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from boomtown.core import Seat
from boomtown.core.record import By, plain
from boomtown.store.matches import StoredMatch, TimedLine
from boomtown.store.models import AnswerRow
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.sockets.feeds import Moment
from chaos.check import Told, check, check_match
from chaos.history import ANY, End, History
from sites import app_in, site_of, started

ANSWERS = 12


class Played:
    """A match of a few answers, and everything that its players know of it."""

    def __init__(self, site: Site, game: str, seats: int, answers: int = ANSWERS) -> None:
        self.site = site
        while not self._goes_on(game, seats, answers):
            pass  # three players may be through with each other by then

    def _goes_on(self, game: str, seats: int, answers: int) -> bool:
        """Plays a new match for some answers; whether it is not over."""
        self.room, _ = started(self.site, game, seats, seats)
        self.code = self.room.code
        self.history = History()
        self.links = [self.history.link() for _ in range(seats)]
        self.look()
        for _ in range(answers):
            self.answer()
            self.look()
            if self.match.outcome is not None:
                return False
        return True

    @property
    def match(self) -> Any:
        return self.room.playing().match

    def answer(self, via: str = "socket") -> None:
        seat = self.match.asked()[0]
        number, answer = self.match.moment, plain(self.match.choice(seat).offers()[0])
        one = self.history.sent(self.code, seat, number, answer, via)
        self.room.answer(seat, answer, number=number)
        one.close(End.TAKEN)

    def look(self) -> None:
        for seat, link in enumerate(self.links):
            self.history.saw(self.code, seat, link, seen(self.room, seat))

    def stored(self) -> tuple[StoredMatch, list[TimedLine]]:
        stored = self.site.matches.get(self.room.playing().id)
        assert stored is not None
        return stored, self.site.matches.lines(stored.id)

    def problems(self, lines: list[TimedLine] | None = None) -> list[str]:
        """What the checker says; of other lines than the stored ones, where they are given."""
        if lines is None:
            return check(self.history, self.site.tables, self.site.matches)[1]
        stored, _ = self.stored()
        found = check_match(stored, lines, self.history.tries, self.history.looks, {}, Told())
        return list(found)

    def relinked(self, lines: list[TimedLine]) -> list[TimedLine]:
        """The same lines with a chain that fits them: only their content is wrong."""
        chain, linked = self.stored()[0].chain, []
        for number, one in enumerate(lines):
            again = TimedLine.after(
                chain, number, one.line, at=one.at, moment=one.moment, bank=one.bank
            )
            linked.append(again)
            chain = again.chain
        return linked


def seen(room: Room, seat: int) -> dict[str, Any]:
    """What a socket is told now."""
    moment = Moment(room.playing().match)
    message: dict[str, Any] = json.loads(moment.view(Seat(seat)) + b"}")
    return message


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with app_in(tmp_path_factory.mktemp("site")) as app:
        yield site_of(app)


@pytest.fixture
def played(site: Site) -> Played:
    return Played(site, "bang_dice", 3)


@pytest.mark.parametrize(
    ("game", "seats"),
    [("bang_dice", 4), ("cash_n_guns", 4), ("shadows_west", 2), ("high_noon", 3)],
)
def test_an_honest_history_has_no_problems(site: Site, game: str, seats: int) -> None:
    played = Played(site, game, seats, answers=0)
    while len(played.history.tries) < ANSWERS and not played.match.hushed:
        played.answer()
        played.look()
    told, wrong = check(played.history, site.tables, site.matches)
    assert wrong == []
    assert told.acknowledged == told.answers == len(played.history.tries) > 0
    assert told.views == (told.answers + 1) * seats


def test_an_acknowledged_answer_that_is_not_stored_is_lost(played: Played) -> None:
    _, lines = played.stored()
    found = played.problems(lines[:-1])
    assert any("was taken, and is not stored" in one for one in found)
    assert any("that never was" in one for one in found)


def test_a_match_with_a_gap_is_named(site: Site) -> None:
    played = Played(site, "bang_dice", 3)
    with site.database.writing() as session:
        gone = session.get_one(AnswerRow, (played.room.playing().id, ANSWERS - 2))
        session.delete(gone)
    found = played.problems()
    assert [one for one in found if f"after {ANSWERS - 2} good answers" in one]


def test_an_answer_without_news_may_be_lost_or_kept(played: Played) -> None:
    seat, number = played.match.asked()[0], played.match.moment
    answer = plain(played.match.choice(seat).offers()[0])
    played.history.sent(played.code, seat, number, answer, "socket")
    assert played.problems() == []
    played.room.answer(seat, answer, number=number)
    assert played.problems() == []


def test_an_answer_that_nobody_sent_is_found(played: Played) -> None:
    seat = played.match.asked()[0]
    played.room.answer(seat, played.match.choice(seat).offers()[0])
    assert any("never answered" in one for one in played.problems())


def test_an_answer_that_is_stored_twice_is_found(site: Site) -> None:
    played = Played(site, "cash_n_guns", 4, answers=0)
    seat = played.match.asked()[0]
    offers = played.match.choice(seat).offers()
    one = played.history.sent(played.code, seat, 0, plain(offers[0]), "socket")
    played.room.answer(seat, offers[0], number=0)
    one.close(End.TAKEN)
    assert played.problems() == []
    played.room.answer(seat, offers[0], number=0)  # sealed: it may be given again
    assert any("more often than it was sent" in problem for problem in played.problems())


def test_a_refused_answer_must_not_be_stored(played: Played) -> None:
    played.history.tries[-1].close(End.REFUSED)
    assert any("more often than it was sent" in one for one in played.problems())


def test_another_answer_than_the_acknowledged_one_is_found(played: Played) -> None:
    played.history.tries[-1].answer = "something else"
    assert any("was taken, and is not stored" in one for one in played.problems())


def test_whoever_fills_in_a_form_only_knows_that_it_was_taken(played: Played) -> None:
    played.history.tries[-1].answer = ANY
    assert played.problems() == []


def test_a_view_that_never_was_is_found(played: Played) -> None:
    message = seen(played.room, 0)
    message["view"]["state"] = {}
    played.history.saw(played.code, 0, played.links[0], message)
    assert [one for one in played.problems() if "that never was" in one]


def test_views_go_back_on_no_connection(played: Played) -> None:
    earlier = played.history.looks[0]
    played.history.looks.append(earlier)
    assert any("again after later ones" in one for one in played.problems())


def test_a_new_connection_may_begin_anywhere(played: Played) -> None:
    old = played.history.looks[0]
    old.link = played.history.link()
    played.history.looks.append(old)
    assert played.problems() == []


def test_a_changed_line_breaks_the_chain(played: Played) -> None:
    _, lines = played.stored()
    lines[3] = msgspec.structs.replace(lines[3], at=lines[3].at + 1)
    assert played.problems(lines) == ["the chain is broken at answer 3"]


def test_a_line_with_another_hash_cannot_be_played_again(played: Played) -> None:
    _, lines = played.stored()
    line = msgspec.structs.replace(lines[5].line, hash="0" * 64)
    lines[5] = msgspec.structs.replace(lines[5], line=line)
    found = played.problems(played.relinked(lines))
    assert [one for one in found if "cannot be played again" in one]


def test_nobody_who_answers_at_once_runs_out_of_time(played: Played) -> None:
    played.room.time_out(played.match.asked()[0])
    assert any("ran out" in one for one in played.problems())


def test_nobody_who_answers_at_once_loses_of_the_bank(played: Played) -> None:
    _, lines = played.stored()
    lines[-1] = msgspec.structs.replace(lines[-1], bank=700)
    found = played.problems(played.relinked(lines))
    assert [one for one in found if "lost 700 ms" in one]


def test_whoever_waited_for_a_server_may_lose_as_much_of_the_bank_as_that_took(
    played: Played,
) -> None:
    _, lines = played.stored()
    lines[-1] = msgspec.structs.replace(lines[-1], bank=700)
    played.history.tries[-1].done = played.history.tries[-2].at + 0.8
    assert played.problems(played.relinked(lines)) == []


def test_a_bot_may_answer_for_its_own_seat(played: Played) -> None:
    seat = played.match.asked()[0]
    played.room.answer(seat, played.match.choice(seat).offers()[0], by=By.BOT)
    assert played.problems() == []


def test_a_sealed_answer_that_was_put_aside_is_not_lost(site: Site) -> None:
    played = Played(site, "cash_n_guns", 4, answers=0)
    stored, lines = played.stored()
    one = played.history.sent(played.code, 0, 0, 1, "socket")
    one.close(End.TAKEN)
    told = Told()
    assert not list(check_match(stored, lines, played.history.tries, [], {(0, 0): 1}, told))
    assert list(check_match(stored, lines, played.history.tries, [], {(0, 0): 2}, told))
    assert list(check_match(stored, lines, played.history.tries, [], {}, told))
