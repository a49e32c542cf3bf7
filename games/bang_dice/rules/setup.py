"""Setting the table: roles, characters, life points (bang.setup.*)."""

from __future__ import annotations

from collections import Counter

from bang_dice.content import (
    NORMAL_CARDS,
    ROLE_OF,
    ROLES,
    SPECIAL_CARDS,
    TEACHING_LIFE,
    Role,
    RoleCard,
)
from bang_dice.rules.moments import bonus_of, characters
from bang_dice.state import BangOptions, Cowboy, Modules, Town
from boomtown.core import Chance, Seat, Secret

ROLE_POOL = "role"


def deal(seats: int, options: BangOptions, chance: Chance) -> Town:
    """Roles and characters for a number of players (bang.setup.roles, bang.setup.seats)."""
    dealt, box = deal_roles(seats, options, chance)
    chosen = deal_characters(seats, options, chance)
    cowboys = []
    for seat, (card, character) in enumerate(zip(dealt, chosen, strict=True)):
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
        {who: Seat(seat) for seat, who in enumerate(chosen) if who is not None},
        pile=options.arrows,
        chief_in_pile=options.chief,  # bang.chief.setup
        active=active,
    )


def deal_roles(
    seats: int, options: BangOptions, chance: Chance
) -> tuple[list[RoleCard], list[RoleCard]]:
    """The cards by seat, and what stays in the box (bang.setup.box, bang.role.setup)."""
    supply = role_cards(options)
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


def role_cards(options: Modules) -> tuple[RoleCard, ...]:
    """The role cards that can be dealt (bang.role.setup)."""
    return {
        "off": NORMAL_CARDS,
        "special": SPECIAL_CARDS,
        "mixed": NORMAL_CARDS + SPECIAL_CARDS,
    }[options.special_roles]


def eligible_characters(options: Modules) -> list[str]:
    """The characters whose modules are in play (bang.setup.modules.limits)."""
    return [
        who
        for who, character in characters().items()
        if all(getattr(options, need) for need in character.needs)
    ]


def deal_characters(seats: int, options: BangOptions, chance: Chance) -> list[str | None]:
    """One each, face up (bang.setup.characters); nobody has one in the teaching game."""
    if options.characters != "deal":
        return [None] * seats
    eligible: list[str | None] = list(eligible_characters(options))
    chance.shuffle(eligible)
    return eligible[:seats]


def printed_life(character: str | None) -> int:
    """The life points of a character card; the teaching game has none (bang.setup.teaching)."""
    return TEACHING_LIFE if character is None else characters()[character].life


def starting_life(card: RoleCard, character: str | None, seats: int) -> int:
    """Life points and cap at the start (bang.setup.life)."""
    return printed_life(character) + (bonus_of(card) if seats > 3 else 0)


def plausible(town: Town) -> bool:
    """How many of each role were dealt is known to all, whoever they are."""
    dealt = Counter(ROLE_OF[cowboy.role.value] for cowboy in town.cowboys)
    return dealt == Counter(ROLES[len(town.cowboys)])


def redraw(town: Town, seat: Seat | None, chance: Chance) -> None:
    """Deals anew what the seat cannot know, as the set-up would have dealt it.

    First who has which role, then which card of that role it is, then the box. All of it from
    cards in order, so that nothing depends on who has them now.
    """
    hidden = [cowboy.role for cowboy in town.cowboys if not cowboy.role.known_to(seat)]
    wanted = sorted(ROLE_OF[role.value] for role in hidden)
    chance.shuffle(wanted)
    supply = sorted(card.value for card in (*hidden, *town.box))
    chance.shuffle(supply)
    for role, kind in zip(hidden, wanted, strict=True):
        card = next(card for card in supply if ROLE_OF[card] is kind)
        supply.remove(card)
        role.value = card
    for boxed, card in zip(town.box, supply, strict=True):
        boxed.value = card
