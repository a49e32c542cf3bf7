"""The laboratory on the site: asking, stopping, figures, plots, matches, and its budgets."""

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

from boomtown.lab.studies.running import Result, run
from boomtown.lab.studies.study import Study
from boomtown.plugins import find_game
from boomtown.store.experiments import Experiment, Experiments
from boomtown.store.models import Trial
from boomtown.web.lab import laboratory, routes
from boomtown.web.lab.laboratory import Laboratory
from boomtown.web.site import Site
from sites import app_in, eventually, site_of
from visitors import Person

SMALL = {"game": "bang_dice", "seats": "4", "bots": "random", "matches": "12", "seed": "small"}
WHAT_IF = {**SMALL, "change": "sheriff_bonus", "value": "6", "skill": "true"}


def asked(client: FlaskClient, form: dict[str, str]) -> str:
    """The id of a study that a form asks for."""
    answer = client.post("/lab", data=form)
    assert answer.status_code == 302, answer.get_data(as_text=True)
    return answer.location.rpartition("/")[2]


def finished(site: Site, id: str) -> Experiment:
    while site.laboratory.tend():
        pass
    found = site.laboratory.experiments.get(id)
    assert found is not None
    return found


@pytest.fixture
def me(app: Flask) -> FlaskClient:
    return Person(app, "Annie").client


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FlaskClient, str]]:
    """A what-if that is finished, and somebody who looks at it."""
    with app_in(tmp_path_factory.mktemp("studied")) as app:
        client = Person(app, "Annie").client
        id = asked(client, WHAT_IF)
        finished(site_of(app), id)
        yield client, id


def text(client: FlaskClient, path: str) -> str:
    with client.get(path) as answer:
        assert answer.status_code == 200, path
        return answer.get_data(as_text=True)


# --- a study --------------------------------------------------------------------------------------


def test_a_study_is_played_to_the_result_of_the_command_line(site: Site, me: FlaskClient) -> None:
    id = asked(me, WHAT_IF)
    assert "0 of 36 matches" in text(me, f"/lab/{id}")
    site.laboratory.tend()
    assert "About" in text(me, f"/lab/{id}?part=1")
    done = finished(site, id)
    assert (done.state, done.played, done.total) == (Trial.DONE, 36, 36)
    studies = msgspec.json.decode(done.studies, type=list[Study])
    result = msgspec.json.decode(done.result, type=Result)
    assert result.digest == run(studies, processes=1).digest
    html = text(me, f"/lab/{id}")
    assert result.digest in html
    assert "--what-if sheriff_bonus=6" in html
    assert "Compared with: The Sheriff&#39;s extra life: 6." in html


def test_a_bot_is_told_from_a_role_of_the_same_name(studied: tuple[FlaskClient, str]) -> None:
    me, id = studied
    html = text(me, f"/lab/{id}")
    assert "Random (bot)" in html
    assert "Deputy, medium (bot)" in text(me, "/lab?game=bang_dice")
    assert "Deputy, medium (bot)" in text(me, "/compare?c=bang_dice&topic=facets")


def test_every_plot_has_a_table_with_the_same_matches(studied: tuple[FlaskClient, str]) -> None:
    me, id = studied
    html = text(me, f"/lab/{id}")
    charts = re.findall(r'data-chart="([^"]+)"', html)
    assert {"what-if", "share-role", "share-seat", "length", "curve", "skill"} <= set(charts)
    assert "Seat D" in html.partition('id="title-share-seat"')[2].partition("</section>")[0]
    for chart in charts:
        with me.get(f"/lab/{id}/plots/{chart}.svg") as answer:
            drawn = answer.get_data(as_text=True)
            assert answer.mimetype == "image/svg+xml"
        assert "style" not in drawn  # the site forbids it
        links = set(re.findall(r'href="(/lab/[^"]+)"', drawn))
        section = html.partition(f'id="title-{chart}"')[2].partition("</section>")[0]
        rows = set(re.findall(r'href="(/lab/[^"]+)" aria', section))
        assert links, chart
        assert links <= rows
    assert me.get(f"/lab/{id}/plots/share-moon.svg").status_code == 404


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_everything_is_said_in_three_languages(
    studied: tuple[FlaskClient, str], language: str
) -> None:
    annie, id = studied
    me = Person(annie.application, "Bill").client
    me.post("/me", data={"name": "Bill", "lang": language, "theme": "auto"})
    pages = [text(me, path) for path in ("/lab?game=bang_dice", "/lab", f"/lab/{id}")]
    pages.append(text(me, f"/lab/{id}/plots/share-first.svg"))
    for html in pages:
        assert not re.search(r">\s*(lab|names|nav)\.[a-z_.]+", html)
    word = {"en": "All others", "es": "Todos los demás", "ru": "Все остальные"}[language]
    assert word in pages[2]
    assert word in pages[3]


