"""A bot that plays its role: it suspects, weighs its dice and waits for its moment."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import inf

from bang_dice.bot.outlook import Outlook, aim, hits_of, pour
from bang_dice.bot.suspicion import Stance
from bang_dice.content import (
    BASE_FACES,
    SALOON_FACES,
    Character,
    Face,
    Role,
    RoleCard,
)
from bang_dice.rules.losses import PILE, dying
from bang_dice.rules.resolve import NO_SYMBOL, SLAB
from bang_dice.rules.throws import faces_of, throwing_is_over
from bang_dice.rules.tokens import CHIEF, KEEP, REGULAR, count_symbols
from bang_dice.rules.turn import END_TURN, NONE, THROW, brings_a_sixth_die
from bang_dice.state import Town
from boomtown.core import (
    PASS,
    Answer,
    Chance,
    Combination,
    Imagine,
    OneOf,
    Question,
    Seat,
    Several,
    View,
)

MOMENT = 2.5
"""What a power must be worth to be used: about two life points of somebody who matters."""
# What a face that the Ghost fixes costs its holder, in life points.
CURSE = {
    Face.ARROW: 0.6,
    Face.DYNAMITE: 0.5,
    Face.ONE: -0.3,
    Face.TWO: -0.3,
    Face.BEER: -0.5,
    Face.GATLING: -0.4,
}
# Where characters are chosen, the first one that is still free.
FAVOURITES = tuple(Character)


class SharpBot:
    """Answers from what its seat can see, by what everything is worth to it."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Town], ask: Question, imagine: Imagine) -> Answer:
        decide = DECISIONS.get(ask.key)
        if decide is None or (isinstance(ask.choice, OneOf) and len(ask.choice.offers()) == 1):
            return ask.choice.default()
        return decide(Stance(view.state, ask.seat), ask)


# --- the turn --------------------------------------------------------------------------------


def choose_character(stance: Stance, ask: Question) -> Answer:
    """The favourite among those that are free (bang.setup.choose)."""
    free = ask.choice.offers()
    return next(character for character in FAVOURITES if character in free)


def choose_saloon_die(stance: Stance, ask: Question) -> Answer:
    """The die that promises most instead of a base die (bang.saloon.choose)."""
    town = stance.town
    outlook = Outlook(stance)
    dice = [BASE_FACES] * 4
    value = {NONE: outlook.hoped([], [*dice, BASE_FACES], town.throws_left)}
    for die, faces in SALOON_FACES.items():
        town.saloon_die = die
        sixth = [BASE_FACES] * brings_a_sixth_die(town)
        value[die] = outlook.hoped([], [*dice, *sixth, faces], town.throws_left)
    return max(value, key=lambda die: value[die])


def begin_turn(stance: Stance, ask: Question) -> Answer:
    """The Good and the Ugly turn up when it is worth it (bang.role.good, bang.role.ugly)."""
    town = stance.town
    own = town.cowboys[stance.me]
    if own.role.value is RoleCard.GOOD:
        law = town.cowboys[sheriff(town)]
        return RoleCard.GOOD if law.life <= 3 and own.life >= law.life + 2 else THROW
    worth = max(swap_worth(stance, one, two) for one, two in combinations(stance.living, 2))
    return RoleCard.UGLY if worth >= MOMENT else THROW


def end_turn(stance: Stance, ask: Question) -> Answer:
    """The Right Hand goes on when few are left, or while it still can."""
    few = len(stance.living) <= 3
    return RoleCard.RIGHT_HAND if few or stance.town.cowboys[stance.me].life <= 4 else END_TURN


def sheriff(town: Town) -> Seat:
    """The Sheriff is known to everybody."""
    open_roles = [seat for seat in town.living() if not town.cowboys[seat].face_down]
    return next(seat for seat in open_roles if town.role(seat) is Role.SHERIFF)


def help_somebody(stance: Stance, ask: Question) -> Answer:
    """Sid Ketchum's life point goes where a beer would."""
    return next(pour(stance, 1))[0]


def reroll(stance: Stance, ask: Question) -> Answer:
    """The dice whose rerolling promises most; none of them is stopping (bang.roll.reroll)."""
    town = stance.town
    if town.ghost_turn:
        return reroll_curse(stance)
    outlook = Outlook(stance)
    assert isinstance(ask.choice, Several)
    free = [int(die) - 1 for die in ask.choice.of if die not in ask.choice.refused]
    best = -inf
    choice: tuple[int, ...] = ()
    seen: set[tuple[object, ...]] = set()
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            kept = sorted(face for die, face in enumerate(town.dice) if die not in chosen)
            again = [faces_of(town, die) for die in chosen]
            if (situation := (*kept, *again[-1:])) in seen:
                continue
            seen.add(situation)
            value = outlook.hoped(kept, again, town.throws_left)
            if value > best:
                best, choice = value, chosen
    return [die + 1 for die in choice]


