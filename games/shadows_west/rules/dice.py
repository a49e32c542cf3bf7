"""Dice: pools with their reasons, tests and re-rolls, roll-offs (shadows.dice.*, shadows.test.*).

A pool is a sum: every modifier says by which rule it adds or takes dice, so that the log and the
offers can show how the number came about. A test is a step: derive from ``GritTest``, give it its
rolls, and write ``rolled``, which is called once all re-rolls are settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from boomtown.core import Answer, Arg, Match, OneOf, Refusal, Seat, Waits, clockwise
from shadows_west.content import DIRECTIONS, SUCCESS
from shadows_west.shooting.pools import Modifier, dice_of, parts_of
from shadows_west.state import Figure, West

NO_REROLL: Final = "none"
ME_FIRST: Final = "me"
OPPONENT_FIRST: Final = "opponent"


class Roll(Struct):
    """The dice of one fighter in a test."""

    who: str
    """The figure whose grit is tested."""
    seat: Seat | None
    """Who decides on the re-roll; without anybody its default is taken."""
    sides: int
    """6, 8 or 10 (shadows.dice.types)."""
    pool: list[Modifier]
    spare: bool = False
    """Whether nobody wants more successes: the shot goes at the shooter's own model."""
    shown: list[int] = []

    @property
    def successes(self) -> int:
        """How many dice show 5 or more (shadows.test.success, shadows.test.result)."""
        return sum(1 for die in self.shown if die >= SUCCESS)

    @property
    def highest(self) -> int:
        """The highest single die."""
        return max(self.shown)

    def rerollable(self) -> list[int]:
        """The places of dice that may be thrown again: any beside one that shows its maximum.

        A single die has no other and is never thrown again (shadows.test.max_reroll).
        """
        best = [place for place, die in enumerate(self.shown) if die == self.sides]
        if not best or len(self.shown) == 1:
            return []
        return [place for place in range(len(self.shown)) if best != [place]]

    def default_reroll(self) -> int | None:
        """The first failing die; none if no die fails, or if the shot is at one's own model."""
        places = [] if self.spare else self.rerollable()
        return next((place for place in places if self.shown[place] < SUCCESS), None)


def roll_for(
    figure: Figure, seat: Seat | None, pool: Sequence[Modifier], *, spare: bool = False
) -> Roll:
    """The dice of a figure, of its present grit."""
    return Roll(figure.id, seat, figure.die, list(pool), spare)


class GritTest(Waits):
    """Throws pools, lets their owners re-roll, and hands on the result.

    With one roll it is a test; with two, of opposing sides, a contest. The step itself waits while
    a re-roll is open, and ``rolled`` is called when everything is settled.
    """

    rule = "shadows.test.pool"
    seconds = 15
    rolls: list[Roll]
    orders: Seat | None = None
    """Who says which side of a contest re-rolls first (shadows.dice.reroll_order)."""
    open: list[int] = []
    """The rolls whose re-roll is not settled yet, in the order in which they are asked."""
    ordering: bool = False

    def rolled(self, match: Match[West]) -> None:
        """What the dice do, once nobody re-rolls any more."""

    def against(self) -> str | None:
        """What the test is aimed at, for the log."""
        return None

    @property
    def key(self) -> str:
        return "shadows.dice.reroll_order" if self.ordering else "shadows.test.max_reroll"

    def waiting(self) -> list[Seat]:
        if not self.open:
            return []
        asked = self.orders if self.ordering else self.rolls[self.open[0]].seat
        assert asked is not None, "only what somebody can decide stays open"
        return [asked]

    def run(self, match: Match[West]) -> None:
        if not self.rolls[0].shown:
            self.throw(match)
        if self.open:
            match.then(self)
        else:
            self.rolled(match)

    def throw(self, match: Match[West]) -> None:
        """All dice of each pool together, left to right (shadows.dice.order)."""
        for roll in self.rolls:
            count = dice_of(roll.pool)
            roll.shown = [match.chance.die(roll.sides) for _ in range(count)]
            match.tell(
                self.rule,
                "test",
                who=roll.who,
                dice=count,
                sides=roll.sides,
                parts=parts_of(roll.pool),
                shown=list(roll.shown),
                successes=roll.successes,
                target=self.against(),
            )
        self.open = [place for place, roll in enumerate(self.rolls) if roll.rerollable()]
        self.settle_order(match)
        self.settle_defaults(match)

    def settle_order(self, match: Match[West]) -> None:
        """If both sides may re-roll, the active player says who goes first; else the opponent."""
        if len(self.open) < 2:
            return
        mine = [place for place in self.open if self.rolls[place].seat == self.orders]
        self.open = [place for place in self.open if place not in mine] + mine
        self.ordering = self.orders is not None and match.state.options.rerolls == "ask"

    def settle_defaults(self, match: Match[West]) -> None:
        """What nobody is asked about happens at once (shadows.ui.reroll)."""
        while self.open and not self.ordering:
            roll = self.rolls[self.open[0]]
            if roll.seat is not None and match.state.options.rerolls == "ask":
                return
            self.open.pop(0)
            self.reroll(match, roll, roll.default_reroll())

    def reroll(self, match: Match[West], roll: Roll, place: int | None) -> None:
        """One die, once; the second result stands (shadows.dice.reroll_final).

        shadows.dice.reroll_one: a roll is asked about once, however many maxima it shows.
        """
        if place is None:
            return
        before = roll.shown[place]
        roll.shown[place] = match.chance.die(roll.sides)
        match.tell(
            "shadows.test.max_reroll",
            who=roll.who,
            sides=roll.sides,
            before=before,
            die=roll.shown[place],
            successes=roll.successes,
        )

    def args(self, match: Match[West]) -> dict[str, Arg]:
        if self.ordering or not self.open:
            return {}
        roll = self.rolls[self.open[0]]
        return {"who": roll.who, "sides": roll.sides, "shown": list(roll.shown)}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        if self.ordering:
            return OneOf([ME_FIRST, OPPONENT_FIRST], noun="reroll_order", preset=OPPONENT_FIRST)
        roll = self.rolls[self.open[0]]
        dice: list[int | str] = [place + 1 for place in roll.rerollable()]
        best = roll.default_reroll()
        preset = NO_REROLL if best is None else best + 1
        kept = [place for place in range(1, len(roll.shown) + 1) if place not in dice]
        refused = {place: Refusal(self.key, "kept", sides=roll.sides) for place in kept}
        return OneOf([*dice, NO_REROLL], refused, noun="reroll", preset=preset)

    def take(self, match: Match[West], seat: Seat, answer: Answer) -> None:
        if self.ordering:
            self.ordering = False
            if answer == ME_FIRST:
                self.open.reverse()
        else:
            roll = self.rolls[self.open.pop(0)]
            self.reroll(match, roll, None if answer == NO_REROLL else answer - 1)
        self.settle_defaults(match)
        match.then(self)


