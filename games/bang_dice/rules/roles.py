"""The special roles: what each does once the Judge has let it, and when (bang.role.*)."""

from __future__ import annotations

from bang_dice.content import RoleCard
from bang_dice.rules.losses import dying
from bang_dice.rules.moments import Moment, SpecialRole
from bang_dice.rules.reasons import other_seats, seats_out
from bang_dice.rules.setup import printed_life
from bang_dice.rules.throws import ForcedThrow, faces_in_play, faces_of
from bang_dice.rules.tokens import return_arrows
from bang_dice.rules.turn import Turn
from bang_dice.state import Town
from boomtown.core import (
    Answer,
    Ask,
    Combination,
    Match,
    OneOf,
    Refusal,
    Seat,
    Several,
    Step,
    clockwise,
)

# --- the Bear, a Sheriff -------------------------------------------------------------------

BEAR_BONUS = 3

BEAR = SpecialRole(card=RoleCard.BEAR, bonus=BEAR_BONUS, numbers={"bear_bonus": BEAR_BONUS})

# --- the Good, the Doctor, the Judge: Deputies ---------------------------------------------


class SwapRoles(Step):
    """The Good and the Sheriff exchange role cards, both face up."""

    rule = "bang.role.good"
    seat: Seat

    def run(self, match: Match[Town]) -> None:
        town = match.state
        sheriff = next(seat for seat in town.living() if town.role(seat) == "sheriff")
        good, law = town.cowboys[self.seat], town.cowboys[sheriff]
        good.role, law.role = law.role, good.role
        # bang.role.good.life, bang.role.good.spent: no bonus, and what is above the cap stays.
        for cowboy in (good, law):
            cowboy.cap = printed_life(cowboy.character)
        match.tell(self.rule, seat=self.seat, target=sheriff)


GOOD = SpecialRole(card=RoleCard.GOOD, moment=Moment.TURN_BEGINS, effect=SwapRoles)


class OtherFace(Combination):
    """A die of the thrower's and another face of that die."""

    faces: dict[int, tuple[str, ...]] = {}
    shown: dict[int, str] = {}

    def together(self, answer: dict[str, Answer]) -> Refusal | None:
        die, face = answer["die"], answer["face"]
        if face not in self.faces[die] or face == self.shown[die]:
            return Refusal("bang.role.doctor", die=die, face=str(face))
        return None


class TurnADie(Ask):
    """The Doctor turns one die of the thrower to another face; it counts as thrown now."""

    rule = "bang.role.doctor"
    seconds = 30

    def choice(self, match: Match[Town], seat: Seat) -> OtherFace:
        town = match.state
        dice = range(1, len(town.dice) + 1)
        faces = {die: faces_of(town, die - 1) for die in dice}
        every = list(dict.fromkeys(face for die in dice for face in faces[die]))
        absent = {face: Refusal(self.rule, "no_die", face=face) for face in faces_in_play(town)}
        absent = {face: why for face, why in absent.items() if face not in every}
        return OtherFace(
            {"die": OneOf(dice, noun="die"), "face": OneOf(every, refused=absent, noun="face")},
            faces=dict(faces),
            shown={die: town.dice[die - 1] for die in dice},
        )

    def default(self, match: Match[Town], seat: Seat) -> None:
        return None

    def answered(self, match: Match[Town], answer: Answer) -> None:
        if answer is None:
            return
        town = match.state
        die = answer["die"] - 1
        town.dice[die] = next(face for face in faces_of(town, die) if face == answer["face"])
        # bang.role.doctor.counts: whatever the die caused in an earlier throw stays.
        if die not in town.fresh:
            town.fresh.append(die)
        match.tell(self.rule, seat=self.seat, die=answer["die"], face=town.dice[die])


DOCTOR = SpecialRole(card=RoleCard.DOCTOR, moment=Moment.THROW, effect=TurnADie)

# What the Judge does happens in the window itself: nothing answers the Judge.
JUDGE = SpecialRole(card=RoleCard.JUDGE, moment=Moment.REVEAL, unhurried=True)

# --- the Gambler, the Bad, the Ugly: Outlaws -----------------------------------------------


def all_dice_again(gambler: Seat) -> Step:
    """The Gambler makes another player throw everything again."""
    return ForcedThrow()


