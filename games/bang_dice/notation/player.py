"""Plays the words of one example."""

from __future__ import annotations

import re
from typing import Any

from bang_dice.notation.comparison import Claims
from bang_dice.notation.table import LETTERS, read_arrows, seat_of
from bang_dice.rules.turn import BeginTurn, ChooseSaloonDie, Turn, Turns
from bang_dice.state import BangOptions, Town
from boomtown.core import PASS, Game, LoadedChance, Match, OneOf, Seat
from boomtown.testing.builders import arranged
from boomtown.testing.examples import ExampleFailed, See

FORCED = (
    ("shoot", "bang.shot.one", "Shoot"),
    ("broken", "bang.saloon.broken", "BreakArrow"),
)
"""Words, the rule that carries them out, and the question that asks for them."""


AFTER_SID = ("bad", "judge")
"""Words that may stand between ``sid`` and ``throw``."""


class Player:
    """Plays one example."""

    def __init__(self, game: Game[Town, BangOptions], before: Town, do: str, check: str) -> None:
        self.game = game
        self.words = [word.strip().split() for word in do.split(";") if word.strip()]
        self.dice = LoadedChance()
        self.details: dict[str, Any] = {}
        self.carried_out: dict[str, int] = {}
        self.claims = Claims(check)
        self.match = self.begin(before)
        self.begun = self.match.state.turn

    def begin(self, town: Town) -> Match[Town]:
        """A match in which this table's active player begins a turn."""
        return arranged(
            self.game,
            town,
            Turn(),
            Turns(),
            seats=len(town.cowboys),
            chance=self.dice,
            options={},
        )

    def play(self, see: See) -> Match[Town]:
        """Plays the words, and holds the match against what is claimed of it."""
        see(self.match)
        while self.match.outcome is None and not (not self.words and self.a_turn_begins()):
            self.answer()
            self.claims.watch(self.match)
            see(self.match)
        if self.words:
            raise ExampleFailed(f"nobody asked for: {' '.join(self.words[0])}")
        self.claims.settle(self.match)
        return self.match

    def a_turn_begins(self) -> bool:
        """Whether the next turn is about to begin: the example is over by then."""
        step = self.match.agenda[-1]
        return isinstance(step, BeginTurn | ChooseSaloonDie) and self.match.state.turn > self.begun

    def answer(self) -> None:
        """Answers one question, by the next word if it fits."""
        match = self.match
        step = type(match.agenda[-1]).__name__
        if step in ("BeginTurn", "ChooseSaloonDie") and self.head() == "next":
            self.skip_to(seat_of(self.words.pop(0)[1]))
            return
        for seat in match.asked():
            match.answer(seat, self.answer_of(step, seat))
        self.drop_what_was_forced(asked=step)

    def head(self) -> str:
        return self.words[0][0] if self.words else ""

    def take(self) -> list[str]:
        """The next word without its name."""
        return self.words.pop(0)[1:]

    def skip_to(self, seat: Seat) -> None:
        """``next A``: the turn of A, whoever sits in between."""
        town = self.match.state
        if town.active != seat:
            town.active = seat
            self.match = self.begin(town)
        self.begun = self.match.state.turn

    def drop_what_was_forced(self, asked: str) -> None:
        """A word that only one answer was possible for has been carried out without a question."""
        for word, rule, question in FORCED:
            told = sum(entry.rule == rule for entry in self.match.log)
            if told > self.carried_out.get(word, 0):
                if asked != question and self.head() == word:
                    self.words.pop(0)
                self.carried_out[word] = told

    def answer_of(self, step: str, seat: Seat) -> Any:
        """What a seat answers to this kind of question."""
        if step.endswith("Window"):
            return self.in_window(step, seat)
        reader = getattr(self, f"at_{step}", None)  # the questions of the game, by name
        if reader is None:
            raise ExampleFailed(f"the notation has no word for {step}")
        return reader(seat)

    def in_window(self, step: str, seat: Seat) -> str:
        """``doctor C …``, ``gambler B``, ``bad B A``, ``left D A``, ``judge F``: or a pass."""
        power = {"left": "left_hand"}.get(self.head(), self.head())
        question = self.match.question(seat)
        assert question is not None
        assert isinstance(question.choice, OneOf)
        if power not in question.choice.of or seat_of(self.words[0][1]) != seat:
            return PASS
        _holder, *rest = self.take()
        self.details[power] = rest
        if power == "gambler" and self.head() == "throw":
            self.load(self.take())
        return power

    def load(self, faces: list[str]) -> None:
        """The faces of a throw; ``-`` is a die that is not cast."""
        self.dice.dice += [face for face in faces if face != "-"]

    def at_BeginTurn(self, seat: Seat) -> str:  # noqa: N802 - the question's own name
        """What stands before a throw may stand there in any order."""
        if (fixed := self.early("fixed")) is not None:
            self.check_fixed(fixed)
        if (sid := self.early("sid")) is not None:
            self.details["sid"] = sid
        for power in ("good", "ugly"):
            if (told := self.early(power, seat)) is not None:
                self.details[power] = told[1:]
                return power
        place = 0  # whatever answers Sid Ketchum's gift stands before the throw that follows it
        while place < len(self.words) and self.words[place][0] in AFTER_SID:
            place += 1
        due = self.words[place][0] if place < len(self.words) else "the end"
        if due != "throw":
            raise ExampleFailed(f"a throw is due, not {due}")
        self.load(self.words.pop(place)[1:])
        return "throw"

    def early(self, name: str, seat: Seat | None = None) -> list[str] | None:
        """A word (of a seat) that stands before the next throw, without its name."""
        for place, (word, *rest) in enumerate(self.words):
            if word in ("throw", "next"):
                return None
            if word == name and (seat is None or seat_of(rest[0]) == seat):
                self.words.pop(place)
                return rest
        return None

    def check_fixed(self, pairs: list[str]) -> None:
        token = self.match.state.token
        faces = [pair.split("=")[1] for pair in pairs]
        if token is None or faces != [token.face] * (1 + token.double):
            raise ExampleFailed(f"the Ghost has not fixed {' '.join(pairs)}")

    def at_ChooseSaloonDie(self, seat: Seat) -> str:  # noqa: N802
        saloon = self.early("saloon")
        return "none" if saloon is None else saloon[0]

    def at_SidHelps(self, seat: Seat) -> Seat:  # noqa: N802
        if self.head() == "sid":
            self.details["sid"] = self.take()
        return seat_of(self.details.pop("sid", [LETTERS[seat]])[0])

    def at_OfferReroll(self, seat: Seat) -> list[int]:  # noqa: N802
        if self.head() == "stop":
            self.take()
            return []
        if self.head() != "reroll":
            raise ExampleFailed(f"stop or reroll is due, not {self.head() or 'the end'}")
        pairs = sorted((int(die), face) for die, _, face in (w.partition("=") for w in self.take()))
        self.load([face for _, face in pairs])
        return [die for die, _ in pairs]

    def at_ChooseArrow(self, seat: Seat) -> str:  # noqa: N802
        if self.head() == "chief" and seat_of(self.words[0][1]) == seat:
            self.take()
            return "chief"
        return "regular"

    def at_ApacheChooses(self, seat: Seat) -> str:  # noqa: N802
        if self.head() == "apache":
            self.take()
            return "chief"
        return "pile"

    def at_ElenaChooses(self, seat: Seat) -> dict[str, Any]:  # noqa: N802
        """``give B``, or ``give B:C`` for the chief's arrow."""
        chief = "chief" in self.match.state.taken and "regular" not in self.match.state.taken
        if self.head() != "give":
            return {"token": "chief" if chief else "regular", "to": "keep"}
        letter, _, kind = self.take()[0].partition(":")
        return {"token": "chief" if kind == "C" or chief else "regular", "to": seat_of(letter)}

    def at_BreakArrow(self, seat: Seat) -> Seat:  # noqa: N802
        if self.head() != "broken":
            raise ExampleFailed("whose arrow breaks is not said")
        return seat_of(self.take()[0])

    def at_Shoot(self, seat: Seat) -> dict[str, Any]:  # noqa: N802
        if self.head() != "shoot":
            raise ExampleFailed(f"bull's eyes are due, not {self.head() or 'the end'}")
        words = self.take()
        aims: dict[str, Any] = {}
        for place, word in enumerate(words):
            if word == "slab":
                die = words[place + 1]
                aims["slab"] = die if die in aims else f"{die}a"
                break
            die, targets = re.fullmatch(r"(\d+)(?:as[12])?>([A-H,]+)", word).groups()  # type: ignore[union-attr]
            letters = targets.split(",")
            names = [die] if len(letters) == 1 else [f"{die}a", f"{die}b"]
            aims |= {name: seat_of(letter) for name, letter in zip(names, letters, strict=True)}
        question = self.match.question(seat)
        if question is not None and "slab" in question.choice.describe()["parts"]:  # type: ignore[operator]
            aims.setdefault("slab", "none")
        return aims

    def at_Drink(self, seat: Seat) -> dict[str, int]:  # noqa: N802
        if self.head() != "beer":
            raise ExampleFailed(f"beers are due, not {self.head() or 'the end'}")
        letters = self.take()[0].split(",")
        return {str(seat_of(letter)): letters.count(letter) for letter in letters}

    def at_BartDecides(self, seat: Seat) -> int:  # noqa: N802
        if self.head() == "chief" and len(self.words) > 1 and self.words[1][0] == "bart":
            self.words[0], self.words[1] = self.words[1], self.words[0]
        return int(self.take()[0]) if self.head() == "bart" else 0

    def at_MollyDecides(self, seat: Seat) -> dict[str, int]:  # noqa: N802
        if self.head() != "molly":
            return {}
        pairs = (part.split(":") for word in self.take() for part in word.split(","))
        return {str(seat_of(letter)): int(points) for letter, points in pairs}

    def at_PedroDecides(self, seat: Seat) -> dict[str, int]:  # noqa: N802
        """``pedro 2``: regular arrows first; ``pedro 2+C`` returns the chief's arrow, too."""
        if self.head() != "pedro":
            return {}
        regular, chief = read_arrows(self.take()[0])
        cowboy = self.match.state.cowboys[seat]
        if regular > cowboy.arrows and cowboy.chief:
            regular, chief = cowboy.arrows, True
        return {k: n for k, n in (("regular", regular), ("chief", int(chief))) if n}

    def at_KitDecides(self, seat: Seat) -> dict[str, int]:  # noqa: N802
        """``kit B,B,C``: a regular arrow each; ``B:C`` is B's chief's arrow."""
        if self.head() != "kit":
            return {}
        tokens = [
            "chief" if t.endswith(":C") else str(seat_of(t)) for t in self.take()[0].split(",")
        ]
        return {token: tokens.count(token) for token in tokens}

    def at_SwapArrows(self, seat: Seat) -> list[Seat]:  # noqa: N802
        return [seat_of(letter) for letter in self.details["ugly"]]

    def at_TurnADie(self, seat: Seat) -> dict[str, Any]:  # noqa: N802
        die, _, face = self.details["doctor"][0].partition("=")
        return {"die": int(die), "face": face}

    def at_SpoilAGain(self, seat: Seat) -> Seat:  # noqa: N802
        return seat_of(self.details["bad"][0])

    def at_SaveSomebody(self, seat: Seat) -> Seat:  # noqa: N802
        return seat_of(self.details["left_hand"][0])

    def at_KeepArrows(self, seat: Seat) -> str:  # noqa: N802
        return "discard" if "discard" in self.details["left_hand"] else "keep"

    def at_EndTurn(self, seat: Seat) -> str:  # noqa: N802
        if self.head() == "right" and seat_of(self.words[0][1]) == seat:
            self.take()
            return "right_hand"
        return "end_turn"

    def at_AssignToken(self, seat: Seat) -> dict[str, Any]:  # noqa: N802
        if self.head() != "assign":
            raise ExampleFailed("whom the Ghost haunts is not said")
        face, *rest = self.take()
        if ("x2" in rest) != (self.match.state.dice[0] == self.match.state.dice[1]):
            raise ExampleFailed("the double token goes with a pair, and only then")
        return {"face": face, "to": seat_of(rest[-1])}
