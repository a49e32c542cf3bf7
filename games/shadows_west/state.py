"""What is on the table, and what each gang holds.

``Table`` is everything physical, and public: sight, moves and targets are computed from it alone.
``West`` adds the gangs with their cards, which are hidden (shadows.hidden.views).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from boomtown.core import Options, Seat, Secret
from shadows_west import content
from shadows_west.content import (
    CRAWL,
    FOOT_MOVE,
    INCH,
    LARGE_RADIUS,
    MOUNTED,
    MOUNTED_MOVE,
    ON_FOOT,
    Base,
)
from shadows_west.content.gangs import LEADER, Trait
from shadows_west.content.ranks import GRIT, Rank

CARDS = "cards"


class Agreed(Options):
    """What the table has agreed on, as the state keeps it (shadows.concept.options)."""

    scenario: Literal["shootout", "bank_job", "innocents", "hold", "random"] = "shootout"
    map: Literal["redemption", "gulch", "mission", "random"] = "redemption"
    budget: Literal["75", "100", "150"] = "100"
    townsfolk: bool = True
    events: bool = True
    unusual_terrain: bool = True
    premeasure: bool = True
    large_table: bool = False
    rerolls: Literal["auto", "ask"] = "auto"
    """Whether re-rolls are taken by themselves, as almost everybody wants (shadows.ui.reroll)."""
    campaign: bool = False
    reactions: Literal["one", "any"] = "one"
    """Of two gangs, how many models of one may react to an action (shadows.react.one_per_gang)."""
    carried_wins: bool = False
    """Whether a gang that has fled may win by what it carried off before (shadows.vp.winner)."""
    react_seconds: Annotated[int, Meta(ge=5, le=120)] = 20


class WestOptions(Agreed):
    """How the table plays (shadows.concept.options)."""

    move: Annotated[int, Meta(ge=2, le=6)] = FOOT_MOVE // INCH
    """How far a Move goes on foot, in inches (shadows.move.distance): ``Table.walk`` has it."""

    close_fire: bool = False
    """Whether engaged models shoot and throw (shadows.shoot.who): ``Table.close_fire`` has it."""

    def agreed(self) -> Agreed:
        """What is not of the table itself."""
        return Agreed(**{name: getattr(self, name) for name in Agreed.__struct_fields__})

    def walk(self) -> int | UnsetType:
        """For ``Table.walk``."""
        return UNSET if self.move * INCH == FOOT_MOVE else self.move * INCH

    def fire(self) -> bool | UnsetType:
        """For ``Table.close_fire``."""
        return self.close_fire or UNSET


class Kind(StrEnum):
    """What a figure is."""

    MODEL = "model"
    FOLK = "folk"
    HORSE = "horse"


class Gone(StrEnum):
    """Why a figure is not on the table; empty if it is."""

    NO = ""
    WAITING = "waiting"  # not yet placed
    RIDDEN = "ridden"  # a horse under its rider
    CASUALTY = "casualty"
    SUCCUMBED = "succumbed"
    FLED = "fled"  # with its gang, by a failed bottle check
    LEFT = "left"  # over the table's edge
    TAKEN = "taken"  # left with a scenario's marker or captive, or was the captive
    BOLTED = "bolted"  # a horse that galloped off


# Python looks a member of an enumeration up each time that it is named, which takes as long as
# everything else together where all figures are asked who they are: there these names are used.
MODEL: Final = Kind.MODEL
FOLK: Final = Kind.FOLK
HORSE: Final = Kind.HORSE
ON_TABLE: Final = Gone.NO


class Token(StrEnum):
    """What lies beside a model."""

    NONE = ""
    DONE = "done"
    LOOKOUT = "lookout"


LOOKOUT: Final = Token.LOOKOUT
DONE: Final = Token.DONE


class Quiet(StrEnum):
    """For how long a player has declined to react (shadows.ui.react)."""

    NO = ""
    ACTIVATION = "activation"
    PHASE = "phase"
    ALWAYS = "always"  # until one says otherwise


class Weapon(Struct):
    """One copy of a weapon; it jams on its own (shadows.concept.weapons)."""

    id: str
    kind: str
    jammed: bool = False
    spent: bool = False
    """Whether its second barrel has been fired."""


class Figure(Struct):
    """A model, a townsperson or a riderless horse."""

    id: str
    kind: Kind
    seat: Seat | None = None
    archetype: str = ""
    rank: Rank = Rank.NOVICE
    leader: bool = False
    x: int = 0
    y: int = 0
    z: int = 0
    fx: int = 0
    fy: int = 1000
    gone: Gone = Gone.NO
    mounted: bool = False
    horse: str | None = None
    """The id of its own horse, ridden or waiting; a horse's own field is its owner."""
    shaken: bool = False
    downed: bool = False
    token: Token = Token.NONE
    activated: bool = False
    """Whether it has been activated this turn."""
    omen: bool = False
    weapons: list[Weapon] = []
    sticks: int = 0
    loot: str | None = None
    """The marker it carries."""
    holds: str | None = None
    """Its captive, or the Downed friend it drags."""
    held_by: str | None = None

    @property
    def on_table(self) -> bool:
        """Whether it has a place on the table; a ridden horse has none of its own."""
        return self.gone is ON_TABLE

    @property
    def standing(self) -> bool:
        """On the table and not Downed."""
        return self.gone is ON_TABLE and not self.downed

    @property
    def base(self) -> Base:
        """Its base and body."""
        if self.kind is HORSE:
            return content.HORSE
        return MOUNTED if self.mounted else ON_FOOT

    @property
    def radius(self) -> int:
        """The radius of its base."""
        if self.kind is HORSE:
            return content.HORSE.radius
        return MOUNTED.radius if self.mounted else ON_FOOT.radius

    @property
    def large(self) -> bool:
        """Whether it is a large target (shadows.concept.large)."""
        return self.radius >= LARGE_RADIUS

    @property
    def die(self) -> int:
        """Its grit die; one rank lower while Shaken (shadows.damage.shaken)."""
        return GRIT[self.rank].shaken if self.shaken else GRIT[self.rank].die

    @property
    def traits(self) -> tuple[Trait, ...]:
        """What it is besides its rank."""
        return (LEADER,) if self.leader else ()

    @property
    def spent(self) -> bool:
        """Whether it cannot be activated any more this turn (shadows.concept.spent)."""
        return self.token is DONE or self.activated


