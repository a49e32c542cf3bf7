"""The toy's rules, with a branch for each flaw (toy.*)."""

from boomtown.core import (
    PASS,
    Ask,
    ForEachSeat,
    Match,
    Number,
    OneOf,
    Phases,
    Refusal,
    Repeat,
    SealedAsk,
    Seat,
    Step,
    Window,
    clockwise,
)
from toys.state import Table

MEMORY: list[int] = []
"""What the flaw "global memory" remembers outside the state."""

HIGH = 5


class Laps(Repeat):
    rule = "toy.lap.order"

    def again(self, match: Match[Table]) -> bool:
        table = match.state
        return table.flaw in ("endless", "circles") or table.lap <= table.laps

    def once(self, match: Match[Table]) -> None:
        table = match.state
        if table.flaw == "circles" and table.lap:
            return
        while table.flaw == "while true" and table.lap:
            pass
        table.lap += 1
        if table.flaw == "wrong type":
            table.gossip = "much"  # type: ignore[assignment]  # on purpose
        seats = [Seat(seat) for seat in range(match.seats)]
        if table.lap > table.laps and table.flaw != "endless":
            match.then(Showdown())
        else:
            match.tell(self.rule, lap=table.lap)
            match.then(Lap(seats))


class Lap(Phases):
    rule = "toy.lap.parts"
    seats: list[Seat]

    def phases(self, match: Match[Table]) -> list[Step]:
        quiet = match.state.flaw in ("quiet", "counting")
        bids = QuietBids(list(self.seats)) if quiet else Bids(list(self.seats))
        words = list(self.seats)
        if match.state.flaw == "shared list":
            match.state.bids = words  # type: ignore[assignment]  # on purpose
        return [bids, Words(words)]


class Bids(SealedAsk):
    rule = "toy.bid.sealed"

    def choice(self, match: Match[Table], seat: Seat) -> Number:
        return Number(0, 3, noun="bid")

    def take(self, match: Match[Table], seat: Seat, answer: int) -> None:
        if match.state.flaw == "sealed":
            match.state.gossip += answer
        super().take(match, seat, answer)

    def revealed(self, match: Match[Table], answers: dict[Seat, int]) -> None:
        table = match.state
        table.bids = list(answers.values())
        if table.flaw == "global memory":
            MEMORY.append(1)
            table.gossip = len(MEMORY)
        match.tell(self.rule, bids=list(table.bids))


class QuietBids(Bids):
    """Not even who has bid may be seen; the flaw "counting" shows it all the same."""

    rule = "toy.bid.sealed"
    shows_who = False

    def take(self, match: Match[Table], seat: Seat, answer: int) -> None:
        if match.state.flaw == "counting":
            match.state.gossip += 1
        super().take(match, seat, answer)


class Words(ForEachSeat):
    rule = "toy.word.turn"

    def each(self, match: Match[Table], seat: Seat) -> None:
        Word.routine = match.state.flaw == "no routine"
        after = [Stray()] if match.state.flaw == "undeclared step" else []
        match.then(Word(seat), *after)


class Gullible(OneOf):
    """Takes everything for an answer."""

    def read(self, raw: object) -> str:
        return "low"


class Grudge(OneOf):
    """Judges an unlisted answer by somebody else's card."""

    secret: int = 0

    def refusal(self, answer: object) -> Refusal | None:
        if answer == "use" and self.secret >= HIGH:
            return Refusal("toy.word.say")
        return super().refusal(answer)


class Boaster(OneOf):
    """Offers what it does not take."""

    def offers(self) -> list[str]:
        return ["low", "high", "sky-high"]


