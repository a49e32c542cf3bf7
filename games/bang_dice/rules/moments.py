"""What characters and special roles are made of, and the moments at which they speak.

A character is one value: its numbers, its rule, and a function for each moment at which it does
something that others do not. The chapters of the rules ask at these moments, in the order of the
rulebook; none of them knows anybody by name. A special role is one value likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from bang_dice.content import (
    GATLING_LIMIT,
    ROLE_OF,
    SHERIFF_BONUS,
    Cause,
    Face,
    Role,
    RoleCard,
    SaloonDie,
    Stage,
)
from bang_dice.state import Cowboy, Loss, Town
from boomtown.core import Answer, Choice, Match, Seat, Step


def all_points(cause: Cause, points: int) -> int:
    """Everybody loses as much as they are hit for."""
    return points


def usual_reach(one: bool, living: int) -> tuple[int, ...]:
    """A 1 hits at one place's distance, a 2 at two (bang.shot.one, bang.shot.two)."""
    return (1,) if one else (2,)


def one_point(cowboy: Cowboy) -> int:
    """A beer gives a life point (bang.beer.use)."""
    return 1


@dataclass(frozen=True, kw_only=True)
class Character:
    """Who a player is. What is left out is as for everybody."""

    id: str
    """Its name in the language files, in states and records."""
    life: int
    """The printed life points."""
    rule: str
    """What it can do; further paragraphs about it are called ``bang.<id>.…`` as well."""
    needs: tuple[str, ...] = ()
    """The options that must be on (bang.setup.modules.limits)."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers that its paragraphs mention, by name."""
    stage: Stage | None = None
    """The stage of the resolution at which it is asked its own question."""

    # --- the turn ---
    throws: int = 0
    """More throws than others have."""
    sixth_die: SaloonDie | None = None
    """The saloon die that it throws besides the others, not instead of one."""
    turn_begins: Callable[[Seat], Step] | None = None
    """Before the first throw of its turn."""
    turn_ends: Callable[[Match[Town]], list[Step]] | None = None
    """Before everything else at the end of its turn."""

    # --- its throws ---
    rerolls: frozenset[Face] = frozenset()
    """Faces that are locked for others."""
    late_arrows: bool = False
    """Whether it takes only the arrows that its last throw shows."""
    arrow_thrown: Callable[[Town, Seat], Step | None] | None = None
    """Before it takes an arrow that it has thrown: what it is asked instead."""
    arrows_taken: Callable[[], Step] | None = None
    """After it has taken the arrows of a throw."""

    # --- its final dice ---
    reach: Callable[[bool, int], tuple[int, ...]] = usual_reach
    """How far a 1 (or a 2) of its carries among so many living players."""
    more_aims: Callable[[Town, Sequence[str]], dict[str, Choice]] | None = None
    """What it decides besides the targets of its bull's eyes, by name."""
    more_hits: Callable[[Match[Town], dict[str, Seat], dict[str, Answer]], list[Seat]] | None = None
    """Further hits, from its aims and its whole answer."""
    beer: Callable[[Cowboy], int] = one_point
    """The life points that a beer of its own gives itself."""
    gatlings: int = GATLING_LIMIT
    """The symbols that its Gatling needs."""
    gatling_done: Callable[[], Step] | None = None
    """After its Gatling symbols, whether they fired or not."""
    shots_done: Callable[[], Step] | None = None
    """After its bull's eyes have hit."""

    # --- losses, in the order of a blow ---
    suffers: Callable[[Cause, int], int] = all_points
    """How many of the hits on it count."""
    is_hit: Callable[[Match[Town], Loss, Seat], list[Step]] | None = None
    """Before it loses life points."""
    sees_hits: Callable[[Match[Town], Loss, Seat], list[Step]] | None = None
    """Before others, or others too, lose life points."""
    has_lost: Callable[[Match[Town], Loss, Seat], list[Step]] | None = None
    """After it has lost life points, before anybody falls; not in an Indian attack."""
    others_fell: Callable[[Match[Town], Loss, Seat], list[Step]] | None = None
    """After players were eliminated, and it was not."""
    was_shot: Callable[[Seat], Step] | None = None
    """After the blow, if it lost life points to somebody's shots, whether it fell or not."""


NOBODY = Character(id="", life=0, rule="")
"""Whoever has no character: in the teaching game, as the Ghost, after falling."""


@cache
def characters() -> Mapping[str, Character]:
    """All of them by id; they are built on the chapters that ask them, so they come last."""
    from bang_dice.rules.characters import CHARACTERS

    return CHARACTERS


@cache
def character(id: str | None) -> Character:
    """One of them."""
    return NOBODY if id is None else characters()[id]


def character_of(cowboy: Cowboy) -> Character:
    """Who somebody is, living or not."""
    return character(cowboy.character)


def thrower(town: Town) -> Character:
    """Who the active player is; the Ghost has no character (bang.ghost.card)."""
    cowboy = town.cowboys[town.active]
    return character(None if cowboy.out else cowboy.character)


def everybody(town: Town, seats: Sequence[Seat]) -> Iterator[tuple[Seat, Character]]:
    """Players with their characters; bang.char.one: nobody is there twice."""
    for seat in seats:
        yield seat, character_of(town.cowboys[seat])


# --- special roles ---------------------------------------------------------------------------


class Moment(StrEnum):
    """When a special role may be turned up (bang.ask.*)."""

    TURN_BEGINS = "turn_begins"
    THROW = "throw"
    LAST_THROW = "last_throw"
    GAIN = "gain"
    FALL = "fall"
    REVEAL = "reveal"
    TURN_ENDS = "turn_ends"


@dataclass(frozen=True, kw_only=True)
class SpecialRole:
    """A special role card."""

    card: RoleCard
    moment: Moment | None = None
    """When its owner may use it; the Bear's power needs no use."""
    effect: Callable[[Seat], Step] | None = None
    """What happens unless the Judge cancels it; details are an open decision (bang.ask.details)."""
    own_dice: bool = True
    """Whether it may be used in a throw of its owner's."""
    unhurried: bool = False
    """Whether its window is twice as long (bang.ask.pace)."""
    bonus: int = 0
    """Life points of its owner at the start, besides the character's."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers that its paragraphs mention, by name."""

    @property
    def rule(self) -> str:
        """What it can do."""
        return f"bang.role.{self.card}"


@cache
def special_roles() -> Mapping[RoleCard, SpecialRole]:
    """All of them by card; they reach into every chapter, so they come last."""
    from bang_dice.rules.roles import SPECIAL_ROLES

    return SPECIAL_ROLES


@cache
def cards_at(moment: Moment) -> list[RoleCard]:
    """The cards that may be used at a moment."""
    return [card for card, role in special_roles().items() if role.moment is moment]


def bonus_of(card: RoleCard) -> int:
    """Life points that a role brings (bang.setup.life)."""
    if card in special_roles():
        return special_roles()[card].bonus
    return SHERIFF_BONUS if ROLE_OF[card] is Role.SHERIFF else 0
