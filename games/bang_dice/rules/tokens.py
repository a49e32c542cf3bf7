"""Arrow tokens that go back or change hands: that never starts an attack (bang.arrow.transfer)."""

from __future__ import annotations

from collections.abc import Sequence

from bang_dice.content import CHIEF_VALUE, DOUBLE_OF, Character, Face
from bang_dice.state import Cowboy, Town
from boomtown.core import Answer, Ask, Combination, Match, OneOf, Seat, Split, Step, clockwise

REGULAR = "regular"
CHIEF = "chief"
KEEP = "keep"


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


class PedroDecides(Ask):
    """For each life point lost he may return one of his arrows (bang.pedro.multi)."""

    rule = "bang.pedro.discard"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Split:
        # bang.pedro.molly: only what he really lost counts.
        lost = match.state.losses[-1].lost[seat]
        return token_split(match.state.cowboys[seat], lost)

    def answered(self, match: Match[Town], answer: dict[str, int]) -> None:
        town = match.state
        regular, chief = answer.get(REGULAR, 0), answer.get(CHIEF, 0)
        if regular + chief:
            return_tokens(town, town.cowboys[self.seat], regular, chief)
            match.tell(self.rule, seat=self.seat, arrows=regular + chief)


class ElenaGives(Step):
    """After a throw with an arrow Elena Fuente may give one of its tokens away."""

    rule = "bang.elena.give"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.plays(Character.ELENA) and town.taken:
            match.then(ElenaChooses(town.active))


class ElenaChooses(Ask):
    """One token that she took in this throw and still holds, to another living player."""

    rule = "bang.elena.give"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Combination:
        town = match.state
        others = [other for other in town.living() if other != seat]
        kinds = [kind for kind in (REGULAR, CHIEF) if kind in town.taken]
        return Combination(
            {
                "token": OneOf(kinds, noun="arrow"),
                "to": OneOf([KEEP, *others], noun="elena", preset=KEEP),
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
        return OneOf(holders, noun="seat", preset=nearest)

    def answered(self, match: Match[Town], answer: Seat) -> None:
        break_arrow(match, answer)


def own_arrows(match: Match[Town]) -> None:
    """After the Gatling its owner returns all arrows to the pile (bang.gat.discard)."""
    town = match.state
    if town.is_living(town.active) and return_arrows(town, town.active):
        match.tell("bang.gat.discard", seat=town.active)


class KitReturns(Step):
    """For each Gatling Kit Carlson may return an arrow of any living player (bang.kit.three)."""

    rule = "bang.kit.discard"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        symbols = count_symbols(town.dice, Face.GATLING)
        held = any(town.cowboys[seat].tokens for seat in town.living())
        if town.plays(Character.KIT) and symbols and held:
            match.then(KitDecides(town.active))


class KitDecides(Ask):
    """One token for each symbol; the chief's arrow is a token, too (bang.kit.chief)."""

    rule = "bang.kit.discard"
    seconds = 30

    def choice(self, match: Match[Town], seat: Seat) -> Split:
        town = match.state
        caps: dict[Seat | str, int] = {s: town.cowboys[s].arrows for s in town.living()}
        if any(town.cowboys[other].chief for other in town.living()):
            caps[CHIEF] = 1
        tokens = [token for token, cap in caps.items() if cap]
        amount = min(count_symbols(town.dice, Face.GATLING), sum(caps.values()))
        return Split(
            amount, tokens, caps=caps, least=0, noun="kit", preset=own_tokens(town, amount)
        )

    def answered(self, match: Match[Town], answer: dict[Seat | str, int]) -> None:
        town = match.state
        for token, count in answer.items():
            if isinstance(token, int):
                return_tokens(town, town.cowboys[token], count, 0)
                match.tell(self.rule, seat=self.seat, target=token, arrows=count)
            else:
                holder = next(s for s in town.living() if town.cowboys[s].chief)
                return_tokens(town, town.cowboys[holder], 0, 1)
                match.tell("bang.kit.chief", seat=self.seat, target=holder)


def own_tokens(town: Town, most: int) -> dict[Seat | str, int]:
    """What an absent Kit Carlson returns: his own arrows, then nothing."""
    kit = town.cowboys[town.active]
    own: dict[Seat | str, int] = {}
    if kit.arrows:
        own[town.active] = min(most, kit.arrows)
    if kit.chief and most > kit.arrows:
        own[CHIEF] = 1
    return own


def count_symbols(dice: Sequence[Face], symbol: Face) -> int:
    """How often a symbol shows; a double face counts twice (bang.saloon.double)."""
    doubled = DOUBLE_OF[symbol]
    return sum(1 if face is symbol else 2 if face is doubled else 0 for face in dice)
