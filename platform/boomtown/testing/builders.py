"""Builders that make a test read like the rulebook.

``arranged`` sets a table up as a test needs it, ``say`` answers, ``refused`` gives the rule that
forbids an answer, ``told`` the rules that the log cites.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boomtown.core.chance import Chance, LoadedChance
from boomtown.core.choice import Answer
from boomtown.core.codec import codec_of
from boomtown.core.errors import InvalidAnswer, Refused
from boomtown.core.game import Game, S
from boomtown.core.match import Match, checked_options
from boomtown.core.seats import Seat
from boomtown.core.step import Step


def arranged(
    game: Game[S, Any],
    state: S,
    *agenda: Step,
    seats: int,
    chance: Chance | None = None,
    options: Mapping[str, object] | None = None,
) -> Match[S]:
    """A match at a table of the test's making, with these steps to come, the first one first.

    After the last of them it stays as it is, and nobody is asked.

    Without chance of its own, a throw that the test did not load is an error. The state is
    copied the way a saved one is, so that a test cannot use what a real match could not hold.
    """
    body = codec_of(game).pack(state, list(reversed(agenda)))
    own_state, own_agenda = codec_of(game).unpack(body)
    chosen = checked_options(game, seats, dict(options or {}))
    match = Match(
        game, seats, chosen, own_state, own_agenda, LoadedChance() if chance is None else chance
    )
    match.excerpt = True
    match.advance()
    return match


def say(match: Match[Any], *answers: tuple[Seat | int, Answer]) -> None:
    """Gives answers in order: ``say(match, (ANNIE, "duck"), (BILL, ANNIE))``."""
    for seat, answer in answers:
        match.answer(Seat(seat), answer)


def refused(match: Match[Any], seat: Seat | int, answer: Answer) -> str | None:
    """The rule that forbids an answer (for one that cannot be read, the field), or None.

    Whatever it says, the match must be as it was: that is checked here.
    """
    before = match.clone()
    try:
        before.answer(Seat(seat), answer)
    except Refused as error:
        why: str | None = error.refusal.rule
    except InvalidAnswer as error:
        why = error.field
    else:
        return None
    assert before.hash() == match.hash(), "a refused answer changed the match"
    return why


def told(match: Match[Any], seat: Seat | None = None, *, everything: bool = True) -> list[str]:
    """The rules that the log cites; with ``everything`` False, as this seat may read it."""
    entries = list(match.log) if everything else match.log.visible_to(seat)
    return [entry.rule for entry in entries]
