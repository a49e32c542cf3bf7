"""Servers as processes: killed in mid-match, and several of them on one PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from clients import Program, call
from databases import migrated, new_database
from sites import Server


@pytest.fixture
def until_the_end() -> Iterator[ExitStack]:
    """Whatever is put here is shut, in whatever way the test ends."""
    with ExitStack() as stack:
        yield stack


def new_table(url: str, seats: int, game: str = "bang_dice") -> tuple[str, list[str]]:
    """A started table with a program on every seat, and their tokens."""
    made = call(f"{url}/api/tables", {"game": game, "seats": seats, "listed": True, "name": "Host"})
    code, host = made["code"], made["token"]
    tokens = []
    for number in range(seats):
        seated = call(f"{url}/api/tables/{code}/seats", {"name": f"P{number + 1}"}, host)
        tokens.append(seated["token"])
    call(f"{url}/api/tables/{code}/start", {}, host)
    return code, tokens


def asked(programs: list[Program]) -> Program:
    """The program that must answer next, once everybody has heard of the last answer."""
    while True:
        for program in programs:
            if program.question is not None and all(p.number == program.number for p in programs):
                return program
        behind = min(programs, key=lambda program: program.number)
        behind.hear()


@pytest.mark.soak
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, until_the_end: ExitStack) -> None:
    server = Server(tmp_path)
    until_the_end.callback(lambda: server.stop())
    code, tokens = new_table(server.url, 4)
    answered = 0
    for life in range(2):
        programs = [Program(server.url, code, token, f"{life}") for token in tokens]
        for program in programs:
            program.hear()
        for _ in range(8):
            if any(program.over for program in programs):
                return
            program = asked(programs)
            program.answer()
            while program.hear() != "taken":
                pass
            answered += 1
        # Nobody hears of this one: it may be lost or kept, but never half of it.
        asked(programs).answer()
        server.kill()
        server = Server(tmp_path, port=server.port)
        view: Any = call(f"{server.url}/api/tables/{code}/view", token=tokens[0])
        assert view["number"] in (answered, answered + 1)
        answered = view["number"]


def test_two_processes_on_one_postgresql_show_each_others_moves(
    tmp_path: Path, postgres_server: str, until_the_end: ExitStack
) -> None:
    database = new_database(postgres_server, like=migrated(postgres_server))
    settings = {"BOOMTOWN_DATABASE": database, "BOOMTOWN_SECRET": "shared"}
    servers = [Server(tmp_path, **settings) for _ in range(2)]
    for server in servers:
        until_the_end.callback(server.stop)
    code, tokens = new_table(servers[0].url, 4)
    programs = [
        Program(servers[number % 2].url, code, token, f"two {number}")
        for number, token in enumerate(tokens)
    ]
    for program in programs:
        until_the_end.callback(program.close)
        program.hear()
    for _ in range(25):
        if any(program.over for program in programs):
            break
        program = asked(programs)
        program.answer()
        number = program.number
        while not all(p.number > number or p.over for p in programs):
            min(programs, key=lambda program: program.number).hear()
    assert programs[0].number > 20
    assert len({program.number for program in programs}) == 1


@pytest.mark.soak
def test_bots_play_on_when_the_process_that_led_is_killed(
    tmp_path: Path, postgres_server: str, until_the_end: ExitStack
) -> None:
    settings = {
        "BOOMTOWN_DATABASE": new_database(postgres_server),
        "BOOMTOWN_SECRET": "shared",
        "BOOMTOWN_BOT_PACE": "150",
    }
    first, second = Server(tmp_path, **settings), Server(tmp_path, **settings)
    until_the_end.callback(second.stop)
    until_the_end.callback(first.stop)
    made = call(
        f"{first.url}/api/tables",
        {"game": "bang_dice", "seats": 4, "listed": True, "name": "Host"},
    )
    code, host = made["code"], made["token"]
    for seat in range(4):
        body = {"seat": seat, "kind": "sharp"}
        call(f"{first.url}/api/tables/{code}/bots", body, host)
    call(f"{first.url}/api/tables/{code}/start", {}, host)
    watch = Program(second.url, code, host, "watch")
    until_the_end.callback(watch.close)
    while watch.number < 3:
        assert watch.hear() is not None
    first.kill()
    number = watch.number
    while watch.number < number + 5 and not watch.over:
        assert watch.hear() is not None, "nobody has taken over"
