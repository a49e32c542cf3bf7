"""The wall: a game that loops, grows or fails harms its own match, and nothing else."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from jinja2 import nodes
from jinja2.compiler import Frame

from boomtown.core.errors import GameFault, Refusal, Refused
from boomtown.store.parked import Cause
from boomtown.web.rooms import wall as wall_module
from boomtown.web.rooms.notes import forget_note, mark_overdue, overdue_matches
from boomtown.web.rooms.wall import GameBroke, Wall
from boomtown.web.templating import PlainCode, Templates


@pytest.fixture
def wall() -> Iterator[Wall]:
    wall = Wall(0.1)
    yield wall
    wall.close()


def loop_for_ever() -> None:
    while True:
        pass


def test_an_endless_loop_is_interrupted_and_its_place_is_named(wall: Wall) -> None:
    with pytest.raises(GameBroke, match=r"more than 0\.1 s at .*test_wall\.py:\d+") as broke:
        wall.run("m", loop_for_ever)
    assert broke.value.cause is Cause.SLOW


def test_a_loop_that_catches_every_exception_is_interrupted_all_the_same(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall_module, "AGAIN_SECONDS", 0.1)

    def stubborn() -> None:
        for _ in range(2):
            with suppress(BaseException):
                loop_for_ever()
        loop_for_ever()

    with pytest.raises(GameBroke):
        wall.run("m", stubborn)


def test_garbage_of_the_whole_process_is_not_the_games_work(wall: Wall) -> None:
    def dawdle(phase: str, info: dict[str, int]) -> None:
        end = time.thread_time() + 2 * wall.seconds * (phase == "start")
        while time.thread_time() < end:
            pass

    def collect() -> str:
        gc.collect()
        return "played on"

    wall.run("m", lambda: None)
    gc.callbacks.insert(1 + gc.callbacks.index(wall._collecting), dawdle)
    try:
        assert wall.run("m", collect) == "played on"
    finally:
        gc.callbacks.remove(dawdle)


def test_to_compile_a_template_is_not_the_games_work(wall: Wall) -> None:
    class Slow(PlainCode):
        def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802 - Jinja's name
            gc.collect()  # which is not counted either
            end = time.thread_time() + 2 * wall.seconds
            while time.thread_time() < end:
                pass
            super().visit_Template(node, frame)

    templates = Templates(Flask(__name__))
    templates.code_generator_class = Slow
    templates.uncounted = wall.uncounted
    assert wall.run("m", lambda: templates.from_string("drawn").render()) == "drawn"
    templates.globals["loop_for_ever"] = loop_for_ever
    with pytest.raises(GameBroke):
        wall.run("m", templates.from_string("{{ loop_for_ever() }}").render)


def test_a_loop_in_another_thread_is_interrupted_there(wall: Wall) -> None:
    found: list[Cause] = []

    def play() -> None:
        try:
            wall.run("m", loop_for_ever)
        except GameBroke as error:
            found.append(error.cause)

    thread = Thread(target=play)
    thread.start()
    thread.join(30)
    assert found == [Cause.SLOW]


def test_nothing_is_raised_after_the_call(wall: Wall) -> None:
    def nearly_too_long() -> None:
        begun = time.thread_time()
        while time.thread_time() - begun < wall.seconds:
            pass

    for _ in range(5):
        with suppress(GameBroke):
            wall.run("m", nearly_too_long)
        until = time.monotonic() + 0.15
        while time.monotonic() < until:
            pass  # an exception that came too late would end the test here


def test_a_game_that_takes_all_memory_is_stopped(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall_module, "LARGEST_GROWTH", 32 << 20)
    monkeypatch.setattr(wall, "seconds", 30.0)
    grown: list[bytes] = []

    def grow() -> None:
        while True:
            grown.append(b"x" * (1 << 20))
            time.sleep(0.01)

    with pytest.raises(GameBroke, match="MB") as broke:
        wall.run("m", grow)
    assert broke.value.cause is Cause.LARGE


def test_what_a_game_raises_by_mistake_is_its_fault(wall: Wall) -> None:
    with pytest.raises(GameBroke, match="ZeroDivisionError") as broke:
        wall.run("m", lambda: 1 // 0)
    assert broke.value.cause is Cause.FAULT


def test_refusals_and_named_faults_pass_the_wall_as_they_are(wall: Wall) -> None:
    for error in (Refused(Refusal("boomtown.answer.over")), GameFault("named")):
        with pytest.raises(type(error)) as raised:
            wall.run("m", partial(fail, error))
        assert raised.value is error


def fail(error: Exception) -> None:
    raise error


def test_a_call_within_a_call_has_no_budget_of_its_own(wall: Wall) -> None:
    def a_little() -> None:
        begun = time.thread_time()
        while time.thread_time() - begun < 0.01:
            pass

    def much() -> None:
        while True:
            wall.run("m", a_little)

    with pytest.raises(GameBroke):
        wall.run("m", much)


class TestNotes:
    """A call that cannot be interrupted ends its process; the match is remembered."""

    def test_a_process_that_cannot_be_interrupted_is_ended_and_its_match_noted(
        self, tmp_path: Path
    ) -> None:
        code = (
            "import pathlib, sys, threading\n"
            "from boomtown.web.rooms import wall\n"
            "wall.DEADLY_SECONDS, wall.PATIENCE = 0.1, 1\n"
            "deaf = threading.Lock()\n"
            "deaf.acquire()\n"
            "wall.Wall(0.1, pathlib.Path(sys.argv[1]), deadly=True).run('a-match', deaf.acquire)\n"
        )
        ended = subprocess.run([sys.executable, "-c", code, str(tmp_path)], timeout=60)
        assert ended.returncode == -9
        assert overdue_matches(tmp_path) == ["a-match"]
        assert overdue_matches(tmp_path) == []

    def test_the_server_notes_a_worker_that_it_killed(self, tmp_path: Path) -> None:
        wall = Wall(5, tmp_path)
        wall.run("held-up", lambda: mark_overdue(tmp_path, os.getpid()))
        assert overdue_matches(tmp_path) == []  # it came back after all
        wall.close()

    def test_a_worker_that_ended_for_other_reasons_is_not_held_against_a_match(
        self, tmp_path: Path
    ) -> None:
        wall = Wall(5, tmp_path)
        wall.run("innocent", lambda: forget_note(tmp_path, os.getpid()))
        assert overdue_matches(tmp_path) == []
        wall.close()
