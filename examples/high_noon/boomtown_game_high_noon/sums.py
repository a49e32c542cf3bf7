"""What comes to what with so many players: for the comparison."""

from boomtown.core import Amount
from boomtown_game_high_noon.rules import DICE
from boomtown_game_high_noon.state import NoonOptions


def sums(seats: int, options: NoonOptions) -> dict[str, Amount]:
    """Lives, dice (one more for whoever has taken aim), rounds, and who can be aimed at."""
    return {
        "sides": seats,
        "life": options.lives,
        "cards": 1,
        "dice": (DICE, DICE + 1),
        "rounds": options.rounds,
        "loss_hit": 1,
        "hit_most": 1,
        "aim_most": seats - 1,
    }
