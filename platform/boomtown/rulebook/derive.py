"""Answers that nobody has to write: they follow from how a game is declared.

Seats, sealed steps, reaction windows and secrets are declared by the game itself; which kinds of
play there are stands in its rulebook, as topics and mechanics of its rules. A topic that has
neither does not arise. What follows is told in ``derived/en.toml`` and its translations, and an
answer in the game's own rulebook takes its place.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.data import described
from boomtown.core.game import Game
from boomtown.core.secret import leads_to_secret
from boomtown.core.step import SealedAsk, Window
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES, AnswerText, Rulebook, Value
from boomtown.rulebook.questions import questions
from boomtown.rulebook.values import value_words

SEALED_RULES = 4
"""So many rules are named for an answer, and no more."""

SIGNS: dict[str, tuple[str, ...]] = {
    "dice": ("dice", "rerolls", "tests"),
    "cards": ("hidden_hands", "hand_management", "card_order"),
    "reactions": ("reactions",),
    "range and targets": ("take_that", "targeting_by_seat", "line_of_sight"),
    "damage": ("take_that", "player_elimination"),
    "healing": ("healing",),
    "elimination": ("player_elimination",),
    "movement": ("measured_movement",),
    "terrain": ("terrain", "line_of_sight"),
    "loot": ("drafting", "set_collection", "stealing"),
    "special powers": ("variable_powers", "leader"),
    "bystanders": ("bystanders",),
}
"""Mechanics by which a topic arises; a rule of the topic does as well."""

LACKING: dict[str, tuple[str, Value]] = {
    "players.sides": ("teams", "alone"),
    "goal.known": ("hidden_roles", "yes"),
    "goal.change": ("changing_sides", "no"),
    "dice.again": ("rerolls", 0),
    "damage.save": ("tests", "no"),
    "hidden.bluff": ("bluffing", "no"),
    "hidden.memory": ("memory", "no"),
    "out.play": ("play_after_death", "no"),
    "out.back": ("play_after_death", "no"),
    "out.win": ("winning_dead", "no"),
    "move.who": ("measured_movement", "no"),
    "power.who": ("variable_powers", "no"),
    "power.leader": ("leader", "no"),
    "end.long": ("round_limit", "no"),
}
"""What a question comes to where no rule has the mechanic."""

APART = ("teams", "hidden_roles", "changing_sides", "scenarios")
"""With one of these, not everybody need want the same."""

HAVING: dict[str, tuple[str, Value]] = {"end.long": ("round_limit", "yes")}
"""What it comes to where one has."""

NEEDS: dict[str, tuple[str, ...]] = {
    "dice.locked": ("rerolls",),
    "target.distance": ("targeting_by_seat", "measured_movement", "line_of_sight"),
    "tie.near": ("targeting_by_seat", "measured_movement", "line_of_sight"),
    "out.figure": ("army_building", "measured_movement"),
    "out.flee": ("morale",),
    "damage.all": ("area_effect", "shared_threat"),
    "win.set": ("set_collection",),
    "order.gap": ("player_elimination",),
    "hidden.dead": ("player_elimination",),
    "tie.nobody": ("player_elimination",),
}
"""Questions that arise with one of these mechanics only."""

ONLINE: dict[str, tuple[Value, tuple[str, ...]]] = {
    "online.time": ("default", ("boomtown.table.time", "boomtown.table.away")),
    "online.leave": ("bot", ("boomtown.table.away",)),
    "online.chance": ("sealed_seed", ("boomtown.chance.seed",)),
    "online.back": ("depends", ("boomtown.undo.learned",)),
}
"""What the site does for every game."""


class Follows(Struct, frozen=True):
    """What an answer comes to, or why there is none."""

    value: Value | None = None
    rules: tuple[str, ...] = ()
    none: str = ""
    """The name of the reason."""


class _Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one language, by question, and the reasons by name."""

    answers: dict[str, str]
    none: dict[str, str]


def derived_answers(game: Game[Any, Any], book: Rulebook) -> dict[str, dict[str, AnswerText]]:
    """By language, what follows from a game's declaration and its rules."""
    found = dict(_following(game, book))
    return {
        language: {id: _told(id, one, language) for id, one in found.items()}
        for language in LANGUAGES
    }


