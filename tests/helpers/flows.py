"""A game made of single steps, to try the flow of a match: a test says what comes first."""

from collections.abc import Callable
from typing import Annotated, Any

from msgspec import Meta, Struct

from boomtown.core import (
    PASS,
    Ask,
    Chance,
    Choice,
    ForEachSeat,
    Game,
    Match,
    OneOf,
    Options,
    Phases,
    Repeat,
    SealedAsk,
    Seat,
    Secret,
    Step,
    Window,
)

ANNIE, BILL, CASS = Seat(0), Seat(1), Seat(2)


class Notes(Struct):
    """Everything that happened, in order."""

    lines: list[str]
    secret: Secret[int]


class Note(Step):
    rule = "flow.note"
    text: str

    def run(self, match: Match[Notes]) -> None:
        match.state.lines.append(self.text)


class Roll(Step):
    rule = "flow.roll"

    def run(self, match: Match[Notes]) -> None:
        match.state.lines.append(str(match.chance.die()))


class Reveal(Step):
    rule = "flow.reveal"

    def run(self, match: Match[Notes]) -> None:
        match.reveal(match.state.secret)


class End(Step):
    rule = "flow.end"

    def run(self, match: Match[Notes]) -> None:
        match.end(self.rule, [ANNIE], side="law", teams={"law": (ANNIE,)}, ranks=(1, 2, 2))


class Crash(Step):
    rule = "flow.crash"

    def run(self, match: Match[Notes]) -> None:
        raise RuntimeError("the roof falls in")


class Misnamed(Step):
    rule = "flow.note"
    args: dict[str, Any]

    def run(self, match: Match[Notes]) -> None:
        match.tell(self.rule, **self.args)


class Pick(Ask):
    """Asks for a word; ``roll`` throws a die, ``reveal`` turns the secret up."""

    rule = "flow.pick"
    words: tuple[str, ...] = ("yes", "no", "roll", "reveal")

    def choice(self, match: Match[Notes], seat: Seat) -> Choice:
        return OneOf(self.words, noun="word", preset=self.words[-1])

    def answered(self, match: Match[Notes], answer: str) -> None:
        match.state.lines.append(f"{self.seat} {answer}")
        more: dict[str, Step] = {"roll": Roll(), "reveal": Reveal()}
        if answer in more:
            match.then(more[answer])


class ForcedPick(Pick):
    forced = True


class Vote(SealedAsk):
    rule = "flow.vote"

    def choice(self, match: Match[Notes], seat: Seat) -> Choice:
        return OneOf(["aye", "nay"], noun="vote")

    def revealed(self, match: Match[Notes], answers: dict[Seat, str]) -> None:
        match.state.lines += [f"{seat} {vote}" for seat, vote in answers.items()]


class FinalVote(Vote):
    replaceable = False
    shows_who = False

    def default(self, match: Match[Notes], seat: Seat) -> str:
        return "late"


class Object(Window):
    """A reaction that can itself be answered: an objection opens a window for the others."""

    rule = "flow.object"
    depth: int = 0

    def choice(self, match: Match[Notes], seat: Seat) -> Choice:
        return OneOf([PASS, "object"], noun="object", preset=PASS)

    def used(self, match: Match[Notes], seat: Seat, answer: str) -> None:
        match.state.lines.append(f"{seat} objects at {self.depth}")
        others = [Seat(other) for other in range(match.seats) if other != seat]
        if self.depth == 0:
            match.then(Object(others, 1), Note(f"objection of {seat} stands"))

    def closed(self, match: Match[Notes]) -> None:
        match.state.lines.append(f"no objection at {self.depth}")


class OpenObject(Object):
    closes = False


class Round(ForEachSeat):
    rule = "flow.round"

    def each(self, match: Match[Notes], seat: Seat) -> None:
        match.then(Note(f"turn of {seat}"), Pick(seat))


class Thrice(Repeat):
    rule = "flow.thrice"

    def again(self, match: Match[Notes]) -> bool:
        return len(match.state.lines) < 3

    def once(self, match: Match[Notes]) -> None:
        match.then(Note("again"))


class Day(Phases):
    rule = "flow.day"

    def phases(self, match: Match[Notes]) -> list[Step]:
        return [Note("morning"), Note("noon"), Note("night")]


STEPS = (
    Note,
    Roll,
    Reveal,
    End,
    Crash,
    Pick,
    ForcedPick,
    Vote,
    FinalVote,
    Object,
    OpenObject,
    Round,
    Thrice,
    Day,
)


class Opening(Step):
    """Puts the test's own steps on the agenda, then the end."""

    rule = "flow.opening"

    def run(self, match: Match[Notes]) -> None:
        match.then(*SCRIPTS[match.options.script](), End())  # type: ignore[attr-defined]


class FlowOptions(Options):
    script: Annotated[int, Meta(ge=0, le=1000)] = 0


SCRIPTS: list[Callable[[], list[Step]]] = []


def flow(
    steps: Callable[[], list[Step]], seats: int = 3, *, recorded: bool = False
) -> Match[Notes]:
    """A match that consists of these steps, at its first question."""
    SCRIPTS.append(steps)
    options = FlowOptions(script=len(SCRIPTS) - 1)
    if recorded:
        return Match.start(FLOW, seats, options, seed=b"s" * 32)
    return Match.unrecorded(FLOW, seats, options, chance=Chance.seeded("flow"))


def setup(seats: int, options: FlowOptions, chance: Chance) -> Notes:
    return Notes([], Secret(7, "numbers"))


FLOW: Game[Notes, Any] = Game(
    id="flow",
    version="1",
    package="toys",
    seats=range(1, 9),
    options=FlowOptions,
    state=Notes,
    setup=setup,
    opening=Opening,
    steps=(*STEPS, Opening),
)
