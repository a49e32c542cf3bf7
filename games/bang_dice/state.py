"""The town: who sits where, what lies on the table, and which roles are secret."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bang_dice.content import (
    ARROWS,
    BEAR_BONUS,
    CHARACTERS,
    NORMAL_CARDS,
    ROLE_OF,
    ROLES,
    SHERIFF_BONUS,
    SPECIAL_CARDS,
    TEACHING_LIFE,
    Cause,
    Character,
    Face,
    Role,
    RoleCard,
    SaloonDie,
)
from boomtown.core import Chance, Options, Refusal, Seat, Secret

ROLE_POOL = "role"


class BangOptions(Options):
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
        if self.ghost and seats < 5:
            return Refusal("bang.setup.modules.limits", "ghost", seats=seats)
        if self.special_roles != "off" and seats < 4:
            return Refusal("bang.setup.modules.limits", "special_roles", seats=seats)
        return None


class Cowboy(Struct):
    """One player's place."""

    role: Secret[RoleCard]  # bang.hidden.no_peek: falling lets nobody into other secrets
    character: Character | None
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
    options: BangOptions
    seat_of: dict[Character, Seat]
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

    def who_is(self, character: Character) -> Seat | None:
        """The living player with this character (bang.char.one: there is at most one)."""
        seat = self.seat_of.get(character)
        return None if seat is None or self.cowboys[seat].out else seat

    def plays(self, character: Character) -> bool:
        """Whether the active player is this character; the Ghost has none (bang.ghost.card)."""
        cowboy = self.cowboys[self.active]
        return cowboy.character is character and not cowboy.out

    def tokens_in_pile(self) -> int:
        return self.pile + self.chief_in_pile


def deal(seats: int, options: BangOptions, chance: Chance) -> Town:
    """Roles and characters for a number of players (bang.setup.roles, bang.setup.seats)."""
    dealt, box = deal_roles(seats, options, chance)
    characters = deal_characters(seats, options, chance)
    cowboys = []
    for seat, (card, character) in enumerate(zip(dealt, characters, strict=True)):
        role = Secret.dealt(card, ROLE_POOL, to=[Seat(seat)])
        # bang.setup.sheriff, bang.role.bear; bang.three.roles: with three all roles are open.
        role.public = seats == 3 or ROLE_OF[card] is Role.SHERIFF
        life = starting_life(card, character, seats)
        cowboys.append(Cowboy(role, character, life, life))
    first = Role.DEPUTY if seats == 3 else Role.SHERIFF  # bang.three.first, bang.setup.first
    active = next(Seat(seat) for seat, card in enumerate(dealt) if ROLE_OF[card] is first)
    return Town(
        cowboys,
        [Secret.dealt(card, ROLE_POOL) for card in box],
        options,
        {who: Seat(seat) for seat, who in enumerate(characters) if who is not None},
        chief_in_pile=options.chief,  # bang.chief.setup
        active=active,
    )


def deal_roles(
    seats: int, options: BangOptions, chance: Chance
) -> tuple[list[RoleCard], list[RoleCard]]:
    """The cards by seat, and what stays in the box (bang.setup.box, bang.role.setup)."""
    supply = {
        "off": NORMAL_CARDS,
        "special": SPECIAL_CARDS,
        "mixed": NORMAL_CARDS + SPECIAL_CARDS,
    }[options.special_roles]
    dealt: list[RoleCard] = []
    box: list[RoleCard] = []
    for role in Role:
        cards = [card for card in supply if ROLE_OF[card] is role]
        chance.shuffle(cards)
        count = ROLES[seats].get(role, 0)
        dealt += cards[:count]
        box += cards[count:]
    chance.shuffle(dealt)
    return dealt, box


def eligible_characters(options: BangOptions) -> list[Character]:
    """The characters whose modules are in play (bang.setup.modules.limits)."""
    on = {"saloon_dice": options.saloon_dice, "chief": options.chief, "": True}
    return [
        character
        for character, card in CHARACTERS.items()
        if (options.new_characters or not card.new) and on[card.needs]
    ]


def deal_characters(seats: int, options: BangOptions, chance: Chance) -> list[Character | None]:
    """One each, face up (bang.setup.characters); nobody has one in the teaching game."""
    if options.characters != "deal":
        return [None] * seats
    characters: list[Character | None] = list(eligible_characters(options))
    chance.shuffle(characters)
    return characters[:seats]


def printed_life(character: Character | None) -> int:
    """The life points of a character card; the teaching game has none (bang.setup.teaching)."""
    return TEACHING_LIFE if character is None else CHARACTERS[character].life


def starting_life(card: RoleCard, character: Character | None, seats: int) -> int:
    """Life points and cap at the start (bang.setup.life)."""
    bonus = 0
    if seats > 3 and ROLE_OF[card] is Role.SHERIFF:
        bonus = BEAR_BONUS if card is RoleCard.BEAR else SHERIFF_BONUS
    return printed_life(character) + bonus


def plausible(town: Town) -> bool:
    """How many of each role were dealt is known to all, whoever they are."""
    dealt = Counter(ROLE_OF[cowboy.role.value] for cowboy in town.cowboys)
    return dealt == Counter(ROLES[len(town.cowboys)])


def redraw(town: Town, seat: Seat | None, chance: Chance) -> None:
    """Deals anew what the seat cannot know, as the set-up would have dealt it.

    First who has which role, then which card of that role it is, then the box.
    """
    hidden = [cowboy.role for cowboy in town.cowboys if not cowboy.role.known_to(seat)]
    cards = [role.value for role in hidden]
    chance.shuffle(cards)
    wanted = [ROLE_OF[card] for card in cards]
    supply = cards + [card.value for card in town.box]
    chance.shuffle(supply)
    for role, kind in zip(hidden, wanted, strict=True):
        card = next(card for card in supply if ROLE_OF[card] is kind)
        supply.remove(card)
        role.value = card
    for boxed, card in zip(town.box, supply, strict=True):
        boxed.value = card
