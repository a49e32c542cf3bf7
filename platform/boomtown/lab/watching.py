"""One match, watched while it is played: who decides how much, waits how long, and is out when.

Somebody is out when the log tells it: by a rule with the mechanic ``player_elimination`` and a
value ``seat``, before the end. Whoever is the first to be asked alone, once the rounds have begun,
goes first: zones picked and figures placed before that are set-up.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from boomtown.bots.kinds import answer_of, make_bot, play_out
from boomtown.core.beat import Beat, lead
from boomtown.core.chance import Chance
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.observer import Observer
from boomtown.core.record import By
from boomtown.core.seats import Seat
from boomtown.core.step import Ask, Repeat, Step
from boomtown.plugins import find_game
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import book_of

OUT = "player_elimination"
"""The mechanic of the rules by which somebody is out."""


class Job(Struct, frozen=True):
    """What is played."""

    game: str
    seats: int
    seed: str
    kinds: tuple[str, ...]
    """The bots; several are mixed evenly at every table, and change seats."""
    options: dict[str, Any] = {}


class Played(Struct):
    """What was counted in one match."""

    decisions: int
    choices: list[int]
    waits: list[int]
    """Answers of others between two questions that somebody takes part in."""
    shows: list[tuple[int, ...]]
    """For each of these waits, for how many milliseconds the table showed what had happened before
    each question of the others, and last before one's own."""
    outs: dict[int, int]
    """By seat, how many answers had been given when it was out."""
    first: int | None
    """Who went first."""
    first_rule: str
    """The rule by which the first one was asked."""
    first_part: str
    """What nobody else was, such as ``role:sheriff``; empty if others were the same."""
    winners: tuple[int, ...]


class Mixed(Struct):
    """Who won a match between bots of several kinds."""

    kinds: tuple[str, ...]
    """By seat."""
    winners: tuple[int, ...]


class Rounds(Observer):
    """Knows whether the rounds of a match have begun, or it is still being set up."""

    def __init__(self) -> None:
        self.begun = False

    def begins(self, match: Match[Any], step: Step) -> None:
        self.begun = self.begun or isinstance(step, Repeat)


class Watch:
    """Counts one match while it is played; who goes first, if ``Rounds`` look on."""

    def __init__(
        self, match: Match[Any], out_rules: frozenset[str], beats: Mapping[str, Beat] | None = None
    ) -> None:
        self.match, self.out_rules, self.beats = match, out_rules, beats or {}
        self.choices: list[int] = []
        self.waits: list[int] = []
        self.shows: list[tuple[int, ...]] = []
        self.firsts: dict[bool, tuple[Seat, str]] = {}
        """Who was asked alone first, and by which rule: before the rounds, and in them."""
        self.outs: dict[int, int] = {}
        self.lines = self.shown = 0
        self.moment, self.given = -1, 0
        self.leads: list[int] = []
        """For each question so far, how long the table showed what led to it."""
        self.before: dict[Seat, tuple[int, int]] = {}
        """By seat, how many answers and questions there had been after the last one of its own."""
        self.asked: set[Seat] = set()
        self.alone: Seat | None = None
        """Who alone was asked before, in the open."""

    def decision(self, seat: Seat) -> None:
        """Somebody is about to answer."""
        match = self.match
        if match.moment != self.moment:
            self._close_moment()
            self.moment, self.given = match.moment, match.number
            self.leads.append(lead(self.beats, match.log.since(self.shown)) if self.beats else 0)
            self.shown = len(match.log)
        step = match.agenda[-1]
        if seat not in self.asked:
            goes_on = self.alone == seat and isinstance(step, Ask)
            if seat in self.before and not goes_on:
                given, questions = self.before[seat]
                self.waits.append(self.given - given)
                self.shows.append(tuple(self.leads[questions:]))
            self.asked.add(seat)
        self.choices.append(len(match.choice(seat).offers()))
        if isinstance(step, Ask) and True not in self.firsts:
            rounds = match.observer
            begun = isinstance(rounds, Rounds) and rounds.begun
            self.firsts.setdefault(begun, (seat, step.rule))

    def _close_moment(self) -> None:
        now = (self.match.number, len(self.leads))
        self.before |= dict.fromkeys(self.asked, now)
        self.alone = next(iter(self.asked)) if len(self.asked) == 1 else None
        self.asked.clear()

    def answered(self) -> None:
        """Somebody has answered: who is out?"""
        match = self.match
        if match.outcome is None:
            for entry in match.log.since(self.lines):
                if (seat := self._out(entry)) is not None:
                    self.outs.setdefault(seat, match.number)
        self.lines = len(match.log)

    def _out(self, entry: Entry) -> int | None:
        seat = entry.args.get("seat")
        return seat if entry.rule in self.out_rules and isinstance(seat, int) else None

    def played(self) -> Played:
        """What was counted."""
        match = self.match
        assert match.outcome is not None, "the match is over"
        rounds = any(issubclass(step, Repeat) for step in match.game.steps)
        seat, rule = self.firsts.get(rounds, (None, ""))
        return Played(
            match.number,
            self.choices,
            self.waits,
            self.shows,
            self.outs,
            seat,
            rule,
            _only_part(match, seat),
            tuple(match.outcome.winners),
        )


