"""Turns: who plays, what begins a turn and what ends it (bang.turn.*, bang.setup.choose)."""

from __future__ import annotations

from typing import ClassVar

from bang_dice.content import DICE, GHOST_DICE, THROWS, Face, RoleCard, SaloonDie
from bang_dice.rules.ghost import GhostAssigns
from bang_dice.rules.moments import Moment, characters, special_roles, thrower
from bang_dice.rules.reasons import special_cards
from bang_dice.rules.resolve import FinalDice
from bang_dice.rules.setup import eligible_characters, starting_life
from bang_dice.rules.throws import cast_dice
from bang_dice.rules.windows import UsePower, window_seats
from bang_dice.state import Town
from boomtown.core import (
    Ask,
    ForEachSeat,
    Match,
    OneOf,
    Phases,
    Reasons,
    Refusal,
    Repeat,
    Seat,
    Step,
    clockwise,
)

THROW = "throw"
END_TURN = "end_turn"
NONE = "none"


class Opening(Phases):
    """The table is set, then turn follows turn."""

    rule = "bang.turn.phases"

    def phases(self, match: Match[Town]) -> list[Step]:
        town = match.state
        match.tell("bang.setup.first", seat=town.active, role=town.role(town.active))
        if town.options.characters == "choose":
            order = clockwise(town.living(), after=Seat((town.active - 1) % match.seats))
            return [ChooseCharacters(order), Turns()]
        return [Turns()]


class ChooseCharacters(ForEachSeat):
    """Where the table agreed on it, characters are chosen in turn, the first player first."""

    rule = "bang.setup.choose"

    def each(self, match: Match[Town], seat: Seat) -> None:
        match.then(ChooseCharacter(seat))


class ChooseCharacter(Ask):
    """A character that nobody has yet; its life points count at once."""

    rule = "bang.setup.choose"
    seconds = 60

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        town = match.state
        free = [who for who in eligible_characters(town.options) if who not in town.seat_of]
        refused = Reasons(not_to_be_chosen, town, free)
        return OneOf(free, refused=refused, noun="character")

    def answered(self, match: Match[Town], answer: str) -> None:
        cowboy = match.state.cowboys[self.seat]
        cowboy.character = answer
        match.state.seat_of[cowboy.character] = self.seat
        cowboy.life = cowboy.cap = starting_life(cowboy.role.value, cowboy.character, match.seats)
        match.tell(self.rule, seat=self.seat, character=cowboy.character)


def not_to_be_chosen(town: Town, free: list[str]) -> dict[str, Refusal]:
    """Characters that somebody has, and those whose modules are not in play."""
    reasons = {who: Refusal("bang.setup.modules.limits", "character") for who in characters()}
    for who, seat in town.seat_of.items():
        reasons[who] = Refusal(ChooseCharacter.rule, "taken", target=seat)
    return {who: reason for who, reason in reasons.items() if who not in free}


class Turns(Repeat):
    """Turns pass clockwise to the next living player or the Ghost; eliminated seats are skipped."""

    rule = "bang.turn.order"

    def again(self, match: Match[Town]) -> bool:
        return True

    def once(self, match: Match[Town]) -> None:
        town = match.state
        if town.turn:
            town.active = next_seat(town)
        begin_turn(match)


def next_seat(town: Town) -> Seat:
    """The next place clockwise that has a turn (bang.ghost.turn)."""
    seats = town.living()
    if town.ghost is not None:
        seats.append(town.ghost)
    return clockwise(seats, after=town.active)[0]


class Turn(Step):
    """Start, throws, resolution of the final dice, end."""

    rule = "bang.turn.phases"

    def run(self, match: Match[Town]) -> None:
        begin_turn(match)


def throws_of(town: Town) -> int:
    """How many throws this turn has (bang.lucky.extra, bang.ghost.dice)."""
    return THROWS + thrower(town).throws


def begin_turn(match: Match[Town]) -> None:
    """The parts of a turn, in order (bang.turn.start, bang.turn.end)."""
    town = match.state
    town.turn += 1
    town.dice = []
    town.saloon_die = None
    town.final = town.exploded = False
    town.used_bullseyes = town.spent_beers = 0
    town.throws_left = throws_of(town)
    match.tell("bang.turn.order", seat=town.active, turn=town.turn)
    town.ghost_turn = town.active == town.ghost
    if town.ghost_turn:
        match.then(BeginTurn(town.active), FirstThrow(), GhostAssigns())
        return
    steps: list[Step] = [BeginTurn(town.active), FirstThrow(), FinalDice(), TurnEnds()]
    begins = thrower(town).turn_begins
    if begins is not None:
        steps.insert(1, begins(town.active))
    if town.token is not None and town.token.holder == town.active:
        steps.insert(0, FixDice())
    if town.options.saloon_dice:
        steps.insert(0, ChooseSaloonDie(town.active))
    match.then(*steps)


