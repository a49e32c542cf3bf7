"""The eight characters of Old Saloon: each with what it does, and when."""

from __future__ import annotations

from bang_dice.content import Cause, SaloonDie, Stage
from bang_dice.rules.gains import gain
from bang_dice.rules.losses import TakeArrows, take_off
from bang_dice.rules.moments import Character
from bang_dice.rules.reasons import other_seats, seats_out
from bang_dice.rules.tokens import CHIEF, REGULAR
from bang_dice.state import Loss, Town
from boomtown.core import (
    Answer,
    Ask,
    Combination,
    Match,
    OneOf,
    Reasons,
    Refusal,
    Seat,
    Split,
    Step,
)

NEW = "new_characters"
"""The option that brings them into the game."""

# --- José Delgado, Tequila Joe ---------------------------------------------------------------

JOSE = Character(
    id="jose",
    life=7,
    rule="bang.jose.six",
    needs=(NEW, "saloon_dice"),
    sixth_die=SaloonDie.LOUDMOUTH,
)
TEQUILA = Character(
    id="tequila",
    life=7,
    rule="bang.tequila.six",
    needs=(NEW, "saloon_dice"),
    sixth_die=SaloonDie.COWARD,
)

# --- Apache Kid ------------------------------------------------------------------------------

PILE = "pile"


class ApacheChooses(Ask):
    """For an arrow he threw, Apache Kid may take the chief's arrow from another player."""

    rule = "bang.apache.steal"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        return OneOf([PILE, CHIEF], noun="apache", preset=PILE)

    def answered(self, match: Match[Town], answer: str) -> None:
        town = match.state
        holder = chief_of_another(town, self.seat)
        if answer == CHIEF and holder is not None:
            town.cowboys[holder].chief = False
            town.cowboys[self.seat].chief = True
            town.taken.append(CHIEF)
            match.tell(self.rule, seat=self.seat, target=holder)
        else:
            match.then(TakeArrows(self.seat, 1))


def chief_of_another(town: Town, seat: Seat) -> Seat | None:
    """The other living player who holds the chief's arrow."""
    for other in town.living():
        if other != seat and town.cowboys[other].chief:
            return other
    return None


def apache_arrow_thrown(town: Town, apache: Seat) -> Step | None:
    """He is asked while somebody else holds the chief's arrow."""
    return None if chief_of_another(town, apache) is None else ApacheChooses(apache)


APACHE = Character(
    id="apache",
    life=9,
    rule="bang.apache.steal",
    needs=(NEW, "chief"),
    stage=Stage.ARROWS,
    arrow_thrown=apache_arrow_thrown,
)

# --- Bill Noface -----------------------------------------------------------------------------

BILL = Character(id="bill", life=9, rule="bang.bill.late", needs=(NEW,), late_arrows=True)

# --- Elena Fuente ----------------------------------------------------------------------------

KEEP = "keep"


class ElenaGives(Step):
    """After a throw with an arrow Elena Fuente may give one of its tokens away."""

    rule = "bang.elena.give"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.is_living(town.active) and town.taken:
            match.then(ElenaChooses(town.active))


class ElenaChooses(Ask):
    """One token that she took in this throw and still holds, to another living player."""

    rule = "bang.elena.give"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Combination:
        town = match.state
        others = [other for other in town.living() if other != seat]
        kinds = [kind for kind in (REGULAR, CHIEF) if kind in town.taken]
        kept = [kind for kind in (REGULAR, CHIEF) if kind not in town.taken]
        not_taken = {kind: Refusal(self.rule, "token", token=kind) for kind in kept}
        nobody = Reasons(not_to_be_given, town, seat)
        return Combination(
            {
                "token": OneOf(kinds, refused=not_taken, noun="arrow"),
                "to": OneOf([KEEP, *others], refused=nobody, noun="elena", preset=KEEP),
            }
        )

    def answered(self, match: Match[Town], answer: Answer) -> None:
        if answer["to"] == KEEP:
            return
        town = match.state
        giver, taker = town.cowboys[self.seat], town.cowboys[answer["to"]]
        if answer["token"] == CHIEF:
            giver.chief, taker.chief = False, True
        else:
            giver.arrows -= 1
            taker.arrows += 1
        match.tell(self.rule, seat=self.seat, target=answer["to"], token=answer["token"])


