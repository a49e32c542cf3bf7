"""The set-up (gold_rush.setup.*)."""

from boomtown.core import Chance, Seat, Secret

from boomtown_game_gold_rush.content import CLAIMS, COPIES, TOOLS, VEINS
from boomtown_game_gold_rush.state import Digger, Field, FieldOptions


def stake_out(seats: int, options: FieldOptions, chance: Chance) -> Field:
    """gold_rush.setup.claim: everybody gets one claim face down and looks at it."""
    claims = list(CLAIMS)
    chance.shuffle(claims)
    diggers = [
        Digger(Secret.dealt(claims.pop(), "claim", to=[Seat(seat)])) for seat in range(seats)
    ]
    field = Field(diggers, [Secret.dealt(claim, "claim") for claim in claims], options.goal)
    tools = [tool for tool in TOOLS for _ in range(COPIES)]
    chance.shuffle(tools)
    field.deck = [Secret.dealt(tool, "tool") for tool in tools]
    field.veins = dict(VEINS)
    return field
