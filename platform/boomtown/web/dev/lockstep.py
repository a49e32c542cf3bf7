"""A match played by the rules of before and by those of now, answer by answer, side by side.

It goes as far as both come out the same. The first answer that does not is the difference: it is
shown to the author, and the match goes on from there as the new rules have it.

A rule that raises is a mistake and no difference: it cuts nothing short. If the new rules raise,
so does the replay; rules of before that raise are compared with no longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from boomtown.core.errors import InvalidAnswer, Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.observer import Observer
from boomtown.core.outcome import Outcome
from boomtown.core.record import By, Heading, Line, Record
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load
from boomtown.core.view import Prompt
from boomtown.store.matches import StoredMatch, TimedLine
from boomtown.store.rewriting import Played

MOST_PATHS = 5
"""Values of the state that are told; the first ones say what is the matter."""


class Told(Struct, frozen=True):
    """What came of an answer, as far as it is not the same on both sides."""

    log: list[Entry] = []
    prompt: Prompt | None = None
    outcome: Outcome | None = None
    values: list[tuple[str, str]] = []
    """By path, what stands in the state."""
    refusal: Refusal | None = None
    fault: str = ""


class Difference(Struct, frozen=True):
    """The first answer that does not come out as before; number 0 is the set-up."""

    number: int
    seat: Seat | None
    answer: Any  # plain JSON, whatever the choice was
    rule: str
    expected: Told | None
    """None where nobody knows any more: the rules of before are gone, and only a hash is left."""
    now: Told


class Replay(Struct, frozen=True):
    """How far a match can be played now."""

    heading: Heading
    lines: list[Played]
    """What goes on from here."""
    given: int
    """How many answers there were."""
    difference: Difference | None = None


class _Rules(Observer):
    """The rules that are reached, in order; and the state at each, where somebody wants it."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self.states: list[Any] | None = None  # plain data

    def reaches(self, match: Match[Any], rule: str) -> None:
        self.reached.append(rule)
        if self.states is not None:
            self.states.append(_plain(match.state))


class _Side:
    """One of the two: the match, and what came of the last answer."""

    def __init__(self, game: Game[Any, Any], stored: StoredMatch, *, traced: bool = False) -> None:
        self._rules = _Rules()
        if traced:  # from the set-up on
            self._rules.states = []
        self._log = 0
        self.broken = False
        """Whether these rules have raised."""
        heading = stored.heading
        if stored.base is not None:
            self.match: Match[Any] = load(game, stored.base)
            self.match.observer = self._rules
            self._log = len(self.match.log)
        else:
            self.match = Match.unrecorded(
                game,
                heading.seats,
                dict(heading.options),
                chance=Record(heading, stored.seed).chance(),
                observer=self._rules,
            )

    def take(self, line: Line) -> None:
        """One more answer."""
        self._log = len(self.match.log)
        self._rules.reached.clear()
        if line.by is By.CLOCK:
            self.match.time_out(line.seat)
        else:
            self.match.answer(line.seat, line.answer, by=line.by)

    def could_take(self, line: Line) -> bool:
        """One more answer, if these rules get so far: where they once raised, nobody compares."""
        if self.broken:
            return False
        try:
            self.take(line)
            self.match.prompt()
        except Exception:  # what was wrong with them was told when they were the new ones
            self.broken = True
        return not self.broken

    def trace(self, line: Line) -> list[tuple[str, Any]]:
        """One more answer, with each rule that it reaches and the state there."""
        self._rules.states = []
        self.take(line)
        return self.traced

    @property
    def traced(self) -> list[tuple[str, Any]]:
        """The rules that were reached since somebody wants to know, with the state at each."""
        return list(zip(self._rules.reached, self._rules.states or [], strict=True))

    @property
    def entries(self) -> list[Entry]:
        """What was told since."""
        return list(self.match.log.since(self._log))

    @property
    def rules(self) -> list[str]:
        """The rules that were reached since."""
        return list(self._rules.reached)


def replay(
    game: Game[Any, Any],
    stored: StoredMatch,
    lines: Sequence[TimedLine],
    before: Game[Any, Any] | None = None,
) -> Replay:
    """The match under ``game``, as far as it comes out as it did under ``before``.

    Without that one only the hashes of the record tell. What a rule of ``game`` raises is raised.
    """
    standing = Record(stored.heading, stored.seed, [one.line for one in lines]).standing()
    now, old = _Side(game, stored), _beginning(before, stored)
    heading = structs.replace(
        stored.heading,
        version=game.version,
        start=now.match.hash() if stored.heading.start else "",
    )
    played: list[Played] = []
    found = _compared(0, None, old, now) if old else _hashed(0, None, stored.heading.start, now)
    for number, line in standing:
        if found is not None:
            break
        place = len(played) + 1
        try:
            now.take(line)
        except (Refused, InvalidAnswer) as error:  # a rule forbids it now, or does not know it
            found = _stopped(place, line, error, now, old)
            break
        taken = old is not None and old.could_take(line)
        kept = structs.replace(line, hash=now.match.hash())
        played.append(Played(kept, lines[number].at, now.match.moment, lines[number].bank))
        if old is None:
            found = _hashed(place, line, line.hash, now)
        elif taken:
            found = _compared(place, line, old, now)
    for seat in now.match.asked():
        now.match.question(seat)  # a mistake there would stop the match as soon as it is shown
    if found is not None and found.expected is not None and before is not None:
        given = [line for _, line in standing[: found.number]]
        rule = _culprit(before, game, stored, given)
        found = structs.replace(found, rule=rule if not given else rule or found.rule)
    return Replay(heading, played, len(standing), found)


