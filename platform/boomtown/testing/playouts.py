"""The players of a game: bots, quick policies, evaluations, and the quiet matches they imagine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from boomtown.bots.kinds import DEPUTY, RANDOM, answer_of, make_bot, play_out
from boomtown.core.bot import Bot, Imagine, Listener, Policy
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.errors import GameFault, InvalidAnswer
from boomtown.core.game import WHOLE, Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.view import Question, View
from boomtown.testing.plays import Play, Walk
from boomtown.testing.teaching import raised, side_by_side

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

SELDOM = 4
"""One question of so many is asked in two worlds: thoughts may be long."""


def players_of(suite: Suite) -> Iterator[tuple[str, Sequence[Play]]]:
    """The random bot and the game's own, with what each of them plays.

    Tempers are one bot in several moods: they share the plays, and each has at least one.
    """
    for kind in (RANDOM, *suite.game.bots):
        yield kind, suite.plays
    count = len(suite.game.tempers)
    for number, temper in enumerate(suite.game.tempers):
        shared = suite.plays[number::count] or suite.plays[:1]
        yield f"{DEPUTY}.{temper}", shared


def check_bots(suite: Suite) -> Iterator[str]:
    """The game's bots only read their views, and answer legally and alike from the same seed."""
    for kind, plays in players_of(suite):
        for play in plays:
            ends = []
            for _ in range(2):
                match, chance = play.start(suite.game), play.chance("bots")
                bots = [
                    Reader(make_bot(suite.game, kind, chance.another())) for _ in range(match.seats)
                ]
                try:
                    play_out(match, bots, chance)
                except Exception as error:  # a bot may fail in any way it likes
                    why = raised(error, suite.game)
                    yield f"{play}, answer {match.number}: the bot {kind} fails: {why}"
                    return
                ends.append(match.hash())
            if ends[0] != ends[1]:
                yield f"{play}: the bot {kind} played the same match differently"
                return


def check_peeking(suite: Suite) -> Iterator[str]:
    """The game's bots answer alike, from the same seed, in worlds that their seat cannot tell
    apart."""
    for kind, plays in players_of(suite):
        for play in plays:
            if problem := _peeking(suite.walk(play), kind):
                yield problem
                break


def _peeking(walk: Walk, kind: str) -> str:
    """Where a bot answers otherwise because of what is hidden, in one match."""
    play, match = walk.play, walk.match
    game, worlds = match.game, play.chance("worlds")
    while match.outcome is None and match.number < game.longest:
        seat, answer = walk.next_answer()
        if worlds.below(SELDOM) == 0:
            other, luck = match.clone(), worlds.another()
            other.redraw(seat, worlds)
            true, false = (_thought(game, kind, world, seat, luck) for world in (match, other))
            if true != false:
                where = f"{play}, answer {match.number}: the bot {kind}"
                sides = side_by_side("as it is", match, "as the bot may think", other)
                return (
                    f"{where} answers {true!r}, and {false!r} once something hidden differs{sides}"
                )
        walk.give(seat, answer)
    return ""


def _thought(
    game: Game[Any, Any], kind: str, match: Match[Any], seat: Seat, luck: Chance
) -> Answer:
    """An answer, or how the bot failed: both can be compared."""
    chance = luck.fork()
    try:
        return plain(answer_of(make_bot(game, kind, chance.another()), match, seat, chance))
    except Exception as error:  # a bot may fail in any way it likes, peeping is one
        return f"{type(error).__name__}: {error}"


