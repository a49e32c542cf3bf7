"""What reviews do in worker processes: play tables on, and draw.

Everything comes and goes as bytes and JSON. The site calls these functions by their names.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from boomtown.answertext import answer_words
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.page import Help
from boomtown.core.record import Line, Record
from boomtown.core.seats import Seat
from boomtown.lab.reviews.figures import Choices, Curve, Decision, Effort, Saying
from boomtown.lab.reviews.plot import draw
from boomtown.lab.reviews.reviewing import draw_on, judge_on, pieces, stages
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.replays.timeline import Beginning, Timeline
from boomtown.web.rooms.pages import page_of
from boomtown.web.words import seat_letter, site_wording

EFFORT = Effort()
MOST_PASTS = 2
"""Matches that a process remembers between two turns."""
_beginning = msgspec.msgpack.Decoder(Beginning).decode
_lines = msgspec.msgpack.Decoder(list[Line]).decode
_curve = msgspec.json.Decoder(Curve).decode
_choices = msgspec.json.Decoder(Choices).decode
_json = msgspec.json.encode


class PlayedMatch:
    """A finished match whose moments come from its timeline (``Past``)."""

    def __init__(self, id: str, game: str, beginning: bytes, lines: bytes) -> None:
        begun, record = _beginning(beginning), _lines(lines)
        self.id, self.whole = id, begun.base is None
        self._timeline = Timeline(find_game(game), begun)
        self._timeline.add(record)
        first, last = self._timeline.first, self._timeline.last
        self.whole = self.whole and first == 0
        self.first = first
        standing = Record(begun.heading, begun.seed, record[:last]).standing()
        self.standing = [(number, line) for number, line in standing if number >= first]

    def at(self, line: int) -> Match[Any]:
        """The table after so many lines."""
        return self._timeline.at(line)

    def told(self, line: int) -> list[Entry]:
        """What everybody could read after a line that they could not before."""
        entries = [told.entry for told in self._timeline.told if told.line == line]
        return [entry for entry in entries if entry is not None and entry.to is None]

    def settled(self, line: int) -> bool:
        """Whether a line settled a question."""
        return self._timeline.moments[line] > self._timeline.moments[line - 1]


_pasts: OrderedDict[str, PlayedMatch] = OrderedDict()


def _past(id: str, game: str, beginning: bytes, lines: bytes) -> PlayedMatch:
    if id not in _pasts:
        _pasts[id] = PlayedMatch(id, game, beginning, lines)
    _pasts.move_to_end(id)
    while len(_pasts) > MOST_PASTS:
        _pasts.popitem(last=False)
    return _pasts[id]


def curve(
    id: str, game: str, beginning: bytes, lines: bytes, found: str, done: int, seconds: float
) -> list[Any]:
    """Finds more of everybody's part: what was found, pieces done and in all, CPU time."""
    begun, past = time.process_time(), _past(id, game, beginning, lines)
    drawn = draw_on(past, _curve(found), EFFORT, seconds)
    return _turn(drawn, len(drawn.points), len(stages(past)), begun)


def choices(
    id: str, game: str, beginning: bytes, lines: bytes, found: str, done: int, seconds: float
) -> list[Any]:
    """Finds more of a seat's part, likewise."""
    begun, past = time.process_time(), _past(id, game, beginning, lines)
    judged, done = judge_on(past, _choices(found), done, EFFORT, seconds, in_words)
    return _turn(judged, done, pieces(past, judged.seat), begun)


def _turn(found: Curve | Choices, done: int, total: int, begun: float) -> list[Any]:
    return [_json(found).decode(), done, total, round(1000 * (time.process_time() - begun))]


def in_words(match: Match[Any], seat: Seat, one: Decision) -> dict[str, Saying]:
    """A decision in all languages. Seats stand for names: those can be forgotten."""
    question, choice = match.question(seat), match.choice(seat)
    assert question is not None, "the seat was asked"
    seats, book = [marker(Seat(number)) for number in range(match.seats)], book_of(match.game)
    help = _help(match, seat)
    words = {}
    for language in LANGUAGES:
        wording = Wording(book, language, seats)
        given, best = (
            answer_words(choice, choice.read(answer), wording, help)
            for answer in (one.given, one.best)
        )
        words[language] = Saying(wording.question(question), given, best)
    return words


def _help(match: Match[Any], seat: Seat) -> Help | None:
    """What the game's board adds to the question; nothing where it cannot be drawn."""
    try:
        board = page_of(match.game).board(match.view(seat), match.question(seat))
    except Exception:  # a mistake in the game's drawing harms no review
        return None
    found = getattr(board, "ask", None)
    return found if isinstance(found, Help) else None


def marker(seat: Seat) -> str:
    """What stands in a stored text for the name of whoever sits there."""
    return f"⟦{seat}⟧"


def plot(found: str, path: str, names: Sequence[str], language: str) -> str:
    """The curve as SVG."""
    say = site_wording(language).say
    return draw(
        _curve(found),
        lambda seats: ", ".join(f"{seat_letter(seat)} {names[seat]}" for seat in seats),
        lambda line: f"{path}?at={line}&seat=open",
        (say("review.axis.answers"), say("review.axis.chance")),
    )
