"""A worked example on the bench, for whoever wants to see the works: to read, on every site."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Blueprint, abort

from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.plugins import UnknownGame, find_game
from boomtown.testing.bench import Bench, BenchFile
from boomtown.testing.bench.opening import of_example
from boomtown.testing.examples import ExampleFailed, examples_of
from boomtown.web.bench.page import BenchPage
from boomtown.web.rendering import render_patiently
from boomtown.web.site import language

MOST_KEPT = 32
bench_examples = Blueprint("bench_examples", __name__)


@bench_examples.get("/rules/<id>/examples/<example>/bench/<int:at>/<chair>")
def example(id: str, example: str, at: int, chair: str) -> str:
    """A moment of an example with everything that its game is about to do."""
    try:
        game = find_game(id)
    except UnknownGame:
        abort(404)
    found = _laid(game, example) if example in _known(game) else None
    if found is None:
        abort(404)
    path = f"/rules/{id}/examples/{example}/bench"
    page = BenchPage(*found, at, chair, language(), path=path, editable=False)
    return render_patiently("bench/page.html", b=page, t=page.table)


@lru_cache(maxsize=MOST_KEPT)
def _known(game: Game[Any, Any]) -> frozenset[str]:
    """The examples that there are: nobody fills the shelf with others."""
    return frozenset(one.id for one in examples_of(game))


@lru_cache(maxsize=MOST_KEPT)
def _laid(game: Game[Any, Any], id: str) -> tuple[BenchFile, Bench] | None:
    """An example on a bench of its own; nothing where there is none, or it fails."""
    example = next((one for one in examples_of(game) if one.id == id), None)
    if example is None:
        return None
    try:
        file = of_example(game, example)
        return file, Bench.opened(game, file)
    except (ExampleFailed, BoomtownError, LookupError):
        return None
