"""An example as it is written: the fields of its TOML block."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

TABLE: Final = 3600
"""How wide the table of an example is that is on no map, unless it says so (shadows.geo.units)."""


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be so in the end; what is not said is not looked at."""

    figures: list[str] = []
    markers: list[str] = []
    tests: list[str] | None = None
    """Every test that was rolled: ``a1 3 D6: 1``, that is three dice and one success."""
    saves: list[str] | None = None
    """Every save: ``b1 5+: passed`` or ``b1 6+: failed by 2``."""
    moves: list[str] | None = None
    """Every Move that went anywhere, and what it cost in hundredths of an inch: ``a1 350``."""
    blasts: list[str] | None = None
    """Every explosion, and where: ``stick (1800,1000)``, ``tnt1 (1000,1000)``, ``keg_a (…)``."""
    log: list[str] = []
    """Rules, or sentences of the log, in this order, among others."""
    points: list[int] | None = None
    hands: list[int] | None = None
    decks: list[int] | None = None
    discards: list[int] | None = None
    order: str | None = None
    """Who still acts in this round of cards."""
    zones: str | None = None
    asked: str | None = None
    question: str | None = None
    """The rule by which somebody is asked."""
    carried: list[int] | None = None
    first: str | None = None
    """Who has won, or shares the first place; nobody while the match goes on."""
    fled: str | None = None
    exploded: list[str] | None = None
    dust: bool | None = None


class WestExample(Struct, frozen=True, forbid_unknown_fields=True):
    """One example as it is written."""

    figures: list[str]
    map: str = ""
    size: int = TABLE
    """Of the open ground, where there is no map."""
    pieces: list[dict[str, Any]] = []  # the fields of a piece, as its kind has them
    markers: list[str] = []
    gangs: tuple[str, ...] = ("outlaws", "apaches", "desperados", "lawmen")
    scenario: str = "shootout"
    options: dict[str, Any] = {}  # of the table, judged by the game
    turn: int = 1
    dust: bool = False
    event: bool = False
    """Whether the turn has had its event."""
    exploded: list[str] = []
    points: list[int] = []
    starting: list[int] = []
    fled: str = ""
    caused: dict[str, str] = {}
    """Casualties by who caused them: ``{A = "BBC"}``, two of B's models and one of C's."""
    carried: list[int] = []
    """How many markers or captives each gang has taken off the table."""
    zones: dict[str, str] = {}
    """Deployment zones: ``{A = "n", B = "s"}``."""
    hands: dict[str, str] = {}
    deck: dict[str, int] = {}
    """How many cards a deck still has; the others are discarded."""
    lone: str = ""
    acts: str = ""
    """The model whose activation it is, or the two of a double one: ``a1 a2``."""
    then: list[str] = []
    """The phases that follow."""
    do: list[str] = []
    dice: list[int | str] = []
    """In the order in which they are thrown; ``"D3 2"`` is half a D6 that comes to 2."""
    picks: list[str] = []
    shuffles: list[list[str]] = []
    after: After = After()
