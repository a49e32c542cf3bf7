"""Arrows and losses: the last arrow costs life, and lost life may cost arrows.

The two chapters call each other, so they stand together (bang.arrow.*, bang.chief.*,
bang.loss.*, bang.gringo.*, bang.pedro.*).
"""

from __future__ import annotations

from collections.abc import Callable

from bang_dice.content import DOC_LIMIT, Cause, Character, RoleCard
from bang_dice.rules.ending import eliminate
from bang_dice.rules.gains import gain
from bang_dice.rules.powers import LeftHandWindow, window_seats
from bang_dice.rules.tokens import (
    CHIEF,
    REGULAR,
    KitReturns,
    PedroDecides,
    arrow_value,
    own_arrows,
    return_arrows,
)
from bang_dice.state import Loss, Town
from boomtown.core import (
    Ask,
    Match,
    Number,
    OneOf,
    Seat,
    Split,
    Step,
)

PILE = "pile"


class TakeArrows(Step):
    """One token after another from the pile; taking the last one brings the Indians."""

    rule = "bang.arrow.take"
    seat: Seat
    count: int
    thrown: bool = False
    """Whether dice made the player take them: only then Apache Kid may choose."""

    def run(self, match: Match[Town]) -> None:
        town = match.state
        # bang.arrow.attack.rest: an eliminated player takes no more.
        while self.count and town.is_living(self.seat):
            self.count -= 1
            if self.thrown and may_take_the_chief_from(town, self.seat) is not None:
                match.then(ApacheChooses(self.seat), self)
                return
            if town.chief_in_pile and town.pile:
                match.then(ChooseArrow(self.seat), self)
                return
            take_arrow(match, self.seat, chief=town.chief_in_pile)
            if town.tokens_in_pile() == 0:
                match.then(IndianAttack(), self)
                return


def take_arrow(match: Match[Town], seat: Seat, *, chief: bool) -> None:
    """One token from the pile, kept in front of its taker (bang.arrow.one_by_one)."""
    town = match.state
    cowboy = town.cowboys[seat]
    if chief:
        town.chief_in_pile = False
        cowboy.chief = True
        town.taken.append(CHIEF)
        match.tell("bang.chief.take", seat=seat, left=town.tokens_in_pile())
    else:
        town.pile -= 1
        cowboy.arrows += 1
        town.taken.append(REGULAR)
        match.tell("bang.arrow.take", seat=seat, left=town.tokens_in_pile())


class ChooseArrow(Ask):
    """Whoever takes an arrow may take the chief's, if it lies in the pile (bang.chief.last)."""

    rule = "bang.chief.take"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        return OneOf([REGULAR, CHIEF], noun="arrow", preset=REGULAR)

    def answered(self, match: Match[Town], answer: str) -> None:
        take_arrow(match, self.seat, chief=answer == CHIEF)
        if match.state.tokens_in_pile() == 0:
            match.then(IndianAttack())


def may_take_the_chief_from(town: Town, seat: Seat) -> Seat | None:
    """The other living player who holds the chief's arrow, for Apache Kid."""
    if town.cowboys[seat].character is not Character.APACHE:
        return None
    for other in town.living():
        if other != seat and town.cowboys[other].chief:
            return other
    return None


class ApacheChooses(Ask):
    """For an arrow he threw, Apache Kid may take the chief's arrow from another player."""

    rule = "bang.apache.steal"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        return OneOf([PILE, CHIEF], noun="apache", preset=PILE)

    def answered(self, match: Match[Town], answer: str) -> None:
        town = match.state
        holder = may_take_the_chief_from(town, self.seat)
        if answer == CHIEF and holder is not None:
            town.cowboys[holder].chief = False
            town.cowboys[self.seat].chief = True
            town.taken.append(CHIEF)
            match.tell(self.rule, seat=self.seat, target=holder)
        else:
            match.then(TakeArrows(self.seat, 1))


class IndianAttack(Step):
    """Every living player is to lose as many life points as the arrows there are worth."""

    rule = "bang.arrow.attack"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        town.taken = []
        match.tell(self.rule)
        hits = {seat: arrow_value(town.cowboys[seat]) for seat in town.living()}
        # bang.arrow.attack.off_turn, bang.arrow.attack.resume: the turn goes on where it was.
        lose(match, Cause.INDIANS, {seat: hit for seat, hit in hits.items() if hit}, None)


BY_SHOT = (Cause.BULLSEYE, Cause.GATLING)


def lose(match: Match[Town], cause: Cause, hits: dict[Seat, int], attacker: Seat | None) -> None:
    """Begins a blow; all its losses happen at the same moment."""
    town = match.state
    loss = Loss(cause, attacker, hits)
    if not town.seat_of and not town.options.chief:
        loss.stage = FIRST_WITHOUT_ABILITIES
    town.losses.append(loss)
    carry_on(match, loss)


