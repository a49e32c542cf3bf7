"""Compares what an example says of the table after it with what came of it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from boomtown.core import Seat
from boomtown.testing.examples import ExampleFailed
from cash_n_guns.content import Bullet
from cash_n_guns.notation.playing import Player
from cash_n_guns.notation.table import LETTERS, count, hand_of, letters, seat_of
from cash_n_guns.rules.ending import diamond_winner, scores_of

MOST_SHOWN = 9


class Checks:
    """Compares what an example says with what came of it."""

    def __init__(self, player: Player, after: dict[str, Any]) -> None:
        self.player = player
        self.after = after
        self.match = player.match
        self.gang = player.match.state
        self.over = player.match.outcome is not None

    def check(self) -> None:
        """Raises with everything that is different."""
        found = self.found()
        problems = []
        for word, wanted in self.after.items():
            if word not in found:
                raise ExampleFailed(f"after: nobody knows {word}")
            if self.over and word in ("gf", "round", "discard"):
                continue
            is_, should = self.comparable(found[word], wanted)
            if is_ != should:
                problems.append(f"{word} is {is_}, not {should}")
        if problems:
            raise ExampleFailed("; ".join(problems))

    def comparable(self, found: Any, wanted: Any) -> tuple[Any, Any]:
        """Of what is told by seat, only the seats that are mentioned count."""
        if isinstance(found, BySeat):
            if unknown := wanted.keys() - found.values.keys():
                raise ExampleFailed(f"no seat is called {', '.join(sorted(unknown))}")
            by_seat = {letter: found.values[letter] for letter in wanted}
            return by_seat, {letter: in_order(told) for letter, told in wanted.items()}
        return found, wanted

    def found(self) -> dict[str, Any]:
        """Everything that may be asked for."""
        gang, outcome = self.gang, self.match.outcome
        gangsters = {LETTERS[seat]: one for seat, one in enumerate(gang.gangsters)}
        before = self.player.hands_after_hustler or [hand_of(one) for one in gang.gangsters]
        rich, scores = diamond_winner(gang), scores_of(gang)
        return {
            "w": "".join(str(min(one.wounds, MOST_SHOWN)) for one in gang.gangsters),
            "hand": BySeat({letter: hand_of(one) for letter, one in gangsters.items()}),
            "loot": BySeat(
                {
                    letter: in_order([str(card.value) for card in one.loot])
                    for letter, one in gangsters.items()
                }
            ),
            "hand_after_hustler": BySeat(dict(zip(gangsters, before, strict=True))),
            "total": BySeat({ltr: scores[seat_of(ltr)] for ltr in gangsters}),
            "revealed": self.revealed(),
            "takers": letters(sorted(self.takers())),
            "order": letters(self.takers()),
            "eliminated": [LETTERS[seat] for seat in self.told("cash.elim.loot")],
            "discard": count([card.value for card in gang.discard]),
            "removed_loot": len(gang.removed),
            "gf": LETTERS[gang.godfather],
            "round": gang.round,
            "over": self.over,
            "bonus": None if rich is None else LETTERS[rich],
            "winners": [LETTERS[seat] for seat in outcome.winners] if outcome else [],
        }

    def told(self, rule: str) -> list[Seat]:
        """The seats that the log names for a rule, in order."""
        return [Seat(int(str(e.args["seat"]))) for e in self.match.log if e.key == rule]

    def revealed(self) -> dict[str, str]:
        """The bullet cards that were shown: in stage 6, or by the Professional."""
        shown = {LETTERS[seat]: "B" for seat in self.told("cash.power.professional")}
        for entry in self.match.log:
            if entry.key == "cash.effects.reveal":
                letter = "B" if entry.args["card"] == Bullet.BANG else "C"
                shown[LETTERS[int(str(entry.args["seat"]))]] = letter
        return shown

    def takers(self) -> list[Seat]:
        """Who shared, in the order of sharing."""
        for entry in self.match.log:
            if entry.key == "cash.share.takers":
                seats = entry.args["takers"]
                assert isinstance(seats, list)
                return [Seat(seat) for seat in seats]
        return []


class BySeat(Struct, frozen=True):
    """Something that is told for each seat."""

    values: dict[str, Any]


def in_order(told: Any) -> Any:
    """A list of loot cards in any order; a hand is a list of numbers and stays as it is."""
    return sorted(told) if isinstance(told, list) and all(type(x) is str for x in told) else told
