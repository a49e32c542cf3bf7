"""What an author has done wrong, with step, rule, file and line, until it is mended."""

from __future__ import annotations

import linecache
import logging
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from jinja2 import TemplateSyntaxError
from msgspec import Struct, structs

from boomtown.core.errors import GameFault
from boomtown.core.step import Step
from boomtown.lessons.lesson import InvalidLesson
from boomtown.testing.teaching import place_of

MOST = 5
IN_TOML = re.compile(r"^(?P<file>\S+\.toml): (?P<problem>.*?)(?: \(at line (?P<line>\d+)[^)]*\))?$")
AT_PLACE = re.compile(r"^(?P<problem>.*) at (?P<file>/[^:]+):(?P<line>\d+)$")
"""How the wall names the place of what took too long."""


class Trouble(Struct, frozen=True):
    """One mistake."""

    problem: str
    file: str = ""
    """From the folder of the package on."""
    line: int | None = None
    code: str = ""
    """The line itself."""
    step: str = ""
    rule: str = ""


def trouble_of(error: BaseException, folder: Path) -> Trouble:
    """An exception as its author wants to read it: the last place in the package's own files."""
    root = _root(error)
    if isinstance(root, SyntaxError):
        return _placed(f"{type(root).__name__}: {root.msg}", root.filename, root.lineno, folder)
    if isinstance(root, TemplateSyntaxError):
        problem = f"{type(root).__name__}: {root.message}"
        return _placed(problem, root.filename or root.name, root.lineno, folder)
    told = str(root)
    if (found := IN_TOML.match(told)) is not None:
        line = int(found["line"]) if found["line"] else None
        return _placed(found["problem"], str(folder.parent / found["file"]), line, folder)
    if isinstance(root, GameFault):
        found = AT_PLACE.match(told)
        if found is not None:
            placed = _placed(found["problem"], found["file"], int(found["line"]), folder)
            return _with_step(placed, _frames(root.__context__ or root))
        return _circling(root, folder)
    if isinstance(root, InvalidLesson):
        return _of_lesson(root, folder)
    frames = _frames(root)
    own = [one for one in frames if _is_own(one[0], folder)]
    file, line = "", None
    if own or frames:
        frame, line = (own or frames)[-1]
        file = frame.f_code.co_filename
    return _with_step(_placed(f"{type(root).__name__}: {root}", file, line, folder), frames)


def _with_step(placed: Trouble, frames: list[tuple[FrameType, int]]) -> Trouble:
    step = _step([frame for frame, _ in frames])
    if step is None:
        return placed
    return structs.replace(placed, step=step[0], rule=step[1])


def _circling(fault: GameFault, folder: Path) -> Trouble:
    """What is wrong with a match, with the step that comes next where it runs in circles."""
    kind = fault.circling
    file, line = (kind and place_of(kind)) or ("", None)
    placed = _placed(str(fault), file, line, folder)
    if kind is None:
        return placed
    return structs.replace(placed, step=kind.__name__, rule=kind.rule)


def _of_lesson(error: InvalidLesson, folder: Path) -> Trouble:
    """A lesson that does not fit the rules, in its own file."""
    name, _, _ = str(error).partition(": ")
    name, _, _ = name.partition(",")
    file = folder / "lessons" / f"{name}.toml"
    return _placed(str(error), str(file) if file.is_file() else "", None, folder)


def toml_trouble(path: Path, folder: Path) -> Trouble | None:
    """What makes a file unreadable as TOML."""
    try:
        tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        name = path.relative_to(folder.parent).as_posix()
        return trouble_of(ValueError(f"{name}: {error}"), folder)
    return None


def _root(error: BaseException) -> BaseException:
    """What the others only pass on."""
    while True:
        if isinstance(error, InvalidLesson) and isinstance(error.__context__, GameFault):
            error = error.__context__  # the lesson is right: a rule that it comes to is not
        elif isinstance(error, GameFault) and error.__cause__ is not None:
            error = error.__cause__
        else:
            return error


def _frames(error: BaseException) -> list[tuple[FrameType, int]]:
    found, trace = [], error.__traceback__
    while trace is not None:
        found.append((trace.tb_frame, trace.tb_lineno))
        trace = trace.tb_next
    return found


def _is_own(frame: FrameType, folder: Path) -> bool:
    return Path(frame.f_code.co_filename).is_relative_to(folder)


def _step(frames: list[FrameType]) -> tuple[str, str] | None:
    """The innermost step that was at work."""
    for frame in reversed(frames):
        here: Any = frame.f_locals.get("self")
        if isinstance(here, Step):
            return type(here).__name__, here.rule
    return None


def _placed(problem: str, file: str | None, line: int | None, folder: Path) -> Trouble:
    code = linecache.getline(file, line).strip() if file and line else ""
    path = Path(file or "")
    if path.is_relative_to(folder.parent):
        path = path.relative_to(folder.parent)
    return Trouble(problem, path.as_posix() if file else "", line, code)


class Listener(logging.Handler):
    """Hears of mistakes where the site only notes them: a board that fails, a match that is parked,
    a bot without an answer."""

    def __init__(self, heard: Callable[[BaseException], None]) -> None:
        super().__init__(logging.WARNING)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        """Passes the exception on, if the record has one."""
        if record.exc_info and record.exc_info[1] is not None:
            self._heard(record.exc_info[1])
