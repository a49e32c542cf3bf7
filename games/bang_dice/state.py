"""The town: who sits where, what lies on the table, and which roles are secret."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from bang_dice.content import (
    ARROWS,
    FEWEST_ARROWS,
    GHOST_SEATS,
    MOST_ARROWS,
    ROLE_OF,
    SPECIAL_SEATS,
    Cause,
    Face,
    Role,
    RoleCard,
    SaloonDie,
)
from boomtown.core import Options, Refusal, Seat, Secret


class Modules(Options):
    """The modules of Old Saloon and the ways to play, each on its own (bang.setup.modules)."""

    saloon_dice: bool = False
    chief: bool = False
    special_roles: Literal["off", "special", "mixed"] = "off"
    new_characters: bool = False
    ghost: bool = False
    characters: Literal["deal", "choose", "off"] = "deal"
    strict_windows: bool = False
    window_seconds: Annotated[int, Meta(ge=2, le=30)] = 4

    def refusal(self, seats: int) -> Refusal | None:
        """Modules that need more players (bang.three.modules says so for three)."""
        if self.ghost and seats < GHOST_SEATS:
            return Refusal("bang.setup.modules.limits", "ghost", seats=seats)
        if self.special_roles != "off" and seats < SPECIAL_SEATS:
            return Refusal("bang.setup.modules.limits", "special_roles", seats=seats)
        return None


class BangOptions(Modules):
    """What a table agrees on: the modules, and how many arrows there are (bang.setup.arrows)."""

    arrows: Annotated[int, Meta(ge=FEWEST_ARROWS, le=MOST_ARROWS)] = ARROWS


class Cowboy(Struct):
    """One player's place."""

    role: Secret[RoleCard]  # bang.hidden.no_peek: falling lets nobody into other secrets
    character: str | None
    life: int  # bang.setup.tokens: a number, so bullets never run out
    cap: int
    arrows: int = 0
    chief: bool = False
    """Whether the chief's arrow lies here."""
    out: bool = False

    @property
    def tokens(self) -> int:
        """Arrow tokens of both kinds."""
        return self.arrows + self.chief

    @property
    def face_down(self) -> bool:
        """Whether the role card is still face down: everybody can see that."""
        return not self.role.public


class Loss(Struct):
    """Life points about to be lost, all at one moment (bang.loss.batch)."""

    cause: Cause
    attacker: Seat | None
    hits: dict[Seat, int]
    lost: dict[Seat, int] = {}
    stage: int = 0
    fallen: int = 0
    """How many were eliminated by it."""


class GhostToken(Struct):
    """A token of the Ghost in front of a player."""

    holder: Seat
    face: Face
    double: bool


class Town(Struct):
    """Everything on the table."""

    cowboys: list[Cowboy]
    box: list[Secret[RoleCard]]
    """Role cards that were not dealt: nobody knows them."""
    options: Modules
    """How many arrows there are is not among them: the table itself shows it."""
    seat_of: dict[str, Seat]
    """By character."""
    pile: int = ARROWS
    chief_in_pile: bool = False
    active: Seat = Seat(0)
    turn: int = 0
    dice: list[Face] = []
    saloon_die: SaloonDie | None = None
    """The saloon die of this turn: it is the last of the dice."""
    throws_left: int = 0
    throw: int = 0
    """Counts all throws of the match, so that a step knows the throw it belongs to."""
    fresh: list[int] = []
    """The dice whose immediate faces have not been applied yet."""
    final: bool = False
    """Whether the dice were thrown for the last time."""
    exploded: bool = False
    taken: list[str] = []
    """Tokens taken in this throw and not lost since, for Elena Fuente."""
    used_bullseyes: int = 0
    spent_beers: int = 0
    losses: list[Loss] = []
    gains: dict[Seat, int] = {}
    ghost_turn: bool = False
    """Whether this turn is the Ghost's; who falls in a turn is not in a ghost turn yet."""
    ghost: Seat | None = None
    ghost_role: Role | None = None
    """The side that the Ghost Renegade plays for."""
    token: GhostToken | None = None
    aggression: list[list[int]] = []
    """How many bull's eyes each seat aimed at each other one, where it had a choice."""
    mercy: list[list[int]] = []
    """How many bull's eyes each seat could have aimed at each other one, and did not."""
    kindness: list[list[int]] = []
    """How many life points each seat gave to each other one: beers, Sid Ketchum, Molly Stark."""

    def __post_init__(self) -> None:
        """Nobody has done anything yet; everybody at the table remembers what follows."""
        if type(self.options) is not Modules:
            kept = {name: getattr(self.options, name) for name in Modules.__struct_fields__}
            self.options = Modules(**kept)
        seats = len(self.cowboys)
        for deeds in (self.aggression, self.mercy, self.kindness):
            if not deeds:
                deeds += [[0] * seats for _ in range(seats)]

    def living(self) -> list[Seat]:
        """Seats in play; the Ghost is none of them (bang.ghost.not_living)."""
        return [Seat(seat) for seat, cowboy in enumerate(self.cowboys) if not cowboy.out]

    def is_living(self, seat: Seat) -> bool:
        return not self.cowboys[seat].out

    def from_left_of(self, seat: Seat) -> list[Seat]:
        """The living clockwise, beginning left of a seat and ending with it (bang.loss.order)."""
        living = self.living()
        after = [other for other in living if other > seat]
        return after + living[: len(living) - len(after)]

    def role(self, seat: Seat) -> Role:
        return ROLE_OF[self.cowboys[seat].role.value]

    def all_arrows(self) -> int:
        """The regular arrows of the match, wherever they lie (bang.arrow.conserve)."""
        return self.pile + sum(cowboy.arrows for cowboy in self.cowboys)

    def tokens_in_pile(self) -> int:
        return self.pile + self.chief_in_pile
