"""A stretch of a bench as a worked example, a test or a lesson: from one frame to another.

All begin with the whole position of the first frame, load what chance did since and repeat what was
done; an example and a test expect what had changed by the last frame.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.record import By
from boomtown.core.seats import SEAT_LETTERS, Seat
from boomtown.testing.bench.bench import Bench, Frame
from boomtown.testing.bench.chance import DICE, PICKS, SHUFFLES
from boomtown.testing.bench.events import Answered, Edited, Event, Exchanged
from boomtown.testing.editing import InvalidEdit, first_other, plain_state, position_text, value_at
from boomtown.testing.examples import PLAIN_FENCE

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
MOST_CHANGES = 40
"""How many changed values an example or a test expects; of more, the first ones."""


class Asked(Struct, frozen=True):
    """A question: its key, and its rule."""

    key: str
    rule: str


class Stretch(Struct, frozen=True):
    """What happens between two frames of a bench, ready to be written down."""

    title: str
    start: str
    seats: int
    package: str
    """Of the game, whose ``GAME`` it imports."""
    options: dict[str, Any]
    dice: list[Any]
    picks: list[Any]
    shuffles: list[Any]
    events: list[Event]
    asked: list[Asked | None]
    """By events, the question that was answered."""
    after: dict[str, Any]
    log: list[str]
    winners: list[Seat] | None

    @classmethod
    def of(cls, bench: Bench, first: int, last: int, title: str = "") -> Stretch:
        """The stretch from one frame to another."""
        if not 0 <= first <= last <= bench.last:
            raise InvalidEdit("from", f"frames are counted from 0 to {bench.last}")
        begun, ended = bench.frames[first], bench.frames[last]
        if begun.match.outcome is not None:
            raise InvalidEdit("from", "the match is over there")
        frames = bench.frames[first + 1 : last + 1]
        done = [one for one in frames if isinstance(one.event, KEPT)]
        outcome = ended.match.outcome
        return cls(
            title=" ".join(title.split()) or f"{bench.game.id}, frame {first} to {last}",
            start=position_text(begun.match),
            seats=begun.match.seats,
            package=bench.game.package,
            options=_chosen(begun),
            dice=_drawn(frames, DICE),
            picks=_drawn(frames, PICKS),
            shuffles=_drawn(frames, SHUFFLES),
            events=[one.event for one in done if one.event is not None],
            asked=[_asked(bench.frames[one.number - 1]) for one in done],
            after=_changes(begun, ended),
            log=ended.rules[len(begun.match.log) :],
            winners=None if outcome is None else list(outcome.winners),
        )


KEPT = Answered | Edited | Exchanged
"""What is repeated; what was loaded shows in the dice."""


def _asked(frame: Frame) -> Asked | None:
    prompt = frame.match.prompt()
    return None if prompt is None else Asked(prompt.key, prompt.rule)


def _chosen(frame: Frame) -> dict[str, Any]:
    """The options that differ from the usual ones."""
    options = frame.match.options
    usual = msgspec.to_builtins(type(options)())
    chosen: dict[str, Any] = msgspec.to_builtins(options)
    return {name: value for name, value in chosen.items() if usual.get(name) != value}


def _drawn(frames: Sequence[Frame], kind: str) -> list[Any]:
    return [draw.value for frame in frames for draw in frame.draws if draw.kind == kind]


def _changes(begun: Frame, ended: Frame) -> dict[str, Any]:
    """Every value that is another one by now, by its path."""
    before, after = plain_state(begun.match), plain_state(ended.match)
    found: dict[str, Any] = {}
    while len(found) < MOST_CHANGES and (path := first_other(before, after)):
        path = _present(after, path)
        value = value_at(after, path)
        found[path] = value
        before = _with(before, path, value)
    return found


def _present(plain: Any, path: str) -> str:
    """A path that leads to something: that of the whole where a part is gone."""
    while path:
        try:
            value_at(plain, path)
        except InvalidEdit:
            path = path.rpartition(".")[0]
        else:
            break
    return path


def _with(plain: Any, path: str, value: Any) -> Any:
    """Plain data with another value at a path."""
    if not path:
        return value
    part, _, rest = path.partition(".")
    if isinstance(plain, list):
        index = int(part)
        return [_with(one, rest, value) if at == index else one for at, one in enumerate(plain)]
    return {**plain, part: _with(plain.get(part), rest, value)}


# --- an example -----------------------------------------------------------------------------------


def as_example(stretch: Stretch, id: str, *, own_notation: bool) -> str:
    """A block for ``examples.md``, in the plain notation."""
    rows = [f"id = {_toml(id)}", f"title = {_toml(stretch.title)}", *_set_up(stretch)]
    rows += ["do = [", *(f"  {_move(event)}," for event in stretch.events), "]"]
    if stretch.options:
        rows += ["[options]", *_pairs(stretch.options)]
    if known := {path: value for path, value in stretch.after.items() if not _hollow(value)}:
        rows += ["[after]", *_pairs(known)]
    rows += ["[expect]", f"log = {_toml(stretch.log)}"]
    rows.append(f"winners = {_toml([SEAT_LETTERS[seat] for seat in stretch.winners or []])}")
    if nothing := [path for path, value in stretch.after.items() if value is None]:
        rows.append(f"nothing = {_toml(nothing)}")
    fence = PLAIN_FENCE if own_notation else "```toml"
    return "\n".join([f"{stretch.title}\n", fence, *rows, "```", ""])


def _set_up(stretch: Stretch) -> Iterator[str]:
    """The table before its first answer, and what chance does there."""
    yield f"seats = {stretch.seats}"
    for kind in (DICE, PICKS, SHUFFLES):
        if values := {DICE: stretch.dice, PICKS: stretch.picks, SHUFFLES: stretch.shuffles}[kind]:
            yield f"{kind} = {_toml(values)}"
    start = stretch.start.replace("'", "\\u0027")  # the same in JSON, and no end in TOML
    yield f"start = '''\n{start}\n'''"


def _move(event: Event) -> str:
    if isinstance(event, Answered):
        seat = SEAT_LETTERS[event.seat]
        if event.by is By.CLOCK:
            return _toml({"seat": seat, "late": True})
        return _toml({"seat": seat, "answer": _solid("answer", event.answer)})
    if isinstance(event, Exchanged):
        return _toml({"set": event.path, "exchange": event.other})
    assert isinstance(event, Edited), "what was loaded shows in the dice"
    if event.value is None:
        return _toml({"set": event.path})
    return _toml({"set": event.path, "to": _solid(event.path, event.value)})


def _solid(field: str, value: Any) -> Any:
    if _hollow(value):
        raise InvalidEdit(field, "TOML has no word for nothing, and it is in there: keep a test")
    return value


def _hollow(value: Any) -> bool:
    """Whether there is nothing somewhere inside, for which TOML has no word."""
    if isinstance(value, dict):
        return any(_hollow(one) for one in value.values())
    return any(_hollow(one) for one in value) if isinstance(value, list) else value is None


def _pairs(values: dict[str, Any]) -> Iterator[str]:
    for name, value in values.items():
        yield f"{_key(name)} = {_toml(value)}"


def _key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _toml(value: Any) -> str:
    """A value in TOML, in one line; its texts are written as JSON has them."""
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(str(name))} = {_toml(one)}" for name, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


# --- a lesson -------------------------------------------------------------------------------------


def as_lesson(stretch: Stretch, seat: Seat) -> str:
    """A file for ``lessons/`` of the package: the answers of one seat are its steps."""
    learner = SEAT_LETTERS[seat]
    rows = [f"# {stretch.title}", f"seat = {_toml(learner)}", 'end = "end"', *_set_up(stretch)]
    if stretch.options:
        rows.append(f"options = {_toml(stretch.options)}")
    texts: list[str] = []
    for event, asked in zip(stretch.events, stretch.asked, strict=True):
        if not isinstance(event, Answered) or event.by is By.CLOCK or asked is None:
            raise InvalidEdit("from", "a lesson is made of answers: begin after the last edit")
        letter = SEAT_LETTERS[event.seat]
        rows += ["", "[[do]]", f"seat = {_toml(letter)}", f"ask = {_toml(asked.key)}"]
        rows.append(f"answer = {_toml(_solid('answer', event.answer))}")
        if letter == learner:
            texts.append(f"step_{len(texts) + 1}")
            rows += [f"say = [{_toml(texts[-1])}]", f"rules = [{_toml(asked.rule)}]"]
    if not texts:
        raise InvalidEdit("chair", f"{learner} answers nothing here: sit in another chair")
    says = [f'# {key} = "…"' for key in (*texts, "end")]
    told = ["", "# Its texts, for each language of the rulebook:", "# [lessons.NAME]"]
    return "\n".join(
        [*rows, *told, '# title = "…"', '# about = "…"', "# [lessons.NAME.say]", *says, ""]
    )


# --- a test ---------------------------------------------------------------------------------------


def as_test(stretch: Stretch) -> str:
    """A module with one test, for pytest."""
    body = list(_statements(stretch))
    names = sorted(
        name
        for name in ("at", "exchange", "put", "say", "told")
        if any(re.search(rf"\b{name}\(", row) for row in body)
    )
    start = json.dumps(json.loads(stretch.start), indent=1, ensure_ascii=False)
    rules = _rules(stretch)
    rows = [
        f'"""Written at the bench: {_docstring(stretch.title)}."""',
        "",
        *(["import pytest"] if rules else []),
        f"from boomtown.testing import {', '.join(sorted([*names, 'standing']))}",
        f"from {stretch.package} import GAME",
        "",
        f"START = {_raw(start)}",
        "",
        "",
        *([_call("@pytest.mark.rule", map(_python, rules))] if rules else []),
        f"def test_{_slug(stretch.title)}() -> None:",
        *(f"    {row}" if row else "" for one in body for row in one.splitlines()),
        "",
    ]
    return "\n".join(rows)


def _statements(stretch: Stretch) -> Iterator[str]:
    more = {
        "options": stretch.options,
        "dice": stretch.dice,
        "picks": stretch.picks,
        "shuffles": stretch.shuffles,
    }
    given = [f"{name}={_python(value, 4)}" for name, value in more.items() if value]
    yield _call("match = standing", ["GAME", "START", f"seats={stretch.seats}", *given])
    for event in stretch.events:
        if isinstance(event, Answered) and event.by is By.CLOCK:
            yield f"match.time_out({event.seat})"
        elif isinstance(event, Answered):
            yield f"say(match, ({event.seat}, {_python(event.answer)}))"
        elif isinstance(event, Edited):
            value = _python(event.value, 4)
            yield _call("put", ["match", _python(event.path), value])
        elif isinstance(event, Exchanged):
            yield _call("exchange", ["match", *map(_python, (event.path, event.other))])
    for path, value in stretch.after.items():
        compares = "is" if value is None or isinstance(value, bool) else "=="
        yield f"assert at(match, {_python(path)}) {compares} {_python(value)}"
    yield f"assert told(match) == {_python(stretch.log)}"
    if stretch.winners is None:
        yield "assert match.outcome is None"
    else:
        yield "assert match.outcome is not None"
        yield f"assert list(match.outcome.winners) == {list(map(int, stretch.winners))!r}"


def _rules(stretch: Stretch) -> list[str]:
    """The rules of the game that the stretch reads out: those that were told, or else asked by."""
    told = stretch.log or [asked.rule for asked in stretch.asked if asked is not None]
    return [rule for rule in dict.fromkeys(told) if not rule.startswith("boomtown.")]


LINE, MARGIN = 100, 40
"""How long a line of code may be, and how much of it may stand before a value."""


def _python(value: Any, indent: int = 0) -> str:
    """A value as Python has it; a long one with a line for each part."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        brackets = "{}"
        parts = [f"{_python(str(name))}: {_python(one, indent + 4)}" for name, one in value.items()]
    elif isinstance(value, list | tuple):
        brackets, parts = "[]", [_python(one, indent + 4) for one in value]
    else:
        return repr(value)
    return _laid_out(brackets, parts, indent, LINE - (10 if indent else MARGIN))


def _call(name: str, args: Iterable[str]) -> str:
    """A call in a function; a long one with a line for each argument."""
    return name + _laid_out("()", list(args), 0, LINE - 4 - len(name))


def _laid_out(brackets: str, parts: Sequence[str], indent: int, room: int) -> str:
    line = brackets[0] + ", ".join(parts) + brackets[1]
    if "\n" not in line and len(line) + indent <= room:
        return line
    inner = "".join(f"{' ' * (indent + 4)}{part},\n" for part in parts)
    return f"{brackets[0]}\n{inner}{' ' * indent}{brackets[1]}"


def _raw(text: str) -> str:
    if '"""' in text:
        return repr(text)
    raw = "r" if "\\" in text else ""
    return f'{raw}"""{text}"""'


def _docstring(title: str) -> str:
    return title.replace("\\", "/").replace('"', "'").rstrip(".")


def _slug(title: str) -> str:
    """A name for a function.

    >>> _slug("Two hits, one whisky!")
    'two_hits_one_whisky'
    """
    return re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_") or "the_bench"
