"""What play shows about BANG!'s answers: throws, harm, who reacts, and how it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bang_dice.content import ROLE_OF
from bang_dice.state import Town
from boomtown.core import Ask, Match, Seat
from boomtown.core.log import Entry
from boomtown.core.probe import Probe, Seen

MOLLY = "molly"
"""Molly Stark may lose what was meant for others, so that her losses say nothing."""
FRESH = ("bang.turn.order", "bang.role.right_hand")
"""What begins a turn with a first throw."""


def character(town: Town, seat: object) -> str:
    """Who sits there; empty in the teaching game."""
    assert isinstance(seat, int)
    return town.cowboys[seat].character or ""


def role(town: Town, seat: Seat) -> str:
    """The role of a seat, whatever card it is on."""
    return ROLE_OF[town.cowboys[seat].role.value].value


class Throws(Probe):
    """How many dice are thrown, and how often again in one turn."""

    questions = ("dice.number", "dice.again")

    def __init__(self) -> None:
        self.throws, self.gambler = 0, ""

    def sees(self, match: Match[Town], told: Sequence[Entry]) -> Iterator[Seen]:
        for entry in told:
            if entry.rule in FRESH:
                self.throws, self.gambler = 0, ""
            elif entry.rule == "bang.role.gambler":
                self.gambler = entry.rule
            elif entry.key == "bang.roll.first.cast":
                cast = entry.args["cast"]
                assert isinstance(cast, int)
                if self.throws == 0:
                    yield Seen("dice.number", cast)
                who = character(match.state, entry.args["seat"])
                yield Seen("dice.again", self.throws, character=who, phase=self.gambler)
                self.throws += 1


class Harm(Probe):
    """What one bull's eye or the Gatling costs."""

    questions = ("damage.what",)

    def __init__(self) -> None:
        self.shots: Counter[object] = Counter()
        self.shooter: object = 0

    def sees(self, match: Match[Town], told: Sequence[Entry]) -> Iterator[Seen]:
        town = match.state
        for entry in told:
            args = entry.args
            if entry.rule in FRESH:
                self.shots.clear()
            elif entry.rule == "bang.shot.one":
                assert isinstance(args["shots"], int)
                self.shots[args["target"]] += args["shots"]
                self.shooter = args["seat"]
            elif entry.rule != "bang.loss.batch" or character(town, args["seat"]) == MOLLY:
                continue
            elif entry.key == "bang.loss.batch.bullseye" and (hits := self.shots[args["seat"]]):
                assert isinstance(args["lost"], int)
                most = max(1, args["lost"] - hits + 1)
                yield Seen("damage.what", most, character=character(town, self.shooter))
            elif entry.key == "bang.loss.batch.gatling":
                assert isinstance(args["lost"], int)
                yield Seen("damage.what", args["lost"])


class Reacting(Probe):
    """Who decides something in the turn of another."""

    questions = ("react.who",)

    def sees(self, match: Match[Town], told: Sequence[Entry]) -> Iterator[Seen]:
        step = None if match.outcome is not None else match.waits()
        if step is None or match.state.active in step.waiting():
            return
        if step.rule.startswith(("bang.ask.everyone", "bang.role.")):
            yield Seen("react.who", "role")
        elif isinstance(step, Ask) and match.state.turn and character(match.state, step.seat):
            yield Seen("react.who", "power")


class Roles(Probe):
    """What is hidden, and who begins."""

    questions = ("hidden.what", "goal.known", "order.first", "power.leader")

    def begins(self, match: Match[Town]) -> Iterator[Seen]:
        if any(cowboy.face_down for cowboy in match.state.cowboys):
            yield Seen("hidden.what", "role")
            yield Seen("goal.known", "no")
        elif match.seats == 3:
            yield Seen("goal.known", "yes")
        if any(role(match.state, seat) == "sheriff" for seat in match.all_seats):
            yield Seen("power.leader", "yes")
        yield Seen("order.first", "role")


class Dice(Probe):
    """Whom shots and beers go to."""

    questions = ("target.self", "heal.others")

    def sees(self, match: Match[Town], told: Sequence[Entry]) -> Iterator[Seen]:
        for entry in told:
            own = entry.args.get("seat") == entry.args.get("target")
            if entry.rule == "bang.shot.one" and own:
                yield Seen("target.self", "yes")
            elif entry.rule == "bang.beer.use" and not own:
                yield Seen("heal.others", "yes")


class Fallen(Probe):
    """What is learned about those who fall, and whether several fall together."""

    questions = ("out.learn", "out.together")

    def __init__(self) -> None:
        self.secret: set[object] = set()

    def begins(self, match: Match[Town]) -> Iterator[Seen]:
        cowboys = enumerate(match.state.cowboys)
        self.secret = {seat for seat, cowboy in cowboys if cowboy.face_down}
        yield from ()

    def sees(self, match: Match[Town], told: Sequence[Entry]) -> Iterator[Seen]:
        fallen = [entry.args["seat"] for entry in told if entry.rule == "bang.out.reveal"]
        for seat in self.secret.intersection(fallen):
            self.secret.discard(seat)
            yield Seen("out.learn", "role")
        if len(fallen) > 1:
            yield Seen("out.together", "together")


class Behind(Probe):
    """Whether somebody who once had the least life of all wins alive."""

    questions = ("win.behind",)

    def __init__(self) -> None:
        self.least: set[Seat] = set()

    def sees(self, match: Match[Town], told: Sequence[Entry]) -> tuple[Seen, ...]:
        lives = {seat: match.state.cowboys[seat].life for seat in match.state.living()}
        if len(set(lives.values())) > 1:
            self.least |= {seat for seat, life in lives.items() if life == min(lives.values())}
        return ()

    def ends(self, match: Match[Town]) -> Iterator[Seen]:
        winners = match.outcome.winners if match.outcome is not None else ()
        if any(not match.state.cowboys[seat].out for seat in self.least.intersection(winners)):
            yield Seen("win.behind", "yes")


class Ending(Probe):
    """Who wins when somebody, one or nobody is left."""

    questions = ("win.who", "win.last", "end.when", "tie.nobody", "out.win")

    def ends(self, match: Match[Town]) -> Iterator[Seen]:
        outcome, town = match.outcome, match.state
        if outcome is None:
            return
        living = [seat for seat in match.all_seats if not town.cowboys[seat].out]
        three = outcome.rule.startswith("bang.three.")
        yield Seen("win.who", "hunter" if three else "team")
        hunted = outcome.rule == "bang.three.win"
        yield Seen("end.when", ("target_gone" if hunted else "one_left") if three else "side_gone")
        if len(living) == 1 and not hunted:
            won = "yes" if living[0] in outcome.winners else "no"
            yield Seen("win.last", won, character=role(town, living[0]))
        if not living and not hunted:
            yield Seen("tie.nobody", "side_wins" if outcome.winners else "nobody_wins")
        for seat in set(outcome.winners) - set(living):
            yield Seen("out.win", "yes", character=role(town, seat))


PROBES = (Throws, Harm, Reacting, Roles, Dice, Fallen, Behind, Ending)