def not_to_be_given(town: Town, elena: Seat) -> dict[Seat, Refusal]:
    """Herself, and who is out of the game."""
    rule = ElenaChooses.rule
    return {**seats_out(town, rule), elena: Refusal(rule, "self")}


ELENA = Character(
    id="elena",
    life=7,
    rule="bang.elena.give",
    needs=(NEW,),
    stage=Stage.ARROWS,
    arrows_taken=ElenaGives,
)

# --- Vera Custer -----------------------------------------------------------------------------

VERA_LESS = 1


def vera_suffers(cause: Cause, points: int) -> int:
    """Bull's eyes cost her one life point less."""
    return max(0, points - VERA_LESS) if cause is Cause.BULLSEYE else points


VERA = Character(
    id="vera",
    life=7,
    rule="bang.vera.less",
    needs=(NEW,),
    numbers={"vera_less": VERA_LESS},
    suffers=vera_suffers,
)

# --- Doc Holyday -----------------------------------------------------------------------------

DOC_LIMIT = 3
DOC_GAIN = 2


class DocHeals(Step):
    """Doc Holyday gains two life points once he has used three bull's eyes in his turn."""

    rule = "bang.doc.heal"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.is_living(town.active) and town.used_bullseyes >= DOC_LIMIT:
            match.tell(self.rule, seat=town.active)
            match.then(*gain(match, {town.active: DOC_GAIN}))


DOC = Character(
    id="doc",
    life=8,
    rule="bang.doc.heal",
    needs=(NEW,),
    numbers={"doc_limit": DOC_LIMIT, "doc_gain": DOC_GAIN},
    shots_done=DocHeals,
)

# --- Molly Stark -----------------------------------------------------------------------------


class MollyDecides(Ask):
    """Life points of others, up to what she has left herself (bang.molly.limit)."""

    rule = "bang.molly.take"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Split:
        loss = match.state.losses[-1]
        others = {other: hit for other, hit in loss.hits.items() if other != seat}
        room = match.state.cowboys[seat].life - loss.hits.get(seat, 0)
        amount = min(room, sum(others.values()))
        refused = Reasons(not_to_be_spared, match.state, seat, sorted(others))
        return Split(
            amount,
            sorted(others),
            caps=others,
            least=0,
            refused=refused,
            noun="seat",
            preset={},
        )

    def answered(self, match: Match[Town], answer: dict[Seat, int]) -> None:
        loss = match.state.losses[-1]
        for other, amount in answer.items():
            # bang.molly.kind: cause and attacker stay; the spared player did not lose them.
            match.tell(self.rule, seat=self.seat, target=other, life=amount)
            match.state.kindness[self.seat][other] += amount
            take_off(loss, other, amount)
            loss.hits[self.seat] = loss.hits.get(self.seat, 0) + amount


def not_to_be_spared(town: Town, molly: Seat, others: list[Seat]) -> dict[Seat, Refusal]:
    """Herself, and who loses nothing now."""
    rule = MollyDecides.rule
    reasons = seats_out(town, rule) | other_seats(town, rule, "not_hit", others)
    return reasons | {molly: Refusal(rule, "self")}


def molly_sees_hits(match: Match[Town], loss: Loss, molly: Seat) -> list[Step]:
    """She may lose life points in another player's place, while she has more than she needs."""
    if not any(seat != molly for seat in loss.hits):
        return []
    if match.state.cowboys[molly].life - loss.hits.get(molly, 0) < 1:
        match.cite("bang.molly.limit")
        return []
    return [MollyDecides(molly)]


MOLLY = Character(
    id="molly", life=8, rule="bang.molly.take", needs=(NEW,), sees_hits=molly_sees_hits
)

OLD_SALOON = (JOSE, TEQUILA, APACHE, BILL, ELENA, VERA, DOC, MOLLY)
