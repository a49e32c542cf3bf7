"""The table before: seats by letter, hands as [Clicks, Bangs], loot by its codes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from boomtown.core import Seat, Secret
from boomtown.testing.examples import ExampleFailed
from cash_n_guns.content import (
    BANGS,
    CLICKS,
    DECK,
    LOOT_PER_ROUND,
    ROUNDS,
    Bullet,
    Loot,
)
from cash_n_guns.rules.moments import powers
from cash_n_guns.state import BULLETS, LOOT, Gang, Gangster, TableRules

LETTERS = "ABCDEFGH"
BEFORE = {"seats", "round", "gf", "hands", "discard", "loot", "wounds"}
OF_A_SEAT = {"w", "hand", "loot", "power", "alive"}


def seat_of(letter: str) -> Seat:
    """A seat by its letter."""
    if len(letter) != 1 or letter not in LETTERS:
        raise ExampleFailed(f"no seat is called {letter!r}")
    return Seat(LETTERS.index(letter))


def letters(seats: Sequence[Seat]) -> str:
    """Seats as a word."""
    return "".join(LETTERS[seat] for seat in seats)


def read_table(before: dict[str, Any], wanted: Sequence[Loot] = ()) -> Gang:
    """The table at the start of the round; ``wanted`` cards lie in later piles."""
    seats = [seat_of(letter) for letter in before["seats"]]
    if unknown := before.keys() - BEFORE - set(before["seats"]):
        raise ExampleFailed(f"before: nobody knows {', '.join(sorted(unknown))}")
    gangsters = [read_gangster(before, seat) for seat in seats]
    powers = {one.power: Seat(s) for s, one in enumerate(gangsters) if one.power is not None}
    number = int(before.get("round", 1))
    loot = [Loot(code) for code in before.get("loot", [])]
    gone = Counter(loot)
    for gangster in gangsters:
        gone.update(card.value for card in gangster.loot)
    clicks, bangs = before.get("discard", [0, 0])
    return Gang(
        gangsters,
        [
            [Secret.dealt(card, LOOT) for card in pile]
            for pile in (loot, *later_piles(number, gone, wanted))
        ],
        TableRules(powers=bool(powers), oldest=1),
        powers,
        seat_of(before.get("gf", "A")),
        round=number,
        discard=cards(clicks, bangs),
        wounds=before.get("wounds", UNSET),
    )


def read_gangster(before: dict[str, Any], seat: Seat) -> Gangster:
    """One seat: what is not said is as at the start of a match."""
    told = before.get(LETTERS[seat], {})
    if unknown := told.keys() - OF_A_SEAT:
        raise ExampleFailed(f"{LETTERS[seat]}: nobody knows {', '.join(sorted(unknown))}")
    alive = told.get("alive", True)
    usual = before.get("hands", [CLICKS, BANGS]) if alive else [0, 0]
    clicks, bangs = told.get("hand", usual)
    return Gangster(
        cards(clicks, bangs, seat),
        loot=[Secret.dealt(Loot(code), LOOT, to=[seat]) for code in told.get("loot", [])],
        power=powers()[told["power"]].id if "power" in told else None,
        wounds=told.get("w", 0),
        out=not alive,
    )


def cards(clicks: int, bangs: int, *owner: Seat) -> list[Secret[Bullet]]:
    """So many Clicks and so many Bangs."""
    kinds = [Bullet.CLICK] * clicks + [Bullet.BANG] * bangs
    return [Secret.dealt(kind, BULLETS, to=owner) for kind in kinds]


def later_piles(number: int, gone: Counter[Loot], wanted: Sequence[Loot]) -> Iterator[list[Loot]]:
    """Piles for the rounds to come, from what is left of the deck."""
    rest = list((Counter(DECK) - gone - Counter(wanted)).elements())
    rest = [*wanted, *rest]
    for pile in range(ROUNDS - number):
        yield rest[pile * LOOT_PER_ROUND : (pile + 1) * LOOT_PER_ROUND]


def hand_of(gangster: Gangster) -> list[int]:
    """A hand as [Clicks, Bangs]."""
    return count([card.value for card in gangster.hand])


def count(kinds: Sequence[Bullet]) -> list[int]:
    """Bullet cards as [Clicks, Bangs]."""
    return [kinds.count(Bullet.CLICK), kinds.count(Bullet.BANG)]
