"""What the deputy makes of a table, from its seat's view alone: guns, courage, loot, odds to win.

Amounts are in thousands, and all of them are estimates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, sqrt

from boomtown.core import Seat
from cash_n_guns.bot.sets import (
    THOUSAND,
    another_painting,
    bonus_worth,
    paintings_worth,
    rival_painting,
)
from cash_n_guns.content import (
    BANGS,
    CLICKS,
    DECK,
    DIAMONDS,
    FACE_VALUE,
    ROUNDS,
    Bullet,
    Loot,
)
from cash_n_guns.rules.moments import deadly, power_of
from cash_n_guns.state import Gang, Gangster


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """How a deputy weighs things. The figures were found by play (tests/cash_n_guns/test_gate.py).

    Rows of three are for players whom one wound more kills, two, or more.
    """

    card: float = 13.0
    """What a card in another player's stash is worth."""
    round: float = 85.0
    """What a round's loot is worth to all who share it."""
    desk: float = 14.0
    """What the desk is worth."""
    keep: float = 0.9
    """Which part of that it is worth to keep it."""
    fall: float = 3.0
    """How many times that it is worth to bring the Godfather down."""
    bang: float = 8.0
    """What a Bang! more in the hand is worth, while there are rounds to use it."""
    deny: float = 0.1
    """How much a set that others cannot complete counts beside one's own."""
    grasp: float = 1.5
    """How many times an equal part of the cards of a set somebody gets who collects it."""
    ahead: float = 15.0
    """By how much the best of the others will be better than they look."""
    noise: float = 14.0
    """How much a round's luck moves a fortune."""
    doom: tuple[float, float, float] = (0.07, 0.02, 0.004)
    """How likely such a player is killed, for each round to come."""
    shy: tuple[float, float, float] = (0.75, 0.93, 1.0)
    """Which part of an equal share such a player gets, being careful."""
    calm: float = 0.98
    """How likely a player stands if nobody aims at them."""
    nerve: tuple[float, float, float] = (1.3, 0.8, 0.7)
    """How fast the courage of such a player goes with the guns on them."""
    doubt: float = 2.0
    """Courage is mixed where less than a few times this much is at stake."""
    focus: float = 4.0
    """How much more often a better target is aimed at."""
    stake: float = 0.6
    """How much a rich or poor round decides whether a Bang! is spent."""


STEADY = Judgement()
MUCH = 50.0
"""Beyond this, odds are as good as certain."""


def row(figures: tuple[float, float, float], left: int) -> float:
    """The figure for a player whom so many wounds more kill."""
    return figures[min(left, 3) - 1]


def even(surplus: float) -> float:
    """A half for no surplus, near one for a great one, near nothing for a great lack."""
    return 1.0 / (1.0 + exp(-max(-MUCH, min(MUCH, surplus))))


