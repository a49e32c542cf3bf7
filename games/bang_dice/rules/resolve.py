"""The final dice: bull's eyes, beers and the Gatling (bang.resolve.*, bang.shot.*, bang.gat.*)."""

from __future__ import annotations

from bang_dice.content import (
    BEERS,
    BULLSEYES,
    GATLINGS,
    SYMBOLS,
    Cause,
    Face,
)
from bang_dice.rules.gains import gain
from bang_dice.rules.losses import lose
from bang_dice.rules.moments import thrower
from bang_dice.rules.reasons import seats_out
from bang_dice.rules.tokens import count_symbols
from bang_dice.state import Town
from boomtown.core import (
    Answer,
    Ask,
    Choice,
    Combination,
    Match,
    OneOf,
    Reasons,
    Refusal,
    Seat,
    Split,
    Step,
)


class FinalDice(Step):
    """Bull's eyes, then beers, then the Gatling (bang.resolve.order, bang.resolve.order.saloon)."""

    rule = "bang.resolve.order"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if not town.is_living(town.active):
            return  # bang.dyn.death, bang.turn.dead_owner: the other dice are void
        shown = set(town.dice)
        steps: list[Step] = []
        if shown & BULLSEYES:
            steps.append(Bullseyes())
        if shown & BEERS:
            steps.append(Beers())
        if shown & GATLINGS:
            steps.append(Gatling())
        match.then(*steps)


class Bullseyes(Step):
    """All bull's eyes are aimed first, then they hit together (bang.resolve.order)."""

    rule = "bang.shot.assign_first"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        by_face = targets_by_face(town)
        # bang.shot.count_when: from here on places are counted no more.
        targets = {name: list(by_face[face]) for name, face in bullseye_symbols(town).items()}
        town.used_bullseyes = len(targets)
        if more_aims(town, targets) or any(len(seats) > 1 for seats in targets.values()):
            match.then(Shoot(town.active, targets))
        else:
            fire(match, {name: seats[0] for name, seats in targets.items()}, {})


def targets_by_face(town: Town) -> dict[Face, list[Seat]]:
    """Whom a 1 and a 2 can hit, the nearest to the left first (bang.shot.distance)."""
    others = town.from_left_of(town.active)[:-1]
    return {face: targets_of(town, face, others) for face in (Face.ONE, Face.TWO)}


def bullseye_symbols(town: Town) -> dict[str, Face]:
    """Every 1 and 2 by name: ``3`` for the third die, ``5a`` and ``5b`` for a double one."""
    symbols: dict[str, Face] = {}
    for die, face in enumerate(town.dice, start=1):
        if face is Face.ONE or face is Face.TWO:
            symbols[str(die)] = face
        elif face is Face.DOUBLE_ONE or face is Face.DOUBLE_TWO:
            single = SYMBOLS[face][0]
            symbols[f"{die}a"] = symbols[f"{die}b"] = single
    return symbols


def targets_of(town: Town, face: Face, others: list[Seat]) -> list[Seat]:
    """To the left it is the distance-th of the others on, to the right the distance-th back."""
    targets: list[Seat] = []
    for distance in reach_of(town, face, len(others) + 1):
        if distance <= len(others):
            for seat in (others[distance - 1], others[-distance]):
                if seat not in targets:
                    targets.append(seat)
    return targets


def reach_of(town: Town, face: Face, living: int) -> tuple[int, ...]:
    """The distances that a symbol may be used at."""
    # bang.shot.two_as_one, bang.three.shots, bang.calamity.few; otherwise bang.shot.two.
    return thrower(town).reach(face is Face.ONE or living <= 3, living)


def more_aims(town: Town, targets: dict[str, list[Seat]]) -> dict[str, Choice]:
    """What the thrower's character decides besides: Slab the Killer (bang.slab.double)."""
    ask = thrower(town).more_aims
    return {} if ask is None else ask(town, list(targets))