class CarryOn(Step):
    """A blow goes on after a decision that came in between."""

    rule = "bang.loss.batch"

    def run(self, match: Match[Town]) -> None:
        carry_on(match, match.state.losses[-1])


def carry_on(match: Match[Town], loss: Loss) -> None:
    """The stages of a blow, one after another; one that must ask puts its steps in front."""
    while loss.stage < len(STAGES):
        stage = STAGES[loss.stage]
        loss.stage += 1
        steps = stage(match, loss)
        if match.outcome is not None:
            return  # bang.loss.immediate_stop: whatever is left is void
        if steps:
            match.then(*steps, CarryOn())
            return
    match.state.losses.pop()


def reduce(match: Match[Town], loss: Loss) -> list[Step]:
    """What some characters never lose."""
    match loss.cause:
        case Cause.GATLING:
            spare_one_point(match, loss, Character.PAUL, "bang.paul.immune")
        case Cause.BULLSEYE:
            spare_one_point(match, loss, Character.VERA, "bang.vera.less")
        case Cause.INDIANS:
            jourdonnais = match.state.who_is(Character.JOURDONNAIS)
            if jourdonnais is not None and loss.hits.get(jourdonnais, 0) > 1:
                match.tell("bang.jourdonnais.max", seat=jourdonnais)
                loss.hits[jourdonnais] = 1
            spare_the_chief(match, loss)
    return []


def spare_one_point(match: Match[Town], loss: Loss, character: Character, rule: str) -> None:
    """Somebody loses one life point less; the Gatling costs no more than one anyway."""
    seat = match.state.who_is(character)
    if seat is not None and seat in loss.hits:
        match.tell(rule, seat=seat)
        take_off(loss, seat, 1)


def take_off(loss: Loss, seat: Seat, points: int) -> None:
    """Some of the hits on a player do not count."""
    loss.hits[seat] -= points
    if loss.hits[seat] == 0:
        del loss.hits[seat]


def spare_the_chief(match: Match[Town], loss: Loss) -> None:
    """The chief's arrow and strictly the most arrows: no loss (bang.chief.immune)."""
    town = match.state
    values = {seat: arrow_value(town.cowboys[seat]) for seat in town.living()}
    for seat, value in values.items():
        others = [other for who, other in values.items() if who != seat]
        if town.cowboys[seat].chief and all(value > other for other in others):
            match.tell("bang.chief.immune", seat=seat)
            loss.hits.pop(seat, None)


def replace(match: Match[Town], loss: Loss) -> list[Step]:
    """Bart Cassidy may take arrows instead of losing life points (bang.bart.not: only to shots)."""
    bart = match.state.who_is(Character.BART)
    if bart is None or loss.cause not in BY_SHOT or bart not in loss.hits:
        return []
    if match.state.tokens_in_pile() < 2:
        match.cite("bang.bart.last")
        return []
    return [BartDecides(bart)]


class BartDecides(Ask):
    """For each of these life points he may take an arrow instead, but never the last token.

    bang.char.optional: what a character may do is asked each time, everything else just happens.
    """

    rule = "bang.bart.replace"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Number:
        town = match.state
        hits = town.losses[-1].hits[seat]
        most = min(hits, town.tokens_in_pile() - 1)  # bang.bart.last
        needed = hits - town.cowboys[seat].life + 1
        return Number(0, most, noun="arrow", preset=needed if 0 < needed <= most else 0)

    def answered(self, match: Match[Town], answer: int) -> None:
        loss = match.state.losses[-1]
        if answer:
            match.tell("bang.bart.multi", seat=self.seat, arrows=answer)
            take_off(loss, self.seat, answer)
            match.then(TakeArrows(self.seat, answer))


def redirect(match: Match[Town], loss: Loss) -> list[Step]:
    """Molly Stark may lose life points in another player's place."""
    molly = match.state.who_is(Character.MOLLY)
    if molly is None or not any(seat != molly for seat in loss.hits):
        return []
    if match.state.cowboys[molly].life - loss.hits.get(molly, 0) < 1:
        match.cite("bang.molly.limit")
        return []
    return [MollyDecides(molly)]


class MollyDecides(Ask):
    """Life points of others, up to what she has left herself (bang.molly.limit)."""

    rule = "bang.molly.take"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Split:
        loss = match.state.losses[-1]
        others = {other: hit for other, hit in loss.hits.items() if other != seat}
        room = match.state.cowboys[seat].life - loss.hits.get(seat, 0)
        amount = min(room, sum(others.values()))
        return Split(amount, sorted(others), caps=others, least=0, noun="seat", preset={})

    def answered(self, match: Match[Town], answer: dict[Seat, int]) -> None:
        loss = match.state.losses[-1]
        for other, amount in answer.items():
            # bang.molly.kind: cause and attacker stay; the spared player did not lose them.
            match.tell(self.rule, seat=self.seat, target=other, life=amount)
            match.state.kindness[self.seat][other] += amount
            take_off(loss, other, amount)
            loss.hits[self.seat] = loss.hits.get(self.seat, 0) + amount