class Word(Ask):
    rule = "toy.word.say"

    def nothing_to_choose(self, match: Match[Table], seat: Seat) -> bool:
        table = match.state
        return table.flaw == "no choice" or (
            table.flaw == "telling haste" and table.neighbour(seat) >= HIGH
        )

    def worth_asking(self, match: Match[Table], seat: Seat) -> bool:
        table = match.state
        return table.flaw != "telling worth" or table.neighbour(seat) < HIGH

    def default(self, match: Match[Table], seat: Seat) -> str:
        return "late" if match.state.flaw == "no routine" else str(super().default(match, seat))

    def choice(self, match: Match[Table], seat: Seat) -> OneOf:
        table = match.state
        words = ["low", "high"]
        match table.flaw:
            case "offers" if table.neighbour(seat) >= HIGH:
                words = ["high", "low"]
            case "stuck":
                words = []
            case "gullible":
                return Gullible(words, noun="word")
            case "boaster":
                return Boaster(words, noun="word")
            case "refusals":
                return Grudge(words, noun="word", secret=table.neighbour(seat))
            case "careless look":
                table.gossip += 1
        return OneOf(words, noun="word", preset=words[0] if words else None)

    def answered(self, match: Match[Table], answer: str) -> None:
        table, seat = match.state, self.seat
        table.words.append(answer)
        words = table.words if table.flaw == "living log" else list(table.words)
        others = clockwise([Seat(other) for other in range(match.seats) if other != seat], seat)
        match table.flaw:
            case "log":
                match.tell("toy.word.aside", seat=seat, card=table.neighbour(seat))
            case "view":
                table.gossip = table.neighbour(seat)
            case "prompts":
                others = [other for other in others if table.hands[other].value >= HIGH]
            case "reads the log":
                table.gossip = len(match.log)
            case "hoarding":
                table.words += ["blah" * 100]
            case "crash":
                raise ZeroDivisionError("on purpose")
            case "unknown rule":
                match.tell("toy." + "nowhere")
        aside = match.state.flaw == "message order" and table.neighbour(seat) >= HIGH
        for key in ("say", "turn")[:: -1 if aside else 1]:
            match.tell(f"toy.word.{key}", seat=seat, word=answer, words=words)
        if table.flaw == "telling silence" and table.neighbour(seat) < HIGH:
            others = []
        if table.flaw in ("telling silence", "telling reveal"):
            match.then(Doubts(others, seat), Unbox())
        else:
            match.then(Doubts(others, seat))


class Doubts(Window):
    rule = "toy.doubt.window"
    speaker: Seat

    def choice(self, match: Match[Table], seat: Seat) -> OneOf:
        return OneOf([PASS, "doubt"], noun="doubt", preset=PASS)

    def used(self, match: Match[Table], seat: Seat, answer: str) -> None:
        match.tell(self.rule, seat=seat)
        match.then(Peek(seat, self.speaker))


class Peek(Step):
    rule = "toy.doubt.peek"
    seat: Seat
    speaker: Seat

    def run(self, match: Match[Table]) -> None:
        card = match.state.hands[self.speaker]
        match.show(card, self.seat)
        match.tell(self.rule, to=[self.seat], speaker=self.speaker, card=card.value)


class Unbox(Step):
    """Turns up a card of the box: always, or (a flaw) depending on somebody's card."""

    rule = "toy.doubt.peek"

    def run(self, match: Match[Table]) -> None:
        table = match.state
        if table.flaw == "telling silence" or table.hands[0].value >= HIGH:
            match.reveal(table.box[0])
            table.box.append(table.box.pop(0))


class Showdown(Step):
    rule = "toy.end.showdown"

    def run(self, match: Match[Table]) -> None:
        for hand in match.state.hands:
            match.reveal(hand)
        best = max(hand.value for hand in match.state.hands)
        winners = [Seat(s) for s, hand in enumerate(match.state.hands) if hand.value == best]
        match.end(self.rule, winners)


def stray() -> type[Step]:
    """A step that the game does not declare."""

    class Stray(Step):
        rule = "toy.word.turn"

    return Stray


Stray = stray()
Stray.__module__ = "elsewhere"
