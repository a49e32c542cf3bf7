"""Questions that leave nothing to choose: whether steps say the truth of them, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from boomtown.core.seats import letter_of
from boomtown.lab.questions import QuestionCounter, Questions

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite


def check_questions(suite: Suite) -> Iterator[str]:
    """Who is said to have nothing to choose has one answer, and routine answers are legal."""
    for play in suite.plays:
        for match in suite.walk(play):
            for seat in match.asked():
                where = f"{play}, question {match.moment}: seat {letter_of(seat)}"
                choice = match.choice(seat)
                if match.nothing_to_choose(seat) and not choice.only():
                    yield f"{where} is said to have nothing to choose, and has a choice"
                    return
                if any(choice.refusal(choice.read(one)) for one in match.routine(seat)):
                    yield f"{where} may not give what is said to be routine"
                    return


def questions_in(suite: Suite) -> Questions:
    """What is asked in the matches of a suite, and how much of it leaves nothing to choose."""
    counter = QuestionCounter()
    for play in suite.plays:
        walk = suite.walk(play)
        walk.match.observer = counter
        for _ in walk:
            pass
    return counter.found
