"""The API as it describes itself: to machines, on its page, in its manual."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, get_origin

import msgspec
import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from msgspec import inspect

from boomtown.core import choice, combined, places
from boomtown.rulebook.book import LANGUAGES
from boomtown.web import api
from boomtown.web.api.description import KINDS, operations
from boomtown.web.guard.budget import (
    CONNECTIONS_OF_ADDRESS,
    LIMITS,
    SOCKETS_OF_ADDRESS,
    SOCKETS_OF_PERSON,
    TABLES_OF_ADDRESS,
    Act,
    Limit,
)
from boomtown.web.guard.gate import BODY_SECONDS, PART_OF_CHECK, PRICES
from boomtown.web.sockets.connection import AGAIN_COST
from boomtown.web.sockets.frames import MOST_PIECES
from boomtown.web.sockets.websocket import LARGEST_MESSAGE
from boomtown.web.words import site_wording

MANUAL = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
NO_REFUSAL = {"200", "201"}


@pytest.fixture
def described(client: FlaskClient) -> dict[str, Any]:
    """What the site tells machines."""
    with client.get("/api/openapi.json") as reply:
        told: dict[str, Any] = reply.get_json()
        return told


def each(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation with its method and path."""
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def references(part: object) -> Iterator[str]:
    """Everything that a part of the description refers to."""
    if isinstance(part, dict):
        if isinstance(target := part.get("$ref"), str):
            yield target
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from references(inner)


def test_the_description_is_openapi(described: dict[str, Any]) -> None:
    schemathesis.openapi.from_dict(described).validate()
    schemas = described["components"]["schemas"]
    assert {target.rsplit("/", 1)[1] for target in references(described)} <= set(schemas)


def test_every_operation_is_described(described: dict[str, Any]) -> None:
    found = dict(each(described))
    names = [operation["operationId"] for operation in found.values()]
    assert len(names) == len(set(names)) == 25
    for operation in found.values():
        assert operation["summary"].endswith(".")
        assert operation["tags"]
        assert all(parameter["description"] for parameter in operation["parameters"])


def test_every_refusal_is_described_in_one_shape(described: dict[str, Any]) -> None:
    fault = {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}
    for name, operation in each(described):
        for code, response in operation["responses"].items():
            assert code in NO_REFUSAL or response["content"] == fault, (name, code)
        assert {"400", "422", "429"} <= set(operation["responses"])


def known_to(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs that a module of the API may tell."""
    classes = [one for one in vars(module).values() if isinstance(one, type)]
    return [one for one in classes if issubclass(one, msgspec.Struct)]


def parts(told: object) -> Iterator[type]:
    """Every class of which something consists, itself among them."""
    if isinstance(told, inspect.StructType):
        yield told.cls
        told = [field.type for field in told.fields]
    elif isinstance(told, inspect.Type):
        told = list(msgspec.structs.asdict(told).values())
    if isinstance(told, list | tuple):
        for one in told:
            yield from parts(one)


def test_no_two_things_have_one_name_in_the_description(described: dict[str, Any]) -> None:
    """The later one would stand for both, and half of what is told would not fit it."""
    schemas = described["components"]["schemas"]
    rooms = [import_module(f"{api.__name__}.{one.name}") for one in iter_modules(api.__path__)]
    structs = [one for room in rooms for one in known_to(room) if one.__name__ in schemas]
    meant: dict[str, set[type]] = defaultdict(set)
    for told in inspect.multi_type_info(structs):
        for one in parts(told):
            meant[one.__name__].add(get_origin(one) or one)
    assert {name for name, classes in meant.items() if len(classes) > 1} == set()
    assert set(schemas) - set(meant) <= {"Fault"}


def test_operations_say_whether_they_need_a_token(described: dict[str, Any]) -> None:
    assert described["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for name, operation in each(described):
        takes = [list(one) for one in operation["security"]]
        assert takes in ([], [[], ["token"]], [["token"]]), name
        assert ("401" in operation["responses"]) == bool(takes), name


def test_nothing_takes_a_token_in_its_address(described: dict[str, Any]) -> None:
    for name, operation in each(described):
        assert "token" not in name
        assert not any("token" in parameter["name"] for parameter in operation["parameters"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_lists_every_operation(app: Flask, client: FlaskClient, language: str) -> None:
    words = site_wording(language)
    words.missing.clear()
    with client.get("/api/docs", headers={"Accept-Language": language}) as reply:
        page = reply.get_data(as_text=True)
    assert words.missing == set()
    assert "style=" not in page
    assert "<script>" not in page
    with app.test_request_context():
        for operation in operations():
            assert f"<b>{operation.method}</b> {operation.path}</code>" in page
            assert words.say("api.operation", id=operation.id) in page.replace("&#39;", "'")


def test_the_page_says_what_the_description_says(described: dict[str, Any]) -> None:
    words = site_wording("en")
    for name, operation in each(described):
        told = words.say("api.operation", id=operation["operationId"])
        assert operation["summary"] == told, name


def test_the_manual_lists_every_operation_and_no_other(described: dict[str, Any]) -> None:
    listed = set(re.findall(r"^\| `([A-Z]+ /api/[^`]+)` \|", MANUAL, flags=re.MULTILINE))
    assert listed == {name for name, _ in each(described)}


def test_limits_are_told_as_they_are() -> None:
    requests, changes = (str(LIMITS[act].address.a_minute) for act in (Act.REQUESTS, Act.WRITES))
    frames = LIMITS[Act.FRAMES].socket
    assert frames is not None
    pace = {str(frames.burst), str(frames.a_minute // 60)}
    numbers = {requests, changes, str(LARGEST_MESSAGE // 1024), *pace}
    for told in (
        MANUAL,
        *(site_wording(language).say("api.limits.text") for language in LANGUAGES),
    ):
        assert numbers <= set(re.findall(r"\d+", told))


def test_the_manual_has_every_limit_as_it_is() -> None:
    def told(limit: Limit | None) -> str:
        return "" if limit is None else f"{limit.burst}, then {limit.a_minute} a minute"

    for act, limits in LIMITS.items():
        cells = (act.value, told(limits.address), told(limits.person), told(limits.socket))
        assert f"| {' | '.join(cells)} |".replace("|  |", "| |") in MANUAL
    assert f"| open sockets | {SOCKETS_OF_ADDRESS} | {SOCKETS_OF_PERSON} | |" in MANUAL
    assert f"| open tables | {TABLES_OF_ADDRESS} | | |" in MANUAL
    assert f"| open connections | {CONNECTIONS_OF_ADDRESS} | | |" in MANUAL
    assert f"its body {BODY_SECONDS:g} (408)" in MANUAL
    assert f"at most {MOST_PIECES} pieces" in MANUAL
    assert f"`again` costs {AGAIN_COST}." in MANUAL
    prices = {price for prices in PRICES.values() for price in [prices.get(Act.CHECKS)] if price}
    said = re.findall(r"^- \*Checks\*(.*?)^- ", MANUAL, flags=re.MULTILINE | re.DOTALL)
    assert set(re.findall(r"\d+(?:\.\d+)?", *said)) == {
        f"{price:g}" for price in (*prices, PART_OF_CHECK)
    }


def test_every_kind_of_choice_is_explained() -> None:
    kinds = {
        kind.kind
        for module in (choice, combined, places)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, choice.Choice) and hasattr(kind, "kind")
    }
    assert kinds == set(KINDS)
    for kind in kinds:
        assert f"| `{kind}` |" in MANUAL