class Reader(Listener):
    """A bot whose view is looked at afterwards: others share what stands there."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def hear(self, told: Sequence[Entry]) -> None:
        if isinstance(self._bot, Listener):
            self._bot.hear(told)

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        """What the bot answers."""
        before = msgspec.json.encode(view)
        answer = self._bot.answer(view, ask, imagine)
        if msgspec.json.encode(view) != before:
            raise GameFault("it has written into its view")
        return answer


def check_quiet(suite: Suite) -> Iterator[str]:
    """A quiet match, whose answers nobody judges, goes the same way as one with log and judge."""
    for play in suite.plays:
        walk = suite.walk(play)
        match = walk.match
        quiet = match.clone(quiet=True)
        while match.outcome is None and match.number < suite.game.longest:
            seat, answer = walk.next_answer()
            walk.give(seat, answer)
            quiet.take(seat, answer)
            if quiet.hash() != match.hash() or quiet.asked() != match.asked():
                sides = side_by_side("with a log", match, "quietly", quiet)
                yield f"{play}, answer {match.number}: the quiet match goes on differently{sides}"
                return


def check_quick(suite: Suite) -> Iterator[str]:
    """The quick policy answers legally, alike in every world that its seat cannot tell apart,
    whatever it has seen before, and changes nothing."""
    if suite.game.quick is None:
        return
    for play in suite.plays:
        if problem := _quick_problem(suite.walk(play)):
            yield problem


def _quick_problem(walk: Walk) -> str:
    """What the policy does wrong in one match, of which it plays about a half itself."""
    play, match = walk.play, walk.match
    game = match.game
    assert game.quick is not None
    veteran, worlds = game.quick(), play.chance("worlds")
    while match.outcome is None and match.number < game.longest:
        seat, answer = walk.next_answer()
        ask = match.question(seat)
        assert ask is not None, "the seat is asked"
        chance, before = worlds.another(), match.hash()
        quick = _answered(veteran, match.state, ask, chance)
        imagined = match.imagine(seat, worlds)
        asked = imagined.question(seat) or ask
        others = {
            "if it has answered nothing before": (match.state, ask),
            "once it sees no more than its seat": (match.view(seat).state, ask),
            "in another world that its seat cannot tell apart": (imagined.state, asked),
        }
        where = f"{play}, answer {match.number}, {ask.key}: the quick policy"
        for when, (state, question) in others.items():
            other = _answered(game.quick(), state, question, chance)
            if other != quick:
                return f"{where} answers {quick!r}, and {other!r} {when}"
        if match.hash() != before:
            return f"{where} changes the table"
        if problem := _illegal(ask, quick):
            return f"{where} answers {quick!r}: {problem}"
        walk.give(seat, quick if walk.chance.below(2) else answer)
    return ""


def check_evaluation(suite: Suite) -> Iterator[str]:
    """The evaluation gives each seat a whole number from 0 to ``WHOLE``, the same each time, and
    changes nothing; calm points go by."""
    evaluation, moved = suite.game.evaluation, False
    if evaluation is None:
        return
    for play in suite.plays:
        walk = suite.walk(play)
        calm: set[int] = set()
        for match in walk:
            before = match.hash()
            worth, place = evaluation.worth(match.state), evaluation.calm(match.state)
            calm.add(place)
            where = f"{play}, answer {match.number}: the evaluation"
            if problem := _misjudged(worth, place, match.seats):
                yield f"{where} {problem}"
                return
            again = (evaluation.worth(match.state), evaluation.calm(match.state))
            if again != (worth, place):
                yield f"{where} is another one the second time"
                return
            if match.hash() != before:
                yield f"{where} changes the table"
                return
        moved = moved or len(calm) > 1
    if suite.plays and not moved:
        yield f"no calm point has gone by in {len(suite.plays)} matches"


def _misjudged(worth: Sequence[int], place: int, seats: int) -> str:
    """What is wrong with an evaluation, or nothing."""
    if [type(number) for number in (*worth, place)] != [int] * (len(worth) + 1):
        return f"is not in whole numbers: {worth}, {place}"
    if len(worth) != seats:
        return f"has {len(worth)} numbers for {seats} seats"
    if not all(0 <= number <= WHOLE for number in worth):
        return f"is not between 0 and {WHOLE}: {worth}"
    return ""


def _answered(policy: Policy, state: Any, ask: Question, chance: Chance) -> Answer:
    """An answer, or how the policy failed: both can be compared."""
    try:
        return policy.answer(state, ask, chance.fork())
    except Exception as error:  # a policy may fail in any way it likes, peeping is one
        return f"{type(error).__name__}: {error}"


def _illegal(ask: Question, answer: Answer) -> str:
    """Why an answer is not taken, or nothing."""
    try:
        refusal = ask.choice.refusal(ask.choice.read(answer))
    except InvalidAnswer as error:
        return str(error)
    return "" if refusal is None else f"it is refused by {refusal.rule}"
