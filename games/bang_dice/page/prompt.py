"""What the board adds to the question: titles, hints, the words on the button."""

from __future__ import annotations

from bang_dice.content import Character, Face, SaloonDie
from bang_dice.page.dice import symbol
from bang_dice.page.seats import Plate, Side
from bang_dice.state import Town
from boomtown.core import Combination, Help, Question, Say, View

SHOT = "bang.shot.one"
SLAB = "slab"
TWINS = {"kit": "seat", "elena": "seat"}
SUBMITS = {
    "bang.beer.use": "board.submit.beer",
    "bang.kit.discard": "board.submit.return",
    "bang.pedro.discard": "board.submit.return",
    "bang.molly.take": "board.submit.take_over",
    "bang.bart.replace": "board.submit.take",
    "bang.elena.give": "board.submit.give",
    "bang.ghost.assign": "board.submit.haunt",
    "bang.role.ugly": "board.submit.swap",
    "bang.role.doctor": "board.submit.turn",
}


def help_for(view: View[Town], question: Question, plates: list[Plate]) -> Help:
    """Titles, hints and reasons for the viewer's question."""
    town = view.state
    help = Help(title=f"board.ask.{question.key}", twins=TWINS)
    match question.key:
        case "bang.shot.one":
            help_to_shoot(help, town, question, plates)
        case "bang.roll.reroll":
            help_to_reroll(help, town)
        case "bang.beer.use" | "bang.sid.gain" | "bang.role.left_hand":
            help.hints = {
                f"seat:{plate.seat}": Say("board.hint.life", {"life": plate.life, "cap": plate.cap})
                for plate in plates
            }
        case "bang.bart.replace" | "bang.molly.take":
            help.hints = {
                f"seat:{plate.seat}": Say(
                    "board.hint.hits", {"hits": plate.hits, "life": plate.life}
                )
                for plate in plates
            }
            if question.key == "bang.molly.take":
                help.sub = Say("board.sub.molly")
            else:
                help.sub = Say("board.sub.pile", {"left": town.tokens_in_pile()})
        case "bang.ghost.assign" | "bang.role.doctor" | "bang.elena.give":
            if question.key == "bang.ghost.assign":
                help.sub = Say("board.sub.ghost")
            names = {"face": "face", "to": "to", "die": "die", "token": "token"}
            help.parts = {part: Say(f"board.part.{name}") for part, name in names.items()}
            help.hints = hints_of_dice(town)
        case "bang.chief.take":
            help.sub = Say("board.sub.chief", {"left": town.tokens_in_pile()})
        case "bang.saloon.choose":
            help.hints = {
                f"saloon_die:{die.value}": Say(f"board.hint.{die.value}") for die in SaloonDie
            }
        case "bang.setup.choose":
            help.hints = {
                f"character:{who.value}": Say("board.hint.ability", {"who": who.value})
                for who in Character
            }
    if question.key in SUBMITS:
        help.submit = [Say(SUBMITS[question.key])]
    return help


def help_to_reroll(help: Help, town: Town) -> None:
    help.sub = Say("board.sub.reroll", {"left": town.throws_left, "pile": town.tokens_in_pile()})
    help.hints = hints_of_dice(town)
    help.submit = [Say("board.submit.stop")]
    help.submit += [
        Say("board.submit.throw", {"dice": count}) for count in range(1, len(town.dice) + 1)
    ]


def hints_of_dice(town: Town) -> dict[str, Say]:
    return {
        f"die:{number}": Say("board.hint.face", {"face": face.value})
        for number, face in enumerate(town.dice, start=1)
    }


def help_to_shoot(help: Help, town: Town, question: Question, plates: list[Plate]) -> None:
    assert isinstance(question.choice, Combination), "bull's eyes are aimed together"
    help.sub = Say("board.sub.shot")
    help.submit = [Say("board.submit.fire")]
    help.hints = {f"seat:{plate.seat}": target_hint(plate) for plate in plates[1:]}
    for part, inner in question.choice.parts.items():
        if part == SLAB:
            help.parts[part] = Say("board.part.slab")
            help.hints |= {"slab:none": Say("board.hint.beer")}
            continue
        face = symbol(town.dice[int(part.rstrip("ab")) - 1])
        help.parts[part] = Say("board.part.shot", {"die": part.rstrip("ab"), "face": face.value})
        targets = {int(seat) for seat in inner.offers()}
        help.whys[part] = {
            f"seat:{plate.seat}": too_far(plate, face, town)
            for plate in plates
            if plate.seat not in targets
        }


def target_hint(plate: Plate) -> Say:
    side = plate.side or Side.EITHER
    return Say(f"board.hint.{side}", {"away": plate.away, "life": plate.life})


def too_far(plate: Plate, face: Face, town: Town) -> Say:
    """Why a bull's eye cannot hit somebody."""
    if plate.place == 0:
        return Say("board.why.self", rule="bang.shot.one")
    if plate.out:
        return Say("board.why.out", {"target": plate.seat}, rule="bang.shot.distance")
    rule = "bang.shot.one" if face is Face.ONE else "bang.shot.two"
    return Say(
        "board.why.far", {"target": plate.seat, "away": plate.away, "face": face.value}, rule=rule
    )
