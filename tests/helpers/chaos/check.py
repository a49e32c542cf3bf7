"""Does what the players saw fit what is stored? Every sentence returned here is a bug.

Each stored match is played again from its record, line by line. On the way every view that
somebody was shown must turn up in the order in which it was shown, every acknowledged answer must
be found, every answer must be somebody's, and every hash must be the stored one.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from boomtown.core.errors import BoomtownError
from boomtown.core.match import Match
from boomtown.core.record import By, Record, plain
from boomtown.core.seats import Seat
from boomtown.core.step import PASS
from boomtown.plugins import find_game
from boomtown.store.chain import Damaged, chain_link
from boomtown.store.matches import Matches, StoredMatch, TimedLine, play
from boomtown.store.tables import Tables
from boomtown.web.rooms.clock import OFF, allowance
from boomtown.web.sockets.feeds import Moment
from chaos.history import ANY, End, History, Look, Try, digest_of


class Told(Struct):
    """What the checker counted."""

    matches: int = 0
    answers: int = 0
    """Stored lines that were played again."""
    acknowledged: int = 0
    views: int = 0
    clocks: int = 0
    """Lines of the clock in questions whose few seconds are the game's own."""


class Gone(Struct, frozen=True):
    """One line, as it was when it was played again."""

    number: int
    """Of the question."""
    seat: int
    by: By
    answer: Any
    hushed: bool
    strict: bool
    """Whether the time of the question is the game's own, and short."""
    only_pass: bool
    bank: int
    allowed: int
    """Milliseconds that the question may take before the bank is touched."""


def check(history: History, tables: Tables, matches: Matches) -> tuple[Told, list[str]]:
    """What was counted, and everything that is wrong."""
    told, wrong = Told(), list(history.complaints)
    tries, looks = by_table(history.tries), by_table(history.looks)
    for code in sorted(set(tries) | set(looks)):
        table = tables.get(code)
        stored = None if table is None or table.match is None else matches.get(table.match)
        if stored is None:
            taken = sum(one.end is End.TAKEN for one in tries[code])
            wrong.append(f"{code}: no match is stored, but {taken} answers were taken")
            continue
        try:
            lines = matches.lines(stored.id)
        except Damaged as damage:
            wrong.append(f"{code} ({stored.game}): {damage}")
            continue
        told.matches += 1
        moment = lines[-1].moment if lines else 0
        sealed = matches.envelopes(stored.id, moment)
        aside = {(int(seat), moment): answer for seat, answer in sealed.items()}
        clock = OFF if table is None else table.clock
        for problem in check_match(stored, lines, tries[code], looks[code], aside, told, clock):
            wrong.append(f"{code} ({stored.game}): {problem}")
    return told, wrong