def _only_part(match: Match[Any], seat: Seat | None) -> str:
    if seat is None or match.game.parts is None:
        return ""
    named = [f"{part.noun}:{part.name}" for part in match.game.parts(match.view(None))]
    return named[seat] if named.count(named[seat]) == 1 and named[seat] != ":" else ""


def out_rules(game: Game[Any, Any]) -> frozenset[str]:
    """The rules by which somebody is out."""
    rules = book_of(game).languages[FIRST_LANGUAGE].rules
    return frozenset(id for id, rule in rules.items() if OUT in rule.mechanics)


@cache
def beats_of(game: Game[Any, Any]) -> Mapping[str, Beat]:
    """How long a game's own table shows what happens; nothing for a game without one."""
    if game.page is None:
        return {}
    module, _, name = game.page.partition(":")
    beats: Mapping[str, Beat] = getattr(importlib.import_module(module), name).beats
    return beats


def _begun(game: Game[Any, Any], job: Job, number: int) -> tuple[Match[Any], Chance]:
    chance = Chance.seeded(job.seed, number)
    options = dict(job.options)
    match = Match.unrecorded(game, job.seats, options, chance=chance, observer=Rounds())
    return match, Chance.seeded(job.seed, number, "bots")


def play_one(game: Game[Any, Any], job: Job, number: int) -> Played:
    """The match with this number; the same number always gives the same match."""
    match, thoughts = _begun(game, job, number)
    bots = [make_bot(game, job.kinds[0], thoughts.another()) for _ in range(job.seats)]
    watch = Watch(match, out_rules(game), beats_of(game))
    while match.outcome is None:
        seat = match.asked()[0]
        watch.decision(seat)
        match.answer(seat, answer_of(bots[seat], match, seat, thoughts), by=By.BOT)
        watch.answered()
    return watch.played()


def seated(job: Job, number: int) -> list[str]:
    """A kind of bot for each seat: as many of each as can be, and others in the next match.

    >>> sorted(seated(Job("any", 2, "s", ("low", "high")), 7))
    ['high', 'low']
    """
    kinds = [job.kinds[(number + seat) % len(job.kinds)] for seat in range(job.seats)]
    Chance.seeded(job.seed, number, "seats").shuffle(kinds)
    return kinds


def mix_one(game: Game[Any, Any], job: Job, number: int) -> Mixed:
    """The match with this number between several kinds, likewise."""
    match, thoughts = _begun(game, job, number)
    kinds = seated(job, number)
    play_out(match, [make_bot(game, kind, thoughts.another()) for kind in kinds], thoughts)
    assert match.outcome is not None, "the match is over"
    return Mixed(tuple(kinds), tuple(match.outcome.winners))


def play_some(job: Job, first: int, count: int) -> list[Played]:
    """A few matches, in order."""
    game = find_game(job.game)
    return [play_one(game, job, number) for number in range(first, first + count)]


def mix_some(job: Job, first: int, count: int) -> list[Mixed]:
    """A few matches between several kinds, in order."""
    game = find_game(job.game)
    return [mix_one(game, job, number) for number in range(first, first + count)]