def test_a_point_opens_its_match_as_a_replay(studied: tuple[FlaskClient, str]) -> None:
    me, id = studied
    html = text(me, f"/lab/{id}")
    for run_number in (0, 1):
        url = re.search(rf'href="(/lab/{id}/{run_number}/\d+)"', html)
        assert url is not None
        replay = text(me, url[1])
        assert "stored nowhere" in replay
        assert 'id="scrub"' in replay
        part = text(me, f"{url[1]}?at=5&part=1")
        assert "<!doctype" not in part
    assert me.get(f"/lab/{id}/2/0").status_code == 404
    assert me.get(f"/lab/{id}/0/18").status_code == 404
    assert me.get(f"/lab/{id}/0/3?seat=moon").status_code == 404


def test_the_figures_can_be_taken_along(site: Site, me: FlaskClient) -> None:
    id = asked(me, SMALL)
    finished(site, id)
    rows = list(csv.DictReader(io.StringIO(text(me, f"/lab/{id}.csv").removeprefix("\ufeff"))))
    assert {"role", "seat", "length"} <= {row["what"] for row in rows}
    kept = json.loads(text(me, f"/lab/{id}.json"))
    assert kept["arms"][0]["study"]["seed"] == "small"
    assert kept["arms"][0]["tally"]["matches"] == 12


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        ({"matches": "9"}, "matches", "expected 10 to 2000"),
        ({"matches": "many"}, "matches", "expected a whole number"),
        ({"seats": "12"}, "seats", "for 3 to 8 players"),
        ({"bots": "marshal"}, "bots", "one of"),
        ({"bot.2": "genius"}, "bots", "one of"),
        ({"o.arrows": "99"}, "arrows", "a whole number from 4 to 20"),
        ({"change": "arrows", "value": "3"}, "value", "a whole number from 4 to 20"),
        ({"change": "arrows"}, "value", "nothing was chosen"),
        ({"change": "moon", "value": "3"}, "value", "no such constant"),
        ({"o.ghost": "true"}, "options", "Ghost"),
        ({"seed": "x" * 61}, "seed", "at most 60"),
    ],
)
def test_what_cannot_be_played_is_named_at_its_field(
    site: Site, me: FlaskClient, change: dict[str, str], field: str, says: str
) -> None:
    answer = me.post("/lab", data={**SMALL, **change})
    html = answer.get_data(as_text=True)
    assert answer.status_code == 422
    wrong = html.partition(f'id="wrong-{field}"')[2].partition("</p>")[0]
    assert says in wrong
    assert site.laboratory.experiments.open() == []


def test_unknown_games_and_studies_are_not_found(me: FlaskClient) -> None:
    assert me.get("/lab?game=poker").status_code == 404
    assert me.post("/lab", data={"game": "poker"}).status_code == 404
    assert me.get("/lab/nowhere").status_code == 404
    assert me.get("/lab/nowhere.csv").status_code == 404
    assert me.post("/lab/nowhere/stop").status_code == 404


def test_whoever_asked_may_stop_and_nobody_else(site: Site, me: FlaskClient) -> None:
    id = asked(me, SMALL)
    site.laboratory.tend()
    other = Person(me.application, "Bill").client
    refused = other.post(f"/lab/{id}/stop", headers={"Accept": "application/json"})
    assert refused.status_code == 409
    assert refused.json == {
        "ok": False,
        "error": "Only whoever asked for this study can stop it.",
        "rule": "boomtown.lab.own",
    }
    assert f'action="/lab/{id}/stop"' not in text(other, f"/lab/{id}")
    assert f'action="/lab/{id}/stop"' in text(me, f"/lab/{id}")
    assert me.post(f"/lab/{id}/stop").status_code == 302
    stopped = finished(site, id)
    assert (stopped.state, stopped.played) == (Trial.STOPPED, 1)
    assert "was stopped" in text(me, f"/lab/{id}")


