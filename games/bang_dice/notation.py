"""The notation of the worked examples, as the preamble of ``examples.md`` describes it.

An example has a table before, words that play a turn, and a table after. A word answers the
first moment it fits; every choice that is not written down is a "no".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from bang_dice.content import GHOST_RENEGADE, ROLE_OF, Character, Role, RoleCard
from bang_dice.rules.ending import LAW, OUTLAWS
from bang_dice.rules.turn import BeginTurn, ChooseSaloonDie, Turn, Turns
from bang_dice.state import BangOptions, Cowboy, Town
from boomtown.core import PASS, Game, LoadedChance, Match, Seat, Secret
from boomtown.testing.builders import arranged
from boomtown.testing.examples import Example, ExampleFailed, See, rules_in, unseen

LETTERS = "ABCDEFGH"
SIDES = {"law": LAW, "sheriff": LAW, "outlaws": OUTLAWS, "outlaw": OUTLAWS}
MODULES: dict[str, dict[str, Any]] = {
    "M1": {"saloon_dice": True},
    "M2": {"chief": True},
    "M3": {"special_roles": "mixed"},
    "M4": {"new_characters": True},
    "M5": {"ghost": True},
}

FORCED = (
    ("shoot", "bang.shot.one", "Shoot"),
    ("broken", "bang.saloon.broken", "BreakArrow"),
)
"""Words, the rule that carries them out, and the question that asks for them."""


class BangExample(Struct, frozen=True):
    """One example as it is written."""

    id: str
    heading: str
    before: str
    do: str
    after: str
    check: str
    rules: tuple[str, ...]
    game: Any  # the game itself, which declares this notation

    @property
    def title(self) -> str:
        """The heading without the modules and the printed source."""
        words = re.sub(r"\[[^\]]*\]|\([^)]*(printed|R\d+)[^)]*\)", "", self.heading)
        words = words.replace("`", "").strip().removesuffix(".")
        return words[:1].upper() + words[1:]

    def play(self, see: See = unseen) -> None:
        """Plays it and compares."""
        Player(self).play(see)


class BangNotation:
    """Reads a file of examples."""

    def __init__(self, game: Game[Town, BangOptions]) -> None:
        self.game = game

    def read(self, text: str) -> Sequence[Example]:
        """Every paragraph that begins with a bold id."""
        examples: list[Example] = []
        for part in re.split(r"^(?=\*\*EX)", text, flags=re.MULTILINE)[1:]:
            heading, *lines = part.splitlines()
            id, words = re.match(r"\*\*(\w+)\*\*\s*(.*)", heading).groups()  # type: ignore[union-attr]
            told = {
                name: value
                for line in lines
                if (found := re.match(r"- (before|do|after|check|rules): (.*)", line))
                for name, value in [found.groups()]
            }
            missing = {"before", "do", "after"} - told.keys()
            if missing:
                raise ExampleFailed(f"{id}: no {', '.join(sorted(missing))}")
            examples.append(
                BangExample(
                    id=id,
                    heading=words,
                    before=told["before"],
                    do=told["do"],
                    after=told["after"],
                    check=told.get("check", ""),
                    rules=rules_in(told.get("rules", "")),
                    game=self.game,
                )
            )
        return examples


def seat_of(letter: str) -> Seat:
    """A seat by its letter."""
    if len(letter) != 1 or letter not in LETTERS:
        raise ExampleFailed(f"no seat is called {letter!r}")
    return Seat(LETTERS.index(letter))


def read_arrows(text: str) -> tuple[int, bool]:
    """``a2+C``, ``2+C`` or ``2``: regular arrows, and whether the chief's is there."""
    found = re.fullmatch(r"a?(\d+)(\+C)?", text)
    if found is None:
        raise ExampleFailed(f"these are no arrows: {text}")
    return int(found.group(1)), found.group(2) is not None