# --- single dice ---------------------------------------------------------------------------------


def single(match: Match[West], figure: Figure, rule: str, *, target: str | None = None) -> bool:
    """A test of one die, which nothing modifies and nobody re-rolls; whether it succeeds."""
    die = match.chance.die(figure.die)
    passed = die >= SUCCESS
    key = "passed" if passed else "failed"
    match.tell(rule, key, who=figure.id, die=die, sides=figure.die, target=target)
    return passed


def rolloff(match: Match[West], seats: Sequence[Seat]) -> list[Seat]:
    """The seats from the highest D10 to the lowest; who ties rolls again (shadows.dice.rolloff)."""
    if len(seats) < 2:
        return list(seats)
    shown = {seat: match.chance.die(10) for seat in sorted(seats)}
    for seat, die in shown.items():
        match.tell("shadows.dice.rolloff", seat=seat, die=die)
    order: list[Seat] = []
    for value in sorted(set(shown.values()), reverse=True):
        order += rolloff(match, [seat for seat, die in shown.items() if die == value])
    return order


def half_die(match: Match[West], sides: int) -> int:
    """A D3, D4 or D5: a D6, D8 or D10 halved and rounded up (shadows.dice.halves)."""
    return (match.chance.die(sides) + 1) // 2


def random_direction(match: Match[West]) -> tuple[int, int]:
    """One of eight, by a D8 (shadows.dice.random_direction)."""
    die = match.chance.die(8)
    match.tell("shadows.dice.random_direction", die=die, direction=f"d{die}")
    return DIRECTIONS[die - 1]


def random_pick(match: Match[West], ids: Sequence[str]) -> str:
    """One of them, given in the order of ids, all equally likely (shadows.dice.random_pick)."""
    return match.chance.pick(ids)


# --- who decides ---------------------------------------------------------------------------------


def left_player(west: West, seat: Seat) -> Seat | None:
    """The next seat clockwise whose gang is still in the game, or nobody."""
    others = [other for other in west.in_game() if other != seat]
    return clockwise(others, after=seat)[0] if others else None


def roller(west: West, figure: Figure, attacker: Seat | None) -> Seat | None:
    """Who throws for a figure: its owner; for townsfolk the left player of the attacker."""
    if figure.seat is not None or attacker is None:
        return figure.seat
    return left_player(west, attacker)


def active_seat(west: West) -> Seat | None:
    """Whose activation is going on; in the NPC phase nobody's."""
    if west.acting and west.phase != "npc":
        return west.table.figures[west.acting[0]].seat
    return west.active
