"""The review of a match on the site: who may read what, progress, restarts, budgets, bad input."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import structs

from boomtown.core.outcome import Part
from boomtown.core.seats import Seat
from boomtown.lab.reviews.figures import Choices, Curve, Effort
from boomtown.plugins import find_game
from boomtown.store.experiments import Experiments
from boomtown.store.models import Trial
from boomtown.store.reviews import OPEN, Review, Reviews
from boomtown.web.lab.laboratory import Laboratory
from boomtown.web.replays.replay_page import Seen
from boomtown.web.reviews import dear, desk, routes
from boomtown.web.reviews.desk import ReviewDesk
from boomtown.web.reviews.pages import ReviewPage
from boomtown.web.site import Site
from played import noon as shown
from replays import match_of
from sites import app_in, eventually, site_of
from visitors import Person, signed_in

HASTY = Effort(far=2, near=2, luck=2, deals=2, first=8, second=8)
JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dear, "EFFORT", HASTY)


def made(site: Site, id: str) -> dict[str, Review]:
    while site.laboratory.tend():
        pass
    return site.desk.reviews.of(id)


def text(client: FlaskClient, path: str) -> str:
    with client.get(path) as answer:
        assert answer.status_code == 200, path
        return answer.get_data(as_text=True)


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, FlaskClient, str]]:
    """A review that is finished, whoever sat there, and the match."""
    with app_in(tmp_path_factory.mktemp("reviewed")) as app, pytest.MonkeyPatch.context() as patch:
        patch.setattr(dear, "EFFORT", HASTY)
        room, player = shown(site_of(app))
        me, id = signed_in(app.test_client(), player), match_of(room)
        assert me.post(f"/matches/{id}/review").status_code == 302
        made(site_of(app), id)
        yield app, me, id


# --- reading --------------------------------------------------------------------------------------


def test_it_is_asked_for_once_made_with_progress_and_kept(site: Site, app: Flask) -> None:
    room, player = shown(site)
    me, id = signed_in(app.test_client(), player), match_of(room)
    path = f"/matches/{id}/review"
    assert "Nobody has asked for this review yet" in text(me, path)
    assert site.desk.reviews.of(id) == {}, "reading asks for nothing"
    for _ in range(2):
        assert me.post(path).location == path
    assert set(site.desk.reviews.of(id)) == {OPEN, "A"}
    assert "It waits for its turn" in text(me, path)
    site.laboratory.tend()
    part = text(me, f"{path}?part=1")
    assert "<!doctype" not in part
    total = int(re.findall(r'data-total="(\d+)"', part)[0])
    assert f"2 of {total} steps" in part
    done = made(site, id)
    assert {part.state for part in done.values()} == {Trial.DONE}
    assert sum(part.done for part in done.values()) == total
    html = text(me, path)
    assert "The review is finished" in html
    assert html.count("<li data-line=") == 3, "the three largest decisions"
    assert 'action="' + path not in html


def test_every_point_opens_the_replay_from_which_one_plays_on(
    reviewed: tuple[Flask, FlaskClient, str],
) -> None:
    _, me, id = reviewed
    html = text(me, f"/matches/{id}/review").replace("&amp;", "&")
    own = re.findall(rf'href="(/matches/{id}\?at=\d+&seat=A)"', html)
    shared = re.findall(rf'href="(/matches/{id}\?at=\d+&seat=open)"', html)
    assert len(own) >= 3
    assert len(shared) >= 10
    replay = text(me, own[0])
    assert 'name="at" value="' + own[0].partition("at=")[2].partition("&")[0] in replay
    assert f'action="/matches/{id}/branch"' in replay
    drawn = text(me, f"/matches/{id}/review/plot.svg").replace("&amp;", "&")
    assert "style" not in drawn
    assert set(re.findall(r'href="(/matches/[^"]+)"', drawn)) <= set(shared)


def test_whoever_only_watched_reads_everybodys_part_and_no_decision(
    reviewed: tuple[Flask, FlaskClient, str],
) -> None:
    app, me, id = reviewed
    path = f"/matches/{id}/review"
    stranger = app.test_client()
    html = text(stranger, path)
    assert "Turning points" in html
    assert "Your decisions" not in html
    assert 'data-state="done"' in html
    assert "Make the review" not in html, "nothing is missing for them"
    told = json.loads(text(stranger, f"{path}.json"))
    assert told["own"] is None
    assert msgspec.convert(told["open"], Curve).turnings is not None
    assert "decision" not in text(stranger, f"{path}.csv")
    assert "Your decisions" not in text(me, f"{path}?seat=open")


def test_the_figures_can_be_taken_along(reviewed: tuple[Flask, FlaskClient, str]) -> None:
    _, me, id = reviewed
    told = json.loads(text(me, f"/matches/{id}/review.json"))
    curve, own = msgspec.convert(told["open"], Curve), msgspec.convert(told["own"], Choices)
    rows = list(csv.DictReader(io.StringIO(text(me, f"/matches/{id}/review.csv")[1:])))
    count = {what: sum(row["what"] == what for row in rows) for what in ("chance", "decision")}
    assert count == {"chance": 3 * len(curve.points), "decision": len(own.decisions)}
    assert {"deal", "dice"} <= {row["what"] for row in rows}
    mine = json.loads(text(me, "/me/export.json"))["reviews"]
    assert [url.partition("/matches/")[2] for url in mine] == [f"{id}/review.json"]


@pytest.mark.parametrize("language", ["es", pytest.param("ru", marks=pytest.mark.soak)])
def test_everything_is_said_in_the_readers_language(
    reviewed: tuple[Flask, FlaskClient, str], language: str
) -> None:
    app, me, id = reviewed
    with me.session_transaction() as session:
        player = str(session["player"])
    site_of(app).people.change(player, language=language)
    html = text(me, f"/matches/{id}/review")
    assert not re.search(r">\s*review\.[a-z_.]+", html)
    assert {"es": "Tus decisiones", "ru": "Ваши решения"}[language] in html
    assert "⟦" not in html, "seats have names"
    svg = text(me, f"/matches/{id}/review/plot.svg")
    assert {"es": "respuestas", "ru": "ответы"}[language] in svg
    site_of(app).people.change(player, language="en")


def test_endings_replays_and_my_games_lead_there(
    reviewed: tuple[Flask, FlaskClient, str],
) -> None:
    app, me, id = reviewed
    stored = site_of(app).matches.get(id)
    assert stored is not None
    link = f'href="/matches/{id}/review"'
    for path in (f"/t/{stored.table}", f"/matches/{id}", f"/matches/{id}/ending", "/me/games"):
        assert link in text(me, path), path


def test_a_sentence_says_what_decided_it_and_names_come_with_roles(
    reviewed: tuple[Flask, FlaskClient, str],
) -> None:
    app, me, id = reviewed
    stored = site_of(app).matches.get(id)
    assert stored is not None
    assert stored.outcome is not None
    [said] = re.findall(r'id="decided"><b>([^<]+)</b>', text(me, f"/matches/{id}/review"))
    assert said.startswith(("The step that moved the esti", "No single moment decided it: "))
    assert all(stored.names[seat] in said for seat in stored.outcome.winners)
    table = site_of(app).tables.get(stored.table)
    assert table is not None
    were = tuple(Part("role", name) for name in ("sheriff", "outlaw", "renegade"))
    told = structs.replace(stored, parts=were[: len(stored.names)])
    page = ReviewPage(Seen(told, table, find_game("bang_dice"), None), {}, "en")
    assert page.called([Seat(0)]) == f"{stored.names[0]} (Sheriff)"
    assert len(page.labels) == len(stored.names)


def test_only_what_is_more_than_noise_is_called_better_and_the_table_is_one_press_away(
    reviewed: tuple[Flask, FlaskClient, str],
) -> None:
    app, me, id = reviewed
    html = text(me, f"/matches/{id}/review")
    own = msgspec.convert(json.loads(text(me, f"/matches/{id}/review.json"))["own"], Choices)
    sure = {one.line: one.sure for one in own.decisions}
    for line, said in re.findall(r'<li data-line="(\d+)">(.*?)</li>', html, re.DOTALL):
        assert ("Better looked" in said) <= sure[int(line)]
    stored = site_of(app).matches.get(id)
    assert stored is not None
    assert f'<a href="/t/{stored.table}">Back to the table</a>' in html


# --- what cannot be -------------------------------------------------------------------------------


def refusal(client: FlaskClient, path: str, method: str = "GET") -> tuple[int, str | None]:
    with client.open(path, method=method, headers=JSON) as answer:
        assert answer.json is not None
        return answer.status_code, answer.json["rule"]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_foreign_seat_a_running_match_and_an_unknown_one_are_refused(
    site: Site, app: Flask, method: str
) -> None:
    room, player = shown(site)
    me, path = signed_in(app.test_client(), player), f"/matches/{match_of(room)}/review"
    assert refusal(me, f"{path}?seat=B", method) == (409, "boomtown.review.own")
    assert refusal(app.test_client(), f"{path}?seat=A", method) == (409, "boomtown.review.own")
    for seat in ("D", "Z", "AB", ""):
        assert refusal(me, f"{path}?seat={seat}", method) == (404, None)
    assert refusal(me, "/matches/nowhere/review", method) == (404, None)
    running, somebody = shown(site, lines=3)
    going_on = f"/matches/{match_of(running)}/review"
    assert refusal(signed_in(app.test_client(), somebody), going_on, method) == (
        409,
        "boomtown.table.ended",
    )
    assert site.desk.reviews.open() == []


def test_a_table_that_is_not_listed_tells_strangers_nothing(site: Site, app: Flask) -> None:
    room, player = shown(site, listed=False)
    path = f"/matches/{match_of(room)}/review"
    for ending in ("", ".csv", ".json", "/plot.svg"):
        assert app.test_client().get(path + ending).status_code == 404
    assert signed_in(app.test_client(), player).get(path).status_code == 200


def test_there_is_no_plot_before_there_are_points(site: Site, app: Flask) -> None:
    room, player = shown(site)
    me, path = signed_in(app.test_client(), player), f"/matches/{match_of(room)}/review"
    assert me.get(f"{path}/plot.svg").status_code == 404
    me.post(path)
    assert me.get(f"{path}/plot.svg").status_code == 404


def test_the_queue_is_nobodys_alone(tmp_path: Path) -> None:
    with app_in(tmp_path, limits=True) as app:
        here = site_of(app)
        rooms = [shown(here)[0] for _ in range(routes.OPEN_OF_PERSON + 1)]
        me = Person(app, "Annie").client
        for room in rooms[:-1]:
            assert me.post(f"/matches/{match_of(room)}/review").status_code == 302
        last = f"/matches/{match_of(rooms[-1])}/review"
        assert refusal(me, last, "POST") == (429, "boomtown.review.queue")
        first = f"/matches/{match_of(rooms[0])}/review"
        assert me.post(first).status_code == 302, "it is there already"
        assert len(here.desk.reviews.open()) == routes.OPEN_OF_PERSON


# --- going on -------------------------------------------------------------------------------------


def test_a_review_goes_on_after_a_restart_and_finds_nothing_twice(site: Site, app: Flask) -> None:
    room, player = shown(site)
    id = match_of(room)
    signed_in(app.test_client(), player).post(f"/matches/{id}/review")
    site.laboratory.tend()
    before = site.desk.reviews.of(id)[OPEN]
    assert before.done == 1
    laboratory = Laboratory(Experiments(site.database), 0)  # as another process has it
    ReviewDesk(Reviews(site.database), site.matches, laboratory.turns)
    laboratory.tend()
    late = {"found": before.found, "done": 2, "total": 9, "spent": 1}
    assert not site.desk.reviews.advance(before, **late)  # type: ignore[arg-type]
    done = made(site, id)
    curve = msgspec.json.decode(done[OPEN].found, type=Curve)
    lines = [point.line for point in curve.points]
    assert lines == sorted(set(lines))
    assert done[OPEN].done == done[OPEN].total == len(lines)


def test_a_review_has_so_much_time_and_no_more(
    site: Site, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "MOST_SPENT", -1)
    room, player = shown(site)
    me, id = signed_in(app.test_client(), player), match_of(room)
    me.post(f"/matches/{id}/review")
    parts = made(site, id)
    assert {(part.state, part.problem) for part in parts.values()} == {(Trial.STOPPED, "time")}
    assert "all the time that one review may have" in text(me, f"/matches/{id}/review")


def test_another_version_of_the_game_ends_it(
    site: Site, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, player = shown(site)
    me, id = signed_in(app.test_client(), player), match_of(room)
    me.post(f"/matches/{id}/review")
    monkeypatch.setattr(ReviewDesk, "_is_playable", lambda *_: False)
    assert {part.problem for part in made(site, id).values()} == {"version"}
    assert "another version of the game" in text(me, f"/matches/{id}/review")


def test_whoever_is_forgotten_takes_the_own_part_along(site: Site, app: Flask) -> None:
    room, player = shown(site)
    id = match_of(room)
    signed_in(app.test_client(), player).post(f"/matches/{id}/review")
    made(site, id)
    site.people.forget(player)
    left = site.desk.reviews.of(id)
    assert set(left) == {OPEN}
    assert (left[OPEN].player, left[OPEN].origin) == (None, "")


def test_nobody_who_only_watches_is_asked_about_decisions(site: Site, app: Flask) -> None:
    room, _ = shown(site)
    id = match_of(room)
    watcher = Person(app, "Bill").client
    watcher.post(f"/matches/{id}/review")
    assert set(site.desk.reviews.of(id)) == {OPEN}
    assert "Your own decisions" not in text(watcher, f"/matches/{id}/review")


@pytest.mark.soak
def test_worker_processes_make_it(tmp_path: Path) -> None:
    with app_in(tmp_path, lab_processes=1) as app:
        here = site_of(app)
        here.laboratory.start()
        room, player = shown(here)
        id = match_of(room)
        signed_in(app.test_client(), player).post(f"/matches/{id}/review")
        eventually(lambda: here.desk.reviews.open() == [])
        assert {part.state for part in here.desk.reviews.of(id).values()} == {Trial.DONE}
