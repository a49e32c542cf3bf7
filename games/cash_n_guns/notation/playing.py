"""Plays an example: each question is answered with what its choices say."""

from __future__ import annotations

from typing import Any

from boomtown.core import Answer, Chance, Game, LoadedChance, Match, Seat, Step
from boomtown.testing.builders import arranged
from boomtown.testing.examples import ExampleFailed, See
from cash_n_guns.content import KIND, Bullet, Loot
from cash_n_guns.notation.table import LETTERS, hand_of, read_table, seat_of
from cash_n_guns.notation.takes import BULLET, Entry, read_entry
from cash_n_guns.rules.cards import DECLINE, KEEP
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.rules.ending import FinalScoring
from cash_n_guns.rules.holdup import NOBODY
from cash_n_guns.rules.moments import power_of, powers
from cash_n_guns.rules.powers.sharing import ALLOW, FORBID, Veto
from cash_n_guns.rules.rounds import Round, Rounds
from cash_n_guns.rules.sharing import ONE, TWO
from cash_n_guns.state import CashOptions, Gang

COURAGE = {"S": STAND, "D": DUCK}
LATE = "!"
AT_NOBODY = "-"
NEEDED = {"ChooseBullet": "bullet", "HoldUp": "aim", "KidAims": "aim", "Courage": "courage"}
"""Questions that everybody is asked, and where the answers stand; without them the play stops."""


OPTIONAL = ("hustler", "cunning", "privilege", "smart")
"""Choices that nobody has to make."""


class Player:
    """Plays one example."""

    def __init__(
        self,
        game: Game[Gang, CashOptions],
        id: str,
        before: dict[str, Any],
        choices: dict[str, Any],
    ) -> None:
        self.choices = dict(choices)
        self.takes = [read_entry(text) for text in self.choices.get("takes", [])]
        self.discards: list[Bullet] = []
        self.vetoed: tuple[str, ...] = ()
        self.heard: set[str] = set()
        self.counted: dict[str, int] = {}
        self.hands_after_hustler: list[list[int]] = []
        wanted = [entry.drawn for entry in self.takes if entry.drawn is not None]
        gang = read_table(before, wanted)
        self.begun = gang.round
        self.chance = LoadedChance(picks=self.draws(), rest=Chance.seeded(id))
        steps: list[Step] = [FinalScoring()] if "score" in self.choices else [Round(), Rounds()]
        self.match: Match[Gang] = arranged(
            game, gang, *steps, seats=len(gang.gangsters), chance=self.chance
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
        """Plays as far as the choices go."""
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
        for word in {*OPTIONAL, *powers()}:
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
        answer = readers.get(step, self.of_a_power)(seat)
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

    def of_a_power(self, seat: Seat) -> Answer:
        """The answer of any other power stands under its name; without one it says no."""
        told = self.optional(power_of(self.match.state.gangsters[seat]).id)
        return self.match.choice(seat).default() if told is None else told

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
