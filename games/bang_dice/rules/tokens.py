"""Arrow tokens that go back or change hands: that never starts an attack (bang.arrow.transfer)."""

from __future__ import annotations

from collections.abc import Sequence

from bang_dice.content import CHIEF_VALUE, DOUBLE_OF, Face
from bang_dice.rules.reasons import other_seats, seats_out
from bang_dice.state import Cowboy, Town
from boomtown.core import Ask, Match, OneOf, Seat, Split, Step, clockwise

REGULAR = "regular"
CHIEF = "chief"


def return_arrows(town: Town, seat: Seat) -> int:
    """All arrows of a player go back to the pile (bang.arrow.conserve, bang.chief.return)."""
    cowboy = town.cowboys[seat]
    returned = cowboy.tokens
    town.pile += cowboy.arrows
    cowboy.arrows = 0
    if cowboy.chief:
        cowboy.chief = False
        town.chief_in_pile = True
    return returned


def return_tokens(town: Town, cowboy: Cowboy, regular: int, chief: int) -> None:
    """Some arrows of a player go back to the pile; that never starts an attack."""
    # bang.arrow.transfer, bang.chief.abilities: the chief's arrow is a token like any other.
    cowboy.arrows -= regular
    town.pile += regular
    if chief:
        cowboy.chief = False
        town.chief_in_pile = True


def arrow_value(cowboy: Cowboy) -> int:
    """What a player's arrows cost in an attack (bang.chief.value)."""
    return cowboy.arrows + CHIEF_VALUE * cowboy.chief


def token_split(cowboy: Cowboy, most: int) -> Split:
    """Some of a player's own tokens, the chief's arrow by name."""
    amount = min(most, cowboy.tokens)
    caps = {REGULAR: cowboy.arrows, CHIEF: int(cowboy.chief)}
    kinds = [kind for kind in (CHIEF, REGULAR) if caps[kind]]
    preset: dict[str, int] = {}
    for kind in kinds:
        if share := min(caps[kind], amount - sum(preset.values())):
            preset[kind] = share
    return Split(amount, kinds, caps=caps, least=0, noun="arrow", preset=preset)


class BrokenArrow(Step):
    """A regular arrow of any living player goes back; it must, if there is one."""

    rule = "bang.saloon.broken"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        holders = [seat for seat in town.living() if town.cowboys[seat].arrows]
        if not town.is_living(town.active) or not holders:
            match.cite("bang.resolve.all")  # a result is lost only when it can do nothing
        elif len(holders) == 1:
            break_arrow(match, holders[0])
        else:
            match.then(BreakArrow(town.active))


def break_arrow(match: Match[Town], holder: Seat) -> None:
    """The broken arrow takes one regular arrow away."""
    return_tokens(match.state, match.state.cowboys[holder], 1, 0)
    match.tell("bang.saloon.broken", seat=match.state.active, target=holder)


class BreakArrow(Ask):
    """Whose arrow breaks is the thrower's choice; never the chief's arrow."""

    rule = "bang.saloon.broken"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        town = match.state
        holders = [other for other in town.living() if town.cowboys[other].arrows]
        nearest = seat if seat in holders else clockwise(holders, after=seat)[0]
        refused = seats_out(town, self.rule) | other_seats(town, self.rule, "none", holders)
        return OneOf(holders, refused=refused, noun="seat", preset=nearest)

    def answered(self, match: Match[Town], answer: Seat) -> None:
        break_arrow(match, answer)


def own_arrows(match: Match[Town]) -> None:
    """After the Gatling its owner returns all arrows to the pile (bang.gat.discard)."""
    town = match.state
    if town.is_living(town.active) and return_arrows(town, town.active):
        match.tell("bang.gat.discard", seat=town.active)


def count_symbols(dice: Sequence[Face], symbol: Face) -> int:
    """How often a symbol shows; a double face counts twice (bang.saloon.double)."""
    doubled = DOUBLE_OF[symbol]
    return sum(1 if face is symbol else 2 if face is doubled else 0 for face in dice)