def _told(question: str, follows: Follows, language: str) -> AnswerText:
    texts = derived_texts()[language]
    if follows.none:
        return AnswerText(none=texts.none[follows.none])
    assert follows.value is not None
    rules = list(follows.rules) if language == FIRST_LANGUAGE else []
    return AnswerText(
        short=value_words(follows.value, language),
        sentence=texts.answers[question],
        rules=rules,
        value=follows.value,
    )


def _following(game: Game[Any, Any], book: Rulebook) -> Iterator[tuple[str, Follows]]:
    """Later ones take the place of earlier ones."""
    tagged = book.mechanics()
    topics = {rule.topic for rule in book.languages[FIRST_LANGUAGE].rules.values()}
    yield from _declared(game, book)
    if tagged:  # a book without any mechanic says nothing by lacking one
        for id, (mechanic, value) in LACKING.items():
            if mechanic not in tagged:
                yield id, Follows(value)
        for id, (mechanic, value) in HAVING.items():
            if mechanic in tagged:
                yield id, Follows(value)
    if tagged and not tagged.intersection(APART):
        yield "goal.same", Follows("yes")
    for topic, signs in SIGNS.items():
        if topic not in topics and not tagged.intersection(signs):
            yield from _none(topic, topic)
    for id, needed in NEEDS.items():
        if tagged and not tagged.intersection(needed):
            yield id, Follows(none=id)
    if not leads_to_secret(described(game.state)):
        yield from _none("hidden information", "hidden information")
    if not tagged.intersection(("variable_powers", "leader")):
        yield "power.who", Follows("no")
        yield "power.leader", Follows("no")
    if "measured_movement" not in tagged:
        yield "move.who", Follows("no")


def _declared(game: Game[Any, Any], book: Rulebook) -> Iterator[tuple[str, Follows]]:
    """What stands in the declaration: seats, steps, and what the site does for every game."""
    sealed = [step for step in game.steps if issubclass(step, SealedAsk)]
    windows = [step for step in game.steps if issubclass(step, Window)]
    yield "players.number", Follows([game.seats[0], game.seats[-1]])
    if 3 not in game.seats:
        yield "players.three", Follows(["not_playable"])
    if not book.modules:
        yield "players.modules", Follows(none="players.modules")
        yield "setup.easy", Follows(none="setup.easy")
    if sealed:
        yield from _sealed(sealed)
    else:
        yield from _none("simultaneous choice", "simultaneous choice")
        yield "turn.unit", Follows("own_turn")
    if windows:
        one = all(step.closes for step in windows)
        yield "react.many", Follows("one" if one else "all", _rules(windows))
    yield "hidden.show", Follows("no")
    yield "hidden.dead", Follows("no")
    for id, (value, rules) in ONLINE.items():
        yield id, Follows(value, rules)
    forced = any(getattr(step, "forced", False) for step in game.steps)
    yield "online.auto", Follows(["forced"] if forced else [])
    yield "online.ahead", Follows("yes" if windows else "no", _rules(windows))


def _sealed(steps: list[type[SealedAsk]]) -> Iterator[tuple[str, Follows]]:
    rules = _rules(steps)
    if all(step.replaceable for step in steps):
        yield "sealed.change", Follows("yes", rules)
    else:
        yield "sealed.change", Follows("depends", (*rules, "boomtown.undo.learned"))
    shown = {step.shows_who for step in steps}
    if len(shown) == 1:
        yield "sealed.see", Follows("that_chosen" if shown == {True} else "nothing", rules)
    yield "sealed.open", Follows("all_in", rules)


def _rules(steps: list[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.rule for step in steps))[:SEALED_RULES]


def _none(topic: str, reason: str) -> Iterator[tuple[str, Follows]]:
    """No question of a topic arises."""
    for question in questions():
        if question.topic == topic:
            yield question.id, Follows(none=reason)


@cache
def derived_texts() -> dict[str, _Texts]:
    """The sentences, by language."""
    folder = files("boomtown.rulebook") / "derived"
    return {
        language: msgspec.convert(
            tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8")), _Texts
        )
        for language in LANGUAGES
    }
