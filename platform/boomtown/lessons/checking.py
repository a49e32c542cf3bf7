"""Whether a game's lessons can be played to their end, and say all that they want to say."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

from boomtown.core.errors import BoomtownError
from boomtown.core.game import Game
from boomtown.lessons.lesson import Lesson, lessons_of
from boomtown.lessons.script import Script
from boomtown.rulebook.book import FIRST_LANGUAGE, Rulebook, platform_rulebook
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording


def lesson_problems(game: Game[Any, Any]) -> Iterator[str]:
    """What is wrong with the lessons of a game."""
    lessons, book = lessons_of(game), book_of(game)
    for name in book.languages[FIRST_LANGUAGE].lessons.keys() - lessons.keys():
        yield f"lessons.{name} has texts, but there is no lessons/{name}.toml"
    scripts: list[Script] = []
    for name, lesson in lessons.items():
        yield from _text_problems(book, name, lesson)
        try:
            script = Script(game, name, lesson)
            scripts.append(script)
            for _ in script.plays():
                pass
        except (BoomtownError, LookupError) as error:
            yield f"lessons/{name}.toml: {error}"
    yield from _pointing_problems(game, scripts)


def unended(game: Game[Any, Any]) -> list[str]:
    """The lessons after which the match goes on; those that cannot be played are told elsewhere."""
    found = []
    for name, lesson in lessons_of(game).items():
        try:
            if not Script(game, name, lesson).ends:
                found.append(name)
        except (BoomtownError, LookupError):
            continue
    return found


def _text_problems(book: Rulebook, name: str, lesson: Lesson) -> Iterator[str]:
    known = {*book.ids, *platform_rulebook().ids}
    for number, do in enumerate(lesson.do, start=1):
        for rule in do.rules:
            if rule not in known:
                yield f"lessons/{name}.toml, answer {number}: unknown rule {rule}"
        if do.seat == lesson.seat and not do.say:
            yield f"lessons/{name}.toml, answer {number}: nothing is said before it"
        if do.seat != lesson.seat and _teaches(do):
            yield f"lessons/{name}.toml, answer {number}: {do.seat} learns nothing here"
    told = book.languages[FIRST_LANGUAGE].lessons.get(name)
    if told is None:
        yield f"lessons.{name} has no texts"
        return
    seats = dict.fromkeys("abcdefgh"[: lesson.seats], 0)
    for language in book.languages:
        wording = Wording(book, language)
        for key in lesson.texts():
            wording.taught(name, key, **seats)
        for missing in sorted(wording.missing):
            yield f"{language}: {missing} has no text"
    for key in told.say.keys() - {*lesson.texts()}:
        yield f"lessons.{name}.say.{key} is never said"


def _teaches(do: object) -> bool:
    taught = ("say", "point", "rules", "wrong", "otherwise", "then")
    taken = ("accept", "any", "tells", "leads_on")
    return any(getattr(do, field) for field in (*taught, *taken))


def _pointing_problems(game: Game[Any, Any], scripts: list[Script]) -> Iterator[str]:
    if not any(step.do.point for script in scripts for step in script.steps):
        return
    # As with boards: the site draws them, and it stands above this package.
    problems: Callable[[Game[Any, Any], list[Script]], Iterator[str]] = pkgutil.resolve_name(
        "boomtown.web.boards:pointing_problems"
    )
    yield from problems(game, scripts)
