"""The bench on the site: an author changes everything there, and others may look at examples."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.core.matchfile import export
from boomtown.core.seats import Seat
from boomtown.plugins import find_game
from boomtown.testing import plays, run_examples
from boomtown.testing.bench import Answered, Bench, read_file
from boomtown.testing.bench.opening import fresh
from boomtown.testing.plays import Walk
from boomtown.web.bench import example_routes
from boomtown.web.bench.shelf import BenchShelf
from boomtown.web.site import Site
from boomtown_game_high_noon import GAME
from sites import app_in, site_of, started
from visitors import landed


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The site of an author."""
    with app_in(tmp_path_factory.mktemp("workshop"), development=True) as app:
        yield app


@pytest.fixture
def author(workshop: Flask) -> FlaskClient:
    return workshop.test_client()


def text_of(client: FlaskClient, path: str, code: int = 200) -> str:
    with client.get(path, follow_redirects=True) as response:
        assert response.status_code == code, response.get_data(as_text=True)
        return response.get_data(as_text=True)


def sent(client: FlaskClient, to: str, code: int = 200, /, **fields: object) -> tuple[str, str]:
    """Where a form leads, and what stands there."""
    with client.post(to, data=fields, follow_redirects=True) as response:
        told = response.get_data(as_text=True)
        assert response.status_code == code, told
        return landed(response), told


def laid(client: FlaskClient, **fields: object) -> str:
    """Something on the bench; the address of the bench."""
    return sent(client, "/bench", **fields)[0].rpartition("/")[0].rpartition("/")[0]


def high_noon(client: FlaskClient) -> str:
    return laid(client, game="high_noon", seats="2")


def test_a_die_is_forced_a_value_edited_and_the_match_played_on(author: FlaskClient) -> None:
    here = high_noon(author)
    at, _ = sent(author, f"{here}/0/A/edit", path="gunslingers.1.lives", value="1")
    assert at == f"{here}/1/A"
    at, _ = sent(author, f"{at}/edit", path="gunslingers.1.trick.value", value="shout")
    at, page = sent(author, f"{at}/load", dice="6, 5")
    assert 'name="dice" value="6 5"' in page
    at, _ = sent(author, f"{at}/answer", a="1")
    at, _ = sent(author, f"{here}/4/B/answer", a='"duck"')
    _, page = sent(author, f"{here}/5/B/answer", a='"pass"')
    assert "boomtown_game_high_noon" not in page, "nothing is left on the agenda"
    assert ">by hand<" in page
    kept = text_of(author, f"{here}/6/open/keep?title=One+shot")
    example = text_of(author, f"{here}/6/open/example.md?title=One+shot")
    assert "test_one_shot" in kept
    assert "begin after the last edit" in kept
    assert "step_1" in text_of(author, f"{here}/6/B/keep?from=3")
    assert str(run_examples(GAME, example)) == "1 passed, 0 failed"
    names: dict[str, object] = {}
    exec(text_of(author, f"{here}/6/open/test.py?title=One+shot"), names)
    names["test_one_shot"]()  # type: ignore[operator]  # it is a test


def test_only_an_answer_can_be_taken_back(author: FlaskClient) -> None:
    def undo(page: str) -> str:
        [button] = re.findall(r'<button [^>]*data-press="undo"[^>]*>', page)
        return str(button)

    here = high_noon(author)
    sent(author, f"{here}/0/A/answer", a='"duck"')
    assert "aria-disabled" not in undo(text_of(author, f"{here}/1/B"))
    sent(author, f"{here}/1/B/edit", path="gunslingers.1.lives", value="1")
    assert "aria-disabled" in undo(text_of(author, f"{here}/2/B"))


