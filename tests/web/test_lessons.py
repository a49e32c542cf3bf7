"""Lessons at real tables: begun, guided, answered wrongly, left, and there after a restart."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask

from boomtown.core import By, Refused, Seat
from boomtown.lessons.script import script_of
from boomtown.plugins import find_game, installed_games
from boomtown.store.models import MatchRow, Rating
from boomtown.store.tables import Phase
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.lobby import turns_waiting
from boomtown.web.tables.seating import teach
from sites import eventually, started
from visitors import Person, landed, room_of

CASH = find_game("cash_n_guns")
ME = Seat(0)
GUIDE = re.compile(r'<section id="part-guide".*?</section>', re.DOTALL)


def taught(site: Site) -> Room:
    """A lesson that begins, with the others at play."""
    player = site.people.add("Ann", "en").id
    script = script_of(CASH, "first")
    assert script is not None
    room = site.rooms.get(teach(site, script, player, "en").code)
    assert room is not None
    return room


def step(room: Room) -> int | None:
    """The step that waits for the learner, once everybody else has answered."""
    with room.lock:
        live = room.playing()
        assert live.script is not None
        return live.script.step_at(live.match) if live.match.asked() == [ME] else None


def do(room: Room, number: int) -> None:
    """Does what a step waits for."""
    eventually(lambda: step(room) == number, f"step {number} is never asked")
    with room.lock:
        live = room.playing()
        assert live.script is not None
        room.answer(ME, live.script.answer(live.match, ME)[0])


def guide(person: Person, code: str) -> str:
    """What the guide of a table says."""
    found = GUIDE.search(person.read(f"/t/{code}"))
    assert found is not None
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def test_a_lesson_is_played_to_its_end_with_others_who_follow_it(site: Site) -> None:
    room = taught(site)
    site.house.start()
    for number in range(9):
        do(room, number)
        room._live = None  # as after a restart, in the middle of everything
    with room.lock:
        live = room.playing()
        assert live.script is not None
        assert live.script.done(live.match) == 9
        assert [one.wounds for one in live.match.state.gangsters][:3] == [0, 0, 1]
    lines = site.matches.lines(live.id)
    assert {line.line.by for line in lines if line.line.seat == ME} <= {By.PLAYER, By.RULE}
    assert not room.table.listed


def test_the_end_of_a_lesson_leads_to_a_real_match_and_not_to_a_rematch(
    app: Flask, site: Site
) -> None:
    ann = Person(app, "Ann")
    with ann.post("/games/shadows_west/lessons/first") as response:
        code = landed(response).removeprefix("/t/")
    room = room_of(ann, code)
    script = room.playing().script
    assert script is not None
    site.house.start()
    for number in range(len(script.steps)):
        do(room, number)
    eventually(lambda: room.table.phase is Phase.ENDED)
    page = ann.read(f"/t/{code}")
    assert "Play a real match" in page
    assert f"/t/{code}/rematch" not in page


@pytest.mark.rule("boomtown.lesson.other")
def test_another_answer_is_refused_in_the_words_of_the_lesson(app: Flask, site: Site) -> None:
    ann = Person(app, "Ann")
    with ann.post("/games/cash_n_guns/lessons/first") as response:
        code = landed(response).removeprefix("/t/")
    room = room_of(ann, code)
    before = room.playing().match.hash()
    with ann.post(f"/t/{code}/answer", a="click", number="0") as refused:
        assert refused.status_code == 409
        page = refused.get_data(as_text=True)
        assert "this time load a Bang!" in page
        assert f'href="/t/{code}"' in page  # who has no script goes back and tries again
    with Person(app, "Bob").post(f"/t/{code}/answer", a="click", number="0") as strange:
        assert f'href="/t/{code}"' not in strange.get_data(as_text=True)
    assert room.playing().match.hash() == before
    assert ann.send(f"/t/{code}/answer", a="bang", number="0") == 200
    with pytest.raises(Refused) as why:
        room.answer(ME, "click")  # it may be changed, but not for that
    assert why.value.refusal.key == "boomtown.lesson.other.first.click_later"


def test_the_guide_says_where_one_is_and_what_to_do(app: Flask, site: Site) -> None:
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    assert "Your first hold-up" in ann.read("/games/cash_n_guns/learn")
    with ann.post("/games/cash_n_guns/lessons/first") as response:
        code = landed(response).removeprefix("/t/")
    said = guide(ann, code)
    assert "Step 1 of 9" in said
    assert "Load a Bang!" in said
    site.house.start()
    ann.post(f"/t/{code}/guide/show", number="0")
    eventually(lambda: step(room_of(ann, code)) == 1)
    assert "Aim at Cass" in guide(ann, code)
    bob.get(f"/i/{ann.table(code).invite}")
    assert guide(bob, code) == "", "who looks on is not taught"
    ann.post("/me", name="Ann", lang="ru")
    assert "Шаг 2 из 9" in guide(ann, code)
    ann.post("/me", name="Ann", lang="es")
    assert "Apunta a Cass" in guide(ann, code)


def test_a_lesson_is_left_at_any_point_and_its_table_is_closed(app: Flask) -> None:
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    with ann.post("/games/cash_n_guns/lessons/first") as response:
        code = landed(response).removeprefix("/t/")
    bob.get(f"/i/{ann.table(code).invite}")
    assert bob.send(f"/t/{code}/guide/leave") == 409
    with ann.post(f"/t/{code}/guide/leave") as response:
        assert landed(response) == "/games/cash_n_guns/learn"
    assert ann.table(code).phase is Phase.ENDED


def test_what_is_no_lesson_is_not_found(app: Flask, site: Site) -> None:
    ann = Person(app, "Ann")
    assert ann.send("/games/cash_n_guns/lessons/last") == 404
    assert ann.send("/games/no_game/lessons/first") == 404
    ann.read("/games/no_game/learn", 404)
    with ann.post("/games/cash_n_guns/play", seats="4") as response:
        code = landed(response).removeprefix("/t/")
    assert guide(ann, code) == ""
    assert ann.send(f"/t/{code}/guide/show", number="0") == 404
    assert ann.send(f"/t/{code}/guide/leave") == 404


def test_an_old_click_on_show_me_changes_nothing(app: Flask) -> None:
    ann = Person(app, "Ann")
    with ann.post("/games/cash_n_guns/lessons/first") as response:
        code = landed(response).removeprefix("/t/")
    assert ann.send(f"/t/{code}/guide/show", number="7") == 409
    assert ann.send(f"/t/{code}/guide/show", number="x") == 422
    assert room_of(ann, code).playing().match.number == 0


def test_after_the_last_step_it_is_played_to_its_end_and_never_rated(site: Site) -> None:
    room = taught(site)
    learner = room.table.seats[0].player or ""
    assert turns_waiting(site, learner) == [room.code]
    with room.lock:
        live = room.playing()
        while (match := live.match).outcome is None:
            seat = match.asked()[-1]
            assert live.script is not None
            if live.script.over(match):
                assert turns_waiting(site, learner) == [], "it need not be played on"
            told = live.script.answer(match, seat)
            room.answer(seat, told[0] if told else match.choice(seat).offers()[0])
    assert room.table.phase is Phase.ENDED
    with site.database.reading() as session:
        row = session.get_one(MatchRow, live.id)
        assert row.ended is not None
        assert row.rating == Rating.NO


def test_a_lesson_that_was_rewritten_teaches_no_table_that_began_before(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = taught(site)
    script = room.playing().script
    assert script is not None
    monkeypatch.setattr(type(script), "begins", lambda self, start: False)
    room._live = None
    assert room.playing().script is None
    room.answer(ME, "click")  # a match like any other


def test_other_tables_are_taught_nothing(site: Site) -> None:
    room, _ = started(site, "cash_n_guns", 1, 4)
    assert room.playing().script is None


def test_how_to_play_leads_to_a_primer_and_not_to_the_law(app: Flask) -> None:
    ann = Person(app, "Ann")
    for game in installed_games():
        way = f'href="/games/{game.id}/learn"'
        assert way in ann.read("/")
        assert way in ann.read(f"/games/{game.id}")
        primer = ann.read(f"/games/{game.id}/learn")
        assert f'href="/rules/{game.id}"' in primer
        assert (game.page is None) == ('id="symbols"' not in primer)


def test_a_lesson_does_not_offer_to_take_back_what_cannot_be_taken_back(
    app: Flask, site: Site
) -> None:
    """In the third step of it nothing was learned since: Undo was offered, and refused."""
    ann = Person(app, "Ann")
    with ann.post("/games/bang_dice/lessons/first") as response:
        code = landed(response).removeprefix("/t/")
    room = room_of(ann, code)
    site.house.start()
    do(room, 0)
    do(room, 1)
    eventually(lambda: step(room) == 2)
    assert room.playing().match.undoable
    page = ann.read(f"/t/{code}")
    assert 'id="send"' in page
    assert 'data-press="undo"' not in page
    assert "/undo" not in page
