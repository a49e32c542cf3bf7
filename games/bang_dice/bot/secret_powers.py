"""When a bot uses a special role, and how (bang.role.*)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from bang_dice.bot.opinions import Decide
from bang_dice.bot.outlook import Outlook
from bang_dice.bot.suspicion import Stance
from bang_dice.content import Face, Role, RoleCard
from bang_dice.rules.losses import dying
from bang_dice.rules.throws import faces_of, throwing_is_over
from bang_dice.state import Town
from boomtown.core import Answer, Question, Seat

MOMENT = 2.5
"""What a power must be worth to be used: about two life points of somebody who matters."""


@dataclass(frozen=True, kw_only=True)
class RoleOpinion:
    """What a bot makes of a special role that it holds."""

    now: Callable[[Stance, Question], bool] | None = None
    """Whether this is the moment to turn it up; some need no use."""
    decide: Mapping[str, Decide] = field(default_factory=dict)
    """By question that only this role is asked, and those whom it concerns."""


def use_power(stance: Stance, ask: Question) -> Answer:
    """A power that the seat holds, if this is its moment (bang.ask.everyone)."""
    card = stance.town.cowboys[stance.me].role.value
    now = ROLE_OPINIONS[card].now
    return card if now is not None and now(stance, ask) else ask.choice.default()


def sheriff(town: Town) -> Seat:
    """The Sheriff is known to everybody."""
    open_roles = [seat for seat in town.living() if not town.cowboys[seat].face_down]
    return next(seat for seat in open_roles if town.role(seat) is Role.SHERIFF)


def doctor_moment(stance: Stance, ask: Question) -> bool:
    """The Doctor waits for dice that are not thrown again, and one that changes a lot."""
    town = stance.town
    if town.ghost_turn or not throwing_is_over(town):
        return False
    outlook = Outlook(stance)
    value = max(turned(outlook, die, face) for die, face in other_faces(town))
    return value - outlook.now(town.dice, town.fresh) >= MOMENT


def other_faces(town: Town) -> list[tuple[int, Face]]:
    """All dice with the faces that they could show instead."""
    dice = range(len(town.dice))
    return [(d, face) for d in dice for face in faces_of(town, d) if face is not town.dice[d]]


def turned(outlook: Outlook, die: int, face: Face) -> float:
    """What the dice are worth once the Doctor has turned one (bang.role.doctor.counts)."""
    town = outlook.stance.town
    dice = [face if place == die else shown for place, shown in enumerate(town.dice)]
    return outlook.now(dice, sorted({*town.fresh, die}))


def gambler_moment(stance: Stance, ask: Question) -> bool:
    """The Gambler strikes when any throw would be much better for his side than this one."""
    town = stance.town
    if town.ghost_turn:
        return False
    outlook = Outlook(stance)
    any_throw = outlook.hoped([], [faces_of(town, die) for die in range(len(town.dice))], 1)
    return any_throw - outlook.now(town.dice, town.fresh) >= MOMENT


def bad_moment(stance: Stance, ask: Question) -> bool:
    """The Bad waits for a gain that helps an enemy a lot."""
    gains = stance.town.gains
    return any(stance.gain(s, gain) <= -MOMENT for s, gain in gains.items() if s != stance.me)


def left_hand_moment(stance: Stance, ask: Question) -> bool:
    """The Left Hand saves its owner, and the Sheriff while others are still to be beaten."""
    fallen = dying(stance.town)
    if stance.me in fallen:
        return True
    return sheriff(stance.town) in fallen and len(stance.living) - len(fallen) > 1


def swap_worth(stance: Stance, one: Seat, two: Seat) -> float:
    """Two players exchange all their arrows (bang.role.ugly)."""
    more = stance.arrows[two] - stance.arrows[one]
    swapped = {one: two, two: one}
    chief = None if stance.chief is None else swapped.get(stance.chief, stance.chief)
    return stance.change({one: more, two: -more}, chief)


def swap_arrows(stance: Stance, ask: Question) -> Answer:
    """The Ugly's exchange that is worth most."""
    return max(ask.choice.offers(), key=lambda pair: swap_worth(stance, pair[0], pair[1]))


def turn_a_die(stance: Stance, ask: Question) -> Answer:
    """The die and the face that are worth most to the Doctor."""
    outlook = Outlook(stance)
    die, face = max(other_faces(stance.town), key=lambda turn: turned(outlook, *turn))
    return {"die": die + 1, "face": face}


def spoil_a_gain(stance: Stance, ask: Question) -> Answer:
    """The gain that helps an enemy most (bang.role.bad)."""
    gains = stance.town.gains
    return min(ask.choice.offers(), key=lambda seat: stance.gain(seat, gains[seat]))


def save_somebody(stance: Stance, ask: Question) -> Answer:
    """The Left Hand saves its owner first, then the Sheriff (bang.role.left_hand)."""
    return min(ask.choice.offers(), key=lambda s: (s != stance.me, s != sheriff(stance.town)))


def good_moment(stance: Stance, ask: Question) -> bool:
    """The Good steps in for a Sheriff who is about to fall (bang.role.good)."""
    own, law = (stance.town.cowboys[seat] for seat in (stance.me, sheriff(stance.town)))
    return law.life <= 3 and own.life >= law.life + 2


def ugly_moment(stance: Stance, ask: Question) -> bool:
    """The Ugly waits for an exchange that changes a lot (bang.role.ugly)."""
    pairs = combinations(stance.living, 2)
    return max(swap_worth(stance, one, two) for one, two in pairs) >= MOMENT


def right_hand_moment(stance: Stance, ask: Question) -> bool:
    """The Right Hand goes on when few are left, or while it still can."""
    return len(stance.living) <= 3 or stance.town.cowboys[stance.me].life <= 4


def judge_moment(stance: Stance, ask: Question) -> bool:
    """The Judge stops enemies, but nobody who saves the Sheriff (bang.role.judge)."""
    town = stance.town
    if stance.worth[Seat(int(str(ask.args["seat"])))] <= 0:
        return False
    return not (ask.args["card"] == RoleCard.LEFT_HAND and sheriff(town) in dying(town))


ROLE_OPINIONS = {
    RoleCard.BEAR: RoleOpinion(),
    RoleCard.GOOD: RoleOpinion(now=good_moment),
    RoleCard.DOCTOR: RoleOpinion(now=doctor_moment, decide={"bang.role.doctor": turn_a_die}),
    RoleCard.JUDGE: RoleOpinion(now=judge_moment),
    RoleCard.GAMBLER: RoleOpinion(now=gambler_moment),
    RoleCard.BAD: RoleOpinion(now=bad_moment, decide={"bang.role.bad": spoil_a_gain}),
    RoleCard.UGLY: RoleOpinion(now=ugly_moment, decide={"bang.role.ugly": swap_arrows}),
    RoleCard.RIGHT_HAND: RoleOpinion(now=right_hand_moment),
    RoleCard.LEFT_HAND: RoleOpinion(
        now=left_hand_moment, decide={"bang.role.left_hand": save_somebody}
    ),
}
"""By card: every one has to be thought of."""