def by_table(events: Iterable[Any]) -> defaultdict[str, list[Any]]:
    """What happened at each table."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for one in events:
        found[one.table].append(one)
    return found


def check_match(
    stored: StoredMatch,
    lines: list[TimedLine],
    tries: list[Try],
    looks: list[Look],
    aside: dict[tuple[int, int], Any],
    told: Told,
    clock: str = OFF,
) -> Iterator[str]:
    """Everything that is wrong with one match."""
    yield from check_chain(stored, lines)
    seats = {look.seat for look in looks}
    shown: dict[int, dict[str, list[int]]] = {seat: defaultdict(list) for seat in seats}
    gone: list[Gone] = []
    record = Record(stored.heading, stored.seed, [])
    try:
        match: Match[Any] = Match.replayed(find_game(stored.game), record)
        note_views(match, 0, shown)
        for place, timed in enumerate(lines):
            gone.append(gone_by(match, timed, clock))
            read_as_the_game_does(match, timed.line.seat, tries)
            play(match, timed.line)
            note_views(match, place + 1, shown)
    except BoomtownError as error:
        yield f"it cannot be played again: {error}"
        return
    told.answers += len(lines)
    told.views += len(looks)
    told.acknowledged += sum(one.end is End.TAKEN for one in tries)
    told.clocks += sum(one.by is By.CLOCK and (one.hushed or one.strict) for one in gone)
    yield from check_views(shown, looks)
    yield from check_answers(gone, tries, aside)
    yield from check_clocks(gone, tries)


def check_chain(stored: StoredMatch, lines: list[TimedLine]) -> Iterator[str]:
    """Every line carries the hash of the one before."""
    chain = stored.chain
    for number, timed in enumerate(lines):
        line = timed.line
        answer = json.dumps(line.answer, separators=(",", ":"), ensure_ascii=False)
        chain = chain_link(
            chain,
            number,
            line.seat,
            line.by.value,
            answer,
            line.hash,
            timed.at,
            timed.moment,
            timed.bank,
        )
        if chain != timed.chain:
            yield f"the chain is broken at answer {number}"
            return


def gone_by(match: Match[Any], timed: TimedLine, clock: str) -> Gone:
    """What a line answers, seen from the moment before it."""
    line = timed.line
    question = match.question(Seat(line.seat)) if line.by is not By.UNDO else None
    offers = [] if question is None else list(question.choice.offers())
    only_pass = offers == [PASS]
    prompt = match.prompt()
    return Gone(
        number=match.moment,
        seat=line.seat,
        by=line.by,
        answer=line.answer,
        hushed=match.hushed,
        strict=match.strict,
        only_pass=only_pass,
        bank=timed.bank,
        allowed=allowance(clock, None if prompt is None else prompt.seconds) or 0,
    )


def read_as_the_game_does(match: Match[Any], seat: int, tries: list[Try]) -> None:
    """Brings what was sent for the present question into the form in which it is stored."""
    for one in tries:
        if one.seat == seat and one.number == match.moment and one.answer is not ANY:
            with suppress(BoomtownError):  # nonsense stays as it is
                one.answer = plain(match.choice(Seat(seat)).read(one.answer))


def note_views(match: Match[Any], place: int, shown: dict[int, dict[str, list[int]]]) -> None:
    """What everybody could see after so many lines."""
    moment = Moment(match)
    for seat, digests in shown.items():
        message = json.loads(moment.view(Seat(seat)) + b"}")
        digests[digest_of(message)].append(place)


def check_views(shown: dict[int, dict[str, list[int]]], looks: list[Look]) -> Iterator[str]:
    """On each connection the views follow the one order of the stored answers."""
    reached: dict[int, int] = {}
    for look in looks:
        places = shown[look.seat].get(look.digest, [])
        before = reached.get(look.link, 0)
        place = next((one for one in places if one >= before), None)
        if not places:
            yield f"seat {look.seat} saw a view of question {look.number} that never was"
        elif place is None:
            yield f"seat {look.seat} saw question {look.number} again after later ones"
        else:
            reached[look.link] = place


def check_answers(
    gone: list[Gone], tries: list[Try], aside: dict[tuple[int, int], Any]
) -> Iterator[str]:
    """Nothing that was acknowledged is lost, nothing is applied that was not sent, or twice."""
    sent: defaultdict[tuple[int, int], list[Try]] = defaultdict(list)
    for one in tries:
        sent[one.seat, one.number].append(one)
    lines: defaultdict[tuple[int, int], list[Gone]] = defaultdict(list)
    for line in gone:
        if line.by is By.PLAYER:
            lines[line.seat, line.number].append(line)
    hushed = {line.number for line in gone if line.hushed}
    for (seat, number), attempts in sent.items():
        found = lines[seat, number]
        if number in hushed or (seat, number) in aside:
            yield from check_envelope(seat, number, attempts, found, aside)
        else:
            yield from check_open_answer(seat, number, attempts, found)
    for (seat, number), found in lines.items():
        if (seat, number) not in sent and any(one.seat == seat for one in tries):
            yield f"seat {seat} never answered question {number}, and {found[0].answer} is stored"


def check_open_answer(
    seat: int, number: int, attempts: list[Try], found: list[Gone]
) -> Iterator[str]:
    """Each acknowledged answer has a line of its own, and each line an answer."""
    free = list(found)
    for one in attempts:
        if one.end is End.TAKEN:
            line = next((line for line in free if fits(one, line.answer)), None)
            if line is None:
                yield (
                    f"the answer {shown_answer(one)} of seat {seat} to question {number} was "
                    "taken, and is not stored"
                )
            else:
                free.remove(line)
    for line in free:
        attempt = next((one for one in attempts if may_be(one, line.answer)), None)
        if attempt is None:
            yield (
                f"{line.answer} of seat {seat} to question {number} is stored more often than "
                "it was sent"
            )
        else:
            attempts = [one for one in attempts if one is not attempt]


def check_envelope(
    seat: int,
    number: int,
    attempts: list[Try],
    found: list[Gone],
    aside: dict[tuple[int, int], Any],
) -> Iterator[str]:
    """Of the answers to a question that nobody may know of the last one counts, once."""
    if len(found) > 1:
        yield f"seat {seat} answered question {number} {len(found)} times"
    taken = [one for one in attempts if one.end is End.TAKEN]
    if not taken:
        return
    standing = [line.answer for line in found]
    if (seat, number) in aside:
        standing.append(aside[seat, number])
    if not standing:
        yield f"the sealed answer of seat {seat} to question {number} was taken, and is lost"
    elif not any(one.end is not End.REFUSED and fits(one, standing[0]) for one in attempts):
        yield f"seat {seat} did not seal {standing[0]} for question {number}"


def fits(one: Try, answer: object) -> bool:
    """Whether this is what somebody sent."""
    return one.answer is ANY or one.answer == answer


def may_be(one: Try, answer: object) -> bool:
    """Whether a stored answer can be this one, of which nobody knows what became."""
    return one.end is End.OPEN and fits(one, answer)


def shown_answer(one: Try) -> object:
    """An answer for a sentence."""
    return "(a form)" if one.answer is ANY else one.answer


def check_clocks(gone: list[Gone], tries: list[Try]) -> Iterator[str]:
    """Everybody here answers at once: no time may run out, and no bank be touched.

    Unless an answer did take that long, because no server would have it.
    """
    ours = {one.seat for one in tries}
    taken = {(one.seat, one.number) for one in tries if one.end is End.TAKEN}
    for line in gone:
        if line.seat not in ours:
            continue
        if line.by is By.CLOCK and not line.only_pass:
            if not (line.hushed or line.strict):
                yield f"the time of seat {line.seat} ran out at question {line.number}"
            elif (line.seat, line.number) in taken:
                yield f"seat {line.seat} had answered question {line.number}, and timed out"
        if line.bank and line.allowed + line.bank > longest(line, tries):
            yield f"seat {line.seat} lost {line.bank} ms of its bank at question {line.number}"


def longest(line: Gone, tries: list[Try]) -> float:
    """The most milliseconds that can have gone by between a question and its answer.

    The question was asked after whatever was taken before it had been sent. Where that is not
    known, it may have been any time.
    """
    taken = [one for one in tries if one.end is End.TAKEN]
    asked = [one.at for one in taken if one.number < line.number]
    heard = [one.done for one in taken if (one.seat, one.number) == (line.seat, line.number)]
    return 1000 * (max(heard) - max(asked)) if asked and heard else math.inf