def test_a_frame_shows_agenda_state_knowledge_chance_and_what_was_done(author: FlaskClient) -> None:
    page = text_of(author, f"{high_noon(author)}/0/A")
    for told in (
        "noon.stand.sealed",
        "boomtown_game_high_noon/rules.py:",
        "gunslingers.1.trick",
        "hidden",
        "shuffle",
        "As it began",
    ):
        assert told in page, told
    assert "/0/A/answer" in page, "the chair is asked"


@pytest.mark.parametrize(
    ("form", "fields", "code", "says"),
    [
        ("edit", {"path": "gunslingers.1.lives", "value": "many"}, 422, "gunslingers.1.lives: Exp"),
        ("edit", {"path": "gunslingers.1.lives", "value": "[1"}, 422, "lives: not JSON: [1"),
        ("edit", {"path": "hat", "value": "1"}, 422, "hat: there is nothing at this place"),
        ("edit", {"value": "1"}, 422, "path: nothing was chosen"),
        ("edit", {"path": "box", "exchange": "box.0"}, 422, "box.0: it is a part of box"),
        ("load", {"shuffles": "[1, 2"}, 422, "shuffles: not JSON"),
        ("answer", {"a": "0"}, 409, "noon.stand.sealed"),
        ("answer", {"a": "[]"}, 422, "refusal"),
        ("answer", {}, 422, "a: nothing was chosen"),
    ],
)
def test_what_is_wrong_is_named_and_changes_nothing(
    author: FlaskClient, form: str, fields: dict[str, object], code: int, says: str
) -> None:
    here = high_noon(author)
    _, page = sent(author, f"{here}/0/A/{form}", code, **fields)
    assert says in page.replace("&#34;", '"').replace("&#39;", "'")
    assert "Frame 0 of 0" in page


def test_whoever_does_something_earlier_drops_the_rest_and_addresses_beyond_are_gone(
    author: FlaskClient,
) -> None:
    here = high_noon(author)
    for number in range(3):
        sent(author, f"{here}/{number}/open/bot")
    assert "Frame 3 of 3" in text_of(author, f"{here}/3/watch")
    sent(author, f"{here}/1/open/late")
    assert "Frame 2 of 2" in text_of(author, f"{here}/2/open")
    for path in (f"{here}/3/open", f"{here}/0/Z", f"{here}/0/C", "/bench/00000000", "/bench/x"):
        text_of(author, path, 404)
    assert sent(author, f"{here}/9/open/bot", 404)
    assert landed(author.post(f"{here}/2/open/undo", follow_redirects=True)) == f"{here}/1/open"


def test_files_stored_matches_and_examples_are_laid_on_the_bench(
    author: FlaskClient, workshop: Flask
) -> None:
    walk = Walk(GAME, next(iter(plays(GAME, 1, "bench"))), recorded=True)
    for _ in walk:
        pass
    of_match = laid(author, file=(BytesIO(export(walk.match).encode()), "match.jsonl"))
    last = len(walk.match.record.lines) if walk.match.record else 0
    assert f"Frame {last} of {last}" in text_of(author, f"{of_match}/{last}/open")
    again = laid(author, file=(BytesIO(text_of(author, f"{of_match}/file").encode()), "x.json"))
    assert f"Frame 1 of {last}" in text_of(author, f"{again}/1/open")
    room, _ = started(site_of(workshop), "high_noon", 2, 2)
    assert room.live is not None
    assert "Frame 0 of 0" in text_of(author, laid(author, match=room.live.id))
    table = text_of(author, f"/t/{room.code}")
    assert f'name="match" value="{room.live.id}"' in table
    assert 'href="/bench/match/' not in table
    text_of(author, f"/bench/match/{room.live.id}", 404)  # who only looks changes nothing
    assert laid(author, game="bang_dice", example="EX01")
    listed = text_of(author, "/bench")
    assert "EX01" in listed