GAMBLER = SpecialRole(
    card=RoleCard.GAMBLER, moment=Moment.LAST_THROW, effect=all_dice_again, own_dice=False
)


class SpoilAGain(Ask):
    """The Bad takes one gain from another player; the points go nowhere (bang.role.bad.beer)."""

    rule = "bang.role.bad"
    seconds = 20
    forced = True

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        town = match.state
        gainers = [other for other in town.gains if other != seat]
        order = clockwise(gainers, after=Seat((town.active - 1) % match.seats))
        rule = self.rule
        refused = seats_out(town, rule) | other_seats(town, rule, "no_gain", order)
        if seat in town.gains:
            refused[seat] = Refusal(rule, "self")
        return OneOf(order, refused=refused, noun="seat", preset=order[0])

    def answered(self, match: Match[Town], answer: Seat) -> None:
        match.tell(self.rule, seat=self.seat, target=answer, life=match.state.gains.pop(answer))


BAD = SpecialRole(card=RoleCard.BAD, moment=Moment.GAIN, effect=SpoilAGain)


class SwapArrows(Ask):
    """The Ugly chooses two living players, who exchange all their arrows."""

    rule = "bang.role.ugly"
    seconds = 30
    forced = True

    def choice(self, match: Match[Town], seat: Seat) -> Several:
        living = match.state.living()
        refused = seats_out(match.state, self.rule)
        return Several(living, least=2, most=2, refused=refused, noun="seat", preset=living[:2])

    def answered(self, match: Match[Town], answer: list[Seat]) -> None:
        one, two = (match.state.cowboys[seat] for seat in answer)
        one.arrows, two.arrows = two.arrows, one.arrows
        one.chief, two.chief = two.chief, one.chief
        match.tell(self.rule, seat=self.seat, players=list(answer))


UGLY = SpecialRole(card=RoleCard.UGLY, moment=Moment.TURN_BEGINS, effect=SwapArrows)

# --- the Devil's two hands: Renegades ------------------------------------------------------


class OneMoreTurn(Step):
    """The Devil's Right Hand takes another complete turn at once."""

    rule = "bang.role.right_hand"
    seat: Seat

    def run(self, match: Match[Town]) -> None:
        # bang.ghost.extra_turn: tokens that went back do not fix its dice.
        match.tell(self.rule, seat=self.seat)
        match.then(Turn())


RIGHT_HAND = SpecialRole(card=RoleCard.RIGHT_HAND, moment=Moment.TURN_ENDS, effect=OneMoreTurn)

SAVED_LIFE = 2


class SaveSomebody(Ask):
    """The Devil's Left Hand saves one player who is about to be eliminated."""

    rule = "bang.role.left_hand"
    seconds = 20
    forced = True

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        town = match.state
        order = clockwise(dying(town), after=Seat((town.active - 1) % match.seats))
        rule = self.rule
        refused = seats_out(town, rule) | other_seats(town, rule, "not_dying", order)
        preset = seat if seat in order else order[0]
        return OneOf(order, refused=refused, noun="seat", preset=preset)

    def answered(self, match: Match[Town], answer: Seat) -> None:
        town = match.state
        # bang.role.left_hand.not_gain: being set to two is no gain.
        town.cowboys[answer].life = SAVED_LIFE
        match.tell(self.rule, seat=self.seat, target=answer)
        if town.cowboys[answer].tokens:
            match.then(KeepArrows(answer))


class KeepArrows(Ask):
    """Who was saved may return all arrows."""

    rule = "bang.role.left_hand"
    seconds = 20

    @property
    def key(self) -> str:
        return "bang.role.left_hand.arrows"

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        return OneOf(["discard", "keep"], noun="saved", preset="discard")

    def answered(self, match: Match[Town], answer: str) -> None:
        if answer == "discard":
            return_arrows(match.state, self.seat)
            match.tell(self.rule, "discard", seat=self.seat)


LEFT_HAND = SpecialRole(
    card=RoleCard.LEFT_HAND,
    moment=Moment.FALL,
    effect=SaveSomebody,
    unhurried=True,
    numbers={"saved_life": SAVED_LIFE},
)

SPECIAL_ROLES = {
    role.card: role
    for role in (BEAR, GOOD, DOCTOR, JUDGE, GAMBLER, BAD, UGLY, RIGHT_HAND, LEFT_HAND)
}
