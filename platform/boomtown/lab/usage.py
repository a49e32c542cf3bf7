"""What bots use of a game: how often each rule applies, and what is chosen, told and left lying.

Rules are noted by the observer of a match. Answers are taken apart by their choices, so that every
item of every question is counted; lines of the log by their sentences, which say what kind of thing
they mention. Whatever the rulebook names and nobody used stands there with a zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from string import Formatter
from typing import Any

from msgspec import Struct

from boomtown.bots.kinds import RANDOM, answer_of, make_bot
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer, Choice, OneOf, Several, refuses
from boomtown.core.combined import Alternatives, Combination
from boomtown.core.errors import GameFault
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.observer import Observer
from boomtown.core.record import By
from boomtown.lab.reach import settings_in_turn
from boomtown.rulebook.book import FIRST_LANGUAGE, Rulebook
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import ANYTHING

NUMBERED = "#"
"""All items that are numbers, such as seats and dice: which one it was says nothing about rules."""
NONE = "-"
"""An answer that chooses nothing of several."""


class Count(Struct, frozen=True):
    """How often something happened."""

    times: int
    matches: int
    """In how many matches."""


class Chosen(Struct, frozen=True):
    """How often an item was chosen of those who could."""

    times: int
    offered: int
    """How many questions had it; as often as chosen, where items cannot be listed."""


class Usage(Struct, frozen=True, kw_only=True):
    """What bots of a kind used of a game in so many matches."""

    game: str
    version: str
    bots: str
    seed: str
    matches: int
    rules: dict[str, Count]
    """Every rule of the book; how often it applied is counted once an answer."""
    answers: dict[str, dict[str, dict[str, Chosen]]]
    """By the rule that asks, by noun: the items."""
    things: dict[str, dict[str, Count]]
    """By noun: everything that the rulebook names and lines of the log can mention."""

    def unused_rules(self) -> list[str]:
        """The rules that never applied."""
        return [rule for rule, count in self.rules.items() if not count.times]

    def unused_answers(self) -> list[tuple[str, str, str]]:
        """Rule, noun and item of what was offered and never chosen."""
        return [
            (rule, noun, item)
            for rule, nouns in self.answers.items()
            for noun, items in nouns.items()
            for item, chosen in items.items()
            if not chosen.times
        ]

    def unused_things(self) -> list[tuple[str, str]]:
        """Noun and name of what no line of the log mentioned."""
        return [
            (noun, name)
            for noun, names in self.things.items()
            for name, count in names.items()
            if not count.times
        ]


# --- taking answers and lines apart ---------------------------------------------------------------

Item = tuple[str, str]
"""A noun, and what was chosen or mentioned of it."""


def _item(value: object) -> str:
    return str(value) if isinstance(value, str) else NUMBERED


def items_of(choice: Choice, answer: Answer) -> Iterator[Item]:
    """What an answer chooses."""
    if isinstance(choice, OneOf):
        yield choice.noun, _item(answer)
    elif isinstance(choice, Several):
        for item in answer:
            yield choice.noun, _item(item)
        if not answer:
            yield choice.noun, NONE
    elif isinstance(choice, Alternatives):
        for option, inner in answer.items():
            yield choice.noun, option
            yield from items_of(choice.options[option], inner)
    elif isinstance(choice, Combination):
        for part, inner in answer.items():
            yield from items_of(choice.parts[part], inner)
    elif isinstance(answer, dict):
        for name, value in answer.items():
            yield str(name), _item(value)
    else:
        yield choice.kind, NUMBERED


def offered_by(choice: Choice) -> Iterator[Item]:
    """What a question has to choose from, where that can be listed."""
    if isinstance(choice, OneOf):
        yield from ((choice.noun, _item(item)) for item in choice.offers())
    elif isinstance(choice, Several):
        allowed = [item for item in choice.of if not refuses(choice.refused, item)]
        yield from ((choice.noun, _item(item)) for item in allowed)
        if not choice.least:
            yield choice.noun, NONE
    elif isinstance(choice, Alternatives):
        for option, inner in choice.options.items():
            yield choice.noun, option
            yield from offered_by(inner)
    elif isinstance(choice, Combination):
        for part in choice.parts.values():
            yield from offered_by(part)


class _Mentions:
    """Which values of which lines of the log are names of things."""

    def __init__(self, book: Rulebook) -> None:
        told = book.languages[FIRST_LANGUAGE]
        self.names = told.names
        self.fields = {
            key: [
                (field, noun)
                for _, field, noun, _ in Formatter().parse(template)
                if field is not None and noun in told.names
            ]
            for key, template in told.log.items()
        }

    def all(self) -> Iterator[Item]:
        """Everything that could be mentioned."""
        nouns = {noun for fields in self.fields.values() for _, noun in fields}
        names = ((noun, name) for noun in sorted(nouns) for name in self.names[noun])
        return (thing for thing in names if thing[1] != ANYTHING)

    def of(self, entry: Entry) -> Iterator[Item]:
        """The things that a line mentions."""
        for field, noun in self.fields.get(entry.key, ()):
            value = entry.args.get(field)
            for one in value if isinstance(value, list) else [value]:
                if str(one) in self.names[noun]:
                    yield noun, str(one)


# --- playing and counting -------------------------------------------------------------------------


class _Rules(Observer):
    """Counts each rule once an answer, however many steps and lines cite it."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self._last: dict[str, int] = {}

    def reaches(self, match: Match[Any], rule: str) -> None:
        if self._last.get(rule) != match.number:
            self._last[rule] = match.number
            self.times[rule] += 1


