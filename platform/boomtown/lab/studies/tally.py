"""What is counted in the matches of a study: whole numbers alone.

Sums of whole numbers do not depend on the order in which they are added. So parts of a study can be
played anywhere, and put together in any order, and the result is the same to the bit. Each count
knows the first match that it was seen in: a sample that anybody can open.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.match import Match
from boomtown.core.seats import Seat
from boomtown.lab.studies.study import Study, Table, kinds_at
from boomtown.lab.watching import Watch, out_rules
from boomtown.plugins import find_game

SIDE, SEAT, BOT, FIRST = "side", "seat", "bot", "first"
"""What every game is counted by, as far as it arises; a game's own traits come beside them."""
BEGINS, OTHERS = "first", "others"
STEPS = 20
"""Into so many parts a match is cut to see when players are out."""
_pack = msgspec.json.Encoder(order="sorted").encode


class Share(Struct):
    """How often seats of one kind have won.

    Seats of one match win or lose together, so a match is what is counted as one draw: the sums of
    squares tell how much more, or less, many seats are worth than one.
    """

    wins: int = 0
    tries: int = 0
    """Seats of this kind, in all matches."""
    matches: int = 0
    wins_squared: int = 0
    tries_squared: int = 0
    product: int = 0
    won: int | None = None
    """The first match in which one of them won."""
    seen: int | None = None
    """The first match in which there was one."""

    def add(self, number: int, wins: int, tries: int) -> None:
        """One match."""
        self.merge(
            Share(
                wins,
                tries,
                1,
                wins * wins,
                tries * tries,
                wins * tries,
                number if wins else None,
                number,
            )
        )

    def merge(self, other: Share) -> None:
        """Another part of the same study."""
        self.wins += other.wins
        self.tries += other.tries
        self.matches += other.matches
        self.wins_squared += other.wins_squared
        self.tries_squared += other.tries_squared
        self.product += other.product
        self.won = earlier(self.won, other.won)
        self.seen = earlier(self.seen, other.seen)


class Spot(Struct):
    """How often something was seen, and in which match first."""

    count: int = 0
    first: int | None = None

    def merge(self, other: Spot) -> None:
        """Another part of the same study."""
        self.count += other.count
        self.first = earlier(self.first, other.first)


def earlier(one: int | None, other: int | None) -> int | None:
    """The earlier of two matches, as far as there are any."""
    return min((number for number in (one, other) if number is not None), default=None)


class Tally(Struct):
    """Everything that was counted in some matches of a study."""

    matches: int = 0
    """Without those for skill."""
    shares: dict[str, dict[str, Share]] = {}
    """By what is compared, such as ``role``, and then by name."""
    lengths: dict[str, Spot] = {}
    """By number of answers."""
    waits: dict[str, int] = {}
    """By the number of answers that others gave between two questions of one's own."""
    still_in: list[int] = msgspec.field(default_factory=lambda: [0] * (STEPS + 1))
    """After each part of the match, how many players were not out, in all matches."""
    out: list[Spot] = msgspec.field(default_factory=lambda: [Spot() for _ in range(STEPS + 1)])
    """How many went out in each part of the match."""
    skill: dict[str, Spot] = {}
    """By wins and seats of the bots that play, then of the random ones: ``2/3 0/3``."""

    def merge(self, other: Tally) -> None:
        """Another part of the same study: in which order does not matter."""
        self.matches += other.matches
        for group, names in other.shares.items():
            mine = self.shares.setdefault(group, {})
            for name, share in names.items():
                mine.setdefault(name, Share()).merge(share)
        for length, spot in other.lengths.items():
            self.lengths.setdefault(length, Spot()).merge(spot)
        for wait, count in other.waits.items():
            self.waits[wait] = self.waits.get(wait, 0) + count
        for at in range(STEPS + 1):
            self.still_in[at] += other.still_in[at]
            self.out[at].merge(other.out[at])
        for key, spot in other.skill.items():
            self.skill.setdefault(key, Spot()).merge(spot)

    def each_share(self) -> Iterator[tuple[str, str, Share]]:
        """All shares. A side could win every match: it is counted where it did."""
        for group, names in self.shares.items():
            for name, share in names.items():
                if group == SIDE:
                    every, wins = self.matches, share.wins
                    share = Share(wins, every, every, wins, every, wins, share.won, share.seen)
                yield group, name, share

    def packed(self) -> bytes:
        """The only way to write it: equal tallies are equal bytes."""
        return _pack(self)

    def digest(self) -> str:
        """A hash by which two runs are compared."""
        return hashlib.sha256(self.packed()).hexdigest()


