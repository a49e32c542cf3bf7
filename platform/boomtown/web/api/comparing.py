"""What the API reads and writes about games by their answers."""

from __future__ import annotations

from typing import Annotated

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
