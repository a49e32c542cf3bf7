"""Nonsense for every operation of the API: refused in one shape, and never our fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import BaseSchema, Case, CheckFunction, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.result import Ok

from sites import app_in

SEED = 1881
FEW, MANY = 2, 200
"""For each operation, in each of the two ways: in the tests, and in the long runs."""
CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
WAYS = {
    GenerationMode.POSITIVE: CHECKS,
    GenerationMode.NEGATIVE: [*CHECKS, negative_data_rejection],
}
"""What the description allows, and what it forbids."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("town")) as app:
        yield app


@pytest.fixture(scope="module")
def schema(app: Flask) -> BaseSchema:
    return schemathesis.openapi.from_wsgi("/api/openapi.json", app)


class Door(NamedTuple):
    """What makes a request about something real; whatever is empty is left as it was made up."""

    places: dict[str, str]
    token: str
    body: dict[str, Any]  # plain JSON


class Town:
    """Tables in every phase, and what it takes to act there."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()
        self._doors: list[Door] = []
        for listed, begun in ((True, False), (True, True), (False, True)):
            self._add_table(listed, begun)

    def _add_table(self, listed: bool, begun: bool) -> None:
        made = self._post("/tables", {"game": "high_noon", "seats": 2, "listed": listed})
        here, tokens = f"/tables/{made['code']}", [made["token"]]
        for name in ("Ann", "Bill") if begun else ("Ann",):
            tokens.append(self._post(f"{here}/seats", {"name": name}, tokens[0])["token"])
        places = {"code": made["code"], "game": "high_noon"}
        if begun:
            places["match"] = self._post(f"{here}/start", {}, tokens[0])["match"]
        body = {"game": "high_noon", "seats": 2, "options": {}, "number": 0}
        self._doors += [Door(places, token, body) for token in (*tokens, "", "nonsense")]

    def _post(self, path: str, body: object, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with self._client.post(f"/api{path}", json=body, headers=headers) as reply:
            return reply.get_json()

    def doors(self) -> st.SearchStrategy[Door]:
        """Mostly real ones."""
        return st.sampled_from([*self._doors, Door({}, "", {}), Door({}, "nonsense", {})])


def through(door: Door, case: Case[Any]) -> Case[Any]:
    """The request, about something real."""
    places = case.path_parameters
    case.path_parameters = {name: door.places.get(name, places[name]) for name in places}
    if isinstance(case.body, dict):
        known = {name: value for name, value in door.body.items() if name in case.body}
        case.body = case.body | known
    return case


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize("mode", WAYS)
def test_whatever_is_sent_is_answered_as_described(
    app: Flask, schema: BaseSchema, mode: GenerationMode, examples: int
) -> None:
    print(f"seed {SEED}")
    town = Town(app)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query):
            continue  # any text may be a code: nothing is forbidden
        if examples == MANY:
            town = Town(app)  # of the one before, not much may be left

        @seed(SEED)
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(mode), door=town.doors())
        def send(case: Case[Any], door: Door) -> None:
            if mode is GenerationMode.POSITIVE:
                case = through(door, case)
            headers = {"Accept-Encoding": "identity"}  # the checks do not unpack
            headers |= {"Authorization": f"Bearer {door.token}"} if door.token else {}
            reply = case.call(headers=headers)
            case.validate_response(reply, checks=WAYS[mode], headers=headers)
            if reply.status_code >= 400:
                assert set(reply.json()) == {"ok", "error", "rule"}

        send()
