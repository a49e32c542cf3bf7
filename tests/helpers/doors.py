"""The doors of a table: page, text table, form, API, terminal. Each says why not.

A door gets an answer that a rule forbids and gives back the reasons it tells, as rule and sentence.
"""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from flask import Flask
from rich.console import Console

from boomtown.core import (
    Alternatives,
    Choice,
    Combination,
    Composed,
    Game,
    Match,
    Number,
    OneOf,
    Ordered,
    Path,
    Point,
    Refusal,
    Seat,
    Several,
    Split,
)
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.terminal import Leave, Terminal
from boomtown.testing.plays import Play
from boomtown.web.tables.seating import make_table, start
from sites import site_of

Reason = tuple[str, str]
"""A rule, and its sentence."""
REASON = re.compile(r'<li data-thing="[^"]*">(.*?)</li>', re.DOTALL)
DRAFTED = re.compile(r'<p class="refusal">(.*?)</p>', re.DOTALL)
CITED = re.compile(r'<a class="rule"[^>]* data-rule="([^"]+)">.*?</a>', re.DOTALL)
LABELLED = re.compile(r'<svg[^>]*aria-label="([^"]*)".*?</svg>', re.DOTALL)
NAMED = re.compile(r"^.*?<span><b>.*?</b> ", re.DOTALL)
CAST = re.compile(r"\b([A-H]\d+) \([^()]*\)")
"""A figure with what it is, as the page tells of it."""
TAG = re.compile(r"<[^>]*>")
LISTED = re.compile(r"^ {2}-  (.*) \[([a-z_.]+)\]$", re.MULTILINE)


