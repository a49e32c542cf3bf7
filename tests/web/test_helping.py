"""Help while playing: advice where it was agreed on, and hints that are shown once."""

from __future__ import annotations

from concurrent.futures import CancelledError, Future
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.bots.advice import Advice, Reason, advise, budget_of
from boomtown.bots.thought import advise as thought
from boomtown.core import Chance, Match, Seat, load, save
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.models import MatchRow, Rating
from boomtown.store.people import SeenHints
from boomtown.store.tables import TableInfo
from boomtown.web.rooms import advising as advising_module
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.aid import aid_for, reason_of
from boomtown.web.tables.seating import rematch
from boomtown.web.words import site_wording
from boomtown.workers import TooSlow, WorkFailed
from sites import answer_any, started

JSON = {"Accept": "application/json"}


class Adviser:
    """Stands for the processes of the bots: it thinks at once, or when the test says so."""

    def __init__(self, *, late: bool = False, fails: Exception | None = None) -> None:
        self.asked: list[tuple[str, str, float]] = []
        self.late: Future[list[Any]] | None = Future() if late else None
        self.fails = fails

    def advise(
        self, game: str, saved: bytes, seat: Seat, level: str, seed: bytes, **more: Any
    ) -> Future[list[Any]]:
        self.asked.append((level, more["owner"], more["thinking"]))
        if self.late is not None:
            return self.late
        future: Future[list[Any]] = Future()
        if self.fails is not None:
            future.set_exception(self.fails)
        else:
            found = advise(load(find_game(game), saved), seat, seed, budget_of("deputy"))
            future.set_result(msgspec.to_builtins(found))
        return future


def with_adviser(site: Site, **more: Any) -> Adviser:
    adviser = Adviser(**more)
    site.advising._workers = adviser  # type: ignore[assignment]  # stands for it
    return adviser


def sits(client: FlaskClient, player: str) -> None:
    """The client is this player from now on."""
    with client.session_transaction() as session:
        session["player"], session["epoch"] = player, 0


def begun(
    site: Site, advice: str, people: int = 1, game: str = "high_noon", **more: Any
) -> tuple[Room, list[str]]:
    """A match at a table that has agreed on something."""
    return started(site, game, people, 3, advice=advice, **more)


def shown(client: FlaskClient, room: Room) -> str:
    with client.get(f"/t/{room.code}") as page:
        assert page.status_code == 200
        return page.get_data(as_text=True)


def ask(client: FlaskClient, room: Room) -> Any:
    return client.post(f"/t/{room.code}/advice", headers=JSON)


# --- what was agreed on ---------------------------------------------------------------------------


@pytest.mark.rule("boomtown.table.advice")
@pytest.mark.parametrize(
    ("advice", "people", "allowed"),
    [("off", 1, False), ("alone", 1, True), ("alone", 2, False), ("on", 2, True)],
)
def test_a_bot_advises_only_where_it_was_agreed_on(
    site: Site, client: FlaskClient, advice: str, people: int, allowed: bool
) -> None:
    adviser = with_adviser(site)
    room, players = begun(site, advice, people)
    sits(client, players[0])
    assert ('data-press="advice"' in shown(client, room)) is allowed
    assert ("chip law aided" in shown(client, room)) is allowed, "everybody sees it"
    reply = ask(client, room)
    if allowed:
        assert reply.status_code == 302
        assert len(adviser.asked) == 1
        page = shown(client, room)
        assert 'class="advice"' in page
    else:
        assert (reply.status_code, reply.json["rule"]) == (409, "boomtown.table.advice")
        assert reply.json["error"] == "At this table no advice was agreed on."
        assert not adviser.asked


def test_one_who_leaves_among_people_leaves_the_other_without_advice(
    site: Site, client: FlaskClient
) -> None:
    room, players = begun(site, "alone", 2)
    site.tables.leave(room.code, players[1], "deputy")
    sits(client, players[0])
    assert ask(client, room).json["rule"] == "boomtown.table.advice"