class Marker(Struct):
    """Loot, or a stick of dynamite that somebody has placed."""

    id: str
    kind: Literal["loot", "tnt"]
    x: int
    y: int
    z: int = 0
    gone: bool = False
    """Exploded, carried by somebody, or taken off the table."""
    seat: Seat | None = None
    """Who placed the stick."""
    fresh: bool = False
    """Whether it was placed in the action that is going on (shadows.tnt.shoot_marker)."""


class Table(Struct):
    """Everything physical: a map, figures and markers. All of it is public."""

    map: str
    figures: dict[str, Figure] = {}
    """In the order of their ids: gangs by seat, their horses, townsfolk (shadows.geo.order)."""
    markers: dict[str, Marker] = {}
    exploded: list[str] = []
    """Explosive pieces that are gone."""
    unusual: bool = True
    """Whether explosive and cactus pieces are there."""
    large: bool = False
    """Whether the table is 48 inches wide, the map in its middle."""
    dust: bool = False
    walk: int | UnsetType = UNSET
    """How far a Move goes on foot, if the table has agreed on an unusual distance."""
    close_fire: bool | UnsetType = UNSET
    """Whether engaged models shoot and throw; only there if the table has agreed on it."""

    def move(self, *, mounted: bool) -> int:
        """How far a Move goes (shadows.move.distance, shadows.mount.base)."""
        if mounted:
            return MOUNTED_MOVE
        return FOOT_MOVE if self.walk is UNSET else self.walk

    def allowance(self, figure: Figure) -> int:
        """How far a Move takes a figure (shadows.damage.downed)."""
        return CRAWL if figure.downed else self.move(mounted=figure.mounted)

    def present(self) -> list[Figure]:
        """Every figure on the table, in the order of ids."""
        return [figure for figure in self.figures.values() if figure.gone is ON_TABLE]

    def models(self, seat: Seat | None = None) -> list[Figure]:
        """The models on the table, of one gang or of all."""
        return [
            figure
            for figure in self.figures.values()
            if figure.gone is ON_TABLE
            and figure.kind is MODEL
            and (seat is None or figure.seat == seat)
        ]

    def standing(self, seat: Seat | None = None) -> list[Figure]:
        """The standing models, of one gang or of all."""
        return [figure for figure in self.models(seat) if not figure.downed]

    def enemies(self, seat: Seat | None) -> list[Figure]:
        """The standing models of other gangs (shadows.concept.enemy)."""
        return [
            figure
            for figure in self.figures.values()
            if figure.gone is ON_TABLE
            and figure.kind is MODEL
            and not figure.downed
            and figure.seat != seat
        ]


class Gang(Struct):
    """One player's side."""

    kind: str = ""
    deck: list[Secret[str]] = []
    hand: list[Secret[str]] = []
    played: Secret[str] | None = None
    """The card of this round, until it is discarded."""
    discard: list[str] = []
    lone: bool = False
    """Whether the turn began with exactly one card (shadows.cards.lone_shooter)."""
    zone: str = ""
    starting: int = 0
    """Models at the start, for the bottle check."""
    points: int = 0
    fled: bool = False
    quiet: Quiet = Quiet.NO
    caused: dict[int, int] = {}
    """Casualties caused, by the seat that lost them."""
    carried_off: int = 0
    """Markers or captives taken off the table."""
    sticks: int = 0
    """Sticks bought or found, for the campaign's record."""


class West(Struct):
    """A match: the table, the gangs, and where in the turn it is."""

    table: Table
    gangs: list[Gang]
    options: Agreed
    scenario: str
    turn: int = 0
    phase: str = "setup"
    """``setup``, ``draw``, ``action``, ``npc`` or ``recovery``."""
    event_done: bool = False
    """Whether this turn has had its event (shadows.cards.event_limit)."""
    order: list[Seat] = []
    """Who still acts in this round of cards, in order; the first is active."""
    acting: list[str] = []
    """The models of the activation that is going on."""
    fired: list[str] = []
    """The weapons used in this activation (shadows.act.weapon_once)."""
    zones: list[Seat] = []
    """Seats in the order of the set-up's roll-off."""

    @property
    def active(self) -> Seat | None:
        """Whose activation it is."""
        return self.order[0] if self.order and self.phase == "action" else None

    def ask_again(self) -> None:
        """Whoever declined reactions for a while is asked again; the others have said nothing."""
        for gang in self.gangs:
            if gang.quiet is not Quiet.ALWAYS:
                gang.quiet = Quiet.NO

    def in_game(self) -> list[Seat]:
        """The seats whose gang has models on the table."""
        seats = {
            figure.seat
            for figure in self.table.figures.values()
            if figure.gone is ON_TABLE and figure.kind is MODEL
        }
        return [Seat(seat) for seat in range(len(self.gangs)) if seat in seats]