class Table:
    """A table where people sit on all seats, at which any match can be laid."""

    def __init__(self, app: Flask, game: Game[Any, Any], play: Play, language: str) -> None:
        site = site_of(app)
        self.game, self.play, self.language = game, play, language
        self.wording = Wording(book_of(game), language)
        names = [self.wording.seat(Seat(seat)) for seat in range(play.seats)]
        self._players = [site.people.add(name, language) for name in names]
        table = make_table(
            site,
            game,
            seats=play.seats,
            options=dict(play.options),
            host=self._players[0].id,
            language=language,
            clock="off",
            listed=True,
        )
        self.code = table.code
        for number, player in enumerate(self._players):
            site.tables.sit(self.code, number, player.id)
            table = site.tables.ask_always(self.code, player.id, on=True)
        tokens = [site.tables.new_token(self.code, number) for number in range(play.seats)]
        start(site, table)
        room = site.rooms.get(self.code)
        assert room is not None
        self.room = room
        self._browsers = [app.test_client() for _ in self._players]
        for browser, player in zip(self._browsers, self._players, strict=True):
            with browser.session_transaction() as session:
                session["player"], session["epoch"] = player.id, player.epoch
        self._program = app.test_client()
        self._headers = [
            {"Authorization": f"Bearer {token}", "Accept-Language": language} for token in tokens
        ]

    def lay(self, match: Match[Any]) -> None:
        """Puts a match on the table, in memory alone."""
        live = self.room.playing()
        live.match = match
        self.room.forget_shared()

    def sentence(self, refusal: Refusal) -> str:
        """What the rulebook says to it."""
        return self.wording.refusal(refusal)

    # --- doors ------------------------------------------------------------------------------------

    def page(self, seat: Seat, path: str = "") -> list[Reason]:
        """What stands on the page beside what cannot be chosen; ``/text`` is the text table."""
        return [_told(inner) for inner in REASON.findall(self.drawn(seat, path))]

    def drawn(self, seat: Seat, path: str = "") -> str:
        """The page as HTML."""
        with self._browsers[seat].get(f"/t/{self.code}{path}") as response:
            assert response.status_code == 200, response.status
            return str(response.get_data(as_text=True))

    def preview(self, seat: Seat, draft: dict[str, object]) -> list[Reason]:
        """What the board says to a draft."""
        with self._browsers[seat].post(f"/t/{self.code}/preview", json=draft) as response:
            assert response.status_code == 200, response.status
            told: Any = response.json
        return [_told(inner) for inner in DRAFTED.findall(told["html"])]

    def form(self, seat: Seat, choice: Choice, number: int, answer: object) -> list[Reason]:
        """What the form of the page gets, which is what a script sends over its socket."""
        fields = {"number": str(number)}
        for name, value in fields_for(choice, answer):
            fields[name] = value
        headers = {"Accept": "application/json"}
        address = f"/t/{self.code}/answer"
        with self._browsers[seat].post(address, data=fields, headers=headers) as response:
            return _refused(response)

    def api(self, seat: Seat, number: int, answer: object) -> list[Reason]:
        """What a program gets."""
        sent = {"number": number, "answer": answer}
        address, headers = f"/api/tables/{self.code}/answer", self._headers[seat]
        with self._program.post(address, json=sent, headers=headers) as response:
            return _refused(response)

    def described(self, seat: Seat) -> list[Reason]:
        """What a program is told with the question."""
        address, headers = f"/api/tables/{self.code}/view", self._headers[seat]
        with self._program.get(address, headers=headers) as response:
            told: Any = response.json
        found = [_refusal(one) for one in _refusals(told["question"])]
        return [(refusal.rule, self.sentence(refusal)) for refusal in found]

    def terminal(self, match: Match[Any], seat: Seat, answer: object) -> list[Reason]:
        """What somebody reads who plays at a keyboard and tries to give this answer."""
        told = io.StringIO()
        keyboard = Keyboard(told, self.wording, match.choice(seat), answer)
        terminal = Terminal(
            self.game,
            seats=match.seats,
            people=match.seats,
            bot="random",
            seed="doors",
            options=self.play.options,
            language=self.language,
            console=Console(file=told, width=2_000),
            read=keyboard.read,
        )
        terminal.match = match.clone()
        terminal.at_keyboard = seat
        terminal.shown[seat] = len(match.log)
        terminal.play()
        refused = self.wording.say("terminal.refused", why="\0", rule="\1")
        pattern = re.escape(refused).replace("\0", "(.*)").replace("\1", "([a-z_.]+)")
        found = [(rule, why) for why, rule in re.findall(pattern, told.getvalue())]
        for named, rule in LISTED.findall(told.getvalue()):
            ends = [mark.end() for mark in re.finditer(": ", named)]  # a name may have one, too
            found += [(rule, named[end:]) for end in ends]
        return found


class Keyboard:
    """Types an answer, part by part; what has no number cannot be typed, and then it stops."""

    def __init__(self, told: io.StringIO, wording: Wording, choice: Choice, answer: object) -> None:
        self._told = told
        self._wording = wording
        self._read = 0
        """How much of what was told has been read."""
        self._lines = self._typed(choice, answer)

    def read(self, prompt: str) -> str:
        """The next line that is typed."""
        line = next(self._lines, "q")
        self._read = len(self._told.getvalue())
        return line

    def _typed(self, choice: Choice, answer: Any) -> Iterator[str]:
        match choice:
            case Combination(parts=parts):
                for name, part in parts.items():
                    yield from self._part(part, answer[name])
            case Alternatives(options=options, noun=noun):
                [(name, inner)] = answer.items()
                yield self._number(noun, name)
                yield from self._part(options[name], inner)
            case OneOf(noun=noun):
                yield self._number(noun, answer)
            case Several(noun=noun):
                yield " ".join(self._number(noun, item) for item in answer)
            case Split(noun=noun):
                yield " ".join(f"{self._number(noun, item)}={n}" for item, n in answer.items())
            case Number():
                yield str(answer)
            case Composed():
                yield choice.written(choice.read(answer))

    def _part(self, part: Choice, answer: object) -> Iterator[str]:
        if len(part.offers()) > 1 or isinstance(part, Path | Point):
            yield from self._typed(part, answer)

    def _number(self, noun: str, item: object) -> str:
        """The number beside a thing; without one it stands there with its reason."""
        label = re.escape(self._wording.name(noun, item))
        listed = self._told.getvalue()[self._read :]
        found = re.findall(rf"^ {{2}}(\d+)\) {label}$", listed, re.MULTILINE)
        if not found:
            raise Leave
        return str(found[-1])