def test_a_form_without_a_word_advises_whoever_plays_alone(client: FlaskClient, site: Site) -> None:
    def made(**form: str) -> TableInfo:
        with client.post("/tables", data={"game": "high_noon", "seats": "3", **form}) as reply:
            return site.tables.get_one(reply.location.rpartition("/")[2])

    assert made().advice == "alone"
    assert made(advice="nonsense").advice == "alone"
    off = made(advice="off")
    assert off.advice == "off"
    assert "Advice of a bot" in shown(client, site.rooms.get(off.code))  # type: ignore[arg-type]
    assert rematch(site, made(advice="on"), off.host).advice == "on"
    with client.post("/games/high_noon/play") as reply:
        assert site.tables.get_one(reply.location.rpartition("/")[2]).advised


@pytest.mark.parametrize(
    ("advice", "people", "rated"), [("off", 1, True), ("alone", 1, False), ("alone", 2, True)]
)
def test_a_match_with_advice_is_not_rated(
    site: Site, advice: str, people: int, rated: bool
) -> None:
    room, _ = begun(site, advice, people, options={"rounds": 1, "lives": 1})
    while room.playing().match.outcome is None:
        answer_any(room, room.playing().match.asked()[0])
    with site.database.reading() as session:
        row = session.get_one(MatchRow, room.playing().id)
        assert (row.rating == Rating.DUE) is rated


# --- asking ---------------------------------------------------------------------------------------


