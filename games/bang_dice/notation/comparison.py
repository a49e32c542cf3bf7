"""What an example claims, held against the match that was played."""

from __future__ import annotations

import re

from bang_dice.content import ROLE_OF
from bang_dice.notation.table import LETTERS, read_arrows, seat_of
from bang_dice.rules.ending import LAW, OUTLAWS
from bang_dice.state import Cowboy, Town
from boomtown.core import Match, Seat
from boomtown.testing.examples import ExampleFailed

SIDES = {"law": LAW, "sheriff": LAW, "outlaws": OUTLAWS, "outlaw": OUTLAWS}


class Comparison:
    """The table of a match against the table that an example says there is after it."""

    def __init__(self, before: Town, match: Match[Town]) -> None:
        self.before = before
        self.match = match

    def compare(self, after: str) -> None:
        """The table after: what is listed, and everything else unchanged."""
        town, problems = self.match.state, []
        listed: set[Seat] = set()
        pile = (self.before.pile, self.before.chief_in_pile)
        wins = False
        for part in (piece.split() for piece in after.split("|")):
            if part == ["game", "on"]:
                if self.match.outcome is not None:
                    problems.append(f"the match is over: {self.match.outcome.rule}")
            elif part[0] == "win":
                wins = True
                problems += self.compare_win(part[1], part[2])
            elif part[0] == "pile":
                pile = read_arrows(part[1])
            else:
                listed.add(seat_of(part[0]))
                problems += self.compare_seat(seat_of(part[0]), part[1:])
        if (town.pile, town.chief_in_pile) != pile:
            problems.append(f"the pile has {town.pile}{'+C' * town.chief_in_pile}")
        if self.match.outcome is not None and not wins:
            problems.append(f"the match is over: {self.match.outcome.rule}")
        for seat, cowboy in enumerate(self.before.cowboys):
            if Seat(seat) not in listed and plain(cowboy) != plain(town.cowboys[seat]):
                problems.append(f"{LETTERS[seat]} has changed to {plain(town.cowboys[seat])}")
        if problems:
            raise ExampleFailed("; ".join(problems))

    def compare_win(self, side: str, letters: str) -> list[str]:
        outcome = self.match.outcome
        if outcome is None:
            return ["the match is not over"]
        problems = []
        if list(outcome.winners) != [seat_of(letter) for letter in letters.split(",")]:
            problems.append(f"the winners are {[LETTERS[seat] for seat in outcome.winners]}")
        if outcome.side != SIDES.get(side, side) and len(self.before.cowboys) > 3:
            problems.append(f"the winning side is {outcome.side}")
        return problems

    def compare_seat(self, seat: Seat, words: list[str]) -> list[str]:
        cowboy, problems = self.match.state.cowboys[seat], []
        letter = LETTERS[seat]
        for word in words:
            if word in ("out", "ghost"):
                if not cowboy.out or (word == "ghost") != (self.match.state.ghost == seat):
                    problems.append(f"{letter} is not {word}")
            elif word.startswith("a") and word[1:2].isdigit():
                if (cowboy.arrows, cowboy.chief) != read_arrows(word):
                    problems.append(f"{letter} has a{cowboy.arrows}{'+C' * cowboy.chief}")
            elif word[0].isdigit():
                life, _, cap = word.partition("/")
                wanted = (int(life), int(cap or self.before.cowboys[seat].cap))
                if (cowboy.life, cowboy.cap) != wanted:
                    problems.append(f"{letter} has {cowboy.life}/{cowboy.cap}")
            elif ROLE_OF[cowboy.role.value] != word.split(":")[0]:
                problems.append(f"{letter} is {cowboy.role.value}")
        return problems


def plain(cowboy: Cowboy) -> tuple[object, ...]:
    """What may not change where an example says nothing."""
    life = (0, 0) if cowboy.out else (cowboy.life, cowboy.cap)
    return (*life, cowboy.arrows, cowboy.chief, cowboy.out, ROLE_OF[cowboy.role.value])


class Claims:
    """The sentences of a ``check`` line that can be held against the match."""

    def __init__(self, text: str) -> None:
        self.after_throw: dict[int, list[tuple[Seat, int, int, int]]] = {}
        self.dice_cast: list[tuple[Seat, int, int]] = []
        self.tokens_back = "tokens are back" in text
        self.exploded_to = [int(n) for n in re.findall(r"explodes \(\d+ → (\d+)\)", text)]
        throw = r"after throw (\d+) ([A-H]) has (\d+) LP, (\d+) arrows?, pile (\d+)"
        for number, letter, life, arrows, pile in re.findall(throw, text):
            claim = (seat_of(letter), int(life), int(arrows), int(pile))
            self.after_throw.setdefault(int(number), []).append(claim)
        for letter, dice, number in re.findall(r"([A-H]) threw (\d+) dice in throw (\d+)", text):
            self.dice_cast.append((seat_of(letter), int(dice), int(number)))

    def watch(self, match: Match[Town]) -> None:
        """Compares what is claimed of the moment after a throw."""
        town = match.state
        for seat, life, arrows, pile in self.after_throw.pop(town.throw, []):
            cowboy = town.cowboys[seat]
            if (cowboy.life, cowboy.arrows, town.pile) != (life, arrows, pile):
                found = f"{cowboy.life} life points, {cowboy.arrows} arrows, pile {town.pile}"
                raise ExampleFailed(f"after throw {town.throw}: {found}")

    def settle(self, match: Match[Town]) -> None:
        """Compares what is claimed of the whole turn."""
        if self.tokens_back and match.state.token is not None:
            raise ExampleFailed("the Ghost's tokens are not back")
        casts: dict[int, list[int]] = {}
        for entry in match.log:
            if entry.key == "bang.roll.first.cast":
                casts.setdefault(int(str(entry.args["seat"])), []).append(
                    int(str(entry.args["cast"]))
                )
        for thrower, dice, number in self.dice_cast:
            if casts.get(thrower, [])[number - 1 : number] != [dice]:
                raise ExampleFailed(f"throw {number} was one of {casts.get(thrower)} dice")
        blasts = [e.args["life"] for e in match.log if e.key == "bang.loss.batch.dynamite"]
        if self.exploded_to and self.exploded_to != blasts:
            raise ExampleFailed(f"explosions left {blasts}")
        if self.after_throw:
            raise ExampleFailed(f"there was no throw {min(self.after_throw)}")