class Shoot(Ask):
    """Each symbol gets its own target; the same one may be chosen again (bang.shot.each)."""

    rule = "bang.shot.one"
    targets: dict[str, list[Seat]]
    """Whom each symbol can hit, by its name."""
    seconds = 60

    def choice(self, match: Match[Town], seat: Seat) -> Choice:
        town = match.state
        parts: dict[str, Choice] = {
            name: OneOf(seats, refused=Reasons(not_in_reach, town, name, seats), noun="seat")
            for name, seats in self.targets.items()
        }
        return Combination(parts | more_aims(town, self.targets))

    def answered(self, match: Match[Town], answer: Answer) -> None:
        town = match.state
        aims = {name: answer[name] for name in self.targets}
        for name, seats in self.targets.items():
            # What everybody at the table has seen: who was shot at, and who was spared.
            for target in seats if len(seats) > 1 else []:
                tally = town.aggression if target == aims[name] else town.mercy
                tally[self.seat][target] += 1
        fire(match, aims, answer)


def not_in_reach(town: Town, name: str, targets: list[Seat]) -> dict[Seat, Refusal]:
    """Why a bull's eye cannot hit the others: the shooter, who is out, who sits elsewhere."""
    face = bullseye_symbols(town)[name]
    rule = Shoot.rule if face is Face.ONE else "bang.shot.two"
    others = town.from_left_of(town.active)[:-1]
    reasons = seats_out(town, "bang.shot.distance")
    reasons[town.active] = Refusal("bang.shot.distance", "self")
    for place, seat in enumerate(others):
        if seat not in targets:
            away = min(place + 1, len(others) - place)
            reasons[seat] = Refusal(rule, target=seat, away=away, face=face)
    return reasons


def fire(match: Match[Town], aims: dict[str, Seat], answer: dict[str, Answer]) -> None:
    """All shots hit together, however many life points a target has (bang.shot.overkill)."""
    town = match.state
    hits: dict[Seat, int] = {}
    for target in aims.values():
        hits[target] = hits.get(target, 0) + 1
    for target, shots in hits.items():
        match.tell("bang.shot.one", seat=town.active, target=target, shots=shots)
    more_hits = thrower(town).more_hits
    for target in [] if more_hits is None else more_hits(match, aims, answer):
        hits[target] += 1
    lose(match, Cause.BULLSEYE, hits, town.active)


class Beers(Step):
    """Each beer gives a living player a life point; all are given together."""

    rule = "bang.beer.use"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if not town.is_living(town.active):
            return
        beers = count_symbols(town.dice, Face.BEER) - town.spent_beers
        if beers:
            # bang.beer.late: whoever fell before is beyond help.
            match.then(Drink(town.active, beers))


class Drink(Ask):
    """The beers of the turn are divided among the living (bang.beer.batch)."""

    rule = "bang.beer.use"
    beers: int
    seconds = 40

    def choice(self, match: Match[Town], seat: Seat) -> Split:
        living = match.state.living()
        refused = Reasons(seats_out, match.state, "bang.beer.late")
        return Split(self.beers, living, refused=refused, noun="seat", preset={seat: self.beers})

    def answered(self, match: Match[Town], answer: dict[Seat, int]) -> None:
        town = match.state
        amounts = dict(answer)
        drinker = thrower(town)
        if self.seat in amounts and (size := drinker.beer(town.cowboys[self.seat])) > 1:
            match.tell(drinker.rule, seat=self.seat)
            amounts[self.seat] *= size
        for target, beers in answer.items():
            match.tell(self.rule, seat=self.seat, target=target, beers=beers)
            town.kindness[self.seat][target] += beers
        match.then(*gain(match, amounts))


class Gatling(Step):
    """With enough symbols the gun fires at everybody else, once (bang.gat.once)."""

    rule = "bang.gat.fire"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if not town.is_living(town.active):
            return
        symbols = count_symbols(town.dice, Face.GATLING)
        # bang.saloon.gat: a double face is two symbols; bang.willy.two, bang.willy.double.
        shooter = thrower(town)
        if symbols < shooter.gatlings:
            if symbols:
                match.cite("bang.gat.few")
                match.then(*([] if shooter.gatling_done is None else [shooter.gatling_done()]))
            return
        match.tell(self.rule, seat=town.active)
        others = {seat: 1 for seat in town.living() if seat != town.active}
        lose(match, Cause.GATLING, others, town.active)
