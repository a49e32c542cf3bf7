"""Beats: how long a table needs to show what happened."""

from __future__ import annotations

from boomtown.core import Beat, Entry, Seat
from boomtown.core.beat import LONGEST_LEAD, lead

SHOT = Beat(time=400)
AIM = Beat(time=3000, group="aims", after=("{seat}:aim", "{seats}:aim"), icon="card-{card}")
BEATS = {"shot": SHOT, "aim": AIM, "late": AIM}


def told(*keys: str, to: tuple[Seat, ...] | None = None) -> list[Entry]:
    return [Entry(key, key, {}, to) for key in keys]


def test_beats_take_their_time_one_after_another() -> None:
    assert lead(BEATS, told("shot", "talk", "shot")) == 800


def test_a_group_is_one_beat() -> None:
    assert lead(BEATS, told("aim", "talk", "late", "shot", "aim")) == 6400


def test_what_not_everybody_may_read_takes_no_time() -> None:
    assert lead(BEATS, told("shot", to=(Seat(1),))) == 0


def test_a_lead_has_an_end() -> None:
    assert lead(BEATS, told(*["shot"] * 100)) == LONGEST_LEAD


def test_a_beat_says_which_values_it_needs() -> None:
    assert AIM.values == {"seat", "seats", "card"}
