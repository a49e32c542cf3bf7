"""How long people think, from the times of their answers."""

from boomtown.store.database import Database
from boomtown.store.thinking import AWAY, _times, thinking_time

MATCH = [
    ("m", "player", 1_000, 1),
    ("m", "player", 5_000, 2),
    ("m", "bot", 5_500, 3),
    # All decide at once: both were asked when the bot had answered.
    ("m", "player", 7_500, 3),
    ("m", "player", 9_500, 4),
    ("m", "player", 9_500 + AWAY + 1, 5),
]


def test_a_time_begins_when_the_question_before_is_settled() -> None:
    assert list(_times(MATCH)) == [4_000, 2_000, 4_000]


def test_matches_do_not_run_into_each_other() -> None:
    other = [("n", by, at + 60_000, moment) for _, by, at, moment in MATCH]
    assert list(_times([*MATCH, *other])) == [4_000, 2_000, 4_000] * 2


def test_where_nobody_has_played_nothing_is_recorded(database: Database) -> None:
    assert thinking_time(database, "bang_dice") == (0.0, 0)