def read_tally(data: bytes | str) -> Tally:
    """A tally from its bytes."""
    return msgspec.json.decode(data, type=Tally)


def merged(parts: Iterable[Tally]) -> Tally:
    """Parts of a study put together."""
    whole = Tally()
    for part in parts:
        whole.merge(part)
    return whole


# --- counting -------------------------------------------------------------------------------------


def count(study: Study, numbers: Iterable[int]) -> Tally:
    """Plays matches of a study and counts them."""
    tally, out = Tally(), out_rules(find_game(study.game))
    for number in numbers:
        table = Table(study, number)
        watch = Watch(table.match, out)
        while table.match.outcome is None:
            watch.decision(table.asked)
            table.step()
            watch.answered()
        if number < study.matches:
            _add(tally, study, number, table.match, watch)
        else:
            _add_skill(tally, study, number, table.match)
    return tally


def _add(tally: Tally, study: Study, number: int, match: Match[Any], watch: Watch) -> None:
    found = watch.played()
    tally.matches += 1
    for group, names in groups_of(study, number, match, found.first).items():
        mine = tally.shares.setdefault(group, {})
        for name, (wins, tries) in names.items():
            mine.setdefault(name, Share()).add(number, wins, tries)
    tally.lengths.setdefault(str(found.decisions), Spot()).merge(Spot(1, number))
    for wait in map(str, found.waits):
        tally.waits[wait] = tally.waits.get(wait, 0) + 1
    parts = [-(-STEPS * at // found.decisions) for at in found.outs.values()]
    for part in parts:
        tally.out[part].merge(Spot(1, number))
    for at in range(STEPS + 1):
        tally.still_in[at] += study.seats - sum(part <= at for part in parts)


def groups_of(
    study: Study, number: int, match: Match[Any], first: int | None
) -> dict[str, dict[str, tuple[int, int]]]:
    """By group and name, how many seats have won and how many there were; of sides, who won."""
    outcome = match.outcome
    assert outcome is not None, "the match is over"
    found: dict[str, dict[str, tuple[int, int]]] = {}

    def note(group: str, names: Iterable[str], seat: int) -> None:
        for name in names:
            wins, tries = found.setdefault(group, {}).get(name, (0, 0))
            found[group][name] = (wins + (seat in outcome.winners), tries + 1)

    if outcome.side is not None:
        found[SIDE] = {outcome.side: (1, 1)}
    kinds = kinds_at(study, number)
    parts = match.game.parts(match.view(None)) if match.game.parts is not None else ()
    for seat, part in enumerate(parts):
        if part.noun:
            note(part.noun, [part.name], seat)
    for seat in match.all_seats:
        note(SEAT, [str(seat + 1)], seat)
        if len(set(study.bots)) > 1:
            note(BOT, [kinds[seat]], seat)
        if first is not None:
            note(FIRST, [BEGINS if seat == first else OTHERS], seat)
        if match.game.traits is not None:
            for noun, names in match.game.traits(match.state, Seat(seat)).items():
                note(noun, dict.fromkeys(names), seat)
    return found


def _add_skill(tally: Tally, study: Study, number: int, match: Match[Any]) -> None:
    assert match.outcome is not None, "the match is over"
    groups: tuple[list[int], list[int]] = ([], [])
    for seat in range(study.seats):
        groups[(seat + number) % 2].append(seat in match.outcome.winners)
    key = " ".join(_won(group) for group in groups)
    tally.skill.setdefault(key, Spot()).merge(Spot(1, number))


def _won(group: Sequence[int]) -> str:
    return f"{sum(group)}/{len(group)}"


def skill_rates(key: str) -> tuple[float, float]:
    """How much of their seats the bots that play have won, and the random ones."""
    best, random = (
        int(wins) / int(seats) for wins, seats in (part.split("/") for part in key.split())
    )
    return best, random