def _culprit(
    before: Game[Any, Any], game: Game[Any, Any], stored: StoredMatch, given: Sequence[Line]
) -> str:
    """The rule after which the two go apart, of those that the last answer reaches in both.

    Without an answer it is one that was reached after the set-up; none, if that itself differs.
    """
    if not given:
        was, now = (_Side(one, stored, traced=True).traced for one in (before, game))
        return _apart(was, now)[0]
    sides = _Side(before, stored), _Side(game, stored)
    for line in given[:-1]:
        for side in sides:
            side.take(line)
    try:
        was, now = (side.trace(given[-1]) for side in sides)
    except Exception:  # it cannot be given any more: the rule is known
        return ""
    last, first = _apart(was, now)
    return last or first


def _apart(was: list[tuple[str, Any]], now: list[tuple[str, Any]]) -> tuple[str, str]:
    """The last rule up to which two traces are the same, and the first one where they are not."""
    last = ""
    for (rule, state), (same, other) in zip(was, now, strict=False):
        if rule != same or _differing(state, other):
            return last, same
        last = rule
    return (last if len(was) == len(now) else ""), ""


def _beginning(before: Game[Any, Any] | None, stored: StoredMatch) -> _Side | None:
    try:
        return None if before is None else _Side(before, stored)
    except Exception:  # what was broken then cannot be compared with
        return None


def _compared(number: int, line: Line | None, old: _Side, now: _Side) -> Difference | None:
    """What differs after an answer; None if nothing does that somebody could notice."""
    values = _differing(old.match.state, now.match.state)
    same = (
        old.entries == now.entries
        and old.match.outcome == now.match.outcome
        and not values
        and old.match.prompt() == now.match.prompt()
    )
    if same:
        return None
    sides = []
    for side, other, which in ((old, now, 0), (now, old, 1)):
        asks = side.match.prompt() != other.match.prompt()
        ends = side.match.outcome != other.match.outcome
        sides.append(
            Told(
                log=side.entries if old.entries != now.entries else [],
                prompt=side.match.prompt() if asks else None,
                outcome=side.match.outcome if ends else None,
                values=[(path, pair[which]) for path, pair in values[:MOST_PATHS]],
            )
        )
    return _difference(number, line, _rule(old.rules, now.rules), sides[0], sides[1])


def _hashed(number: int, line: Line | None, hash: str, now: _Side) -> Difference | None:
    if not hash or now.match.hash() == hash:
        return None
    told = Told(log=now.entries, prompt=now.match.prompt(), outcome=now.match.outcome)
    return _difference(number, line, _rule([], now.rules), None, told)


def _stopped(
    number: int, line: Line, error: Exception, now: _Side, old: _Side | None
) -> Difference:
    """An answer that cannot be given any more, beside what came of it before."""
    refusal = error.refusal if isinstance(error, Refused) else None
    told = Told(refusal=refusal, fault="" if refusal else f"{type(error).__name__}: {error}")
    expected, rules = None, []
    if old is not None and old.could_take(line):
        rules = old.rules
        expected = Told(old.entries, old.match.prompt(), old.match.outcome)
    rule = refusal.rule if refusal is not None else _rule(rules, now.rules)
    return _difference(number, line, rule, expected, told)


def _difference(
    number: int, line: Line | None, rule: str, expected: Told | None, now: Told
) -> Difference:
    seat, answer = (None, None) if line is None else (line.seat, line.answer)
    return Difference(number, seat, answer, rule, expected, now)


def _rule(old: Sequence[str], now: Sequence[str]) -> str:
    """The first rule that only one side has reached, or the last that both have."""
    for was, does in zip(old, now, strict=False):
        if was != does:
            return does
    longer = now[len(old) :] or old[len(now) :]
    return longer[0] if longer and old else (now or old or [""])[-1]


def _differing(old: Any, now: Any) -> list[tuple[str, tuple[str, str]]]:
    """By path, the values that both states have and that are not the same.

    A field that only one of them has is no difference: an author has added or removed it.
    """
    found: list[tuple[str, tuple[str, str]]] = []
    _compare(_plain(old), _plain(now), "", found)
    return found


def _plain(state: Any) -> Any:
    return msgspec.to_builtins(state, str_keys=True)


def _compare(old: Any, now: Any, path: str, found: list[tuple[str, tuple[str, str]]]) -> None:
    if isinstance(old, dict) and isinstance(now, dict):
        for name in old:
            if name in now:
                _compare(old[name], now[name], f"{path}.{name}" if path else name, found)
    elif isinstance(old, list) and isinstance(now, list) and len(old) == len(now):
        for number, (was, is_now) in enumerate(zip(old, now, strict=True)):
            _compare(was, is_now, f"{path}.{number}", found)
    elif old != now:
        found.append((path, (_shown(old), _shown(now))))


def _shown(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}…"