def apply(match: Match[Town], loss: Loss) -> list[Step]:
    """All life points are lost at the same time; nobody has fewer than none.

    bang.loss.bullet_damage: arrows, dynamite and bullets have no attacker.
    """
    cowboys = match.state.cowboys
    for seat, hit in loss.hits.items():
        cowboy = cowboys[seat]
        loss.lost[seat] = lost = min(hit, cowboy.life)
        cowboy.life -= lost
        match.tell("bang.loss.batch", loss.cause.value, seat=seat, lost=lost, life=cowboy.life)
    return []


def arrows(match: Match[Town], loss: Loss) -> list[Step]:
    """Pedro Ramirez returns arrows; after an Indian attack everybody does."""
    town = match.state
    if loss.cause is Cause.INDIANS:
        # bang.arrow.attack.discard: before eliminations; bang.pedro.indians: nothing is left.
        for seat in town.living():
            return_arrows(town, seat)
        match.tell("bang.arrow.attack.discard")
        return []
    pedro = town.who_is(Character.PEDRO)
    if pedro is None or not loss.lost.get(pedro) or not town.cowboys[pedro].tokens:
        return []
    if town.cowboys[pedro].life == 0 and town.options.special_roles == "off":
        return []  # he falls for certain, and all his arrows go back anyway
    return [PedroDecides(pedro)]


def save(match: Match[Town], loss: Loss) -> list[Step]:
    """Who is at 0 is about to be eliminated: the moment of the Devil's Left Hand."""
    town = match.state
    if all(town.cowboys[seat].life for seat in loss.lost):
        loss.stage = len(STAGES) - 1  # nobody falls: on to what comes after
        return []
    seats = window_seats(town, RoleCard.LEFT_HAND)
    return [LeftHandWindow(seats)] if seats else []


def dying(town: Town) -> list[Seat]:
    """The players at 0 life points, from left of the active player on."""
    return [seat for seat in town.from_left_of(town.active) if town.cowboys[seat].life == 0]


def fall(match: Match[Town], loss: Loss) -> list[Step]:
    """All who are still at 0 are eliminated together, then the end is checked (bang.out.when)."""
    fallen = dying(match.state)
    loss.fallen = len(fallen)
    if fallen:
        eliminate(match, fallen, loss)
    return []


def vulture(match: Match[Town], loss: Loss) -> list[Step]:
    """Vulture Sam gains two life points for each other player eliminated."""
    sam = match.state.who_is(Character.SAM)
    if sam is not None and loss.fallen:
        # bang.sam.saved, bang.sam.together: only the fallen count, and only while he stands.
        match.tell("bang.sam.gain", seat=sam)
        return gain(match, {sam: 2 * loss.fallen})
    return []


def aftermath(match: Match[Town], loss: Loss) -> list[Step]:
    """Doc Holyday, the shooter's own arrows, Kit Carlson, El Gringo (bang.gat.order)."""
    if loss.attacker is None:
        return []
    town = match.state
    steps: list[Step] = []
    if loss.cause is Cause.BULLSEYE:
        if town.plays(Character.DOC):
            steps.append(DocHeals())
    else:
        own_arrows(match)
        if town.plays(Character.KIT):
            steps.append(KitReturns())
    gringo = town.seat_of.get(Character.GRINGO)  # bang.gringo.dead: also if he fell
    if gringo is not None and loss.lost.get(gringo):
        # bang.gringo.not: only to shots, and not for what Molly took over; bang.gringo.twice.
        steps.append(GringoStrikes(gringo))
    return steps


class DocHeals(Step):
    """Doc Holyday gains two life points once he has used three bull's eyes in his turn."""

    rule = "bang.doc.heal"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.is_living(town.active) and town.used_bullseyes >= DOC_LIMIT:
            match.tell(self.rule, seat=town.active)
            match.then(*gain(match, {town.active: 2}))


class GringoStrikes(Step):
    """Whoever made El Gringo lose life points must take an arrow (bang.gringo.when).

    bang.bart.gringo: it may be the last one, for anybody.
    """

    rule = "bang.gringo.arrow"
    gringo: Seat

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.is_living(town.active):
            match.tell(self.rule, seat=self.gringo, target=town.active)
            match.then(TakeArrows(town.active, 1))


STAGES: list[Callable[[Match[Town], Loss], list[Step]]] = [
    reduce,
    replace,
    redirect,
    apply,
    arrows,
    save,
    fall,
    vulture,
    aftermath,
]
"""bang.loss.batch, in its order; inside a stage bang.loss.order."""
FIRST_WITHOUT_ABILITIES = STAGES.index(apply)
"""Where a blow begins if nobody at the table has an ability to reduce or move it."""
