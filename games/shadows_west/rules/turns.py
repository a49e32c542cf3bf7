"""Eight turns of four phases (shadows.turn.*)."""

from __future__ import annotations

from boomtown.core import Match, Phases, Repeat, Step
from shadows_west.rules.cards import CardRounds, discard_hands, draw, hand_size
from shadows_west.rules.npc import NpcPhase
from shadows_west.rules.recovery import RecoveryPhase
from shadows_west.rules.victory import EndOfTurn
from shadows_west.state import West


class Turns(Repeat):
    """Turn follows turn until the game ends."""

    rule = "shadows.turn.count"

    def again(self, match: Match[West]) -> bool:
        return True

    def once(self, match: Match[West]) -> None:
        match.then(Turn())


class Turn(Phases):
    """Draw, action, NPC, recovery."""

    rule = "shadows.turn.phases"

    def phases(self, match: Match[West]) -> list[Step]:
        west = match.state
        west.turn += 1
        match.tell(self.rule, turn=west.turn)
        return [DrawPhase(), ActionPhase(), NpcPhase(), RecoveryPhase(), EndOfTurn()]


class DrawPhase(Step):
    """Every player draws face down from his own deck."""

    rule = "shadows.turn.draw"

    def run(self, match: Match[West]) -> None:
        west = match.state
        west.phase = "draw"
        for seat in west.in_game():
            count = hand_size(west.table, seat)
            draw(match, seat, count)
            west.gangs[seat].lone = count == 1
            match.tell(self.rule, seat=seat, count=count)


class ActionPhase(Phases):
    """Cards are played and models activated."""

    rule = "shadows.turn.action"

    def phases(self, match: Match[West]) -> list[Step]:
        match.state.phase = "action"
        return [CardRounds(), EndActionPhase()]


class EndActionPhase(Step):
    """No card is carried over to the next turn."""

    rule = "shadows.cards.no_carry"

    def run(self, match: Match[West]) -> None:
        discard_hands(match, match.all_seats)
