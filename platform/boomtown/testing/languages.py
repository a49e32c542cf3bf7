"""Whether a game has words for everything that it says, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from boomtown.bots.kinds import bot_kinds
from boomtown.core.errors import Refusal
from boomtown.core.match import Match
from boomtown.core.options import form_of
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.rulebook.complete import gaps
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.translation import outdated
from boomtown.rulebook.wording import Wording
from boomtown.testing.plays import Walk
from boomtown.testing.sentences import mute

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite


def check_languages(suite: Suite) -> Iterator[str]:
    """All texts exist in three languages, and everything that play says has a text."""
    book = book_of(suite.game)
    yield from gaps(book)
    for key in outdated(rulebook_of(suite.game.package)):
        note = f"`boomtown texts {suite.game.id} --translated`"
        yield f"{key} has changed since it was translated: look at it, then {note}"
    yield from mute(suite.game, book)
    speakers = [Wording(book, language) for language in LANGUAGES]
    for wording in speakers:
        for field in form_of(suite.game.options):
            wording.option(field.name)
            for value in field.of:
                wording.option_value(field.name, value)
        for module in book.modules:
            wording.name("module", module)
        for kind in bot_kinds(suite.game):
            wording.name("bot", kind)
        for temper in suite.game.tempers:
            wording.name("temper", temper)
    for play in suite.plays:
        told = 0
        walk = Walk(suite.game, play)
        for match in walk:
            for wording in speakers:
                _speak(wording, match, told)
            told = len(match.log)
        for wording in speakers:
            _speak(wording, walk.match, told)
    for key in sorted(set().union(*(wording.missing for wording in speakers))):
        yield f"{key} has no text"


def _speak(wording: Wording, match: Match[Any], since: int) -> None:
    """Says everything that a table would say now."""
    for entry in match.log.since(since):
        wording.entry(entry)
    if prompt := match.prompt():
        wording.prompt(prompt)
    for seat in match.asked():
        question = match.question(seat)
        assert question is not None
        wording.question(question)
        _name_all(wording, question.choice.describe())


def _name_all(wording: Wording, described: object) -> None:
    """Names every item of a described choice, and tells every label and refusal in it."""
    if isinstance(described, list):
        for part in described:
            _name_all(wording, part)
    elif isinstance(described, dict):
        noun = described.get("noun")
        if noun and isinstance(described.get("of"), list):
            for item in described["of"]:
                wording.name(noun, item["value"])
        if isinstance(described.get("rule"), str) and "key" in described:
            rule, key = described["rule"], described["key"]
            wording.refusal(Refusal(rule, key[len(rule) + 1 :] or None, **described["args"]))
        if isinstance(described.get("say"), str):
            wording.say(described["say"], **described["args"])
        for part in described.values():
            _name_all(wording, part)
