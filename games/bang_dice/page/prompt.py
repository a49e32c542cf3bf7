"""What the board adds to the question: titles, hints, the words on the button."""

from __future__ import annotations

from collections.abc import Callable

from bang_dice.content import SaloonDie
from bang_dice.page.dice import REROLL, symbol
from bang_dice.page.seats import Plate, Side
from bang_dice.rules.characters import CHARACTERS
from bang_dice.state import Town
from boomtown.core import Combination, Help, OneOf, Question, Say, Split, View

SHOT = "bang.shot.one"
TWINS = {"kit": "seat", "elena": "seat"}
SUBMITS = {
    "bang.shot.one": "board.submit.fire",
    "bang.roll.reroll": "board.submit.stop",
    "bang.beer.use": "board.submit.beer",
    "bang.molly.take": "board.submit.take_over",
    "bang.bart.replace": "board.submit.take",
    "bang.elena.give": "board.submit.give",
    "bang.ghost.assign": "board.submit.haunt",
    "bang.role.ugly": "board.submit.swap",
    "bang.role.doctor": "board.submit.turn",
}
"""By question, what the main button says."""
FEW = 3
"""With so many at the table nobody sits farther away than a neighbour (bang.shot.two)."""
RETURNS = ("arrow", "kit")
"""What is divided, whoever asks, where arrows go back to the pile."""


SUBS: dict[str, Callable[[Town], Say]] = {
    "bang.shot.one": lambda town: Say(
        "board.sub.shot.few" if len(town.living()) <= FEW else "board.sub.shot"
    ),
    "bang.roll.reroll": lambda town: Say(
        "board.sub.reroll", {"left": town.throws_left, "pile": town.tokens_in_pile()}
    ),
    "bang.bart.replace": lambda town: Say("board.sub.pile", {"left": town.tokens_in_pile()}),
    "bang.molly.take": lambda town: Say("board.sub.molly"),
    "bang.ghost.assign": lambda town: Say("board.sub.ghost"),
    "bang.chief.take": lambda town: Say("board.sub.chief", {"left": town.tokens_in_pile()}),
}
"""By question, a line under its title."""
HINTS = {
    "slab:none": Say("board.hint.beer"),
    **{f"saloon_die:{die.value}": Say(f"board.hint.{die.value}") for die in SaloonDie},
    **{f"character:{who}": Say("board.hint.ability", {"who": who}) for who in CHARACTERS},
}
"""By thing, what never changes about it."""


def help_for(view: View[Town], question: Question, plates: list[Plate]) -> Help:
    """Titles and hints for the viewer's question."""
    town, key = view.state, question.key
    help = Help(title=f"board.ask.{key}", twins=TWINS)
    help.hints = HINTS | hints_of_dice(town) | {f"seat:{p.seat}": seat_hint(p) for p in plates}
    help.sub = SUBS[key](town) if key in SUBS else None
    help.submit = submit_of(question)
    if key == SHOT:
        help_to_shoot(help, town, question, plates)
    elif key == REROLL:
        help.submit += [
            Say("board.submit.throw", {"dice": count}) for count in range(1, len(town.dice) + 1)
        ]
    elif isinstance(question.choice, Combination):
        help.parts = {part: Say(f"board.part.{part}") for part in question.choice.parts}
    return help


def submit_of(question: Question) -> list[Say]:
    """What the main button says; nothing where any will do."""
    if isinstance(question.choice, Split) and question.choice.noun in RETURNS:
        return [Say("board.submit.return")]
    return [Say(SUBMITS[question.key])] if question.key in SUBMITS else []


def hints_of_dice(town: Town) -> dict[str, Say]:
    return {
        f"die:{number}": Say("board.hint.face", {"face": face.value})
        for number, face in enumerate(town.dice, start=1)
    }


def seat_hint(plate: Plate) -> Say:
    """What somebody is about to lose, or has."""
    shown = plate.shown
    if shown.hits:
        return Say("board.hint.hits", {"hits": shown.hits, "life": shown.life})
    return Say("board.hint.life", {"life": shown.life, "cap": shown.cap})


def aims_of(question: Question) -> dict[str, OneOf]:
    """The targets of each bull's eye; what else a character decides with them is no target."""
    assert isinstance(question.choice, Combination), "bull's eyes are aimed together"
    parts = question.choice.parts.items()
    return {name: part for name, part in parts if isinstance(part, OneOf) and part.noun == "seat"}


def help_to_shoot(help: Help, town: Town, question: Question, plates: list[Plate]) -> None:
    assert isinstance(question.choice, Combination), "bull's eyes are aimed together"
    help.parts = {part: Say(f"board.part.{part}") for part in question.choice.parts}
    help.hints |= {f"seat:{plate.seat}": target_hint(plate) for plate in plates[1:]}
    for part in aims_of(question):
        die = part.rstrip("ab")
        face = symbol(town.dice[int(die) - 1])
        help.parts[part] = Say("board.part.shot", {"die": die, "face": face.value})


def target_hint(plate: Plate) -> Say:
    side = plate.side or Side.EITHER
    return Say(f"board.hint.{side}", {"away": plate.away, "life": plate.shown.life})
