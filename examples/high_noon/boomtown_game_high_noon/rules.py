"""The rules of High Noon, a step for each paragraph of its rulebook."""

from boomtown.core import (
    PASS,
    Arg,
    ForEachSeat,
    Match,
    OneOf,
    Refusal,
    Repeat,
    SealedAsk,
    Seat,
    Step,
    Window,
    clockwise,
)
from boomtown_game_high_noon.state import Noon, Trick

DICE = 2
HIT, HIT_IN_COVER = 5, 6
DUCK, AIM = "duck", "aim"


class Rounds(Repeat):
    """Round follows round until one is left standing or the sun has moved on."""

    rule = "noon.round.order"

    def again(self, match: Match[Noon]) -> bool:
        return True

    def once(self, match: Match[Noon]) -> None:
        noon = match.state
        if noon.round == noon.rounds:
            best = [Seat(seat) for seat, rank in enumerate(noon.ranks()) if rank == 1]
            return match.end("noon.end.sunset", best, ranks=noon.ranks())
        noon.round += 1
        match.tell(self.rule, round=noon.round, rounds=noon.rounds)
        match.then(Stand(noon.standing()))


class Stand(SealedAsk):
    """Everybody standing decides at once: shoot at somebody, duck, or take aim."""

    rule = "noon.stand.sealed"
    seconds = 30

    def choice(self, match: Match[Noon], seat: Seat) -> OneOf:
        fallen = set(match.all_seats) - set(self.seats)
        refused: dict[Seat | str, Refusal] = {seat: Refusal("noon.stand.sealed")}
        refused |= {gone: Refusal("noon.out.fall", seat=gone) for gone in fallen}
        if match.state.gunslingers[seat].steady:
            refused[AIM] = Refusal("noon.stand.aim")
        return OneOf([*self.seats, DUCK, AIM], refused=refused, noun="stand", preset=DUCK)

    def revealed(self, match: Match[Noon], answers: dict[Seat, Seat | str]) -> None:
        noon = match.state
        for seat, stand in answers.items():
            match.tell(self.rule, seat=seat, stand=stand)
            noon.gunslingers[seat].ducks = stand == DUCK
            noon.gunslingers[seat].steady |= stand == AIM
        targets = {seat: Seat(stand) for seat, stand in answers.items() if isinstance(stand, int)}
        match.then(Shots(clockwise(targets, after=Seat((noon.round - 2) % match.seats)), targets))


class Shots(ForEachSeat):
    """Shots fall one after another: two dice, three after taking aim; 5 and 6 hit, or only 6."""

    rule = "noon.shot.dice"
    targets: dict[Seat, Seat]

    def each(self, match: Match[Noon], seat: Seat) -> None:
        noon, at = match.state, self.targets[seat]
        if not {seat, at} <= set(noon.standing()):
            return match.tell("noon.shot.fallen", shooter=seat, target=at)
        shooter, target = noon.gunslingers[seat], noon.gunslingers[at]
        dice = [match.chance.die() for _ in range(DICE + shooter.steady)]
        shooter.steady = False
        hits = sum(die >= (HIT_IN_COVER if target.ducks else HIT) for die in dice)
        match.tell(self.rule, shooter=seat, target=at, dice=dice, hits=hits)
        if hits:
            face_down = [s for s in noon.standing() if not noon.gunslingers[s].trick.public]
            others = [other for other in clockwise(face_down, after=seat) if other != seat]
            match.then(Tricks(others, seat, at, hits))


class Tricks(Window):
    """Whoever has a face-down trick may turn it up before the hits count."""

    rule = "noon.trick.window"
    shooter: Seat
    target: Seat
    hits: int
    seconds = 15

    def args(self, match: Match[Noon]) -> dict[str, Arg]:
        return {"shooter": self.shooter, "target": self.target, "hits": self.hits}

    def choice(self, match: Match[Noon], seat: Seat) -> OneOf:
        trick = match.state.gunslingers[seat].trick.value
        fits = (trick is Trick.SHOUT) != (seat == self.target)
        refused = {} if fits else {"use": Refusal(f"noon.trick.{trick}")}
        return OneOf([PASS, "use"], refused=refused, noun="trick_use", preset=PASS)

    def used(self, match: Match[Noon], seat: Seat, answer: str) -> None:
        trick = match.state.gunslingers[seat].trick
        match.reveal(trick)
        match.tell(f"noon.trick.{trick.value}", seat=seat, target=self.target)
        saved = {Trick.STAR: self.hits, Trick.WHISKY: self.hits - 1, Trick.SHOUT: 1}
        match.then(Hit(self.target, self.hits - saved[trick.value]))

    def closed(self, match: Match[Noon]) -> None:
        match.then(Hit(self.target, self.hits))


class Hit(Step):
    """Each hit costs a life. Who has none left falls, and the last one standing wins."""

    rule = "noon.hit.life"
    target: Seat
    hits: int

    def run(self, match: Match[Noon]) -> None:
        noon = match.state
        target = noon.gunslingers[self.target]
        target.lives = max(0, target.lives - self.hits)
        match.tell(self.rule, target=self.target, hits=self.hits, lives=target.lives)
        if target.lives == 0:
            match.reveal(target.trick)
            match.tell("noon.out.fall", seat=self.target, trick=target.trick.value)
        if len(noon.standing()) == 1:
            match.end("noon.end.last", noon.standing(), ranks=noon.ranks())
