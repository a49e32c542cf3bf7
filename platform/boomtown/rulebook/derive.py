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
from boomtown.core.step import Ask, SealedAsk, Waits, Window
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES, AnswerText, Rulebook, Value, key_of
from boomtown.rulebook.questions import YES_NO, mechanic_texts, question_texts, questions
from boomtown.rulebook.values import value_words

MOST_RULES = 4
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
    "players.read": ("variable_powers", []),
    "power.leader": ("leader", "no"),
    "end.long": ("round_limit", "no"),
    "order.gap": ("play_after_death", "passed_over"),
}
"""What a question comes to where no rule has the mechanic."""

APART = ("teams", "hidden_roles", "changing_sides", "scenarios")
"""With one of these, not everybody need want the same."""

HAVING: dict[str, tuple[str, Value]] = {
    "dice.use": ("tests", "success"),
    "hidden.bluff": ("bluffing", "yes"),
    "hidden.memory": ("memory", "yes"),
    "out.play": ("play_after_death", "yes"),
    "out.win": ("winning_dead", "yes"),
    "move.who": ("measured_movement", "yes"),
    "terrain.what": ("terrain", "yes"),
    "power.who": ("variable_powers", "yes"),
    "power.leader": ("leader", "yes"),
    "folk.who": ("bystanders", "yes"),
    "end.long": ("round_limit", "yes"),
    "win.set": ("set_collection", "yes"),
}
"""What it comes to where one has. Whether there is such play, its own words tell; anything else,
the rule that brings it."""

KIT: dict[str, tuple[str, ...]] = {
    "dice": ("dice", "rerolls", "tests"),
    "cards": ("hidden_hands", "hand_management", "card_order", "hidden_roles", "variable_powers"),
    "figures": ("measured_movement", "army_building"),
    "tape": ("measured_movement",),
    "scenery": ("terrain",),
}
"""What a table needs for a kind of play."""

REACH = ("targeting_by_seat", "measured_movement", "line_of_sight")
"""By these, places and sight decide whom one can aim at."""

GANGS = ("army_building", "measured_movement")
"""With one of these, a player has several figures."""

NEEDS: dict[str, tuple[str, ...]] = {
    "dice.locked": ("rerolls",),
    "target.distance": REACH,
    "tie.near": REACH,
    "out.figure": GANGS,
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
    mechanic: str = ""
    """The kind of play that it follows from."""


class _Texts(Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of one language, by question (and value), and the reasons by name."""

    answers: dict[str, str]
    none: dict[str, str]


def derived_answers(game: Game[Any, Any], book: Rulebook) -> dict[str, dict[str, AnswerText]]:
    """By language, what follows from a game's declaration and its rules."""
    found = dict(_following(game, book))
    return {
        language: {id: _told(id, one, language, book) for id, one in found.items()}
        for language in LANGUAGES
    }


def _told(question: str, follows: Follows, language: str, book: Rulebook) -> AnswerText:
    texts = derived_texts()[language]
    if follows.none:
        return AnswerText(none=texts.none[follows.none])
    assert follows.value is not None
    rules = list(follows.rules) if language == FIRST_LANGUAGE else []
    if follows.mechanic and (follows.value in YES_NO or language not in book.languages):
        sentence = mechanic_texts()[language][follows.mechanic].text
    elif follows.mechanic:
        sentence = book.rule(follows.rules[0], language).text
    else:
        one = f"{question}.{key_of(follows.value)}"
        sentence = texts.answers.get(one) or texts.answers[question]
    return AnswerText(
        short=value_words(follows.value, language, book.own_values(language)),
        sentence=sentence,
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
            asked = question_texts()[FIRST_LANGUAGE][id].mechanic or mechanic
            if {mechanic, asked} <= tagged:
                yield id, Follows(value, _bringing(mechanic, book), mechanic=mechanic)
        yield from _combined(tagged)
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


def _combined(tagged: set[str]) -> Iterator[tuple[str, Follows]]:
    """What follows from several mechanics, or from one where others are lacking."""
    if not tagged.intersection(APART):
        yield "goal.same", Follows("yes")
    if "take_that" in tagged and not tagged.intersection(REACH):
        yield "target.who", Follows("anybody")
    if "player_elimination" in tagged and not tagged.intersection(GANGS):
        yield "players.pieces", Follows("one_figure")
    yield "players.kit", Follows([one for one, signs in KIT.items() if tagged.intersection(signs)])


def _bringing(mechanic: str, book: Rulebook) -> tuple[str, ...]:
    """The rules by which a game has a mechanic."""
    rules, played = book.languages[FIRST_LANGUAGE].rules, book.played()
    found = [id for id, one in rules.items() if mechanic in one.mechanics and one.module in played]
    return tuple(found[:MOST_RULES])


def _declared(game: Game[Any, Any], book: Rulebook) -> Iterator[tuple[str, Follows]]:
    """What stands in the declaration: seats, steps, and what the site does for every game."""
    sealed = [step for step in game.steps if issubclass(step, SealedAsk)]
    windows = [step for step in game.steps if issubclass(step, Window)]
    yield "players.number", Follows([game.seats[0], game.seats[-1]])
    if 3 not in game.seats:
        yield "players.three", Follows(["not_playable"])
    yield "players.age", Follows(none="players.age")
    yield "players.talk", Follows(none="players.talk")
    if not book.modules:
        yield "players.modules", Follows(none="players.modules")
        yield "setup.easy", Follows(none="setup.easy")
    if sealed:
        yield from _sealed(sealed)
        if not any(issubclass(step, Ask) for step in game.steps):
            rules = _rules(sealed)
            yield "turn.unit", Follows("common_round", rules)
            yield "order.next", Follows("together", rules)
    else:
        yield from _none("simultaneous choice", "simultaneous choice")
        yield "turn.unit", Follows("own_turn")
    if sealed and any(issubclass(step, (Ask, Window)) for step in game.steps):
        yield "hidden.open", Follows("partly", _rules(sealed))
    if windows:
        one = all(step.closes for step in windows)
        yield "react.many", Follows("one" if one else "all", _rules(windows))
    yield "hidden.show", Follows("no")
    yield "hidden.asked", Follows("no")  # a question that tells more does not pass the leak check
    yield "hidden.dead", Follows("no")
    for id, (value, rules) in ONLINE.items():
        yield id, Follows(value, rules)
    spared = any(issubclass(step, Waits) and not _asks_everybody(step) for step in game.steps)
    yield "online.auto", Follows(["forced"] if spared else [])
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
    if all(_asks_everybody(step) for step in steps):
        yield "sealed.single", Follows("yes", rules)


def _asks_everybody(step: type[Waits]) -> bool:
    """Whether nobody is spared a question because there is only one answer."""
    usual = step.nothing_to_choose is Waits.nothing_to_choose
    return usual and not step.forced and not step.public


def _rules(steps: list[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.rule for step in steps))[:MOST_RULES]


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
