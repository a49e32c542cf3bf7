"""The comparison on the wire: how many bytes, packed how, with which tags; and as data."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from boomtown.web.compare.charts import facets_of
from boomtown.web.compare.columns import View
from boomtown.web.compare.compare_pages import ALL, clauses, compared
from boomtown.web.compare.exports import EXPORTED
from boomtown.web.compare.parts import lanes, mechanics_of
from boomtown.web.compare.profiles import profiles_of
from boomtown.web.compare.sides import likeness_view, sums_table
from boomtown.web.guard.packing import packed
from boomtown.web.server import warmup
from sites import app_in

MOST_BYTES = 60 * 1024
SIX = (
    "bang_dice",
    "cash_n_guns",
    "shadows_west",
    "high_noon",
    "bang_dice+ghost",
    "shadows_west+no_townsfolk",
)
PAIR = ("bang_dice", "bang_dice+ghost")
MANUAL = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
MADE_ONCE = (
    clauses,
    compared,
    facets_of,
    lanes,
    likeness_view,
    mechanics_of,
    profiles_of,
    sums_table,
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One site for all: whoever only reads changes nothing."""
    with app_in(tmp_path_factory.mktemp("site")) as app:
        yield app


def get(client: FlaskClient, path: str, language: str = "en", **headers: str) -> TestResponse:
    sent = {"Accept-Language": language, **{k.replace("_", "-"): v for k, v in headers.items()}}
    response = client.get(path, headers=sent)
    with response:
        response.get_data()
    return response


def part_url(part: str, form: str) -> str:
    columns = PAIR if part == "diff" else (*PAIR, "shadows_west")
    return View(columns, part).url(form)