def choose_arrow(stance: Stance, ask: Question) -> Answer:
    """The chief's arrow, if that leaves more to hope for (bang.chief.take)."""
    regular, chief = stance.arrow(stance.me, 1), stance.change({}, stance.me)
    return CHIEF if chief > regular else REGULAR


def take_the_chief(stance: Stance, ask: Question) -> Answer:
    """Apache Kid takes the chief's arrow from its holder if that is worth more than the pile."""
    return PILE if choose_arrow(stance, ask) == REGULAR else CHIEF


def give_arrow(stance: Stance, ask: Question) -> Answer:
    """Elena Fuente keeps the arrow or gives it where it does most (bang.elena.give)."""

    def worth(answer: dict[str, Answer]) -> float:
        if answer["to"] == KEEP:
            return 0.0
        if answer["token"] == CHIEF:
            return stance.change({}, answer["to"])
        return stance.change({stance.me: -1, answer["to"]: 1}, stance.chief)

    return max(ask.choice.offers(), key=worth)


def break_arrow(stance: Stance, ask: Question) -> Answer:
    """The arrow that is best gone (bang.saloon.broken)."""
    return max(ask.choice.offers(), key=lambda seat: stance.arrow(seat, -1))


def shoot(stance: Stance, ask: Question) -> Answer:
    """All bull's eyes; Slab the Killer doubles one if that is worth his beer."""
    assert isinstance(ask.choice, Combination)
    parts = {n: part for n, part in ask.choice.parts.items() if isinstance(part, OneOf)}
    names = [name for name in parts if name != SLAB]
    aims = aim(stance, [[Seat(int(t)) for t in parts[name].of] for name in names])
    answer: dict[str, Answer] = dict(zip(names, aims, strict=True))
    if SLAB in parts:
        answer[SLAB] = double(stance, answer)
    return answer


def double(stance: Stance, aims: dict[str, Seat]) -> str:
    """The symbol that Slab the Killer doubles, if that is worth a beer (bang.slab.double)."""
    hits = hits_of(list(aims.values()))
    value = {
        name: stance.shot(seat, hits[seat] + 1) - stance.shot(seat, hits[seat])
        for name, seat in aims.items()
    }
    _, beer = next(pour(stance, 1))
    name = max(value, key=lambda name: value[name])
    return name if value[name] > beer else NO_SYMBOL


def drink(stance: Stance, ask: Question) -> Answer:
    """The beers go to whom they help most (bang.beer.use)."""
    town = stance.town
    beers = count_symbols(town.dice, Face.BEER) - town.spent_beers
    return hits_of([seat for seat, _ in pour(stance, beers)])


# --- losses and arrows -----------------------------------------------------------------------


def replace_hits(stance: Stance, ask: Question) -> Answer:
    """Bart Cassidy takes arrows as long as they cost less than life points."""
    me = stance.me
    hits = stance.town.losses[-1].hits[me]
    return max(
        ask.choice.offers(),
        key=lambda taken: stance.loss(me, hits - taken) + stance.arrow(me, taken),
    )


def take_hits(stance: Stance, ask: Question) -> Answer:
    """Molly Stark steps in for those whose life is worth more than hers (bang.molly.take)."""
    hits = stance.town.losses[-1].hits

    def worth(answer: dict[Seat, int]) -> float:
        own = hits.get(stance.me, 0) + sum(answer.values())
        return stance.loss(stance.me, own) + sum(
            stance.loss(seat, hits[seat] - taken) - stance.loss(seat, hits[seat])
            for seat, taken in answer.items()
        )

    return max(ask.choice.offers(), key=worth)


def discard_own(stance: Stance, ask: Question) -> Answer:
    """Pedro Ramirez returns the arrows that are better gone (bang.pedro.discard)."""

    def worth(answer: dict[str, int]) -> float:
        chief = None if answer.get(CHIEF) else stance.chief
        return stance.change({stance.me: -answer.get(REGULAR, 0)}, chief)

    return max(ask.choice.offers(), key=worth)


def discard_any(stance: Stance, ask: Question) -> Answer:
    """Kit Carlson returns the arrows that are better gone (bang.kit.discard)."""

    def worth(answer: dict[Seat | str, int]) -> float:
        moved = {seat: -count for seat, count in answer.items() if isinstance(seat, int)}
        return stance.change(moved, None if CHIEF in answer else stance.chief)

    return max(ask.choice.offers(), key=worth)


# --- special roles ---------------------------------------------------------------------------


def use_power(stance: Stance, ask: Question) -> Answer:
    """A power that the seat holds, if this is its moment (bang.ask.everyone)."""
    card = stance.town.cowboys[stance.me].role.value
    return card if MOMENTS[card](stance) else PASS


