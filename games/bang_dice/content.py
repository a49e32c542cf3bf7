"""What is in the box: faces, dice, role cards and numbers, as data (specification, section 2).

The characters stand in ``rules/characters/``, each with what it does.
"""

from __future__ import annotations

from enum import StrEnum

ARROWS = 9  # bang.setup.arrows: all of them begin in the pile, unless the table agrees otherwise
FEWEST_ARROWS, MOST_ARROWS = 4, 20
THROWS = 3
DYNAMITE_LIMIT = 3
GATLING_LIMIT = 3
SHERIFF_BONUS = 2
CHIEF_VALUE = 2
TEACHING_LIFE = 8
DICE = 5
GHOST_DICE = 2
GHOST_SEATS = 5
SPECIAL_SEATS = 4


class Face(StrEnum):
    """A side of a die."""

    ARROW = "arrow"
    DYNAMITE = "dyn"
    ONE = "1"
    TWO = "2"
    BEER = "beer"
    GATLING = "gat"
    BROKEN = "broken"
    BULLET = "bullet"
    DOUBLE_ONE = "1x2"
    DOUBLE_TWO = "2x2"
    DOUBLE_BEER = "beerx2"
    DOUBLE_GATLING = "gatx2"


class SaloonDie(StrEnum):
    """The two dice of Old Saloon."""

    LOUDMOUTH = "loudmouth"
    COWARD = "coward"


BASE_FACES = (Face.ARROW, Face.DYNAMITE, Face.ONE, Face.TWO, Face.BEER, Face.GATLING)
SALOON_FACES = {
    SaloonDie.LOUDMOUTH: (
        Face.ARROW,
        Face.DYNAMITE,
        Face.DOUBLE_ONE,
        Face.DOUBLE_TWO,
        Face.DOUBLE_GATLING,
        Face.BULLET,
    ),
    SaloonDie.COWARD: (
        Face.ARROW,
        Face.DYNAMITE,
        Face.ONE,
        Face.BEER,
        Face.DOUBLE_BEER,
        Face.BROKEN,
    ),
}

# bang.saloon.double: a double face counts as two single symbols.
SYMBOLS = {
    Face.DOUBLE_ONE: (Face.ONE, 2),
    Face.DOUBLE_TWO: (Face.TWO, 2),
    Face.DOUBLE_BEER: (Face.BEER, 2),
    Face.DOUBLE_GATLING: (Face.GATLING, 2),
}
DOUBLE_OF = {single: double for double, (single, _) in SYMBOLS.items()}
BEERS = frozenset({Face.BEER, Face.DOUBLE_BEER})
GATLINGS = frozenset({Face.GATLING, Face.DOUBLE_GATLING})
BULLSEYES = frozenset({Face.ONE, Face.TWO, Face.DOUBLE_ONE, Face.DOUBLE_TWO})


class Role(StrEnum):
    """What a player is after."""

    SHERIFF = "sheriff"
    DEPUTY = "deputy"
    OUTLAW = "outlaw"
    RENEGADE = "renegade"


class RoleCard(StrEnum):
    """A role card: the four normal ones and the nine special ones."""

    SHERIFF = "sheriff"
    DEPUTY = "deputy"
    OUTLAW = "outlaw"
    RENEGADE = "renegade"
    BEAR = "bear"
    GOOD = "good"
    DOCTOR = "doctor"
    JUDGE = "judge"
    GAMBLER = "gambler"
    BAD = "bad"
    UGLY = "ugly"
    RIGHT_HAND = "right_hand"
    LEFT_HAND = "left_hand"


# bang.role.same_goal: a special role has the goal of its type.
ROLE_OF = {
    RoleCard.SHERIFF: Role.SHERIFF,
    RoleCard.BEAR: Role.SHERIFF,
    RoleCard.DEPUTY: Role.DEPUTY,
    RoleCard.GOOD: Role.DEPUTY,
    RoleCard.DOCTOR: Role.DEPUTY,
    RoleCard.JUDGE: Role.DEPUTY,
    RoleCard.OUTLAW: Role.OUTLAW,
    RoleCard.GAMBLER: Role.OUTLAW,
    RoleCard.BAD: Role.OUTLAW,
    RoleCard.UGLY: Role.OUTLAW,
    RoleCard.RENEGADE: Role.RENEGADE,
    RoleCard.RIGHT_HAND: Role.RENEGADE,
    RoleCard.LEFT_HAND: Role.RENEGADE,
}

NORMAL_CARDS = (
    RoleCard.SHERIFF,
    *[RoleCard.DEPUTY] * 2,
    *[RoleCard.OUTLAW] * 3,
    *[RoleCard.RENEGADE] * 2,
)
SPECIAL_CARDS = tuple(card for card in RoleCard if card not in NORMAL_CARDS)

ROLES = {
    3: {Role.DEPUTY: 1, Role.OUTLAW: 1, Role.RENEGADE: 1},
    4: {Role.SHERIFF: 1, Role.OUTLAW: 2, Role.RENEGADE: 1},
    5: {Role.SHERIFF: 1, Role.DEPUTY: 1, Role.OUTLAW: 2, Role.RENEGADE: 1},
    6: {Role.SHERIFF: 1, Role.DEPUTY: 1, Role.OUTLAW: 3, Role.RENEGADE: 1},
    7: {Role.SHERIFF: 1, Role.DEPUTY: 2, Role.OUTLAW: 3, Role.RENEGADE: 1},
    8: {Role.SHERIFF: 1, Role.DEPUTY: 2, Role.OUTLAW: 3, Role.RENEGADE: 2},
}

GHOST_RENEGADE = {5: Role.OUTLAW, 6: Role.DEPUTY, 7: Role.OUTLAW, 8: Role.DEPUTY}

# bang.three.goal: whom each of three players must bring down.
TARGET_OF_THREE = {
    Role.DEPUTY: Role.RENEGADE,
    Role.RENEGADE: Role.OUTLAW,
    Role.OUTLAW: Role.DEPUTY,
}


class Cause(StrEnum):
    """What makes players lose life points."""

    BULLSEYE = "bullseye"
    GATLING = "gatling"
    INDIANS = "indians"
    DYNAMITE = "dynamite"
    BULLET = "bullet"


class Stage(StrEnum):
    """The order of resolution (bang.resolve.order)."""

    ARROWS = "arrows"
    DYNAMITE = "dynamite"
    SHOTS = "shots"
    BEER = "beer"
    GATLING = "gatling"