class ChooseSaloonDie(Ask):
    """Before the turn a living player may take the Loudmouth or the Coward, never both."""

    rule = "bang.saloon.choose"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        return OneOf([NONE, *SaloonDie], noun="saloon_die")

    def answered(self, match: Match[Town], answer: str) -> None:
        if answer != NONE:
            match.state.saloon_die = SaloonDie(answer)
            # bang.saloon.never_both, bang.saloon.keep: one die, for this turn alone.
            match.tell("bang.saloon.keep", seat=self.seat, die=match.state.saloon_die)


def speaks_at(card: RoleCard, moment: Moment) -> bool:
    """Whether a role card may be used at a moment."""
    return card in special_roles() and special_roles()[card].moment is moment


class OwnTurn(Ask):
    """What only the owner of the turn may use, in a window as for everybody (bang.ask.own_turn)."""

    rule = "bang.ask.own_turn"
    routine = True
    moment: ClassVar[Moment]
    usual: ClassVar[str]
    """The answer that lets the turn go on."""
    noun: ClassVar[str]

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        cowboy = match.state.cowboys[seat]
        # bang.hidden.legal: what a seat may do may depend on its own role, and only for itself.
        usable = cowboy.face_down and speaks_at(cowboy.role.value, self.moment)
        refused = Reasons(special_cards, match.state, seat, self.moment)
        offered = [self.usual, *([cowboy.role.value] if usable else [])]
        return OneOf(offered, refused=refused, noun=self.noun)

    def answered(self, match: Match[Town], answer: str) -> None:
        if answer != self.usual:
            match.then(UsePower(RoleCard(answer), self.seat), *self.afterwards())

    def afterwards(self) -> list[Step]:
        """What follows a card that was used."""
        return []

    def hushes(self, match: Match[Town]) -> bool:
        """bang.ask.own_turn: while the card can be out there, the time tells nothing about it."""
        return self.seat in window_seats(match.state, self.moment)

    def time(self, match: Match[Town]) -> int | None:
        """bang.ask.pace: the table's time."""
        return match.state.options.window_seconds if self.hushes(match) else self.seconds


class BeginTurn(OwnTurn):
    """A turn begins with an explicit "throw", so that nobody can tell what was not used."""

    seconds = 20
    moment = Moment.TURN_BEGINS
    usual = THROW
    noun = "begin"

    def nothing_to_choose(self, match: Match[Town], seat: Seat) -> bool:
        """bang.ask.open: by public facts alone, nobody can have something to use."""
        return not self.hushes(match)

    def afterwards(self) -> list[Step]:
        return [BeginTurn(self.seat)]


class FixDice(Step):
    """Before anything else is used, the Ghost's token sets one base die, or two."""

    rule = "bang.ghost.fix"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        assert town.token is not None, "only the holder of a token comes here"
        town.dice = [town.token.face] * (1 + town.token.double)
        match.tell(self.rule, seat=town.active, face=town.token.face, dice=len(town.dice))


class FirstThrow(Step):
    """All dice are cast, but those that the Ghost has fixed already show their face."""

    rule = "bang.roll.first"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        count = GHOST_DICE if town.ghost_turn else DICE + brings_a_sixth_die(town)
        fixed = len(town.dice)
        # bang.ghost.saloon: the fixed dice are the first ones, the saloon die is the last.
        town.dice += [Face.BEER] * (count - fixed)  # any face: they are cast now
        cast_dice(match, list(range(fixed, count)), fixed, again=False)


def brings_a_sixth_die(town: Town) -> bool:
    """Some add their saloon die to the others (bang.jose.six, bang.tequila.six)."""
    return town.saloon_die is not None and town.saloon_die is thrower(town).sixth_die


class TurnEnds(Step):
    """The character (Suzy Lafayette), the Ghost's tokens, a role; then the turn passes."""

    rule = "bang.turn.end"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if not town.is_living(town.active):
            match.cite("bang.turn.dead_owner")
            return
        steps: list[Step] = []
        if town.token is not None and town.token.holder == town.active:
            steps.append(TokenReturns())
        if town.options.special_roles != "off":
            steps.append(LastWord())
        ends = thrower(town).turn_ends
        match.then(*([] if ends is None else ends(match)), *steps)


class TokenReturns(Step):
    """The Ghost's tokens go back at the end of the turn."""

    rule = "bang.ghost.return"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.token is not None:
            match.tell(self.rule, seat=town.token.holder)
            town.token = None


class LastWord(Step):
    """Whether the turn ends by itself is decided at its very end, by public facts alone."""

    rule = "bang.ask.own_turn"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.active in window_seats(town, Moment.TURN_ENDS):
            match.then(EndTurn(town.active))


class EndTurn(OwnTurn):
    """With special roles a turn ends explicitly while the Right Hand could be out there."""

    seconds = 15
    moment = Moment.TURN_ENDS
    usual = END_TURN
    noun = "end"

    @property
    def key(self) -> str:
        return "bang.ask.own_turn.end"