# --- what can be chosen, and what not -------------------------------------------------------------


def standing(choice: Choice) -> Iterator[object]:
    """Answers with what stands there although it may not be chosen, one thing each."""
    match choice:
        case Combination(parts=parts):
            usual = choice.default()
            for name, part in parts.items():
                yield from ({**usual, name: answer} for answer in standing(part))
        case Alternatives(options=options, refused=refused):
            yield from ({name: None} for name in refused if name not in options)
            for name, option in options.items():
                yield from ({name: answer} for answer in standing(option))
        case Several(refused=refused):
            yield from ([item] for item in refused)
        case OneOf(refused=refused) | Number(refused=refused):
            yield from refused
        case Split(refused=refused):
            yield from ({target: 1} for target in refused)


def is_composed(choice: Choice) -> bool:
    """Whether an answer is composed on the board or written down."""
    return isinstance(choice, Composed | Point | Path)


def fields_for(choice: Choice, answer: Any, name: str = "a") -> list[tuple[str, str]]:
    """What the page's form sends for an answer."""
    match choice:
        case Combination(parts=parts):
            return [
                pair
                for part, inner in parts.items()
                for pair in fields_for(inner, answer[part], f"{name}.{part}")
            ]
        case Alternatives(options=options):
            [(picked, inner)] = answer.items()
            within = f"{name}.{picked}"
            more = fields_for(options[picked], inner, within) if picked in options else []
            return [(name, picked), *more]
        case Ordered():
            return [
                (f"{name}.{json.dumps(item)}", str(rank + 1)) for rank, item in enumerate(answer)
            ]
        case Several():
            return [(name, json.dumps(item)) for item in answer]
        case OneOf() | Composed():
            return [(name, json.dumps(answer))]
        case Number():
            return [(name, str(answer))]
        case Split(over=over):
            amounts = {**dict.fromkeys(over, 0), **answer}
            return [(f"{name}.{target}", str(amount)) for target, amount in amounts.items()]
        case Point():
            return [(f"{name}.{axis}", str(n)) for axis, n in zip("xyz", answer, strict=False)]
        case Path():
            return [(name, ", ".join(" ".join(map(str, point)) for point in answer))]
    raise TypeError(choice)


# --- reading what was told ------------------------------------------------------------------------


def _told(inner: str) -> Reason:
    """A rule and its sentence, out of the HTML that tells them; an icon stands for its name."""
    rule = CITED.search(inner)
    assert rule is not None, inner
    words = LABELLED.sub(r"\1", NAMED.sub("", inner[: rule.start()]))
    return rule[1], CAST.sub(r"\1", " ".join(html.unescape(TAG.sub("", words)).split()))


def _refused(response: Any) -> list[Reason]:
    if response.status_code != 409:
        return [(str(response.status_code), response.get_data(as_text=True)[:200])]
    return [(response.json["rule"], response.json["error"])]


def _refusals(described: object) -> Iterator[dict[str, Any]]:
    """Every refusal in the description of a question."""
    if isinstance(described, dict):
        if {"rule", "key", "args"} == described.keys():
            yield described
        for inner in described.values():
            yield from _refusals(inner)
    elif isinstance(described, list):
        for inner in described:
            yield from _refusals(inner)


def _refusal(described: dict[str, Any]) -> Refusal:
    rule, key = described["rule"], described["key"]
    return Refusal(rule, key[len(rule) + 1 :] or None, **described["args"])