class TestBytes:
    @pytest.mark.parametrize("language", ["ru", "en"])
    def test_the_heaviest_page_is_light(self, client: FlaskClient, language: str) -> None:
        """Russian letters have two bytes; six columns and all topics are the most there is."""
        sent = get(client, View(SIX, ALL).url(), language, Accept_Encoding="gzip")
        assert sent.content_encoding == "gzip"
        assert len(sent.data) <= MOST_BYTES
        assert sent.data.count(b"crow") == 0
        assert gzip.decompress(sent.data).count(b'class="crow"') > 100

    @pytest.mark.parametrize("topic", ["overview", "facets", "flow", "matrix", "likeness"])
    def test_the_others_are_lighter(self, client: FlaskClient, topic: str) -> None:
        sent = get(client, View(SIX, topic).url(), "ru", Accept_Encoding="gzip")
        assert len(sent.data) <= MOST_BYTES

    def test_what_belongs_to_somebody_is_not_packed_with_what_others_can_choose(
        self, client: FlaskClient
    ) -> None:
        """Else lengths would tell what a token begins with."""
        sent = get(client, "/compare?q=token-guess", Accept_Encoding="gzip")
        html = gzip.decompress(sent.data)
        token = re.search(rb'name="csrf_token" value="([^"]+)"', html)
        assert token
        assert token[1] in sent.data, "stored as it is"
        assert b"No question or answer has" not in sent.data, "packed"
        body = html[html.index(b"<main") : html.index(b"</main>")]
        assert token[1] not in body

    def test_whoever_takes_no_gzip_reads_the_same(self, client: FlaskClient) -> None:
        plain = get(client, View(PAIR, "dice").url())
        assert plain.content_encoding is None
        small = get(client, View(PAIR, "dice").url(), Accept_Encoding="gzip")

        def main(html: bytes) -> bytes:
            return html[html.index(b"<main") : html.index(b"</main>")]

        assert main(gzip.decompress(small.data)) == main(plain.data)

    @pytest.mark.parametrize("sizes", [(0, 0, 0), (5, 0, 7), (70_000, 200_000, 140_000)])
    def test_a_file_in_three_stretches_unpacks(self, sizes: tuple[int, int, int]) -> None:
        before, common, after = (bytes(range(256)) * (size // 256 + 1) for size in sizes)
        assert gzip.decompress(packed(before, common, after)) == before + common + after


class TestTags:
    @pytest.mark.parametrize(
        "path",
        [
            View(PAIR, ALL).url(".csv"),
            View(PAIR, "facets").url(".json"),
            View(PAIR, "dice").url() + "&part=1",
            "/api/compare?part=likeness",
            "/api/games",
        ],
    )
    def test_who_has_it_gets_it_not_again(self, client: FlaskClient, path: str) -> None:
        first = get(client, path, Accept_Encoding="gzip")
        assert first.status_code == 200
        assert first.cache_control.no_cache
        assert {"Accept-Language", "Accept-Encoding", "Cookie"} <= set(first.vary)
        tag = first.headers["ETag"]
        again = get(client, path, Accept_Encoding="gzip", If_None_Match=tag)
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert {"Accept-Language", "Accept-Encoding"} <= set(again.vary)

    def test_other_bytes_have_another_tag(self, client: FlaskClient) -> None:
        path = View(PAIR, ALL).url(".csv")
        tags = {
            get(client, path, language, Accept_Encoding=encoding).headers["ETag"]
            for language in ("en", "ru")
            for encoding in ("gzip", "identity")
        }
        assert len(tags) == 4
        spanish = get(client, path, "es", If_None_Match=", ".join(tags))
        assert spanish.status_code == 200

    def test_a_page_of_somebody_is_not_kept(self, client: FlaskClient) -> None:
        page = get(client, "/compare", Accept_Encoding="gzip")
        assert "ETag" not in page.headers
        assert page.cache_control.no_store
        assert {"Accept-Language", "Accept-Encoding", "Cookie"} <= set(page.vary)

    def test_a_fault_has_no_tag(self, client: FlaskClient) -> None:
        fault = get(client, "/api/compare?columns=poker", Accept_Encoding="gzip")
        assert fault.status_code == 422
        assert "ETag" not in fault.headers


class TestData:
    @pytest.mark.parametrize("part", [name for name in EXPORTED if name != "clauses"])
    def test_every_part_as_csv_as_json_and_in_the_api(self, client: FlaskClient, part: str) -> None:
        text = get(client, part_url(part, ".csv")).data.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
        data = json.loads(get(client, part_url(part, ".json")).data)
        assert data["part"] == part
        assert len(rows) == len(data["rows"]) > 1
        assert set(rows[0]) == {name for row in data["rows"] for name in row}
        columns = ",".join(data["columns"]).replace("+", "%2B")
        api = json.loads(get(client, f"/api/compare?part={part}&columns={columns}").data)
        assert api["rows"] == data["rows"]

    @pytest.mark.parametrize("part", EXPORTED)
    def test_every_field_is_explained(self, client: FlaskClient, part: str) -> None:
        columns = "bang_dice,bang_dice%2Bghost"
        data = json.loads(get(client, f"/api/compare?part={part}&columns={columns}").data)
        [told] = [line for line in MANUAL.splitlines() if line.startswith(f"| `{part}` |")]
        facts = {"players", "minutes", "rules", "decisions", "seconds", "out_early", "luck"}
        facts |= {"bluff", "together", "out"}
        for field in {name for row in data["rows"] for name in row} - facts:
            assert f"`{field}`" in told, field

    def test_a_figure_says_how_to_get_it_again(self, client: FlaskClient) -> None:
        rows: list[dict[str, Any]] = json.loads(
            get(client, "/api/compare?part=facets&columns=cash_n_guns@4").data
        )["rows"]
        assert {row["seats"] for row in rows} == {4}
        luck = next(row for row in rows if row["facet"] == "luck")
        assert luck["low"] <= luck["value"] <= luck["high"]
        assert luck["bots"] == "random greenhorn deputy"
        assert luck["command"].startswith("boomtown lab measure cash_n_guns --matches ")
        assert luck["command"].endswith("--seats 4 --variant base")
        assert [row["kind"] for row in rows if row["facet"] == "ladder"] == luck["bots"].split()

    def test_clauses_can_be_chosen(self, client: FlaskClient) -> None:
        path = "/api/compare?columns=bang_dice,cash_n_guns&topic=dice&show=differences&lang=es"
        rows = json.loads(get(client, path).data)["rows"]
        assert {row["topic"] for row in rows} == {"dice"}
        assert all(row["differs"] for row in rows)
        assert "¿" in rows[0]["text"]

    def test_profiles_follow_the_wishes(self, client: FlaskClient) -> None:
        path = "/compare.json?topic=profiles&players=5&minutes=30&wish=calm"
        first = json.loads(get(client, path).data)["rows"][0]
        assert (first["game"], first["fits"]) == ("cash_n_guns", True)


def test_the_first_visitor_finds_everything_made(client: FlaskClient) -> None:
    for piece in warmup.comparison("en"):
        piece()
    before = [one.cache_info().misses for one in MADE_ONCE]
    get(client, "/compare")
    assert [one.cache_info().misses for one in MADE_ONCE] == before