def read_table(text: str, options: BangOptions) -> Town:
    """The table before."""
    cowboys: list[Cowboy] = []
    fields: dict[str, str] = {}
    ghost: Seat | None = None
    for part in (piece.split() for piece in text.split("|")):
        if len(part) == 2 and part[0] in ("pile", "turn"):
            fields[part[0]] = part[1]
            continue
        letter, character, role, life, *arrows = part
        card = RoleCard(role.split(":")[-1])
        cowboy = Cowboy(Secret(card, "role"), Character(character), 0, 0)
        if life in ("out", "ghost"):
            cowboy.out = True
            ghost = seat_of(letter) if life == "ghost" else ghost
        else:
            cowboy.life, cowboy.cap = (int(number) for number in life.split("/"))
            cowboy.arrows, cowboy.chief = read_arrows(arrows[0] if arrows else "a0")
        cowboys.append(cowboy)
    count = len(cowboys)
    for seat, cowboy in enumerate(cowboys):
        cowboy.role.seats = 1 << seat
        sheriff = ROLE_OF[cowboy.role.value] is Role.SHERIFF
        cowboy.role.public = cowboy.out or sheriff or count == 3
    pile, chief = read_arrows(fields["pile"])
    town = Town(
        cowboys,
        [],
        options,
        {cowboy.character: Seat(s) for s, cowboy in enumerate(cowboys) if cowboy.character},
        pile=pile,
        chief_in_pile=chief,
        active=seat_of(fields["turn"]),
        ghost=ghost,
    )
    if ghost is not None and town.role(ghost) is Role.RENEGADE:
        town.ghost_role = GHOST_RENEGADE[count]
    return town


def options_of(example: BangExample) -> BangOptions:
    """The modules in square brackets, and those that the table shows."""
    chosen: dict[str, Any] = {}
    for module in re.findall(r"M[1-5]", " ".join(re.findall(r"\[([^\]]*)\]", example.heading))):
        chosen |= MODULES[module]
    if ":" in example.before:
        chosen |= MODULES["M3"]
    if "+C" in example.before:
        chosen |= MODULES["M2"]
    if " ghost" in example.before:
        chosen |= MODULES["M5"]
    if "saloon " in example.do:
        chosen |= MODULES["M1"]
    return BangOptions(**chosen)


class Player:
    """Plays one example."""

    def __init__(self, example: BangExample) -> None:
        self.example = example
        self.game: Game[Town, BangOptions] = example.game
        self.words = [word.strip().split() for word in example.do.split(";") if word.strip()]
        self.dice = LoadedChance()
        self.details: dict[str, Any] = {}
        self.carried_out: dict[str, int] = {}
        self.claims = Claims(example.check)
        before = read_table(example.before, options_of(example))
        self.before = before
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

    # --- playing ------------------------------------------------------------------------------

    def play(self, see: See) -> None:
        """Plays the words, then compares the table."""
        see(self.match)
        while self.match.outcome is None and not (not self.words and self.a_turn_begins()):
            self.answer()
            self.claims.watch(self.match)
            see(self.match)
        if self.words:
            raise ExampleFailed(f"nobody asked for: {' '.join(self.words[0])}")
        self.compare()
        self.claims.settle(self.match)

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
        offered = [str(item) for item in question.choice.describe()["of"]]  # type: ignore[attr-defined]
        if not any(f"'{power}'" in item for item in offered) or seat_of(self.words[0][1]) != seat:
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
        if self.head() in ("good", "ugly") and seat_of(self.words[0][1]) == seat:
            power = self.head()
            self.details[power] = self.take()[1:]
            return power
        if self.head() == "fixed":
            self.check_fixed(self.take())
        if self.head() == "sid":
            self.details["sid"] = self.take()
        if self.head() != "throw":
            raise ExampleFailed(f"a throw is due, not {self.head() or 'the end'}")
        self.load(self.take())
        return "throw"

    def check_fixed(self, pairs: list[str]) -> None:
        token = self.match.state.token
        faces = [pair.split("=")[1] for pair in pairs]
        if token is None or faces != [token.face] * (1 + token.double):
            raise ExampleFailed(f"the Ghost has not fixed {' '.join(pairs)}")

    def at_ChooseSaloonDie(self, seat: Seat) -> str:  # noqa: N802
        return self.take()[0] if self.head() == "saloon" else "none"

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
            self.begun += 1
            return "right_hand"
        return "end_turn"

    def at_AssignToken(self, seat: Seat) -> dict[str, Any]:  # noqa: N802
        if self.head() != "assign":
            raise ExampleFailed("whom the Ghost haunts is not said")
        face, *rest = self.take()
        if ("x2" in rest) != (self.match.state.dice[0] == self.match.state.dice[1]):
            raise ExampleFailed("the double token goes with a pair, and only then")
        return {"face": face, "to": seat_of(rest[-1])}

    # --- comparing ----------------------------------------------------------------------------

    def compare(self) -> None:
        """The table after: what is listed, and everything else unchanged."""
        town, problems = self.match.state, []
        listed: set[Seat] = set()
        pile = (self.before.pile, self.before.chief_in_pile)
        wins = False
        for part in (piece.split() for piece in self.example.after.split("|")):
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