@pytest.mark.rule("boomtown.table.advice")
def test_the_highest_level_advises_and_a_second_press_does_nothing(
    site: Site, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    adviser = with_adviser(site)
    room, [player] = begun(site, "alone", bot="marshal")
    sits(client, player)
    assert ask(client, room).status_code == 302
    assert ask(client, room).status_code == 302
    assert [level for level, *_ in adviser.asked] == ["marshal"]
    assert adviser.asked[0][2] == 1.0, "the time that the table gives its marshals"
    for seat in list(room.playing().match.asked()):
        answer_any(room, seat)
    while Seat(0) not in room.playing().match.asked():
        answer_any(room, room.playing().match.asked()[0])
    assert 'class="advice"' not in shown(client, room), "another question"
    soon = ask(client, room)
    assert (soon.status_code, soon.json["rule"]) == (409, "boomtown.table.advice")
    assert "again in" in soon.json["error"]
    monkeypatch.setattr(advising_module, "AGAIN", 0)
    assert ask(client, room).status_code == 302
    assert len(adviser.asked) == 2


def test_while_a_bot_thinks_the_page_says_so(site: Site, client: FlaskClient) -> None:
    adviser = with_adviser(site, late=True)
    room, [player] = begun(site, "alone")
    sits(client, player)
    thought = site.advising.ask(room, Seat(0))
    assert site.advising.ask(room, Seat(0)) is thought
    assert len(adviser.asked) == 1
    assert "thinks …" in shown(client, room)
    assert adviser.late is not None
    adviser.late.set_result(
        [msgspec.to_builtins(Advice("duck", 5200, 9000, Reason.CLEAR, 410, 90, 40))]
    )
    page = shown(client, room)
    assert "wins about 52 %" in page
    assert "4 % more than the next best" in page


@pytest.mark.parametrize("fails", [TooSlow("late"), WorkFailed("broken"), CancelledError()])
def test_a_bot_that_fails_may_be_asked_again(
    site: Site, client: FlaskClient, fails: Exception
) -> None:
    adviser = with_adviser(site, fails=fails)
    room, [player] = begun(site, "alone")
    sits(client, player)
    assert ask(client, room).status_code == 503
    adviser.fails = None
    assert ask(client, room).status_code == 302


@pytest.mark.rule("boomtown.table.advice")
def test_whoever_is_not_asked_gets_no_advice(site: Site, client: FlaskClient) -> None:
    with_adviser(site)
    room, [player] = begun(site, "on")
    assert ask(client, room).json["rule"] == "boomtown.table.seated"
    sits(client, player)
    for seat in list(room.playing().match.asked()):
        answer_any(room, seat)
    if Seat(0) not in room.playing().match.asked():
        reply = ask(client, room)
        assert reply.json["error"] == "You are not asked anything now."
    site.tables.leave(room.code, player, "deputy")
    assert ask(client, room).json["error"] == "You are not asked anything now."


def test_worker_processes_give_advice_from_the_seat_alone(app: Flask, site: Site) -> None:
    """What reaches a process is a snapshot; the same seed advises the same in two worlds."""
    match = Match.unrecorded(find_game("cash_n_guns"), 4, chance=Chance.seeded("worlds"))
    seat, seed = match.asked()[0], bytes(32)
    found = []
    for number in range(3):
        world = match.clone()
        world.redraw(seat, Chance.seeded(number))
        found.append(thought("cash_n_guns", save(world, lines=False), seat, "deputy", seed, 60.0))
    assert found == [found[0]] * 3
    assert msgspec.convert(found[0], list[Advice])


def test_every_reason_has_words_in_every_language() -> None:
    for language in LANGUAGES:
        words = site_wording(language)
        for reason in Reason:
            for gain in (-900, 0, 900):
                one = Advice("a", 5000, 5000, reason, gain, 150, 40)
                if reason in (Reason.CLEAR, Reason.HABIT, Reason.ONLY, Reason.CLOSE):
                    assert reason_of(words, one, first=True)
                if reason in (Reason.CLOSE, Reason.BEHIND):
                    assert reason_of(words, one, first=False)
        assert not words.missing


# --- hints ----------------------------------------------------------------------------------------


def hint_in(page: str) -> list[str]:
    """The hints of a page, those first that can be seen."""
    return [part.partition('"')[0] for part in page.split('data-hint="')[1:]]


def test_a_hint_is_shown_until_it_was_read(site: Site, client: FlaskClient) -> None:
    room, [player] = begun(site, "off")
    sits(client, player)
    assert hint_in(shown(client, room)) == ["stand", "aim", "sunset"]
    with client.post(f"/t/{room.code}/hint", data={"key": "stand"}) as reply:
        assert reply.status_code == 302
    assert hint_in(shown(client, room)) == ["aim", "sunset"]
    other, _ = begun(site, "off")
    site.tables.admit(other.code, player)
    wrong: Any = client.post(f"/t/{room.code}/hint", data={"key": "no such"}, headers=JSON)
    assert (wrong.status_code, "key" in wrong.json["error"]) == (422, True)
    stranger: Any = client.post(f"/t/{other.code}/hint", data={"key": "aim"}, headers=JSON)
    assert stranger.json["rule"] == "boomtown.table.seated"


def test_hints_are_kept_for_the_person_and_can_be_switched_off_and_on(
    site: Site, client: FlaskClient
) -> None:
    room, [player] = begun(site, "off")
    sits(client, player)
    client.post(f"/t/{room.code}/hint", data={"key": "stand"}).close()
    kept = site.people.get(player)
    assert kept is not None
    assert kept.hints.seen == ("high_noon stand",)
    client.post(f"/t/{room.code}/hints", data={"on": "false"}).close()
    page = shown(client, room)
    assert hint_in(page) == []
    assert 'id="set-hints" name="on" value="true"><' in page.replace(" checked", "!")
    client.post(f"/t/{room.code}/hints", data={"on": "true"}).close()
    assert hint_in(shown(client, room))[0] == "stand", "from the first on"
    client.post(f"/t/{room.code}/hint", data={"key": "stand", "off": "1"}).close()
    assert hint_in(shown(client, room)) == []
    with client.get("/me/export.json") as export:
        assert export.json is not None
        assert export.json["person"]["hints"]["off"] is True
    site.people.forget(player)
    forgotten = site.people.get(player)
    assert forgotten is not None
    assert not forgotten.hints.off


def test_what_can_i_do_tells_what_each_answer_does(site: Site, client: FlaskClient) -> None:
    room, [player] = begun(site, "off")
    sits(client, player)
    page = shown(client, room)
    assert 'data-press="unfold"' in page
    assert "No shot now, one more die with your next one." in page
    assert "A choice may be changed until the last one is in" in page, "the rule itself"


def test_whoever_is_out_is_told_no_hints() -> None:
    """They were told about arrows when they were dead."""
    game = find_game("bang_dice")
    match = Match.unrecorded(game, 4, chance=Chance.seeded("hints of the dead"))
    me = next(seat for seat in match.all_seats if match.question(seat) is None)
    page: Any = SimpleNamespace(
        me=me, replay=False, stood_in=False, outcome=None, question=None, guide=None, game=game,
        table=SimpleNamespace(advised=False), w=SimpleNamespace(say=str), hope="",
    )  # fmt: skip
    assert aid_for(page, match, SeenHints(), None).hints
    page.hope = "Your side can still win."
    assert not aid_for(page, match, SeenHints(), None).hints
