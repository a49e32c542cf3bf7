"""The Ghost: two dice, one token, a living victim (bang.ghost.*)."""

from __future__ import annotations

from bang_dice.content import Face
from bang_dice.rules.reasons import seats_out
from bang_dice.rules.throws import faces_in_play
from bang_dice.state import GhostToken, Town
from boomtown.core import Answer, Ask, Combination, Match, OneOf, Refusal, Seat, Step


class GhostAssigns(Step):
    """After his throws the Ghost gives a token to a living player; he must."""

    rule = "bang.ghost.assign"

    def run(self, match: Match[Town]) -> None:
        match.then(AssignToken(match.state.active))


class AssignToken(Ask):
    """One of the two faces, and a living player; a pair brings the double token with it."""

    rule = "bang.ghost.assign"
    seconds = 40

    def choice(self, match: Match[Town], seat: Seat) -> Combination:
        town = match.state
        faces = list(dict.fromkeys(town.dice))
        living = town.from_left_of(seat)
        others = {face: Refusal(self.rule, "face", face=face) for face in faces_in_play(town)}
        others = {face: why for face, why in others.items() if face not in faces}
        return Combination(
            {
                "face": OneOf(faces, refused=others, noun="face"),
                "to": OneOf(living, refused=seats_out(town, self.rule), noun="seat"),
            }
        )

    def answered(self, match: Match[Town], answer: Answer) -> None:
        town = match.state
        double = town.dice[0] is town.dice[1]
        face = next(face for face in Face if face == answer["face"])
        town.token = GhostToken(answer["to"], face, double)
        match.tell(self.rule, seat=self.seat, target=answer["to"], face=face)
        if double:
            match.tell("bang.ghost.double", seat=self.seat, target=answer["to"])
