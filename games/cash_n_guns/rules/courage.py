"""Stage 5: courage (cash.courage.*)."""

from __future__ import annotations

from boomtown.core import Match, OneOf, Seat, Step
from cash_n_guns.rules.cards import discard
from cash_n_guns.rules.clock import TimedSealedAsk
from cash_n_guns.rules.moments import spoken
from cash_n_guns.state import Gang

STAND = "stand"
DUCK = "duck"
COURAGE = OneOf([STAND, DUCK], noun="courage", preset=STAND)


class Courage(TimedSealedAsk):
    """At the second count all living players choose at once: duck, or stay standing."""

    rule = "cash.courage.choose"
    seconds = 15

    def choice(self, match: Match[Gang], seat: Seat) -> OneOf:
        return COURAGE

    def revealed(self, match: Match[Gang], answers: dict[Seat, str]) -> None:
        gang = match.state
        for seat, answer in answers.items():
            gang.gangsters[seat].ducked = answer == DUCK
        ducked = [seat for seat, answer in answers.items() if answer == DUCK]
        standing = [seat for seat in answers if seat not in ducked]
        match.tell(self.rule, None if standing else "nobody", standing=standing)
        if ducked:
            match.tell("cash.courage.duck", seats=ducked)
        # cash.courage.sequence: the powers that answer ducking speak in their order.
        answers_to_it = spoken(gang, lambda power, seat: power.courage_shown(gang, seat))
        match.then(*answers_to_it, DiscardUnseen())


class DiscardUnseen(Step):
    """Who ducked, or aims at somebody who did, discards the bullet card unseen."""

    rule = "cash.courage.target_ducked"

    def run(self, match: Match[Gang]) -> None:
        gang = match.state
        seats = [s for s in gang.living() if gang.gangsters[s].ducked or gang.target_ducked(s)]
        unseen: list[Seat] = []
        for seat in seats:
            gangster = gang.gangsters[seat]
            assert gangster.bullet is not None, "everybody has put a card down"
            if not gangster.bullet.public:  # cash.power.professional: a thief has shown the Bang!
                unseen.append(seat)
            discard(match, gangster.bullet)
            gangster.bullet = None
        if unseen:
            match.tell(self.rule, cards=len(unseen), seats=unseen)
