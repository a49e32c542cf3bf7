"""Steps: the paragraphs of a rulebook, and the reusable ones that every game needs.

A step is a small struct with plain fields. It runs once: it may change the state, draw chance,
tell the log and put further steps in front of the agenda (``match.then``). It never calls another
step's ``run``. A step that waits for players is one of three:

``Ask``        one seat decides in the open;
``SealedAsk``  several seats decide at once, and nobody sees anything before all are in;
``Window``     seats in order may react, or pass; steps of a reaction may open further windows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct, field

from boomtown.core.choice import Answer, Choice
from boomtown.core.errors import Arg
from boomtown.core.seats import Seat

if TYPE_CHECKING:
    from boomtown.core.match import Match

PASS = "pass"
"""The answer that lets a reaction window go by."""


class Step(Struct, tag=True, tag_field="step", gc=False):
    """One paragraph of the rulebook. Its class name is the rulebook's word for it."""

    rule: ClassVar[str] = ""

    def run(self, match: Match[Any]) -> None:
        """What this paragraph does."""


class Phases(Step):
    """A paragraph that only names others, in order: a round, a turn."""

    def phases(self, match: Match[Any]) -> Iterable[Step]:
        """The steps, in the order in which they happen."""
        return ()

    def run(self, match: Match[Any]) -> None:
        match.then(*self.phases(match))


class ForEachSeat(Step):
    """Does one thing for each of the seats, in the given order, each wholly before the next."""

    seats: list[Seat]

    def each(self, match: Match[Any], seat: Seat) -> None:
        """What happens for one seat; it may put steps on the agenda."""

    def run(self, match: Match[Any]) -> None:
        if self.seats:
            seat, *self.seats = self.seats  # the list that was given stays as it is
            match.then(self)
            self.each(match, seat)


class Repeat(Step):
    """Does one thing again and again, as long as the rule says so."""

    def again(self, match: Match[Any]) -> bool:
        """Whether it happens (once more)."""
        return False

    def once(self, match: Match[Any]) -> None:
        """What happens each time; it may put steps on the agenda."""

    def run(self, match: Match[Any]) -> None:
        if self.again(match):
            match.then(self)
            self.once(match)


class Waits(Step):
    """A step that waits for answers. Games derive from the three kinds below, not from this.

    While somebody is waited for, the step stays on top of the agenda; with nobody (left) to wait
    for it runs like any other step.
    """

    forced: ClassVar[bool] = False
    """Whether a choice with a single legal answer is answered by itself."""
    seconds: ClassVar[int | None] = None
    """A hint for the clock, which is outside: how long a person should need."""
    strict: ClassVar[bool] = False
    """Whether the time is the game's own: up for everybody at once, without anybody's bank, and
    without any hint there is no limit."""
    public: ClassVar[bool] = False
    """Whether everybody can tell what may be answered: the choice depends on nothing hidden."""
    routine: ClassVar[bool] = False
    """Whether the default only lets the match go on, as passing does: it may be filed for all such
    questions to come, by whoever has something else to do as well as by whoever has not."""
    shows_who: ClassVar[bool] = True
    """Whether others may see who has answered already; False where that would tell something."""

    @property
    def key(self) -> str:
        """The name of the question in the language files."""
        return self.rule

    def time(self, match: Match[Any]) -> int | None:
        """The hint for this match; a game with a clock of its own overrides it."""
        return self.seconds

    def lasts(self, match: Match[Any]) -> bool:
        """Whether the clock should keep the question open for its whole time in any case."""
        return False

    def args(self, match: Match[Any]) -> dict[str, Arg]:
        """The values that the question mentions; everybody may see them."""
        return {}

    def waiting(self) -> list[Seat]:
        """The seats whose answer is still missing."""
        return []

    def shown_waiting(self) -> list[Seat]:
        """The seats that others see as being asked."""
        return self.waiting()

    def may_answer(self, seat: Seat) -> bool:
        """Whether an answer of this seat is taken now."""
        return seat in self.waiting()

    def settles(self, seat: Seat) -> bool:
        """Whether an answer of this seat settles the question for everybody."""
        return True

    def choice(self, match: Match[Any], seat: Seat) -> Choice:
        """What the seat may answer. Only from what the seat itself may know."""
        raise TypeError(f"{type(self).__name__} offers no choice")

    def nothing_to_choose(self, match: Match[Any], seat: Seat) -> bool:
        """Whether everybody can tell that this seat has only one answer.

        By public facts alone: then it is given at once, also where other people look on. Where
        this is False they see a question, and nobody learns whether there was a choice.
        """
        return self.public and bool(match.choice(seat).only())

    def hushes(self, match: Match[Any]) -> bool:
        """Whether the time of the question must not tell what could be answered.

        Among people it then lasts its whole time, whoever could do what; nobody is shown an answer
        before that, and whoever has only one is not asked. Otherwise ``shows_who`` says so.
        """
        return not self.shows_who

    def worth_asking(self, match: Match[Any], seat: Seat) -> bool:
        """Whether the seat could do something that anybody would want, by public facts alone.

        Where not, a person is spared the question and the default is the answer, unless they
        want to be asked everything. Programs and bots are always asked.
        """
        return True

    def default(self, match: Match[Any], seat: Seat) -> Answer:
        """What happens if the seat does not answer; it need not be something one may choose."""
        return match.choice(seat).default()

    def given(self, seat: Seat) -> Answer:
        """The answer that the seat has given and may still replace, or None."""
        return None

    def take(self, match: Match[Any], seat: Seat, answer: Answer) -> None:
        """Takes a legal answer. The step is off the agenda by now, and goes back if it waits on."""

    def forget(self, seat: Seat | None) -> None:
        """Drops what this seat may not know: the sealed answers of the others."""


