"""A match: one play of a game.

A match is state, agenda, chance and log. ``advance`` runs steps until somebody must answer;
``answer`` takes an answer, judged by the choice that was offered. Steps use the verbs in the
middle of the class (``then``, ``tell``, ``show``, ``end`` …), everybody else the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic

import msgspec

from boomtown.core.before import Before, Disclosure
from boomtown.core.chance import Chance, fresh_seed
from boomtown.core.chapter import BEGUN, Opening
from boomtown.core.choice import Answer, Choice, OneOf
from boomtown.core.codec import Codec, canonical_hash, codec_of
from boomtown.core.errors import Arg, GameFault, InvalidOption, InvalidSeats, Refusal, Refused
from boomtown.core.game import Game, S
from boomtown.core.log import Entry, Log
from boomtown.core.observer import Observer
from boomtown.core.options import Options, read_options
from boomtown.core.outcome import Outcome
from boomtown.core.record import By, Line, Record, plain
from boomtown.core.seats import Seat
from boomtown.core.secret import Secret, bits, exchange, secrets_in, settle
from boomtown.core.sight import Sight
from boomtown.core.step import PASS, Step, Waits
from boomtown.core.view import Lens, Prompt, Question, View

REDRAW_TRIES = 10_000
MOST_STEPS = 100_000
"""Steps without a question, after which a game is said to run in circles."""
LONGEST_WAY_BACK = 200
"""How many answers in a row can be taken back at once; further ones are played from the start."""


class Match(Generic[S]):
    """One play of a game."""

    __slots__ = (
        "_choices",
        "_codec",
        "_fault",
        "_sight",
        "_unsealed",
        "agenda",
        "chance",
        "disclosed",
        "excerpt",
        "game",
        "last_seat",
        "log",
        "moment",
        "number",
        "observer",
        "options",
        "outcome",
        "quiet",
        "record",
        "seats",
        "state",
        "undoable",
        "way_back",
    )

    def __init__(
        self,
        game: Game[S, Any],
        seats: int,
        options: Options,
        state: S,
        agenda: list[Step],
        chance: Chance,
        log: Log | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.state = state
        self.agenda = agenda
        """The steps to come; the last one is next."""
        self.chance = chance
        self.log = Log() if log is None else log
        self.number = 0
        """How many answers have been given. Nobody but the server may know."""
        self.moment = 0
        """How many questions have been settled: what everybody may count."""
        self.outcome: Outcome | None = None
        self.quiet = False
        """Whether nobody will read it: no log, no record, no way back. Searches play such ones."""
        self.excerpt = False
        """Whether it is only a part of a match, as a test arranges it: it may run out of steps."""
        self.record: Record | None = None
        self.observer: Observer | None = None
        """Who looks on, if anybody does; a copy of the match has nobody."""
        self.disclosed: list[Disclosure] = []
        """What the last answer made known, in order."""
        self.undoable = 0
        """How many of the last answers their seat may take back."""
        self.last_seat: Seat | None = None
        """The seat that gave the last answer."""
        self.way_back: list[Before] = []
        """The way back, from answer to answer; it ends where something was learned."""
        self._unsealed = False
        self._choices: dict[Seat, Choice] = {}
        self._codec: Codec[S] = codec_of(game)
        self._fault: str | None = None
        self._sight: Sight[S] | None = None

    # --- beginning ---------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game[S, Any],
        seats: int,
        options: dict[str, object] | Options | None = None,
        *,
        seed: bytes | None = None,
        contributions: Iterable[str] = (),
    ) -> Match[S]:
        """A new match, recorded, advanced to its first question."""
        chosen = checked_options(game, seats, options)
        seed = fresh_seed() if seed is None else seed
        record = Record.opened(game, seats, chosen, seed, contributions)
        match = cls.unrecorded(game, seats, chosen, chance=record.chance())
        record.heading = msgspec.structs.replace(record.heading, start=match.hash())
        match.record = record
        return match

    @classmethod
    def unrecorded(
        cls,
        game: Game[S, Any],
        seats: int,
        options: dict[str, object] | Options | None = None,
        *,
        chance: Chance,
        observer: Observer | None = None,
    ) -> Match[S]:
        """A new match that nobody will ask to see again: for simulations, and tests with dice."""
        chosen = checked_options(game, seats, options)
        match = cls(game, seats, chosen, game.setup(seats, chosen, chance), [], chance)
        match.observer = observer
        match.then(game.opening())
        match.advance()
        return match

    @classmethod
    def reopened(
        cls, game: Game[S, Any], seats: int, opening: Opening, chance: Chance, number: int
    ) -> Match[S]:
        """The match as a chapter begins, advanced to its first question.

        ``chance`` is the stream of the match; ``number`` counts the lines before the chapter.
        """
        state, agenda = codec_of(game).read(opening.opening)
        options = checked_options(game, seats, opening.opening.options)
        stream = Chance(chance.key, opening.drawn)
        match = cls(game, seats, options, state, agenda, stream, Log(opening.log))
        match.log.page = opening.page
        match.number = number + 1
        match.moment = opening.moment + 1  # what was meant for a question before is not for this
        match.tell(BEGUN, version=opening.version, before=opening.before)
        match.advance()
        return match

    @classmethod
    def replayed(cls, game: Game[S, Any], record: Record, upto: int | None = None) -> Match[S]:
        """The match as it stood after the first lines of its record (all of them without upto).

        It begins with the chapter that these lines end in. The answers are judged again, but
        hashes are not compared: that is ``verify``'s work.
        """
        chapter = record.chapters(upto)[-1]
        record.check_version(game, chapter)
        heading, chance = record.heading, record.chance()
        if chapter.opening is None:
            match = cls.unrecorded(game, heading.seats, dict(heading.options), chance=chance)
        else:
            match = cls.reopened(game, heading.seats, chapter.opening, chance, chapter.first - 1)
        for number, line in record.standing(upto):
            if number < chapter.first:
                continue
            match.number = number
            if line.by is By.CLOCK:
                match.time_out(line.seat)
            else:
                match.answer(line.seat, line.answer, by=line.by)
        match.record = Record(heading, record.seed, record.lines[:upto])
        match.number = len(match.record.lines)
        return match

    # --- playing -----------------------------------------------------------------------------

    def advance(self) -> None:
        """Runs steps until somebody must answer or the match is over."""
        agenda = self.agenda
        for _ in range(MOST_STEPS):
            if self.outcome is not None:
                return
            if not agenda:
                if self.excerpt:
                    return
                raise self._faulty("nothing is left to do, and nobody has won")
            step = agenda[-1]
            if self.observer is not None:
                self.observer.reaches(self, step.rule)
            try:
                if isinstance(step, Waits) and (waiting := step.waiting()):
                    if not step.forced or len(only := self.choice(waiting[0]).offers()) != 1:
                        return
                    self._give(step, waiting[0], only[0])
                else:
                    agenda.pop()
                    if self.observer is not None:
                        self.observer.begins(self, step)
                    step.run(self)
            except Exception as error:  # a mistake in the game: name the step, then give up
                raise self._faulty(_told(self.game.package, step, error)) from error
        names = ", ".join(type(step).__name__ for step in reversed(agenda[-3:]))
        problem = f"{MOST_STEPS} steps without a question or an end; next: {names}"
        raise self._faulty(problem, circling=type(agenda[-1]) if agenda else None)

    def answer(
        self, seat: Seat, raw: object, *, number: int | None = None, by: By = By.PLAYER
    ) -> None:
        """Takes an answer, or raises ``InvalidAnswer`` or ``Refused`` and changes nothing.

        ``number`` is the question that is meant (``Question.number``): a click on an old page is
        refused. Answers that others seal meanwhile do not change it.
        """
        answer = self.judged(seat, raw, number=number)
        step = self.agenda[-1]
        assert isinstance(step, Waits), "somebody is asked"
        self._take(step, seat, answer, by)

    def judged(self, seat: Seat, raw: object, *, number: int | None = None) -> Answer:
        """The answer in its proper form, as it would be taken now; raises like ``answer``."""
        self._asked(seat, number)
        choice = self.choice(seat)
        answer = choice.read(raw)
        if refusal := choice.refusal(answer):
            raise Refused(refusal)
        return answer

    def time_out(self, seat: Seat, *, number: int | None = None) -> None:
        """Answers for a seat that did not: the rule's default, recorded as the clock's answer."""
        step = self._asked(seat, number)
        self._take(step, seat, step.default(self, seat), By.CLOCK)

    def default(self, seat: Seat, *, number: int | None = None) -> Answer:
        """What the rule answers for a seat that does not."""
        return self._asked(seat, number).default(self, seat)

    def _asked(self, seat: Seat, number: int | None) -> Waits:
        """The step that waits for this seat's answer."""
        if self._fault:
            raise GameFault(self._fault)
        if self.outcome is not None:
            raise Refused(Refusal("boomtown.answer.over"))
        if number is not None and number != self.moment:
            raise Refused(Refusal("boomtown.answer.number", number=number, now=self.moment))
        step = self.waits()
        if not step.may_answer(seat):
            if step.given(seat) is not None:
                raise Refused(Refusal("boomtown.answer.sealed", seat=seat))
            raise Refused(Refusal("boomtown.answer.turn", seat=seat))
        return step

    def take(self, seat: Seat, offer: Answer) -> None:
        """Takes an answer that the seat's choice has offered, and does not judge it again.

        For searches, which try thousands of offers: only a quiet match takes them like this.
        """
        if not self.quiet:
            raise ValueError("only a quiet match takes an answer unjudged")
        # Offers are kept and offered again: a step that keeps its answer has one of its own.
        offer = _own(offer) if type(offer) is list or type(offer) is dict else offer
        self._take_quietly(self.waits(), seat, offer)

    def _take_quietly(self, step: Waits, seat: Seat, answer: Answer) -> None:
        self.number += 1
        self.moment += step.settles(seat)
        self.agenda.pop()
        self._choices.clear()
        try:
            step.take(self, seat, answer)
        except Exception as error:  # a mistake in the game: name the step, then give up
            raise self._faulty(_told(self.game.package, step, error)) from error
        self.advance()

    def _take(self, step: Waits, seat: Seat, answer: Answer, by: By) -> None:
        if self.quiet:
            self._take_quietly(step, seat, answer)
            return
        drawn = self.chance.drawn
        of_seat = by is By.PLAYER or (by is By.RULE and self.undoable > 0)
        before = self._kept() if self.record is not None and of_seat else None
        self.number += 1
        self.moment += step.settles(seat)
        self.disclosed.clear()
        self._unsealed = False
        if self.observer is not None:
            self.observer.takes(self, seat)
        try:
            self._give(step, seat, answer)
        except Exception as error:  # a mistake in the game: name the step, then give up
            raise self._faulty(_told(self.game.package, step, error)) from error
        self.advance()
        learned = self.disclosed or self._unsealed or self.chance.drawn != drawn
        final = learned or not of_seat
        if by is By.RULE and not final:
            self.undoable += 1  # it belongs to the answer before, whoever gave that one
        else:
            self.undoable = 0 if final else 1 + (self.undoable if seat == self.last_seat else 0)
            self.last_seat = seat
        if final:
            self.way_back.clear()
        elif before is not None:
            self.way_back.append(before)
            del self.way_back[:-LONGEST_WAY_BACK]
        if self.record is not None:
            self.record.lines.append(Line(seat, by, plain(answer), self.hash()))

    def _give(self, step: Waits, seat: Seat, answer: Answer) -> None:
        self.agenda.pop()
        self._choices.clear()
        if self.observer is not None:
            self.observer.begins(self, step)
        step.take(self, seat, answer)

    def undo(self, seat: Seat) -> None:
        """Takes the seat's last answer back, if nothing has been learned since.

        A roll, a reveal or another seat's answer is never undone. The record keeps both the
        answer and the line that took it back.
        """
        if self.record is None:
            raise Refused(Refusal("boomtown.undo.recorded"))
        if not self.undoable or seat != self.last_seat:
            raise Refused(Refusal("boomtown.undo.learned", seat=seat))
        if not self.way_back:
            self._replay_way_back(self.record)
        before = self.way_back.pop()
        self.state, self.agenda = self._codec.unpack(before.body)
        self.log = self.log.upto(before.log)
        self.log.page = before.page
        self.moment, self.disclosed = before.moment, before.disclosed.copy()
        self.undoable, self.last_seat = before.undoable, before.last_seat
        self.outcome = None
        self._choices.clear()
        self.record.lines.append(Line(seat, By.UNDO, None, self.hash()))
        self.number = len(self.record.lines)

    def _kept(self) -> Before:
        """What it takes to come back to this moment."""
        return Before(
            self._codec.pack(self.state, self.agenda),
            len(self.log),
            self.log.page,
            self.moment,
            self.undoable,
            self.last_seat,
            self.disclosed.copy(),
        )

    def _replay_way_back(self, record: Record) -> None:
        """The way back of a match whose snapshot did not keep it: played again from the start."""
        *_, (last, _line) = record.standing()
        self.way_back.append(Match.replayed(self.game, record, last)._kept())

    def _faulty(self, problem: str, *, circling: type[Step] | None = None) -> GameFault:
        self._fault = f"{self.game.id}, after answer {self.number}: {problem}"
        return GameFault(self._fault, circling=circling)

    # --- what steps use ----------------------------------------------------------------------

    def then(self, *steps: Step) -> None:
        """Puts steps in front of the agenda; the first one given happens first."""
        if self.observer is not None:
            self.observer.plans(self, steps)
        if len(steps) == 1:
            self.agenda.append(steps[0])
        else:
            self.agenda.extend(reversed(steps))

    def tell(
        self,
        rule: str,
        key: str | None = None,
        /,
        to: Iterable[Seat] | None = None,
        passing: bool = False,
        **args: Arg,
    ) -> None:
        """Writes a line of the log, to everybody or to some seats.

        ``key`` picks one of several sentences of a rule; without it the rule's own is used. A
        line in passing can be read until the page is turned (``turn_page``); after the end
        everything can. So no value of a sentence can be called ``to`` or ``passing``.
        """
        if self.quiet:
            return
        if self.observer is not None:
            self.observer.reaches(self, rule)
        audience = None if to is None else _audience(rule, to)
        if type(passing) is not bool:
            raise TypeError(_MISNAMED.format(rule, "passing", passing, "is True or False"))
        line = f"{rule}.{key}" if key else rule
        self.log.add(Entry(rule, line, args, audience, self.moment, passing))

    def turn_page(self) -> None:
        """Begins a new page of the log: what was told in passing must be remembered now."""
        self.log.turn_page()

    def cite(self, rule: str) -> None:
        """Notes that a rule was applied that leaves no line in the log."""
        if self.observer is not None:
            self.observer.reaches(self, rule)

    def show(self, secret: Secret[Any], *seats: Seat) -> None:
        """Lets seats into a secret."""
        fresh = bits(seats) & ~secret.seats
        if fresh and not secret.public:
            self._disclose(fresh, secret)
            secret.seats |= fresh

    def reveal(self, secret: Secret[Any]) -> None:
        """Turns a secret face up for everybody, spectators included."""
        if not secret.public:
            self._disclose(None, secret)
            secret.public = True

    def _disclose(self, audience: int | None, secret: Secret[Any]) -> None:
        if self.quiet:
            return
        if self.observer is not None:
            self.observer.discloses(self, secret)
        self.disclosed.append(Disclosure(audience, secret.value, len(self.log)))

    def conceal(self, secret: Secret[Any]) -> None:
        """Turns a secret face down for everybody, as a card that is shuffled away."""
        secret.public = False
        secret.seats = 0

    def unsealed(self) -> None:
        """Notes that sealed answers have become known: none of them can be undone."""
        self._unsealed = True

    def end(
        self,
        rule: str,
        winners: Sequence[Seat],
        *,
        side: str | None = None,
        teams: dict[str, tuple[Seat, ...]] | None = None,
        ranks: Sequence[int] = (),
        scores: Sequence[int] = (),
    ) -> None:
        """Ends the match at once, and tells the log who won by which rule."""
        self.outcome = Outcome(rule, tuple(winners), side, teams or {}, tuple(ranks), tuple(scores))
        self.log.page = 0
        self.tell(rule, winners=list(winners), side=side)

    # --- looking -----------------------------------------------------------------------------

    @property
    def all_seats(self) -> list[Seat]:
        """Every seat of the table, in order."""
        return [Seat(seat) for seat in range(self.seats)]

    def asked(self) -> list[Seat]:
        """The seats whose answer is missing. For the server: seats see ``view.prompt``."""
        return [] if self.outcome is not None else self.waits().waiting()

    @property
    def hushed(self) -> bool:
        """Whether nobody may know who has answered the present question: its time must not tell."""
        return self.outcome is None and self.waits().hushes(self)

    @property
    def strict(self) -> bool:
        """Whether nobody's bank counts for the present question, and only its own time does."""
        return self.outcome is None and self.waits().strict

    @property
    def lasting(self) -> bool:
        """Whether the present question stays open for its whole time, however soon all answer."""
        return self.outcome is None and self.waits().lasts(self)

    def nothing_to_choose(self, seat: Seat) -> bool:
        """Whether everybody can tell that the seat has only one answer now."""
        return self.outcome is None and self.waits().nothing_to_choose(self, seat)

    def spares(self, seat: Seat, *, alone: bool) -> list[Answer]:
        """What need not be asked of a seat, alone in a list, where giving it tells nobody anything:
        its only answer, or the default of a question that is not worth asking.

        ``alone`` is whether only bots play beside it. A hushed question has a time of its own.
        """
        step = self.waits()
        if not step.worth_asking(self, seat):
            return [step.default(self, seat)]
        only = self.choice(seat).only()
        told = not (alone or self.hushed or self.nothing_to_choose(seat))
        return [] if told else only

    def routine(self, seat: Seat) -> list[Answer]:
        """What lets the present question go by, alone in a list; nothing where it cannot."""
        step = self.waits()
        if step.routine:
            return [step.default(self, seat)]
        choice = self.choice(seat)
        return [PASS] if isinstance(choice, OneOf) and PASS in choice.offers() else []

    def waits(self) -> Waits:
        """The step that waits for answers."""
        if self.excerpt and not self.agenda:
            return Waits()
        step = self.agenda[-1]
        assert isinstance(step, Waits), "advance() has not been called"
        return step

    def choice(self, seat: Seat) -> Choice:
        """What the seat may answer now."""
        choice = self._choices.get(seat)
        if choice is None:
            choice = self._choices[seat] = self.waits().choice(self, seat)
        return choice

    def question(self, seat: Seat) -> Question | None:
        """What the seat is asked now, or may still change its mind about; None if nothing."""
        if self.outcome is not None or not (step := self.waits()).may_answer(seat):
            return None
        return Question(
            seat,
            self.moment,
            step.rule,
            step.key,
            step.args(self),
            self.choice(seat),
            step.given(seat),
            step.time(self),
        )

    def prompt(self) -> Prompt | None:
        """What everybody sees of the question that the table waits for."""
        if self.outcome is not None or not self.agenda:
            return None
        step = self.waits()
        return Prompt(step.rule, step.key, step.args(self), step.shown_waiting(), step.time(self))

    def history(self) -> list[Entry]:
        """What everybody has been told so far, also in passing; a quiet match has none."""
        return [entry for entry in self.log if entry.to is None]

    def view(self, seat: Seat | None) -> View[S]:
        """What the seat may know; ``None`` is a spectator."""
        return self.lens().view(seat)

    def views(self) -> list[View[S]]:
        """The views of all seats."""
        lens = self.lens()
        return [lens.view(seat) for seat in self.all_seats]

    def lens(self) -> Lens[S]:
        """The views of this moment, of all seats and spectators."""
        if self._sight is None:
            self._sight = Sight(self.game.state)
        shown = self._sight.now(self.state)
        seats, moment = self.seats, self.moment
        now = View(self.game.id, None, seats, moment, shown.public, self.prompt(), self.outcome)
        return Lens(now, shown)

    def hash(self) -> str:
        """The canonical hash of everything that decides how the match goes on."""
        return canonical_hash(self.state, self.agenda, self.outcome, self.chance.drawn)

    # --- copies ------------------------------------------------------------------------------

    def clone(self, *, quiet: bool = False) -> Match[S]:
        """A match that goes on exactly like this one, without its record.

        A quiet one has no log, either; whatever is a copy of a quiet one is quiet.
        """
        state, agenda = self._codec.copy(self.state, self.agenda)
        return self._twin(state, agenda, self.chance.fork(), quiet or self.quiet)

    def copier(self) -> Callable[[], Match[S]]:
        """What makes quiet copies, as many as are wanted: most of the work is done once."""
        another = self._codec.copies(self.state, self.agenda)
        chance = self.chance.fork()

        def copy() -> Match[S]:
            state, agenda = another()
            return self._twin(state, agenda, chance.fork(), True)

        return copy

    def imagine(self, seat: Seat | None, chance: Chance, *, quiet: bool = True) -> Match[S]:
        """A table as it could be for all the seat knows, with dice of its own.

        ``chance`` draws the hidden values and the dice to come; the real stream is never used.
        It is quiet, unless somebody wants to read what happens there.
        """
        state, agenda = self._codec.copy(self.state, self.agenda)
        twin = self._twin(state, agenda, chance.another(), quiet or self.quiet)
        twin.redraw(seat, chance)
        for step in twin.agenda:
            if isinstance(step, Waits):
                step.forget(seat)
        return twin

    def _twin(self, state: S, agenda: list[Step], chance: Chance, quiet: bool) -> Match[S]:
        """The same match with other contents, at the same place."""
        log = None if quiet else self.log.copy()
        twin = Match(self.game, self.seats, self.options, state, agenda, chance, log)
        twin.quiet = quiet
        twin.excerpt = self.excerpt
        twin.number, twin.moment = self.number, self.moment
        twin.outcome = self.outcome
        return twin

    def put(self, state: S) -> None:
        """Puts another state on the table: for tests and benches, which arrange one."""
        self.state = state
        self._choices.clear()

    def redraw(self, seat: Seat | None, chance: Chance) -> None:
        """Exchanges, inside each pool, the hidden values that the seat cannot know."""
        self._choices.clear()
        if self.game.redraw is not None:
            self.game.redraw(self.state, seat, chance)
            return
        plausible = self.game.plausible
        secrets = secrets_in(self.state) + secrets_in(self.agenda)
        settle(secrets, seat)
        for _ in range(REDRAW_TRIES):
            exchange(secrets, seat, chance)
            if plausible is None or plausible(self.state):
                return
        raise GameFault(f"{self.game.id}: no plausible table in {REDRAW_TRIES} tries")