def test_the_queue_is_nobodys_alone(tmp_path: Path) -> None:
    with app_in(tmp_path, limits=True) as app:
        here = site_of(app)
        client = Person(app, "Annie").client
        for _ in range(routes.OPEN_OF_PERSON):
            asked(client, SMALL)
        refused = client.post("/lab", data=SMALL, headers={"Accept": "application/json"})
        assert refused.status_code == 429
        assert refused.json is not None
        assert refused.json["rule"] == "boomtown.lab.queue"
        assert "2 of your studies are under way already" in refused.json["error"]
        assert len(here.laboratory.experiments.open()) == routes.OPEN_OF_PERSON
        for _ in range(routes.OPEN_OF_ADDRESS - routes.OPEN_OF_PERSON):
            asked(app.test_client(), SMALL)
        stranger = app.test_client()
        assert stranger.post("/lab", data=SMALL).status_code == 429
        with stranger.session_transaction() as session:
            assert "player" not in session


# --- going on -------------------------------------------------------------------------------------


def test_a_study_goes_on_after_a_restart_and_counts_nothing_twice(
    site: Site, me: FlaskClient
) -> None:
    id = asked(me, SMALL)
    site.laboratory.tend()
    before = site.laboratory.experiments.get(id)
    assert before is not None
    assert before.played == 1
    another = Laboratory(Experiments(site.database), 0)
    another.tend()
    values = {"progress": before.progress, "result": before.result, "played": 2, "spent": 1}
    assert not site.laboratory.experiments.advance(before, **values)  # type: ignore[arg-type]
    done = finished(site, id)
    studies = msgspec.json.decode(done.studies, type=list[Study])
    assert msgspec.json.decode(done.result, type=Result) == run(studies, processes=1)


def test_one_that_does_not_lead_plays_nothing(site: Site, me: FlaskClient) -> None:
    asked(me, SMALL)
    other = Laboratory(site.laboratory.experiments, 0, leads=lambda: False)
    assert other.tend() is False
    assert site.laboratory.experiments.open()[0].played == 0


def test_another_version_of_the_game_ends_it(
    site: Site, me: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = asked(me, SMALL)
    site.laboratory.tend()

    def later(id: str) -> object:
        from dataclasses import replace

        return replace(find_game(id), version="99")

    monkeypatch.setattr(laboratory, "find_game", later)
    assert finished(site, id).state is Trial.FAILED
    assert "The game has another version now" in text(me, f"/lab/{id}")


def test_a_study_has_so_much_time_and_no_more(
    site: Site, me: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laboratory, "MOST_SPENT", -1)
    stopped = finished(site, asked(me, SMALL))
    assert (stopped.state, stopped.problem) == (Trial.STOPPED, "time")


def test_somebody_who_is_forgotten_leaves_the_study_nameless(site: Site, me: FlaskClient) -> None:
    id = asked(me, SMALL)
    one = site.laboratory.experiments.get(id)
    assert one is not None
    assert one.player is not None
    site.people.forget(one.player)
    left = site.laboratory.experiments.get(id)
    assert left is not None
    assert left == structs.replace(one, player=None, origin="")


@pytest.fixture
def with_processes(tmp_path: Path) -> Iterator[tuple[Site, FlaskClient]]:
    with app_in(tmp_path, lab_processes=1) as app:
        here = site_of(app)
        here.laboratory.start()
        client = Person(app, "Annie").client
        yield here, client


@pytest.mark.soak
def test_worker_processes_play_it(with_processes: tuple[Site, FlaskClient]) -> None:
    site, client = with_processes
    id = asked(client, SMALL)

    def is_done() -> bool:
        found = site.laboratory.experiments.get(id)
        return found is not None and found.state is Trial.DONE

    eventually(is_done)
    assert site.laboratory.numbers().done >= 1
    done = site.laboratory.experiments.get(id)
    assert done is not None
    studies = msgspec.json.decode(done.studies, type=list[Study])
    result = msgspec.json.decode(done.result, type=Result)
    assert result.digest == run(studies, processes=1).digest