class Reckoning:
    """One seat's estimates of the table it sees."""

    def __init__(self, gang: Gang, me: Seat, judgement: Judgement = STEADY) -> None:
        self.gang = gang
        self.me = me
        self.judgement = judgement
        self.own = gang.gangsters[me]
        self.living = gang.living()
        self.others = [seat for seat in self.living if seat != me]
        self.rounds_left = ROUNDS - gang.round
        self.loot = [card.value for card in self.own.loot]
        self.wounds_left = {
            seat: deadly(gang, seat) - gang.gangsters[seat].wounds for seat in self.living
        }
        """How many wounds more kill each player."""

    # --- guns ---------------------------------------------------------------------------------

    def unseen(self, gangster: Gangster) -> tuple[int, int]:
        """Bang! and Clicks of a player that nobody has seen turned up."""
        bangs = BANGS + gangster.found - gangster.shown.count(Bullet.BANG)
        clicks = CLICKS - gangster.shown.count(Bullet.CLICK)
        return max(0, bangs), max(0, clicks)

    @cached_property
    def threats(self) -> dict[Seat, float]:
        """How likely everybody takes each player's card for a Bang!."""
        found: dict[Seat, float] = {}
        for seat in self.living:
            bangs, clicks = self.unseen(self.gang.gangsters[seat])
            found[seat] = bangs / max(1, bangs + clicks)
        return found

    @cached_property
    def dangers(self) -> dict[Seat, float]:
        """The threats of all who aim at each player."""
        found = dict.fromkeys(self.living, 0.0)
        for seat in self.living:
            target = self.gang.gangsters[seat].target
            if target is not None and target != seat:
                found[target] += self.threats[seat]
        return found

    def fires(self, seat: Seat) -> float:
        """How likely the face-down card of a player is a Bang!, for all that I know."""
        bullet = self.gang.gangsters[seat].bullet
        if bullet is not None and bullet.known:
            return float(bullet.value is Bullet.BANG)
        return self.threats[seat]

    def aimers(self, seat: Seat) -> list[Seat]:
        """Who aims at a player."""
        return [s for s in self.living if s != seat and self.gang.gangsters[s].target == seat]

    def stands(self, seat: Seat, more: float = 0.0) -> float:
        """How likely a player stays standing, with so much threat more than one sees.

        Who has more to win stands more often: the Godfather above all.
        """
        nerve = row(self.judgement.nerve, self.wounds_left[seat]) / self.lures[seat]
        danger = more + self.dangers[seat]
        return self.judgement.calm * exp(-nerve * danger * danger)

    @cached_property
    def lures(self) -> dict[Seat, float]:
        """What each player's turns would bring if all shared, against an equal part."""
        order = self.gang.from_godfather(self.living)
        turns = [self.turns(float(place), float(len(order))) for place in range(len(order))]
        equal = max(1.0, sum(turns) / len(turns))
        return {
            seat: min(2.0, max(0.5, turn / equal)) for seat, turn in zip(order, turns, strict=True)
        }

    def hits(self) -> list[float]:
        """How likely none, one, two … of those who aim at me hit me, if I stand."""
        odds = [1.0]
        for seat in self.aimers(self.me):
            hit = self.fires(seat) * self.stands(seat)
            odds = [
                (odds[n] if n < len(odds) else 0.0) * (1 - hit) + (odds[n - 1] * hit if n else 0.0)
                for n in range(len(odds) + 1)
            ]
        return odds

    # --- life ---------------------------------------------------------------------------------

    def survives(self, left: int) -> float:
        """How likely somebody whom so many wounds more kill sees the end."""
        return max(0.3, 1.0 - row(self.judgement.doom, left) * self.rounds_left)

    @cached_property
    def income(self) -> float:
        """What the rounds to come bring each of the living."""
        return self.judgement.round / len(self.living) * self.rounds_left

    # --- fortunes -----------------------------------------------------------------------------

    def unknown(self, cards: frozenset[Loot]) -> tuple[int, int]:
        """How many of these cards others hold, and how many are still to come, in the mean."""
        known = [*self.loot, *self.gang.loot]
        known += [card.value for card in self.gang.removed if card.known]
        left = sum(DECK[card] for card in cards) - sum(card in cards for card in known)
        piled = sum(len(pile) for pile in self.gang.piles)
        held = sum(len(self.gang.gangsters[seat].loot) for seat in self.others)
        gone = sum(not card.known for card in self.gang.removed)
        places = max(1, piled + held + gone)
        to_come = round(left * piled / places)
        return round(left * held / places), to_come

    @cached_property
    def paintings(self) -> tuple[int, int]:
        """Paintings that others hold, and that are to come."""
        return self.unknown(frozenset({Loot.PAINTING}))

    @cached_property
    def diamonds(self) -> tuple[int, int]:
        """Diamonds that others hold, and that are to come."""
        return self.unknown(DIAMONDS)

    @cached_property
    def own_paintings(self) -> int:
        """Paintings that count for me."""
        return self.loot.count(Loot.PAINTING) + power_of(self.own).paintings

    @cached_property
    def own_diamonds(self) -> int:
        """My diamond cards."""
        return sum(card in DIAMONDS for card in self.loot)

    @cached_property
    def fortune(self) -> float:
        """What my loot should be worth at the end."""
        face = sum(FACE_VALUE.get(card, 0) for card in self.loot) / THOUSAND
        held, to_come = self.diamonds
        bonus = bonus_worth(self.own_diamonds, held, to_come, len(self.others), self.grasp)
        return face + bonus + paintings_worth(self.own_paintings, self.paintings[1], self.grasp)

    @cached_property
    def grasp(self) -> float:
        """How likely somebody who collects a set gets one of its cards that are to come."""
        return min(0.9, self.judgement.grasp / len(self.living))

    def promise(self, seat: Seat) -> float:
        """What a player should have at the end, if they live."""
        loot = self.judgement.card * len(self.gang.gangsters[seat].loot)
        return loot + self.income * row(self.judgement.shy, self.wounds_left[seat])

    @cached_property
    def rival(self) -> float:
        """What the best of the others should have at the end."""
        best = max((self.promise(seat) for seat in self.others), default=0.0)
        return best + self.judgement.ahead

    @cached_property
    def scale(self) -> float:
        """How far fortunes may still move."""
        return self.judgement.noise * sqrt(1.0 + self.rounds_left)

    @cached_property
    def ranks(self) -> dict[Seat, float]:
        """How much each of the others is the one to beat; together they are one."""
        best = self.rival
        weights = {s: exp((self.promise(s) - best) / self.scale) for s in self.others}
        total = sum(weights.values())
        return {seat: weight / total for seat, weight in weights.items()}

    def odds(self, gain: float, hits: int = 0, healed: int = 0) -> float:
        """How likely I win, after such a gain and so many hits in this round."""
        left = self.wounds_left[self.me] - hits + healed
        if left <= 0:
            return 0.0
        hope = self.fortune + gain + self.income * row(self.judgement.shy, left)
        return self.survives(left) * even((hope - self.rival) / self.scale)

    # --- loot ---------------------------------------------------------------------------------

    def worth(self, share: Loot) -> float:
        """What a share is worth to me; sets that others cannot complete count, too."""
        if share is Loot.PAINTING:
            return self.painting
        if share in DIAMONDS:
            return FACE_VALUE[share] / THOUSAND + self.diamond
        if share is Loot.FIRST_AID:
            return self.kit
        if share is Loot.CLIP:
            return self.clip
        if share is Loot.NEW_GODFATHER:
            return self.desk
        return FACE_VALUE[share] / THOUSAND

    @cached_property
    def painting(self) -> float:
        """What the next painting adds to my set, and would add to another one."""
        held, to_come = self.paintings
        mine = another_painting(self.own_paintings, to_come, self.grasp)
        theirs = rival_painting(held, len(self.others), to_come, self.grasp)
        return mine + self.judgement.deny * theirs

    @cached_property
    def diamond(self) -> float:
        """What the next diamond adds to my odds of the bonus: another's odds are as much less."""
        held, to_come = self.diamonds
        others = len(self.others)
        taken = bonus_worth(self.own_diamonds + 1, held, to_come, others, self.grasp)
        left = bonus_worth(self.own_diamonds, held + 1, to_come, others, self.grasp)
        return (1.0 + self.judgement.deny) * (taken - left)

    @cached_property
    def kit(self) -> float:
        """What it is worth to have no wounds any more."""
        if not self.own.wounds:
            return 0.1
        return self.in_money(self.odds(0.0, healed=self.own.wounds))

    @cached_property
    def clip(self) -> float:
        """What a Bang! for a Click is worth."""
        clicks = any(card.value is Bullet.CLICK for card in self.own.hand)
        if not (self.rounds_left and self.gang.discard and clicks):
            return 0.2
        friend = power_of(self.own).clip_works(self.gang, self.me, self.others[0])
        return self.judgement.bang / (2 if friend else 1)  # the clips of others help as well

    @cached_property
    def desk(self) -> float:
        """What it is worth to be the Godfather of the next round."""
        if not self.rounds_left:
            return 0.3
        return self.judgement.desk * (self.judgement.keep if self.gang.godfather == self.me else 1)

    @cached_property
    def unseen_card(self) -> float:
        """What a random card of the piles is worth to me."""
        known = [*self.loot, *self.gang.loot]
        known += [card.value for card in self.gang.removed if card.known]
        left = {card: count - known.count(card) for card, count in DECK.items()}
        return sum(self.worth(card) * count for card, count in left.items()) / sum(left.values())

    def without(self, card: Loot) -> float:
        """What I would lose with a card that I have."""
        if card is Loot.PAINTING:
            return another_painting(self.own_paintings - 1, self.paintings[1], self.grasp)
        if card in DIAMONDS:
            held, to_come = self.diamonds
            now, less = (
                bonus_worth(have, held, to_come, len(self.others), self.grasp)
                for have in (self.own_diamonds, self.own_diamonds - 1)
            )
            return FACE_VALUE[card] / THOUSAND + now - less
        return FACE_VALUE[card] / THOUSAND

    def in_money(self, odds: float) -> float:
        """Which gain would bring such odds."""
        now, step = self.odds(0.0), 5.0
        return step * (odds - now) / max(1e-9, self.odds(step) - now)

    @cached_property
    def pot(self) -> list[float]:
        """What lies there, the best first, as it is worth to me; with the token."""
        shares = [*self.gang.loot, *([Loot.NEW_GODFATHER] if self.gang.token else [])]
        return sorted((self.worth(share) for share in shares), reverse=True)

    @cached_property
    def share(self) -> float:
        """What a place in the sharing of this round should bring me."""
        return self.shares[self.me]

    @cached_property
    def shares(self) -> dict[Seat, float]:
        """What a place in the sharing brings each player: it begins with the Godfather."""
        return {seat: self.turns(before, self.sharers) for seat, before in self.before.items()}

    @cached_property
    def before(self) -> dict[Seat, float]:
        """How many should share before each player has a turn."""
        before = 0.0
        found: dict[Seat, float] = {}
        for seat in self.gang.from_godfather(self.living):
            found[seat] = before
            before += 1.0 if seat == self.me else self.takes(seat)
        return found

    def loses(self, seat: Seat) -> float:
        """What another player loses who does not share: the Godfather may lose the desk as well."""
        desk = seat == self.gang.godfather and self.rounds_left > 0
        return self.shares[seat] + (self.judgement.fall * self.judgement.desk if desk else 0.0)

    def freed(self, seat: Seat) -> float:
        """What it brings me if another player does not share: more turns, and sooner."""
        takes = self.takes(seat)
        before = self.before[self.me]
        earlier = before > self.before[seat]
        with_them = self.turns(before + earlier * (1.0 - takes), self.sharers + 1.0 - takes)
        return self.turns(before - earlier * takes, self.sharers - takes) - with_them

    def takes(self, seat: Seat) -> float:
        """How likely another player shares in this round."""
        return 0.0 if self.gang.gangsters[seat].late else self.stands(seat)

    def turns(self, before: float, sharers: float) -> float:
        """What turns bring, if so many come before mine and so many share."""
        pot = self.pot
        total, place = 0.0, before
        while place < len(pot):
            low = int(place)
            high = pot[low + 1] if low + 1 < len(pot) else 0.0
            total += pot[low] + (high - pot[low]) * (place - low)
            place += sharers
        return total

    @cached_property
    def sharers(self) -> float:
        """How many should share in this round."""
        return 1.0 + sum(self.takes(seat) for seat in self.others)
