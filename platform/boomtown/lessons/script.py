"""A lesson, played once to its end: which question is which step, and what everybody answers.

Where somebody is in a lesson follows from their match alone: questions are counted
(``Match.moment``), and the same questions come in every play of a lesson. The dice are loaded by
the key of the match's chance, so that it can be stored and played again like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import Struct

from boomtown.core.chance import KEY_BYTES, Chance, DictatedChance, LoadedChance
from boomtown.core.errors import BoomtownError, InvalidAnswer, Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import By, plain
from boomtown.core.seats import SEAT_LETTERS, Seat
from boomtown.lessons.lesson import Do, InvalidLesson, Lesson, lessons_of
from boomtown.rulebook.wording import LESSON
from boomtown.testing.examples import ExampleFailed, seat_called, set_up

MOST_TRIED = 8
"""How many of the answers that will do are tried."""
MOST_TOLD = 12
"""How many of the answers that may be given are listed."""


class Step(Struct, frozen=True):
    """What the learner is asked, and when."""

    moment: int
    do: Do


class Script:
    """A lesson that can be taught."""

    def __init__(self, game: Game[Any, Any], name: str, lesson: Lesson) -> None:
        self.game = game
        self.name = name
        self.lesson = lesson
        self.names = {SEAT_LETTERS[seat].lower(): seat for seat in range(lesson.seats)}
        """What texts call the seats: ``{b:seat}``."""
        self.steps: list[Step] = []
        self._answers: dict[tuple[int, Seat], tuple[str, Any]] = {}
        """By question and seat, its key and the answer."""
        self._loaded = b""
        self.ends = False
        """Whether the match is over with the lesson."""
        self._spared: list[str] = []
        """Questions with one answer that the learner is not asked, by their keys."""
        try:
            self.seat = seat_called(lesson.seat)
            self._play()
        except (ExampleFailed, LookupError) as error:
            raise InvalidLesson(f"{name}: {error}") from None

    # --- being played once ----------------------------------------------------------------------

    def _play(self) -> None:
        """Finds out which questions come, and which bytes make the dice fall as they should."""
        match = set_up(self.game, self.lesson, Chance.seeded(self.name))
        loaded = match.chance
        assert isinstance(loaded, LoadedChance), "so it was set up"
        dice = DictatedChance(loaded.dice, loaded.picks, loaded.shuffles)
        match.chance = dice
        self._first = match.clone()
        for number, do in enumerate(self.lesson.do, start=1):
            try:
                self._go_on(match, do)
                self._take(match, do)
            except (BoomtownError, ExampleFailed, LookupError) as error:
                spared = f"; not asked, since one answer was left: {', '.join(self._spared)}"
                why = _refused(match, do, error) if isinstance(error, Refused) else str(error)
                told = f"{self.name}, answer {number} ({do.seat}): {why}"
                raise InvalidLesson(told + spared * bool(self._spared)) from None
        self._close(match)
        self.ends = match.outcome is not None
        if left := _left_over(dice):
            raise InvalidLesson(f"{self.name}: {left}")
        if not self.steps:
            raise InvalidLesson(f"{self.name}: nothing is waited for")
        self._loaded = dice.dictated
        for number, step in enumerate(self.steps):
            if step.do.leads_on and step.do.wrong:
                self._tell_apart(self.table_at(number), step.do)

    def _go_on(self, match: Match[Any], do: Do) -> None:
        """Answers what need not be written, until the wanted question is asked."""
        seat = seat_called(do.seat)
        while True:
            if match.outcome is not None:
                raise InvalidLesson("the match is over")
            key, asked = match.waits().key, match.asked()
            own = self.seat in asked and match.spares(self.seat, alone=True)
            if own:
                self._spared.append(key)
                match.answer(self.seat, own[0], by=By.RULE)
            elif seat in asked and key == do.ask:
                return
            elif others := [one for one in asked if one != self.seat and key in self.lesson.usual]:
                self._note(match, others[0], self.lesson.usual[key])
            else:
                letters = ", ".join(SEAT_LETTERS[one] for one in asked)
                raise InvalidLesson(f"{key} is asked of {letters}, not {do.ask} of {do.seat}")

    def _close(self, match: Match[Any]) -> None:
        """Answers for those who are asked together with whoever answers last."""
        moment, usual = self.last, self.lesson.usual
        while match.outcome is None and match.moment == moment and match.waits().key in usual:
            others = [seat for seat in match.asked() if seat != self.seat]
            if not others:
                return
            self._note(match, others[0], usual[match.waits().key])

    def _take(self, match: Match[Any], do: Do) -> None:
        seat = seat_called(do.seat)
        if seat == self.seat:
            self.steps.append(Step(match.moment, do))
            if not do.leads_on:  # what follows is not known yet
                self._tell_apart(match, do)
        self._note(match, seat, do.answer)

    def _tell_apart(self, match: Match[Any], do: Do) -> None:
        """What is called wrong must not be taken."""
        for wrong in do.wrong:
            if self._fits(match, self.seat, do, plain(match.judged(self.seat, wrong.answer))):
                raise InvalidLesson(f"{self.name}: {wrong.answer!r} is both right and wrong")

    def _note(self, match: Match[Any], seat: Seat, answer: Any) -> None:
        judged = match.judged(seat, answer)
        self._answers[match.moment, seat] = match.waits().key, plain(judged)
        match.answer(seat, answer)

    # --- being taught ---------------------------------------------------------------------------

    def start(self, key: bytes) -> Match[Any]:
        """The match at its first question; ``key`` decides what comes after the lesson."""
        match = self._first.clone()
        match.chance = Chance(key[:KEY_BYTES] + self._loaded)
        return match

    def step_at(self, match: Match[Any]) -> int | None:
        """The number of the step whose question is asked now, from 0."""
        if match.outcome is not None:
            return None
        key = match.waits().key
        for number, step in enumerate(self.steps):
            if step.moment == match.moment and step.do.ask == key:
                return number
        return None

    def done(self, match: Match[Any]) -> int:
        """How many steps are behind the learner."""
        return sum(step.moment < match.moment for step in self.steps)

    @property
    def last(self) -> int:
        """The question that is answered last, by whomever."""
        return max((moment for moment, _ in self._answers), default=0)

    def over(self, match: Match[Any]) -> bool:
        """Whether all has been taught and shown; the match may go on."""
        return match.outcome is not None or match.moment > self.last

    def answer(self, match: Match[Any], seat: Seat) -> list[Any]:
        """What the seat answers now, alone in a list; nothing where the lesson does not say."""
        key, answer = self._answers.get((match.moment, seat), ("", None))
        if match.outcome is not None or match.waits().key != key:
            return []
        try:
            return [match.judged(seat, answer)]
        except (Refused, InvalidAnswer):
            return []  # what was done instead has changed the table

    def check(self, match: Match[Any], seat: Seat, raw: object, number: int | None) -> None:
        """Refuses a legal answer of the learner that the present step does not want."""
        place = self.step_at(match)
        if place is None or seat != self.seat:
            return
        do, given = self.steps[place].do, plain(match.judged(seat, raw, number=number))
        if self._fits(match, seat, do, given):
            return
        said = (wrong.say for wrong in do.wrong if self._same(match, seat, wrong.answer, given))
        text = next(said, do.otherwise)
        raise Refused(Refusal(LESSON, f"{self.name}.{text}" if text else None, **self.names))

    def _fits(self, match: Match[Any], seat: Seat, do: Do, given: object) -> bool:
        if do.any or any(self._same(match, seat, one, given) for one in (do.answer, *do.accept)):
            return True
        if do.leads_on and self._leads_on(match, seat, do, given):
            return True
        return bool(do.tells) and _told_after(match, seat, given) >= {*do.tells}

    def _leads_on(self, match: Match[Any], seat: Seat, do: Do, given: object) -> bool:
        """Whether all that follows is asked, answered and told as it is after what is written."""
        try:
            return self._told_from(match, seat, given) == self._told_from(match, seat, do.answer)
        except (InvalidLesson, Refused, InvalidAnswer):
            return False

    def _told_from(self, match: Match[Any], seat: Seat, answer: object) -> list[str]:
        """The keys of the log from an answer to the end of the lesson."""
        after = match.clone()
        length = len(after.log)
        after.answer(seat, answer)
        self._play_on(after)
        return [entry.key for entry in after.log.since(length)]

    @staticmethod
    def _same(match: Match[Any], seat: Seat, one: object, given: object) -> bool:
        try:
            return bool(plain(match.judged(seat, one)) == given)
        except (Refused, InvalidAnswer):
            return False

    def begins(self, start: str) -> bool:
        """Whether a match with this first hash is one of this lesson, as it is written now."""
        return self.start(b"").hash() == start

    # --- being checked --------------------------------------------------------------------------

    def plays(self) -> Iterator[tuple[str, Match[Any]]]:
        """Every step's further answers, each in a play of its own, with the table at its end.

        A play that does not come to the end of the lesson raises ``InvalidLesson``.
        """
        yield "as written", self._played(-1, None)
        for number, step in enumerate(self.steps):
            for answer in self._further(number, step):
                yield f"step {number + 1}, {answer!r}", self._played(number, answer)

    def _further(self, number: int, step: Step) -> list[Any]:
        if not step.do.any:
            return step.do.accept
        offers = self.table_at(number).choice(self.seat).offers()[:MOST_TRIED]
        return [plain(offer) for offer in offers]

    def table_at(self, number: int) -> Match[Any]:
        """The table as it is when a step is asked, if all goes as it is written."""
        return self._played(-1, None, until=number)

    def _played(self, number: int, instead: Any, until: int | None = None) -> Match[Any]:
        """The table after the last step, or at one; one step is answered otherwise."""
        return self._play_on(self.start(bytes(KEY_BYTES)), number, instead, until)

    def _play_on(
        self,
        match: Match[Any],
        number: int = -1,
        instead: Any = None,
        until: int | None = None,
    ) -> Match[Any]:
        while not self.over(match):
            place = self.step_at(match)
            if place is not None and place == until:
                return match
            seat = self._next(match)
            if seat == self.seat and place == number and place is not None:
                match.answer(seat, instead)
            elif own := self.seat == seat and match.spares(seat, alone=True):
                match.answer(seat, own[0], by=By.RULE)
            elif told := self.answer(match, seat):
                match.answer(seat, told[0])
            else:
                asked = f"{match.waits().key} of {SEAT_LETTERS[seat]}"
                raise InvalidLesson(f"{self.name}: nobody answers {asked}")
        return match

    def _next(self, match: Match[Any]) -> Seat:
        """Whoever answers next: as on the site, the others do not wait for the learner."""
        asked = match.asked()
        return next((seat for seat in asked if seat != self.seat), asked[0])


def _refused(match: Match[Any], do: Do, error: Refused) -> str:
    """Which rule forbids an answer, and what may be answered instead."""
    offers = [plain(offer) for offer in match.choice(seat_called(do.seat)).offers()]
    may = ", ".join(map(repr, offers[:MOST_TOLD])) + ", …" * (len(offers) > MOST_TOLD)
    refusal = error.refusal
    values = "".join(f", {name} {value!r}" for name, value in refusal.args.items())
    return f"{do.answer!r} is refused ({refusal.key}{values}); {do.ask} takes {may or 'nothing'}"


def _told_after(match: Match[Any], seat: Seat, answer: object) -> set[str]:
    """The keys of the lines that an answer would add to the log."""
    after = match.clone()
    length = len(after.log)
    after.answer(seat, answer)
    return {entry.key for entry in after.log.since(length)}


@lru_cache(maxsize=256)
def script_of(game: Game[Any, Any], name: str) -> Script | None:
    """A lesson of a game, ready to be taught; None where there is none of this name."""
    lesson = lessons_of(game).get(name)
    return None if lesson is None else Script(game, name, lesson)


def _left_over(chance: LoadedChance) -> str:
    """What was loaded for a lesson that is over before anybody throws, picks or shuffles it."""
    kinds = (
        ("dice", chance.dice, "before it is thrown", "before they are thrown"),
        ("picks", chance.picks, "before it is picked", "before they are picked"),
        ("shuffles", chance.shuffles, "before it is shuffled", "before they are shuffled"),
    )
    return "; ".join(
        f"{kind}: {', '.join(map(str, left))} {'is' if len(left) == 1 else 'are'} left over; "
        f"the lesson ends {one if len(left) == 1 else more}"
        for kind, left, one, more in kinds
        if left
    )
