"""A game, as a plugin declares it: a value, and nothing that runs on import."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from boomtown.core.bot import Bot, Policy
from boomtown.core.chance import Chance
from boomtown.core.chapter import Position
from boomtown.core.options import O, Options
from boomtown.core.outcome import Part
from boomtown.core.reading import Item
from boomtown.core.seats import Seat
from boomtown.core.step import Ask, ForEachSeat, Phases, Repeat, SealedAsk, Step, Waits, Window

if TYPE_CHECKING:
    from boomtown.core.view import View

S = TypeVar("S")
C = TypeVar("C", bound=Options)
"""Options with constants beside them."""

Amount: TypeAlias = int | tuple[int, int] | Mapping[str, int | tuple[int, int]]
"""A number, from and to, or one of these for each thing (``role.outlaw``)."""

WHOLE = 10_000
"""A victory that is certain, as an evaluation counts it."""
API = "1.1"
"""The version of what a game may rely on: the first number changes when games must change with it,
the second when there is something new that they may use."""


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """What a table is worth before its end, so that a search need not play all of it."""

    worth: Callable[[Any], Sequence[int]]
    """How likely each seat wins, of ``WHOLE``, from an imagined table: nothing is hidden there."""
    calm: Callable[[Any], int]
    """A number that changes whenever a calm point goes by, such as that of the turn. Only right
    after one ``worth`` is fair: nobody is in the middle of something."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, O]):
    """Everything that the framework needs to know of a game.

    ``setup`` makes the state for a number of seats; ``opening`` is the first step of the agenda.
    ``package`` is the import name of the plugin: its rulebook is ``package/rulebook/*.toml``.
    """

    id: str
    version: str
    package: str
    seats: range
    state: type[S]
    setup: Callable[[int, O, Chance], S]
    opening: Callable[[], Step]
    steps: tuple[type[Step], ...]
    options: type[O] = Options  # type: ignore[assignment]  # a game without options of its own
    bots: Mapping[str, Callable[[Chance], Bot]] = field(default_factory=dict)
    """Its own players, the best first: the deputy, of whom greenhorn and marshal are made."""
    tempers: Mapping[str, Callable[[Chance], Bot]] = field(default_factory=dict)
    """The same deputy in other tempers, such as bold or careful."""
    menu: tuple[str, ...] = ()
    """Which of its own kinds new tables offer beside the three levels."""
    quick: Callable[[], Policy] | None = None
    """Quick answers for searches, made anew for each imagined table; else they answer anything."""
    evaluation: Evaluation | None = None
    """How good an imagined table is for each seat, and when it is fair to ask."""
    plausible: Callable[[S], bool] | None = None
    """Whether an exchange of hidden values makes a table that could be: a game's constraint."""
    redraw: Callable[[S, Seat | None, Chance], None] | None = None
    """A quicker way to draw among the plausible tables, where trial and error is too slow. It
    begins with the hidden values in order: nothing may depend on who has them now."""
    replays: tuple[str, ...] = ()
    """Earlier versions whose matches this version replays to the letter."""
    upgrade: Callable[[str, Position], Position | None] | None = None
    """Carries a running match of another version over, from that version and how it left the
    match; None where it cannot. Without it such matches wait for their own version."""
    notation: str | None = None
    """How its worked examples are written: ``module:Class``, loaded only where they are played."""
    probes: str | None = None
    """What watches its matches to hold its answers to the comparison against play:
    ``module:PROBES``, a tuple of ``Probe`` classes, loaded only where they watch."""
    page: str | None = None
    """Its own table page: ``module:PAGE``, a ``Page`` that only the site loads."""
    numbers: Callable[[O], Mapping[str, int]] | None = None
    """The numbers that its texts mention by name, from its constants and the table's options."""
    sums: Callable[[int, O], Mapping[str, Amount]] | None = None
    """What comes to what with so many seats, by the names that the comparison knows
    (``boomtown.rulebook.sums``): what a reader would have to work out."""
    things: Mapping[str, Callable[[View[Any]], Sequence[Item]]] = field(default_factory=dict)
    """What a seat sees on the table, by noun of the choices. Whatever stands there and is not
    offered must be refused by a rule of the game: the check "why not" tries all of it."""
    parts: Callable[[View[Any]], Sequence[Part]] | None = None
    """What each seat was, from what everybody sees at the end: role, power, gang. Lists of matches
    and statistics name it, and ratings take seats of one side together."""
    traits: Callable[[S, Seat], Mapping[str, Sequence[str]]] | None = None
    """What else a seat has played with in a match that is over, by noun: its character, weapons.
    The laboratory counts wins by it, and by the parts."""
    laboratory: str | None = None
    """Its edition for the laboratory, ``module:GAME``: the same game whose options have constants
    beside them. Nothing else plays it, so no stored match ever depends on it."""
    out: Callable[[Any], Sequence[Seat]] | None = None
    """The seats that are out for good, from a state or a view of it: nobody asks them again."""
    lookback: bool = True
    """Whether players may look at past moments while the match goes on, or must remember."""
    longest: int = 5_000
    """More answers than any match can take; a match that exceeds it never ends."""
    api: str = ">=1.0,<2"
    """The versions of the plugin interface that the game was made for, as a range."""

    def __post_init__(self) -> None:
        """Refuses steps that lack what makes them steps."""
        object.__setattr__(self, "steps", tuple(self.steps))
        for step in self.steps:
            if missing := _missing_in(step):
                raise TypeError(f"{self.id}: the step {step.__name__} has no {missing}")

    def plays(self, version: str) -> bool:
        """Whether what a version has played is replayed to the letter."""
        return version == self.version or version in self.replays


def with_constants(
    game: Game[S, Any], options: type[C], setup: Callable[[int, C, Chance], S], **changes: Any
) -> Game[S, C]:
    """The edition of a game for the laboratory: its options with constants beside them, and the
    set-up that puts them on the table."""
    return replace(game, options=options, setup=setup, **changes)


def _missing_in(step: type[Step]) -> str | None:
    """What a step must have of its own, and has not."""
    if not step.rule:
        return "rule"
    if issubclass(step, Waits) and inspect.getattr_static(step, "choice") is vars(Waits)["choice"]:
        return "choice()"
    for kind, names in NEEDED.items():
        if issubclass(step, kind):
            for name in names:
                if vars(kind)[name] is inspect.getattr_static(step, name):
                    return f"{name}()"
            return None
    return None


NEEDED: dict[type[Step], tuple[str, ...]] = {
    Ask: ("answered",),
    SealedAsk: ("revealed",),
    Window: ("used",),
    Phases: ("phases",),
    ForEachSeat: ("each",),
    Repeat: ("again", "once"),
    Step: ("run",),
}


def steps_in(*modules: ModuleType) -> tuple[type[Step], ...]:
    """The steps that these modules define, in the order in which they stand there."""
    return tuple(
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type)
        and issubclass(thing, Step)
        and thing.__module__ == module.__name__
    )