class Ask(Waits):
    """One seat decides, and everybody sees who."""

    seat: Seat

    def waiting(self) -> list[Seat]:
        return [self.seat]

    def take(self, match: Match[Any], seat: Seat, answer: Answer) -> None:
        self.answered(match, answer)

    def answered(self, match: Match[Any], answer: Answer) -> None:
        """What the answer does."""


class SealedAsk(Waits):
    """Several seats decide at once; all answers are revealed together."""

    seats: list[Seat]
    answers: dict[Seat, Any] = field(default_factory=dict)  # an answer is any plain JSON value
    replaceable: ClassVar[bool] = True
    """Whether a seat may change its mind as long as others are still thinking."""

    def waiting(self) -> list[Seat]:
        return [seat for seat in self.seats if seat not in self.answers]

    def shown_waiting(self) -> list[Seat]:
        return self.waiting() if self.shows_who else list(self.seats)

    def may_answer(self, seat: Seat) -> bool:
        return seat in self.seats and (self.replaceable or seat not in self.answers)

    def settles(self, seat: Seat) -> bool:
        return all(other == seat or other in self.answers for other in self.seats)

    def given(self, seat: Seat) -> Answer:
        return self.answers.get(seat)

    def take(self, match: Match[Any], seat: Seat, answer: Answer) -> None:
        self.answers[seat] = answer
        match.then(self)

    def run(self, match: Match[Any]) -> None:
        # In the order of the seats, so that nothing can depend on who was quicker.
        match.unsealed()
        self.revealed(match, {seat: self.answers[seat] for seat in self.seats})

    def revealed(self, match: Match[Any], answers: dict[Seat, Answer]) -> None:
        """What the answers do, all together.

        They may have been stored meanwhile: one of an enumeration is a plain string by now.
        """

    def forget(self, seat: Seat | None) -> None:
        self.answers = {key: value for key, value in self.answers.items() if key == seat}


class Window(Waits):
    """A reaction window: each seat in order may use something, or pass.

    The first use closes the window, unless ``closes`` is False. What is used may put steps on
    the agenda, further windows among them: those are resolved first.
    """

    seats: list[Seat]
    closes: ClassVar[bool] = True

    def waiting(self) -> list[Seat]:
        return self.seats[:1]

    def take(self, match: Match[Any], seat: Seat, answer: Answer) -> None:
        self.seats = [other for other in self.seats if other != seat]
        used = answer != PASS
        if not (used and self.closes):
            match.then(self)
        if used:
            self.used(match, seat, answer)

    def used(self, match: Match[Any], seat: Seat, answer: Answer) -> None:
        """What a reaction does."""

    def run(self, match: Match[Any]) -> None:
        self.closed(match)

    def closed(self, match: Match[Any]) -> None:
        """What follows when everybody has had a say, and nothing used has closed the window."""
