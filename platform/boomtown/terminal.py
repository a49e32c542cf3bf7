"""A match in the terminal: the plain table of every game, made from view, log and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from boomtown.bots.kinds import answer_of, make_bot
from boomtown.core.chance import Chance, fresh_seed, seed_from
from boomtown.core.choice import (
    Answer,
    Choice,
    Number,
    OneOf,
    Ordered,
    Several,
    Split,
)
from boomtown.core.combined import Alternatives, Combination
from boomtown.core.composed import Composed
from boomtown.core.errors import InvalidAnswer, Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.matchfile import export
from boomtown.core.places import Path, Point
from boomtown.core.record import By
from boomtown.core.seats import Seat
from boomtown.core.view import Question
from boomtown.rulebook.book import platform_rulebook
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.tabletext import table_lines

Read = Callable[[str], str]


class Leave(Exception):
    """The player has had enough."""


class Terminal:
    """A table in the terminal. The first seats are people, the others bots."""

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        seats: int,
        people: int,
        bot: str,
        seed: str | None,
        options: Mapping[str, object],
        language: str,
        console: Console,
        read: Read | None = None,
    ) -> None:
        self.console = console
        self.read = read or console.input
        self.people = min(people, seats)
        seed_bytes = fresh_seed() if seed is None else seed_from(seed)
        self.match = Match.start(game, seats, dict(options), seed=seed_bytes)
        self.book = book_of(game, self.match.options)
        self.wording = Wording(self.book, language)
        self.thoughts = Chance(seed_from("bots", seed or seed_bytes.hex()))
        self.bots = [make_bot(game, bot, self.thoughts.another()) for _ in range(seats)]
        self.shown: dict[Seat | None, int] = {}
        self.at_keyboard: Seat | None = None

    def play(self) -> None:
        """Plays until the match is over or the player leaves."""
        match = self.match
        try:
            while match.outcome is None:
                seat = match.asked()[0]
                if seat < self.people:
                    self._ask(seat)
                else:
                    answer = answer_of(self.bots[seat], match, seat, self.thoughts)
                    match.answer(seat, answer, by=By.BOT)
        except (Leave, EOFError):
            self._say("terminal.stopped")
            return
        self._tell_news()
        key = "terminal.draw" if match.outcome.draw else "terminal.won"
        self._say(key, winners=list(match.outcome.winners))

    def exported(self) -> str | None:
        """The finished match as a file."""
        return export(self.match) if self.match.outcome is not None else None

    # --- one question -------------------------------------------------------------------------

    def _ask(self, seat: Seat) -> None:
        if self.at_keyboard != seat:
            if self.people > 1:
                self.console.clear()
                self.read(self.wording.say("terminal.pass", player=self.wording.seat(seat)) + " ")
            if seat not in self.shown:
                self._say("terminal.help")
            self.at_keyboard = seat
            self._show_table(seat)
        self._tell_news()
        question = self.match.question(seat)
        assert question is not None, "asked() names only seats that have a question"
        self.console.print(f"\n[bold]{escape(self.wording.question(question))}[/bold]")
        while True:
            try:
                self.match.answer(seat, self._answer(question, question.choice))
                return
            except InvalidAnswer as error:
                self._say("terminal.unreadable", problem=str(error))
            except Refused as error:
                self._say_refused(error.refusal)
            except _Undone:
                return

    def _answer(self, question: Question, choice: Choice) -> Answer:
        """Reads an answer; a part of a combination is read in the same way."""
        match choice:
            case Combination(parts=parts):
                return {name: self._part(question, name, part) for name, part in parts.items()}
            case Alternatives(options=options, refused=refused, noun=noun):
                names = self._list([n for n in options if n not in refused], refused, noun)
                name = self._pick(self._line(question, "terminal.one"), names)
                return {name: self._part(question, name, options[name])}
            case OneOf(of=of, refused=refused, noun=noun):
                items = self._list([i for i in of if i not in refused], refused, noun)
                return self._pick(self._line(question, "terminal.one"), items)
            case Several(of=of, refused=refused, noun=noun):
                items = self._list([i for i in of if i not in refused], refused, noun)
                key = "terminal.ordered" if isinstance(choice, Ordered) else "terminal.several"
                most = len(items) if choice.most is None else choice.most
                line = self._line(question, key, least=choice.least, most=most)
                return [self._pick(word, items) for word in line.split()]
            case Number(least=least, most=most, refused=refused, noun=noun):
                self._tell_refused(refused, noun)
                return self._whole(
                    self._line(question, "terminal.number", least=least, most=most), ""
                )
            case Split(over=over, refused=refused, noun=noun):
                items = self._list([i for i in over if i not in refused], refused, noun)
                line = self._line(question, "terminal.split", amount=choice.amount)
                pairs = [word.partition("=") for word in line.split()]
                return {
                    str(self._pick(place, items)): self._whole(amount, place)
                    for place, _, amount in pairs
                }
            case Point():
                return self._place(self._line(question, "terminal.point"))
            case Composed():
                labels = dict(enumerate(choice.listed(), start=1))
                for number, one in labels.items():
                    label = self.wording.say(one.key, **one.args)
                    self.console.print(f"  {number}) {label}", markup=False)
                line = self._line(question, "terminal.composed")
                return self._pick(line, labels).answer if line.isdigit() else line
            case Path():
                line = self._line(question, "terminal.path")
                return [self._place(part) for part in line.split(",") if part.strip()]
        raise TypeError(f"the terminal cannot ask for a {type(choice).__name__}")

    def _part(self, question: Question, name: str, part: Choice) -> Answer:
        """A part with a single answer is not asked for; whatever else is there has its reason."""
        offers = part.offers()
        refused = list(_refused_in(part))
        alone = len(offers) == 1 and not isinstance(part, Path | Point)
        if not alone or refused:
            self._say("terminal.part", part=self.wording.field(name))
        if not alone:
            return self._answer(question, part)
        for reasons, noun in refused:
            self._tell_refused(reasons, noun)
        return offers[0]

    def _line(self, question: Question, key: str, **args: object) -> str:
        """A line of input; a single letter may be a command instead of an answer."""
        while True:
            line = self.read(f"{self.wording.say(key, **args)} > ").strip()
            if line == "?":
                self._show_rule(question.rule)
            elif line == "t":
                self._show_table(question.seat)
            elif line == "u":
                self._undo(question.seat)
            elif line == "q":
                raise Leave
            else:
                return line

    def _pick(self, word: str, items: dict[int, Any]) -> Any:
        number = self._whole(word, "")
        if not items:
            raise Refused(Refusal("boomtown.choice.offered", value=number))
        if number not in items:
            least, most = min(items), max(items)
            raise Refused(Refusal("boomtown.choice.range", value=number, least=least, most=most))
        return items[number]

    def _whole(self, word: str, field: str) -> int:
        try:
            return int(word)
        except ValueError:
            raise InvalidAnswer(field, repr(word)) from None

    def _place(self, text: str) -> list[int]:
        return [self._whole(word, "") for word in text.split()]

    def _undo(self, seat: Seat) -> None:
        try:
            self.match.undo(seat)
        except Refused as error:
            self._say_refused(error.refusal)
        else:
            length = len(self.match.log)
            self.shown = {who: min(shown, length) for who, shown in self.shown.items()}
            self._say("terminal.undone")
            raise _Undone

    # --- showing ------------------------------------------------------------------------------

    def _list(self, items: list[Any], refused: Mapping[Any, Refusal], noun: str) -> dict[int, Any]:
        """Shows what there is to choose; things that have a number of their own keep it.

        Such a thing can be named although it is refused: the choice says why.
        """
        own = noun != "seat" and all(isinstance(item, int) for item in (*items, *refused))
        numbered = {item if own else place: item for place, item in enumerate(items, start=1)}
        for number, item in numbered.items():
            self.console.print(f"  {number}) {self.wording.name(noun, item)}", markup=False)
        self._tell_refused(refused, noun)
        return numbered | {item: item for item in refused} if own else numbered

    def _tell_refused(self, refused: Mapping[Any, Refusal], noun: str) -> None:
        """Shows what stands there and cannot be chosen, each with its reason."""
        for item, refusal in refused.items():
            why = self.wording.refusal(refusal)
            name = self.wording.name(noun, item)
            self.console.print(f"  -  {name}: {why} [{refusal.rule}]", style="dim", markup=False)

    def _tell_news(self) -> None:
        seat = self.at_keyboard
        for entry in self.match.log.visible_to(seat, self.shown.get(seat, 0)):
            self.console.print(f"  {self.wording.entry(entry)}", style="dim", markup=False)
        self.shown[seat] = len(self.match.log)

    def _show_table(self, seat: Seat) -> None:
        for line in table_lines(self.match.view(seat).state, self.wording):
            self.console.print(line, style="cyan", markup=False)

    def _show_rule(self, id: str) -> None:
        book = platform_rulebook() if id.startswith("boomtown.") else self.book
        rule = book.rule(id, self.wording.language)
        self.console.print(f"{rule.title} [{rule.id}]\n{rule.text}", markup=False)

    def _say(self, key: str, **args: object) -> None:
        self.console.print(self.wording.say(key, **args), markup=False)

    def _say_refused(self, refusal: Refusal) -> None:
        self._say("terminal.refused", why=self.wording.refusal(refusal), rule=refusal.rule)


def _refused_in(choice: Choice) -> Iterator[tuple[Mapping[Any, Refusal], str]]:
    """Everything that is refused in a choice and in those it is made of, with the nouns."""
    match choice:
        case Combination(parts=parts):
            for part in parts.values():
                yield from _refused_in(part)
        case Alternatives(options=options):
            if choice.refused:
                yield choice.refused, choice.noun
            for option in options.values():
                yield from _refused_in(option)
        case OneOf() | Several() | Number() | Split():
            if choice.refused:
                yield choice.refused, choice.noun


class _Undone(Exception):
    """The last answer was taken back: the table asks again."""