class _Tally:
    """The counts of all matches."""

    def __init__(self, book: Rulebook) -> None:
        self.mentions = _Mentions(book)
        self.rules: Counter[str] = Counter()
        self.rule_matches: Counter[str] = Counter()
        self.chosen: Counter[tuple[str, str, str]] = Counter()
        self.offered: Counter[tuple[str, str, str]] = Counter()
        self.things: Counter[Item] = Counter()
        self.thing_matches: Counter[Item] = Counter()

    def play(
        self,
        game: Game[Any, Any],
        kind: str,
        seats: int,
        options: dict[str, object],
        chance: Chance,
    ) -> None:
        """One match between bots of a kind."""
        rules = _Rules()
        bots = [make_bot(game, kind, chance.another()) for _ in range(seats)]
        match = Match.unrecorded(game, seats, options, chance=chance.another(), observer=rules)
        while match.outcome is None:
            seat = match.asked()[0]
            question = match.question(seat)
            assert question is not None, "the seat is asked"
            answer = answer_of(bots[seat], match, seat, chance)
            self._note(question.rule, question.choice, answer)
            match.answer(seat, answer, by=By.BOT)
            if match.number > game.longest:
                raise GameFault(f"{game.id}: no end after {game.longest} answers")
        self.rules.update(rules.times)
        self.rule_matches.update(rules.times.keys())
        mentioned = Counter(thing for entry in match.log for thing in self.mentions.of(entry))
        self.things.update(mentioned)
        self.thing_matches.update(mentioned.keys())

    def _note(self, rule: str, choice: Choice, answer: Answer) -> None:
        read = choice.read(answer)
        chosen = {(rule, *item) for item in items_of(choice, read)}
        self.chosen.update(chosen)
        self.offered.update(chosen | {(rule, *item) for item in offered_by(choice)})

    def answers(self) -> dict[str, dict[str, dict[str, Chosen]]]:
        """The items of every question."""
        found: dict[str, dict[str, dict[str, Chosen]]] = {}
        for place in sorted(self.offered):
            rule, noun, item = place
            counted = Chosen(self.chosen[place], self.offered[place])
            found.setdefault(rule, {}).setdefault(noun, {})[item] = counted
        return found

    def mentioned(self) -> dict[str, dict[str, Count]]:
        """The things that lines of the log can mention."""
        found: dict[str, dict[str, Count]] = {}
        for thing in self.mentions.all():
            noun, name = thing
            found.setdefault(noun, {})[name] = Count(self.things[thing], self.thing_matches[thing])
        return found


def usage(
    game: Game[Any, Any],
    matches: int,
    seed: str,
    *,
    bots: str = "",
    options: Mapping[str, object] | None = None,
    seats: Sequence[int] = (),
    progress: Callable[[int], None] = lambda played: None,
) -> Usage:
    """Counts what bots of a kind use, over all numbers of seats and sets of options in turn.

    Without a kind it is the game's own first bot. With options only these are played.
    """
    kind = bots or next(iter(game.bots), RANDOM)
    make_bot(game, kind, Chance.seeded("check"))
    book = book_of(game)
    tally = _Tally(book)
    for number, (count, chosen) in enumerate(
        islice(cycle(settings_in_turn(game, options, seats)), matches)
    ):
        tally.play(game, kind, count, chosen, Chance.seeded(seed, number))
        progress(1)
    return Usage(
        game=game.id,
        version=game.version,
        bots=kind,
        seed=seed,
        matches=matches,
        rules={rule: Count(tally.rules[rule], tally.rule_matches[rule]) for rule in book.ids},
        answers=tally.answers(),
        things=tally.mentioned(),
    )