def _own(answer: Answer) -> Answer:
    """The same answer, as nobody else has it."""
    if type(answer) is list:
        return [_own(part) for part in answer]
    if type(answer) is dict:
        return {name: _own(part) for name, part in answer.items()}
    return answer


_MISNAMED = (
    "match.tell({0!r}, {1}={2!r}): {1!r} {3}; a value that the sentence mentions needs another name"
)


def _audience(rule: str, to: Iterable[Seat]) -> tuple[Seat, ...]:
    """Who reads a line. What is no list of seats was meant for the sentence."""
    if isinstance(to, str) or not isinstance(to, Iterable):
        raise TypeError(
            _MISNAMED.format(rule, "to", to, "is a list of the seats that read the line")
        )
    return tuple(to)


def _told(package: str, step: Step, error: Exception) -> str:
    """A fault with the last place in the game's own files, for its author."""
    roots = {package.partition(".")[0], type(step).__module__.partition(".")[0]} - {"boomtown"}
    own, where, trace = "", "?", error.__traceback__
    while trace is not None:
        where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        if str(trace.tb_frame.f_globals.get("__name__")).partition(".")[0] in roots:
            own = where
        trace = trace.tb_next
    where = own or where
    return f"{type(step).__name__}: {type(error).__name__}: {error} ({where})"


def checked_options(
    game: Game[Any, Any], seats: int, options: dict[str, object] | Options | None
) -> Options:
    """The options of a match, read and checked against the number of seats."""
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise InvalidSeats(f"{game.id} is for {least} to {most} players, not {seats}")
    kind: type[Options] = game.options
    chosen = options if isinstance(options, Options) else read_options(kind, options or {})
    if not isinstance(chosen, kind):
        raise InvalidOption(type(chosen).__name__, f"these are not the options of {game.id}")
    if refusal := chosen.refusal(seats):
        raise Refused(refusal)
    return chosen