def doctor_moment(stance: Stance) -> bool:
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


def gambler_moment(stance: Stance) -> bool:
    """The Gambler strikes when any throw would be much better for his side than this one."""
    town = stance.town
    if town.ghost_turn:
        return False
    outlook = Outlook(stance)
    any_throw = outlook.hoped([], [faces_of(town, die) for die in range(len(town.dice))], 1)
    return any_throw - outlook.now(town.dice, town.fresh) >= MOMENT


def bad_moment(stance: Stance) -> bool:
    """The Bad waits for a gain that helps an enemy a lot."""
    gains = stance.town.gains
    return any(stance.gain(s, gain) <= -MOMENT for s, gain in gains.items() if s != stance.me)


def left_hand_moment(stance: Stance) -> bool:
    """The Left Hand saves its owner, and the Sheriff while others are still to be beaten."""
    fallen = dying(stance.town)
    if stance.me in fallen:
        return True
    return sheriff(stance.town) in fallen and len(stance.living) - len(fallen) > 1


MOMENTS: dict[RoleCard, Callable[[Stance], bool]] = {
    RoleCard.DOCTOR: doctor_moment,
    RoleCard.GAMBLER: gambler_moment,
    RoleCard.BAD: bad_moment,
    RoleCard.LEFT_HAND: left_hand_moment,
}


def judge(stance: Stance, ask: Question) -> Answer:
    """The Judge stops enemies, but nobody who saves the Sheriff (bang.role.judge)."""
    town = stance.town
    if stance.worth[Seat(int(str(ask.args["seat"])))] <= 0:
        return PASS
    saves = ask.args["card"] == RoleCard.LEFT_HAND and sheriff(town) in dying(town)
    return PASS if saves else RoleCard.JUDGE


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


# --- the Ghost -------------------------------------------------------------------------------


def curse_worth(stance: Stance, face: Face, pair: bool, seat: Seat) -> float:
    """A token with a face, or two of them, lies before a player (bang.ghost.fix)."""
    return stance.loss(seat, 1) * CURSE[face] * (1 + pair)


def reroll_curse(stance: Stance) -> Answer:
    """The Ghost throws again what promises a better token (bang.ghost.dice)."""
    tokens = [(face, pair) for face in BASE_FACES for pair in (False, True)]
    value = {
        (face, pair): max(curse_worth(stance, face, pair, seat) for seat in stance.living)
        for face, pair in tokens
    }

    def worth(one: Face, two: Face) -> float:
        return max(value[one, one is two], value[two, one is two])

    one, two = stance.town.dice
    hoped: dict[tuple[int, ...], float] = {(): worth(one, two)}
    if one is not Face.DYNAMITE:
        hoped[1,] = sum(worth(face, two) for face in BASE_FACES) / 6
    if two is not Face.DYNAMITE:
        hoped[2,] = sum(worth(one, face) for face in BASE_FACES) / 6
    if Face.DYNAMITE not in (one, two):
        hoped[1, 2] = sum(worth(face, other) for face in BASE_FACES for other in BASE_FACES) / 36
    return list(max(hoped.items(), key=lambda item: item[1])[0])


def assign_token(stance: Stance, ask: Question) -> Answer:
    """The face and the player that do most for the Ghost's side (bang.ghost.assign)."""
    pair = stance.town.dice[0] is stance.town.dice[1]
    return max(
        ask.choice.offers(),
        key=lambda token: curse_worth(stance, token["face"], pair, token["to"]),
    )


DECISIONS: dict[str, Callable[[Stance, Question], Answer]] = {
    "bang.setup.choose": choose_character,
    "bang.saloon.choose": choose_saloon_die,
    "bang.ask.own_turn": begin_turn,
    "bang.ask.own_turn.end": end_turn,
    "bang.sid.gain": help_somebody,
    "bang.roll.reroll": reroll,
    "bang.chief.take": choose_arrow,
    "bang.apache.steal": take_the_chief,
    "bang.elena.give": give_arrow,
    "bang.saloon.broken": break_arrow,
    "bang.shot.one": shoot,
    "bang.beer.use": drink,
    "bang.bart.replace": replace_hits,
    "bang.molly.take": take_hits,
    "bang.pedro.discard": discard_own,
    "bang.kit.discard": discard_any,
    "bang.ask.everyone.throw": use_power,
    "bang.ask.everyone.gain": use_power,
    "bang.ask.everyone.fall": use_power,
    "bang.role.judge": judge,
    "bang.role.ugly": swap_arrows,
    "bang.role.doctor": turn_a_die,
    "bang.role.bad": spoil_a_gain,
    "bang.role.left_hand": save_somebody,
    "bang.ghost.assign": assign_token,
}
