"""Help while playing, as the table page shows it: hints, and what a bot would do.

Everything comes from the page of one seat: its question, what it was told, what it has asked.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from boomtown.answertext import answer_words
from boomtown.bots.advice import Advice, Reason
from boomtown.core.game import WHOLE
from boomtown.core.hint import TEXT, Hint, hints_of, mattering
from boomtown.core.match import Match
from boomtown.rulebook.wording import Wording
from boomtown.store.people import SeenHints
from boomtown.web.rooms.advising import Thought
from boomtown.web.tables.plates import kind_in_words
from boomtown.web.tables.table_page import TablePage
from boomtown.web.words import site_wording

LAST_LINES = 40
"""So many lines of the log are looked at for what a hint belongs to."""
PERCENT = WHOLE // 100
FIRST = {
    Reason.ONLY: "aid.reason.first.only",
    Reason.CLEAR: "aid.reason.first.clear",
    Reason.CLOSE: "aid.reason.first.close",
    Reason.HABIT: "aid.reason.first.habit",
}
"""By reason, what is said of the answer that a bot would give."""
OTHERS = {Reason.CLOSE: "aid.reason.other.close", Reason.BEHIND: "aid.reason.other.behind"}
"""The same of the others."""
log = logging.getLogger(__name__)


class HintNote(Struct, frozen=True):
    """A hint that matters now, and has not been read."""

    key: str
    text: Markup
    rule: str
    thing: str


class AdvisedAnswer(Struct, frozen=True):
    """One answer as a bot sees it, in words."""

    words: str
    chance: int
    """To win, in per cent; meaningless where nothing was weighed."""
    reason: str


class AdviceNote(Struct, frozen=True):
    """What a bot would do, or that it still thinks."""

    level: str
    answers: list[AdvisedAnswer] | None
    tables: int = 0
    """How many it has imagined."""


class Aid(Struct, frozen=True):
    """What helps whoever looks at a page."""

    has_hints: bool = False
    """Whether the game has any at all."""
    hints: list[HintNote] = []
    may_ask: bool = False
    """Whether a bot may be asked about the present question."""
    advice: AdviceNote | None = None


@cache
def known_hints(package: str) -> tuple[Hint, ...]:
    """The hints of a game; where it has written them down wrongly, none, and a note once."""
    try:
        return hints_of(package)
    except (msgspec.MsgspecError, OSError, ValueError) as error:
        log.error("the hints of %s cannot be read: %s", package, error)
        return ()


def aid_for(page: TablePage, match: Match[Any], hints: SeenHints, thought: Thought | None) -> Aid:
    """What helps the seat of a page now; somebody who looks on needs nothing."""
    if page.me is None or page.replay or page.stood_in or page.outcome is not None:
        return Aid()
    asked = page.question is not None
    silent = hints.off or page.guide or (page.hope and not asked)  # who is out learns nothing by it
    return Aid(
        has_hints=bool(known_hints(page.game.package)),
        hints=[] if silent else _unread(page, match, hints.seen),
        may_ask=asked and page.table.advised,
        advice=None if thought is None or not asked else _note(page, thought),
    )


def _unread(page: TablePage, match: Match[Any], seen: Sequence[str]) -> list[HintNote]:
    """The hints that matter now, those that were read left out."""
    known = known_hints(page.game.package)
    unread = [hint for hint in known if f"{page.game.id} {hint.key}" not in seen]
    if not unread or page.me is None:
        return []
    told = match.log.visible_to(page.me, max(0, len(match.log) - LAST_LINES))
    return [
        HintNote(hint.key, Markup(page.w.say(f"{TEXT}{hint.key}")), hint.rule, hint.thing)
        for hint in mattering(unread, page.me, page.question, told)
    ]


def _note(page: TablePage, thought: Thought) -> AdviceNote:
    """What a bot would do, in words."""
    level, found = kind_in_words(page.plain, thought.level), thought.answers
    if found is None:
        return AdviceNote(level, None)
    assert page.question is not None, "there is advice on questions only"
    choice, help = page.question.choice, getattr(page.board, "ask", None)
    say = site_wording(page.lang)
    answers = [
        AdvisedAnswer(
            answer_words(choice, choice.read(one.answer), page.plain, help),
            round(one.value / PERCENT),
            reason_of(say, one, first=place == 0),
        )
        for place, one in enumerate(found)
    ]
    return AdviceNote(level, answers, max(one.tables for one in found))


def reason_of(say: Wording, one: Advice, *, first: bool) -> str:
    """Why an answer stands where it stands, in plain words."""
    gain, error = round(abs(one.gain) / PERCENT), -(-one.error // PERCENT)
    keys = FIRST if first else OTHERS
    key = keys[one.reason]
    if one.reason is Reason.CLOSE and not gain:
        key = "aid.reason.first.even" if first else "aid.reason.other.even"
    elif one.reason is Reason.CLOSE and not first and one.gain > 0:
        key = "aid.reason.other.better"
    return say.say(key, gain=gain, error=error)
