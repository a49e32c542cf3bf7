"""What the API reads and writes about games by their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from boomtown.rulebook.queries import Likeness, Suggestion
from boomtown.web.api.description import InLanguage, says

MOST_WISHES = 20
MOST_COMPARED = 12


class Wishes(InLanguage, frozen=True):
    """What a game should be like."""

    wishes: Annotated[
        str,
        says(
            "Questions with commas between: `sealed.what` should arise, `!out.when` should not, "
            "`players.number=5` should have this value.",
            max_length=600,
        ),
    ] = ""


class Columns(InLanguage, frozen=True):
    """What is compared."""

    columns: Annotated[
        str,
        says(
            "Columns with commas between, such as `bang_dice+ghost,cash_n_guns@4`; else all games.",
            max_length=400,
        ),
    ] = ""


class Wished(Struct, frozen=True):
    """All games, those first that grant most of what was wished for."""

    language: str
    games: list[Suggestion]


class Alike(Struct, frozen=True):
    """Every two of some columns, the most alike first."""

    language: str
    pairs: list[Likeness]


PartName = Literal[
    "clauses", "matrix", "flow", "facets", "likeness", "sums", "diff", "sources", "profiles"
]


class Comparing(Columns, frozen=True):
    """Which part of the comparison."""

    part: Annotated[PartName, says("What the rows are about.")] = "clauses"
    topic: Annotated[str, says("Clauses of this topic only.", max_length=60)] = ""
    show: Annotated[
        Literal["all", "differences", "gaps", "not_arising", "unanswered"],
        says("Which clauses: all, those that differ, or those with a gap."),
    ] = "all"
    bare: Annotated[bool, says("Whether usual modules are left out: base rules alone.")] = False
    players: Annotated[int, says("For profiles: how many play; 0 is any.", ge=0, le=99)] = 0
    minutes: Annotated[int, says("For profiles: minutes at most; 0 is any.", ge=0, le=600)] = 0
    wish: Annotated[
        str, says("For profiles: wishes with commas between, such as `calm,bluff`.", max_length=200)
    ] = ""


class Compared(Struct, frozen=True):
    """A part of the comparison as flat rows; all of them have the same fields."""

    language: str
    part: str
    columns: list[str]
    rows: list[dict[str, str | int | float | bool | None]]