def test_a_file_of_the_command_line_is_laid_on_the_bench(
    author: FlaskClient, workshop: Flask
) -> None:
    shelf = BenchShelf(site_of(workshop).settings.data)
    text_of(author, "/bench/opened", 404)
    shelf.hand(fresh(GAME, 3).text())
    assert "Frame 0 of 0" in text_of(author, "/bench/opened")
    lying = len(shelf.listed())
    text_of(author, "/bench/opened")
    assert len(shelf.listed()) == lying, "a second look lays nothing"
    shelf.hand("nonsense")
    assert "line 1: " in text_of(author, "/bench/opened", 422)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"match": "nobody"}, "match: there is no match nobody"),
        ({"game": "high_noon", "example": "E99"}, "example: high_noon has no example E99"),
        ({"game": "high_noon", "seats": "9"}, "for 2 to 6 players, not 9"),
        ({"text": "{}"}, "line 1: "),
        ({"text": '{"bench": 7}'}, "bench: "),
        ({}, "line 1: the file is empty"),
        ({"game": "no_such_game"}, "no_such_game"),
    ],
)
def test_what_cannot_be_laid_there_is_named(
    author: FlaskClient, fields: dict[str, object], says: str
) -> None:
    assert says in sent(author, "/bench", 422, **fields)[1]


def test_play_goes_on_at_a_table_with_everything_as_it_lies(
    author: FlaskClient, workshop: Flask
) -> None:
    here = high_noon(author)
    at, _ = sent(author, f"{here}/0/A/edit", path="gunslingers.1.lives", value="9")
    path, _ = sent(author, f"{at}/play")
    room = site_of(workshop).rooms.get(path.removeprefix("/t/"))
    assert room is not None
    assert room.playing().match.state.gunslingers[1].lives == 9
    assert room.table.seats[1].bot is not None


def test_the_rules_of_today_play_the_events_of_yesterday(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, game = BenchShelf(tmp_path), find_game("high_noon")
    id = shelf.lay(fresh(game, 2))
    with shelf.at_work(id) as here:
        here.bench.do(Answered(Seat(0), 1))
    before = shelf.read(id)
    assert BenchShelf(tmp_path).read(id).bench.events == before.bench.events
    assert shelf.read(id) is before
    changed = dataclasses.replace(game, version="9.0.0")
    monkeypatch.setattr("boomtown.web.bench.shelf.find_game", lambda _: changed)
    assert shelf.read(id).game is changed
    assert shelf.read(id).bench.last == 1


def test_a_site_for_others_has_no_bench_but_shows_the_works_of_examples(
    client: FlaskClient, site: Site
) -> None:
    text_of(client, "/bench", 404)
    sent(client, "/bench", 404, game="high_noon")
    shown = text_of(client, "/rules/high_noon/examples/E01")
    assert "/rules/high_noon/examples/E01/bench/0/open" in shown
    page = text_of(client, "/rules/high_noon/examples/E01/bench/3/B")
    assert "noon.round.order" in page
    assert "Frame 3 of 3" in page
    assert not re.search(r"<form|method=.post", page)
    kept = example_routes._laid.cache_info().currsize
    for path in ("E99/bench/0/open", "E01/bench/9/open", "E01/bench/0/H", f"E01/bench/{10**30}/B"):
        text_of(client, f"/rules/high_noon/examples/{path}", 404)
    assert example_routes._laid.cache_info().currsize == kept, "what is not there fills no shelf"


@pytest.mark.parametrize("language", ["es", "ru"])
def test_the_bench_speaks_three_languages(author: FlaskClient, language: str) -> None:
    here = high_noon(author)
    with author.get(f"{here}/0/A", headers={"Accept-Language": language}) as response:
        page = response.get_data(as_text=True)
    assert {"es": "Quién sabe qué", "ru": "Кто что знает"}[language] in page


def test_a_bench_file_tells_its_events(author: FlaskClient) -> None:
    here = high_noon(author)
    sent(author, f"{here}/0/open/bot")
    file = read_file(text_of(author, f"{here}/file"))
    assert Bench.opened(GAME, file).last == 1
