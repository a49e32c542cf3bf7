"""The notation of the worked examples, as the preamble of ``examples.md`` describes it.

An example is a JSON object: a table ``before``, the ``choices`` of one round, and what is to be
checked ``after`` it. A round is played as far as its choices go; every choice that is not written
down is a "no".
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from boomtown.core import Answer, Chance, Game, LoadedChance, Match, Seat, Secret, Step
from boomtown.testing.builders import arranged
from boomtown.testing.examples import Example, ExampleFailed, See, rules_in, unseen
from cash_n_guns.content import (
    BANGS,
    CLICKS,
    DECK,
    KIND,
    LOOT_PER_ROUND,
    ROUNDS,
    Bullet,
    Loot,
    Power,
)
from cash_n_guns.rules.cards import KEEP
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.rules.ending import FinalScoring, diamond_winner, score
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.loot import DECLINE
from cash_n_guns.rules.rounds import Round, Rounds
from cash_n_guns.rules.sharing import ALLOW, FORBID, ONE, TWO, Veto
from cash_n_guns.state import BULLETS, LOOT, CashOptions, Gang, Gangster

LETTERS = "ABCDEFGH"
BULLET = {"C": Bullet.CLICK, "B": Bullet.BANG}
COURAGE = {"S": STAND, "D": DUCK}
LATE = "!"
AT_NOBODY = "-"
SKIP = "SKIP"
MOST_SHOWN = 9
BEFORE = {"seats", "round", "gf", "hands", "discard", "loot"}
OF_A_SEAT = {"w", "hand", "loot", "power", "alive"}


class CashExample(Struct, frozen=True):
    """One example as it is written."""

    id: str
    title: str
    rules: tuple[str, ...]
    before: dict[str, Any]  # a seat's letter has an object, everything else a value
    choices: dict[str, Any]
    after: dict[str, Any]
    game: Any  # the game itself, which declares this notation

    def play(self, see: See = unseen) -> None:
        """Plays it and compares."""
        try:
            Player(self).play(see)
        except (KeyError, ValueError, TypeError) as error:
            raise ExampleFailed(f"cannot be read: {type(error).__name__}: {error}") from None


class CashNotation:
    """Reads a file of examples."""

    def __init__(self, game: Game[Gang, CashOptions]) -> None:
        self.game = game

    def read(self, text: str) -> Sequence[Example]:
        """Every JSON block of a Markdown file."""
        examples: list[Example] = []
        for block in re.finditer(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            line = text.count("\n", 0, block.start()) + 1
            title, rules = read_heading(text[: block.start()])
            try:
                told = json.loads(block.group(1))
                parts = told["before"], told["choices"], told["after"]
                examples.append(CashExample(told["id"], title, rules, *parts, self.game))
            except (json.JSONDecodeError, KeyError, TypeError) as error:
                raise ExampleFailed(f"line {line}: {error}") from None
        return examples


def read_heading(text: str) -> tuple[str, tuple[str, ...]]:
    """``**2. Nobody shoots a coward.** … Rules: `cash.courage.duck`.``: title and rules.

    The last heading before an example is its own; several examples may stand below one.
    """
    found = list(re.finditer(r"^\*\*\d+\. (.*?)\.?\*\*(.*)$", text, re.MULTILINE))
    return (found[-1][1], rules_in(found[-1][2])) if found else ("", ())


def seat_of(letter: str) -> Seat:
    """A seat by its letter."""
    if len(letter) != 1 or letter not in LETTERS:
        raise ExampleFailed(f"no seat is called {letter!r}")
    return Seat(LETTERS.index(letter))


def letters(seats: Sequence[Seat]) -> str:
    """Seats as a word."""
    return "".join(LETTERS[seat] for seat in seats)


# --- the table before ------------------------------------------------------------------------


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
        CashOptions(powers=bool(powers), oldest=1),
        powers,
        seat_of(before.get("gf", "A")),
        round=number,
        discard=cards(clicks, bangs),
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
        power=Power(told["power"]) if "power" in told else None,
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


# --- the takes -------------------------------------------------------------------------------


class Entry(Struct, frozen=True):
    """One entry of ``takes``: ``A:B20+P!bill+painting``, ``A:CL>C``, ``A:B5<>P``, ``A:SKIP``."""

    seat: Seat
    shares: tuple[Loot, ...]
    drawn: Loot | None
    discards: tuple[Bullet, ...]
    forbidden: tuple[str, ...]
    skip: bool


def read_entry(text: str) -> Entry:
    """One entry of ``takes``."""
    found = re.fullmatch(
        r"(?P<seat>[A-H]):(?P<shares>\w+(?:\+\w+)?)(?:<>(?P<drawn>\w+))?"
        r"(?:!(?P<kinds>\w+(?:\+\w+)?))?(?P<discards>(?:>[CB])*)",
        text,
    )
    if found is None:
        raise ExampleFailed(f"this is no take: {text}")
    skip = found["shares"] == SKIP
    return Entry(
        seat_of(found["seat"]),
        () if skip else tuple(Loot(code) for code in found["shares"].split("+")),
        Loot(found["drawn"]) if found["drawn"] else None,
        tuple(BULLET[letter] for letter in found["discards"].replace(">", "")),
        tuple(found["kinds"].split("+")) if found["kinds"] else (),
        skip,
    )


# --- playing ---------------------------------------------------------------------------------


class Player:
    """Plays one example."""

    def __init__(self, example: CashExample) -> None:
        self.choices = dict(example.choices)
        self.after = example.after
        self.takes = [read_entry(text) for text in self.choices.get("takes", [])]
        self.discards: list[Bullet] = []
        self.vetoed: tuple[str, ...] = ()
        self.heard: set[str] = set()
        self.counted: dict[str, int] = {}
        self.hands_after_hustler: list[list[int]] = []
        wanted = [entry.drawn for entry in self.takes if entry.drawn is not None]
        gang = read_table(example.before, wanted)
        self.begun = gang.round
        self.chance = LoadedChance(picks=self.draws(), rest=Chance.seeded(example.id))
        steps: list[Step] = [FinalScoring()] if "score" in self.choices else [Round(), Rounds()]
        self.match: Match[Gang] = arranged(
            example.game, gang, *steps, seats=len(gang.gangsters), chance=self.chance
        )

    def draws(self) -> list[object]:
        """What chance gives, in the order in which the rules ask for it."""
        hustler = self.choices.get("hustler") or {}
        vultures = self.choices.get("vulture_draw", {})
        return [
            *([BULLET[hustler["draw"]]] if "draw" in hustler else []),
            *([Loot(self.choices["professional_draw"])] if self.has("professional_draw") else []),
            *(Loot(code) for seat in sorted(vultures) for code in vultures[seat]),
        ]

    def has(self, word: str) -> bool:
        return self.choices.get(word) is not None

    def play(self, see: See) -> None:
        """Plays as far as the choices go, then compares."""
        see(self.match)
        while self.match.outcome is None and self.match.state.round == self.begun:
            step = type(self.match.agenda[-1]).__name__
            if step in NEEDED and not self.has(NEEDED[step]):
                break
            for seat in self.match.asked():
                self.answer(step, seat)
            self.drop_what_was_not_asked()
            see(self.match)
        self.complain_of_what_is_left()
        Checks(self).check()

    def complain_of_what_is_left(self) -> None:
        """Everything that is written down must have happened."""
        if self.takes:
            raise ExampleFailed(f"nobody asked for the take of {LETTERS[self.takes[0].seat]}")
        if self.discards:
            raise ExampleFailed("a clip that was said to be exchanged was not")
        if self.vetoed:
            raise ExampleFailed("the Dictator was not asked")
        if left := [*self.chance.picks, *self.chance.dice]:
            raise ExampleFailed(f"nothing was drawn: {left}")
        for word in OPTIONAL:
            if self.has(word) and word not in self.heard:
                raise ExampleFailed(f"nobody asked for: {word}")

    def answer(self, step: str, seat: Seat) -> None:
        """Answers one question; ``!`` is a seat that does not."""
        readers = {
            "HustlerDraws": self.hustler_draws,
            "HustlerGives": self.hustler_gives,
            "ChooseBullet": self.bullet,
            "HoldUp": self.aim,
            "KidAims": self.aim,
            "CunningChanges": lambda seat: self.change("cunning"),
            "GiveOrder": self.order,
            "ChangeTarget": self.new_target,
            "Courage": self.courage,
            "SmartChanges": lambda seat: self.change("smart"),
            "Exchange": self.exchange,
            "TakeShare": self.take,
            "Veto": self.veto,
            "ClipDiscard": self.clip,
        }
        if step == "ChooseBullet":
            self.hands_after_hustler = [hand_of(one) for one in self.match.state.gangsters]
        answer = readers[step](seat)
        if answer == LATE:
            self.match.time_out(seat)
        else:
            self.match.answer(seat, answer)

    def letter(self, word: str, seat: Seat) -> str:
        """What a string with one character per seat says of a seat."""
        return str(self.choices[word])[seat]

    def optional(self, word: str) -> Any:
        """What is said of a choice that nobody has to make."""
        self.heard.add(word)
        return self.choices.get(word)

    def hustler_draws(self, seat: Seat) -> Answer:
        told = self.optional("hustler")
        return seat_of(told["from"]) if told else DECLINE

    def hustler_gives(self, seat: Seat) -> Answer:
        return BULLET[self.choices["hustler"]["give"]]

    def bullet(self, seat: Seat) -> Answer:
        return BULLET[self.letter("bullet", seat)]

    def aim(self, seat: Seat) -> Answer:
        letter = self.letter("aim", seat)
        if letter == LATE:
            return LATE
        return NOBODY if letter == AT_NOBODY else seat_of(letter)

    def change(self, word: str) -> Answer:
        """The Cunning's or the Smart's new card."""
        return BULLET.get(self.optional(word), KEEP)

    def order(self, seat: Seat) -> Answer:
        told = self.optional("privilege")
        return seat_of(told[0]) if told else NOBODY

    def new_target(self, seat: Seat) -> Answer:
        return seat_of(self.choices["privilege"].partition(">")[2])

    def courage(self, seat: Seat) -> Answer:
        return COURAGE[self.letter("courage", seat)]

    # --- sharing ------------------------------------------------------------------------------

    def next_entry(self, seat: Seat) -> Entry:
        if not self.takes or self.takes[0].seat != seat:
            raise ExampleFailed(f"it is {LETTERS[seat]} who takes now")
        if self.vetoed:
            raise ExampleFailed("the Dictator was not asked")
        if self.takes[0].skip:
            raise ExampleFailed(f"{LETTERS[seat]} has not lost a turn")
        return self.takes.pop(0)

    def drop_what_was_not_asked(self) -> None:
        """``A:SKIP``: nothing was left to take. ``CL>B`` with an empty hand: nothing to choose."""
        while self.takes and self.takes[0].skip and self.told("cash.power.dictator_effect"):
            self.takes.pop(0)
        if self.discards and self.told("cash.clip.empty_hand"):
            self.discards.pop(0)

    def told(self, rule: str) -> bool:
        """Whether the log has told this since the last time."""
        count = sum(entry.key == rule for entry in self.match.log)
        news = count > self.counted.get(rule, 0)
        self.counted[rule] = count
        return news

    def take(self, seat: Seat) -> Answer:
        if "takes" not in self.choices:
            return self.match.choice(seat).default()
        entry = self.next_entry(seat)
        if entry.drawn is not None:
            raise ExampleFailed(f"{LETTERS[seat]} cannot exchange a card now")
        self.discards += entry.discards
        self.vetoed = entry.forbidden
        shares = [str(share) for share in entry.shares]
        if self.match.choice(seat).kind == "one":
            return shares[0] if len(shares) == 1 else shares
        if len(shares) == 1:
            return {ONE: shares[0]}
        return {TWO: dict(zip(("first", "second"), shares, strict=True))}

    def veto(self, seat: Seat) -> Answer:
        wanted, self.vetoed = self.vetoed, ()
        step = self.match.agenda[-1]
        assert isinstance(step, Veto), "the Dictator is asked"
        if wanted and set(wanted) != {str(KIND[share]) for share in step.shares}:
            raise ExampleFailed(f"the announced kinds are not {' and '.join(wanted)}")
        return FORBID if wanted else ALLOW

    def clip(self, seat: Seat) -> Answer:
        if not self.discards:
            raise ExampleFailed(f"what {LETTERS[seat]} discards for the clip is not said")
        return self.discards.pop(0)

    def exchange(self, seat: Seat) -> Answer:
        if not self.takes or self.takes[0].seat != seat or self.takes[0].drawn is None:
            return DECLINE
        entry = self.takes.pop(0)
        later = [str(card.value) for pile in self.match.state.piles for card in pile]
        self.chance.dice.append(later.index(str(entry.drawn)))
        self.discards += entry.discards
        return entry.shares[0]


NEEDED = {"ChooseBullet": "bullet", "HoldUp": "aim", "KidAims": "aim", "Courage": "courage"}
"""Questions that everybody is asked, and where the answers stand; without them the play stops."""


OPTIONAL = ("hustler", "cunning", "privilege", "smart")
"""Choices that nobody has to make."""


def hand_of(gangster: Gangster) -> list[int]:
    """A hand as [Clicks, Bangs]."""
    return count([card.value for card in gangster.hand])


def count(kinds: Sequence[Bullet]) -> list[int]:
    """Bullet cards as [Clicks, Bangs]."""
    return [kinds.count(Bullet.CLICK), kinds.count(Bullet.BANG)]


# --- comparing -------------------------------------------------------------------------------


class Checks:
    """Compares what an example says with what came of it."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.match = player.match
        self.gang = player.match.state
        self.over = player.match.outcome is not None

    def check(self) -> None:
        """Raises with everything that is different."""
        found = self.found()
        problems = []
        for word, wanted in self.player.after.items():
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
        rich = diamond_winner(gang)
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
            "total": BySeat({ltr: score(gang, seat_of(ltr)) for ltr in gangsters}),
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
