"""What a finding teaches: two worlds or runs side by side, the likely cause, where to read on."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from traceback import extract_tb
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.codec import plain_json
from boomtown.core.errors import BoomtownError, GameFault
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.step import Step
from boomtown.testing.editing import InvalidEdit, first_other, value_at

MOST_ROWS = 6
"""How many differing values are told."""
WIDEST = 48
NOTHING = "-"


class Hint(Struct, frozen=True):
    """Why a check mostly fails, and what to read then."""

    cause: str
    read: str
    """A page of the manual."""


HINTS: dict[str, Hint] = {
    "ends": Hint(
        "a step raises at the line that is named, waits for a seat without any answer, or goes "
        "round without a last time",
        "concepts/steps",
    ),
    "same seed": Hint(
        "chance from elsewhere than match.chance, or the order of a set decides something",
        "concepts/chance",
    ),
    "save and load": Hint(
        "something outside the state and the agenda decides: a module variable, a shared list",
        "concepts/state",
    ),
    "forks": Hint(
        "two matches share something that changes: a list kept in a constant", "concepts/state"
    ),
    "quiet": Hint(
        "a rule reads the log, or the judging of an answer changes something", "concepts/steps"
    ),
    "shared parts": Hint("one list was given to two steps: write list(seats)", "concepts/steps"),
    "growth": Hint(
        "the state keeps a history, which the log keeps already", "concepts/chance#the-log"
    ),
    "past": Hint(
        "a list of the state was told or shown, and changed afterwards: tell a copy",
        "concepts/chance#the-log",
    ),
    "leaks": Hint(
        "something that a seat may not know decides what it sees: ask everybody who could hold it, "
        "and tell private lines with to=",
        "concepts/secrets",
    ),
    "questions": Hint("nothing_to_choose, public or routine claims too much", "concepts/questions"),
    "redraw": Hint(
        "hidden values of one kind lie in different pools, or redraw moves none", "concepts/secrets"
    ),
    "hostile answers": Hint(
        "a choice of your own reads what it was not sent, or changes it", "concepts/choices"
    ),
    "why not": Hint(
        "something visible is left out of the choice instead of refused", "concepts/choices"
    ),
    "rules": Hint("an id was renamed in one place only", "concepts/rulebook"),
    "reached": Hint(
        "nothing puts the step on the agenda, or only what is rare does: raise --matches, or write "
        "an example at the bench",
        "concepts/tests",
    ),
    "answers": Hint("an answer to the comparison says what play does not do", "concepts/rulebook"),
    "numbers": Hint("a text writes a number out that the code has a name for", "concepts/rulebook"),
    "plain data": Hint(
        "the state holds what JSON cannot: a set, a fraction, a reference", "concepts/state"
    ),
    "languages": Hint("a key, a name or a value is missing in a language", "concepts/rulebook"),
    "options": Hint("an option has no bounds, or a default outside of them", "concepts/options"),
    "undo": Hint(
        "a step keeps something outside the state, which cannot be taken back", "concepts/steps"
    ),
    "purity": Hint(
        "the rules import what belongs to the page, a bot or the site", "concepts/declaration"
    ),
    "bots": Hint(
        "a bot fails at the line that is named, writes into its view, or draws from a chance of "
        "its own",
        "concepts/bots",
    ),
    "peeking": Hint("a bot reads a secret without asking whether it is known", "concepts/bots"),
    "quick": Hint(
        "the quick policy reads hidden values, or remembers another table", "concepts/bots"
    ),
    "evaluation": Hint(
        "the evaluation is no whole number from 0 to 10000 for each seat", "concepts/bots"
    ),
    "laboratory": Hint(
        "the edition for the laboratory differs in more than constants", "concepts/tests"
    ),
    "boards in a browser": Hint(
        "something has a fixed width, or the script of the page fails", "board-kit#widths"
    ),
    "hints": Hint(
        "a hint is tied to a key or a part of the board that the game has not",
        "concepts/table-page#hints",
    ),
    "lessons": Hint(
        "a lesson gives an answer that the rules of today refuse, or loads more dice, picks or "
        "shuffles than it uses",
        "lessons",
    ),
    "boards": Hint(
        "the template or the board function reads what is not there or what this viewer may not "
        "know, or a text or a picture is missing",
        "concepts/table-page",
    ),
    "fingerprint": Hint(
        "what decides matches has changed under the same version", "concepts/versions"
    ),
}
"""By check; the conformance suite has one for each."""


def hint_for(check: str) -> Hint:
    """Why a check mostly fails, and what to read then."""
    return HINTS.get(check, Hint("see what it says", "concepts/tests"))


def side_by_side(one: str, mine: Match[Any], two: str, yours: Match[Any]) -> str:
    """Two tables that should be alike: every value in which they differ, in lines of a table."""
    rows = list(differences(_whole(mine), _whole(yours)))
    if not rows:
        return ""
    rows = [("", one, two), *rows]
    first, second = (max(len(row[column]) for row in rows) for column in (0, 1))
    return "".join(
        f"\n       {path:<{first}}  {mine_text:<{second}}  {text}" for path, mine_text, text in rows
    )


def _whole(match: Match[Any]) -> Any:
    """Everything of a match that decides how it goes on."""
    written = {"agenda": match.agenda, "outcome": match.outcome, "drawn": match.chance.drawn}
    state = msgspec.json.decode(plain_json(match.state))
    return {**state, **msgspec.json.decode(plain_json(written))}


def differences(one: Any, two: Any) -> Iterator[tuple[str, str, str]]:
    """The first values that differ, each with its path and as both have it."""
    found = 0
    while found < MOST_ROWS and (path := first_other(one, two)):
        yield path, _told(one, path), _told(two, path)
        one, two, found = without(one, path), without(two, path), found + 1


def _told(plain: Any, path: str) -> str:
    try:
        text = msgspec.json.encode(value_at(plain, path)).decode()
    except InvalidEdit:
        return NOTHING
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"


def without(plain: Any, path: str) -> Any:
    """The same data with nothing at a path, so that others are looked at."""
    part, _, rest = path.partition(".")
    if isinstance(plain, list):
        at = int(part)
        inner = [None if not rest else without(one, rest) for one in plain[at : at + 1]]
        return [*plain[:at], *inner, *plain[at + 1 :]]
    if isinstance(plain, dict):
        if not rest:
            return {key: value for key, value in plain.items() if key != part}
        return {key: without(one, rest) if key == part else one for key, one in plain.items()}
    return None


def place_of(kind: type[Step]) -> tuple[str, int] | None:
    """The file and the line where a step is written."""
    try:
        return inspect.getsourcefile(kind) or "", inspect.getsourcelines(kind)[1]
    except (OSError, TypeError):  # without its source
        return None


def faulty(error: BoomtownError) -> str:
    """What Boomtown says is wrong with a game, with the place of a step that runs in circles."""
    kind = error.circling if isinstance(error, GameFault) else None
    place = place_of(kind) if kind is not None else None
    return f"{error} ({place[0]}:{place[1]})" if place else str(error)


def raised(error: BaseException, game: Game[Any, Any]) -> str:
    """An error, with the last place in the game's own code that it came by."""
    package = f"/{game.package.replace('.', '/')}/"
    frames = [one for one in extract_tb(error.__traceback__) if package in one.filename]
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
