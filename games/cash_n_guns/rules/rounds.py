"""Eight rounds of seven stages, and the desk (cash.round.*, cash.desk.*)."""

from __future__ import annotations

from boomtown.core import Match, Phases, Repeat, Step, clockwise
from cash_n_guns.content import ROUNDS
from cash_n_guns.rules.bullet import ChooseBullet
from cash_n_guns.rules.cards import discard
from cash_n_guns.rules.courage import Courage
from cash_n_guns.rules.effects import CardEffects
from cash_n_guns.rules.ending import FinalScoring
from cash_n_guns.rules.holdup import HoldUp
from cash_n_guns.rules.loot import RevealLoot
from cash_n_guns.rules.moments import power_of
from cash_n_guns.rules.privilege import Privilege
from cash_n_guns.rules.sharing import Sharing
from cash_n_guns.state import Gang


class Opening(Phases):
    """The powers are on the table, the first Godfather has the desk, and the rounds begin."""

    rule = "cash.setup.godfather"

    def phases(self, match: Match[Gang]) -> list[Step]:
        gang = match.state
        for power, seat in sorted(gang.seat_of.items(), key=lambda pair: pair[1]):
            match.tell("cash.setup.powers", seat=seat, power=power)
        rule = self.rule if gang.options.oldest else "cash.setup.godfather_online"
        match.tell(rule, seat=gang.godfather)
        return [Rounds()]


class Rounds(Repeat):
    """Round follows round until the game ends."""

    rule = "cash.round.stages"

    def again(self, match: Match[Gang]) -> bool:
        return True

    def once(self, match: Match[Gang]) -> None:
        match.then(Round())


class Round(Phases):
    """Loot, bullet card, hold-up, privilege, courage, card effects, sharing."""

    rule = "cash.round.stages"

    def phases(self, match: Match[Gang]) -> list[Step]:
        gang = match.state
        living = gang.living()
        together = [seat for seat in living if not power_of(gang.gangsters[seat]).aims_last]
        return [
            StandUp(),
            RevealLoot(),
            ChooseBullet(living),
            HoldUp(together),
            Privilege(),
            Courage(list(living)),
            CardEffects(),
            Sharing(),
            EndRound(),
        ]


class StandUp(Step):
    """Every living figure stands up, late marks are cleared, the token is there again."""

    rule = "cash.round.start"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        for gangster in gang.gangsters:
            gangster.target = None
            gangster.late = gangster.ducked = gangster.hit = gangster.sated = False
        gang.new_godfather = None
        gang.takers, gang.used = [], []
        match.turn_page()
        match.tell("cash.round.lead", round=gang.round, seat=gang.godfather)


class EndRound(Step):
    """Revealed cards go to the discard pile, the desk moves if it must, the next round comes."""

    rule = "cash.round.end"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        for gangster in gang.gangsters:
            if gangster.bullet is not None:
                discard(match, gangster.bullet)
                gangster.bullet = None
        if gang.round == ROUNDS:
            match.then(FinalScoring())
            return
        move_desk(match)
        gang.round += 1


def move_desk(match: Match[Gang]) -> None:
    """To who took the token; from a dead Godfather to the next living player; else it stays."""
    gang = match.state
    if gang.new_godfather is not None:
        gang.godfather = gang.new_godfather
        match.tell("cash.share.token_effect", seat=gang.godfather)
    elif gang.gangsters[gang.godfather].out:
        gang.godfather = clockwise(gang.living(), after=gang.godfather)[0]
        match.tell("cash.desk.dead", seat=gang.godfather)
    else:
        match.cite("cash.desk.stay")
