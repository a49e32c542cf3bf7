"""A lesson as its file has it: ``lessons/NAME.toml`` in the package of a game.

    seats = 4
    seat = "A"                # the learner's
    minutes = 4
    end = "done"              # said when all is done
    options = { … }           # and dice, picks, shuffles, [before] … as in examples
    [usual]                   # by question, what the others answer where nothing else is written
    "cash.privilege.order" = "nobody"

    [[do]]                    # in order; somebody else's answer is only this much
    seat = "B"
    ask = "cash.bullet.choose"
    answer = "bang"

    [[do]]                    # the learner's own: a step of the lesson
    seat = "A"
    ask = "cash.bullet.choose"
    answer = "click"          # what is waited for
    say = ["goal", "bullets"] # read one after another before it is given
    point = ["hand"]          # what of the table is pointed at
    rules = ["cash.bullet.choose"]
    otherwise = "not_now"     # said if another legal answer is tried; it is refused
    [[do.wrong]]
    answer = "bang"
    say = "save_it"

``say``, ``otherwise``, ``then`` and ``end`` name texts: ``[lessons.NAME.say]`` in the language
files of the rulebook. ``docs/lessons.md`` tells how to write one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.testing.examples import SetUp

FOLDER = "lessons"
NAMES = ("Annie", "Bill", "Cass", "Dora", "Earl", "Faye", "Gus", "Hank")
"""Who plays along, in examples as well: their names begin like the letters of their seats."""


class InvalidLesson(BoomtownError):
    """A lesson that cannot be read or played; the message says which and where."""


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """A legal answer that the lesson does not want, and what is said about it."""

    answer: Any  # plain JSON, judged by the choice that is offered
    say: str


class Do(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer of a lesson; the learner's is a step, with what is said."""

    seat: str
    ask: str
    """The key of the question."""
    answer: Any  # plain JSON, judged by the choice that is offered
    say: list[str] = []
    point: list[str] = []
    """Parts of the table: what has this ``data-thing`` or ``data-beat``, or ``prompt``."""
    rules: list[str] = []
    """Where it stands in the rulebook."""
    accept: list[Any] = []
    """Further answers that will do."""
    any: bool = False
    """Whether every legal answer will do."""
    tells: list[str] = []
    """Every answer will do after which the log has lines with these keys."""
    leads_on: bool = False
    """Whether every answer will do after which the lesson goes on as it is written."""
    wrong: list[Wrong] = []
    otherwise: str = ""
    then: str = ""
    """Said while the others go on."""


class Lesson(SetUp, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole lesson."""

    do: list[Do]
    seat: str = "A"
    minutes: int = 4
    end: str
    usual: dict[str, Any] = {}
    order: int = 0
    """Where it stands among the lessons of its game."""

    def texts(self) -> list[str]:
        """The keys of all texts that it uses, each once."""
        keys = [self.end]
        for one in self.do:
            keys += [*one.say, one.otherwise, one.then, *(wrong.say for wrong in one.wrong)]
        return list(dict.fromkeys(key for key in keys if key))


@cache
def lessons_of(game: Game[Any, Any]) -> Mapping[str, Lesson]:
    """The lessons of a game by name, in their order; none where its package has no such folder."""
    folder = files(game.package) / FOLDER
    if not folder.is_dir():
        return {}
    found = {
        path.name.removesuffix(".toml"): _read(f"{FOLDER}/{path.name}", path.read_bytes())
        for path in folder.iterdir()
        if path.name.endswith(".toml")
    }
    return dict(sorted(found.items(), key=lambda pair: (pair[1].order, pair[0])))


def _read(name: str, data: bytes) -> Lesson:
    try:
        return msgspec.convert(tomllib.loads(data.decode()), Lesson)
    except (ValueError, msgspec.ValidationError) as error:
        raise InvalidLesson(f"{name}: {error}") from None
